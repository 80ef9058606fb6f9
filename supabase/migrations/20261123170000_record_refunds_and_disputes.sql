-- What goes back, by the provider's own ids: every refund and every dispute is a row that says how it stands there now.
-- What a payment is worth follows from these rows alone, in whatever order and however often they were heard of.

alter table public.reembolsos
  drop constraint reembolsos_pago_id_key,
  drop constraint reembolsos_estado_check,
  drop column intento,
  alter column motivo drop not null,
  add constraint reembolsos_estado_check
    check (estado in ('pedido', 'pendiente', 'hecho', 'rechazado', 'fallido')),
  add column centimos integer,
  add column proveedor text check (proveedor in ('stripe', 'paypal', 'uncoins', 'gratis')),
  add column referencia text,
  add column clave text unique check (char_length(clave) between 8 and 100),
  add column proveedor_at timestamptz,
  add column fallido_at timestamptz,
  add constraint reembolsos_referencia_key unique (proveedor, referencia);
comment on column public.reembolsos.motivo is 'null: made at the provider, by nobody here';
comment on column public.reembolsos.referencia is 'the provider''s id of the refund, or resto:<payment> for one that is known by its effect only';
create index reembolsos_pago_id_idx on public.reembolsos (pago_id, created_at);
create index reembolsos_en_camino_idx on public.reembolsos (pago_id) where estado = 'pendiente';

update public.reembolsos r set centimos = p.total_centimos, proveedor = p.proveedor,
  referencia = case when r.estado = 'hecho' then 'resto:' || p.id end
from public.pagos p where p.id = r.pago_id;
alter table public.reembolsos alter column centimos set not null, add check (centimos >= 0);

create table public.disputas (
  id uuid primary key default gen_random_uuid(),
  pago_id uuid not null references public.pagos (id) on delete restrict,
  proveedor text not null check (proveedor in ('stripe', 'paypal', 'uncoins', 'gratis')),
  referencia text not null,
  fase text not null check (fase in ('consulta', 'abierta', 'sin_decidir', 'perdida', 'ganada')),
  centimos integer not null check (centimos >= 0),
  motivo text check (char_length(motivo) <= 500),
  vence_at timestamptz,
  abierta_at timestamptz not null,
  -- How far the provider's own story of it has gone: an older reading never replaces a newer one.
  version bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (proveedor, referencia)
);
create index disputas_pago_id_idx on public.disputas (pago_id);
alter table public.disputas enable row level security;
grant select on public.disputas to authenticated, service_role;
create policy disputas_select on public.disputas for select to authenticated
  using ((select public.es_admin())
    or exists (select from public.pagos p where p.id = pago_id and p.user_id = (select auth.uid())));

-- What was taken back before these rows existed.
insert into public.reembolsos (pago_id, estado, centimos, proveedor, referencia, hecho_at, created_at)
select p.id, 'hecho', p.total_centimos, p.proveedor, 'resto:' || p.id, p.revertido_at, coalesce(p.revertido_at, now())
from public.pagos p
where p.estado = 'reembolsado' and not exists (
  select from public.reembolsos r where r.pago_id = p.id and r.estado = 'hecho');
insert into public.disputas (pago_id, proveedor, referencia, fase, centimos, abierta_at)
select p.id, p.proveedor, 'resto:' || p.id, 'abierta', p.total_centimos, coalesce(p.revertido_at, now())
from public.pagos p where p.estado = 'en_disputa';

-- When the shop last asked the provider what has gone back, for payments whose news may be lost.
create table public.revisiones_pago (
  pago_id uuid primary key references public.pagos (id) on delete cascade,
  revisado_at timestamptz not null default now()
);
alter table public.revisiones_pago enable row level security;
create index pagos_paypal_pagados_idx on public.pagos ((coalesce(pagado_at, revertido_at))) where proveedor = 'paypal';

-- Several credit notes answer one invoice: one per refund, one per lost dispute, and one for each that came to nothing.
alter table public.facturas
  add column reembolso_id uuid references public.reembolsos (id) on delete restrict,
  add column disputa_id uuid references public.disputas (id) on delete restrict,
  add column anula uuid unique references public.facturas (id) on delete restrict;
drop index public.facturas_una_rectificativa_key;
-- By an expression: an API that reads a unique column as «has one» would find one document where there are several.
drop index public.facturas_una_por_pago_key;
create unique index facturas_una_por_pago_key on public.facturas ((coalesce(rectifica, pago_id))) where rectifica is null;
create index facturas_rectifica_idx on public.facturas (rectifica);
create index facturas_disputa_id_idx on public.facturas (disputa_id);
create unique index facturas_una_por_reembolso_key on public.facturas (reembolso_id) where anula is null;
create index facturas_reembolso_id_idx on public.facturas (reembolso_id);

revoke execute on all functions in schema public from public;
