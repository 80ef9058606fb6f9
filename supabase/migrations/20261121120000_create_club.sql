-- Club subscriptions. The provider's state is written down by `aplicar_suscripcion` alone; whether somebody is a
-- member follows from what was paid, in `ajustar_club` alone.

create table public.suscripciones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  proveedor text not null default 'stripe' check (proveedor = 'stripe'),
  referencia text not null,
  plan text not null check (plan in ('monthly', 'yearly')),
  estado text not null check (estado in ('activa', 'impagada', 'cancelada_al_final', 'terminada')),
  periodo_inicio timestamptz not null,
  periodo_fin timestamptz not null,
  -- The end of what was paid: the provider opens the next period before its money has come.
  pagado_hasta timestamptz not null,
  -- When the provider was in this state: an older one never overrides it.
  visto_at timestamptz not null,
  created_at timestamptz not null default now(),
  check (periodo_fin > periodo_inicio),
  unique (proveedor, referencia)
);
create index suscripciones_user_id_idx on public.suscripciones (user_id, created_at desc);
create index suscripciones_vencen_idx on public.suscripciones (pagado_hasta) where estado <> 'terminada';

create table public.suscripciones_historial (
  id bigint generated always as identity primary key,
  suscripcion_id uuid not null references public.suscripciones (id) on delete restrict,
  estado text not null,
  periodo_inicio timestamptz not null,
  periodo_fin timestamptz not null,
  visto_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index suscripciones_historial_suscripcion_id_idx on public.suscripciones_historial (suscripcion_id, id);
create trigger solo_anadir before update or delete or truncate on public.suscripciones_historial
  for each statement execute function public.prohibir_cambio();

alter table public.suscripciones enable row level security;
alter table public.suscripciones_historial enable row level security;
grant select on public.suscripciones to authenticated, service_role;
grant select on public.suscripciones_historial to authenticated, service_role;
create policy suscripciones_select on public.suscripciones for select to authenticated
  using (user_id = (select auth.uid()) or (select public.es_admin()));
create policy suscripciones_historial_select on public.suscripciones_historial for select to authenticated
  using ((select public.es_admin()));

-- Gives the coins of every month of the paid period that has begun: a yearly plan has twelve of them. Each calendar
-- month counts once for a person, whoever asks and however often.
create function public.conceder_uncoins_club(p_usuario uuid default null) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_nuevos integer;
begin
  insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave)
  select distinct s.user_id, 100, 'club', 'club:' || s.user_id || ':' || to_char(mes.inicio, 'YYYY-MM')
  from public.suscripciones s
  join public.usuarios_meta u on u.id = s.user_id and u.club
  cross join generate_series(0, 11) n
  cross join lateral (select s.periodo_inicio at time zone 'UTC' + make_interval(months => n) as inicio) mes
  where s.estado <> 'terminada' and s.pagado_hasta > now() and (p_usuario is null or s.user_id = p_usuario)
    and mes.inicio at time zone 'UTC' <= now() and mes.inicio at time zone 'UTC' < s.pagado_hasta
  on conflict (clave) do nothing;
  get diagnostics v_nuevos = row_count;
  return v_nuevos;
end
$$;

-- Makes the account follow what was paid: membership, licences that came with it, coins, mails. Locks the account.
create function public.ajustar_club(p_usuario uuid) returns void
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
    if v_cuenta.club then
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

