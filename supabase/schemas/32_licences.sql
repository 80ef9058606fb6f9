-- Licences. Each source (purchase, gift, code, bundle, Club) is a row; a person with a valid licence owns the product,
-- and revoking one does not affect the others.

create table public.adquisiciones (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  producto_id uuid references public.productos (id) on delete set null,
  edicion_id uuid,
  bundle_id uuid references public.bundles (id) on delete set null,
  pago_id uuid references public.pagos (id) on delete restrict,
  regalado_por uuid references public.usuarios_meta (id) on delete set null,
  origen text not null default 'compra' check (origen in ('compra', 'regalo', 'codigo', 'bundle', 'club', 'gratis')),
  es_reserva boolean not null default false,
  lanzada_el date,
  precio_pagado numeric(10, 2) not null check (precio_pagado >= 0),
  minecraft_name text check (minecraft_name ~ '^[A-Za-z0-9_]{3,16}$'),
  created_at timestamptz not null default now(),
  fecha date not null default privado.hoy(),
  hora time not null default privado.hora_de(now()),
  descargas integer not null default 0 check (descargas >= 0),
  revocada_at timestamptz,
  revocada_motivo text,
  -- A sold edition stays: otherwise the order would become one of the base product.
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete restrict
);
comment on column public.adquisiciones.minecraft_name is 'null for a gift that was not opened yet: whoever opens it says the name';
comment on column public.adquisiciones.lanzada_el is 'the day a reservation was released, kept when its product gets a later one';
create unique index adquisiciones_pago_producto_key on public.adquisiciones (pago_id, producto_id);
create index adquisiciones_user_id_idx on public.adquisiciones (user_id, created_at desc);
create index adquisiciones_producto_id_idx on public.adquisiciones (producto_id, created_at desc);
create index adquisiciones_edicion_id_idx on public.adquisiciones (edicion_id, producto_id);
create index adquisiciones_bundle_id_idx on public.adquisiciones (bundle_id);
create index adquisiciones_regalado_por_idx on public.adquisiciones (regalado_por);
create index adquisiciones_created_at_idx on public.adquisiciones (created_at desc);
create unique index adquisiciones_una_vigente_key on public.adquisiciones
  (user_id, producto_id, coalesce(edicion_id, '00000000-0000-0000-0000-000000000000'), origen)
  where revocada_at is null and bundle_id is null;
-- Ownership lookups of pages.
create index adquisiciones_persona_producto_idx on public.adquisiciones (user_id, producto_id) where revocada_at is null;
create index adquisiciones_reservas_idx on public.adquisiciones (producto_id) where es_reserva and revocada_at is null;
create index adquisiciones_origen_idx on public.adquisiciones (origen, created_at desc, id desc);

alter table public.adquisiciones enable row level security;
-- Both parties of a gift read its row; `detalle_pedidos` has the facts for only one of them.
grant select (id, user_id, producto_id, edicion_id, bundle_id, pago_id, regalado_por, origen, es_reserva, lanzada_el,
  created_at, fecha, hora, revocada_at, revocada_motivo) on public.adquisiciones to authenticated;
grant select on public.adquisiciones to service_role;
create policy adquisiciones_select on public.adquisiciones for select to authenticated
  using (user_id = (select auth.uid()) or regalado_por = (select auth.uid()) or (select privado.es_admin()));
create policy adquisiciones_segundo_paso on public.adquisiciones as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.adquisiciones
  for each statement execute function privado.exigir_sesion_completa();

-- Owners and givers still see a product that is under review or taken down: name, cover and editions, in orders and
-- library.
create policy productos_select on public.productos for select to authenticated
  using (status = 'approved' or usuario_id = (select auth.uid()) or (select privado.es_moderador())
    or id in (
      select a.producto_id from public.adquisiciones a
      where a.user_id = (select auth.uid()) or a.regalado_por = (select auth.uid())
    ));

-- A licence lent by the Club does not prevent a purchase.
create function privado.ya_lo_tiene(p_usuario uuid, p_producto uuid, p_edicion uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones
    where user_id = p_usuario and producto_id = p_producto and edicion_id is not distinct from p_edicion
      and revocada_at is null and origen <> 'club'
  );
$$;

-- True if somebody owns a product permanently, in any edition.
create function privado.tiene_producto(p_usuario uuid, p_producto uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones
    where user_id = p_usuario and producto_id = p_producto and revocada_at is null and origen <> 'club'
  );
$$;

