-- Made from supabase/schemas by `npm run db:migration events_after_a_restore`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

ALTER TABLE "public"."restauraciones"
  ADD COLUMN "repasada_at" timestamp WITH time zone;

CREATE OR REPLACE FUNCTION public.cerrar_restauracion (
  p_hasta integer
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.restauraciones set repasada_at = now() where id <= p_hasta and repasada_at is null;
$function$;

REVOKE ALL ON FUNCTION "public"."cerrar_restauracion"(integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.restauracion_por_repasar()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('id', max(id), 'desde', min(copia_at))
  from public.restauraciones where repasada_at is null having count(*) > 0;
$function$;

REVOKE ALL ON FUNCTION "public"."restauracion_por_repasar"() FROM PUBLIC, "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."cerrar_restauracion"(integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."restauracion_por_repasar"() TO "service_role";
