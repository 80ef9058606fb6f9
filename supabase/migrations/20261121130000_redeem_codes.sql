-- Codes that give a product. A code is looked up first, then redeemed: order and code change in one step.

create unique index codigos_canjes_codigo_key_ci on public.codigos_canjes (upper(codigo));

create function public.buscar_codigo(p_codigo text) returns public.codigos_canjes
language sql stable security definer set search_path = '' as $$
  select * from public.codigos_canjes where upper(codigo) = upper(btrim(p_codigo)) and not canjeado;
$$;

-- What a code gives: nothing else is told of it.
create function public.ver_codigo(p_codigo text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_codigo public.codigos_canjes := public.buscar_codigo(p_codigo);
  v_respuesta jsonb;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if v_codigo.id is null then return public.rechazo('codigo_no_valido'); end if;
  select jsonb_build_object('ok', true, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre,
    'portada_url', coalesce(e.portada_url, p.portada_url),
    'portada_blur', case when e.portada_url is null then p.portada_blur else e.portada_blur end)
  into v_respuesta
  from public.productos p left join public.ediciones e on e.id = v_codigo.id_edicion
  where p.id = v_codigo.id_producto;
  if public.ya_lo_tiene(auth.uid(), v_codigo.id_producto, v_codigo.id_edicion) then
    return public.rechazo('ya_lo_tienes');
  end if;
  return v_respuesta;
end
$$;

create function public.canjear_codigo(p_codigo text, p_minecraft_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_codigo public.codigos_canjes;
  v_pedido uuid;
  v_reputacion text;
begin
  if v_usuario is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{6,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;
  -- Whoever comes first has the code; the others wait here, and then find it used.
  select * into v_codigo from public.codigos_canjes where upper(codigo) = upper(btrim(p_codigo)) for update;
  if v_codigo.id is null or v_codigo.canjeado then return public.rechazo('codigo_no_valido'); end if;
  select reputacion into v_reputacion from public.usuarios_meta where id = v_usuario for no key update;
  if v_reputacion = 'deshabilitado' then return public.rechazo('cuenta_deshabilitada'); end if;
  if public.ya_lo_tiene(v_usuario, v_codigo.id_producto, v_codigo.id_edicion) then
    return public.rechazo('ya_lo_tienes');
  end if;
  insert into public.adquisiciones (user_id, producto_id, edicion_id, origen, es_reserva, precio_pagado, minecraft_name)
  select v_usuario, p.id, v_codigo.id_edicion, 'codigo', coalesce(e.reserva, p.reserva), 0, p_minecraft_name
  from public.productos p left join public.ediciones e on e.id = v_codigo.id_edicion
  where p.id = v_codigo.id_producto
  returning id into v_pedido;
  update public.codigos_canjes set canjeado = true, canjeado_por = v_usuario, canjeado_at = now() where id = v_codigo.id;
  update public.productos set adquirido = adquirido + 1 where id = v_codigo.id_producto;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('canje:' || v_codigo.id, v_usuario, 'canje', jsonb_build_object('pedido_id', v_pedido));
  return jsonb_build_object('ok', true, 'pedido_id', v_pedido);
end
$$;

-- The facts of an order that nobody paid for, for the mail.
create function public.datos_pedido(p_pedido uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('pedido_id', a.id, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre,
    'minecraft_name', a.minecraft_name)
  from public.adquisiciones a left join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_pedido;
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.ver_codigo(text), public.canjear_codigo(text, text) to authenticated;
grant execute on function public.datos_pedido(uuid) to service_role;
