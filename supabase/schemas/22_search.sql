-- Full text search with ranking and typo tolerance: exact name, prefix, words in any order, part of a name, one typo
-- per word; then genres and creators. Each product on sale has a card (`fichas_busqueda`), a narrow row with its search
-- words, filters and orders. Cards are partitioned into six levels by views, each with its own index and four times the
-- size of the level above. A search reads level by level until it has enough results: frequent words end in the small
-- levels, and only rare words read the large ones (docs/decisions/0028-search-by-levels.md).

-- All words of names, genres and creators, to correct misspelt ones. Unused words find nothing and prevent corrections
-- until `olvidar_palabras` deletes them.
create table public.palabras_busqueda (
  palabra text primary key check (char_length(palabra) between 3 and 80)
);
create index palabras_busqueda_prefijo_idx on public.palabras_busqueda (palabra text_pattern_ops);
create index palabras_busqueda_trgm_idx on public.palabras_busqueda using gin (palabra extensions.gin_trgm_ops);

alter table public.palabras_busqueda enable row level security;
grant select on public.palabras_busqueda to service_role;

create table public.fichas_busqueda (
  producto_id uuid primary key references public.productos (id) on delete cascade,
  nivel smallint not null default 5 check (nivel between 0 and 5),
  visitas integer not null,
  precio numeric(10, 2) not null,
  created_at timestamptz not null,
  busqueda text not null,
  temas text not null,
  indice tsvector not null
-- Views change often: free space in a page allows HOT updates, which touch no index.
) with (fillfactor = 90);
comment on table public.fichas_busqueda is 'one for each product on sale: what search finds, filters and orders it by';
comment on column public.fichas_busqueda.nivel is 'how early it is looked at: 0 for the 2,000 most viewed, the next has four times as many';
comment on column public.fichas_busqueda.precio is 'what it costs now';
comment on column public.fichas_busqueda.busqueda is 'normalised names, Spanish then English, with a bar between them';
comment on column public.fichas_busqueda.temas is 'normalised genres and names of its creator, with bars between them';
comment on column public.fichas_busqueda.indice is
  'words of names and topics; ^ their first letters, = a whole name, # genre, @ version, ~ its beginnings, $ other filters';
create index fichas_busqueda_precio_idx on public.fichas_busqueda (precio, producto_id);
create index fichas_busqueda_recientes_idx on public.fichas_busqueda (created_at desc, producto_id);
create index fichas_busqueda_nivel_0_idx on public.fichas_busqueda
  using gin (indice, (replace(busqueda, ' ', '')) extensions.gin_trgm_ops) with (fastupdate = off) where nivel = 0;
create index fichas_busqueda_nivel_1_idx on public.fichas_busqueda
  using gin (indice, (replace(busqueda, ' ', '')) extensions.gin_trgm_ops) with (fastupdate = off) where nivel = 1;
create index fichas_busqueda_nivel_2_idx on public.fichas_busqueda
  using gin (indice, (replace(busqueda, ' ', '')) extensions.gin_trgm_ops) with (fastupdate = off) where nivel = 2;
create index fichas_busqueda_nivel_3_idx on public.fichas_busqueda
  using gin (indice, (replace(busqueda, ' ', '')) extensions.gin_trgm_ops) with (fastupdate = off) where nivel = 3;
create index fichas_busqueda_nivel_4_idx on public.fichas_busqueda
  using gin (indice, (replace(busqueda, ' ', '')) extensions.gin_trgm_ops) with (fastupdate = off) where nivel = 4;
create index fichas_busqueda_nivel_5_idx on public.fichas_busqueda
  using gin (indice, (replace(busqueda, ' ', '')) extensions.gin_trgm_ops) with (fastupdate = off) where nivel = 5;

alter table public.fichas_busqueda enable row level security;
grant select on public.fichas_busqueda to service_role;

-- The level of a product by its rank in views.
create function privado.nivel_de_puesto(p_puesto bigint) returns smallint
language sql immutable set search_path = '' as $$
  select case when p_puesto <= 2000 then 0 when p_puesto <= 10000 then 1 when p_puesto <= 42000 then 2
    when p_puesto <= 170000 then 3 when p_puesto <= 682000 then 4 else 5 end::smallint;
$$;

