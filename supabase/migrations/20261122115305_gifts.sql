-- Made from supabase/schemas by `npm run db:migration gifts`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE TABLE "public"."regalos" (
  "pago_id"         uuid                     NOT NULL,
  "user_id"         uuid                     NOT NULL,
  "destinatario_id" uuid                     NOT NULL,
  "mensaje"         text,
  "fecha_entrega"   date,
  "creado_at"       timestamp with time zone NOT NULL DEFAULT now(),
  "entregado_at"    timestamp with time zone,
  "abierto_at"      timestamp with time zone,
  CONSTRAINT "regalos_check1" CHECK (((abierto_at IS NULL) OR (entregado_at IS NOT NULL))),
  CONSTRAINT "regalos_check" CHECK ((user_id <> destinatario_id)),
  CONSTRAINT "regalos_mensaje_check" CHECK (((char_length(mensaje) >= 1) AND (char_length(mensaje) <= 300))),
  CONSTRAINT "regalos_pkey" PRIMARY KEY (pago_id)
);

ALTER TABLE "public"."regalos"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."regalos" FROM "anon";

ALTER TABLE "public"."adquisiciones"
  ALTER COLUMN "minecraft_name" DROP NOT NULL;

ALTER TABLE "public"."pagos"
  ALTER COLUMN "minecraft_name" DROP NOT NULL;

