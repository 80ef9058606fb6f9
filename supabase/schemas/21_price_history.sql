-- Price history, to compare an offer with the lowest price of the 30 days before it.

create table public.historial_precios (
  id bigint generated always as identity primary key,
  producto_id uuid references public.productos (id) on delete cascade,
  edicion_id uuid references public.ediciones (id) on delete cascade,
  bundle_id uuid references public.bundles (id) on delete cascade,
  precio numeric(10, 2) not null,
  oferta numeric(10, 2),
  desde timestamptz not null default now(),
  articulo_id uuid generated always as (coalesce(bundle_id, edicion_id, producto_id)) stored,
  check (num_nonnulls(producto_id, bundle_id) = 1)
);
comment on column public.historial_precios.articulo_id is
  'what has the price; a column, because an index on the expression is of no use behind a policy';
create index historial_precios_producto_id_idx on public.historial_precios (producto_id, edicion_id, desde desc);
create index historial_precios_edicion_id_idx on public.historial_precios (edicion_id);
create index historial_precios_bundle_id_idx on public.historial_precios (bundle_id, desde desc);
create index historial_precios_articulo_id_idx on public.historial_precios (articulo_id, desde desc, id desc);

alter table public.historial_precios enable row level security;
grant select on public.historial_precios to anon, authenticated, service_role;
create policy historial_precios_select on public.historial_precios for select to anon, authenticated
  using (bundle_id is not null or exists (select from public.productos p where p.id = producto_id));

-- The start of a price: now, or the moment at which an offer began or ended by its dates.
create function privado.momento_de_precio(p_ahora timestamptz default now()) returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('tienda.momento_de_precio', true), '')::timestamptz, p_ahora);
$$;

-- Adds a row for a changed price. The time is read after locking the product, because of two transactions the first one
-- to begin may be the last to commit.
create function privado.anotar_precio_de_producto() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or (new.precio, new.oferta) is distinct from (old.precio, old.oferta) then
    insert into public.historial_precios (producto_id, precio, oferta, desde)
    values (new.id, new.precio, new.oferta, privado.momento_de_precio(clock_timestamp()));
    -- Stored for lists: it changes only with the price.
    update public.productos
    set minimo_30_dias = case when new.oferta < new.precio then privado.precio_minimo_reciente(new.id) end
    where id = new.id and (new.oferta < new.precio or minimo_30_dias is not null);
  end if;
  return new;
end
$$;
create trigger anotar_precio after insert or update of precio, oferta on public.productos
  for each row execute function privado.anotar_precio_de_producto();

-- Deletes the prices that a product and its editions had before its publication, when nobody could buy at them.
create function privado.empezar_historia() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.historial_precios h
  where h.producto_id = new.id and exists (select from public.historial_precios x
    where x.articulo_id = h.articulo_id and (x.desde, x.id) > (h.desde, h.id));
  return null;
end
$$;
create trigger empezar_historia after update of status on public.productos
  for each row when (new.status = 'approved' and old.publicado_at is null) execute function privado.empezar_historia();

create function privado.anotar_precio_de_edicion() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or (new.precio, new.oferta) is distinct from (old.precio, old.oferta) then
    insert into public.historial_precios (producto_id, edicion_id, precio, oferta, desde)
    values (new.producto_id, new.id, new.precio, new.oferta, privado.momento_de_precio(clock_timestamp()));
  end if;
  return new;
end
$$;
create trigger anotar_precio after insert or update of precio, oferta on public.ediciones
  for each row execute function privado.anotar_precio_de_edicion();

create function privado.anotar_precio_de_bundle() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_op = 'INSERT' or (new.precio, new.oferta) is distinct from (old.precio, old.oferta) then
    insert into public.historial_precios (bundle_id, precio, oferta, desde)
    values (new.id, new.precio, new.oferta, privado.momento_de_precio(clock_timestamp()));
  end if;
  return new;
end
$$;
create trigger anotar_precio after insert or update of precio, oferta on public.bundles
  for each row execute function privado.anotar_precio_de_bundle();

-- The lowest price in the 30 days before the current price began; null if there was none. Of older prices, only the one
-- that was valid at their start is read.
create function privado.precio_minimo_reciente(
  p_producto uuid, p_edicion uuid default null, p_bundle uuid default null
) returns numeric
language sql stable set search_path = '' as $$
  with de_hoy as (
    select h.id, h.desde, h.desde - interval '30 days' as inicio from public.historial_precios h
    where h.articulo_id = coalesce(p_bundle, p_edicion, p_producto)
    order by h.desde desc, h.id desc limit 1
  )
  select least((
      select min(least(h.oferta, h.precio)) from public.historial_precios h
      where h.articulo_id = coalesce(p_bundle, p_edicion, p_producto)
        and h.desde > (select inicio from de_hoy) and h.id <> (select id from de_hoy)
    ), (
      select least(h.oferta, h.precio) from public.historial_precios h
      where h.articulo_id = coalesce(p_bundle, p_edicion, p_producto)
        and h.desde <= (select inicio from de_hoy)
      order by h.desde desc, h.id desc limit 1));
$$;
grant execute on function privado.precio_minimo_reciente(uuid, uuid, uuid) to anon, authenticated;

-- The lowest prices of 30 days for a product and its editions on offer.
create function public.precios_minimos(p_producto uuid) returns table (edicion_id uuid, importe numeric)
language sql stable set search_path = '' as $$
  select null::uuid, privado.precio_minimo_reciente(p.id) from public.productos p
  where p.id = p_producto and p.oferta < p.precio
  union all
  select e.id, privado.precio_minimo_reciente(p_producto, e.id) from public.ediciones e
  where e.producto_id = p_producto and e.oferta < e.precio;
$$;
grant execute on function public.precios_minimos(uuid) to anon, authenticated;

-- Current offers, most viewed first: products below the lowest price of the 30 days before, with that price.
create function public.ofertas_actuales(p_limite integer default 48) returns table (id uuid, minimo numeric)
language sql stable security definer set search_path = '' as $$
  select p.id, m.importe
  from (
    select id, oferta, precio, visitas from public.productos
    where status = 'approved' and not oculto and oferta < precio
    order by visitas desc, id limit 500
  ) p
  cross join lateral (select privado.precio_minimo_reciente(p.id) as importe) m
  where p.oferta < coalesce(m.importe, p.precio)
  order by p.visitas desc, p.id limit least(greatest(p_limite, 1), 100);
$$;
grant execute on function public.ofertas_actuales(integer) to anon, authenticated;
