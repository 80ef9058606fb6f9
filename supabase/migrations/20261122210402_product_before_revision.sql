-- Made from supabase/schemas by `npm run db:migration product_before_revision`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

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
  delete from public.borradores where usuario_id = v_id;
  -- Products before their revisions, as where a moderator decides.
  update public.productos set status = 'rejected', disponibilidad = false where usuario_id = v_id and category <> 'uncoins';
  update public.revisiones_producto set estado = 'sustituida' where autor_id = v_id and estado = 'pendiente';
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
