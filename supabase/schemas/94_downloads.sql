-- Downloads of orders, and the copies that are stamped for their buyers (docs/creators/stamps.md).

-- The time of each download, as evidence in disputes.
create table public.descargas_hechas (
  id bigint generated always as identity primary key,
  adquisicion_id uuid not null references public.adquisiciones (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index descargas_hechas_adquisicion_id_idx on public.descargas_hechas (adquisicion_id, created_at);

alter table public.descargas_hechas enable row level security;

create function privado.anotar_descarga() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.descargas_hechas (adquisicion_id) values (new.id);
  return null;
end
$$;
create trigger anotar_descarga after update of descargas on public.adquisiciones
  for each row when (new.descargas > old.descargas) execute function privado.anotar_descarga();

-- The files that are stamped for each buyer: a product's, or an edition's own.
create table public.archivos_marcados (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  edicion_id uuid,
  created_at timestamptz not null default now(),
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete cascade,
  unique nulls not distinct (producto_id, edicion_id)
);
comment on column public.archivos_marcados.edicion_id is 'null: the file of the product, also for editions without their own';
create index archivos_marcados_edicion_id_idx on public.archivos_marcados (edicion_id, producto_id);

alter table public.archivos_marcados enable row level security;

-- Stamped downloads: the mark in each buyer's copy.
create table public.descargas_marcadas (
  marca text primary key default encode(extensions.gen_random_bytes(16), 'hex') check (marca ~ '^[0-9a-f]{32}$'),
  adquisicion_id uuid not null references public.adquisiciones (id) on delete cascade,
  ruta text not null check (privado.ruta_valida(ruta)),
  created_at timestamptz not null default now()
);
create index descargas_marcadas_adquisicion_id_idx on public.descargas_marcadas (adquisicion_id, created_at);
create index descargas_marcadas_ruta_idx on public.descargas_marcadas (ruta);

alter table public.descargas_marcadas enable row level security;

-- True if the file of an order is stamped.
create function privado.esta_marcado(p_producto public.productos, p_edicion public.ediciones) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.archivos_marcados m where m.producto_id = p_producto.id
    and m.edicion_id is not distinct from case when p_edicion.download_link is not null then p_edicion.id end)
    and starts_with(coalesce(p_edicion.download_link, p_producto.download_link), 'descargas/');
$$;

-- The caller's downloads, for the data export.
create function public.mis_descargas() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true,
    'descargas', (select coalesce(jsonb_agg(
        jsonb_build_object('pedido_id', h.adquisicion_id, 'created_at', h.created_at) order by h.id), '[]')
      from public.descargas_hechas h join public.adquisiciones a on a.id = h.adquisicion_id where a.user_id = y.yo),
    'marcas', (select coalesce(jsonb_agg(jsonb_build_object('pedido_id', m.adquisicion_id, 'marca', m.marca,
        'created_at', m.created_at) order by m.created_at), '[]')
      from public.descargas_marcadas m join public.adquisiciones a on a.id = m.adquisicion_id where a.user_id = y.yo))
  from (select privado.persona_completa() as yo) y;
$$;
grant execute on function public.mis_descargas() to authenticated;

