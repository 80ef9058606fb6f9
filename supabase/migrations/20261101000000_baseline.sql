-- Made from supabase/schemas by `npm run db:migration baseline`.

-- Extensions, and who may do what with what is created from here on.

create extension if not exists pgcrypto with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- Whatever is created is closed until a grant beside it opens it.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

-- Files stand in the order in which they are read, so a function may speak of a table that a later file creates.
-- `99_end.sql` looks at every function once all of them are there.
set check_function_bodies = off;

-- Small functions that know nothing of the shop.

create function public.rechazo(p_error text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('ok', false, 'error', p_error);
$$;

-- Some APIs hand a JSON argument over as a text that holds JSON. What is stored is the JSON either way.
create function public.leer_json(p_datos jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when jsonb_typeof(p_datos) = 'string' then (p_datos #>> '{}')::jsonb else p_datos end;
$$;

-- A text as an id, or null.
create function public.leer_uuid(p_texto text) returns uuid
language sql immutable set search_path = '' as $$
  select case when p_texto ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_texto::uuid end;
$$;

create function public.lista_json(p_valor jsonb) returns setof jsonb
language sql immutable parallel safe set search_path = '' as $$
  select jsonb_array_elements(case when jsonb_typeof(p_valor) = 'array' then p_valor else '[]' end);
$$;

create function public.solo_claves(p_cambios jsonb, p_permitidas text[]) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_cambios) = 'object' and not exists (
    select from jsonb_object_keys(p_cambios) k where k <> all (p_permitidas));
$$;

-- Of `antes`, what `p_cambios` is about to change.
create function public.parte_de(p_objeto jsonb, p_cambios jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(k, p_objeto -> k), '{}') from jsonb_object_keys(p_cambios) k;
$$;

create function public.parte_porcentual(p_centimos integer, p_porcentaje integer) returns integer
language sql immutable set search_path = '' as $$
  select round(p_centimos::numeric * p_porcentaje / 100)::integer;
$$;

-- Codes nobody guesses: 16 of 32 characters that are not mistaken for one another.
create function public.codigo_nuevo() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + get_byte(b.bytes, i) % 32, 1)
    || case when i in (3, 7, 11) then '-' else '' end, '' order by i)
  from (select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') as bytes) b,
    generate_series(0, 15) i;
$$;

create function public.normalizar(p_texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(p_texto, ''))), '[^a-z0-9]+', ' ', 'g'));
$$;

create function public.prohibir_cambio() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'a ledger row is never changed or deleted';
end
$$;

-- What names a file, a picture or a placeholder is parsed before it is kept: the same rules as lib/storage/path.ts.

-- `bucket/folder/…/file`: plain segments, so that no `.`, `..`, `%`, `//`, backslash or control character fits in.
-- Whoever writes a row that a constraint guards with this function runs it.
create function public.ruta_valida(p_ruta text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_ruta ~ '^(avatars|descargas|portadas)(/[A-Za-z0-9_-][A-Za-z0-9_.-]*){1,6}$' and char_length(p_ruta) <= 200;
$$;
grant execute on function public.ruta_valida(text) to authenticated;

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
grant execute on function public.imagen_valida(text) to authenticated;

create function public.imagenes_validas(p_urls text[]) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not exists (select from unnest(p_urls) u where not public.imagen_valida(u));
$$;

-- A placeholder as the shop makes it: WebP of a few pixels, in base64 and nothing else.
create function public.blur_valido(p_blur text) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_blur is null or p_blur ~ '^data:image/webp;base64,UklGR[A-Za-z0-9+/]+={0,2}$' and char_length(p_blur) <= 2000;
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

-- Some things only the shop may say, while it acts for whoever asks with that person's own rights: that it has encoded
-- a picture, that a browser is a visitor. It seals them with a key that it fetches by itself.

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

-- Whether the shop has said these words, in this order: HMAC-SHA256 over one word a line.
create function public.sello_valido(p_palabras text[], p_sello text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(p_sello = encode(extensions.hmac(
    convert_to(array_to_string(p_palabras, E'\n', ''), 'UTF8'), clave, 'sha256'), 'hex'), false)
  from public.clave_tienda where id = 1;
$$;

-- The settings of the shop: its switches, its percentages, and who sells.

create table public.configuracion_global (
  id integer primary key default 1 check (id = 1),
  mantenimiento boolean not null default false,
  status_down boolean not null default false,
  club_descuento_porcentaje integer not null default 30 check (club_descuento_porcentaje between 0 and 100),
  recargo_paypal_porcentaje integer not null default 8 check (recargo_paypal_porcentaje between 0 and 100),
  ingresos_creador_porcentaje integer not null default 20 check (ingresos_creador_porcentaje between 0 and 100),
  vendedor_nombre text not null default 'UnStore Contenidos Digitales, S. L.',
  vendedor_nif text not null default 'B00000000',
  vendedor_direccion text not null default 'Calle Mayor 1, 28013 Madrid, España',
  iva_porcentaje integer not null default 21 check (iva_porcentaje between 0 and 100),
  -- How long a sale is held before its creator may ask for the money.
  dias_retencion integer not null default 7 check (dias_retencion between 0 and 90)
);

alter table public.configuracion_global enable row level security;
grant select on public.configuracion_global to anon, authenticated, service_role;
create policy configuracion_global_select on public.configuracion_global for select to anon, authenticated using (true);

insert into public.configuracion_global default values;

-- The two switches of the shop.
create function public.cambiar_ajuste(p_ajuste text, p_valor boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.configuracion_global;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_ajuste is null or p_ajuste not in ('mantenimiento', 'status_down') or p_valor is null then
    return public.rechazo('ajuste_no_valido');
  end if;
  select * into v_antes from public.configuracion_global where id = 1 for no key update;
  update public.configuracion_global set
    mantenimiento = case when p_ajuste = 'mantenimiento' then p_valor else mantenimiento end,
    status_down = case when p_ajuste = 'status_down' then p_valor else status_down end
  where id = 1;
  perform public.anotar('cambiar_ajuste', 'tienda', p_ajuste,
    jsonb_build_object(p_ajuste, to_jsonb(v_antes) -> p_ajuste), jsonb_build_object(p_ajuste, p_valor));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cambiar_ajuste(text, boolean) to authenticated;

-- Who asks, and how far they have proved it. Sessions and factors belong to Supabase Auth; here is what follows from
-- them, so that no page and no key of the API can forget to ask.
--
-- What a visitor may not see, half a sign-in may not see either: every table that visitors cannot read has a restrictive
-- policy `<table>_segundo_paso` on top of its others.

-- Whether the session of this request still exists. Access tokens outlive their session; this does not. A token that
-- names no session was not made by Supabase Auth for a person, and is judged by who else asks.
create function public.sesion_vigente() returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(auth.jwt() ->> 'session_id', '') = ''
    or exists (select from auth.sessions
      where id = public.leer_uuid(auth.jwt() ->> 'session_id') and user_id = auth.uid());
$$;
grant execute on function public.sesion_vigente() to authenticated;

-- Before every request of the hosted API: a session that has ended reads nothing, not even its own.
create function public.antes_de_peticion() returns void
language plpgsql stable security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not public.sesion_vigente() then
    raise exception 'the session has ended' using errcode = 'PT401';
  end if;
end
$$;
grant execute on function public.antes_de_peticion() to anon, authenticated, service_role;

-- The hosted API calls it first.
do $$
begin
  if exists (select from pg_roles where rolname = 'authenticator') then
    alter role authenticator set pgrst.db_pre_request = 'public.antes_de_peticion';
    notify pgrst, 'reload config';
  end if;
end
$$;

-- The session of the token, or null for a token that names none.
create function public.sesion_actual() returns uuid
language sql stable set search_path = '' as $$
  select public.leer_uuid(auth.jwt() ->> 'session_id');
$$;

-- How far the caller has proved who they are: `aal2` with a second factor, otherwise `aal1`; null once the session has
-- ended. A token outlives what happens to its session, so where it names one, the session has to agree.
create function public.nivel_sesion() returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.jwt() ->> 'session_id' is null then coalesce(auth.jwt() ->> 'aal', 'aal1')
    else (
      select case when auth.jwt() ->> 'aal' = 'aal2' and s.aal::text = 'aal2' then 'aal2' else 'aal1' end
      from auth.sessions s where s.id = public.sesion_actual() and s.user_id = auth.uid()
    )
  end;
$$;

-- Whether somebody signs in with a second factor.
create function public.tiene_segundo_factor(p_usuario uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors where user_id = p_usuario and status::text = 'verified');
$$;

-- Whether nothing is missing of the sign-in: an account with a second factor has shown it, or a recovery code.
create function public.sesion_completa() returns boolean
language sql stable security definer set search_path = '' as $$
  select case public.nivel_sesion()
    when 'aal2' then true
    when 'aal1' then not public.tiene_segundo_factor(auth.uid()) or exists (
      select from public.sesiones_recuperadas where session_id = public.sesion_actual() and user_id = auth.uid())
    else false
  end;
$$;
grant execute on function public.sesion_completa() to authenticated;

-- Who asks, once the sign-in is whole; nobody before that.
create function public.persona_completa() returns uuid
language sql stable security definer set search_path = '' as $$
  select auth.uid() where public.sesion_completa();
$$;

-- Reads the caller's own row only, past RLS, so that policies do not recurse, as the two below do. A deleted account
-- does nothing more, even where a token of it still lives.
create function public.puede_actuar() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.sesion_completa() and exists (
    select from public.usuarios_meta
    where id = auth.uid() and borrada_at is null and (banned_until is null or banned_until <= now())
  );
$$;
grant execute on function public.puede_actuar() to authenticated;

-- The staff acts with a second factor only; a recovery code lets a person in, but not into the panel.
create function public.es_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.nivel_sesion() is not distinct from 'aal2' and exists (
    select from public.usuarios_meta
    where id = auth.uid() and role = 'admin' and (banned_until is null or banned_until <= now())
  );
$$;
grant execute on function public.es_admin() to authenticated;

-- Moderators review products, reviews and reports; admins may do all that, too.
create function public.es_moderador() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.nivel_sesion() is not distinct from 'aal2' and exists (
    select from public.usuarios_meta
    where id = auth.uid() and role in ('moderador', 'admin') and (banned_until is null or banned_until <= now())
  );
$$;
grant execute on function public.es_moderador() to authenticated;

create function public.es_su_producto(p_producto uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.productos where id = p_producto and usuario_id = auth.uid());
$$;
grant execute on function public.es_su_producto(uuid) to authenticated;

-- What is bought, claimed and published is written by functions that ask about bans and reputation themselves, and not
-- about the session. Half a sign-in gets past none of them.
create function public.exigir_sesion_completa() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not public.sesion_completa() then
    raise exception 'the second step of the sign-in is missing' using errcode = '42501';
  end if;
  return null;
end
$$;

-- People: public profile, private state, social graph, achievements.

create table public.usuarios_meta (
  id uuid primary key references auth.users (id) on delete cascade,
  -- `revisar_nombre` looks at every name.
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
  -- What the display name is taken for (`esqueleto_nombre`).
  esqueleto text not null,
  constraint usuarios_meta_imagenes_check check (
    avatar_url <> '' and avatar_url !~ '^/media/portadas/' and public.imagen_valida(avatar_url)
    and banner_url <> '' and banner_url !~ '^/media/portadas/' and public.imagen_valida(banner_url))
);
create unique index usuarios_meta_username_key on public.usuarios_meta (lower(username));
create unique index usuarios_meta_nombre_key on public.usuarios_meta (lower(display_name));
create index usuarios_meta_display_name_trgm_idx
  on public.usuarios_meta using gin (display_name extensions.gin_trgm_ops);
create index usuarios_meta_username_prefijo_idx on public.usuarios_meta (lower(username) text_pattern_ops);
create index usuarios_meta_created_at_idx on public.usuarios_meta (created_at desc, id);
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
  using (id = (select auth.uid()) and (select public.puede_actuar())) with check (id = (select auth.uid()));

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  phone text check (char_length(phone) <= 15)
);

alter table public.profiles enable row level security;
grant select on public.profiles to authenticated, service_role;
grant update (phone) on public.profiles to authenticated;
create policy profiles_select on public.profiles for select to authenticated using (id = (select auth.uid()));
create policy profiles_update on public.profiles for update to authenticated
  using (id = (select auth.uid()) and (select public.puede_actuar())) with check (id = (select auth.uid()));
create policy profiles_segundo_paso on public.profiles as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create table public.follows (
  follower_id uuid not null references public.usuarios_meta (id) on delete cascade,
  following_id uuid not null references public.usuarios_meta (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, following_id),
  check (follower_id <> following_id)
);
create index follows_follower_id_idx on public.follows (follower_id, created_at desc);
create index follows_following_id_idx on public.follows (following_id, created_at desc);

alter table public.follows enable row level security;
grant select on public.follows to anon, authenticated, service_role;
grant insert (follower_id, following_id), delete on public.follows to authenticated;
create policy follows_select on public.follows for select to anon, authenticated using (true);
create policy follows_insert on public.follows for insert to authenticated
  with check (follower_id = (select auth.uid()) and (select public.puede_actuar()));
create policy follows_delete on public.follows for delete to authenticated
  using (follower_id = (select auth.uid()) and (select public.puede_actuar()));

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
  using ((select public.sesion_completa()));

-- Whom to give to: up to five people by the beginning of their username or any part of their name, without oneself and
-- without those who are banned or gone.
create function public.buscar_destinatarios(p_texto text)
returns table (id uuid, display_name text, username text, avatar_url text)
language sql stable security definer set search_path = '' as $$
  with patron as (
    select replace(replace(replace(btrim(p_texto), '\', '\\'), '%', '\%'), '_', '\_') as texto
  )
  select u.id, u.display_name, u.username, u.avatar_url
  from public.usuarios_meta u, patron
  where public.persona_completa() is not null and u.id <> public.persona_completa() and char_length(btrim(p_texto)) between 1 and 40
    and (u.display_name ilike '%' || patron.texto || '%' or lower(u.username) like lower(patron.texto) || '%')
    and u.borrada_at is null and (u.banned_until is null or u.banned_until <= now())
  order by lower(u.username) = lower(btrim(p_texto)) desc, lower(u.display_name) = lower(btrim(p_texto)) desc,
    u.display_name
  limit 5;
$$;
grant execute on function public.buscar_destinatarios(text) to authenticated;

-- Names that people see. A name is its own address, so no two may look alike, and none may look like the shop's own.
-- lib/account/display-name.ts says the same to a form; tests/db/names.test.ts holds one against the other.

-- What a name is taken for: without marks, case, spaces and punctuation, each sign as the one that it looks like.
create function public.esqueleto_nombre(p_nombre text) returns text
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

-- Controls, directions, signs without width, and what belongs to nobody: a class for a regular expression.
create function public.signos_invisibles() returns text
language sql immutable parallel safe set search_path = '' as $$
  select '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u200b-\u200f'
    '\u2028-\u202e\u2060-\u206f\u2800\u3164\ue000-\uf8ff\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff'
    '\U000e0000-\U000e0fff\U000f0000-\U0010ffff]';
$$;

-- Why a text is no name: `vacio`, `largo`, `invisible` or `signos`.
create function public.problema_nombre(p_nombre text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select case
    when coalesce(p_nombre, '') = '' then 'vacio'
    when char_length(p_nombre) > 20 then 'largo'
    when p_nombre ~ public.signos_invisibles() then 'invisible'
    -- One form of each letter, single spaces within, and nothing that an address would read in another way.
    when normalize(p_nombre, nfkc) <> p_nombre or p_nombre ~ '^ | $|  |\\|%[0-9A-Fa-f]{2}|^[./ ]+$' then 'signos'
  end;
$$;

-- Whether a name would pass for the shop itself: as a whole or by one of its words, digits in place of letters included.
create function public.nombre_reservado(p_nombre text) returns boolean
language sql immutable strict parallel safe set search_path = '' as $$
  with palabras as (
    select p_nombre as palabra
    union select regexp_split_to_table(p_nombre, '[ -/:-@\[-`{-~]+')
  ), formas as (
    select palabra as forma from palabras
    union select regexp_replace(palabra, '^[0-9]+|[0-9]+$', '', 'g') from palabras
  ), vistas as (
    select public.esqueleto_nombre(translate(forma, '4357@$', 'aestas')) as vista from formas where forma <> ''
  )
  select exists (
    select from vistas, unnest(array['admin', 'admins', 'soporte', 'support', 'staff', 'oficial', 'official', 'sistema',
      'system', 'root', 'webmaster']) r where vista = public.esqueleto_nombre(r)
  ) or exists (
    select from vistas, unnest(array['unstore', 'administra', 'moderador', 'moderator', 'moderacion']) r
    where position(public.esqueleto_nombre(r) in vista) > 0
  );
$$;

-- A display name made of what somebody asked for: what no name may hold becomes a space, and a name that looks like
-- another one, or like the shop's own, gives way to the username, or gets a number.
create function public.nombre_libre(p_deseado text, p_usuario text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_base text := normalize(coalesce(p_deseado, ''), nfkc);
  v_nombre text;
  v_intento integer := 1;
begin
  v_base := regexp_replace(v_base, public.signos_invisibles() || '|[/\\[:space:]]', ' ', 'g');
  v_base := btrim(left(btrim(regexp_replace(v_base, ' +', ' ', 'g')), 20));
  if public.problema_nombre(v_base) is not null or public.nombre_reservado(v_base) then v_base := p_usuario; end if;
  if public.nombre_reservado(v_base) then v_base := 'usuario'; end if;
  v_nombre := v_base;
  while public.nombre_reservado(v_nombre)
    or exists (select from public.usuarios_meta where esqueleto = public.esqueleto_nombre(v_nombre)) loop
    v_intento := v_intento + 1;
    v_nombre := btrim(regexp_replace(
      left(v_base, 20 - char_length(v_intento::text)), '%[0-9A-Fa-f]?$', '')) || v_intento;
  end loop;
  return v_nombre;
end
$$;

-- A username made of what the new user asked for: only allowed characters, and numbered when it is taken.
create function public.usuario_libre(p_deseado text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_base text := left(regexp_replace(coalesce(p_deseado, ''), '[^A-Za-z0-9_]', '', 'g'), 20);
  v_nombre text;
  v_intento integer := 1;
begin
  if char_length(v_base) < 3 or public.nombre_reservado(v_base) then v_base := 'usuario'; end if;
  v_nombre := v_base;
  while public.nombre_reservado(v_nombre)
    or exists (select from public.usuarios_meta where lower(username) = lower(v_nombre)) loop
    v_intento := v_intento + 1;
    v_nombre := left(v_base, 20 - char_length(v_intento::text)) || v_intento;
  end loop;
  return v_nombre;
end
$$;

-- The last word on every name, whoever writes it. Staff may be called what nobody else may; who no longer is staff
-- gives such a name back.
create function public.revisar_nombre() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_regla text;
begin
  if tg_op = 'UPDATE' and new.display_name = old.display_name and new.role = 'user' and old.role <> 'user'
    and public.nombre_reservado(new.display_name) then
    new.display_name := public.nombre_libre(new.username, new.username);
  end if;
  if public.problema_nombre(new.display_name) is not null then v_regla := 'usuarios_meta_display_name_check';
  elsif new.role = 'user' and public.nombre_reservado(new.display_name)
    and (tg_op = 'INSERT' or new.display_name <> old.display_name) then v_regla := 'usuarios_meta_nombre_reservado';
  end if;
  if v_regla is not null then
    raise exception using errcode = 'check_violation', table = 'usuarios_meta', constraint = v_regla,
      message = format('new row for relation "usuarios_meta" violates check constraint "%s"', v_regla);
  end if;
  new.esqueleto := public.esqueleto_nombre(new.display_name);
  return new;
end
$$;
create trigger revisar_nombre before insert or update of display_name, role, esqueleto on public.usuarios_meta
  for each row execute function public.revisar_nombre();

-- The first login creates the account. Roles and balances in the metadata of a user are ignored.

create table public.dominios_correo (dominio text primary key check (dominio = lower(dominio) and dominio <> ''));

alter table public.dominios_correo enable row level security;

insert into public.dominios_correo (dominio)
values ('gmail.com'), ('hotmail.com'), ('outlook.com'), ('yahoo.com'), ('icloud.com');

-- The shop tells which domains its configuration admits; the periodic call repeats it.
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

-- An address counts when it is new or asked for. That of a deleted account is the shop's own.
create function public.exigir_dominio() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_correo text;
begin
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
  for each row execute function public.exigir_dominio();

create function public.crear_cuenta(p_id uuid, p_datos jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The embedded service writes the metadata as a text with JSON in it, the hosted one as an object.
  v_datos jsonb := case when jsonb_typeof(p_datos) = 'string' then (p_datos #>> '{}')::jsonb else p_datos end;
  v_usuario text;
  v_intento integer := 0;
begin
  -- Two people who ask for one name at once: the second waits, and then sees that it is taken.
  perform pg_advisory_xact_lock(hashtext('crear_cuenta'));
  loop
    if exists (select from public.usuarios_meta where id = p_id) then return; end if;
    v_intento := v_intento + 1;
    v_usuario := public.usuario_libre(coalesce(v_datos ->> 'username', v_datos ->> 'display_name'));
    begin
      insert into public.usuarios_meta (id, display_name, username, idioma)
      values (p_id, public.nombre_libre(coalesce(v_datos ->> 'display_name', v_datos ->> 'username'), v_usuario),
        v_usuario, case when v_datos ->> 'idioma' = 'en' then 'en' else 'es' end);
      exit;
    exception when unique_violation then
      -- Somebody took the name by renaming themselves, between the question and the answer.
      if v_intento = 5 then raise; end if;
    end;
  end loop;
  insert into public.profiles (id) values (p_id) on conflict (id) do nothing;
  insert into public.logros_usuario (user_id, logro) values (p_id, 'cuenta_creada') on conflict do nothing;
end
$$;

create function public.al_crear_usuario() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.crear_cuenta(new.id, coalesce(new.raw_user_meta_data, '{}'::jsonb));
  return new;
end
$$;
create trigger al_crear_usuario after insert on auth.users
  for each row execute function public.al_crear_usuario();

-- For a session whose account row is missing: a user who was there before the shop was.
create function public.asegurar_cuenta() returns void
language sql volatile security definer set search_path = '' as $$
  select public.crear_cuenta(id, coalesce(raw_user_meta_data, '{}'::jsonb)) from auth.users where id = auth.uid();
$$;
grant execute on function public.asegurar_cuenta() to authenticated;

-- Attempts at guessing, counted where nobody gets past: the publishable key reaches the database and Auth directly.

create table public.intentos (
  tipo text not null,
  clave text not null,
  desde timestamptz not null,
  veces integer not null check (veces >= 0),
  primary key (tipo, clave)
);
create index intentos_desde_idx on public.intentos (desde);

alter table public.intentos enable row level security;

-- Counts one attempt, and says whether it is within the limit. Whoever comes at once waits for the row, so none is
-- missed. The window begins anew with every attempt that counts: there are never more than the limit in one window.
create function public.contar_intento(p_tipo text, p_clave text, p_limite integer, p_ventana interval) returns boolean
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

-- An attempt that was right is none.
create function public.devolver_intento(p_tipo text, p_clave text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.intentos set veces = greatest(veces - 1, 0) where tipo = p_tipo and clave = p_clave;
$$;

-- A wrong guess counts for the whole shop as well. Past 100 in ten minutes only who has no wrong guess to their name
-- may go on, so that an attack shuts out the attackers and nobody else.
create function public.contar_fallo_tienda(p_tipo text) returns void
language sql volatile security definer set search_path = '' as $$
  select public.contar_intento(p_tipo || '_tienda', floor(extract(epoch from now()) / 600)::text, 1000000, '10 minutes');
$$;

create function public.bajo_ataque(p_tipo text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.intentos
    where tipo = p_tipo || '_tienda' and clave = floor(extract(epoch from now()) / 600)::text and veces >= 100);
$$;

-- Ten wrong codes in ten minutes, forty in a day; one, while the shop as a whole is being tried out.
create function public.contar_codigo(p_usuario uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.contar_intento('codigo', p_usuario::text, case when public.bajo_ataque('codigo') then 1 else 10 end,
    '10 minutes') then return false; end if;
  return public.contar_intento('codigo_dia', p_usuario::text, 40, '24 hours');
end
$$;

create function public.devolver_codigo(p_usuario uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select public.devolver_intento(t, p_usuario::text) from unnest(array['codigo', 'codigo_dia']) t;
$$;

create function public.olvidar_intentos() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_borrados integer;
begin
  delete from public.permisos where hasta < now();
  delete from public.dispositivos where visto_at < now() - interval '180 days';
  delete from public.intentos where desde < now() - interval '2 days';
  get diagnostics v_borrados = row_count;
  return v_borrados;
end
$$;
grant execute on function public.olvidar_intentos() to service_role;

-- Passwords: guesses are counted for each account, wherever they are made. Ten wrong ones within a quarter of an hour,
-- and then the right one is refused as well, except to a browser that the account has logged in from before.

-- Browsers that an account has logged in from. Only a fingerprint of their secret is kept.
create table public.dispositivos (
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  huella text not null,
  visto_at timestamptz not null default now(),
  primary key (user_id, huella)
);

alter table public.dispositivos enable row level security;

-- What somebody has just proven, for a moment: `entrada`, a known browser is logging in; `correo`, the password was
-- right and the address may change.
create table public.permisos (
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  tipo text not null check (tipo in ('entrada', 'correo')),
  hasta timestamptz not null,
  primary key (user_id, tipo)
);

alter table public.permisos enable row level security;

-- Called by Supabase Auth with every password tried (hook `password_verification_attempt`).
create function public.gancho_contrasena(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := (event ->> 'user_id')::uuid;
  v_dentro boolean := public.contar_intento('contrasena', event ->> 'user_id', 10, '15 minutes');
  v_conocido boolean;
begin
  if (event ->> 'valid')::boolean then
    delete from public.permisos where user_id = v_usuario and tipo = 'entrada' and hasta > now();
    v_conocido := found;
    if v_dentro or v_conocido then
      perform public.devolver_intento('contrasena', event ->> 'user_id');
      return jsonb_build_object('decision', 'continue');
    end if;
  elsif v_dentro then
    return jsonb_build_object('decision', 'continue');
  end if;
  -- The very words for a wrong password: a refusal must not tell that the guess was right.
  return jsonb_build_object('decision', 'reject', 'message', 'Invalid login credentials', 'should_logout_user', false);
end
$$;

-- The hosted auth service calls it as a role of its own.
do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema public to supabase_auth_admin;
    grant execute on function public.gancho_contrasena(jsonb) to supabase_auth_admin;
  end if;
end
$$;

-- Whether this is the person's password, or null when too many were tried. bcrypt under its other name is the same.
create function public.contrasena_correcta(p_usuario uuid, p_contrasena text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_clave text;
begin
  if not public.contar_intento('contrasena', p_usuario::text, 10, '15 minutes') then return null; end if;
  select regexp_replace(encrypted_password, '^\$2[aby]\$', '$2a$') into v_clave from auth.users where id = p_usuario;
  if v_clave is null or v_clave not like '$2a$%' or p_contrasena is null
    or extensions.crypt(p_contrasena, v_clave) <> v_clave then return false; end if;
  perform public.devolver_intento('contrasena', p_usuario::text);
  return true;
end
$$;

-- The fingerprint of a browser's secret.
create function public.huella(p_secreto text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_secreto, 'UTF8')), 'hex');
$$;

-- A browser about to log in shows its secret. One that the account knows may try ten times for itself, so that
-- strangers' guesses never keep the owner out.
create function public.reconocer_dispositivo(p_correo text, p_secreto text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
begin
  if p_secreto is null or char_length(p_secreto) not between 40 and 100 then return false; end if;
  select d.user_id into v_usuario from public.dispositivos d join auth.users a on a.id = d.user_id
  where a.email = lower(p_correo) and d.huella = public.huella(p_secreto);
  if v_usuario is null or not public.contar_intento('dispositivo', v_usuario || ' ' || public.huella(p_secreto), 10,
    '15 minutes') then return false; end if;
  insert into public.permisos as p (user_id, tipo, hasta) values (v_usuario, 'entrada', now() + interval '20 seconds')
  on conflict (user_id, tipo) do update set hasta = excluded.hasta;
  return true;
end
$$;
grant execute on function public.reconocer_dispositivo(text, text) to anon, authenticated;

-- The browser of a person who has just logged in is known from now on; the ten used last are kept.
create function public.recordar_dispositivo(p_secreto text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not public.puede_actuar() or char_length(p_secreto) not between 40 and 100 then return; end if;
  perform public.devolver_intento('dispositivo', auth.uid() || ' ' || public.huella(p_secreto));
  insert into public.dispositivos (user_id, huella) values (auth.uid(), public.huella(p_secreto))
  on conflict (user_id, huella) do update set visto_at = now();
  delete from public.dispositivos where user_id = auth.uid() and huella in (
    select huella from public.dispositivos where user_id = auth.uid() order by visto_at desc offset 10);
end
$$;
grant execute on function public.recordar_dispositivo(text) to authenticated;

-- A new address needs the password, also where the request goes to Supabase Auth without the shop.
create function public.permitir_cambio_correo(p_contrasena text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_correcta boolean;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  v_correcta := public.contrasena_correcta(auth.uid(), p_contrasena);
  if v_correcta is null then return public.rechazo('demasiados_intentos'); end if;
  if not v_correcta then return public.rechazo('contrasena_incorrecta'); end if;
  insert into public.permisos as p (user_id, tipo, hasta) values (auth.uid(), 'correo', now() + interval '1 minute')
  on conflict (user_id, tipo) do update set hasta = excluded.hasta;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.permitir_cambio_correo(text) to authenticated;

create function public.exigir_permiso_correo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.permisos where user_id = new.id and tipo = 'correo' and hasta > now();
  if not found then raise exception 'the password was not asked for' using errcode = 'insufficient_privilege'; end if;
  return new;
end
$$;
create trigger exigir_permiso_correo before update of email_change on auth.users for each row
  when (coalesce(new.email_change, '') <> '' and new.email_change is distinct from old.email_change)
  execute function public.exigir_permiso_correo();

-- A new password or address ends every session; whoever changed it logs in again, from a browser that was known the
-- moment before. Other browsers have to become known anew.
create function public.terminar_sesiones() returns trigger
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
  execute function public.terminar_sesiones();

-- Two-factor sign-in. The auth service keeps the factors and says in the token how a session was made (`aal`); here are
-- the codes that stand in for a lost phone, and what a person is told.

-- Codes for a person whose phone is gone. Of a code only its hash is kept: it holds 79 bits of chance.
create table public.codigos_recuperacion (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  hash bytea not null,
  usado_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, hash)
);

alter table public.codigos_recuperacion enable row level security;

-- Sessions that were let in by such a code instead of the second step.
create table public.sesiones_recuperadas (
  session_id uuid primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index sesiones_recuperadas_user_id_idx on public.sesiones_recuperadas (user_id);

alter table public.sesiones_recuperadas enable row level security;

-- Tells a person, by mail and behind the bell, what has happened to their second factor.
create function public.avisar_segundo_factor(p_usuario uuid, p_datos jsonb) returns void
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

-- Whoever turns it on or off, through the shop or past it: the person hears of it. Once the last factor is gone,
-- nothing is left of the codes that stood in for it.
create function public.al_cambiar_factor() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_motivo text := nullif(current_setting('unstore.motivo_sin_factor', true), '');
begin
  if tg_op <> 'DELETE' then
    if new.status::text = 'verified' and (tg_op = 'INSERT' or old.status::text <> 'verified') then
      perform public.avisar_segundo_factor(new.user_id,
        jsonb_build_object('estado', 'activado', 'app', coalesce(new.friendly_name, '')));
    end if;
    return null;
  end if;
  if old.status::text <> 'verified' then return null; end if;
  if public.tiene_segundo_factor(old.user_id) then
    perform public.avisar_segundo_factor(old.user_id,
      jsonb_build_object('estado', 'app_quitada', 'app', coalesce(old.friendly_name, '')));
    return null;
  end if;
  perform public.avisar_segundo_factor(old.user_id, case when v_motivo is null
    then jsonb_build_object('estado', 'desactivado')
    else jsonb_build_object('estado', 'restablecido', 'motivo', v_motivo) end);
  delete from public.codigos_recuperacion where user_id = old.user_id;
  delete from public.sesiones_recuperadas where user_id = old.user_id;
  return null;
end
$$;
create trigger al_cambiar_factor after insert or update of status or delete on auth.mfa_factors
  for each row execute function public.al_cambiar_factor();

-- A code as it is compared: however it was typed.
create function public.huella_codigo(p_usuario uuid, p_codigo text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(p_usuario::text || upper(regexp_replace(p_codigo, '[^A-Za-z0-9]', '', 'g')), 'UTF8'));
$$;

-- Ten new codes, shown this once; the ones before no longer count.
create function public.crear_codigos_recuperacion() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_codigos text[];
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if public.nivel_sesion() <> 'aal2' or not public.tiene_segundo_factor(v_usuario) then
    return public.rechazo('segundo_paso');
  end if;
  -- Twice at once: the second waits, and its codes are the ones that count.
  perform 1 from public.usuarios_meta where id = v_usuario for no key update;
  delete from public.codigos_recuperacion where user_id = v_usuario;
  select array_agg(public.codigo_nuevo()) into v_codigos from generate_series(1, 10);
  insert into public.codigos_recuperacion (user_id, hash)
  select v_usuario, public.huella_codigo(v_usuario, codigo) from unnest(v_codigos) codigo;
  return jsonb_build_object('ok', true, 'codigos', to_jsonb(v_codigos));
end
$$;
grant execute on function public.crear_codigos_recuperacion() to authenticated;

-- How many codes are left.
create function public.mis_codigos_recuperacion() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('quedan', count(*)) from public.codigos_recuperacion
  where user_id = auth.uid() and usado_at is null and public.puede_actuar();
$$;
grant execute on function public.mis_codigos_recuperacion() to authenticated;

-- Lets the session in for a code, once per code: of two who send the same one at once, one is let in.
create function public.usar_codigo_recuperacion(p_codigo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_quedan integer;
begin
  if v_usuario is null or public.nivel_sesion() is null or public.sesion_actual() is null then
    return public.rechazo('sin_sesion');
  end if;
  if public.sesion_completa() then return jsonb_build_object('ok', true); end if;
  update public.codigos_recuperacion set usado_at = now()
  where user_id = v_usuario and hash = public.huella_codigo(v_usuario, p_codigo) and usado_at is null;
  if not found then return public.rechazo('codigo_no_valido'); end if;
  delete from public.sesiones_recuperadas r
  where r.user_id = v_usuario and not exists (select from auth.sessions s where s.id = r.session_id);
  insert into public.sesiones_recuperadas (session_id, user_id) values (public.sesion_actual(), v_usuario)
  on conflict (session_id) do nothing;
  select count(*) into v_quedan from public.codigos_recuperacion where user_id = v_usuario and usado_at is null;
  perform public.avisar_segundo_factor(v_usuario, jsonb_build_object('estado', 'codigo_usado', 'quedan', v_quedan));
  return jsonb_build_object('ok', true, 'quedan', v_quedan);
end
$$;
grant execute on function public.usar_codigo_recuperacion(text) to authenticated;

-- A session that came in by a recovery code takes away the apps that are lost, so that a new one can be set up: the
-- auth service itself asks for a code of an app before it removes one or adds another.
create function public.retirar_apps_perdidas() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if not exists (
    select from public.sesiones_recuperadas where session_id = public.sesion_actual() and user_id = v_usuario
  ) then
    return public.rechazo('segundo_paso');
  end if;
  delete from auth.mfa_factors where user_id = v_usuario;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.retirar_apps_perdidas() to authenticated;

-- What support does for somebody who has neither the phone nor a code: the second factor is gone, and so is every
-- session, and the person hears why. One's own is changed in the settings.
create function public.admin_quitar_segundo_factor(p_usuario uuid, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_apps integer;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return public.rechazo('motivo_no_valido');
  end if;
  if p_usuario = auth.uid() then return public.rechazo('segundo_factor_propio'); end if;
  perform 1 from public.usuarios_meta where id = p_usuario for no key update;
  if not found then return public.rechazo('usuario_no_existe'); end if;
  select count(*) into v_apps from auth.mfa_factors where user_id = p_usuario and status::text = 'verified';
  if v_apps = 0 then return public.rechazo('sin_segundo_factor'); end if;
  perform set_config('unstore.motivo_sin_factor', btrim(p_motivo), true);
  delete from auth.mfa_factors where user_id = p_usuario;
  perform set_config('unstore.motivo_sin_factor', '', true);
  delete from auth.refresh_tokens where user_id::text = p_usuario::text;
  delete from auth.sessions where user_id = p_usuario;
  perform public.anotar('quitar_segundo_factor', 'usuario', p_usuario::text,
    jsonb_build_object('apps', v_apps), jsonb_build_object('apps', 0), btrim(p_motivo));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_quitar_segundo_factor(uuid, text) to authenticated;

-- Whether somebody has a second factor, for the panel.
create function public.admin_segundo_factor(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'activo', public.tiene_segundo_factor(p_usuario));
end
$$;
grant execute on function public.admin_segundo_factor(uuid) to authenticated;

-- What a person reads of the account itself, takes along, and leaves behind.

-- The account in one round trip. Half a sign-in is told who it is and what is missing, and nothing of what it owns.
create function public.mi_cuenta() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', u.id, 'display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
    'role', u.role, 'club', u.club, 'reputacion', u.reputacion, 'idioma', u.idioma,
    'banned_until', u.banned_until, 'ban_motivo', u.ban_motivo,
    'mfa_pendiente', not s.completa, 'mfa_activa', public.tiene_segundo_factor(u.id),
    'aal2', public.nivel_sesion() is not distinct from 'aal2',
    'uncoins', case when s.completa then u.uncoins else 0 end,
    'avisos', case when s.completa then (
      select count(*) from public.notificaciones n where n.user_id = u.id and n.leida_at is null
    ) else 0 end,
    'favoritos', coalesce((
      select jsonb_agg(f.producto_id order by f.created_at desc) from public.favoritos f
      where f.user_id = u.id and s.completa
    ), '[]'),
    'adquiridos', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'producto_id', a.producto_id, 'edicion_id', a.edicion_id,
        'origen', a.origen) order by (a.origen = 'club'), a.created_at)
      from public.adquisiciones a where a.user_id = u.id and a.revocada_at is null and s.completa
    ), '[]'),
    'siguiendo_ids', coalesce((
      select jsonb_agg(fo.following_id) from public.follows fo where fo.follower_id = u.id and s.completa
    ), '[]'),
    'siguiendo', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'display_name', x.display_name, 'avatar_url', x.avatar_url))
      from (
        select c.id, c.display_name, c.avatar_url
        from public.follows fo join public.usuarios_meta c on c.id = fo.following_id
        where fo.follower_id = u.id and s.completa order by fo.created_at desc limit 10
      ) x
    ), '[]'))
  from public.usuarios_meta u, (select public.sesion_completa() as completa) s
  where u.id = auth.uid();
$$;
grant execute on function public.mi_cuenta() to authenticated;

-- Everything that the shop holds about the signed-in person.
create function public.mis_datos() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'cuenta', to_jsonb(u) - 'subscription_id' || jsonb_build_object('email', a.email, 'phone', pr.phone),
    'pedidos', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.adquisiciones x where x.user_id = u.id), '[]'),
    'pagos', coalesce((select jsonb_agg(to_jsonb(x) - 'presupuesto' || jsonb_build_object('lineas', x.presupuesto -> 'lineas')
      order by x.creado_at) from public.pagos x where x.user_id = u.id), '[]'),
    'movimientos_uncoins', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.movimientos_uncoins x where x.user_id = u.id), '[]'),
    'movimientos_ingresos', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.movimientos_ingresos x where x.usuario_id = u.id), '[]'),
    'retiros', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.withdrawals x where x.usuario_id = u.id), '[]'),
    'favoritos', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.favoritos x where x.user_id = u.id), '[]'),
    'siguiendo', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.follows x where x.follower_id = u.id), '[]'),
    'productos', coalesce((select jsonb_agg(to_jsonb(x) - 'busqueda' order by x.created_at) from public.productos x where x.usuario_id = u.id), '[]'),
    'resenas', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.resenas x where x.user_id = u.id), '[]'),
    'reputacion', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.historial_reputacion x where x.user_id = u.id), '[]'),
    'notificaciones', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.notificaciones x where x.user_id = u.id), '[]'),
    'suscripciones', coalesce((select jsonb_agg(to_jsonb(x)) from public.suscripciones x where x.user_id = u.id), '[]'))
  from public.usuarios_meta u
  join auth.users a on a.id = u.id
  left join public.profiles pr on pr.id = u.id
  where u.id = public.persona_completa();
