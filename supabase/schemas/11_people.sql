-- People: public profile, private state, social graph, achievements.

create table public.usuarios_meta (
  id uuid primary key references auth.users (id) on delete cascade,
  -- Validated by `revisar_nombre`. The unique indexes of names are on expressions or partial, because PostgreSQL locks a
  -- row against foreign keys when a column of any other unique index changes, and sales refer to their creator.
  display_name text not null,
  username text not null check (username ~ '^[A-Za-z0-9_]{3,20}$'),
  avatar_url text not null default '/default-avatar.webp'
    check (avatar_url ~ '^(/[^/\\]|https://)' and char_length(avatar_url) <= 500),
  banner_url text not null default '/banner.webp'
    check (banner_url ~ '^(/[^/\\]|https://)' and char_length(banner_url) <= 500),
  bio text not null default '' check (char_length(bio) <= 500),
  enlaces text[] not null default '{}' check (privado.enlaces_publicos(enlaces)),
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
create unique index usuarios_meta_esqueleto_key on public.usuarios_meta (esqueleto) where esqueleto is not null;

alter table public.usuarios_meta enable row level security;
grant select (id, display_name, username, avatar_url, banner_url, bio, enlaces, role, club, created_at)
  on public.usuarios_meta to anon, authenticated;
grant select on public.usuarios_meta to service_role;
grant update (display_name, avatar_url, banner_url, bio, idioma) on public.usuarios_meta to authenticated;
create policy usuarios_meta_select on public.usuarios_meta for select to anon, authenticated using (true);
create policy usuarios_meta_update on public.usuarios_meta for update to authenticated
  using (id = (select auth.uid()) and (select privado.puede_actuar())) with check (id = (select auth.uid()));

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  phone text check (char_length(phone) <= 15 and phone ~ '^[0-9 +().-]*$')
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

-- True if a person can receive gifts of the caller.
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
