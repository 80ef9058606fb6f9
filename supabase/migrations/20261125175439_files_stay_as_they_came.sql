-- Made from supabase/schemas by `npm run db:migration files_stay_as_they_came`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.conservar_objeto()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  raise exception 'what is in storage is not written over or moved' using errcode = 'unique_violation';
end
$function$;

REVOKE ALL ON FUNCTION "public"."conservar_objeto"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE TRIGGER conservar_objeto
  BEFORE UPDATE ON storage.objects
  FOR EACH ROW
  WHEN
    (((old.bucket_id = ANY (ARRAY['avatars'::text, 'descargas'::text, 'portadas'::text])) AND (NOT starts_with(COALESCE(old.version, ''::text), 'por restaurar:'::text)) AND ((new.version IS DISTINCT
    FROM old.version) OR (new.name <> old.name) OR (new.bucket_id <> old.bucket_id))))
  EXECUTE FUNCTION public.conservar_objeto();
