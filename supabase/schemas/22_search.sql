-- Search, ranked and forgiving: exact name, prefix, words in any order, part of a name, one typo per word; then genres and
-- creators. `busqueda` holds the normalised names of a product, Spanish then English, with a bar between them; `indice` is
-- all it is found by. Filters are conditions of the same query: one that is not asked for is not in it, and each order has
-- its index, so that a page costs the same however many products there are.

-- The words of all names, genres and creators, to hold a misspelt one against. A word that no product uses any more finds nothing.
create table public.palabras_busqueda (
  palabra text primary key check (char_length(palabra) between 3 and 80)
);
create index palabras_busqueda_prefijo_idx on public.palabras_busqueda (palabra text_pattern_ops);
create index palabras_busqueda_trgm_idx on public.palabras_busqueda using gin (palabra extensions.gin_trgm_ops);

alter table public.palabras_busqueda enable row level security;
grant select on public.palabras_busqueda to service_role;

-- What search finds a product by. Made without the parser of texts: each word is one of `normalizar`, and a genre or a
-- version has a mark that no word begins with.
create function public.indexar_producto() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.temas := coalesce((
    select string_agg(t.tema, '|' order by t.orden) from (
      select public.normalizar(g.genero) as tema, g.orden from unnest(new.generos) with ordinality g(genero, orden)
      union all
      select public.normalizar(n.nombre), 1000 + n.orden from public.usuarios_meta u
      cross join lateral (values (u.display_name, 1), (u.username, 2)) n(nombre, orden) where u.id = new.usuario_id
    ) t where t.tema <> ''), '');
  new.indice := coalesce((
    select string_agg(format('''%s'':%s', w.palabra, least(w.orden, 16000)), ' ') from regexp_split_to_table(
      public.normalizar(new.nombre) || ' ' || public.normalizar(new.nombre_en) || ' ' || replace(new.temas, '|', ' '), ' ')
      with ordinality w(palabra, orden) where w.palabra <> ''), '')::tsvector
    || array_to_tsvector(array(
      select '#' || public.normalizar(left(g, 80)) from unnest(new.generos) g where public.normalizar(left(g, 80)) <> ''
      union select '@' || v from unnest(new.compatibles) v));
  return new;
end
$$;
create trigger indexar_producto
  before insert or update of nombre, nombre_en, generos, compatibles, usuario_id on public.productos
  for each row execute function public.indexar_producto();

-- A creator with another name is found by it.
create function public.indexar_creador() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.productos set generos = generos where usuario_id = new.id;
  return null;
end
$$;
create trigger indexar_creador after update of display_name, username on public.usuarios_meta for each row
  when ((new.display_name, new.username) is distinct from (old.display_name, old.username))
  execute function public.indexar_creador();

-- Keeps the words of a product for the misspelt ones to be held against.
create function public.anotar_palabras() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.palabras_busqueda (palabra)
  select distinct w.palabra from regexp_split_to_table(
    public.normalizar(new.nombre) || ' ' || public.normalizar(new.nombre_en) || ' ' || replace(new.temas, '|', ' '), ' ') w(palabra)
  where char_length(w.palabra) between 3 and 80
  order by w.palabra
  on conflict do nothing;
  return new;
end
$$;
create trigger anotar_palabras after insert or update of nombre, nombre_en, generos, usuario_id on public.productos
  for each row execute function public.anotar_palabras();

create function public.letras_ordenadas(p_texto text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(letra, '' order by letra) from regexp_split_to_table(p_texto, '') letra;
$$;

-- The known words that start like this one but for one letter: wrong, missing, superfluous, or two in the wrong order.
create function public.corregir_palabra(p_palabra text) returns text[]
language sql stable security definer
set search_path = '' set pg_trgm.word_similarity_threshold = '0.2' as $$
  select array(
    select v.palabra from public.palabras_busqueda v
    cross join lateral (select left(v.palabra, char_length(p_palabra)) as inicio) i
    where p_palabra operator(extensions.<%) v.palabra and (
      extensions.levenshtein_less_equal(p_palabra, i.inicio, 1) <= 1
      or extensions.levenshtein_less_equal(p_palabra, left(v.palabra, char_length(p_palabra) + 1), 1) <= 1
      or extensions.levenshtein_less_equal(p_palabra, left(v.palabra, char_length(p_palabra) - 1), 1) <= 1
      or (extensions.levenshtein_less_equal(p_palabra, i.inicio, 2) = 2
        and public.letras_ordenadas(p_palabra) = public.letras_ordenadas(i.inicio)))
    order by extensions.word_similarity(p_palabra, v.palabra) desc, v.palabra limit 12);
$$;

-- What a text asks for: each word as the beginning of a word, or, when no word begins so, what it was meant to be. A
-- version, as 1.21 or v1.8, is one of the game or a part of a name.
create function public.entender_busqueda(p_texto text, out consulta tsquery, out texto text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_version constant text := '(?:^|(?<=[^a-z0-9.]))v?([0-9]+(?:\.[0-9]+)+)(?![a-z0-9])';
  v_bruto text := lower(left(p_texto, 80));
  v_partes text[] := array(
    select format('(''@%s'':* | %s)', m[1], (
      select string_agg(case when n.orden = 1 then format('(''%s'' | ''v%s'')', n.numero, n.numero)
        when n.orden = cardinality(string_to_array(m[1], '.')) then format('''%s'':*', n.numero)
        else format('''%s''', n.numero) end, ' <-> ' order by n.orden)
      from unnest(string_to_array(m[1], '.')) with ordinality n(numero, orden)))
    from regexp_matches(v_bruto, v_version, 'g') m);
  v_palabras text[] := '{}';
  v_palabra text;
  v_correcciones text[];
