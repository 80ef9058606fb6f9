-- Club subscriptions. Only `aplicar_suscripcion` writes the provider's state; only `ajustar_club` derives the
-- membership, from what was paid.

create table public.suscripciones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  proveedor text not null default 'stripe' check (proveedor = 'stripe'),
  referencia text not null,
  plan text not null check (plan in ('monthly', 'yearly')),
  estado text not null check (estado in ('activa', 'impagada', 'cancelada_al_final', 'terminada')),
  periodo_inicio timestamptz not null,
  periodo_fin timestamptz not null,
  -- End of the paid time: the provider opens the next period before its payment.
  pagado_hasta timestamptz not null,
  -- Time of the provider's state; stale states are ignored.
  visto_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- The end of the subscription. The paid time may have ended long before, if a charge has failed or was refunded.
  terminada_at timestamptz,
  -- The plan that waits for its payment at the provider, and until when.
  cambio_plan text check (cambio_plan in ('monthly', 'yearly')),
  cambio_hasta timestamptz,
  -- Price per period at the provider.
  precio_centimos integer check (precio_centimos >= 0),
  -- The plan that the provider will change to, when, and its price.
  proximo_plan text check (proximo_plan in ('monthly', 'yearly')),
  proximo_desde timestamptz,
  proximo_centimos integer check (proximo_centimos >= 0),
  check ((cambio_plan is null) = (cambio_hasta is null)),
  check ((proximo_plan is null) = (proximo_desde is null) and (proximo_plan is null) = (proximo_centimos is null)),
  check (periodo_fin > periodo_inicio),
  unique (proveedor, referencia)
);
create index suscripciones_user_id_idx on public.suscripciones (user_id, created_at desc);
create index suscripciones_vencen_idx on public.suscripciones (pagado_hasta) where estado <> 'terminada';
create index suscripciones_created_at_idx on public.suscripciones (created_at);

alter table public.suscripciones enable row level security;
grant select on public.suscripciones to authenticated, service_role;
create policy suscripciones_select on public.suscripciones for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy suscripciones_segundo_paso on public.suscripciones as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

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

alter table public.suscripciones_historial enable row level security;
grant select on public.suscripciones_historial to authenticated, service_role;
create policy suscripciones_historial_select on public.suscripciones_historial for select to authenticated
  using ((select privado.es_admin()));
create policy suscripciones_historial_segundo_paso on public.suscripciones_historial as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.suscripciones_historial
  for each statement execute function privado.prohibir_cambio();

-- Queues the mails about a changed subscription: its state, and another plan that was paid or has begun, waits for its
-- payment, or will begin.
create function privado.avisar_de_suscripcion(p_antes public.suscripciones, p_ahora public.suscripciones) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.correos (clave, user_id, plantilla, datos)
  select m.plantilla || ':' || p_ahora.referencia || ':' || extract(epoch from p_ahora.visto_at), p_ahora.user_id,
    m.plantilla, m.datos
  from (
    select case p_ahora.estado when 'impagada' then 'club_impago' when 'cancelada_al_final' then 'club_cancelado'
        when 'activa' then case when p_antes.id is null then 'club_inicio' end end as plantilla,
      jsonb_build_object('plan', p_ahora.plan,
        'hasta', case when p_ahora.estado = 'activa' then p_ahora.periodo_fin else p_ahora.pagado_hasta end,
        'centimos', case when p_antes.id is null and p_ahora.estado = 'activa' then p_ahora.precio_centimos end) as datos
    where p_antes.estado is distinct from p_ahora.estado
    union all
    select x.plantilla, case x.plantilla
        when 'club_plan_previsto' then jsonb_build_object('plan', p_ahora.proximo_plan, 'hasta', p_ahora.proximo_desde,
          'centimos', p_ahora.proximo_centimos)
        else jsonb_build_object('plan', coalesce(p_ahora.cambio_plan, p_ahora.plan),
          'hasta', coalesce(p_ahora.cambio_hasta, p_ahora.periodo_fin)) end
    from (select case when p_antes.plan <> p_ahora.plan then 'club_plan'
        when p_ahora.cambio_hasta is distinct from p_antes.cambio_hasta and p_ahora.cambio_plan is not null
          then 'club_plan_por_pagar'
        when p_ahora.proximo_plan <> p_ahora.plan and (p_ahora.proximo_plan, p_ahora.proximo_centimos)
          is distinct from (p_antes.proximo_plan, p_antes.proximo_centimos) then 'club_plan_previsto' end as plantilla) x
    where p_antes.id is not null and p_ahora.estado <> 'terminada') m
  where m.plantilla is not null
  on conflict (clave) do nothing;
