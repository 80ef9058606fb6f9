-- Made from supabase/schemas by `npm run db:migration library_by_pages`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- The one below takes its place: without arguments it answers the same.
-- not read by the previous release
DROP FUNCTION "public"."mi_biblioteca"();

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
    'estado', public.estado_descarga(s.id),
    'versiones', coalesce((
      select jsonb_agg(jsonb_build_object('version', v.version, 'novedades', v.novedades,
        'novedades_en', v.novedades_en, 'created_at', v.created_at) order by v.created_at desc)
      from (select * from public.versiones_producto where producto_id = p.id order by created_at desc limit 10) v
    ), '[]')) order by s.created_at desc, s.id), '[]')
  from pagina s
  join public.productos p on p.id = s.producto_id
  left join public.ediciones e on e.id = s.edicion_id;
$function$;

REVOKE ALL ON FUNCTION "public"."mi_biblioteca"(timestamp WITH time zone, uuid, integer) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."mi_biblioteca"(timestamp WITH time zone, uuid, integer) TO "authenticated";
