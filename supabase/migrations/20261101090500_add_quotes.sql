-- The one quote (DESIGN: offer, Club, coupon, surcharge; integer cents, half up after each step).

create function public.linea(p_concepto text, p_centimos integer, p_porcentaje integer default null) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'concepto', p_concepto, 'centimos', p_centimos, 'porcentaje', p_porcentaje));
$$;

create function public.parte_porcentual(p_centimos integer, p_porcentaje integer) returns integer
language sql immutable set search_path = '' as $$
  select round(p_centimos::numeric * p_porcentaje / 100)::integer;
$$;

-- Applies the rules to a price. Pure: what it knows is what it is given.
create function public.calcular_presupuesto(
  p_precio numeric, p_oferta numeric, p_club integer, p_cupon integer, p_recargo integer
) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_base integer := round(p_precio * 100)::integer;
  v_total integer := v_base;
  v_paso integer;
  v_lineas jsonb := jsonb_build_array(public.linea('base', v_base));
begin
  if p_oferta < p_precio then
    v_total := round(p_oferta * 100)::integer;
    v_lineas := v_lineas || public.linea('oferta', v_total - v_base, round(100 - p_oferta * 100 / p_precio)::integer);
  end if;
  if p_club > 0 and v_total > 0 then
    v_paso := v_total - public.parte_porcentual(v_total, 100 - p_club);
    v_total := v_total - v_paso;
    v_lineas := v_lineas || public.linea('club', -v_paso, p_club);
  end if;
  if p_cupon > 0 and v_total > 0 then
    v_paso := v_total - public.parte_porcentual(v_total, 100 - p_cupon);
    v_total := v_total - v_paso;
    v_lineas := v_lineas || public.linea('cupon', -v_paso, p_cupon);
  end if;
  if p_recargo > 0 and v_total > 0 then
    v_paso := public.parte_porcentual(v_total, p_recargo);
    v_total := v_total + v_paso;
    v_lineas := v_lineas || public.linea('recargo_paypal', v_paso, p_recargo);
  end if;
  return jsonb_build_object('ok', true, 'lineas', v_lineas, 'total_centimos', v_total, 'total_uncoins', v_total);
end
$$;

