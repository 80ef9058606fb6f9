-- Creators put their products together in bundles, in the form of one of them. A bundle goes through review with that
-- product; one that is taken out keeps its row for what was sold of it, without products: nobody can buy it any more.

alter table public.bundles
  add column producto_id uuid references public.productos (id) on delete cascade,
  add column orden integer not null default 0;
comment on column public.bundles.producto_id is 'in whose form its creator manages it; null for a bundle of the shop';
create index bundles_producto_id_idx on public.bundles (producto_id, orden);

-- The whole content of a product, as a revision holds it.
create function public.contenido_de(p public.productos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(p) - 'busqueda' || jsonb_build_object(
    'ediciones', coalesce((select jsonb_agg(to_jsonb(e) order by e.orden) from public.ediciones e
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

create or replace function public.contenido_producto(p_slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'producto_id', p.id, 'slug', p.slug, 'status', p.status, 'contenido', coalesce(
    (select r.contenido from public.revisiones_producto r
      where r.producto_id = p.id and r.estado in ('pendiente', 'rechazada') and not exists (
        select from public.revisiones_producto n where n.producto_id = p.id and n.estado = 'aprobada'
          and n.decidida_at > r.enviada_at)
      order by r.enviada_at desc limit 1),
    public.contenido_de(p)))
  from public.productos p
  where p.slug = p_slug and (p.usuario_id = auth.uid() or public.es_moderador());
$$;

create or replace function public.revision_para_decidir(p_revision uuid) returns jsonb
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
    'antes', case when v_producto.status = 'approved' then public.contenido_de(v_producto) end,
    'suyos', coalesce((select jsonb_object_agg(p.id, p.nombre) from public.productos p
      where p.usuario_id = v_producto.usuario_id), '{}'),
    'historia', coalesce((
      select jsonb_agg(jsonb_build_object('estado', h.estado, 'motivos', to_jsonb(h.motivos), 'nota', h.nota,
        'decidida_at', h.decidida_at) order by h.decidida_at desc)
      from public.revisiones_producto h where h.producto_id = v_producto.id and h.decidida_at is not null), '[]'));
end
$$;

-- A bundle holds from one to nine other products of the same creator that are on sale, and belongs to this product if it is there.
create function public.comprobar_bundles() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_bundle jsonb;
  v_otros uuid[];
begin
  if jsonb_array_length(coalesce(new.contenido -> 'bundles', '[]')) > 5 then
    raise check_violation using message = 'too many bundles';
  end if;
  for v_bundle in select jsonb_array_elements(coalesce(new.contenido -> 'bundles', '[]')) loop
    v_otros := array(select jsonb_array_elements_text(v_bundle -> 'productos')::uuid);
    if cardinality(v_otros) not between 1 and 9
      or char_length(coalesce(v_bundle ->> 'nombre', '')) not between 1 and 80
      or char_length(coalesce(v_bundle ->> 'descripcion', '')) > 300
      or not coalesce((v_bundle ->> 'precio')::numeric between 0.01 and 990, false)
      or coalesce((v_bundle ->> 'oferta')::numeric, 0) > (v_bundle ->> 'precio')::numeric
      or (select count(*) from public.productos p
        where p.id = any (v_otros) and p.id <> new.producto_id and p.usuario_id = new.autor_id and p.uncoins is null
          and p.status = 'approved')
        <> cardinality(v_otros)
      or (v_bundle ->> 'id') is not null and not exists (select from public.bundles b
        where b.id = (v_bundle ->> 'id')::uuid and b.producto_id = new.producto_id) then
      raise check_violation using message = 'not a valid bundle';
    end if;
  end loop;
  return new;
end
$$;
create trigger comprobar_bundles before insert on public.revisiones_producto
  for each row execute function public.comprobar_bundles();

-- What was approved becomes what is sold. A revision from before there were bundles says nothing about them.
create function public.aplicar_bundles() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_bundles jsonb := new.contenido -> 'bundles';
  v_ids uuid[] := array(
    select (b ->> 'id')::uuid from jsonb_array_elements(coalesce(v_bundles, '[]')) b where b ->> 'id' is not null);
  v_bundle jsonb;
  v_orden integer := 0;
  v_id uuid;
begin
  if v_bundles is null then return null; end if;
  delete from public.bundles_productos m using public.bundles b
  where b.id = m.bundle_id and b.producto_id = new.producto_id;
  delete from public.bundles b where b.producto_id = new.producto_id and b.id <> all (v_ids)
    and not exists (select from public.pagos p where p.bundle_id = b.id)
    and not exists (select from public.adquisiciones a where a.bundle_id = b.id);
  for v_bundle in select jsonb_array_elements(v_bundles) loop
    insert into public.bundles as b (id, producto_id, nombre, nombre_en, descripcion, precio, oferta, orden)
    values (coalesce((v_bundle ->> 'id')::uuid, gen_random_uuid()), new.producto_id, v_bundle ->> 'nombre',
      nullif(v_bundle ->> 'nombre_en', ''), coalesce(v_bundle ->> 'descripcion', ''), (v_bundle ->> 'precio')::numeric,
      nullif((v_bundle ->> 'oferta')::numeric, 0), v_orden)
    on conflict (id) do update set nombre = excluded.nombre, nombre_en = excluded.nombre_en,
      descripcion = excluded.descripcion, precio = excluded.precio, oferta = excluded.oferta, orden = excluded.orden
    where b.producto_id = new.producto_id
    returning b.id into v_id;
    insert into public.bundles_productos (bundle_id, producto_id)
    select v_id, x.id from (
      select new.producto_id as id union select jsonb_array_elements_text(v_bundle -> 'productos')::uuid) x
    where v_id is not null;
    v_orden := v_orden + 1;
  end loop;
  return null;
end
$$;
create trigger aplicar_bundles after update of estado on public.revisiones_producto
  for each row when (new.estado = 'aprobada' and old.estado <> 'aprobada') execute function public.aplicar_bundles();

revoke execute on all functions in schema public from public;
