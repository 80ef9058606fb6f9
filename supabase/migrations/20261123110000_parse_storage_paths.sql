-- What names a file, a picture or a placeholder is parsed before it is kept: the same rules as lib/storage/path.ts.

-- `bucket/folder/…/file`: plain segments, so that no `.`, `..`, `%`, `//`, backslash or control character fits in.
create function public.ruta_valida(p_ruta text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_ruta ~ '^(avatars|descargas|portadas)(/[A-Za-z0-9_-][A-Za-z0-9_.-]*){1,6}$' and char_length(p_ruta) <= 200;
$$;

-- What is downloaded: a file of the private bucket, or a public https address without a name or password in it.
create function public.enlace_valido(p_enlace text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_enlace, '') = ''
    or starts_with(p_enlace, 'descargas/') and public.ruta_valida(p_enlace)
    or char_length(p_enlace) <= 500
      and p_enlace ~ '^https://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?([/?#][]!#-;=?-[^-~]*)?$';
$$;

-- A picture as pages name it: one that the shop has encoded, or one that comes with the shop.
create function public.imagen_valida(p_url text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_url, '') = '' or p_url ~ '^/[a-z][a-z-]*[.]webp$'
    or p_url ~ '^/media/(avatars|portadas)/.+[.]webp$' and public.ruta_valida(substr(p_url, 8));
$$;

-- A placeholder as the shop makes it: WebP of a few pixels, in base64 and nothing else.
create function public.blur_valido(p_blur text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_blur is null or p_blur ~ '^data:image/webp;base64,UklGR[A-Za-z0-9+/]+={0,2}$' and char_length(p_blur) <= 2000;
$$;

create function public.lista_json(p_valor jsonb) returns setof jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_array_elements(case when jsonb_typeof(p_valor) = 'array' then p_valor else '[]' end);
$$;

-- Every download that a content names.
create function public.enlaces_de(c jsonb) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select c ->> 'download_link' where coalesce(c ->> 'download_link', '') <> ''
  union all
  select e ->> 'download_link' from public.lista_json(c -> 'ediciones') e where coalesce(e ->> 'download_link', '') <> '';
$$;

create function public.contenido_seguro(c jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not exists (select from public.enlaces_de(c) l where not public.enlace_valido(l))
    and public.imagen_valida(c ->> 'portada_url') and public.imagen_valida(c ->> 'banner_url')
    and public.blur_valido(c ->> 'portada_blur') and public.blur_valido(c ->> 'banner_blur')
    and not exists (select from public.lista_json(c -> 'ediciones') e
      where not public.imagen_valida(e ->> 'portada_url') or not public.blur_valido(e ->> 'portada_blur'))
    and not exists (select from public.lista_json(c -> 'imagenes') i
      where not public.imagen_valida(i #>> '{}') and jsonb_typeof(i) = 'string'
        or not public.imagen_valida(i ->> 'url') or not public.blur_valido(i ->> 'blur'));
$$;

create function public.imagenes_validas(p_urls text[]) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not exists (select from unnest(p_urls) u where not public.imagen_valida(u));
$$;

-- What is there already and does not pass was never made by the shop.
update public.productos set download_link = null where not public.enlace_valido(download_link);
update public.productos set portada_url = '/default-cover.webp', portada_blur = null
where not public.imagen_valida(portada_url);
update public.productos set banner_url = null, banner_blur = null where not public.imagen_valida(banner_url);
update public.productos set portada_blur = null where not public.blur_valido(portada_blur);
update public.productos set banner_blur = null where not public.blur_valido(banner_blur);
update public.productos set imagenes = array(select u from unnest(imagenes) u where public.imagen_valida(u))
where not public.imagenes_validas(imagenes);
update public.ediciones set download_link = null where not public.enlace_valido(download_link);
update public.ediciones set portada_url = null, portada_blur = null where not public.imagen_valida(portada_url);
update public.ediciones set portada_blur = null where not public.blur_valido(portada_blur);
delete from public.imagenes_producto where not public.imagen_valida(url);
update public.imagenes_producto set blur = null where not public.blur_valido(blur);
update public.usuarios_meta set avatar_url = default
where not (public.imagen_valida(avatar_url) and avatar_url !~ '^/media/portadas/' and avatar_url <> '');
update public.usuarios_meta set banner_url = default
where not (public.imagen_valida(banner_url) and banner_url !~ '^/media/portadas/' and banner_url <> '');
with rechazadas as (
  update public.revisiones_producto set estado = 'rechazada', motivos = array['archivo'], decidida_at = now()
  where estado = 'pendiente' and not public.contenido_seguro(contenido) returning producto_id
)
update public.productos p set status = 'rejected' from rechazadas r where p.id = r.producto_id and p.status = 'pending';

alter table public.productos
  add constraint productos_download_link_check check (public.enlace_valido(download_link)),
  add constraint productos_imagenes_check check (public.imagen_valida(portada_url) and public.imagen_valida(banner_url)
    and public.imagenes_validas(imagenes)),
  add constraint productos_blur_check check (public.blur_valido(portada_blur) and public.blur_valido(banner_blur));
alter table public.ediciones
  add constraint ediciones_download_link_check check (public.enlace_valido(download_link)),
  add constraint ediciones_portada_check check (public.imagen_valida(portada_url) and public.blur_valido(portada_blur));
alter table public.imagenes_producto
  add constraint imagenes_producto_url_check check (public.imagen_valida(url) and public.blur_valido(blur));
alter table public.usuarios_meta
  add constraint usuarios_meta_imagenes_check check (
    avatar_url <> '' and avatar_url !~ '^/media/portadas/' and public.imagen_valida(avatar_url)
    and banner_url <> '' and banner_url !~ '^/media/portadas/' and public.imagen_valida(banner_url));
-- Decided revisions stay as they were sent.
alter table public.revisiones_producto
  add constraint revisiones_producto_contenido_check check (public.contenido_seguro(contenido)) not valid;

create or replace function public.contenido_valido(c jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(c) = 'object' and coalesce(c ->> 'category', '') in ('plugin', 'serie', 'dlc', 'evento')
    and (c ->> 'precio')::numeric between 0 and 99 and char_length(c::text) <= 300000
    and jsonb_typeof(coalesce(c -> 'ediciones', '[]')) = 'array' and jsonb_typeof(coalesce(c -> 'imagenes', '[]')) = 'array'
    and (select count(*) from public.lista_json(c -> 'ediciones')) <= 10
    and (select count(*) from public.lista_json(c -> 'imagenes')) <= 20
    and public.contenido_seguro(c);
$$;

revoke execute on all functions in schema public from public;
-- Whoever writes a row that these constraints guard runs them.
grant execute on function public.ruta_valida(text), public.imagen_valida(text) to authenticated;
