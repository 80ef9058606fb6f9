-- People: public profile, private state, social graph, achievements.

create extension if not exists pg_trgm with schema extensions;
create extension if not exists unaccent with schema extensions;

create table public.usuarios_meta (
  id uuid primary key references auth.users (id) on delete cascade,
  display_name text not null unique check (char_length(display_name) between 1 and 20),
  username text not null check (username ~ '^[A-Za-z0-9_]{3,20}$'),
  avatar_url text not null default '/default-avatar.webp',
  banner_url text not null default '/banner.webp',
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
create index follows_following_id_idx on public.follows (following_id);

create table public.logros_usuario (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  logro text not null check (logro in ('cuenta_creada', 'primera_compra')),
  completado boolean not null default true,
  created_at timestamptz not null default now(),
  unique (user_id, logro)
);

-- Who is asking. Both read the caller's own row only, past RLS, so that policies do not recurse.
create function public.es_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.usuarios_meta where id = auth.uid() and role = 'admin');
$$;

create function public.puede_actuar() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.usuarios_meta
    where id = auth.uid() and (banned_until is null or banned_until <= now())
  );
$$;

alter table public.usuarios_meta enable row level security;
alter table public.profiles enable row level security;
alter table public.follows enable row level security;
alter table public.logros_usuario enable row level security;

revoke all on public.usuarios_meta, public.profiles, public.follows, public.logros_usuario from anon, authenticated;
grant select (id, display_name, username, avatar_url, banner_url, bio, role, created_at)
  on public.usuarios_meta to anon, authenticated;
grant update (display_name, avatar_url, banner_url, bio, idioma) on public.usuarios_meta to authenticated;
grant select, update (phone) on public.profiles to authenticated;
grant select on public.follows to anon;
grant select, insert (follower_id, following_id), delete on public.follows to authenticated;
grant select on public.logros_usuario to authenticated;

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

-- A name made of what the new user asked for: only allowed characters, and numbered when it is taken.
create function public.nombre_libre(p_deseado text) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_base text := left(regexp_replace(coalesce(p_deseado, ''), '[^A-Za-z0-9_]', '', 'g'), 20);
  v_nombre text;
  v_intento integer := 1;
begin
  if char_length(v_base) < 3 then v_base := 'usuario'; end if;
  v_nombre := v_base;
  while exists (
    select from public.usuarios_meta where lower(username) = lower(v_nombre) or display_name = v_nombre
  ) loop
    v_intento := v_intento + 1;
    v_nombre := left(v_base, 20 - char_length(v_intento::text)) || v_intento;
  end loop;
  return v_nombre;
end
$$;

-- First login creates the account row (SPEC §4). Roles and balances in user metadata are ignored.
create function public.crear_cuenta(p_id uuid, p_datos jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_nombre text;
begin
  perform pg_advisory_xact_lock(hashtext('crear_cuenta'));
  v_nombre := public.nombre_libre(coalesce(p_datos ->> 'username', p_datos ->> 'display_name'));
  insert into public.usuarios_meta (id, display_name, username, idioma)
  values (p_id, v_nombre, v_nombre, case when p_datos ->> 'idioma' = 'en' then 'en' else 'es' end)
  on conflict (id) do nothing;
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

create function public.asegurar_cuenta() returns void
language sql volatile security definer set search_path = '' as $$
  select public.crear_cuenta(id, coalesce(raw_user_meta_data, '{}'::jsonb)) from auth.users where id = auth.uid();
$$;

revoke execute on function public.es_admin(), public.puede_actuar(), public.nombre_libre(text),
  public.crear_cuenta(uuid, jsonb), public.al_crear_usuario(), public.asegurar_cuenta()
  from public, anon, authenticated;
grant execute on function public.es_admin(), public.puede_actuar(), public.asegurar_cuenta() to authenticated;
