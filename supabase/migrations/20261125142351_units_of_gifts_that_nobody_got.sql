-- Made from supabase/schemas by `npm run db:migration units_of_gifts_that_nobody_got`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.entregar_regalo (
  p_pago uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_pago public.pagos;
  v_regalo public.regalos;
  v_motivo text;
  v_devuelto integer;
begin
  select * into v_pago from public.pagos where id = p_pago for no key update;
  select * into v_regalo from public.regalos where pago_id = p_pago for update;
  if v_regalo.pago_id is null then return public.rechazo('no_existe'); end if;
  if v_regalo.entregado_at is not null or v_pago.estado <> 'entregado' or v_pago.motivo_no_entregado is not null
    or public.regalo_espera(p_pago) or (v_pago.total_centimos > 0 and public.reembolsable_de(v_pago) = 0)
  then return jsonb_build_object('ok', true, 'entregado_ahora', false); end if;
  perform public.bloquear_existencias(v_pago.destinatario_id, null, public.articulos_de(v_pago));
  v_motivo := public.motivo_no_regalo(v_pago);
  if v_motivo is not null then
    perform public.mover_unidades(v_pago, 1);
    update public.pagos set motivo_no_entregado = v_motivo where id = p_pago;
    perform public.ordenar_reembolso(p_pago, v_motivo);
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('no_entregado:' || p_pago, v_pago.user_id, 'no_entregado',
      jsonb_build_object('pago_id', p_pago, 'motivo', v_motivo))
    on conflict (clave) do nothing;
    return jsonb_build_object('ok', true, 'entregado_ahora', false, 'motivo', v_motivo);
  end if;
  perform public.dar_articulo(v_pago, a) from jsonb_array_elements(v_pago.presupuesto #> '{interno,articulos}') a;
  update public.regalos set entregado_at = now() where pago_id = p_pago;
  v_devuelto := public.devuelto_de(v_pago);
  if v_devuelto > 0 then perform public.ajustar_ingresos(v_pago, v_pago.total_centimos - v_devuelto); end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('regalo:' || p_pago, v_pago.destinatario_id, 'regalo', jsonb_build_object('pago_id', p_pago))
  on conflict (clave) do nothing;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('regalo_entregado:' || p_pago, v_pago.user_id, 'regalo_entregado', jsonb_build_object('pago_id', p_pago))
  on conflict (clave) do nothing;
  return jsonb_build_object('ok', true, 'entregado_ahora', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.mover_unidades (
  p_pago    public.pagos,
  p_cuantas integer
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if p_pago.entregado_at is null or p_pago.motivo_no_entregado is not null
    or not exists (select from public.regalos where pago_id = p_pago.id and entregado_at is null) then return; end if;
  perform public.bloquear_existencias(null, null, public.articulos_de(p_pago));
  update public.productos p set unidades = greatest(p.unidades + p_cuantas, (
    select count(*) from public.reservas r where r.producto_id = p.id and r.hasta > now())::integer)
  where p.id = any (public.articulos_de(p_pago)) and p.unidades is not null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."mover_unidades"(public.pagos, integer) FROM PUBLIC, "anon", "authenticated", "service_role";

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
    where pago_id = v_pago.id and revocada_motivo in ('en_disputa', 'reembolsado') and not public.hay_otra_vigente(a);
  end if;
  if (p_pago.estado = 'reembolsado') <> (v_pago.estado = 'reembolsado') then
    perform public.mover_unidades(v_pago, case when v_pago.estado = 'reembolsado' then 1 else -1 end);
  end if;
  perform public.ajustar_pago(v_pago, v_devuelto,
    case when v_estado is null then v_pago.total_centimos - v_devuelto else 0 end);
  return v_pago;
end
$function$;