create function public.rechazo(p_error text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('ok', false, 'error', p_error);
$$;

-- Why one product cannot be bought by anybody, or null.
create function public.motivo_no_venta(p_producto public.productos) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_producto.id is null then 'no_existe'
    when p_producto.status = 'pending' then 'pendiente'
    when p_producto.status = 'rejected' then 'rechazado'
    when not p_producto.disponibilidad then 'no_disponible'
    when not p_producto.stock or p_producto.unidades = 0 then 'sin_stock'
  end;
$$;

create function public.ya_lo_tiene(p_usuario uuid, p_producto uuid, p_edicion uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones
    where user_id = p_usuario and producto_id = p_producto and edicion_id is not distinct from p_edicion
      and revocada_at is null
  );
$$;

-- Quotes a purchase for a buyer, or says why it is refused.
create function public.presupuestar(
  p_usuario uuid, p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_tienda public.configuracion_global;
  v_producto public.productos;
  v_edicion public.ediciones;
  v_bundle public.bundles;
  v_destinatario uuid := coalesce(p_destinatario, p_usuario);
  v_precio numeric;
  v_oferta numeric;
  v_cupon integer := 0;
  v_motivo text;
  v_resultado jsonb;
begin
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  select * into v_tienda from public.configuracion_global where id = 1;
  if v_cuenta.id is null then return public.rechazo('sin_sesion'); end if;
  if v_cuenta.banned_until > now() then return public.rechazo('cuenta_baneada'); end if;
  if v_cuenta.reputacion = 'deshabilitado' then return public.rechazo('cuenta_deshabilitada'); end if;
  if num_nonnulls(p_producto, p_bundle) <> 1 then return public.rechazo('no_existe'); end if;
  if p_metodo not in ('tarjeta', 'paypal', 'uncoins', 'gratis') then return public.rechazo('metodo_no_valido'); end if;
  if p_destinatario = p_usuario then return public.rechazo('regalo_a_si_mismo'); end if;
  if not exists (select from public.usuarios_meta where id = v_destinatario) then
    return public.rechazo('destinatario_no_existe');
  end if;

  if p_bundle is not null then
    select * into v_bundle from public.bundles where id = p_bundle;
    if v_bundle.id is null then return public.rechazo('no_existe'); end if;
    for v_producto in
      select p.* from public.bundles_productos bp join public.productos p on p.id = bp.producto_id
      where bp.bundle_id = p_bundle
    loop
      v_motivo := public.motivo_no_venta(v_producto);
      if v_motivo is not null then return public.rechazo(v_motivo); end if;
      if v_producto.club_only and not v_cuenta.club then return public.rechazo('requiere_club'); end if;
      if public.ya_lo_tiene(v_destinatario, v_producto.id, null) then return public.rechazo('ya_lo_tienes'); end if;
    end loop;
    if v_producto.id is null then return public.rechazo('no_existe'); end if;
    v_precio := v_bundle.precio;
    v_oferta := v_bundle.oferta;
  else
    select * into v_producto from public.productos where id = p_producto;
    v_motivo := public.motivo_no_venta(v_producto);
    if v_motivo is not null then return public.rechazo(v_motivo); end if;
    if v_producto.club_only and not v_cuenta.club then return public.rechazo('requiere_club'); end if;
    if v_producto.uncoins is not null and p_metodo <> 'tarjeta' then return public.rechazo('solo_tarjeta'); end if;
    if v_producto.uncoins is not null and p_destinatario is not null then return public.rechazo('no_regalable'); end if;
    v_precio := v_producto.precio;
    v_oferta := v_producto.oferta;
    if p_edicion is not null then
      select * into v_edicion from public.ediciones where id = p_edicion and producto_id = p_producto;
      if v_edicion.id is null then return public.rechazo('no_existe'); end if;
      v_precio := v_edicion.precio;
      v_oferta := v_edicion.oferta;
    end if;
    if public.ya_lo_tiene(v_destinatario, p_producto, p_edicion) then return public.rechazo('ya_lo_tienes'); end if;
  end if;

  if p_metodo = 'uncoins' and p_destinatario is not null then return public.rechazo('metodo_no_valido'); end if;
  if p_cupon is not null then
    select percent_discount into v_cupon from public.codigos_cupones
    where codigo = p_cupon and product_id = p_producto and (caduca_at is null or caduca_at > now());
    if v_cupon is null then return public.rechazo('cupon_no_valido'); end if;
  end if;

  v_resultado := public.calcular_presupuesto(
    v_precio, v_oferta,
    case when v_cuenta.club and v_producto.uncoins is null then v_tienda.club_descuento_porcentaje else 0 end,
    v_cupon,
    case when p_metodo = 'paypal' then v_tienda.recargo_paypal_porcentaje else 0 end);
  if v_resultado -> 'total_centimos' = '0' and v_cuenta.reputacion = 'mala' then
    return public.rechazo('gratis_no_permitido');
  end if;
  if p_metodo = 'gratis' and v_resultado -> 'total_centimos' <> '0' then return public.rechazo('metodo_no_valido'); end if;
  return v_resultado || jsonb_build_object(
    'nombre', coalesce(v_bundle.nombre, v_producto.nombre),
    'edicion', v_edicion.nombre,
    'es_reserva', coalesce(v_edicion.reserva, v_producto.reserva) and v_bundle.id is null,
    'es_recarga', v_producto.uncoins is not null);
end
$$;

create function public.cotizar_compra(
  p_producto uuid, p_edicion uuid default null, p_bundle uuid default null, p_metodo text default 'tarjeta',
  p_cupon text default null, p_destinatario uuid default null
) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.presupuestar(auth.uid(), p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario);
$$;

revoke execute on function public.linea(text, integer, integer), public.parte_porcentual(integer, integer),
  public.calcular_presupuesto(numeric, numeric, integer, integer, integer), public.rechazo(text),
  public.motivo_no_venta(public.productos), public.ya_lo_tiene(uuid, uuid, uuid),
  public.presupuestar(uuid, uuid, uuid, uuid, text, text, uuid),
  public.cotizar_compra(uuid, uuid, uuid, text, text, uuid) from public, anon, authenticated;
grant execute on function public.cotizar_compra(uuid, uuid, uuid, text, text, uuid) to authenticated;
