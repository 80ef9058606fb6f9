-- The schema files, one after the other. `npm run db:baseline` writes this file.

-- Extensions, default privileges and schemas.

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- No default grants: each object grants its rights explicitly.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- PostgREST exposes `public`. Functions of policies, triggers and other functions are in `privado`, which no request
-- can name.
create schema privado;
grant usage on schema privado to anon, authenticated, supabase_auth_admin;

-- The files are in reading order, so a function may use tables of later files. `99_end.sql` validates all functions.
set check_function_bodies = off;

-- Generic helper functions.

-- A refusal with its reason.
create function privado.rechazo(p_error text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('ok', false, 'error', p_error);
$$;

-- Unwraps JSON that some clients send as a string.
create function privado.leer_json(p_datos jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_datos) = 'string' then (p_datos #>> '{}')::jsonb else p_datos end;
$$;

-- Parses an id; null if it is invalid.
create function privado.leer_uuid(p_texto text) returns uuid
language sql immutable set search_path = '' as $$
  select case when p_texto ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_texto::uuid end;
$$;

-- The elements of an array; none for any other value.
create function privado.lista_json(p_valor jsonb) returns setof jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_array_elements(case when jsonb_typeof(p_valor) = 'array' then p_valor else '[]' end);
$$;

-- Whether a change names only permitted fields.
create function privado.solo_claves(p_cambios jsonb, p_permitidas text[]) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_cambios) = 'object' and not exists (
    select from jsonb_object_keys(p_cambios) k where k <> all (p_permitidas));
$$;

-- The part of an object that a change replaces.
create function privado.parte_de(p_objeto jsonb, p_cambios jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(k, p_objeto -> k), '{}') from jsonb_object_keys(p_cambios) k;
$$;

-- Whether a form sends the loaded value of every field that it changes.
create function privado.tiene_base(p_base jsonb, p_cambios jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_base) = 'object' and jsonb_typeof(p_cambios) = 'object'
    and p_base ?& array(select jsonb_object_keys(p_cambios)), false);
$$;

-- Conflicts of a form: fields that somebody else has changed since it was loaded, with their current values as text;
-- null if there are none. A field that already has the wanted value is no conflict.
create function privado.choques(p_ahora jsonb, p_base jsonb, p_cambios jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(k, case when jsonb_typeof(p_ahora -> k) = 'number'
    then trim_scale((p_ahora ->> k)::numeric)::text else coalesce(p_ahora ->> k, '') end)
  from jsonb_object_keys(p_cambios) k
  where p_ahora ? k and p_ahora -> k is distinct from p_base -> k and p_ahora -> k is distinct from p_cambios -> k;
$$;

-- A percentage of an amount in whole cents, rounded half up.
create function privado.parte_porcentual(p_centimos integer, p_porcentaje integer) returns integer
language sql immutable set search_path = '' as $$
  select round(p_centimos::numeric * p_porcentaje / 100)::integer;
$$;

-- The start of a day in Spain, also across clock changes.
create function privado.inicio_del_dia(p_dia date) returns timestamptz
language sql immutable set search_path = '' as $$
  select p_dia::timestamp at time zone 'Europe/Madrid';
$$;

-- The last moment of a day in milliseconds: clients that round finer values would show the next day.
create function privado.fin_del_dia(p_dia date) returns timestamptz
language sql immutable set search_path = '' as $$
  select privado.inicio_del_dia(p_dia + 1) - interval '1 millisecond';
$$;

-- The day of a moment in Spain. All counts by day or month use it.
create function privado.dia_de(p_momento timestamptz) returns date
language sql immutable set search_path = '' as $$
  select (p_momento at time zone 'Europe/Madrid')::date;
$$;

-- The time of a moment in Spain, in whole seconds.
create function privado.hora_de(p_momento timestamptz) returns time
language sql immutable set search_path = '' as $$
  select (p_momento at time zone 'Europe/Madrid')::time(0);
$$;

-- The current day in Spain.
create function privado.hoy() returns date
language sql stable set search_path = '' as $$
  select privado.dia_de(now());
$$;

-- An unguessable code: 16 characters of an alphabet of 32 without ambiguous ones.
create function privado.codigo_nuevo() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + get_byte(b.bytes, i) % 32, 1)
    || case when i in (3, 7, 11) then '-' else '' end, '' order by i)
  from (select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') as bytes) b,
    generate_series(0, 15) i;
$$;

-- Normalises a typed code: one letter form, no spaces and invisible characters, hyphens for all dashes. Same as
-- `cleanCode` of lib/vouchers.
create function privado.codigo_limpio(p_texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select regexp_replace(
    regexp_replace(normalize(p_texto, nfkc), '[\u2010-\u2015\u2212]', '-', 'g'),
    '[\u0001-\u0020\u007F-\u00A0\u00AD\u034F\u061C\u115F\u1160\u1680\u17B4\u17B5\u180B-\u180F'
      || '\u2000-\u200F\u2028-\u202F\u205F-\u206F\u3000\u3164\uFE00-\uFE0F\uFEFF\uFFA0\uFFF0-\uFFF8'
      || '\U0001BCA0-\U0001BCA3\U0001D173-\U0001D17A\U000E0000-\U000E0FFF]', '', 'g');
$$;

-- The comparison key of a redeem code, without hyphens.
create function privado.clave_codigo(p_codigo text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select upper(replace(privado.codigo_limpio(p_codigo), '-', ''));
$$;

-- Normalises text for search: lower case, no marks, single spaces.
create function privado.normalizar(p_texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(p_texto, ''))), '[^a-z0-9]+', ' ', 'g'));
$$;

-- Whether these are game versions such as 1.20 or 1.21.4.
create function privado.versiones_validas(p_versiones text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(p_versiones) <= 30 and not exists (
    select from unnest(p_versiones) v where v is null or v !~ '^[0-9]{1,2}(\.[0-9]{1,3}){1,2}$');
$$;

-- Makes a ledger append-only.
create function privado.prohibir_cambio() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'a ledger row is never changed or deleted';
end
$$;

-- Validation of file paths, picture addresses and placeholders, as in lib/storage/path.ts.

-- `bucket/folder/…/file`: plain segments without `.`, `..`, `%`, `//`, backslashes and control characters. Roles that
-- write a row with such a constraint need execute.
create function privado.ruta_valida(p_ruta text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_ruta ~ '^(avatars|descargas|portadas)(/[A-Za-z0-9_-][A-Za-z0-9_.-]*){1,6}$' and char_length(p_ruta) <= 200;
$$;
grant execute on function privado.ruta_valida(text) to authenticated;

-- Under which name a file may be saved: one in any script, of the kind that its path says, without a folder, a control or
-- a sign that turns the direction of what follows.
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

-- The files that a content or a draft names in any field.
create function privado.archivos_de(c jsonb) returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(array_agg(distinct v #>> '{}'), '{}')
  from jsonb_path_query(c, '$.** ? (@ starts with "descargas/")') v where privado.ruta_valida(v #>> '{}');
$$;

-- Whether all files, pictures and placeholders of a content are valid.
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

-- Seals of the shop. With the rights of a person, the shop states facts that only it may state: it has encoded a
-- picture, a browser is a visitor. It signs them with a key that only its server fetches.

create table public.clave_tienda (
  id integer primary key default 1 check (id = 1),
  clave bytea not null default extensions.gen_random_bytes(32)
);

alter table public.clave_tienda enable row level security;

insert into public.clave_tienda default values;

-- The key, for the shop's server.
create function public.clave_de_sellos() returns text
language sql stable security definer set search_path = '' as $$
  select encode(clave, 'hex') from public.clave_tienda where id = 1;
$$;
grant execute on function public.clave_de_sellos() to service_role;

-- Verifies a seal: HMAC-SHA256 of the words, one per line.
create function privado.sello_valido(p_palabras text[], p_sello text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_sello = encode(extensions.hmac(
    convert_to(array_to_string(p_palabras, E'\n', ''), 'UTF8'), clave, 'sha256'), 'hex'), false)
  from public.clave_tienda where id = 1;
$$;

-- The settings of the shop, in one row. `npm run generate` writes the table of docs/production.md from the comments.

create table public.configuracion_global (
  id integer primary key default 1 check (id = 1),
  -- Maintenance mode: only admins use the shop.
  mantenimiento boolean not null default false,
  -- Reports an incident on the status page.
  status_down boolean not null default false,
  -- Discount of Club members, in percent.
  club_descuento_porcentaje integer not null default 30 check (club_descuento_porcentaje between 0 and 100),
  -- Surcharge of PayPal payments, in percent.
  recargo_paypal_porcentaje integer not null default 8 check (recargo_paypal_porcentaje between 0 and 100),
  -- Share of a creator in a sale, in percent.
  ingresos_creador_porcentaje integer not null default 20 check (ingresos_creador_porcentaje between 0 and 100),
  -- Name of the seller on invoices. No invoice is issued while one of the three is empty.
  vendedor_nombre text not null default '' check (length(vendedor_nombre) <= 120),
  -- Tax id of the seller.
  vendedor_nif text not null default '' check (length(vendedor_nif) <= 20),
  -- Postal address of the seller.
  vendedor_direccion text not null default '' check (length(vendedor_direccion) <= 300),
  -- Value added tax that prices include, in percent.
  iva_porcentaje integer not null default 21 check (iva_porcentaje between 0 and 100),
  -- Days before a creator can withdraw the income of a sale.
  dias_retencion integer not null default 7 check (dias_retencion between 0 and 90),
  -- Largest price change that a creator makes without a review, in percent.
  precio_cambio_maximo_porcentaje integer not null default 50 check (precio_cambio_maximo_porcentaje between 0 and 100),
  -- Price changes without a review, per product and day.
  precio_cambios_por_dia integer not null default 3 check (precio_cambios_por_dia between 0 and 50),
  -- Lowest price that a creator sets without a review, in euros.
  precio_minimo numeric(10, 2) not null default 0.50 check (precio_minimo between 0.01 and 99)
);

alter table public.configuracion_global enable row level security;
grant select on public.configuracion_global to anon, authenticated, service_role;
create policy configuracion_global_select on public.configuracion_global for select to anon, authenticated using (true);

insert into public.configuracion_global default values;

-- Restores of this database from backups, written by `npm run restore`. Everything after `copia_at` is missing here.
-- `repasada_at`: the providers were asked for all events since then.
create table public.restauraciones (
  id integer generated always as identity primary key,
  copia_at timestamptz not null,
  restaurada_at timestamptz not null default now(),
  repasada_at timestamptz
);

alter table public.restauraciones enable row level security;

-- The missing seller data of invoices; an empty list if complete.
create function privado.falta_del_vendedor() returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when btrim(vendedor_nombre) = '' then 'vendedor_nombre' end,
    case when btrim(vendedor_nif) = '' then 'vendedor_nif' end,
    case when btrim(vendedor_direccion) = '' then 'vendedor_direccion' end], null)
  from public.configuracion_global where id = 1;
$$;

-- Changes one of the two switches.
create function public.cambiar_ajuste(p_ajuste text, p_valor boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.configuracion_global;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_ajuste is null or p_ajuste not in ('mantenimiento', 'status_down') or p_valor is null then
    return privado.rechazo('ajuste_no_valido');
  end if;
  select * into v_antes from public.configuracion_global where id = 1 for no key update;
  update public.configuracion_global set
    mantenimiento = case when p_ajuste = 'mantenimiento' then p_valor else mantenimiento end,
    status_down = case when p_ajuste = 'status_down' then p_valor else status_down end
  where id = 1;
  perform privado.anotar('cambiar_ajuste', 'tienda', p_ajuste,
    jsonb_build_object(p_ajuste, to_jsonb(v_antes) -> p_ajuste), jsonb_build_object(p_ajuste, p_valor));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cambiar_ajuste(text, boolean) to authenticated;

-- Identity and authentication level of the caller. Supabase Auth owns sessions and factors; these functions enforce
-- them for every page and API call.
--
-- A session without its second step sees what visitors see: every table that visitors cannot read has an additional
-- restrictive policy `<table>_segundo_paso`.
--
-- Nearly every call uses these functions, so they are in PL/pgSQL: a session caches their plans, whereas PostgreSQL
-- before 18 plans an SQL function for each statement. Lookups are stored in a variable first: with a function in the
-- condition the cached plan looks more expensive than a new one and is discarded.

-- Whether the session of this request still exists; access tokens outlive it. An account that is banned at Auth, as by the
-- dashboard of Supabase, has none. A token without a session was not issued to a person by Supabase Auth, and other checks
-- apply.
create function privado.sesion_vigente() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_nombre text := auth.jwt() ->> 'session_id';
  v_sesion uuid := privado.leer_uuid(v_nombre);
  v_yo uuid := auth.uid();
begin
  return coalesce(v_nombre, '') = '' or exists (
    select from auth.sessions s join auth.users u on u.id = s.user_id
    where s.id = v_sesion and s.user_id = v_yo and (u.banned_until is null or u.banned_until <= now()));
end
$$;
grant execute on function privado.sesion_vigente() to authenticated;

-- Runs before every request of the hosted API: an ended session reads nothing. It also sets the application name to the
-- shop's request id, for database logs and pg_stat_activity (docs/operations.md).
create function public.antes_de_peticion() returns void
language plpgsql stable security definer set search_path = '' as $$
declare
  v_id text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id';
begin
  if v_id ~ '^[A-Za-z0-9_-]{8,48}$' then perform set_config('application_name', 'unstore ' || v_id, true); end if;
  if auth.uid() is not null and not privado.sesion_vigente() then
    raise exception 'the session has ended' using errcode = 'PT401';
  end if;
end
$$;
grant execute on function public.antes_de_peticion() to anon, authenticated, service_role;

-- Registers it with the hosted API.
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'public.antes_de_peticion';
    notify pgrst, 'reload config';
  end if;
end
$$;

-- The session of the token; null if it names none.
create function privado.sesion_actual() returns uuid
language sql stable set search_path = '' as $$
  select privado.leer_uuid(auth.jwt() ->> 'session_id');
$$;

-- The authentication level: `aal2` with a second factor, otherwise `aal1`; null if the session has ended. The session
-- must agree with the token, which outlives changes.
create function privado.nivel_sesion() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_token jsonb := auth.jwt();
  v_nivel text := coalesce(v_token ->> 'aal', 'aal1');
  v_sesion uuid := privado.sesion_actual();
  v_yo uuid := auth.uid();
begin
  if v_token ->> 'session_id' is null then return v_nivel; end if;
  return (
    select case when v_nivel = 'aal2' and s.aal::text = 'aal2' then 'aal2' else 'aal1' end
    from auth.sessions s where s.id = v_sesion and s.user_id = v_yo
  );
end
$$;

-- Whether an account has a second factor.
create function privado.tiene_segundo_factor(p_usuario uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.mfa_factors where user_id = p_usuario and status::text = 'verified');
end
$$;

-- Whether the sign-in is complete: an account with a second factor has used it, or a recovery code. An API key needs no
-- second factor; only `api_v1` sets its claim.
create function privado.sesion_completa() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_nivel text := privado.nivel_sesion();
  v_yo uuid := auth.uid();
  v_sesion uuid;
begin
  if v_nivel = 'aal2' or auth.jwt() ? 'llave_api' then return true; end if;
  if v_nivel is distinct from 'aal1' then return false; end if;
  if not privado.tiene_segundo_factor(v_yo) then return true; end if;
  v_sesion := privado.sesion_actual();
  return exists (select from public.sesiones_recuperadas where session_id = v_sesion and user_id = v_yo);
end
$$;
grant execute on function privado.sesion_completa() to authenticated;

-- The caller, if the sign-in is complete.
create function privado.persona_completa() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when privado.sesion_completa() then auth.uid() end;
end
$$;

-- Reads only the caller's own row and bypasses RLS, so that policies do not recurse; the next two do the same. A
-- deleted account cannot act, even with a valid token.
create function privado.puede_actuar() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  if not privado.sesion_completa() then return false; end if;
  return exists (
    select from public.usuarios_meta
    where id = v_yo and borrada_at is null and (banned_until is null or banned_until <= now())
  );
end
$$;
grant execute on function privado.puede_actuar() to authenticated;

-- Staff act with a second factor only; a recovery code does not open the panel.
create function privado.es_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  if privado.nivel_sesion() is distinct from 'aal2' then return false; end if;
  return exists (
    select from public.usuarios_meta
    where id = v_yo and role = 'admin' and (banned_until is null or banned_until <= now())
  );
end
$$;
grant execute on function privado.es_admin() to authenticated;

-- Moderators review products, reviews and reports; admins may do the same.
create function privado.es_moderador() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  if privado.nivel_sesion() is distinct from 'aal2' then return false; end if;
  return exists (
    select from public.usuarios_meta
    where id = v_yo and role in ('moderador', 'admin') and (banned_until is null or banned_until <= now())
  );
end
$$;
grant execute on function privado.es_moderador() to authenticated;

-- Whether a product belongs to the caller.
create function privado.es_su_producto(p_producto uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  return exists (select from public.productos where id = p_producto and usuario_id = v_yo);
end
$$;
grant execute on function privado.es_su_producto(uuid) to authenticated;

-- Functions that buy, claim and publish check bans and reputation, but not the session. This trigger blocks incomplete
-- sign-ins.
create function privado.exigir_sesion_completa() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not privado.sesion_completa() then
    raise exception 'the second step of the sign-in is missing' using errcode = '42501';
  end if;
  return null;
end
$$;

-- People: public profile, private state, social graph, achievements.

create table public.usuarios_meta (
  id uuid primary key references auth.users (id) on delete cascade,
  -- Validated by `revisar_nombre`.
  display_name text not null unique,
  username text not null check (username ~ '^[A-Za-z0-9_]{3,20}$'),
  avatar_url text not null default '/default-avatar.webp'
    check (avatar_url ~ '^(/[^/\\]|https://)' and char_length(avatar_url) <= 500),
  banner_url text not null default '/banner.webp'
    check (banner_url ~ '^(/[^/\\]|https://)' and char_length(banner_url) <= 500),
  bio text not null default '' check (char_length(bio) <= 500),
  role text not null default 'user' check (role in ('user', 'moderador', 'admin')),
  club boolean not null default false,
  subscription_id text unique,
  uncoins integer not null default 0 check (uncoins >= 0),
  reputacion text not null default 'buena' check (reputacion in ('buena', 'neutra', 'mala', 'deshabilitado')),
  infracciones integer not null default 0 check (infracciones >= 0),
  ultima_infraccion timestamptz,
  idioma text not null default 'es' check (idioma in ('es', 'en')),
  banned_until timestamptz,
  ban_motivo text,
  created_at timestamptz not null default now(),
  borrada_at timestamptz,
  -- The skeleton of the display name (`esqueleto_nombre`).
  esqueleto text not null,
  -- It has a generated name, because its owner has not chosen one yet: another service has brought them, or the address
  -- is not confirmed.
  elige_nombre boolean not null default false,
  constraint usuarios_meta_imagenes_check check (
    avatar_url <> '' and avatar_url !~ '^/media/portadas/' and privado.imagen_valida(avatar_url)
    and banner_url <> '' and banner_url !~ '^/media/portadas/' and privado.imagen_valida(banner_url))
);
create unique index usuarios_meta_username_key on public.usuarios_meta (lower(username));
create unique index usuarios_meta_nombre_key on public.usuarios_meta (lower(display_name));
create index usuarios_meta_display_name_trgm_idx
  on public.usuarios_meta using gin (display_name extensions.gin_trgm_ops);
create index usuarios_meta_username_prefijo_idx on public.usuarios_meta (lower(username) text_pattern_ops);
create index usuarios_meta_display_name_prefijo_idx on public.usuarios_meta (lower(display_name) text_pattern_ops);
-- Precise statistics distinguish frequent from rare parts of names.
alter table public.usuarios_meta alter column display_name set statistics 1000;
create index usuarios_meta_created_at_idx on public.usuarios_meta (created_at desc, id);
create index usuarios_meta_sin_nombre_idx on public.usuarios_meta (created_at) where elige_nombre;
create index usuarios_meta_club_idx on public.usuarios_meta (id) where club;
create index usuarios_meta_equipo_idx on public.usuarios_meta (role, created_at desc) where role <> 'user';
create unique index usuarios_meta_esqueleto_key on public.usuarios_meta (esqueleto);

alter table public.usuarios_meta enable row level security;
grant select (id, display_name, username, avatar_url, banner_url, bio, role, club, created_at)
  on public.usuarios_meta to anon, authenticated;
grant select on public.usuarios_meta to service_role;
grant update (display_name, avatar_url, banner_url, bio, idioma) on public.usuarios_meta to authenticated;
create policy usuarios_meta_select on public.usuarios_meta for select to anon, authenticated using (true);
create policy usuarios_meta_update on public.usuarios_meta for update to authenticated
  using (id = (select auth.uid()) and (select privado.puede_actuar())) with check (id = (select auth.uid()));

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  phone text check (char_length(phone) <= 15)
);

alter table public.profiles enable row level security;
grant select on public.profiles to authenticated, service_role;
grant update (phone) on public.profiles to authenticated;
create policy profiles_select on public.profiles for select to authenticated using (id = (select auth.uid()));
create policy profiles_update on public.profiles for update to authenticated
  using (id = (select auth.uid()) and (select privado.puede_actuar())) with check (id = (select auth.uid()));
create policy profiles_segundo_paso on public.profiles as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create table public.follows (
  follower_id uuid not null references public.usuarios_meta (id) on delete cascade,
  following_id uuid not null references public.usuarios_meta (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, following_id),
  check (follower_id <> following_id)
);
create index follows_follower_id_idx on public.follows (follower_id, created_at desc);
create index follows_following_id_idx on public.follows (following_id, created_at desc);
create index follows_created_at_idx on public.follows (created_at);

alter table public.follows enable row level security;
grant select on public.follows to anon, authenticated, service_role;
grant insert (follower_id, following_id), delete on public.follows to authenticated;
create policy follows_select on public.follows for select to anon, authenticated using (true);
create policy follows_insert on public.follows for insert to authenticated
  with check (follower_id = (select auth.uid()) and (select privado.puede_actuar()));
create policy follows_delete on public.follows for delete to authenticated
  using (follower_id = (select auth.uid()) and (select privado.puede_actuar()));

create table public.logros_usuario (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  logro text not null check (logro in ('cuenta_creada', 'primera_compra')),
  completado boolean not null default true,
  created_at timestamptz not null default now(),
  unique (user_id, logro)
);

alter table public.logros_usuario enable row level security;
grant select on public.logros_usuario to authenticated, service_role;
create policy logros_usuario_select on public.logros_usuario for select to authenticated
  using (user_id = (select auth.uid()));
create policy logros_usuario_segundo_paso on public.logros_usuario as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Whether a person can receive gifts of the caller.
create function privado.recibe_regalos(p_persona public.usuarios_meta, p_de uuid) returns boolean
language sql stable set search_path = '' as $$
  select p_persona.id <> p_de and p_persona.borrada_at is null
    and (p_persona.banned_until is null or p_persona.banned_until <= now());
$$;

-- Five people whose name begins with a pattern and five by username, in index order, so that frequent patterns read no
-- more rows.
create function privado.personas_que_empiezan(p_patron text, p_de uuid) returns setof uuid
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = 'force_custom_plan' set enable_bitmapscan = off set enable_sort = off as $$
begin
  return query select u.id from public.usuarios_meta u
    where lower(u.display_name) like p_patron || '%' and privado.recibe_regalos(u, p_de)
    order by lower(u.display_name) using operator(pg_catalog.~<~) limit 5;
  return query select u.id from public.usuarios_meta u
    where lower(u.username) like p_patron || '%' and privado.recibe_regalos(u, p_de)
    order by lower(u.username) using operator(pg_catalog.~<~) limit 5;
end
$$;

-- Gift recipients: up to five people by exact username or name, then by prefix, then by part of the name; without the
-- caller, banned and deleted people. One or two letters match the beginning of a word only.
create function public.buscar_destinatarios(p_texto text)
returns table (id uuid, display_name text, username text, avatar_url text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
declare
  v_yo constant uuid := privado.persona_completa();
  v_texto constant text := lower(btrim(p_texto));
  v_patron constant text := regexp_replace(v_texto, '([\\%_])', '\\\1', 'g');
  v_dentro constant text := case when char_length(v_texto) < 3 then '% ' else '%' end || v_patron || '%';
  v_hallados uuid[];
begin
  if v_yo is null or v_texto is null or char_length(v_texto) not between 1 and 40 then return; end if;
  v_hallados := array(
    select u.id from public.usuarios_meta u where lower(u.username) = v_texto and privado.recibe_regalos(u, v_yo)
    union
    select u.id from public.usuarios_meta u where lower(u.display_name) = v_texto and privado.recibe_regalos(u, v_yo)
    union
    select privado.personas_que_empiezan(v_patron, v_yo));
  if cardinality(v_hallados) < 5 then
    v_hallados := v_hallados || array(
      select u.id from public.usuarios_meta u
      where u.display_name ilike v_dentro and u.id <> all (v_hallados) and privado.recibe_regalos(u, v_yo) limit 5);
  end if;
  return query
    select u.id, u.display_name, u.username, u.avatar_url from public.usuarios_meta u where u.id = any (v_hallados)
    order by lower(u.username) = v_texto desc, lower(u.display_name) = v_texto desc,
      lower(u.display_name) like v_patron || '%' or lower(u.username) like v_patron || '%' desc, u.display_name
    limit 5;
end
$$;
grant execute on function public.buscar_destinatarios(text) to authenticated;

-- The person with this username, in any case.
create function public.persona_llamada(p_usuario text)
returns table (id uuid, display_name text, username text, avatar_url text)
language sql stable set search_path = '' as $$
  select u.id, u.display_name, u.username, u.avatar_url from public.usuarios_meta u
  where lower(u.username) = lower(p_usuario) limit 1;
$$;
grant execute on function public.persona_llamada(text) to authenticated;

-- Display names. A name is an address, so no two may look alike, and none may look like the shop's own.
-- lib/account/names/display-name.ts has the same rules for forms; tests/db/names.test.ts compares both.

-- The skeleton of a name: without marks, case, spaces and punctuation, each character as the one that it resembles.
create function privado.esqueleto_nombre(p_nombre text) returns text
language sql immutable strict parallel safe set search_path = '' as $$
  with letras as (
    select translate(translate(
      regexp_replace(normalize(p_nombre, nfkd), '[\u0300-\u036f]', '', 'g'),
      '¢¥Ð×ØÞßðøþĐđĦħıĸŁłŦŧƀƂƃƄƉƌƍƑƒƖƗƙƚƝƞƟƥƦƧƭƮƴƵƶƷƻƼƽǀǤǥȜȢȣȤȥȼȾɄɆɇɈɉɍɎɏɐɑɒɓɖɗɛɠɡɣɦɨɩɪɫɭɯɳɵɼɽʂʋʏʐʠͰͲͶͿΑΒΓΔ'
      'ΕΖΗΘΙΚΛΜΝΞΟΠΡΣΤΥΦΧΨΩαγεηθικνορςστυωϏϘϚϜϞϠϢϤϦϨϪϬϮϳϷϺϽϾϿЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгек'
      'мнорстухєѕіјћѠѡѢѣѤѦѨѪѬѮѰѲѳѴѵѸѺѼѾҀҊҌҍҎҐҒғҔҖҘҚҜҞҠҢҤҦҨҪҫҬҮүҰұҲҴҶҸҺһҼҽҾҿӀӃӅӇӉӋӍӏӔӘӠӨөӶӺӼӾԀԁԂԄԆԈԊԌԎԐԒԔԖԘԚ'
      'ԛԜԝԞԠԢԤԦԨԪԬԮԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖագզհոռսցքօ०০৪৭੦੧੪૦ଠ୦୨௦౦೦ഠ൦൭๐໐ဝ၀ყჿሀዐᎠᎡᎢᎥᎩᎪᎫᎬᎳᎷᎻᎽᎾᏀᏂ'
      'ᏃᏌᏎᏏᏒᏔᏕᏙᏚᏞᏟᏢᏦᏧᏫᏮᏲᏳᏴᐯᑌᑭᑯᒍᒪᒿᕁᕼᕽᖇᖯᖴᗅᗞᗪᗰᗷ᙭᙮ᚷᛁᛕᛖᴄᴏᴑᴜᴠᴡᴢᴦᵮᵰᵲᵴᵵᵶᵻᵼᵽᵾᶃᶌẝỿ₩₫₭℮∣∨∪⊖⊝⊤⋁⋃⋿⍡⍬⍳⍴⍶⍸⍺⏽│╳⟙⤫⤬⨯⨰ⱧⱩⲅⲎⲒⲔⲘ'
      'ⲚⲞⲟⲢⲣⲤⲥⲦⲨⲬⳊⳌⳐⳒⴱⴸⴹⵁⵏⵔⵕⵝ〇ꓐꓑꓒꓓꓔꓖꓗꓙꓚꓜꓝꓟꓠꓡꓢꓣꓦꓧꓪꓫꓬꓮꓰꓲꓳꓴꙄꙇꚕꛟꛯꜱꝀꝊꝋꝚꝡꝪꝮꞌꞘꞙꞟꞫꞲꞳꞴꬲꬵꬽꬾꭇꭈꭎꭒꭚꭴꭵꮁꮃꮎꮓꮜꮩꮪꮯꮻ',
      'cydxopbdopddhhikllttbbbbddgffllklnnopr2ttyzz325slgg388zzctueejjryyaaabddeggyhiiillwnorrsuyzqͱͳͷjabyδ'
      'ezholkλmnξoπpctyφxψwayenoikvopcotuwϗϙϛfϟϡϣϥϧ2ϫϭϯjϸmͻͼͽђesljљњhџabbrдeж3иkлmhoпpctyфxцчшщъыbэюяa6brek'
      'mhopctyxesijhwwbbѥѧѩѫѭѯѱoovvѹѻѽѿҁҋbbҏґrrҕҗ3kҝkҡhҥҧҩcctyyyyxҵҷҹhheeeelӄӆhhӌmiӕә3ooӷӻӽӿddԃԅԇԉԋgԏԑԓԕԗԙq'
      'qwwԟԡԣԥԧԩԫԭԯwբqդեqէըթժիլխծկhձղճմյնշnչպջnuվsրgւփfoֆwqqhnnugfooo89o98ooo9ooooo9ooooyouodrtiyajewmhyogh'
      'zu4brwsvslcpkdo6hgbvupdjl2xhxrbfaddmbxxxlkmcoouvwzrfnrstziipugyfywdkelvuootvuetoipaiallxtxxxxhkrhlkm'
      'nooppcctyx93l6oveoloqxobpddtgkjczfmnlsrvhwxyaelou2ihv2skoo2w39lffu3jxbefoorruuyoirwozuvsco'),
      'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz') as texto
  ), sin_signos as (
    select texto, replace(replace(regexp_replace(translate(texto, 'i1|0', 'lllo'),
      '[ -/:-@\[-`{-~\u00a1\u00b7\u00bf\u2010-\u2027\u2030-\u205e\u3001-\u3003\u30fb]', '', 'g'),
      'rn', 'm'), 'vv', 'w') as esqueleto
    from letras
  )
  select coalesce(nullif(esqueleto, ''), texto) from sin_signos;
$$;

-- Regular expression class of invisible characters: controls, directions, zero width, unassigned.
create function privado.signos_invisibles() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u200b-\u200f'
    '\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff'
    '\U000e0000-\U000e0fff\U000f0000-\U0010ffff]';
$$;

-- Why a text is not a valid name: `vacio`, `largo`, `invisible` or `signos`.
create function privado.problema_nombre(p_nombre text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when coalesce(p_nombre, '') = '' then 'vacio'
    when char_length(p_nombre) > 20 then 'largo'
    when p_nombre ~ privado.signos_invisibles() then 'invisible'
    -- NFKC, single spaces, and no characters that an address would interpret.
    when normalize(p_nombre, nfkc) <> p_nombre or p_nombre ~ '^ | $|  |\\|%[0-9A-Fa-f]{2}|^[./ ]+$' then 'signos'
  end;
$$;

-- Whether a name could be mistaken for the shop, as a whole or in a word, also with digits for letters.
create function privado.nombre_reservado(p_nombre text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  with palabras as (
    select p_nombre as palabra
    union select regexp_split_to_table(p_nombre, '[ -/:-@\[-`{-~]+')
  ), formas as (
    select palabra as forma from palabras
    union select regexp_replace(palabra, '^[0-9]+|[0-9]+$', '', 'g') from palabras
  ), vistas as (
    select privado.esqueleto_nombre(translate(forma, '4357@$', 'aestas')) as vista from formas where forma <> ''
  )
  select exists (
    select from vistas, unnest(array['admin', 'admins', 'soporte', 'support', 'staff', 'oficial', 'official', 'sistema',
      'system', 'root', 'webmaster']) r where vista = privado.esqueleto_nombre(r)
  ) or exists (
    select from vistas, unnest(array['unstore', 'administra', 'moderador', 'moderator', 'moderacion']) r
    where position(privado.esqueleto_nombre(r) in vista) > 0
  );
$$;

-- Makes a valid display name of a wish: invalid characters become spaces; a name that resembles another or the shop's
-- is replaced by the username, or gets a number.
create function privado.nombre_libre(p_deseado text, p_usuario text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_base text := normalize(coalesce(p_deseado, ''), nfkc);
  v_nombre text;
  v_intento integer := 1;
begin
  v_base := regexp_replace(v_base, privado.signos_invisibles() || '|[/\\[:space:]]', ' ', 'g');
  v_base := btrim(left(btrim(regexp_replace(v_base, ' +', ' ', 'g')), 20));
  if privado.problema_nombre(v_base) is not null or privado.nombre_reservado(v_base) then v_base := p_usuario; end if;
  if privado.nombre_reservado(v_base) then v_base := 'usuario'; end if;
  v_nombre := v_base;
  while privado.nombre_reservado(v_nombre)
    or exists (select from public.usuarios_meta where esqueleto = privado.esqueleto_nombre(v_nombre)) loop
    v_intento := v_intento + 1;
    v_nombre := btrim(regexp_replace(
      left(v_base, 20 - char_length(v_intento::text)), '%[0-9A-Fa-f]?$', '')) || v_intento;
  end loop;
  return v_nombre;
end
$$;

-- Makes a valid, free username of a wish, with a number if it is taken.
create function privado.usuario_libre(p_deseado text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_base text := left(regexp_replace(coalesce(p_deseado, ''), '[^A-Za-z0-9_]', '', 'g'), 20);
  v_nombre text;
  v_intento integer := 1;
begin
  if char_length(v_base) < 3 or privado.nombre_reservado(v_base) then v_base := 'usuario'; end if;
  v_nombre := v_base;
  while privado.nombre_reservado(v_nombre)
    or exists (select from public.usuarios_meta where lower(username) = lower(v_nombre)) loop
    v_intento := v_intento + 1;
    v_nombre := left(v_base, 20 - char_length(v_intento::text)) || v_intento;
  end loop;
  return v_nombre;
end
$$;

-- Validates every name, whoever writes it. Reserved names are for staff, who return them with the role. Others change
-- their name five times a day, because each name adds search words.
create function privado.revisar_nombre() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_regla text;
begin
  if tg_op = 'UPDATE' and new.display_name = old.display_name and new.role = 'user' and old.role <> 'user'
    and privado.nombre_reservado(new.display_name) then
    new.display_name := privado.nombre_libre(new.username, new.username);
  end if;
  if privado.problema_nombre(new.display_name) is not null then v_regla := 'usuarios_meta_display_name_check';
  elsif new.role = 'user' and privado.nombre_reservado(new.display_name)
    and (tg_op = 'INSERT' or new.display_name <> old.display_name) then v_regla := 'usuarios_meta_nombre_reservado';
  end if;
  if v_regla is not null then
    raise exception using errcode = 'check_violation', table = 'usuarios_meta', constraint = v_regla,
      message = format('new row for relation "usuarios_meta" violates check constraint "%s"', v_regla);
  end if;
  if tg_op = 'UPDATE' and new.display_name <> old.display_name and new.id = auth.uid() and new.role = 'user'
    and new.borrada_at is null and not privado.contar_intento('nombre', new.id::text, 5, '1 day') then
    raise exception using errcode = 'UN001', message = 'demasiados_intentos';
  end if;
  new.esqueleto := privado.esqueleto_nombre(new.display_name);
  return new;
end
$$;
create trigger revisar_nombre before insert or update of display_name, role, esqueleto on public.usuarios_meta
  for each row execute function privado.revisar_nombre();

-- Account creation. Roles and balances in the metadata of a user are ignored.

create table public.dominios_correo (dominio text primary key check (dominio = lower(dominio) and dominio <> ''));

alter table public.dominios_correo enable row level security;

insert into public.dominios_correo (dominio)
values ('gmail.com'), ('hotmail.com'), ('outlook.com'), ('yahoo.com'), ('icloud.com');

-- Stores the mail domains that the shop's configuration admits; the job repeats it.
create function public.admitir_dominios(p_dominios text[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
begin
  if coalesce(cardinality(p_dominios), 0) = 0 then return 0; end if;
  delete from public.dominios_correo where dominio <> all (p_dominios);
  insert into public.dominios_correo (dominio) select distinct lower(d) from unnest(p_dominios) d where d <> ''
  on conflict do nothing;
  return (select count(*) from public.dominios_correo);
end
$$;
grant execute on function public.admitir_dominios(text[]) to service_role;

-- Checks new and requested addresses. The address of a deleted account belongs to the shop; Auth's own erasure writes
-- hashes in place of addresses.
create function privado.exigir_dominio() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_correo text;
begin
  if tg_op = 'UPDATE' and new.deleted_at is not null then return new; end if;
  foreach v_correo in array array[new.email, new.email_change]::text[] loop
    continue when coalesce(v_correo, '') = '' or v_correo = 'borrado-' || new.id || '@cuenta.invalid';
    continue when tg_op = 'UPDATE' and v_correo in (old.email, old.email_change);
    if not exists (select from public.dominios_correo where dominio = lower(substring(v_correo from '[^@]*$'))) then
      raise exception 'addresses of this domain are not admitted' using errcode = 'check_violation';
    end if;
  end loop;
  return new;
end
$$;
create trigger exigir_dominio before insert or update of email, email_change on auth.users
  for each row execute function privado.exigir_dominio();

-- Pending registrations. Auth keeps only the data of the first registration of an address, whoever made it. Here each
-- keeps its own until its mail link is followed; the registration of the browser that follows it wins.
create table public.registros (
  id bigint generated always as identity primary key,
  correo text not null,
  -- Null once the same browser has asked for it with another registration.
  username text check (username ~ '^[A-Za-z0-9_]{3,20}$'),
  idioma text not null check (idioma in ('es', 'en')),
  -- The fingerprint of a secret that the browser got with this registration.
  navegador text not null unique,
  -- The hash of the password, as Auth keeps it.
  clave text not null,
  -- Until when whoever confirms the address has proven to be the one of this registration.
  elegido_hasta timestamptz,
  created_at timestamptz not null default now()
);
create index registros_correo_idx on public.registros (correo);
create index registros_username_idx on public.registros (lower(username), created_at);
create index registros_created_at_idx on public.registros (created_at);

alter table public.registros enable row level security;

-- Whether a username is taken: by an account, or for a day by a registration of another browser.
create function public.usuario_ocupado(p_usuario text, p_navegador text default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.usuarios_meta where lower(username) = lower(p_usuario))
    or exists (select from public.registros where lower(username) = lower(p_usuario)
      and created_at > now() - interval '24 hours' and navegador is distinct from p_navegador);
$$;
grant execute on function public.usuario_ocupado(text, text) to anon, authenticated;

-- Keeps what a registration asks for, whether or not the address has an account. Called by the shop before it registers
-- at Auth, which seals it. `p_anterior` is the fingerprint of the registration before in the same browser, which gives
-- its name up.
create function public.anotar_registro(
  p_correo text, p_usuario text, p_idioma text, p_contrasena text, p_navegador text, p_anterior text, p_sello text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.sello_valido(array['registro', p_correo, p_usuario, p_idioma, p_navegador, p_anterior], p_sello) then
    return privado.rechazo('sello_no_valido');
  end if;
  -- Serialises requests for one name: the second one sees that it is taken.
  perform pg_advisory_xact_lock(hashtext('crear_cuenta'));
  if public.usuario_ocupado(p_usuario, p_anterior) then return privado.rechazo('nombre_ocupado'); end if;
  update public.registros set username = null where navegador = p_anterior and lower(username) = lower(p_usuario);
  insert into public.registros (correo, username, idioma, navegador, clave)
  values (lower(p_correo), p_usuario, p_idioma, p_navegador,
    extensions.crypt(p_contrasena, extensions.gen_salt('bf', 10)));
  -- The newest ten of an address count.
  delete from public.registros where id in (
    select id from public.registros where correo = lower(p_correo) order by id desc offset 10);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.anotar_registro(text, text, text, text, text, text, text) to anon, authenticated;

-- Creates the rows of an account; does nothing if it exists. One whose address is not confirmed gets a name that nobody
-- wants, and is named when it is (`privado.al_confirmar`).
create function privado.crear_cuenta(p_id uuid, p_datos jsonb, p_confirmada boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario text;
  v_intento integer := 0;
begin
  -- Serialises requests for one name: the second one sees that it is taken.
  perform pg_advisory_xact_lock(hashtext('crear_cuenta'));
  loop
    if exists (select from public.usuarios_meta where id = p_id) then return; end if;
    v_intento := v_intento + 1;
    v_usuario := case when p_confirmada
      then privado.usuario_libre(coalesce(p_datos ->> 'username', p_datos ->> 'display_name'))
      else 'usuario_' || substr(md5(p_id::text || v_intento), 1, 10) end;
    begin
      insert into public.usuarios_meta (id, display_name, username, idioma, elige_nombre)
      values (p_id, privado.nombre_libre(case when p_confirmada
          then coalesce(p_datos ->> 'display_name', p_datos ->> 'username') end, v_usuario),
        v_usuario, case when p_datos ->> 'idioma' = 'en' then 'en' else 'es' end,
        -- The name of another service stays private until its owner publishes it.
        not p_confirmada or p_datos ->> 'username' is null);
      exit;
    exception when unique_violation then
      -- Somebody took the name between check and insert.
      if v_intento = 5 then raise; end if;
    end;
  end loop;
  insert into public.profiles (id) values (p_id) on conflict (id) do nothing;
  insert into public.logros_usuario (user_id, logro) values (p_id, 'cuenta_creada') on conflict do nothing;
end
$$;

create function privado.al_crear_usuario() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.crear_cuenta(new.id, coalesce(new.raw_user_meta_data, '{}'::jsonb), new.email_confirmed_at is not null);
  return new;
end
$$;
create trigger al_crear_usuario after insert on auth.users
  for each row execute function privado.al_crear_usuario();

-- Limits account metadata to 8 KiB. A session can write it directly through Auth, and every token carries it; the shop
-- and the sign-in providers store less.
create function privado.limitar_metadatos() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'the metadata of an account are too large' using errcode = 'program_limit_exceeded';
end
$$;
create trigger limitar_metadatos before insert or update of raw_user_meta_data on auth.users
  for each row when (octet_length(new.raw_user_meta_data::text) > 8192) execute function privado.limitar_metadatos();

-- For a session without an account row: a user who existed before the shop.
create function public.asegurar_cuenta() returns void
language sql volatile security definer set search_path = '' as $$
  select privado.crear_cuenta(id, coalesce(raw_user_meta_data, '{}'::jsonb), email_confirmed_at is not null)
  from auth.users where id = auth.uid();
$$;
grant execute on function public.asegurar_cuenta() to authenticated;

-- A suggested name for the signed-in person, from the service that they came from; null if they have chosen one.
create function public.nombre_por_elegir() returns text
language sql stable security definer set search_path = '' as $$
  select privado.usuario_libre(coalesce(a.raw_user_meta_data ->> 'preferred_username',
    a.raw_user_meta_data ->> 'user_name', a.raw_user_meta_data -> 'custom_claims' ->> 'global_name',
    a.raw_user_meta_data ->> 'full_name', a.raw_user_meta_data ->> 'name'))
  from public.usuarios_meta u
  join auth.users a on a.id = u.id
  where u.id = privado.persona_completa() and u.elige_nombre;
$$;
grant execute on function public.nombre_por_elegir() to authenticated;

-- Names an account that has no chosen name yet, unless the name is taken.
create function privado.nombrar_cuenta(p_id uuid, p_usuario text, p_idioma text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  -- Serialises requests for one name: the second one sees that it is taken.
  perform pg_advisory_xact_lock(hashtext('crear_cuenta'));
  if p_usuario is null or privado.nombre_reservado(p_usuario)
    or exists (select from public.usuarios_meta where lower(username) = lower(p_usuario) and id <> p_id) then
    update public.usuarios_meta set idioma = p_idioma where id = p_id and elige_nombre;
    return false;
  end if;
  update public.usuarios_meta
  set username = p_usuario, display_name = privado.nombre_libre(p_usuario, p_usuario), idioma = p_idioma,
    elige_nombre = false
  where id = p_id and elige_nombre;
  return true;
end
$$;

-- Names an account of another service, or one whose registration nobody has proven, once.
create function public.elegir_nombre(p_usuario text, p_idioma text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid := auth.uid();
begin
  if v_id is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_usuario is null or p_usuario !~ '^[A-Za-z0-9_]{3,20}$' or privado.nombre_reservado(p_usuario)
    or p_idioma is null or p_idioma not in ('es', 'en') then
    return privado.rechazo('datos_no_validos');
  end if;
  if not exists (select from public.usuarios_meta where id = v_id and elige_nombre) then
    return privado.rechazo('ya_elegido');
  end if;
  -- A name that somebody else has asked for is theirs for a day.
  if public.usuario_ocupado(p_usuario) or not privado.nombrar_cuenta(v_id, p_usuario, p_idioma) then
    return privado.rechazo('nombre_ocupado');
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.elegir_nombre(text, text) to authenticated;

-- Deletes accounts that nobody has confirmed for seven days, and what registrations of that age asked for.
create function public.borrar_sin_confirmar() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid;
  v_borradas integer := 0;
begin
  delete from public.registros where created_at < now() - interval '7 days';
  for v_id in
    select a.id from public.usuarios_meta u join auth.users a on a.id = u.id
    where u.elige_nombre and u.created_at < now() - interval '7 days'
      and a.email_confirmed_at is null and a.last_sign_in_at is null
    order by u.created_at limit 500
  loop
    begin
      delete from auth.users where id = v_id and email_confirmed_at is null;
      v_borradas := v_borradas + 1;
    exception when foreign_key_violation then
      -- Something of the shop hangs on it: a person decides.
      null;
    end;
  end loop;
  return v_borradas;
end
$$;
grant execute on function public.borrar_sin_confirmar() to service_role;

-- Rate limits in the database, because the publishable key reaches the database and Auth directly.

create table public.intentos (
  tipo text not null,
  clave text not null,
  desde timestamptz not null,
  veces integer not null check (veces >= 0),
  primary key (tipo, clave)
);
create index intentos_desde_idx on public.intentos (desde);

alter table public.intentos enable row level security;

-- Counts an attempt, and returns whether it is within the limit. The row lock makes the count exact. Each counted
-- attempt restarts the window, so a window never contains more than the limit.
create function privado.contar_intento(p_tipo text, p_clave text, p_limite integer, p_ventana interval) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_veces integer;
begin
  insert into public.intentos as i (tipo, clave, desde, veces) values (p_tipo, p_clave, clock_timestamp(), 1)
  on conflict (tipo, clave) do update set
    veces = case when i.desde <= clock_timestamp() - p_ventana then 1
      when i.veces < p_limite then i.veces + 1 else greatest(i.veces, p_limite + 1) end,
    desde = case when i.desde <= clock_timestamp() - p_ventana or i.veces < p_limite then clock_timestamp() else i.desde end
  returning veces into v_veces;
  return v_veces <= p_limite;
end
$$;

-- Takes back an attempt that was right.
create function privado.devolver_intento(p_tipo text, p_clave text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.intentos set veces = greatest(veces - 1, 0) where tipo = p_tipo and clave = p_clave;
$$;

-- Counts a wrong guess of anybody in slots of ten minutes. Above 100 only accounts without a wrong guess may continue,
-- so that an attack locks out only the attackers.
create function privado.contar_fallo_tienda(p_tipo text) returns void
language sql volatile security definer set search_path = '' as $$
  select privado.contar_intento(p_tipo || '_tienda', floor(extract(epoch from now()) / 600)::text, 1000000, '10 minutes');
$$;

-- Whether the shop is under attack. The previous slot counts too, so that an attack does not restart with the clock.
create function privado.bajo_ataque(p_tipo text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(veces), 0) >= 100 from public.intentos
  where tipo = p_tipo || '_tienda'
    and clave in (floor(extract(epoch from now()) / 600)::text, (floor(extract(epoch from now()) / 600) - 1)::text);
$$;

-- Ten wrong codes in ten minutes, forty a day; one while the shop is under attack.
create function privado.contar_codigo(p_usuario uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.contar_intento('codigo', p_usuario::text, case when privado.bajo_ataque('codigo') then 1 else 10 end,
    '10 minutes') then return false; end if;
  return privado.contar_intento('codigo_dia', p_usuario::text, 40, '24 hours');
end
$$;

-- A right code is no attempt.
create function privado.devolver_codigo(p_usuario uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select privado.devolver_intento(t, p_usuario::text) from unnest(array['codigo', 'codigo_dia']) t;
$$;

-- Deletes expired attempts.
create function public.olvidar_intentos() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_borrados integer;
begin
  delete from public.permisos where hasta < now();
  delete from public.peticiones_api where created_at < now() - interval '1 day';
  delete from public.dispositivos where visto_at < now() - interval '180 days';
  delete from public.intentos where desde < now() - interval '2 days';
  get diagnostics v_borrados = row_count;
  return v_borrados;
end
$$;
grant execute on function public.olvidar_intentos() to service_role;

-- Password attempts of a sign-in are counted per account, wherever they are made. After ten wrong ones in 15 minutes the
-- right one is refused too, except from a browser that the account has signed in from before. A proof of the password
-- inside a session counts for that session alone, so that strangers never keep the owner from it.

-- Known browsers of an account, by the fingerprint of their secret.
create table public.dispositivos (
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  huella text not null,
  visto_at timestamptz not null default now(),
  primary key (user_id, huella)
);

alter table public.dispositivos enable row level security;

-- Short-lived permits: `entrada`, a known browser may try a password; `correo`, the password was right, so the address
-- may change; `segundo_factor`, the password was right, so an app may be set up.
create table public.permisos (
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  tipo text not null check (tipo in ('entrada', 'correo', 'segundo_factor')),
  hasta timestamptz not null,
  primary key (user_id, tipo)
);

alter table public.permisos enable row level security;

-- Called by Supabase Auth with every password (hook `password_verification_attempt`).
create function privado.gancho_contrasena(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := (event ->> 'user_id')::uuid;
  v_dentro boolean := privado.contar_intento('contrasena', event ->> 'user_id', 10, '15 minutes');
  v_conocido boolean;
begin
  if (event ->> 'valid')::boolean then
    delete from public.permisos where user_id = v_usuario and tipo = 'entrada' and hasta > now();
    v_conocido := found;
    if v_dentro or v_conocido then
      perform privado.devolver_intento('contrasena', event ->> 'user_id');
      return jsonb_build_object('decision', 'continue');
    end if;
  elsif v_dentro then
    return jsonb_build_object('decision', 'continue');
  end if;
  -- Auth's own message for a wrong password, so that a refusal does not reveal a right guess.
  return jsonb_build_object('decision', 'reject', 'message', 'Invalid login credentials', 'should_logout_user', false);
end
$$;

-- The hosted Auth service calls it with its own role.
do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema public to supabase_auth_admin;
    grant execute on function privado.gancho_contrasena(jsonb) to supabase_auth_admin;
  end if;
end
$$;

-- Verifies a person's password; null after ten wrong ones in 15 minutes of whoever has `p_prueba`, a session or the link
-- of a mail. Both bcrypt prefixes are equivalent.
create function privado.contrasena_correcta(p_usuario uuid, p_contrasena text, p_prueba text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_clave text;
begin
  if not privado.contar_intento('prueba', p_usuario || ' ' || p_prueba, 10, '15 minutes') then return null; end if;
  select regexp_replace(encrypted_password, '^\$2[aby]\$', '$2a$') into v_clave from auth.users where id = p_usuario;
  if v_clave is null or v_clave not like '$2a$%' or p_contrasena is null
    or extensions.crypt(p_contrasena, v_clave) <> v_clave then return false; end if;
  perform privado.devolver_intento('prueba', p_usuario || ' ' || p_prueba);
  return true;
end
$$;

-- The same for the caller, in this session.
create function privado.contrasena_propia(p_contrasena text) returns boolean
language sql volatile security definer set search_path = '' as $$
  select privado.contrasena_correcta(auth.uid(), p_contrasena, coalesce(privado.sesion_actual()::text, 'sin sesion'));
$$;

-- Whether the caller's password is right, before they choose another.
create function public.probar_contrasena(p_contrasena text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_correcta boolean;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  v_correcta := privado.contrasena_propia(p_contrasena);
  if v_correcta is null then return privado.rechazo('demasiados_intentos'); end if;
  if not v_correcta then return privado.rechazo('contrasena_incorrecta'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.probar_contrasena(text) to authenticated;

-- The fingerprint of a browser's secret.
create function privado.huella(p_secreto text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_secreto, 'UTF8')), 'hex');
$$;

-- Recognises a browser before a sign-in by its secret. A known browser has ten attempts of its own, so that strangers
-- never lock out the owner.
create function public.reconocer_dispositivo(p_correo text, p_secreto text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
begin
  if p_secreto is null or char_length(p_secreto) not between 40 and 100 then return false; end if;
  select d.user_id into v_usuario from public.dispositivos d join auth.users a on a.id = d.user_id
  where a.email = lower(p_correo) and d.huella = privado.huella(p_secreto);
  if v_usuario is null or not privado.contar_intento('dispositivo', v_usuario || ' ' || privado.huella(p_secreto), 10,
    '15 minutes') then return false; end if;
  insert into public.permisos as p (user_id, tipo, hasta) values (v_usuario, 'entrada', now() + interval '20 seconds')
  on conflict (user_id, tipo) do update set hasta = excluded.hasta;
  return true;
end
$$;
grant execute on function public.reconocer_dispositivo(text, text) to anon, authenticated;

-- The browser of a person who has just logged in is known from now on; the ten used last are kept. A session can ask for
-- this without logging in, so that it would give a thief ten guesses of the password each time: ten times a day. Its owner
-- is told of a new one by mail, unless they have just made the account.
create function public.recordar_dispositivo(p_secreto text, p_navegador text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_nuevo boolean;
begin
  if auth.uid() is null or not privado.puede_actuar() or char_length(p_secreto) not between 40 and 100 then return; end if;
  if not privado.contar_intento('recordar', auth.uid()::text, 10, '24 hours') then
    update public.dispositivos set visto_at = now() where user_id = auth.uid() and huella = privado.huella(p_secreto);
    return;
  end if;
  perform privado.devolver_intento('dispositivo', auth.uid() || ' ' || privado.huella(p_secreto));
  v_nuevo := not exists (
    select from public.dispositivos where user_id = auth.uid() and huella = privado.huella(p_secreto));
  insert into public.dispositivos (user_id, huella) values (auth.uid(), privado.huella(p_secreto))
  on conflict (user_id, huella) do update set visto_at = now();
  delete from public.dispositivos where user_id = auth.uid() and huella in (
    select huella from public.dispositivos where user_id = auth.uid() order by visto_at desc offset 10);
  if v_nuevo then
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'entrada_nueva:' || u.id || ':' || privado.huella(p_secreto), u.id, 'entrada_nueva',
      jsonb_build_object('navegador', left(btrim(coalesce(p_navegador, '')), 80), 'momento', now())
    from public.usuarios_meta u where u.id = auth.uid() and u.created_at < now() - interval '1 hour'
    on conflict (clave) do nothing;
  end if;
end
$$;
grant execute on function public.recordar_dispositivo(text, text) to authenticated;

-- The account whose address a link confirms.
create function privado.por_confirmar(p_enlace text) returns auth.users
language sql stable security definer set search_path = '' as $$
  select u from auth.users u
  -- The second condition is that of Auth's own index.
  where confirmation_token = p_enlace and confirmation_token !~ '^[0-9 ]*$' and email_confirmed_at is null;
$$;

-- Whether the browser that follows a confirmation link has registered the address: it has the secret of a registration,
-- which counts from now on.
create function public.reconocer_registro(p_enlace text, p_secreto text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_secreto is null or char_length(p_secreto) not between 40 and 100 then return false; end if;
  update public.registros set elegido_hasta = now() + interval '1 minute'
  where navegador = privado.huella(p_secreto) and correo = (privado.por_confirmar(p_enlace)).email;
  return found;
end
$$;
grant execute on function public.reconocer_registro(text, text) to anon, authenticated;

-- A confirmation link opened in another browser, together with the password of a registration, completes that
-- registration. Wrong passwords are counted per link.
create function public.reconocer_contrasena(p_enlace text, p_contrasena text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta auth.users := privado.por_confirmar(p_enlace);
  v_registro bigint;
  v_correcta boolean;
begin
  if v_cuenta.id is null then return privado.rechazo('enlace_no_valido'); end if;
  v_correcta := privado.contrasena_correcta(v_cuenta.id, p_contrasena, md5(p_enlace));
  if v_correcta is null then return privado.rechazo('demasiados_intentos'); end if;
  select id into v_registro from public.registros
  where correo = v_cuenta.email and extensions.crypt(p_contrasena, clave) = clave order by id desc limit 1;
  if v_registro is null and v_correcta then
    -- It was registered past the shop, without a name that anybody would have chosen there.
    insert into public.registros (correo, idioma, navegador, clave)
    values (v_cuenta.email, 'es', gen_random_uuid()::text, v_cuenta.encrypted_password) returning id into v_registro;
  end if;
  if v_registro is null then return privado.rechazo('contrasena_incorrecta'); end if;
  if not v_correcta then perform privado.devolver_intento('prueba', v_cuenta.id || ' ' || md5(p_enlace)); end if;
  update public.registros set elegido_hasta = now() + interval '1 minute' where id = v_registro;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.reconocer_contrasena(text, text) to anon, authenticated;

-- Anybody can register an address with a name and a password of theirs, and Auth keeps the first ones. So an address that
-- is confirmed by a mail gets those of the registration whose browser follows the link, or whose password is known to
-- whoever does; otherwise they choose both. Where Auth confirms addresses by itself, no mail was sent.
create function privado.al_confirmar() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_registro public.registros;
  v_datos jsonb := new.raw_user_meta_data;
begin
  if old.confirmation_sent_at is null and old.recovery_sent_at is null then
    if v_datos ->> 'username' ~ '^[A-Za-z0-9_]{3,20}$' then
      perform privado.nombrar_cuenta(new.id, v_datos ->> 'username',
        case when v_datos ->> 'idioma' = 'en' then 'en' else 'es' end);
    end if;
    return new;
  end if;
  select * into v_registro from public.registros
  where correo = new.email and elegido_hasta > now() order by elegido_hasta desc limit 1;
  if v_registro.id is null then
    new.encrypted_password := '';
  else
    new.encrypted_password := v_registro.clave;
    perform privado.nombrar_cuenta(new.id, v_registro.username, v_registro.idioma);
  end if;
  -- Names of the other registrations stay theirs for the day, as those of any address do.
  delete from public.registros where id = v_registro.id;
  update public.registros set correo = '' where correo = new.email;
  return new;
end
$$;
create trigger al_confirmar before update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function privado.al_confirmar();

-- A new address needs the password, even if the request goes straight to Supabase Auth.
create function public.permitir_cambio_correo(p_contrasena text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_correcta boolean;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  v_correcta := privado.contrasena_propia(p_contrasena);
  if v_correcta is null then return privado.rechazo('demasiados_intentos'); end if;
  if not v_correcta then return privado.rechazo('contrasena_incorrecta'); end if;
  insert into public.permisos as p (user_id, tipo, hasta) values (auth.uid(), 'correo', now() + interval '1 minute')
  on conflict (user_id, tipo) do update set hasta = excluded.hasta;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.permitir_cambio_correo(text) to authenticated;

-- An address may change only within a minute of the password check.
create function privado.exigir_permiso_correo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.permisos where user_id = new.id and tipo = 'correo' and hasta > now();
  if not found then raise exception 'the password was not asked for' using errcode = 'insufficient_privilege'; end if;
  return new;
end
$$;
create trigger exigir_permiso_correo before update of email_change on auth.users for each row
  when (coalesce(new.email_change, '') <> '' and new.email_change is distinct from old.email_change
    and new.deleted_at is null)
  execute function privado.exigir_permiso_correo();

-- A new password or address ends every session; the person signs in again, from a browser that was just known. Other
-- browsers are forgotten.
create function privado.terminar_sesiones() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.refresh_tokens where user_id::text = new.id::text;
  delete from auth.sessions where user_id = new.id;
  delete from public.dispositivos where user_id = new.id and visto_at < now() - interval '1 minute';
  delete from public.permisos where user_id = new.id;
  return null;
end
$$;
create trigger terminar_sesiones after update of encrypted_password, email on auth.users for each row
  when (old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email)
  execute function privado.terminar_sesiones();

-- Second factor. Auth keeps the factors and writes the level of a session into its token (`aal`); here are recovery
-- codes and notifications.

-- Recovery codes. Only the hash is stored: a code has 79 random bits.
create table public.codigos_recuperacion (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  hash bytea not null,
  usado_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, hash)
);

alter table public.codigos_recuperacion enable row level security;

-- Sessions that used a recovery code instead of the second step.
create table public.sesiones_recuperadas (
  session_id uuid primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index sesiones_recuperadas_user_id_idx on public.sesiones_recuperadas (user_id);

alter table public.sesiones_recuperadas enable row level security;

-- Notifies a person of a change of their second factor, by mail and notification.
create function privado.avisar_segundo_factor(p_usuario uuid, p_datos jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  with quien as (
    select id, 'segundo_factor:' || gen_random_uuid() as clave from public.usuarios_meta
    where id = p_usuario and borrada_at is null
  ), correo as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select clave, id, 'segundo_factor', p_datos from quien
  )
  insert into public.notificaciones (user_id, tipo, clave, datos)
  select id, 'segundo_factor', clave, p_datos from quien;
$$;

-- Notifies the owner of every change of factors, through the shop or not, and deletes the recovery codes with the last
-- factor.
create function privado.al_cambiar_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_motivo text := nullif(current_setting('unstore.motivo_sin_factor', true), '');
begin
  if tg_op <> 'DELETE' then
    if new.status::text = 'verified' and (tg_op = 'INSERT' or old.status::text <> 'verified') then
      perform privado.avisar_segundo_factor(new.user_id,
        jsonb_build_object('estado', 'activado', 'app', coalesce(new.friendly_name, '')));
    end if;
    return null;
  end if;
  if old.status::text <> 'verified' then return null; end if;
  if privado.tiene_segundo_factor(old.user_id) then
    perform privado.avisar_segundo_factor(old.user_id,
      jsonb_build_object('estado', 'app_quitada', 'app', coalesce(old.friendly_name, '')));
    return null;
  end if;
  perform privado.avisar_segundo_factor(old.user_id, case when v_motivo is null
    then jsonb_build_object('estado', 'desactivado')
    else jsonb_build_object('estado', 'restablecido', 'motivo', v_motivo) end);
  delete from public.codigos_recuperacion where user_id = old.user_id;
  delete from public.sesiones_recuperadas where user_id = old.user_id;
  return null;
end
$$;
create trigger al_cambiar_factor after insert or update of status or delete on auth.mfa_factors
  for each row execute function privado.al_cambiar_factor();

-- Whether an account has a password; accounts of other services have none.
create function privado.tiene_contrasena(p_usuario uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where id = p_usuario and coalesce(encrypted_password, '') <> '');
$$;

-- Whether the form of a new app asks for the password.
create function public.tengo_contrasena() returns boolean
language sql stable security definer set search_path = '' as $$
  select privado.puede_actuar() and privado.tiene_contrasena(auth.uid());
$$;
grant execute on function public.tengo_contrasena() to authenticated;

-- A new app needs the password, even if the request goes straight to Supabase Auth: otherwise a stolen session could
-- lock out the owner.
create function public.permitir_segundo_factor(p_contrasena text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_correcta boolean;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not privado.tiene_contrasena(auth.uid()) then return jsonb_build_object('ok', true); end if;
  v_correcta := privado.contrasena_propia(p_contrasena);
  if v_correcta is null then return privado.rechazo('demasiados_intentos'); end if;
  if not v_correcta then return privado.rechazo('contrasena_incorrecta'); end if;
  insert into public.permisos as p (user_id, tipo, hasta)
  values (auth.uid(), 'segundo_factor', now() + interval '1 minute')
  on conflict (user_id, tipo) do update set hasta = excluded.hasta;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.permitir_segundo_factor(text) to authenticated;

-- Auth adds apps unverified; a verified one was inserted by the operator of the database. Its name appears in lists and
-- mails.
create function privado.exigir_permiso_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if char_length(new.friendly_name) > 100 then
    raise exception 'the name of the app is too long' using errcode = 'program_limit_exceeded';
  end if;
  if not privado.tiene_contrasena(new.user_id) then return new; end if;
  delete from public.permisos where user_id = new.user_id and tipo = 'segundo_factor' and hasta > now();
  if not found then raise exception 'the password was not asked for' using errcode = 'insufficient_privilege'; end if;
  return new;
end
$$;
create trigger exigir_permiso_factor before insert on auth.mfa_factors for each row
  when (new.status::text <> 'verified') execute function privado.exigir_permiso_factor();

-- Called by Supabase Auth with every code of an app (hook `mfa_verification_attempt`). After ten wrong ones in 15
-- minutes the right one is refused too. A typed code is tried with each app of the account.
create function privado.gancho_segundo_paso(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario text := event ->> 'user_id';
  v_apps integer := (select count(*) from auth.mfa_factors
    where user_id = v_usuario::uuid and status::text = 'verified');
  v_dentro boolean := privado.contar_intento('segundo_paso', v_usuario, 10 * greatest(v_apps, 1), '15 minutes');
begin
  -- Auth refuses a wrong code itself; `reject` would end the owner's sessions.
  if not (event ->> 'valid')::boolean then return jsonb_build_object('decision', 'continue'); end if;
  if v_dentro then
    perform privado.devolver_intento('segundo_paso', v_usuario);
    return jsonb_build_object('decision', 'continue');
  end if;
  -- The refusal reveals that the code was right, so the window restarts: the code expires before it ends.
  update public.intentos set desde = clock_timestamp() where tipo = 'segundo_paso' and clave = v_usuario;
  return jsonb_build_object('decision', 'reject', 'message', 'Too many wrong codes');
end
$$;

do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant execute on function privado.gancho_segundo_paso(jsonb) to supabase_auth_admin;
  end if;
end
$$;

-- The hash of a normalised code.
create function privado.huella_codigo(p_usuario uuid, p_codigo text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(p_usuario::text || upper(regexp_replace(p_codigo, '[^A-Za-z0-9]', '', 'g')), 'UTF8'));
$$;

-- Creates ten codes, shown once; earlier ones become invalid.
create function public.crear_codigos_recuperacion() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_codigos text[];
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if privado.nivel_sesion() <> 'aal2' or not privado.tiene_segundo_factor(v_usuario) then
    return privado.rechazo('segundo_paso');
  end if;
  -- Serialises concurrent calls: the last codes are valid.
  perform 1 from public.usuarios_meta where id = v_usuario for no key update;
  delete from public.codigos_recuperacion where user_id = v_usuario;
  select array_agg(privado.codigo_nuevo()) into v_codigos from generate_series(1, 10);
  insert into public.codigos_recuperacion (user_id, hash)
  select v_usuario, privado.huella_codigo(v_usuario, codigo) from unnest(v_codigos) codigo;
  return jsonb_build_object('ok', true, 'codigos', to_jsonb(v_codigos));
end
$$;
grant execute on function public.crear_codigos_recuperacion() to authenticated;

-- The number of unused codes.
create function public.mis_codigos_recuperacion() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('quedan', count(*)) from public.codigos_recuperacion
  where user_id = auth.uid() and usado_at is null and privado.puede_actuar();
$$;
grant execute on function public.mis_codigos_recuperacion() to authenticated;

-- Uses a code for this session, once: of two concurrent calls one succeeds. Ten wrong ones in 15 minutes, counted here
-- because the publishable key reaches this function past the shop.
create function public.usar_codigo_recuperacion(p_codigo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_quedan integer;
begin
  if v_usuario is null or privado.nivel_sesion() is null or privado.sesion_actual() is null then
    return privado.rechazo('sin_sesion');
  end if;
  if privado.sesion_completa() then return jsonb_build_object('ok', true); end if;
  if not privado.contar_intento('codigo_recuperacion', v_usuario::text, 10, '15 minutes') then
    return privado.rechazo('demasiados_intentos');
  end if;
  update public.codigos_recuperacion set usado_at = now()
  where user_id = v_usuario and hash = privado.huella_codigo(v_usuario, p_codigo) and usado_at is null;
  if not found then return privado.rechazo('codigo_no_valido'); end if;
  perform privado.devolver_intento('codigo_recuperacion', v_usuario::text);
  delete from public.sesiones_recuperadas r
  where r.user_id = v_usuario and not exists (select from auth.sessions s where s.id = r.session_id);
  insert into public.sesiones_recuperadas (session_id, user_id) values (privado.sesion_actual(), v_usuario)
  on conflict (session_id) do nothing;
  select count(*) into v_quedan from public.codigos_recuperacion where user_id = v_usuario and usado_at is null;
  perform privado.avisar_segundo_factor(v_usuario, jsonb_build_object('estado', 'codigo_usado', 'quedan', v_quedan));
  return jsonb_build_object('ok', true, 'quedan', v_quedan);
end
$$;
grant execute on function public.usar_codigo_recuperacion(text) to authenticated;

-- Removes the lost apps in a session with a recovery code, because Auth requires a code of an app for changes.
create function public.retirar_apps_perdidas() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not exists (
    select from public.sesiones_recuperadas where session_id = privado.sesion_actual() and user_id = v_usuario
  ) then
    return privado.rechazo('segundo_paso');
  end if;
  delete from auth.mfa_factors where user_id = v_usuario;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.retirar_apps_perdidas() to authenticated;

-- Support: removes the second factor of somebody without phone and codes, ends their sessions, and notifies them with
-- the reason. Not for oneself.
create function public.admin_quitar_segundo_factor(p_usuario uuid, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_apps integer;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return privado.rechazo('motivo_no_valido');
  end if;
  if p_usuario = auth.uid() then return privado.rechazo('segundo_factor_propio'); end if;
  perform 1 from public.usuarios_meta where id = p_usuario for no key update;
  if not found then return privado.rechazo('usuario_no_existe'); end if;
  select count(*) into v_apps from auth.mfa_factors where user_id = p_usuario and status::text = 'verified';
  if v_apps = 0 then return privado.rechazo('sin_segundo_factor'); end if;
  perform set_config('unstore.motivo_sin_factor', btrim(p_motivo), true);
  delete from auth.mfa_factors where user_id = p_usuario;
  perform set_config('unstore.motivo_sin_factor', '', true);
  delete from auth.refresh_tokens where user_id::text = p_usuario::text;
  delete from auth.sessions where user_id = p_usuario;
  perform privado.anotar('quitar_segundo_factor', 'usuario', p_usuario::text,
    jsonb_build_object('apps', v_apps), jsonb_build_object('apps', 0), btrim(p_motivo));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_quitar_segundo_factor(uuid, text) to authenticated;

-- Whether a person has a second factor, for the panel.
create function public.admin_segundo_factor(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'activo', privado.tiene_segundo_factor(p_usuario));
end
$$;
grant execute on function public.admin_segundo_factor(uuid) to authenticated;

-- The person's own account: identity, data export, deletion.

-- The signed-in person's relation to the products and creators of a page: owned (the oldest valid licence of each
-- kind), saved, followed. Empty before the sign-in is complete and during a ban. The number of ids is limited.
create function public.mi_relacion(
  p_adquiridos uuid[] default '{}', p_favoritos uuid[] default '{}', p_siguiendo uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := case when privado.puede_actuar() and privado.sesion_vigente() then auth.uid() end;
begin
  return jsonb_build_object(
    'adquiridos', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'producto_id', x.producto_id, 'edicion_id', x.edicion_id,
        'origen', x.origen) order by x.lent, x.created_at)
      from (
        select distinct on (a.producto_id, a.edicion_id, a.origen = 'club')
          a.id, a.producto_id, a.edicion_id, a.origen, a.origen = 'club' as lent, a.created_at
        from public.adquisiciones a
        where a.user_id = v_yo and a.producto_id = any (p_adquiridos[1:60]) and a.revocada_at is null
        order by a.producto_id, a.edicion_id, a.origen = 'club', a.created_at
      ) x
    ), '[]'),
    'favoritos', coalesce((
      select jsonb_agg(f.producto_id) from public.favoritos f
      where f.user_id = v_yo and f.producto_id = any (p_favoritos[1:200])
    ), '[]'),
    -- Those of the same products that the person already has, lent ones included.
    'en_biblioteca', coalesce((
      select jsonb_agg(p.id) from unnest(p_favoritos[1:200]) p (id)
      where exists (
        select from public.adquisiciones a
        where a.user_id = v_yo and a.producto_id = p.id and a.revocada_at is null)
    ), '[]'),
    'siguiendo_ids', coalesce((
      select jsonb_agg(fo.following_id) from public.follows fo
      where fo.follower_id = v_yo and fo.following_id = any (p_siguiendo[1:20])
    ), '[]'));
end
$$;
grant execute on function public.mi_relacion(uuid[], uuid[], uuid[]) to authenticated;

-- Identifies a person in one round trip; null if the session has ended or the account is deleted. It includes the
-- relation to the requested products and creators, and its size does not depend on what somebody owns. An incomplete
-- sign-in gets its identity and what is missing.
create function public.quien_soy(
  p_adquiridos uuid[] default '{}', p_favoritos uuid[] default '{}', p_siguiendo uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
  v_completa boolean := privado.sesion_completa();
begin
  if not privado.sesion_vigente() then return null; end if;
  return (select jsonb_build_object(
    'id', u.id, 'display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
    'role', u.role, 'club', u.club, 'reputacion', u.reputacion,
    'banned_until', u.banned_until, 'ban_motivo', u.ban_motivo,
    'mfa_pendiente', not v_completa, 'mfa_activa', privado.tiene_segundo_factor(u.id),
    'aal2', privado.nivel_sesion() is not distinct from 'aal2',
    'uncoins', case when v_completa then u.uncoins else 0 end,
    'avisos', case when v_completa then (
      select count(*) from public.notificaciones n where n.user_id = u.id and n.leida_at is null
    ) + privado.anuncios_sin_ver(u.id) else 0 end,
    -- Counted as listed on their page, each by primary key.
    'favoritos', (
      select count(*) from public.favoritos f where f.user_id = u.id and v_completa
        and (select p.status = 'approved' and not p.oculto from public.productos p where p.id = f.producto_id)
    ),
    'siguiendo', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'display_name', x.display_name, 'avatar_url', x.avatar_url))
      from (
        select c.id, c.display_name, c.avatar_url
        from public.follows fo join public.usuarios_meta c on c.id = fo.following_id
        where fo.follower_id = u.id and v_completa order by fo.created_at desc limit 10
      ) x
    ), '[]'),
    'relacion', public.mi_relacion(p_adquiridos, p_favoritos, p_siguiendo))
  from public.usuarios_meta u where u.id = v_yo and u.borrada_at is null);
end
$$;
grant execute on function public.quien_soy(uuid[], uuid[], uuid[]) to authenticated;

-- Data export of the signed-in person, without secrets (hashes, seals, tokens), notes of staff about others, and the
-- price of received gifts. `tests/db/my-data.test.ts` checks every table that names a person.
create function public.mis_datos() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'cuenta', to_jsonb(u) - 'subscription_id' || jsonb_build_object('email', a.email, 'phone', pr.phone),
    'pedidos', coalesce((select jsonb_agg(case when x.origen = 'regalo' then to_jsonb(x) - 'precio_pagado' else to_jsonb(x) end
      order by x.created_at) from public.adquisiciones x where x.user_id = u.id), '[]'),
    'pagos', coalesce((select jsonb_agg(to_jsonb(x) - 'presupuesto' || jsonb_build_object('lineas', x.presupuesto -> 'lineas')
      order by x.creado_at) from public.pagos x where x.user_id = u.id), '[]'),
    'regalos', coalesce((select jsonb_agg(to_jsonb(x) order by x.creado_at) from public.regalos x
      where x.user_id = u.id or (x.destinatario_id = u.id and x.entregado_at is not null)), '[]'),
    'movimientos_uncoins', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.movimientos_uncoins x where x.user_id = u.id), '[]'),
    'movimientos_ingresos', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.movimientos_ingresos x where x.usuario_id = u.id), '[]'),
    'retiros', coalesce((select jsonb_agg(to_jsonb(x) - 'resuelto_por' order by x.created_at) from public.withdrawals x where x.usuario_id = u.id), '[]'),
    'favoritos', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.favoritos x where x.user_id = u.id), '[]'),
    'siguiendo', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.follows x where x.follower_id = u.id), '[]'),
    'productos', coalesce((select jsonb_agg(to_jsonb(x) - 'busqueda' order by x.created_at) from public.productos x where x.usuario_id = u.id), '[]'),
    'resenas', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.resenas x where x.user_id = u.id), '[]'),
    'reputacion', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.historial_reputacion x where x.user_id = u.id), '[]'),
    'notificaciones', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.notificaciones x where x.user_id = u.id), '[]'),
    'suscripciones', coalesce((select jsonb_agg(to_jsonb(x)) from public.suscripciones x where x.user_id = u.id), '[]'),
    'facturas', coalesce((select jsonb_agg(to_jsonb(x) order by x.emitida_at, x.serie, x.numero) from (
      select f.* from public.pagos p join public.facturas f on f.pago_id = p.id where p.user_id = u.id
      union all
      select f.* from public.cargos_club c join public.facturas f on f.cargo_club_id = c.id where c.user_id = u.id) x), '[]'),
    'reembolsos', coalesce((select jsonb_agg(to_jsonb(x) - array['pedido_por', 'clave', 'error'] order by x.created_at) from public.reembolsos x
      where x.pago_id in (select p.id from public.pagos p where p.user_id = u.id)), '[]'),
    'disputas', coalesce((select jsonb_agg(to_jsonb(x) - 'version' order by x.created_at) from public.disputas x
      where x.pago_id in (select p.id from public.pagos p where p.user_id = u.id)), '[]'),
    'canjes', coalesce((select jsonb_agg(to_jsonb(x) order by x.canjeado_at) from public.codigos_canjes x
      where x.canjeado_por = u.id), '[]'),
    'cupones', coalesce((select jsonb_agg(to_jsonb(x) order by x.creado_at) from public.codigos_cupones x
      where x.creador_id = u.id), '[]'),
    'paginas_club', coalesce((select jsonb_agg(to_jsonb(x) - 'referencia' order by x.created_at) from public.sesiones_club x
      where x.user_id = u.id), '[]'),
    'revisiones', coalesce((select jsonb_agg(to_jsonb(x) - 'decidida_por' order by x.enviada_at) from public.revisiones_producto x
      where x.autor_id = u.id), '[]'),
    'mensajes_revision', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.mensajes_revision x
      where x.autor_id = u.id), '[]'),
    'borradores', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.borradores x
      where x.usuario_id = u.id), '[]'),
    'imagenes', coalesce((select jsonb_agg(to_jsonb(x) - 'blur' order by x.created_at) from public.imagenes_subidas x
      where x.usuario_id = u.id and privado.imagen_llegada(x)), '[]'),
    'licencias', coalesce((select jsonb_agg(jsonb_build_object('pedido_id', a.id, 'clave', k.clave, 'created_at', k.created_at,
      'servidores', coalesce((select jsonb_agg(jsonb_build_object('nombre', v.nombre, 'created_at', v.created_at, 'vista_at', v.vista_at)
        order by v.created_at) from public.activaciones_licencia v where v.licencia_id = k.id), '[]')) order by k.created_at)
      from public.adquisiciones a join public.licencias k on k.adquisicion_id = a.id where a.user_id = u.id), '[]'),
    'llaves', coalesce((select jsonb_agg(to_jsonb(x) - 'huella' order by x.created_at) from public.llaves_api x
      where x.usuario_id = u.id), '[]'),
    'archivos', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.huellas_descarga x
      where x.usuario_id = u.id), '[]'),
    'servidores', coalesce((select jsonb_agg(to_jsonb(x) - array['clave_hash', 'conectados'] order by x.creado_at) from public.servidores x
      where x.usuario_id = u.id), '[]'),
    'webhooks', coalesce((select jsonb_agg(to_jsonb(x) - array['secreto', 'secreto_anterior'] order by x.created_at)
      from public.destinos_webhook x where x.usuario_id = u.id), '[]'),
    'reportes', coalesce((select jsonb_agg(to_jsonb(x) - array['nota', 'resuelto_por'] order by x.created_at) from public.reportes x
      where x.user_id = u.id), '[]'),
    'solicitudes', coalesce((select jsonb_agg(to_jsonb(x) - array['decidida_por', 'creador_id'] || jsonb_build_object('mensajes', (
        select jsonb_agg(jsonb_build_object('de', m.de, 'texto', m.texto, 'created_at', m.created_at) order by m.id)
        from public.mensajes_solicitud m where m.solicitud_id = x.id)) order by x.created_at)
      from public.solicitudes x where x.user_id = u.id), '[]'),
    'mensajes_solicitud', coalesce((select jsonb_agg(to_jsonb(x) - 'autor_id' order by x.id) from public.mensajes_solicitud x
      where x.autor_id = u.id), '[]'),
    'avisos_existencias', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.avisos_existencias x
      where x.user_id = u.id), '[]'),
    'logros', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.logros_usuario x
      where x.user_id = u.id), '[]'),
    'preferencias', (select to_jsonb(x) from public.preferencias_aviso x where x.user_id = u.id),
    'correos', coalesce((select jsonb_agg(to_jsonb(x) - array['clave', 'intentos', 'tomado_hasta', 'ultimo_error'] order by x.id) from public.correos x
      where x.user_id = u.id), '[]'),
    'dispositivos', coalesce((select jsonb_agg(to_jsonb(x) - 'huella' order by x.visto_at) from public.dispositivos x
      where x.user_id = u.id), '[]'),
    'codigos_recuperacion', coalesce((select jsonb_agg(to_jsonb(x) - 'hash' order by x.id) from public.codigos_recuperacion x
      where x.user_id = u.id), '[]'),
    'sesiones_recuperadas', coalesce((select jsonb_agg(to_jsonb(x) - 'session_id' order by x.created_at) from public.sesiones_recuperadas x
      where x.user_id = u.id), '[]'),
    'sesiones', coalesce((select jsonb_agg(jsonb_build_object('created_at', x.created_at, 'refreshed_at', x.refreshed_at,
      'user_agent', x.user_agent, 'ip', x.ip) order by x.created_at) from auth.sessions x
      where x.user_id = u.id), '[]'),
    'sesiones_abiertas', coalesce((select jsonb_agg(to_jsonb(x) - 'session_id' order by x.created_at) from public.sesiones_abiertas x
      where x.user_id = u.id), '[]'),
    'formas_de_entrar', coalesce((select jsonb_agg(jsonb_build_object('provider', x.provider, 'email', x.email,
      'created_at', x.created_at, 'last_sign_in_at', x.last_sign_in_at) order by x.created_at) from auth.identities x
      where x.user_id = u.id), '[]'),
    'segundos_factores', coalesce((select jsonb_agg(jsonb_build_object('nombre', x.friendly_name, 'tipo', x.factor_type,
      'estado', x.status, 'created_at', x.created_at) order by x.created_at) from auth.mfa_factors x
      where x.user_id = u.id), '[]'))
  from public.usuarios_meta u
  join auth.users a on a.id = u.id
  left join public.profiles pr on pr.id = u.id
  where u.id = privado.persona_completa() and u.borrada_at is null;
$$;
grant execute on function public.mis_datos() to authenticated;

-- All that keeps the account from being deleted now.
create function privado.motivos_no_borrar(p_usuario uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when exists (select from public.usuarios_meta where id = p_usuario and role = 'admin') then 'es_admin' end,
    case when exists (
      select from public.suscripciones where user_id = p_usuario and estado in ('activa', 'impagada')) then 'club_activo' end,
    case when exists (
      select from public.withdrawals where usuario_id = p_usuario and estado in ('solicitado', 'en_proceso'))
      then 'retiro_pendiente' end,
    case when exists (
      select from public.pagos where user_id = p_usuario and estado in ('creado', 'pagado', 'en_disputa'))
      then 'pago_en_curso' end
  ], null);
$$;

-- Shown before the password is requested: the obstacles to deleting the account, and whether it sells products.
create function public.antes_de_borrar() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('motivos', to_jsonb(privado.motivos_no_borrar(u.id)), 'productos', exists (
    select from public.productos p where p.usuario_id = u.id and p.category <> 'uncoins' and p.status = 'approved'))
  from public.usuarios_meta u where u.id = privado.persona_completa();
$$;
grant execute on function public.antes_de_borrar() to authenticated;

-- Erases what tells who the person was; payments and orders stay, for the books, on an account without a name, and
-- invoices as they were written: with the name and the address of then. Products leave the shop, and stay with whoever
-- bought them. The caller has locked the account.
create function privado.vaciar_cuenta(p_usuario uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_sello text := left(replace(gen_random_uuid()::text, '-', ''), 10);
begin
  delete from public.follows where p_usuario in (follower_id, following_id);
  delete from public.favoritos where user_id = p_usuario;
  delete from public.notificaciones where user_id = p_usuario;
  delete from public.preferencias_aviso where user_id = p_usuario;
  delete from public.logros_usuario where user_id = p_usuario;
  delete from public.resenas where user_id = p_usuario;
  delete from public.correos where user_id = p_usuario;
  delete from public.registros where correo = (select email from auth.users where id = p_usuario);
  update public.adquisiciones set minecraft_name = 'borrado' where user_id = p_usuario;
  update public.pagos set minecraft_name = 'borrado' where user_id = p_usuario;
  perform privado.cerrar_servidores(p_usuario);
  perform privado.borrar_solicitudes(p_usuario);
  delete from public.sesiones_abiertas where user_id = p_usuario;
  delete from public.borradores where usuario_id = p_usuario;
  delete from public.llaves_api where usuario_id = p_usuario;
  delete from public.destinos_webhook where usuario_id = p_usuario;
  delete from public.sucesos_webhook where usuario_id = p_usuario;
  delete from public.activaciones_licencia v using public.licencias k, public.adquisiciones a
  where k.id = v.licencia_id and a.id = k.adquisicion_id and a.user_id = p_usuario;
  -- Lock order: products, then revisions (as in `resolver_revision`).
  update public.productos set status = 'rejected', disponibilidad = false where usuario_id = p_usuario and category <> 'uncoins';
  update public.revisiones_producto set estado = 'sustituida' where autor_id = p_usuario and estado = 'pendiente';
  update public.profiles set phone = null where id = p_usuario;
  update public.usuarios_meta set display_name = 'Borrado ' || v_sello, username = 'borrado_' || v_sello,
    avatar_url = default, banner_url = default, bio = '', subscription_id = null, borrada_at = now()
  where id = p_usuario;

  update auth.users set email = 'borrado-' || p_usuario || '@cuenta.invalid', encrypted_password = '',
    raw_user_meta_data = '{}', email_change = '', phone = null,
    -- Invalidates links and codes in mailboxes.
    confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change_token_current = '',
    reauthentication_token = ''
  where id = p_usuario;
  -- Only the hosted service has this table.
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens where user_id = $1' using p_usuario;
  end if;
  delete from auth.identities where user_id = p_usuario;
  delete from auth.refresh_tokens where user_id::text = p_usuario::text;
  delete from auth.sessions where user_id = p_usuario;
end
$$;

-- Deletes the caller's account. It requires the password, so that a stolen session cannot do it.
create function public.borrar_mi_cuenta(p_contrasena text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid := auth.uid();
  v_cuenta public.usuarios_meta;
  v_motivo text;
  v_correcta boolean;
begin
  select * into v_cuenta from public.usuarios_meta where id = v_id for update;
  if v_cuenta.id is null or v_cuenta.borrada_at is not null then return privado.rechazo('sin_sesion'); end if;
  v_correcta := privado.contrasena_propia(p_contrasena);
  if v_correcta is null then return privado.rechazo('demasiados_intentos'); end if;
  if not v_correcta then return privado.rechazo('contrasena_incorrecta'); end if;
  v_motivo := (privado.motivos_no_borrar(v_id))[1];
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform privado.vaciar_cuenta(v_id);
  return jsonb_build_object('ok', true, 'display_name', v_cuenta.display_name);
end
$$;
grant execute on function public.borrar_mi_cuenta(text) to authenticated;

-- Deletes an account on request of its owner, with the secret key. The same obstacles apply; the reason is logged.
create function public.borrar_cuenta(p_email text, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid := (select id from auth.users where lower(email) = lower(btrim(p_email)));
  v_cuenta public.usuarios_meta;
  v_obstaculo text;
begin
  if char_length(btrim(coalesce(p_motivo, ''))) not between 3 and 500 then return privado.rechazo('motivo_no_valido'); end if;
  select * into v_cuenta from public.usuarios_meta where id = v_id for update;
  if v_cuenta.id is null or v_cuenta.borrada_at is not null then return privado.rechazo('usuario_no_existe'); end if;
  v_obstaculo := (privado.motivos_no_borrar(v_id))[1];
  if v_obstaculo is not null then return privado.rechazo(v_obstaculo); end if;
  perform privado.vaciar_cuenta(v_id);
  perform privado.anotar('borrar_cuenta', 'usuario', v_id::text, null, jsonb_build_object('borrada', true), btrim(p_motivo));
  return jsonb_build_object('ok', true, 'user_id', v_id);
end
$$;
grant execute on function public.borrar_cuenta(text, text) to service_role;

-- Auth deletes a user softly, as by the dashboard of Supabase: the account is deleted here, or nothing is.
create function privado.al_borrar_usuario() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_obstaculo text := (privado.motivos_no_borrar(new.id))[1];
begin
  if v_obstaculo is not null then
    raise exception 'the account cannot be deleted: %', v_obstaculo using errcode = 'restrict_violation';
  end if;
  perform 1 from public.usuarios_meta where id = new.id for update;
  perform privado.vaciar_cuenta(new.id);
  return null;
end
$$;
create trigger al_borrar_usuario after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function privado.al_borrar_usuario();

-- Deletes factors with the account; an incomplete sign-in cannot delete it.
create function privado.al_borrar_cuenta() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() = new.id and not privado.sesion_completa() then
    raise exception 'the second step of the sign-in is missing' using errcode = '42501';
  end if;
  delete from auth.mfa_factors where user_id = new.id;
  return null;
end
$$;
create trigger al_borrar_cuenta after update of borrada_at on public.usuarios_meta
  for each row when (old.borrada_at is null and new.borrada_at is not null)
  execute function privado.al_borrar_cuenta();

-- Audit log of staff. Append-only.

create table public.auditoria (
  id bigint generated always as identity primary key,
  actor_id uuid references public.usuarios_meta (id) on delete restrict,
  accion text not null,
  objeto_tipo text not null,
  objeto_id text not null,
  antes jsonb,
  despues jsonb,
  motivo text,
  created_at timestamptz not null default now()
);
create index auditoria_objeto_idx on public.auditoria (objeto_tipo, objeto_id, created_at desc);
create index auditoria_actor_id_idx on public.auditoria (actor_id, created_at desc);
create index auditoria_created_at_idx on public.auditoria (created_at desc, id);
create index auditoria_accion_idx on public.auditoria (accion, created_at desc, id desc);
create index auditoria_tipo_idx on public.auditoria (objeto_tipo, created_at desc, id desc);

alter table public.auditoria enable row level security;
grant select on public.auditoria to authenticated, service_role;
create policy auditoria_select on public.auditoria for select to authenticated using ((select privado.es_admin()));
create policy auditoria_segundo_paso on public.auditoria as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.auditoria
  for each statement execute function privado.prohibir_cambio();

-- Logs an act of the signed-in person, unless nothing changed.
create function privado.anotar(
  p_accion text, p_tipo text, p_id text, p_antes jsonb, p_despues jsonb, p_motivo text default null
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.auditoria (actor_id, accion, objeto_tipo, objeto_id, antes, despues, motivo)
  select auth.uid(), p_accion, p_tipo, p_id, p_antes, p_despues, p_motivo where p_antes is distinct from p_despues or p_antes is null;
$$;

-- The acts of admins on one object, newest first.
create function public.admin_actos(p_tipo text, p_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'actos', coalesce((
    select jsonb_agg(jsonb_build_object('id', x.id, 'accion', x.accion, 'antes', x.antes, 'despues', x.despues,
      'motivo', x.motivo, 'created_at', x.created_at,
      'actor', (select a.display_name from public.usuarios_meta a where a.id = x.actor_id)) order by x.id desc)
    from (select * from public.auditoria where objeto_tipo = p_tipo and objeto_id = p_id
      order by created_at desc, id desc limit 50) x), '[]'));
end
$$;
grant execute on function public.admin_actos(text, text) to authenticated;

-- The fields of an object that differ from another state.
create function privado.lo_cambiado(p_de jsonb, p_otro jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(p_de) e where e.value is distinct from p_otro -> e.key;
$$;

-- The current name of an act's object; null if it is gone or has none.
create function privado.nombre_objeto(p_tipo text, p_id text) returns text
language sql stable security definer set search_path = '' as $$
  select case p_tipo
    when 'usuario' then (select u.display_name from public.usuarios_meta u where u.id = privado.leer_uuid(p_id))
    when 'producto' then (select p.nombre from public.productos p where p.id = privado.leer_uuid(p_id))
    when 'cupon' then (select c.codigo from public.codigos_cupones c where c.id = privado.leer_uuid(p_id))
    when 'pago' then (select p.presupuesto ->> 'nombre' from public.pagos p where p.id = privado.leer_uuid(p_id))
    when 'retiro' then (select u.display_name from public.withdrawals w join public.usuarios_meta u on u.id = w.usuario_id
      where w.id = privado.leer_uuid(p_id))
  end;
$$;

-- One page of the audit log for `admin_listar`: `buscar` is the id of an object or of a person, `filtro` the kind of
-- object, then `accion`, and the days `desde` and `hasta` in Spain.
create function privado.pagina_auditoria(f jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_clave text := coalesce(f ->> 'clave', f ->> 'momento');
  v_sube boolean := coalesce((f ->> 'ascendente')::boolean, false);
  v_donde text[] := '{}'::text[];
  v_filas jsonb;
begin
  if coalesce(nullif(f ->> 'orden', ''), 'fecha') <> 'fecha' then return privado.rechazo('datos_no_validos'); end if;
  if f ->> 'filtro' <> '' then v_donde := v_donde || format('x.objeto_tipo = %L', f ->> 'filtro'); end if;
  if f ->> 'accion' <> '' then v_donde := v_donde || format('x.accion = %L', f ->> 'accion'); end if;
  if f ->> 'desde' <> '' then v_donde := v_donde || format('x.created_at >= %L', privado.inicio_del_dia((f ->> 'desde')::date)); end if;
  if f ->> 'hasta' <> '' then v_donde := v_donde || format('x.created_at < %L', privado.inicio_del_dia((f ->> 'hasta')::date + 1)); end if;
  if v_buscar is not null then
    v_donde := v_donde || '(x.objeto_id = $2 or x.actor_id = any ($3))'::text;
  end if;
  if v_clave is not null then
    v_donde := v_donde || format('x.created_at %1$s= %2$L::timestamptz and (x.created_at, x.id) %1$s (%2$L::timestamptz, %3$L::bigint)',
      case when v_sube then '>' else '<' end, v_clave, f ->> 'id');
  end if;
  execute format($q$select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'momento', r.created_at, 'clave', r.created_at,
      'datos', jsonb_build_object('accion', r.accion, 'objeto_tipo', r.objeto_tipo, 'objeto_id', r.objeto_id,
        'antes', r.antes, 'despues', r.despues, 'antes_texto', r.antes::text, 'despues_texto', r.despues::text,
        'motivo', r.motivo, 'actor_id', r.actor_id, 'objeto', privado.nombre_objeto(r.objeto_tipo, r.objeto_id),
        'actor', (select u.display_name from public.usuarios_meta u where u.id = r.actor_id)))
      order by r.created_at %2$s, r.id %2$s), '[]')
    from (select * from public.auditoria x where %1$s order by x.created_at %2$s, x.id %2$s limit $1) r$q$,
    coalesce(nullif(array_to_string(v_donde, ' and '), ''), 'true'), case when v_sube then 'asc' else 'desc' end)
  into v_filas
  using least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001), lower(v_buscar),
    case when v_buscar is not null then privado.personas_llamadas(v_buscar) end;
  return jsonb_build_object('ok', true, 'filas', v_filas);
end
$$;

-- Roles, bans and reputation.

-- Only admins change roles, and the last admin cannot be demoted. The reason is logged.
create function public.cambiar_rol(p_usuario uuid, p_rol text, p_motivo text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes text;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_rol is null or p_rol not in ('user', 'moderador', 'admin') then return privado.rechazo('rol_no_valido'); end if;
  -- Serialises admins who demote each other: the second one is the last.
  perform 1 from public.usuarios_meta where role = 'admin' order by id for no key update;
  select role into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes is null then return privado.rechazo('usuario_no_existe'); end if;
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if v_antes = 'admin' and p_rol <> 'admin'
    and (select count(*) from public.usuarios_meta where role = 'admin') = 1 then
    return privado.rechazo('ultimo_admin');
  end if;
  if v_antes <> p_rol then
    update public.usuarios_meta set role = p_rol where id = p_usuario;
    perform privado.anotar('cambiar_rol', 'usuario', p_usuario::text,
      jsonb_build_object('role', v_antes), jsonb_build_object('role', p_rol), nullif(btrim(p_motivo), ''));
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cambiar_rol(uuid, text, text) to authenticated;

-- Makes the first admin, with the secret key.
create function public.nombrar_admin(p_email text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := (select id from auth.users where lower(email) = lower(btrim(p_email)));
begin
  if v_usuario is null then return privado.rechazo('usuario_no_existe'); end if;
  update public.usuarios_meta set role = 'admin' where id = v_usuario and role <> 'admin';
  if found then
    perform privado.anotar('nombrar_admin', 'usuario', v_usuario::text, null, jsonb_build_object('role', 'admin'));
  end if;
  return jsonb_build_object('ok', true, 'user_id', v_usuario);
end
$$;
grant execute on function public.nombrar_admin(text) to service_role;

-- Bans a person to the end of a day, or permanently. Not for oneself and other admins.
create function public.vetar(p_usuario uuid, p_hasta date, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
  v_fin timestamptz := coalesce(privado.fin_del_dia(p_hasta), 'infinity');
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return privado.rechazo('motivo_no_valido');
  end if;
  if v_fin <= now() then return privado.rechazo('fecha_no_valida'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return privado.rechazo('usuario_no_existe'); end if;
  if p_usuario = auth.uid() or v_antes.role = 'admin' then return privado.rechazo('es_admin'); end if;
  update public.usuarios_meta set banned_until = v_fin, ban_motivo = btrim(p_motivo)
  where id = p_usuario;
  perform privado.anotar('vetar', 'usuario', p_usuario::text,
    jsonb_build_object('banned_until', v_antes.banned_until, 'ban_motivo', v_antes.ban_motivo),
    jsonb_build_object('banned_until', v_fin, 'ban_motivo', btrim(p_motivo)), btrim(p_motivo));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.vetar(uuid, date, text) to authenticated;

-- Ends a ban early.
create function public.levantar_veto(p_usuario uuid, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return privado.rechazo('usuario_no_existe'); end if;
  if v_antes.banned_until is null then return jsonb_build_object('ok', true); end if;
  update public.usuarios_meta set banned_until = null, ban_motivo = null where id = p_usuario;
  perform privado.anotar('levantar_veto', 'usuario', p_usuario::text,
    jsonb_build_object('banned_until', v_antes.banned_until, 'ban_motivo', v_antes.ban_motivo), null,
    nullif(btrim(p_motivo), ''));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.levantar_veto(uuid, text) to authenticated;

create table public.historial_reputacion (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  antes text not null,
  despues text not null,
  motivo text not null check (char_length(motivo) between 3 and 500),
  created_at timestamptz not null default now()
);
create index historial_reputacion_user_id_idx on public.historial_reputacion (user_id, created_at desc);

alter table public.historial_reputacion enable row level security;
grant select on public.historial_reputacion to authenticated, service_role;
create policy historial_reputacion_select on public.historial_reputacion for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy historial_reputacion_segundo_paso on public.historial_reputacion as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- The rank of a reputation, from the worst.
create function privado.nivel_reputacion(p_reputacion text) returns integer
language sql immutable set search_path = '' as $$
  select array_position(array['deshabilitado', 'mala', 'neutra', 'buena'], p_reputacion);
$$;
-- Used by an index on accounts, so roles that update their account need execute.
grant execute on function privado.nivel_reputacion(text) to authenticated, service_role;

-- Only a worse reputation counts as an infraction. Not for oneself.
create function public.cambiar_reputacion(p_usuario uuid, p_reputacion text, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
  v_motivo text := btrim(coalesce(p_motivo, ''));
  v_empeora boolean;
  v_id bigint;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if privado.nivel_reputacion(p_reputacion) is null then return privado.rechazo('datos_no_validos'); end if;
  if char_length(v_motivo) not between 3 and 500 then return privado.rechazo('motivo_no_valido'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return privado.rechazo('usuario_no_existe'); end if;
  if p_usuario = auth.uid() then return privado.rechazo('es_suya'); end if;
  if v_antes.reputacion = p_reputacion then return jsonb_build_object('ok', true); end if;
  v_empeora := privado.nivel_reputacion(p_reputacion) < privado.nivel_reputacion(v_antes.reputacion);
  update public.usuarios_meta set reputacion = p_reputacion,
    infracciones = infracciones + v_empeora::integer,
    ultima_infraccion = case when v_empeora then now() else ultima_infraccion end
  where id = p_usuario;
  insert into public.historial_reputacion (user_id, antes, despues, motivo)
  values (p_usuario, v_antes.reputacion, p_reputacion, v_motivo) returning id into v_id;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (p_usuario, 'reputacion', 'reputacion:' || v_id,
    jsonb_build_object('antes', v_antes.reputacion, 'despues', p_reputacion, 'motivo', v_motivo));
  perform privado.anotar('cambiar_reputacion', 'usuario', p_usuario::text,
    jsonb_build_object('reputacion', v_antes.reputacion), jsonb_build_object('reputacion', p_reputacion), v_motivo);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cambiar_reputacion(uuid, text, text) to authenticated;

-- The signed-in person's reputation, with the last changes and their reasons.
create function public.mi_reputacion() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('reputacion', u.reputacion, 'infracciones', u.infracciones,
    'ultima_infraccion', u.ultima_infraccion, 'cambios', coalesce((
      select jsonb_agg(jsonb_build_object('antes', h.antes, 'despues', h.despues, 'motivo', h.motivo,
        'created_at', h.created_at) order by h.created_at desc)
      from (select * from public.historial_reputacion where user_id = u.id order by created_at desc limit 10) h
    ), '[]'))
  from public.usuarios_meta u where u.id = privado.persona_completa();
$$;
grant execute on function public.mi_reputacion() to authenticated;

-- Products and their parts. Visitors cannot read the columns with files.

create table public.productos (
  id uuid primary key default gen_random_uuid(),
  nombre text not null check (char_length(nombre) between 1 and 80),
  nombre_en text check (char_length(nombre_en) between 1 and 80),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  precio numeric(10, 2) not null check (precio between 0 and 100000),
  oferta numeric(10, 2) check (oferta > 0 and oferta <= precio),
  portada_url text not null,
  portada_blur text,
  banner_url text,
  banner_blur text,
  club_only boolean not null default false,
  reserva boolean not null default false,
  fecha_lanzamiento date,
  "DLC" boolean not null default false,
  base_id uuid references public.productos (id) on delete set null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  visitas integer not null default 0 check (visitas >= 0),
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  destacado boolean not null default false,
  disponibilidad boolean not null default true,
  stock boolean not null default true,
  unidades integer check (unidades >= 0),
  recuentos integer not null default 0,
  adquirido integer not null default 0 check (adquirido >= 0),
  acerca_de text not null default '',
  acerca_de_en text,
  descripcion text not null default '',
  descripcion_en text,
  desarrollador text,
  publisher text,
  generos text[] not null default '{}',
  tamano_aproximado text,
  aviso_legal text,
  aviso_legal_en text,
  video_trailer text check (privado.video_valido(video_trailer)),
  imagenes text[] not null default '{}',
  category text not null check (category in ('plugin', 'serie', 'dlc', 'evento', 'uncoins')),
  descargable boolean not null default true,
  download_link text,
  uncoins integer check (uncoins > 0),
  oculto boolean not null default false,
  busqueda text generated always as (
    privado.normalizar(nombre) || coalesce('|' || privado.normalizar(nombre_en), '')
  ) stored,
  created_at timestamptz not null default now(),
  valoracion_media numeric(3, 2),
  valoraciones integer not null default 0 check (valoraciones >= 0),
  -- Few ratings say little: each product begins with ten of 3.5 stars, and fewer than three count as none.
  puntuacion numeric(6, 4) not null generated always as (
    case when valoraciones >= 3 then round((valoracion_media * valoraciones + 35) / (valoraciones + 10), 4) else 0 end
  ) stored,
  actualizado_at timestamptz not null default now(),
  publicado_at timestamptz,
  compatibles text[] not null default '{}',
  oferta_fija numeric(10, 2),
  archivado_at timestamptz,
  disponible_al_archivar boolean,
  constraint productos_compatibles_check check (privado.versiones_validas(compatibles)),
  constraint productos_download_link_check check (privado.enlace_valido(download_link)),
  constraint productos_imagenes_check check (privado.imagen_valida(portada_url) and privado.imagen_valida(banner_url)
    and privado.imagenes_validas(imagenes)),
  constraint productos_blur_check check (privado.blur_valido(portada_blur) and privado.blur_valido(banner_blur)),
  check ((category = 'uncoins') = (uncoins is not null))
);
comment on column public.productos.recuentos is 'how often its units were counted anew: what was sold before is not in them';
comment on column public.productos.puntuacion is 'by which lists put the best rated first; 0 without enough ratings';
comment on column public.productos.actualizado_at is 'when its newest version came, or the product itself';
comment on column public.productos.publicado_at is 'when it was first approved';
comment on column public.productos.compatibles is 'versions of the game that it works with';
comment on column public.productos.oferta is 'what it costs now below its price: the offer without dates, or the one whose dates it is';
comment on column public.productos.oferta_fija is 'the offer without dates';
comment on column public.productos.disponible_al_archivar is 'of one that is archived: its availability when it comes back';
comment on column public.productos.archivado_at is 'since when its creator sells it no longer; who bought it keeps it';
create index productos_visitas_idx on public.productos (visitas desc, id) where status = 'approved' and not oculto;
create index productos_recientes_idx on public.productos (created_at desc, id) where status = 'approved' and not oculto;
create index productos_categoria_idx on public.productos (category, created_at desc, id)
  where status = 'approved' and not oculto;
create index productos_destacados_idx on public.productos (visitas desc, id)
  where status = 'approved' and not oculto and destacado;
create index productos_usuario_id_idx on public.productos (usuario_id, status, created_at desc);
create index productos_de_creador_idx on public.productos (usuario_id)
  include (id, visitas, status, created_at, nombre, nombre_en)
  where not oculto;
create index productos_ocultos_idx on public.productos (usuario_id, id) where oculto;
create index productos_base_id_idx on public.productos (base_id);
create index productos_download_link_idx on public.productos (download_link) where download_link is not null;
create index productos_precio_idx on public.productos (least(oferta, precio), id)
  where status = 'approved' and not oculto;
create index productos_categoria_precio_idx on public.productos (category, least(oferta, precio), id)
  where status = 'approved' and not oculto;
create index productos_categoria_visitas_idx on public.productos (category, visitas desc, id)
  where status = 'approved' and not oculto;
create index productos_ofertas_idx on public.productos (visitas desc, id)
  where status = 'approved' and not oculto and oferta < precio;
create index productos_gratis_idx on public.productos (visitas desc, id)
  where status = 'approved' and not oculto and least(oferta, precio) = 0;
create index productos_club_idx on public.productos (visitas desc, id)
  where status = 'approved' and not oculto and club_only;
create index productos_mas_vendidos_idx on public.productos (adquirido desc, id) where status = 'approved' and not oculto;
create index productos_categoria_vendidos_idx on public.productos (category, adquirido desc, id)
  where status = 'approved' and not oculto;
create index productos_puntuacion_idx on public.productos (puntuacion desc, id) where status = 'approved' and not oculto;
create index productos_categoria_puntuacion_idx on public.productos (category, puntuacion desc, id)
  where status = 'approved' and not oculto;
create index productos_actualizados_idx on public.productos (actualizado_at desc, id)
  where status = 'approved' and not oculto;
create index productos_categoria_actualizados_idx on public.productos (category, actualizado_at desc, id)
  where status = 'approved' and not oculto;
create index productos_estrenos_idx on public.productos (fecha_lanzamiento)
  where status = 'approved' and not oculto and reserva;
create index productos_vendidos_idx on public.productos (id) where status = 'approved' and not oculto and adquirido >= 5;
create index productos_created_at_idx on public.productos (created_at desc, id desc);
create index productos_nombre_trgm_idx on public.productos using gin (nombre extensions.gin_trgm_ops);

alter table public.productos enable row level security;
grant select (id, nombre, nombre_en, slug, precio, oferta, portada_url, portada_blur, banner_url, banner_blur,
  club_only, reserva, fecha_lanzamiento, "DLC", base_id, status, visitas, usuario_id, destacado, disponibilidad,
  stock, unidades, adquirido, acerca_de, acerca_de_en, descripcion, descripcion_en, desarrollador, publisher, generos,
  compatibles, tamano_aproximado, aviso_legal, aviso_legal_en, video_trailer, imagenes, category, descargable, uncoins, oculto, busqueda,
  created_at, valoracion_media, valoraciones, puntuacion, actualizado_at,
  publicado_at, archivado_at)
  on public.productos to anon, authenticated;
grant select on public.productos to service_role;
-- Parts of a product have the visibility of the product.
create policy productos_select_public on public.productos for select to anon using (status = 'approved');
create policy productos_segundo_paso on public.productos as restrictive for select to authenticated
  using (status = 'approved' or (select privado.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.productos
  for each statement execute function privado.exigir_sesion_completa();

create table public.ediciones (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  nombre text not null check (char_length(nombre) between 1 and 40),
  nombre_en text check (char_length(nombre_en) between 1 and 40),
  precio numeric(10, 2) not null check (precio between 0 and 100000),
  oferta numeric(10, 2) check (oferta > 0 and oferta <= precio),
  reserva boolean not null default false,
  download_link text,
  portada_url text,
  portada_blur text,
  orden integer not null default 0,
  retirada boolean not null default false,
  incluye text not null default '' check (char_length(incluye) <= 600),
  incluye_en text check (char_length(incluye_en) <= 600),
  fecha_lanzamiento date,
  oferta_fija numeric(10, 2),
  constraint ediciones_download_link_check check (privado.enlace_valido(download_link)),
  constraint ediciones_portada_check check (privado.imagen_valida(portada_url) and privado.blur_valido(portada_blur)),
  unique (id, producto_id)
);
comment on column public.ediciones.incluye is 'what it adds to the product, a line for each thing';
comment on column public.ediciones.fecha_lanzamiento is 'of a reservation of its own; null: the date of the product';
comment on column public.ediciones.retirada is 'taken out by its creator, kept for those who bought it or have a code';
create index ediciones_producto_id_idx on public.ediciones (producto_id, orden);
create index ediciones_download_link_idx on public.ediciones (download_link) where download_link is not null;
create unique index ediciones_nombre_key on public.ediciones (producto_id, nombre) where not retirada;

alter table public.ediciones enable row level security;
grant select (id, producto_id, nombre, nombre_en, precio, oferta, reserva, portada_url, portada_blur, orden, retirada, incluye,
  incluye_en, fecha_lanzamiento)
  on public.ediciones to anon, authenticated;
grant select on public.ediciones to service_role;
create policy ediciones_select on public.ediciones for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id));

create table public.imagenes_producto (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  edicion_id uuid,
  url text not null,
  es_portada boolean not null default false,
  orden integer not null default 0,
  ancho integer check (ancho > 0),
  alto integer check (alto > 0),
  blur text,
  constraint imagenes_producto_url_check check (privado.imagen_valida(url) and privado.blur_valido(blur)),
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete cascade
);
create index imagenes_producto_producto_id_idx on public.imagenes_producto (producto_id, orden);
create index imagenes_producto_edicion_id_idx on public.imagenes_producto (edicion_id, producto_id);

alter table public.imagenes_producto enable row level security;
grant select on public.imagenes_producto to anon, authenticated, service_role;
create policy imagenes_producto_select on public.imagenes_producto for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id));

create table public.bundles (
  id uuid primary key default gen_random_uuid(),
  nombre text not null check (char_length(nombre) between 1 and 80),
  nombre_en text,
  descripcion text not null default '',
  descripcion_en text,
  precio numeric(10, 2) not null check (precio between 0 and 100000),
  oferta numeric(10, 2) check (oferta > 0 and oferta <= precio),
  producto_id uuid references public.productos (id) on delete cascade,
  orden integer not null default 0
);
comment on column public.bundles.producto_id is 'in whose form its creator manages it; null for a bundle of the shop';
create index bundles_producto_id_idx on public.bundles (producto_id, orden);

alter table public.bundles enable row level security;
grant select on public.bundles to anon, authenticated, service_role;
create policy bundles_select on public.bundles for select to anon, authenticated using (true);

create table public.bundles_productos (
  bundle_id uuid not null references public.bundles (id) on delete cascade,
  producto_id uuid not null references public.productos (id) on delete restrict,
  primary key (bundle_id, producto_id)
);
create index bundles_productos_producto_id_idx on public.bundles_productos (producto_id);

alter table public.bundles_productos enable row level security;
grant select on public.bundles_productos to anon, authenticated, service_role;
create policy bundles_productos_select on public.bundles_productos for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id));

create table public.favoritos (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  producto_id uuid not null references public.productos (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, producto_id)
);
create index favoritos_user_id_idx on public.favoritos (user_id, created_at desc);
create index favoritos_producto_usuario_idx on public.favoritos (producto_id, user_id);

alter table public.favoritos enable row level security;
grant select on public.favoritos to authenticated, service_role;
grant insert (user_id, producto_id), delete on public.favoritos to authenticated;
create policy favoritos_select on public.favoritos for select to authenticated using (user_id = (select auth.uid()));
create policy favoritos_insert on public.favoritos for insert to authenticated
  with check (user_id = (select auth.uid()) and (select privado.puede_actuar()));
create policy favoritos_delete on public.favoritos for delete to authenticated
  using (user_id = (select auth.uid()) and (select privado.puede_actuar()));
create policy favoritos_segundo_paso on public.favoritos as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- The id of a product in any state, so that a purchase can be refused with its reason.
create function public.id_de_producto(p_slug text) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.productos where slug = p_slug;
$$;
grant execute on function public.id_de_producto(text) to anon, authenticated;

-- Whether a reservation is not released yet. Without a date it is unknown.
create function privado.espera_lanzamiento(p_producto public.productos, p_edicion public.ediciones) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(p_edicion.reserva, p_producto.reserva)
    and coalesce(p_edicion.fecha_lanzamiento, p_producto.fecha_lanzamiento, 'infinity') > privado.hoy();
$$;

-- Normalises an offer: capped at the price; 0 is null.
create function privado.oferta_con_tope(p_oferta numeric, p_precio numeric) returns numeric
language sql immutable set search_path = '' as $$
  select nullif(least(coalesce(p_oferta, 0), p_precio), 0);
$$;

-- Why nobody can buy a product, or null.
create function privado.motivo_no_venta(p_producto public.productos) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_producto.id is null then 'no_existe'
    when p_producto.status = 'pending' then 'pendiente'
    when p_producto.status = 'rejected' then 'rechazado'
    when not p_producto.disponibilidad then 'no_disponible'
    when not p_producto.stock or p_producto.unidades = 0 then 'sin_stock'
  end;
$$;

-- Price history, to compare an offer with the lowest price of the 30 days before it.

create table public.historial_precios (
  id bigint generated always as identity primary key,
  producto_id uuid references public.productos (id) on delete cascade,
  edicion_id uuid references public.ediciones (id) on delete cascade,
  bundle_id uuid references public.bundles (id) on delete cascade,
  precio numeric(10, 2) not null,
  oferta numeric(10, 2),
  desde timestamptz not null default now(),
  articulo_id uuid generated always as (coalesce(bundle_id, edicion_id, producto_id)) stored,
  check (num_nonnulls(producto_id, bundle_id) = 1)
);
comment on column public.historial_precios.articulo_id is
  'what has the price; a column, because an index on the expression is of no use behind a policy';
create index historial_precios_producto_id_idx on public.historial_precios (producto_id, edicion_id, desde desc);
create index historial_precios_edicion_id_idx on public.historial_precios (edicion_id);
create index historial_precios_bundle_id_idx on public.historial_precios (bundle_id, desde desc);
create index historial_precios_articulo_id_idx on public.historial_precios (articulo_id, desde desc, id desc);

alter table public.historial_precios enable row level security;
grant select on public.historial_precios to anon, authenticated, service_role;
create policy historial_precios_select on public.historial_precios for select to anon, authenticated
  using (bundle_id is not null or exists (select from public.productos p where p.id = producto_id));

-- The start of a price: now, or the moment at which an offer began or ended by its dates.
create function privado.momento_de_precio(p_ahora timestamptz default now()) returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('tienda.momento_de_precio', true), '')::timestamptz, p_ahora);
$$;

-- Adds a row for a changed price. The time is read after locking the product, because of two transactions the one that
-- began first may commit last.
create function privado.anotar_precio_de_producto() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or (new.precio, new.oferta) is distinct from (old.precio, old.oferta) then
    insert into public.historial_precios (producto_id, precio, oferta, desde)
    values (new.id, new.precio, new.oferta, privado.momento_de_precio(clock_timestamp()));
  end if;
  return new;
end
$$;
create trigger anotar_precio after insert or update of precio, oferta on public.productos
  for each row execute function privado.anotar_precio_de_producto();

create function privado.anotar_precio_de_edicion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or (new.precio, new.oferta) is distinct from (old.precio, old.oferta) then
    insert into public.historial_precios (producto_id, edicion_id, precio, oferta, desde)
    values (new.producto_id, new.id, new.precio, new.oferta, privado.momento_de_precio(clock_timestamp()));
  end if;
  return new;
end
$$;
create trigger anotar_precio after insert or update of precio, oferta on public.ediciones
  for each row execute function privado.anotar_precio_de_edicion();

create function privado.anotar_precio_de_bundle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or (new.precio, new.oferta) is distinct from (old.precio, old.oferta) then
    insert into public.historial_precios (bundle_id, precio, oferta, desde)
    values (new.id, new.precio, new.oferta, privado.momento_de_precio(clock_timestamp()));
  end if;
  return new;
end
$$;
create trigger anotar_precio after insert or update of precio, oferta on public.bundles
  for each row execute function privado.anotar_precio_de_bundle();

-- The lowest price in the 30 days before the current price began; null if there was none. Of older prices only the one
-- that was valid at their start is read.
create function privado.precio_minimo_reciente(
  p_producto uuid, p_edicion uuid default null, p_bundle uuid default null
) returns numeric
language sql stable set search_path = '' as $$
  with de_hoy as (
    select h.id, h.desde, h.desde - interval '30 days' as inicio from public.historial_precios h
    where h.articulo_id = coalesce(p_bundle, p_edicion, p_producto)
    order by h.desde desc, h.id desc limit 1
  )
  select least((
      select min(least(h.oferta, h.precio)) from public.historial_precios h
      where h.articulo_id = coalesce(p_bundle, p_edicion, p_producto)
        and h.desde > (select inicio from de_hoy) and h.id <> (select id from de_hoy)
    ), (
      select least(h.oferta, h.precio) from public.historial_precios h
      where h.articulo_id = coalesce(p_bundle, p_edicion, p_producto)
        and h.desde <= (select inicio from de_hoy)
      order by h.desde desc, h.id desc limit 1));
$$;
grant execute on function privado.precio_minimo_reciente(uuid, uuid, uuid) to anon, authenticated;

-- The lowest prices of 30 days for a product and its editions on offer.
create function public.precios_minimos(p_producto uuid) returns table (edicion_id uuid, importe numeric)
language sql stable set search_path = '' as $$
  select null::uuid, privado.precio_minimo_reciente(p.id) from public.productos p
  where p.id = p_producto and p.oferta < p.precio
  union all
  select e.id, privado.precio_minimo_reciente(p_producto, e.id) from public.ediciones e
  where e.producto_id = p_producto and e.oferta < e.precio;
$$;
grant execute on function public.precios_minimos(uuid) to anon, authenticated;

-- Current offers, most viewed first: products below the lowest price of the 30 days before, with that price.
create function public.ofertas_actuales(p_limite integer default 48) returns table (id uuid, minimo numeric)
language sql stable security definer set search_path = '' as $$
  select p.id, m.importe
  from (
    select id, oferta, precio, visitas from public.productos
    where status = 'approved' and not oculto and oferta < precio
    order by visitas desc, id limit 500
  ) p
  cross join lateral (select privado.precio_minimo_reciente(p.id) as importe) m
  where p.oferta < coalesce(m.importe, p.precio)
  order by p.visitas desc, p.id limit least(greatest(p_limite, 1), 100);
$$;
grant execute on function public.ofertas_actuales(integer) to anon, authenticated;

-- Full text search with ranking and typo tolerance: exact name, prefix, words in any order, part of a name, one typo
-- per word; then genres and creators. Each product on sale has a card (`fichas_busqueda`), a narrow row with its search
-- words, filters and orders. Cards are partitioned into six levels by views, each with its own index and four times the
-- size of the level above. A search reads level by level until it has enough results: frequent words end in the small
-- levels, and only rare words read the large ones (docs/decisions/0028-search-by-levels.md).

-- All words of names, genres and creators, to correct misspelt ones. Unused words find nothing and prevent corrections
-- until `olvidar_palabras` deletes them.
create table public.palabras_busqueda (
  palabra text primary key check (char_length(palabra) between 3 and 80)
);
create index palabras_busqueda_prefijo_idx on public.palabras_busqueda (palabra text_pattern_ops);
create index palabras_busqueda_trgm_idx on public.palabras_busqueda using gin (palabra extensions.gin_trgm_ops);

alter table public.palabras_busqueda enable row level security;
grant select on public.palabras_busqueda to service_role;

create table public.fichas_busqueda (
  producto_id uuid primary key references public.productos (id) on delete cascade,
  nivel smallint not null default 5 check (nivel between 0 and 5),
  visitas integer not null,
  precio numeric(10, 2) not null,
  created_at timestamptz not null,
  busqueda text not null,
  temas text not null,
  indice tsvector not null
-- Views change often: free space in a page allows HOT updates, which touch no index.
) with (fillfactor = 90);
comment on table public.fichas_busqueda is 'one for each product on sale: what search finds, filters and orders it by';
comment on column public.fichas_busqueda.nivel is 'how early it is looked at: 0 for the 2,000 most viewed, the next has four times as many';
comment on column public.fichas_busqueda.precio is 'what it costs now';
comment on column public.fichas_busqueda.busqueda is 'normalised names, Spanish then English, with a bar between them';
comment on column public.fichas_busqueda.temas is 'normalised genres and names of its creator, with bars between them';
comment on column public.fichas_busqueda.indice is
  'words of names and topics; ^ their first letters, = a whole name, # genre, @ version, ~ its beginnings, $ other filters';
create index fichas_busqueda_precio_idx on public.fichas_busqueda (precio, producto_id);
create index fichas_busqueda_recientes_idx on public.fichas_busqueda (created_at desc, producto_id);
create index fichas_busqueda_nivel_0_idx on public.fichas_busqueda
  using gin (indice, (replace(busqueda, ' ', '')) extensions.gin_trgm_ops) with (fastupdate = off) where nivel = 0;
create index fichas_busqueda_nivel_1_idx on public.fichas_busqueda
  using gin (indice, (replace(busqueda, ' ', '')) extensions.gin_trgm_ops) with (fastupdate = off) where nivel = 1;
create index fichas_busqueda_nivel_2_idx on public.fichas_busqueda
  using gin (indice, (replace(busqueda, ' ', '')) extensions.gin_trgm_ops) with (fastupdate = off) where nivel = 2;
create index fichas_busqueda_nivel_3_idx on public.fichas_busqueda
  using gin (indice, (replace(busqueda, ' ', '')) extensions.gin_trgm_ops) with (fastupdate = off) where nivel = 3;
create index fichas_busqueda_nivel_4_idx on public.fichas_busqueda
  using gin (indice, (replace(busqueda, ' ', '')) extensions.gin_trgm_ops) with (fastupdate = off) where nivel = 4;
create index fichas_busqueda_nivel_5_idx on public.fichas_busqueda
  using gin (indice, (replace(busqueda, ' ', '')) extensions.gin_trgm_ops) with (fastupdate = off) where nivel = 5;

alter table public.fichas_busqueda enable row level security;
grant select on public.fichas_busqueda to service_role;

-- The level of a product by its rank in views.
create function privado.nivel_de_puesto(p_puesto bigint) returns smallint
language sql immutable set search_path = '' as $$
  select case when p_puesto <= 2000 then 0 when p_puesto <= 10000 then 1 when p_puesto <= 42000 then 2
    when p_puesto <= 170000 then 3 when p_puesto <= 682000 then 4 else 5 end::smallint;
$$;

-- Price brackets by powers of two: 0 for free, 1 up to 1 €, 2 up to 2 €, 3 up to 4 €.
create function privado.tramo_precio(p_precio numeric) returns integer
language sql immutable set search_path = '' as $$
  select width_bucket(p_precio, array[0.01, 1.01, 2.01, 4.01, 8.01, 16.01, 32.01, 64.01, 128.01, 256.01, 512.01, 1024.01]);
$$;

create function privado.nombres_creador(p_usuario uuid) returns text
language sql stable set search_path = '' as $$
  select concat_ws('|', nullif(privado.normalizar(u.display_name), ''), nullif(privado.normalizar(u.username), ''))
  from public.usuarios_meta u where u.id = p_usuario;
$$;

create function privado.temas_de(p_generos text[], p_nombres text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_temas text;
  v_genero text;
begin
  foreach v_genero in array p_generos loop
    v_temas := concat_ws('|', v_temas, nullif(privado.normalizar(v_genero), ''));
  end loop;
  return concat_ws('|', v_temas, nullif(p_nombres, ''));
end
$$;

-- Built without the text parser: words come from `normalizar`, and markers begin with a character that no word has. The
-- first one and two letters of words are words of their own, because a common prefix would have to merge the lists of
-- all its words.
create function privado.indice_de(p public.productos, p_temas text) returns tsvector
language plpgsql stable set search_path = '' as $$
declare
  v_palabras text[] := array_remove(string_to_array(translate(p.busqueda || '|' || p_temas, '|', ' '), ' '), '');
  v_texto text := '';
  v_marcas text[] := array['$' || p.category, '$e' || privado.tramo_precio(least(p.oferta, p.precio))];
  v_uno text;
begin
  for v_orden in 1..cardinality(v_palabras) loop
    v_uno := v_palabras[v_orden];
    v_texto := v_texto || '''' || v_uno || ''':' || least(v_orden, 16000) || ' ';
    v_marcas := v_marcas || array['^' || left(v_uno, 1), '^' || left(v_uno, 2)];
  end loop;
  foreach v_uno in array string_to_array(replace(p.busqueda, ' ', ''), '|') loop
    if v_uno <> '' then v_marcas := v_marcas || ('=' || v_uno); end if;
  end loop;
  foreach v_uno in array p.generos loop
    v_marcas := v_marcas || ('#' || privado.normalizar(left(v_uno, 80)));
  end loop;
  foreach v_uno in array p.compatibles loop
    v_marcas := v_marcas || ('@' || v_uno)
      || array(select '~' || left(v_uno, letras) from generate_series(3, char_length(v_uno)) letras);
  end loop;
  if p.club_only then v_marcas := v_marcas || '$club'::text; end if;
  if p.oferta < p.precio then v_marcas := v_marcas || '$oferta'::text; end if;
  return v_texto::tsvector || array_to_tsvector(v_marcas);
end
$$;

-- Maintains the card of a product, and its words for corrections.
create function privado.anotar_ficha() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_temas text;
begin
  if tg_op = 'UPDATE' and (new.nombre, new.nombre_en, new.generos, new.compatibles, new.usuario_id, new.status, new.oculto,
      new.category, new.precio, new.oferta, new.club_only, new.created_at) is not distinct from (old.nombre, old.nombre_en,
      old.generos, old.compatibles, old.usuario_id, old.status, old.oculto, old.category, old.precio, old.oferta,
      old.club_only, old.created_at) then
    if new.visitas <> old.visitas then
      update public.fichas_busqueda set visitas = new.visitas where producto_id = new.id;
    end if;
    return null;
  end if;
  if new.status <> 'approved' or new.oculto then
    delete from public.fichas_busqueda where producto_id = new.id;
    return null;
  end if;
  v_temas := privado.temas_de(new.generos, privado.nombres_creador(new.usuario_id));
  insert into public.fichas_busqueda (producto_id, visitas, precio, created_at, busqueda, temas, indice)
  values (new.id, new.visitas, least(new.oferta, new.precio), new.created_at, new.busqueda, v_temas,
    privado.indice_de(new, v_temas))
  on conflict (producto_id) do update set visitas = excluded.visitas, precio = excluded.precio,
    created_at = excluded.created_at, busqueda = excluded.busqueda, temas = excluded.temas, indice = excluded.indice;
  insert into public.palabras_busqueda (palabra)
  select distinct w.palabra from regexp_split_to_table(
    privado.normalizar(new.nombre) || ' ' || privado.normalizar(new.nombre_en) || ' ' || replace(v_temas, '|', ' '), ' ') w(palabra)
  where char_length(w.palabra) between 3 and 80
  order by w.palabra
  on conflict do nothing;
  return null;
end
$$;
create trigger anotar_ficha after insert or update on public.productos
  for each row execute function privado.anotar_ficha();

-- Updates the cards of a renamed creator. Products are locked first, so that concurrent changes are included.
create function privado.indexar_creador() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.productos where usuario_id = new.id order by id for no key update;
  with nuevas as (
    select p.id, t.temas, privado.indice_de(p, t.temas) as indice from public.productos p
    cross join lateral privado.temas_de(p.generos, privado.nombres_creador(new.id)) t(temas) where p.usuario_id = new.id
  )
  update public.fichas_busqueda f set temas = n.temas, indice = n.indice from nuevas n where f.producto_id = n.id;
  insert into public.palabras_busqueda (palabra)
  select distinct w.palabra
  from regexp_split_to_table(privado.normalizar(new.display_name) || ' ' || privado.normalizar(new.username), ' ') w(palabra)
  where char_length(w.palabra) between 3 and 80
    and exists (select from public.fichas_busqueda f join public.productos p on p.id = f.producto_id where p.usuario_id = new.id)
  order by w.palabra
  on conflict do nothing;
  return null;
end
$$;
create trigger indexar_creador after update of display_name, username on public.usuarios_meta for each row
  when ((new.display_name, new.username) is distinct from (old.display_name, old.username))
  execute function privado.indexar_creador();

-- Rebuilds all cards with their levels, for products that were inserted without triggers (migration, restore).
create function privado.rehacer_fichas() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_fichas integer;
begin
  delete from public.fichas_busqueda;
  with creadores as materialized (select u.id, privado.nombres_creador(u.id) as nombres from public.usuarios_meta u
    where exists (select from public.productos p where p.usuario_id = u.id))
  insert into public.fichas_busqueda (producto_id, nivel, visitas, precio, created_at, busqueda, temas, indice)
  select p.id, privado.nivel_de_puesto(row_number() over (order by p.visitas desc, p.id)), p.visitas,
    least(p.oferta, p.precio), p.created_at, p.busqueda, t.temas, privado.indice_de(p, t.temas)
  from public.productos p join creadores c on c.id = p.usuario_id
  cross join lateral privado.temas_de(p.generos, c.nombres) t(temas)
  where p.status = 'approved' and not p.oculto
  order by p.visitas desc, p.id;
  get diagnostics v_fichas = row_count;
  insert into public.palabras_busqueda (palabra)
  select distinct w.palabra from public.fichas_busqueda f
  cross join lateral regexp_split_to_table(f.busqueda || '|' || f.temas, '[ |]') w(palabra)
  where char_length(w.palabra) between 3 and 80
  order by w.palabra
  on conflict do nothing;
  return v_fichas;
end
$$;

-- Moves cards to the level of their views, once a day, or until none is left. A card in a wrong level is still found;
-- its views count imprecisely only above a thousand results.
create function public.repartir_fichas(p_limite integer default 2000) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_quien uuid := gen_random_uuid();
  v_movidas integer;
begin
  if not public.tomar_turno('niveles de busqueda', v_quien, 86400) then return 0; end if;
  with puestos as (
    select f.producto_id, f.nivel,
      privado.nivel_de_puesto(row_number() over (order by f.visitas desc, f.producto_id)) as suyo
    from public.fichas_busqueda f
  ), fuera as (
    select producto_id, suyo from puestos where nivel <> suyo order by suyo limit greatest(coalesce(p_limite, 2000), 1)
  )
  update public.fichas_busqueda f set nivel = x.suyo from fuera x where f.producto_id = x.producto_id;
  get diagnostics v_movidas = row_count;
  if v_movidas >= greatest(coalesce(p_limite, 2000), 1) then
    perform public.dejar_turno('niveles de busqueda', v_quien);
  end if;
  return v_movidas;
end
$$;
grant execute on function public.repartir_fichas(integer) to service_role;

-- Whether a product on sale has this word in its names, genres or creator.
create function privado.palabra_en_uso(p_palabra text) returns boolean
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  v_hallada boolean;
begin
  for v_nivel in 0..5 loop
    -- The level is a literal, because each has its own index.
    execute format('select exists (select from public.fichas_busqueda f where f.nivel = %s and f.indice @@ %L::tsquery)',
      v_nivel, format('''%s''', p_palabra)) into v_hallada;
    exit when v_hallada;
  end loop;
  return v_hallada;
end
$$;

-- Deletes unused words, checking a number of words after `p_despues` up to `p_hasta`. Returns the last checked one in
-- `hasta`, null at the end. Cards are written before their words, so under a lock on words every product either has its
-- card or will add its words later.
create function public.olvidar_palabras(p_despues text, p_hasta text, p_limite integer) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s' as $$
declare
  v_limite constant integer := least(greatest(coalesce(p_limite, 1000), 1), 5000);
  v_miradas text[] := array(select p.palabra from public.palabras_busqueda p
    where p.palabra > coalesce(p_despues, '') and (p_hasta is null or p.palabra <= p_hasta)
    order by p.palabra limit v_limite);
  v_sobran text[] := array(select w from unnest(v_miradas) w where not privado.palabra_en_uso(w));
  v_olvidadas integer := 0;
begin
  if v_sobran <> '{}' then
    begin
      lock table public.palabras_busqueda in share row exclusive mode;
      delete from public.palabras_busqueda p where p.palabra = any (v_sobran) and not privado.palabra_en_uso(p.palabra);
      get diagnostics v_olvidadas = row_count;
    exception when lock_not_available then null; -- They are looked at again another day.
    end;
  end if;
  return jsonb_build_object('olvidadas', v_olvidadas,
    'hasta', case when cardinality(v_miradas) = v_limite then v_miradas[v_limite] end);
end
$$;
grant execute on function public.olvidar_palabras(text, text, integer) to service_role;

create function privado.letras_ordenadas(p_texto text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(letra, '' order by letra) from regexp_split_to_table(p_texto, '') letra;
$$;

-- Known words with the same beginning but for one letter: wrong, missing, superfluous, or transposed.
create function privado.corregir_palabra(p_palabra text) returns text[]
language sql stable security definer
set search_path = '' set pg_trgm.word_similarity_threshold = '0.2' as $$
  select array(
    select v.palabra from public.palabras_busqueda v
    cross join lateral (select left(v.palabra, char_length(p_palabra)) as inicio) i
    where p_palabra operator(extensions.<%) v.palabra and (
      extensions.levenshtein_less_equal(p_palabra, i.inicio, 1) <= 1
      or extensions.levenshtein_less_equal(p_palabra, left(v.palabra, char_length(p_palabra) + 1), 1) <= 1
      or extensions.levenshtein_less_equal(p_palabra, left(v.palabra, char_length(p_palabra) - 1), 1) <= 1
      or (extensions.levenshtein_less_equal(p_palabra, i.inicio, 2) = 2
        and privado.letras_ordenadas(p_palabra) = privado.letras_ordenadas(i.inicio)))
    order by extensions.word_similarity(p_palabra, v.palabra) desc, v.palabra limit 12);
$$;

-- Parses a search: each word as a prefix, or corrected if no word has that prefix. Versions such as 1.21 or v1.8 are
-- game versions or parts of a name.
create function privado.entender_busqueda(p_texto text, out consulta tsquery, out texto text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_version constant text := '(?:^|(?<=[^a-z0-9.]))v?([0-9]+(?:\.[0-9]+)+)(?![a-z0-9])';
  v_bruto text := lower(left(p_texto, 80));
  v_partes text[] := array(
    select format('(''~%s'' | %s)', m[1], (
      select string_agg(case when n.orden = 1 then format('(''%s'' | ''v%s'')', n.numero, n.numero)
        when n.orden = cardinality(string_to_array(m[1], '.')) then format('''%s'':*', n.numero)
        else format('''%s''', n.numero) end, ' <-> ' order by n.orden)
      from unnest(string_to_array(m[1], '.')) with ordinality n(numero, orden)))
    from regexp_matches(v_bruto, v_version, 'g') m);
  v_palabras text[] := '{}'::text[];
  v_palabra text;
  v_conocidas text[];
  v_correcciones text[];
begin
  foreach v_palabra in array
    array_remove(string_to_array(privado.normalizar(regexp_replace(v_bruto, v_version, ' ', 'g')), ' '), '')
  loop
    v_conocidas := '{}'::text[];
    v_correcciones := '{}'::text[];
    if char_length(v_palabra) >= 3 then
      v_conocidas := array(
        select p.palabra from public.palabras_busqueda p where p.palabra like v_palabra || '%' order by p.palabra limit 9);
      if v_conocidas = '{}' and char_length(v_palabra) >= 4 then
        v_correcciones := privado.corregir_palabra(v_palabra);
      end if;
    end if;
    v_palabras := v_palabras || coalesce(v_correcciones[1], v_palabra);
    -- A few words are listed: the index intersects lists at once, but merges all words of a prefix.
    v_partes := v_partes || coalesce(
      (select '(' || string_agg(format('''%s''', c), ' | ') || ')'
        from unnest(case when cardinality(v_conocidas) < 9 then v_conocidas || v_correcciones end) c),
      format(case when char_length(v_palabra) <= 2 then '''^%s''' else '''%s'':*' end, v_palabra));
  end loop;
  consulta := array_to_string(v_partes, ' & ')::tsquery;
  texto := array_to_string(v_palabras, ' ');
end
$$;

-- Finds cards by a condition on `fichas_busqueda f`, most viewed first, up to a limit. The condition comes from
-- `condicion_busqueda`, whose values are quoted with %L.
create function privado.hallar_fichas(p_condicion text, p_limite integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  v_halladas uuid[] := '{}'::uuid[];
  v_de_nivel uuid[];
begin
  for v_nivel in 0..5 loop
    execute format('select array(select f.producto_id from public.fichas_busqueda f where f.nivel = %s and (%s)
      order by f.visitas desc, f.producto_id limit %s)', v_nivel, p_condicion, p_limite - cardinality(v_halladas)) into v_de_nivel;
    v_halladas := v_halladas || v_de_nivel;
    exit when cardinality(v_halladas) >= p_limite;
  end loop;
  return v_halladas;
end
$$;

-- The condition of a search and its filters on `fichas_busqueda f`; null if nothing can match. Parts of names are
-- searched if whole words find little. Filters are words of the index, so that it intersects two frequent ones without
-- reading rows; `exacta` matches the exact name.
create function privado.condicion_busqueda(
  p_texto text, p_categoria text, p_precio_max numeric, p_gratis boolean, p_club boolean, p_oferta boolean,
  p_genero text, p_version text, out condicion text, out exacta text, out consulta tsquery, out texto text, out parte text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_marcas tsquery := nullif(concat_ws(' & ',
    '''#' || nullif(privado.normalizar(left(p_genero, 80)), '') || '''',
    case when p_version is not null and privado.versiones_validas(array[p_version]) then format('''@%s''', p_version) end,
    '''$' || regexp_replace(p_categoria, '[^a-z]', '', 'g') || '''',
    case when p_gratis then '''$e0''' when p_precio_max is not null then
      (select '(' || string_agg(format('''$e%s''', n), ' | ') || ')'
        from generate_series(0, privado.tramo_precio(least(p_precio_max, 100000))) n) end,
    case when p_club then '''$club''' end,
    case when p_oferta then '''$oferta''' end), '')::tsquery;
  -- An expression, so that the price index is not used: the price brackets leave few rows.
  v_precio text := case when p_precio_max is not null and not p_gratis
    then format(' and f.precio + 0 <= %L::numeric', p_precio_max) else '' end;
  v_marcado text := case when v_marcas is null then '' else format(' and f.indice @@ %L::tsquery', v_marcas) end;
  v_exacta tsquery;
  v_pocos constant integer := 24;
begin
  if p_texto is null then
    condicion := format('f.indice @@ %L::tsquery', v_marcas) || v_precio;
    return;
  end if;
  parte := replace(privado.normalizar(left(p_texto, 80)), ' ', '');
  if parte = '' then return; end if;
  select e.consulta, e.texto into consulta, texto from privado.entender_busqueda(p_texto) e;
  v_exacta := (select string_agg(distinct format('''=%s''', n), ' | ') from unnest(array[replace(texto, ' ', ''), parte]) n)::tsquery;
  exacta := format('f.indice @@ %L::tsquery', v_exacta) || v_marcado || v_precio;
  consulta := consulta || v_exacta;
  if char_length(parte) >= 3
    and cardinality(privado.hallar_fichas(format('f.indice @@ %L::tsquery', consulta), v_pocos)) < v_pocos then
    condicion := format('(f.indice @@ %L::tsquery or replace(f.busqueda, '' '', '''') like %L)', consulta, '%' || parte || '%')
      || v_marcado || v_precio;
  else
    condicion := format('f.indice @@ %L::tsquery', consulta) || v_marcado || v_precio;
  end if;
end
$$;

-- The order of a list for an `f` with `producto_id` and what it is ordered by: sort key, order, and condition after a
-- cursor. `columna` names what only products have, not their cards.
create function privado.orden_busqueda(
  p_orden text, p_clave numeric, p_id uuid, out clave text, out orden text, out despues text, out columna text
)
language plpgsql immutable set search_path = '' as $$
begin
  case p_orden
    when 'precio_asc' then
      clave := 'f.precio';
      orden := 'f.precio, f.producto_id';
      despues := format('f.precio >= %1$L::numeric and (f.precio > %1$L::numeric or f.producto_id > %2$L)', p_clave, p_id);
    when 'precio_desc' then
      clave := 'f.precio';
      orden := 'f.precio desc, f.producto_id desc';
      despues := format('f.precio <= %1$L::numeric and (f.precio < %1$L::numeric or f.producto_id < %2$L)', p_clave, p_id);
    when 'nuevos' then
      clave := '(extract(epoch from f.created_at) * 1000000)::bigint::numeric';
      orden := 'f.created_at desc, f.producto_id';
      despues := format('f.created_at <= %1$L::timestamptz and (f.created_at < %1$L::timestamptz or f.producto_id > %2$L)',
        timestamptz '1970-01-01 00:00:00+00' + p_clave * interval '1 microsecond', p_id);
    when 'actualizados' then
      columna := 'actualizado_at';
      clave := '(extract(epoch from f.actualizado_at) * 1000000)::bigint::numeric';
      orden := 'f.actualizado_at desc, f.producto_id';
      despues := format('f.actualizado_at <= %1$L::timestamptz
          and (f.actualizado_at < %1$L::timestamptz or f.producto_id > %2$L)',
        timestamptz '1970-01-01 00:00:00+00' + p_clave * interval '1 microsecond', p_id);
    else
      columna := case p_orden when 'vendidos' then 'adquirido' when 'valorados' then 'puntuacion' else 'visitas' end;
      clave := format('f.%I::numeric', columna);
      orden := format('f.%I desc, f.producto_id', columna);
      despues := format('f.%3$I <= %1$L::numeric and (f.%3$I < %1$L::numeric or f.producto_id > %2$L)', p_clave, p_id, columna);
  end case;
  if p_id is null then despues := 'true'; end if;
end
$$;

-- The filters without text, genre and version: a condition on `productos p`, which has indexes for them.
create function privado.condicion_catalogo(
  p_categoria text, p_precio_max numeric, p_gratis boolean, p_club boolean, p_oferta boolean
) returns text
language sql immutable set search_path = '' as $$
  select 'p.status = ''approved'' and not p.oculto'
    || case when p_categoria is not null then format(' and p.category = %L', p_categoria) else '' end
    || case when p_gratis then ' and least(p.oferta, p.precio) = 0'
      when p_precio_max is not null then format(' and least(p.oferta, p.precio) <= %L::numeric', p_precio_max) else '' end
    || case when p_club then ' and p.club_only' else '' end
    || case when p_oferta then ' and p.oferta < p.precio' else '' end;
$$;

-- Whether a list needs the cards.
create function privado.busca_en_fichas(p_texto text, p_genero text, p_version text) returns boolean
language sql immutable set search_path = '' as $$
  select p_texto is not null or privado.normalizar(left(p_genero, 80)) <> ''
    or (p_version is not null and privado.versiones_validas(array[p_version]));
$$;

-- One page of a search, or of the catalogue without a text, with filters and order. By relevance, the thousand most
-- viewed results are ranked, and a hundred exact names. Conditions and orders come from `condicion_busqueda`,
-- `condicion_catalogo` and `orden_busqueda`: fixed expressions, and values quoted with %L.
create function public.buscar_productos(
  p_texto text default null,
  p_categoria text default null,
  p_precio_max numeric default null,
  p_gratis boolean default false,
  p_club boolean default false,
  p_orden text default 'relevancia',
  p_cursor text default null,
  p_limite integer default 24,
  p_oferta boolean default false,
  p_genero text default null,
  p_version text default null
) returns table (
  id uuid, nombre text, nombre_en text, slug text, precio numeric, oferta numeric, portada_url text,
  portada_blur text, club_only boolean, reserva boolean, category text, fecha_lanzamiento date, compatibles text[],
  valoracion_media numeric, valoraciones integer, adquirido integer, usuarios_meta jsonb, "cursor" text
)
language plpgsql stable rows 24 security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  v_limite integer := least(greatest(coalesce(p_limite, 24), 1), 100);
  v_a_la_vista constant integer := 2000;
  v_clave numeric;
  v_id uuid;
  q record;
  o record;
  v_por text := 'public.fichas_busqueda';
  v_ids uuid[];
  v_claves numeric[];
begin
  -- The cursor is sort key and id of the last row; an invalid one starts from the beginning.
  if p_cursor ~ '^-?[0-9]{1,18}(\.[0-9]{1,6})?_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    v_clave := split_part(p_cursor, '_', 1)::numeric;
    v_id := split_part(p_cursor, '_', 2)::uuid;
  end if;
  select * into o from privado.orden_busqueda(p_orden, v_clave, v_id);

  if not privado.busca_en_fichas(p_texto, p_genero, p_version) then
    execute format('select array_agg(y.producto_id), array_agg(y.clave) from (
        select f.producto_id, %s as clave from (
          select p.id as producto_id, least(p.oferta, p.precio) as precio, p.created_at, p.visitas, p.adquirido,
            p.puntuacion, p.actualizado_at
          from public.productos p where %s) f
        where %s order by %s limit %s) y',
      o.clave, privado.condicion_catalogo(p_categoria, p_precio_max, p_gratis, p_club, p_oferta),
      o.despues, o.orden, v_limite) into v_ids, v_claves;
  else
    select * into q from privado.condicion_busqueda(p_texto, p_categoria, p_precio_max, coalesce(p_gratis, false),
      coalesce(p_club, false), coalesce(p_oferta, false), p_genero, p_version);
    if q.condicion is null then return; end if;
    if q.texto is not null and not coalesce(p_orden in ('precio_asc', 'precio_desc', 'nuevos', 'populares', 'vendidos',
      'valorados', 'actualizados'), false) then
      v_ids := privado.hallar_fichas(q.condicion, 1000);
      execute format($q$
        select array_agg(y.producto_id), array_agg(y.clave) from (
          select s.producto_id, s.clave from (
            select f.producto_id, round(case
                when '|' || f.busqueda || '|' like '%%|' || %2$L || '|%%' then 100
                when '|' || replace(f.busqueda, ' ', '') || '|' like any (array['%%|' || %3$L || '|%%', '%%|' || %4$L || '|%%'])
                  then 95
                when '|' || f.busqueda like '%%|' || %2$L || '%%' then 80
                when '|' || replace(f.busqueda, ' ', '') like '%%|' || %4$L || '%%' then 75
                when '|' || f.temas || '|' like '%%|' || %2$L || '|%%' then 70
                when f.indice @@ %5$L::tsquery then 60
                else 40
              end + least(f.visitas, 999999) / 1000000.0, 6) as clave
            from public.fichas_busqueda f where f.producto_id = any (%1$L::uuid[])
          ) s where %6$s order by s.clave desc, s.producto_id limit %7$s) y$q$,
        v_ids || case when cardinality(v_ids) < 1000 then '{}'::uuid[] else privado.hallar_fichas(q.exacta, 100) end,
        q.texto, replace(q.texto, ' ', ''), q.parte, q.consulta,
        case when v_id is null then 'true' else
          format('s.clave <= %1$L::numeric and (s.clave < %1$L::numeric or s.producto_id > %2$L)', v_clave, v_id) end,
        v_limite) into v_ids, v_claves;
    else
      -- Frequent results are soon met along the order; rare ones are few enough to sort.
      if o.columna is not null then
        v_por := format('(select c.producto_id, p.%I, c.precio, c.indice, c.busqueda
          from public.productos p join public.fichas_busqueda c on c.producto_id = p.id
          where p.status = ''approved'' and not p.oculto)', o.columna);
      end if;
      if p_orden = 'precio_desc' and (p_gratis or p_precio_max is not null) then
        o.despues := o.despues || format(' and f.precio <= %L::numeric', case when p_gratis then 0 else p_precio_max end);
      end if;
      execute format('select array_agg(y.producto_id), array_agg(y.clave) from (
          select f.producto_id, %1$s as clave from (select f.* from %2$s f where %3$s order by %4$s limit %5$s) f
          where %6$s order by %4$s limit %7$s) y',
        o.clave, v_por, o.despues, o.orden, v_a_la_vista, q.condicion, v_limite) into v_ids, v_claves;
      if coalesce(cardinality(v_ids), 0) < v_limite then
        execute format('with hallados as materialized (%s)
          select array_agg(y.producto_id), array_agg(y.clave) from (
            select f.producto_id, %s as clave from %s f where %s order by %s limit %s) y',
          (select string_agg(format('select f.producto_id, f.precio, f.created_at, f.visitas from public.fichas_busqueda f
            where f.nivel = %s and (%s)', n, q.condicion), ' union all ') from generate_series(0, 5) n),
          o.clave,
          -- Cards have the views, as of the last day among many.
          case when o.columna is null or o.columna = 'visitas' then 'hallados' else format(
            '(select h.producto_id, p.%I from hallados h join public.productos p on p.id = h.producto_id)', o.columna) end,
          o.despues, o.orden, v_limite) into v_ids, v_claves;
      end if;
    end if;
  end if;

  return query
    select p.id, p.nombre, p.nombre_en, p.slug, p.precio, p.oferta, p.portada_url, p.portada_blur, p.club_only, p.reserva,
      p.category, p.fecha_lanzamiento, p.compatibles, p.valoracion_media, p.valoraciones, p.adquirido, (
        select jsonb_build_object('display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
          'role', u.role) from public.usuarios_meta u where u.id = p.usuario_id),
      h.clave || '_' || p.id
    from unnest(v_ids, v_claves) with ordinality h(id, clave, puesto) join public.productos p on p.id = h.id
    order by h.puesto;
end
$$;
grant execute on function public.buscar_productos(
  text, text, numeric, boolean, boolean, text, text, integer, boolean, text, text) to anon, authenticated;

-- Counts the results of a search or filter up to 1,000; 1,001 means more. The condition comes from
-- `condicion_catalogo`, whose values are quoted with %L.
create function public.contar_productos(
  p_texto text default null, p_categoria text default null, p_precio_max numeric default null,
  p_gratis boolean default false, p_club boolean default false, p_oferta boolean default false,
  p_genero text default null, p_version text default null
) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  v_condicion text;
  v_total integer;
begin
  if privado.busca_en_fichas(p_texto, p_genero, p_version) then
    select condicion into v_condicion from privado.condicion_busqueda(p_texto, p_categoria, p_precio_max,
      coalesce(p_gratis, false), coalesce(p_club, false), coalesce(p_oferta, false), p_genero, p_version);
    return case when v_condicion is null then 0 else cardinality(privado.hallar_fichas(v_condicion, 1001)) end;
  end if;
  -- In index order, so that finding the first thousand does not scan the table.
  execute format('select count(*) from (select from public.productos p where %s order by p.visitas desc, p.id limit 1001) x',
    privado.condicion_catalogo(p_categoria, p_precio_max, p_gratis, p_club, p_oferta)) into v_total;
  return v_total;
end
$$;
grant execute on function public.contar_productos(text, text, numeric, boolean, boolean, boolean, text, text)
  to anon, authenticated;

-- Possible filters of the catalogue or a category: genres and versions of its 2,000 most viewed products, most frequent
-- first.
create function public.filtros_catalogo(p_categoria text default null) returns table (tipo text, valor text, productos integer)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
  with vistos as materialized (
    select p.generos, p.compatibles from public.productos p
    where p.status = 'approved' and not p.oculto and (p_categoria is null or p.category = p_categoria)
    order by p.visitas desc, p.id limit 2000
  )
  (select 'genero', mode() within group (order by g), count(*)::integer from vistos v, unnest(v.generos) g
    where privado.normalizar(g) <> '' group by privado.normalizar(g) order by 3 desc, 2 limit 24)
  union all
  (select 'version', x, count(*)::integer from vistos v, unnest(v.compatibles) x
    group by x order by string_to_array(x, '.')::integer[] desc limit 24);
$$;
grant execute on function public.filtros_catalogo(text) to anon, authenticated;

-- The best few results while typing.
create function public.sugerir_productos(p_texto text, p_limite integer default 5)
returns table (slug text, nombre text, nombre_en text, portada_url text, precio numeric, oferta numeric, category text,
  club_only boolean, id uuid)
language sql stable security definer set search_path = '' as $$
  select q.slug, q.nombre, q.nombre_en, q.portada_url, q.precio, q.oferta, q.category, q.club_only, q.id
  from public.buscar_productos(coalesce(p_texto, ''), p_limite => 5) q
  limit least(greatest(p_limite, 1), 5);
$$;
grant execute on function public.sugerir_productos(text, integer) to anon, authenticated;

-- Product views: one per visitor and day.

create table public.visitas_producto (
  producto_id uuid not null references public.productos (id) on delete cascade,
  dia date not null default privado.hoy(),
  visitante text not null check (char_length(visitante) between 16 and 64),
  -- The coarse source: a site, a campaign, or the shop. Null: direct, or unknown.
  fuente text check (fuente ~ '^[a-z0-9][a-z0-9._-]{0,59}$'),
  primary key (producto_id, dia, visitante)
);
create index visitas_producto_dia_idx on public.visitas_producto (producto_id, dia);

alter table public.visitas_producto enable row level security;
grant select on public.visitas_producto to service_role;

-- Records a view. Visitors call it through the shop, which filters robots, hashes the visitor and determines the
-- source. The first source of the day stays.
create function public.registrar_visita(p_slug text, p_visitante text, p_sello text, p_fuente text default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid;
begin
  if not privado.sello_valido(array['visita', p_slug, p_visitante] || array_remove(array[p_fuente], null), p_sello) then
    return privado.rechazo('sello_no_valido');
  end if;
  select id into v_producto from public.productos where slug = p_slug and status = 'approved';
  if v_producto is null then return privado.rechazo('no_existe'); end if;
  -- Views of the creator and the team do not count.
  if exists (select from public.productos where id = v_producto and usuario_id = auth.uid())
    or exists (select from public.usuarios_meta where id = auth.uid() and role <> 'user') then
    return jsonb_build_object('ok', true, 'nueva', false);
  end if;
  insert into public.visitas_producto (producto_id, visitante, fuente) values (v_producto, p_visitante, p_fuente)
  on conflict do nothing;
  if not found then return jsonb_build_object('ok', true, 'nueva', false); end if;
  update public.productos set visitas = visitas + 1 where id = v_producto;
  return jsonb_build_object('ok', true, 'nueva', true);
end
$$;
grant execute on function public.registrar_visita(text, text, text, text) to anon, authenticated;

-- Locks of jobs that must not run twice at once on several nodes.

create table public.turnos (
  trabajo text primary key,
  quien uuid not null,
  hasta timestamptz not null
);

alter table public.turnos enable row level security;

-- Acquires or extends a lock. It expires, so that a dead node blocks nobody.
create function public.tomar_turno(p_trabajo text, p_quien uuid, p_segundos integer) returns boolean
language sql volatile security definer set search_path = '' as $$
  with tomado as (
    insert into public.turnos as t (trabajo, quien, hasta)
    values (p_trabajo, p_quien, clock_timestamp() + make_interval(secs => p_segundos))
    on conflict (trabajo) do update set quien = excluded.quien, hasta = excluded.hasta
      where t.quien = excluded.quien or t.hasta <= clock_timestamp()
    returning 1)
  select exists (select from tomado);
$$;
grant execute on function public.tomar_turno(text, uuid, integer) to service_role;

create function public.dejar_turno(p_trabajo text, p_quien uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.turnos where trabajo = p_trabajo and quien = p_quien;
$$;
grant execute on function public.dejar_turno(text, uuid) to service_role;

-- The outbox of mails, written in the transaction that causes them and sent afterwards.

create table public.correos (
  id bigint generated always as identity primary key,
  clave text not null unique,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  plantilla text not null,
  datos jsonb not null default '{}',
  -- Where it goes, if not to the address of the account.
  direccion text,
  -- When it is of no use any more, such as a link of Auth.
  caduca_at timestamptz,
  estado text not null default 'pendiente' check (estado in ('pendiente', 'enviado', 'fallido', 'caducado')),
  intentos integer not null default 0,
  tomado_hasta timestamptz,
  ultimo_error text,
  created_at timestamptz not null default now(),
  enviado_at timestamptz
);
-- The sending order, as in tomar_correos.
create index correos_por_enviar_idx on public.correos ((plantilla in (
  'producto_nuevo', 'version_nueva', 'reserva', 'favorito', 'existencias', 'anuncio', 'resumen_creador')), id) where estado = 'pendiente';
create index correos_fallidos_idx on public.correos (created_at) where estado in ('fallido', 'caducado');
create index correos_caducan_idx on public.correos (caduca_at) where estado = 'pendiente' and caduca_at is not null;
create index correos_user_id_idx on public.correos (user_id);

alter table public.correos enable row level security;
grant select on public.correos to service_role;

-- The secret of a mail: the token of its link. No role of the API reads it; the sender gets it with the mail, and it is
-- erased once the mail waits no more.
create table public.secretos_correo (
  correo_id bigint primary key references public.correos (id) on delete cascade,
  secreto text not null
);

alter table public.secretos_correo enable row level security;

create function privado.olvidar_secreto_correo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.secretos_correo where correo_id = new.id;
  return null;
end
$$;
create trigger olvidar_secreto_correo after update of estado on public.correos
  for each row when (new.estado <> 'pendiente') execute function privado.olvidar_secreto_correo();

-- Drops mails and notifications to deleted accounts, whoever writes them. It waits for a deletion in progress.
create function privado.callar_a_quien_se_fue() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_borrada timestamptz;
begin
  select borrada_at into v_borrada from public.usuarios_meta where id = new.user_id for key share;
  return case when v_borrada is null then new end;
end
$$;
create trigger callar_a_quien_se_fue before insert on public.correos
  for each row execute function privado.callar_a_quien_se_fue();

-- Writes a mail of a frequent kind: ten a day; further ones are left to notifications and the daily summary.
create function privado.escribir_con_medida(p_usuario uuid, p_plantilla text, p_clave text, p_datos jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.correos (clave, user_id, plantilla, datos)
  select p_clave, p_usuario, p_plantilla, p_datos
  where (select count(*) from public.correos where user_id = p_usuario and plantilla = p_plantilla
    and created_at > now() - interval '1 day') < 10
  on conflict (clave) do nothing;
$$;

-- The cover of the product that a mail is about, or null.
create function privado.portada_de_correo(p_plantilla text, p_datos jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_producto uuid;
begin
  if p_plantilla in ('producto_nuevo', 'favorito', 'existencias') then
    select id into v_producto from public.productos where slug = p_datos ->> 'slug';
  elsif p_plantilla in ('version_nueva', 'canje', 'reserva') then
    select producto_id into v_producto from public.adquisiciones where id = privado.leer_uuid(p_datos ->> 'pedido_id');
  elsif p_plantilla in ('recibo', 'regalo', 'regalo_entregado', 'no_entregado') then
    select producto_id into v_producto from public.pagos where id = privado.leer_uuid(p_datos ->> 'pago_id');
  else
    return null;
  end if;
  return (select nullif(portada_url, '') from public.productos where id = v_producto and category <> 'uncoins');
end
$$;

-- Claims mails for two minutes; those of a dead sender return to the queue. Mails to one person about their acts or
-- money go before mass mails, which may take hours. Those whose link is no longer good are given up.
create function public.tomar_correos(p_limite integer default 20) returns table (
  id bigint, clave text, plantilla text, datos jsonb, idioma text, destinatario text, nombre text, portada text
)
language sql volatile security definer set search_path = '' as $$
  update public.correos set estado = 'caducado' where estado = 'pendiente' and caduca_at <= now();
  with libres as materialized (
    select p.id,
      p.plantilla in ('producto_nuevo', 'version_nueva', 'reserva', 'favorito', 'existencias', 'anuncio', 'resumen_creador') as a_muchos
    from public.correos p
    where p.estado = 'pendiente' and (p.tomado_hasta is null or p.tomado_hasta < now())
    order by a_muchos, p.id limit least(greatest(p_limite, 1), 100) for update skip locked
  ), tomados as (
    update public.correos c set tomado_hasta = now() + interval '2 minutes', intentos = c.intentos + 1
    from libres where c.id = libres.id
    returning c.*, libres.a_muchos
  )
  select t.id, t.clave, t.plantilla,
    case when s.secreto is null then t.datos else t.datos || jsonb_build_object('secreto', s.secreto) end,
    coalesce(t.datos ->> 'idioma', u.idioma), coalesce(t.direccion, a.email::text), u.display_name,
    privado.portada_de_correo(t.plantilla, t.datos)
  from tomados t join public.usuarios_meta u on u.id = t.user_id join auth.users a on a.id = t.user_id
  left join public.secretos_correo s on s.correo_id = t.id
  order by t.a_muchos, t.id;
$$;
grant execute on function public.tomar_correos(integer) to service_role;

-- Retries a failed mail with growing delays, for about two days.
create function public.cerrar_correo(p_id bigint, p_error text default null) returns void
language sql volatile security definer set search_path = '' as $$
  update public.correos set
    estado = case when p_error is null then 'enviado' when intentos >= 16 then 'fallido' else 'pendiente' end,
    enviado_at = case when p_error is null then now() end,
    tomado_hasta = now() + least(interval '1 minute' * power(2, intentos), interval '6 hours'),
    ultimo_error = left(p_error, 500)
  where id = p_id and estado = 'pendiente';
$$;
grant execute on function public.cerrar_correo(bigint, text) to service_role;

-- Notifications in the shop, and mail preferences.

create table public.notificaciones (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  tipo text not null check (tipo in ('producto_nuevo', 'version_nueva', 'regalo', 'reserva', 'reputacion', 'revision',
    'retiro', 'resena', 'respuesta', 'segundo_factor', 'venta', 'seguidores', 'disputa', 'venta_devuelta', 'logro', 'caso',
    'devolucion', 'favorito', 'mensaje_revision', 'marca_fallida', 'solicitud', 'cuarentena')),
  -- The cause, so that nobody is notified twice.
  clave text not null,
  datos jsonb not null default '{}',
  leida_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, clave)
);
create index notificaciones_user_id_idx on public.notificaciones (user_id, id desc);
create index notificaciones_sin_leer_idx on public.notificaciones (user_id) where leida_at is null;

alter table public.notificaciones enable row level security;
grant select on public.notificaciones to authenticated, service_role;
create policy notificaciones_select on public.notificaciones for select to authenticated
  using (user_id = (select auth.uid()));
create policy notificaciones_segundo_paso on public.notificaciones as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger callar_a_quien_se_fue before insert on public.notificaciones
  for each row execute function privado.callar_a_quien_se_fue();

-- Without a row the defaults apply.
create table public.preferencias_aviso (
  user_id uuid primary key references public.usuarios_meta (id) on delete cascade,
  correo_producto_nuevo boolean not null default false,
  correo_version_nueva boolean not null default true,
  correo_resenas boolean not null default true,
  correo_resumen boolean not null default true,
  correo_favoritos boolean not null default false,
  correo_anuncios boolean not null default false,
  -- The start of the last announcement that the person has seen.
  anuncios_vistos timestamptz
);
create index preferencias_correo_anuncios_idx on public.preferencias_aviso (user_id) where correo_anuncios;

alter table public.preferencias_aviso enable row level security;
grant select on public.preferencias_aviso to authenticated, service_role;
create policy preferencias_aviso_select on public.preferencias_aviso for select to authenticated
  using (user_id = (select auth.uid()));
create policy preferencias_aviso_segundo_paso on public.preferencias_aviso as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Marks all current notifications as read.
create function public.marcar_avisos_leidos() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.notificaciones set leida_at = now() where user_id = auth.uid() and leida_at is null;
  perform privado.marcar_anuncios_vistos(auth.uid());
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.marcar_avisos_leidos() to authenticated;

-- Saves mail preferences; null keeps a value. Waiting mails of a disabled kind are not sent.
create function public.guardar_preferencias(
  p_producto_nuevo boolean default null, p_version_nueva boolean default null, p_resenas boolean default null,
  p_resumen boolean default null, p_favoritos boolean default null, p_anuncios boolean default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  insert into public.preferencias_aviso (user_id) values (auth.uid()) on conflict do nothing;
  update public.preferencias_aviso set
    correo_producto_nuevo = coalesce(p_producto_nuevo, correo_producto_nuevo),
    correo_version_nueva = coalesce(p_version_nueva, correo_version_nueva),
    correo_resenas = coalesce(p_resenas, correo_resenas),
    correo_resumen = coalesce(p_resumen, correo_resumen),
    correo_favoritos = coalesce(p_favoritos, correo_favoritos),
    correo_anuncios = coalesce(p_anuncios, correo_anuncios)
  where user_id = auth.uid();
  delete from public.correos where user_id = auth.uid() and estado = 'pendiente' and case plantilla
    when 'producto_nuevo' then not p_producto_nuevo
    when 'version_nueva' then not p_version_nueva
    when 'resena' then not p_resenas
    when 'respuesta' then not p_resenas
    when 'resumen_creador' then not p_resumen
    when 'favorito' then not p_favoritos
    when 'anuncio' then not p_anuncios
  end;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.guardar_preferencias(boolean, boolean, boolean, boolean, boolean, boolean)
  to authenticated;

-- Notifies of achievements earned by buying; a new account needs no notification.
create function privado.avisar_de_logro() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (new.user_id, 'logro', 'logro:' || new.logro, jsonb_build_object('logro', new.logro))
  on conflict (user_id, clave) do nothing;
  return null;
end
$$;
create trigger avisar_de_logro after insert on public.logros_usuario
  for each row when (new.logro <> 'cuenta_creada') execute function privado.avisar_de_logro();

-- Some mails are also notifications, under the same key.
create function privado.avisar_del_correo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_datos jsonb := new.datos;
begin
  if new.plantilla = 'regalo' then
    select jsonb_build_object('nombre', p.presupuesto ->> 'nombre', 'de', u.display_name, 'pedido_id', (
        select a.id from public.adquisiciones a where a.pago_id = p.id order by a.id limit 1), 'regalo_id', p.id)
    into v_datos from public.pagos p join public.usuarios_meta u on u.id = p.user_id
    where p.id = (new.datos ->> 'pago_id')::uuid;
  elsif new.plantilla = 'reserva' then
    select jsonb_build_object('nombre', p.nombre, 'nombre_en', p.nombre_en, 'pedido_id', a.id)
    into v_datos from public.adquisiciones a join public.productos p on p.id = a.producto_id
    where a.id = (new.datos ->> 'pedido_id')::uuid;
  end if;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (new.user_id, new.plantilla, new.clave, coalesce(v_datos, '{}')) on conflict (user_id, clave) do nothing;
  return null;
end
$$;
create trigger avisar_del_correo after insert on public.correos
  for each row when (new.plantilla in ('regalo', 'reserva', 'revision', 'retiro'))
  execute function privado.avisar_del_correo();

-- When a product is published for the first time.
create function privado.al_publicar() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.publicado_at := coalesce(new.publicado_at, now());
  return new;
end
$$;
create trigger al_publicar before insert or update of status on public.productos
  for each row when (new.status = 'approved' and new.publicado_at is null) execute function privado.al_publicar();

-- Notifies followers of a creator's newly published product.
create function privado.avisar_a_seguidores() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  with avisados as (
    insert into public.notificaciones (user_id, tipo, clave, datos)
    select f.follower_id, 'producto_nuevo', 'producto:' || new.id, jsonb_build_object('slug', new.slug,
      'nombre', new.nombre, 'nombre_en', new.nombre_en, 'de', c.display_name)
    from public.follows f join public.usuarios_meta c on c.id = new.usuario_id
    where f.following_id = new.usuario_id
    on conflict (user_id, clave) do nothing
    returning user_id, datos
  )
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'producto:' || new.id || ':' || a.user_id, a.user_id, 'producto_nuevo', a.datos
  from avisados a join public.preferencias_aviso p on p.user_id = a.user_id and p.correo_producto_nuevo
  on conflict (clave) do nothing;
  return null;
end
$$;
create trigger avisar_a_seguidores after update of status on public.productos
  for each row when (new.status = 'approved' and old.publicado_at is null and not new.oculto)
  execute function privado.avisar_a_seguidores();

-- Announcements to everybody, in both languages and for a period: in notifications, over the pages, and by mail to
-- those who want it. One row serves all readers; each person stores only how far they have read, so 200,000 readers
-- cost no writes until they look.

create table public.anuncios (
  id bigint generated always as identity primary key,
  titulo text not null check (char_length(titulo) between 1 and 120),
  titulo_en text not null check (char_length(titulo_en) between 1 and 120),
  texto text not null check (char_length(texto) between 1 and 1000),
  texto_en text not null check (char_length(texto_en) between 1 and 1000),
  enlace text check (enlace ~ '^/([^/\\[:space:]][^\\[:space:]]*)?$' and char_length(enlace) <= 300),
  desde timestamptz not null,
  hasta timestamptz not null,
  en_barra boolean not null default true,
  por_correo boolean not null default false,
  estado text not null default 'borrador' check (estado in ('borrador', 'publicado', 'detenido')),
  -- Start of visibility; later than planned if it was published later.
  inicio timestamptz,
  -- Mails are written up to this person.
  contado_hasta uuid,
  correos integer not null default 0,
  correos_terminados_at timestamptz,
  -- Optimistic lock.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (hasta > desde),
  check (estado = 'borrador' or inicio is not null)
);
create index anuncios_vigentes_idx on public.anuncios (inicio desc) where estado = 'publicado';
create index anuncios_por_escribir_idx on public.anuncios (id)
  where estado = 'publicado' and por_correo and correos_terminados_at is null;

alter table public.anuncios enable row level security;
grant select (id, titulo, titulo_en, texto, texto_en, enlace, desde, hasta, en_barra, estado, inicio)
  on public.anuncios to anon, authenticated;
grant select on public.anuncios to service_role;
create policy anuncios_select on public.anuncios for select to anon, authenticated
  using (estado = 'publicado' and inicio <= now() and hasta > now());

-- The number of unseen announcements. Those from before the account was created do not count.
create function privado.anuncios_sin_ver(p_usuario uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select count(*) from public.anuncios a
    where a.estado = 'publicado' and a.inicio <= now() and a.hasta > now() and a.inicio > (
      select greatest(u.created_at, p.anuncios_vistos)
      from public.usuarios_meta u left join public.preferencias_aviso p on p.user_id = u.id where u.id = p_usuario)
  );
end
$$;

-- Marks all current announcements as seen.
create function privado.marcar_anuncios_vistos(p_usuario uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.preferencias_aviso as p (user_id, anuncios_vistos)
  select p_usuario, max(a.inicio) from public.anuncios a
  where a.estado = 'publicado' and a.inicio <= now() and a.hasta > now() and privado.anuncios_sin_ver(p_usuario) > 0
  having max(a.inicio) is not null
  on conflict (user_id) do update set anuncios_vistos = greatest(p.anuncios_vistos, excluded.anuncios_vistos);
$$;

-- Current announcements for the signed-in person, newest first.
create function public.mis_anuncios() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'titulo', a.titulo, 'titulo_en', a.titulo_en,
    'texto', a.texto, 'texto_en', a.texto_en, 'enlace', a.enlace, 'inicio', a.inicio,
    'visto', a.inicio <= greatest(u.created_at, p.anuncios_vistos)) order by a.inicio desc, a.id desc), '[]')
  from public.usuarios_meta u left join public.preferencias_aviso p on p.user_id = u.id
  cross join lateral (
    select * from public.anuncios x where x.estado = 'publicado' and x.inicio <= now() and x.hasta > now()
    order by x.inicio desc, x.id desc limit 20) a
  where u.id = auth.uid() and privado.puede_actuar();
$$;
grant execute on function public.mis_anuncios() to authenticated;

-- Parses a typed moment in Spanish time, as everywhere in the panel.
create function privado.momento_de(p_texto text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  if p_texto is null or p_texto !~ '^20\d\d-\d\d-\d\dT\d\d:\d\d$' then return null; end if;
  return p_texto::timestamp at time zone 'Europe/Madrid';
exception when datetime_field_overflow then
  return null;
end
$$;

create function privado.momento_escrito(p_momento timestamptz) returns text
language sql stable set search_path = '' as $$
  select to_char(p_momento at time zone 'Europe/Madrid', 'YYYY-MM-DD"T"HH24:MI');
$$;

-- The content of an announcement for the log.
create function privado.anuncio_escrito(p_anuncio public.anuncios) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('titulo', p_anuncio.titulo, 'titulo_en', p_anuncio.titulo_en, 'texto', p_anuncio.texto,
    'texto_en', p_anuncio.texto_en, 'enlace', p_anuncio.enlace, 'desde', p_anuncio.desde, 'hasta', p_anuncio.hasta,
    'en_barra', p_anuncio.en_barra, 'por_correo', p_anuncio.por_correo, 'estado', p_anuncio.estado);
$$;

-- Saves a draft. A published announcement cannot be changed, only stopped.
create function public.admin_guardar_anuncio(p_id bigint, p_version integer, p_datos jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_datos jsonb := privado.leer_json(p_datos);
  v_antes public.anuncios;
  a public.anuncios;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  a.titulo := btrim(v_datos ->> 'titulo');
  a.titulo_en := btrim(v_datos ->> 'titulo_en');
  a.texto := btrim(v_datos ->> 'texto');
  a.texto_en := btrim(v_datos ->> 'texto_en');
  a.enlace := nullif(btrim(v_datos ->> 'enlace'), '');
  a.desde := privado.momento_de(v_datos ->> 'desde');
  a.hasta := privado.momento_de(v_datos ->> 'hasta');
  a.en_barra := (v_datos -> 'en_barra') = 'true';
  a.por_correo := (v_datos -> 'por_correo') = 'true';
  if a.desde is null or a.hasta is null or a.hasta <= a.desde then return privado.rechazo('fechas_no_validas'); end if;
  if p_id is null then
    insert into public.anuncios (titulo, titulo_en, texto, texto_en, enlace, desde, hasta, en_barra, por_correo)
    values (a.titulo, a.titulo_en, a.texto, a.texto_en, a.enlace, a.desde, a.hasta,
      coalesce(a.en_barra, false), coalesce(a.por_correo, false))
    returning * into a;
    perform privado.anotar('crear_anuncio', 'anuncio', a.id::text, null, privado.anuncio_escrito(a));
    return jsonb_build_object('ok', true, 'id', a.id);
  end if;
  select * into v_antes from public.anuncios where id = p_id for update;
  if v_antes.id is null then return privado.rechazo('anuncio_no_encontrado'); end if;
  if v_antes.estado <> 'borrador' then return privado.rechazo('anuncio_publicado'); end if;
  if v_antes.version is distinct from p_version then return privado.rechazo('conflicto'); end if;
  update public.anuncios set titulo = a.titulo, titulo_en = a.titulo_en, texto = a.texto, texto_en = a.texto_en,
    enlace = a.enlace, desde = a.desde, hasta = a.hasta, en_barra = coalesce(a.en_barra, false),
    por_correo = coalesce(a.por_correo, false), version = version + 1
  where id = p_id returning * into a;
  perform privado.anotar('editar_anuncio', 'anuncio', p_id::text, privado.anuncio_escrito(v_antes), privado.anuncio_escrito(a));
  return jsonb_build_object('ok', true, 'id', a.id);
exception when check_violation or not_null_violation then
  return privado.rechazo('anuncio_no_valido');
end
$$;
grant execute on function public.admin_guardar_anuncio(bigint, integer, jsonb) to authenticated;

-- Publishes a draft in the version that its author has seen, from its date on, or now.
create function public.admin_publicar_anuncio(p_id bigint, p_version integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  a public.anuncios;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into a from public.anuncios where id = p_id for update;
  if a.id is null then return privado.rechazo('anuncio_no_encontrado'); end if;
  if a.estado <> 'borrador' then return privado.rechazo('anuncio_publicado'); end if;
  if a.version is distinct from p_version then return privado.rechazo('conflicto'); end if;
  if a.hasta <= clock_timestamp() then return privado.rechazo('fechas_no_validas'); end if;
  update public.anuncios set estado = 'publicado', inicio = greatest(desde, clock_timestamp()), version = version + 1
  where id = p_id;
  perform privado.anotar('publicar_anuncio', 'anuncio', p_id::text, jsonb_build_object('estado', a.estado),
    jsonb_build_object('estado', 'publicado'));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_publicar_anuncio(bigint, integer) to authenticated;

-- Withdraws an announcement: a draft again before its start, stopped for good afterwards. Waiting mails are not sent.
create function public.admin_detener_anuncio(p_id bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  a public.anuncios;
  v_estado text;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into a from public.anuncios where id = p_id for update;
  if a.id is null then return privado.rechazo('anuncio_no_encontrado'); end if;
  if a.estado <> 'publicado' then return privado.rechazo('anuncio_no_publicado'); end if;
  v_estado := case when a.inicio > clock_timestamp() then 'borrador' else 'detenido' end;
  update public.anuncios set estado = v_estado, inicio = case when v_estado = 'detenido' then inicio end,
    version = version + 1
  where id = p_id;
  delete from public.correos where plantilla = 'anuncio' and estado = 'pendiente'
    and (datos ->> 'anuncio')::bigint = p_id;
  perform privado.anotar('detener_anuncio', 'anuncio', p_id::text, jsonb_build_object('estado', a.estado),
    jsonb_build_object('estado', v_estado));
  return jsonb_build_object('ok', true, 'estado', v_estado);
end
$$;
grant execute on function public.admin_detener_anuncio(bigint) to authenticated;

-- Deletes a draft.
create function public.admin_borrar_anuncio(p_id bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  a public.anuncios;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into a from public.anuncios where id = p_id for update;
  if a.id is null then return privado.rechazo('anuncio_no_encontrado'); end if;
  if a.estado <> 'borrador' then return privado.rechazo('anuncio_publicado'); end if;
  delete from public.anuncios where id = p_id;
  perform privado.anotar('borrar_anuncio', 'anuncio', p_id::text, privado.anuncio_escrito(a), null);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_borrar_anuncio(bigint) to authenticated;

-- One page of announcements for the panel, newest first.
create function public.admin_anuncios(p_antes bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'anuncios', coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'titulo', a.titulo, 'titulo_en', a.titulo_en, 'texto', a.texto,
      'texto_en', a.texto_en, 'enlace', a.enlace, 'desde', privado.momento_escrito(a.desde),
      'hasta', privado.momento_escrito(a.hasta), 'en_barra', a.en_barra, 'por_correo', a.por_correo,
      'correos', a.correos, 'version', a.version,
      'estado', case when a.estado <> 'publicado' then a.estado when a.hasta <= now() then 'terminado'
        when a.inicio > now() then 'programado' else 'publicado' end) order by a.id desc)
    from (select * from public.anuncios where p_antes is null or id < p_antes order by id desc limit 50) a), '[]'));
end
$$;
grant execute on function public.admin_anuncios(bigint) to authenticated;

-- The announcements of a moment, for the preview of the home page.
create function public.admin_anuncios_en(p_momento text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_momento constant timestamptz := coalesce(privado.momento_de(p_momento), now());
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'anuncios', coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'titulo', a.titulo, 'titulo_en', a.titulo_en, 'texto', a.texto,
      'texto_en', a.texto_en, 'enlace', a.enlace) order by a.inicio desc, a.id desc)
    from public.anuncios a
    where a.estado = 'publicado' and a.en_barra and a.inicio <= v_momento and a.hasta > v_momento), '[]'));
end
$$;
grant execute on function public.admin_anuncios_en(text) to authenticated;

-- Writes the next announcement mails up to a limit, once per recipient. It stops while many wait to be sent, so that
-- receipts are not delayed. Returns the number of people checked.
create function public.escribir_anuncios(p_limite integer default 1000) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_quedan integer := least(greatest(coalesce(p_limite, 1000), 1), 5000);
  v_mas_correos constant integer := 500;
  v_total integer := 0;
  v_tope integer;
  v_leidos integer;
  v_hasta uuid;
  v_escritos integer;
  a public.anuncios;
begin
  while v_quedan > 0 loop
    select v_mas_correos - count(*) into v_tope from (
      select from public.correos where estado = 'pendiente' and plantilla = 'anuncio' limit v_mas_correos) c;
    exit when v_tope <= 0;
    v_tope := least(v_tope, v_quedan);
    select * into a from public.anuncios
    where estado = 'publicado' and por_correo and correos_terminados_at is null and inicio <= now()
    order by id limit 1 for update skip locked;
    exit when a.id is null;
    if a.hasta <= now() then
      update public.anuncios set correos_terminados_at = now() where id = a.id;
      continue;
    end if;
    with siguientes as materialized (
      select p.user_id from public.preferencias_aviso p
      where p.correo_anuncios and (a.contado_hasta is null or p.user_id > a.contado_hasta)
      order by p.user_id limit v_tope
    ), escritos as (
      insert into public.correos (clave, user_id, plantilla, datos)
      select 'anuncio:' || a.id || ':' || u.id, u.id, 'anuncio', jsonb_build_object('anuncio', a.id, 'usuario', u.id,
        'titulo', a.titulo, 'titulo_en', a.titulo_en, 'texto', a.texto, 'texto_en', a.texto_en, 'enlace', a.enlace)
      from siguientes s join public.usuarios_meta u on u.id = s.user_id
      where u.borrada_at is null and (u.banned_until is null or u.banned_until <= now())
      on conflict (clave) do nothing
      returning 1
    )
    select (select count(*) from siguientes), (select s.user_id from siguientes s order by s.user_id desc limit 1),
      (select count(*) from escritos)
    into v_leidos, v_hasta, v_escritos;
    update public.anuncios set contado_hasta = coalesce(v_hasta, contado_hasta), correos = correos + v_escritos,
      correos_terminados_at = case when v_leidos < v_tope then now() end
    where id = a.id;
    v_quedan := v_quedan - v_leidos;
    v_total := v_total + v_leidos;
  end loop;
  return v_total;
end
$$;
grant execute on function public.escribir_anuncios(integer) to service_role;

-- Unsubscribes a person by the sealed link of a mail, without a sign-in.
create function public.dejar_correos_anuncios(p_usuario uuid, p_sello text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.sello_valido(array['dejar_correos_anuncios', p_usuario::text], p_sello) then
    return privado.rechazo('sello_no_valido');
  end if;
  update public.preferencias_aviso set correo_anuncios = false where user_id = p_usuario and correo_anuncios;
  delete from public.correos where user_id = p_usuario and plantilla = 'anuncio' and estado = 'pendiente';
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.dejar_correos_anuncios(uuid, text) to anon, authenticated;

-- Featured products of the home page: an ordered list with dates. `productos.destacado` says whether a product is on
-- the list, whatever its dates, so that the product form can add and remove it.

create table public.destacados (
  producto_id uuid primary key references public.productos (id) on delete cascade,
  orden integer not null,
  desde timestamptz,
  hasta timestamptz,
  -- Whether the rendered home page includes it.
  mostrado boolean not null default false,
  created_at timestamptz not null default now(),
  check (hasta > desde)
);
create index destacados_orden_idx on public.destacados (orden, producto_id);

alter table public.destacados enable row level security;
grant select on public.destacados to service_role;

-- The featured products of a moment, in order.
create function privado.destacados_en(p_momento timestamptz) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(d.producto_id order by d.orden, d.producto_id), '{}')
  from public.destacados d join public.productos p on p.id = d.producto_id
  where (d.desde is null or d.desde <= p_momento) and (d.hasta is null or d.hasta > p_momento)
    and p.status = 'approved' and not p.oculto;
$$;

-- The current ones, for everybody: planned ones are private.
create function public.destacados_ahora() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select privado.destacados_en(now());
$$;
grant execute on function public.destacados_ahora() to anon, authenticated, service_role;

create function privado.seguir_destacado() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.destacado then
    insert into public.destacados (producto_id, orden)
    select new.id, coalesce(max(orden), 0) + 1 from public.destacados
    on conflict do nothing;
  else
    delete from public.destacados where producto_id = new.id;
  end if;
  return null;
end
$$;
create trigger seguir_destacado_nuevo after insert on public.productos
  for each row when (new.destacado) execute function privado.seguir_destacado();
create trigger seguir_destacado after update of destacado on public.productos
  for each row when (old.destacado is distinct from new.destacado) execute function privado.seguir_destacado();

create function privado.seguir_lista_destacados() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.productos set destacado = tg_op = 'INSERT'
  where id = coalesce(new.producto_id, old.producto_id) and destacado is distinct from (tg_op = 'INSERT');
  return null;
end
$$;
create trigger seguir_lista_destacados after insert or delete on public.destacados
  for each row execute function privado.seguir_lista_destacados();

-- Adds a product at the end of the list, or changes its dates. A missing date means now, or no end.
create function public.admin_destacar(p_slug text, p_desde text, p_hasta text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid;
  v_desde constant timestamptz := privado.momento_de(p_desde);
  v_hasta constant timestamptz := privado.momento_de(p_hasta);
  v_antes jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if (v_desde is null and coalesce(p_desde, '') <> '') or (v_hasta is null and coalesce(p_hasta, '') <> '')
    or v_hasta <= v_desde or v_hasta <= now() then
    return privado.rechazo('fechas_no_validas');
  end if;
  -- Lock order: product, then list, as in the product form.
  select id into v_producto from public.productos
  where slug = p_slug and status = 'approved' and category <> 'uncoins' for no key update;
  if v_producto is null then return privado.rechazo('producto_no_encontrado'); end if;
  lock table public.destacados in share row exclusive mode;
  select jsonb_build_object('desde', desde, 'hasta', hasta) into v_antes
  from public.destacados where producto_id = v_producto;
  if v_antes is null and (select count(*) from public.destacados) >= 24 then
    return privado.rechazo('lista_llena');
  end if;
  insert into public.destacados as d (producto_id, orden, desde, hasta)
  select v_producto, coalesce(max(orden), 0) + 1, v_desde, v_hasta from public.destacados
  on conflict (producto_id) do update set desde = excluded.desde, hasta = excluded.hasta;
  perform privado.anotar('destacar', 'producto', v_producto::text, v_antes,
    jsonb_build_object('desde', v_desde, 'hasta', v_hasta));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_destacar(text, text, text) to authenticated;

-- Removes a product from the list.
create function public.admin_quitar_destacado(p_producto uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  perform from public.productos where id = p_producto for no key update;
  delete from public.destacados where producto_id = p_producto
  returning jsonb_build_object('orden', orden, 'desde', desde, 'hasta', hasta) into v_antes;
  if v_antes is null then return privado.rechazo('producto_no_encontrado'); end if;
  perform privado.anotar('quitar_destacado', 'producto', p_producto::text, v_antes, null);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_quitar_destacado(uuid) to authenticated;

-- Reorders the list, unless the list or its order has changed since it was loaded (`p_base`).
create function public.admin_ordenar_destacados(p_productos uuid[], p_base uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes uuid[];
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  lock table public.destacados in share row exclusive mode;
  select coalesce(array_agg(producto_id order by orden, producto_id), '{}') into v_antes from public.destacados;
  if v_antes is distinct from p_base or (select array_agg(x order by x) from unnest(p_productos) x)
    is distinct from (select array_agg(x order by x) from unnest(v_antes) x) then
    return privado.rechazo('conflicto');
  end if;
  update public.destacados d set orden = x.n
  from unnest(p_productos) with ordinality x(id, n) where d.producto_id = x.id and d.orden <> x.n;
  perform privado.anotar('ordenar_destacados', 'tienda', 'destacados',
    jsonb_build_object('orden', v_antes), jsonb_build_object('orden', p_productos));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_ordenar_destacados(uuid[], uuid[]) to authenticated;

-- The list for the panel, and the featured products of a moment.
create function public.admin_destacados(p_momento text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'en', to_jsonb(privado.destacados_en(coalesce(privado.momento_de(p_momento), now()))),
    'destacados', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'nombre', p.nombre,
        'desde', privado.momento_escrito(d.desde), 'hasta', privado.momento_escrito(d.hasta),
        'estado', case when p.status <> 'approved' or p.oculto then 'oculto' when d.desde > now() then 'programado'
          when d.hasta <= now() then 'terminado' else 'activo' end) order by d.orden, d.producto_id)
      from public.destacados d join public.productos p on p.id = d.producto_id), '[]'));
end
$$;
grant execute on function public.admin_destacados(text) to authenticated;

-- Records begins and ends since the home page was last rendered, and returns their number.
create function public.destacados_por_mostrar() returns integer
language sql volatile security definer set search_path = '' as $$
  with cambiados as (
    update public.destacados d set mostrado = not d.mostrado
    where d.mostrado is distinct from (
      (d.desde is null or d.desde <= now()) and (d.hasta is null or d.hasta > now()))
    returning 1)
  select count(*)::integer from cambiados;
$$;
grant execute on function public.destacados_por_mostrar() to service_role;

-- Offers with dates. A quote uses the offer of its moment; the job writes the shown price when an offer begins or ends,
-- so that the price history has every one of them.

create table public.ofertas (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  edicion_id uuid,
  precio numeric(10, 2) not null check (precio > 0),
  desde timestamptz not null,
  hasta timestamptz not null check (hasta > desde),
  descripcion text not null default '' check (char_length(descripcion) <= 120),
  descripcion_en text check (char_length(descripcion_en) between 1 and 120),
  creada_at timestamptz not null default now(),
  cancelada_at timestamptz,
  empezada_at timestamptz,
  terminada_at timestamptz,
  publicada_at timestamptz,
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete cascade
);
comment on column public.ofertas.empezada_at is 'when its beginning was written into the price; terminada_at: its end';
comment on column public.ofertas.publicada_at is 'until which moment of it the pages were made again';
create index ofertas_producto_id_idx on public.ofertas (producto_id, desde);
create index ofertas_edicion_id_idx on public.ofertas (edicion_id, producto_id);
create index ofertas_por_empezar_idx on public.ofertas (desde) where empezada_at is null;
create index ofertas_por_terminar_idx on public.ofertas (hasta) where terminada_at is null;

alter table public.ofertas enable row level security;
grant select on public.ofertas to anon, authenticated, service_role;
-- Planned offers are visible to their creator only.
create policy ofertas_select_public on public.ofertas for select to anon
  using (desde <= now() and hasta > now() and exists (select from public.productos p where p.id = producto_id));
create policy ofertas_select on public.ofertas for select to authenticated
  using ((desde <= now() and hasta > now() and exists (select from public.productos p where p.id = producto_id))
    or (select privado.es_admin())
    or exists (select from public.productos p where p.id = producto_id and p.usuario_id = (select auth.uid())));
create policy ofertas_segundo_paso on public.ofertas as restrictive for select to authenticated
  using ((desde <= now() and hasta > now()) or (select privado.sesion_completa()));

-- The price below the list price at a moment: the lower of the offer without dates and the offer with dates.
create function privado.oferta_vigente(
  p_producto uuid, p_edicion uuid, p_precio numeric, p_fija numeric, p_momento timestamptz
) returns numeric
language sql stable security definer set search_path = '' as $$
  select least(p_fija, (
    select min(o.precio) from public.ofertas o
    where o.producto_id = p_producto and o.edicion_id is not distinct from p_edicion and o.precio < p_precio
      and o.desde <= p_momento and o.hasta > p_momento));
$$;

-- A written offer is the one without dates; the column then holds the current price. Writing the current price looks
-- like no change: set `oferta_fija` as well.
create function privado.fijar_oferta() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_edicion boolean := tg_table_name = 'ediciones';
begin
  if tg_op = 'INSERT' or new.oferta is distinct from old.oferta then new.oferta_fija := new.oferta; end if;
  if tg_op = 'INSERT' then return new; end if;
  new.oferta := case when v_edicion
    then privado.oferta_vigente((to_jsonb(new) ->> 'producto_id')::uuid, new.id, new.precio, new.oferta_fija,
      privado.momento_de_precio())
    else privado.oferta_vigente(new.id, null, new.precio, new.oferta_fija, privado.momento_de_precio()) end;
  return new;
end
$$;
create trigger fijar_oferta before insert or update of precio, oferta on public.productos
  for each row execute function privado.fijar_oferta();
create trigger fijar_oferta before insert or update of precio, oferta on public.ediciones
  for each row execute function privado.fijar_oferta();

-- An archived product is in no list and not for sale, whatever is written.
create function privado.fijar_archivo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.oculto := new.category = 'uncoins' or new.archivado_at is not null;
  new.disponibilidad := new.disponibilidad and new.archivado_at is null;
  return new;
end
$$;
create trigger fijar_archivo before insert or update of category, archivado_at, disponibilidad, oculto on public.productos
  for each row execute function privado.fijar_archivo();

-- Begins and ends of offers that are due, in order, of one product or of all.
create function privado.ofertas_por_anotar(p_producto uuid default null)
returns table (oferta_id uuid, producto_id uuid, edicion_id uuid, momento timestamptz, empieza boolean)
language sql stable security definer set search_path = '' as $$
  select o.id, o.producto_id, o.edicion_id, o.desde, true from public.ofertas o
  where o.empezada_at is null and o.desde <= now() and (p_producto is null or o.producto_id = p_producto)
  union all
  select o.id, o.producto_id, o.edicion_id, o.hasta, false from public.ofertas o
  where o.terminada_at is null and o.hasta <= now() and (p_producto is null or o.producto_id = p_producto)
  order by 4, 5;
$$;

-- Writes due begins and ends into the price with their own time, of one product or of all in lock order.
create function privado.anotar_ofertas(p_producto uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid;
  v_paso record;
begin
  if not exists (select from privado.ofertas_por_anotar(p_producto))
    or auth.uid() is not null and not privado.sesion_completa() then return; end if;
  for v_producto in select distinct x.producto_id from privado.ofertas_por_anotar(p_producto) x order by 1 loop
    perform from public.productos where id = v_producto for no key update;
    for v_paso in select * from privado.ofertas_por_anotar(v_producto) loop
      perform set_config('tienda.momento_de_precio', v_paso.momento::text, true);
      if v_paso.empieza then
        update public.ofertas set empezada_at = now() where id = v_paso.oferta_id;
      else
        update public.ofertas set terminada_at = now() where id = v_paso.oferta_id;
      end if;
      if v_paso.edicion_id is null then
        update public.productos set precio = precio where id = v_producto;
      else
        update public.ediciones set precio = precio where id = v_paso.edicion_id;
      end if;
    end loop;
    perform set_config('tienda.momento_de_precio', '', true);
  end loop;
end
$$;

-- For the job: writes what is due, and returns the products whose pages are outdated.
create function public.ofertas_por_mostrar() returns table (producto_id uuid, slug text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform privado.anotar_ofertas();
  return query
    with mostradas as (
      update public.ofertas o set publicada_at = now()
      where greatest(o.empezada_at, o.terminada_at) > coalesce(o.publicada_at, '-infinity')
      returning o.producto_id
    )
    select distinct p.id, p.slug from mostradas m join public.productos p on p.id = m.producto_id;
end
$$;
grant execute on function public.ofertas_por_mostrar() to service_role;

-- Coupons reduce a price; redeem codes give a product. A code is looked up first, then redeemed: order and code change
-- in one transaction.

create table public.codigos_cupones (
  id uuid primary key default gen_random_uuid(),
  codigo text not null check (char_length(codigo) between 3 and 40 and codigo = privado.codigo_limpio(codigo)),
  product_id uuid not null references public.productos (id) on delete cascade,
  percent_discount integer check (percent_discount between 1 and 100),
  caduca_at timestamptz,
  usos_max integer check (usos_max > 0),
  usos_por_usuario integer check (usos_por_usuario > 0),
  creado_at timestamptz not null default now(),
  -- The creator whose share pays for the coupon; null for a coupon of the shop.
  creador_id uuid references public.usuarios_meta (id) on delete cascade,
  descuento_centimos integer check (descuento_centimos > 0),
  minimo_centimos integer check (minimo_centimos > 0),
  desde_at timestamptz,
  parado_at timestamptz,
  check (num_nonnulls(percent_discount, descuento_centimos) = 1),
  unique (product_id, codigo)
);
create index codigos_cupones_creador_idx on public.codigos_cupones (creador_id, creado_at desc, id);
create index codigos_cupones_creado_at_idx on public.codigos_cupones (creado_at desc, id desc);
create index codigos_cupones_prefijo_idx on public.codigos_cupones (upper(codigo) text_pattern_ops);

alter table public.codigos_cupones enable row level security;
grant select on public.codigos_cupones to authenticated, service_role;
create policy codigos_cupones_select on public.codigos_cupones for select to authenticated
  using ((select privado.es_admin()) or creador_id = (select auth.uid()));
create policy codigos_cupones_segundo_paso on public.codigos_cupones as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Saves a coupon, valid to the end of a day or without end.
create function public.admin_guardar_cupon(
  p_cupon uuid, p_codigo text, p_producto uuid, p_porcentaje integer, p_caduca_at date, p_usos_max integer,
  p_usos_por_usuario integer
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.codigos_cupones;
  v_despues public.codigos_cupones;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_cupon is not null then
    select * into v_antes from public.codigos_cupones where id = p_cupon for no key update;
    -- Only creators change their own coupons.
    if v_antes.id is null or v_antes.creador_id is not null then return privado.rechazo('no_existe'); end if;
    update public.codigos_cupones set codigo = privado.codigo_limpio(p_codigo), product_id = p_producto,
      percent_discount = p_porcentaje, caduca_at = privado.fin_del_dia(p_caduca_at), usos_max = p_usos_max,
      usos_por_usuario = p_usos_por_usuario
    where id = p_cupon returning * into v_despues;
  else
    insert into public.codigos_cupones (codigo, product_id, percent_discount, caduca_at, usos_max, usos_por_usuario)
    values (privado.codigo_limpio(p_codigo), p_producto, p_porcentaje, privado.fin_del_dia(p_caduca_at), p_usos_max,
      p_usos_por_usuario)
    returning * into v_despues;
  end if;
  perform privado.anotar('guardar_cupon', 'cupon', v_despues.id::text,
    case when v_antes.id is not null then to_jsonb(v_antes) end, to_jsonb(v_despues));
  return jsonb_build_object('ok', true, 'cupon_id', v_despues.id);
exception
  when unique_violation then return privado.rechazo('codigo_ocupado');
  when check_violation or not_null_violation or foreign_key_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.admin_guardar_cupon(uuid, text, uuid, integer, date, integer, integer)
  to authenticated;

-- Deletes a coupon; payments that used it keep their quote.
create function public.admin_borrar_cupon(p_cupon uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.codigos_cupones;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  -- Lock order: payments, then the coupon. Open payments keep the price of their quote.
  perform 1 from public.pagos where cupon_id = p_cupon order by id for no key update;
  delete from public.codigos_cupones where id = p_cupon returning * into v_antes;
  if v_antes.id is null then return privado.rechazo('no_existe'); end if;
  perform privado.anotar('borrar_cupon', 'cupon', p_cupon::text, to_jsonb(v_antes), null);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_borrar_cupon(uuid) to authenticated;

create table public.codigos_canjes (
  id uuid primary key default gen_random_uuid(),
  codigo text not null unique check (char_length(codigo) between 6 and 60 and codigo = privado.codigo_limpio(codigo)),
  canjeado boolean not null default false,
  canjeado_por uuid references public.usuarios_meta (id) on delete set null,
  canjeado_at timestamptz,
  id_producto uuid not null references public.productos (id) on delete cascade,
  id_edicion uuid,
  creado_at timestamptz not null default now(),
  foreign key (id_edicion, id_producto) references public.ediciones (id, producto_id) on delete cascade
);
create index codigos_canjes_id_producto_idx on public.codigos_canjes (id_producto);
create index codigos_canjes_id_edicion_idx on public.codigos_canjes (id_edicion, id_producto);
create index codigos_canjes_canjeado_por_idx on public.codigos_canjes (canjeado_por);
create unique index codigos_canjes_clave_key on public.codigos_canjes (privado.clave_codigo(codigo));
create index codigos_canjes_creado_at_idx on public.codigos_canjes (creado_at desc, id desc);
create index codigos_canjes_prefijo_idx on public.codigos_canjes (upper(codigo) text_pattern_ops);

alter table public.codigos_canjes enable row level security;
grant select on public.codigos_canjes to authenticated, service_role;
create policy codigos_canjes_select on public.codigos_canjes for select to authenticated
  using ((select privado.es_admin()));
create policy codigos_canjes_segundo_paso on public.codigos_canjes as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- The unused code of a text, if any.
create function privado.buscar_codigo(p_codigo text) returns public.codigos_canjes
language sql stable security definer set search_path = '' as $$
  select * from public.codigos_canjes where privado.clave_codigo(codigo) = privado.clave_codigo(p_codigo) and not canjeado;
$$;

-- The product of a code; nothing else is revealed.
create function public.ver_codigo(p_codigo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_codigo public.codigos_canjes;
  v_respuesta jsonb;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not privado.contar_codigo(auth.uid()) then return privado.rechazo('demasiados_intentos'); end if;
  v_codigo := privado.buscar_codigo(p_codigo);
  if v_codigo.id is null then
    perform privado.contar_fallo_tienda('codigo');
    return privado.rechazo('codigo_no_valido');
  end if;
  perform privado.devolver_codigo(auth.uid());
  select jsonb_build_object('ok', true, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre, 'edicion_en', e.nombre_en,
    'portada_url', coalesce(e.portada_url, p.portada_url),
    'portada_blur', case when e.portada_url is null then p.portada_blur else e.portada_blur end)
  into v_respuesta
  from public.productos p left join public.ediciones e on e.id = v_codigo.id_edicion
  where p.id = v_codigo.id_producto;
  if privado.ya_lo_tiene(auth.uid(), v_codigo.id_producto, v_codigo.id_edicion)
    or privado.tiene_superior(auth.uid(), v_codigo.id_producto, v_codigo.id_edicion) then
    return privado.rechazo('ya_lo_tienes');
  end if;
  return v_respuesta;
end
$$;
grant execute on function public.ver_codigo(text) to authenticated;

-- Redeems a code, once. Repeated by the same person, it returns the same order, because the first answer may have been
-- lost.
create function public.canjear_codigo(p_codigo text, p_minecraft_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_codigo public.codigos_canjes;
  v_pedido uuid;
  v_reputacion text;
begin
  if v_usuario is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{6,16}$' then
    return privado.rechazo('nombre_minecraft_no_valido');
  end if;
  if not privado.contar_codigo(v_usuario) then return privado.rechazo('demasiados_intentos'); end if;
  -- The first one gets the code; others wait here and find it used.
  select * into v_codigo from public.codigos_canjes
  where privado.clave_codigo(codigo) = privado.clave_codigo(p_codigo) for update;
  if v_codigo.canjeado_por = v_usuario then
    select id into v_pedido from public.adquisiciones where user_id = v_usuario and producto_id = v_codigo.id_producto
      and edicion_id is not distinct from v_codigo.id_edicion and origen = 'codigo' order by created_at desc limit 1;
    if found then
      perform privado.devolver_codigo(v_usuario);
      return jsonb_build_object('ok', true, 'pedido_id', v_pedido);
    end if;
  end if;
  if v_codigo.id is null or v_codigo.canjeado then
    perform privado.contar_fallo_tienda('codigo');
    return privado.rechazo('codigo_no_valido');
  end if;
  perform privado.devolver_codigo(v_usuario);
  select reputacion into v_reputacion from public.usuarios_meta where id = v_usuario for no key update;
  if v_reputacion = 'deshabilitado' then return privado.rechazo('cuenta_deshabilitada'); end if;
  if privado.ya_lo_tiene(v_usuario, v_codigo.id_producto, v_codigo.id_edicion)
    or privado.tiene_superior(v_usuario, v_codigo.id_producto, v_codigo.id_edicion) then
    return privado.rechazo('ya_lo_tienes');
  end if;
  insert into public.adquisiciones (user_id, producto_id, edicion_id, origen, es_reserva, precio_pagado, minecraft_name)
  select v_usuario, p.id, v_codigo.id_edicion, 'codigo', privado.espera_lanzamiento(p, e), 0, p_minecraft_name
  from public.productos p left join public.ediciones e on e.id = v_codigo.id_edicion
  where p.id = v_codigo.id_producto
  returning id into v_pedido;
  update public.codigos_canjes set canjeado = true, canjeado_por = v_usuario, canjeado_at = now() where id = v_codigo.id;
  update public.productos set adquirido = adquirido + 1 where id = v_codigo.id_producto;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('canje:' || v_codigo.id, v_usuario, 'canje', jsonb_build_object('pedido_id', v_pedido));
  return jsonb_build_object('ok', true, 'pedido_id', v_pedido);
end
$$;
grant execute on function public.canjear_codigo(text, text) to authenticated;

-- Creates codes for a product or edition, shown once.
create function public.admin_generar_codigos(p_producto uuid, p_edicion uuid, p_cuantos integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_codigos text[];
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_cuantos is null or p_cuantos not between 1 and 1000 then return privado.rechazo('cantidad_no_valida'); end if;
  if not exists (select from public.productos where id = p_producto and uncoins is null) then
    return privado.rechazo('no_existe');
  end if;
  with nuevos as (
    insert into public.codigos_canjes (codigo, id_producto, id_edicion)
    select privado.codigo_nuevo(), p_producto, p_edicion from generate_series(1, p_cuantos)
    returning codigo
  )
  select array_agg(codigo) into v_codigos from nuevos;
  perform privado.anotar('generar_codigos', 'producto', p_producto::text, null,
    jsonb_build_object('cuantos', p_cuantos, 'edicion_id', p_edicion));
  return jsonb_build_object('ok', true, 'codigos', to_jsonb(v_codigos));
exception
  when foreign_key_violation then return privado.rechazo('no_existe');
end
$$;
grant execute on function public.admin_generar_codigos(uuid, uuid, integer) to authenticated;

-- Payments and their tables. The functions of the following files write all rows.

-- Wordings of the consent to immediate delivery, by version; immutable. The page shows the newest; every payment names
-- the version that its buyer accepted.
create table public.textos_consentimiento (
  version text primary key check (version ~ '^[a-z0-9-]{3,40}$'),
  es text not null,
  en text not null,
  desde timestamptz not null default now()
);

alter table public.textos_consentimiento enable row level security;
grant select on public.textos_consentimiento to anon, authenticated, service_role;
create policy textos_consentimiento_select on public.textos_consentimiento for select to anon, authenticated
  using (true);

create trigger solo_anadir before update or delete or truncate on public.textos_consentimiento
  for each statement execute function privado.prohibir_cambio();

insert into public.textos_consentimiento (version, es, en) values ('entrega-2026-11',
  'Pido que se me entregue el contenido digital sin esperar a que acaben los 14 días de desistimiento, y acepto que pierdo ese derecho en cuanto esté disponible para descargarlo o usarlo.',
  'I ask for the digital content to be delivered without waiting for the 14 days of withdrawal to end, and I accept that I lose that right as soon as it is available to download or use.');

create table public.pagos (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  destinatario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  producto_id uuid references public.productos (id) on delete restrict,
  edicion_id uuid,
  bundle_id uuid references public.bundles (id) on delete restrict,
  cupon_id uuid references public.codigos_cupones (id) on delete set null,
  metodo text not null check (metodo in ('tarjeta', 'paypal', 'uncoins', 'gratis')),
  proveedor text not null check (proveedor in ('stripe', 'paypal', 'uncoins', 'gratis')),
  referencia text,
  estado text not null default 'creado'
    check (estado in ('creado', 'pagado', 'entregado', 'fallido', 'caducado', 'reembolsado', 'en_disputa')),
  total_centimos integer not null check (total_centimos >= 0),
  moneda text not null default 'EUR' check (moneda = 'EUR'),
  presupuesto jsonb not null,
  minecraft_name text check (minecraft_name ~ '^[A-Za-z0-9_]{3,16}$'),
  clave text not null check (char_length(clave) between 8 and 100),
  creado_at timestamptz not null default now(),
  pagado_at timestamptz,
  entregado_at timestamptz,
  caduca_at timestamptz not null default now() + interval '1 hour',
  confirmado_at timestamptz,
  revertido_at timestamptz,
  pendiente_at timestamptz,
  motivo_no_entregado text,
  consentimiento_version text references public.textos_consentimiento (version) on delete restrict,
  consentimiento_at timestamptz,
  rechazado_at timestamptz,
  rechazos integer not null default 0,
  cobro_at timestamptz,
  constraint pagos_consentimiento_check check ((consentimiento_version is null) = (consentimiento_at is null)),
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete restrict,
  check (num_nonnulls(producto_id, bundle_id) = 1),
  unique (user_id, clave),
  unique (proveedor, referencia)
);
comment on column public.pagos.confirmado_at is 'when the provider says it was paid; pagado_at is when we heard of it';
comment on column public.pagos.pendiente_at is 'since when the money is on its way by a slow method';
comment on column public.pagos.rechazado_at is 'when the charge began that was declined last; rechazos is how often one was';
comment on column public.pagos.cobro_at is 'when the shop first allowed the charge that has no answer yet';
comment on column public.pagos.motivo_no_entregado is 'why it was not delivered: not charged, or its money is going back';
comment on column public.pagos.minecraft_name is 'null for a pack of UnCoins, which belongs to no player';
comment on column public.pagos.consentimiento_version is 'what the buyer agreed to: delivery at once, without withdrawal';
create index pagos_consentimiento_version_idx on public.pagos (consentimiento_version);
create index pagos_user_id_idx on public.pagos (user_id, creado_at desc);
create index pagos_destinatario_id_idx on public.pagos (destinatario_id);
create index pagos_producto_id_idx on public.pagos (producto_id);
create index pagos_edicion_id_idx on public.pagos (edicion_id, producto_id);
create index pagos_bundle_id_idx on public.pagos (bundle_id);
create index pagos_cupon_id_idx on public.pagos (cupon_id, estado);
create index pagos_abiertos_idx on public.pagos (creado_at) where estado in ('creado', 'pagado');
create index pagos_creado_at_idx on public.pagos (creado_at desc, id);
create index pagos_estado_idx on public.pagos (estado, creado_at desc, id desc);
create index pagos_referencia_idx on public.pagos (referencia);
create index pagos_pagado_at_idx on public.pagos (pagado_at) include (metodo, total_centimos)
  where pagado_at is not null;
create index pagos_revertido_at_idx on public.pagos (revertido_at) include (metodo, total_centimos)
  where revertido_at is not null;
create index pagos_paypal_pagados_idx on public.pagos ((coalesce(pagado_at, revertido_at))) where proveedor = 'paypal';

alter table public.pagos enable row level security;
grant select on public.pagos to authenticated, service_role;
create policy pagos_select on public.pagos for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy pagos_segundo_paso on public.pagos as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.pagos
  for each statement execute function privado.exigir_sesion_completa();

-- The public state of a payment, and its orders.
create function privado.describir_pago(p_pago public.pagos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'ok', true, 'pago_id', p_pago.id, 'user_id', p_pago.user_id, 'destinatario_id', p_pago.destinatario_id,
    'estado', p_pago.estado, 'metodo', p_pago.metodo, 'proveedor', p_pago.proveedor, 'referencia', p_pago.referencia,
    'total_centimos', p_pago.total_centimos, 'moneda', p_pago.moneda,
    'presupuesto', p_pago.presupuesto - 'interno', 'nombre', p_pago.presupuesto ->> 'nombre',
    'creado_at', p_pago.creado_at, 'pagado_at', p_pago.pagado_at, 'entregado_at', p_pago.entregado_at,
    'confirmado_at', p_pago.confirmado_at, 'revertido_at', p_pago.revertido_at, 'pendiente_at', p_pago.pendiente_at,
    'motivo_no_entregado', p_pago.motivo_no_entregado,
    'consentimiento_version', p_pago.consentimiento_version, 'consentimiento_at', p_pago.consentimiento_at,
    'caduca_at', p_pago.caduca_at,
    'pedidos', coalesce((
      select jsonb_agg(a.id order by a.created_at, a.id) from public.adquisiciones a where a.pago_id = p_pago.id
    ), '[]'::jsonb));
$$;

-- The facts of a receipt mail, with all purchased products.
create function public.datos_recibo(p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select privado.describir_pago(p) || jsonb_build_object(
    'nombre_en', coalesce((select nombre_en from public.productos where id = p.producto_id),
      (select nombre_en from public.bundles where id = p.bundle_id)),
    'minecraft_name', p.minecraft_name,
    'consentimiento', (select jsonb_build_object('es', t.es, 'en', t.en)
      from public.textos_consentimiento t where t.version = p.consentimiento_version),
    'articulos', coalesce((
      select jsonb_agg(jsonb_build_object('pedido_id', a.id, 'nombre', x.nombre, 'nombre_en', x.nombre_en,
        'es_reserva', a.es_reserva, 'fecha_lanzamiento', x.fecha_lanzamiento) order by a.created_at, a.id)
      from public.adquisiciones a join public.productos x on x.id = a.producto_id where a.pago_id = p.id), '[]'::jsonb),
    'regalado_por', (select display_name from public.usuarios_meta where id = p.user_id))
  from public.pagos p where p.id = p_pago;
$$;
grant execute on function public.datos_recibo(uuid) to service_role;

-- Whether a purchase needs consent to immediate delivery: all goods that cost something. Free goods have nothing to
-- refund, and unspent UnCoins can be returned for 14 days.
create function privado.exige_consentimiento(p_presupuesto jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select (p_presupuesto ->> 'total_centimos')::integer > 0 and p_presupuesto #>> '{interno,uncoins}' is null;
$$;

-- Finds and locks the payment of a provider's reference. The payment's own id helps if the shop stopped before it
-- recorded the reference.
create function privado.bloquear_pago(p_proveedor text, p_referencia text, p_pago uuid) returns public.pagos
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  select * into v_pago from public.pagos where proveedor = p_proveedor and referencia = p_referencia for no key update;
  if v_pago.id is null and p_pago is not null then
    select * into v_pago from public.pagos where proveedor = p_proveedor and id = p_pago for no key update;
  end if;
  return v_pago;
end
$$;

-- The products of a payment, as quoted.
create function privado.articulos_de(p_pago public.pagos) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(
    select (a ->> 'producto_id')::uuid from jsonb_array_elements(p_pago.presupuesto #> '{interno,articulos}') a);
$$;

-- Whether two payments are the same purchase (buyer, goods, recipient): the newer one replaces the older and takes over
-- its hold.
create function privado.es_misma_compra(p_uno public.pagos, p_otro public.pagos) returns boolean
language sql immutable set search_path = '' as $$
  select (p_uno.user_id, p_uno.destinatario_id, p_uno.producto_id, p_uno.edicion_id, p_uno.bundle_id)
    is not distinct from (p_otro.user_id, p_otro.destinatario_id, p_otro.producto_id, p_otro.edicion_id, p_otro.bundle_id);
$$;

-- Licences. Each source (purchase, gift, code, bundle, Club) is a row; whoever has a valid one owns the product, and
-- revoking one leaves the others.

create table public.adquisiciones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  producto_id uuid references public.productos (id) on delete set null,
  edicion_id uuid,
  bundle_id uuid references public.bundles (id) on delete set null,
  pago_id uuid references public.pagos (id) on delete restrict,
  regalado_por uuid references public.usuarios_meta (id) on delete set null,
  origen text not null default 'compra' check (origen in ('compra', 'regalo', 'codigo', 'bundle', 'club', 'gratis')),
  es_reserva boolean not null default false,
  precio_pagado numeric(10, 2) not null check (precio_pagado >= 0),
  minecraft_name text check (minecraft_name ~ '^[A-Za-z0-9_]{3,16}$'),
  created_at timestamptz not null default now(),
  fecha date not null default privado.hoy(),
  hora time not null default privado.hora_de(now()),
  descargas integer not null default 0 check (descargas >= 0),
  revocada_at timestamptz,
  revocada_motivo text,
  -- A sold edition stays: otherwise the order would become one of the base product.
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete restrict
);
comment on column public.adquisiciones.minecraft_name is 'null for a gift that was not opened yet: whoever opens it says the name';
create unique index adquisiciones_pago_producto_key on public.adquisiciones (pago_id, producto_id);
create index adquisiciones_user_id_idx on public.adquisiciones (user_id, created_at desc);
create index adquisiciones_producto_id_idx on public.adquisiciones (producto_id, created_at desc);
create index adquisiciones_edicion_id_idx on public.adquisiciones (edicion_id, producto_id);
create index adquisiciones_bundle_id_idx on public.adquisiciones (bundle_id);
create index adquisiciones_regalado_por_idx on public.adquisiciones (regalado_por);
create index adquisiciones_created_at_idx on public.adquisiciones (created_at desc);
create unique index adquisiciones_una_vigente_key on public.adquisiciones
  (user_id, producto_id, coalesce(edicion_id, '00000000-0000-0000-0000-000000000000'), origen)
  where revocada_at is null and bundle_id is null;
-- Ownership lookups of pages.
create index adquisiciones_persona_producto_idx on public.adquisiciones (user_id, producto_id) where revocada_at is null;
create index adquisiciones_reservas_idx on public.adquisiciones (producto_id) where es_reserva and revocada_at is null;
create index adquisiciones_origen_idx on public.adquisiciones (origen, created_at desc, id desc);

alter table public.adquisiciones enable row level security;
-- Both sides of a gift read its row; `detalle_pedidos` has what only one of them may know.
grant select (id, user_id, producto_id, edicion_id, bundle_id, pago_id, regalado_por, origen, es_reserva, created_at,
  fecha, hora, revocada_at, revocada_motivo) on public.adquisiciones to authenticated;
grant select on public.adquisiciones to service_role;
create policy adquisiciones_select on public.adquisiciones for select to authenticated
  using (user_id = (select auth.uid()) or regalado_por = (select auth.uid()) or (select privado.es_admin()));
create policy adquisiciones_segundo_paso on public.adquisiciones as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.adquisiciones
  for each statement execute function privado.exigir_sesion_completa();

-- Owners and givers still see a product that is under review or taken down: name, cover and editions, in orders and
-- library.
create policy productos_select on public.productos for select to authenticated
  using (status = 'approved' or usuario_id = (select auth.uid()) or (select privado.es_moderador())
    or id in (
      select a.producto_id from public.adquisiciones a
      where a.user_id = (select auth.uid()) or a.regalado_por = (select auth.uid())
    ));

-- A licence lent by the Club does not prevent a purchase.
create function privado.ya_lo_tiene(p_usuario uuid, p_producto uuid, p_edicion uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones
    where user_id = p_usuario and producto_id = p_producto and edicion_id is not distinct from p_edicion
      and revocada_at is null and origen <> 'club'
  );
$$;

-- Whether somebody has a product for good, in any edition.
create function privado.tiene_producto(p_usuario uuid, p_producto uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones
    where user_id = p_usuario and producto_id = p_producto and revocada_at is null and origen <> 'club'
  );
$$;

-- Whether somebody has an edition of this product for good that costs more than this one, and so has all of it.
create function privado.tiene_superior(p_usuario uuid, p_producto uuid, p_edicion uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones a
      join public.productos p on p.id = a.producto_id
      left join public.ediciones suya on suya.id = a.edicion_id
      left join public.ediciones esta on esta.id = p_edicion
    where a.user_id = p_usuario and a.producto_id = p_producto and a.revocada_at is null and a.origen <> 'club'
      and a.edicion_id is distinct from p_edicion
      and coalesce(suya.precio, p.precio) > coalesce(esta.precio, p.precio)
  );
$$;

-- Whether another licence of the same kind is valid, so that this one cannot be: except for bundles, a person has one
-- of a kind.
create function privado.hay_otra_vigente(p_pedido public.adquisiciones) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_pedido.bundle_id is null and exists (
    select from public.adquisiciones
    where user_id = p_pedido.user_id and producto_id = p_pedido.producto_id and origen = p_pedido.origen
      and edicion_id is not distinct from p_pedido.edicion_id and revocada_at is null and bundle_id is null
  );
$$;

-- The facts of a free order, for the mail.
create function public.datos_pedido(p_pedido uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('pedido_id', a.id, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre, 'edicion_en', e.nombre_en,
    'minecraft_name', a.minecraft_name)
  from public.adquisiciones a left join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_pedido;
$$;
grant execute on function public.datos_pedido(uuid) to service_role;

-- Whether a purchase is downloaded: by the product, or by the edition's own file.
create function privado.se_descarga(p_producto public.productos, p_edicion public.ediciones) returns boolean
language sql immutable set search_path = '' as $$
  select p_producto.descargable or p_edicion.download_link is not null;
$$;

-- The state of an order's download for any caller. A product without a download is delivered by name, even with an
-- edition that has one.
create function privado.estado_de_descarga(
  p_pedido public.adquisiciones, p_producto public.productos, p_edicion public.ediciones
) returns text
language sql stable set search_path = '' as $$
  select case
    when p_pedido.revocada_at is not null then 'revocado'
    when p_producto.id is null then 'sin_enlace'
    when not p_producto.descargable and p_pedido.minecraft_name is null then 'sin_nombre'
    when not privado.se_descarga(p_producto, p_edicion) then
      case when privado.en_whitelist(p_pedido.id) then 'en_whitelist' else 'no_descargable' end
    when privado.espera_lanzamiento(p_producto, p_edicion) then 'reserva'
    when coalesce(p_edicion.download_link, p_producto.download_link) is null then 'sin_enlace'
    when privado.en_cuarentena(coalesce(p_edicion.download_link, p_producto.download_link)) then 'en_cuarentena'
    else 'disponible'
  end;
$$;

-- The download area of an order, without the link: values of the edition come first.
create function public.estado_descarga(p_adquisicion uuid) returns text
language sql stable security definer set search_path = '' as $$
  select privado.estado_de_descarga(a, p, e)
  from public.adquisiciones a
  left join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and (a.user_id = privado.persona_completa() or privado.es_admin());
$$;
grant execute on function public.estado_descarga(uuid) to authenticated;

-- Facts for one side of an order: the price for its payer; the player name and number of downloads for its owner.
create function public.detalle_pedidos(p_pedidos uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(a.id, jsonb_build_object(
    'precio_pagado', case when a.regalado_por = y.yo or (a.user_id = y.yo and a.origen <> 'regalo') then a.precio_pagado end,
    'minecraft_name', case when a.user_id = y.yo then a.minecraft_name end,
    'descargas', case when a.user_id = y.yo then a.descargas end,
    'abierto', a.minecraft_name is not null)), '{}')
  from public.adquisiciones a cross join (select privado.persona_completa() as yo) y
  where a.id = any (p_pedidos[1:1000]) and y.yo in (a.user_id, a.regalado_por);
$$;
grant execute on function public.detalle_pedidos(uuid[]) to authenticated;

-- A person's library, once per product and edition, newest first; own licences before lent ones. A page after a cursor,
-- or everything.
create function public.mi_biblioteca(
  p_antes_at timestamptz default null, p_antes uuid default null, p_limite integer default null
) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
  with suyas as (
    select distinct on (a.producto_id, a.edicion_id) a.*
    from public.adquisiciones a
    where a.user_id = privado.persona_completa() and a.revocada_at is null and a.producto_id is not null
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
    'edicion', e.nombre, 'edicion_en', e.nombre_en,
    'estado', privado.estado_de_descarga(q, p, e),
    'versiones', coalesce((
      select jsonb_agg(jsonb_build_object('version', v.version, 'novedades', v.novedades,
        'novedades_en', v.novedades_en, 'created_at', v.created_at) order by v.created_at desc)
      from (select * from public.versiones_producto where producto_id = p.id order by created_at desc limit 10) v
    ), '[]')) order by s.created_at desc, s.id), '[]')
  from pagina s
  join public.adquisiciones q on q.id = s.id
  join public.productos p on p.id = s.producto_id
  left join public.ediciones e on e.id = s.edicion_id;
$$;
grant execute on function public.mi_biblioteca(timestamptz, uuid, integer) to authenticated;

-- Notifies owners of released reservations, once per order. A postponed date is respected.
create function public.avisar_reservas() returns integer
language sql volatile security definer set search_path = '' as $$
  with nuevos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'reserva:' || a.id, a.user_id, 'reserva', jsonb_build_object('pedido_id', a.id)
    from public.adquisiciones a
    join public.usuarios_meta u on u.id = a.user_id and u.borrada_at is null
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.es_reserva and a.revocada_at is null and privado.se_descarga(p, e)
      and coalesce(e.fecha_lanzamiento, p.fecha_lanzamiento) <= privado.hoy()
      and not privado.espera_lanzamiento(p, e)
      and not exists (select from public.correos c where c.clave = 'reserva:' || a.id)
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from nuevos;
$$;
grant execute on function public.avisar_reservas() to service_role;

-- Holds of open payments: a unit of each limited product, and a use of the coupon. A row counts until it expires or its
-- payment leaves `creado`. Rows are written under a lock of the product or coupon. Lock order: the buyer's advisory
-- lock, the payment, the recipient's account, the coupon, products by id.

create table public.reservas (
  id bigint generated always as identity primary key,
  pago_id uuid not null references public.pagos (id) on delete cascade,
  -- Copied from the payment without foreign keys: with them PostgREST would find two paths from a payment to its
  -- product, and embedding would be ambiguous.
  user_id uuid not null,
  producto_id uuid,
  cupon_id uuid,
  hasta timestamptz not null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(producto_id, cupon_id) = 1)
);
create unique index reservas_pago_producto_key on public.reservas (pago_id, producto_id);
create unique index reservas_pago_cupon_key on public.reservas (pago_id, cupon_id);
create index reservas_producto_id_idx on public.reservas (producto_id, hasta);
create index reservas_cupon_id_idx on public.reservas (cupon_id, hasta);
create index reservas_user_id_idx on public.reservas (user_id, hasta);
create index reservas_hasta_idx on public.reservas (hasta);

alter table public.reservas enable row level security;
grant select on public.reservas to authenticated, service_role;
create policy reservas_select on public.reservas for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy reservas_segundo_paso on public.reservas as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Holds on a product or coupon: by this purchase, by other purchases of its buyer, by others.
create function privado.contar_reservas(p_compra public.pagos, p_producto uuid, p_cupon uuid)
returns table (propias bigint, ajenas bigint, ajenas_del_usuario bigint)
language sql stable security definer set search_path = '' as $$
  select count(*) filter (where m.misma), count(*) filter (where not m.misma),
    count(*) filter (where not m.misma and r.user_id = p_compra.user_id)
  from public.reservas r join public.pagos p on p.id = r.pago_id
  cross join lateral (select privado.es_misma_compra(p, p_compra) as misma) m
  where (r.producto_id = p_producto or r.cupon_id = p_cupon) and r.hasta > now();
$$;

-- Why no unit of a limited product is available for this purchase, or null. A purchase with a hold is served as long as
-- a unit exists.
create function privado.motivo_sin_unidades(p_compra public.pagos, p_producto public.productos) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not p_producto.stock or p_producto.unidades = 0 then 'sin_stock'
    when p_producto.unidades <= c.ajenas and c.propias = 0 then 'reservado'
  end
  from privado.contar_reservas(p_compra, p_producto.id, null) c;
$$;

-- Finds a coupon of a product: exact first, then case-insensitive.
create function privado.buscar_cupon(p_codigo text, p_producto uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.codigos_cupones
  where upper(codigo) = upper(privado.codigo_limpio(p_codigo)) and product_id = p_producto
  order by codigo = privado.codigo_limpio(p_codigo) desc, creado_at, id limit 1;
$$;

-- The coupon that a purchase may use now, if any. Paid uses and uses held by open payments count, including the buyer's
-- other purchases.
create function privado.cupon_utilizable(p_codigo text, p_compra public.pagos) returns setof public.codigos_cupones
language sql stable security definer set search_path = '' as $$
  select c.* from public.codigos_cupones c
  cross join lateral privado.contar_reservas(p_compra, null, c.id) r
  cross join lateral (
    select count(*) as usos, count(*) filter (where p.user_id = p_compra.user_id) as propios
    from public.pagos p
    where p.cupon_id = c.id and p.id is distinct from p_compra.id and p.motivo_no_entregado is null
      and p.estado in ('pagado', 'entregado', 'en_disputa')
  ) u
  where c.id = privado.buscar_cupon(p_codigo, p_compra.producto_id)
    and (c.caduca_at is null or c.caduca_at > now()) and (c.desde_at is null or c.desde_at <= now())
    and c.parado_at is null
    and (c.creador_id is null or exists (
      select from public.productos p where p.id = c.product_id and p.usuario_id = c.creador_id))
    and (c.usos_max is null or u.usos + r.ajenas < c.usos_max)
    and (c.usos_por_usuario is null or u.propios + r.ajenas_del_usuario < c.usos_por_usuario);
$$;

-- Maximum hold of a charge in progress or a slow payment.
create function privado.plazo_en_camino() returns interval
language sql immutable set search_path = '' as $$ select interval '3 days' $$;

-- Expiry of a hold. Stripe's page accepts money until the payment's end and reports its closing; the hold expires a day
-- later if no report arrives. PayPal money is captured by the shop, which checks again first.
create function privado.fin_reserva(p_pago public.pagos) returns timestamptz
language sql immutable set search_path = '' as $$
  select p_pago.caduca_at + case when p_pago.proveedor = 'stripe' and p_pago.referencia is not null
    then interval '1 day' else interval '10 minutes' end;
$$;

-- Locks recipient, coupon and products, in this order.
create function privado.bloquear_existencias(p_destinatario uuid, p_cupon uuid, p_productos uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform 1 from public.usuarios_meta where id = p_destinatario for no key update;
  perform 1 from public.codigos_cupones where id = p_cupon for no key update;
  perform 1 from public.productos where id = any (p_productos) order by id for no key update;
end
$$;

-- Creates the holds of a payment, replacing those of the same purchase. Requires the locks of `bloquear_existencias`
-- and an availability check.
create function privado.reservar(p_pago public.pagos, p_hasta timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.reservas r using public.pagos p
  where p.id = r.pago_id and r.user_id = p_pago.user_id and privado.es_misma_compra(p, p_pago);
  insert into public.reservas (pago_id, user_id, producto_id, hasta)
  select p_pago.id, p_pago.user_id, p.id, p_hasta from public.productos p
  where p.id = any (privado.articulos_de(p_pago)) and p.unidades is not null;
  if p_pago.cupon_id is not null then
    insert into public.reservas (pago_id, user_id, cupon_id, hasta)
    values (p_pago.id, p_pago.user_id, p_pago.cupon_id, p_hasta);
  end if;
end
$$;

-- Why a buyer may not hold more limited goods, or null: five open payments, three of one product, and no repeated
-- unpaid purchases of the same.
create function privado.motivo_no_reserva(p_pago public.pagos) returns text
language sql stable security definer set search_path = '' as $$
  with limitados as (
    select p.id from public.productos p where p.id = any (privado.articulos_de(p_pago)) and p.unidades is not null
  ), suyas as (
    select r.* from public.reservas r join public.pagos p on p.id = r.pago_id
    where r.user_id = p_pago.user_id and r.hasta > now() and not privado.es_misma_compra(p, p_pago)
  )
  select 'demasiadas_reservas'
  where (p_pago.cupon_id is not null or exists (select from limitados)) and (
    (select count(distinct pago_id) from suyas) >= 5
    or exists (
      select from suyas where producto_id in (select id from limitados) or cupon_id = p_pago.cupon_id
      group by producto_id, cupon_id having count(*) >= 3)
    or (exists (select from limitados) and (
      select count(*) from public.pagos p
      where p.user_id = p_pago.user_id and p.creado_at > now() - interval '1 day'
        and p.estado in ('fallido', 'caducado') and privado.es_misma_compra(p, p_pago)) >= 6));
$$;

-- Releases the holds of an ended payment.
create function privado.liberar_reservas() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.reservas where pago_id = new.id;
  return null;
end
$$;
create trigger liberar_reservas after update of estado on public.pagos
  for each row when (old.estado = 'creado' and new.estado <> 'creado') execute function privado.liberar_reservas();

-- The only price calculation (offer, Club, coupon, surcharge; integer cents, rounded half up after each step), and who
-- may buy what.

-- A line of a quote.
create function privado.linea(p_concepto text, p_centimos integer, p_porcentaje integer default null) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'concepto', p_concepto, 'centimos', p_centimos, 'porcentaje', p_porcentaje));
$$;

-- Applies the rules to a price; a pure function. An upgrade takes off what the edition that the buyer owns costs today,
-- before the percentages: so they apply to the difference. A coupon takes a percentage or an amount off, up to its limit, which
-- is a percentage of the price before it.
create function privado.calcular_presupuesto(
  p_precio numeric, p_oferta numeric, p_club integer, p_cupon integer, p_recargo integer,
  p_cupon_centimos integer default null, p_cupon_limite integer default 100, p_mejora jsonb default null
) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_base integer := round(p_precio * 100)::integer;
  v_total integer := v_base;
  v_paso integer;
  v_sin_cupon integer;
  v_limite integer;
  v_lineas jsonb := jsonb_build_array(privado.linea('base', v_base));
begin
  if p_oferta < p_precio then
    v_total := round(p_oferta * 100)::integer;
    v_lineas := v_lineas || privado.linea('oferta', v_total - v_base, round(100 - p_oferta * 100 / p_precio)::integer);
  end if;
  if p_mejora is not null and v_total > 0 then
    v_paso := least((p_mejora ->> 'centimos')::integer, v_total);
    v_total := v_total - v_paso;
    v_lineas := v_lineas || (privado.linea('mejora', -v_paso) || jsonb_strip_nulls(jsonb_build_object(
      'nombre', p_mejora ->> 'nombre', 'nombre_en', p_mejora ->> 'nombre_en')));
  end if;
  if p_club > 0 and v_total > 0 then
    v_paso := v_total - privado.parte_porcentual(v_total, 100 - p_club);
    v_total := v_total - v_paso;
    v_lineas := v_lineas || privado.linea('club', -v_paso, p_club);
  end if;
  if (p_cupon > 0 or p_cupon_centimos > 0) and v_total > 0 then
    v_limite := privado.parte_porcentual(v_total, p_cupon_limite);
    v_sin_cupon := v_total + privado.parte_porcentual(v_total, p_recargo);
    -- Rounding of the surcharge may exceed the limit by a cent.
    if v_total - v_limite + privado.parte_porcentual(v_total - v_limite, p_recargo)
      < v_sin_cupon - privado.parte_porcentual(v_sin_cupon, p_cupon_limite)
    then v_limite := v_limite - 1;
    end if;
    v_paso := least(coalesce(p_cupon_centimos, v_total - privado.parte_porcentual(v_total, 100 - p_cupon)), v_limite);
    -- The percentage of an amount, or of its limit.
    v_lineas := v_lineas || privado.linea('cupon', -v_paso,
      case when p_cupon <= p_cupon_limite and p_cupon_centimos is null then p_cupon
        else greatest(1, round(v_paso * 100.0 / v_total)::integer) end);
    v_total := v_total - v_paso;
  end if;
  if p_recargo > 0 and v_total > 0 then
    v_paso := privado.parte_porcentual(v_total, p_recargo);
    v_total := v_total + v_paso;
    v_lineas := v_lineas || privado.linea('recargo_paypal', v_paso, p_recargo);
  end if;
  return jsonb_build_object('ok', true, 'lineas', v_lineas, 'total_centimos', v_total, 'total_uncoins', v_total);
end
$$;

-- Applies the rules to a bundle. Its price is compared with the sum of its parts today, and is never higher; each rule
-- is rounded as for the parts.
create function privado.calcular_pack(p_centimos integer, p_partes jsonb[], p_club integer, p_recargo integer)
returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_hoy integer;
  v_con_club integer;
  v_juntas integer;
  v_total integer;
  v_paso integer;
  v_lineas jsonb;
begin
  select sum((l ->> 'centimos')::integer) filter (where l ->> 'concepto' in ('base', 'oferta')),
    sum((l ->> 'centimos')::integer) filter (where l ->> 'concepto' <> 'recargo_paypal'), sum((l ->> 'centimos')::integer)
  into v_hoy, v_con_club, v_juntas
  from unnest(p_partes) p cross join lateral jsonb_array_elements(p -> 'lineas') l;
  v_total := least(p_centimos, v_hoy);
  v_lineas := jsonb_build_array(privado.linea('partes', v_hoy));
  if v_total < v_hoy then
    v_lineas := v_lineas || privado.linea('pack', v_total - v_hoy, round(100 - v_total * 100.0 / v_hoy)::integer);
  end if;
  if p_club > 0 and v_total > 0 then
    v_paso := least(privado.parte_porcentual(v_total, 100 - p_club), v_con_club);
    v_lineas := v_lineas || privado.linea('club', v_paso - v_total, p_club);
    v_total := v_paso;
  end if;
  if p_recargo > 0 and v_total > 0 then
    v_paso := least(v_total + privado.parte_porcentual(v_total, p_recargo), v_juntas);
    v_lineas := v_lineas || privado.linea('recargo_paypal', v_paso - v_total, p_recargo);
    v_total := v_paso;
  end if;
  return jsonb_build_object('ok', true, 'lineas', v_lineas, 'total_centimos', v_total, 'total_uncoins', v_total);
end
$$;

-- The products of a purchase with their parts of the total, in proportion to the list prices (equal if all are free).
-- Cumulative rounding makes them add up to the total.
create function privado.repartir_total(p_productos public.productos[], p_total integer) returns jsonb
language sql immutable set search_path = '' as $$
  with pesos as (
    select p.id, p.usuario_id, p.reserva,
      p.precio + case when sum(p.precio) over () = 0 then 1 else 0 end as peso
    from unnest(p_productos) p
  ), cortes as (
    select id, usuario_id, reserva,
      round(p_total * sum(peso) over (order by id) / sum(peso) over ())::integer as hasta
    from pesos
  )
  select jsonb_agg(jsonb_build_object('producto_id', c.id, 'usuario_id', c.usuario_id, 'es_reserva', c.reserva,
    'centimos', c.hasta - c.anterior) order by c.id)
  from (select *, lag(hasta, 1, 0) over (order by id) as anterior from cortes) c;
$$;

-- Why this buyer cannot buy anything, or null. Anonymous price requests are refused.
--
-- All quotes and payments pass here, so attempts are counted here: 30 coupons in ten minutes and 20 gifts an hour.
-- `cotizar_compra` takes back attempts that were no guess; the quote of a gift reveals nothing about its recipient.
create function privado.motivo_no_comprador(
  p_usuario uuid, p_destinatario uuid, p_metodo text, p_cupon text, p_solo_cotiza boolean
) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
begin
  if p_metodo is null or p_metodo not in ('tarjeta', 'paypal', 'uncoins', 'gratis') then return 'metodo_no_valido'; end if;
  if p_usuario is null then
    return case when p_cupon is not null or p_destinatario is not null then 'sin_sesion' end;
  end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  if v_cuenta.id is null then return 'sin_sesion'; end if;
  if v_cuenta.banned_until > now() then return 'cuenta_baneada'; end if;
  if v_cuenta.reputacion = 'deshabilitado' then return 'cuenta_deshabilitada'; end if;
  if p_cupon is not null and not privado.contar_intento('cupon', p_usuario::text, 30, '10 minutes') then
    return 'demasiados_intentos';
  end if;
  if p_destinatario is null then return null; end if;
  if p_destinatario = p_usuario then return 'regalo_a_si_mismo'; end if;
  if p_metodo = 'uncoins' then return 'metodo_no_valido'; end if;
  if not p_solo_cotiza and not privado.contar_intento('regalo', p_usuario::text, 20, '1 hour') then
    return 'demasiados_intentos';
  end if;
  if not exists (
    select from public.usuarios_meta u where u.id = p_destinatario and privado.recibe_regalos(u, p_usuario)
  ) then return 'destinatario_no_existe'; end if;
  return null;
end
$$;

-- The products of a purchase: one, or those of its bundle.
create function privado.productos_pedidos(p_compra public.pagos) returns public.productos[]
language sql stable security definer set search_path = '' as $$
  select array(
    select p from public.productos p
    where p.id = p_compra.producto_id
      or p.id in (select b.producto_id from public.bundles_productos b where b.bundle_id = p_compra.bundle_id)
    order by p.id);
$$;

-- Why one product cannot be part of this purchase, or null.
create function privado.motivo_no_articulo(p_compra public.pagos, p_producto public.productos) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    privado.motivo_no_venta(p_producto),
    case when p_producto.unidades is not null then privado.motivo_sin_unidades(p_compra, p_producto) end,
    case
      when p_producto.club_only
        and not coalesce((select u.club from public.usuarios_meta u where u.id = p_compra.user_id), false)
        then 'requiere_club'
      when p_producto.uncoins is null then null
      when p_compra.bundle_id is not null then 'no_disponible'
      when p_compra.destinatario_id <> p_compra.user_id then 'no_regalable'
      when p_compra.metodo <> 'tarjeta' then 'solo_tarjeta'
    end);
$$;

-- The edition below this one that somebody owns, with its price today; of several the dearest. A licence lent by the Club
-- is none.
create function privado.mejora_desde(p_usuario uuid, p_producto public.productos, p_edicion public.ediciones)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('edicion_id', a.edicion_id, 'nombre', coalesce(e.nombre, 'Base'), 'nombre_en', e.nombre_en,
    'centimos', h.centimos)
  from public.adquisiciones a left join public.ediciones e on e.id = a.edicion_id
  cross join lateral (select coalesce(e.precio, p_producto.precio) as precio,
    case when e.id is null then p_producto.oferta_fija else e.oferta_fija end as fija) v
  cross join lateral (select round(least(v.precio,
    privado.oferta_vigente(p_producto.id, e.id, v.precio, v.fija, now())) * 100)::integer as centimos) h
  where a.user_id = p_usuario and a.producto_id = p_producto.id and a.revocada_at is null and a.origen <> 'club'
    and a.edicion_id is distinct from p_edicion.id
    and v.precio < coalesce(p_edicion.precio, p_producto.precio) and h.centimos > 0
  order by h.centimos desc, a.created_at, a.id limit 1;
$$;

-- The base of an extension that somebody would need beside these products, or null. Lent bases serve, too.
create function privado.base_que_falta(p_usuario uuid, p_productos public.productos[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('slug', b.slug, 'nombre', b.nombre, 'nombre_en', b.nombre_en)
  from unnest(p_productos) p join public.productos b on b.id = p.base_id
  where b.status = 'approved' and not b.oculto and b.id not in (select x.id from unnest(p_productos) x)
    and not exists (select from public.adquisiciones a
      where a.user_id = p_usuario and a.producto_id = b.id and a.revocada_at is null)
  order by b.id limit 1;
$$;

-- The price of a purchase now; of a bundle, without the products that its buyer owns.
create function privado.precio_de_compra(
  p_compra public.pagos, p_productos public.productos[], p_suyos uuid[], p_edicion public.ediciones,
  p_bundle public.bundles, p_cupon public.codigos_cupones, p_mejora jsonb
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tienda public.configuracion_global;
  v_producto constant public.productos := p_productos[1];
  v_club integer := 0;
  v_recargo integer := 0;
begin
  select * into v_tienda from public.configuracion_global where id = 1;
  if exists (select from public.usuarios_meta where id = p_compra.user_id and club) then
    v_club := v_tienda.club_descuento_porcentaje;
  end if;
  if p_compra.metodo = 'paypal' then v_recargo := v_tienda.recargo_paypal_porcentaje; end if;
  if p_bundle.id is not null then
    return privado.calcular_pack(round(least(p_bundle.oferta, p_bundle.precio) * 100)::integer,
      array(
        select privado.calcular_presupuesto(p.precio,
          privado.oferta_vigente(p.id, null, p.precio, p.oferta_fija, now()), v_club, 0, v_recargo)
        from unnest(p_productos) p
        -- The price of a gift does not depend on what its recipient owns.
        where p_compra.destinatario_id <> p_compra.user_id or p.id <> all (p_suyos) order by p.id),
      v_club, v_recargo);
  end if;
  return privado.calcular_presupuesto(
    coalesce(p_edicion.precio, v_producto.precio),
    case when p_edicion.id is not null
        then privado.oferta_vigente(v_producto.id, p_edicion.id, p_edicion.precio, p_edicion.oferta_fija, now())
      else privado.oferta_vigente(v_producto.id, null, v_producto.precio, v_producto.oferta_fija, now()) end,
    case when v_producto.uncoins is null then v_club else 0 end,
    coalesce(p_cupon.percent_discount, 0),
    v_recargo,
    p_cupon.descuento_centimos,
    -- Limits the coupon of a creator to their share.
    case when p_cupon.creador_id is not null then v_tienda.ingresos_creador_porcentaje else 100 end,
    p_mejora);
end
$$;

-- The price before the coupon: after offer, upgrade and Club.
create function privado.precio_sin_cupon(p_precio jsonb) returns integer
language sql immutable set search_path = '' as $$
  select sum((l ->> 'centimos')::integer)::integer from jsonb_array_elements(p_precio -> 'lineas') l
  where l ->> 'concepto' in ('base', 'oferta', 'mejora', 'club');
$$;

-- The internal part of a quote for the delivery: shares of the products, the edition that an upgrade is of, and the cost
-- of a creator's coupon.
create function privado.interno_de_presupuesto(
  p_precio jsonb, p_compra public.pagos, p_productos public.productos[], p_cupon public.codigos_cupones, p_mejora jsonb
) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'articulos', privado.repartir_total(p_productos, v.total),
    'uncoins', case when p_compra.producto_id is not null then p_productos[1].uncoins end,
    'cupon_id', p_cupon.id,
    'ingresos_porcentaje', t.ingresos_creador_porcentaje)
    || case when p_mejora is null then '{}' else jsonb_build_object('mejora', p_mejora - array['nombre', 'nombre_en']) end
    || case when p_cupon.creador_id is null then '{}' else jsonb_build_object('cupon_creador_centimos',
      v.sin_cupon + privado.parte_porcentual(v.sin_cupon,
        case when p_compra.metodo = 'paypal' then t.recargo_paypal_porcentaje else 0 end) - v.total) end
  from public.configuracion_global t
  cross join (select (p_precio ->> 'total_centimos')::integer as total, privado.precio_sin_cupon(p_precio) as sin_cupon) v
  where t.id = 1;
$$;

-- The quote of a purchase with its lines, or the refusal. `interno` has everything that a delivery needs. Units held by
-- others are refused while possible. It reads a consistent snapshot; `presupuestar` checks the buyer.
--
-- A bundle with an unavailable product is refused. Products that its buyer owns, in any edition, are named, and neither
-- paid nor given again; a bundle without anything new is refused. A better edition costs what it is more than the owned
-- one, and one below the owned one is refused. Whether somebody else owns a product is private: only starting a payment
-- reveals it, before anything is paid.
create function privado.presupuesto_actual(
  p_usuario uuid, p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid,
  p_solo_cotiza boolean
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_compra public.pagos;
  v_productos public.productos[];
  v_producto public.productos;
  v_edicion public.ediciones;
  v_bundle public.bundles;
  v_cupon public.codigos_cupones;
  v_motivo text;
  v_suyos uuid[];
  v_mejora jsonb;
  v_precio jsonb;
  v_total integer;
begin
  if num_nonnulls(p_producto, p_bundle) <> 1 then return privado.rechazo('no_existe'); end if;
  v_compra.user_id := p_usuario;
  v_compra.destinatario_id := coalesce(p_destinatario, p_usuario);
  v_compra.producto_id := p_producto;
  v_compra.edicion_id := p_edicion;
  v_compra.bundle_id := p_bundle;
  v_compra.metodo := p_metodo;
  v_productos := privado.productos_pedidos(v_compra);
  if cardinality(v_productos) = 0 then return privado.rechazo('no_existe'); end if;
  select * into v_bundle from public.bundles where id = p_bundle;
  select * into v_edicion from public.ediciones where id = p_edicion and producto_id = p_producto and not retirada;
  if p_edicion is not null and v_edicion.id is null then return privado.rechazo('no_existe'); end if;

  foreach v_producto in array v_productos loop
    v_motivo := privado.motivo_no_articulo(v_compra, v_producto);
    if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  end loop;
  v_suyos := array(select p.id from unnest(v_productos) p
    where (p_destinatario is null or not p_solo_cotiza)
      and case when v_bundle.id is null then privado.ya_lo_tiene(v_compra.destinatario_id, p.id, p_edicion)
        else privado.tiene_producto(v_compra.destinatario_id, p.id) end);
  if cardinality(v_suyos) = cardinality(v_productos) then return privado.rechazo('ya_lo_tienes'); end if;
  if v_bundle.id is null and (p_destinatario is null or not p_solo_cotiza)
    and privado.tiene_superior(v_compra.destinatario_id, v_producto.id, p_edicion) then
    return privado.rechazo('tienes_superior');
  end if;
  if p_cupon is not null then
    select * into v_cupon from privado.cupon_utilizable(p_cupon, v_compra);
    if v_cupon.id is null then return privado.rechazo('cupon_no_valido'); end if;
  end if;

  if p_producto is not null and p_destinatario is null and v_producto.uncoins is null then
    v_mejora := privado.mejora_desde(p_usuario, v_producto, v_edicion);
  end if;
  v_precio := privado.precio_de_compra(v_compra, v_productos, v_suyos, v_edicion, v_bundle, v_cupon, v_mejora);
  if v_cupon.minimo_centimos > privado.precio_sin_cupon(v_precio) then return privado.rechazo('cupon_no_valido'); end if;
  v_total := (v_precio ->> 'total_centimos')::integer;
  if v_total = 0 and exists (select from public.usuarios_meta where id = p_usuario and reputacion = 'mala') then
    return privado.rechazo('gratis_no_permitido');
  end if;
  if v_total > 0 and p_metodo = 'gratis' then return privado.rechazo('metodo_no_valido'); end if;

  -- A released product is no reservation.
  for i in 1 .. cardinality(v_productos) loop
    v_productos[i].reserva := privado.espera_lanzamiento(v_productos[i], v_edicion);
  end loop;
  return v_precio || jsonb_build_object(
    'nombre', coalesce(v_bundle.nombre, v_producto.nombre),
    'edicion', v_edicion.nombre,
    'edicion_en', v_edicion.nombre_en,
    'es_reserva', v_bundle.id is null and v_productos[1].reserva,
    'es_recarga', v_producto.uncoins is not null,
    'falta_base', case when p_destinatario is null and p_usuario is not null
      then privado.base_que_falta(p_usuario, v_productos) end,
    'ya_tienes', to_jsonb(array(select p.nombre from unnest(v_productos) p where p.id = any (v_suyos) order by p.id)),
    -- Shown beside every offer, as required by price reduction law.
    'minimo_30_dias_centimos', case when v_precio #>> '{lineas,1,concepto}' = 'oferta'
      then round(privado.precio_minimo_reciente(p_producto, p_edicion) * 100)::integer end,
    'interno', privado.interno_de_presupuesto(v_precio, v_compra,
      -- Bundled products that the buyer owns are neither charged nor delivered again.
      case when p_destinatario is null
        then array(select p from unnest(v_productos) p where p.id <> all (v_suyos) order by p.id)
        else v_productos end,
      v_cupon, v_mejora));
end
$$;

-- The quote for a buyer who may ask, with counted coupon and gift attempts.
create function privado.presupuestar(
  p_usuario uuid, p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid,
  p_solo_cotiza boolean
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_comprador(p_usuario, p_destinatario, p_metodo, p_cupon, p_solo_cotiza);
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  return privado.presupuesto_actual(
    p_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, p_solo_cotiza);
end
$$;

-- The quote of a purchase.
create function public.cotizar_compra(
  p_producto uuid, p_edicion uuid default null, p_bundle uuid default null, p_metodo text default 'tarjeta',
  p_cupon text default null, p_destinatario uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_respuesta jsonb;
begin
  perform privado.anotar_ofertas(p_producto);
  v_respuesta := privado.presupuestar(
    v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, true) - 'interno';
  if p_cupon is not null and v_usuario is not null
    and coalesce(v_respuesta ->> 'error', '') not in ('cupon_no_valido', 'demasiados_intentos') then
    perform privado.devolver_intento('cupon', v_usuario::text);
  end if;
  return v_respuesta;
end
$$;
grant execute on function public.cotizar_compra(uuid, uuid, uuid, text, text, uuid) to anon, authenticated;

-- The player's name that the caller entered last: for a purchase, paid or not, a claim, a code or a gift. Null if never.
create function public.mi_nombre_de_jugador() returns text
language sql stable security definer set search_path = '' as $$
  select x.minecraft_name from (
    (select p.minecraft_name, p.creado_at as momento from public.pagos p
      where p.user_id = (select privado.persona_completa()) and p.destinatario_id = p.user_id
        and p.minecraft_name is not null
      order by p.creado_at desc limit 1)
    union all
    (select a.minecraft_name, a.created_at from public.adquisiciones a
      where a.user_id = (select privado.persona_completa()) and a.minecraft_name is not null
      order by a.created_at desc limit 1)) x
  order by x.momento desc limit 1;
$$;
grant execute on function public.mi_nombre_de_jugador() to authenticated;

-- The checkout in one call: the quote of each method, and the last Minecraft name. If the first method is refused for a
-- common reason, the others are skipped.
create function public.pagina_de_pago(
  p_slug text, p_edicion uuid default null, p_bundle uuid default null, p_metodos text[] default '{tarjeta}',
  p_cupon text default null, p_destinatario uuid default null
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  v_producto uuid := public.id_de_producto(p_slug);
  v_metodo text;
  v_cotizacion jsonb;
  v_cotizaciones jsonb := '{}'::jsonb;
begin
  if p_slug is not null and v_producto is null then
    return jsonb_build_object('ok', false, 'error', 'no_existe');
  end if;
  foreach v_metodo in array p_metodos[1:6] loop
    v_cotizacion := public.cotizar_compra(v_producto, p_edicion, p_bundle, v_metodo, p_cupon, p_destinatario);
    v_cotizaciones := v_cotizaciones || jsonb_build_object(v_metodo, v_cotizacion);
    exit when v_metodo = p_metodos[1] and not (v_cotizacion ->> 'ok')::boolean;
  end loop;
  return jsonb_build_object('ok', true, 'cotizaciones', v_cotizaciones, 'minecraft_name', public.mi_nombre_de_jugador());
end
$$;
grant execute on function public.pagina_de_pago(text, uuid, uuid, text[], text, uuid) to authenticated;

-- Open payments and their holds, from the quote to the end of the payment.

-- Whether only admins can buy now (maintenance mode).
create function privado.en_mantenimiento() returns boolean
language sql stable security definer set search_path = '' as $$
  select mantenimiento and not privado.es_admin() from public.configuracion_global where id = 1;
$$;

-- The smallest charge of a method.
create function privado.importe_minimo(p_metodo text) returns integer
language sql immutable set search_path = '' as $$ select case p_metodo when 'tarjeta' then 50 else 1 end $$;

-- The answer to a repeated attempt: its payment, if it is the same purchase. An undeliverable one does not lead to a
-- provider again.
create function privado.repetir_pago(p_antes public.pagos, p_pago public.pagos) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text;
begin
  if not privado.es_misma_compra(p_antes, p_pago) then return privado.rechazo('clave_usada'); end if;
  if p_antes.estado = 'creado' and p_antes.pendiente_at is null then
    v_motivo := privado.motivo_no_entrega(p_antes);
    if v_motivo is not null then
      return privado.rechazo(case v_motivo when 'sin_destinatario' then 'destinatario_no_existe' else v_motivo end);
    end if;
  end if;
  return privado.describir_pago(p_antes);
end
$$;

-- Why a quoted payment cannot begin, or null.
create function privado.rechazo_de_pago(p_pago public.pagos) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_total integer := p_pago.total_centimos;
  v_saldo integer;
  v_motivo text;
begin
  if v_total > 0 and v_total < privado.importe_minimo(p_pago.metodo) then return privado.rechazo('importe_minimo'); end if;
  if privado.exige_consentimiento(p_pago.presupuesto)
    and not exists (select from public.textos_consentimiento where version = p_pago.consentimiento_version) then
    return privado.rechazo('falta_consentimiento');
  end if;
  if p_pago.presupuesto #>> '{interno,uncoins}' is null and exists (
    select from public.pagos p
    where p.user_id = p_pago.user_id and p.estado = 'creado' and p.pendiente_at is not null
      and privado.es_misma_compra(p, p_pago)
  ) then
    return privado.rechazo('pago_en_camino');
  end if;
  if v_total > 0 and p_pago.metodo = 'uncoins' then
    select uncoins into v_saldo from public.usuarios_meta where id = p_pago.user_id;
    if v_saldo < v_total then
      return privado.rechazo('saldo_insuficiente') || jsonb_build_object('necesitas', v_total, 'tienes', v_saldo);
    end if;
  elsif v_total > 0 then
    v_motivo := privado.motivo_no_reserva(p_pago);
    if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  end if;
  return null;
end
$$;

-- The unfinished payment of the same purchase at the same price, which continues.
create function privado.pago_abierto(p_pago public.pagos) returns setof public.pagos
language sql stable security definer set search_path = '' as $$
  select p.* from public.pagos p
  where p_pago.total_centimos > 0 and p_pago.metodo <> 'uncoins'
    and p.user_id = p_pago.user_id and p.estado = 'creado' and p.caduca_at > now() + interval '5 minutes'
    and p.pendiente_at is null and privado.es_misma_compra(p, p_pago)
    and p.metodo = p_pago.metodo and p.minecraft_name is not distinct from p_pago.minecraft_name
    and p.presupuesto = p_pago.presupuesto
    and p.consentimiento_version is not distinct from p_pago.consentimiento_version
  order by p.creado_at desc limit 1;
$$;

-- Creates a payment. A provider's payment holds its goods. A coin payment is delivered in the same transaction, and a
-- refused delivery undoes its debit.
create function privado.abrir_pago(p_pago public.pagos) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := p_pago;
  v_total constant integer := p_pago.total_centimos;
  v_entrega jsonb;
begin
  insert into public.pagos (user_id, destinatario_id, producto_id, edicion_id, bundle_id, cupon_id, metodo,
    proveedor, referencia, total_centimos, presupuesto, minecraft_name, clave, consentimiento_version, consentimiento_at)
  values (v_pago.user_id, v_pago.destinatario_id, v_pago.producto_id, v_pago.edicion_id, v_pago.bundle_id, v_pago.cupon_id,
    case when v_total = 0 then 'gratis' else v_pago.metodo end,
    case when v_total = 0 then 'gratis' when v_pago.metodo = 'tarjeta' then 'stripe' else v_pago.metodo end,
    case when v_total = 0 or v_pago.metodo = 'uncoins' then gen_random_uuid()::text end,
    v_total, v_pago.presupuesto, v_pago.minecraft_name, v_pago.clave, v_pago.consentimiento_version,
    v_pago.consentimiento_at)
  returning * into v_pago;
  if v_pago.proveedor not in ('gratis', 'uncoins') then
    perform privado.reservar(v_pago, privado.fin_reserva(v_pago));
    return privado.describir_pago(v_pago);
  end if;
  if v_pago.proveedor = 'uncoins' then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (v_pago.user_id, -v_total, 'compra', 'compra:' || v_pago.id, v_pago.id);
  end if;
  v_entrega := public.entregar_pago(v_pago.proveedor, v_pago.referencia, v_total, 'EUR');
  if v_pago.proveedor = 'uncoins' and not (v_entrega ->> 'ok')::boolean then
    raise exception using errcode = 'UN001', message = v_entrega ->> 'error';
  end if;
  return v_entrega;
exception
  when sqlstate 'UN001' then return privado.rechazo(sqlerrm);
end
$$;

-- Starts a payment. Limited goods are counted under lock. Immediate delivery requires the accepted version of the
-- consent. The price is calculated here only: the answer is what will be charged.
create function public.crear_pago(
  p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid,
  p_minecraft_name text, p_clave text, p_consentimiento text default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_es_recarga boolean := exists (select from public.productos where id = p_producto and uncoins is not null);
  v_pago public.pagos;
  v_antes public.pagos;
  v_rechazo jsonb;
begin
  v_pago.user_id := auth.uid();
  v_pago.destinatario_id := coalesce(p_destinatario, auth.uid());
  v_pago.producto_id := p_producto;
  v_pago.edicion_id := p_edicion;
  v_pago.bundle_id := p_bundle;
  v_pago.metodo := p_metodo;
  v_pago.clave := p_clave;
  v_pago.minecraft_name := case when not v_es_recarga then p_minecraft_name end;
  if v_pago.user_id is null then return privado.rechazo('sin_sesion'); end if;
  if privado.en_mantenimiento() then return privado.rechazo('mantenimiento'); end if;
  if p_clave is null or char_length(p_clave) not between 8 and 100 then return privado.rechazo('clave_no_valida'); end if;
  -- Serialises payments of a buyer, so that no click counts twice.
  perform pg_advisory_xact_lock(hashtextextended('comprador:' || v_pago.user_id, 0));
  select * into v_antes from public.pagos where user_id = v_pago.user_id and clave = p_clave;
  if found then return privado.repetir_pago(v_antes, v_pago); end if;
  -- The recipient of a gift enters the name when opening it.
  if (v_pago.minecraft_name is null and not v_es_recarga and v_pago.destinatario_id = v_pago.user_id)
    or v_pago.minecraft_name !~ '^[A-Za-z0-9_]{5,16}$' then
    return privado.rechazo('nombre_minecraft_no_valido');
  end if;
  perform privado.bloquear_existencias(v_pago.destinatario_id,
    privado.buscar_cupon(p_cupon, p_producto),
    array(select p_producto where p_producto is not null
      union select producto_id from public.bundles_productos where bundle_id = p_bundle));
  if p_producto is not null then perform privado.anotar_ofertas(p_producto); end if;
  v_pago.presupuesto := privado.presupuestar(
    v_pago.user_id, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, false);
  if not (v_pago.presupuesto ->> 'ok')::boolean then return v_pago.presupuesto; end if;
  v_pago.total_centimos := (v_pago.presupuesto ->> 'total_centimos')::integer;
  v_pago.cupon_id := (v_pago.presupuesto #>> '{interno,cupon_id}')::uuid;
  if privado.exige_consentimiento(v_pago.presupuesto) and p_consentimiento is not null then
    v_pago.consentimiento_version := p_consentimiento;
    v_pago.consentimiento_at := now();
  end if;
  v_rechazo := privado.rechazo_de_pago(v_pago);
  if v_rechazo is not null then return v_rechazo; end if;
  select * into v_antes from privado.pago_abierto(v_pago);
  if not found then return privado.abrir_pago(v_pago); end if;
  perform privado.reservar(v_antes, privado.fin_reserva(v_antes));
  return privado.describir_pago(v_antes);
end
$$;
grant execute on function public.crear_pago(uuid, uuid, uuid, text, text, uuid, text, text, text) to authenticated;

-- Records the provider's reference of a payment, and extends its holds.
create function public.vincular_pago(p_pago uuid, p_proveedor text, p_referencia text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  update public.pagos set referencia = p_referencia
  where id = p_pago and proveedor = p_proveedor and (referencia is null or referencia = p_referencia)
  returning * into v_pago;
  if v_pago.id is null then return privado.rechazo('pago_no_existe'); end if;
  if v_pago.estado = 'creado' and v_pago.pendiente_at is null then
    update public.reservas set hasta = greatest(hasta, privado.fin_reserva(v_pago))
    where pago_id = v_pago.id and hasta > now();
  end if;
  return privado.describir_pago(v_pago);
end
$$;
grant execute on function public.vincular_pago(uuid, text, text) to service_role;

-- The last check before an approved payment is captured: only for payments that the shop captures itself. A positive
-- answer holds the goods until the result of the charge. `rechazos` distinguishes this charge from declined ones
-- before.
create function public.motivo_no_cobro(
  p_proveedor text, p_referencia text, p_importe_centimos integer, p_moneda text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_motivo text;
begin
  select * into v_pago from public.pagos
  where proveedor = p_proveedor and referencia = p_referencia for no key update;
  if v_pago.id is null then return privado.rechazo('pago_no_existe'); end if;
  if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then
    perform public.abrir_caso('importe_no_coincide', 'importe:' || p_proveedor || ':' || p_referencia, v_pago.id,
      jsonb_build_object('proveedor', p_proveedor, 'referencia', p_referencia, 'importe', p_importe_centimos,
        'moneda', p_moneda));
    return privado.rechazo('importe_no_coincide');
  end if;
  if v_pago.estado not in ('creado', 'fallido', 'caducado') then
    return privado.rechazo(case when v_pago.presupuesto #>> '{interno,uncoins}' is null then 'ya_lo_tienes' else 'ya_pagado' end);
  end if;
  if v_pago.estado = 'fallido' and not privado.aprobado_de_nuevo(v_pago) then
    return privado.rechazo('cobro_rechazado') || jsonb_build_object('desde', v_pago.creado_at);
  end if;
  v_motivo := privado.motivo_no_entrega(v_pago);
  if v_motivo is not null then
    update public.pagos set motivo_no_entregado = v_motivo where id = v_pago.id;
    return privado.rechazo(v_motivo);
  end if;
  -- A payment that was closed and approved afterwards is open again.
  update public.pagos set estado = 'creado', motivo_no_entregado = null, cobro_at = coalesce(cobro_at, now())
  where id = v_pago.id;
  perform privado.reservar(v_pago, now() + privado.plazo_en_camino());
  return jsonb_build_object('ok', true, 'rechazos', v_pago.rechazos);
end
$$;
grant execute on function public.motivo_no_cobro(text, text, integer, text) to service_role;

-- Holds the goods of a slow payment, for three days at most.
create function public.retener_pago(p_proveedor text, p_referencia text, p_pago uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := privado.bloquear_pago(p_proveedor, p_referencia, p_pago);
begin
  if v_pago.id is null then return privado.rechazo('pago_no_existe'); end if;
  if v_pago.estado <> 'creado' then return privado.describir_pago(v_pago); end if;
  update public.pagos set referencia = coalesce(referencia, p_referencia), pendiente_at = coalesce(pendiente_at, now())
  where id = v_pago.id returning * into v_pago;
  if v_pago.pendiente_at + privado.plazo_en_camino() > now() and privado.motivo_no_entrega(v_pago) is null then
    perform privado.reservar(v_pago, v_pago.pendiente_at + privado.plazo_en_camino());
  end if;
  return privado.describir_pago(v_pago);
end
$$;
grant execute on function public.retener_pago(text, text, uuid) to service_role;

-- Closes an unpaid payment; a paid one stays. A buyer who was told that the money is on its way gets a mail.
--
-- `p_rechazos` identifies the declined charge by the number of declines before it: a late answer does not affect a
-- charge that began since. A decline is dated to the start of its charge, so that a later approval counts, whichever is
-- reported first.
create function public.cerrar_pago(
  p_proveedor text, p_referencia text, p_estado text, p_pago uuid default null, p_rechazos integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  if p_estado is null or p_estado not in ('fallido', 'caducado') then return privado.rechazo('estado_no_valido'); end if;
  select * into v_pago from public.pagos
  where proveedor = p_proveedor and (referencia = p_referencia or (referencia is null and id = p_pago))
  for no key update;
  if v_pago.id is null then return privado.rechazo('pago_no_existe'); end if;
  if v_pago.estado = 'creado' and v_pago.rechazos = coalesce(p_rechazos, v_pago.rechazos) then
    update public.pagos set estado = p_estado,
      rechazos = rechazos + (p_estado = 'fallido')::integer,
      rechazado_at = case when p_estado = 'fallido' then coalesce(cobro_at, now()) else rechazado_at end,
      cobro_at = case when p_estado <> 'fallido' then cobro_at end
    where id = v_pago.id returning * into v_pago;
    if v_pago.pendiente_at is not null then
      insert into public.correos (clave, user_id, plantilla, datos)
      values ('pago_fallido:' || v_pago.id, v_pago.user_id, 'pago_fallido', jsonb_build_object('pago_id', v_pago.id))
      on conflict (clave) do nothing;
    end if;
  end if;
  return privado.describir_pago(v_pago);
end
$$;
grant execute on function public.cerrar_pago(text, text, text, uuid, integer) to service_role;

-- Closes payments that never reached a provider, which nobody can have paid, and deletes expired holds.
create function public.caducar_pagos_sin_referencia() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cerrados integer;
begin
  update public.pagos set estado = 'caducado'
  where estado = 'creado' and referencia is null and caduca_at < now() - interval '1 day';
  get diagnostics v_cerrados = row_count;
  delete from public.reservas where hasta < now() - interval '1 hour';
  return v_cerrados;
end
$$;
grant execute on function public.caducar_pagos_sin_referencia() to service_role;

-- Open payments whose goods cannot be delivered any more: their pages are closed before anybody pays. A hint only; a
-- payment that is paid anyway is refunded.
create function public.pagos_sin_objeto() returns table (proveedor text, referencia text)
language sql stable security definer set search_path = '' as $$
  select p.proveedor, p.referencia from public.pagos p
  join public.usuarios_meta u on u.id = p.user_id
  join public.usuarios_meta para on para.id = p.destinatario_id
  left join public.ediciones e on e.id = p.edicion_id
  where p.estado = 'creado' and p.proveedor in ('stripe', 'paypal') and p.referencia is not null
    and p.pendiente_at is null
    and (u.banned_until > now() or u.reputacion = 'deshabilitado' or e.retirada
      or (para.id <> u.id and not privado.recibe_regalos(para, u.id)) or exists (
      select from public.productos x where x.id = any (privado.articulos_de(p)) and privado.motivo_no_venta(x) is not null))
  order by p.creado_at limit 500;
$$;
grant execute on function public.pagos_sin_objeto() to service_role;

-- Delivery. `entregar_pago` is idempotent: return page, webhook and job call it, and the first one delivers, as quoted.
--
-- A payment that cannot be delivered is refunded at once, with a reason for the buyer. Unavailable goods are never
-- sold.

-- Why a payment cannot be delivered now, or null. Locks what it checks. Price and Club membership of the quote stay
-- valid; products taken off sale are not delivered.
create function privado.motivo_no_entrega(p_pago public.pagos) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids uuid[] := privado.articulos_de(p_pago);
  v_comprador public.usuarios_meta;
  v_producto public.productos;
  v_motivo text;
begin
  perform privado.bloquear_existencias(p_pago.destinatario_id, p_pago.cupon_id, v_ids);
  if p_pago.presupuesto #>> '{interno,uncoins}' is null and not exists (
    select from unnest(v_ids) id where not case when p_pago.bundle_id is null
      then privado.ya_lo_tiene(p_pago.destinatario_id, id, p_pago.edicion_id)
      else privado.tiene_producto(p_pago.destinatario_id, id) end
  ) or privado.regalo_en_espera(p_pago) then
    return 'ya_lo_tienes';
  end if;
  -- An upgrade was quoted from a lower edition, and stays one if prices change afterwards.
  if p_pago.bundle_id is null and p_pago.presupuesto #> '{interno,mejora}' is null
    and privado.tiene_superior(p_pago.destinatario_id, p_pago.producto_id, p_pago.edicion_id) then
    return 'tienes_superior';
  end if;
  if p_pago.presupuesto #> '{interno,mejora}' is not null and not privado.ya_lo_tiene(
    p_pago.destinatario_id, p_pago.producto_id, (p_pago.presupuesto #>> '{interno,mejora,edicion_id}')::uuid) then
    return 'sin_edicion_previa';
  end if;
  if p_pago.destinatario_id <> p_pago.user_id and not exists (
    select from public.usuarios_meta u
    where u.id = p_pago.destinatario_id and privado.recibe_regalos(u, p_pago.user_id)
  ) then
    return 'sin_destinatario';
  end if;
  select * into v_comprador from public.usuarios_meta where id = p_pago.user_id;
  if v_comprador.borrada_at is not null then return 'cuenta_borrada'; end if;
  if v_comprador.banned_until > now() then return 'cuenta_baneada'; end if;
  if v_comprador.reputacion = 'deshabilitado' then return 'cuenta_deshabilitada'; end if;
  if exists (select from public.ediciones where id = p_pago.edicion_id and retirada) then return 'no_disponible'; end if;
  for v_producto in select * from public.productos where id = any (v_ids) order by id loop
    v_motivo := coalesce(privado.motivo_no_venta(v_producto),
      case when v_producto.unidades is not null then privado.motivo_sin_unidades(p_pago, v_producto) end);
    if v_motivo is not null then return v_motivo; end if;
  end loop;
  if p_pago.cupon_id is not null
    and (select propias = 0 from privado.contar_reservas(p_pago, null, p_pago.cupon_id))
    and not exists (
      select from privado.cupon_utilizable((select codigo from public.codigos_cupones where id = p_pago.cupon_id), p_pago))
  then
    return 'cupon_no_valido';
  end if;
  return null;
end
$$;

-- The creator's share of a product, as quoted. The creator's own coupon reduces the share, so that the shop keeps what
-- it would have had without it.
create function privado.ingreso_de(p_presupuesto jsonb, p_articulo jsonb) returns integer
language sql immutable set search_path = '' as $$
  select greatest(0, privado.parte_porcentual((p_articulo ->> 'centimos')::integer + c.regalado,
    (p_presupuesto #>> '{interno,ingresos_porcentaje}')::integer) - c.regalado)
  from (select coalesce((p_presupuesto #>> '{interno,cupon_creador_centimos}')::integer, 0) as regalado) c;
$$;

-- Creates the licence of a product for the recipient, and the creator's share.
create function privado.dar_articulo(p_pago public.pagos, p_articulo jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid := (p_articulo ->> 'producto_id')::uuid;
  v_creador uuid := (p_articulo ->> 'usuario_id')::uuid;
  v_centimos integer := (p_articulo ->> 'centimos')::integer;
  v_ingreso integer := privado.ingreso_de(p_pago.presupuesto, p_articulo);
  v_adquisicion uuid;
begin
  insert into public.adquisiciones (user_id, producto_id, edicion_id, bundle_id, pago_id, regalado_por, origen,
    es_reserva, precio_pagado, minecraft_name)
  values (p_pago.destinatario_id, v_producto, p_pago.edicion_id, p_pago.bundle_id, p_pago.id,
    case when p_pago.destinatario_id <> p_pago.user_id then p_pago.user_id end,
    case when p_pago.destinatario_id <> p_pago.user_id then 'regalo'
      when p_pago.bundle_id is not null then 'bundle'
      when p_pago.total_centimos = 0 then 'gratis' else 'compra' end,
    -- A product released since the quote is no reservation.
    (p_articulo ->> 'es_reserva')::boolean and (
      select privado.espera_lanzamiento(p, e) from public.productos p
      left join public.ediciones e on e.id = p_pago.edicion_id where p.id = v_producto),
    v_centimos / 100.0,
    -- The recipient of a gift enters the name when opening it.
    case when p_pago.destinatario_id = p_pago.user_id then p_pago.minecraft_name end)
  returning id into v_adquisicion;

  if v_ingreso > 0 and v_creador not in (p_pago.user_id, p_pago.destinatario_id) then
    insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
    values (v_creador, v_ingreso, 'venta', 'venta:' || v_adquisicion, v_adquisicion);
  end if;
end
$$;

-- Takes a product from stock and gives it to the recipient. A gift with a date is given on that date, and records until
-- then the units that it has taken.
create function privado.entregar_articulo(p_pago public.pagos, p_articulo jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto public.productos;
begin
  select * into v_producto from public.productos where id = (p_articulo ->> 'producto_id')::uuid for no key update;
  -- Paid goods are delivered even if the last unit was sold meanwhile: a download does not run out.
  update public.productos set adquirido = adquirido + 1,
    unidades = case when unidades > 0 then unidades - 1 else unidades end
  where id = v_producto.id;
  if not privado.regalo_espera(p_pago.id) then
    perform privado.dar_articulo(p_pago, p_articulo);
  elsif v_producto.unidades > 0 then
    update public.regalos
    set unidades_vendidas = unidades_vendidas || jsonb_build_object(v_producto.id, v_producto.recuentos)
    where pago_id = p_pago.id;
  end if;
end
$$;

-- Orders a refund automatically; the refund code carries it out. A failed order has a case and is not repeated; refunds
-- by admins are independent. Returns the ordered cents.
create function privado.ordenar_reembolso(p_pago uuid, p_motivo text) returns integer
language sql volatile security definer set search_path = '' as $$
  with ordenado as (
    insert into public.reembolsos (pago_id, motivo, centimos, proveedor)
    select p.id, 'no_entregable: ' || p_motivo, privado.reembolsable_de(p), p.proveedor
    from public.pagos p
    where p.id = p_pago and privado.reembolsable_de(p) > 0
      and not exists (select from public.reembolsos
        where pago_id = p_pago and motivo like 'no_entregable: %' and estado in ('rechazado', 'fallido'))
    returning centimos
  )
  select coalesce(sum(centimos), 0)::integer from ordenado;
$$;

-- Delivers a paid payment: licences, coins, shares, mails, invoice. Repeated, it returns the state. An undeliverable
-- payment is refunded, an inconsistent one becomes a case.
create function public.entregar_pago(
  p_proveedor text, p_referencia text, p_importe_centimos integer, p_moneda text, p_pago uuid default null,
  p_confirmado_at timestamptz default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := privado.bloquear_pago(p_proveedor, p_referencia, p_pago);
  v_datos jsonb := jsonb_build_object(
    'proveedor', p_proveedor, 'referencia', p_referencia, 'importe', p_importe_centimos, 'moneda', p_moneda);
  v_uncoins integer := (v_pago.presupuesto #>> '{interno,uncoins}')::integer;
  v_motivo text;
  v_ordenado integer;
begin
  if p_referencia is null then return privado.rechazo('pago_no_existe'); end if;
  if v_pago.id is null then
    perform public.abrir_caso('pago_desconocido', 'desconocido:' || p_proveedor || ':' || p_referencia, null, v_datos);
    return privado.rechazo('pago_no_existe');
  end if;
  if v_pago.estado in ('pagado', 'entregado', 'reembolsado', 'en_disputa') and v_pago.referencia <> p_referencia then
    perform public.abrir_caso('pagado_dos_veces', 'doble:' || p_proveedor || ':' || p_referencia, v_pago.id, v_datos);
    return privado.rechazo('ya_pagado');
  end if;
  if v_pago.estado in ('entregado', 'reembolsado', 'en_disputa') then return privado.describir_pago(v_pago); end if;
  if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then
    perform public.abrir_caso('importe_no_coincide', 'importe:' || p_proveedor || ':' || p_referencia, v_pago.id, v_datos);
    return privado.rechazo('importe_no_coincide');
  end if;

  -- After a refund is ordered, nothing is delivered.
  v_motivo := coalesce(case when v_pago.estado = 'pagado' then v_pago.motivo_no_entregado end,
    privado.motivo_no_entrega(v_pago));
  if v_motivo is not null and p_proveedor in ('gratis', 'uncoins') then
    -- No money was paid: a free claim ends here, and coins return with the transaction.
    update public.pagos set estado = 'fallido' where id = v_pago.id;
    return privado.rechazo(v_motivo);
  end if;
  update public.pagos set estado = 'pagado', referencia = p_referencia, pagado_at = coalesce(pagado_at, now()),
    confirmado_at = coalesce(confirmado_at, p_confirmado_at, now()), motivo_no_entregado = v_motivo
  where id = v_pago.id returning * into v_pago;
  if v_motivo is not null then
    if v_motivo = 'ya_lo_tienes' then
      perform public.abrir_caso('pagado_dos_veces', 'duplicado:' || v_pago.id, v_pago.id, v_datos);
    end if;
    v_ordenado := privado.ordenar_reembolso(v_pago.id, v_motivo);
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('no_entregado:' || v_pago.id, v_pago.user_id, 'no_entregado',
      jsonb_build_object('pago_id', v_pago.id, 'motivo', v_motivo, 'centimos', v_ordenado))
    on conflict (clave) do nothing;
    if v_motivo = 'ya_lo_tienes' then return privado.rechazo(v_motivo); end if;
    return privado.rechazo('no_entregable') || jsonb_build_object('motivo', v_motivo);
  end if;

  -- Releases the holds of other open payments for the same purchase.
  delete from public.reservas r using public.pagos p
  where p.id = r.pago_id and r.user_id = v_pago.user_id and privado.es_misma_compra(p, v_pago);
  if v_uncoins is not null then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (v_pago.destinatario_id, v_uncoins, 'recarga', 'recarga:' || v_pago.id, v_pago.id);
  else
    perform privado.entregar_articulo(v_pago, a)
    from jsonb_array_elements(v_pago.presupuesto #> '{interno,articulos}') a;
  end if;
  if v_pago.total_centimos >= 100 then
    insert into public.logros_usuario (user_id, logro) values (v_pago.user_id, 'primera_compra') on conflict do nothing;
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('recibo:' || v_pago.id, v_pago.user_id, 'recibo', jsonb_build_object('pago_id', v_pago.id));
  if v_pago.destinatario_id <> v_pago.user_id and not privado.regalo_espera(v_pago.id) then
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('regalo:' || v_pago.id, v_pago.destinatario_id, 'regalo', jsonb_build_object('pago_id', v_pago.id));
  end if;
  update public.casos_admin set resuelto = true where clave = 'sin_aclarar:' || v_pago.id;
  update public.pagos set estado = 'entregado', entregado_at = now() where id = v_pago.id returning * into v_pago;
  return privado.describir_pago(v_pago) || jsonb_build_object('entregado_ahora', true);
end
$$;
grant execute on function public.entregar_pago(text, text, integer, text, uuid, timestamptz) to service_role;

-- Refunds and disputes by the provider's ids: each row is the current state there. The value of a payment follows from
-- these rows alone, in whatever order and however often they are reported.

create table public.reembolsos (
  id uuid primary key default gen_random_uuid(),
  pago_id uuid not null references public.pagos (id) on delete restrict,
  pedido_por uuid references public.usuarios_meta (id) on delete set null,
  motivo text check (char_length(motivo) between 3 and 500),
  estado text not null default 'pedido' check (estado in ('pedido', 'pendiente', 'hecho', 'rechazado', 'fallido')),
  error text,
  created_at timestamptz not null default now(),
  hecho_at timestamptz,
  centimos integer not null check (centimos >= 0),
  proveedor text check (proveedor in ('stripe', 'paypal', 'uncoins', 'gratis')),
  referencia text,
  clave text unique check (char_length(clave) between 8 and 100),
  proveedor_at timestamptz,
  fallido_at timestamptz,
  constraint reembolsos_referencia_key unique (proveedor, referencia)
);
comment on column public.reembolsos.motivo is 'null: made at the provider, by nobody here';
comment on column public.reembolsos.referencia is 'the provider''s id of the refund';
create index reembolsos_pedido_por_idx on public.reembolsos (pedido_por);
create index reembolsos_pendientes_idx on public.reembolsos (created_at) where estado = 'pedido';
create index reembolsos_pago_id_idx on public.reembolsos (pago_id, created_at);
create index reembolsos_en_camino_idx on public.reembolsos (pago_id) where estado = 'pendiente';
create index reembolsos_hechos_idx on public.reembolsos (hecho_at) where estado = 'hecho';

alter table public.reembolsos enable row level security;
-- The admin who ordered a refund is visible to staff only.
grant select (id, pago_id, motivo, estado, error, created_at, hecho_at, centimos, proveedor, referencia, proveedor_at, fallido_at)
  on public.reembolsos to authenticated;
grant select on public.reembolsos to service_role;
create policy reembolsos_select on public.reembolsos for select to authenticated
  using ((select privado.es_admin())
    or exists (select from public.pagos p where p.id = pago_id and p.user_id = (select auth.uid())));
create policy reembolsos_segundo_paso on public.reembolsos as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create table public.disputas (
  id uuid primary key default gen_random_uuid(),
  pago_id uuid not null references public.pagos (id) on delete restrict,
  proveedor text not null check (proveedor in ('stripe', 'paypal', 'uncoins', 'gratis')),
  referencia text not null,
  fase text not null check (fase in ('consulta', 'abierta', 'sin_decidir', 'perdida', 'ganada')),
  centimos integer not null check (centimos >= 0),
  motivo text check (char_length(motivo) <= 500),
  vence_at timestamptz,
  abierta_at timestamptz not null,
  -- The provider's version: an older reading never replaces a newer one.
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (proveedor, referencia)
);
create index disputas_pago_id_idx on public.disputas (pago_id);

alter table public.disputas enable row level security;
grant select on public.disputas to authenticated, service_role;
create policy disputas_select on public.disputas for select to authenticated
  using ((select privado.es_admin())
    or exists (select from public.pagos p where p.id = pago_id and p.user_id = (select auth.uid())));
create policy disputas_segundo_paso on public.disputas as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Lost cents. If PayPal decides for the buyer, it makes a refund: refunds since the dispute was opened are part of its
-- cost.
create function privado.devuelto_de(p_pago public.pagos) returns integer
language sql stable security definer set search_path = '' as $$
  with perdidas as (
    select coalesce(sum(centimos), 0) as centimos, coalesce(min(abierta_at), 'infinity') as desde
    from public.disputas where pago_id = p_pago.id and fase = 'perdida'
  ), hechos as (
    select coalesce(sum(r.centimos) filter (where p_pago.proveedor <> 'paypal'
        or coalesce(r.proveedor_at, r.created_at) < d.desde), 0) as antes,
      coalesce(sum(r.centimos) filter (where p_pago.proveedor = 'paypal'
        and coalesce(r.proveedor_at, r.created_at) >= d.desde), 0) as desde
    from perdidas d left join public.reembolsos r on r.pago_id = p_pago.id and r.estado = 'hecho'
  )
  select least(p_pago.total_centimos, h.antes + greatest(h.desde, d.centimos))::integer from hechos h, perdidas d;
$$;

-- Whether a dispute holds the money. A dispute that ended undecided holds it until a later one decides.
create function privado.retenido_por_disputa(p_pago uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.disputas d where d.pago_id = p_pago and (d.fase = 'abierta' or (d.fase = 'sin_decidir'
      and not exists (select from public.disputas o where o.pago_id = p_pago and o.abierta_at > d.abierta_at)))
  );
$$;

-- Refundable cents of a payment, without completed and pending refunds.
create function privado.reembolsable_de(p_pago public.pagos) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(0, p_pago.total_centimos - privado.devuelto_de(p_pago) - coalesce((
    select sum(centimos) from public.reembolsos where pago_id = p_pago.id and estado in ('pedido', 'pendiente')), 0))::integer;
$$;

-- The public facts of a refund.
create function privado.describir_reembolso(p_reembolso public.reembolsos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'reembolso_id', p_reembolso.id, 'pago_id', p.id, 'estado', p_reembolso.estado,
    'proveedor', p.proveedor, 'referencia', p.referencia, 'centimos', p_reembolso.centimos,
    'total_centimos', p.total_centimos)
  from public.pagos p where p.id = p_reembolso.pago_id;
$$;

-- Notifies the buyer of a refund, once, and of its failure if they were notified before.
create function privado.avisar_reembolso(p_reembolso public.reembolsos) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'reembolso:' || p_reembolso.id || case when p_reembolso.estado = 'fallido' then ':fallido' else '' end,
    p.user_id, 'reembolso', jsonb_build_object('pago_id', p.id, 'nombre', p.presupuesto ->> 'nombre',
      'estado', p_reembolso.estado, 'centimos', p_reembolso.centimos, 'metodo', p.metodo,
      'entero', privado.devuelto_de(p) >= p.total_centimos, 'motivo', p_reembolso.motivo)
  from public.pagos p
  where p.id = p_reembolso.pago_id
    -- Automatic refunds are explained in another mail.
    and coalesce(p_reembolso.motivo, '') not like 'no_entregable: %' and (p_reembolso.estado = 'hecho' or (p_reembolso.estado = 'fallido'
    and exists (select from public.correos where clave = 'reembolso:' || p_reembolso.id)))
  on conflict (clave) do nothing;
$$;

-- Orders a refund of `p_centimos`, or of all that is left, of a payment that the caller has locked. The provider is called
-- afterwards; coins return at once.
create function privado.ordenar_devolucion(
  p_pago public.pagos, p_motivo text, p_centimos integer, p_clave text, p_pedido_por uuid
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_reembolso public.reembolsos;
  v_queda integer;
begin
  if p_pago.estado = 'reembolsado' then return privado.rechazo('ya_reembolsado'); end if;
  if p_pago.estado not in ('pagado', 'entregado') or p_pago.total_centimos = 0 then
    return privado.rechazo('no_reembolsable');
  end if;
  v_queda := privado.reembolsable_de(p_pago);
  if v_queda = 0 then return privado.rechazo('ya_pedido'); end if;
  if p_centimos is not null and (p_centimos <= 0 or p_centimos > v_queda) then
    return privado.rechazo('importe_no_valido') || jsonb_build_object('queda_centimos', v_queda);
  end if;
  insert into public.reembolsos (pago_id, pedido_por, motivo, centimos, clave, proveedor)
  values (p_pago.id, p_pedido_por, btrim(p_motivo), coalesce(p_centimos, v_queda), p_clave, p_pago.proveedor)
  returning * into v_reembolso;
  if p_pago.proveedor = 'uncoins' then
    update public.reembolsos set estado = 'hecho', hecho_at = now(), referencia = id::text
    where id = v_reembolso.id returning * into v_reembolso;
    perform privado.avisar_reembolso(v_reembolso);
    perform privado.recomponer_pago(p_pago);
  end if;
  return privado.describir_reembolso(v_reembolso);
end
$$;

-- Orders a refund of `p_centimos`, or of all that is left. The same `p_clave` is the same order.
create function public.pedir_reembolso_parcial(p_pago uuid, p_motivo text, p_centimos integer, p_clave text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_reembolso public.reembolsos;
begin
  if not privado.es_admin() and coalesce(auth.role(), '') <> 'service_role' then return privado.rechazo('sin_permiso'); end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return privado.rechazo('motivo_no_valido');
  end if;
  if p_clave is not null and char_length(p_clave) not between 8 and 100 then return privado.rechazo('clave_no_valida'); end if;
  select * into v_pago from public.pagos where id = p_pago for no key update;
  if v_pago.id is null then return privado.rechazo('pago_no_existe'); end if;
  if p_clave is not null then
    select * into v_reembolso from public.reembolsos where clave = p_clave;
    if v_reembolso.pago_id <> p_pago or v_reembolso.centimos <> p_centimos then return privado.rechazo('clave_usada'); end if;
    if found then return privado.describir_reembolso(v_reembolso); end if;
  end if;
  return privado.ordenar_devolucion(v_pago, p_motivo, p_centimos, p_clave, auth.uid());
end
$$;
grant execute on function public.pedir_reembolso_parcial(uuid, text, integer, text) to authenticated, service_role;

-- Orders a refund of all that is left. Repeated before the provider answers, it is the same order.
create function public.pedir_reembolso(p_pago uuid, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_respuesta jsonb;
  v_reembolso public.reembolsos;
begin
  if not privado.es_admin() and coalesce(auth.role(), '') <> 'service_role' then return privado.rechazo('sin_permiso'); end if;
  v_respuesta := public.pedir_reembolso_parcial(p_pago, p_motivo, null, null);
  if v_respuesta ->> 'error' is distinct from 'ya_pedido' then return v_respuesta; end if;
  select * into v_reembolso from public.reembolsos where pago_id = p_pago and estado = 'pedido'
  order by created_at desc limit 1;
  return case when v_reembolso.id is null then v_respuesta else privado.describir_reembolso(v_reembolso) end;
end
$$;
grant execute on function public.pedir_reembolso(uuid, text) to authenticated, service_role;

-- Records the provider's refusal with its reason. If nobody waits for the answer, it opens a case.
create function public.rechazar_reembolso(p_reembolso uuid, p_error text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_fila public.reembolsos;
begin
  update public.reembolsos set estado = 'rechazado', error = left(p_error, 500)
  where id = p_reembolso and estado = 'pedido' returning * into v_fila;
  if v_fila.id is null or (v_fila.pedido_por is not null and v_fila.created_at > now() - interval '2 minutes') then return; end if;
  perform public.abrir_caso('reembolso_rechazado', 'reembolso_rechazado:' || v_fila.id, v_fila.pago_id,
    jsonb_build_object('centimos', v_fila.centimos, 'error', v_fila.error));
end
$$;
grant execute on function public.rechazar_reembolso(uuid, text) to service_role;

-- Logs refunds ordered by admins.
create function privado.anotar_reembolso() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.anotar('pedir_reembolso', 'pago', new.pago_id::text, null,
    jsonb_build_object('reembolso', new.id), new.motivo);
  return null;
end
$$;
create trigger anotar_reembolso after insert or update of pedido_por, motivo on public.reembolsos
  for each row when (new.estado = 'pedido' and new.pedido_por is not null) execute function privado.anotar_reembolso();

-- Consequences of refunds and disputes: payment state, licences, coins, creators' shares and credit notes follow from
-- their rows. Each step books the difference to the target state, so all are idempotent.

-- The creators' shares of a payment of which `p_queda` cents stand: in proportion, all of it for all, nothing for nothing.
-- Amounts held by a dispute, and returned when it is won, have keys of their own (`concepto_dicho`).
create function privado.ajustar_ingresos(p_pago public.pagos, p_queda integer) returns void
language sql volatile security definer set search_path = '' as $$
  with saldos as (
    select a.id, m.usuario_id, sum(m.centimos)::integer as saldo,
      (sum(m.centimos) filter (where m.concepto = 'venta' and m.clave = 'venta:' || a.id))::integer as venta,
      count(*) as pasos
    from public.adquisiciones a join public.movimientos_ingresos m on m.adquisicion_id = a.id
    where a.pago_id = p_pago.id group by a.id, m.usuario_id
  ), metas as (
    select *, round(venta::numeric * p_queda / nullif(p_pago.total_centimos, 0))::integer as meta from saldos
  )
  insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
  select usuario_id, meta - saldo, case when meta > saldo then 'venta' else 'reembolso' end,
    case when meta < saldo and h.retenido then 'disputa:' when meta < saldo then 'reembolso:'
      when h.ganada then 'ganada:' else 'devuelta:' end || id || ':' || pasos, id
  from metas cross join (
    select privado.retenido_por_disputa(p_pago.id) as retenido,
      exists (select from public.disputas where pago_id = p_pago.id and fase = 'ganada') as ganada) h
  where meta <> saldo
  on conflict (clave) do nothing;
$$;

-- Opens a case for coins that cannot be taken back because they are spent; a larger amount replaces the case.
create function privado.avisar_uncoins_gastados(p_origen uuid, p_faltan integer, p_pago uuid, p_datos jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select from public.casos_admin
    where tipo = 'uncoins_gastados' and split_part(clave, ':', 2) = p_origen::text
      and (datos ->> 'faltan')::integer >= p_faltan
  ) then return; end if;
  update public.casos_admin set resuelto = true
  where tipo = 'uncoins_gastados' and split_part(clave, ':', 2) = p_origen::text and not resuelto;
  perform public.abrir_caso('uncoins_gastados', 'uncoins:' || p_origen || ':' || p_faltan, p_pago,
    p_datos || jsonb_build_object('faltan', p_faltan));
end
$$;

-- Adjusts the coins that a payment credited, in proportion. Spent coins cannot be taken: an admin is notified.
create function privado.ajustar_recarga(p_pago public.pagos, p_queda integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_recarga integer := (select cantidad from public.movimientos_uncoins where clave = 'recarga:' || p_pago.id);
  v_saldo integer;
  v_contado integer;
  v_pasos integer;
  v_falta integer;
begin
  if v_recarga is null or p_pago.total_centimos = 0 then return; end if;
  select uncoins into v_saldo from public.usuarios_meta where id = p_pago.destinatario_id for no key update;
  select sum(cantidad), count(*) into v_contado, v_pasos from public.movimientos_uncoins where pago_id = p_pago.id;
  v_falta := round(v_recarga::numeric * p_queda / p_pago.total_centimos)::integer - v_contado;
  if v_falta < 0 and v_saldo < -v_falta then
    perform privado.avisar_uncoins_gastados(p_pago.id, -v_falta - v_saldo, p_pago.id, '{}');
    v_falta := -v_saldo;
  end if;
  if v_falta <> 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (p_pago.destinatario_id, v_falta, case when v_falta > 0 then 'recarga' else 'reembolso' end,
      case when v_falta > 0 then 'devuelta:' else 'reembolso:' end || p_pago.id || ':' || v_pasos, p_pago.id)
    on conflict (clave) do nothing;
  end if;
end
$$;

-- Returns coins of a refunded coin payment.
create function privado.devolver_uncoins(p_pago public.pagos, p_devuelto integer) returns void
language sql volatile security definer set search_path = '' as $$
  with contado as (
    select coalesce(sum(cantidad) filter (where concepto = 'reembolso'), 0)::integer as devuelto, count(*) as pasos
    from public.movimientos_uncoins where pago_id = p_pago.id and user_id = p_pago.user_id
  )
  insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
  select p_pago.user_id, p_devuelto - devuelto, 'reembolso', 'devolucion:' || p_pago.id || ':' || pasos, p_pago.id
  from contado where p_pago.proveedor = 'uncoins' and p_devuelto > devuelto
  on conflict (clave) do nothing;
$$;

-- Adjusts a delivered payment to `p_queda` remaining cents.
create function privado.ajustar_pago(p_pago public.pagos, p_devuelto integer, p_queda integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_pago.proveedor = 'uncoins' then perform privado.devolver_uncoins(p_pago, p_devuelto); end if;
  if p_pago.entregado_at is null then return; end if;
  perform privado.ajustar_recarga(p_pago, p_queda);
  perform privado.ajustar_ingresos(p_pago, p_queda);
  perform privado.rectificar_factura(p_pago, p_devuelto);
end
$$;

-- Restores another payment's licence for the same product when this one is revoked; of two valid ones only one is
-- active. The person is locked.
create function privado.devolver_licencias(p_pago uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.adquisiciones set revocada_at = null, revocada_motivo = null
  where id in (
    select distinct on (o.user_id, o.producto_id, o.edicion_id, o.origen) o.id
    from public.adquisiciones a
    join public.adquisiciones o on o.user_id = a.user_id and o.producto_id = a.producto_id
      and o.edicion_id is not distinct from a.edicion_id
    join public.pagos p on p.id = o.pago_id
    where a.pago_id = p_pago and o.pago_id <> p_pago and o.bundle_id is null
      and o.revocada_motivo in ('en_disputa', 'reembolsado') and p.estado = 'entregado'
      and not privado.hay_otra_vigente(o)
    order by o.user_id, o.producto_id, o.edicion_id, o.origen, o.created_at, o.id);
$$;

-- The upgrades that took off the price of what this payment gave, and that stand although their buyer has it no more.
create function privado.mejoras_sin_base(p_pago public.pagos) returns setof public.pagos
language sql stable security definer set search_path = '' as $$
  select m.* from public.pagos m
  where m.user_id = p_pago.destinatario_id and m.estado = 'entregado'
    and m.producto_id in (select a.producto_id from public.adquisiciones a where a.pago_id = p_pago.id)
    and m.presupuesto #> '{interno,mejora}' is not null
    and (m.presupuesto #>> '{interno,mejora,edicion_id}')::uuid is not distinct from p_pago.edicion_id
    and not privado.ya_lo_tiene(m.user_id, m.producto_id, p_pago.edicion_id)
  order by m.id;
$$;

-- Gives back an upgrade whose edition below was refunded: it was paid in part by that. The provider is called
-- afterwards; coins return at once, and what cost nothing ends at once.
create function privado.devolver_mejora(p_pago public.pagos) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := p_pago;
  v_reembolso public.reembolsos;
begin
  if v_pago.total_centimos = 0 then
    update public.pagos set estado = 'reembolsado', revertido_at = now() where id = v_pago.id returning * into v_pago;
    update public.adquisiciones set revocada_at = now(), revocada_motivo = 'reembolsado'
    where pago_id = v_pago.id and revocada_at is null;
    perform privado.devolver_mejora(m) from privado.mejoras_sin_base(v_pago) m;
  elsif privado.reembolsable_de(v_pago) > 0 then
    insert into public.reembolsos (pago_id, motivo, centimos, proveedor)
    values (v_pago.id, 'Se ha devuelto la edición desde la que mejoraste.', privado.reembolsable_de(v_pago), v_pago.proveedor)
    returning * into v_reembolso;
    if v_pago.proveedor = 'uncoins' then
      update public.reembolsos set estado = 'hecho', hecho_at = now(), referencia = id::text
      where id = v_reembolso.id returning * into v_reembolso;
      perform privado.avisar_reembolso(v_reembolso);
      perform privado.recomponer_pago(v_pago);
    end if;
  end if;
end
$$;

-- Brings a locked payment to the state of its refunds and disputes.
create function privado.recomponer_pago(p_pago public.pagos) returns public.pagos
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := p_pago;
  v_devuelto integer := privado.devuelto_de(p_pago);
  v_estado text := case
    when v_devuelto >= p_pago.total_centimos and (
      exists (select from public.reembolsos where pago_id = p_pago.id and estado = 'hecho')
      or exists (select from public.disputas where pago_id = p_pago.id and fase = 'perdida')) then 'reembolsado'
    when privado.retenido_por_disputa(p_pago.id) then 'en_disputa' end;
begin
  if v_estado is not null then
    -- Upgrades of the same products, which may go back with it, are locked before the person.
    perform 1 from public.pagos where user_id = v_pago.destinatario_id and producto_id = any (privado.articulos_de(v_pago))
      and presupuesto #> '{interno,mejora}' is not null order by id for no key update;
    if v_pago.estado <> v_estado then
      update public.pagos set estado = v_estado, revertido_at = now() where id = v_pago.id returning * into v_pago;
    end if;
    perform 1 from public.usuarios_meta where id = v_pago.destinatario_id for no key update;
    update public.adquisiciones set revocada_at = coalesce(revocada_at, now()), revocada_motivo = v_estado
    where pago_id = v_pago.id
      and (revocada_at is null or (revocada_motivo in ('en_disputa', 'reembolsado') and revocada_motivo <> v_estado));
    perform privado.devolver_licencias(v_pago.id);
    if v_estado = 'reembolsado' then
      perform privado.devolver_mejora(m) from privado.mejoras_sin_base(v_pago) m;
      update public.casos_admin set resuelto = true
      where pago_id = v_pago.id and not resuelto and tipo in ('pagado_dos_veces', 'sin_aclarar') and clave not like 'doble:%';
    end if;
  elsif v_pago.estado in ('reembolsado', 'en_disputa') then
    if v_pago.entregado_at is null then
      -- Reversed before the delivery, and valid again: it takes the ordinary path.
      update public.pagos set estado = 'pagado', revertido_at = null where id = v_pago.id;
      perform public.entregar_pago(v_pago.proveedor, v_pago.referencia, v_pago.total_centimos, v_pago.moneda);
      select * into v_pago from public.pagos where id = v_pago.id;
      return v_pago;
    end if;
    perform 1 from public.usuarios_meta where id = v_pago.destinatario_id for no key update;
    update public.pagos set estado = 'entregado', revertido_at = null where id = v_pago.id returning * into v_pago;
    -- Restores the licences, unless the product was acquired in another way since.
    update public.adquisiciones a set revocada_at = null, revocada_motivo = null
    where pago_id = v_pago.id and revocada_motivo in ('en_disputa', 'reembolsado') and not privado.hay_otra_vigente(a);
  end if;
  if (p_pago.estado = 'reembolsado') <> (v_pago.estado = 'reembolsado') then
    perform privado.mover_unidades(v_pago, case when v_pago.estado = 'reembolsado' then 1 else -1 end);
  end if;
  perform privado.ajustar_pago(v_pago, v_devuelto,
    case when v_estado is null then v_pago.total_centimos - v_devuelto else 0 end);
  return v_pago;
end
$$;

-- Includes reversals reported before the delivery.
create function privado.recomponer_entrega() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_devuelto integer := privado.devuelto_de(new);
begin
  if v_devuelto > 0 then perform privado.ajustar_pago(new, v_devuelto, new.total_centimos - v_devuelto); end if;
  return new;
end
$$;
create trigger recomponer_entrega after update of estado on public.pagos
  for each row when (new.estado = 'entregado' and old.estado = 'pagado') execute function privado.recomponer_entrega();

-- Import of provider readings. A reading is applied only if it is newer, so the result does not depend on their order.

-- The rank of a refund state: readings never lower it.
create function privado.rango_reembolso(p_estado text) returns integer
language sql immutable set search_path = '' as $$
  select case p_estado when 'pendiente' then 1 when 'hecho' then 2 when 'fallido' then 3 else 0 end;
$$;

-- The rank of a dispute phase: readings never lower it.
create function privado.rango_disputa(p_fase text) returns integer
language sql immutable set search_path = '' as $$
  select case p_fase when 'consulta' then 1 when 'abierta' then 2 when 'sin_decidir' then 3 when 'perdida' then 4 else 5 end;
$$;

-- Imports a refund.
create function privado.anotar_hecho_reembolso(p_pago public.pagos, p_hecho jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_estado text := p_hecho ->> 'estado';
  v_centimos integer := (p_hecho ->> 'centimos')::integer;
  v_fila public.reembolsos;
begin
  select * into v_fila from public.reembolsos
  where proveedor = p_pago.proveedor and referencia = p_hecho ->> 'referencia';
  if v_fila.id is not null and v_fila.pago_id <> p_pago.id then return; end if;
  if v_fila.id is null then
    -- The refund that this shop ordered.
    select * into v_fila from public.reembolsos
    where pago_id = p_pago.id and id = (p_hecho ->> 'propio')::uuid and referencia is null;
  end if;
  if v_fila.id is null then
    insert into public.reembolsos (pago_id, motivo, estado, centimos, proveedor, referencia, error, proveedor_at, hecho_at, fallido_at)
    values (p_pago.id, case when char_length(p_hecho ->> 'motivo') >= 3 then left(p_hecho ->> 'motivo', 500) end, v_estado,
      v_centimos, p_pago.proveedor, p_hecho ->> 'referencia', left(p_hecho ->> 'error', 500),
      (p_hecho ->> 'creado_at')::timestamptz, case when v_estado = 'hecho' then now() end,
      case when v_estado = 'fallido' then now() end)
    returning * into v_fila;
  else
    if v_fila.referencia is not distinct from p_hecho ->> 'referencia'
      and privado.rango_reembolso(v_estado) <= privado.rango_reembolso(v_fila.estado) then return;
    end if;
    update public.reembolsos set estado = v_estado, centimos = v_centimos, proveedor = p_pago.proveedor,
      referencia = p_hecho ->> 'referencia', error = left(p_hecho ->> 'error', 500),
      proveedor_at = (p_hecho ->> 'creado_at')::timestamptz,
      hecho_at = case when v_estado = 'hecho' then now() else hecho_at end,
      fallido_at = case when v_estado = 'fallido' then now() end
    where id = v_fila.id returning * into v_fila;
  end if;
  perform privado.avisar_reembolso(v_fila);
  if v_estado = 'fallido' then
    perform public.abrir_caso('reembolso_fallido', 'reembolso_fallido:' || v_fila.id, p_pago.id,
      jsonb_strip_nulls(jsonb_build_object('reembolso', v_fila.referencia, 'centimos', v_centimos, 'error', v_fila.error)));
  end if;
end
$$;

-- Imports a dispute.
create function privado.anotar_hecho_disputa(p_pago public.pagos, p_hecho jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_fila public.disputas;
  v_clave text := p_pago.proveedor || ':' || (p_hecho ->> 'referencia');
begin
  select * into v_fila from public.disputas where proveedor = p_pago.proveedor and referencia = p_hecho ->> 'referencia';
  if v_fila.id is not null and (v_fila.pago_id <> p_pago.id
    or (v_fila.version, privado.rango_disputa(v_fila.fase))
      >= ((p_hecho ->> 'version')::bigint, privado.rango_disputa(p_hecho ->> 'fase'))) then return;
  end if;
  if v_fila.id is null then
    insert into public.disputas (pago_id, proveedor, referencia, fase, centimos, abierta_at)
    values (p_pago.id, p_pago.proveedor, p_hecho ->> 'referencia', p_hecho ->> 'fase',
      (p_hecho ->> 'centimos')::integer, (p_hecho ->> 'abierta_at')::timestamptz)
    returning * into v_fila;
  end if;
  update public.disputas set referencia = p_hecho ->> 'referencia', fase = p_hecho ->> 'fase',
    centimos = (p_hecho ->> 'centimos')::integer, motivo = left(p_hecho ->> 'motivo', 500),
    vence_at = (p_hecho ->> 'vence_at')::timestamptz, abierta_at = (p_hecho ->> 'abierta_at')::timestamptz,
    version = (p_hecho ->> 'version')::bigint
  where id = v_fila.id returning * into v_fila;
  -- An inquiry moves no money, and a decided dispute has no deadline.
  if v_fila.fase in ('perdida', 'ganada') then
    update public.casos_admin set resuelto = true
    where clave in ('consulta:' || v_clave, 'disputa:' || v_clave, 'sin_decidir:' || v_clave) and not resuelto;
  else
    perform public.abrir_caso(
      case v_fila.fase when 'abierta' then 'disputa' when 'consulta' then 'consulta' else 'disputa_sin_decidir' end,
      case v_fila.fase when 'abierta' then 'disputa:' when 'consulta' then 'consulta:' else 'sin_decidir:' end || v_clave,
      p_pago.id, jsonb_strip_nulls(jsonb_build_object('disputa', v_fila.referencia, 'centimos', v_fila.centimos,
        'motivo', v_fila.motivo, 'responder_antes_de', v_fila.vence_at)));
  end if;
end
$$;

-- Imports the refunds and disputes of a payment: `{"reembolsos": […], "disputas": […]}`. Rows that are not listed do
-- not change.
create function public.anotar_reversiones(p_proveedor text, p_referencia text, p_hechos jsonb, p_pago uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := privado.bloquear_pago(p_proveedor, p_referencia, p_pago);
  v_hechos jsonb := privado.leer_json(p_hechos);
begin
  -- Another charge for the same payment is a case of its own.
  if v_pago.id is null or v_pago.referencia <> p_referencia then return privado.rechazo('pago_no_existe'); end if;
  if v_pago.referencia is null then
    update public.pagos set referencia = p_referencia where id = v_pago.id returning * into v_pago;
  end if;
  perform privado.anotar_hecho_disputa(v_pago, h)
  from jsonb_array_elements(coalesce(v_hechos -> 'disputas', '[]')) h order by h ->> 'referencia';
  perform privado.anotar_hecho_reembolso(v_pago, h)
  from jsonb_array_elements(coalesce(v_hechos -> 'reembolsos', '[]')) h order by h ->> 'referencia';
  return privado.describir_pago(privado.recomponer_pago(v_pago));
end
$$;
grant execute on function public.anotar_reversiones(text, text, jsonb, uuid) to service_role;

-- When a payment's provider was last asked for reversals, because events may be lost.
create table public.revisiones_pago (
  pago_id uuid primary key references public.pagos (id) on delete cascade,
  revisado_at timestamptz not null default now()
);

alter table public.revisiones_pago enable row level security;

-- Payments whose provider is asked for reversals: those of three days always, older ones once a day while refunds are
-- possible.
create function public.pagos_por_revisar(p_limite integer default 200) returns table (id uuid, proveedor text, referencia text)
language sql volatile security definer set search_path = '' as $$
  with posibles as (
    select p.id, p.proveedor, p.referencia from public.pagos p left join public.revisiones_pago r on r.pago_id = p.id
    where p.proveedor = 'paypal' and coalesce(p.pagado_at, p.revertido_at) > now() - interval '180 days'
      and (coalesce(p.pagado_at, p.revertido_at) > now() - interval '3 days'
        or r.revisado_at is null or r.revisado_at < now() - interval '1 day')
    union
    select p.id, p.proveedor, p.referencia from public.reembolsos x join public.pagos p on p.id = x.pago_id
    where x.estado = 'pendiente'
  ), elegidos as materialized (
    select e.* from posibles e left join public.revisiones_pago r on r.pago_id = e.id
    where e.referencia is not null
    order by r.revisado_at nulls first, e.id limit least(greatest(p_limite, 1), 1000)
  ), anotados as (
    insert into public.revisiones_pago (pago_id) select e.id from elegidos e
    on conflict (pago_id) do update set revisado_at = now() returning pago_id
  )
  select e.id, e.proveedor, e.referencia from elegidos e join anotados a on a.pago_id = e.id;
$$;
grant execute on function public.pagos_por_revisar(integer) to service_role;

-- Club subscriptions. Only `aplicar_suscripcion` writes the provider's state; only `ajustar_club` derives the
-- membership, from what was paid.

create table public.suscripciones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  proveedor text not null default 'stripe' check (proveedor = 'stripe'),
  referencia text not null,
  plan text not null check (plan in ('monthly', 'yearly')),
  estado text not null check (estado in ('activa', 'impagada', 'cancelada_al_final', 'terminada')),
  periodo_inicio timestamptz not null,
  periodo_fin timestamptz not null,
  -- End of the paid time: the provider opens the next period before its payment.
  pagado_hasta timestamptz not null,
  -- Time of the provider's state; stale states are ignored.
  visto_at timestamptz not null,
  created_at timestamptz not null default now(),
  terminada_at timestamptz,
  -- When the charges were read from the provider.
  cargos_vistos_at timestamptz,
  check (periodo_fin > periodo_inicio),
  unique (proveedor, referencia)
);
create index suscripciones_user_id_idx on public.suscripciones (user_id, created_at desc);
create index suscripciones_vencen_idx on public.suscripciones (pagado_hasta) where estado <> 'terminada';
create index suscripciones_created_at_idx on public.suscripciones (created_at);

alter table public.suscripciones enable row level security;
grant select on public.suscripciones to authenticated, service_role;
create policy suscripciones_select on public.suscripciones for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy suscripciones_segundo_paso on public.suscripciones as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create table public.suscripciones_historial (
  id bigint generated always as identity primary key,
  suscripcion_id uuid not null references public.suscripciones (id) on delete restrict,
  estado text not null,
  periodo_inicio timestamptz not null,
  periodo_fin timestamptz not null,
  visto_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index suscripciones_historial_suscripcion_id_idx on public.suscripciones_historial (suscripcion_id, id);

alter table public.suscripciones_historial enable row level security;
grant select on public.suscripciones_historial to authenticated, service_role;
create policy suscripciones_historial_select on public.suscripciones_historial for select to authenticated
  using ((select privado.es_admin()));
create policy suscripciones_historial_segundo_paso on public.suscripciones_historial as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.suscripciones_historial
  for each statement execute function privado.prohibir_cambio();

-- Records a subscription and its charges as of `p_visto_at`. Ended is final. Stale events are ignored, but charges are
-- recorded in any case.
create function public.aplicar_suscripcion(
  p_usuario uuid, p_referencia text, p_plan text, p_estado text,
  p_periodo_inicio timestamptz, p_periodo_fin timestamptz, p_visto_at timestamptz, p_cargos jsonb default '[]'
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_antes public.suscripciones;
  v_ahora public.suscripciones;
  v_plantilla text;
  v_vieja boolean;
begin
  if p_plan is null or p_plan not in ('monthly', 'yearly') then return privado.rechazo('plan_no_valido'); end if;
  if p_estado is null or p_estado not in ('activa', 'impagada', 'cancelada_al_final', 'terminada') then
    return privado.rechazo('estado_no_valido');
  end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario for no key update;
  if v_cuenta.id is null then
    -- In a restored shop, a member who joined after the backup is still charged; an admin must end it.
    if p_estado <> 'terminada' then
      perform public.abrir_caso('suscripcion_desconocida', 'suscripcion_desconocida:' || p_referencia, null,
        jsonb_build_object('usuario', p_usuario, 'referencia', p_referencia));
    end if;
    return privado.rechazo('usuario_no_existe');
  end if;

  select * into v_antes from public.suscripciones
  where proveedor = 'stripe' and referencia = p_referencia for no key update;
  if v_antes.user_id <> p_usuario then
    perform public.abrir_caso('suscripcion_ajena', 'suscripcion:' || p_referencia, null,
      jsonb_build_object('usuario', p_usuario, 'duenio', v_antes.user_id));
    return privado.rechazo('suscripcion_ajena');
  end if;
  v_vieja := v_antes.id is not null
    and (v_antes.visto_at > p_visto_at or (v_antes.estado = 'terminada' and p_estado <> 'terminada'));

  if v_vieja then
    v_ahora := v_antes;
  else
    insert into public.suscripciones as s
      (user_id, referencia, plan, estado, periodo_inicio, periodo_fin, pagado_hasta, visto_at, terminada_at)
    values (p_usuario, p_referencia, p_plan, p_estado, p_periodo_inicio, p_periodo_fin, p_periodo_inicio, p_visto_at,
      case when p_estado = 'terminada' then p_visto_at end)
    on conflict (proveedor, referencia) do update set plan = excluded.plan, estado = excluded.estado,
      periodo_inicio = excluded.periodo_inicio, periodo_fin = excluded.periodo_fin, visto_at = excluded.visto_at,
      terminada_at = coalesce(s.terminada_at, excluded.terminada_at)
    returning * into v_ahora;
  end if;
  perform privado.anotar_cargos_club(v_ahora, p_cargos, p_visto_at);
  update public.suscripciones set pagado_hasta = privado.fin_de_lo_pagado(v_ahora), cargos_vistos_at = p_visto_at
  where id = v_ahora.id returning * into v_ahora;

  if not v_vieja and (v_antes.estado, v_antes.periodo_fin) is distinct from (v_ahora.estado, v_ahora.periodo_fin) then
    insert into public.suscripciones_historial (suscripcion_id, estado, periodo_inicio, periodo_fin, visto_at)
    values (v_ahora.id, p_estado, p_periodo_inicio, p_periodo_fin, p_visto_at);
  end if;
  if not v_vieja and v_antes.estado is distinct from p_estado and v_cuenta.borrada_at is null then
    v_plantilla := case p_estado when 'impagada' then 'club_impago' when 'cancelada_al_final' then 'club_cancelado'
      when 'activa' then case when v_antes.id is null then 'club_inicio' end end;
    if v_plantilla is not null then
      insert into public.correos (clave, user_id, plantilla, datos)
      values (v_plantilla || ':' || p_referencia || ':' || extract(epoch from p_visto_at), p_usuario, v_plantilla,
        jsonb_build_object('plan', p_plan, 'hasta', v_ahora.pagado_hasta))
      on conflict (clave) do nothing;
    end if;
  end if;
  -- Two pages were paid: the first subscription stays, the second ends and is refunded.
  if p_estado <> 'terminada' and v_antes.id is null and exists (
    select from public.suscripciones s
    where s.user_id = p_usuario and s.id <> v_ahora.id and privado.suscripcion_vigente(s)
  ) then
    perform public.abrir_caso('club_pagado_dos_veces', 'club_doble:' || p_referencia, null,
      jsonb_build_object('usuario', p_usuario, 'referencia', p_referencia));
    perform privado.pedir_cancelacion_club(v_ahora.id, 'ahora', 'duplicada', true);
  end if;
  perform privado.ajustar_club(p_usuario);
  perform privado.revisar_cancelaciones_club(p_usuario);
  return jsonb_build_object('ok', true, 'aplicada', not v_vieja, 'estado', v_ahora.estado,
    'por_cancelar', exists (
      select from public.cancelaciones_club c join public.suscripciones s on s.id = c.suscripcion_id
      where s.user_id = p_usuario and c.estado = 'pendiente' and c.intentos = 0));
end
$$;
grant execute on function public.aplicar_suscripcion(uuid, text, text, text, timestamptz, timestamptz, timestamptz, jsonb)
  to service_role;

-- Updates an account to what was paid: membership, its licences, coins, mails. Locks the account.
create function privado.ajustar_club(p_usuario uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_vigente public.suscripciones;
  v_ultima public.suscripciones;
begin
  select * into v_cuenta from public.usuarios_meta where id = p_usuario for no key update;
  select * into v_vigente from public.suscripciones s
  where s.user_id = p_usuario and privado.suscripcion_vigente(s)
  order by s.pagado_hasta desc, s.id limit 1;

  if v_vigente.id is null then
    update public.usuarios_meta set club = false, subscription_id = null where id = p_usuario;
    update public.adquisiciones set revocada_at = now(), revocada_motivo = 'fin_club'
    where user_id = p_usuario and origen = 'club' and revocada_at is null;
    if v_cuenta.club and v_cuenta.borrada_at is null then
      select * into v_ultima from public.suscripciones where user_id = p_usuario order by pagado_hasta desc, id limit 1;
      insert into public.correos (clave, user_id, plantilla, datos)
      values ('club_fin:' || v_ultima.referencia || ':' || extract(epoch from v_ultima.pagado_hasta)::bigint, p_usuario,
        'club_fin', jsonb_build_object('plan', v_ultima.plan, 'hasta', v_ultima.pagado_hasta))
      on conflict (clave) do nothing;
    end if;
    return;
  end if;

  update public.usuarios_meta set club = true, subscription_id = v_vigente.referencia where id = p_usuario;
  update public.adquisiciones a set revocada_at = null, revocada_motivo = null
  where a.user_id = p_usuario and a.origen = 'club' and a.revocada_motivo = 'fin_club' and not privado.hay_otra_vigente(a);
  perform public.conceder_uncoins_club(p_usuario);
end
$$;

-- Ends memberships past their paid time. The provider was asked before; `p_sin_respuesta` names those without an
-- answer, which are skipped. A cancelled one ends with the provider's period: until then it can be collected, or its
-- dispute be won.
create function public.terminar_clubs_vencidos(p_sin_respuesta text[] default '{}') returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
  v_terminados integer := 0;
begin
  for v_usuario in
    select distinct s.user_id from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
    where s.pagado_hasta <= now() and not privado.suscripcion_vigente(s)
      and (s.estado = 'terminada' or s.referencia <> all (p_sin_respuesta))
      and ((s.estado = 'cancelada_al_final' and s.periodo_fin <= now()) or (u.club and s.referencia = u.subscription_id))
    order by s.user_id
  loop
    perform 1 from public.usuarios_meta where id = v_usuario for no key update;
    with terminadas as (
      update public.suscripciones set estado = 'terminada', visto_at = greatest(visto_at, pagado_hasta),
        terminada_at = coalesce(terminada_at, pagado_hasta)
      where user_id = v_usuario and estado = 'cancelada_al_final' and pagado_hasta <= now() and periodo_fin <= now()
        and referencia <> all (p_sin_respuesta)
      returning *
    )
    insert into public.suscripciones_historial (suscripcion_id, estado, periodo_inicio, periodo_fin, visto_at)
    select id, estado, periodo_inicio, periodo_fin, visto_at from terminadas;
    perform privado.ajustar_club(v_usuario);
    v_terminados := v_terminados + 1;
  end loop;
  return v_terminados;
end
$$;
grant execute on function public.terminar_clubs_vencidos(text[]) to service_role;

-- Subscriptions to look up at the provider: past their paid time, or without read charges.
create function public.clubs_por_mirar() returns table (referencia text)
language sql stable security definer set search_path = '' as $$
  select s.referencia from public.suscripciones s
  where (s.estado <> 'terminada' and s.pagado_hasta <= now()) or s.cargos_vistos_at is null
  order by s.pagado_hasta;
$$;
grant execute on function public.clubs_por_mirar() to service_role;

-- Products that end with the Club, and the price of each for a member.
create function public.fin_de_club() returns table (producto_id uuid, slug text, nombre text, nombre_en text, centimos integer)
language sql stable security definer set search_path = '' as $$
  select p.id, p.slug, p.nombre, p.nombre_en,
    (privado.calcular_presupuesto(p.precio, p.oferta, t.club_descuento_porcentaje, 0, 0) ->> 'total_centimos')::integer
  from public.adquisiciones a join public.productos p on p.id = a.producto_id
    cross join public.configuracion_global t
  where a.user_id = privado.persona_completa() and a.origen = 'club' and a.revocada_at is null
    and not privado.ya_lo_tiene(privado.persona_completa(), p.id, null)
    and not privado.tiene_superior(privado.persona_completa(), p.id, null)
  order by p.nombre;
$$;
grant execute on function public.fin_de_club() to authenticated;

-- Claims a product for a member, as a licence for the time of the membership.
create function public.reclamar_con_club(p_producto uuid, p_minecraft_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_producto public.productos;
  v_pedido public.adquisiciones;
begin
  select * into v_cuenta from public.usuarios_meta where id = auth.uid() for no key update;
  if v_cuenta.id is null then return privado.rechazo('sin_sesion'); end if;
  if v_cuenta.banned_until > now() then return privado.rechazo('cuenta_baneada'); end if;
  if v_cuenta.reputacion = 'deshabilitado' then return privado.rechazo('cuenta_deshabilitada'); end if;
  if v_cuenta.reputacion = 'mala' then return privado.rechazo('gratis_no_permitido'); end if;
  if not v_cuenta.club then return privado.rechazo('requiere_club'); end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{5,16}$' then
    return privado.rechazo('nombre_minecraft_no_valido');
  end if;

  select * into v_producto from public.productos where id = p_producto for no key update;
  select * into v_pedido from public.adquisiciones
  where user_id = v_cuenta.id and producto_id = p_producto and edicion_id is null and revocada_at is null
  order by (origen = 'club'), created_at limit 1;
  if v_pedido.origen = 'club' then
    return jsonb_build_object('ok', true, 'pedido', v_pedido.id, 'reclamado_ahora', false);
  end if;
  if v_pedido.id is not null or privado.tiene_superior(v_cuenta.id, p_producto, null) then
    return privado.rechazo('ya_lo_tienes');
  end if;
  if privado.motivo_no_venta(v_producto) is not null then
    return privado.rechazo(privado.motivo_no_venta(v_producto));
  end if;
  if not v_producto.club_only or v_producto.uncoins is not null then return privado.rechazo('no_disponible'); end if;

  insert into public.adquisiciones (user_id, producto_id, origen, es_reserva, precio_pagado, minecraft_name)
  values (v_cuenta.id, p_producto, 'club', privado.espera_lanzamiento(v_producto, null), 0, p_minecraft_name)
  returning * into v_pedido;
  update public.productos set adquirido = adquirido + 1 where id = p_producto;
  return jsonb_build_object('ok', true, 'pedido', v_pedido.id, 'reclamado_ahora', true);
end
$$;
grant execute on function public.reclamar_con_club(uuid, text) to authenticated;

-- Charges of the Club by the provider's invoice number. A member's time and coins follow from valid charges only.

create table public.cargos_club (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  suscripcion_id uuid not null references public.suscripciones (id) on delete restrict,
  factura_proveedor text not null unique,
  intento text,
  cargo text,
  plan text not null check (plan in ('monthly', 'yearly')),
  periodo_inicio timestamptz not null,
  periodo_fin timestamptz not null,
  centimos integer not null check (centimos >= 0),
  iva_centimos integer not null check (iva_centimos between 0 and centimos),
  estado text not null check (estado in ('pagado', 'parcial', 'reembolsado', 'en_disputa', 'fallido')),
  -- Refunds, and lost disputes.
  devuelto_centimos integer not null default 0 check (devuelto_centimos between 0 and centimos),
  perdido boolean not null default false,
  pagado_at timestamptz,
  -- Time of the provider's state; stale states are ignored.
  visto_at timestamptz not null,
  created_at timestamptz not null default now(),
  check (periodo_fin > periodo_inicio),
  check ((pagado_at is null) = (estado = 'fallido'))
);
create index cargos_club_user_id_idx on public.cargos_club (user_id, periodo_inicio desc);
create index cargos_club_suscripcion_id_idx on public.cargos_club (suscripcion_id, periodo_fin);
create index cargos_club_periodo_fin_idx on public.cargos_club (periodo_fin);
create index cargos_club_intento_idx on public.cargos_club (intento);
create index cargos_club_cargo_idx on public.cargos_club (cargo);
create index cargos_club_created_at_idx on public.cargos_club (created_at desc, id desc);
create index cargos_club_estado_idx on public.cargos_club (estado, created_at desc, id desc);
create index cargos_club_pagado_at_idx on public.cargos_club (pagado_at) include (centimos) where pagado_at is not null;

alter table public.cargos_club enable row level security;
grant select on public.cargos_club to authenticated, service_role;
create policy cargos_club_select on public.cargos_club for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy cargos_club_segundo_paso on public.cargos_club as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- End of the paid time: of the valid charges, at most the end of the subscription.
create function privado.fin_de_lo_pagado(p_suscripcion public.suscripciones) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    coalesce(max(c.periodo_fin) filter (where c.estado in ('pagado', 'parcial')),
      least(p_suscripcion.periodo_inicio, min(c.periodo_inicio))),
    p_suscripcion.terminada_at)
  from public.cargos_club c where c.suscripcion_id = p_suscripcion.id;
$$;

-- Whether a subscription grants membership now. The provider opens a period an hour before it collects it: until the
-- first attempt, and for a day at most, the paid period continues. A subscription that ends with its period is not
-- collected after it.
create function privado.suscripcion_vigente(p_suscripcion public.suscripciones) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_suscripcion.estado <> 'terminada' and (p_suscripcion.pagado_hasta > now()
    or (p_suscripcion.pagado_hasta > now() - interval '1 day'
      and (p_suscripcion.estado = 'activa'
        or (p_suscripcion.estado = 'cancelada_al_final' and p_suscripcion.periodo_fin > now()))
      and exists (select from public.cargos_club c where c.suscripcion_id = p_suscripcion.id
        and c.estado in ('pagado', 'parcial') and c.periodo_fin = p_suscripcion.pagado_hasta)
      and not exists (select from public.cargos_club c where c.suscripcion_id = p_suscripcion.id
        and c.periodo_inicio >= p_suscripcion.pagado_hasta)));
$$;

-- The tax included in a price.
create function privado.iva_incluido(p_centimos integer) returns integer
language sql stable security definer set search_path = '' as $$
  select p_centimos - round(p_centimos * 100.0 / (100 + iva_porcentaje))::integer
  from public.configuracion_global where id = 1;
$$;

-- Records charges as of `p_visto_at`, with invoices, credit notes and coins. The caller has locked the member's row.
create function privado.anotar_cargos_club(p_suscripcion public.suscripciones, p_cargos jsonb, p_visto_at timestamptz)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_dato record;
  v_antes public.cargos_club;
  v_ahora public.cargos_club;
begin
  for v_dato in
    select * from jsonb_to_recordset(privado.leer_json(p_cargos)) as x(
      factura text, intento text, cargo text, desde timestamptz, hasta timestamptz, centimos integer, moneda text,
      estado text, devuelto_centimos integer, perdido boolean, pagado_at timestamptz)
    order by x.desde, x.factura
  loop
    if v_dato.moneda <> 'eur' then
      perform public.abrir_caso('importe_no_coincide', 'club_moneda:' || v_dato.factura, null,
        jsonb_build_object('usuario', p_suscripcion.user_id, 'factura', v_dato.factura, 'moneda', v_dato.moneda));
      continue;
    end if;
    select * into v_antes from public.cargos_club where factura_proveedor = v_dato.factura for no key update;
    if v_antes.id is not null and (v_antes.visto_at > p_visto_at
      or (v_dato.estado = 'fallido' and v_antes.estado <> 'fallido')) then
      continue;
    end if;
    insert into public.cargos_club as c (user_id, suscripcion_id, factura_proveedor, intento, cargo, plan,
      periodo_inicio, periodo_fin, centimos, iva_centimos, estado, devuelto_centimos, perdido, pagado_at, visto_at)
    values (p_suscripcion.user_id, p_suscripcion.id, v_dato.factura, v_dato.intento, v_dato.cargo, p_suscripcion.plan,
      v_dato.desde, v_dato.hasta, v_dato.centimos, privado.iva_incluido(v_dato.centimos), v_dato.estado,
      v_dato.devuelto_centimos, v_dato.perdido, v_dato.pagado_at, p_visto_at)
    on conflict (factura_proveedor) do update set intento = excluded.intento, cargo = excluded.cargo,
      periodo_inicio = excluded.periodo_inicio, periodo_fin = excluded.periodo_fin, estado = excluded.estado,
      devuelto_centimos = excluded.devuelto_centimos, perdido = excluded.perdido,
      pagado_at = coalesce(c.pagado_at, excluded.pagado_at), visto_at = excluded.visto_at,
      -- A failed price may change before it is paid; a paid one is invoiced and stays.
      centimos = case when c.estado = 'fallido' then excluded.centimos else c.centimos end,
      iva_centimos = case when c.estado = 'fallido' then excluded.iva_centimos else c.iva_centimos end
    returning * into v_ahora;
    if v_ahora.estado = 'fallido' then continue; end if;
    perform privado.escribir_factura_club(v_ahora);
    perform privado.ajustar_uncoins_club(v_ahora);
    perform privado.avisar_de_cargo_club(v_antes, v_ahora);
  end loop;
  -- Lock order of the series: all invoices, then credit notes.
  for v_ahora in
    select * from public.cargos_club where suscripcion_id = p_suscripcion.id and estado <> 'fallido' order by id
  loop
    perform privado.rectificar_factura_club(v_ahora);
  end loop;
end
$$;

-- Opens cases for refunds, disputes, failed refunds, and payments after the membership ended. Refunds of double
-- payments have their own case.
create function privado.avisar_de_cargo_club(p_antes public.cargos_club, p_ahora public.cargos_club) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_datos jsonb := jsonb_build_object('usuario', p_ahora.user_id, 'factura', p_ahora.factura_proveedor,
    'centimos', p_ahora.centimos, 'devuelto', p_ahora.devuelto_centimos);
begin
  if p_ahora.devuelto_centimos < coalesce(p_antes.devuelto_centimos, 0) then
    perform public.abrir_caso('club_reembolso_fallido',
      'club_reembolso_fallido:' || p_ahora.factura_proveedor || ':' || p_ahora.devuelto_centimos, null, v_datos);
  end if;
  if p_ahora.estado is not distinct from p_antes.estado
    and p_ahora.devuelto_centimos is not distinct from p_antes.devuelto_centimos then
    return;
  end if;
  if p_antes.pagado_at is null and p_ahora.estado in ('pagado', 'parcial') and exists (
    select from public.suscripciones
    where id = p_ahora.suscripcion_id and estado = 'terminada' and terminada_at < p_ahora.pagado_at
  ) then
    perform public.abrir_caso('club_pagado_tras_terminar', 'club_pagado_tras_terminar:' || p_ahora.factura_proveedor, null,
      v_datos);
  end if;
  if p_ahora.estado = 'en_disputa' then
    perform public.abrir_caso('club_en_disputa', 'club_en_disputa:' || p_ahora.factura_proveedor, null, v_datos);
  elsif p_ahora.estado = 'parcial' then
    perform public.abrir_caso('club_reembolso_parcial',
      'club_reembolso_parcial:' || p_ahora.factura_proveedor || ':' || p_ahora.devuelto_centimos, null, v_datos);
  elsif p_ahora.estado = 'reembolsado' and not exists (
    select from public.cancelaciones_club where suscripcion_id = p_ahora.suscripcion_id and reembolsar
  ) then
    perform public.abrir_caso('club_devuelto', 'club_devuelto:' || p_ahora.factura_proveedor, null,
      v_datos || jsonb_build_object('perdido', p_ahora.perdido));
  end if;
end
$$;

-- Invoices of a subscription that need no further look-up.
create function public.cargos_club_asentados(p_referencia text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(c.factura_proveedor), '[]')
  from public.cargos_club c join public.suscripciones s on s.id = c.suscripcion_id
  where s.referencia = p_referencia and c.estado not in ('fallido', 'en_disputa');
$$;
grant execute on function public.cargos_club_asentados(text) to service_role;

-- Adjusts the coins of a charge: granted while it is valid or partly refunded, none after a refund. Spent coins cannot
-- be taken: an admin is notified, and the next coins are reduced.
create function privado.ajustar_uncoins_club(p_cargo public.cargos_club) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_vigente boolean := p_cargo.estado in ('pagado', 'parcial');
  v_dado integer;
  v_contado integer;
  v_pasos integer;
  v_saldo integer;
  v_falta integer;
begin
  select uncoins into v_saldo from public.usuarios_meta where id = p_cargo.user_id for no key update;
  select sum(cantidad) filter (where clave like 'club:%'), sum(cantidad), count(*) into v_dado, v_contado, v_pasos
  from public.movimientos_uncoins where cargo_club_id = p_cargo.id;
  if v_pasos = 0 then return; end if;
  v_falta := case when v_vigente then v_dado else 0 end - v_contado;
  if v_falta < 0 and v_saldo < -v_falta then
    perform privado.avisar_uncoins_gastados(p_cargo.id, -v_falta - v_saldo, null,
      jsonb_build_object('usuario', p_cargo.user_id, 'cargo_club', p_cargo.id));
    v_falta := -v_saldo;
  end if;
  if v_falta <> 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, cargo_club_id)
    values (p_cargo.user_id, v_falta, case when v_vigente then 'club' else 'reembolso' end,
      case when v_vigente then 'devuelta:' else 'reembolso:' end || p_cargo.id || ':' || v_pasos, p_cargo.id)
    on conflict (clave) do nothing;
  end if;
end
$$;

-- Months of valid charges that have begun without coins. A calendar month counts once per person, unless its charge was
-- refunded.
create function privado.meses_club_por_dar(p_usuario uuid) returns table (user_id uuid, mes text, cargo_id uuid)
language sql stable security definer set search_path = '' as $$
  select c.user_id, mes.nombre, c.id
  from public.cargos_club c
  join public.suscripciones s on s.id = c.suscripcion_id
  join public.usuarios_meta u on u.id = c.user_id and u.club
  -- A monthly charge has one month, even from 28 February to 31 March, which contains a 28th twice. The period decides,
  -- because an admin can change a member's price at Stripe.
  cross join generate_series(0, case when c.periodo_fin > c.periodo_inicio + interval '45 days' then 11 else 0 end) n
  cross join lateral (select c.periodo_inicio at time zone 'UTC' + make_interval(months => n) as inicio) fecha
  cross join lateral (select to_char(fecha.inicio, 'YYYY-MM') as nombre) mes
  where (p_usuario is null or c.user_id = p_usuario) and c.estado in ('pagado', 'parcial')
    and s.estado <> 'terminada' and s.pagado_hasta > now() and c.periodo_fin > now()
    and fecha.inicio at time zone 'UTC' <= now() and fecha.inicio at time zone 'UTC' < c.periodo_fin
    and not exists (
      select from public.movimientos_uncoins m left join public.cargos_club otro on otro.id = m.cargo_club_id
      where m.user_id = c.user_id and m.concepto = 'club'
        and m.clave in ('club:' || c.user_id || ':' || mes.nombre,
          'club:' || c.user_id || ':' || mes.nombre || ':' || otro.id)
        and (otro.id is null or otro.id = c.id or otro.estado <> 'reembolsado'));
$$;

-- Grants the coins of every begun month of the paid period. Each calendar month counts once per person. Idempotent.
create function public.conceder_uncoins_club(p_usuario uuid default null) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
  v_cargo public.cargos_club;
  v_nuevos integer;
  v_todos integer := 0;
begin
  for v_usuario in select distinct m.user_id from privado.meses_club_por_dar(p_usuario) m order by m.user_id loop
    perform 1 from public.usuarios_meta where id = v_usuario for no key update;
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, cargo_club_id)
    select distinct on (m.mes) m.user_id, 100, 'club', 'club:' || m.user_id || ':' || m.mes || ':' || m.cargo_id, m.cargo_id
    from privado.meses_club_por_dar(v_usuario) m order by m.mes, m.cargo_id
    on conflict (clave) do nothing;
    get diagnostics v_nuevos = row_count;
    v_todos := v_todos + v_nuevos;
    -- Deducts what an earlier charge still owes.
    for v_cargo in
      select * from public.cargos_club where user_id = v_usuario and estado in ('reembolsado', 'en_disputa') order by id
    loop
      perform privado.ajustar_uncoins_club(v_cargo);
    end loop;
  end loop;
  return v_todos;
end
$$;
grant execute on function public.conceder_uncoins_club(uuid) to service_role;

-- Cancellation orders for the provider, written with their cause and repeated until the provider confirms them.

create table public.cancelaciones_club (
  id bigint generated always as identity primary key,
  suscripcion_id uuid not null references public.suscripciones (id) on delete restrict,
  modo text not null check (modo in ('ahora', 'al_final')),
  motivo text not null check (motivo in ('veto', 'cuenta_borrada', 'reembolso', 'disputa', 'duplicada')),
  -- Its charges are refunded too.
  reembolsar boolean not null default false,
  estado text not null default 'pendiente' check (estado in ('pendiente', 'hecha', 'anulada')),
  intentos integer not null default 0,
  ultimo_error text,
  created_at timestamptz not null default now(),
  cerrada_at timestamptz,
  unique (suscripcion_id, modo)
);
create index cancelaciones_club_pendientes_idx on public.cancelaciones_club (id) where estado = 'pendiente';

alter table public.cancelaciones_club enable row level security;
grant select on public.cancelaciones_club to authenticated, service_role;
create policy cancelaciones_club_select on public.cancelaciones_club for select to authenticated
  using ((select privado.es_admin()));
create policy cancelaciones_club_segundo_paso on public.cancelaciones_club as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Orders the end of a subscription, at once or with its paid time. Idempotent.
create function privado.pedir_cancelacion_club(
  p_suscripcion uuid, p_modo text, p_motivo text, p_reembolsar boolean default false
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.cancelaciones_club as c (suscripcion_id, modo, motivo, reembolsar)
  values (p_suscripcion, p_modo, p_motivo, p_reembolsar)
  on conflict (suscripcion_id, modo) do update set
    motivo = case when c.estado = 'pendiente' then c.motivo else excluded.motivo end,
    reembolsar = c.reembolsar or excluded.reembolsar, estado = 'pendiente', cerrada_at = null;
$$;

-- The cancellations that a person's account and charges require. A permanent ban and a deleted account end at once; a
-- temporary ban with the paid time. A refunded charge ends what it paid for.
create function privado.revisar_cancelaciones_club(p_usuario uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_suscripcion public.suscripciones;
  v_devuelto public.cargos_club;
begin
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  -- A reversed refund needs no cancellation.
  update public.cancelaciones_club c set estado = 'anulada', cerrada_at = now()
  from public.suscripciones s
  where s.id = c.suscripcion_id and s.user_id = p_usuario and c.estado = 'pendiente'
    and c.motivo in ('reembolso', 'disputa') and privado.suscripcion_vigente(s);
  for v_suscripcion in
    select * from public.suscripciones where user_id = p_usuario and estado <> 'terminada' order by id
  loop
    select * into v_devuelto from public.cargos_club
    where suscripcion_id = v_suscripcion.id and estado = 'reembolsado' and periodo_fin > now()
    order by periodo_fin desc limit 1;
    if v_cuenta.borrada_at is not null then
      -- A subscription that begins afterwards has paid for nothing.
      perform privado.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'cuenta_borrada',
        v_suscripcion.created_at > v_cuenta.borrada_at);
    elsif v_cuenta.banned_until = 'infinity' then
      perform privado.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'veto', v_suscripcion.created_at = now());
    elsif v_devuelto.id is not null and not privado.suscripcion_vigente(v_suscripcion) then
      perform privado.pedir_cancelacion_club(v_suscripcion.id, 'ahora',
        case when v_devuelto.perdido then 'disputa' else 'reembolso' end);
    elsif v_cuenta.banned_until > now() and v_suscripcion.estado = 'impagada' then
      -- Nothing is paid, and nothing must be collected.
      perform privado.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'veto');
    elsif v_cuenta.banned_until > now() and v_suscripcion.estado = 'activa' then
      perform privado.pedir_cancelacion_club(v_suscripcion.id, 'al_final', 'veto');
    end if;
  end loop;
end
$$;

-- Runs on any ban or deletion. Lifting a ban drops cancellations that were not carried out; confirmed ones are only
-- withdrawn by the person.
create function privado.terminar_club_de_cuenta() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.cancelaciones_club c set estado = 'anulada', cerrada_at = now()
  from public.suscripciones s
  where s.id = c.suscripcion_id and s.user_id = new.id and c.estado = 'pendiente' and c.motivo = 'veto'
    and (new.banned_until is null or new.banned_until <= now()
      or (c.modo = 'ahora' and new.banned_until <> 'infinity'));
  perform privado.revisar_cancelaciones_club(new.id);
  if new.borrada_at is not null then update public.sesiones_club set correo = null where user_id = new.id; end if;
  return null;
end
$$;
create trigger terminar_club_de_cuenta after update of banned_until, borrada_at on public.usuarios_meta
  for each row when (old.banned_until is distinct from new.banned_until or old.borrada_at is distinct from new.borrada_at)
  execute function privado.terminar_club_de_cuenta();

-- Pending cancellations with the charges to refund. An expired ban needs none.
create function public.cancelaciones_club_pendientes(p_referencia text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.cancelaciones_club c set estado = 'anulada', cerrada_at = now()
  from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
  where s.id = c.suscripcion_id and c.estado = 'pendiente' and c.motivo = 'veto'
    and (u.banned_until is null or u.banned_until <= now());
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', c.id, 'referencia', s.referencia, 'modo', c.modo,
      'reembolsos', case when c.reembolsar then coalesce((
        select jsonb_agg(jsonb_build_object('id', x.id, 'intento', x.intento)) from public.cargos_club x
        where x.suscripcion_id = s.id and x.estado in ('pagado', 'parcial') and x.intento is not null), '[]')
      else '[]' end) order by c.id)
    from public.cancelaciones_club c join public.suscripciones s on s.id = c.suscripcion_id
    where c.estado = 'pendiente' and (p_referencia is null or s.referencia = p_referencia)), '[]');
end
$$;
grant execute on function public.cancelaciones_club_pendientes(text) to service_role;

-- Closes a confirmed cancellation; without an answer it stays pending.
create function public.cerrar_cancelacion_club(p_id bigint, p_error text default null) returns void
language sql volatile security definer set search_path = '' as $$
  update public.cancelaciones_club set intentos = intentos + 1, ultimo_error = left(p_error, 500),
    estado = case when p_error is null then 'hecha' else estado end,
    cerrada_at = case when p_error is null then now() end
  where id = p_id and estado = 'pendiente';
$$;
grant execute on function public.cerrar_cancelacion_club(bigint, text) to service_role;

-- One open page to join per person: a second request reuses or closes it.

create table public.sesiones_club (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  plan text not null check (plan in ('monthly', 'yearly')),
  idioma text not null check (idioma in ('es', 'en')),
  -- The input of the page: the provider returns the same page for the same input.
  correo text,
  referencia text unique,
  estado text not null default 'abierta' check (estado in ('abierta', 'cerrada')),
  caduca_at timestamptz not null default date_trunc('second', now() + interval '1 hour'),
  created_at timestamptz not null default now()
);
create unique index sesiones_club_una_abierta_key on public.sesiones_club (user_id) where estado = 'abierta';
create index sesiones_club_user_id_idx on public.sesiones_club (user_id);

alter table public.sesiones_club enable row level security;
grant select on public.sesiones_club to service_role;

-- The join page of the signed-in person: a new one, or the open one. `igual`: whether an open one has the same input;
-- otherwise it must be closed at the provider first.
create function public.abrir_sesion_club(p_plan text, p_idioma text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_sesion public.sesiones_club;
begin
  if p_plan is null or p_plan not in ('monthly', 'yearly') or p_idioma is null or p_idioma not in ('es', 'en') then
    return privado.rechazo('datos_no_validos');
  end if;
  select * into v_cuenta from public.usuarios_meta where id = auth.uid() for no key update;
  if v_cuenta.id is null or v_cuenta.borrada_at is not null or not privado.sesion_completa() then
    return privado.rechazo('sin_sesion');
  end if;
  if v_cuenta.banned_until > now() then return privado.rechazo('cuenta_baneada'); end if;
  if v_cuenta.reputacion = 'deshabilitado' then return privado.rechazo('cuenta_deshabilitada'); end if;
  if v_cuenta.club or exists (select from public.suscripciones where user_id = v_cuenta.id and estado <> 'terminada') then
    return privado.rechazo('ya_del_club');
  end if;
  update public.sesiones_club set estado = 'cerrada'
  where user_id = v_cuenta.id and estado = 'abierta' and caduca_at <= now();
  select * into v_sesion from public.sesiones_club where user_id = v_cuenta.id and estado = 'abierta';
  if v_sesion.id is null then
    insert into public.sesiones_club (user_id, plan, idioma, correo)
    values (v_cuenta.id, p_plan, p_idioma, (select email from auth.users where id = v_cuenta.id))
    returning * into v_sesion;
  end if;
  return jsonb_build_object('ok', true, 'sesion', v_sesion.id, 'plan', v_sesion.plan, 'idioma', v_sesion.idioma,
    'correo', v_sesion.correo, 'referencia', v_sesion.referencia, 'caduca_at', v_sesion.caduca_at,
    'igual', v_sesion.plan = p_plan and v_sesion.idioma = p_idioma);
end
$$;
grant execute on function public.abrir_sesion_club(text, text) to authenticated;

-- Records the provider's reference of a page. False if the page was closed meanwhile.
create function public.recordar_sesion_club(p_sesion uuid, p_referencia text) returns boolean
language sql volatile security definer set search_path = '' as $$
  with recordada as (
    update public.sesiones_club set referencia = p_referencia where id = p_sesion and estado = 'abierta' returning 1
  )
  select exists (select from recordada);
$$;
grant execute on function public.recordar_sesion_club(uuid, text) to service_role;

-- Marks a page as closed.
create function public.cerrar_sesion_club(p_sesion uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.sesiones_club set estado = 'cerrada' where id = p_sesion;
$$;
grant execute on function public.cerrar_sesion_club(uuid) to service_role;

-- Pages to close, because their person has joined, is banned or has left.
create function public.sesiones_club_por_cerrar() returns table (sesion uuid, referencia text)
language sql stable security definer set search_path = '' as $$
  select p.id, p.referencia from public.sesiones_club p join public.usuarios_meta u on u.id = p.user_id
  where p.estado = 'abierta' and p.referencia is not null and (
    u.borrada_at is not null or u.banned_until > now()
    or exists (select from public.suscripciones s where s.user_id = p.user_id and s.estado <> 'terminada'));
$$;
grant execute on function public.sesiones_club_por_cerrar() to service_role;

-- Gifts: message, delivery day, and whether they were opened. The sale is made on payment. The recipient gets the
-- licence at once or on the chosen day, and enters the Minecraft name when opening the gift.

create table public.regalos (
  pago_id uuid primary key references public.pagos (id) on delete restrict,
  -- Copied from the payment, which has the foreign keys.
  user_id uuid not null,
  destinatario_id uuid not null,
  mensaje text check (char_length(mensaje) between 1 and 300),
  fecha_entrega date,
  creado_at timestamptz not null default now(),
  entregado_at timestamptz,
  abierto_at timestamptz,
  unidades_vendidas jsonb not null default '{}',
  unidades_devueltas uuid[] not null default '{}',
  check (user_id <> destinatario_id),
  check (abierto_at is null or entregado_at is not null)
);
comment on column public.regalos.fecha_entrega is 'the day in Madrid on which the recipient gets it; null: as soon as it is paid';
comment on column public.regalos.abierto_at is 'when the recipient opened it, and said the Minecraft name where it was missing';
comment on column public.regalos.unidades_vendidas is
  'while it waits for its day: the products of which it took a unit, with the count (`recuentos`) that this was taken from';
comment on column public.regalos.unidades_devueltas is 'the products whose unit can be sold again, because nobody has got the gift';
create index regalos_user_id_idx on public.regalos (user_id, creado_at desc);
create index regalos_destinatario_id_idx on public.regalos (destinatario_id, creado_at desc);
create index regalos_por_entregar_idx on public.regalos (fecha_entrega) where entregado_at is null;

alter table public.regalos enable row level security;
grant select on public.regalos to authenticated, service_role;
create policy regalos_select on public.regalos for select to authenticated
  using (user_id = (select auth.uid()) or (destinatario_id = (select auth.uid()) and entregado_at is not null)
    or (select privado.es_admin()));
create policy regalos_segundo_paso on public.regalos as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.regalos
  for each statement execute function privado.exigir_sesion_completa();

-- The delivery time of a gift: nine in the morning in Madrid.
create function privado.momento_regalo(p_fecha date) returns timestamptz
language sql stable set search_path = '' as $$
  select (p_fecha + time '09:00') at time zone 'Europe/Madrid';
$$;

-- Whether a payment is a gift whose day is in the future.
create function privado.regalo_espera(p_pago uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.regalos
    where pago_id = p_pago and entregado_at is null and privado.momento_regalo(fecha_entrega) > now());
$$;

-- Whether its buyer has already paid for the same gift, which waits for its day.
create function privado.regalo_en_espera(p_pago public.pagos) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.regalos r join public.pagos p on p.id = r.pago_id
    where r.user_id = p_pago.user_id and r.entregado_at is null and p.id is distinct from p_pago.id
      and p.estado = 'entregado' and p.motivo_no_entregado is null and privado.es_misma_compra(p, p_pago));
$$;

-- Why a message is refused, or null. The shop sends it by mail, so it may not contain links.
create function privado.motivo_no_mensaje(p_mensaje text) returns text
language sql immutable set search_path = '' as $$
  select case
    when char_length(p_mensaje) > 300 or p_mensaje ~ '[\x01-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]' then 'mensaje_no_valido'
    when p_mensaje ~* '(://|www\.|[[:alnum:]]\.[[:alpha:]]{2,})' then 'mensaje_con_enlaces'
  end;
$$;

-- Creates the gift row with its payment.
create function privado.anotar_regalo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.regalos (pago_id, user_id, destinatario_id, mensaje, fecha_entrega)
  values (new.id, new.user_id, new.destinatario_id, nullif(current_setting('tienda.regalo_mensaje', true), ''),
    nullif(current_setting('tienda.regalo_fecha', true), '')::date);
  return null;
end
$$;
create trigger anotar_regalo after insert on public.pagos
  for each row when (new.user_id <> new.destinatario_id) execute function privado.anotar_regalo();

-- A gift without a day is given with the delivery.
create function privado.marcar_regalo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.regalos set entregado_at = now()
  where pago_id = new.id and entregado_at is null and not privado.regalo_espera(new.id);
  return null;
end
$$;
create trigger marcar_regalo after update of estado on public.pagos
  for each row when (new.estado = 'entregado' and old.estado = 'pagado' and new.user_id <> new.destinatario_id)
  execute function privado.marcar_regalo();

-- Starts the payment of a gift, with its message and day. Repeated with other input, the open payment takes the newest.
create function public.crear_regalo(
  p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid,
  p_mensaje text, p_fecha_entrega date, p_clave text, p_consentimiento text default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_mensaje text := nullif(btrim(regexp_replace(replace(p_mensaje, E'\r\n', E'\n'), '\n{3,}', E'\n\n', 'g'), E' \n'), '');
  v_igual public.pagos;
  v_respuesta jsonb;
begin
  if v_usuario is null then return privado.rechazo('sin_sesion'); end if;
  if p_destinatario is null then return privado.rechazo('destinatario_no_existe'); end if;
  if p_destinatario = v_usuario then return privado.rechazo('regalo_a_si_mismo'); end if;
  if privado.motivo_no_mensaje(v_mensaje) is not null then return privado.rechazo(privado.motivo_no_mensaje(v_mensaje)); end if;
  if p_fecha_entrega not between privado.hoy() + 1 and privado.hoy() + 365 then
    return privado.rechazo('fecha_no_valida');
  end if;
  v_igual.user_id := v_usuario;
  v_igual.destinatario_id := p_destinatario;
  v_igual.producto_id := p_producto;
  v_igual.edicion_id := p_edicion;
  v_igual.bundle_id := p_bundle;
  if privado.regalo_en_espera(v_igual)
    and not exists (select from public.pagos where user_id = v_usuario and clave = p_clave) then
    return privado.rechazo('regalo_en_espera');
  end if;
  perform set_config('tienda.regalo_mensaje', coalesce(v_mensaje, ''), true),
    set_config('tienda.regalo_fecha', coalesce(p_fecha_entrega::text, ''), true);
  v_respuesta := public.crear_pago(
    p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, null, p_clave, p_consentimiento);
  perform set_config('tienda.regalo_mensaje', '', true), set_config('tienda.regalo_fecha', '', true);
  if v_respuesta ->> 'estado' = 'creado' then
    -- A locked gift is being delivered, unchanged.
    update public.regalos set mensaje = v_mensaje, fecha_entrega = p_fecha_entrega
    where pago_id = (
      select id from public.pagos where id = (v_respuesta ->> 'pago_id')::uuid and estado = 'creado'
      for no key update skip locked);
  end if;
  return v_respuesta;
end
$$;
grant execute on function public.crear_regalo(uuid, uuid, uuid, text, text, uuid, text, date, text, text) to authenticated;

-- Gifts that are due. Those with a pending refund wait for its result.
create function public.regalos_por_entregar() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select r.pago_id from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.entregado_at is null and p.estado = 'entregado' and p.motivo_no_entregado is null
    and not privado.regalo_espera(r.pago_id) and (p.total_centimos = 0 or privado.reembolsable_de(p) > 0)
  order by r.fecha_entrega, r.pago_id limit 500;
$$;
grant execute on function public.regalos_por_entregar() to service_role;

-- Why a gift cannot be given on its day, or null. Requires the locks of `bloquear_existencias`.
create function privado.motivo_no_regalo(p_pago public.pagos) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not privado.recibe_regalos(para, de.id) then 'sin_destinatario'
    when de.banned_until > now() then 'cuenta_baneada'
    when de.reputacion = 'deshabilitado' then 'cuenta_deshabilitada'
    when not exists (
      select from unnest(privado.articulos_de(p_pago)) id
      where not privado.ya_lo_tiene(p_pago.destinatario_id, id, p_pago.edicion_id))
      or p_pago.bundle_id is null
        and privado.tiene_superior(p_pago.destinatario_id, p_pago.producto_id, p_pago.edicion_id) then 'ya_lo_tiene'
  end
  from public.usuarios_meta de, public.usuarios_meta para
  where de.id = p_pago.user_id and para.id = p_pago.destinatario_id;
$$;

-- Counts stock-takings: updates of `unidades` that are neither a sale (which also changes `adquirido`) nor
-- `mover_unidades`.
create function privado.anotar_recuento() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.recuentos := old.recuentos + 1;
  return new;
end
$$;
create trigger anotar_recuento before update of unidades on public.productos
  for each row when (new.unidades is distinct from old.unidades and new.adquirido = old.adquirido
    and coalesce(current_setting('tienda.mueve_unidades', true), '') = '')
  execute function privado.anotar_recuento();

-- Returns the units of a cancelled gift before its day (`p_cuantas` 1), once, and takes them again (-1) if its refund
-- fails, unless they are sold or held. Units that the sale did not take, or that were counted since, do not move.
create function privado.mover_unidades(p_pago public.pagos, p_cuantas integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_regalo public.regalos;
begin
  select * into v_regalo from public.regalos where pago_id = p_pago.id and entregado_at is null;
  if not found or p_pago.entregado_at is null or p_pago.motivo_no_entregado is not null then return; end if;
  perform privado.bloquear_existencias(null, null, privado.articulos_de(p_pago));
  perform set_config('tienda.mueve_unidades', 'si', true);
  with movidas as (
    update public.productos p set unidades = p.unidades + p_cuantas
    where p.id = any (privado.articulos_de(p_pago)) and p.unidades is not null
      and (v_regalo.unidades_vendidas ->> p.id::text)::integer = p.recuentos
      and (p_cuantas < 0) = (p.id = any (v_regalo.unidades_devueltas))
      and (p_cuantas > 0 or p.unidades > (
        select count(*) from public.reservas r where r.producto_id = p.id and r.hasta > now()))
    returning p.id
  )
  update public.regalos set unidades_devueltas = case
    when p_cuantas > 0 then v_regalo.unidades_devueltas || array(select id from movidas)
    else array(select unnest(v_regalo.unidades_devueltas) except select id from movidas) end
  where pago_id = p_pago.id;
  perform set_config('tienda.mueve_unidades', '', true);
end
$$;

-- Gives a due gift: licences, shares, notifications. If that is impossible, it is refunded. Idempotent.
create function public.entregar_regalo(p_pago uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_regalo public.regalos;
  v_motivo text;
  v_ordenado integer;
  v_devuelto integer;
begin
  select * into v_pago from public.pagos where id = p_pago for no key update;
  select * into v_regalo from public.regalos where pago_id = p_pago for update;
  if v_regalo.pago_id is null then return privado.rechazo('no_existe'); end if;
  if v_regalo.entregado_at is not null or v_pago.estado <> 'entregado' or v_pago.motivo_no_entregado is not null
    or privado.regalo_espera(p_pago) or (v_pago.total_centimos > 0 and privado.reembolsable_de(v_pago) = 0)
  then return jsonb_build_object('ok', true, 'entregado_ahora', false); end if;
  perform privado.bloquear_existencias(v_pago.destinatario_id, null, privado.articulos_de(v_pago));
  v_motivo := privado.motivo_no_regalo(v_pago);
  if v_motivo is not null then
    perform privado.mover_unidades(v_pago, 1);
    update public.pagos set motivo_no_entregado = v_motivo where id = p_pago;
    v_ordenado := privado.ordenar_reembolso(p_pago, v_motivo);
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('no_entregado:' || p_pago, v_pago.user_id, 'no_entregado',
      jsonb_build_object('pago_id', p_pago, 'motivo', v_motivo, 'centimos', v_ordenado))
    on conflict (clave) do nothing;
    return jsonb_build_object('ok', true, 'entregado_ahora', false, 'motivo', v_motivo);
  end if;
  perform privado.dar_articulo(v_pago, a) from jsonb_array_elements(v_pago.presupuesto #> '{interno,articulos}') a;
  update public.regalos set entregado_at = now() where pago_id = p_pago;
  v_devuelto := privado.devuelto_de(v_pago);
  if v_devuelto > 0 then perform privado.ajustar_ingresos(v_pago, v_pago.total_centimos - v_devuelto); end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('regalo:' || p_pago, v_pago.destinatario_id, 'regalo', jsonb_build_object('pago_id', p_pago))
  on conflict (clave) do nothing;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('regalo_entregado:' || p_pago, v_pago.user_id, 'regalo_entregado', jsonb_build_object('pago_id', p_pago))
  on conflict (clave) do nothing;
  return jsonb_build_object('ok', true, 'entregado_ahora', true);
end
$$;
grant execute on function public.entregar_regalo(uuid) to service_role;

-- Opens a gift with the recipient's Minecraft name. Idempotent.
create function public.abrir_regalo(p_pago uuid, p_minecraft_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_regalo public.regalos;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into v_regalo from public.regalos
  where pago_id = p_pago and destinatario_id = auth.uid() and entregado_at is not null for update;
  if v_regalo.pago_id is null then return privado.rechazo('no_existe'); end if;
  if v_regalo.abierto_at is not null then return jsonb_build_object('ok', true, 'abierto_ahora', false); end if;
  if not exists (select from public.adquisiciones where pago_id = p_pago and revocada_at is null) then
    return privado.rechazo('regalo_retirado');
  end if;
  if exists (select from public.adquisiciones where pago_id = p_pago and minecraft_name is null)
    and (p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{5,16}$') then
    return privado.rechazo('nombre_minecraft_no_valido');
  end if;
  update public.adquisiciones set minecraft_name = p_minecraft_name where pago_id = p_pago and minecraft_name is null;
  update public.regalos set abierto_at = now() where pago_id = p_pago;
  return jsonb_build_object('ok', true, 'abierto_ahora', true);
end
$$;
grant execute on function public.abrir_regalo(uuid, text) to authenticated;

-- Reminds the recipient of an unopened gift, once a day, by its giver.
create function public.avisar_regalo(p_pago uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_regalo public.regalos;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into v_regalo from public.regalos where pago_id = p_pago and user_id = auth.uid();
  if v_regalo.pago_id is null then return privado.rechazo('no_existe'); end if;
  if v_regalo.entregado_at is null or v_regalo.abierto_at is not null
    or not exists (select from public.adquisiciones where pago_id = p_pago and revocada_at is null)
    or exists (select from public.usuarios_meta where id = v_regalo.destinatario_id and borrada_at is not null)
  then return privado.rechazo('no_se_puede_avisar'); end if;
  if v_regalo.entregado_at > now() - interval '1 day'
    or not privado.contar_intento('aviso_regalo', p_pago::text, 1, '1 day') then
    return privado.rechazo('aviso_reciente');
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('regalo:' || p_pago || ':' || to_char(clock_timestamp(), 'YYYYMMDDHH24MISS'), v_regalo.destinatario_id, 'regalo',
    jsonb_build_object('pago_id', p_pago))
  on conflict (clave) do nothing;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.avisar_regalo(uuid) to authenticated;

-- The state of a gift for its giver.
create function privado.estado_regalo(p_regalo public.regalos, p_pago public.pagos) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_pago.estado = 'reembolsado' or (p_pago.estado = 'entregado' and p_pago.motivo_no_entregado is not null)
      then 'cancelado'
    when p_pago.estado = 'en_disputa' then 'retenido'
    when p_pago.estado <> 'entregado' then 'sin_pagar'
    when p_regalo.entregado_at is null then 'programado'
    when p_regalo.abierto_at is null then 'entregado'
    else 'abierto'
  end;
$$;

-- The facts of a gift: name, cover, people, message.
create function privado.describir_regalo(p_regalo public.regalos, p_pago public.pagos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'pago_id', p_pago.id, 'estado', privado.estado_regalo(p_regalo, p_pago),
    'de', de.display_name, 'de_id', de.id, 'para', para.display_name, 'mensaje', p_regalo.mensaje,
    'fecha_entrega', p_regalo.fecha_entrega, 'entregado_at', p_regalo.entregado_at, 'abierto_at', p_regalo.abierto_at,
    'nombre', coalesce(p.nombre, b.nombre, p_pago.presupuesto ->> 'nombre'),
    'nombre_en', coalesce(p.nombre_en, b.nombre_en), 'edicion', p_pago.presupuesto ->> 'edicion',
    'edicion_en', p_pago.presupuesto ->> 'edicion_en',
    'portada_url', coalesce(e.portada_url, x.portada_url),
    'portada_blur', case when e.portada_url is null then x.portada_blur else e.portada_blur end)
  from public.usuarios_meta de
  join public.usuarios_meta para on para.id = p_regalo.destinatario_id
  left join public.productos p on p.id = p_pago.producto_id
  left join public.bundles b on b.id = p_pago.bundle_id
  left join public.ediciones e on e.id = p_pago.edicion_id
  left join public.productos x on x.id = (privado.articulos_de(p_pago))[1]
  where de.id = p_regalo.user_id;
$$;

-- A gift for its giver, and for its recipient once it is delivered.
create function public.mi_regalo(p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select privado.describir_regalo(r, p) || jsonb_build_object(
    'mio', r.destinatario_id = privado.persona_completa(),
    'se_puede_avisar', privado.estado_regalo(r, p) = 'entregado' and r.entregado_at <= now() - interval '1 day'
      and exists (select from public.usuarios_meta u where u.id = r.destinatario_id and u.borrada_at is null),
    'pide_nombre', exists (select from public.adquisiciones a where a.pago_id = p.id and a.minecraft_name is null),
    'pedidos', case when r.destinatario_id = privado.persona_completa() then coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'nombre', x.nombre, 'nombre_en', x.nombre_en,
        'minecraft_name', a.minecraft_name, 'descarga', public.estado_descarga(a.id),
        'fecha_lanzamiento', x.fecha_lanzamiento) order by a.created_at, a.id)
      from public.adquisiciones a left join public.productos x on x.id = a.producto_id where a.pago_id = p.id), '[]')
      else '[]' end)
  from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.pago_id = p_pago and (
    (r.user_id = privado.persona_completa() and p.entregado_at is not null)
    or (r.destinatario_id = privado.persona_completa() and r.entregado_at is not null));
$$;
grant execute on function public.mi_regalo(uuid) to authenticated;

-- The signed-in person's paid gifts that are not delivered yet, newest first.
create function public.mis_regalos_en_espera() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(x.regalo order by x.creado_at desc), '[]') from (
    select privado.describir_regalo(r, p) as regalo, r.creado_at
    from public.regalos r join public.pagos p on p.id = r.pago_id
    where r.user_id = privado.persona_completa() and r.entregado_at is null and p.entregado_at is not null
    order by r.creado_at desc limit 50) x;
$$;
grant execute on function public.mis_regalos_en_espera() to authenticated;

-- The facts of a gift for its mails, or null.
create function public.datos_regalo(p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select privado.describir_regalo(r, p) from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.pago_id = p_pago;
$$;
grant execute on function public.datos_regalo(uuid) to service_role;

-- Deletes the gift messages of a deleted account, written and received.
create function privado.olvidar_mensajes_de_regalo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.regalos set mensaje = null where new.id in (user_id, destinatario_id) and mensaje is not null;
  return null;
end
$$;
create trigger olvidar_mensajes_de_regalo after update of borrada_at on public.usuarios_meta
  for each row when (new.borrada_at is not null and old.borrada_at is null)
  execute function privado.olvidar_mensajes_de_regalo();

-- UnCoins: an append-only ledger, which alone sets a person's balance.

create table public.movimientos_uncoins (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  cantidad integer not null check (cantidad <> 0),
  concepto text not null check (concepto in ('recarga', 'compra', 'club', 'reembolso', 'ajuste')),
  clave text not null unique,
  pago_id uuid references public.pagos (id) on delete restrict,
  created_at timestamptz not null default now(),
  -- The Club charge that granted these coins.
  cargo_club_id uuid references public.cargos_club (id) on delete restrict
);
create index movimientos_uncoins_user_id_idx on public.movimientos_uncoins (user_id, created_at desc);
create index movimientos_uncoins_pago_id_idx on public.movimientos_uncoins (pago_id);
create index movimientos_uncoins_cargo_club_id_idx on public.movimientos_uncoins (cargo_club_id);

alter table public.movimientos_uncoins enable row level security;
grant select on public.movimientos_uncoins to authenticated, service_role;
create policy movimientos_uncoins_select on public.movimientos_uncoins for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy movimientos_uncoins_segundo_paso on public.movimientos_uncoins as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.movimientos_uncoins
  for each statement execute function privado.prohibir_cambio();
create trigger exigir_sesion_completa before insert or update or delete on public.movimientos_uncoins
  for each statement execute function privado.exigir_sesion_completa();

-- Updates the balance from the ledger.
create function privado.sumar_uncoins() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.usuarios_meta set uncoins = uncoins + new.cantidad where id = new.user_id;
  return new;
end
$$;
create trigger sumar_uncoins after insert on public.movimientos_uncoins
  for each row execute function privado.sumar_uncoins();

-- Only the trigger above may change the balance: other statements have depth one.
create function privado.proteger_saldo() returns trigger
language plpgsql set search_path = '' as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'the balance of coins changes through movimientos_uncoins only';
  end if;
  return new;
end
$$;
create trigger proteger_saldo before update of uncoins on public.usuarios_meta
  for each row when (old.uncoins is distinct from new.uncoins) execute function privado.proteger_saldo();
create trigger proteger_saldo_inicial before insert on public.usuarios_meta
  for each row when (new.uncoins <> 0) execute function privado.proteger_saldo();

-- Creates missing packs of UnCoins, in the name of the first admin. Idempotent.
create function public.crear_packs() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_admin uuid := (select id from public.usuarios_meta where role = 'admin' order by created_at, id limit 1);
  v_hechos integer;
begin
  if v_admin is null then return privado.rechazo('sin_admin'); end if;
  insert into public.productos (slug, nombre, nombre_en, precio, uncoins, category, descargable, status, usuario_id,
    portada_url, acerca_de, acerca_de_en, publicado_at)
  select 'uncoins-' || p.uncoins, p.uncoins || ' UnCoins', p.uncoins || ' UnCoins', p.precio, p.uncoins, 'uncoins', false,
    'approved', v_admin, '/default-cover.webp', 'Saldo para comprar en la tienda.', 'Balance to spend in the shop.', now()
  from (values (100, 1.59), (500, 7.95), (1000, 15.90)) p (uncoins, precio)
  on conflict (slug) do nothing;
  get diagnostics v_hechos = row_count;
  return jsonb_build_object('ok', true, 'creados', v_hechos);
end
$$;
grant execute on function public.crear_packs() to service_role;

-- Withdrawals from a creator's balance to PayPal. The amount leaves the balance on request; if it does not arrive, it
-- returns.
--
-- The balance is checked again before a payment, which is unknown until PayPal answers; the ledger follows the state.
-- Lock order: account, then withdrawal (as in `pedir_retiro`); sales and refunds lock neither.

create table public.withdrawals (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  paypal_email text not null check (char_length(paypal_email) between 3 and 254),
  amount numeric(10, 2) not null check (amount >= 5),
  estado text not null default 'solicitado'
    check (estado in ('solicitado', 'en_proceso', 'pagado', 'rechazado', 'fallido', 'cancelado')),
  created_at timestamptz not null default now(),
  clave text,
  lote text unique,
  referencia text,
  motivo text check (char_length(motivo) <= 500),
  resuelto_por uuid references public.usuarios_meta (id) on delete set null,
  resuelto_at timestamptz,
  pagado_at timestamptz,
  intentos integer not null default 0 check (intentos >= 0),
  enviado_at timestamptz,
  atendido_at timestamptz,
  preguntado_at timestamptz,
  espera text check (espera in ('sin_reclamar', 'retenido')),
  espera_hasta timestamptz
);
comment on column public.withdrawals.intentos is 'how often PayPal was asked to pay it, counted before each call';
comment on column public.withdrawals.enviado_at is 'the first of these calls';
comment on column public.withdrawals.atendido_at is 'when the shop last looked after it';
comment on column public.withdrawals.espera is 'what PayPal waits for: that the receiver claims it, or its own check';
comment on column public.withdrawals.espera_hasta is 'when PayPal sends it back otherwise';
comment on column public.withdrawals.preguntado_at is 'as of when PayPal''s last answer about the batch was';
create index withdrawals_usuario_id_idx on public.withdrawals (usuario_id, created_at desc);
create index withdrawals_created_at_idx on public.withdrawals (created_at desc);
create unique index withdrawals_clave_key on public.withdrawals (usuario_id, clave);
create index withdrawals_resuelto_por_idx on public.withdrawals (resuelto_por);
create index withdrawals_solicitados_idx on public.withdrawals (created_at) where estado = 'solicitado';
create index withdrawals_en_proceso_idx on public.withdrawals (created_at) where estado = 'en_proceso';
create index withdrawals_paypal_email_idx on public.withdrawals (lower(paypal_email));
create index withdrawals_resueltos_idx on public.withdrawals (preguntado_at)
  where estado in ('pagado', 'fallido') and lote is not null;

alter table public.withdrawals enable row level security;
-- The deciding admin is visible to staff only.
grant select (id, usuario_id, paypal_email, amount, estado, created_at, lote, referencia, motivo, resuelto_at, pagado_at, intentos,
  enviado_at, atendido_at, preguntado_at, espera, espera_hasta) on public.withdrawals to authenticated;
grant select on public.withdrawals to service_role;
create policy withdrawals_select on public.withdrawals for select to authenticated
  using (usuario_id = (select auth.uid()) or (select privado.es_admin()));
create policy withdrawals_segundo_paso on public.withdrawals as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create table public.movimientos_ingresos (
  id bigint generated always as identity primary key,
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  centimos integer not null check (centimos <> 0),
  concepto text not null check (concepto in ('venta', 'reembolso', 'retiro', 'retiro_devuelto', 'ajuste')),
  clave text not null unique,
  adquisicion_id uuid references public.adquisiciones (id) on delete restrict,
  withdrawal_id uuid references public.withdrawals (id) on delete restrict,
  created_at timestamptz not null default now()
);
create index movimientos_ingresos_usuario_id_idx on public.movimientos_ingresos (usuario_id, created_at desc);
create index movimientos_ingresos_adquisicion_id_idx on public.movimientos_ingresos (adquisicion_id);
create index movimientos_ingresos_withdrawal_id_idx on public.movimientos_ingresos (withdrawal_id);

alter table public.movimientos_ingresos enable row level security;
grant select on public.movimientos_ingresos to authenticated, service_role;
create policy movimientos_ingresos_select on public.movimientos_ingresos for select to authenticated
  using (usuario_id = (select auth.uid()) or (select privado.es_admin()));
create policy movimientos_ingresos_segundo_paso on public.movimientos_ingresos as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.movimientos_ingresos
  for each statement execute function privado.prohibir_cambio();
create index movimientos_ingresos_otros_idx on public.movimientos_ingresos (usuario_id, created_at)
  where clave not like 'venta:%';

-- Sums of movements per creator, so that a balance does not read all of them. Each movement adds a row in its
-- transaction, so sales do not wait for each other; `plegar_saldos` compacts the rows. Their sum always equals the
-- ledger.
create table public.saldos_creadores (
  id bigint generated always as identity primary key,
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  centimos bigint not null
);
create index saldos_creadores_usuario_id_idx on public.saldos_creadores (usuario_id) include (centimos);

alter table public.saldos_creadores enable row level security;
grant select on public.saldos_creadores to service_role;

create function privado.sumar_ingresos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.saldos_creadores (usuario_id, centimos)
  select m.usuario_id, sum(m.centimos) from nuevos m group by m.usuario_id;
  return null;
end
$$;
create trigger sumar_ingresos after insert on public.movimientos_ingresos
  referencing new table as nuevos for each statement execute function privado.sumar_ingresos();

-- Compacts the rows of each creator. Concurrent additions stay separate rows, so no cent is lost or counted twice.
-- Returns the number of creators; 0 if another call is running.
create function public.plegar_saldos() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_plegados integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('plegar_saldos')) then return 0; end if;
  with quitados as (
    delete from public.saldos_creadores
    where usuario_id in (select usuario_id from public.saldos_creadores group by usuario_id having count(*) > 1)
    returning usuario_id, centimos
  )
  insert into public.saldos_creadores (usuario_id, centimos)
  select usuario_id, sum(centimos) from quitados group by usuario_id;
  get diagnostics v_plegados = row_count;
  return v_plegados;
end
$$;
grant execute on function public.plegar_saldos() to service_role;

-- A creator's balance: total, held (too recent for a payout), disputed, and in payouts. A negative total is a debt that
-- the next sales pay first.
create function privado.saldo_creador(p_usuario uuid) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
  with tienda as (
    select make_interval(days => dias_retencion) as espera from public.configuracion_global where id = 1
  ), total as (
    select coalesce(sum(centimos), 0)::integer as centimos from public.saldos_creadores where usuario_id = p_usuario
  ), jovenes as (
    select coalesce(sum(x.centimos), 0)::integer as centimos, min(x.venta_at) as primera from (
      -- Sales are booked at the time of their order; later deductions are not, so their order is looked up.
      select m.centimos, m.created_at as venta_at from public.movimientos_ingresos m, tienda
      where m.usuario_id = p_usuario and m.clave like 'venta:%' and m.created_at > now() - tienda.espera
      union all
      select m.centimos, null from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id, tienda
      where m.usuario_id = p_usuario and m.clave not like 'venta:%' and m.created_at > now() - tienda.espera
        and a.created_at > now() - tienda.espera
    ) x
  ), en_disputa as (
    select coalesce(sum(m.centimos), 0)::integer as centimos
    from public.pagos p join public.adquisiciones a on a.pago_id = p.id
    join public.movimientos_ingresos m on m.clave = 'venta:' || a.id
    where p.estado = 'en_disputa' and m.usuario_id = p_usuario
  ), en_camino as (
    select coalesce(sum(amount * 100), 0)::integer as centimos from public.withdrawals
    where usuario_id = p_usuario and estado in ('solicitado', 'en_proceso')
  ), pagado as (
    select coalesce(sum(amount * 100), 0)::integer as centimos from public.withdrawals
    where usuario_id = p_usuario and estado = 'pagado'
  )
  select jsonb_build_object(
    'ok', true,
    'total_centimos', total.centimos,
    'retenido_centimos', greatest(jovenes.centimos, 0),
    'disponible_centimos', greatest(total.centimos - greatest(jovenes.centimos, 0), 0),
    'deuda_centimos', greatest(-total.centimos, 0),
    'en_disputa_centimos', en_disputa.centimos,
    'reservado_centimos', en_camino.centimos,
    'pagado_centimos', pagado.centimos,
    'proximo_at', jovenes.primera + tienda.espera,
    'dias_retencion', extract(day from tienda.espera)::integer)
  from total, jovenes, en_disputa, en_camino, pagado, tienda;
$$;

-- The balance of the signed-in creator.
create function public.mi_saldo() returns jsonb
language sql stable security definer set search_path = '' as $$
  select privado.saldo_creador(privado.persona_completa());
$$;
grant execute on function public.mi_saldo() to authenticated;

-- The balance of any creator, for admins.
create function public.admin_saldo(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return privado.saldo_creador(p_usuario);
end
$$;
grant execute on function public.admin_saldo(uuid) to authenticated;

-- Label of a movement: a hold by a dispute is not a refund, and the return of a won dispute is not a second sale.
create function privado.concepto_dicho(p_concepto text, p_clave text) returns text
language sql immutable set search_path = '' as $$
  select case when p_clave like 'disputa:%' then 'disputa' when p_clave like 'ganada:%' then 'disputa_ganada'
    else p_concepto end;
$$;

-- Each cent with what it comes from, from a day to before another, the newest first; all of them without a limit. Orders are named by their short id: whose they are is
-- nobody's business.
create function public.mis_movimientos(p_desde date, p_hasta date, p_limite integer default 200)
returns table (
  id bigint, centimos integer, concepto text, created_at timestamptz, pedido uuid, producto text, retiro uuid,
  retiro_estado text
)
language sql stable security definer set search_path = '' as $$
  select m.id, m.centimos, privado.concepto_dicho(m.concepto, m.clave), m.created_at, m.adquisicion_id, p.nombre,
    m.withdrawal_id, w.estado
  from public.movimientos_ingresos m
  left join public.adquisiciones a on a.id = m.adquisicion_id
  left join public.productos p on p.id = a.producto_id
  left join public.withdrawals w on w.id = m.withdrawal_id
  where m.usuario_id = privado.persona_completa() and m.created_at >= coalesce(privado.inicio_del_dia(p_desde), '-infinity')
    and m.created_at < coalesce(privado.inicio_del_dia(p_hasta), 'infinity')
  order by m.created_at desc, m.id desc
  limit case when p_limite is not null then least(greatest(p_limite, 1), 1000) end;
$$;
grant execute on function public.mis_movimientos(date, date, integer) to authenticated;

-- The balance of the signed-in creator at the start of two days.
create function public.mi_extracto(p_desde date, p_hasta date) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- Computed backwards from today, because recent months are requested most.
  select jsonb_build_object('ok', true,
    'apertura_centimos', (s.total - coalesce(d.desde, 0))::integer,
    'cierre_centimos', (s.total - coalesce(d.hasta, 0))::integer)
  from (select coalesce(sum(centimos), 0) as total from public.saldos_creadores
      where usuario_id = privado.persona_completa()) s,
    (select sum(centimos) filter (where created_at >= privado.inicio_del_dia(p_desde)) as desde,
        sum(centimos) filter (where created_at >= privado.inicio_del_dia(p_hasta)) as hasta
      from public.movimientos_ingresos
      where usuario_id = privado.persona_completa()
        and created_at >= least(privado.inicio_del_dia(p_desde), privado.inicio_del_dia(p_hasta))) d;
$$;
grant execute on function public.mi_extracto(date, date) to authenticated;

-- Why money may not be sent to this address, or null. One that the creator has never used needs the password, so that
-- a stolen session leads no money away; where there is none, the session has shown what the account is guarded by.
create function privado.motivo_no_direccion(p_usuario uuid, p_paypal_email text, p_contrasena text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from public.withdrawals
    where usuario_id = p_usuario and lower(paypal_email) = lower(p_paypal_email))
    or not privado.tiene_contrasena(p_usuario) then return null; end if;
  if p_contrasena is null then return 'falta_contrasena'; end if;
  return case privado.contrasena_propia(p_contrasena)
    when true then null when false then 'contrasena_incorrecta' else 'demasiados_intentos' end;
end
$$;

-- Requests a withdrawal. The same `p_clave` is the same withdrawal; another amount or address under it is refused, so
-- that a corrected request is not mistaken for the first.
create function public.pedir_retiro(
  p_paypal_email text, p_centimos integer, p_clave text, p_contrasena text default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_retiro public.withdrawals;
  v_saldo jsonb;
  v_motivo text;
begin
  if v_usuario is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_clave is null or char_length(p_clave) not between 8 and 100 then return privado.rechazo('clave_no_valida'); end if;
  -- Serialises requests of a creator: each sees what the one before has taken.
  perform 1 from public.usuarios_meta where id = v_usuario for no key update;
  select * into v_retiro from public.withdrawals where usuario_id = v_usuario and clave = p_clave;
  if found and (v_retiro.paypal_email, (v_retiro.amount * 100)::integer) is distinct from (p_paypal_email, p_centimos) then
    return privado.rechazo('clave_usada');
  end if;
  if found then return jsonb_build_object('ok', true, 'retiro_id', v_retiro.id); end if;
  if p_paypal_email is null or p_paypal_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]{2,}$' or char_length(p_paypal_email) > 254 then
    return privado.rechazo('email_no_valido');
  end if;
  if p_centimos is null then return privado.rechazo('importe_no_valido'); end if;
  if p_centimos < 500 then return privado.rechazo('importe_minimo'); end if;
  v_saldo := privado.saldo_creador(v_usuario);
  if p_centimos > (v_saldo ->> 'disponible_centimos')::integer then
    return privado.rechazo('saldo_insuficiente') || jsonb_build_object(
      'disponible_centimos', v_saldo -> 'disponible_centimos', 'deuda_centimos', v_saldo -> 'deuda_centimos');
  end if;
  v_motivo := privado.motivo_no_direccion(v_usuario, p_paypal_email, p_contrasena);
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  insert into public.withdrawals (usuario_id, paypal_email, amount, clave)
  values (v_usuario, p_paypal_email, p_centimos / 100.0, p_clave) returning * into v_retiro;
  perform privado.cuadrar_retiro(v_retiro);
  return jsonb_build_object('ok', true, 'retiro_id', v_retiro.id);
end
$$;
grant execute on function public.pedir_retiro(text, integer, text, text) to authenticated;

-- Brings the ledger to where a withdrawal stands: taken from the balance while it is asked for, on its way or paid,
-- given back when it is not. Answers how many steps it has taken by now. The withdrawal is locked.
create function privado.cuadrar_retiro(p_retiro public.withdrawals) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_meta integer := case when p_retiro.estado in ('rechazado', 'fallido', 'cancelado') then 0 else -(p_retiro.amount * 100)::integer end;
  v_contado integer;
  v_pasos integer;
begin
  select coalesce(sum(centimos), 0), count(*) into v_contado, v_pasos
  from public.movimientos_ingresos where withdrawal_id = p_retiro.id;
  if v_meta = v_contado then return v_pasos; end if;
  insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, withdrawal_id)
  values (p_retiro.usuario_id, v_meta - v_contado,
    case when v_meta < v_contado then 'retiro' else 'retiro_devuelto' end,
    case v_pasos when 0 then 'retiro:' || p_retiro.id when 1 then 'devuelto:' || p_retiro.id
      else 'retiro:' || p_retiro.id || ':' || v_pasos end,
    p_retiro.id);
  return v_pasos + 1;
end
$$;

-- Gives a withdrawal its new state, with what follows: the ledger, and a mail to its creator.
create function privado.cambiar_retiro(p_retiro uuid, p_estado text, p_motivo text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_pasos integer;
begin
  update public.withdrawals set estado = p_estado, motivo = left(p_motivo, 500),
    pagado_at = case when p_estado = 'pagado' then now() end
  where id = p_retiro returning * into v_retiro;
  v_pasos := privado.cuadrar_retiro(v_retiro);
  if p_estado in ('pagado', 'rechazado', 'fallido') then
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('retiro_' || p_estado || ':' || p_retiro || case when v_pasos > 2 then ':' || v_pasos else '' end,
      v_retiro.usuario_id, 'retiro', jsonb_build_object('estado', p_estado,
        'centimos', (v_retiro.amount * 100)::integer, 'motivo', p_motivo, 'otra_vez', v_pasos > 2))
    on conflict (clave) do nothing;
  end if;
  return v_pasos;
end
$$;

-- Locks a withdrawal for a decision about it, after its creator's account: their order is the same everywhere.
create function privado.bloquear_retiro(p_retiro uuid) returns public.withdrawals
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
begin
  perform 1 from public.usuarios_meta
  where id = (select usuario_id from public.withdrawals where id = p_retiro) for no key update;
  select * into v_retiro from public.withdrawals where id = p_retiro for no key update;
  return v_retiro;
end
$$;

-- Its creator takes a withdrawal back that nobody has approved yet: the money is in the balance again.
create function public.cancelar_retiro(p_retiro uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not exists (select from public.withdrawals where id = p_retiro and usuario_id = auth.uid()) then
    return privado.rechazo('retiro_no_existe');
  end if;
  v_retiro := privado.bloquear_retiro(p_retiro);
  if v_retiro.estado = 'cancelado' then return jsonb_build_object('ok', true); end if;
  if v_retiro.estado <> 'solicitado' then return privado.rechazo('ya_resuelto'); end if;
  perform privado.cambiar_retiro(p_retiro, 'cancelado', null);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cancelar_retiro(uuid) to authenticated;

-- Balance after paying a withdrawal. The balance already excludes this withdrawal and the creator's other open ones;
-- those not yet approved do not block it. Below zero, sales were refunded, are disputed or are held.
create function privado.cobertura_retiro(p_retiro public.withdrawals) returns jsonb
language sql stable security definer set search_path = '' as $$
  select s.saldo || jsonb_build_object(
    'otros_centimos', o.centimos,
    'quedaria_centimos', (s.saldo ->> 'total_centimos')::integer + o.centimos - (s.saldo ->> 'retenido_centimos')::integer)
  from (select privado.saldo_creador(p_retiro.usuario_id) as saldo) s,
    (select coalesce(sum(amount * 100), 0)::integer as centimos from public.withdrawals
      where usuario_id = p_retiro.usuario_id and estado = 'solicitado' and id <> p_retiro.id) o;
$$;

-- An admin approves a withdrawal whose money is there, or refuses one with a reason.
create function public.resolver_retiro(p_retiro uuid, p_aprobar boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_cobertura jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  v_retiro := privado.bloquear_retiro(p_retiro);
  if v_retiro.id is null then return privado.rechazo('retiro_no_existe'); end if;
  if v_retiro.estado <> 'solicitado' then return privado.rechazo('ya_resuelto'); end if;
  if not coalesce(p_aprobar, false) and (p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500) then
    return privado.rechazo('motivo_no_valido');
  end if;
  if p_aprobar then
    v_cobertura := privado.cobertura_retiro(v_retiro);
    if (v_cobertura ->> 'quedaria_centimos')::integer < 0 then
      return v_cobertura || privado.rechazo('saldo_insuficiente');
    end if;
  end if;
  update public.withdrawals set resuelto_por = auth.uid(), resuelto_at = now(),
    estado = case when p_aprobar then 'en_proceso' else estado end
  where id = p_retiro;
  if not coalesce(p_aprobar, false) then perform privado.cambiar_retiro(p_retiro, 'rechazado', btrim(p_motivo)); end if;
  perform privado.anotar(case when p_aprobar then 'aprobar_retiro' else 'rechazar_retiro' end, 'retiro', p_retiro::text,
    jsonb_build_object('estado', 'solicitado'),
    jsonb_build_object('estado', case when p_aprobar then 'en_proceso' else 'rechazado' end), nullif(btrim(p_motivo), ''));
  return jsonb_build_object('ok', true, 'retiro_id', p_retiro, 'paypal_email', v_retiro.paypal_email,
    'centimos', (v_retiro.amount * 100)::integer);
end
$$;
grant execute on function public.resolver_retiro(uuid, boolean, text) to authenticated;

-- Everything an admin should know before the money leaves: the withdrawal, its creator, and what would be left.
create function public.admin_retiro(p_retiro uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_creador public.usuarios_meta;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_retiro from public.withdrawals where id = p_retiro;
  if v_retiro.id is null then return privado.rechazo('retiro_no_existe'); end if;
  select * into v_creador from public.usuarios_meta where id = v_retiro.usuario_id;
  return jsonb_build_object('ok', true, 'id', v_retiro.id, 'estado', v_retiro.estado,
    'centimos', (v_retiro.amount * 100)::integer, 'paypal_email', v_retiro.paypal_email, 'motivo', v_retiro.motivo,
    'lote', v_retiro.lote, 'referencia', v_retiro.referencia, 'intentos', v_retiro.intentos,
    'created_at', v_retiro.created_at, 'enviado_at', v_retiro.enviado_at, 'pagado_at', v_retiro.pagado_at,
    'es_desconocido', privado.es_desconocido(v_retiro), 'espera', v_retiro.espera, 'espera_hasta', v_retiro.espera_hasta,
    'saldo', privado.cobertura_retiro(v_retiro),
    'creador', jsonb_build_object('id', v_creador.id, 'display_name', v_creador.display_name,
      'reputacion', v_creador.reputacion, 'banned_until', v_creador.banned_until, 'ban_motivo', v_creador.ban_motivo,
      'borrada_at', v_creador.borrada_at));
end
$$;
grant execute on function public.admin_retiro(uuid) to authenticated;

-- A creator is told when money is asked for to another address than the time before.
create function privado.avisar_direccion_de_pago() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_antes text := (select w.paypal_email from public.withdrawals w
    where w.usuario_id = new.usuario_id and w.id <> new.id order by w.created_at desc, w.id desc limit 1);
begin
  if lower(v_antes) <> lower(new.paypal_email) then
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('direccion_pago:' || new.id, new.usuario_id, 'direccion_pago',
      jsonb_build_object('antes', v_antes, 'despues', new.paypal_email));
  end if;
  return null;
end
$$;
create trigger avisar_direccion_de_pago after insert on public.withdrawals
  for each row execute function privado.avisar_direccion_de_pago();

-- Payouts, from an approved withdrawal to PayPal's final answer.

-- When a person is asked about an unknown payout, and until when PayPal is called again: it knows a `sender_batch_id`
-- for 30 days and would pay twice after that.
create function privado.plazos_retiro() returns table (aviso interval, repeticion interval)
language sql immutable set search_path = '' as $$
  select interval '2 hours', interval '25 days';
$$;

-- The next step of an approved withdrawal. With a batch, PayPal is asked about it. Without one, PayPal may be asked to
-- pay, which counts as an attempt first: from then on the outcome is unknown until PayPal names a batch. Reversed sales
-- since the approval stop the first attempt.
create function public.preparar_envio(p_retiro uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals := privado.bloquear_retiro(p_retiro);
  v_cobertura jsonb;
  v_plazos record;
begin
  if v_retiro.id is null then return privado.rechazo('retiro_no_existe'); end if;
  update public.withdrawals set atendido_at = clock_timestamp() where id = p_retiro;
  if v_retiro.lote is not null then
    return jsonb_build_object('ok', true, 'lote', v_retiro.lote, 'intento', v_retiro.intentos,
      'momento', clock_timestamp());
  end if;
  if v_retiro.estado <> 'en_proceso' then return privado.rechazo('no_se_envia'); end if;
  select * into v_plazos from privado.plazos_retiro();
  if v_retiro.intentos = 0 then
    v_cobertura := privado.cobertura_retiro(v_retiro);
    if (v_cobertura ->> 'quedaria_centimos')::integer < 0 then
      update public.withdrawals set estado = 'solicitado', resuelto_por = null, resuelto_at = null where id = p_retiro;
      perform privado.anotar('aplazar_retiro', 'retiro', p_retiro::text, jsonb_build_object('estado', 'en_proceso'),
        jsonb_build_object('estado', 'solicitado', 'quedaria_centimos', v_cobertura -> 'quedaria_centimos'));
      return privado.rechazo('saldo_insuficiente');
    end if;
  elsif v_retiro.enviado_at < now() - v_plazos.aviso then
    perform public.abrir_caso('retiro_sin_aclarar', 'retiro_sin_aclarar:' || p_retiro, null, jsonb_build_object(
      'retiro_id', p_retiro, 'sender_batch_id', p_retiro, 'paypal', v_retiro.paypal_email,
      'importe', v_retiro.amount, 'enviado_at', v_retiro.enviado_at, 'intentos', v_retiro.intentos));
    if v_retiro.enviado_at < now() - v_plazos.repeticion then return privado.rechazo('plazo_pasado'); end if;
  end if;
  update public.withdrawals set intentos = intentos + 1, enviado_at = coalesce(enviado_at, now()) where id = p_retiro;
  return jsonb_build_object('ok', true, 'lote', null, 'intento', v_retiro.intentos + 1, 'momento', clock_timestamp());
end
$$;
grant execute on function public.preparar_envio(uuid) to service_role;

-- Records PayPal's refusal. It is final only for the first and only attempt; otherwise the withdrawal stays unknown.
create function public.rechazar_envio(p_retiro uuid, p_intento integer, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals := privado.bloquear_retiro(p_retiro);
begin
  if v_retiro.id is null then return privado.rechazo('retiro_no_existe'); end if;
  if v_retiro.estado = 'en_proceso' and v_retiro.lote is null and v_retiro.intentos = 1 and p_intento = 1 then
    perform privado.cambiar_retiro(p_retiro, 'fallido', p_motivo);
    return jsonb_build_object('ok', true, 'estado', 'fallido');
  end if;
  return jsonb_build_object('ok', true, 'estado', v_retiro.estado);
end
$$;
grant execute on function public.rechazar_envio(uuid, integer, text) to service_role;

-- Records PayPal's batch in any state of the withdrawal. Two batches mean that money was sent twice.
create function public.anotar_lote(p_retiro uuid, p_lote text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals := privado.bloquear_retiro(p_retiro);
begin
  if v_retiro.lote <> p_lote then
    perform public.abrir_caso('retiro_con_dos_lotes', 'retiro_lotes:' || p_retiro || ':' || p_lote, null,
      jsonb_build_object('retiro_id', p_retiro, 'lote', v_retiro.lote, 'otro_lote', p_lote));
    return;
  end if;
  update public.withdrawals set lote = p_lote where id = p_retiro and lote is null;
  update public.casos_admin set resuelto = true, resuelto_at = now(), nota = 'PayPal: ' || p_lote
  where clave = 'retiro_sin_aclarar:' || p_retiro and not resuelto;
end
$$;
grant execute on function public.anotar_lote(uuid, text) to service_role;

-- Records PayPal's status of a payout: paid, failed, or pending with its reason (`p_espera`), which tells the creator
-- what to do within the 30 days after which PayPal returns the money. Answers older than a known one are ignored. A
-- changed final status opens a case for an admin.
create function public.cerrar_retiro(
  p_retiro uuid, p_estado text, p_referencia text, p_motivo text, p_momento timestamptz default clock_timestamp(),
  p_espera text default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_nuevo text := case p_estado when 'pendiente' then 'en_proceso' else p_estado end;
  v_espera constant text := case when p_estado = 'pendiente' then p_espera end;
  v_pasos integer;
begin
  if p_estado is null or p_estado not in ('pagado', 'fallido', 'pendiente') or v_espera not in ('sin_reclamar', 'retenido') then
    return privado.rechazo('estado_no_valido');
  end if;
  v_retiro := privado.bloquear_retiro(p_retiro);
  if v_retiro.id is null then return privado.rechazo('retiro_no_existe'); end if;
  if v_retiro.preguntado_at > p_momento then return jsonb_build_object('ok', true, 'estado', v_retiro.estado); end if;
  update public.withdrawals set preguntado_at = p_momento, referencia = coalesce(p_referencia, referencia),
    espera = v_espera, espera_hasta = case when v_espera is not null then coalesce(enviado_at, now()) + interval '30 days' end
  where id = p_retiro;
  if v_espera is distinct from v_retiro.espera and v_espera is not null then
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'retiro_' || v_espera || ':' || p_retiro, w.usuario_id, 'retiro', jsonb_build_object('estado', v_espera,
      'centimos', (w.amount * 100)::integer, 'paypal_email', w.paypal_email, 'hasta', w.espera_hasta)
    from public.withdrawals w where w.id = p_retiro
    on conflict (clave) do nothing;
  end if;
  if v_retiro.estado = v_nuevo then return jsonb_build_object('ok', true, 'estado', v_nuevo); end if;
  if v_retiro.estado in ('solicitado', 'rechazado', 'cancelado') and v_nuevo = 'fallido' then
    perform public.abrir_caso('retiro_inesperado', 'retiro:' || p_retiro || ':' || p_estado, null,
      jsonb_build_object('retiro_id', p_retiro, 'estado', v_retiro.estado, 'noticia', p_estado));
    return privado.rechazo('estado_inesperado');
  end if;
  v_pasos := privado.cambiar_retiro(p_retiro, v_nuevo, case when v_nuevo = 'fallido' then p_motivo end);
  if v_retiro.estado <> 'en_proceso' then
    perform public.abrir_caso(
      case v_retiro.estado when 'pagado' then 'retiro_devuelto_tras_pago' when 'fallido' then 'retiro_pagado_tras_fallo'
        else 'retiro_inesperado' end,
      'retiro:' || p_retiro || ':' || p_estado || ':' || v_pasos, null,
      jsonb_build_object('retiro_id', p_retiro, 'estado', v_retiro.estado, 'noticia', p_estado, 'motivo', p_motivo));
    perform privado.anotar('cambiar_retiro', 'retiro', p_retiro::text, jsonb_build_object('estado', v_retiro.estado),
      jsonb_build_object('estado', v_nuevo), p_motivo);
  end if;
  return jsonb_build_object('ok', true, 'estado', v_nuevo);
end
$$;
grant execute on function public.cerrar_retiro(uuid, text, text, text, timestamptz, text) to service_role;

-- Whether a payout has been unknown long enough for a person to decide.
create function privado.es_desconocido(p_retiro public.withdrawals) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_retiro.estado = 'en_proceso' and p_retiro.lote is null
    and coalesce(p_retiro.enviado_at < now() - (select aviso from privado.plazos_retiro()), false);
$$;

-- Settles an unknown payout by hand: paid, under a reference, or not.
create function public.aclarar_retiro(p_retiro uuid, p_pagado boolean, p_referencia text, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_estado text := case when p_pagado then 'pagado' else 'fallido' end;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_nota is null or char_length(btrim(p_nota)) not between 3 and 500 then return privado.rechazo('nota_no_valida'); end if;
  if p_pagado is null then return privado.rechazo('estado_no_valido'); end if;
  if p_pagado and (p_referencia is null or btrim(p_referencia) !~ '^[A-Za-z0-9-]{5,40}$') then
    return privado.rechazo('referencia_no_valida');
  end if;
  v_retiro := privado.bloquear_retiro(p_retiro);
  if v_retiro.id is null then return privado.rechazo('retiro_no_existe'); end if;
  if not privado.es_desconocido(v_retiro) then return privado.rechazo('no_aclarable'); end if;
  update public.withdrawals set referencia = case when p_pagado then btrim(p_referencia) else referencia end
  where id = p_retiro;
  perform privado.cambiar_retiro(p_retiro, v_estado, case when not p_pagado then btrim(p_nota) end);
  update public.casos_admin set resuelto = true, resuelto_at = now(), resuelto_por = auth.uid(), nota = btrim(p_nota)
  where clave = 'retiro_sin_aclarar:' || p_retiro and not resuelto;
  perform privado.anotar('aclarar_retiro', 'retiro', p_retiro::text, jsonb_build_object('estado', 'en_proceso'),
    jsonb_build_object('estado', v_estado, 'referencia', case when p_pagado then btrim(p_referencia) end), btrim(p_nota));
  return jsonb_build_object('ok', true, 'estado', v_estado);
end
$$;
grant execute on function public.aclarar_retiro(uuid, boolean, text, text) to authenticated;

-- Withdrawals for the job, longest waiting first: open ones; and settled ones once a day for 90 days, because PayPal
-- may change them silently.
create function public.retiros_por_seguir(p_limite integer default 100)
returns table (id uuid, paypal_email text, amount numeric)
language sql stable security definer set search_path = '' as $$
  select w.id, w.paypal_email, w.amount from public.withdrawals w
  where w.estado = 'en_proceso' or (w.estado in ('pagado', 'fallido') and w.lote is not null
    and w.enviado_at > now() - interval '90 days'
    and coalesce(w.preguntado_at, w.enviado_at) < now() - interval '1 day')
  order by w.atendido_at nulls first, w.created_at limit least(greatest(p_limite, 1), 1000);
$$;
grant execute on function public.retiros_por_seguir(integer) to service_role;

-- Invoices: immutable, numbered without gaps per year and series. UnCoins are invoiced when they are topped up, so a
-- purchase in coins has none.

create table public.contadores_facturas (
  serie text primary key,
  ultimo integer not null default 0 check (ultimo >= 0)
);

alter table public.contadores_facturas enable row level security;

create table public.facturas (
  id uuid primary key default gen_random_uuid(),
  serie text not null,
  numero integer not null check (numero > 0),
  pago_id uuid references public.pagos (id) on delete restrict,
  rectifica uuid references public.facturas (id) on delete restrict,
  datos jsonb not null,
  emitida_at timestamptz not null default now(),
  cargo_club_id uuid references public.cargos_club (id) on delete restrict,
  -- A credit note belongs to one refund or one lost dispute; `anula` is the note that it reverses.
  reembolso_id uuid references public.reembolsos (id) on delete restrict,
  disputa_id uuid references public.disputas (id) on delete restrict,
  anula uuid unique references public.facturas (id) on delete restrict,
  constraint facturas_de_algo_check check (num_nonnulls(pago_id, cargo_club_id) = 1),
  unique (serie, numero)
);
create index facturas_pago_id_idx on public.facturas (pago_id);
create unique index facturas_una_por_cargo_club_key on public.facturas (cargo_club_id) where rectifica is null;
create index facturas_cargo_club_id_idx on public.facturas (cargo_club_id);
create index facturas_devoluciones_club_idx on public.facturas (emitida_at)
  where cargo_club_id is not null and rectifica is not null;
-- An expression index: PostgREST would read a unique column as a one-to-one relationship, although there are several
-- documents.
create unique index facturas_una_por_pago_key on public.facturas ((coalesce(rectifica, pago_id))) where rectifica is null;
create index facturas_rectifica_idx on public.facturas (rectifica);
create index facturas_disputa_id_idx on public.facturas (disputa_id);
create unique index facturas_una_por_reembolso_key on public.facturas (reembolso_id) where anula is null;
create index facturas_reembolso_id_idx on public.facturas (reembolso_id);
create index facturas_rectificativas_idx on public.facturas (emitida_at) where rectifica is not null;

alter table public.facturas enable row level security;
grant select on public.facturas to authenticated, service_role;
create policy facturas_select on public.facturas for select to authenticated
  using ((select privado.es_admin())
    or exists (select from public.pagos p where p.id = pago_id and p.user_id = (select auth.uid())));
create policy facturas_club_select on public.facturas for select to authenticated
  using (exists (select from public.cargos_club c where c.id = cargo_club_id and c.user_id = (select auth.uid())));
create policy facturas_segundo_paso on public.facturas as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.facturas
  for each statement execute function privado.prohibir_cambio();

-- Delivered sales that wait for their invoice, because the seller's data is missing. Invoices are immutable, so they
-- wait, while goods do not.
create table public.facturas_pendientes (
  id bigint generated always as identity primary key,
  pago_id uuid unique references public.pagos (id) on delete restrict,
  cargo_club_id uuid unique references public.cargos_club (id) on delete restrict,
  created_at timestamptz not null default now(),
  constraint facturas_pendientes_de_algo_check check (num_nonnulls(pago_id, cargo_club_id) = 1)
);

alter table public.facturas_pendientes enable row level security;

-- Whether an invoice can be written now. If not, it is queued, and the admins are notified once.
create function privado.puede_facturar(p_pago uuid, p_cargo uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_falta text[] := privado.falta_del_vendedor();
begin
  if v_falta = '{}' then return true; end if;
  insert into public.facturas_pendientes (pago_id, cargo_club_id) values (p_pago, p_cargo) on conflict do nothing;
  perform public.abrir_caso('vendedor_incompleto', 'vendedor_incompleto:' || (
      select count(*) from public.casos_admin where tipo = 'vendedor_incompleto' and resuelto),
    null, jsonb_build_object('falta', to_jsonb(v_falta)));
  return false;
end
$$;

-- The series of a new document: kind and year. In the year of a restore it includes its moment, because numbers after
-- the backup were issued, and a later start would leave a gap.
create function privado.serie_de_facturas(p_clase text) returns text
language sql stable security definer set search_path = '' as $$
  select p_clase || to_char(now() at time zone 'Europe/Madrid', 'YYYY') || coalesce((
    select to_char(restaurada_at at time zone 'Europe/Madrid', '"B"MMDDHH24MI') from public.restauraciones
    where date_trunc('year', restaurada_at at time zone 'Europe/Madrid')
      = date_trunc('year', now() at time zone 'Europe/Madrid')
    order by id desc limit 1), '');
$$;

-- The next number. The counter's row is locked to the end of the transaction: no gaps, no duplicates.
create function privado.siguiente_factura(p_serie text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_numero integer;
begin
  insert into public.contadores_facturas (serie) values (p_serie) on conflict (serie) do nothing;
  update public.contadores_facturas set ultimo = ultimo + 1 where serie = p_serie returning ultimo into v_numero;
  return v_numero;
end
$$;

-- The invoice of a payment, written once; null without the seller's data.
create function privado.escribir_factura(p_pago public.pagos) returns public.facturas
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_factura public.facturas;
  v_tienda public.configuracion_global;
  v_comprador public.usuarios_meta;
  v_base integer;
  v_serie text := privado.serie_de_facturas('');
begin
  -- Serialised per payment: the second call finds the invoice of the first.
  perform 1 from public.pagos where id = p_pago.id for no key update;
  select * into v_factura from public.facturas where pago_id = p_pago.id and rectifica is null;
  if found then return v_factura; end if;
  if not privado.puede_facturar(p_pago.id, null) then return null; end if;
  select * into v_tienda from public.configuracion_global where id = 1;
  select * into v_comprador from public.usuarios_meta where id = p_pago.user_id;
  -- Prices include tax: the base is the remainder, so both add up to the cent.
  v_base := round(p_pago.total_centimos * 100.0 / (100 + v_tienda.iva_porcentaje))::integer;
  insert into public.facturas (serie, numero, pago_id, datos)
  select v_serie, privado.siguiente_factura(v_serie), p_pago.id,
    jsonb_build_object(
      'idioma', v_comprador.idioma,
      'vendedor', jsonb_build_object('nombre', v_tienda.vendedor_nombre, 'nif', v_tienda.vendedor_nif,
        'direccion', v_tienda.vendedor_direccion),
      'comprador', jsonb_build_object('nombre', v_comprador.display_name,
        'email', (select email from auth.users where id = p_pago.user_id)),
      'concepto', p_pago.presupuesto ->> 'nombre', 'edicion', p_pago.presupuesto ->> 'edicion',
      'lineas', p_pago.presupuesto -> 'lineas', 'metodo', p_pago.metodo,
      'pagado_at', p_pago.pagado_at,
      'consentimiento', case when p_pago.consentimiento_version is not null then jsonb_build_object(
        'version', p_pago.consentimiento_version, 'aceptado_at', p_pago.consentimiento_at) end,
      'iva_porcentaje', v_tienda.iva_porcentaje, 'base_centimos', v_base,
      'iva_centimos', p_pago.total_centimos - v_base, 'total_centimos', p_pago.total_centimos)
  returning * into v_factura;
  return v_factura;
end
$$;

-- Invoices are written with the delivery, so that numbers follow time and years. It is the last step of a delivery, so
-- the counter is locked briefly.
create function privado.facturar_entrega() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.escribir_factura(new);
  return new;
end
$$;
create trigger facturar_entrega after update of estado on public.pagos
  for each row when (new.estado = 'entregado' and old.estado = 'pagado' and new.total_centimos > 0
    and new.proveedor in ('stripe', 'paypal'))
  execute function privado.facturar_entrega();

-- A document as issued, with the one that it corrects or reverses.
create function privado.describir_factura(p_factura public.facturas) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'serie', p_factura.serie, 'numero', p_factura.numero,
    'emitida_at', p_factura.emitida_at, 'datos', p_factura.datos,
    'rectifica', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f where f.id = p_factura.rectifica),
    'anula', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f where f.id = p_factura.anula));
$$;

-- A document for its payer or an admin: the invoice of an order or payment, written on first request; its newest valid
-- credit note; or any document by its id.
create function public.emitir_factura(p_id uuid, p_rectificativa boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_factura public.facturas;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('no_existe'); end if;
  select * into v_factura from public.facturas where id = p_id;
  select p.* into v_pago from public.pagos p
  where p.id = p_id or p.id = v_factura.pago_id
    or p.id = (select a.pago_id from public.adquisiciones a where a.id = p_id);
  if v_pago.id is null or (v_pago.user_id <> auth.uid() and not privado.es_admin()) then
    return privado.rechazo('no_existe');
  end if;
  if v_factura.id is not null then return privado.describir_factura(v_factura); end if;
  if p_rectificativa then
    -- The newest valid one.
    select f.* into v_factura from public.facturas f
    where f.pago_id = v_pago.id and f.rectifica is not null and f.anula is null
      and not exists (select from public.facturas a where a.anula = f.id)
    order by f.emitida_at desc, f.numero desc limit 1;
    if v_factura.id is null then return privado.rechazo('no_existe'); end if;
    return privado.describir_factura(v_factura);
  end if;
  if v_pago.proveedor not in ('stripe', 'paypal') or v_pago.total_centimos = 0
    or v_pago.estado not in ('entregado', 'reembolsado', 'en_disputa') or v_pago.entregado_at is null then
    return privado.rechazo('no_existe');
  end if;
  v_factura := privado.escribir_factura(v_pago);
  if v_factura.id is null then return privado.rechazo('sin_emitir'); end if;
  return privado.describir_factura(v_factura);
end
$$;
grant execute on function public.emitir_factura(uuid, boolean) to authenticated;

-- Cents of an invoice that its credit notes have taken.
create function privado.rectificado_de(p_factura uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(-sum((datos ->> 'total_centimos')::integer), 0)::integer
  from public.facturas where rectifica = p_factura;
$$;

-- Writes a credit note, or with a negative amount its reversal. Base and tax are cut from the invoice, so that all
-- notes add up to it to the cent.
create function privado.escribir_rectificativa(
  p_original public.facturas, p_centimos integer, p_reembolso uuid, p_disputa uuid, p_anula uuid
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_serie text := privado.serie_de_facturas('R');
  v_total integer := (p_original.datos ->> 'total_centimos')::integer;
  v_antes integer := privado.rectificado_de(p_original.id);
  v_base integer;
begin
  v_base := round((p_original.datos ->> 'base_centimos')::numeric * (v_antes + p_centimos) / v_total)
    - round((p_original.datos ->> 'base_centimos')::numeric * v_antes / v_total);
  insert into public.facturas (serie, numero, pago_id, rectifica, reembolso_id, disputa_id, anula, datos)
  values (v_serie, privado.siguiente_factura(v_serie), p_original.pago_id, p_original.id, p_reembolso, p_disputa, p_anula,
    p_original.datos || jsonb_build_object(
      'base_centimos', -v_base, 'iva_centimos', v_base - p_centimos, 'total_centimos', -p_centimos,
      'lineas', jsonb_build_array(privado.linea(
        case when p_centimos > 0 then 'reembolso' else 'reembolso_anulado' end, -p_centimos))));
end
$$;

-- Writes credit notes in the series R, one for each refund. A failed refund is answered by a further document: none is
-- ever deleted.
create function privado.rectificar_factura(p_pago public.pagos, p_devuelto integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_original public.facturas;
  v_fila record;
  v_falta integer;
begin
  if p_pago.entregado_at is null or p_pago.proveedor not in ('stripe', 'paypal') or p_pago.total_centimos = 0 then return; end if;
  if p_devuelto = 0 and not exists (
    select from public.facturas where pago_id = p_pago.id and rectifica is not null) then return;
  end if;
  v_original := privado.escribir_factura(p_pago);
  -- A sale without an invoice has no credit notes yet.
  if v_original.id is null then return; end if;
  for v_fila in
    select f.id, f.reembolso_id, -(f.datos ->> 'total_centimos')::integer as centimos
    from public.facturas f join public.reembolsos r on r.id = f.reembolso_id
    where f.rectifica = v_original.id and f.anula is null and r.estado <> 'hecho'
      and not exists (select from public.facturas a where a.anula = f.id)
    order by f.numero
  loop
    perform privado.escribir_rectificativa(v_original, -v_fila.centimos, v_fila.reembolso_id, null, v_fila.id);
  end loop;
  for v_fila in
    select r.id, r.centimos from public.reembolsos r
    where r.pago_id = p_pago.id and r.estado = 'hecho'
      and not exists (select from public.facturas f where f.reembolso_id = r.id and f.anula is null)
    order by coalesce(r.proveedor_at, r.created_at), r.id
  loop
    v_falta := least(v_fila.centimos, p_devuelto - privado.rectificado_de(v_original.id));
    if v_falta > 0 then perform privado.escribir_rectificativa(v_original, v_falta, v_fila.id, null, null); end if;
  end loop;
  -- Lost in a dispute, or returned from one.
  v_falta := p_devuelto - privado.rectificado_de(v_original.id);
  if v_falta <> 0 then
    perform privado.escribir_rectificativa(v_original, v_falta, null, (
        select id from public.disputas where pago_id = p_pago.id order by (fase = 'perdida') desc, abierta_at desc limit 1),
      (select f.id from public.facturas f where f.rectifica = v_original.id and f.anula is null
        and f.reembolso_id is null and (f.datos ->> 'total_centimos')::integer = v_falta
        and not exists (select from public.facturas a where a.anula = f.id) order by f.numero desc limit 1));
  end if;
end
$$;

-- The invoice of a Club charge; null without the seller's data. The caller has locked the charge.
create function privado.escribir_factura_club(p_cargo public.cargos_club) returns public.facturas
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_factura public.facturas;
  v_tienda public.configuracion_global;
  v_miembro public.usuarios_meta;
  v_serie text := privado.serie_de_facturas('');
begin
  select * into v_factura from public.facturas where cargo_club_id = p_cargo.id and rectifica is null;
  if found or p_cargo.centimos = 0 then return v_factura; end if;
  if not privado.puede_facturar(null, p_cargo.id) then return null; end if;
  select * into v_tienda from public.configuracion_global where id = 1;
  select * into v_miembro from public.usuarios_meta where id = p_cargo.user_id;
  insert into public.facturas (serie, numero, cargo_club_id, datos)
  values (v_serie, privado.siguiente_factura(v_serie), p_cargo.id,
    jsonb_build_object(
      'idioma', v_miembro.idioma,
      'vendedor', jsonb_build_object('nombre', v_tienda.vendedor_nombre, 'nif', v_tienda.vendedor_nif,
        'direccion', v_tienda.vendedor_direccion),
      'comprador', jsonb_build_object('nombre', v_miembro.display_name,
        'email', (select email from auth.users where id = p_cargo.user_id)),
      'concepto', 'UnStore Club, ' || case when v_miembro.idioma = 'en' then p_cargo.plan
        when p_cargo.plan = 'yearly' then 'anual' else 'mensual' end,
      'edicion', to_char(p_cargo.periodo_inicio at time zone 'UTC', 'DD/MM/YYYY') || ' – '
        || to_char(p_cargo.periodo_fin at time zone 'UTC', 'DD/MM/YYYY'),
      'lineas', jsonb_build_array(privado.linea('base', p_cargo.centimos)), 'metodo', 'tarjeta',
      'pagado_at', p_cargo.pagado_at,
      'iva_porcentaje', v_tienda.iva_porcentaje, 'base_centimos', p_cargo.centimos - p_cargo.iva_centimos,
      'iva_centimos', p_cargo.iva_centimos, 'total_centimos', p_cargo.centimos))
  returning * into v_factura;
  return v_factura;
end
$$;

-- Writes credit notes for refunds of a charge: each is the difference to those before, so failed refunds are included.
-- The last one absorbs the rounding.
create function privado.rectificar_factura_club(p_cargo public.cargos_club) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_original public.facturas;
  v_hecho integer;
  v_base_hecha integer;
  v_total integer;
  v_base integer;
  v_serie text := privado.serie_de_facturas('R');
begin
  select * into v_original from public.facturas where cargo_club_id = p_cargo.id and rectifica is null;
  if v_original.id is null then return; end if;
  select coalesce(sum((datos ->> 'total_centimos')::integer), 0), coalesce(sum((datos ->> 'base_centimos')::integer), 0)
  into v_hecho, v_base_hecha from public.facturas where rectifica = v_original.id;
  v_total := -p_cargo.devuelto_centimos - v_hecho;
  if v_total = 0 then return; end if;
  v_base := -round((v_original.datos ->> 'base_centimos')::numeric * p_cargo.devuelto_centimos / p_cargo.centimos)::integer
    - v_base_hecha;
  insert into public.facturas (serie, numero, cargo_club_id, rectifica, datos)
  values (v_serie, privado.siguiente_factura(v_serie), p_cargo.id, v_original.id, v_original.datos || jsonb_build_object(
    'base_centimos', v_base, 'iva_centimos', v_total - v_base, 'total_centimos', v_total,
    'lineas', jsonb_build_array(
      privado.linea(case when v_total < 0 then 'reembolso' else 'reembolso_fallido' end, v_total))));
end
$$;

-- A document of the Club, for its payer or an admin.
create function public.ver_factura_club(p_factura uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_factura public.facturas;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('no_existe'); end if;
  select f.* into v_factura from public.facturas f join public.cargos_club c on c.id = f.cargo_club_id
  where f.id = p_factura and (c.user_id = auth.uid() or privado.es_admin());
  if v_factura.id is null then return privado.rechazo('no_existe'); end if;
  return privado.describir_factura(v_factura);
end
$$;
grant execute on function public.ver_factura_club(uuid) to authenticated;

-- Writes the invoice that has waited longest, with its credit notes. One at a time: lock order is rows, then counters.
-- Returns false if none can be written.
create function public.emitir_factura_pendiente() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_fila public.facturas_pendientes;
  v_pago public.pagos;
  v_cargo public.cargos_club;
begin
  if privado.falta_del_vendedor() <> '{}' then return false; end if;
  select * into v_fila from public.facturas_pendientes order by id limit 1 for update skip locked;
  if v_fila.id is null then
    update public.casos_admin set resuelto = true
    where tipo = 'vendedor_incompleto' and not resuelto and not exists (select from public.facturas_pendientes);
    return false;
  end if;
  if v_fila.pago_id is not null then
    select * into v_pago from public.pagos where id = v_fila.pago_id for no key update;
    perform privado.escribir_factura(v_pago);
    perform privado.rectificar_factura(v_pago, privado.devuelto_de(v_pago));
  else
    perform 1 from public.usuarios_meta
    where id = (select user_id from public.cargos_club where id = v_fila.cargo_club_id) for no key update;
    select * into v_cargo from public.cargos_club where id = v_fila.cargo_club_id for no key update;
    perform privado.escribir_factura_club(v_cargo);
    perform privado.rectificar_factura_club(v_cargo);
  end if;
  delete from public.facturas_pendientes where id = v_fila.id;
  return true;
end
$$;
grant execute on function public.emitir_factura_pendiente() to service_role;

-- Validation of what a creator sends. It refuses whatever pages and tables cannot take, before a moderator sees it. The
-- form (lib/publish/schema.ts) allows the same or less; the fields of plain text are in lib/publish/fields.ts.

-- Whether optional fields have this JSON type.
create function privado.campos_de_tipo(p_objeto jsonb, p_tipo text, p_campos text[]) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not exists (select from unnest(p_campos) k where jsonb_typeof(p_objeto -> k) not in (p_tipo, 'null'));
$$;

-- Whether optional fields are texts within their lengths.
create function privado.textos_hasta(p_objeto jsonb, p_limites jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not exists (select from jsonb_each_text(p_limites) l
    where jsonb_typeof(p_objeto -> l.key) not in ('string', 'null')
      or char_length(p_objeto ->> l.key) > l.value::integer);
$$;

-- Whether an optional field is a list of one JSON type with limited length.
create function privado.lista_valida(p_valor jsonb, p_tipo text, p_maximo integer) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_valor is null or jsonb_typeof(p_valor) = 'array' and (
    select count(*) <= p_maximo and coalesce(bool_and(jsonb_typeof(v) = p_tipo), true) from privado.lista_json(p_valor) v);
$$;

-- Whether price and offer are valid. An offer of 0 is none.
create function privado.precio_valido(p_objeto jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_typeof(p_objeto -> 'precio') = 'number' and privado.campos_de_tipo(p_objeto, 'number', '{oferta}')
    and (p_objeto ->> 'precio')::numeric between 0 and 99
    and (coalesce((p_objeto ->> 'oferta')::numeric, 0) = 0
      or round((p_objeto ->> 'oferta')::numeric, 2) between 0.01 and round((p_objeto ->> 'precio')::numeric, 2)), false);
$$;

-- Whether an optional text is a date. An impossible date raises.
create function privado.dia_valido(p_texto text) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(p_texto ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and p_texto::date > '1900-01-01', p_texto is null);
$$;

create function privado.edicion_valida(e jsonb) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(char_length(btrim(e ->> 'nombre')) > 0 and privado.precio_valido(e)
    and privado.textos_hasta(e, '{"id": 36, "nombre": 40, "nombre_en": 40, "download_link": 500, "portada_url": 300, "portada_blur": 2000,
      "incluye": 600, "incluye_en": 600}')
    and privado.campos_de_tipo(e, 'boolean', '{reserva}') and privado.dia_valido(e ->> 'fecha_lanzamiento')
    and (e ->> 'id' is null or privado.leer_uuid(e ->> 'id') is not null), false);
$$;

-- Whether a submission is valid: size, price, and everything that it names.
create function privado.contenido_valido(c jsonb) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(jsonb_typeof(c) = 'object' and char_length(c::text) <= 300000
    and c ->> 'category' in ('plugin', 'serie', 'dlc', 'evento')
    and char_length(btrim(c ->> 'nombre')) > 0 and privado.precio_valido(c)
    and privado.textos_hasta(c, '{"nombre": 80, "nombre_en": 80, "acerca_de": 300, "acerca_de_en": 300,
      "descripcion": 300000, "descripcion_en": 300000, "desarrollador": 80, "publisher": 80, "tamano_aproximado": 40,
      "aviso_legal": 500, "aviso_legal_en": 500, "video_trailer": 200, "portada_url": 300, "portada_blur": 2000, "banner_url": 300,
      "banner_blur": 2000, "download_link": 500, "base_id": 36, "version": 20, "novedades": 2000, "novedades_en": 2000}')
    and privado.campos_de_tipo(c, 'boolean', '{club_only, reserva, DLC, descargable, disponibilidad}')
    and c ->> 'portada_url' <> ''
    and (c ->> 'download_link' <> '' or (c ->> 'descargable')::boolean is false)
    and privado.dia_valido(c ->> 'fecha_lanzamiento')
    and (c ->> 'fecha_lanzamiento' is not null or (c ->> 'reserva')::boolean is not true)
    and privado.video_valido(c ->> 'video_trailer')
    and privado.lista_valida(c -> 'generos', 'string', 150)
    and (select coalesce(max(char_length(g #>> '{}')) <= 80 and sum(char_length(g #>> '{}')) <= 300, true)
      from privado.lista_json(c -> 'generos') g)
    and privado.lista_valida(c -> 'compatibles', 'string', 30)
    and privado.lista_valida(c -> 'imagenes', 'object', 20)
    and not exists (select from privado.lista_json(c -> 'imagenes') i where coalesce(i ->> 'url', '') = '')
    and privado.lista_valida(c -> 'ediciones', 'object', 10)
    and (select coalesce(bool_and(privado.edicion_valida(e)), true)
        and count(distinct lower(btrim(e ->> 'nombre'))) = count(*) and count(distinct lower(e ->> 'id')) = count(e ->> 'id')
      from privado.lista_json(c -> 'ediciones') e)
    -- Only an admin makes a product free; the caller checks the price of the product itself.
    and not exists (select from privado.lista_json(c -> 'ediciones') e
      where round((e ->> 'precio')::numeric, 2) = 0 and round((c ->> 'precio')::numeric, 2) > 0)
    and privado.lista_valida(c -> 'bundles', 'object', 5)
    and (select coalesce(bool_and(privado.campos_de_tipo(b, 'number', '{precio, oferta}')
          and privado.textos_hasta(b, '{"id": 36, "nombre": 80, "nombre_en": 80, "descripcion": 300}')
          and privado.lista_valida(b -> 'productos', 'string', 9)), true)
        and count(distinct lower(b ->> 'id')) = count(b ->> 'id')
      from privado.lista_json(c -> 'bundles') b)
    and privado.contenido_seguro(c), false);
$$;

-- Whether the base of an extension is empty, another product of the caller, or unchanged.
create function privado.base_valida(p_producto uuid, c jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when c ->> 'base_id' is null then (c ->> 'DLC')::boolean is not true
    else exists (select from public.productos b
      where b.id = privado.leer_uuid(c ->> 'base_id') and b.id is distinct from p_producto and (b.usuario_id = auth.uid()
        or b.id = (select p.base_id from public.productos p where p.id = p_producto))) end;
$$;

-- Storage policies: public artwork and portraits, private downloads. Every upload has its own permission for one random
-- name. Nothing is overwritten (`conservar_objeto`), so the reviewed file is the one that is sold. Reads use the
-- reader's own rights.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('portadas', 'portadas', true, 5242880, array['image/webp']),
  ('avatars', 'avatars', true, 2097152, array['image/webp']),
  ('descargas', 'descargas', false, 5368709120, null)
on conflict (id) do nothing;

-- Pictures encoded by the shop: the permission to store one, and its facts afterwards.
create table public.imagenes_subidas (
  ruta text primary key check (privado.ruta_valida(ruta) and ruta ~ '^(avatars|portadas)/.+[.]webp$'),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  ancho integer check (ancho > 0),
  alto integer check (alto > 0),
  bytes integer not null check (bytes > 0),
  blur text check (privado.blur_valido(blur)),
  created_at timestamptz not null default now(),
  retirada_at timestamptz
);
create index imagenes_subidas_usuario_id_idx on public.imagenes_subidas (usuario_id);
create index imagenes_subidas_retirada_idx on public.imagenes_subidas (retirada_at) where retirada_at is not null;

alter table public.imagenes_subidas enable row level security;

-- Files being uploaded by creators; an upload may be interrupted for a day. A cancelled one (dejada_at) cannot start
-- again, but its signed link stays valid for two hours.
create table public.descargas_por_subir (
  ruta text primary key check (privado.ruta_valida(ruta) and starts_with(ruta, 'descargas/')),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  created_at timestamptz not null default now(),
  bytes bigint not null default 52428800 check (bytes between 1 and 5368709120),
  dejada_at timestamptz,
  por_llave boolean not null default false
);
comment on column public.descargas_por_subir.por_llave is 'permitted to an API key: whoever knows the random name may send the file';
create index descargas_por_subir_usuario_id_idx on public.descargas_por_subir (usuario_id, created_at);

alter table public.descargas_por_subir enable row level security;

-- People write below their own folder; the private bucket is read by signed links only.
create function privado.carpeta_propia(p_bucket text, p_nombre text) returns boolean
language sql stable set search_path = '' as $$
  select case p_bucket
    when 'avatars' then (storage.foldername(p_nombre))[1:2] = array['usuarios', auth.uid()::text]
    when 'portadas' then (storage.foldername(p_nombre))[1] = auth.uid()::text
    else false
  end;
$$;

-- Whether storage has this object, `bucket/folder/…/file`.
create function privado.esta_guardado(p_ruta text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from storage.objects
    where bucket_id = split_part(p_ruta, '/', 1) and name = substr(p_ruta, strpos(p_ruta, '/') + 1));
$$;

-- The storage quota of a creator: 50 GiB.
create function privado.cuota_descargas() returns bigint
language sql immutable set search_path = '' as $$ select 53687091200 $$;

-- Permits the upload of a file of this size: at most 400 files and the quota per creator, including open uploads. At
-- most ten uploads may be open, including cancelled ones.
create function public.permitir_subida(p_nombre text, p_bytes bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ruta text := 'descargas/' || auth.uid() || '/' || gen_random_uuid() || '/' || p_nombre;
  v_objetos bigint;
  v_ocupado bigint;
  v_enlaces bigint;
  v_pendientes bigint;
  v_en_camino bigint;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_nombre like '%/%' or not coalesce(privado.ruta_valida(v_ruta), false) then
    return privado.rechazo('datos_no_validos');
  end if;
  if p_bytes is null or p_bytes < 1
    or p_bytes > (select file_size_limit from storage.buckets where id = 'descargas') then
    return privado.rechazo('demasiado_grande');
  end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  delete from public.descargas_por_subir s
  where s.usuario_id = auth.uid() and (s.created_at < now() - interval '26 hours'
    or s.dejada_at < now() - interval '2 hours' or privado.esta_guardado(s.ruta));
  select count(*), coalesce(sum((privado.leer_json(metadata) ->> 'size')::bigint), 0) into v_objetos, v_ocupado
  from storage.objects where bucket_id = 'descargas' and name like auth.uid() || '/%';
  select count(*), count(*) filter (where dejada_at is null), coalesce(sum(bytes) filter (where dejada_at is null), 0)
  into v_enlaces, v_pendientes, v_en_camino
  from public.descargas_por_subir where usuario_id = auth.uid();
  -- Storage does not check the announced size: it is only known after the upload.
  if v_enlaces >= 10 then return privado.rechazo('demasiadas_subidas'); end if;
  if v_objetos + v_pendientes >= 400 or v_ocupado + v_en_camino + p_bytes > privado.cuota_descargas() then
    return privado.rechazo('sin_espacio');
  end if;
  insert into public.descargas_por_subir (ruta, usuario_id, bytes, por_llave)
  values (v_ruta, auth.uid(), p_bytes, coalesce(auth.jwt() ? 'llave_api', false));
  return jsonb_build_object('ok', true, 'ruta', v_ruta);
end
$$;
grant execute on function public.permitir_subida(text, bigint) to authenticated;

-- Cancels an upload and frees its quota. It still counts towards the ten open ones.
create function public.olvidar_subida(p_ruta text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.descargas_por_subir set dejada_at = now()
  where ruta = p_ruta and usuario_id = auth.uid() and dejada_at is null;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.olvidar_subida(text) to authenticated;

-- The SHA-256 and the name of an uploaded file, as the creator's browser reports them. Buyers save the file under this
-- name; creator and moderators can compare the hash. The shop checks the size only.
create table public.huellas_descarga (
  ruta text primary key check (privado.ruta_valida(ruta) and starts_with(ruta, 'descargas/')),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  huella text not null check (huella ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes > 0),
  nombre text check (privado.nombre_de_archivo_valido(nombre, ruta)),
  created_at timestamptz not null default now()
);
create index huellas_descarga_usuario_id_idx on public.huellas_descarga (usuario_id);

alter table public.huellas_descarga enable row level security;
grant select on public.huellas_descarga to authenticated, service_role;
create policy huellas_descarga_select on public.huellas_descarga for select to authenticated
  using (usuario_id = (select auth.uid()) or (select privado.es_moderador()));
create policy huellas_descarga_segundo_paso on public.huellas_descarga as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Records a finished upload; refused if storage has another size.
create function public.anotar_huella(p_ruta text, p_huella text, p_bytes bigint, p_nombre text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_bytes bigint;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_huella is null or p_huella !~ '^[0-9a-f]{64}$' or not privado.nombre_de_archivo_valido(p_nombre, p_ruta) then
    return privado.rechazo('datos_no_validos');
  end if;
  if not starts_with(p_ruta, 'descargas/' || auth.uid() || '/') then return privado.rechazo('no_existe'); end if;
  select (privado.leer_json(metadata) ->> 'size')::bigint into v_bytes
  from storage.objects where bucket_id = 'descargas' and name = substr(p_ruta, 11);
  if v_bytes is null then return privado.rechazo('no_existe'); end if;
  if v_bytes is distinct from p_bytes then return privado.rechazo('incompleto'); end if;
  insert into public.huellas_descarga (ruta, usuario_id, huella, bytes, nombre)
  values (p_ruta, auth.uid(), p_huella, p_bytes, p_nombre)
  on conflict (ruta) do nothing;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.anotar_huella(text, text, bigint, text) to authenticated;

-- Permits the shop to store an encoded picture with the person's rights. At most 2,000 pictures and 512 MiB per person.
create function public.permitir_imagen(
  p_ruta text, p_ancho integer, p_alto integer, p_bytes integer, p_blur text, p_sello text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuantas bigint;
  v_bytes bigint;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not privado.sello_valido(
    array['imagen', auth.uid()::text, p_ruta, p_ancho::text, p_alto::text, p_bytes::text, p_blur], p_sello) then
    return privado.rechazo('sello_no_valido');
  end if;
  if not privado.carpeta_propia(split_part(p_ruta, '/', 1), substr(p_ruta, strpos(p_ruta, '/') + 1)) then
    return privado.rechazo('datos_no_validos');
  end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  select count(*), coalesce(sum(bytes), 0) into v_cuantas, v_bytes
  from public.imagenes_subidas where usuario_id = auth.uid() and retirada_at is null;
  if v_cuantas >= 2000 or v_bytes + p_bytes > 536870912 then return privado.rechazo('sin_espacio'); end if;
  insert into public.imagenes_subidas (ruta, usuario_id, ancho, alto, bytes, blur)
  values (p_ruta, auth.uid(), p_ancho, p_alto, p_bytes, p_blur);
  return jsonb_build_object('ok', true);
exception
  when unique_violation or check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.permitir_imagen(text, integer, integer, integer, text, text) to authenticated;

-- Whether a picture is stored or its permission expired: before that its name is secret.
create function privado.imagen_llegada(p_imagen public.imagenes_subidas) returns boolean
language sql stable set search_path = '' as $$
  select p_imagen.created_at < now() - interval '5 minutes' or privado.esta_guardado(p_imagen.ruta);
$$;

-- A picture must arrive within minutes: the shop stores it at once.
create function privado.puede_subir(p_ruta text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  if not privado.puede_actuar() then return false; end if;
  return exists (select from public.descargas_por_subir where ruta = p_ruta and usuario_id = v_yo
      and dejada_at is null and created_at > now() - interval '24 hours')
    or exists (select from public.imagenes_subidas where ruta = p_ruta and usuario_id = v_yo
      and retirada_at is null and created_at > now() - interval '5 minutes');
end
$$;
grant execute on function privado.puede_subir(text) to authenticated;

-- Whether the signed-in person may read a file: of an order, or of a waiting revision. Files that were only uploaded
-- are readable by nobody, so that accounts cannot share files.
create function privado.puede_leer(p_bucket text, p_nombre text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return false; end if;
  return case p_bucket
    when 'descargas' then privado.tiene_descarga('descargas/' || p_nombre)
      or privado.es_moderador() and privado.en_revision('descargas/' || p_nombre)
      -- For the previous release, which asks Storage about own files instead of `ha_llegado`. Remove it with the next
      -- release.
      or split_part(p_nombre, '/', 1) = auth.uid()::text
        and current_setting('storage.operation', true) = 'object.get_authenticated_info'
    when 'avatars' then privado.carpeta_propia(p_bucket, p_nombre)
    when 'portadas' then privado.carpeta_propia(p_bucket, p_nombre)
    else false
  end;
end
$$;
grant execute on function privado.puede_leer(text, text) to authenticated;

create policy objetos_select on storage.objects for select to authenticated
  using (privado.puede_leer(bucket_id, name));
create policy objetos_insert on storage.objects for insert to authenticated
  with check (privado.puede_subir(bucket_id || '/' || name));

-- Whether a file may be sent that was permitted to an API key. Storage knows no keys, so the permission is the name: it is
-- random, holds for one file and a day, and only the key's holder was told it.
create function privado.puede_subir_con_llave(p_ruta text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.descargas_por_subir s join public.usuarios_meta u on u.id = s.usuario_id
    where s.ruta = p_ruta and s.por_llave and s.dejada_at is null and s.created_at > now() - interval '24 hours'
      and u.borrada_at is null and (u.banned_until is null or u.banned_until <= now()));
end
$$;
grant execute on function privado.puede_subir_con_llave(text) to anon;
create policy objetos_insert_llave on storage.objects for insert to anon
  with check (privado.puede_subir_con_llave(bucket_id || '/' || name));

-- Keeps version and name of stored objects. Policies do not cover uploads by a signed link: Storage completes them as
-- the service, and gives overwriting links for any free name. The error is the one that Storage reports as a taken
-- name. A restore marks objects whose files are still to come.
create function privado.conservar_objeto() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'what is in storage is not written over or moved' using errcode = 'unique_violation';
end
$$;
create trigger conservar_objeto before update on storage.objects for each row
  when (old.bucket_id in ('avatars', 'descargas', 'portadas') and not starts_with(coalesce(old.version, ''), 'por restaurar:')
    and (new.version is distinct from old.version or new.name <> old.name or new.bucket_id <> old.bucket_id))
  execute function privado.conservar_objeto();

-- Queues unused portraits for deletion, also of deleted accounts.
create function privado.retirar_retratos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.imagenes_subidas set retirada_at = now()
  where usuario_id = new.id and retirada_at is null
    and ruta in (substr(old.avatar_url, 8), substr(old.banner_url, 8))
    and '/media/' || ruta not in (new.avatar_url, new.banner_url);
  -- A deleted account keeps only pictures of products.
  if new.borrada_at is not null and old.borrada_at is null then
    update public.imagenes_subidas set retirada_at = now()
    where usuario_id = new.id and retirada_at is null and starts_with(ruta, 'avatars/');
  end if;
  return null;
end
$$;
create trigger retirar_retratos after update of avatar_url, banner_url, borrada_at on public.usuarios_meta
  for each row execute function privado.retirar_retratos();

-- Pictures that the job deletes from storage. Expired permissions without a picture are dropped.
create function public.imagenes_retiradas() returns setof text
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.imagenes_subidas s
  where s.created_at between now() - interval '1 day' and now() - interval '1 hour' and not privado.esta_guardado(s.ruta);
  return query select ruta from public.imagenes_subidas where retirada_at is not null order by retirada_at limit 200;
end
$$;
grant execute on function public.imagenes_retiradas() to service_role;

-- Forgets deleted pictures.
create function public.olvidar_imagenes(p_rutas text[]) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.imagenes_subidas where ruta = any (p_rutas) and retirada_at is not null;
$$;
grant execute on function public.olvidar_imagenes(text[]) to service_role;

-- Files of creators that nothing names, since when, and whether they are being deleted: then nothing may name them any
-- more.
create table public.archivos_sin_uso (
  ruta text primary key check (privado.ruta_valida(ruta) and starts_with(ruta, 'descargas/')),
  visto_at timestamptz not null default now(),
  retirado_at timestamptz
);
create index archivos_sin_uso_visto_at_idx on public.archivos_sin_uso (visto_at) where retirado_at is null;
create index archivos_sin_uso_retirado_at_idx on public.archivos_sin_uso (retirado_at) where retirado_at is not null;

alter table public.archivos_sin_uso enable row level security;

-- Cursor of the job over files.
create table public.repaso_archivos (
  id integer primary key default 1 check (id = 1),
  hasta text not null default ''
);

alter table public.repaso_archivos enable row level security;

-- Whether a file exists, belongs to the creator, and is not being deleted.
create function privado.es_archivo_de(p_ruta text, p_creador uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(starts_with(p_ruta, 'descargas/' || p_creador || '/'), false) and privado.esta_guardado(p_ruta)
    and not exists (select from public.archivos_sin_uso where ruta = p_ruta and retirado_at is not null);
$$;

-- The same for the signed-in creator.
create function public.ha_llegado(p_ruta text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return privado.puede_actuar() and privado.es_archivo_de(p_ruta, auth.uid());
end
$$;
grant execute on function public.ha_llegado(text) to authenticated;

-- Whether a file is needed. Of a creator: named by a product, a revision in any state, or a draft. Of a deleted
-- account: by a product that is on sale, owned, paid for or has codes. Files outside creators' folders are ignored.
create function privado.archivo_en_uso(p_ruta text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_borrada boolean;
  v_productos uuid[];
begin
  select borrada_at is not null into v_borrada from public.usuarios_meta
  where id = privado.leer_uuid(split_part(p_ruta, '/', 2));
  if v_borrada is null then return true; end if;
  if not v_borrada then
    return exists (select from public.productos where download_link = p_ruta)
      or exists (select from public.ediciones where download_link = p_ruta)
      or exists (select from public.revisiones_producto where privado.archivos_de(contenido) @> array[p_ruta])
      or exists (select from public.borradores where privado.archivos_de(contenido) @> array[p_ruta]);
  end if;
  v_productos := array(select id from public.productos where download_link = p_ruta
    union select producto_id from public.ediciones where download_link = p_ruta);
  return exists (select from public.productos where id = any (v_productos) and status = 'approved')
    or exists (select from public.adquisiciones where producto_id = any (v_productos))
    or exists (select from public.codigos_canjes where id_producto = any (v_productos) and not canjeado)
    or exists (select from public.pagos where producto_id = any (v_productos) and estado not in ('fallido', 'caducado'))
    or exists (
      select from public.bundles_productos b join public.pagos g on g.bundle_id = b.bundle_id
      where b.producto_id = any (v_productos) and g.estado not in ('fallido', 'caducado'));
end
$$;

-- Serialises naming a file in a revision and deleting it.
create function privado.esperar_archivos(p_creador uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('archivos:' || p_creador, 0));
$$;

-- Files that the job deletes from storage. Each call checks some more files, and selects those unused for thirty days.
create function public.archivos_retirados(p_cuantos integer default 200) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_hasta text;
  v_ruta text;
  v_vistos integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('archivos_retirados')) then return; end if;
  insert into public.repaso_archivos default values on conflict (id) do nothing;
  select hasta into v_hasta from public.repaso_archivos;
  for v_ruta in
    select 'descargas/' || o.name from storage.objects o
    where o.bucket_id = 'descargas' and o.name collate "C" > v_hasta order by o.name collate "C" limit p_cuantos
  loop
    v_vistos := v_vistos + 1;
    v_hasta := substr(v_ruta, 11);
    continue when not privado.ruta_valida(v_ruta);
    if privado.archivo_en_uso(v_ruta) then
      delete from public.archivos_sin_uso where ruta = v_ruta and retirado_at is null;
    else
      insert into public.archivos_sin_uso (ruta) values (v_ruta) on conflict (ruta) do nothing;
    end if;
  end loop;
  update public.repaso_archivos set hasta = case when v_vistos < p_cuantos then '' else v_hasta end;
  for v_ruta in
    select ruta from public.archivos_sin_uso
    where retirado_at is null and visto_at < now() - interval '30 days' order by visto_at limit 50
  loop
    perform privado.esperar_archivos(privado.leer_uuid(split_part(v_ruta, '/', 2)));
    if privado.archivo_en_uso(v_ruta) then
      delete from public.archivos_sin_uso where ruta = v_ruta;
    else
      update public.archivos_sin_uso set retirado_at = now() where ruta = v_ruta;
    end if;
  end loop;
  return query select ruta from public.archivos_sin_uso where retirado_at is not null order by retirado_at limit 50;
end
$$;
grant execute on function public.archivos_retirados(integer) to service_role;

-- Forgets deleted files.
create function public.olvidar_archivos(p_rutas text[]) returns void
language sql volatile security definer set search_path = '' as $$
  with idos as (
    delete from public.archivos_sin_uso s
    where s.ruta = any (p_rutas) and s.retirado_at is not null and not privado.esta_guardado(s.ruta)
    returning s.ruta),
  analizados as (delete from public.analisis_archivos where ruta in (select ruta from idos))
  delete from public.huellas_descarga where ruta in (select ruta from idos);
$$;
grant execute on function public.olvidar_archivos(text[]) to service_role;

-- The shop's record of a picture: size and placeholder; of older pictures those of the product.
create function privado.imagen_conocida(p_producto uuid, p_url text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(x) from (
    select 1 as orden, s.ancho, s.alto, s.blur from public.imagenes_subidas s where '/media/' || s.ruta = p_url
    union all
    select 2, i.ancho, i.alto, i.blur from public.imagenes_producto i where i.producto_id = p_producto and i.url = p_url
    union all
    select 3, null, null, p.portada_blur from public.productos p where p.id = p_producto and p.portada_url = p_url
    union all
    select 4, null, null, p.banner_blur from public.productos p where p.id = p_producto and p.banner_url = p_url
    union all
    select 5, null, null, e.portada_blur from public.ediciones e where e.producto_id = p_producto and e.portada_url = p_url
    order by orden limit 1
  ) x;
$$;

-- A content with the shop's records of its pictures, whatever was sent.
create function privado.con_imagenes_conocidas(p_producto uuid, c jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select c || jsonb_build_object(
    'portada_blur', privado.imagen_conocida(p_producto, c ->> 'portada_url') -> 'blur',
    'banner_blur', privado.imagen_conocida(p_producto, c ->> 'banner_url') -> 'blur',
    'imagenes', coalesce((
      select jsonb_agg(jsonb_build_object('url', n.v ->> 'url', 'ancho', k -> 'ancho', 'alto', k -> 'alto', 'blur', k -> 'blur')
        order by n.orden)
      from privado.lista_json(c -> 'imagenes') with ordinality n(v, orden)
      cross join lateral privado.imagen_conocida(p_producto, n.v ->> 'url') k), '[]'),
    'ediciones', coalesce((
      select jsonb_agg(n.v || jsonb_build_object(
        'portada_blur', privado.imagen_conocida(p_producto, n.v ->> 'portada_url') -> 'blur') order by n.orden)
      from privado.lista_json(c -> 'ediciones') with ordinality n(v, orden)), '[]'));
$$;

-- Publishing: a creator submits a revision, which moderators approve or reject. The product on sale stays as approved
-- until then.

create table public.revisiones_producto (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  autor_id uuid not null references public.usuarios_meta (id) on delete restrict,
  contenido jsonb not null check (privado.contenido_seguro(contenido)),
  estado text not null default 'pendiente' check (estado in ('pendiente', 'aprobada', 'rechazada', 'sustituida', 'cancelada')),
  es_nueva boolean not null,
  motivos text[] not null default '{}',
  nota text check (char_length(nota) <= 2000),
  enviada_at timestamptz not null default now(),
  decidida_at timestamptz,
  decidida_por uuid references public.usuarios_meta (id) on delete set null,
  -- A moderator asked for changes: when last, and whether the creator has answered.
  cambios_pedidos_at timestamptz,
  cambios_pedidos_por uuid references public.usuarios_meta (id) on delete set null,
  espera_creador boolean not null default false
);
create unique index revisiones_una_pendiente_key on public.revisiones_producto (producto_id) where estado = 'pendiente';
create index revisiones_producto_id_idx on public.revisiones_producto (producto_id, enviada_at desc);
create index revisiones_cola_idx on public.revisiones_producto (enviada_at, id) where estado = 'pendiente';
create index revisiones_decididas_idx on public.revisiones_producto (decidida_at) where decidida_at is not null;
create index revisiones_autor_id_idx on public.revisiones_producto (autor_id);
create index revisiones_decidida_por_idx on public.revisiones_producto (decidida_por);
create index revisiones_cambios_pedidos_por_idx on public.revisiones_producto (cambios_pedidos_por);
create index revisiones_archivos_idx on public.revisiones_producto using gin (privado.archivos_de(contenido));

alter table public.revisiones_producto enable row level security;
-- The deciding moderator is visible to staff only.
grant select (id, producto_id, autor_id, contenido, estado, es_nueva, motivos, nota, enviada_at, decidida_at)
  on public.revisiones_producto to authenticated;
grant select on public.revisiones_producto to service_role;
create policy revisiones_producto_select on public.revisiones_producto for select to authenticated
  using ((select privado.es_moderador()) or privado.es_su_producto(producto_id));
create policy revisiones_producto_segundo_paso on public.revisiones_producto as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.revisiones_producto
  for each statement execute function privado.exigir_sesion_completa();

create table public.mensajes_revision (
  id bigint generated always as identity primary key,
  producto_id uuid not null references public.productos (id) on delete cascade,
  autor_id uuid not null references public.usuarios_meta (id) on delete restrict,
  texto text not null check (char_length(texto) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index mensajes_revision_producto_id_idx on public.mensajes_revision (producto_id, created_at);
create index mensajes_revision_autor_id_idx on public.mensajes_revision (autor_id);

alter table public.mensajes_revision enable row level security;
grant select on public.mensajes_revision to authenticated, service_role;
create policy mensajes_revision_select on public.mensajes_revision for select to authenticated
  using ((select privado.es_moderador()) or privado.es_su_producto(producto_id));
create policy mensajes_revision_segundo_paso on public.mensajes_revision as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Where a revision stands: while it waits for its creator, it waits for no moderator.
create function privado.situacion_de(r public.revisiones_producto) returns text
language sql immutable set search_path = '' as $$
  select case when r.estado = 'pendiente' and r.espera_creador then 'cambios_pedidos' else r.estado end;
$$;

-- Why a creator may not submit anything now, or null.
create function privado.motivo_no_publica() returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.uid() is null or not privado.puede_actuar() then 'sin_sesion'
    when (select reputacion from public.usuarios_meta where id = auth.uid()) = 'deshabilitado'
      then 'cuenta_deshabilitada'
  end;
$$;

-- Counts a submission, and returns whether it is within the limit.
create function privado.contar_envio() returns boolean
language sql volatile security definer set search_path = '' as $$
  select privado.contar_intento('envio', auth.uid()::text, 60, '1 hour');
$$;

-- The content of a product in the form of a revision.
create function privado.contenido_de(p public.productos) returns jsonb
language sql stable security definer set search_path = '' as $$
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
$$;

-- The content of an own product with its files: the newest revision (`revision` has its state), or the product.
create function public.contenido_producto(p_slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'producto_id', p.id, 'slug', p.slug, 'status', p.status, 'revision', r.estado,
    'contenido', coalesce(r.contenido, privado.contenido_de(p)))
  from public.productos p
  left join lateral (
    select s.* from public.revisiones_producto s
    where s.producto_id = p.id and s.estado in ('pendiente', 'rechazada') and not exists (
      select from public.revisiones_producto n where n.producto_id = p.id and n.estado = 'aprobada'
        and n.decidida_at > s.enviada_at)
    order by s.enviada_at desc limit 1) r on true
  where p.slug = p_slug and (p.usuario_id = privado.persona_completa() or privado.es_moderador());
$$;
grant execute on function public.contenido_producto(text) to authenticated;

-- The field of a content whose offer stands against a price that nobody was asked for, or null: `offer`, or
-- `editions.<n>.offer`. What was never on sale has asked for none; what is, for no more than its price of now.
create function privado.oferta_sin_precio(p_producto uuid, c jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select x.campo from (
    select 'offer' as campo, 0 as orden
    where (c ->> 'oferta')::numeric < (c ->> 'precio')::numeric and not exists (
      select from public.productos p where p.id = p_producto and (p.status = 'approved' or p.publicado_at is not null)
        and p.precio >= (c ->> 'precio')::numeric)
    union all
    select 'editions.' || (n.orden - 1) || '.offer', n.orden
    from privado.lista_json(c -> 'ediciones') with ordinality n(v, orden)
    where (n.v ->> 'oferta')::numeric < (n.v ->> 'precio')::numeric and not exists (
      select from public.ediciones e join public.productos p on p.id = e.producto_id
      where p.id = p_producto and (p.status = 'approved' or p.publicado_at is not null)
        and e.id = privado.leer_uuid(n.v ->> 'id') and e.precio >= (n.v ->> 'precio')::numeric)
  ) x order by x.orden limit 1;
$$;

-- Creates a product with its first revision.
create function public.crear_producto(p_slug text, p_contenido jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_contenido jsonb := privado.leer_json(p_contenido);
  v_motivo text := privado.motivo_no_publica();
  v_producto uuid;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if not privado.contenido_valido(v_contenido) then return privado.rechazo('datos_no_validos'); end if;
  if not privado.base_valida(null, v_contenido) then return privado.rechazo('base_no_valida'); end if;
  if round((v_contenido ->> 'precio')::numeric, 2) = 0 then return privado.rechazo('precio_no_valido'); end if;
  if privado.oferta_sin_precio(null, v_contenido) is not null then
    return privado.rechazo('oferta_sin_precio')
      || jsonb_build_object('campo', privado.oferta_sin_precio(null, v_contenido));
  end if;
  if not privado.contar_envio() then return privado.rechazo('demasiados_intentos'); end if;
  v_contenido := privado.con_imagenes_conocidas(null, v_contenido);
  insert into public.productos (nombre, slug, precio, portada_url, category, usuario_id)
  values (v_contenido ->> 'nombre', p_slug, (v_contenido ->> 'precio')::numeric, v_contenido ->> 'portada_url',
    v_contenido ->> 'category', auth.uid())
  returning id into v_producto;
  perform privado.aplicar_contenido(v_producto, v_contenido);
  insert into public.revisiones_producto (producto_id, autor_id, contenido, es_nueva)
  values (v_producto, auth.uid(), v_contenido, true);
  return jsonb_build_object('ok', true, 'producto_id', v_producto, 'slug', p_slug);
exception
  when unique_violation then return privado.rechazo('slug_ocupado');
  when check_violation or not_null_violation or foreign_key_violation or invalid_text_representation
    or datetime_field_overflow or invalid_datetime_format or numeric_value_out_of_range or string_data_right_truncation
    or invalid_parameter_value
    then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.crear_producto(text, jsonb) to authenticated;

-- Submits a revision of an own product, replacing one without a decision.
create function public.proponer_cambios(p_producto uuid, p_contenido jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_contenido jsonb := privado.leer_json(p_contenido);
  v_motivo text := privado.motivo_no_publica();
  v_producto public.productos;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid() for no key update;
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  if not privado.contenido_valido(v_contenido) then return privado.rechazo('datos_no_validos'); end if;
  if not privado.base_valida(p_producto, v_contenido) then return privado.rechazo('base_no_valida'); end if;
  -- Only an admin makes a product free; a free one may stay free.
  if round((v_contenido ->> 'precio')::numeric, 2) = 0 and v_producto.precio > 0 then
    return privado.rechazo('precio_no_valido');
  end if;
  if privado.oferta_sin_precio(p_producto, v_contenido) is not null then
    return privado.rechazo('oferta_sin_precio')
      || jsonb_build_object('campo', privado.oferta_sin_precio(p_producto, v_contenido));
  end if;
  if not privado.contar_envio() then return privado.rechazo('demasiados_intentos'); end if;
  v_contenido := privado.con_imagenes_conocidas(p_producto, v_contenido);
  update public.revisiones_producto set estado = 'sustituida' where producto_id = p_producto and estado = 'pendiente';
  insert into public.revisiones_producto (producto_id, autor_id, contenido, es_nueva)
  values (p_producto, auth.uid(), v_contenido, v_producto.status <> 'approved');
  if v_producto.status <> 'approved' then
    -- Buyers download a product that was ever on sale, so its changes always wait for a moderator.
    if v_producto.publicado_at is null then perform privado.aplicar_contenido(p_producto, v_contenido); end if;
    update public.productos set status = 'pending' where id = p_producto;
  end if;
  return jsonb_build_object('ok', true, 'producto_id', p_producto, 'slug', v_producto.slug);
exception
  when unique_violation or check_violation or not_null_violation or foreign_key_violation
    or invalid_text_representation or datetime_field_overflow or invalid_datetime_format
    or numeric_value_out_of_range or string_data_right_truncation or invalid_parameter_value
    then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.proponer_cambios(uuid, jsonb) to authenticated;

-- Creators may only offer existing files of their own: uploaded below their folder, or part of the product before.
create function privado.exigir_descargas_propias() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.esperar_archivos(new.autor_id);
  if exists (
    select from privado.enlaces_de(new.contenido) enlace
    where not privado.enlace_valido(enlace) or enlace !~ '^https://'
      and not privado.es_archivo_de(enlace, new.autor_id)
      and enlace not in (
        -- Excludes products of this transaction, which contain the link in question.
        select x.enlace from public.productos p
        cross join lateral (
          select p.download_link as enlace
          union all select e.download_link from public.ediciones e where e.producto_id = p.id
        ) x
        where p.id = new.producto_id and p.created_at < now() and x.enlace is not null)
  ) then
    raise exception using errcode = 'check_violation', message = 'a download that is not the creator''s';
  end if;
  return new;
end
$$;
create trigger exigir_descargas_propias before insert on public.revisiones_producto
  for each row execute function privado.exigir_descargas_propias();

-- Applies a revision to its product. Editions keep their ids; one with sales or codes is retired instead of deleted.
create function privado.aplicar_contenido(p_producto uuid, c jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(
    select (e ->> 'id')::uuid from jsonb_array_elements(coalesce(c -> 'ediciones', '[]')) e where e ->> 'id' is not null);
  -- The price may have changed since the submission.
  v_oferta numeric := privado.oferta_con_tope((c ->> 'oferta')::numeric, (c ->> 'precio')::numeric);
begin
  update public.productos p set
    nombre = c ->> 'nombre', nombre_en = nullif(c ->> 'nombre_en', ''),
    precio = (c ->> 'precio')::numeric, oferta = v_oferta, oferta_fija = v_oferta,
    portada_url = c ->> 'portada_url', portada_blur = c ->> 'portada_blur',
    banner_url = nullif(c ->> 'banner_url', ''), banner_blur = c ->> 'banner_blur',
    club_only = coalesce((c ->> 'club_only')::boolean, false), reserva = coalesce((c ->> 'reserva')::boolean, false),
    fecha_lanzamiento = (c ->> 'fecha_lanzamiento')::date, "DLC" = coalesce((c ->> 'DLC')::boolean, false),
    -- It may be gone since the submission.
    base_id = (select b.id from public.productos b where b.id = privado.leer_uuid(c ->> 'base_id')
      and (b.usuario_id = p.usuario_id or b.id = p.base_id)),
    acerca_de = coalesce(c ->> 'acerca_de', ''), acerca_de_en = nullif(c ->> 'acerca_de_en', ''),
    descripcion = coalesce(c ->> 'descripcion', ''), descripcion_en = nullif(c ->> 'descripcion_en', ''),
    desarrollador = nullif(c ->> 'desarrollador', ''), publisher = nullif(c ->> 'publisher', ''),
    generos = array(select jsonb_array_elements_text(coalesce(c -> 'generos', '[]'))),
    tamano_aproximado = nullif(c ->> 'tamano_aproximado', ''), aviso_legal = nullif(c ->> 'aviso_legal', ''),
    aviso_legal_en = nullif(c ->> 'aviso_legal_en', ''),
    video_trailer = nullif(c ->> 'video_trailer', ''), category = c ->> 'category',
    descargable = coalesce((c ->> 'descargable')::boolean, true), download_link = nullif(c ->> 'download_link', ''),
    disponibilidad = coalesce((c ->> 'disponibilidad')::boolean, true),
    disponible_al_archivar = case when p.archivado_at is not null then coalesce((c ->> 'disponibilidad')::boolean, true) end,
    imagenes = array(select i ->> 'url' from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) i)
  where p.id = p_producto;

  update public.ediciones e set retirada = true
  where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids) and (
    exists (select from public.adquisiciones a where a.edicion_id = e.id)
    or exists (select from public.pagos p where p.edicion_id = e.id)
    or exists (select from public.codigos_canjes k where k.id_edicion = e.id));
  delete from public.ediciones e where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids);
  -- Names are unique at any moment, and editions may swap theirs.
  update public.ediciones e set nombre = e.id::text
  from privado.lista_json(c -> 'ediciones') n
  where e.producto_id = p_producto and e.id = (n ->> 'id')::uuid and e.nombre <> n ->> 'nombre';
  insert into public.ediciones as e (id, producto_id, nombre, nombre_en, precio, oferta, reserva, download_link,
    portada_url, portada_blur, orden, incluye, incluye_en, fecha_lanzamiento)
  select coalesce((n.v ->> 'id')::uuid, gen_random_uuid()), p_producto, n.v ->> 'nombre', nullif(n.v ->> 'nombre_en', ''), (n.v ->> 'precio')::numeric,
    privado.oferta_con_tope((n.v ->> 'oferta')::numeric, (n.v ->> 'precio')::numeric), coalesce((n.v ->> 'reserva')::boolean, false),
    nullif(n.v ->> 'download_link', ''), nullif(n.v ->> 'portada_url', ''), n.v ->> 'portada_blur', n.orden::integer,
    coalesce(n.v ->> 'incluye', ''), nullif(n.v ->> 'incluye_en', ''), (n.v ->> 'fecha_lanzamiento')::date
  from jsonb_array_elements(coalesce(c -> 'ediciones', '[]')) with ordinality n(v, orden)
  on conflict (id) do update set nombre = excluded.nombre, nombre_en = excluded.nombre_en, precio = excluded.precio, oferta = excluded.oferta,
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
$$;

-- The state of an own product's newest revision: place in the queue, and median waiting time.
create function public.estado_revision(p_producto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'estado', privado.situacion_de(r), 'enviada_at', r.enviada_at,
    'decidida_at', r.decidida_at, 'motivos', to_jsonb(r.motivos), 'nota', r.nota,
    'posicion', case when r.estado = 'pendiente' and not r.espera_creador then (
      select count(*) from public.revisiones_producto otra
      where otra.estado = 'pendiente' and not otra.espera_creador and (otra.enviada_at, otra.id) <= (r.enviada_at, r.id)) end,
    'mediana_horas', (
      select round((percentile_cont(0.5) within group (order by extract(epoch from d.decidida_at - d.enviada_at)) / 3600)::numeric, 1)
      from public.revisiones_producto d where d.decidida_at > now() - interval '30 days'))
  from public.revisiones_producto r
  where r.producto_id = p_producto and (privado.es_su_producto(p_producto) or privado.es_moderador())
  order by r.enviada_at desc, r.id limit 1;
$$;
grant execute on function public.estado_revision(uuid) to authenticated;

-- Bundles of a creator's products, edited in the form of one of them and reviewed with it. A removed bundle keeps its
-- row for past sales, without products.

-- A bundle has one to nine other products of the same creator that are on sale, and includes this product. Existing
-- members may stay, so that a product taken down does not block changes of another.
create function privado.comprobar_bundles() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_bundle jsonb;
  v_otros uuid[];
begin
  if jsonb_array_length(coalesce(new.contenido -> 'bundles', '[]')) > 5 then
    raise check_violation using message = 'too many bundles';
  end if;
  for v_bundle in select jsonb_array_elements(coalesce(new.contenido -> 'bundles', '[]')) loop
    v_otros := array(select jsonb_array_elements_text(v_bundle -> 'productos')::uuid);
    if cardinality(v_otros) not between 1 and 9
      or char_length(coalesce(v_bundle ->> 'nombre', '')) not between 1 and 80
      or char_length(coalesce(v_bundle ->> 'descripcion', '')) > 300
      or not coalesce((v_bundle ->> 'precio')::numeric between 0.01 and 990, false)
      or coalesce((v_bundle ->> 'oferta')::numeric, 0) > (v_bundle ->> 'precio')::numeric
      or (select count(*) from public.productos p
        where p.id = any (v_otros) and p.id <> new.producto_id and p.usuario_id = new.autor_id and p.uncoins is null
          and (p.status = 'approved' or exists (select from public.bundles_productos m
            where m.bundle_id = (v_bundle ->> 'id')::uuid and m.producto_id = p.id)))
        <> cardinality(v_otros)
      or (v_bundle ->> 'id') is not null and not exists (select from public.bundles b
        where b.id = (v_bundle ->> 'id')::uuid and b.producto_id = new.producto_id) then
      raise check_violation using message = 'not a valid bundle';
    end if;
  end loop;
  return new;
end
$$;
create trigger comprobar_bundles before insert on public.revisiones_producto
  for each row execute function privado.comprobar_bundles();

-- Applies approved bundles. Older revisions do not mention bundles.
create function privado.aplicar_bundles() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_bundles jsonb := new.contenido -> 'bundles';
  v_ids uuid[] := array(
    select (b ->> 'id')::uuid from jsonb_array_elements(coalesce(v_bundles, '[]')) b where b ->> 'id' is not null);
  v_bundle jsonb;
  v_orden integer := 0;
  v_id uuid;
begin
  if v_bundles is null then return null; end if;
  delete from public.bundles_productos m using public.bundles b
  where b.id = m.bundle_id and b.producto_id = new.producto_id;
  delete from public.bundles b where b.producto_id = new.producto_id and b.id <> all (v_ids)
    and not exists (select from public.pagos p where p.bundle_id = b.id)
    and not exists (select from public.adquisiciones a where a.bundle_id = b.id);
  for v_bundle in select jsonb_array_elements(v_bundles) loop
    insert into public.bundles as b (id, producto_id, nombre, nombre_en, descripcion, precio, oferta, orden)
    values (coalesce((v_bundle ->> 'id')::uuid, gen_random_uuid()), new.producto_id, v_bundle ->> 'nombre',
      nullif(v_bundle ->> 'nombre_en', ''), coalesce(v_bundle ->> 'descripcion', ''), (v_bundle ->> 'precio')::numeric,
      privado.oferta_con_tope((v_bundle ->> 'oferta')::numeric, (v_bundle ->> 'precio')::numeric), v_orden)
    on conflict (id) do update set nombre = excluded.nombre, nombre_en = excluded.nombre_en,
      descripcion = excluded.descripcion, precio = excluded.precio, oferta = excluded.oferta, orden = excluded.orden
    where b.producto_id = new.producto_id
    returning b.id into v_id;
    insert into public.bundles_productos (bundle_id, producto_id)
    select v_id, x.id from (
      select new.producto_id as id union select jsonb_array_elements_text(v_bundle -> 'productos')::uuid) x
    where v_id is not null;
    v_orden := v_orden + 1;
  end loop;
  return null;
end
$$;
create trigger aplicar_bundles after update of estado on public.revisiones_producto
  for each row when (new.estado = 'aprobada' and old.estado <> 'aprobada') execute function privado.aplicar_bundles();

-- Bundles of a product that can be bought: one unavailable product excludes a bundle, except for reasons that concern
-- only some people or this moment.
create function public.bundles_en_venta(p_producto uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select b.bundle_id from public.bundles_productos b
    where b.producto_id = p_producto and not exists (
      select from public.bundles_productos m join public.productos p on p.id = m.producto_id
      where m.bundle_id = b.bundle_id and (privado.motivo_no_venta(p) is not null or p.uncoins is not null)));
$$;
grant execute on function public.bundles_en_venta(uuid) to anon, authenticated;

-- The caller's products for a bundle (on sale) or as base of an extension (not an extension itself): the first twenty
-- by name that contain the text, and those already chosen in any state, so that they can be removed.
create function public.mis_productos_para(
  p_para text, p_texto text default '', p_elegidos uuid[] default '{}', p_sin uuid default null,
  p_ingles boolean default false
) returns jsonb
language sql stable security definer set search_path = '' as $$
  with suyos as materialized (
    select p.id, privado.sin_acentos(case when p_ingles then coalesce(p.nombre_en, p.nombre) else p.nombre end) as orden
    from public.productos p
    where p.usuario_id = (select privado.persona_completa()) and not p.oculto and p.id is distinct from p_sin
      and case when p_para = 'base' then not p."DLC" else p.status = 'approved' end
  ), hallados as (
    select s.id, row_number() over (order by s.orden, s.id) as puesto from suyos s
    where strpos(s.orden, privado.sin_acentos(left(btrim(p_texto), 80))) > 0
    order by s.orden, s.id limit 21
  ), mostrados as (
    select h.id, h.puesto from hallados h where h.puesto <= 20
    union all
    select p.id, null from public.productos p
    where p.id = any (p_elegidos[1:60]) and p.usuario_id = (select privado.persona_completa())
      and p.id is distinct from p_sin
  )
  select jsonb_build_object(
    'mas', exists (select from hallados h where h.puesto = 21),
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'slug', p.slug,
        'precio', p.precio, 'portada_url', p.portada_url, 'elegido', m.puesto is null) order by m.puesto nulls first, p.nombre, p.id)
      from mostrados m join public.productos p on p.id = m.id
    ), '[]'));
$$;
grant execute on function public.mis_productos_para(text, text, uuid[], uuid, boolean) to authenticated;

-- Moderation: reading, deciding and discussing revisions.

-- Whether a moderator can open this file: a product with a pending revision refers to it, in that revision, in its
-- published version, or in an earlier revision.
create function privado.en_revision(p_ruta text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from (
      select r.producto_id from public.revisiones_producto r where privado.archivos_de(r.contenido) @> array[p_ruta]
      union all select p.id from public.productos p where p.download_link = p_ruta
      union all select e.producto_id from public.ediciones e where e.download_link = p_ruta
    ) x join public.revisiones_producto w on w.producto_id = x.producto_id and w.estado = 'pendiente');
$$;

-- Facts about the files of revisions, by path: size, upload time, scan result, and the SHA-256 computed by the shop or,
-- before that, by the creator's browser.
create function privado.archivos_conocidos(p_contenidos jsonb[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(a.ruta, jsonb_build_object('bytes', (privado.leer_json(o.metadata) ->> 'size')::bigint,
    'subido_at', o.created_at, 'huella', coalesce(x.huella, h.huella), 'resultado', x.resultado, 'hallazgo', x.hallazgo,
    'analizado_at', x.analizado_at)), '{}')
  from (select distinct unnest(privado.archivos_de(c)) as ruta from unnest(p_contenidos) c) a
  left join storage.objects o on o.bucket_id = 'descargas' and o.name = substr(a.ruta, 11)
  left join public.huellas_descarga h on h.ruta = a.ruta
  left join public.analisis_archivos x on x.ruta = a.ruta;
$$;

-- A revision for its moderator: beside the published version, and beside the last rejected revision since then
-- (`anterior`); with its files and earlier decisions.
create function public.revision_para_decidir(p_revision uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_revision public.revisiones_producto;
  v_anterior public.revisiones_producto;
  v_producto public.productos;
  v_antes jsonb;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  select * into v_revision from public.revisiones_producto where id = p_revision;
  if v_revision.id is null then return privado.rechazo('revision_no_existe'); end if;
  select * into v_producto from public.productos where id = v_revision.producto_id;
  -- A product that was never on sale has nothing to be compared with.
  if v_producto.publicado_at is not null then v_antes := privado.contenido_de(v_producto); end if;
  select * into v_anterior from public.revisiones_producto a
  where a.producto_id = v_producto.id and a.enviada_at < v_revision.enviada_at
    and (a.estado = 'rechazada' or a.cambios_pedidos_at is not null) and not exists (
      select from public.revisiones_producto n where n.producto_id = a.producto_id and n.estado = 'aprobada'
        and n.decidida_at > a.enviada_at and n.decidida_at < v_revision.enviada_at)
  order by a.enviada_at desc limit 1;
  return jsonb_build_object('ok', true, 'id', v_revision.id, 'estado', privado.situacion_de(v_revision),
    'enviada_at', v_revision.enviada_at, 'producto_id', v_producto.id, 'slug', v_producto.slug,
    'creador', (select jsonb_build_object('id', u.id, 'display_name', u.display_name, 'username', u.username,
      'avatar_url', u.avatar_url, 'role', u.role) from public.usuarios_meta u where u.id = v_producto.usuario_id),
    'despues', v_revision.contenido, 'huella', md5(v_revision.contenido::text),
    'moderador', (select jsonb_build_object('id', u.id, 'name', u.display_name) from public.revisiones_asignadas a
      join public.usuarios_meta u on u.id = a.moderador_id where a.revision_id = p_revision),
    'antes', v_antes, 'anterior', v_anterior.contenido,
    'archivos', privado.archivos_conocidos(array[v_revision.contenido, v_antes, v_anterior.contenido]),
    'en_packs', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'slug', p.slug,
        'precio', p.precio, 'portada_url', p.portada_url))
      from public.productos p where p.usuario_id = v_producto.usuario_id and p.id::text in (
        select jsonb_array_elements_text(b -> 'productos') from privado.lista_json(v_revision.contenido -> 'bundles') b
        where jsonb_typeof(b -> 'productos') = 'array')), '[]'),
    'suyos', coalesce((select jsonb_object_agg(p.id, p.nombre) from public.productos p
      where p.usuario_id = v_producto.usuario_id), '{}'),
    'historia', coalesce((
      select jsonb_agg(jsonb_build_object('estado', case when h.decidida_at is null then 'cambios_pedidos' else h.estado end,
        'motivos', to_jsonb(h.motivos), 'nota', h.nota, 'decidida_at', coalesce(h.decidida_at, h.cambios_pedidos_at),
        'quien', (select u.display_name from public.usuarios_meta u
          where u.id = case when h.decidida_at is null then h.cambios_pedidos_por else h.decidida_por end))
        order by coalesce(h.decidida_at, h.cambios_pedidos_at) desc)
      from public.revisiones_producto h
      where h.producto_id = v_producto.id and coalesce(h.decidida_at, h.cambios_pedidos_at) is not null), '[]'));
end
$$;
grant execute on function public.revision_para_decidir(uuid) to authenticated;

create function privado.motivos_validos(p_motivos text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(p_motivos, '{}') <@
    array['calidad', 'incompleto', 'contenido_no_permitido', 'derechos', 'enganoso', 'archivo', 'precio', 'otro'];
$$;

-- Approves a revision, which is what is sold from then on, or rejects it with reasons. Nobody but an admin decides about
-- their own. What the product does not take as it is now, whatever it was when it was sent, is `no_aplicable`.
create function public.resolver_revision(p_revision uuid, p_aprobar boolean, p_motivos text[], p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_revision public.revisiones_producto;
  v_producto public.productos;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  -- Lock order: product, then revision, as in submissions and admin edits.
  perform 1 from public.productos
  where id = (select producto_id from public.revisiones_producto where id = p_revision) for no key update;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  if v_revision.id is null then return privado.rechazo('revision_no_existe'); end if;
  if v_revision.estado <> 'pendiente' then return privado.rechazo('ya_resuelta'); end if;
  if v_revision.autor_id = auth.uid() and not privado.es_admin() then return privado.rechazo('es_suya'); end if;
  if not p_aprobar and cardinality(coalesce(p_motivos, '{}')) = 0 then return privado.rechazo('motivo_no_valido'); end if;
  if not privado.motivos_validos(p_motivos) then return privado.rechazo('motivo_no_valido'); end if;
  select * into v_producto from public.productos where id = v_revision.producto_id for no key update;
  update public.revisiones_producto set estado = case when p_aprobar then 'aprobada' else 'rechazada' end,
    motivos = coalesce(p_motivos, '{}'), nota = nullif(btrim(p_nota), ''), decidida_at = now(), decidida_por = auth.uid()
  where id = p_revision;
  if p_aprobar then
    perform privado.aplicar_contenido(v_producto.id, v_revision.contenido);
    update public.productos set status = 'approved' where id = v_producto.id;
  elsif v_producto.status <> 'approved' then
    update public.productos set status = 'rejected' where id = v_producto.id;
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('revision:' || p_revision, v_producto.usuario_id, 'revision', jsonb_build_object(
    'aprobada', p_aprobar, 'nombre', coalesce(v_revision.contenido ->> 'nombre', v_producto.nombre), 'slug', v_producto.slug,
    'motivos', to_jsonb(coalesce(p_motivos, '{}')), 'nota', nullif(btrim(p_nota), '')));
  perform privado.anotar(case when p_aprobar then 'aprobar_revision' else 'rechazar_revision' end, 'producto',
    v_producto.id::text, jsonb_build_object('status', v_producto.status),
    jsonb_build_object('revision_id', p_revision,
      'status', (select p.status from public.productos p where p.id = v_producto.id))
      || case when cardinality(coalesce(p_motivos, '{}')) > 0 then jsonb_build_object('motivos', p_motivos) else '{}' end,
    nullif(btrim(p_nota), ''));
  return jsonb_build_object('ok', true, 'producto_id', v_producto.id, 'slug', v_producto.slug);
exception
  when integrity_constraint_violation or data_exception or cardinality_violation or program_limit_exceeded then
    if not p_aprobar then raise; end if;
    return privado.rechazo('no_aplicable');
end
$$;
grant execute on function public.resolver_revision(uuid, boolean, text[], text) to authenticated;

-- Versions of a product: approved files with their changes. Below: compatible game versions.

create table public.versiones_producto (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  revision_id uuid unique references public.revisiones_producto (id) on delete set null,
  version text not null check (char_length(btrim(version)) between 1 and 20),
  novedades text not null default '' check (char_length(novedades) <= 2000),
  novedades_en text check (char_length(novedades_en) <= 2000),
  created_at timestamptz not null default now(),
  compatibles text[] not null default '{}'
);
comment on column public.versiones_producto.compatibles is 'versions of the game that this one works with';
create index versiones_producto_id_idx on public.versiones_producto (producto_id, created_at desc);

create function privado.anotar_actualizacion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.productos set actualizado_at = greatest(actualizado_at, new.created_at) where id = new.producto_id;
  return null;
end
$$;
create trigger anotar_actualizacion after insert on public.versiones_producto
  for each row execute function privado.anotar_actualizacion();

alter table public.versiones_producto enable row level security;
grant select on public.versiones_producto to anon, authenticated, service_role;
create policy versiones_producto_select on public.versiones_producto for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id));

-- Publishes the version of an approved revision and notifies owners.
create function privado.publicar_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  c jsonb := new.contenido;
begin
  insert into public.versiones_producto (producto_id, revision_id, version, novedades, novedades_en, compatibles)
  values (new.producto_id, new.id, btrim(c ->> 'version'), coalesce(c ->> 'novedades', ''), nullif(c ->> 'novedades_en', ''),
    array(select v #>> '{}' from privado.lista_json(c -> 'compatibles') v limit 30))
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
$$;
create trigger publicar_version after update of estado on public.revisiones_producto
  for each row when (new.estado = 'aprobada' and old.estado <> 'aprobada' and btrim(coalesce(new.contenido ->> 'version', '')) <> '')
  execute function privado.publicar_version();

-- Compatible game versions, reviewed with the product.

create function privado.comprobar_compatibles() returns trigger
language plpgsql set search_path = '' as $$
begin
  if not privado.versiones_validas(array(select jsonb_array_elements_text(new.contenido -> 'compatibles'))) then
    raise check_violation using message = 'not valid versions of the game';
  end if;
  return new;
end
$$;
create trigger comprobar_compatibles before insert on public.revisiones_producto
  for each row when (new.contenido ? 'compatibles') execute function privado.comprobar_compatibles();

-- Applies approved game versions. Older revisions do not mention them.
create function privado.aplicar_compatibles() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.productos
  set compatibles = array(select distinct v from jsonb_array_elements_text(new.contenido -> 'compatibles') v order by v)
  where id = new.producto_id;
  return null;
end
$$;
create trigger aplicar_compatibles after update of estado on public.revisiones_producto
  for each row when (new.estado = 'aprobada' and old.estado <> 'aprobada' and new.contenido ? 'compatibles')
  execute function privado.aplicar_compatibles();

-- Reviews of products.

create table public.resenas (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  estrellas integer not null check (estrellas between 1 and 5),
  texto text not null default '' check (char_length(texto) <= 2000),
  respuesta text check (char_length(respuesta) between 1 and 2000),
  respuesta_at timestamptz,
  oculta boolean not null default false,
  oculta_motivo text check (char_length(oculta_motivo) <= 500),
  created_at timestamptz not null default now(),
  editada_at timestamptz,
  unique (producto_id, user_id)
);
create index resenas_producto_id_idx on public.resenas (producto_id, created_at desc) where not oculta;
create index resenas_user_id_idx on public.resenas (user_id);
create index resenas_created_at_idx on public.resenas (created_at desc, id);

alter table public.resenas enable row level security;
grant select on public.resenas to anon, authenticated, service_role;
create policy resenas_select_public on public.resenas for select to anon using (not oculta);
create policy resenas_select on public.resenas for select to authenticated
  using (not oculta or user_id = (select auth.uid()) or (select privado.es_moderador()));

-- The rating of a product. Concurrent reviews are serialised, so that each count includes the others.
create function privado.contar_resenas() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_producto uuid := coalesce(new.producto_id, old.producto_id);
begin
  perform 1 from public.productos where id = v_producto for no key update;
  update public.productos set (valoracion_media, valoraciones) = (
    select round(avg(estrellas), 2), count(*) from public.resenas where producto_id = v_producto and not oculta)
  where id = v_producto;
  return null;
end
$$;
create trigger contar_resenas after insert or update of estrellas, oculta or delete on public.resenas
  for each row execute function privado.contar_resenas();

-- One review per owner and product; writing again changes it.
create function public.escribir_resena(p_producto uuid, p_estrellas integer, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_resena uuid;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_estrellas is null or p_estrellas not between 1 and 5 or char_length(coalesce(p_texto, '')) > 2000 then
    return privado.rechazo('datos_no_validos');
  end if;
  if privado.es_su_producto(p_producto) then return privado.rechazo('es_suyo'); end if;
  if not exists (select from public.adquisiciones
    where user_id = auth.uid() and producto_id = p_producto and revocada_at is null) then
    return privado.rechazo('no_lo_tienes');
  end if;
  if not privado.contar_intento('resena', auth.uid()::text, 30, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.resenas as r (producto_id, user_id, estrellas, texto)
  values (p_producto, auth.uid(), p_estrellas, btrim(coalesce(p_texto, '')))
  on conflict (producto_id, user_id) do update
    set estrellas = excluded.estrellas, texto = excluded.texto, editada_at = now()
  returning r.id into v_resena;
  return jsonb_build_object('ok', true, 'resena_id', v_resena);
end
$$;
grant execute on function public.escribir_resena(uuid, integer, text) to authenticated;

-- Deletes the own review of a product.
create function public.borrar_resena(p_producto uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  delete from public.resenas where producto_id = p_producto and user_id = auth.uid();
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.borrar_resena(uuid) to authenticated;

-- The creator's answer to a review; an empty one deletes it.
create function public.responder_resena(p_resena uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if char_length(btrim(p_texto)) > 2000 then return privado.rechazo('datos_no_validos'); end if;
  update public.resenas set respuesta = nullif(btrim(p_texto), ''),
    respuesta_at = case when nullif(btrim(p_texto), '') is null then null else now() end
  where id = p_resena and privado.es_su_producto(producto_id);
  if not found then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.responder_resena(uuid, text) to authenticated;

-- Whether an object of moderation concerns the signed-in person: themselves, their product, their review, or a review
-- of their product.
create function privado.es_asunto_suyo(p_tipo text, p_objeto uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select case p_tipo
    when 'usuario' then p_objeto = auth.uid()
    when 'apelacion' then p_objeto = auth.uid()
    when 'producto' then privado.es_su_producto(p_objeto)
    when 'resena' then exists (select from public.resenas r
      where r.id = p_objeto and (r.user_id = auth.uid() or privado.es_su_producto(r.producto_id)))
  end;
$$;

-- Hides a review with a reason, or shows it again. Not for one's own objects, except for admins.
create function public.moderar_resena(p_resena uuid, p_oculta boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.resenas;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  if p_oculta and (p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500) then
    return privado.rechazo('motivo_no_valido');
  end if;
  select * into v_antes from public.resenas where id = p_resena for no key update;
  if v_antes.id is null then return privado.rechazo('no_existe'); end if;
  if privado.es_asunto_suyo('resena', p_resena) and not privado.es_admin() then return privado.rechazo('es_suya'); end if;
  update public.resenas set oculta = p_oculta, oculta_motivo = case when p_oculta then btrim(p_motivo) end
  where id = p_resena;
  perform privado.anotar(case when p_oculta then 'ocultar_resena' else 'mostrar_resena' end, 'resena', p_resena::text,
    jsonb_build_object('oculta', v_antes.oculta), jsonb_build_object('oculta', p_oculta), nullif(btrim(p_motivo), ''));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.moderar_resena(uuid, boolean, text) to authenticated;

-- Notifies the creator of a new review, and its writer of the first answer, by mail too unless disabled. A review that
-- is deleted and written again is notified once.
create function privado.avisar_de_resena() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_producto public.productos;
  v_es_respuesta boolean := new.respuesta is not null;
  v_tipo text := case when v_es_respuesta then 'respuesta' else 'resena' end;
  v_clave text := case when v_es_respuesta then 'respuesta:' || new.id
    else concat_ws(':', 'resena', new.producto_id, new.user_id) end;
  v_para uuid;
  v_datos jsonb;
begin
  select * into v_producto from public.productos where id = new.producto_id;
  v_para := case when v_es_respuesta then new.user_id else v_producto.usuario_id end;
  v_datos := jsonb_build_object('slug', v_producto.slug, 'nombre', v_producto.nombre, 'nombre_en', v_producto.nombre_en,
    'estrellas', new.estrellas, 'resena_id', new.id);
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (v_para, v_tipo, v_clave, v_datos) on conflict (user_id, clave) do update set datos = excluded.datos;
  if exists (select from public.preferencias_aviso where user_id = v_para and not correo_resenas) then
    return null;
  end if;
  perform privado.escribir_con_medida(v_para, v_tipo, v_clave, v_datos || jsonb_build_object('texto',
    left(case when v_es_respuesta then new.respuesta else new.texto end, 600)));
  return null;
end
$$;
create trigger avisar_de_resena after insert on public.resenas
  for each row execute function privado.avisar_de_resena();
create trigger avisar_de_respuesta after update of respuesta on public.resenas
  for each row when (old.respuesta is null and new.respuesta is not null) execute function privado.avisar_de_resena();

-- Reports and appeals, and the moderators' view of them. An appeal concerns the account that makes it; the closing note
-- is the answer.

create table public.reportes (
  id uuid primary key default gen_random_uuid(),
  objeto_tipo text not null check (objeto_tipo in ('producto', 'resena', 'usuario', 'apelacion')),
  objeto_id uuid not null,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  motivo text not null check (motivo in ('spam', 'ofensivo', 'ilegal', 'derechos', 'fraude', 'otro')),
  texto text not null default '' check (char_length(texto) <= 2000),
  estado text not null default 'abierto' check (estado in ('abierto', 'resuelto', 'descartado')),
  nota text check (char_length(nota) <= 500),
  resuelto_por uuid references public.usuarios_meta (id) on delete set null,
  resuelto_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index reportes_uno_abierto_key on public.reportes (objeto_tipo, objeto_id, user_id) where estado = 'abierto';
create index reportes_abiertos_idx on public.reportes (created_at, id) where estado = 'abierto';
create index reportes_user_id_idx on public.reportes (user_id);
create index reportes_resuelto_por_idx on public.reportes (resuelto_por);
create index reportes_cerrados_idx on public.reportes (resuelto_at desc, id) where estado <> 'abierto';
create index reportes_created_at_idx on public.reportes (created_at desc, id desc);

alter table public.reportes enable row level security;
-- Notes and names of moderators are visible to staff only, through `listar_reportes`.
grant select (id, objeto_tipo, objeto_id, user_id, motivo, texto, estado, resuelto_at, created_at)
  on public.reportes to authenticated;
grant select on public.reportes to service_role;
create policy reportes_select on public.reportes for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_moderador()));
create policy reportes_segundo_paso on public.reportes as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Reports a product, a review or a person. One open report per object and person.
create function public.reportar(p_tipo text, p_objeto uuid, p_motivo text, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_motivo is null or p_motivo not in ('spam', 'ofensivo', 'ilegal', 'derechos', 'fraude', 'otro')
    or char_length(coalesce(p_texto, '')) > 2000 then
    return privado.rechazo('datos_no_validos');
  end if;
  if not (p_tipo = 'producto' and exists (select from public.productos where id = p_objeto)
    or p_tipo = 'resena' and exists (select from public.resenas where id = p_objeto)
    or p_tipo = 'usuario' and exists (select from public.usuarios_meta where id = p_objeto and id <> auth.uid())) then
    return privado.rechazo('no_existe');
  end if;
  if not privado.contar_intento('reporte', auth.uid()::text, 20, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.reportes (objeto_tipo, objeto_id, user_id, motivo, texto)
  values (p_tipo, p_objeto, auth.uid(), p_motivo, btrim(coalesce(p_texto, '')))
  on conflict (objeto_tipo, objeto_id, user_id) where estado = 'abierto' do nothing;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.reportar(text, uuid, text, text) to authenticated;

-- Whether an account is banned or disabled.
create function privado.esta_sancionada(p_cuenta public.usuarios_meta) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(p_cuenta.banned_until > now(), false) or p_cuenta.reputacion = 'deshabilitado';
$$;

-- Asks the moderators to look again at a ban or a disabled account, one time at once. Whoever is banned never comes to
-- the second step of the sign-in, so that it is not asked for.
create function public.apelar(p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
begin
  select * into v_cuenta from public.usuarios_meta where id = auth.uid() and borrada_at is null for no key update;
  if v_cuenta.id is null or not privado.sesion_vigente() then return privado.rechazo('sin_sesion'); end if;
  if not privado.esta_sancionada(v_cuenta) then return privado.rechazo('sin_sancion'); end if;
  if p_texto is null or char_length(btrim(p_texto)) not between 10 and 2000 then
    return privado.rechazo('texto_no_valido');
  end if;
  if not privado.contar_intento('apelacion', v_cuenta.id::text, 3, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.reportes (objeto_tipo, objeto_id, user_id, motivo, texto)
  values ('apelacion', v_cuenta.id, v_cuenta.id, 'otro', btrim(p_texto))
  on conflict (objeto_tipo, objeto_id, user_id) where estado = 'abierto' do nothing;
  if not found then return privado.rechazo('ya_apelada'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.apelar(text) to authenticated;

-- Closes a report with a note on what was done. Nobody but an admin closes one about their own. An appeal is granted once
-- the sanction is lifted, and its note goes to whoever made it.
create function public.resolver_reporte(p_reporte uuid, p_estado text, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_reporte public.reportes;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  if p_estado is null or p_estado not in ('resuelto', 'descartado') then return privado.rechazo('estado_no_valido'); end if;
  if p_nota is null or char_length(btrim(p_nota)) not between 3 and 500 then return privado.rechazo('nota_no_valida'); end if;
  select * into v_reporte from public.reportes where id = p_reporte and estado = 'abierto' for no key update;
  if v_reporte.id is null then return privado.rechazo('no_existe'); end if;
  if privado.es_asunto_suyo(v_reporte.objeto_tipo, v_reporte.objeto_id) and not privado.es_admin() then
    return privado.rechazo('es_suya');
  end if;
  if v_reporte.objeto_tipo = 'apelacion' then
    if p_estado = 'resuelto' and exists (
      select from public.usuarios_meta u where u.id = v_reporte.objeto_id and privado.esta_sancionada(u)) then
      return privado.rechazo('sancion_vigente');
    end if;
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('apelacion:' || p_reporte, v_reporte.user_id, 'apelacion',
      jsonb_build_object('concedida', p_estado = 'resuelto', 'respuesta', btrim(p_nota)));
  end if;
  update public.reportes set estado = p_estado, nota = btrim(p_nota), resuelto_por = auth.uid(), resuelto_at = now()
  where id = p_reporte;
  perform privado.anotar('resolver_reporte', 'reporte', p_reporte::text, jsonb_build_object('estado', 'abierto'),
    jsonb_build_object('estado', p_estado), btrim(p_nota));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.resolver_reporte(uuid, text, text) to authenticated;

-- The reported object for moderators; null if it is gone.
create function privado.objeto_reportado(p_tipo text, p_objeto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case p_tipo
    when 'producto' then (
      select jsonb_build_object('slug', p.slug, 'nombre', p.nombre, 'autor', u.display_name, 'status', p.status)
      from public.productos p join public.usuarios_meta u on u.id = p.usuario_id where p.id = p_objeto)
    when 'resena' then (
      select jsonb_build_object('slug', p.slug, 'nombre', p.nombre, 'autor', u.display_name, 'estrellas', r.estrellas,
        'texto', r.texto, 'oculta', r.oculta, 'oculta_motivo', r.oculta_motivo)
      from public.resenas r join public.productos p on p.id = r.producto_id
        join public.usuarios_meta u on u.id = r.user_id where r.id = p_objeto)
    when 'usuario' then (
      select jsonb_build_object('nombre', u.display_name, 'autor', u.display_name)
      from public.usuarios_meta u where u.id = p_objeto)
    when 'apelacion' then (
      select jsonb_build_object('nombre', u.display_name, 'autor', u.display_name, 'hasta', u.banned_until,
        'motivo', coalesce(u.ban_motivo, (select h.motivo from public.historial_reputacion h
          where h.user_id = u.id order by h.created_at desc limit 1)))
      from public.usuarios_meta u where u.id = p_objeto)
  end;
$$;

-- Fifty reports: open ones, oldest first, or closed ones, newest first.
create function public.listar_reportes(p_abiertos boolean, p_pagina integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_salto integer := 50 * least(greatest(coalesce(p_pagina, 0), 0), 1000);
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true,
    'abiertos', (select count(*) from public.reportes where estado = 'abierto'),
    'reportes', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'objeto_tipo', x.objeto_tipo, 'objeto_id', x.objeto_id,
        'motivo', x.motivo, 'texto', x.texto, 'estado', x.estado, 'nota', x.nota, 'created_at', x.created_at,
        'de', (select display_name from public.usuarios_meta u where u.id = x.user_id),
        'resuelto_por', (select display_name from public.usuarios_meta u where u.id = x.resuelto_por),
        'objeto', privado.objeto_reportado(x.objeto_tipo, x.objeto_id)) order by x.orden)
      from (
        (select r.*, row_number() over (order by r.created_at, r.id) as orden from public.reportes r
          where p_abiertos and r.estado = 'abierto' order by r.created_at, r.id limit 51 offset v_salto)
        union all
        (select r.*, row_number() over (order by r.resuelto_at desc, r.id) as orden from public.reportes r
          where not p_abiertos and r.estado <> 'abierto' order by r.resuelto_at desc, r.id limit 51 offset v_salto)
      ) x), '[]'));
end
$$;
grant execute on function public.listar_reportes(boolean, integer) to authenticated;

-- Figures of creators: views, orders and revenue by product and day, sources, reviews. Days are days in Spain.

-- Figures of a product by day and source, and in total (`dia` is '-infinity'). Each change of an order, share or view
-- adds a row in its transaction, without waiting; `plegar_cifras` compacts the rows. Their sum is always the figure.
create table public.cifras_productos (
  id bigint generated always as identity primary key,
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  producto_id uuid references public.productos (id) on delete set null,
  dia date not null,
  fuente text,
  visitas integer not null default 0,
  pedidos integer not null default 0,
  centimos bigint not null default 0,
  plegada boolean not null default false
);
comment on column public.cifras_productos.pedidos is 'orders that stand';
comment on column public.cifras_productos.centimos is 'what its creator has of its sales';
create index cifras_productos_usuario_id_idx on public.cifras_productos (usuario_id, dia, producto_id)
  include (fuente, visitas, pedidos, centimos);
create index cifras_productos_producto_id_idx on public.cifras_productos (producto_id, dia);
create index cifras_productos_ventas_idx on public.cifras_productos (usuario_id, dia, producto_id)
  include (pedidos, centimos)
  where pedidos <> 0 or centimos <> 0;
create index cifras_productos_sueltas_idx on public.cifras_productos (id) where not plegada;
create index cifras_productos_sueltas_de_idx on public.cifras_productos (usuario_id, dia) where not plegada;

alter table public.cifras_productos enable row level security;
grant select on public.cifras_productos to service_role;

-- Compacted figures of a creator by day and source. Only `plegar_cifras` writes it, so that sales do not wait; readers
-- add rows that are not compacted yet.
create table public.cifras_creadores (
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  dia date not null,
  fuente text,
  visitas bigint not null default 0,
  pedidos bigint not null default 0,
  centimos bigint not null default 0,
  unique nulls not distinct (usuario_id, dia, fuente)
);
alter table public.cifras_creadores enable row level security;
grant select on public.cifras_creadores to service_role;

create function privado.contar_pedido() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.cifras_productos (usuario_id, producto_id, dia, pedidos)
  select p.usuario_id, p.id, d.dia, x.cuantos
  from (
    select old.producto_id as producto_id, old.created_at as momento, -1 as cuantos
    where tg_op <> 'INSERT' and old.revocada_at is null
    union all
    select new.producto_id, new.created_at, 1 where tg_op <> 'DELETE' and new.revocada_at is null
  ) x
  join public.productos p on p.id = x.producto_id
  cross join lateral (values (privado.dia_de(x.momento)), ('-infinity'::date)) d(dia);
  return null;
end
$$;
create trigger contar_pedido_nuevo after insert or delete on public.adquisiciones
  for each row execute function privado.contar_pedido();
create trigger contar_pedido after update of revocada_at, created_at on public.adquisiciones
  for each row when ((old.revocada_at is null) <> (new.revocada_at is null) or old.created_at <> new.created_at)
  execute function privado.contar_pedido();

create function privado.contar_ingresos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.cifras_productos (usuario_id, producto_id, dia, centimos)
  select m.usuario_id, a.producto_id, d.dia, sum(m.centimos)
  from nuevos m join public.adquisiciones a on a.id = m.adquisicion_id
  cross join lateral (values (privado.dia_de(m.created_at)), ('-infinity'::date)) d(dia)
  group by m.usuario_id, a.producto_id, d.dia;
  return null;
end
$$;
create trigger contar_ingresos after insert on public.movimientos_ingresos
  referencing new table as nuevos for each statement execute function privado.contar_ingresos();

create function privado.contar_visitas() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.cifras_productos (usuario_id, producto_id, dia, fuente, visitas)
  select p.usuario_id, p.id, v.dia, v.fuente, count(*)
  from nuevas v join public.productos p on p.id = v.producto_id group by p.usuario_id, p.id, v.dia, v.fuente;
  return null;
end
$$;
create trigger contar_visitas after insert on public.visitas_producto
  referencing new table as nuevas for each statement execute function privado.contar_visitas();

-- Compacts new rows per product, day and source, up to a limit, and adds them to their creators' sums. Returns their
-- number; 0 if another call is running.
create function public.plegar_cifras(p_limite integer default 20000) returns integer
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_plegadas integer;
begin
  -- Two concurrent calls would leave a row each.
  if not pg_try_advisory_xact_lock(hashtext('plegar_cifras')) then return 0; end if;
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
  select count(*) into v_plegadas from quitadas where not plegada;
  return v_plegadas;
end
$$;
grant execute on function public.plegar_cifras(integer) to service_role;

-- Recomputes all figures and balances from orders, movements and views: after an import, or when an invariant fails. It
-- blocks writers and waits for a running compaction.
create function privado.recontar_cifras() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('plegar_saldos'));
  perform pg_advisory_xact_lock(hashtext('plegar_cifras'));
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
    from (select producto_id, privado.dia_de(created_at) as dia, count(*) as pedidos from public.adquisiciones
      where revocada_at is null group by producto_id, privado.dia_de(created_at)) a
    join public.productos p on p.id = a.producto_id
    cross join lateral (values (a.dia), ('-infinity'::date)) d(dia)
    union all
    select m.usuario_id, a.producto_id, d.dia, null, 0, 0, m.centimos
    from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id
    cross join lateral (values (privado.dia_de(m.created_at)), ('-infinity'::date)) d(dia)
  ) x group by x.usuario_id, x.producto_id, x.dia, x.fuente;
  delete from public.cifras_creadores;
  insert into public.cifras_creadores (usuario_id, dia, fuente, visitas, pedidos, centimos)
  select usuario_id, dia, fuente, sum(visitas), sum(pedidos), sum(centimos)
  from public.cifras_productos where dia > '-infinity' group by usuario_id, dia, fuente;
end
$$;

-- The first of the last days.
create function privado.primer_dia(p_dias integer) returns date
language sql stable set search_path = '' as $$
  select privado.hoy() - (least(greatest(coalesce(p_dias, 30), 1), 365) - 1);
$$;

-- A creator's visible products with their figures, in total and since a day.
create function privado.productos_con_cifras(p_usuario uuid, p_desde date)
returns table (
  id uuid, visitas integer, pedidos bigint, centimos bigint, visitas_recientes bigint, pedidos_recientes bigint,
  centimos_recientes bigint, status text, created_at timestamptz
)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
  with cifras as (
    select x.producto_id, sum(x.pedidos) as pedidos, sum(x.centimos) as centimos, sum(x.visitas_recientes) as visitas_recientes,
      sum(x.pedidos_recientes) as pedidos_recientes, sum(x.centimos_recientes) as centimos_recientes
    from (
      select c.producto_id, c.pedidos, c.centimos, 0 as visitas_recientes, 0 as pedidos_recientes, 0 as centimos_recientes
      from public.cifras_productos c where c.usuario_id = p_usuario and c.dia = '-infinity'
      union all
      select c.producto_id, 0, 0, c.visitas, c.pedidos, c.centimos
      from public.cifras_productos c where c.usuario_id = p_usuario and c.dia >= p_desde
    ) x group by x.producto_id
  )
  select p.id, p.visitas, coalesce(c.pedidos, 0)::bigint, coalesce(c.centimos, 0)::bigint,
    coalesce(c.visitas_recientes, 0)::bigint, coalesce(c.pedidos_recientes, 0)::bigint,
    coalesce(c.centimos_recientes, 0)::bigint, p.status, p.created_at
  from public.productos p left join cifras c on c.producto_id = p.id
  where p.usuario_id = p_usuario and not p.oculto;
$$;

-- A creator's figures per day since a day, in several rows: views and orders of visible products, and all income. It
-- reads days and sources only, and the few hidden products.
create function privado.cifras_de_creador(p_usuario uuid, p_desde date)
returns table (dia date, fuente text, visitas bigint, pedidos bigint, centimos bigint)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
  select s.dia, s.fuente, s.visitas, s.pedidos, s.centimos
  from public.cifras_creadores s where s.usuario_id = p_usuario and s.dia >= p_desde
  union all
  select c.dia, c.fuente, c.visitas, c.pedidos, c.centimos
  from public.cifras_productos c where c.usuario_id = p_usuario and c.dia >= p_desde and not c.plegada
  union all
  select c.dia, c.fuente, -c.visitas, -c.pedidos, 0
  from public.productos p join public.cifras_productos c on c.producto_id = p.id
  where p.usuario_id = p_usuario and p.oculto and c.usuario_id = p_usuario and c.dia >= p_desde;
$$;

-- The same per day.
create function privado.dias_de_creador(p_usuario uuid, p_desde date) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
  select jsonb_agg(jsonb_build_object('dia', d.dia, 'visitas', coalesce(c.visitas, 0), 'pedidos', coalesce(c.pedidos, 0),
    'ingresos_centimos', coalesce(c.centimos, 0)) order by d.dia)
  from (select s::date as dia from generate_series(p_desde::timestamp, privado.hoy()::timestamp, interval '1 day') s) d
  left join (
    select f.dia, sum(f.visitas) as visitas, sum(f.pedidos) as pedidos, sum(f.centimos) as centimos
    from privado.cifras_de_creador(p_usuario, p_desde) f group by f.dia) c on c.dia = d.dia;
$$;

-- The dashboard of the signed-in creator: products and days.
create function public.mi_panel(p_dias integer) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
  select jsonb_build_object('ok', true,
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en,
        'status', p.status, 'portada_url', p.portada_url, 'portada_blur', p.portada_blur, 'visitas', p.visitas,
        'pedidos', c.pedidos, 'ingresos_centimos', c.centimos, 'visitas_recientes', c.visitas_recientes,
        'pedidos_recientes', c.pedidos_recientes, 'ingresos_recientes_centimos', c.centimos_recientes,
        'cambios_en_revision', p.status = 'approved' and exists (
          select from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'pendiente'),
        'cambios_pedidos', exists (
          select from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'pendiente' and r.espera_creador)) order by c.created_at desc)
      from privado.productos_con_cifras(privado.persona_completa(), privado.primer_dia(p_dias)) c
      -- One by one: the planner cannot know how few of all products these are.
      cross join lateral (select * from public.productos x where x.id = c.id offset 0) p), '[]'),
    'dias', privado.dias_de_creador(privado.persona_completa(), privado.primer_dia(p_dias)));
$$;
grant execute on function public.mi_panel(integer) to authenticated;

-- One page of the dashboard's products, ordered by a column (`name`, `views`, `orders`, `status`, `recentViews`,
-- `recentOrders`, `recentRevenueCents`, `conversion`), filtered by state, with names in Spanish or English; and the
-- totals of all products.
create function public.mi_panel_pagina(
  p_dias integer, p_orden text default 'views', p_baja boolean default true, p_estado text default null,
  p_despues integer default 0, p_limite integer default 50, p_ingles boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
declare
  v_yo constant uuid := privado.persona_completa();
  v_desde constant date := privado.primer_dia(p_dias);
  v_numeros jsonb;
begin
  with suyos as materialized (
    select p.id, p.visitas, p.status, p.created_at from public.productos p where p.usuario_id = v_yo and not p.oculto
  ), medidas as (
    -- Only the figure of the sort order is summed for all products.
    select c.producto_id, case p_orden when 'recentViews' then sum(c.visitas) when 'recentRevenueCents' then sum(c.centimos)
      when 'conversion' then sum(c.pedidos)::numeric / nullif(sum(c.visitas), 0) else sum(c.pedidos) end as numero
    from public.cifras_productos c
    where c.usuario_id = v_yo and (
      (p_orden = 'orders' and c.dia = '-infinity' and c.pedidos <> 0)
      or (p_orden = 'recentOrders' and c.dia >= v_desde and c.pedidos <> 0)
      or (p_orden = 'recentRevenueCents' and c.dia >= v_desde and c.centimos <> 0)
      or (p_orden in ('recentViews', 'conversion') and c.dia >= v_desde))
    group by c.producto_id
  ), nombres as (
    -- Inlined `sin_acentos`: 20,000 calls would take half of the time of the page.
    select p.id, lower(extensions.unaccent('extensions.unaccent'::regdictionary,
      case when p_ingles then coalesce(p.nombre_en, p.nombre) else p.nombre end)) as llano
    from public.productos p where p_orden = 'name' and p.usuario_id = v_yo and not p.oculto
  ), ordenados as (
    select s.*, case p_orden when 'status' then s.status when 'name' then n.llano end as texto,
      case when p_baja then -1 else 1 end * case when p_orden = 'views' then s.visitas
        else coalesce(m.numero, case when p_orden = 'conversion' then -1 else 0 end) end as numero
    from suyos s left join medidas m on m.producto_id = s.id left join nombres n on n.id = s.id
    where p_estado is null or s.status = p_estado
  ), pagina as (
    select o.*, row_number() over () as puesto from (
      select * from ordenados o
      order by o.numero, case when not p_baja then o.texto end, case when p_baja then o.texto end desc, o.created_at desc, o.id
      limit least(greatest(coalesce(p_limite, 50), 1), 1000) offset greatest(coalesce(p_despues, 0), 0)) o
  )
  select jsonb_build_object('ok', true,
    'total', (select count(*) from suyos), 'hallados', (select count(*) from ordenados),
    'visitas', (select coalesce(sum(visitas), 0) from suyos),
    'pedidos', (
      select coalesce(sum(c.pedidos), 0) from public.cifras_productos c
      where c.usuario_id = v_yo and c.dia = '-infinity' and c.producto_id is not null
    ) - (
      select coalesce(sum(c.pedidos), 0) from public.productos p join public.cifras_productos c on c.producto_id = p.id
      where p.usuario_id = v_yo and p.oculto and c.usuario_id = v_yo and c.dia = '-infinity'),
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en,
        'status', p.status, 'portada_url', p.portada_url, 'portada_blur', p.portada_blur, 'visitas', p.visitas,
        'pedidos', t.pedidos, 'ingresos_centimos', t.centimos, 'visitas_recientes', r.visitas,
        'pedidos_recientes', r.pedidos, 'ingresos_recientes_centimos', r.centimos,
        'cambios_en_revision', p.status = 'approved' and exists (
          select from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'pendiente'),
        'cambios_pedidos', exists (
          select from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'pendiente' and r.espera_creador)) order by g.puesto)
      from pagina g
      cross join lateral (select * from public.productos x where x.id = g.id offset 0) p
      cross join lateral (
        select coalesce(sum(c.pedidos), 0) as pedidos, coalesce(sum(c.centimos), 0) as centimos
        from public.cifras_productos c where c.producto_id = g.id and c.usuario_id = v_yo and c.dia = '-infinity') t
      cross join lateral (
        select coalesce(sum(c.visitas), 0) as visitas, coalesce(sum(c.pedidos), 0) as pedidos, coalesce(sum(c.centimos), 0) as centimos
        from public.cifras_productos c where c.producto_id = g.id and c.usuario_id = v_yo and c.dia >= v_desde) r), '[]'))
  into v_numeros;
  return v_numeros || jsonb_build_object('dias', privado.dias_de_creador(v_yo, v_desde));
end
$$;
grant execute on function public.mi_panel_pagina(integer, text, boolean, text, integer, integer, boolean) to authenticated;

-- The sources of the last days, largest first; null is direct or unknown.
create function public.mis_fuentes(p_dias integer) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
  with contadas as (
    select c.fuente, sum(c.visitas)::integer as visitas
    from privado.cifras_de_creador(privado.persona_completa(), privado.primer_dia(p_dias)) c
    group by c.fuente having sum(c.visitas) <> 0
  ), primeras as (
    select c.*, row_number() over (order by c.visitas desc, c.fuente) as puesto from contadas c
  )
  select jsonb_build_object('ok', true,
    'total', coalesce((select sum(visitas) from contadas), 0),
    'fuentes', coalesce((select jsonb_agg(jsonb_build_object('fuente', p.fuente, 'visitas', p.visitas) order by p.puesto)
      from primeras p where p.puesto <= 8), '[]'));
$$;
grant execute on function public.mis_fuentes(integer) to authenticated;

-- A page of reviews of the signed-in creator's products, unanswered ones or all, newest first. With `p_resena`, that
-- one.
create function public.mis_resenas(
  p_pendientes boolean, p_resena uuid default null, p_antes_at timestamptz default null, p_antes uuid default null,
  p_limite integer default 20
) returns jsonb
language sql stable security definer set search_path = '' as $$
  with suyas as (
    select r.*, p.slug, p.nombre, p.nombre_en from public.resenas r join public.productos p on p.id = r.producto_id
    where p.usuario_id = privado.persona_completa() and not p.oculto and not r.oculta
  ), pagina as (
    select * from suyas s
    where case when p_resena is not null then s.id = p_resena else not p_pendientes or s.respuesta is null end
      and (p_antes_at is null or (s.created_at, s.id) < (p_antes_at, p_antes))
    order by s.created_at desc, s.id desc limit least(greatest(coalesce(p_limite, 20), 1), 100)
  )
  select jsonb_build_object('ok', true,
    'pendientes', (select count(*) from suyas where respuesta is null),
    'resenas', coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'slug', g.slug, 'nombre', g.nombre,
      'nombre_en', g.nombre_en, 'autor', u.display_name, 'avatar_url', u.avatar_url, 'estrellas', g.estrellas,
      'texto', g.texto, 'respuesta', g.respuesta, 'created_at', g.created_at, 'editada', g.editada_at is not null)
      order by g.created_at desc, g.id desc)
      from pagina g join public.usuarios_meta u on u.id = g.user_id), '[]'));
$$;
grant execute on function public.mis_resenas(boolean, uuid, timestamptz, uuid, integer) to authenticated;

-- A creator's sales: price and its reasons, share, holding period, reversals. A sale is what the ledger booked as one,
-- so the sums equal the balance. Buyers are not named.

create index movimientos_ingresos_ventas_idx on public.movimientos_ingresos (usuario_id, created_at desc, id desc)
  include (centimos) where clave like 'venta:%';
create index movimientos_ingresos_ventas_dia_idx on public.movimientos_ingresos (created_at) where clave like 'venta:%';

-- The sales of a creator, newest first, filtered by order, product, state, discount (`oferta`, `club`, `cupon`,
-- `ninguno`), days in Spain (inclusive), and cursor. An order of a bundle has its part of each line, in proportion to
-- its price.
create function privado.ventas_de(
  p_usuario uuid, p_pedido uuid, p_producto uuid, p_estado text, p_descuento text, p_desde date, p_hasta date,
  p_antes_at timestamptz, p_antes bigint, p_limite integer
) returns table (
  id bigint, created_at timestamptz, pedido uuid, producto_id uuid, nombre text, nombre_en text, slug text,
  edicion text, paquete text, regalo boolean, metodo text, precio_centimos integer, oferta_centimos integer,
  club_centimos integer, cupon_centimos integer, recargo_centimos integer, pagado_centimos integer,
  porcentaje integer, parte_centimos integer, neto_centimos integer, libre_at timestamptz, estado text,
  parte_entera_centimos integer, mejora_centimos integer, edicion_en text, paquete_en text
)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
  select v.id, v.created_at, v.pedido, v.producto_id, v.nombre, v.nombre_en, v.slug, v.edicion, v.paquete, v.regalo,
    v.metodo, v.pagado - v.oferta - v.mejora - v.club - v.cupon - v.recargo, v.oferta, v.club, v.cupon, v.recargo, v.pagado,
    v.porcentaje, v.parte, v.neto, v.libre_at, v.estado,
    -- Before a coupon of the creator's own took its part (`ingreso_de`).
    case when v.regalado > 0 then privado.parte_porcentual(v.pagado + v.regalado, v.porcentaje) else v.parte end,
    v.mejora, v.edicion_en, v.paquete_en
  from (
    select m.id, m.created_at, a.id as pedido, a.producto_id, coalesce(p.nombre, g.presupuesto ->> 'nombre') as nombre,
      p.nombre_en, p.slug, e.nombre as edicion, e.nombre_en as edicion_en, b.nombre as paquete, b.nombre_en as paquete_en,
      a.origen = 'regalo' as regalo, g.metodo,
      l.oferta, l.mejora, l.club, l.cupon, l.recargo, x.pagado,
      (g.presupuesto #>> '{interno,ingresos_porcentaje}')::integer as porcentaje, m.centimos as parte, n.neto,
      coalesce((g.presupuesto #>> '{interno,cupon_creador_centimos}')::integer, 0) as regalado,
      a.created_at + t.espera as libre_at,
      case when g.estado = 'en_disputa' then 'en_disputa' when g.estado = 'reembolsado' then 'reembolsada'
        when n.neto < m.centimos then 'reembolsada_en_parte'
        when a.created_at > now() - t.espera then 'retenida' else 'disponible' end as estado
    from public.movimientos_ingresos m
    join public.adquisiciones a on a.id = m.adquisicion_id
    join public.pagos g on g.id = a.pago_id
    left join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    left join public.bundles b on b.id = a.bundle_id
    cross join (select make_interval(days => dias_retencion) as espera from public.configuracion_global where id = 1) t
    cross join lateral (select round(a.precio_pagado * 100)::integer as pagado) x
    cross join lateral (
      select coalesce(sum(c.parte) filter (where c.concepto in ('oferta', 'pack')), 0)::integer as oferta,
        coalesce(sum(c.parte) filter (where c.concepto = 'mejora'), 0)::integer as mejora,
        coalesce(sum(c.parte) filter (where c.concepto = 'club'), 0)::integer as club,
        coalesce(sum(c.parte) filter (where c.concepto = 'cupon'), 0)::integer as cupon,
        coalesce(sum(c.parte) filter (where c.concepto = 'recargo_paypal'), 0)::integer as recargo
      from (
        select i ->> 'concepto' as concepto,
          round((i ->> 'centimos')::numeric * x.pagado / nullif(g.total_centimos, 0)) as parte
        from privado.lista_json(g.presupuesto -> 'lineas') i
      ) c
    ) l
    cross join lateral (
      select sum(s.centimos)::integer as neto from public.movimientos_ingresos s
      where s.adquisicion_id = a.id and s.usuario_id = m.usuario_id
    ) n
    where m.usuario_id = p_usuario and m.clave like 'venta:%'
      and (p_pedido is null or a.id = p_pedido) and (p_producto is null or a.producto_id = p_producto)
      and m.created_at >= coalesce(privado.inicio_del_dia(p_desde), '-infinity')
      and m.created_at < coalesce(privado.inicio_del_dia(p_hasta + 1), 'infinity')
      and (p_antes_at is null or (m.created_at, m.id) < (p_antes_at, p_antes))
      -- Indexable conditions of these states, so that few of many sales are found without computing all.
      and (coalesce(p_estado, '') not in ('en_disputa', 'reembolsada', 'reembolsada_en_parte') or m.adquisicion_id in (
        select o.adquisicion_id from public.movimientos_ingresos o
        where o.usuario_id = p_usuario and o.clave not like 'venta:%'))
      and (coalesce(p_estado, '') <> 'retenida' or m.created_at > now() - t.espera)
      and (coalesce(p_estado, '') <> 'disponible' or a.created_at <= now() - t.espera)
  ) v
  where (p_estado is null or v.estado = p_estado)
    and case p_descuento when 'oferta' then v.oferta <> 0 when 'club' then v.club <> 0 when 'cupon' then v.cupon <> 0
      when 'ninguno' then v.oferta = 0 and v.club = 0 and v.cupon = 0 else true end
  order by v.created_at desc, v.id desc limit p_limite;
$$;

-- One page of the signed-in creator's sales, up to 1,000.
create function public.mis_ventas(
  p_producto uuid default null, p_estado text default null, p_descuento text default null, p_desde date default null,
  p_hasta date default null, p_antes_at timestamptz default null, p_antes bigint default null,
  p_limite integer default 50
) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'ventas', coalesce(jsonb_agg(to_jsonb(v) order by v.created_at desc, v.id desc), '[]'))
  from privado.ventas_de(privado.persona_completa(), null, p_producto, p_estado, p_descuento, p_desde, p_hasta,
    p_antes_at, p_antes, least(greatest(coalesce(p_limite, 50), 1), 1000)) v;
$$;
grant execute on function public.mis_ventas(uuid, text, text, date, date, timestamptz, bigint, integer) to authenticated;

-- The totals of these sales. Without state and discount nothing is computed per sale.
create function public.mis_ventas_totales(
  p_producto uuid default null, p_estado text default null, p_descuento text default null, p_desde date default null,
  p_hasta date default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
declare
  v_creador uuid := privado.persona_completa();
  v_ventas bigint;
  v_pagado bigint;
  v_parte bigint;
  v_neto bigint;
begin
  if p_estado is not null or p_descuento is not null then
    select count(*), sum(v.pagado_centimos), sum(v.parte_centimos), sum(v.neto_centimos)
    into v_ventas, v_pagado, v_parte, v_neto
    from privado.ventas_de(v_creador, null, p_producto, p_estado, p_descuento, p_desde, p_hasta, null, null, null) v;
  else
    select count(*), sum(round(a.precio_pagado * 100)), sum(m.centimos), sum(m.centimos + coalesce(o.centimos, 0))
    into v_ventas, v_pagado, v_parte, v_neto
    from public.movimientos_ingresos m
    join public.adquisiciones a on a.id = m.adquisicion_id
    left join (
      select s.adquisicion_id, sum(s.centimos) as centimos from public.movimientos_ingresos s
      where s.usuario_id = v_creador and s.clave not like 'venta:%' group by s.adquisicion_id
    ) o on o.adquisicion_id = m.adquisicion_id
    where m.usuario_id = v_creador and m.clave like 'venta:%' and a.pago_id is not null
      and (p_producto is null or a.producto_id = p_producto)
      and m.created_at >= coalesce(privado.inicio_del_dia(p_desde), '-infinity')
      and m.created_at < coalesce(privado.inicio_del_dia(p_hasta + 1), 'infinity');
  end if;
  return jsonb_build_object('ok', true, 'ventas', v_ventas, 'pagado_centimos', coalesce(v_pagado, 0),
    'parte_centimos', coalesce(v_parte, 0), 'neto_centimos', coalesce(v_neto, 0));
end
$$;
grant execute on function public.mis_ventas_totales(uuid, text, text, date, date) to authenticated;

-- One sale, with its movements and the reasons of reversals.
create function public.mi_venta(p_pedido uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('ok', true, 'venta', to_jsonb(v),
      'movimientos', (
        select jsonb_agg(jsonb_build_object('id', m.id, 'centimos', m.centimos,
          'concepto', privado.concepto_dicho(m.concepto, m.clave),
          'created_at', m.created_at) order by m.id)
        from public.movimientos_ingresos m where m.adquisicion_id = v.pedido and m.usuario_id = privado.persona_completa()),
      'devoluciones', coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'hecho_at', r.hecho_at, 'motivo', r.motivo) order by r.hecho_at, r.id)
        from public.reembolsos r where r.pago_id = a.pago_id and r.estado = 'hecho'), '[]'),
      'disputas', coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'fase', d.fase, 'abierta_at', d.abierta_at) order by d.abierta_at, d.id)
        from public.disputas d where d.pago_id = a.pago_id and d.fase <> 'consulta'), '[]'))
    from privado.ventas_de(privado.persona_completa(), p_pedido, null, null, null, null, null, null, null, 1) v
    join public.adquisiciones a on a.id = v.pedido
  ), privado.rechazo('no_existe'));
$$;
grant execute on function public.mi_venta(uuid) to authenticated;

-- Notifications of creators about sales, followers and reversals. Sales and followers are one notification per day,
-- recomputed from the data, so repetitions are harmless. Sales are announced outside the purchase, which does not wait
-- for it.

-- Notifies creators of sales of today and yesterday: of one payment, or of all. Returns the number of changes.
create function public.anunciar_ventas(p_pago uuid default null) returns integer
language sql volatile security definer set search_path = '' as $$
  with ventas as (
    select m.usuario_id, privado.dia_de(m.created_at) as dia, count(*) as cuantas, sum(m.centimos) as centimos,
      (array_agg(m.adquisicion_id order by m.id desc))[1] as pedido
    from public.movimientos_ingresos m
    where m.clave like 'venta:%' and m.created_at >= privado.inicio_del_dia(privado.hoy() - 1)
      and (p_pago is null or m.usuario_id in (
        select s.usuario_id from public.adquisiciones a join public.movimientos_ingresos s on s.adquisicion_id = a.id
        where a.pago_id = p_pago))
    group by 1, 2
  ), anunciadas as (
    insert into public.notificaciones as n (user_id, tipo, clave, datos)
    select v.usuario_id, 'venta', 'ventas:' || v.dia, jsonb_build_object('dia', v.dia, 'cuantas', v.cuantas,
      'centimos', v.centimos, 'pedido_id', v.pedido, 'nombre', coalesce(p.nombre, ''), 'nombre_en', p.nombre_en)
    from ventas v join public.adquisiciones a on a.id = v.pedido left join public.productos p on p.id = a.producto_id
    order by v.usuario_id, v.dia
    on conflict (user_id, clave) do update set datos = excluded.datos, leida_at = null
      where (n.datos ->> 'cuantas')::bigint < (excluded.datos ->> 'cuantas')::bigint
    returning 1
  )
  select count(*)::integer from anunciadas;
$$;
grant execute on function public.anunciar_ventas(uuid) to service_role;

-- Updates the daily notification of new followers. Following again is not counted.
create function privado.avisar_de_seguidor() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notificaciones as n (user_id, tipo, clave, datos)
  select new.following_id, 'seguidores', 'seguidores:' || privado.hoy(), jsonb_build_object('dia', privado.hoy(),
    'cuantos', (select count(*) from public.follows f where f.following_id = new.following_id
      and f.created_at >= privado.inicio_del_dia(privado.hoy())),
    'de', u.display_name)
  from public.usuarios_meta u where u.id = new.follower_id
  on conflict (user_id, clave) do update set datos = excluded.datos, leida_at = null
    where (n.datos ->> 'cuantos')::bigint < (excluded.datos ->> 'cuantos')::bigint;
  return null;
end
$$;
create trigger avisar_de_seguidor after insert on public.follows
  for each row when (new.created_at > now() - interval '1 minute') execute function privado.avisar_de_seguidor();

-- Sends the summary mail of yesterday, once, to everybody with sales, followers, reviews or reversals who has not
-- disabled it.
create function public.resumir_ayer() returns integer
language sql volatile security definer set search_path = '' as $$
  with dia as (
    select privado.hoy() - 1 as dia, privado.inicio_del_dia(privado.hoy() - 1) as desde,
      privado.inicio_del_dia(privado.hoy()) as hasta
  ), cifras as (
    select m.usuario_id, count(*) as ventas, sum(m.centimos) as centimos, 0 as seguidores, 0 as resenas, 0 as devueltas
    from public.movimientos_ingresos m, dia
    where m.clave like 'venta:%' and m.created_at >= dia.desde and m.created_at < dia.hasta group by 1
    union all
    select f.following_id, 0, 0, count(*), 0, 0 from public.follows f, dia
    where f.created_at >= dia.desde and f.created_at < dia.hasta group by 1
    union all
    select p.usuario_id, 0, 0, 0, count(*), 0
    from public.resenas r join public.productos p on p.id = r.producto_id, dia
    where r.created_at >= dia.desde and r.created_at < dia.hasta and not r.oculta group by 1
    union all
    select m.usuario_id, 0, 0, 0, 0, count(distinct m.adquisicion_id)
    from public.reembolsos r join public.adquisiciones a on a.pago_id = r.pago_id
      join public.movimientos_ingresos m on m.adquisicion_id = a.id and m.concepto = 'reembolso', dia
    where r.estado = 'hecho' and r.hecho_at >= dia.desde and r.hecho_at < dia.hasta group by 1
  ), escritos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'resumen:' || d.dia || ':' || c.usuario_id, c.usuario_id, 'resumen_creador', jsonb_build_object('dia', d.dia,
      'ventas', sum(c.ventas), 'centimos', sum(c.centimos), 'seguidores', sum(c.seguidores), 'resenas', sum(c.resenas),
      'devueltas', sum(c.devueltas))
    from cifras c join public.usuarios_meta u on u.id = c.usuario_id cross join dia d
      left join public.preferencias_aviso a on a.user_id = c.usuario_id
    where u.borrada_at is null and coalesce(a.correo_resumen, true)
    group by d.dia, c.usuario_id
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from escritos;
$$;
grant execute on function public.resumir_ayer() to service_role;

-- The share of a payment that each of its creators still holds, one row each, with the order.
create function privado.creadores_de_pago(p_pago uuid)
returns table (usuario_id uuid, pedido uuid, ventas bigint, centimos bigint, nombre text, nombre_en text)
language sql stable security definer set search_path = '' as $$
  select m.usuario_id, (array_agg(a.id order by a.id))[1], count(distinct a.id), sum(m.centimos),
    coalesce(min(g.presupuesto ->> 'nombre') filter (where a.bundle_id is not null), min(p.nombre), min(g.presupuesto ->> 'nombre')),
    case when count(a.bundle_id) = 0 then min(p.nombre_en) end
  from public.adquisiciones a join public.pagos g on g.id = a.pago_id
    join public.movimientos_ingresos m on m.adquisicion_id = a.id
    left join public.productos p on p.id = a.producto_id
  where a.pago_id = p_pago
  group by m.usuario_id;
$$;

-- Notifies the creators of a sale of a dispute, when it opens and when it is decided. At opening, the amount is what
-- they had of the sale just before.
create function privado.avisar_de_disputa() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_creador record;
  v_datos jsonb;
  v_clave text := 'disputa:' || new.fase || ':' || new.id;
begin
  for v_creador in select * from privado.creadores_de_pago(new.pago_id) order by usuario_id loop
    v_datos := jsonb_build_object('fase', new.fase, 'pedido_id', v_creador.pedido, 'nombre', v_creador.nombre,
      'nombre_en', v_creador.nombre_en, 'centimos', greatest(v_creador.centimos, 0));
    insert into public.notificaciones (user_id, tipo, clave, datos)
    values (v_creador.usuario_id, 'disputa', v_clave, v_datos) on conflict (user_id, clave) do nothing;
    if found then
      perform privado.escribir_con_medida(v_creador.usuario_id, 'disputa_venta', v_clave || ':' || v_creador.usuario_id,
        v_datos);
    end if;
  end loop;
  return null;
end
$$;
create trigger avisar_de_disputa_nueva after insert on public.disputas
  for each row when (new.fase in ('abierta', 'perdida', 'ganada')) execute function privado.avisar_de_disputa();
create trigger avisar_de_disputa after update of fase on public.disputas
  for each row when (new.fase <> old.fase and new.fase in ('abierta', 'perdida', 'ganada'))
  execute function privado.avisar_de_disputa();

-- Notifies the creator of a refund without a dispute, with its reason, and of its failure. Disputes notify themselves.
create function privado.avisar_de_devolucion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_hecho record;
  v_datos jsonb;
  v_clave text;
begin
  for v_hecho in
    select m.usuario_id, a.pago_id, (array_agg(a.id order by a.id))[1] as pedido, sum(m.centimos) as centimos,
      min(m.id) as primero,
      case when count(a.bundle_id) > 0 then min(g.presupuesto ->> 'nombre') else min(coalesce(p.nombre, g.presupuesto ->> 'nombre')) end as nombre,
      case when count(a.bundle_id) = 0 then min(p.nombre_en) end as nombre_en
    from nuevos m join public.adquisiciones a on a.id = m.adquisicion_id join public.pagos g on g.id = a.pago_id
      left join public.productos p on p.id = a.producto_id
    where (m.concepto = 'reembolso' or m.clave like 'devuelta:%')
      and not exists (select from public.disputas d where d.pago_id = a.pago_id and d.fase <> 'consulta')
    group by m.usuario_id, a.pago_id order by m.usuario_id
  loop
    v_clave := 'venta_devuelta:' || v_hecho.primero;
    v_datos := jsonb_build_object('pedido_id', v_hecho.pedido, 'nombre', v_hecho.nombre, 'nombre_en', v_hecho.nombre_en,
      'centimos', v_hecho.centimos, 'motivo', (
        select r.motivo from public.reembolsos r where r.pago_id = v_hecho.pago_id and r.motivo is not null
          and r.estado = case when v_hecho.centimos < 0 then 'hecho' else 'fallido' end
        order by coalesce(r.fallido_at, r.hecho_at) desc nulls last limit 1));
    insert into public.notificaciones (user_id, tipo, clave, datos)
    values (v_hecho.usuario_id, 'venta_devuelta', v_clave, v_datos) on conflict (user_id, clave) do nothing;
    perform privado.escribir_con_medida(v_hecho.usuario_id, 'venta_devuelta', v_clave || ':' || v_hecho.usuario_id, v_datos);
  end loop;
  return null;
end
$$;
create trigger avisar_de_devolucion after insert on public.movimientos_ingresos
  referencing new table as nuevos for each statement execute function privado.avisar_de_devolucion();

-- Incoming events of providers.

create table public.eventos_proveedor (
  id bigint generated always as identity primary key,
  proveedor text not null check (proveedor in ('stripe', 'paypal')),
  evento_id text not null,
  tipo text not null,
  payload jsonb not null,
  recibido_at timestamptz not null default now(),
  procesado_at timestamptz,
  unique (proveedor, evento_id)
);
create index eventos_proveedor_pendientes_idx on public.eventos_proveedor (recibido_at) where procesado_at is null;
create index eventos_proveedor_recibido_at_idx on public.eventos_proveedor (recibido_at desc, id desc);
create index eventos_proveedor_evento_id_idx on public.eventos_proveedor (evento_id);
create index eventos_proveedor_aprobados_idx on public.eventos_proveedor ((payload #>> '{resource,id}'))
  where tipo = 'CHECKOUT.ORDER.APPROVED';
create index eventos_proveedor_tipo_idx on public.eventos_proveedor (tipo text_pattern_ops, recibido_at desc);

alter table public.eventos_proveedor enable row level security;
grant select on public.eventos_proveedor to authenticated, service_role;
create policy eventos_proveedor_select on public.eventos_proveedor for select to authenticated
  using ((select privado.es_admin()));
create policy eventos_proveedor_segundo_paso on public.eventos_proveedor as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Records an event. It counts as new until `cerrar_evento`, so that a failed one is repeated.
create function public.registrar_evento(
  p_proveedor text, p_evento_id text, p_tipo text, p_payload jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_procesado timestamptz;
begin
  insert into public.eventos_proveedor (proveedor, evento_id, tipo, payload)
  values (p_proveedor, p_evento_id, p_tipo, privado.leer_json(p_payload))
  on conflict (proveedor, evento_id) do nothing;
  select procesado_at into v_procesado from public.eventos_proveedor
  where proveedor = p_proveedor and evento_id = p_evento_id;
  return jsonb_build_object('ok', true, 'nuevo', v_procesado is null);
end
$$;
grant execute on function public.registrar_evento(text, text, text, jsonb) to service_role;

-- Marks an event as handled.
create function public.cerrar_evento(p_proveedor text, p_evento_id text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.eventos_proveedor set procesado_at = coalesce(procesado_at, now())
  where proveedor = p_proveedor and evento_id = p_evento_id;
$$;
grant execute on function public.cerrar_evento(text, text) to service_role;

-- Whether the buyer of a declined payment has approved its order at PayPal again since. PayPal sends an event for each
-- approval, so there are more of them than declines, and one of them is younger than the last decline. Its time alone
-- proves nothing: PayPal writes the event some seconds after the approval, and the charge may be declined meanwhile.
create function privado.aprobado_de_nuevo(p_pago public.pagos) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(count(*) > p_pago.rechazos
    and max((payload ->> 'create_time')::timestamptz) > p_pago.rechazado_at, false)
  from public.eventos_proveedor
  where proveedor = 'paypal' and tipo = 'CHECKOUT.ORDER.APPROVED' and payload #>> '{resource,id}' = p_pago.referencia;
$$;

-- Declined payments that were approved again and not charged since, for the job.
create function public.pagos_aprobados_de_nuevo() returns table (
  id uuid, proveedor text, referencia text, creado_at timestamptz, pendiente_at timestamptz
)
language sql stable security definer set search_path = '' as $$
  select p.id, p.proveedor, p.referencia, p.creado_at, p.pendiente_at from public.pagos p
  where p.estado = 'fallido' and p.proveedor = 'paypal' and p.creado_at > now() - interval '1 day'
    and p.motivo_no_entregado is null and privado.aprobado_de_nuevo(p)
  order by p.creado_at limit 100;
$$;
grant execute on function public.pagos_aprobados_de_nuevo() to service_role;

-- The unhandled ones of a list of events, in its order.
create function public.eventos_sin_tratar(p_proveedor text, p_eventos text[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(x.id order by x.puesto), '[]') from unnest(p_eventos) with ordinality x(id, puesto)
  where not exists (
    select from public.eventos_proveedor e
    where e.proveedor = p_proveedor and e.evento_id = x.id and e.procesado_at is not null);
$$;
grant execute on function public.eventos_sin_tratar(text, text[]) to service_role;

-- The moment since which all events must be read again after a restore; null if done.
create function public.restauracion_por_repasar() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', max(id), 'desde', min(copia_at))
  from public.restauraciones where repasada_at is null having count(*) > 0;
$$;
grant execute on function public.restauracion_por_repasar() to service_role;

-- Marks the events since these restores' backups as handled.
create function public.cerrar_restauracion(p_hasta integer) returns void
language sql volatile security definer set search_path = '' as $$
  update public.restauraciones set repasada_at = now() where id <= p_hasta and repasada_at is null;
$$;
grant execute on function public.cerrar_restauracion(integer) to service_role;

-- Cases for admins, who are notified once.

create table public.casos_admin (
  id bigint generated always as identity primary key,
  tipo text not null,
  clave text not null unique,
  pago_id uuid references public.pagos (id) on delete restrict,
  datos jsonb not null default '{}',
  resuelto boolean not null default false,
  created_at timestamptz not null default now(),
  resuelto_at timestamptz,
  resuelto_por uuid references public.usuarios_meta (id) on delete set null,
  nota text check (char_length(nota) <= 500)
);
create index casos_admin_pago_id_idx on public.casos_admin (pago_id);
create index casos_admin_abiertos_idx on public.casos_admin (created_at desc) where not resuelto;
create index casos_admin_resuelto_por_idx on public.casos_admin (resuelto_por);

alter table public.casos_admin enable row level security;
grant select on public.casos_admin to authenticated, service_role;
create policy casos_admin_select on public.casos_admin for select to authenticated using ((select privado.es_admin()));
create policy casos_admin_segundo_paso on public.casos_admin as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Opens a case, once per `p_clave`, and notifies every admin in the shop and by mail.
create function public.abrir_caso(p_tipo text, p_clave text, p_pago uuid, p_datos jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  with caso as (
    insert into public.casos_admin (tipo, clave, pago_id, datos)
    values (p_tipo, p_clave, p_pago, privado.leer_json(p_datos))
    on conflict (clave) do nothing returning id, tipo, pago_id, datos
  ), avisados as (
    insert into public.notificaciones (user_id, tipo, clave, datos)
    select u.id, 'caso', 'caso:' || caso.id, jsonb_strip_nulls(jsonb_build_object('caso_id', caso.id, 'tipo', caso.tipo,
      'centimos', caso.datos -> 'centimos', 'responder_antes_de', caso.datos -> 'responder_antes_de'))
    from caso cross join public.usuarios_meta u
    where u.role = 'admin' and (u.banned_until is null or u.banned_until <= now())
    on conflict (user_id, clave) do nothing
  )
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'caso:' || caso.id || ':' || u.id, u.id, 'caso',
    jsonb_build_object('caso_id', caso.id, 'tipo', caso.tipo, 'pago_id', caso.pago_id, 'centimos', caso.datos -> 'centimos',
      'responder_antes_de', caso.datos -> 'responder_antes_de')
  from caso cross join public.usuarios_meta u
  where u.role = 'admin' and (u.banned_until is null or u.banned_until <= now());
$$;
grant execute on function public.abrir_caso(text, text, uuid, jsonb) to service_role;

-- Closes a case with a note.
create function public.resolver_caso(p_caso bigint, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_nota is null or char_length(btrim(p_nota)) not between 3 and 500 then return privado.rechazo('nota_no_valida'); end if;
  update public.casos_admin set resuelto = true, resuelto_at = now(), resuelto_por = auth.uid(), nota = btrim(p_nota)
  where id = p_caso and not resuelto;
  if not found then return privado.rechazo('caso_no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.resolver_caso(bigint, text) to authenticated;

-- Logs closed cases.
create function privado.anotar_caso() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.anotar('resolver_caso', case when new.pago_id is null then 'caso' else 'pago' end,
    coalesce(new.pago_id::text, new.id::text), jsonb_build_object('tipo', new.tipo, 'resuelto', false),
    jsonb_build_object('tipo', new.tipo, 'resuelto', true), new.nota);
  return null;
end
$$;
create trigger anotar_caso after update of resuelto on public.casos_admin
  for each row when (new.resuelto and not old.resuelto) execute function privado.anotar_caso();

-- The last run of the ten-minute job: a missing scheduler shows nowhere else.

create table public.ultima_pasada (
  id integer primary key default 1 check (id = 1),
  terminada_at timestamptz not null default now(),
  fallidas text[] not null default '{}'
);
comment on column public.ultima_pasada.fallidas is 'the chores that failed';

alter table public.ultima_pasada enable row level security;

create function public.anotar_pasada(p_fallidas text[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.ultima_pasada (id, terminada_at, fallidas) values (1, now(), coalesce(p_fallidas, '{}'))
  on conflict (id) do update set terminada_at = excluded.terminada_at, fallidas = excluded.fallidas;
$$;
grant execute on function public.anotar_pasada(text[]) to service_role;

-- Sitemap data: products on sale and their creators, by ranges of ids, so that the cost of a part is constant. A range
-- is half-open; null is unbounded.

create function public.productos_en_venta() returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.productos where status = 'approved' and not oculto;
$$;
grant execute on function public.productos_en_venta() to anon, authenticated;

-- A product changes with an approved revision, a version, or its price.
create function public.mapa_de_productos(p_desde uuid, p_hasta uuid) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
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
$$;
grant execute on function public.mapa_de_productos(uuid, uuid) to anon, authenticated;

create function public.mapa_de_creadores(p_desde uuid, p_hasta uuid) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
  select coalesce(jsonb_agg(jsonb_build_object('nombre', u.display_name, 'modificado', c.ultimo) order by u.id), '[]')
  from (
    select usuario_id, max(publicado_at) as ultimo from public.productos
    where usuario_id >= p_desde and (p_hasta is null or usuario_id < p_hasta) and status = 'approved' and not oculto
    group by usuario_id order by usuario_id limit 50000
  ) c join public.usuarios_meta u on u.id = c.usuario_id;
$$;
grant execute on function public.mapa_de_creadores(uuid, uuid) to anon, authenticated;

-- Disputes in the panel: the queue, evidence of the purchase, and answers.

-- Answers to disputes. A draft may change; a sent answer is final.
create table public.respuestas_disputa (
  disputa_id uuid primary key references public.disputas (id) on delete restrict,
  texto text not null check (char_length(texto) between 1 and 20000),
  estado text not null default 'borrador' check (estado in ('borrador', 'enviando', 'enviada')),
  pruebas jsonb,
  error text check (char_length(error) <= 500),
  editada_por uuid references public.usuarios_meta (id) on delete set null,
  editada_at timestamptz not null default now(),
  enviada_por uuid references public.usuarios_meta (id) on delete set null,
  enviada_at timestamptz
);
comment on column public.respuestas_disputa.pruebas is 'the facts as they were sent beside the text';
create index respuestas_disputa_editada_por_idx on public.respuestas_disputa (editada_por);
create index respuestas_disputa_enviada_por_idx on public.respuestas_disputa (enviada_por);
create index respuestas_disputa_enviando_idx on public.respuestas_disputa (editada_at) where estado = 'enviando';

alter table public.respuestas_disputa enable row level security;

create function privado.conservar_respuesta() returns trigger
language plpgsql set search_path = '' as $$
begin
  if (old.estado = 'enviada' and new.estado <> 'enviada')
    or (new.estado <> 'borrador' and (new.texto <> old.texto or new.pruebas is distinct from old.pruebas)) then
    raise exception 'what was sent to a provider is not changed';
  end if;
  return new;
end
$$;
create trigger conservar_respuesta before update on public.respuestas_disputa
  for each row when (old.estado <> 'borrador') execute function privado.conservar_respuesta();

create index disputas_pendientes_idx on public.disputas (vence_at, id) where fase in ('consulta', 'abierta', 'sin_decidir');
create index disputas_abierta_at_idx on public.disputas (abierta_at desc, id);

-- Evidence of a purchase for the provider, without address, mail and telephone.
create function privado.pruebas_de(p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'pago_id', p.id, 'nombre', p.presupuesto ->> 'nombre', 'total_centimos', p.total_centimos, 'metodo', p.metodo,
    'creado_at', p.creado_at, 'pagado_at', coalesce(p.confirmado_at, p.pagado_at), 'entregado_at', p.entregado_at,
    'minecraft_name', p.minecraft_name,
    'comprador', jsonb_build_object('id', c.id, 'display_name', c.display_name, 'created_at', c.created_at),
    'destinatario', case when p.destinatario_id <> p.user_id then (
      select d.display_name from public.usuarios_meta d where d.id = p.destinatario_id) end,
    -- The stored consent of the buyer.
    'consentimiento', (select jsonb_object_agg(k.key, k.value) from jsonb_each(to_jsonb(p)) k
      where k.key like 'consentimiento%' and k.value <> 'null'),
    'pedidos', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'producto', coalesce(x.nombre, p.presupuesto ->> 'nombre'),
        'edicion', e.nombre, 'created_at', a.created_at, 'descargas', a.descargas, 'momentos', coalesce((
          select jsonb_agg(m.created_at order by m.created_at) from (
            select h.created_at from public.descargas_hechas h where h.adquisicion_id = a.id
            order by h.created_at desc limit 20) m), '[]')) order by a.created_at, a.id)
      from public.adquisiciones a left join public.productos x on x.id = a.producto_id
      left join public.ediciones e on e.id = a.edicion_id where a.pago_id = p.id), '[]'),
    'mensajes', coalesce((
      select jsonb_agg(jsonb_build_object('plantilla', m.plantilla, 'enviado_at', m.enviado_at) order by m.id)
      from public.correos m
      where m.user_id = p.user_id and m.datos ->> 'pago_id' = p.id::text and m.enviado_at is not null), '[]'),
    'resena', (
      select jsonb_build_object('estrellas', r.estrellas, 'created_at', r.created_at) from public.resenas r
      join public.adquisiciones a on a.producto_id = r.producto_id and a.pago_id = p.id
      where r.user_id = p.user_id and not r.oculta order by r.created_at limit 1),
    'otras_compras', (
      select count(*) from public.pagos o where o.user_id = p.user_id and o.id <> p.id and o.estado = 'entregado'
        and o.total_centimos > 0))
  from public.pagos p join public.usuarios_meta c on c.id = p.user_id where p.id = p_pago;
$$;

-- Maximum length of an answer: PayPal 2,000 characters, Stripe 20,000.
create function privado.largo_respuesta(p_proveedor text) returns integer
language sql immutable set search_path = '' as $$
  select case when p_proveedor = 'paypal' then 2000 else 20000 end;
$$;

-- Why a dispute cannot be answered, or null.
create function privado.motivo_no_responde(p_disputa public.disputas) returns text
language sql stable set search_path = '' as $$
  select case
    when p_disputa.fase not in ('consulta', 'abierta') then 'disputa_cerrada'
    when p_disputa.proveedor not in ('stripe', 'paypal') then 'sin_proveedor'
    when p_disputa.vence_at <= now() then 'fuera_de_plazo' end;
$$;

-- A dispute in the list.
create function privado.ficha_disputa(p_disputa public.disputas) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', p_disputa.id, 'pago_id', p_disputa.pago_id, 'proveedor', p_disputa.proveedor,
    'referencia', p_disputa.referencia, 'fase', p_disputa.fase, 'centimos', p_disputa.centimos,
    'total_centimos', p.total_centimos, 'motivo', p_disputa.motivo, 'vence_at', p_disputa.vence_at,
    'abierta_at', p_disputa.abierta_at, 'nombre', p.presupuesto ->> 'nombre', 'comprador', c.display_name,
    'comprador_id', c.id, 'respuesta', coalesce(r.estado, 'ninguna'),
    'se_puede_responder', privado.motivo_no_responde(p_disputa) is null,
    'largo', privado.largo_respuesta(p_disputa.proveedor))
  from public.pagos p join public.usuarios_meta c on c.id = p.user_id
  left join public.respuestas_disputa r on r.disputa_id = p_disputa.id
  where p.id = p_disputa.pago_id;
$$;

-- Open disputes, nearest deadline first; or decided ones, newest first, after a cursor.
create function public.admin_disputas(
  p_cerradas boolean, p_antes timestamptz default null, p_antes_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if coalesce(p_cerradas, false) then
    return jsonb_build_object('ok', true, 'disputas', coalesce((
      select jsonb_agg(privado.ficha_disputa(x.d) order by (x.d).abierta_at desc, (x.d).id)
      from (select d from public.disputas d where d.fase in ('perdida', 'ganada')
          and (p_antes is null or d.abierta_at < p_antes or (d.abierta_at = p_antes and d.id > p_antes_id))
        order by d.abierta_at desc, d.id limit 51) x), '[]'));
  end if;
  return jsonb_build_object('ok', true, 'disputas', coalesce((
    select jsonb_agg(privado.ficha_disputa(x.d) order by (x.d).vence_at nulls last, (x.d).id)
    from (select d from public.disputas d where d.fase in ('consulta', 'abierta', 'sin_decidir')
      order by d.vence_at nulls last, d.id limit 200) x), '[]'));
end
$$;
grant execute on function public.admin_disputas(boolean, timestamptz, uuid) to authenticated;

-- One dispute with its evidence and answer.
create function public.admin_disputa(p_disputa uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_disputa public.disputas;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_disputa from public.disputas where id = p_disputa;
  if v_disputa.id is null then return privado.rechazo('disputa_no_existe'); end if;
  return privado.ficha_disputa(v_disputa) || jsonb_build_object('ok', true,
    'pruebas', coalesce(
      (select r.pruebas from public.respuestas_disputa r where r.disputa_id = p_disputa and r.estado = 'enviada'),
      privado.pruebas_de(v_disputa.pago_id)),
    'texto', (select r.texto from public.respuestas_disputa r where r.disputa_id = p_disputa),
    'error', (select r.error from public.respuestas_disputa r where r.disputa_id = p_disputa),
    'enviada_at', (select r.enviada_at from public.respuestas_disputa r where r.disputa_id = p_disputa),
    'enviada_por', (select u.display_name from public.respuestas_disputa r join public.usuarios_meta u on u.id = r.enviada_por
      where r.disputa_id = p_disputa));
end
$$;
grant execute on function public.admin_disputa(uuid) to authenticated;

-- Saves a draft. `p_base` is the loaded text, empty if there was none.
create function public.guardar_respuesta(p_disputa uuid, p_base text, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_disputa public.disputas;
  v_antes public.respuestas_disputa;
  v_choque jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_disputa from public.disputas where id = p_disputa for no key update;
  if v_disputa.id is null then return privado.rechazo('disputa_no_existe'); end if;
  if char_length(btrim(coalesce(p_texto, ''))) not between 1 and privado.largo_respuesta(v_disputa.proveedor) then
    return privado.rechazo('texto_no_valido');
  end if;
  select * into v_antes from public.respuestas_disputa where disputa_id = p_disputa;
  if v_antes.estado in ('enviando', 'enviada') then return privado.rechazo('ya_enviada'); end if;
  if privado.motivo_no_responde(v_disputa) is not null then return privado.rechazo(privado.motivo_no_responde(v_disputa)); end if;
  v_choque := privado.choques(jsonb_build_object('texto', coalesce(v_antes.texto, '')),
    jsonb_build_object('texto', coalesce(p_base, '')), jsonb_build_object('texto', p_texto));
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  insert into public.respuestas_disputa as r (disputa_id, texto, editada_por) values (p_disputa, p_texto, auth.uid())
  on conflict (disputa_id) do update set texto = excluded.texto, editada_por = excluded.editada_por, editada_at = now();
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.guardar_respuesta(uuid, text, text) to authenticated;

-- Orders an answer to be sent, which makes it final. Idempotent until the provider answers. `p_texto` is what the admin
-- has read, and only that is sent.
create function public.enviar_respuesta(p_disputa uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_disputa public.disputas;
  v_respuesta public.respuestas_disputa;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_disputa from public.disputas where id = p_disputa for no key update;
  if v_disputa.id is null then return privado.rechazo('disputa_no_existe'); end if;
  select * into v_respuesta from public.respuestas_disputa where disputa_id = p_disputa;
  if v_respuesta.disputa_id is null then return privado.rechazo('texto_no_valido'); end if;
  if v_respuesta.estado = 'enviada' then return privado.rechazo('ya_enviada'); end if;
  if v_respuesta.texto is distinct from p_texto then
    return jsonb_build_object('texto', v_respuesta.texto) || privado.rechazo('conflicto');
  end if;
  if v_respuesta.estado = 'borrador' then
    if privado.motivo_no_responde(v_disputa) is not null then return privado.rechazo(privado.motivo_no_responde(v_disputa)); end if;
    update public.respuestas_disputa set estado = 'enviando', pruebas = privado.pruebas_de(v_disputa.pago_id), error = null,
      enviada_por = auth.uid(), editada_at = now()
    where disputa_id = p_disputa returning * into v_respuesta;
    perform privado.anotar('responder_disputa', 'pago', v_disputa.pago_id::text, null,
      jsonb_build_object('disputa', v_disputa.referencia, 'centimos', v_disputa.centimos));
  end if;
  return jsonb_build_object('ok', true, 'disputa_id', p_disputa, 'proveedor', v_disputa.proveedor,
    'referencia', v_disputa.referencia, 'texto', v_respuesta.texto, 'pruebas', v_respuesta.pruebas);
end
$$;
grant execute on function public.enviar_respuesta(uuid, text) to authenticated;

-- Records the provider's result; a refusal makes it a draft again.
create function public.cerrar_respuesta(p_disputa uuid, p_error text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.respuestas_disputa set estado = case when p_error is null then 'enviada' else 'borrador' end,
    enviada_at = case when p_error is null then now() end, error = left(p_error, 500)
  where disputa_id = p_disputa and estado = 'enviando';
$$;
grant execute on function public.cerrar_respuesta(uuid, text) to service_role;

-- Answers without a result.
create function public.respuestas_por_enviar() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'respuestas', coalesce(jsonb_agg(jsonb_build_object('disputa_id', d.id,
    'proveedor', d.proveedor, 'referencia', d.referencia, 'texto', r.texto, 'pruebas', r.pruebas) order by r.editada_at), '[]'))
  from public.respuestas_disputa r join public.disputas d on d.id = r.disputa_id
  where r.estado = 'enviando' and r.editada_at < now() - interval '1 minute';
$$;
grant execute on function public.respuestas_por_enviar() to service_role;

-- Recent refunds, newest first, with the admin who ordered them, or none for automatic ones.
create function public.admin_devoluciones(p_antes timestamptz default null, p_antes_id uuid default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'devoluciones', coalesce((
    select jsonb_agg(jsonb_build_object('id', x.id, 'pago_id', x.pago_id, 'centimos', x.centimos, 'estado', x.estado,
      'motivo', x.motivo, 'created_at', x.created_at, 'total_centimos', p.total_centimos, 'metodo', p.metodo,
      'nombre', p.presupuesto ->> 'nombre', 'comprador', c.display_name, 'pedido_por', (
        select u.display_name from public.usuarios_meta u where u.id = x.pedido_por)) order by x.created_at desc, x.id)
    from (select r.* from public.reembolsos r
      where p_antes is null or r.created_at < p_antes or (r.created_at = p_antes and r.id > p_antes_id)
      order by r.created_at desc, r.id limit 51) x
    join public.pagos p on p.id = x.pago_id join public.usuarios_meta c on c.id = p.user_id), '[]'));
end
$$;
grant execute on function public.admin_devoluciones(timestamptz, uuid) to authenticated;
create index reembolsos_created_at_idx on public.reembolsos (created_at desc, id);

-- Notifies every admin of refunds that the shop did not order.
create function privado.avisar_devolucion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.notificaciones (user_id, tipo, clave, datos)
  select u.id, 'devolucion', 'devolucion:' || new.id, jsonb_build_object('pago_id', new.pago_id,
    'centimos', new.centimos, 'nombre', p.presupuesto ->> 'nombre')
  from public.usuarios_meta u cross join public.pagos p
  where u.role = 'admin' and (u.banned_until is null or u.banned_until <= now()) and p.id = new.pago_id
  on conflict (user_id, clave) do nothing;
  return null;
end
$$;
create trigger avisar_devolucion after insert on public.reembolsos
  for each row when (new.pedido_por is null and new.estado in ('hecho', 'pendiente') and new.proveedor in ('stripe', 'paypal'))
  execute function privado.avisar_devolucion();

-- Drafts of creators: saved as typed, for other devices, and private until submission.

create table public.borradores (
  id uuid primary key,
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  producto_id uuid references public.productos (id) on delete cascade,
  contenido jsonb not null check (jsonb_typeof(contenido) = 'object' and char_length(contenido::text) <= 300000),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
comment on column public.borradores.contenido is 'the fields of the form as they were typed';
comment on column public.borradores.producto_id is 'the product that is being changed; null for a new one';
create unique index borradores_uno_por_producto_key on public.borradores (producto_id, usuario_id);
create index borradores_usuario_id_idx on public.borradores (usuario_id, updated_at desc);
create index borradores_archivos_idx on public.borradores using gin (privado.archivos_de(contenido));

alter table public.borradores enable row level security;
grant select on public.borradores to authenticated, service_role;
create policy borradores_select on public.borradores for select to authenticated
  using (usuario_id = (select auth.uid()));
create policy borradores_segundo_paso on public.borradores as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Saves a draft under an id of the form. `p_version` is the edited version, 0 for none: of two concurrent editors the
-- second is told and decides. Idempotent. At most 50 drafts.
create function public.guardar_borrador(p_id uuid, p_producto uuid, p_contenido jsonb, p_version integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_contenido jsonb := privado.leer_json(p_contenido);
  v_borrador public.borradores;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  if p_producto is not null and not exists (
    select from public.productos where id = p_producto and usuario_id = auth.uid()) then
    return privado.rechazo('no_existe');
  end if;
  select * into v_borrador from public.borradores
  where id = p_id or (producto_id = p_producto and usuario_id = auth.uid()) for no key update;
  if v_borrador.id is null then
    -- A deleted or submitted draft does not come back by itself.
    if p_version <> 0 then return privado.rechazo('cambiado') || jsonb_build_object('version', 0); end if;
    if (select count(*) from public.borradores where usuario_id = auth.uid()) >= 50 then
      return privado.rechazo('demasiados_borradores');
    end if;
    insert into public.borradores (id, usuario_id, producto_id, contenido)
    values (p_id, auth.uid(), p_producto, v_contenido);
    return jsonb_build_object('ok', true, 'version', 1);
  end if;
  if v_borrador.usuario_id <> auth.uid() or v_borrador.producto_id is distinct from p_producto then
    return privado.rechazo('no_existe');
  end if;
  if v_borrador.id = p_id and v_borrador.contenido = v_contenido then
    return jsonb_build_object('ok', true, 'version', v_borrador.version);
  end if;
  if v_borrador.id <> p_id or v_borrador.version is distinct from p_version then
    return privado.rechazo('cambiado') || jsonb_build_object('id', v_borrador.id, 'version', v_borrador.version);
  end if;
  update public.borradores set contenido = v_contenido, version = version + 1, updated_at = now()
  where id = p_id returning * into v_borrador;
  return jsonb_build_object('ok', true, 'version', v_borrador.version);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.guardar_borrador(uuid, uuid, jsonb, integer) to authenticated;

create function public.borrar_borrador(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  delete from public.borradores where id = p_id and usuario_id = auth.uid();
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.borrar_borrador(uuid) to authenticated;

-- Makes a submission a draft again, unless a newer draft exists. Returns its id.
create function privado.volver_borrador(p_producto uuid, p_se_va boolean, p_borrador uuid, p_contenido jsonb) returns uuid
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_borrador uuid;
begin
  update public.borradores set producto_id = case when not p_se_va then p_producto end
  where usuario_id = auth.uid() and producto_id = p_producto returning id into v_borrador;
  if v_borrador is null then
    insert into public.borradores (id, usuario_id, producto_id, contenido)
    values (p_borrador, auth.uid(), case when not p_se_va then p_producto end, privado.leer_json(p_contenido))
    returning id into v_borrador;
  end if;
  return v_borrador;
end
$$;

-- Whether a product that was never on sale has dependents: codes, coupons, redemptions, extensions.
create function privado.tiene_dependientes(p_producto uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.codigos_canjes where id_producto = p_producto)
    or exists (select from public.codigos_cupones where product_id = p_producto)
    or exists (select from public.adquisiciones where producto_id = p_producto)
    or exists (select from public.productos where base_id = p_producto)
    or exists (select from public.revisiones_producto r where r.estado = 'pendiente' and r.producto_id <> p_producto
      and r.autor_id = (select p.usuario_id from public.productos p where p.id = p_producto)
      and privado.leer_uuid(r.contenido ->> 'base_id') = p_producto);
$$;

-- Withdraws a submission, which becomes a draft unless a newer one exists. A product that was never on sale, never
-- decided about and has no dependents is deleted, and its slug is free.
create function public.cancelar_envio(p_producto uuid, p_borrador uuid, p_contenido jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_revision uuid;
  v_producto public.productos;
  v_es_nuevo boolean;
  v_borrador uuid;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  -- Lock order: product, then revision; for update, so that nothing is attached meanwhile.
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid() for update;
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  select id into v_revision from public.revisiones_producto
  where producto_id = p_producto and estado = 'pendiente' for no key update;
  if v_revision is null then return privado.rechazo('ya_resuelta'); end if;
  v_es_nuevo := v_producto.publicado_at is null and not exists (
    select from public.revisiones_producto where producto_id = p_producto and decidida_at is not null)
    and not privado.tiene_dependientes(p_producto);
  v_borrador := privado.volver_borrador(p_producto, v_es_nuevo, p_borrador, p_contenido);
  if v_es_nuevo then
    delete from public.productos where id = p_producto;
  else
    update public.revisiones_producto set estado = 'cancelada' where id = v_revision;
    update public.productos set status = 'rejected' where id = p_producto and status <> 'approved';
  end if;
  return jsonb_build_object('ok', true, 'borrador_id', v_borrador, 'es_nuevo', v_es_nuevo, 'slug', v_producto.slug);
exception
  when check_violation or not_null_violation or unique_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.cancelar_envio(uuid, uuid, jsonb) to authenticated;

-- Archives an own product, or restores its state. An archived one is in no list and not for sale, and its submission
-- becomes a draft, as in `cancelar_envio`. Buyers keep it. Returns whether it can be bought now.
create function public.archivar_producto(
  p_producto uuid, p_archivar boolean, p_borrador uuid default null, p_contenido jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_producto public.productos;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select * into v_producto from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  if p_archivar is distinct from (v_producto.archivado_at is not null) then
    if not privado.contar_intento('archivo', p_producto::text, 20, '1 hour') then
      return privado.rechazo('demasiados_intentos');
    end if;
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
      if found and p_contenido is not null then
        perform privado.volver_borrador(p_producto, false, p_borrador, p_contenido);
      end if;
      update public.productos set status = 'rejected' where id = p_producto and status = 'pending';
    end if;
    perform privado.anotar(case when p_archivar then 'archivar_producto' else 'recuperar_producto' end, 'producto',
      p_producto::text, jsonb_build_object('archivado_at', v_producto.archivado_at), null);
  end if;
  return jsonb_build_object('ok', true, 'slug', v_producto.slug, 'category', v_producto.category,
    'en_venta', (select privado.motivo_no_venta(p) is null from public.productos p where p.id = p_producto));
exception
  when check_violation or not_null_violation or unique_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.archivar_producto(uuid, boolean, uuid, jsonb) to authenticated;

-- Price changes by creators, without a review and within limits of the shop.

-- Why a price or offer is outside the limits, or null. The end of an offer returns to an earlier price, however large
-- the change.
create function privado.motivo_no_precio(
  p_precio numeric, p_oferta numeric, p_precio_nuevo numeric, p_oferta_nueva numeric
) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when p_precio_nuevo is null or p_precio = 0 and p_precio_nuevo <> 0 then 'precio_no_valido'
    when p_precio_nuevo <> p_precio and (p_precio_nuevo < t.precio_minimo or p_precio_nuevo > 99)
      or c.despues < c.antes and c.despues < t.precio_minimo then 'precio_no_valido'
    when abs(p_precio_nuevo - p_precio) * 100 > p_precio * t.precio_cambio_maximo_porcentaje
      or (c.antes - c.despues) * 100 > c.antes * t.precio_cambio_maximo_porcentaje then 'cambio_excesivo'
  end
  from public.configuracion_global t,
    (select least(p_precio, p_oferta) as antes, least(p_precio_nuevo, nullif(p_oferta_nueva, 0)) as despues) c
  where t.id = 1;
$$;

-- Replaces the prices of a content, so that a waiting revision does not restore old ones.
create function privado.con_precios(c jsonb, p_precio numeric, p_oferta numeric, p_ediciones jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select c || jsonb_build_object('precio', p_precio, 'oferta', p_oferta, 'ediciones', coalesce((
    select jsonb_agg(case when n.v is null then e.v
      else e.v || jsonb_build_object('precio', n.v -> 'precio', 'oferta', n.v -> 'oferta') end order by e.orden)
    from privado.lista_json(c -> 'ediciones') with ordinality e(v, orden)
    left join privado.lista_json(p_ediciones) n(v)
      on privado.leer_uuid(n.v ->> 'id') = privado.leer_uuid(e.v ->> 'id')), '[]'));
$$;

-- Changes the prices of an own product and its editions at once. `p_ediciones` has `id`, `precio` and `oferta` of each
-- changed edition. Offers with dates continue.
create function public.cambiar_precios(p_producto uuid, p_precio numeric, p_oferta numeric, p_ediciones jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ediciones jsonb := coalesce(privado.leer_json(p_ediciones), '[]');
  v_motivo text := privado.motivo_no_publica();
  v_antes public.productos;
  v_despues public.productos;
  v_cambio jsonb;
  v_edicion public.ediciones;
  v_nueva public.ediciones;
  v_lista jsonb := '[]'::jsonb;
  v_oferta numeric := privado.oferta_con_tope(p_oferta, p_precio);
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select * into v_antes from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v_antes.id is null then return privado.rechazo('no_existe'); end if;
  if v_antes.status <> 'approved' or v_antes.archivado_at is not null then return privado.rechazo('no_publicado'); end if;
  -- The limit applies per price: an edition that is named twice would pass it in steps.
  if jsonb_typeof(v_ediciones) <> 'array' or jsonb_array_length(v_ediciones) > 10
    or (select count(*) > count(distinct (e ->> 'id')::uuid) from privado.lista_json(v_ediciones) e) then
    return privado.rechazo('datos_no_validos');
  end if;
  if (select count(*) from public.auditoria where objeto_tipo = 'producto' and objeto_id = p_producto::text
    and accion = 'cambiar_precio' and actor_id = auth.uid() and created_at > now() - interval '1 day')
    >= (select precio_cambios_por_dia from public.configuracion_global where id = 1) then
    return privado.rechazo('demasiados_cambios');
  end if;
  perform privado.anotar_ofertas(p_producto);
  v_motivo := privado.motivo_no_precio(v_antes.precio, v_antes.oferta_fija, p_precio, p_oferta);
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  update public.productos set precio = p_precio, oferta = v_oferta, oferta_fija = v_oferta
  where id = p_producto returning * into v_despues;
  -- The struck price of an offer must have been charged before, so it cannot rise during the offer.
  if v_despues.oferta < v_despues.precio and v_despues.precio > v_antes.precio then
    raise exception using errcode = 'UN001', message = 'oferta_sin_precio';
  end if;
  for v_cambio in select jsonb_array_elements(v_ediciones) loop
    select * into v_edicion from public.ediciones
    where id = (v_cambio ->> 'id')::uuid and producto_id = p_producto and not retirada for no key update;
    if v_edicion.id is null then raise exception using errcode = 'UN001', message = 'no_existe'; end if;
    v_motivo := privado.motivo_no_precio(v_edicion.precio, v_edicion.oferta_fija, (v_cambio ->> 'precio')::numeric,
      (v_cambio ->> 'oferta')::numeric);
    if v_motivo is not null then raise exception using errcode = 'UN001', message = v_motivo; end if;
    v_oferta := privado.oferta_con_tope((v_cambio ->> 'oferta')::numeric, (v_cambio ->> 'precio')::numeric);
    update public.ediciones set precio = (v_cambio ->> 'precio')::numeric, oferta = v_oferta, oferta_fija = v_oferta
    where id = v_edicion.id returning * into v_nueva;
    if v_nueva.oferta < v_nueva.precio and v_nueva.precio > v_edicion.precio then
      raise exception using errcode = 'UN001', message = 'oferta_sin_precio';
    end if;
    v_lista := v_lista || jsonb_build_object('id', v_nueva.id, 'antes', v_edicion.precio, 'oferta_antes',
      v_edicion.oferta_fija, 'precio', v_nueva.precio, 'oferta', v_nueva.oferta_fija);
  end loop;
  update public.revisiones_producto
  set contenido = privado.con_precios(contenido, p_precio, v_despues.oferta_fija, v_ediciones)
  where producto_id = p_producto and estado = 'pendiente';
  perform privado.anotar('cambiar_precio', 'producto', p_producto::text,
    jsonb_build_object('precio', v_antes.precio, 'oferta', v_antes.oferta_fija),
    jsonb_build_object('precio', v_despues.precio, 'oferta', v_despues.oferta_fija, 'ediciones', v_lista));
  return jsonb_build_object('ok', true, 'slug', v_despues.slug);
exception
  when sqlstate 'UN001' then return privado.rechazo(sqlerrm);
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range
    then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.cambiar_precios(uuid, numeric, numeric, jsonb) to authenticated;

-- Plans an offer for an own product or edition, from the start of a day to the end of one. One at a time.
create function public.programar_oferta(
  p_producto uuid, p_edicion uuid, p_precio numeric, p_desde date, p_hasta date, p_descripcion text,
  p_descripcion_en text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_producto public.productos;
  v_precio numeric;
  v_desde timestamptz := privado.inicio_del_dia(p_desde);
  v_hasta timestamptz := privado.inicio_del_dia(p_hasta + 1);
  v_oferta public.ofertas;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select * into v_producto from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  if v_producto.status <> 'approved' or v_producto.archivado_at is not null then
    return privado.rechazo('no_publicado');
  end if;
  v_precio := v_producto.precio;
  if p_edicion is not null then
    select precio into v_precio from public.ediciones where id = p_edicion and producto_id = p_producto and not retirada;
    if v_precio is null then return privado.rechazo('no_existe'); end if;
  end if;
  if p_precio is null or p_precio >= v_precio
    or p_precio < (select precio_minimo from public.configuracion_global where id = 1) then
    return privado.rechazo('precio_no_valido');
  end if;
  if p_desde is null or p_hasta is null or p_desde < privado.hoy() or p_desde > privado.hoy() + 365
    or p_hasta < p_desde or p_hasta > p_desde + 90 then
    return privado.rechazo('fechas_no_validas');
  end if;
  if exists (select from public.ofertas o where o.producto_id = p_producto
    and o.edicion_id is not distinct from p_edicion and o.desde < v_hasta and o.hasta > greatest(v_desde, now())) then
    return privado.rechazo('oferta_solapada');
  end if;
  if (select count(*) from public.ofertas o where o.producto_id = p_producto and o.hasta > now()) >= 20 then
    return privado.rechazo('demasiadas_ofertas');
  end if;
  -- Each started offer adds two prices to the history and notifies everybody who saved the product. Ends need no limit:
  -- there are no more of them.
  if not privado.contar_intento('oferta', p_producto::text, 30, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.ofertas (producto_id, edicion_id, precio, desde, hasta, descripcion, descripcion_en)
  values (p_producto, p_edicion, p_precio, greatest(v_desde, now()), v_hasta, coalesce(btrim(p_descripcion), ''),
    nullif(btrim(p_descripcion_en), ''))
  returning * into v_oferta;
  perform privado.anotar_ofertas(p_producto);
  perform privado.anotar('programar_oferta', 'producto', p_producto::text, null, to_jsonb(v_oferta));
  return jsonb_build_object('ok', true, 'oferta_id', v_oferta.id, 'slug', v_producto.slug,
    'empezada', v_oferta.desde <= now());
exception
  when check_violation or numeric_value_out_of_range or datetime_field_overflow
    then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.programar_oferta(uuid, uuid, numeric, date, date, text, text) to authenticated;

-- Ends an own offer now; deletes one that has not begun.
create function public.cancelar_oferta(p_oferta uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_oferta public.ofertas;
  v_slug text;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select p.slug into v_slug from public.ofertas o join public.productos p on p.id = o.producto_id
  where o.id = p_oferta and p.usuario_id = auth.uid() for no key update of p;
  select * into v_oferta from public.ofertas where id = p_oferta for no key update;
  if v_slug is null or v_oferta.id is null then return privado.rechazo('no_existe'); end if;
  if v_oferta.hasta <= now() then return privado.rechazo('ya_terminada'); end if;
  if v_oferta.desde > now() then
    delete from public.ofertas where id = p_oferta;
  else
    perform privado.anotar_ofertas(v_oferta.producto_id);
    update public.ofertas set hasta = greatest(now(), desde + interval '1 microsecond'), cancelada_at = now()
    where id = p_oferta;
    perform privado.anotar_ofertas(v_oferta.producto_id);
  end if;
  perform privado.anotar('cancelar_oferta', 'producto', v_oferta.producto_id::text, to_jsonb(v_oferta), null);
  return jsonb_build_object('ok', true, 'slug', v_slug);
end
$$;
grant execute on function public.cancelar_oferta(uuid) to authenticated;

-- Coupons of creators for their own products, paid by their share alone (docs/payments.md, "Coupons of creators").

-- Creates a coupon with a percentage or an amount in cents, at most the creator's share of a sale.
create function public.crear_cupon(
  p_producto uuid, p_codigo text, p_porcentaje integer, p_centimos integer, p_minimo_centimos integer, p_desde date,
  p_hasta date, p_usos_max integer, p_usos_por_usuario integer
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_codigo text := upper(privado.codigo_limpio(p_codigo));
  v_parte integer := (select ingresos_creador_porcentaje from public.configuracion_global where id = 1);
  v_producto public.productos;
  v_cupon public.codigos_cupones;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  select * into v_producto from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins';
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  if v_codigo is null or v_codigo !~ '^[A-Z0-9][A-Z0-9_-]{2,39}$' then return privado.rechazo('codigo_no_valido'); end if;
  if num_nonnulls(p_porcentaje, p_centimos) <> 1 or coalesce(p_porcentaje, p_centimos) < 1 then
    return privado.rechazo('datos_no_validos');
  end if;
  if p_porcentaje > v_parte
    or p_centimos > privado.parte_porcentual((v_producto.precio * 100)::integer, v_parte) then
    return privado.rechazo('descuento_excesivo') || jsonb_build_object('porcentaje', v_parte);
  end if;
  if p_desde < privado.hoy() or p_hasta < coalesce(p_desde, privado.hoy()) or p_hasta > privado.hoy() + 730 then
    return privado.rechazo('fechas_no_validas');
  end if;
  if (select count(*) from public.codigos_cupones where creador_id = auth.uid() and parado_at is null
    and coalesce(caduca_at, 'infinity') > now()) >= 100 then
    return privado.rechazo('demasiados_cupones');
  end if;
  if exists (select from public.codigos_cupones where product_id = p_producto and upper(codigo) = v_codigo) then
    return privado.rechazo('codigo_ocupado');
  end if;
  if not privado.contar_intento('cupon_propio', auth.uid()::text, 200, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.codigos_cupones (codigo, product_id, percent_discount, descuento_centimos, minimo_centimos, desde_at,
    caduca_at, usos_max, usos_por_usuario, creador_id)
  values (v_codigo, p_producto, p_porcentaje, p_centimos, p_minimo_centimos, privado.inicio_del_dia(p_desde),
    privado.fin_del_dia(p_hasta), p_usos_max, p_usos_por_usuario, auth.uid())
  returning * into v_cupon;
  perform privado.anotar('crear_cupon', 'cupon', v_cupon.id::text, null, to_jsonb(v_cupon));
  return jsonb_build_object('ok', true, 'cupon_id', v_cupon.id);
exception
  when unique_violation then return privado.rechazo('codigo_ocupado');
  when check_violation or datetime_field_overflow then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.crear_cupon(uuid, text, integer, integer, integer, date, date, integer, integer)
  to authenticated;

-- Stops an own coupon. Payments that hold a use keep their price.
create function public.parar_cupon(p_cupon uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cupon public.codigos_cupones;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.codigos_cupones set parado_at = coalesce(parado_at, now())
  where id = p_cupon and creador_id = auth.uid() returning * into v_cupon;
  if v_cupon.id is null then return privado.rechazo('no_existe'); end if;
  if v_cupon.parado_at = now() then
    perform privado.anotar('parar_cupon', 'cupon', p_cupon::text, null, jsonb_build_object('codigo', v_cupon.codigo));
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.parar_cupon(uuid) to authenticated;

-- The signed-in creator's coupons with uses, holds, revenue and discounts.
create function public.mis_cupones() returns table (
  id uuid, codigo text, producto text, slug text, percent_discount integer, descuento_centimos integer,
  minimo_centimos integer, desde_at timestamptz, caduca_at timestamptz, parado_at timestamptz, usos_max integer,
  usos_por_usuario integer, creado_at timestamptz, usos bigint, retenidos bigint, regalado_centimos bigint,
  vendido_centimos bigint
)
language sql stable security definer set search_path = '' as $$
  select c.id, c.codigo, p.nombre, p.slug, c.percent_discount, c.descuento_centimos, c.minimo_centimos, c.desde_at,
    c.caduca_at, c.parado_at, c.usos_max, c.usos_por_usuario, c.creado_at, u.usos,
    (select count(*) from public.reservas r where r.cupon_id = c.id and r.hasta > now()), u.regalado, u.vendido
  from public.codigos_cupones c join public.productos p on p.id = c.product_id
  cross join lateral (
    select count(*) as usos, coalesce(sum(g.total_centimos), 0) as vendido,
      coalesce(sum((g.presupuesto #>> '{interno,cupon_creador_centimos}')::integer), 0) as regalado
    from public.pagos g where g.cupon_id = c.id and g.motivo_no_entregado is null
      and g.estado in ('pagado', 'entregado', 'en_disputa')
  ) u
  where c.creador_id = privado.persona_completa();
$$;
grant execute on function public.mis_cupones() to authenticated;

-- News for people who saved a product: on offer, released, available again. Recorded when it happens; a job notifies in
-- batches.

create table public.novedades_producto (
  id bigint generated always as identity primary key,
  producto_id uuid not null references public.productos (id) on delete cascade,
  edicion_id uuid references public.ediciones (id) on delete cascade,
  tipo text not null check (tipo in ('oferta', 'estreno', 'disponible')),
  -- The cause, so that it is recorded once.
  clave text not null,
  precio numeric(10, 2),
  oferta numeric(10, 2),
  -- Everybody up to this person is notified.
  contado_hasta uuid,
  terminada_at timestamptz,
  created_at timestamptz not null default now(),
  unique (producto_id, tipo, clave)
);
create index novedades_abiertas_idx on public.novedades_producto (id) where terminada_at is null;
create index novedades_edicion_id_idx on public.novedades_producto (edicion_id);

alter table public.novedades_producto enable row level security;
grant select on public.novedades_producto to service_role;

-- Every price, and so every offer, adds a row to the history.
create function privado.anotar_oferta() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.novedades_producto (producto_id, edicion_id, tipo, clave, precio, oferta)
  select new.producto_id, new.edicion_id, 'oferta', new.id::text, new.precio, new.oferta
  where exists (select from public.favoritos f where f.producto_id = new.producto_id)
  on conflict do nothing;
  return null;
end
$$;
create trigger anotar_oferta after insert on public.historial_precios
  for each row when (new.producto_id is not null and new.oferta < new.precio) execute function privado.anotar_oferta();

-- Records a release, once, and availability, once a day, because stock changes often.
create function privado.anotar_vuelta() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if old.reserva and not new.reserva then
    insert into public.novedades_producto (producto_id, tipo, clave) values (new.id, 'estreno', 'estreno')
    on conflict do nothing;
  end if;
  if privado.motivo_no_venta(old) is not null and privado.motivo_no_venta(new) is null then
    insert into public.novedades_producto (producto_id, tipo, clave) values (new.id, 'disponible', privado.hoy()::text)
    on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger anotar_vuelta after update of reserva, disponibilidad, stock, unidades on public.productos
  for each row when (old.status = 'approved' and new.status = 'approved' and not new.oculto and (
    old.reserva and not new.reserva
    or (new.disponibilidad and new.stock and coalesce(new.unidades, 1) > 0
      and not (old.disponibilidad and old.stock and coalesce(old.unidades, 1) > 0))))
  execute function privado.anotar_vuelta();

-- Whether news is still true when it is sent. An offer must be below the lowest price of the 30 days before it.
create function privado.novedad_vigente(p_novedad public.novedades_producto) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_novedad.created_at > now() - interval '7 days' and exists (
    select from public.productos p left join public.ediciones e on e.id = p_novedad.edicion_id
    where p.id = p_novedad.producto_id and privado.motivo_no_venta(p) is null and not p.oculto
      and case p_novedad.tipo
        when 'oferta' then case when p_novedad.edicion_id is null then p.oferta = p_novedad.oferta and p.oferta < p.precio
            else e.oferta = p_novedad.oferta and e.oferta < e.precio and not e.retirada end
          and p_novedad.oferta < coalesce(
            privado.precio_minimo_reciente(p_novedad.producto_id, p_novedad.edicion_id), p_novedad.precio)
        when 'estreno' then not p.reserva or p.fecha_lanzamiento <= privado.hoy()
        else true
      end);
$$;

-- Notifies the next people of news about their favourites, up to a limit, once each; news without recipients counts as
-- one. Owners and the creator are skipped. It stops while many such mails wait, so that receipts are not delayed.
-- Returns the number of people.
create function public.avisar_favoritos(p_limite integer default 1000) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_quedan integer := least(greatest(coalesce(p_limite, 1000), 1), 5000);
  v_mas_correos constant integer := 500;
  v_contados integer := 0;
  v_leidos integer;
  v_hasta uuid;
  v_nuevos integer;
  v_correos integer;
  n public.novedades_producto;
begin
  insert into public.novedades_producto (producto_id, tipo, clave)
  select p.id, 'estreno', 'estreno' from public.productos p
  where p.status = 'approved' and not p.oculto and p.reserva
    and p.fecha_lanzamiento between privado.hoy() - 6 and privado.hoy()
    and exists (select from public.favoritos f where f.producto_id = p.id)
  on conflict do nothing;

  while v_quedan > 0 loop
    select count(*) into v_correos from (
      select from public.correos where estado = 'pendiente' and plantilla = 'favorito' limit v_mas_correos) c;
    exit when v_correos >= v_mas_correos;
    select * into n from public.novedades_producto where terminada_at is null
    order by id limit 1 for update skip locked;
    exit when n.id is null;
    if not privado.novedad_vigente(n) then
      update public.novedades_producto set terminada_at = now() where id = n.id;
      v_quedan := v_quedan - 1;
      continue;
    end if;
    with siguientes as materialized (
      select f.user_id from public.favoritos f
      where f.producto_id = n.producto_id and (n.contado_hasta is null or f.user_id > n.contado_hasta)
      order by f.user_id limit least(v_quedan, v_mas_correos - v_correos)
    ), avisados as (
      insert into public.notificaciones (user_id, tipo, clave, datos)
      select u.id, 'favorito', 'favorito:' || n.id, jsonb_build_object('motivo', n.tipo, 'slug', p.slug,
        'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre, 'edicion_en', e.nombre_en,
        'precio_centimos', round(n.precio * 100)::integer, 'oferta_centimos', round(n.oferta * 100)::integer)
      from siguientes s
      join public.usuarios_meta u on u.id = s.user_id
      join public.productos p on p.id = n.producto_id
      left join public.ediciones e on e.id = n.edicion_id
      where u.borrada_at is null and (u.banned_until is null or u.banned_until <= now()) and u.id <> p.usuario_id
        and not exists (select from public.adquisiciones a
          where a.user_id = u.id and a.producto_id = p.id and a.revocada_at is null)
      on conflict (user_id, clave) do nothing
      returning user_id, datos
    ), escritos as (
      insert into public.correos (clave, user_id, plantilla, datos)
      select 'favorito:' || n.id || ':' || a.user_id, a.user_id, 'favorito', a.datos || jsonb_build_object('usuario', a.user_id)
      from avisados a join public.preferencias_aviso w on w.user_id = a.user_id and w.correo_favoritos
      on conflict (clave) do nothing
    )
    select (select count(*) from siguientes), (select s.user_id from siguientes s order by s.user_id desc limit 1),
      (select count(*) from avisados)
    into v_leidos, v_hasta, v_nuevos;
    update public.novedades_producto set contado_hasta = coalesce(v_hasta, contado_hasta),
      terminada_at = case when v_leidos < least(v_quedan, v_mas_correos - v_correos) then now() end
    where id = n.id;
    v_quedan := v_quedan - greatest(v_leidos, 1);
    v_contados := v_contados + v_nuevos;
  end loop;

  delete from public.novedades_producto where id in (
    select id from public.novedades_producto where terminada_at < now() - interval '90 days' and tipo <> 'estreno'
    order by id limit 1000);
  return v_contados;
end
$$;
grant execute on function public.avisar_favoritos(integer) to service_role;
create index novedades_viejas_idx on public.novedades_producto (terminada_at) where tipo <> 'estreno';

-- Unsubscribes a person by the sealed link of a mail, without a sign-in.
create function public.dejar_correos_favoritos(p_usuario uuid, p_sello text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.sello_valido(array['dejar_correos_favoritos', p_usuario::text], p_sello) then
    return privado.rechazo('sello_no_valido');
  end if;
  update public.preferencias_aviso set correo_favoritos = false where user_id = p_usuario and correo_favoritos;
  delete from public.correos where user_id = p_usuario and plantilla = 'favorito' and estado = 'pendiente';
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.dejar_correos_favoritos(uuid, text) to anon, authenticated;

-- Related products, in a table that a job refreshes in parts. Only products with at least five common owners, so that
-- no individual can be identified.

create table public.productos_relacionados (
  producto_id uuid not null references public.productos (id) on delete cascade,
  relacionado_id uuid not null references public.productos (id) on delete cascade,
  compradores integer not null check (compradores >= 5),
  puesto integer not null,
  primary key (producto_id, relacionado_id)
);
create index productos_relacionados_relacionado_id_idx on public.productos_relacionados (relacionado_id);

alter table public.productos_relacionados enable row level security;
grant select on public.productos_relacionados to service_role;

-- When the related products were last counted.
create table public.cuentas_relacionados (
  producto_id uuid primary key references public.productos (id) on delete cascade,
  contada_at timestamptz not null default now()
);
create index cuentas_relacionados_contada_idx on public.cuentas_relacionados (contada_at);

alter table public.cuentas_relacionados enable row level security;
grant select on public.cuentas_relacionados to service_role;

-- Recounts products with at least five owners, oldest first, once a day each. People with more than 200 products are
-- ignored. Returns the number of products.
create function public.contar_relacionados(p_limite integer default 200) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_productos uuid[];
begin
  -- Concurrent calls would count the same products.
  if not pg_try_advisory_xact_lock(hashtext('contar_relacionados')) then return 0; end if;
  v_productos := array(
    select p.id from public.productos p left join public.cuentas_relacionados c on c.producto_id = p.id
    where p.status = 'approved' and not p.oculto and p.adquirido >= 5
      and (c.contada_at is null or c.contada_at < now() - interval '1 day')
    order by c.contada_at nulls first, p.id limit least(greatest(coalesce(p_limite, 200), 1), 1000));
  delete from public.productos_relacionados where producto_id = any (v_productos);
  with suyos as materialized (
    select distinct a.producto_id, a.user_id from public.adquisiciones a
    where a.producto_id = any (v_productos) and a.revocada_at is null
  ), compradores as materialized (
    select s.user_id from (select distinct user_id from suyos) s
    where (select count(*) from (
      select from public.adquisiciones a where a.user_id = s.user_id limit 201) x) <= 200
  ), tambien as materialized (
    select distinct a.user_id, a.producto_id from compradores c
    join public.adquisiciones a on a.user_id = c.user_id and a.revocada_at is null
  ), pares as (
    select s.producto_id, t.producto_id as relacionado_id, count(*)::integer as compradores
    from suyos s join tambien t on t.user_id = s.user_id and t.producto_id <> s.producto_id
    group by 1, 2 having count(*) >= 5
  ), puestos as (
    -- Common purchases relative to all purchases: otherwise the most popular would relate to everything.
    select r.*, row_number() over (
      partition by r.producto_id order by r.compradores / sqrt(greatest(p.adquirido, r.compradores)) desc, p.id) as puesto
    from pares r join public.productos p on p.id = r.relacionado_id
    where p.status = 'approved' and not p.oculto
  )
  insert into public.productos_relacionados (producto_id, relacionado_id, compradores, puesto)
  select producto_id, relacionado_id, compradores, puesto from puestos where puesto <= 12;
  insert into public.cuentas_relacionados (producto_id) select unnest(v_productos)
  on conflict (producto_id) do update set contada_at = now();
  return cardinality(v_productos);
end
$$;
grant execute on function public.contar_relacionados(integer) to service_role;

-- Related products on sale, best first, without the number of owners.
create function public.relacionados_de(p_producto uuid, p_limite integer default 3) returns table (id uuid)
language sql stable security definer set search_path = '' as $$
  select p.id from public.productos_relacionados r join public.productos p on p.id = r.relacionado_id
  where r.producto_id = p_producto and p.status = 'approved' and not p.oculto
  order by r.puesto limit least(greatest(p_limite, 1), 12);
$$;
grant execute on function public.relacionados_de(uuid, integer) to anon, authenticated;

-- The lists of the panel.

-- Up to 100 people by id, or part of a name, username or mail address.
create function privado.personas_llamadas(p_texto text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select case when privado.leer_uuid(p_texto) is not null then array[privado.leer_uuid(p_texto)]
    else privado.personas_con(p_texto, 100) end;
$$;

-- A person in a list.
create function privado.ficha_usuario(u public.usuarios_meta) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', u.id, 'display_name', u.display_name, 'username', u.username,
    'avatar_url', u.avatar_url, 'email', (select a.email from auth.users a where a.id = u.id), 'role', u.role,
    'club', u.club, 'reputacion', u.reputacion, 'uncoins', u.uncoins, 'banned_until', u.banned_until,
    'ban_motivo', u.ban_motivo, 'created_at', u.created_at);
$$;

-- A list request: search text and matching people, filter, order and direction, cursor (value and id), and number of
-- rows. Null is not restricted.
create type privado.peticion_lista as (
  buscar text, personas uuid[], filtro text, orden text, sube boolean, clave text, id text, limite integer
);

-- Each list is a query: id, moment, sort value (null for an unsupported order), and shown data. `force_custom_plan`
-- removes unused conditions and orders, so that the matching index is used.

create function privado.lista_productos(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'nombre', 'precio', 'visitas', 'pedidos') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      case l.orden
        when 'nombre' then to_jsonb(lower(x.nombre))
        when 'precio' then to_jsonb(x.precio)
        when 'visitas' then to_jsonb(x.visitas)
        when 'pedidos' then to_jsonb(x.adquirido)
        else to_jsonb(x.created_at) end as clave,
      jsonb_build_object('nombre', x.nombre, 'slug', x.slug, 'precio', x.precio,
        'oferta', x.oferta, 'status', x.status, 'visitas', x.visitas, 'adquirido', x.adquirido, 'created_at', x.created_at,
        'creador_id', x.usuario_id,
        'creador', (select u.display_name from public.usuarios_meta u where u.id = x.usuario_id)) as datos
    from public.productos x
    where (l.buscar is null or x.nombre ilike '%' || regexp_replace(l.buscar, '([\\%_])', '\\\1', 'g') || '%'
        or x.slug = lower(l.buscar) or x.id = privado.leer_uuid(l.buscar) or x.usuario_id = any (l.personas))
      and (l.filtro is null or x.status = l.filtro)
      and case
        when l.clave is null then true
        when l.orden = 'nombre' and l.sube then (lower(x.nombre), x.id) > (l.clave, l.id::uuid)
        when l.orden = 'nombre' then (lower(x.nombre), x.id) < (l.clave, l.id::uuid)
        when l.orden = 'precio' and l.sube then (x.precio, x.id) > (l.clave::numeric, l.id::uuid)
        when l.orden = 'precio' then (x.precio, x.id) < (l.clave::numeric, l.id::uuid)
        when l.orden = 'visitas' and l.sube then (x.visitas, x.id) > (l.clave::integer, l.id::uuid)
        when l.orden = 'visitas' then (x.visitas, x.id) < (l.clave::integer, l.id::uuid)
        when l.orden = 'pedidos' and l.sube then (x.adquirido, x.id) > (l.clave::integer, l.id::uuid)
        when l.orden = 'pedidos' then (x.adquirido, x.id) < (l.clave::integer, l.id::uuid)
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.created_at end,
      case when l.orden = 'fecha' and not l.sube then x.created_at end desc,
      case when l.orden = 'nombre' and l.sube then lower(x.nombre) end,
      case when l.orden = 'nombre' and not l.sube then lower(x.nombre) end desc,
      case when l.orden = 'precio' and l.sube then x.precio end,
      case when l.orden = 'precio' and not l.sube then x.precio end desc,
      case when l.orden = 'visitas' and l.sube then x.visitas end,
      case when l.orden = 'visitas' and not l.sube then x.visitas end desc,
      case when l.orden = 'pedidos' and l.sube then x.adquirido end,
      case when l.orden = 'pedidos' and not l.sube then x.adquirido end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_pagos(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'importe') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.creado_at as momento,
      case l.orden when 'importe' then to_jsonb(x.total_centimos) else to_jsonb(x.creado_at) end as clave,
      jsonb_build_object('estado', x.estado, 'metodo', x.metodo,
        'total_centimos', x.total_centimos, 'referencia', x.referencia, 'nombre', x.presupuesto ->> 'nombre',
        'comprador', (select u.display_name from public.usuarios_meta u where u.id = x.user_id)) as datos
    from public.pagos x
    where (l.buscar is null or x.referencia = l.buscar or x.user_id = any (l.personas)
        or x.id = privado.leer_uuid(l.buscar))
      and (l.filtro is null or x.estado = l.filtro)
      and case
        when l.clave is null then true
        when l.orden = 'importe' and l.sube then (x.total_centimos, x.id) > (l.clave::integer, l.id::uuid)
        when l.orden = 'importe' then (x.total_centimos, x.id) < (l.clave::integer, l.id::uuid)
        when l.sube then (x.creado_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.creado_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.creado_at end,
      case when l.orden = 'fecha' and not l.sube then x.creado_at end desc,
      case when l.orden = 'importe' and l.sube then x.total_centimos end,
      case when l.orden = 'importe' and not l.sube then x.total_centimos end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_pedidos(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'precio') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      case l.orden when 'precio' then to_jsonb(x.precio_pagado) else to_jsonb(x.created_at) end as clave,
      jsonb_build_object('origen', x.origen, 'precio_pagado', x.precio_pagado,
        'minecraft_name', x.minecraft_name, 'es_reserva', x.es_reserva, 'revocada_at', x.revocada_at,
        'pago_id', x.pago_id, 'user_id', x.user_id,
        'dueno', (select u.display_name from public.usuarios_meta u where u.id = x.user_id),
        'producto', (select p.nombre from public.productos p where p.id = x.producto_id),
        'edicion', (select e.nombre from public.ediciones e where e.id = x.edicion_id)) as datos
    from public.adquisiciones x
    where (l.buscar is null or x.user_id = any (l.personas) or x.id = privado.leer_uuid(l.buscar)
        or x.producto_id = (select p.id from public.productos p where p.slug = lower(l.buscar)))
      and (l.filtro is null or x.origen = l.filtro)
      and case
        when l.clave is null then true
        when l.orden = 'precio' and l.sube then (x.precio_pagado, x.id) > (l.clave::numeric, l.id::uuid)
        when l.orden = 'precio' then (x.precio_pagado, x.id) < (l.clave::numeric, l.id::uuid)
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.created_at end,
      case when l.orden = 'fecha' and not l.sube then x.created_at end desc,
      case when l.orden = 'precio' and l.sube then x.precio_pagado end,
      case when l.orden = 'precio' and not l.sube then x.precio_pagado end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_eventos(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden <> 'fecha' then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.recibido_at as momento,
      x.recibido_at as clave,
      jsonb_build_object('proveedor', x.proveedor, 'evento_id', x.evento_id, 'tipo', x.tipo,
        'procesado_at', x.procesado_at) as datos
    from public.eventos_proveedor x
    where (l.buscar is null or x.evento_id = l.buscar
        or x.tipo like regexp_replace(l.buscar, '([\\%_])', '\\\1', 'g') || '%')
      and (l.filtro is null
        or case l.filtro when 'pendiente' then x.procesado_at is null else x.proveedor = l.filtro end)
      and case
        when l.clave is null then true
        when l.sube then (x.recibido_at, x.id) > (l.clave::timestamptz, l.id::bigint)
        else (x.recibido_at, x.id) < (l.clave::timestamptz, l.id::bigint)
      end
    order by
      case when l.sube then x.recibido_at end, case when not l.sube then x.recibido_at end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_retiros(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'importe') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      case l.orden when 'importe' then to_jsonb(x.amount) else to_jsonb(x.created_at) end as clave,
      jsonb_build_object('estado', x.estado, 'amount', x.amount,
        'paypal_email', x.paypal_email, 'motivo', x.motivo,
        'creador', (select u.display_name from public.usuarios_meta u where u.id = x.usuario_id)) as datos
    from public.withdrawals x
    where (l.buscar is null or x.usuario_id = any (l.personas) or lower(x.paypal_email) = lower(l.buscar)
        or x.id = privado.leer_uuid(l.buscar))
      and (l.filtro is null or x.estado = l.filtro)
      and case
        when l.clave is null then true
        when l.orden = 'importe' and l.sube then (x.amount, x.id) > (l.clave::numeric, l.id::uuid)
        when l.orden = 'importe' then (x.amount, x.id) < (l.clave::numeric, l.id::uuid)
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.created_at end,
      case when l.orden = 'fecha' and not l.sube then x.created_at end desc,
      case when l.orden = 'importe' and l.sube then x.amount end,
      case when l.orden = 'importe' and not l.sube then x.amount end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_codigos(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'codigo') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.creado_at as momento,
      case l.orden when 'codigo' then to_jsonb(upper(x.codigo)) else to_jsonb(x.creado_at) end as clave,
      jsonb_build_object('codigo', x.codigo, 'canjeado', x.canjeado, 'canjeado_at', x.canjeado_at,
        'por', (select u.display_name from public.usuarios_meta u where u.id = x.canjeado_por),
        'producto', (select p.nombre from public.productos p where p.id = x.id_producto),
        'edicion', (select e.nombre from public.ediciones e where e.id = x.id_edicion)) as datos
    from public.codigos_canjes x
    where (l.buscar is null or upper(x.codigo) like
        upper(regexp_replace(privado.codigo_limpio(l.buscar), '([\\%_])', '\\\1', 'g')) || '%'
        or x.id_producto = (select p.id from public.productos p where p.slug = lower(l.buscar)))
      and (l.filtro is null or x.canjeado = (l.filtro = 'canjeado'))
      and case
        when l.clave is null then true
        when l.orden = 'codigo' and l.sube then (upper(x.codigo), x.id) > (l.clave, l.id::uuid)
        when l.orden = 'codigo' then (upper(x.codigo), x.id) < (l.clave, l.id::uuid)
        when l.sube then (x.creado_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.creado_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.creado_at end,
      case when l.orden = 'fecha' and not l.sube then x.creado_at end desc,
      case when l.orden = 'codigo' and l.sube then upper(x.codigo) end,
      case when l.orden = 'codigo' and not l.sube then upper(x.codigo) end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_cupones(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'codigo', 'descuento', 'caduca') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.creado_at as momento,
      case l.orden
        when 'codigo' then to_jsonb(upper(x.codigo))
        when 'descuento' then to_jsonb(coalesce(x.percent_discount, 0))
        when 'caduca' then to_jsonb(coalesce(x.caduca_at, 'infinity'))
        else to_jsonb(x.creado_at) end as clave,
      jsonb_build_object('codigo', x.codigo, 'percent_discount', x.percent_discount,
        'caduca_at', x.caduca_at, 'usos_max', x.usos_max, 'usos_por_usuario', x.usos_por_usuario,
        'producto', (select p.nombre from public.productos p where p.id = x.product_id),
        'slug', (select p.slug from public.productos p where p.id = x.product_id)) as datos
    from public.codigos_cupones x
    where (l.buscar is null or upper(x.codigo) like
        upper(regexp_replace(privado.codigo_limpio(l.buscar), '([\\%_])', '\\\1', 'g')) || '%'
        or x.product_id = (select p.id from public.productos p where p.slug = lower(l.buscar)))
      and (l.filtro is null or (coalesce(x.caduca_at, 'infinity') > now()) = (l.filtro = 'vigente'))
      and case
        when l.clave is null then true
        when l.orden = 'codigo' and l.sube then (upper(x.codigo), x.id) > (l.clave, l.id::uuid)
        when l.orden = 'codigo' then (upper(x.codigo), x.id) < (l.clave, l.id::uuid)
        when l.orden = 'descuento' and l.sube then (coalesce(x.percent_discount, 0), x.id) > (l.clave::integer, l.id::uuid)
        when l.orden = 'descuento' then (coalesce(x.percent_discount, 0), x.id) < (l.clave::integer, l.id::uuid)
        when l.orden = 'caduca' and l.sube then (coalesce(x.caduca_at, 'infinity'), x.id) > (l.clave::timestamptz, l.id::uuid)
        when l.orden = 'caduca' then (coalesce(x.caduca_at, 'infinity'), x.id) < (l.clave::timestamptz, l.id::uuid)
        when l.sube then (x.creado_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.creado_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.creado_at end,
      case when l.orden = 'fecha' and not l.sube then x.creado_at end desc,
      case when l.orden = 'codigo' and l.sube then upper(x.codigo) end,
      case when l.orden = 'codigo' and not l.sube then upper(x.codigo) end desc,
      case when l.orden = 'descuento' and l.sube then coalesce(x.percent_discount, 0) end,
      case when l.orden = 'descuento' and not l.sube then coalesce(x.percent_discount, 0) end desc,
      case when l.orden = 'caduca' and l.sube then coalesce(x.caduca_at, 'infinity') end,
      case when l.orden = 'caduca' and not l.sube then coalesce(x.caduca_at, 'infinity') end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_reportes(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden <> 'fecha' then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      x.created_at as clave,
      jsonb_build_object('objeto_tipo', x.objeto_tipo, 'objeto_id', x.objeto_id,
        'motivo', x.motivo, 'texto', x.texto, 'estado', x.estado, 'nota', x.nota, 'resuelto_at', x.resuelto_at,
        'de', (select u.display_name from public.usuarios_meta u where u.id = x.user_id)) as datos
    from public.reportes x
    where (l.buscar is null or x.user_id = any (l.personas))
      and (l.filtro is null or x.estado = l.filtro)
      and case
        when l.clave is null then true
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.sube then x.created_at end, case when not l.sube then x.created_at end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_cargos(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'importe') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      case l.orden when 'importe' then to_jsonb(x.centimos) else to_jsonb(x.created_at) end as clave,
      jsonb_build_object('estado', x.estado, 'plan', x.plan, 'centimos', x.centimos,
        'devuelto_centimos', x.devuelto_centimos, 'periodo_inicio', x.periodo_inicio, 'periodo_fin', x.periodo_fin,
        'pagado_at', x.pagado_at, 'factura_proveedor', x.factura_proveedor, 'cargo', x.cargo, 'user_id', x.user_id,
        'socio', (select u.display_name from public.usuarios_meta u where u.id = x.user_id),
        'factura', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f
          where f.cargo_club_id = x.id and f.rectifica is null)) as datos
    from public.cargos_club x
    where (l.buscar is null or x.user_id = any (l.personas) or x.factura_proveedor = l.buscar or x.cargo = l.buscar
        or x.intento = l.buscar or x.id = privado.leer_uuid(l.buscar))
      and (l.filtro is null or x.estado = l.filtro)
      and case
        when l.clave is null then true
        when l.orden = 'importe' and l.sube then (x.centimos, x.id) > (l.clave::integer, l.id::uuid)
        when l.orden = 'importe' then (x.centimos, x.id) < (l.clave::integer, l.id::uuid)
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.created_at end,
      case when l.orden = 'fecha' and not l.sube then x.created_at end desc,
      case when l.orden = 'importe' and l.sube then x.centimos end,
      case when l.orden = 'importe' and not l.sube then x.centimos end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

-- Indexes of these orders.
create index productos_nombre_orden_idx on public.productos (lower(nombre), id);
create index productos_precio_orden_idx on public.productos (precio, id);
create index productos_visitas_orden_idx on public.productos (visitas, id);
create index productos_adquirido_orden_idx on public.productos (adquirido, id);
create index pagos_total_orden_idx on public.pagos (total_centimos, id);
create index adquisiciones_precio_orden_idx on public.adquisiciones (precio_pagado, id);
create index withdrawals_amount_orden_idx on public.withdrawals (amount, id);
create index codigos_canjes_codigo_orden_idx on public.codigos_canjes (upper(codigo), id);
create index cargos_club_centimos_orden_idx on public.cargos_club (centimos, id);

-- One page of a list: `buscar`, `filtro`, `orden`, `ascendente`, `limite`, and the cursor: `clave` (the sort value;
-- older pages call that of the date `momento`) and `id`.
create function public.admin_listar(p_lista text, p_filtros jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f jsonb := privado.leer_json(p_filtros);
  l privado.peticion_lista;
  v_filas jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_lista = 'usuarios' then return privado.pagina_personas(f); end if;
  if p_lista = 'auditoria' then return privado.pagina_auditoria(f); end if;
  if p_lista = 'fallos' then return privado.pagina_fallos(f); end if;
  l.buscar := nullif(btrim(f ->> 'buscar'), '');
  if l.buscar is not null and p_lista in ('productos', 'pagos', 'pedidos', 'retiros', 'reportes', 'cargos') then
    l.personas := privado.personas_llamadas(l.buscar);
  end if;
  l.filtro := nullif(f ->> 'filtro', '');
  l.orden := coalesce(nullif(f ->> 'orden', ''), 'fecha');
  l.sube := coalesce((f ->> 'ascendente')::boolean, false);
  l.clave := coalesce(f ->> 'clave', f ->> 'momento');
  l.id := f ->> 'id';
  l.limite := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001);
  case p_lista
    when 'productos' then v_filas := privado.lista_productos(l);
    when 'pagos' then v_filas := privado.lista_pagos(l);
    when 'pedidos' then v_filas := privado.lista_pedidos(l);
    when 'eventos' then v_filas := privado.lista_eventos(l);
    when 'retiros' then v_filas := privado.lista_retiros(l);
    when 'codigos' then v_filas := privado.lista_codigos(l);
    when 'cupones' then v_filas := privado.lista_cupones(l);
    when 'reportes' then v_filas := privado.lista_reportes(l);
    when 'cargos' then v_filas := privado.lista_cargos(l);
    else return privado.rechazo('no_existe');
  end case;
  if v_filas is null then return privado.rechazo('datos_no_validos'); end if;
  return jsonb_build_object('ok', true, 'filas', v_filas);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow
    or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.admin_listar(text, jsonb) to authenticated;

-- Figures of the panel. Revenue of a day is card and PayPal payments and Club charges; coins count when topped up.
-- Refunds count on their day: by credit notes, and by refunds of undelivered payments, which have no invoice.

-- Figures of past days, counted once.
create table public.cifras_diarias (
  dia date primary key,
  ventas bigint not null,
  devoluciones bigint not null,
  pedidos integer not null,
  nuevos integer not null,
  altas integer not null,
  metodos jsonb not null,
  vistas bigint
);
comment on column public.cifras_diarias.vistas is 'views of all products up to the end of the day; only of the newest day';
create index visitas_producto_de_dia_idx on public.visitas_producto (dia);

alter table public.cifras_diarias enable row level security;

-- Counts the days of a range.
create function privado.contar_dias(p_desde date, p_hasta date) returns setof public.cifras_diarias
language sql stable security definer set search_path = '' as $$
  -- A range per day: computing the day of each row would take most of the time.
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
    select s::date as dia, privado.inicio_del_dia(s::date) as desde, privado.inicio_del_dia(s::date + 1) as hasta
    from generate_series(p_desde::timestamp, p_hasta::timestamp, interval '1 day') s
  ) d
  cross join lateral (
    select count(*) as pagos, sum(g.centimos) as total from public.cargos_club g
    where g.pagado_at >= d.desde and g.pagado_at < d.hasta and g.centimos > 0
  ) c;
$$;

-- Counts past days, and views up to the newest of them. Yesterday stays open for transactions that began before
-- midnight.
create function public.cerrar_dias() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cerrados integer;
begin
  insert into public.cifras_diarias
  select c.* from privado.contar_dias(
    coalesce((select max(dia) + 1 from public.cifras_diarias), privado.hoy() - 90), privado.hoy() - 2) c
  on conflict (dia) do nothing;
  get diagnostics v_cerrados = row_count;
  update public.cifras_diarias d
  set vistas = (select coalesce(sum(p.visitas), 0) from public.productos p)
    - (select count(*) from public.visitas_producto v where v.dia > d.dia)
  where d.dia = (select max(dia) from public.cifras_diarias) and d.vistas is null;
  return v_cerrados;
end
$$;
grant execute on function public.cerrar_dias() to service_role;

-- The shop's figures of the last days: stored ones, and the current ones.
create function public.admin_resumen(p_dias integer) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
declare
  v_desde date := privado.hoy() - (least(greatest(coalesce(p_dias, 30), 1), 90) - 1);
  v_abierto date := greatest(v_desde, coalesce((select max(dia) + 1 from public.cifras_diarias), v_desde));
  v_contada public.cifras_diarias;
  v_vistas bigint;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_contada from public.cifras_diarias where vistas is not null order by dia desc limit 1;
  v_vistas := case when v_contada.dia is null then (select coalesce(sum(visitas), 0) from public.productos)
    else v_contada.vistas + (select count(*) from public.visitas_producto where dia > v_contada.dia) end;
  return (
    with dias as materialized (
      select * from public.cifras_diarias where dia >= v_desde and dia < v_abierto
      union all
      select * from privado.contar_dias(v_abierto, privado.hoy())
    )
    select jsonb_build_object('ok', true,
      'vistas', v_vistas,
      'socios', (select count(*) from public.usuarios_meta where club),
      'metodos', coalesce((select jsonb_agg(to_jsonb(m) order by m.metodo) from (
        select x.metodo, sum(x.pagos) as pagos, sum(x.total) as total
        from dias d, jsonb_to_recordset(d.metodos) as x(metodo text, pagos bigint, total bigint) group by x.metodo) m),
        '[]'),
      'dias', (select jsonb_agg(to_jsonb(d) - 'metodos' - 'vistas' order by d.dia) from dias d)));
end
$$;
grant execute on function public.admin_resumen(integer) to authenticated;

-- Fields of people and products that admins see and edit; each change is logged.

-- One person with their history.
create function public.admin_usuario(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_usuario public.usuarios_meta;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_usuario from public.usuarios_meta where id = p_usuario;
  if v_usuario.id is null then return privado.rechazo('usuario_no_existe'); end if;
  return privado.ficha_usuario(v_usuario) || jsonb_build_object('ok', true,
    'infracciones', v_usuario.infracciones, 'ultima_infraccion', v_usuario.ultima_infraccion,
    'actos', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'accion', x.accion, 'antes', x.antes, 'despues', x.despues,
        'motivo', x.motivo, 'created_at', x.created_at, 'actor', (
          select a.display_name from public.usuarios_meta a where a.id = x.actor_id)) order by x.id desc)
      from (select * from public.auditoria where objeto_tipo = 'usuario' and objeto_id = p_usuario::text
        order by created_at desc limit 50) x), '[]'));
end
$$;
grant execute on function public.admin_usuario(uuid) to authenticated;

-- Edits display_name, reputacion, uncoins and role. Coins change through their ledger.
create function public.admin_editar_usuario(p_usuario uuid, p_cambios jsonb, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_antes public.usuarios_meta;
  v_hecho jsonb;
  v_movimiento integer;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.solo_claves(v_cambios, array['display_name', 'reputacion', 'uncoins', 'role']) then
    return privado.rechazo('datos_no_validos');
  end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return privado.rechazo('motivo_no_valido');
  end if;
  if v_cambios ? 'role' then
    v_hecho := public.cambiar_rol(p_usuario, v_cambios ->> 'role', p_motivo);
    if not (v_hecho ->> 'ok')::boolean then return v_hecho; end if;
  end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return privado.rechazo('usuario_no_existe'); end if;
  if v_cambios ? 'display_name' and v_cambios ->> 'display_name' <> v_antes.display_name then
    update public.usuarios_meta set display_name = v_cambios ->> 'display_name' where id = p_usuario;
  end if;
  if v_cambios ? 'reputacion' and v_cambios ->> 'reputacion' <> v_antes.reputacion then
    v_hecho := public.cambiar_reputacion(p_usuario, v_cambios ->> 'reputacion', btrim(p_motivo));
    -- A refusal rolls back all changes of the form.
    if not (v_hecho ->> 'ok')::boolean then raise exception using errcode = 'UN001', message = v_hecho ->> 'error'; end if;
  end if;
  v_movimiento := (v_cambios ->> 'uncoins')::integer - v_antes.uncoins;
  if v_movimiento <> 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave)
    values (p_usuario, v_movimiento, 'ajuste', 'ajuste:' || gen_random_uuid());
  end if;
  -- Role and reputation have acts of their own.
  v_cambios := privado.lo_cambiado(v_cambios - array['role', 'reputacion'], to_jsonb(v_antes));
  if v_cambios <> '{}' then
    perform privado.anotar('editar_usuario', 'usuario', p_usuario::text, privado.parte_de(to_jsonb(v_antes), v_cambios),
      v_cambios, btrim(p_motivo));
  end if;
  return jsonb_build_object('ok', true);
exception
  when sqlstate 'UN001' then return privado.rechazo(sqlerrm);
  when unique_violation then return privado.rechazo('nombre_ocupado');
  when check_violation or invalid_text_representation or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.admin_editar_usuario(uuid, jsonb, text) to authenticated;

-- The offer without dates of a product, which no table exposes.
create function public.admin_oferta_fija(p_producto uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select oferta_fija from public.productos where id = p_producto and privado.es_admin();
$$;
grant execute on function public.admin_oferta_fija(uuid) to authenticated;

-- Edits name, slug, price, offer (without dates), status, availability, stock, featured flag and trailer. An admin may
-- set 0.
create function public.admin_editar_producto(p_producto uuid, p_cambios jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  c jsonb := privado.leer_json(p_cambios);
  v_antes public.productos;
  v_despues public.productos;
  v_revision uuid;
  v_precio numeric;
  v_oferta numeric;
  v_fila jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.solo_claves(c, array['nombre', 'slug', 'precio', 'oferta', 'status', 'disponibilidad', 'stock',
    'unidades', 'destacado', 'video_trailer']) then
    return privado.rechazo('datos_no_validos');
  end if;
  select * into v_antes from public.productos where id = p_producto for no key update;
  if v_antes.id is null then return privado.rechazo('no_existe'); end if;
  -- The state of a product with a waiting revision is decided in the queue, and `pending` needs a revision. A product
  -- on sale can always be taken down, which rejects its waiting change.
  if c ? 'status' and c ->> 'status' <> v_antes.status then
    select id into v_revision from public.revisiones_producto where producto_id = p_producto and estado = 'pendiente';
    if v_revision is not null and v_antes.status = 'approved' and c ->> 'status' = 'rejected' then
      perform public.resolver_revision(v_revision, false, '{otro}', null);
    elsif v_revision is not null then
      return privado.rechazo('en_revision');
    end if;
    if c ->> 'status' = 'pending' then return privado.rechazo('sin_revision'); end if;
  end if;
  v_precio := case when c ? 'precio' then (c ->> 'precio')::numeric else v_antes.precio end;
  v_oferta := privado.oferta_con_tope(
    case when c ? 'oferta' then (c ->> 'oferta')::numeric else v_antes.oferta_fija end, v_precio);
  update public.productos set
    nombre = case when c ? 'nombre' then c ->> 'nombre' else nombre end,
    slug = case when c ? 'slug' then c ->> 'slug' else slug end,
    precio = v_precio, oferta = v_oferta, oferta_fija = v_oferta,
    status = case when c ? 'status' then c ->> 'status' else status end,
    disponibilidad = case when c ? 'disponibilidad' then (c ->> 'disponibilidad')::boolean else disponibilidad end,
    stock = case when c ? 'stock' then (c ->> 'stock')::boolean else stock end,
    unidades = case when c ? 'unidades' then (c ->> 'unidades')::integer else unidades end,
    destacado = case when c ? 'destacado' then (c ->> 'destacado')::boolean else destacado end,
    video_trailer = case when c ? 'video_trailer' then nullif(c ->> 'video_trailer', '') else video_trailer end
  where id = p_producto returning * into v_despues;
  v_fila := to_jsonb(v_antes) || jsonb_build_object('oferta', v_antes.oferta_fija);
  c := privado.lo_cambiado(
    privado.parte_de(to_jsonb(v_despues) || jsonb_build_object('oferta', v_despues.oferta_fija), c), v_fila);
  if c <> '{}' then
    perform privado.anotar('editar_producto', 'producto', p_producto::text, privado.parte_de(v_fila, c), c);
  end if;
  return jsonb_build_object('ok', true, 'slug', v_despues.slug);
exception
  when unique_violation then return privado.rechazo('slug_ocupado');
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.admin_editar_producto(uuid, jsonb) to authenticated;

-- Concurrent forms. Each sends loaded and changed values; under a row lock, a field that somebody else has changed is a
-- conflict, and nothing is saved.

-- A product's row as its form has it: with the offer without dates.
create function privado.campos_producto(p public.productos) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('nombre', p.nombre, 'slug', p.slug, 'precio', p.precio, 'oferta', coalesce(p.oferta_fija, 0),
    'status', p.status, 'disponibilidad', p.disponibilidad, 'stock', p.stock, 'unidades', p.unidades,
    'destacado', p.destacado, 'video_trailer', coalesce(p.video_trailer, ''));
$$;

-- A value of a content, with null for an empty text and 0.
create function privado.sin_vacio(p_valor jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p_valor is null or p_valor in ('null', '""') then '0' else p_valor end;
$$;

-- Saves changes of a product. A waiting revision with the old value of a field gets the new one, so that its approval
-- does not undo the change.
create function public.guardar_producto(p_producto uuid, p_base jsonb, p_cambios jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_base jsonb := privado.leer_json(p_base);
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_antes jsonb;
  v_despues jsonb;
  v_choque jsonb;
  v_respuesta jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.tiene_base(v_base, v_cambios) then return privado.rechazo('datos_no_validos'); end if;
  select privado.campos_producto(p) into v_antes from public.productos p where p.id = p_producto for no key update;
  if v_antes is null then return privado.rechazo('no_existe'); end if;
  v_choque := privado.choques(v_antes, v_base, v_cambios);
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  v_respuesta := public.admin_editar_producto(p_producto, v_cambios);
  if not (v_respuesta ->> 'ok')::boolean then return v_respuesta; end if;
  select privado.campos_producto(p) into v_despues from public.productos p where p.id = p_producto;
  update public.revisiones_producto r set contenido = r.contenido || c.nuevo
  from (
    select jsonb_object_agg(k, v_despues -> k) as nuevo
    from unnest(array['nombre', 'precio', 'oferta', 'disponibilidad', 'video_trailer']) k, public.revisiones_producto e
    where e.producto_id = p_producto and e.estado = 'pendiente'
      and v_despues -> k is distinct from v_antes -> k
      and privado.sin_vacio(e.contenido -> k) = privado.sin_vacio(v_antes -> k)
  ) c
  where r.producto_id = p_producto and r.estado = 'pendiente' and c.nuevo is not null;
  return v_respuesta;
end
$$;
grant execute on function public.guardar_producto(uuid, jsonb, jsonb) to authenticated;

-- Saves changes of a person.
create function public.guardar_usuario(p_usuario uuid, p_base jsonb, p_cambios jsonb, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_base jsonb := privado.leer_json(p_base);
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_ahora jsonb;
  v_choque jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.tiene_base(v_base, v_cambios) then return privado.rechazo('datos_no_validos'); end if;
  if v_cambios ? 'role' then
    -- Lock order: admins, then the person (as in `cambiar_rol`).
    perform 1 from public.usuarios_meta where role = 'admin' order by id for no key update;
  end if;
  select jsonb_build_object('display_name', u.display_name, 'reputacion', u.reputacion, 'role', u.role,
    'uncoins', u.uncoins) into v_ahora
  from public.usuarios_meta u where u.id = p_usuario for no key update;
  if v_ahora is null then return privado.rechazo('usuario_no_existe'); end if;
  v_choque := privado.choques(v_ahora, v_base, v_cambios);
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  return public.admin_editar_usuario(p_usuario, v_cambios, p_motivo);
end
$$;
grant execute on function public.guardar_usuario(uuid, jsonb, jsonb, text) to authenticated;

-- Saves changes of a coupon. Its product is named by slug, its end by day.
create function public.guardar_cupon(p_cupon uuid, p_base jsonb, p_cambios jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_base jsonb := privado.leer_json(p_base);
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_ahora jsonb;
  v_choque jsonb;
  v_producto uuid;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.tiene_base(v_base, v_cambios)
    or not privado.solo_claves(v_cambios, array['codigo', 'slug', 'percent_discount', 'caduca', 'usos_max', 'usos_por_usuario']) then
    return privado.rechazo('datos_no_validos');
  end if;
  select jsonb_build_object('codigo', c.codigo, 'slug', p.slug, 'percent_discount', c.percent_discount,
    'caduca', (c.caduca_at at time zone 'Europe/Madrid')::date, 'usos_max', c.usos_max, 'usos_por_usuario', c.usos_por_usuario)
  into v_ahora
  from public.codigos_cupones c join public.productos p on p.id = c.product_id
  where c.id = p_cupon for no key update of c;
  if v_ahora is null then return privado.rechazo('no_existe'); end if;
  v_choque := privado.choques(v_ahora, v_base, v_cambios);
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  v_ahora := v_ahora || v_cambios;
  select id into v_producto from public.productos where slug = v_ahora ->> 'slug';
  if v_producto is null then return privado.rechazo('producto_no_existe'); end if;
  return public.admin_guardar_cupon(p_cupon, v_ahora ->> 'codigo', v_producto, (v_ahora ->> 'percent_discount')::integer,
    (v_ahora ->> 'caduca')::date, (v_ahora ->> 'usos_max')::integer, (v_ahora ->> 'usos_por_usuario')::integer);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.guardar_cupon(uuid, jsonb, jsonb) to authenticated;

-- Saves changes of the own profile, which an admin may be editing too.
create function public.guardar_perfil(p_base jsonb, p_cambios jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_base jsonb := privado.leer_json(p_base);
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_ahora jsonb;
  v_choque jsonb;
begin
  if v_usuario is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not privado.tiene_base(v_base, v_cambios) or not privado.solo_claves(v_cambios, array['display_name', 'bio', 'phone']) then
    return privado.rechazo('datos_no_validos');
  end if;
  -- Forms send and have stored line breaks as two characters.
  if v_cambios ? 'bio' then
    v_base := v_base || jsonb_build_object('bio', replace(v_base ->> 'bio', E'\r\n', E'\n'));
    v_cambios := v_cambios || jsonb_build_object('bio', replace(v_cambios ->> 'bio', E'\r\n', E'\n'));
  end if;
  select jsonb_build_object('display_name', u.display_name, 'bio', replace(u.bio, E'\r\n', E'\n')) into v_ahora
  from public.usuarios_meta u where u.id = v_usuario for no key update;
  v_ahora := v_ahora || jsonb_build_object('phone', coalesce((
    select p.phone from public.profiles p where p.id = v_usuario), ''));
  v_choque := privado.choques(v_ahora, v_base, v_cambios);
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  if v_cambios ?| array['display_name', 'bio'] then
    update public.usuarios_meta set display_name = coalesce(v_cambios ->> 'display_name', display_name),
      bio = coalesce(v_cambios ->> 'bio', bio)
    where id = v_usuario;
  end if;
  if v_cambios ? 'phone' then
    update public.profiles set phone = nullif(v_cambios ->> 'phone', '') where id = v_usuario;
  end if;
  return jsonb_build_object('ok', true);
exception
  when sqlstate 'UN001' then return privado.rechazo(sqlerrm);
  when unique_violation then return privado.rechazo('nombre_ocupado');
  when check_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.guardar_perfil(jsonb, jsonb) to authenticated;

-- Saves changes of the shop's settings, with a reason. The two two switches have a function of their own (`cambiar_ajuste`).
create function public.guardar_ajustes(p_base jsonb, p_cambios jsonb, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_base jsonb := privado.leer_json(p_base);
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_ahora public.configuracion_global;
  v_antes jsonb;
  v_choque jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if length(trim(coalesce(p_motivo, ''))) not between 3 and 500 then return privado.rechazo('motivo_no_valido'); end if;
  select * into v_ahora from public.configuracion_global where id = 1 for no key update;
  v_antes := to_jsonb(v_ahora) - array['id', 'mantenimiento', 'status_down'];
  if not privado.tiene_base(v_base, v_cambios)
    or not privado.solo_claves(v_cambios, array(select jsonb_object_keys(v_antes))) then
    return privado.rechazo('datos_no_validos');
  end if;
  v_choque := privado.choques(v_antes, v_base, v_cambios);
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  v_ahora := jsonb_populate_record(v_ahora, v_cambios);
  update public.configuracion_global set
    club_descuento_porcentaje = v_ahora.club_descuento_porcentaje,
    recargo_paypal_porcentaje = v_ahora.recargo_paypal_porcentaje,
    ingresos_creador_porcentaje = v_ahora.ingresos_creador_porcentaje,
    vendedor_nombre = v_ahora.vendedor_nombre,
    vendedor_nif = v_ahora.vendedor_nif,
    vendedor_direccion = v_ahora.vendedor_direccion,
    iva_porcentaje = v_ahora.iva_porcentaje,
    dias_retencion = v_ahora.dias_retencion,
    precio_cambio_maximo_porcentaje = v_ahora.precio_cambio_maximo_porcentaje,
    precio_cambios_por_dia = v_ahora.precio_cambios_por_dia,
    precio_minimo = v_ahora.precio_minimo
  where id = 1;
  v_cambios := privado.lo_cambiado(v_cambios, v_antes);
  if v_cambios <> '{}' then
    perform privado.anotar('cambiar_ajuste', 'tienda', 'ajustes', privado.parte_de(v_antes, v_cambios), v_cambios,
      trim(p_motivo));
  end if;
  return jsonb_build_object('ok', true);
exception
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.guardar_ajustes(jsonb, jsonb, text) to authenticated;

-- Payment problems and slow statements, for admins.

create index pagos_no_entregados_idx on public.pagos (creado_at desc, id desc) where motivo_no_entregado is not null;
create index reembolsos_fallidos_idx on public.reembolsos (created_at desc, id desc) where estado in ('fallido', 'rechazado');

-- One page of the list `fallos`, with the filters of `admin_listar`: failed or late payments, and unhandled events. The
-- job settles pending ones within ten minutes, so listed ones are late. Each kind is read by index up to the page's
-- limit, then merged.
create function privado.pagina_fallos(f jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_filtro text := nullif(f ->> 'filtro', '');
  v_clave text := coalesce(f ->> 'clave', f ->> 'momento');
  v_sube boolean := coalesce((f ->> 'ascendente')::boolean, false);
  -- Conditions on a payment and its parts.
  v_pago text := '($2 is null or x.user_id = any ($3) or x.referencia = $2 or x.id = privado.leer_uuid($2))';
  v_de_pago text := '($2 is null or x.id = privado.leer_uuid($2) or exists (select from public.pagos p
    where p.id = x.pago_id and (p.user_id = any ($3) or p.referencia = $2 or p.id = privado.leer_uuid($2))))';
  v_como_pago text := 'x.id, x.creado_at as momento, x.estado, x.motivo_no_entregado as motivo, x.total_centimos as centimos,
    x.metodo, x.referencia, x.id as pago_id, x.user_id as persona_id from public.pagos x where ';
  v_como_reembolso text := 'x.id, x.created_at as momento, x.estado, x.error as motivo, x.centimos, null::text as metodo,
    x.referencia, x.pago_id, null::uuid as persona_id from public.reembolsos x where ';
  v_partes text[] := '{}'::text[];
  v_filas jsonb;
  c record;
begin
  if coalesce(nullif(f ->> 'orden', ''), 'fecha') <> 'fecha' then return privado.rechazo('datos_no_validos'); end if;
  for c in select * from (values
    ('pago', v_como_pago || $c$x.estado = 'fallido' and $c$ || v_pago),
    ('atascado', v_como_pago || $c$x.estado in ('creado', 'pagado') and x.caduca_at < now() - interval '20 minutes'
      and (x.estado = 'pagado' or x.pendiente_at is null) and x.motivo_no_entregado is null and $c$ || v_pago),
    ('no_entregado', v_como_pago || $c$x.motivo_no_entregado is not null and x.estado <> 'fallido' and $c$ || v_pago),
    ('reembolso', v_como_reembolso || $c$x.estado in ('fallido', 'rechazado') and $c$ || v_de_pago),
    ('reembolso_espera', v_como_reembolso || $c$x.estado = 'pedido' and x.created_at < now() - interval '20 minutes'
      and $c$ || v_de_pago),
    ('cargo', $c$x.id, x.created_at as momento, x.estado, null::text as motivo, x.centimos, 'tarjeta'::text as metodo,
      x.factura_proveedor as referencia, null::uuid as pago_id, x.user_id as persona_id from public.cargos_club x
      where x.estado = 'fallido' and ($2 is null or x.user_id = any ($3) or x.factura_proveedor = $2
        or x.id = privado.leer_uuid($2))$c$),
    -- The number of an event in the form of other ids.
    ('evento', $c$('e0000000-0000-4000-8000-' || lpad(to_hex(x.id), 12, '0'))::uuid as id, x.recibido_at as momento,
      'pendiente'::text as estado, x.tipo as motivo, null::integer as centimos, x.proveedor as metodo,
      x.evento_id as referencia, null::uuid as pago_id, null::uuid as persona_id from public.eventos_proveedor x
      where x.procesado_at is null and x.recibido_at < now() - interval '20 minutes' and ($2 is null or x.evento_id = $2)$c$)
  ) tipos (tipo, filas) where v_filtro is null or tipo = v_filtro loop
    v_partes := v_partes || format('(select %1$L::text as tipo, k.* from (select %2$s) k where %3$s
        order by k.momento %4$s, k.id %4$s limit $1)', c.tipo, c.filas,
      case when v_clave is null then 'true' else format('k.momento %1$s= %2$L::timestamptz
        and (k.momento, k.id) %1$s (%2$L::timestamptz, %3$L::uuid)', case when v_sube then '>' else '<' end, v_clave,
        f ->> 'id') end,
      case when v_sube then 'asc' else 'desc' end);
  end loop;
  if v_partes = '{}' then return privado.rechazo('datos_no_validos'); end if;
  execute format($q$
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'momento', r.momento, 'clave', r.momento,
      'datos', jsonb_build_object('tipo', r.tipo, 'estado', r.estado, 'motivo', r.motivo, 'centimos', r.centimos,
        'metodo', coalesce(r.metodo, p.metodo), 'referencia', coalesce(r.referencia, p.referencia), 'pago_id', r.pago_id,
        'persona_id', u.id, 'persona', u.display_name)) order by r.momento %2$s, r.id %2$s), '[]')
    from (select * from (%1$s) t order by t.momento %2$s, t.id %2$s limit $1) r
    left join public.pagos p on p.id = r.pago_id
    left join public.usuarios_meta u on u.id = coalesce(r.persona_id, p.user_id)$q$,
    array_to_string(v_partes, ' union all '), case when v_sube then 'asc' else 'desc' end)
  into v_filas
  using least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001), v_buscar,
    case when v_buscar is not null then privado.personas_llamadas(v_buscar) end;
  return jsonb_build_object('ok', true, 'filas', v_filas);
end
$$;

-- The most expensive statements of pg_stat_statements since its last reset, with $1 for every value. `disponible` is
-- false without the extension.
create function public.admin_consultas_lentas(p_orden text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_esquema text := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_stat_statements');
  v_orden text := case p_orden when 'total' then 'total_exec_time' when 'media' then 'mean_exec_time'
    when 'maximo' then 'max_exec_time' when 'veces' then 'calls' end;
  v_filas jsonb;
  v_desde timestamptz;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if v_orden is null then return privado.rechazo('datos_no_validos'); end if;
  if v_esquema is null then return '{"ok": true, "disponible": false, "filas": []}'::jsonb; end if;
  begin
    execute format(
      $q$select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
        select s.queryid::text as id, left(regexp_replace(s.query, '\s+', ' ', 'g'), 600) as consulta, r.rolname as rol,
          s.calls as veces, s.rows as filas, round(s.total_exec_time::numeric, 1) as total_ms,
          round(s.mean_exec_time::numeric, 2) as media_ms, round(s.max_exec_time::numeric, 1) as maximo_ms,
          s.shared_blks_hit + s.shared_blks_read as paginas
        from %1$I.pg_stat_statements s join pg_roles r on r.oid = s.userid
        where s.dbid = (select oid from pg_database where datname = current_database())
          -- Utility statements may contain private values.
          and s.query ~* '^\s*(select|with|insert|update|delete|merge)\M' and s.calls > 0
        order by s.%2$I desc, s.queryid limit 50) r$q$, v_esquema, v_orden)
    into v_filas;
    execute format('select stats_reset from %I.pg_stat_statements_info', v_esquema) into v_desde;
  exception when object_not_in_prerequisite_state or insufficient_privilege or undefined_table then
    return '{"ok": true, "disponible": false, "filas": []}'::jsonb;
  end;
  return jsonb_build_object('ok', true, 'disponible', true, 'desde', v_desde, 'filas', v_filas);
end
$$;
grant execute on function public.admin_consultas_lentas(text) to authenticated;

-- Search text of people in the panel: name, username and mail. Supabase Auth owns the mail and allows no index, so a
-- copy is kept here, for functions only.
create table public.personas_busqueda (
  id uuid primary key references public.usuarios_meta (id) on delete cascade,
  texto text not null
);
create index personas_busqueda_texto_idx on public.personas_busqueda using gin (texto extensions.gin_trgm_ops);
-- Precise statistics distinguish frequent from rare parts of names.
alter table public.personas_busqueda alter column texto set statistics 1000;

alter table public.personas_busqueda enable row level security;

-- Without accents, in lower case.
create function privado.sin_acentos(p_texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(p_texto, '')));
$$;

-- Each part on its own line after a space, so that a search can match the beginning of one, and nothing across two.
create function privado.texto_persona(p_nombre text, p_usuario text, p_correo text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select privado.sin_acentos(format(E' %s\n %s\n %s', p_nombre, p_usuario, p_correo));
$$;

create function privado.indexar_persona() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.personas_busqueda (id, texto)
  select u.id, privado.texto_persona(u.display_name, u.username, a.email)
  from public.usuarios_meta u left join auth.users a on a.id = u.id where u.id = new.id
  on conflict (id) do update set texto = excluded.texto where personas_busqueda.texto <> excluded.texto;
  return null;
end
$$;
create trigger indexar_persona after insert or update of display_name, username on public.usuarios_meta
  for each row execute function privado.indexar_persona();
create trigger indexar_persona after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function privado.indexar_persona();

insert into public.personas_busqueda (id, texto)
select u.id, privado.texto_persona(u.display_name, u.username, a.email)
from public.usuarios_meta u left join auth.users a on a.id = u.id
on conflict do nothing;

-- The pattern of a search. One or two characters match the beginning of a word only.
create function privado.patron_persona(p_texto text) returns text
language sql immutable set search_path = '' as $$
  select case when char_length(t) < 3 then '% ' else '%' end || regexp_replace(t, '([\\%_])', '\\\1', 'g') || '%'
  from privado.sin_acentos(btrim(p_texto)) t;
$$;

-- People with this text, up to a limit: for a frequent text by scanning until there are enough, otherwise by index. JIT
-- compilation would take longer than the query.
create function privado.personas_con(p_texto text, p_limite integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_personas uuid[];
begin
  execute format('select array(select id from public.personas_busqueda where texto like %L limit %s)',
    privado.patron_persona(p_texto), p_limite) into v_personas;
  return v_personas;
end
$$;

-- Indexes of orders, and of rare values.
create index usuarios_meta_reputacion_idx on public.usuarios_meta (privado.nivel_reputacion(reputacion), id);
create index usuarios_meta_uncoins_idx on public.usuarios_meta (uncoins, id);
create index usuarios_meta_vetados_idx on public.usuarios_meta (banned_until) where banned_until is not null;
create index usuarios_meta_mala_reputacion_idx on public.usuarios_meta (reputacion, created_at desc) where reputacion <> 'buena';
create index usuarios_meta_socios_idx on public.usuarios_meta (created_at desc, id) where club;

-- One page of people: `buscar`, `rol` (or `filtro`, in older pages), `club`, `vetado`, `reputacion` combined; by date,
-- name, reputation or coins. The first page has the total up to 1,001. Conditions are fixed expressions with values
-- quoted with %L.
create function privado.pagina_personas(f jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_rol text := coalesce(nullif(f ->> 'rol', ''), nullif(f ->> 'filtro', ''));
  v_personas uuid[];
  v_donde text[] := '{}'::text[];
  -- Whether a filter leaves few rows, which are found first and sorted. Otherwise the index of the order is read until
  -- the page is full.
  v_pocas boolean := f ->> 'club' = 'si' or f ->> 'vetado' = 'si' or f ->> 'reputacion' <> 'buena';
  -- The number of matches looked up one by one. With more, a page is soon full along the order; by name it takes
  -- longer, because equal names are adjacent.
  v_tope integer := case when f ->> 'orden' = 'nombre' then 20000 else 5000 end;
  v_orden record;
  v_sube boolean := coalesce((f ->> 'ascendente')::boolean, false);
  v_limite integer := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001);
  v_clave text := coalesce(f ->> 'clave', f ->> 'momento');
  v_filas jsonb;
  v_total integer;
begin
  select * into v_orden from (values ('fecha', 'u.created_at', 'timestamptz'), ('nombre', 'lower(u.display_name)', 'text'),
    ('reputacion', 'privado.nivel_reputacion(u.reputacion)', 'integer'), ('uncoins', 'u.uncoins', 'integer')) o(orden, de, tipo)
  where o.orden = coalesce(nullif(f ->> 'orden', ''), 'fecha');
  if v_orden.orden is null then return privado.rechazo('datos_no_validos'); end if;
  if v_rol is not null then v_donde := v_donde || format('u.role = %L', v_rol); end if;
  if f ->> 'reputacion' <> '' then v_donde := v_donde || format('u.reputacion = %L', f ->> 'reputacion'); end if;
  if f ->> 'club' <> '' then v_donde := v_donde || case when f ->> 'club' = 'si' then 'u.club' else 'not u.club' end; end if;
  if f ->> 'vetado' <> '' then
    v_donde := v_donde || case when f ->> 'vetado' = 'si' then 'u.banned_until > now()'
      else '(u.banned_until is null or u.banned_until <= now())' end;
  end if;
  if privado.leer_uuid(v_buscar) is not null then
    v_donde := v_donde || format('u.id = %L', v_buscar);
  elsif v_buscar is not null then
    v_personas := privado.personas_con(v_buscar, v_tope + 1);
    v_donde := v_donde || case when cardinality(v_personas) <= v_tope then 'u.id = any ($2)'
      else format('(select b.texto from public.personas_busqueda b where b.id = u.id) like %L', privado.patron_persona(v_buscar)) end;
  end if;
  v_pocas := coalesce(v_pocas, false) or v_rol <> 'user' or cardinality(v_personas) <= v_tope;
  if v_clave is null then
    execute format('select count(*) from (select from public.usuarios_meta u where %s limit 1001) x',
      coalesce(nullif(array_to_string(v_donde, ' and '), ''), 'true')) into v_total using null::text, v_personas;
  else
    v_donde := v_donde || format('(%1$s, u.id) %2$s (%3$L::%4$s, %5$L::uuid)', v_orden.de,
      case when v_sube then '>' else '<' end, v_clave, v_orden.tipo, f ->> 'id');
  end if;
  execute format($q$select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'momento', (r.persona).created_at,
      'clave', r.clave, 'datos', privado.ficha_usuario(r.persona))), '[]')
    from (select * from (select u as persona, u.id, %1$s as clave from public.usuarios_meta u where %2$s %4$s) x
      order by x.clave %3$s, x.id %3$s limit $1) r$q$,
    v_orden.de, coalesce(nullif(array_to_string(v_donde, ' and '), ''), 'true'), case when v_sube then 'asc' else 'desc' end,
    case when v_pocas then 'offset 0' end)
  into v_filas using v_limite, v_personas;
  return jsonb_build_object('ok', true, 'filas', v_filas, 'total', v_total);
end
$$;

-- The revision queue for several moderators: assignments and batch decisions.

create table public.revisiones_asignadas (
  revision_id uuid primary key references public.revisiones_producto (id) on delete cascade,
  moderador_id uuid not null references public.usuarios_meta (id) on delete cascade,
  desde timestamptz not null default now()
);
create index revisiones_asignadas_moderador_id_idx on public.revisiones_asignadas (moderador_id);
create index revisiones_cola_nombre_idx on public.revisiones_producto
  using gin ((contenido ->> 'nombre') extensions.gin_trgm_ops) where estado = 'pendiente';

alter table public.revisiones_asignadas enable row level security;

-- The assignee keeps a revision that its creator replaced, and is notified if they had asked for changes.
create function privado.heredar_asignacion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_quien uuid;
  v_pedidos boolean;
begin
  update public.revisiones_asignadas a set revision_id = new.id
  from public.revisiones_producto r
  where r.id = a.revision_id and r.producto_id = new.producto_id and r.estado = 'sustituida'
  returning a.moderador_id, r.espera_creador into v_quien, v_pedidos;
  if v_pedidos then
    perform privado.avisar_de_revision(v_quien, 'reenvio:' || new.id, 'reenvio', new.producto_id, null);
  end if;
  return null;
end
$$;
create trigger heredar_asignacion after insert on public.revisiones_producto
  for each row execute function privado.heredar_asignacion();

-- Releases decided and withdrawn revisions.
create function privado.soltar_decidida() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.revisiones_asignadas where revision_id = new.id;
  return null;
end
$$;
create trigger soltar_decidida after update of estado on public.revisiones_producto
  for each row when (new.estado not in ('pendiente', 'sustituida')) execute function privado.soltar_decidida();

-- Possible assignees: staff without a ban.
create function public.moderadores() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'moderadores', coalesce((
    select jsonb_agg(jsonb_build_object('id', u.id, 'display_name', u.display_name) order by lower(u.display_name))
    from public.usuarios_meta u
    where u.role in ('moderador', 'admin') and u.borrada_at is null
      and (u.banned_until is null or u.banned_until <= now())), '[]'));
end
$$;
grant execute on function public.moderadores() to authenticated;

-- Assigns a waiting revision, or releases it. `p_tenia` is the assignee shown on the page: of two who take it at once,
-- one gets it, and the other sees who has it.
create function public.asignar_revision(p_revision uuid, p_a uuid, p_tenia uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_revision public.revisiones_producto;
  v_tiene uuid;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  if v_revision.id is null then return privado.rechazo('revision_no_existe'); end if;
  if v_revision.estado <> 'pendiente' then return privado.rechazo('ya_resuelta'); end if;
  select moderador_id into v_tiene from public.revisiones_asignadas where revision_id = p_revision;
  if v_tiene is not distinct from p_a then return jsonb_build_object('ok', true); end if;
  if v_tiene is distinct from p_tenia then
    return privado.rechazo('la_tiene_otra_persona') || jsonb_build_object('moderador', (
      select display_name from public.usuarios_meta where id = v_tiene));
  end if;
  if p_a is not null and not exists (select from public.usuarios_meta u where u.id = p_a
    and u.role in ('moderador', 'admin') and u.borrada_at is null and (u.banned_until is null or u.banned_until <= now())) then
    return privado.rechazo('no_modera');
  end if;
  -- Only the assignee or an admin reassigns it.
  if v_tiene <> auth.uid() and not privado.es_admin() then return privado.rechazo('la_tiene_otra_persona'); end if;
  if p_a = v_revision.autor_id and not exists (select from public.usuarios_meta where id = p_a and role = 'admin') then
    return privado.rechazo('es_suya');
  end if;
  if p_a is null then
    delete from public.revisiones_asignadas where revision_id = p_revision;
  else
    insert into public.revisiones_asignadas (revision_id, moderador_id) values (p_revision, p_a)
    on conflict (revision_id) do update set moderador_id = excluded.moderador_id, desde = now();
  end if;
  perform privado.anotar('asignar_revision', 'producto', v_revision.producto_id::text,
    jsonb_build_object('moderador', (select display_name from public.usuarios_meta where id = v_tiene)),
    jsonb_build_object('moderador', (select display_name from public.usuarios_meta where id = p_a)));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.asignar_revision(uuid, uuid, uuid) to authenticated;

-- One page of waiting revisions, oldest first: `buscar` product or creator, `tipo` nueva or cambio, `de` mias, libres,
-- otras or creador (changes requested), `dias` minimum wait; cursor `clave` and `id`. With the total up to 1,001, and
-- the state of each revision (`huella`) for batch decisions.
create function public.cola_revision(p_filtros jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f jsonb := privado.leer_json(p_filtros);
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_donde text := $q$r.estado = 'pendiente'$q$;
  v_limite integer;
  v_filas jsonb;
  v_total integer;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  v_limite := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 101);
  if v_buscar is not null then
    v_donde := v_donde || $q$ and (r.contenido ->> 'nombre' ilike $1 or r.autor_id = any ($2))$q$;
  end if;
  if f ->> 'tipo' <> '' then v_donde := v_donde || case when f ->> 'tipo' = 'nueva' then ' and r.es_nueva' else ' and not r.es_nueva' end; end if;
  if f ->> 'dias' <> '' then
    v_donde := v_donde || format(' and r.enviada_at <= now() - make_interval(days => %s)', (f ->> 'dias')::integer);
  end if;
  v_donde := v_donde || case f ->> 'de'
    when 'mias' then format(' and r.id in (select a.revision_id from public.revisiones_asignadas a where a.moderador_id = %L)', auth.uid())
    when 'libres' then ' and not exists (select from public.revisiones_asignadas a where a.revision_id = r.id)'
    when 'otras' then format(' and exists (select from public.revisiones_asignadas a where a.revision_id = r.id and a.moderador_id <> %L)', auth.uid())
    else '' end || case when f ->> 'de' = 'creador' then ' and r.espera_creador' else ' and not r.espera_creador' end;
  if f ->> 'clave' is null then
    execute format('select count(*) from (select from public.revisiones_producto r where %s limit 1001) x', v_donde) into v_total
    using '%' || regexp_replace(v_buscar, '([\\%_])', '\\\1', 'g') || '%', privado.personas_llamadas(v_buscar);
  else
    v_donde := v_donde || format(' and (r.enviada_at, r.id) > (%L::timestamptz, %L::uuid)', f ->> 'clave', f ->> 'id');
  end if;
  execute format($q$select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
      select r.id, r.enviada_at, r.es_nueva, r.autor_id, md5(r.contenido::text) as huella, p.slug,
        -- Older revisions have no name and use that of their product.
        coalesce(r.contenido ->> 'nombre', p.nombre) as nombre,
        (select u.display_name from public.usuarios_meta u where u.id = r.autor_id) as creador,
        a.moderador_id, (select u.display_name from public.usuarios_meta u where u.id = a.moderador_id) as moderador
      from public.revisiones_producto r join public.productos p on p.id = r.producto_id
        left join public.revisiones_asignadas a on a.revision_id = r.id
      where %s order by r.enviada_at, r.id limit $3) x$q$, v_donde)
  into v_filas
  using '%' || regexp_replace(v_buscar, '([\\%_])', '\\\1', 'g') || '%', privado.personas_llamadas(v_buscar), v_limite;
  return jsonb_build_object('ok', true, 'filas', v_filas, 'total', v_total);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow
    or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.cola_revision(jsonb) to authenticated;

-- Why the signed-in moderator may not decide about a revision in the shown state, or null.
create function privado.motivo_no_decide(r public.revisiones_producto, p_huella text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when r.id is null then 'revision_no_existe'
    when r.estado <> 'pendiente' then 'ya_resuelta'
    when md5(r.contenido::text) is distinct from p_huella then 'ha_cambiado'
    when exists (select from public.revisiones_asignadas a where a.revision_id = r.id and a.moderador_id <> auth.uid())
      then 'la_tiene_otra_persona'
    when r.autor_id = auth.uid() and not privado.es_admin() then 'es_suya'
  end;
$$;

-- Decides about one revision of a batch: only in the shown state, and only if nobody else has it.
create function public.decidir_revision(p_revision uuid, p_huella text, p_aprobar boolean, p_motivos text[], p_nota text)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_revision public.revisiones_producto;
  v_motivo text;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  -- Lock order: product, then revision (as in `resolver_revision`).
  perform 1 from public.productos
  where id = (select producto_id from public.revisiones_producto where id = p_revision) for no key update;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  v_motivo := privado.motivo_no_decide(v_revision, p_huella);
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  return public.resolver_revision(p_revision, p_aprobar, p_motivos, p_nota);
end
$$;
grant execute on function public.decidir_revision(uuid, text, boolean, text[], text) to authenticated;

-- Messages between creators and moderators about a product, and their notifications.

-- Notifies somebody of a message, in the shop each time, by mail up to ten times a day. `p_que`: `mensaje` or `cambios`
-- (to the creator), `respuesta` or `reenvio` (to a moderator).
create function privado.avisar_de_revision(
  p_usuario uuid, p_clave text, p_que text, p_producto uuid, p_texto text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_datos jsonb;
begin
  select jsonb_build_object('que', p_que, 'texto', p_texto, 'slug', p.slug, 'revision_id', r.id,
    'nombre', coalesce(r.contenido ->> 'nombre', p.nombre),
    -- The moderator's identity is private to staff.
    'de', case when p_que in ('respuesta', 'reenvio') then (
      select u.display_name from public.usuarios_meta u where u.id = p.usuario_id) end)
  into v_datos
  from public.productos p join public.revisiones_producto r on r.producto_id = p.id
  where p.id = p_producto order by r.enviada_at desc, r.id limit 1;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (p_usuario, 'mensaje_revision', p_clave, v_datos) on conflict (user_id, clave) do nothing;
  perform privado.escribir_con_medida(p_usuario, 'mensaje_revision', p_clave || ':' || p_usuario, v_datos);
end
$$;

-- Recipients of a creator's message: the assignee; else who last wrote or decided about the product; else all staff.
-- Without the creator.
create function privado.quien_revisa(p_producto uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with equipo as materialized (
    select u.id from public.usuarios_meta u
    where u.role in ('moderador', 'admin') and u.borrada_at is null and (u.banned_until is null or u.banned_until <= now())
      and u.id <> (select p.usuario_id from public.productos p where p.id = p_producto)
  ), quien_la_tiene as (
    select a.moderador_id as id from public.revisiones_asignadas a
      join public.revisiones_producto r on r.id = a.revision_id
    where r.producto_id = p_producto and a.moderador_id in (select e.id from equipo e)
  ), el_ultimo as (
    select x.id from (
      select m.autor_id as id, m.created_at as momento from public.mensajes_revision m where m.producto_id = p_producto
      union all select r.decidida_por, r.decidida_at from public.revisiones_producto r where r.producto_id = p_producto
    ) x
    where x.id in (select e.id from equipo e) order by x.momento desc limit 1
  )
  select id from quien_la_tiene
  union all select id from el_ultimo where not exists (select from quien_la_tiene)
  union all select id from equipo where not exists (select from quien_la_tiene) and not exists (select from el_ultimo);
$$;

-- Writes a message about a submitted product. The creator's answer to requested changes returns the revision to the
-- queue.
create function public.comentar_revision(p_producto uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_texto constant text := btrim(p_texto);
  v_clave text;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not (privado.es_su_producto(p_producto) or privado.es_moderador())
    or not exists (select from public.revisiones_producto where producto_id = p_producto) then
    return privado.rechazo('no_existe');
  end if;
  if v_texto is null or char_length(v_texto) not between 1 and 2000 then return privado.rechazo('texto_no_valido'); end if;
  if not privado.contar_intento('mensaje_revision', auth.uid()::text, 30, '10 minutes') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.mensajes_revision (producto_id, autor_id, texto) values (p_producto, auth.uid(), v_texto)
  returning 'mensaje_revision:' || id into v_clave;
  if privado.es_su_producto(p_producto) then
    update public.revisiones_producto set espera_creador = false
    where producto_id = p_producto and estado = 'pendiente' and espera_creador;
    perform privado.avisar_de_revision(q, v_clave, 'respuesta', p_producto, v_texto)
    from privado.quien_revisa(p_producto) q;
  else
    perform privado.avisar_de_revision(usuario_id, v_clave, 'mensaje', p_producto, v_texto)
    from public.productos where id = p_producto;
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.comentar_revision(uuid, text) to authenticated;

-- Requests changes of a revision in the shown state, with a message and optional reasons. It leaves the queue until the
-- creator answers or resubmits, and is assigned to the caller.
create function public.pedir_cambios(p_revision uuid, p_huella text, p_motivos text[], p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_texto constant text := btrim(p_texto);
  v_revision public.revisiones_producto;
  v_motivo text;
  v_mensaje bigint;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  -- Lock order: product, then revision (as in `resolver_revision`).
  perform 1 from public.productos
  where id = (select producto_id from public.revisiones_producto where id = p_revision) for no key update;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  v_motivo := privado.motivo_no_decide(v_revision, p_huella);
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if not privado.motivos_validos(p_motivos) then return privado.rechazo('motivo_no_valido'); end if;
  if v_texto is null or char_length(v_texto) not between 1 and 2000 then return privado.rechazo('texto_no_valido'); end if;
  update public.revisiones_producto set espera_creador = true, cambios_pedidos_at = now(),
    cambios_pedidos_por = auth.uid(), motivos = coalesce(p_motivos, '{}'), nota = v_texto
  where id = p_revision;
  insert into public.revisiones_asignadas (revision_id, moderador_id) values (p_revision, auth.uid()) on conflict do nothing;
  insert into public.mensajes_revision (producto_id, autor_id, texto)
  values (v_revision.producto_id, auth.uid(), v_texto) returning id into v_mensaje;
  perform privado.avisar_de_revision(v_revision.autor_id, 'mensaje_revision:' || v_mensaje, 'cambios',
    v_revision.producto_id, v_texto);
  perform privado.anotar('pedir_cambios', 'producto', v_revision.producto_id::text, null,
    jsonb_build_object('revision_id', p_revision, 'motivos', to_jsonb(coalesce(p_motivos, '{}'))), v_texto);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.pedir_cambios(uuid, text, text[], text) to authenticated;

-- The staff's to-do list, in one response for the tabs and the first page of the panel.

-- The number of each, up to 1,000, and the nearest deadline of an open dispute. Cases do not count the disputes that
-- have a page of their own; mails that were given up are those of the last 30 days.
create function public.admin_pendientes() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true,
    'disputas', (select count(*) from (
      select from public.disputas where fase in ('consulta', 'abierta', 'sin_decidir') limit 1000) x),
    'disputa_vence_at', (select min(vence_at) from public.disputas
      where fase in ('consulta', 'abierta', 'sin_decidir') and vence_at > now()),
    'casos', (select count(*) from (
      select from public.casos_admin where not resuelto and tipo not in ('disputa', 'consulta', 'disputa_sin_decidir') limit 1000) x),
    'retiros', (select count(*) from (select from public.withdrawals where estado = 'solicitado' limit 1000) x),
    'revisiones', (select count(*) from (
      select from public.revisiones_producto where estado = 'pendiente' and not espera_creador limit 1000) x),
    'reportes', (select count(*) from (select from public.reportes where estado = 'abierto' limit 1000) x),
    'solicitudes', (select count(*) from (
      select from public.solicitudes where para = 'tienda' and estado = 'abierta' limit 1000) x),
    'correos', (select count(*) from (
      select from public.correos where estado in ('fallido', 'caducado') and created_at > now() - interval '30 days' limit 1000) x),
    'correo_error', (select ultimo_error from public.correos
      where estado in ('fallido', 'caducado') and created_at > now() - interval '30 days' and ultimo_error is not null
      order by created_at desc limit 1));
end
$$;
grant execute on function public.admin_pendientes() to authenticated;

-- Mails of Supabase Auth, and notices about an account. Auth makes the tokens; the outbox sends them.

-- Called by Supabase Auth with every mail, in the transaction of what it is about (hook `send_email`). A link replaces
-- an earlier one of its kind that still waits. Notices are written by triggers, whether or not Auth is set to send them.
create function privado.gancho_correo(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := (event -> 'user' ->> 'id')::uuid;
  v_datos jsonb := event -> 'email_data';
  v_tipo text := v_datos ->> 'email_action_type';
  -- As in supabase/config.toml, `otp_expiry`.
  v_vida constant interval := interval '1 hour';
  v_plantilla text := case v_tipo
    when 'signup' then 'confirmar_cuenta'
    when 'recovery' then 'cambiar_contrasena'
    when 'email_change' then 'confirmar_direccion'
    when 'invite' then 'invitacion'
    when 'magiclink' then 'enlace_entrada'
    when 'reauthentication' then 'codigo_confirmacion' end;
  v_idioma text := substring(v_datos ->> 'redirect_to' from '[?&]lng=(es|en)(?:&|$)');
begin
  if v_plantilla is null then return '{}'::jsonb; end if;
  -- A user who existed before the shop.
  if not exists (select from public.usuarios_meta where id = v_usuario) then
    perform privado.crear_cuenta(v_usuario, event -> 'user' -> 'user_metadata',
      event -> 'user' ->> 'email_confirmed_at' is not null);
  end if;
  delete from public.correos where user_id = v_usuario and plantilla = v_plantilla and estado = 'pendiente';
  with enlaces as (
    -- With a double confirmation `token_hash_new` belongs to the current address, and `token_hash` to the new one.
    select v_datos ->> 'token_hash' as secreto, event -> 'user' ->> 'new_email' as direccion where v_tipo = 'email_change'
    union all
    select v_datos ->> 'token_hash_new', event -> 'user' ->> 'email'
    where v_tipo = 'email_change' and v_datos ->> 'token_hash_new' <> ''
    union all
    select v_datos ->> case v_tipo when 'reauthentication' then 'token' else 'token_hash' end, event -> 'user' ->> 'email'
    where v_tipo <> 'email_change'
  ), escritos as (
    insert into public.correos (clave, user_id, plantilla, datos, direccion, caduca_at)
    select 'cuenta:' || gen_random_uuid(), v_usuario, v_plantilla,
      jsonb_strip_nulls(jsonb_build_object('volver', v_datos ->> 'redirect_to',
        -- The account of an address that is not confirmed may be somebody else's.
        'idioma', case when v_tipo = 'signup' then v_idioma end)),
      e.direccion, now() + v_vida
    from enlaces e returning id, direccion
  )
  insert into public.secretos_correo (correo_id, secreto)
  select c.id, e.secreto from escritos c join enlaces e using (direccion);
  return '{}'::jsonb;
end
$$;

do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant execute on function privado.gancho_correo(jsonb) to supabase_auth_admin;
  end if;
end
$$;

-- Writes a notice about the security of an account.
create function privado.avisar_cuenta(p_usuario uuid, p_aviso text, p_datos jsonb, p_direccion text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.correos (clave, user_id, plantilla, datos, direccion)
  select 'aviso_cuenta:' || gen_random_uuid(), u.id, 'aviso_cuenta',
    jsonb_build_object('aviso', p_aviso, 'momento', now()) || p_datos, p_direccion
  from public.usuarios_meta u where u.id = p_usuario and u.borrada_at is null;
$$;

-- Tells of another password, and of another address at the address before. The first password of an account is none.
create function privado.al_cambiar_acceso() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is null or new.deleted_at is not null then return null; end if;
  if coalesce(old.encrypted_password, '') <> '' and coalesce(new.encrypted_password, '') <> ''
    and old.encrypted_password <> new.encrypted_password then
    perform privado.avisar_cuenta(new.id, 'contrasena', '{}', null);
  end if;
  if old.email is distinct from new.email and coalesce(old.email, '') <> '' and old.email_confirmed_at is not null then
    perform privado.avisar_cuenta(new.id, 'direccion', jsonb_build_object('nueva', new.email), old.email);
  end if;
  return null;
end
$$;
create trigger al_cambiar_acceso after update of encrypted_password, email on auth.users for each row
  when (old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email)
  execute function privado.al_cambiar_acceso();

-- Tells of a service that signs in to an account that is older than it.
create function privado.al_enlazar_servicio() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from auth.identities where user_id = new.user_id and id <> new.id)
    and exists (select from auth.users where id = new.user_id and email_confirmed_at is not null) then
    perform privado.avisar_cuenta(new.user_id, 'servicio', jsonb_build_object('servicio', new.provider), null);
  end if;
  return null;
end
$$;
create trigger al_enlazar_servicio after insert on auth.identities for each row when (new.provider <> 'email')
  execute function privado.al_enlazar_servicio();

-- Somebody has registered with the address of an account: Auth sends nothing, and its owner would wait for a mail. Called
-- by the shop, which seals it.
create function public.avisar_registro_repetido(p_correo text, p_volver text, p_sello text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
begin
  if not privado.sello_valido(array['registro_repetido', p_correo, p_volver], p_sello) then return; end if;
  select id into v_usuario from auth.users where email = p_correo and email_confirmed_at is not null;
  if v_usuario is null or not privado.contar_intento('registro_repetido', v_usuario::text, 1, '1 hour') then return; end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('ya_registrado:' || gen_random_uuid(), v_usuario, 'ya_registrado', jsonb_build_object('volver', p_volver));
end
$$;
grant execute on function public.avisar_registro_repetido(text, text, text) to anon, authenticated;

-- Auth did not send what somebody asked for, who is told nothing of it: a case, once a day. Called by the shop, which
-- seals it.
create function public.anotar_correo_sin_pedir(p_codigo text, p_sello text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.sello_valido(array['correo_sin_pedir', p_codigo], p_sello) then return; end if;
  perform public.abrir_caso('correo_de_cuenta', 'correo_de_cuenta:' || p_codigo || ':' || privado.hoy(), null,
    jsonb_build_object('codigo', left(p_codigo, 80)));
end
$$;
grant execute on function public.anotar_correo_sin_pedir(text, text) to anon, authenticated;

-- Ledger invariants. Each row has a description and a query for the rows that break it: `id` names a row, `hechos` says
-- what is wrong with it. 81_sentences.sql has the rows.

create table public.comprobaciones (
  nombre text primary key check (nombre ~ '^[a-z0-9_]{3,60}$'),
  frase text not null,
  frase_es text not null,
  consulta text not null
);
comment on table public.comprobaciones is 'queries that run with the rights of the owner: only migrations write here';

alter table public.comprobaciones enable row level security;

-- The result of a check: number of rows, and five of them. A failing query counts as broken. The text comes from
-- `comprobaciones`, which only migrations write, never from a caller.
create function privado.comprobar(p_consulta text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_hallado jsonb;
begin
  execute format(
    $q$select jsonb_build_object('cuenta', count(*), 'ejemplos', coalesce(jsonb_agg(
      jsonb_build_object('id', x.id, 'hechos', x.hechos) order by x.n) filter (where x.n <= 5), '[]'))
    from (select row_number() over () as n, q.id::text as id, to_jsonb(q) - 'id' as hechos from (%s) q) x$q$, p_consulta)
  into v_hallado;
  return v_hallado;
exception
  when others then
    return jsonb_build_object('cuenta', 1, 'ejemplos', jsonb_build_array(
      jsonb_build_object('id', sqlstate, 'hechos', jsonb_build_object('error', sqlerrm))));
end
$$;

-- All checks, or named ones, for the owner of the database.
create function privado.invariantes(p_solo text[] default null)
returns table (nombre text, frase text, frase_es text, cuenta bigint, ejemplos jsonb)
language sql stable security definer set search_path = '' as $$
  select c.nombre, c.frase, c.frase_es, (h.hallado ->> 'cuenta')::bigint, h.hallado -> 'ejemplos'
  from public.comprobaciones c
  cross join lateral (select privado.comprobar(c.consulta) as hallado) h
  where p_solo is null or c.nombre = any (p_solo)
  order by c.nombre;
$$;

-- The list of checks for admins; and a single check, so that no statement runs too long.
create function public.admin_comprobaciones() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'comprobaciones', coalesce((
    select jsonb_agg(jsonb_build_object('nombre', c.nombre, 'frase', c.frase, 'frase_es', c.frase_es) order by c.nombre)
    from public.comprobaciones c), '[]'));
end
$$;
grant execute on function public.admin_comprobaciones() to authenticated;

create function public.admin_comprobar(p_nombre text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_consulta text := (select consulta from public.comprobaciones where nombre = p_nombre);
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if v_consulta is null then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true) || privado.comprobar(v_consulta);
end
$$;
grant execute on function public.admin_comprobar(text) to authenticated;

-- Nightly checks: last run and result.
create table public.repasos (
  nombre text primary key,
  noche date not null,
  cuenta bigint not null check (cuenta >= 0),
  terminado_at timestamptz not null default now()
);
comment on table public.repasos is 'checks of ledger invariants by the maintenance job';

alter table public.repasos enable row level security;

-- Checks that are missing tonight. A night begins at three in the morning.
create function public.libros_por_repasar() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(c.nombre order by c.nombre), '{}') from public.comprobaciones c
  where not exists (select from public.repasos r
    where r.nombre = c.nombre and r.noche >= privado.dia_de(now() - interval '3 hours'));
$$;
grant execute on function public.libros_por_repasar() to service_role;

-- Records the result of a check. A broken invariant has one open case, which closes by itself when the invariant holds
-- again.
create function public.anotar_repaso(p_nombre text, p_hallado jsonb) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_hallado jsonb := privado.leer_json(p_hallado);
  v_cuenta bigint := (v_hallado ->> 'cuenta')::bigint;
begin
  insert into public.repasos (nombre, noche, cuenta) values (p_nombre, privado.dia_de(now() - interval '3 hours'), v_cuenta)
  on conflict (nombre) do update set noche = excluded.noche, cuenta = excluded.cuenta, terminado_at = excluded.terminado_at;
  if v_cuenta = 0 then
    update public.casos_admin set resuelto = true
    where tipo = 'libros_rotos' and not resuelto and datos ->> 'comprobacion' = p_nombre;
  else
    perform public.abrir_caso('libros_rotos', 'libros_rotos:' || p_nombre || ':' || (
        select count(*) from public.casos_admin
        where tipo = 'libros_rotos' and resuelto and datos ->> 'comprobacion' = p_nombre),
      null, jsonb_build_object('comprobacion', p_nombre, 'cuenta', v_cuenta, 'ejemplos', (
        select string_agg(x ->> 'id', ', ') from jsonb_array_elements(v_hallado -> 'ejemplos') x)));
  end if;
  return v_cuenta;
end
$$;
grant execute on function public.anotar_repaso(text, jsonb) to service_role;

-- Runs one nightly check. The hosted API applies the timeout set here instead of eight seconds.
create function public.repasar_libro(p_nombre text) returns bigint
language sql volatile security definer set search_path = '' set statement_timeout = '25s' as $$
  select public.anotar_repaso(c.nombre, privado.comprobar(c.consulta)) from public.comprobaciones c where c.nombre = p_nombre;
$$;
grant execute on function public.repasar_libro(text) to service_role;

-- Ledger invariants. A new check is one more row.

insert into public.comprobaciones (nombre, frase, frase_es, consulta) values

-- Coins.
('uncoins_suman', 'Every balance of coins is the sum of its ledger.',
  'Cada saldo de UnCoins es la suma de su libro.', $q$
  select u.id, u.uncoins as saldo, coalesce(sum(m.cantidad), 0) as libro
  from public.usuarios_meta u left join public.movimientos_uncoins m on m.user_id = u.id
  group by u.id having u.uncoins <> coalesce(sum(m.cantidad), 0)$q$),
('uncoins_sin_deuda', 'Nobody has less than no coins, unless a case says why.',
  'Nadie tiene menos de cero UnCoins, salvo que un caso lo explique.', $q$
  select u.id, u.uncoins as saldo from public.usuarios_meta u
  where u.uncoins < 0 and not exists (select from public.casos_admin c join public.pagos p on p.id = c.pago_id
    where c.tipo = 'uncoins_gastados' and p.destinatario_id = u.id)$q$),
('recargas_entregadas', 'A pack of coins that was paid for credits exactly its coins, less what went back of its price.',
  'Un pack de UnCoins pagado abona exactamente sus UnCoins, menos lo devuelto de su precio.', $q$
  select p.id, (p.presupuesto #>> '{interno,uncoins}')::integer as pack, privado.devuelto_de(p) as devuelto, m.abonado
  from public.pagos p
  cross join lateral (select coalesce(sum(cantidad), 0) as abonado from public.movimientos_uncoins where pago_id = p.id) m
  cross join lateral (select m.abonado - round((p.presupuesto #>> '{interno,uncoins}')::numeric
    * (p.total_centimos - privado.devuelto_de(p)) / greatest(p.total_centimos, 1)) as de_mas) x
  where p.estado = 'entregado' and p.presupuesto #>> '{interno,uncoins}' is not null and x.de_mas <> 0
    and not (x.de_mas > 0 and exists (select from public.casos_admin c
      where c.tipo = 'uncoins_gastados' and c.pago_id = p.id and (c.datos ->> 'faltan')::integer >= x.de_mas))$q$),
('recargas_devueltas', 'The coins of a pack that was refunded or is disputed are taken back, unless a case says what is missing.',
  'Las UnCoins de un pack devuelto o en disputa se retiran, salvo que un caso diga cuántas faltan.', $q$
  select p.id, p.estado, m.abonado from public.pagos p
  cross join lateral (select coalesce(sum(cantidad), 0) as abonado from public.movimientos_uncoins where pago_id = p.id) m
  where p.estado in ('reembolsado', 'en_disputa') and p.presupuesto #>> '{interno,uncoins}' is not null
    and m.abonado <> 0 and not (m.abonado > 0 and exists (select from public.casos_admin c
      where c.tipo = 'uncoins_gastados' and c.pago_id = p.id and (c.datos ->> 'faltan')::integer >= m.abonado))$q$),
('compras_en_uncoins', 'A purchase in coins has taken its price once, and given back what was refunded of it once.',
  'Una compra en UnCoins cobra su precio una vez, y devuelve una vez lo que se reembolsa.', $q$
  select p.id, p.estado, p.total_centimos, m.cobrado from public.pagos p
  cross join lateral (select coalesce(sum(cantidad), 0) as cobrado from public.movimientos_uncoins where pago_id = p.id) m
  where p.proveedor = 'uncoins'
    and m.cobrado <> case p.estado when 'entregado' then privado.devuelto_de(p) - p.total_centimos else 0 end$q$),
('uncoins_del_club', 'The coins of the Club are of a month of which a part was paid.',
  'Las UnCoins del Club son de un mes pagado al menos en parte.', $q$
  select m.id, m.user_id, m.clave from public.movimientos_uncoins m
  cross join lateral (select to_timestamp(
    substring(m.clave from '^club:[0-9a-f-]{36}:([0-9]{4}-[0-9]{2})(?::|$)') || '-01 +00', 'YYYY-MM-DD TZH') as mes) x
  where m.concepto = 'club' and m.cantidad > 0 and x.mes is not null
    and not exists (select from public.cargos_club c where c.id = m.cargo_club_id and c.user_id = m.user_id
      and c.periodo_inicio < x.mes + interval '32 days' and c.periodo_fin > x.mes)
    -- Coins from before charges were recorded.
    and (m.cargo_club_id is not null or (
      not exists (select from public.suscripciones s where s.user_id = m.user_id
        and s.periodo_inicio < x.mes + interval '32 days' and s.pagado_hasta > x.mes)
      and not exists (select from public.suscripciones_historial h join public.suscripciones s on s.id = h.suscripcion_id
        where s.user_id = m.user_id and h.estado in ('activa', 'cancelada_al_final')
          and h.periodo_inicio < x.mes + interval '32 days' and h.periodo_fin > x.mes)))$q$),

-- Payments and deliveries.
('entregas_completas', 'A payment that is delivered has an order for each thing that was bought.',
  'Un pago entregado tiene un pedido por cada artículo comprado.', $q$
  select p.id, jsonb_array_length(p.presupuesto #> '{interno,articulos}') as articulos, a.pedidos from public.pagos p
  cross join lateral (select count(*) as pedidos from public.adquisiciones where pago_id = p.id) a
  where p.estado = 'entregado' and p.presupuesto #>> '{interno,uncoins}' is null
    and a.pedidos <> jsonb_array_length(p.presupuesto #> '{interno,articulos}')
    and not exists (select from public.regalos r where r.pago_id = p.id and r.entregado_at is null)$q$),
('regalos_de_sus_pagos', 'A gift is noted for each payment for somebody else, and what it gives came with its delivery.',
  'Cada pago para otra persona tiene su regalo, y lo que da llegó con su entrega.', $q$
  select p.id, p.estado, r.entregado_at from public.pagos p left join public.regalos r on r.pago_id = p.id
  where (p.user_id <> p.destinatario_id) <> (r.pago_id is not null)
    or (r.pago_id is not null and (r.entregado_at is not null)
      <> exists (select from public.adquisiciones a where a.pago_id = p.id))$q$),
('regalos_a_tiempo', 'A gift that is paid for is delivered within a day of its date, unless its money is going back.',
  'Un regalo pagado se entrega en el día siguiente a su fecha, salvo que su dinero esté volviendo.', $q$
  select r.pago_id as id, r.fecha_entrega from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.entregado_at is null and p.estado = 'entregado' and p.motivo_no_entregado is null
    and (p.total_centimos = 0 or privado.reembolsable_de(p) > 0)
    and coalesce(privado.momento_regalo(r.fecha_entrega), p.entregado_at) < now() - interval '1 day'$q$),
('entregas_vigentes', 'Whoever has paid for something, and was not given the money back, owns it.',
  'Quien ha pagado algo y no ha recuperado el dinero lo tiene.', $q$
  select a.id, p.id as pago_id, a.revocada_motivo from public.pagos p join public.adquisiciones a on a.pago_id = p.id
  where p.estado = 'entregado' and a.revocada_at is not null and not exists (
    select from public.adquisiciones o where o.user_id = a.user_id and o.producto_id = a.producto_id
      and o.edicion_id is not distinct from a.edicion_id and o.revocada_at is null)$q$),
('pedidos_de_pagos_entregados', 'An order that cost something comes from a payment that was delivered.',
  'Un pedido que costó algo viene de un pago entregado.', $q$
  select a.id, a.precio_pagado, p.estado from public.adquisiciones a left join public.pagos p on p.id = a.pago_id
  where (a.precio_pagado > 0 and a.pago_id is null) or (a.pago_id is not null and p.entregado_at is null)$q$),
('pedidos_de_su_destinatario', 'An order belongs to whom the payment was for, and a gift names who gave it.',
  'Un pedido es de quien debía recibirlo, y un regalo dice quién lo hizo.', $q$
  select a.id, a.user_id, p.destinatario_id from public.adquisiciones a join public.pagos p on p.id = a.pago_id
  where a.user_id <> p.destinatario_id or (a.origen = 'regalo') <> (p.user_id <> p.destinatario_id)
    or (a.origen = 'regalo' and a.regalado_por is distinct from p.user_id)$q$),
('importes_de_pedidos', 'The orders of a payment add up to what was paid.',
  'Los pedidos de un pago suman lo que se pagó.', $q$
  select p.id, p.total_centimos, sum(a.precio_pagado * 100)::integer as pedidos
  from public.pagos p join public.adquisiciones a on a.pago_id = p.id
  group by p.id having sum(a.precio_pagado * 100) <> p.total_centimos$q$),
('lineas_suman', 'The lines of the price of a payment add up to what it costs.',
  'Las líneas del precio de un pago suman lo que cuesta.', $q$
  select p.id, p.total_centimos, l.suma from public.pagos p
  cross join lateral (select sum((x ->> 'centimos')::integer) as suma, count(*) as lineas
    from jsonb_array_elements(p.presupuesto -> 'lineas') x) l
  where l.lineas > 0 and l.suma <> p.total_centimos$q$),
('mejoras_con_lo_mejorado', 'Whoever paid the difference to an edition has that edition, unless their money is going back.',
  'Quien pagó la diferencia con una edición la tiene, salvo que su dinero esté volviendo.', $q$
  select p.id, p.producto_id, p.presupuesto #>> '{interno,mejora,edicion_id}' as desde from public.pagos p
  where p.estado = 'entregado' and p.presupuesto #> '{interno,mejora}' is not null
    and not exists (select from public.adquisiciones a
      where a.user_id = p.destinatario_id and a.producto_id = p.producto_id and a.origen <> 'club'
        and a.edicion_id is not distinct from (p.presupuesto #>> '{interno,mejora,edicion_id}')::uuid
        -- While a dispute of it is open, nothing is decided.
        and (a.revocada_at is null or a.revocada_motivo = 'en_disputa'))
    and not exists (select from public.reembolsos r where r.pago_id = p.id and r.estado in ('pedido', 'pendiente'))
    and not exists (select from public.casos_admin c where c.pago_id = p.id and not c.resuelto)$q$),
('mejoras_sin_deuda', 'An upgrade takes off no more than the edition below costs, and never more than the price.',
  'Una mejora no descuenta más de lo que vale la edición que ya se tenía, ni más que el precio.', $q$
  select p.id, p.total_centimos, l.centimos as descontado, p.presupuesto #>> '{interno,mejora,centimos}' as valor
  from public.pagos p
  cross join lateral (select coalesce(sum(-(x ->> 'centimos')::integer), 0) as centimos
    from jsonb_array_elements(p.presupuesto -> 'lineas') x where x ->> 'concepto' = 'mejora') l
  where (l.centimos > 0 or p.presupuesto #> '{interno,mejora}' is not null)
    and (p.total_centimos < 0 or l.centimos < 0
      or l.centimos > coalesce((p.presupuesto #>> '{interno,mejora,centimos}')::integer, 0))$q$),
('devueltos_sin_licencia', 'What was refunded or is disputed is owned by nobody.',
  'Lo devuelto o en disputa no lo tiene nadie.', $q$
  select a.id, p.id as pago_id, p.estado from public.pagos p join public.adquisiciones a on a.pago_id = p.id
  where p.estado in ('reembolsado', 'en_disputa') and a.revocada_at is null$q$),
('retirados_con_devolucion', 'What was taken away as refunded was refunded.',
  'Lo que se retiró por reembolso se reembolsó.', $q$
  select a.id, p.id as pago_id, p.estado from public.pagos p join public.adquisiciones a on a.pago_id = p.id
  where a.revocada_motivo = 'reembolsado' and p.estado <> 'reembolsado'$q$),
('reembolsos_hechos', 'The refunds of a payment come to no more than it, and a payment of which all went back is refunded.',
  'Los reembolsos de un pago no lo superan, y un pago devuelto del todo consta como reembolsado.', $q$
  select p.id, p.estado, p.total_centimos, sum(r.centimos) as reembolsado
  from public.reembolsos r join public.pagos p on p.id = r.pago_id
  where r.estado = 'hecho' and p.total_centimos > 0
  group by p.id having sum(r.centimos) > p.total_centimos
    or (sum(r.centimos) = p.total_centimos and p.estado <> 'reembolsado')$q$),
('reembolsos_pendientes', 'A refund that was ordered is carried out within two days, or a case is open about it.',
  'Un reembolso pedido se hace en dos días, o hay un caso abierto.', $q$
  select r.id, r.pago_id, r.created_at from public.reembolsos r
  where r.estado = 'pedido' and r.created_at < now() - interval '2 days'
    and not exists (select from public.casos_admin c where c.pago_id = r.pago_id and not c.resuelto)$q$),
('disputas_en_sus_pagos', 'A payment is disputed as long as a dispute holds its money, and not otherwise.',
  'Un pago está en disputa mientras una disputa retiene su dinero, y no de otro modo.', $q$
  select p.id, p.estado from public.pagos p
  where (p.estado = 'en_disputa' or exists (select from public.disputas d where d.pago_id = p.id))
    and p.estado in ('entregado', 'en_disputa') and (p.estado = 'en_disputa') <> privado.retenido_por_disputa(p.id)$q$),
('pagados_sin_entregar', 'Money that has come is delivered within an hour or on its way back, or a case is open about it.',
  'El dinero que llega se entrega en una hora o va de vuelta, o hay un caso abierto.', $q$
  select p.id, p.pagado_at from public.pagos p
  where p.estado = 'pagado' and p.pagado_at < now() - interval '1 hour'
    and not exists (select from public.reembolsos r where r.pago_id = p.id and r.estado in ('pedido', 'pendiente'))
    and not exists (select from public.casos_admin c where c.pago_id = p.id and not c.resuelto)$q$),
('no_entregados_devueltos', 'Money that came for what could not be delivered is on its way back.',
  'El dinero de lo que no se pudo entregar va de vuelta.', $q$
  select p.id, p.motivo_no_entregado from public.pagos p
  where p.estado in ('pagado', 'entregado') and p.motivo_no_entregado is not null and privado.reembolsable_de(p) > 0
    and not exists (select from public.reembolsos r where r.pago_id = p.id and r.motivo like 'no_entregable: %')$q$),
('pagos_abiertos', 'An open payment is settled within two days of its end, or a case is open about it.',
  'Un pago abierto se aclara en dos días desde que caduca, o hay un caso abierto.', $q$
  select p.id, p.caduca_at from public.pagos p
  where p.estado = 'creado' and p.caduca_at < now() - interval '2 days'
    and not exists (select from public.casos_admin c where c.pago_id = p.id and not c.resuelto)$q$),
('momentos_de_pagos', 'A payment says when it was paid, delivered and taken back, and under which reference.',
  'Un pago dice cuándo se cobró, se entregó y se devolvió, y con qué referencia.', $q$
  select p.id, p.estado from public.pagos p
  where (p.estado in ('pagado', 'entregado') and (p.pagado_at is null or p.referencia is null))
    or (p.estado = 'entregado' and (p.entregado_at is null or p.revertido_at is not null))
    or (p.estado in ('reembolsado', 'en_disputa') and p.revertido_at is null)
    or (p.estado in ('creado', 'fallido', 'caducado') and p.entregado_at is not null)$q$),
('licencias_unicas', 'Nobody has the same edition twice from the same source.',
  'Nadie tiene dos veces la misma edición del mismo origen.', $q$
  select min(a.id::text) as id, a.user_id, a.producto_id, a.edicion_id, a.origen, count(*) as veces
  from public.adquisiciones a where a.revocada_at is null and a.bundle_id is null and a.producto_id is not null
  group by a.user_id, a.producto_id, a.edicion_id, a.origen having count(*) > 1$q$),
('vendidos_contados', 'A product counts at least as many sales as it has orders that were paid for.',
  'Un producto cuenta al menos tantas ventas como pedidos pagados tiene.', $q$
  select p.id, p.slug, p.adquirido, count(a.id) as pedidos
  from public.productos p join public.adquisiciones a on a.producto_id = p.id and a.pago_id is not null
  group by p.id having p.adquirido < count(a.id)$q$),
('reservas_de_abiertos', 'Only an open payment holds anything.',
  'Solo un pago abierto reserva algo.', $q$
  select r.pago_id as id, p.estado from public.reservas r join public.pagos p on p.id = r.pago_id
  where p.estado <> 'creado'$q$),
('reservas_con_existencias', 'No more is held of a product than there is of it.',
  'No se reserva de un producto más de lo que hay.', $q$
  select x.id, x.slug, x.unidades, count(distinct r.pago_id) as reservadas
  from public.productos x join public.reservas r on r.producto_id = x.id and r.hasta > now()
  where x.unidades is not null
  group by x.id having x.unidades < 0 or count(distinct r.pago_id) > x.unidades$q$),
('unidades_de_ventas', 'No unit of a gift can be sold again that its sale did not take.',
  'No vuelve a la venta ninguna unidad de un regalo que su venta no quitara.', $q$
  select r.pago_id as id, r.unidades_vendidas, r.unidades_devueltas from public.regalos r
  where exists (select from unnest(r.unidades_devueltas) d where not r.unidades_vendidas ? d::text)$q$),
('cupones_con_limite', 'A coupon is used no more often than it says, in all and by each person.',
  'Un cupón no se usa más veces de las que dice, en total y por persona.', $q$
  select c.id, c.codigo, c.usos_max, c.usos_por_usuario, u.usos, u.de_uno from public.codigos_cupones c
  cross join lateral (select coalesce(sum(x.n), 0) as usos, coalesce(max(x.n), 0) as de_uno from (
    select count(*) as n from public.pagos p
    where p.cupon_id = c.id and p.motivo_no_entregado is null and p.estado in ('pagado', 'entregado', 'en_disputa') group by p.user_id) x) u
  where (u.usos > c.usos_max or u.de_uno > c.usos_por_usuario) and not exists (
    select from public.auditoria x where x.objeto_tipo = 'cupon' and x.objeto_id = c.id::text and x.antes is not null)$q$),
('codigos_canjeados', 'A code that was used says by whom and when, and gave them the product once.',
  'Un código usado dice quién y cuándo, y le dio el producto una vez.', $q$
  select c.id, c.codigo, c.canjeado_por from public.codigos_canjes c
  where c.canjeado <> (c.canjeado_por is not null) or c.canjeado <> (c.canjeado_at is not null)
    or (c.canjeado and (select count(*) from public.adquisiciones a
      where a.origen = 'codigo' and a.user_id = c.canjeado_por and a.producto_id = c.id_producto
        and a.edicion_id is not distinct from c.id_edicion)
      <> (select count(*) from public.codigos_canjes o
      where o.canjeado_por = c.canjeado_por and o.id_producto = c.id_producto
        and o.id_edicion is not distinct from c.id_edicion))$q$),
('pedidos_de_codigos', 'An order that came with a code has a used code.',
  'Un pedido hecho con un código tiene su código usado.', $q$
  select a.id, a.user_id, a.producto_id from public.adquisiciones a
  where a.origen = 'codigo' and a.producto_id is not null and not exists (
    select from public.codigos_canjes c where c.canjeado_por = a.user_id and c.id_producto = a.producto_id
      and c.id_edicion is not distinct from a.edicion_id)$q$),

-- Creators' money.
('ingresos_de_ventas', 'A sale has given its creator the agreed share of what stands of its price; one that was taken back, nothing.',
  'Una venta da a su creador la parte acordada de lo que sigue en pie; una devuelta, nada.', $q$
  with ventas as (
    select a.id, p.estado, v.articulo ->> 'usuario_id' as creador,
      case when p.estado = 'entregado' and (v.articulo ->> 'usuario_id')::uuid not in (p.user_id, p.destinatario_id)
        then round(privado.ingreso_de(p.presupuesto, v.articulo)::numeric
          * (p.total_centimos - privado.devuelto_de(p)) / greatest(p.total_centimos, 1)) else 0 end as debido
    from public.adquisiciones a join public.pagos p on p.id = a.pago_id
    cross join lateral (select x as articulo from jsonb_array_elements(p.presupuesto #> '{interno,articulos}') x
      where x ->> 'producto_id' = a.producto_id::text limit 1) v
  )
  select v.id, v.estado, v.debido, coalesce(sum(m.centimos), 0) as abonado
  from ventas v left join public.movimientos_ingresos m on m.adquisicion_id = v.id
  group by v.id, v.estado, v.debido having coalesce(sum(m.centimos), 0) <> v.debido$q$),
('cupones_de_creadores', 'A coupon of a creator takes no cent of the shop: its part of a sale is what it would be without the coupon.',
  'El cupón de un creador no le quita nada a la tienda: su parte de la venta es la misma que sin cupón.', $q$
  select p.id, p.total_centimos, r.regalado, m.centimos from public.pagos p
  cross join lateral (select (p.presupuesto #>> '{interno,cupon_creador_centimos}')::integer as regalado) r
  join public.adquisiciones a on a.pago_id = p.id
  join public.movimientos_ingresos m on m.clave = 'venta:' || a.id
  where r.regalado is not null and (p.bundle_id is not null or p.total_centimos - m.centimos
    < p.total_centimos + r.regalado - privado.parte_porcentual(p.total_centimos + r.regalado,
      (p.presupuesto #>> '{interno,ingresos_porcentaje}')::integer))$q$),
('ofertas_a_su_hora', 'What a product or an edition costs now is what its price and its offers say.',
  'Lo que cuesta ahora un producto o una edición es lo que dicen su precio y sus ofertas.', $q$
  select p.id, null::uuid as edicion_id, p.oferta from public.productos p
  where p.oferta is distinct from privado.oferta_vigente(p.id, null, p.precio, p.oferta_fija, now())
    and not exists (select from privado.ofertas_por_anotar(p.id))
  union all
  select e.producto_id, e.id, e.oferta from public.ediciones e
  where e.oferta is distinct from privado.oferta_vigente(e.producto_id, e.id, e.precio, e.oferta_fija, now())
    and not exists (select from privado.ofertas_por_anotar(e.producto_id))$q$),
('ingresos_con_origen', 'Every cent of a creator comes from an order that was paid for, or from a withdrawal.',
  'Cada céntimo de un creador viene de un pedido pagado o de un retiro.', $q$
  select m.id, m.concepto, m.centimos from public.movimientos_ingresos m
  left join public.adquisiciones a on a.id = m.adquisicion_id
  where (m.concepto in ('venta', 'reembolso') and a.pago_id is null)
    or (m.concepto in ('retiro', 'retiro_devuelto') and m.withdrawal_id is null)
    or (m.withdrawal_id is not null and m.usuario_id <> (
      select w.usuario_id from public.withdrawals w where w.id = m.withdrawal_id))$q$),
('movimientos_de_ventas', 'What is taken from a sale, or given back to it, belongs to a sale of the same creator, and never exceeds it.',
  'Lo que se quita a una venta, o se le devuelve, es de una venta del mismo creador, y nunca la supera.', $q$
  select m.adquisicion_id as id, m.usuario_id, sum(m.centimos) as neto from public.movimientos_ingresos m
  where m.adquisicion_id is not null group by m.adquisicion_id, m.usuario_id
  having count(*) filter (where m.clave = 'venta:' || m.adquisicion_id) <> 1 or sum(m.centimos) < 0
    or sum(m.centimos) > sum(m.centimos) filter (where m.clave = 'venta:' || m.adquisicion_id)$q$),
('ingresos_de_otros', 'Nobody earns a share of what they buy from themselves.',
  'Nadie gana una parte de lo que se compra a sí mismo.', $q$
  select m.id, m.usuario_id, p.id as pago_id from public.movimientos_ingresos m
  join public.adquisiciones a on a.id = m.adquisicion_id join public.pagos p on p.id = a.pago_id
  where m.usuario_id in (p.user_id, p.destinatario_id)$q$),
('saldos_suman', 'What a creator has is the sum of what was booked for them.',
  'Lo que tiene un creador es la suma de lo que se le ha anotado.', $q$
  select x.usuario_id as id, sum(x.libro) as libro, sum(x.saldo) as saldo from (
    select usuario_id, centimos as libro, 0 as saldo from public.movimientos_ingresos
    union all select usuario_id, 0, centimos from public.saldos_creadores) x
  group by x.usuario_id having sum(x.libro) <> sum(x.saldo)$q$),
('cifras_de_productos_suman', 'The figures that creators see are those of the orders, the shares and the views.',
  'Las cifras que ven los creadores son las de los pedidos, los ingresos y las visitas.', $q$
  select x.producto_id as id, x.dia, sum(x.visitas) as visitas, sum(x.pedidos) as pedidos, sum(x.centimos) as centimos
  from (
    select producto_id, dia, visitas, pedidos, centimos from public.cifras_productos where producto_id is not null
    union all select producto_id, dia, -1, 0, 0 from public.visitas_producto
    union all select a.producto_id, d.dia, 0, -1, 0 from public.adquisiciones a
      cross join lateral (values (privado.dia_de(a.created_at)), ('-infinity'::date)) d(dia)
      where a.revocada_at is null and a.producto_id is not null
    union all select a.producto_id, d.dia, 0, 0, -m.centimos
      from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id
      cross join lateral (values (privado.dia_de(m.created_at)), ('-infinity'::date)) d(dia)
      where a.producto_id is not null
  ) x
  group by x.producto_id, x.dia having sum(x.visitas) <> 0 or sum(x.pedidos) <> 0 or sum(x.centimos) <> 0$q$),
('cifras_de_creadores_suman', 'What creators see of a day is the sum of the folded figures of their products.',
  'Lo que ven los creadores de un día es la suma de las cifras plegadas de sus productos.', $q$
  select x.usuario_id as id, x.dia, sum(x.visitas) as visitas, sum(x.pedidos) as pedidos, sum(x.centimos) as centimos
  from (
    select usuario_id, dia, fuente, visitas, pedidos, centimos from public.cifras_productos where plegada and dia > '-infinity'
    union all select usuario_id, dia, fuente, -visitas, -pedidos, -centimos from public.cifras_creadores
  ) x
  group by x.usuario_id, x.dia, x.fuente having sum(x.visitas) <> 0 or sum(x.pedidos) <> 0 or sum(x.centimos) <> 0$q$),
('retiros_en_el_libro', 'A withdrawal is taken from the balance once while it is asked for, on its way or paid, and not otherwise.',
  'Un retiro se descuenta una vez mientras está pedido, en camino o pagado, y no de otro modo.', $q$
  select w.id, w.estado, w.amount, coalesce(sum(m.centimos), 0) as libro
  from public.withdrawals w left join public.movimientos_ingresos m on m.withdrawal_id = w.id
  group by w.id having coalesce(sum(m.centimos), 0)
    <> case when w.estado in ('rechazado', 'fallido', 'cancelado') then 0 else -(w.amount * 100)::integer end$q$),
('retiros_cubiertos', 'A withdrawal was sent only when its creator had the money at that moment.',
  'Un retiro solo se envió si en ese momento su creador tenía el dinero.', $q$
  select w.id, w.usuario_id, w.amount, w.enviado_at, s.saldo from public.withdrawals w
  -- Amounts reserved by other withdrawals without an approval did not count.
  cross join lateral (select coalesce(sum(m.centimos), 0) as saldo from public.movimientos_ingresos m
    left join public.withdrawals o on o.id = m.withdrawal_id
    where m.usuario_id = w.usuario_id and m.created_at < w.enviado_at - interval '5 seconds'
      and (o.id is null or o.id = w.id or coalesce(o.resuelto_at, 'infinity') < w.enviado_at)) s
  where w.estado in ('en_proceso', 'pagado') and w.enviado_at is not null and s.saldo < 0$q$),
('retiros_pagados', 'A withdrawal that is paid says when, and by which payout.',
  'Un retiro pagado dice cuándo y con qué envío.', $q$
  select w.id, w.lote, w.referencia, w.pagado_at from public.withdrawals w
  where w.estado = 'pagado' and (w.pagado_at is null or coalesce(w.lote, w.referencia) is null)$q$),
('retiros_sin_aclarar', 'A payout of which nobody knows what became of it is listed for the admins within a day.',
  'Un envío del que nadie sabe qué fue se lista para los administradores en un día.', $q$
  select w.id, w.enviado_at, w.intentos from public.withdrawals w
  where w.estado = 'en_proceso' and w.lote is null and w.enviado_at < now() - interval '1 day'
    and not exists (select from public.casos_admin c where c.clave = 'retiro_sin_aclarar:' || w.id)$q$),
('retiros_atendidos', 'An approved withdrawal is looked after every day until it is settled.',
  'Un retiro aprobado se atiende cada día hasta que se resuelve.', $q$
  select w.id, w.resuelto_at, w.atendido_at from public.withdrawals w
  where w.estado = 'en_proceso' and coalesce(w.atendido_at, w.resuelto_at, w.created_at) < now() - interval '1 day'$q$),

-- Invoices.
('facturas_sin_huecos', 'The invoices of a series are numbered from one without a gap, to where its counter stands.',
  'Las facturas de una serie se numeran desde uno sin huecos, hasta donde va su contador.', $q$
  select coalesce(c.serie, f.serie) as id, c.ultimo as contador, f.facturas, f.ultima from public.contadores_facturas c
  full join (select serie, count(*) as facturas, max(numero) as ultima from public.facturas group by serie) f
    on f.serie = c.serie
  where c.ultimo is distinct from f.ultima or f.facturas is distinct from f.ultima$q$),
('facturas_de_pagos', 'Whatever was paid with money and delivered has its invoice, of the same amount, or waits in line for it.',
  'Lo pagado con dinero y entregado tiene su factura, por el mismo importe, o está en cola para tenerla.', $q$
  select p.id, p.total_centimos, f.datos ->> 'total_centimos' as facturado from public.pagos p
  left join public.facturas f on f.pago_id = p.id and f.rectifica is null
  where p.proveedor in ('stripe', 'paypal') and p.total_centimos > 0 and p.entregado_at is not null
    and (f.datos ->> 'total_centimos')::integer is distinct from p.total_centimos
    and not (f.id is null and exists (select from public.facturas_pendientes where pago_id = p.id))$q$),
('facturas_rectificadas', 'What went back of a payment is undone by credit notes, to the cent.',
  'Lo devuelto de un pago se anula con facturas rectificativas, al céntimo.', $q$
  select p.id, privado.devuelto_de(p) as devuelto, sum((f.datos ->> 'total_centimos')::integer) as queda
  from public.pagos p join public.facturas f on f.pago_id = p.id
  where p.entregado_at is not null
  group by p.id having sum((f.datos ->> 'total_centimos')::integer) <> p.total_centimos - privado.devuelto_de(p)$q$),
('facturas_suman', 'Base and tax of an invoice add up to its total.',
  'La base y el impuesto de una factura suman su total.', $q$
  select f.id, f.serie, f.numero from public.facturas f
  where (f.datos ->> 'base_centimos')::integer + (f.datos ->> 'iva_centimos')::integer
    <> (f.datos ->> 'total_centimos')::integer$q$),

-- The Club.
('club_con_suscripcion', 'A member of the Club has a subscription that is paid, and whoever has one is a member.',
  'Un socio del Club tiene una suscripción pagada, y quien la tiene es socio.', $q$
  select u.id, u.club, s.hasta from public.usuarios_meta u
  cross join lateral (select max(x.pagado_hasta) as hasta, bool_or(privado.suscripcion_vigente(x)) as vigente
    from public.suscripciones x where x.user_id = u.id and x.estado <> 'terminada') s
  where (u.club and coalesce(s.hasta, '-infinity') < now() - interval '2 days') or (not u.club and s.vigente)$q$),
('club_una_suscripcion', 'Nobody pays for two memberships at once, unless a case says so.',
  'Nadie paga dos membresías a la vez, salvo que haya un caso.', $q$
  select s.user_id as id, count(*) as suscripciones from public.suscripciones s
  where privado.suscripcion_vigente(s) and not exists (
    select from public.casos_admin c where c.tipo = 'club_pagado_dos_veces' and c.datos ->> 'usuario' = s.user_id::text)
  group by s.user_id having count(*) > 1$q$),
('club_pagado_con_cargos', 'Time that a membership has paid for is of a charge that stands.',
  'El tiempo pagado de una membresía es de una cuota que sigue en pie.', $q$
  select s.id, s.referencia, s.pagado_hasta from public.suscripciones s
  where s.pagado_hasta > now() and not exists (select from public.cargos_club c
    where c.suscripcion_id = s.id and c.estado in ('pagado', 'parcial') and c.periodo_fin >= s.pagado_hasta)$q$),
('club_cargos_facturados', 'Every charge of the Club is invoiced, less what went back of it, or waits in line for it.',
  'Cada cuota del Club está facturada, menos lo devuelto, o está en cola para estarlo.', $q$
  select c.id, c.centimos, c.devuelto_centimos, coalesce(sum((f.datos ->> 'total_centimos')::integer), 0) as facturado
  from public.cargos_club c left join public.facturas f on f.cargo_club_id = c.id
  where c.estado <> 'fallido' and not exists (select from public.facturas_pendientes where cargo_club_id = c.id)
  group by c.id having coalesce(sum((f.datos ->> 'total_centimos')::integer), 0) <> c.centimos - c.devuelto_centimos$q$),
('club_licencias', 'What the Club lends is with members.',
  'Lo que presta el Club lo tienen los socios.', $q$
  select a.id, a.user_id, a.producto_id from public.adquisiciones a join public.usuarios_meta u on u.id = a.user_id
  where a.origen = 'club' and a.revocada_at is null and not u.club$q$),

-- People and social data.
('sin_seguirse', 'Nobody follows themselves, or anybody twice.',
  'Nadie se sigue a sí mismo, ni a nadie dos veces.', $q$
  select f.follower_id as id, f.following_id, count(*) as veces from public.follows f
  group by f.follower_id, f.following_id having count(*) > 1 or f.follower_id = f.following_id$q$),
('favoritos_unicos', 'Nobody has the same favourite twice.',
  'Nadie tiene dos veces el mismo favorito.', $q$
  select min(f.id::text) as id, f.user_id, f.producto_id from public.favoritos f
  group by f.user_id, f.producto_id having count(*) > 1$q$),
('valoraciones_suman', 'The rating of a product is that of its reviews.',
  'La valoración de un producto es la de sus reseñas.', $q$
  select p.id, p.slug, p.valoracion_media, p.valoraciones, r.media, r.cuantas from public.productos p
  cross join lateral (select round(avg(estrellas), 2) as media, count(*) as cuantas
    from public.resenas where producto_id = p.id and not oculta) r
  where p.valoracion_media is distinct from r.media or p.valoraciones <> r.cuantas$q$),
('resenas_de_duenos', 'A review is of somebody who has had the product, and not of its creator.',
  'Una reseña es de alguien que ha tenido el producto, y no de su creador.', $q$
  select r.id, r.user_id, r.producto_id from public.resenas r join public.productos p on p.id = r.producto_id
  where p.usuario_id = r.user_id or not exists (
    select from public.adquisiciones a where a.user_id = r.user_id and a.producto_id = r.producto_id)$q$),
('cuentas_borradas', 'A deleted account cannot sign in, and is in no Club.',
  'Una cuenta borrada no puede entrar ni está en el Club.', $q$
  select u.id, u.club from public.usuarios_meta u join auth.users a on a.id = u.id
  where u.borrada_at is not null and (u.club or a.email not like 'borrado-%' or coalesce(a.encrypted_password, '') <> ''
    or exists (select from auth.identities i where i.user_id = u.id))$q$),
('rutas_de_archivos', 'The file of a product is a web address, or a path without tricks in its bucket.',
  'El archivo de un producto es una dirección web, o una ruta sin trampas en su almacén.', $q$
  select x.id, x.enlace from (
    select p.id, p.download_link as enlace from public.productos p
    union all select e.id, e.download_link from public.ediciones e) x
  where x.enlace <> '' and x.enlace !~ '^https://[^/\s\\]'
    and (x.enlace !~ '^descargas/[^/]' or x.enlace ~ '(^|/)\.{1,2}(/|$)' or x.enlace ~ '//|[\\%[:cntrl:]]|/$')$q$),
('precios_en_orden', 'An offer is lower than the price.',
  'Una oferta es menor que el precio.', $q$
  select x.id, x.precio, x.oferta from (
    select id, precio, oferta from public.productos union all select id, precio, oferta from public.ediciones
    union all select id, precio, oferta from public.bundles) x
  where x.oferta > x.precio or x.oferta <= 0$q$),

-- Decisions.
('revisiones_con_final', 'A revision that is decided says when, no other does, and only what was approved has a version.',
  'Una revisión decidida dice cuándo, ninguna otra lo hace, y solo lo aprobado tiene versión.', $q$
  select r.id, r.estado, r.decidida_at from public.revisiones_producto r
  where (r.estado in ('aprobada', 'rechazada')) <> (r.decidida_at is not null)
    or (r.estado <> 'aprobada' and exists (select from public.versiones_producto v where v.revision_id = r.id))$q$),
('reportes_con_final', 'A report that is settled says when and what was done.',
  'Un reporte cerrado dice cuándo y qué se hizo.', $q$
  select r.id, r.estado from public.reportes r
  where (r.estado = 'abierto') <> (r.resuelto_at is null) or (r.estado <> 'abierto' and coalesce(btrim(r.nota), '') = '')$q$),
('respuestas_enviadas', 'An answer to a dispute that was sent says when, and keeps what it was sent with.',
  'Una respuesta enviada a una disputa dice cuándo, y guarda con qué se envió.', $q$
  select d.disputa_id as id, d.estado from public.respuestas_disputa d
  where (d.estado = 'enviada' and d.enviada_at is null) or (d.estado <> 'borrador' and d.pruebas is null)$q$),
('precios_en_su_historia', 'The history of prices ends with the price of today.',
  'La historia de precios acaba en el precio de hoy.', $q$
  select p.id, p.precio, p.oferta, h.precio as anotado, h.oferta as oferta_anotada from public.productos p
  cross join lateral (select x.precio, x.oferta from public.historial_precios x
    where x.producto_id = p.id and x.edicion_id is null order by x.desde desc, x.id desc limit 1) h
  where h.precio <> p.precio or h.oferta is distinct from p.oferta$q$),
('cuentas_enteras', 'Every account has its two rows, and no row is without its account.',
  'Cada cuenta tiene sus dos filas, y ninguna fila está sin cuenta.', $q$
  select coalesce(a.id, u.id, p.id) as id, a.id is null as sin_cuenta, u.id is null as sin_meta, p.id is null as sin_perfil
  from auth.users a full join public.usuarios_meta u on u.id = a.id full join public.profiles p on p.id = coalesce(u.id, a.id)
  where a.id is null or u.id is null or p.id is null$q$),
('club_cancelaciones_cerradas', 'A cancellation of a membership that was carried out says when.',
  'Una cancelación hecha de una membresía dice cuándo.', $q$
  select c.id, c.estado from public.cancelaciones_club c where (c.estado = 'pendiente') <> (c.cerrada_at is null)$q$),

-- Outgoing mails and incoming events.
('correos_en_marcha', 'A mail is sent or given up within three days.',
  'Un correo se envía o se da por perdido en tres días.', $q$
  select c.id, c.plantilla, c.intentos, c.ultimo_error from public.correos c
  where c.estado = 'pendiente' and c.created_at < now() - interval '3 days'$q$),
('eventos_cerrados', 'What a provider has told is dealt with within an hour.',
  'Lo que cuenta un proveedor se trata en una hora.', $q$
  select e.id, e.proveedor, e.evento_id, e.tipo, e.recibido_at from public.eventos_proveedor e
  where e.procesado_at is null and e.recibido_at < now() - interval '1 hour'$q$),
('casos_cerrados', 'A case that a person has closed says what was done.',
  'Un caso cerrado por una persona dice qué se hizo.', $q$
  select c.id, c.tipo from public.casos_admin c
  where c.resuelto_por is not null and (not c.resuelto or coalesce(btrim(c.nota), '') = '' or c.resuelto_at is null)$q$),
('actos_de_admins', 'Every approval of a withdrawal was noted, with who gave it.',
  'Cada aprobación de un retiro quedó anotada, con quién la dio.', $q$
  select w.id, w.resuelto_por from public.withdrawals w
  where w.estado in ('en_proceso', 'pagado') and not exists (select from public.auditoria x
    where x.objeto_tipo = 'retiro' and x.objeto_id = w.id::text and x.accion in ('aprobar_retiro', 'aclarar_retiro')
      and x.actor_id is not null)$q$),

-- Delivery into the game.
('entregas_al_dia', 'Servers were told of a licence what is true of it.',
  'A los servidores se les dijo de una licencia lo que es cierto.', $q$
  select a.id, s.evento, a.revocada_at from public.adquisiciones a
  cross join lateral (select x.evento from public.sucesos_licencia x where x.adquisicion_id = a.id order by x.numero desc limit 1) s
  where (s.evento in ('concedida', 'lanzada', 'devuelta')) <> (a.revocada_at is null)
  union all
  select a.id, null, null from public.acciones_servidor x
  join public.adquisiciones a on a.producto_id = x.producto_id and (x.edicion_id is null or x.edicion_id = a.edicion_id)
    and a.created_at > x.creada_at + interval '1 minute'
  where x.quitada_at is null and 'concedida' = any (x.eventos) and a.revocada_at is null and not a.es_reserva
    and a.minecraft_name is not null and not exists (select from public.sucesos_licencia s where s.adquisicion_id = a.id)$q$),
('entregas_con_ordenes', 'A licence with actions has their commands.',
  'Una licencia con acciones tiene sus órdenes.', $q$
  select s.adquisicion_id as id, s.evento, x.id as accion, v.id as servidor from public.sucesos_licencia s
  join public.adquisiciones a on a.id = s.adquisicion_id
  join public.productos p on p.id = a.producto_id
  join public.acciones_servidor x on x.producto_id = p.id and s.evento = any (x.eventos) and x.destino <> 'elegido'
    and (x.edicion_id is null or x.edicion_id = a.edicion_id) and s.created_at > x.creada_at + interval '1 minute'
    and s.created_at < coalesce(x.quitada_at, 'infinity') - interval '1 minute'
  join public.servidores v on v.usuario_id = p.usuario_id and (x.servidor_id is null or v.id = x.servidor_id)
    and s.created_at > v.creado_at + interval '1 minute' and s.created_at < coalesce(v.quitado_at, 'infinity') - interval '1 minute'
  where s.evento in ('concedida', 'lanzada') and jsonb_array_length(x.pasos) <> (select count(*) from public.ordenes_servidor o
    where o.suceso_id = s.id and o.accion_id = x.id and o.servidor_id = v.id and o.deshace_id is null)$q$),
('ordenes_una_vez', 'No command is queued twice, or taken back twice.',
  'Ninguna orden está dos veces en cola, ni se deshace dos veces.', $q$
  select min(o.id) as id, count(*) as veces from public.ordenes_servidor o where o.deshace_id is null
  group by o.suceso_id, o.servidor_id, o.accion_id, o.posicion having count(*) > 1
  union all
  select o.deshace_id, count(*) from public.ordenes_servidor o where o.deshace_id is not null and o.estado <> 'cancelada'
  group by o.deshace_id having count(*) > 1$q$),
('ordenes_retiradas', 'Of a licence that has ended nothing waits to be done, and what was done is taken back.',
  'De una licencia terminada nada espera hacerse, y lo hecho se deshace.', $q$
  select o.id, o.estado, o.adquisicion_id from public.ordenes_servidor o
  join public.adquisiciones a on a.id = o.adquisicion_id and a.revocada_at is not null
  join public.sucesos_licencia s on s.id = o.suceso_id and s.evento in ('concedida', 'lanzada', 'devuelta')
  join public.servidores v on v.id = o.servidor_id and v.quitado_at is null
  where o.deshace_id is null and (o.estado = 'esperando' or (o.deshacer is not null and o.intentos > 0 and not o.cedida
    and not exists (select from public.ordenes_servidor u where u.deshace_id = o.id and u.estado <> 'cancelada')))$q$),

-- Help.
('solicitudes_con_su_reembolso', 'A refund that was granted to somebody who asked is a refund of that payment.',
  'Un reembolso concedido a quien lo pidió es un reembolso de ese pago.', $q$
  select s.id, s.pago_id, s.reembolso_id from public.solicitudes s left join public.reembolsos r on r.id = s.reembolso_id
  where s.decision = 'aceptada' and s.pago_id is not null and r.pago_id is distinct from s.pago_id$q$);

-- Checks of `npm run doctor` on the database, without personal data.

create function public.diagnosticar() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_migraciones jsonb;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select jsonb_agg(version order by version) from supabase_migrations.schema_migrations' into v_migraciones;
  end if;
  return jsonb_build_object(
    'migraciones', coalesce(v_migraciones, '[]'),
    'falta_del_vendedor', to_jsonb(privado.falta_del_vendedor()),
    'facturas_pendientes', (select count(*) from public.facturas_pendientes),
    'packs', (select count(*) from public.productos where category = 'uncoins' and status = 'approved'),
    'buckets', (select coalesce(jsonb_object_agg(id, public), '{}') from storage.buckets),
    'admins', (select count(*) from public.usuarios_meta where role = 'admin'
      and (banned_until is null or banned_until <= now())),
    'admins_con_segundo_factor', (select count(*) from public.usuarios_meta u where u.role = 'admin'
      and exists (select from auth.mfa_factors f where f.user_id = u.id and f.status = 'verified')),
    'dominios', (select coalesce(jsonb_agg(dominio order by dominio), '[]') from public.dominios_correo),
    'ultima_pasada', (select jsonb_build_object('terminada_at', terminada_at, 'fallidas', fallidas)
      from public.ultima_pasada),
    'limites', (select coalesce(jsonb_object_agg(rolname, ajuste), '{}') from pg_roles r, unnest(r.rolconfig) ajuste
      where rolname in ('anon', 'authenticated') and ajuste like 'statement_timeout=%'));
end
$$;
grant execute on function public.diagnosticar() to service_role;

-- Game servers of creators, and what a licence does on them. `84_server_queue.sql` has the commands.

create table public.servidores (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  nombre text not null check (char_length(nombre) between 1 and 40 and nombre = btrim(nombre) and nombre !~ '[[:cntrl:]]'),
  tipo text not null check (tipo in ('azlink', 'agente')),
  identidad text not null check (identidad in ('online', 'offline')),
  prefijo text not null check (prefijo in ('', '.', '*', '_')),
  clave_hash bytea not null unique,
  clave_final text not null,
  creado_at timestamptz not null default now(),
  quitado_at timestamptz,
  contacto_at timestamptz,
  plataforma text,
  plugin text,
  conectados jsonb not null default '[]',
  conectados_at timestamptz,
  max_jugadores integer
);
comment on column public.servidores.identidad is 'online: players are checked by Mojang, who gives their UUID; offline: it follows from the name';
comment on column public.servidores.prefijo is 'what comes before the name of a Bedrock player';
comment on column public.servidores.clave_hash is 'SHA-256 of the key, which is shown once; clave_final: its last four characters';
comment on column public.servidores.conectados is 'players with name and uuid, as the server last named them, at conectados_at';
create index servidores_usuario_id_idx on public.servidores (usuario_id);
alter table public.servidores enable row level security;

create table public.acciones_servidor (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  edicion_id uuid,
  plantilla text not null check (plantilla in ('whitelist', 'rango', 'objeto', 'propia')),
  eventos text[] not null check (cardinality(eventos) between 1 and 5
    and eventos <@ array['concedida', 'lanzada', 'retirada', 'fin_club', 'devuelta']),
  pasos jsonb not null,
  destino text not null check (destino in ('todos', 'uno', 'elegido')),
  servidor_id uuid references public.servidores (id) on delete restrict,
  necesita_jugador boolean not null,
  huecos integer not null check (huecos between 0 and 36),
  retraso_s integer not null check (retraso_s between 0 and 2592000),
  repetible boolean not null,
  creada_at timestamptz not null default now(),
  quitada_at timestamptz,
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete cascade,
  check ((destino = 'uno') = (servidor_id is not null)),
  check (huecos = 0 or necesita_jugador)
);
comment on table public.acciones_servidor is 'never changed: an edit is a new row, so that what was promised stays as it was';
comment on column public.acciones_servidor.pasos is 'commands in their order: [{orden, deshacer}]';
comment on column public.acciones_servidor.edicion_id is 'null: any edition, and none';
comment on column public.acciones_servidor.repetible is 'twice is harmless: buyers may ask for it again';
create index acciones_servidor_producto_id_idx on public.acciones_servidor (producto_id);
create index acciones_servidor_edicion_id_idx on public.acciones_servidor (edicion_id, producto_id);
create index acciones_servidor_servidor_id_idx on public.acciones_servidor (servidor_id);
alter table public.acciones_servidor enable row level security;

-- A value inside a command. Only letters, digits, spaces and harmless punctuation stay, so that no value becomes another
-- command, a selector, an option or a placeholder.
create function privado.valor_de_orden(p_valor text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(nullif(left(btrim(regexp_replace(regexp_replace(normalize(coalesce(p_valor, ''), nfc),
    '[^A-Za-z0-9\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u0370-\u0373\u0386\u0388-\u03FF\u0400-\u0481\u048A-\u04FF\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FFF\uAC00-\uD7A3 .,_+()!?\u00A1\u00BF-]+',
    ' ', 'g'), '^[ .,_+()!?\u00A1\u00BF-]+| +', ' ', 'g')), 64), ''), '-');
$$;

-- The UUID that a server in offline mode gives a player: version 3 of the name, as Java counts it.
create function privado.uuid_sin_conexion(p_nombre text) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select overlay(overlay(h placing '3' from 13 for 1) placing substr('89ab', 1 + (strpos('0123456789abcdef', substr(h, 17, 1)) - 1) % 4, 1)
    from 17 for 1)::uuid
  from (select md5(convert_to('OfflinePlayer:' || p_nombre, 'UTF8')) as h) x;
$$;

-- Whether an action's commands can be stored: one line each, with known placeholders only.
create function privado.pasos_validos(p_pasos jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_pasos) = 'array' and jsonb_array_length(p_pasos) between 1 and 10 and not exists (
    select from privado.lista_json(p_pasos) p
    cross join lateral (values (p -> 'orden', true), (coalesce(p -> 'deshacer', 'null'), false)) o(valor, debe)
    where jsonb_typeof(p) <> 'object' or not privado.solo_claves(p, array['orden', 'deshacer'])
      or case when jsonb_typeof(o.valor) = 'string' then
        char_length(o.valor #>> '{}') not between 1 and 500 or o.valor #>> '{}' <> btrim(o.valor #>> '{}')
        or o.valor #>> '{}' ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]|^/'
        or exists (select from regexp_matches(o.valor #>> '{}', '\{([a-z_]+)\}', 'g') m
          where m[1] <> all (array['username', 'uuid', 'order', 'product', 'edition', 'price']))
        else o.debe or jsonb_typeof(o.valor) <> 'null' end), false);
$$;
alter table public.acciones_servidor add constraint acciones_servidor_pasos_check check (privado.pasos_validos(pasos));

-- A new key, for its owner's eyes only once.
create function privado.clave_de_servidor() returns text
language sql volatile set search_path = '' as $$
  select 'unsrv_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
$$;

create function privado.hash_de_clave(p_clave text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(p_clave, 'UTF8'));
$$;

create function public.crear_servidor(p_nombre text, p_tipo text, p_identidad text, p_prefijo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_clave text := privado.clave_de_servidor();
  v_id uuid;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  if (select count(*) from public.servidores where usuario_id = auth.uid() and quitado_at is null) >= 20
    or not privado.contar_intento('servidor', auth.uid()::text, 60, '1 day') then
    return privado.rechazo('demasiados_servidores');
  end if;
  insert into public.servidores (usuario_id, nombre, tipo, identidad, prefijo, clave_hash, clave_final)
  values (auth.uid(), btrim(p_nombre), p_tipo, p_identidad, coalesce(p_prefijo, ''), privado.hash_de_clave(v_clave), right(v_clave, 4))
  returning id into v_id;
  perform privado.anotar('crear_servidor', 'servidor', v_id::text, null, jsonb_build_object('nombre', p_nombre, 'tipo', p_tipo));
  return jsonb_build_object('ok', true, 'servidor_id', v_id, 'clave', v_clave);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.crear_servidor(text, text, text, text) to authenticated;

create function public.cambiar_servidor(p_servidor uuid, p_nombre text, p_identidad text, p_prefijo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  update public.servidores set nombre = btrim(p_nombre), identidad = p_identidad, prefijo = coalesce(p_prefijo, '')
  where id = p_servidor and usuario_id = auth.uid() and quitado_at is null;
  if not found then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.cambiar_servidor(uuid, text, text, text) to authenticated;

-- Replaces the key; the former one is refused from now on.
create function public.renovar_clave_servidor(p_servidor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_clave text := privado.clave_de_servidor();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  update public.servidores set clave_hash = privado.hash_de_clave(v_clave), clave_final = right(v_clave, 4)
  where id = p_servidor and usuario_id = auth.uid() and quitado_at is null;
  if not found then return privado.rechazo('no_existe'); end if;
  perform privado.anotar('renovar_clave_servidor', 'servidor', p_servidor::text, null, jsonb_build_object('final', right(v_clave, 4)));
  return jsonb_build_object('ok', true, 'clave', v_clave);
end
$$;
grant execute on function public.renovar_clave_servidor(uuid) to authenticated;

-- Takes servers out: their keys are refused, what waits for them is cancelled, and actions for them alone end. The
-- server is locked first, as when its commands are fetched.
create function privado.cerrar_servidores(p_usuario uuid, p_servidor uuid default null) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  select array_agg(x.id) into v_ids from (
    select id from public.servidores
    where usuario_id = p_usuario and quitado_at is null and (p_servidor is null or id = p_servidor)
    order by id for no key update) x;
  if v_ids is null then return 0; end if;
  update public.servidores set quitado_at = now(), conectados = '[]', clave_hash = privado.hash_de_clave(privado.clave_de_servidor())
  where id = any (v_ids);
  update public.acciones_servidor set quitada_at = now() where servidor_id = any (v_ids) and quitada_at is null;
  perform from public.ordenes_servidor
  where servidor_id = any (v_ids) and estado in ('esperando', 'recogida') order by id for update;
  update public.ordenes_servidor set estado = 'cancelada', terminada_at = now(), arriendo_hasta = null
  where servidor_id = any (v_ids) and estado in ('esperando', 'recogida');
  return cardinality(v_ids);
end
$$;

create function public.quitar_servidor(p_servidor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if privado.cerrar_servidores(auth.uid(), p_servidor) = 0 then return privado.rechazo('no_existe'); end if;
  perform privado.anotar('quitar_servidor', 'servidor', p_servidor::text, null, '{}');
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.quitar_servidor(uuid) to authenticated;

-- Adds an action to an own product, or puts it in the place of `p_sustituye`. Licences from then on follow it.
create function public.guardar_accion(p_producto uuid, p_accion jsonb, p_sustituye uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_accion public.acciones_servidor;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  -- A purchase locks the product too.
  perform from public.productos where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if not found then return privado.rechazo('no_existe'); end if;
  begin
    v_accion := jsonb_populate_record(null::public.acciones_servidor, p_accion);
  exception when data_exception then return privado.rechazo('datos_no_validos');
  end;
  if not privado.pasos_validos(v_accion.pasos) then return privado.rechazo('ordenes_no_validas'); end if;
  if v_accion.edicion_id is not null
    and not exists (select from public.ediciones where id = v_accion.edicion_id and producto_id = p_producto) then
    return privado.rechazo('no_existe');
  end if;
  if v_accion.servidor_id is not null and not exists (
    select from public.servidores where id = v_accion.servidor_id and usuario_id = auth.uid() and quitado_at is null) then
    return privado.rechazo('servidor_no_valido');
  end if;
  -- AzLink does not tell how much a player carries.
  if v_accion.huecos > 0 and exists (select from public.servidores s where s.usuario_id = auth.uid() and s.quitado_at is null
    and s.tipo = 'azlink' and (v_accion.servidor_id is null or s.id = v_accion.servidor_id)) then
    return privado.rechazo('huecos_sin_agente');
  end if;
  if p_sustituye is not null then
    update public.acciones_servidor set quitada_at = now()
    where id = p_sustituye and producto_id = p_producto and quitada_at is null;
    if not found then return privado.rechazo('no_existe'); end if;
  end if;
  if (select count(*) from public.acciones_servidor where producto_id = p_producto and quitada_at is null) >= 20 then
    return privado.rechazo('demasiadas_acciones');
  end if;
  insert into public.acciones_servidor (producto_id, edicion_id, plantilla, eventos, pasos, destino, servidor_id,
    necesita_jugador, huecos, retraso_s, repetible)
  values (p_producto, v_accion.edicion_id, v_accion.plantilla,
    (select array_agg(distinct e order by e) from unnest(v_accion.eventos) e), v_accion.pasos, v_accion.destino,
    v_accion.servidor_id, v_accion.necesita_jugador, v_accion.huecos, v_accion.retraso_s, v_accion.repetible)
  returning * into v_accion;
  return jsonb_build_object('ok', true, 'accion_id', v_accion.id);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.guardar_accion(uuid, jsonb, uuid) to authenticated;

-- Ends an action. What it has promised already stays in the queue.
create function public.quitar_accion(p_accion uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.acciones_servidor a set quitada_at = now() from public.productos p
  where a.id = p_accion and a.quitada_at is null and p.id = a.producto_id and p.usuario_id = auth.uid();
  if not found then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.quitar_accion(uuid) to authenticated;

-- The actions of an own product, with what their form needs.
create function public.acciones_de_producto(p_producto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'nombre', p.nombre, 'slug', p.slug,
    'ediciones', coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'nombre', e.nombre) order by e.orden, e.id)
      from public.ediciones e where e.producto_id = p.id and not e.retirada), '[]'),
    'acciones', coalesce((select jsonb_agg(to_jsonb(a) - 'producto_id' - 'quitada_at' || jsonb_build_object(
        'edicion', (select e.nombre from public.ediciones e where e.id = a.edicion_id),
        'servidor', (select s.nombre from public.servidores s where s.id = a.servidor_id)) order by a.creada_at, a.id)
      from public.acciones_servidor a where a.producto_id = p.id and a.quitada_at is null), '[]'))
  from public.productos p where p.id = p_producto and p.usuario_id = privado.persona_completa();
$$;
grant execute on function public.acciones_de_producto(uuid) to authenticated;

-- The caller's servers, with how much waits for each.
create function public.mis_servidores() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'nombre', s.nombre, 'tipo', s.tipo, 'identidad', s.identidad,
    'prefijo', s.prefijo, 'clave_final', s.clave_final, 'creado_at', s.creado_at, 'contacto_at', s.contacto_at,
    'plataforma', s.plataforma, 'plugin', s.plugin, 'conectados', jsonb_array_length(s.conectados),
    'max_jugadores', s.max_jugadores, 'esperan', (
      select count(*) from (select from public.ordenes_servidor o where o.servidor_id = s.id
        and o.estado in ('esperando', 'recogida') limit 1000) x)) order by s.creado_at, s.id), '[]')
  from public.servidores s where s.usuario_id = privado.persona_completa() and s.quitado_at is null;
$$;
grant execute on function public.mis_servidores() to authenticated;

-- Commands for game servers, written in the transaction that begins or ends a licence (docs/behaviour/creators.md,
-- "Delivery into the game").

-- Licence events of products with server actions, and test purchases of creators.
create table public.sucesos_licencia (
  id bigint generated always as identity primary key,
  adquisicion_id uuid references public.adquisiciones (id) on delete cascade,
  evento text not null check (evento in ('concedida', 'lanzada', 'retirada', 'fin_club', 'devuelta', 'prueba')),
  numero integer not null,
  created_at timestamptz not null default now(),
  unique (adquisicion_id, numero),
  check ((evento = 'prueba') = (adquisicion_id is null))
);
alter table public.sucesos_licencia enable row level security;

create table public.elecciones_servidor (
  adquisicion_id uuid primary key references public.adquisiciones (id) on delete cascade,
  servidor_id uuid not null references public.servidores (id) on delete restrict,
  created_at timestamptz not null default now()
);
comment on table public.elecciones_servidor is 'the server that a buyer has chosen';
create index elecciones_servidor_servidor_id_idx on public.elecciones_servidor (servidor_id);
alter table public.elecciones_servidor enable row level security;

create table public.ordenes_servidor (
  id bigint generated always as identity primary key,
  suceso_id bigint not null references public.sucesos_licencia (id) on delete cascade,
  adquisicion_id uuid references public.adquisiciones (id) on delete cascade,
  servidor_id uuid not null references public.servidores (id) on delete restrict,
  accion_id uuid,
  posicion integer not null,
  deshace_id bigint references public.ordenes_servidor (id) on delete cascade,
  jugador text not null,
  orden text not null,
  deshacer text,
  necesita_jugador boolean not null,
  huecos integer not null default 0,
  repetible boolean not null default false,
  estado text not null default 'esperando'
    check (estado in ('esperando', 'recogida', 'hecha', 'fallida', 'caducada', 'cancelada')),
  disponible_at timestamptz not null default now(),
  caduca_at timestamptz not null default now() + interval '90 days',
  arriendo_hasta timestamptz,
  intentos integer not null default 0,
  fallos integer not null default 0,
  reenvios integer not null default 0,
  reenviada_at timestamptz,
  terminada_at timestamptz,
  error text,
  cedida boolean not null default false,
  created_at timestamptz not null default now(),
  check ((estado = 'recogida') = (arriendo_hasta is not null))
);
comment on column public.ordenes_servidor.accion_id is 'null for a message that tests a server; the action may be gone';
comment on column public.ordenes_servidor.deshacer is 'the command that takes it back; deshace_id: the command that this one takes back';
comment on column public.ordenes_servidor.intentos is 'how often it was handed out: after the first time it may have run';
comment on column public.ordenes_servidor.cedida is 'not taken back when its licence ended, because another licence does the same';
-- Each command exists once.
create unique index ordenes_servidor_una_vez_key on public.ordenes_servidor
  (suceso_id, servidor_id, accion_id, posicion, deshace_id) nulls not distinct;
create unique index ordenes_servidor_deshace_key on public.ordenes_servidor (deshace_id) where estado <> 'cancelada';
create index ordenes_servidor_deshace_id_idx on public.ordenes_servidor (deshace_id);
create index ordenes_servidor_adquisicion_id_idx on public.ordenes_servidor (adquisicion_id, id);
create index ordenes_servidor_servidor_id_idx on public.ordenes_servidor (servidor_id, id desc);
create index ordenes_servidor_estado_idx on public.ordenes_servidor (servidor_id, estado, id desc);
-- The commands of a fetch: those that need no player online, and those of players who are online.
create index ordenes_servidor_sin_jugador_idx on public.ordenes_servidor (servidor_id, id)
  where estado = 'esperando' and not necesita_jugador;
create index ordenes_servidor_abiertas_idx on public.ordenes_servidor (servidor_id, lower(jugador), id)
  where estado in ('esperando', 'recogida');
create index ordenes_servidor_arriendo_idx on public.ordenes_servidor (servidor_id, arriendo_hasta) where estado = 'recogida';
create index ordenes_servidor_caduca_idx on public.ordenes_servidor (caduca_at) where estado = 'esperando';
create index ordenes_servidor_efecto_idx on public.ordenes_servidor (servidor_id, lower(jugador)) where deshacer is not null;
alter table public.ordenes_servidor enable row level security;

create function privado.es_comienzo(p_evento text) returns boolean
language sql immutable set search_path = '' as $$
  select p_evento in ('concedida', 'lanzada', 'devuelta', 'prueba');
$$;

-- Whether the effect of a command is still there, as far as the shop knows.
create function privado.sigue_en_pie(p_orden public.ordenes_servidor) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_orden.deshace_id is null and not p_orden.cedida and p_orden.estado in ('esperando', 'recogida', 'hecha')
    and not exists (select from public.ordenes_servidor u where u.deshace_id = p_orden.id and u.estado <> 'cancelada');
$$;

-- Writes the commands of a product's actions for an event. A command whose effect is still there is not repeated.
create function privado.escribir_ordenes(
  p_suceso public.sucesos_licencia, p_producto public.productos, p_edicion public.ediciones, p_evento text,
  p_jugador text, p_pedido text, p_precio numeric, p_elegido uuid, p_destino text default null
) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_escritas integer;
begin
  with destinos as (
    select a.*, s.id as servidor, s.prefijo || p_jugador as nombre_en_juego, s.identidad
    from public.acciones_servidor a
    join public.servidores s on s.quitado_at is null and s.usuario_id = p_producto.usuario_id
      and s.id = case a.destino when 'todos' then s.id when 'uno' then a.servidor_id else p_elegido end
    where a.producto_id = p_producto.id and a.quitada_at is null and p_evento = any (a.eventos)
      and (a.edicion_id is null or a.edicion_id = p_edicion.id) and (p_destino is null or a.destino = p_destino)
  ), nuevas as (
    select d.*, x.n as posicion_paso, o.orden, o.deshacer from destinos d
    cross join lateral jsonb_array_elements(d.pasos) with ordinality x(paso, n)
    cross join lateral (
      select max(texto) filter (where clave = 'orden') as orden, max(texto) filter (where clave = 'deshacer') as deshacer
      from (
        select clave, replace(replace(replace(replace(replace(replace(x.paso ->> clave,
            '{uuid}', case d.identidad when 'offline' then privado.uuid_sin_conexion(d.nombre_en_juego)::text else '{uuid}' end),
            '{username}', d.nombre_en_juego), '{order}', privado.valor_de_orden(p_pedido)),
            '{product}', privado.valor_de_orden(p_producto.nombre)), '{edition}', privado.valor_de_orden(p_edicion.nombre)),
            '{price}', trim(to_char(p_precio, '999999990.00'))) as texto
        from unnest(array['orden', 'deshacer']) clave) t) o
  )
  insert into public.ordenes_servidor (suceso_id, adquisicion_id, servidor_id, accion_id, posicion, jugador, orden, deshacer,
    necesita_jugador, huecos, repetible, disponible_at)
  select p_suceso.id, p_suceso.adquisicion_id, n.servidor, n.id, n.posicion_paso, n.nombre_en_juego, n.orden, n.deshacer,
    -- Only the server knows the UUID that Mojang has given.
    n.necesita_jugador or strpos(n.orden || coalesce(n.deshacer, ''), '{uuid}') > 0,
    n.huecos, n.repetible, now() + make_interval(secs => n.retraso_s)
  from nuevas n
  where p_suceso.adquisicion_id is null or not exists (
    select from public.ordenes_servidor o join public.sucesos_licencia s on s.id = o.suceso_id
    where o.adquisicion_id = p_suceso.adquisicion_id and o.servidor_id = n.servidor and o.orden = n.orden
      and o.suceso_id <> p_suceso.id and privado.es_comienzo(s.evento) and privado.es_comienzo(p_suceso.evento)
      and privado.sigue_en_pie(o))
  order by n.creada_at, n.id, n.servidor, n.posicion_paso
  on conflict do nothing;
  get diagnostics v_escritas = row_count;
  return v_escritas;
end
$$;

-- Takes back what was done for a licence or a test: cancels what has not run, and queues the undoing of what may have.
-- Effects of other licences for the same player on the same server stay.
create function privado.deshacer_ordenes(p_suceso public.sucesos_licencia, p_ordenes bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from public.ordenes_servidor where id = any (p_ordenes) order by id for update;
  update public.ordenes_servidor set estado = 'cancelada', terminada_at = now()
  where id = any (p_ordenes) and estado = 'esperando';
  update public.ordenes_servidor o set cedida = true
  where o.id = any (p_ordenes) and o.deshacer is not null and o.intentos > 0 and not o.cedida and exists (
    select from public.ordenes_servidor x join public.adquisiciones a on a.id = x.adquisicion_id
    where x.servidor_id = o.servidor_id and lower(x.jugador) = lower(o.jugador) and x.deshacer = o.deshacer
      and x.id <> all (p_ordenes) and a.revocada_at is null and privado.sigue_en_pie(x));
  insert into public.ordenes_servidor (suceso_id, adquisicion_id, servidor_id, accion_id, posicion, deshace_id, jugador,
    orden, necesita_jugador, repetible)
  select p_suceso.id, o.adquisicion_id, o.servidor_id, o.accion_id, o.posicion, o.id, o.jugador, o.deshacer,
    o.necesita_jugador, o.repetible
  from public.ordenes_servidor o join public.servidores s on s.id = o.servidor_id and s.quitado_at is null
  where o.id = any (p_ordenes) and o.deshacer is not null and o.intentos > 0 and not o.cedida
  order by o.id
  on conflict do nothing;
end
$$;

-- Cancels what the end of a licence has queued and nobody has fetched, since the licence is valid again.
create function privado.retirar_finales(p_licencia uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids bigint[];
begin
  select array_agg(x.id) into v_ids from (
    select o.id from public.ordenes_servidor o join public.sucesos_licencia s on s.id = o.suceso_id
    where o.adquisicion_id = p_licencia and o.estado = 'esperando' and o.intentos = 0 and not privado.es_comienzo(s.evento)
    order by o.id for update of o) x;
  update public.ordenes_servidor set estado = 'cancelada', terminada_at = now()
  where id = any (v_ids) and estado = 'esperando' and intentos = 0;
end
$$;

-- Compares a licence with what servers were last told of it, and writes the difference. The only way into the queue for
-- licences; repeating it changes nothing.
create function privado.seguir_licencia(p_licencia public.adquisiciones, p_comienzo text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto public.productos;
  v_edicion public.ediciones;
  v_ultimo public.sucesos_licencia;
  v_suceso public.sucesos_licencia;
  v_vale boolean;
  v_ids bigint[];
begin
  if not exists (select from public.acciones_servidor where producto_id = p_licencia.producto_id) then return; end if;
  select * into v_producto from public.productos where id = p_licencia.producto_id;
  select * into v_edicion from public.ediciones where id = p_licencia.edicion_id;
  -- A player's commands keep the order of their licence events.
  perform pg_advisory_xact_lock(hashtextextended('entrega:' || lower(coalesce(p_licencia.minecraft_name, '')), 0));
  select * into v_ultimo from public.sucesos_licencia where adquisicion_id = p_licencia.id order by numero desc limit 1;
  v_vale := p_licencia.revocada_at is null and p_licencia.minecraft_name is not null
    and not (p_licencia.es_reserva and v_ultimo.id is null and privado.espera_lanzamiento(v_producto, v_edicion));
  if v_vale = coalesce(privado.es_comienzo(v_ultimo.evento), false) then return; end if;
  insert into public.sucesos_licencia (adquisicion_id, numero, evento)
  values (p_licencia.id, coalesce(v_ultimo.numero, 0) + 1, case
    when v_vale and v_ultimo.id is not null then 'devuelta'
    when v_vale then p_comienzo
    when p_licencia.revocada_motivo = 'fin_club' then 'fin_club' else 'retirada' end)
  returning * into v_suceso;
  if v_vale then
    perform privado.retirar_finales(p_licencia.id);
  else
    select array_agg(o.id) into v_ids
    from public.ordenes_servidor o join public.sucesos_licencia s on s.id = o.suceso_id
    where o.adquisicion_id = p_licencia.id and o.deshace_id is null and privado.es_comienzo(s.evento);
    perform privado.deshacer_ordenes(v_suceso, v_ids);
  end if;
  perform privado.escribir_ordenes(v_suceso, v_producto, v_edicion, v_suceso.evento, p_licencia.minecraft_name,
    p_licencia.id::text, p_licencia.precio_pagado,
    (select servidor_id from public.elecciones_servidor where adquisicion_id = p_licencia.id));
end
$$;

create function privado.llevar_al_juego() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A deleted account leaves no name behind.
  if tg_op = 'UPDATE' and new.minecraft_name = 'borrado' and old.minecraft_name <> 'borrado' then
    perform from public.ordenes_servidor where adquisicion_id = new.id order by id for update;
    update public.ordenes_servidor set jugador = 'borrado', orden = '-', deshacer = null, error = null, arriendo_hasta = null,
      terminada_at = coalesce(terminada_at, now()),
      estado = case when estado in ('esperando', 'recogida') then 'cancelada' else estado end
    where adquisicion_id = new.id;
    return null;
  end if;
  perform privado.seguir_licencia(new, case when new.es_reserva then 'lanzada'
    when tg_op = 'UPDATE' and old.revocada_at is not null then 'devuelta' else 'concedida' end);
  return null;
end
$$;
create trigger llevar_al_juego_nuevo after insert on public.adquisiciones
  for each row execute function privado.llevar_al_juego();
create trigger llevar_al_juego after update of revocada_at, minecraft_name on public.adquisiciones
  for each row when ((old.revocada_at is null) <> (new.revocada_at is null)
    or old.minecraft_name is distinct from new.minecraft_name)
  execute function privado.llevar_al_juego();

-- Begins the reservations that were released since their product has an action for it. Called by the job.
create function public.lanzar_reservas_al_juego() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_licencia public.adquisiciones;
  v_cuantas integer := 0;
begin
  for v_licencia in
    select a.* from public.adquisiciones a
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.es_reserva and a.revocada_at is null and a.minecraft_name is not null
      and not privado.espera_lanzamiento(p, e)
      and exists (select from public.acciones_servidor x where x.producto_id = a.producto_id and x.quitada_at is null
        and 'lanzada' = any (x.eventos) and (x.edicion_id is null or x.edicion_id = a.edicion_id)
        and (coalesce(e.fecha_lanzamiento, p.fecha_lanzamiento) >= privado.dia_de(x.creada_at) or x.creada_at <= a.created_at))
      and not exists (select from public.sucesos_licencia s where s.adquisicion_id = a.id)
    order by a.id limit 1000 for update of a skip locked
  loop
    perform privado.seguir_licencia(v_licencia, 'lanzada');
    v_cuantas := v_cuantas + 1;
  end loop;
  return v_cuantas;
end
$$;
grant execute on function public.lanzar_reservas_al_juego() to service_role;

-- The server of a key, locked so that two fetches do not overlap; records that it has called.
create function privado.servidor_de_clave(p_clave text, p_tipo text, p_contacto jsonb) returns public.servidores
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_servidor public.servidores;
begin
  update public.servidores set contacto_at = now(),
    plataforma = coalesce(left(p_contacto ->> 'plataforma', 60), plataforma),
    plugin = coalesce(left(p_contacto ->> 'plugin', 40), plugin),
    conectados = case when jsonb_typeof(p_contacto -> 'jugadores') = 'array' then p_contacto -> 'jugadores' else conectados end,
    conectados_at = case when jsonb_typeof(p_contacto -> 'jugadores') = 'array' then now() else conectados_at end,
    max_jugadores = coalesce((p_contacto ->> 'max_jugadores')::integer, max_jugadores)
  where clave_hash = privado.hash_de_clave(p_clave) and tipo = p_tipo and quitado_at is null
  returning * into v_servidor;
  return v_servidor;
end
$$;

-- Records a call of a server; a refusal does not say what is wrong with the key.
create function public.saludar_servidor(p_clave text, p_tipo text, p_contacto jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_servidor public.servidores := privado.servidor_de_clave(p_clave, p_tipo, p_contacto);
begin
  if v_servidor.id is null then return privado.rechazo('clave_no_valida'); end if;
  return jsonb_build_object('ok', true, 'servidor_id', v_servidor.id, 'nombre', v_servidor.nombre);
end
$$;
grant execute on function public.saludar_servidor(text, text, jsonb) to service_role;

-- Hands out commands for a minute. A player's commands go out in their order: none overtakes one that is out, or that
-- failed and is tried again. Those that need their player go out only if the server has named them just now.
create function public.recoger_ordenes(p_clave text, p_tipo text, p_contacto jsonb, p_limite integer default 100) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_servidor public.servidores := privado.servidor_de_clave(p_clave, p_tipo, p_contacto);
  v_ids bigint[];
  v_ordenes jsonb;
begin
  if v_servidor.id is null then return privado.rechazo('clave_no_valida'); end if;
  perform privado.devolver_arriendos(v_servidor.id);

  select array_agg(x.id) into v_ids from (
    with presentes as (
      select distinct lower(j ->> 'name') as nombre, privado.leer_uuid(j ->> 'uuid') as uuid
      from privado.lista_json(v_servidor.conectados) j where v_servidor.conectados_at > now() - interval '90 seconds'
    ), posibles as (
      (select o.id, o.jugador from public.ordenes_servidor o
        where o.servidor_id = v_servidor.id and o.estado = 'esperando' and not o.necesita_jugador
          and o.disponible_at <= now() and o.caduca_at > now() order by o.id limit 500)
      union all
      (select o.id, o.jugador from presentes p join public.ordenes_servidor o
          on o.servidor_id = v_servidor.id and lower(o.jugador) = p.nombre
        where o.estado = 'esperando' and o.necesita_jugador and o.disponible_at <= now() and o.caduca_at > now()
          and (p.uuid is not null or strpos(o.orden, '{uuid}') = 0) order by o.id limit 500)
    )
    select p.id from posibles p
    where not exists (
      select from public.ordenes_servidor e
      where e.servidor_id = v_servidor.id and lower(e.jugador) = lower(p.jugador) and e.id < p.id
        and (e.estado = 'recogida' or (e.estado = 'esperando' and e.fallos > 0 and e.disponible_at > now())))
    order by p.id limit least(greatest(p_limite, 1), 200)) x;

  perform from public.ordenes_servidor where id = any (v_ids) order by id for update;
  with recogidas as (
    update public.ordenes_servidor o set estado = 'recogida', arriendo_hasta = now() + interval '60 seconds',
      intentos = o.intentos + 1
    where o.id = any (v_ids) and o.estado = 'esperando'
    returning o.*
  )
  -- One that is sent again is another one for whoever remembers what they have run.
  select jsonb_agg(jsonb_build_object('id', r.id || '.' || r.reenvios, 'jugador', r.jugador, 'huecos', r.huecos,
    'necesita_jugador', r.necesita_jugador, 'pedido', r.adquisicion_id, 'orden', replace(r.orden, '{uuid}', coalesce((
      select privado.leer_uuid(j ->> 'uuid')::text from privado.lista_json(v_servidor.conectados) j
      where lower(j ->> 'name') = lower(r.jugador) limit 1), '{uuid}'))) order by r.id)
  into v_ordenes from recogidas r;
  return jsonb_build_object('ok', true, 'servidor_id', v_servidor.id, 'arriendo_s', 60, 'ordenes', coalesce(v_ordenes, '[]'));
end
$$;
grant execute on function public.recoger_ordenes(text, text, jsonb, integer) to service_role;

-- Whether a command is wanted no longer: its licence ended while it was out.
create function privado.ya_no_toca(p_orden public.ordenes_servidor) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_orden.cedida
    or exists (select from public.ordenes_servidor u where u.deshace_id = p_orden.id and u.estado <> 'cancelada')
    or exists (select from public.sucesos_licencia s join public.adquisiciones a on a.id = s.adquisicion_id
      where s.id = p_orden.suceso_id and p_orden.deshace_id is null and privado.es_comienzo(s.evento) and a.revocada_at is not null);
$$;

-- Gives back commands whose fetcher has not answered in time.
create function privado.devolver_arriendos(p_servidor uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from public.ordenes_servidor
  where servidor_id = p_servidor and estado = 'recogida' and arriendo_hasta < now() order by id for update;
  update public.ordenes_servidor o set arriendo_hasta = null,
    estado = case when privado.ya_no_toca(o) then 'cancelada' else 'esperando' end,
    terminada_at = case when privado.ya_no_toca(o) then now() end
  where servidor_id = p_servidor and estado = 'recogida' and arriendo_hasta < now();
end
$$;

-- Records what became of fetched commands: [{id, ok, error, sin_gastar}]. One that failed is tried again with growing
-- pauses, eight times; `sin_gastar` gives it back as if it had never been out. Whatever comes late or twice changes
-- nothing that is done.
create function privado.anotar_resultados(p_servidor uuid, p_resultados jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_anotadas integer;
begin
  perform from public.ordenes_servidor o
  where o.servidor_id = p_servidor and o.id in (
    select split_part(r ->> 'id', '.', 1)::bigint from privado.lista_json(p_resultados) r
    where r ->> 'id' ~ '^[0-9]{1,18}[.][0-9]{1,6}$')
  order by o.id for update;
  with dichos as (
    select distinct on (r ->> 'id') split_part(r ->> 'id', '.', 1)::bigint as id, split_part(r ->> 'id', '.', 2)::integer as vez,
      r -> 'ok' = 'true' as ok,
      r -> 'sin_gastar' is not distinct from 'true' as sin_gastar,
      left(regexp_replace(r ->> 'error', '[[:cntrl:]]+', ' ', 'g'), 300) as error
    from privado.lista_json(p_resultados) r where r ->> 'id' ~ '^[0-9]{1,18}[.][0-9]{1,6}$' and jsonb_typeof(r -> 'ok') = 'boolean'
    order by r ->> 'id', r -> 'ok' desc
  ), finales as (
    select o.id, d.ok, d.sin_gastar, d.error, case
      when d.ok then 'hecha'
      when privado.ya_no_toca(o) then 'cancelada'
      when o.fallos >= 7 and not d.sin_gastar then 'fallida'
      else 'esperando' end as estado
    from dichos d join public.ordenes_servidor o on o.id = d.id and o.reenvios = d.vez and o.servidor_id = p_servidor
      -- A lease that ended may still be answered.
      and (o.estado = 'recogida' or (o.estado = 'esperando' and o.intentos > 0 and d.ok))
  )
  update public.ordenes_servidor o set estado = f.estado, arriendo_hasta = null,
    error = case when not f.ok then f.error end,
    fallos = o.fallos + case when f.ok or f.sin_gastar then 0 else 1 end,
    disponible_at = case when f.estado = 'esperando' and not f.sin_gastar
      then now() + make_interval(secs => 15 * 2 ^ least(o.fallos, 8)) else o.disponible_at end,
    terminada_at = case when f.estado <> 'esperando' then now() end
  from finales f where o.id = f.id;
  get diagnostics v_anotadas = row_count;
  return v_anotadas;
end
$$;

-- The answers of an agent to what it has fetched.
create function public.acusar_ordenes(p_clave text, p_tipo text, p_contacto jsonb, p_resultados jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_servidor public.servidores := privado.servidor_de_clave(p_clave, p_tipo, p_contacto);
begin
  if v_servidor.id is null then return privado.rechazo('clave_no_valida'); end if;
  return jsonb_build_object('ok', true, 'anotadas', privado.anotar_resultados(v_servidor.id, p_resultados));
end
$$;
grant execute on function public.acusar_ordenes(text, text, jsonb, jsonb) to service_role;

-- Ends a fetch by a plugin that acknowledges nothing: sent if the response was written whole, otherwise returned to the
-- queue.
create function public.cerrar_envio(p_servidor uuid, p_ordenes text[], p_entero boolean) returns integer
language sql volatile security definer set search_path = '' as $$
  select privado.anotar_resultados(p_servidor, (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'ok', p_entero, 'sin_gastar', true)), '[]')
    from unnest(p_ordenes) id));
$$;
grant execute on function public.cerrar_envio(uuid, text[], boolean) to service_role;

-- Ends commands that nobody has fetched for 90 days. Called by the job.
create function public.caducar_ordenes() returns integer
language sql volatile security definer set search_path = '' as $$
  with viejas as (
    update public.ordenes_servidor set estado = 'caducada', terminada_at = now()
    where id in (select id from public.ordenes_servidor where estado = 'esperando' and caduca_at <= now()
      order by id limit 5000 for update skip locked)
    returning 1
  )
  select count(*)::integer from viejas;
$$;
grant execute on function public.caducar_ordenes() to service_role;

-- Queues a finished command again.
create function privado.repetir_ordenes(p_ordenes bigint[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_repetidas integer;
begin
  perform from public.ordenes_servidor where id = any (p_ordenes) order by id for update;
  update public.ordenes_servidor o set estado = 'esperando', disponible_at = now(), caduca_at = now() + interval '90 days',
    fallos = 0, reenvios = o.reenvios + 1, reenviada_at = now(), terminada_at = null, error = null
  where o.id = any (p_ordenes) and o.estado in ('hecha', 'fallida', 'caducada') and not privado.ya_no_toca(o)
    and exists (select from public.servidores s where s.id = o.servidor_id and s.quitado_at is null);
  get diagnostics v_repetidas = row_count;
  return v_repetidas;
end
$$;

create function public.reenviar_orden(p_orden bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not exists (select from public.ordenes_servidor o join public.servidores s on s.id = o.servidor_id
    where o.id = p_orden and s.usuario_id = auth.uid()) then
    return privado.rechazo('no_existe');
  end if;
  if privado.repetir_ordenes(array[p_orden]) = 0 then return privado.rechazo('nada_que_reenviar'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.reenviar_orden(bigint) to authenticated;

-- The buyer asks for an order's commands again: those that failed, and those that are harmless twice.
create function public.pedir_reenvio(p_pedido uuid, p_servidor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids bigint[];
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not exists (select from public.adquisiciones where id = p_pedido and user_id = auth.uid() and revocada_at is null) then
    return privado.rechazo('no_existe');
  end if;
  select array_agg(o.id) into v_ids from public.ordenes_servidor o join public.sucesos_licencia s on s.id = o.suceso_id
  where o.adquisicion_id = p_pedido and o.servidor_id = p_servidor and o.deshace_id is null and privado.es_comienzo(s.evento)
    and (o.estado in ('fallida', 'caducada') or (o.estado = 'hecha' and o.repetible));
  if v_ids is null then return privado.rechazo('nada_que_reenviar'); end if;
  if not privado.contar_intento('reenvio', p_pedido::text, 3, '1 hour') then return privado.rechazo('demasiados_intentos'); end if;
  if privado.repetir_ordenes(v_ids) = 0 then return privado.rechazo('nada_que_reenviar'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.pedir_reenvio(uuid, uuid) to authenticated;

-- The buyer chooses the server of an order, once.
create function public.elegir_servidor(p_pedido uuid, p_servidor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_licencia public.adquisiciones;
  v_producto public.productos;
  v_edicion public.ediciones;
  v_suceso public.sucesos_licencia;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into v_licencia from public.adquisiciones
  where id = p_pedido and user_id = auth.uid() and revocada_at is null for no key update;
  select * into v_producto from public.productos where id = v_licencia.producto_id;
  if not exists (select from public.servidores where id = p_servidor and usuario_id = v_producto.usuario_id and quitado_at is null)
    or not exists (select from public.acciones_servidor a where a.producto_id = v_producto.id and a.destino = 'elegido'
      and a.quitada_at is null and (a.edicion_id is null or a.edicion_id = v_licencia.edicion_id)) then
    return privado.rechazo('no_existe');
  end if;
  insert into public.elecciones_servidor (adquisicion_id, servidor_id) values (p_pedido, p_servidor) on conflict do nothing;
  if not found then return privado.rechazo('ya_elegido'); end if;
  perform pg_advisory_xact_lock(hashtextextended('entrega:' || lower(coalesce(v_licencia.minecraft_name, '')), 0));
  select * into v_suceso from public.sucesos_licencia where adquisicion_id = p_pedido order by numero desc limit 1;
  select * into v_edicion from public.ediciones where id = v_licencia.edicion_id;
  if privado.es_comienzo(v_suceso.evento) then
    perform privado.escribir_ordenes(v_suceso, v_producto, v_edicion, v_suceso.evento, v_licencia.minecraft_name, p_pedido::text,
      v_licencia.precio_pagado, p_servidor, 'elegido');
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.elegir_servidor(uuid, uuid) to authenticated;

-- A purchase of an own product without money: its commands go out for a player.
create function public.compra_de_prueba(p_producto uuid, p_edicion uuid, p_jugador text, p_servidor uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_producto public.productos;
  v_edicion public.ediciones;
  v_suceso public.sucesos_licencia;
  v_ordenes integer;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if p_jugador is null or p_jugador !~ '^[A-Za-z0-9_]{3,16}$' then return privado.rechazo('nombre_minecraft_no_valido'); end if;
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid();
  select * into v_edicion from public.ediciones where id = p_edicion and producto_id = p_producto;
  if v_producto.id is null or (p_edicion is not null and v_edicion.id is null) then return privado.rechazo('no_existe'); end if;
  if not privado.contar_intento('prueba_servidor', auth.uid()::text, 60, '1 hour') then return privado.rechazo('demasiados_intentos'); end if;
  perform pg_advisory_xact_lock(hashtextextended('entrega:' || lower(p_jugador), 0));
  insert into public.sucesos_licencia (evento, numero) values ('prueba', 1) returning * into v_suceso;
  v_ordenes := privado.escribir_ordenes(v_suceso, v_producto, v_edicion, 'concedida', p_jugador, 'prueba-' || v_suceso.id,
    coalesce(v_edicion.precio, v_producto.precio), p_servidor);
  if v_ordenes = 0 then
    delete from public.sucesos_licencia where id = v_suceso.id;
    return privado.rechazo('sin_acciones');
  end if;
  return jsonb_build_object('ok', true, 'prueba_id', v_suceso.id::text, 'ordenes', v_ordenes);
end
$$;
grant execute on function public.compra_de_prueba(uuid, uuid, text, uuid) to authenticated;

-- Takes a test purchase back, as a refund would.
create function public.deshacer_prueba(p_prueba bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_suceso public.sucesos_licencia;
  v_ids bigint[];
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select array_agg(o.id) into v_ids from public.ordenes_servidor o join public.servidores s on s.id = o.servidor_id
  where o.suceso_id = p_prueba and o.adquisicion_id is null and o.deshace_id is null and s.usuario_id = auth.uid();
  if v_ids is null then return privado.rechazo('no_existe'); end if;
  perform pg_advisory_xact_lock(hashtextextended('entrega:' || lower((select jugador from public.ordenes_servidor where id = v_ids[1])), 0));
  select * into v_suceso from public.sucesos_licencia where id = p_prueba;
  perform privado.deshacer_ordenes(v_suceso, v_ids);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.deshacer_prueba(bigint) to authenticated;

-- Sends a server a line of text, to see whether it arrives.
create function public.probar_servidor(p_servidor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_suceso bigint;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if not exists (select from public.servidores where id = p_servidor and usuario_id = auth.uid() and quitado_at is null) then
    return privado.rechazo('no_existe');
  end if;
  if not privado.contar_intento('prueba_servidor', auth.uid()::text, 60, '1 hour') then return privado.rechazo('demasiados_intentos'); end if;
  insert into public.sucesos_licencia (evento, numero) values ('prueba', 1) returning id into v_suceso;
  insert into public.ordenes_servidor (suceso_id, servidor_id, posicion, jugador, orden, necesita_jugador, repetible)
  values (v_suceso, p_servidor, 1, 'UnStore', 'say UnStore: OK', false, true);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.probar_servidor(uuid) to authenticated;

-- The state that people see.
create function privado.estado_visible(p_orden public.ordenes_servidor) returns text
language sql stable set search_path = '' as $$
  select case when p_orden.estado = 'esperando' and p_orden.necesita_jugador then 'esperando_jugador' else p_orden.estado end;
$$;

-- The caller's queue, newest first, after a cursor.
create function public.mi_cola(
  p_servidor uuid default null, p_estado text default null, p_antes bigint default null, p_limite integer default 50
) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
  select coalesce(jsonb_agg(to_jsonb(f) order by f.n desc), '[]') from (
    select x.id as n, x.id::text as id, s.nombre as servidor, s.tipo, x.jugador, x.orden, x.deshace_id is not null as deshace,
      x.deshacer is not null and not exists (select from public.ordenes_servidor u
        where u.deshace_id = x.id and u.estado <> 'cancelada') as deshacer,
      privado.estado_visible(x) as estado, x.error, x.intentos, x.reenvios, x.created_at, x.disponible_at, x.terminada_at,
      x.adquisicion_id as pedido, c.evento, c.id::text as suceso, p.nombre as producto, p.slug,
      x.estado in ('hecha', 'fallida', 'caducada') and s.quitado_at is null and not privado.ya_no_toca(x) as se_repite
    from public.servidores s
    cross join lateral (
      select o.* from public.ordenes_servidor o
      where o.servidor_id = s.id and (p_antes is null or o.id < p_antes)
        and (p_estado is null or (o.estado = case p_estado when 'esperando_jugador' then 'esperando' else p_estado end
          and (p_estado not in ('esperando', 'esperando_jugador') or o.necesita_jugador = (p_estado = 'esperando_jugador'))))
      order by o.id desc limit least(greatest(p_limite, 1), 200)) x
    join public.sucesos_licencia c on c.id = x.suceso_id
    left join public.adquisiciones a on a.id = x.adquisicion_id
    left join public.productos p on p.id = a.producto_id
    where s.usuario_id = privado.persona_completa() and (p_servidor is null or s.id = p_servidor)
    order by x.id desc limit least(greatest(p_limite, 1), 200)) f;
$$;
grant execute on function public.mi_cola(uuid, text, bigint, integer) to authenticated;

-- Whether a server has put the player of an order on its whitelist, and not taken them off it.
create function privado.en_whitelist(p_pedido uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.ordenes_servidor o join public.acciones_servidor x on x.id = o.accion_id and x.plantilla = 'whitelist'
    where o.adquisicion_id = p_pedido and o.estado = 'hecha' and privado.sigue_en_pie(o));
$$;

-- Delivery state of an own order on each server, and the servers still to be chosen.
create function public.entregas_de_pedido(p_pedido uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true,
    'entregas', coalesce((
      select jsonb_agg(to_jsonb(g) order by g.servidor) from (
        select s.id, s.nombre as servidor, s.contacto_at,
          a.revocada_at is not null as retirado,
          count(*) filter (where o.estado = 'hecha') as hechas, count(*) as ordenes,
          count(*) filter (where o.estado in ('fallida', 'caducada')) as fallidas,
          count(*) filter (where privado.estado_visible(o) = 'esperando_jugador') as esperan_jugador, max(o.jugador) as jugador,
          max(o.terminada_at) filter (where o.estado = 'hecha') as hecha_at, min(o.created_at) as desde,
          bool_or(o.estado in ('fallida', 'caducada') or (o.estado = 'hecha' and o.repetible)) and a.revocada_at is null
            and s.quitado_at is null as se_repite
        from public.ordenes_servidor o join public.servidores s on s.id = o.servidor_id
        join public.sucesos_licencia c on c.id = o.suceso_id
        where o.adquisicion_id = a.id and o.estado <> 'cancelada' and not o.cedida
          and (o.deshace_id is null and privado.es_comienzo(c.evento)) = (a.revocada_at is null)
        group by s.id) g), '[]'),
    'elegir', case when a.revocada_at is null and not exists (select from public.elecciones_servidor where adquisicion_id = a.id)
      and exists (select from public.acciones_servidor x where x.producto_id = a.producto_id and x.destino = 'elegido'
        and x.quitada_at is null and (x.edicion_id is null or x.edicion_id = a.edicion_id)) then (
      select jsonb_agg(jsonb_build_object('id', s.id, 'nombre', s.nombre) order by s.nombre)
      from public.servidores s join public.productos p on p.usuario_id = s.usuario_id
      where p.id = a.producto_id and s.quitado_at is null) end)
  from public.adquisiciones a where a.id = p_pedido and a.user_id = privado.persona_completa();
$$;
grant execute on function public.entregas_de_pedido(uuid) to authenticated;

-- The caller's products, newest first, with how many actions each has.
create function public.productos_con_acciones() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(x) order by x.acciones > 0 desc, x.created_at desc), '[]') from (
    select p.id, p.nombre, p.created_at, (select count(*) from public.acciones_servidor a
      where a.producto_id = p.id and a.quitada_at is null) as acciones
    from public.productos p
    where p.usuario_id = privado.persona_completa() and p.category <> 'uncoins' and p.status <> 'rejected'
    order by p.created_at desc limit 500) x;
$$;
grant execute on function public.productos_con_acciones() to authenticated;

-- Writes creators that a server with waiting commands has been silent for an hour: once per silence.
create function public.avisar_servidores_mudos() returns integer
language sql volatile security definer set search_path = '' as $$
  with mudos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'servidor_mudo:' || s.id || ':' || coalesce(extract(epoch from s.contacto_at)::bigint, 0), s.usuario_id,
      'servidor_mudo', jsonb_build_object('servidor', s.nombre, 'contacto_at', s.contacto_at)
    from public.servidores s
    where s.quitado_at is null and coalesce(s.contacto_at, '-infinity') < now() - interval '1 hour' and exists (
      select from public.ordenes_servidor o where o.servidor_id = s.id and o.estado in ('esperando', 'recogida')
        and o.adquisicion_id is not null and o.disponible_at < now() - interval '1 hour')
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from mudos;
$$;
grant execute on function public.avisar_servidores_mudos() to service_role;

-- Help with what people bought: a thread with the shop or with the creator of a product, with the order attached. A refund
-- that is granted, and a reservation that is cancelled, are ordered as an admin orders any refund.

create table public.solicitudes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  -- The party that answers.
  para text not null check (para in ('tienda', 'creador')),
  tipo text not null check (tipo in ('pregunta', 'reembolso')),
  motivo text check (motivo in ('desistimiento', 'no_funciona', 'no_es_lo_descrito', 'no_entregado', 'otro')),
  -- Orders, payments and refunds are named without foreign keys, which would make this table a junction of them: the API
  -- would not know any more by which one a question for a refund with its payment goes.
  pedido_id uuid,
  pago_id uuid,
  -- Reads and writes the thread, if it is about one of their products.
  creador_id uuid references public.usuarios_meta (id) on delete set null,
  nombre text,
  nombre_en text,
  estado text not null default 'abierta' check (estado in ('abierta', 'contestada', 'cerrada')),
  creador_de_acuerdo boolean not null default false,
  decision text check (decision in ('aceptada', 'rechazada')),
  decidida_por uuid references public.usuarios_meta (id) on delete set null,
  reembolso_id uuid,
  created_at timestamptz not null default now(),
  actualizada_at timestamptz not null default now(),
  check ((tipo = 'reembolso') = (motivo is not null)),
  check (tipo = 'pregunta' or para = 'tienda'),
  check (decision is null or tipo = 'reembolso'),
  check (reembolso_id is null or decision = 'aceptada')
);
comment on column public.solicitudes.estado is 'abierta: waits for an answer; contestada: waits for whoever asked';
create unique index solicitudes_una_abierta_key on public.solicitudes
  (user_id, para, tipo, coalesce(pedido_id, pago_id, '00000000-0000-0000-0000-000000000000')) where estado <> 'cerrada';
create index solicitudes_user_id_idx on public.solicitudes (user_id, actualizada_at desc, id);
create index solicitudes_creador_id_idx on public.solicitudes (creador_id, actualizada_at desc, id);
create index solicitudes_tienda_idx on public.solicitudes (estado, actualizada_at, id) where para = 'tienda';
create index solicitudes_pedido_id_idx on public.solicitudes (pedido_id);
create index solicitudes_pago_id_idx on public.solicitudes (pago_id);
create index solicitudes_decidida_por_idx on public.solicitudes (decidida_por);

alter table public.solicitudes enable row level security;
-- The deciding member of staff is visible to staff only.
grant select (id, user_id, para, tipo, motivo, pedido_id, creador_id, nombre, nombre_en, estado, decision, created_at,
  actualizada_at) on public.solicitudes to authenticated;
grant select on public.solicitudes to service_role;
create policy solicitudes_select on public.solicitudes for select to authenticated
  using (user_id = (select auth.uid()) or creador_id = (select auth.uid()) or (select privado.es_admin()));
create policy solicitudes_segundo_paso on public.solicitudes as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create table public.mensajes_solicitud (
  id bigint generated always as identity primary key,
  solicitud_id uuid not null references public.solicitudes (id) on delete cascade,
  autor_id uuid references public.usuarios_meta (id) on delete set null,
  de text not null check (de in ('cliente', 'tienda', 'creador')),
  texto text not null check (char_length(texto) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index mensajes_solicitud_solicitud_id_idx on public.mensajes_solicitud (solicitud_id, id);
create index mensajes_solicitud_autor_id_idx on public.mensajes_solicitud (autor_id);

alter table public.mensajes_solicitud enable row level security;
-- The writing member of staff is visible to staff only.
grant select (id, solicitud_id, de, texto, created_at) on public.mensajes_solicitud to authenticated;
grant select on public.mensajes_solicitud to service_role;
create policy mensajes_solicitud_select on public.mensajes_solicitud for select to authenticated
  using (exists (select from public.solicitudes s where s.id = solicitud_id));
create policy mensajes_solicitud_segundo_paso on public.mensajes_solicitud as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Whether nothing of a payment was supplied yet: all of its orders wait for their release, or the gift for its day.
create function privado.sin_suministrar(p_pago public.pagos) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_pago.entregado_at is not null and p_pago.presupuesto #>> '{interno,uncoins}' is null and (
    privado.regalo_espera(p_pago.id)
    or (exists (select from public.adquisiciones a where a.pago_id = p_pago.id) and not exists (
      select from public.adquisiciones a
        join public.productos p on p.id = a.producto_id left join public.ediciones e on e.id = a.edicion_id
      where a.pago_id = p_pago.id
        and not (a.es_reserva and a.descargas = 0 and privado.espera_lanzamiento(p, e)))));
$$;

-- The refund rule that the buyer of a payment agreed to (docs/behaviour/orders.md, "Help").
create function privado.regla_devolucion(p_pago public.pagos) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when p_pago.id is null or p_pago.total_centimos = 0 then 'gratis'
    when p_pago.estado = 'en_disputa' then 'en_disputa'
    when p_pago.estado = 'reembolsado' or privado.reembolsable_de(p_pago) = 0 then 'devuelto'
    when p_pago.estado <> 'entregado' then 'sin_pago'
    when privado.sin_suministrar(p_pago) then 'cancelable'
    when p_pago.presupuesto #>> '{interno,uncoins}' is not null then
      case when p_pago.entregado_at > now() - interval '14 days' then 'uncoins' else 'uncoins_tarde' end
    when p_pago.consentimiento_at is null and p_pago.entregado_at > now() - interval '14 days' then 'desistimiento'
    else 'entregado'
  end;
$$;

-- The caller's part in a thread, or null.
create function privado.papel_en(p_solicitud public.solicitudes) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when p_solicitud.id is null then null
    when p_solicitud.user_id = auth.uid() then 'cliente'
    when p_solicitud.creador_id = auth.uid() then 'creador'
    when privado.es_admin() then 'tienda'
  end;
$$;

-- Tells everybody else in a thread, in the shop each time, by mail up to ten times a day.
create function privado.avisar_de_solicitud(
  p_solicitud public.solicitudes, p_clave text, p_que text, p_de text, p_texto text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_datos jsonb;
  q record;
begin
  v_datos := jsonb_build_object('que', p_que, 'solicitud_id', p_solicitud.id, 'nombre', p_solicitud.nombre,
    'nombre_en', p_solicitud.nombre_en, 'texto', p_texto, 'tipo', p_solicitud.tipo,
    -- The identity of staff is private.
    'de', case when p_de <> 'tienda' then (select u.display_name from public.usuarios_meta u where u.id = auth.uid()) end);
  for q in
    select p_solicitud.user_id as id, 'cliente' as como where p_de <> 'cliente'
    union all
    select p_solicitud.creador_id, 'creador' where p_de <> 'creador' and p_solicitud.creador_id is not null
    union all
    select u.id, 'tienda' from public.usuarios_meta u
    where p_solicitud.para = 'tienda' and p_de <> 'tienda' and u.role = 'admin' and u.borrada_at is null
      and (u.banned_until is null or u.banned_until <= now()) and u.id <> p_solicitud.user_id
      and u.id is distinct from p_solicitud.creador_id
  loop
    insert into public.notificaciones (user_id, tipo, clave, datos)
    values (q.id, 'solicitud', p_clave, v_datos - 'texto' || jsonb_build_object('como', q.como))
    on conflict (user_id, clave) do nothing;
    perform privado.escribir_con_medida(q.id, 'solicitud', p_clave || ':' || q.id,
      v_datos || jsonb_build_object('como', q.como));
  end loop;
end
$$;

-- Adds a message and says so. The caller has checked and locked the thread.
create function privado.anadir_mensaje(
  p_solicitud public.solicitudes, p_de text, p_que text, p_texto text, p_estado text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_mensaje bigint;
begin
  insert into public.mensajes_solicitud (solicitud_id, autor_id, de, texto)
  values (p_solicitud.id, auth.uid(), p_de, p_texto) returning id into v_mensaje;
  update public.solicitudes set estado = p_estado, actualizada_at = now() where id = p_solicitud.id;
  perform privado.avisar_de_solicitud(p_solicitud, 'solicitud:' || v_mensaje, p_que, p_de, p_texto);
end
$$;

-- Opens a thread. One that is still open about the same is named instead of another one. What can be cancelled at once is
-- not asked for.
create function public.abrir_solicitud(
  p_para text, p_tipo text, p_motivo text, p_pedido uuid, p_pago uuid, p_texto text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_yo constant uuid := auth.uid();
  v_texto constant text := btrim(p_texto);
  v_pedido public.adquisiciones;
  v_pago public.pagos;
  v_producto public.productos;
  v_regla text;
  v_solicitud public.solicitudes;
begin
  if v_yo is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_para is null or p_para not in ('tienda', 'creador') or p_tipo is null or p_tipo not in ('pregunta', 'reembolso')
    or (p_tipo = 'reembolso') <> (p_motivo is not null)
    or p_motivo not in ('desistimiento', 'no_funciona', 'no_es_lo_descrito', 'no_entregado', 'otro')
    or (p_tipo = 'reembolso' and p_para = 'creador') then
    return privado.rechazo('datos_no_validos');
  end if;
  if v_texto is null or char_length(v_texto) not between 10 and 2000 then return privado.rechazo('texto_no_valido'); end if;
  if p_pedido is not null then
    select * into v_pedido from public.adquisiciones where id = p_pedido and user_id = v_yo;
    if v_pedido.id is null then return privado.rechazo('no_existe'); end if;
    select * into v_pago from public.pagos where id = v_pedido.pago_id and user_id = v_yo;
  elsif p_pago is not null then
    select * into v_pago from public.pagos where id = p_pago and user_id = v_yo;
    if v_pago.id is null then return privado.rechazo('no_existe'); end if;
  end if;
  select * into v_producto from public.productos
  where id = coalesce(v_pedido.producto_id, v_pago.producto_id) and category <> 'uncoins';
  if p_para = 'creador' then
    if v_producto.id is null or not exists (
      select from public.usuarios_meta where id = v_producto.usuario_id and borrada_at is null) then
      return privado.rechazo('sin_creador');
    end if;
    if v_producto.usuario_id = v_yo then return privado.rechazo('es_suyo'); end if;
  end if;
  if p_tipo = 'reembolso' then
    v_regla := privado.regla_devolucion(v_pago);
    if v_regla not in ('uncoins', 'desistimiento', 'entregado') then
      return privado.rechazo('sin_reembolso') || jsonb_build_object('regla', v_regla);
    end if;
  end if;
  -- Serialises two clicks of the same person.
  perform pg_advisory_xact_lock(hashtextextended('solicitud:' || v_yo, 0));
  select * into v_solicitud from public.solicitudes
  where user_id = v_yo and para = p_para and tipo = p_tipo and estado <> 'cerrada'
    and coalesce(pedido_id, pago_id) is not distinct from coalesce(v_pedido.id, v_pago.id);
  if v_solicitud.id is not null then
    return privado.rechazo('ya_abierta') || jsonb_build_object('solicitud_id', v_solicitud.id);
  end if;
  if not privado.contar_intento('solicitud', v_yo::text, 10, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.solicitudes (user_id, para, tipo, motivo, pedido_id, pago_id, creador_id, nombre, nombre_en)
  values (v_yo, p_para, p_tipo, p_motivo, v_pedido.id, v_pago.id,
    -- The creator of what should go back is heard, too.
    case when p_para = 'creador' or p_tipo = 'reembolso' then (
      select u.id from public.usuarios_meta u
      where u.id = v_producto.usuario_id and u.borrada_at is null and u.id <> v_yo) end,
    coalesce(v_producto.nombre, v_pago.presupuesto ->> 'nombre'), v_producto.nombre_en)
  returning * into v_solicitud;
  perform privado.anadir_mensaje(v_solicitud, 'cliente', 'nueva', v_texto, 'abierta');
  return jsonb_build_object('ok', true, 'solicitud_id', v_solicitud.id);
end
$$;
grant execute on function public.abrir_solicitud(text, text, text, uuid, uuid, text) to authenticated;

-- Writes into an open thread.
create function public.responder_solicitud(p_solicitud uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_texto constant text := btrim(p_texto);
  v_solicitud public.solicitudes;
  v_papel text;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into v_solicitud from public.solicitudes where id = p_solicitud for no key update;
  v_papel := privado.papel_en(v_solicitud);
  if v_papel is null then return privado.rechazo('no_existe'); end if;
  if v_solicitud.estado = 'cerrada' then return privado.rechazo('cerrada'); end if;
  if v_texto is null or char_length(v_texto) not between 1 and 2000 then return privado.rechazo('texto_no_valido'); end if;
  if not privado.contar_intento('mensaje_solicitud', auth.uid()::text, 30, '10 minutes') then
    return privado.rechazo('demasiados_intentos');
  end if;
  perform privado.anadir_mensaje(v_solicitud, v_papel, 'respuesta', v_texto,
    -- The word of the creator about a refund leaves it to the shop.
    case when v_papel = 'cliente' or v_papel <> v_solicitud.para then 'abierta' else 'contestada' end);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.responder_solicitud(uuid, text) to authenticated;

-- Closes a thread: whoever asked, or who answers.
create function public.cerrar_solicitud(p_solicitud uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_solicitud public.solicitudes;
  v_papel text;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into v_solicitud from public.solicitudes where id = p_solicitud for no key update;
  v_papel := privado.papel_en(v_solicitud);
  if v_papel is null or v_papel not in ('cliente', 'tienda') and v_papel <> v_solicitud.para then
    return privado.rechazo('no_existe');
  end if;
  update public.solicitudes set estado = 'cerrada', actualizada_at = now() where id = p_solicitud and estado <> 'cerrada';
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cerrar_solicitud(uuid) to authenticated;

-- The creator agrees that the money goes back; the shop decides.
create function public.apoyar_reembolso(p_solicitud uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.solicitudes set creador_de_acuerdo = true, actualizada_at = now()
  where id = p_solicitud and creador_id = auth.uid() and tipo = 'reembolso' and estado <> 'cerrada' and decision is null;
  if not found then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.apoyar_reembolso(uuid) to authenticated;

-- Grants or refuses a refund with an answer, which is the reason that the buyer reads. Null cents: all that is left. Granted
-- again, it is the same refund.
create function public.decidir_reembolso(
  p_solicitud uuid, p_acepta boolean, p_texto text, p_centimos integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_texto constant text := btrim(p_texto);
  v_solicitud public.solicitudes;
  v_hecho jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if v_texto is null or char_length(v_texto) not between 3 and 500 then return privado.rechazo('texto_no_valido'); end if;
  select * into v_solicitud from public.solicitudes where id = p_solicitud and tipo = 'reembolso' for no key update;
  if v_solicitud.id is null then return privado.rechazo('no_existe'); end if;
  if privado.papel_en(v_solicitud) <> 'tienda' then return privado.rechazo('es_suya'); end if;
  if v_solicitud.decision = 'aceptada' then
    if not p_acepta then return privado.rechazo('ya_decidida'); end if;
    return (select privado.describir_reembolso(r) from public.reembolsos r where r.id = v_solicitud.reembolso_id);
  end if;
  if v_solicitud.estado = 'cerrada' then return privado.rechazo('cerrada'); end if;
  if p_acepta then
    v_hecho := public.pedir_reembolso_parcial(v_solicitud.pago_id, v_texto, p_centimos, null);
    if not (v_hecho ->> 'ok')::boolean then return v_hecho; end if;
  end if;
  update public.solicitudes set decision = case when p_acepta then 'aceptada' else 'rechazada' end,
    decidida_por = auth.uid(), reembolso_id = (v_hecho ->> 'reembolso_id')::uuid
  where id = p_solicitud returning * into v_solicitud;
  perform privado.anadir_mensaje(v_solicitud, 'tienda', case when p_acepta then 'aceptada' else 'rechazada' end, v_texto,
    case when p_acepta then 'cerrada' else 'contestada' end);
  perform privado.anotar('decidir_reembolso', 'pago', v_solicitud.pago_id::text, null,
    jsonb_build_object('solicitud', p_solicitud, 'decision', v_solicitud.decision), v_texto);
  return coalesce(v_hecho, jsonb_build_object('ok', true));
end
$$;
grant execute on function public.decidir_reembolso(uuid, boolean, text, integer) to authenticated;

-- Cancels what its buyer has not got yet: a reservation before its day, a gift before its day. All of it goes back.
create function public.cancelar_compra(p_pago uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_regla text;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into v_pago from public.pagos where id = p_pago and user_id = auth.uid() for no key update;
  if v_pago.id is null then return privado.rechazo('no_existe'); end if;
  v_regla := privado.regla_devolucion(v_pago);
  if v_regla = 'devuelto' then return privado.rechazo('ya_pedido'); end if;
  if v_regla <> 'cancelable' then return privado.rechazo('no_cancelable'); end if;
  -- The reason is read by the buyer.
  return privado.ordenar_devolucion(v_pago, (
    select case when idioma = 'en' then 'Cancelled before it was delivered' else 'Cancelada antes de recibirla' end
    from public.usuarios_meta where id = v_pago.user_id), null, null, null);
end
$$;
grant execute on function public.cancelar_compra(uuid) to authenticated;

-- The buyer's options for a payment of an order or gift; null for everybody else.
create function public.ayuda_de_compra(p_pedido uuid, p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'regla', x.regla, 'pago_id', x.pago, 'nombre', x.nombre, 'nombre_en', x.nombre_en,
    'creador', (select u.display_name from public.usuarios_meta u
      where u.id = x.creador and u.borrada_at is null and u.id <> privado.persona_completa()),
    'solicitudes', coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'para', s.para, 'tipo', s.tipo,
        'estado', s.estado) order by s.actualizada_at desc)
      from public.solicitudes s
      where s.user_id = privado.persona_completa() and (s.pedido_id = p_pedido or s.pago_id = x.pago)), '[]'))
  from (
    select p.id as pago, case when p.id is not null then privado.regla_devolucion(p) end as regla,
      d.usuario_id as creador, coalesce(d.nombre, p.presupuesto ->> 'nombre') as nombre, d.nombre_en
    from public.adquisiciones a left join public.pagos p on p.id = a.pago_id and p.user_id = privado.persona_completa()
      left join public.productos d on d.id = a.producto_id
    where a.id = p_pedido and a.user_id = privado.persona_completa()
    union all
    select p.id, privado.regla_devolucion(p), d.usuario_id, coalesce(d.nombre, p.presupuesto ->> 'nombre'), d.nombre_en
    from public.pagos p left join public.productos d on d.id = p.producto_id and d.category <> 'uncoins'
    where p_pedido is null and p.id = p_pago and p.user_id = privado.persona_completa()) x;
$$;
grant execute on function public.ayuda_de_compra(uuid, uuid) to authenticated;

-- Thirty threads of the caller's part: `cliente` and `creador` newest first, the desk of the shop oldest first while they wait.
create function public.listar_solicitudes(p_como text, p_estado text, p_pagina integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_salto constant integer := 30 * least(greatest(coalesce(p_pagina, 0), 0), 1000);
  v_yo constant uuid := privado.persona_completa();
begin
  if p_como = 'tienda' and not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'solicitudes', coalesce((
    select jsonb_agg(jsonb_build_object('id', x.id, 'para', x.para, 'tipo', x.tipo, 'motivo', x.motivo, 'estado', x.estado,
      'decision', x.decision, 'nombre', x.nombre, 'nombre_en', x.nombre_en, 'created_at', x.created_at,
      'actualizada_at', x.actualizada_at, 'creador_de_acuerdo', x.creador_de_acuerdo,
      'cliente', case when p_como <> 'cliente' then (
        select u.display_name from public.usuarios_meta u where u.id = x.user_id) end,
      'ultimo', (select left(m.texto, 160) from public.mensajes_solicitud m
        where m.solicitud_id = x.id order by m.id desc limit 1),
      'de', (select m.de from public.mensajes_solicitud m where m.solicitud_id = x.id order by m.id desc limit 1))
      order by x.orden)
    from (
      select s.*, row_number() over (order by case when p_como = 'tienda' and p_estado = 'abierta' then s.actualizada_at end,
        s.actualizada_at desc, s.id) as orden
      from public.solicitudes s
      where case p_como when 'cliente' then s.user_id = v_yo when 'creador' then s.creador_id = v_yo
          when 'tienda' then s.para = 'tienda' else false end
        and (p_estado is null or s.estado = p_estado)
      order by orden limit 31 offset v_salto) x), '[]'));
end
$$;
grant execute on function public.listar_solicitudes(text, text, integer) to authenticated;

-- One thread for a part of it, with what that part may know of the purchase.
create function public.ver_solicitud(p_solicitud uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_solicitud public.solicitudes;
  v_papel text;
  v_pago public.pagos;
begin
  if privado.persona_completa() is null then return privado.rechazo('sin_sesion'); end if;
  select * into v_solicitud from public.solicitudes where id = p_solicitud;
  v_papel := privado.papel_en(v_solicitud);
  if v_papel is null then return privado.rechazo('no_existe'); end if;
  select * into v_pago from public.pagos where id = v_solicitud.pago_id;
  return jsonb_build_object('ok', true, 'id', v_solicitud.id, 'papel', v_papel, 'para', v_solicitud.para,
    'tipo', v_solicitud.tipo, 'motivo', v_solicitud.motivo, 'estado', v_solicitud.estado,
    'decision', v_solicitud.decision, 'creador_de_acuerdo', v_solicitud.creador_de_acuerdo,
    'nombre', v_solicitud.nombre, 'nombre_en', v_solicitud.nombre_en, 'created_at', v_solicitud.created_at,
    'pedido_id', v_solicitud.pedido_id,
    'cliente', case when v_papel <> 'cliente' then (
      select u.display_name from public.usuarios_meta u where u.id = v_solicitud.user_id) end,
    'creador', (select u.display_name from public.usuarios_meta u where u.id = v_solicitud.creador_id),
    'reembolso', (select r.estado from public.reembolsos r where r.id = v_solicitud.reembolso_id),
    'compra', case when v_pago.id is not null and v_papel <> 'creador' then jsonb_build_object('pago_id', v_pago.id,
      'total_centimos', v_pago.total_centimos, 'metodo', v_pago.metodo, 'entregado_at', v_pago.entregado_at,
      'regla', privado.regla_devolucion(v_pago), 'queda_centimos', privado.reembolsable_de(v_pago),
      'consentimiento_at', v_pago.consentimiento_at,
      'descargas', (select sum(a.descargas) from public.adquisiciones a where a.pago_id = v_pago.id)) end,
    'mensajes', (select jsonb_agg(jsonb_build_object('id', m.id, 'de', m.de, 'texto', m.texto, 'created_at', m.created_at)
      order by m.id) from (
        select * from public.mensajes_solicitud where solicitud_id = p_solicitud order by id desc limit 200) m));
end
$$;
grant execute on function public.ver_solicitud(uuid) to authenticated;

-- Erases the threads of a person and what they wrote as a creator.
create function privado.borrar_solicitudes(p_usuario uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.solicitudes where user_id = p_usuario;
  delete from public.mensajes_solicitud where autor_id = p_usuario;
  update public.solicitudes set estado = 'cerrada' where creador_id = p_usuario and para = 'creador' and estado <> 'cerrada';
  update public.solicitudes set creador_id = null where creador_id = p_usuario and para = 'tienda';
  delete from public.avisos_existencias where user_id = p_usuario;
$$;

-- One-time alerts for sold-out products that can be bought again.
create table public.avisos_existencias (
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  producto_id uuid not null references public.productos (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, producto_id)
);
create index avisos_existencias_producto_id_idx on public.avisos_existencias (producto_id, user_id);

alter table public.avisos_existencias enable row level security;
grant select on public.avisos_existencias to authenticated, service_role;
create policy avisos_existencias_select on public.avisos_existencias for select to authenticated
  using (user_id = (select auth.uid()));
create policy avisos_existencias_segundo_paso on public.avisos_existencias as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Asks to be told, or withdraws it.
create function public.avisarme(p_producto uuid, p_quiero boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto public.productos;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not p_quiero then
    delete from public.avisos_existencias where user_id = auth.uid() and producto_id = p_producto;
    return jsonb_build_object('ok', true);
  end if;
  select * into v_producto from public.productos where id = p_producto and status = 'approved' and not oculto;
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  if privado.motivo_no_venta(v_producto) is distinct from 'sin_stock' then return privado.rechazo('disponible'); end if;
  if not privado.contar_intento('aviso_existencias', auth.uid()::text, 60, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.avisos_existencias (user_id, producto_id) values (auth.uid(), p_producto) on conflict do nothing;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.avisarme(uuid, boolean) to authenticated;

-- Tells the next people, up to a limit, and forgets them. Whoever has the product meanwhile, or was just told of it as a
-- favourite, is only forgotten.
create function public.avisar_existencias(p_limite integer default 500) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_avisados integer;
begin
  with tocan as materialized (
    select v.user_id, v.producto_id, v.created_at from public.avisos_existencias v join public.productos p on p.id = v.producto_id
    where privado.motivo_no_venta(p) is null and not p.oculto
    order by v.producto_id, v.user_id limit least(greatest(coalesce(p_limite, 500), 1), 5000) for update of v skip locked
  ), quitados as (
    delete from public.avisos_existencias v using tocan t where v.user_id = t.user_id and v.producto_id = t.producto_id
  ), avisados as (
    insert into public.notificaciones (user_id, tipo, clave, datos)
    select t.user_id, 'favorito', 'existencias:' || t.producto_id || ':' || extract(epoch from t.created_at),
      jsonb_build_object('motivo', 'disponible', 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en)
    from tocan t join public.productos p on p.id = t.producto_id
      join public.usuarios_meta u on u.id = t.user_id and (u.banned_until is null or u.banned_until <= now())
    where not privado.tiene_producto(t.user_id, t.producto_id) and not exists (
      select from public.notificaciones n where n.user_id = t.user_id and n.tipo = 'favorito' and n.created_at > t.created_at
        and n.datos ->> 'motivo' = 'disponible' and n.datos ->> 'slug' = p.slug)
    on conflict (user_id, clave) do nothing
    returning user_id, clave, datos
  ), escritos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select a.clave || ':' || a.user_id, a.user_id, 'existencias', a.datos from avisados a
    on conflict (clave) do nothing
  )
  select count(*)::integer into v_avisados from avisados;
  return v_avisados;
end
$$;
grant execute on function public.avisar_existencias(integer) to service_role;

-- Where an account is signed in: Auth keeps the sessions, and this table what the shop saw when each began. Auth itself
-- sees the shop's server.

create table public.sesiones_abiertas (
  session_id uuid primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  navegador text not null default '' check (char_length(navegador) <= 80),
  -- Shortened by the shop: never the whole address.
  direccion text not null default '' check (char_length(direccion) <= 40),
  created_at timestamptz not null default now()
);
create index sesiones_abiertas_user_id_idx on public.sesiones_abiertas (user_id);

alter table public.sesiones_abiertas enable row level security;

-- Notes the browser and the shortened address of this session, and forgets sessions of the caller that have ended.
create function public.anotar_sesion(p_navegador text, p_direccion text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_yo constant uuid := auth.uid();
begin
  if v_yo is null or privado.sesion_actual() is null or not privado.sesion_vigente() then return; end if;
  delete from public.sesiones_abiertas a
  where a.user_id = v_yo and not exists (select from auth.sessions s where s.id = a.session_id);
  insert into public.sesiones_abiertas as a (session_id, user_id, navegador, direccion)
  select s.id, v_yo, left(btrim(coalesce(p_navegador, '')), 80), left(btrim(coalesce(p_direccion, '')), 40)
  from auth.sessions s where s.id = privado.sesion_actual() and s.user_id = v_yo
  on conflict (session_id) do update set navegador = excluded.navegador, direccion = excluded.direccion
  where a.user_id = v_yo;
end
$$;
grant execute on function public.anotar_sesion(text, text) to authenticated;

-- The sessions of the caller, this one first.
create function public.mis_sesiones() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'created_at', s.created_at, 'vista_at', s.updated_at,
    'navegador', coalesce(a.navegador, ''), 'direccion', coalesce(a.direccion, ''),
    'actual', s.id = privado.sesion_actual())
    order by (s.id = privado.sesion_actual()) desc, coalesce(s.updated_at, s.created_at) desc), '[]')
  from auth.sessions s left join public.sesiones_abiertas a on a.session_id = s.id
  where s.user_id = privado.persona_completa();
$$;
grant execute on function public.mis_sesiones() to authenticated;

-- Ends another session of the caller; its tokens are of no use from then on (`sesion_vigente`).
create function public.terminar_sesion(p_sesion uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_sesion = privado.sesion_actual() then return privado.rechazo('es_esta'); end if;
  delete from auth.sessions where id = p_sesion and user_id = auth.uid();
  if not found then return privado.rechazo('no_existe'); end if;
  delete from public.sesiones_abiertas where session_id = p_sesion;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.terminar_sesion(uuid) to authenticated;

-- Personal API keys of creators. A call with a key acts as its owner, within the scopes of the key
-- (docs/decisions/0036-a-key-acts-as-its-owner.md).

-- The scopes of the API, as its description names them (lib/api/scopes.ts).
create function privado.ambitos_validos(p_ambitos text[]) returns boolean
language sql immutable set search_path = '' as $$
  select cardinality(p_ambitos) > 0 and p_ambitos <@ array['products:read', 'products:write', 'sales:read', 'owners:read',
    'coupons:read', 'coupons:write', 'balance:read'];
$$;

create table public.llaves_api (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  nombre text not null check (char_length(btrim(nombre)) between 1 and 60),
  huella bytea not null unique,
  pista text not null check (pista ~ '^[A-Za-z0-9_-]{4}$'),
  ambitos text[] not null check (privado.ambitos_validos(ambitos)),
  created_at timestamptz not null default now(),
  caduca_at timestamptz not null,
  usada_at timestamptz,
  revocada_at timestamptz
);
comment on column public.llaves_api.huella is 'SHA-256 of what the shop sends for the key, which is its SHA-256: the key itself never reaches the database';
comment on column public.llaves_api.pista is 'the last characters of the key';
comment on column public.llaves_api.usada_at is 'last use, to the minute';
create index llaves_api_usuario_id_idx on public.llaves_api (usuario_id, created_at desc);

alter table public.llaves_api enable row level security;

-- Answers of successful changes by their `Idempotency-Key`, for a day: a repeated call gets the first answer.
create table public.peticiones_api (
  llave_id uuid not null references public.llaves_api (id) on delete cascade,
  clave text not null check (char_length(clave) between 1 and 255),
  huella text not null,
  respuesta jsonb,
  created_at timestamptz not null default now(),
  primary key (llave_id, clave)
);
create index peticiones_api_created_at_idx on public.peticiones_api (created_at);

alter table public.peticiones_api enable row level security;

-- Hash of a key, stored instead of it: a leaked table opens nothing.
create function privado.huella_de_llave(p_llave text) returns bytea
language sql immutable set search_path = '' as $$
  select extensions.digest(p_llave, 'sha256');
$$;

-- Creates a key, valid for some days. Twenty may be in use; a person makes up to thirty a day.
create function public.crear_llave(p_nombre text, p_ambitos text[], p_dias integer, p_llave text, p_pista text)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_llave public.llaves_api;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if auth.jwt() ? 'llave_api' then return privado.rechazo('sin_permiso'); end if;
  if p_llave is null or p_llave !~ '^[0-9a-f]{64}$' or p_dias is null or p_dias not between 1 and 366 then
    return privado.rechazo('datos_no_validos');
  end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  if (select count(*) from public.llaves_api where usuario_id = auth.uid() and revocada_at is null
    and caduca_at > now()) >= 20 then
    return privado.rechazo('demasiadas_llaves');
  end if;
  if not privado.contar_intento('llave', auth.uid()::text, 30, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.llaves_api (usuario_id, nombre, huella, pista, ambitos, caduca_at)
  values (auth.uid(), btrim(p_nombre), privado.huella_de_llave(p_llave), p_pista,
    array(select distinct a from unnest(p_ambitos) a order by a), now() + make_interval(days => p_dias))
  returning * into v_llave;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('llave:' || v_llave.id, auth.uid(), 'llave_nueva', jsonb_build_object('nombre', v_llave.nombre,
    'ambitos', to_jsonb(v_llave.ambitos), 'caduca_at', v_llave.caduca_at));
  return jsonb_build_object('ok', true, 'llave_id', v_llave.id, 'caduca_at', v_llave.caduca_at);
exception
  when check_violation or not_null_violation or unique_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.crear_llave(text, text[], integer, text, text) to authenticated;

-- Ends an own key at once.
create function public.revocar_llave(p_llave uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.llaves_api set revocada_at = coalesce(revocada_at, now()) where id = p_llave and usuario_id = auth.uid();
  if not found then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.revocar_llave(uuid) to authenticated;

-- A key as its owner sees it.
create function privado.ficha_de_llave(l public.llaves_api) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('id', l.id, 'nombre', l.nombre, 'pista', l.pista, 'ambitos', to_jsonb(l.ambitos),
    'created_at', l.created_at, 'caduca_at', l.caduca_at, 'usada_at', l.usada_at,
    'estado', case when l.revocada_at is not null then 'revocada' when l.caduca_at <= now() then 'caducada' else 'vigente' end);
$$;

-- The signed-in person's keys, newest first: those in use, and fifty at most.
create function public.mis_llaves() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'llaves', coalesce(jsonb_agg(privado.ficha_de_llave(x.l)
    order by ((x.l).revocada_at is null and (x.l).caduca_at > now()) desc, (x.l).created_at desc), '[]'))
  from (select l from public.llaves_api l where l.usuario_id = privado.persona_completa()
    order by (l.revocada_at is null and l.caduca_at > now()) desc, l.created_at desc limit 50) x;
$$;
grant execute on function public.mis_llaves() to authenticated;

-- The valid key of a call; all null for any other. Calls of one key do not wait for each other.
create function privado.abrir_llave(p_llave text) returns public.llaves_api
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_llave public.llaves_api;
begin
  select * into v_llave from public.llaves_api
  where huella = privado.huella_de_llave(p_llave) and revocada_at is null and caduca_at > now();
  if v_llave.usada_at is null or v_llave.usada_at < now() - interval '1 minute' then
    update public.llaves_api set usada_at = now()
    where id = (select id from public.llaves_api where id = v_llave.id for no key update skip locked);
  end if;
  return v_llave;
end
$$;
grant execute on function privado.abrir_llave(text) to anon;

-- Begins a change with an idempotency key: null for a new one, otherwise the answer of the first. Concurrent repetitions
-- wait for it.
create function privado.empezar_peticion(p_llave uuid, p_clave text, p_huella text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_peticion public.peticiones_api;
begin
  insert into public.peticiones_api (llave_id, clave, huella) values (p_llave, p_clave, p_huella) on conflict do nothing;
  if found then return null; end if;
  select * into v_peticion from public.peticiones_api where llave_id = p_llave and clave = p_clave;
  if v_peticion.huella is distinct from p_huella then return privado.rechazo('otra_peticion'); end if;
  return v_peticion.respuesta || jsonb_build_object('repetida', true);
end
$$;
grant execute on function privado.empezar_peticion(uuid, text, text) to authenticated;

-- Keeps the answer of a change. A refusal changed nothing, and may be tried again.
create function privado.terminar_peticion(p_llave uuid, p_clave text, p_respuesta jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if (p_respuesta ->> 'ok')::boolean then
    update public.peticiones_api set respuesta = p_respuesta where llave_id = p_llave and clave = p_clave;
  else
    delete from public.peticiones_api where llave_id = p_llave and clave = p_clave;
  end if;
end
$$;
grant execute on function privado.terminar_peticion(uuid, text, jsonb) to authenticated;

-- The API of creators, `/api/v1`. `api_v1` turns a call with a key into a call of its owner: the functions and policies
-- below it are those of the screens.

-- Own products after a cursor, newest first.
create function privado.api_productos(p_antes_at timestamptz, p_antes uuid, p_limite integer) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('ok', true, 'productos', coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id, 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'status', p.status, 'category', p.category,
    'precio', p.precio, 'oferta', p.oferta, 'disponible', p.disponibilidad, 'created_at', p.created_at,
    'publicado_at', p.publicado_at, 'archivado_at', p.archivado_at,
    'version', (select v.version from public.versiones_producto v where v.producto_id = p.id
      order by v.created_at desc limit 1)) order by p.created_at desc, p.id), '[]'))
  from (
    select x.id, x.slug, x.nombre, x.nombre_en, x.status, x.category, x.precio, x.oferta, x.disponibilidad, x.created_at,
      x.publicado_at, x.archivado_at
    from public.productos x
    where x.usuario_id = (select auth.uid()) and not x.oculto
      and (p_antes_at is null or x.created_at < p_antes_at or (x.created_at = p_antes_at and x.id > p_antes))
    order by x.created_at desc, x.id limit p_limite
  ) p;
$$;
grant execute on function privado.api_productos(timestamptz, uuid, integer) to authenticated;

-- One own product with its editions, its last twenty versions, and the state of its newest revision.
create function privado.api_producto(p_producto uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('ok', true, 'id', p.id, 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en,
      'status', p.status, 'category', p.category, 'precio', p.precio, 'oferta', p.oferta, 'disponible', p.disponibilidad,
      'created_at', p.created_at, 'publicado_at', p.publicado_at, 'archivado_at', p.archivado_at,
      'compatibles', to_jsonb(p.compatibles),
      'version', (select v.version from public.versiones_producto v where v.producto_id = p.id
        order by v.created_at desc limit 1),
      'ediciones', coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'nombre', e.nombre, 'precio', e.precio,
        'oferta', e.oferta) order by e.orden) from public.ediciones e where e.producto_id = p.id and not e.retirada), '[]'),
      'versiones', coalesce((select jsonb_agg(jsonb_build_object('version', v.version, 'novedades', v.novedades,
        'novedades_en', v.novedades_en, 'compatibles', to_jsonb(v.compatibles), 'created_at', v.created_at)
        order by v.created_at desc) from (select * from public.versiones_producto where producto_id = p.id
          order by created_at desc limit 20) v), '[]'),
      'revision', public.estado_revision(p.id))
    from public.productos p where p.id = p_producto and p.usuario_id = (select auth.uid()) and not p.oculto
  ), jsonb_build_object('ok', false, 'error', 'no_existe'));
$$;
grant execute on function privado.api_producto(uuid) to authenticated;

create index adquisiciones_jugador_idx on public.adquisiciones (producto_id, lower(minecraft_name))
  where revocada_at is null and minecraft_name is not null;

-- Whether a player owns an own product: by the name that they gave with an order that stands. The creator asks with a
-- name, and learns no other.
create function public.tiene_producto(p_producto uuid, p_jugador text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := privado.persona_completa();
begin
  if not exists (select from public.productos where id = p_producto and usuario_id = v_yo) then
    return privado.rechazo('no_existe');
  end if;
  return (
    select jsonb_build_object('ok', true, 'tiene', count(*) > 0, 'desde', min(a.created_at),
      'ediciones', coalesce(jsonb_agg(distinct jsonb_build_object('id', e.id, 'nombre', e.nombre))
        filter (where e.id is not null), '[]'))
    from public.adquisiciones a
    -- Deleted accounts share one name of a player.
    join public.usuarios_meta u on u.id = a.user_id and u.borrada_at is null
    left join public.ediciones e on e.id = a.edicion_id
    where a.producto_id = p_producto and lower(a.minecraft_name) = lower(p_jugador) and a.revocada_at is null
  );
end
$$;
grant execute on function public.tiene_producto(uuid, text) to authenticated;

-- Own coupons after a cursor, newest first.
create function privado.api_cupones(p_antes_at timestamptz, p_antes uuid, p_limite integer) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('ok', true, 'cupones', coalesce(jsonb_agg(to_jsonb(c) order by c.creado_at desc, c.id), '[]'))
  from (
    select m.id, m.codigo, m.slug, m.percent_discount, m.descuento_centimos, m.minimo_centimos, m.desde_at, m.caduca_at,
      m.parado_at, m.usos_max, m.usos_por_usuario, m.creado_at, m.usos, m.vendido_centimos, m.regalado_centimos
    from public.mis_cupones() m
    where p_antes_at is null or m.creado_at < p_antes_at or (m.creado_at = p_antes_at and m.id > p_antes)
    order by m.creado_at desc, m.id limit p_limite
  ) c;
$$;
grant execute on function privado.api_cupones(timestamptz, uuid, integer) to authenticated;

-- The content of an own product for a new version, as the form loads it.
create function privado.api_contenido(p_producto uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce((
    select public.contenido_producto(p.slug) || jsonb_build_object('marcados', public.archivos_marcados_de(p.id) -> 'ediciones')
    from public.productos p
    where p.id = p_producto and p.usuario_id = (select auth.uid()) and not p.oculto
  ), jsonb_build_object('ok', false, 'error', 'no_existe'));
$$;
grant execute on function privado.api_contenido(uuid) to authenticated;

-- Notes an uploaded file, if there is one, and submits a revision.
create function privado.api_version(d jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  v_nota jsonb;
begin
  if d ? 'archivo' then
    v_nota := public.anotar_huella(d #>> '{archivo,ruta}', d #>> '{archivo,huella}', (d #>> '{archivo,bytes}')::bigint,
      d #>> '{archivo,nombre}');
    if v_nota ->> 'error' = 'no_existe' then return jsonb_build_object('ok', false, 'error', 'archivo_no_existe'); end if;
    if not (v_nota ->> 'ok')::boolean then return v_nota; end if;
  end if;
  return public.proponer_cambios((d ->> 'producto')::uuid, d -> 'contenido');
end
$$;
grant execute on function privado.api_version(jsonb) to authenticated;

-- Runs a call with the rights of the key's owner.
create function privado.api_hacer(p_operacion text, d jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select case p_operacion
    when 'getKey' then jsonb_build_object('ok', true)
    when 'listProducts' then privado.api_productos((d ->> 'antes_at')::timestamptz, (d ->> 'antes')::uuid,
      (d ->> 'limite')::integer)
    when 'getProduct' then privado.api_producto((d ->> 'producto')::uuid)
    when 'getContent' then privado.api_contenido((d ->> 'producto')::uuid)
    when 'createUpload' then public.permitir_subida(d ->> 'nombre', (d ->> 'bytes')::bigint)
    when 'createVersion' then privado.api_version(d)
    when 'checkOwner' then public.tiene_producto((d ->> 'producto')::uuid, d ->> 'jugador')
    when 'listSales' then public.mis_ventas((d ->> 'producto')::uuid, d ->> 'estado', null, (d ->> 'desde')::date,
      (d ->> 'hasta')::date, (d ->> 'antes_at')::timestamptz, (d ->> 'antes')::bigint, (d ->> 'limite')::integer)
    when 'listCoupons' then privado.api_cupones((d ->> 'antes_at')::timestamptz, (d ->> 'antes')::uuid,
      (d ->> 'limite')::integer)
    when 'createCoupon' then public.crear_cupon((d ->> 'producto')::uuid, d ->> 'codigo', (d ->> 'porcentaje')::integer,
      (d ->> 'centimos')::integer, (d ->> 'minimo_centimos')::integer, (d ->> 'desde')::date, (d ->> 'hasta')::date,
      (d ->> 'usos_max')::integer, (d ->> 'usos_por_usuario')::integer)
    when 'stopCoupon' then public.parar_cupon((d ->> 'cupon')::uuid)
    when 'getBalance' then public.mi_saldo()
  end;
$$;
grant execute on function privado.api_hacer(text, jsonb) to authenticated;

-- The scope that an operation needs; null for one that any key may do.
create function privado.ambito_de(p_operacion text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_operacion in ('listProducts', 'getProduct') then 'products:read'
    when p_operacion in ('getContent', 'createUpload', 'createVersion') then 'products:write'
    when p_operacion = 'checkOwner' then 'owners:read'
    when p_operacion = 'listSales' then 'sales:read'
    when p_operacion = 'listCoupons' then 'coupons:read'
    when p_operacion in ('createCoupon', 'stopCoupon') then 'coupons:write'
    when p_operacion = 'getBalance' then 'balance:read'
  end;
$$;
grant execute on function privado.ambito_de(text) to authenticated;

-- A call of the API. `p_llave` is the SHA-256 of the key. A wrong, expired or revoked key, one without the scope, and one
-- of somebody who may not act are refused alike. `p_clave` and `p_huella` are the idempotency key of a change and the
-- hash of its request.
--
-- It runs with the rights of the caller, who is a visitor, and goes on as the owner: role and claims of the transaction
-- are those of a person, with the key in place of a session. Staff have no rights of the staff by a key (`es_admin`).
create function public.api_v1(
  p_llave text, p_operacion text, p_datos jsonb default '{}', p_clave text default null, p_huella text default null
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  v_llave public.llaves_api := privado.abrir_llave(p_llave);
  v_ambito text;
  v_respuesta jsonb;
begin
  if v_llave.id is null then return jsonb_build_object('ok', false, 'error', 'sin_permiso'); end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', v_llave.usuario_id, 'role', 'authenticated',
      'llave_api', v_llave.id)::text, true),
    set_config('request.jwt.claim.sub', v_llave.usuario_id::text, true),
    set_config('request.jwt.claim.role', 'authenticated', true),
    set_config('role', 'authenticated', true);
  v_ambito := privado.ambito_de(p_operacion);
  if not privado.puede_actuar() or v_ambito is not null and v_ambito <> all (v_llave.ambitos) then
    return jsonb_build_object('ok', false, 'error', 'sin_permiso');
  end if;
  if p_clave is not null then
    v_respuesta := privado.empezar_peticion(v_llave.id, p_clave, p_huella);
    if v_respuesta is not null then return v_respuesta; end if;
  end if;
  v_respuesta := privado.api_hacer(p_operacion, p_datos);
  if p_operacion = 'getKey' then
    v_respuesta := v_respuesta || jsonb_build_object('nombre', v_llave.nombre, 'ambitos', to_jsonb(v_llave.ambitos),
      'created_at', v_llave.created_at, 'caduca_at', v_llave.caduca_at);
  end if;
  if p_clave is not null then perform privado.terminar_peticion(v_llave.id, p_clave, v_respuesta); end if;
  return v_respuesta;
end
$$;
grant execute on function public.api_v1(text, text, jsonb, text, text) to anon;

-- Licence keys: what a sold program shows to learn whether it is paid for. A key belongs to an order, and is valid while the
-- order stands, so that refunds and disputes end it by themselves.

-- The products whose orders have a key, and on how many servers one may be active.
create table public.licencias_producto (
  producto_id uuid primary key references public.productos (id) on delete cascade,
  activa boolean not null,
  activaciones_max integer not null check (activaciones_max between 1 and 100)
);

alter table public.licencias_producto enable row level security;

create table public.licencias (
  id uuid primary key default gen_random_uuid(),
  adquisicion_id uuid not null unique references public.adquisiciones (id) on delete cascade,
  clave text not null default privado.codigo_nuevo(),
  created_at timestamptz not null default now()
);
create unique index licencias_clave_key on public.licencias (privado.clave_codigo(clave));

alter table public.licencias enable row level security;

create table public.activaciones_licencia (
  id uuid primary key default gen_random_uuid(),
  licencia_id uuid not null references public.licencias (id) on delete cascade,
  nombre text not null check (nombre ~ '^[[:print:]]{1,100}$'),
  created_at timestamptz not null default now(),
  vista_at timestamptz not null default now(),
  unique (licencia_id, nombre)
);
comment on column public.activaciones_licencia.nombre is 'what the program calls the server that it runs on';
comment on column public.activaciones_licencia.vista_at is 'when it last asked, to the hour';

alter table public.activaciones_licencia enable row level security;

-- A new order of such a product has its key at once.
create function privado.dar_licencia() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.licencias (adquisicion_id)
  select new.id from public.licencias_producto l where l.producto_id = new.producto_id and l.activa
  on conflict (adquisicion_id) do nothing;
  return null;
end
$$;
create trigger dar_licencia after insert on public.adquisiciones
  for each row when (new.producto_id is not null) execute function privado.dar_licencia();

-- Sets whether orders of an own product have keys, and their limit. Orders that stand get theirs; keys of a product
-- without them are not valid, and are again when it has them again.
create function public.ajustar_licencias(p_producto uuid, p_activa boolean, p_maximo integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if not found then return privado.rechazo('no_existe'); end if;
  insert into public.licencias_producto (producto_id, activa, activaciones_max)
  values (p_producto, p_activa, p_maximo)
  on conflict (producto_id) do update set activa = excluded.activa, activaciones_max = excluded.activaciones_max;
  if p_activa then
    insert into public.licencias (adquisicion_id)
    select a.id from public.adquisiciones a where a.producto_id = p_producto and a.revocada_at is null
    on conflict (adquisicion_id) do nothing;
  end if;
  return jsonb_build_object('ok', true);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.ajustar_licencias(uuid, boolean, integer) to authenticated;

-- The signed-in creator's products with their setting and the keys that are valid, newest first.
create function public.mis_licencias() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'productos', coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug,
    'nombre', p.nombre, 'nombre_en', p.nombre_en, 'activa', coalesce(l.activa, false), 'maximo', coalesce(l.activaciones_max, 1),
    'claves', (select count(*) from public.adquisiciones a join public.licencias k on k.adquisicion_id = a.id
      where l.activa and a.producto_id = p.id and a.revocada_at is null)) order by p.created_at desc, p.id), '[]'))
  from (select * from public.productos x where x.usuario_id = privado.persona_completa() and not x.oculto
    and x.category <> 'uncoins' order by x.created_at desc, x.id limit 200) p
  left join public.licencias_producto l on l.producto_id = p.id;
$$;
grant execute on function public.mis_licencias() to authenticated;

-- The key of an own order that stands, with the servers on which it is active; null without one.
create function public.mi_licencia(p_pedido uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'licencia', (
    select jsonb_build_object('clave', k.clave, 'maximo', l.activaciones_max, 'activaciones', coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'nombre', v.nombre, 'created_at', v.created_at, 'vista_at', v.vista_at)
        order by v.created_at) from public.activaciones_licencia v where v.licencia_id = k.id), '[]'))
    from public.adquisiciones a
    join public.licencias k on k.adquisicion_id = a.id
    join public.licencias_producto l on l.producto_id = a.producto_id and l.activa
    where a.id = p_pedido and a.user_id = privado.persona_completa() and a.revocada_at is null));
$$;
grant execute on function public.mi_licencia(uuid) to authenticated;

-- Frees a place of an own key.
create function public.liberar_activacion(p_activacion uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  delete from public.activaciones_licencia v using public.licencias k, public.adquisiciones a
  where v.id = p_activacion and k.id = v.licencia_id and a.id = k.adquisicion_id and a.user_id = auth.uid();
  if not found then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.liberar_activacion(uuid) to authenticated;

-- Replaces an own key that has leaked. The old one and its activations end.
create function public.renovar_licencia(p_pedido uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_licencia uuid;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select k.id into v_licencia from public.licencias k join public.adquisiciones a on a.id = k.adquisicion_id
  where a.id = p_pedido and a.user_id = auth.uid() and a.revocada_at is null for no key update of k;
  if v_licencia is null then return privado.rechazo('no_existe'); end if;
  if not privado.contar_intento('renovar_licencia', v_licencia::text, 5, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  update public.licencias set clave = privado.codigo_nuevo() where id = v_licencia;
  delete from public.activaciones_licencia where licencia_id = v_licencia;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.renovar_licencia(uuid) to authenticated;

-- Validates (`validar`), activates (`activar`) or deactivates (`desactivar`) a key for a product under a server's name.
-- Wrong keys, keys of other products, and keys of revoked or unreleased orders get one answer: not valid.
create function public.licencia_v1(p_accion text, p_clave text, p_producto uuid, p_nombre text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_licencia uuid;
  v_edicion uuid;
  v_maximo integer;
  v_vista timestamptz;
  v_usadas integer;
begin
  select k.id, a.edicion_id, l.activaciones_max into v_licencia, v_edicion, v_maximo
  from public.licencias k
  join public.adquisiciones a on a.id = k.adquisicion_id
  join public.licencias_producto l on l.producto_id = a.producto_id and l.activa
  join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where privado.clave_codigo(k.clave) = privado.clave_codigo(p_clave) and a.producto_id = p_producto
    and a.revocada_at is null and not privado.espera_lanzamiento(p, e);
  if v_licencia is null then return jsonb_build_object('ok', true, 'valida', false); end if;
  if p_accion <> 'validar' then perform from public.licencias where id = v_licencia for no key update; end if;
  if p_accion = 'desactivar' then
    delete from public.activaciones_licencia where licencia_id = v_licencia and nombre = p_nombre;
  end if;
  select vista_at into v_vista from public.activaciones_licencia where licencia_id = v_licencia and nombre = p_nombre;
  select count(*) into v_usadas from public.activaciones_licencia where licencia_id = v_licencia;
  if p_accion = 'activar' and v_vista is null then
    if v_usadas >= v_maximo then return privado.rechazo('sin_activaciones'); end if;
    if not privado.contar_intento('activar_licencia', v_licencia::text, 50, '1 day') then
      return privado.rechazo('demasiados_intentos');
    end if;
    insert into public.activaciones_licencia (licencia_id, nombre) values (v_licencia, p_nombre) returning vista_at into v_vista;
    v_usadas := v_usadas + 1;
  elsif v_vista < now() - interval '1 hour' then
    update public.activaciones_licencia set vista_at = now() where licencia_id = v_licencia and nombre = p_nombre;
  end if;
  return jsonb_build_object('ok', true, 'valida', true, 'licencia_id', v_licencia, 'edicion_id', v_edicion,
    'activada', v_vista is not null, 'usadas', v_usadas, 'maximo', v_maximo);
exception
  when check_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.licencia_v1(text, text, uuid, text) to anon;

-- Keys that sign offline proofs (Ed25519). Their seeds never leave the shop's server; their public halves are at
-- `/.well-known/jwks.json`.
create table public.claves_firma (
  id uuid primary key default gen_random_uuid(),
  semilla bytea not null default extensions.gen_random_bytes(32) check (octet_length(semilla) = 32),
  desde timestamptz not null
);
comment on column public.claves_firma.desde is 'since when it signs; it is published before';
create index claves_firma_desde_idx on public.claves_firma (desde);

alter table public.claves_firma enable row level security;

-- The keys, newest first. A key signs for 90 days. The next one is published a day before it signs, and the last one for
-- ten days after, longer than any proof is valid.
create function public.claves_de_firma() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.claves_firma where desde > now() - interval '89 days') then
    perform pg_advisory_xact_lock(hashtext('claves_de_firma'));
    insert into public.claves_firma (desde)
    select case when exists (select from public.claves_firma) then now() + interval '1 day' else now() end
    where not exists (select from public.claves_firma where desde > now() - interval '89 days');
    delete from public.claves_firma c where exists (select from public.claves_firma n
      where n.desde > c.desde and n.desde < now() - interval '10 days');
  end if;
  return (select jsonb_agg(jsonb_build_object('id', id, 'semilla', encode(semilla, 'hex'), 'desde', desde) order by desde desc)
    from public.claves_firma);
end
$$;
grant execute on function public.claves_de_firma() to service_role;

-- Webhooks of creators (docs/creators/webhooks.md): addresses, events, and their deliveries. Triggers write an event in the
-- transaction that it reports, if its creator has an address that wants it. `datos` is what is sent, in the names of the
-- API (lib/hooks/schema.ts); it names no buyer.

create table public.destinos_webhook (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  url text not null check (char_length(url) <= 500 and url ~ '^https?://[^[:space:][:cntrl:]]+$'),
  temas text[] not null check (cardinality(temas) between 1 and 7
    and temas <@ array['sale', 'refund', 'dispute', 'license', 'review', 'version', 'payout']),
  desde timestamptz not null default now(),
  secreto bytea not null default extensions.gen_random_bytes(32),
  secreto_anterior bytea,
  anterior_hasta timestamptz,
  pausado_at timestamptz,
  pausado_motivo text check (pausado_motivo in ('propio', 'fallos', 'retirado')),
  descansa_hasta timestamptz,
  entregado_at timestamptz,
  created_at timestamptz not null default now(),
  check ((pausado_at is null) = (pausado_motivo is null)),
  check ((secreto_anterior is null) = (anterior_hasta is null))
);
comment on column public.destinos_webhook.desde is 'since when it wants these events';
comment on column public.destinos_webhook.secreto_anterior is 'signs as well until anterior_hasta';
comment on column public.destinos_webhook.pausado_motivo is 'fallos: nothing arrived for three days; retirado: it answered 410';
comment on column public.destinos_webhook.descansa_hasta is 'after a failure nothing else is tried until then';
comment on column public.destinos_webhook.entregado_at is 'the last success';
create index destinos_webhook_usuario_id_idx on public.destinos_webhook (usuario_id);
alter table public.destinos_webhook enable row level security;

create table public.sucesos_webhook (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  tipo text not null check (tipo ~ '^[a-z]+[.][a-z_]+$'),
  clave text not null,
  datos jsonb not null,
  created_at timestamptz not null default now(),
  unique (usuario_id, clave)
);
comment on column public.sucesos_webhook.clave is 'what it reports: each thing once';
create index sucesos_webhook_created_at_idx on public.sucesos_webhook (created_at);
alter table public.sucesos_webhook enable row level security;

create table public.envios_webhook (
  id bigint generated always as identity primary key,
  suceso_id uuid not null references public.sucesos_webhook (id) on delete cascade,
  destino_id uuid not null references public.destinos_webhook (id) on delete cascade,
  es_prueba boolean not null default false,
  estado text not null default 'esperando' check (estado in ('esperando', 'enviando', 'entregado', 'fallido')),
  desde timestamptz not null default now(),
  proximo_at timestamptz not null default now(),
  arriendo uuid,
  intentos integer not null default 0,
  intentado_at timestamptz,
  codigo integer,
  error text,
  duracion_ms integer,
  unique (suceso_id, destino_id),
  check ((estado = 'enviando') = (arriendo is not null))
);
comment on column public.envios_webhook.desde is 'the beginning of its three days';
comment on column public.envios_webhook.proximo_at is 'when it is tried next; while it is sent, when its lease ends';
comment on column public.envios_webhook.arriendo is 'the lease of its sender, who alone may say what became of it';
comment on column public.envios_webhook.codigo is 'the status of the last answer; null without one';
create index envios_webhook_destino_id_idx on public.envios_webhook (destino_id, id desc);
create index envios_webhook_abiertos_idx on public.envios_webhook (destino_id, proximo_at) where estado in ('esperando', 'enviando');
alter table public.envios_webhook enable row level security;

-- Writes an event of a creator, and its deliveries. A deletion of an address at the same moment is waited for, so that it
-- never stops what is reported.
create function privado.escribir_webhook(p_usuario uuid, p_tipo text, p_clave text, p_datos jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_destinos uuid[];
  v_suceso uuid;
begin
  select array_agg(x.id) into v_destinos from (
    select id from public.destinos_webhook
    where usuario_id = p_usuario and split_part(p_tipo, '.', 1) = any (temas) order by id for key share) x;
  if v_destinos is null then return; end if;
  insert into public.sucesos_webhook (usuario_id, tipo, clave, datos) values (p_usuario, p_tipo, p_clave, p_datos)
  on conflict (usuario_id, clave) do nothing returning id into v_suceso;
  if v_suceso is null then return; end if;
  insert into public.envios_webhook (suceso_id, destino_id) select v_suceso, id from unnest(v_destinos) id;
end
$$;

-- The order in an event, without its buyer and its player.
create function privado.pedido_para_webhook(p_pedido public.adquisiciones) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('order_id', p_pedido.id, 'product_id', p_pedido.producto_id, 'edition_id', p_pedido.edicion_id,
    'product_slug', (select slug from public.productos where id = p_pedido.producto_id));
$$;

-- Sales, and what refunds change in a creator's share of them.
create function privado.webhook_de_movimiento() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_pedido public.adquisiciones;
begin
  if not exists (select from public.destinos_webhook where usuario_id = new.usuario_id) then return null; end if;
  select * into v_pedido from public.adquisiciones where id = new.adquisicion_id;
  if new.clave like 'venta:%' then
    perform privado.escribir_webhook(new.usuario_id, 'sale.created', new.clave, privado.pedido_para_webhook(v_pedido)
      || jsonb_build_object('is_gift', v_pedido.origen = 'regalo', 'paid_cents', round(v_pedido.precio_pagado * 100)::integer,
        'share_cents', new.centimos, 'created_at', new.created_at,
        'method', (select case metodo when 'tarjeta' then 'card' when 'gratis' then 'free' else metodo end
          from public.pagos where id = v_pedido.pago_id)));
  else
    perform privado.escribir_webhook(new.usuario_id,
      case when new.clave like 'reembolso:%' then 'refund.created' else 'refund.reversed' end, new.clave,
      privado.pedido_para_webhook(v_pedido) || jsonb_build_object('change_cents', new.centimos, 'net_cents', (
        select sum(centimos) from public.movimientos_ingresos
        where adquisicion_id = v_pedido.id and usuario_id = new.usuario_id)));
  end if;
  return null;
end
$$;
create trigger webhook_de_movimiento after insert on public.movimientos_ingresos
  for each row when (new.clave ~ '^(venta|reembolso|devuelta):' and new.adquisicion_id is not null)
  execute function privado.webhook_de_movimiento();

-- The phases of a dispute, to everybody whose sale it is about.
create function privado.webhook_de_disputa() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.escribir_webhook(m.usuario_id,
    case new.fase when 'abierta' then 'dispute.opened' when 'ganada' then 'dispute.won' else 'dispute.lost' end,
    concat_ws(':', 'disputa', new.id, a.id, new.fase, pg_current_xact_id()),
    privado.pedido_para_webhook(a) || jsonb_build_object('dispute_id', new.id, 'share_cents', m.centimos))
  from public.adquisiciones a
  join public.movimientos_ingresos m on m.adquisicion_id = a.id and m.clave = 'venta:' || a.id
  where a.pago_id = new.pago_id;
  return null;
end
$$;
create trigger webhook_de_disputa_nueva after insert on public.disputas
  for each row when (new.fase in ('abierta', 'ganada', 'perdida')) execute function privado.webhook_de_disputa();
create trigger webhook_de_disputa after update of fase on public.disputas
  for each row when (old.fase <> new.fase and new.fase in ('abierta', 'ganada', 'perdida'))
  execute function privado.webhook_de_disputa();

-- Writes an event about the licence key of an order, if its product has keys.
create function privado.contar_licencia(p_pedido public.adquisiciones, p_tipo text, p_datos jsonb default '{}') returns void
language sql volatile security definer set search_path = '' as $$
  select privado.escribir_webhook(p.usuario_id, p_tipo, concat_ws(':', p_tipo, k.id, pg_current_xact_id()),
    privado.pedido_para_webhook(p_pedido) || jsonb_build_object('license_id', k.id) || p_datos)
  from public.licencias k
  join public.licencias_producto l on l.producto_id = p_pedido.producto_id and l.activa
  join public.productos p on p.id = l.producto_id
  where k.adquisicion_id = p_pedido.id;
$$;

-- A key that comes with its order, or replaces one. Those that older orders get at once when a creator begins with keys
-- are nobody's news.
create function privado.webhook_de_licencia() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.contar_licencia(a, case when tg_op = 'INSERT' then 'license.issued' else 'license.renewed' end)
  from public.adquisiciones a
  where a.id = new.adquisicion_id and (tg_op = 'UPDATE' or a.created_at = new.created_at);
  return null;
end
$$;
create trigger webhook_de_licencia_nueva after insert on public.licencias
  for each row execute function privado.webhook_de_licencia();
create trigger webhook_de_licencia after update of clave on public.licencias
  for each row when (old.clave <> new.clave) execute function privado.webhook_de_licencia();

create function privado.webhook_de_pedido() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform case when new.revocada_at is null then privado.contar_licencia(new, 'license.restored')
    else privado.contar_licencia(new, 'license.ended', jsonb_build_object('reason',
      case new.revocada_motivo when 'reembolsado' then 'refunded' when 'en_disputa' then 'disputed'
        when 'fin_club' then 'club_ended' else 'revoked' end)) end;
  return null;
end
$$;
create trigger webhook_de_pedido after update of revocada_at on public.adquisiciones
  for each row when ((old.revocada_at is null) <> (new.revocada_at is null)) execute function privado.webhook_de_pedido();

-- Reviews, without their text and their writer.
create function privado.webhook_de_resena() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_resena public.resenas := case when tg_op = 'DELETE' then old else new end;
  v_tipo text := case tg_op when 'INSERT' then 'review.created' when 'UPDATE' then 'review.updated' else 'review.deleted' end;
begin
  perform privado.escribir_webhook(p.usuario_id, v_tipo, concat_ws(':', v_tipo, v_resena.id, pg_current_xact_id()),
    jsonb_build_object('review_id', v_resena.id, 'product_id', p.id, 'product_slug', p.slug, 'stars', v_resena.estrellas))
  from public.productos p where p.id = v_resena.producto_id;
  return null;
end
$$;
create trigger webhook_de_resena after insert or delete on public.resenas
  for each row execute function privado.webhook_de_resena();
create trigger webhook_de_resena_cambiada after update of estrellas, texto on public.resenas
  for each row when ((old.estrellas, old.texto) is distinct from (new.estrellas, new.texto))
  execute function privado.webhook_de_resena();

-- Decisions of moderators about submissions.
create function privado.webhook_de_revision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.escribir_webhook(p.usuario_id, 'version.decided',
    concat_ws(':', 'version', new.id, new.estado, pg_current_xact_id()),
    jsonb_build_object('product_id', p.id, 'product_slug', p.slug, 'version', nullif(btrim(new.contenido ->> 'version'), ''),
      'is_new_product', new.es_nueva, 'reasons', to_jsonb(new.motivos), 'state',
      case new.estado when 'aprobada' then 'approved' when 'rechazada' then 'rejected' else 'changes_requested' end))
  from public.productos p where p.id = new.producto_id;
  return null;
end
$$;
create trigger webhook_de_revision after update of estado, espera_creador on public.revisiones_producto
  for each row when ((old.estado <> new.estado and new.estado in ('aprobada', 'rechazada'))
    or (new.estado = 'pendiente' and new.espera_creador and not old.espera_creador))
  execute function privado.webhook_de_revision();

-- Final states of withdrawals.
create function privado.webhook_de_retiro() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_tipo text := case new.estado when 'pagado' then 'payout.paid' when 'fallido' then 'payout.failed' else 'payout.rejected' end;
begin
  perform privado.escribir_webhook(new.usuario_id, v_tipo, concat_ws(':', v_tipo, new.id, pg_current_xact_id()),
    jsonb_build_object('payout_id', new.id, 'amount_cents', (new.amount * 100)::integer, 'requested_at', new.created_at));
  return null;
end
$$;
create trigger webhook_de_retiro after update of estado on public.withdrawals
  for each row when (old.estado <> new.estado and new.estado in ('pagado', 'fallido', 'rechazado'))
  execute function privado.webhook_de_retiro();

-- A secret in the form of the specification (Standard Webhooks).
create function privado.secreto_escrito(p_secreto bytea) returns text
language sql immutable set search_path = '' as $$
  select 'whsec_' || replace(encode(p_secreto, 'base64'), E'\n', '');
$$;

-- Adds an address, and answers its secret, which is shown this once. Ten at most.
create function public.crear_webhook(p_url text, p_temas text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_destino public.destinos_webhook;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  if (select count(*) from public.destinos_webhook where usuario_id = auth.uid()) >= 10
    or not privado.contar_intento('webhook', auth.uid()::text, 60, '1 day') then
    return privado.rechazo('demasiados_webhooks');
  end if;
  insert into public.destinos_webhook (usuario_id, url, temas)
  values (auth.uid(), p_url, array(select distinct t from unnest(p_temas) t order by t)) returning * into v_destino;
  perform privado.anotar('crear_webhook', 'webhook', v_destino.id::text, null, jsonb_build_object('url', p_url));
  return jsonb_build_object('ok', true, 'webhook_id', v_destino.id, 'secreto', privado.secreto_escrito(v_destino.secreto));
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.crear_webhook(text, text[]) to authenticated;

create function public.cambiar_webhook(p_webhook uuid, p_url text, p_temas text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_antes text;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select url into v_antes from public.destinos_webhook where id = p_webhook and usuario_id = auth.uid() for no key update;
  if not found then return privado.rechazo('no_existe'); end if;
  update public.destinos_webhook set url = p_url, temas = array(select distinct t from unnest(p_temas) t order by t),
    desde = now(), descansa_hasta = null
  where id = p_webhook;
  if v_antes <> p_url then
    perform privado.anotar('cambiar_webhook', 'webhook', p_webhook::text, jsonb_build_object('url', v_antes),
      jsonb_build_object('url', p_url));
  end if;
  return jsonb_build_object('ok', true);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.cambiar_webhook(uuid, text, text[]) to authenticated;

-- Replaces the secret. The former one signs as well for a day, so that no event is refused meanwhile.
create function public.renovar_secreto_webhook(p_webhook uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_destino public.destinos_webhook;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  update public.destinos_webhook set secreto_anterior = secreto, anterior_hasta = now() + interval '1 day',
    secreto = extensions.gen_random_bytes(32)
  where id = p_webhook and usuario_id = auth.uid() returning * into v_destino;
  if not found then return privado.rechazo('no_existe'); end if;
  perform privado.anotar('renovar_secreto_webhook', 'webhook', p_webhook::text, null, '{}');
  return jsonb_build_object('ok', true, 'secreto', privado.secreto_escrito(v_destino.secreto));
end
$$;
grant execute on function public.renovar_secreto_webhook(uuid) to authenticated;

-- Pauses an address, or goes on with it: what waits is sent then, and has its three days again.
create function public.pausar_webhook(p_webhook uuid, p_pausar boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.destinos_webhook set descansa_hasta = null,
    pausado_at = case when p_pausar then coalesce(pausado_at, now()) end,
    pausado_motivo = case when p_pausar then coalesce(pausado_motivo, 'propio') end
  where id = p_webhook and usuario_id = auth.uid();
  if not found then return privado.rechazo('no_existe'); end if;
  if not p_pausar then
    update public.envios_webhook set desde = now(), proximo_at = now(), intentos = 0
    where destino_id = p_webhook and estado = 'esperando';
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.pausar_webhook(uuid, boolean) to authenticated;

create function public.quitar_webhook(p_webhook uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_url text;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  delete from public.destinos_webhook where id = p_webhook and usuario_id = auth.uid() returning url into v_url;
  if v_url is null then return privado.rechazo('no_existe'); end if;
  perform privado.anotar('quitar_webhook', 'webhook', p_webhook::text, jsonb_build_object('url', v_url), null);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.quitar_webhook(uuid) to authenticated;

-- Sends an address a test event, once, even while it is paused.
create function public.probar_webhook(p_webhook uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_suceso uuid := gen_random_uuid();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform from public.destinos_webhook where id = p_webhook and usuario_id = auth.uid() for key share;
  if not found then return privado.rechazo('no_existe'); end if;
  if not privado.contar_intento('prueba_webhook', auth.uid()::text, 60, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.sucesos_webhook (id, usuario_id, tipo, clave, datos)
  values (v_suceso, auth.uid(), 'webhook.test', 'prueba:' || v_suceso, jsonb_build_object('webhook_id', p_webhook));
  insert into public.envios_webhook (suceso_id, destino_id, es_prueba) values (v_suceso, p_webhook, true);
  return jsonb_build_object('ok', true, 'suceso_id', v_suceso);
end
$$;
grant execute on function public.probar_webhook(uuid) to authenticated;

-- Sends an event again under its id: at once, and for three days if need be.
create function public.reenviar_webhook(p_envio bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_destino public.destinos_webhook;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select d.* into v_destino from public.destinos_webhook d
  where d.id = (select destino_id from public.envios_webhook where id = p_envio) and d.usuario_id = auth.uid() for no key update;
  if v_destino.id is null then return privado.rechazo('no_existe'); end if;
  if v_destino.pausado_at is not null and not (select es_prueba from public.envios_webhook where id = p_envio) then
    return privado.rechazo('webhook_pausado');
  end if;
  if not privado.contar_intento('reenvio_webhook', auth.uid()::text, 300, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  update public.envios_webhook set estado = 'esperando', arriendo = null, desde = now(), proximo_at = now(), intentos = 0
  where id = p_envio and estado <> 'enviando';
  if not found then return privado.rechazo('nada_que_reenviar'); end if;
  update public.destinos_webhook set descansa_hasta = null where id = v_destino.id;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.reenviar_webhook(bigint) to authenticated;

-- The caller's addresses, with how much waits for each.
create function public.mis_webhooks() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'url', d.url, 'temas', to_jsonb(d.temas),
    'pausado_at', d.pausado_at, 'pausado_motivo', d.pausado_motivo, 'entregado_at', d.entregado_at,
    'anterior_hasta', case when d.anterior_hasta > now() then d.anterior_hasta end, 'esperan', (
      select count(*) from (select from public.envios_webhook e
        where e.destino_id = d.id and e.estado in ('esperando', 'enviando') limit 1000) x)) order by d.created_at, d.id), '[]')
  from public.destinos_webhook d where d.usuario_id = privado.persona_completa();
$$;
grant execute on function public.mis_webhooks() to authenticated;

-- The caller's deliveries of 30 days, newest first, after a cursor.
create function public.mis_envios_webhook(
  p_webhook uuid default null, p_estado text default null, p_antes bigint default null, p_limite integer default 50
) returns jsonb
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
  select coalesce(jsonb_agg(to_jsonb(f) order by f.n desc), '[]') from (
    select e.id as n, e.id::text as id, s.id as suceso_id, s.tipo, s.datos, s.created_at, d.url, e.estado, e.intentos,
      e.intentado_at, e.codigo, e.error, e.duracion_ms, d.pausado_at is not null and not e.es_prueba as en_pausa,
      case when e.estado = 'esperando' and e.intentos > 0 then greatest(e.proximo_at, d.descansa_hasta) end as proximo_at
    from public.destinos_webhook d
    cross join lateral (
      select x.* from public.envios_webhook x
      where x.destino_id = d.id and (p_antes is null or x.id < p_antes)
        and (p_estado is null or x.estado = p_estado or (p_estado = 'esperando' and x.estado = 'enviando'))
      order by x.id desc limit least(greatest(p_limite, 1), 200)) e
    join public.sucesos_webhook s on s.id = e.suceso_id
    where d.usuario_id = privado.persona_completa() and (p_webhook is null or d.id = p_webhook)
    order by e.id desc limit least(greatest(p_limite, 1), 200)) f;
$$;
grant execute on function public.mis_envios_webhook(uuid, text, bigint, integer) to authenticated;

-- Leases deliveries that are due for a minute, a few of each address, so that a slow one does not hold up the others. What
-- a dead sender has left is due when its minute is over.
create function public.tomar_envios_webhook(p_limite integer default 12) returns table (
  id bigint, arriendo uuid, suceso_id uuid, tipo text, datos jsonb, created_at timestamptz, url text, secretos text[]
)
language sql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
  with debidos as materialized (
    select x.id from public.destinos_webhook d
    cross join lateral (
      select e.id, e.proximo_at from public.envios_webhook e
      where e.destino_id = d.id and e.estado in ('esperando', 'enviando') and e.proximo_at <= clock_timestamp()
        and (e.es_prueba or (d.pausado_at is null and coalesce(d.descansa_hasta, '-infinity') <= clock_timestamp()))
      order by e.proximo_at limit 6 for no key update skip locked) x
    order by x.proximo_at limit least(greatest(p_limite, 1), 100)
  ), tomados as (
    update public.envios_webhook e set estado = 'enviando', arriendo = gen_random_uuid(), intentos = e.intentos + 1,
      intentado_at = clock_timestamp(), proximo_at = clock_timestamp() + interval '1 minute'
    from debidos where e.id = debidos.id
    returning e.*
  )
  select t.id, t.arriendo, s.id, s.tipo, s.datos, s.created_at, d.url, array_remove(array[privado.secreto_escrito(d.secreto),
    case when d.anterior_hasta > now() then privado.secreto_escrito(d.secreto_anterior) end], null)
  from tomados t join public.sucesos_webhook s on s.id = t.suceso_id join public.destinos_webhook d on d.id = t.destino_id
  order by t.id;
$$;
grant execute on function public.tomar_envios_webhook(integer) to service_role;

-- Delay after a failed attempt.
create function privado.espera_de_webhook(p_intentos integer) returns interval
language sql immutable set search_path = '' as $$
  select (array['1 minute', '5 minutes', '30 minutes', '2 hours', '5 hours', '10 hours', '14 hours', '22 hours']::interval[])
    [least(greatest(p_intentos, 1), 8)];
$$;

-- Records what became of a lease, unless it ended meanwhile; returns the state. A failure is tried again for three days.
-- An address at which nothing arrives in all of them, or that answers 410, is paused, and its creator is told.
create function public.cerrar_envio_webhook(
  p_envio bigint, p_arriendo uuid, p_entregado boolean, p_codigo integer, p_error text, p_ms integer
) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_envio public.envios_webhook;
  v_destino public.destinos_webhook;
  v_seguir boolean;
begin
  -- The address first, as when it is deleted.
  select d.* into v_destino from public.destinos_webhook d
  where d.id = (select destino_id from public.envios_webhook where id = p_envio) for no key update;
  select * into v_envio from public.envios_webhook
  where id = p_envio and arriendo = p_arriendo and estado = 'enviando' for no key update;
  if v_envio.id is null then return null; end if;
  v_seguir := not p_entregado and not v_envio.es_prueba and p_codigo is distinct from 410
    and now() < v_envio.desde + interval '3 days';
  update public.envios_webhook set arriendo = null, codigo = p_codigo, error = left(p_error, 300), duracion_ms = p_ms,
    estado = case when p_entregado then 'entregado' when v_seguir then 'esperando' else 'fallido' end,
    proximo_at = least(now() + privado.espera_de_webhook(intentos), desde + interval '3 days')
  where id = p_envio returning * into v_envio;
  if p_entregado then
    update public.destinos_webhook set entregado_at = now(), descansa_hasta = null where id = v_destino.id;
  elsif not v_envio.es_prueba then
    update public.destinos_webhook set descansa_hasta = now() + interval '1 minute' where id = v_destino.id;
    if not v_seguir and v_destino.pausado_at is null
      and (p_codigo = 410 or coalesce(v_destino.entregado_at, '-infinity') < v_envio.desde) then
      update public.destinos_webhook set pausado_at = now(), pausado_motivo = case p_codigo when 410 then 'retirado' else 'fallos' end
      where id = v_destino.id returning * into v_destino;
      insert into public.correos (clave, user_id, plantilla, datos)
      values ('webhook_pausado:' || v_destino.id || ':' || extract(epoch from v_destino.pausado_at), v_destino.usuario_id,
        'webhook_pausado', jsonb_build_object('url', v_destino.url, 'motivo', v_destino.pausado_motivo,
          'codigo', p_codigo, 'error', left(p_error, 300)))
      on conflict (clave) do nothing;
    end if;
  end if;
  return v_envio.estado;
end
$$;
grant execute on function public.cerrar_envio_webhook(bigint, uuid, boolean, integer, text, integer) to service_role;

-- Forgets events of more than 30 days.
create function public.olvidar_webhooks() returns integer
language sql volatile security definer set search_path = '' as $$
  with olvidados as (
    delete from public.sucesos_webhook where id in (
      select id from public.sucesos_webhook where created_at < now() - interval '30 days' order by created_at limit 5000)
    returning 1)
  select count(*)::integer from olvidados;
$$;
grant execute on function public.olvidar_webhooks() to service_role;

insert into public.comprobaciones (nombre, frase, frase_es, consulta) values
('ventas_con_webhook', 'Every sale has its event if its creator wanted one.',
  'Cada venta tiene su evento si su creador lo quería.', $q$
  select m.id, m.clave from public.movimientos_ingresos m
  where m.clave like 'venta:%' and m.created_at > now() - interval '29 days' and exists (
    -- An address that was added during a purchase may have missed it.
    select from public.destinos_webhook d where d.usuario_id = m.usuario_id and 'sale' = any (d.temas)
      and d.desde < m.created_at - interval '1 minute')
    and not exists (select from public.sucesos_webhook s where s.usuario_id = m.usuario_id and s.clave = m.clave)$q$),
('webhooks_a_su_creador', 'Events go to addresses of their own creator only.',
  'Los eventos solo van a direcciones de su propio creador.', $q$
  select e.id, s.id as suceso, d.id as destino from public.envios_webhook e
  join public.sucesos_webhook s on s.id = e.suceso_id join public.destinos_webhook d on d.id = e.destino_id
  where s.usuario_id <> d.usuario_id$q$);

-- Downloads of orders, and the copies that are stamped for their buyers (docs/creators/stamps.md).

-- The time of each download, as evidence in disputes.
create table public.descargas_hechas (
  id bigint generated always as identity primary key,
  adquisicion_id uuid not null references public.adquisiciones (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index descargas_hechas_adquisicion_id_idx on public.descargas_hechas (adquisicion_id, created_at);

alter table public.descargas_hechas enable row level security;

create function privado.anotar_descarga() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.descargas_hechas (adquisicion_id) values (new.id);
  return null;
end
$$;
create trigger anotar_descarga after update of descargas on public.adquisiciones
  for each row when (new.descargas > old.descargas) execute function privado.anotar_descarga();

-- The files that are stamped for each buyer: a product's, or an edition's own.
create table public.archivos_marcados (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  edicion_id uuid,
  created_at timestamptz not null default now(),
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete cascade,
  unique nulls not distinct (producto_id, edicion_id)
);
comment on column public.archivos_marcados.edicion_id is 'null: the file of the product, also for editions without their own';
create index archivos_marcados_edicion_id_idx on public.archivos_marcados (edicion_id, producto_id);

alter table public.archivos_marcados enable row level security;

-- Stamped downloads: which mark is in whose copy.
create table public.descargas_marcadas (
  marca text primary key default encode(extensions.gen_random_bytes(16), 'hex') check (marca ~ '^[0-9a-f]{32}$'),
  adquisicion_id uuid not null references public.adquisiciones (id) on delete cascade,
  ruta text not null check (privado.ruta_valida(ruta)),
  created_at timestamptz not null default now()
);
create index descargas_marcadas_adquisicion_id_idx on public.descargas_marcadas (adquisicion_id, created_at);
create index descargas_marcadas_ruta_idx on public.descargas_marcadas (ruta);

alter table public.descargas_marcadas enable row level security;

-- Whether the file of an order is stamped.
create function privado.esta_marcado(p_producto public.productos, p_edicion public.ediciones) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.archivos_marcados m where m.producto_id = p_producto.id
    and m.edicion_id is not distinct from case when p_edicion.download_link is not null then p_edicion.id end)
    and starts_with(coalesce(p_edicion.download_link, p_producto.download_link), 'descargas/');
$$;

-- The caller's own, for the data export.
create function public.mis_descargas() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true,
    'descargas', (select coalesce(jsonb_agg(
        jsonb_build_object('pedido_id', h.adquisicion_id, 'created_at', h.created_at) order by h.id), '[]')
      from public.descargas_hechas h join public.adquisiciones a on a.id = h.adquisicion_id where a.user_id = y.yo),
    'marcas', (select coalesce(jsonb_agg(jsonb_build_object('pedido_id', m.adquisicion_id, 'marca', m.marca,
        'created_at', m.created_at) order by m.created_at), '[]')
      from public.descargas_marcadas m join public.adquisiciones a on a.id = m.adquisicion_id where a.user_id = y.yo))
  from (select privado.persona_completa() as yo) y;
$$;
grant execute on function public.mis_descargas() to authenticated;

-- The file of an order, for its owner. Every returned link counts as a download. One that is stamped (`marcada`) counts
-- when its copy is made (`marcar_descarga`): the original is no buyer's to read.
create function public.enlace_descarga(p_adquisicion uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_estado text := public.estado_descarga(p_adquisicion);
  v_respuesta jsonb;
begin
  select jsonb_build_object('ok', true, 'download_link', coalesce(e.download_link, p.download_link), 'slug', p.slug,
    'marcada', privado.esta_marcado(p, e),
    'nombre', (select h.nombre from public.huellas_descarga h where h.ruta = coalesce(e.download_link, p.download_link)))
  into v_respuesta
  from public.adquisiciones a
  left join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and a.user_id = auth.uid();
  if v_respuesta is null or not privado.puede_actuar() then return privado.rechazo('no_existe'); end if;
  if v_estado <> 'disponible' then return privado.rechazo(v_estado); end if;
  if not (v_respuesta ->> 'marcada')::boolean then
    update public.adquisiciones set descargas = descargas + 1 where id = p_adquisicion;
  end if;
  return v_respuesta;
end
$$;
grant execute on function public.enlace_descarga(uuid) to authenticated;

-- Whether the signed-in person may download this file now, by an order whose link they requested within two minutes:
-- reads past the shop are counted too.
create function privado.tiene_descarga(p_ruta text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones a
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.user_id = auth.uid() and coalesce(e.download_link, p.download_link) = p_ruta
      and public.estado_descarga(a.id) = 'disponible' and not privado.esta_marcado(p, e)
      and exists (select from public.descargas_hechas h
        where h.adquisicion_id = a.id and h.created_at > now() - interval '2 minutes'));
$$;

-- Counts the download of a stamped file of an own order, and returns what is written into this copy. The shop calls it when
-- the copy can be made.
create function public.marcar_descarga(p_adquisicion uuid, p_ruta text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_marca public.descargas_marcadas;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  perform from public.adquisiciones a
  join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and a.user_id = auth.uid() and privado.estado_de_descarga(a, p, e) = 'disponible'
    and privado.esta_marcado(p, e) and coalesce(e.download_link, p.download_link) = p_ruta;
  if not found then return privado.rechazo('no_existe'); end if;
  if not privado.contar_intento('descarga_marcada', auth.uid()::text, 30, '10 minutes') then
    return privado.rechazo('demasiados_intentos');
  end if;
  update public.adquisiciones set descargas = descargas + 1 where id = p_adquisicion;
  insert into public.descargas_marcadas (adquisicion_id, ruta) values (p_adquisicion, p_ruta) returning * into v_marca;
  return (
    select jsonb_build_object('ok', true, 'marca', v_marca.marca, 'usuario', a.user_id, 'nombre', u.username,
      'producto', a.producto_id, 'segundos', floor(extract(epoch from v_marca.created_at)),
      'version', coalesce((select v.version from public.versiones_producto v where v.producto_id = a.producto_id
        order by v.created_at desc limit 1), ''),
      'licencia', coalesce((select k.clave from public.licencias k
        join public.licencias_producto l on l.producto_id = a.producto_id and l.activa where k.adquisicion_id = a.id), ''))
    from public.adquisiciones a join public.usuarios_meta u on u.id = a.user_id where a.id = p_adquisicion
  );
end
$$;
grant execute on function public.marcar_descarga(uuid, text) to authenticated;

-- Tells the creator that no copy of a file can be made, once a day. Only the shop says so.
create function public.avisar_marca_fallida(p_adquisicion uuid, p_motivo text, p_sello text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not privado.sello_valido(array['marca', p_adquisicion::text, p_motivo], p_sello) then
    return privado.rechazo('sello_no_valido');
  end if;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  select p.usuario_id, 'marca_fallida', 'marca_fallida:' || p.id || ':' || privado.hoy(),
    jsonb_build_object('nombre', p.nombre, 'nombre_en', p.nombre_en, 'motivo', p_motivo)
  from public.adquisiciones a join public.productos p on p.id = a.producto_id
  where a.id = p_adquisicion and a.user_id = auth.uid()
  on conflict (user_id, clave) do nothing;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.avisar_marca_fallida(uuid, text, text) to authenticated;

-- The files of an own product that are stamped: ids of editions, null for the product.
create function public.archivos_marcados_de(p_producto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'ediciones', coalesce(jsonb_agg(m.edicion_id), '[]'))
  from public.archivos_marcados m join public.productos p on p.id = m.producto_id
  where m.producto_id = p_producto and p.usuario_id = privado.persona_completa();
$$;
grant execute on function public.archivos_marcados_de(uuid) to authenticated;

-- The signed-in creator's products with their files in storage and whether they are stamped, newest first.
create function public.mis_archivos_marcados() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'productos', coalesce(jsonb_agg(jsonb_build_object('id', p.id,
    'nombre', p.nombre, 'nombre_en', p.nombre_en, 'archivos', f.archivos) order by p.created_at desc, p.id), '[]'))
  from (select * from public.productos x where x.usuario_id = privado.persona_completa() and not x.oculto
    and x.category <> 'uncoins' order by x.created_at desc, x.id limit 200) p
  cross join lateral (
    select jsonb_agg(jsonb_build_object('edicion', d.edicion, 'nombre', d.nombre, 'nombre_en', d.nombre_en, 'ruta', d.ruta,
      'archivo', h.nombre, 'marcado', m.id is not null,
      'copias', (select count(*) from public.descargas_marcadas c where c.ruta = d.ruta)) order by d.orden) as archivos
    from (
      select null::uuid as edicion, null as nombre, null as nombre_en, p.download_link as ruta, -1 as orden
      union all
      select e.id, e.nombre, e.nombre_en, e.download_link, e.orden from public.ediciones e
      where e.producto_id = p.id and not e.retirada) d
    left join public.huellas_descarga h on h.ruta = d.ruta
    left join public.archivos_marcados m on m.producto_id = p.id and m.edicion_id is not distinct from d.edicion
    where starts_with(d.ruta, 'descargas/')
  ) f
  where f.archivos is not null;
$$;
grant execute on function public.mis_archivos_marcados() to authenticated;

-- Sets whether a file of an own product is stamped. The shop has looked whether it can be.
create function public.marcar_archivo(p_producto uuid, p_edicion uuid, p_marcado boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform from public.productos p left join public.ediciones e on e.producto_id = p.id and e.id = p_edicion
  where p.id = p_producto and p.usuario_id = auth.uid() and (p_edicion is null or e.id is not null);
  if not found then return privado.rechazo('no_existe'); end if;
  if p_marcado then
    insert into public.archivos_marcados (producto_id, edicion_id) values (p_producto, p_edicion) on conflict do nothing;
  else
    delete from public.archivos_marcados where producto_id = p_producto and edicion_id is not distinct from p_edicion;
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.marcar_archivo(uuid, uuid, boolean) to authenticated;

-- The downloads of own products that marks or licence keys found in a copy belong to, newest first. What belongs to another
-- creator's product is as unknown as what belongs to nothing. Account ids and names are not asked for: anybody can write them.
create function public.buscar_copia(p_marcas text[], p_claves text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if cardinality(p_marcas) > 5000 or cardinality(p_claves) > 1000 then
    return privado.rechazo('datos_no_validos');
  end if;
  if not privado.contar_intento('buscar_copia', auth.uid()::text, 30, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  return (
    with halladas as (
      select m.adquisicion_id, m.created_at, 'marca' as por from public.descargas_marcadas m where m.marca = any (p_marcas)
      union all
      select k.adquisicion_id, k.created_at, 'licencia' from unnest(p_claves) c
      join public.licencias k on privado.clave_codigo(k.clave) = privado.clave_codigo(c)
    )
    select jsonb_build_object('ok', true, 'copias', coalesce(jsonb_agg(jsonb_build_object('pedido_id', f.id, 'por', f.por,
      'created_at', f.created_at, 'username', f.username, 'nombre', f.nombre, 'nombre_en', f.nombre_en)
      order by f.created_at desc), '[]'))
    from (
      select a.id, h.por, h.created_at, p.nombre, p.nombre_en, case when u.borrada_at is null then u.username end as username
      from halladas h join public.adquisiciones a on a.id = h.adquisicion_id
      join public.productos p on p.id = a.producto_id and p.usuario_id = auth.uid()
      join public.usuarios_meta u on u.id = a.user_id
      order by h.created_at desc limit 50) f
  );
end
$$;
grant execute on function public.buscar_copia(text[], text[]) to authenticated;

-- Safety of the files that are sold: what the shop has found in them, and what nobody may sell.

-- Files that the operator has judged by their SHA-256: forbidden, or allowed whatever the scanner says.
create table public.archivos_juzgados (
  huella text primary key check (huella ~ '^[0-9a-f]{64}$'),
  prohibido boolean not null,
  motivo text not null check (char_length(btrim(motivo)) between 3 and 200),
  created_at timestamptz not null default now()
);

alter table public.archivos_juzgados enable row level security;

-- Scan results of files. A file with a find is in quarantine.
create table public.analisis_archivos (
  ruta text primary key check (privado.ruta_valida(ruta) and starts_with(ruta, 'descargas/')),
  huella text not null check (huella ~ '^[0-9a-f]{64}$'),
  resultado text not null check (resultado in ('limpio', 'hallazgo', 'sin_analizar')),
  hallazgo text check (char_length(hallazgo) between 1 and 300),
  firmas text check (char_length(firmas) <= 200),
  analizado_at timestamptz not null default now(),
  check ((resultado = 'hallazgo') = (hallazgo is not null))
);
comment on column public.analisis_archivos.huella is 'SHA-256, as the shop has counted it';
comment on column public.analisis_archivos.resultado is 'sin_analizar: read without a scanner, or too large for it';
comment on column public.analisis_archivos.firmas is 'the version of the scanner and its signatures; null without one';
create index analisis_archivos_huella_idx on public.analisis_archivos (huella);

alter table public.analisis_archivos enable row level security;

-- Whether a file is in quarantine: nobody can download it.
create function privado.en_cuarentena(p_ruta text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.analisis_archivos where ruta = p_ruta and resultado = 'hallazgo');
$$;

-- Tells creator and staff that a file of a product went into quarantine.
create function privado.avisar_cuarentena(p_ruta text, p_hallazgo text) returns void
language sql volatile security definer set search_path = '' as $$
  with productos as (
    select p.id, p.slug, p.nombre, p.nombre_en, p.usuario_id from public.productos p where p.id in (
      select x.id from public.productos x where x.download_link = p_ruta
      union select e.producto_id from public.ediciones e where e.download_link = p_ruta
      union select r.producto_id from public.revisiones_producto r
        where privado.archivos_de(r.contenido) @> array[p_ruta] and r.estado = 'pendiente')
  )
  insert into public.notificaciones (user_id, tipo, clave, datos)
  select q.id, 'cuarentena', 'cuarentena:' || p_ruta || ':' || p.id || ':' || floor(extract(epoch from now())),
    jsonb_build_object('nombre', p.nombre, 'nombre_en', p.nombre_en, 'slug', p.slug, 'hallazgo', p_hallazgo,
      'es_suyo', q.id = p.usuario_id)
  from productos p join public.usuarios_meta q on q.id = p.usuario_id
    or q.role in ('moderador', 'admin') and q.borrada_at is null and (q.banned_until is null or q.banned_until <= now())
  on conflict (user_id, clave) do nothing;
$$;

-- Notes what the shop has found in a file; what the operator has said about it wins.
create function public.anotar_analisis(
  p_ruta text, p_huella text, p_resultado text, p_hallazgo text, p_firmas text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_juicio public.archivos_juzgados;
  v_resultado text := p_resultado;
  v_hallazgo text := left(p_hallazgo, 200);
  v_antes text;
begin
  select * into v_juicio from public.archivos_juzgados where huella = p_huella;
  if v_juicio.prohibido then
    v_resultado := 'hallazgo';
    v_hallazgo := v_juicio.motivo;
  elsif v_juicio.huella is not null then
    v_resultado := 'limpio';
    v_hallazgo := null;
  end if;
  select resultado into v_antes from public.analisis_archivos where ruta = p_ruta for update;
  insert into public.analisis_archivos (ruta, huella, resultado, hallazgo, firmas)
  values (p_ruta, p_huella, v_resultado, v_hallazgo, p_firmas)
  on conflict (ruta) do update set huella = excluded.huella, resultado = excluded.resultado, hallazgo = excluded.hallazgo,
    firmas = excluded.firmas, analizado_at = now();
  if v_resultado = 'hallazgo' and v_antes is distinct from 'hallazgo' then
    perform privado.avisar_cuarentena(p_ruta, v_hallazgo);
  end if;
  return jsonb_build_object('ok', true, 'limpio', v_resultado <> 'hallazgo', 'hallazgo', v_hallazgo);
end
$$;
grant execute on function public.anotar_analisis(text, text, text, text, text) to service_role;

-- The scan result of a file with these signatures; null if it has to be scanned.
create function public.analisis_conocido(p_ruta text, p_firmas text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'limpio', resultado <> 'hallazgo', 'hallazgo', hallazgo)
  from public.analisis_archivos where ruta = p_ruta and firmas is not distinct from p_firmas;
$$;
grant execute on function public.analisis_conocido(text, text) to service_role;

-- Files that are sold or wait for review, and were never read or were scanned with other signatures: new ones first.
create function public.archivos_por_analizar(p_firmas text, p_cuantos integer) returns setof text
language sql stable security definer set search_path = '' as $$
  with en_uso as (
    select download_link as ruta from public.productos where starts_with(download_link, 'descargas/')
    union select download_link from public.ediciones where starts_with(download_link, 'descargas/')
    union select unnest(privado.archivos_de(contenido)) from public.revisiones_producto where estado = 'pendiente'
  )
  select u.ruta from en_uso u left join public.analisis_archivos a on a.ruta = u.ruta
  where (a.ruta is null or p_firmas is not null and a.firmas is distinct from p_firmas)
    and privado.ruta_valida(u.ruta) and privado.esta_guardado(u.ruta)
  order by a.analizado_at nulls first limit p_cuantos;
$$;
grant execute on function public.archivos_por_analizar(text, integer) to service_role;

-- Forbids files with this SHA-256, allows them whatever the scanner says, or (null) takes that back. What is known of them
-- follows at once, except that a judgement taken back leaves it to the next scan.
create function public.juzgar_archivo(p_huella text, p_prohibido boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ruta text;
  v_cuantos integer := 0;
begin
  if p_prohibido is null then
    delete from public.archivos_juzgados where huella = p_huella;
    delete from public.analisis_archivos where huella = p_huella;
    get diagnostics v_cuantos = row_count;
    return jsonb_build_object('ok', true, 'archivos', v_cuantos);
  end if;
  insert into public.archivos_juzgados (huella, prohibido, motivo) values (p_huella, p_prohibido, p_motivo)
  on conflict (huella) do update set prohibido = excluded.prohibido, motivo = excluded.motivo;
  for v_ruta in select ruta from public.analisis_archivos where huella = p_huella loop
    perform public.anotar_analisis(ruta, huella, 'limpio', null, firmas) from public.analisis_archivos where ruta = v_ruta;
    v_cuantos := v_cuantos + 1;
  end loop;
  return jsonb_build_object('ok', true, 'archivos', v_cuantos);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.juzgar_archivo(text, boolean, text) to service_role;

-- Revokes the default execute right: functions without a grant are internal.

revoke execute on all functions in schema public, privado from public;

-- Validates all functions, now that all tables exist.
reset check_function_bodies;
do $$
begin
  perform pg_catalog.fmgr_sql_validator(p.oid) from pg_catalog.pg_proc p
  join pg_catalog.pg_language l on l.oid = p.prolang and l.lanname = 'sql'
  where p.pronamespace in ('public'::regnamespace, 'privado'::regnamespace);
  perform pg_catalog.plpgsql_validator(p.oid) from pg_catalog.pg_proc p
  join pg_catalog.pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
  where p.pronamespace in ('public'::regnamespace, 'privado'::regnamespace);
end
$$;