$$;

-- Queues the mail about an ended subscription, unless another one of the person is open.
create function privado.avisar_de_fin_de_club(p_suscripcion public.suscripciones) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'club_fin:' || p_suscripcion.referencia, u.id, 'club_fin',
    jsonb_build_object('plan', p_suscripcion.plan, 'hasta', p_suscripcion.terminada_at)
  from public.usuarios_meta u
  where u.id = p_suscripcion.user_id and u.borrada_at is null
    and not exists (select from public.suscripciones s where s.user_id = u.id and s.estado <> 'terminada')
  on conflict (clave) do nothing;
$$;

-- A member paid on two pages: the first subscription continues, the second ends and is refunded.
create function privado.terminar_club_duplicado(p_segunda public.suscripciones) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.suscripciones s
    where s.user_id = p_segunda.user_id and s.id <> p_segunda.id and privado.suscripcion_vigente(s)) then
    return;
  end if;
  perform public.abrir_caso('club_pagado_dos_veces', 'club_doble:' || p_segunda.referencia, null,
    jsonb_build_object('usuario', p_segunda.user_id, 'referencia', p_segunda.referencia));
  perform privado.pedir_cancelacion_club(p_segunda.id, 'ahora', 'duplicada', true);
end
$$;

-- Records a subscription and its charges as of `p_visto_at`. Ended is final. Stale events are ignored, but charges are
-- recorded in any case.
create function public.aplicar_suscripcion(
  p_usuario uuid, p_referencia text, p_plan text, p_estado text,
  p_periodo_inicio timestamptz, p_periodo_fin timestamptz, p_visto_at timestamptz, p_cargos jsonb default '[]',
  p_cambio_plan text default null, p_cambio_hasta timestamptz default null, p_precio_centimos integer default null,
  p_proximo_plan text default null, p_proximo_desde timestamptz default null, p_proximo_centimos integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_antes public.suscripciones;
  v_ahora public.suscripciones;
  v_vieja boolean;
begin
  if p_plan is null or p_plan not in ('monthly', 'yearly') then return privado.rechazo('plan_no_valido'); end if;
  if p_estado is null or p_estado not in ('activa', 'impagada', 'cancelada_al_final', 'terminada') then
    return privado.rechazo('estado_no_valido');
  end if;
  if (p_cambio_plan is null) <> (p_cambio_hasta is null) or p_cambio_plan not in ('monthly', 'yearly')
    or num_nulls(p_proximo_plan, p_proximo_desde, p_proximo_centimos) not in (0, 3)
    or p_proximo_plan not in ('monthly', 'yearly') then
    return privado.rechazo('plan_no_valido');
  end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario for no key update;
  if v_cuenta.id is null then
    -- In a restored shop, a member who joined after the backup is still charged; an admin must end it.
    if p_estado <> 'terminada' then
      perform public.abrir_caso('suscripcion_desconocida', 'suscripcion_desconocida:' || p_referencia, null,
        jsonb_build_object('usuario', p_usuario, 'referencia', p_referencia));
    end if;
    return privado.rechazo('usuario_no_existe');
  end if;

  select * into v_antes from public.suscripciones
  where proveedor = 'stripe' and referencia = p_referencia for no key update;
  if v_antes.user_id <> p_usuario then
    perform public.abrir_caso('suscripcion_ajena', 'suscripcion:' || p_referencia, null,
      jsonb_build_object('usuario', p_usuario, 'duenio', v_antes.user_id));
    return privado.rechazo('suscripcion_ajena');
  end if;
  v_vieja := v_antes.id is not null
    and (v_antes.visto_at > p_visto_at or (v_antes.estado = 'terminada' and p_estado <> 'terminada'));

  if v_vieja then
    v_ahora := v_antes;
  else
    insert into public.suscripciones as s
      (user_id, referencia, plan, estado, periodo_inicio, periodo_fin, pagado_hasta, visto_at, terminada_at,
      cambio_plan, cambio_hasta, precio_centimos, proximo_plan, proximo_desde, proximo_centimos)
    values (p_usuario, p_referencia, p_plan, p_estado, p_periodo_inicio, p_periodo_fin, p_periodo_inicio, p_visto_at,
      case when p_estado = 'terminada' then least(p_visto_at, p_periodo_fin) end, p_cambio_plan, p_cambio_hasta, p_precio_centimos,
      p_proximo_plan, p_proximo_desde, p_proximo_centimos)
    on conflict (proveedor, referencia) do update set plan = excluded.plan, estado = excluded.estado,
      periodo_inicio = excluded.periodo_inicio, periodo_fin = excluded.periodo_fin, visto_at = excluded.visto_at,
      terminada_at = coalesce(s.terminada_at, excluded.terminada_at),
      cambio_plan = excluded.cambio_plan, cambio_hasta = excluded.cambio_hasta,
      precio_centimos = coalesce(excluded.precio_centimos, s.precio_centimos), proximo_plan = excluded.proximo_plan,
      proximo_desde = excluded.proximo_desde, proximo_centimos = excluded.proximo_centimos
    returning * into v_ahora;
  end if;
  perform privado.anotar_cargos_club(v_ahora, p_cargos, p_visto_at);
  update public.suscripciones set pagado_hasta = privado.fin_de_lo_pagado(v_ahora)
  where id = v_ahora.id returning * into v_ahora;

  if not v_vieja and (v_antes.estado, v_antes.periodo_fin) is distinct from (v_ahora.estado, v_ahora.periodo_fin) then
    insert into public.suscripciones_historial (suscripcion_id, estado, periodo_inicio, periodo_fin, visto_at)
    values (v_ahora.id, p_estado, p_periodo_inicio, p_periodo_fin, p_visto_at);
  end if;
  if not v_vieja and v_cuenta.borrada_at is null then perform privado.avisar_de_suscripcion(v_antes, v_ahora); end if;
  if v_antes.estado <> 'terminada' and v_ahora.estado = 'terminada' then
    perform privado.avisar_de_fin_de_club(v_ahora);
  end if;
  if p_estado <> 'terminada' and v_antes.id is null then perform privado.terminar_club_duplicado(v_ahora); end if;
  perform privado.ajustar_club(p_usuario);
  perform privado.revisar_cancelaciones_club(p_usuario);
  return jsonb_build_object('ok', true, 'aplicada', not v_vieja, 'estado', v_ahora.estado,
    'por_cancelar', exists (
      select from public.cancelaciones_club c join public.suscripciones s on s.id = c.suscripcion_id
      where s.user_id = p_usuario and c.estado = 'pendiente' and c.intentos = 0));
end
$$;
grant execute on function public.aplicar_suscripcion(uuid, text, text, text, timestamptz, timestamptz, timestamptz, jsonb,
  text, timestamptz, integer, text, timestamptz, integer) to service_role;

-- Updates an account to its paid charges: membership, its licences, coins. Locks the account.
create function privado.ajustar_club(p_usuario uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_vigente public.suscripciones;
begin
  perform 1 from public.usuarios_meta where id = p_usuario for no key update;
  select * into v_vigente from public.suscripciones s
  where s.user_id = p_usuario and privado.suscripcion_vigente(s)
  order by s.pagado_hasta desc, s.id limit 1;

  if v_vigente.id is null then
    update public.usuarios_meta set club = false, subscription_id = null where id = p_usuario;
    update public.adquisiciones set revocada_at = now(), revocada_motivo = 'fin_club'
    where user_id = p_usuario and origen = 'club' and revocada_at is null;
    return;
  end if;

  update public.usuarios_meta set club = true, subscription_id = v_vigente.referencia where id = p_usuario;
  update public.adquisiciones a set revocada_at = null, revocada_motivo = null
  where a.user_id = p_usuario and a.origen = 'club' and a.revocada_motivo = 'fin_club' and not privado.hay_otra_vigente(a);
  perform public.conceder_uncoins_club(p_usuario);
end
$$;

-- Ends memberships past their paid time. The provider was asked before; `p_sin_respuesta` lists those without an
-- answer, which are skipped. A cancelled one ends with the provider's period: until then it can be collected, or its
-- dispute can be won.
create function public.terminar_clubs_vencidos(p_sin_respuesta text[] default '{}') returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
  v_terminada public.suscripciones;
  v_ultima public.suscripciones;
  v_terminados integer := 0;
begin
  for v_usuario in
    select distinct s.user_id from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
    where s.pagado_hasta <= now() and not privado.suscripcion_vigente(s)
      and (s.estado = 'terminada' or s.referencia <> all (p_sin_respuesta))
      and ((s.estado = 'cancelada_al_final' and s.periodo_fin <= now()) or (u.club and s.referencia = u.subscription_id))
    order by s.user_id
  loop
    perform 1 from public.usuarios_meta where id = v_usuario for no key update;
    v_ultima := null;
    for v_terminada in
      update public.suscripciones set estado = 'terminada', visto_at = greatest(visto_at, pagado_hasta),
        terminada_at = coalesce(terminada_at, periodo_fin)
      where user_id = v_usuario and estado = 'cancelada_al_final' and pagado_hasta <= now() and periodo_fin <= now()
        and referencia <> all (p_sin_respuesta)
      returning *
    loop
      insert into public.suscripciones_historial (suscripcion_id, estado, periodo_inicio, periodo_fin, visto_at)
      values (v_terminada.id, v_terminada.estado, v_terminada.periodo_inicio, v_terminada.periodo_fin, v_terminada.visto_at);
      if v_ultima.id is null or v_terminada.terminada_at > v_ultima.terminada_at then v_ultima := v_terminada; end if;
    end loop;
    perform privado.avisar_de_fin_de_club(v_ultima);
    perform privado.ajustar_club(v_usuario);
    v_terminados := v_terminados + 1;
  end loop;
  return v_terminados;
end
$$;
grant execute on function public.terminar_clubs_vencidos(text[]) to service_role;

-- Subscriptions to look up at the provider: past their paid time or the deadline of a change.
create function public.clubs_por_mirar() returns table (referencia text)
language sql stable security definer set search_path = '' as $$
  select s.referencia from public.suscripciones s
  where s.estado <> 'terminada' and (s.pagado_hasta <= now() or s.cambio_hasta <= now())
  order by s.pagado_hasta;
$$;
grant execute on function public.clubs_por_mirar() to service_role;

-- Products that end with the Club, and the price of each for a member.
create function public.fin_de_club() returns table (producto_id uuid, slug text, nombre text, nombre_en text, centimos integer)
language sql stable security definer set search_path = '' as $$
  select p.id, p.slug, p.nombre, p.nombre_en,
    (privado.calcular_presupuesto(p.precio, p.oferta, t.club_descuento_porcentaje, 0, 0) ->> 'total_centimos')::integer
  from public.adquisiciones a join public.productos p on p.id = a.producto_id
    cross join public.configuracion_global t
  where a.user_id = privado.persona_completa() and a.origen = 'club' and a.revocada_at is null
    and not privado.ya_lo_tiene(privado.persona_completa(), p.id, null)
    and not privado.tiene_superior(privado.persona_completa(), p.id, null)
  order by p.nombre;
$$;
grant execute on function public.fin_de_club() to authenticated;

-- Claims a product for a member, as a licence for the time of the membership.
create function public.reclamar_con_club(p_producto uuid, p_minecraft_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_producto public.productos;
  v_pedido public.adquisiciones;
begin
  select * into v_cuenta from public.usuarios_meta where id = auth.uid() for no key update;
  if v_cuenta.id is null then return privado.rechazo('sin_sesion'); end if;
  if v_cuenta.banned_until > now() then return privado.rechazo('cuenta_baneada'); end if;
  if v_cuenta.reputacion = 'deshabilitado' then return privado.rechazo('cuenta_deshabilitada'); end if;
  if v_cuenta.reputacion = 'mala' then return privado.rechazo('gratis_no_permitido'); end if;
  if privado.en_mantenimiento() then return privado.rechazo('mantenimiento'); end if;
  if not v_cuenta.club then return privado.rechazo('requiere_club'); end if;
  if not privado.nombre_minecraft_valido(p_minecraft_name) then
    return privado.rechazo('nombre_minecraft_no_valido');
  end if;

  select * into v_producto from public.productos where id = p_producto for no key update;
  select * into v_pedido from public.adquisiciones
  where user_id = v_cuenta.id and producto_id = p_producto and edicion_id is null and revocada_at is null
  order by (origen = 'club'), created_at limit 1;
  if v_pedido.origen = 'club' then
    return jsonb_build_object('ok', true, 'pedido', v_pedido.id, 'reclamado_ahora', false);
  end if;
  if v_pedido.id is not null or privado.tiene_superior(v_cuenta.id, p_producto, null) then
    return privado.rechazo('ya_lo_tienes');
  end if;
  if privado.motivo_no_venta(v_producto) is not null then
    return privado.rechazo(privado.motivo_no_venta(v_producto));
  end if;
  if not v_producto.club_only or v_producto.uncoins is not null then return privado.rechazo('no_disponible'); end if;

  insert into public.adquisiciones (user_id, producto_id, origen, es_reserva, precio_pagado, minecraft_name)
  values (v_cuenta.id, p_producto, 'club', privado.espera_lanzamiento(v_producto, null), 0, p_minecraft_name)
  returning * into v_pedido;
  update public.productos set adquirido = adquirido + 1 where id = p_producto;
  return jsonb_build_object('ok', true, 'pedido', v_pedido.id, 'reclamado_ahora', true);
end
$$;
grant execute on function public.reclamar_con_club(uuid, text) to authenticated;
