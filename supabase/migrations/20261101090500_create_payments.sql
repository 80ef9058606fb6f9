-- Payments and what they delivered. Every row is written by a function of a later migration.

create table public.pagos (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  destinatario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  producto_id uuid references public.productos (id) on delete restrict,
  edicion_id uuid,
  bundle_id uuid references public.bundles (id) on delete restrict,
  cupon_id uuid references public.codigos_cupones (id) on delete set null,
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
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete restrict,
  check (num_nonnulls(producto_id, bundle_id) = 1),
  unique (user_id, clave),
  unique (proveedor, referencia)
);
create index pagos_user_id_idx on public.pagos (user_id, creado_at desc);
create index pagos_destinatario_id_idx on public.pagos (destinatario_id);
create index pagos_producto_id_idx on public.pagos (producto_id);
create index pagos_edicion_id_idx on public.pagos (edicion_id, producto_id);
create index pagos_bundle_id_idx on public.pagos (bundle_id);
create index pagos_cupon_id_idx on public.pagos (cupon_id, estado);
create index pagos_abiertos_idx on public.pagos (creado_at) where estado in ('creado', 'pagado');

create table public.adquisiciones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  producto_id uuid references public.productos (id) on delete set null,
  edicion_id uuid,
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
  revocada_motivo text,
  -- An edition that was sold stays: without it the order would silently become one of the base product.
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete restrict
);
create unique index adquisiciones_una_vigente_key on public.adquisiciones
  (user_id, producto_id, coalesce(edicion_id, '00000000-0000-0000-0000-000000000000')) where revocada_at is null;
create unique index adquisiciones_pago_producto_key on public.adquisiciones (pago_id, producto_id);
create index adquisiciones_user_id_idx on public.adquisiciones (user_id, created_at desc);
create index adquisiciones_producto_id_idx on public.adquisiciones (producto_id, created_at desc);
create index adquisiciones_edicion_id_idx on public.adquisiciones (edicion_id, producto_id);
create index adquisiciones_bundle_id_idx on public.adquisiciones (bundle_id);
create index adquisiciones_regalado_por_idx on public.adquisiciones (regalado_por);
create index adquisiciones_created_at_idx on public.adquisiciones (created_at desc);

alter table public.pagos enable row level security;
alter table public.adquisiciones enable row level security;
grant select on public.pagos, public.adquisiciones to authenticated, service_role;

create policy pagos_select on public.pagos for select to authenticated
  using (user_id = (select auth.uid()) or (select public.es_admin()));
create policy adquisiciones_select on public.adquisiciones for select to authenticated
  using (user_id = (select auth.uid()) or regalado_por = (select auth.uid()) or (select public.es_admin()));
