-- Bundles of a creator's products, edited in the form of one of them and reviewed with it. A removed bundle keeps its
-- row for past sales, without products.

-- A bundle has one to nine other products of the same creator that are on sale, and includes this product. Existing
-- members may stay, so that a product taken down does not block changes of another.
create function privado.comprobar_bundles() returns trigger
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
          and (p.status = 'approved' or exists (select from public.bundles_productos m
            where m.bundle_id = (v_bundle ->> 'id')::uuid and m.producto_id = p.id)))
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
  for each row execute function privado.comprobar_bundles();

-- Applies approved bundles. Older revisions do not mention bundles.
create function privado.aplicar_bundles() returns trigger
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
    insert into public.bundles as b (id, producto_id, nombre, nombre_en, descripcion, descripcion_en, precio, oferta, orden)
    values (coalesce((v_bundle ->> 'id')::uuid, gen_random_uuid()), new.producto_id, v_bundle ->> 'nombre',
      nullif(v_bundle ->> 'nombre_en', ''), coalesce(v_bundle ->> 'descripcion', ''), nullif(v_bundle ->> 'descripcion_en', ''),
      (v_bundle ->> 'precio')::numeric,
      privado.oferta_con_tope((v_bundle ->> 'oferta')::numeric, (v_bundle ->> 'precio')::numeric), v_orden)
    on conflict (id) do update set nombre = excluded.nombre, nombre_en = excluded.nombre_en,
      descripcion = excluded.descripcion,
      -- Revisions of earlier do not mention it.
      descripcion_en = case when v_bundle ? 'descripcion_en' then excluded.descripcion_en else b.descripcion_en end,
      precio = excluded.precio, oferta = excluded.oferta, orden = excluded.orden
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
  for each row when (new.estado = 'aprobada' and old.estado <> 'aprobada') execute function privado.aplicar_bundles();

-- Bundles of a product that can be bought: one unavailable product excludes a bundle, except for reasons that apply to
-- some people only or are temporary.
create function public.bundles_en_venta(p_producto uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select b.bundle_id from public.bundles_productos b
    where b.producto_id = p_producto and not exists (
      select from public.bundles_productos m join public.productos p on p.id = m.producto_id
      where m.bundle_id = b.bundle_id and (privado.motivo_no_venta(p) is not null or p.uncoins is not null)));
$$;
grant execute on function public.bundles_en_venta(uuid) to anon, authenticated;

-- The caller's products for a bundle (on sale) or as base of an extension (not an extension itself): the first twenty
-- by name that contain the text, and those already chosen in any state, so that they can be removed.
create function public.mis_productos_para(
  p_para text, p_texto text default '', p_elegidos uuid[] default '{}', p_sin uuid default null,
  p_ingles boolean default false
) returns jsonb
language sql stable security definer set search_path = '' as $$
  with suyos as materialized (
    select p.id, privado.sin_acentos(case when p_ingles then coalesce(p.nombre_en, p.nombre) else p.nombre end) as orden
    from public.productos p
    where p.usuario_id = (select privado.persona_completa()) and not p.oculto and p.id is distinct from p_sin
      and case when p_para = 'base' then not p."DLC" else p.status = 'approved' end
  ), hallados as (
    select s.id, row_number() over (order by s.orden, s.id) as puesto from suyos s
    where strpos(s.orden, privado.sin_acentos(left(btrim(p_texto), 80))) > 0
    order by s.orden, s.id limit 21
  ), mostrados as (
    select h.id, h.puesto from hallados h where h.puesto <= 20
    union all
    select p.id, null from public.productos p
    where p.id = any (p_elegidos[1:60]) and p.usuario_id = (select privado.persona_completa())
      and p.id is distinct from p_sin
  )
  select jsonb_build_object(
    'mas', exists (select from hallados h where h.puesto = 21),
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'slug', p.slug,
        'precio', p.precio, 'portada_url', p.portada_url, 'elegido', m.puesto is null) order by m.puesto nulls first, p.nombre, p.id)
      from mostrados m join public.productos p on p.id = m.id
    ), '[]'));
$$;
grant execute on function public.mis_productos_para(text, text, uuid[], uuid, boolean) to authenticated;