-- Price brackets by powers of two: 0 for free, 1 up to 1 €, 2 up to 2 €, 3 up to 4 €.
create function privado.tramo_precio(p_precio numeric) returns integer
language sql immutable set search_path = '' as $$
  select width_bucket(p_precio, array[0.01, 1.01, 2.01, 4.01, 8.01, 16.01, 32.01, 64.01, 128.01, 256.01, 512.01, 1024.01]);
$$;

create function privado.nombres_creador(p_usuario uuid) returns text
language sql stable set search_path = '' as $$
  select concat_ws('|', nullif(privado.normalizar(u.display_name), ''), nullif(privado.normalizar(u.username), ''))
  from public.usuarios_meta u where u.id = p_usuario;
$$;

create function privado.temas_de(p_generos text[], p_nombres text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  v_temas text;
  v_genero text;
begin
  foreach v_genero in array p_generos loop
    v_temas := concat_ws('|', v_temas, nullif(privado.normalizar(v_genero), ''));
  end loop;
  return concat_ws('|', v_temas, nullif(p_nombres, ''));
end
$$;

-- Built without the text parser: words come from `normalizar`, and markers begin with a character that no word has. The
-- first one and two letters of words are words of their own, because a common prefix would have to merge the lists of
-- all its words.
create function privado.indice_de(p public.productos, p_temas text) returns tsvector
language plpgsql stable set search_path = '' as $$
declare
  v_palabras text[] := array_remove(string_to_array(translate(p.busqueda || '|' || p_temas, '|', ' '), ' '), '');
  v_texto text := '';
  v_marcas text[] := array['$' || p.category, '$e' || privado.tramo_precio(least(p.oferta, p.precio))];
  v_uno text;
begin
  for v_orden in 1..cardinality(v_palabras) loop
    v_uno := v_palabras[v_orden];
    v_texto := v_texto || '''' || v_uno || ''':' || least(v_orden, 16000) || ' ';
    v_marcas := v_marcas || array['^' || left(v_uno, 1), '^' || left(v_uno, 2)];
  end loop;
  foreach v_uno in array string_to_array(replace(p.busqueda, ' ', ''), '|') loop
    if v_uno <> '' then v_marcas := v_marcas || ('=' || v_uno); end if;
  end loop;
  foreach v_uno in array p.generos loop
    v_marcas := v_marcas || ('#' || privado.normalizar(left(v_uno, 80)));
  end loop;
  foreach v_uno in array p.compatibles loop
    v_marcas := v_marcas || ('@' || v_uno)
      || array(select '~' || left(v_uno, letras) from generate_series(3, char_length(v_uno)) letras);
  end loop;
  if p.club_only then v_marcas := v_marcas || '$club'::text; end if;
  if p.oferta < p.precio then v_marcas := v_marcas || '$oferta'::text; end if;
  return v_texto::tsvector || array_to_tsvector(v_marcas);
end
$$;

-- Maintains the card of a product, and its words for corrections.
create function privado.anotar_ficha() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_temas text;
begin
  if tg_op = 'UPDATE' and (new.nombre, new.nombre_en, new.generos, new.compatibles, new.usuario_id, new.status, new.oculto,
      new.category, new.precio, new.oferta, new.club_only, new.created_at) is not distinct from (old.nombre, old.nombre_en,
      old.generos, old.compatibles, old.usuario_id, old.status, old.oculto, old.category, old.precio, old.oferta,
      old.club_only, old.created_at) then
    if new.visitas <> old.visitas then
      update public.fichas_busqueda set visitas = new.visitas where producto_id = new.id;
    end if;
    return null;
  end if;
  if new.status <> 'approved' or new.oculto then
    delete from public.fichas_busqueda where producto_id = new.id;
    return null;
  end if;
  v_temas := privado.temas_de(new.generos, privado.nombres_creador(new.usuario_id));
  insert into public.fichas_busqueda (producto_id, visitas, precio, created_at, busqueda, temas, indice)
  values (new.id, new.visitas, least(new.oferta, new.precio), new.created_at, new.busqueda, v_temas,
    privado.indice_de(new, v_temas))
  on conflict (producto_id) do update set visitas = excluded.visitas, precio = excluded.precio,
    created_at = excluded.created_at, busqueda = excluded.busqueda, temas = excluded.temas, indice = excluded.indice;
  insert into public.palabras_busqueda (palabra)
  select distinct w.palabra from regexp_split_to_table(
    privado.normalizar(new.nombre) || ' ' || privado.normalizar(new.nombre_en) || ' ' || replace(v_temas, '|', ' '), ' ') w(palabra)
  where char_length(w.palabra) between 3 and 80
  order by w.palabra
  on conflict do nothing;
  return null;
end
$$;
create trigger anotar_ficha after insert or update on public.productos
  for each row execute function privado.anotar_ficha();

-- Updates the cards of a renamed creator. Products are locked first, so that concurrent changes are included.
create function privado.indexar_creador() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform from public.productos where usuario_id = new.id order by id for no key update;
  with nuevas as (
    select p.id, t.temas, privado.indice_de(p, t.temas) as indice from public.productos p
    cross join lateral privado.temas_de(p.generos, privado.nombres_creador(new.id)) t(temas) where p.usuario_id = new.id
  )
  update public.fichas_busqueda f set temas = n.temas, indice = n.indice from nuevas n where f.producto_id = n.id;
  insert into public.palabras_busqueda (palabra)
  select distinct w.palabra
  from regexp_split_to_table(privado.normalizar(new.display_name) || ' ' || privado.normalizar(new.username), ' ') w(palabra)
  where char_length(w.palabra) between 3 and 80
    and exists (select from public.fichas_busqueda f join public.productos p on p.id = f.producto_id where p.usuario_id = new.id)
  order by w.palabra
  on conflict do nothing;
  return null;
end
$$;
create trigger indexar_creador after update of display_name, username on public.usuarios_meta for each row
  when ((new.display_name, new.username) is distinct from (old.display_name, old.username))
  execute function privado.indexar_creador();

-- Rebuilds all cards with their levels, for products that were inserted without triggers (migration, restore).
create function privado.rehacer_fichas() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_fichas integer;
begin
  delete from public.fichas_busqueda;
  with creadores as materialized (select u.id, privado.nombres_creador(u.id) as nombres from public.usuarios_meta u
    where exists (select from public.productos p where p.usuario_id = u.id))
  insert into public.fichas_busqueda (producto_id, nivel, visitas, precio, created_at, busqueda, temas, indice)
  select p.id, privado.nivel_de_puesto(row_number() over (order by p.visitas desc, p.id)), p.visitas,
    least(p.oferta, p.precio), p.created_at, p.busqueda, t.temas, privado.indice_de(p, t.temas)
  from public.productos p join creadores c on c.id = p.usuario_id
  cross join lateral privado.temas_de(p.generos, c.nombres) t(temas)
  where p.status = 'approved' and not p.oculto
  order by p.visitas desc, p.id;
  get diagnostics v_fichas = row_count;
  insert into public.palabras_busqueda (palabra)
  select distinct w.palabra from public.fichas_busqueda f
  cross join lateral regexp_split_to_table(f.busqueda || '|' || f.temas, '[ |]') w(palabra)
  where char_length(w.palabra) between 3 and 80
  order by w.palabra
  on conflict do nothing;
  return v_fichas;
end
$$;

-- Moves cards to the level of their views, once a day, or until none is left. A card in a wrong level is still found;
-- its views count imprecisely only above a thousand results.
create function public.repartir_fichas(p_limite integer default 2000) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_quien uuid := gen_random_uuid();
  v_movidas integer;
begin
  if not public.tomar_turno('niveles de busqueda', v_quien, 86400) then return 0; end if;
  with puestos as (
    select f.producto_id, f.nivel,
      privado.nivel_de_puesto(row_number() over (order by f.visitas desc, f.producto_id)) as suyo
    from public.fichas_busqueda f
  ), fuera as (
    select producto_id, suyo from puestos where nivel <> suyo order by suyo limit greatest(coalesce(p_limite, 2000), 1)
  )
  update public.fichas_busqueda f set nivel = x.suyo from fuera x where f.producto_id = x.producto_id;
  get diagnostics v_movidas = row_count;
  if v_movidas >= greatest(coalesce(p_limite, 2000), 1) then
    perform public.dejar_turno('niveles de busqueda', v_quien);
  end if;
  return v_movidas;
end
$$;
grant execute on function public.repartir_fichas(integer) to service_role;

-- Whether a product on sale has this word in its names, genres or creator.
create function privado.palabra_en_uso(p_palabra text) returns boolean
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  v_hallada boolean;
begin
  for v_nivel in 0..5 loop
    -- The level is a literal, because each has its own index.
    execute format('select exists (select from public.fichas_busqueda f where f.nivel = %s and f.indice @@ %L::tsquery)',
      v_nivel, format('''%s''', p_palabra)) into v_hallada;
    exit when v_hallada;
  end loop;
  return v_hallada;
end
$$;

-- Deletes unused words, checking a number of words after `p_despues` up to `p_hasta`. Returns the last checked one in
-- `hasta`, null at the end. Cards are written before their words, so under a lock on words every product either has its
-- card or will add its words later.
create function public.olvidar_palabras(p_despues text, p_hasta text, p_limite integer) returns jsonb
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s' as $$
declare
  v_limite constant integer := least(greatest(coalesce(p_limite, 1000), 1), 5000);
  v_miradas text[] := array(select p.palabra from public.palabras_busqueda p
    where p.palabra > coalesce(p_despues, '') and (p_hasta is null or p.palabra <= p_hasta)
    order by p.palabra limit v_limite);
  v_sobran text[] := array(select w from unnest(v_miradas) w where not privado.palabra_en_uso(w));
  v_olvidadas integer := 0;
begin
  if v_sobran <> '{}' then
    begin
      lock table public.palabras_busqueda in share row exclusive mode;
      delete from public.palabras_busqueda p where p.palabra = any (v_sobran) and not privado.palabra_en_uso(p.palabra);
      get diagnostics v_olvidadas = row_count;
    exception when lock_not_available then null; -- They are looked at again another day.
    end;
  end if;
  return jsonb_build_object('olvidadas', v_olvidadas,
    'hasta', case when cardinality(v_miradas) = v_limite then v_miradas[v_limite] end);
end
$$;
grant execute on function public.olvidar_palabras(text, text, integer) to service_role;

create function privado.letras_ordenadas(p_texto text) returns text
language sql immutable set search_path = '' as $$
  select string_agg(letra, '' order by letra) from regexp_split_to_table(p_texto, '') letra;
$$;

-- Known words with the same beginning but for one letter: wrong, missing, superfluous, or transposed.
create function privado.corregir_palabra(p_palabra text) returns text[]
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
        and privado.letras_ordenadas(p_palabra) = privado.letras_ordenadas(i.inicio)))
    order by extensions.word_similarity(p_palabra, v.palabra) desc, v.palabra limit 12);
