-- From a draft to the shop: what a creator sends is a revision; moderators approve or reject it. What is on sale stays
-- as it was approved until the new revision is.

alter table public.ediciones
  add column retirada boolean not null default false,
  drop constraint ediciones_producto_id_nombre_key;
create index ediciones_producto_id_idx on public.ediciones (producto_id, orden);
create unique index ediciones_nombre_key on public.ediciones (producto_id, nombre) where not retirada;
grant select (retirada) on public.ediciones to anon, authenticated;
comment on column public.ediciones.retirada is 'taken out by its creator, kept for those who bought it';

create table public.revisiones_producto (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  autor_id uuid not null references public.usuarios_meta (id) on delete restrict,
  contenido jsonb not null,
  estado text not null default 'pendiente' check (estado in ('pendiente', 'aprobada', 'rechazada', 'sustituida')),
  es_nueva boolean not null,
  motivos text[] not null default '{}',
  nota text check (char_length(nota) <= 2000),
  enviada_at timestamptz not null default now(),
  decidida_at timestamptz,
  decidida_por uuid references public.usuarios_meta (id) on delete set null
);
create unique index revisiones_una_pendiente_key on public.revisiones_producto (producto_id) where estado = 'pendiente';
create index revisiones_producto_id_idx on public.revisiones_producto (producto_id, enviada_at desc);
create index revisiones_cola_idx on public.revisiones_producto (enviada_at, id) where estado = 'pendiente';
create index revisiones_decididas_idx on public.revisiones_producto (decidida_at) where decidida_at is not null;
create index revisiones_autor_id_idx on public.revisiones_producto (autor_id);
create index revisiones_decidida_por_idx on public.revisiones_producto (decidida_por);

