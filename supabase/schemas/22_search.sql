-- Search, ranked and forgiving: exact name, prefix, words in any order, part of a name, one typo per word.
-- `busqueda` holds the normalised names of a product, Spanish then English, with a bar between them.

-- The words of all names, to hold a misspelt one against. A word that no product uses any more finds nothing.
create table public.palabras_busqueda (
  palabra text primary key check (char_length(palabra) between 3 and 80)
);
create index palabras_busqueda_prefijo_idx on public.palabras_busqueda (palabra text_pattern_ops);
create index palabras_busqueda_trgm_idx on public.palabras_busqueda using gin (palabra extensions.gin_trgm_ops);

alter table public.palabras_busqueda enable row level security;
grant select on public.palabras_busqueda to service_role;

-- Keeps the words of a name for the misspelt ones to be held against.
create function public.anotar_palabras() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.palabras_busqueda (palabra)
  select palabra from regexp_split_to_table(new.busqueda, '[ |]') palabra where char_length(palabra) >= 3
  order by palabra
  on conflict do nothing;
  return new;
end
$$;
create trigger anotar_palabras after insert or update of nombre, nombre_en on public.productos
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

-- What a text asks for: each word as the beginning of a word, or, when no word begins so, what it was meant to be.
create function public.entender_busqueda(p_texto text, out consulta tsquery, out texto text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_partes text[] := '{}';
  v_palabras text[] := '{}';
  v_palabra text;
  v_correcciones text[];
begin
  foreach v_palabra in array string_to_array(p_texto, ' ') loop
    v_correcciones := '{}';
    if char_length(v_palabra) >= 4
      and not exists (select from public.palabras_busqueda where palabra like v_palabra || '%') then
      v_correcciones := public.corregir_palabra(v_palabra);
    end if;
    v_palabras := v_palabras || coalesce(v_correcciones[1], v_palabra);
    v_partes := v_partes || coalesce('(' || nullif(array_to_string(v_correcciones, ' | '), '') || ')', v_palabra || ':*');
  end loop;
  consulta := to_tsquery('simple', array_to_string(v_partes, ' & '));
  texto := array_to_string(v_palabras, ' ');
end
$$;

-- Which products a text finds, and how well. Parts of words are looked for when whole words find little.
create function public.puntuar_productos(p_texto text) returns table (producto_id uuid, puntos integer)
language plpgsql stable rows 100 security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_texto text := public.normalizar(left(p_texto, 80));
  v_parte text := replace(v_texto, ' ', '');
  v_junto text;
  v_consulta tsquery;
  v_pocos constant integer := 24;
begin
  if v_texto = '' then return; end if;
  select consulta, texto, replace(texto, ' ', '') into v_consulta, v_texto, v_junto
  from public.entender_busqueda(v_texto);
  return query
    with por_palabras as materialized (
      select p.id, p.busqueda from public.productos p
      where to_tsvector('simple', p.busqueda) @@ v_consulta and p.status = 'approved' and not p.oculto
    ), por_partes as (
      select p.id, p.busqueda from public.productos p
      where char_length(v_parte) >= 3 and (select count(*) from por_palabras) < v_pocos
        and replace(p.busqueda, ' ', '') like '%' || v_parte || '%' and p.status = 'approved' and not p.oculto
    )
    select e.id, case
      when '|' || e.busqueda || '|' like '%|' || v_texto || '|%' then 100
      when '|' || replace(e.busqueda, ' ', '') || '|' like any (array['%|' || v_junto || '|%', '%|' || v_parte || '|%'])
        then 95
      when '|' || e.busqueda like '%|' || v_texto || '%' then 80
      when '|' || replace(e.busqueda, ' ', '') like '%|' || v_parte || '%' then 75
      when to_tsvector('simple', e.busqueda) @@ v_consulta then 60
      else 40
    end
    from (select * from por_palabras union select * from por_partes) e;
end
$$;

-- One page of what a text finds, within the filters, in an order.
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
language plpgsql stable security definer set search_path = '' as $$
declare
  v_clave numeric;
  v_id uuid;
begin
  -- The cursor is the sort key and the id of the last row; one that was tampered with begins anew.
  if p_cursor ~ '^-?[0-9]{1,15}(\.[0-9]{1,6})?_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    v_clave := split_part(p_cursor, '_', 1)::numeric;
    v_id := split_part(p_cursor, '_', 2)::uuid;
  end if;
  return query
    with encontrados as (
      select p.*, round(case p_orden
          when 'precio_asc' then -least(p.oferta, p.precio)
          when 'precio_desc' then least(p.oferta, p.precio)
          when 'nuevos' then extract(epoch from p.created_at)::numeric
          when 'populares' then p.visitas
          else q.puntos + least(p.visitas, 999999) / 1000000.0
        end, 6) as clave
      from public.puntuar_productos(p_texto) q
      join public.productos p on p.id = q.producto_id
      where (p_categoria is null or p.category = p_categoria)
        and (p_precio_max is null or least(p.oferta, p.precio) <= p_precio_max)
        and (not coalesce(p_gratis, false) or least(p.oferta, p.precio) = 0)
        and (not coalesce(p_club, false) or p.club_only)
    )
    select e.id, e.nombre, e.nombre_en, e.slug, e.precio, e.oferta, e.portada_url, e.portada_blur, e.club_only,
      e.reserva, e.category, e.fecha_lanzamiento, e.clave || '_' || e.id
    from encontrados e
    where v_clave is null or e.clave < v_clave or (e.clave = v_clave and e.id > v_id)
    order by e.clave desc, e.id
    limit least(greatest(p_limite, 1), 100);
end
$$;
grant execute on function public.buscar_productos(text, text, numeric, boolean, boolean, text, text, integer)
  to anon, authenticated;

-- The few best finds, for what is being typed.
create function public.sugerir_productos(p_texto text, p_limite integer default 5)
returns table (slug text, nombre text, nombre_en text, portada_url text, precio numeric, oferta numeric, category text)
language sql stable security definer set search_path = '' as $$
  select p.slug, p.nombre, p.nombre_en, p.portada_url, p.precio, p.oferta, p.category
  from public.puntuar_productos(p_texto) q
  join public.productos p on p.id = q.producto_id
  order by q.puntos desc, p.visitas desc, p.id
  limit least(greatest(p_limite, 1), 5);
$$;
grant execute on function public.sugerir_productos(text, integer) to anon, authenticated;
