-- Invoices: immutable, numbered without gaps per year and series. UnCoins are invoiced when they are topped up, so a
-- purchase in coins has none.

create table public.contadores_facturas (
  serie text primary key,
  ultimo integer not null default 0 check (ultimo >= 0)
);

alter table public.contadores_facturas enable row level security;

create table public.facturas (
  id uuid primary key default gen_random_uuid(),
  serie text not null,
  numero integer not null check (numero > 0),
  pago_id uuid references public.pagos (id) on delete restrict,
  rectifica uuid references public.facturas (id) on delete restrict,
  datos jsonb not null,
  emitida_at timestamptz not null default now(),
  cargo_club_id uuid references public.cargos_club (id) on delete restrict,
  -- A credit note belongs to one refund or one lost dispute; `anula` is the note that it reverses.
  reembolso_id uuid references public.reembolsos (id) on delete restrict,
  disputa_id uuid references public.disputas (id) on delete restrict,
  anula uuid unique references public.facturas (id) on delete restrict,
  constraint facturas_de_algo_check check (num_nonnulls(pago_id, cargo_club_id) = 1),
  unique (serie, numero)
);
create index facturas_pago_id_idx on public.facturas (pago_id);
create unique index facturas_una_por_cargo_club_key on public.facturas (cargo_club_id) where rectifica is null;
create index facturas_cargo_club_id_idx on public.facturas (cargo_club_id);
create index facturas_devoluciones_club_idx on public.facturas (emitida_at)
  where cargo_club_id is not null and rectifica is not null;
-- An expression index: PostgREST would read a unique column as a one-to-one relationship, although there are several
-- documents.
create unique index facturas_una_por_pago_key on public.facturas ((coalesce(rectifica, pago_id))) where rectifica is null;
create index facturas_rectifica_idx on public.facturas (rectifica);
create index facturas_disputa_id_idx on public.facturas (disputa_id);
create unique index facturas_una_por_reembolso_key on public.facturas (reembolso_id) where anula is null;
create index facturas_reembolso_id_idx on public.facturas (reembolso_id);
create index facturas_rectificativas_idx on public.facturas (emitida_at) where rectifica is not null;

alter table public.facturas enable row level security;
grant select on public.facturas to authenticated, service_role;
create policy facturas_select on public.facturas for select to authenticated
  using ((select privado.es_admin())
    or exists (select from public.pagos p where p.id = pago_id and p.user_id = (select auth.uid())));
create policy facturas_club_select on public.facturas for select to authenticated
  using (exists (select from public.cargos_club c where c.id = cargo_club_id and c.user_id = (select auth.uid())));
create policy facturas_segundo_paso on public.facturas as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.facturas
  for each statement execute function privado.prohibir_cambio();

-- Delivered sales that wait for their invoice, because the seller's data is missing. Invoices are immutable, so they
-- wait, while goods do not.
create table public.facturas_pendientes (
  id bigint generated always as identity primary key,
  pago_id uuid unique references public.pagos (id) on delete restrict,
  cargo_club_id uuid unique references public.cargos_club (id) on delete restrict,
  created_at timestamptz not null default now(),
  -- Of the moment of the sale.
  iva_porcentaje integer not null,
  constraint facturas_pendientes_de_algo_check check (num_nonnulls(pago_id, cargo_club_id) = 1)
);

alter table public.facturas_pendientes enable row level security;

