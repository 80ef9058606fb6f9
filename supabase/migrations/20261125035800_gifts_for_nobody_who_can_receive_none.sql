-- Made from supabase/schemas by `npm run db:migration gifts_for_nobody_who_can_receive_none`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.cotizar_compra (
  p_producto     uuid,
  p_edicion      uuid DEFAULT NULL::uuid,
  p_bundle       uuid DEFAULT NULL::uuid,
  p_metodo       text DEFAULT 'tarjeta'::text,
  p_cupon        text DEFAULT NULL::text,
  p_destinatario uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_usuario uuid := auth.uid();
  v_para uuid := p_destinatario;
  v_respuesta jsonb;
begin
  perform public.anotar_ofertas(p_producto);
  if p_destinatario is not null and v_usuario is not null and p_destinatario <> v_usuario then
    if not exists (
      select from public.usuarios_meta u where u.id = p_destinatario and public.recibe_regalos(u, v_usuario)
    ) then
      return public.rechazo('destinatario_no_existe');
    end if;
    v_para := '00000000-0000-0000-0000-000000000000';
    perform set_config('tienda.cotizando_regalo', 'on', true);
  end if;
  v_respuesta := public.presupuestar(v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, v_para) - 'interno';
  perform set_config('tienda.cotizando_regalo', '', true);
  if p_cupon is not null and v_usuario is not null
    and coalesce(v_respuesta ->> 'error', '') not in ('cupon_no_valido', 'demasiados_intentos') then
    perform public.devolver_intento('cupon', v_usuario::text);
  end if;
  return v_respuesta;
end
$function$;

CREATE OR REPLACE FUNCTION public.motivo_no_comprador (
  p_usuario      uuid,
  p_destinatario uuid,
  p_metodo       text,
  p_cupon        text
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_cuenta public.usuarios_meta;
begin
  if p_metodo is null or p_metodo not in ('tarjeta', 'paypal', 'uncoins', 'gratis') then return 'metodo_no_valido'; end if;
  if p_usuario is null then
    return case when p_cupon is not null or p_destinatario is not null then 'sin_sesion' end;
  end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  if v_cuenta.id is null then return 'sin_sesion'; end if;
  if v_cuenta.banned_until > now() then return 'cuenta_baneada'; end if;
  if v_cuenta.reputacion = 'deshabilitado' then return 'cuenta_deshabilitada'; end if;
  if p_cupon is not null and not public.contar_intento('cupon', p_usuario::text, 30, '10 minutes') then
    return 'demasiados_intentos';
  end if;
  if p_destinatario is null then return null; end if;
  if p_destinatario = p_usuario then return 'regalo_a_si_mismo'; end if;
  if p_metodo = 'uncoins' then return 'metodo_no_valido'; end if;
  -- The quote of a gift is for nobody in particular; only a payment has a recipient.
  if p_destinatario = '00000000-0000-0000-0000-000000000000'
    and current_setting('tienda.cotizando_regalo', true) = 'on' then return null; end if;
  if not public.contar_intento('regalo', p_usuario::text, 20, '1 hour') then return 'demasiados_intentos'; end if;
  if not exists (
    select from public.usuarios_meta u where u.id = p_destinatario and public.recibe_regalos(u, p_usuario)
  ) then return 'destinatario_no_existe'; end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.motivo_no_entrega (
  p_pago public.pagos
)
  RETURNS text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ids uuid[] := public.articulos_de(p_pago);
  v_comprador public.usuarios_meta;
  v_producto public.productos;
  v_motivo text;
begin
  perform public.bloquear_existencias(p_pago.destinatario_id, p_pago.cupon_id, v_ids);
  if p_pago.presupuesto #>> '{interno,uncoins}' is null and not exists (
    select from unnest(v_ids) id where not public.ya_lo_tiene(p_pago.destinatario_id, id, p_pago.edicion_id)
  ) or public.regalo_en_espera(p_pago) then
    return 'ya_lo_tienes';
  end if;
  if p_pago.destinatario_id <> p_pago.user_id and not exists (
    select from public.usuarios_meta u
    where u.id = p_pago.destinatario_id and public.recibe_regalos(u, p_pago.user_id)
  ) then
    return 'sin_destinatario';
  end if;
  select * into v_comprador from public.usuarios_meta where id = p_pago.user_id;
  if v_comprador.banned_until > now() then return 'cuenta_baneada'; end if;
  if v_comprador.reputacion = 'deshabilitado' then return 'cuenta_deshabilitada'; end if;
  if exists (select from public.ediciones where id = p_pago.edicion_id and retirada) then return 'no_disponible'; end if;
  for v_producto in select * from public.productos where id = any (v_ids) order by id loop
    v_motivo := coalesce(public.motivo_no_venta(v_producto),
      case when v_producto.unidades is not null then public.motivo_sin_unidades(p_pago, v_producto) end);
    if v_motivo is not null then return v_motivo; end if;
  end loop;
  if p_pago.cupon_id is not null
    and (select propias = 0 from public.contar_reservas(p_pago, null, p_pago.cupon_id))
    and not exists (
      select from public.cupon_utilizable((select codigo from public.codigos_cupones where id = p_pago.cupon_id), p_pago))
  then
    return 'cupon_no_valido';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.motivo_no_regalo (
  p_pago public.pagos
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when not public.recibe_regalos(para, de.id) then 'sin_destinatario'
    when de.banned_until > now() then 'cuenta_baneada'
    when de.reputacion = 'deshabilitado' then 'cuenta_deshabilitada'
    when not exists (
      select from unnest(public.articulos_de(p_pago)) id
      where not public.ya_lo_tiene(p_pago.destinatario_id, id, p_pago.edicion_id)) then 'ya_lo_tiene'
  end
  from public.usuarios_meta de, public.usuarios_meta para
  where de.id = p_pago.user_id and para.id = p_pago.destinatario_id;
$function$;

CREATE OR REPLACE FUNCTION public.pagos_sin_objeto()
  RETURNS TABLE (
    proveedor  text,
    referencia text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p.proveedor, p.referencia from public.pagos p
  join public.usuarios_meta u on u.id = p.user_id
  join public.usuarios_meta para on para.id = p.destinatario_id
  left join public.ediciones e on e.id = p.edicion_id
  where p.estado = 'creado' and p.proveedor in ('stripe', 'paypal') and p.referencia is not null
    and p.pendiente_at is null
    and (u.banned_until > now() or u.reputacion = 'deshabilitado' or e.retirada
      or (para.id <> u.id and not public.recibe_regalos(para, u.id)) or exists (
      select from public.productos x where x.id = any (public.articulos_de(p)) and public.motivo_no_venta(x) is not null))
  order by p.creado_at limit 500;
$function$;
