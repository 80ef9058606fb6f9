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
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy reservas_segundo_paso on public.reservas as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- How much of a product or a coupon is held now: by this very purchase, by other purchases of its buyer, by anybody else.
create function privado.contar_reservas(p_compra public.pagos, p_producto uuid, p_cupon uuid)
returns table (propias bigint, ajenas bigint, ajenas_del_usuario bigint)
language sql stable security definer set search_path = '' as $$
  select count(*) filter (where m.misma), count(*) filter (where not m.misma),
    count(*) filter (where not m.misma and r.user_id = p_compra.user_id)
  from public.reservas r join public.pagos p on p.id = r.pago_id
  cross join lateral (select privado.es_misma_compra(p, p_compra) as misma) m
  where (r.producto_id = p_producto or r.cupon_id = p_cupon) and r.hasta > now();
$$;

-- Why this purchase can have no unit of a limited product now, or null: none is left, or others are paying for the rest.
-- A purchase that holds one is served as long as there is any.
create function privado.motivo_sin_unidades(p_compra public.pagos, p_producto public.productos) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not p_producto.stock or p_producto.unidades = 0 then 'sin_stock'
    when p_producto.unidades <= c.ajenas and c.propias = 0 then 'reservado'
  end
  from privado.contar_reservas(p_compra, p_producto.id, null) c;
$$;

-- The coupon of a product that a text means: as it is written, or else in capitals and small letters as may be.
create function privado.buscar_cupon(p_codigo text, p_producto uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.codigos_cupones
  where upper(codigo) = upper(privado.codigo_limpio(p_codigo)) and product_id = p_producto
  order by codigo = privado.codigo_limpio(p_codigo) desc, creado_at, id limit 1;
$$;

-- The coupon that a purchase may use now, or none: uses that were paid and uses that open payments hold count alike,
-- those of the buyer's other purchases with them.
create function privado.cupon_utilizable(p_codigo text, p_compra public.pagos) returns setof public.codigos_cupones
language sql stable security definer set search_path = '' as $$
  select c.* from public.codigos_cupones c
  cross join lateral privado.contar_reservas(p_compra, null, c.id) r
  cross join lateral (
    select count(*) as usos, count(*) filter (where p.user_id = p_compra.user_id) as propios
    from public.pagos p
    where p.cupon_id = c.id and p.id is distinct from p_compra.id and p.motivo_no_entregado is null
      and p.estado in ('pagado', 'entregado', 'en_disputa')
  ) u
  where c.id = privado.buscar_cupon(p_codigo, p_compra.producto_id)
    and (c.caduca_at is null or c.caduca_at > now()) and (c.desde_at is null or c.desde_at <= now())
    and c.parado_at is null
    and (c.creador_id is null or exists (
      select from public.productos p where p.id = c.product_id and p.usuario_id = c.creador_id))
    and (c.usos_max is null or u.usos + r.ajenas < c.usos_max)
    and (c.usos_por_usuario is null or u.propios + r.ajenas_del_usuario < c.usos_por_usuario);
$$;

-- How long what is being charged, or comes by a slow method, is kept at most.
create function privado.plazo_en_camino() returns interval
language sql immutable set search_path = '' as $$ select interval '3 days' $$;

-- Until when an open payment holds what it would take. Stripe's page takes money until the payment's own end and says
-- so when it closes; only if nobody hears of it for a day does the hold end by itself. PayPal's money is taken by the
-- shop, which asks again before it does.
create function privado.fin_reserva(p_pago public.pagos) returns timestamptz
language sql immutable set search_path = '' as $$
  select p_pago.caduca_at + case when p_pago.proveedor = 'stripe' and p_pago.referencia is not null
    then interval '1 day' else interval '10 minutes' end;
$$;

-- Locks what the decision about a purchase rests on: the recipient, the coupon, the products, always in this order.
create function privado.bloquear_existencias(p_destinatario uuid, p_cupon uuid, p_productos uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform 1 from public.usuarios_meta where id = p_destinatario for no key update;
  perform 1 from public.codigos_cupones where id = p_cupon for no key update;
  perform 1 from public.productos where id = any (p_productos) order by id for no key update;
end
$$;

-- Holds what a payment would take until then, in place of whatever the same purchase held before. Expects the locks of
-- `bloquear_existencias`, and that somebody has asked whether it can be had.
create function privado.reservar(p_pago public.pagos, p_hasta timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.reservas r using public.pagos p
  where p.id = r.pago_id and r.user_id = p_pago.user_id and privado.es_misma_compra(p, p_pago);
  insert into public.reservas (pago_id, user_id, producto_id, hasta)
  select p_pago.id, p_pago.user_id, p.id, p_hasta from public.productos p
  where p.id = any (privado.articulos_de(p_pago)) and p.unidades is not null;
  if p_pago.cupon_id is not null then
    insert into public.reservas (pago_id, user_id, cupon_id, hasta)
    values (p_pago.id, p_pago.user_id, p_pago.cupon_id, p_hasta);
  end if;
end
$$;

-- Why a buyer may not hold more of what is limited, or null: at most five open payments, three of one thing, and not
-- the same thing again and again without ever paying.
create function privado.motivo_no_reserva(p_pago public.pagos) returns text
language sql stable security definer set search_path = '' as $$
  with limitados as (
    select p.id from public.productos p where p.id = any (privado.articulos_de(p_pago)) and p.unidades is not null
  ), suyas as (
    select r.* from public.reservas r join public.pagos p on p.id = r.pago_id
    where r.user_id = p_pago.user_id and r.hasta > now() and not privado.es_misma_compra(p, p_pago)
  )
  select 'demasiadas_reservas'
  where (p_pago.cupon_id is not null or exists (select from limitados)) and (
    (select count(distinct pago_id) from suyas) >= 5
    or exists (
      select from suyas where producto_id in (select id from limitados) or cupon_id = p_pago.cupon_id
      group by producto_id, cupon_id having count(*) >= 3)
    or (exists (select from limitados) and (
      select count(*) from public.pagos p
      where p.user_id = p_pago.user_id and p.creado_at > now() - interval '1 day'
        and p.estado in ('fallido', 'caducado') and privado.es_misma_compra(p, p_pago)) >= 6));
$$;

-- A payment that ends holds nothing any more, whoever ends it.
create function privado.liberar_reservas() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.reservas where pago_id = new.id;
  return null;
end
$$;
create trigger liberar_reservas after update of estado on public.pagos
  for each row when (old.estado = 'creado' and new.estado <> 'creado') execute function privado.liberar_reservas();