-- True if an invoice can be written now. If not, it is queued, and the admins are notified once.
create function privado.puede_facturar(p_pago uuid, p_cargo uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_falta text[] := privado.falta_del_vendedor();
begin
  if v_falta = '{}' then return true; end if;
  insert into public.facturas_pendientes (pago_id, cargo_club_id, iva_porcentaje)
  select p_pago, p_cargo, iva_porcentaje from public.configuracion_global where id = 1 on conflict do nothing;
  perform public.abrir_caso('vendedor_incompleto', 'vendedor_incompleto:' || (
      select count(*) from public.casos_admin where tipo = 'vendedor_incompleto' and resuelto),
    null, jsonb_build_object('falta', to_jsonb(v_falta)));
  return false;
end
$$;

-- The tax of a sale in percent: that of the sale's time, if its invoice has waited.
create function privado.iva_de_venta(p_pago uuid, p_cargo uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce((select iva_porcentaje from public.facturas_pendientes where pago_id = p_pago or cargo_club_id = p_cargo),
    (select iva_porcentaje from public.configuracion_global where id = 1));
$$;

-- The series of a new document: kind and year. In the year of a restore it includes its time, because numbers after the
-- backup were issued, and a higher start would leave a gap.
create function privado.serie_de_facturas(p_clase text) returns text
language sql stable security definer set search_path = '' as $$
  select p_clase || to_char(now() at time zone 'Europe/Madrid', 'YYYY') || coalesce((
    select to_char(restaurada_at at time zone 'Europe/Madrid', '"B"MMDDHH24MI') from public.restauraciones
    where date_trunc('year', restaurada_at at time zone 'Europe/Madrid')
      = date_trunc('year', now() at time zone 'Europe/Madrid')
    order by id desc limit 1), '');
$$;

-- The next number. The counter's row is locked until the end of the transaction: no gaps, no duplicates.
create function privado.siguiente_factura(p_serie text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_numero integer;
begin
  insert into public.contadores_facturas (serie) values (p_serie) on conflict (serie) do nothing;
  update public.contadores_facturas set ultimo = ultimo + 1 where serie = p_serie returning ultimo into v_numero;
  return v_numero;
end
$$;

-- The invoice of a payment, written once; null without the seller's data.
create function privado.escribir_factura(p_pago public.pagos) returns public.facturas
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_factura public.facturas;
  v_tienda public.configuracion_global;
  v_comprador public.usuarios_meta;
  v_iva integer := privado.iva_de_venta(p_pago.id, null);
  v_base integer;
  v_serie text := privado.serie_de_facturas('');
begin
  -- Serialised per payment: the second call finds the invoice of the first.
  perform 1 from public.pagos where id = p_pago.id for no key update;
  select * into v_factura from public.facturas where pago_id = p_pago.id and rectifica is null;
  if found then return v_factura; end if;
  if not privado.puede_facturar(p_pago.id, null) then return null; end if;
  select * into v_tienda from public.configuracion_global where id = 1;
  select * into v_comprador from public.usuarios_meta where id = p_pago.user_id;
  -- Prices include tax: the base is the remainder, so both add up to the cent.
  v_base := round(p_pago.total_centimos * 100.0 / (100 + v_iva))::integer;
  insert into public.facturas (serie, numero, pago_id, datos)
  select v_serie, privado.siguiente_factura(v_serie), p_pago.id,
    jsonb_build_object(
      'idioma', v_comprador.idioma,
      'vendedor', jsonb_build_object('nombre', v_tienda.vendedor_nombre, 'nif', v_tienda.vendedor_nif,
        'direccion', v_tienda.vendedor_direccion),
      'comprador', jsonb_build_object('nombre', v_comprador.display_name,
        'email', (select email from auth.users where id = p_pago.user_id)),
      'concepto', p_pago.presupuesto ->> 'nombre', 'edicion', p_pago.presupuesto ->> 'edicion',
      'lineas', p_pago.presupuesto -> 'lineas', 'metodo', p_pago.metodo,
      'pagado_at', p_pago.pagado_at,
      'consentimiento', case when p_pago.consentimiento_version is not null then jsonb_build_object(
        'version', p_pago.consentimiento_version, 'aceptado_at', p_pago.consentimiento_at) end,
      'iva_porcentaje', v_iva, 'base_centimos', v_base,
      'iva_centimos', p_pago.total_centimos - v_base, 'total_centimos', p_pago.total_centimos)
  returning * into v_factura;
  return v_factura;
end
$$;

-- Invoices are written with the delivery, so that their numbers follow times and years. It is the last step of a
-- delivery, so the counter is locked briefly.
create function privado.facturar_entrega() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.escribir_factura(new);
  return new;
end
$$;
create trigger facturar_entrega after update of estado on public.pagos
  for each row when (new.estado = 'entregado' and old.estado = 'pagado' and new.total_centimos > 0
    and new.proveedor in ('stripe', 'paypal'))
  execute function privado.facturar_entrega();

-- A document as issued, with the one that it corrects or reverses.
create function privado.describir_factura(p_factura public.facturas) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'serie', p_factura.serie, 'numero', p_factura.numero,
    'emitida_at', p_factura.emitida_at, 'datos', p_factura.datos,
    'rectifica', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f where f.id = p_factura.rectifica),
    'anula', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f where f.id = p_factura.anula));
