-- Made from supabase/schemas by `npm run db:migration refund_gifts_that_nobody_got`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.ordenar_reembolso (
  p_pago   uuid,
  p_motivo text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.reembolsos (pago_id, motivo, centimos, proveedor)
  select p.id, 'no_entregable: ' || p_motivo, public.reembolsable_de(p), p.proveedor
  from public.pagos p
  where p.id = p_pago and public.reembolsable_de(p) > 0
    and not exists (select from public.reembolsos
      where pago_id = p_pago and motivo like 'no_entregable: %' and estado in ('rechazado', 'fallido'));
$function$;

update public.comprobaciones set consulta = '
  select p.id, p.motivo_no_entregado from public.pagos p
  where p.estado in (''pagado'', ''entregado'') and p.motivo_no_entregado is not null and public.reembolsable_de(p) > 0
    and not exists (select from public.reembolsos r where r.pago_id = p.id and r.motivo like ''no_entregable: %'')'
where nombre = 'no_entregados_devueltos';
