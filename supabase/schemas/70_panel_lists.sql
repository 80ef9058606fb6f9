-- The lists of the panel.

-- Up to 20,000 people by id, or part of a name, username or mail address.
create function privado.personas_llamadas(p_texto text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select case when privado.leer_uuid(p_texto) is not null then array[privado.leer_uuid(p_texto)]
    else privado.personas_con(p_texto, 20000) end;
$$;

-- A person in a list.
create function privado.ficha_usuario(u public.usuarios_meta) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', u.id, 'display_name', u.display_name, 'username', u.username,
    'avatar_url', u.avatar_url, 'email', (select a.email from auth.users a where a.id = u.id), 'role', u.role,
    'club', u.club, 'reputacion', u.reputacion, 'uncoins', u.uncoins, 'banned_until', u.banned_until,
    'ban_motivo', u.ban_motivo, 'created_at', u.created_at);
$$;

-- A list request: search text and matching people, filter, order and direction, cursor (value and id), and number of
-- rows. Null is not restricted.
create type privado.peticion_lista as (
  buscar text, personas uuid[], filtro text, orden text, sube boolean, clave text, id text, limite integer
);

-- Each list is a query: id, moment, sort value (null for an unsupported order), and shown data. `force_custom_plan`
-- removes unused conditions and orders, so that the matching index is used.

