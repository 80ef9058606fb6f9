-- After the sale: a refund or a dispute takes back what a payment gave, a dispute that was won gives it back. What was
-- booked before is never counted again: each step books what is missing to where the payment stands now.

create table public.reembolsos (
  id uuid primary key default gen_random_uuid(),
  pago_id uuid not null unique references public.pagos (id) on delete restrict,
  pedido_por uuid references public.usuarios_meta (id) on delete set null,
  motivo text not null check (char_length(motivo) between 3 and 500),
  estado text not null default 'pedido' check (estado in ('pedido', 'hecho', 'rechazado')),
  error text,
  created_at timestamptz not null default now(),
  hecho_at timestamptz
);
create index reembolsos_pedido_por_idx on public.reembolsos (pedido_por);
create index reembolsos_pendientes_idx on public.reembolsos (created_at) where estado = 'pedido';
alter table public.reembolsos enable row level security;
grant select on public.reembolsos to authenticated, service_role;
create policy reembolsos_select on public.reembolsos for select to authenticated
  using ((select public.es_admin())
    or exists (select from public.pagos p where p.id = pago_id and p.user_id = (select auth.uid())));

-- The creators' shares of a payment: none while it is taken back, those of the sale while it stands.
create function public.ajustar_ingresos(p_pago uuid, p_vigente boolean) returns void
language sql volatile security definer set search_path = '' as $$
  with saldos as (
    select a.id, m.usuario_id, sum(m.centimos)::integer as saldo,
      (sum(m.centimos) filter (where m.concepto = 'venta' and m.clave = 'venta:' || a.id))::integer as venta,
      count(*) as pasos
    from public.adquisiciones a join public.movimientos_ingresos m on m.adquisicion_id = a.id
    where a.pago_id = p_pago group by a.id, m.usuario_id
  ), metas as (
    select *, case when p_vigente then venta else 0 end as meta from saldos
  )
  insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
  select usuario_id, meta - saldo, case when p_vigente then 'venta' else 'reembolso' end,
    case when p_vigente then 'devuelta:' else 'reembolso:' end || id || ':' || pasos, id
  from metas where meta <> saldo
  on conflict (clave) do nothing;
$$;

