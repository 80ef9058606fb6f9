-- Made from supabase/schemas by `npm run db:migration one_licence_of_a_kind`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.ajustar_club (
  p_usuario uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_cuenta public.usuarios_meta;
  v_vigente public.suscripciones;
  v_ultima public.suscripciones;
begin
  select * into v_cuenta from public.usuarios_meta where id = p_usuario for no key update;
  select * into v_vigente from public.suscripciones
  where user_id = p_usuario and estado <> 'terminada' and pagado_hasta > now()
  order by pagado_hasta desc, id limit 1;

  if v_vigente.id is null then
    update public.usuarios_meta set club = false, subscription_id = null where id = p_usuario;
    update public.adquisiciones set revocada_at = now(), revocada_motivo = 'fin_club'
    where user_id = p_usuario and origen = 'club' and revocada_at is null;
    if v_cuenta.club and v_cuenta.borrada_at is null then
      select * into v_ultima from public.suscripciones where user_id = p_usuario order by pagado_hasta desc, id limit 1;
      insert into public.correos (clave, user_id, plantilla, datos)
      values ('club_fin:' || v_ultima.referencia || ':' || extract(epoch from v_ultima.pagado_hasta)::bigint, p_usuario,
        'club_fin', jsonb_build_object('plan', v_ultima.plan, 'hasta', v_ultima.pagado_hasta))
      on conflict (clave) do nothing;
    end if;
    return;
  end if;

  update public.usuarios_meta set club = true, subscription_id = v_vigente.referencia where id = p_usuario;
  update public.adquisiciones a set revocada_at = null, revocada_motivo = null
  where a.user_id = p_usuario and a.origen = 'club' and a.revocada_motivo = 'fin_club' and not public.hay_otra_vigente(a);
  perform public.conceder_uncoins_club(p_usuario);
end
$function$;

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
      and not public.hay_otra_vigente(o)
    order by o.user_id, o.producto_id, o.edicion_id, o.origen, o.created_at, o.id);
$function$;

CREATE OR REPLACE FUNCTION public.hay_otra_vigente (
  p_pedido public.adquisiciones
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_pedido.bundle_id is null and exists (
    select from public.adquisiciones
    where user_id = p_pedido.user_id and producto_id = p_pedido.producto_id and origen = p_pedido.origen
      and edicion_id is not distinct from p_pedido.edicion_id and revocada_at is null and bundle_id is null
  );
$function$;

REVOKE ALL ON FUNCTION "public"."hay_otra_vigente"(public.adquisiciones) FROM PUBLIC, "anon", "authenticated", "service_role";

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
  perform public.ajustar_pago(v_pago, v_devuelto,
    case when v_estado is null then v_pago.total_centimos - v_devuelto else 0 end);
  return v_pago;
end
$function$;