create function privado.lista_productos(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'nombre', 'precio', 'visitas', 'pedidos') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      case l.orden
        when 'nombre' then to_jsonb(lower(x.nombre))
        when 'precio' then to_jsonb(x.precio)
        when 'visitas' then to_jsonb(x.visitas)
        when 'pedidos' then to_jsonb(x.adquirido)
        else to_jsonb(x.created_at) end as clave,
      jsonb_build_object('nombre', x.nombre, 'nombre_en', x.nombre_en, 'slug', x.slug, 'precio', x.precio,
        'oferta', x.oferta, 'status', x.status, 'visitas', x.visitas, 'adquirido', x.adquirido, 'created_at', x.created_at,
        'creador_id', x.usuario_id,
        'creador', (select u.display_name from public.usuarios_meta u where u.id = x.usuario_id)) as datos
    from public.productos x
    where (l.buscar is null or x.nombre ilike '%' || regexp_replace(l.buscar, '([\\%_])', '\\\1', 'g') || '%'
        or x.nombre_en ilike '%' || regexp_replace(l.buscar, '([\\%_])', '\\\1', 'g') || '%'
        or x.slug = lower(l.buscar) or x.id = privado.leer_uuid(l.buscar) or x.usuario_id = any (l.personas))
      and (l.filtro is null or x.status = l.filtro)
      and case
        when l.clave is null then true
        when l.orden = 'nombre' and l.sube then (lower(x.nombre), x.id) > (l.clave, l.id::uuid)
        when l.orden = 'nombre' then (lower(x.nombre), x.id) < (l.clave, l.id::uuid)
        when l.orden = 'precio' and l.sube then (x.precio, x.id) > (l.clave::numeric, l.id::uuid)
        when l.orden = 'precio' then (x.precio, x.id) < (l.clave::numeric, l.id::uuid)
        when l.orden = 'visitas' and l.sube then (x.visitas, x.id) > (l.clave::integer, l.id::uuid)
        when l.orden = 'visitas' then (x.visitas, x.id) < (l.clave::integer, l.id::uuid)
        when l.orden = 'pedidos' and l.sube then (x.adquirido, x.id) > (l.clave::integer, l.id::uuid)
        when l.orden = 'pedidos' then (x.adquirido, x.id) < (l.clave::integer, l.id::uuid)
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.created_at end,
      case when l.orden = 'fecha' and not l.sube then x.created_at end desc,
      case when l.orden = 'nombre' and l.sube then lower(x.nombre) end,
      case when l.orden = 'nombre' and not l.sube then lower(x.nombre) end desc,
      case when l.orden = 'precio' and l.sube then x.precio end,
      case when l.orden = 'precio' and not l.sube then x.precio end desc,
      case when l.orden = 'visitas' and l.sube then x.visitas end,
      case when l.orden = 'visitas' and not l.sube then x.visitas end desc,
      case when l.orden = 'pedidos' and l.sube then x.adquirido end,
      case when l.orden = 'pedidos' and not l.sube then x.adquirido end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_pagos(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'importe') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      case l.orden when 'importe' then to_jsonb(x.total_centimos) else to_jsonb(x.created_at) end as clave,
      jsonb_build_object('estado', x.estado, 'metodo', x.metodo,
        'total_centimos', x.total_centimos, 'referencia', x.referencia, 'nombre', x.presupuesto ->> 'nombre',
        'nombre_en', coalesce((select p.nombre_en from public.productos p where p.id = x.producto_id),
          (select b.nombre_en from public.bundles b where b.id = x.bundle_id)),
        'comprador', (select u.display_name from public.usuarios_meta u where u.id = x.user_id)) as datos
    from public.pagos x
    where (l.buscar is null or x.referencia = l.buscar or x.user_id = any (l.personas)
        or x.id = privado.leer_uuid(l.buscar))
      and (l.filtro is null or x.estado = l.filtro)
      and case
        when l.clave is null then true
        when l.orden = 'importe' and l.sube then (x.total_centimos, x.id) > (l.clave::integer, l.id::uuid)
        when l.orden = 'importe' then (x.total_centimos, x.id) < (l.clave::integer, l.id::uuid)
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.created_at end,
      case when l.orden = 'fecha' and not l.sube then x.created_at end desc,
      case when l.orden = 'importe' and l.sube then x.total_centimos end,
      case when l.orden = 'importe' and not l.sube then x.total_centimos end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_pedidos(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'precio') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      case l.orden when 'precio' then to_jsonb(x.precio_pagado) else to_jsonb(x.created_at) end as clave,
      jsonb_build_object('origen', x.origen, 'precio_pagado', x.precio_pagado,
        'minecraft_name', x.minecraft_name, 'es_reserva', x.es_reserva, 'revocada_at', x.revocada_at,
        'pago_id', x.pago_id, 'proveedor', (select g.proveedor from public.pagos g where g.id = x.pago_id),
        'user_id', x.user_id, 'dueno', (select u.display_name from public.usuarios_meta u where u.id = x.user_id),
        'producto', p.nombre, 'producto_en', p.nombre_en, 'edicion', e.nombre, 'edicion_en', e.nombre_en) as datos
    from public.adquisiciones x
    left join public.productos p on p.id = x.producto_id
    left join public.ediciones e on e.id = x.edicion_id
    where (l.buscar is null or x.user_id = any (l.personas) or x.id = privado.leer_uuid(l.buscar)
        or x.producto_id = (select p.id from public.productos p where p.slug = lower(l.buscar)))
      and (l.filtro is null or x.origen = l.filtro)
      and case
        when l.clave is null then true
        when l.orden = 'precio' and l.sube then (x.precio_pagado, x.id) > (l.clave::numeric, l.id::uuid)
        when l.orden = 'precio' then (x.precio_pagado, x.id) < (l.clave::numeric, l.id::uuid)
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.created_at end,
      case when l.orden = 'fecha' and not l.sube then x.created_at end desc,
      case when l.orden = 'precio' and l.sube then x.precio_pagado end,
      case when l.orden = 'precio' and not l.sube then x.precio_pagado end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_eventos(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden <> 'fecha' then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.recibido_at as momento,
      x.recibido_at as clave,
      jsonb_build_object('proveedor', x.proveedor, 'evento_id', x.evento_id, 'tipo', x.tipo,
        'procesado_at', x.procesado_at) as datos
    from public.eventos_proveedor x
    where (l.buscar is null or x.evento_id = l.buscar
        or x.tipo like regexp_replace(l.buscar, '([\\%_])', '\\\1', 'g') || '%')
      and (l.filtro is null
        or case l.filtro when 'pendiente' then x.procesado_at is null else x.proveedor = l.filtro end)
      and case
        when l.clave is null then true
        when l.sube then (x.recibido_at, x.id) > (l.clave::timestamptz, l.id::bigint)
        else (x.recibido_at, x.id) < (l.clave::timestamptz, l.id::bigint)
      end
    order by
      case when l.sube then x.recibido_at end, case when not l.sube then x.recibido_at end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_retiros(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'importe') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      case l.orden when 'importe' then to_jsonb(x.amount) else to_jsonb(x.created_at) end as clave,
      jsonb_build_object('estado', x.estado, 'amount', x.amount,
        'paypal_email', x.paypal_email, 'motivo', x.motivo,
        'creador', u.display_name, 'sancionado', privado.esta_sancionada(u) or u.borrada_at is not null) as datos
    from public.withdrawals x join public.usuarios_meta u on u.id = x.usuario_id
    where (l.buscar is null or x.usuario_id = any (l.personas) or lower(x.paypal_email) = lower(l.buscar)
        or x.id = privado.leer_uuid(l.buscar))
      and (l.filtro is null or x.estado = l.filtro)
      and case
        when l.clave is null then true
        when l.orden = 'importe' and l.sube then (x.amount, x.id) > (l.clave::numeric, l.id::uuid)
        when l.orden = 'importe' then (x.amount, x.id) < (l.clave::numeric, l.id::uuid)
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.created_at end,
      case when l.orden = 'fecha' and not l.sube then x.created_at end desc,
      case when l.orden = 'importe' and l.sube then x.amount end,
      case when l.orden = 'importe' and not l.sube then x.amount end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_codigos(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'codigo') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      case l.orden when 'codigo' then to_jsonb(upper(x.codigo)) else to_jsonb(x.created_at) end as clave,
      jsonb_build_object('codigo', x.codigo, 'canjeado', x.canjeado, 'canjeado_at', x.canjeado_at,
        'por', (select u.display_name from public.usuarios_meta u where u.id = x.canjeado_por),
        'producto', p.nombre, 'producto_en', p.nombre_en, 'edicion', e.nombre, 'edicion_en', e.nombre_en) as datos
    from public.codigos_canjes x left join public.productos p on p.id = x.id_producto
      left join public.ediciones e on e.id = x.id_edicion
    where (l.buscar is null or upper(x.codigo) like
        upper(regexp_replace(privado.codigo_limpio(l.buscar), '([\\%_])', '\\\1', 'g')) || '%'
        or x.id_producto = (select o.id from public.productos o where o.slug = lower(l.buscar)))
      and (l.filtro is null or x.canjeado = (l.filtro = 'canjeado'))
      and case
        when l.clave is null then true
        when l.orden = 'codigo' and l.sube then (upper(x.codigo), x.id) > (l.clave, l.id::uuid)
        when l.orden = 'codigo' then (upper(x.codigo), x.id) < (l.clave, l.id::uuid)
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.created_at end,
      case when l.orden = 'fecha' and not l.sube then x.created_at end desc,
      case when l.orden = 'codigo' and l.sube then upper(x.codigo) end,
      case when l.orden = 'codigo' and not l.sube then upper(x.codigo) end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_cupones(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'codigo', 'descuento', 'caduca') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      case l.orden
        when 'codigo' then to_jsonb(upper(x.codigo))
        when 'descuento' then to_jsonb(coalesce(x.percent_discount, 0))
        when 'caduca' then to_jsonb(coalesce(x.caduca_at, 'infinity'))
        else to_jsonb(x.created_at) end as clave,
      jsonb_build_object('codigo', x.codigo, 'ambito', x.ambito, 'percent_discount', x.percent_discount,
        'descuento_centimos', x.descuento_centimos, 'minimo_centimos', x.minimo_centimos, 'desde_at', x.desde_at,
        'caduca_at', x.caduca_at, 'parado_at', x.parado_at, 'usos_max', x.usos_max, 'usos_por_usuario', x.usos_por_usuario,
        'primera_compra', x.primera_compra, 'categoria', x.categoria, 'es_de_creador', x.creador_id is not null,
        'producto', p.nombre, 'producto_en', p.nombre_en, 'slug', p.slug,
        'creador', (select u.username from public.usuarios_meta u where u.id = x.vendedor_id),
        'usos', (select count(*) from public.pagos g where g.cupon_id = x.id and g.motivo_no_entregado is null
          and g.estado in ('pagado', 'entregado', 'en_disputa'))) as datos
    from public.codigos_cupones x left join public.productos p on p.id = x.product_id
    where (l.buscar is null or upper(x.codigo) like
        upper(regexp_replace(privado.codigo_limpio(l.buscar), '([\\%_])', '\\\1', 'g')) || '%'
        or x.product_id = (select o.id from public.productos o where o.slug = lower(l.buscar)))
      and (l.filtro is null or (coalesce(x.caduca_at, 'infinity') > now() and x.parado_at is null) = (l.filtro = 'vigente'))
      and case
        when l.clave is null then true
        when l.orden = 'codigo' and l.sube then (upper(x.codigo), x.id) > (l.clave, l.id::uuid)
        when l.orden = 'codigo' then (upper(x.codigo), x.id) < (l.clave, l.id::uuid)
        when l.orden = 'descuento' and l.sube then (coalesce(x.percent_discount, 0), x.id) > (l.clave::integer, l.id::uuid)
        when l.orden = 'descuento' then (coalesce(x.percent_discount, 0), x.id) < (l.clave::integer, l.id::uuid)
        when l.orden = 'caduca' and l.sube then (coalesce(x.caduca_at, 'infinity'), x.id) > (l.clave::timestamptz, l.id::uuid)
        when l.orden = 'caduca' then (coalesce(x.caduca_at, 'infinity'), x.id) < (l.clave::timestamptz, l.id::uuid)
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.created_at end,
      case when l.orden = 'fecha' and not l.sube then x.created_at end desc,
      case when l.orden = 'codigo' and l.sube then upper(x.codigo) end,
      case when l.orden = 'codigo' and not l.sube then upper(x.codigo) end desc,
      case when l.orden = 'descuento' and l.sube then coalesce(x.percent_discount, 0) end,
      case when l.orden = 'descuento' and not l.sube then coalesce(x.percent_discount, 0) end desc,
      case when l.orden = 'caduca' and l.sube then coalesce(x.caduca_at, 'infinity') end,
      case when l.orden = 'caduca' and not l.sube then coalesce(x.caduca_at, 'infinity') end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_reportes(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden <> 'fecha' then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      x.created_at as clave,
      jsonb_build_object('objeto_tipo', x.objeto_tipo, 'objeto_id', x.objeto_id,
        'motivo', x.motivo, 'texto', x.texto, 'estado', x.estado, 'nota', x.nota, 'resuelto_at', x.resuelto_at,
        'de', (select u.display_name from public.usuarios_meta u where u.id = x.user_id)) as datos
    from public.reportes x
    where (l.buscar is null or x.user_id = any (l.personas))
      and (l.filtro is null or x.estado = l.filtro)
      and case
        when l.clave is null then true
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.sube then x.created_at end, case when not l.sube then x.created_at end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

create function privado.lista_cargos(l privado.peticion_lista) returns jsonb
language plpgsql stable set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  if l.orden not in ('fecha', 'importe') then return null; end if;
  return (select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
    select x.id, x.created_at as momento,
      case l.orden when 'importe' then to_jsonb(x.centimos) else to_jsonb(x.created_at) end as clave,
      jsonb_build_object('estado', x.estado, 'plan', x.plan, 'centimos', x.centimos,
        'devuelto_centimos', x.devuelto_centimos, 'periodo_inicio', x.periodo_inicio, 'periodo_fin', x.periodo_fin,
        'pagado_at', x.pagado_at, 'factura_proveedor', x.factura_proveedor, 'cargo', x.cargo, 'user_id', x.user_id,
        'socio', (select u.display_name from public.usuarios_meta u where u.id = x.user_id),
        'factura', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f
          where f.cargo_club_id = x.id and f.rectifica is null)) as datos
    from public.cargos_club x
    where (l.buscar is null or x.user_id = any (l.personas) or x.factura_proveedor = l.buscar or x.cargo = l.buscar
        or x.intento = l.buscar or x.id = privado.leer_uuid(l.buscar))
      and (l.filtro is null or x.estado = l.filtro)
      and case
        when l.clave is null then true
        when l.orden = 'importe' and l.sube then (x.centimos, x.id) > (l.clave::integer, l.id::uuid)
        when l.orden = 'importe' then (x.centimos, x.id) < (l.clave::integer, l.id::uuid)
        when l.sube then (x.created_at, x.id) > (l.clave::timestamptz, l.id::uuid)
        else (x.created_at, x.id) < (l.clave::timestamptz, l.id::uuid)
      end
    order by
      case when l.orden = 'fecha' and l.sube then x.created_at end,
      case when l.orden = 'fecha' and not l.sube then x.created_at end desc,
      case when l.orden = 'importe' and l.sube then x.centimos end,
      case when l.orden = 'importe' and not l.sube then x.centimos end desc,
      case when l.sube then x.id end, case when not l.sube then x.id end desc
    limit l.limite) r);
