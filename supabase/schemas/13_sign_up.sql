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

-- Pending registrations. Auth keeps only the data of the first registration of an address. Here, each registration is
-- stored until its mail link is opened; the registration of the browser that opens the link takes precedence.
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
  -- Until then, whoever confirms the address counts as the person of this registration.
  elegido_hasta timestamptz,
  created_at timestamptz not null default now()
);
create index registros_correo_idx on public.registros (correo);
create index registros_username_idx on public.registros (lower(username), created_at);
create index registros_created_at_idx on public.registros (created_at);

alter table public.registros enable row level security;

-- True if a username is taken: by an account, or for a day by a registration of another browser.
create function public.usuario_ocupado(p_usuario text, p_navegador text default null) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.usuarios_meta where lower(username) = lower(p_usuario))
    or exists (select from public.registros where lower(username) = lower(p_usuario)
      and created_at > now() - interval '24 hours' and navegador is distinct from p_navegador);
$$;
grant execute on function public.usuario_ocupado(text, text) to anon, authenticated;

-- Stores the data of a registration, whether or not the address has an account. Called by the shop, with a seal, before
-- it registers at Auth. `p_anterior` is the fingerprint of the previous registration in the same browser, whose name
-- becomes free.
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

-- Creates the rows of an account; does nothing if it exists. An account with an unconfirmed address gets a placeholder
-- name, and its real name on confirmation (`privado.al_confirmar`).
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

-- Sets the name of an account that has no chosen name yet, unless the name is taken.
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

-- Sets the name of an account of another service, or of one whose registration nobody has proven, once. `p_navegador` is
-- the fingerprint of a registration in this browser.
create function public.elegir_nombre(p_usuario text, p_idioma text, p_navegador text default null) returns jsonb
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
  -- A name that another browser has asked for is reserved for a day.
  if public.usuario_ocupado(p_usuario, p_navegador) or not privado.nombrar_cuenta(v_id, p_usuario, p_idioma) then
    return privado.rechazo('nombre_ocupado');
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.elegir_nombre(text, text, text) to authenticated;

-- Deletes accounts that are unconfirmed for seven days, and registrations of that age.
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
