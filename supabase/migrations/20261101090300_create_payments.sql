-- Payments, what they delivered, and the ledgers. Every row is written by a function of the next migrations.

create table public.pagos (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  destinatario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  producto_id uuid references public.productos (id) on delete restrict,
  edicion_id uuid references public.ediciones (id) on delete restrict,
  bundle_id uuid references public.bundles (id) on delete restrict,
  metodo text not null check (metodo in ('tarjeta', 'paypal', 'uncoins', 'gratis')),
  proveedor text not null check (proveedor in ('stripe', 'paypal', 'uncoins', 'gratis')),
  referencia text,
  estado text not null default 'creado'
    check (estado in ('creado', 'pagado', 'entregado', 'fallido', 'caducado', 'reembolsado', 'en_disputa')),
  total_centimos integer not null check (total_centimos >= 0),
  moneda text not null default 'EUR' check (moneda = 'EUR'),
  presupuesto jsonb not null,
  minecraft_name text not null check (minecraft_name ~ '^[A-Za-z0-9_]{3,16}$'),
  clave text not null check (char_length(clave) between 8 and 100),
  creado_at timestamptz not null default now(),
  pagado_at timestamptz,
  entregado_at timestamptz,
  caduca_at timestamptz not null default now() + interval '1 hour',
  check (num_nonnulls(producto_id, bundle_id) = 1),
  unique (user_id, clave),
  unique (proveedor, referencia)
);
create index pagos_destinatario_id_idx on public.pagos (destinatario_id);
create index pagos_producto_id_idx on public.pagos (producto_id);
create index pagos_edicion_id_idx on public.pagos (edicion_id);
create index pagos_bundle_id_idx on public.pagos (bundle_id);
create index pagos_abiertos_idx on public.pagos (creado_at) where estado in ('creado', 'pagado');

create table public.adquisiciones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  producto_id uuid references public.productos (id) on delete set null,
  edicion_id uuid references public.ediciones (id) on delete set null,
  bundle_id uuid references public.bundles (id) on delete set null,
  pago_id uuid references public.pagos (id) on delete restrict,
  regalado_por uuid references public.usuarios_meta (id) on delete set null,
  origen text not null default 'compra' check (origen in ('compra', 'regalo', 'codigo', 'bundle', 'club', 'gratis')),
  es_reserva boolean not null default false,
  precio_pagado numeric(10, 2) not null check (precio_pagado >= 0),
  minecraft_name text not null check (minecraft_name ~ '^[A-Za-z0-9_]{3,16}$'),
  created_at timestamptz not null default now(),
  fecha date not null default current_date,
  hora time not null default localtime(0),
  descargas integer not null default 0 check (descargas >= 0),
  revocada_at timestamptz,
  revocada_motivo text
);
create unique index adquisiciones_una_vigente_key on public.adquisiciones
  (user_id, producto_id, coalesce(edicion_id, '00000000-0000-0000-0000-000000000000')) where revocada_at is null;
create unique index adquisiciones_pago_producto_key on public.adquisiciones (pago_id, producto_id);
create index adquisiciones_user_id_idx on public.adquisiciones (user_id, created_at desc);
create index adquisiciones_producto_id_idx on public.adquisiciones (producto_id);
create index adquisiciones_edicion_id_idx on public.adquisiciones (edicion_id);
create index adquisiciones_bundle_id_idx on public.adquisiciones (bundle_id);
create index adquisiciones_regalado_por_idx on public.adquisiciones (regalado_por);
create index adquisiciones_created_at_idx on public.adquisiciones (created_at desc);

create table public.movimientos_uncoins (
  id bigint generated always as identity primary key,
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  cantidad integer not null check (cantidad <> 0),
  concepto text not null check (concepto in ('recarga', 'compra', 'club', 'reembolso', 'ajuste')),
  clave text not null unique,
  pago_id uuid references public.pagos (id) on delete restrict,
  created_at timestamptz not null default now()
);
create index movimientos_uncoins_user_id_idx on public.movimientos_uncoins (user_id, created_at desc);
create index movimientos_uncoins_pago_id_idx on public.movimientos_uncoins (pago_id);

