-- What is to end at the provider is written down with what decides it, and carried out until the provider confirms it.

create table public.cancelaciones_club (
  id bigint generated always as identity primary key,
  suscripcion_id uuid not null references public.suscripciones (id) on delete restrict,
  modo text not null check (modo in ('ahora', 'al_final')),
  motivo text not null check (motivo in ('veto', 'cuenta_borrada', 'reembolso', 'disputa', 'duplicada')),
  -- Its charges go back as well.
  reembolsar boolean not null default false,
  estado text not null default 'pendiente' check (estado in ('pendiente', 'hecha', 'anulada')),
  intentos integer not null default 0,
  ultimo_error text,
  created_at timestamptz not null default now(),
  cerrada_at timestamptz,
  unique (suscripcion_id, modo)
);
create index cancelaciones_club_pendientes_idx on public.cancelaciones_club (id) where estado = 'pendiente';

alter table public.cancelaciones_club enable row level security;
grant select on public.cancelaciones_club to authenticated, service_role;
create policy cancelaciones_club_select on public.cancelaciones_club for select to authenticated
  using ((select public.es_admin()));

create function public.pedir_cancelacion_club(
  p_suscripcion uuid, p_modo text, p_motivo text, p_reembolsar boolean default false
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.cancelaciones_club as c (suscripcion_id, modo, motivo, reembolsar)
  values (p_suscripcion, p_modo, p_motivo, p_reembolsar)
  on conflict (suscripcion_id, modo) do update set
    motivo = case when c.estado = 'pendiente' then c.motivo else excluded.motivo end,
    reembolsar = c.reembolsar or excluded.reembolsar, estado = 'pendiente', cerrada_at = null;
$$;

-- What must end at the provider as a person's account and charges are now. A ban without an end, and a deleted account,
-- end it at once; a ban for a time lets it end with what was paid. A charge that went back ends what it had bought.
create function public.revisar_cancelaciones_club(p_usuario uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_suscripcion public.suscripciones;
  v_devuelto public.cargos_club;
begin
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  -- What went back and came again has nothing to end any more.
  update public.cancelaciones_club c set estado = 'anulada', cerrada_at = now()
  from public.suscripciones s
  where s.id = c.suscripcion_id and s.user_id = p_usuario and c.estado = 'pendiente'
    and c.motivo in ('reembolso', 'disputa') and s.pagado_hasta > now() and s.estado <> 'terminada';
  for v_suscripcion in
    select * from public.suscripciones where user_id = p_usuario and estado <> 'terminada' order by id
  loop
    select * into v_devuelto from public.cargos_club
    where suscripcion_id = v_suscripcion.id and estado = 'reembolsado' and periodo_fin > now()
    order by periodo_fin desc limit 1;
    if v_cuenta.borrada_at is not null then
      -- One that begins after that was paid for nothing.
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'cuenta_borrada',
        v_suscripcion.created_at > v_cuenta.borrada_at);
    elsif v_cuenta.banned_until = 'infinity' then
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'veto', v_suscripcion.created_at = now());
    elsif v_devuelto.id is not null and v_suscripcion.pagado_hasta <= now() then
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'ahora',
        case when v_devuelto.perdido then 'disputa' else 'reembolso' end);
    elsif v_cuenta.banned_until > now() and v_suscripcion.estado = 'impagada' then
      -- Nothing is paid, and nothing shall be collected.
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'veto');
    elsif v_cuenta.banned_until > now() and v_suscripcion.estado = 'activa' then
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'al_final', 'veto');
    end if;
  end loop;
end
$$;

-- A ban or a deletion, whoever makes it and however. What a ban had asked for and nobody has carried out yet is
-- dropped when the ban is lifted; a cancellation that the provider has heard of is taken back by the person alone.
create function public.terminar_club_de_cuenta() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.cancelaciones_club c set estado = 'anulada', cerrada_at = now()
  from public.suscripciones s
  where s.id = c.suscripcion_id and s.user_id = new.id and c.estado = 'pendiente' and c.motivo = 'veto'
    and (new.banned_until is null or new.banned_until <= now()
      or (c.modo = 'ahora' and new.banned_until <> 'infinity'));
  perform public.revisar_cancelaciones_club(new.id);
  if new.borrada_at is not null then update public.sesiones_club set correo = null where user_id = new.id; end if;
  return null;
end
$$;
create trigger terminar_club_de_cuenta after update of banned_until, borrada_at on public.usuarios_meta
  for each row when (old.banned_until is distinct from new.banned_until or old.borrada_at is distinct from new.borrada_at)
  execute function public.terminar_club_de_cuenta();

-- What is still to be carried out, with the charges that go back. A ban that has ended by itself asks for nothing more.
create function public.cancelaciones_club_pendientes(p_referencia text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.cancelaciones_club c set estado = 'anulada', cerrada_at = now()
  from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
  where s.id = c.suscripcion_id and c.estado = 'pendiente' and c.motivo = 'veto'
    and (u.banned_until is null or u.banned_until <= now());
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', c.id, 'referencia', s.referencia, 'modo', c.modo,
      'reembolsos', case when c.reembolsar then coalesce((
        select jsonb_agg(jsonb_build_object('id', x.id, 'intento', x.intento)) from public.cargos_club x
        where x.suscripcion_id = s.id and x.estado in ('pagado', 'parcial') and x.intento is not null), '[]')
      else '[]' end) order by c.id)
    from public.cancelaciones_club c join public.suscripciones s on s.id = c.suscripcion_id
    where c.estado = 'pendiente' and (p_referencia is null or s.referencia = p_referencia)), '[]');
