-- From a quote to a payment that waits for its provider.

-- What the server may tell about a payment: its state, and the orders that it became.
create function public.describir_pago(p_pago public.pagos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'ok', true, 'pago_id', p_pago.id, 'user_id', p_pago.user_id, 'destinatario_id', p_pago.destinatario_id,
    'estado', p_pago.estado, 'metodo', p_pago.metodo, 'proveedor', p_pago.proveedor, 'referencia', p_pago.referencia,
    'total_centimos', p_pago.total_centimos, 'moneda', p_pago.moneda,
    'presupuesto', p_pago.presupuesto - 'interno', 'nombre', p_pago.presupuesto ->> 'nombre',
    'creado_at', p_pago.creado_at, 'pagado_at', p_pago.pagado_at, 'entregado_at', p_pago.entregado_at,
    'caduca_at', p_pago.caduca_at,
    'pedidos', coalesce((
      select jsonb_agg(a.id order by a.created_at, a.id) from public.adquisiciones a where a.pago_id = p_pago.id
    ), '[]'::jsonb));
$$;

create function public.crear_pago(
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
  if v_total > 0 and p_metodo = 'uncoins' then return public.rechazo('metodo_no_valido'); end if;

  -- The same purchase at the same price, begun and left: it goes on where it was.
  select * into v_pago from public.pagos
  where user_id = v_usuario and estado = 'creado' and caduca_at > now() + interval '5 minutes'
    and destinatario_id = v_destinatario and producto_id is not distinct from p_producto
    and edicion_id is not distinct from p_edicion and bundle_id is not distinct from p_bundle
    and metodo = p_metodo and minecraft_name = p_minecraft_name and presupuesto = v_presupuesto
  order by creado_at desc limit 1;
  if found then return public.describir_pago(v_pago); end if;

  insert into public.pagos (user_id, destinatario_id, producto_id, edicion_id, bundle_id, cupon_id, metodo, proveedor,
    referencia, total_centimos, presupuesto, minecraft_name, clave)
  values (v_usuario, v_destinatario, p_producto, p_edicion, p_bundle, (v_presupuesto #>> '{interno,cupon_id}')::uuid,
    case when v_total = 0 then 'gratis' else p_metodo end,
    case when v_total = 0 then 'gratis' when p_metodo = 'tarjeta' then 'stripe' else p_metodo end,
    case when v_total = 0 then gen_random_uuid()::text end,
    v_total, v_presupuesto, p_minecraft_name, p_clave)
  returning * into v_pago;
  if v_total = 0 then return public.entregar_pago('gratis', v_pago.referencia, 0, 'EUR'); end if;
  return public.describir_pago(v_pago);
end
$$;

create function public.vincular_pago(p_pago uuid, p_proveedor text, p_referencia text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  update public.pagos set referencia = p_referencia
  where id = p_pago and proveedor = p_proveedor and (referencia is null or referencia = p_referencia)
  returning * into v_pago;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  return public.describir_pago(v_pago);
end
$$;

-- Closes a payment that never happened. One that was paid is never demoted.
create function public.cerrar_pago(p_proveedor text, p_referencia text, p_estado text, p_pago uuid default null)
returns jsonb
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

-- Closes payments that never reached a provider: nobody can have paid them.
create function public.caducar_pagos_sin_referencia() returns integer
language sql volatile security definer set search_path = '' as $$
  with cerrados as (
    update public.pagos set estado = 'caducado'
    where estado = 'creado' and referencia is null and caduca_at < now() - interval '1 day' returning 1
  )
  select count(*)::integer from cerrados;
$$;

-- The facts of a receipt, for the mail.
create function public.datos_recibo(p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.describir_pago(p) || jsonb_build_object(
    'minecraft_name', p.minecraft_name,
    'regalado_por', (select display_name from public.usuarios_meta where id = p.user_id))
  from public.pagos p where p.id = p_pago;
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.crear_pago(uuid, uuid, uuid, text, text, uuid, text, text) to authenticated;
grant execute on function public.vincular_pago(uuid, text, text), public.cerrar_pago(text, text, text, uuid),
  public.caducar_pagos_sin_referencia(), public.datos_recibo(uuid) to service_role;
