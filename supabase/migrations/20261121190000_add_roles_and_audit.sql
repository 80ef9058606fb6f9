-- Who runs the shop, and what they did. The log of their acts is only ever added to.

create table public.auditoria (
  id bigint generated always as identity primary key,
  actor_id uuid references public.usuarios_meta (id) on delete restrict,
  accion text not null,
  objeto_tipo text not null,
  objeto_id text not null,
  antes jsonb,
  despues jsonb,
  motivo text,
  created_at timestamptz not null default now()
);
create index auditoria_objeto_idx on public.auditoria (objeto_tipo, objeto_id, created_at desc);
create index auditoria_actor_id_idx on public.auditoria (actor_id, created_at desc);
create index auditoria_created_at_idx on public.auditoria (created_at desc, id);
create trigger solo_anadir before update or delete or truncate on public.auditoria
  for each statement execute function public.prohibir_cambio();

alter table public.auditoria enable row level security;
grant select on public.auditoria to authenticated, service_role;
create policy auditoria_select on public.auditoria for select to authenticated using ((select public.es_admin()));

create function public.anotar(
  p_accion text, p_tipo text, p_id text, p_antes jsonb, p_despues jsonb, p_motivo text default null
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.auditoria (actor_id, accion, objeto_tipo, objeto_id, antes, despues, motivo)
  values (auth.uid(), p_accion, p_tipo, p_id, p_antes, p_despues, p_motivo);
$$;

-- Moderators review products, reviews and reports; admins may do all that, too.
create function public.es_moderador() returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.usuarios_meta
    where id = auth.uid() and role in ('moderador', 'admin') and (banned_until is null or banned_until <= now())
  );
$$;

-- A role is changed by an admin alone, and the last admin stays one.
create function public.cambiar_rol(p_usuario uuid, p_rol text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes text;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_rol is null or p_rol not in ('user', 'moderador', 'admin') then return public.rechazo('rol_no_valido'); end if;
  -- Two admins who demote each other at once: the second waits, and then finds itself the last.
  perform 1 from public.usuarios_meta where role = 'admin' order by id for no key update;
  select role into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes is null then return public.rechazo('usuario_no_existe'); end if;
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if v_antes = 'admin' and p_rol <> 'admin'
    and (select count(*) from public.usuarios_meta where role = 'admin') = 1 then
    return public.rechazo('ultimo_admin');
  end if;
  if v_antes <> p_rol then
    update public.usuarios_meta set role = p_rol where id = p_usuario;
    perform public.anotar('cambiar_rol', 'usuario', p_usuario::text,
      jsonb_build_object('role', v_antes), jsonb_build_object('role', p_rol));
  end if;
  return jsonb_build_object('ok', true);
end
$$;

-- The first admin, made by whoever holds the server's key.
create function public.nombrar_admin(p_email text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := (select id from auth.users where lower(email) = lower(btrim(p_email)));
begin
  if v_usuario is null then return public.rechazo('usuario_no_existe'); end if;
  update public.usuarios_meta set role = 'admin' where id = v_usuario and role <> 'admin';
  if found then
    perform public.anotar('nombrar_admin', 'usuario', v_usuario::text, null, jsonb_build_object('role', 'admin'));
  end if;
  return jsonb_build_object('ok', true, 'user_id', v_usuario);
end
$$;

-- A ban ends by itself; without an end it is for good. Nobody bans themselves or another admin.
create function public.vetar(p_usuario uuid, p_hasta timestamptz, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return public.rechazo('motivo_no_valido');
  end if;
  if p_hasta <= now() then return public.rechazo('fecha_no_valida'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return public.rechazo('usuario_no_existe'); end if;
  if p_usuario = auth.uid() or v_antes.role = 'admin' then return public.rechazo('es_admin'); end if;
  update public.usuarios_meta set banned_until = coalesce(p_hasta, 'infinity'), ban_motivo = btrim(p_motivo)
  where id = p_usuario;
  perform public.anotar('vetar', 'usuario', p_usuario::text,
    jsonb_build_object('banned_until', v_antes.banned_until, 'ban_motivo', v_antes.ban_motivo),
    jsonb_build_object('banned_until', coalesce(p_hasta, 'infinity'), 'ban_motivo', btrim(p_motivo)), btrim(p_motivo));
  return jsonb_build_object('ok', true);
end
$$;

create function public.levantar_veto(p_usuario uuid, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return public.rechazo('usuario_no_existe'); end if;
  if v_antes.banned_until is null then return jsonb_build_object('ok', true); end if;
  update public.usuarios_meta set banned_until = null, ban_motivo = null where id = p_usuario;
  perform public.anotar('levantar_veto', 'usuario', p_usuario::text,
    jsonb_build_object('banned_until', v_antes.banned_until, 'ban_motivo', v_antes.ban_motivo), null,
    nullif(btrim(p_motivo), ''));
  return jsonb_build_object('ok', true);
end
$$;

-- The two switches of the shop.
create function public.cambiar_ajuste(p_ajuste text, p_valor boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.configuracion_global;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_ajuste is null or p_ajuste not in ('mantenimiento', 'status_down') or p_valor is null then
    return public.rechazo('ajuste_no_valido');
  end if;
  select * into v_antes from public.configuracion_global where id = 1 for no key update;
  update public.configuracion_global set
    mantenimiento = case when p_ajuste = 'mantenimiento' then p_valor else mantenimiento end,
    status_down = case when p_ajuste = 'status_down' then p_valor else status_down end
  where id = 1;
  perform public.anotar('cambiar_ajuste', 'tienda', p_ajuste,
    jsonb_build_object(p_ajuste, to_jsonb(v_antes) -> p_ajuste), jsonb_build_object(p_ajuste, p_valor));
  return jsonb_build_object('ok', true);
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.es_moderador(), public.cambiar_rol(uuid, text), public.vetar(uuid, timestamptz, text),
  public.levantar_veto(uuid, text), public.cambiar_ajuste(text, boolean) to authenticated;
grant execute on function public.nombrar_admin(text) to service_role;
