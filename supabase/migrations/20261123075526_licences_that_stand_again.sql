-- Made from supabase/schemas by `npm run db:migration licences_that_stand_again`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.devolver_licencias (
  p_pago uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  update public.adquisiciones set revocada_at = null, revocada_motivo = null
  where id in (
    select distinct on (o.user_id, o.producto_id, o.edicion_id, o.origen) o.id
    from public.adquisiciones a
    join public.adquisiciones o on o.user_id = a.user_id and o.producto_id = a.producto_id
      and o.edicion_id is not distinct from a.edicion_id
    join public.pagos p on p.id = o.pago_id
    where a.pago_id = p_pago and o.pago_id <> p_pago and o.bundle_id is null
      and o.revocada_motivo in ('en_disputa', 'reembolsado') and p.estado = 'entregado'
      and not exists (
        select from public.adquisiciones otra
        where otra.user_id = o.user_id and otra.producto_id = o.producto_id and otra.origen = o.origen
          and otra.edicion_id is not distinct from o.edicion_id and otra.revocada_at is null and otra.bundle_id is null)
    order by o.user_id, o.producto_id, o.edicion_id, o.origen, o.created_at, o.id);
$function$;

REVOKE ALL ON FUNCTION "public"."devolver_licencias"(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.recomponer_pago (
  p_pago public.pagos
)
  RETURNS public.pagos
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_pago public.pagos := p_pago;
  v_devuelto integer := public.devuelto_de(p_pago);
  v_estado text := case
    when v_devuelto >= p_pago.total_centimos and (
      exists (select from public.reembolsos where pago_id = p_pago.id and estado = 'hecho')
      or exists (select from public.disputas where pago_id = p_pago.id and fase = 'perdida')) then 'reembolsado'
    when public.retenido_por_disputa(p_pago.id) then 'en_disputa' end;
begin
  if v_estado is not null then
    if v_pago.estado <> v_estado then
      update public.pagos set estado = v_estado, revertido_at = now() where id = v_pago.id returning * into v_pago;
    end if;
    perform 1 from public.usuarios_meta where id = v_pago.destinatario_id for no key update;
    update public.adquisiciones set revocada_at = coalesce(revocada_at, now()), revocada_motivo = v_estado
    where pago_id = v_pago.id
      and (revocada_at is null or (revocada_motivo in ('en_disputa', 'reembolsado') and revocada_motivo <> v_estado));
    perform public.devolver_licencias(v_pago.id);
    if v_estado = 'reembolsado' then
      update public.casos_admin set resuelto = true
      where pago_id = v_pago.id and not resuelto and tipo in ('pagado_dos_veces', 'sin_aclarar') and clave not like 'doble:%';
    end if;
  elsif v_pago.estado in ('reembolsado', 'en_disputa') then
    if v_pago.entregado_at is null then
      -- Taken back before it was delivered: it goes the ordinary way now.
      update public.pagos set estado = 'pagado', revertido_at = null where id = v_pago.id;
      perform public.entregar_pago(v_pago.proveedor, v_pago.referencia, v_pago.total_centimos, v_pago.moneda);
      select * into v_pago from public.pagos where id = v_pago.id;
      return v_pago;
    end if;
    perform 1 from public.usuarios_meta where id = v_pago.destinatario_id for no key update;
    update public.pagos set estado = 'entregado', revertido_at = null where id = v_pago.id returning * into v_pago;
    -- Everything as it was delivered, unless the product came by another way since.
    update public.adquisiciones a set revocada_at = null, revocada_motivo = null
    where pago_id = v_pago.id and revocada_motivo in ('en_disputa', 'reembolsado')
      and (bundle_id is not null or not exists (
        select from public.adquisiciones otra
        where otra.user_id = a.user_id and otra.producto_id = a.producto_id and otra.origen = a.origen
          and otra.edicion_id is not distinct from a.edicion_id and otra.revocada_at is null and otra.bundle_id is null));
  end if;
  perform public.ajustar_pago(v_pago, v_devuelto,
    case when v_estado is null then v_pago.total_centimos - v_devuelto else 0 end);
  return v_pago;
end
$function$;

-- What has stayed away until now.
select public.devolver_licencias(pago_id) from (
  select distinct pago_id from public.adquisiciones where revocada_motivo in ('en_disputa', 'reembolsado')) perdidos;
