-- A licence may have several sources: bought, a gift, a code, a bundle, the Club. Each is an acquisition of its own;
-- whoever has one that stands owns the product, and taking one away leaves the others.

alter table public.pagos add column confirmado_at timestamptz, add column revertido_at timestamptz;
comment on column public.pagos.confirmado_at is 'when the provider says it was paid; pagado_at is when we heard of it';

drop index public.adquisiciones_una_vigente_key;
create unique index adquisiciones_una_vigente_key on public.adquisiciones
  (user_id, producto_id, coalesce(edicion_id, '00000000-0000-0000-0000-000000000000'), origen)
  where revocada_at is null and bundle_id is null;

-- A licence that the Club lends does not stand in the way of buying it for good.
create or replace function public.ya_lo_tiene(p_usuario uuid, p_producto uuid, p_edicion uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones
    where user_id = p_usuario and producto_id = p_producto and edicion_id is not distinct from p_edicion
      and revocada_at is null and origen <> 'club'
  );
$$;

create or replace function public.presupuestar(
  p_usuario uuid, p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_motivo text := public.motivo_no_comprador(p_usuario, p_destinatario, p_metodo, p_cupon);
  v_cuenta public.usuarios_meta;
  v_tienda public.configuracion_global;
  v_productos public.productos[];
  v_producto public.productos;
  v_edicion public.ediciones;
  v_bundle public.bundles;
  v_cupon public.codigos_cupones;
  v_resultado jsonb;
  v_total integer;
  v_suyos text[] := '{}';
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  if num_nonnulls(p_producto, p_bundle) <> 1 then return public.rechazo('no_existe'); end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  select * into v_tienda from public.configuracion_global where id = 1;

  if p_bundle is not null then
    select * into v_bundle from public.bundles where id = p_bundle;
    v_productos := array(
      select p from public.bundles_productos b join public.productos p on p.id = b.producto_id
      where b.bundle_id = p_bundle order by p.id);
  else
    v_productos := array(select p from public.productos p where p.id = p_producto);
  end if;
  if cardinality(v_productos) = 0 then return public.rechazo('no_existe'); end if;
  if p_edicion is not null then
    select * into v_edicion from public.ediciones where id = p_edicion and producto_id = p_producto;
    if v_edicion.id is null then return public.rechazo('no_existe'); end if;
  end if;

  -- All or nothing: one product that cannot be had refuses the whole bundle. What the recipient has already comes
  -- with it all the same, and is named; a bundle of nothing new is refused.
  foreach v_producto in array v_productos loop
    v_motivo := case
      when public.motivo_no_venta(v_producto) is not null then public.motivo_no_venta(v_producto)
      when v_producto.club_only and not coalesce(v_cuenta.club, false) then 'requiere_club'
      when v_producto.uncoins is not null and p_bundle is not null then 'no_disponible'
      when v_producto.uncoins is not null and p_destinatario is not null then 'no_regalable'
      when v_producto.uncoins is not null and p_metodo <> 'tarjeta' then 'solo_tarjeta'
    end;
    if v_motivo is not null then return public.rechazo(v_motivo); end if;
    if public.ya_lo_tiene(coalesce(p_destinatario, p_usuario), v_producto.id, p_edicion) then
      v_suyos := v_suyos || v_producto.nombre;
    end if;
  end loop;
  if cardinality(v_suyos) = cardinality(v_productos) then return public.rechazo('ya_lo_tienes'); end if;

  if p_cupon is not null then
    select * into v_cupon from public.cupon_utilizable(p_cupon, p_producto, p_usuario);
    if v_cupon.id is null then return public.rechazo('cupon_no_valido'); end if;
  end if;
  v_resultado := public.calcular_presupuesto(
    coalesce(v_bundle.precio, v_edicion.precio, v_producto.precio),
    case when v_bundle.id is not null then v_bundle.oferta
      when v_edicion.id is not null then v_edicion.oferta else v_producto.oferta end,
    case when v_cuenta.club and v_producto.uncoins is null then v_tienda.club_descuento_porcentaje else 0 end,
    coalesce(v_cupon.percent_discount, 0),
    case when p_metodo = 'paypal' then v_tienda.recargo_paypal_porcentaje else 0 end);
  v_total := (v_resultado ->> 'total_centimos')::integer;
  if v_total = 0 and v_cuenta.reputacion = 'mala' then return public.rechazo('gratis_no_permitido'); end if;
  if v_total > 0 and p_metodo = 'gratis' then return public.rechazo('metodo_no_valido'); end if;

  if v_edicion.id is not null then
    v_producto.reserva := v_edicion.reserva;
    v_productos := array[v_producto];
  end if;
  return v_resultado || jsonb_build_object(
    'nombre', coalesce(v_bundle.nombre, v_producto.nombre),
    'edicion', v_edicion.nombre,
    'es_reserva', v_bundle.id is null and v_producto.reserva,
    'es_recarga', v_producto.uncoins is not null,
    'ya_tienes', to_jsonb(v_suyos),
    -- Held against every offer, as the law on price reductions asks.
    'minimo_30_dias_centimos', case when v_resultado #>> '{lineas,1,concepto}' = 'oferta'
      then round(public.precio_minimo_reciente(p_producto, p_edicion, p_bundle) * 100)::integer end,
    'interno', jsonb_build_object(
      'articulos', public.repartir_total(v_productos, v_total),
      'uncoins', v_producto.uncoins,
      'cupon_id', v_cupon.id,
      'ingresos_porcentaje', v_tienda.ingresos_creador_porcentaje));
end
$$;

create or replace function public.describir_pago(p_pago public.pagos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'ok', true, 'pago_id', p_pago.id, 'user_id', p_pago.user_id, 'destinatario_id', p_pago.destinatario_id,
    'estado', p_pago.estado, 'metodo', p_pago.metodo, 'proveedor', p_pago.proveedor, 'referencia', p_pago.referencia,
    'total_centimos', p_pago.total_centimos, 'moneda', p_pago.moneda,
    'presupuesto', p_pago.presupuesto - 'interno', 'nombre', p_pago.presupuesto ->> 'nombre',
    'creado_at', p_pago.creado_at, 'pagado_at', p_pago.pagado_at, 'entregado_at', p_pago.entregado_at,
    'confirmado_at', p_pago.confirmado_at, 'revertido_at', p_pago.revertido_at,
    'caduca_at', p_pago.caduca_at,
    'pedidos', coalesce((
      select jsonb_agg(a.id order by a.created_at, a.id) from public.adquisiciones a where a.pago_id = p_pago.id
    ), '[]'::jsonb));
$$;

create or replace function public.motivo_no_entrega(p_pago public.pagos) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(
    select (a ->> 'producto_id')::uuid from jsonb_array_elements(p_pago.presupuesto #> '{interno,articulos}') a);
begin
  perform 1 from public.usuarios_meta where id = p_pago.destinatario_id for no key update;
  perform 1 from public.productos where id = any (v_ids) order by id for no key update;
  if not exists (
    select from unnest(v_ids) id where not public.ya_lo_tiene(p_pago.destinatario_id, id, p_pago.edicion_id)
  ) then
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

drop function public.entregar_pago(text, text, integer, text, uuid);
create function public.entregar_pago(
  p_proveedor text, p_referencia text, p_importe_centimos integer, p_moneda text, p_pago uuid default null,
  p_confirmado_at timestamptz default null
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

  update public.pagos set estado = 'pagado', referencia = p_referencia, pagado_at = coalesce(pagado_at, now()),
    confirmado_at = coalesce(confirmado_at, p_confirmado_at, now())
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
  update public.casos_admin set resuelto = true where clave = 'sin_aclarar:' || v_pago.id;
  update public.pagos set estado = 'entregado', entregado_at = now() where id = v_pago.id returning * into v_pago;
  return public.describir_pago(v_pago) || jsonb_build_object('entregado_ahora', true);
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.entregar_pago(text, text, integer, text, uuid, timestamptz) to service_role;
