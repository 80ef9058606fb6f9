-- Holds of open payments: a unit of each limited product, and a use of the coupon. A row counts until it expires or its
-- payment leaves `creado`. Rows are written under a lock of the product or coupon. Lock order: the buyer's advisory
-- lock, the payment, the recipient's account, the coupon, products by id.

create table public.reservas (
  id bigint generated always as identity primary key,
  pago_id uuid not null references public.pagos (id) on delete cascade,
  -- Copied from the payment without foreign keys: with them PostgREST would find two paths from a payment to its
  -- product, and embedding would be ambiguous.
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
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy reservas_segundo_paso on public.reservas as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- True if two payments share a hold: the newer payment of the same purchase takes it over. Gifts for anybody can be
-- bought repeatedly, so one whose payment is in progress keeps its own hold.
create function privado.comparte_reserva(p_uno public.pagos, p_otro public.pagos) returns boolean
language sql immutable set search_path = '' as $$
  select privado.es_misma_compra(p_uno, p_otro) and (p_uno.destinatario_id is not null or p_uno.id is not distinct from p_otro.id
    or num_nonnulls(p_uno.pendiente_at, p_otro.pendiente_at) = 0);
$$;

-- Holds on a product or coupon: by this purchase, by other purchases of its buyer, by others.
create function privado.contar_reservas(p_compra public.pagos, p_producto uuid, p_cupon uuid)
returns table (propias bigint, ajenas bigint, ajenas_del_usuario bigint)
language sql stable security definer set search_path = '' as $$
  select count(*) filter (where m.misma), count(*) filter (where not m.misma),
    count(*) filter (where not m.misma and r.user_id = p_compra.user_id)
  from public.reservas r join public.pagos p on p.id = r.pago_id
  cross join lateral (select privado.comparte_reserva(p, p_compra) as misma) m
  where (r.producto_id = p_producto or r.cupon_id = p_cupon) and r.hasta > now();
$$;

-- The reason why no unit of a limited product is available for this purchase, or null. A purchase with a hold is served
-- as long as a unit exists.
create function privado.motivo_sin_unidades(p_compra public.pagos, p_producto public.productos) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not p_producto.stock or p_producto.unidades = 0 then 'sin_stock'
    when p_producto.unidades <= c.ajenas and c.propias = 0 then 'reservado'
  end
  from privado.contar_reservas(p_compra, p_producto.id, null) c;
$$;

-- The coupons of a code for a product, in the order in which they are tried: those of the shop before those of the
-- creator, those for the product alone before wider ones, and the exact spelling before others. Wider ones exclude
-- bundles. Packs of coins have none.
create function privado.cupones_de_codigo(p_codigo text, p_producto uuid) returns setof public.codigos_cupones
language sql stable security definer set search_path = '' as $$
  select c.* from public.productos p join public.codigos_cupones c
    on upper(c.codigo) = upper(privado.codigo_limpio(p_codigo))
    and (c.product_id = p.id or case c.ambito when 'tienda' then true when 'categoria' then c.categoria = p.category
      when 'creador' then c.vendedor_id = p.usuario_id else false end)
  where p.id = p_producto and p.uncoins is null
  order by c.creador_id is null desc, c.product_id is not null desc, c.codigo = privado.codigo_limpio(p_codigo) desc,
    c.created_at, c.id;
$$;

-- True if somebody has paid for something, or holds another purchase with a coupon for first purchases.
create function privado.ha_comprado(p_compra public.pagos) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.pagos p
    where p.user_id = p_compra.user_id and p.id is distinct from p_compra.id and p.total_centimos > 0
      and p.motivo_no_entregado is null and p.estado in ('pagado', 'entregado', 'en_disputa'))
  or exists (
    select from public.reservas r join public.codigos_cupones c on c.id = r.cupon_id
    join public.pagos p on p.id = r.pago_id
    where r.user_id = p_compra.user_id and r.hasta > now() and c.primera_compra
      and not privado.comparte_reserva(p, p_compra));
$$;

-- True if a purchase may use a coupon now. Paid uses and uses held by open payments count, including the buyer's other
-- purchases.
create function privado.cupon_disponible(p_cupon public.codigos_cupones, p_compra public.pagos) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_retenidos record;
begin
  if p_cupon.caduca_at <= now() or p_cupon.desde_at > now() or p_cupon.parado_at is not null then return false; end if;
  if p_cupon.creador_id is not null and not exists (
    select from public.productos p where p.id = p_cupon.product_id and p.usuario_id = p_cupon.creador_id
  ) then return false; end if;
  if p_cupon.primera_compra and privado.ha_comprado(p_compra) then return false; end if;
  if num_nonnulls(p_cupon.usos_max, p_cupon.usos_por_usuario) = 0 then return true; end if;
  select * into v_retenidos from privado.contar_reservas(p_compra, null, p_cupon.id);
  if p_cupon.usos_max <= v_retenidos.ajenas + (
    select count(*) from (
      select from public.pagos p
      where p.cupon_id = p_cupon.id and p.id is distinct from p_compra.id and p.motivo_no_entregado is null
        and p.estado in ('pagado', 'entregado', 'en_disputa')
      limit coalesce(p_cupon.usos_max, 0)) usos)
  then return false; end if;
  return p_cupon.usos_por_usuario is null or p_cupon.usos_por_usuario > v_retenidos.ajenas_del_usuario + (
    select count(*) from public.pagos p
    where p.cupon_id = p_cupon.id and p.user_id = p_compra.user_id and p.id is distinct from p_compra.id
      and p.motivo_no_entregado is null and p.estado in ('pagado', 'entregado', 'en_disputa'));
