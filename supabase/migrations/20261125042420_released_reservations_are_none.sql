-- Made from supabase/schemas by `npm run db:migration released_reservations_are_none`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.canjear_codigo (
  p_codigo         text,
  p_minecraft_name text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_usuario uuid := auth.uid();
  v_codigo public.codigos_canjes;
  v_pedido uuid;
  v_reputacion text;
begin
  if v_usuario is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{6,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;
  if not public.contar_codigo(v_usuario) then return public.rechazo('demasiados_intentos'); end if;
  -- Whoever comes first has the code; the others wait here, and then find it used.
  select * into v_codigo from public.codigos_canjes where upper(codigo) = upper(btrim(p_codigo)) for update;
  if v_codigo.id is null or v_codigo.canjeado then
    perform public.contar_fallo_tienda('codigo');
    return public.rechazo('codigo_no_valido');
  end if;
  perform public.devolver_codigo(v_usuario);
  select reputacion into v_reputacion from public.usuarios_meta where id = v_usuario for no key update;
  if v_reputacion = 'deshabilitado' then return public.rechazo('cuenta_deshabilitada'); end if;
  if public.ya_lo_tiene(v_usuario, v_codigo.id_producto, v_codigo.id_edicion) then
    return public.rechazo('ya_lo_tienes');
  end if;
  insert into public.adquisiciones (user_id, producto_id, edicion_id, origen, es_reserva, precio_pagado, minecraft_name)
  select v_usuario, p.id, v_codigo.id_edicion, 'codigo', public.espera_lanzamiento(p, e), 0, p_minecraft_name
  from public.productos p left join public.ediciones e on e.id = v_codigo.id_edicion
  where p.id = v_codigo.id_producto
  returning id into v_pedido;
  update public.codigos_canjes set canjeado = true, canjeado_por = v_usuario, canjeado_at = now() where id = v_codigo.id;
  update public.productos set adquirido = adquirido + 1 where id = v_codigo.id_producto;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('canje:' || v_codigo.id, v_usuario, 'canje', jsonb_build_object('pedido_id', v_pedido));
  return jsonb_build_object('ok', true, 'pedido_id', v_pedido);
end
$function$;

CREATE OR REPLACE FUNCTION public.presupuesto_actual (
  p_usuario      uuid,
  p_producto     uuid,
  p_edicion      uuid,
  p_bundle       uuid,
  p_metodo       text,
  p_cupon        text,
  p_destinatario uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text;
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
  v_compra public.pagos;
begin
  if num_nonnulls(p_producto, p_bundle) <> 1 then return public.rechazo('no_existe'); end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  select * into v_tienda from public.configuracion_global where id = 1;
  v_compra.user_id := p_usuario;
  v_compra.destinatario_id := coalesce(p_destinatario, p_usuario);
  v_compra.producto_id := p_producto;
  v_compra.edicion_id := p_edicion;
  v_compra.bundle_id := p_bundle;

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
    select * into v_edicion from public.ediciones where id = p_edicion and producto_id = p_producto and not retirada;
    if v_edicion.id is null then return public.rechazo('no_existe'); end if;
  end if;

  -- All or nothing: one product that cannot be had refuses the whole bundle. What the recipient has already comes
  -- with it all the same, and is named; a bundle of nothing new is refused.
  foreach v_producto in array v_productos loop
    v_motivo := case
      when public.motivo_no_venta(v_producto) is not null then public.motivo_no_venta(v_producto)
      when v_producto.unidades is not null and public.motivo_sin_unidades(v_compra, v_producto) is not null
        then public.motivo_sin_unidades(v_compra, v_producto)
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
    select * into v_cupon from public.cupon_utilizable(p_cupon, v_compra);
    if v_cupon.id is null then return public.rechazo('cupon_no_valido'); end if;
  end if;
  v_resultado := public.calcular_presupuesto(
    coalesce(v_bundle.precio, v_edicion.precio, v_producto.precio),
    case when v_bundle.id is not null then v_bundle.oferta
      when v_edicion.id is not null
        then public.oferta_vigente(v_producto.id, v_edicion.id, v_edicion.precio, v_edicion.oferta_fija, now())
      else public.oferta_vigente(v_producto.id, null, v_producto.precio, v_producto.oferta_fija, now()) end,
    case when v_cuenta.club and v_producto.uncoins is null then v_tienda.club_descuento_porcentaje else 0 end,
    coalesce(v_cupon.percent_discount, 0),
    case when p_metodo = 'paypal' then v_tienda.recargo_paypal_porcentaje else 0 end,
    v_cupon.descuento_centimos,
    -- A creator gives away no more than what they would earn.
    case when v_cupon.creador_id is not null then v_tienda.ingresos_creador_porcentaje else 100 end);
  if v_cupon.minimo_centimos > (select sum((l ->> 'centimos')::integer) from jsonb_array_elements(v_resultado -> 'lineas') l
    where l ->> 'concepto' in ('base', 'oferta', 'club')) then
    return public.rechazo('cupon_no_valido');
  end if;
  v_total := (v_resultado ->> 'total_centimos')::integer;
  if v_total = 0 and v_cuenta.reputacion = 'mala' then return public.rechazo('gratis_no_permitido'); end if;
  if v_total > 0 and p_metodo = 'gratis' then return public.rechazo('metodo_no_valido'); end if;

  -- What is out is no reservation any more.
  for i in 1 .. cardinality(v_productos) loop
    v_productos[i].reserva := public.espera_lanzamiento(v_productos[i], v_edicion);
  end loop;
  return v_resultado || jsonb_build_object(
    'nombre', coalesce(v_bundle.nombre, v_producto.nombre),
    'edicion', v_edicion.nombre,
    'es_reserva', v_bundle.id is null and v_productos[1].reserva,
    'es_recarga', v_producto.uncoins is not null,
    'ya_tienes', to_jsonb(v_suyos),
    -- Held against every offer, as the law on price reductions asks.
    'minimo_30_dias_centimos', case when v_resultado #>> '{lineas,1,concepto}' = 'oferta'
      then round(public.precio_minimo_reciente(p_producto, p_edicion, p_bundle) * 100)::integer end,
    'interno', jsonb_build_object(
      'articulos', public.repartir_total(v_productos, v_total),
      'uncoins', v_producto.uncoins,
      'cupon_id', v_cupon.id,
      'ingresos_porcentaje', v_tienda.ingresos_creador_porcentaje)
      || case when v_cupon.creador_id is null then '{}' else jsonb_build_object('cupon_creador_centimos', (
        select -(l ->> 'centimos')::integer from jsonb_array_elements(v_resultado -> 'lineas') l
        where l ->> 'concepto' = 'cupon')) end);
end
$function$;

CREATE OR REPLACE FUNCTION public.reclamar_con_club (
  p_producto       uuid,
  p_minecraft_name text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_cuenta public.usuarios_meta;
  v_producto public.productos;
  v_pedido public.adquisiciones;
begin
  select * into v_cuenta from public.usuarios_meta where id = auth.uid() for no key update;
  if v_cuenta.id is null then return public.rechazo('sin_sesion'); end if;
  if v_cuenta.banned_until > now() then return public.rechazo('cuenta_baneada'); end if;
  if v_cuenta.reputacion = 'deshabilitado' then return public.rechazo('cuenta_deshabilitada'); end if;
  if v_cuenta.reputacion = 'mala' then return public.rechazo('gratis_no_permitido'); end if;
  if not v_cuenta.club then return public.rechazo('requiere_club'); end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{3,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;

  select * into v_producto from public.productos where id = p_producto for no key update;
  select * into v_pedido from public.adquisiciones
  where user_id = v_cuenta.id and producto_id = p_producto and edicion_id is null and revocada_at is null
  order by (origen = 'club'), created_at limit 1;
  if v_pedido.origen = 'club' then
    return jsonb_build_object('ok', true, 'pedido', v_pedido.id, 'reclamado_ahora', false);
  end if;
  if v_pedido.id is not null then return public.rechazo('ya_lo_tienes'); end if;
  if public.motivo_no_venta(v_producto) is not null then
    return public.rechazo(public.motivo_no_venta(v_producto));
  end if;
  if not v_producto.club_only or v_producto.uncoins is not null then return public.rechazo('no_disponible'); end if;

  insert into public.adquisiciones (user_id, producto_id, origen, es_reserva, precio_pagado, minecraft_name)
  values (v_cuenta.id, p_producto, 'club', public.espera_lanzamiento(v_producto, null), 0, p_minecraft_name)
  returning * into v_pedido;
  update public.productos set adquirido = adquirido + 1 where id = p_producto;
  return jsonb_build_object('ok', true, 'pedido', v_pedido.id, 'reclamado_ahora', true);
end
$function$;
