-- From the rows of refunds and disputes to what they mean: the payment's state, the licences, the coins, the creators'
-- shares and the credit notes. Each step books what is missing to where the payment stands, so that it may be repeated.

-- Cents that are gone for good. Where PayPal decides for the buyer the money goes as a refund of its own: what went
-- back since the dispute was opened is part of what it cost.
create function public.devuelto_de(p_pago public.pagos) returns integer
language sql stable security definer set search_path = '' as $$
  with perdidas as (
    select coalesce(sum(centimos), 0) as centimos, coalesce(min(abierta_at), 'infinity') as desde
    from public.disputas where pago_id = p_pago.id and fase = 'perdida'
  ), hechos as (
    select coalesce(sum(r.centimos) filter (where p_pago.proveedor <> 'paypal'
        or coalesce(r.proveedor_at, r.created_at) < d.desde), 0) as antes,
      coalesce(sum(r.centimos) filter (where p_pago.proveedor = 'paypal'
        and coalesce(r.proveedor_at, r.created_at) >= d.desde), 0) as desde
    from perdidas d left join public.reembolsos r on r.pago_id = p_pago.id and r.estado = 'hecho'
  )
  select least(p_pago.total_centimos, h.antes + greatest(h.desde, d.centimos))::integer from hechos h, perdidas d;
$$;

-- Whether somebody holds the money for now. A dispute that ended without a word holds it until a later one decides.
create function public.retenido_por_disputa(p_pago uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.disputas d where d.pago_id = p_pago and (d.fase = 'abierta' or (d.fase = 'sin_decidir'
      and not exists (select from public.disputas o where o.pago_id = p_pago and o.abierta_at > d.abierta_at)))
  );
$$;

-- The creators' shares of a payment of which `p_queda` cents stand: in proportion, all of it for all, nothing for nothing.
drop function public.ajustar_ingresos(uuid, boolean);
create function public.ajustar_ingresos(p_pago public.pagos, p_queda integer) returns void
language sql volatile security definer set search_path = '' as $$
  with saldos as (
    select a.id, m.usuario_id, sum(m.centimos)::integer as saldo,
      (sum(m.centimos) filter (where m.concepto = 'venta' and m.clave = 'venta:' || a.id))::integer as venta,
      count(*) as pasos
    from public.adquisiciones a join public.movimientos_ingresos m on m.adquisicion_id = a.id
    where a.pago_id = p_pago.id group by a.id, m.usuario_id
  ), metas as (
    select *, round(venta::numeric * p_queda / nullif(p_pago.total_centimos, 0))::integer as meta from saldos
  )
  insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
  select usuario_id, meta - saldo, case when meta > saldo then 'venta' else 'reembolso' end,
    case when meta > saldo then 'devuelta:' else 'reembolso:' end || id || ':' || pasos, id
  from metas where meta <> saldo
  on conflict (clave) do nothing;
$$;

