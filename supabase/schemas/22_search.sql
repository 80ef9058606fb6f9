-- Full text search with ranking and typo tolerance: exact name, prefix, words in any order, part of a name, one typo
-- per word; then genres and creators. Each product on sale has a card (`fichas_busqueda`), a narrow row with its search
-- words, filters and orders. Cards are partitioned into six levels by views, each with its own index and four times the
-- size of the level above. A search reads level by level until it has enough results: frequent words end in the small
-- levels, and only rare words read the large ones. Taglines and descriptions (`textos_busqueda`) are read only if the
-- cards do not fill a page (docs/decisions/0028-search-by-levels.md).

-- All words of names, genres and creators, and of texts, to correct misspelt ones. Unused words have no results and
-- block corrections until `olvidar_palabras` deletes them. Words of names and of texts have separate indexes: a
-- correction searches the fewer words of names first.
create table public.palabras_busqueda (
  palabra text primary key check (char_length(palabra) between 3 and 80),
  solo_texto boolean not null default false
);
comment on column public.palabras_busqueda.solo_texto is 'in taglines and descriptions alone, in no name, genre or creator';
create index palabras_busqueda_prefijo_idx on public.palabras_busqueda (palabra text_pattern_ops) where not solo_texto;
create index palabras_busqueda_trgm_idx on public.palabras_busqueda using gin (palabra extensions.gin_trgm_ops)
  where not solo_texto;
create index palabras_busqueda_texto_prefijo_idx on public.palabras_busqueda (palabra text_pattern_ops) where solo_texto;
create index palabras_busqueda_texto_trgm_idx on public.palabras_busqueda using gin (palabra extensions.gin_trgm_ops)
  where solo_texto;

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
  'words of names and topics; ^ their first letters, = a whole name, ! its creator, # genre, @ version, ~ its beginnings, $ other filters';
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

-- Separate from the cards, which stay narrow: views change them often, and most searches read no text.
create table public.textos_busqueda (
  producto_id uuid primary key references public.fichas_busqueda (producto_id) on delete cascade,
  nivel smallint not null default 5 check (nivel between 0 and 5),
  indice tsvector not null
);
comment on table public.textos_busqueda is 'one for each card: what its tagline and description say';
comment on column public.textos_busqueda.nivel is 'that of its card';
comment on column public.textos_busqueda.indice is
  'stems of names, topics, category, tagline and description; # genre, @ version, ~ its beginnings, $ other filters';
create index textos_busqueda_nivel_0_idx on public.textos_busqueda using gin (indice) with (fastupdate = off) where nivel = 0;
create index textos_busqueda_nivel_1_idx on public.textos_busqueda using gin (indice) with (fastupdate = off) where nivel = 1;
create index textos_busqueda_nivel_2_idx on public.textos_busqueda using gin (indice) with (fastupdate = off) where nivel = 2;
create index textos_busqueda_nivel_3_idx on public.textos_busqueda using gin (indice) with (fastupdate = off) where nivel = 3;
create index textos_busqueda_nivel_4_idx on public.textos_busqueda using gin (indice) with (fastupdate = off) where nivel = 4;
create index textos_busqueda_nivel_5_idx on public.textos_busqueda using gin (indice) with (fastupdate = off) where nivel = 5;

alter table public.textos_busqueda enable row level security;
grant select on public.textos_busqueda to service_role;

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

-- The stems of a word by the Spanish and the English rules; none for a stop word of either language.
create function privado.raices(p_palabra text) returns text[]
language sql immutable set search_path = '' as $$
  select case when es = '' or en = '' then '{}' else tsvector_to_array(es || en) end
  from to_tsvector('pg_catalog.spanish', p_palabra) es, to_tsvector('pg_catalog.english', p_palabra) en;
$$;

-- A condition for texts with any of these words, in any form; null if all are stop words.
create function privado.raices_en_texto(p_palabras text[]) returns tsquery
language sql immutable set search_path = '' as $$
  select string_agg(distinct format('''%s''', r), ' | ')::tsquery from unnest(p_palabras) w, unnest(privado.raices(w)) r;
$$;

-- The normalised words of a tagline and of the first 2,000 letters of a description, without its markup.
create function privado.texto_llano(p_acerca_de text, p_descripcion text) returns text
language sql immutable set search_path = '' as $$
  select privado.normalizar(concat_ws(' ', p_acerca_de,
    left(regexp_replace(left(p_descripcion, 6000), '<[^>]*>?|&[a-zA-Z0-9#]+;', ' ', 'g'), 2000)));
