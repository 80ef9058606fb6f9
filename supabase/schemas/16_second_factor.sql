-- Second factor. Auth stores the factors and writes the level of a session into its token (`aal`); recovery codes and
-- notifications are here.

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

-- True if an account has a password; accounts of other services have none.
create function privado.tiene_contrasena(p_usuario uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.users where id = p_usuario and coalesce(encrypted_password, '') <> '');
$$;

-- True if the form of a new app requires the password.
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
-- minutes the correct one is refused too. A typed code is tried with each app of the account.
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
-- because calls with the publishable key bypass the shop.
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
  if not privado.es_motivo(p_motivo) then
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

-- Returns whether a person has a second factor, for the panel.
create function public.admin_segundo_factor(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'activo', privado.tiene_segundo_factor(p_usuario));
end
$$;
grant execute on function public.admin_segundo_factor(uuid) to authenticated;
