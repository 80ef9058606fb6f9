-- The only price calculation (offer, Club, coupon, surcharge; integer cents, rounded half up after each step), and the
-- rules of who may buy what.

-- A line of a quote.
create function privado.linea(p_concepto text, p_centimos integer, p_porcentaje integer default null) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'concepto', p_concepto, 'centimos', p_centimos, 'porcentaje', p_porcentaje));
$$;

-- The discount from one price to a lower one, in whole percent: at least 1, and 100 only for a price of 0.
create function privado.porcentaje_rebajado(p_antes integer, p_ahora integer) returns integer
language sql immutable set search_path = '' as $$
  select least(case when p_ahora > 0 then 99 else 100 end, greatest(1, round(100 - p_ahora * 100.0 / p_antes)))::integer;
$$;

-- Applies the rules to a price; a pure function. An upgrade deducts the price today of the edition that the buyer owns,
-- before the percentages, so that they apply to the difference. A coupon deducts a percentage or an amount, up to its
-- limit, which is a percentage of the price before it, and leaves `p_cupon_resto` cents to pay.
create function privado.calcular_presupuesto(
  p_precio numeric, p_oferta numeric, p_club integer, p_cupon integer, p_recargo integer,
  p_cupon_centimos integer default null, p_cupon_limite integer default 100, p_mejora jsonb default null,
  p_cupon_resto integer default 0
) returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_base integer := round(p_precio * 100)::integer;
  v_total integer := v_base;
  v_paso integer;
  v_sin_cupon integer;
  v_limite integer;
  v_lineas jsonb := jsonb_build_array(privado.linea('base', v_base));
begin
  if p_oferta < p_precio then
    v_total := round(p_oferta * 100)::integer;
    v_lineas := v_lineas || privado.linea('oferta', v_total - v_base, privado.porcentaje_rebajado(v_base, v_total));
  end if;
  if p_mejora is not null and v_total > 0 then
    v_paso := least((p_mejora ->> 'centimos')::integer, v_total);
    v_total := v_total - v_paso;
    v_lineas := v_lineas || (privado.linea('mejora', -v_paso) || jsonb_strip_nulls(jsonb_build_object(
      'nombre', p_mejora ->> 'nombre', 'nombre_en', p_mejora ->> 'nombre_en')));
  end if;
  if p_club > 0 and v_total > 0 then
    v_paso := v_total - privado.parte_porcentual(v_total, 100 - p_club);
    v_total := v_total - v_paso;
    v_lineas := v_lineas || privado.linea('club', -v_paso, p_club);
  end if;
  if (p_cupon > 0 or p_cupon_centimos > 0) and v_total > 0 then
    v_limite := privado.parte_porcentual(v_total, p_cupon_limite);
    v_sin_cupon := v_total + privado.parte_porcentual(v_total, p_recargo);
    -- Rounding of the surcharge may exceed the limit by a cent.
    if v_total - v_limite + privado.parte_porcentual(v_total - v_limite, p_recargo)
      < v_sin_cupon - privado.parte_porcentual(v_sin_cupon, p_cupon_limite)
    then v_limite := v_limite - 1;
    end if;
    v_paso := least(coalesce(p_cupon_centimos, v_total - privado.parte_porcentual(v_total, 100 - p_cupon)), v_limite,
      greatest(0, v_total - p_cupon_resto));
    -- The percentage of an amount, or of its limit.
    v_lineas := v_lineas || privado.linea('cupon', -v_paso,
      case when p_cupon <= p_cupon_limite and p_cupon_centimos is null
          and (p_cupon_resto = 0 or v_total - v_paso > p_cupon_resto) then p_cupon
        else privado.porcentaje_rebajado(v_total, v_total - v_paso) end);
    v_total := v_total - v_paso;
  end if;
  if p_recargo > 0 and v_total > 0 then
    v_paso := privado.parte_porcentual(v_total, p_recargo);
    v_total := v_total + v_paso;
    v_lineas := v_lineas || privado.linea('recargo_paypal', v_paso, p_recargo);
  end if;
  return jsonb_build_object('ok', true, 'lineas', v_lineas, 'total_centimos', v_total, 'total_uncoins', v_total);
