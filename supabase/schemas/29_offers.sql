-- Offers with dates. A quote uses the offer of its time; the job writes the shown price when an offer begins or ends,
-- so that the price history contains all of them.

create table public.ofertas (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  edicion_id uuid,
  precio numeric(10, 2) not null check (precio > 0),
  desde timestamptz not null,
  hasta timestamptz not null check (hasta > desde),
  descripcion text not null default '' check (char_length(descripcion) <= 120),
  descripcion_en text check (char_length(descripcion_en) between 1 and 120),
  created_at timestamptz not null default now(),
  cancelada_at timestamptz,
  empezada_at timestamptz,
  terminada_at timestamptz,
  publicada_at timestamptz,
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete cascade
);
comment on column public.ofertas.empezada_at is 'when its beginning was written into the price; terminada_at: its end';
comment on column public.ofertas.publicada_at is 'until which moment of it the pages were made again';
create index ofertas_producto_id_idx on public.ofertas (producto_id, desde);
create index ofertas_edicion_id_idx on public.ofertas (edicion_id, producto_id);
create index ofertas_por_empezar_idx on public.ofertas (desde) where empezada_at is null;
create index ofertas_por_terminar_idx on public.ofertas (hasta) where terminada_at is null;

alter table public.ofertas enable row level security;
grant select on public.ofertas to anon, authenticated, service_role;
-- Planned offers are visible to their creator only.
create policy ofertas_select_public on public.ofertas for select to anon
  using (desde <= now() and hasta > now() and exists (select from public.productos p where p.id = producto_id));
create policy ofertas_select on public.ofertas for select to authenticated
  using ((desde <= now() and hasta > now() and exists (select from public.productos p where p.id = producto_id))
    or (select privado.es_admin())
    or exists (select from public.productos p where p.id = producto_id and p.usuario_id = (select auth.uid())));
create policy ofertas_segundo_paso on public.ofertas as restrictive for select to authenticated
  using ((desde <= now() and hasta > now()) or (select privado.sesion_completa()));

-- The price below the list price at a moment: the lower of the offer without dates and the offer with dates.
create function privado.oferta_vigente(
  p_producto uuid, p_edicion uuid, p_precio numeric, p_fija numeric, p_momento timestamptz
) returns numeric
language sql stable security definer set search_path = '' as $$
  select least(p_fija, (
    select min(o.precio) from public.ofertas o
    where o.producto_id = p_producto and o.edicion_id is not distinct from p_edicion and o.precio < p_precio
      and o.desde <= p_momento and o.hasta > p_momento));
$$;

-- A written offer is the one without dates; the column then contains the current price. Writing the current price looks
-- like no change: set `oferta_fija` as well.
create function privado.fijar_oferta() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_edicion boolean := tg_table_name = 'ediciones';
begin
  if tg_op = 'INSERT' or new.oferta is distinct from old.oferta then new.oferta_fija := new.oferta; end if;
  if tg_op = 'INSERT' then return new; end if;
  new.oferta := case when v_edicion
    then privado.oferta_vigente((to_jsonb(new) ->> 'producto_id')::uuid, new.id, new.precio, new.oferta_fija,
      privado.momento_de_precio())
    else privado.oferta_vigente(new.id, null, new.precio, new.oferta_fija, privado.momento_de_precio()) end;
  return new;
end
$$;
create trigger fijar_oferta before insert or update of precio, oferta on public.productos
  for each row execute function privado.fijar_oferta();
create trigger fijar_oferta before insert or update of precio, oferta on public.ediciones
  for each row execute function privado.fijar_oferta();

-- An archived product is in no list and not for sale, regardless of written values.
create function privado.fijar_archivo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.oculto := new.category = 'uncoins' or new.archivado_at is not null;
  new.disponibilidad := new.disponibilidad and new.archivado_at is null;
  return new;
end
$$;
create trigger fijar_archivo before insert or update of category, archivado_at, disponibilidad, oculto on public.productos
  for each row execute function privado.fijar_archivo();

-- Starts and ends of offers that are due, in order, of one product or of all.
create function privado.ofertas_por_anotar(p_producto uuid default null)
returns table (oferta_id uuid, producto_id uuid, edicion_id uuid, momento timestamptz, empieza boolean)
language sql stable security definer set search_path = '' as $$
  select o.id, o.producto_id, o.edicion_id, o.desde, true from public.ofertas o
  where o.empezada_at is null and o.desde <= now() and (p_producto is null or o.producto_id = p_producto)
  union all
  select o.id, o.producto_id, o.edicion_id, o.hasta, false from public.ofertas o
  where o.terminada_at is null and o.hasta <= now() and (p_producto is null or o.producto_id = p_producto)
  order by 4, 5;
$$;

-- Writes due starts and ends into the price with their own time, of one product or of all in lock order.
create function privado.anotar_ofertas(p_producto uuid default null) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid;
  v_paso record;
begin
  if not exists (select from privado.ofertas_por_anotar(p_producto))
    or auth.uid() is not null and not privado.sesion_completa() then return; end if;
  for v_producto in select distinct x.producto_id from privado.ofertas_por_anotar(p_producto) x order by 1 loop
    perform from public.productos where id = v_producto for no key update;
    for v_paso in select * from privado.ofertas_por_anotar(v_producto) loop
      perform set_config('tienda.momento_de_precio', v_paso.momento::text, true);
      if v_paso.empieza then
        update public.ofertas set empezada_at = now() where id = v_paso.oferta_id;
      else
        update public.ofertas set terminada_at = now() where id = v_paso.oferta_id;
      end if;
      if v_paso.edicion_id is null then
        update public.productos set precio = precio where id = v_producto;
      else
        update public.ediciones set precio = precio where id = v_paso.edicion_id;
      end if;
    end loop;
    perform set_config('tienda.momento_de_precio', '', true);
  end loop;
end
$$;

-- For the job: writes due starts and ends, and returns the products whose pages are outdated.
create function public.ofertas_por_mostrar() returns table (producto_id uuid, slug text)
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform privado.anotar_ofertas();
  return query
    with mostradas as (
      update public.ofertas o set publicada_at = now()
      where greatest(o.empezada_at, o.terminada_at) > coalesce(o.publicada_at, '-infinity')
      returning o.producto_id
    )
    select distinct p.id, p.slug from mostradas m join public.productos p on p.id = m.producto_id;
end
$$;
grant execute on function public.ofertas_por_mostrar() to service_role;
