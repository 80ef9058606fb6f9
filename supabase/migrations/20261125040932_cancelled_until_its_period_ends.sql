-- Made from supabase/schemas by `npm run db:migration cancelled_until_its_period_ends`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.avisar_de_cargo_club (
  p_antes public.cargos_club,
  p_ahora public.cargos_club
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_datos jsonb := jsonb_build_object('usuario', p_ahora.user_id, 'factura', p_ahora.factura_proveedor,
    'centimos', p_ahora.centimos, 'devuelto', p_ahora.devuelto_centimos);
begin
  if p_ahora.devuelto_centimos < coalesce(p_antes.devuelto_centimos, 0) then
    perform public.abrir_caso('club_reembolso_fallido',
      'club_reembolso_fallido:' || p_ahora.factura_proveedor || ':' || p_ahora.devuelto_centimos, null, v_datos);
  end if;
  if p_ahora.estado is not distinct from p_antes.estado
    and p_ahora.devuelto_centimos is not distinct from p_antes.devuelto_centimos then
    return;
  end if;
  if p_antes.pagado_at is null and p_ahora.estado in ('pagado', 'parcial') and exists (
    select from public.suscripciones
    where id = p_ahora.suscripcion_id and estado = 'terminada' and terminada_at < p_ahora.pagado_at
  ) then
    perform public.abrir_caso('club_pagado_tras_terminar', 'club_pagado_tras_terminar:' || p_ahora.factura_proveedor, null,
      v_datos);
  end if;
  if p_ahora.estado = 'en_disputa' then
    perform public.abrir_caso('club_en_disputa', 'club_en_disputa:' || p_ahora.factura_proveedor, null, v_datos);
  elsif p_ahora.estado = 'parcial' then
    perform public.abrir_caso('club_reembolso_parcial',
      'club_reembolso_parcial:' || p_ahora.factura_proveedor || ':' || p_ahora.devuelto_centimos, null, v_datos);
  elsif p_ahora.estado = 'reembolsado' and not exists (
    select from public.cancelaciones_club where suscripcion_id = p_ahora.suscripcion_id and reembolsar
  ) then
    perform public.abrir_caso('club_devuelto', 'club_devuelto:' || p_ahora.factura_proveedor, null,
      v_datos || jsonb_build_object('perdido', p_ahora.perdido));
  end if;
end
$function$;

CREATE OR REPLACE FUNCTION public.terminar_clubs_vencidos (
  p_sin_respuesta text[] DEFAULT '{}'::text[]
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_usuario uuid;
  v_terminados integer := 0;
begin
  for v_usuario in
    select distinct s.user_id from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
    where s.pagado_hasta <= now() and not public.suscripcion_vigente(s)
      and (s.estado = 'terminada' or s.referencia <> all (p_sin_respuesta))
      and ((s.estado = 'cancelada_al_final' and s.periodo_fin <= now()) or (u.club and s.referencia = u.subscription_id))
    order by s.user_id
  loop
    perform 1 from public.usuarios_meta where id = v_usuario for no key update;
    with terminadas as (
      update public.suscripciones set estado = 'terminada', visto_at = greatest(visto_at, pagado_hasta),
        terminada_at = coalesce(terminada_at, pagado_hasta)
      where user_id = v_usuario and estado = 'cancelada_al_final' and pagado_hasta <= now() and periodo_fin <= now()
        and referencia <> all (p_sin_respuesta)
      returning *
    )
    insert into public.suscripciones_historial (suscripcion_id, estado, periodo_inicio, periodo_fin, visto_at)
    select id, estado, periodo_inicio, periodo_fin, visto_at from terminadas;
    perform public.ajustar_club(v_usuario);
    v_terminados := v_terminados + 1;
  end loop;
  return v_terminados;
end
$function$;
