-- Fields of people and products that admins see and edit; each change is logged.

-- One person with their history.
create function public.admin_usuario(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_usuario public.usuarios_meta;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_usuario from public.usuarios_meta where id = p_usuario;
  if v_usuario.id is null then return privado.rechazo('usuario_no_existe'); end if;
  return privado.ficha_usuario(v_usuario) || jsonb_build_object('ok', true,
    'infracciones', v_usuario.infracciones, 'ultima_infraccion', v_usuario.ultima_infraccion,
    'actos', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'accion', x.accion, 'antes', x.antes, 'despues', x.despues,
        'motivo', x.motivo, 'created_at', x.created_at, 'actor', (
          select a.display_name from public.usuarios_meta a where a.id = x.actor_id)) order by x.id desc)
      from (select * from public.auditoria where objeto_tipo = 'usuario' and objeto_id = p_usuario::text
        order by created_at desc limit 50) x), '[]'));
end
$$;
grant execute on function public.admin_usuario(uuid) to authenticated;

-- Edits display_name, reputacion, uncoins and role. Coins change through their ledger.
create function privado.editar_usuario(p_usuario uuid, p_cambios jsonb, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_antes public.usuarios_meta;
  v_hecho jsonb;
  v_movimiento integer;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.solo_claves(v_cambios, array['display_name', 'reputacion', 'uncoins', 'role']) then
    return privado.rechazo('datos_no_validos');
  end if;
  if not privado.es_motivo(p_motivo) then
    return privado.rechazo('motivo_no_valido');
  end if;
  if v_cambios ? 'role' then
    v_hecho := public.cambiar_rol(p_usuario, v_cambios ->> 'role', p_motivo);
    if not (v_hecho ->> 'ok')::boolean then return v_hecho; end if;
  end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return privado.rechazo('usuario_no_existe'); end if;
  if v_cambios ? 'display_name' and v_cambios ->> 'display_name' <> v_antes.display_name then
    update public.usuarios_meta set display_name = v_cambios ->> 'display_name' where id = p_usuario;
  end if;
  if v_cambios ? 'reputacion' and v_cambios ->> 'reputacion' <> v_antes.reputacion then
    v_hecho := public.cambiar_reputacion(p_usuario, v_cambios ->> 'reputacion', btrim(p_motivo));
    -- A refusal rolls back all changes of the form.
    if not (v_hecho ->> 'ok')::boolean then raise exception using errcode = 'UN001', message = v_hecho ->> 'error'; end if;
  end if;
  v_movimiento := (v_cambios ->> 'uncoins')::integer - v_antes.uncoins;
  if v_movimiento <> 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave)
    values (p_usuario, v_movimiento, 'ajuste', 'ajuste:' || gen_random_uuid());
  end if;
  -- Role and reputation have acts of their own.
  v_cambios := privado.lo_cambiado(v_cambios - array['role', 'reputacion'], to_jsonb(v_antes));
  if v_cambios <> '{}' then
    perform privado.anotar('editar_usuario', 'usuario', p_usuario::text, privado.parte_de(to_jsonb(v_antes), v_cambios),
      v_cambios, btrim(p_motivo));
  end if;
  return jsonb_build_object('ok', true);
exception
  when sqlstate 'UN001' then return privado.rechazo(sqlerrm);
  when unique_violation then return privado.rechazo('nombre_ocupado');
  when check_violation or invalid_text_representation or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;

-- The offer without dates of a product, which no table exposes.
create function public.admin_oferta_fija(p_producto uuid) returns numeric
language sql stable security definer set search_path = '' as $$
  select oferta_fija from public.productos where id = p_producto and privado.es_admin();
$$;
grant execute on function public.admin_oferta_fija(uuid) to authenticated;