-- The coins that a payment credited, in proportion. Coins that are spent already cannot be taken: an admin is told.
drop function public.ajustar_recarga(public.pagos, boolean);
create function public.ajustar_recarga(p_pago public.pagos, p_queda integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_recarga integer := (select cantidad from public.movimientos_uncoins where clave = 'recarga:' || p_pago.id);
  v_saldo integer;
  v_contado integer;
  v_pasos integer;
  v_falta integer;
begin
  if v_recarga is null or p_pago.total_centimos = 0 then return; end if;
  select uncoins into v_saldo from public.usuarios_meta where id = p_pago.destinatario_id for no key update;
  select sum(cantidad), count(*) into v_contado, v_pasos from public.movimientos_uncoins where pago_id = p_pago.id;
  v_falta := round(v_recarga::numeric * p_queda / p_pago.total_centimos)::integer - v_contado;
  if v_falta < 0 and v_saldo < -v_falta then
    perform public.abrir_caso('uncoins_gastados', 'uncoins:' || p_pago.id, p_pago.id,
      jsonb_build_object('faltan', -v_falta - v_saldo));
    v_falta := -v_saldo;
  end if;
  if v_falta <> 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (p_pago.destinatario_id, v_falta, case when v_falta > 0 then 'recarga' else 'reembolso' end,
      case when v_falta > 0 then 'devuelta:' else 'reembolso:' end || p_pago.id || ':' || v_pasos, p_pago.id)
    on conflict (clave) do nothing;
  end if;
end
$$;

-- The coins that a purchase was paid with go back to whoever paid, as far as they were given back.
drop function public.devolver_uncoins(public.pagos);
create function public.devolver_uncoins(p_pago public.pagos, p_devuelto integer) returns void
language sql volatile security definer set search_path = '' as $$
  with contado as (
    select coalesce(sum(cantidad) filter (where concepto = 'reembolso'), 0)::integer as devuelto, count(*) as pasos
    from public.movimientos_uncoins where pago_id = p_pago.id and user_id = p_pago.user_id
  )
  insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
  select p_pago.user_id, p_devuelto - devuelto, 'reembolso', 'devolucion:' || p_pago.id || ':' || pasos, p_pago.id
  from contado where p_pago.proveedor = 'uncoins' and p_devuelto > devuelto
  on conflict (clave) do nothing;
$$;

-- One credit note, or with a negative amount the document that undoes one. Base and tax are cut from the invoice so
-- that any number of notes up to its whole add up to it to the cent.
create function public.escribir_rectificativa(
  p_original public.facturas, p_centimos integer, p_reembolso uuid, p_disputa uuid, p_anula uuid
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_serie text := 'R' || to_char(now() at time zone 'Europe/Madrid', 'YYYY');
  v_total integer := (p_original.datos ->> 'total_centimos')::integer;
  v_antes integer := public.rectificado_de(p_original.id);
  v_base integer;
begin
  v_base := round((p_original.datos ->> 'base_centimos')::numeric * (v_antes + p_centimos) / v_total)
    - round((p_original.datos ->> 'base_centimos')::numeric * v_antes / v_total);
  insert into public.facturas (serie, numero, pago_id, rectifica, reembolso_id, disputa_id, anula, datos)
  values (v_serie, public.siguiente_factura(v_serie), p_original.pago_id, p_original.id, p_reembolso, p_disputa, p_anula,
    p_original.datos || jsonb_build_object(
      'base_centimos', -v_base, 'iva_centimos', v_base - p_centimos, 'total_centimos', -p_centimos,
      'lineas', jsonb_build_array(public.linea(
        case when p_centimos > 0 then 'reembolso' else 'reembolso_anulado' end, -p_centimos))));
end
$$;

-- Cents that the credit notes of an invoice have taken from it so far.
create function public.rectificado_de(p_factura uuid) returns integer
language sql stable security definer set search_path = '' as $$
  select coalesce(-sum((datos ->> 'total_centimos')::integer), 0)::integer
  from public.facturas where rectifica = p_factura;
$$;

-- An invoice stays as it is; what went back is answered in the series R, each refund by a note of its own. What came
-- back after all is answered by a further document: none is ever deleted.
drop trigger rectificar_factura on public.pagos;
drop function public.rectificar_factura();
create function public.rectificar_factura(p_pago public.pagos, p_devuelto integer) returns void
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
  v_original := public.escribir_factura(p_pago);
  for v_fila in
    select f.id, f.reembolso_id, -(f.datos ->> 'total_centimos')::integer as centimos
    from public.facturas f join public.reembolsos r on r.id = f.reembolso_id
    where f.rectifica = v_original.id and f.anula is null and r.estado <> 'hecho'
      and not exists (select from public.facturas a where a.anula = f.id)
    order by f.numero
  loop
    perform public.escribir_rectificativa(v_original, -v_fila.centimos, v_fila.reembolso_id, null, v_fila.id);
  end loop;
  for v_fila in
    select r.id, r.centimos from public.reembolsos r
    where r.pago_id = p_pago.id and r.estado = 'hecho'
      and not exists (select from public.facturas f where f.reembolso_id = r.id and f.anula is null)
    order by coalesce(r.proveedor_at, r.created_at), r.id
  loop
    v_falta := least(v_fila.centimos, p_devuelto - public.rectificado_de(v_original.id));
    if v_falta > 0 then perform public.escribir_rectificativa(v_original, v_falta, v_fila.id, null, null); end if;
  end loop;
  -- What was lost in a dispute, or came back from one.
  v_falta := p_devuelto - public.rectificado_de(v_original.id);
  if v_falta <> 0 then
    perform public.escribir_rectificativa(v_original, v_falta, null, (
        select id from public.disputas where pago_id = p_pago.id order by (fase = 'perdida') desc, abierta_at desc limit 1),
      (select f.id from public.facturas f where f.rectifica = v_original.id and f.anula is null
        and f.reembolso_id is null and (f.datos ->> 'total_centimos')::integer = v_falta
        and not exists (select from public.facturas a where a.anula = f.id) order by f.numero desc limit 1));
  end if;
end
$$;

-- What a delivered payment gave, to where it stands: `p_queda` of its cents.
create function public.ajustar_pago(p_pago public.pagos, p_devuelto integer, p_queda integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_pago.proveedor = 'uncoins' then perform public.devolver_uncoins(p_pago, p_devuelto); end if;
  if p_pago.entregado_at is null then return; end if;
  perform public.ajustar_recarga(p_pago, p_queda);
  perform public.ajustar_ingresos(p_pago, p_queda);
  perform public.rectificar_factura(p_pago, p_devuelto);
end
$$;

-- Brings a payment, whose row is locked, to where its refunds and disputes say that it stands.
create function public.recomponer_pago(p_pago public.pagos) returns public.pagos
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := p_pago;
  v_devuelto integer := public.devuelto_de(p_pago);
  v_estado text := case
    when v_devuelto >= p_pago.total_centimos and (
      exists (select from public.reembolsos where pago_id = p_pago.id and estado = 'hecho')
      or exists (select from public.disputas where pago_id = p_pago.id and fase = 'perdida')) then 'reembolsado'
    when public.retenido_por_disputa(p_pago.id) then 'en_disputa' end;
begin
  if v_estado is not null then
    if v_pago.estado <> v_estado then
      update public.pagos set estado = v_estado, revertido_at = now() where id = v_pago.id returning * into v_pago;
    end if;
    update public.adquisiciones set revocada_at = coalesce(revocada_at, now()), revocada_motivo = v_estado
    where pago_id = v_pago.id
      and (revocada_at is null or (revocada_motivo in ('en_disputa', 'reembolsado') and revocada_motivo <> v_estado));
    if v_estado = 'reembolsado' then
      update public.casos_admin set resuelto = true
      where pago_id = v_pago.id and not resuelto and tipo in ('pagado_dos_veces', 'sin_aclarar') and clave not like 'doble:%';
    end if;
  elsif v_pago.estado in ('reembolsado', 'en_disputa') then
    if v_pago.entregado_at is null then
      -- Taken back before it was delivered: it goes the ordinary way now.
      update public.pagos set estado = 'pagado', revertido_at = null where id = v_pago.id;
      perform public.entregar_pago(v_pago.proveedor, v_pago.referencia, v_pago.total_centimos, v_pago.moneda);
      select * into v_pago from public.pagos where id = v_pago.id;
      return v_pago;
    end if;
    perform 1 from public.usuarios_meta where id = v_pago.destinatario_id for no key update;
    update public.pagos set estado = 'entregado', revertido_at = null where id = v_pago.id returning * into v_pago;
    -- Everything as it was delivered, unless the product came by another way since.
    update public.adquisiciones a set revocada_at = null, revocada_motivo = null
    where pago_id = v_pago.id and revocada_motivo in ('en_disputa', 'reembolsado')
      and (bundle_id is not null or not exists (
        select from public.adquisiciones otra
        where otra.user_id = a.user_id and otra.producto_id = a.producto_id and otra.origen = a.origen
          and otra.edicion_id is not distinct from a.edicion_id and otra.revocada_at is null and otra.bundle_id is null));
  end if;
  perform public.ajustar_pago(v_pago, v_devuelto,
    case when v_estado is null then v_pago.total_centimos - v_devuelto else 0 end);
  return v_pago;
end
$$;

-- What went back before the delivery was heard of is counted with it.
create function public.recomponer_entrega() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_devuelto integer := public.devuelto_de(new);
begin
  if v_devuelto > 0 then perform public.ajustar_pago(new, v_devuelto, new.total_centimos - v_devuelto); end if;
  return new;
end
$$;
create trigger recomponer_entrega after update of estado on public.pagos
  for each row when (new.estado = 'entregado' and old.estado = 'pagado') execute function public.recomponer_entrega();

revoke execute on all functions in schema public from public;
