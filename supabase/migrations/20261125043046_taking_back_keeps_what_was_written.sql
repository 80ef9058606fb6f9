-- Made from supabase/schemas by `npm run db:migration taking_back_keeps_what_was_written`.

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
  v_borrador uuid;
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
  update public.borradores set producto_id = case when not v_es_nuevo then p_producto end
  where usuario_id = auth.uid() and producto_id = p_producto returning id into v_borrador;
  if v_borrador is null then
    insert into public.borradores (id, usuario_id, producto_id, contenido)
    values (p_borrador, auth.uid(), case when not v_es_nuevo then p_producto end, public.leer_json(p_contenido))
    returning id into v_borrador;
  end if;
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
