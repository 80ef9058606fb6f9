-- Publishing: a creator submits a revision, which moderators approve or reject. The product on sale stays as approved
-- until then.

create table public.revisiones_producto (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  autor_id uuid not null references public.usuarios_meta (id) on delete restrict,
  contenido jsonb not null check (privado.contenido_seguro(contenido)),
  estado text not null default 'pendiente' check (estado in ('pendiente', 'aprobada', 'rechazada', 'sustituida', 'cancelada')),
  es_nueva boolean not null,
  motivos text[] not null default '{}',
  nota text check (char_length(nota) <= 2000),
  enviada_at timestamptz not null default now(),
  decidida_at timestamptz,
  decidida_por uuid references public.usuarios_meta (id) on delete set null,
  -- A moderator asked for changes: when last, and whether the creator has answered.
  cambios_pedidos_at timestamptz,
  cambios_pedidos_por uuid references public.usuarios_meta (id) on delete set null,
  espera_creador boolean not null default false
);
create unique index revisiones_una_pendiente_key on public.revisiones_producto (producto_id) where estado = 'pendiente';
create index revisiones_producto_id_idx on public.revisiones_producto (producto_id, enviada_at desc);
create index revisiones_cola_idx on public.revisiones_producto (enviada_at, id) where estado = 'pendiente';
create index revisiones_decididas_idx on public.revisiones_producto (decidida_at) where decidida_at is not null;
create index revisiones_autor_id_idx on public.revisiones_producto (autor_id);
create index revisiones_decidida_por_idx on public.revisiones_producto (decidida_por);
create index revisiones_cambios_pedidos_por_idx on public.revisiones_producto (cambios_pedidos_por);
create index revisiones_archivos_idx on public.revisiones_producto using gin (privado.archivos_de(contenido));

alter table public.revisiones_producto enable row level security;
-- The deciding moderator is visible to staff only.
grant select (id, producto_id, autor_id, contenido, estado, es_nueva, motivos, nota, enviada_at, decidida_at)
  on public.revisiones_producto to authenticated;
grant select on public.revisiones_producto to service_role;
create policy revisiones_producto_select on public.revisiones_producto for select to authenticated
  using ((select privado.es_moderador()) or privado.es_su_producto(producto_id));
create policy revisiones_producto_segundo_paso on public.revisiones_producto as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.revisiones_producto
  for each statement execute function privado.exigir_sesion_completa();

