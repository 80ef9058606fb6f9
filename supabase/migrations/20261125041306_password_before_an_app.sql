-- Made from supabase/schemas by `npm run db:migration password_before_an_app`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

ALTER TABLE "public"."permisos"
  DROP CONSTRAINT "permisos_tipo_check";

CREATE OR REPLACE FUNCTION public.exigir_permiso_factor()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.tiene_contrasena(new.user_id) then return new; end if;
  delete from public.permisos where user_id = new.user_id and tipo = 'segundo_factor' and hasta > now();
  if not found then raise exception 'the password was not asked for' using errcode = 'insufficient_privilege'; end if;
  return new;
end
$function$;

REVOKE ALL ON FUNCTION "public"."exigir_permiso_factor"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.permitir_segundo_factor (
  p_contrasena text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_correcta boolean;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if not public.tiene_contrasena(auth.uid()) then return jsonb_build_object('ok', true); end if;
  v_correcta := public.contrasena_correcta(auth.uid(), p_contrasena);
  if v_correcta is null then return public.rechazo('demasiados_intentos'); end if;
  if not v_correcta then return public.rechazo('contrasena_incorrecta'); end if;
  insert into public.permisos as p (user_id, tipo, hasta)
  values (auth.uid(), 'segundo_factor', now() + interval '1 minute')
  on conflict (user_id, tipo) do update set hasta = excluded.hasta;
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."permitir_segundo_factor"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.tengo_contrasena()
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.puede_actuar() and public.tiene_contrasena(auth.uid());
$function$;

REVOKE ALL ON FUNCTION "public"."tengo_contrasena"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.tiene_contrasena (
  p_usuario uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from auth.users where id = p_usuario and coalesce(encrypted_password, '') <> '');
$function$;

REVOKE ALL ON FUNCTION "public"."tiene_contrasena"(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "public"."permisos"
  ADD CONSTRAINT "permisos_tipo_check" CHECK ((tipo = ANY (ARRAY['entrada'::text, 'correo'::text, 'segundo_factor'::text, 'registro'::text])));

CREATE TRIGGER exigir_permiso_factor
  BEFORE INSERT ON auth.mfa_factors
  FOR EACH ROW
  WHEN (((new.status)::text <> 'verified'::text))
  EXECUTE FUNCTION public.exigir_permiso_factor();

GRANT EXECUTE ON FUNCTION "public"."permitir_segundo_factor"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."tengo_contrasena"() TO "authenticated";
