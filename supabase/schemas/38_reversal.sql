-- Consequences of refunds and disputes: payment state, licences, coins, creators' shares and credit notes follow from
-- their rows. Each step books the difference to the target state, so all are idempotent.

-- The creators' shares of a payment of which `p_queda` cents remain: in proportion, all of it for all, nothing for
-- nothing. Amounts held by a dispute, and returned at its end, have keys of their own (`concepto_dicho`).
create function privado.ajustar_ingresos(p_pago public.pagos, p_queda integer) returns void
language sql volatile security definer set search_path = '' as $$
  with saldos as (
    select a.id, m.usuario_id, sum(m.centimos)::integer as saldo,
      (sum(m.centimos) filter (where m.concepto = 'venta' and m.clave = 'venta:' || a.id))::integer as venta,
      count(*) as pasos,
      (array_agg(m.clave order by m.id desc) filter (where m.centimos < 0))[1] like 'disputa:%' as en_disputa
    from public.adquisiciones a join public.movimientos_ingresos m on m.adquisicion_id = a.id
    where a.pago_id = p_pago.id group by a.id, m.usuario_id
  ), metas as (
    select *, round(venta::numeric * p_queda / nullif(p_pago.total_centimos, 0))::integer as meta from saldos
  )
  insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
  select usuario_id, meta - saldo, case when meta > saldo then 'venta' else 'reembolso' end,
    case when meta < saldo and h.retenido then 'disputa:' when meta < saldo then 'reembolso:'
      when en_disputa then 'ganada:' else 'devuelta:' end || id || ':' || pasos, id
  from metas cross join (select privado.retenido_por_disputa(p_pago.id) as retenido) h
  where meta <> saldo
  on conflict (clave) do nothing;
$$;

