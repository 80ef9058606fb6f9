-- Whether a payment that its buyer has approved may still be charged: the same goods may have come another way since.

create function public.motivo_no_cobro(
  p_proveedor text, p_referencia text, p_importe_centimos integer, p_moneda text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  select * into v_pago from public.pagos where proveedor = p_proveedor and referencia = p_referencia;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then
    perform public.abrir_caso('importe_no_coincide', 'importe:' || p_proveedor || ':' || p_referencia, v_pago.id,
      jsonb_build_object('proveedor', p_proveedor, 'referencia', p_referencia, 'importe', p_importe_centimos,
        'moneda', p_moneda));
    return public.rechazo('importe_no_coincide');
  end if;
  if v_pago.presupuesto #>> '{interno,uncoins}' is null and not exists (
    select from jsonb_array_elements(v_pago.presupuesto #> '{interno,articulos}') a
    where not public.ya_lo_tiene(v_pago.destinatario_id, (a ->> 'producto_id')::uuid, v_pago.edicion_id)
  ) then
    return public.rechazo('ya_lo_tienes');
  end if;
  return jsonb_build_object('ok', true);
end
$$;

-- The same purchase at the same price, begun and left: it goes on where it was. A payment in coins is made at once:
-- the debit and the delivery are one step, and a delivery that is refused takes the debit back with it.
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
  -- One at a time per buyer, and per coupon, so that neither a click nor a last use counts twice.
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
  if p_cupon is not null then
    perform 1 from public.codigos_cupones where codigo = btrim(p_cupon) and product_id = p_producto for no key update;
  end if;
  v_presupuesto := public.presupuestar(v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario);
  if not (v_presupuesto ->> 'ok')::boolean then return v_presupuesto; end if;
  v_total := (v_presupuesto ->> 'total_centimos')::integer;

  if v_total > 0 and p_metodo = 'uncoins' then
    select uncoins into v_saldo from public.usuarios_meta where id = v_usuario for no key update;
    if v_saldo < v_total then
      return public.rechazo('saldo_insuficiente') || jsonb_build_object('necesitas', v_total, 'tienes', v_saldo);
    end if;
  else
    select * into v_pago from public.pagos
    where user_id = v_usuario and estado = 'creado' and caduca_at > now() + interval '5 minutes'
      and destinatario_id = v_destinatario and producto_id is not distinct from p_producto
      and edicion_id is not distinct from p_edicion and bundle_id is not distinct from p_bundle
      and metodo = p_metodo and minecraft_name = p_minecraft_name and presupuesto = v_presupuesto
    order by creado_at desc limit 1;
    if found then return public.describir_pago(v_pago); end if;
  end if;

  begin
    insert into public.pagos (user_id, destinatario_id, producto_id, edicion_id, bundle_id, cupon_id, metodo, proveedor,
      referencia, total_centimos, presupuesto, minecraft_name, clave)
    values (v_usuario, v_destinatario, p_producto, p_edicion, p_bundle, (v_presupuesto #>> '{interno,cupon_id}')::uuid,
      case when v_total = 0 then 'gratis' else p_metodo end,
      case when v_total = 0 then 'gratis' when p_metodo = 'tarjeta' then 'stripe' else p_metodo end,
      case when v_total = 0 or p_metodo = 'uncoins' then gen_random_uuid()::text end,
      v_total, v_presupuesto, p_minecraft_name, p_clave)
    returning * into v_pago;
    if v_pago.proveedor not in ('gratis', 'uncoins') then return public.describir_pago(v_pago); end if;
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

revoke execute on all functions in schema public from public;
grant execute on function public.crear_pago(uuid, uuid, uuid, text, text, uuid, text, text) to authenticated;
grant execute on function public.motivo_no_cobro(text, text, integer, text) to service_role;
