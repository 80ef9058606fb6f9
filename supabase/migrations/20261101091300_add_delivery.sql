-- From a payment to delivered goods. `entregar_pago` may be called by anyone who knows of a payment, any number of
-- times: whoever comes first delivers. What was paid for is delivered as it was quoted.

-- Finds the payment that a provider speaks of and locks it. The reference decides; the payment's own id helps when
-- the shop stopped between asking the provider and writing the reference down.
create function public.bloquear_pago(p_proveedor text, p_referencia text, p_pago uuid) returns public.pagos
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  select * into v_pago from public.pagos where proveedor = p_proveedor and referencia = p_referencia for no key update;
  if v_pago.id is null and p_pago is not null then
    select * into v_pago from public.pagos where proveedor = p_proveedor and id = p_pago for no key update;
  end if;
  return v_pago;
end
$$;

-- Gives one product of a payment to its recipient, and the creator the share of it.
create function public.entregar_articulo(p_pago public.pagos, p_articulo jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid := (p_articulo ->> 'producto_id')::uuid;
  v_creador uuid := (p_articulo ->> 'usuario_id')::uuid;
  v_centimos integer := (p_articulo ->> 'centimos')::integer;
  v_ingreso integer := public.parte_porcentual(
    v_centimos, (p_pago.presupuesto #>> '{interno,ingresos_porcentaje}')::integer);
  v_adquisicion uuid;
begin
  insert into public.adquisiciones (user_id, producto_id, edicion_id, bundle_id, pago_id, regalado_por, origen,
    es_reserva, precio_pagado, minecraft_name)
  values (p_pago.destinatario_id, v_producto, p_pago.edicion_id, p_pago.bundle_id, p_pago.id,
    case when p_pago.destinatario_id <> p_pago.user_id then p_pago.user_id end,
    case when p_pago.destinatario_id <> p_pago.user_id then 'regalo'
      when p_pago.bundle_id is not null then 'bundle'
      when p_pago.total_centimos = 0 then 'gratis' else 'compra' end,
    (p_articulo ->> 'es_reserva')::boolean, v_centimos / 100.0, p_pago.minecraft_name)
  returning id into v_adquisicion;

  -- Paid goods are delivered even when the last unit went in between: a download does not run out.
  update public.productos set adquirido = adquirido + 1, stock = stock and coalesce(unidades > 1, true),
    unidades = case when unidades > 0 then unidades - 1 else unidades end
  where id = v_producto;

  if v_ingreso > 0 and v_creador not in (p_pago.user_id, p_pago.destinatario_id) then
    insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
    values (v_creador, v_ingreso, 'venta', 'venta:' || v_adquisicion, v_adquisicion);
  end if;
end
$$;

-- Why a payment cannot be delivered now, or null. Locks the recipient and the products, always in this order.
create function public.motivo_no_entrega(p_pago public.pagos) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(
    select (a ->> 'producto_id')::uuid from jsonb_array_elements(p_pago.presupuesto #> '{interno,articulos}') a);
begin
  perform 1 from public.usuarios_meta where id = p_pago.destinatario_id for no key update;
  perform 1 from public.productos where id = any (v_ids) order by id for no key update;
  if exists (select from unnest(v_ids) id where public.ya_lo_tiene(p_pago.destinatario_id, id, p_pago.edicion_id)) then
    return 'ya_lo_tienes';
  end if;
  -- Nobody has paid for a free product: one that ran out is refused.
  if p_pago.total_centimos = 0 and exists (
    select from public.productos where id = any (v_ids) and (not stock or unidades = 0)
  ) then
    return 'sin_stock';
  end if;
  return null;
end
$$;

create function public.entregar_pago(
  p_proveedor text, p_referencia text, p_importe_centimos integer, p_moneda text, p_pago uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, p_pago);
  v_datos jsonb := jsonb_build_object(
    'proveedor', p_proveedor, 'referencia', p_referencia, 'importe', p_importe_centimos, 'moneda', p_moneda);
  v_uncoins integer := (v_pago.presupuesto #>> '{interno,uncoins}')::integer;
  v_motivo text;
begin
  if p_referencia is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.id is null then
    perform public.abrir_caso('pago_desconocido', 'desconocido:' || p_proveedor || ':' || p_referencia, null, v_datos);
    return public.rechazo('pago_no_existe');
  end if;
  if v_pago.estado in ('pagado', 'entregado', 'reembolsado', 'en_disputa') and v_pago.referencia <> p_referencia then
    perform public.abrir_caso('pagado_dos_veces', 'doble:' || p_proveedor || ':' || p_referencia, v_pago.id, v_datos);
    return public.rechazo('ya_pagado');
  end if;
  if v_pago.estado in ('entregado', 'reembolsado', 'en_disputa') then return public.describir_pago(v_pago); end if;
  if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then
    perform public.abrir_caso('importe_no_coincide', 'importe:' || p_proveedor || ':' || p_referencia, v_pago.id, v_datos);
    return public.rechazo('importe_no_coincide');
  end if;

  update public.pagos set estado = 'pagado', referencia = p_referencia, pagado_at = coalesce(pagado_at, now())
  where id = v_pago.id returning * into v_pago;
  if v_uncoins is not null then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (v_pago.destinatario_id, v_uncoins, 'recarga', 'recarga:' || v_pago.id, v_pago.id);
  else
    v_motivo := public.motivo_no_entrega(v_pago);
    if v_motivo is not null then
      -- Money that came for something that is owned already waits as `pagado` for an admin to give it back.
      if v_pago.total_centimos = 0 then
        update public.pagos set estado = 'fallido', pagado_at = null where id = v_pago.id;
      else
        perform public.abrir_caso('pagado_dos_veces', 'duplicado:' || v_pago.id, v_pago.id, v_datos);
      end if;
      return public.rechazo(v_motivo);
    end if;
    perform public.entregar_articulo(v_pago, a)
    from jsonb_array_elements(v_pago.presupuesto #> '{interno,articulos}') a;
  end if;

  if v_pago.total_centimos >= 100 then
    insert into public.logros_usuario (user_id, logro) values (v_pago.user_id, 'primera_compra') on conflict do nothing;
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('recibo:' || v_pago.id, v_pago.user_id, 'recibo', jsonb_build_object('pago_id', v_pago.id));
  if v_pago.destinatario_id <> v_pago.user_id then
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('regalo:' || v_pago.id, v_pago.destinatario_id, 'regalo', jsonb_build_object('pago_id', v_pago.id));
  end if;
  update public.pagos set estado = 'entregado', entregado_at = now() where id = v_pago.id returning * into v_pago;
  return public.describir_pago(v_pago) || jsonb_build_object('entregado_ahora', true);
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.entregar_pago(text, text, integer, text, uuid) to service_role;