-- Opens a case for coins that cannot be taken back because they are spent; a larger amount replaces the case.
create function privado.avisar_uncoins_gastados(p_origen uuid, p_faltan integer, p_pago uuid, p_datos jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (
    select from public.casos_admin
    where tipo = 'uncoins_gastados' and split_part(clave, ':', 2) = p_origen::text
      and (datos ->> 'faltan')::integer >= p_faltan
  ) then return; end if;
  update public.casos_admin set resuelto = true
  where tipo = 'uncoins_gastados' and split_part(clave, ':', 2) = p_origen::text and not resuelto;
  perform public.abrir_caso('uncoins_gastados', 'uncoins:' || p_origen || ':' || p_faltan, p_pago,
    p_datos || jsonb_build_object('faltan', p_faltan));
end
$$;

-- Closes the case of coins of which none are missing any more. Another key, so that a later reversal opens a new case.
create function privado.cerrar_uncoins_gastados(p_origen uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.casos_admin set resuelto = true, clave = 'cerrado:' || clave || ':' || id
  where tipo = 'uncoins_gastados' and split_part(clave, ':', 2) = p_origen::text;
$$;

-- Adjusts the coins that a payment credited, in proportion. Spent coins cannot be taken: an admin is notified.
create function privado.ajustar_recarga(p_pago public.pagos, p_queda integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_recarga integer := (select cantidad from public.movimientos_uncoins where clave = 'recarga:' || p_pago.id);
  v_caducado integer := (select cantidad from public.movimientos_uncoins where clave = 'regalo_caducado:' || p_pago.id);
  v_persona uuid := coalesce(p_pago.destinatario_id, p_pago.user_id);
  v_saldo integer;
  v_contado integer;
  v_pasos integer;
  v_falta integer;
begin
  if coalesce(v_recarga, v_caducado) is null or p_pago.total_centimos = 0 then return; end if;
  select uncoins into v_saldo from public.usuarios_meta where id = v_persona for no key update;
  select sum(cantidad), count(*) into v_contado, v_pasos from public.movimientos_uncoins where pago_id = p_pago.id;
  -- An expired gift is worth a coin a cent.
  v_falta := case when v_recarga is null then p_queda
    else round(v_recarga::numeric * p_queda / p_pago.total_centimos)::integer end - v_contado;
  if v_falta < 0 and v_saldo < -v_falta then
    perform privado.avisar_uncoins_gastados(p_pago.id, -v_falta - v_saldo, p_pago.id, '{}');
    v_falta := -v_saldo;
  else
    perform privado.cerrar_uncoins_gastados(p_pago.id);
  end if;
  if v_falta <> 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (v_persona, v_falta, case when v_falta < 0 then 'reembolso' when v_recarga is null then 'regalo_caducado' else 'recarga' end,
      case when v_falta > 0 then 'devuelta:' else 'reembolso:' end || p_pago.id || ':' || v_pasos, p_pago.id)
    on conflict (clave) do nothing;
  end if;
end
$$;

-- Deducts coins of reversed payments that were already spent from coins that a person gets back, unless an admin has
-- closed the case.
create function privado.cobrar_uncoins_gastados(p_usuario uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  perform 1 from public.usuarios_meta where id = p_usuario for no key update;
  for v_pago in
    select p.* from public.casos_admin c join public.pagos p on p.id = c.pago_id
    where c.tipo = 'uncoins_gastados' and not c.resuelto and coalesce(p.destinatario_id, p.user_id) = p_usuario
    order by p.id
  loop
    perform privado.ajustar_recarga(v_pago,
      case when v_pago.estado = 'entregado' then v_pago.total_centimos - privado.devuelto_de(v_pago) else 0 end);
  end loop;
end
$$;

-- Returns coins of a refunded coin payment.
create function privado.devolver_uncoins(p_pago public.pagos, p_devuelto integer) returns void
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

-- Adjusts a delivered payment to `p_queda` remaining cents.
create function privado.ajustar_pago(p_pago public.pagos, p_devuelto integer, p_queda integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_pago.proveedor = 'uncoins' then
    perform privado.devolver_uncoins(p_pago, p_devuelto);
    perform privado.cobrar_uncoins_gastados(p_pago.user_id);
  end if;
  if p_pago.entregado_at is null then return; end if;
  perform privado.ajustar_recarga(p_pago, p_queda);
  perform privado.ajustar_ingresos(p_pago, p_queda);
  perform privado.rectificar_factura(p_pago, p_devuelto);
end
$$;

-- Restores another payment's licence for the same product when this one is revoked; of two valid ones only one is
-- active. The person is locked.
create function privado.devolver_licencias(p_pago uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.adquisiciones set revocada_at = null, revocada_motivo = null
  where id in (
    select distinct on (o.user_id, o.producto_id, o.edicion_id, o.origen) o.id
    from public.adquisiciones a
    join public.adquisiciones o on o.user_id = a.user_id and o.producto_id = a.producto_id
      and o.edicion_id is not distinct from a.edicion_id
    join public.pagos p on p.id = o.pago_id
    where a.pago_id = p_pago and o.pago_id <> p_pago and o.bundle_id is null
      and o.revocada_motivo in ('en_disputa', 'reembolsado') and p.estado = 'entregado'
      and not privado.hay_otra_vigente(o)
    order by o.user_id, o.producto_id, o.edicion_id, o.origen, o.created_at, o.id);
$$;

-- The active upgrades whose price this payment reduced, and whose buyer no longer has its edition.
create function privado.mejoras_sin_base(p_pago public.pagos) returns setof public.pagos
language sql stable security definer set search_path = '' as $$
  select m.* from public.pagos m
  where m.user_id = p_pago.destinatario_id and m.estado = 'entregado'
    and m.producto_id in (select a.producto_id from public.adquisiciones a where a.pago_id = p_pago.id)
    and m.presupuesto #> '{interno,mejora}' is not null
    and (m.presupuesto #>> '{interno,mejora,edicion_id}')::uuid is not distinct from p_pago.edicion_id
    and not privado.ya_lo_tiene(m.user_id, m.producto_id, p_pago.edicion_id)
  order by m.id;
$$;

-- True if this is an upgrade whose buyer no longer has the lower edition; one that a dispute holds may return.
create function privado.falta_lo_mejorado(p_pago public.pagos) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_pago.presupuesto #> '{interno,mejora}' is not null and not exists (
    select from public.adquisiciones a
    where a.user_id = p_pago.user_id and a.producto_id = p_pago.producto_id and a.origen <> 'club'
      and a.edicion_id is not distinct from (p_pago.presupuesto #>> '{interno,mejora,edicion_id}')::uuid
      and (a.revocada_at is null or a.revocada_motivo = 'en_disputa'));
$$;

-- Locks a payment and the upgrades that may be refunded with it, all of them by id, because two of them may be refunded at
-- once.
create function privado.bloquear_con_mejoras(p_pago uuid) returns public.pagos
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  select * into v_pago from public.pagos where id = p_pago;
  perform 1 from public.pagos where id = p_pago or (user_id = v_pago.destinatario_id
    and producto_id = any (privado.articulos_de(v_pago)) and presupuesto #> '{interno,mejora}' is not null)
  order by id for no key update;
  select * into v_pago from public.pagos where id = p_pago;
  return v_pago;
end
$$;

-- Locks upgrades of the same products, which may be refunded with a locked payment, and then its person.
create function privado.bloquear_mejoras(p_pago public.pagos) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform 1 from public.pagos where user_id = p_pago.destinatario_id and producto_id = any (privado.articulos_de(p_pago))
    and presupuesto #> '{interno,mejora}' is not null order by id for no key update;
  perform 1 from public.usuarios_meta where id = p_pago.destinatario_id for no key update;
end
$$;

-- Refunds an upgrade whose lower edition was refunded, because that edition paid a part of it. The provider is called
-- afterwards; coins return at once, and free upgrades end at once.
create function privado.devolver_mejora(p_pago public.pagos) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := p_pago;
  v_reembolso public.reembolsos;
begin
  if v_pago.total_centimos = 0 then
    update public.pagos set estado = 'reembolsado', revertido_at = now() where id = v_pago.id returning * into v_pago;
    update public.adquisiciones set revocada_at = now(), revocada_motivo = 'reembolsado'
    where pago_id = v_pago.id and revocada_at is null;
    perform privado.devolver_mejora(m) from privado.mejoras_sin_base(v_pago) m;
  elsif privado.reembolsable_de(v_pago) > 0 then
    insert into public.reembolsos (pago_id, motivo, centimos, proveedor)
    select v_pago.id,
      -- The buyer and the creator read it.
      case when u.idioma = 'en' then 'The edition that this upgrade was based on was refunded.'
        else 'Se ha devuelto la edición de la que partía esta mejora.' end,
      privado.reembolsable_de(v_pago), v_pago.proveedor
    from public.usuarios_meta u where u.id = v_pago.user_id
    returning * into v_reembolso;
    if v_pago.proveedor = 'uncoins' then
      update public.reembolsos set estado = 'hecho', hecho_at = now(), referencia = id::text
      where id = v_reembolso.id returning * into v_reembolso;
      perform privado.avisar_reembolso(v_reembolso);
      perform privado.recomponer_pago(v_pago);
    end if;
  end if;
end
$$;

-- Restores the free upgrades that ended with this payment's edition, which its buyer has again.
create function privado.recuperar_mejoras(p_pago public.pagos) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_mejora public.pagos;
begin
  for v_mejora in
    update public.pagos m set estado = 'entregado', revertido_at = null
    where m.user_id = p_pago.destinatario_id and m.estado = 'reembolsado' and m.total_centimos = 0
      and m.producto_id in (select a.producto_id from public.adquisiciones a where a.pago_id = p_pago.id)
      and m.presupuesto #> '{interno,mejora}' is not null
      and (m.presupuesto #>> '{interno,mejora,edicion_id}')::uuid is not distinct from p_pago.edicion_id
    returning *
  loop
    update public.adquisiciones a set revocada_at = null, revocada_motivo = null
    where a.pago_id = v_mejora.id and a.revocada_motivo = 'reembolsado' and not privado.hay_otra_vigente(a);
    perform privado.recuperar_mejoras(v_mejora);
  end loop;
end
$$;

-- Updates a locked payment to the state of its refunds and disputes.
create function privado.recomponer_pago(p_pago public.pagos) returns public.pagos
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := p_pago;
  v_devuelto integer := privado.devuelto_de(p_pago);
  v_estado text := case
    when v_devuelto >= p_pago.total_centimos and (
      exists (select from public.reembolsos where pago_id = p_pago.id and estado = 'hecho')
      or exists (select from public.disputas where pago_id = p_pago.id and fase = 'perdida')) then 'reembolsado'
    when privado.retenido_por_disputa(p_pago.id) then 'en_disputa' end;
begin
  if v_estado is not null then
    perform privado.bloquear_mejoras(v_pago);
    if v_pago.estado <> v_estado then
      update public.pagos set estado = v_estado, revertido_at = now() where id = v_pago.id returning * into v_pago;
    end if;
    update public.adquisiciones set revocada_at = coalesce(revocada_at, now()), revocada_motivo = v_estado
    where pago_id = v_pago.id
      and (revocada_at is null or (revocada_motivo in ('en_disputa', 'reembolsado') and revocada_motivo <> v_estado));
    perform privado.devolver_licencias(v_pago.id);
    if v_estado = 'reembolsado' then
      perform privado.devolver_mejora(m) from privado.mejoras_sin_base(v_pago) m;
      update public.casos_admin set resuelto = true
      where pago_id = v_pago.id and not resuelto and tipo in ('pagado_dos_veces', 'sin_aclarar') and clave not like 'doble:%';
    end if;
  elsif v_pago.estado in ('reembolsado', 'en_disputa') then
    if v_pago.entregado_at is null then
      -- Reversed before the delivery, and valid again: it takes the ordinary path.
      update public.pagos set estado = 'pagado', revertido_at = null where id = v_pago.id;
      perform public.entregar_pago(v_pago.proveedor, v_pago.referencia, v_pago.total_centimos, v_pago.moneda);
      select * into v_pago from public.pagos where id = v_pago.id;
      return v_pago;
    end if;
    perform privado.bloquear_mejoras(v_pago);
    update public.pagos set estado = 'entregado', revertido_at = null where id = v_pago.id returning * into v_pago;
    -- Restores the licences, unless the product was acquired in another way since.
    update public.adquisiciones a set revocada_at = null, revocada_motivo = null
    where pago_id = v_pago.id and revocada_motivo in ('en_disputa', 'reembolsado') and not privado.hay_otra_vigente(a);
    perform privado.recuperar_mejoras(v_pago);
    -- The edition below may have been refunded during the dispute, in which the upgrade could not be.
    if p_pago.estado = 'en_disputa' and privado.falta_lo_mejorado(v_pago) then perform privado.devolver_mejora(v_pago); end if;
  end if;
  if (p_pago.estado = 'reembolsado') <> (v_pago.estado = 'reembolsado') then
    perform privado.mover_unidades(v_pago, case when v_pago.estado = 'reembolsado' then 1 else -1 end);
  end if;
  perform privado.ajustar_pago(v_pago, v_devuelto,
    case when v_estado is null then v_pago.total_centimos - v_devuelto else 0 end);
  return v_pago;
end
$$;

-- Applies reversals that were reported before the delivery.
create function privado.recomponer_entrega() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_devuelto integer := privado.devuelto_de(new);
begin
  if v_devuelto > 0 then perform privado.ajustar_pago(new, v_devuelto, new.total_centimos - v_devuelto); end if;
  return new;
end
$$;
create trigger recomponer_entrega after update of estado on public.pagos
  for each row when (new.estado = 'entregado' and old.estado = 'pagado') execute function privado.recomponer_entrega();
