-- Charges of the Club by the provider's invoice number. A member's time and coins follow from valid charges only.

create table public.cargos_club (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  suscripcion_id uuid not null references public.suscripciones (id) on delete restrict,
  factura_proveedor text not null unique,
  intento text,
  cargo text,
  plan text not null check (plan in ('monthly', 'yearly')),
  periodo_inicio timestamptz not null,
  periodo_fin timestamptz not null,
  centimos integer not null check (centimos >= 0),
  -- Credit for the unused time of the previous plan.
  credito_centimos integer not null default 0 check (credito_centimos >= 0),
  iva_centimos integer not null check (iva_centimos between 0 and centimos),
  estado text not null check (estado in ('pagado', 'parcial', 'reembolsado', 'en_disputa', 'fallido')),
  -- Refunds, and lost disputes.
  devuelto_centimos integer not null default 0 check (devuelto_centimos between 0 and centimos),
  perdido boolean not null default false,
  pagado_at timestamptz,
  -- Time of the provider's state; stale states are ignored.
  visto_at timestamptz not null,
  created_at timestamptz not null default now(),
  check (periodo_fin > periodo_inicio),
  check ((pagado_at is null) = (estado = 'fallido'))
);
create index cargos_club_user_id_idx on public.cargos_club (user_id, periodo_inicio desc);
create index cargos_club_suscripcion_id_idx on public.cargos_club (suscripcion_id, periodo_fin);
create index cargos_club_periodo_fin_idx on public.cargos_club (periodo_fin);
create index cargos_club_intento_idx on public.cargos_club (intento);
create index cargos_club_cargo_idx on public.cargos_club (cargo);
create index cargos_club_created_at_idx on public.cargos_club (created_at desc, id desc);
create index cargos_club_estado_idx on public.cargos_club (estado, created_at desc, id desc);
create index cargos_club_pagado_at_idx on public.cargos_club (pagado_at) include (centimos) where pagado_at is not null;

alter table public.cargos_club enable row level security;
grant select on public.cargos_club to authenticated, service_role;
create policy cargos_club_select on public.cargos_club for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy cargos_club_segundo_paso on public.cargos_club as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- End of the paid time: of the valid charges, at most the end of the subscription.
create function privado.fin_de_lo_pagado(p_suscripcion public.suscripciones) returns timestamptz
language sql stable security definer set search_path = '' as $$
  select least(
    coalesce(max(c.periodo_fin) filter (where c.estado in ('pagado', 'parcial')),
      least(p_suscripcion.periodo_inicio, min(c.periodo_inicio))),
    p_suscripcion.terminada_at)
  from public.cargos_club c where c.suscripcion_id = p_suscripcion.id;
$$;

-- True if a subscription grants membership now. The provider opens a period an hour before it collects it: until the
-- first attempt, and for a day at most, the paid period continues. A subscription that ends with its period is not
-- collected after it.
create function privado.suscripcion_vigente(p_suscripcion public.suscripciones) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_suscripcion.estado <> 'terminada' and (p_suscripcion.pagado_hasta > now()
    or (p_suscripcion.pagado_hasta > now() - interval '1 day'
      and (p_suscripcion.estado = 'activa'
        or (p_suscripcion.estado = 'cancelada_al_final' and p_suscripcion.periodo_fin > now()))
      and exists (select from public.cargos_club c where c.suscripcion_id = p_suscripcion.id
        and c.estado in ('pagado', 'parcial') and c.periodo_fin = p_suscripcion.pagado_hasta)
      and not exists (select from public.cargos_club c where c.suscripcion_id = p_suscripcion.id
        and c.periodo_inicio >= p_suscripcion.pagado_hasta)));
$$;

-- The tax included in a price.
create function privado.iva_incluido(p_centimos integer) returns integer
language sql stable security definer set search_path = '' as $$
  select p_centimos - round(p_centimos * 100.0 / (100 + iva_porcentaje))::integer
  from public.configuracion_global where id = 1;
$$;

-- Records charges as of `p_visto_at`, with invoices, credit notes, coins, and mails about collected ones that had failed.
-- The caller has locked the member's row.
create function privado.anotar_cargos_club(p_suscripcion public.suscripciones, p_cargos jsonb, p_visto_at timestamptz)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_dato record;
  v_antes public.cargos_club;
  v_ahora public.cargos_club;
