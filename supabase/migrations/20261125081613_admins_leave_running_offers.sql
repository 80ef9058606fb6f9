-- Made from supabase/schemas by `npm run db:migration admins_leave_running_offers`.

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
  -- Capped at the price; none is null.
  v_oferta := nullif(least(coalesce(case when c ? 'oferta' then (c ->> 'oferta')::numeric else v_antes.oferta_fija end, 0),
    v_precio), 0);
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

CREATE OR REPLACE FUNCTION public.admin_oferta_fija (
  p_producto uuid
)
  RETURNS numeric
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select oferta_fija from public.productos where id = p_producto and public.es_admin();
$function$;

REVOKE ALL ON FUNCTION "public"."admin_oferta_fija"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.campos_producto (
  p public.productos
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('nombre', p.nombre, 'slug', p.slug, 'precio', p.precio, 'oferta', coalesce(p.oferta_fija, 0),
    'status', p.status, 'disponibilidad', p.disponibilidad, 'stock', p.stock, 'unidades', p.unidades,
    'destacado', p.destacado, 'video_trailer', coalesce(p.video_trailer, ''));
$function$;

CREATE OR REPLACE FUNCTION public.guardar_producto (
  p_producto uuid,
  p_base     jsonb,
  p_cambios  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_base jsonb := public.leer_json(p_base);
  v_cambios jsonb := public.leer_json(p_cambios);
  v_antes jsonb;
  v_despues jsonb;
  v_choque jsonb;
  v_respuesta jsonb;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if not public.tiene_base(v_base, v_cambios) then return public.rechazo('datos_no_validos'); end if;
  select public.campos_producto(p) into v_antes from public.productos p where p.id = p_producto for no key update;
  if v_antes is null then return public.rechazo('no_existe'); end if;
  v_choque := public.choques(v_antes, v_base, v_cambios);
  if v_choque is not null then return v_choque || public.rechazo('conflicto'); end if;
  v_respuesta := public.admin_editar_producto(p_producto, v_cambios);
  if not (v_respuesta ->> 'ok')::boolean then return v_respuesta; end if;
  select public.campos_producto(p) into v_despues from public.productos p where p.id = p_producto;
  update public.revisiones_producto r set contenido = r.contenido || c.nuevo
  from (
    select jsonb_object_agg(k, v_despues -> k) as nuevo
    from unnest(array['nombre', 'precio', 'oferta', 'disponibilidad', 'video_trailer']) k, public.revisiones_producto e
    where e.producto_id = p_producto and e.estado = 'pendiente'
      and v_despues -> k is distinct from v_antes -> k
      and public.sin_vacio(e.contenido -> k) = public.sin_vacio(v_antes -> k)
  ) c
  where r.producto_id = p_producto and r.estado = 'pendiente' and c.nuevo is not null;
  return v_respuesta;
end
$function$;

GRANT EXECUTE ON FUNCTION "public"."admin_oferta_fija"(uuid) TO "authenticated";
