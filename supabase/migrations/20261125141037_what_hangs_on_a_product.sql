-- Made from supabase/schemas by `npm run db:migration what_hangs_on_a_product`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.aplicar_contenido (
  p_producto uuid,
  c          jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ids uuid[] := array(
    select (e ->> 'id')::uuid from jsonb_array_elements(coalesce(c -> 'ediciones', '[]')) e where e ->> 'id' is not null);
  -- The price may have become another one since it was sent.
  v_oferta numeric := public.oferta_con_tope((c ->> 'oferta')::numeric, (c ->> 'precio')::numeric);
begin
  update public.productos p set
    nombre = c ->> 'nombre', nombre_en = nullif(c ->> 'nombre_en', ''),
    precio = (c ->> 'precio')::numeric, oferta = v_oferta, oferta_fija = v_oferta,
    portada_url = c ->> 'portada_url', portada_blur = c ->> 'portada_blur',
    banner_url = nullif(c ->> 'banner_url', ''), banner_blur = c ->> 'banner_blur',
    club_only = coalesce((c ->> 'club_only')::boolean, false), reserva = coalesce((c ->> 'reserva')::boolean, false),
    fecha_lanzamiento = (c ->> 'fecha_lanzamiento')::date, "DLC" = coalesce((c ->> 'DLC')::boolean, false),
    -- It may be gone since it was sent.
    base_id = (select b.id from public.productos b where b.id = public.leer_uuid(c ->> 'base_id')
      and (b.usuario_id = p.usuario_id or b.id = p.base_id)),
    acerca_de = coalesce(c ->> 'acerca_de', ''), acerca_de_en = nullif(c ->> 'acerca_de_en', ''),
    descripcion = coalesce(c ->> 'descripcion', ''), descripcion_en = nullif(c ->> 'descripcion_en', ''),
    desarrollador = nullif(c ->> 'desarrollador', ''), publisher = nullif(c ->> 'publisher', ''),
    generos = array(select jsonb_array_elements_text(coalesce(c -> 'generos', '[]'))),
    tamano_aproximado = nullif(c ->> 'tamano_aproximado', ''), aviso_legal = nullif(c ->> 'aviso_legal', ''),
    video_trailer = nullif(c ->> 'video_trailer', ''), category = c ->> 'category',
    descargable = coalesce((c ->> 'descargable')::boolean, true), download_link = nullif(c ->> 'download_link', ''),
    disponibilidad = coalesce((c ->> 'disponibilidad')::boolean, true),
    disponible_al_archivar = case when p.archivado_at is not null then coalesce((c ->> 'disponibilidad')::boolean, true) end,
    imagenes = array(select i ->> 'url' from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) i)
  where p.id = p_producto;

  update public.ediciones e set retirada = true
  where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids) and (
    exists (select from public.adquisiciones a where a.edicion_id = e.id)
    or exists (select from public.pagos p where p.edicion_id = e.id)
    or exists (select from public.codigos_canjes k where k.id_edicion = e.id));
  delete from public.ediciones e where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids);
  -- Names are unique at every moment, and one edition may get the name that another has until now.
  update public.ediciones e set nombre = e.id::text
  from public.lista_json(c -> 'ediciones') n
  where e.producto_id = p_producto and e.id = (n ->> 'id')::uuid and e.nombre <> n ->> 'nombre';
  insert into public.ediciones as e (id, producto_id, nombre, precio, oferta, reserva, download_link, portada_url,
    portada_blur, orden, incluye, incluye_en, fecha_lanzamiento)
  select coalesce((n.v ->> 'id')::uuid, gen_random_uuid()), p_producto, n.v ->> 'nombre', (n.v ->> 'precio')::numeric,
    public.oferta_con_tope((n.v ->> 'oferta')::numeric, (n.v ->> 'precio')::numeric), coalesce((n.v ->> 'reserva')::boolean, false),
    nullif(n.v ->> 'download_link', ''), nullif(n.v ->> 'portada_url', ''), n.v ->> 'portada_blur', n.orden::integer,
    coalesce(n.v ->> 'incluye', ''), nullif(n.v ->> 'incluye_en', ''), (n.v ->> 'fecha_lanzamiento')::date
  from jsonb_array_elements(coalesce(c -> 'ediciones', '[]')) with ordinality n(v, orden)
  on conflict (id) do update set nombre = excluded.nombre, precio = excluded.precio, oferta = excluded.oferta,
    oferta_fija = excluded.oferta_fija, reserva = excluded.reserva, download_link = excluded.download_link,
    portada_url = excluded.portada_url, portada_blur = excluded.portada_blur, orden = excluded.orden,
    incluye = excluded.incluye, incluye_en = excluded.incluye_en, fecha_lanzamiento = excluded.fecha_lanzamiento,
    retirada = false
  where e.producto_id = p_producto;

  delete from public.imagenes_producto where producto_id = p_producto and edicion_id is null and not es_portada;
  insert into public.imagenes_producto (producto_id, url, orden, ancho, alto, blur)
  select p_producto, n.v ->> 'url', n.orden::integer, (n.v ->> 'ancho')::integer, (n.v ->> 'alto')::integer,
    n.v ->> 'blur'
  from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) with ordinality n(v, orden);
