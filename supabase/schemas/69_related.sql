-- Related products, in a table that a job refreshes in parts. Only products with at least five common owners, so that
-- no individual can be identified.

create table public.productos_relacionados (
  producto_id uuid not null references public.productos (id) on delete cascade,
  relacionado_id uuid not null references public.productos (id) on delete cascade,
  compradores integer not null check (compradores >= 5),
  puesto integer not null,
  primary key (producto_id, relacionado_id)
);
create index productos_relacionados_relacionado_id_idx on public.productos_relacionados (relacionado_id);

alter table public.productos_relacionados enable row level security;
grant select on public.productos_relacionados to service_role;

-- The time when the related products were last counted.
create table public.cuentas_relacionados (
  producto_id uuid primary key references public.productos (id) on delete cascade,
  contada_at timestamptz not null default now()
);
create index cuentas_relacionados_contada_idx on public.cuentas_relacionados (contada_at);

alter table public.cuentas_relacionados enable row level security;
grant select on public.cuentas_relacionados to service_role;

-- Recounts the owners of products with at least five orders and their other products, oldest first, once a day each.
-- People with more than 200 products are ignored. Returns the number of products.
create function public.contar_relacionados(p_limite integer default 200) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_productos uuid[];
begin
  -- Concurrent calls would count the same products.
  if not pg_try_advisory_xact_lock(hashtext('contar_relacionados')) then return 0; end if;
  v_productos := array(
    select p.id from public.productos p left join public.cuentas_relacionados c on c.producto_id = p.id
    where p.status = 'approved' and not p.oculto and p.adquirido >= 5
      and (c.contada_at is null or c.contada_at < now() - interval '1 day')
    order by c.contada_at nulls first, p.id limit least(greatest(coalesce(p_limite, 200), 1), 1000));
  delete from public.productos_relacionados where producto_id = any (v_productos);
  with suyos as materialized (
    select distinct a.producto_id, a.user_id from public.adquisiciones a
    where a.producto_id = any (v_productos) and a.revocada_at is null
  ), compradores as materialized (
    select s.user_id from (select distinct user_id from suyos) s
    where (select count(*) from (
      select from public.adquisiciones a where a.user_id = s.user_id limit 201) x) <= 200
  ), tambien as materialized (
    select distinct a.user_id, a.producto_id from compradores c
    join public.adquisiciones a on a.user_id = c.user_id and a.revocada_at is null
  ), pares as (
    select s.producto_id, t.producto_id as relacionado_id, count(*)::integer as compradores
    from suyos s join tambien t on t.user_id = s.user_id and t.producto_id <> s.producto_id
    group by 1, 2 having count(*) >= 5
  ), puestos as (
    -- Common purchases relative to all purchases: otherwise the most popular would relate to everything.
    select r.*, row_number() over (
      partition by r.producto_id order by r.compradores / sqrt(greatest(p.adquirido, r.compradores)) desc, p.id) as puesto
    from pares r join public.productos p on p.id = r.relacionado_id
    where p.status = 'approved' and not p.oculto
  )
  insert into public.productos_relacionados (producto_id, relacionado_id, compradores, puesto)
  select producto_id, relacionado_id, compradores, puesto from puestos where puesto <= 12;
  insert into public.cuentas_relacionados (producto_id) select unnest(v_productos)
  on conflict (producto_id) do update set contada_at = now();
  -- Last, because sales wait for the products that are locked.
  with cambiados as (
    select p.id, c.personas from public.productos p
    cross join lateral (select count(distinct a.user_id)::integer as personas from public.adquisiciones a
      where a.producto_id = p.id and a.revocada_at is null) c
    where p.id = any (v_productos) and p.compradores <> c.personas order by p.id for no key update of p
  )
  update public.productos p set compradores = c.personas from cambiados c where p.id = c.id;
  return cardinality(v_productos);
end
$$;
grant execute on function public.contar_relacionados(integer) to service_role;

-- Related products on sale, best first, without the number of owners.
create function public.relacionados_de(p_producto uuid, p_limite integer default 3) returns table (id uuid)
language sql stable security definer set search_path = '' as $$
  select p.id from public.productos_relacionados r join public.productos p on p.id = r.relacionado_id
  where r.producto_id = p_producto and p.status = 'approved' and not p.oculto
  order by r.puesto limit least(greatest(p_limite, 1), 12);
$$;
grant execute on function public.relacionados_de(uuid, integer) to anon, authenticated;
