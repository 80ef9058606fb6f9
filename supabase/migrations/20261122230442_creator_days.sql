-- Made from supabase/schemas by `npm run db:migration creator_days`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE TABLE "public"."cifras_creadores" (
  "usuario_id" uuid   NOT NULL,
  "dia"        date   NOT NULL,
  "fuente"     text,
  "visitas"    bigint NOT NULL DEFAULT 0,
  "pedidos"    bigint NOT NULL DEFAULT 0,
  "centimos"   bigint NOT NULL DEFAULT 0,
  CONSTRAINT "cifras_creadores_usuario_id_dia_fuente_key" UNIQUE NULLS NOT DISTINCT (usuario_id, dia, fuente)
);

ALTER TABLE "public"."cifras_creadores"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."cifras_creadores" FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.cifras_de_creador (
  p_usuario uuid,
  p_desde   date
)
  RETURNS TABLE (
    dia      date,
    fuente   text,
    visitas  bigint,
    pedidos  bigint,
    centimos bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
  select s.dia, s.fuente, s.visitas, s.pedidos, s.centimos
  from public.cifras_creadores s where s.usuario_id = p_usuario and s.dia >= p_desde
  union all
  select c.dia, c.fuente, c.visitas, c.pedidos, c.centimos
  from public.cifras_productos c where c.usuario_id = p_usuario and c.dia >= p_desde and not c.plegada
  union all
  select c.dia, c.fuente, -c.visitas, -c.pedidos, 0
  from public.productos p join public.cifras_productos c on c.producto_id = p.id
  where p.usuario_id = p_usuario and p.oculto and c.usuario_id = p_usuario and c.dia >= p_desde;
$function$;

REVOKE ALL ON FUNCTION "public"."cifras_de_creador"(uuid, date) FROM PUBLIC, "anon", "authenticated", "service_role";

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
  select jsonb_agg(jsonb_build_object('dia', d.dia, 'visitas', coalesce(c.visitas, 0), 'pedidos', coalesce(c.pedidos, 0),
    'ingresos_centimos', coalesce(c.centimos, 0)) order by d.dia)
  from (select s::date as dia from generate_series(p_desde::timestamp, public.hoy()::timestamp, interval '1 day') s) d
  left join (
    select f.dia, sum(f.visitas) as visitas, sum(f.pedidos) as pedidos, sum(f.centimos) as centimos
    from public.cifras_de_creador(p_usuario, p_desde) f group by f.dia) c on c.dia = d.dia;
$function$;

CREATE OR REPLACE FUNCTION public.mi_panel_pagina (
  p_dias    integer,
  p_orden   text    DEFAULT 'views'::text,
  p_baja    boolean DEFAULT true,
  p_estado  text    DEFAULT NULL::text,
  p_despues integer DEFAULT 0,
  p_limite  integer DEFAULT 50,
  p_ingles  boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
declare
  v_yo constant uuid := public.persona_completa();
  v_desde constant date := public.primer_dia(p_dias);
  -- The last days of all products are read only where they say the order; otherwise those of the page are enough.
  v_ordena_reciente constant boolean :=
    coalesce(p_orden in ('recentViews', 'recentOrders', 'recentRevenueCents', 'conversion'), false);
  v_numeros jsonb;
begin
  with suyos as materialized (
    select * from public.productos_con_cifras(v_yo, case when v_ordena_reciente then v_desde else 'infinity' end)
  ), ordenados as (
    select s.*, case p_orden when 'status' then s.status when 'name' then (
        -- As `sin_acentos` does it: 20,000 calls would take half of the time of the whole page.
        select lower(extensions.unaccent('extensions.unaccent'::regdictionary,
          case when p_ingles then coalesce(p.nombre_en, p.nombre) else p.nombre end))
        from public.productos p where p.id = s.id) end as texto,
      case when p_baja then -1 else 1 end * case p_orden when 'views' then s.visitas when 'orders' then s.pedidos
        when 'recentViews' then s.visitas_recientes when 'recentOrders' then s.pedidos_recientes
        when 'recentRevenueCents' then s.centimos_recientes
        when 'conversion' then coalesce(s.pedidos_recientes::numeric / nullif(s.visitas_recientes, 0), -1) end as numero
    from suyos s where p_estado is null or s.status = p_estado
  ), pagina as (
    select o.*, row_number() over () as puesto from (
      select * from ordenados o
      order by o.numero, case when not p_baja then o.texto end, case when p_baja then o.texto end desc, o.created_at desc, o.id
      limit least(greatest(coalesce(p_limite, 50), 1), 1000) offset greatest(coalesce(p_despues, 0), 0)) o
  )
  select jsonb_build_object('ok', true,
    'total', (select count(*) from suyos), 'hallados', (select count(*) from ordenados),
    'visitas', (select coalesce(sum(visitas), 0) from suyos), 'pedidos', (select coalesce(sum(pedidos), 0) from suyos),
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en,
        'status', p.status, 'portada_url', p.portada_url, 'portada_blur', p.portada_blur, 'visitas', p.visitas,
        'pedidos', g.pedidos, 'ingresos_centimos', g.centimos, 'visitas_recientes', r.visitas,
        'pedidos_recientes', r.pedidos, 'ingresos_recientes_centimos', r.centimos,
        'cambios_en_revision', p.status = 'approved' and exists (
          select from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'pendiente')) order by g.puesto)
      from pagina g
      cross join lateral (select * from public.productos x where x.id = g.id offset 0) p
      cross join lateral (
        select coalesce(sum(c.visitas), 0) as visitas, coalesce(sum(c.pedidos), 0) as pedidos, coalesce(sum(c.centimos), 0) as centimos
        from public.cifras_productos c where c.producto_id = g.id and c.usuario_id = v_yo and c.dia >= v_desde) r), '[]'))
  into v_numeros;
  return v_numeros || jsonb_build_object('dias', public.dias_de_creador(v_yo, v_desde));