end
$function$;

CREATE OR REPLACE FUNCTION public.base_valida (
  p_producto uuid,
  c          jsonb
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when c ->> 'base_id' is null then (c ->> 'DLC')::boolean is not true
    else exists (select from public.productos b
      where b.id = public.leer_uuid(c ->> 'base_id') and b.id is distinct from p_producto and (b.usuario_id = auth.uid()
        or b.id = (select p.base_id from public.productos p where p.id = p_producto))) end;
$function$;

REVOKE ALL ON FUNCTION "public"."base_valida"(uuid, jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

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
  v_borrador uuid;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  -- The product before its revision, as where a moderator decides; for update, so that nothing is hung on it meanwhile.
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid() for update;
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  select id into v_revision from public.revisiones_producto
  where producto_id = p_producto and estado = 'pendiente' for no key update;
  if v_revision is null then return public.rechazo('ya_resuelta'); end if;
  v_es_nuevo := v_producto.publicado_at is null and not exists (
    select from public.revisiones_producto where producto_id = p_producto and decidida_at is not null)
    and not public.tiene_dependientes(p_producto);
  v_borrador := public.volver_borrador(p_producto, v_es_nuevo, p_borrador, p_contenido);
  if v_es_nuevo then
    delete from public.productos where id = p_producto;
  else
    update public.revisiones_producto set estado = 'cancelada' where id = v_revision;
    update public.productos set status = 'rejected' where id = p_producto and status <> 'approved';
  end if;
  return jsonb_build_object('ok', true, 'borrador_id', v_borrador, 'es_nuevo', v_es_nuevo, 'slug', v_producto.slug);
exception
  when check_violation or not_null_violation or unique_violation then return public.rechazo('datos_no_validos');
end
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
  if not public.base_valida(null, v_contenido) then return public.rechazo('base_no_valida'); end if;
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
  if not public.base_valida(p_producto, v_contenido) then return public.rechazo('base_no_valida'); end if;
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

CREATE OR REPLACE FUNCTION public.tiene_dependientes (
  p_producto uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.codigos_canjes where id_producto = p_producto)
    or exists (select from public.codigos_cupones where product_id = p_producto)
    or exists (select from public.adquisiciones where producto_id = p_producto)
    or exists (select from public.productos where base_id = p_producto)
    or exists (select from public.revisiones_producto r where r.estado = 'pendiente' and r.producto_id <> p_producto
      and r.autor_id = (select p.usuario_id from public.productos p where p.id = p_producto)
      and public.leer_uuid(r.contenido ->> 'base_id') = p_producto);
$function$;

REVOKE ALL ON FUNCTION "public"."tiene_dependientes"(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";
