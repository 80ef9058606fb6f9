-- Who may buy what for how much. Everything that a delivery needs is in the answer, under `interno`.

-- Why this buyer cannot buy at all, whatever it is, or null. Nobody in particular may ask for a price.
create function public.motivo_no_comprador(p_usuario uuid, p_destinatario uuid, p_metodo text, p_cupon text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when p_metodo is null or p_metodo not in ('tarjeta', 'paypal', 'uncoins', 'gratis') then 'metodo_no_valido'
    when p_usuario is null then case when p_cupon is not null or p_destinatario is not null then 'sin_sesion' end
    when u.id is null then 'sin_sesion'
    when u.banned_until > now() then 'cuenta_baneada'
    when u.reputacion = 'deshabilitado' then 'cuenta_deshabilitada'
    when p_destinatario = p_usuario then 'regalo_a_si_mismo'
    when p_destinatario is not null and not exists (select from public.usuarios_meta where id = p_destinatario)
      then 'destinatario_no_existe'
    when p_destinatario is not null and p_metodo = 'uncoins' then 'metodo_no_valido'
  end
  from (select 1) uno left join public.usuarios_meta u on u.id = p_usuario;
$$;

create function public.presupuestar(
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

  -- All or nothing: one product that cannot be had refuses the whole bundle.
  foreach v_producto in array v_productos loop
    v_motivo := case
      when public.motivo_no_venta(v_producto) is not null then public.motivo_no_venta(v_producto)
      when v_producto.club_only and not coalesce(v_cuenta.club, false) then 'requiere_club'
      when v_producto.uncoins is not null and p_bundle is not null then 'no_disponible'
      when v_producto.uncoins is not null and p_destinatario is not null then 'no_regalable'
      when v_producto.uncoins is not null and p_metodo <> 'tarjeta' then 'solo_tarjeta'
      when public.ya_lo_tiene(coalesce(p_destinatario, p_usuario), v_producto.id, p_edicion) then 'ya_lo_tienes'
    end;
    if v_motivo is not null then return public.rechazo(v_motivo); end if;
  end loop;

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
    'interno', jsonb_build_object(
      'articulos', public.repartir_total(v_productos, v_total),
      'uncoins', v_producto.uncoins,
      'cupon_id', v_cupon.id,
      'ingresos_porcentaje', v_tienda.ingresos_creador_porcentaje));
end
$$;

create function public.cotizar_compra(
  p_producto uuid, p_edicion uuid default null, p_bundle uuid default null, p_metodo text default 'tarjeta',
  p_cupon text default null, p_destinatario uuid default null
) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.presupuestar(auth.uid(), p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario) - 'interno';
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.cotizar_compra(uuid, uuid, uuid, text, text, uuid) to anon, authenticated;
