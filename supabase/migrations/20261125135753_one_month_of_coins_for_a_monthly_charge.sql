-- Made from supabase/schemas by `npm run db:migration one_month_of_coins_for_a_monthly_charge`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.meses_club_por_dar (
  p_usuario uuid
)
  RETURNS TABLE (
    user_id  uuid,
    mes      text,
    cargo_id uuid
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select c.user_id, mes.nombre, c.id
  from public.cargos_club c
  join public.suscripciones s on s.id = c.suscripcion_id
  join public.usuarios_meta u on u.id = c.user_id and u.club
  -- A charge of one month has one: of 28 February to 31 March, too, which holds a 28th twice.
  cross join generate_series(0, case c.plan when 'yearly' then 11 else 0 end) n
  cross join lateral (select c.periodo_inicio at time zone 'UTC' + make_interval(months => n) as inicio) fecha
  cross join lateral (select to_char(fecha.inicio, 'YYYY-MM') as nombre) mes
  where (p_usuario is null or c.user_id = p_usuario) and c.estado in ('pagado', 'parcial')
    and s.estado <> 'terminada' and s.pagado_hasta > now() and c.periodo_fin > now()
    and fecha.inicio at time zone 'UTC' <= now() and fecha.inicio at time zone 'UTC' < c.periodo_fin
    and not exists (
      select from public.movimientos_uncoins m left join public.cargos_club otro on otro.id = m.cargo_club_id
      where m.user_id = c.user_id and m.concepto = 'club'
        and m.clave in ('club:' || c.user_id || ':' || mes.nombre,
          'club:' || c.user_id || ':' || mes.nombre || ':' || otro.id)
        and (otro.id is null or otro.id = c.id or otro.estado <> 'reembolsado'));
$function$;

update public.comprobaciones set consulta = '
  select m.id, m.user_id, m.clave from public.movimientos_uncoins m
  cross join lateral (select to_timestamp(
    substring(m.clave from ''^club:[0-9a-f-]{36}:([0-9]{4}-[0-9]{2})(?::|$)'') || ''-01 +00'', ''YYYY-MM-DD TZH'') as mes) x
  where m.concepto = ''club'' and m.cantidad > 0 and x.mes is not null
    and not exists (select from public.cargos_club c where c.id = m.cargo_club_id and c.user_id = m.user_id
      and c.periodo_inicio < x.mes + interval ''32 days'' and c.periodo_fin > x.mes)
    -- Coins of before the charges were written down.
    and (m.cargo_club_id is not null or (
      not exists (select from public.suscripciones s where s.user_id = m.user_id
        and s.periodo_inicio < x.mes + interval ''32 days'' and s.pagado_hasta > x.mes)
      and not exists (select from public.suscripciones_historial h join public.suscripciones s on s.id = h.suscripcion_id
        where s.user_id = m.user_id and h.estado in (''activa'', ''cancelada_al_final'')
          and h.periodo_inicio < x.mes + interval ''32 days'' and h.periodo_fin > x.mes)))'
where nombre = 'uncoins_del_club';
