-- Made from supabase/schemas by `npm run db:migration stock_by_hand_alone`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.entregar_articulo (
  p_pago     public.pagos,
  p_articulo jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  -- Paid goods are delivered even when the last unit went in between: a download does not run out.
  update public.productos set adquirido = adquirido + 1,
    unidades = case when unidades > 0 then unidades - 1 else unidades end
  where id = (p_articulo ->> 'producto_id')::uuid;
  if not public.regalo_espera(p_pago.id) then perform public.dar_articulo(p_pago, p_articulo); end if;
end
$function$;

delete from public.comprobaciones where nombre = 'unidades_acabadas';

-- What the sale of the last unit has written there; without units they are sold out as before.
update public.productos set stock = true where not stock and unidades = 0 and adquirido > 0;
