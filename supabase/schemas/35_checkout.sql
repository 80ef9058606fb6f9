-- Open payments and their holds, from the quote to the end of the payment.

-- True if only admins can buy now (maintenance mode).
create function privado.en_mantenimiento() returns boolean
language sql stable security definer set search_path = '' as $$
  select mantenimiento and not privado.es_admin() from public.configuracion_global where id = 1;
$$;

-- The answer to a repeated attempt: its payment, if it is the same purchase. An undeliverable one does not lead to a
-- provider again.
create function privado.repetir_pago(p_antes public.pagos, p_pago public.pagos) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text;
begin
  if not privado.es_misma_compra(p_antes, p_pago) then return privado.rechazo('clave_usada'); end if;
  if p_antes.estado = 'creado' and p_antes.pendiente_at is null then
    v_motivo := privado.motivo_no_entrega(p_antes);
    if v_motivo is not null then
      return privado.rechazo(case v_motivo when 'sin_destinatario' then 'destinatario_no_existe' else v_motivo end);
    end if;
  end if;
  return privado.describir_pago(p_antes);
end
$$;

-- The reason why a quoted payment cannot begin, or null.
create function privado.rechazo_de_pago(p_pago public.pagos) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_total integer := p_pago.total_centimos;
  v_saldo integer;
  v_motivo text;
begin
  if v_total > 0 and v_total < privado.importe_minimo(p_pago.metodo) then return privado.rechazo('importe_minimo'); end if;
  if privado.exige_consentimiento(p_pago.presupuesto)
    and not exists (select from public.textos_consentimiento where version = p_pago.consentimiento_version) then
    return privado.rechazo('falta_consentimiento');
  end if;
  if p_pago.presupuesto #>> '{interno,uncoins}' is null and p_pago.destinatario_id is not null and exists (
    select from public.pagos p
    where p.user_id = p_pago.user_id and p.estado = 'creado' and p.pendiente_at is not null
      and privado.es_misma_compra(p, p_pago)
  ) then
    return privado.rechazo('pago_en_camino');
  end if;
  if v_total > 0 and p_pago.metodo = 'uncoins' then
    select uncoins into v_saldo from public.usuarios_meta where id = p_pago.user_id;
    if v_saldo < v_total then
      return privado.rechazo('saldo_insuficiente') || jsonb_build_object('necesitas', v_total, 'tienes', v_saldo);
    end if;
  elsif v_total > 0 then
    v_motivo := privado.motivo_no_reserva(p_pago);
    if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  end if;
  -- The last reason, so that finding out who is sanctioned gives the product to all others, and counts as a gift.
  if v_total = 0 and not privado.recibe_gratis(p_pago.destinatario_id) then
    return privado.rechazo('destinatario_no_existe');
  end if;
  return null;
end
$$;

-- The unfinished payment of the same purchase at the same price, which continues.
create function privado.pago_abierto(p_pago public.pagos) returns setof public.pagos
language sql stable security definer set search_path = '' as $$
  select p.* from public.pagos p
  where p_pago.total_centimos > 0 and p_pago.metodo <> 'uncoins'
    and p.user_id = p_pago.user_id and p.estado = 'creado' and p.caduca_at > now() + interval '5 minutes'
    and p.pendiente_at is null and privado.es_misma_compra(p, p_pago)
    and p.metodo = p_pago.metodo and p.minecraft_name is not distinct from p_pago.minecraft_name
    and p.presupuesto = p_pago.presupuesto
    and p.consentimiento_version is not distinct from p_pago.consentimiento_version
    -- Two gifts by mail of the same goods are two gifts.
    and (p.destinatario_id is not null or privado.correo_de_regalo(p.id)
      is not distinct from nullif(current_setting('tienda.regalo_correo', true), ''))
  order by p.created_at desc limit 1;
$$;

-- Creates a payment. A provider's payment holds its goods. A coin payment is delivered in the same transaction, and a
-- refused delivery undoes its debit.
create function privado.abrir_pago(p_pago public.pagos) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := p_pago;
  v_total constant integer := p_pago.total_centimos;
  v_entrega jsonb;