$$;

-- Words of names are stems here too, so that one condition finds a word of a name with a word of a text. Without
-- accents, like a search.
create function privado.indice_de_textos(p public.productos, p_temas text, p_indice tsvector) returns tsvector
language sql immutable set search_path = '' as $$
  select strip(to_tsvector('pg_catalog.spanish', concat_ws(' ', n.nombres, privado.texto_llano(p.acerca_de, p.descripcion)))
    || to_tsvector('pg_catalog.english', concat_ws(' ', n.nombres, privado.texto_llano(p.acerca_de_en, p.descripcion_en))))
    || array_to_tsvector(array(select m from unnest(tsvector_to_array(p_indice)) m where m ~ '^[$#@~]'))
  from (select translate(concat_ws('|', p.busqueda, p_temas, p.category), '|', ' ') as nombres) n;
$$;

-- Built without the text parser: words come from `normalizar`, and markers begin with a character that no word
-- contains. The first one and two letters of words are separate words, because a common prefix would have to merge the
-- lists of all its words.
create function privado.indice_de(p public.productos, p_temas text, p_nombres text) returns tsvector
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
  foreach v_uno in array string_to_array(p_nombres, '|') loop
    v_marcas := v_marcas || array['!' || replace(v_uno, ' ', ''), '!=' || replace(v_uno, ' ', '')]
      || array(select '!' || w from unnest(string_to_array(v_uno, ' ')) w where char_length(w) >= 3);
  end loop;
  return v_texto::tsvector || array_to_tsvector(v_marcas);
end
$$;

-- Records words for corrections, those of names and those of texts, in a fixed order, which avoids deadlocks between
-- two writers.
create function privado.anotar_palabras(p_nombres text[], p_texto text[]) returns void
language plpgsql volatile set search_path = '' as $$
begin
  insert into public.palabras_busqueda (palabra, solo_texto)
  select w.palabra, bool_and(w.solo_texto) from (
    select n, false from unnest(p_nombres) n union all
    select t, true from (select distinct t from unnest(p_texto) t) t where privado.raices(t) <> '{}') w(palabra, solo_texto)
  where char_length(w.palabra) between 3 and case when w.solo_texto then 40 else 80 end
  group by w.palabra order by w.palabra
  on conflict do nothing;
  update public.palabras_busqueda p set solo_texto = false from (
    select q.palabra from public.palabras_busqueda q where q.palabra = any (p_nombres) and q.solo_texto
    order by q.palabra for update) x
  where p.palabra = x.palabra;
end
$$;

-- Maintains the card of a product, its text, and its words for corrections.
create function privado.anotar_ficha() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_nombres text;
  v_temas text;
  v_indice tsvector;