-- True if somebody permanently owns a more expensive edition of this product, which includes this one. The edition that
-- `p_mejora` upgrades from does not count, regardless of its price.
create function privado.tiene_superior(p_usuario uuid, p_producto uuid, p_edicion uuid, p_mejora jsonb default null)
returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones a
      join public.productos p on p.id = a.producto_id
      left join public.ediciones suya on suya.id = a.edicion_id
      left join public.ediciones esta on esta.id = p_edicion
    where a.user_id = p_usuario and a.producto_id = p_producto and a.revocada_at is null and a.origen <> 'club'
      and a.edicion_id is distinct from p_edicion
      and coalesce(suya.precio, p.precio) > coalesce(esta.precio, p.precio)
      and (p_mejora is null or a.edicion_id is distinct from (p_mejora ->> 'edicion_id')::uuid)
  );
$$;

-- True if another licence of the same kind is valid, so that this one cannot be: except for bundles, a person has one
-- of a kind.
create function privado.hay_otra_vigente(p_pedido public.adquisiciones) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_pedido.bundle_id is null and exists (
    select from public.adquisiciones
    where user_id = p_pedido.user_id and producto_id = p_pedido.producto_id and origen = p_pedido.origen
      and edicion_id is not distinct from p_pedido.edicion_id and revocada_at is null and bundle_id is null
  );
$$;

-- The facts of a free order, for the mail.
create function public.datos_pedido(p_pedido uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('pedido_id', a.id, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre, 'edicion_en', e.nombre_en,
    'minecraft_name', a.minecraft_name)
  from public.adquisiciones a left join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_pedido;
$$;
grant execute on function public.datos_pedido(uuid) to service_role;

-- True if a purchase is downloaded: by the product, or by the edition's own file.
create function privado.se_descarga(p_producto public.productos, p_edicion public.ediciones) returns boolean
language sql immutable set search_path = '' as $$
  select p_producto.descargable or p_edicion.download_link is not null;
$$;

-- True if an order waits for the release of its product. An order that was not a reservation does not wait, and a
-- released reservation stays released.
create function privado.reserva_espera(
  p_pedido public.adquisiciones, p_producto public.productos, p_edicion public.ediciones
) returns boolean
language sql stable set search_path = '' as $$
  select p_pedido.es_reserva and p_pedido.lanzada_el is null and privado.espera_lanzamiento(p_producto, p_edicion);
$$;

-- Keeps the release of reservations when the date of their product or edition changes.
create function privado.conservar_lanzamientos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.adquisiciones a
  set lanzada_el = least(coalesce(e.fecha_lanzamiento, p.fecha_lanzamiento), privado.hoy())
  from public.adquisiciones b
  join public.productos p on p.id = b.producto_id
  left join public.ediciones e on e.id = b.edicion_id
  where b.id = a.id and a.es_reserva and a.lanzada_el is null and not privado.espera_lanzamiento(p, e)
    and ((tg_table_name = 'productos' and b.producto_id = old.id) or (tg_table_name = 'ediciones' and b.edicion_id = old.id));
  return new;
end
$$;
create trigger conservar_lanzamientos before update on public.productos for each row
  when (old.reserva is distinct from new.reserva or old.fecha_lanzamiento is distinct from new.fecha_lanzamiento)
  execute function privado.conservar_lanzamientos();
create trigger conservar_lanzamientos before update on public.ediciones for each row
  when (old.reserva is distinct from new.reserva or old.fecha_lanzamiento is distinct from new.fecha_lanzamiento)
  execute function privado.conservar_lanzamientos();

-- The state of an order's download for any caller. A product without a download is delivered by name, even with an
-- edition that has one.
create function privado.estado_de_descarga(
  p_pedido public.adquisiciones, p_producto public.productos, p_edicion public.ediciones
) returns text
language sql stable set search_path = '' as $$
  select case
    when p_pedido.revocada_at is not null then 'revocado'
    when p_producto.id is null then 'sin_enlace'
    when not p_producto.descargable and p_pedido.minecraft_name is null then 'sin_nombre'
    when not privado.se_descarga(p_producto, p_edicion) then
      case when privado.en_whitelist(p_pedido.id) then 'en_whitelist'
        when privado.reserva_espera(p_pedido, p_producto, p_edicion) then 'reserva_por_nombre'
        else 'no_descargable' end
    when privado.reserva_espera(p_pedido, p_producto, p_edicion) then 'reserva'
    when coalesce(p_edicion.download_link, p_producto.download_link) is null then 'sin_enlace'
    when privado.en_cuarentena(coalesce(p_edicion.download_link, p_producto.download_link)) then 'en_cuarentena'
    else 'disponible'
  end;
$$;

-- The download area of an order, without the link: values of the edition come first.
create function public.estado_descarga(p_adquisicion uuid) returns text
language sql stable security definer set search_path = '' as $$
  select privado.estado_de_descarga(a, p, e)
  from public.adquisiciones a
  left join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and (a.user_id = privado.persona_completa() or privado.es_admin());
$$;
grant execute on function public.estado_descarga(uuid) to authenticated;

-- Facts for one party of an order: the price for its payer; the player name and number of downloads for its owner.
create function public.detalle_pedidos(p_pedidos uuid[]) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_object_agg(a.id, jsonb_build_object(
    'precio_pagado', case when a.regalado_por = y.yo or (a.user_id = y.yo and a.origen <> 'regalo') then a.precio_pagado end,
    'minecraft_name', case when a.user_id = y.yo then a.minecraft_name end,
    'descargas', case when a.user_id = y.yo then a.descargas end,
    'abierto', a.minecraft_name is not null)), '{}')
  from public.adquisiciones a cross join (select privado.persona_completa() as yo) y
  where a.id = any (p_pedidos[1:1000]) and y.yo in (a.user_id, a.regalado_por);
