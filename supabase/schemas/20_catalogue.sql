-- Products and their parts. Visitors cannot read the columns with files.

-- The categories of products for sale.
create function privado.categorias() returns text[]
language sql immutable parallel safe set search_path = '' as $$
  select array['plugin', 'serie', 'dlc', 'evento'];
$$;

create table public.productos (
  id uuid primary key default gen_random_uuid(),
  nombre text not null check (char_length(nombre) between 1 and 80),
  nombre_en text check (char_length(nombre_en) between 1 and 80),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 80),
  precio numeric(10, 2) not null check (precio between 0 and 100000),
  oferta numeric(10, 2) check (oferta > 0 and oferta <= precio),
  portada_url text not null,
  portada_blur text,
  banner_url text,
  banner_blur text,
  club_only boolean not null default false,
  reserva boolean not null default false,
  fecha_lanzamiento date,
  "DLC" boolean not null default false,
  base_id uuid references public.productos (id) on delete set null,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  visitas integer not null default 0 check (visitas >= 0),
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  destacado boolean not null default false,
  disponibilidad boolean not null default true,
  stock boolean not null default true,
  unidades integer check (unidades >= 0),
  recuentos integer not null default 0,
  adquirido integer not null default 0 check (adquirido >= 0),
  compradores integer not null default 0 check (compradores >= 0),
  acerca_de text not null default '',
  acerca_de_en text,
  descripcion text not null default '',
  descripcion_en text,
  desarrollador text,
  publisher text,
  generos text[] not null default '{}',
  tamano_aproximado text,
  aviso_legal text,
  aviso_legal_en text,
  video_trailer text check (privado.video_valido(video_trailer)),
  imagenes text[] not null default '{}',
  category text not null check (category = 'uncoins' or category = any (privado.categorias())),
  descargable boolean not null default true,
  download_link text,
  uncoins integer check (uncoins > 0),
  oculto boolean not null default false,
  busqueda text generated always as (
    privado.normalizar(nombre) || coalesce('|' || privado.normalizar(nombre_en), '')
  ) stored,
  created_at timestamptz not null default now(),
  valoracion_media numeric(3, 2),
  valoraciones integer not null default 0 check (valoraciones >= 0),
  -- Few ratings say little: each product begins with ten of 3.5 stars, and fewer than three count as none.
  puntuacion numeric(6, 4) not null generated always as (
    case when valoraciones >= 3 then round((valoracion_media * valoraciones + 35) / (valoraciones + 10), 4) else 0 end
  ) stored,
  updated_at timestamptz not null default now(),
  publicado_at timestamptz,
  compatibles text[] not null default '{}',
  oferta_fija numeric(10, 2),
  minimo_30_dias numeric(10, 2),
  archivado_at timestamptz,
  disponible_al_archivar boolean,
  constraint productos_compatibles_check check (privado.versiones_validas(compatibles)),
  constraint productos_download_link_check check (privado.enlace_valido(download_link)),
  constraint productos_imagenes_check check (privado.imagen_valida(portada_url) and privado.imagen_valida(banner_url)
    and privado.imagenes_validas(imagenes)),
  constraint productos_blur_check check (privado.blur_valido(portada_blur) and privado.blur_valido(banner_blur)),
  check ((category = 'uncoins') = (uncoins is not null)),
  -- Coins are worth money.
  check (uncoins is null or precio > 0)
);
comment on column public.productos.recuentos is 'how often its units were counted anew: what was sold before is not in them';
comment on column public.productos.puntuacion is 'by which lists put the best rated first; 0 without enough ratings';
comment on column public.productos.updated_at is 'when its newest version came, or the product itself';
comment on column public.productos.publicado_at is 'when it was first approved';
comment on column public.productos.compatibles is 'versions of the game that it works with';
comment on column public.productos.oferta is 'what it costs now below its price: the offer without dates, or the one whose dates it is';
comment on column public.productos.oferta_fija is 'the offer without dates';
comment on column public.productos.minimo_30_dias is 'during an offer: the lowest price of the 30 days before it, which is struck';
comment on column public.productos.disponible_al_archivar is 'of one that is archived: its availability when it comes back';
comment on column public.productos.archivado_at is 'since when its creator sells it no longer; who bought it keeps it';
create index productos_visitas_idx on public.productos (visitas desc, id) where status = 'approved' and not oculto;
create index productos_recientes_idx on public.productos (created_at desc, id) where status = 'approved' and not oculto;
create index productos_categoria_idx on public.productos (category, created_at desc, id)
  where status = 'approved' and not oculto;
create index productos_destacados_idx on public.productos (visitas desc, id)
  where status = 'approved' and not oculto and destacado;
create index productos_usuario_id_idx on public.productos (usuario_id, status, created_at desc);
create index productos_de_creador_idx on public.productos (usuario_id)
  include (id, visitas, status, created_at, nombre, nombre_en)
  where not oculto;
