-- A creator's sales: price and its reasons, share, holding period, reversals. A sale is a row that the ledger booked as
-- one, so the sums equal the balance. Buyers are anonymous.

create index movimientos_ingresos_ventas_idx on public.movimientos_ingresos (usuario_id, created_at desc, id desc)
  include (centimos) where clave like 'venta:%';
create index movimientos_ingresos_ventas_dia_idx on public.movimientos_ingresos (created_at) where clave like 'venta:%';

-- The sales of a creator, newest first, filtered by order, product, state, discount (`oferta`, `club`, `cupon`,
-- `ninguno`), days in Spain (inclusive), and cursor. An order of a bundle has its part of each line, in proportion to
-- its price.
create function privado.ventas_de(
  p_usuario uuid, p_pedido uuid, p_producto uuid, p_estado text, p_descuento text, p_desde date, p_hasta date,
  p_antes_at timestamptz, p_antes bigint, p_limite integer
) returns table (
  id bigint, created_at timestamptz, pedido uuid, producto_id uuid, nombre text, nombre_en text, slug text,
  edicion text, paquete text, regalo boolean, metodo text, precio_centimos integer, oferta_centimos integer,
  club_centimos integer, cupon_centimos integer, recargo_centimos integer, pagado_centimos integer,
  porcentaje integer, parte_centimos integer, neto_centimos integer, libre_at timestamptz, estado text,
  parte_entera_centimos integer, mejora_centimos integer, edicion_en text, paquete_en text, disputa_centimos integer
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  return query
    select v.id, v.created_at, v.pedido, v.producto_id, v.nombre, v.nombre_en, v.slug, v.edicion, v.paquete, v.regalo,
      v.metodo, v.pagado - v.oferta - v.mejora - v.club - v.cupon - v.recargo, v.oferta, v.club, v.cupon, v.recargo, v.pagado,
      v.porcentaje, v.parte, v.neto, v.libre_at, v.estado,
      -- Before a coupon of the creator's own took its part (`ingreso_de`).
      case when v.regalado > 0 then privado.parte_porcentual(v.pagado + v.regalado, v.porcentaje) else v.parte end,
      v.mejora, v.edicion_en, v.paquete_en, v.disputa
    from (
      select m.id, m.created_at, a.id as pedido, a.producto_id, coalesce(p.nombre, g.presupuesto ->> 'nombre') as nombre,
        p.nombre_en, privado.slug_de_pagina(p) as slug, e.nombre as edicion, e.nombre_en as edicion_en, b.nombre as paquete, b.nombre_en as paquete_en,
        a.origen = 'regalo' as regalo, g.metodo,
        l.oferta, l.mejora, l.club, l.cupon, l.recargo, x.pagado, n.disputa,
        (g.presupuesto #>> '{interno,ingresos_porcentaje}')::integer as porcentaje, m.centimos as parte, n.neto,
        coalesce((g.presupuesto #>> '{interno,cupon_creador_centimos}')::integer, 0) as regalado,
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
      cross join (select make_interval(days => dias_retencion) as espera from public.configuracion_global c where c.id = 1) t
      cross join lateral (select round(a.precio_pagado * 100)::integer as pagado) x
      cross join lateral (
        select coalesce(sum(c.parte) filter (where c.concepto in ('oferta', 'pack')), 0)::integer as oferta,
          coalesce(sum(c.parte) filter (where c.concepto = 'mejora'), 0)::integer as mejora,
          coalesce(sum(c.parte) filter (where c.concepto = 'club'), 0)::integer as club,
          coalesce(sum(c.parte) filter (where c.concepto = 'cupon'), 0)::integer as cupon,
          coalesce(sum(c.parte) filter (where c.concepto = 'recargo_paypal'), 0)::integer as recargo
        from (
          select i ->> 'concepto' as concepto,
            round((i ->> 'centimos')::numeric * x.pagado / nullif(g.total_centimos, 0)) as parte
          from privado.lista_json(g.presupuesto -> 'lineas') i
        ) c
      ) l
      cross join lateral (
        select sum(s.centimos)::integer as neto,
          coalesce(sum(s.centimos) filter (where s.clave ~ '^(disputa|ganada):'), 0)::integer as disputa
        from public.movimientos_ingresos s
        where s.adquisicion_id = a.id and s.usuario_id = m.usuario_id
      ) n
      where m.usuario_id = p_usuario and m.clave like 'venta:%'
        and (p_pedido is null or a.id = p_pedido) and (p_producto is null or a.producto_id = p_producto)
        and m.created_at >= coalesce(privado.inicio_del_dia(p_desde), '-infinity')
        and m.created_at < coalesce(privado.inicio_del_dia(p_hasta + 1), 'infinity')
        and (p_antes_at is null or (m.created_at, m.id) < (p_antes_at, p_antes))
        -- Indexable conditions of these states, so that few of many sales are found without computing all.
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
end
$$;

-- One page of the signed-in creator's sales, up to 1,000.
create function public.mis_ventas(
  p_producto uuid default null, p_estado text default null, p_descuento text default null, p_desde date default null,
  p_hasta date default null, p_antes_at timestamptz default null, p_antes bigint default null,
  p_limite integer default 50
) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'ventas', coalesce(jsonb_agg(to_jsonb(v) order by v.created_at desc, v.id desc), '[]'))
  from privado.ventas_de(privado.persona_completa(), null, p_producto, p_estado, p_descuento, p_desde, p_hasta,
    p_antes_at, p_antes, least(greatest(coalesce(p_limite, 50), 1), 1000)) v;
$$;
grant execute on function public.mis_ventas(uuid, text, text, date, date, timestamptz, bigint, integer) to authenticated;

-- The totals of these sales. Without state and discount nothing is computed per sale.
create function public.mis_ventas_totales(
  p_producto uuid default null, p_estado text default null, p_descuento text default null, p_desde date default null,
  p_hasta date default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
declare
  v_creador uuid := privado.persona_completa();
  v_ventas bigint;
  v_pagado bigint;
  v_parte bigint;
  v_neto bigint;
begin
  if p_estado is not null or p_descuento is not null then
    select count(*), sum(v.pagado_centimos), sum(v.parte_centimos), sum(v.neto_centimos)
    into v_ventas, v_pagado, v_parte, v_neto
    from privado.ventas_de(v_creador, null, p_producto, p_estado, p_descuento, p_desde, p_hasta, null, null, null) v;
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
      and m.created_at >= coalesce(privado.inicio_del_dia(p_desde), '-infinity')
      and m.created_at < coalesce(privado.inicio_del_dia(p_hasta + 1), 'infinity');
  end if;
  return jsonb_build_object('ok', true, 'ventas', v_ventas, 'pagado_centimos', coalesce(v_pagado, 0),
    'parte_centimos', coalesce(v_parte, 0), 'neto_centimos', coalesce(v_neto, 0));
end
$$;
grant execute on function public.mis_ventas_totales(uuid, text, text, date, date) to authenticated;

-- One sale, with its movements and the reasons of reversals.
create function public.mi_venta(p_pedido uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('ok', true, 'venta', to_jsonb(v),
      'procedencia', (
        select jsonb_build_object('fuente', s.fuente, 'etiqueta', s.etiqueta)
        from public.procedencias_pago s where s.pago_id = a.pago_id),
      'movimientos', (
        select jsonb_agg(jsonb_build_object('id', m.id, 'centimos', m.centimos,
          'concepto', privado.concepto_dicho(m.concepto, m.clave),
          'created_at', m.created_at) order by m.id)
        from public.movimientos_ingresos m where m.adquisicion_id = v.pedido and m.usuario_id = privado.persona_completa()),
      'devoluciones', coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'hecho_at', r.hecho_at, 'motivo', r.motivo) order by r.hecho_at, r.id)
        from public.reembolsos r where r.pago_id = a.pago_id and r.estado = 'hecho'), '[]'),
      'disputas', coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'fase', d.fase, 'abierta_at', d.abierta_at) order by d.abierta_at, d.id)
        from public.disputas d where d.pago_id = a.pago_id and d.fase <> 'consulta'), '[]'))
    from privado.ventas_de(privado.persona_completa(), p_pedido, null, null, null, null, null, null, null, 1) v
    join public.adquisiciones a on a.id = v.pedido
  ), privado.rechazo('no_existe'));
$$;
grant execute on function public.mi_venta(uuid) to authenticated;
