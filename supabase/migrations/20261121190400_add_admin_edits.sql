-- What an admin may change of people, products, coupons and codes: exactly these fields, each change in the log.

create function public.solo_claves(p_cambios jsonb, p_permitidas text[]) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_cambios) = 'object' and not exists (
    select from jsonb_object_keys(p_cambios) k where k <> all (p_permitidas));
$$;

-- Of `antes`, what `p_cambios` is about to change.
create function public.parte_de(p_objeto jsonb, p_cambios jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(k, p_objeto -> k), '{}') from jsonb_object_keys(p_cambios) k;
$$;

-- display_name, reputacion, uncoins and role (SPEC §6). Coins change through their ledger, so that it always adds up.
create function public.admin_editar_usuario(p_usuario uuid, p_cambios jsonb, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cambios jsonb := public.leer_json(p_cambios);
  v_antes public.usuarios_meta;
  v_rol jsonb;
  v_movimiento integer;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if not public.solo_claves(v_cambios, array['display_name', 'reputacion', 'uncoins', 'role']) then
    return public.rechazo('datos_no_validos');
  end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return public.rechazo('motivo_no_valido');
  end if;
  if v_cambios ? 'role' then
    v_rol := public.cambiar_rol(p_usuario, v_cambios ->> 'role');
    if not (v_rol ->> 'ok')::boolean then return v_rol; end if;
  end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return public.rechazo('usuario_no_existe'); end if;
  if v_cambios ? 'display_name' and v_cambios ->> 'display_name' <> v_antes.display_name then
    update public.usuarios_meta set display_name = v_cambios ->> 'display_name' where id = p_usuario;
  end if;
  if v_cambios ? 'reputacion' and v_cambios ->> 'reputacion' <> v_antes.reputacion then
    perform public.cambiar_reputacion(p_usuario, v_cambios ->> 'reputacion', btrim(p_motivo));
  end if;
  v_movimiento := (v_cambios ->> 'uncoins')::integer - v_antes.uncoins;
  if v_movimiento <> 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave)
    values (p_usuario, v_movimiento, 'ajuste', 'ajuste:' || gen_random_uuid());
  end if;
  perform public.anotar('editar_usuario', 'usuario', p_usuario::text, public.parte_de(to_jsonb(v_antes), v_cambios),
    v_cambios, btrim(p_motivo));
  return jsonb_build_object('ok', true);
exception
  when unique_violation then return public.rechazo('nombre_ocupado');
  when check_violation or invalid_text_representation or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$$;

