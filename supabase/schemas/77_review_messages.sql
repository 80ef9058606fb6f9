-- Messages between creators and moderators about a product, and their notifications.

-- Notifies somebody of a message, in the shop each time, by mail up to ten times a day. `p_que`: `mensaje` or `cambios`
-- (to the creator), `respuesta` or `reenvio` (to a moderator).
create function privado.avisar_de_revision(
  p_usuario uuid, p_clave text, p_que text, p_producto uuid, p_texto text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_datos jsonb;
begin
  select jsonb_build_object('que', p_que, 'texto', p_texto, 'slug', p.slug, 'revision_id', r.id,
    'nombre', coalesce(r.contenido ->> 'nombre', p.nombre),
    -- The moderator's identity is private to staff.
    'de', case when p_que in ('respuesta', 'reenvio') then (
      select u.display_name from public.usuarios_meta u where u.id = p.usuario_id) end)
  into v_datos
  from public.productos p join public.revisiones_producto r on r.producto_id = p.id
  where p.id = p_producto order by r.enviada_at desc, r.id limit 1;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (p_usuario, 'mensaje_revision', p_clave, v_datos) on conflict (user_id, clave) do nothing;
  perform privado.escribir_con_medida(p_usuario, 'mensaje_revision', p_clave || ':' || p_usuario, v_datos);
end
$$;

-- Recipients of a creator's message: the assignee; otherwise the last person who wrote or decided about the product;
-- otherwise all staff. Without the creator.
create function privado.quien_revisa(p_producto uuid) returns setof uuid
language sql stable security definer set search_path = '' as $$
  with equipo as materialized (
    select u.id from public.usuarios_meta u
    where u.role in ('moderador', 'admin') and u.borrada_at is null and (u.banned_until is null or u.banned_until <= now())
      and u.id <> (select p.usuario_id from public.productos p where p.id = p_producto)
  ), quien_la_tiene as (
    select a.moderador_id as id from public.revisiones_asignadas a
      join public.revisiones_producto r on r.id = a.revision_id
    where r.producto_id = p_producto and a.moderador_id in (select e.id from equipo e)
  ), el_ultimo as (
    select x.id from (
      select m.autor_id as id, m.created_at as momento from public.mensajes_revision m where m.producto_id = p_producto
      union all select r.decidida_por, r.decidida_at from public.revisiones_producto r where r.producto_id = p_producto
    ) x
    where x.id in (select e.id from equipo e) order by x.momento desc limit 1
  )
  select id from quien_la_tiene
  union all select id from el_ultimo where not exists (select from quien_la_tiene)
  union all select id from equipo where not exists (select from quien_la_tiene) and not exists (select from el_ultimo);
$$;

-- Writes a message about a submitted product. The creator's answer to requested changes returns the revision to the
-- queue.
create function public.comentar_revision(p_producto uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_texto constant text := btrim(p_texto);
  v_clave text;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not (privado.es_su_producto(p_producto) or privado.es_moderador())
    or not exists (select from public.revisiones_producto where producto_id = p_producto) then
    return privado.rechazo('no_existe');
  end if;
  if v_texto is null or char_length(v_texto) not between 1 and 2000 then return privado.rechazo('texto_no_valido'); end if;
  if not privado.contar_intento('mensaje_revision', auth.uid()::text, 30, '10 minutes') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.mensajes_revision (producto_id, autor_id, texto) values (p_producto, auth.uid(), v_texto)
  returning 'mensaje_revision:' || id into v_clave;
  if privado.es_su_producto(p_producto) then
    update public.revisiones_producto set espera_creador = false
    where producto_id = p_producto and estado = 'pendiente' and espera_creador;
    perform privado.avisar_de_revision(q, v_clave, 'respuesta', p_producto, v_texto)
    from privado.quien_revisa(p_producto) q;
  else
    perform privado.avisar_de_revision(usuario_id, v_clave, 'mensaje', p_producto, v_texto)
    from public.productos where id = p_producto;
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.comentar_revision(uuid, text) to authenticated;

-- The messages about a product, oldest first, for its creator and for the staff. Staff see the authors; a creator does
-- not see which member of the team wrote.
create function public.mensajes_de_revision(p_producto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'texto', m.texto, 'created_at', m.created_at,
      'mio', m.autor_id = auth.uid(), 'autor', case when privado.es_moderador() then u.display_name end) order by m.id), '[]')
  from public.mensajes_revision m join public.usuarios_meta u on u.id = m.autor_id
  where m.producto_id = p_producto and (select privado.sesion_completa())
    and ((select privado.es_moderador()) or (select privado.es_su_producto(p_producto)));
$$;
grant execute on function public.mensajes_de_revision(uuid) to authenticated;

-- Requests changes of a revision in the shown state, with a message and optional reasons. It leaves the queue until the
-- creator answers or resubmits, and is assigned to the caller.
create function public.pedir_cambios(p_revision uuid, p_huella text, p_motivos text[], p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_texto constant text := btrim(p_texto);
  v_revision public.revisiones_producto;
  v_motivo text;
  v_mensaje bigint;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  -- Lock order: product, then revision (as in `resolver_revision`).
  perform 1 from public.productos
  where id = (select producto_id from public.revisiones_producto where id = p_revision) for no key update;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  v_motivo := privado.motivo_no_decide(v_revision, p_huella);
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if not privado.motivos_validos(p_motivos) then return privado.rechazo('motivo_no_valido'); end if;
  if v_texto is null or char_length(v_texto) not between 1 and 2000 then return privado.rechazo('texto_no_valido'); end if;
  update public.revisiones_producto set espera_creador = true, cambios_pedidos_at = now(),
    cambios_pedidos_por = auth.uid(), motivos = coalesce(p_motivos, '{}'), nota = v_texto
  where id = p_revision;
  insert into public.revisiones_asignadas (revision_id, moderador_id) values (p_revision, auth.uid()) on conflict do nothing;
  insert into public.mensajes_revision (producto_id, autor_id, texto)
  values (v_revision.producto_id, auth.uid(), v_texto) returning id into v_mensaje;
  perform privado.avisar_de_revision(v_revision.autor_id, 'mensaje_revision:' || v_mensaje, 'cambios',
    v_revision.producto_id, v_texto);
  perform privado.anotar('pedir_cambios', 'producto', v_revision.producto_id::text, null,
    jsonb_build_object('revision_id', p_revision, 'motivos', to_jsonb(coalesce(p_motivos, '{}'))), v_texto);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.pedir_cambios(uuid, text, text[], text) to authenticated;
