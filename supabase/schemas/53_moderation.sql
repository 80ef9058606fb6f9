-- Moderation: reading, deciding and discussing revisions.

-- True if a moderator can open this file: a product with a pending revision refers to it, in that revision, in its
-- published version, or in an earlier revision.
create function privado.en_revision(p_ruta text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from (
      select r.producto_id from public.revisiones_producto r where privado.archivos_de(r.contenido) @> array[p_ruta]
      union all select p.id from public.productos p where p.download_link = p_ruta
      union all select e.producto_id from public.ediciones e where e.download_link = p_ruta
    ) x join public.revisiones_producto w on w.producto_id = x.producto_id and w.estado = 'pendiente');
$$;

-- Facts about the files of revisions, by path: size, upload time, scan result, and the SHA-256 computed by the shop or,
-- before that, by the creator's browser.
create function privado.archivos_conocidos(p_contenidos jsonb[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(a.ruta, jsonb_build_object('bytes', (privado.leer_json(o.metadata) ->> 'size')::bigint,
    'subido_at', o.created_at, 'huella', coalesce(x.huella, h.huella), 'resultado', x.resultado, 'hallazgo', x.hallazgo,
    'analizado_at', x.analizado_at)), '{}')
  from (select distinct unnest(privado.archivos_de(c)) as ruta from unnest(p_contenidos) c) a
  left join storage.objects o on o.bucket_id = 'descargas' and o.name = substr(a.ruta, 11)
  left join public.huellas_descarga h on h.ruta = a.ruta
  left join public.analisis_archivos x on x.ruta = a.ruta;
$$;

-- A revision for its moderator: beside the published version, and beside the last revision rejected since then
-- (`anterior`); with its files and earlier decisions.
create function public.revision_para_decidir(p_revision uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_revision public.revisiones_producto;
  v_anterior public.revisiones_producto;
  v_producto public.productos;
  v_antes jsonb;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  select * into v_revision from public.revisiones_producto where id = p_revision;
  if v_revision.id is null then return privado.rechazo('revision_no_existe'); end if;
  select * into v_producto from public.productos where id = v_revision.producto_id;
  -- A product that was never on sale has nothing to be compared with.
  if v_producto.publicado_at is not null then v_antes := privado.contenido_de(v_producto); end if;
  select * into v_anterior from public.revisiones_producto a
  where a.producto_id = v_producto.id and a.enviada_at < v_revision.enviada_at
    and (a.estado = 'rechazada' or a.cambios_pedidos_at is not null) and not exists (
      select from public.revisiones_producto n where n.producto_id = a.producto_id and n.estado = 'aprobada'
        and n.decidida_at > a.enviada_at and n.decidida_at < v_revision.enviada_at)
  order by a.enviada_at desc limit 1;
  return jsonb_build_object('ok', true, 'id', v_revision.id, 'estado', privado.situacion_de(v_revision),
    'enviada_at', v_revision.enviada_at, 'producto_id', v_producto.id, 'slug', v_producto.slug,
    'creador', (select jsonb_build_object('id', u.id, 'display_name', u.display_name, 'username', u.username,
      'avatar_url', u.avatar_url, 'role', u.role) from public.usuarios_meta u where u.id = v_producto.usuario_id),
    'despues', v_revision.contenido, 'huella', md5(v_revision.contenido::text),
    'moderador', (select jsonb_build_object('id', u.id, 'name', u.display_name) from public.usuarios_meta u
      where u.id = privado.quien_la_revisa(p_revision)),
    'antes', v_antes, 'anterior', v_anterior.contenido,
    'archivos', privado.archivos_conocidos(array[v_revision.contenido, v_antes, v_anterior.contenido]),
    'en_packs', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'slug', p.slug,
        'precio', p.precio, 'portada_url', p.portada_url))
      from public.productos p where p.usuario_id = v_producto.usuario_id and p.id::text in (
        select jsonb_array_elements_text(b -> 'productos') from privado.lista_json(v_revision.contenido -> 'bundles') b
        where jsonb_typeof(b -> 'productos') = 'array')), '[]'),
    'suyos', coalesce((select jsonb_object_agg(p.id, p.nombre) from public.productos p
      where p.usuario_id = v_producto.usuario_id), '{}'),
    'historia', coalesce((
      select jsonb_agg(jsonb_build_object('estado', x.estado, 'motivos', x.motivos, 'nota', x.nota, 'decidida_at', x.momento,
        'quien', (select u.display_name from public.usuarios_meta u where u.id = x.quien)) order by x.momento desc)
      from (
        select case when h.decidida_at is null then 'cambios_pedidos' else h.estado end as estado, to_jsonb(h.motivos) as motivos,
          h.nota, coalesce(h.decidida_at, h.cambios_pedidos_at) as momento,
          case when h.decidida_at is null then h.cambios_pedidos_por else h.decidida_por end as quien
        from public.revisiones_producto h
        where h.producto_id = v_producto.id and coalesce(h.decidida_at, h.cambios_pedidos_at) is not null
        union all
        -- A rejection of a submission that an admin approved afterwards is in the log only.
        select 'rechazada', coalesce(a.despues -> 'motivos', '[]'), a.motivo, a.created_at, a.actor_id
        from public.auditoria a join public.revisiones_producto h on h.id = (a.despues ->> 'revision_id')::uuid
        where a.objeto_tipo = 'producto' and a.objeto_id = v_producto.id::text and a.accion = 'rechazar_revision'
          and h.estado = 'aprobada') x), '[]'));
