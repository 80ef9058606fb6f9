-- Made from supabase/schemas by `npm run db:migration coupon_with_surcharge`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.calcular_presupuesto (
  p_precio         numeric,
  p_oferta         numeric,
  p_club           integer,
  p_cupon          integer,
  p_recargo        integer,
  p_cupon_centimos integer DEFAULT NULL::integer,
  p_cupon_limite   integer DEFAULT 100
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  v_base integer := round(p_precio * 100)::integer;
  v_total integer := v_base;
  v_paso integer;
  v_sin_cupon integer;
  v_limite integer;
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
  if (p_cupon > 0 or p_cupon_centimos > 0) and v_total > 0 then
    v_limite := public.parte_porcentual(v_total, p_cupon_limite);
    v_sin_cupon := v_total + public.parte_porcentual(v_total, p_recargo);
    -- The rounding of the surcharge may make one cent more of it than the limit of what would be paid.
    if v_total - v_limite + public.parte_porcentual(v_total - v_limite, p_recargo)
      < v_sin_cupon - public.parte_porcentual(v_sin_cupon, p_cupon_limite)
    then v_limite := v_limite - 1;
    end if;
    v_paso := least(coalesce(p_cupon_centimos, v_total - public.parte_porcentual(v_total, 100 - p_cupon)), v_limite);
    -- What it comes to in percent, where it is an amount or its limit.
    v_lineas := v_lineas || public.linea('cupon', -v_paso,
      case when p_cupon <= p_cupon_limite and p_cupon_centimos is null then p_cupon
        else greatest(1, round(v_paso * 100.0 / v_total)::integer) end);
    v_total := v_total - v_paso;
  end if;
  if p_recargo > 0 and v_total > 0 then
    v_paso := public.parte_porcentual(v_total, p_recargo);
    v_total := v_total + v_paso;
    v_lineas := v_lineas || public.linea('recargo_paypal', v_paso, p_recargo);
  end if;
  return jsonb_build_object('ok', true, 'lineas', v_lineas, 'total_centimos', v_total, 'total_uncoins', v_total);
end
$function$;

CREATE OR REPLACE FUNCTION public.presupuesto_actual (
  p_usuario      uuid,
  p_producto     uuid,
  p_edicion      uuid,
  p_bundle       uuid,
  p_metodo       text,
  p_cupon        text,
  p_destinatario uuid,
  p_solo_cotiza  boolean
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
  v_sin_cupon integer;
  v_recargo integer;
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
    if (p_destinatario is null or not p_solo_cotiza)
      and public.ya_lo_tiene(coalesce(p_destinatario, p_usuario), v_producto.id, p_edicion) then
      v_suyos := v_suyos || v_producto.nombre;
    end if;
  end loop;
  if cardinality(v_suyos) = cardinality(v_productos) then return public.rechazo('ya_lo_tienes'); end if;

  if p_cupon is not null then
    select * into v_cupon from public.cupon_utilizable(p_cupon, v_compra);
    if v_cupon.id is null then return public.rechazo('cupon_no_valido'); end if;
  end if;
  v_recargo := case when p_metodo = 'paypal' then v_tienda.recargo_paypal_porcentaje else 0 end;
  v_resultado := public.calcular_presupuesto(
    coalesce(v_bundle.precio, v_edicion.precio, v_producto.precio),
    case when v_bundle.id is not null then v_bundle.oferta
      when v_edicion.id is not null
        then public.oferta_vigente(v_producto.id, v_edicion.id, v_edicion.precio, v_edicion.oferta_fija, now())
      else public.oferta_vigente(v_producto.id, null, v_producto.precio, v_producto.oferta_fija, now()) end,
    case when v_cuenta.club and v_producto.uncoins is null then v_tienda.club_descuento_porcentaje else 0 end,
    coalesce(v_cupon.percent_discount, 0),
    v_recargo,
    v_cupon.descuento_centimos,
    -- A creator gives away no more than what they would earn.
    case when v_cupon.creador_id is not null then v_tienda.ingresos_creador_porcentaje else 100 end);
  select sum((l ->> 'centimos')::integer) into v_sin_cupon from jsonb_array_elements(v_resultado -> 'lineas') l
  where l ->> 'concepto' in ('base', 'oferta', 'club');
  if v_cupon.minimo_centimos > v_sin_cupon then return public.rechazo('cupon_no_valido'); end if;
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
      || case when v_cupon.creador_id is null then '{}' else jsonb_build_object('cupon_creador_centimos',
        v_sin_cupon + public.parte_porcentual(v_sin_cupon, v_recargo) - v_total) end);
end
$function$;
