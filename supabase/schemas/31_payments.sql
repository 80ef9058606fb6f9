-- Payments and their tables. The functions of the following files write all rows.

-- Wordings of the consent to immediate delivery, by version; immutable. The page shows the newest; every payment stores
-- the version that its buyer accepted.
create table public.textos_consentimiento (
  version text primary key check (version ~ '^[a-z0-9-]{3,40}$'),
  es text not null,
  en text not null,
  desde timestamptz not null default now()
);

alter table public.textos_consentimiento enable row level security;
grant select on public.textos_consentimiento to anon, authenticated, service_role;
create policy textos_consentimiento_select on public.textos_consentimiento for select to anon, authenticated
  using (true);

create trigger solo_anadir before update or delete or truncate on public.textos_consentimiento
  for each statement execute function privado.prohibir_cambio();

insert into public.textos_consentimiento (version, es, en) values ('entrega-2026-11',
  'Pido que se me entregue el contenido digital sin esperar a que acaben los 14 días de desistimiento, y acepto que pierdo ese derecho en cuanto esté disponible para descargarlo o usarlo.',
  'I ask for the digital content to be delivered without waiting for the 14 days of withdrawal to end, and I accept that I lose that right as soon as it is available to download or use.');

create table public.pagos (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  destinatario_id uuid references public.usuarios_meta (id) on delete restrict,
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
  minecraft_name text check (minecraft_name ~ '^[A-Za-z0-9_]{3,16}$'),
  clave text not null check (char_length(clave) between 8 and 100),
  created_at timestamptz not null default now(),
  pagado_at timestamptz,
  entregado_at timestamptz,
  caduca_at timestamptz not null default now() + interval '1 hour',
  confirmado_at timestamptz,
  revertido_at timestamptz,
  pendiente_at timestamptz,
  motivo_no_entregado text,
  consentimiento_version text references public.textos_consentimiento (version) on delete restrict,
  consentimiento_at timestamptz,
  rechazado_at timestamptz,
  rechazos integer not null default 0,
  cobro_at timestamptz,
  sin_respuesta_at timestamptz,
  unidades_vendidas jsonb not null default '{}',
  unidades_devueltas uuid[] not null default '{}',
  constraint pagos_consentimiento_check check ((consentimiento_version is null) = (consentimiento_at is null)),
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete restrict,
  check (num_nonnulls(producto_id, bundle_id) = 1),
  unique (user_id, clave),
  unique (proveedor, referencia)
);
comment on column public.pagos.destinatario_id is 'null for a gift by a link that nobody has collected yet';
comment on column public.pagos.confirmado_at is 'when the provider says it was paid; pagado_at is when we heard of it';
comment on column public.pagos.pendiente_at is 'since when the money is on its way by a slow method';
comment on column public.pagos.rechazado_at is 'when the charge began that was declined last; rechazos is how often one was';
comment on column public.pagos.cobro_at is 'when the shop first allowed the charge that has no answer yet';
comment on column public.pagos.sin_respuesta_at is 'since when the provider has not answered the question about it';
comment on column public.pagos.motivo_no_entregado is 'why it was not delivered: not charged, or its money is going back';
comment on column public.pagos.minecraft_name is 'null for a pack of UnCoins, which belongs to no player';
comment on column public.pagos.consentimiento_version is 'what the buyer agreed to: delivery at once, without withdrawal';
comment on column public.pagos.unidades_vendidas is
  'of a reservation, or a gift that waits for its day: the products of which it took a unit, with the count (`recuentos`) that this was taken from';
comment on column public.pagos.unidades_devueltas is 'the products whose unit can be sold again, because nobody has got them';
create index pagos_consentimiento_version_idx on public.pagos (consentimiento_version);
create index pagos_user_id_idx on public.pagos (user_id, created_at desc);
create index pagos_destinatario_id_idx on public.pagos (destinatario_id);
create index pagos_producto_id_idx on public.pagos (producto_id);
create index pagos_edicion_id_idx on public.pagos (edicion_id, producto_id);
create index pagos_bundle_id_idx on public.pagos (bundle_id);
create index pagos_cupon_id_idx on public.pagos (cupon_id, estado);
create index pagos_abiertos_idx on public.pagos (created_at) where estado in ('creado', 'pagado');
create index pagos_created_at_idx on public.pagos (created_at desc, id);
create index pagos_estado_idx on public.pagos (estado, created_at desc, id desc);
create index pagos_referencia_idx on public.pagos (referencia);
create index pagos_pagado_at_idx on public.pagos (pagado_at) include (metodo, total_centimos)
  where pagado_at is not null;
create index pagos_revertido_at_idx on public.pagos (revertido_at) include (metodo, total_centimos)
  where revertido_at is not null;
create index pagos_paypal_pagados_idx on public.pagos ((coalesce(pagado_at, revertido_at))) where proveedor = 'paypal';

