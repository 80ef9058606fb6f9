-- Made from supabase/schemas by `npm run db:migration units_of_gifts_come_back_once`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

ALTER TABLE "public"."regalos"
  ADD COLUMN "unidades_devueltas" uuid[] NOT NULL DEFAULT '{}'::uuid[];

CREATE OR REPLACE FUNCTION public.mover_unidades (
  p_pago    public.pagos,
  p_cuantas integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_devueltas uuid[];
begin
  select unidades_devueltas into v_devueltas from public.regalos where pago_id = p_pago.id and entregado_at is null;
  if not found or p_pago.entregado_at is null or p_pago.motivo_no_entregado is not null then return; end if;
  perform public.bloquear_existencias(null, null, public.articulos_de(p_pago));
  with movidas as (
    update public.productos p set unidades = p.unidades + p_cuantas
    where p.id = any (public.articulos_de(p_pago)) and p.unidades is not null
      and (p_cuantas < 0) = (p.id = any (v_devueltas))
      and (p_cuantas > 0 or p.unidades > (
        select count(*) from public.reservas r where r.producto_id = p.id and r.hasta > now()))
    returning p.id
  )
  update public.regalos set unidades_devueltas = case
    when p_cuantas > 0 then v_devueltas || array(select id from movidas)
    else array(select unnest(v_devueltas) except select id from movidas) end
  where pago_id = p_pago.id;
end
$function$;

COMMENT ON COLUMN "public"."regalos"."unidades_devueltas" IS 'the products whose unit can be sold again, because nobody has got the gift';

-- The units of gifts that were refunded before their day came back already.
UPDATE public.regalos r
  SET unidades_devueltas = array(
    SELECT x.id FROM public.productos x WHERE x.id = ANY (public.articulos_de(p)) AND x.unidades IS NOT NULL)
  FROM public.pagos p
  WHERE p.id = r.pago_id AND r.entregado_at IS NULL AND p.entregado_at IS NOT NULL AND p.motivo_no_entregado IS NULL
    AND p.estado = 'reembolsado';
