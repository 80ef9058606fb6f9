-- Made from supabase/schemas by `npm run db:migration search_alerts_related`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

DROP TRIGGER "anotar_palabras" ON "public"."productos";

DROP INDEX "public"."favoritos_producto_id_idx";

DROP INDEX "public"."productos_busqueda_texto_idx";

ALTER TABLE "public"."notificaciones"
  DROP CONSTRAINT "notificaciones_tipo_check";

-- It comes back below with more arguments, which have defaults: a call with the earlier ones finds it.
-- not read by the previous release
DROP FUNCTION "public"."buscar_productos"(text, text, numeric, boolean, boolean, text, text, integer);

-- not read by the previous release
DROP FUNCTION "public"."puntuar_productos"(text);

CREATE TABLE "public"."cuentas_relacionados" (
  "producto_id" uuid                     NOT NULL,
  "contada_at"  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "cuentas_relacionados_pkey" PRIMARY KEY (producto_id)
);

ALTER TABLE "public"."cuentas_relacionados"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."cuentas_relacionados" FROM "anon", "authenticated";

CREATE TABLE "public"."novedades_producto" (
  "id"            bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "producto_id"   uuid                     NOT NULL,
  "edicion_id"    uuid,
  "tipo"          text                     NOT NULL,
  "clave"         text                     NOT NULL,
  "precio"        numeric(10,2),
  "oferta"        numeric(10,2),
  "contado_hasta" uuid,
  "terminada_at"  timestamp with time zone,
  "created_at"    timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "novedades_producto_pkey" PRIMARY KEY (id),
  CONSTRAINT "novedades_producto_producto_id_tipo_clave_key" UNIQUE (producto_id, tipo, clave),
  CONSTRAINT "novedades_producto_tipo_check" CHECK ((tipo = ANY (ARRAY['oferta'::text, 'estreno'::text, 'disponible'::text])))
);

ALTER TABLE "public"."novedades_producto"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."novedades_producto" FROM "anon", "authenticated";

CREATE TABLE "public"."productos_relacionados" (
  "producto_id"    uuid    NOT NULL,
  "relacionado_id" uuid    NOT NULL,
  "compradores"    integer NOT NULL,
  "puesto"         integer NOT NULL,
  CONSTRAINT "productos_relacionados_compradores_check" CHECK ((compradores >= 5)),
  CONSTRAINT "productos_relacionados_pkey" PRIMARY KEY (producto_id, relacionado_id)
);

ALTER TABLE "public"."productos_relacionados"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."productos_relacionados" FROM "anon", "authenticated";

ALTER TABLE "public"."preferencias_aviso"
  ADD COLUMN "correo_favoritos" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."productos"
  ADD COLUMN "compatibles" text[] NOT NULL DEFAULT '{}'::text[];

ALTER TABLE "public"."productos"
  ADD COLUMN "temas" text NOT NULL DEFAULT ''::text;

ALTER TABLE "public"."productos"
  ADD COLUMN "indice" tsvector NOT NULL DEFAULT ''::tsvector;

REVOKE ALL ON SEQUENCE "public"."novedades_producto_id_seq" FROM "anon";

REVOKE ALL ON SEQUENCE "public"."novedades_producto_id_seq" FROM "authenticated";

REVOKE ALL ON SEQUENCE "public"."novedades_producto_id_seq" FROM "service_role";

