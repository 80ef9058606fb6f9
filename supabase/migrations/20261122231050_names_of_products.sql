-- Made from supabase/schemas by `npm run db:migration names_of_products`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- Products can be read while the new index is made.
-- not read by the previous release
ALTER INDEX "public"."productos_de_creador_idx" RENAME TO "productos_de_creador_old_idx";

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
  ), nombres as (
    -- As `sin_acentos` does it: 20,000 calls would take half of the time of the whole page.
    select p.id, lower(extensions.unaccent('extensions.unaccent'::regdictionary,
      case when p_ingles then coalesce(p.nombre_en, p.nombre) else p.nombre end)) as llano
    from public.productos p where p_orden = 'name' and p.usuario_id = v_yo and not p.oculto
  ), ordenados as (
    select s.*, case p_orden when 'status' then s.status when 'name' then n.llano end as texto,
      case when p_baja then -1 else 1 end * case p_orden when 'views' then s.visitas when 'orders' then s.pedidos
        when 'recentViews' then s.visitas_recientes when 'recentOrders' then s.pedidos_recientes
        when 'recentRevenueCents' then s.centimos_recientes
        when 'conversion' then coalesce(s.pedidos_recientes::numeric / nullif(s.visitas_recientes, 0), -1) end as numero
    from suyos s left join nombres n on n.id = s.id where p_estado is null or s.status = p_estado
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

CREATE INDEX productos_de_creador_idx ON public.productos USING btree (usuario_id) INCLUDE (id, visitas, status, created_at, nombre, nombre_en)
  WHERE (NOT oculto);

DROP INDEX "public"."productos_de_creador_old_idx";