end
$$;

-- Indexes of these orders.
create index productos_nombre_orden_idx on public.productos (lower(nombre), id);
create index productos_precio_orden_idx on public.productos (precio, id);
create index productos_visitas_orden_idx on public.productos (visitas, id);
create index productos_adquirido_orden_idx on public.productos (adquirido, id);
create index pagos_total_orden_idx on public.pagos (total_centimos, id);
create index adquisiciones_precio_orden_idx on public.adquisiciones (precio_pagado, id);
create index withdrawals_amount_orden_idx on public.withdrawals (amount, id);
create index codigos_canjes_codigo_orden_idx on public.codigos_canjes (upper(codigo), id);
create index cargos_club_centimos_orden_idx on public.cargos_club (centimos, id);

-- One page of a list: `buscar`, `filtro`, `orden`, `ascendente`, `limite`, and the cursor: `clave` (the sort value) and
-- `id`.
create function public.admin_listar(p_lista text, p_filtros jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f jsonb := privado.leer_json(p_filtros);
  l privado.peticion_lista;
  v_filas jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_lista = 'usuarios' then return privado.pagina_personas(f); end if;
  if p_lista = 'auditoria' then return privado.pagina_auditoria(f); end if;
  if p_lista = 'fallos' then return privado.pagina_fallos(f); end if;
  l.buscar := nullif(btrim(f ->> 'buscar'), '');
  if l.buscar is not null and p_lista in ('productos', 'pagos', 'pedidos', 'retiros', 'reportes', 'cargos') then
    l.personas := privado.personas_llamadas(l.buscar);
  end if;
  l.filtro := nullif(f ->> 'filtro', '');
  l.orden := coalesce(nullif(f ->> 'orden', ''), 'fecha');
  l.sube := coalesce((f ->> 'ascendente')::boolean, false);
  l.clave := f ->> 'clave';
  l.id := f ->> 'id';
  l.limite := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001);
  case p_lista
    when 'productos' then v_filas := privado.lista_productos(l);
    when 'pagos' then v_filas := privado.lista_pagos(l);
    when 'pedidos' then v_filas := privado.lista_pedidos(l);
    when 'eventos' then v_filas := privado.lista_eventos(l);
    when 'retiros' then v_filas := privado.lista_retiros(l);
    when 'codigos' then v_filas := privado.lista_codigos(l);
    when 'cupones' then v_filas := privado.lista_cupones(l);
    when 'reportes' then v_filas := privado.lista_reportes(l);
    when 'cargos' then v_filas := privado.lista_cargos(l);
    else return privado.rechazo('no_existe');
  end case;
  if v_filas is null then return privado.rechazo('datos_no_validos'); end if;
  return jsonb_build_object('ok', true, 'filas', v_filas);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow
    or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.admin_listar(text, jsonb) to authenticated;