alter table public.pagos enable row level security;
grant select on public.pagos to authenticated, service_role;
create policy pagos_select on public.pagos for select to authenticated
  using (user_id = (select auth.uid()) or (select privado.es_admin()));
create policy pagos_segundo_paso on public.pagos as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.pagos
  for each statement execute function privado.exigir_sesion_completa();

-- The public state of a payment, and its orders.
create function privado.describir_pago(p_pago public.pagos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'ok', true, 'pago_id', p_pago.id, 'user_id', p_pago.user_id, 'destinatario_id', p_pago.destinatario_id,
    'estado', p_pago.estado, 'metodo', p_pago.metodo, 'proveedor', p_pago.proveedor, 'referencia', p_pago.referencia,
    'total_centimos', p_pago.total_centimos, 'moneda', p_pago.moneda,
    'presupuesto', p_pago.presupuesto - 'interno', 'nombre', p_pago.presupuesto ->> 'nombre',
    'created_at', p_pago.created_at, 'pagado_at', p_pago.pagado_at, 'entregado_at', p_pago.entregado_at,
    'confirmado_at', p_pago.confirmado_at, 'revertido_at', p_pago.revertido_at, 'pendiente_at', p_pago.pendiente_at,
    'motivo_no_entregado', p_pago.motivo_no_entregado,
    'consentimiento_version', p_pago.consentimiento_version, 'consentimiento_at', p_pago.consentimiento_at,
    'caduca_at', p_pago.caduca_at,
    'pedidos', coalesce((
      select jsonb_agg(a.id order by a.created_at, a.id) from public.adquisiciones a where a.pago_id = p_pago.id
    ), '[]'::jsonb));
$$;

-- The current English name of a payment's item, if it has one. The Spanish name of the quote does not change.
create function privado.nombre_en_de_compra(p_producto uuid, p_bundle uuid) returns text
language sql stable security definer set search_path = '' as $$
  select coalesce((select nombre_en from public.productos where id = p_producto),
    (select nombre_en from public.bundles where id = p_bundle));
$$;

-- The facts of a receipt mail, with all purchased products.
create function public.datos_recibo(p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select privado.describir_pago(p) || jsonb_build_object(
    'nombre_en', privado.nombre_en_de_compra(p.producto_id, p.bundle_id), 'minecraft_name', p.minecraft_name,
    'consentimiento', (select jsonb_build_object('es', t.es, 'en', t.en)
      from public.textos_consentimiento t where t.version = p.consentimiento_version),
    'articulos', coalesce((
      select jsonb_agg(jsonb_build_object('pedido_id', a.id, 'nombre', x.nombre, 'nombre_en', x.nombre_en,
        'es_reserva', a.es_reserva, 'fecha_lanzamiento', coalesce(e.fecha_lanzamiento, x.fecha_lanzamiento))
        order by a.created_at, a.id)
      from public.adquisiciones a join public.productos x on x.id = a.producto_id
      left join public.ediciones e on e.id = a.edicion_id where a.pago_id = p.id), '[]'::jsonb),
    'regalado_por', (select display_name from public.usuarios_meta where id = p.user_id))
  from public.pagos p where p.id = p_pago;
$$;
grant execute on function public.datos_recibo(uuid) to service_role;

-- True if a purchase needs consent to immediate delivery: all goods that cost something. Free goods have nothing to
-- refund, and unspent UnCoins can be returned for 14 days.
create function privado.exige_consentimiento(p_presupuesto jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select (p_presupuesto ->> 'total_centimos')::integer > 0 and p_presupuesto #>> '{interno,uncoins}' is null;
$$;

-- Finds and locks the payment of a provider's reference. The payment's own id is used if the shop stopped before it
-- recorded the reference.
create function privado.bloquear_pago(p_proveedor text, p_referencia text, p_pago uuid) returns public.pagos
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  select * into v_pago from public.pagos where proveedor = p_proveedor and referencia = p_referencia for no key update;
  if v_pago.id is null and p_pago is not null then
    select * into v_pago from public.pagos where proveedor = p_proveedor and id = p_pago for no key update;
  end if;
  return v_pago;
end
$$;

-- The products of a payment, as quoted.
create function privado.articulos_de(p_pago public.pagos) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(
    select (a ->> 'producto_id')::uuid from jsonb_array_elements(p_pago.presupuesto #> '{interno,articulos}') a);
$$;

-- True if two payments are the same purchase (buyer, goods, recipient): the newer one replaces the older and takes over
-- its hold.
create function privado.es_misma_compra(p_uno public.pagos, p_otro public.pagos) returns boolean
language sql immutable set search_path = '' as $$
  select (p_uno.user_id, p_uno.destinatario_id, p_uno.producto_id, p_uno.edicion_id, p_uno.bundle_id)
    is not distinct from (p_otro.user_id, p_otro.destinatario_id, p_otro.producto_id, p_otro.edicion_id, p_otro.bundle_id);
$$;