-- Writes down a subscription as its provider had it at `p_visto_at`. What ended never comes back; what is older than
-- what is known changes nothing.
create function public.aplicar_suscripcion(
  p_usuario uuid, p_referencia text, p_plan text, p_estado text,
  p_periodo_inicio timestamptz, p_periodo_fin timestamptz, p_visto_at timestamptz
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.suscripciones;
  v_ahora public.suscripciones;
  v_plantilla text;
  v_pagado timestamptz;
begin
  if p_plan is null or p_plan not in ('monthly', 'yearly') then return public.rechazo('plan_no_valido'); end if;
  if p_estado is null or p_estado not in ('activa', 'impagada', 'cancelada_al_final', 'terminada') then
    return public.rechazo('estado_no_valido');
  end if;
  perform 1 from public.usuarios_meta where id = p_usuario for no key update;
  if not found then return public.rechazo('usuario_no_existe'); end if;

  select * into v_antes from public.suscripciones
  where proveedor = 'stripe' and referencia = p_referencia for no key update;
  if v_antes.user_id <> p_usuario then
    perform public.abrir_caso('suscripcion_ajena', 'suscripcion:' || p_referencia, null,
      jsonb_build_object('usuario', p_usuario, 'duenio', v_antes.user_id));
    return public.rechazo('suscripcion_ajena');
  end if;
  if v_antes.id is not null
    and (v_antes.visto_at > p_visto_at or (v_antes.estado = 'terminada' and p_estado <> 'terminada')) then
    return jsonb_build_object('ok', true, 'aplicada', false, 'estado', v_antes.estado);
  end if;

  -- An unpaid period was not paid, even if it was taken for paid while its charge was being tried.
  v_pagado := case p_estado
    when 'impagada' then least(coalesce(v_antes.pagado_hasta, p_periodo_inicio), p_periodo_inicio)
    when 'terminada' then least(coalesce(v_antes.pagado_hasta, p_visto_at), p_visto_at)
    else p_periodo_fin end;
  insert into public.suscripciones as s
    (user_id, referencia, plan, estado, periodo_inicio, periodo_fin, pagado_hasta, visto_at)
  values (p_usuario, p_referencia, p_plan, p_estado, p_periodo_inicio, p_periodo_fin, v_pagado, p_visto_at)
  on conflict (proveedor, referencia) do update set plan = excluded.plan, estado = excluded.estado,
    periodo_inicio = excluded.periodo_inicio, periodo_fin = excluded.periodo_fin,
    pagado_hasta = excluded.pagado_hasta, visto_at = excluded.visto_at
  returning * into v_ahora;

  if (v_antes.estado, v_antes.periodo_fin) is distinct from (v_ahora.estado, v_ahora.periodo_fin) then
    insert into public.suscripciones_historial (suscripcion_id, estado, periodo_inicio, periodo_fin, visto_at)
    values (v_ahora.id, p_estado, p_periodo_inicio, p_periodo_fin, p_visto_at);
  end if;
  if v_antes.estado is distinct from p_estado then
    v_plantilla := case p_estado when 'impagada' then 'club_impago' when 'cancelada_al_final' then 'club_cancelado'
      when 'activa' then case when v_antes.id is null then 'club_inicio' end end;
    if v_plantilla is not null then
      insert into public.correos (clave, user_id, plantilla, datos)
      values (v_plantilla || ':' || p_referencia || ':' || extract(epoch from p_visto_at), p_usuario, v_plantilla,
        jsonb_build_object('plan', p_plan, 'hasta', v_ahora.pagado_hasta))
      on conflict (clave) do nothing;
    end if;
  end if;
  -- Two tabs paid twice: both are kept, and a person gives one back.
  if p_estado <> 'terminada' and v_antes.id is null and exists (
    select from public.suscripciones
    where user_id = p_usuario and id <> v_ahora.id and estado <> 'terminada' and pagado_hasta > now()
  ) then
    perform public.abrir_caso('club_pagado_dos_veces', 'club_doble:' || p_referencia, null,
      jsonb_build_object('usuario', p_usuario, 'referencia', p_referencia));
  end if;
  perform public.ajustar_club(p_usuario);
  return jsonb_build_object('ok', true, 'aplicada', true, 'estado', p_estado);
end
$$;

-- Ends the memberships whose paid time is over. The provider was asked before about those that renew; the ones that it
-- did not answer about are left out by their references, unless they were to end anyway.
create function public.terminar_clubs_vencidos(p_sin_respuesta text[] default '{}') returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
  v_terminados integer := 0;
begin
  for v_usuario in
    select distinct s.user_id from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
    where s.pagado_hasta <= now() and (
      s.estado = 'cancelada_al_final' or (u.club and s.referencia = u.subscription_id
        and (s.estado = 'terminada' or s.referencia <> all (p_sin_respuesta))))
    order by s.user_id
  loop
    perform 1 from public.usuarios_meta where id = v_usuario for no key update;
    with terminadas as (
      update public.suscripciones set estado = 'terminada', visto_at = greatest(visto_at, pagado_hasta)
      where user_id = v_usuario and estado = 'cancelada_al_final' and pagado_hasta <= now()
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

revoke execute on all functions in schema public from public;
grant execute on function
  public.aplicar_suscripcion(uuid, text, text, text, timestamptz, timestamptz, timestamptz),
  public.conceder_uncoins_club(uuid), public.terminar_clubs_vencidos(text[]) to service_role;
