-- Validation of file paths, picture addresses and placeholders, as in lib/storage/path.ts.

-- `bucket/folder/…/file`: plain segments without `.`, `..`, `%`, `//`, backslashes and control characters. Roles that
-- write a row with such a constraint need execute.
create function privado.ruta_valida(p_ruta text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_ruta ~ '^(avatars|descargas|portadas|pruebas)(/[A-Za-z0-9_-][A-Za-z0-9_.-]*){1,6}$' and char_length(p_ruta) <= 200;
$$;
grant execute on function privado.ruta_valida(text) to authenticated;

-- True if a file may be saved under a name: in any script, with the extension of its path, without a folder, a control
-- character or a change of text direction.
create function privado.nombre_de_archivo_valido(p_nombre text, p_ruta text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_nombre is null
    or char_length(p_nombre) between 1 and 255
      and p_nombre !~ '[/\\\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
      and lower(coalesce(substring(p_nombre from '[.][^.]+$'), '')) = lower('.' || substring(p_ruta from '[^.]+$'));
$$;

-- A download: a file of the private bucket, or an https address without credentials.
create function privado.enlace_valido(p_enlace text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_enlace, '') = ''
    or starts_with(p_enlace, 'descargas/') and privado.ruta_valida(p_enlace)
    or char_length(p_enlace) <= 500
      and p_enlace ~ '^https://[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?(:[0-9]{1,5})?([/?#][]!#-;=?-[^-~]*)?$';
$$;

-- A picture address: encoded by the shop, or shipped with it.
create function privado.imagen_valida(p_url text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_url, '') = '' or p_url ~ '^/[a-z][a-z-]*[.]webp$'
    or p_url ~ '^/media/(avatars|portadas)/.+[.]webp$' and privado.ruta_valida(substr(p_url, 8));
$$;
grant execute on function privado.imagen_valida(text) to authenticated;

create function privado.imagenes_validas(p_urls text[]) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not exists (select from unnest(p_urls) u where not privado.imagen_valida(u));
$$;

-- The address of a YouTube video, or none: the pattern of `youtubeAddress` in lib/catalog/youtube.ts.
create function privado.video_valido(p_direccion text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(p_direccion, '') = ''
    or p_direccion ~* ('^(https?://)?((www\.|m\.|music\.)?youtube(-nocookie)?\.com/(watch/?\?(.*&)?v=|(shorts|live|embed)/)'
      || '|(www\.)?youtu\.be/)[A-Za-z0-9_-]{11}([/&?#].*)?$');
$$;

-- A placeholder: a tiny base64 WebP and nothing else.
create function privado.blur_valido(p_blur text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_blur is null or p_blur ~ '^data:image/webp;base64,UklGR[A-Za-z0-9+/]+={0,2}$' and char_length(p_blur) <= 2000;
$$;

-- All downloads of a content.
create function privado.enlaces_de(c jsonb) returns setof text
language sql immutable parallel safe set search_path = '' as $$
  select c ->> 'download_link' where coalesce(c ->> 'download_link', '') <> ''
  union all
  select e ->> 'download_link' from privado.lista_json(c -> 'ediciones') e where coalesce(e ->> 'download_link', '') <> '';
$$;

-- All files of a content or a draft, from any field.
create function privado.archivos_de(c jsonb) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct v #>> '{}'), '{}')
  from jsonb_path_query(c, '$.** ? (@ starts with "descargas/")') v where privado.ruta_valida(v #>> '{}');
$$;

-- True if all files, pictures and placeholders of a content are valid.
create function privado.contenido_seguro(c jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not exists (select from privado.enlaces_de(c) l where not privado.enlace_valido(l))
    and privado.imagen_valida(c ->> 'portada_url') and privado.imagen_valida(c ->> 'banner_url')
    and privado.blur_valido(c ->> 'portada_blur') and privado.blur_valido(c ->> 'banner_blur')
    and not exists (select from privado.lista_json(c -> 'ediciones') e
      where not privado.imagen_valida(e ->> 'portada_url') or not privado.blur_valido(e ->> 'portada_blur'))
    and not exists (select from privado.lista_json(c -> 'imagenes') i
      where not privado.imagen_valida(i #>> '{}') and jsonb_typeof(i) = 'string'
        or not privado.imagen_valida(i ->> 'url') or not privado.blur_valido(i ->> 'blur'));
$$;
