-- Mails of Supabase Auth, and notices about an account. Auth makes the tokens; the outbox sends them.

-- Called by Supabase Auth with every mail, in the transaction of the change (hook `send_email`). A link replaces an
-- earlier one of its kind that still waits. Notices are written by triggers, whether or not Auth is set to send them.
create function privado.gancho_correo(event jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := (event -> 'user' ->> 'id')::uuid;
  v_datos jsonb := event -> 'email_data';
  v_tipo text := v_datos ->> 'email_action_type';
  -- As in supabase/config.toml, `otp_expiry`.
  v_vida constant interval := interval '1 hour';
  v_plantilla text := case v_tipo
    when 'signup' then 'confirmar_cuenta'
    when 'recovery' then 'cambiar_contrasena'
    when 'email_change' then 'confirmar_direccion'
    when 'invite' then 'invitacion'
    when 'magiclink' then 'enlace_entrada'
    when 'reauthentication' then 'codigo_confirmacion' end;
  v_idioma text := substring(v_datos ->> 'redirect_to' from '[?&]lng=(es|en)(?:&|$)');
begin
  if v_plantilla is null then return '{}'::jsonb; end if;
  -- A user who existed before the shop.
  if not exists (select from public.usuarios_meta where id = v_usuario) then
    perform privado.crear_cuenta(v_usuario, event -> 'user' -> 'user_metadata',
      event -> 'user' ->> 'email_confirmed_at' is not null);
  end if;
  delete from public.correos where user_id = v_usuario and plantilla = v_plantilla and estado = 'pendiente';
  with enlaces as (
    -- With a double confirmation `token_hash_new` belongs to the current address, and `token_hash` to the new one.
    select v_datos ->> 'token_hash' as secreto, event -> 'user' ->> 'new_email' as direccion where v_tipo = 'email_change'
    union all
    select v_datos ->> 'token_hash_new', event -> 'user' ->> 'email'
    where v_tipo = 'email_change' and v_datos ->> 'token_hash_new' <> ''
    union all
    select v_datos ->> case v_tipo when 'reauthentication' then 'token' else 'token_hash' end, event -> 'user' ->> 'email'
    where v_tipo <> 'email_change'
  ), escritos as (
    insert into public.correos (clave, user_id, plantilla, datos, direccion, caduca_at)
    select 'cuenta:' || gen_random_uuid(), v_usuario, v_plantilla,
      jsonb_strip_nulls(jsonb_build_object('volver', v_datos ->> 'redirect_to',
        -- The account of an address that is not confirmed may be somebody else's.
        'idioma', case when v_tipo = 'signup' then v_idioma end)),
      e.direccion, now() + v_vida
    from enlaces e returning id, direccion
  )
  insert into public.secretos_correo (correo_id, secreto)
  select c.id, e.secreto from escritos c join enlaces e using (direccion);
  return '{}'::jsonb;
end
$$;

do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant execute on function privado.gancho_correo(jsonb) to supabase_auth_admin;
  end if;
end
$$;

-- Writes a notice about the security of an account.
create function privado.avisar_cuenta(p_usuario uuid, p_aviso text, p_datos jsonb, p_direccion text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.correos (clave, user_id, plantilla, datos, direccion)
  select 'aviso_cuenta:' || gen_random_uuid(), u.id, 'aviso_cuenta',
    jsonb_build_object('aviso', p_aviso, 'momento', now()) || p_datos, p_direccion
  from public.usuarios_meta u where u.id = p_usuario and u.borrada_at is null;
$$;

-- Notifies of a changed password, and of a changed address at the previous one. Setting the first password of an
-- account is not a change.
create function privado.al_cambiar_acceso() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.email_confirmed_at is null or new.deleted_at is not null then return null; end if;
  if coalesce(old.encrypted_password, '') <> '' and coalesce(new.encrypted_password, '') <> ''
    and old.encrypted_password <> new.encrypted_password then
    perform privado.avisar_cuenta(new.id, 'contrasena', '{}', null);
  end if;
  if old.email is distinct from new.email and coalesce(old.email, '') <> '' and old.email_confirmed_at is not null then
    perform privado.avisar_cuenta(new.id, 'direccion', jsonb_build_object('nueva', new.email), old.email);
  end if;
  return null;
end
$$;
create trigger al_cambiar_acceso after update of encrypted_password, email on auth.users for each row
  when (old.encrypted_password is distinct from new.encrypted_password or old.email is distinct from new.email)
  execute function privado.al_cambiar_acceso();

-- Notifies of a service that can now sign in to an existing account.
create function privado.al_enlazar_servicio() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from auth.identities where user_id = new.user_id and id <> new.id)
    and exists (select from auth.users where id = new.user_id and email_confirmed_at is not null) then
    perform privado.avisar_cuenta(new.user_id, 'servicio', jsonb_build_object('servicio', new.provider), null);
  end if;
  return null;
end
$$;
create trigger al_enlazar_servicio after insert on auth.identities for each row when (new.provider <> 'email')
  execute function privado.al_enlazar_servicio();

-- Somebody has registered with the address of an account: Auth sends no mail, and its owner would wait for one. Called
-- by the shop, which seals it.
create function public.avisar_registro_repetido(p_correo text, p_volver text, p_sello text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
begin
  if not privado.sello_valido(array['registro_repetido', p_correo, p_volver], p_sello) then return; end if;
  select id into v_usuario from auth.users where email = p_correo and email_confirmed_at is not null;
  if v_usuario is null or not privado.contar_intento('registro_repetido', v_usuario::text, 1, '1 hour') then return; end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('ya_registrado:' || gen_random_uuid(), v_usuario, 'ya_registrado', jsonb_build_object('volver', p_volver));
end
$$;
grant execute on function public.avisar_registro_repetido(text, text, text) to anon, authenticated;

-- Opens a case, once a day, for a mail that Auth failed to send; its recipient sees the usual answer. Called by the
-- shop, which seals it.
create function public.anotar_correo_sin_pedir(p_codigo text, p_sello text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.sello_valido(array['correo_sin_pedir', p_codigo], p_sello) then return; end if;
  perform public.abrir_caso('correo_de_cuenta', 'correo_de_cuenta:' || p_codigo || ':' || privado.hoy(), null,
    jsonb_build_object('codigo', left(p_codigo, 80)));
end
$$;
grant execute on function public.anotar_correo_sin_pedir(text, text) to anon, authenticated;
