-- Made from supabase/schemas by `npm run db:migration request_names`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.antes_de_peticion()
  RETURNS void
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_id text := nullif(current_setting('request.headers', true), '')::jsonb ->> 'x-request-id';
begin
  if v_id ~ '^[A-Za-z0-9_-]{8,48}$' then perform set_config('application_name', 'unstore ' || v_id, true); end if;
  if auth.uid() is not null and not public.sesion_vigente() then
    raise exception 'the session has ended' using errcode = 'PT401';
  end if;
end
$function$;