end
$$;

-- Applies the rules to a bundle. Its price is compared with the sum of its parts today, and is never higher; each rule
-- is rounded as for the parts.
create function privado.calcular_pack(p_centimos integer, p_partes jsonb[], p_club integer, p_recargo integer)
returns jsonb
language plpgsql immutable set search_path = '' as $$
declare
  v_hoy integer;
  v_con_club integer;
  v_juntas integer;
  v_total integer;
  v_paso integer;
  v_lineas jsonb;
begin
  select sum((l ->> 'centimos')::integer) filter (where l ->> 'concepto' in ('base', 'oferta')),
    sum((l ->> 'centimos')::integer) filter (where l ->> 'concepto' <> 'recargo_paypal'), sum((l ->> 'centimos')::integer)
  into v_hoy, v_con_club, v_juntas
  from unnest(p_partes) p cross join lateral jsonb_array_elements(p -> 'lineas') l;
  v_total := least(p_centimos, v_hoy);
  v_lineas := jsonb_build_array(privado.linea('partes', v_hoy));
  if v_total < v_hoy then
    v_lineas := v_lineas || privado.linea('pack', v_total - v_hoy, privado.porcentaje_rebajado(v_hoy, v_total));
  end if;
  if p_club > 0 and v_total > 0 then
    v_paso := least(privado.parte_porcentual(v_total, 100 - p_club), v_con_club);
    v_lineas := v_lineas || privado.linea('club', v_paso - v_total, p_club);
    v_total := v_paso;
  end if;
  if p_recargo > 0 and v_total > 0 then
    v_paso := least(v_total + privado.parte_porcentual(v_total, p_recargo), v_juntas);
    v_lineas := v_lineas || privado.linea('recargo_paypal', v_paso - v_total, p_recargo);
    v_total := v_paso;
  end if;
  return jsonb_build_object('ok', true, 'lineas', v_lineas, 'total_centimos', v_total, 'total_uncoins', v_total);
end
$$;

-- The products of a purchase with their parts of the total, in proportion to the list prices (equal if all are free).
-- Cumulative rounding makes them add up to the total.
create function privado.repartir_total(p_productos public.productos[], p_total integer) returns jsonb
language sql immutable set search_path = '' as $$
  with pesos as (
    select p.id, p.usuario_id, p.reserva,
      p.precio + case when sum(p.precio) over () = 0 then 1 else 0 end as peso
    from unnest(p_productos) p
  ), cortes as (
    select id, usuario_id, reserva,
      round(p_total * sum(peso) over (order by id) / sum(peso) over ())::integer as hasta
    from pesos
  )
  select jsonb_agg(jsonb_build_object('producto_id', c.id, 'usuario_id', c.usuario_id, 'es_reserva', c.reserva,
    'centimos', c.hasta - c.anterior) order by c.id)
  from (select *, lag(hasta, 1, 0) over (order by id) as anterior from cortes) c;
$$;