create table public.movimientos_ingresos (
  id bigint generated always as identity primary key,
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  centimos integer not null check (centimos <> 0),
  concepto text not null check (concepto in ('venta', 'reembolso', 'retiro', 'retiro_devuelto', 'ajuste')),
  clave text not null unique,
  adquisicion_id uuid references public.adquisiciones (id) on delete restrict,
  withdrawal_id uuid references public.withdrawals (id) on delete restrict,
  created_at timestamptz not null default now()
);
create index movimientos_ingresos_usuario_id_idx on public.movimientos_ingresos (usuario_id, created_at desc);
create index movimientos_ingresos_adquisicion_id_idx on public.movimientos_ingresos (adquisicion_id);
create index movimientos_ingresos_withdrawal_id_idx on public.movimientos_ingresos (withdrawal_id);

create table public.eventos_proveedor (
  id bigint generated always as identity primary key,
  proveedor text not null check (proveedor in ('stripe', 'paypal')),
  evento_id text not null,
  tipo text not null,
  payload jsonb not null,
  recibido_at timestamptz not null default now(),
  procesado_at timestamptz,
  unique (proveedor, evento_id)
);

create table public.casos_admin (
  id bigint generated always as identity primary key,
  tipo text not null,
  clave text not null unique,
  pago_id uuid references public.pagos (id) on delete restrict,
  datos jsonb not null default '{}',
  resuelto boolean not null default false,
  created_at timestamptz not null default now()
);
create index casos_admin_pago_id_idx on public.casos_admin (pago_id);

create table public.correos (
  id bigint generated always as identity primary key,
  clave text not null unique,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  plantilla text not null,
  datos jsonb not null default '{}',
  estado text not null default 'pendiente' check (estado in ('pendiente', 'enviado', 'fallido')),
  intentos integer not null default 0,
  tomado_hasta timestamptz,
  ultimo_error text,
  created_at timestamptz not null default now(),
  enviado_at timestamptz
);
create index correos_pendientes_idx on public.correos (id) where estado = 'pendiente';
create index correos_user_id_idx on public.correos (user_id);

-- The ledgers are append-only, and the stored balance is kept by them alone.
create function public.prohibir_cambio() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'a ledger row is never changed or deleted';
end
$$;
create trigger solo_anadir before update or delete or truncate on public.movimientos_uncoins
  for each statement execute function public.prohibir_cambio();
create trigger solo_anadir before update or delete or truncate on public.movimientos_ingresos
  for each statement execute function public.prohibir_cambio();

create function public.sumar_uncoins() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.usuarios_meta set uncoins = uncoins + new.cantidad where id = new.user_id;
  return new;
end
$$;
create trigger sumar_uncoins after insert on public.movimientos_uncoins
  for each row execute function public.sumar_uncoins();
revoke execute on function public.prohibir_cambio(), public.sumar_uncoins() from public, anon, authenticated;

alter table public.pagos enable row level security;
alter table public.adquisiciones enable row level security;
alter table public.movimientos_uncoins enable row level security;
alter table public.movimientos_ingresos enable row level security;
alter table public.eventos_proveedor enable row level security;
alter table public.casos_admin enable row level security;
alter table public.correos enable row level security;
revoke all on public.pagos, public.adquisiciones, public.movimientos_uncoins, public.movimientos_ingresos,
  public.eventos_proveedor, public.casos_admin, public.correos from anon, authenticated;
grant select on public.pagos, public.adquisiciones, public.movimientos_uncoins, public.movimientos_ingresos,
  public.casos_admin to authenticated;

create policy pagos_select on public.pagos for select to authenticated
  using (user_id = (select auth.uid()) or (select public.es_admin()));
create policy adquisiciones_select on public.adquisiciones for select to authenticated
  using (user_id = (select auth.uid()) or regalado_por = (select auth.uid()) or (select public.es_admin()));
create policy movimientos_uncoins_select on public.movimientos_uncoins for select to authenticated
  using (user_id = (select auth.uid()) or (select public.es_admin()));
create policy movimientos_ingresos_select on public.movimientos_ingresos for select to authenticated
  using (usuario_id = (select auth.uid()) or (select public.es_admin()));
create policy casos_admin_select on public.casos_admin for select to authenticated using ((select public.es_admin()));