-- The coins that a payment credited. Coins that are spent already cannot be taken: an admin is told.
create function public.ajustar_recarga(p_pago public.pagos, p_vigente boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_recarga integer := (select cantidad from public.movimientos_uncoins where clave = 'recarga:' || p_pago.id);
  v_saldo integer;
  v_contado integer;
  v_pasos integer;
  v_falta integer;
begin
  if v_recarga is null then return; end if;
  select uncoins into v_saldo from public.usuarios_meta where id = p_pago.destinatario_id for no key update;
  select sum(cantidad), count(*) into v_contado, v_pasos from public.movimientos_uncoins where pago_id = p_pago.id;
  v_falta := case when p_vigente then v_recarga else 0 end - v_contado;
  if v_falta < 0 and v_saldo < -v_falta then
    perform public.abrir_caso('uncoins_gastados', 'uncoins:' || p_pago.id, p_pago.id,
      jsonb_build_object('faltan', -v_falta - v_saldo));
    v_falta := -v_saldo;
  end if;
  if v_falta <> 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (p_pago.destinatario_id, v_falta, case when p_vigente then 'recarga' else 'reembolso' end,
      case when p_vigente then 'devuelta:' else 'reembolso:' end || p_pago.id || ':' || v_pasos, p_pago.id)
    on conflict (clave) do nothing;
  end if;
end
$$;

-- The coins that a purchase was paid with go back to whoever paid.
create function public.devolver_uncoins(p_pago public.pagos) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
  select user_id, -cantidad, 'reembolso', 'devolucion:' || p_pago.id, p_pago.id
  from public.movimientos_uncoins where clave = 'compra:' || p_pago.id and cantidad < 0
  on conflict (clave) do nothing;
$$;

create or replace function public.revertir_pago(p_proveedor text, p_referencia text, p_estado text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, null);
begin
  if p_estado is null or p_estado not in ('reembolsado', 'en_disputa') then
    return public.rechazo('estado_no_valido');
  end if;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado in (p_estado, 'reembolsado') then return public.describir_pago(v_pago); end if;
  update public.pagos set estado = p_estado, revertido_at = now() where id = v_pago.id returning * into v_pago;

  update public.adquisiciones set revocada_at = coalesce(revocada_at, now()), revocada_motivo = p_estado
  where pago_id = v_pago.id and (revocada_at is null or revocada_motivo = 'en_disputa');
  perform public.ajustar_ingresos(v_pago.id, false);
  perform public.ajustar_recarga(v_pago, false);
  if p_estado = 'reembolsado' then
    perform public.devolver_uncoins(v_pago);
    update public.reembolsos set estado = 'hecho', hecho_at = now(), error = null
    where pago_id = v_pago.id and estado <> 'hecho';
    update public.casos_admin set resuelto = true
    where pago_id = v_pago.id and tipo in ('pagado_dos_veces', 'sin_aclarar') and clave not like 'doble:%';
  end if;
  return public.describir_pago(v_pago);
end
$$;

-- A dispute that the shop has won: everything is as it was delivered, unless the product came by another way since.
create function public.restituir_pago(p_proveedor text, p_referencia text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, null);
begin
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado <> 'en_disputa' then return public.describir_pago(v_pago); end if;
  if v_pago.entregado_at is null then
    -- Disputed before it was delivered: it goes the ordinary way now.
    update public.pagos set estado = 'pagado', revertido_at = null where id = v_pago.id;
    return public.entregar_pago(p_proveedor, p_referencia, v_pago.total_centimos, v_pago.moneda);
  end if;
  perform 1 from public.usuarios_meta where id = v_pago.destinatario_id for no key update;
  update public.pagos set estado = 'entregado', revertido_at = null where id = v_pago.id returning * into v_pago;
  update public.adquisiciones a set revocada_at = null, revocada_motivo = null
  where pago_id = v_pago.id and revocada_motivo = 'en_disputa'
    and (bundle_id is not null or not exists (
      select from public.adquisiciones otra
      where otra.user_id = a.user_id and otra.producto_id = a.producto_id and otra.origen = a.origen
        and otra.edicion_id is not distinct from a.edicion_id and otra.revocada_at is null and otra.bundle_id is null));
  perform public.ajustar_ingresos(v_pago.id, true);
  perform public.ajustar_recarga(v_pago, true);
  return public.describir_pago(v_pago);
end
$$;

-- An admin asks for a payment's money to go back. The provider is told afterwards; coins go back at once.
create function public.pedir_reembolso(p_pago uuid, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_reembolso public.reembolsos;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return public.rechazo('motivo_no_valido');
  end if;
  select * into v_pago from public.pagos where id = p_pago for no key update;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado = 'reembolsado' then return public.rechazo('ya_reembolsado'); end if;
  if v_pago.estado not in ('pagado', 'entregado') or v_pago.total_centimos = 0 then
    return public.rechazo('no_reembolsable');
  end if;
  insert into public.reembolsos as r (pago_id, pedido_por, motivo)
  values (p_pago, auth.uid(), btrim(p_motivo))
  on conflict (pago_id) do update set estado = 'pedido', error = null, pedido_por = excluded.pedido_por,
    motivo = excluded.motivo
  returning r.* into v_reembolso;
  if v_pago.proveedor = 'uncoins' then
    perform public.revertir_pago('uncoins', v_pago.referencia, 'reembolsado');
  end if;
  return jsonb_build_object('ok', true, 'reembolso_id', v_reembolso.id, 'pago_id', v_pago.id,
    'proveedor', v_pago.proveedor, 'referencia', v_pago.referencia, 'total_centimos', v_pago.total_centimos);
end
$$;

-- What the provider refused, in its own words for the admin; a refund that was made is booked by `revertir_pago`.
create function public.rechazar_reembolso(p_reembolso uuid, p_error text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.reembolsos set estado = 'rechazado', error = left(p_error, 500)
  where id = p_reembolso and estado = 'pedido';
$$;

drop function public.revertir_recarga(public.pagos);

revoke execute on all functions in schema public from public;
grant execute on function public.restituir_pago(text, text), public.rechazar_reembolso(uuid, text) to service_role;
grant execute on function public.pedir_reembolso(uuid, text) to authenticated;
