-- Made from supabase/schemas by `npm run db:migration what_a_content_holds`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.campos_de_tipo (
  p_objeto jsonb,
  p_tipo   text,
  p_campos text[]
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select not exists (select from unnest(p_campos) k where jsonb_typeof(p_objeto -> k) not in (p_tipo, 'null'));
$function$;

REVOKE ALL ON FUNCTION "public"."campos_de_tipo"(jsonb, text, text[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.cola_revision (
  p_filtros jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  f jsonb := public.leer_json(p_filtros);
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_donde text := $q$r.estado = 'pendiente'$q$;
  v_limite integer;
  v_filas jsonb;
  v_total integer;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  v_limite := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 101);
  if v_buscar is not null then
    v_donde := v_donde || $q$ and (r.contenido ->> 'nombre' ilike $1 or r.autor_id = any ($2))$q$;
  end if;
  if f ->> 'tipo' <> '' then v_donde := v_donde || case when f ->> 'tipo' = 'nueva' then ' and r.es_nueva' else ' and not r.es_nueva' end; end if;
  if f ->> 'dias' <> '' then
    v_donde := v_donde || format(' and r.enviada_at <= now() - make_interval(days => %s)', (f ->> 'dias')::integer);
  end if;
  v_donde := v_donde || case f ->> 'de'
    when 'mias' then format(' and r.id in (select a.revision_id from public.revisiones_asignadas a where a.moderador_id = %L)', auth.uid())
    when 'libres' then ' and not exists (select from public.revisiones_asignadas a where a.revision_id = r.id)'
    when 'otras' then format(' and exists (select from public.revisiones_asignadas a where a.revision_id = r.id and a.moderador_id <> %L)', auth.uid())
    else '' end;
  if f ->> 'clave' is null then
    execute format('select count(*) from (select from public.revisiones_producto r where %s limit 1001) x', v_donde) into v_total
    using '%' || regexp_replace(v_buscar, '([\\%_])', '\\\1', 'g') || '%', public.personas_llamadas(v_buscar);
  else
    v_donde := v_donde || format(' and (r.enviada_at, r.id) > (%L::timestamptz, %L::uuid)', f ->> 'clave', f ->> 'id');
  end if;
  execute format($q$select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
      select r.id, r.enviada_at, r.es_nueva, r.autor_id, md5(r.contenido::text) as huella, p.slug,
        -- A revision from before a name was demanded goes by that of its product.
        coalesce(r.contenido ->> 'nombre', p.nombre) as nombre,
        (select u.display_name from public.usuarios_meta u where u.id = r.autor_id) as creador,
        a.moderador_id, (select u.display_name from public.usuarios_meta u where u.id = a.moderador_id) as moderador
      from public.revisiones_producto r join public.productos p on p.id = r.producto_id
        left join public.revisiones_asignadas a on a.revision_id = r.id
      where %s order by r.enviada_at, r.id limit $3) x$q$, v_donde)
  into v_filas
  using '%' || regexp_replace(v_buscar, '([\\%_])', '\\\1', 'g') || '%', public.personas_llamadas(v_buscar), v_limite;
  return jsonb_build_object('ok', true, 'filas', v_filas, 'total', v_total);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow
    or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$function$;

CREATE OR REPLACE FUNCTION public.contenido_valido (
  c jsonb
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_typeof(c) = 'object' and char_length(c::text) <= 300000
    and c ->> 'category' in ('plugin', 'serie', 'dlc', 'evento')
    and char_length(btrim(c ->> 'nombre')) > 0 and public.precio_valido(c)
    and public.textos_hasta(c, '{"nombre": 80, "nombre_en": 80, "acerca_de": 300, "acerca_de_en": 300,
      "descripcion": 300000, "descripcion_en": 300000, "desarrollador": 80, "publisher": 80, "tamano_aproximado": 40,
      "aviso_legal": 500, "video_trailer": 200, "portada_url": 300, "portada_blur": 2000, "banner_url": 300,
      "banner_blur": 2000, "download_link": 500, "base_id": 36, "version": 20, "novedades": 2000, "novedades_en": 2000}')
    and public.campos_de_tipo(c, 'boolean', '{club_only, reserva, DLC, descargable, disponibilidad}')
    and public.dia_valido(c ->> 'fecha_lanzamiento')
    and (coalesce(c ->> 'video_trailer', '') = ''
      or c ->> 'video_trailer' ~ '^https://(www\.)?(youtube\.com|youtu\.be)/')
    and public.lista_valida(c -> 'generos', 'string', 150) and public.lista_valida(c -> 'compatibles', 'string', 30)
    and public.lista_valida(c -> 'imagenes', 'object', 20)
    and not exists (select from public.lista_json(c -> 'imagenes') i where coalesce(i ->> 'url', '') = '')
    and public.lista_valida(c -> 'ediciones', 'object', 10)
    and (select coalesce(bool_and(public.edicion_valida(e)), true)
        and count(distinct btrim(e ->> 'nombre')) = count(*) and count(distinct e ->> 'id') = count(e ->> 'id')
      from public.lista_json(c -> 'ediciones') e)
    -- Only an admin makes something free; the price of the product itself is checked by who knows what it was.
    and not exists (select from public.lista_json(c -> 'ediciones') e
      where (e ->> 'precio')::numeric = 0 and (c ->> 'precio')::numeric > 0)
    and public.lista_valida(c -> 'bundles', 'object', 5)
    and (select coalesce(bool_and(public.campos_de_tipo(b, 'number', '{precio, oferta}')
          and public.textos_hasta(b, '{"id": 36, "nombre": 80, "nombre_en": 80, "descripcion": 300}')
          and public.lista_valida(b -> 'productos', 'string', 9)), true)
        and count(distinct b ->> 'id') = count(b ->> 'id')
      from public.lista_json(c -> 'bundles') b)
    and public.contenido_seguro(c), false);
$function$;

CREATE OR REPLACE FUNCTION public.dia_valido (
  p_texto text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(p_texto ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and p_texto::date > '1900-01-01', p_texto is null);
$function$;

REVOKE ALL ON FUNCTION "public"."dia_valido"(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.edicion_valida (
  e jsonb
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(char_length(btrim(e ->> 'nombre')) > 0 and public.precio_valido(e)
    and public.textos_hasta(e, '{"id": 36, "nombre": 40, "download_link": 500, "portada_url": 300, "portada_blur": 2000,
      "incluye": 600, "incluye_en": 600}')
    and public.campos_de_tipo(e, 'boolean', '{reserva}') and public.dia_valido(e ->> 'fecha_lanzamiento')
    and (e ->> 'id' is null or public.leer_uuid(e ->> 'id') is not null), false);
$function$;

REVOKE ALL ON FUNCTION "public"."edicion_valida"(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.lista_valida (
  p_valor  jsonb,
  p_tipo   text,
  p_maximo integer
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select p_valor is null or jsonb_typeof(p_valor) = 'array' and (
    select count(*) <= p_maximo and coalesce(bool_and(jsonb_typeof(v) = p_tipo), true) from public.lista_json(p_valor) v);
$function$;

REVOKE ALL ON FUNCTION "public"."lista_valida"(jsonb, text, integer) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.precio_valido (
  p_objeto jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_typeof(p_objeto -> 'precio') = 'number' and public.campos_de_tipo(p_objeto, 'number', '{oferta}')
    and (p_objeto ->> 'precio')::numeric between 0 and 99
    and (coalesce((p_objeto ->> 'oferta')::numeric, 0) = 0
      or round((p_objeto ->> 'oferta')::numeric, 2) between 0.01 and round((p_objeto ->> 'precio')::numeric, 2)), false);
$function$;

REVOKE ALL ON FUNCTION "public"."precio_valido"(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.resolver_revision (
  p_revision uuid,
  p_aprobar  boolean,
  p_motivos  text[],
  p_nota     text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_revision public.revisiones_producto;
  v_producto public.productos;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  -- The product before its revision, as where a creator sends one and where an admin edits.
  perform 1 from public.productos
  where id = (select producto_id from public.revisiones_producto where id = p_revision) for no key update;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  if v_revision.id is null then return public.rechazo('revision_no_existe'); end if;
  if v_revision.estado <> 'pendiente' then return public.rechazo('ya_resuelta'); end if;
  if v_revision.autor_id = auth.uid() and not public.es_admin() then return public.rechazo('es_suya'); end if;
  if not p_aprobar and cardinality(coalesce(p_motivos, '{}')) = 0 then return public.rechazo('motivo_no_valido'); end if;
  if exists (select from unnest(p_motivos) m where m not in
    ('calidad', 'incompleto', 'contenido_no_permitido', 'derechos', 'enganoso', 'archivo', 'precio', 'otro')) then
    return public.rechazo('motivo_no_valido');
  end if;
  select * into v_producto from public.productos where id = v_revision.producto_id for no key update;
  update public.revisiones_producto set estado = case when p_aprobar then 'aprobada' else 'rechazada' end,
    motivos = coalesce(p_motivos, '{}'), nota = nullif(btrim(p_nota), ''), decidida_at = now(), decidida_por = auth.uid()
  where id = p_revision;
  if p_aprobar then
    perform public.aplicar_contenido(v_producto.id, v_revision.contenido);
    update public.productos set status = 'approved' where id = v_producto.id;
  elsif v_producto.status <> 'approved' then
    update public.productos set status = 'rejected' where id = v_producto.id;
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('revision:' || p_revision, v_producto.usuario_id, 'revision', jsonb_build_object(
    'aprobada', p_aprobar, 'nombre', coalesce(v_revision.contenido ->> 'nombre', v_producto.nombre), 'slug', v_producto.slug,
    'motivos', to_jsonb(coalesce(p_motivos, '{}')), 'nota', nullif(btrim(p_nota), '')));
  perform public.anotar(case when p_aprobar then 'aprobar_revision' else 'rechazar_revision' end, 'producto',
    v_producto.id::text, jsonb_build_object('status', v_producto.status),
    jsonb_build_object('revision_id', p_revision, 'motivos', to_jsonb(coalesce(p_motivos, '{}'))),
    nullif(btrim(p_nota), ''));
  return jsonb_build_object('ok', true, 'producto_id', v_producto.id, 'slug', v_producto.slug);
exception
  when integrity_constraint_violation or data_exception or cardinality_violation then
    if not p_aprobar then raise; end if;
    return public.rechazo('no_aplicable');
end
$function$;

CREATE OR REPLACE FUNCTION public.textos_hasta (
  p_objeto  jsonb,
  p_limites jsonb
)
  RETURNS boolean
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select not exists (select from jsonb_each_text(p_limites) l
    where jsonb_typeof(p_objeto -> l.key) not in ('string', 'null')
      or char_length(p_objeto ->> l.key) > l.value::integer);
$function$;

REVOKE ALL ON FUNCTION "public"."textos_hasta"(jsonb, jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";
