-- Made from supabase/schemas by `npm run db:migration ventas_rapidas`.

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
  v_totales record;
begin
  if p_estado is not null or p_descuento is not null then
    select count(*) as ventas, sum(v.pagado_centimos) as pagado, sum(v.parte_centimos) as parte,
      sum(v.neto_centimos) as neto
    into v_totales
    from public.ventas_de(v_creador, null, p_producto, p_estado, p_descuento, p_desde, p_hasta, null, null, null) v;
  else
    select count(*) as ventas, sum(round(a.precio_pagado * 100)) as pagado, sum(m.centimos) as parte,
      sum(m.centimos + coalesce(o.centimos, 0)) as neto
    into v_totales
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
  return jsonb_build_object('ok', true, 'ventas', v_totales.ventas, 'pagado_centimos', coalesce(v_totales.pagado, 0),
    'parte_centimos', coalesce(v_totales.parte, 0), 'neto_centimos', coalesce(v_totales.neto, 0));
end
$function$;

REVOKE ALL ON FUNCTION "public"."mis_ventas_totales"(uuid, text, text, date, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.ventas_de (
  p_usuario   uuid,
  p_pedido    uuid,
  p_producto  uuid,
  p_estado    text,
  p_descuento text,
  p_desde     date,
  p_hasta     date,
  p_antes_at  timestamp with time zone,
  p_antes     bigint,
  p_limite    integer
)
  RETURNS TABLE (
    id               bigint,
    created_at       timestamp with time zone,
    pedido           uuid,
    producto_id      uuid,
    nombre           text,
    nombre_en        text,
    slug             text,
    edicion          text,
    paquete          text,
    regalo           boolean,
    metodo           text,
    precio_centimos  integer,
    oferta_centimos  integer,
    club_centimos    integer,
    cupon_centimos   integer,
    recargo_centimos integer,
    pagado_centimos  integer,
    porcentaje       integer,
    parte_centimos   integer,
    neto_centimos    integer,
    libre_at         timestamp with time zone,
    estado           text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
  select v.id, v.created_at, v.pedido, v.producto_id, v.nombre, v.nombre_en, v.slug, v.edicion, v.paquete, v.regalo,
    v.metodo, v.pagado - v.oferta - v.club - v.cupon - v.recargo, v.oferta, v.club, v.cupon, v.recargo, v.pagado,
    v.porcentaje, v.parte, v.neto, v.libre_at, v.estado
  from (
    select m.id, m.created_at, a.id as pedido, a.producto_id, coalesce(p.nombre, g.presupuesto ->> 'nombre') as nombre,
      p.nombre_en, p.slug, e.nombre as edicion, b.nombre as paquete, a.origen = 'regalo' as regalo, g.metodo,
      l.oferta, l.club, l.cupon, l.recargo, x.pagado,
      (g.presupuesto #>> '{interno,ingresos_porcentaje}')::integer as porcentaje, m.centimos as parte, n.neto,
      a.created_at + t.espera as libre_at,
      case when g.estado = 'en_disputa' then 'en_disputa' when g.estado = 'reembolsado' then 'reembolsada'
        when n.neto < m.centimos then 'reembolsada_en_parte'
        when a.created_at > now() - t.espera then 'retenida' else 'disponible' end as estado
    from public.movimientos_ingresos m
    join public.adquisiciones a on a.id = m.adquisicion_id
    join public.pagos g on g.id = a.pago_id
    left join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    left join public.bundles b on b.id = a.bundle_id
    cross join (select make_interval(days => dias_retencion) as espera from public.configuracion_global where id = 1) t
    cross join lateral (select round(a.precio_pagado * 100)::integer as pagado) x
    cross join lateral (
      select coalesce(sum(c.parte) filter (where c.concepto = 'oferta'), 0)::integer as oferta,
        coalesce(sum(c.parte) filter (where c.concepto = 'club'), 0)::integer as club,
        coalesce(sum(c.parte) filter (where c.concepto = 'cupon'), 0)::integer as cupon,
        coalesce(sum(c.parte) filter (where c.concepto = 'recargo_paypal'), 0)::integer as recargo
      from (
        select i ->> 'concepto' as concepto,
          round((i ->> 'centimos')::numeric * x.pagado / nullif(g.total_centimos, 0)) as parte
        from public.lista_json(g.presupuesto -> 'lineas') i
      ) c
    ) l
    cross join lateral (
      select sum(s.centimos)::integer as neto from public.movimientos_ingresos s
      where s.adquisicion_id = a.id and s.usuario_id = m.usuario_id
    ) n
    where m.usuario_id = p_usuario and m.clave like 'venta:%'
      and (p_pedido is null or a.id = p_pedido) and (p_producto is null or a.producto_id = p_producto)
      and m.created_at >= coalesce(public.inicio_del_dia(p_desde), '-infinity')
      and m.created_at < coalesce(public.inicio_del_dia(p_hasta + 1), 'infinity')
      and (p_antes_at is null or (m.created_at, m.id) < (p_antes_at, p_antes))
      -- What these states need and an index knows, so that few sales of many are found without working out all of them.
      and (coalesce(p_estado, '') not in ('en_disputa', 'reembolsada', 'reembolsada_en_parte') or m.adquisicion_id in (
        select o.adquisicion_id from public.movimientos_ingresos o
        where o.usuario_id = p_usuario and o.clave not like 'venta:%'))
      and (coalesce(p_estado, '') <> 'retenida' or m.created_at > now() - t.espera)
      and (coalesce(p_estado, '') <> 'disponible' or a.created_at <= now() - t.espera)
  ) v
  where (p_estado is null or v.estado = p_estado)
    and case p_descuento when 'oferta' then v.oferta <> 0 when 'club' then v.club <> 0 when 'cupon' then v.cupon <> 0
      when 'ninguno' then v.oferta = 0 and v.club = 0 and v.cupon = 0 else true end
  order by v.created_at desc, v.id desc limit p_limite;
$function$;

GRANT EXECUTE ON FUNCTION "public"."mis_ventas_totales"(uuid, text, text, date, date) TO "authenticated";
