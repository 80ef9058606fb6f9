-- Made from supabase/schemas by `npm run db:migration sums_of_sales_have_one_type`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.mis_ventas_totales (
  p_producto  uuid DEFAULT NULL::uuid,
  p_estado    text DEFAULT NULL::text,
  p_descuento text DEFAULT NULL::text,
  p_desde     date DEFAULT NULL::date,
  p_hasta     date DEFAULT NULL::date
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  SET jit TO 'off'
  AS $function$
declare
  v_creador uuid := public.persona_completa();
  v_ventas bigint;
  v_pagado bigint;
  v_parte bigint;
  v_neto bigint;
begin
  if p_estado is not null or p_descuento is not null then
    select count(*), sum(v.pagado_centimos), sum(v.parte_centimos), sum(v.neto_centimos)
    into v_ventas, v_pagado, v_parte, v_neto
    from public.ventas_de(v_creador, null, p_producto, p_estado, p_descuento, p_desde, p_hasta, null, null, null) v;
  else
    select count(*), sum(round(a.precio_pagado * 100)), sum(m.centimos), sum(m.centimos + coalesce(o.centimos, 0))
    into v_ventas, v_pagado, v_parte, v_neto
    from public.movimientos_ingresos m
    join public.adquisiciones a on a.id = m.adquisicion_id
    left join (
      select s.adquisicion_id, sum(s.centimos) as centimos from public.movimientos_ingresos s
      where s.usuario_id = v_creador and s.clave not like 'venta:%' group by s.adquisicion_id
    ) o on o.adquisicion_id = m.adquisicion_id
    where m.usuario_id = v_creador and m.clave like 'venta:%' and a.pago_id is not null
      and (p_producto is null or a.producto_id = p_producto)
      and m.created_at >= coalesce(public.inicio_del_dia(p_desde), '-infinity')
      and m.created_at < coalesce(public.inicio_del_dia(p_hasta + 1), 'infinity');
  end if;
  return jsonb_build_object('ok', true, 'ventas', v_ventas, 'pagado_centimos', coalesce(v_pagado, 0),
    'parte_centimos', coalesce(v_parte, 0), 'neto_centimos', coalesce(v_neto, 0));
end
$function$;