begin
  insert into public.pagos (user_id, destinatario_id, producto_id, edicion_id, bundle_id, cupon_id, metodo,
    proveedor, referencia, total_centimos, presupuesto, minecraft_name, clave, consentimiento_version, consentimiento_at)
  values (v_pago.user_id, v_pago.destinatario_id, v_pago.producto_id, v_pago.edicion_id, v_pago.bundle_id, v_pago.cupon_id,
    case when v_total = 0 then 'gratis' else v_pago.metodo end,
    case when v_total = 0 then 'gratis' when v_pago.metodo = 'tarjeta' then 'stripe' else v_pago.metodo end,
    case when v_total = 0 or v_pago.metodo = 'uncoins' then gen_random_uuid()::text end,
    v_total, v_pago.presupuesto, v_pago.minecraft_name, v_pago.clave, v_pago.consentimiento_version,
    v_pago.consentimiento_at)
  returning * into v_pago;
  if v_pago.proveedor not in ('gratis', 'uncoins') then
    perform privado.reservar(v_pago, privado.fin_reserva(v_pago));
    return privado.describir_pago(v_pago);
  end if;
  if v_pago.proveedor = 'uncoins' then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (v_pago.user_id, -v_total, 'compra', 'compra:' || v_pago.id, v_pago.id);
  end if;
  v_entrega := public.entregar_pago(v_pago.proveedor, v_pago.referencia, v_total, 'EUR');
  if v_pago.proveedor = 'uncoins' and not (v_entrega ->> 'ok')::boolean then
    raise exception using errcode = 'UN001', message = v_entrega ->> 'error';
  end if;
  return v_entrega;
exception
  when sqlstate 'UN001' then return privado.rechazo(sqlerrm);
end
$$;

