-- Products and what belongs to them. Files to download are in columns that no visitor may read.

create function public.normalizar(p_texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select btrim(regexp_replace(
    lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(p_texto, ''))), '[^a-z0-9]+', ' ', 'g'));
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
  adquirido integer not null default 0 check (adquirido >= 0),
  acerca_de text not null default '',
  acerca_de_en text,
  descripcion text not null default '',
  descripcion_en text,
  desarrollador text,
  publisher text,
  generos text[] not null default '{}',
  tamano_aproximado text,
  aviso_legal text,
  video_trailer text check (video_trailer ~ '^https://(www\.)?(youtube\.com|youtu\.be)/'),
  imagenes text[] not null default '{}',
  category text not null check (category in ('plugin', 'serie', 'dlc', 'evento', 'uncoins')),
  descargable boolean not null default true,
  download_link text,
  uncoins integer check (uncoins > 0),
  oculto boolean generated always as (category = 'uncoins') stored,
  busqueda text generated always as (
    public.normalizar(nombre) || coalesce('|' || public.normalizar(nombre_en), '')
  ) stored,
  created_at timestamptz not null default now(),
  check ((category = 'uncoins') = (uncoins is not null))
);
create index productos_visitas_idx on public.productos (visitas desc, id) where status = 'approved' and not oculto;
create index productos_recientes_idx on public.productos (created_at desc, id) where status = 'approved' and not oculto;
create index productos_categoria_idx on public.productos (category, created_at desc, id)
  where status = 'approved' and not oculto;
create index productos_destacados_idx on public.productos (visitas desc, id)
  where status = 'approved' and not oculto and destacado;
create index productos_usuario_id_idx on public.productos (usuario_id, status, created_at desc);
create index productos_base_id_idx on public.productos (base_id);

create table public.ediciones (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  nombre text not null check (char_length(nombre) between 1 and 40),
  precio numeric(10, 2) not null check (precio between 0 and 100000),
  oferta numeric(10, 2) check (oferta > 0 and oferta <= precio),
  reserva boolean not null default false,
  download_link text,
  portada_url text,
  portada_blur text,
  orden integer not null default 0,
  unique (producto_id, nombre),
  unique (id, producto_id)
);

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
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete cascade
);
create index imagenes_producto_producto_id_idx on public.imagenes_producto (producto_id, orden);
create index imagenes_producto_edicion_id_idx on public.imagenes_producto (edicion_id, producto_id);

create table public.bundles (
  id uuid primary key default gen_random_uuid(),
  nombre text not null check (char_length(nombre) between 1 and 80),
  nombre_en text,
  descripcion text not null default '',
  descripcion_en text,
  precio numeric(10, 2) not null check (precio between 0 and 100000),
  oferta numeric(10, 2) check (oferta > 0 and oferta <= precio)
);

create table public.bundles_productos (
  bundle_id uuid not null references public.bundles (id) on delete cascade,
  producto_id uuid not null references public.productos (id) on delete restrict,
  primary key (bundle_id, producto_id)
);
create index bundles_productos_producto_id_idx on public.bundles_productos (producto_id);

create table public.favoritos (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  producto_id uuid not null references public.productos (id) on delete cascade,
  created_at timestamptz not null default now(),
  unique (user_id, producto_id)
);
create index favoritos_user_id_idx on public.favoritos (user_id, created_at desc);
create index favoritos_producto_id_idx on public.favoritos (producto_id);

alter table public.productos enable row level security;
alter table public.ediciones enable row level security;
alter table public.imagenes_producto enable row level security;
alter table public.bundles enable row level security;
alter table public.bundles_productos enable row level security;
alter table public.favoritos enable row level security;

grant select (id, nombre, nombre_en, slug, precio, oferta, portada_url, portada_blur, banner_url, banner_blur,
  club_only, reserva, fecha_lanzamiento, "DLC", base_id, status, visitas, usuario_id, destacado, disponibilidad, stock,
  unidades, adquirido, acerca_de, acerca_de_en, descripcion, descripcion_en, desarrollador, publisher, generos,
  tamano_aproximado, aviso_legal, video_trailer, imagenes, category, descargable, uncoins, oculto, busqueda, created_at)
  on public.productos to anon, authenticated;
grant select (id, producto_id, nombre, precio, oferta, reserva, portada_url, portada_blur, orden)
  on public.ediciones to anon, authenticated;
grant select on public.imagenes_producto, public.bundles, public.bundles_productos to anon, authenticated;
grant select, insert (user_id, producto_id), delete on public.favoritos to authenticated;
grant select on public.productos, public.ediciones, public.imagenes_producto, public.bundles,
  public.bundles_productos, public.favoritos to service_role;

-- What belongs to a product is seen by whoever sees the product.
create policy productos_select_public on public.productos for select to anon using (status = 'approved');
create policy productos_select on public.productos for select to authenticated
  using (status = 'approved' or usuario_id = (select auth.uid()) or (select public.es_admin()));
create policy ediciones_select on public.ediciones for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id));
create policy imagenes_producto_select on public.imagenes_producto for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id));
create policy bundles_select on public.bundles for select to anon, authenticated using (true);
create policy bundles_productos_select on public.bundles_productos for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id));
create policy favoritos_select on public.favoritos for select to authenticated using (user_id = (select auth.uid()));
create policy favoritos_insert on public.favoritos for insert to authenticated
  with check (user_id = (select auth.uid()) and (select public.puede_actuar()));
create policy favoritos_delete on public.favoritos for delete to authenticated
  using (user_id = (select auth.uid()) and (select public.puede_actuar()));

revoke execute on all functions in schema public from public;
