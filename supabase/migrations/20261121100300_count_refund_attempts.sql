-- A provider remembers the answer to a key: a refund that it refused is asked for again under a new one.

alter table public.reembolsos add column intento integer not null default 1 check (intento > 0);

create or replace function public.pedir_reembolso(p_pago uuid, p_motivo text) returns jsonb
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
  on conflict (pago_id) do update set
    intento = r.intento + case when r.estado = 'rechazado' then 1 else 0 end,
    estado = 'pedido', error = null, pedido_por = excluded.pedido_por, motivo = excluded.motivo
  returning r.* into v_reembolso;
  if v_pago.proveedor = 'uncoins' then
    perform public.revertir_pago('uncoins', v_pago.referencia, 'reembolsado');
  end if;
  return jsonb_build_object('ok', true, 'reembolso_id', v_reembolso.id, 'pago_id', v_pago.id,
    'intento', v_reembolso.intento, 'proveedor', v_pago.proveedor, 'referencia', v_pago.referencia,
    'total_centimos', v_pago.total_centimos);
end
$$;

create index pagos_creado_at_idx on public.pagos (creado_at desc, id);

revoke execute on all functions in schema public from public;
grant execute on function public.pedir_reembolso(uuid, text) to authenticated;
