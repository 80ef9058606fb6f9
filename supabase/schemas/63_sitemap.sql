-- Sitemap data: products on sale and their creators, by ranges of ids, so that the cost of a part is constant. A range
-- is half-open; null is unbounded.

create function public.productos_en_venta() returns bigint
language sql stable security definer set search_path = '' as $$
  select count(*) from public.productos where status = 'approved' and not oculto;
$$;
grant execute on function public.productos_en_venta() to anon, authenticated;

-- A product changes with an approved revision, a version, or its price.
create function public.mapa_de_productos(p_desde uuid, p_hasta uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('nombre', p.slug, 'modificado', greatest(
      p.created_at, p.publicado_at,
      (select max(h.desde) from public.historial_precios h where h.producto_id = p.id),
      (select max(v.created_at) from public.versiones_producto v where v.producto_id = p.id),
      (select max(r.decidida_at) from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'aprobada')))
      order by p.id), '[]')
    from (
      select * from public.productos
      where id >= p_desde and (p_hasta is null or id < p_hasta) and status = 'approved' and not oculto
      order by id limit 50000
    ) p);
end
$$;
grant execute on function public.mapa_de_productos(uuid, uuid) to anon, authenticated;

create function public.mapa_de_creadores(p_desde uuid, p_hasta uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('nombre', u.display_name, 'modificado', c.ultimo) order by u.id), '[]')
    from (
      select usuario_id, max(publicado_at) as ultimo from public.productos
      where usuario_id >= p_desde and (p_hasta is null or usuario_id < p_hasta) and status = 'approved' and not oculto
      group by usuario_id order by usuario_id limit 50000
    ) c join public.usuarios_meta u on u.id = c.usuario_id);
end
$$;
grant execute on function public.mapa_de_creadores(uuid, uuid) to anon, authenticated;
