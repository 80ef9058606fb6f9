-- Made from supabase/schemas by `npm run db:migration what_a_new_product_needs`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.contenido_valido (
  c jsonb
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_typeof(c) = 'object' and char_length(c::text) <= 300000
    and c ->> 'category' in ('plugin', 'serie', 'dlc', 'evento')
    and char_length(btrim(c ->> 'nombre')) > 0 and public.precio_valido(c)
    and public.textos_hasta(c, '{"nombre": 80, "nombre_en": 80, "acerca_de": 300, "acerca_de_en": 300,
      "descripcion": 300000, "descripcion_en": 300000, "desarrollador": 80, "publisher": 80, "tamano_aproximado": 40,
      "aviso_legal": 500, "video_trailer": 200, "portada_url": 300, "portada_blur": 2000, "banner_url": 300,
      "banner_blur": 2000, "download_link": 500, "base_id": 36, "version": 20, "novedades": 2000, "novedades_en": 2000}')
    and public.campos_de_tipo(c, 'boolean', '{club_only, reserva, DLC, descargable, disponibilidad}')
    and c ->> 'portada_url' <> ''
    and (c ->> 'download_link' <> '' or (c ->> 'descargable')::boolean is false)
    and public.dia_valido(c ->> 'fecha_lanzamiento')
    and (c ->> 'fecha_lanzamiento' is not null or (c ->> 'reserva')::boolean is not true)
    and (coalesce(c ->> 'video_trailer', '') = ''
      or c ->> 'video_trailer' ~ '^https://(www\.)?(youtube\.com|youtu\.be)/')
    and public.lista_valida(c -> 'generos', 'string', 150) and public.lista_valida(c -> 'compatibles', 'string', 30)
    and public.lista_valida(c -> 'imagenes', 'object', 20)
    and not exists (select from public.lista_json(c -> 'imagenes') i where coalesce(i ->> 'url', '') = '')
    and public.lista_valida(c -> 'ediciones', 'object', 10)
    and (select coalesce(bool_and(public.edicion_valida(e)), true)
        and count(distinct lower(btrim(e ->> 'nombre'))) = count(*) and count(distinct e ->> 'id') = count(e ->> 'id')
      from public.lista_json(c -> 'ediciones') e)
    -- Only an admin makes something free; the price of the product itself is checked by who knows what it was.
    and not exists (select from public.lista_json(c -> 'ediciones') e
      where round((e ->> 'precio')::numeric, 2) = 0 and round((c ->> 'precio')::numeric, 2) > 0)
    and public.lista_valida(c -> 'bundles', 'object', 5)
    and (select coalesce(bool_and(public.campos_de_tipo(b, 'number', '{precio, oferta}')
          and public.textos_hasta(b, '{"id": 36, "nombre": 80, "nombre_en": 80, "descripcion": 300}')
          and public.lista_valida(b -> 'productos', 'string', 9)), true)
        and count(distinct b ->> 'id') = count(b ->> 'id')
      from public.lista_json(c -> 'bundles') b)
    and public.contenido_seguro(c), false);
$function$;

