-- What a creator looks at: views, orders and revenue by product and by day, where visitors came from, and reviews.
-- Days are days in Spain.

-- The last days of the signed-in creator: each product with its figures, and each day.
create function public.mi_panel(p_dias integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with desde as (
    select d.dia, public.inicio_del_dia(d.dia) as momento
    from (select public.hoy() - (least(greatest(coalesce(p_dias, 30), 1), 365) - 1) as dia) d
  ), suyos as (
    select id, slug, nombre, nombre_en, status, visitas, precio, portada_url, portada_blur, created_at
    from public.productos where usuario_id = public.persona_completa() and not oculto
  ), pedidos as (
    select s.id, count(a.id) filter (where a.revocada_at is null)::integer as total,
      count(a.id) filter (where a.revocada_at is null and a.created_at >= (select momento from desde))::integer as recientes
    from suyos s left join public.adquisiciones a on a.producto_id = s.id group by s.id
  ), ingresos as (
    select a.producto_id as id, sum(m.centimos)::integer as total,
      sum(m.centimos) filter (where m.created_at >= (select momento from desde))::integer as recientes
    from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id
    where m.usuario_id = public.persona_completa() group by a.producto_id
  ), vistas as (
    select v.producto_id as id, count(*)::integer as recientes from public.visitas_producto v
    where v.producto_id in (select id from suyos) and v.dia >= (select dia from desde) group by v.producto_id
  ), dias as (
    select d::date as dia from generate_series((select dia from desde)::timestamp, public.hoy()::timestamp, interval '1 day') d
  ), vistas_dia as (
    select v.dia, count(*)::integer as n from public.visitas_producto v
    where v.producto_id in (select id from suyos) and v.dia >= (select dia from desde) group by v.dia
  ), pedidos_dia as (
    select public.dia_de(a.created_at) as dia, count(*)::integer as n from public.adquisiciones a
    where a.producto_id in (select id from suyos) and a.revocada_at is null and a.created_at >= (select momento from desde)
    group by 1
  ), ingresos_dia as (
    select public.dia_de(m.created_at) as dia, sum(m.centimos)::integer as n from public.movimientos_ingresos m
    where m.usuario_id = public.persona_completa() and m.adquisicion_id is not null and m.created_at >= (select momento from desde)
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

-- Where the visitors of the last days came from, those that brought most first; null is directly, or not known.
create function public.mis_fuentes(p_dias integer) returns jsonb
language sql stable security definer set search_path = '' as $$
  with contadas as (
    select v.fuente, count(*)::integer as visitas
    from public.productos p join public.visitas_producto v on v.producto_id = p.id
    where p.usuario_id = public.persona_completa() and not p.oculto
      and v.dia >= public.hoy() - (least(greatest(coalesce(p_dias, 30), 1), 365) - 1)
    group by v.fuente
  ), primeras as (
    select c.*, row_number() over (order by c.visitas desc, c.fuente) as puesto from contadas c
  )
  select jsonb_build_object('ok', true,
    'total', coalesce((select sum(visitas) from contadas), 0),
    'fuentes', coalesce((select jsonb_agg(jsonb_build_object('fuente', p.fuente, 'visitas', p.visitas) order by p.puesto)
      from primeras p where p.puesto <= 8), '[]'));
$$;
grant execute on function public.mis_fuentes(integer) to authenticated;

-- Reviews of the signed-in creator's products, those that wait for an answer or all of them, the newest first: a page
-- after another. With `p_resena` it is that one.
create function public.mis_resenas(
  p_pendientes boolean, p_resena uuid default null, p_antes_at timestamptz default null, p_antes uuid default null,
  p_limite integer default 20
) returns jsonb
language sql stable security definer set search_path = '' as $$
  with suyas as (
    select r.*, p.slug, p.nombre, p.nombre_en from public.resenas r join public.productos p on p.id = r.producto_id
    where p.usuario_id = public.persona_completa() and not p.oculto and not r.oculta
  ), pagina as (
    select * from suyas s
    where case when p_resena is not null then s.id = p_resena else not p_pendientes or s.respuesta is null end
      and (p_antes_at is null or (s.created_at, s.id) < (p_antes_at, p_antes))
    order by s.created_at desc, s.id desc limit least(greatest(coalesce(p_limite, 20), 1), 100)
  )
  select jsonb_build_object('ok', true,
    'pendientes', (select count(*) from suyas where respuesta is null),
    'resenas', coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'slug', g.slug, 'nombre', g.nombre,
      'nombre_en', g.nombre_en, 'autor', u.display_name, 'avatar_url', u.avatar_url, 'estrellas', g.estrellas,
      'texto', g.texto, 'respuesta', g.respuesta, 'created_at', g.created_at, 'editada', g.editada_at is not null)
      order by g.created_at desc, g.id desc)
      from pagina g join public.usuarios_meta u on u.id = g.user_id), '[]'));
$$;
grant execute on function public.mis_resenas(boolean, uuid, timestamptz, uuid, integer) to authenticated;