$$;

-- A document for its payer or an admin: the invoice of an order or payment, written on first request; its newest valid
-- credit note; or any document by its id.
create function public.emitir_factura(p_id uuid, p_rectificativa boolean default false) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_factura public.facturas;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('no_existe'); end if;
  select * into v_factura from public.facturas where id = p_id;
  select p.* into v_pago from public.pagos p
  where p.id = p_id or p.id = v_factura.pago_id
    or p.id = (select a.pago_id from public.adquisiciones a where a.id = p_id);
  if v_pago.id is null or (v_pago.user_id <> auth.uid() and not privado.es_admin()) then
    return privado.rechazo('no_existe');
  end if;
  if v_factura.id is not null then return privado.describir_factura(v_factura); end if;
  if p_rectificativa then
    -- The newest valid one.
    select f.* into v_factura from public.facturas f
    where f.pago_id = v_pago.id and f.rectifica is not null and f.anula is null
      and not exists (select from public.facturas a where a.anula = f.id)
    order by f.emitida_at desc, f.numero desc limit 1;
    if v_factura.id is null then return privado.rechazo('no_existe'); end if;
    return privado.describir_factura(v_factura);
  end if;
  if v_pago.proveedor not in ('stripe', 'paypal') or v_pago.total_centimos = 0
    or v_pago.estado not in ('entregado', 'reembolsado', 'en_disputa') or v_pago.entregado_at is null then
    return privado.rechazo('no_existe');
  end if;
  v_factura := privado.escribir_factura(v_pago);
  if v_factura.id is null then return privado.rechazo('sin_emitir'); end if;
  return privado.describir_factura(v_factura);
end
$$;
grant execute on function public.emitir_factura(uuid, boolean) to authenticated;

