-- Delivery. `entregar_pago` is idempotent: return page, webhook and job call it, and the first one delivers, as quoted.
--
-- A payment that cannot be delivered is refunded at once, with a reason for the buyer. Unavailable goods are never
-- sold.

-- True if the recipient of a payment owns all of it; for a bundle, its products in any edition.
create function privado.tiene_todo(p_pago public.pagos) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select from unnest(privado.articulos_de(p_pago)) id
    where not case when p_pago.bundle_id is null then privado.ya_lo_tiene(p_pago.destinatario_id, id, p_pago.edicion_id)
      else privado.tiene_producto(p_pago.destinatario_id, id) end);
$$;

-- The reason why a payment cannot be delivered now, or null. Locks everything that it checks. Price and Club membership
-- of the quote stay valid; products taken off sale are not delivered.
create function privado.motivo_no_entrega(p_pago public.pagos) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids uuid[] := privado.articulos_de(p_pago);
  v_comprador public.usuarios_meta;
  v_producto public.productos;
  v_motivo text;
begin
  perform privado.bloquear_existencias(p_pago.destinatario_id, array[p_pago.cupon_id], v_ids);
  if p_pago.presupuesto #>> '{interno,uncoins}' is null and privado.tiene_todo(p_pago)
    or privado.regalo_en_espera(p_pago) then
    return 'ya_lo_tienes';
  end if;
  -- A bundle was quoted for the products that its buyer did not have. One that arrived since is not sold twice. As a
  -- gift it costs the same whatever its recipient has.
  if p_pago.bundle_id is not null and p_pago.destinatario_id = p_pago.user_id
    and exists (select from unnest(v_ids) id where privado.tiene_producto(p_pago.destinatario_id, id)) then
    return 'tienes_una_parte';
  end if;
  -- An upgrade was quoted from a lower edition, and stays one if prices change afterwards.
  if p_pago.bundle_id is null and privado.tiene_superior(
    p_pago.destinatario_id, p_pago.producto_id, p_pago.edicion_id, p_pago.presupuesto #> '{interno,mejora}') then
    return 'tienes_superior';
  end if;
  if p_pago.presupuesto #> '{interno,mejora}' is not null and not exists (
    select from public.adquisiciones a
    where a.user_id = p_pago.destinatario_id and a.producto_id = p_pago.producto_id and privado.es_definitivo(a)
      and a.edicion_id is not distinct from (p_pago.presupuesto #>> '{interno,mejora,edicion_id}')::uuid) then
    return 'sin_edicion_previa';
  end if;
  if p_pago.destinatario_id <> p_pago.user_id and not exists (
    select from public.usuarios_meta u
    where u.id = p_pago.destinatario_id and privado.recibe_regalos(u, p_pago.user_id)
  ) then
    return 'sin_destinatario';
  end if;
  select * into v_comprador from public.usuarios_meta where id = p_pago.user_id;
  if v_comprador.borrada_at is not null then return 'cuenta_borrada'; end if;
  if v_comprador.banned_until > now() then return 'cuenta_baneada'; end if;
  if v_comprador.reputacion = 'deshabilitado' then return 'cuenta_deshabilitada'; end if;
  if exists (select from public.ediciones
    where id = p_pago.edicion_id and (retirada or privado.en_cuarentena(download_link))) then return 'no_disponible'; end if;
  for v_producto in select * from public.productos where id = any (v_ids) order by id loop
    v_motivo := coalesce(privado.motivo_no_venta(v_producto),
      case when v_producto.unidades is not null then privado.motivo_sin_unidades(p_pago, v_producto) end);
    if v_motivo is not null then return v_motivo; end if;
  end loop;
  if p_pago.cupon_id is not null
    and (select propias = 0 from privado.contar_reservas(p_pago, null, p_pago.cupon_id))
    and not exists (
      select from public.codigos_cupones c where c.id = p_pago.cupon_id and privado.cupon_disponible(c, p_pago))
  then
    return 'cupon_no_valido';
  end if;
  return null;
end
$$;

-- The creator's share of a product, as quoted. The creator's own coupon reduces the share, so that the shop keeps the
-- amount that it would have had without it.
create function privado.ingreso_de(p_presupuesto jsonb, p_articulo jsonb) returns integer
language sql immutable set search_path = '' as $$
  select greatest(0, privado.parte_porcentual((p_articulo ->> 'centimos')::integer + c.regalado,
    (p_presupuesto #>> '{interno,ingresos_porcentaje}')::integer) - c.regalado)
  from (select coalesce((p_presupuesto #>> '{interno,cupon_creador_centimos}')::integer, 0) as regalado) c;
$$;

-- Creates the licence of a product for the recipient, and the creator's share.
create function privado.dar_articulo(p_pago public.pagos, p_articulo jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid := (p_articulo ->> 'producto_id')::uuid;
  v_creador uuid := (p_articulo ->> 'usuario_id')::uuid;
  v_centimos integer := (p_articulo ->> 'centimos')::integer;
  v_ingreso integer := privado.ingreso_de(p_pago.presupuesto, p_articulo);
  v_adquisicion uuid;
begin
  insert into public.adquisiciones (user_id, producto_id, edicion_id, bundle_id, pago_id, regalado_por, origen,
    es_reserva, precio_pagado, minecraft_name)
  values (p_pago.destinatario_id, v_producto, p_pago.edicion_id, p_pago.bundle_id, p_pago.id,
    case when p_pago.destinatario_id <> p_pago.user_id then p_pago.user_id end,
    case when p_pago.destinatario_id <> p_pago.user_id then 'regalo'
      when p_pago.bundle_id is not null then 'bundle'
      when p_pago.total_centimos = 0 then 'gratis' else 'compra' end,
    -- A product released since the quote is no reservation.
    (p_articulo ->> 'es_reserva')::boolean and (
      select privado.espera_lanzamiento(p, e) from public.productos p
      left join public.ediciones e on e.id = p_pago.edicion_id where p.id = v_producto),
    v_centimos / 100.0,
    -- The recipient of a gift enters the name when opening it.
    case when p_pago.destinatario_id = p_pago.user_id then p_pago.minecraft_name end)
  returning id into v_adquisicion;

  if v_ingreso > 0 and v_creador not in (p_pago.user_id, p_pago.destinatario_id) then
    insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
    values (v_creador, v_ingreso, 'venta', 'venta:' || v_adquisicion, v_adquisicion);
  end if;
end
$$;

-- Takes a product from stock and gives it to the recipient. A gift with a date is given on that date. What can be cancelled
-- until then, or until its release, records the units that it has taken.
create function privado.entregar_articulo(p_pago public.pagos, p_articulo jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto public.productos;
begin
  select * into v_producto from public.productos where id = (p_articulo ->> 'producto_id')::uuid for no key update;
  -- Paid goods are delivered even if the last unit was sold meanwhile: a download does not run out.
  update public.productos set adquirido = adquirido + 1,
    unidades = case when unidades > 0 then unidades - 1 else unidades end
  where id = v_producto.id;
  if v_producto.unidades > 0 and ((p_articulo ->> 'es_reserva')::boolean or privado.regalo_espera(p_pago.id)) then
    update public.pagos
    set unidades_vendidas = unidades_vendidas || jsonb_build_object(v_producto.id, v_producto.recuentos)
    where id = p_pago.id;
  end if;
  if not privado.regalo_espera(p_pago.id) then perform privado.dar_articulo(p_pago, p_articulo); end if;
end
$$;

-- Orders a refund automatically; the refund code carries it out. A failed order has a case and is not repeated; refunds
-- by admins are independent. Returns the ordered cents.
create function privado.ordenar_reembolso(p_pago uuid, p_motivo text) returns integer
language sql volatile security definer set search_path = '' as $$
  with ordenado as (
    insert into public.reembolsos (pago_id, motivo, centimos, proveedor)
    select p.id, 'no_entregable: ' || p_motivo, privado.reembolsable_de(p), p.proveedor
    from public.pagos p
    where p.id = p_pago and privado.reembolsable_de(p) > 0
      and not exists (select from public.reembolsos
        where pago_id = p_pago and motivo like 'no_entregable: %' and estado in ('rechazado', 'fallido'))
    returning centimos
  )
  select coalesce(sum(centimos), 0)::integer from ordenado;
$$;

-- Ends a paid payment that cannot be delivered: orders its refund, and notifies the buyer. A double payment is a case.
create function privado.no_entregar(p_pago public.pagos, p_datos jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo constant text := p_pago.motivo_no_entregado;
  v_ordenado integer;
begin
  if v_motivo = 'ya_lo_tienes' then
    perform public.abrir_caso('pagado_dos_veces', 'duplicado:' || p_pago.id, p_pago.id, p_datos);
  end if;
  v_ordenado := privado.ordenar_reembolso(p_pago.id, v_motivo);
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('no_entregado:' || p_pago.id, p_pago.user_id, 'no_entregado',
    jsonb_build_object('pago_id', p_pago.id, 'motivo', v_motivo, 'centimos', v_ordenado))
  on conflict (clave) do nothing;
  if v_motivo = 'ya_lo_tienes' then return privado.rechazo(v_motivo); end if;
  return privado.rechazo('no_entregable') || jsonb_build_object('motivo', v_motivo);
end
$$;

-- Writes the mails of a delivered payment: the receipt, and the one to the recipient of an open gift.
create function privado.escribir_entrega(p_pago public.pagos) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('recibo:' || p_pago.id, p_pago.user_id, 'recibo', jsonb_build_object('pago_id', p_pago.id));
  if p_pago.destinatario_id <> p_pago.user_id and not privado.regalo_espera(p_pago.id) then
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('regalo:' || p_pago.id, p_pago.destinatario_id, 'regalo', jsonb_build_object('pago_id', p_pago.id));
  end if;
end
$$;

-- Delivers a paid payment: licences, coins, shares, mails, invoice. A repeated call returns the state. An undeliverable
-- payment is refunded, an inconsistent one becomes a case.
create function public.entregar_pago(
  p_proveedor text, p_referencia text, p_importe_centimos integer, p_moneda text, p_pago uuid default null,
  p_confirmado_at timestamptz default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := privado.bloquear_pago(p_proveedor, p_referencia, p_pago);
  v_datos jsonb := jsonb_build_object(
    'proveedor', p_proveedor, 'referencia', p_referencia, 'importe', p_importe_centimos, 'moneda', p_moneda);
  v_uncoins integer := (v_pago.presupuesto #>> '{interno,uncoins}')::integer;
  v_motivo text;
begin
  if p_referencia is null then return privado.rechazo('pago_no_existe'); end if;
  if v_pago.id is null then
    perform public.abrir_caso('pago_desconocido', 'desconocido:' || p_proveedor || ':' || p_referencia, null, v_datos);
    return privado.rechazo('pago_no_existe');
  end if;
  if v_pago.estado in ('pagado', 'entregado', 'reembolsado', 'en_disputa') and v_pago.referencia <> p_referencia then
    perform public.abrir_caso('pagado_dos_veces', 'doble:' || p_proveedor || ':' || p_referencia, v_pago.id, v_datos);
    return privado.rechazo('ya_pagado');
  end if;
  if v_pago.estado in ('entregado', 'reembolsado', 'en_disputa') then return privado.describir_pago(v_pago); end if;
  if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then
    perform public.abrir_caso('importe_no_coincide', 'importe:' || p_proveedor || ':' || p_referencia, v_pago.id, v_datos);
    return privado.rechazo('importe_no_coincide');
  end if;

  -- After a refund is ordered, nothing is delivered.
  v_motivo := coalesce(case when v_pago.estado = 'pagado' then v_pago.motivo_no_entregado end,
    privado.motivo_no_entrega(v_pago));
  if v_motivo is not null and p_proveedor in ('gratis', 'uncoins') then
    -- No money was paid: a free claim ends here, and coins return with the transaction.
    update public.pagos set estado = 'fallido' where id = v_pago.id;
    return privado.rechazo(v_motivo);
  end if;
  update public.pagos set estado = 'pagado', referencia = p_referencia, pagado_at = coalesce(pagado_at, now()),
    confirmado_at = coalesce(confirmado_at, p_confirmado_at, now()), motivo_no_entregado = v_motivo,
    sin_respuesta_at = null
  where id = v_pago.id returning * into v_pago;
  if v_motivo is not null then return privado.no_entregar(v_pago, v_datos); end if;

  -- Releases the holds of other open payments for the same purchase.
  delete from public.reservas r using public.pagos p
  where p.id = r.pago_id and r.user_id = v_pago.user_id and privado.comparte_reserva(p, v_pago);
  if v_uncoins is not null then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (v_pago.destinatario_id, v_uncoins, 'recarga', 'recarga:' || v_pago.id, v_pago.id);
  else
    perform privado.entregar_articulo(v_pago, a)
    from jsonb_array_elements(v_pago.presupuesto #> '{interno,articulos}') a;
  end if;
  if v_pago.total_centimos >= 100 then
    insert into public.logros_usuario (user_id, logro) values (v_pago.user_id, 'primera_compra') on conflict do nothing;
  end if;
  perform privado.escribir_entrega(v_pago);
  update public.casos_admin set resuelto = true where clave = 'sin_aclarar:' || v_pago.id;
  update public.pagos set estado = 'entregado', entregado_at = now() where id = v_pago.id returning * into v_pago;
  return privado.describir_pago(v_pago) || jsonb_build_object('entregado_ahora', true);
end
$$;
grant execute on function public.entregar_pago(text, text, integer, text, uuid, timestamptz) to service_role;
