-- Store switches, coupons, codes, withdrawals.

create table public.configuracion_global (
  id integer primary key default 1 check (id = 1),
  mantenimiento boolean not null default false,
  status_down boolean not null default false,
  club_descuento_porcentaje integer not null default 30 check (club_descuento_porcentaje between 0 and 100),
  recargo_paypal_porcentaje integer not null default 8 check (recargo_paypal_porcentaje between 0 and 100),
  ingresos_creador_porcentaje integer not null default 20 check (ingresos_creador_porcentaje between 0 and 100)
);
insert into public.configuracion_global default values;

create table public.codigos_cupones (
  id uuid primary key default gen_random_uuid(),
  codigo text not null check (char_length(codigo) between 3 and 40 and codigo = btrim(codigo)),
  product_id uuid not null references public.productos (id) on delete cascade,
  percent_discount integer not null check (percent_discount between 1 and 100),
  caduca_at timestamptz,
  usos_max integer check (usos_max > 0),
  usos_por_usuario integer check (usos_por_usuario > 0),
  unique (product_id, codigo)
);

create table public.codigos_canjes (
  id uuid primary key default gen_random_uuid(),
  codigo text not null unique check (char_length(codigo) between 6 and 60 and codigo = btrim(codigo)),
  canjeado boolean not null default false,
  canjeado_por uuid references public.usuarios_meta (id) on delete set null,
  canjeado_at timestamptz,
  id_producto uuid not null references public.productos (id) on delete cascade,
  id_edicion uuid,
  foreign key (id_edicion, id_producto) references public.ediciones (id, producto_id) on delete cascade
);
create index codigos_canjes_id_producto_idx on public.codigos_canjes (id_producto);
create index codigos_canjes_id_edicion_idx on public.codigos_canjes (id_edicion, id_producto);
create index codigos_canjes_canjeado_por_idx on public.codigos_canjes (canjeado_por);

create table public.withdrawals (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  paypal_email text not null check (char_length(paypal_email) between 3 and 254),
  amount numeric(10, 2) not null check (amount >= 5),
  estado text not null default 'solicitado' check (estado in ('solicitado', 'pagado', 'rechazado')),
  created_at timestamptz not null default now()
);
create index withdrawals_usuario_id_idx on public.withdrawals (usuario_id, created_at desc);
create index withdrawals_created_at_idx on public.withdrawals (created_at desc);

alter table public.configuracion_global enable row level security;
alter table public.codigos_cupones enable row level security;
alter table public.codigos_canjes enable row level security;
alter table public.withdrawals enable row level security;

grant select on public.configuracion_global to anon, authenticated;
grant select on public.withdrawals to authenticated;
grant select on public.configuracion_global, public.codigos_cupones, public.codigos_canjes, public.withdrawals
  to service_role;
create policy configuracion_global_select on public.configuracion_global for select to anon, authenticated using (true);
create policy withdrawals_select on public.withdrawals for select to authenticated
  using (usuario_id = (select auth.uid()) or (select public.es_admin()));
