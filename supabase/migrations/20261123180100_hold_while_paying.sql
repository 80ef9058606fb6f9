-- From a quote to a payment that holds what it would take, until it ends.

-- How long what is being charged, or comes by a slow method, is kept at most.
create function public.plazo_en_camino() returns interval
language sql immutable set search_path = '' as $$ select interval '3 days' $$;

create function public.articulos_de(p_pago public.pagos) returns uuid[]
language sql immutable set search_path = '' as $$
  select array(
    select (a ->> 'producto_id')::uuid from jsonb_array_elements(p_pago.presupuesto #> '{interno,articulos}') a);
$$;

-- Holds what a payment would take until then, in place of whatever the same purchase held before. Expects the locks of
-- `bloquear_existencias`, and that somebody has asked whether it can be had.
create function public.reservar(p_pago public.pagos, p_hasta timestamptz) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.reservas r using public.pagos p
  where p.id = r.pago_id and r.user_id = p_pago.user_id and public.es_misma_compra(p, p_pago);
  insert into public.reservas (pago_id, user_id, producto_id, hasta)
  select p_pago.id, p_pago.user_id, p.id, p_hasta from public.productos p
  where p.id = any (public.articulos_de(p_pago)) and p.unidades is not null;
  if p_pago.cupon_id is not null then
    insert into public.reservas (pago_id, user_id, cupon_id, hasta)
    values (p_pago.id, p_pago.user_id, p_pago.cupon_id, p_hasta);
  end if;
end
$$;

-- Locks what the decision about a purchase rests on: the recipient, the coupon, the products, always in this order.
create function public.bloquear_existencias(p_destinatario uuid, p_cupon uuid, p_productos uuid[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform 1 from public.usuarios_meta where id = p_destinatario for no key update;
  perform 1 from public.codigos_cupones where id = p_cupon for no key update;
  perform 1 from public.productos where id = any (p_productos) order by id for no key update;
end
$$;

-- Why a buyer may not hold more of what is limited, or null: at most five open payments, three of one thing, and not
-- the same thing again and again without ever paying.
create function public.motivo_no_reserva(p_pago public.pagos) returns text
language sql stable security definer set search_path = '' as $$
  with limitados as (
    select p.id from public.productos p where p.id = any (public.articulos_de(p_pago)) and p.unidades is not null
  ), suyas as (
    select r.* from public.reservas r join public.pagos p on p.id = r.pago_id
    where r.user_id = p_pago.user_id and r.hasta > now() and not public.es_misma_compra(p, p_pago)
  )
  select 'demasiadas_reservas'
  where (p_pago.cupon_id is not null or exists (select from limitados)) and (
    (select count(distinct pago_id) from suyas) >= 5
    or exists (
      select from suyas where producto_id in (select id from limitados) or cupon_id = p_pago.cupon_id
      group by producto_id, cupon_id having count(*) >= 3)
    or (exists (select from limitados) and (
      select count(*) from public.pagos p
      where p.user_id = p_pago.user_id and p.creado_at > now() - interval '1 day'
        and p.estado in ('fallido', 'caducado') and public.es_misma_compra(p, p_pago)) >= 6));
$$;

-- The same purchase at the same price, begun and left: it goes on where it was. A payment in coins is made at once:
-- the debit and the delivery are one step, and a delivery that is refused takes the debit back with it. What is limited
-- is counted under lock, so that nothing that others hold is quoted.
create or replace function public.crear_pago(
  p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid,
  p_minecraft_name text, p_clave text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_destinatario uuid := coalesce(p_destinatario, auth.uid());
  v_presupuesto jsonb;
  v_total integer;
  v_pago public.pagos;
  v_saldo integer;
  v_entrega jsonb;
begin
  if v_usuario is null then return public.rechazo('sin_sesion'); end if;
  if p_clave is null or char_length(p_clave) not between 8 and 100 then return public.rechazo('clave_no_valida'); end if;
  -- One at a time per buyer, so that no click counts twice.
  perform pg_advisory_xact_lock(hashtextextended('comprador:' || v_usuario, 0));
  select * into v_pago from public.pagos where user_id = v_usuario and clave = p_clave;
  if found then
    if (v_pago.producto_id, v_pago.edicion_id, v_pago.bundle_id, v_pago.destinatario_id)
      is distinct from (p_producto, p_edicion, p_bundle, v_destinatario)
    then return public.rechazo('clave_usada'); end if;
    return public.describir_pago(v_pago);
  end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{5,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;
  perform public.bloquear_existencias(v_destinatario,
    (select id from public.codigos_cupones where codigo = btrim(p_cupon) and product_id = p_producto),
    array(select p_producto where p_producto is not null
      union select producto_id from public.bundles_productos where bundle_id = p_bundle));
  v_presupuesto := public.presupuestar(v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario);
  if not (v_presupuesto ->> 'ok')::boolean then return v_presupuesto; end if;
  v_total := (v_presupuesto ->> 'total_centimos')::integer;
  v_pago.id := gen_random_uuid();
  v_pago.user_id := v_usuario;
  v_pago.destinatario_id := v_destinatario;
  v_pago.producto_id := p_producto;
  v_pago.edicion_id := p_edicion;
  v_pago.bundle_id := p_bundle;
  v_pago.cupon_id := (v_presupuesto #>> '{interno,cupon_id}')::uuid;
  v_pago.presupuesto := v_presupuesto;

  if v_presupuesto #>> '{interno,uncoins}' is null and exists (
    select from public.pagos p
    where p.user_id = v_usuario and p.estado = 'creado' and p.pendiente_at is not null
      and public.es_misma_compra(p, v_pago)
  ) then
    return public.rechazo('pago_en_camino');
  end if;
  if v_total > 0 and p_metodo = 'uncoins' then
    select uncoins into v_saldo from public.usuarios_meta where id = v_usuario;
    if v_saldo < v_total then
      return public.rechazo('saldo_insuficiente') || jsonb_build_object('necesitas', v_total, 'tienes', v_saldo);
    end if;
  elsif v_total > 0 then
    if public.motivo_no_reserva(v_pago) is not null then
      return public.rechazo(public.motivo_no_reserva(v_pago));
    end if;
    select p.id into v_pago.id from public.pagos p
    where p.user_id = v_usuario and p.estado = 'creado' and p.caduca_at > now() + interval '5 minutes'
      and p.pendiente_at is null and public.es_misma_compra(p, v_pago)
      and p.metodo = p_metodo and p.minecraft_name = p_minecraft_name and p.presupuesto = v_presupuesto
    order by p.creado_at desc limit 1;
    if found then
      select * into v_pago from public.pagos where id = v_pago.id;
      perform public.reservar(v_pago, public.fin_reserva(v_pago));
      return public.describir_pago(v_pago);
    end if;
    v_pago.id := gen_random_uuid();
  end if;

  begin
    insert into public.pagos (id, user_id, destinatario_id, producto_id, edicion_id, bundle_id, cupon_id, metodo,
      proveedor, referencia, total_centimos, presupuesto, minecraft_name, clave)
    values (v_pago.id, v_usuario, v_destinatario, p_producto, p_edicion, p_bundle, v_pago.cupon_id,
      case when v_total = 0 then 'gratis' else p_metodo end,
      case when v_total = 0 then 'gratis' when p_metodo = 'tarjeta' then 'stripe' else p_metodo end,
      case when v_total = 0 or p_metodo = 'uncoins' then gen_random_uuid()::text end,
      v_total, v_presupuesto, p_minecraft_name, p_clave)
    returning * into v_pago;
    if v_pago.proveedor not in ('gratis', 'uncoins') then
      perform public.reservar(v_pago, public.fin_reserva(v_pago));
      return public.describir_pago(v_pago);
    end if;
    if v_pago.proveedor = 'uncoins' then
      insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
      values (v_usuario, -v_total, 'compra', 'compra:' || v_pago.id, v_pago.id);
    end if;
    v_entrega := public.entregar_pago(v_pago.proveedor, v_pago.referencia, v_total, 'EUR');
    if v_pago.proveedor = 'uncoins' and not (v_entrega ->> 'ok')::boolean then
      raise exception using errcode = 'UN001', message = v_entrega ->> 'error';
    end if;
    return v_entrega;
  exception
    when sqlstate 'UN001' then return public.rechazo(sqlerrm);
  end;
end
$$;

-- Until when an open payment holds what it would take. Stripe's page takes money until the payment's own end and says
-- so when it closes; only if nobody hears of it for a day does the hold end by itself. PayPal's money is taken by the
-- shop, which asks again before it does.
create function public.fin_reserva(p_pago public.pagos) returns timestamptz
language sql immutable set search_path = '' as $$
  select p_pago.caduca_at + case when p_pago.proveedor = 'stripe' and p_pago.referencia is not null
    then interval '1 day' else interval '10 minutes' end;
$$;

create or replace function public.vincular_pago(p_pago uuid, p_proveedor text, p_referencia text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  update public.pagos set referencia = p_referencia
  where id = p_pago and proveedor = p_proveedor and (referencia is null or referencia = p_referencia)
  returning * into v_pago;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado = 'creado' and v_pago.pendiente_at is null then
    update public.reservas set hasta = greatest(hasta, public.fin_reserva(v_pago))
    where pago_id = v_pago.id and hasta > now();
  end if;
  return public.describir_pago(v_pago);
end
$$;

-- Closes a payment that never happened. One that was paid is never demoted.
create or replace function public.cerrar_pago(
  p_proveedor text, p_referencia text, p_estado text, p_pago uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  if p_estado is null or p_estado not in ('fallido', 'caducado') then return public.rechazo('estado_no_valido'); end if;
  select * into v_pago from public.pagos
  where proveedor = p_proveedor and (referencia = p_referencia or (referencia is null and id = p_pago))
  for no key update;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado = 'creado' then
    update public.pagos set estado = p_estado where id = v_pago.id returning * into v_pago;
  end if;
  return public.describir_pago(v_pago);
end
$$;

-- Closes payments that never reached a provider (nobody can have paid them), and forgets holds whose time is over.
create or replace function public.caducar_pagos_sin_referencia() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cerrados integer;
begin
  update public.pagos set estado = 'caducado'
  where estado = 'creado' and referencia is null and caduca_at < now() - interval '1 day';
  get diagnostics v_cerrados = row_count;
  delete from public.reservas where hasta < now() - interval '1 hour';
  return v_cerrados;
end
$$;

-- Whether a payment that its buyer has approved may be charged now: the shop takes the money itself, so this word is
-- the last one. What it says yes to is held until the charge has its answer.
create or replace function public.motivo_no_cobro(
  p_proveedor text, p_referencia text, p_importe_centimos integer, p_moneda text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_motivo text;
begin
  select * into v_pago from public.pagos
  where proveedor = p_proveedor and referencia = p_referencia for no key update;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then
    perform public.abrir_caso('importe_no_coincide', 'importe:' || p_proveedor || ':' || p_referencia, v_pago.id,
      jsonb_build_object('proveedor', p_proveedor, 'referencia', p_referencia, 'importe', p_importe_centimos,
        'moneda', p_moneda));
    return public.rechazo('importe_no_coincide');
  end if;
  if v_pago.estado not in ('creado', 'fallido', 'caducado') then
    return public.rechazo(case when v_pago.presupuesto #>> '{interno,uncoins}' is null then 'ya_lo_tienes' else 'ya_pagado' end);
  end if;
  v_motivo := public.motivo_no_entrega(v_pago);
  if v_motivo is not null then
    update public.pagos set motivo_no_entregado = v_motivo where id = v_pago.id;
    return public.rechazo(v_motivo);
  end if;
  -- One that was closed and approved after that is open again: whoever asks later goes on from here.
  update public.pagos set estado = 'creado', motivo_no_entregado = null where id = v_pago.id;
  perform public.reservar(v_pago, now() + public.plazo_en_camino());
  return jsonb_build_object('ok', true);
end
$$;

-- The buyer has finished, and the money comes by a slow method: what it pays for is kept, for three days at most.
create function public.retener_pago(p_proveedor text, p_referencia text, p_pago uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, p_pago);
begin
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado <> 'creado' then return public.describir_pago(v_pago); end if;
  update public.pagos set referencia = coalesce(referencia, p_referencia), pendiente_at = coalesce(pendiente_at, now())
  where id = v_pago.id returning * into v_pago;
  if v_pago.pendiente_at + public.plazo_en_camino() > now() and public.motivo_no_entrega(v_pago) is null then
    perform public.reservar(v_pago, v_pago.pendiente_at + public.plazo_en_camino());
  end if;
  return public.describir_pago(v_pago);
end
$$;

create or replace function public.admin_borrar_cupon(p_cupon uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.codigos_cupones;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  -- Payments before the coupon, as everywhere. The open ones keep the price of their quote.
  perform 1 from public.pagos where cupon_id = p_cupon order by id for no key update;
  delete from public.codigos_cupones where id = p_cupon returning * into v_antes;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  perform public.anotar('borrar_cupon', 'cupon', p_cupon::text, to_jsonb(v_antes), null);
  return jsonb_build_object('ok', true);
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.retener_pago(text, text, uuid) to service_role;
