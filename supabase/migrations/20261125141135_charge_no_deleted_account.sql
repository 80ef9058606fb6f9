-- Made from supabase/schemas by `npm run db:migration charge_no_deleted_account`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

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
  if v_comprador.borrada_at is not null then return 'cuenta_borrada'; end if;
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