begin
  foreach v_palabra in array
    array_remove(string_to_array(public.normalizar(regexp_replace(v_bruto, v_version, ' ', 'g')), ' '), '')
  loop
    v_correcciones := '{}';
    if char_length(v_palabra) >= 4
      and not exists (select from public.palabras_busqueda where palabra like v_palabra || '%') then
      v_correcciones := public.corregir_palabra(v_palabra);
    end if;
    v_palabras := v_palabras || coalesce(v_correcciones[1], v_palabra);
    v_partes := v_partes || coalesce(
      (select '(' || string_agg(format('''%s''', c), ' | ') || ')' from unnest(v_correcciones) c), format('''%s'':*', v_palabra));
  end loop;
  consulta := array_to_string(v_partes, ' & ')::tsquery;
  texto := array_to_string(v_palabras, ' ');
end
$$;

-- Which products are meant, as a condition on `productos p`; null when nothing can be. Parts of names are looked for when
-- whole words find little.
create function public.condicion_busqueda(
  p_texto text, p_categoria text, p_precio_max numeric, p_gratis boolean, p_club boolean, p_oferta boolean,
  p_genero text, p_version text, out condicion text, out consulta tsquery, out texto text, out parte text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_marcas tsquery := nullif(concat_ws(' & ',
    '''#' || nullif(public.normalizar(left(p_genero, 80)), '') || '''',
    case when p_version is not null and public.versiones_validas(array[p_version]) then format('''@%s''', p_version) end), '')::tsquery;
  v_filtros text;
  v_pocos constant integer := 24;
  v_hay integer;