-- False for people whose reputation excludes free products, bought or as gifts.
create function privado.recibe_gratis(p_persona uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select not exists (
    select from public.usuarios_meta where id = p_persona and reputacion in ('mala', 'deshabilitado'));
$$;

-- The recipient of a gift by link: the person who opens it first.
create function privado.cualquiera() returns uuid
language sql immutable set search_path = '' as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;

-- The reason why this buyer cannot buy anything, or null. Anonymous price requests are refused.
--
-- All quotes and payments call this function, so attempts are counted here: 30 coupons in ten minutes and 20 gifts an
-- hour. `cotizar_compra` takes back attempts that were not guesses; the quote of a gift reveals nothing about its
-- recipient.
create function privado.motivo_no_comprador(
  p_usuario uuid, p_destinatario uuid, p_metodo text, p_cupon text, p_solo_cotiza boolean
) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
begin
  if p_metodo is null or p_metodo not in ('tarjeta', 'paypal', 'uncoins', 'gratis') then return 'metodo_no_valido'; end if;
  if p_usuario is null then
    return case when p_cupon is not null or p_destinatario is not null then 'sin_sesion' end;
  end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  if v_cuenta.id is null then return 'sin_sesion'; end if;
  if v_cuenta.banned_until > now() then return 'cuenta_baneada'; end if;
  if v_cuenta.reputacion = 'deshabilitado' then return 'cuenta_deshabilitada'; end if;
  if p_cupon is not null and not privado.contar_intento('cupon', p_usuario::text, 30, '10 minutes') then
    return 'demasiados_intentos';
  end if;
  if p_destinatario is null then return null; end if;
  if p_destinatario = p_usuario then return 'regalo_a_si_mismo'; end if;
  if p_metodo = 'uncoins' then return 'metodo_no_valido'; end if;
  if not p_solo_cotiza and not privado.contar_intento('regalo', p_usuario::text, 20, '1 hour') then
    return 'demasiados_intentos';
  end if;
  if p_destinatario <> privado.cualquiera() and not exists (
    select from public.usuarios_meta u where u.id = p_destinatario and privado.recibe_regalos(u, p_usuario)
  ) then return 'destinatario_no_existe'; end if;
  return null;
end
$$;

-- The products of a purchase: one, or those of its bundle.
create function privado.productos_pedidos(p_compra public.pagos) returns public.productos[]
language sql stable security definer set search_path = '' as $$
  select array(
    select p from public.productos p
    where p.id in (select p_compra.producto_id
      union all select b.producto_id from public.bundles_productos b where b.bundle_id = p_compra.bundle_id)
    order by p.id);
$$;

-- The reason why one product cannot be part of this purchase, or null.
create function privado.motivo_no_articulo(p_compra public.pagos, p_producto public.productos) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce(
    privado.motivo_no_venta(p_producto),
    case when exists (select from public.ediciones e
      where e.id = p_compra.edicion_id and privado.en_cuarentena(e.download_link)) then 'no_disponible' end,
    case when p_producto.unidades is not null then privado.motivo_sin_unidades(p_compra, p_producto) end,
    case
      when p_producto.club_only
        and not coalesce((select u.club from public.usuarios_meta u where u.id = p_compra.user_id), false)
        then 'requiere_club'
      when p_producto.uncoins is null then null
      when p_compra.bundle_id is not null then 'no_disponible'
      when p_compra.destinatario_id is distinct from p_compra.user_id then 'no_regalable'
      when p_compra.metodo <> 'tarjeta' then 'solo_tarjeta'
    end);
$$;

-- True if an order is permanent: not lent by the Club, and without a refund in progress.
create function privado.es_definitivo(p_pedido public.adquisiciones) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_pedido.revocada_at is null and p_pedido.origen <> 'club' and not exists (
    select from public.pagos p
    where p.id = p_pedido.pago_id and p.total_centimos > 0 and privado.reembolsable_de(p) = 0);
$$;

-- The lower edition that somebody owns permanently, with its price today; of several the most expensive.
create function privado.mejora_desde(p_usuario uuid, p_producto public.productos, p_edicion public.ediciones)
returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('edicion_id', a.edicion_id, 'nombre', coalesce(e.nombre, 'Base'), 'nombre_en', e.nombre_en,
    'centimos', h.centimos)
  from public.adquisiciones a left join public.ediciones e on e.id = a.edicion_id
  cross join lateral (select coalesce(e.precio, p_producto.precio) as precio,
    case when e.id is null then p_producto.oferta_fija else e.oferta_fija end as fija) v
  cross join lateral (select round(least(v.precio,
    privado.oferta_vigente(p_producto.id, e.id, v.precio, v.fija, now())) * 100)::integer as centimos) h
  where a.user_id = p_usuario and a.producto_id = p_producto.id and privado.es_definitivo(a)
    and a.edicion_id is distinct from p_edicion.id
    and v.precio < coalesce(p_edicion.precio, p_producto.precio) and h.centimos > 0
  order by h.centimos desc, a.created_at, a.id limit 1;
$$;

-- The missing base of an extension for somebody with these products, or null. Bases lent by the Club count.
create function privado.base_que_falta(p_usuario uuid, p_productos public.productos[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('slug', b.slug, 'nombre', b.nombre, 'nombre_en', b.nombre_en)
  from unnest(p_productos) p join public.productos b on b.id = p.base_id
  where b.status = 'approved' and not b.oculto and b.id not in (select x.id from unnest(p_productos) x)
    and not exists (select from public.adquisiciones a
      where a.user_id = p_usuario and a.producto_id = b.id and a.revocada_at is null)
  order by b.id limit 1;
$$;

-- The smallest charge of a method.
create function privado.importe_minimo(p_metodo text) returns integer
language sql immutable set search_path = '' as $$ select case p_metodo when 'tarjeta' then 50 else 1 end $$;

-- The minimum payment with a coupon, in cents: the smallest charge, so that no coupon of the shop makes a purchase
-- impossible; 0 for one of 100 %. The limit of a creator's coupon is their share.
create function privado.resto_de_cupon(p_cupon public.codigos_cupones) returns integer
language sql immutable set search_path = '' as $$
  select case when p_cupon.id is null or p_cupon.creador_id is not null or p_cupon.percent_discount = 100 then 0
    else privado.importe_minimo('tarjeta') end;
$$;

-- The price of a purchase now; of a bundle, without the products that its buyer owns.
create function privado.precio_de_compra(
  p_compra public.pagos, p_productos public.productos[], p_suyos uuid[], p_edicion public.ediciones,
  p_bundle public.bundles, p_cupon public.codigos_cupones, p_mejora jsonb
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_tienda public.configuracion_global;
  v_producto constant public.productos := p_productos[1];
  v_club integer := 0;
  v_recargo integer := 0;
begin
  select * into v_tienda from public.configuracion_global where id = 1;
  if exists (select from public.usuarios_meta where id = p_compra.user_id and club) then
    v_club := v_tienda.club_descuento_porcentaje;
  end if;
  if p_compra.metodo = 'paypal' then v_recargo := v_tienda.recargo_paypal_porcentaje; end if;
  if p_bundle.id is not null then
    return privado.calcular_pack(round(least(p_bundle.oferta, p_bundle.precio) * 100)::integer,
      array(
        select privado.calcular_presupuesto(p.precio,
          privado.oferta_vigente(p.id, null, p.precio, p.oferta_fija, now()), v_club, 0, v_recargo)
        from unnest(p_productos) p
        -- The price of a gift does not depend on what its recipient owns.
        where p_compra.destinatario_id is distinct from p_compra.user_id or p.id <> all (p_suyos) order by p.id),
      v_club, v_recargo);
  end if;
  return privado.calcular_presupuesto(
    coalesce(p_edicion.precio, v_producto.precio),
    case when p_edicion.id is not null
        then privado.oferta_vigente(v_producto.id, p_edicion.id, p_edicion.precio, p_edicion.oferta_fija, now())
      else privado.oferta_vigente(v_producto.id, null, v_producto.precio, v_producto.oferta_fija, now()) end,
    case when v_producto.uncoins is null then v_club else 0 end,
    coalesce(p_cupon.percent_discount, 0),
    v_recargo,
    p_cupon.descuento_centimos,
    -- Limits the coupon of a creator to their share.
    case when p_cupon.creador_id is not null then v_tienda.ingresos_creador_porcentaje else 100 end,
    p_mejora,
    privado.resto_de_cupon(p_cupon));
end
$$;

-- The price before the coupon: after offer, upgrade and Club.
create function privado.precio_sin_cupon(p_precio jsonb) returns integer
language sql immutable set search_path = '' as $$
  select sum((l ->> 'centimos')::integer)::integer from jsonb_array_elements(p_precio -> 'lineas') l
  where l ->> 'concepto' in ('base', 'oferta', 'mejora', 'club');
$$;

-- The first coupon of a code that this purchase may use now, by its price without a coupon; at most one counts. A
-- coupon for more than this product that deducts nothing is ignored.
create function privado.cupon_de_compra(
  p_codigo text, p_compra public.pagos, p_productos public.productos[], p_edicion public.ediciones, p_mejora jsonb,
  p_precio jsonb
) returns public.codigos_cupones
language plpgsql stable security definer set search_path = '' as $$
declare
  v_cupon public.codigos_cupones;
begin
  for v_cupon in select * from privado.cupones_de_codigo(p_codigo, p_compra.producto_id) loop
    continue when v_cupon.minimo_centimos > privado.precio_sin_cupon(p_precio)
      or not privado.cupon_disponible(v_cupon, p_compra);
    continue when v_cupon.product_id is null and not exists (
      select from jsonb_array_elements(privado.precio_de_compra(p_compra, p_productos, '{}', p_edicion, null, v_cupon, p_mejora)
        -> 'lineas') l
      where l ->> 'concepto' = 'cupon' and (l ->> 'centimos')::integer < 0);
    return v_cupon;
  end loop;
  return null;
end
$$;

-- The internal part of a quote for the delivery: shares of the products, the edition from which it upgrades, and the
-- cost of a creator's coupon.
create function privado.interno_de_presupuesto(
  p_precio jsonb, p_compra public.pagos, p_productos public.productos[], p_cupon public.codigos_cupones, p_mejora jsonb
) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'articulos', privado.repartir_total(p_productos, v.total),
    'uncoins', case when p_compra.producto_id is not null then p_productos[1].uncoins end,
    'cupon_id', p_cupon.id,
    'ingresos_porcentaje', t.ingresos_creador_porcentaje)
    || case when p_mejora is null then '{}' else jsonb_build_object('mejora', p_mejora - array['nombre', 'nombre_en']) end
    || case when p_cupon.creador_id is null then '{}' else jsonb_build_object('cupon_creador_centimos',
      v.sin_cupon + privado.parte_porcentual(v.sin_cupon,
        case when p_compra.metodo = 'paypal' then t.recargo_paypal_porcentaje else 0 end) - v.total) end
  from public.configuracion_global t
  cross join (select (p_precio ->> 'total_centimos')::integer as total, privado.precio_sin_cupon(p_precio) as sin_cupon) v
  where t.id = 1;
$$;

-- A quote as returned and recorded: the price with its lines, the goods, and `interno` with all facts for the delivery.
-- `p_suyos` are the products that its buyer owns.
create function privado.describir_presupuesto(
  p_precio jsonb, p_compra public.pagos, p_productos public.productos[], p_suyos uuid[], p_edicion public.ediciones,
  p_bundle public.bundles, p_cupon public.codigos_cupones, p_mejora jsonb, p_es_regalo boolean
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_productos public.productos[] := p_productos;
  v_producto constant public.productos := p_productos[cardinality(p_productos)];
begin
  -- A released product is no reservation.
  for i in 1 .. cardinality(v_productos) loop
    v_productos[i].reserva := privado.espera_lanzamiento(v_productos[i], p_edicion);
  end loop;
  return p_precio || jsonb_build_object(
    'nombre', coalesce(p_bundle.nombre, v_producto.nombre),
    'edicion', p_edicion.nombre,
    'edicion_en', p_edicion.nombre_en,
    'es_reserva', p_bundle.id is null and v_productos[1].reserva,
    'es_recarga', v_producto.uncoins is not null,
    'falta_base', case when not p_es_regalo and p_compra.user_id is not null
      then privado.base_que_falta(p_compra.user_id, v_productos) end,
    'ya_tienes', to_jsonb(array(select p.nombre from unnest(v_productos) p where p.id = any (p_suyos) order by p.id)),
    -- Shown beside every offer, as required by price reduction law.
    'minimo_30_dias_centimos', case when p_precio #>> '{lineas,1,concepto}' = 'oferta'
      then round(privado.precio_minimo_reciente(p_compra.producto_id, p_compra.edicion_id) * 100)::integer end,
    'interno', privado.interno_de_presupuesto(p_precio, p_compra,
      -- Bundled products that the buyer owns are neither charged nor delivered again.
      case when p_es_regalo then v_productos
        else array(select p from unnest(v_productos) p where p.id <> all (p_suyos) order by p.id) end,
      p_cupon, p_mejora));
end
$$;

-- The quote of a purchase, or the refusal. Units held by others are refused while the holds last. It reads a consistent
-- snapshot; `presupuestar` checks the buyer.
--
-- A bundle with an unavailable product is refused. Products that its buyer owns, in any edition, are listed, and
-- neither paid nor given again; a bundle without anything new is refused. A better edition costs the difference to the
-- owned one, and a lower edition is refused. Whether somebody else owns a product is private: only starting a payment
-- reveals it, before anything is paid.
create function privado.presupuesto_actual(
  p_usuario uuid, p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid,
  p_solo_cotiza boolean
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_compra public.pagos;
  v_productos public.productos[];
  v_producto public.productos;
  v_edicion public.ediciones;
  v_bundle public.bundles;
  v_cupon public.codigos_cupones;
  v_motivo text;
  v_suyos uuid[];
  v_mejora jsonb;
  v_precio jsonb;
  v_total integer;
begin
  if num_nonnulls(p_producto, p_bundle) <> 1 then return privado.rechazo('no_existe'); end if;
  v_compra.user_id := p_usuario;
  v_compra.destinatario_id := nullif(coalesce(p_destinatario, p_usuario), privado.cualquiera());
  v_compra.producto_id := p_producto;
  v_compra.edicion_id := p_edicion;
  v_compra.bundle_id := p_bundle;
  v_compra.metodo := p_metodo;
  v_productos := privado.productos_pedidos(v_compra);
  if cardinality(v_productos) = 0 then return privado.rechazo('no_existe'); end if;
  select * into v_bundle from public.bundles where id = p_bundle;
  select * into v_edicion from public.ediciones where id = p_edicion and producto_id = p_producto and not retirada;
  if p_edicion is not null and v_edicion.id is null then return privado.rechazo('no_existe'); end if;

  foreach v_producto in array v_productos loop
    v_motivo := privado.motivo_no_articulo(v_compra, v_producto);
    if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  end loop;
  v_suyos := array(select p.id from unnest(v_productos) p
    where (p_destinatario is null or not p_solo_cotiza)
      and case when v_bundle.id is null then privado.ya_lo_tiene(v_compra.destinatario_id, p.id, p_edicion)
        else privado.tiene_producto(v_compra.destinatario_id, p.id) end);
  if cardinality(v_suyos) = cardinality(v_productos) then return privado.rechazo('ya_lo_tienes'); end if;
  if v_bundle.id is null and (p_destinatario is null or not p_solo_cotiza)
    and privado.tiene_superior(v_compra.destinatario_id, v_producto.id, p_edicion) then
    return privado.rechazo('tienes_superior');
  end if;
  if p_producto is not null and p_destinatario is null and v_producto.uncoins is null then
    v_mejora := privado.mejora_desde(p_usuario, v_producto, v_edicion);
  end if;
  v_precio := privado.precio_de_compra(v_compra, v_productos, v_suyos, v_edicion, v_bundle, null, v_mejora);
  if p_cupon is not null then
    v_cupon := privado.cupon_de_compra(p_cupon, v_compra, v_productos, v_edicion, v_mejora, v_precio);
    if v_cupon.id is null then return privado.rechazo('cupon_no_valido'); end if;
    v_precio := privado.precio_de_compra(v_compra, v_productos, v_suyos, v_edicion, v_bundle, v_cupon, v_mejora);
  end if;
  v_total := (v_precio ->> 'total_centimos')::integer;
  if v_total = 0 and not privado.recibe_gratis(p_usuario) then return privado.rechazo('gratis_no_permitido'); end if;
  -- Only a page that shows a total of 0 claims.
  if v_total > 0 and p_metodo = 'gratis' then return privado.rechazo('precio_cambiado'); end if;
  return privado.describir_presupuesto(v_precio, v_compra, v_productos, v_suyos, v_edicion, v_bundle, v_cupon, v_mejora,
    p_destinatario is not null);
end
$$;

-- The quote for an admitted buyer, with counted coupon and gift attempts.
create function privado.presupuestar(
  p_usuario uuid, p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid,
  p_solo_cotiza boolean
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_comprador(p_usuario, p_destinatario, p_metodo, p_cupon, p_solo_cotiza);
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  return privado.presupuesto_actual(
    p_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, p_solo_cotiza);
end
$$;

-- The quote of a purchase.
create function public.cotizar_compra(
  p_producto uuid, p_edicion uuid default null, p_bundle uuid default null, p_metodo text default 'tarjeta',
  p_cupon text default null, p_destinatario uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_respuesta jsonb;
begin
  perform privado.anotar_ofertas(p_producto);
  v_respuesta := privado.presupuestar(
    v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, true) - 'interno';
  if p_cupon is not null and v_usuario is not null
    and coalesce(v_respuesta ->> 'error', '') not in ('cupon_no_valido', 'demasiados_intentos') then
    perform privado.devolver_intento('cupon', v_usuario::text);
  end if;
  return v_respuesta;
end
$$;
grant execute on function public.cotizar_compra(uuid, uuid, uuid, text, text, uuid) to anon, authenticated;

-- The player name that the caller entered last, for a purchase (paid or not), a claim, a code or a gift; null if none.
create function public.mi_nombre_de_jugador() returns text
language sql stable security definer set search_path = '' as $$
  select x.minecraft_name from (
    (select p.minecraft_name, p.created_at as momento from public.pagos p
      where p.user_id = (select privado.persona_completa()) and p.destinatario_id = p.user_id
        and p.minecraft_name is not null
      order by p.created_at desc limit 1)
    union all
    (select a.minecraft_name, a.created_at from public.adquisiciones a
      where a.user_id = (select privado.persona_completa()) and a.minecraft_name is not null
      order by a.created_at desc limit 1)) x
  order by x.momento desc limit 1;
$$;
grant execute on function public.mi_nombre_de_jugador() to authenticated;

-- The checkout in one call: the quote of each method, and the last Minecraft name. If the first method is refused for a
-- common reason, the others are skipped.
create function public.pagina_de_pago(
  p_slug text, p_edicion uuid default null, p_bundle uuid default null, p_metodos text[] default '{tarjeta}',
  p_cupon text default null, p_destinatario uuid default null
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  v_producto uuid := public.id_de_producto(p_slug);
  v_metodo text;
  v_cotizacion jsonb;
  v_cotizaciones jsonb := '{}'::jsonb;
begin
  if p_slug is not null and v_producto is null then
    return jsonb_build_object('ok', false, 'error', 'no_existe');
  end if;
  foreach v_metodo in array p_metodos[1:6] loop
    v_cotizacion := public.cotizar_compra(v_producto, p_edicion, p_bundle, v_metodo, p_cupon, p_destinatario);
    v_cotizaciones := v_cotizaciones || jsonb_build_object(v_metodo, v_cotizacion);
    exit when v_metodo = p_metodos[1] and not (v_cotizacion ->> 'ok')::boolean;
  end loop;
  return jsonb_build_object('ok', true, 'cotizaciones', v_cotizaciones, 'minecraft_name', public.mi_nombre_de_jugador());
end
$$;
grant execute on function public.pagina_de_pago(text, uuid, uuid, text[], text, uuid) to authenticated;
