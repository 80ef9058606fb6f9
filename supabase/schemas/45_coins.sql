-- UnCoins: an append-only ledger, from which a person's balance is derived.

create table public.movimientos_uncoins (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  cantidad integer not null check (cantidad <> 0),
  concepto text not null check (concepto in ('recarga', 'compra', 'club', 'reembolso', 'ajuste', 'regalo_caducado')),
  clave text not null unique,
  pago_id uuid references public.pagos (id) on delete restrict,
  created_at timestamptz not null default now(),
  -- The Club charge that granted these coins.
  cargo_club_id uuid references public.cargos_club (id) on delete restrict
);
create index movimientos_uncoins_user_id_idx on public.movimientos_uncoins (user_id, created_at desc);
create index movimientos_uncoins_pago_id_idx on public.movimientos_uncoins (pago_id);
create index movimientos_uncoins_cargo_club_id_idx on public.movimientos_uncoins (cargo_club_id);

alter table public.movimientos_uncoins enable row level security;
grant select on public.movimientos_uncoins to authenticated, service_role;
create policy movimientos_uncoins_select on public.movimientos_uncoins for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy movimientos_uncoins_segundo_paso on public.movimientos_uncoins as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.movimientos_uncoins
  for each statement execute function privado.prohibir_cambio();
create trigger exigir_sesion_completa before insert or update or delete on public.movimientos_uncoins
  for each statement execute function privado.exigir_sesion_completa();

-- Updates the balance from the ledger.
create function privado.sumar_uncoins() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.usuarios_meta set uncoins = uncoins + new.cantidad where id = new.user_id;
  return new;
end
$$;
create trigger sumar_uncoins after insert on public.movimientos_uncoins
  for each row execute function privado.sumar_uncoins();

-- Only the trigger above may change the balance: other statements have depth one.
create function privado.proteger_saldo() returns trigger
language plpgsql set search_path = '' as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'the balance of coins changes through movimientos_uncoins only';
  end if;
  return new;
end
$$;
create trigger proteger_saldo before update of uncoins on public.usuarios_meta
  for each row when (old.uncoins is distinct from new.uncoins) execute function privado.proteger_saldo();
create trigger proteger_saldo_inicial before insert on public.usuarios_meta
  for each row when (new.uncoins <> 0) execute function privado.proteger_saldo();

-- Creates missing packs of UnCoins, in the name of the first admin. Idempotent.
create function public.crear_packs() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_admin uuid := (select id from public.usuarios_meta where role = 'admin' order by created_at, id limit 1);
  v_hechos integer;
begin
  if v_admin is null then return privado.rechazo('sin_admin'); end if;
  insert into public.productos (slug, nombre, nombre_en, precio, uncoins, category, descargable, status, usuario_id,
    portada_url, acerca_de, acerca_de_en, publicado_at)
  select 'uncoins-' || p.uncoins, p.uncoins || ' UnCoins', p.uncoins || ' UnCoins', p.precio, p.uncoins, 'uncoins', false,
    'approved', v_admin, '/default-cover.webp', 'Saldo para comprar en la tienda.', 'Balance to spend in the shop.', now()
  from (values (100, 1.59), (500, 7.95), (1000, 15.90)) p (uncoins, precio)
  on conflict (slug) do nothing;
  get diagnostics v_hechos = row_count;
  return jsonb_build_object('ok', true, 'creados', v_hechos);
end
$$;
grant execute on function public.crear_packs() to service_role;
