-- Every price that was ever asked, so that an offer can be held against the lowest price of the 30 days before it.

create table public.historial_precios (
  id bigint generated always as identity primary key,
  producto_id uuid references public.productos (id) on delete cascade,
  edicion_id uuid references public.ediciones (id) on delete cascade,
  bundle_id uuid references public.bundles (id) on delete cascade,
  precio numeric(10, 2) not null,
  oferta numeric(10, 2),
  desde timestamptz not null default now(),
  check (num_nonnulls(producto_id, bundle_id) = 1)
);
create index historial_precios_producto_id_idx on public.historial_precios (producto_id, edicion_id, desde desc);
create index historial_precios_edicion_id_idx on public.historial_precios (edicion_id);
create index historial_precios_bundle_id_idx on public.historial_precios (bundle_id, desde desc);

alter table public.historial_precios enable row level security;
grant select on public.historial_precios to anon, authenticated, service_role;
create policy historial_precios_select on public.historial_precios for select to anon, authenticated
  using (bundle_id is not null or exists (select from public.productos p where p.id = producto_id));

-- From when a price holds that is being written: now, or the moment at which an offer began or ended by its dates.
create function public.momento_de_precio() returns timestamptz
language sql stable set search_path = '' as $$
  select coalesce(nullif(current_setting('tienda.momento_de_precio', true), '')::timestamptz, now());
$$;

-- A price that has changed begins a row of the history. Its time is read behind the lock of the product: of two
-- transactions that change it, the one that began first may well be the one that changes it last.
create function public.anotar_precio() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_desde timestamptz := coalesce(nullif(current_setting('tienda.momento_de_precio', true), '')::timestamptz, clock_timestamp());
begin
  if tg_op = 'UPDATE' and (new.precio, new.oferta) is not distinct from (old.precio, old.oferta) then
    return new;
  elsif tg_table_name = 'productos' then
    insert into public.historial_precios (producto_id, precio, oferta, desde) values (new.id, new.precio, new.oferta, v_desde);
  elsif tg_table_name = 'ediciones' then
    insert into public.historial_precios (producto_id, edicion_id, precio, oferta, desde)
    values (new.producto_id, new.id, new.precio, new.oferta, v_desde);
  else
    insert into public.historial_precios (bundle_id, precio, oferta, desde) values (new.id, new.precio, new.oferta, v_desde);
  end if;
  return new;
end
$$;
create trigger anotar_precio after insert or update of precio, oferta on public.productos
  for each row execute function public.anotar_precio();
create trigger anotar_precio after insert or update of precio, oferta on public.ediciones
  for each row execute function public.anotar_precio();
create trigger anotar_precio after insert or update of precio, oferta on public.bundles
  for each row execute function public.anotar_precio();

-- The lowest price asked at any time in the 30 days before the price of today began; null when there was none.
create function public.precio_minimo_reciente(
  p_producto uuid, p_edicion uuid default null, p_bundle uuid default null
) returns numeric
language sql stable set search_path = '' as $$
  with precios as (
    select least(oferta, precio) as importe, desde, lead(desde) over (order by desde, id) as hasta
    from (
      select id, precio, oferta, desde from public.historial_precios
      where producto_id = p_producto and p_bundle is null
        and (edicion_id = p_edicion or (edicion_id is null and p_edicion is null))
      union all
      select id, precio, oferta, desde from public.historial_precios
      where bundle_id = p_bundle and p_producto is null and p_edicion is null
    ) h
  )
  select min(p.importe) from precios p
  where p.hasta > (select max(desde) from precios) - interval '30 days';
$$;
grant execute on function public.precio_minimo_reciente(uuid, uuid, uuid) to anon, authenticated;

-- The lowest price of 30 days for a product that is on offer and for each of its editions that is, in one question.
create function public.precios_minimos(p_producto uuid) returns table (edicion_id uuid, importe numeric)
language sql stable set search_path = '' as $$
  select null::uuid, public.precio_minimo_reciente(p.id) from public.productos p
  where p.id = p_producto and p.oferta < p.precio
  union all
  select e.id, public.precio_minimo_reciente(p_producto, e.id) from public.ediciones e
  where e.producto_id = p_producto and e.oferta < e.precio;
$$;
grant execute on function public.precios_minimos(uuid) to anon, authenticated;

-- The offers of the shop, the most visited first: products whose price is below the lowest of the 30 days before, which
-- is told beside it.
create function public.ofertas_actuales(p_limite integer default 48) returns table (id uuid, minimo numeric)
language sql stable security definer set search_path = '' as $$
  select p.id, m.importe
  from (
    select id, oferta, precio, visitas from public.productos
    where status = 'approved' and not oculto and oferta < precio
    order by visitas desc, id limit 500
  ) p
  cross join lateral (select public.precio_minimo_reciente(p.id) as importe) m
  where p.oferta < coalesce(m.importe, p.precio)
  order by p.visitas desc, p.id limit least(greatest(p_limite, 1), 100);
$$;
grant execute on function public.ofertas_actuales(integer) to anon, authenticated;
