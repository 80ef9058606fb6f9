-- People: public profile, private state, social graph, achievements.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;

-- Whatever a migration creates is closed until that migration opens it.
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

create table public.usuarios_meta (
  id uuid primary key references auth.users (id) on delete cascade,
  display_name text not null unique check (
    char_length(display_name) between 1 and 20 and display_name = btrim(display_name)
    and display_name !~ '[[:cntrl:]/\\]' and display_name !~ '^\.+$'),
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
  created_at timestamptz not null default now()
);
create unique index usuarios_meta_username_key on public.usuarios_meta (lower(username));
create unique index usuarios_meta_nombre_key on public.usuarios_meta (lower(display_name));
create index usuarios_meta_display_name_trgm_idx
  on public.usuarios_meta using gin (display_name extensions.gin_trgm_ops);

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  phone text check (char_length(phone) <= 15)
);

create table public.follows (
  follower_id uuid not null references public.usuarios_meta (id) on delete cascade,
  following_id uuid not null references public.usuarios_meta (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (follower_id, following_id),
  check (follower_id <> following_id)
);
create index follows_follower_id_idx on public.follows (follower_id, created_at desc);
create index follows_following_id_idx on public.follows (following_id, created_at desc);

create table public.logros_usuario (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  logro text not null check (logro in ('cuenta_creada', 'primera_compra')),
  completado boolean not null default true,
  created_at timestamptz not null default now(),
  unique (user_id, logro)
);

-- Who is asking. Both read the caller's own row only, past RLS, so that policies do not recurse.
create function public.puede_actuar() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.usuarios_meta
    where id = auth.uid() and (banned_until is null or banned_until <= now())
  );
$$;

create function public.es_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.usuarios_meta
    where id = auth.uid() and role = 'admin' and (banned_until is null or banned_until <= now())
  );
$$;

alter table public.usuarios_meta enable row level security;
alter table public.profiles enable row level security;
alter table public.follows enable row level security;
alter table public.logros_usuario enable row level security;

grant select (id, display_name, username, avatar_url, banner_url, bio, role, created_at)
  on public.usuarios_meta to anon, authenticated;
grant update (display_name, avatar_url, banner_url, bio, idioma) on public.usuarios_meta to authenticated;
grant select, update (phone) on public.profiles to authenticated;
grant select on public.follows to anon;
grant select, insert (follower_id, following_id), delete on public.follows to authenticated;
grant select on public.logros_usuario to authenticated;
grant select on public.usuarios_meta, public.profiles, public.follows, public.logros_usuario to service_role;

create policy usuarios_meta_select on public.usuarios_meta for select to anon, authenticated using (true);
create policy usuarios_meta_update on public.usuarios_meta for update to authenticated
  using (id = (select auth.uid()) and (select public.puede_actuar())) with check (id = (select auth.uid()));
create policy profiles_select on public.profiles for select to authenticated using (id = (select auth.uid()));
create policy profiles_update on public.profiles for update to authenticated
  using (id = (select auth.uid()) and (select public.puede_actuar())) with check (id = (select auth.uid()));
create policy follows_select on public.follows for select to anon, authenticated using (true);
create policy follows_insert on public.follows for insert to authenticated
  with check (follower_id = (select auth.uid()) and (select public.puede_actuar()));
create policy follows_delete on public.follows for delete to authenticated
  using (follower_id = (select auth.uid()) and (select public.puede_actuar()));
create policy logros_usuario_select on public.logros_usuario for select to authenticated
  using (user_id = (select auth.uid()));

revoke execute on all functions in schema public from public;
grant execute on function public.es_admin(), public.puede_actuar() to authenticated;
