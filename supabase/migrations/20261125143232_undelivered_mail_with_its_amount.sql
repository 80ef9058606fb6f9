-- Made from supabase/schemas by `npm run db:migration undelivered_mail_with_its_amount`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- not read by the previous release
DROP FUNCTION "public"."ordenar_reembolso"(uuid, text);

CREATE OR REPLACE FUNCTION public.entregar_pago (
  p_proveedor        text,
  p_referencia       text,
  p_importe_centimos integer,
  p_moneda           text,
  p_pago             uuid                     DEFAULT NULL::uuid,
  p_confirmado_at    timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_pago public.pagos := public.bloquear_pago(p_proveedor, p_referencia, p_pago);
  v_datos jsonb := jsonb_build_object(
    'proveedor', p_proveedor, 'referencia', p_referencia, 'importe', p_importe_centimos, 'moneda', p_moneda);
  v_uncoins integer := (v_pago.presupuesto #>> '{interno,uncoins}')::integer;
  v_motivo text;
  v_ordenado integer;
begin
  if p_referencia is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.id is null then
    perform public.abrir_caso('pago_desconocido', 'desconocido:' || p_proveedor || ':' || p_referencia, null, v_datos);
    return public.rechazo('pago_no_existe');
  end if;
  if v_pago.estado in ('pagado', 'entregado', 'reembolsado', 'en_disputa') and v_pago.referencia <> p_referencia then
    perform public.abrir_caso('pagado_dos_veces', 'doble:' || p_proveedor || ':' || p_referencia, v_pago.id, v_datos);
    return public.rechazo('ya_pagado');
  end if;
  if v_pago.estado in ('entregado', 'reembolsado', 'en_disputa') then return public.describir_pago(v_pago); end if;
  if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then
    perform public.abrir_caso('importe_no_coincide', 'importe:' || p_proveedor || ':' || p_referencia, v_pago.id, v_datos);
    return public.rechazo('importe_no_coincide');
  end if;

  -- Once its money is on the way back, nothing is delivered for it any more.
  v_motivo := coalesce(case when v_pago.estado = 'pagado' then v_pago.motivo_no_entregado end,
    public.motivo_no_entrega(v_pago));
  if v_motivo is not null and p_proveedor in ('gratis', 'uncoins') then
    -- Nobody has paid with money: a free claim ends here, and coins go back with the whole step.
    update public.pagos set estado = 'fallido' where id = v_pago.id;
    return public.rechazo(v_motivo);
  end if;
  update public.pagos set estado = 'pagado', referencia = p_referencia, pagado_at = coalesce(pagado_at, now()),
    confirmado_at = coalesce(confirmado_at, p_confirmado_at, now()), motivo_no_entregado = v_motivo
  where id = v_pago.id returning * into v_pago;
  if v_motivo is not null then
    if v_motivo = 'ya_lo_tienes' then
      perform public.abrir_caso('pagado_dos_veces', 'duplicado:' || v_pago.id, v_pago.id, v_datos);
    end if;
    v_ordenado := public.ordenar_reembolso(v_pago.id, v_motivo);
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('no_entregado:' || v_pago.id, v_pago.user_id, 'no_entregado',
      jsonb_build_object('pago_id', v_pago.id, 'motivo', v_motivo, 'centimos', v_ordenado))
    on conflict (clave) do nothing;
    if v_motivo = 'ya_lo_tienes' then return public.rechazo(v_motivo); end if;
    return public.rechazo('no_entregable') || jsonb_build_object('motivo', v_motivo);
  end if;

  -- Whatever else the same purchase has open holds nothing for it any more.
  delete from public.reservas r using public.pagos p
  where p.id = r.pago_id and r.user_id = v_pago.user_id and public.es_misma_compra(p, v_pago);
  if v_uncoins is not null then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (v_pago.destinatario_id, v_uncoins, 'recarga', 'recarga:' || v_pago.id, v_pago.id);
  else
    perform public.entregar_articulo(v_pago, a)
    from jsonb_array_elements(v_pago.presupuesto #> '{interno,articulos}') a;
  end if;
  if v_pago.total_centimos >= 100 then
    insert into public.logros_usuario (user_id, logro) values (v_pago.user_id, 'primera_compra') on conflict do nothing;
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('recibo:' || v_pago.id, v_pago.user_id, 'recibo', jsonb_build_object('pago_id', v_pago.id));
  if v_pago.destinatario_id <> v_pago.user_id and not public.regalo_espera(v_pago.id) then
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('regalo:' || v_pago.id, v_pago.destinatario_id, 'regalo', jsonb_build_object('pago_id', v_pago.id));
  end if;
  update public.casos_admin set resuelto = true where clave = 'sin_aclarar:' || v_pago.id;
  update public.pagos set estado = 'entregado', entregado_at = now() where id = v_pago.id returning * into v_pago;
  return public.describir_pago(v_pago) || jsonb_build_object('entregado_ahora', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.entregar_regalo (
  p_pago uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_pago public.pagos;
  v_regalo public.regalos;
  v_motivo text;
  v_ordenado integer;
  v_devuelto integer;
begin
  select * into v_pago from public.pagos where id = p_pago for no key update;
  select * into v_regalo from public.regalos where pago_id = p_pago for update;
  if v_regalo.pago_id is null then return public.rechazo('no_existe'); end if;
  if v_regalo.entregado_at is not null or v_pago.estado <> 'entregado' or v_pago.motivo_no_entregado is not null
    or public.regalo_espera(p_pago) or (v_pago.total_centimos > 0 and public.reembolsable_de(v_pago) = 0)
  then return jsonb_build_object('ok', true, 'entregado_ahora', false); end if;
  perform public.bloquear_existencias(v_pago.destinatario_id, null, public.articulos_de(v_pago));
  v_motivo := public.motivo_no_regalo(v_pago);
  if v_motivo is not null then
    perform public.mover_unidades(v_pago, 1);
    update public.pagos set motivo_no_entregado = v_motivo where id = p_pago;
    v_ordenado := public.ordenar_reembolso(p_pago, v_motivo);
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('no_entregado:' || p_pago, v_pago.user_id, 'no_entregado',
      jsonb_build_object('pago_id', p_pago, 'motivo', v_motivo, 'centimos', v_ordenado))
    on conflict (clave) do nothing;
    return jsonb_build_object('ok', true, 'entregado_ahora', false, 'motivo', v_motivo);
  end if;
  perform public.dar_articulo(v_pago, a) from jsonb_array_elements(v_pago.presupuesto #> '{interno,articulos}') a;
  update public.regalos set entregado_at = now() where pago_id = p_pago;
  v_devuelto := public.devuelto_de(v_pago);
  if v_devuelto > 0 then perform public.ajustar_ingresos(v_pago, v_pago.total_centimos - v_devuelto); end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('regalo:' || p_pago, v_pago.destinatario_id, 'regalo', jsonb_build_object('pago_id', p_pago))
  on conflict (clave) do nothing;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('regalo_entregado:' || p_pago, v_pago.user_id, 'regalo_entregado', jsonb_build_object('pago_id', p_pago))
  on conflict (clave) do nothing;
  return jsonb_build_object('ok', true, 'entregado_ahora', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.ordenar_reembolso (
  p_pago   uuid,
  p_motivo text
)
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with ordenado as (
    insert into public.reembolsos (pago_id, motivo, centimos, proveedor)
    select p.id, 'no_entregable: ' || p_motivo, public.reembolsable_de(p), p.proveedor
    from public.pagos p
    where p.id = p_pago and public.reembolsable_de(p) > 0
      and not exists (select from public.reembolsos
        where pago_id = p_pago and motivo like 'no_entregable: %' and estado in ('rechazado', 'fallido'))
    returning centimos
  )
  select coalesce(sum(centimos), 0)::integer from ordenado;
$function$;

REVOKE ALL ON FUNCTION "public"."ordenar_reembolso"(uuid, text) FROM PUBLIC, "anon", "authenticated", "service_role";