$$;
grant execute on function public.mis_datos() to authenticated;

-- Why the account cannot be deleted now, or null.
create function public.motivo_no_borrar(p_usuario uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when exists (select from public.usuarios_meta where id = p_usuario and role = 'admin') then 'es_admin'
    when exists (select from public.suscripciones where user_id = p_usuario and estado in ('activa', 'impagada'))
      then 'club_activo'
    when exists (select from public.withdrawals where usuario_id = p_usuario and estado in ('solicitado', 'en_proceso'))
      then 'retiro_pendiente'
    when exists (select from public.pagos where user_id = p_usuario and estado in ('creado', 'pagado', 'en_disputa'))
      then 'pago_en_curso'
  end;
$$;

-- Leaves for good: what tells who the person was is erased; payments, orders and invoices stay, for the books, on an
-- account without a name. Products leave the shop, and stay with whoever bought them. It takes the password, so that
-- a session that was stolen cannot do it.
create function public.borrar_mi_cuenta(p_contrasena text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid := auth.uid();
  v_cuenta public.usuarios_meta;
  v_motivo text;
  v_sello text;
  v_correcta boolean;
begin
  select * into v_cuenta from public.usuarios_meta where id = v_id for update;
  if v_cuenta.id is null or v_cuenta.borrada_at is not null then return public.rechazo('sin_sesion'); end if;
  v_correcta := public.contrasena_correcta(v_id, p_contrasena);
  if v_correcta is null then return public.rechazo('demasiados_intentos'); end if;
  if not v_correcta then return public.rechazo('contrasena_incorrecta'); end if;
  v_motivo := public.motivo_no_borrar(v_id);
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  v_sello := left(replace(gen_random_uuid()::text, '-', ''), 10);

  delete from public.follows where v_id in (follower_id, following_id);
  delete from public.favoritos where user_id = v_id;
  delete from public.notificaciones where user_id = v_id;
  delete from public.preferencias_aviso where user_id = v_id;
  delete from public.logros_usuario where user_id = v_id;
  delete from public.resenas where user_id = v_id;
  delete from public.correos where user_id = v_id;
  update public.adquisiciones set minecraft_name = 'borrado' where user_id = v_id;
  update public.pagos set minecraft_name = 'borrado' where user_id = v_id;
  update public.revisiones_producto set estado = 'sustituida' where autor_id = v_id and estado = 'pendiente';
  update public.productos set status = 'rejected', disponibilidad = false where usuario_id = v_id and not oculto;
  update public.profiles set phone = null where id = v_id;
  update public.usuarios_meta set display_name = 'Borrado ' || v_sello, username = 'borrado_' || v_sello,
    avatar_url = default, banner_url = default, bio = '', subscription_id = null, borrada_at = now()
  where id = v_id;

  update auth.users set email = 'borrado-' || v_id || '@cuenta.invalid', encrypted_password = '',
    raw_user_meta_data = '{}', email_change = '', phone = null
  where id = v_id;
  delete from auth.identities where user_id = v_id;
  delete from auth.refresh_tokens where user_id::text = v_id::text;
  delete from auth.sessions where user_id = v_id;
  return jsonb_build_object('ok', true, 'display_name', v_cuenta.display_name);
end
$$;
grant execute on function public.borrar_mi_cuenta(text) to authenticated;

-- The account leaves with its factors, and half a sign-in cannot leave.
create function public.al_borrar_cuenta() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() = new.id and not public.sesion_completa() then
    raise exception 'the second step of the sign-in is missing' using errcode = '42501';
  end if;
  delete from auth.mfa_factors where user_id = new.id;
  return null;
end
$$;
create trigger al_borrar_cuenta after update of borrada_at on public.usuarios_meta
  for each row when (old.borrada_at is null and new.borrada_at is not null)
  execute function public.al_borrar_cuenta();

-- What the staff did. The log of their acts is only ever added to.

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

alter table public.auditoria enable row level security;
grant select on public.auditoria to authenticated, service_role;
create policy auditoria_select on public.auditoria for select to authenticated using ((select public.es_admin()));
create policy auditoria_segundo_paso on public.auditoria as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.auditoria
  for each statement execute function public.prohibir_cambio();

create function public.anotar(
  p_accion text, p_tipo text, p_id text, p_antes jsonb, p_despues jsonb, p_motivo text default null
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.auditoria (actor_id, accion, objeto_tipo, objeto_id, antes, despues, motivo)
  values (auth.uid(), p_accion, p_tipo, p_id, p_antes, p_despues, p_motivo);
$$;

-- What admins did to one thing, the last first.
create function public.admin_actos(p_tipo text, p_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'actos', coalesce((
    select jsonb_agg(jsonb_build_object('id', x.id, 'accion', x.accion, 'antes', x.antes, 'despues', x.despues,
      'motivo', x.motivo, 'created_at', x.created_at,
      'actor', (select a.display_name from public.usuarios_meta a where a.id = x.actor_id)) order by x.id desc)
    from (select * from public.auditoria where objeto_tipo = p_tipo and objeto_id = p_id
      order by created_at desc, id desc limit 50) x), '[]'));
end
$$;
grant execute on function public.admin_actos(text, text) to authenticated;

-- Who runs the shop, and what becomes of those who break its rules.

-- A role is changed by an admin alone, and the last admin stays one.
create function public.cambiar_rol(p_usuario uuid, p_rol text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes text;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_rol is null or p_rol not in ('user', 'moderador', 'admin') then return public.rechazo('rol_no_valido'); end if;
  -- Two admins who demote each other at once: the second waits, and then finds itself the last.
  perform 1 from public.usuarios_meta where role = 'admin' order by id for no key update;
  select role into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes is null then return public.rechazo('usuario_no_existe'); end if;
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if v_antes = 'admin' and p_rol <> 'admin'
    and (select count(*) from public.usuarios_meta where role = 'admin') = 1 then
    return public.rechazo('ultimo_admin');
  end if;
  if v_antes <> p_rol then
    update public.usuarios_meta set role = p_rol where id = p_usuario;
    perform public.anotar('cambiar_rol', 'usuario', p_usuario::text,
      jsonb_build_object('role', v_antes), jsonb_build_object('role', p_rol));
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cambiar_rol(uuid, text) to authenticated;

-- The first admin, made by whoever holds the server's key.
create function public.nombrar_admin(p_email text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := (select id from auth.users where lower(email) = lower(btrim(p_email)));
begin
  if v_usuario is null then return public.rechazo('usuario_no_existe'); end if;
  update public.usuarios_meta set role = 'admin' where id = v_usuario and role <> 'admin';
  if found then
    perform public.anotar('nombrar_admin', 'usuario', v_usuario::text, null, jsonb_build_object('role', 'admin'));
  end if;
  return jsonb_build_object('ok', true, 'user_id', v_usuario);
end
$$;
grant execute on function public.nombrar_admin(text) to service_role;

-- A ban ends by itself; without an end it is for good. Nobody bans themselves or another admin.
create function public.vetar(p_usuario uuid, p_hasta timestamptz, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return public.rechazo('motivo_no_valido');
  end if;
  if p_hasta <= now() then return public.rechazo('fecha_no_valida'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return public.rechazo('usuario_no_existe'); end if;
  if p_usuario = auth.uid() or v_antes.role = 'admin' then return public.rechazo('es_admin'); end if;
  update public.usuarios_meta set banned_until = coalesce(p_hasta, 'infinity'), ban_motivo = btrim(p_motivo)
  where id = p_usuario;
  perform public.anotar('vetar', 'usuario', p_usuario::text,
    jsonb_build_object('banned_until', v_antes.banned_until, 'ban_motivo', v_antes.ban_motivo),
    jsonb_build_object('banned_until', coalesce(p_hasta, 'infinity'), 'ban_motivo', btrim(p_motivo)), btrim(p_motivo));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.vetar(uuid, timestamptz, text) to authenticated;

create function public.levantar_veto(p_usuario uuid, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return public.rechazo('usuario_no_existe'); end if;
  if v_antes.banned_until is null then return jsonb_build_object('ok', true); end if;
  update public.usuarios_meta set banned_until = null, ban_motivo = null where id = p_usuario;
  perform public.anotar('levantar_veto', 'usuario', p_usuario::text,
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
  using (user_id = (select auth.uid()) or (select public.es_admin()));
create policy historial_reputacion_segundo_paso on public.historial_reputacion as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create function public.nivel_reputacion(p_reputacion text) returns integer
language sql immutable set search_path = '' as $$
  select array_position(array['deshabilitado', 'mala', 'neutra', 'buena'], p_reputacion);
$$;

-- Only a change for the worse counts as an infraction. Nobody judges themselves.
create function public.cambiar_reputacion(p_usuario uuid, p_reputacion text, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
  v_motivo text := btrim(coalesce(p_motivo, ''));
  v_empeora boolean;
  v_id bigint;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if public.nivel_reputacion(p_reputacion) is null then return public.rechazo('datos_no_validos'); end if;
  if char_length(v_motivo) not between 3 and 500 then return public.rechazo('motivo_no_valido'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return public.rechazo('usuario_no_existe'); end if;
  if p_usuario = auth.uid() then return public.rechazo('es_suya'); end if;
  if v_antes.reputacion = p_reputacion then return jsonb_build_object('ok', true); end if;
  v_empeora := public.nivel_reputacion(p_reputacion) < public.nivel_reputacion(v_antes.reputacion);
  update public.usuarios_meta set reputacion = p_reputacion,
    infracciones = infracciones + v_empeora::integer,
    ultima_infraccion = case when v_empeora then now() else ultima_infraccion end
  where id = p_usuario;
  insert into public.historial_reputacion (user_id, antes, despues, motivo)
  values (p_usuario, v_antes.reputacion, p_reputacion, v_motivo) returning id into v_id;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (p_usuario, 'reputacion', 'reputacion:' || v_id,
    jsonb_build_object('antes', v_antes.reputacion, 'despues', p_reputacion, 'motivo', v_motivo));
  perform public.anotar('cambiar_reputacion', 'usuario', p_usuario::text,
    jsonb_build_object('reputacion', v_antes.reputacion), jsonb_build_object('reputacion', p_reputacion), v_motivo);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cambiar_reputacion(uuid, text, text) to authenticated;

-- The standing of the signed-in person, with the last changes and their reasons.
create function public.mi_reputacion() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('reputacion', u.reputacion, 'infracciones', u.infracciones,
    'ultima_infraccion', u.ultima_infraccion, 'cambios', coalesce((
      select jsonb_agg(jsonb_build_object('antes', h.antes, 'despues', h.despues, 'motivo', h.motivo,
        'created_at', h.created_at) order by h.created_at desc)
      from (select * from public.historial_reputacion where user_id = u.id order by created_at desc limit 10) h
    ), '[]'))
  from public.usuarios_meta u where u.id = public.persona_completa();
$$;
grant execute on function public.mi_reputacion() to authenticated;

-- Products and what belongs to them. Files to download are in columns that no visitor may read.

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
  video_trailer text check (video_trailer ~ '^https://(www\.)?(youtube\.com|youtu\.be)/'),
  imagenes text[] not null default '{}',
  category text not null check (category in ('plugin', 'serie', 'dlc', 'evento', 'uncoins')),
  descargable boolean not null default true,
  download_link text,
  uncoins integer check (uncoins > 0),
  oculto boolean generated always as (category = 'uncoins') stored,
  busqueda text generated always as (
    public.normalizar(nombre) || coalesce('|' || public.normalizar(nombre_en), '')
  ) stored,
  created_at timestamptz not null default now(),
  valoracion_media numeric(3, 2),
  valoraciones integer not null default 0 check (valoraciones >= 0),
  publicado_at timestamptz,
  constraint productos_download_link_check check (public.enlace_valido(download_link)),
  constraint productos_imagenes_check check (public.imagen_valida(portada_url) and public.imagen_valida(banner_url)
    and public.imagenes_validas(imagenes)),
  constraint productos_blur_check check (public.blur_valido(portada_blur) and public.blur_valido(banner_blur)),
  check ((category = 'uncoins') = (uncoins is not null))
);
comment on column public.productos.publicado_at is 'when it was first approved';
create index productos_visitas_idx on public.productos (visitas desc, id) where status = 'approved' and not oculto;
create index productos_recientes_idx on public.productos (created_at desc, id) where status = 'approved' and not oculto;
create index productos_categoria_idx on public.productos (category, created_at desc, id)
  where status = 'approved' and not oculto;
create index productos_destacados_idx on public.productos (visitas desc, id)
  where status = 'approved' and not oculto and destacado;
create index productos_usuario_id_idx on public.productos (usuario_id, status, created_at desc);
create index productos_base_id_idx on public.productos (base_id);
create index productos_busqueda_texto_idx on public.productos using gin (to_tsvector('simple', busqueda));
create index productos_busqueda_junta_idx on public.productos
  using gin ((replace(busqueda, ' ', '')) extensions.gin_trgm_ops);
create index productos_created_at_idx on public.productos (created_at desc, id desc);
create index productos_nombre_trgm_idx on public.productos using gin (nombre extensions.gin_trgm_ops);

alter table public.productos enable row level security;
grant select (id, nombre, nombre_en, slug, precio, oferta, portada_url, portada_blur, banner_url, banner_blur,
  club_only, reserva, fecha_lanzamiento, "DLC", base_id, status, visitas, usuario_id, destacado, disponibilidad,
  stock, unidades, adquirido, acerca_de, acerca_de_en, descripcion, descripcion_en, desarrollador, publisher, generos,
  tamano_aproximado, aviso_legal, video_trailer, imagenes, category, descargable, uncoins, oculto, busqueda,
  created_at, valoracion_media, valoraciones, publicado_at)
  on public.productos to anon, authenticated;
grant select on public.productos to service_role;
-- What belongs to a product is seen by whoever sees the product.
create policy productos_select_public on public.productos for select to anon using (status = 'approved');
create policy productos_segundo_paso on public.productos as restrictive for select to authenticated
  using (status = 'approved' or (select public.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.productos
  for each statement execute function public.exigir_sesion_completa();

create table public.ediciones (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  nombre text not null check (char_length(nombre) between 1 and 40),
  precio numeric(10, 2) not null check (precio between 0 and 100000),
  oferta numeric(10, 2) check (oferta > 0 and oferta <= precio),
  reserva boolean not null default false,
  download_link text,
  portada_url text,
  portada_blur text,
  orden integer not null default 0,
  retirada boolean not null default false,
  constraint ediciones_download_link_check check (public.enlace_valido(download_link)),
  constraint ediciones_portada_check check (public.imagen_valida(portada_url) and public.blur_valido(portada_blur)),
  unique (id, producto_id)
);
comment on column public.ediciones.retirada is 'taken out by its creator, kept for those who bought it';
create index ediciones_producto_id_idx on public.ediciones (producto_id, orden);
create unique index ediciones_nombre_key on public.ediciones (producto_id, nombre) where not retirada;

alter table public.ediciones enable row level security;
grant select (id, producto_id, nombre, precio, oferta, reserva, portada_url, portada_blur, orden, retirada)
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
  constraint imagenes_producto_url_check check (public.imagen_valida(url) and public.blur_valido(blur)),
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
create index favoritos_producto_id_idx on public.favoritos (producto_id);

alter table public.favoritos enable row level security;
grant select on public.favoritos to authenticated, service_role;
grant insert (user_id, producto_id), delete on public.favoritos to authenticated;
create policy favoritos_select on public.favoritos for select to authenticated using (user_id = (select auth.uid()));
create policy favoritos_insert on public.favoritos for insert to authenticated
  with check (user_id = (select auth.uid()) and (select public.puede_actuar()));
create policy favoritos_delete on public.favoritos for delete to authenticated
  using (user_id = (select auth.uid()) and (select public.puede_actuar()));
create policy favoritos_segundo_paso on public.favoritos as restrictive for select to authenticated
  using ((select public.sesion_completa()));

-- The id of a product, whatever its state, so that a purchase of one that is not on sale is refused for that reason.
create function public.id_de_producto(p_slug text) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.productos where slug = p_slug;
$$;
grant execute on function public.id_de_producto(text) to anon, authenticated;

create function public.espera_lanzamiento(p_producto public.productos, p_edicion public.ediciones) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(p_edicion.reserva, p_producto.reserva)
    and (p_producto.fecha_lanzamiento is null or p_producto.fecha_lanzamiento > current_date);
$$;

-- Why one product cannot be bought by anybody, or null.
create function public.motivo_no_venta(p_producto public.productos) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_producto.id is null then 'no_existe'
    when p_producto.status = 'pending' then 'pendiente'
    when p_producto.status = 'rejected' then 'rechazado'
    when not p_producto.disponibilidad then 'no_disponible'
    when not p_producto.stock or p_producto.unidades = 0 then 'sin_stock'
  end;
$$;

-- Every price that was ever asked, so that an offer can be held against the lowest price of the 30 days before it.

create table public.historial_precios (
  id bigint generated always as identity primary key,
  producto_id uuid references public.productos (id) on delete cascade,
  edicion_id uuid references public.ediciones (id) on delete cascade,
  bundle_id uuid references public.bundles (id) on delete cascade,
  precio numeric(10, 2) not null,
  oferta numeric(10, 2),
  desde timestamptz not null default now(),
  check (num_nonnulls(producto_id, bundle_id) = 1)
);
create index historial_precios_producto_id_idx on public.historial_precios (producto_id, edicion_id, desde desc);
create index historial_precios_edicion_id_idx on public.historial_precios (edicion_id);
create index historial_precios_bundle_id_idx on public.historial_precios (bundle_id, desde desc);

alter table public.historial_precios enable row level security;
grant select on public.historial_precios to anon, authenticated, service_role;
create policy historial_precios_select on public.historial_precios for select to anon, authenticated
  using (bundle_id is not null or exists (select from public.productos p where p.id = producto_id));

create function public.anotar_precio() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'UPDATE' and (new.precio, new.oferta) is not distinct from (old.precio, old.oferta) then
    return new;
  elsif tg_table_name = 'productos' then
    insert into public.historial_precios (producto_id, precio, oferta) values (new.id, new.precio, new.oferta);
  elsif tg_table_name = 'ediciones' then
    insert into public.historial_precios (producto_id, edicion_id, precio, oferta)
    values (new.producto_id, new.id, new.precio, new.oferta);
  else
    insert into public.historial_precios (bundle_id, precio, oferta) values (new.id, new.precio, new.oferta);
  end if;
  return new;
end
$$;
create trigger anotar_precio after insert or update of precio, oferta on public.productos
  for each row execute function public.anotar_precio();
create trigger anotar_precio after insert or update of precio, oferta on public.ediciones
  for each row execute function public.anotar_precio();
create trigger anotar_precio after insert or update of precio, oferta on public.bundles
  for each row execute function public.anotar_precio();

-- The lowest price asked at any time in the 30 days before the price of today began; null when there was none.
create function public.precio_minimo_reciente(
  p_producto uuid, p_edicion uuid default null, p_bundle uuid default null
) returns numeric
language sql stable set search_path = '' as $$
  with precios as (
    select least(oferta, precio) as importe, desde, lead(desde) over (order by desde, id) as hasta
    from public.historial_precios
    where producto_id is not distinct from p_producto and edicion_id is not distinct from p_edicion
      and bundle_id is not distinct from p_bundle
  )
  select min(p.importe) from precios p
  where p.hasta > (select max(desde) from precios) - interval '30 days';
$$;
grant execute on function public.precio_minimo_reciente(uuid, uuid, uuid) to anon, authenticated;

-- The lowest price of 30 days for a product that is on offer and for each of its editions that is, in one question.
create function public.precios_minimos(p_producto uuid) returns table (edicion_id uuid, importe numeric)
language sql stable set search_path = '' as $$
  select null::uuid, public.precio_minimo_reciente(p.id) from public.productos p
  where p.id = p_producto and p.oferta < p.precio
  union all
  select e.id, public.precio_minimo_reciente(p_producto, e.id) from public.ediciones e
  where e.producto_id = p_producto and e.oferta < e.precio;
$$;
grant execute on function public.precios_minimos(uuid) to anon, authenticated;

-- Search, ranked and forgiving: exact name, prefix, words in any order, part of a name, one typo per word.
-- `busqueda` holds the normalised names of a product, Spanish then English, with a bar between them.

-- The words of all names, to hold a misspelt one against. A word that no product uses any more finds nothing.
create table public.palabras_busqueda (
  palabra text primary key check (char_length(palabra) between 3 and 80)
);
create index palabras_busqueda_prefijo_idx on public.palabras_busqueda (palabra text_pattern_ops);
create index palabras_busqueda_trgm_idx on public.palabras_busqueda using gin (palabra extensions.gin_trgm_ops);

alter table public.palabras_busqueda enable row level security;
grant select on public.palabras_busqueda to service_role;

create function public.anotar_palabras() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.palabras_busqueda (palabra)
  select palabra from regexp_split_to_table(new.busqueda, '[ |]') palabra where char_length(palabra) >= 3
  order by palabra
  on conflict do nothing;
  return new;
end
$$;
create trigger anotar_palabras after insert or update of nombre, nombre_en on public.productos
  for each row execute function public.anotar_palabras();

create function public.letras_ordenadas(p_texto text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(letra, '' order by letra) from regexp_split_to_table(p_texto, '') letra;
$$;

-- The known words that start like this one but for one letter: wrong, missing, superfluous, or two in the wrong order.
create function public.corregir_palabra(p_palabra text) returns text[]
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
        and public.letras_ordenadas(p_palabra) = public.letras_ordenadas(i.inicio)))
    order by extensions.word_similarity(p_palabra, v.palabra) desc, v.palabra limit 12);
$$;

-- What a text asks for: each word as the beginning of a word, or, when no word begins so, what it was meant to be.
create function public.entender_busqueda(p_texto text, out consulta tsquery, out texto text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_partes text[] := '{}';
  v_palabras text[] := '{}';
  v_palabra text;
  v_correcciones text[];
begin
  foreach v_palabra in array string_to_array(p_texto, ' ') loop
    v_correcciones := '{}';
    if char_length(v_palabra) >= 4
      and not exists (select from public.palabras_busqueda where palabra like v_palabra || '%') then
      v_correcciones := public.corregir_palabra(v_palabra);
    end if;
    v_palabras := v_palabras || coalesce(v_correcciones[1], v_palabra);
    v_partes := v_partes || coalesce('(' || nullif(array_to_string(v_correcciones, ' | '), '') || ')', v_palabra || ':*');
  end loop;
  consulta := to_tsquery('simple', array_to_string(v_partes, ' & '));
  texto := array_to_string(v_palabras, ' ');
end
$$;

-- Which products a text finds, and how well. Parts of words are looked for when whole words find little.
create function public.puntuar_productos(p_texto text) returns table (producto_id uuid, puntos integer)
language plpgsql stable rows 100 security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_texto text := public.normalizar(left(p_texto, 80));
  v_parte text := replace(v_texto, ' ', '');
  v_junto text;
  v_consulta tsquery;
  v_pocos constant integer := 24;
begin
  if v_texto = '' then return; end if;
  select consulta, texto, replace(texto, ' ', '') into v_consulta, v_texto, v_junto
  from public.entender_busqueda(v_texto);
  return query
    with por_palabras as materialized (
      select p.id, p.busqueda from public.productos p
      where to_tsvector('simple', p.busqueda) @@ v_consulta and p.status = 'approved' and not p.oculto
    ), por_partes as (
      select p.id, p.busqueda from public.productos p
      where char_length(v_parte) >= 3 and (select count(*) from por_palabras) < v_pocos
        and replace(p.busqueda, ' ', '') like '%' || v_parte || '%' and p.status = 'approved' and not p.oculto
    )
    select e.id, case
      when '|' || e.busqueda || '|' like '%|' || v_texto || '|%' then 100
      when '|' || replace(e.busqueda, ' ', '') || '|' like any (array['%|' || v_junto || '|%', '%|' || v_parte || '|%'])
        then 95
      when '|' || e.busqueda like '%|' || v_texto || '%' then 80
      when '|' || replace(e.busqueda, ' ', '') like '%|' || v_parte || '%' then 75
      when to_tsvector('simple', e.busqueda) @@ v_consulta then 60
      else 40
    end
    from (select * from por_palabras union select * from por_partes) e;
end
$$;

create function public.buscar_productos(
  p_texto text,
  p_categoria text default null,
  p_precio_max numeric default null,
  p_gratis boolean default false,
  p_club boolean default false,
  p_orden text default 'relevancia',
  p_cursor text default null,
  p_limite integer default 24
) returns table (
  id uuid, nombre text, nombre_en text, slug text, precio numeric, oferta numeric, portada_url text,
  portada_blur text, club_only boolean, reserva boolean, category text, fecha_lanzamiento date, "cursor" text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_clave numeric;
  v_id uuid;
begin
  -- The cursor is the sort key and the id of the last row; one that was tampered with begins anew.
  if p_cursor ~ '^-?[0-9]{1,15}(\.[0-9]{1,6})?_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    v_clave := split_part(p_cursor, '_', 1)::numeric;
    v_id := split_part(p_cursor, '_', 2)::uuid;
  end if;
  return query
    with encontrados as (
      select p.*, round(case p_orden
          when 'precio_asc' then -least(p.oferta, p.precio)
          when 'precio_desc' then least(p.oferta, p.precio)
          when 'nuevos' then extract(epoch from p.created_at)::numeric
          when 'populares' then p.visitas
          else q.puntos + least(p.visitas, 999999) / 1000000.0
        end, 6) as clave
      from public.puntuar_productos(p_texto) q
      join public.productos p on p.id = q.producto_id
      where (p_categoria is null or p.category = p_categoria)
        and (p_precio_max is null or least(p.oferta, p.precio) <= p_precio_max)
        and (not coalesce(p_gratis, false) or least(p.oferta, p.precio) = 0)
        and (not coalesce(p_club, false) or p.club_only)
    )
    select e.id, e.nombre, e.nombre_en, e.slug, e.precio, e.oferta, e.portada_url, e.portada_blur, e.club_only,
      e.reserva, e.category, e.fecha_lanzamiento, e.clave || '_' || e.id
    from encontrados e
    where v_clave is null or e.clave < v_clave or (e.clave = v_clave and e.id > v_id)
    order by e.clave desc, e.id
    limit least(greatest(p_limite, 1), 100);
end
$$;
grant execute on function public.buscar_productos(text, text, numeric, boolean, boolean, text, text, integer)
  to anon, authenticated;

create function public.sugerir_productos(p_texto text, p_limite integer default 5)
returns table (slug text, nombre text, nombre_en text, portada_url text, precio numeric, oferta numeric, category text)
language sql stable security definer set search_path = '' as $$
  select p.slug, p.nombre, p.nombre_en, p.portada_url, p.precio, p.oferta, p.category
  from public.puntuar_productos(p_texto) q
  join public.productos p on p.id = q.producto_id
  order by q.puntos desc, p.visitas desc, p.id
  limit least(greatest(p_limite, 1), 5);
$$;
grant execute on function public.sugerir_productos(text, integer) to anon, authenticated;

-- Views of a product: one per visitor and day, however often the page is reloaded.

create table public.visitas_producto (
  producto_id uuid not null references public.productos (id) on delete cascade,
  dia date not null default current_date,
  visitante text not null check (char_length(visitante) between 16 and 64),
  primary key (producto_id, dia, visitante)
);
create index visitas_producto_dia_idx on public.visitas_producto (producto_id, dia);

alter table public.visitas_producto enable row level security;
grant select on public.visitas_producto to service_role;

-- Called by whoever visits, through the shop: it knows visitors and robots apart and hashes what identifies a visitor.
create function public.registrar_visita(p_slug text, p_visitante text, p_sello text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid;
begin
  if not public.sello_valido(array['visita', p_slug, p_visitante], p_sello) then
    return public.rechazo('sello_no_valido');
  end if;
  select id into v_producto from public.productos where slug = p_slug and status = 'approved';
  if v_producto is null then return public.rechazo('no_existe'); end if;
  insert into public.visitas_producto (producto_id, visitante) values (v_producto, p_visitante)
  on conflict do nothing;
  if not found then return jsonb_build_object('ok', true, 'nueva', false); end if;
  update public.productos set visitas = visitas + 1 where id = v_producto;
  return jsonb_build_object('ok', true, 'nueva', true);
end
$$;
grant execute on function public.registrar_visita(text, text, text) to anon, authenticated;

-- What goes out by mail, written in the transaction that it tells of and sent afterwards.

create table public.correos (
  id bigint generated always as identity primary key,
  clave text not null unique,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  plantilla text not null,
  datos jsonb not null default '{}',
  estado text not null default 'pendiente' check (estado in ('pendiente', 'enviado', 'fallido')),
  intentos integer not null default 0,
  tomado_hasta timestamptz,
  ultimo_error text,
  created_at timestamptz not null default now(),
  enviado_at timestamptz
);
create index correos_pendientes_idx on public.correos (id) where estado = 'pendiente';
create index correos_user_id_idx on public.correos (user_id);

alter table public.correos enable row level security;
grant select on public.correos to service_role;

-- Claims mails to send for two minutes; a sender that dies leaves them to the next one.
create function public.tomar_correos(p_limite integer default 20) returns table (
  id bigint, clave text, plantilla text, datos jsonb, idioma text, destinatario text, nombre text
)
language sql volatile security definer set search_path = '' as $$
  with libres as materialized (
    select p.id from public.correos p
    where p.estado = 'pendiente' and (p.tomado_hasta is null or p.tomado_hasta < now())
    order by p.id limit least(greatest(p_limite, 1), 100) for update skip locked
  ), tomados as (
    update public.correos c set tomado_hasta = now() + interval '2 minutes', intentos = c.intentos + 1
    from libres where c.id = libres.id
    returning c.*
  )
  select t.id, t.clave, t.plantilla, t.datos, u.idioma, a.email::text, u.display_name
  from tomados t join public.usuarios_meta u on u.id = t.user_id join auth.users a on a.id = t.user_id
  order by t.id;
$$;
grant execute on function public.tomar_correos(integer) to service_role;

-- A mail that could not be sent is tried again later and later, for about two days.
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

-- What a person is told in the shop, and which of it by mail as well.

create table public.notificaciones (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  tipo text not null check (tipo in ('producto_nuevo', 'version_nueva', 'regalo', 'reserva', 'reputacion', 'revision',
    'retiro', 'resena', 'respuesta', 'segundo_factor')),
  -- What it is about, so that nobody is told the same twice.
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
  using ((select public.sesion_completa()));

-- A person without a row has the defaults.
create table public.preferencias_aviso (
  user_id uuid primary key references public.usuarios_meta (id) on delete cascade,
  correo_producto_nuevo boolean not null default false,
  correo_version_nueva boolean not null default true
);

alter table public.preferencias_aviso enable row level security;
grant select on public.preferencias_aviso to authenticated, service_role;
create policy preferencias_aviso_select on public.preferencias_aviso for select to authenticated
  using (user_id = (select auth.uid()));
create policy preferencias_aviso_segundo_paso on public.preferencias_aviso as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create function public.marcar_avisos_leidos() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  update public.notificaciones set leida_at = now() where user_id = auth.uid() and leida_at is null;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.marcar_avisos_leidos() to authenticated;

create function public.guardar_preferencias(p_producto_nuevo boolean, p_version_nueva boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  insert into public.preferencias_aviso as p (user_id, correo_producto_nuevo, correo_version_nueva)
  values (auth.uid(), coalesce(p_producto_nuevo, false), coalesce(p_version_nueva, true))
  on conflict (user_id) do update set correo_producto_nuevo = excluded.correo_producto_nuevo,
    correo_version_nueva = excluded.correo_version_nueva;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.guardar_preferencias(boolean, boolean) to authenticated;

-- Some mails are told in the shop too, under the same key.
create function public.avisar_del_correo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_datos jsonb := new.datos;
begin
  if new.plantilla = 'regalo' then
    select jsonb_build_object('nombre', p.presupuesto ->> 'nombre', 'de', u.display_name, 'pedido_id', (
        select a.id from public.adquisiciones a where a.pago_id = p.id order by a.id limit 1))
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
  execute function public.avisar_del_correo();

-- When a product is first in the shop.
create function public.al_publicar() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.publicado_at := coalesce(new.publicado_at, now());
  return new;
end
$$;
create trigger al_publicar before insert or update of status on public.productos
  for each row when (new.status = 'approved' and new.publicado_at is null) execute function public.al_publicar();

-- The first time a product is in the shop, its creator's followers hear of it.
create function public.avisar_a_seguidores() returns trigger
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
  execute function public.avisar_a_seguidores();

-- Coupons take something off a price; codes give a product. A code is looked up first, then redeemed: order and code
-- change in one step.

create table public.codigos_cupones (
  id uuid primary key default gen_random_uuid(),
  codigo text not null check (char_length(codigo) between 3 and 40 and codigo = btrim(codigo)),
  product_id uuid not null references public.productos (id) on delete cascade,
  percent_discount integer not null check (percent_discount between 1 and 100),
  caduca_at timestamptz,
  usos_max integer check (usos_max > 0),
  usos_por_usuario integer check (usos_por_usuario > 0),
  creado_at timestamptz not null default now(),
  unique (product_id, codigo)
);
create index codigos_cupones_creado_at_idx on public.codigos_cupones (creado_at desc, id desc);
create index codigos_cupones_prefijo_idx on public.codigos_cupones (upper(codigo) text_pattern_ops);

alter table public.codigos_cupones enable row level security;
grant select on public.codigos_cupones to authenticated, service_role;
create policy codigos_cupones_select on public.codigos_cupones for select to authenticated
  using ((select public.es_admin()));
create policy codigos_cupones_segundo_paso on public.codigos_cupones as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create function public.admin_guardar_cupon(
  p_cupon uuid, p_codigo text, p_producto uuid, p_porcentaje integer, p_caduca_at timestamptz, p_usos_max integer,
  p_usos_por_usuario integer
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.codigos_cupones;
  v_despues public.codigos_cupones;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_cupon is not null then
    select * into v_antes from public.codigos_cupones where id = p_cupon for no key update;
    if v_antes.id is null then return public.rechazo('no_existe'); end if;
    update public.codigos_cupones set codigo = btrim(p_codigo), product_id = p_producto,
      percent_discount = p_porcentaje, caduca_at = p_caduca_at, usos_max = p_usos_max,
      usos_por_usuario = p_usos_por_usuario
    where id = p_cupon returning * into v_despues;
  else
    insert into public.codigos_cupones (codigo, product_id, percent_discount, caduca_at, usos_max, usos_por_usuario)
    values (btrim(p_codigo), p_producto, p_porcentaje, p_caduca_at, p_usos_max, p_usos_por_usuario)
    returning * into v_despues;
  end if;
  perform public.anotar('guardar_cupon', 'cupon', v_despues.id::text,
    case when v_antes.id is not null then to_jsonb(v_antes) end, to_jsonb(v_despues));
  return jsonb_build_object('ok', true, 'cupon_id', v_despues.id);
exception
  when unique_violation then return public.rechazo('codigo_ocupado');
  when check_violation or not_null_violation or foreign_key_violation then return public.rechazo('datos_no_validos');
end
$$;
grant execute on function public.admin_guardar_cupon(uuid, text, uuid, integer, timestamptz, integer, integer)
  to authenticated;

create function public.admin_borrar_cupon(p_cupon uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.codigos_cupones;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  -- Payments before the coupon, as everywhere. The open ones keep the price of their quote.
  perform 1 from public.pagos where cupon_id = p_cupon order by id for no key update;
  delete from public.codigos_cupones where id = p_cupon returning * into v_antes;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  perform public.anotar('borrar_cupon', 'cupon', p_cupon::text, to_jsonb(v_antes), null);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_borrar_cupon(uuid) to authenticated;

create table public.codigos_canjes (
  id uuid primary key default gen_random_uuid(),
  codigo text not null unique check (char_length(codigo) between 6 and 60 and codigo = btrim(codigo)),
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
create unique index codigos_canjes_codigo_key_ci on public.codigos_canjes (upper(codigo));
create index codigos_canjes_creado_at_idx on public.codigos_canjes (creado_at desc, id desc);
create index codigos_canjes_prefijo_idx on public.codigos_canjes (upper(codigo) text_pattern_ops);

alter table public.codigos_canjes enable row level security;
grant select on public.codigos_canjes to authenticated, service_role;
create policy codigos_canjes_select on public.codigos_canjes for select to authenticated
  using ((select public.es_admin()));
create policy codigos_canjes_segundo_paso on public.codigos_canjes as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create function public.buscar_codigo(p_codigo text) returns public.codigos_canjes
language sql stable security definer set search_path = '' as $$
  select * from public.codigos_canjes where upper(codigo) = upper(btrim(p_codigo)) and not canjeado;
$$;

-- What a code gives: nothing else is told of it.
create function public.ver_codigo(p_codigo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_codigo public.codigos_canjes;
  v_respuesta jsonb;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if not public.contar_codigo(auth.uid()) then return public.rechazo('demasiados_intentos'); end if;
  v_codigo := public.buscar_codigo(p_codigo);
  if v_codigo.id is null then
    perform public.contar_fallo_tienda('codigo');
    return public.rechazo('codigo_no_valido');
  end if;
  perform public.devolver_codigo(auth.uid());
  select jsonb_build_object('ok', true, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre,
    'portada_url', coalesce(e.portada_url, p.portada_url),
    'portada_blur', case when e.portada_url is null then p.portada_blur else e.portada_blur end)
  into v_respuesta
  from public.productos p left join public.ediciones e on e.id = v_codigo.id_edicion
  where p.id = v_codigo.id_producto;
  if public.ya_lo_tiene(auth.uid(), v_codigo.id_producto, v_codigo.id_edicion) then
    return public.rechazo('ya_lo_tienes');
  end if;
  return v_respuesta;
end
$$;
grant execute on function public.ver_codigo(text) to authenticated;

create function public.canjear_codigo(p_codigo text, p_minecraft_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_codigo public.codigos_canjes;
  v_pedido uuid;
  v_reputacion text;
begin
  if v_usuario is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{6,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;
  if not public.contar_codigo(v_usuario) then return public.rechazo('demasiados_intentos'); end if;
  -- Whoever comes first has the code; the others wait here, and then find it used.
  select * into v_codigo from public.codigos_canjes where upper(codigo) = upper(btrim(p_codigo)) for update;
  if v_codigo.id is null or v_codigo.canjeado then
    perform public.contar_fallo_tienda('codigo');
    return public.rechazo('codigo_no_valido');
  end if;
  perform public.devolver_codigo(v_usuario);
  select reputacion into v_reputacion from public.usuarios_meta where id = v_usuario for no key update;
  if v_reputacion = 'deshabilitado' then return public.rechazo('cuenta_deshabilitada'); end if;
  if public.ya_lo_tiene(v_usuario, v_codigo.id_producto, v_codigo.id_edicion) then
    return public.rechazo('ya_lo_tienes');
  end if;
  insert into public.adquisiciones (user_id, producto_id, edicion_id, origen, es_reserva, precio_pagado, minecraft_name)
  select v_usuario, p.id, v_codigo.id_edicion, 'codigo', coalesce(e.reserva, p.reserva), 0, p_minecraft_name
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

create function public.admin_generar_codigos(p_producto uuid, p_edicion uuid, p_cuantos integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_codigos text[];
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_cuantos is null or p_cuantos not between 1 and 1000 then return public.rechazo('cantidad_no_valida'); end if;
  if not exists (select from public.productos where id = p_producto and uncoins is null) then
    return public.rechazo('no_existe');
  end if;
  with nuevos as (
    insert into public.codigos_canjes (codigo, id_producto, id_edicion)
    select public.codigo_nuevo(), p_producto, p_edicion from generate_series(1, p_cuantos)
    returning codigo
  )
  select array_agg(codigo) into v_codigos from nuevos;
  perform public.anotar('generar_codigos', 'producto', p_producto::text, null,
    jsonb_build_object('cuantos', p_cuantos, 'edicion_id', p_edicion));
  return jsonb_build_object('ok', true, 'codigos', to_jsonb(v_codigos));
exception
  when foreign_key_violation then return public.rechazo('no_existe');
end
$$;
grant execute on function public.admin_generar_codigos(uuid, uuid, integer) to authenticated;

-- What a payment is, and what is written of it. Every row is written by a function of the files that follow.

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
  minecraft_name text not null check (minecraft_name ~ '^[A-Za-z0-9_]{3,16}$'),
  clave text not null check (char_length(clave) between 8 and 100),
  creado_at timestamptz not null default now(),
  pagado_at timestamptz,
  entregado_at timestamptz,
  caduca_at timestamptz not null default now() + interval '1 hour',
  confirmado_at timestamptz,
  revertido_at timestamptz,
  pendiente_at timestamptz,
  motivo_no_entregado text,
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete restrict,
  check (num_nonnulls(producto_id, bundle_id) = 1),
  unique (user_id, clave),
  unique (proveedor, referencia)
);
comment on column public.pagos.confirmado_at is 'when the provider says it was paid; pagado_at is when we heard of it';
comment on column public.pagos.pendiente_at is 'since when the money is on its way by a slow method';
comment on column public.pagos.motivo_no_entregado is 'why it was not delivered: not charged, or its money is going back';
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
  using (user_id = (select auth.uid()) or (select public.es_admin()));
create policy pagos_segundo_paso on public.pagos as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.pagos
  for each statement execute function public.exigir_sesion_completa();

-- What the server may tell about a payment: its state, and the orders that it became.
create function public.describir_pago(p_pago public.pagos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'ok', true, 'pago_id', p_pago.id, 'user_id', p_pago.user_id, 'destinatario_id', p_pago.destinatario_id,
    'estado', p_pago.estado, 'metodo', p_pago.metodo, 'proveedor', p_pago.proveedor, 'referencia', p_pago.referencia,
    'total_centimos', p_pago.total_centimos, 'moneda', p_pago.moneda,
    'presupuesto', p_pago.presupuesto - 'interno', 'nombre', p_pago.presupuesto ->> 'nombre',
    'creado_at', p_pago.creado_at, 'pagado_at', p_pago.pagado_at, 'entregado_at', p_pago.entregado_at,
    'confirmado_at', p_pago.confirmado_at, 'revertido_at', p_pago.revertido_at, 'pendiente_at', p_pago.pendiente_at,
    'motivo_no_entregado', p_pago.motivo_no_entregado,
    'caduca_at', p_pago.caduca_at,
    'pedidos', coalesce((
      select jsonb_agg(a.id order by a.created_at, a.id) from public.adquisiciones a where a.pago_id = p_pago.id
    ), '[]'::jsonb));
$$;

-- The facts of a receipt, for the mail.
create function public.datos_recibo(p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.describir_pago(p) || jsonb_build_object(
    'minecraft_name', p.minecraft_name,
    'regalado_por', (select display_name from public.usuarios_meta where id = p.user_id))
  from public.pagos p where p.id = p_pago;
$$;
grant execute on function public.datos_recibo(uuid) to service_role;

-- Finds the payment that a provider speaks of and locks it. The reference decides; the payment's own id helps when
-- the shop stopped between asking the provider and writing the reference down.
create function public.bloquear_pago(p_proveedor text, p_referencia text, p_pago uuid) returns public.pagos
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

create function public.articulos_de(p_pago public.pagos) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(
    select (a ->> 'producto_id')::uuid from jsonb_array_elements(p_pago.presupuesto #> '{interno,articulos}') a);
$$;

-- What stands for one wish to buy: another payment of the same buyer for the same goods and recipient replaces it, and
-- takes over what it holds.
create function public.es_misma_compra(p_uno public.pagos, p_otro public.pagos) returns boolean
language sql immutable set search_path = '' as $$
  select (p_uno.user_id, p_uno.destinatario_id, p_uno.producto_id, p_uno.edicion_id, p_uno.bundle_id)
    is not distinct from (p_otro.user_id, p_otro.destinatario_id, p_otro.producto_id, p_otro.edicion_id, p_otro.bundle_id);
$$;

-- A licence may have several sources: bought, a gift, a code, a bundle, the Club. Each is an acquisition of its own;
-- whoever has one that stands owns the product, and taking one away leaves the others.

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
  minecraft_name text not null check (minecraft_name ~ '^[A-Za-z0-9_]{3,16}$'),
  created_at timestamptz not null default now(),
  fecha date not null default current_date,
  hora time not null default localtime(0),
  descargas integer not null default 0 check (descargas >= 0),
  revocada_at timestamptz,
  revocada_motivo text,
  -- An edition that was sold stays: without it the order would silently become one of the base product.
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete restrict
);
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
create index adquisiciones_reservas_idx on public.adquisiciones (producto_id) where es_reserva and revocada_at is null;
create index adquisiciones_origen_idx on public.adquisiciones (origen, created_at desc, id desc);

alter table public.adquisiciones enable row level security;
grant select on public.adquisiciones to authenticated, service_role;
create policy adquisiciones_select on public.adquisiciones for select to authenticated
  using (user_id = (select auth.uid()) or regalado_por = (select auth.uid()) or (select public.es_admin()));
create policy adquisiciones_segundo_paso on public.adquisiciones as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.adquisiciones
  for each statement execute function public.exigir_sesion_completa();

-- A buyer goes on seeing what they own, or gave away, when it is under review or taken down: its name, its cover and
-- its editions, in their orders and their library.
create policy productos_select on public.productos for select to authenticated
  using (status = 'approved' or usuario_id = (select auth.uid()) or (select public.es_moderador())
    or id in (
      select a.producto_id from public.adquisiciones a
      where a.user_id = (select auth.uid()) or a.regalado_por = (select auth.uid())
    ));

-- A licence that the Club lends does not stand in the way of buying it for good.
create function public.ya_lo_tiene(p_usuario uuid, p_producto uuid, p_edicion uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones
    where user_id = p_usuario and producto_id = p_producto and edicion_id is not distinct from p_edicion
      and revocada_at is null and origen <> 'club'
  );
$$;

-- The facts of an order that nobody paid for, for the mail.
create function public.datos_pedido(p_pedido uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('pedido_id', a.id, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre,
    'minecraft_name', a.minecraft_name)
  from public.adquisiciones a left join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_pedido;
$$;
grant execute on function public.datos_pedido(uuid) to service_role;

-- The download area of an order, without the link itself: the edition's link and flags come first.
create function public.estado_descarga(p_adquisicion uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when a.revocada_at is not null then 'revocado'
    when p.id is null then 'sin_enlace'
    when not p.descargable then 'no_descargable'
    when public.espera_lanzamiento(p, e) then 'reserva'
    when coalesce(e.download_link, p.download_link) is null then 'sin_enlace'
    else 'disponible'
  end
  from public.adquisiciones a
  left join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and (a.user_id = public.persona_completa() or public.es_admin());
$$;
grant execute on function public.estado_descarga(uuid) to authenticated;

-- The file of an order, for its owner. Every answer with a link counts as a download.
create function public.enlace_descarga(p_adquisicion uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_estado text := public.estado_descarga(p_adquisicion);
  v_respuesta jsonb;
begin
  select jsonb_build_object('ok', true, 'download_link', coalesce(e.download_link, p.download_link), 'slug', p.slug)
  into v_respuesta
  from public.adquisiciones a
  left join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and a.user_id = auth.uid();
  if v_respuesta is null or not public.puede_actuar() then return public.rechazo('no_existe'); end if;
  if v_estado <> 'disponible' then return public.rechazo(v_estado); end if;
  update public.adquisiciones set descargas = descargas + 1 where id = p_adquisicion;
  return v_respuesta;
end
$$;
grant execute on function public.enlace_descarga(uuid) to authenticated;

-- Whether an order that the signed-in person may download now leads to exactly this file.
create function public.tiene_descarga(p_ruta text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones a
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.user_id = auth.uid() and coalesce(e.download_link, p.download_link) = p_ruta
      and public.estado_descarga(a.id) = 'disponible');
$$;

-- What a person owns, once per product and edition: a licence of one's own comes before one that the Club lends.
create function public.mi_biblioteca() returns jsonb
language sql stable security definer set search_path = '' as $$
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
    'category', p.category, 'fecha_lanzamiento', p.fecha_lanzamiento,
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
$$;
grant execute on function public.mi_biblioteca() to authenticated;

-- Tells every owner of a reservation that is out, once per order. A date that is moved is waited for.
create function public.avisar_reservas() returns integer
language sql volatile security definer set search_path = '' as $$
  with nuevos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'reserva:' || a.id, a.user_id, 'reserva', jsonb_build_object('pedido_id', a.id)
    from public.adquisiciones a
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.es_reserva and a.revocada_at is null and p.descargable and p.fecha_lanzamiento <= current_date
      and not public.espera_lanzamiento(p, e)
      and not exists (select from public.correos c where c.clave = 'reserva:' || a.id)
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from nuevos;
$$;
grant execute on function public.avisar_reservas() to service_role;

-- What an open payment holds: a unit of every limited product in it, and a use of its coupon. A row counts until its
-- time is over or its payment leaves `creado`, whichever is first. Rows of one product are written under a lock of the
-- product, rows of one coupon under a lock of the coupon. Locks are always taken in this order: the buyer's advisory
-- lock, the payment, the recipient's account, the coupon, the products by id.

create table public.reservas (
  id bigint generated always as identity primary key,
  pago_id uuid not null references public.pagos (id) on delete cascade,
  -- Copies from the payment, which holds the keys: with keys of its own this would be a second way from a payment to
  -- its product, and the API could not tell which one an embedded product means.
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
  using (user_id = (select auth.uid()) or (select public.es_admin()));
create policy reservas_segundo_paso on public.reservas as restrictive for select to authenticated
  using ((select public.sesion_completa()));

-- How much of a product or a coupon is held now: by this very purchase, by other purchases of its buyer, by anybody else.
create function public.contar_reservas(p_compra public.pagos, p_producto uuid, p_cupon uuid)
returns table (propias bigint, ajenas bigint, ajenas_del_usuario bigint)
language sql stable security definer set search_path = '' as $$
  select count(*) filter (where m.misma), count(*) filter (where not m.misma),
    count(*) filter (where not m.misma and r.user_id = p_compra.user_id)
  from public.reservas r join public.pagos p on p.id = r.pago_id
  cross join lateral (select public.es_misma_compra(p, p_compra) as misma) m
  where (r.producto_id = p_producto or r.cupon_id = p_cupon) and r.hasta > now();
$$;

-- Why this purchase can have no unit of a limited product now, or null: none is left, or others are paying for the rest.
-- A purchase that holds one is served as long as there is any.
create function public.motivo_sin_unidades(p_compra public.pagos, p_producto public.productos) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not p_producto.stock or p_producto.unidades = 0 then 'sin_stock'
    when p_producto.unidades <= c.ajenas and c.propias = 0 then 'reservado'
  end
  from public.contar_reservas(p_compra, p_producto.id, null) c;
$$;

-- The coupon that a purchase may use now, or none: uses that were paid and uses that open payments hold count alike,
-- those of the buyer's other purchases with them.
create function public.cupon_utilizable(p_codigo text, p_compra public.pagos) returns setof public.codigos_cupones
language sql stable security definer set search_path = '' as $$
  select c.* from public.codigos_cupones c
  cross join lateral public.contar_reservas(p_compra, null, c.id) r
  cross join lateral (
    select count(*) as usos, count(*) filter (where p.user_id = p_compra.user_id) as propios
    from public.pagos p
    where p.cupon_id = c.id and p.id is distinct from p_compra.id and p.motivo_no_entregado is null
      and p.estado in ('pagado', 'entregado', 'en_disputa')
  ) u
  where c.codigo = btrim(p_codigo) and c.product_id = p_compra.producto_id
    and (c.caduca_at is null or c.caduca_at > now())
    and (c.usos_max is null or u.usos + r.ajenas < c.usos_max)
    and (c.usos_por_usuario is null or u.propios + r.ajenas_del_usuario < c.usos_por_usuario);
$$;

-- How long what is being charged, or comes by a slow method, is kept at most.
create function public.plazo_en_camino() returns interval
language sql immutable set search_path = '' as $$ select interval '3 days' $$;

-- Until when an open payment holds what it would take. Stripe's page takes money until the payment's own end and says
-- so when it closes; only if nobody hears of it for a day does the hold end by itself. PayPal's money is taken by the
-- shop, which asks again before it does.
create function public.fin_reserva(p_pago public.pagos) returns timestamptz
language sql immutable set search_path = '' as $$
  select p_pago.caduca_at + case when p_pago.proveedor = 'stripe' and p_pago.referencia is not null
    then interval '1 day' else interval '10 minutes' end;
$$;

-- Locks what the decision about a purchase rests on: the recipient, the coupon, the products, always in this order.
create function public.bloquear_existencias(p_destinatario uuid, p_cupon uuid, p_productos uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform 1 from public.usuarios_meta where id = p_destinatario for no key update;
  perform 1 from public.codigos_cupones where id = p_cupon for no key update;
  perform 1 from public.productos where id = any (p_productos) order by id for no key update;
end
$$;

-- Holds what a payment would take until then, in place of whatever the same purchase held before. Expects the locks of
-- `bloquear_existencias`, and that somebody has asked whether it can be had.
create function public.reservar(p_pago public.pagos, p_hasta timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.reservas r using public.pagos p
  where p.id = r.pago_id and r.user_id = p_pago.user_id and public.es_misma_compra(p, p_pago);
  insert into public.reservas (pago_id, user_id, producto_id, hasta)
  select p_pago.id, p_pago.user_id, p.id, p_hasta from public.productos p
  where p.id = any (public.articulos_de(p_pago)) and p.unidades is not null;
  if p_pago.cupon_id is not null then
    insert into public.reservas (pago_id, user_id, cupon_id, hasta)
    values (p_pago.id, p_pago.user_id, p_pago.cupon_id, p_hasta);
  end if;
end
$$;

-- Why a buyer may not hold more of what is limited, or null: at most five open payments, three of one thing, and not
-- the same thing again and again without ever paying.
create function public.motivo_no_reserva(p_pago public.pagos) returns text
language sql stable security definer set search_path = '' as $$
  with limitados as (
    select p.id from public.productos p where p.id = any (public.articulos_de(p_pago)) and p.unidades is not null
  ), suyas as (
    select r.* from public.reservas r join public.pagos p on p.id = r.pago_id
    where r.user_id = p_pago.user_id and r.hasta > now() and not public.es_misma_compra(p, p_pago)
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
        and p.estado in ('fallido', 'caducado') and public.es_misma_compra(p, p_pago)) >= 6));
$$;

-- A payment that ends holds nothing any more, whoever ends it.
create function public.liberar_reservas() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.reservas where pago_id = new.id;
  return null;
end
$$;
create trigger liberar_reservas after update of estado on public.pagos
  for each row when (old.estado = 'creado' and new.estado <> 'creado') execute function public.liberar_reservas();

-- The one quote (offer, Club, coupon, surcharge; integer cents, half up after each step), and who may buy what for how
-- much.

create function public.linea(p_concepto text, p_centimos integer, p_porcentaje integer default null) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'concepto', p_concepto, 'centimos', p_centimos, 'porcentaje', p_porcentaje));
$$;

-- Applies the rules to a price. Pure: what it knows is what it is given.
create function public.calcular_presupuesto(
  p_precio numeric, p_oferta numeric, p_club integer, p_cupon integer, p_recargo integer
) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_base integer := round(p_precio * 100)::integer;
  v_total integer := v_base;
  v_paso integer;
  v_lineas jsonb := jsonb_build_array(public.linea('base', v_base));
begin
  if p_oferta < p_precio then
    v_total := round(p_oferta * 100)::integer;
    v_lineas := v_lineas || public.linea('oferta', v_total - v_base, round(100 - p_oferta * 100 / p_precio)::integer);
  end if;
  if p_club > 0 and v_total > 0 then
    v_paso := v_total - public.parte_porcentual(v_total, 100 - p_club);
    v_total := v_total - v_paso;
    v_lineas := v_lineas || public.linea('club', -v_paso, p_club);
  end if;
  if p_cupon > 0 and v_total > 0 then
    v_paso := v_total - public.parte_porcentual(v_total, 100 - p_cupon);
    v_total := v_total - v_paso;
    v_lineas := v_lineas || public.linea('cupon', -v_paso, p_cupon);
  end if;
  if p_recargo > 0 and v_total > 0 then
    v_paso := public.parte_porcentual(v_total, p_recargo);
    v_total := v_total + v_paso;
    v_lineas := v_lineas || public.linea('recargo_paypal', v_paso, p_recargo);
  end if;
  return jsonb_build_object('ok', true, 'lineas', v_lineas, 'total_centimos', v_total, 'total_uncoins', v_total);
end
$$;

-- What a purchase consists of, with the part of the total that each product stands for. Parts follow the list prices
-- (equal ones when all are free); cumulative rounding makes them add up to the total, to the cent.
create function public.repartir_total(p_productos public.productos[], p_total integer) returns jsonb
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

-- Why this buyer cannot buy at all, whatever it is, or null. Nobody in particular may ask for a price.
--
-- Whoever asks for a price or begins a payment comes by here, so coupons tried out and people asked about are counted
-- here: 30 coupons in ten minutes and 20 gifts in an hour. `cotizar_compra` gives back what was no guess.
create function public.motivo_no_comprador(
  p_usuario uuid, p_destinatario uuid, p_metodo text, p_cupon text
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
  if p_cupon is not null and not public.contar_intento('cupon', p_usuario::text, 30, '10 minutes') then
    return 'demasiados_intentos';
  end if;
  if p_destinatario is null then return null; end if;
  if p_destinatario = p_usuario then return 'regalo_a_si_mismo'; end if;
  if p_metodo = 'uncoins' then return 'metodo_no_valido'; end if;
  -- The quote of a gift is for nobody in particular; only a payment has a recipient.
  if p_destinatario = '00000000-0000-0000-0000-000000000000'
    and current_setting('tienda.cotizando_regalo', true) = 'on' then return null; end if;
  if not public.contar_intento('regalo', p_usuario::text, 20, '1 hour') then return 'demasiados_intentos'; end if;
  if not exists (select from public.usuarios_meta where id = p_destinatario) then return 'destinatario_no_existe'; end if;
  return null;
end
$$;

-- The price of a purchase, with its lines, or why it cannot be bought. Everything that a delivery needs is in the answer,
-- under `interno`. What others are paying for is refused while it can be told.
create function public.presupuestar(
  p_usuario uuid, p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_motivo text := public.motivo_no_comprador(p_usuario, p_destinatario, p_metodo, p_cupon);
  v_cuenta public.usuarios_meta;
  v_tienda public.configuracion_global;
  v_productos public.productos[];
  v_producto public.productos;
  v_edicion public.ediciones;
  v_bundle public.bundles;
  v_cupon public.codigos_cupones;
  v_resultado jsonb;
  v_total integer;
  v_suyos text[] := '{}';
  v_compra public.pagos;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  if num_nonnulls(p_producto, p_bundle) <> 1 then return public.rechazo('no_existe'); end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  select * into v_tienda from public.configuracion_global where id = 1;
  v_compra.user_id := p_usuario;
  v_compra.destinatario_id := coalesce(p_destinatario, p_usuario);
  v_compra.producto_id := p_producto;
  v_compra.edicion_id := p_edicion;
  v_compra.bundle_id := p_bundle;

  if p_bundle is not null then
    select * into v_bundle from public.bundles where id = p_bundle;
    v_productos := array(
      select p from public.bundles_productos b join public.productos p on p.id = b.producto_id
      where b.bundle_id = p_bundle order by p.id);
  else
    v_productos := array(select p from public.productos p where p.id = p_producto);
  end if;
  if cardinality(v_productos) = 0 then return public.rechazo('no_existe'); end if;
  if p_edicion is not null then
    select * into v_edicion from public.ediciones where id = p_edicion and producto_id = p_producto and not retirada;
    if v_edicion.id is null then return public.rechazo('no_existe'); end if;
  end if;

  -- All or nothing: one product that cannot be had refuses the whole bundle. What the recipient has already comes
  -- with it all the same, and is named; a bundle of nothing new is refused.
  foreach v_producto in array v_productos loop
    v_motivo := case
      when public.motivo_no_venta(v_producto) is not null then public.motivo_no_venta(v_producto)
      when v_producto.unidades is not null and public.motivo_sin_unidades(v_compra, v_producto) is not null
        then public.motivo_sin_unidades(v_compra, v_producto)
      when v_producto.club_only and not coalesce(v_cuenta.club, false) then 'requiere_club'
      when v_producto.uncoins is not null and p_bundle is not null then 'no_disponible'
      when v_producto.uncoins is not null and p_destinatario is not null then 'no_regalable'
      when v_producto.uncoins is not null and p_metodo <> 'tarjeta' then 'solo_tarjeta'
    end;
    if v_motivo is not null then return public.rechazo(v_motivo); end if;
    if public.ya_lo_tiene(coalesce(p_destinatario, p_usuario), v_producto.id, p_edicion) then
      v_suyos := v_suyos || v_producto.nombre;
    end if;
  end loop;
  if cardinality(v_suyos) = cardinality(v_productos) then return public.rechazo('ya_lo_tienes'); end if;

  if p_cupon is not null then
    select * into v_cupon from public.cupon_utilizable(p_cupon, v_compra);
    if v_cupon.id is null then return public.rechazo('cupon_no_valido'); end if;
  end if;
  v_resultado := public.calcular_presupuesto(
    coalesce(v_bundle.precio, v_edicion.precio, v_producto.precio),
    case when v_bundle.id is not null then v_bundle.oferta
      when v_edicion.id is not null then v_edicion.oferta else v_producto.oferta end,
    case when v_cuenta.club and v_producto.uncoins is null then v_tienda.club_descuento_porcentaje else 0 end,
    coalesce(v_cupon.percent_discount, 0),
    case when p_metodo = 'paypal' then v_tienda.recargo_paypal_porcentaje else 0 end);
  v_total := (v_resultado ->> 'total_centimos')::integer;
  if v_total = 0 and v_cuenta.reputacion = 'mala' then return public.rechazo('gratis_no_permitido'); end if;
  if v_total > 0 and p_metodo = 'gratis' then return public.rechazo('metodo_no_valido'); end if;

  if v_edicion.id is not null then
    v_producto.reserva := v_edicion.reserva;
    v_productos := array[v_producto];
  end if;
  return v_resultado || jsonb_build_object(
    'nombre', coalesce(v_bundle.nombre, v_producto.nombre),
    'edicion', v_edicion.nombre,
    'es_reserva', v_bundle.id is null and v_producto.reserva,
    'es_recarga', v_producto.uncoins is not null,
    'ya_tienes', to_jsonb(v_suyos),
    -- Held against every offer, as the law on price reductions asks.
    'minimo_30_dias_centimos', case when v_resultado #>> '{lineas,1,concepto}' = 'oferta'
      then round(public.precio_minimo_reciente(p_producto, p_edicion, p_bundle) * 100)::integer end,
    'interno', jsonb_build_object(
      'articulos', public.repartir_total(v_productos, v_total),
      'uncoins', v_producto.uncoins,
      'cupon_id', v_cupon.id,
      'ingresos_porcentaje', v_tienda.ingresos_creador_porcentaje));
end
$$;

-- What a purchase would cost. Whether somebody else owns a thing is nobody's business, so the quote of a gift does not
-- say; beginning the payment does, before anything is paid.
create function public.cotizar_compra(
  p_producto uuid, p_edicion uuid default null, p_bundle uuid default null, p_metodo text default 'tarjeta',
  p_cupon text default null, p_destinatario uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_para uuid := p_destinatario;
  v_respuesta jsonb;
begin
  if p_destinatario is not null and v_usuario is not null and p_destinatario <> v_usuario then
    if not exists (select from public.usuarios_meta where id = p_destinatario) then
      return public.rechazo('destinatario_no_existe');
    end if;
    v_para := '00000000-0000-0000-0000-000000000000';
    perform set_config('tienda.cotizando_regalo', 'on', true);
  end if;
  v_respuesta := public.presupuestar(v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, v_para) - 'interno';
  perform set_config('tienda.cotizando_regalo', '', true);
  if p_cupon is not null and v_usuario is not null
    and coalesce(v_respuesta ->> 'error', '') not in ('cupon_no_valido', 'demasiados_intentos') then
    perform public.devolver_intento('cupon', v_usuario::text);
  end if;
  return v_respuesta;
end
$$;
grant execute on function public.cotizar_compra(uuid, uuid, uuid, text, text, uuid) to anon, authenticated;

-- From a quote to a payment that waits for its provider and holds what it would take, until it ends.

-- The same purchase at the same price, begun and left: it goes on where it was. A payment in coins is made at once:
-- the debit and the delivery are one step, and a delivery that is refused takes the debit back with it. What is limited
-- is counted under lock, so that nothing that others hold is quoted.
create function public.crear_pago(
  p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid,
  p_minecraft_name text, p_clave text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_destinatario uuid := coalesce(p_destinatario, auth.uid());
  v_presupuesto jsonb;
  v_total integer;
  v_pago public.pagos;
  v_saldo integer;
  v_entrega jsonb;
begin
  if v_usuario is null then return public.rechazo('sin_sesion'); end if;
  if p_clave is null or char_length(p_clave) not between 8 and 100 then return public.rechazo('clave_no_valida'); end if;
  -- One at a time per buyer, so that no click counts twice.
  perform pg_advisory_xact_lock(hashtextextended('comprador:' || v_usuario, 0));
  select * into v_pago from public.pagos where user_id = v_usuario and clave = p_clave;
  if found then
    if (v_pago.producto_id, v_pago.edicion_id, v_pago.bundle_id, v_pago.destinatario_id)
      is distinct from (p_producto, p_edicion, p_bundle, v_destinatario)
    then return public.rechazo('clave_usada'); end if;
    return public.describir_pago(v_pago);
  end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{5,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;
  perform public.bloquear_existencias(v_destinatario,
    (select id from public.codigos_cupones where codigo = btrim(p_cupon) and product_id = p_producto),
    array(select p_producto where p_producto is not null
      union select producto_id from public.bundles_productos where bundle_id = p_bundle));
  v_presupuesto := public.presupuestar(v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario);
  if not (v_presupuesto ->> 'ok')::boolean then return v_presupuesto; end if;
  v_total := (v_presupuesto ->> 'total_centimos')::integer;
  v_pago.id := gen_random_uuid();
  v_pago.user_id := v_usuario;
  v_pago.destinatario_id := v_destinatario;
  v_pago.producto_id := p_producto;
  v_pago.edicion_id := p_edicion;
  v_pago.bundle_id := p_bundle;
  v_pago.cupon_id := (v_presupuesto #>> '{interno,cupon_id}')::uuid;
  v_pago.presupuesto := v_presupuesto;

  if v_presupuesto #>> '{interno,uncoins}' is null and exists (
    select from public.pagos p
    where p.user_id = v_usuario and p.estado = 'creado' and p.pendiente_at is not null
      and public.es_misma_compra(p, v_pago)
  ) then
    return public.rechazo('pago_en_camino');
  end if;
  if v_total > 0 and p_metodo = 'uncoins' then
    select uncoins into v_saldo from public.usuarios_meta where id = v_usuario;
    if v_saldo < v_total then
      return public.rechazo('saldo_insuficiente') || jsonb_build_object('necesitas', v_total, 'tienes', v_saldo);
    end if;
  elsif v_total > 0 then
    if public.motivo_no_reserva(v_pago) is not null then
      return public.rechazo(public.motivo_no_reserva(v_pago));
    end if;
    select p.id into v_pago.id from public.pagos p
    where p.user_id = v_usuario and p.estado = 'creado' and p.caduca_at > now() + interval '5 minutes'
      and p.pendiente_at is null and public.es_misma_compra(p, v_pago)
      and p.metodo = p_metodo and p.minecraft_name = p_minecraft_name and p.presupuesto = v_presupuesto
    order by p.creado_at desc limit 1;
    if found then
      select * into v_pago from public.pagos where id = v_pago.id;
      perform public.reservar(v_pago, public.fin_reserva(v_pago));
      return public.describir_pago(v_pago);
    end if;
    v_pago.id := gen_random_uuid();
  end if;

  begin
    insert into public.pagos (id, user_id, destinatario_id, producto_id, edicion_id, bundle_id, cupon_id, metodo,
      proveedor, referencia, total_centimos, presupuesto, minecraft_name, clave)
    values (v_pago.id, v_usuario, v_destinatario, p_producto, p_edicion, p_bundle, v_pago.cupon_id,
      case when v_total = 0 then 'gratis' else p_metodo end,
      case when v_total = 0 then 'gratis' when p_metodo = 'tarjeta' then 'stripe' else p_metodo end,
      case when v_total = 0 or p_metodo = 'uncoins' then gen_random_uuid()::text end,
      v_total, v_presupuesto, p_minecraft_name, p_clave)
    returning * into v_pago;
    if v_pago.proveedor not in ('gratis', 'uncoins') then
      perform public.reservar(v_pago, public.fin_reserva(v_pago));
      return public.describir_pago(v_pago);
    end if;
    if v_pago.proveedor = 'uncoins' then
      insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
      values (v_usuario, -v_total, 'compra', 'compra:' || v_pago.id, v_pago.id);
    end if;
    v_entrega := public.entregar_pago(v_pago.proveedor, v_pago.referencia, v_total, 'EUR');
    if v_pago.proveedor = 'uncoins' and not (v_entrega ->> 'ok')::boolean then
      raise exception using errcode = 'UN001', message = v_entrega ->> 'error';
    end if;
    return v_entrega;
  exception
    when sqlstate 'UN001' then return public.rechazo(sqlerrm);
  end;
end
$$;
grant execute on function public.crear_pago(uuid, uuid, uuid, text, text, uuid, text, text) to authenticated;

create function public.vincular_pago(p_pago uuid, p_proveedor text, p_referencia text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  update public.pagos set referencia = p_referencia
  where id = p_pago and proveedor = p_proveedor and (referencia is null or referencia = p_referencia)
  returning * into v_pago;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado = 'creado' and v_pago.pendiente_at is null then
    update public.reservas set hasta = greatest(hasta, public.fin_reserva(v_pago))
    where pago_id = v_pago.id and hasta > now();
  end if;
  return public.describir_pago(v_pago);
end
$$;
grant execute on function public.vincular_pago(uuid, text, text) to service_role;

-- Whether a payment that its buyer has approved may be charged now: the shop takes the money itself, so this word is
-- the last one. What it says yes to is held until the charge has its answer.
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
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then
    perform public.abrir_caso('importe_no_coincide', 'importe:' || p_proveedor || ':' || p_referencia, v_pago.id,
      jsonb_build_object('proveedor', p_proveedor, 'referencia', p_referencia, 'importe', p_importe_centimos,
        'moneda', p_moneda));
    return public.rechazo('importe_no_coincide');
  end if;
  if v_pago.estado not in ('creado', 'fallido', 'caducado') then
    return public.rechazo(case when v_pago.presupuesto #>> '{interno,uncoins}' is null then 'ya_lo_tienes' else 'ya_pagado' end);
  end if;
  v_motivo := public.motivo_no_entrega(v_pago);
  if v_motivo is not null then
    update public.pagos set motivo_no_entregado = v_motivo where id = v_pago.id;
    return public.rechazo(v_motivo);
  end if;
  -- One that was closed and approved after that is open again: whoever asks later goes on from here.
  update public.pagos set estado = 'creado', motivo_no_entregado = null where id = v_pago.id;
  perform public.reservar(v_pago, now() + public.plazo_en_camino());
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.motivo_no_cobro(text, text, integer, text) to service_role;

-- The buyer has finished, and the money comes by a slow method: what it pays for is kept, for three days at most.
create function public.retener_pago(p_proveedor text, p_referencia text, p_pago uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, p_pago);
begin
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado <> 'creado' then return public.describir_pago(v_pago); end if;
  update public.pagos set referencia = coalesce(referencia, p_referencia), pendiente_at = coalesce(pendiente_at, now())
  where id = v_pago.id returning * into v_pago;
  if v_pago.pendiente_at + public.plazo_en_camino() > now() and public.motivo_no_entrega(v_pago) is null then
    perform public.reservar(v_pago, v_pago.pendiente_at + public.plazo_en_camino());
  end if;
  return public.describir_pago(v_pago);
end
$$;
grant execute on function public.retener_pago(text, text, uuid) to service_role;

-- Closes a payment that never happened. One that was paid is never demoted.
create function public.cerrar_pago(
  p_proveedor text, p_referencia text, p_estado text, p_pago uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  if p_estado is null or p_estado not in ('fallido', 'caducado') then return public.rechazo('estado_no_valido'); end if;
  select * into v_pago from public.pagos
  where proveedor = p_proveedor and (referencia = p_referencia or (referencia is null and id = p_pago))
  for no key update;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado = 'creado' then
    update public.pagos set estado = p_estado where id = v_pago.id returning * into v_pago;
  end if;
  return public.describir_pago(v_pago);
end
$$;
grant execute on function public.cerrar_pago(text, text, text, uuid) to service_role;

-- Closes payments that never reached a provider (nobody can have paid them), and forgets holds whose time is over.
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

-- Payments that wait at a provider for something that cannot be delivered any more: their pages are closed before
-- anybody pays. Only a hint; whoever pays all the same gets the money back.
create function public.pagos_sin_objeto() returns table (proveedor text, referencia text)
language sql stable security definer set search_path = '' as $$
  select p.proveedor, p.referencia from public.pagos p
  join public.usuarios_meta u on u.id = p.user_id
  left join public.ediciones e on e.id = p.edicion_id
  where p.estado = 'creado' and p.proveedor in ('stripe', 'paypal') and p.referencia is not null
    and p.pendiente_at is null
    and (u.banned_until > now() or u.reputacion = 'deshabilitado' or e.retirada or exists (
      select from public.productos x where x.id = any (public.articulos_de(p)) and public.motivo_no_venta(x) is not null))
  order by p.creado_at limit 500;
$$;
grant execute on function public.pagos_sin_objeto() to service_role;

-- From a payment to delivered goods. `entregar_pago` may be called by anyone who knows of a payment, any number of
-- times: whoever comes first delivers. What was paid for is delivered as it was quoted.
--
-- Money that came for something that cannot be delivered goes back at once, and its buyer is told why. Nothing is ever
-- sold that is not there.

-- Why a payment cannot be delivered now, or null. Locks what that rests on. The price is the quote's, whatever it is
-- now, and so is what only members of the Club could begin to buy; what was taken from the sale is not delivered.
create function public.motivo_no_entrega(p_pago public.pagos) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids uuid[] := public.articulos_de(p_pago);
  v_comprador public.usuarios_meta;
  v_producto public.productos;
  v_motivo text;
begin
  perform public.bloquear_existencias(p_pago.destinatario_id, p_pago.cupon_id, v_ids);
  if p_pago.presupuesto #>> '{interno,uncoins}' is null and not exists (
    select from unnest(v_ids) id where not public.ya_lo_tiene(p_pago.destinatario_id, id, p_pago.edicion_id)
  ) then
    return 'ya_lo_tienes';
  end if;
  select * into v_comprador from public.usuarios_meta where id = p_pago.user_id;
  if v_comprador.banned_until > now() then return 'cuenta_baneada'; end if;
  if v_comprador.reputacion = 'deshabilitado' then return 'cuenta_deshabilitada'; end if;
  if exists (select from public.ediciones where id = p_pago.edicion_id and retirada) then return 'no_disponible'; end if;
  for v_producto in select * from public.productos where id = any (v_ids) order by id loop
    v_motivo := coalesce(public.motivo_no_venta(v_producto),
      case when v_producto.unidades is not null then public.motivo_sin_unidades(p_pago, v_producto) end);
    if v_motivo is not null then return v_motivo; end if;
  end loop;
  if p_pago.cupon_id is not null
    and (select propias = 0 from public.contar_reservas(p_pago, null, p_pago.cupon_id))
    and not exists (
      select from public.cupon_utilizable((select codigo from public.codigos_cupones where id = p_pago.cupon_id), p_pago))
  then
    return 'cupon_no_valido';
  end if;
  return null;
end
$$;

-- Gives one product of a payment to its recipient, and the creator the share of it.
create function public.entregar_articulo(p_pago public.pagos, p_articulo jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid := (p_articulo ->> 'producto_id')::uuid;
  v_creador uuid := (p_articulo ->> 'usuario_id')::uuid;
  v_centimos integer := (p_articulo ->> 'centimos')::integer;
  v_ingreso integer := public.parte_porcentual(
    v_centimos, (p_pago.presupuesto #>> '{interno,ingresos_porcentaje}')::integer);
  v_adquisicion uuid;
begin
  insert into public.adquisiciones (user_id, producto_id, edicion_id, bundle_id, pago_id, regalado_por, origen,
    es_reserva, precio_pagado, minecraft_name)
  values (p_pago.destinatario_id, v_producto, p_pago.edicion_id, p_pago.bundle_id, p_pago.id,
    case when p_pago.destinatario_id <> p_pago.user_id then p_pago.user_id end,
    case when p_pago.destinatario_id <> p_pago.user_id then 'regalo'
      when p_pago.bundle_id is not null then 'bundle'
      when p_pago.total_centimos = 0 then 'gratis' else 'compra' end,
    (p_articulo ->> 'es_reserva')::boolean, v_centimos / 100.0, p_pago.minecraft_name)
  returning id into v_adquisicion;

  -- Paid goods are delivered even when the last unit went in between: a download does not run out.
  update public.productos set adquirido = adquirido + 1, stock = stock and coalesce(unidades > 1, true),
    unidades = case when unidades > 0 then unidades - 1 else unidades end
  where id = v_producto;

  if v_ingreso > 0 and v_creador not in (p_pago.user_id, p_pago.destinatario_id) then
    insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
    values (v_creador, v_ingreso, 'venta', 'venta:' || v_adquisicion, v_adquisicion);
  end if;
end
$$;

-- Orders the money of a payment back without a person asking; the provider is told by whoever carries refunds out.
create function public.ordenar_reembolso(p_pago uuid, p_motivo text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.reembolsos (pago_id, motivo, centimos, proveedor)
  select p.id, 'no_entregable: ' || p_motivo, public.reembolsable_de(p), p.proveedor
  from public.pagos p
  where p.id = p_pago and public.reembolsable_de(p) > 0
    -- One that came to nothing is for a person.
    and not exists (select from public.reembolsos where pago_id = p_pago and estado in ('rechazado', 'fallido'));
$$;

create function public.entregar_pago(
  p_proveedor text, p_referencia text, p_importe_centimos integer, p_moneda text, p_pago uuid default null,
  p_confirmado_at timestamptz default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, p_pago);
  v_datos jsonb := jsonb_build_object(
    'proveedor', p_proveedor, 'referencia', p_referencia, 'importe', p_importe_centimos, 'moneda', p_moneda);
  v_uncoins integer := (v_pago.presupuesto #>> '{interno,uncoins}')::integer;
  v_motivo text;
begin
  if p_referencia is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.id is null then
    perform public.abrir_caso('pago_desconocido', 'desconocido:' || p_proveedor || ':' || p_referencia, null, v_datos);
    return public.rechazo('pago_no_existe');
  end if;
  if v_pago.estado in ('pagado', 'entregado', 'reembolsado', 'en_disputa') and v_pago.referencia <> p_referencia then
    perform public.abrir_caso('pagado_dos_veces', 'doble:' || p_proveedor || ':' || p_referencia, v_pago.id, v_datos);
    return public.rechazo('ya_pagado');
  end if;
  if v_pago.estado in ('entregado', 'reembolsado', 'en_disputa') then return public.describir_pago(v_pago); end if;
  if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then
    perform public.abrir_caso('importe_no_coincide', 'importe:' || p_proveedor || ':' || p_referencia, v_pago.id, v_datos);
    return public.rechazo('importe_no_coincide');
  end if;

  -- Once its money is on the way back, nothing is delivered for it any more.
  v_motivo := coalesce(case when v_pago.estado = 'pagado' then v_pago.motivo_no_entregado end,
    public.motivo_no_entrega(v_pago));
  if v_motivo is not null and p_proveedor in ('gratis', 'uncoins') then
    -- Nobody has paid with money: a free claim ends here, and coins go back with the whole step.
    update public.pagos set estado = 'fallido' where id = v_pago.id;
    return public.rechazo(v_motivo);
  end if;
  update public.pagos set estado = 'pagado', referencia = p_referencia, pagado_at = coalesce(pagado_at, now()),
    confirmado_at = coalesce(confirmado_at, p_confirmado_at, now()), motivo_no_entregado = v_motivo
  where id = v_pago.id returning * into v_pago;
  if v_motivo is not null then
    if v_motivo = 'ya_lo_tienes' then
      perform public.abrir_caso('pagado_dos_veces', 'duplicado:' || v_pago.id, v_pago.id, v_datos);
    end if;
    perform public.ordenar_reembolso(v_pago.id, v_motivo);
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('no_entregado:' || v_pago.id, v_pago.user_id, 'no_entregado',
      jsonb_build_object('pago_id', v_pago.id, 'motivo', v_motivo))
    on conflict (clave) do nothing;
    if v_motivo = 'ya_lo_tienes' then return public.rechazo(v_motivo); end if;
    return public.rechazo('no_entregable') || jsonb_build_object('motivo', v_motivo);
  end if;

  -- Whatever else the same purchase has open holds nothing for it any more.
  delete from public.reservas r using public.pagos p
  where p.id = r.pago_id and r.user_id = v_pago.user_id and public.es_misma_compra(p, v_pago);
  if v_uncoins is not null then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (v_pago.destinatario_id, v_uncoins, 'recarga', 'recarga:' || v_pago.id, v_pago.id);
  else
    perform public.entregar_articulo(v_pago, a)
    from jsonb_array_elements(v_pago.presupuesto #> '{interno,articulos}') a;
  end if;
  if v_pago.total_centimos >= 100 then
    insert into public.logros_usuario (user_id, logro) values (v_pago.user_id, 'primera_compra') on conflict do nothing;
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('recibo:' || v_pago.id, v_pago.user_id, 'recibo', jsonb_build_object('pago_id', v_pago.id));
  if v_pago.destinatario_id <> v_pago.user_id then
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('regalo:' || v_pago.id, v_pago.destinatario_id, 'regalo', jsonb_build_object('pago_id', v_pago.id));
  end if;
  update public.casos_admin set resuelto = true where clave = 'sin_aclarar:' || v_pago.id;
  update public.pagos set estado = 'entregado', entregado_at = now() where id = v_pago.id returning * into v_pago;
  return public.describir_pago(v_pago) || jsonb_build_object('entregado_ahora', true);
end
$$;
grant execute on function public.entregar_pago(text, text, integer, text, uuid, timestamptz) to service_role;

-- What goes back, by the provider's own ids: every refund and every dispute is a row that says how it stands there now.
-- What a payment is worth follows from these rows alone, in whatever order and however often they were heard of.

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
comment on column public.reembolsos.referencia is 'the provider''s id of the refund, or resto:<payment> for one that is known by its effect only';
create index reembolsos_pedido_por_idx on public.reembolsos (pedido_por);
create index reembolsos_pendientes_idx on public.reembolsos (created_at) where estado = 'pedido';
create index reembolsos_pago_id_idx on public.reembolsos (pago_id, created_at);
create index reembolsos_en_camino_idx on public.reembolsos (pago_id) where estado = 'pendiente';
create index reembolsos_hechos_idx on public.reembolsos (hecho_at) where estado = 'hecho';

alter table public.reembolsos enable row level security;
grant select on public.reembolsos to authenticated, service_role;
create policy reembolsos_select on public.reembolsos for select to authenticated
  using ((select public.es_admin())
    or exists (select from public.pagos p where p.id = pago_id and p.user_id = (select auth.uid())));
create policy reembolsos_segundo_paso on public.reembolsos as restrictive for select to authenticated
  using ((select public.sesion_completa()));

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
  -- How far the provider's own story of it has gone: an older reading never replaces a newer one.
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (proveedor, referencia)
);
create index disputas_pago_id_idx on public.disputas (pago_id);

alter table public.disputas enable row level security;
grant select on public.disputas to authenticated, service_role;
create policy disputas_select on public.disputas for select to authenticated
  using ((select public.es_admin())
    or exists (select from public.pagos p where p.id = pago_id and p.user_id = (select auth.uid())));
create policy disputas_segundo_paso on public.disputas as restrictive for select to authenticated
  using ((select public.sesion_completa()));

-- Cents that are gone for good. Where PayPal decides for the buyer the money goes as a refund of its own: what went
-- back since the dispute was opened is part of what it cost.
create function public.devuelto_de(p_pago public.pagos) returns integer
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

-- Whether somebody holds the money for now. A dispute that ended without a word holds it until a later one decides.
create function public.retenido_por_disputa(p_pago uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.disputas d where d.pago_id = p_pago and (d.fase = 'abierta' or (d.fase = 'sin_decidir'
      and not exists (select from public.disputas o where o.pago_id = p_pago and o.abierta_at > d.abierta_at)))
  );
$$;

-- Cents of a payment that may still be given back: not what went, and not what is on its way.
create function public.reembolsable_de(p_pago public.pagos) returns integer
language sql stable security definer set search_path = '' as $$
  select greatest(0, p_pago.total_centimos - public.devuelto_de(p_pago) - coalesce((
    select sum(centimos) from public.reembolsos where pago_id = p_pago.id and estado in ('pedido', 'pendiente')), 0))::integer;
$$;

create function public.describir_reembolso(p_reembolso public.reembolsos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'reembolso_id', p_reembolso.id, 'pago_id', p.id, 'estado', p_reembolso.estado,
    'proveedor', p.proveedor, 'referencia', p.referencia, 'centimos', p_reembolso.centimos,
    'total_centimos', p.total_centimos)
  from public.pagos p where p.id = p_reembolso.pago_id;
$$;

-- Tells the buyer what went back, once, and that it came to nothing if they were told that it went.
create function public.avisar_reembolso(p_reembolso public.reembolsos) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'reembolso:' || p_reembolso.id || case when p_reembolso.estado = 'fallido' then ':fallido' else '' end,
    p.user_id, 'reembolso', jsonb_build_object('pago_id', p.id, 'nombre', p.presupuesto ->> 'nombre',
      'estado', p_reembolso.estado, 'centimos', p_reembolso.centimos, 'metodo', p.metodo,
      'entero', public.devuelto_de(p) >= p.total_centimos, 'motivo', p_reembolso.motivo)
  from public.pagos p
  where p.id = p_reembolso.pago_id
    -- What the shop gives back by itself it has explained in a mail of its own.
    and coalesce(p_reembolso.motivo, '') not like 'no_entregable: %' and (p_reembolso.estado = 'hecho' or (p_reembolso.estado = 'fallido'
    and exists (select from public.correos where clave = 'reembolso:' || p_reembolso.id)))
  on conflict (clave) do nothing;
$$;

-- Money of a payment is ordered back: all that is left, or `p_centimos` of it. The provider is told afterwards; coins
-- go back at once. The same `p_clave` is the same order, however often it is sent.
create function public.pedir_reembolso_parcial(p_pago uuid, p_motivo text, p_centimos integer, p_clave text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_reembolso public.reembolsos;
  v_queda integer;
begin
  if not public.es_admin() and coalesce(auth.role(), '') <> 'service_role' then return public.rechazo('sin_permiso'); end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return public.rechazo('motivo_no_valido');
  end if;
  if p_clave is not null and char_length(p_clave) not between 8 and 100 then return public.rechazo('clave_no_valida'); end if;
  select * into v_pago from public.pagos where id = p_pago for no key update;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if p_clave is not null then
    select * into v_reembolso from public.reembolsos where clave = p_clave;
    if v_reembolso.pago_id <> p_pago or v_reembolso.centimos <> p_centimos then return public.rechazo('clave_usada'); end if;
    if found then return public.describir_reembolso(v_reembolso); end if;
  end if;
  if v_pago.estado = 'reembolsado' then return public.rechazo('ya_reembolsado'); end if;
  if v_pago.estado not in ('pagado', 'entregado') or v_pago.total_centimos = 0 then
    return public.rechazo('no_reembolsable');
  end if;
  v_queda := public.reembolsable_de(v_pago);
  if v_queda = 0 then return public.rechazo('ya_pedido'); end if;
  if p_centimos is not null and (p_centimos <= 0 or p_centimos > v_queda) then
    return public.rechazo('importe_no_valido') || jsonb_build_object('queda_centimos', v_queda);
  end if;
  insert into public.reembolsos (pago_id, pedido_por, motivo, centimos, clave, proveedor)
  values (p_pago, auth.uid(), btrim(p_motivo), coalesce(p_centimos, v_queda), p_clave, v_pago.proveedor)
  returning * into v_reembolso;
  if v_pago.proveedor = 'uncoins' then
    update public.reembolsos set estado = 'hecho', hecho_at = now(), referencia = id::text
    where id = v_reembolso.id returning * into v_reembolso;
    perform public.avisar_reembolso(v_reembolso);
    perform public.recomponer_pago(v_pago);
  end if;
  return public.describir_reembolso(v_reembolso);
end
$$;
grant execute on function public.pedir_reembolso_parcial(uuid, text, integer, text) to authenticated, service_role;

-- All that is left of a payment. Asked again before the provider has answered, it is the same order.
create function public.pedir_reembolso(p_pago uuid, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_respuesta jsonb;
  v_reembolso public.reembolsos;
begin
  if not public.es_admin() and coalesce(auth.role(), '') <> 'service_role' then return public.rechazo('sin_permiso'); end if;
  v_respuesta := public.pedir_reembolso_parcial(p_pago, p_motivo, null, null);
  if v_respuesta ->> 'error' is distinct from 'ya_pedido' then return v_respuesta; end if;
  select * into v_reembolso from public.reembolsos where pago_id = p_pago and estado = 'pedido'
  order by created_at desc limit 1;
  return case when v_reembolso.id is null then v_respuesta else public.describir_reembolso(v_reembolso) end;
end
$$;
grant execute on function public.pedir_reembolso(uuid, text) to authenticated, service_role;

-- What the provider refused, in its own words for the admin. Where nobody waits for the answer it is a case.
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

-- The log also keeps the refunds that admins ask for.
create function public.anotar_reembolso() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.anotar('pedir_reembolso', 'pago', new.pago_id::text, null,
    jsonb_build_object('reembolso', new.id), new.motivo);
  return null;
end
$$;
create trigger anotar_reembolso after insert or update of pedido_por, motivo on public.reembolsos
  for each row when (new.estado = 'pedido' and new.pedido_por is not null) execute function public.anotar_reembolso();

-- After the sale: a refund or a dispute takes back what a payment gave, a dispute that was won gives it back. From the
-- rows of refunds and disputes to what they mean: the payment's state, the licences, the coins, the creators' shares and
-- the credit notes. Each step books what is missing to where the payment stands, so that it may be repeated.

-- The creators' shares of a payment of which `p_queda` cents stand: in proportion, all of it for all, nothing for nothing.
create function public.ajustar_ingresos(p_pago public.pagos, p_queda integer) returns void
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
    case when meta > saldo then 'devuelta:' else 'reembolso:' end || id || ':' || pasos, id
  from metas where meta <> saldo
  on conflict (clave) do nothing;
$$;

-- The coins that a payment credited, in proportion. Coins that are spent already cannot be taken: an admin is told.
create function public.ajustar_recarga(p_pago public.pagos, p_queda integer) returns void
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
    perform public.abrir_caso('uncoins_gastados', 'uncoins:' || p_pago.id, p_pago.id,
      jsonb_build_object('faltan', -v_falta - v_saldo));
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

-- The coins that a purchase was paid with go back to whoever paid, as far as they were given back.
create function public.devolver_uncoins(p_pago public.pagos, p_devuelto integer) returns void
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

-- What a delivered payment gave, to where it stands: `p_queda` of its cents.
create function public.ajustar_pago(p_pago public.pagos, p_devuelto integer, p_queda integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_pago.proveedor = 'uncoins' then perform public.devolver_uncoins(p_pago, p_devuelto); end if;
  if p_pago.entregado_at is null then return; end if;
  perform public.ajustar_recarga(p_pago, p_queda);
  perform public.ajustar_ingresos(p_pago, p_queda);
  perform public.rectificar_factura(p_pago, p_devuelto);
end
$$;

-- Brings a payment, whose row is locked, to where its refunds and disputes say that it stands.
create function public.recomponer_pago(p_pago public.pagos) returns public.pagos
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := p_pago;
  v_devuelto integer := public.devuelto_de(p_pago);
  v_estado text := case
    when v_devuelto >= p_pago.total_centimos and (
      exists (select from public.reembolsos where pago_id = p_pago.id and estado = 'hecho')
      or exists (select from public.disputas where pago_id = p_pago.id and fase = 'perdida')) then 'reembolsado'
    when public.retenido_por_disputa(p_pago.id) then 'en_disputa' end;
begin
  if v_estado is not null then
    if v_pago.estado <> v_estado then
      update public.pagos set estado = v_estado, revertido_at = now() where id = v_pago.id returning * into v_pago;
    end if;
    update public.adquisiciones set revocada_at = coalesce(revocada_at, now()), revocada_motivo = v_estado
    where pago_id = v_pago.id
      and (revocada_at is null or (revocada_motivo in ('en_disputa', 'reembolsado') and revocada_motivo <> v_estado));
    if v_estado = 'reembolsado' then
      update public.casos_admin set resuelto = true
      where pago_id = v_pago.id and not resuelto and tipo in ('pagado_dos_veces', 'sin_aclarar') and clave not like 'doble:%';
    end if;
  elsif v_pago.estado in ('reembolsado', 'en_disputa') then
    if v_pago.entregado_at is null then
      -- Taken back before it was delivered: it goes the ordinary way now.
      update public.pagos set estado = 'pagado', revertido_at = null where id = v_pago.id;
      perform public.entregar_pago(v_pago.proveedor, v_pago.referencia, v_pago.total_centimos, v_pago.moneda);
      select * into v_pago from public.pagos where id = v_pago.id;
      return v_pago;
    end if;
    perform 1 from public.usuarios_meta where id = v_pago.destinatario_id for no key update;
    update public.pagos set estado = 'entregado', revertido_at = null where id = v_pago.id returning * into v_pago;
    -- Everything as it was delivered, unless the product came by another way since.
    update public.adquisiciones a set revocada_at = null, revocada_motivo = null
    where pago_id = v_pago.id and revocada_motivo in ('en_disputa', 'reembolsado')
      and (bundle_id is not null or not exists (
        select from public.adquisiciones otra
        where otra.user_id = a.user_id and otra.producto_id = a.producto_id and otra.origen = a.origen
          and otra.edicion_id is not distinct from a.edicion_id and otra.revocada_at is null and otra.bundle_id is null));
  end if;
  perform public.ajustar_pago(v_pago, v_devuelto,
    case when v_estado is null then v_pago.total_centimos - v_devuelto else 0 end);
  return v_pago;
end
$$;

-- What went back before the delivery was heard of is counted with it.
create function public.recomponer_entrega() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_devuelto integer := public.devuelto_de(new);
begin
  if v_devuelto > 0 then perform public.ajustar_pago(new, v_devuelto, new.total_centimos - v_devuelto); end if;
  return new;
end
$$;
create trigger recomponer_entrega after update of estado on public.pagos
  for each row when (new.estado = 'entregado' and old.estado = 'pagado') execute function public.recomponer_entrega();

-- The news of what went back. A reading of a provider is taken in as far as it is newer than what is known: the same
-- rows result whatever order readings come in.

-- How far a refund has gone: a reading never takes it back.
create function public.rango_reembolso(p_estado text) returns integer
language sql immutable set search_path = '' as $$
  select case p_estado when 'pendiente' then 1 when 'hecho' then 2 when 'fallido' then 3 else 0 end;
$$;

create function public.rango_disputa(p_fase text) returns integer
language sql immutable set search_path = '' as $$
  select case p_fase when 'consulta' then 1 when 'abierta' then 2 when 'sin_decidir' then 3 when 'perdida' then 4 else 5 end;
$$;

create function public.anotar_hecho_reembolso(p_pago public.pagos, p_hecho jsonb) returns void
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
    -- The refund that this shop asked for; or one that was known by its effect only and has a name now.
    select * into v_fila from public.reembolsos
    where pago_id = p_pago.id and ((id = (p_hecho ->> 'propio')::uuid and referencia is null)
      or referencia = 'resto:' || p_pago.id)
    order by (id = (p_hecho ->> 'propio')::uuid) desc nulls last limit 1;
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
      and public.rango_reembolso(v_estado) <= public.rango_reembolso(v_fila.estado) then return;
    end if;
    update public.reembolsos set estado = v_estado, centimos = v_centimos, proveedor = p_pago.proveedor,
      referencia = p_hecho ->> 'referencia', error = left(p_hecho ->> 'error', 500),
      proveedor_at = (p_hecho ->> 'creado_at')::timestamptz,
      hecho_at = case when v_estado = 'hecho' then now() else hecho_at end,
      fallido_at = case when v_estado = 'fallido' then now() end
    where id = v_fila.id returning * into v_fila;
  end if;
  perform public.avisar_reembolso(v_fila);
  if v_estado = 'fallido' then
    perform public.abrir_caso('reembolso_fallido', 'reembolso_fallido:' || v_fila.id, p_pago.id,
      jsonb_strip_nulls(jsonb_build_object('reembolso', v_fila.referencia, 'centimos', v_centimos, 'error', v_fila.error)));
  end if;
end
$$;

create function public.anotar_hecho_disputa(p_pago public.pagos, p_hecho jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_fila public.disputas;
  v_clave text := p_pago.proveedor || ':' || (p_hecho ->> 'referencia');
begin
  select * into v_fila from public.disputas where proveedor = p_pago.proveedor and referencia = p_hecho ->> 'referencia';
  if v_fila.id is not null and (v_fila.pago_id <> p_pago.id
    or (v_fila.version, public.rango_disputa(v_fila.fase))
      >= ((p_hecho ->> 'version')::bigint, public.rango_disputa(p_hecho ->> 'fase'))) then return;
  end if;
  if v_fila.id is null then
    select * into v_fila from public.disputas where pago_id = p_pago.id and referencia = 'resto:' || p_pago.id;
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
  -- A question of the buyer takes nothing away, and a dispute that is decided waits for nobody.
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

-- Takes in how the refunds and disputes of a payment stand at its provider: `{"reembolsos": […], "disputas": […]}`.
-- What is not in it is left as it was.
create function public.anotar_reversiones(p_proveedor text, p_referencia text, p_hechos jsonb, p_pago uuid default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, p_pago);
  v_hechos jsonb := public.leer_json(p_hechos);
begin
  -- Another charge for the same payment is not this one: that is a case of its own.
  if v_pago.id is null or v_pago.referencia <> p_referencia then return public.rechazo('pago_no_existe'); end if;
  if v_pago.referencia is null then
    update public.pagos set referencia = p_referencia where id = v_pago.id returning * into v_pago;
  end if;
  perform public.anotar_hecho_disputa(v_pago, h)
  from jsonb_array_elements(coalesce(v_hechos -> 'disputas', '[]')) h order by h ->> 'referencia';
  perform public.anotar_hecho_reembolso(v_pago, h)
  from jsonb_array_elements(coalesce(v_hechos -> 'reembolsos', '[]')) h order by h ->> 'referencia';
  return public.describir_pago(public.recomponer_pago(v_pago));
end
$$;
grant execute on function public.anotar_reversiones(text, text, jsonb, uuid) to service_role;

-- All of a payment was taken back, or is held, as far as that is known without the provider's ids.
create function public.revertir_pago(p_proveedor text, p_referencia text, p_estado text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, null);
  v_ids uuid[];
begin
  if p_estado is null or p_estado not in ('reembolsado', 'en_disputa') then
    return public.rechazo('estado_no_valido');
  end if;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado in (p_estado, 'reembolsado') then return public.describir_pago(v_pago); end if;
  if p_estado = 'en_disputa' then
    insert into public.disputas as d (pago_id, proveedor, referencia, fase, centimos, abierta_at)
    values (v_pago.id, v_pago.proveedor, 'resto:' || v_pago.id, 'abierta', v_pago.total_centimos, now())
    on conflict (proveedor, referencia) do update set fase = 'abierta', version = d.version + 1;
  else
    with hechos as (
      update public.reembolsos set estado = 'hecho', hecho_at = now(), error = null, proveedor = v_pago.proveedor,
        referencia = coalesce(referencia, 'resto:' || id)
      where pago_id = v_pago.id and estado in ('pedido', 'pendiente') returning id
    )
    select array_agg(id) into v_ids from hechos;
    insert into public.reembolsos (pago_id, estado, centimos, proveedor, referencia, hecho_at)
    select v_pago.id, 'hecho', v_pago.total_centimos - public.devuelto_de(v_pago), v_pago.proveedor, 'resto:' || v_pago.id, now()
    where v_ids is null or public.devuelto_de(v_pago) < v_pago.total_centimos
    on conflict (proveedor, referencia) do update set estado = 'hecho', centimos = v_pago.total_centimos;
    perform public.avisar_reembolso(r) from public.reembolsos r where r.pago_id = v_pago.id and r.estado = 'hecho';
  end if;
  return public.describir_pago(public.recomponer_pago(v_pago));
end
$$;
grant execute on function public.revertir_pago(text, text, text) to service_role;

-- What was held is free again.
create function public.restituir_pago(p_proveedor text, p_referencia text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, null);
begin
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  update public.disputas set fase = 'ganada', version = version + 1
  where pago_id = v_pago.id and fase in ('abierta', 'sin_decidir');
  return public.describir_pago(public.recomponer_pago(v_pago));
end
$$;
grant execute on function public.restituir_pago(text, text) to service_role;

-- When the shop last asked the provider what has gone back, for payments whose news may be lost.
create table public.revisiones_pago (
  pago_id uuid primary key references public.pagos (id) on delete cascade,
  revisado_at timestamptz not null default now()
);

alter table public.revisiones_pago enable row level security;

-- Payments whose provider is asked what has gone back, because its news may be lost: those of three days always, older
-- ones once a day for as long as the provider gives money back.
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

-- Club subscriptions. The provider's state is written down by `aplicar_suscripcion` alone; whether somebody is a
-- member follows from what was paid, in `ajustar_club` alone.

create table public.suscripciones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  proveedor text not null default 'stripe' check (proveedor = 'stripe'),
  referencia text not null,
  plan text not null check (plan in ('monthly', 'yearly')),
  estado text not null check (estado in ('activa', 'impagada', 'cancelada_al_final', 'terminada')),
  periodo_inicio timestamptz not null,
  periodo_fin timestamptz not null,
  -- The end of what was paid: the provider opens the next period before its money has come.
  pagado_hasta timestamptz not null,
  -- When the provider was in this state: an older one never overrides it.
  visto_at timestamptz not null,
  created_at timestamptz not null default now(),
  terminada_at timestamptz,
  -- When the charges were read at the provider.
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
  using (user_id = (select auth.uid()) or (select public.es_admin()));
create policy suscripciones_segundo_paso on public.suscripciones as restrictive for select to authenticated
  using ((select public.sesion_completa()));

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
  using ((select public.es_admin()));
create policy suscripciones_historial_segundo_paso on public.suscripciones_historial as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.suscripciones_historial
  for each statement execute function public.prohibir_cambio();

-- Writes down a subscription and its charges as the provider had them at `p_visto_at`. What ended never comes back;
-- what is older than what is known changes nothing. A charge is written down whatever the subscription is.
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
  if p_plan is null or p_plan not in ('monthly', 'yearly') then return public.rechazo('plan_no_valido'); end if;
  if p_estado is null or p_estado not in ('activa', 'impagada', 'cancelada_al_final', 'terminada') then
    return public.rechazo('estado_no_valido');
  end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario for no key update;
  if v_cuenta.id is null then return public.rechazo('usuario_no_existe'); end if;

  select * into v_antes from public.suscripciones
  where proveedor = 'stripe' and referencia = p_referencia for no key update;
  if v_antes.user_id <> p_usuario then
    perform public.abrir_caso('suscripcion_ajena', 'suscripcion:' || p_referencia, null,
      jsonb_build_object('usuario', p_usuario, 'duenio', v_antes.user_id));
    return public.rechazo('suscripcion_ajena');
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
  perform public.anotar_cargos_club(v_ahora, p_cargos, p_visto_at);
  update public.suscripciones set pagado_hasta = public.fin_de_lo_pagado(v_ahora), cargos_vistos_at = p_visto_at
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
  -- Two pages were paid: the one that was there first stays, the other one ends and its money goes back.
  if p_estado <> 'terminada' and v_antes.id is null and exists (
    select from public.suscripciones
    where user_id = p_usuario and id <> v_ahora.id and estado <> 'terminada' and pagado_hasta > now()
  ) then
    perform public.abrir_caso('club_pagado_dos_veces', 'club_doble:' || p_referencia, null,
      jsonb_build_object('usuario', p_usuario, 'referencia', p_referencia));
    perform public.pedir_cancelacion_club(v_ahora.id, 'ahora', 'duplicada', true);
  end if;
  perform public.ajustar_club(p_usuario);
  perform public.revisar_cancelaciones_club(p_usuario);
  return jsonb_build_object('ok', true, 'aplicada', not v_vieja, 'estado', v_ahora.estado,
    'por_cancelar', exists (
      select from public.cancelaciones_club c join public.suscripciones s on s.id = c.suscripcion_id
      where s.user_id = p_usuario and c.estado = 'pendiente' and c.intentos = 0));
end
$$;
grant execute on function public.aplicar_suscripcion(uuid, text, text, text, timestamptz, timestamptz, timestamptz, jsonb)
  to service_role;

-- Makes the account follow what was paid: membership, licences that came with it, coins, mails. Locks the account.
create function public.ajustar_club(p_usuario uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_vigente public.suscripciones;
  v_ultima public.suscripciones;
begin
  select * into v_cuenta from public.usuarios_meta where id = p_usuario for no key update;
  select * into v_vigente from public.suscripciones
  where user_id = p_usuario and estado <> 'terminada' and pagado_hasta > now()
  order by pagado_hasta desc, id limit 1;

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
  where a.user_id = p_usuario and a.origen = 'club' and a.revocada_motivo = 'fin_club'
    and not exists (
      select from public.adquisiciones b where b.user_id = p_usuario and b.producto_id = a.producto_id
        and b.edicion_id is not distinct from a.edicion_id and b.origen = 'club' and b.revocada_at is null);
  perform public.conceder_uncoins_club(p_usuario);
end
$$;

-- Ends the memberships whose paid time is over. The provider was asked before about those that renew; the ones that it
-- did not answer about are left out by their references.
create function public.terminar_clubs_vencidos(p_sin_respuesta text[] default '{}') returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
  v_terminados integer := 0;
begin
  for v_usuario in
    select distinct s.user_id from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
    where s.pagado_hasta <= now() and (s.estado = 'terminada' or s.referencia <> all (p_sin_respuesta))
      and (s.estado = 'cancelada_al_final' or (u.club and s.referencia = u.subscription_id))
    order by s.user_id
  loop
    perform 1 from public.usuarios_meta where id = v_usuario for no key update;
    with terminadas as (
      update public.suscripciones set estado = 'terminada', visto_at = greatest(visto_at, pagado_hasta),
        terminada_at = coalesce(terminada_at, pagado_hasta)
      where user_id = v_usuario and estado = 'cancelada_al_final' and pagado_hasta <= now()
        and referencia <> all (p_sin_respuesta)
      returning *
    )
    insert into public.suscripciones_historial (suscripcion_id, estado, periodo_inicio, periodo_fin, visto_at)
    select id, estado, periodo_inicio, periodo_fin, visto_at from terminadas;
    perform public.ajustar_club(v_usuario);
    v_terminados := v_terminados + 1;
  end loop;
  return v_terminados;
end
$$;
grant execute on function public.terminar_clubs_vencidos(text[]) to service_role;

-- The subscriptions that the provider is to be asked about: what was paid is over, or their charges were never read.
create function public.clubs_por_mirar() returns table (referencia text)
language sql stable security definer set search_path = '' as $$
  select s.referencia from public.suscripciones s
  where (s.estado <> 'terminada' and s.pagado_hasta <= now()) or s.cargos_vistos_at is null
  order by s.pagado_hasta;
$$;
grant execute on function public.clubs_por_mirar() to service_role;

-- What ends with the Club: the products that come with it alone, and what each costs a member to keep.
create function public.fin_de_club() returns table (producto_id uuid, slug text, nombre text, nombre_en text, centimos integer)
language sql stable security definer set search_path = '' as $$
  select p.id, p.slug, p.nombre, p.nombre_en,
    (public.calcular_presupuesto(p.precio, p.oferta, t.club_descuento_porcentaje, 0, 0) ->> 'total_centimos')::integer
  from public.adquisiciones a join public.productos p on p.id = a.producto_id
    cross join public.configuracion_global t
  where a.user_id = public.persona_completa() and a.origen = 'club' and a.revocada_at is null
    and not public.ya_lo_tiene(public.persona_completa(), p.id, null)
  order by p.nombre;
$$;
grant execute on function public.fin_de_club() to authenticated;

-- What a member gets without paying. It is a licence for the time of the membership.
create function public.reclamar_con_club(p_producto uuid, p_minecraft_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_producto public.productos;
  v_pedido public.adquisiciones;
begin
  select * into v_cuenta from public.usuarios_meta where id = auth.uid() for no key update;
  if v_cuenta.id is null then return public.rechazo('sin_sesion'); end if;
  if v_cuenta.banned_until > now() then return public.rechazo('cuenta_baneada'); end if;
  if v_cuenta.reputacion = 'deshabilitado' then return public.rechazo('cuenta_deshabilitada'); end if;
  if v_cuenta.reputacion = 'mala' then return public.rechazo('gratis_no_permitido'); end if;
  if not v_cuenta.club then return public.rechazo('requiere_club'); end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{3,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;

  select * into v_producto from public.productos where id = p_producto for no key update;
  select * into v_pedido from public.adquisiciones
  where user_id = v_cuenta.id and producto_id = p_producto and edicion_id is null and revocada_at is null
  order by (origen = 'club'), created_at limit 1;
  if v_pedido.origen = 'club' then
    return jsonb_build_object('ok', true, 'pedido', v_pedido.id, 'reclamado_ahora', false);
  end if;
  if v_pedido.id is not null then return public.rechazo('ya_lo_tienes'); end if;
  if public.motivo_no_venta(v_producto) is not null then
    return public.rechazo(public.motivo_no_venta(v_producto));
  end if;
  if not v_producto.club_only or v_producto.uncoins is not null then return public.rechazo('no_disponible'); end if;

  insert into public.adquisiciones (user_id, producto_id, origen, es_reserva, precio_pagado, minecraft_name)
  values (v_cuenta.id, p_producto, 'club', v_producto.reserva, 0, p_minecraft_name) returning * into v_pedido;
  update public.productos set adquirido = adquirido + 1 where id = p_producto;
  return jsonb_build_object('ok', true, 'pedido', v_pedido.id, 'reclamado_ahora', true);
end
$$;
grant execute on function public.reclamar_con_club(uuid, text) to authenticated;

-- Every charge of the Club is a row of the books, under the number of the provider's invoice. What a member has, the
-- time and the coins, follows from the charges that stand, and from nothing else.

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
  -- What went back: refunds, and disputes that were lost.
  devuelto_centimos integer not null default 0 check (devuelto_centimos between 0 and centimos),
  perdido boolean not null default false,
  pagado_at timestamptz,
  -- When the provider had it so: an older answer never overrides it.
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
  using (user_id = (select auth.uid()) or (select public.es_admin()));
create policy cargos_club_segundo_paso on public.cargos_club as restrictive for select to authenticated
  using ((select public.sesion_completa()));

-- The end of what was paid: of the charges that stand, but never beyond the end of the subscription.
create function public.fin_de_lo_pagado(p_suscripcion public.suscripciones) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    coalesce(max(c.periodo_fin) filter (where c.estado in ('pagado', 'parcial')),
      least(p_suscripcion.periodo_inicio, min(c.periodo_inicio))),
    p_suscripcion.terminada_at)
  from public.cargos_club c where c.suscripcion_id = p_suscripcion.id;
$$;

-- The tax within a price that includes it.
create function public.iva_incluido(p_centimos integer) returns integer
language sql stable security definer set search_path = '' as $$
  select p_centimos - round(p_centimos * 100.0 / (100 + iva_porcentaje))::integer
  from public.configuracion_global where id = 1;
$$;

-- Writes down charges as the provider had them at `p_visto_at`, with their invoices and credit notes, and what follows
-- for the coins. The caller holds the member's row.
create function public.anotar_cargos_club(p_suscripcion public.suscripciones, p_cargos jsonb, p_visto_at timestamptz)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_dato record;
  v_antes public.cargos_club;
  v_ahora public.cargos_club;
begin
  for v_dato in
    select * from jsonb_to_recordset(public.leer_json(p_cargos)) as x(
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
      v_dato.desde, v_dato.hasta, v_dato.centimos, public.iva_incluido(v_dato.centimos), v_dato.estado,
      v_dato.devuelto_centimos, v_dato.perdido, v_dato.pagado_at, p_visto_at)
    on conflict (factura_proveedor) do update set intento = excluded.intento, cargo = excluded.cargo,
      periodo_inicio = excluded.periodo_inicio, periodo_fin = excluded.periodo_fin, estado = excluded.estado,
      devuelto_centimos = excluded.devuelto_centimos, perdido = excluded.perdido,
      pagado_at = coalesce(c.pagado_at, excluded.pagado_at), visto_at = excluded.visto_at,
      -- A price that was tried and failed may change before it is paid; one that was paid is invoiced and stays.
      centimos = case when c.estado = 'fallido' then excluded.centimos else c.centimos end,
      iva_centimos = case when c.estado = 'fallido' then excluded.iva_centimos else c.iva_centimos end
    returning * into v_ahora;
    if v_ahora.estado = 'fallido' then continue; end if;
    perform public.escribir_factura_club(v_ahora);
    perform public.ajustar_uncoins_club(v_ahora);
    perform public.avisar_de_cargo_club(v_antes, v_ahora);
  end loop;
  -- All invoices come before the first credit note: whoever takes numbers of both series takes them in this order.
  for v_ahora in
    select * from public.cargos_club where suscripcion_id = p_suscripcion.id and estado <> 'fallido' order by id
  loop
    perform public.rectificar_factura_club(v_ahora);
  end loop;
end
$$;

-- What a person must look at: money that went back, is fought for, or did not go back after all. What the shop gives
-- back itself because it was paid twice has its own case.
create function public.avisar_de_cargo_club(p_antes public.cargos_club, p_ahora public.cargos_club) returns void
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

-- The invoices of a subscription that the provider need not be asked about again.
create function public.cargos_club_asentados(p_referencia text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(c.factura_proveedor), '[]')
  from public.cargos_club c join public.suscripciones s on s.id = c.suscripcion_id
  where s.referencia = p_referencia and c.estado not in ('fallido', 'en_disputa');
$$;
grant execute on function public.cargos_club_asentados(text) to service_role;

-- The coins of a charge: those that were given while it stands or is partly refunded, none when it went back. Coins
-- that are spent already cannot be taken: an admin is told, and they are taken from those that come next.
create function public.ajustar_uncoins_club(p_cargo public.cargos_club) returns void
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
    perform public.abrir_caso('uncoins_gastados', 'uncoins:' || p_cargo.id, null,
      jsonb_build_object('faltan', -v_falta - v_saldo, 'usuario', p_cargo.user_id, 'cargo_club', p_cargo.id));
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

-- The months of standing charges that have begun and whose coins were not given yet. A calendar month counts once for
-- a person, unless the charge that gave its coins went back.
create function public.meses_club_por_dar(p_usuario uuid) returns table (user_id uuid, mes text, cargo_id uuid)
language sql stable security definer set search_path = '' as $$
  select c.user_id, mes.nombre, c.id
  from public.cargos_club c
  join public.suscripciones s on s.id = c.suscripcion_id
  join public.usuarios_meta u on u.id = c.user_id and u.club
  cross join generate_series(0, 11) n
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

-- Gives the coins of every month of the paid period that has begun: a yearly plan has twelve of them. Each calendar
-- month counts once for a person, whoever asks and however often.
create function public.conceder_uncoins_club(p_usuario uuid default null) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
  v_cargo public.cargos_club;
  v_nuevos integer;
  v_todos integer := 0;
begin
  for v_usuario in select distinct m.user_id from public.meses_club_por_dar(p_usuario) m order by m.user_id loop
    perform 1 from public.usuarios_meta where id = v_usuario for no key update;
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, cargo_club_id)
    select distinct on (m.mes) m.user_id, 100, 'club', 'club:' || m.user_id || ':' || m.mes || ':' || m.cargo_id, m.cargo_id
    from public.meses_club_por_dar(v_usuario) m order by m.mes, m.cargo_id
    on conflict (clave) do nothing;
    get diagnostics v_nuevos = row_count;
    v_todos := v_todos + v_nuevos;
    -- What an earlier charge still owes is taken from the new ones.
    for v_cargo in
      select * from public.cargos_club where user_id = v_usuario and estado in ('reembolsado', 'en_disputa') order by id
    loop
      perform public.ajustar_uncoins_club(v_cargo);
    end loop;
  end loop;
  return v_todos;
end
$$;
grant execute on function public.conceder_uncoins_club(uuid) to service_role;

-- What is to end at the provider is written down with what decides it, and carried out until the provider confirms it.

create table public.cancelaciones_club (
  id bigint generated always as identity primary key,
  suscripcion_id uuid not null references public.suscripciones (id) on delete restrict,
  modo text not null check (modo in ('ahora', 'al_final')),
  motivo text not null check (motivo in ('veto', 'cuenta_borrada', 'reembolso', 'disputa', 'duplicada')),
  -- Its charges go back as well.
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
  using ((select public.es_admin()));
create policy cancelaciones_club_segundo_paso on public.cancelaciones_club as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create function public.pedir_cancelacion_club(
  p_suscripcion uuid, p_modo text, p_motivo text, p_reembolsar boolean default false
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.cancelaciones_club as c (suscripcion_id, modo, motivo, reembolsar)
  values (p_suscripcion, p_modo, p_motivo, p_reembolsar)
  on conflict (suscripcion_id, modo) do update set
    motivo = case when c.estado = 'pendiente' then c.motivo else excluded.motivo end,
    reembolsar = c.reembolsar or excluded.reembolsar, estado = 'pendiente', cerrada_at = null;
$$;

-- What must end at the provider as a person's account and charges are now. A ban without an end, and a deleted account,
-- end it at once; a ban for a time lets it end with what was paid. A charge that went back ends what it had bought.
create function public.revisar_cancelaciones_club(p_usuario uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_suscripcion public.suscripciones;
  v_devuelto public.cargos_club;
begin
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  -- What went back and came again has nothing to end any more.
  update public.cancelaciones_club c set estado = 'anulada', cerrada_at = now()
  from public.suscripciones s
  where s.id = c.suscripcion_id and s.user_id = p_usuario and c.estado = 'pendiente'
    and c.motivo in ('reembolso', 'disputa') and s.pagado_hasta > now() and s.estado <> 'terminada';
  for v_suscripcion in
    select * from public.suscripciones where user_id = p_usuario and estado <> 'terminada' order by id
  loop
    select * into v_devuelto from public.cargos_club
    where suscripcion_id = v_suscripcion.id and estado = 'reembolsado' and periodo_fin > now()
    order by periodo_fin desc limit 1;
    if v_cuenta.borrada_at is not null then
      -- One that begins after that was paid for nothing.
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'cuenta_borrada',
        v_suscripcion.created_at > v_cuenta.borrada_at);
    elsif v_cuenta.banned_until = 'infinity' then
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'veto', v_suscripcion.created_at = now());
    elsif v_devuelto.id is not null and v_suscripcion.pagado_hasta <= now() then
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'ahora',
        case when v_devuelto.perdido then 'disputa' else 'reembolso' end);
    elsif v_cuenta.banned_until > now() and v_suscripcion.estado = 'impagada' then
      -- Nothing is paid, and nothing shall be collected.
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'veto');
    elsif v_cuenta.banned_until > now() and v_suscripcion.estado = 'activa' then
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'al_final', 'veto');
    end if;
  end loop;
end
$$;

-- A ban or a deletion, whoever makes it and however. What a ban had asked for and nobody has carried out yet is
-- dropped when the ban is lifted; a cancellation that the provider has heard of is taken back by the person alone.
create function public.terminar_club_de_cuenta() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.cancelaciones_club c set estado = 'anulada', cerrada_at = now()
  from public.suscripciones s
  where s.id = c.suscripcion_id and s.user_id = new.id and c.estado = 'pendiente' and c.motivo = 'veto'
    and (new.banned_until is null or new.banned_until <= now()
      or (c.modo = 'ahora' and new.banned_until <> 'infinity'));
  perform public.revisar_cancelaciones_club(new.id);
  if new.borrada_at is not null then update public.sesiones_club set correo = null where user_id = new.id; end if;
  return null;
end
$$;
create trigger terminar_club_de_cuenta after update of banned_until, borrada_at on public.usuarios_meta
  for each row when (old.banned_until is distinct from new.banned_until or old.borrada_at is distinct from new.borrada_at)
  execute function public.terminar_club_de_cuenta();

-- What is still to be carried out, with the charges that go back. A ban that has ended by itself asks for nothing more.
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

-- The provider has confirmed it, or has not answered: then it stays to be done.
create function public.cerrar_cancelacion_club(p_id bigint, p_error text default null) returns void
language sql volatile security definer set search_path = '' as $$
  update public.cancelaciones_club set intentos = intentos + 1, ultimo_error = left(p_error, 500),
    estado = case when p_error is null then 'hecha' else estado end,
    cerrada_at = case when p_error is null then now() end
  where id = p_id and estado = 'pendiente';
$$;
grant execute on function public.cerrar_cancelacion_club(bigint, text) to service_role;

-- One page to join at a time for a person: whoever opens a second one gets the first, or closes it.

create table public.sesiones_club (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  plan text not null check (plan in ('monthly', 'yearly')),
  idioma text not null check (idioma in ('es', 'en')),
  -- What the page is opened with: asked for again with the same, the provider answers the same page.
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

-- The page that the signed-in person is to be sent to: a new one, or the one that is open. `igual` says whether an open
-- one is for what is asked now; otherwise it is to be closed at the provider first.
create function public.abrir_sesion_club(p_plan text, p_idioma text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_sesion public.sesiones_club;
begin
  if p_plan is null or p_plan not in ('monthly', 'yearly') or p_idioma is null or p_idioma not in ('es', 'en') then
    return public.rechazo('datos_no_validos');
  end if;
  select * into v_cuenta from public.usuarios_meta where id = auth.uid() for no key update;
  if v_cuenta.id is null or v_cuenta.borrada_at is not null or not public.sesion_completa() then
    return public.rechazo('sin_sesion');
  end if;
  if v_cuenta.banned_until > now() then return public.rechazo('cuenta_baneada'); end if;
  if v_cuenta.reputacion = 'deshabilitado' then return public.rechazo('cuenta_deshabilitada'); end if;
  if v_cuenta.club or exists (select from public.suscripciones where user_id = v_cuenta.id and estado <> 'terminada') then
    return public.rechazo('ya_del_club');
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

-- Under which reference the provider has the page. False when it was closed meanwhile: then nobody is sent there.
create function public.recordar_sesion_club(p_sesion uuid, p_referencia text) returns boolean
language sql volatile security definer set search_path = '' as $$
  with recordada as (
    update public.sesiones_club set referencia = p_referencia where id = p_sesion and estado = 'abierta' returning 1
  )
  select exists (select from recordada);
$$;
grant execute on function public.recordar_sesion_club(uuid, text) to service_role;

create function public.cerrar_sesion_club(p_sesion uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.sesiones_club set estado = 'cerrada' where id = p_sesion;
$$;
grant execute on function public.cerrar_sesion_club(uuid) to service_role;

-- Pages that nobody shall pay any more: their person has joined, is banned or has left.
create function public.sesiones_club_por_cerrar() returns table (sesion uuid, referencia text)
language sql stable security definer set search_path = '' as $$
  select p.id, p.referencia from public.sesiones_club p join public.usuarios_meta u on u.id = p.user_id
  where p.estado = 'abierta' and p.referencia is not null and (
    u.borrada_at is not null or u.banned_until > now()
    or exists (select from public.suscripciones s where s.user_id = p.user_id and s.estado <> 'terminada'));
$$;
grant execute on function public.sesiones_club_por_cerrar() to service_role;

-- Coins: an append-only ledger. The balance of a person is kept by this ledger alone.

create table public.movimientos_uncoins (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  cantidad integer not null check (cantidad <> 0),
  concepto text not null check (concepto in ('recarga', 'compra', 'club', 'reembolso', 'ajuste')),
  clave text not null unique,
  pago_id uuid references public.pagos (id) on delete restrict,
  created_at timestamptz not null default now(),
  -- The charge of the Club that these coins came with.
  cargo_club_id uuid references public.cargos_club (id) on delete restrict
);
create index movimientos_uncoins_user_id_idx on public.movimientos_uncoins (user_id, created_at desc);
create index movimientos_uncoins_pago_id_idx on public.movimientos_uncoins (pago_id);
create index movimientos_uncoins_cargo_club_id_idx on public.movimientos_uncoins (cargo_club_id);

alter table public.movimientos_uncoins enable row level security;
grant select on public.movimientos_uncoins to authenticated, service_role;
create policy movimientos_uncoins_select on public.movimientos_uncoins for select to authenticated
  using (user_id = (select auth.uid()) or (select public.es_admin()));
create policy movimientos_uncoins_segundo_paso on public.movimientos_uncoins as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.movimientos_uncoins
  for each statement execute function public.prohibir_cambio();
create trigger exigir_sesion_completa before insert or update or delete on public.movimientos_uncoins
  for each statement execute function public.exigir_sesion_completa();

create function public.sumar_uncoins() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.usuarios_meta set uncoins = uncoins + new.cantidad where id = new.user_id;
  return new;
end
$$;
create trigger sumar_uncoins after insert on public.movimientos_uncoins
  for each row execute function public.sumar_uncoins();

-- Only the trigger above reaches the balance: a statement of anybody else is at depth one.
create function public.proteger_saldo() returns trigger
language plpgsql set search_path = '' as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'the balance of coins changes through movimientos_uncoins only';
  end if;
  return new;
end
$$;
create trigger proteger_saldo before update of uncoins on public.usuarios_meta
  for each row when (old.uncoins is distinct from new.uncoins) execute function public.proteger_saldo();
create trigger proteger_saldo_inicial before insert on public.usuarios_meta
  for each row when (new.uncoins <> 0) execute function public.proteger_saldo();

-- Creators' money, from the balance to their PayPal account. An amount that is asked for leaves the balance at once;
-- what does not arrive returns to it.
--
-- A withdrawal is looked at again before it is paid, is unknown until PayPal has said, and is in the ledger always as it
-- stands. Whoever locks a withdrawal has locked its creator's account before, as `pedir_retiro` does; sales and refunds
-- lock neither.

create table public.withdrawals (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  paypal_email text not null check (char_length(paypal_email) between 3 and 254),
  amount numeric(10, 2) not null check (amount >= 5),
  estado text not null default 'solicitado'
    check (estado in ('solicitado', 'en_proceso', 'pagado', 'rechazado', 'fallido')),
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
  preguntado_at timestamptz
);
comment on column public.withdrawals.intentos is 'how often PayPal was asked to pay it, counted before each call';
comment on column public.withdrawals.enviado_at is 'the first of these calls';
comment on column public.withdrawals.atendido_at is 'when the shop last looked after it';
comment on column public.withdrawals.preguntado_at is 'as of when PayPal''s last answer about the batch was';
create index withdrawals_usuario_id_idx on public.withdrawals (usuario_id, created_at desc);
create index withdrawals_created_at_idx on public.withdrawals (created_at desc);
create unique index withdrawals_clave_key on public.withdrawals (usuario_id, clave);
create index withdrawals_resuelto_por_idx on public.withdrawals (resuelto_por);
create index withdrawals_en_proceso_idx on public.withdrawals (created_at) where estado = 'en_proceso';
create index withdrawals_paypal_email_idx on public.withdrawals (lower(paypal_email));
create index withdrawals_resueltos_idx on public.withdrawals (preguntado_at)
  where estado in ('pagado', 'fallido') and lote is not null;

alter table public.withdrawals enable row level security;
grant select on public.withdrawals to authenticated, service_role;
create policy withdrawals_select on public.withdrawals for select to authenticated
  using (usuario_id = (select auth.uid()) or (select public.es_admin()));
create policy withdrawals_segundo_paso on public.withdrawals as restrictive for select to authenticated
  using ((select public.sesion_completa()));

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
  using (usuario_id = (select auth.uid()) or (select public.es_admin()));
create policy movimientos_ingresos_segundo_paso on public.movimientos_ingresos as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.movimientos_ingresos
  for each statement execute function public.prohibir_cambio();

-- What a creator has: all of the ledger, the part that is too young to be paid out, what buyers dispute, and what is on
-- its way. A total below zero is a debt: the next sales pay it before anything can be asked for.
create function public.saldo_creador(p_usuario uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with tienda as (
    select make_interval(days => dias_retencion) as espera from public.configuracion_global where id = 1
  ), total as (
    select coalesce(sum(centimos), 0)::integer as centimos from public.movimientos_ingresos where usuario_id = p_usuario
  ), jovenes as (
    select coalesce(sum(m.centimos), 0)::integer as centimos, min(a.created_at) as primera
    from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id, tienda
    where m.usuario_id = p_usuario and m.adquisicion_id is not null and m.created_at > now() - tienda.espera
      and a.created_at > now() - tienda.espera
  ), en_disputa as (
    select coalesce(sum(m.centimos), 0)::integer as centimos
    from public.movimientos_ingresos m
    join public.adquisiciones a on a.id = m.adquisicion_id
    join public.pagos p on p.id = a.pago_id and p.estado = 'en_disputa'
    where m.usuario_id = p_usuario and m.clave = 'venta:' || a.id
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

-- The same of the signed-in creator.
create function public.mi_saldo() returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.saldo_creador(public.persona_completa());
$$;
grant execute on function public.mi_saldo() to authenticated;

-- The same of anybody, for admins.
create function public.admin_saldo(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return public.saldo_creador(p_usuario);
end
$$;
grant execute on function public.admin_saldo(uuid) to authenticated;

-- Each cent with what it comes from. Orders are named by their short id: whose they are is nobody's business.
create function public.mis_movimientos(p_desde timestamptz, p_hasta timestamptz, p_limite integer default 200)
returns table (
  id bigint, centimos integer, concepto text, created_at timestamptz, pedido uuid, producto text, retiro uuid,
  retiro_estado text
)
language sql stable security definer set search_path = '' as $$
  select m.id, m.centimos, m.concepto, m.created_at, m.adquisicion_id, p.nombre, m.withdrawal_id, w.estado
  from public.movimientos_ingresos m
  left join public.adquisiciones a on a.id = m.adquisicion_id
  left join public.productos p on p.id = a.producto_id
  left join public.withdrawals w on w.id = m.withdrawal_id
  where m.usuario_id = public.persona_completa() and m.created_at >= coalesce(p_desde, '-infinity')
    and m.created_at < coalesce(p_hasta, 'infinity')
  order by m.created_at desc, m.id desc limit least(greatest(p_limite, 1), 10000);
$$;
grant execute on function public.mis_movimientos(timestamptz, timestamptz, integer) to authenticated;

-- What the signed-in creator had when a span of time began and when it ended.
create function public.mi_extracto(p_desde timestamptz, p_hasta timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true,
    'apertura_centimos', coalesce(sum(centimos) filter (where created_at < p_desde), 0)::integer,
    'cierre_centimos', coalesce(sum(centimos), 0)::integer)
  from public.movimientos_ingresos where usuario_id = public.persona_completa() and created_at < p_hasta;
$$;
grant execute on function public.mi_extracto(timestamptz, timestamptz) to authenticated;

create function public.pedir_retiro(p_paypal_email text, p_centimos integer, p_clave text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_retiro public.withdrawals;
  v_saldo jsonb;
begin
  if v_usuario is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_clave is null or char_length(p_clave) not between 8 and 100 then return public.rechazo('clave_no_valida'); end if;
  -- One at a time per creator: of a hundred at once, each sees what the one before it has taken.
  perform 1 from public.usuarios_meta where id = v_usuario for no key update;
  select * into v_retiro from public.withdrawals where usuario_id = v_usuario and clave = p_clave;
  if found then return jsonb_build_object('ok', true, 'retiro_id', v_retiro.id); end if;
  if p_paypal_email is null or p_paypal_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]{2,}$' or char_length(p_paypal_email) > 254 then
    return public.rechazo('email_no_valido');
  end if;
  if p_centimos is null then return public.rechazo('importe_no_valido'); end if;
  if p_centimos < 500 then return public.rechazo('importe_minimo'); end if;
  v_saldo := public.saldo_creador(v_usuario);
  if p_centimos > (v_saldo ->> 'disponible_centimos')::integer then
    return public.rechazo('saldo_insuficiente') || jsonb_build_object(
      'disponible_centimos', v_saldo -> 'disponible_centimos', 'deuda_centimos', v_saldo -> 'deuda_centimos');
  end if;
  insert into public.withdrawals (usuario_id, paypal_email, amount, clave)
  values (v_usuario, p_paypal_email, p_centimos / 100.0, p_clave) returning * into v_retiro;
  perform public.cuadrar_retiro(v_retiro);
  return jsonb_build_object('ok', true, 'retiro_id', v_retiro.id);
end
$$;
grant execute on function public.pedir_retiro(text, integer, text) to authenticated;

-- Brings the ledger to where a withdrawal stands: taken from the balance while it is asked for, on its way or paid,
-- given back when it is not. Answers how many steps it has taken by now. The withdrawal is locked.
create function public.cuadrar_retiro(p_retiro public.withdrawals) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_meta integer := case when p_retiro.estado in ('rechazado', 'fallido') then 0 else -(p_retiro.amount * 100)::integer end;
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
create function public.cambiar_retiro(p_retiro uuid, p_estado text, p_motivo text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_pasos integer;
begin
  update public.withdrawals set estado = p_estado, motivo = left(p_motivo, 500),
    pagado_at = case when p_estado = 'pagado' then now() end
  where id = p_retiro returning * into v_retiro;
  v_pasos := public.cuadrar_retiro(v_retiro);
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
create function public.bloquear_retiro(p_retiro uuid) returns public.withdrawals
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

-- What paying a withdrawal would leave. It is out of the balance already, and so are the others of its creator: those
-- that nobody has approved yet do not stand in its way. Below zero, sales have been refunded, are disputed or are held.
create function public.cobertura_retiro(p_retiro public.withdrawals) returns jsonb
language sql stable security definer set search_path = '' as $$
  select s.saldo || jsonb_build_object(
    'otros_centimos', o.centimos,
    'quedaria_centimos', (s.saldo ->> 'total_centimos')::integer + o.centimos - (s.saldo ->> 'retenido_centimos')::integer)
  from (select public.saldo_creador(p_retiro.usuario_id) as saldo) s,
    (select coalesce(sum(amount * 100), 0)::integer as centimos from public.withdrawals
      where usuario_id = p_retiro.usuario_id and estado = 'solicitado' and id <> p_retiro.id) o;
$$;

create function public.resolver_retiro(p_retiro uuid, p_aprobar boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_cobertura jsonb;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  v_retiro := public.bloquear_retiro(p_retiro);
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  if v_retiro.estado <> 'solicitado' then return public.rechazo('ya_resuelto'); end if;
  if not coalesce(p_aprobar, false) and (p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500) then
    return public.rechazo('motivo_no_valido');
  end if;
  if p_aprobar then
    v_cobertura := public.cobertura_retiro(v_retiro);
    if (v_cobertura ->> 'quedaria_centimos')::integer < 0 then
      return v_cobertura || public.rechazo('saldo_insuficiente');
    end if;
  end if;
  update public.withdrawals set resuelto_por = auth.uid(), resuelto_at = now(),
    estado = case when p_aprobar then 'en_proceso' else estado end
  where id = p_retiro;
  if not coalesce(p_aprobar, false) then perform public.cambiar_retiro(p_retiro, 'rechazado', btrim(p_motivo)); end if;
  perform public.anotar(case when p_aprobar then 'aprobar_retiro' else 'rechazar_retiro' end, 'retiro', p_retiro::text,
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
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into v_retiro from public.withdrawals where id = p_retiro;
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  select * into v_creador from public.usuarios_meta where id = v_retiro.usuario_id;
  return jsonb_build_object('ok', true, 'id', v_retiro.id, 'estado', v_retiro.estado,
    'centimos', (v_retiro.amount * 100)::integer, 'paypal_email', v_retiro.paypal_email, 'motivo', v_retiro.motivo,
    'lote', v_retiro.lote, 'referencia', v_retiro.referencia, 'intentos', v_retiro.intentos,
    'created_at', v_retiro.created_at, 'enviado_at', v_retiro.enviado_at, 'pagado_at', v_retiro.pagado_at,
    'es_desconocido', public.es_desconocido(v_retiro),
    'saldo', public.cobertura_retiro(v_retiro),
    'creador', jsonb_build_object('id', v_creador.id, 'display_name', v_creador.display_name,
      'reputacion', v_creador.reputacion, 'banned_until', v_creador.banned_until, 'ban_motivo', v_creador.ban_motivo,
      'borrada_at', v_creador.borrada_at));
end
$$;
grant execute on function public.admin_retiro(uuid) to authenticated;

-- From an approved withdrawal to PayPal's last word on it.

-- How long a payout may be unknown before a person is asked, and until when PayPal is asked to pay it again: it knows a
-- `sender_batch_id` for 30 days, and would pay it a second time after that.
create function public.plazos_retiro() returns table (aviso interval, repeticion interval)
language sql immutable set search_path = '' as $$
  select interval '2 hours', interval '25 days';
$$;

-- The next step of an approved withdrawal. With a batch, PayPal is asked about it; without one, PayPal may be asked to
-- pay it, which counts as an attempt before it is made: from then on nobody knows, until PayPal names a batch. Sales
-- that were taken back since the approval stop the first attempt.
create function public.preparar_envio(p_retiro uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals := public.bloquear_retiro(p_retiro);
  v_cobertura jsonb;
  v_plazos record;
begin
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  update public.withdrawals set atendido_at = clock_timestamp() where id = p_retiro;
  if v_retiro.lote is not null then
    return jsonb_build_object('ok', true, 'lote', v_retiro.lote, 'intento', v_retiro.intentos,
      'momento', clock_timestamp());
  end if;
  if v_retiro.estado <> 'en_proceso' then return public.rechazo('no_se_envia'); end if;
  select * into v_plazos from public.plazos_retiro();
  if v_retiro.intentos = 0 then
    v_cobertura := public.cobertura_retiro(v_retiro);
    if (v_cobertura ->> 'quedaria_centimos')::integer < 0 then
      update public.withdrawals set estado = 'solicitado', resuelto_por = null, resuelto_at = null where id = p_retiro;
      perform public.anotar('aplazar_retiro', 'retiro', p_retiro::text, jsonb_build_object('estado', 'en_proceso'),
        jsonb_build_object('estado', 'solicitado', 'quedaria_centimos', v_cobertura -> 'quedaria_centimos'));
      return public.rechazo('saldo_insuficiente');
    end if;
  elsif v_retiro.enviado_at < now() - v_plazos.aviso then
    perform public.abrir_caso('retiro_sin_aclarar', 'retiro_sin_aclarar:' || p_retiro, null, jsonb_build_object(
      'retiro_id', p_retiro, 'sender_batch_id', p_retiro, 'paypal', v_retiro.paypal_email,
      'importe', v_retiro.amount, 'enviado_at', v_retiro.enviado_at, 'intentos', v_retiro.intentos));
    if v_retiro.enviado_at < now() - v_plazos.repeticion then return public.rechazo('plazo_pasado'); end if;
  end if;
  update public.withdrawals set intentos = intentos + 1, enviado_at = coalesce(enviado_at, now()) where id = p_retiro;
  return jsonb_build_object('ok', true, 'lote', null, 'intento', v_retiro.intentos + 1, 'momento', clock_timestamp());
end
$$;
grant execute on function public.preparar_envio(uuid) to service_role;

-- PayPal has refused to pay. It is final when this was the only attempt ever made; otherwise it says nothing about what
-- became of the others, and the withdrawal stays unknown.
create function public.rechazar_envio(p_retiro uuid, p_intento integer, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals := public.bloquear_retiro(p_retiro);
begin
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  if v_retiro.estado = 'en_proceso' and v_retiro.lote is null and v_retiro.intentos = 1 and p_intento = 1 then
    perform public.cambiar_retiro(p_retiro, 'fallido', p_motivo);
    return jsonb_build_object('ok', true, 'estado', 'fallido');
  end if;
  return jsonb_build_object('ok', true, 'estado', v_retiro.estado);
end
$$;
grant execute on function public.rechazar_envio(uuid, integer, text) to service_role;

-- The provider's batch, written down as soon as it is known, whatever was thought of the withdrawal until then. Two
-- batches of one withdrawal are money that was sent twice.
create function public.anotar_lote(p_retiro uuid, p_lote text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals := public.bloquear_retiro(p_retiro);
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

-- What PayPal says of a payout: paid, failed, or still on its way. Its word counts over what was thought before, unless
-- the answer is older than one that is known. What was final and changes is for an admin as well.
create function public.cerrar_retiro(
  p_retiro uuid, p_estado text, p_referencia text, p_motivo text, p_momento timestamptz default clock_timestamp()
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_nuevo text := case p_estado when 'pendiente' then 'en_proceso' else p_estado end;
  v_pasos integer;
begin
  if p_estado is null or p_estado not in ('pagado', 'fallido', 'pendiente') then return public.rechazo('estado_no_valido'); end if;
  v_retiro := public.bloquear_retiro(p_retiro);
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  if v_retiro.preguntado_at > p_momento then return jsonb_build_object('ok', true, 'estado', v_retiro.estado); end if;
  update public.withdrawals set preguntado_at = p_momento, referencia = coalesce(p_referencia, referencia)
  where id = p_retiro;
  if v_retiro.estado = v_nuevo then return jsonb_build_object('ok', true, 'estado', v_nuevo); end if;
  if v_retiro.estado in ('solicitado', 'rechazado') and v_nuevo = 'fallido' then
    perform public.abrir_caso('retiro_inesperado', 'retiro:' || p_retiro || ':' || p_estado, null,
      jsonb_build_object('retiro_id', p_retiro, 'estado', v_retiro.estado, 'noticia', p_estado));
    return public.rechazo('estado_inesperado');
  end if;
  v_pasos := public.cambiar_retiro(p_retiro, v_nuevo, case when v_nuevo = 'fallido' then p_motivo end);
  if v_retiro.estado <> 'en_proceso' then
    perform public.abrir_caso(
      case v_retiro.estado when 'pagado' then 'retiro_devuelto_tras_pago' when 'fallido' then 'retiro_pagado_tras_fallo'
        else 'retiro_inesperado' end,
      'retiro:' || p_retiro || ':' || p_estado || ':' || v_pasos, null,
      jsonb_build_object('retiro_id', p_retiro, 'estado', v_retiro.estado, 'noticia', p_estado, 'motivo', p_motivo));
    perform public.anotar('cambiar_retiro', 'retiro', p_retiro::text, jsonb_build_object('estado', v_retiro.estado),
      jsonb_build_object('estado', v_nuevo), p_motivo);
  end if;
  return jsonb_build_object('ok', true, 'estado', v_nuevo);
end
$$;
grant execute on function public.cerrar_retiro(uuid, text, text, text, timestamptz) to service_role;

-- Whether nobody knows what became of a payout, for so long that a person may decide.
create function public.es_desconocido(p_retiro public.withdrawals) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_retiro.estado = 'en_proceso' and p_retiro.lote is null
    and coalesce(p_retiro.enviado_at < now() - (select aviso from public.plazos_retiro()), false);
$$;

-- A person has looked an unknown payout up at PayPal: it was paid, under a reference, or it was not.
create function public.aclarar_retiro(p_retiro uuid, p_pagado boolean, p_referencia text, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_estado text := case when p_pagado then 'pagado' else 'fallido' end;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_nota is null or char_length(btrim(p_nota)) not between 3 and 500 then return public.rechazo('nota_no_valida'); end if;
  if p_pagado is null then return public.rechazo('estado_no_valido'); end if;
  if p_pagado and (p_referencia is null or btrim(p_referencia) !~ '^[A-Za-z0-9-]{5,40}$') then
    return public.rechazo('referencia_no_valida');
  end if;
  v_retiro := public.bloquear_retiro(p_retiro);
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  if not public.es_desconocido(v_retiro) then return public.rechazo('no_aclarable'); end if;
  update public.withdrawals set referencia = case when p_pagado then btrim(p_referencia) else referencia end
  where id = p_retiro;
  perform public.cambiar_retiro(p_retiro, v_estado, case when not p_pagado then btrim(p_nota) end);
  update public.casos_admin set resuelto = true, resuelto_at = now(), resuelto_por = auth.uid(), nota = btrim(p_nota)
  where clave = 'retiro_sin_aclarar:' || p_retiro and not resuelto;
  perform public.anotar('aclarar_retiro', 'retiro', p_retiro::text, jsonb_build_object('estado', 'en_proceso'),
    jsonb_build_object('estado', v_estado, 'referencia', case when p_pagado then btrim(p_referencia) end), btrim(p_nota));
  return jsonb_build_object('ok', true, 'estado', v_estado);
end
$$;
grant execute on function public.aclarar_retiro(uuid, boolean, text, text) to authenticated;

-- The withdrawals that the job looks after, the longest waiting first: what is on its way; and for 90 days, once a day,
-- what is settled, because PayPal may change its word without telling.
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

-- Invoices: numbered without gaps per year and series, frozen when they are issued. The money of UnCoins is invoiced
-- when they are topped up, so a purchase in coins has none.

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
  -- A credit note answers one refund or one lost dispute; `anula` names the note that it undoes.
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
-- By an expression: an API that reads a unique column as «has one» would find one document where there are several.
create unique index facturas_una_por_pago_key on public.facturas ((coalesce(rectifica, pago_id))) where rectifica is null;
create index facturas_rectifica_idx on public.facturas (rectifica);
create index facturas_disputa_id_idx on public.facturas (disputa_id);
create unique index facturas_una_por_reembolso_key on public.facturas (reembolso_id) where anula is null;
create index facturas_reembolso_id_idx on public.facturas (reembolso_id);
create index facturas_rectificativas_idx on public.facturas (emitida_at) where rectifica is not null;

alter table public.facturas enable row level security;
grant select on public.facturas to authenticated, service_role;
create policy facturas_select on public.facturas for select to authenticated
  using ((select public.es_admin())
    or exists (select from public.pagos p where p.id = pago_id and p.user_id = (select auth.uid())));
create policy facturas_club_select on public.facturas for select to authenticated
  using (exists (select from public.cargos_club c where c.id = cargo_club_id and c.user_id = (select auth.uid())));
create policy facturas_segundo_paso on public.facturas as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.facturas
  for each statement execute function public.prohibir_cambio();

-- The next number. The counter's row is locked until the invoice is written or given up with it: no gap, no double.
create function public.siguiente_factura(p_serie text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_numero integer;
begin
  insert into public.contadores_facturas (serie) values (p_serie) on conflict (serie) do nothing;
  update public.contadores_facturas set ultimo = ultimo + 1 where serie = p_serie returning ultimo into v_numero;
  return v_numero;
end
$$;

create function public.escribir_factura(p_pago public.pagos) returns public.facturas
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_factura public.facturas;
  v_tienda public.configuracion_global;
  v_comprador public.usuarios_meta;
  v_base integer;
begin
  -- One at a time per payment: the second finds what the first has written.
  perform 1 from public.pagos where id = p_pago.id for no key update;
  select * into v_factura from public.facturas where pago_id = p_pago.id and rectifica is null;
  if found then return v_factura; end if;
  select * into v_tienda from public.configuracion_global where id = 1;
  select * into v_comprador from public.usuarios_meta where id = p_pago.user_id;
  -- Prices include the tax: the base is what is left, and both add up to the cent.
  v_base := round(p_pago.total_centimos * 100.0 / (100 + v_tienda.iva_porcentaje))::integer;
  insert into public.facturas (serie, numero, pago_id, datos)
  select to_char(now() at time zone 'Europe/Madrid', 'YYYY'),
    public.siguiente_factura(to_char(now() at time zone 'Europe/Madrid', 'YYYY')), p_pago.id,
    jsonb_build_object(
      'idioma', v_comprador.idioma,
      'vendedor', jsonb_build_object('nombre', v_tienda.vendedor_nombre, 'nif', v_tienda.vendedor_nif,
        'direccion', v_tienda.vendedor_direccion),
      'comprador', jsonb_build_object('nombre', v_comprador.display_name,
        'email', (select email from auth.users where id = p_pago.user_id)),
      'concepto', p_pago.presupuesto ->> 'nombre', 'edicion', p_pago.presupuesto ->> 'edicion',
      'lineas', p_pago.presupuesto -> 'lineas', 'metodo', p_pago.metodo,
      'pagado_at', p_pago.pagado_at,
      'iva_porcentaje', v_tienda.iva_porcentaje, 'base_centimos', v_base,
      'iva_centimos', p_pago.total_centimos - v_base, 'total_centimos', p_pago.total_centimos)
  returning * into v_factura;
  return v_factura;
end
$$;

-- An invoice is written with the delivery, not when somebody first asks for it: numbers follow time, and a sale of
-- December is in the series of its year. It is the last thing that a delivery does, so its counter is held briefly.
create function public.facturar_entrega() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.escribir_factura(new);
  return new;
end
$$;
create trigger facturar_entrega after update of estado on public.pagos
  for each row when (new.estado = 'entregado' and old.estado = 'pagado' and new.total_centimos > 0
    and new.proveedor in ('stripe', 'paypal'))
  execute function public.facturar_entrega();

-- A document of a payment or a charge as it was issued, with the one that it answers or undoes.
create function public.describir_factura(p_factura public.facturas) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'serie', p_factura.serie, 'numero', p_factura.numero,
    'emitida_at', p_factura.emitida_at, 'datos', p_factura.datos,
    'rectifica', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f where f.id = p_factura.rectifica),
    'anula', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f where f.id = p_factura.anula));
$$;

-- A document for whoever paid or an admin: the invoice of an order or a payment, written at the first asking; its newest
-- credit note that stands; or any document by its own id. Others, and what nobody paid money for, have none.
create function public.emitir_factura(p_id uuid, p_rectificativa boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_factura public.facturas;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('no_existe'); end if;
  select * into v_factura from public.facturas where id = p_id;
  select p.* into v_pago from public.pagos p
  where p.id = p_id or p.id = v_factura.pago_id
    or p.id = (select a.pago_id from public.adquisiciones a where a.id = p_id);
  if v_pago.id is null or (v_pago.user_id <> auth.uid() and not public.es_admin()) then
    return public.rechazo('no_existe');
  end if;
  if v_factura.id is not null then return public.describir_factura(v_factura); end if;
  if p_rectificativa then
    -- The newest that stands.
    select f.* into v_factura from public.facturas f
    where f.pago_id = v_pago.id and f.rectifica is not null and f.anula is null
      and not exists (select from public.facturas a where a.anula = f.id)
    order by f.emitida_at desc, f.numero desc limit 1;
    if v_factura.id is null then return public.rechazo('no_existe'); end if;
    return public.describir_factura(v_factura);
  end if;
  if v_pago.proveedor not in ('stripe', 'paypal') or v_pago.total_centimos = 0
    or v_pago.estado not in ('entregado', 'reembolsado', 'en_disputa') or v_pago.entregado_at is null then
    return public.rechazo('no_existe');
  end if;
  return public.describir_factura(public.escribir_factura(v_pago));
end
$$;
grant execute on function public.emitir_factura(uuid, boolean) to authenticated;

-- Cents that the credit notes of an invoice have taken from it so far.
create function public.rectificado_de(p_factura uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(-sum((datos ->> 'total_centimos')::integer), 0)::integer
  from public.facturas where rectifica = p_factura;
$$;

-- One credit note, or with a negative amount the document that undoes one. Base and tax are cut from the invoice so
-- that any number of notes up to its whole add up to it to the cent.
create function public.escribir_rectificativa(
  p_original public.facturas, p_centimos integer, p_reembolso uuid, p_disputa uuid, p_anula uuid
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_serie text := 'R' || to_char(now() at time zone 'Europe/Madrid', 'YYYY');
  v_total integer := (p_original.datos ->> 'total_centimos')::integer;
  v_antes integer := public.rectificado_de(p_original.id);
  v_base integer;
begin
  v_base := round((p_original.datos ->> 'base_centimos')::numeric * (v_antes + p_centimos) / v_total)
    - round((p_original.datos ->> 'base_centimos')::numeric * v_antes / v_total);
  insert into public.facturas (serie, numero, pago_id, rectifica, reembolso_id, disputa_id, anula, datos)
  values (v_serie, public.siguiente_factura(v_serie), p_original.pago_id, p_original.id, p_reembolso, p_disputa, p_anula,
    p_original.datos || jsonb_build_object(
      'base_centimos', -v_base, 'iva_centimos', v_base - p_centimos, 'total_centimos', -p_centimos,
      'lineas', jsonb_build_array(public.linea(
        case when p_centimos > 0 then 'reembolso' else 'reembolso_anulado' end, -p_centimos))));
end
$$;

-- An invoice stays as it is; what went back is answered in the series R, each refund by a note of its own. What came
-- back after all is answered by a further document: none is ever deleted.
create function public.rectificar_factura(p_pago public.pagos, p_devuelto integer) returns void
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
  v_original := public.escribir_factura(p_pago);
  for v_fila in
    select f.id, f.reembolso_id, -(f.datos ->> 'total_centimos')::integer as centimos
    from public.facturas f join public.reembolsos r on r.id = f.reembolso_id
    where f.rectifica = v_original.id and f.anula is null and r.estado <> 'hecho'
      and not exists (select from public.facturas a where a.anula = f.id)
    order by f.numero
  loop
    perform public.escribir_rectificativa(v_original, -v_fila.centimos, v_fila.reembolso_id, null, v_fila.id);
  end loop;
  for v_fila in
    select r.id, r.centimos from public.reembolsos r
    where r.pago_id = p_pago.id and r.estado = 'hecho'
      and not exists (select from public.facturas f where f.reembolso_id = r.id and f.anula is null)
    order by coalesce(r.proveedor_at, r.created_at), r.id
  loop
    v_falta := least(v_fila.centimos, p_devuelto - public.rectificado_de(v_original.id));
    if v_falta > 0 then perform public.escribir_rectificativa(v_original, v_falta, v_fila.id, null, null); end if;
  end loop;
  -- What was lost in a dispute, or came back from one.
  v_falta := p_devuelto - public.rectificado_de(v_original.id);
  if v_falta <> 0 then
    perform public.escribir_rectificativa(v_original, v_falta, null, (
        select id from public.disputas where pago_id = p_pago.id order by (fase = 'perdida') desc, abierta_at desc limit 1),
      (select f.id from public.facturas f where f.rectifica = v_original.id and f.anula is null
        and f.reembolso_id is null and (f.datos ->> 'total_centimos')::integer = v_falta
        and not exists (select from public.facturas a where a.anula = f.id) order by f.numero desc limit 1));
  end if;
end
$$;

-- The invoice of a charge, written with it. The caller holds the charge's row.
create function public.escribir_factura_club(p_cargo public.cargos_club) returns public.facturas
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_factura public.facturas;
  v_tienda public.configuracion_global;
  v_miembro public.usuarios_meta;
  v_serie text := to_char(now() at time zone 'Europe/Madrid', 'YYYY');
begin
  select * into v_factura from public.facturas where cargo_club_id = p_cargo.id and rectifica is null;
  if found or p_cargo.centimos = 0 then return v_factura; end if;
  select * into v_tienda from public.configuracion_global where id = 1;
  select * into v_miembro from public.usuarios_meta where id = p_cargo.user_id;
  insert into public.facturas (serie, numero, cargo_club_id, datos)
  values (v_serie, public.siguiente_factura(v_serie), p_cargo.id,
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
      'lineas', jsonb_build_array(public.linea('base', p_cargo.centimos)), 'metodo', 'tarjeta',
      'pagado_at', p_cargo.pagado_at,
      'iva_porcentaje', v_tienda.iva_porcentaje, 'base_centimos', p_cargo.centimos - p_cargo.iva_centimos,
      'iva_centimos', p_cargo.iva_centimos, 'total_centimos', p_cargo.centimos))
  returning * into v_factura;
  return v_factura;
end
$$;

-- What went back is answered by credit notes: each is the difference to those before it, so that a refund that fails
-- later is answered as well. The last one takes what rounding has left.
create function public.rectificar_factura_club(p_cargo public.cargos_club) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_original public.facturas;
  v_hecho integer;
  v_base_hecha integer;
  v_total integer;
  v_base integer;
  v_serie text := 'R' || to_char(now() at time zone 'Europe/Madrid', 'YYYY');
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
  values (v_serie, public.siguiente_factura(v_serie), p_cargo.id, v_original.id, v_original.datos || jsonb_build_object(
    'base_centimos', v_base, 'iva_centimos', v_total - v_base, 'total_centimos', v_total,
    'lineas', jsonb_build_array(
      public.linea(case when v_total < 0 then 'reembolso' else 'reembolso_fallido' end, v_total))));
end
$$;

-- An invoice or a credit note of the Club, for whoever paid or an admin.
create function public.ver_factura_club(p_factura uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_factura public.facturas;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('no_existe'); end if;
  select f.* into v_factura from public.facturas f join public.cargos_club c on c.id = f.cargo_club_id
  where f.id = p_factura and (c.user_id = auth.uid() or public.es_admin());
  if v_factura.id is null then return public.rechazo('no_existe'); end if;
  return public.describir_factura(v_factura);
end
$$;
grant execute on function public.ver_factura_club(uuid) to authenticated;

-- Who may do what in storage: public artwork, public portraits, private files to download. Every upload has a permission
-- of its own, for one name that nobody knew before; nothing is written over, so what was reviewed is what is sold. What
-- is read, is read with the reader's own rights.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('portadas', 'portadas', true, 5242880, array['image/webp']),
  ('avatars', 'avatars', true, 2097152, array['image/webp']),
  ('descargas', 'descargas', false, 52428800, null)
on conflict (id) do nothing;

-- Pictures that the shop has encoded: the permission to store one, and afterwards what the shop knows about it.
create table public.imagenes_subidas (
  ruta text primary key check (public.ruta_valida(ruta) and ruta ~ '^(avatars|portadas)/.+[.]webp$'),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  ancho integer check (ancho > 0),
  alto integer check (alto > 0),
  bytes integer not null check (bytes > 0),
  blur text check (public.blur_valido(blur)),
  created_at timestamptz not null default now(),
  retirada_at timestamptz
);
create index imagenes_subidas_usuario_id_idx on public.imagenes_subidas (usuario_id);
create index imagenes_subidas_retirada_idx on public.imagenes_subidas (retirada_at) where retirada_at is not null;

alter table public.imagenes_subidas enable row level security;

-- Files that a creator is about to send, for the two hours that the link to send one is good for.
create table public.descargas_por_subir (
  ruta text primary key check (public.ruta_valida(ruta) and starts_with(ruta, 'descargas/')),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index descargas_por_subir_usuario_id_idx on public.descargas_por_subir (usuario_id, created_at);

alter table public.descargas_por_subir enable row level security;

-- People write below a folder of their own; the private bucket is read by signed links only.
create function public.carpeta_propia(p_bucket text, p_nombre text) returns boolean
language sql stable set search_path = '' as $$
  select case p_bucket
    when 'avatars' then (storage.foldername(p_nombre))[1:2] = array['usuarios', auth.uid()::text]
    when 'portadas' then (storage.foldername(p_nombre))[1] = auth.uid()::text
    else false
  end;
$$;

-- At most 400 files and 8 GiB of each creator; one that is on its way counts with the most that the bucket takes.
create function public.permitir_descarga(p_nombre text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ruta text := 'descargas/' || auth.uid() || '/' || gen_random_uuid() || '/' || p_nombre;
  v_objetos bigint;
  v_bytes bigint;
  v_pendientes bigint;
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_nombre like '%/%' or not coalesce(public.ruta_valida(v_ruta), false) then
    return public.rechazo('datos_no_validos');
  end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  delete from public.descargas_por_subir s
  where s.usuario_id = auth.uid() and (s.created_at < now() - interval '3 hours' or exists (
    select from storage.objects o where o.bucket_id = 'descargas' and o.name = substr(s.ruta, 11)));
  select count(*), coalesce(sum((metadata ->> 'size')::bigint), 0) into v_objetos, v_bytes
  from storage.objects where bucket_id = 'descargas' and name like auth.uid() || '/%';
  select count(*) into v_pendientes from public.descargas_por_subir where usuario_id = auth.uid();
  if v_objetos + v_pendientes >= 400 or v_bytes + (v_pendientes + 1) * 52428800 > 8589934592 then
    return public.rechazo('sin_espacio');
  end if;
  insert into public.descargas_por_subir (ruta, usuario_id) values (v_ruta, auth.uid());
  return jsonb_build_object('ok', true, 'ruta', v_ruta);
end
$$;
grant execute on function public.permitir_descarga(text) to authenticated;

-- The shop has encoded a picture for the signed-in person, and is about to store it with that person's rights. At most
-- 2,000 pictures and 512 MiB of each person.
create function public.permitir_imagen(
  p_ruta text, p_ancho integer, p_alto integer, p_bytes integer, p_blur text, p_sello text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuantas bigint;
  v_bytes bigint;
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if not public.sello_valido(
    array['imagen', auth.uid()::text, p_ruta, p_ancho::text, p_alto::text, p_bytes::text, p_blur], p_sello) then
    return public.rechazo('sello_no_valido');
  end if;
  if not public.carpeta_propia(split_part(p_ruta, '/', 1), substr(p_ruta, strpos(p_ruta, '/') + 1)) then
    return public.rechazo('datos_no_validos');
  end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  select count(*), coalesce(sum(bytes), 0) into v_cuantas, v_bytes
  from public.imagenes_subidas where usuario_id = auth.uid() and retirada_at is null;
  if v_cuantas >= 2000 or v_bytes + p_bytes > 536870912 then return public.rechazo('sin_espacio'); end if;
  insert into public.imagenes_subidas (ruta, usuario_id, ancho, alto, bytes, blur)
  values (p_ruta, auth.uid(), p_ancho, p_alto, p_bytes, p_blur);
  return jsonb_build_object('ok', true);
exception
  when unique_violation or check_violation or not_null_violation then return public.rechazo('datos_no_validos');
end
$$;
grant execute on function public.permitir_imagen(text, integer, integer, integer, text, text) to authenticated;

-- A picture must arrive within minutes: the shop stores it at once.
create function public.puede_subir(p_ruta text) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.puede_actuar() and (
    exists (select from public.descargas_por_subir where ruta = p_ruta and usuario_id = auth.uid()
      and created_at > now() - interval '2 hours')
    or exists (select from public.imagenes_subidas where ruta = p_ruta and usuario_id = auth.uid()
      and retirada_at is null and created_at > now() - interval '5 minutes'));
$$;
grant execute on function public.puede_subir(text) to authenticated;

create function public.puede_leer(p_bucket text, p_nombre text) returns boolean
language sql stable security definer set search_path = '' as $$
  select public.puede_actuar() and case p_bucket
    when 'descargas' then split_part(p_nombre, '/', 1) = auth.uid()::text
      or public.tiene_descarga('descargas/' || p_nombre)
      or public.es_moderador() and public.en_revision('descargas/' || p_nombre)
    when 'avatars' then public.carpeta_propia(p_bucket, p_nombre)
    when 'portadas' then public.carpeta_propia(p_bucket, p_nombre)
    else false
  end;
$$;
grant execute on function public.puede_leer(text, text) to authenticated;

create policy objetos_select on storage.objects for select to authenticated
  using (public.puede_leer(bucket_id, name));
create policy objetos_insert on storage.objects for insert to authenticated
  with check (public.puede_subir(bucket_id || '/' || name));

-- A portrait that a person wears no longer is taken away by the next round of chores, also when the account goes.
create function public.retirar_retratos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.imagenes_subidas set retirada_at = now()
  where usuario_id = new.id and retirada_at is null
    and ruta in (substr(old.avatar_url, 8), substr(old.banner_url, 8))
    and '/media/' || ruta not in (new.avatar_url, new.banner_url);
  -- Of who leaves nothing stays that is not part of a product.
  if new.borrada_at is not null and old.borrada_at is null then
    update public.imagenes_subidas set retirada_at = now()
    where usuario_id = new.id and retirada_at is null and starts_with(ruta, 'avatars/');
  end if;
  return null;
end
$$;
create trigger retirar_retratos after update of avatar_url, banner_url, borrada_at on public.usuarios_meta
  for each row execute function public.retirar_retratos();

-- What the chores take out of storage. A permission whose picture never came is forgotten.
create function public.imagenes_retiradas() returns setof text
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.imagenes_subidas s
  where s.created_at between now() - interval '1 day' and now() - interval '1 hour' and not exists (
    select from storage.objects o
    where o.bucket_id = split_part(s.ruta, '/', 1) and o.name = substr(s.ruta, strpos(s.ruta, '/') + 1));
  return query select ruta from public.imagenes_subidas where retirada_at is not null order by retirada_at limit 200;
end
$$;
grant execute on function public.imagenes_retiradas() to service_role;

create function public.olvidar_imagenes(p_rutas text[]) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.imagenes_subidas where ruta = any (p_rutas) and retirada_at is not null;
$$;
grant execute on function public.olvidar_imagenes(text[]) to service_role;

-- What the shop knows of a picture: its size and its placeholder. Of one from before the shop kept them, what the
-- product has.
create function public.imagen_conocida(p_producto uuid, p_url text) returns jsonb
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

-- A content with the sizes and placeholders that the shop knows, whatever was sent.
create function public.con_imagenes_conocidas(p_producto uuid, c jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select c || jsonb_build_object(
    'portada_blur', public.imagen_conocida(p_producto, c ->> 'portada_url') -> 'blur',
    'banner_blur', public.imagen_conocida(p_producto, c ->> 'banner_url') -> 'blur',
    'imagenes', coalesce((
      select jsonb_agg(jsonb_build_object('url', n.v ->> 'url', 'ancho', k -> 'ancho', 'alto', k -> 'alto', 'blur', k -> 'blur')
        order by n.orden)
      from public.lista_json(c -> 'imagenes') with ordinality n(v, orden)
      cross join lateral public.imagen_conocida(p_producto, n.v ->> 'url') k), '[]'),
    'ediciones', coalesce((
      select jsonb_agg(n.v || jsonb_build_object(
        'portada_blur', public.imagen_conocida(p_producto, n.v ->> 'portada_url') -> 'blur') order by n.orden)
      from public.lista_json(c -> 'ediciones') with ordinality n(v, orden)), '[]'));
$$;

-- From a draft to the shop: what a creator sends is a revision; moderators approve or reject it. What is on sale stays
-- as it was approved until the new revision is.

create table public.revisiones_producto (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  autor_id uuid not null references public.usuarios_meta (id) on delete restrict,
  contenido jsonb not null check (public.contenido_seguro(contenido)),
  estado text not null default 'pendiente' check (estado in ('pendiente', 'aprobada', 'rechazada', 'sustituida')),
  es_nueva boolean not null,
  motivos text[] not null default '{}',
  nota text check (char_length(nota) <= 2000),
  enviada_at timestamptz not null default now(),
  decidida_at timestamptz,
  decidida_por uuid references public.usuarios_meta (id) on delete set null
);
create unique index revisiones_una_pendiente_key on public.revisiones_producto (producto_id) where estado = 'pendiente';
create index revisiones_producto_id_idx on public.revisiones_producto (producto_id, enviada_at desc);
create index revisiones_cola_idx on public.revisiones_producto (enviada_at, id) where estado = 'pendiente';
create index revisiones_decididas_idx on public.revisiones_producto (decidida_at) where decidida_at is not null;
create index revisiones_autor_id_idx on public.revisiones_producto (autor_id);
create index revisiones_decidida_por_idx on public.revisiones_producto (decidida_por);

alter table public.revisiones_producto enable row level security;
grant select on public.revisiones_producto to authenticated, service_role;
create policy revisiones_producto_select on public.revisiones_producto for select to authenticated
  using ((select public.es_moderador()) or public.es_su_producto(producto_id));
create policy revisiones_producto_segundo_paso on public.revisiones_producto as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.revisiones_producto
  for each statement execute function public.exigir_sesion_completa();

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
  using ((select public.es_moderador()) or public.es_su_producto(producto_id));
create policy mensajes_revision_segundo_paso on public.mensajes_revision as restrictive for select to authenticated
  using ((select public.sesion_completa()));

-- Whether a content may be sent at all: its size, its price, and whatever it names.
create function public.contenido_valido(c jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(c) = 'object' and coalesce(c ->> 'category', '') in ('plugin', 'serie', 'dlc', 'evento')
    and (c ->> 'precio')::numeric between 0 and 99 and char_length(c::text) <= 300000
    and jsonb_typeof(coalesce(c -> 'ediciones', '[]')) = 'array' and jsonb_typeof(coalesce(c -> 'imagenes', '[]')) = 'array'
    and (select count(*) from public.lista_json(c -> 'ediciones')) <= 10
    and (select count(*) from public.lista_json(c -> 'imagenes')) <= 20
    and public.contenido_seguro(c);
$$;

-- Why a creator may not send anything now, or null.
create function public.motivo_no_publica() returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.uid() is null or not public.puede_actuar() then 'sin_sesion'
    when (select reputacion from public.usuarios_meta where id = auth.uid()) = 'deshabilitado'
      then 'cuenta_deshabilitada'
  end;
$$;

-- The whole content of a product, as a revision holds it.
create function public.contenido_de(p public.productos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(p) - 'busqueda' || jsonb_build_object(
    'ediciones', coalesce((select jsonb_agg(to_jsonb(e) order by e.orden) from public.ediciones e
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

-- The whole content of an own product, with the files that no other reading shows: the newest revision, or the product.
create function public.contenido_producto(p_slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'producto_id', p.id, 'slug', p.slug, 'status', p.status, 'contenido', coalesce(
    (select r.contenido from public.revisiones_producto r
      where r.producto_id = p.id and r.estado in ('pendiente', 'rechazada') and not exists (
        select from public.revisiones_producto n where n.producto_id = p.id and n.estado = 'aprobada'
          and n.decidida_at > r.enviada_at)
      order by r.enviada_at desc limit 1),
    public.contenido_de(p)))
  from public.productos p
  where p.slug = p_slug and (p.usuario_id = public.persona_completa() or public.es_moderador());
$$;
grant execute on function public.contenido_producto(text) to authenticated;

create function public.crear_producto(p_slug text, p_contenido jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_contenido jsonb := public.leer_json(p_contenido);
  v_motivo text := public.motivo_no_publica();
  v_producto uuid;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  if not public.contenido_valido(v_contenido) then return public.rechazo('datos_no_validos'); end if;
  if (v_contenido ->> 'precio')::numeric = 0 then return public.rechazo('precio_no_valido'); end if;
  v_contenido := public.con_imagenes_conocidas(null, v_contenido);
  insert into public.productos (nombre, slug, precio, portada_url, category, usuario_id)
  values (v_contenido ->> 'nombre', p_slug, (v_contenido ->> 'precio')::numeric, v_contenido ->> 'portada_url',
    v_contenido ->> 'category', auth.uid())
  returning id into v_producto;
  perform public.aplicar_contenido(v_producto, v_contenido);
  insert into public.revisiones_producto (producto_id, autor_id, contenido, es_nueva)
  values (v_producto, auth.uid(), v_contenido, true);
  return jsonb_build_object('ok', true, 'producto_id', v_producto, 'slug', p_slug);
exception
  when unique_violation then return public.rechazo('slug_ocupado');
  when check_violation or not_null_violation or foreign_key_violation or invalid_text_representation
    or datetime_field_overflow or invalid_datetime_format or numeric_value_out_of_range or string_data_right_truncation
    or invalid_parameter_value
    then return public.rechazo('datos_no_validos');
end
$$;
grant execute on function public.crear_producto(text, jsonb) to authenticated;

create function public.proponer_cambios(p_producto uuid, p_contenido jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_contenido jsonb := public.leer_json(p_contenido);
  v_motivo text := public.motivo_no_publica();
  v_producto public.productos;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid() for no key update;
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  if not public.contenido_valido(v_contenido) then return public.rechazo('datos_no_validos'); end if;
  -- Only an admin makes a product free; one that is free may stay so.
  if (v_contenido ->> 'precio')::numeric = 0 and v_producto.precio > 0 then return public.rechazo('precio_no_valido'); end if;
  v_contenido := public.con_imagenes_conocidas(p_producto, v_contenido);
  update public.revisiones_producto set estado = 'sustituida' where producto_id = p_producto and estado = 'pendiente';
  insert into public.revisiones_producto (producto_id, autor_id, contenido, es_nueva)
  values (p_producto, auth.uid(), v_contenido, v_producto.status <> 'approved');
  if v_producto.status <> 'approved' then
    perform public.aplicar_contenido(p_producto, v_contenido);
    update public.productos set status = 'pending' where id = p_producto;
  end if;
  return jsonb_build_object('ok', true, 'producto_id', p_producto, 'slug', v_producto.slug);
exception
  when unique_violation or check_violation or not_null_violation or foreign_key_violation
    or invalid_text_representation or datetime_field_overflow or invalid_datetime_format
    or numeric_value_out_of_range or string_data_right_truncation or invalid_parameter_value
    then return public.rechazo('datos_no_validos');
end
$$;
grant execute on function public.proponer_cambios(uuid, jsonb) to authenticated;

-- A creator offers only files that are there and their own: uploaded below their own folder, or what the product had
-- already.
create function public.exigir_descargas_propias() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.enlaces_de(new.contenido) enlace
    where not public.enlace_valido(enlace) or enlace !~ '^https://'
      and not (starts_with(enlace, 'descargas/' || new.autor_id || '/') and exists (
        select from storage.objects o where o.bucket_id = 'descargas' and o.name = substr(enlace, 11)))
      and enlace not in (
        -- A product of this very transaction carries what is being asked about.
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
  for each row execute function public.exigir_descargas_propias();

-- Writes a revision's content into the product. Editions keep their ids; one that was sold is retired, not deleted.
create function public.aplicar_contenido(p_producto uuid, c jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
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
    portada_blur, orden)
  select coalesce((n.v ->> 'id')::uuid, gen_random_uuid()), p_producto, n.v ->> 'nombre', (n.v ->> 'precio')::numeric,
    nullif((n.v ->> 'oferta')::numeric, 0), coalesce((n.v ->> 'reserva')::boolean, false),
    nullif(n.v ->> 'download_link', ''), nullif(n.v ->> 'portada_url', ''), n.v ->> 'portada_blur', n.orden::integer
  from jsonb_array_elements(coalesce(c -> 'ediciones', '[]')) with ordinality n(v, orden)
  on conflict (id) do update set nombre = excluded.nombre, precio = excluded.precio, oferta = excluded.oferta,
    reserva = excluded.reserva, download_link = excluded.download_link, portada_url = excluded.portada_url,
    portada_blur = excluded.portada_blur, orden = excluded.orden, retirada = false
  where e.producto_id = p_producto;

  delete from public.imagenes_producto where producto_id = p_producto and edicion_id is null and not es_portada;
  insert into public.imagenes_producto (producto_id, url, orden, ancho, alto, blur)
  select p_producto, n.v ->> 'url', n.orden::integer, (n.v ->> 'ancho')::integer, (n.v ->> 'alto')::integer,
    n.v ->> 'blur'
  from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) with ordinality n(v, orden);
end
$$;

-- Where the newest revision of an own product stands: its place in the queue, and how long a decision takes.
create function public.estado_revision(p_producto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'estado', r.estado, 'enviada_at', r.enviada_at, 'decidida_at', r.decidida_at,
    'motivos', to_jsonb(r.motivos), 'nota', r.nota,
    'posicion', case when r.estado = 'pendiente' then (
      select count(*) from public.revisiones_producto otra
      where otra.estado = 'pendiente' and (otra.enviada_at, otra.id) <= (r.enviada_at, r.id)) end,
    'mediana_horas', (
      select round((percentile_cont(0.5) within group (order by extract(epoch from d.decidida_at - d.enviada_at)) / 3600)::numeric, 1)
      from public.revisiones_producto d where d.decidida_at > now() - interval '30 days'))
  from public.revisiones_producto r
  where r.producto_id = p_producto and (public.es_su_producto(p_producto) or public.es_moderador())
  order by r.enviada_at desc, r.id limit 1;
$$;
grant execute on function public.estado_revision(uuid) to authenticated;

-- Creators put their products together in bundles, in the form of one of them. A bundle goes through review with that
-- product; one that is taken out keeps its row for what was sold of it, without products: nobody can buy it any more.

-- A bundle holds from one to nine other products of the same creator that are on sale, and belongs to this product if it is there.
create function public.comprobar_bundles() returns trigger
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
          and p.status = 'approved')
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
  for each row execute function public.comprobar_bundles();

-- What was approved becomes what is sold. A revision from before there were bundles says nothing about them.
create function public.aplicar_bundles() returns trigger
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
      nullif((v_bundle ->> 'oferta')::numeric, 0), v_orden)
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
  for each row when (new.estado = 'aprobada' and old.estado <> 'aprobada') execute function public.aplicar_bundles();

-- What a reviewer reads, decides and says.

-- Whether a revision that waits for a decision names this file.
create function public.en_revision(p_ruta text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.revisiones_producto r cross join lateral public.enlaces_de(r.contenido) l
    where r.estado = 'pendiente' and l = p_ruta);
$$;

-- What a reviewer decides about: a revision beside what is on sale, and the decisions before it.
create function public.revision_para_decidir(p_revision uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_revision public.revisiones_producto;
  v_producto public.productos;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  select * into v_revision from public.revisiones_producto where id = p_revision;
  if v_revision.id is null then return public.rechazo('revision_no_existe'); end if;
  select * into v_producto from public.productos where id = v_revision.producto_id;
  return jsonb_build_object('ok', true, 'id', v_revision.id, 'estado', v_revision.estado,
    'enviada_at', v_revision.enviada_at, 'producto_id', v_producto.id, 'slug', v_producto.slug,
    'creador', (select u.display_name from public.usuarios_meta u where u.id = v_producto.usuario_id),
    'despues', v_revision.contenido,
    -- A product that was never on sale has nothing to be compared with.
    'antes', case when v_producto.status = 'approved' then public.contenido_de(v_producto) end,
    'suyos', coalesce((select jsonb_object_agg(p.id, p.nombre) from public.productos p
      where p.usuario_id = v_producto.usuario_id), '{}'),
    'historia', coalesce((
      select jsonb_agg(jsonb_build_object('estado', h.estado, 'motivos', to_jsonb(h.motivos), 'nota', h.nota,
        'decidida_at', h.decidida_at) order by h.decidida_at desc)
      from public.revisiones_producto h where h.producto_id = v_producto.id and h.decidida_at is not null), '[]'));
end
$$;
grant execute on function public.revision_para_decidir(uuid) to authenticated;

create function public.resolver_revision(p_revision uuid, p_aprobar boolean, p_motivos text[], p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_revision public.revisiones_producto;
  v_producto public.productos;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  if v_revision.id is null then return public.rechazo('revision_no_existe'); end if;
  if v_revision.estado <> 'pendiente' then return public.rechazo('ya_resuelta'); end if;
  if v_revision.autor_id = auth.uid() and not public.es_admin() then return public.rechazo('es_suya'); end if;
  if not p_aprobar and cardinality(coalesce(p_motivos, '{}')) = 0 then return public.rechazo('motivo_no_valido'); end if;
  if exists (select from unnest(p_motivos) m where m not in
    ('calidad', 'incompleto', 'contenido_no_permitido', 'derechos', 'enganoso', 'archivo', 'precio', 'otro')) then
    return public.rechazo('motivo_no_valido');
  end if;
  select * into v_producto from public.productos where id = v_revision.producto_id for no key update;
  update public.revisiones_producto set estado = case when p_aprobar then 'aprobada' else 'rechazada' end,
    motivos = coalesce(p_motivos, '{}'), nota = nullif(btrim(p_nota), ''), decidida_at = now(), decidida_por = auth.uid()
  where id = p_revision;
  if p_aprobar then
    perform public.aplicar_contenido(v_producto.id, v_revision.contenido);
    update public.productos set status = 'approved' where id = v_producto.id;
  elsif v_producto.status <> 'approved' then
    update public.productos set status = 'rejected' where id = v_producto.id;
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('revision:' || p_revision, v_producto.usuario_id, 'revision', jsonb_build_object(
    'aprobada', p_aprobar, 'nombre', v_revision.contenido ->> 'nombre', 'slug', v_producto.slug,
    'motivos', to_jsonb(coalesce(p_motivos, '{}')), 'nota', nullif(btrim(p_nota), '')));
  perform public.anotar(case when p_aprobar then 'aprobar_revision' else 'rechazar_revision' end, 'producto',
    v_producto.id::text, jsonb_build_object('status', v_producto.status),
    jsonb_build_object('revision_id', p_revision, 'motivos', to_jsonb(coalesce(p_motivos, '{}'))),
    nullif(btrim(p_nota), ''));
  return jsonb_build_object('ok', true, 'producto_id', v_producto.id, 'slug', v_producto.slug);
end
$$;
grant execute on function public.resolver_revision(uuid, boolean, text[], text) to authenticated;

create function public.comentar_revision(p_producto uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if not (public.es_su_producto(p_producto) or public.es_moderador()) then return public.rechazo('no_existe'); end if;
  if p_texto is null or char_length(btrim(p_texto)) not between 1 and 2000 then return public.rechazo('texto_no_valido'); end if;
  insert into public.mensajes_revision (producto_id, autor_id, texto) values (p_producto, auth.uid(), btrim(p_texto));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.comentar_revision(uuid, text) to authenticated;

-- The versions of a product: each is a file that a moderator has approved, with what is new in it.

create table public.versiones_producto (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  revision_id uuid unique references public.revisiones_producto (id) on delete set null,
  version text not null check (char_length(btrim(version)) between 1 and 20),
  novedades text not null default '' check (char_length(novedades) <= 2000),
  novedades_en text check (char_length(novedades_en) <= 2000),
  created_at timestamptz not null default now()
);
create index versiones_producto_id_idx on public.versiones_producto (producto_id, created_at desc);

alter table public.versiones_producto enable row level security;
grant select on public.versiones_producto to anon, authenticated, service_role;
create policy versiones_producto_select on public.versiones_producto for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id));

-- An approved revision that carries a version publishes it, and tells whoever owns the product.
create function public.publicar_version() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  c jsonb := new.contenido;
begin
  insert into public.versiones_producto (producto_id, revision_id, version, novedades, novedades_en)
  values (new.producto_id, new.id, btrim(c ->> 'version'), coalesce(c ->> 'novedades', ''), nullif(c ->> 'novedades_en', ''))
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
  execute function public.publicar_version();

-- What buyers say of products.

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
  using (not oculta or user_id = (select auth.uid()) or (select public.es_moderador()));

-- The rating of a product. Two who review at once: the second waits, and then counts the first as well.
create function public.contar_resenas() returns trigger
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
  for each row execute function public.contar_resenas();

-- One review per owner and product; writing again changes it. It must be owned, from whatever source.
create function public.escribir_resena(p_producto uuid, p_estrellas integer, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_resena uuid;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_estrellas is null or p_estrellas not between 1 and 5 or char_length(coalesce(p_texto, '')) > 2000 then
    return public.rechazo('datos_no_validos');
  end if;
  if public.es_su_producto(p_producto) then return public.rechazo('es_suyo'); end if;
  if not exists (select from public.adquisiciones
    where user_id = auth.uid() and producto_id = p_producto and revocada_at is null) then
    return public.rechazo('no_lo_tienes');
  end if;
  if not public.contar_intento('resena', auth.uid()::text, 30, '1 hour') then
    return public.rechazo('demasiados_intentos');
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

create function public.borrar_resena(p_producto uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  delete from public.resenas where producto_id = p_producto and user_id = auth.uid();
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.borrar_resena(uuid) to authenticated;

create function public.responder_resena(p_resena uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if char_length(btrim(p_texto)) > 2000 then return public.rechazo('datos_no_validos'); end if;
  update public.resenas set respuesta = nullif(btrim(p_texto), ''),
    respuesta_at = case when nullif(btrim(p_texto), '') is null then null else now() end
  where id = p_resena and public.es_su_producto(producto_id);
  if not found then return public.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.responder_resena(uuid, text) to authenticated;

create function public.moderar_resena(p_resena uuid, p_oculta boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.resenas;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  if p_oculta and (p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500) then
    return public.rechazo('motivo_no_valido');
  end if;
  select * into v_antes from public.resenas where id = p_resena for no key update;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  update public.resenas set oculta = p_oculta, oculta_motivo = case when p_oculta then btrim(p_motivo) end
  where id = p_resena;
  perform public.anotar(case when p_oculta then 'ocultar_resena' else 'mostrar_resena' end, 'resena', p_resena::text,
    jsonb_build_object('oculta', v_antes.oculta), jsonb_build_object('oculta', p_oculta), nullif(btrim(p_motivo), ''));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.moderar_resena(uuid, boolean, text) to authenticated;

-- The creator hears of a new review, its writer of the first answer to it.
create function public.avisar_de_resena() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_producto public.productos;
  v_es_respuesta boolean := new.respuesta is not null;
begin
  select * into v_producto from public.productos where id = new.producto_id;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (
    case when v_es_respuesta then new.user_id else v_producto.usuario_id end,
    case when v_es_respuesta then 'respuesta' else 'resena' end,
    case when v_es_respuesta then 'respuesta:' else 'resena:' end || new.id,
    jsonb_build_object('slug', v_producto.slug, 'nombre', v_producto.nombre, 'nombre_en', v_producto.nombre_en,
      'estrellas', new.estrellas))
  on conflict (user_id, clave) do nothing;
  return null;
end
$$;
create trigger avisar_de_resena after insert on public.resenas
  for each row execute function public.avisar_de_resena();
create trigger avisar_de_respuesta after update of respuesta on public.resenas
  for each row when (old.respuesta is null and new.respuesta is not null) execute function public.avisar_de_resena();

-- What people report, and what moderators see of it.

create table public.reportes (
  id uuid primary key default gen_random_uuid(),
  objeto_tipo text not null check (objeto_tipo in ('producto', 'resena', 'usuario')),
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
grant select on public.reportes to authenticated, service_role;
create policy reportes_select on public.reportes for select to authenticated
  using (user_id = (select auth.uid()) or (select public.es_moderador()));
create policy reportes_segundo_paso on public.reportes as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create function public.reportar(p_tipo text, p_objeto uuid, p_motivo text, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_motivo is null or p_motivo not in ('spam', 'ofensivo', 'ilegal', 'derechos', 'fraude', 'otro')
    or char_length(coalesce(p_texto, '')) > 2000 then
    return public.rechazo('datos_no_validos');
  end if;
  if not (p_tipo = 'producto' and exists (select from public.productos where id = p_objeto)
    or p_tipo = 'resena' and exists (select from public.resenas where id = p_objeto)
    or p_tipo = 'usuario' and exists (select from public.usuarios_meta where id = p_objeto and id <> auth.uid())) then
    return public.rechazo('no_existe');
  end if;
  if not public.contar_intento('reporte', auth.uid()::text, 20, '1 hour') then
    return public.rechazo('demasiados_intentos');
  end if;
  insert into public.reportes (objeto_tipo, objeto_id, user_id, motivo, texto)
  values (p_tipo, p_objeto, auth.uid(), p_motivo, btrim(coalesce(p_texto, '')))
  on conflict (objeto_tipo, objeto_id, user_id) where estado = 'abierto' do nothing;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.reportar(text, uuid, text, text) to authenticated;

create function public.resolver_reporte(p_reporte uuid, p_estado text, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  if p_estado is null or p_estado not in ('resuelto', 'descartado') then return public.rechazo('estado_no_valido'); end if;
  if p_nota is null or char_length(btrim(p_nota)) not between 3 and 500 then return public.rechazo('nota_no_valida'); end if;
  update public.reportes set estado = p_estado, nota = btrim(p_nota), resuelto_por = auth.uid(), resuelto_at = now()
  where id = p_reporte and estado = 'abierto';
  if not found then return public.rechazo('no_existe'); end if;
  perform public.anotar('resolver_reporte', 'reporte', p_reporte::text, jsonb_build_object('estado', 'abierto'),
    jsonb_build_object('estado', p_estado), btrim(p_nota));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.resolver_reporte(uuid, text, text) to authenticated;

-- What a report is about, as a moderator has to see it; null when it is gone.
create function public.objeto_reportado(p_tipo text, p_objeto uuid) returns jsonb
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
  end;
$$;

-- Fifty reports: the open ones, the oldest first, or those that were settled, the last one first.
create function public.listar_reportes(p_abiertos boolean, p_pagina integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_salto integer := 50 * least(greatest(coalesce(p_pagina, 0), 0), 1000);
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true,
    'abiertos', (select count(*) from public.reportes where estado = 'abierto'),
    'reportes', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'objeto_tipo', x.objeto_tipo, 'objeto_id', x.objeto_id,
        'motivo', x.motivo, 'texto', x.texto, 'estado', x.estado, 'nota', x.nota, 'created_at', x.created_at,
        'de', (select display_name from public.usuarios_meta u where u.id = x.user_id),
        'resuelto_por', (select display_name from public.usuarios_meta u where u.id = x.resuelto_por),
        'objeto', public.objeto_reportado(x.objeto_tipo, x.objeto_id)) order by x.orden)
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

-- What a creator looks at: views, orders and revenue, by product and by day.

create function public.mi_panel(p_dias integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with desde as (
    select current_date - (least(greatest(coalesce(p_dias, 30), 1), 365) - 1) as dia
  ), suyos as (
    select id, slug, nombre, nombre_en, status, visitas, precio, portada_url, portada_blur, created_at
    from public.productos where usuario_id = public.persona_completa() and not oculto
  ), pedidos as (
    select s.id, count(a.id) filter (where a.revocada_at is null)::integer as total,
      count(a.id) filter (where a.revocada_at is null and a.created_at >= (select dia from desde))::integer as recientes
    from suyos s left join public.adquisiciones a on a.producto_id = s.id group by s.id
  ), ingresos as (
    select a.producto_id as id, sum(m.centimos)::integer as total,
      sum(m.centimos) filter (where m.created_at >= (select dia from desde))::integer as recientes
    from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id
    where m.usuario_id = public.persona_completa() group by a.producto_id
  ), vistas as (
    select v.producto_id as id, count(*)::integer as recientes from public.visitas_producto v
    where v.producto_id in (select id from suyos) and v.dia >= (select dia from desde) group by v.producto_id
  ), dias as (
    select d::date as dia from generate_series((select dia from desde), current_date, interval '1 day') d
  ), vistas_dia as (
    select v.dia, count(*)::integer as n from public.visitas_producto v
    where v.producto_id in (select id from suyos) and v.dia >= (select dia from desde) group by v.dia
  ), pedidos_dia as (
    select a.created_at::date as dia, count(*)::integer as n from public.adquisiciones a
    where a.producto_id in (select id from suyos) and a.revocada_at is null and a.created_at >= (select dia from desde)
    group by 1
  ), ingresos_dia as (
    select m.created_at::date as dia, sum(m.centimos)::integer as n from public.movimientos_ingresos m
    where m.usuario_id = public.persona_completa() and m.adquisicion_id is not null and m.created_at >= (select dia from desde)
    group by 1
  )
  select jsonb_build_object(
    'ok', true,
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'slug', s.slug, 'nombre', s.nombre, 'nombre_en', s.nombre_en,
        'status', s.status, 'portada_url', s.portada_url, 'portada_blur', s.portada_blur,
        'visitas', s.visitas, 'pedidos', p.total, 'ingresos_centimos', coalesce(i.total, 0),
        'visitas_recientes', coalesce(v.recientes, 0), 'pedidos_recientes', p.recientes,
        'ingresos_recientes_centimos', coalesce(i.recientes, 0),
        'cambios_en_revision', s.status = 'approved' and exists (
          select from public.revisiones_producto r where r.producto_id = s.id and r.estado = 'pendiente'))
        order by s.created_at desc)
      from suyos s join pedidos p on p.id = s.id left join ingresos i on i.id = s.id left join vistas v on v.id = s.id
    ), '[]'),
    'dias', (
      select jsonb_agg(jsonb_build_object('dia', d.dia, 'visitas', coalesce(v.n, 0), 'pedidos', coalesce(p.n, 0),
        'ingresos_centimos', coalesce(i.n, 0)) order by d.dia)
      from dias d left join vistas_dia v on v.dia = d.dia left join pedidos_dia p on p.dia = d.dia
        left join ingresos_dia i on i.dia = d.dia));
$$;
grant execute on function public.mi_panel(integer) to authenticated;

-- What comes in from providers.

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
create index eventos_proveedor_tipo_idx on public.eventos_proveedor (tipo text_pattern_ops, recibido_at desc);

alter table public.eventos_proveedor enable row level security;
grant select on public.eventos_proveedor to authenticated, service_role;
create policy eventos_proveedor_select on public.eventos_proveedor for select to authenticated
  using ((select public.es_admin()));
create policy eventos_proveedor_segundo_paso on public.eventos_proveedor as restrictive for select to authenticated
  using ((select public.sesion_completa()));

-- Remembers a provider's event. It counts as new until `cerrar_evento`, so that one that failed half-way is repeated.
create function public.registrar_evento(
  p_proveedor text, p_evento_id text, p_tipo text, p_payload jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_procesado timestamptz;
begin
  insert into public.eventos_proveedor (proveedor, evento_id, tipo, payload)
  values (p_proveedor, p_evento_id, p_tipo, public.leer_json(p_payload))
  on conflict (proveedor, evento_id) do nothing;
  select procesado_at into v_procesado from public.eventos_proveedor
  where proveedor = p_proveedor and evento_id = p_evento_id;
  return jsonb_build_object('ok', true, 'nuevo', v_procesado is null);
end
$$;
grant execute on function public.registrar_evento(text, text, text, jsonb) to service_role;

create function public.cerrar_evento(p_proveedor text, p_evento_id text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.eventos_proveedor set procesado_at = coalesce(procesado_at, now())
  where proveedor = p_proveedor and evento_id = p_evento_id;
$$;
grant execute on function public.cerrar_evento(text, text) to service_role;

-- What a person must look at. A case is announced to every admin, once.

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
create policy casos_admin_select on public.casos_admin for select to authenticated using ((select public.es_admin()));
create policy casos_admin_segundo_paso on public.casos_admin as restrictive for select to authenticated
  using ((select public.sesion_completa()));

create function public.abrir_caso(p_tipo text, p_clave text, p_pago uuid, p_datos jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  with caso as (
    insert into public.casos_admin (tipo, clave, pago_id, datos)
    values (p_tipo, p_clave, p_pago, public.leer_json(p_datos))
    on conflict (clave) do nothing returning id, tipo, pago_id
  )
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'caso:' || caso.id || ':' || u.id, u.id, 'caso',
    jsonb_build_object('caso_id', caso.id, 'tipo', caso.tipo, 'pago_id', caso.pago_id)
  from caso cross join public.usuarios_meta u
  where u.role = 'admin' and (u.banned_until is null or u.banned_until <= now());
$$;
grant execute on function public.abrir_caso(text, text, uuid, jsonb) to service_role;

create function public.resolver_caso(p_caso bigint, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_nota is null or char_length(btrim(p_nota)) not between 3 and 500 then return public.rechazo('nota_no_valida'); end if;
  update public.casos_admin set resuelto = true, resuelto_at = now(), resuelto_por = auth.uid(), nota = btrim(p_nota)
  where id = p_caso and not resuelto;
  if not found then return public.rechazo('caso_no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.resolver_caso(bigint, text) to authenticated;

-- The log also keeps the cases that admins close.
create function public.anotar_caso() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform public.anotar('resolver_caso', case when new.pago_id is null then 'caso' else 'pago' end,
    coalesce(new.pago_id::text, new.id::text), jsonb_build_object('tipo', new.tipo, 'resuelto', false),
    jsonb_build_object('tipo', new.tipo, 'resuelto', true), new.nota);
  return null;
end
$$;
create trigger anotar_caso after update of resuelto on public.casos_admin
  for each row when (new.resuelto and not old.resuelto) execute function public.anotar_caso();

-- Every list of the panel, page by page.

-- Who is meant by an id, an e-mail address, a username, or a part of a name: up to 100 people.
create function public.personas_llamadas(p_texto text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if public.leer_uuid(p_texto) is not null then return array[p_texto::uuid]; end if;
  if p_texto like '%@%' then
    return array(select id from auth.users where email = lower(p_texto) and not is_sso_user);
  end if;
  return array(
    select id from public.usuarios_meta
    where display_name ilike '%' || regexp_replace(p_texto, '([\\%_])', '\\\1', 'g') || '%'
      or lower(username) = lower(p_texto)
    limit 100);
end
$$;

create function public.ficha_usuario(u public.usuarios_meta) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', u.id, 'display_name', u.display_name, 'username', u.username,
    'avatar_url', u.avatar_url, 'email', (select a.email from auth.users a where a.id = u.id), 'role', u.role,
    'club', u.club, 'reputacion', u.reputacion, 'uncoins', u.uncoins, 'banned_until', u.banned_until,
    'ban_motivo', u.ban_motivo, 'created_at', u.created_at);
$$;

-- Each list is a query of its own: the id of a row, the moment that it is ordered by, and what is shown of it. All have
-- the same arguments: the text that is looked for, the filter, and the people whom the text may mean; null asks for
-- nothing. They are inlined into the query of `admin_listar`, conditions that ask for nothing fall away, and what
-- is left finds the index that is made for it. So they take no setting and no rights of their own: written as
-- `begin atomic`, their names were looked up when they were made.

create function public.lista_usuarios(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.created_at, public.ficha_usuario(x)
  from public.usuarios_meta x
  where (p_buscar is null or x.id = any (p_personas)
      or x.display_name ilike '%' || regexp_replace(p_buscar, '([\\%_])', '\\\1', 'g') || '%')
    and (p_filtro is null or x.role = p_filtro);
end;

create function public.lista_productos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.created_at, jsonb_build_object('nombre', x.nombre, 'slug', x.slug, 'precio', x.precio,
    'oferta', x.oferta, 'status', x.status, 'visitas', x.visitas, 'adquirido', x.adquirido, 'created_at', x.created_at,
    'creador', (select u.display_name from public.usuarios_meta u where u.id = x.usuario_id))
  from public.productos x
  where (p_buscar is null or x.nombre ilike '%' || regexp_replace(p_buscar, '([\\%_])', '\\\1', 'g') || '%'
      or x.slug = lower(p_buscar) or x.id = public.leer_uuid(p_buscar))
    and (p_filtro is null or x.status = p_filtro);
end;

create function public.lista_pagos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.creado_at, jsonb_build_object('estado', x.estado, 'metodo', x.metodo,
    'total_centimos', x.total_centimos, 'referencia', x.referencia, 'nombre', x.presupuesto ->> 'nombre',
    'comprador', (select u.display_name from public.usuarios_meta u where u.id = x.user_id))
  from public.pagos x
  where (p_buscar is null or x.referencia = p_buscar or x.user_id = any (p_personas)
      or x.id = public.leer_uuid(p_buscar))
    and (p_filtro is null or x.estado = p_filtro);
end;

create function public.lista_pedidos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.created_at, jsonb_build_object('origen', x.origen, 'precio_pagado', x.precio_pagado,
    'minecraft_name', x.minecraft_name, 'es_reserva', x.es_reserva, 'revocada_at', x.revocada_at,
    'pago_id', x.pago_id, 'user_id', x.user_id,
    'dueno', (select u.display_name from public.usuarios_meta u where u.id = x.user_id),
    'producto', (select p.nombre from public.productos p where p.id = x.producto_id),
    'edicion', (select e.nombre from public.ediciones e where e.id = x.edicion_id))
  from public.adquisiciones x
  where (p_buscar is null or x.user_id = any (p_personas) or x.id = public.leer_uuid(p_buscar)
      or x.producto_id = (select p.id from public.productos p where p.slug = lower(p_buscar)))
    and (p_filtro is null or x.origen = p_filtro);
end;

create function public.lista_eventos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id bigint, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.recibido_at, jsonb_build_object('proveedor', x.proveedor, 'evento_id', x.evento_id, 'tipo', x.tipo,
    'procesado_at', x.procesado_at)
  from public.eventos_proveedor x
  where (p_buscar is null or x.evento_id = p_buscar
      or x.tipo like regexp_replace(p_buscar, '([\\%_])', '\\\1', 'g') || '%')
    and (p_filtro is null
      or case p_filtro when 'pendiente' then x.procesado_at is null else x.proveedor = p_filtro end);
end;

create function public.lista_retiros(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.created_at, jsonb_build_object('estado', x.estado, 'amount', x.amount,
    'paypal_email', x.paypal_email, 'motivo', x.motivo,
    'creador', (select u.display_name from public.usuarios_meta u where u.id = x.usuario_id))
  from public.withdrawals x
  where (p_buscar is null or x.usuario_id = any (p_personas) or lower(x.paypal_email) = lower(p_buscar)
      or x.id = public.leer_uuid(p_buscar))
    and (p_filtro is null or x.estado = p_filtro);
end;

create function public.lista_codigos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.creado_at, jsonb_build_object('codigo', x.codigo, 'canjeado', x.canjeado, 'canjeado_at', x.canjeado_at,
    'por', (select u.display_name from public.usuarios_meta u where u.id = x.canjeado_por),
    'producto', (select p.nombre from public.productos p where p.id = x.id_producto),
    'edicion', (select e.nombre from public.ediciones e where e.id = x.id_edicion))
  from public.codigos_canjes x
  where (p_buscar is null or upper(x.codigo) like upper(regexp_replace(p_buscar, '([\\%_])', '\\\1', 'g')) || '%'
      or x.id_producto = (select p.id from public.productos p where p.slug = lower(p_buscar)))
    and (p_filtro is null or x.canjeado = (p_filtro = 'canjeado'));
end;

create function public.lista_cupones(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.creado_at, jsonb_build_object('codigo', x.codigo, 'percent_discount', x.percent_discount,
    'caduca_at', x.caduca_at, 'usos_max', x.usos_max, 'usos_por_usuario', x.usos_por_usuario,
    'producto', (select p.nombre from public.productos p where p.id = x.product_id),
    'slug', (select p.slug from public.productos p where p.id = x.product_id))
  from public.codigos_cupones x
  where (p_buscar is null or upper(x.codigo) like upper(regexp_replace(p_buscar, '([\\%_])', '\\\1', 'g')) || '%'
      or x.product_id = (select p.id from public.productos p where p.slug = lower(p_buscar)))
    and (p_filtro is null or (coalesce(x.caduca_at, 'infinity') > now()) = (p_filtro = 'vigente'));
end;

create function public.lista_reportes(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.created_at, jsonb_build_object('objeto_tipo', x.objeto_tipo, 'objeto_id', x.objeto_id,
    'motivo', x.motivo, 'texto', x.texto, 'estado', x.estado, 'nota', x.nota, 'resuelto_at', x.resuelto_at,
    'de', (select u.display_name from public.usuarios_meta u where u.id = x.user_id))
  from public.reportes x
  where (p_buscar is null or x.user_id = any (p_personas))
    and (p_filtro is null or x.estado = p_filtro);
end;

create function public.lista_cargos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.created_at, jsonb_build_object('estado', x.estado, 'plan', x.plan, 'centimos', x.centimos,
    'devuelto_centimos', x.devuelto_centimos, 'periodo_inicio', x.periodo_inicio, 'periodo_fin', x.periodo_fin,
    'pagado_at', x.pagado_at, 'factura_proveedor', x.factura_proveedor, 'cargo', x.cargo, 'user_id', x.user_id,
    'socio', (select u.display_name from public.usuarios_meta u where u.id = x.user_id),
    'factura', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f
      where f.cargo_club_id = x.id and f.rectifica is null))
  from public.cargos_club x
  where (p_buscar is null or x.user_id = any (p_personas) or x.factura_proveedor = p_buscar or x.cargo = p_buscar
      or x.intento = p_buscar or x.id = public.leer_uuid(p_buscar))
    and (p_filtro is null or x.estado = p_filtro);
end;

-- The lists by name: what kind of id their rows have, and whether a text may mean people.
create function public.listas_admin() returns table (lista text, tipo_id text, por_personas boolean)
language sql immutable set search_path = '' as $$
  values
    ('usuarios', 'uuid', true),
    ('productos', 'uuid', false),
    ('pagos', 'uuid', true),
    ('pedidos', 'uuid', true),
    ('eventos', 'bigint', false),
    ('retiros', 'uuid', true),
    ('codigos', 'uuid', false),
    ('cupones', 'uuid', false),
    ('reportes', 'uuid', true),
    ('cargos', 'uuid', true)
$$;

-- One page of a list: `buscar`, `filtro`, `ascendente`, `limite`, and `momento` and `id` of the row to go on after.
-- Only the direction and the place to go on are put together here: an order cannot be an argument.
create function public.admin_listar(p_lista text, p_filtros jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f jsonb := public.leer_json(p_filtros);
  l record;
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_filtro text := nullif(f ->> 'filtro', '');
  v_momento timestamptz;
  v_sube boolean;
  v_limite integer;
  v_filas jsonb;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  v_momento := (f ->> 'momento')::timestamptz;
  v_sube := coalesce((f ->> 'ascendente')::boolean, false);
  v_limite := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001);
  select * into l from public.listas_admin() where lista = p_lista;
  if l.lista is null then return public.rechazo('no_existe'); end if;
  execute format(
    $q$select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select x.id, x.momento, x.datos from public.%1$I($1, $2, $3) x
      where %2$s
      order by x.momento %3$s, x.id %3$s limit $6) r$q$,
    'lista_' || l.lista,
    case when v_momento is null then 'true'
      else format('x.momento %1$s= $4 and (x.momento, x.id) %1$s ($4, $5::%2$s)',
        case when v_sube then '>' else '<' end, l.tipo_id) end,
    case when v_sube then 'asc' else 'desc' end)
  into v_filas
  using v_buscar, v_filtro, case when v_buscar is not null and l.por_personas then public.personas_llamadas(v_buscar) end,
    v_momento, f ->> 'id', v_limite;
  return jsonb_build_object('ok', true, 'filas', v_filas);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow
    or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$$;
grant execute on function public.admin_listar(text, jsonb) to authenticated;

-- The figures above the lists. Money of a day is what was paid by card and PayPal, the charges of the Club with it;
-- coins were money when topped up. What went back counts when it went: by the credit notes, of sales and of the Club
-- alike, and by the refunds of what was paid and never delivered, which has no invoice.

-- The figures of days that are over, so that the panel never counts them again.
create table public.cifras_diarias (
  dia date primary key,
  ventas bigint not null,
  devoluciones bigint not null,
  pedidos integer not null,
  nuevos integer not null,
  altas integer not null,
  metodos jsonb not null
);

alter table public.cifras_diarias enable row level security;

-- Counts the days between two.
create function public.contar_dias(p_desde date, p_hasta date) returns setof public.cifras_diarias
language sql stable security definer set search_path = '' as $$
  with limites as (
    select p_desde::timestamptz as desde, (p_hasta + 1)::timestamptz as hasta
  ), pagado as materialized (
    select pagado_at::date as dia, metodo, count(*) as pagos, sum(total_centimos) as total
    from public.pagos, limites where pagado_at >= desde and pagado_at < hasta group by 1, 2
  ), devuelto as materialized (
    select x.dia, sum(x.centimos) as total from (
      select emitida_at::date as dia, -(datos ->> 'total_centimos')::integer as centimos
      from public.facturas, limites where rectifica is not null and emitida_at >= desde and emitida_at < hasta
      union all
      select r.hecho_at::date, r.centimos
      from public.reembolsos r join public.pagos p on p.id = r.pago_id, limites
      where r.estado = 'hecho' and r.hecho_at >= desde and r.hecho_at < hasta
        and p.entregado_at is null and p.metodo in ('tarjeta', 'paypal')
    ) x group by 1
  ), club as materialized (
    select pagado_at::date as dia, count(*) as pagos, sum(centimos) as total from public.cargos_club, limites
    where pagado_at >= desde and pagado_at < hasta and centimos > 0 group by 1
  ), pedidos as materialized (
    select created_at::date as dia, count(*) as n from public.adquisiciones, limites
    where created_at >= desde and created_at < hasta group by 1
  ), nuevos as materialized (
    select created_at::date as dia, count(*) as n from public.usuarios_meta, limites
    where created_at >= desde and created_at < hasta group by 1
  ), altas as materialized (
    select created_at::date as dia, count(*) as n from public.suscripciones, limites
    where created_at >= desde and created_at < hasta group by 1
  )
  select d.dia,
    (coalesce((select sum(p.total) from pagado p where p.dia = d.dia and p.metodo in ('tarjeta', 'paypal')), 0)
      + coalesce((select c.total from club c where c.dia = d.dia), 0))::bigint,
    coalesce((select r.total from devuelto r where r.dia = d.dia), 0)::bigint,
    coalesce((select p.n from pedidos p where p.dia = d.dia), 0)::integer,
    coalesce((select n.n from nuevos n where n.dia = d.dia), 0)::integer,
    coalesce((select a.n from altas a where a.dia = d.dia), 0)::integer,
    coalesce((select jsonb_agg(jsonb_build_object('metodo', p.metodo, 'pagos', p.pagos, 'total', p.total))
      from (select dia, metodo, pagos, total from pagado union all select dia, 'club', pagos, total from club) p
      where p.dia = d.dia), '[]')
  from (select s::date as dia from generate_series(p_desde::timestamp, p_hasta::timestamp, interval '1 day') s) d;
$$;

-- Counts the days that are over and not counted yet. Yesterday stays open: what began before midnight may still come.
create function public.cerrar_dias() returns integer
language sql volatile security definer set search_path = '' as $$
  with cerrados as (
    insert into public.cifras_diarias
    select c.* from public.contar_dias(
      coalesce((select max(dia) + 1 from public.cifras_diarias), current_date - 90), current_date - 2) c
    on conflict (dia) do nothing
    returning 1
  )
  select count(*)::integer from cerrados;
$$;
grant execute on function public.cerrar_dias() to service_role;

-- The shop's figures of the last days: those that were counted, and the rest as it stands.
create function public.admin_resumen(p_dias integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_desde date := current_date - (least(greatest(coalesce(p_dias, 30), 1), 90) - 1);
  v_abierto date := greatest(v_desde, coalesce((select max(dia) + 1 from public.cifras_diarias), v_desde));
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return (
    with dias as materialized (
      select * from public.cifras_diarias where dia >= v_desde and dia < v_abierto
      union all
      select * from public.contar_dias(v_abierto, current_date)
    )
    select jsonb_build_object('ok', true,
      'vistas', (select coalesce(sum(visitas), 0) from public.productos),
      'socios', (select count(*) from public.usuarios_meta where club),
      'metodos', coalesce((select jsonb_agg(to_jsonb(m) order by m.metodo) from (
        select x.metodo, sum(x.pagos) as pagos, sum(x.total) as total
        from dias d, jsonb_to_recordset(d.metodos) as x(metodo text, pagos bigint, total bigint) group by x.metodo) m),
        '[]'),
      'dias', (select jsonb_agg(to_jsonb(d) - 'metodos' order by d.dia) from dias d)));
end
$$;
grant execute on function public.admin_resumen(integer) to authenticated;

-- What an admin sees and may change of people and products: exactly these fields, each change in the log.

-- One person, with what was done to them.
create function public.admin_usuario(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_usuario public.usuarios_meta;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into v_usuario from public.usuarios_meta where id = p_usuario;
  if v_usuario.id is null then return public.rechazo('usuario_no_existe'); end if;
  return public.ficha_usuario(v_usuario) || jsonb_build_object('ok', true,
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

-- display_name, reputacion, uncoins and role. Coins change through their ledger, so that it always adds up.
create function public.admin_editar_usuario(p_usuario uuid, p_cambios jsonb, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cambios jsonb := public.leer_json(p_cambios);
  v_antes public.usuarios_meta;
  v_rol jsonb;
  v_movimiento integer;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if not public.solo_claves(v_cambios, array['display_name', 'reputacion', 'uncoins', 'role']) then
    return public.rechazo('datos_no_validos');
  end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return public.rechazo('motivo_no_valido');
  end if;
  if v_cambios ? 'role' then
    v_rol := public.cambiar_rol(p_usuario, v_cambios ->> 'role');
    if not (v_rol ->> 'ok')::boolean then return v_rol; end if;
  end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return public.rechazo('usuario_no_existe'); end if;
  if v_cambios ? 'display_name' and v_cambios ->> 'display_name' <> v_antes.display_name then
    update public.usuarios_meta set display_name = v_cambios ->> 'display_name' where id = p_usuario;
  end if;
  if v_cambios ? 'reputacion' and v_cambios ->> 'reputacion' <> v_antes.reputacion then
    perform public.cambiar_reputacion(p_usuario, v_cambios ->> 'reputacion', btrim(p_motivo));
  end if;
  v_movimiento := (v_cambios ->> 'uncoins')::integer - v_antes.uncoins;
  if v_movimiento <> 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave)
    values (p_usuario, v_movimiento, 'ajuste', 'ajuste:' || gen_random_uuid());
  end if;
  perform public.anotar('editar_usuario', 'usuario', p_usuario::text, public.parte_de(to_jsonb(v_antes), v_cambios),
    v_cambios, btrim(p_motivo));
  return jsonb_build_object('ok', true);
exception
  when unique_violation then return public.rechazo('nombre_ocupado');
  when check_violation or invalid_text_representation or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$$;
grant execute on function public.admin_editar_usuario(uuid, jsonb, text) to authenticated;

-- name, slug, price, offer, status, availability, stock, featured flag and trailer. An admin may set 0.
create function public.admin_editar_producto(p_producto uuid, p_cambios jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  c jsonb := public.leer_json(p_cambios);
  v_antes public.productos;
  v_precio numeric;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if not public.solo_claves(c, array['nombre', 'slug', 'precio', 'oferta', 'status', 'disponibilidad', 'stock',
    'unidades', 'destacado', 'video_trailer']) then
    return public.rechazo('datos_no_validos');
  end if;
  select * into v_antes from public.productos where id = p_producto for no key update;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  v_precio := case when c ? 'precio' then (c ->> 'precio')::numeric else v_antes.precio end;
  update public.productos set
    nombre = case when c ? 'nombre' then c ->> 'nombre' else nombre end,
    slug = case when c ? 'slug' then c ->> 'slug' else slug end,
    precio = v_precio,
    -- Capped at the price; none is null.
    oferta = nullif(least(case when c ? 'oferta' then (c ->> 'oferta')::numeric else oferta end, v_precio), 0),
    status = case when c ? 'status' then c ->> 'status' else status end,
    disponibilidad = case when c ? 'disponibilidad' then (c ->> 'disponibilidad')::boolean else disponibilidad end,
    stock = case when c ? 'stock' then (c ->> 'stock')::boolean else stock end,
    unidades = case when c ? 'unidades' then (c ->> 'unidades')::integer else unidades end,
    destacado = case when c ? 'destacado' then (c ->> 'destacado')::boolean else destacado end,
    video_trailer = case when c ? 'video_trailer' then nullif(c ->> 'video_trailer', '') else video_trailer end
  where id = p_producto;
  perform public.anotar('editar_producto', 'producto', p_producto::text, public.parte_de(to_jsonb(v_antes), c), c);
  return jsonb_build_object('ok', true, 'slug', coalesce(c ->> 'slug', v_antes.slug));
exception
  when unique_violation then return public.rechazo('slug_ocupado');
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$$;
grant execute on function public.admin_editar_producto(uuid, jsonb) to authenticated;

-- The books check themselves. Each row is a sentence that always holds, with a query for what breaks it: `id` names the
-- row, `hechos` says what is wrong with it. The sentences stand in 81_sentences.sql.

create table public.comprobaciones (
  nombre text primary key check (nombre ~ '^[a-z0-9_]{3,60}$'),
  frase text not null,
  frase_es text not null,
  consulta text not null
);
comment on table public.comprobaciones is 'queries that run with the rights of the owner: only migrations write here';

alter table public.comprobaciones enable row level security;

-- What one check finds: how many rows, and five of them. A query that cannot run any more holds nothing: it is broken.
create function public.comprobar(p_consulta text) returns jsonb
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

-- All checks, or those that are named: for the shop's server, and for whoever owns the database.
create function public.invariantes(p_solo text[] default null)
returns table (nombre text, frase text, frase_es text, cuenta bigint, ejemplos jsonb)
language sql stable security definer set search_path = '' as $$
  select c.nombre, c.frase, c.frase_es, (h.hallado ->> 'cuenta')::bigint, h.hallado -> 'ejemplos'
  from public.comprobaciones c
  cross join lateral (select public.comprobar(c.consulta) as hallado) h
  where p_solo is null or c.nombre = any (p_solo)
  order by c.nombre;
$$;
grant execute on function public.invariantes(text[]) to service_role;

-- What is checked, for admins; and one check, so that a large shop is not held up by one long statement.
create function public.admin_comprobaciones() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
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
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if v_consulta is null then return public.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true) || public.comprobar(v_consulta);
end
$$;
grant execute on function public.admin_comprobar(text) to authenticated;

-- The sentences of the books. A new check is one more row.

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
  select p.id, (p.presupuesto #>> '{interno,uncoins}')::integer as pack, public.devuelto_de(p) as devuelto, m.abonado
  from public.pagos p
  cross join lateral (select coalesce(sum(cantidad), 0) as abonado from public.movimientos_uncoins where pago_id = p.id) m
  where p.estado = 'entregado' and p.presupuesto #>> '{interno,uncoins}' is not null
    and m.abonado <> round((p.presupuesto #>> '{interno,uncoins}')::numeric
      * (p.total_centimos - public.devuelto_de(p)) / greatest(p.total_centimos, 1))
    and not exists (select from public.casos_admin c where c.tipo = 'uncoins_gastados' and c.pago_id = p.id)$q$),
('recargas_devueltas', 'The coins of a pack that was refunded or is disputed are taken back, unless a case says what is missing.',
  'Las UnCoins de un pack devuelto o en disputa se retiran, salvo que un caso diga cuántas faltan.', $q$
  select p.id, p.estado, m.abonado from public.pagos p
  cross join lateral (select coalesce(sum(cantidad), 0) as abonado from public.movimientos_uncoins where pago_id = p.id) m
  where p.estado in ('reembolsado', 'en_disputa') and p.presupuesto #>> '{interno,uncoins}' is not null
    and m.abonado <> 0 and not exists (
      select from public.casos_admin c where c.tipo = 'uncoins_gastados' and c.pago_id = p.id)$q$),
('compras_en_uncoins', 'A purchase in coins has taken its price once, and given back what was refunded of it once.',
  'Una compra en UnCoins cobra su precio una vez, y devuelve una vez lo que se reembolsa.', $q$
  select p.id, p.estado, p.total_centimos, m.cobrado from public.pagos p
  cross join lateral (select coalesce(sum(cantidad), 0) as cobrado from public.movimientos_uncoins where pago_id = p.id) m
  where p.proveedor = 'uncoins'
    and m.cobrado <> case p.estado when 'entregado' then public.devuelto_de(p) - p.total_centimos else 0 end$q$),
('uncoins_del_club', 'The coins of the Club are of a month of which a part was paid.',
  'Las UnCoins del Club son de un mes pagado al menos en parte.', $q$
  select m.id, m.user_id, m.clave from public.movimientos_uncoins m
  cross join lateral (select case when m.clave ~ '^club:[0-9a-f-]{36}:[0-9]{4}-[0-9]{2}$'
    then to_timestamp(right(m.clave, 7) || '-01 +00', 'YYYY-MM-DD TZH') end as mes) x
  where m.concepto = 'club' and m.cantidad > 0 and x.mes is not null
    and not exists (select from public.suscripciones s where s.user_id = m.user_id
      and s.periodo_inicio < x.mes + interval '32 days' and s.pagado_hasta > x.mes)
    and not exists (select from public.suscripciones_historial h join public.suscripciones s on s.id = h.suscripcion_id
      where s.user_id = m.user_id and h.estado in ('activa', 'cancelada_al_final')
        and h.periodo_inicio < x.mes + interval '32 days' and h.periodo_fin > x.mes)$q$),

-- Payments and what they delivered.
('entregas_completas', 'A payment that is delivered has an order for each thing that was bought.',
  'Un pago entregado tiene un pedido por cada artículo comprado.', $q$
  select p.id, jsonb_array_length(p.presupuesto #> '{interno,articulos}') as articulos, a.pedidos from public.pagos p
  cross join lateral (select count(*) as pedidos from public.adquisiciones where pago_id = p.id) a
  where p.estado = 'entregado' and p.presupuesto #>> '{interno,uncoins}' is null
    and a.pedidos <> jsonb_array_length(p.presupuesto #> '{interno,articulos}')$q$),
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
    and p.estado in ('entregado', 'en_disputa') and (p.estado = 'en_disputa') <> public.retenido_por_disputa(p.id)$q$),
('pagados_sin_entregar', 'Money that has come is delivered within an hour or on its way back, or a case is open about it.',
  'El dinero que llega se entrega en una hora o va de vuelta, o hay un caso abierto.', $q$
  select p.id, p.pagado_at from public.pagos p
  where p.estado = 'pagado' and p.pagado_at < now() - interval '1 hour'
    and not exists (select from public.reembolsos r where r.pago_id = p.id and r.estado in ('pedido', 'pendiente'))
    and not exists (select from public.casos_admin c where c.pago_id = p.id and not c.resuelto)$q$),
('no_entregados_devueltos', 'Money that came for what could not be delivered is on its way back.',
  'El dinero de lo que no se pudo entregar va de vuelta.', $q$
  select p.id, p.motivo_no_entregado from public.pagos p
  where p.estado = 'pagado' and p.motivo_no_entregado is not null
    and not exists (select from public.reembolsos r where r.pago_id = p.id)$q$),
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
('unidades_acabadas', 'A product of which a unit was sold and none is left is not in stock.',
  'Un producto sin unidades no consta en existencias.', $q$
  select p.id, p.slug, p.unidades from public.productos p where p.unidades = 0 and p.stock and p.adquirido > 0$q$),
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
        then round(public.parte_porcentual((v.articulo ->> 'centimos')::integer,
          (p.presupuesto #>> '{interno,ingresos_porcentaje}')::integer)::numeric
          * (p.total_centimos - public.devuelto_de(p)) / greatest(p.total_centimos, 1)) else 0 end as debido
    from public.adquisiciones a join public.pagos p on p.id = a.pago_id
    cross join lateral (select x as articulo from jsonb_array_elements(p.presupuesto #> '{interno,articulos}') x
      where x ->> 'producto_id' = a.producto_id::text limit 1) v
  )
  select v.id, v.estado, v.debido, coalesce(sum(m.centimos), 0) as abonado
  from ventas v left join public.movimientos_ingresos m on m.adquisicion_id = v.id
  group by v.id, v.estado, v.debido having coalesce(sum(m.centimos), 0) <> v.debido$q$),
('ingresos_con_origen', 'Every cent of a creator comes from an order that was paid for, or from a withdrawal.',
  'Cada céntimo de un creador viene de un pedido pagado o de un retiro.', $q$
  select m.id, m.concepto, m.centimos from public.movimientos_ingresos m
  left join public.adquisiciones a on a.id = m.adquisicion_id
  where (m.concepto in ('venta', 'reembolso') and a.pago_id is null)
    or (m.concepto in ('retiro', 'retiro_devuelto') and m.withdrawal_id is null)
    or (m.withdrawal_id is not null and m.usuario_id <> (
      select w.usuario_id from public.withdrawals w where w.id = m.withdrawal_id))$q$),
('ingresos_de_otros', 'Nobody earns a share of what they buy from themselves.',
  'Nadie gana una parte de lo que se compra a sí mismo.', $q$
  select m.id, m.usuario_id, p.id as pago_id from public.movimientos_ingresos m
  join public.adquisiciones a on a.id = m.adquisicion_id join public.pagos p on p.id = a.pago_id
  where m.usuario_id in (p.user_id, p.destinatario_id)$q$),
('retiros_en_el_libro', 'A withdrawal is taken from the balance once while it is asked for, on its way or paid, and not otherwise.',
  'Un retiro se descuenta una vez mientras está pedido, en camino o pagado, y no de otro modo.', $q$
  select w.id, w.estado, w.amount, coalesce(sum(m.centimos), 0) as libro
  from public.withdrawals w left join public.movimientos_ingresos m on m.withdrawal_id = w.id
  group by w.id having coalesce(sum(m.centimos), 0)
    <> case when w.estado in ('rechazado', 'fallido') then 0 else -(w.amount * 100)::integer end$q$),
('retiros_cubiertos', 'A withdrawal was sent only when its creator had the money at that moment.',
  'Un retiro solo se envió si en ese momento su creador tenía el dinero.', $q$
  select w.id, w.usuario_id, w.amount, w.enviado_at, s.saldo from public.withdrawals w
  -- What others of the creator had reserved without an approval did not stand in its way.
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
('facturas_de_pagos', 'Whatever was paid with money and delivered has its invoice, of the same amount.',
  'Lo pagado con dinero y entregado tiene su factura, por el mismo importe.', $q$
  select p.id, p.total_centimos, f.datos ->> 'total_centimos' as facturado from public.pagos p
  left join public.facturas f on f.pago_id = p.id and f.rectifica is null
  where p.proveedor in ('stripe', 'paypal') and p.total_centimos > 0 and p.entregado_at is not null
    and (f.datos ->> 'total_centimos')::integer is distinct from p.total_centimos$q$),
('facturas_rectificadas', 'What went back of a payment is undone by credit notes, to the cent.',
  'Lo devuelto de un pago se anula con facturas rectificativas, al céntimo.', $q$
  select p.id, public.devuelto_de(p) as devuelto, sum((f.datos ->> 'total_centimos')::integer) as queda
  from public.pagos p join public.facturas f on f.pago_id = p.id
  where p.entregado_at is not null
  group by p.id having sum((f.datos ->> 'total_centimos')::integer) <> p.total_centimos - public.devuelto_de(p)$q$),
('facturas_suman', 'Base and tax of an invoice add up to its total.',
  'La base y el impuesto de una factura suman su total.', $q$
  select f.id, f.serie, f.numero from public.facturas f
  where (f.datos ->> 'base_centimos')::integer + (f.datos ->> 'iva_centimos')::integer
    <> (f.datos ->> 'total_centimos')::integer$q$),

-- The Club.
('club_con_suscripcion', 'A member of the Club has a subscription that is paid, and whoever has one is a member.',
  'Un socio del Club tiene una suscripción pagada, y quien la tiene es socio.', $q$
  select u.id, u.club, s.hasta from public.usuarios_meta u
  cross join lateral (select max(pagado_hasta) as hasta from public.suscripciones
    where user_id = u.id and estado <> 'terminada') s
  where (u.club and coalesce(s.hasta, '-infinity') < now() - interval '1 day') or (not u.club and s.hasta > now())$q$),
('club_una_suscripcion', 'Nobody pays for two memberships at once, unless a case says so.',
  'Nadie paga dos membresías a la vez, salvo que haya un caso.', $q$
  select s.user_id as id, count(*) as suscripciones from public.suscripciones s
  where s.estado <> 'terminada' and s.pagado_hasta > now() and not exists (
    select from public.casos_admin c where c.tipo = 'club_pagado_dos_veces' and c.datos ->> 'usuario' = s.user_id::text)
  group by s.user_id having count(*) > 1$q$),
('club_pagado_con_cargos', 'Time that a membership has paid for is of a charge that stands.',
  'El tiempo pagado de una membresía es de una cuota que sigue en pie.', $q$
  select s.id, s.referencia, s.pagado_hasta from public.suscripciones s
  where s.pagado_hasta > now() and not exists (select from public.cargos_club c
    where c.suscripcion_id = s.id and c.estado in ('pagado', 'parcial') and c.periodo_fin >= s.pagado_hasta)$q$),
('club_cargos_facturados', 'Every charge of the Club is invoiced, less what went back of it.',
  'Cada cuota del Club está facturada, menos lo devuelto.', $q$
  select c.id, c.centimos, c.devuelto_centimos, coalesce(sum((f.datos ->> 'total_centimos')::integer), 0) as facturado
  from public.cargos_club c left join public.facturas f on f.cargo_club_id = c.id
  where c.estado <> 'fallido'
  group by c.id having coalesce(sum((f.datos ->> 'total_centimos')::integer), 0) <> c.centimos - c.devuelto_centimos$q$),
('club_licencias', 'What the Club lends is with members.',
  'Lo que presta el Club lo tienen los socios.', $q$
  select a.id, a.user_id, a.producto_id from public.adquisiciones a join public.usuarios_meta u on u.id = a.user_id
  where a.origen = 'club' and a.revocada_at is null and not u.club$q$),

-- People and what they say.
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

-- What comes in and what goes out.
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
      and x.actor_id is not null)$q$);

-- Last: what no grant above names may be called by other functions only.

revoke execute on all functions in schema public from public;

-- Every function is read once more, now that all it speaks of is there: a name that is wrong fails here.
reset check_function_bodies;
do $$
begin
  perform pg_catalog.fmgr_sql_validator(p.oid) from pg_catalog.pg_proc p
  join pg_catalog.pg_language l on l.oid = p.prolang and l.lanname = 'sql'
  where p.pronamespace = 'public'::regnamespace;
  perform pg_catalog.plpgsql_validator(p.oid) from pg_catalog.pg_proc p
  join pg_catalog.pg_language l on l.oid = p.prolang and l.lanname = 'plpgsql'
  where p.pronamespace = 'public'::regnamespace;
end
$$;
