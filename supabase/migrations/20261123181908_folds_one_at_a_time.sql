-- Made from supabase/schemas by `npm run db:migration folds_one_at_a_time`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.plegar_cifras (
  p_limite integer DEFAULT 20000
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
declare
  v_plegadas integer;
begin
  -- Two at once would leave a row each.
  if not pg_try_advisory_xact_lock(hashtext('plegar_cifras')) then return 0; end if;
  with claves as (
    select distinct c.usuario_id, c.dia, c.producto_id from (
      select usuario_id, dia, producto_id from public.cifras_productos
      where not plegada and producto_id is not null order by id limit p_limite) c
  ), quitadas as (
    delete from public.cifras_productos c using claves k
    where c.usuario_id = k.usuario_id and c.dia = k.dia and c.producto_id = k.producto_id
    returning c.*
  ), plegadas as (
    insert into public.cifras_productos (usuario_id, producto_id, dia, fuente, visitas, pedidos, centimos, plegada)
    select usuario_id, producto_id, dia, fuente, sum(visitas), sum(pedidos), sum(centimos), true
    from quitadas group by usuario_id, producto_id, dia, fuente
    having sum(visitas) <> 0 or sum(pedidos) <> 0 or sum(centimos) <> 0
  ), sumadas as (
    insert into public.cifras_creadores as s (usuario_id, dia, fuente, visitas, pedidos, centimos)
    select usuario_id, dia, fuente, sum(visitas), sum(pedidos), sum(centimos)
    from quitadas where not plegada and dia > '-infinity' group by usuario_id, dia, fuente
    order by usuario_id, dia, fuente
    on conflict (usuario_id, dia, fuente) do update set visitas = s.visitas + excluded.visitas,
      pedidos = s.pedidos + excluded.pedidos, centimos = s.centimos + excluded.centimos
  )
  select count(*) into v_plegadas from quitadas where not plegada;
  return v_plegadas;
end
$function$;

REVOKE ALL ON FUNCTION "public"."plegar_cifras"(integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.plegar_saldos()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_plegados integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('plegar_saldos')) then return 0; end if;
  with quitados as (
    delete from public.saldos_creadores
    where usuario_id in (select usuario_id from public.saldos_creadores group by usuario_id having count(*) > 1)
    returning usuario_id, centimos
  )
  insert into public.saldos_creadores (usuario_id, centimos)
  select usuario_id, sum(centimos) from quitados group by usuario_id;
  get diagnostics v_plegados = row_count;
  return v_plegados;
end
$function$;

REVOKE ALL ON FUNCTION "public"."plegar_saldos"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.recontar_cifras()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform pg_advisory_xact_lock(hashtext('plegar_saldos'));
  perform pg_advisory_xact_lock(hashtext('plegar_cifras'));
  lock table public.adquisiciones, public.movimientos_ingresos, public.visitas_producto in share row exclusive mode;
  delete from public.saldos_creadores;
  insert into public.saldos_creadores (usuario_id, centimos)
  select usuario_id, sum(centimos) from public.movimientos_ingresos group by usuario_id;
  delete from public.cifras_productos;
  insert into public.cifras_productos (usuario_id, producto_id, dia, fuente, visitas, pedidos, centimos, plegada)
  select x.usuario_id, x.producto_id, x.dia, x.fuente, sum(x.visitas), sum(x.pedidos), sum(x.centimos), true
  from (
    select p.usuario_id, v.producto_id, v.dia, v.fuente, count(*) as visitas, 0 as pedidos, 0 as centimos
    from public.visitas_producto v join public.productos p on p.id = v.producto_id
    group by p.usuario_id, v.producto_id, v.dia, v.fuente
    union all
    select p.usuario_id, a.producto_id, d.dia, null, 0, a.pedidos, 0
    from (select producto_id, public.dia_de(created_at) as dia, count(*) as pedidos from public.adquisiciones
      where revocada_at is null group by producto_id, public.dia_de(created_at)) a
    join public.productos p on p.id = a.producto_id
    cross join lateral (values (a.dia), ('-infinity'::date)) d(dia)
    union all
    select m.usuario_id, a.producto_id, d.dia, null, 0, 0, m.centimos
    from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id
    cross join lateral (values (public.dia_de(m.created_at)), ('-infinity'::date)) d(dia)
  ) x group by x.usuario_id, x.producto_id, x.dia, x.fuente;
  delete from public.cifras_creadores;
  insert into public.cifras_creadores (usuario_id, dia, fuente, visitas, pedidos, centimos)
  select usuario_id, dia, fuente, sum(visitas), sum(pedidos), sum(centimos)
  from public.cifras_productos where dia > '-infinity' group by usuario_id, dia, fuente;
end
$function$;

GRANT EXECUTE ON FUNCTION "public"."plegar_cifras"(integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."plegar_saldos"() TO "service_role";
