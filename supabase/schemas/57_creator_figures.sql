-- What a creator looks at: views, orders and revenue, by product and by day.

-- The last days of the signed-in creator: each product with its figures, and each day.
create function public.mi_panel(p_dias integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with desde as (
    select current_date - (least(greatest(coalesce(p_dias, 30), 1), 365) - 1) as dia
  ), suyos as (
    select id, slug, nombre, nombre_en, status, visitas, precio, portada_url, portada_blur, created_at
    from public.productos where usuario_id = public.persona_completa() and not oculto
  ), pedidos as (
    select s.id, count(a.id) filter (where a.revocada_at is null)::integer as total,
      count(a.id) filter (where a.revocada_at is null and a.created_at >= (select dia from desde))::integer as recientes
    from suyos s left join public.adquisiciones a on a.producto_id = s.id group by s.id
  ), ingresos as (
    select a.producto_id as id, sum(m.centimos)::integer as total,
      sum(m.centimos) filter (where m.created_at >= (select dia from desde))::integer as recientes
    from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id
    where m.usuario_id = public.persona_completa() group by a.producto_id
  ), vistas as (
    select v.producto_id as id, count(*)::integer as recientes from public.visitas_producto v
    where v.producto_id in (select id from suyos) and v.dia >= (select dia from desde) group by v.producto_id
  ), dias as (
    select d::date as dia from generate_series((select dia from desde), current_date, interval '1 day') d
  ), vistas_dia as (
    select v.dia, count(*)::integer as n from public.visitas_producto v
    where v.producto_id in (select id from suyos) and v.dia >= (select dia from desde) group by v.dia
  ), pedidos_dia as (
    select a.created_at::date as dia, count(*)::integer as n from public.adquisiciones a
    where a.producto_id in (select id from suyos) and a.revocada_at is null and a.created_at >= (select dia from desde)
    group by 1
  ), ingresos_dia as (
    select m.created_at::date as dia, sum(m.centimos)::integer as n from public.movimientos_ingresos m
    where m.usuario_id = public.persona_completa() and m.adquisicion_id is not null and m.created_at >= (select dia from desde)
    group by 1
  )
  select jsonb_build_object(
    'ok', true,
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'slug', s.slug, 'nombre', s.nombre, 'nombre_en', s.nombre_en,
        'status', s.status, 'portada_url', s.portada_url, 'portada_blur', s.portada_blur,
        'visitas', s.visitas, 'pedidos', p.total, 'ingresos_centimos', coalesce(i.total, 0),
        'visitas_recientes', coalesce(v.recientes, 0), 'pedidos_recientes', p.recientes,
        'ingresos_recientes_centimos', coalesce(i.recientes, 0),
        'cambios_en_revision', s.status = 'approved' and exists (
          select from public.revisiones_producto r where r.producto_id = s.id and r.estado = 'pendiente'))
        order by s.created_at desc)
      from suyos s join pedidos p on p.id = s.id left join ingresos i on i.id = s.id left join vistas v on v.id = s.id
    ), '[]'),
    'dias', (
      select jsonb_agg(jsonb_build_object('dia', d.dia, 'visitas', coalesce(v.n, 0), 'pedidos', coalesce(p.n, 0),
        'ingresos_centimos', coalesce(i.n, 0)) order by d.dia)
      from dias d left join vistas_dia v on v.dia = d.dia left join pedidos_dia p on p.dia = d.dia
        left join ingresos_dia i on i.dia = d.dia));
$$;
grant execute on function public.mi_panel(integer) to authenticated;
