-- A reputation changes with a reason, by an admin; the person reads why.

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
  using (user_id = (select auth.uid()) or (select public.es_admin()));

create function public.nivel_reputacion(p_reputacion text) returns integer
language sql immutable set search_path = '' as $$
  select array_position(array['deshabilitado', 'mala', 'neutra', 'buena'], p_reputacion);
$$;

-- Only a change for the worse counts as an infraction. Nobody judges themselves.
create function public.cambiar_reputacion(p_usuario uuid, p_reputacion text, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.usuarios_meta;
  v_motivo text := btrim(coalesce(p_motivo, ''));
  v_empeora boolean;
  v_id bigint;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if public.nivel_reputacion(p_reputacion) is null then return public.rechazo('datos_no_validos'); end if;
  if char_length(v_motivo) not between 3 and 500 then return public.rechazo('motivo_no_valido'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return public.rechazo('usuario_no_existe'); end if;
  if p_usuario = auth.uid() then return public.rechazo('es_suya'); end if;
  if v_antes.reputacion = p_reputacion then return jsonb_build_object('ok', true); end if;
  v_empeora := public.nivel_reputacion(p_reputacion) < public.nivel_reputacion(v_antes.reputacion);
  update public.usuarios_meta set reputacion = p_reputacion,
    infracciones = infracciones + v_empeora::integer,
    ultima_infraccion = case when v_empeora then now() else ultima_infraccion end
  where id = p_usuario;
  insert into public.historial_reputacion (user_id, antes, despues, motivo)
  values (p_usuario, v_antes.reputacion, p_reputacion, v_motivo) returning id into v_id;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (p_usuario, 'reputacion', 'reputacion:' || v_id,
    jsonb_build_object('antes', v_antes.reputacion, 'despues', p_reputacion, 'motivo', v_motivo));
  perform public.anotar('cambiar_reputacion', 'usuario', p_usuario::text,
    jsonb_build_object('reputacion', v_antes.reputacion), jsonb_build_object('reputacion', p_reputacion), v_motivo);
  return jsonb_build_object('ok', true);
end
$$;

-- The standing of the signed-in person, with the last changes and their reasons.
create function public.mi_reputacion() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('reputacion', u.reputacion, 'infracciones', u.infracciones,
    'ultima_infraccion', u.ultima_infraccion, 'cambios', coalesce((
      select jsonb_agg(jsonb_build_object('antes', h.antes, 'despues', h.despues, 'motivo', h.motivo,
        'created_at', h.created_at) order by h.created_at desc)
      from (select * from public.historial_reputacion where user_id = u.id order by created_at desc limit 10) h
    ), '[]'))
  from public.usuarios_meta u where u.id = auth.uid();
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.cambiar_reputacion(uuid, text, text), public.mi_reputacion() to authenticated;
