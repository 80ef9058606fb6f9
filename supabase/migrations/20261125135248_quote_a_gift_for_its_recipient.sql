-- Made from supabase/schemas by `npm run db:migration quote_a_gift_for_its_recipient`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- not read by the previous release
DROP FUNCTION "public"."motivo_no_comprador"(uuid, uuid, text, text);

-- not read by the previous release
DROP FUNCTION "public"."presupuestar"(uuid, uuid, uuid, uuid, text, text, uuid);

-- not read by the previous release
DROP FUNCTION "public"."presupuesto_actual"(uuid, uuid, uuid, uuid, text, text, uuid);

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
  v_respuesta jsonb;
begin
  perform public.anotar_ofertas(p_producto);
  v_respuesta := public.presupuestar(
    v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, true) - 'interno';
  if p_cupon is not null and v_usuario is not null
    and coalesce(v_respuesta ->> 'error', '') not in ('cupon_no_valido', 'demasiados_intentos') then
    perform public.devolver_intento('cupon', v_usuario::text);
  end if;
  return v_respuesta;
end
$function$;

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
  v_presupuesto := public.presupuestar(
    v_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, false);
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

CREATE OR REPLACE FUNCTION public.motivo_no_comprador (
  p_usuario      uuid,
  p_destinatario uuid,
  p_metodo       text,
  p_cupon        text,
  p_solo_cotiza  boolean
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
  if not p_solo_cotiza and not public.contar_intento('regalo', p_usuario::text, 20, '1 hour') then
    return 'demasiados_intentos';
  end if;
  if not exists (
    select from public.usuarios_meta u where u.id = p_destinatario and public.recibe_regalos(u, p_usuario)
  ) then return 'destinatario_no_existe'; end if;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."motivo_no_comprador"(uuid, uuid, text, text, boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.presupuestar (
  p_usuario      uuid,
  p_producto     uuid,
  p_edicion      uuid,
  p_bundle       uuid,
  p_metodo       text,
  p_cupon        text,
  p_destinatario uuid,
  p_solo_cotiza  boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text := public.motivo_no_comprador(p_usuario, p_destinatario, p_metodo, p_cupon, p_solo_cotiza);
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  return public.presupuesto_actual(
    p_usuario, p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, p_solo_cotiza);
end
$function$;

REVOKE ALL ON FUNCTION "public"."presupuestar"(uuid, uuid, uuid, uuid, text, text, uuid, boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.presupuesto_actual (
  p_usuario      uuid,
  p_producto     uuid,
  p_edicion      uuid,
  p_bundle       uuid,
  p_metodo       text,
  p_cupon        text,
  p_destinatario uuid,
  p_solo_cotiza  boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text;
  v_cuenta public.usuarios_meta;
  v_tienda public.configuracion_global;
  v_productos public.productos[];
  v_producto public.productos;
  v_edicion public.ediciones;
  v_bundle public.bundles;
  v_cupon public.codigos_cupones;
  v_resultado jsonb;
  v_total integer;
  v_suyos text[] := '{}';
  v_compra public.pagos;
begin
  if num_nonnulls(p_producto, p_bundle) <> 1 then return public.rechazo('no_existe'); end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  select * into v_tienda from public.configuracion_global where id = 1;
  v_compra.user_id := p_usuario;
  v_compra.destinatario_id := coalesce(p_destinatario, p_usuario);
  v_compra.producto_id := p_producto;
  v_compra.edicion_id := p_edicion;
  v_compra.bundle_id := p_bundle;

  if p_bundle is not null then
    select * into v_bundle from public.bundles where id = p_bundle;
    v_productos := array(
      select p from public.bundles_productos b join public.productos p on p.id = b.producto_id
      where b.bundle_id = p_bundle order by p.id);
  else
    v_productos := array(select p from public.productos p where p.id = p_producto);
  end if;
  if cardinality(v_productos) = 0 then return public.rechazo('no_existe'); end if;
  if p_edicion is not null then
    select * into v_edicion from public.ediciones where id = p_edicion and producto_id = p_producto and not retirada;
    if v_edicion.id is null then return public.rechazo('no_existe'); end if;
  end if;

  -- All or nothing: one product that cannot be had refuses the whole bundle. What the recipient has already comes
  -- with it all the same, and is named; a bundle of nothing new is refused.
  foreach v_producto in array v_productos loop
    v_motivo := case
      when public.motivo_no_venta(v_producto) is not null then public.motivo_no_venta(v_producto)
      when v_producto.unidades is not null and public.motivo_sin_unidades(v_compra, v_producto) is not null
        then public.motivo_sin_unidades(v_compra, v_producto)
      when v_producto.club_only and not coalesce(v_cuenta.club, false) then 'requiere_club'
      when v_producto.uncoins is not null and p_bundle is not null then 'no_disponible'
      when v_producto.uncoins is not null and p_destinatario is not null then 'no_regalable'
      when v_producto.uncoins is not null and p_metodo <> 'tarjeta' then 'solo_tarjeta'
    end;
    if v_motivo is not null then return public.rechazo(v_motivo); end if;
    if (p_destinatario is null or not p_solo_cotiza)
      and public.ya_lo_tiene(coalesce(p_destinatario, p_usuario), v_producto.id, p_edicion) then
      v_suyos := v_suyos || v_producto.nombre;
    end if;
  end loop;
  if cardinality(v_suyos) = cardinality(v_productos) then return public.rechazo('ya_lo_tienes'); end if;

  if p_cupon is not null then
    select * into v_cupon from public.cupon_utilizable(p_cupon, v_compra);
    if v_cupon.id is null then return public.rechazo('cupon_no_valido'); end if;
  end if;
  v_resultado := public.calcular_presupuesto(
    coalesce(v_bundle.precio, v_edicion.precio, v_producto.precio),
    case when v_bundle.id is not null then v_bundle.oferta
      when v_edicion.id is not null
        then public.oferta_vigente(v_producto.id, v_edicion.id, v_edicion.precio, v_edicion.oferta_fija, now())
      else public.oferta_vigente(v_producto.id, null, v_producto.precio, v_producto.oferta_fija, now()) end,
    case when v_cuenta.club and v_producto.uncoins is null then v_tienda.club_descuento_porcentaje else 0 end,
    coalesce(v_cupon.percent_discount, 0),
    case when p_metodo = 'paypal' then v_tienda.recargo_paypal_porcentaje else 0 end,
    v_cupon.descuento_centimos,
    -- A creator gives away no more than what they would earn.
    case when v_cupon.creador_id is not null then v_tienda.ingresos_creador_porcentaje else 100 end);
  if v_cupon.minimo_centimos > (select sum((l ->> 'centimos')::integer) from jsonb_array_elements(v_resultado -> 'lineas') l
    where l ->> 'concepto' in ('base', 'oferta', 'club')) then
    return public.rechazo('cupon_no_valido');
  end if;
  v_total := (v_resultado ->> 'total_centimos')::integer;
  if v_total = 0 and v_cuenta.reputacion = 'mala' then return public.rechazo('gratis_no_permitido'); end if;
  if v_total > 0 and p_metodo = 'gratis' then return public.rechazo('metodo_no_valido'); end if;

  -- What is out is no reservation any more.
  for i in 1 .. cardinality(v_productos) loop
    v_productos[i].reserva := public.espera_lanzamiento(v_productos[i], v_edicion);
  end loop;
  return v_resultado || jsonb_build_object(
    'nombre', coalesce(v_bundle.nombre, v_producto.nombre),
    'edicion', v_edicion.nombre,
    'es_reserva', v_bundle.id is null and v_productos[1].reserva,
    'es_recarga', v_producto.uncoins is not null,
    'ya_tienes', to_jsonb(v_suyos),
    -- Held against every offer, as the law on price reductions asks.
    'minimo_30_dias_centimos', case when v_resultado #>> '{lineas,1,concepto}' = 'oferta'
      then round(public.precio_minimo_reciente(p_producto, p_edicion, p_bundle) * 100)::integer end,
    'interno', jsonb_build_object(
      'articulos', public.repartir_total(v_productos, v_total),
      'uncoins', v_producto.uncoins,
      'cupon_id', v_cupon.id,
      'ingresos_porcentaje', v_tienda.ingresos_creador_porcentaje)
      || case when v_cupon.creador_id is null then '{}' else jsonb_build_object('cupon_creador_centimos', (
        select -(l ->> 'centimos')::integer from jsonb_array_elements(v_resultado -> 'lineas') l
        where l ->> 'concepto' = 'cupon')) end);
end
$function$;

REVOKE ALL ON FUNCTION "public"."presupuesto_actual"(uuid, uuid, uuid, uuid, text, text, uuid, boolean) FROM PUBLIC, "anon", "authenticated", "service_role";
