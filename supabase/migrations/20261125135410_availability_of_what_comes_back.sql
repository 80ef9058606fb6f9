-- Made from supabase/schemas by `npm run db:migration availability_of_what_comes_back`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

ALTER TABLE "public"."productos"
  ADD COLUMN "disponible_al_archivar" boolean;

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
    oferta_fija = nullif((c ->> 'oferta')::numeric, 0),
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
    disponible_al_archivar = case when archivado_at is not null then coalesce((c ->> 'disponibilidad')::boolean, true) end,
    imagenes = array(select i ->> 'url' from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) i)
  where id = p_producto;

  update public.ediciones e set retirada = true
  where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids) and (
    exists (select from public.adquisiciones a where a.edicion_id = e.id)
    or exists (select from public.pagos p where p.edicion_id = e.id)
    or exists (select from public.codigos_canjes k where k.id_edicion = e.id));
  delete from public.ediciones e where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids);
  -- Names are unique at every moment, and one edition may get the name that another has until now.
  update public.ediciones e set nombre = e.id::text
  from public.lista_json(c -> 'ediciones') n
  where e.producto_id = p_producto and e.id = (n ->> 'id')::uuid and e.nombre <> n ->> 'nombre';
  insert into public.ediciones as e (id, producto_id, nombre, precio, oferta, reserva, download_link, portada_url,
    portada_blur, orden, incluye, incluye_en, fecha_lanzamiento)
  select coalesce((n.v ->> 'id')::uuid, gen_random_uuid()), p_producto, n.v ->> 'nombre', (n.v ->> 'precio')::numeric,
    nullif((n.v ->> 'oferta')::numeric, 0), coalesce((n.v ->> 'reserva')::boolean, false),
    nullif(n.v ->> 'download_link', ''), nullif(n.v ->> 'portada_url', ''), n.v ->> 'portada_blur', n.orden::integer,
    coalesce(n.v ->> 'incluye', ''), nullif(n.v ->> 'incluye_en', ''), (n.v ->> 'fecha_lanzamiento')::date
  from jsonb_array_elements(coalesce(c -> 'ediciones', '[]')) with ordinality n(v, orden)
  on conflict (id) do update set nombre = excluded.nombre, precio = excluded.precio, oferta = excluded.oferta,
    oferta_fija = excluded.oferta_fija, reserva = excluded.reserva, download_link = excluded.download_link,
    portada_url = excluded.portada_url, portada_blur = excluded.portada_blur, orden = excluded.orden,
    incluye = excluded.incluye, incluye_en = excluded.incluye_en, fecha_lanzamiento = excluded.fecha_lanzamiento,
    retirada = false
  where e.producto_id = p_producto;

  delete from public.imagenes_producto where producto_id = p_producto and edicion_id is null and not es_portada;
  insert into public.imagenes_producto (producto_id, url, orden, ancho, alto, blur)
  select p_producto, n.v ->> 'url', n.orden::integer, (n.v ->> 'ancho')::integer, (n.v ->> 'alto')::integer,
    n.v ->> 'blur'
  from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) with ordinality n(v, orden);
end
$function$;

CREATE OR REPLACE FUNCTION public.archivar_producto (
  p_producto uuid,
  p_archivar boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text := public.motivo_no_publica();
  v_producto public.productos;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  select * into v_producto from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  if p_archivar is distinct from (v_producto.archivado_at is not null) then
    if p_archivar then
      update public.productos set archivado_at = now(), disponible_al_archivar = disponibilidad, disponibilidad = false
      where id = p_producto;
    else
      update public.productos set archivado_at = null, disponible_al_archivar = null,
        disponibilidad = coalesce(disponible_al_archivar, true)
      where id = p_producto;
    end if;
    if p_archivar then
      update public.revisiones_producto set estado = 'cancelada' where producto_id = p_producto and estado = 'pendiente';
      update public.productos set status = 'rejected' where id = p_producto and status = 'pending';
    end if;
    perform public.anotar(case when p_archivar then 'archivar_producto' else 'recuperar_producto' end, 'producto',
      p_producto::text, jsonb_build_object('archivado_at', v_producto.archivado_at), null);
  end if;
  return jsonb_build_object('ok', true, 'slug', v_producto.slug, 'category', v_producto.category,
    'en_venta', (select public.motivo_no_venta(p) is null from public.productos p where p.id = p_producto));
end
$function$;

CREATE OR REPLACE FUNCTION public.contenido_de (
  p public.productos
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select to_jsonb(p) - array['busqueda', 'oferta_fija', 'archivado_at', 'disponible_al_archivar'] || jsonb_build_object(
    'disponibilidad', coalesce(p.disponible_al_archivar, p.disponibilidad),
    'oferta', p.oferta_fija,
    'ediciones', coalesce((select jsonb_agg(to_jsonb(e) - 'oferta_fija' || jsonb_build_object('oferta', e.oferta_fija)
      order by e.orden) from public.ediciones e
      where e.producto_id = p.id and not e.retirada), '[]'),
    'imagenes', coalesce((select jsonb_agg(to_jsonb(i) order by i.orden) from public.imagenes_producto i
      where i.producto_id = p.id and i.edicion_id is null and not i.es_portada), '[]'),
    'bundles', coalesce((
      select jsonb_agg(to_jsonb(b) || jsonb_build_object('productos', x.productos) order by b.orden)
      from public.bundles b
      cross join lateral (select jsonb_agg(m.producto_id order by m.producto_id) as productos
        from public.bundles_productos m where m.bundle_id = b.id and m.producto_id <> p.id) x
      where b.producto_id = p.id and x.productos is not null), '[]'));
$function$;

COMMENT ON COLUMN "public"."productos"."disponible_al_archivar" IS 'of one that is archived: its availability when it comes back';
