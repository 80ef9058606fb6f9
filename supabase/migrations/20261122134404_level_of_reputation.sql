-- Made from supabase/schemas by `npm run db:migration level_of_reputation`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

REVOKE ALL ON FUNCTION "public"."nivel_reputacion"(text) FROM "authenticated";

GRANT EXECUTE ON FUNCTION "public"."nivel_reputacion"(text) TO "authenticated";

REVOKE ALL ON FUNCTION "public"."nivel_reputacion"(text) FROM "service_role";

GRANT EXECUTE ON FUNCTION "public"."nivel_reputacion"(text) TO "service_role";
