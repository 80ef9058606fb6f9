-- Made from supabase/schemas by `npm run db:migration files_without_reading_all_payments`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.archivo_en_uso (
  p_ruta text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_borrada boolean;
  v_productos uuid[];
begin
  select borrada_at is not null into v_borrada from public.usuarios_meta
  where id = public.leer_uuid(split_part(p_ruta, '/', 2));
  if v_borrada is null then return true; end if;
  if not v_borrada then
    return exists (select from public.productos where download_link = p_ruta)
      or exists (select from public.ediciones where download_link = p_ruta)
      or exists (select from public.revisiones_producto where public.archivos_de(contenido) @> array[p_ruta])
      or exists (select from public.borradores where public.archivos_de(contenido) @> array[p_ruta]);
  end if;
  v_productos := array(select id from public.productos where download_link = p_ruta
    union select producto_id from public.ediciones where download_link = p_ruta);
  return exists (select from public.productos where id = any (v_productos) and status = 'approved')
    or exists (select from public.adquisiciones where producto_id = any (v_productos))
    or exists (select from public.codigos_canjes where id_producto = any (v_productos) and not canjeado)
    or exists (select from public.pagos where producto_id = any (v_productos) and estado not in ('fallido', 'caducado'))
    or exists (
      select from public.bundles_productos b join public.pagos g on g.bundle_id = b.bundle_id
      where b.producto_id = any (v_productos) and g.estado not in ('fallido', 'caducado'));
end
$function$;
