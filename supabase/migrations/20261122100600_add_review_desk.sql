-- What a reviewer decides about: a revision beside what is on sale, and the decisions before it.
create function public.revision_para_decidir(p_revision uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_revision public.revisiones_producto;
  v_producto public.productos;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  select * into v_revision from public.revisiones_producto where id = p_revision;
  if v_revision.id is null then return public.rechazo('revision_no_existe'); end if;
  select * into v_producto from public.productos where id = v_revision.producto_id;
  return jsonb_build_object('ok', true, 'id', v_revision.id, 'estado', v_revision.estado,
    'enviada_at', v_revision.enviada_at, 'producto_id', v_producto.id, 'slug', v_producto.slug,
    'creador', (select u.display_name from public.usuarios_meta u where u.id = v_producto.usuario_id),
    'despues', v_revision.contenido,
    -- A product that was never on sale has nothing to be compared with.
    'antes', case when v_producto.status = 'approved' then to_jsonb(v_producto) - 'busqueda' || jsonb_build_object(
      'ediciones', coalesce((select jsonb_agg(to_jsonb(e) order by e.orden) from public.ediciones e
        where e.producto_id = v_producto.id and not e.retirada), '[]'),
      'imagenes', coalesce((select jsonb_agg(to_jsonb(i) order by i.orden) from public.imagenes_producto i
        where i.producto_id = v_producto.id and i.edicion_id is null and not i.es_portada), '[]')) end,
    'historia', coalesce((
      select jsonb_agg(jsonb_build_object('estado', h.estado, 'motivos', to_jsonb(h.motivos), 'nota', h.nota,
        'decidida_at', h.decidida_at) order by h.decidida_at desc)
      from public.revisiones_producto h where h.producto_id = v_producto.id and h.decidida_at is not null), '[]'));
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.revision_para_decidir(uuid) to authenticated;