create table public.mensajes_revision (
  id bigint generated always as identity primary key,
  producto_id uuid not null references public.productos (id) on delete cascade,
  autor_id uuid not null references public.usuarios_meta (id) on delete restrict,
  texto text not null check (char_length(texto) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index mensajes_revision_producto_id_idx on public.mensajes_revision (producto_id, created_at);
create index mensajes_revision_autor_id_idx on public.mensajes_revision (autor_id);

create function public.es_su_producto(p_producto uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.productos where id = p_producto and usuario_id = auth.uid());
$$;

alter table public.revisiones_producto enable row level security;
alter table public.mensajes_revision enable row level security;
grant select on public.revisiones_producto, public.mensajes_revision to authenticated, service_role;
create policy revisiones_producto_select on public.revisiones_producto for select to authenticated
  using ((select public.es_moderador()) or public.es_su_producto(producto_id));
create policy mensajes_revision_select on public.mensajes_revision for select to authenticated
  using ((select public.es_moderador()) or public.es_su_producto(producto_id));

drop policy productos_select on public.productos;
create policy productos_select on public.productos for select to authenticated
  using (status = 'approved' or usuario_id = (select auth.uid()) or (select public.es_moderador())
    or id in (
      select a.producto_id from public.adquisiciones a
      where a.user_id = (select auth.uid()) or a.regalado_por = (select auth.uid())
    ));

-- Writes a revision's content into the product. Editions keep their ids; one that was sold is retired, not deleted.
create function public.aplicar_contenido(p_producto uuid, c jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids uuid[] := array(
    select (e ->> 'id')::uuid from jsonb_array_elements(coalesce(c -> 'ediciones', '[]')) e where e ->> 'id' is not null);
begin
  update public.productos set
    nombre = c ->> 'nombre', nombre_en = nullif(c ->> 'nombre_en', ''),
    precio = (c ->> 'precio')::numeric, oferta = nullif((c ->> 'oferta')::numeric, 0),
    portada_url = c ->> 'portada_url', portada_blur = c ->> 'portada_blur',
    banner_url = nullif(c ->> 'banner_url', ''), banner_blur = c ->> 'banner_blur',
    club_only = coalesce((c ->> 'club_only')::boolean, false), reserva = coalesce((c ->> 'reserva')::boolean, false),
    fecha_lanzamiento = (c ->> 'fecha_lanzamiento')::date, "DLC" = coalesce((c ->> 'DLC')::boolean, false),
    base_id = (c ->> 'base_id')::uuid,
    acerca_de = coalesce(c ->> 'acerca_de', ''), acerca_de_en = nullif(c ->> 'acerca_de_en', ''),
    descripcion = coalesce(c ->> 'descripcion', ''), descripcion_en = nullif(c ->> 'descripcion_en', ''),
    desarrollador = nullif(c ->> 'desarrollador', ''), publisher = nullif(c ->> 'publisher', ''),
    generos = array(select jsonb_array_elements_text(coalesce(c -> 'generos', '[]'))),
    tamano_aproximado = nullif(c ->> 'tamano_aproximado', ''), aviso_legal = nullif(c ->> 'aviso_legal', ''),
    video_trailer = nullif(c ->> 'video_trailer', ''), category = c ->> 'category',
    descargable = coalesce((c ->> 'descargable')::boolean, true), download_link = nullif(c ->> 'download_link', ''),
    disponibilidad = coalesce((c ->> 'disponibilidad')::boolean, true),
    imagenes = array(select i ->> 'url' from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) i)
  where id = p_producto;

  update public.ediciones e set retirada = true
  where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids) and (
    exists (select from public.adquisiciones a where a.edicion_id = e.id)
    or exists (select from public.pagos p where p.edicion_id = e.id));
  delete from public.ediciones e where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids);
  insert into public.ediciones as e (id, producto_id, nombre, precio, oferta, reserva, download_link, portada_url,
    portada_blur, orden)
  select coalesce((n.v ->> 'id')::uuid, gen_random_uuid()), p_producto, n.v ->> 'nombre', (n.v ->> 'precio')::numeric,
    nullif((n.v ->> 'oferta')::numeric, 0), coalesce((n.v ->> 'reserva')::boolean, false),
    nullif(n.v ->> 'download_link', ''), nullif(n.v ->> 'portada_url', ''), n.v ->> 'portada_blur', n.orden::integer
  from jsonb_array_elements(coalesce(c -> 'ediciones', '[]')) with ordinality n(v, orden)
  on conflict (id) do update set nombre = excluded.nombre, precio = excluded.precio, oferta = excluded.oferta,
    reserva = excluded.reserva, download_link = excluded.download_link, portada_url = excluded.portada_url,
    portada_blur = excluded.portada_blur, orden = excluded.orden, retirada = false
  where e.producto_id = p_producto;

  delete from public.imagenes_producto where producto_id = p_producto and edicion_id is null and not es_portada;
  insert into public.imagenes_producto (producto_id, url, orden, ancho, alto, blur)
  select p_producto, n.v ->> 'url', n.orden::integer, (n.v ->> 'ancho')::integer, (n.v ->> 'alto')::integer,
    n.v ->> 'blur'
  from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) with ordinality n(v, orden);
end
$$;

-- Why a creator may not send anything now, or null.
create function public.motivo_no_publica() returns text
language sql stable security definer set search_path = '' as $$
  select case
    when auth.uid() is null or not public.puede_actuar() then 'sin_sesion'
    when (select reputacion from public.usuarios_meta where id = auth.uid()) = 'deshabilitado'
      then 'cuenta_deshabilitada'
  end;
$$;

