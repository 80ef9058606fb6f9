-- From a quote to delivered goods. `entregar_pago` may be called by anyone who knows of a payment, any number of times.

create function public.crear_pago(
  p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid,
  p_minecraft_name text, p_clave text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_presupuesto jsonb;
  v_total integer;
  v_pago public.pagos;
begin
  select * into v_pago from public.pagos where user_id = v_usuario and clave = p_clave;
  if found then return public.describir_pago(v_pago); end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{5,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;
  v_presupuesto := public.presupuestar(v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario);
  if not (v_presupuesto ->> 'ok')::boolean then return v_presupuesto; end if;
  v_total := (v_presupuesto ->> 'total_centimos')::integer;
  if v_total > 0 and p_metodo = 'uncoins' then return public.rechazo('metodo_no_valido'); end if;

  insert into public.pagos (user_id, destinatario_id, producto_id, edicion_id, bundle_id, metodo, proveedor,
    referencia, total_centimos, presupuesto, minecraft_name, clave)
  values (v_usuario, coalesce(p_destinatario, v_usuario), p_producto, p_edicion, p_bundle,
    case when v_total = 0 then 'gratis' else p_metodo end,
    case when v_total = 0 then 'gratis' when p_metodo = 'tarjeta' then 'stripe' else p_metodo end,
    case when v_total = 0 then gen_random_uuid()::text end,
    v_total, v_presupuesto, p_minecraft_name, p_clave)
  on conflict (user_id, clave) do nothing
  returning * into v_pago;
  if v_pago.id is null then
    select * into v_pago from public.pagos where user_id = v_usuario and clave = p_clave;
    return public.describir_pago(v_pago);
  end if;
  if v_total = 0 then return public.entregar_pago('gratis', v_pago.referencia, 0, 'EUR'); end if;
  return public.describir_pago(v_pago);
end
$$;

-- What the server may tell about a payment: its state, and the orders that it became.
create function public.describir_pago(p_pago public.pagos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'ok', true, 'pago_id', p_pago.id, 'user_id', p_pago.user_id, 'estado', p_pago.estado,
    'proveedor', p_pago.proveedor, 'referencia', p_pago.referencia, 'total_centimos', p_pago.total_centimos,
    'presupuesto', p_pago.presupuesto, 'nombre', p_pago.presupuesto ->> 'nombre',
    'pedidos', coalesce((
      select jsonb_agg(a.id order by a.created_at, a.id) from public.adquisiciones a where a.pago_id = p_pago.id
    ), '[]'::jsonb));
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

create function public.abrir_caso(p_tipo text, p_clave text, p_pago uuid, p_datos jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.casos_admin (tipo, clave, pago_id, datos) values (p_tipo, p_clave, p_pago, p_datos)
  on conflict (clave) do nothing;
$$;

-- Gives one product of a payment to its recipient, and the creator the share of it.
create function public.entregar_producto(p_pago public.pagos, p_producto public.productos, p_centimos integer)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_adquisicion uuid;
  v_ingreso integer;
begin
  insert into public.adquisiciones (user_id, producto_id, edicion_id, bundle_id, pago_id, regalado_por, origen,
    es_reserva, precio_pagado, minecraft_name)
  values (p_pago.destinatario_id, p_producto.id, p_pago.edicion_id, p_pago.bundle_id, p_pago.id,
    case when p_pago.destinatario_id <> p_pago.user_id then p_pago.user_id end,
    case when p_pago.destinatario_id <> p_pago.user_id then 'regalo'
      when p_pago.bundle_id is not null then 'bundle'
      when p_pago.total_centimos = 0 then 'gratis' else 'compra' end,
    coalesce((select reserva from public.ediciones where id = p_pago.edicion_id), p_producto.reserva),
    p_centimos / 100.0, p_pago.minecraft_name)
  returning id into v_adquisicion;

  -- Paid goods are delivered even when the last unit went in between: a download does not run out.
  update public.productos set adquirido = adquirido + 1,
    unidades = case when unidades > 0 then unidades - 1 else unidades end
  where id = p_producto.id;

  select public.parte_porcentual(p_centimos, ingresos_creador_porcentaje) into v_ingreso
  from public.configuracion_global where id = 1;
  if v_ingreso > 0 and p_producto.usuario_id not in (p_pago.user_id, p_pago.destinatario_id) then
    insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
    values (p_producto.usuario_id, v_ingreso, 'venta', 'venta:' || v_adquisicion, v_adquisicion);
  end if;
end
$$;

create function public.entregar_pago(
  p_proveedor text, p_referencia text, p_importe_centimos integer, p_moneda text, p_pago uuid default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_producto public.productos;
  v_uncoins integer;
  v_suma numeric;
  v_acumulado numeric := 0;
  v_repartido integer := 0;
  v_hasta integer;
begin
  select * into v_pago from public.pagos
  where proveedor = p_proveedor and (referencia = p_referencia or (referencia is null and id = p_pago))
  for update;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado in ('entregado', 'reembolsado', 'en_disputa') then return public.describir_pago(v_pago); end if;
  if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then
    perform public.abrir_caso('importe_no_coincide', 'importe:' || v_pago.id, v_pago.id,
      jsonb_build_object('importe', p_importe_centimos, 'moneda', p_moneda));
    return public.rechazo('importe_no_coincide');
  end if;

  update public.pagos set estado = 'pagado', referencia = p_referencia, pagado_at = coalesce(pagado_at, now())
  where id = v_pago.id returning * into v_pago;
  -- One delivery at a time per recipient: two payments for the same product are then seen as what they are.
  perform 1 from public.usuarios_meta where id = v_pago.destinatario_id for update;

  select uncoins into v_uncoins from public.productos where id = v_pago.producto_id;
  if v_uncoins is not null then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (v_pago.destinatario_id, v_uncoins, 'recarga', 'recarga:' || v_pago.id, v_pago.id);
  else
    if exists (
      select from public.productos_de_pago(v_pago) d
      where public.ya_lo_tiene(v_pago.destinatario_id, d.id, v_pago.edicion_id)
    ) then
      perform public.abrir_caso('pagado_dos_veces', 'duplicado:' || v_pago.id, v_pago.id, '{}');
      return public.rechazo('ya_lo_tienes');
    end if;
    select greatest(sum(precio), 0.01) into v_suma from public.productos_de_pago(v_pago);
    for v_producto in
      select p.* from public.productos p join public.productos_de_pago(v_pago) d on d.id = p.id order by p.id for update
    loop
      -- Cumulative rounding: the parts of a bundle always add up to what was paid.
      v_acumulado := v_acumulado + v_producto.precio;
      v_hasta := case when v_pago.bundle_id is null then v_pago.total_centimos
        else round(v_pago.total_centimos * v_acumulado / v_suma)::integer end;
      perform public.entregar_producto(v_pago, v_producto, v_hasta - v_repartido);
      v_repartido := v_hasta;
    end loop;
  end if;

  if v_pago.total_centimos >= 100 then
    insert into public.logros_usuario (user_id, logro) values (v_pago.user_id, 'primera_compra') on conflict do nothing;
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('recibo:' || v_pago.id, v_pago.user_id, 'recibo', jsonb_build_object('pago_id', v_pago.id));
  if v_pago.destinatario_id <> v_pago.user_id then
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('regalo:' || v_pago.id, v_pago.destinatario_id, 'regalo', jsonb_build_object('pago_id', v_pago.id));
  end if;
  update public.pagos set estado = 'entregado', entregado_at = now() where id = v_pago.id returning * into v_pago;
  return public.describir_pago(v_pago) || jsonb_build_object('entregado_ahora', true);
end
$$;

create function public.productos_de_pago(p_pago public.pagos) returns table (id uuid, precio numeric)
language sql stable security definer set search_path = '' as $$
  select p.id, p.precio from public.productos p
  where p.id = p_pago.producto_id
    or p.id in (select producto_id from public.bundles_productos where bundle_id = p_pago.bundle_id);
$$;

-- Closes a payment that never happened. One that was paid is never demoted.
create function public.cerrar_pago(p_proveedor text, p_referencia text, p_estado text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
begin
  if p_estado not in ('fallido', 'caducado') then return public.rechazo('estado_no_valido'); end if;
  update public.pagos set estado = p_estado
  where proveedor = p_proveedor and referencia = p_referencia and estado in ('creado', 'fallido', 'caducado')
  returning * into v_pago;
  if v_pago.id is null then
    select * into v_pago from public.pagos where proveedor = p_proveedor and referencia = p_referencia;
    if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  end if;
  return public.describir_pago(v_pago);
end
$$;

-- Takes back what a refunded or disputed payment delivered: licences, coins, the creator's share.
create function public.revertir_pago(p_proveedor text, p_referencia text, p_estado text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_recarga integer;
  v_saldo integer;
begin
  if p_estado not in ('reembolsado', 'en_disputa') then return public.rechazo('estado_no_valido'); end if;
  select * into v_pago from public.pagos where proveedor = p_proveedor and referencia = p_referencia for update;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado = p_estado or v_pago.estado = 'reembolsado' then return public.describir_pago(v_pago); end if;
  update public.pagos set estado = p_estado where id = v_pago.id returning * into v_pago;

  update public.adquisiciones set revocada_at = now(), revocada_motivo = p_estado
  where pago_id = v_pago.id and revocada_at is null;
  insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
  select m.usuario_id, -m.centimos, 'reembolso', 'reembolso:' || m.adquisicion_id, m.adquisicion_id
  from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id
  where a.pago_id = v_pago.id and m.concepto = 'venta'
  on conflict (clave) do nothing;

  select cantidad into v_recarga from public.movimientos_uncoins where clave = 'recarga:' || v_pago.id;
  if v_recarga is not null then
    select uncoins into v_saldo from public.usuarios_meta where id = v_pago.destinatario_id for update;
    if v_saldo < v_recarga then
      perform public.abrir_caso('uncoins_gastados', 'uncoins:' || v_pago.id, v_pago.id,
        jsonb_build_object('faltan', v_recarga - v_saldo));
    end if;
    if v_saldo > 0 then
      insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
      values (v_pago.destinatario_id, -least(v_recarga, v_saldo), 'reembolso', 'reembolso:' || v_pago.id, v_pago.id)
      on conflict (clave) do nothing;
    end if;
  end if;
  return public.describir_pago(v_pago);
end
$$;

-- Remembers a provider's event. It counts as new until `cerrar_evento`, so that one that failed half-way is repeated.
create function public.registrar_evento(p_proveedor text, p_evento_id text, p_tipo text, p_payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_procesado timestamptz;
begin
  insert into public.eventos_proveedor (proveedor, evento_id, tipo, payload)
  values (p_proveedor, p_evento_id, p_tipo, p_payload) on conflict (proveedor, evento_id) do nothing;
  select procesado_at into v_procesado from public.eventos_proveedor
  where proveedor = p_proveedor and evento_id = p_evento_id;
  return jsonb_build_object('ok', true, 'nuevo', v_procesado is null);
end
$$;

create function public.cerrar_evento(p_proveedor text, p_evento_id text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.eventos_proveedor set procesado_at = coalesce(procesado_at, now())
  where proveedor = p_proveedor and evento_id = p_evento_id;
$$;

-- Claims mails to send for two minutes; a sender that dies leaves them to the next one.
create function public.tomar_correos(p_limite integer default 20) returns table (
  id bigint, clave text, plantilla text, datos jsonb, idioma text, destinatario text, nombre text
)
language sql volatile security definer set search_path = '' as $$
  with tomados as (
    update public.correos c set tomado_hasta = now() + interval '2 minutes', intentos = c.intentos + 1
    where c.id in (
      select p.id from public.correos p
      where p.estado = 'pendiente' and (p.tomado_hasta is null or p.tomado_hasta < now())
      order by p.id limit least(p_limite, 100) for update skip locked)
    returning c.*
  )
  select t.id, t.clave, t.plantilla, t.datos, u.idioma, a.email::text, u.display_name
  from tomados t join public.usuarios_meta u on u.id = t.user_id join auth.users a on a.id = t.user_id
  order by t.id;
$$;

create function public.cerrar_correo(p_id bigint, p_error text default null) returns void
language sql volatile security definer set search_path = '' as $$
  update public.correos set
    estado = case when p_error is null then 'enviado' when intentos >= 8 then 'fallido' else 'pendiente' end,
    enviado_at = case when p_error is null then now() end,
    ultimo_error = left(p_error, 500)
  where id = p_id and estado = 'pendiente';
$$;

-- The facts of a receipt, for the mail.
create function public.datos_recibo(p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.describir_pago(p) || jsonb_build_object(
    'pagado_at', p.pagado_at, 'minecraft_name', p.minecraft_name,
    'regalado_por', (select display_name from public.usuarios_meta where id = p.user_id))
  from public.pagos p where p.id = p_pago;
$$;

-- The file of an order, for its owner (SPEC §4): the edition's link and flags come before the product's.
create function public.enlace_descarga(p_adquisicion uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pedido public.adquisiciones;
  v_producto public.productos;
  v_edicion public.ediciones;
  v_enlace text;
begin
  select * into v_pedido from public.adquisiciones where id = p_adquisicion and user_id = auth.uid();
  if v_pedido.id is null or not public.puede_actuar() then return public.rechazo('no_existe'); end if;
  if v_pedido.revocada_at is not null then return public.rechazo('revocado'); end if;
  select * into v_producto from public.productos where id = v_pedido.producto_id;
  select * into v_edicion from public.ediciones where id = v_pedido.edicion_id;
  if v_producto.id is null then return public.rechazo('sin_enlace'); end if;
  if not v_producto.descargable then return public.rechazo('no_descargable'); end if;
  if public.espera_lanzamiento(v_producto, v_edicion) then return public.rechazo('reserva'); end if;
  v_enlace := coalesce(v_edicion.download_link, v_producto.download_link);
  if v_enlace is null then return public.rechazo('sin_enlace'); end if;
  update public.adquisiciones set descargas = descargas + 1 where id = p_adquisicion;
  return jsonb_build_object('ok', true, 'download_link', v_enlace, 'slug', v_producto.slug);
end
$$;

create function public.espera_lanzamiento(p_producto public.productos, p_edicion public.ediciones) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(p_edicion.reserva, p_producto.reserva)
    and (p_producto.fecha_lanzamiento is null or p_producto.fecha_lanzamiento > current_date);
$$;

-- The download area of an order (SPEC §4), without the link itself.
create function public.estado_descarga(p_adquisicion uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when a.revocada_at is not null then 'revocado'
    when p.id is null then 'sin_enlace'
    when not p.descargable then 'no_descargable'
    when public.espera_lanzamiento(p, e) then 'reserva'
    when coalesce(e.download_link, p.download_link) is null then 'sin_enlace'
    else 'disponible'
  end
  from public.adquisiciones a
  left join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and (a.user_id = auth.uid() or public.es_admin());
$$;

-- Everything that the islands of a page need to know of the caller, in one round trip.
create function public.mi_cuenta() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', u.id, 'display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
    'role', u.role, 'club', u.club, 'uncoins', u.uncoins, 'reputacion', u.reputacion, 'idioma', u.idioma,
    'banned_until', u.banned_until, 'ban_motivo', u.ban_motivo,
    'favoritos', coalesce((select jsonb_agg(f.producto_id) from public.favoritos f where f.user_id = u.id), '[]'),
    'adquiridos', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'producto_id', a.producto_id, 'edicion_id', a.edicion_id))
      from public.adquisiciones a where a.user_id = u.id and a.revocada_at is null
    ), '[]'),
    'siguiendo', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'display_name', s.display_name, 'avatar_url', s.avatar_url))
      from (
        select c.id, c.display_name, c.avatar_url
        from public.follows fo join public.usuarios_meta c on c.id = fo.following_id
        where fo.follower_id = u.id order by fo.created_at desc limit 10
      ) s
    ), '[]'))
  from public.usuarios_meta u where u.id = auth.uid();
$$;

revoke execute on all functions in schema public from public;
revoke execute on function public.crear_pago(uuid, uuid, uuid, text, text, uuid, text, text),
  public.describir_pago(public.pagos), public.vincular_pago(uuid, text, text),
  public.abrir_caso(text, text, uuid, jsonb), public.entregar_producto(public.pagos, public.productos, integer),
  public.entregar_pago(text, text, integer, text, uuid), public.productos_de_pago(public.pagos),
  public.cerrar_pago(text, text, text), public.revertir_pago(text, text, text),
  public.registrar_evento(text, text, text, jsonb), public.cerrar_evento(text, text),
  public.tomar_correos(integer), public.cerrar_correo(bigint, text), public.datos_recibo(uuid),
  public.enlace_descarga(uuid), public.espera_lanzamiento(public.productos, public.ediciones),
  public.estado_descarga(uuid), public.mi_cuenta() from anon, authenticated;
grant execute on function public.crear_pago(uuid, uuid, uuid, text, text, uuid, text, text),
  public.enlace_descarga(uuid), public.estado_descarga(uuid), public.mi_cuenta() to authenticated;
