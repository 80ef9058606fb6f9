-- Who asks, and how far they have proved it. Sessions and factors belong to Supabase Auth; here is what follows from
-- them, so that no page and no key of the API can forget to ask.
--
-- What a visitor may not see, half a sign-in may not see either: every table that visitors cannot read has a restrictive
-- policy `<table>_segundo_paso` on top of its others.
--
-- Nearly every call asks some of these, so they are written in PL/pgSQL: a session keeps their plans, where PostgreSQL
-- before 18 reads and plans a function in SQL anew for each statement. What they look up stands in a variable first: with
-- a function in the condition the kept plan looks dearer than a new one, and is made anew.

-- Whether the session of this request still exists. Access tokens outlive their session; this does not. A token that
-- names no session was not made by Supabase Auth for a person, and is judged by who else asks.
create function privado.sesion_vigente() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_nombre text := auth.jwt() ->> 'session_id';
  v_sesion uuid := privado.leer_uuid(v_nombre);
  v_yo uuid := auth.uid();
begin
  return coalesce(v_nombre, '') = '' or exists (select from auth.sessions where id = v_sesion and user_id = v_yo);
end
$$;
grant execute on function privado.sesion_vigente() to authenticated;

-- Before every request of the hosted API: a session that has ended reads nothing, not even its own. What follows stands in
-- the logs of the database, and in pg_stat_activity, under the id of the shop's request (docs/operations.md).
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
create function privado.sesion_actual() returns uuid
language sql stable set search_path = '' as $$
  select privado.leer_uuid(auth.jwt() ->> 'session_id');
$$;

-- How far the caller has proved who they are: `aal2` with a second factor, otherwise `aal1`; null once the session has
-- ended. A token outlives what happens to its session, so where it names one, the session has to agree.
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

-- Whether somebody signs in with a second factor.
create function privado.tiene_segundo_factor(p_usuario uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.mfa_factors where user_id = p_usuario and status::text = 'verified');
end
$$;

-- Whether nothing is missing of the sign-in: an account with a second factor has shown it, or a recovery code.
create function privado.sesion_completa() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_nivel text := privado.nivel_sesion();
  v_yo uuid := auth.uid();
  v_sesion uuid;
begin
  if v_nivel = 'aal2' then return true; end if;
  if v_nivel is distinct from 'aal1' then return false; end if;
  if not privado.tiene_segundo_factor(v_yo) then return true; end if;
  v_sesion := privado.sesion_actual();
  return exists (select from public.sesiones_recuperadas where session_id = v_sesion and user_id = v_yo);
end
$$;
grant execute on function privado.sesion_completa() to authenticated;

-- Who asks, once the sign-in is whole; nobody before that.
create function privado.persona_completa() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when privado.sesion_completa() then auth.uid() end;
end
$$;

-- Reads the caller's own row only, past RLS, so that policies do not recurse, as the two below do. A deleted account
-- does nothing more, even where a token of it still lives.
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

-- The staff acts with a second factor only; a recovery code lets a person in, but not into the panel.
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

-- Moderators review products, reviews and reports; admins may do all that, too.
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

-- Whether a product is the caller's own.
create function privado.es_su_producto(p_producto uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  return exists (select from public.productos where id = p_producto and usuario_id = v_yo);
end
$$;
grant execute on function privado.es_su_producto(uuid) to authenticated;

-- What is bought, claimed and published is written by functions that ask about bans and reputation themselves, and not
-- about the session. Half a sign-in gets past none of them.
create function privado.exigir_sesion_completa() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not privado.sesion_completa() then
    raise exception 'the second step of the sign-in is missing' using errcode = '42501';
  end if;
  return null;
end
$$;
