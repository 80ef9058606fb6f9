-- Made from supabase/schemas by `npm run db:migration preferences_in_one_call`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- not read by the previous release
DROP FUNCTION "public"."elegir_correo_anuncios"(boolean);

-- not read by the previous release
DROP FUNCTION "public"."elegir_correo_favoritos"(boolean);

-- not read by the previous release
DROP FUNCTION "public"."guardar_avisos_creador"(boolean, boolean);

-- not read by the previous release
DROP FUNCTION "public"."guardar_preferencias"(boolean, boolean);

CREATE OR REPLACE FUNCTION public.guardar_preferencias (
  p_producto_nuevo boolean DEFAULT NULL::boolean,
  p_version_nueva  boolean DEFAULT NULL::boolean,
  p_resenas        boolean DEFAULT NULL::boolean,
  p_resumen        boolean DEFAULT NULL::boolean,
  p_favoritos      boolean DEFAULT NULL::boolean,
  p_anuncios       boolean DEFAULT NULL::boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  insert into public.preferencias_aviso (user_id) values (auth.uid()) on conflict do nothing;
  update public.preferencias_aviso set
    correo_producto_nuevo = coalesce(p_producto_nuevo, correo_producto_nuevo),
    correo_version_nueva = coalesce(p_version_nueva, correo_version_nueva),
    correo_resenas = coalesce(p_resenas, correo_resenas),
    correo_resumen = coalesce(p_resumen, correo_resumen),
    correo_favoritos = coalesce(p_favoritos, correo_favoritos),
    correo_anuncios = coalesce(p_anuncios, correo_anuncios)
  where user_id = auth.uid();
  delete from public.correos where user_id = auth.uid() and estado = 'pendiente' and case plantilla
    when 'producto_nuevo' then not p_producto_nuevo
    when 'version_nueva' then not p_version_nueva
    when 'resena' then not p_resenas
    when 'respuesta' then not p_resenas
    when 'resumen_creador' then not p_resumen
    when 'favorito' then not p_favoritos
    when 'anuncio' then not p_anuncios
  end;
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."guardar_preferencias"(boolean, boolean, boolean, boolean, boolean, boolean) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."guardar_preferencias"(boolean, boolean, boolean, boolean, boolean, boolean) TO "authenticated";
