-- Concurrent forms (optimistic lock). Each sends loaded and changed values; under a row lock, a field that another
-- person has changed is a conflict, and nothing is saved.

-- A product's row with the values of its form: with the offer without dates.
create function privado.campos_producto(p public.productos) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('slug', p.slug, 'precio', p.precio, 'oferta', coalesce(p.oferta_fija, 0), 'status', p.status,
    'disponibilidad', p.disponibilidad, 'stock', p.stock, 'unidades', p.unidades, 'destacado', p.destacado);
$$;

-- A value of a content, with null for an empty text and 0.
create function privado.sin_vacio(p_valor jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select case when p_valor is null or p_valor in ('null', '""') then '0' else p_valor end;
$$;

-- Saves changes of a product. A waiting revision with the old value of a field gets the new one, so that its approval
-- does not undo the change; without one, the last rejected revision does, because it may be sent again.
create function public.guardar_producto(p_producto uuid, p_base jsonb, p_cambios jsonb, p_motivo text default null)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_base jsonb := privado.leer_json(p_base);
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_antes jsonb;
  v_despues jsonb;
  v_choque jsonb;
  v_respuesta jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.tiene_base(v_base, v_cambios) then return privado.rechazo('datos_no_validos'); end if;
  select privado.campos_producto(p) into v_antes from public.productos p where p.id = p_producto for no key update;
  if v_antes is null then return privado.rechazo('no_existe'); end if;
  v_choque := privado.choques(v_antes, v_base, v_cambios);
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  v_respuesta := privado.editar_producto(p_producto, v_cambios, p_motivo);
  if not (v_respuesta ->> 'ok')::boolean then return v_respuesta; end if;
  select privado.campos_producto(p) into v_despues from public.productos p where p.id = p_producto;
  update public.revisiones_producto r set contenido = r.contenido || c.nuevo
  from (
    select e.id, jsonb_object_agg(k, v_despues -> k) as nuevo
    from unnest(array['precio', 'oferta', 'disponibilidad']) k, (
      select * from public.revisiones_producto where producto_id = p_producto and estado in ('pendiente', 'rechazada')
      order by estado = 'pendiente' desc, enviada_at desc limit 1) e
    where v_despues -> k is distinct from v_antes -> k
      and privado.sin_vacio(e.contenido -> k) = privado.sin_vacio(v_antes -> k)
    group by e.id
  ) c
  where r.id = c.id;
  return v_respuesta;
end
$$;
grant execute on function public.guardar_producto(uuid, jsonb, jsonb, text) to authenticated;

-- The texts and pictures of the editions and bundles of a content, by `<list>.<id>.<field>`. New ones have no id, and
-- are left out.
create function privado.textos_de_partes(c jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(l.lista || '.' || (e ->> 'id') || '.' || k, to_jsonb(coalesce(e ->> k, ''))), '{}')
  from (values ('ediciones', array['nombre', 'nombre_en', 'incluye', 'incluye_en', 'portada_url']),
    ('bundles', array['nombre', 'nombre_en', 'descripcion', 'descripcion_en'])) l(lista, campos)
  cross join lateral privado.lista_json(c -> l.lista) e cross join unnest(l.campos) k
  where e ->> 'id' is not null;
$$;

-- The texts and pictures of a content, in the order of their form: pictures by their addresses.
create function privado.textos_e_imagenes(c jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_object_agg(k, to_jsonb(coalesce(c ->> k, ''))) || jsonb_build_object(
    'generos', coalesce((select jsonb_agg(g order by n) from privado.lista_json(c -> 'generos') with ordinality l(g, n)), '[]'),
    'imagenes', coalesce((select jsonb_agg(i -> 'url' order by n)
      from privado.lista_json(c -> 'imagenes') with ordinality l(i, n)), '[]')) || privado.textos_de_partes(c)
  from unnest(array['nombre', 'nombre_en', 'acerca_de', 'acerca_de_en', 'descripcion', 'descripcion_en', 'desarrollador',
    'publisher', 'aviso_legal', 'aviso_legal_en', 'portada_url', 'banner_url', 'video_trailer']) k;
$$;

-- The entries of a list of a content with changes by `<list>.<id>.<field>`.
create function privado.partes_con(c jsonb, p_lista text, p_cambios jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_agg(e || coalesce((
      select jsonb_object_agg(split_part(k, '.', 3), v) from jsonb_each(p_cambios) x(k, v)
      where starts_with(k, p_lista || '.' || (e ->> 'id') || '.')), '{}') order by n), '[]')
  from privado.lista_json(c -> p_lista) with ordinality l(e, n);
$$;

-- A content with changes of texts and pictures: those of the gallery by their addresses.
create function privado.con_textos(c jsonb, p_cambios jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select c || coalesce((select jsonb_object_agg(k, v) from jsonb_each(p_cambios) x(k, v) where k !~ '[.]'), '{}')
    || case when p_cambios ? 'imagenes' then jsonb_build_object('imagenes', (
        select coalesce(jsonb_agg(jsonb_build_object('url', i) order by n), '[]')
        from privado.lista_json(p_cambios -> 'imagenes') with ordinality l(i, n))) else '{}' end
    || case when c ? 'ediciones' then jsonb_build_object('ediciones', privado.partes_con(c, 'ediciones', p_cambios)) else '{}' end
    || case when c ? 'bundles' then jsonb_build_object('bundles', privado.partes_con(c, 'bundles', p_cambios)) else '{}' end;
$$;

-- True if changes of texts and pictures affect a part of a content: `<list>.` or `<list>.<id>.`.
create function privado.cambia_parte(p_cambios jsonb, p_parte text) returns boolean
language sql immutable set search_path = '' as $$
  select exists (select from jsonb_object_keys(p_cambios) k where starts_with(k, p_parte));
$$;

-- True if texts and pictures obey the rules of a submission. Nothing else of the content is checked.
create function privado.textos_validos(c jsonb, p_cambios jsonb) returns boolean
language sql stable set search_path = '' as $$
  select privado.contenido_valido('{"category": "plugin", "precio": 0, "descargable": false}'::jsonb
    || privado.textos_e_imagenes(c) || (select coalesce(jsonb_object_agg(k, v), '{}') from jsonb_each(p_cambios) x(k, v) where k !~ '[.]')
    || jsonb_build_object('imagenes', c -> 'imagenes',
      'ediciones', (select coalesce(jsonb_agg(e || '{"precio": 0, "oferta": 0, "download_link": null, "fecha_lanzamiento": null}'), '[]')
        from privado.lista_json(c -> 'ediciones') e where privado.cambia_parte(p_cambios, 'ediciones.')),
      'bundles', (select coalesce(jsonb_agg(e), '[]')
        from privado.lista_json(c -> 'bundles') e where privado.cambia_parte(p_cambios, 'bundles.'))));
$$;

-- Writes changed fields into the last rejected revision if it has their old value, so that sending it again does not
-- restore the old value.
create function privado.corregir_rechazada(p_producto uuid, p_antes jsonb, p_cambios jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  update public.revisiones_producto r
  set contenido = privado.con_imagenes_conocidas(p_producto, privado.con_textos(r.contenido, x.nuevo))
  from (
    select e.id, jsonb_object_agg(k, p_cambios -> k) as nuevo
    from (select * from public.revisiones_producto where producto_id = p_producto and estado = 'rechazada'
      order by enviada_at desc limit 1) e
    cross join jsonb_object_keys(p_cambios) k
    where privado.textos_e_imagenes(e.contenido) -> k = p_antes -> k
    group by e.id) x
  where r.id = x.id;
$$;

-- Notifies the creator of a product of a change by the team, with its reason.
create function privado.avisar_de_edicion(p_producto public.productos, p_despues jsonb, p_cambios jsonb, p_motivo text)
returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_clave constant text := 'producto_editado:' || gen_random_uuid();
  v_datos constant jsonb := jsonb_build_object('nombre', p_despues ->> 'nombre',
    'nombre_en', nullif(p_despues ->> 'nombre_en', ''), 'slug', p_producto.slug,
    'campos', (select jsonb_agg(distinct split_part(k, '.', 1)) from jsonb_object_keys(p_cambios) k));
begin
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (p_producto.usuario_id, 'producto_editado', v_clave, v_datos);
  perform privado.escribir_con_medida(p_producto.usuario_id, 'producto_editado', v_clave,
    v_datos || jsonb_build_object('texto', trim(p_motivo)));
end
$$;

-- Saves texts and pictures of a product, its editions and its bundles for their creator, with a reason that the creator reads;
-- price, files and owner stay. The rules are those of a submission. While a revision waits, the queue decides.
create function public.guardar_contenido(p_producto uuid, p_base jsonb, p_cambios jsonb, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_base jsonb := privado.leer_json(p_base);
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_producto public.productos;
  v_contenido jsonb;
  v_antes jsonb;
  v_despues jsonb;
  v_choque jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.es_motivo(p_motivo) then return privado.rechazo('motivo_no_valido'); end if;
  select * into v_producto from public.productos where id = p_producto and category <> 'uncoins' for no key update;
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  if exists (select from public.revisiones_producto where producto_id = p_producto and estado = 'pendiente') then
    return privado.rechazo('en_revision');
  end if;
  v_contenido := privado.contenido_de(v_producto);
  v_antes := privado.textos_e_imagenes(v_contenido);
  if not privado.tiene_base(v_base, v_cambios) then return privado.rechazo('datos_no_validos'); end if;
  -- An edition or a bundle that its creator has taken out since the form was loaded.
  if exists (select from jsonb_object_keys(v_cambios) k where k ~ '^(ediciones|bundles)[.]' and not v_antes ? k) then
    return privado.rechazo('parte_no_existe');
  end if;
  if not privado.solo_claves(v_cambios, array(select jsonb_object_keys(v_antes))) then
    return privado.rechazo('datos_no_validos');
  end if;
  v_choque := privado.choques(v_antes, v_base, v_cambios);
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  v_cambios := privado.lo_cambiado(v_cambios, v_antes);
  if v_cambios = '{}' then return jsonb_build_object('ok', true, 'slug', v_producto.slug); end if;
  v_contenido := privado.con_imagenes_conocidas(p_producto, privado.con_textos(v_contenido, v_cambios));
  if (select count(distinct lower(btrim(e ->> 'nombre'))) < count(*) from privado.lista_json(v_contenido -> 'ediciones') e)
    and privado.cambia_parte(v_cambios, 'ediciones.') then
    return privado.rechazo('edicion_repetida');
  end if;
  if not privado.textos_validos(v_contenido, v_cambios) then return privado.rechazo('datos_no_validos'); end if;
  perform privado.aplicar_contenido(p_producto, v_contenido);
  update public.bundles b set nombre = n ->> 'nombre', nombre_en = nullif(n ->> 'nombre_en', ''),
    descripcion = coalesce(n ->> 'descripcion', ''), descripcion_en = nullif(n ->> 'descripcion_en', '')
  from privado.lista_json(v_contenido -> 'bundles') n
  where b.id = (n ->> 'id')::uuid and b.producto_id = p_producto and privado.cambia_parte(v_cambios, 'bundles.' || b.id || '.');
  select privado.textos_e_imagenes(privado.contenido_de(p)) into v_despues from public.productos p where p.id = p_producto;
  v_cambios := privado.lo_cambiado(v_despues, v_antes);
  perform privado.corregir_rechazada(p_producto, v_antes, v_cambios);
  perform privado.anotar('editar_contenido', 'producto', p_producto::text, privado.parte_de(v_antes, v_cambios), v_cambios,
    trim(p_motivo));
  if v_producto.usuario_id <> auth.uid() then
    perform privado.avisar_de_edicion(v_producto, v_despues, v_cambios, p_motivo);
  end if;
  return jsonb_build_object('ok', true, 'slug', v_producto.slug);
exception
  when check_violation or not_null_violation or invalid_text_representation or string_data_right_truncation
    or invalid_parameter_value then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.guardar_contenido(uuid, jsonb, jsonb, text) to authenticated;

-- Changes of a product's texts and pictures by admins, newest first, for its creator and moderators, with the names of
-- editions and bundles by their ids. Admins are not named.
create function public.cambios_del_equipo(p_producto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'antes', x.antes, 'despues', x.despues, 'motivo', x.motivo,
    'created_at', x.created_at, 'partes', coalesce((
      select jsonb_object_agg(y.id, y.nombre) from (
        select e.id, e.nombre from public.ediciones e where e.producto_id = p_producto
        union all select b.id, b.nombre from public.bundles b where b.producto_id = p_producto) y
      where privado.cambia_parte(x.despues, 'ediciones.' || y.id) or privado.cambia_parte(x.despues, 'bundles.' || y.id)), '{}')) order by x.id desc), '[]')
  from (select * from public.auditoria
    where objeto_tipo = 'producto' and objeto_id = p_producto::text and accion = 'editar_contenido'
      and (privado.es_su_producto(p_producto) or privado.es_moderador())
    order by created_at desc, id desc limit 20) x;
$$;
grant execute on function public.cambios_del_equipo(uuid) to authenticated;

-- Saves changes of a person.
create function public.guardar_usuario(p_usuario uuid, p_base jsonb, p_cambios jsonb, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_base jsonb := privado.leer_json(p_base);
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_ahora jsonb;
  v_choque jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.tiene_base(v_base, v_cambios) then return privado.rechazo('datos_no_validos'); end if;
  if v_cambios ? 'role' then
    -- Lock order: admins, then the person (as in `cambiar_rol`).
    perform 1 from public.usuarios_meta where role = 'admin' order by id for no key update;
  end if;
  select jsonb_build_object('display_name', u.display_name, 'reputacion', u.reputacion, 'role', u.role,
    'uncoins', u.uncoins) into v_ahora
  from public.usuarios_meta u where u.id = p_usuario for no key update;
  if v_ahora is null then return privado.rechazo('usuario_no_existe'); end if;
  v_choque := privado.choques(v_ahora, v_base, v_cambios);
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  return privado.editar_usuario(p_usuario, v_cambios, p_motivo);
end
$$;
grant execute on function public.guardar_usuario(uuid, jsonb, jsonb, text) to authenticated;

-- Saves changes of a coupon. Its product is given by slug, its creator by user name, its start and its end by day, its
-- amounts in euros.
create function public.guardar_cupon(p_cupon uuid, p_base jsonb, p_cambios jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_base jsonb := privado.leer_json(p_base);
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_ahora jsonb;
  v_choque jsonb;
  v_producto uuid;
  v_vendedor uuid;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.tiene_base(v_base, v_cambios)
    or not privado.solo_claves(v_cambios, array['codigo', 'ambito', 'slug', 'creador', 'categoria', 'percent_discount',
      'importe', 'minimo', 'desde', 'caduca', 'usos_max', 'usos_por_usuario', 'primera_compra']) then
    return privado.rechazo('datos_no_validos');
  end if;
  select jsonb_build_object('codigo', c.codigo, 'ambito', c.ambito, 'slug', p.slug, 'creador', u.username,
    'categoria', c.categoria, 'percent_discount', c.percent_discount,
    'importe', c.descuento_centimos / 100.0, 'minimo', c.minimo_centimos / 100.0, 'desde', (c.desde_at at time zone 'Europe/Madrid')::date,
    'caduca', (c.caduca_at at time zone 'Europe/Madrid')::date, 'usos_max', c.usos_max,
    'usos_por_usuario', c.usos_por_usuario, 'primera_compra', c.primera_compra)
  into v_ahora
  from public.codigos_cupones c left join public.productos p on p.id = c.product_id
  left join public.usuarios_meta u on u.id = c.vendedor_id
  where c.id = p_cupon for no key update of c;
  if v_ahora is null then return privado.rechazo('no_existe'); end if;
  v_choque := privado.choques(v_ahora, v_base, v_cambios);
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  v_ahora := v_ahora || v_cambios;
  select id into v_producto from public.productos where slug = v_ahora ->> 'slug';
  if v_producto is null and v_ahora ->> 'ambito' = 'producto' then return privado.rechazo('producto_no_existe'); end if;
  select id into v_vendedor from public.usuarios_meta where lower(username) = lower(v_ahora ->> 'creador');
  if v_vendedor is null and v_ahora ->> 'ambito' = 'creador' then return privado.rechazo('creador_no_existe'); end if;
  return public.admin_guardar_cupon(p_cupon, v_ahora ->> 'codigo', v_producto, (v_ahora ->> 'percent_discount')::integer,
    (v_ahora ->> 'caduca')::date, (v_ahora ->> 'usos_max')::integer, (v_ahora ->> 'usos_por_usuario')::integer,
    v_ahora ->> 'ambito', v_vendedor, v_ahora ->> 'categoria', round((v_ahora ->> 'importe')::numeric * 100)::integer,
    round((v_ahora ->> 'minimo')::numeric * 100)::integer, (v_ahora ->> 'desde')::date, (v_ahora ->> 'primera_compra')::boolean);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.guardar_cupon(uuid, jsonb, jsonb) to authenticated;

-- Saves changes of the caller's profile, which an admin may be editing too.
create function public.guardar_perfil(p_base jsonb, p_cambios jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_base jsonb := privado.leer_json(p_base);
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_ahora jsonb;
  v_choque jsonb;
begin
  if v_usuario is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not privado.tiene_base(v_base, v_cambios) or not privado.solo_claves(v_cambios, array['display_name', 'bio', 'phone']) then
    return privado.rechazo('datos_no_validos');
  end if;
  -- Forms send and have stored line breaks as two characters.
  if v_cambios ? 'bio' then
    v_base := v_base || jsonb_build_object('bio', replace(v_base ->> 'bio', E'\r\n', E'\n'));
    v_cambios := v_cambios || jsonb_build_object('bio', replace(v_cambios ->> 'bio', E'\r\n', E'\n'));
  end if;
  select jsonb_build_object('display_name', u.display_name, 'bio', replace(u.bio, E'\r\n', E'\n')) into v_ahora
  from public.usuarios_meta u where u.id = v_usuario for no key update;
  v_ahora := v_ahora || jsonb_build_object('phone', coalesce((
    select p.phone from public.profiles p where p.id = v_usuario), ''));
  v_choque := privado.choques(v_ahora, v_base, v_cambios);
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  if v_cambios ?| array['display_name', 'bio'] then
    update public.usuarios_meta set display_name = coalesce(v_cambios ->> 'display_name', display_name),
      bio = coalesce(v_cambios ->> 'bio', bio)
    where id = v_usuario;
  end if;
  if v_cambios ? 'phone' then
    update public.profiles set phone = nullif(v_cambios ->> 'phone', '') where id = v_usuario;
  end if;
  return jsonb_build_object('ok', true);
exception
  when sqlstate 'UN001' then return privado.rechazo(sqlerrm);
  when unique_violation then return privado.rechazo('nombre_ocupado');
  when check_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.guardar_perfil(jsonb, jsonb) to authenticated;

-- Saves changes of the shop's settings, with a reason. The two switches have a separate function (`cambiar_ajuste`).
create function public.guardar_ajustes(p_base jsonb, p_cambios jsonb, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_base jsonb := privado.leer_json(p_base);
  v_cambios jsonb := privado.leer_json(p_cambios);
  v_ahora public.configuracion_global;
  v_antes jsonb;
  v_choque jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.es_motivo(p_motivo) then return privado.rechazo('motivo_no_valido'); end if;
  select * into v_ahora from public.configuracion_global where id = 1 for no key update;
  v_antes := to_jsonb(v_ahora) - array['id', 'mantenimiento', 'status_down'];
  if not privado.tiene_base(v_base, v_cambios)
    or not privado.solo_claves(v_cambios, array(select jsonb_object_keys(v_antes))) then
    return privado.rechazo('datos_no_validos');
  end if;
  v_choque := privado.choques(v_antes, v_base, v_cambios);
  if v_choque is not null then return v_choque || privado.rechazo('conflicto'); end if;
  v_ahora := jsonb_populate_record(v_ahora, v_cambios);
  update public.configuracion_global set
    club_descuento_porcentaje = v_ahora.club_descuento_porcentaje,
    club_precio_mensual = v_ahora.club_precio_mensual,
    club_descuento_anual_porcentaje = v_ahora.club_descuento_anual_porcentaje,
    recargo_paypal_porcentaje = v_ahora.recargo_paypal_porcentaje,
    ingresos_creador_porcentaje = v_ahora.ingresos_creador_porcentaje,
    vendedor_nombre = v_ahora.vendedor_nombre,
    vendedor_nif = v_ahora.vendedor_nif,
    vendedor_direccion = v_ahora.vendedor_direccion,
    iva_porcentaje = v_ahora.iva_porcentaje,
    dias_retencion = v_ahora.dias_retencion,
    precio_cambio_maximo_porcentaje = v_ahora.precio_cambio_maximo_porcentaje,
    precio_cambios_por_dia = v_ahora.precio_cambios_por_dia,
    precio_minimo = v_ahora.precio_minimo,
    nombre_minecraft_minimo = v_ahora.nombre_minecraft_minimo,
    nombre_minecraft_minimo_canje = v_ahora.nombre_minecraft_minimo_canje
  where id = 1;
  v_cambios := privado.lo_cambiado(v_cambios, v_antes);
  if v_cambios <> '{}' then
    perform privado.anotar('cambiar_ajuste', 'tienda', 'ajustes', privado.parte_de(v_antes, v_cambios), v_cambios,
      trim(p_motivo));
  end if;
  return jsonb_build_object('ok', true);
exception
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.guardar_ajustes(jsonb, jsonb, text) to authenticated;
