-- Made from supabase/schemas by `npm run db:migration editions_that_say_what_they_add`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

ALTER TABLE "public"."ediciones"
  ADD COLUMN "incluye" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."ediciones"
  ADD COLUMN "incluye_en" text;

ALTER TABLE "public"."ediciones"
  ADD COLUMN "fecha_lanzamiento" date;

ALTER TABLE "public"."versiones_producto"
  ADD COLUMN "compatibles" text[] NOT NULL DEFAULT '{}'::text[];

CREATE OR REPLACE FUNCTION public.aplicar_contenido (
  p_producto uuid,
  c          jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ids uuid[] := array(
    select (e ->> 'id')::uuid from jsonb_array_elements(coalesce(c -> 'ediciones', '[]')) e where e ->> 'id' is not null);
begin
  update public.productos set
    nombre = c ->> 'nombre', nombre_en = nullif(c ->> 'nombre_en', ''),
    precio = (c ->> 'precio')::numeric, oferta = nullif((c ->> 'oferta')::numeric, 0),
    portada_url = c ->> 'portada_url', portada_blur = c ->> 'portada_blur',
    banner_url = nullif(c ->> 'banner_url', ''), banner_blur = c ->> 'banner_blur',
    club_only = coalesce((c ->> 'club_only')::boolean, false), reserva = coalesce((c ->> 'reserva')::boolean, false),
    fecha_lanzamiento = (c ->> 'fecha_lanzamiento')::date, "DLC" = coalesce((c ->> 'DLC')::boolean, false),
    base_id = (c ->> 'base_id')::uuid,
    acerca_de = coalesce(c ->> 'acerca_de', ''), acerca_de_en = nullif(c ->> 'acerca_de_en', ''),
    descripcion = coalesce(c ->> 'descripcion', ''), descripcion_en = nullif(c ->> 'descripcion_en', ''),
    desarrollador = nullif(c ->> 'desarrollador', ''), publisher = nullif(c ->> 'publisher', ''),
    generos = array(select jsonb_array_elements_text(coalesce(c -> 'generos', '[]'))),
    tamano_aproximado = nullif(c ->> 'tamano_aproximado', ''), aviso_legal = nullif(c ->> 'aviso_legal', ''),
    video_trailer = nullif(c ->> 'video_trailer', ''), category = c ->> 'category',
    descargable = coalesce((c ->> 'descargable')::boolean, true), download_link = nullif(c ->> 'download_link', ''),
    disponibilidad = coalesce((c ->> 'disponibilidad')::boolean, true),
    imagenes = array(select i ->> 'url' from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) i)
  where id = p_producto;

  update public.ediciones e set retirada = true
  where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids) and (
    exists (select from public.adquisiciones a where a.edicion_id = e.id)
    or exists (select from public.pagos p where p.edicion_id = e.id));
  delete from public.ediciones e where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids);
  insert into public.ediciones as e (id, producto_id, nombre, precio, oferta, reserva, download_link, portada_url,
    portada_blur, orden, incluye, incluye_en, fecha_lanzamiento)
  select coalesce((n.v ->> 'id')::uuid, gen_random_uuid()), p_producto, n.v ->> 'nombre', (n.v ->> 'precio')::numeric,
    nullif((n.v ->> 'oferta')::numeric, 0), coalesce((n.v ->> 'reserva')::boolean, false),
    nullif(n.v ->> 'download_link', ''), nullif(n.v ->> 'portada_url', ''), n.v ->> 'portada_blur', n.orden::integer,
    coalesce(n.v ->> 'incluye', ''), nullif(n.v ->> 'incluye_en', ''), (n.v ->> 'fecha_lanzamiento')::date
  from jsonb_array_elements(coalesce(c -> 'ediciones', '[]')) with ordinality n(v, orden)
  on conflict (id) do update set nombre = excluded.nombre, precio = excluded.precio, oferta = excluded.oferta,
    reserva = excluded.reserva, download_link = excluded.download_link, portada_url = excluded.portada_url,
    portada_blur = excluded.portada_blur, orden = excluded.orden, incluye = excluded.incluye,
    incluye_en = excluded.incluye_en, fecha_lanzamiento = excluded.fecha_lanzamiento, retirada = false
  where e.producto_id = p_producto;

  delete from public.imagenes_producto where producto_id = p_producto and edicion_id is null and not es_portada;
  insert into public.imagenes_producto (producto_id, url, orden, ancho, alto, blur)
  select p_producto, n.v ->> 'url', n.orden::integer, (n.v ->> 'ancho')::integer, (n.v ->> 'alto')::integer,
    n.v ->> 'blur'
  from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) with ordinality n(v, orden);
end
$function$;

