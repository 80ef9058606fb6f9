-- Made from supabase/schemas by `npm run db:migration genres_have_a_length`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

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
    and c ->> 'portada_url' <> ''
    and (c ->> 'download_link' <> '' or (c ->> 'descargable')::boolean is false)
    and public.dia_valido(c ->> 'fecha_lanzamiento')
    and (c ->> 'fecha_lanzamiento' is not null or (c ->> 'reserva')::boolean is not true)
    and (coalesce(c ->> 'video_trailer', '') = ''
      or c ->> 'video_trailer' ~ '^https://(www\.)?(youtube\.com|youtu\.be)/')
    and public.lista_valida(c -> 'generos', 'string', 150)
    and (select coalesce(max(char_length(g #>> '{}')) <= 80 and sum(char_length(g #>> '{}')) <= 300, true)
      from public.lista_json(c -> 'generos') g)
    and public.lista_valida(c -> 'compatibles', 'string', 30)
    and public.lista_valida(c -> 'imagenes', 'object', 20)
    and not exists (select from public.lista_json(c -> 'imagenes') i where coalesce(i ->> 'url', '') = '')
    and public.lista_valida(c -> 'ediciones', 'object', 10)
    and (select coalesce(bool_and(public.edicion_valida(e)), true)
        and count(distinct lower(btrim(e ->> 'nombre'))) = count(*) and count(distinct lower(e ->> 'id')) = count(e ->> 'id')
      from public.lista_json(c -> 'ediciones') e)
    -- Only an admin makes something free; the price of the product itself is checked by who knows what it was.
    and not exists (select from public.lista_json(c -> 'ediciones') e
      where round((e ->> 'precio')::numeric, 2) = 0 and round((c ->> 'precio')::numeric, 2) > 0)
    and public.lista_valida(c -> 'bundles', 'object', 5)
    and (select coalesce(bool_and(public.campos_de_tipo(b, 'number', '{precio, oferta}')
          and public.textos_hasta(b, '{"id": 36, "nombre": 80, "nombre_en": 80, "descripcion": 300}')
          and public.lista_valida(b -> 'productos', 'string', 9)), true)
        and count(distinct lower(b ->> 'id')) = count(b ->> 'id')
      from public.lista_json(c -> 'bundles') b)
    and public.contenido_seguro(c), false);
$function$;

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
  when integrity_constraint_violation or data_exception or cardinality_violation or program_limit_exceeded then
    if not p_aprobar then raise; end if;
    return public.rechazo('no_aplicable');
end
$function$;
