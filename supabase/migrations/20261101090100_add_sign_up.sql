-- First login creates the account (SPEC §4). Roles and balances in user metadata are ignored.

-- A username made of what the new user asked for: only allowed characters, and numbered when it is taken.
create function public.usuario_libre(p_deseado text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_base text := left(regexp_replace(coalesce(p_deseado, ''), '[^A-Za-z0-9_]', '', 'g'), 20);
  v_nombre text;
  v_intento integer := 1;
begin
  if char_length(v_base) < 3 then v_base := 'usuario'; end if;
  v_nombre := v_base;
  while exists (select from public.usuarios_meta where lower(username) = lower(v_nombre)) loop
    v_intento := v_intento + 1;
    v_nombre := left(v_base, 20 - char_length(v_intento::text)) || v_intento;
  end loop;
  return v_nombre;
end
$$;

-- A display name may hold spaces and accents as well; it is the address of the public profile, so it is unique too.
create function public.nombre_libre(p_deseado text, p_usuario text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_base text := btrim(left(btrim(regexp_replace(coalesce(p_deseado, ''), '[[:cntrl:]/\\[:space:]]+', ' ', 'g')), 20));
  v_nombre text;
  v_intento integer := 1;
begin
  if v_base = '' or v_base ~ '^\.+$' then v_base := p_usuario; end if;
  v_nombre := v_base;
  while exists (select from public.usuarios_meta where lower(display_name) = lower(v_nombre)) loop
    v_intento := v_intento + 1;
    v_nombre := btrim(left(v_base, 20 - char_length(v_intento::text))) || v_intento;
  end loop;
  return v_nombre;
end
$$;

create function public.crear_cuenta(p_id uuid, p_datos jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The embedded service writes the metadata as a text with JSON in it, the hosted one as an object.
  v_datos jsonb := case when jsonb_typeof(p_datos) = 'string' then (p_datos #>> '{}')::jsonb else p_datos end;
  v_usuario text;
begin
  -- Two people who ask for one name at once: the second waits, and then sees that it is taken.
  perform pg_advisory_xact_lock(hashtext('crear_cuenta'));
  if exists (select from public.usuarios_meta where id = p_id) then return; end if;
  v_usuario := public.usuario_libre(coalesce(v_datos ->> 'username', v_datos ->> 'display_name'));
  insert into public.usuarios_meta (id, display_name, username, idioma)
  values (p_id, public.nombre_libre(coalesce(v_datos ->> 'display_name', v_datos ->> 'username'), v_usuario), v_usuario,
    case when v_datos ->> 'idioma' = 'en' then 'en' else 'es' end);
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

revoke execute on all functions in schema public from public;
grant execute on function public.asegurar_cuenta() to authenticated;
