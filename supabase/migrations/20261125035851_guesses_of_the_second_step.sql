-- Made from supabase/schemas by `npm run db:migration guesses_of_the_second_step`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.gancho_segundo_paso (
  event jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_usuario text := event ->> 'user_id';
  v_apps integer := (select count(*) from auth.mfa_factors
    where user_id = v_usuario::uuid and status::text = 'verified');
  v_dentro boolean := public.contar_intento('segundo_paso', v_usuario, 10 * greatest(v_apps, 1), '15 minutes');
begin
  -- A wrong one Auth refuses by itself; `reject` would end the sessions that the owner has open.
  if not (event ->> 'valid')::boolean then return jsonb_build_object('decision', 'continue'); end if;
  if v_dentro then
    perform public.devolver_intento('segundo_paso', v_usuario);
    return jsonb_build_object('decision', 'continue');
  end if;
  -- The refusal tells that the code was right, so the wait begins anew: it is over before another code is taken.
  update public.intentos set desde = clock_timestamp() where tipo = 'segundo_paso' and clave = v_usuario;
  return jsonb_build_object('decision', 'reject', 'message', 'Too many wrong codes');
end
$function$;

REVOKE ALL ON FUNCTION "public"."gancho_segundo_paso"(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."gancho_segundo_paso"(jsonb) TO "supabase_auth_admin";
