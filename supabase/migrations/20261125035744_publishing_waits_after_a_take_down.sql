-- Made from supabase/schemas by `npm run db:migration publishing_waits_after_a_take_down`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

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
  -- The product before its revision, as where a moderator decides.
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid() for no key update;
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  select id into v_revision from public.revisiones_producto
  where producto_id = p_producto and estado = 'pendiente' for no key update;
  if v_revision is null then return public.rechazo('ya_resuelta'); end if;
  v_es_nuevo := v_producto.publicado_at is null and not exists (
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

CREATE OR REPLACE FUNCTION public.revision_para_decidir (
  p_revision uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_revision public.revisiones_producto;
  v_producto public.productos;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  select * into v_revision from public.revisiones_producto where id = p_revision;
  if v_revision.id is null then return public.rechazo('revision_no_existe'); end if;
  select * into v_producto from public.productos where id = v_revision.producto_id;
  return jsonb_build_object('ok', true, 'id', v_revision.id, 'estado', v_revision.estado,
    'enviada_at', v_revision.enviada_at, 'producto_id', v_producto.id, 'slug', v_producto.slug,
    'creador', (select u.display_name from public.usuarios_meta u where u.id = v_producto.usuario_id),
    'despues', v_revision.contenido, 'huella', md5(v_revision.contenido::text),
    'moderador', (select jsonb_build_object('id', u.id, 'name', u.display_name) from public.revisiones_asignadas a
      join public.usuarios_meta u on u.id = a.moderador_id where a.revision_id = p_revision),
    -- A product that was never on sale has nothing to be compared with.
    'antes', case when v_producto.publicado_at is not null then public.contenido_de(v_producto) end,
    'suyos', coalesce((select jsonb_object_agg(p.id, p.nombre) from public.productos p
      where p.usuario_id = v_producto.usuario_id), '{}'),
    'historia', coalesce((
      select jsonb_agg(jsonb_build_object('estado', h.estado, 'motivos', to_jsonb(h.motivos), 'nota', h.nota,
        'decidida_at', h.decidida_at) order by h.decidida_at desc)
      from public.revisiones_producto h where h.producto_id = v_producto.id and h.decidida_at is not null), '[]'));
end
$function$;
