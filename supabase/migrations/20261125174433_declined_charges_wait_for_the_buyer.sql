-- Made from supabase/schemas by `npm run db:migration declined_charges_wait_for_the_buyer`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

ALTER TABLE "public"."pagos"
  ADD COLUMN "rechazado_at" timestamp WITH time zone;

ALTER TABLE "public"."pagos"
  ADD COLUMN "rechazos" integer NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION public.aprobado_de_nuevo (
  p_pago public.pagos
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(count(*) > p_pago.rechazos
    and max((payload ->> 'create_time')::timestamptz) > p_pago.rechazado_at, false)
  from public.eventos_proveedor
  where proveedor = 'paypal' and tipo = 'CHECKOUT.ORDER.APPROVED' and payload #>> '{resource,id}' = p_pago.referencia;
$function$;

REVOKE ALL ON FUNCTION "public"."aprobado_de_nuevo"(public.pagos) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.cerrar_pago (
  p_proveedor  text,
  p_referencia text,
  p_estado     text,
  p_pago       uuid DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_pago public.pagos;
begin
  if p_estado is null or p_estado not in ('fallido', 'caducado') then return public.rechazo('estado_no_valido'); end if;
  select * into v_pago from public.pagos
  where proveedor = p_proveedor and (referencia = p_referencia or (referencia is null and id = p_pago))
  for no key update;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if v_pago.estado = 'creado' then
    update public.pagos set estado = p_estado,
      rechazos = rechazos + (p_estado = 'fallido')::integer,
      rechazado_at = case when p_estado = 'fallido' then now() else rechazado_at end
    where id = v_pago.id returning * into v_pago;
    if v_pago.pendiente_at is not null then
      insert into public.correos (clave, user_id, plantilla, datos)
      values ('pago_fallido:' || v_pago.id, v_pago.user_id, 'pago_fallido', jsonb_build_object('pago_id', v_pago.id))
      on conflict (clave) do nothing;
    end if;
  end if;
  return public.describir_pago(v_pago);
end
$function$;

CREATE OR REPLACE FUNCTION public.motivo_no_cobro (
  p_proveedor        text,
  p_referencia       text,
  p_importe_centimos integer,
  p_moneda           text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_pago public.pagos;
  v_motivo text;
begin
  select * into v_pago from public.pagos
  where proveedor = p_proveedor and referencia = p_referencia for no key update;
  if v_pago.id is null then return public.rechazo('pago_no_existe'); end if;
  if p_importe_centimos is distinct from v_pago.total_centimos or upper(p_moneda) is distinct from v_pago.moneda then
    perform public.abrir_caso('importe_no_coincide', 'importe:' || p_proveedor || ':' || p_referencia, v_pago.id,
      jsonb_build_object('proveedor', p_proveedor, 'referencia', p_referencia, 'importe', p_importe_centimos,
        'moneda', p_moneda));
    return public.rechazo('importe_no_coincide');
  end if;
  if v_pago.estado not in ('creado', 'fallido', 'caducado') then
    return public.rechazo(case when v_pago.presupuesto #>> '{interno,uncoins}' is null then 'ya_lo_tienes' else 'ya_pagado' end);
  end if;
  if v_pago.estado = 'fallido' and not public.aprobado_de_nuevo(v_pago) then return public.rechazo('cobro_rechazado'); end if;
  v_motivo := public.motivo_no_entrega(v_pago);
  if v_motivo is not null then
    update public.pagos set motivo_no_entregado = v_motivo where id = v_pago.id;
    return public.rechazo(v_motivo);
  end if;
  -- One that was closed and approved after that is open again: whoever asks later goes on from here.
  update public.pagos set estado = 'creado', motivo_no_entregado = null where id = v_pago.id;
  perform public.reservar(v_pago, now() + public.plazo_en_camino());
  return jsonb_build_object('ok', true, 'rechazos', v_pago.rechazos);
end
$function$;

COMMENT ON COLUMN "public"."pagos"."rechazado_at" IS 'when its charge was declined last; rechazos is how often it was';
