-- Invoices: numbered without gaps per year and series, frozen when they are issued. The money of UnCoins is invoiced
-- when they are topped up, so a purchase in coins has none.

alter table public.configuracion_global
  add column vendedor_nombre text not null default 'UnStore Contenidos Digitales, S. L.',
  add column vendedor_nif text not null default 'B00000000',
  add column vendedor_direccion text not null default 'Calle Mayor 1, 28013 Madrid, España',
  add column iva_porcentaje integer not null default 21 check (iva_porcentaje between 0 and 100);

create table public.contadores_facturas (
  serie text primary key,
  ultimo integer not null default 0 check (ultimo >= 0)
);

create table public.facturas (
  id uuid primary key default gen_random_uuid(),
  serie text not null,
  numero integer not null check (numero > 0),
  pago_id uuid not null references public.pagos (id) on delete restrict,
  rectifica uuid references public.facturas (id) on delete restrict,
  datos jsonb not null,
  emitida_at timestamptz not null default now(),
  unique (serie, numero)
);
create unique index facturas_una_por_pago_key on public.facturas (pago_id) where rectifica is null;
create unique index facturas_una_rectificativa_key on public.facturas (rectifica);
create index facturas_pago_id_idx on public.facturas (pago_id);
create trigger solo_anadir before update or delete or truncate on public.facturas
  for each statement execute function public.prohibir_cambio();

alter table public.contadores_facturas enable row level security;
alter table public.facturas enable row level security;
grant select on public.facturas to authenticated, service_role;
create policy facturas_select on public.facturas for select to authenticated
  using ((select public.es_admin())
    or exists (select from public.pagos p where p.id = pago_id and p.user_id = (select auth.uid())));

-- The next number. The counter's row is locked until the invoice is written or given up with it: no gap, no double.
create function public.siguiente_factura(p_serie text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_numero integer;
begin
  insert into public.contadores_facturas (serie) values (p_serie) on conflict (serie) do nothing;
  update public.contadores_facturas set ultimo = ultimo + 1 where serie = p_serie returning ultimo into v_numero;
  return v_numero;
end
$$;

create function public.escribir_factura(p_pago public.pagos) returns public.facturas
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_factura public.facturas;
  v_tienda public.configuracion_global;
  v_comprador public.usuarios_meta;
  v_base integer;
begin
  -- One at a time per payment: the second finds what the first has written.
  perform 1 from public.pagos where id = p_pago.id for no key update;
  select * into v_factura from public.facturas where pago_id = p_pago.id and rectifica is null;
  if found then return v_factura; end if;
  select * into v_tienda from public.configuracion_global where id = 1;
  select * into v_comprador from public.usuarios_meta where id = p_pago.user_id;
  -- Prices include the tax: the base is what is left, and both add up to the cent.
  v_base := round(p_pago.total_centimos * 100.0 / (100 + v_tienda.iva_porcentaje))::integer;
  insert into public.facturas (serie, numero, pago_id, datos)
  select to_char(now() at time zone 'Europe/Madrid', 'YYYY'),
    public.siguiente_factura(to_char(now() at time zone 'Europe/Madrid', 'YYYY')), p_pago.id,
    jsonb_build_object(
      'idioma', v_comprador.idioma,
      'vendedor', jsonb_build_object('nombre', v_tienda.vendedor_nombre, 'nif', v_tienda.vendedor_nif,
        'direccion', v_tienda.vendedor_direccion),
      'comprador', jsonb_build_object('nombre', v_comprador.display_name,
        'email', (select email from auth.users where id = p_pago.user_id)),
      'concepto', p_pago.presupuesto ->> 'nombre', 'edicion', p_pago.presupuesto ->> 'edicion',
      'lineas', p_pago.presupuesto -> 'lineas', 'metodo', p_pago.metodo,
      'pagado_at', p_pago.pagado_at,
      'iva_porcentaje', v_tienda.iva_porcentaje, 'base_centimos', v_base,
      'iva_centimos', p_pago.total_centimos - v_base, 'total_centimos', p_pago.total_centimos)
  returning * into v_factura;
  return v_factura;
end
$$;

create function public.describir_factura(p_factura public.facturas) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'serie', p_factura.serie, 'numero', p_factura.numero,
    'emitida_at', p_factura.emitida_at, 'datos', p_factura.datos,
    'rectifica', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f where f.id = p_factura.rectifica));
$$;

-- The invoice of an order or a payment, written at the first asking, for whoever paid or an admin. Others, and what
-- nobody paid money for, have none.
create function public.emitir_factura(p_id uuid, p_rectificativa boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_factura public.facturas;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('no_existe'); end if;
  select p.* into v_pago from public.pagos p
  where p.id = p_id or p.id = (select a.pago_id from public.adquisiciones a where a.id = p_id);
  if v_pago.id is null or (v_pago.user_id <> auth.uid() and not public.es_admin()) then
    return public.rechazo('no_existe');
  end if;
  if p_rectificativa then
    select f.* into v_factura from public.facturas f where f.pago_id = v_pago.id and f.rectifica is not null;
    if v_factura.id is null then return public.rechazo('no_existe'); end if;
    return public.describir_factura(v_factura);
  end if;
  if v_pago.proveedor not in ('stripe', 'paypal') or v_pago.total_centimos = 0
    or v_pago.estado not in ('entregado', 'reembolsado', 'en_disputa') or v_pago.entregado_at is null then
    return public.rechazo('no_existe');
  end if;
  return public.describir_factura(public.escribir_factura(v_pago));
end
$$;

-- A refund leaves the invoice as it is, and is answered by one of its own series with the amounts turned round.
create function public.rectificar_factura() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_original public.facturas;
  v_serie text := 'R' || to_char(now() at time zone 'Europe/Madrid', 'YYYY');
begin
  if new.entregado_at is null or new.proveedor not in ('stripe', 'paypal') or new.total_centimos = 0 then
    return new;
  end if;
  v_original := public.escribir_factura(new);
  if exists (select from public.facturas where rectifica = v_original.id) then return new; end if;
  insert into public.facturas (serie, numero, pago_id, rectifica, datos)
  values (v_serie, public.siguiente_factura(v_serie), new.id, v_original.id, v_original.datos || jsonb_build_object(
    'base_centimos', -(v_original.datos ->> 'base_centimos')::integer,
    'iva_centimos', -(v_original.datos ->> 'iva_centimos')::integer,
    'total_centimos', -(v_original.datos ->> 'total_centimos')::integer,
    'lineas', jsonb_build_array(public.linea('reembolso', -(v_original.datos ->> 'total_centimos')::integer))));
  return new;
end
$$;
create trigger rectificar_factura after update of estado on public.pagos
  for each row when (new.estado = 'reembolsado' and old.estado <> 'reembolsado')
  execute function public.rectificar_factura();

revoke execute on all functions in schema public from public;
grant execute on function public.emitir_factura(uuid, boolean) to authenticated;