$$;
grant execute on function public.detalle_pedidos(uuid[]) to authenticated;

-- A person's library, once per product and edition, newest first; own licences before lent ones. A page after a cursor,
-- or everything.
create function public.mi_biblioteca(
  p_antes_at timestamptz default null, p_antes uuid default null, p_limite integer default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  return (
    with suyas as (
      select distinct on (a.producto_id, a.edicion_id) a.*
      from public.adquisiciones a
      where a.user_id = privado.persona_completa() and a.revocada_at is null and a.producto_id is not null
      order by a.producto_id, a.edicion_id, (a.origen = 'club'), a.created_at
    ), pagina as (
      select * from suyas
      where p_antes_at is null or created_at < p_antes_at or (created_at = p_antes_at and id > p_antes)
      order by created_at desc, id limit case when p_limite is not null then least(greatest(p_limite, 1), 1000) end
    )
    select coalesce(jsonb_agg(jsonb_build_object(
      'id', s.id, 'created_at', s.created_at, 'origen', s.origen, 'minecraft_name', s.minecraft_name,
      'slug', privado.slug_de_pagina(p), 'nombre', p.nombre, 'nombre_en', p.nombre_en,
      'acerca_de', p.acerca_de, 'acerca_de_en', p.acerca_de_en,
      'category', p.category, 'fecha_lanzamiento', coalesce(e.fecha_lanzamiento, p.fecha_lanzamiento),
      'portada_url', coalesce(e.portada_url, p.portada_url),
      'portada_blur', case when e.portada_url is null then p.portada_blur else e.portada_blur end,
      'edicion', e.nombre, 'edicion_en', e.nombre_en,
      'estado', privado.estado_de_descarga(q, p, e),
      'versiones', coalesce((
        select jsonb_agg(jsonb_build_object('version', v.version, 'novedades', v.novedades,
          'novedades_en', v.novedades_en, 'created_at', v.created_at) order by v.created_at desc)
        from (select * from public.versiones_producto where producto_id = p.id order by created_at desc limit 10) v
      ), '[]')) order by s.created_at desc, s.id), '[]')
    from pagina s
    join public.adquisiciones q on q.id = s.id
    join public.productos p on p.id = s.producto_id
    left join public.ediciones e on e.id = s.edicion_id);
end
$$;
grant execute on function public.mi_biblioteca(timestamptz, uuid, integer) to authenticated;

-- Notifies owners of released reservations, once per order.
create function public.avisar_reservas() returns integer
language sql volatile security definer set search_path = '' as $$
  with nuevos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'reserva:' || a.id, a.user_id, 'reserva', jsonb_build_object('pedido_id', a.id)
    from public.adquisiciones a
    join public.usuarios_meta u on u.id = a.user_id and u.borrada_at is null
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.es_reserva and a.revocada_at is null
      and coalesce(a.lanzada_el, e.fecha_lanzamiento, p.fecha_lanzamiento) <= privado.hoy()
      and not privado.reserva_espera(a, p, e)
      and not exists (select from public.correos c where c.clave = 'reserva:' || a.id)
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from nuevos;
$$;
grant execute on function public.avisar_reservas() to service_role;
