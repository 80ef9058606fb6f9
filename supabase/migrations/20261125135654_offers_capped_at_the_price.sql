-- Made from supabase/schemas by `npm run db:migration offers_capped_at_the_price`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.admin_editar_producto (
  p_producto uuid,
  p_cambios  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  c jsonb := public.leer_json(p_cambios);
  v_antes public.productos;
  v_despues public.productos;
  v_precio numeric;
  v_oferta numeric;
  v_fila jsonb;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if not public.solo_claves(c, array['nombre', 'slug', 'precio', 'oferta', 'status', 'disponibilidad', 'stock',
    'unidades', 'destacado', 'video_trailer']) then
    return public.rechazo('datos_no_validos');
  end if;
  select * into v_antes from public.productos where id = p_producto for no key update;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  -- What waits for review is what the queue holds: while a revision waits the queue decides, and nothing waits without one.
  if c ? 'status' and c ->> 'status' <> v_antes.status then
    if exists (select from public.revisiones_producto where producto_id = p_producto and estado = 'pendiente') then
      return public.rechazo('en_revision');
    end if;
    if c ->> 'status' = 'pending' then return public.rechazo('sin_revision'); end if;
  end if;
  v_precio := case when c ? 'precio' then (c ->> 'precio')::numeric else v_antes.precio end;
  v_oferta := public.oferta_con_tope(
    case when c ? 'oferta' then (c ->> 'oferta')::numeric else v_antes.oferta_fija end, v_precio);
  update public.productos set
    nombre = case when c ? 'nombre' then c ->> 'nombre' else nombre end,
    slug = case when c ? 'slug' then c ->> 'slug' else slug end,
    precio = v_precio, oferta = v_oferta, oferta_fija = v_oferta,
    status = case when c ? 'status' then c ->> 'status' else status end,
    disponibilidad = case when c ? 'disponibilidad' then (c ->> 'disponibilidad')::boolean else disponibilidad end,
    stock = case when c ? 'stock' then (c ->> 'stock')::boolean else stock end,
    unidades = case when c ? 'unidades' then (c ->> 'unidades')::integer else unidades end,
    destacado = case when c ? 'destacado' then (c ->> 'destacado')::boolean else destacado end,
    video_trailer = case when c ? 'video_trailer' then nullif(c ->> 'video_trailer', '') else video_trailer end
  where id = p_producto returning * into v_despues;
  v_fila := to_jsonb(v_antes) || jsonb_build_object('oferta', v_antes.oferta_fija);
  c := public.lo_cambiado(
    public.parte_de(to_jsonb(v_despues) || jsonb_build_object('oferta', v_despues.oferta_fija), c), v_fila);
  if c <> '{}' then
    perform public.anotar('editar_producto', 'producto', p_producto::text, public.parte_de(v_fila, c), c);
  end if;
  return jsonb_build_object('ok', true, 'slug', v_despues.slug);
exception
  when unique_violation then return public.rechazo('slug_ocupado');
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$function$;

CREATE OR REPLACE FUNCTION public.aplicar_bundles()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_bundles jsonb := new.contenido -> 'bundles';
  v_ids uuid[] := array(
    select (b ->> 'id')::uuid from jsonb_array_elements(coalesce(v_bundles, '[]')) b where b ->> 'id' is not null);
  v_bundle jsonb;
  v_orden integer := 0;
  v_id uuid;
begin
  if v_bundles is null then return null; end if;
  delete from public.bundles_productos m using public.bundles b
  where b.id = m.bundle_id and b.producto_id = new.producto_id;
  delete from public.bundles b where b.producto_id = new.producto_id and b.id <> all (v_ids)
    and not exists (select from public.pagos p where p.bundle_id = b.id)
    and not exists (select from public.adquisiciones a where a.bundle_id = b.id);
  for v_bundle in select jsonb_array_elements(v_bundles) loop
    insert into public.bundles as b (id, producto_id, nombre, nombre_en, descripcion, precio, oferta, orden)
    values (coalesce((v_bundle ->> 'id')::uuid, gen_random_uuid()), new.producto_id, v_bundle ->> 'nombre',
      nullif(v_bundle ->> 'nombre_en', ''), coalesce(v_bundle ->> 'descripcion', ''), (v_bundle ->> 'precio')::numeric,
      public.oferta_con_tope((v_bundle ->> 'oferta')::numeric, (v_bundle ->> 'precio')::numeric), v_orden)
    on conflict (id) do update set nombre = excluded.nombre, nombre_en = excluded.nombre_en,
      descripcion = excluded.descripcion, precio = excluded.precio, oferta = excluded.oferta, orden = excluded.orden
    where b.producto_id = new.producto_id
    returning b.id into v_id;
    insert into public.bundles_productos (bundle_id, producto_id)
    select v_id, x.id from (
      select new.producto_id as id union select jsonb_array_elements_text(v_bundle -> 'productos')::uuid) x
    where v_id is not null;
    v_orden := v_orden + 1;
  end loop;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.aplicar_contenido (
  p_producto uuid,
  c          jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ids uuid[] := array(
    select (e ->> 'id')::uuid from jsonb_array_elements(coalesce(c -> 'ediciones', '[]')) e where e ->> 'id' is not null);
  -- The price may have become another one since it was sent.
  v_oferta numeric := public.oferta_con_tope((c ->> 'oferta')::numeric, (c ->> 'precio')::numeric);
begin
  update public.productos set
    nombre = c ->> 'nombre', nombre_en = nullif(c ->> 'nombre_en', ''),
    precio = (c ->> 'precio')::numeric, oferta = v_oferta, oferta_fija = v_oferta,
    portada_url = c ->> 'portada_url', portada_blur = c ->> 'portada_blur',
    banner_url = nullif(c ->> 'banner_url', ''), banner_blur = c ->> 'banner_blur',
    club_only = coalesce((c ->> 'club_only')::boolean, false), reserva = coalesce((c ->> 'reserva')::boolean, false),
    fecha_lanzamiento = (c ->> 'fecha_lanzamiento')::date, "DLC" = coalesce((c ->> 'DLC')::boolean, false),
    base_id = (c ->> 'base_id')::uuid,
    acerca_de = coalesce(c ->> 'acerca_de', ''), acerca_de_en = nullif(c ->> 'acerca_de_en', ''),
    descripcion = coalesce(c ->> 'descripcion', ''), descripcion_en = nullif(c ->> 'descripcion_en', ''),
    desarrollador = nullif(c ->> 'desarrollador', ''), publisher = nullif(c ->> 'publisher', ''),
    generos = array(select jsonb_array_elements_text(coalesce(c -> 'generos', '[]'))),
    tamano_aproximado = nullif(c ->> 'tamano_aproximado', ''), aviso_legal = nullif(c ->> 'aviso_legal', ''),
    video_trailer = nullif(c ->> 'video_trailer', ''), category = c ->> 'category',
    descargable = coalesce((c ->> 'descargable')::boolean, true), download_link = nullif(c ->> 'download_link', ''),
    disponibilidad = coalesce((c ->> 'disponibilidad')::boolean, true),
    disponible_al_archivar = case when archivado_at is not null then coalesce((c ->> 'disponibilidad')::boolean, true) end,
    imagenes = array(select i ->> 'url' from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) i)
  where id = p_producto;

  update public.ediciones e set retirada = true
  where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids) and (
    exists (select from public.adquisiciones a where a.edicion_id = e.id)
    or exists (select from public.pagos p where p.edicion_id = e.id)
    or exists (select from public.codigos_canjes k where k.id_edicion = e.id));
  delete from public.ediciones e where e.producto_id = p_producto and not e.retirada and e.id <> all (v_ids);
  -- Names are unique at every moment, and one edition may get the name that another has until now.
  update public.ediciones e set nombre = e.id::text
  from public.lista_json(c -> 'ediciones') n
  where e.producto_id = p_producto and e.id = (n ->> 'id')::uuid and e.nombre <> n ->> 'nombre';
  insert into public.ediciones as e (id, producto_id, nombre, precio, oferta, reserva, download_link, portada_url,
    portada_blur, orden, incluye, incluye_en, fecha_lanzamiento)
  select coalesce((n.v ->> 'id')::uuid, gen_random_uuid()), p_producto, n.v ->> 'nombre', (n.v ->> 'precio')::numeric,
    public.oferta_con_tope((n.v ->> 'oferta')::numeric, (n.v ->> 'precio')::numeric), coalesce((n.v ->> 'reserva')::boolean, false),
    nullif(n.v ->> 'download_link', ''), nullif(n.v ->> 'portada_url', ''), n.v ->> 'portada_blur', n.orden::integer,
    coalesce(n.v ->> 'incluye', ''), nullif(n.v ->> 'incluye_en', ''), (n.v ->> 'fecha_lanzamiento')::date
  from jsonb_array_elements(coalesce(c -> 'ediciones', '[]')) with ordinality n(v, orden)
  on conflict (id) do update set nombre = excluded.nombre, precio = excluded.precio, oferta = excluded.oferta,
    oferta_fija = excluded.oferta_fija, reserva = excluded.reserva, download_link = excluded.download_link,
    portada_url = excluded.portada_url, portada_blur = excluded.portada_blur, orden = excluded.orden,
    incluye = excluded.incluye, incluye_en = excluded.incluye_en, fecha_lanzamiento = excluded.fecha_lanzamiento,
    retirada = false
  where e.producto_id = p_producto;

  delete from public.imagenes_producto where producto_id = p_producto and edicion_id is null and not es_portada;
  insert into public.imagenes_producto (producto_id, url, orden, ancho, alto, blur)
  select p_producto, n.v ->> 'url', n.orden::integer, (n.v ->> 'ancho')::integer, (n.v ->> 'alto')::integer,
    n.v ->> 'blur'
  from jsonb_array_elements(coalesce(c -> 'imagenes', '[]')) with ordinality n(v, orden);
end
$function$;

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
  if jsonb_typeof(v_ediciones) <> 'array' or jsonb_array_length(v_ediciones) > 10 then
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

CREATE OR REPLACE FUNCTION public.oferta_con_tope (
  p_oferta numeric,
  p_precio numeric
)
  RETURNS numeric
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select nullif(least(coalesce(p_oferta, 0), p_precio), 0);
$function$;

REVOKE ALL ON FUNCTION "public"."oferta_con_tope"(numeric, numeric) FROM PUBLIC, "anon", "authenticated", "service_role";
