-- Identity and authentication level of the caller. Supabase Auth owns sessions and factors; these functions enforce
-- them for every page and API call.
--
-- A session without its second step can read the same as a visitor: every table that visitors cannot read has an
-- additional restrictive policy `<table>_segundo_paso`.
--
-- Nearly every call uses these functions, so they are in PL/pgSQL: a session caches their plans, whereas PostgreSQL
-- before 18 plans an SQL function for each statement. Lookups are stored in a variable first: with a function in the
-- condition the cached plan looks more expensive than a new one and is discarded.

-- True if the session of this request still exists; access tokens outlive it. An account that is banned at Auth, for
-- example in the dashboard of Supabase, has none. A token without a session was not issued to a person by Supabase
-- Auth, and other checks apply.
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

-- The session of the token; null if it contains none.
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

-- True if an account has a second factor.
create function privado.tiene_segundo_factor(p_usuario uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.mfa_factors where user_id = p_usuario and status::text = 'verified');
end
$$;

-- True if the sign-in is complete: an account with a second factor has used it, or a recovery code. An API key needs no
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

-- True for an admin with a second factor; a recovery code does not open the panel.
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

-- True if a product belongs to the caller.
create function privado.es_su_producto(p_producto uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  return exists (select from public.productos where id = p_producto and usuario_id = v_yo);
end
$$;
grant execute on function privado.es_su_producto(uuid) to authenticated;

-- Blocks incomplete sign-ins in functions that buy, claim and publish: they check bans and reputation, but not the
-- session.
create function privado.exigir_sesion_completa() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not privado.sesion_completa() then
    raise exception 'the second step of the sign-in is missing' using errcode = '42501';
  end if;
  return null;
end
$$;
