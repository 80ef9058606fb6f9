-- Made from supabase/schemas by `npm run db:migration consent_and_coupons`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- The new one answers the same call: its further argument may be left out. What needs a consent is refused without one.
-- not read by the previous release
DROP FUNCTION "public"."crear_pago"(uuid, uuid, uuid, text, text, uuid, text, text);

CREATE TABLE "public"."textos_consentimiento" (
  "version" text                     NOT NULL,
  "es"      text                     NOT NULL,
  "en"      text                     NOT NULL,
  "desde"   timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "textos_consentimiento_pkey" PRIMARY KEY (VERSION),
  CONSTRAINT "textos_consentimiento_version_check" CHECK ((version ~ '^[a-z0-9-]{3,40}$'::text))
);

ALTER TABLE "public"."textos_consentimiento"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."pagos"
  ADD COLUMN "consentimiento_version" text;

ALTER TABLE "public"."pagos"
  ADD COLUMN "consentimiento_at" timestamp WITH time zone;

ALTER TABLE "public"."pagos"
  ALTER COLUMN "minecraft_name" DROP NOT NULL;

CREATE OR REPLACE FUNCTION public.buscar_cupon (
  p_codigo   text,
  p_producto uuid
)
  RETURNS uuid
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select id from public.codigos_cupones
  where upper(codigo) = upper(btrim(p_codigo)) and product_id = p_producto
  order by codigo = btrim(p_codigo) desc, creado_at, id limit 1;
$function$;