-- The cents of an invoice that its credit notes have reversed.
create function privado.rectificado_de(p_factura uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(-sum((datos ->> 'total_centimos')::integer), 0)::integer
  from public.facturas where rectifica = p_factura;
$$;

-- Writes a credit note, or with a negative amount its reversal. Base and tax are parts of the invoice, so that all
-- notes add up to it to the cent.
create function privado.escribir_rectificativa(
  p_original public.facturas, p_centimos integer, p_reembolso uuid, p_disputa uuid, p_anula uuid
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_serie text := privado.serie_de_facturas('R');
  v_total integer := (p_original.datos ->> 'total_centimos')::integer;
  v_antes integer := privado.rectificado_de(p_original.id);
  v_base integer;
begin
  v_base := round((p_original.datos ->> 'base_centimos')::numeric * (v_antes + p_centimos) / v_total)
    - round((p_original.datos ->> 'base_centimos')::numeric * v_antes / v_total);
  insert into public.facturas (serie, numero, pago_id, rectifica, reembolso_id, disputa_id, anula, datos)
  values (v_serie, privado.siguiente_factura(v_serie), p_original.pago_id, p_original.id, p_reembolso, p_disputa, p_anula,
    p_original.datos || jsonb_build_object(
      'base_centimos', -v_base, 'iva_centimos', v_base - p_centimos, 'total_centimos', -p_centimos,
      'lineas', jsonb_build_array(privado.linea(
        case when p_centimos > 0 then 'reembolso' else 'reembolso_anulado' end, -p_centimos))));
end
$$;

-- Writes credit notes in the series R, one for each refund. A failed refund gets a further document; no document is
-- ever deleted.
create function privado.rectificar_factura(p_pago public.pagos, p_devuelto integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_original public.facturas;
  v_fila record;
  v_falta integer;
begin
  if p_pago.entregado_at is null or p_pago.proveedor not in ('stripe', 'paypal') or p_pago.total_centimos = 0 then return; end if;
  if p_devuelto = 0 and not exists (
    select from public.facturas where pago_id = p_pago.id and rectifica is not null) then return;
  end if;
  v_original := privado.escribir_factura(p_pago);
  -- A sale without an invoice has no credit notes yet.
  if v_original.id is null then return; end if;
  for v_fila in
    select f.id, f.reembolso_id, -(f.datos ->> 'total_centimos')::integer as centimos
    from public.facturas f join public.reembolsos r on r.id = f.reembolso_id
    where f.rectifica = v_original.id and f.anula is null and r.estado <> 'hecho'
      and not exists (select from public.facturas a where a.anula = f.id)
    order by f.numero
  loop
    perform privado.escribir_rectificativa(v_original, -v_fila.centimos, v_fila.reembolso_id, null, v_fila.id);
  end loop;
  for v_fila in
    select r.id, r.centimos from public.reembolsos r
    where r.pago_id = p_pago.id and r.estado = 'hecho'
      and not exists (select from public.facturas f where f.reembolso_id = r.id and f.anula is null)
    order by coalesce(r.proveedor_at, r.created_at), r.id
  loop
    v_falta := least(v_fila.centimos, p_devuelto - privado.rectificado_de(v_original.id));
    if v_falta > 0 then perform privado.escribir_rectificativa(v_original, v_falta, v_fila.id, null, null); end if;
  end loop;
  -- Lost in a dispute, or returned from one.
  v_falta := p_devuelto - privado.rectificado_de(v_original.id);
  if v_falta <> 0 then
    perform privado.escribir_rectificativa(v_original, v_falta, null, (
        select id from public.disputas where pago_id = p_pago.id order by (fase = 'perdida') desc, abierta_at desc limit 1),
      (select f.id from public.facturas f where f.rectifica = v_original.id and f.anula is null
        and f.reembolso_id is null and (f.datos ->> 'total_centimos')::integer = v_falta
        and not exists (select from public.facturas a where a.anula = f.id) order by f.numero desc limit 1));
  end if;
end
$$;

-- The invoice of a Club charge; null without the seller's data. The caller has locked the charge.
create function privado.escribir_factura_club(p_cargo public.cargos_club) returns public.facturas
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_factura public.facturas;
  v_tienda public.configuracion_global;
  v_miembro public.usuarios_meta;
  v_serie text := privado.serie_de_facturas('');
begin
  select * into v_factura from public.facturas where cargo_club_id = p_cargo.id and rectifica is null;
  if found or p_cargo.centimos = 0 then return v_factura; end if;
  if not privado.puede_facturar(null, p_cargo.id) then return null; end if;
  select * into v_tienda from public.configuracion_global where id = 1;
  select * into v_miembro from public.usuarios_meta where id = p_cargo.user_id;
  insert into public.facturas (serie, numero, cargo_club_id, datos)
  values (v_serie, privado.siguiente_factura(v_serie), p_cargo.id,
    jsonb_build_object(
      'idioma', v_miembro.idioma,
      'vendedor', jsonb_build_object('nombre', v_tienda.vendedor_nombre, 'nif', v_tienda.vendedor_nif,
        'direccion', v_tienda.vendedor_direccion),
      'comprador', jsonb_build_object('nombre', v_miembro.display_name,
        'email', (select email from auth.users where id = p_cargo.user_id)),
      'concepto', 'UnStore Club, ' || case when v_miembro.idioma = 'en' then p_cargo.plan
        when p_cargo.plan = 'yearly' then 'anual' else 'mensual' end,
      'edicion', to_char(p_cargo.periodo_inicio at time zone 'UTC', 'DD/MM/YYYY') || ' – '
        || to_char(p_cargo.periodo_fin at time zone 'UTC', 'DD/MM/YYYY'),
      'lineas', jsonb_build_array(privado.linea('base', p_cargo.centimos + p_cargo.credito_centimos))
        || case when p_cargo.credito_centimos > 0
          then jsonb_build_array(privado.linea('credito_club', -p_cargo.credito_centimos)) else '[]' end,
      'metodo', 'tarjeta',
      'pagado_at', p_cargo.pagado_at,
      'iva_porcentaje', privado.iva_de_venta(null, p_cargo.id), 'base_centimos', p_cargo.centimos - p_cargo.iva_centimos,
      'iva_centimos', p_cargo.iva_centimos, 'total_centimos', p_cargo.centimos))
  returning * into v_factura;
  return v_factura;
end
$$;

-- Writes credit notes for refunds of a charge: each is the difference to those before, so failed refunds are included.
-- The last one absorbs the rounding.
create function privado.rectificar_factura_club(p_cargo public.cargos_club) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_original public.facturas;
  v_hecho integer;
  v_base_hecha integer;
  v_total integer;
  v_base integer;
  v_serie text := privado.serie_de_facturas('R');
begin
  select * into v_original from public.facturas where cargo_club_id = p_cargo.id and rectifica is null;
  if v_original.id is null then return; end if;
  select coalesce(sum((datos ->> 'total_centimos')::integer), 0), coalesce(sum((datos ->> 'base_centimos')::integer), 0)
  into v_hecho, v_base_hecha from public.facturas where rectifica = v_original.id;
  v_total := -p_cargo.devuelto_centimos - v_hecho;
  if v_total = 0 then return; end if;
  v_base := -round((v_original.datos ->> 'base_centimos')::numeric * p_cargo.devuelto_centimos / p_cargo.centimos)::integer
    - v_base_hecha;
  insert into public.facturas (serie, numero, cargo_club_id, rectifica, datos)
  values (v_serie, privado.siguiente_factura(v_serie), p_cargo.id, v_original.id, v_original.datos || jsonb_build_object(
    'base_centimos', v_base, 'iva_centimos', v_total - v_base, 'total_centimos', v_total,
    'lineas', jsonb_build_array(
      privado.linea(case when v_total < 0 then 'reembolso' else 'reembolso_fallido' end, v_total))));
end
$$;

-- A document of the Club, for its payer or an admin.
create function public.ver_factura_club(p_factura uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_factura public.facturas;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('no_existe'); end if;
  select f.* into v_factura from public.facturas f join public.cargos_club c on c.id = f.cargo_club_id
  where f.id = p_factura and (c.user_id = auth.uid() or privado.es_admin());
  if v_factura.id is null then return privado.rechazo('no_existe'); end if;
  return privado.describir_factura(v_factura);
end
$$;
grant execute on function public.ver_factura_club(uuid) to authenticated;

-- Writes the invoice that has waited longest, with its credit notes. One at a time: lock order is rows, then counters.
-- Returns false if none can be written.
create function public.emitir_factura_pendiente() returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_fila public.facturas_pendientes;
  v_pago public.pagos;
  v_cargo public.cargos_club;
begin
  if privado.falta_del_vendedor() <> '{}' then return false; end if;
  select * into v_fila from public.facturas_pendientes order by id limit 1 for update skip locked;
  if v_fila.id is null then
    update public.casos_admin set resuelto = true
    where tipo = 'vendedor_incompleto' and not resuelto and not exists (select from public.facturas_pendientes);
    return false;
  end if;
  if v_fila.pago_id is not null then
    select * into v_pago from public.pagos where id = v_fila.pago_id for no key update;
    perform privado.escribir_factura(v_pago);
    perform privado.rectificar_factura(v_pago, privado.devuelto_de(v_pago));
  else
    perform 1 from public.usuarios_meta
    where id = (select user_id from public.cargos_club where id = v_fila.cargo_club_id) for no key update;
    select * into v_cargo from public.cargos_club where id = v_fila.cargo_club_id for no key update;
    perform privado.escribir_factura_club(v_cargo);
    perform privado.rectificar_factura_club(v_cargo);
  end if;
  delete from public.facturas_pendientes where id = v_fila.id;
  return true;
end
$$;
grant execute on function public.emitir_factura_pendiente() to service_role;