begin
  for v_dato in
    select * from jsonb_to_recordset(privado.leer_json(p_cargos)) as x(
      factura text, intento text, cargo text, desde timestamptz, hasta timestamptz, centimos integer, moneda text,
      estado text, devuelto_centimos integer, perdido boolean, pagado_at timestamptz, plan text,
      credito_centimos integer)
    order by x.desde, x.factura
  loop
    if v_dato.moneda <> 'eur' then
      perform public.abrir_caso('importe_no_coincide', 'club_moneda:' || v_dato.factura, null,
        jsonb_build_object('usuario', p_suscripcion.user_id, 'factura', v_dato.factura, 'moneda', v_dato.moneda));
      continue;
    end if;
    select * into v_antes from public.cargos_club where factura_proveedor = v_dato.factura for no key update;
    if v_antes.id is not null and (v_antes.visto_at > p_visto_at
      or (v_dato.estado = 'fallido' and v_antes.estado <> 'fallido')) then
      continue;
    end if;
    insert into public.cargos_club as c (user_id, suscripcion_id, factura_proveedor, intento, cargo, plan,
      periodo_inicio, periodo_fin, centimos, credito_centimos, iva_centimos, estado, devuelto_centimos, perdido, pagado_at,
      visto_at)
    values (p_suscripcion.user_id, p_suscripcion.id, v_dato.factura, v_dato.intento, v_dato.cargo,
      coalesce(v_dato.plan, p_suscripcion.plan),
      v_dato.desde, v_dato.hasta, v_dato.centimos, coalesce(v_dato.credito_centimos, 0), privado.iva_incluido(v_dato.centimos), v_dato.estado,
      v_dato.devuelto_centimos, v_dato.perdido, v_dato.pagado_at, p_visto_at)
    on conflict (factura_proveedor) do update set intento = excluded.intento, cargo = excluded.cargo,
      periodo_inicio = excluded.periodo_inicio, periodo_fin = excluded.periodo_fin, estado = excluded.estado,
      devuelto_centimos = excluded.devuelto_centimos, perdido = excluded.perdido,
      pagado_at = coalesce(c.pagado_at, excluded.pagado_at), visto_at = excluded.visto_at,
      -- A failed price may change before it is paid; a paid one is invoiced and stays.
      centimos = case when c.estado = 'fallido' then excluded.centimos else c.centimos end,
      credito_centimos = case when c.estado = 'fallido' then excluded.credito_centimos else c.credito_centimos end,
      iva_centimos = case when c.estado = 'fallido' then excluded.iva_centimos else c.iva_centimos end
    returning * into v_ahora;
    if v_ahora.estado = 'fallido' then continue; end if;
    perform privado.escribir_factura_club(v_ahora);
    perform privado.ajustar_uncoins_club(v_ahora);
    perform privado.avisar_de_cargo_club(v_antes, v_ahora);
    if v_antes.estado = 'fallido' and v_ahora.estado in ('pagado', 'parcial') and p_suscripcion.estado <> 'terminada' then
      insert into public.correos (clave, user_id, plantilla, datos)
      values ('club_cobrado:' || v_ahora.factura_proveedor, v_ahora.user_id, 'club_cobrado',
        jsonb_build_object('plan', v_ahora.plan, 'hasta', v_ahora.periodo_fin, 'centimos', v_ahora.centimos))
      on conflict (clave) do nothing;
    end if;
  end loop;
  -- Lock order of the series: all invoices, then credit notes.
  for v_ahora in
    select * from public.cargos_club where suscripcion_id = p_suscripcion.id and estado <> 'fallido' order by id
  loop
    perform privado.rectificar_factura_club(v_ahora);
  end loop;
end
$$;

-- Opens cases for refunds, disputes, failed refunds, and payments after the membership ended. Refunds of double
-- payments have their own case.
create function privado.avisar_de_cargo_club(p_antes public.cargos_club, p_ahora public.cargos_club) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_datos jsonb := jsonb_build_object('usuario', p_ahora.user_id, 'factura', p_ahora.factura_proveedor,
    'centimos', p_ahora.centimos, 'devuelto', p_ahora.devuelto_centimos);
begin
  if p_ahora.devuelto_centimos < coalesce(p_antes.devuelto_centimos, 0) then
    perform public.abrir_caso('club_reembolso_fallido',
      'club_reembolso_fallido:' || p_ahora.factura_proveedor || ':' || p_ahora.devuelto_centimos, null, v_datos);
  end if;
  if p_ahora.estado is not distinct from p_antes.estado
    and p_ahora.devuelto_centimos is not distinct from p_antes.devuelto_centimos then
    return;
  end if;
  if p_antes.pagado_at is null and p_ahora.estado in ('pagado', 'parcial') and exists (
    select from public.suscripciones
    where id = p_ahora.suscripcion_id and estado = 'terminada' and terminada_at < p_ahora.pagado_at
  ) then
    perform public.abrir_caso('club_pagado_tras_terminar', 'club_pagado_tras_terminar:' || p_ahora.factura_proveedor, null,
      v_datos);
  end if;
  if p_ahora.estado = 'en_disputa' then
    perform public.abrir_caso('club_en_disputa', 'club_en_disputa:' || p_ahora.factura_proveedor, null, v_datos);
  elsif p_ahora.estado = 'parcial' then
    perform public.abrir_caso('club_reembolso_parcial',
      'club_reembolso_parcial:' || p_ahora.factura_proveedor || ':' || p_ahora.devuelto_centimos, null, v_datos);
  elsif p_ahora.estado = 'reembolsado' and not exists (
    select from public.cancelaciones_club where suscripcion_id = p_ahora.suscripcion_id and reembolsar
  ) then
    perform public.abrir_caso('club_devuelto', 'club_devuelto:' || p_ahora.factura_proveedor, null,
      v_datos || jsonb_build_object('perdido', p_ahora.perdido));
  end if;
