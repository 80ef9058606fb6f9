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

-- Checks new and requested addresses. The address of a deleted account belongs to the shop.
create function privado.exigir_dominio() returns trigger
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
  for each row execute function privado.exigir_dominio();

-- Creates the rows of an account; does nothing if it exists.
create function privado.crear_cuenta(p_id uuid, p_datos jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The embedded service stores metadata as a JSON string, the hosted one as an object.
  v_datos jsonb := case when jsonb_typeof(p_datos) = 'string' then (p_datos #>> '{}')::jsonb else p_datos end;
  v_usuario text;
  v_intento integer := 0;
begin
  -- Serialises requests for one name: the second one sees that it is taken.
  perform pg_advisory_xact_lock(hashtext('crear_cuenta'));
  loop
    if exists (select from public.usuarios_meta where id = p_id) then return; end if;
    v_intento := v_intento + 1;
    v_usuario := privado.usuario_libre(coalesce(v_datos ->> 'username', v_datos ->> 'display_name'));
    begin
      insert into public.usuarios_meta (id, display_name, username, idioma, elige_nombre)
      values (p_id, privado.nombre_libre(coalesce(v_datos ->> 'display_name', v_datos ->> 'username'), v_usuario),
        v_usuario, case when v_datos ->> 'idioma' = 'en' then 'en' else 'es' end,
        -- The name of another service stays private until its owner publishes it.
        v_datos ->> 'username' is null);
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
  perform privado.crear_cuenta(new.id, coalesce(new.raw_user_meta_data, '{}'::jsonb));
  return new;
end
$$;
create trigger al_crear_usuario after insert on auth.users
  for each row execute function privado.al_crear_usuario();

-- Whoever has a session may write into the metadata of their account, past the shop, and every token carries it: 8 KiB
-- are more than the shop and the services that people come from put there.
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
  select privado.crear_cuenta(id, coalesce(raw_user_meta_data, '{}'::jsonb)) from auth.users where id = auth.uid();
$$;
grant execute on function public.asegurar_cuenta() to authenticated;

-- Whether a username is taken.
create function public.usuario_ocupado(p_usuario text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.usuarios_meta where lower(username) = lower(p_usuario));
$$;
grant execute on function public.usuario_ocupado(text) to anon, authenticated;

-- A suggested name for the signed-in person, from the service that they came from; null if they have chosen one.
create function public.nombre_por_elegir() returns text
language sql stable security definer set search_path = '' as $$
  select privado.usuario_libre(coalesce(d.datos ->> 'preferred_username', d.datos ->> 'user_name',
    d.datos -> 'custom_claims' ->> 'global_name', d.datos ->> 'full_name', d.datos ->> 'name'))
  from public.usuarios_meta u
  join auth.users a on a.id = u.id
  cross join lateral (select case when jsonb_typeof(a.raw_user_meta_data) = 'string'
    then (a.raw_user_meta_data #>> '{}')::jsonb else a.raw_user_meta_data end as datos) d
  where u.id = privado.persona_completa() and u.elige_nombre;
$$;
grant execute on function public.nombre_por_elegir() to authenticated;

-- Names an account of another service, once.
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
  -- Serialises requests for one name: the second one sees that it is taken.
  perform pg_advisory_xact_lock(hashtext('crear_cuenta'));
  if exists (select from public.usuarios_meta where lower(username) = lower(p_usuario) and id <> v_id) then
    return privado.rechazo('nombre_ocupado');
  end if;
  update public.usuarios_meta
  set username = p_usuario, display_name = privado.nombre_libre(p_usuario, p_usuario), idioma = p_idioma,
    elige_nombre = false
  where id = v_id and elige_nombre;
  if not found then return privado.rechazo('ya_elegido'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.elegir_nombre(text, text) to authenticated;