begin
  if tg_op = 'UPDATE' and (new.nombre, new.nombre_en, new.acerca_de, new.acerca_de_en, new.descripcion, new.descripcion_en,
      new.generos, new.compatibles, new.usuario_id, new.status, new.oculto, new.category, new.precio, new.oferta,
      new.club_only, new.created_at) is not distinct from (old.nombre, old.nombre_en, old.acerca_de, old.acerca_de_en,
      old.descripcion, old.descripcion_en, old.generos, old.compatibles, old.usuario_id, old.status, old.oculto,
      old.category, old.precio, old.oferta, old.club_only, old.created_at) then
    if new.visitas <> old.visitas then
      update public.fichas_busqueda set visitas = new.visitas where producto_id = new.id;
    end if;
    return null;
  end if;
  if new.status <> 'approved' or new.oculto then
    delete from public.fichas_busqueda where producto_id = new.id;
    return null;
  end if;
  v_nombres := privado.nombres_creador(new.usuario_id);
  v_temas := privado.temas_de(new.generos, v_nombres);
  v_indice := privado.indice_de(new, v_temas, v_nombres);
  insert into public.fichas_busqueda (producto_id, visitas, precio, created_at, busqueda, temas, indice)
  values (new.id, new.visitas, least(new.oferta, new.precio), new.created_at, new.busqueda, v_temas, v_indice)
  on conflict (producto_id) do update set visitas = excluded.visitas, precio = excluded.precio,
    created_at = excluded.created_at, busqueda = excluded.busqueda, temas = excluded.temas, indice = excluded.indice;
  insert into public.textos_busqueda as t (producto_id, indice)
  values (new.id, privado.indice_de_textos(new, v_temas, v_indice))
  on conflict (producto_id) do update set indice = excluded.indice where t.indice is distinct from excluded.indice;
  perform privado.anotar_palabras(regexp_split_to_array(new.busqueda || '|' || v_temas, '[ |]'), string_to_array(
    privado.texto_llano(new.acerca_de, new.descripcion) || ' ' || privado.texto_llano(new.acerca_de_en, new.descripcion_en), ' '));
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
  with nuevas as materialized (
    select p as producto, t.temas, privado.indice_de(p, t.temas, n.nombres) as indice
    from privado.nombres_creador(new.id) n(nombres) cross join public.productos p
    cross join lateral privado.temas_de(p.generos, n.nombres) t(temas) where p.usuario_id = new.id
  ), textos as (
    update public.textos_busqueda t set indice = privado.indice_de_textos(n.producto, n.temas, n.indice) from nuevas n
    where t.producto_id = (n.producto).id
  )
  update public.fichas_busqueda f set temas = n.temas, indice = n.indice from nuevas n where f.producto_id = (n.producto).id;
  if exists (select from public.fichas_busqueda f join public.productos p on p.id = f.producto_id where p.usuario_id = new.id) then
    perform privado.anotar_palabras(regexp_split_to_array(privado.nombres_creador(new.id), '[ |]'), '{}');
  end if;
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
  delete from public.textos_busqueda;
  delete from public.fichas_busqueda;
  with creadores as materialized (select u.id, privado.nombres_creador(u.id) as nombres from public.usuarios_meta u
    where exists (select from public.productos p where p.usuario_id = u.id))
  insert into public.fichas_busqueda (producto_id, nivel, visitas, precio, created_at, busqueda, temas, indice)
  select p.id, privado.nivel_de_puesto(row_number() over (order by p.visitas desc, p.id)), p.visitas,
    least(p.oferta, p.precio), p.created_at, p.busqueda, t.temas, privado.indice_de(p, t.temas, c.nombres)
  from public.productos p join creadores c on c.id = p.usuario_id
  cross join lateral privado.temas_de(p.generos, c.nombres) t(temas)
  where p.status = 'approved' and not p.oculto
  order by p.visitas desc, p.id;
  get diagnostics v_fichas = row_count;
  insert into public.textos_busqueda (producto_id, nivel, indice)
  select f.producto_id, f.nivel, privado.indice_de_textos(p, f.temas, f.indice)
  from public.fichas_busqueda f join public.productos p on p.id = f.producto_id order by f.nivel;
  perform privado.anotar_palabras(
    array(select distinct w from public.fichas_busqueda f, regexp_split_to_table(f.busqueda || '|' || f.temas, '[ |]') w),
    array(select distinct w from public.fichas_busqueda f join public.productos p on p.id = f.producto_id,
      string_to_table(privado.texto_llano(p.acerca_de, p.descripcion) || ' '
        || privado.texto_llano(p.acerca_de_en, p.descripcion_en), ' ') w));
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
  ), textos as (
    update public.textos_busqueda t set nivel = x.suyo from fuera x where t.producto_id = x.producto_id
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

-- The place where products on sale have this word: in names, genres or creators (`nombre`), in texts alone (`texto`),
-- or nowhere.
create function privado.uso_de_palabra(p_palabra text) returns text
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  v_hallada boolean;
begin
  for v_nivel in 0..5 loop
    -- The level is a literal, because each has its own index.
    execute format('select exists (select from public.fichas_busqueda f where f.nivel = %s and f.indice @@ %L::tsquery)',
      v_nivel, format('''%s''', p_palabra)) into v_hallada;
    if v_hallada then return 'nombre'; end if;
  end loop;
  return case when privado.hallar_textos(privado.raices_en_texto(array[p_palabra]), '', 1) = '{}' then 'nada' else 'texto' end;
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
  -- Those that are used nowhere, or no longer in a name.
  v_sobran text[] := array(select p.palabra from public.palabras_busqueda p
    where p.palabra = any (v_miradas) and privado.uso_de_palabra(p.palabra) <> case when p.solo_texto then 'texto' else 'nombre' end);
  v_olvidadas integer := 0;
begin
  if v_sobran <> '{}' then
    begin
      lock table public.palabras_busqueda in share row exclusive mode;
      delete from public.palabras_busqueda p where p.palabra = any (v_sobran) and privado.uso_de_palabra(p.palabra) = 'nada';
      get diagnostics v_olvidadas = row_count;
      update public.palabras_busqueda p set solo_texto = privado.uso_de_palabra(p.palabra) = 'texto'
      where p.palabra = any (v_sobran);
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

-- Known words with the same beginning and one different letter: wrong, missing, superfluous, or transposed; words of
-- names, or of texts only.
create function privado.corregir_palabra(p_palabra text, p_solo_texto boolean) returns text[]
language plpgsql stable security definer
set search_path = '' set pg_trgm.word_similarity_threshold = '0.2' as $$
declare
  v_correcciones text[];
begin
  -- Texts have many more words than names, so that only those with the same first letter are compared, and of long ones
  -- those that are similar: a mistake takes some four of the n + 1 trigrams of a word away.
  if p_solo_texto then
    perform set_config('pg_trgm.word_similarity_threshold',
      greatest(0.2, (char_length(p_palabra) - 3.0) / (char_length(p_palabra) + 1) - 0.2)::text, true);
  end if;
  -- The kind is a literal, because each has its own index.
  execute format($q$
    select array(
      select v.palabra from public.palabras_busqueda v
      cross join lateral (select left(v.palabra, char_length($1)) as inicio) i
      where %s and $1 operator(extensions.<%%) v.palabra and (
        extensions.levenshtein_less_equal($1, i.inicio, 1) <= 1
        or extensions.levenshtein_less_equal($1, left(v.palabra, char_length($1) + 1), 1) <= 1
        or extensions.levenshtein_less_equal($1, left(v.palabra, char_length($1) - 1), 1) <= 1
        or (extensions.levenshtein_less_equal($1, i.inicio, 2) = 2
          and privado.letras_ordenadas($1) = privado.letras_ordenadas(i.inicio)))
      order by extensions.word_similarity($1, v.palabra) desc, v.palabra limit 12)$q$,
    case when p_solo_texto then 'v.solo_texto and v.palabra like left($1, 1) || ''%''' else 'not v.solo_texto' end) into v_correcciones using p_palabra;
  return v_correcciones;
end
$$;

-- Parses a search: each word as a prefix, or corrected if no word has that prefix and no text has the word. Versions
-- such as 1.21 or v1.8 are game versions or parts of a name. `textos` finds the words in names and texts, in any form;
-- otherwise their beginnings, otherwise corrected; null if all are stop words.
create function privado.entender_busqueda(p_texto text, out consulta tsquery, out texto text, out textos tsquery)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_version constant text := '(?:^|(?<=[^a-z0-9.]))v?([0-9]+(?:\.[0-9]+)+)(?![a-z0-9])';
  v_bruto text := lower(left(p_texto, 80));
  v_versiones text[] := array(select m[1] from regexp_matches(v_bruto, v_version, 'g') m);
  v_partes text[] := array(
    select format('(''~%s'' | %s)', m[1], (
      select string_agg(case when n.orden = 1 then format('(''%s'' | ''v%s'')', n.numero, n.numero)
        when n.orden = cardinality(string_to_array(m[1], '.')) then format('''%s'':*', n.numero)
        else format('''%s''', n.numero) end, ' <-> ' order by n.orden)
      from unnest(string_to_array(m[1], '.')) with ordinality n(numero, orden)))
    from regexp_matches(v_bruto, v_version, 'g') m);
  v_palabras text[] := '{}'::text[];
  v_palabra text;
  v_raices tsquery;
  v_conocidas text[];
  v_en_textos text[];
  v_correcciones text[];
begin
  foreach v_palabra in array
    array_remove(string_to_array(privado.normalizar(regexp_replace(v_bruto, v_version, ' ', 'g')), ' '), '')
  loop
    v_conocidas := '{}'::text[];
    v_en_textos := '{}'::text[];
    v_correcciones := '{}'::text[];
    if char_length(v_palabra) >= 3 then
      v_conocidas := array(
        select p.palabra from public.palabras_busqueda p
        where p.palabra like v_palabra || '%' and not p.solo_texto order by p.palabra limit 9);
      if v_conocidas[1] is distinct from v_palabra then
        v_en_textos := array(
          select p.palabra from public.palabras_busqueda p
          where p.palabra like v_palabra || '%' and p.solo_texto order by p.palabra limit 9);
      end if;
      -- A stop word is no mistake.
      if v_conocidas = '{}' and char_length(v_palabra) >= 4 and v_en_textos[1] is distinct from v_palabra
          and privado.raices(v_palabra) <> '{}' then
        v_correcciones := privado.corregir_palabra(v_palabra, false);
        if v_correcciones = '{}' and v_en_textos = '{}' then
          v_en_textos := privado.corregir_palabra(v_palabra, true);
        end if;
      end if;
    end if;
    v_palabras := v_palabras || coalesce(v_correcciones[1], v_palabra);
    -- A few words are listed: the index intersects lists at once, but merges all words of a prefix.
    v_partes := v_partes || coalesce(
      (select '(' || string_agg(format('''%s''', c), ' | ') || ')'
        from unnest(case when cardinality(v_conocidas) < 9 then v_conocidas || v_correcciones end) c),
      format(case when char_length(v_palabra) <= 2 then '''^%s''' else '''%s'':*' end, v_palabra));
    if char_length(v_palabra) >= 2 and privado.raices(v_palabra) <> '{}' then
      v_raices := privado.raices_en_texto(v_palabra || case when v_palabra in (v_conocidas[1], v_en_textos[1]) then '{}'::text[]
        else v_conocidas[1:8] || v_en_textos[1:8] || v_correcciones end);
      textos := coalesce(textos && v_raices, v_raices);
    end if;
  end loop;
  if textos is not null and v_versiones <> '{}' then
    textos := textos && (select string_agg(format('''~%s''', v), ' & ') from unnest(v_versiones) v)::tsquery;
  end if;
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

-- Finds texts by stems and filters, those of the most viewed products first, up to a limit. `p_precio` is a condition on
-- `textos_busqueda t` from `condicion_busqueda`.
create function privado.hallar_textos(p_consulta tsquery, p_precio text, p_limite integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off as $$
declare
  v_hallados uuid[] := '{}'::uuid[];
  v_de_nivel uuid[];
begin
  for v_nivel in 0..5 loop
    -- Materialised, so that the order does not choose the index.
    execute format('with x as materialized (
        select t.producto_id from public.textos_busqueda t where t.nivel = %s and t.indice @@ %L::tsquery%s)
      select array(select x.producto_id from x order by x.producto_id limit %s)',
      v_nivel, p_consulta, p_precio, p_limite - cardinality(v_hallados)) into v_de_nivel;
    v_hallados := v_hallados || v_de_nivel;
    exit when cardinality(v_hallados) >= p_limite;
  end loop;
  return v_hallados;
end
$$;

-- The condition of a search and its filters on `fichas_busqueda f`; null if nothing can match. Parts of names are
-- searched if whole words find little. Filters are words of the index, so that it intersects two frequent ones without
-- reading rows; `exacta` matches the exact name. `textos` and `precio_textos` find the same in texts.
create function privado.condicion_busqueda(
  p_texto text, p_categoria text, p_precio_max numeric, p_gratis boolean, p_club boolean, p_oferta boolean,
  p_genero text, p_version text, out condicion text, out exacta text, out consulta tsquery, out texto text, out parte text,
  out textos tsquery, out precio_textos text
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
  select e.consulta, e.texto, e.textos into consulta, texto, textos from privado.entender_busqueda(p_texto) e;
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
  if v_marcas is not null then textos := textos && v_marcas; end if;
  precio_textos := case when v_precio = '' then '' else format(' and exists (
    select from public.fichas_busqueda f where f.producto_id = t.producto_id%s)', v_precio) end;
end
$$;

-- Finds products by `condicion_busqueda`: up to a limit by their cards and, if these do not fill a page, ten pages by texts.
create function privado.hallar_productos(
  p_condicion text, p_textos tsquery, p_precio_textos text, p_limite integer, out por_ficha uuid[], out por_texto uuid[]
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_una_pagina constant integer := 24;
begin
  por_ficha := privado.hallar_fichas(p_condicion, p_limite);
  por_texto := case when p_textos is not null and cardinality(por_ficha) < v_una_pagina
    then privado.hallar_textos(p_textos, p_precio_textos, 10 * v_una_pagina) else '{}' end;
end
$$;

-- The order of a list for an `f` with `producto_id` and the sort columns: sort key, order, and condition after a
-- cursor. `columna` names a column that only products have, not their cards.
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

-- True if a list needs the cards.
create function privado.busca_en_fichas(p_texto text, p_genero text, p_version text) returns boolean
language sql immutable set search_path = '' as $$
  select p_texto is not null or privado.normalizar(left(p_genero, 80)) <> ''
    or (p_version is not null and privado.versiones_validas(array[p_version]));
$$;

-- A page of results by relevance after a cursor, with their sort keys. The words come from `condicion_busqueda`, and all
-- values are quoted with %L.
create function privado.por_relevancia(
  p_hallados uuid[], p_por_texto uuid[], p_texto text, p_parte text, p_consulta tsquery, p_clave numeric, p_id uuid,
  p_limite integer, out ids uuid[], out claves numeric[]
)
language plpgsql stable security definer set search_path = '' as $$
begin
  execute format($q$
    select array_agg(y.producto_id), array_agg(y.clave) from (
      select s.producto_id, s.clave from (
        select f.producto_id, round(case
            when '|' || f.busqueda || '|' like '%%|' || %2$L || '|%%' then 100
            when '|' || replace(f.busqueda, ' ', '') || '|' like any (array['%%|' || %3$L || '|%%', '%%|' || %4$L || '|%%'])
              then 95
            when '|' || f.busqueda like '%%|' || %2$L || '%%' then 80
            when %9$L and '|' || replace(f.busqueda, ' ', '') like '%%|' || %4$L || '%%' then 75
            when '|' || f.temas || '|' like '%%|' || %2$L || '|%%' then 70
            when f.indice @@ %5$L::tsquery then 60
            when f.producto_id = any (%8$L::uuid[]) then 50
            else 40
          end + least(f.visitas, 999999) / 1000000.0, 6) as clave
        from (select distinct unnest(%1$L::uuid[]) as id) i join public.fichas_busqueda f on f.producto_id = i.id
      ) s where %6$s order by s.clave desc, s.producto_id limit %7$s) y$q$,
    p_hallados,
    p_texto, replace(p_texto, ' ', ''), p_parte, p_consulta,
    case when p_id is null then 'true' else
      format('s.clave <= %1$L::numeric and (s.clave < %1$L::numeric or s.producto_id > %2$L)', p_clave, p_id) end,
    -- Three letters are no beginning of two words: "lag" does not mean "La gran".
    p_limite, p_por_texto, char_length(p_parte) >= 4) into ids, claves;
end
$$;

-- A page of results by another order, with their sort keys: of `p_hallados`, or of all matches if there are too many
-- (null). The parts of the statements come from `condicion_busqueda` and `orden_busqueda`.
create function privado.por_orden(
  p_hallados uuid[], p_categoria text, p_condicion text, p_columna text, p_clave text, p_despues text, p_orden text,
  p_limite integer, out ids uuid[], out claves numeric[]
)
language plpgsql stable security definer set search_path = '' as $$
declare
  v_a_la_vista constant integer := 2000;
  -- Products have an index for each order, and one for each order of a category.
  v_por constant text := case when p_columna is null and p_categoria is null then 'public.fichas_busqueda' else
    '(select p.id as producto_id, least(p.oferta, p.precio) as precio, p.created_at, p.visitas, p.adquirido, p.puntuacion,
        p.updated_at, c.indice, c.busqueda
      from public.productos p join public.fichas_busqueda c on c.producto_id = p.id
      where p.status = ''approved'' and not p.oculto'
      || case when p_categoria is null then ')' else format(' and p.category = %L)', p_categoria) end end;
begin
  if p_hallados is not null then
    execute format('select array_agg(y.producto_id), array_agg(y.clave) from (
        select f.producto_id, %s as clave from (select distinct unnest(%L::uuid[]) as id) i join %s f on f.producto_id = i.id
        where %s order by %s limit %s) y',
      p_clave, p_hallados, v_por, p_despues, p_orden, p_limite) into ids, claves;
    return;
  end if;
  -- Many of them are found soon along the order.
  execute format('select array_agg(y.producto_id), array_agg(y.clave) from (
      select f.producto_id, %1$s as clave from (select f.* from %2$s f where %3$s order by %4$s limit %5$s) f
      where %6$s order by %4$s limit %7$s) y',
    p_clave, v_por, p_despues, p_orden, v_a_la_vista, p_condicion, p_limite) into ids, claves;
  if coalesce(cardinality(ids), 0) >= p_limite then return; end if;
  execute format('with hallados as materialized (%s)
    select array_agg(y.producto_id), array_agg(y.clave) from (
      select f.producto_id, %s as clave from %s f where %s order by %s limit %s) y',
    (select string_agg(format('select f.producto_id, f.precio, f.created_at, f.visitas from public.fichas_busqueda f
      where f.nivel = %s and (%s)', n, p_condicion), ' union all ') from generate_series(0, 5) n),
    p_clave,
    -- Cards have the views, as of the last day among many.
    case when p_columna is null or p_columna = 'visitas' then 'hallados' else format(
      '(select h.producto_id, p.%I from hallados h join public.productos p on p.id = h.producto_id)', p_columna) end,
    p_despues, p_orden, p_limite) into ids, claves;
end
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
  id uuid, nombre text, nombre_en text, slug text, precio numeric, oferta numeric, minimo_30_dias numeric,
  portada_url text, portada_blur text, club_only boolean, reserva boolean, category text, fecha_lanzamiento date, compatibles text[],
  valoracion_media numeric, valoraciones integer, compradores integer, usuarios_meta jsonb, "cursor" text
)
language plpgsql stable rows 24 security definer set search_path = '' set enable_seqscan = off set jit = off
-- Workers take longer to start than the query takes.
set max_parallel_workers_per_gather = 0 as $$
declare
  v_limite integer := least(greatest(coalesce(p_limite, 24), 1), 100);
  v_mas_vistos constant integer := 1000;
  v_clave numeric;
  v_id uuid;
  q record;
  o record;
  v_por_ficha uuid[];
  v_por_texto uuid[];
  v_hallados uuid[];
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
    if q.texto is not null then
      select h.por_ficha, h.por_texto into v_por_ficha, v_por_texto
      from privado.hallar_productos(q.condicion, q.textos, q.precio_textos, v_mas_vistos) h;
    end if;
    if q.texto is not null and not coalesce(p_orden in ('precio_asc', 'precio_desc', 'nuevos', 'populares', 'vendidos',
      'valorados', 'actualizados'), false) then
      select r.ids, r.claves into v_ids, v_claves
      from privado.por_relevancia(v_por_ficha || v_por_texto
          || case when cardinality(v_por_ficha) < v_mas_vistos then '{}'::uuid[] else privado.hallar_fichas(q.exacta, 100) end,
        v_por_texto, q.texto, q.parte, q.consulta, v_clave, v_id, v_limite) r;
    else
      -- All of fewer than a thousand are known.
      v_hallados := case when cardinality(v_por_ficha) < v_mas_vistos then v_por_ficha || v_por_texto end;
      if v_hallados is null and p_orden = 'precio_desc' and (p_gratis or p_precio_max is not null) then
        o.despues := o.despues || format(' and f.precio <= %L::numeric', case when p_gratis then 0 else p_precio_max end);
      end if;
      select r.ids, r.claves into v_ids, v_claves
      from privado.por_orden(v_hallados, p_categoria, q.condicion, o.columna, o.clave, o.despues, o.orden, v_limite) r;
    end if;
  end if;

  return query
    select p.id, p.nombre, p.nombre_en, p.slug, p.precio, p.oferta, p.minimo_30_dias, p.portada_url, p.portada_blur,
      p.club_only, p.reserva, p.category, p.fecha_lanzamiento, p.compatibles, p.valoracion_media, p.valoraciones, p.compradores, (
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
  q record;
  r record;
  v_total integer;
begin
  if privado.busca_en_fichas(p_texto, p_genero, p_version) then
    select * into q from privado.condicion_busqueda(p_texto, p_categoria, p_precio_max, coalesce(p_gratis, false),
      coalesce(p_club, false), coalesce(p_oferta, false), p_genero, p_version);
    if q.condicion is null then return 0; end if;
    select * into r from privado.hallar_productos(q.condicion, q.textos, q.precio_textos, 1001);
    return least((select count(distinct id) from unnest(r.por_ficha || r.por_texto) id), 1001);
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

-- Up to two creators of products on sale with this name, or whose name or a word of it begins with it; exact names
-- first, then by their most viewed product. Without banned and deleted people.
create function public.sugerir_creadores(p_texto text)
returns table (display_name text, username text, avatar_url text)
language plpgsql stable rows 2 security definer set search_path = '' as $$
declare
  v_parte text := replace(privado.normalizar(left(p_texto, 80)), ' ', '');
  v_corregida text;
  v_ids uuid[];
begin
  if char_length(v_parte) < 3 then return; end if;
  select replace(e.texto, ' ', '') into v_corregida from privado.entender_busqueda(p_texto) e;
  if v_corregida = '' then v_corregida := v_parte; end if;
  v_ids := privado.hallar_fichas(format('f.indice @@ %L::tsquery', format('''!=%s''', v_parte)), 5)
    || privado.hallar_fichas(format('f.indice @@ %L::tsquery', case when v_corregida = v_parte then format('''!%s'':*', v_parte)
      else format('''!%s'':* | ''!%s'':*', v_parte, v_corregida) end), 100);
  return query
    select u.display_name, u.username, u.avatar_url
    from (select p.usuario_id, max(p.visitas) as visitas from public.productos p where p.id = any (v_ids) group by 1) c
    join public.usuarios_meta u on u.id = c.usuario_id
    where u.borrada_at is null and (u.banned_until is null or u.banned_until <= now()) and u.reputacion <> 'deshabilitado'
    order by v_parte in (replace(privado.normalizar(u.display_name), ' ', ''), replace(privado.normalizar(u.username), ' ', '')) desc,
      c.visitas desc, u.id
    limit 2;
end
$$;
grant execute on function public.sugerir_creadores(text) to anon, authenticated;

-- Known words that differ from a word by at most two letters, three for a long one, including the word itself, nearest
-- first.
create function privado.palabras_cercanas(p_palabra text) returns table (palabra text, raices text[], distancia integer)
language sql stable rows 12 security definer
set search_path = '' set pg_trgm.word_similarity_threshold = '0.2' as $$
  select c.palabra, privado.raices(c.palabra), c.distancia from (
    -- Each kind has its own index.
    select v.palabra, v.solo_texto, extensions.levenshtein_less_equal(p_palabra, v.palabra, 3) as distancia
    from public.palabras_busqueda v where not v.solo_texto and p_palabra operator(extensions.<%) v.palabra
    union all
    select v.palabra, v.solo_texto, extensions.levenshtein_less_equal(p_palabra, v.palabra, 3)
    from public.palabras_busqueda v where v.solo_texto and p_palabra operator(extensions.<%) v.palabra) c
  where c.distancia <= case when char_length(p_palabra) >= 9 then 3 else 2 end
  order by c.distancia, c.solo_texto, extensions.similarity(p_palabra, c.palabra) desc, c.palabra limit 12;
$$;

-- A correction of a search without results: the same words, those of four letters and more replaced by known similar
-- ones, so that a product on sale contains them all. Null if none is similar. Its words are written as in the name of
-- the product.
create function public.quiso_decir(p_texto text) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_palabras text[] := array_remove(string_to_array(privado.normalizar(left(p_texto, 80)), ' '), '');
  v_una tsquery;
  v_consulta tsquery;
  v_cercanas jsonb := '[]'::jsonb;
  v_de_una jsonb;
begin
  -- Longer texts are sentences.
  if cardinality(v_palabras) not between 1 and 6 then return null; end if;
  for v_puesto in 1..cardinality(v_palabras) loop
    -- Shorter words are kept as they are: "de" is no reason to find nothing.
    continue when char_length(v_palabras[v_puesto]) < 4;
    select coalesce(jsonb_agg(to_jsonb(c) || jsonb_build_object('puesto', v_puesto)), '[]'),
      privado.raices_en_texto(array_agg(c.palabra)) into v_de_una, v_una
    from privado.palabras_cercanas(v_palabras[v_puesto]) c;
    if v_una is null then return null; end if;
    v_cercanas := v_cercanas || v_de_una;
    v_consulta := coalesce(v_consulta && v_una, v_una);
  end loop;
  if v_consulta is null then return null; end if;

  -- Of the most viewed products with near words, the nearest.
  return (
    with halladas as (
      select f.producto_id, f.visitas, tsvector_to_array(t.indice) as raices,
        regexp_split_to_array(concat_ws(' ', p.nombre, p.nombre_en), '[[:space:][:punct:]]+') as escritas
      from unnest(privado.hallar_textos(v_consulta, '', 24)) h(id)
      join public.textos_busqueda t on t.producto_id = h.id
      join public.fichas_busqueda f on f.producto_id = h.id join public.productos p on p.id = h.id
    )
    select y.sugerencia from (
      select string_agg(coalesce(m.escrita, w.palabra), ' ' order by w.puesto) as sugerencia,
        sum(coalesce(m.distancia, 0)) as distancia, h.visitas, h.producto_id
      from halladas h
      cross join unnest(v_palabras) with ordinality w(palabra, puesto)
      left join lateral (
        select coalesce((select lower(e) from unnest(h.escritas) e where privado.normalizar(e) = c ->> 'palabra' limit 1),
          c ->> 'palabra') as escrita, (c ->> 'distancia')::integer as distancia
        from jsonb_array_elements(v_cercanas) c
        where (c -> 'puesto')::integer = w.puesto and c -> 'raices' ?| h.raices
        order by 2, 1 limit 1) m on true
      group by h.producto_id, h.visitas) y
    where y.distancia > 0
    order by y.distancia, y.visitas desc, y.producto_id limit 1
  );
end
$$;
grant execute on function public.quiso_decir(text) to anon, authenticated;
