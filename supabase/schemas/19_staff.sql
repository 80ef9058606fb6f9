-- Roles, bans and reputation.

-- Only admins change roles, and the last admin cannot be demoted. The reason is logged.
create function public.cambiar_rol(p_usuario uuid, p_rol text, p_motivo text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes text;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_rol is null or p_rol not in ('user', 'moderador', 'admin') then return privado.rechazo('rol_no_valido'); end if;
  -- Serialises admins who demote each other: the second one is the last.
  perform 1 from public.usuarios_meta where role = 'admin' order by id for no key update;
  select role into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes is null then return privado.rechazo('usuario_no_existe'); end if;
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if v_antes = 'admin' and p_rol <> 'admin'
    and (select count(*) from public.usuarios_meta where role = 'admin') = 1 then
    return privado.rechazo('ultimo_admin');
  end if;
  if v_antes <> p_rol then
    update public.usuarios_meta set role = p_rol where id = p_usuario;
    perform privado.anotar('cambiar_rol', 'usuario', p_usuario::text,
      jsonb_build_object('role', v_antes), jsonb_build_object('role', p_rol), nullif(btrim(p_motivo), ''));
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cambiar_rol(uuid, text, text) to authenticated;

-- Makes the first admin, with the secret key.
create function public.nombrar_admin(p_email text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := (select id from auth.users where lower(email) = lower(btrim(p_email)));
begin
  if v_usuario is null then return privado.rechazo('usuario_no_existe'); end if;
  update public.usuarios_meta set role = 'admin' where id = v_usuario and role <> 'admin';
  if found then
    perform privado.anotar('nombrar_admin', 'usuario', v_usuario::text, null, jsonb_build_object('role', 'admin'));
  end if;
  return jsonb_build_object('ok', true, 'user_id', v_usuario);
end
$$;
grant execute on function public.nombrar_admin(text) to service_role;

-- Bans a person to the end of a day, or permanently. Not for oneself and other admins.
create function public.vetar(p_usuario uuid, p_hasta date, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
  v_fin timestamptz := coalesce(privado.fin_del_dia(p_hasta), 'infinity');
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.es_motivo(p_motivo) then
    return privado.rechazo('motivo_no_valido');
  end if;
  if v_fin <= now() then return privado.rechazo('fecha_no_valida'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return privado.rechazo('usuario_no_existe'); end if;
  if p_usuario = auth.uid() or v_antes.role = 'admin' then return privado.rechazo('es_admin'); end if;
  update public.usuarios_meta set banned_until = v_fin, ban_motivo = btrim(p_motivo)
  where id = p_usuario;
  perform privado.anotar('vetar', 'usuario', p_usuario::text,
    jsonb_build_object('banned_until', v_antes.banned_until, 'ban_motivo', v_antes.ban_motivo),
    jsonb_build_object('banned_until', v_fin, 'ban_motivo', btrim(p_motivo)), btrim(p_motivo));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.vetar(uuid, date, text) to authenticated;

-- Ends a ban early.
create function public.levantar_veto(p_usuario uuid, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return privado.rechazo('usuario_no_existe'); end if;
  if v_antes.banned_until is null then return jsonb_build_object('ok', true); end if;
  update public.usuarios_meta set banned_until = null, ban_motivo = null where id = p_usuario;
  perform privado.anotar('levantar_veto', 'usuario', p_usuario::text,
    jsonb_build_object('banned_until', v_antes.banned_until, 'ban_motivo', v_antes.ban_motivo), null,
    nullif(btrim(p_motivo), ''));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.levantar_veto(uuid, text) to authenticated;

create table public.historial_reputacion (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  antes text not null,
  despues text not null,
  motivo text not null check (char_length(motivo) between 3 and 500),
  created_at timestamptz not null default now()
);
create index historial_reputacion_user_id_idx on public.historial_reputacion (user_id, created_at desc);

alter table public.historial_reputacion enable row level security;
grant select on public.historial_reputacion to authenticated, service_role;
create policy historial_reputacion_select on public.historial_reputacion for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy historial_reputacion_segundo_paso on public.historial_reputacion as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- The rank of a reputation, from the worst.
create function privado.nivel_reputacion(p_reputacion text) returns integer
language sql immutable set search_path = '' as $$
  select array_position(array['deshabilitado', 'mala', 'neutra', 'buena'], p_reputacion);
$$;
-- Used by an index on accounts, so roles that update their account need execute.
grant execute on function privado.nivel_reputacion(text) to authenticated, service_role;

-- Only a worse reputation counts as an infraction. Not for one's own account.
create function public.cambiar_reputacion(p_usuario uuid, p_reputacion text, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
  v_motivo text := btrim(coalesce(p_motivo, ''));
  v_empeora boolean;
  v_id bigint;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if privado.nivel_reputacion(p_reputacion) is null then return privado.rechazo('datos_no_validos'); end if;
  if not privado.es_motivo(v_motivo) then return privado.rechazo('motivo_no_valido'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return privado.rechazo('usuario_no_existe'); end if;
  if p_usuario = auth.uid() then return privado.rechazo('es_suya'); end if;
  if v_antes.reputacion = p_reputacion then return jsonb_build_object('ok', true); end if;
  v_empeora := privado.nivel_reputacion(p_reputacion) < privado.nivel_reputacion(v_antes.reputacion);
  update public.usuarios_meta set reputacion = p_reputacion,
    infracciones = infracciones + v_empeora::integer,
    ultima_infraccion = case when v_empeora then now() else ultima_infraccion end
  where id = p_usuario;
  insert into public.historial_reputacion (user_id, antes, despues, motivo)
  values (p_usuario, v_antes.reputacion, p_reputacion, v_motivo) returning id into v_id;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (p_usuario, 'reputacion', 'reputacion:' || v_id,
    jsonb_build_object('antes', v_antes.reputacion, 'despues', p_reputacion, 'motivo', v_motivo));
  perform privado.anotar('cambiar_reputacion', 'usuario', p_usuario::text,
    jsonb_build_object('reputacion', v_antes.reputacion), jsonb_build_object('reputacion', p_reputacion), v_motivo);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cambiar_reputacion(uuid, text, text) to authenticated;

-- The signed-in person's reputation, with the last changes and their reasons.
create function public.mi_reputacion() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('reputacion', u.reputacion, 'infracciones', u.infracciones,
    'ultima_infraccion', u.ultima_infraccion, 'cambios', coalesce((
      select jsonb_agg(jsonb_build_object('antes', h.antes, 'despues', h.despues, 'motivo', h.motivo,
        'created_at', h.created_at) order by h.created_at desc)
      from (select * from public.historial_reputacion where user_id = u.id order by created_at desc limit 10) h
    ), '[]'))
  from public.usuarios_meta u where u.id = privado.persona_completa();
$$;
grant execute on function public.mi_reputacion() to authenticated;
