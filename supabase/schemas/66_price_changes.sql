-- Price changes by creators, without a review and within limits of the shop.

-- The reason why a price or offer is outside the limits, or null. The end of an offer returns to an earlier price,
-- however large the change.
create function privado.motivo_no_precio(
  p_precio numeric, p_oferta numeric, p_precio_nuevo numeric, p_oferta_nueva numeric
) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when p_precio_nuevo is null or p_precio = 0 and p_precio_nuevo <> 0 then 'precio_no_valido'
    when p_precio_nuevo <> p_precio and (p_precio_nuevo < t.precio_minimo or p_precio_nuevo > 99)
      or c.despues < c.antes and c.despues < t.precio_minimo then 'precio_no_valido'
    when abs(p_precio_nuevo - p_precio) * 100 > p_precio * t.precio_cambio_maximo_porcentaje
      or (c.antes - c.despues) * 100 > c.antes * t.precio_cambio_maximo_porcentaje then 'cambio_excesivo'
  end
  from public.configuracion_global t,
    (select least(p_precio, p_oferta) as antes, least(p_precio_nuevo, nullif(p_oferta_nueva, 0)) as despues) c
  where t.id = 1;
$$;

-- Replaces the prices of a content, so that a waiting revision does not restore old ones.
create function privado.con_precios(c jsonb, p_precio numeric, p_oferta numeric, p_ediciones jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select c || jsonb_build_object('precio', p_precio, 'oferta', p_oferta, 'ediciones', coalesce((
    select jsonb_agg(case when n.v is null then e.v
      else e.v || jsonb_build_object('precio', n.v -> 'precio', 'oferta', n.v -> 'oferta') end order by e.orden)
    from privado.lista_json(c -> 'ediciones') with ordinality e(v, orden)
    left join privado.lista_json(p_ediciones) n(v)
      on privado.leer_uuid(n.v ->> 'id') = privado.leer_uuid(e.v ->> 'id')), '[]'));
$$;

-- Changes the price of an edition, and returns the changes. Raises the reason of a refusal.
create function privado.cambiar_precio_de_edicion(p_producto uuid, p_cambio jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_precio constant numeric := (p_cambio ->> 'precio')::numeric;
  v_pedida constant numeric := (p_cambio ->> 'oferta')::numeric;
  v_oferta constant numeric := privado.oferta_con_tope(v_pedida, v_precio);
  v_antes public.ediciones;
  v_despues public.ediciones;
  v_motivo text;
begin
  select * into v_antes from public.ediciones
  where id = (p_cambio ->> 'id')::uuid and producto_id = p_producto and not retirada for no key update;
  if v_antes.id is null then raise exception using errcode = 'UN001', message = 'no_existe'; end if;
  v_motivo := privado.motivo_no_precio(v_antes.precio, v_antes.oferta_fija, v_precio, v_pedida);
  if v_motivo is not null then raise exception using errcode = 'UN001', message = v_motivo; end if;
  update public.ediciones set precio = v_precio, oferta = v_oferta, oferta_fija = v_oferta
  where id = v_antes.id returning * into v_despues;
  -- The struck price of an offer must have been charged before, so it cannot rise during the offer.
  if v_despues.oferta < v_despues.precio and v_despues.precio > v_antes.precio then
    raise exception using errcode = 'UN001', message = 'oferta_sin_precio';
  end if;
  return jsonb_build_object('id', v_despues.id, 'antes', v_antes.precio, 'oferta_antes', v_antes.oferta_fija,
    'precio', v_despues.precio, 'oferta', v_despues.oferta_fija);
end
$$;

-- Changes the prices of a product of the caller and its editions at once. `p_ediciones` has `id`, `precio` and `oferta`
-- of each changed edition. Offers with dates continue.
create function public.cambiar_precios(p_producto uuid, p_precio numeric, p_oferta numeric, p_ediciones jsonb)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ediciones jsonb := coalesce(privado.leer_json(p_ediciones), '[]');
  v_motivo text := privado.motivo_no_publica();
  v_antes public.productos;
  v_despues public.productos;
  v_cambio jsonb;
  v_lista jsonb := '[]'::jsonb;
  v_oferta constant numeric := privado.oferta_con_tope(p_oferta, p_precio);
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select * into v_antes from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v_antes.id is null then return privado.rechazo('no_existe'); end if;
  if v_antes.status <> 'approved' or v_antes.archivado_at is not null then return privado.rechazo('no_publicado'); end if;
  -- The limit applies per price: an edition that is named twice would pass it in steps.
  if jsonb_typeof(v_ediciones) <> 'array' or jsonb_array_length(v_ediciones) > 10
    or (select count(*) > count(distinct (e ->> 'id')::uuid) from privado.lista_json(v_ediciones) e) then
    return privado.rechazo('datos_no_validos');
  end if;
  if (select count(*) from public.auditoria where objeto_tipo = 'producto' and objeto_id = p_producto::text
    and accion = 'cambiar_precio' and actor_id = auth.uid() and created_at > now() - interval '1 day')
    >= (select precio_cambios_por_dia from public.configuracion_global where id = 1) then
    return privado.rechazo('demasiados_cambios');
  end if;
  perform privado.anotar_ofertas(p_producto);
  v_motivo := privado.motivo_no_precio(v_antes.precio, v_antes.oferta_fija, p_precio, p_oferta);
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  update public.productos set precio = p_precio, oferta = v_oferta, oferta_fija = v_oferta
  where id = p_producto returning * into v_despues;
  -- The struck price of an offer must have been charged before, so it cannot rise during the offer.
  if v_despues.oferta < v_despues.precio and v_despues.precio > v_antes.precio then
    raise exception using errcode = 'UN001', message = 'oferta_sin_precio';
  end if;
  for v_cambio in select jsonb_array_elements(v_ediciones) loop
    v_lista := v_lista || privado.cambiar_precio_de_edicion(p_producto, v_cambio);
  end loop;
  update public.revisiones_producto
  set contenido = privado.con_precios(contenido, p_precio, v_despues.oferta_fija, v_ediciones)
  where producto_id = p_producto and estado = 'pendiente';
  perform privado.anotar('cambiar_precio', 'producto', p_producto::text,
    jsonb_build_object('precio', v_antes.precio, 'oferta', v_antes.oferta_fija),
    jsonb_build_object('precio', v_despues.precio, 'oferta', v_despues.oferta_fija, 'ediciones', v_lista));
  return jsonb_build_object('ok', true, 'slug', v_despues.slug);
exception
  when sqlstate 'UN001' then return privado.rechazo(sqlerrm);
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range
    then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.cambiar_precios(uuid, numeric, numeric, jsonb) to authenticated;

-- Plans an offer for a product or edition of the caller, from the start of a day to the end of one. One at a time.
create function public.programar_oferta(
  p_producto uuid, p_edicion uuid, p_precio numeric, p_desde date, p_hasta date, p_descripcion text,
  p_descripcion_en text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_producto public.productos;
  v_precio numeric;
  v_desde timestamptz := privado.inicio_del_dia(p_desde);
  v_hasta timestamptz := privado.inicio_del_dia(p_hasta + 1);
  v_oferta public.ofertas;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select * into v_producto from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  if v_producto.status <> 'approved' or v_producto.archivado_at is not null then
    return privado.rechazo('no_publicado');
  end if;
  v_precio := v_producto.precio;
  if p_edicion is not null then
    select precio into v_precio from public.ediciones where id = p_edicion and producto_id = p_producto and not retirada;
    if v_precio is null then return privado.rechazo('no_existe'); end if;
  end if;
  if p_precio is null or p_precio >= v_precio
    or p_precio < (select precio_minimo from public.configuracion_global where id = 1) then
    return privado.rechazo('precio_no_valido');
  end if;
  if p_desde is null or p_hasta is null or p_desde < privado.hoy() or p_desde > privado.hoy() + 365
    or p_hasta < p_desde or p_hasta > p_desde + 90 then
    return privado.rechazo('fechas_no_validas');
  end if;
  if exists (select from public.ofertas o where o.producto_id = p_producto
    and o.edicion_id is not distinct from p_edicion and o.desde < v_hasta and o.hasta > greatest(v_desde, now())) then
    return privado.rechazo('oferta_solapada');
  end if;
  if (select count(*) from public.ofertas o where o.producto_id = p_producto and o.hasta > now()) >= 20 then
    return privado.rechazo('demasiadas_ofertas');
  end if;
  -- Each started offer adds two prices to the history and notifies everybody who saved the product. Ends need no limit:
  -- there are no more of them.
  if not privado.contar_intento('oferta', p_producto::text, 30, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.ofertas (producto_id, edicion_id, precio, desde, hasta, descripcion, descripcion_en)
  values (p_producto, p_edicion, p_precio, greatest(v_desde, now()), v_hasta, coalesce(btrim(p_descripcion), ''),
    nullif(btrim(p_descripcion_en), ''))
  returning * into v_oferta;
  perform privado.anotar_ofertas(p_producto);
  perform privado.anotar('programar_oferta', 'producto', p_producto::text, null, to_jsonb(v_oferta));
  return jsonb_build_object('ok', true, 'oferta_id', v_oferta.id, 'slug', v_producto.slug,
    'empezada', v_oferta.desde <= now());
exception
  when check_violation or numeric_value_out_of_range or datetime_field_overflow
    then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.programar_oferta(uuid, uuid, numeric, date, date, text, text) to authenticated;

-- Ends an offer of the caller now; deletes one that has not begun.
create function public.cancelar_oferta(p_oferta uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_oferta public.ofertas;
  v_slug text;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select p.slug into v_slug from public.ofertas o join public.productos p on p.id = o.producto_id
  where o.id = p_oferta and p.usuario_id = auth.uid() for no key update of p;
  select * into v_oferta from public.ofertas where id = p_oferta for no key update;
  if v_slug is null or v_oferta.id is null then return privado.rechazo('no_existe'); end if;
  if v_oferta.hasta <= now() then return privado.rechazo('ya_terminada'); end if;
  if v_oferta.desde > now() then
    delete from public.ofertas where id = p_oferta;
  else
    perform privado.anotar_ofertas(v_oferta.producto_id);
    update public.ofertas set hasta = greatest(now(), desde + interval '1 microsecond'), cancelada_at = now()
    where id = p_oferta;
    perform privado.anotar_ofertas(v_oferta.producto_id);
  end if;
  perform privado.anotar('cancelar_oferta', 'producto', v_oferta.producto_id::text, to_jsonb(v_oferta), null);
  return jsonb_build_object('ok', true, 'slug', v_slug);
end
$$;
grant execute on function public.cancelar_oferta(uuid) to authenticated;