end
$$;

-- The provider has confirmed it, or has not answered: then it stays to be done.
create function public.cerrar_cancelacion_club(p_id bigint, p_error text default null) returns void
language sql volatile security definer set search_path = '' as $$
  update public.cancelaciones_club set intentos = intentos + 1, ultimo_error = left(p_error, 500),
    estado = case when p_error is null then 'hecha' else estado end,
    cerrada_at = case when p_error is null then now() end
  where id = p_id and estado = 'pendiente';
$$;

-- The end of what was paid: of the charges that stand, but never beyond the end of the subscription.
create function public.fin_de_lo_pagado(p_suscripcion public.suscripciones) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    coalesce(max(c.periodo_fin) filter (where c.estado in ('pagado', 'parcial')),
      least(p_suscripcion.periodo_inicio, min(c.periodo_inicio))),
    p_suscripcion.terminada_at)
  from public.cargos_club c where c.suscripcion_id = p_suscripcion.id;
$$;

-- Writes down a subscription and its charges as the provider had them at `p_visto_at`. What ended never comes back;
-- what is older than what is known changes nothing. A charge is written down whatever the subscription is.
drop function public.aplicar_suscripcion(uuid, text, text, text, timestamptz, timestamptz, timestamptz);
create function public.aplicar_suscripcion(
  p_usuario uuid, p_referencia text, p_plan text, p_estado text,
  p_periodo_inicio timestamptz, p_periodo_fin timestamptz, p_visto_at timestamptz, p_cargos jsonb default '[]'
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_antes public.suscripciones;
  v_ahora public.suscripciones;
  v_plantilla text;
  v_vieja boolean;
begin
  if p_plan is null or p_plan not in ('monthly', 'yearly') then return public.rechazo('plan_no_valido'); end if;
  if p_estado is null or p_estado not in ('activa', 'impagada', 'cancelada_al_final', 'terminada') then
    return public.rechazo('estado_no_valido');
  end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario for no key update;
  if v_cuenta.id is null then return public.rechazo('usuario_no_existe'); end if;

  select * into v_antes from public.suscripciones
  where proveedor = 'stripe' and referencia = p_referencia for no key update;
  if v_antes.user_id <> p_usuario then
    perform public.abrir_caso('suscripcion_ajena', 'suscripcion:' || p_referencia, null,
      jsonb_build_object('usuario', p_usuario, 'duenio', v_antes.user_id));
    return public.rechazo('suscripcion_ajena');
  end if;
  v_vieja := v_antes.id is not null
    and (v_antes.visto_at > p_visto_at or (v_antes.estado = 'terminada' and p_estado <> 'terminada'));

  if v_vieja then
    v_ahora := v_antes;
  else
    insert into public.suscripciones as s
      (user_id, referencia, plan, estado, periodo_inicio, periodo_fin, pagado_hasta, visto_at, terminada_at)
    values (p_usuario, p_referencia, p_plan, p_estado, p_periodo_inicio, p_periodo_fin, p_periodo_inicio, p_visto_at,
      case when p_estado = 'terminada' then p_visto_at end)
    on conflict (proveedor, referencia) do update set plan = excluded.plan, estado = excluded.estado,
      periodo_inicio = excluded.periodo_inicio, periodo_fin = excluded.periodo_fin, visto_at = excluded.visto_at,
      terminada_at = coalesce(s.terminada_at, excluded.terminada_at)
    returning * into v_ahora;
  end if;
  perform public.anotar_cargos_club(v_ahora, p_cargos, p_visto_at);
  update public.suscripciones set pagado_hasta = public.fin_de_lo_pagado(v_ahora), cargos_vistos_at = p_visto_at
  where id = v_ahora.id returning * into v_ahora;

  if not v_vieja and (v_antes.estado, v_antes.periodo_fin) is distinct from (v_ahora.estado, v_ahora.periodo_fin) then
    insert into public.suscripciones_historial (suscripcion_id, estado, periodo_inicio, periodo_fin, visto_at)
    values (v_ahora.id, p_estado, p_periodo_inicio, p_periodo_fin, p_visto_at);
  end if;
  if not v_vieja and v_antes.estado is distinct from p_estado and v_cuenta.borrada_at is null then
    v_plantilla := case p_estado when 'impagada' then 'club_impago' when 'cancelada_al_final' then 'club_cancelado'
      when 'activa' then case when v_antes.id is null then 'club_inicio' end end;
    if v_plantilla is not null then
      insert into public.correos (clave, user_id, plantilla, datos)
      values (v_plantilla || ':' || p_referencia || ':' || extract(epoch from p_visto_at), p_usuario, v_plantilla,
        jsonb_build_object('plan', p_plan, 'hasta', v_ahora.pagado_hasta))
      on conflict (clave) do nothing;
    end if;
  end if;
  -- Two pages were paid: the one that was there first stays, the other one ends and its money goes back.
  if p_estado <> 'terminada' and v_antes.id is null and exists (
    select from public.suscripciones
    where user_id = p_usuario and id <> v_ahora.id and estado <> 'terminada' and pagado_hasta > now()
  ) then
    perform public.abrir_caso('club_pagado_dos_veces', 'club_doble:' || p_referencia, null,
      jsonb_build_object('usuario', p_usuario, 'referencia', p_referencia));
    perform public.pedir_cancelacion_club(v_ahora.id, 'ahora', 'duplicada', true);
  end if;
  perform public.ajustar_club(p_usuario);
  perform public.revisar_cancelaciones_club(p_usuario);
  return jsonb_build_object('ok', true, 'aplicada', not v_vieja, 'estado', v_ahora.estado,
    'por_cancelar', exists (
      select from public.cancelaciones_club c join public.suscripciones s on s.id = c.suscripcion_id
      where s.user_id = p_usuario and c.estado = 'pendiente' and c.intentos = 0));
end
$$;

-- Makes the account follow what was paid: membership, licences that came with it, coins, mails. Locks the account.
create or replace function public.ajustar_club(p_usuario uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_vigente public.suscripciones;
  v_ultima public.suscripciones;
begin
  select * into v_cuenta from public.usuarios_meta where id = p_usuario for no key update;
  select * into v_vigente from public.suscripciones
  where user_id = p_usuario and estado <> 'terminada' and pagado_hasta > now()
  order by pagado_hasta desc, id limit 1;

  if v_vigente.id is null then
    update public.usuarios_meta set club = false, subscription_id = null where id = p_usuario;
    update public.adquisiciones set revocada_at = now(), revocada_motivo = 'fin_club'
    where user_id = p_usuario and origen = 'club' and revocada_at is null;
    if v_cuenta.club and v_cuenta.borrada_at is null then
      select * into v_ultima from public.suscripciones where user_id = p_usuario order by pagado_hasta desc, id limit 1;
      insert into public.correos (clave, user_id, plantilla, datos)
      values ('club_fin:' || v_ultima.referencia || ':' || extract(epoch from v_ultima.pagado_hasta)::bigint, p_usuario,
        'club_fin', jsonb_build_object('plan', v_ultima.plan, 'hasta', v_ultima.pagado_hasta))
      on conflict (clave) do nothing;
    end if;
    return;
  end if;

  update public.usuarios_meta set club = true, subscription_id = v_vigente.referencia where id = p_usuario;
  update public.adquisiciones a set revocada_at = null, revocada_motivo = null
  where a.user_id = p_usuario and a.origen = 'club' and a.revocada_motivo = 'fin_club'
    and not exists (
      select from public.adquisiciones b where b.user_id = p_usuario and b.producto_id = a.producto_id
        and b.edicion_id is not distinct from a.edicion_id and b.origen = 'club' and b.revocada_at is null);
  perform public.conceder_uncoins_club(p_usuario);
end
$$;

-- Ends the memberships whose paid time is over. The provider was asked before about those that renew; the ones that it
-- did not answer about are left out by their references.
create or replace function public.terminar_clubs_vencidos(p_sin_respuesta text[] default '{}') returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
  v_terminados integer := 0;
begin
  for v_usuario in
    select distinct s.user_id from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
    where s.pagado_hasta <= now() and (s.estado = 'terminada' or s.referencia <> all (p_sin_respuesta))
      and (s.estado = 'cancelada_al_final' or (u.club and s.referencia = u.subscription_id))
    order by s.user_id
  loop
    perform 1 from public.usuarios_meta where id = v_usuario for no key update;
    with terminadas as (
      update public.suscripciones set estado = 'terminada', visto_at = greatest(visto_at, pagado_hasta),
        terminada_at = coalesce(terminada_at, pagado_hasta)
      where user_id = v_usuario and estado = 'cancelada_al_final' and pagado_hasta <= now()
        and referencia <> all (p_sin_respuesta)
      returning *
    )
    insert into public.suscripciones_historial (suscripcion_id, estado, periodo_inicio, periodo_fin, visto_at)
    select id, estado, periodo_inicio, periodo_fin, visto_at from terminadas;
    perform public.ajustar_club(v_usuario);
    v_terminados := v_terminados + 1;
  end loop;
  return v_terminados;
end
$$;

-- Who is banned or gone already.
do $$
declare
  v_usuario uuid;
begin
  for v_usuario in
    select distinct s.user_id from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
    where s.estado <> 'terminada' and (u.banned_until > now() or u.borrada_at is not null)
  loop
    perform public.revisar_cancelaciones_club(v_usuario);
  end loop;
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function
  public.aplicar_suscripcion(uuid, text, text, text, timestamptz, timestamptz, timestamptz, jsonb),
  public.terminar_clubs_vencidos(text[]), public.cancelaciones_club_pendientes(text),
  public.cerrar_cancelacion_club(bigint, text) to service_role;
