-- Made from supabase/schemas by `npm run db:migration coins_by_the_paid_period`.

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
  -- A charge of one month has one: of 28 February to 31 March, too, which holds a 28th twice. The plan is the one of the
  -- purchase, and an admin can give a member another price at Stripe.
  cross join generate_series(0, case when c.periodo_fin > c.periodo_inicio + interval '45 days' then 11 else 0 end) n
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
