-- Made from supabase/schemas by `npm run db:migration only_counted_downloads`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.tiene_descarga (
  p_ruta text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (
    select from public.adquisiciones a
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.user_id = auth.uid() and coalesce(e.download_link, p.download_link) = p_ruta
      and public.estado_descarga(a.id) = 'disponible'
      and exists (select from public.descargas_hechas h
        where h.adquisicion_id = a.id and h.created_at > now() - interval '2 minutes'));
$function$;