CREATE OR REPLACE FUNCTION public.anotar_oferta()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.novedades_producto (producto_id, edicion_id, tipo, clave, precio, oferta)
  select new.producto_id, new.edicion_id, 'oferta', new.id::text, new.precio, new.oferta
  where exists (select from public.favoritos f where f.producto_id = new.producto_id)
  on conflict do nothing;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."anotar_oferta"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.anotar_palabras()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.palabras_busqueda (palabra)
  select distinct w.palabra from regexp_split_to_table(
    public.normalizar(new.nombre) || ' ' || public.normalizar(new.nombre_en) || ' ' || replace(new.temas, '|', ' '), ' ') w(palabra)
  where char_length(w.palabra) between 3 and 80
  order by w.palabra
  on conflict do nothing;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.anotar_vuelta()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if old.reserva and not new.reserva then
    insert into public.novedades_producto (producto_id, tipo, clave) values (new.id, 'estreno', 'estreno')
    on conflict do nothing;
  end if;
  if public.motivo_no_venta(old) is not null and public.motivo_no_venta(new) is null then
    insert into public.novedades_producto (producto_id, tipo, clave) values (new.id, 'disponible', public.hoy()::text)
    on conflict do nothing;
  end if;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."anotar_vuelta"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.aplicar_compatibles()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.productos
  set compatibles = array(select distinct v from jsonb_array_elements_text(new.contenido -> 'compatibles') v order by v)
  where id = new.producto_id;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."aplicar_compatibles"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.avisar_favoritos (
  p_limite integer DEFAULT 1000
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_quedan integer := least(greatest(coalesce(p_limite, 1000), 1), 5000);
  v_mas_correos constant integer := 500;
  v_contados integer := 0;
  v_leidos integer;
  v_hasta uuid;
  v_nuevos integer;
  v_correos integer;
  n public.novedades_producto;
begin
  insert into public.novedades_producto (producto_id, tipo, clave)
  select p.id, 'estreno', 'estreno' from public.productos p
  where p.status = 'approved' and not p.oculto and p.reserva
    and p.fecha_lanzamiento between public.hoy() - 6 and public.hoy()
    and exists (select from public.favoritos f where f.producto_id = p.id)
  on conflict do nothing;

  while v_quedan > 0 loop
    select count(*) into v_correos from (
      select from public.correos where estado = 'pendiente' and plantilla = 'favorito' limit v_mas_correos) c;
    exit when v_correos >= v_mas_correos;
    select * into n from public.novedades_producto where terminada_at is null
    order by id limit 1 for update skip locked;
    exit when n.id is null;
    if not public.novedad_vigente(n) then
      update public.novedades_producto set terminada_at = now() where id = n.id;
      continue;
    end if;
    with siguientes as materialized (
      select f.user_id from public.favoritos f
      where f.producto_id = n.producto_id and (n.contado_hasta is null or f.user_id > n.contado_hasta)
      order by f.user_id limit least(v_quedan, v_mas_correos - v_correos)
    ), avisados as (
      insert into public.notificaciones (user_id, tipo, clave, datos)
      select u.id, 'favorito', 'favorito:' || n.id, jsonb_build_object('motivo', n.tipo, 'slug', p.slug,
        'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre,
        'precio_centimos', round(n.precio * 100)::integer, 'oferta_centimos', round(n.oferta * 100)::integer)
      from siguientes s
      join public.usuarios_meta u on u.id = s.user_id
      join public.productos p on p.id = n.producto_id
      left join public.ediciones e on e.id = n.edicion_id
      where u.borrada_at is null and (u.banned_until is null or u.banned_until <= now()) and u.id <> p.usuario_id
        and not exists (select from public.adquisiciones a
          where a.user_id = u.id and a.producto_id = p.id and a.revocada_at is null)
      on conflict (user_id, clave) do nothing
      returning user_id, datos
    ), escritos as (
      insert into public.correos (clave, user_id, plantilla, datos)
      select 'favorito:' || n.id || ':' || a.user_id, a.user_id, 'favorito', a.datos || jsonb_build_object('usuario', a.user_id)
      from avisados a join public.preferencias_aviso w on w.user_id = a.user_id and w.correo_favoritos
      on conflict (clave) do nothing
    )
    select (select count(*) from siguientes), (select s.user_id from siguientes s order by s.user_id desc limit 1),
      (select count(*) from avisados)
    into v_leidos, v_hasta, v_nuevos;
    update public.novedades_producto set contado_hasta = coalesce(v_hasta, contado_hasta),
      terminada_at = case when v_leidos < least(v_quedan, v_mas_correos - v_correos) then now() end
    where id = n.id;
    v_quedan := v_quedan - v_leidos;
    v_contados := v_contados + v_nuevos;
  end loop;

  delete from public.novedades_producto where id in (
    select id from public.novedades_producto where terminada_at < now() - interval '90 days' and tipo <> 'estreno'
    order by id limit 1000);
  return v_contados;
end
$function$;

REVOKE ALL ON FUNCTION "public"."avisar_favoritos"(integer) FROM PUBLIC, "anon", "authenticated";

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
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."buscar_productos"(text, text, numeric, boolean, boolean, text, text, integer, boolean, text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.comprobar_compatibles()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
begin
  if not public.versiones_validas(array(select jsonb_array_elements_text(new.contenido -> 'compatibles'))) then
    raise check_violation using message = 'not valid versions of the game';
  end if;
  return new;
end
$function$;

REVOKE ALL ON FUNCTION "public"."comprobar_compatibles"() FROM PUBLIC, "anon", "authenticated", "service_role";

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
$function$;

REVOKE ALL ON FUNCTION "public"."condicion_busqueda"(text, text, numeric, boolean, boolean, boolean, text, text) FROM PUBLIC, "anon", "authenticated", "service_role";

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
  select condicion into v_condicion from public.condicion_busqueda(p_texto, p_categoria, p_precio_max,
    coalesce(p_gratis, false), coalesce(p_club, false), coalesce(p_oferta, false), p_genero, p_version);
  if v_condicion is null then return 0; end if;
  -- In the order of an index, so that finding the first thousand does not read the table from its beginning.
  execute format('select count(*) from (select from public.productos p where %s order by p.visitas desc, p.id limit 1001) x',
    v_condicion) into v_total;
  return v_total;
end
$function$;

REVOKE ALL ON FUNCTION "public"."contar_productos"(text, text, numeric, boolean, boolean, boolean, text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.contar_relacionados (
  p_limite integer DEFAULT 200
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_productos uuid[];
begin
  -- Two at once would count the same products.
  if not pg_try_advisory_xact_lock(hashtext('contar_relacionados')) then return 0; end if;
  v_productos := array(
    select p.id from public.productos p left join public.cuentas_relacionados c on c.producto_id = p.id
    where p.status = 'approved' and not p.oculto and p.adquirido >= 5
      and (c.contada_at is null or c.contada_at < now() - interval '1 day')
    order by c.contada_at nulls first, p.id limit least(greatest(coalesce(p_limite, 200), 1), 1000));
  delete from public.productos_relacionados where producto_id = any (v_productos);
  with suyos as materialized (
    select distinct a.producto_id, a.user_id from public.adquisiciones a
    where a.producto_id = any (v_productos) and a.revocada_at is null
  ), compradores as materialized (
    select s.user_id from (select distinct user_id from suyos) s
    where (select count(*) from (
      select from public.adquisiciones a where a.user_id = s.user_id limit 201) x) <= 200
  ), tambien as materialized (
    select distinct a.user_id, a.producto_id from compradores c
    join public.adquisiciones a on a.user_id = c.user_id and a.revocada_at is null
  ), pares as (
    select s.producto_id, t.producto_id as relacionado_id, count(*)::integer as compradores
    from suyos s join tambien t on t.user_id = s.user_id and t.producto_id <> s.producto_id
    group by 1, 2 having count(*) >= 5
  ), puestos as (
    -- Bought together, for how much it is bought at all: else the same few would go with everything.
    select r.*, row_number() over (
      partition by r.producto_id order by r.compradores / sqrt(greatest(p.adquirido, r.compradores)) desc, p.id) as puesto
    from pares r join public.productos p on p.id = r.relacionado_id
    where p.status = 'approved' and not p.oculto
  )
  insert into public.productos_relacionados (producto_id, relacionado_id, compradores, puesto)
  select producto_id, relacionado_id, compradores, puesto from puestos where puesto <= 12;
  insert into public.cuentas_relacionados (producto_id) select unnest(v_productos)
  on conflict (producto_id) do update set contada_at = now();
  return cardinality(v_productos);
end
$function$;

REVOKE ALL ON FUNCTION "public"."contar_relacionados"(integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.dejar_correos_favoritos (
  p_usuario uuid,
  p_sello   text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.sello_valido(array['dejar_correos_favoritos', p_usuario::text], p_sello) then
    return public.rechazo('sello_no_valido');
  end if;
  update public.preferencias_aviso set correo_favoritos = false where user_id = p_usuario and correo_favoritos;
  delete from public.correos where user_id = p_usuario and plantilla = 'favorito' and estado = 'pendiente';
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."dejar_correos_favoritos"(uuid, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.elegir_correo_favoritos (
  p_si boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  insert into public.preferencias_aviso as p (user_id, correo_favoritos) values (auth.uid(), coalesce(p_si, false))
  on conflict (user_id) do update set correo_favoritos = excluded.correo_favoritos;
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."elegir_correo_favoritos"(boolean) FROM PUBLIC, "anon", "service_role";

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
$function$;

CREATE OR REPLACE FUNCTION public.filtros_catalogo (
  p_categoria text DEFAULT NULL::text
)
  RETURNS TABLE (
    tipo      text,
    valor     text,
    productos integer
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET plan_cache_mode TO 'force_custom_plan'
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."filtros_catalogo"(text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.indexar_creador()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.productos set generos = generos where usuario_id = new.id;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."indexar_creador"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.indexar_producto()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
$function$;

REVOKE ALL ON FUNCTION "public"."indexar_producto"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.novedad_vigente (
  p_novedad public.novedades_producto
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p_novedad.created_at > now() - interval '7 days' and exists (
    select from public.productos p left join public.ediciones e on e.id = p_novedad.edicion_id
    where p.id = p_novedad.producto_id and public.motivo_no_venta(p) is null and not p.oculto
      and case p_novedad.tipo
        when 'oferta' then case when p_novedad.edicion_id is null then p.oferta = p_novedad.oferta and p.oferta < p.precio
            else e.oferta = p_novedad.oferta and e.oferta < e.precio and not e.retirada end
          and p_novedad.oferta < coalesce(
            public.precio_minimo_reciente(p_novedad.producto_id, p_novedad.edicion_id), p_novedad.precio)
        when 'estreno' then not p.reserva or p.fecha_lanzamiento <= public.hoy()
        else true
      end);
$function$;

REVOKE ALL ON FUNCTION "public"."novedad_vigente"(public.novedades_producto) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.ofertas_actuales (
  p_limite integer DEFAULT 48
)
  RETURNS TABLE (
    id     uuid,
    minimo numeric
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p.id, m.importe
  from (
    select id, oferta, precio, visitas from public.productos
    where status = 'approved' and not oculto and oferta < precio
    order by visitas desc, id limit 500
  ) p
  cross join lateral (select public.precio_minimo_reciente(p.id) as importe) m
  where p.oferta < coalesce(m.importe, p.precio)
  order by p.visitas desc, p.id limit least(greatest(p_limite, 1), 100);
$function$;

REVOKE ALL ON FUNCTION "public"."ofertas_actuales"(integer) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.relacionados_de (
  p_producto uuid,
  p_limite   integer DEFAULT 3
)
  RETURNS TABLE (
    id uuid
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select p.id from public.productos_relacionados r join public.productos p on p.id = r.relacionado_id
  where r.producto_id = p_producto and p.status = 'approved' and not p.oculto
  order by r.puesto limit least(greatest(p_limite, 1), 12);
$function$;

REVOKE ALL ON FUNCTION "public"."relacionados_de"(uuid, integer) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.sugerir_productos (
  p_texto  text,
  p_limite integer DEFAULT 5
)
  RETURNS TABLE (
    slug        text,
    nombre      text,
    nombre_en   text,
    portada_url text,
    precio      numeric,
    oferta      numeric,
    category    text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select q.slug, q.nombre, q.nombre_en, q.portada_url, q.precio, q.oferta, q.category
  from public.buscar_productos(coalesce(p_texto, ''), p_limite => 5) q
  limit least(greatest(p_limite, 1), 5);
$function$;

CREATE OR REPLACE FUNCTION public.versiones_validas (
  p_versiones text[]
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select cardinality(p_versiones) <= 30 and not exists (
    select from unnest(p_versiones) v where v is null or v !~ '^[0-9]{1,2}(\.[0-9]{1,3}){1,2}$');
$function$;

REVOKE ALL ON FUNCTION "public"."versiones_validas"(text[]) FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "public"."cuentas_relacionados"
  ADD CONSTRAINT "cuentas_relacionados_producto_id_fkey" FOREIGN KEY (producto_id) REFERENCES public.productos(id) ON DELETE CASCADE;

ALTER TABLE "public"."notificaciones"
  ADD CONSTRAINT "notificaciones_tipo_check"
    CHECK
    ((tipo = ANY (ARRAY['producto_nuevo'::text, 'version_nueva'::text, 'regalo'::text, 'reserva'::text, 'reputacion'::text, 'revision'::text, 'retiro'::text, 'resena'::text,
    'respuesta'::text, 'segundo_factor'::text, 'favorito'::text])));

ALTER TABLE "public"."novedades_producto"
  ADD CONSTRAINT "novedades_producto_edicion_id_fkey" FOREIGN KEY (edicion_id) REFERENCES public.ediciones(id) ON DELETE CASCADE;

ALTER TABLE "public"."novedades_producto"
  ADD CONSTRAINT "novedades_producto_producto_id_fkey" FOREIGN KEY (producto_id) REFERENCES public.productos(id) ON DELETE CASCADE;

ALTER TABLE "public"."productos_relacionados"
  ADD CONSTRAINT "productos_relacionados_producto_id_fkey" FOREIGN KEY (producto_id) REFERENCES public.productos(id) ON DELETE CASCADE;

ALTER TABLE "public"."productos_relacionados"
  ADD CONSTRAINT "productos_relacionados_relacionado_id_fkey" FOREIGN KEY (relacionado_id) REFERENCES public.productos(id) ON DELETE CASCADE;

CREATE INDEX cuentas_relacionados_contada_idx ON public.cuentas_relacionados USING btree (contada_at);

CREATE INDEX favoritos_producto_usuario_idx ON public.favoritos USING btree (producto_id, user_id);

CREATE INDEX novedades_abiertas_idx ON public.novedades_producto USING btree (id)
  WHERE (terminada_at IS NULL);

CREATE INDEX novedades_edicion_id_idx ON public.novedades_producto USING btree (edicion_id);

CREATE INDEX novedades_viejas_idx ON public.novedades_producto USING btree (terminada_at)
  WHERE (tipo <> 'estreno'::text);

CREATE INDEX productos_categoria_precio_idx ON public.productos USING btree (category, LEAST(oferta, precio), id)
  WHERE ((status = 'approved'::text) AND (NOT oculto));

CREATE INDEX productos_categoria_visitas_idx ON public.productos USING btree (category, visitas DESC, id)
  WHERE ((status = 'approved'::text) AND (NOT oculto));

CREATE INDEX productos_club_idx ON public.productos USING btree (visitas DESC, id)
  WHERE ((status = 'approved'::text) AND (NOT oculto) AND club_only);

CREATE INDEX productos_estrenos_idx ON public.productos USING btree (fecha_lanzamiento)
  WHERE ((status = 'approved'::text) AND (NOT oculto) AND reserva);

CREATE INDEX productos_gratis_idx ON public.productos USING btree (visitas DESC, id)
  WHERE ((status = 'approved'::text) AND (NOT oculto) AND (LEAST(oferta, precio) = (0)::numeric));

CREATE INDEX productos_indice_idx ON public.productos USING gin (indice);

CREATE INDEX productos_ofertas_idx ON public.productos USING btree (visitas DESC, id)
  WHERE ((status = 'approved'::text) AND (NOT oculto) AND (oferta < precio));

CREATE INDEX productos_precio_idx ON public.productos USING btree (LEAST(oferta, precio), id)
  WHERE ((status = 'approved'::text) AND (NOT oculto));

CREATE INDEX productos_relacionados_relacionado_id_idx ON public.productos_relacionados USING btree (relacionado_id);

CREATE INDEX productos_vendidos_idx ON public.productos USING btree (id)
  WHERE ((status = 'approved'::text) AND (NOT oculto) AND (adquirido >= 5));

CREATE TRIGGER anotar_oferta
  AFTER INSERT ON public.historial_precios
  FOR EACH ROW
  WHEN (((new.producto_id IS NOT NULL) AND (new.oferta < new.precio)))
  EXECUTE FUNCTION public.anotar_oferta();

CREATE TRIGGER anotar_palabras
  AFTER INSERT OR UPDATE OF nombre, nombre_en, generos, usuario_id ON public.productos
  FOR EACH ROW
  EXECUTE FUNCTION public.anotar_palabras();

CREATE TRIGGER anotar_vuelta
  AFTER UPDATE OF reserva, disponibilidad, stock, unidades ON public.productos
  FOR EACH ROW
  WHEN
    (((old.status = 'approved'::text) AND (new.status = 'approved'::text) AND (NOT new.oculto) AND ((old.reserva AND (NOT new.reserva)) OR (new.disponibilidad AND new.stock AND
    (COALESCE(new.unidades, 1) > 0) AND (NOT (old.disponibilidad AND old.stock AND (COALESCE(old.unidades, 1) > 0)))))))
  EXECUTE FUNCTION public.anotar_vuelta();

CREATE TRIGGER indexar_producto
  BEFORE INSERT OR UPDATE OF nombre, nombre_en, generos, compatibles, usuario_id ON public.productos
  FOR EACH ROW
  EXECUTE FUNCTION public.indexar_producto();

CREATE TRIGGER aplicar_compatibles
  AFTER UPDATE OF estado ON public.revisiones_producto
  FOR EACH ROW
  WHEN (((new.estado = 'aprobada'::text) AND (old.estado <> 'aprobada'::text) AND (new.contenido ? 'compatibles'::text)))
  EXECUTE FUNCTION public.aplicar_compatibles();

CREATE TRIGGER comprobar_compatibles
  BEFORE INSERT ON public.revisiones_producto
  FOR EACH ROW
  WHEN ((new.contenido ? 'compatibles'::text))
  EXECUTE FUNCTION public.comprobar_compatibles();

CREATE TRIGGER indexar_creador
  AFTER UPDATE OF display_name, username ON public.usuarios_meta
  FOR EACH ROW
  WHEN (((new.display_name IS DISTINCT FROM old.display_name) OR (new.username IS DISTINCT FROM old.username)))
  EXECUTE FUNCTION public.indexar_creador();

COMMENT ON COLUMN "public"."productos"."compatibles" IS 'versions of the game that it works with';

COMMENT ON COLUMN "public"."productos"."indice" IS 'what search finds it by: words of names and topics, #genre, @version';

COMMENT ON COLUMN "public"."productos"."temas" IS 'normalised genres and names of its creator, with bars between them';

GRANT EXECUTE ON FUNCTION "public"."avisar_favoritos"(integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."buscar_productos"(text, text, numeric, boolean, boolean, text, text, integer, boolean, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."contar_productos"(text, text, numeric, boolean, boolean, boolean, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."contar_relacionados"(integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."dejar_correos_favoritos"(uuid, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."elegir_correo_favoritos"(boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."filtros_catalogo"(text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."ofertas_actuales"(integer) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."relacionados_de"(uuid, integer) TO "anon", "authenticated";

REVOKE ALL ON TABLE "public"."cuentas_relacionados" FROM "service_role";

GRANT SELECT ON TABLE "public"."cuentas_relacionados" TO "service_role";

REVOKE ALL ON TABLE "public"."novedades_producto" FROM "service_role";

GRANT SELECT ON TABLE "public"."novedades_producto" TO "service_role";

REVOKE ALL ("compatibles") ON TABLE "public"."productos" FROM "anon";

GRANT SELECT ("compatibles") ON TABLE "public"."productos" TO "anon";

REVOKE ALL ("compatibles") ON TABLE "public"."productos" FROM "authenticated";

GRANT SELECT ("compatibles") ON TABLE "public"."productos" TO "authenticated";

REVOKE ALL ON TABLE "public"."productos_relacionados" FROM "service_role";

GRANT SELECT ON TABLE "public"."productos_relacionados" TO "service_role";

ALTER TABLE "public"."productos"
  ADD CONSTRAINT "productos_compatibles_check" CHECK (public.versiones_validas(compatibles));

CREATE INDEX productos_busqueda_nombre_idx ON public.productos USING btree (busqueda text_pattern_ops);

-- What is there already is found as what comes.
UPDATE public.productos SET generos = generos;
