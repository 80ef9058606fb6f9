-- Made from supabase/schemas by `npm run db:migration prices_by_what_has_them`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- After its index: until there is one, each quote would read the whole history.
CREATE OR REPLACE FUNCTION public.precio_minimo_reciente (
  p_producto uuid,
  p_edicion  uuid DEFAULT NULL::uuid,
  p_bundle   uuid DEFAULT NULL::uuid
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  with de_hoy as (
    select h.id, h.desde, h.desde - interval '30 days' as inicio from public.historial_precios h
    where h.articulo_id = coalesce(p_bundle, p_edicion, p_producto)
    order by h.desde desc, h.id desc limit 1
  )
  select least((
      select min(least(h.oferta, h.precio)) from public.historial_precios h
      where h.articulo_id = coalesce(p_bundle, p_edicion, p_producto)
        and h.desde > (select inicio from de_hoy) and h.id <> (select id from de_hoy)
    ), (
      select least(h.oferta, h.precio) from public.historial_precios h
      where h.articulo_id = coalesce(p_bundle, p_edicion, p_producto)
        and h.desde <= (select inicio from de_hoy)
      order by h.desde desc, h.id desc limit 1));
$function$;
