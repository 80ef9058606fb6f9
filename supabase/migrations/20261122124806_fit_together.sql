-- Made from supabase/schemas by `npm run db:migration fit_together`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

ALTER TABLE "public"."notificaciones"
  DROP CONSTRAINT "notificaciones_tipo_check";

-- not read by the previous release
DROP FUNCTION "public"."crear_regalo"(uuid, uuid, uuid, text, text, uuid, text, date, text);

CREATE OR REPLACE FUNCTION public.crear_pago (
  p_producto       uuid,
  p_edicion        uuid,
  p_bundle         uuid,
  p_metodo         text,
  p_cupon          text,
  p_destinatario   uuid,
  p_minecraft_name text,
  p_clave          text,
  p_consentimiento text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_usuario uuid := auth.uid();
  v_destinatario uuid := coalesce(p_destinatario, auth.uid());
  v_es_recarga boolean := exists (select from public.productos where id = p_producto and uncoins is not null);
  v_nombre text := case when not v_es_recarga then p_minecraft_name end;
  v_presupuesto jsonb;
  v_total integer;
  v_pago public.pagos;
  v_saldo integer;
  v_entrega jsonb;
begin
  if v_usuario is null then return public.rechazo('sin_sesion'); end if;
  if p_clave is null or char_length(p_clave) not between 8 and 100 then return public.rechazo('clave_no_valida'); end if;
  -- One at a time per buyer, so that no click counts twice.
  perform pg_advisory_xact_lock(hashtextextended('comprador:' || v_usuario, 0));
  select * into v_pago from public.pagos where user_id = v_usuario and clave = p_clave;
  if found then
    if (v_pago.producto_id, v_pago.edicion_id, v_pago.bundle_id, v_pago.destinatario_id)
      is distinct from (p_producto, p_edicion, p_bundle, v_destinatario)
    then return public.rechazo('clave_usada'); end if;
    return public.describir_pago(v_pago);
  end if;
  -- A gift has no name yet: whoever opens it says it.
  if (v_nombre is null and not v_es_recarga and v_destinatario = v_usuario) or v_nombre !~ '^[A-Za-z0-9_]{5,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;
  perform public.bloquear_existencias(v_destinatario,
    public.buscar_cupon(p_cupon, p_producto),
    array(select p_producto where p_producto is not null
      union select producto_id from public.bundles_productos where bundle_id = p_bundle));
  v_presupuesto := public.presupuestar(v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario);
  if not (v_presupuesto ->> 'ok')::boolean then return v_presupuesto; end if;
  v_total := (v_presupuesto ->> 'total_centimos')::integer;
  if public.exige_consentimiento(v_presupuesto) then
    if not exists (select from public.textos_consentimiento where version = p_consentimiento) then
      return public.rechazo('falta_consentimiento');
    end if;
    v_pago.consentimiento_version := p_consentimiento;
    v_pago.consentimiento_at := now();
  end if;
  v_pago.id := gen_random_uuid();
  v_pago.user_id := v_usuario;
  v_pago.destinatario_id := v_destinatario;
  v_pago.producto_id := p_producto;
  v_pago.edicion_id := p_edicion;
  v_pago.bundle_id := p_bundle;
  v_pago.cupon_id := (v_presupuesto #>> '{interno,cupon_id}')::uuid;
  v_pago.presupuesto := v_presupuesto;

  if v_presupuesto #>> '{interno,uncoins}' is null and exists (
    select from public.pagos p
    where p.user_id = v_usuario and p.estado = 'creado' and p.pendiente_at is not null
      and public.es_misma_compra(p, v_pago)
  ) then
    return public.rechazo('pago_en_camino');
  end if;
  if v_total > 0 and p_metodo = 'uncoins' then
    select uncoins into v_saldo from public.usuarios_meta where id = v_usuario;
    if v_saldo < v_total then
      return public.rechazo('saldo_insuficiente') || jsonb_build_object('necesitas', v_total, 'tienes', v_saldo);
    end if;
  elsif v_total > 0 then
    if public.motivo_no_reserva(v_pago) is not null then
      return public.rechazo(public.motivo_no_reserva(v_pago));
    end if;
    select p.id into v_pago.id from public.pagos p
    where p.user_id = v_usuario and p.estado = 'creado' and p.caduca_at > now() + interval '5 minutes'
      and p.pendiente_at is null and public.es_misma_compra(p, v_pago)
      and p.metodo = p_metodo and p.minecraft_name is not distinct from v_nombre and p.presupuesto = v_presupuesto
      and p.consentimiento_version is not distinct from v_pago.consentimiento_version
    order by p.creado_at desc limit 1;
    if found then
      select * into v_pago from public.pagos where id = v_pago.id;
      perform public.reservar(v_pago, public.fin_reserva(v_pago));
      return public.describir_pago(v_pago);
    end if;
    v_pago.id := gen_random_uuid();
  end if;

  begin
    insert into public.pagos (id, user_id, destinatario_id, producto_id, edicion_id, bundle_id, cupon_id, metodo,
      proveedor, referencia, total_centimos, presupuesto, minecraft_name, clave, consentimiento_version, consentimiento_at)
    values (v_pago.id, v_usuario, v_destinatario, p_producto, p_edicion, p_bundle, v_pago.cupon_id,
      case when v_total = 0 then 'gratis' else p_metodo end,
      case when v_total = 0 then 'gratis' when p_metodo = 'tarjeta' then 'stripe' else p_metodo end,
      case when v_total = 0 or p_metodo = 'uncoins' then gen_random_uuid()::text end,
      v_total, v_presupuesto, v_nombre, p_clave, v_pago.consentimiento_version, v_pago.consentimiento_at)
    returning * into v_pago;
    if v_pago.proveedor not in ('gratis', 'uncoins') then
      perform public.reservar(v_pago, public.fin_reserva(v_pago));
      return public.describir_pago(v_pago);
    end if;
    if v_pago.proveedor = 'uncoins' then
      insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
      values (v_usuario, -v_total, 'compra', 'compra:' || v_pago.id, v_pago.id);
    end if;
    v_entrega := public.entregar_pago(v_pago.proveedor, v_pago.referencia, v_total, 'EUR');
    if v_pago.proveedor = 'uncoins' and not (v_entrega ->> 'ok')::boolean then
      raise exception using errcode = 'UN001', message = v_entrega ->> 'error';
    end if;
    return v_entrega;
  exception
    when sqlstate 'UN001' then return public.rechazo(sqlerrm);
  end;
end
$function$;

CREATE OR REPLACE FUNCTION public.crear_regalo (
  p_producto       uuid,
  p_edicion        uuid,
  p_bundle         uuid,
  p_metodo         text,
  p_cupon          text,
  p_destinatario   uuid,
  p_mensaje        text,
  p_fecha_entrega  date,
  p_clave          text,
  p_consentimiento text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_usuario uuid := auth.uid();
  v_mensaje text := nullif(btrim(regexp_replace(replace(p_mensaje, E'\r\n', E'\n'), '\n{3,}', E'\n\n', 'g'), E' \n'), '');
  v_igual public.pagos;
  v_respuesta jsonb;
begin
  if v_usuario is null then return public.rechazo('sin_sesion'); end if;
  if p_destinatario is null then return public.rechazo('destinatario_no_existe'); end if;
  if p_destinatario = v_usuario then return public.rechazo('regalo_a_si_mismo'); end if;
  if public.motivo_no_mensaje(v_mensaje) is not null then return public.rechazo(public.motivo_no_mensaje(v_mensaje)); end if;
  if p_fecha_entrega not between public.hoy() + 1 and public.hoy() + 365 then
    return public.rechazo('fecha_no_valida');
  end if;
  v_igual.user_id := v_usuario;
  v_igual.destinatario_id := p_destinatario;
  v_igual.producto_id := p_producto;
  v_igual.edicion_id := p_edicion;
  v_igual.bundle_id := p_bundle;
  if public.regalo_en_espera(v_igual)
    and not exists (select from public.pagos where user_id = v_usuario and clave = p_clave) then
    return public.rechazo('regalo_en_espera');
  end if;
  perform set_config('tienda.regalo_mensaje', coalesce(v_mensaje, ''), true),
    set_config('tienda.regalo_fecha', coalesce(p_fecha_entrega::text, ''), true);
  v_respuesta := public.crear_pago(
    p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, null, p_clave, p_consentimiento);
  perform set_config('tienda.regalo_mensaje', '', true), set_config('tienda.regalo_fecha', '', true);
  if v_respuesta ->> 'estado' = 'creado' then
    -- One that is locked is being delivered this moment, as it was.
    update public.regalos set mensaje = v_mensaje, fecha_entrega = p_fecha_entrega
    where pago_id = (
      select id from public.pagos where id = (v_respuesta ->> 'pago_id')::uuid and estado = 'creado'
      for no key update skip locked);
  end if;
  return v_respuesta;
end
$function$;

REVOKE ALL ON FUNCTION "public"."crear_regalo"(uuid, uuid, uuid, text, text, uuid, text, date, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.cupon_utilizable (
  p_codigo text,
  p_compra public.pagos
)
  RETURNS SETOF public.codigos_cupones
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select c.* from public.codigos_cupones c
  cross join lateral public.contar_reservas(p_compra, null, c.id) r
  cross join lateral (
    select count(*) as usos, count(*) filter (where p.user_id = p_compra.user_id) as propios
    from public.pagos p
    where p.cupon_id = c.id and p.id is distinct from p_compra.id and p.motivo_no_entregado is null
      and p.estado in ('pagado', 'entregado', 'en_disputa')
  ) u
  where c.id = public.buscar_cupon(p_codigo, p_compra.producto_id)
    and (c.caduca_at is null or c.caduca_at > now()) and (c.desde_at is null or c.desde_at <= now())
    and c.parado_at is null
    and (c.creador_id is null or exists (
      select from public.productos p where p.id = c.product_id and p.usuario_id = c.creador_id))
    and (c.usos_max is null or u.usos + r.ajenas < c.usos_max)
    and (c.usos_por_usuario is null or u.propios + r.ajenas_del_usuario < c.usos_por_usuario);
$function$;

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
    (p_articulo ->> 'es_reserva')::boolean, v_centimos / 100.0,
    -- Whoever opens a gift says the name, whatever its giver said.
    case when p_pago.destinatario_id = p_pago.user_id then p_pago.minecraft_name end)
  returning id into v_adquisicion;

  if v_ingreso > 0 and v_creador not in (p_pago.user_id, p_pago.destinatario_id) then
    insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
    values (v_creador, v_ingreso, 'venta', 'venta:' || v_adquisicion, v_adquisicion);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.entregar_articulo (
  p_pago     public.pagos,
  p_articulo jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Paid goods are delivered even when the last unit went in between: a download does not run out.
  update public.productos set adquirido = adquirido + 1, stock = stock and coalesce(unidades > 1, true),
    unidades = case when unidades > 0 then unidades - 1 else unidades end
  where id = (p_articulo ->> 'producto_id')::uuid;
  if not public.regalo_espera(p_pago.id) then perform public.dar_articulo(p_pago, p_articulo); end if;
end
$function$;

ALTER TABLE "public"."notificaciones"
  ADD CONSTRAINT "notificaciones_tipo_check"
    CHECK
    ((tipo = ANY (ARRAY['producto_nuevo'::text, 'version_nueva'::text, 'regalo'::text, 'reserva'::text, 'reputacion'::text, 'revision'::text, 'retiro'::text, 'resena'::text,
    'respuesta'::text,
    'segundo_factor'::text, 'venta'::text, 'seguidores'::text, 'disputa'::text, 'venta_devuelta'::text, 'logro'::text, 'caso'::text, 'devolucion'::text, 'favorito'::text])));

GRANT EXECUTE ON FUNCTION "public"."crear_regalo"(uuid, uuid, uuid, text, text, uuid, text, date, text, text) TO "authenticated";
