-- Made from supabase/schemas by `npm run db:migration publishing_daily`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

DROP POLICY "codigos_cupones_select" ON "public"."codigos_cupones";

ALTER TABLE "public"."revisiones_producto"
  DROP CONSTRAINT "revisiones_producto_estado_check";

-- Only functions of the database call it.
-- not read by the previous release
DROP FUNCTION "public"."calcular_presupuesto"(numeric, numeric, integer, integer, integer);

-- What was computed stays; from now on a trigger writes it.
ALTER TABLE "public"."productos"
  ALTER COLUMN "oculto" DROP EXPRESSION,
  ALTER COLUMN "oculto" SET DEFAULT false;

UPDATE public.productos SET oculto = false WHERE oculto IS NULL;

-- not read by the previous release
ALTER TABLE "public"."productos"
  ALTER COLUMN "oculto" SET NOT NULL;

CREATE TABLE "public"."borradores" (
  "id"          uuid                     NOT NULL,
  "usuario_id"  uuid                     NOT NULL,
  "producto_id" uuid,
  "contenido"   jsonb                    NOT NULL,
  "version"     integer                  NOT NULL DEFAULT 1,
  "created_at"  timestamp with time zone NOT NULL DEFAULT now(),
  "updated_at"  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "borradores_contenido_check" CHECK (((jsonb_typeof(contenido) = 'object'::text) AND (char_length((contenido)::text) <= 300000))),
  CONSTRAINT "borradores_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."borradores"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."borradores" FROM "anon";

CREATE TABLE "public"."huellas_descarga" (
  "ruta"       text                     NOT NULL,
  "usuario_id" uuid                     NOT NULL,
  "huella"     text                     NOT NULL,
  "bytes"      bigint                   NOT NULL,
  "created_at" timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "huellas_descarga_bytes_check" CHECK ((bytes > 0)),
  CONSTRAINT "huellas_descarga_huella_check" CHECK ((huella ~ '^[0-9a-f]{64}$'::text)),
  CONSTRAINT "huellas_descarga_pkey" PRIMARY KEY (ruta),
  CONSTRAINT "huellas_descarga_ruta_check" CHECK ((public.ruta_valida(ruta) AND starts_with(ruta, 'descargas/'::text)))
);

ALTER TABLE "public"."huellas_descarga"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."huellas_descarga" FROM "anon";

CREATE TABLE "public"."ofertas" (
  "id"             uuid                     NOT NULL DEFAULT gen_random_uuid(),
  "producto_id"    uuid                     NOT NULL,
  "edicion_id"     uuid,
  "precio"         numeric(10,2)            NOT NULL,
  "desde"          timestamp with time zone NOT NULL,
  "hasta"          timestamp with time zone NOT NULL,
  "descripcion"    text                     NOT NULL DEFAULT ''::text,
  "descripcion_en" text,
  "creada_at"      timestamp with time zone NOT NULL DEFAULT now(),
  "cancelada_at"   timestamp with time zone,
  "empezada_at"    timestamp with time zone,
  "terminada_at"   timestamp with time zone,
  "publicada_at"   timestamp with time zone,
  CONSTRAINT "ofertas_check" CHECK ((hasta > desde)),
  CONSTRAINT "ofertas_descripcion_check" CHECK ((char_length(descripcion) <= 120)),
  CONSTRAINT "ofertas_descripcion_en_check" CHECK (((char_length(descripcion_en) >= 1) AND (char_length(descripcion_en) <= 120))),
  CONSTRAINT "ofertas_pkey" PRIMARY KEY (id),
  CONSTRAINT "ofertas_precio_check" CHECK ((precio > (0)::numeric))
);

ALTER TABLE "public"."ofertas"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."codigos_cupones"
  ADD COLUMN "creador_id" uuid;

ALTER TABLE "public"."codigos_cupones"
  ADD COLUMN "descuento_centimos" integer;

ALTER TABLE "public"."codigos_cupones"
  ADD COLUMN "minimo_centimos" integer;

ALTER TABLE "public"."codigos_cupones"
  ADD COLUMN "desde_at" timestamp WITH time zone;

ALTER TABLE "public"."codigos_cupones"
  ADD COLUMN "parado_at" timestamp WITH time zone;

ALTER TABLE "public"."configuracion_global"
  ADD COLUMN "precio_cambio_maximo_porcentaje" integer NOT NULL DEFAULT 50;

ALTER TABLE "public"."configuracion_global"
  ADD COLUMN "precio_cambios_por_dia" integer NOT NULL DEFAULT 3;

ALTER TABLE "public"."configuracion_global"
  ADD COLUMN "precio_minimo" numeric(10,2) NOT NULL DEFAULT 0.50;

ALTER TABLE "public"."descargas_por_subir"
  ADD COLUMN "bytes" bigint NOT NULL DEFAULT 52428800;

ALTER TABLE "public"."ediciones"
  ADD COLUMN "oferta_fija" numeric(10,2);

ALTER TABLE "public"."productos"
  ADD COLUMN "oferta_fija" numeric(10,2);

ALTER TABLE "public"."productos"
  ADD COLUMN "archivado_at" timestamp WITH time zone;

-- Every offer until now is one without dates.
UPDATE public.productos SET oferta_fija = oferta WHERE oferta IS NOT NULL;

UPDATE public.ediciones SET oferta_fija = oferta WHERE oferta IS NOT NULL;

ALTER TABLE "public"."codigos_cupones"
  ALTER COLUMN "percent_discount" DROP NOT NULL;

CREATE OR REPLACE FUNCTION public.admin_guardar_cupon (
  p_cupon            uuid,
  p_codigo           text,
  p_producto         uuid,
  p_porcentaje       integer,
  p_caduca_at        date,
  p_usos_max         integer,
  p_usos_por_usuario integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_antes public.codigos_cupones;
  v_despues public.codigos_cupones;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_cupon is not null then
    select * into v_antes from public.codigos_cupones where id = p_cupon for no key update;
    -- What a creator promised is theirs to change.
    if v_antes.id is null or v_antes.creador_id is not null then return public.rechazo('no_existe'); end if;
    update public.codigos_cupones set codigo = btrim(p_codigo), product_id = p_producto,
      percent_discount = p_porcentaje, caduca_at = public.fin_del_dia(p_caduca_at), usos_max = p_usos_max,
      usos_por_usuario = p_usos_por_usuario
    where id = p_cupon returning * into v_despues;
  else
    insert into public.codigos_cupones (codigo, product_id, percent_discount, caduca_at, usos_max, usos_por_usuario)
    values (btrim(p_codigo), p_producto, p_porcentaje, public.fin_del_dia(p_caduca_at), p_usos_max, p_usos_por_usuario)
    returning * into v_despues;
  end if;
  perform public.anotar('guardar_cupon', 'cupon', v_despues.id::text,
    case when v_antes.id is not null then to_jsonb(v_antes) end, to_jsonb(v_despues));
  return jsonb_build_object('ok', true, 'cupon_id', v_despues.id);
exception
  when unique_violation then return public.rechazo('codigo_ocupado');
  when check_violation or not_null_violation or foreign_key_violation then return public.rechazo('datos_no_validos');
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_limites_precio (
  p_porcentaje integer,
  p_al_dia     integer,
  p_minimo     numeric
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_antes public.configuracion_global;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into v_antes from public.configuracion_global where id = 1 for no key update;
  update public.configuracion_global set precio_cambio_maximo_porcentaje = p_porcentaje,
    precio_cambios_por_dia = p_al_dia, precio_minimo = p_minimo where id = 1;
  perform public.anotar('cambiar_ajuste', 'tienda', 'limites_precio',
    jsonb_build_object('porcentaje', v_antes.precio_cambio_maximo_porcentaje, 'al_dia', v_antes.precio_cambios_por_dia,
      'minimo', v_antes.precio_minimo),
    jsonb_build_object('porcentaje', p_porcentaje, 'al_dia', p_al_dia, 'minimo', p_minimo));
  return jsonb_build_object('ok', true);
exception
  when check_violation or not_null_violation or numeric_value_out_of_range
    then return public.rechazo('datos_no_validos');
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_limites_precio"(integer, integer, numeric) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.anotar_huella (
  p_ruta   text,
  p_huella text,
  p_bytes  bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_bytes bigint;
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_huella is null or p_huella !~ '^[0-9a-f]{64}$' then return public.rechazo('datos_no_validos'); end if;
  if not starts_with(p_ruta, 'descargas/' || auth.uid() || '/') then return public.rechazo('no_existe'); end if;
  select (metadata ->> 'size')::bigint into v_bytes
  from storage.objects where bucket_id = 'descargas' and name = substr(p_ruta, 11);
  if v_bytes is null then return public.rechazo('no_existe'); end if;
  if v_bytes is distinct from p_bytes then return public.rechazo('incompleto'); end if;
  insert into public.huellas_descarga (ruta, usuario_id, huella, bytes) values (p_ruta, auth.uid(), p_huella, p_bytes)
  on conflict (ruta) do nothing;
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."anotar_huella"(text, text, bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.anotar_ofertas (
  p_producto uuid DEFAULT NULL::uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_producto uuid;
  v_paso record;
begin
  if not exists (select from public.ofertas_por_anotar(p_producto))
    or auth.uid() is not null and not public.sesion_completa() then return; end if;
  for v_producto in select distinct x.producto_id from public.ofertas_por_anotar(p_producto) x order by 1 loop
    perform from public.productos where id = v_producto for no key update;
    for v_paso in select * from public.ofertas_por_anotar(v_producto) loop
      perform set_config('tienda.momento_de_precio', v_paso.momento::text, true);
      if v_paso.empieza then
        update public.ofertas set empezada_at = now() where id = v_paso.oferta_id;
      else
        update public.ofertas set terminada_at = now() where id = v_paso.oferta_id;
      end if;
      if v_paso.edicion_id is null then
        update public.productos set precio = precio where id = v_producto;
      else
        update public.ediciones set precio = precio where id = v_paso.edicion_id;
      end if;
    end loop;
    perform set_config('tienda.momento_de_precio', '', true);
  end loop;
end
$function$;

REVOKE ALL ON FUNCTION "public"."anotar_ofertas"(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.anotar_precio()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_desde timestamptz := public.momento_de_precio();
begin
  if tg_op = 'UPDATE' and (new.precio, new.oferta) is not distinct from (old.precio, old.oferta) then
    return new;
  elsif tg_table_name = 'productos' then
    insert into public.historial_precios (producto_id, precio, oferta, desde) values (new.id, new.precio, new.oferta, v_desde);
  elsif tg_table_name = 'ediciones' then
    insert into public.historial_precios (producto_id, edicion_id, precio, oferta, desde)
    values (new.producto_id, new.id, new.precio, new.oferta, v_desde);
  else
    insert into public.historial_precios (bundle_id, precio, oferta, desde) values (new.id, new.precio, new.oferta, v_desde);
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.archivar_producto (
  p_producto uuid,
  p_archivar boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text := public.motivo_no_publica();
  v_producto public.productos;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  perform from public.revisiones_producto where producto_id = p_producto and estado = 'pendiente' for no key update;
  select * into v_producto from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  if p_archivar is distinct from (v_producto.archivado_at is not null) then
    update public.productos set archivado_at = case when p_archivar then now() end, disponibilidad = not p_archivar
    where id = p_producto;
    if p_archivar then
      update public.revisiones_producto set estado = 'cancelada' where producto_id = p_producto and estado = 'pendiente';
      update public.productos set status = 'rejected' where id = p_producto and status = 'pending';
    end if;
    perform public.anotar(case when p_archivar then 'archivar_producto' else 'recuperar_producto' end, 'producto',
      p_producto::text, jsonb_build_object('archivado_at', v_producto.archivado_at), null);
  end if;
  return jsonb_build_object('ok', true, 'slug', v_producto.slug, 'category', v_producto.category);
end
$function$;

REVOKE ALL ON FUNCTION "public"."archivar_producto"(uuid, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.borrar_borrador (
  p_id uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  delete from public.borradores where id = p_id and usuario_id = auth.uid();
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."borrar_borrador"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.borrar_mi_cuenta (
  p_contrasena text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_id uuid := auth.uid();
  v_cuenta public.usuarios_meta;
  v_motivo text;
  v_sello text;
  v_correcta boolean;
begin
  select * into v_cuenta from public.usuarios_meta where id = v_id for update;
  if v_cuenta.id is null or v_cuenta.borrada_at is not null then return public.rechazo('sin_sesion'); end if;
  v_correcta := public.contrasena_correcta(v_id, p_contrasena);
  if v_correcta is null then return public.rechazo('demasiados_intentos'); end if;
  if not v_correcta then return public.rechazo('contrasena_incorrecta'); end if;
  v_motivo := public.motivo_no_borrar(v_id);
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  v_sello := left(replace(gen_random_uuid()::text, '-', ''), 10);

  delete from public.follows where v_id in (follower_id, following_id);
  delete from public.favoritos where user_id = v_id;
  delete from public.notificaciones where user_id = v_id;
  delete from public.preferencias_aviso where user_id = v_id;
  delete from public.logros_usuario where user_id = v_id;
  delete from public.resenas where user_id = v_id;
  delete from public.correos where user_id = v_id;
  update public.adquisiciones set minecraft_name = 'borrado' where user_id = v_id;
  update public.pagos set minecraft_name = 'borrado' where user_id = v_id;
  update public.revisiones_producto set estado = 'sustituida' where autor_id = v_id and estado = 'pendiente';
  delete from public.borradores where usuario_id = v_id;
  update public.productos set status = 'rejected', disponibilidad = false where usuario_id = v_id and category <> 'uncoins';
  update public.profiles set phone = null where id = v_id;
  update public.usuarios_meta set display_name = 'Borrado ' || v_sello, username = 'borrado_' || v_sello,
    avatar_url = default, banner_url = default, bio = '', subscription_id = null, borrada_at = now()
  where id = v_id;

  update auth.users set email = 'borrado-' || v_id || '@cuenta.invalid', encrypted_password = '',
    raw_user_meta_data = '{}', email_change = '', phone = null
  where id = v_id;
  delete from auth.identities where user_id = v_id;
  delete from auth.refresh_tokens where user_id::text = v_id::text;
  delete from auth.sessions where user_id = v_id;
  return jsonb_build_object('ok', true, 'display_name', v_cuenta.display_name);
end
$function$;

CREATE OR REPLACE FUNCTION public.calcular_presupuesto (
  p_precio         numeric,
  p_oferta         numeric,
  p_club           integer,
  p_cupon          integer,
  p_recargo        integer,
  p_cupon_centimos integer DEFAULT NULL::integer,
  p_cupon_limite   integer DEFAULT 100
)
  RETURNS jsonb
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  v_base integer := round(p_precio * 100)::integer;
  v_total integer := v_base;
  v_paso integer;
  v_lineas jsonb := jsonb_build_array(public.linea('base', v_base));
begin
  if p_oferta < p_precio then
    v_total := round(p_oferta * 100)::integer;
    v_lineas := v_lineas || public.linea('oferta', v_total - v_base, round(100 - p_oferta * 100 / p_precio)::integer);
  end if;
  if p_club > 0 and v_total > 0 then
    v_paso := v_total - public.parte_porcentual(v_total, 100 - p_club);
    v_total := v_total - v_paso;
    v_lineas := v_lineas || public.linea('club', -v_paso, p_club);
  end if;
  if (p_cupon > 0 or p_cupon_centimos > 0) and v_total > 0 then
    v_paso := least(coalesce(p_cupon_centimos, v_total - public.parte_porcentual(v_total, 100 - p_cupon)),
      public.parte_porcentual(v_total, p_cupon_limite));
    -- What it comes to in percent, where it is an amount or its limit.
    v_lineas := v_lineas || public.linea('cupon', -v_paso,
      case when p_cupon <= p_cupon_limite and p_cupon_centimos is null then p_cupon
        else greatest(1, round(v_paso * 100.0 / v_total)::integer) end);
    v_total := v_total - v_paso;
  end if;
  if p_recargo > 0 and v_total > 0 then
    v_paso := public.parte_porcentual(v_total, p_recargo);
    v_total := v_total + v_paso;
    v_lineas := v_lineas || public.linea('recargo_paypal', v_paso, p_recargo);
  end if;
  return jsonb_build_object('ok', true, 'lineas', v_lineas, 'total_centimos', v_total, 'total_uncoins', v_total);
end
$function$;

REVOKE ALL ON FUNCTION "public"."calcular_presupuesto"(numeric, numeric, integer, integer, integer, integer, integer) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.cambiar_precios (
  p_producto  uuid,
  p_precio    numeric,
  p_oferta    numeric,
  p_ediciones jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ediciones jsonb := coalesce(public.leer_json(p_ediciones), '[]');
  v_motivo text := public.motivo_no_publica();
  v_antes public.productos;
  v_despues public.productos;
  v_cambio jsonb;
  v_edicion public.ediciones;
  v_nueva public.ediciones;
  v_lista jsonb := '[]';
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  perform from public.revisiones_producto where producto_id = p_producto and estado = 'pendiente' for no key update;
  select * into v_antes from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  if v_antes.status <> 'approved' or v_antes.archivado_at is not null then return public.rechazo('no_publicado'); end if;
  if jsonb_typeof(v_ediciones) <> 'array' or jsonb_array_length(v_ediciones) > 10 then
    return public.rechazo('datos_no_validos');
  end if;
  if (select count(*) from public.auditoria where objeto_tipo = 'producto' and objeto_id = p_producto::text
    and accion = 'cambiar_precio' and actor_id = auth.uid() and created_at > now() - interval '1 day')
    >= (select precio_cambios_por_dia from public.configuracion_global where id = 1) then
    return public.rechazo('demasiados_cambios');
  end if;
  perform public.anotar_ofertas(p_producto);
  v_motivo := public.motivo_no_precio(v_antes.precio, v_antes.oferta_fija, p_precio, p_oferta);
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  update public.productos set precio = p_precio, oferta = case when p_oferta > 0 then least(p_oferta, p_precio) end
  where id = p_producto returning * into v_despues;
  for v_cambio in select jsonb_array_elements(v_ediciones) loop
    select * into v_edicion from public.ediciones
    where id = (v_cambio ->> 'id')::uuid and producto_id = p_producto and not retirada for no key update;
    if v_edicion.id is null then raise exception using errcode = 'UN001', message = 'no_existe'; end if;
    v_motivo := public.motivo_no_precio(v_edicion.precio, v_edicion.oferta_fija, (v_cambio ->> 'precio')::numeric,
      (v_cambio ->> 'oferta')::numeric);
    if v_motivo is not null then raise exception using errcode = 'UN001', message = v_motivo; end if;
    update public.ediciones set precio = (v_cambio ->> 'precio')::numeric,
      oferta = case when (v_cambio ->> 'oferta')::numeric > 0
        then least((v_cambio ->> 'oferta')::numeric, (v_cambio ->> 'precio')::numeric) end
    where id = v_edicion.id returning * into v_nueva;
    v_lista := v_lista || jsonb_build_object('id', v_nueva.id, 'antes', v_edicion.precio, 'oferta_antes',
      v_edicion.oferta_fija, 'precio', v_nueva.precio, 'oferta', v_nueva.oferta_fija);
  end loop;
  update public.revisiones_producto
  set contenido = public.con_precios(contenido, p_precio, v_despues.oferta_fija, v_ediciones)
  where producto_id = p_producto and estado = 'pendiente';
  perform public.anotar('cambiar_precio', 'producto', p_producto::text,
    jsonb_build_object('precio', v_antes.precio, 'oferta', v_antes.oferta_fija),
    jsonb_build_object('precio', v_despues.precio, 'oferta', v_despues.oferta_fija, 'ediciones', v_lista));
  return jsonb_build_object('ok', true, 'slug', v_despues.slug);
exception
  when sqlstate 'UN001' then return public.rechazo(sqlerrm);
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range
    then return public.rechazo('datos_no_validos');
end
$function$;

REVOKE ALL ON FUNCTION "public"."cambiar_precios"(uuid, numeric, numeric, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.cancelar_envio (
  p_producto  uuid,
  p_borrador  uuid,
  p_contenido jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text := public.motivo_no_publica();
  v_revision uuid;
  v_producto public.productos;
  v_es_nuevo boolean;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  select id into v_revision from public.revisiones_producto
  where producto_id = p_producto and estado = 'pendiente' for no key update;
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid() for no key update;
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  if v_revision is null then return public.rechazo('ya_resuelta'); end if;
  v_es_nuevo := v_producto.status <> 'approved' and not exists (
    select from public.revisiones_producto where producto_id = p_producto and decidida_at is not null);
  delete from public.borradores where usuario_id = auth.uid() and producto_id = p_producto;
  insert into public.borradores (id, usuario_id, producto_id, contenido)
  values (p_borrador, auth.uid(), case when not v_es_nuevo then p_producto end, public.leer_json(p_contenido));
  if v_es_nuevo then
    delete from public.productos where id = p_producto;
  else
    update public.revisiones_producto set estado = 'cancelada' where id = v_revision;
    update public.productos set status = 'rejected' where id = p_producto and status <> 'approved';
  end if;
  return jsonb_build_object('ok', true, 'borrador_id', p_borrador, 'es_nuevo', v_es_nuevo, 'slug', v_producto.slug);
exception
  when check_violation or not_null_violation or unique_violation then return public.rechazo('datos_no_validos');
end
$function$;

REVOKE ALL ON FUNCTION "public"."cancelar_envio"(uuid, uuid, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.cancelar_oferta (
  p_oferta uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text := public.motivo_no_publica();
  v_oferta public.ofertas;
  v_slug text;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  select p.slug into v_slug from public.ofertas o join public.productos p on p.id = o.producto_id
  where o.id = p_oferta and p.usuario_id = auth.uid() for no key update of p;
  select * into v_oferta from public.ofertas where id = p_oferta for no key update;
  if v_slug is null or v_oferta.id is null then return public.rechazo('no_existe'); end if;
  if v_oferta.hasta <= now() then return public.rechazo('ya_terminada'); end if;
  if v_oferta.desde > now() then
    delete from public.ofertas where id = p_oferta;
  else
    perform public.anotar_ofertas(v_oferta.producto_id);
    update public.ofertas set hasta = greatest(now(), desde + interval '1 microsecond'), cancelada_at = now()
    where id = p_oferta;
    perform public.anotar_ofertas(v_oferta.producto_id);
  end if;
  perform public.anotar('cancelar_oferta', 'producto', v_oferta.producto_id::text, to_jsonb(v_oferta), null);
  return jsonb_build_object('ok', true, 'slug', v_slug);
end
$function$;

REVOKE ALL ON FUNCTION "public"."cancelar_oferta"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.con_precios (
  c           jsonb,
  p_precio    numeric,
  p_oferta    numeric,
  p_ediciones jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select c || jsonb_build_object('precio', p_precio, 'oferta', p_oferta, 'ediciones', coalesce((
    select jsonb_agg(case when n.v is null then e.v
      else e.v || jsonb_build_object('precio', n.v -> 'precio', 'oferta', n.v -> 'oferta') end order by e.orden)
    from public.lista_json(c -> 'ediciones') with ordinality e(v, orden)
    left join public.lista_json(p_ediciones) n(v) on n.v ->> 'id' = e.v ->> 'id'), '[]'));
$function$;

REVOKE ALL ON FUNCTION "public"."con_precios"(jsonb, numeric, numeric, jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.contenido_de (
  p public.productos
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select to_jsonb(p) - array['busqueda', 'oferta_fija', 'archivado_at'] || jsonb_build_object(
    'oferta', p.oferta_fija,
    'ediciones', coalesce((select jsonb_agg(to_jsonb(e) - 'oferta_fija' || jsonb_build_object('oferta', e.oferta_fija)
      order by e.orden) from public.ediciones e
      where e.producto_id = p.id and not e.retirada), '[]'),
    'imagenes', coalesce((select jsonb_agg(to_jsonb(i) order by i.orden) from public.imagenes_producto i
      where i.producto_id = p.id and i.edicion_id is null and not i.es_portada), '[]'),
    'bundles', coalesce((
      select jsonb_agg(to_jsonb(b) || jsonb_build_object('productos', x.productos) order by b.orden)
      from public.bundles b
      cross join lateral (select jsonb_agg(m.producto_id order by m.producto_id) as productos
        from public.bundles_productos m where m.bundle_id = b.id and m.producto_id <> p.id) x
      where b.producto_id = p.id and x.productos is not null), '[]'));
$function$;

CREATE OR REPLACE FUNCTION public.contenido_valido (
  c jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_typeof(c) = 'object' and coalesce(c ->> 'category', '') in ('plugin', 'serie', 'dlc', 'evento')
    and (c ->> 'precio')::numeric between 0 and 99 and char_length(c::text) <= 300000
    and jsonb_typeof(coalesce(c -> 'ediciones', '[]')) = 'array' and jsonb_typeof(coalesce(c -> 'imagenes', '[]')) = 'array'
    and (select count(*) from public.lista_json(c -> 'ediciones')) <= 10
    and (select count(*) from public.lista_json(c -> 'imagenes')) <= 20
    -- Only an admin makes something free; the price of the product itself is checked by who knows what it was.
    and not exists (select from public.lista_json(c -> 'ediciones') e
      where (e ->> 'precio')::numeric = 0 and (c ->> 'precio')::numeric > 0)
    and public.contenido_seguro(c);
$function$;

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
    if not exists (select from public.usuarios_meta where id = p_destinatario) then
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

CREATE OR REPLACE FUNCTION public.crear_cupon (
  p_producto         uuid,
  p_codigo           text,
  p_porcentaje       integer,
  p_centimos         integer,
  p_minimo_centimos  integer,
  p_desde            date,
  p_hasta            date,
  p_usos_max         integer,
  p_usos_por_usuario integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text := public.motivo_no_publica();
  v_codigo text := upper(btrim(p_codigo));
  v_parte integer := (select ingresos_creador_porcentaje from public.configuracion_global where id = 1);
  v_producto public.productos;
  v_cupon public.codigos_cupones;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  select * into v_producto from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins';
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  if v_codigo is null or v_codigo !~ '^[A-Z0-9][A-Z0-9_-]{2,39}$' then return public.rechazo('codigo_no_valido'); end if;
  if num_nonnulls(p_porcentaje, p_centimos) <> 1 or coalesce(p_porcentaje, p_centimos) < 1 then
    return public.rechazo('datos_no_validos');
  end if;
  if p_porcentaje > v_parte
    or p_centimos > public.parte_porcentual((v_producto.precio * 100)::integer, v_parte) then
    return public.rechazo('descuento_excesivo') || jsonb_build_object('porcentaje', v_parte);
  end if;
  if p_desde < public.hoy() or p_hasta < coalesce(p_desde, public.hoy()) or p_hasta > public.hoy() + 730 then
    return public.rechazo('fechas_no_validas');
  end if;
  if (select count(*) from public.codigos_cupones where creador_id = auth.uid() and parado_at is null
    and coalesce(caduca_at, 'infinity') > now()) >= 100 then
    return public.rechazo('demasiados_cupones');
  end if;
  if exists (select from public.codigos_cupones where product_id = p_producto and upper(codigo) = v_codigo) then
    return public.rechazo('codigo_ocupado');
  end if;
  insert into public.codigos_cupones (codigo, product_id, percent_discount, descuento_centimos, minimo_centimos, desde_at,
    caduca_at, usos_max, usos_por_usuario, creador_id)
  values (v_codigo, p_producto, p_porcentaje, p_centimos, p_minimo_centimos, public.inicio_del_dia(p_desde),
    public.fin_del_dia(p_hasta), p_usos_max, p_usos_por_usuario, auth.uid())
  returning * into v_cupon;
  perform public.anotar('crear_cupon', 'cupon', v_cupon.id::text, null, to_jsonb(v_cupon));
  return jsonb_build_object('ok', true, 'cupon_id', v_cupon.id);
exception
  when unique_violation then return public.rechazo('codigo_ocupado');
  when check_violation or datetime_field_overflow then return public.rechazo('datos_no_validos');
end
$function$;

REVOKE ALL ON FUNCTION "public"."crear_cupon"(uuid, text, integer, integer, integer, date, date, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.cuota_descargas()
  RETURNS bigint
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$ select 53687091200 $function$;

REVOKE ALL ON FUNCTION "public"."cuota_descargas"() FROM PUBLIC, "anon", "authenticated", "service_role";

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
  where c.codigo = btrim(p_codigo) and c.product_id = p_compra.producto_id
    and (c.caduca_at is null or c.caduca_at > now()) and (c.desde_at is null or c.desde_at <= now())
    and c.parado_at is null
    and (c.creador_id is null or exists (
      select from public.productos p where p.id = c.product_id and p.usuario_id = c.creador_id))
    and (c.usos_max is null or u.usos + r.ajenas < c.usos_max)
    and (c.usos_por_usuario is null or u.propios + r.ajenas_del_usuario < c.usos_por_usuario);
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
    (p_articulo ->> 'es_reserva')::boolean, v_centimos / 100.0, p_pago.minecraft_name)
  returning id into v_adquisicion;

  -- Paid goods are delivered even when the last unit went in between: a download does not run out.
  update public.productos set adquirido = adquirido + 1, stock = stock and coalesce(unidades > 1, true),
    unidades = case when unidades > 0 then unidades - 1 else unidades end
  where id = v_producto;

  if v_ingreso > 0 and v_creador not in (p_pago.user_id, p_pago.destinatario_id) then
    insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, adquisicion_id)
    values (v_creador, v_ingreso, 'venta', 'venta:' || v_adquisicion, v_adquisicion);
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.fijar_archivo()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  new.oculto := new.category = 'uncoins' or new.archivado_at is not null;
  new.disponibilidad := new.disponibilidad and new.archivado_at is null;
  return new;
end
$function$;

REVOKE ALL ON FUNCTION "public"."fijar_archivo"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.fijar_oferta()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_edicion boolean := tg_table_name = 'ediciones';
begin
  if tg_op = 'INSERT' or new.oferta is distinct from old.oferta then new.oferta_fija := new.oferta; end if;
  if tg_op = 'INSERT' then return new; end if;
  new.oferta := case when v_edicion
    then public.oferta_vigente((to_jsonb(new) ->> 'producto_id')::uuid, new.id, new.precio, new.oferta_fija,
      public.momento_de_precio())
    else public.oferta_vigente(new.id, null, new.precio, new.oferta_fija, public.momento_de_precio()) end;
  return new;
end
$function$;

REVOKE ALL ON FUNCTION "public"."fijar_oferta"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.guardar_borrador (
  p_id        uuid,
  p_producto  uuid,
  p_contenido jsonb,
  p_version   integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_contenido jsonb := public.leer_json(p_contenido);
  v_borrador public.borradores;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  if p_producto is not null and not exists (
    select from public.productos where id = p_producto and usuario_id = auth.uid()) then
    return public.rechazo('no_existe');
  end if;
  select * into v_borrador from public.borradores
  where id = p_id or (producto_id = p_producto and usuario_id = auth.uid()) for no key update;
  if v_borrador.id is null then
    -- One that was thrown away or sent elsewhere does not come back by itself.
    if p_version <> 0 then return public.rechazo('cambiado') || jsonb_build_object('version', 0); end if;
    if (select count(*) from public.borradores where usuario_id = auth.uid()) >= 50 then
      return public.rechazo('demasiados_borradores');
    end if;
    insert into public.borradores (id, usuario_id, producto_id, contenido)
    values (p_id, auth.uid(), p_producto, v_contenido);
    return jsonb_build_object('ok', true, 'version', 1);
  end if;
  if v_borrador.usuario_id <> auth.uid() or v_borrador.producto_id is distinct from p_producto then
    return public.rechazo('no_existe');
  end if;
  if v_borrador.id = p_id and v_borrador.contenido = v_contenido then
    return jsonb_build_object('ok', true, 'version', v_borrador.version);
  end if;
  if v_borrador.id <> p_id or v_borrador.version is distinct from p_version then
    return public.rechazo('cambiado') || jsonb_build_object('id', v_borrador.id, 'version', v_borrador.version);
  end if;
  update public.borradores set contenido = v_contenido, version = version + 1, updated_at = now()
  where id = p_id returning * into v_borrador;
  return jsonb_build_object('ok', true, 'version', v_borrador.version);
exception
  when check_violation or not_null_violation then return public.rechazo('datos_no_validos');
end
$function$;

REVOKE ALL ON FUNCTION "public"."guardar_borrador"(uuid, uuid, jsonb, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.ingreso_de (
  p_presupuesto jsonb,
  p_articulo    jsonb
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select greatest(0, public.parte_porcentual((p_articulo ->> 'centimos')::integer + c.regalado,
    (p_presupuesto #>> '{interno,ingresos_porcentaje}')::integer) - c.regalado)
  from (select coalesce((p_presupuesto #>> '{interno,cupon_creador_centimos}')::integer, 0) as regalado) c;
$function$;

REVOKE ALL ON FUNCTION "public"."ingreso_de"(jsonb, jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.mi_espacio()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('ok', true, 'archivos', count(*), 'bytes', coalesce(sum((metadata ->> 'size')::bigint), 0),
    'cuota', public.cuota_descargas())
  from storage.objects where bucket_id = 'descargas' and name like public.persona_completa() || '/%';
$function$;

REVOKE ALL ON FUNCTION "public"."mi_espacio"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mis_cupones()
  RETURNS TABLE (
    id                 uuid,
    codigo             text,
    producto           text,
    slug               text,
    percent_discount   integer,
    descuento_centimos integer,
    minimo_centimos    integer,
    desde_at           timestamp with time zone,
    caduca_at          timestamp with time zone,
    parado_at          timestamp with time zone,
    usos_max           integer,
    usos_por_usuario   integer,
    creado_at          timestamp with time zone,
    usos               bigint,
    retenidos          bigint,
    regalado_centimos  bigint,
    vendido_centimos   bigint
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select c.id, c.codigo, p.nombre, p.slug, c.percent_discount, c.descuento_centimos, c.minimo_centimos, c.desde_at,
    c.caduca_at, c.parado_at, c.usos_max, c.usos_por_usuario, c.creado_at, u.usos,
    (select count(*) from public.reservas r where r.cupon_id = c.id and r.hasta > now()), u.regalado, u.vendido
  from public.codigos_cupones c join public.productos p on p.id = c.product_id
  cross join lateral (
    select count(*) as usos, coalesce(sum(g.total_centimos), 0) as vendido,
      coalesce(sum((g.presupuesto #>> '{interno,cupon_creador_centimos}')::integer), 0) as regalado
    from public.pagos g where g.cupon_id = c.id and g.motivo_no_entregado is null
      and g.estado in ('pagado', 'entregado', 'en_disputa')
  ) u
  where c.creador_id = public.persona_completa();
$function$;

REVOKE ALL ON FUNCTION "public"."mis_cupones"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.momento_de_precio()
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(nullif(current_setting('tienda.momento_de_precio', true), '')::timestamptz, now());
$function$;

REVOKE ALL ON FUNCTION "public"."momento_de_precio"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.motivo_no_precio (
  p_precio       numeric,
  p_oferta       numeric,
  p_precio_nuevo numeric,
  p_oferta_nueva numeric
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case
    when p_precio_nuevo is null or p_precio = 0 and p_precio_nuevo <> 0 then 'precio_no_valido'
    when p_precio_nuevo <> p_precio and (p_precio_nuevo < t.precio_minimo or p_precio_nuevo > 99)
      or c.despues < c.antes and c.despues < t.precio_minimo then 'precio_no_valido'
    when abs(p_precio_nuevo - p_precio) * 100 > p_precio * t.precio_cambio_maximo_porcentaje
      or (c.antes - c.despues) * 100 > c.antes * t.precio_cambio_maximo_porcentaje then 'cambio_excesivo'
  end
  from public.configuracion_global t,
    (select least(p_precio, p_oferta) as antes, least(p_precio_nuevo, nullif(p_oferta_nueva, 0)) as despues) c
  where t.id = 1;
$function$;

REVOKE ALL ON FUNCTION "public"."motivo_no_precio"(numeric, numeric, numeric, numeric) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.oferta_vigente (
  p_producto uuid,
  p_edicion  uuid,
  p_precio   numeric,
  p_fija     numeric,
  p_momento  timestamp with time zone
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select least(p_fija, (
    select min(o.precio) from public.ofertas o
    where o.producto_id = p_producto and o.edicion_id is not distinct from p_edicion and o.precio < p_precio
      and o.desde <= p_momento and o.hasta > p_momento));
$function$;

REVOKE ALL ON FUNCTION "public"."oferta_vigente"(uuid, uuid, numeric, numeric, timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.ofertas_por_anotar (
  p_producto uuid DEFAULT NULL::uuid
)
  RETURNS TABLE (
    oferta_id   uuid,
    producto_id uuid,
    edicion_id  uuid,
    momento     timestamp with time zone,
    empieza     boolean
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select o.id, o.producto_id, o.edicion_id, o.desde, true from public.ofertas o
  where o.empezada_at is null and o.desde <= now() and (p_producto is null or o.producto_id = p_producto)
  union all
  select o.id, o.producto_id, o.edicion_id, o.hasta, false from public.ofertas o
  where o.terminada_at is null and o.hasta <= now() and (p_producto is null or o.producto_id = p_producto)
  order by 4, 5;
$function$;

REVOKE ALL ON FUNCTION "public"."ofertas_por_anotar"(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.ofertas_por_mostrar()
  RETURNS TABLE (
    producto_id uuid,
    slug        text
  )
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform public.anotar_ofertas();
  return query
    with mostradas as (
      update public.ofertas o set publicada_at = now()
      where greatest(o.empezada_at, o.terminada_at) > coalesce(o.publicada_at, '-infinity')
      returning o.producto_id
    )
    select distinct p.id, p.slug from mostradas m join public.productos p on p.id = m.producto_id;
end
$function$;

REVOKE ALL ON FUNCTION "public"."ofertas_por_mostrar"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.olvidar_subida (
  p_ruta text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  delete from public.descargas_por_subir where ruta = p_ruta and usuario_id = auth.uid();
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."olvidar_subida"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.parar_cupon (
  p_cupon uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_cupon public.codigos_cupones;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  update public.codigos_cupones set parado_at = coalesce(parado_at, now())
  where id = p_cupon and creador_id = auth.uid() returning * into v_cupon;
  if v_cupon.id is null then return public.rechazo('no_existe'); end if;
  perform public.anotar('parar_cupon', 'cupon', p_cupon::text, null, jsonb_build_object('codigo', v_cupon.codigo));
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."parar_cupon"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.permitir_descarga (
  p_nombre text
)
  RETURNS jsonb
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.permitir_subida(p_nombre, 52428800);
$function$;

REVOKE ALL ON FUNCTION "public"."permitir_descarga"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.permitir_subida (
  p_nombre text,
  p_bytes  bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ruta text := 'descargas/' || auth.uid() || '/' || gen_random_uuid() || '/' || p_nombre;
  v_objetos bigint;
  v_ocupado bigint;
  v_pendientes bigint;
  v_en_camino bigint;
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_nombre like '%/%' or not coalesce(public.ruta_valida(v_ruta), false) then
    return public.rechazo('datos_no_validos');
  end if;
  if p_bytes is null or p_bytes < 1
    or p_bytes > (select file_size_limit from storage.buckets where id = 'descargas') then
    return public.rechazo('demasiado_grande');
  end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  delete from public.descargas_por_subir s
  where s.usuario_id = auth.uid() and (s.created_at < now() - interval '25 hours' or exists (
    select from storage.objects o where o.bucket_id = 'descargas' and o.name = substr(s.ruta, 11)));
  select count(*), coalesce(sum((metadata ->> 'size')::bigint), 0) into v_objetos, v_ocupado
  from storage.objects where bucket_id = 'descargas' and name like auth.uid() || '/%';
  select count(*), coalesce(sum(bytes), 0) into v_pendientes, v_en_camino
  from public.descargas_por_subir where usuario_id = auth.uid();
  -- Storage takes whatever its bucket takes: what was announced is only known to be true once a file is there.
  if v_pendientes >= 10 then return public.rechazo('demasiadas_subidas'); end if;
  if v_objetos + v_pendientes >= 400 or v_ocupado + v_en_camino + p_bytes > public.cuota_descargas() then
    return public.rechazo('sin_espacio');
  end if;
  insert into public.descargas_por_subir (ruta, usuario_id, bytes) values (v_ruta, auth.uid(), p_bytes);
  return jsonb_build_object('ok', true, 'ruta', v_ruta);
end
$function$;

REVOKE ALL ON FUNCTION "public"."permitir_subida"(text, bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.presupuestar (
  p_usuario      uuid,
  p_producto     uuid,
  p_edicion      uuid,
  p_bundle       uuid,
  p_metodo       text,
  p_cupon        text,
  p_destinatario uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text := public.motivo_no_comprador(p_usuario, p_destinatario, p_metodo, p_cupon);
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
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
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
    if public.ya_lo_tiene(coalesce(p_destinatario, p_usuario), v_producto.id, p_edicion) then
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

  if v_edicion.id is not null then
    v_producto.reserva := v_edicion.reserva;
    v_productos := array[v_producto];
  end if;
  return v_resultado || jsonb_build_object(
    'nombre', coalesce(v_bundle.nombre, v_producto.nombre),
    'edicion', v_edicion.nombre,
    'es_reserva', v_bundle.id is null and v_producto.reserva,
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

CREATE OR REPLACE FUNCTION public.programar_oferta (
  p_producto       uuid,
  p_edicion        uuid,
  p_precio         numeric,
  p_desde          date,
  p_hasta          date,
  p_descripcion    text,
  p_descripcion_en text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text := public.motivo_no_publica();
  v_producto public.productos;
  v_precio numeric;
  v_desde timestamptz := public.inicio_del_dia(p_desde);
  v_hasta timestamptz := public.inicio_del_dia(p_hasta + 1);
  v_oferta public.ofertas;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  select * into v_producto from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  if v_producto.status <> 'approved' or v_producto.archivado_at is not null then
    return public.rechazo('no_publicado');
  end if;
  v_precio := v_producto.precio;
  if p_edicion is not null then
    select precio into v_precio from public.ediciones where id = p_edicion and producto_id = p_producto and not retirada;
    if v_precio is null then return public.rechazo('no_existe'); end if;
  end if;
  if p_precio is null or p_precio >= v_precio
    or p_precio < (select precio_minimo from public.configuracion_global where id = 1) then
    return public.rechazo('precio_no_valido');
  end if;
  if p_desde is null or p_hasta is null or p_desde < public.hoy() or p_desde > public.hoy() + 365
    or p_hasta < p_desde or p_hasta > p_desde + 90 then
    return public.rechazo('fechas_no_validas');
  end if;
  if exists (select from public.ofertas o where o.producto_id = p_producto
    and o.edicion_id is not distinct from p_edicion and o.desde < v_hasta and o.hasta > greatest(v_desde, now())) then
    return public.rechazo('oferta_solapada');
  end if;
  if (select count(*) from public.ofertas o where o.producto_id = p_producto and o.hasta > now()) >= 20 then
    return public.rechazo('demasiadas_ofertas');
  end if;
  insert into public.ofertas (producto_id, edicion_id, precio, desde, hasta, descripcion, descripcion_en)
  values (p_producto, p_edicion, p_precio, greatest(v_desde, now()), v_hasta, coalesce(btrim(p_descripcion), ''),
    nullif(btrim(p_descripcion_en), ''))
  returning * into v_oferta;
  perform public.anotar_ofertas(p_producto);
  perform public.anotar('programar_oferta', 'producto', p_producto::text, null, to_jsonb(v_oferta));
  return jsonb_build_object('ok', true, 'oferta_id', v_oferta.id, 'slug', v_producto.slug,
    'empezada', v_oferta.desde <= now());
exception
  when check_violation or numeric_value_out_of_range or datetime_field_overflow
    then return public.rechazo('datos_no_validos');
end
$function$;

REVOKE ALL ON FUNCTION "public"."programar_oferta"(uuid, uuid, numeric, date, date, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.puede_subir (
  p_ruta text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.puede_actuar() and (
    exists (select from public.descargas_por_subir where ruta = p_ruta and usuario_id = auth.uid()
      and created_at > now() - interval '24 hours')
    or exists (select from public.imagenes_subidas where ruta = p_ruta and usuario_id = auth.uid()
      and retirada_at is null and created_at > now() - interval '5 minutes'));
$function$;

CREATE OR REPLACE FUNCTION public.registrar_visita (
  p_slug      text,
  p_visitante text,
  p_sello     text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_producto uuid;
begin
  if not public.sello_valido(array['visita', p_slug, p_visitante], p_sello) then
    return public.rechazo('sello_no_valido');
  end if;
  select id into v_producto from public.productos where slug = p_slug and status = 'approved';
  if v_producto is null then return public.rechazo('no_existe'); end if;
  -- Whoever made it, and the team, look at a product for their work.
  if exists (select from public.productos where id = v_producto and usuario_id = auth.uid())
    or exists (select from public.usuarios_meta where id = auth.uid() and role <> 'user') then
    return jsonb_build_object('ok', true, 'nueva', false);
  end if;
  insert into public.visitas_producto (producto_id, visitante) values (v_producto, p_visitante)
  on conflict do nothing;
  if not found then return jsonb_build_object('ok', true, 'nueva', false); end if;
  update public.productos set visitas = visitas + 1 where id = v_producto;
  return jsonb_build_object('ok', true, 'nueva', true);
end
$function$;

ALTER TABLE "public"."borradores"
  ADD CONSTRAINT "borradores_producto_id_fkey" FOREIGN KEY (producto_id) REFERENCES public.productos(id) ON DELETE CASCADE;

ALTER TABLE "public"."borradores"
  ADD CONSTRAINT "borradores_usuario_id_fkey" FOREIGN KEY (usuario_id) REFERENCES public.usuarios_meta(id) ON DELETE CASCADE;

ALTER TABLE "public"."codigos_cupones"
  ADD CONSTRAINT "codigos_cupones_check" CHECK ((num_nonnulls(percent_discount, descuento_centimos) = 1));

ALTER TABLE "public"."codigos_cupones"
  ADD CONSTRAINT "codigos_cupones_creador_id_fkey" FOREIGN KEY (creador_id) REFERENCES public.usuarios_meta(id) ON DELETE CASCADE;

ALTER TABLE "public"."codigos_cupones"
  ADD CONSTRAINT "codigos_cupones_descuento_centimos_check" CHECK ((descuento_centimos > 0));

ALTER TABLE "public"."codigos_cupones"
  ADD CONSTRAINT "codigos_cupones_minimo_centimos_check" CHECK ((minimo_centimos > 0));

ALTER TABLE "public"."configuracion_global"
  ADD CONSTRAINT "configuracion_global_precio_cambio_maximo_porcentaje_check" CHECK (((precio_cambio_maximo_porcentaje >= 0) AND (precio_cambio_maximo_porcentaje <= 100)));

ALTER TABLE "public"."configuracion_global"
  ADD CONSTRAINT "configuracion_global_precio_cambios_por_dia_check" CHECK (((precio_cambios_por_dia >= 0) AND (precio_cambios_por_dia <= 50)));

ALTER TABLE "public"."configuracion_global"
  ADD CONSTRAINT "configuracion_global_precio_minimo_check" CHECK (((precio_minimo >= 0.01) AND (precio_minimo <= (99)::numeric)));

ALTER TABLE "public"."descargas_por_subir"
  ADD CONSTRAINT "descargas_por_subir_bytes_check" CHECK (((bytes >= 1) AND (bytes <= '5368709120'::bigint)));

ALTER TABLE "public"."huellas_descarga"
  ADD CONSTRAINT "huellas_descarga_usuario_id_fkey" FOREIGN KEY (usuario_id) REFERENCES public.usuarios_meta(id) ON DELETE CASCADE;

ALTER TABLE "public"."ofertas"
  ADD CONSTRAINT "ofertas_edicion_id_producto_id_fkey" FOREIGN KEY (edicion_id, producto_id) REFERENCES public.ediciones(id, producto_id) ON DELETE CASCADE;

ALTER TABLE "public"."ofertas"
  ADD CONSTRAINT "ofertas_producto_id_fkey" FOREIGN KEY (producto_id) REFERENCES public.productos(id) ON DELETE CASCADE;

ALTER TABLE "public"."revisiones_producto"
  ADD CONSTRAINT "revisiones_producto_estado_check" CHECK ((estado = ANY (ARRAY['pendiente'::text, 'aprobada'::text, 'rechazada'::text, 'sustituida'::text, 'cancelada'::text])));

CREATE UNIQUE INDEX borradores_uno_por_producto_key ON public.borradores USING btree (producto_id, usuario_id);

CREATE INDEX borradores_usuario_id_idx ON public.borradores USING btree (usuario_id, updated_at DESC);

CREATE INDEX codigos_cupones_creador_idx ON public.codigos_cupones USING btree (creador_id, creado_at DESC, id);

CREATE INDEX huellas_descarga_usuario_id_idx ON public.huellas_descarga USING btree (usuario_id);

CREATE INDEX ofertas_edicion_id_idx ON public.ofertas USING btree (edicion_id, producto_id);

CREATE INDEX ofertas_por_empezar_idx ON public.ofertas USING btree (desde)
  WHERE (empezada_at IS NULL);

CREATE INDEX ofertas_por_terminar_idx ON public.ofertas USING btree (hasta)
  WHERE (terminada_at IS NULL);

CREATE INDEX ofertas_producto_id_idx ON public.ofertas USING btree (producto_id, desde);

CREATE TRIGGER fijar_oferta
  BEFORE INSERT OR UPDATE OF precio, oferta ON public.ediciones
  FOR EACH ROW
  EXECUTE FUNCTION public.fijar_oferta();

CREATE TRIGGER fijar_archivo
  BEFORE INSERT OR UPDATE OF category, archivado_at, disponibilidad, oculto ON public.productos
  FOR EACH ROW
  EXECUTE FUNCTION public.fijar_archivo();

CREATE TRIGGER fijar_oferta
  BEFORE INSERT OR UPDATE OF precio, oferta ON public.productos
  FOR EACH ROW
  EXECUTE FUNCTION public.fijar_oferta();

CREATE POLICY "borradores_segundo_paso" ON "public"."borradores"
  AS RESTRICTIVE
  FOR SELECT
  TO "authenticated"
  USING (( SELECT public.sesion_completa() AS sesion_completa));

CREATE POLICY "borradores_select" ON "public"."borradores"
  FOR SELECT
  TO "authenticated"
  USING ((usuario_id = ( SELECT auth.uid() AS uid)));

CREATE POLICY "codigos_cupones_select" ON "public"."codigos_cupones"
  FOR SELECT
  TO "authenticated"
  USING ((( SELECT public.es_admin() AS es_admin) OR (creador_id = ( SELECT auth.uid() AS uid))));

CREATE POLICY "huellas_descarga_segundo_paso" ON "public"."huellas_descarga"
  AS RESTRICTIVE
  FOR SELECT
  TO "authenticated"
  USING (( SELECT public.sesion_completa() AS sesion_completa));

CREATE POLICY "huellas_descarga_select" ON "public"."huellas_descarga"
  FOR SELECT
  TO "authenticated"
  USING (((usuario_id = ( SELECT auth.uid() AS uid)) OR ( SELECT public.es_moderador() AS es_moderador)));

CREATE POLICY "ofertas_segundo_paso" ON "public"."ofertas"
  AS RESTRICTIVE
  FOR SELECT
  TO "authenticated"
  USING ((((desde <= now()) AND (hasta > now())) OR ( SELECT public.sesion_completa() AS sesion_completa)));

CREATE POLICY "ofertas_select_public" ON "public"."ofertas"
  FOR SELECT
  TO "anon"
  USING (((desde <= now()) AND (hasta > now()) AND (EXISTS ( SELECT
   FROM public.productos p
  WHERE (p.id = ofertas.producto_id)))));

CREATE POLICY "ofertas_select" ON "public"."ofertas"
  FOR SELECT
  TO "authenticated"
  USING ((((desde <= now()) AND (hasta > now()) AND (EXISTS ( SELECT
   FROM public.productos p
  WHERE (p.id = ofertas.producto_id)))) OR ( SELECT public.es_admin() AS es_admin) OR (EXISTS ( SELECT
   FROM public.productos p
  WHERE ((p.id = ofertas.producto_id) AND (p.usuario_id = ( SELECT auth.uid() AS uid)))))));

COMMENT ON COLUMN "public"."borradores"."contenido" IS 'the fields of the form as they were typed';

COMMENT ON COLUMN "public"."borradores"."producto_id" IS 'the product that is being changed; null for a new one';

COMMENT ON COLUMN "public"."ofertas"."empezada_at" IS 'when its beginning was written into the price; terminada_at: its end';

COMMENT ON COLUMN "public"."ofertas"."publicada_at" IS 'until which moment of it the pages were made again';

COMMENT ON COLUMN "public"."productos"."archivado_at" IS 'since when its creator sells it no longer; who bought it keeps it';

COMMENT ON COLUMN "public"."productos"."oferta" IS 'what it costs now below its price: the offer without dates, or the one whose dates it is';

COMMENT ON COLUMN "public"."productos"."oferta_fija" IS 'the offer without dates';

GRANT EXECUTE ON FUNCTION "public"."admin_limites_precio"(integer, integer, numeric) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."anotar_huella"(text, text, bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."archivar_producto"(uuid, boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."borrar_borrador"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."cambiar_precios"(uuid, numeric, numeric, jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."cancelar_envio"(uuid, uuid, jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."cancelar_oferta"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."crear_cupon"(uuid, text, integer, integer, integer, date, date, integer, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."guardar_borrador"(uuid, uuid, jsonb, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mi_espacio"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mis_cupones"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."ofertas_por_mostrar"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."olvidar_subida"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."parar_cupon"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."permitir_descarga"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."permitir_subida"(text, bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."programar_oferta"(uuid, uuid, numeric, date, date, text, text) TO "authenticated";

REVOKE ALL ON TABLE "public"."borradores" FROM "authenticated";

GRANT SELECT ON TABLE "public"."borradores" TO "authenticated";

REVOKE ALL ON TABLE "public"."borradores" FROM "service_role";

GRANT SELECT ON TABLE "public"."borradores" TO "service_role";

REVOKE ALL ON TABLE "public"."huellas_descarga" FROM "authenticated";

GRANT SELECT ON TABLE "public"."huellas_descarga" TO "authenticated";

REVOKE ALL ON TABLE "public"."huellas_descarga" FROM "service_role";

GRANT SELECT ON TABLE "public"."huellas_descarga" TO "service_role";

REVOKE ALL ON TABLE "public"."ofertas" FROM "anon";

GRANT SELECT ON TABLE "public"."ofertas" TO "anon";

REVOKE ALL ON TABLE "public"."ofertas" FROM "authenticated";

GRANT SELECT ON TABLE "public"."ofertas" TO "authenticated";

REVOKE ALL ON TABLE "public"."ofertas" FROM "service_role";

GRANT SELECT ON TABLE "public"."ofertas" TO "service_role";

REVOKE ALL ("archivado_at") ON TABLE "public"."productos" FROM "anon";

GRANT SELECT ("archivado_at") ON TABLE "public"."productos" TO "anon";

REVOKE ALL ("archivado_at") ON TABLE "public"."productos" FROM "authenticated";

GRANT SELECT ("archivado_at") ON TABLE "public"."productos" TO "authenticated";

insert into public.comprobaciones (frase, nombre, consulta, frase_es)
values ('A coupon of a creator takes no cent of the shop: its part of a sale is what it would be without the coupon.', 'cupones_de_creadores', '
  select p.id, p.total_centimos, r.regalado, m.centimos from public.pagos p
  cross join lateral (select (p.presupuesto #>> ''{interno,cupon_creador_centimos}'')::integer as regalado) r
  join public.adquisiciones a on a.pago_id = p.id
  join public.movimientos_ingresos m on m.clave = ''venta:'' || a.id
  where r.regalado is not null and (p.bundle_id is not null or p.total_centimos - m.centimos
    < p.total_centimos + r.regalado - public.parte_porcentual(p.total_centimos + r.regalado,
      (p.presupuesto #>> ''{interno,ingresos_porcentaje}'')::integer))', 'El cupón de un creador no le quita nada a la tienda: su parte de la venta es la misma que sin cupón.');

update public.comprobaciones set consulta = '
  with ventas as (
    select a.id, p.estado, v.articulo ->> ''usuario_id'' as creador,
      case when p.estado = ''entregado'' and (v.articulo ->> ''usuario_id'')::uuid not in (p.user_id, p.destinatario_id)
        then round(public.ingreso_de(p.presupuesto, v.articulo)::numeric
          * (p.total_centimos - public.devuelto_de(p)) / greatest(p.total_centimos, 1)) else 0 end as debido
    from public.adquisiciones a join public.pagos p on p.id = a.pago_id
    cross join lateral (select x as articulo from jsonb_array_elements(p.presupuesto #> ''{interno,articulos}'') x
      where x ->> ''producto_id'' = a.producto_id::text limit 1) v
  )
  select v.id, v.estado, v.debido, coalesce(sum(m.centimos), 0) as abonado
  from ventas v left join public.movimientos_ingresos m on m.adquisicion_id = v.id
  group by v.id, v.estado, v.debido having coalesce(sum(m.centimos), 0) <> v.debido'
where nombre = 'ingresos_de_ventas';

insert into public.comprobaciones (frase, nombre, consulta, frase_es)
values ('What a product or an edition costs now is what its price and its offers say.', 'ofertas_a_su_hora', '
  select p.id, null::uuid as edicion_id, p.oferta from public.productos p
  where p.oferta is distinct from public.oferta_vigente(p.id, null, p.precio, p.oferta_fija, now())
    and not exists (select from public.ofertas_por_anotar(p.id))
  union all
  select e.producto_id, e.id, e.oferta from public.ediciones e
  where e.oferta is distinct from public.oferta_vigente(e.producto_id, e.id, e.precio, e.oferta_fija, now())
    and not exists (select from public.ofertas_por_anotar(e.producto_id))', 'Lo que cuesta ahora un producto o una edición es lo que dicen su precio y sus ofertas.');

update public.configuracion_global set precio_minimo = '0.50',
  precio_cambios_por_dia = '3',
  precio_cambio_maximo_porcentaje = '50'
where id = '1';

update storage.buckets set file_size_limit = '5368709120'
where id = 'descargas';