CREATE OR REPLACE FUNCTION public.abrir_regalo (
  p_pago           uuid,
  p_minecraft_name text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_regalo public.regalos;
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  select * into v_regalo from public.regalos
  where pago_id = p_pago and destinatario_id = auth.uid() and entregado_at is not null for update;
  if v_regalo.pago_id is null then return public.rechazo('no_existe'); end if;
  if v_regalo.abierto_at is not null then return jsonb_build_object('ok', true, 'abierto_ahora', false); end if;
  if not exists (select from public.adquisiciones where pago_id = p_pago and revocada_at is null) then
    return public.rechazo('regalo_retirado');
  end if;
  if exists (select from public.adquisiciones where pago_id = p_pago and minecraft_name is null)
    and (p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{5,16}$') then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;
  update public.adquisiciones set minecraft_name = p_minecraft_name where pago_id = p_pago and minecraft_name is null;
  update public.regalos set abierto_at = now() where pago_id = p_pago;
  return jsonb_build_object('ok', true, 'abierto_ahora', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."abrir_regalo"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.anotar_regalo()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.regalos (pago_id, user_id, destinatario_id, mensaje, fecha_entrega)
  values (new.id, new.user_id, new.destinatario_id, nullif(current_setting('tienda.regalo_mensaje', true), ''),
    nullif(current_setting('tienda.regalo_fecha', true), '')::date);
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."anotar_regalo"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.avisar_del_correo()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_datos jsonb := new.datos;
begin
  if new.plantilla = 'regalo' then
    select jsonb_build_object('nombre', p.presupuesto ->> 'nombre', 'de', u.display_name, 'pedido_id', (
        select a.id from public.adquisiciones a where a.pago_id = p.id order by a.id limit 1), 'regalo_id', p.id)
    into v_datos from public.pagos p join public.usuarios_meta u on u.id = p.user_id
    where p.id = (new.datos ->> 'pago_id')::uuid;
  elsif new.plantilla = 'reserva' then
    select jsonb_build_object('nombre', p.nombre, 'nombre_en', p.nombre_en, 'pedido_id', a.id)
    into v_datos from public.adquisiciones a join public.productos p on p.id = a.producto_id
    where a.id = (new.datos ->> 'pedido_id')::uuid;
  end if;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (new.user_id, new.plantilla, new.clave, coalesce(v_datos, '{}')) on conflict (user_id, clave) do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.avisar_regalo (
  p_pago uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_regalo public.regalos;
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  select * into v_regalo from public.regalos where pago_id = p_pago and user_id = auth.uid();
  if v_regalo.pago_id is null then return public.rechazo('no_existe'); end if;
  if v_regalo.entregado_at is null or v_regalo.abierto_at is not null
    or not exists (select from public.adquisiciones where pago_id = p_pago and revocada_at is null)
  then return public.rechazo('no_se_puede_avisar'); end if;
  if v_regalo.entregado_at > now() - interval '1 day'
    or not public.contar_intento('aviso_regalo', p_pago::text, 1, '1 day') then
    return public.rechazo('aviso_reciente');
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('regalo:' || p_pago || ':' || to_char(clock_timestamp(), 'YYYYMMDDHH24MISS'), v_regalo.destinatario_id, 'regalo',
    jsonb_build_object('pago_id', p_pago))
  on conflict (clave) do nothing;
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."avisar_regalo"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.crear_pago (
  p_producto       uuid,
  p_edicion        uuid,
  p_bundle         uuid,
  p_metodo         text,
  p_cupon          text,
  p_destinatario   uuid,
  p_minecraft_name text,
  p_clave          text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_usuario uuid := auth.uid();
  v_destinatario uuid := coalesce(p_destinatario, auth.uid());
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
  if (p_minecraft_name is null and v_destinatario = v_usuario) or p_minecraft_name !~ '^[A-Za-z0-9_]{5,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;
  perform public.bloquear_existencias(v_destinatario,
    (select id from public.codigos_cupones where codigo = btrim(p_cupon) and product_id = p_producto),
    array(select p_producto where p_producto is not null
      union select producto_id from public.bundles_productos where bundle_id = p_bundle));
  v_presupuesto := public.presupuestar(v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario);
  if not (v_presupuesto ->> 'ok')::boolean then return v_presupuesto; end if;
  v_total := (v_presupuesto ->> 'total_centimos')::integer;
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
      and p.metodo = p_metodo and p.minecraft_name is not distinct from p_minecraft_name and p.presupuesto = v_presupuesto
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
      proveedor, referencia, total_centimos, presupuesto, minecraft_name, clave)
    values (v_pago.id, v_usuario, v_destinatario, p_producto, p_edicion, p_bundle, v_pago.cupon_id,
      case when v_total = 0 then 'gratis' else p_metodo end,
      case when v_total = 0 then 'gratis' when p_metodo = 'tarjeta' then 'stripe' else p_metodo end,
      case when v_total = 0 or p_metodo = 'uncoins' then gen_random_uuid()::text end,
      v_total, v_presupuesto, p_minecraft_name, p_clave)
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
  p_producto      uuid,
  p_edicion       uuid,
  p_bundle        uuid,
  p_metodo        text,
  p_cupon         text,
  p_destinatario  uuid,
  p_mensaje       text,
  p_fecha_entrega date,
  p_clave         text
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
    p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, null, p_clave);
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

REVOKE ALL ON FUNCTION "public"."crear_regalo"(uuid, uuid, uuid, text, text, uuid, text, date, text) FROM PUBLIC, "anon", "service_role";

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
  v_ingreso integer := public.parte_porcentual(
    v_centimos, (p_pago.presupuesto #>> '{interno,ingresos_porcentaje}')::integer);
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

REVOKE ALL ON FUNCTION "public"."dar_articulo"(public.pagos, jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.datos_regalo (
  p_pago uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.describir_regalo(r, p) from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.pago_id = p_pago;
$function$;

REVOKE ALL ON FUNCTION "public"."datos_regalo"(uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.describir_regalo (
  p_regalo public.regalos,
  p_pago   public.pagos
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'pago_id', p_pago.id, 'estado', public.estado_regalo(p_regalo, p_pago),
    'de', de.display_name, 'de_id', de.id, 'para', para.display_name, 'mensaje', p_regalo.mensaje,
    'fecha_entrega', p_regalo.fecha_entrega, 'entregado_at', p_regalo.entregado_at, 'abierto_at', p_regalo.abierto_at,
    'nombre', coalesce(p.nombre, b.nombre, p_pago.presupuesto ->> 'nombre'),
    'nombre_en', coalesce(p.nombre_en, b.nombre_en), 'edicion', p_pago.presupuesto ->> 'edicion',
    'portada_url', coalesce(e.portada_url, x.portada_url),
    'portada_blur', case when e.portada_url is null then x.portada_blur else e.portada_blur end)
  from public.usuarios_meta de
  join public.usuarios_meta para on para.id = p_regalo.destinatario_id
  left join public.productos p on p.id = p_pago.producto_id
  left join public.bundles b on b.id = p_pago.bundle_id
  left join public.ediciones e on e.id = p_pago.edicion_id
  left join public.productos x on x.id = (public.articulos_de(p_pago))[1]
  where de.id = p_regalo.user_id;
$function$;

REVOKE ALL ON FUNCTION "public"."describir_regalo"(public.regalos, public.pagos) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    perform public.ordenar_reembolso(v_pago.id, v_motivo);
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('no_entregado:' || v_pago.id, v_pago.user_id, 'no_entregado',
      jsonb_build_object('pago_id', v_pago.id, 'motivo', v_motivo))
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
    update public.pagos set motivo_no_entregado = v_motivo where id = p_pago;
    perform public.ordenar_reembolso(p_pago, v_motivo);
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('no_entregado:' || p_pago, v_pago.user_id, 'no_entregado',
      jsonb_build_object('pago_id', p_pago, 'motivo', v_motivo))
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
  -- A giver who has left since has no address any more.
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'regalo_entregado:' || p_pago, u.id, 'regalo_entregado', jsonb_build_object('pago_id', p_pago)
  from public.usuarios_meta u where u.id = v_pago.user_id and u.borrada_at is null
  on conflict (clave) do nothing;
  return jsonb_build_object('ok', true, 'entregado_ahora', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."entregar_regalo"(uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.estado_descarga (
  p_adquisicion uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when a.revocada_at is not null then 'revocado'
    when p.id is null then 'sin_enlace'
    when not p.descargable and a.minecraft_name is null then 'sin_nombre'
    when not p.descargable then 'no_descargable'
    when public.espera_lanzamiento(p, e) then 'reserva'
    when coalesce(e.download_link, p.download_link) is null then 'sin_enlace'
    else 'disponible'
  end
  from public.adquisiciones a
  left join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and (a.user_id = public.persona_completa() or public.es_admin());
$function$;

CREATE OR REPLACE FUNCTION public.estado_regalo (
  p_regalo public.regalos,
  p_pago   public.pagos
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when p_pago.estado = 'reembolsado' or (p_pago.estado = 'entregado' and p_pago.motivo_no_entregado is not null)
      then 'cancelado'
    when p_pago.estado = 'en_disputa' then 'retenido'
    when p_pago.estado <> 'entregado' then 'sin_pagar'
    when p_regalo.entregado_at is null then 'programado'
    when p_regalo.abierto_at is null then 'entregado'
    else 'abierto'
  end;
$function$;

REVOKE ALL ON FUNCTION "public"."estado_regalo"(public.regalos, public.pagos) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.marcar_regalo()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.regalos set entregado_at = now()
  where pago_id = new.id and entregado_at is null and not public.regalo_espera(new.id);
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."marcar_regalo"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.mi_regalo (
  p_pago uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.describir_regalo(r, p) || jsonb_build_object(
    'mio', r.destinatario_id = public.persona_completa(),
    'se_puede_avisar', public.estado_regalo(r, p) = 'entregado' and r.entregado_at <= now() - interval '1 day',
    'pide_nombre', exists (select from public.adquisiciones a where a.pago_id = p.id and a.minecraft_name is null),
    'pedidos', case when r.destinatario_id = public.persona_completa() then coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'nombre', x.nombre, 'nombre_en', x.nombre_en,
        'minecraft_name', a.minecraft_name, 'descarga', public.estado_descarga(a.id),
        'fecha_lanzamiento', x.fecha_lanzamiento) order by a.created_at, a.id)
      from public.adquisiciones a left join public.productos x on x.id = a.producto_id where a.pago_id = p.id), '[]')
      else '[]' end)
  from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.pago_id = p_pago and (
    (r.user_id = public.persona_completa() and p.entregado_at is not null)
    or (r.destinatario_id = public.persona_completa() and r.entregado_at is not null));
$function$;

REVOKE ALL ON FUNCTION "public"."mi_regalo"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mis_datos()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'cuenta', to_jsonb(u) - 'subscription_id' || jsonb_build_object('email', a.email, 'phone', pr.phone),
    'pedidos', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.adquisiciones x where x.user_id = u.id), '[]'),
    'pagos', coalesce((select jsonb_agg(to_jsonb(x) - 'presupuesto' || jsonb_build_object('lineas', x.presupuesto -> 'lineas')
      order by x.creado_at) from public.pagos x where x.user_id = u.id), '[]'),
    'regalos', coalesce((select jsonb_agg(to_jsonb(x) order by x.creado_at) from public.regalos x
      where x.user_id = u.id or (x.destinatario_id = u.id and x.entregado_at is not null)), '[]'),
    'movimientos_uncoins', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.movimientos_uncoins x where x.user_id = u.id), '[]'),
    'movimientos_ingresos', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.movimientos_ingresos x where x.usuario_id = u.id), '[]'),
    'retiros', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.withdrawals x where x.usuario_id = u.id), '[]'),
    'favoritos', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.favoritos x where x.user_id = u.id), '[]'),
    'siguiendo', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.follows x where x.follower_id = u.id), '[]'),
    'productos', coalesce((select jsonb_agg(to_jsonb(x) - 'busqueda' order by x.created_at) from public.productos x where x.usuario_id = u.id), '[]'),
    'resenas', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.resenas x where x.user_id = u.id), '[]'),
    'reputacion', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.historial_reputacion x where x.user_id = u.id), '[]'),
    'notificaciones', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.notificaciones x where x.user_id = u.id), '[]'),
    'suscripciones', coalesce((select jsonb_agg(to_jsonb(x)) from public.suscripciones x where x.user_id = u.id), '[]'))
  from public.usuarios_meta u
  join auth.users a on a.id = u.id
  left join public.profiles pr on pr.id = u.id
  where u.id = public.persona_completa();
