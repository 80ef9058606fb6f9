-- The one quote (offer, Club, coupon, surcharge; integer cents, half up after each step).

create function public.linea(p_concepto text, p_centimos integer, p_porcentaje integer default null) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'concepto', p_concepto, 'centimos', p_centimos, 'porcentaje', p_porcentaje));
$$;

create function public.parte_porcentual(p_centimos integer, p_porcentaje integer) returns integer
language sql immutable set search_path = '' as $$
  select round(p_centimos::numeric * p_porcentaje / 100)::integer;
$$;

create function public.rechazo(p_error text) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('ok', false, 'error', p_error);
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

-- The coupon that a buyer may use on a product now, or none. An open payment of somebody else holds its use until it
-- expires; one of the buyer's own does not, so that a payment that was left can be begun anew.
create function public.cupon_utilizable(p_codigo text, p_producto uuid, p_usuario uuid)
returns setof public.codigos_cupones
language sql stable security definer set search_path = '' as $$
  select c.* from public.codigos_cupones c
  cross join lateral (
    select count(*) as usos, count(*) filter (where p.user_id = p_usuario) as propios
    from public.pagos p
    where p.cupon_id = c.id and (p.estado in ('pagado', 'entregado', 'en_disputa')
      or (p.estado = 'creado' and p.caduca_at > now() and p.user_id <> p_usuario))
  ) u
  where c.codigo = btrim(p_codigo) and c.product_id = p_producto and (c.caduca_at is null or c.caduca_at > now())
    and (c.usos_max is null or u.usos < c.usos_max)
    and (c.usos_por_usuario is null or u.propios < c.usos_por_usuario);
$$;

-- What a purchase consists of, with the part of the total that each product stands for. Parts follow the list prices
-- (equal ones when all are free); cumulative rounding makes them add up to the total, to the cent.
create function public.repartir_total(p_productos public.productos[], p_total integer) returns jsonb
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

revoke execute on all functions in schema public from public;
