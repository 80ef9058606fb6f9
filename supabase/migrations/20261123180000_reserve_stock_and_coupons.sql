-- What an open payment holds: a unit of every limited product in it, and a use of its coupon. A row counts until its
-- time is over or its payment leaves `creado`, whichever is first. Rows of one product are written under a lock of the
-- product, rows of one coupon under a lock of the coupon. Locks are always taken in this order: the buyer's advisory
-- lock, the payment, the recipient's account, the coupon, the products by id.

create table public.reservas (
  id bigint generated always as identity primary key,
  pago_id uuid not null references public.pagos (id) on delete cascade,
  -- Copies from the payment, which holds the keys: with keys of its own this would be a second way from a payment to
  -- its product, and the API could not tell which one an embedded product means.
  user_id uuid not null,
  producto_id uuid,
  cupon_id uuid,
  hasta timestamptz not null,
  created_at timestamptz not null default now(),
  check (num_nonnulls(producto_id, cupon_id) = 1)
);
create unique index reservas_pago_producto_key on public.reservas (pago_id, producto_id);
create unique index reservas_pago_cupon_key on public.reservas (pago_id, cupon_id);
create index reservas_producto_id_idx on public.reservas (producto_id, hasta);
create index reservas_cupon_id_idx on public.reservas (cupon_id, hasta);
create index reservas_user_id_idx on public.reservas (user_id, hasta);
create index reservas_hasta_idx on public.reservas (hasta);

alter table public.reservas enable row level security;
grant select on public.reservas to authenticated, service_role;
create policy reservas_select on public.reservas for select to authenticated
  using (user_id = (select auth.uid()) or (select public.es_admin()));

alter table public.pagos add column pendiente_at timestamptz, add column motivo_no_entregado text;
comment on column public.pagos.pendiente_at is 'since when the money is on its way by a slow method';
comment on column public.pagos.motivo_no_entregado is 'why it was not delivered: not charged, or its money is going back';

-- A payment that ends holds nothing any more, whoever ends it.
create function public.liberar_reservas() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.reservas where pago_id = new.id;
  return null;
end
$$;
create trigger liberar_reservas after update of estado on public.pagos
  for each row when (old.estado = 'creado' and new.estado <> 'creado') execute function public.liberar_reservas();

-- What stands for one wish to buy: another payment of the same buyer for the same goods and recipient replaces it, and
-- takes over what it holds.
create function public.es_misma_compra(p_uno public.pagos, p_otro public.pagos) returns boolean
language sql immutable set search_path = '' as $$
  select (p_uno.user_id, p_uno.destinatario_id, p_uno.producto_id, p_uno.edicion_id, p_uno.bundle_id)
    is not distinct from (p_otro.user_id, p_otro.destinatario_id, p_otro.producto_id, p_otro.edicion_id, p_otro.bundle_id);
$$;

-- How much of a product or a coupon is held now: by this very purchase, by other purchases of its buyer, by anybody else.
create function public.contar_reservas(p_compra public.pagos, p_producto uuid, p_cupon uuid)
returns table (propias bigint, ajenas bigint, ajenas_del_usuario bigint)
language sql stable security definer set search_path = '' as $$
  select count(*) filter (where m.misma), count(*) filter (where not m.misma),
    count(*) filter (where not m.misma and r.user_id = p_compra.user_id)
  from public.reservas r join public.pagos p on p.id = r.pago_id
  cross join lateral (select public.es_misma_compra(p, p_compra) as misma) m
  where (r.producto_id = p_producto or r.cupon_id = p_cupon) and r.hasta > now();
$$;

-- Why this purchase can have no unit of a limited product now, or null: none is left, or others are paying for the rest.
-- A purchase that holds one is served as long as there is any.
create function public.motivo_sin_unidades(p_compra public.pagos, p_producto public.productos) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not p_producto.stock or p_producto.unidades = 0 then 'sin_stock'
    when p_producto.unidades <= c.ajenas and c.propias = 0 then 'reservado'
  end
  from public.contar_reservas(p_compra, p_producto.id, null) c;
$$;

-- The coupon that a purchase may use now, or none: uses that were paid and uses that open payments hold count alike,
-- those of the buyer's other purchases with them.
drop function public.cupon_utilizable(text, uuid, uuid);
create function public.cupon_utilizable(p_codigo text, p_compra public.pagos) returns setof public.codigos_cupones
language sql stable security definer set search_path = '' as $$
  select c.* from public.codigos_cupones c
  cross join lateral public.contar_reservas(p_compra, null, c.id) r
  cross join lateral (
    select count(*) as usos, count(*) filter (where p.user_id = p_compra.user_id) as propios
    from public.pagos p
    where p.cupon_id = c.id and p.id is distinct from p_compra.id and p.motivo_no_entregado is null
      and p.estado in ('pagado', 'entregado', 'en_disputa')
  ) u
  where c.codigo = btrim(p_codigo) and c.product_id = p_compra.producto_id
    and (c.caduca_at is null or c.caduca_at > now())
    and (c.usos_max is null or u.usos + r.ajenas < c.usos_max)
    and (c.usos_por_usuario is null or u.propios + r.ajenas_del_usuario < c.usos_por_usuario);
$$;

-- What others are paying for is refused while it can be told.
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
  v_compra public.pagos;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
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

revoke execute on all functions in schema public from public;