end
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
    from public.cifras_de_creador(public.persona_completa(), public.primer_dia(p_dias)) c
    group by c.fuente having sum(c.visitas) <> 0
  ), primeras as (
    select c.*, row_number() over (order by c.visitas desc, c.fuente) as puesto from contadas c
  )
  select jsonb_build_object('ok', true,
    'total', coalesce((select sum(visitas) from contadas), 0),
    'fuentes', coalesce((select jsonb_agg(jsonb_build_object('fuente', p.fuente, 'visitas', p.visitas) order by p.puesto)
      from primeras p where p.puesto <= 8), '[]'));
$function$;

CREATE OR REPLACE FUNCTION public.plegar_cifras (
  p_limite integer DEFAULT 20000
)
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  select count(*)::integer from quitadas where not plegada;
$function$;

CREATE OR REPLACE FUNCTION public.recontar_cifras()
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
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

ALTER TABLE "public"."cifras_creadores"
  ADD CONSTRAINT "cifras_creadores_usuario_id_fkey" FOREIGN KEY (usuario_id) REFERENCES public.usuarios_meta(id) ON DELETE CASCADE;

CREATE INDEX cifras_productos_sueltas_de_idx ON public.cifras_productos USING btree (usuario_id, dia)
  WHERE (NOT plegada);

REVOKE ALL ON TABLE "public"."cifras_creadores" FROM "service_role";

GRANT SELECT ON TABLE "public"."cifras_creadores" TO "service_role";

insert into public.comprobaciones (frase, nombre, consulta, frase_es)
values ('What creators see of a day is the sum of the folded figures of their products.', 'cifras_de_creadores_suman', '
  select x.usuario_id as id, x.dia, sum(x.visitas) as visitas, sum(x.pedidos) as pedidos, sum(x.centimos) as centimos
  from (
    select usuario_id, dia, fuente, visitas, pedidos, centimos from public.cifras_productos where plegada and dia > ''-infinity''
    union all select usuario_id, dia, fuente, -visitas, -pedidos, -centimos from public.cifras_creadores
  ) x
  group by x.usuario_id, x.dia, x.fuente having sum(x.visitas) <> 0 or sum(x.pedidos) <> 0 or sum(x.centimos) <> 0', 'Lo que ven los creadores de un día es la suma de las cifras plegadas de sus productos.');

-- What is folded already. Nothing is folded meanwhile.
lock table public.cifras_productos in share row exclusive mode;
insert into public.cifras_creadores (usuario_id, dia, fuente, visitas, pedidos, centimos)
select usuario_id, dia, fuente, sum(visitas), sum(pedidos), sum(centimos)
from public.cifras_productos where plegada and dia > '-infinity' group by usuario_id, dia, fuente;