create index productos_ocultos_idx on public.productos (usuario_id, id) where oculto;
create index productos_base_id_idx on public.productos (base_id);
create index productos_download_link_idx on public.productos (download_link) where download_link is not null;
create index productos_precio_idx on public.productos (least(oferta, precio), id)
  where status = 'approved' and not oculto;
create index productos_categoria_precio_idx on public.productos (category, least(oferta, precio), id)
  where status = 'approved' and not oculto;
create index productos_categoria_visitas_idx on public.productos (category, visitas desc, id)
  where status = 'approved' and not oculto;
create index productos_ofertas_idx on public.productos (visitas desc, id)
  where status = 'approved' and not oculto and oferta < precio;
create index productos_gratis_idx on public.productos (visitas desc, id)
  where status = 'approved' and not oculto and least(oferta, precio) = 0;
create index productos_club_idx on public.productos (visitas desc, id)
  where status = 'approved' and not oculto and club_only;
create index productos_mas_vendidos_idx on public.productos (adquirido desc, id) where status = 'approved' and not oculto;
create index productos_categoria_vendidos_idx on public.productos (category, adquirido desc, id)
  where status = 'approved' and not oculto;
create index productos_puntuacion_idx on public.productos (puntuacion desc, id) where status = 'approved' and not oculto;
create index productos_categoria_puntuacion_idx on public.productos (category, puntuacion desc, id)
  where status = 'approved' and not oculto;
create index productos_actualizados_idx on public.productos (updated_at desc, id)
  where status = 'approved' and not oculto;
create index productos_categoria_actualizados_idx on public.productos (category, updated_at desc, id)
  where status = 'approved' and not oculto;
create index productos_estrenos_idx on public.productos (fecha_lanzamiento)
  where status = 'approved' and not oculto and reserva;
create index productos_vendidos_idx on public.productos (id) where status = 'approved' and not oculto and adquirido >= 5;
create index productos_created_at_idx on public.productos (created_at desc, id desc);
create index productos_nombre_trgm_idx on public.productos using gin (nombre extensions.gin_trgm_ops);
create index productos_nombre_en_trgm_idx on public.productos using gin (nombre_en extensions.gin_trgm_ops);

alter table public.productos enable row level security;
grant select (id, nombre, nombre_en, slug, precio, oferta, portada_url, portada_blur, banner_url, banner_blur,
  club_only, reserva, fecha_lanzamiento, "DLC", base_id, status, visitas, usuario_id, destacado, disponibilidad,
  stock, unidades, adquirido, compradores, acerca_de, acerca_de_en, descripcion, descripcion_en, desarrollador, publisher, generos,
  compatibles, tamano_aproximado, aviso_legal, aviso_legal_en, video_trailer, imagenes, category, descargable, uncoins, oculto, busqueda,
  created_at, valoracion_media, valoraciones, puntuacion, updated_at,
  publicado_at, archivado_at, minimo_30_dias)
  on public.productos to anon, authenticated;
grant select on public.productos to service_role;
-- Parts of a product have the visibility of the product.
create policy productos_select_public on public.productos for select to anon using (status = 'approved');
create policy productos_segundo_paso on public.productos as restrictive for select to authenticated
  using (status = 'approved' or (select privado.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.productos
  for each statement execute function privado.exigir_sesion_completa();

create table public.ediciones (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  nombre text not null check (char_length(nombre) between 1 and 40),
  nombre_en text check (char_length(nombre_en) between 1 and 40),
  precio numeric(10, 2) not null check (precio between 0 and 100000),
  oferta numeric(10, 2) check (oferta > 0 and oferta <= precio),
  reserva boolean not null default false,
  download_link text,
  portada_url text,
  portada_blur text,
  orden integer not null default 0,
  retirada boolean not null default false,
  incluye text not null default '' check (char_length(incluye) <= 600),
  incluye_en text check (char_length(incluye_en) <= 600),
  fecha_lanzamiento date,
  oferta_fija numeric(10, 2),
  constraint ediciones_download_link_check check (privado.enlace_valido(download_link)),
  constraint ediciones_portada_check check (privado.imagen_valida(portada_url) and privado.blur_valido(portada_blur)),
  unique (id, producto_id)
);
comment on column public.ediciones.incluye is 'what it adds to the product, a line for each thing';
comment on column public.ediciones.fecha_lanzamiento is 'of a reservation of its own; null: the date of the product';
comment on column public.ediciones.retirada is 'taken out by its creator, kept for those who bought it or have a code';
create index ediciones_producto_id_idx on public.ediciones (producto_id, orden);
create index ediciones_download_link_idx on public.ediciones (download_link) where download_link is not null;
create unique index ediciones_nombre_key on public.ediciones (producto_id, nombre) where not retirada;

alter table public.ediciones enable row level security;
grant select (id, producto_id, nombre, nombre_en, precio, oferta, reserva, portada_url, portada_blur, orden, retirada, incluye,
  incluye_en, fecha_lanzamiento)
  on public.ediciones to anon, authenticated;
grant select on public.ediciones to service_role;
create policy ediciones_select on public.ediciones for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id));

