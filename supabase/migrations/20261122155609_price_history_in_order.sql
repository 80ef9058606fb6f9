-- Made from supabase/schemas by `npm run db:migration price_history_in_order`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.anotar_precio()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_desde timestamptz := coalesce(nullif(current_setting('tienda.momento_de_precio', true), '')::timestamptz, clock_timestamp());
begin
  if tg_op = 'UPDATE' and (new.precio, new.oferta) is not distinct from (old.precio, old.oferta) then
    return new;
  elsif tg_table_name = 'productos' then
    insert into public.historial_precios (producto_id, precio, oferta, desde) values (new.id, new.precio, new.oferta, v_desde);
  elsif tg_table_name = 'ediciones' then
    insert into public.historial_precios (producto_id, edicion_id, precio, oferta, desde)
    values (new.producto_id, new.id, new.precio, new.oferta, v_desde);
  else
    insert into public.historial_precios (bundle_id, precio, oferta, desde) values (new.id, new.precio, new.oferta, v_desde);
  end if;
  return new;
end
$function$;
