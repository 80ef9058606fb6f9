-- Made from supabase/schemas by `npm run db:migration drafts_of_what_is_archived`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- Its calls name their arguments and find the one below.
-- not read by the previous release
DROP FUNCTION "public"."archivar_producto"(uuid, boolean);

CREATE OR REPLACE FUNCTION public.archivar_producto (
  p_producto  uuid,
  p_archivar  boolean,
  p_borrador  uuid    DEFAULT NULL::uuid,
  p_contenido jsonb   DEFAULT NULL::jsonb
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
    if p_archivar then
      update public.productos set archivado_at = now(), disponible_al_archivar = disponibilidad, disponibilidad = false
      where id = p_producto;
    else
      update public.productos set archivado_at = null, disponible_al_archivar = null,
        disponibilidad = coalesce(disponible_al_archivar, true)
      where id = p_producto;
    end if;
    if p_archivar then
      update public.revisiones_producto set estado = 'cancelada' where producto_id = p_producto and estado = 'pendiente';
      if found and p_contenido is not null then
        perform public.volver_borrador(p_producto, false, p_borrador, p_contenido);
      end if;
      update public.productos set status = 'rejected' where id = p_producto and status = 'pending';
    end if;
    perform public.anotar(case when p_archivar then 'archivar_producto' else 'recuperar_producto' end, 'producto',
      p_producto::text, jsonb_build_object('archivado_at', v_producto.archivado_at), null);
  end if;
  return jsonb_build_object('ok', true, 'slug', v_producto.slug, 'category', v_producto.category,
    'en_venta', (select public.motivo_no_venta(p) is null from public.productos p where p.id = p_producto));
exception
  when check_violation or not_null_violation or unique_violation then return public.rechazo('datos_no_validos');
end
$function$;

REVOKE ALL ON FUNCTION "public"."archivar_producto"(uuid, boolean, uuid, jsonb) FROM PUBLIC, "anon", "service_role";

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

CREATE OR REPLACE FUNCTION public.volver_borrador (
  p_producto  uuid,
  p_se_va     boolean,
  p_borrador  uuid,
  p_contenido jsonb
)
  RETURNS uuid
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_borrador uuid;
begin
  update public.borradores set producto_id = case when not p_se_va then p_producto end
  where usuario_id = auth.uid() and producto_id = p_producto returning id into v_borrador;
  if v_borrador is null then
    insert into public.borradores (id, usuario_id, producto_id, contenido)
    values (p_borrador, auth.uid(), case when not p_se_va then p_producto end, public.leer_json(p_contenido))
    returning id into v_borrador;
  end if;
  return v_borrador;
end
$function$;

REVOKE ALL ON FUNCTION "public"."volver_borrador"(uuid, boolean, uuid, jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."archivar_producto"(uuid, boolean, uuid, jsonb) TO "authenticated";
