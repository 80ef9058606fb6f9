-- Made from supabase/schemas by `npm run db:migration a_renewal_waits_for_its_charge`.

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
  select * into v_vigente from public.suscripciones s
  where s.user_id = p_usuario and public.suscripcion_vigente(s)
  order by s.pagado_hasta desc, s.id limit 1;

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

CREATE OR REPLACE FUNCTION public.aplicar_suscripcion (
  p_usuario        uuid,
  p_referencia     text,
  p_plan           text,
  p_estado         text,
  p_periodo_inicio timestamp with time zone,
  p_periodo_fin    timestamp with time zone,
  p_visto_at       timestamp with time zone,
  p_cargos         jsonb                    DEFAULT '[]'::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_cuenta public.usuarios_meta;
  v_antes public.suscripciones;
  v_ahora public.suscripciones;
  v_plantilla text;
  v_vieja boolean;
begin
  if p_plan is null or p_plan not in ('monthly', 'yearly') then return public.rechazo('plan_no_valido'); end if;
  if p_estado is null or p_estado not in ('activa', 'impagada', 'cancelada_al_final', 'terminada') then
    return public.rechazo('estado_no_valido');
  end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario for no key update;
  if v_cuenta.id is null then return public.rechazo('usuario_no_existe'); end if;

  select * into v_antes from public.suscripciones
  where proveedor = 'stripe' and referencia = p_referencia for no key update;
  if v_antes.user_id <> p_usuario then
    perform public.abrir_caso('suscripcion_ajena', 'suscripcion:' || p_referencia, null,
      jsonb_build_object('usuario', p_usuario, 'duenio', v_antes.user_id));
    return public.rechazo('suscripcion_ajena');
  end if;
  v_vieja := v_antes.id is not null
    and (v_antes.visto_at > p_visto_at or (v_antes.estado = 'terminada' and p_estado <> 'terminada'));

  if v_vieja then
    v_ahora := v_antes;
  else
    insert into public.suscripciones as s
      (user_id, referencia, plan, estado, periodo_inicio, periodo_fin, pagado_hasta, visto_at, terminada_at)
    values (p_usuario, p_referencia, p_plan, p_estado, p_periodo_inicio, p_periodo_fin, p_periodo_inicio, p_visto_at,
      case when p_estado = 'terminada' then p_visto_at end)
    on conflict (proveedor, referencia) do update set plan = excluded.plan, estado = excluded.estado,
      periodo_inicio = excluded.periodo_inicio, periodo_fin = excluded.periodo_fin, visto_at = excluded.visto_at,
      terminada_at = coalesce(s.terminada_at, excluded.terminada_at)
    returning * into v_ahora;
  end if;
  perform public.anotar_cargos_club(v_ahora, p_cargos, p_visto_at);
  update public.suscripciones set pagado_hasta = public.fin_de_lo_pagado(v_ahora), cargos_vistos_at = p_visto_at
  where id = v_ahora.id returning * into v_ahora;

  if not v_vieja and (v_antes.estado, v_antes.periodo_fin) is distinct from (v_ahora.estado, v_ahora.periodo_fin) then
    insert into public.suscripciones_historial (suscripcion_id, estado, periodo_inicio, periodo_fin, visto_at)
    values (v_ahora.id, p_estado, p_periodo_inicio, p_periodo_fin, p_visto_at);
  end if;
  if not v_vieja and v_antes.estado is distinct from p_estado and v_cuenta.borrada_at is null then
    v_plantilla := case p_estado when 'impagada' then 'club_impago' when 'cancelada_al_final' then 'club_cancelado'
      when 'activa' then case when v_antes.id is null then 'club_inicio' end end;
    if v_plantilla is not null then
      insert into public.correos (clave, user_id, plantilla, datos)
      values (v_plantilla || ':' || p_referencia || ':' || extract(epoch from p_visto_at), p_usuario, v_plantilla,
        jsonb_build_object('plan', p_plan, 'hasta', v_ahora.pagado_hasta))
      on conflict (clave) do nothing;
    end if;
  end if;
  -- Two pages were paid: the one that was there first stays, the other one ends and its money goes back.
  if p_estado <> 'terminada' and v_antes.id is null and exists (
    select from public.suscripciones s
    where s.user_id = p_usuario and s.id <> v_ahora.id and public.suscripcion_vigente(s)
  ) then
    perform public.abrir_caso('club_pagado_dos_veces', 'club_doble:' || p_referencia, null,
      jsonb_build_object('usuario', p_usuario, 'referencia', p_referencia));
    perform public.pedir_cancelacion_club(v_ahora.id, 'ahora', 'duplicada', true);
  end if;
  perform public.ajustar_club(p_usuario);
  perform public.revisar_cancelaciones_club(p_usuario);
  return jsonb_build_object('ok', true, 'aplicada', not v_vieja, 'estado', v_ahora.estado,
    'por_cancelar', exists (
      select from public.cancelaciones_club c join public.suscripciones s on s.id = c.suscripcion_id
      where s.user_id = p_usuario and c.estado = 'pendiente' and c.intentos = 0));
end
$function$;

CREATE OR REPLACE FUNCTION public.revisar_cancelaciones_club (
  p_usuario uuid
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_cuenta public.usuarios_meta;
  v_suscripcion public.suscripciones;
  v_devuelto public.cargos_club;
begin
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  -- What went back and came again has nothing to end any more.
  update public.cancelaciones_club c set estado = 'anulada', cerrada_at = now()
  from public.suscripciones s
  where s.id = c.suscripcion_id and s.user_id = p_usuario and c.estado = 'pendiente'
    and c.motivo in ('reembolso', 'disputa') and public.suscripcion_vigente(s);
  for v_suscripcion in
    select * from public.suscripciones where user_id = p_usuario and estado <> 'terminada' order by id
  loop
    select * into v_devuelto from public.cargos_club
    where suscripcion_id = v_suscripcion.id and estado = 'reembolsado' and periodo_fin > now()
    order by periodo_fin desc limit 1;
    if v_cuenta.borrada_at is not null then
      -- One that begins after that was paid for nothing.
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'cuenta_borrada',
        v_suscripcion.created_at > v_cuenta.borrada_at);
    elsif v_cuenta.banned_until = 'infinity' then
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'veto', v_suscripcion.created_at = now());
    elsif v_devuelto.id is not null and not public.suscripcion_vigente(v_suscripcion) then
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'ahora',
        case when v_devuelto.perdido then 'disputa' else 'reembolso' end);
    elsif v_cuenta.banned_until > now() and v_suscripcion.estado = 'impagada' then
      -- Nothing is paid, and nothing shall be collected.
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'veto');
    elsif v_cuenta.banned_until > now() and v_suscripcion.estado = 'activa' then
      perform public.pedir_cancelacion_club(v_suscripcion.id, 'al_final', 'veto');
    end if;
  end loop;
