-- Made from supabase/schemas by `npm run db:migration figures_without_calls_per_row`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- No release has called it.
-- not read by the previous release
DROP FUNCTION "public"."fila_de_panel"(public.productos, jsonb);

CREATE OR REPLACE FUNCTION public.estado_de_descarga (
  p_pedido   public.adquisiciones,
  p_producto public.productos,
  p_edicion  public.ediciones
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case
    when p_pedido.revocada_at is not null then 'revocado'
    when p_producto.id is null then 'sin_enlace'
    when not p_producto.descargable and p_pedido.minecraft_name is null then 'sin_nombre'
    when not p_producto.descargable then 'no_descargable'
    when public.espera_lanzamiento(p_producto, p_edicion) then 'reserva'
    when coalesce(p_edicion.download_link, p_producto.download_link) is null then 'sin_enlace'
    else 'disponible'
  end;
$function$;

REVOKE ALL ON FUNCTION "public"."estado_de_descarga"(public.adquisiciones, public.productos, public.ediciones) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.estado_descarga (
  p_adquisicion uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.estado_de_descarga(a, p, e)
  from public.adquisiciones a
  left join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and (a.user_id = public.persona_completa() or public.es_admin());
$function$;

CREATE OR REPLACE FUNCTION public.mi_biblioteca (
  p_antes_at timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_antes    uuid                     DEFAULT NULL::uuid,
  p_limite   integer                  DEFAULT NULL::integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  with suyas as (
    select distinct on (a.producto_id, a.edicion_id) a.*
    from public.adquisiciones a
    where a.user_id = public.persona_completa() and a.revocada_at is null and a.producto_id is not null
    order by a.producto_id, a.edicion_id, (a.origen = 'club'), a.created_at
  ), pagina as (
    select * from suyas
    where p_antes_at is null or created_at < p_antes_at or (created_at = p_antes_at and id > p_antes)
    order by created_at desc, id limit case when p_limite is not null then least(greatest(p_limite, 1), 1000) end
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', s.id, 'created_at', s.created_at, 'origen', s.origen, 'minecraft_name', s.minecraft_name,
    'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en,
    'acerca_de', p.acerca_de, 'acerca_de_en', p.acerca_de_en,
    'category', p.category, 'fecha_lanzamiento', coalesce(e.fecha_lanzamiento, p.fecha_lanzamiento),
    'portada_url', coalesce(e.portada_url, p.portada_url),
    'portada_blur', case when e.portada_url is null then p.portada_blur else e.portada_blur end,
    'edicion', e.nombre,
    'estado', public.estado_de_descarga(q, p, e),
    'versiones', coalesce((
      select jsonb_agg(jsonb_build_object('version', v.version, 'novedades', v.novedades,
        'novedades_en', v.novedades_en, 'created_at', v.created_at) order by v.created_at desc)
      from (select * from public.versiones_producto where producto_id = p.id order by created_at desc limit 10) v
    ), '[]')) order by s.created_at desc, s.id), '[]')
  from pagina s
  join public.adquisiciones q on q.id = s.id
  join public.productos p on p.id = s.producto_id
  left join public.ediciones e on e.id = s.edicion_id;
$function$;

CREATE OR REPLACE FUNCTION public.mi_panel (
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
  select jsonb_build_object('ok', true,
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en,
        'status', p.status, 'portada_url', p.portada_url, 'portada_blur', p.portada_blur, 'visitas', p.visitas,
        'pedidos', c.pedidos, 'ingresos_centimos', c.centimos, 'visitas_recientes', c.visitas_recientes,
        'pedidos_recientes', c.pedidos_recientes, 'ingresos_recientes_centimos', c.centimos_recientes,
        'cambios_en_revision', p.status = 'approved' and exists (
          select from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'pendiente')) order by c.created_at desc)
      from public.productos_con_cifras(public.persona_completa(), public.primer_dia(p_dias)) c
      -- One by one: nobody can tell the planner how few of all products these are.
      cross join lateral (select * from public.productos x where x.id = c.id offset 0) p), '[]'),
    'dias', public.dias_de_creador(public.persona_completa(), public.primer_dia(p_dias)));
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
  v_numeros jsonb;
begin
  with suyos as materialized (
    select * from public.productos_con_cifras(v_yo, v_desde)
  ), ordenados as (
    select s.*, case p_orden when 'status' then s.status when 'name' then (
        select public.sin_acentos(case when p_ingles then coalesce(p.nombre_en, p.nombre) else p.nombre end)
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
        'pedidos', g.pedidos, 'ingresos_centimos', g.centimos, 'visitas_recientes', g.visitas_recientes,
        'pedidos_recientes', g.pedidos_recientes, 'ingresos_recientes_centimos', g.centimos_recientes,
        'cambios_en_revision', p.status = 'approved' and exists (
          select from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'pendiente')) order by g.puesto)
      from pagina g cross join lateral (select * from public.productos x where x.id = g.id offset 0) p), '[]'))
  into v_numeros;
  return v_numeros || jsonb_build_object('dias', public.dias_de_creador(v_yo, v_desde));
end
$function$;