create function public.contenido_valido(c jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(c) = 'object' and coalesce(c ->> 'category', '') in ('plugin', 'serie', 'dlc', 'evento')
    and (c ->> 'precio')::numeric between 0 and 99 and char_length(c::text) <= 300000
    and jsonb_array_length(coalesce(c -> 'ediciones', '[]')) <= 10
    and jsonb_array_length(coalesce(c -> 'imagenes', '[]')) <= 20;
$$;

create function public.crear_producto(p_slug text, p_contenido jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_contenido jsonb := public.leer_json(p_contenido);
  v_motivo text := public.motivo_no_publica();
  v_producto uuid;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  if not public.contenido_valido(v_contenido) then return public.rechazo('datos_no_validos'); end if;
  if (v_contenido ->> 'precio')::numeric = 0 then return public.rechazo('precio_no_valido'); end if;
  insert into public.productos (nombre, slug, precio, portada_url, category, usuario_id)
  values (v_contenido ->> 'nombre', p_slug, (v_contenido ->> 'precio')::numeric, v_contenido ->> 'portada_url',
    v_contenido ->> 'category', auth.uid())
  returning id into v_producto;
  perform public.aplicar_contenido(v_producto, v_contenido);
  insert into public.revisiones_producto (producto_id, autor_id, contenido, es_nueva)
  values (v_producto, auth.uid(), v_contenido, true);
  return jsonb_build_object('ok', true, 'producto_id', v_producto, 'slug', p_slug);
exception
  when unique_violation then return public.rechazo('slug_ocupado');
  when check_violation or not_null_violation or foreign_key_violation or invalid_text_representation
    or datetime_field_overflow or invalid_datetime_format or numeric_value_out_of_range or string_data_right_truncation
    then return public.rechazo('datos_no_validos');
end
$$;

create function public.proponer_cambios(p_producto uuid, p_contenido jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_contenido jsonb := public.leer_json(p_contenido);
  v_motivo text := public.motivo_no_publica();
  v_producto public.productos;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid() for no key update;
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  if not public.contenido_valido(v_contenido) then return public.rechazo('datos_no_validos'); end if;
  -- Only an admin makes a product free; one that is free may stay so.
  if (v_contenido ->> 'precio')::numeric = 0 and v_producto.precio > 0 then return public.rechazo('precio_no_valido'); end if;
  update public.revisiones_producto set estado = 'sustituida' where producto_id = p_producto and estado = 'pendiente';
  insert into public.revisiones_producto (producto_id, autor_id, contenido, es_nueva)
  values (p_producto, auth.uid(), v_contenido, v_producto.status <> 'approved');
  if v_producto.status <> 'approved' then
    perform public.aplicar_contenido(p_producto, v_contenido);
    update public.productos set status = 'pending' where id = p_producto;
  end if;
  return jsonb_build_object('ok', true, 'producto_id', p_producto, 'slug', v_producto.slug);
exception
  when unique_violation or check_violation or not_null_violation or foreign_key_violation
    or invalid_text_representation or datetime_field_overflow or invalid_datetime_format
    or numeric_value_out_of_range or string_data_right_truncation
    then return public.rechazo('datos_no_validos');
end
$$;

create function public.resolver_revision(p_revision uuid, p_aprobar boolean, p_motivos text[], p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_revision public.revisiones_producto;
  v_producto public.productos;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  if v_revision.id is null then return public.rechazo('revision_no_existe'); end if;
  if v_revision.estado <> 'pendiente' then return public.rechazo('ya_resuelta'); end if;
  if v_revision.autor_id = auth.uid() and not public.es_admin() then return public.rechazo('es_suya'); end if;
  if not p_aprobar and cardinality(coalesce(p_motivos, '{}')) = 0 then return public.rechazo('motivo_no_valido'); end if;
  if exists (select from unnest(p_motivos) m where m not in
    ('calidad', 'incompleto', 'contenido_no_permitido', 'derechos', 'enganoso', 'archivo', 'precio', 'otro')) then
    return public.rechazo('motivo_no_valido');
  end if;
  select * into v_producto from public.productos where id = v_revision.producto_id for no key update;
  update public.revisiones_producto set estado = case when p_aprobar then 'aprobada' else 'rechazada' end,
    motivos = coalesce(p_motivos, '{}'), nota = nullif(btrim(p_nota), ''), decidida_at = now(), decidida_por = auth.uid()
  where id = p_revision;
  if p_aprobar then
    perform public.aplicar_contenido(v_producto.id, v_revision.contenido);
    update public.productos set status = 'approved' where id = v_producto.id;
  elsif v_producto.status <> 'approved' then
    update public.productos set status = 'rejected' where id = v_producto.id;
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('revision:' || p_revision, v_producto.usuario_id, 'revision', jsonb_build_object(
    'aprobada', p_aprobar, 'nombre', v_revision.contenido ->> 'nombre', 'slug', v_producto.slug,
    'motivos', to_jsonb(coalesce(p_motivos, '{}')), 'nota', nullif(btrim(p_nota), '')));
  perform public.anotar(case when p_aprobar then 'aprobar_revision' else 'rechazar_revision' end, 'producto',
    v_producto.id::text, jsonb_build_object('status', v_producto.status),
    jsonb_build_object('revision_id', p_revision, 'motivos', to_jsonb(coalesce(p_motivos, '{}'))),
    nullif(btrim(p_nota), ''));
  return jsonb_build_object('ok', true, 'producto_id', v_producto.id, 'slug', v_producto.slug);
end
$$;

create function public.comentar_revision(p_producto uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if not (public.es_su_producto(p_producto) or public.es_moderador()) then return public.rechazo('no_existe'); end if;
  if p_texto is null or char_length(btrim(p_texto)) not between 1 and 2000 then return public.rechazo('texto_no_valido'); end if;
  insert into public.mensajes_revision (producto_id, autor_id, texto) values (p_producto, auth.uid(), btrim(p_texto));
  return jsonb_build_object('ok', true);
end
$$;

-- Where the newest revision of an own product stands: its place in the queue, and how long a decision takes.
create function public.estado_revision(p_producto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'estado', r.estado, 'enviada_at', r.enviada_at, 'decidida_at', r.decidida_at,
    'motivos', to_jsonb(r.motivos), 'nota', r.nota,
    'posicion', case when r.estado = 'pendiente' then (
      select count(*) from public.revisiones_producto otra
      where otra.estado = 'pendiente' and (otra.enviada_at, otra.id) <= (r.enviada_at, r.id)) end,
    'mediana_horas', (
      select round((percentile_cont(0.5) within group (order by extract(epoch from d.decidida_at - d.enviada_at)) / 3600)::numeric, 1)
      from public.revisiones_producto d where d.decidida_at > now() - interval '30 days'))
  from public.revisiones_producto r
  where r.producto_id = p_producto and (public.es_su_producto(p_producto) or public.es_moderador())
  order by r.enviada_at desc, r.id limit 1;
$$;

-- The whole content of an own product, with the files that no other reading shows: the newest revision, or the product.
create function public.contenido_producto(p_slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'producto_id', p.id, 'slug', p.slug, 'status', p.status, 'contenido', coalesce(
    (select r.contenido from public.revisiones_producto r
      where r.producto_id = p.id and r.estado in ('pendiente', 'rechazada') and not exists (
        select from public.revisiones_producto n where n.producto_id = p.id and n.estado = 'aprobada'
          and n.decidida_at > r.enviada_at)
      order by r.enviada_at desc limit 1),
    to_jsonb(p) - 'busqueda' || jsonb_build_object(
      'ediciones', coalesce((select jsonb_agg(to_jsonb(e) order by e.orden) from public.ediciones e
        where e.producto_id = p.id and not e.retirada), '[]'),
      'imagenes', coalesce((select jsonb_agg(to_jsonb(i) order by i.orden) from public.imagenes_producto i
        where i.producto_id = p.id and i.edicion_id is null and not i.es_portada), '[]'))))
  from public.productos p
  where p.slug = p_slug and (p.usuario_id = auth.uid() or public.es_moderador());
$$;

-- An edition that was taken out is not sold any more.
create or replace function public.presupuestar(
  p_usuario uuid, p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_motivo text := public.motivo_no_comprador(p_usuario, p_destinatario, p_metodo, p_cupon);
  v_cuenta public.usuarios_meta;
  v_tienda public.configuracion_global;
  v_productos public.productos[];
  v_producto public.productos;
  v_edicion public.ediciones;
  v_bundle public.bundles;
  v_cupon public.codigos_cupones;
  v_resultado jsonb;
  v_total integer;
  v_suyos text[] := '{}';
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  if num_nonnulls(p_producto, p_bundle) <> 1 then return public.rechazo('no_existe'); end if;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  select * into v_tienda from public.configuracion_global where id = 1;

  if p_bundle is not null then
    select * into v_bundle from public.bundles where id = p_bundle;
    v_productos := array(
      select p from public.bundles_productos b join public.productos p on p.id = b.producto_id
      where b.bundle_id = p_bundle order by p.id);
  else
    v_productos := array(select p from public.productos p where p.id = p_producto);
  end if;
  if cardinality(v_productos) = 0 then return public.rechazo('no_existe'); end if;
  if p_edicion is not null then
    select * into v_edicion from public.ediciones where id = p_edicion and producto_id = p_producto and not retirada;
    if v_edicion.id is null then return public.rechazo('no_existe'); end if;
  end if;

  -- All or nothing: one product that cannot be had refuses the whole bundle. What the recipient has already comes
  -- with it all the same, and is named; a bundle of nothing new is refused.
  foreach v_producto in array v_productos loop
    v_motivo := case
      when public.motivo_no_venta(v_producto) is not null then public.motivo_no_venta(v_producto)
      when v_producto.club_only and not coalesce(v_cuenta.club, false) then 'requiere_club'
      when v_producto.uncoins is not null and p_bundle is not null then 'no_disponible'
      when v_producto.uncoins is not null and p_destinatario is not null then 'no_regalable'
      when v_producto.uncoins is not null and p_metodo <> 'tarjeta' then 'solo_tarjeta'
    end;
    if v_motivo is not null then return public.rechazo(v_motivo); end if;
    if public.ya_lo_tiene(coalesce(p_destinatario, p_usuario), v_producto.id, p_edicion) then
      v_suyos := v_suyos || v_producto.nombre;
    end if;
  end loop;
  if cardinality(v_suyos) = cardinality(v_productos) then return public.rechazo('ya_lo_tienes'); end if;

  if p_cupon is not null then
    select * into v_cupon from public.cupon_utilizable(p_cupon, p_producto, p_usuario);
    if v_cupon.id is null then return public.rechazo('cupon_no_valido'); end if;
  end if;
  v_resultado := public.calcular_presupuesto(
    coalesce(v_bundle.precio, v_edicion.precio, v_producto.precio),
    case when v_bundle.id is not null then v_bundle.oferta
      when v_edicion.id is not null then v_edicion.oferta else v_producto.oferta end,
    case when v_cuenta.club and v_producto.uncoins is null then v_tienda.club_descuento_porcentaje else 0 end,
    coalesce(v_cupon.percent_discount, 0),
    case when p_metodo = 'paypal' then v_tienda.recargo_paypal_porcentaje else 0 end);
  v_total := (v_resultado ->> 'total_centimos')::integer;
  if v_total = 0 and v_cuenta.reputacion = 'mala' then return public.rechazo('gratis_no_permitido'); end if;
  if v_total > 0 and p_metodo = 'gratis' then return public.rechazo('metodo_no_valido'); end if;

  if v_edicion.id is not null then
    v_producto.reserva := v_edicion.reserva;
    v_productos := array[v_producto];
  end if;
  return v_resultado || jsonb_build_object(
    'nombre', coalesce(v_bundle.nombre, v_producto.nombre),
    'edicion', v_edicion.nombre,
    'es_reserva', v_bundle.id is null and v_producto.reserva,
    'es_recarga', v_producto.uncoins is not null,
    'ya_tienes', to_jsonb(v_suyos),
    -- Held against every offer, as the law on price reductions asks.
    'minimo_30_dias_centimos', case when v_resultado #>> '{lineas,1,concepto}' = 'oferta'
      then round(public.precio_minimo_reciente(p_producto, p_edicion, p_bundle) * 100)::integer end,
    'interno', jsonb_build_object(
      'articulos', public.repartir_total(v_productos, v_total),
      'uncoins', v_producto.uncoins,
      'cupon_id', v_cupon.id,
      'ingresos_porcentaje', v_tienda.ingresos_creador_porcentaje));
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.crear_producto(text, jsonb), public.proponer_cambios(uuid, jsonb),
  public.resolver_revision(uuid, boolean, text[], text), public.comentar_revision(uuid, text),
  public.estado_revision(uuid), public.contenido_producto(text), public.es_su_producto(uuid) to authenticated;
