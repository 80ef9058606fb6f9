-- Reviews are told to whom they concern, and moderators see what people report with what it is about.

alter table public.notificaciones drop constraint notificaciones_tipo_check;
alter table public.notificaciones add constraint notificaciones_tipo_check check (tipo in
  ('producto_nuevo', 'version_nueva', 'regalo', 'reserva', 'reputacion', 'revision', 'retiro', 'resena', 'respuesta'));

-- Two who review at once: the second waits, and then counts the first as well.
create or replace function public.contar_resenas() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_producto uuid := coalesce(new.producto_id, old.producto_id);
begin
  perform 1 from public.productos where id = v_producto for no key update;
  update public.productos set (valoracion_media, valoraciones) = (
    select round(avg(estrellas), 2), count(*) from public.resenas where producto_id = v_producto and not oculta)
  where id = v_producto;
  return null;
end
$$;

-- The creator hears of a new review, its writer of the first answer to it.
create function public.avisar_de_resena() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_producto public.productos;
  v_es_respuesta boolean := new.respuesta is not null;
begin
  select * into v_producto from public.productos where id = new.producto_id;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (
    case when v_es_respuesta then new.user_id else v_producto.usuario_id end,
    case when v_es_respuesta then 'respuesta' else 'resena' end,
    case when v_es_respuesta then 'respuesta:' else 'resena:' end || new.id,
    jsonb_build_object('slug', v_producto.slug, 'nombre', v_producto.nombre, 'nombre_en', v_producto.nombre_en,
      'estrellas', new.estrellas))
  on conflict (user_id, clave) do nothing;
  return null;
end
$$;
create trigger avisar_de_resena after insert on public.resenas
  for each row execute function public.avisar_de_resena();
create trigger avisar_de_respuesta after update of respuesta on public.resenas
  for each row when (old.respuesta is null and new.respuesta is not null) execute function public.avisar_de_resena();

create index reportes_cerrados_idx on public.reportes (resuelto_at desc, id) where estado <> 'abierto';

-- What a report is about, as a moderator has to see it; null when it is gone.
create function public.objeto_reportado(p_tipo text, p_objeto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select case p_tipo
    when 'producto' then (
      select jsonb_build_object('slug', p.slug, 'nombre', p.nombre, 'autor', u.display_name, 'status', p.status)
      from public.productos p join public.usuarios_meta u on u.id = p.usuario_id where p.id = p_objeto)
    when 'resena' then (
      select jsonb_build_object('slug', p.slug, 'nombre', p.nombre, 'autor', u.display_name, 'estrellas', r.estrellas,
        'texto', r.texto, 'oculta', r.oculta, 'oculta_motivo', r.oculta_motivo)
      from public.resenas r join public.productos p on p.id = r.producto_id
        join public.usuarios_meta u on u.id = r.user_id where r.id = p_objeto)
    when 'usuario' then (
      select jsonb_build_object('nombre', u.display_name, 'autor', u.display_name)
      from public.usuarios_meta u where u.id = p_objeto)
  end;
$$;

-- Fifty reports: the open ones, the oldest first, or those that were settled, the last one first.
create function public.listar_reportes(p_abiertos boolean, p_pagina integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_salto integer := 50 * least(greatest(coalesce(p_pagina, 0), 0), 1000);
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true,
    'abiertos', (select count(*) from public.reportes where estado = 'abierto'),
    'reportes', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'objeto_tipo', x.objeto_tipo, 'objeto_id', x.objeto_id,
        'motivo', x.motivo, 'texto', x.texto, 'estado', x.estado, 'nota', x.nota, 'created_at', x.created_at,
        'de', (select display_name from public.usuarios_meta u where u.id = x.user_id),
        'resuelto_por', (select display_name from public.usuarios_meta u where u.id = x.resuelto_por),
        'objeto', public.objeto_reportado(x.objeto_tipo, x.objeto_id)) order by x.orden)
      from (
        (select r.*, row_number() over (order by r.created_at, r.id) as orden from public.reportes r
          where p_abiertos and r.estado = 'abierto' order by r.created_at, r.id limit 51 offset v_salto)
        union all
        (select r.*, row_number() over (order by r.resuelto_at desc, r.id) as orden from public.reportes r
          where not p_abiertos and r.estado <> 'abierto' order by r.resuelto_at desc, r.id limit 51 offset v_salto)
      ) x), '[]'));
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.listar_reportes(boolean, integer) to authenticated;