end
$function$;

CREATE OR REPLACE FUNCTION public.suscripcion_vigente (
  p_suscripcion public.suscripciones
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_suscripcion.estado <> 'terminada' and (p_suscripcion.pagado_hasta > now()
    or (p_suscripcion.pagado_hasta > now() - interval '1 day'
      and (p_suscripcion.estado = 'activa'
        or (p_suscripcion.estado = 'cancelada_al_final' and p_suscripcion.periodo_fin > now()))
      and exists (select from public.cargos_club c where c.suscripcion_id = p_suscripcion.id
        and c.estado in ('pagado', 'parcial') and c.periodo_fin = p_suscripcion.pagado_hasta)
      and not exists (select from public.cargos_club c where c.suscripcion_id = p_suscripcion.id
        and c.periodo_inicio >= p_suscripcion.pagado_hasta)));
$function$;

REVOKE ALL ON FUNCTION "public"."suscripcion_vigente"(public.suscripciones) FROM PUBLIC, "anon", "authenticated", "service_role";

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
      and (s.estado = 'cancelada_al_final' or (u.club and s.referencia = u.subscription_id))
    order by s.user_id
  loop
    perform 1 from public.usuarios_meta where id = v_usuario for no key update;
    with terminadas as (
      update public.suscripciones set estado = 'terminada', visto_at = greatest(visto_at, pagado_hasta),
        terminada_at = coalesce(terminada_at, pagado_hasta)
      where user_id = v_usuario and estado = 'cancelada_al_final' and pagado_hasta <= now()
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

update public.comprobaciones set consulta = '
  select u.id, u.club, s.hasta from public.usuarios_meta u
  cross join lateral (select max(x.pagado_hasta) as hasta, bool_or(public.suscripcion_vigente(x)) as vigente
    from public.suscripciones x where x.user_id = u.id and x.estado <> ''terminada'') s
  where (u.club and coalesce(s.hasta, ''-infinity'') < now() - interval ''2 days'') or (not u.club and s.vigente)'
where nombre = 'club_con_suscripcion';

update public.comprobaciones set consulta = '
  select s.user_id as id, count(*) as suscripciones from public.suscripciones s
  where public.suscripcion_vigente(s) and not exists (
    select from public.casos_admin c where c.tipo = ''club_pagado_dos_veces'' and c.datos ->> ''usuario'' = s.user_id::text)
  group by s.user_id having count(*) > 1'
where nombre = 'club_una_suscripcion';