create table public.mensajes_revision (
  id bigint generated always as identity primary key,
  producto_id uuid not null references public.productos (id) on delete cascade,
  autor_id uuid not null references public.usuarios_meta (id) on delete restrict,
  texto text not null check (char_length(texto) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index mensajes_revision_producto_id_idx on public.mensajes_revision (producto_id, created_at);
create index mensajes_revision_autor_id_idx on public.mensajes_revision (autor_id);

alter table public.mensajes_revision enable row level security;
-- The author of a team message is visible to staff only (`mensajes_de_revision`).
grant select on public.mensajes_revision to service_role;

-- The situation of a revision: while it waits for its creator, it does not wait for a moderator.
create function privado.situacion_de(r public.revisiones_producto) returns text
language sql immutable set search_path = '' as $$
  select case when r.estado = 'pendiente' and r.espera_creador then 'cambios_pedidos' else r.estado end;
$$;

-- The reason why a creator may not submit anything now, or null.
create function privado.motivo_no_publica() returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.uid() is null or not privado.puede_actuar() then 'sin_sesion'
    when (select reputacion from public.usuarios_meta where id = auth.uid()) = 'deshabilitado'
      then 'cuenta_deshabilitada'
  end;
$$;

-- Counts a submission, and returns whether it is within the limit.
create function privado.contar_envio() returns boolean
language sql volatile security definer set search_path = '' as $$
  select privado.contar_intento('envio', auth.uid()::text, 60, '1 hour');
$$;

-- The content of a product in the form of a revision.
create function privado.contenido_de(p public.productos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(p) - array['busqueda', 'oferta_fija', 'archivado_at', 'disponible_al_archivar'] || jsonb_build_object(
    'disponibilidad', coalesce(p.disponible_al_archivar, p.disponibilidad),
    'oferta', p.oferta_fija,
    'ediciones', coalesce((select jsonb_agg(to_jsonb(e) - 'oferta_fija' || jsonb_build_object('oferta', e.oferta_fija)
      order by e.orden) from public.ediciones e
      where e.producto_id = p.id and not e.retirada), '[]'),
    'imagenes', coalesce((select jsonb_agg(to_jsonb(i) order by i.orden) from public.imagenes_producto i
      where i.producto_id = p.id and i.edicion_id is null and not i.es_portada), '[]'),
    'bundles', coalesce((
      select jsonb_agg(to_jsonb(b) || jsonb_build_object('productos', x.productos) order by b.orden)
      from public.bundles b
      cross join lateral (select jsonb_agg(m.producto_id order by m.producto_id) as productos
        from public.bundles_productos m where m.bundle_id = b.id and m.producto_id <> p.id) x
      where b.producto_id = p.id and x.productos is not null), '[]'));
$$;

-- The content of a product of the caller with its files: the newest revision (`revision` has its state), or the
-- product. `retirada`: when and why it was taken down, while nothing newer is waiting or approved.
create function public.contenido_producto(p_slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'producto_id', p.id, 'slug', p.slug, 'status', p.status, 'revision', r.estado,
    'contenido', coalesce(r.contenido, privado.contenido_de(p)),
    'retirada', (
      select jsonb_build_object('motivo', m.motivo, 'created_at', m.created_at) from public.medidas m
      where m.tipo = 'producto' and m.objeto_id = p.id and m.levantada_at is null and p.status = 'rejected'))
  from public.productos p
  left join lateral (
    select s.* from public.revisiones_producto s
    where s.producto_id = p.id and s.estado in ('pendiente', 'rechazada') and not exists (
      select from public.revisiones_producto n where n.producto_id = p.id and n.estado = 'aprobada'
        and n.decidida_at > s.enviada_at)
    order by s.enviada_at desc limit 1) r on true
  where p.slug = p_slug and (p.usuario_id = privado.persona_completa() or privado.es_moderador());
$$;
grant execute on function public.contenido_producto(text) to authenticated;

-- The first field of a content with an offer below a price that the shop never charged, or null: `offer`, or
-- `editions.<n>.offer`. A product or edition on sale charges at most its current price; one that was never on sale
-- charged none.
create function privado.oferta_sin_precio(p_producto uuid, c jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select x.campo from (
    select 'offer' as campo, 0 as orden
    where (c ->> 'oferta')::numeric < (c ->> 'precio')::numeric and not exists (
      select from public.productos p where p.id = p_producto and (p.status = 'approved' or p.publicado_at is not null)
        and p.precio >= (c ->> 'precio')::numeric)
    union all
    select 'editions.' || (n.orden - 1) || '.offer', n.orden
    from privado.lista_json(c -> 'ediciones') with ordinality n(v, orden)
    where (n.v ->> 'oferta')::numeric < (n.v ->> 'precio')::numeric and not exists (
      select from public.ediciones e join public.productos p on p.id = e.producto_id
      where p.id = p_producto and (p.status = 'approved' or p.publicado_at is not null)
        and e.id = privado.leer_uuid(n.v ->> 'id') and e.precio >= (n.v ->> 'precio')::numeric)
  ) x order by x.orden limit 1;
$$;

-- The first price of a content that rises during an offer with dates, so that the offer would be below a price that the
-- shop never charged, or null: `price`, or `editions.<n>.price`.
create function privado.precio_sube_en_oferta(p_producto uuid, c jsonb) returns text
language sql stable security definer set search_path = '' as $$
  select x.campo from (
    select 'price' as campo, 0 as orden, null::uuid as edicion
    from public.productos p where p.id = p_producto and p.precio < (c ->> 'precio')::numeric
    union all
    select 'editions.' || (n.orden - 1) || '.price', n.orden, e.id
    from privado.lista_json(c -> 'ediciones') with ordinality n(v, orden)
    join public.ediciones e on e.producto_id = p_producto and e.id = privado.leer_uuid(n.v ->> 'id')
      and e.precio < (n.v ->> 'precio')::numeric
  ) x
  where exists (select from public.ofertas o where o.producto_id = p_producto and o.edicion_id is not distinct from x.edicion
    and o.desde <= now() and o.hasta > now())
  order by x.orden limit 1;
$$;

-- A content whose new editions have ids, so that the approval applies the same editions that were submitted.
create function privado.con_ids_de_ediciones(c jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select c || jsonb_build_object('ediciones', coalesce((
    select jsonb_agg(n.v || jsonb_build_object('id', coalesce(n.v ->> 'id', gen_random_uuid()::text)) order by n.orden)
    from privado.lista_json(c -> 'ediciones') with ordinality n(v, orden)), '[]'));
$$;

-- Creates a product with its first revision.
create function public.crear_producto(p_slug text, p_contenido jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_contenido jsonb := privado.leer_json(p_contenido);
  v_motivo text := privado.motivo_no_publica();
  v_producto uuid;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if not privado.contenido_valido(v_contenido) then return privado.rechazo('datos_no_validos'); end if;
  if not privado.base_valida(null, v_contenido) then return privado.rechazo('base_no_valida'); end if;
  if round((v_contenido ->> 'precio')::numeric, 2) = 0 then return privado.rechazo('precio_no_valido'); end if;
  if privado.oferta_sin_precio(null, v_contenido) is not null then
    return privado.rechazo('oferta_sin_precio')
      || jsonb_build_object('campo', privado.oferta_sin_precio(null, v_contenido));
  end if;
  if not privado.contar_envio() then return privado.rechazo('demasiados_intentos'); end if;
  v_contenido := privado.con_ids_de_ediciones(privado.con_imagenes_conocidas(null, v_contenido));
  insert into public.productos (nombre, slug, precio, portada_url, category, usuario_id)
  values (v_contenido ->> 'nombre', p_slug, (v_contenido ->> 'precio')::numeric, v_contenido ->> 'portada_url',
    v_contenido ->> 'category', auth.uid())
  returning id into v_producto;
  perform privado.aplicar_contenido(v_producto, v_contenido);
  insert into public.revisiones_producto (producto_id, autor_id, contenido, es_nueva)
  values (v_producto, auth.uid(), v_contenido, true);
  return jsonb_build_object('ok', true, 'producto_id', v_producto, 'slug', p_slug);
exception
  when unique_violation then return privado.rechazo('slug_ocupado');
  when check_violation or not_null_violation or foreign_key_violation or invalid_text_representation
    or datetime_field_overflow or invalid_datetime_format or numeric_value_out_of_range or string_data_right_truncation
    or invalid_parameter_value
    then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.crear_producto(text, jsonb) to authenticated;

-- Submits a revision of a product of the caller, replacing one without a decision.
create function public.proponer_cambios(p_producto uuid, p_contenido jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_contenido jsonb := privado.leer_json(p_contenido);
  v_motivo text := privado.motivo_no_publica();
  v_producto public.productos;
  v_campo text;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid() for no key update;
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  if not privado.contenido_valido(v_contenido) then return privado.rechazo('datos_no_validos'); end if;
  if not privado.base_valida(p_producto, v_contenido) then return privado.rechazo('base_no_valida'); end if;
  -- Only an admin makes a product free; a free one may stay free.
  if round((v_contenido ->> 'precio')::numeric, 2) = 0 and v_producto.precio > 0 then
    return privado.rechazo('precio_no_valido');
  end if;
  v_campo := coalesce(privado.oferta_sin_precio(p_producto, v_contenido),
    privado.precio_sube_en_oferta(p_producto, v_contenido));
  if v_campo is not null then
    return privado.rechazo('oferta_sin_precio') || jsonb_build_object('campo', v_campo);
  end if;
  if not privado.contar_envio() then return privado.rechazo('demasiados_intentos'); end if;
  v_contenido := privado.con_ids_de_ediciones(privado.con_imagenes_conocidas(p_producto, v_contenido));
  update public.revisiones_producto set estado = 'sustituida' where producto_id = p_producto and estado = 'pendiente';
  insert into public.revisiones_producto (producto_id, autor_id, contenido, es_nueva)
  values (p_producto, auth.uid(), v_contenido, v_producto.status <> 'approved');
  if v_producto.status <> 'approved' then
    -- Buyers download a product that was ever on sale, so its changes always wait for a moderator.
    if v_producto.publicado_at is null then perform privado.aplicar_contenido(p_producto, v_contenido); end if;
    update public.productos set status = 'pending' where id = p_producto;
  end if;
  return jsonb_build_object('ok', true, 'producto_id', p_producto, 'slug', v_producto.slug);
exception
  when unique_violation or check_violation or not_null_violation or foreign_key_violation
    or invalid_text_representation or datetime_field_overflow or invalid_datetime_format
    or numeric_value_out_of_range or string_data_right_truncation or invalid_parameter_value
    then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.proponer_cambios(uuid, jsonb) to authenticated;

-- Creators may only offer their own existing files: uploaded below their folder, or part of the product before.
create function privado.exigir_descargas_propias() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.esperar_archivos(new.autor_id);
  if exists (
    select from privado.enlaces_de(new.contenido) enlace
    where not privado.enlace_valido(enlace) or enlace !~ '^https://'
      and not privado.es_archivo_de(enlace, new.autor_id)
      and enlace not in (
        -- Excludes products of this transaction, which contain the link in question.
        select x.enlace from public.productos p
        cross join lateral (
          select p.download_link as enlace
          union all select e.download_link from public.ediciones e where e.producto_id = p.id
        ) x
        where p.id = new.producto_id and p.created_at < now() and x.enlace is not null)
  ) then
    raise exception using errcode = 'check_violation', message = 'a download that is not the creator''s';
  end if;
  return new;
end
$$;
create trigger exigir_descargas_propias before insert on public.revisiones_producto
  for each row execute function privado.exigir_descargas_propias();

-- Applies the editions of a revision. They keep their ids; one with sales or codes is retired instead of deleted.
create function privado.aplicar_ediciones(p_producto uuid, p_ediciones jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(
    select (e ->> 'id')::uuid from jsonb_array_elements(coalesce(p_ediciones, '[]')) e where e ->> 'id' is not null);
begin
  update public.ediciones e set retirada = true
  where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids) and (
    exists (select from public.adquisiciones a where a.edicion_id = e.id)
    or exists (select from public.pagos p where p.edicion_id = e.id)
    or exists (select from public.codigos_canjes k where k.id_edicion = e.id));
  delete from public.ediciones e where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids);
  -- Names are unique at any moment, and editions may swap theirs.
  update public.ediciones e set nombre = e.id::text
  from privado.lista_json(p_ediciones) n
  where e.producto_id = p_producto and e.id = (n ->> 'id')::uuid and e.nombre <> n ->> 'nombre';
  insert into public.ediciones as e (id, producto_id, nombre, nombre_en, precio, oferta, reserva, download_link,
    portada_url, portada_blur, orden, incluye, incluye_en, fecha_lanzamiento)
  select coalesce((n.v ->> 'id')::uuid, gen_random_uuid()), p_producto, n.v ->> 'nombre', nullif(n.v ->> 'nombre_en', ''), (n.v ->> 'precio')::numeric,
    privado.oferta_con_tope((n.v ->> 'oferta')::numeric, (n.v ->> 'precio')::numeric), coalesce((n.v ->> 'reserva')::boolean, false),
    nullif(n.v ->> 'download_link', ''), nullif(n.v ->> 'portada_url', ''), n.v ->> 'portada_blur', n.orden::integer,
    coalesce(n.v ->> 'incluye', ''), nullif(n.v ->> 'incluye_en', ''), (n.v ->> 'fecha_lanzamiento')::date
  from jsonb_array_elements(coalesce(p_ediciones, '[]')) with ordinality n(v, orden)
  on conflict (id) do update set nombre = excluded.nombre, nombre_en = excluded.nombre_en, precio = excluded.precio, oferta = excluded.oferta,
    oferta_fija = excluded.oferta_fija, reserva = excluded.reserva, download_link = excluded.download_link,
    portada_url = excluded.portada_url, portada_blur = excluded.portada_blur, orden = excluded.orden,
    incluye = excluded.incluye, incluye_en = excluded.incluye_en, fecha_lanzamiento = excluded.fecha_lanzamiento,
    retirada = false
  where e.producto_id = p_producto;
end
$$;

-- Applies a revision to its product.
create function privado.aplicar_contenido(p_producto uuid, c jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  -- The price may have changed since the submission.
  v_oferta numeric := privado.oferta_con_tope((c ->> 'oferta')::numeric, (c ->> 'precio')::numeric);
begin
  update public.productos p set
    nombre = c ->> 'nombre', nombre_en = nullif(c ->> 'nombre_en', ''),
    precio = (c ->> 'precio')::numeric, oferta = v_oferta, oferta_fija = v_oferta,
    portada_url = c ->> 'portada_url', portada_blur = c ->> 'portada_blur',
    banner_url = nullif(c ->> 'banner_url', ''), banner_blur = c ->> 'banner_blur',
    club_only = coalesce((c ->> 'club_only')::boolean, false), reserva = coalesce((c ->> 'reserva')::boolean, false),
    fecha_lanzamiento = (c ->> 'fecha_lanzamiento')::date, "DLC" = coalesce((c ->> 'DLC')::boolean, false),
    -- It may be gone since the submission.
    base_id = (select b.id from public.productos b where b.id = privado.leer_uuid(c ->> 'base_id')
      and (b.usuario_id = p.usuario_id or b.id = p.base_id)),
    acerca_de = coalesce(c ->> 'acerca_de', ''), acerca_de_en = nullif(c ->> 'acerca_de_en', ''),
    descripcion = coalesce(c ->> 'descripcion', ''), descripcion_en = nullif(c ->> 'descripcion_en', ''),
    desarrollador = nullif(c ->> 'desarrollador', ''), publisher = nullif(c ->> 'publisher', ''),
    generos = array(select jsonb_array_elements_text(coalesce(c -> 'generos', '[]'))),
    tamano_aproximado = nullif(c ->> 'tamano_aproximado', ''), aviso_legal = nullif(c ->> 'aviso_legal', ''),
    aviso_legal_en = nullif(c ->> 'aviso_legal_en', ''),
    video_trailer = nullif(c ->> 'video_trailer', ''), category = c ->> 'category',
    descargable = coalesce((c ->> 'descargable')::boolean, true), download_link = nullif(c ->> 'download_link', ''),
    disponibilidad = coalesce((c ->> 'disponibilidad')::boolean, true),
    disponible_al_archivar = case when p.archivado_at is not null then coalesce((c ->> 'disponibilidad')::boolean, true) end,
    imagenes = array(select i ->> 'url' from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) i)
  where p.id = p_producto;

  perform privado.aplicar_ediciones(p_producto, c -> 'ediciones');
  delete from public.imagenes_producto where producto_id = p_producto and edicion_id is null and not es_portada;
  insert into public.imagenes_producto (producto_id, url, orden, ancho, alto, blur)
  select p_producto, n.v ->> 'url', n.orden::integer, (n.v ->> 'ancho')::integer, (n.v ->> 'alto')::integer,
    n.v ->> 'blur'
  from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) with ordinality n(v, orden);
end
$$;

-- The state of the newest revision of a product of the caller: place in the queue, and median waiting time.
create function public.estado_revision(p_producto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'estado', privado.situacion_de(r), 'enviada_at', r.enviada_at,
    'decidida_at', r.decidida_at, 'motivos', to_jsonb(r.motivos), 'nota', r.nota,
    'posicion', case when r.estado = 'pendiente' and not r.espera_creador then (
      select count(*) from public.revisiones_producto otra
      where otra.estado = 'pendiente' and not otra.espera_creador and (otra.enviada_at, otra.id) <= (r.enviada_at, r.id)) end,
    'mediana_horas', (
      select round((percentile_cont(0.5) within group (order by extract(epoch from d.decidida_at - d.enviada_at)) / 3600)::numeric, 1)
      from public.revisiones_producto d where d.decidida_at > now() - interval '30 days'))
  from public.revisiones_producto r
  where r.producto_id = p_producto and (privado.es_su_producto(p_producto) or privado.es_moderador())
  order by r.enviada_at desc, r.id limit 1;
$$;
grant execute on function public.estado_revision(uuid) to authenticated;