-- Edits slug, price, offer (without dates), status, availability, stock and featured flag. An admin may set 0. Texts
-- and pictures have a separate function, which notifies the creator (`guardar_contenido`). Rejecting requires a reason,
-- which the creator reads. Approving a product that was never on sale approves its last submission.
create function privado.editar_producto(p_producto uuid, p_cambios jsonb, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  c jsonb := privado.leer_json(p_cambios);
  v_antes public.productos;
  v_despues public.productos;
  v_revision uuid;
  v_precio numeric;
  v_oferta numeric;
  v_fila jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.solo_claves(c, array['slug', 'precio', 'oferta', 'status', 'disponibilidad', 'stock', 'unidades',
    'destacado']) then
    return privado.rechazo('datos_no_validos');
  end if;
  select * into v_antes from public.productos where id = p_producto for no key update;
  if v_antes.id is null then return privado.rechazo('no_existe'); end if;
  v_precio := case when c ? 'precio' then (c ->> 'precio')::numeric else v_antes.precio end;
  -- The form of the creator accepts no other price.
  if c ? 'precio' and not privado.precio_valido(jsonb_build_object('precio', v_precio)) then
    return privado.rechazo('datos_no_validos');
  end if;
  -- The state of a product with a waiting revision is decided in the queue, and `pending` needs a revision. A product
  -- on sale can always be taken down, which rejects its waiting change.
  if c ? 'status' and c ->> 'status' <> v_antes.status then
    select id into v_revision from public.revisiones_producto where producto_id = p_producto and estado = 'pendiente';
    if v_revision is not null and (v_antes.status <> 'approved' or c ->> 'status' <> 'rejected') then
      return privado.rechazo('en_revision');
    end if;
    if c ->> 'status' = 'pending' then return privado.rechazo('sin_revision'); end if;
    if c ->> 'status' = 'rejected' and not privado.es_motivo(p_motivo) then return privado.rechazo('motivo_no_valido'); end if;
    if v_revision is not null then perform privado.resolver_revision(v_revision, false, '{otro}', p_motivo); end if;
  end if;
  v_oferta := privado.oferta_con_tope(
    case when c ? 'oferta' then (c ->> 'oferta')::numeric else v_antes.oferta_fija end, v_precio);
  update public.productos set
    slug = case when c ? 'slug' then c ->> 'slug' else slug end,
    precio = v_precio, oferta = v_oferta, oferta_fija = v_oferta,
    status = case when c ? 'status' then c ->> 'status' else status end,
    disponibilidad = case when c ? 'disponibilidad' then (c ->> 'disponibilidad')::boolean else disponibilidad end,
    stock = case when c ? 'stock' then (c ->> 'stock')::boolean else stock end,
    unidades = case when c ? 'unidades' then (c ->> 'unidades')::integer else unidades end,
    destacado = case when c ? 'destacado' then (c ->> 'destacado')::boolean else destacado end
  where id = p_producto returning * into v_despues;
  -- As for creators, the struck price of an offer without dates was charged before. An offer with dates does not keep an
  -- admin from raising the price: what is struck beside it is the lowest price of 30 days (`minimo_30_dias`).
  if c ?| array['precio', 'oferta'] and v_despues.oferta_fija < v_despues.precio
    and (v_antes.publicado_at is null or v_despues.precio > v_antes.precio) then
    raise exception using errcode = 'UN001', message = 'oferta_sin_precio';
  end if;
  if v_antes.status = 'approved' and v_despues.status = 'rejected' then
    perform privado.tomar_medida('producto', p_producto, v_antes.usuario_id, p_motivo);
  elsif v_antes.publicado_at is null and v_despues.status = 'approved' then
    -- Versions and bundles of a product that was never on sale exist in its last submission only.
    update public.revisiones_producto set estado = 'aprobada', motivos = '{}', nota = null, decidida_at = now(),
      decidida_por = auth.uid()
    where estado in ('rechazada', 'cancelada') and id = (
      select r.id from public.revisiones_producto r where r.producto_id = p_producto order by r.enviada_at desc limit 1)
    returning id into v_revision;
    if v_revision is not null then
      insert into public.correos (clave, user_id, plantilla, datos)
      values ('revision:' || v_revision || ':aprobada', v_despues.usuario_id, 'revision', jsonb_build_object(
        'aprobada', true, 'nombre', v_despues.nombre, 'slug', v_despues.slug, 'motivos', '[]'::jsonb, 'nota', null));
    end if;
  end if;
  v_fila := to_jsonb(v_antes) || jsonb_build_object('oferta', v_antes.oferta_fija);
  c := privado.lo_cambiado(
    privado.parte_de(to_jsonb(v_despues) || jsonb_build_object('oferta', v_despues.oferta_fija), c), v_fila);
  if c <> '{}' then
    perform privado.anotar('editar_producto', 'producto', p_producto::text, privado.parte_de(v_fila, c), c,
      nullif(btrim(p_motivo), ''));
  end if;
  return jsonb_build_object('ok', true, 'slug', v_despues.slug);
exception
  when sqlstate 'UN001' then return privado.rechazo(sqlerrm);
  when unique_violation then return privado.rechazo('slug_ocupado');
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;
