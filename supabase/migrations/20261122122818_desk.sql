-- Made from supabase/schemas by `npm run db:migration desk`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

ALTER TABLE "public"."notificaciones"
  DROP CONSTRAINT "notificaciones_tipo_check";

CREATE TABLE "public"."descargas_hechas" (
  "id"             bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "adquisicion_id" uuid                     NOT NULL,
  "created_at"     timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "descargas_hechas_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."descargas_hechas"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."descargas_hechas" FROM "anon", "authenticated", "service_role";

CREATE TABLE "public"."respuestas_disputa" (
  "disputa_id"  uuid                     NOT NULL,
  "texto"       text                     NOT NULL,
  "estado"      text                     NOT NULL DEFAULT 'borrador'::text,
  "pruebas"     jsonb,
  "error"       text,
  "editada_por" uuid,
  "editada_at"  timestamp with time zone NOT NULL DEFAULT now(),
  "enviada_por" uuid,
  "enviada_at"  timestamp with time zone,
  CONSTRAINT "respuestas_disputa_error_check" CHECK ((char_length(error) <= 500)),
  CONSTRAINT "respuestas_disputa_estado_check" CHECK ((estado = ANY (ARRAY['borrador'::text, 'enviando'::text, 'enviada'::text]))),
  CONSTRAINT "respuestas_disputa_pkey" PRIMARY KEY (disputa_id),
  CONSTRAINT "respuestas_disputa_texto_check" CHECK (((char_length(texto) >= 1) AND (char_length(texto) <= 20000)))
);

ALTER TABLE "public"."respuestas_disputa"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."respuestas_disputa" FROM "anon", "authenticated", "service_role";

REVOKE ALL ON SEQUENCE "public"."descargas_hechas_id_seq" FROM "anon";

REVOKE ALL ON SEQUENCE "public"."descargas_hechas_id_seq" FROM "authenticated";

REVOKE ALL ON SEQUENCE "public"."descargas_hechas_id_seq" FROM "service_role";

CREATE OR REPLACE FUNCTION public.abrir_caso (
  p_tipo  text,
  p_clave text,
  p_pago  uuid,
  p_datos jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with caso as (
    insert into public.casos_admin (tipo, clave, pago_id, datos)
    values (p_tipo, p_clave, p_pago, public.leer_json(p_datos))
    on conflict (clave) do nothing returning id, tipo, pago_id, datos
  ), avisados as (
    insert into public.notificaciones (user_id, tipo, clave, datos)
    select u.id, 'caso', 'caso:' || caso.id, jsonb_strip_nulls(jsonb_build_object('caso_id', caso.id, 'tipo', caso.tipo,
      'centimos', caso.datos -> 'centimos', 'responder_antes_de', caso.datos -> 'responder_antes_de'))
    from caso cross join public.usuarios_meta u
    where u.role = 'admin' and (u.banned_until is null or u.banned_until <= now())
    on conflict (user_id, clave) do nothing
  )
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'caso:' || caso.id || ':' || u.id, u.id, 'caso',
    jsonb_build_object('caso_id', caso.id, 'tipo', caso.tipo, 'pago_id', caso.pago_id, 'centimos', caso.datos -> 'centimos',
      'responder_antes_de', caso.datos -> 'responder_antes_de')
  from caso cross join public.usuarios_meta u
  where u.role = 'admin' and (u.banned_until is null or u.banned_until <= now());
$function$;

CREATE OR REPLACE FUNCTION public.admin_devoluciones (
  p_antes timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'devoluciones', coalesce((
    select jsonb_agg(jsonb_build_object('id', x.id, 'pago_id', x.pago_id, 'centimos', x.centimos, 'estado', x.estado,
      'motivo', x.motivo, 'created_at', x.created_at, 'total_centimos', p.total_centimos, 'metodo', p.metodo,
      'nombre', p.presupuesto ->> 'nombre', 'comprador', c.display_name, 'pedido_por', (
        select u.display_name from public.usuarios_meta u where u.id = x.pedido_por)) order by x.created_at desc, x.id)
    from (select r.* from public.reembolsos r where p_antes is null or r.created_at < p_antes
      order by r.created_at desc, r.id limit 51) x
    join public.pagos p on p.id = x.pago_id join public.usuarios_meta c on c.id = p.user_id), '[]'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_devoluciones"(timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.admin_disputa (
  p_disputa uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_disputa public.disputas;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into v_disputa from public.disputas where id = p_disputa;
  if v_disputa.id is null then return public.rechazo('disputa_no_existe'); end if;
  return public.ficha_disputa(v_disputa) || jsonb_build_object('ok', true,
    'pruebas', coalesce(
      (select r.pruebas from public.respuestas_disputa r where r.disputa_id = p_disputa and r.estado = 'enviada'),
      public.pruebas_de(v_disputa.pago_id)),
    'texto', (select r.texto from public.respuestas_disputa r where r.disputa_id = p_disputa),
    'error', (select r.error from public.respuestas_disputa r where r.disputa_id = p_disputa),
    'enviada_at', (select r.enviada_at from public.respuestas_disputa r where r.disputa_id = p_disputa),
    'enviada_por', (select u.display_name from public.respuestas_disputa r join public.usuarios_meta u on u.id = r.enviada_por
      where r.disputa_id = p_disputa));
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_disputa"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.admin_disputas (
  p_cerradas boolean,
  p_antes    timestamp with time zone DEFAULT NULL::timestamp WITH time zone
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if coalesce(p_cerradas, false) then
    return jsonb_build_object('ok', true, 'disputas', coalesce((
      select jsonb_agg(public.ficha_disputa(x.d) order by (x.d).abierta_at desc, (x.d).id)
      from (select d from public.disputas d where d.fase in ('perdida', 'ganada')
          and (p_antes is null or d.abierta_at < p_antes)
        order by d.abierta_at desc, d.id limit 51) x), '[]'));
  end if;
  return jsonb_build_object('ok', true, 'disputas', coalesce((
    select jsonb_agg(public.ficha_disputa(x.d) order by (x.d).vence_at nulls last, (x.d).id)
    from (select d from public.disputas d where d.fase in ('consulta', 'abierta', 'sin_decidir')
      order by d.vence_at nulls last, d.id limit 200) x), '[]'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_disputas"(boolean, timestamp WITH time zone) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.admin_editar_producto (
  p_producto uuid,
  p_cambios  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  c jsonb := public.leer_json(p_cambios);
  v_antes public.productos;
  v_precio numeric;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if not public.solo_claves(c, array['nombre', 'slug', 'precio', 'oferta', 'status', 'disponibilidad', 'stock',
    'unidades', 'destacado', 'video_trailer']) then
    return public.rechazo('datos_no_validos');
  end if;
  select * into v_antes from public.productos where id = p_producto for no key update;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  -- What waits for review is what the queue holds: while a revision waits the queue decides, and nothing waits without one.
  if c ? 'status' and c ->> 'status' <> v_antes.status then
    if exists (select from public.revisiones_producto where producto_id = p_producto and estado = 'pendiente') then
      return public.rechazo('en_revision');
    end if;
    if c ->> 'status' = 'pending' then return public.rechazo('sin_revision'); end if;
  end if;
  v_precio := case when c ? 'precio' then (c ->> 'precio')::numeric else v_antes.precio end;
  update public.productos set
    nombre = case when c ? 'nombre' then c ->> 'nombre' else nombre end,
    slug = case when c ? 'slug' then c ->> 'slug' else slug end,
    precio = v_precio,
    -- Capped at the price; none is null.
    oferta = nullif(least(coalesce(case when c ? 'oferta' then (c ->> 'oferta')::numeric else oferta end, 0), v_precio), 0),
    status = case when c ? 'status' then c ->> 'status' else status end,
    disponibilidad = case when c ? 'disponibilidad' then (c ->> 'disponibilidad')::boolean else disponibilidad end,
    stock = case when c ? 'stock' then (c ->> 'stock')::boolean else stock end,
    unidades = case when c ? 'unidades' then (c ->> 'unidades')::integer else unidades end,
    destacado = case when c ? 'destacado' then (c ->> 'destacado')::boolean else destacado end,
    video_trailer = case when c ? 'video_trailer' then nullif(c ->> 'video_trailer', '') else video_trailer end
  where id = p_producto;
  perform public.anotar('editar_producto', 'producto', p_producto::text, public.parte_de(to_jsonb(v_antes), c), c);
  return jsonb_build_object('ok', true, 'slug', coalesce(c ->> 'slug', v_antes.slug));
exception
  when unique_violation then return public.rechazo('slug_ocupado');
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$function$;

CREATE OR REPLACE FUNCTION public.anotar_descarga()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.descargas_hechas (adquisicion_id) values (new.id);
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."anotar_descarga"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.avisar_devolucion()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.notificaciones (user_id, tipo, clave, datos)
  select u.id, 'devolucion', 'devolucion:' || new.id, jsonb_build_object('pago_id', new.pago_id,
    'centimos', new.centimos, 'nombre', p.presupuesto ->> 'nombre')
  from public.usuarios_meta u cross join public.pagos p
  where u.role = 'admin' and (u.banned_until is null or u.banned_until <= now()) and p.id = new.pago_id
  on conflict (user_id, clave) do nothing;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."avisar_devolucion"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.campos_producto (
  p public.productos
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('nombre', p.nombre, 'slug', p.slug, 'precio', p.precio, 'oferta', coalesce(p.oferta, 0),
    'status', p.status, 'disponibilidad', p.disponibilidad, 'stock', p.stock, 'unidades', p.unidades,
    'destacado', p.destacado, 'video_trailer', coalesce(p.video_trailer, ''));
$function$;

REVOKE ALL ON FUNCTION "public"."campos_producto"(public.productos) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.cerrar_respuesta (
  p_disputa uuid,
  p_error   text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.respuestas_disputa set estado = case when p_error is null then 'enviada' else 'borrador' end,
    enviada_at = case when p_error is null then now() end, error = left(p_error, 500)
  where disputa_id = p_disputa and estado = 'enviando';
$function$;

REVOKE ALL ON FUNCTION "public"."cerrar_respuesta"(uuid, text) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.choques (
  p_ahora   jsonb,
  p_base    jsonb,
  p_cambios jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_object_agg(k, case when jsonb_typeof(p_ahora -> k) = 'number'
    then trim_scale((p_ahora ->> k)::numeric)::text else coalesce(p_ahora ->> k, '') end)
  from jsonb_object_keys(p_cambios) k
  where p_ahora ? k and p_ahora -> k is distinct from p_base -> k and p_ahora -> k is distinct from p_cambios -> k;
$function$;

REVOKE ALL ON FUNCTION "public"."choques"(jsonb, jsonb, jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.conservar_respuesta()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if (old.estado = 'enviada' and new.estado <> 'enviada')
    or (new.estado <> 'borrador' and (new.texto <> old.texto or new.pruebas is distinct from old.pruebas)) then
    raise exception 'what was sent to a provider is not changed';
  end if;
  return new;
end
$function$;

REVOKE ALL ON FUNCTION "public"."conservar_respuesta"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.enviar_respuesta (
  p_disputa uuid,
  p_texto   text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_disputa public.disputas;
  v_respuesta public.respuestas_disputa;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into v_disputa from public.disputas where id = p_disputa for no key update;
  if v_disputa.id is null then return public.rechazo('disputa_no_existe'); end if;
  select * into v_respuesta from public.respuestas_disputa where disputa_id = p_disputa;
  if v_respuesta.disputa_id is null then return public.rechazo('texto_no_valido'); end if;
  if v_respuesta.estado = 'enviada' then return public.rechazo('ya_enviada'); end if;
  if v_respuesta.texto is distinct from p_texto then
    return jsonb_build_object('texto', v_respuesta.texto) || public.rechazo('conflicto');
  end if;
  if v_respuesta.estado = 'borrador' then
    if public.motivo_no_responde(v_disputa) is not null then return public.rechazo(public.motivo_no_responde(v_disputa)); end if;
    update public.respuestas_disputa set estado = 'enviando', pruebas = public.pruebas_de(v_disputa.pago_id), error = null,
      enviada_por = auth.uid(), editada_at = now()
    where disputa_id = p_disputa returning * into v_respuesta;
    perform public.anotar('responder_disputa', 'pago', v_disputa.pago_id::text, null,
      jsonb_build_object('disputa', v_disputa.referencia, 'centimos', v_disputa.centimos));
  end if;
  return jsonb_build_object('ok', true, 'disputa_id', p_disputa, 'proveedor', v_disputa.proveedor,
    'referencia', v_disputa.referencia, 'texto', v_respuesta.texto, 'pruebas', v_respuesta.pruebas);
end
$function$;

REVOKE ALL ON FUNCTION "public"."enviar_respuesta"(uuid, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.ficha_disputa (
  p_disputa public.disputas
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', p_disputa.id, 'pago_id', p_disputa.pago_id, 'proveedor', p_disputa.proveedor,
    'referencia', p_disputa.referencia, 'fase', p_disputa.fase, 'centimos', p_disputa.centimos,
    'total_centimos', p.total_centimos, 'motivo', p_disputa.motivo, 'vence_at', p_disputa.vence_at,
    'abierta_at', p_disputa.abierta_at, 'nombre', p.presupuesto ->> 'nombre', 'comprador', c.display_name,
    'comprador_id', c.id, 'respuesta', coalesce(r.estado, 'ninguna'))
  from public.pagos p join public.usuarios_meta c on c.id = p.user_id
  left join public.respuestas_disputa r on r.disputa_id = p_disputa.id
  where p.id = p_disputa.pago_id;
$function$;

REVOKE ALL ON FUNCTION "public"."ficha_disputa"(public.disputas) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.fin_del_dia (
  p_dia date
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select public.inicio_del_dia(p_dia + 1) - interval '1 millisecond';
$function$;

CREATE OR REPLACE FUNCTION public.guardar_cupon (
  p_cupon   uuid,
  p_base    jsonb,
  p_cambios jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_base jsonb := public.leer_json(p_base);
  v_cambios jsonb := public.leer_json(p_cambios);
  v_ahora jsonb;
  v_choque jsonb;
  v_producto uuid;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if not public.tiene_base(v_base, v_cambios)
    or not public.solo_claves(v_cambios, array['codigo', 'slug', 'percent_discount', 'caduca', 'usos_max', 'usos_por_usuario']) then
    return public.rechazo('datos_no_validos');
  end if;
  select jsonb_build_object('codigo', c.codigo, 'slug', p.slug, 'percent_discount', c.percent_discount,
    'caduca', (c.caduca_at at time zone 'Europe/Madrid')::date, 'usos_max', c.usos_max, 'usos_por_usuario', c.usos_por_usuario)
  into v_ahora
  from public.codigos_cupones c join public.productos p on p.id = c.product_id
  where c.id = p_cupon for no key update of c;
  if v_ahora is null then return public.rechazo('no_existe'); end if;
  v_choque := public.choques(v_ahora, v_base, v_cambios);
  if v_choque is not null then return v_choque || public.rechazo('conflicto'); end if;
  v_ahora := v_ahora || v_cambios;
  select id into v_producto from public.productos where slug = v_ahora ->> 'slug';
  if v_producto is null then return public.rechazo('producto_no_existe'); end if;
  return public.admin_guardar_cupon(p_cupon, v_ahora ->> 'codigo', v_producto, (v_ahora ->> 'percent_discount')::integer,
    (v_ahora ->> 'caduca')::date, (v_ahora ->> 'usos_max')::integer, (v_ahora ->> 'usos_por_usuario')::integer);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$function$;

REVOKE ALL ON FUNCTION "public"."guardar_cupon"(uuid, jsonb, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.guardar_perfil (
  p_base    jsonb,
  p_cambios jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_usuario uuid := auth.uid();
  v_base jsonb := public.leer_json(p_base);
  v_cambios jsonb := public.leer_json(p_cambios);
  v_ahora jsonb;
  v_choque jsonb;
begin
  if v_usuario is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if not public.tiene_base(v_base, v_cambios) or not public.solo_claves(v_cambios, array['display_name', 'bio', 'phone']) then
    return public.rechazo('datos_no_validos');
  end if;
  select jsonb_build_object('display_name', u.display_name, 'bio', u.bio) into v_ahora
  from public.usuarios_meta u where u.id = v_usuario for no key update;
  v_ahora := v_ahora || jsonb_build_object('phone', coalesce((
    select p.phone from public.profiles p where p.id = v_usuario), ''));
  v_choque := public.choques(v_ahora, v_base, v_cambios);
  if v_choque is not null then return v_choque || public.rechazo('conflicto'); end if;
  if v_cambios ?| array['display_name', 'bio'] then
    update public.usuarios_meta set display_name = coalesce(v_cambios ->> 'display_name', display_name),
      bio = coalesce(v_cambios ->> 'bio', bio)
    where id = v_usuario;
  end if;
  if v_cambios ? 'phone' then
    update public.profiles set phone = nullif(v_cambios ->> 'phone', '') where id = v_usuario;
  end if;
  return jsonb_build_object('ok', true);
exception
  when unique_violation then return public.rechazo('nombre_ocupado');
  when check_violation then return public.rechazo('datos_no_validos');
end
$function$;

REVOKE ALL ON FUNCTION "public"."guardar_perfil"(jsonb, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.guardar_producto (
  p_producto uuid,
  p_base     jsonb,
  p_cambios  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_base jsonb := public.leer_json(p_base);
  v_cambios jsonb := public.leer_json(p_cambios);
  v_antes public.productos;
  v_despues public.productos;
  v_choque jsonb;
  v_respuesta jsonb;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if not public.tiene_base(v_base, v_cambios) then return public.rechazo('datos_no_validos'); end if;
  select * into v_antes from public.productos where id = p_producto for no key update;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  v_choque := public.choques(public.campos_producto(v_antes), v_base, v_cambios);
  if v_choque is not null then return v_choque || public.rechazo('conflicto'); end if;
  v_respuesta := public.admin_editar_producto(p_producto, v_cambios);
  if not (v_respuesta ->> 'ok')::boolean then return v_respuesta; end if;
  select * into v_despues from public.productos where id = p_producto;
  update public.revisiones_producto r set contenido = r.contenido || c.nuevo
  from (
    select jsonb_object_agg(k, to_jsonb(v_despues) -> k) as nuevo
    from unnest(array['nombre', 'precio', 'oferta', 'disponibilidad', 'video_trailer']) k, public.revisiones_producto e
    where e.producto_id = p_producto and e.estado = 'pendiente'
      and to_jsonb(v_despues) -> k is distinct from to_jsonb(v_antes) -> k
      and public.sin_vacio(e.contenido -> k) = public.sin_vacio(to_jsonb(v_antes) -> k)
  ) c
  where r.producto_id = p_producto and r.estado = 'pendiente' and c.nuevo is not null;
  return v_respuesta;
end
$function$;

REVOKE ALL ON FUNCTION "public"."guardar_producto"(uuid, jsonb, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.guardar_respuesta (
  p_disputa uuid,
  p_base    text,
  p_texto   text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_disputa public.disputas;
  v_antes public.respuestas_disputa;
  v_choque jsonb;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into v_disputa from public.disputas where id = p_disputa for no key update;
  if v_disputa.id is null then return public.rechazo('disputa_no_existe'); end if;
  if char_length(btrim(coalesce(p_texto, ''))) not between 1 and public.largo_respuesta(v_disputa.proveedor) then
    return public.rechazo('texto_no_valido');
  end if;
  select * into v_antes from public.respuestas_disputa where disputa_id = p_disputa;
  if v_antes.estado in ('enviando', 'enviada') then return public.rechazo('ya_enviada'); end if;
  if public.motivo_no_responde(v_disputa) is not null then return public.rechazo(public.motivo_no_responde(v_disputa)); end if;
  v_choque := public.choques(jsonb_build_object('texto', coalesce(v_antes.texto, '')),
    jsonb_build_object('texto', coalesce(p_base, '')), jsonb_build_object('texto', p_texto));
  if v_choque is not null then return v_choque || public.rechazo('conflicto'); end if;
  insert into public.respuestas_disputa as r (disputa_id, texto, editada_por) values (p_disputa, p_texto, auth.uid())
  on conflict (disputa_id) do update set texto = excluded.texto, editada_por = excluded.editada_por, editada_at = now();
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."guardar_respuesta"(uuid, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.guardar_usuario (
  p_usuario uuid,
  p_base    jsonb,
  p_cambios jsonb,
  p_motivo  text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_base jsonb := public.leer_json(p_base);
  v_cambios jsonb := public.leer_json(p_cambios);
  v_ahora jsonb;
  v_choque jsonb;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if not public.tiene_base(v_base, v_cambios) then return public.rechazo('datos_no_validos'); end if;
  if v_cambios ? 'role' then
    -- As in `cambiar_rol`: the admins before the person.
    perform 1 from public.usuarios_meta where role = 'admin' order by id for no key update;
  end if;
  select jsonb_build_object('display_name', u.display_name, 'reputacion', u.reputacion, 'role', u.role,
    'uncoins', u.uncoins) into v_ahora
  from public.usuarios_meta u where u.id = p_usuario for no key update;
  if v_ahora is null then return public.rechazo('usuario_no_existe'); end if;
  v_choque := public.choques(v_ahora, v_base, v_cambios);
  if v_choque is not null then return v_choque || public.rechazo('conflicto'); end if;
  return public.admin_editar_usuario(p_usuario, v_cambios, p_motivo);
end
$function$;

REVOKE ALL ON FUNCTION "public"."guardar_usuario"(uuid, jsonb, jsonb, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.largo_respuesta (
  p_proveedor text
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when p_proveedor = 'paypal' then 2000 else 20000 end;
$function$;

REVOKE ALL ON FUNCTION "public"."largo_respuesta"(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.mis_descargas()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('ok', true, 'descargas', coalesce(jsonb_agg(
    jsonb_build_object('pedido_id', h.adquisicion_id, 'created_at', h.created_at) order by h.id), '[]'))
  from public.descargas_hechas h join public.adquisiciones a on a.id = h.adquisicion_id
  where a.user_id = public.persona_completa();
$function$;

REVOKE ALL ON FUNCTION "public"."mis_descargas"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.motivo_no_responde (
  p_disputa public.disputas
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select case
    when p_disputa.fase not in ('consulta', 'abierta') then 'disputa_cerrada'
    when p_disputa.proveedor not in ('stripe', 'paypal') or p_disputa.referencia like 'resto:%' then 'sin_proveedor'
    when p_disputa.vence_at <= now() then 'fuera_de_plazo' end;
$function$;

REVOKE ALL ON FUNCTION "public"."motivo_no_responde"(public.disputas) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.pruebas_de (
  p_pago uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'pago_id', p.id, 'nombre', p.presupuesto ->> 'nombre', 'total_centimos', p.total_centimos, 'metodo', p.metodo,
    'creado_at', p.creado_at, 'pagado_at', coalesce(p.confirmado_at, p.pagado_at), 'entregado_at', p.entregado_at,
    'minecraft_name', p.minecraft_name,
    'comprador', jsonb_build_object('id', c.id, 'display_name', c.display_name, 'created_at', c.created_at),
    'destinatario', case when p.destinatario_id <> p.user_id then (
      select d.display_name from public.usuarios_meta d where d.id = p.destinatario_id) end,
    -- Whatever a payment keeps of what its buyer agreed to.
    'consentimiento', (select jsonb_object_agg(k.key, k.value) from jsonb_each(to_jsonb(p)) k
      where k.key like 'consentimiento%' and k.value <> 'null'),
    'pedidos', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'producto', coalesce(x.nombre, p.presupuesto ->> 'nombre'),
        'edicion', e.nombre, 'created_at', a.created_at, 'descargas', a.descargas, 'momentos', coalesce((
          select jsonb_agg(m.created_at order by m.created_at) from (
            select h.created_at from public.descargas_hechas h where h.adquisicion_id = a.id
            order by h.created_at desc limit 20) m), '[]')) order by a.created_at, a.id)
      from public.adquisiciones a left join public.productos x on x.id = a.producto_id
      left join public.ediciones e on e.id = a.edicion_id where a.pago_id = p.id), '[]'),
    'mensajes', coalesce((
      select jsonb_agg(jsonb_build_object('plantilla', m.plantilla, 'enviado_at', m.enviado_at) order by m.id)
      from public.correos m
      where m.user_id = p.user_id and m.datos ->> 'pago_id' = p.id::text and m.enviado_at is not null), '[]'),
    'resena', (
      select jsonb_build_object('estrellas', r.estrellas, 'created_at', r.created_at) from public.resenas r
      join public.adquisiciones a on a.producto_id = r.producto_id and a.pago_id = p.id
      where r.user_id = p.user_id and not r.oculta order by r.created_at limit 1),
    'otras_compras', (
      select count(*) from public.pagos o where o.user_id = p.user_id and o.id <> p.id and o.estado = 'entregado'
        and o.total_centimos > 0))
  from public.pagos p join public.usuarios_meta c on c.id = p.user_id where p.id = p_pago;
$function$;

REVOKE ALL ON FUNCTION "public"."pruebas_de"(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.resolver_revision (
  p_revision uuid,
  p_aprobar  boolean,
  p_motivos  text[],
  p_nota     text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_revision public.revisiones_producto;
  v_producto public.productos;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  -- The product before its revision, as where a creator sends one and where an admin edits.
  perform 1 from public.productos
  where id = (select producto_id from public.revisiones_producto where id = p_revision) for no key update;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  if v_revision.id is null then return public.rechazo('revision_no_existe'); end if;
  if v_revision.estado <> 'pendiente' then return public.rechazo('ya_resuelta'); end if;
  if v_revision.autor_id = auth.uid() and not public.es_admin() then return public.rechazo('es_suya'); end if;
  if not p_aprobar and cardinality(coalesce(p_motivos, '{}')) = 0 then return public.rechazo('motivo_no_valido'); end if;
  if exists (select from unnest(p_motivos) m where m not in
    ('calidad', 'incompleto', 'contenido_no_permitido', 'derechos', 'enganoso', 'archivo', 'precio', 'otro')) then
    return public.rechazo('motivo_no_valido');
  end if;
  select * into v_producto from public.productos where id = v_revision.producto_id for no key update;
  update public.revisiones_producto set estado = case when p_aprobar then 'aprobada' else 'rechazada' end,
    motivos = coalesce(p_motivos, '{}'), nota = nullif(btrim(p_nota), ''), decidida_at = now(), decidida_por = auth.uid()
  where id = p_revision;
  if p_aprobar then
    perform public.aplicar_contenido(v_producto.id, v_revision.contenido);
    update public.productos set status = 'approved' where id = v_producto.id;
  elsif v_producto.status <> 'approved' then
    update public.productos set status = 'rejected' where id = v_producto.id;
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('revision:' || p_revision, v_producto.usuario_id, 'revision', jsonb_build_object(
    'aprobada', p_aprobar, 'nombre', v_revision.contenido ->> 'nombre', 'slug', v_producto.slug,
    'motivos', to_jsonb(coalesce(p_motivos, '{}')), 'nota', nullif(btrim(p_nota), '')));
  perform public.anotar(case when p_aprobar then 'aprobar_revision' else 'rechazar_revision' end, 'producto',
    v_producto.id::text, jsonb_build_object('status', v_producto.status),
    jsonb_build_object('revision_id', p_revision, 'motivos', to_jsonb(coalesce(p_motivos, '{}'))),
    nullif(btrim(p_nota), ''));
  return jsonb_build_object('ok', true, 'producto_id', v_producto.id, 'slug', v_producto.slug);
end
$function$;

CREATE OR REPLACE FUNCTION public.respuestas_por_enviar()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('ok', true, 'respuestas', coalesce(jsonb_agg(jsonb_build_object('disputa_id', d.id,
    'proveedor', d.proveedor, 'referencia', d.referencia, 'texto', r.texto, 'pruebas', r.pruebas) order by r.editada_at), '[]'))
  from public.respuestas_disputa r join public.disputas d on d.id = r.disputa_id
  where r.estado = 'enviando' and r.editada_at < now() - interval '1 minute';
$function$;

REVOKE ALL ON FUNCTION "public"."respuestas_por_enviar"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.sin_vacio (
  p_valor jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when p_valor is null or p_valor in ('null', '""') then '0' else p_valor end;
$function$;

REVOKE ALL ON FUNCTION "public"."sin_vacio"(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.tiene_base (
  p_base    jsonb,
  p_cambios jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_typeof(p_base) = 'object' and jsonb_typeof(p_cambios) = 'object'
    and p_base ?& array(select jsonb_object_keys(p_cambios)), false);
$function$;

REVOKE ALL ON FUNCTION "public"."tiene_base"(jsonb, jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "public"."descargas_hechas"
  ADD CONSTRAINT "descargas_hechas_adquisicion_id_fkey" FOREIGN KEY (adquisicion_id) REFERENCES public.adquisiciones(id) ON DELETE CASCADE;

ALTER TABLE "public"."notificaciones"
  ADD CONSTRAINT "notificaciones_tipo_check"
    CHECK
    ((tipo = ANY (ARRAY['producto_nuevo'::text, 'version_nueva'::text, 'regalo'::text, 'reserva'::text, 'reputacion'::text, 'revision'::text, 'retiro'::text, 'resena'::text,
    'respuesta'::text, 'segundo_factor'::text, 'caso'::text, 'devolucion'::text])));

ALTER TABLE "public"."respuestas_disputa"
  ADD CONSTRAINT "respuestas_disputa_disputa_id_fkey" FOREIGN KEY (disputa_id) REFERENCES public.disputas(id) ON DELETE RESTRICT;

ALTER TABLE "public"."respuestas_disputa"
  ADD CONSTRAINT "respuestas_disputa_editada_por_fkey" FOREIGN KEY (editada_por) REFERENCES public.usuarios_meta(id) ON DELETE SET NULL;

ALTER TABLE "public"."respuestas_disputa"
  ADD CONSTRAINT "respuestas_disputa_enviada_por_fkey" FOREIGN KEY (enviada_por) REFERENCES public.usuarios_meta(id) ON DELETE SET NULL;

CREATE INDEX descargas_hechas_adquisicion_id_idx ON public.descargas_hechas USING btree (adquisicion_id, created_at);

CREATE INDEX disputas_abierta_at_idx ON public.disputas USING btree (abierta_at DESC, id);

CREATE INDEX disputas_pendientes_idx ON public.disputas USING btree (vence_at, id)
  WHERE (fase = ANY (ARRAY['consulta'::text, 'abierta'::text, 'sin_decidir'::text]));

CREATE INDEX reembolsos_created_at_idx ON public.reembolsos USING btree (created_at DESC, id);

CREATE INDEX respuestas_disputa_editada_por_idx ON public.respuestas_disputa USING btree (editada_por);

CREATE INDEX respuestas_disputa_enviada_por_idx ON public.respuestas_disputa USING btree (enviada_por);

CREATE INDEX respuestas_disputa_enviando_idx ON public.respuestas_disputa USING btree (editada_at)
  WHERE (estado = 'enviando'::text);

CREATE TRIGGER anotar_descarga
  AFTER UPDATE OF descargas ON public.adquisiciones
  FOR EACH ROW
  WHEN ((new.descargas > old.descargas))
  EXECUTE FUNCTION public.anotar_descarga();

CREATE TRIGGER avisar_devolucion
  AFTER INSERT ON public.reembolsos
  FOR EACH ROW
  WHEN (((new.pedido_por IS NULL) AND (new.estado = ANY (ARRAY['hecho'::text, 'pendiente'::text])) AND (new.proveedor = ANY (ARRAY['stripe'::text, 'paypal'::text]))))
  EXECUTE FUNCTION public.avisar_devolucion();

CREATE TRIGGER conservar_respuesta
  BEFORE UPDATE ON public.respuestas_disputa
  FOR EACH ROW
  WHEN ((old.estado <> 'borrador'::text))
  EXECUTE FUNCTION public.conservar_respuesta();

COMMENT ON COLUMN "public"."respuestas_disputa"."pruebas" IS 'the facts as they were sent beside the text';

GRANT EXECUTE ON FUNCTION "public"."admin_devoluciones"(timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."admin_disputa"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."admin_disputas"(boolean, timestamp WITH time zone) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."cerrar_respuesta"(uuid, text) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."enviar_respuesta"(uuid, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."guardar_cupon"(uuid, jsonb, jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."guardar_perfil"(jsonb, jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."guardar_producto"(uuid, jsonb, jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."guardar_respuesta"(uuid, text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."guardar_usuario"(uuid, jsonb, jsonb, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mis_descargas"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."respuestas_por_enviar"() TO "service_role";

-- Ends of days that were kept with microseconds, which many clients round to the next day.
UPDATE public.usuarios_meta SET banned_until = date_trunc('milliseconds', banned_until)
WHERE isfinite(banned_until) AND banned_until <> date_trunc('milliseconds', banned_until);

UPDATE public.codigos_cupones SET caduca_at = date_trunc('milliseconds', caduca_at)
WHERE caduca_at <> date_trunc('milliseconds', caduca_at);
