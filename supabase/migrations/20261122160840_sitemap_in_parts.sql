-- Made from supabase/schemas by `npm run db:migration sitemap_in_parts`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.mapa_de_creadores (
  p_desde uuid,
  p_hasta uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('nombre', u.display_name, 'modificado', c.ultimo) order by u.id), '[]')
  from (
    select usuario_id, max(publicado_at) as ultimo from public.productos
    where usuario_id >= p_desde and (p_hasta is null or usuario_id < p_hasta) and status = 'approved' and not oculto
    group by usuario_id order by usuario_id limit 50000
  ) c join public.usuarios_meta u on u.id = c.usuario_id;
$function$;

REVOKE ALL ON FUNCTION "public"."mapa_de_creadores"(uuid, uuid) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.mapa_de_productos (
  p_desde uuid,
  p_hasta uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('nombre', p.slug, 'modificado', greatest(
    p.created_at, p.publicado_at,
    (select max(h.desde) from public.historial_precios h where h.producto_id = p.id),
    (select max(v.created_at) from public.versiones_producto v where v.producto_id = p.id),
    (select max(r.decidida_at) from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'aprobada')))
    order by p.id), '[]')
  from (
    select * from public.productos
    where id >= p_desde and (p_hasta is null or id < p_hasta) and status = 'approved' and not oculto
    order by id limit 50000
  ) p;
$function$;

REVOKE ALL ON FUNCTION "public"."mapa_de_productos"(uuid, uuid) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.productos_en_venta()
  RETURNS bigint
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select count(*) from public.productos where status = 'approved' and not oculto;
$function$;

REVOKE ALL ON FUNCTION "public"."productos_en_venta"() FROM PUBLIC, "service_role";

GRANT EXECUTE ON FUNCTION "public"."mapa_de_creadores"(uuid, uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mapa_de_productos"(uuid, uuid) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."productos_en_venta"() TO "anon", "authenticated";