end
$$;
grant execute on function public.revision_para_decidir(uuid) to authenticated;

create function privado.motivos_validos(p_motivos text[]) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(p_motivos, '{}') <@
    array['calidad', 'incompleto', 'contenido_no_permitido', 'derechos', 'enganoso', 'archivo', 'precio', 'otro'];
$$;

-- Approves a revision, which is then on sale, or rejects it with reasons. Only admins decide about their own. A
-- revision that no longer fits its product is `no_aplicable`.
create function privado.resolver_revision(p_revision uuid, p_aprobar boolean, p_motivos text[], p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_revision public.revisiones_producto;
  v_producto public.productos;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  -- Lock order: product, then revision, as in submissions and admin edits.
  perform 1 from public.productos
  where id = (select producto_id from public.revisiones_producto where id = p_revision) for no key update;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  if v_revision.id is null then return privado.rechazo('revision_no_existe'); end if;
  if v_revision.estado <> 'pendiente' then return privado.rechazo('ya_resuelta'); end if;
  if v_revision.autor_id = auth.uid() and not privado.es_admin() then return privado.rechazo('es_suya'); end if;
  if not p_aprobar and cardinality(coalesce(p_motivos, '{}')) = 0 then return privado.rechazo('motivo_no_valido'); end if;
  if not privado.motivos_validos(p_motivos) then return privado.rechazo('motivo_no_valido'); end if;
  select * into v_producto from public.productos where id = v_revision.producto_id for no key update;
  -- The offer may have begun since the submission.
  if p_aprobar and privado.precio_sube_en_oferta(v_producto.id, v_revision.contenido) is not null then
    return privado.rechazo('no_aplicable');
  end if;
  update public.revisiones_producto set estado = case when p_aprobar then 'aprobada' else 'rechazada' end,
    motivos = coalesce(p_motivos, '{}'), nota = nullif(btrim(p_nota), ''), decidida_at = now(), decidida_por = auth.uid()
  where id = p_revision;
  if p_aprobar then
    -- The news of the approval says that it is on sale again.
    update public.medidas set levantada_at = now()
    where tipo = 'producto' and objeto_id = v_producto.id and levantada_at is null;
    perform privado.aplicar_contenido(v_producto.id, v_revision.contenido);
    update public.productos set status = 'approved' where id = v_producto.id;
  elsif v_producto.status <> 'approved' then
    update public.productos set status = 'rejected' where id = v_producto.id;
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('revision:' || p_revision, v_producto.usuario_id, 'revision', jsonb_build_object(
    'aprobada', p_aprobar, 'nombre', coalesce(v_revision.contenido ->> 'nombre', v_producto.nombre), 'slug', v_producto.slug,
    'motivos', to_jsonb(coalesce(p_motivos, '{}')), 'nota', nullif(btrim(p_nota), '')));
  perform privado.anotar(case when p_aprobar then 'aprobar_revision' else 'rechazar_revision' end, 'producto',
    v_producto.id::text, jsonb_build_object('status', v_producto.status),
    jsonb_build_object('revision_id', p_revision,
      'status', (select p.status from public.productos p where p.id = v_producto.id))
      || case when cardinality(coalesce(p_motivos, '{}')) > 0 then jsonb_build_object('motivos', p_motivos) else '{}' end,
    nullif(btrim(p_nota), ''));
  return jsonb_build_object('ok', true, 'producto_id', v_producto.id, 'slug', v_producto.slug);
exception
  when integrity_constraint_violation or data_exception or cardinality_violation or program_limit_exceeded then
    if not p_aprobar then raise; end if;
    return privado.rechazo('no_aplicable');
end
$$;