-- name, slug, price, offer, status, availability, stock, featured flag and trailer (SPEC §6). An admin may set 0.
create function public.admin_editar_producto(p_producto uuid, p_cambios jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  c jsonb := public.leer_json(p_cambios);
  v_antes public.productos;
  v_precio numeric;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if not public.solo_claves(c, array['nombre', 'slug', 'precio', 'oferta', 'status', 'disponibilidad', 'stock',
    'unidades', 'destacado', 'video_trailer']) then
    return public.rechazo('datos_no_validos');
  end if;
  select * into v_antes from public.productos where id = p_producto for no key update;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  v_precio := case when c ? 'precio' then (c ->> 'precio')::numeric else v_antes.precio end;
  update public.productos set
    nombre = case when c ? 'nombre' then c ->> 'nombre' else nombre end,
    slug = case when c ? 'slug' then c ->> 'slug' else slug end,
    precio = v_precio,
    -- Capped at the price; none is null (SPEC §5).
    oferta = nullif(least(case when c ? 'oferta' then (c ->> 'oferta')::numeric else oferta end, v_precio), 0),
    status = case when c ? 'status' then c ->> 'status' else status end,
    disponibilidad = case when c ? 'disponibilidad' then (c ->> 'disponibilidad')::boolean else disponibilidad end,
    stock = case when c ? 'stock' then (c ->> 'stock')::boolean else stock end,
    unidades = case when c ? 'unidades' then (c ->> 'unidades')::integer else unidades end,
    destacado = case when c ? 'destacado' then (c ->> 'destacado')::boolean else destacado end,
    video_trailer = case when c ? 'video_trailer' then nullif(c ->> 'video_trailer', '') else video_trailer end
  where id = p_producto;
  perform public.anotar('editar_producto', 'producto', p_producto::text, public.parte_de(to_jsonb(v_antes), c), c);
  return jsonb_build_object('ok', true, 'slug', coalesce(c ->> 'slug', v_antes.slug));
exception
  when unique_violation then return public.rechazo('slug_ocupado');
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$$;

create function public.admin_guardar_cupon(
  p_cupon uuid, p_codigo text, p_producto uuid, p_porcentaje integer, p_caduca_at timestamptz, p_usos_max integer,
  p_usos_por_usuario integer
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.codigos_cupones;
  v_despues public.codigos_cupones;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_cupon is not null then
    select * into v_antes from public.codigos_cupones where id = p_cupon for no key update;
    if v_antes.id is null then return public.rechazo('no_existe'); end if;
    update public.codigos_cupones set codigo = btrim(p_codigo), product_id = p_producto,
      percent_discount = p_porcentaje, caduca_at = p_caduca_at, usos_max = p_usos_max,
      usos_por_usuario = p_usos_por_usuario
    where id = p_cupon returning * into v_despues;
  else
    insert into public.codigos_cupones (codigo, product_id, percent_discount, caduca_at, usos_max, usos_por_usuario)
    values (btrim(p_codigo), p_producto, p_porcentaje, p_caduca_at, p_usos_max, p_usos_por_usuario)
    returning * into v_despues;
  end if;
  perform public.anotar('guardar_cupon', 'cupon', v_despues.id::text,
    case when v_antes.id is not null then to_jsonb(v_antes) end, to_jsonb(v_despues));
  return jsonb_build_object('ok', true, 'cupon_id', v_despues.id);
exception
  when unique_violation then return public.rechazo('codigo_ocupado');
  when check_violation or not_null_violation or foreign_key_violation then return public.rechazo('datos_no_validos');
end
$$;

create function public.admin_borrar_cupon(p_cupon uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.codigos_cupones;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  delete from public.codigos_cupones where id = p_cupon returning * into v_antes;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  perform public.anotar('borrar_cupon', 'cupon', p_cupon::text, to_jsonb(v_antes), null);
  return jsonb_build_object('ok', true);
end
$$;

-- Codes nobody guesses: 16 of 32 characters that are not mistaken for one another.
create function public.codigo_nuevo() returns text
language sql volatile set search_path = '' as $$
  select string_agg(substr('ABCDEFGHJKLMNPQRSTUVWXYZ23456789', 1 + get_byte(b.bytes, i) % 32, 1)
    || case when i in (3, 7, 11) then '-' else '' end, '' order by i)
  from (select decode(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex') as bytes) b,
    generate_series(0, 15) i;
$$;

create function public.admin_generar_codigos(p_producto uuid, p_edicion uuid, p_cuantos integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_codigos text[];
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_cuantos is null or p_cuantos not between 1 and 1000 then return public.rechazo('cantidad_no_valida'); end if;
  if not exists (select from public.productos where id = p_producto and uncoins is null) then
    return public.rechazo('no_existe');
  end if;
  with nuevos as (
    insert into public.codigos_canjes (codigo, id_producto, id_edicion)
    select public.codigo_nuevo(), p_producto, p_edicion from generate_series(1, p_cuantos)
    returning codigo
  )
  select array_agg(codigo) into v_codigos from nuevos;
  perform public.anotar('generar_codigos', 'producto', p_producto::text, null,
    jsonb_build_object('cuantos', p_cuantos, 'edicion_id', p_edicion));
  return jsonb_build_object('ok', true, 'codigos', to_jsonb(v_codigos));
exception
  when foreign_key_violation then return public.rechazo('no_existe');
end
$$;

-- Admins read what nobody else may: coupons, codes, provider events, and the private state of people.
grant select on public.codigos_cupones, public.codigos_canjes, public.eventos_proveedor to authenticated;
create policy codigos_cupones_select on public.codigos_cupones for select to authenticated
  using ((select public.es_admin()));
create policy codigos_canjes_select on public.codigos_canjes for select to authenticated
  using ((select public.es_admin()));
create policy eventos_proveedor_select on public.eventos_proveedor for select to authenticated
  using ((select public.es_admin()));

revoke execute on all functions in schema public from public;
grant execute on function public.admin_editar_usuario(uuid, jsonb, text), public.admin_editar_producto(uuid, jsonb),
  public.admin_guardar_cupon(uuid, text, uuid, integer, timestamptz, integer, integer),
  public.admin_borrar_cupon(uuid), public.admin_generar_codigos(uuid, uuid, integer) to authenticated;