CREATE OR REPLACE FUNCTION public.crear_producto (
  p_slug      text,
  p_contenido jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_contenido jsonb := public.leer_json(p_contenido);
  v_motivo text := public.motivo_no_publica();
  v_producto uuid;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  if not public.contenido_valido(v_contenido) then return public.rechazo('datos_no_validos'); end if;
  if round((v_contenido ->> 'precio')::numeric, 2) = 0 then return public.rechazo('precio_no_valido'); end if;
  if not public.contar_envio() then return public.rechazo('demasiados_intentos'); end if;
  v_contenido := public.con_imagenes_conocidas(null, v_contenido);
  insert into public.productos (nombre, slug, precio, portada_url, category, usuario_id)
  values (v_contenido ->> 'nombre', p_slug, (v_contenido ->> 'precio')::numeric, v_contenido ->> 'portada_url',
    v_contenido ->> 'category', auth.uid())
  returning id into v_producto;
  perform public.aplicar_contenido(v_producto, v_contenido);
  insert into public.revisiones_producto (producto_id, autor_id, contenido, es_nueva)
  values (v_producto, auth.uid(), v_contenido, true);
  return jsonb_build_object('ok', true, 'producto_id', v_producto, 'slug', p_slug);
exception
  when unique_violation then return public.rechazo('slug_ocupado');
  when check_violation or not_null_violation or foreign_key_violation or invalid_text_representation
    or datetime_field_overflow or invalid_datetime_format or numeric_value_out_of_range or string_data_right_truncation
    or invalid_parameter_value
    then return public.rechazo('datos_no_validos');
end
$function$;

CREATE OR REPLACE FUNCTION public.proponer_cambios (
  p_producto  uuid,
  p_contenido jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_contenido jsonb := public.leer_json(p_contenido);
  v_motivo text := public.motivo_no_publica();
  v_producto public.productos;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid() for no key update;
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  if not public.contenido_valido(v_contenido) then return public.rechazo('datos_no_validos'); end if;
  -- Only an admin makes a product free; one that is free may stay so.
  if round((v_contenido ->> 'precio')::numeric, 2) = 0 and v_producto.precio > 0 then
    return public.rechazo('precio_no_valido');
  end if;
  if not public.contar_envio() then return public.rechazo('demasiados_intentos'); end if;
  v_contenido := public.con_imagenes_conocidas(p_producto, v_contenido);
  update public.revisiones_producto set estado = 'sustituida' where producto_id = p_producto and estado = 'pendiente';
  insert into public.revisiones_producto (producto_id, autor_id, contenido, es_nueva)
  values (p_producto, auth.uid(), v_contenido, v_producto.status <> 'approved');
  if v_producto.status <> 'approved' then
    -- What was on sale once is what its buyers download: a change of it waits for a moderator, wherever it stands now.
    if v_producto.publicado_at is null then perform public.aplicar_contenido(p_producto, v_contenido); end if;
    update public.productos set status = 'pending' where id = p_producto;
  end if;
  return jsonb_build_object('ok', true, 'producto_id', p_producto, 'slug', v_producto.slug);
exception
  when unique_violation or check_violation or not_null_violation or foreign_key_violation
    or invalid_text_representation or datetime_field_overflow or invalid_datetime_format
    or numeric_value_out_of_range or string_data_right_truncation or invalid_parameter_value
    then return public.rechazo('datos_no_validos');
end
$function$;

CREATE OR REPLACE FUNCTION public.reclamar_con_club (
  p_producto       uuid,
  p_minecraft_name text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_cuenta public.usuarios_meta;
  v_producto public.productos;
  v_pedido public.adquisiciones;
begin
  select * into v_cuenta from public.usuarios_meta where id = auth.uid() for no key update;
  if v_cuenta.id is null then return public.rechazo('sin_sesion'); end if;
  if v_cuenta.banned_until > now() then return public.rechazo('cuenta_baneada'); end if;
  if v_cuenta.reputacion = 'deshabilitado' then return public.rechazo('cuenta_deshabilitada'); end if;
  if v_cuenta.reputacion = 'mala' then return public.rechazo('gratis_no_permitido'); end if;
  if not v_cuenta.club then return public.rechazo('requiere_club'); end if;
  if p_minecraft_name is null or p_minecraft_name !~ '^[A-Za-z0-9_]{5,16}$' then
    return public.rechazo('nombre_minecraft_no_valido');
  end if;

  select * into v_producto from public.productos where id = p_producto for no key update;
  select * into v_pedido from public.adquisiciones
  where user_id = v_cuenta.id and producto_id = p_producto and edicion_id is null and revocada_at is null
  order by (origen = 'club'), created_at limit 1;
  if v_pedido.origen = 'club' then
    return jsonb_build_object('ok', true, 'pedido', v_pedido.id, 'reclamado_ahora', false);
  end if;
  if v_pedido.id is not null then return public.rechazo('ya_lo_tienes'); end if;
  if public.motivo_no_venta(v_producto) is not null then
    return public.rechazo(public.motivo_no_venta(v_producto));
  end if;
  if not v_producto.club_only or v_producto.uncoins is not null then return public.rechazo('no_disponible'); end if;

  insert into public.adquisiciones (user_id, producto_id, origen, es_reserva, precio_pagado, minecraft_name)
  values (v_cuenta.id, p_producto, 'club', public.espera_lanzamiento(v_producto, null), 0, p_minecraft_name)
  returning * into v_pedido;
  update public.productos set adquirido = adquirido + 1 where id = p_producto;
  return jsonb_build_object('ok', true, 'pedido', v_pedido.id, 'reclamado_ahora', true);
end
$function$;
