-- Made from supabase/schemas by `npm run db:migration code_redeemed_again`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.canjear_codigo (
  p_codigo         text,
  p_minecraft_name text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  if not public.contar_codigo(v_usuario) then return public.rechazo('demasiados_intentos'); end if;
  -- Whoever comes first has the code; the others wait here, and then find it used.
  select * into v_codigo from public.codigos_canjes where upper(codigo) = upper(btrim(p_codigo)) for update;
  if v_codigo.canjeado_por = v_usuario then
    select id into v_pedido from public.adquisiciones where user_id = v_usuario and producto_id = v_codigo.id_producto
      and edicion_id is not distinct from v_codigo.id_edicion and origen = 'codigo' order by created_at desc limit 1;
    if found then
      perform public.devolver_codigo(v_usuario);
      return jsonb_build_object('ok', true, 'pedido_id', v_pedido);
    end if;
  end if;
  if v_codigo.id is null or v_codigo.canjeado then
    perform public.contar_fallo_tienda('codigo');
    return public.rechazo('codigo_no_valido');
  end if;
  perform public.devolver_codigo(v_usuario);
  select reputacion into v_reputacion from public.usuarios_meta where id = v_usuario for no key update;
  if v_reputacion = 'deshabilitado' then return public.rechazo('cuenta_deshabilitada'); end if;
  if public.ya_lo_tiene(v_usuario, v_codigo.id_producto, v_codigo.id_edicion) then
    return public.rechazo('ya_lo_tienes');
  end if;
  insert into public.adquisiciones (user_id, producto_id, edicion_id, origen, es_reserva, precio_pagado, minecraft_name)
  select v_usuario, p.id, v_codigo.id_edicion, 'codigo', public.espera_lanzamiento(p, e), 0, p_minecraft_name
  from public.productos p left join public.ediciones e on e.id = v_codigo.id_edicion
  where p.id = v_codigo.id_producto
  returning id into v_pedido;
  update public.codigos_canjes set canjeado = true, canjeado_por = v_usuario, canjeado_at = now() where id = v_codigo.id;
  update public.productos set adquirido = adquirido + 1 where id = v_codigo.id_producto;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('canje:' || v_codigo.id, v_usuario, 'canje', jsonb_build_object('pedido_id', v_pedido));
  return jsonb_build_object('ok', true, 'pedido_id', v_pedido);
end
$function$;
