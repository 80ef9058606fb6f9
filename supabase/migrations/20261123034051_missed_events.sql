-- Made from supabase/schemas by `npm run db:migration missed_events`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.eventos_sin_tratar (
  p_proveedor text,
  p_eventos   text[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(x.id order by x.puesto), '[]') from unnest(p_eventos) with ordinality x(id, puesto)
  where not exists (
    select from public.eventos_proveedor e
    where e.proveedor = p_proveedor and e.evento_id = x.id and e.procesado_at is not null);
$function$;

REVOKE ALL ON FUNCTION "public"."eventos_sin_tratar"(text, text[]) FROM PUBLIC, "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."eventos_sin_tratar"(text, text[]) TO "service_role";
