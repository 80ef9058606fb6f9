-- Made from supabase/schemas by `npm run db:migration no_reservation_of_what_is_out`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.dar_articulo (
  p_pago     public.pagos,
  p_articulo jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_producto uuid := (p_articulo ->> 'producto_id')::uuid;
  v_creador uuid := (p_articulo ->> 'usuario_id')::uuid;
  v_centimos integer := (p_articulo ->> 'centimos')::integer;
  v_ingreso integer := public.ingreso_de(p_pago.presupuesto, p_articulo);
  v_adquisicion uuid;
begin
  insert into public.adquisiciones (user_id, producto_id, edicion_id, bundle_id, pago_id, regalado_por, origen,
    es_reserva, precio_pagado, minecraft_name)
  values (p_pago.destinatario_id, v_producto, p_pago.edicion_id, p_pago.bundle_id, p_pago.id,
    case when p_pago.destinatario_id <> p_pago.user_id then p_pago.user_id end,
    case when p_pago.destinatario_id <> p_pago.user_id then 'regalo'
      when p_pago.bundle_id is not null then 'bundle'
      when p_pago.total_centimos = 0 then 'gratis' else 'compra' end,
    -- What has come out since the quote is no reservation any more.
    (p_articulo ->> 'es_reserva')::boolean and (
      select public.espera_lanzamiento(p, e) from public.productos p
      left join public.ediciones e on e.id = p_pago.edicion_id where p.id = v_producto),
    v_centimos / 100.0,
    -- Whoever opens a gift says the name, whatever its giver said.
    case when p_pago.destinatario_id = p_pago.user_id then p_pago.minecraft_name end)
  returning id into v_adquisicion;

  if v_ingreso > 0 and v_creador not in (p_pago.user_id, p_pago.destinatario_id) then
    insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
    values (v_creador, v_ingreso, 'venta', 'venta:' || v_adquisicion, v_adquisicion);
  end if;
end
$function$;
