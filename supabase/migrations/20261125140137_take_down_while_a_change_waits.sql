-- Made from supabase/schemas by `npm run db:migration take_down_while_a_change_waits`.

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
  v_revision uuid;
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
  -- What is on sale is taken down all the same, and the change of it that waits is rejected with it.
  if c ? 'status' and c ->> 'status' <> v_antes.status then
    select id into v_revision from public.revisiones_producto where producto_id = p_producto and estado = 'pendiente';
    if v_revision is not null and v_antes.status = 'approved' and c ->> 'status' = 'rejected' then
      perform public.resolver_revision(v_revision, false, '{otro}', null);
    elsif v_revision is not null then
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