-- The file of an order, for its owner. Every returned link counts as a download. A stamped file (`marcada`) counts when
-- its copy is made (`marcar_descarga`): buyers may not read the original.
create function public.enlace_descarga(p_adquisicion uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_estado text := public.estado_descarga(p_adquisicion);
  v_respuesta jsonb;
begin
  select jsonb_build_object('ok', true, 'download_link', coalesce(e.download_link, p.download_link), 'slug', p.slug,
    'marcada', privado.esta_marcado(p, e),
    'nombre', (select h.nombre from public.huellas_descarga h where h.ruta = coalesce(e.download_link, p.download_link)))
  into v_respuesta
  from public.adquisiciones a
  left join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and a.user_id = auth.uid();
  if v_respuesta is null or not privado.puede_actuar() then return privado.rechazo('no_existe'); end if;
  if v_estado <> 'disponible' then return privado.rechazo(v_estado); end if;
  if not (v_respuesta ->> 'marcada')::boolean then
    update public.adquisiciones set descargas = descargas + 1 where id = p_adquisicion;
  end if;
  return v_respuesta;
end
$$;
grant execute on function public.enlace_descarga(uuid) to authenticated;

-- True if the signed-in person may download this file now, by an order whose link they requested within two minutes:
-- reads that bypass the shop are counted too.
create function privado.tiene_descarga(p_ruta text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones a
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.user_id = auth.uid() and coalesce(e.download_link, p.download_link) = p_ruta
      and public.estado_descarga(a.id) = 'disponible' and not privado.esta_marcado(p, e)
      and exists (select from public.descargas_hechas h
        where h.adquisicion_id = a.id and h.created_at > now() - interval '2 minutes'));
$$;

-- Counts the download of a stamped file of an order of the caller, and returns the values for this copy. The shop calls
-- it when the copy can be made.
create function public.marcar_descarga(p_adquisicion uuid, p_ruta text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_marca public.descargas_marcadas;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  perform from public.adquisiciones a
  join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and a.user_id = auth.uid() and privado.estado_de_descarga(a, p, e) = 'disponible'
    and privado.esta_marcado(p, e) and coalesce(e.download_link, p.download_link) = p_ruta;
  if not found then return privado.rechazo('no_existe'); end if;
  if not privado.contar_intento('descarga_marcada', auth.uid()::text, 30, '10 minutes') then
    return privado.rechazo('demasiados_intentos');
  end if;
  update public.adquisiciones set descargas = descargas + 1 where id = p_adquisicion;
  insert into public.descargas_marcadas (adquisicion_id, ruta) values (p_adquisicion, p_ruta) returning * into v_marca;
  return (
    select jsonb_build_object('ok', true, 'marca', v_marca.marca, 'usuario', a.user_id, 'nombre', u.username,
      'producto', a.producto_id, 'segundos', floor(extract(epoch from v_marca.created_at)),
      'version', coalesce((select v.version from public.versiones_producto v where v.producto_id = a.producto_id
        order by v.created_at desc limit 1), ''),
      'licencia', coalesce((select k.clave from public.licencias k
        join public.licencias_producto l on l.producto_id = a.producto_id and l.activa where k.adquisicion_id = a.id), ''))
    from public.adquisiciones a join public.usuarios_meta u on u.id = a.user_id where a.id = p_adquisicion
  );
end
$$;
grant execute on function public.marcar_descarga(uuid, text) to authenticated;

-- Notifies the creator that no copy of a file can be made, once a day. The shop seals the call.
create function public.avisar_marca_fallida(p_adquisicion uuid, p_motivo text, p_sello text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not privado.sello_valido(array['marca', p_adquisicion::text, p_motivo], p_sello) then
    return privado.rechazo('sello_no_valido');
  end if;
  insert into public.notificaciones (user_id, tipo, clave, datos)
  select p.usuario_id, 'marca_fallida', 'marca_fallida:' || p.id || ':' || privado.hoy(),
    jsonb_build_object('nombre', p.nombre, 'nombre_en', p.nombre_en, 'motivo', p_motivo)
  from public.adquisiciones a join public.productos p on p.id = a.producto_id
  where a.id = p_adquisicion and a.user_id = auth.uid()
  on conflict (user_id, clave) do nothing;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.avisar_marca_fallida(uuid, text, text) to authenticated;

-- The stamped files of a product of the caller: ids of editions, null for the product.
create function public.archivos_marcados_de(p_producto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'ediciones', coalesce(jsonb_agg(m.edicion_id), '[]'))
  from public.archivos_marcados m join public.productos p on p.id = m.producto_id
  where m.producto_id = p_producto and p.usuario_id = privado.persona_completa();
$$;
grant execute on function public.archivos_marcados_de(uuid) to authenticated;

-- The signed-in creator's products with their files in storage, those of a waiting revision, and whether they are stamped,
-- newest first.
create function public.mis_archivos_marcados() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'productos', coalesce(jsonb_agg(jsonb_build_object('id', p.id,
    'nombre', p.nombre, 'nombre_en', p.nombre_en, 'archivos', f.archivos) order by p.created_at desc, p.id), '[]'))
  from (select * from public.productos x where x.usuario_id = privado.persona_completa() and not x.oculto
    and x.category <> 'uncoins' order by x.created_at desc, x.id limit 200) p
  cross join lateral (
    select jsonb_agg(jsonb_build_object('edicion', d.edicion, 'nombre', d.nombre, 'nombre_en', d.nombre_en, 'ruta', d.ruta,
      'archivo', h.nombre, 'marcado', m.id is not null, 'en_revision', (
        select case when d.edicion is null then r.contenido ->> 'download_link' else (
          select n ->> 'download_link' from privado.lista_json(r.contenido -> 'ediciones') n
          where privado.leer_uuid(n ->> 'id') = d.edicion limit 1) end
        from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'pendiente'),
      'copias', (select count(*) from public.descargas_marcadas c where c.ruta = d.ruta)) order by d.orden) as archivos
    from (
      select null::uuid as edicion, null as nombre, null as nombre_en, p.download_link as ruta, -1 as orden
      union all
      select e.id, e.nombre, e.nombre_en, e.download_link, e.orden from public.ediciones e
      where e.producto_id = p.id and not e.retirada) d
    left join public.huellas_descarga h on h.ruta = d.ruta
    left join public.archivos_marcados m on m.producto_id = p.id and m.edicion_id is not distinct from d.edicion
    where starts_with(d.ruta, 'descargas/')
  ) f
  where f.archivos is not null;
$$;
grant execute on function public.mis_archivos_marcados() to authenticated;

-- Sets whether a file of a product of the caller is stamped. The shop has checked whether it can be.
create function public.marcar_archivo(p_producto uuid, p_edicion uuid, p_marcado boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform from public.productos p left join public.ediciones e on e.producto_id = p.id and e.id = p_edicion
  where p.id = p_producto and p.usuario_id = auth.uid() and (p_edicion is null or e.id is not null);
  if not found then return privado.rechazo('no_existe'); end if;
  if p_marcado then
    insert into public.archivos_marcados (producto_id, edicion_id) values (p_producto, p_edicion) on conflict do nothing;
  else
    delete from public.archivos_marcados where producto_id = p_producto and edicion_id is not distinct from p_edicion;
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.marcar_archivo(uuid, uuid, boolean) to authenticated;

-- The downloads of the caller's products to which marks or licence keys found in a copy belong, newest first. Those of
-- other creators' products get the same answer as unknown ones. Account ids and names are not accepted, because anybody
-- can write them into a file.
create function public.buscar_copia(p_marcas text[], p_claves text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if cardinality(p_marcas) > 5000 or cardinality(p_claves) > 1000 then
    return privado.rechazo('datos_no_validos');
  end if;
  if not privado.contar_intento('buscar_copia', auth.uid()::text, 30, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  return (
    with halladas as (
      select m.adquisicion_id, m.created_at, 'marca' as por from public.descargas_marcadas m where m.marca = any (p_marcas)
      union all
      select k.adquisicion_id, k.created_at, 'licencia' from unnest(p_claves) c
      join public.licencias k on privado.clave_codigo(k.clave) = privado.clave_codigo(c)
    )
    select jsonb_build_object('ok', true, 'copias', coalesce(jsonb_agg(jsonb_build_object('pedido_id', f.id, 'por', f.por,
      'created_at', f.created_at, 'username', f.username, 'nombre', f.nombre, 'nombre_en', f.nombre_en)
      order by f.created_at desc), '[]'))
    from (
      select a.id, h.por, h.created_at, p.nombre, p.nombre_en, case when u.borrada_at is null then u.username end as username
      from halladas h join public.adquisiciones a on a.id = h.adquisicion_id
      join public.productos p on p.id = a.producto_id and p.usuario_id = auth.uid()
      join public.usuarios_meta u on u.id = a.user_id
      order by h.created_at desc limit 50) f
  );
end
$$;
grant execute on function public.buscar_copia(text[], text[]) to authenticated;