CREATE OR REPLACE FUNCTION public.avisar_reservas()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with nuevos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'reserva:' || a.id, a.user_id, 'reserva', jsonb_build_object('pedido_id', a.id)
    from public.adquisiciones a
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.es_reserva and a.revocada_at is null and p.descargable
      and coalesce(e.fecha_lanzamiento, p.fecha_lanzamiento) <= public.hoy()
      and not public.espera_lanzamiento(p, e)
      and not exists (select from public.correos c where c.clave = 'reserva:' || a.id)
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from nuevos;
$function$;

CREATE OR REPLACE FUNCTION public.espera_lanzamiento (
  p_producto public.productos,
  p_edicion  public.ediciones
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(p_edicion.reserva, p_producto.reserva)
    and coalesce(p_edicion.fecha_lanzamiento, p_producto.fecha_lanzamiento, 'infinity') > public.hoy();
$function$;

CREATE OR REPLACE FUNCTION public.mi_biblioteca()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with suyas as (
    select distinct on (a.producto_id, a.edicion_id) a.*
    from public.adquisiciones a
    where a.user_id = public.persona_completa() and a.revocada_at is null and a.producto_id is not null
    order by a.producto_id, a.edicion_id, (a.origen = 'club'), a.created_at
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
  from suyas s
  join public.productos p on p.id = s.producto_id
  left join public.ediciones e on e.id = s.edicion_id;
$function$;

CREATE OR REPLACE FUNCTION public.publicar_version()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  c jsonb := new.contenido;
begin
  insert into public.versiones_producto (producto_id, revision_id, version, novedades, novedades_en, compatibles)
  values (new.producto_id, new.id, btrim(c ->> 'version'), coalesce(c ->> 'novedades', ''), nullif(c ->> 'novedades_en', ''),
    array(select v #>> '{}' from public.lista_json(c -> 'compatibles') v limit 30))
  on conflict (revision_id) do nothing;
  with avisados as (
    insert into public.notificaciones (user_id, tipo, clave, datos)
    select distinct on (a.user_id) a.user_id, 'version_nueva', 'version:' || new.id, jsonb_build_object(
      'slug', p.slug, 'nombre', c ->> 'nombre', 'nombre_en', nullif(c ->> 'nombre_en', ''), 'pedido_id', a.id,
      'version', btrim(c ->> 'version'), 'novedades', c ->> 'novedades', 'novedades_en', nullif(c ->> 'novedades_en', ''))
    from public.adquisiciones a join public.productos p on p.id = a.producto_id
    where a.producto_id = new.producto_id and a.revocada_at is null and a.user_id <> p.usuario_id
    order by a.user_id, a.created_at desc
    on conflict (user_id, clave) do nothing
    returning user_id, datos
  )
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'version:' || new.id || ':' || a.user_id, a.user_id, 'version_nueva', a.datos
  from avisados a left join public.preferencias_aviso p on p.user_id = a.user_id
  where coalesce(p.correo_version_nueva, true)
  on conflict (clave) do nothing;
  return null;
end
$function$;

ALTER TABLE "public"."ediciones"
  ADD CONSTRAINT "ediciones_incluye_check" CHECK ((char_length(incluye) <= 600));

ALTER TABLE "public"."ediciones"
  ADD CONSTRAINT "ediciones_incluye_en_check" CHECK ((char_length(incluye_en) <= 600));

COMMENT ON COLUMN "public"."ediciones"."fecha_lanzamiento" IS 'of a reservation of its own; null: the date of the product';

COMMENT ON COLUMN "public"."ediciones"."incluye" IS 'what it adds to the product, a line for each thing';

COMMENT ON COLUMN "public"."versiones_producto"."compatibles" IS 'versions of the game that this one works with';

REVOKE ALL ("fecha_lanzamiento") ON TABLE "public"."ediciones" FROM "anon";

GRANT SELECT ("fecha_lanzamiento") ON TABLE "public"."ediciones" TO "anon";

REVOKE ALL ("incluye_en") ON TABLE "public"."ediciones" FROM "anon";

GRANT SELECT ("incluye_en") ON TABLE "public"."ediciones" TO "anon";

REVOKE ALL ("incluye") ON TABLE "public"."ediciones" FROM "anon";

GRANT SELECT ("incluye") ON TABLE "public"."ediciones" TO "anon";

REVOKE ALL ("fecha_lanzamiento") ON TABLE "public"."ediciones" FROM "authenticated";

GRANT SELECT ("fecha_lanzamiento") ON TABLE "public"."ediciones" TO "authenticated";

REVOKE ALL ("incluye_en") ON TABLE "public"."ediciones" FROM "authenticated";

GRANT SELECT ("incluye_en") ON TABLE "public"."ediciones" TO "authenticated";

REVOKE ALL ("incluye") ON TABLE "public"."ediciones" FROM "authenticated";

GRANT SELECT ("incluye") ON TABLE "public"."ediciones" TO "authenticated";
