-- Made from supabase/schemas by `npm run db:migration known_browsers_prove_themselves`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.contrasena_correcta (
  p_usuario    uuid,
  p_contrasena text
)
  RETURNS boolean
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_dentro boolean := public.contar_intento('contrasena', p_usuario::text, 10, '15 minutes');
  v_clave text;
begin
  delete from public.permisos where user_id = p_usuario and tipo = 'entrada' and hasta > now();
  if not v_dentro and not found then return null; end if;
  select regexp_replace(encrypted_password, '^\$2[aby]\$', '$2a$') into v_clave from auth.users where id = p_usuario;
  if v_clave is null or v_clave not like '$2a$%' or p_contrasena is null
    or extensions.crypt(p_contrasena, v_clave) <> v_clave then return false; end if;
  perform public.devolver_intento('contrasena', p_usuario::text);
  return true;
end
$function$;
