-- Search (SPEC §5, ranked and forgiving): exact name, prefix, words in any order, part of a name, one typo.

create index productos_busqueda_junta_idx on public.productos
  using gin ((replace(busqueda, ' ', '')) extensions.gin_trgm_ops);

-- Which products a text finds, and how well. Each branch is answered by an index of its own.
create function public.puntuar_productos(p_texto text) returns table (producto_id uuid, puntos double precision)
language plpgsql stable security definer
set search_path = '' set pg_trgm.word_similarity_threshold = '0.45' as $$
declare
  v_texto text := public.normalizar(left(p_texto, 80));
  v_junto text := replace(v_texto, ' ', '');
  v_palabras tsquery;
begin
  if v_texto = '' then return; end if;
  v_palabras := to_tsquery('simple', array_to_string(array(
    select palabra || ':*' from unnest(string_to_array(v_texto, ' ')) as palabra
  ), ' & '));
  return query
    select encontrado.id, max(encontrado.p) from (
      select p.id, 100::double precision as p from public.productos p where p.busqueda = v_texto
      union all
      select p.id, 80 from public.productos p where p.busqueda like v_texto || '%'
      union all
      select p.id, 60 from public.productos p where to_tsvector('simple', p.busqueda) @@ v_palabras
      union all
      select p.id, case when replace(p.busqueda, ' ', '') = v_junto then 95 else 50 end
      from public.productos p
      where char_length(v_junto) >= 3 and replace(p.busqueda, ' ', '') like '%' || v_junto || '%'
      union all
      select p.id, 40 * extensions.word_similarity(v_texto, p.busqueda)
      from public.productos p
      where char_length(v_junto) >= 4 and v_texto operator(extensions.<%) p.busqueda
    ) encontrado
    group by encontrado.id;
end
$$;

create function public.buscar_productos(
  p_texto text,
  p_categoria text default null,
  p_precio_max numeric default null,
  p_gratis boolean default false,
  p_club boolean default false,
  p_orden text default 'relevancia',
  p_cursor text default null,
  p_limite integer default 24
) returns table (
  id uuid, nombre text, nombre_en text, slug text, precio numeric, oferta numeric, portada_url text,
  portada_blur text, club_only boolean, reserva boolean, category text, fecha_lanzamiento date, "cursor" text
)
language sql stable security definer set search_path = '' as $$
  with encontrados as (
    select p.*, coalesce(p.oferta, p.precio) as precio_final,
      round(case p_orden
        when 'precio_asc' then -coalesce(p.oferta, p.precio)
        when 'precio_desc' then coalesce(p.oferta, p.precio)
        when 'nuevos' then extract(epoch from p.created_at)::numeric
        when 'populares' then p.visitas
        else q.puntos::numeric
      end, 6) as clave
    from public.puntuar_productos(p_texto) q
    join public.productos p on p.id = q.producto_id
    where p.status = 'approved' and not p.oculto
  )
  select e.id, e.nombre, e.nombre_en, e.slug, e.precio, e.oferta, e.portada_url, e.portada_blur, e.club_only,
    e.reserva, e.category, e.fecha_lanzamiento, e.clave || '_' || e.id
  from encontrados e
  where (p_categoria is null or e.category = p_categoria)
    and (p_precio_max is null or e.precio_final <= p_precio_max)
    and (not p_gratis or e.precio_final = 0)
    and (not p_club or e.club_only)
    and (p_cursor is null
      or e.clave < split_part(p_cursor, '_', 1)::numeric
      or (e.clave = split_part(p_cursor, '_', 1)::numeric and e.id > split_part(p_cursor, '_', 2)::uuid))
  order by e.clave desc, e.id
  limit least(greatest(p_limite, 1), 100);
$$;

create function public.sugerir_productos(p_texto text, p_limite integer default 5)
returns table (slug text, nombre text, nombre_en text, portada_url text, precio numeric, oferta numeric, category text)
language sql stable security definer set search_path = '' as $$
  select p.slug, p.nombre, p.nombre_en, p.portada_url, p.precio, p.oferta, p.category
  from public.puntuar_productos(p_texto) q
  join public.productos p on p.id = q.producto_id
  where p.status = 'approved' and not p.oculto
  order by q.puntos desc, p.visitas desc, p.id
  limit least(greatest(p_limite, 1), 5);
$$;

-- One view per visitor, product and day (called by the server, which knows visitors and robots apart).
create function public.registrar_visita(p_slug text, p_visitante text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid;
begin
  select id into v_producto from public.productos where slug = p_slug and status = 'approved';
  if v_producto is null then return jsonb_build_object('ok', false, 'error', 'no_existe'); end if;
  insert into public.visitas_producto (producto_id, visitante) values (v_producto, p_visitante)
  on conflict do nothing;
  if not found then return jsonb_build_object('ok', true, 'nueva', false); end if;
  update public.productos set visitas = visitas + 1 where id = v_producto;
  return jsonb_build_object('ok', true, 'nueva', true);
end
$$;

revoke execute on function public.normalizar(text), public.puntuar_productos(text),
  public.buscar_productos(text, text, numeric, boolean, boolean, text, text, integer),
  public.sugerir_productos(text, integer), public.registrar_visita(text, text) from public, anon, authenticated;
grant execute on function public.buscar_productos(text, text, numeric, boolean, boolean, text, text, integer),
  public.sugerir_productos(text, integer) to anon, authenticated;
grant execute on function public.normalizar(text) to anon, authenticated, service_role;
