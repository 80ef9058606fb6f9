-- Takes back what a refunded or disputed payment delivered: licences, coins, the creator's share. A payment that was
-- not delivered yet never will be.

create function public.revertir_recarga(p_pago public.pagos) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_recarga integer;
  v_saldo integer;
begin
  select cantidad into v_recarga from public.movimientos_uncoins where clave = 'recarga:' || p_pago.id;
  if v_recarga is null then return; end if;
  if exists (select from public.movimientos_uncoins where clave = 'reembolso:' || p_pago.id) then return; end if;
  select uncoins into v_saldo from public.usuarios_meta where id = p_pago.destinatario_id for no key update;
  if v_saldo < v_recarga then
    perform public.abrir_caso('uncoins_gastados', 'uncoins:' || p_pago.id, p_pago.id,
      jsonb_build_object('faltan', v_recarga - v_saldo));
  end if;
  if v_saldo > 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (p_pago.destinatario_id, -least(v_recarga, v_saldo), 'reembolso', 'reembolso:' || p_pago.id, p_pago.id);
  end if;
end
$$;

create function public.revertir_pago(p_proveedor text, p_referencia text, p_estado text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, null);
begin
  if p_estado is null or p_estado not in ('reembolsado', 'en_disputa') then
    return public.rechazo('estado_no_valido');
  end if;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado in (p_estado, 'reembolsado') then return public.describir_pago(v_pago); end if;
  update public.pagos set estado = p_estado where id = v_pago.id returning * into v_pago;

  update public.adquisiciones set revocada_at = now(), revocada_motivo = p_estado
  where pago_id = v_pago.id and revocada_at is null;
  insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
  select m.usuario_id, -m.centimos, 'reembolso', 'reembolso:' || m.adquisicion_id, m.adquisicion_id
  from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id
  where a.pago_id = v_pago.id and m.concepto = 'venta'
  on conflict (clave) do nothing;
  perform public.revertir_recarga(v_pago);
  return public.describir_pago(v_pago);
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.revertir_pago(text, text, text) to service_role;
