-- Password attempts of a sign-in are counted per account, for all callers. After ten wrong ones in 15 minutes the
-- correct one is refused too, except from a browser in which the account has signed in before. A password check inside
-- a session counts for that session only, so that strangers cannot block the owner.

-- Known browsers of an account, by the fingerprint of their secret.
create table public.dispositivos (
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  huella text not null,
  visto_at timestamptz not null default now(),
  primary key (user_id, huella)
);

alter table public.dispositivos enable row level security;

-- Short-lived permits: `entrada`, a known browser may try a password; `correo`, the password was correct, so the
-- address may change; `segundo_factor`, the password was correct, so an app may be set up.
create table public.permisos (
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  tipo text not null check (tipo in ('entrada', 'correo', 'segundo_factor')),
  hasta timestamptz not null,
  primary key (user_id, tipo)
);

alter table public.permisos enable row level security;

-- Called by Supabase Auth with every password (hook `password_verification_attempt`).
create function privado.gancho_contrasena(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := (event ->> 'user_id')::uuid;
  v_dentro boolean := privado.contar_intento('contrasena', event ->> 'user_id', 10, '15 minutes');
  v_conocido boolean;
begin
  if (event ->> 'valid')::boolean then
    delete from public.permisos where user_id = v_usuario and tipo = 'entrada' and hasta > now();
    v_conocido := found;
    if v_dentro or v_conocido then
      perform privado.devolver_intento('contrasena', event ->> 'user_id');
      return jsonb_build_object('decision', 'continue');
    end if;
  elsif v_dentro then
    return jsonb_build_object('decision', 'continue');
  end if;
  -- Auth's own message for a wrong password, so that a refusal does not reveal a right guess.
  return jsonb_build_object('decision', 'reject', 'message', 'Invalid login credentials', 'should_logout_user', false);
end
$$;

-- The hosted Auth service calls it with its own role.
do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema public to supabase_auth_admin;
    grant execute on function privado.gancho_contrasena(jsonb) to supabase_auth_admin;
  end if;
end
$$;

-- Verifies a person's password; null after ten wrong ones in 15 minutes for the same `p_prueba`, a session or the link
-- of a mail. Both bcrypt prefixes are equivalent.
create function privado.contrasena_correcta(p_usuario uuid, p_contrasena text, p_prueba text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_clave text;
begin
  if not privado.contar_intento('prueba', p_usuario || ' ' || p_prueba, 10, '15 minutes') then return null; end if;
  select regexp_replace(encrypted_password, '^\$2[aby]\$', '$2a$') into v_clave from auth.users where id = p_usuario;
  if v_clave is null or v_clave not like '$2a$%' or p_contrasena is null
    or extensions.crypt(p_contrasena, v_clave) <> v_clave then return false; end if;
  perform privado.devolver_intento('prueba', p_usuario || ' ' || p_prueba);
  return true;
end
$$;

-- The same for the caller, in this session.
create function privado.contrasena_propia(p_contrasena text) returns boolean
language sql volatile security definer set search_path = '' as $$
  select privado.contrasena_correcta(auth.uid(), p_contrasena, coalesce(privado.sesion_actual()::text, 'sin sesion'));
$$;

-- Checks the caller's password before they choose another.
create function public.probar_contrasena(p_contrasena text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_correcta boolean;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  v_correcta := privado.contrasena_propia(p_contrasena);
  if v_correcta is null then return privado.rechazo('demasiados_intentos'); end if;
  if not v_correcta then return privado.rechazo('contrasena_incorrecta'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.probar_contrasena(text) to authenticated;

-- The fingerprint of a browser's secret.
create function privado.huella(p_secreto text) returns text
language sql immutable set search_path = '' as $$
  select encode(sha256(convert_to(p_secreto, 'UTF8')), 'hex');
$$;

-- Recognises a browser before a sign-in by its secret. A known browser has ten attempts of its own, so that strangers
-- never lock out the owner.
create function public.reconocer_dispositivo(p_correo text, p_secreto text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
begin
  if p_secreto is null or char_length(p_secreto) not between 40 and 100 then return false; end if;
  select d.user_id into v_usuario from public.dispositivos d join auth.users a on a.id = d.user_id
  where a.email = lower(p_correo) and d.huella = privado.huella(p_secreto);
  if v_usuario is null or not privado.contar_intento('dispositivo', v_usuario || ' ' || privado.huella(p_secreto), 10,
    '15 minutes') then return false; end if;
  insert into public.permisos as p (user_id, tipo, hasta) values (v_usuario, 'entrada', now() + interval '20 seconds')
  on conflict (user_id, tipo) do update set hasta = excluded.hasta;
  return true;
end
$$;
grant execute on function public.reconocer_dispositivo(text, text) to anon, authenticated;

-- Stores the browser of a person who has just logged in as known; the ten used last are kept. A session can call this
-- without a login, which would give a thief ten guesses of the password each time, so it is limited to ten calls a day.
-- The owner gets a mail about a new browser even past this limit, at most ten a day, unless they have just created the
-- account.
create function public.recordar_dispositivo(p_secreto text, p_navegador text default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_yo constant uuid := auth.uid();
  v_huella constant text := privado.huella(p_secreto);
  v_se_guarda boolean;
begin
  if v_yo is null or not privado.puede_actuar() or char_length(p_secreto) not between 40 and 100 then return; end if;
  -- Also serialises two logins.
  v_se_guarda := privado.contar_intento('recordar', v_yo::text, 10, '24 hours');
  if not exists (select from public.dispositivos where user_id = v_yo and huella = v_huella)
    and exists (select from public.usuarios_meta where id = v_yo and created_at < now() - interval '1 hour') then
    -- With the moment: a browser can be forgotten and come back.
    perform privado.escribir_con_medida(v_yo, 'entrada_nueva',
      concat_ws(':', 'entrada_nueva', v_yo, v_huella, extract(epoch from now())),
      jsonb_build_object('navegador', left(btrim(coalesce(p_navegador, '')), 80), 'momento', now()));
  end if;
  if not v_se_guarda then return; end if;
  perform privado.devolver_intento('dispositivo', v_yo || ' ' || v_huella);
  insert into public.dispositivos (user_id, huella) values (v_yo, v_huella)
  on conflict (user_id, huella) do update set visto_at = now();
  delete from public.dispositivos where user_id = v_yo and huella in (
    select huella from public.dispositivos where user_id = v_yo order by visto_at desc offset 10);
end
$$;
grant execute on function public.recordar_dispositivo(text, text) to authenticated;

-- The account whose address a link confirms.
create function privado.por_confirmar(p_enlace text) returns auth.users
language sql stable security definer set search_path = '' as $$
  select u from auth.users u
  -- The second condition is that of Auth's own index.
  where confirmation_token = p_enlace and confirmation_token !~ '^[0-9 ]*$' and email_confirmed_at is null;
$$;

-- True if the browser that opens a confirmation link has registered the address: it has the secret of a registration,
-- which then takes effect.
create function public.reconocer_registro(p_enlace text, p_secreto text) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_secreto is null or char_length(p_secreto) not between 40 and 100 then return false; end if;
  update public.registros set elegido_hasta = now() + interval '1 minute'
  where navegador = privado.huella(p_secreto) and correo = (privado.por_confirmar(p_enlace)).email;
  return found;
end
$$;
grant execute on function public.reconocer_registro(text, text) to anon, authenticated;

-- A confirmation link opened in another browser, together with the password of a registration, completes that
-- registration. Wrong passwords are counted per link. Without a password, it tells whether the link still works.
create function public.reconocer_contrasena(p_enlace text, p_contrasena text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta auth.users := privado.por_confirmar(p_enlace);
  v_registro bigint;
  v_correcta boolean;
begin
  if v_cuenta.id is null then return privado.rechazo('enlace_no_valido'); end if;
  if p_contrasena = '' then return privado.rechazo('falta_contrasena'); end if;
  v_correcta := privado.contrasena_correcta(v_cuenta.id, p_contrasena, md5(p_enlace));
  if v_correcta is null then return privado.rechazo('demasiados_intentos'); end if;
  select id into v_registro from public.registros
  where correo = v_cuenta.email and extensions.crypt(p_contrasena, clave) = clave order by id desc limit 1;
  if v_registro is null and v_correcta then
    -- It was registered past the shop, without a name that anybody would have chosen there.
    insert into public.registros (correo, idioma, navegador, clave)
    values (v_cuenta.email, 'es', gen_random_uuid()::text, v_cuenta.encrypted_password) returning id into v_registro;
  end if;
  if v_registro is null then return privado.rechazo('contrasena_incorrecta'); end if;
  if not v_correcta then perform privado.devolver_intento('prueba', v_cuenta.id || ' ' || md5(p_enlace)); end if;
  update public.registros set elegido_hasta = now() + interval '1 minute' where id = v_registro;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.reconocer_contrasena(text, text) to anon, authenticated;

-- Anybody can register an address with their own name and password, and Auth keeps the first ones. So an address that
-- is confirmed by a mail gets the data of the registration whose browser opens the link, or whose password is typed
-- there; otherwise the person chooses both. If Auth confirms addresses by itself, no mail was sent.
create function privado.al_confirmar() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_registro public.registros;
  v_datos jsonb := new.raw_user_meta_data;
begin
  if old.confirmation_sent_at is null and old.recovery_sent_at is null then
    if v_datos ->> 'username' ~ '^[A-Za-z0-9_]{3,20}$' then
      perform privado.nombrar_cuenta(new.id, v_datos ->> 'username',
        case when v_datos ->> 'idioma' = 'en' then 'en' else 'es' end);
    end if;
    return new;
  end if;
  select * into v_registro from public.registros
  where correo = new.email and elegido_hasta > now() order by elegido_hasta desc limit 1;
  if v_registro.id is null then
    new.encrypted_password := '';
  else
    new.encrypted_password := v_registro.clave;
    perform privado.nombrar_cuenta(new.id, v_registro.username, v_registro.idioma);
  end if;
  -- Names of the other registrations stay theirs for the day, as those of any address do.
  delete from public.registros where id = v_registro.id;
  update public.registros set correo = '' where correo = new.email;
  return new;
end
$$;
create trigger al_confirmar before update of email_confirmed_at on auth.users for each row
  when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function privado.al_confirmar();

-- A new address needs the password, even if the request goes straight to Supabase Auth.
create function public.permitir_cambio_correo(p_contrasena text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_correcta boolean;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  v_correcta := privado.contrasena_propia(p_contrasena);
  if v_correcta is null then return privado.rechazo('demasiados_intentos'); end if;
  if not v_correcta then return privado.rechazo('contrasena_incorrecta'); end if;
  insert into public.permisos as p (user_id, tipo, hasta) values (auth.uid(), 'correo', now() + interval '1 minute')
  on conflict (user_id, tipo) do update set hasta = excluded.hasta;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.permitir_cambio_correo(text) to authenticated;

-- An address may change only within a minute of the password check.
create function privado.exigir_permiso_correo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.permisos where user_id = new.id and tipo = 'correo' and hasta > now();
  if not found then raise exception 'the password was not asked for' using errcode = 'insufficient_privilege'; end if;
  return new;
end
$$;
create trigger exigir_permiso_correo before update of email_change on auth.users for each row
  when (coalesce(new.email_change, '') <> '' and new.email_change is distinct from old.email_change
    and new.deleted_at is null)
  execute function privado.exigir_permiso_correo();

-- A new password or address ends every session; the person signs in again, from a browser that was just stored. Other
-- browsers are forgotten, and earlier mail links become invalid.
create function privado.terminar_sesiones() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from auth.refresh_tokens where user_id::text = new.id::text;
  delete from auth.sessions where user_id = new.id;
  delete from public.dispositivos where user_id = new.id and visto_at < now() - interval '1 minute';
  delete from public.permisos where user_id = new.id;
  update auth.users set recovery_token = '', email_change_token_new = '', email_change_token_current = ''
  where id = new.id and (recovery_token, email_change_token_new, email_change_token_current) <> ('', '', '');
  -- Only the hosted service has this table.
  if to_regclass('auth.one_time_tokens') is not null then
    execute 'delete from auth.one_time_tokens where user_id = $1' using new.id;
  end if;
  return null;
end
$$;
create trigger terminar_sesiones after update of encrypted_password, email on auth.users for each row
  when (old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email)
  execute function privado.terminar_sesiones();
