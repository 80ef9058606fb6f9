-- Made from supabase/schemas by `npm run db:migration one_price_of_an_edition_per_change`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.cambiar_precios (
  p_producto  uuid,
  p_precio    numeric,
  p_oferta    numeric,
  p_ediciones jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ediciones jsonb := coalesce(public.leer_json(p_ediciones), '[]');
  v_motivo text := public.motivo_no_publica();
  v_antes public.productos;
  v_despues public.productos;
  v_cambio jsonb;
  v_edicion public.ediciones;
  v_nueva public.ediciones;
  v_lista jsonb := '[]';
  v_oferta numeric := public.oferta_con_tope(p_oferta, p_precio);
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  select * into v_antes from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  if v_antes.status <> 'approved' or v_antes.archivado_at is not null then return public.rechazo('no_publicado'); end if;
  -- The limit of a change is one of each price: of one that is named twice, each step would be within it.
  if jsonb_typeof(v_ediciones) <> 'array' or jsonb_array_length(v_ediciones) > 10
    or (select count(*) > count(distinct (e ->> 'id')::uuid) from public.lista_json(v_ediciones) e) then
    return public.rechazo('datos_no_validos');
  end if;
  if (select count(*) from public.auditoria where objeto_tipo = 'producto' and objeto_id = p_producto::text
    and accion = 'cambiar_precio' and actor_id = auth.uid() and created_at > now() - interval '1 day')
    >= (select precio_cambios_por_dia from public.configuracion_global where id = 1) then
    return public.rechazo('demasiados_cambios');
  end if;
  perform public.anotar_ofertas(p_producto);
  v_motivo := public.motivo_no_precio(v_antes.precio, v_antes.oferta_fija, p_precio, p_oferta);
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  update public.productos set precio = p_precio, oferta = v_oferta, oferta_fija = v_oferta
  where id = p_producto returning * into v_despues;
  for v_cambio in select jsonb_array_elements(v_ediciones) loop
    select * into v_edicion from public.ediciones
    where id = (v_cambio ->> 'id')::uuid and producto_id = p_producto and not retirada for no key update;
    if v_edicion.id is null then raise exception using errcode = 'UN001', message = 'no_existe'; end if;
    v_motivo := public.motivo_no_precio(v_edicion.precio, v_edicion.oferta_fija, (v_cambio ->> 'precio')::numeric,
      (v_cambio ->> 'oferta')::numeric);
    if v_motivo is not null then raise exception using errcode = 'UN001', message = v_motivo; end if;
    v_oferta := public.oferta_con_tope((v_cambio ->> 'oferta')::numeric, (v_cambio ->> 'precio')::numeric);
    update public.ediciones set precio = (v_cambio ->> 'precio')::numeric, oferta = v_oferta, oferta_fija = v_oferta
    where id = v_edicion.id returning * into v_nueva;
    v_lista := v_lista || jsonb_build_object('id', v_nueva.id, 'antes', v_edicion.precio, 'oferta_antes',
      v_edicion.oferta_fija, 'precio', v_nueva.precio, 'oferta', v_nueva.oferta_fija);
  end loop;
  update public.revisiones_producto
  set contenido = public.con_precios(contenido, p_precio, v_despues.oferta_fija, v_ediciones)
  where producto_id = p_producto and estado = 'pendiente';
  perform public.anotar('cambiar_precio', 'producto', p_producto::text,
    jsonb_build_object('precio', v_antes.precio, 'oferta', v_antes.oferta_fija),
    jsonb_build_object('precio', v_despues.precio, 'oferta', v_despues.oferta_fija, 'ediciones', v_lista));
  return jsonb_build_object('ok', true, 'slug', v_despues.slug);
exception
  when sqlstate 'UN001' then return public.rechazo(sqlerrm);
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range
    then return public.rechazo('datos_no_validos');
end
$function$;

CREATE OR REPLACE FUNCTION public.con_precios (
  c           jsonb,
  p_precio    numeric,
  p_oferta    numeric,
  p_ediciones jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select c || jsonb_build_object('precio', p_precio, 'oferta', p_oferta, 'ediciones', coalesce((
    select jsonb_agg(case when n.v is null then e.v
      else e.v || jsonb_build_object('precio', n.v -> 'precio', 'oferta', n.v -> 'oferta') end order by e.orden)
    from public.lista_json(c -> 'ediciones') with ordinality e(v, orden)
    left join public.lista_json(p_ediciones) n(v)
      on public.leer_uuid(n.v ->> 'id') = public.leer_uuid(e.v ->> 'id')), '[]'));
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
    and c ->> 'portada_url' <> ''
    and (c ->> 'download_link' <> '' or (c ->> 'descargable')::boolean is false)
    and public.dia_valido(c ->> 'fecha_lanzamiento')
    and (c ->> 'fecha_lanzamiento' is not null or (c ->> 'reserva')::boolean is not true)
    and (coalesce(c ->> 'video_trailer', '') = ''
      or c ->> 'video_trailer' ~ '^https://(www\.)?(youtube\.com|youtu\.be)/')
    and public.lista_valida(c -> 'generos', 'string', 150) and public.lista_valida(c -> 'compatibles', 'string', 30)
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