end
$$;

-- Invoices of a subscription that need no further look-up.
create function public.cargos_club_asentados(p_referencia text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(c.factura_proveedor), '[]')
  from public.cargos_club c join public.suscripciones s on s.id = c.suscripcion_id
  where s.referencia = p_referencia and c.estado not in ('fallido', 'en_disputa');
$$;
grant execute on function public.cargos_club_asentados(text) to service_role;

-- Adjusts the coins of a charge: granted while it is valid or partly refunded, none after a refund. Spent coins cannot
-- be taken: an admin is notified, and the next coins are reduced.
create function privado.ajustar_uncoins_club(p_cargo public.cargos_club) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_vigente boolean := p_cargo.estado in ('pagado', 'parcial');
  v_dado integer;
  v_contado integer;
  v_pasos integer;
  v_saldo integer;
  v_falta integer;
begin
  select uncoins into v_saldo from public.usuarios_meta where id = p_cargo.user_id for no key update;
  select sum(cantidad) filter (where clave like 'club:%'), sum(cantidad), count(*) into v_dado, v_contado, v_pasos
  from public.movimientos_uncoins where cargo_club_id = p_cargo.id;
  if v_pasos = 0 then return; end if;
  v_falta := case when v_vigente then v_dado else 0 end - v_contado;
  if v_falta < 0 and v_saldo < -v_falta then
    perform privado.avisar_uncoins_gastados(p_cargo.id, -v_falta - v_saldo, null,
      jsonb_build_object('usuario', p_cargo.user_id, 'cargo_club', p_cargo.id));
    v_falta := -v_saldo;
  else
    perform privado.cerrar_uncoins_gastados(p_cargo.id);
  end if;
  if v_falta <> 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, cargo_club_id)
    values (p_cargo.user_id, v_falta, case when v_vigente then 'club' else 'reembolso' end,
      case when v_vigente then 'devuelta:' else 'reembolso:' end || p_cargo.id || ':' || v_pasos, p_cargo.id)
    on conflict (clave) do nothing;
  end if;
end
$$;

-- Months of valid charges that have begun without coins. A calendar month counts once per person, unless its charge was
-- refunded.
create function privado.meses_club_por_dar(p_usuario uuid) returns table (user_id uuid, mes text, cargo_id uuid)
language sql stable security definer set search_path = '' as $$
  select c.user_id, mes.nombre, c.id
  from public.cargos_club c
  join public.suscripciones s on s.id = c.suscripcion_id
  join public.usuarios_meta u on u.id = c.user_id and u.club
  -- A monthly charge has one month, even from 28 February to 31 March, which contains a 28th twice. The period decides,
  -- because an admin can change a member's price at Stripe.
  cross join generate_series(0, case when c.periodo_fin > c.periodo_inicio + interval '45 days' then 11 else 0 end) n
  cross join lateral (select c.periodo_inicio at time zone 'UTC' + make_interval(months => n) as inicio) fecha
  cross join lateral (select to_char(fecha.inicio, 'YYYY-MM') as nombre) mes
  where (p_usuario is null or c.user_id = p_usuario) and c.estado in ('pagado', 'parcial')
    and s.estado <> 'terminada' and s.pagado_hasta > now() and c.periodo_fin > now()
    and fecha.inicio at time zone 'UTC' <= now() and fecha.inicio at time zone 'UTC' < c.periodo_fin
    and not exists (
      select from public.movimientos_uncoins m join public.cargos_club otro on otro.id = m.cargo_club_id
      where m.user_id = c.user_id and m.concepto = 'club'
        and m.clave = 'club:' || c.user_id || ':' || mes.nombre || ':' || otro.id
        and (otro.id = c.id or otro.estado <> 'reembolsado'));
$$;

-- Grants the coins of every begun month of the paid period. Each calendar month counts once per person. Idempotent.
create function public.conceder_uncoins_club(p_usuario uuid default null) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid;
  v_cargo public.cargos_club;
  v_nuevos integer;
  v_todos integer := 0;
begin
  for v_usuario in select distinct m.user_id from privado.meses_club_por_dar(p_usuario) m order by m.user_id loop
    perform 1 from public.usuarios_meta where id = v_usuario for no key update;
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, cargo_club_id)
    select distinct on (m.mes) m.user_id, 100, 'club', 'club:' || m.user_id || ':' || m.mes || ':' || m.cargo_id, m.cargo_id
    from privado.meses_club_por_dar(v_usuario) m order by m.mes, m.cargo_id
    on conflict (clave) do nothing;
    get diagnostics v_nuevos = row_count;
    v_todos := v_todos + v_nuevos;
    -- Deducts what an earlier charge still owes.
    for v_cargo in
      select * from public.cargos_club where user_id = v_usuario and estado in ('reembolsado', 'en_disputa') order by id
    loop
      perform privado.ajustar_uncoins_club(v_cargo);
    end loop;
  end loop;
  return v_todos;
end
$$;
grant execute on function public.conceder_uncoins_club(uuid) to service_role;