REVOKE ALL ON FUNCTION "public"."buscar_cupon"(text, uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    update public.pagos set estado = p_estado where id = v_pago.id returning * into v_pago;
    if v_pago.pendiente_at is not null then
      insert into public.correos (clave, user_id, plantilla, datos)
      values ('pago_fallido:' || v_pago.id, v_pago.user_id, 'pago_fallido', jsonb_build_object('pago_id', v_pago.id))
      on conflict (clave) do nothing;
    end if;
  end if;
  return public.describir_pago(v_pago);
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
  if not v_es_recarga and (v_nombre is null or v_nombre !~ '^[A-Za-z0-9_]{5,16}$') then
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

REVOKE ALL ON FUNCTION "public"."crear_pago"(uuid, uuid, uuid, text, text, uuid, text, text, text) FROM PUBLIC, "anon", "service_role";

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
    and (c.caduca_at is null or c.caduca_at > now())
    and (c.usos_max is null or u.usos + r.ajenas < c.usos_max)
    and (c.usos_por_usuario is null or u.propios + r.ajenas_del_usuario < c.usos_por_usuario);
$function$;

CREATE OR REPLACE FUNCTION public.datos_recibo (
  p_pago uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.describir_pago(p) || jsonb_build_object(
    'minecraft_name', p.minecraft_name,
    'consentimiento', (select jsonb_build_object('es', t.es, 'en', t.en)
      from public.textos_consentimiento t where t.version = p.consentimiento_version),
    'articulos', coalesce((
      select jsonb_agg(jsonb_build_object('pedido_id', a.id, 'nombre', x.nombre, 'nombre_en', x.nombre_en,
        'es_reserva', a.es_reserva, 'fecha_lanzamiento', x.fecha_lanzamiento) order by a.created_at, a.id)
      from public.adquisiciones a join public.productos x on x.id = a.producto_id where a.pago_id = p.id), '[]'::jsonb),
    'regalado_por', (select display_name from public.usuarios_meta where id = p.user_id))
  from public.pagos p where p.id = p_pago;
$function$;

CREATE OR REPLACE FUNCTION public.describir_pago (
  p_pago public.pagos
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'ok', true, 'pago_id', p_pago.id, 'user_id', p_pago.user_id, 'destinatario_id', p_pago.destinatario_id,
    'estado', p_pago.estado, 'metodo', p_pago.metodo, 'proveedor', p_pago.proveedor, 'referencia', p_pago.referencia,
    'total_centimos', p_pago.total_centimos, 'moneda', p_pago.moneda,
    'presupuesto', p_pago.presupuesto - 'interno', 'nombre', p_pago.presupuesto ->> 'nombre',
    'creado_at', p_pago.creado_at, 'pagado_at', p_pago.pagado_at, 'entregado_at', p_pago.entregado_at,
    'confirmado_at', p_pago.confirmado_at, 'revertido_at', p_pago.revertido_at, 'pendiente_at', p_pago.pendiente_at,
    'motivo_no_entregado', p_pago.motivo_no_entregado,
    'consentimiento_version', p_pago.consentimiento_version, 'consentimiento_at', p_pago.consentimiento_at,
    'caduca_at', p_pago.caduca_at,
    'pedidos', coalesce((
      select jsonb_agg(a.id order by a.created_at, a.id) from public.adquisiciones a where a.pago_id = p_pago.id
    ), '[]'::jsonb));
$function$;

CREATE OR REPLACE FUNCTION public.escribir_factura (
  p_pago public.pagos
)
  RETURNS public.facturas
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_factura public.facturas;
  v_tienda public.configuracion_global;
  v_comprador public.usuarios_meta;
  v_base integer;
begin
  -- One at a time per payment: the second finds what the first has written.
  perform 1 from public.pagos where id = p_pago.id for no key update;
  select * into v_factura from public.facturas where pago_id = p_pago.id and rectifica is null;
  if found then return v_factura; end if;
  if not public.puede_facturar(p_pago.id, null) then return null; end if;
  select * into v_tienda from public.configuracion_global where id = 1;
  select * into v_comprador from public.usuarios_meta where id = p_pago.user_id;
  -- Prices include the tax: the base is what is left, and both add up to the cent.
  v_base := round(p_pago.total_centimos * 100.0 / (100 + v_tienda.iva_porcentaje))::integer;
  insert into public.facturas (serie, numero, pago_id, datos)
  select to_char(now() at time zone 'Europe/Madrid', 'YYYY'),
    public.siguiente_factura(to_char(now() at time zone 'Europe/Madrid', 'YYYY')), p_pago.id,
    jsonb_build_object(
      'idioma', v_comprador.idioma,
      'vendedor', jsonb_build_object('nombre', v_tienda.vendedor_nombre, 'nif', v_tienda.vendedor_nif,
        'direccion', v_tienda.vendedor_direccion),
      'comprador', jsonb_build_object('nombre', v_comprador.display_name,
        'email', (select email from auth.users where id = p_pago.user_id)),
      'concepto', p_pago.presupuesto ->> 'nombre', 'edicion', p_pago.presupuesto ->> 'edicion',
      'lineas', p_pago.presupuesto -> 'lineas', 'metodo', p_pago.metodo,
      'pagado_at', p_pago.pagado_at,
      'consentimiento', case when p_pago.consentimiento_version is not null then jsonb_build_object(
        'version', p_pago.consentimiento_version, 'aceptado_at', p_pago.consentimiento_at) end,
      'iva_porcentaje', v_tienda.iva_porcentaje, 'base_centimos', v_base,
      'iva_centimos', p_pago.total_centimos - v_base, 'total_centimos', p_pago.total_centimos)
  returning * into v_factura;
  return v_factura;
end
$function$;

CREATE OR REPLACE FUNCTION public.exige_consentimiento (
  p_presupuesto jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select (p_presupuesto ->> 'total_centimos')::integer > 0 and p_presupuesto #>> '{interno,uncoins}' is null;
$function$;

REVOKE ALL ON FUNCTION "public"."exige_consentimiento"(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "public"."pagos"
  ADD CONSTRAINT "pagos_consentimiento_check" CHECK (((consentimiento_version IS NULL) = (consentimiento_at IS NULL)));

ALTER TABLE "public"."pagos"
  ADD CONSTRAINT "pagos_consentimiento_version_fkey" FOREIGN KEY (consentimiento_version) REFERENCES public.textos_consentimiento(VERSION) ON DELETE RESTRICT;

CREATE INDEX pagos_consentimiento_version_idx ON public.pagos USING btree (consentimiento_version);

CREATE TRIGGER solo_anadir
  BEFORE DELETE OR UPDATE OR TRUNCATE ON public.textos_consentimiento
  FOR EACH STATEMENT
  EXECUTE FUNCTION public.prohibir_cambio();

CREATE POLICY "textos_consentimiento_select" ON "public"."textos_consentimiento"
  FOR SELECT
  TO "anon", "authenticated"
  USING (true);

COMMENT ON COLUMN "public"."pagos"."consentimiento_version" IS 'what the buyer agreed to: delivery at once, without withdrawal';

COMMENT ON COLUMN "public"."pagos"."minecraft_name" IS 'null for a pack of UnCoins, which belongs to no player';

GRANT EXECUTE ON FUNCTION "public"."crear_pago"(uuid, uuid, uuid, text, text, uuid, text, text, text) TO "authenticated";

REVOKE ALL ON TABLE "public"."textos_consentimiento" FROM "anon";

GRANT SELECT ON TABLE "public"."textos_consentimiento" TO "anon";

REVOKE ALL ON TABLE "public"."textos_consentimiento" FROM "authenticated";

GRANT SELECT ON TABLE "public"."textos_consentimiento" TO "authenticated";

REVOKE ALL ON TABLE "public"."textos_consentimiento" FROM "service_role";

GRANT SELECT ON TABLE "public"."textos_consentimiento" TO "service_role";

insert into public.textos_consentimiento (en, es, version)
values ('I ask for the digital content to be delivered without waiting for the 14 days of withdrawal to end, and I accept that I lose that right as soon as it is available to download or use.', 'Pido que se me entregue el contenido digital sin esperar a que acaben los 14 días de desistimiento, y acepto que pierdo ese derecho en cuanto esté disponible para descargarlo o usarlo.', 'entrega-2026-11');