begin
  v_filtros := 'p.status = ''approved'' and not p.oculto'
    || case when p_categoria is not null then format(' and p.category = %L', p_categoria) else '' end
    || case when p_gratis then ' and least(p.oferta, p.precio) = 0'
      when p_precio_max is not null then format(' and least(p.oferta, p.precio) <= %L::numeric', p_precio_max) else '' end
    || case when p_club then ' and p.club_only' else '' end
    || case when p_oferta then ' and p.oferta < p.precio' else '' end
    || case when v_marcas is not null then format(' and p.indice @@ %L::tsquery', v_marcas) else '' end;
  condicion := v_filtros;
  if p_texto is null then return; end if;
  parte := replace(public.normalizar(left(p_texto, 80)), ' ', '');
  condicion := null;
  if parte = '' then return; end if;
  select e.consulta, e.texto into consulta, texto from public.entender_busqueda(p_texto) e;
  execute format('select count(*) from (select from public.productos p where p.indice @@ %L::tsquery
    and p.status = ''approved'' and not p.oculto order by p.visitas desc, p.id limit %s) x', consulta, v_pocos) into v_hay;
  condicion := v_filtros || case when v_hay < v_pocos and char_length(parte) >= 3
    then format(' and (p.indice @@ %L::tsquery or replace(p.busqueda, '' '', '''') like %L)', consulta, '%' || parte || '%')
    else format(' and p.indice @@ %L::tsquery', consulta) end;
end
$$;

-- One page of what a text finds, or of the whole catalogue without one, within the filters, in an order. By relevance the
-- thousand most visited finds are ranked, and whatever is called exactly so.
create function public.buscar_productos(
  p_texto text default null,
  p_categoria text default null,
  p_precio_max numeric default null,
  p_gratis boolean default false,
  p_club boolean default false,
  p_orden text default 'relevancia',
  p_cursor text default null,
  p_limite integer default 24,
  p_oferta boolean default false,
  p_genero text default null,
  p_version text default null
) returns table (
  id uuid, nombre text, nombre_en text, slug text, precio numeric, oferta numeric, portada_url text,
  portada_blur text, club_only boolean, reserva boolean, category text, fecha_lanzamiento date, usuarios_meta jsonb,
  "cursor" text
)
language plpgsql stable rows 24 security definer set search_path = '' as $$
declare
  v_limite integer := least(greatest(coalesce(p_limite, 24), 1), 100);
  v_clave numeric;
  v_id uuid;
  q record;
  v_de text;
  v_orden text;
begin
  -- The cursor is the sort key and the id of the last row; one that was tampered with begins anew.
  if p_cursor ~ '^-?[0-9]{1,18}(\.[0-9]{1,6})?_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    v_clave := split_part(p_cursor, '_', 1)::numeric;
    v_id := split_part(p_cursor, '_', 2)::uuid;
  end if;
  select * into q from public.condicion_busqueda(p_texto, p_categoria, p_precio_max, coalesce(p_gratis, false),
    coalesce(p_club, false), coalesce(p_oferta, false), p_genero, p_version);
  if q.condicion is null then return; end if;

  if p_orden = 'precio_asc' then
    v_de := format('select p.*, least(p.oferta, p.precio) as clave from public.productos p where %s', q.condicion)
      || case when v_id is null then '' else format(' and least(p.oferta, p.precio) >= %1$L::numeric
        and (least(p.oferta, p.precio) > %1$L::numeric or p.id > %2$L)', v_clave, v_id) end;
    v_orden := 'least(p.oferta, p.precio), p.id';
  elsif p_orden = 'precio_desc' then
    v_de := format('select p.*, least(p.oferta, p.precio) as clave from public.productos p where %s', q.condicion)
      || case when v_id is null then '' else format(' and least(p.oferta, p.precio) <= %1$L::numeric
        and (least(p.oferta, p.precio) < %1$L::numeric or p.id < %2$L)', v_clave, v_id) end;
    v_orden := 'least(p.oferta, p.precio) desc, p.id desc';
  elsif p_orden = 'nuevos' then
    v_de := format('select p.*, (extract(epoch from p.created_at) * 1000000)::bigint::numeric as clave
      from public.productos p where %s', q.condicion)
      || case when v_id is null then '' else format(' and p.created_at <= %1$L::timestamptz
        and (p.created_at < %1$L::timestamptz or p.id > %2$L)',
        timestamptz '1970-01-01 00:00:00+00' + v_clave * interval '1 microsecond', v_id) end;
    v_orden := 'p.created_at desc, p.id';
  elsif p_orden = 'populares' or q.texto is null then
    v_de := format('select p.*, p.visitas::numeric as clave from public.productos p where %s', q.condicion)
      || case when v_id is null then '' else format(' and p.visitas <= %1$L::numeric
        and (p.visitas < %1$L::numeric or p.id > %2$L)', v_clave, v_id) end;
    v_orden := 'p.visitas desc, p.id';
  else
    v_de := format($q$
      with halladas as materialized (
        (select p.id, p.busqueda, p.temas, p.visitas, p.indice from public.productos p where %1$s
          order by p.visitas desc, p.id limit 1000)
        union
        (select p.id, p.busqueda, p.temas, p.visitas, p.indice from public.productos p
          where %1$s and (p.busqueda = %2$L or p.busqueda like %2$L || '|%%') limit 100)
      ), puntuadas as (
        select h.id, round(case
            when '|' || h.busqueda || '|' like '%%|' || %2$L || '|%%' then 100
            when '|' || replace(h.busqueda, ' ', '') || '|' like any (array['%%|' || %3$L || '|%%', '%%|' || %4$L || '|%%'])
              then 95
            when '|' || h.busqueda like '%%|' || %2$L || '%%' then 80
            when '|' || replace(h.busqueda, ' ', '') like '%%|' || %4$L || '%%' then 75
            when '|' || h.temas || '|' like '%%|' || %2$L || '|%%' then 70
            when h.indice @@ %5$L::tsquery then 60
            else 40
          end + least(h.visitas, 999999) / 1000000.0, 6) as clave
        from halladas h
      )
      select p.*, s.clave from puntuadas s join public.productos p on p.id = s.id$q$,
      q.condicion, q.texto, replace(q.texto, ' ', ''), q.parte, q.consulta)
      || case when v_id is null then '' else format(' where s.clave < %1$L::numeric
        or (s.clave = %1$L::numeric and p.id > %2$L)', v_clave, v_id) end;
    v_orden := 's.clave desc, p.id';
  end if;
  return query execute format($q$
    with hallados as materialized (%s order by %s limit %s)
    select h.id, h.nombre, h.nombre_en, h.slug, h.precio, h.oferta, h.portada_url, h.portada_blur, h.club_only, h.reserva,
      h.category, h.fecha_lanzamiento, (
        select jsonb_build_object('display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
          'role', u.role) from public.usuarios_meta u where u.id = h.usuario_id),
      h.clave || '_' || h.id
    from hallados h$q$, v_de, v_orden, v_limite);
end
$$;
grant execute on function public.buscar_productos(
  text, text, numeric, boolean, boolean, text, text, integer, boolean, text, text) to anon, authenticated;

-- How many products a search or a filter finds, up to 1,000; 1,001 says that there are more.
create function public.contar_productos(
  p_texto text default null, p_categoria text default null, p_precio_max numeric default null,
  p_gratis boolean default false, p_club boolean default false, p_oferta boolean default false,
  p_genero text default null, p_version text default null
) returns integer
language plpgsql stable security definer set search_path = '' as $$
declare
  v_condicion text;
  v_total integer;
begin
  select condicion into v_condicion from public.condicion_busqueda(p_texto, p_categoria, p_precio_max,
    coalesce(p_gratis, false), coalesce(p_club, false), coalesce(p_oferta, false), p_genero, p_version);
  if v_condicion is null then return 0; end if;
  -- In the order of an index, so that finding the first thousand does not read the table from its beginning.
  execute format('select count(*) from (select from public.productos p where %s order by p.visitas desc, p.id limit 1001) x',
    v_condicion) into v_total;
  return v_total;
end
$$;
grant execute on function public.contar_productos(text, text, numeric, boolean, boolean, boolean, text, text)
  to anon, authenticated;

-- What the catalogue, or a category of it, can be narrowed down to: the genres and versions of its 2,000 most visited
-- products, the most frequent first.
create function public.filtros_catalogo(p_categoria text default null) returns table (tipo text, valor text, productos integer)
language sql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
  with vistos as materialized (
    select p.generos, p.compatibles from public.productos p
    where p.status = 'approved' and not p.oculto and (p_categoria is null or p.category = p_categoria)
    order by p.visitas desc, p.id limit 2000
  )
  (select 'genero', mode() within group (order by g), count(*)::integer from vistos v, unnest(v.generos) g
    where public.normalizar(g) <> '' group by public.normalizar(g) order by 3 desc, 2 limit 24)
  union all
  (select 'version', x, count(*)::integer from vistos v, unnest(v.compatibles) x
    group by x order by string_to_array(x, '.')::integer[] desc limit 24);
$$;
grant execute on function public.filtros_catalogo(text) to anon, authenticated;

-- The few best finds, for what is being typed.
create function public.sugerir_productos(p_texto text, p_limite integer default 5)
returns table (slug text, nombre text, nombre_en text, portada_url text, precio numeric, oferta numeric, category text)
language sql stable security definer set search_path = '' as $$
  select q.slug, q.nombre, q.nombre_en, q.portada_url, q.precio, q.oferta, q.category
  from public.buscar_productos(coalesce(p_texto, ''), p_limite => 5) q
  limit least(greatest(p_limite, 1), 5);
$$;
grant execute on function public.sugerir_productos(text, integer) to anon, authenticated;