create table public.imagenes_producto (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  edicion_id uuid,
  url text not null,
  es_portada boolean not null default false,
  orden integer not null default 0,
  ancho integer check (ancho > 0),
  alto integer check (alto > 0),
  blur text,
  constraint imagenes_producto_url_check check (privado.imagen_valida(url) and privado.blur_valido(blur)),
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete cascade
);
create index imagenes_producto_producto_id_idx on public.imagenes_producto (producto_id, orden);
create index imagenes_producto_edicion_id_idx on public.imagenes_producto (edicion_id, producto_id);

alter table public.imagenes_producto enable row level security;
grant select on public.imagenes_producto to anon, authenticated, service_role;
create policy imagenes_producto_select on public.imagenes_producto for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id));

create table public.bundles (
  id uuid primary key default gen_random_uuid(),
  nombre text not null check (char_length(nombre) between 1 and 80),
  nombre_en text,
  descripcion text not null default '',
  descripcion_en text,
  precio numeric(10, 2) not null check (precio between 0 and 100000),
  oferta numeric(10, 2) check (oferta > 0 and oferta <= precio),
  producto_id uuid references public.productos (id) on delete cascade,
  orden integer not null default 0
);
comment on column public.bundles.producto_id is 'in whose form its creator manages it; null for a bundle of the shop';
create index bundles_producto_id_idx on public.bundles (producto_id, orden);

alter table public.bundles enable row level security;
grant select on public.bundles to anon, authenticated, service_role;
create policy bundles_select on public.bundles for select to anon, authenticated using (true);

create table public.bundles_productos (
  bundle_id uuid not null references public.bundles (id) on delete cascade,
  producto_id uuid not null references public.productos (id) on delete restrict,
  primary key (bundle_id, producto_id)
);
create index bundles_productos_producto_id_idx on public.bundles_productos (producto_id);

alter table public.bundles_productos enable row level security;
grant select on public.bundles_productos to anon, authenticated, service_role;
create policy bundles_productos_select on public.bundles_productos for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id));

create table public.favoritos (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  producto_id uuid not null references public.productos (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, producto_id)
);
create index favoritos_user_id_idx on public.favoritos (user_id, created_at desc);
create index favoritos_producto_usuario_idx on public.favoritos (producto_id, user_id);

alter table public.favoritos enable row level security;
grant select on public.favoritos to authenticated, service_role;
grant insert (user_id, producto_id), delete on public.favoritos to authenticated;
create policy favoritos_select on public.favoritos for select to authenticated using (user_id = (select auth.uid()));
create policy favoritos_insert on public.favoritos for insert to authenticated
  with check (user_id = (select auth.uid()) and (select privado.puede_actuar()));
create policy favoritos_delete on public.favoritos for delete to authenticated
  using (user_id = (select auth.uid()) and (select privado.puede_actuar()));
create policy favoritos_segundo_paso on public.favoritos as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- The id of a product in any state, so that a purchase can be refused with its reason.
create function public.id_de_producto(p_slug text) returns uuid
language sql stable security definer set search_path = '' as $$
  select id from public.productos where slug = p_slug;
$$;
grant execute on function public.id_de_producto(text) to anon, authenticated;

-- The slug of a product that has a page; null for one that is archived, taken down or under review.
create function privado.slug_de_pagina(p_producto public.productos) returns text
language sql immutable set search_path = '' as $$
  select case when p_producto.status = 'approved' and not p_producto.oculto then p_producto.slug end;
$$;

-- True if a reservation is not released yet. Without a date it is unknown.
create function privado.espera_lanzamiento(p_producto public.productos, p_edicion public.ediciones) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(p_edicion.reserva, p_producto.reserva)
    and coalesce(p_edicion.fecha_lanzamiento, p_producto.fecha_lanzamiento, 'infinity') > privado.hoy();
$$;

-- Normalises an offer: capped at the price; 0 is null.
create function privado.oferta_con_tope(p_oferta numeric, p_precio numeric) returns numeric
language sql immutable set search_path = '' as $$
  select nullif(least(coalesce(p_oferta, 0), p_precio), 0);
$$;

-- The reason why nobody can buy a product, or null. A product whose file is in quarantine is not for sale, in any edition.
create function privado.motivo_no_venta(p_producto public.productos) returns text
language sql stable set search_path = '' as $$
  select case
    when p_producto.id is null then 'no_existe'
    when p_producto.status = 'pending' then 'pendiente'
    when p_producto.status = 'rejected' then 'rechazado'
    when not p_producto.disponibilidad then 'no_disponible'
    when p_producto.descargable and privado.en_cuarentena(p_producto.download_link) then 'no_disponible'
    when not p_producto.stock or p_producto.unidades = 0 then 'sin_stock'
  end;
$$;
