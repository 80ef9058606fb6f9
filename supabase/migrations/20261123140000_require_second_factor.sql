-- Two-factor sign-in. The auth service keeps the factors and says in the token how a session was made (`aal`); here is
-- what follows from it, so that no page and no key of the API can forget to ask.

-- Codes for a person whose phone is gone. Of a code only its hash is kept: it holds 79 bits of chance.
create table public.codigos_recuperacion (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  hash bytea not null,
  usado_at timestamptz,
  created_at timestamptz not null default now(),
  unique (user_id, hash)
);

-- Sessions that were let in by such a code instead of the second step.
create table public.sesiones_recuperadas (
  session_id uuid primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index sesiones_recuperadas_user_id_idx on public.sesiones_recuperadas (user_id);

alter table public.codigos_recuperacion enable row level security;
alter table public.sesiones_recuperadas enable row level security;

-- Whether somebody signs in with a second factor.
create function public.tiene_segundo_factor(p_usuario uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from auth.mfa_factors where user_id = p_usuario and status::text = 'verified');
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

create or replace function public.puede_actuar() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.sesion_completa() and exists (
    select from public.usuarios_meta
    where id = auth.uid() and borrada_at is null and (banned_until is null or banned_until <= now())
  );
$$;

-- The staff acts with a second factor only; a recovery code lets a person in, but not into the panel.
create or replace function public.es_admin() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.nivel_sesion() is not distinct from 'aal2' and exists (
    select from public.usuarios_meta
    where id = auth.uid() and role = 'admin' and (banned_until is null or banned_until <= now())
  );
$$;

create or replace function public.es_moderador() returns boolean
language sql stable security definer set search_path = '' as $$
  select public.nivel_sesion() is not distinct from 'aal2' and exists (
    select from public.usuarios_meta
    where id = auth.uid() and role in ('moderador', 'admin') and (banned_until is null or banned_until <= now())
  );
$$;

-- The account in one round trip. Half a sign-in is told who it is and what is missing, and nothing of what it owns.
create or replace function public.mi_cuenta() returns jsonb
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

-- What a visitor may not see, half a sign-in may not see either, whoever's it is: a policy on top of the others.
do $$
declare
  v_tabla name;
begin
  for v_tabla in
    select tablename from pg_policies where schemaname = 'public' and cmd = 'SELECT'
    group by tablename having not bool_or('anon' = any (roles)) order by 1
  loop
    execute format('create policy %I on public.%I as restrictive for select to authenticated
      using ((select public.sesion_completa()))', v_tabla || '_segundo_paso', v_tabla);
  end loop;
end
$$;
create policy productos_segundo_paso on public.productos as restrictive for select to authenticated
  using (status = 'approved' or (select public.sesion_completa()));

-- Tells a person, by mail and behind the bell, what has happened to their second factor.
do $$
declare
  v_tipos text := pg_get_expr(conbin, conrelid) from pg_constraint where conname = 'notificaciones_tipo_check';
begin
  alter table public.notificaciones drop constraint notificaciones_tipo_check;
  execute format('alter table public.notificaciones add constraint notificaciones_tipo_check
    check ((%s) or tipo = ''segundo_factor'')', v_tipos);
end
$$;

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
create trigger exigir_sesion_completa before insert or update or delete on public.pagos
  for each statement execute function public.exigir_sesion_completa();
create trigger exigir_sesion_completa before insert or update or delete on public.adquisiciones
  for each statement execute function public.exigir_sesion_completa();
create trigger exigir_sesion_completa before insert or update or delete on public.productos
  for each statement execute function public.exigir_sesion_completa();
create trigger exigir_sesion_completa before insert or update or delete on public.revisiones_producto
  for each statement execute function public.exigir_sesion_completa();
create trigger exigir_sesion_completa before insert or update or delete on public.movimientos_uncoins
  for each statement execute function public.exigir_sesion_completa();

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

-- How many codes are left.
create function public.mis_codigos_recuperacion() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('quedan', count(*)) from public.codigos_recuperacion
  where user_id = auth.uid() and usado_at is null and public.puede_actuar();
$$;

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

-- Whether somebody has a second factor, for the panel.
create function public.admin_segundo_factor(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'activo', public.tiene_segundo_factor(p_usuario));
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.sesion_completa(), public.crear_codigos_recuperacion(),
  public.mis_codigos_recuperacion(), public.usar_codigo_recuperacion(text), public.retirar_apps_perdidas(),
  public.admin_quitar_segundo_factor(uuid, text), public.admin_segundo_factor(uuid) to authenticated;