end
$$;

-- Maximum hold of a charge in progress or a slow payment.
create function privado.plazo_en_camino() returns interval
language sql immutable set search_path = '' as $$ select interval '3 days' $$;

-- Expiry of a hold. Stripe's page accepts money until the payment's end and reports its closing; the hold expires a day
-- later if no report arrives. PayPal money is captured by the shop, which checks again first.
create function privado.fin_reserva(p_pago public.pagos) returns timestamptz
language sql immutable set search_path = '' as $$
  select p_pago.caduca_at + case when p_pago.proveedor = 'stripe' and p_pago.referencia is not null
    then interval '1 day' else interval '10 minutes' end;
$$;

-- Locks recipient, coupons and products, in this order.
create function privado.bloquear_existencias(p_destinatario uuid, p_cupones uuid[], p_productos uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform 1 from public.usuarios_meta where id = p_destinatario for no key update;
  perform 1 from public.codigos_cupones where id = any (p_cupones) order by id for no key update;
  perform 1 from public.productos where id = any (p_productos) order by id for no key update;
end
$$;

-- Creates the holds of a payment, replacing those of the same purchase. Requires the locks of `bloquear_existencias`
-- and an availability check.
create function privado.reservar(p_pago public.pagos, p_hasta timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.reservas r using public.pagos p
  where p.id = r.pago_id and r.user_id = p_pago.user_id and privado.comparte_reserva(p, p_pago);
  insert into public.reservas (pago_id, user_id, producto_id, hasta)
  select p_pago.id, p_pago.user_id, p.id, p_hasta from public.productos p
  where p.id = any (privado.articulos_de(p_pago)) and p.unidades is not null;
  if p_pago.cupon_id is not null then
    insert into public.reservas (pago_id, user_id, cupon_id, hasta)
    values (p_pago.id, p_pago.user_id, p_pago.cupon_id, p_hasta);
  end if;
end
$$;

-- The reason why a buyer may not hold more limited goods, or null: five open payments, three of one product, and no
-- repeated unpaid purchases of the same.
create function privado.motivo_no_reserva(p_pago public.pagos) returns text
language sql stable security definer set search_path = '' as $$
  with limitados as (
    select p.id from public.productos p where p.id = any (privado.articulos_de(p_pago)) and p.unidades is not null
  ), suyas as (
    select r.* from public.reservas r join public.pagos p on p.id = r.pago_id
    where r.user_id = p_pago.user_id and r.hasta > now() and not privado.comparte_reserva(p, p_pago)
  )
  select 'demasiadas_reservas'
  where (p_pago.cupon_id is not null or exists (select from limitados)) and (
    (select count(distinct pago_id) from suyas) >= 5
    or exists (
      select from suyas where producto_id in (select id from limitados) or cupon_id = p_pago.cupon_id
      group by producto_id, cupon_id having count(*) >= 3)
    or (exists (select from limitados) and (
      select count(*) from public.pagos p
      where p.user_id = p_pago.user_id and p.created_at > now() - interval '1 day'
        and p.estado in ('fallido', 'caducado') and privado.es_misma_compra(p, p_pago)) >= 6));
$$;

-- Ends the holds for which a stock-taking left no units: the newest first, those with a payment in progress last. Their
-- payments are still delivered if a unit is free by then.
create function privado.recortar_reservas() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.reservas where id in (
    select r.id from public.reservas r join public.pagos p on p.id = r.pago_id
    where r.producto_id = new.id and r.hasta > now()
    order by p.pendiente_at is null, r.id offset new.unidades);
  return null;
end
$$;
create trigger recortar_reservas after update of unidades on public.productos
  for each row when (new.unidades < old.unidades and new.recuentos <> old.recuentos)
  execute function privado.recortar_reservas();

-- Releases the holds of an ended payment.
create function privado.liberar_reservas() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.reservas where pago_id = new.id;
  return null;
end
$$;
create trigger liberar_reservas after update of estado on public.pagos
  for each row when (old.estado = 'creado' and new.estado <> 'creado') execute function privado.liberar_reservas();
