-- Made from supabase/schemas by `npm run db:migration search_by_levels`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- not read by the previous release
DROP FUNCTION "public"."condicion_busqueda"(text, text, numeric, boolean, boolean, boolean, text, text);

CREATE TABLE "public"."fichas_busqueda" (
  "producto_id" uuid                     NOT NULL,
  "nivel"       smallint                 NOT NULL DEFAULT 5,
  "visitas"     integer                  NOT NULL,
  "precio"      numeric(10,2)            NOT NULL,
  "created_at"  timestamp with time zone NOT NULL,
  "busqueda"    text                     NOT NULL,
  "temas"       text                     NOT NULL,
  "indice"      tsvector                 NOT NULL,
  CONSTRAINT "fichas_busqueda_nivel_check" CHECK (((nivel >= 0) AND (nivel <= 5))),
  CONSTRAINT "fichas_busqueda_pkey" PRIMARY KEY (producto_id)
);

ALTER TABLE "public"."fichas_busqueda"
  ENABLE ROW LEVEL SECURITY;

ALTER TABLE "public"."fichas_busqueda"
  SET (fillfactor=90);

REVOKE ALL ON TABLE "public"."fichas_busqueda" FROM "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.anotar_ficha()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
  v_temas := public.temas_de(new.generos, public.nombres_creador(new.usuario_id));
  insert into public.fichas_busqueda (producto_id, visitas, precio, created_at, busqueda, temas, indice)
  values (new.id, new.visitas, least(new.oferta, new.precio), new.created_at, new.busqueda, v_temas,
    public.indice_de(new, v_temas))
  on conflict (producto_id) do update set visitas = excluded.visitas, precio = excluded.precio,
    created_at = excluded.created_at, busqueda = excluded.busqueda, temas = excluded.temas, indice = excluded.indice;
  insert into public.palabras_busqueda (palabra)
  select distinct w.palabra from regexp_split_to_table(
    public.normalizar(new.nombre) || ' ' || public.normalizar(new.nombre_en) || ' ' || replace(v_temas, '|', ' '), ' ') w(palabra)
  where char_length(w.palabra) between 3 and 80
  order by w.palabra
  on conflict do nothing;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."anotar_ficha"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.busca_en_fichas (
  p_texto   text,
  p_genero  text,
  p_version text
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_texto is not null or public.normalizar(left(p_genero, 80)) <> ''
    or (p_version is not null and public.versiones_validas(array[p_version]));
$function$;

REVOKE ALL ON FUNCTION "public"."busca_en_fichas"(text, text, text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.buscar_productos (
  p_texto      text    DEFAULT NULL::text,
  p_categoria  text    DEFAULT NULL::text,
  p_precio_max numeric DEFAULT NULL::numeric,
  p_gratis     boolean DEFAULT false,
  p_club       boolean DEFAULT false,
  p_orden      text    DEFAULT 'relevancia'::text,
  p_cursor     text    DEFAULT NULL::text,
  p_limite     integer DEFAULT 24,
  p_oferta     boolean DEFAULT false,
  p_genero     text    DEFAULT NULL::text,
  p_version    text    DEFAULT NULL::text
)
  RETURNS TABLE (
    id                uuid,
    nombre            text,
    nombre_en         text,
    slug              text,
    precio            numeric,
    oferta            numeric,
    portada_url       text,
    portada_blur      text,
    club_only         boolean,
    reserva           boolean,
    category          text,
    fecha_lanzamiento date,
    usuarios_meta     jsonb,
    cursor            text
  )
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  ROWS 24
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
  AS $function$
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
  -- The cursor is the sort key and the id of the last row; one that was tampered with begins anew.
  if p_cursor ~ '^-?[0-9]{1,18}(\.[0-9]{1,6})?_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then
    v_clave := split_part(p_cursor, '_', 1)::numeric;
    v_id := split_part(p_cursor, '_', 2)::uuid;
  end if;
  select * into o from public.orden_busqueda(p_orden, v_clave, v_id);

  if not public.busca_en_fichas(p_texto, p_genero, p_version) then
    execute format('select array_agg(y.producto_id), array_agg(y.clave) from (
        select f.producto_id, %s as clave from (
          select p.id as producto_id, least(p.oferta, p.precio) as precio, p.created_at, p.visitas
          from public.productos p where %s) f
        where %s order by %s limit %s) y',
      o.clave, public.condicion_catalogo(p_categoria, p_precio_max, p_gratis, p_club, p_oferta),
      o.despues, o.orden, v_limite) into v_ids, v_claves;
  else
    select * into q from public.condicion_busqueda(p_texto, p_categoria, p_precio_max, coalesce(p_gratis, false),
      coalesce(p_club, false), coalesce(p_oferta, false), p_genero, p_version);
    if q.condicion is null then return; end if;
    if q.texto is not null and not coalesce(p_orden in ('precio_asc', 'precio_desc', 'nuevos', 'populares'), false) then
      v_ids := public.hallar_fichas(q.condicion, 1000);
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
        v_ids || case when cardinality(v_ids) < 1000 then '{}'::uuid[] else public.hallar_fichas(q.exacta, 100) end,
        q.texto, replace(q.texto, ' ', ''), q.parte, q.consulta,
        case when v_id is null then 'true' else
          format('s.clave <= %1$L::numeric and (s.clave < %1$L::numeric or s.producto_id > %2$L)', v_clave, v_id) end,
        v_limite) into v_ids, v_claves;
    else
      -- Finds that are frequent are soon met on the way along the order; those that are not are few enough to be sorted.
      if o.orden like 'f.visitas%' then
        v_por := '(select c.producto_id, c.precio, c.created_at, p.visitas, c.indice, c.busqueda
          from public.productos p join public.fichas_busqueda c on c.producto_id = p.id
          where p.status = ''approved'' and not p.oculto)';
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
            select f.producto_id, %s as clave from hallados f where %s order by %s limit %s) y',
          (select string_agg(format('select f.producto_id, f.precio, f.created_at, f.visitas from public.fichas_busqueda f
            where f.nivel = %s and (%s)', n, q.condicion), ' union all ') from generate_series(0, 5) n),
          o.clave, o.despues, o.orden, v_limite) into v_ids, v_claves;
      end if;
    end if;
  end if;

  return query
    select p.id, p.nombre, p.nombre_en, p.slug, p.precio, p.oferta, p.portada_url, p.portada_blur, p.club_only, p.reserva,
      p.category, p.fecha_lanzamiento, (
        select jsonb_build_object('display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
          'role', u.role) from public.usuarios_meta u where u.id = p.usuario_id),
      h.clave || '_' || p.id
    from unnest(v_ids, v_claves) with ordinality h(id, clave, puesto) join public.productos p on p.id = h.id
    order by h.puesto;
end
$function$;

CREATE OR REPLACE FUNCTION public.condicion_busqueda (
  p_texto      text,
  p_categoria  text,
  p_precio_max numeric,
  p_gratis     boolean,
  p_club       boolean,
  p_oferta     boolean,
  p_genero     text,
  p_version    text,
  OUT          condicion text,
  OUT          exacta text,
  OUT          consulta tsquery,
  OUT          texto text,
  OUT          parte text
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_marcas tsquery := nullif(concat_ws(' & ',
    '''#' || nullif(public.normalizar(left(p_genero, 80)), '') || '''',
    case when p_version is not null and public.versiones_validas(array[p_version]) then format('''@%s''', p_version) end,
    '''$' || regexp_replace(p_categoria, '[^a-z]', '', 'g') || '''',
    case when p_gratis then '''$e0''' when p_precio_max is not null then
      (select '(' || string_agg(format('''$e%s''', n), ' | ') || ')'
        from generate_series(0, public.tramo_precio(least(p_precio_max, 100000))) n) end,
    case when p_club then '''$club''' end,
    case when p_oferta then '''$oferta''' end), '')::tsquery;
  -- A sum, so that no index of all prices is read for it: the words of prices leave few to compare.
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
  parte := replace(public.normalizar(left(p_texto, 80)), ' ', '');
  if parte = '' then return; end if;
  select e.consulta, e.texto into consulta, texto from public.entender_busqueda(p_texto) e;
  v_exacta := (select string_agg(distinct format('''=%s''', n), ' | ') from unnest(array[replace(texto, ' ', ''), parte]) n)::tsquery;
  exacta := format('f.indice @@ %L::tsquery', v_exacta) || v_marcado || v_precio;
  consulta := consulta || v_exacta;
  if char_length(parte) >= 3
    and cardinality(public.hallar_fichas(format('f.indice @@ %L::tsquery', consulta), v_pocos)) < v_pocos then
    condicion := format('(f.indice @@ %L::tsquery or replace(f.busqueda, '' '', '''') like %L)', consulta, '%' || parte || '%')
      || v_marcado || v_precio;
  else
    condicion := format('f.indice @@ %L::tsquery', consulta) || v_marcado || v_precio;
  end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."condicion_busqueda"(text, text, numeric, boolean, boolean, boolean, text, text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.condicion_catalogo (
  p_categoria  text,
  p_precio_max numeric,
  p_gratis     boolean,
  p_club       boolean,
  p_oferta     boolean
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select 'p.status = ''approved'' and not p.oculto'
    || case when p_categoria is not null then format(' and p.category = %L', p_categoria) else '' end
    || case when p_gratis then ' and least(p.oferta, p.precio) = 0'
      when p_precio_max is not null then format(' and least(p.oferta, p.precio) <= %L::numeric', p_precio_max) else '' end
    || case when p_club then ' and p.club_only' else '' end
    || case when p_oferta then ' and p.oferta < p.precio' else '' end;
$function$;

REVOKE ALL ON FUNCTION "public"."condicion_catalogo"(text, numeric, boolean, boolean, boolean) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.contar_productos (
  p_texto      text    DEFAULT NULL::text,
  p_categoria  text    DEFAULT NULL::text,
  p_precio_max numeric DEFAULT NULL::numeric,
  p_gratis     boolean DEFAULT false,
  p_club       boolean DEFAULT false,
  p_oferta     boolean DEFAULT false,
  p_genero     text    DEFAULT NULL::text,
  p_version    text    DEFAULT NULL::text
)
  RETURNS integer
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_condicion text;
  v_total integer;
begin
  if public.busca_en_fichas(p_texto, p_genero, p_version) then
    select condicion into v_condicion from public.condicion_busqueda(p_texto, p_categoria, p_precio_max,
      coalesce(p_gratis, false), coalesce(p_club, false), coalesce(p_oferta, false), p_genero, p_version);
    return case when v_condicion is null then 0 else cardinality(public.hallar_fichas(v_condicion, 1001)) end;
  end if;
  -- In the order of an index, so that finding the first thousand does not read the table from its beginning.
  execute format('select count(*) from (select from public.productos p where %s order by p.visitas desc, p.id limit 1001) x',
    public.condicion_catalogo(p_categoria, p_precio_max, p_gratis, p_club, p_oferta)) into v_total;
  return v_total;
end
$function$;

CREATE OR REPLACE FUNCTION public.entender_busqueda (
  p_texto text,
  OUT     consulta tsquery,
  OUT     texto text
)
  RETURNS record
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
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
  v_palabras text[] := '{}';
  v_palabra text;
  v_conocidas text[];
  v_correcciones text[];
begin
  foreach v_palabra in array
    array_remove(string_to_array(public.normalizar(regexp_replace(v_bruto, v_version, ' ', 'g')), ' '), '')
  loop
    v_conocidas := '{}';
    v_correcciones := '{}';
    if char_length(v_palabra) >= 3 then
      v_conocidas := array(
        select p.palabra from public.palabras_busqueda p where p.palabra like v_palabra || '%' order by p.palabra limit 9);
      if v_conocidas = '{}' and char_length(v_palabra) >= 4 then
        v_correcciones := public.corregir_palabra(v_palabra);
      end if;
    end if;
    v_palabras := v_palabras || coalesce(v_correcciones[1], v_palabra);
    -- Few words are named: the index intersects those at once, but puts together all that have one that begins so.
    v_partes := v_partes || coalesce(
      (select '(' || string_agg(format('''%s''', c), ' | ') || ')'
        from unnest(case when cardinality(v_conocidas) < 9 then v_conocidas || v_correcciones end) c),
      format(case when char_length(v_palabra) <= 2 then '''^%s''' else '''%s'':*' end, v_palabra));
  end loop;
  consulta := array_to_string(v_partes, ' & ')::tsquery;
  texto := array_to_string(v_palabras, ' ');
end
$function$;

CREATE OR REPLACE FUNCTION public.hallar_fichas (
  p_condicion text,
  p_limite    integer
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
  AS $function$
declare
  v_halladas uuid[] := '{}';
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
$function$;

REVOKE ALL ON FUNCTION "public"."hallar_fichas"(text, integer) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.indexar_creador()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform from public.productos where usuario_id = new.id order by id for no key update;
  with nuevas as (
    select p.id, t.temas, public.indice_de(p, t.temas) as indice from public.productos p
    cross join lateral public.temas_de(p.generos, public.nombres_creador(new.id)) t(temas) where p.usuario_id = new.id
  )
  update public.fichas_busqueda f set temas = n.temas, indice = n.indice from nuevas n where f.producto_id = n.id;
  insert into public.palabras_busqueda (palabra)
  select distinct w.palabra
  from regexp_split_to_table(public.normalizar(new.display_name) || ' ' || public.normalizar(new.username), ' ') w(palabra)
  where char_length(w.palabra) between 3 and 80
    and exists (select from public.fichas_busqueda f join public.productos p on p.id = f.producto_id where p.usuario_id = new.id)
  order by w.palabra
  on conflict do nothing;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.indice_de (
  p       public.productos,
  p_temas text
)
  RETURNS tsvector
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
declare
  v_palabras text[] := array_remove(string_to_array(translate(p.busqueda || '|' || p_temas, '|', ' '), ' '), '');
  v_texto text := '';
  v_marcas text[] := array['$' || p.category, '$e' || public.tramo_precio(least(p.oferta, p.precio))];
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
    v_marcas := v_marcas || ('#' || public.normalizar(left(v_uno, 80)));
  end loop;
  foreach v_uno in array p.compatibles loop
    v_marcas := v_marcas || ('@' || v_uno)
      || array(select '~' || left(v_uno, letras) from generate_series(3, char_length(v_uno)) letras);
  end loop;
  if p.club_only then v_marcas := v_marcas || '$club'::text; end if;
  if p.oferta < p.precio then v_marcas := v_marcas || '$oferta'::text; end if;
  return v_texto::tsvector || array_to_tsvector(v_marcas);
end
$function$;

REVOKE ALL ON FUNCTION "public"."indice_de"(public.productos, text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.nivel_de_puesto (
  p_puesto bigint
)
  RETURNS smallint
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when p_puesto <= 2000 then 0 when p_puesto <= 10000 then 1 when p_puesto <= 42000 then 2
    when p_puesto <= 170000 then 3 when p_puesto <= 682000 then 4 else 5 end::smallint;
$function$;

REVOKE ALL ON FUNCTION "public"."nivel_de_puesto"(bigint) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.nombres_creador (
  p_usuario uuid
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select concat_ws('|', nullif(public.normalizar(u.display_name), ''), nullif(public.normalizar(u.username), ''))
  from public.usuarios_meta u where u.id = p_usuario;
$function$;

REVOKE ALL ON FUNCTION "public"."nombres_creador"(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.orden_busqueda (
  p_orden text,
  p_clave numeric,
  p_id    uuid,
  OUT     clave text,
  OUT     orden text,
  OUT     despues text
)
  RETURNS record
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
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
    else
      clave := 'f.visitas::numeric';
      orden := 'f.visitas desc, f.producto_id';
      despues := format('f.visitas <= %1$L::numeric and (f.visitas < %1$L::numeric or f.producto_id > %2$L)', p_clave, p_id);
  end case;
  if p_id is null then despues := 'true'; end if;
end
$function$;

REVOKE ALL ON FUNCTION "public"."orden_busqueda"(text, numeric, uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.rehacer_fichas()
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_fichas integer;
begin
  delete from public.fichas_busqueda;
  with creadores as materialized (select u.id, public.nombres_creador(u.id) as nombres from public.usuarios_meta u
    where exists (select from public.productos p where p.usuario_id = u.id))
  insert into public.fichas_busqueda (producto_id, nivel, visitas, precio, created_at, busqueda, temas, indice)
  select p.id, public.nivel_de_puesto(row_number() over (order by p.visitas desc, p.id)), p.visitas,
    least(p.oferta, p.precio), p.created_at, p.busqueda, t.temas, public.indice_de(p, t.temas)
  from public.productos p join creadores c on c.id = p.usuario_id
  cross join lateral public.temas_de(p.generos, c.nombres) t(temas)
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
$function$;

REVOKE ALL ON FUNCTION "public"."rehacer_fichas"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.repartir_fichas (
  p_limite integer DEFAULT 2000
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_quien uuid := gen_random_uuid();
  v_movidas integer;
begin
  if not public.tomar_turno('niveles de busqueda', v_quien, 86400) then return 0; end if;
  with puestos as (
    select f.producto_id, f.nivel,
      public.nivel_de_puesto(row_number() over (order by f.visitas desc, f.producto_id)) as suyo
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
$function$;

REVOKE ALL ON FUNCTION "public"."repartir_fichas"(integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.temas_de (
  p_generos text[],
  p_nombres text
)
  RETURNS text
  LANGUAGE plpgsql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
declare
  v_temas text;
  v_genero text;
begin
  foreach v_genero in array p_generos loop
    v_temas := concat_ws('|', v_temas, nullif(public.normalizar(v_genero), ''));
  end loop;
  return concat_ws('|', v_temas, nullif(p_nombres, ''));
end
$function$;

REVOKE ALL ON FUNCTION "public"."temas_de"(text[], text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.tramo_precio (
  p_precio numeric
)
  RETURNS integer
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select width_bucket(p_precio, array[0.01, 1.01, 2.01, 4.01, 8.01, 16.01, 32.01, 64.01, 128.01, 256.01, 512.01, 1024.01]);
$function$;

REVOKE ALL ON FUNCTION "public"."tramo_precio"(numeric) FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "public"."fichas_busqueda"
  ADD CONSTRAINT "fichas_busqueda_producto_id_fkey" FOREIGN KEY (producto_id) REFERENCES public.productos(id) ON DELETE CASCADE;

CREATE TRIGGER anotar_ficha
  AFTER INSERT OR UPDATE ON public.productos
  FOR EACH ROW
  EXECUTE FUNCTION public.anotar_ficha();

COMMENT ON COLUMN "public"."fichas_busqueda"."busqueda" IS 'normalised names, Spanish then English, with a bar between them';

COMMENT ON COLUMN "public"."fichas_busqueda"."indice" IS 'words of names and topics; ^ their first letters, = a whole name, # genre, @ version, ~ its beginnings, $ other filters';

COMMENT ON COLUMN "public"."fichas_busqueda"."nivel" IS 'how early it is looked at: 0 for the 2,000 most viewed, the next has four times as many';

COMMENT ON COLUMN "public"."fichas_busqueda"."precio" IS 'what it costs now';

COMMENT ON COLUMN "public"."fichas_busqueda"."temas" IS 'normalised genres and names of its creator, with bars between them';

COMMENT ON TABLE "public"."fichas_busqueda" IS 'one for each product on sale: what search finds, filters and orders it by';

GRANT EXECUTE ON FUNCTION "public"."repartir_fichas"(integer) TO "service_role";

REVOKE ALL ON TABLE "public"."fichas_busqueda" FROM "service_role";

GRANT SELECT ON TABLE "public"."fichas_busqueda" TO "service_role";

-- The cards of the products that are there. Written before they have indexes; meanwhile products are read, not changed.
set local statement_timeout = 0;

select public.rehacer_fichas();

CREATE INDEX fichas_busqueda_nivel_0_idx ON public.fichas_busqueda USING gin (indice, replace(busqueda, ' '::text, ''::text) extensions.gin_trgm_ops)
  WITH (fastupdate=off)
  WHERE (nivel = 0);

CREATE INDEX fichas_busqueda_nivel_1_idx ON public.fichas_busqueda USING gin (indice, replace(busqueda, ' '::text, ''::text) extensions.gin_trgm_ops)
  WITH (fastupdate=off)
  WHERE (nivel = 1);

CREATE INDEX fichas_busqueda_nivel_2_idx ON public.fichas_busqueda USING gin (indice, replace(busqueda, ' '::text, ''::text) extensions.gin_trgm_ops)
  WITH (fastupdate=off)
  WHERE (nivel = 2);

CREATE INDEX fichas_busqueda_nivel_3_idx ON public.fichas_busqueda USING gin (indice, replace(busqueda, ' '::text, ''::text) extensions.gin_trgm_ops)
  WITH (fastupdate=off)
  WHERE (nivel = 3);

CREATE INDEX fichas_busqueda_nivel_4_idx ON public.fichas_busqueda USING gin (indice, replace(busqueda, ' '::text, ''::text) extensions.gin_trgm_ops)
  WITH (fastupdate=off)
  WHERE (nivel = 4);

CREATE INDEX fichas_busqueda_nivel_5_idx ON public.fichas_busqueda USING gin (indice, replace(busqueda, ' '::text, ''::text) extensions.gin_trgm_ops)
  WITH (fastupdate=off)
  WHERE (nivel = 5);

CREATE INDEX fichas_busqueda_precio_idx ON public.fichas_busqueda USING btree (precio, producto_id);

CREATE INDEX fichas_busqueda_recientes_idx ON public.fichas_busqueda USING btree (created_at DESC, producto_id);

-- Last, because these keep readers out until the end.
DROP TRIGGER "anotar_palabras" ON "public"."productos";

DROP TRIGGER "indexar_producto" ON "public"."productos";

-- not read by the previous release
DROP FUNCTION "public"."anotar_palabras"();

-- not read by the previous release
DROP FUNCTION "public"."indexar_producto"();

DROP INDEX "public"."productos_busqueda_junta_idx";

DROP INDEX "public"."productos_busqueda_nombre_idx";

DROP INDEX "public"."productos_indice_idx";

-- not read by the previous release
ALTER TABLE "public"."productos"
  DROP COLUMN "indice";

-- not read by the previous release
ALTER TABLE "public"."productos"
  DROP COLUMN "temas";
