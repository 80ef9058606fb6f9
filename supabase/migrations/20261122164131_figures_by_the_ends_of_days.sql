-- Made from supabase/schemas by `npm run db:migration figures_by_the_ends_of_days`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.buscar_destinatarios (
  p_texto text
)
  RETURNS TABLE (
    id           uuid,
    display_name text,
    username     text,
    avatar_url   text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
declare
  v_yo constant uuid := public.persona_completa();
  v_texto constant text := lower(btrim(p_texto));
  v_patron constant text := regexp_replace(v_texto, '([\\%_])', '\\\1', 'g');
  v_dentro constant text := case when char_length(v_texto) < 3 then '% ' else '%' end || v_patron || '%';
  v_hallados uuid[];
begin
  if v_yo is null or v_texto is null or char_length(v_texto) not between 1 and 40 then return; end if;
  v_hallados := array(
    select u.id from public.usuarios_meta u where lower(u.username) = v_texto and public.recibe_regalos(u, v_yo)
    union
    select u.id from public.usuarios_meta u where lower(u.display_name) = v_texto and public.recibe_regalos(u, v_yo)
    union
    select public.personas_que_empiezan(v_patron, v_yo));
  if cardinality(v_hallados) < 5 then
    v_hallados := v_hallados || array(
      select u.id from public.usuarios_meta u
      where u.display_name ilike v_dentro and u.id <> all (v_hallados) and public.recibe_regalos(u, v_yo) limit 5);
  end if;
  return query
    select u.id, u.display_name, u.username, u.avatar_url from public.usuarios_meta u where u.id = any (v_hallados)
    order by lower(u.username) = v_texto desc, lower(u.display_name) = v_texto desc,
      lower(u.display_name) like v_patron || '%' or lower(u.username) like v_patron || '%' desc, u.display_name
    limit 5;
end
$function$;

CREATE OR REPLACE FUNCTION public.contar_dias (
  p_desde date,
  p_hasta date
)
  RETURNS SETOF public.cifras_diarias
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  -- Each day is read by its two ends: to ask of each row which day it is of would take most of the time.
  select d.dia,
    (coalesce((select sum(p.total_centimos) from public.pagos p
        where p.pagado_at >= d.desde and p.pagado_at < d.hasta and p.metodo in ('tarjeta', 'paypal')), 0)
      + coalesce(c.total, 0))::bigint,
    (coalesce((select -sum((f.datos ->> 'total_centimos')::integer) from public.facturas f
        where f.rectifica is not null and f.emitida_at >= d.desde and f.emitida_at < d.hasta), 0)
      + coalesce((select sum(r.centimos) from public.reembolsos r join public.pagos p on p.id = r.pago_id
        where r.estado = 'hecho' and r.hecho_at >= d.desde and r.hecho_at < d.hasta
          and p.entregado_at is null and p.metodo in ('tarjeta', 'paypal')), 0))::bigint,
    (select count(*) from public.adquisiciones a where a.created_at >= d.desde and a.created_at < d.hasta)::integer,
    (select count(*) from public.usuarios_meta u where u.created_at >= d.desde and u.created_at < d.hasta)::integer,
    (select count(*) from public.suscripciones s where s.created_at >= d.desde and s.created_at < d.hasta)::integer,
    coalesce((select jsonb_agg(jsonb_build_object('metodo', m.metodo, 'pagos', m.pagos, 'total', m.total)) from (
      select p.metodo, count(*) as pagos, sum(p.total_centimos) as total from public.pagos p
      where p.pagado_at >= d.desde and p.pagado_at < d.hasta group by p.metodo
      union all select 'club', c.pagos, c.total where c.pagos > 0) m), '[]'),
    null::bigint
  from (
    select s::date as dia, public.inicio_del_dia(s::date) as desde, public.inicio_del_dia(s::date + 1) as hasta
    from generate_series(p_desde::timestamp, p_hasta::timestamp, interval '1 day') s
  ) d
  cross join lateral (
    select count(*) as pagos, sum(g.centimos) as total from public.cargos_club g
    where g.pagado_at >= d.desde and g.pagado_at < d.hasta and g.centimos > 0
  ) c;
$function$;

CREATE OR REPLACE FUNCTION public.dias_de_creador (
  p_usuario uuid,
  p_desde   date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
  with ocultos as materialized (
    select id from public.productos where usuario_id = p_usuario and oculto
  ), contados as (
    select c.dia, sum(c.centimos) as centimos,
      sum(c.visitas) filter (where c.producto_id not in (select id from ocultos)) as visitas,
      sum(c.pedidos) filter (where c.producto_id not in (select id from ocultos)) as pedidos
    from public.cifras_productos c
    where c.usuario_id = p_usuario and c.dia >= p_desde group by c.dia
  )
  select jsonb_agg(jsonb_build_object('dia', d.dia, 'visitas', coalesce(c.visitas, 0), 'pedidos', coalesce(c.pedidos, 0),
    'ingresos_centimos', coalesce(c.centimos, 0)) order by d.dia)
  from (select s::date as dia from generate_series(p_desde::timestamp, public.hoy()::timestamp, interval '1 day') s) d
  left join contados c on c.dia = d.dia;
$function$;

CREATE OR REPLACE FUNCTION public.mis_fuentes (
  p_dias integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
  with contadas as (
    select c.fuente, sum(c.visitas)::integer as visitas
    from public.cifras_productos c
    where c.usuario_id = (select public.persona_completa()) and c.dia >= public.primer_dia(p_dias) and c.visitas <> 0
      and c.producto_id not in (
        select id from public.productos where usuario_id = (select public.persona_completa()) and oculto)
    group by c.fuente
  ), primeras as (
    select c.*, row_number() over (order by c.visitas desc, c.fuente) as puesto from contadas c
  )
  select jsonb_build_object('ok', true,
    'total', coalesce((select sum(visitas) from contadas), 0),
    'fuentes', coalesce((select jsonb_agg(jsonb_build_object('fuente', p.fuente, 'visitas', p.visitas) order by p.puesto)
      from primeras p where p.puesto <= 8), '[]'));
$function$;

CREATE OR REPLACE FUNCTION public.personas_que_empiezan (
  p_patron text,
  p_de     uuid
)
  RETURNS SETOF uuid
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET enable_bitmapscan TO 'off'
  SET enable_sort TO 'off'
  AS $function$
begin
  return query select u.id from public.usuarios_meta u
    where lower(u.display_name) like p_patron || '%' and public.recibe_regalos(u, p_de)
    order by lower(u.display_name) using operator(pg_catalog.~<~) limit 5;
  return query select u.id from public.usuarios_meta u
    where lower(u.username) like p_patron || '%' and public.recibe_regalos(u, p_de)
    order by lower(u.username) using operator(pg_catalog.~<~) limit 5;
end
$function$;

REVOKE ALL ON FUNCTION "public"."personas_que_empiezan"(text, uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE INDEX productos_de_creador_idx ON public.productos USING btree (usuario_id) INCLUDE (id, visitas, status, created_at)
  WHERE (NOT oculto);

CREATE INDEX productos_ocultos_idx ON public.productos USING btree (usuario_id, id)
  WHERE oculto;
