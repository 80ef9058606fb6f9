-- What a member gets without paying. It is a licence for the time of the membership.

create function public.reclamar_con_club(p_producto uuid, p_minecraft_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_producto public.productos;
  v_pedido public.adquisiciones;
begin
  select * into v_cuenta from public.usuarios_meta where id = auth.uid() for no key update;
  if v_cuenta.id is null then return public.rechazo('sin_sesion'); end if;
  if v_cuenta.banned_until > now() then return public.rechazo('cuenta_baneada'); end if;
  if v_cuenta.reputacion = 'deshabilitado' then return public.rechazo('cuenta_deshabilitada'); end if;
  if v_cuenta.reputacion = 'mala' then return public.rechazo('gratis_no_permitido'); end if;
  if not v_cuenta.club then return public.rechazo('requiere_club'); end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{3,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;

  select * into v_producto from public.productos where id = p_producto for no key update;
  select * into v_pedido from public.adquisiciones
  where user_id = v_cuenta.id and producto_id = p_producto and edicion_id is null and revocada_at is null
  order by (origen = 'club'), created_at limit 1;
  if v_pedido.origen = 'club' then
    return jsonb_build_object('ok', true, 'pedido', v_pedido.id, 'reclamado_ahora', false);
  end if;
  if v_pedido.id is not null then return public.rechazo('ya_lo_tienes'); end if;
  if public.motivo_no_venta(v_producto) is not null then
    return public.rechazo(public.motivo_no_venta(v_producto));
  end if;
  if not v_producto.club_only or v_producto.uncoins is not null then return public.rechazo('no_disponible'); end if;

  insert into public.adquisiciones (user_id, producto_id, origen, es_reserva, precio_pagado, minecraft_name)
  values (v_cuenta.id, p_producto, 'club', v_producto.reserva, 0, p_minecraft_name) returning * into v_pedido;
  update public.productos set adquirido = adquirido + 1 where id = p_producto;
  return jsonb_build_object('ok', true, 'pedido', v_pedido.id, 'reclamado_ahora', true);
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.reclamar_con_club(uuid, text) to authenticated;