-- Starts a payment. Limited goods are counted under lock. Immediate delivery requires the accepted version of the
-- consent. The price is calculated only here, and is the one that will be charged. `p_total` is the total that the
-- buyer saw; a price that has changed since is refused.
create function public.crear_pago(
  p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid,
  p_minecraft_name text, p_clave text, p_consentimiento text default null, p_total integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_es_recarga boolean := exists (select from public.productos where id = p_producto and uncoins is not null);
  v_pago public.pagos;
  v_antes public.pagos;
  v_rechazo jsonb;
begin
  v_pago.user_id := auth.uid();
  v_pago.destinatario_id := nullif(coalesce(p_destinatario, auth.uid()), privado.cualquiera());
  v_pago.producto_id := p_producto;
  v_pago.edicion_id := p_edicion;
  v_pago.bundle_id := p_bundle;
  v_pago.metodo := p_metodo;
  v_pago.clave := p_clave;
  v_pago.minecraft_name := case when not v_es_recarga then p_minecraft_name end;
  if v_pago.user_id is null then return privado.rechazo('sin_sesion'); end if;
  if privado.en_mantenimiento() then return privado.rechazo('mantenimiento'); end if;
  if p_clave is null or char_length(p_clave) not between 8 and 100 then return privado.rechazo('clave_no_valida'); end if;
  -- Serialises payments of a buyer, so that no click counts twice.
  perform pg_advisory_xact_lock(hashtextextended('comprador:' || v_pago.user_id, 0));
  select * into v_antes from public.pagos where user_id = v_pago.user_id and clave = p_clave;
  if found then return privado.repetir_pago(v_antes, v_pago); end if;
  -- The recipient of a gift enters the name when opening it.
  if (v_pago.minecraft_name is null and not v_es_recarga and v_pago.destinatario_id = v_pago.user_id)
    or (v_pago.minecraft_name is not null and not privado.nombre_minecraft_valido(v_pago.minecraft_name)) then
    return privado.rechazo('nombre_minecraft_no_valido');
  end if;
  perform privado.bloquear_existencias(v_pago.destinatario_id,
    array(select id from privado.cupones_de_codigo(p_cupon, p_producto)),
    array(select p_producto where p_producto is not null
      union select producto_id from public.bundles_productos where bundle_id = p_bundle));
  if p_producto is not null then perform privado.anotar_ofertas(p_producto); end if;
  v_pago.presupuesto := privado.presupuestar(
    v_pago.user_id, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, false);
  if not (v_pago.presupuesto ->> 'ok')::boolean then return v_pago.presupuesto; end if;
  v_pago.total_centimos := (v_pago.presupuesto ->> 'total_centimos')::integer;
  if p_total <> v_pago.total_centimos then return privado.rechazo('precio_cambiado'); end if;
  v_pago.cupon_id := (v_pago.presupuesto #>> '{interno,cupon_id}')::uuid;
  if privado.exige_consentimiento(v_pago.presupuesto) and p_consentimiento is not null then
    v_pago.consentimiento_version := p_consentimiento;
    v_pago.consentimiento_at := now();
  end if;
  v_rechazo := privado.rechazo_de_pago(v_pago);
  if v_rechazo is not null then return v_rechazo; end if;
  select * into v_antes from privado.pago_abierto(v_pago);
  if not found then return privado.abrir_pago(v_pago); end if;
  perform privado.reservar(v_antes, privado.fin_reserva(v_antes));
  return privado.describir_pago(v_antes);
end
$$;
grant execute on function public.crear_pago(uuid, uuid, uuid, text, text, uuid, text, text, text, integer) to authenticated;

-- Records the provider's reference of a payment, and extends its holds.
create function public.vincular_pago(p_pago uuid, p_proveedor text, p_referencia text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  update public.pagos set referencia = p_referencia
  where id = p_pago and proveedor = p_proveedor and (referencia is null or referencia = p_referencia)
  returning * into v_pago;
  if v_pago.id is null then return privado.rechazo('pago_no_existe'); end if;
  if v_pago.estado = 'creado' and v_pago.pendiente_at is null then
    update public.reservas set hasta = greatest(hasta, privado.fin_reserva(v_pago))
    where pago_id = v_pago.id and hasta > now();
  end if;
  return privado.describir_pago(v_pago);
end
$$;
grant execute on function public.vincular_pago(uuid, text, text) to service_role;

-- The last check before an approved payment is captured, only for payments that the shop captures itself. A positive
-- answer holds the goods until the result of the charge. `rechazos` distinguishes this charge from earlier declined
-- ones.
create function public.motivo_no_cobro(
  p_proveedor text, p_referencia text, p_importe_centimos integer, p_moneda text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_motivo text;
begin
  select * into v_pago from public.pagos
  where proveedor = p_proveedor and referencia = p_referencia for no key update;
  if v_pago.id is null then return privado.rechazo('pago_no_existe'); end if;
  if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then
    perform public.abrir_caso('importe_no_coincide', 'importe:' || p_proveedor || ':' || p_referencia, v_pago.id,
      jsonb_build_object('proveedor', p_proveedor, 'referencia', p_referencia, 'importe', p_importe_centimos,
        'moneda', p_moneda));
    return privado.rechazo('importe_no_coincide');
  end if;
  if v_pago.estado not in ('creado', 'fallido', 'caducado') then
    return privado.rechazo(case when v_pago.presupuesto #>> '{interno,uncoins}' is null then 'ya_lo_tienes' else 'ya_pagado' end);
  end if;
  if v_pago.estado = 'fallido' and not privado.aprobado_de_nuevo(v_pago) then
    return privado.rechazo('cobro_rechazado') || jsonb_build_object('desde', v_pago.created_at);
  end if;
  v_motivo := privado.motivo_no_entrega(v_pago);
  if v_motivo is not null then
    update public.pagos set motivo_no_entregado = v_motivo where id = v_pago.id;
    return privado.rechazo(v_motivo);
  end if;
  -- A payment that was closed and approved afterwards is open again.
  update public.pagos set estado = 'creado', motivo_no_entregado = null, cobro_at = coalesce(cobro_at, now())
  where id = v_pago.id;
  perform privado.reservar(v_pago, now() + privado.plazo_en_camino());
  return jsonb_build_object('ok', true, 'rechazos', v_pago.rechazos);
end
$$;
grant execute on function public.motivo_no_cobro(text, text, integer, text) to service_role;

-- Holds the goods of a slow payment, for three days at most.
create function public.retener_pago(p_proveedor text, p_referencia text, p_pago uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := privado.bloquear_pago(p_proveedor, p_referencia, p_pago);
begin
  if v_pago.id is null then return privado.rechazo('pago_no_existe'); end if;
  if v_pago.estado <> 'creado' then return privado.describir_pago(v_pago); end if;
  update public.pagos set referencia = coalesce(referencia, p_referencia), pendiente_at = coalesce(pendiente_at, now())
  where id = v_pago.id returning * into v_pago;
  if v_pago.pendiente_at + privado.plazo_en_camino() > now() and privado.motivo_no_entrega(v_pago) is null then
    perform privado.reservar(v_pago, v_pago.pendiente_at + privado.plazo_en_camino());
  end if;
  return privado.describir_pago(v_pago);
end
$$;
grant execute on function public.retener_pago(text, text, uuid) to service_role;

-- Records that the provider did not answer a question about a payment. After an hour without an answer it opens a case.
create function public.anotar_sin_respuesta(p_pago uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_desde timestamptz;
begin
  update public.pagos set sin_respuesta_at = coalesce(sin_respuesta_at, now()) where id = p_pago
  returning sin_respuesta_at into v_desde;
  if v_desde <= now() - interval '1 hour' then
    perform public.abrir_caso('sin_aclarar', 'sin_aclarar:' || p_pago, p_pago, '{"motivo": "sin_respuesta"}');
  end if;
end
$$;
grant execute on function public.anotar_sin_respuesta(uuid) to service_role;

-- Closes the cases of payments whose state is clear again. Another key, so that a payment can become unclear once more.
create function public.aclarar_pagos(p_pagos uuid[]) returns void
language sql volatile security definer set search_path = '' as $$
  update public.pagos set sin_respuesta_at = null where id = any(p_pagos) and sin_respuesta_at is not null;
  update public.casos_admin set resuelto = true, clave = 'cerrado:' || clave || ':' || id
  where clave in (select 'sin_aclarar:' || id from unnest(p_pagos) id);
$$;
grant execute on function public.aclarar_pagos(uuid[]) to service_role;

-- Closes an unpaid payment; a paid one does not change. A buyer who was informed that the payment is in progress gets a
-- mail.
--
-- `p_rechazos` identifies the declined charge by the number of earlier declines: a late answer does not affect a charge
-- that began since. A decline is dated to the start of its charge, so that a later approval counts, regardless of the
-- order in which they are reported.
create function public.cerrar_pago(
  p_proveedor text, p_referencia text, p_estado text, p_pago uuid default null, p_rechazos integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  if p_estado is null or p_estado not in ('fallido', 'caducado') then return privado.rechazo('estado_no_valido'); end if;
  select * into v_pago from public.pagos
  where proveedor = p_proveedor and (referencia = p_referencia or (referencia is null and id = p_pago))
  for no key update;
  if v_pago.id is null then return privado.rechazo('pago_no_existe'); end if;
  if v_pago.estado = 'creado' and v_pago.rechazos = coalesce(p_rechazos, v_pago.rechazos) then
    update public.pagos set estado = p_estado,
      rechazos = rechazos + (p_estado = 'fallido')::integer,
      rechazado_at = case when p_estado = 'fallido' then coalesce(cobro_at, now()) else rechazado_at end,
      cobro_at = case when p_estado <> 'fallido' then cobro_at end
    where id = v_pago.id returning * into v_pago;
    if v_pago.pendiente_at is not null then
      insert into public.correos (clave, user_id, plantilla, datos)
      values ('pago_fallido:' || v_pago.id, v_pago.user_id, 'pago_fallido', jsonb_build_object('pago_id', v_pago.id))
      on conflict (clave) do nothing;
    end if;
    perform public.aclarar_pagos(array[v_pago.id]);
  end if;
  return privado.describir_pago(v_pago);
end
$$;
grant execute on function public.cerrar_pago(text, text, text, uuid, integer) to service_role;

-- Closes payments that never reached a provider and so cannot have been paid, and deletes expired holds.
create function public.caducar_pagos_sin_referencia() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cerrados integer;
begin
  update public.pagos set estado = 'caducado'
  where estado = 'creado' and referencia is null and caduca_at < now() - interval '1 day';
  get diagnostics v_cerrados = row_count;
  delete from public.reservas where hasta < now() - interval '1 hour';
  return v_cerrados;
end
$$;
grant execute on function public.caducar_pagos_sin_referencia() to service_role;

-- Open payments whose goods can no longer be delivered: their pages are closed before anybody pays. A hint only; a
-- payment that is made anyway is refunded.
create function public.pagos_sin_objeto() returns table (proveedor text, referencia text)
language sql stable security definer set search_path = '' as $$
  select p.proveedor, p.referencia from public.pagos p
  join public.usuarios_meta u on u.id = p.user_id
  left join public.usuarios_meta para on para.id = p.destinatario_id
  left join public.ediciones e on e.id = p.edicion_id
  where p.estado = 'creado' and p.proveedor in ('stripe', 'paypal') and p.referencia is not null
    and p.pendiente_at is null
    and (u.banned_until > now() or u.reputacion = 'deshabilitado' or e.retirada or privado.en_cuarentena(e.download_link)
      or (para.id <> u.id and not privado.recibe_regalos(para, u.id)) or exists (
      select from public.productos x where x.id = any (privado.articulos_de(p)) and privado.motivo_no_venta(x) is not null))
  order by p.created_at limit 500;
$$;
grant execute on function public.pagos_sin_objeto() to service_role;
