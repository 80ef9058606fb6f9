-- Savings of members and of others, the first steps of a member, and the reminder before a yearly renewal.

-- The price of a payment with a Club discount in percent, in cents: by the rules of the quote, from the lines that the
-- buyer saw. Null if these lines do not suffice.
create function privado.total_con_club(p_pago public.pagos, p_club integer) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  v_lineas jsonb := (select jsonb_object_agg(l ->> 'concepto', l) from jsonb_array_elements(p_pago.presupuesto -> 'lineas') l);
  v_cupon public.codigos_cupones;
  v_base integer := (v_lineas #>> '{base,centimos}')::integer;
  v_recargo integer := coalesce((v_lineas #>> '{recargo_paypal,porcentaje}')::integer, 0);
  v_total integer;
begin
  if v_lineas ? 'partes' then
    v_total := privado.parte_porcentual((v_lineas #>> '{partes,centimos}')::integer
      + coalesce((v_lineas #>> '{pack,centimos}')::integer, 0), 100 - p_club);
    return v_total + privado.parte_porcentual(v_total, v_recargo);
  end if;
  if v_lineas ? 'cupon' then
    select * into v_cupon from public.codigos_cupones where id = p_pago.cupon_id;
    if v_cupon.id is null then return null; end if;
  end if;
  return (privado.calcular_presupuesto(v_base / 100.0,
    (v_base + (v_lineas #>> '{oferta,centimos}')::integer) / 100.0, p_club, coalesce(v_cupon.percent_discount, 0), v_recargo,
    v_cupon.descuento_centimos,
    case when v_cupon.creador_id is null then 100
      else (p_pago.presupuesto #>> '{interno,ingresos_porcentaje}')::integer end,
    case when v_lineas ? 'mejora' then jsonb_build_object('centimos', -(v_lineas #>> '{mejora,centimos}')::integer) end,
    privado.resto_de_cupon(v_cupon))
    ->> 'total_centimos')::integer;
end
$$;

-- The savings of the signed-in person by the Club in the last twelve months, what they would have saved on their
-- purchases without it, and the progress of a new member. Counts only euros that were paid and kept; a purchase whose
-- lines do not add up to its total is left out. Amounts in cents.
create function public.mi_ahorro_club() returns jsonb
language sql stable security definer set search_path = '' as $$
  with pagados as (
    select p as pago, t.club_descuento_porcentaje as porcentaje,
      coalesce((select (l ->> 'porcentaje')::integer from jsonb_array_elements(p.presupuesto -> 'lineas') l
        where l ->> 'concepto' = 'club'), 0) as usado
    from public.pagos p cross join public.configuracion_global t
    where p.user_id = (select privado.persona_completa()) and p.estado = 'entregado'
      and p.proveedor in ('stripe', 'paypal') and p.total_centimos > 0 and p.pagado_at > now() - interval '12 months'
      and not coalesce((p.presupuesto ->> 'es_recarga')::boolean, false)
  ), comparados as (
    select usado > 0 as es_del_club, case when usado > 0 then privado.total_con_club(pago, 0) - (pago).total_centimos
      else (pago).total_centimos - privado.total_con_club(pago, porcentaje) end as centimos
    from pagados where privado.total_con_club(pago, usado) = (pago).total_centimos
  ), suscrito as (
    select min(created_at) as desde from public.suscripciones
    where user_id = (select privado.persona_completa()) and estado <> 'terminada'
  )
  select jsonb_build_object(
    'ahorrado', coalesce(sum(centimos) filter (where es_del_club), 0),
    'compras_ahorradas', count(*) filter (where es_del_club and centimos > 0),
    'posible', coalesce(sum(centimos) filter (where not es_del_club), 0),
    'compras_posibles', count(*) filter (where not es_del_club and centimos > 0),
    'reclamados', (select count(*) from public.adquisiciones a
      where a.user_id = (select privado.persona_completa()) and a.origen = 'club'),
    'desde', (select desde from suscrito))
  from comparados;
$$;
grant execute on function public.mi_ahorro_club() to authenticated;

-- Writes to yearly members fifteen days before their next charge, once per period and amount: a member who changes the
-- plan afterwards is informed of the new amount (docs/club.md, "Renewals").
create function public.avisar_renovaciones_club() returns integer
language sql volatile security definer set search_path = '' as $$
  with escritos as (
    insert into public.correos (clave, user_id, plantilla, datos, caduca_at)
    select 'club_renovacion:' || s.referencia || ':' || to_char(s.periodo_fin at time zone 'UTC', 'YYYY-MM-DD')
        || ':' || cuota.centimos, s.user_id, 'club_renovacion',
      jsonb_build_object('plan', coalesce(s.proximo_plan, s.plan), 'hasta', s.periodo_fin, 'centimos', cuota.centimos),
      s.periodo_fin
    from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
    cross join lateral (select coalesce(s.proximo_centimos, s.precio_centimos, privado.precio_club(s.plan)) as centimos) cuota
    where s.plan = 'yearly' and s.estado = 'activa' and u.borrada_at is null
      and s.periodo_fin > now() and s.periodo_fin <= now() + interval '15 days'
      and not exists (select from public.cancelaciones_club c
        where c.suscripcion_id = s.id and c.estado = 'pendiente')
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from escritos;
$$;
grant execute on function public.avisar_renovaciones_club() to service_role;
