-- Made from supabase/schemas by `npm run db:migration drop_unused_room`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- not read by the previous release
DROP FUNCTION "public"."mi_espacio"();