$$;

-- Parses a search: each word as a prefix, or corrected if no word has that prefix. Versions such as 1.21 or v1.8 are
-- game versions or parts of a name.
create function privado.entender_busqueda(p_texto text, out consulta tsquery, out texto text)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_version constant text := '(?:^|(?<=[^a-z0-9.]))v?([0-9]+(?:\.[0-9]+)+)(?![a-z0-9])';
  v_bruto text := lower(left(p_texto, 80));
  v_partes text[] := array(
    select format('(''~%s'' | %s)', m[1], (
      select string_agg(case when n.orden = 1 then format('(''%s'' | ''v%s'')', n.numero, n.numero)
        when n.orden = cardinality(string_to_array(m[1], '.')) then format('''%s'':*', n.numero)
        else format('''%s''', n.numero) end, ' <-> ' order by n.orden)
      from unnest(string_to_array(m[1], '.')) with ordinality n(numero, orden)))
    from regexp_matches(v_bruto, v_version, 'g') m);
  v_palabras text[] := '{}'::text[];
  v_palabra text;
  v_conocidas text[];
  v_correcciones text[];
begin
  foreach v_palabra in array
    array_remove(string_to_array(privado.normalizar(regexp_replace(v_bruto, v_version, ' ', 'g')), ' '), '')
  loop
    v_conocidas := '{}'::text[];
    v_correcciones := '{}'::text[];
    if char_length(v_palabra) >= 3 then
      v_conocidas := array(
        select p.palabra from public.palabras_busqueda p where p.palabra like v_palabra || '%' order by p.palabra limit 9);
      if v_conocidas = '{}' and char_length(v_palabra) >= 4 then
        v_correcciones := privado.corregir_palabra(v_palabra);
      end if;
    end if;
    v_palabras := v_palabras || coalesce(v_correcciones[1], v_palabra);
    -- A few words are listed: the index intersects lists at once, but merges all words of a prefix.
    v_partes := v_partes || coalesce(
      (select '(' || string_agg(format('''%s''', c), ' | ') || ')'
        from unnest(case when cardinality(v_conocidas) < 9 then v_conocidas || v_correcciones end) c),
      format(case when char_length(v_palabra) <= 2 then '''^%s''' else '''%s'':*' end, v_palabra));
  end loop;
  consulta := array_to_string(v_partes, ' & ')::tsquery;
  texto := array_to_string(v_palabras, ' ');
end
$$;

-- Finds cards by a condition on `fichas_busqueda f`, most viewed first, up to a limit. The condition comes from
-- `condicion_busqueda`, whose values are quoted with %L.
create function privado.hallar_fichas(p_condicion text, p_limite integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  v_halladas uuid[] := '{}'::uuid[];
  v_de_nivel uuid[];
begin
  for v_nivel in 0..5 loop
    execute format('select array(select f.producto_id from public.fichas_busqueda f where f.nivel = %s and (%s)
      order by f.visitas desc, f.producto_id limit %s)', v_nivel, p_condicion, p_limite - cardinality(v_halladas)) into v_de_nivel;
    v_halladas := v_halladas || v_de_nivel;
    exit when cardinality(v_halladas) >= p_limite;
  end loop;
  return v_halladas;
end
$$;

-- The condition of a search and its filters on `fichas_busqueda f`; null if nothing can match. Parts of names are
-- searched if whole words find little. Filters are words of the index, so that it intersects two frequent ones without
-- reading rows; `exacta` matches the exact name.
create function privado.condicion_busqueda(
  p_texto text, p_categoria text, p_precio_max numeric, p_gratis boolean, p_club boolean, p_oferta boolean,
  p_genero text, p_version text, out condicion text, out exacta text, out consulta tsquery, out texto text, out parte text
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_marcas tsquery := nullif(concat_ws(' & ',
    '''#' || nullif(privado.normalizar(left(p_genero, 80)), '') || '''',
    case when p_version is not null and privado.versiones_validas(array[p_version]) then format('''@%s''', p_version) end,
    '''$' || regexp_replace(p_categoria, '[^a-z]', '', 'g') || '''',
    case when p_gratis then '''$e0''' when p_precio_max is not null then
      (select '(' || string_agg(format('''$e%s''', n), ' | ') || ')'
        from generate_series(0, privado.tramo_precio(least(p_precio_max, 100000))) n) end,
    case when p_club then '''$club''' end,
    case when p_oferta then '''$oferta''' end), '')::tsquery;
  -- An expression, so that the price index is not used: the price brackets leave few rows.
  v_precio text := case when p_precio_max is not null and not p_gratis
    then format(' and f.precio + 0 <= %L::numeric', p_precio_max) else '' end;
  v_marcado text := case when v_marcas is null then '' else format(' and f.indice @@ %L::tsquery', v_marcas) end;
  v_exacta tsquery;
  v_pocos constant integer := 24;
begin
  if p_texto is null then
    condicion := format('f.indice @@ %L::tsquery', v_marcas) || v_precio;
    return;
  end if;
  parte := replace(privado.normalizar(left(p_texto, 80)), ' ', '');
  if parte = '' then return; end if;
  select e.consulta, e.texto into consulta, texto from privado.entender_busqueda(p_texto) e;
  v_exacta := (select string_agg(distinct format('''=%s''', n), ' | ') from unnest(array[replace(texto, ' ', ''), parte]) n)::tsquery;
  exacta := format('f.indice @@ %L::tsquery', v_exacta) || v_marcado || v_precio;
  consulta := consulta || v_exacta;
  if char_length(parte) >= 3
    and cardinality(privado.hallar_fichas(format('f.indice @@ %L::tsquery', consulta), v_pocos)) < v_pocos then
    condicion := format('(f.indice @@ %L::tsquery or replace(f.busqueda, '' '', '''') like %L)', consulta, '%' || parte || '%')
      || v_marcado || v_precio;
  else
    condicion := format('f.indice @@ %L::tsquery', consulta) || v_marcado || v_precio;
  end if;
end
$$;

-- The order of a list for an `f` with `producto_id` and what it is ordered by: sort key, order, and condition after a
-- cursor. `columna` names what only products have, not their cards.
create function privado.orden_busqueda(
  p_orden text, p_clave numeric, p_id uuid, out clave text, out orden text, out despues text, out columna text
)
language plpgsql immutable set search_path = '' as $$
begin
  case p_orden
    when 'precio_asc' then
      clave := 'f.precio';
      orden := 'f.precio, f.producto_id';
      despues := format('f.precio >= %1$L::numeric and (f.precio > %1$L::numeric or f.producto_id > %2$L)', p_clave, p_id);
    when 'precio_desc' then
      clave := 'f.precio';
      orden := 'f.precio desc, f.producto_id desc';
      despues := format('f.precio <= %1$L::numeric and (f.precio < %1$L::numeric or f.producto_id < %2$L)', p_clave, p_id);
    when 'nuevos' then
      clave := '(extract(epoch from f.created_at) * 1000000)::bigint::numeric';
      orden := 'f.created_at desc, f.producto_id';
      despues := format('f.created_at <= %1$L::timestamptz and (f.created_at < %1$L::timestamptz or f.producto_id > %2$L)',
        timestamptz '1970-01-01 00:00:00+00' + p_clave * interval '1 microsecond', p_id);
    when 'actualizados' then
      columna := 'updated_at';
      clave := '(extract(epoch from f.updated_at) * 1000000)::bigint::numeric';
      orden := 'f.updated_at desc, f.producto_id';
      despues := format('f.updated_at <= %1$L::timestamptz
          and (f.updated_at < %1$L::timestamptz or f.producto_id > %2$L)',
        timestamptz '1970-01-01 00:00:00+00' + p_clave * interval '1 microsecond', p_id);
    else
      columna := case p_orden when 'vendidos' then 'adquirido' when 'valorados' then 'puntuacion' else 'visitas' end;
      clave := format('f.%I::numeric', columna);
      orden := format('f.%I desc, f.producto_id', columna);
      despues := format('f.%3$I <= %1$L::numeric and (f.%3$I < %1$L::numeric or f.producto_id > %2$L)', p_clave, p_id, columna);
  end case;
  if p_id is null then despues := 'true'; end if;
end
$$;

-- The filters without text, genre and version: a condition on `productos p`, which has indexes for them.
create function privado.condicion_catalogo(
  p_categoria text, p_precio_max numeric, p_gratis boolean, p_club boolean, p_oferta boolean
) returns text
language sql immutable set search_path = '' as $$
  select 'p.status = ''approved'' and not p.oculto'
    || case when p_categoria is not null then format(' and p.category = %L', p_categoria) else '' end
    || case when p_gratis then ' and least(p.oferta, p.precio) = 0'
      when p_precio_max is not null then format(' and least(p.oferta, p.precio) <= %L::numeric', p_precio_max) else '' end
    || case when p_club then ' and p.club_only' else '' end
    || case when p_oferta then ' and p.oferta < p.precio' else '' end;
$$;

-- Whether a list needs the cards.
create function privado.busca_en_fichas(p_texto text, p_genero text, p_version text) returns boolean
language sql immutable set search_path = '' as $$
  select p_texto is not null or privado.normalizar(left(p_genero, 80)) <> ''
    or (p_version is not null and privado.versiones_validas(array[p_version]));
$$;

-- One page of a search, or of the catalogue without a text, with filters and order. By relevance, the thousand most
-- viewed results are ranked, and a hundred exact names. Conditions and orders come from `condicion_busqueda`,
-- `condicion_catalogo` and `orden_busqueda`: fixed expressions, and values quoted with %L.
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
  portada_blur text, club_only boolean, reserva boolean, category text, fecha_lanzamiento date, compatibles text[],
  valoracion_media numeric, valoraciones integer, adquirido integer, usuarios_meta jsonb, "cursor" text
)
language plpgsql stable rows 24 security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  v_limite integer := least(greatest(coalesce(p_limite, 24), 1), 100);
  v_a_la_vista constant integer := 2000;
  v_clave numeric;
  v_id uuid;
  q record;
  o record;
  v_por text := 'public.fichas_busqueda';
  v_ids uuid[];
  v_claves numeric[];
begin
  -- The cursor is sort key and id of the last row; an invalid one starts from the beginning.
  if p_cursor ~ '^-?[0-9]{1,18}(\.[0-9]{1,6})?_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    v_clave := split_part(p_cursor, '_', 1)::numeric;
    v_id := split_part(p_cursor, '_', 2)::uuid;
  end if;
  select * into o from privado.orden_busqueda(p_orden, v_clave, v_id);

  if not privado.busca_en_fichas(p_texto, p_genero, p_version) then
    execute format('select array_agg(y.producto_id), array_agg(y.clave) from (
        select f.producto_id, %s as clave from (
          select p.id as producto_id, least(p.oferta, p.precio) as precio, p.created_at, p.visitas, p.adquirido,
            p.puntuacion, p.updated_at
          from public.productos p where %s) f
        where %s order by %s limit %s) y',
      o.clave, privado.condicion_catalogo(p_categoria, p_precio_max, p_gratis, p_club, p_oferta),
      o.despues, o.orden, v_limite) into v_ids, v_claves;
  else
    select * into q from privado.condicion_busqueda(p_texto, p_categoria, p_precio_max, coalesce(p_gratis, false),
      coalesce(p_club, false), coalesce(p_oferta, false), p_genero, p_version);
    if q.condicion is null then return; end if;
    if q.texto is not null and not coalesce(p_orden in ('precio_asc', 'precio_desc', 'nuevos', 'populares', 'vendidos',
      'valorados', 'actualizados'), false) then
      v_ids := privado.hallar_fichas(q.condicion, 1000);
      execute format($q$
        select array_agg(y.producto_id), array_agg(y.clave) from (
          select s.producto_id, s.clave from (
            select f.producto_id, round(case
                when '|' || f.busqueda || '|' like '%%|' || %2$L || '|%%' then 100
                when '|' || replace(f.busqueda, ' ', '') || '|' like any (array['%%|' || %3$L || '|%%', '%%|' || %4$L || '|%%'])
                  then 95
                when '|' || f.busqueda like '%%|' || %2$L || '%%' then 80
                when '|' || replace(f.busqueda, ' ', '') like '%%|' || %4$L || '%%' then 75
                when '|' || f.temas || '|' like '%%|' || %2$L || '|%%' then 70
                when f.indice @@ %5$L::tsquery then 60
                else 40
              end + least(f.visitas, 999999) / 1000000.0, 6) as clave
            from public.fichas_busqueda f where f.producto_id = any (%1$L::uuid[])
          ) s where %6$s order by s.clave desc, s.producto_id limit %7$s) y$q$,
        v_ids || case when cardinality(v_ids) < 1000 then '{}'::uuid[] else privado.hallar_fichas(q.exacta, 100) end,
        q.texto, replace(q.texto, ' ', ''), q.parte, q.consulta,
        case when v_id is null then 'true' else
          format('s.clave <= %1$L::numeric and (s.clave < %1$L::numeric or s.producto_id > %2$L)', v_clave, v_id) end,
        v_limite) into v_ids, v_claves;
    else
      -- Frequent results are soon met along the order; rare ones are few enough to sort.
      if o.columna is not null then
        v_por := format('(select c.producto_id, p.%I, c.precio, c.indice, c.busqueda
          from public.productos p join public.fichas_busqueda c on c.producto_id = p.id
          where p.status = ''approved'' and not p.oculto)', o.columna);
      end if;
      if p_orden = 'precio_desc' and (p_gratis or p_precio_max is not null) then
        o.despues := o.despues || format(' and f.precio <= %L::numeric', case when p_gratis then 0 else p_precio_max end);
      end if;
      execute format('select array_agg(y.producto_id), array_agg(y.clave) from (
          select f.producto_id, %1$s as clave from (select f.* from %2$s f where %3$s order by %4$s limit %5$s) f
          where %6$s order by %4$s limit %7$s) y',
        o.clave, v_por, o.despues, o.orden, v_a_la_vista, q.condicion, v_limite) into v_ids, v_claves;
      if coalesce(cardinality(v_ids), 0) < v_limite then
        execute format('with hallados as materialized (%s)
          select array_agg(y.producto_id), array_agg(y.clave) from (
            select f.producto_id, %s as clave from %s f where %s order by %s limit %s) y',
          (select string_agg(format('select f.producto_id, f.precio, f.created_at, f.visitas from public.fichas_busqueda f
            where f.nivel = %s and (%s)', n, q.condicion), ' union all ') from generate_series(0, 5) n),
          o.clave,
          -- Cards have the views, as of the last day among many.
          case when o.columna is null or o.columna = 'visitas' then 'hallados' else format(
            '(select h.producto_id, p.%I from hallados h join public.productos p on p.id = h.producto_id)', o.columna) end,
          o.despues, o.orden, v_limite) into v_ids, v_claves;
      end if;
    end if;
  end if;

  return query
    select p.id, p.nombre, p.nombre_en, p.slug, p.precio, p.oferta, p.portada_url, p.portada_blur, p.club_only, p.reserva,
      p.category, p.fecha_lanzamiento, p.compatibles, p.valoracion_media, p.valoraciones, p.adquirido, (
        select jsonb_build_object('display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
          'role', u.role) from public.usuarios_meta u where u.id = p.usuario_id),
      h.clave || '_' || p.id
    from unnest(v_ids, v_claves) with ordinality h(id, clave, puesto) join public.productos p on p.id = h.id
    order by h.puesto;
end
$$;
grant execute on function public.buscar_productos(
  text, text, numeric, boolean, boolean, text, text, integer, boolean, text, text) to anon, authenticated;

-- Counts the results of a search or filter up to 1,000; 1,001 means more. The condition comes from
-- `condicion_catalogo`, whose values are quoted with %L.
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
  if privado.busca_en_fichas(p_texto, p_genero, p_version) then
    select condicion into v_condicion from privado.condicion_busqueda(p_texto, p_categoria, p_precio_max,
      coalesce(p_gratis, false), coalesce(p_club, false), coalesce(p_oferta, false), p_genero, p_version);
    return case when v_condicion is null then 0 else cardinality(privado.hallar_fichas(v_condicion, 1001)) end;
  end if;
  -- In index order, so that finding the first thousand does not scan the table.
  execute format('select count(*) from (select from public.productos p where %s order by p.visitas desc, p.id limit 1001) x',
    privado.condicion_catalogo(p_categoria, p_precio_max, p_gratis, p_club, p_oferta)) into v_total;
  return v_total;
end
$$;
grant execute on function public.contar_productos(text, text, numeric, boolean, boolean, boolean, text, text)
  to anon, authenticated;

-- Possible filters of the catalogue or a category: genres and versions of its 2,000 most viewed products, most frequent
-- first.
create function public.filtros_catalogo(p_categoria text default null) returns table (tipo text, valor text, productos integer)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  return query
    with vistos as materialized (
      select p.generos, p.compatibles from public.productos p
      where p.status = 'approved' and not p.oculto and (p_categoria is null or p.category = p_categoria)
      order by p.visitas desc, p.id limit 2000
    )
    (select 'genero', mode() within group (order by g), count(*)::integer from vistos v, unnest(v.generos) g
      where privado.normalizar(g) <> '' group by privado.normalizar(g) order by 3 desc, 2 limit 24)
    union all
    (select 'version', x, count(*)::integer from vistos v, unnest(v.compatibles) x
      group by x order by string_to_array(x, '.')::integer[] desc limit 24);
end
$$;
grant execute on function public.filtros_catalogo(text) to anon, authenticated;

-- The best few results while typing.
create function public.sugerir_productos(p_texto text, p_limite integer default 5)
returns table (slug text, nombre text, nombre_en text, portada_url text, precio numeric, oferta numeric, category text,
  club_only boolean, id uuid)
language sql stable security definer set search_path = '' as $$
  select q.slug, q.nombre, q.nombre_en, q.portada_url, q.precio, q.oferta, q.category, q.club_only, q.id
  from public.buscar_productos(coalesce(p_texto, ''), p_limite => 5) q
  limit least(greatest(p_limite, 1), 5);
$$;
grant execute on function public.sugerir_productos(text, integer) to anon, authenticated;
