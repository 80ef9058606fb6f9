-- Made from supabase/schemas by `npm run db:migration count_what_is_sent_to_review`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.comentar_revision (
  p_producto uuid,
  p_texto    text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if not (public.es_su_producto(p_producto) or public.es_moderador()) then return public.rechazo('no_existe'); end if;
  if p_texto is null or char_length(btrim(p_texto)) not between 1 and 2000 then return public.rechazo('texto_no_valido'); end if;
  if not public.contar_intento('mensaje_revision', auth.uid()::text, 30, '10 minutes') then
    return public.rechazo('demasiados_intentos');
  end if;
  insert into public.mensajes_revision (producto_id, autor_id, texto) values (p_producto, auth.uid(), btrim(p_texto));
  return jsonb_build_object('ok', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.contar_envio()
  RETURNS boolean
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.contar_intento('envio', auth.uid()::text, 60, '1 hour');
$function$;

REVOKE ALL ON FUNCTION "public"."contar_envio"() FROM PUBLIC, "anon", "authenticated", "service_role";

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
  if (v_contenido ->> 'precio')::numeric = 0 then return public.rechazo('precio_no_valido'); end if;
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
  if (v_contenido ->> 'precio')::numeric = 0 and v_producto.precio > 0 then return public.rechazo('precio_no_valido'); end if;
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
