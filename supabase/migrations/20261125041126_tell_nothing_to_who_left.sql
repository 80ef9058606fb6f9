-- Made from supabase/schemas by `npm run db:migration tell_nothing_to_who_left`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.avisar_regalo (
  p_pago uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_regalo public.regalos;
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  select * into v_regalo from public.regalos where pago_id = p_pago and user_id = auth.uid();
  if v_regalo.pago_id is null then return public.rechazo('no_existe'); end if;
  if v_regalo.entregado_at is null or v_regalo.abierto_at is not null
    or not exists (select from public.adquisiciones where pago_id = p_pago and revocada_at is null)
    or exists (select from public.usuarios_meta where id = v_regalo.destinatario_id and borrada_at is not null)
  then return public.rechazo('no_se_puede_avisar'); end if;
  if v_regalo.entregado_at > now() - interval '1 day'
    or not public.contar_intento('aviso_regalo', p_pago::text, 1, '1 day') then
    return public.rechazo('aviso_reciente');
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('regalo:' || p_pago || ':' || to_char(clock_timestamp(), 'YYYYMMDDHH24MISS'), v_regalo.destinatario_id, 'regalo',
    jsonb_build_object('pago_id', p_pago))
  on conflict (clave) do nothing;
  return jsonb_build_object('ok', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.avisar_reservas()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with nuevos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'reserva:' || a.id, a.user_id, 'reserva', jsonb_build_object('pedido_id', a.id)
    from public.adquisiciones a
    join public.usuarios_meta u on u.id = a.user_id and u.borrada_at is null
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.es_reserva and a.revocada_at is null and p.descargable
      and coalesce(e.fecha_lanzamiento, p.fecha_lanzamiento) <= public.hoy()
      and not public.espera_lanzamiento(p, e)
      and not exists (select from public.correos c where c.clave = 'reserva:' || a.id)
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from nuevos;
$function$;

CREATE OR REPLACE FUNCTION public.callar_a_quien_se_fue()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_borrada timestamptz;
begin
  select borrada_at into v_borrada from public.usuarios_meta where id = new.user_id for key share;
  return case when v_borrada is null then new end;
end
$function$;

REVOKE ALL ON FUNCTION "public"."callar_a_quien_se_fue"() FROM PUBLIC, "anon", "authenticated", "service_role";

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

CREATE OR REPLACE FUNCTION public.mi_regalo (
  p_pago uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.describir_regalo(r, p) || jsonb_build_object(
    'mio', r.destinatario_id = public.persona_completa(),
    'se_puede_avisar', public.estado_regalo(r, p) = 'entregado' and r.entregado_at <= now() - interval '1 day'
      and exists (select from public.usuarios_meta u where u.id = r.destinatario_id and u.borrada_at is null),
    'pide_nombre', exists (select from public.adquisiciones a where a.pago_id = p.id and a.minecraft_name is null),
    'pedidos', case when r.destinatario_id = public.persona_completa() then coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'nombre', x.nombre, 'nombre_en', x.nombre_en,
        'minecraft_name', a.minecraft_name, 'descarga', public.estado_descarga(a.id),
        'fecha_lanzamiento', x.fecha_lanzamiento) order by a.created_at, a.id)
      from public.adquisiciones a left join public.productos x on x.id = a.producto_id where a.pago_id = p.id), '[]')
      else '[]' end)
  from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.pago_id = p_pago and (
    (r.user_id = public.persona_completa() and p.entregado_at is not null)
    or (r.destinatario_id = public.persona_completa() and r.entregado_at is not null));
$function$;

CREATE TRIGGER callar_a_quien_se_fue
  BEFORE INSERT ON public.correos
  FOR EACH ROW
  EXECUTE FUNCTION public.callar_a_quien_se_fue();

CREATE TRIGGER callar_a_quien_se_fue
  BEFORE INSERT ON public.notificaciones
  FOR EACH ROW
  EXECUTE FUNCTION public.callar_a_quien_se_fue();