$function$;

CREATE OR REPLACE FUNCTION public.mis_regalos_en_espera()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(x.regalo order by x.creado_at desc), '[]') from (
    select public.describir_regalo(r, p) as regalo, r.creado_at
    from public.regalos r join public.pagos p on p.id = r.pago_id
    where r.user_id = public.persona_completa() and r.entregado_at is null and p.entregado_at is not null
    order by r.creado_at desc limit 50) x;
$function$;

REVOKE ALL ON FUNCTION "public"."mis_regalos_en_espera"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.momento_regalo (
  p_fecha date
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select (p_fecha + time '09:00') at time zone 'Europe/Madrid';
$function$;

REVOKE ALL ON FUNCTION "public"."momento_regalo"(date) FROM PUBLIC, "anon", "authenticated", "service_role";

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

CREATE OR REPLACE FUNCTION public.motivo_no_mensaje (
  p_mensaje text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case
    when char_length(p_mensaje) > 300 or p_mensaje ~ '[\x01-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]' then 'mensaje_no_valido'
    when p_mensaje ~* '(://|www\.|[[:alnum:]]\.[[:alpha:]]{2,})' then 'mensaje_con_enlaces'
  end;
$function$;

REVOKE ALL ON FUNCTION "public"."motivo_no_mensaje"(text) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    when para.borrada_at is not null then 'sin_destinatario'
    when de.banned_until > now() then 'cuenta_baneada'
    when de.reputacion = 'deshabilitado' then 'cuenta_deshabilitada'
    when not exists (
      select from unnest(public.articulos_de(p_pago)) id
      where not public.ya_lo_tiene(p_pago.destinatario_id, id, p_pago.edicion_id)) then 'ya_lo_tiene'
  end
  from public.usuarios_meta de, public.usuarios_meta para
  where de.id = p_pago.user_id and para.id = p_pago.destinatario_id;
$function$;

REVOKE ALL ON FUNCTION "public"."motivo_no_regalo"(public.pagos) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.olvidar_mensajes_de_regalo()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.regalos set mensaje = null where new.id in (user_id, destinatario_id) and mensaje is not null;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."olvidar_mensajes_de_regalo"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.regalo_en_espera (
  p_pago public.pagos
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from public.regalos r join public.pagos p on p.id = r.pago_id
    where r.user_id = p_pago.user_id and r.entregado_at is null and p.id is distinct from p_pago.id
      and p.estado = 'entregado' and p.motivo_no_entregado is null and public.es_misma_compra(p, p_pago));
$function$;

REVOKE ALL ON FUNCTION "public"."regalo_en_espera"(public.pagos) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.regalo_espera (
  p_pago uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from public.regalos
    where pago_id = p_pago and entregado_at is null and public.momento_regalo(fecha_entrega) > now());
$function$;

REVOKE ALL ON FUNCTION "public"."regalo_espera"(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.regalos_por_entregar()
  RETURNS SETOF uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select r.pago_id from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.entregado_at is null and p.estado = 'entregado' and p.motivo_no_entregado is null
    and not public.regalo_espera(r.pago_id) and (p.total_centimos = 0 or public.reembolsable_de(p) > 0)
  order by r.fecha_entrega, r.pago_id limit 500;
$function$;

REVOKE ALL ON FUNCTION "public"."regalos_por_entregar"() FROM PUBLIC, "anon", "authenticated";

ALTER TABLE "public"."regalos"
  ADD CONSTRAINT "regalos_pago_id_fkey" FOREIGN KEY (pago_id) REFERENCES public.pagos(id) ON DELETE RESTRICT;

CREATE INDEX regalos_destinatario_id_idx ON public.regalos USING btree (destinatario_id, creado_at DESC);

CREATE INDEX regalos_por_entregar_idx ON public.regalos USING btree (fecha_entrega)
  WHERE (entregado_at IS NULL);

CREATE INDEX regalos_user_id_idx ON public.regalos USING btree (user_id, creado_at DESC);

CREATE TRIGGER anotar_regalo
  AFTER INSERT ON public.pagos
  FOR EACH ROW
  WHEN ((new.user_id <> new.destinatario_id))
  EXECUTE FUNCTION public.anotar_regalo();

CREATE TRIGGER marcar_regalo
  AFTER UPDATE OF estado ON public.pagos
  FOR EACH ROW
  WHEN (((new.estado = 'entregado'::text) AND (old.estado = 'pagado'::text) AND (new.user_id <> new.destinatario_id)))
  EXECUTE FUNCTION public.marcar_regalo();

CREATE TRIGGER exigir_sesion_completa
  BEFORE INSERT OR DELETE OR UPDATE ON public.regalos
  FOR EACH STATEMENT
  EXECUTE FUNCTION public.exigir_sesion_completa();

CREATE TRIGGER olvidar_mensajes_de_regalo
  AFTER UPDATE OF borrada_at ON public.usuarios_meta
  FOR EACH ROW
  WHEN (((new.borrada_at IS NOT NULL) AND (old.borrada_at IS NULL)))
  EXECUTE FUNCTION public.olvidar_mensajes_de_regalo();

CREATE POLICY "regalos_segundo_paso" ON "public"."regalos"
  AS RESTRICTIVE
  FOR SELECT
  TO "authenticated"
  USING (( SELECT public.sesion_completa() AS sesion_completa));

CREATE POLICY "regalos_select" ON "public"."regalos"
  FOR SELECT
  TO "authenticated"
  USING (((user_id = ( SELECT auth.uid() AS uid)) OR ((destinatario_id = ( SELECT auth.uid() AS uid)) AND (entregado_at IS NOT NULL)) OR ( SELECT public.es_admin() AS es_admin)));

COMMENT ON COLUMN "public"."adquisiciones"."minecraft_name" IS 'null for a gift that was not opened yet: whoever opens it says the name';

COMMENT ON COLUMN "public"."regalos"."abierto_at" IS 'when the recipient opened it, and said the Minecraft name where it was missing';

COMMENT ON COLUMN "public"."regalos"."fecha_entrega" IS 'the day in Madrid on which the recipient gets it; null: as soon as it is paid';

GRANT EXECUTE ON FUNCTION "public"."abrir_regalo"(uuid, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."avisar_regalo"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."crear_regalo"(uuid, uuid, uuid, text, text, uuid, text, date, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."datos_regalo"(uuid) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."entregar_regalo"(uuid) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."mi_regalo"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mis_regalos_en_espera"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."regalos_por_entregar"() TO "service_role";

REVOKE ALL ON TABLE "public"."regalos" FROM "authenticated";

GRANT SELECT ON TABLE "public"."regalos" TO "authenticated";

REVOKE ALL ON TABLE "public"."regalos" FROM "service_role";

GRANT SELECT ON TABLE "public"."regalos" TO "service_role";

update public.comprobaciones set consulta = '
  select p.id, jsonb_array_length(p.presupuesto #> ''{interno,articulos}'') as articulos, a.pedidos from public.pagos p
  cross join lateral (select count(*) as pedidos from public.adquisiciones where pago_id = p.id) a
  where p.estado = ''entregado'' and p.presupuesto #>> ''{interno,uncoins}'' is null
    and a.pedidos <> jsonb_array_length(p.presupuesto #> ''{interno,articulos}'')
    and not exists (select from public.regalos r where r.pago_id = p.id and r.entregado_at is null)'
where nombre = 'entregas_completas';

insert into public.comprobaciones (frase, nombre, consulta, frase_es)
values ('A gift that is paid for is delivered within a day of its date, unless its money is going back.', 'regalos_a_tiempo', '
  select r.pago_id as id, r.fecha_entrega from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.entregado_at is null and p.estado = ''entregado'' and p.motivo_no_entregado is null
    and (p.total_centimos = 0 or public.reembolsable_de(p) > 0)
    and coalesce(public.momento_regalo(r.fecha_entrega), p.entregado_at) < now() - interval ''1 day''', 'Un regalo pagado se entrega en el día siguiente a su fecha, salvo que su dinero esté volviendo.');

insert into public.comprobaciones (frase, nombre, consulta, frase_es)
values ('A gift is noted for each payment for somebody else, and what it gives came with its delivery.', 'regalos_de_sus_pagos', '
  select p.id, p.estado, r.entregado_at from public.pagos p left join public.regalos r on r.pago_id = p.id
  where (p.user_id <> p.destinatario_id) <> (r.pago_id is not null)
    or (r.pago_id is not null and (r.entregado_at is not null)
      <> exists (select from public.adquisiciones a where a.pago_id = p.id))', 'Cada pago para otra persona tiene su regalo, y lo que da llegó con su entrega.');

-- The gifts so far: their givers said the Minecraft name, so there is nothing to open.
insert into public.regalos (pago_id, user_id, destinatario_id, creado_at, entregado_at, abierto_at)
select p.id, p.user_id, p.destinatario_id, p.creado_at, a.entregado_at, a.entregado_at
from public.pagos p
left join lateral (select p.entregado_at from public.adquisiciones x where x.pago_id = p.id limit 1) a on true
where p.user_id <> p.destinatario_id;
