-- Made from supabase/schemas by `npm run db:migration attack_across_slots`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.bajo_ataque (
  p_tipo text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(sum(veces), 0) >= 100 from public.intentos
  where tipo = p_tipo || '_tienda'
    and clave in (floor(extract(epoch from now()) / 600)::text, (floor(extract(epoch from now()) / 600) - 1)::text);
$function$;
