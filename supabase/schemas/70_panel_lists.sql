-- Every list of the panel, page by page.

-- Who is meant by an id, or any part of a name, a username or an e-mail address: up to 100 people.
create function privado.personas_llamadas(p_texto text) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select case when privado.leer_uuid(p_texto) is not null then array[privado.leer_uuid(p_texto)]
    else privado.personas_con(p_texto, 100) end;
$$;

-- A person as an admin sees them in a list.
create function privado.ficha_usuario(u public.usuarios_meta) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', u.id, 'display_name', u.display_name, 'username', u.username,
    'avatar_url', u.avatar_url, 'email', (select a.email from auth.users a where a.id = u.id), 'role', u.role,
    'club', u.club, 'reputacion', u.reputacion, 'uncoins', u.uncoins, 'banned_until', u.banned_until,
    'ban_motivo', u.ban_motivo, 'created_at', u.created_at);
$$;

-- Each list is a query of its own: the id of a row, the moment that it is ordered by, and what is shown of it. All have
-- the same arguments: the text that is looked for, the filter, and the people whom the text may mean; null asks for
-- nothing. They are inlined into the query of `admin_listar`, conditions that ask for nothing fall away, and what
-- is left finds the index that is made for it. So they take no setting and no rights of their own: written as
-- `begin atomic`, their names were looked up when they were made.

create function privado.lista_productos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb, nombre text, precio numeric, visitas integer, adquirido integer)
language sql stable
begin atomic
  select x.id, x.created_at, jsonb_build_object('nombre', x.nombre, 'slug', x.slug, 'precio', x.precio,
    'oferta', x.oferta, 'status', x.status, 'visitas', x.visitas, 'adquirido', x.adquirido, 'created_at', x.created_at,
    'creador', (select u.display_name from public.usuarios_meta u where u.id = x.usuario_id)),
    lower(x.nombre), x.precio, x.visitas, x.adquirido
  from public.productos x
  where (p_buscar is null or x.nombre ilike '%' || regexp_replace(p_buscar, '([\\%_])', '\\\1', 'g') || '%'
      or x.slug = lower(p_buscar) or x.id = privado.leer_uuid(p_buscar))
    and (p_filtro is null or x.status = p_filtro);
end;

create function privado.lista_pagos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb, total integer)
language sql stable
begin atomic
  select x.id, x.creado_at, jsonb_build_object('estado', x.estado, 'metodo', x.metodo,
    'total_centimos', x.total_centimos, 'referencia', x.referencia, 'nombre', x.presupuesto ->> 'nombre',
    'comprador', (select u.display_name from public.usuarios_meta u where u.id = x.user_id)),
    x.total_centimos
  from public.pagos x
  where (p_buscar is null or x.referencia = p_buscar or x.user_id = any (p_personas)
      or x.id = privado.leer_uuid(p_buscar))
    and (p_filtro is null or x.estado = p_filtro);
end;

create function privado.lista_pedidos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb, precio numeric)
language sql stable
begin atomic
  select x.id, x.created_at, jsonb_build_object('origen', x.origen, 'precio_pagado', x.precio_pagado,
    'minecraft_name', x.minecraft_name, 'es_reserva', x.es_reserva, 'revocada_at', x.revocada_at,
    'pago_id', x.pago_id, 'user_id', x.user_id,
    'dueno', (select u.display_name from public.usuarios_meta u where u.id = x.user_id),
    'producto', (select p.nombre from public.productos p where p.id = x.producto_id),
    'edicion', (select e.nombre from public.ediciones e where e.id = x.edicion_id)),
    x.precio_pagado
  from public.adquisiciones x
  where (p_buscar is null or x.user_id = any (p_personas) or x.id = privado.leer_uuid(p_buscar)
      or x.producto_id = (select p.id from public.productos p where p.slug = lower(p_buscar)))
    and (p_filtro is null or x.origen = p_filtro);
end;

create function privado.lista_eventos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id bigint, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.recibido_at, jsonb_build_object('proveedor', x.proveedor, 'evento_id', x.evento_id, 'tipo', x.tipo,
    'procesado_at', x.procesado_at)
  from public.eventos_proveedor x
  where (p_buscar is null or x.evento_id = p_buscar
      or x.tipo like regexp_replace(p_buscar, '([\\%_])', '\\\1', 'g') || '%')
    and (p_filtro is null
      or case p_filtro when 'pendiente' then x.procesado_at is null else x.proveedor = p_filtro end);
end;

create function privado.lista_retiros(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb, importe numeric)
language sql stable
begin atomic
  select x.id, x.created_at, jsonb_build_object('estado', x.estado, 'amount', x.amount,
    'paypal_email', x.paypal_email, 'motivo', x.motivo,
    'creador', (select u.display_name from public.usuarios_meta u where u.id = x.usuario_id)),
    x.amount
  from public.withdrawals x
  where (p_buscar is null or x.usuario_id = any (p_personas) or lower(x.paypal_email) = lower(p_buscar)
      or x.id = privado.leer_uuid(p_buscar))
    and (p_filtro is null or x.estado = p_filtro);
end;

create function privado.lista_codigos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb, codigo text)
language sql stable
begin atomic
  select x.id, x.creado_at, jsonb_build_object('codigo', x.codigo, 'canjeado', x.canjeado, 'canjeado_at', x.canjeado_at,
    'por', (select u.display_name from public.usuarios_meta u where u.id = x.canjeado_por),
    'producto', (select p.nombre from public.productos p where p.id = x.id_producto),
    'edicion', (select e.nombre from public.ediciones e where e.id = x.id_edicion)),
    upper(x.codigo)
  from public.codigos_canjes x
  where (p_buscar is null or upper(x.codigo) like
      upper(regexp_replace(privado.codigo_limpio(p_buscar), '([\\%_])', '\\\1', 'g')) || '%'
      or x.id_producto = (select p.id from public.productos p where p.slug = lower(p_buscar)))
    and (p_filtro is null or x.canjeado = (p_filtro = 'canjeado'));
end;

create function privado.lista_cupones(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.creado_at, jsonb_build_object('codigo', x.codigo, 'percent_discount', x.percent_discount,
    'caduca_at', x.caduca_at, 'usos_max', x.usos_max, 'usos_por_usuario', x.usos_por_usuario,
    'producto', (select p.nombre from public.productos p where p.id = x.product_id),
    'slug', (select p.slug from public.productos p where p.id = x.product_id))
  from public.codigos_cupones x
  where (p_buscar is null or upper(x.codigo) like
      upper(regexp_replace(privado.codigo_limpio(p_buscar), '([\\%_])', '\\\1', 'g')) || '%'
      or x.product_id = (select p.id from public.productos p where p.slug = lower(p_buscar)))
    and (p_filtro is null or (coalesce(x.caduca_at, 'infinity') > now()) = (p_filtro = 'vigente'));
end;

create function privado.lista_reportes(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.created_at, jsonb_build_object('objeto_tipo', x.objeto_tipo, 'objeto_id', x.objeto_id,
    'motivo', x.motivo, 'texto', x.texto, 'estado', x.estado, 'nota', x.nota, 'resuelto_at', x.resuelto_at,
    'de', (select u.display_name from public.usuarios_meta u where u.id = x.user_id))
  from public.reportes x
  where (p_buscar is null or x.user_id = any (p_personas))
    and (p_filtro is null or x.estado = p_filtro);
end;

create function privado.lista_cargos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb, importe integer)
language sql stable
begin atomic
  select x.id, x.created_at, jsonb_build_object('estado', x.estado, 'plan', x.plan, 'centimos', x.centimos,
    'devuelto_centimos', x.devuelto_centimos, 'periodo_inicio', x.periodo_inicio, 'periodo_fin', x.periodo_fin,
    'pagado_at', x.pagado_at, 'factura_proveedor', x.factura_proveedor, 'cargo', x.cargo, 'user_id', x.user_id,
    'socio', (select u.display_name from public.usuarios_meta u where u.id = x.user_id),
    'factura', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f
      where f.cargo_club_id = x.id and f.rectifica is null)),
    x.centimos
  from public.cargos_club x
  where (p_buscar is null or x.user_id = any (p_personas) or x.factura_proveedor = p_buscar or x.cargo = p_buscar
      or x.intento = p_buscar or x.id = privado.leer_uuid(p_buscar))
    and (p_filtro is null or x.estado = p_filtro);
end;

-- The lists by name: what kind of id their rows have, and whether a text may mean people.
create function privado.listas_admin() returns table (lista text, tipo_id text, por_personas boolean)
language sql immutable set search_path = '' as $$
  values
    ('productos', 'uuid', false),
    ('pagos', 'uuid', true),
    ('pedidos', 'uuid', true),
    ('eventos', 'bigint', false),
    ('retiros', 'uuid', true),
    ('codigos', 'uuid', false),
    ('cupones', 'uuid', false),
    ('reportes', 'uuid', true),
    ('cargos', 'uuid', true)
$$;

-- What a list may be ordered by beside its moment: a column of its function, or, where the list is short, of what is shown.
create function privado.ordenes_admin() returns table (lista text, orden text, expresion text, tipo text)
language sql immutable set search_path = '' as $$
  values
    ('productos', 'nombre', 'x.nombre', 'text'),
    ('productos', 'precio', 'x.precio', 'numeric'),
    ('productos', 'visitas', 'x.visitas', 'integer'),
    ('productos', 'pedidos', 'x.adquirido', 'integer'),
    ('pagos', 'importe', 'x.total', 'integer'),
    ('pedidos', 'precio', 'x.precio', 'numeric'),
    ('retiros', 'importe', 'x.importe', 'numeric'),
    ('codigos', 'codigo', 'x.codigo', 'text'),
    ('cargos', 'importe', 'x.importe', 'integer'),
    ('cupones', 'codigo', $o$upper(x.datos ->> 'codigo')$o$, 'text'),
    ('cupones', 'descuento', $o$coalesce((x.datos ->> 'percent_discount')::integer, 0)$o$, 'integer'),
    ('cupones', 'caduca', $o$coalesce((x.datos ->> 'caduca_at')::timestamptz, 'infinity')$o$, 'timestamptz')
$$;

-- The indexes of these orders. A function answers `numeric` without its places, which its index has to be of as well.
create index productos_nombre_orden_idx on public.productos (lower(nombre), id);
create index productos_precio_orden_idx on public.productos ((precio::numeric), id);
create index productos_visitas_orden_idx on public.productos (visitas, id);
create index productos_adquirido_orden_idx on public.productos (adquirido, id);
create index pagos_total_orden_idx on public.pagos (total_centimos, id);
create index adquisiciones_precio_orden_idx on public.adquisiciones ((precio_pagado::numeric), id);
create index withdrawals_amount_orden_idx on public.withdrawals ((amount::numeric), id);
create index codigos_canjes_codigo_orden_idx on public.codigos_canjes (upper(codigo), id);
create index cargos_club_centimos_orden_idx on public.cargos_club (centimos, id);

-- One page of a list: `buscar`, `filtro`, `orden`, `ascendente`, `limite`, and `clave` (the value that orders it; older
-- pages call that of the date `momento`) and `id` of the row to go on after. Only the order and the place to go on are put
-- together here: an order cannot be an argument.
create function public.admin_listar(p_lista text, p_filtros jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f jsonb := privado.leer_json(p_filtros);
  l record;
  o record;
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_clave text := coalesce(f ->> 'clave', f ->> 'momento');
  v_sube boolean;
  v_limite integer;
  v_filas jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_lista = 'usuarios' then return privado.pagina_personas(f); end if;
  if p_lista = 'auditoria' then return privado.pagina_auditoria(f); end if;
  if p_lista = 'fallos' then return privado.pagina_fallos(f); end if;
  v_sube := coalesce((f ->> 'ascendente')::boolean, false);
  v_limite := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001);
  select * into l from privado.listas_admin() where lista = p_lista;
  if l.lista is null then return privado.rechazo('no_existe'); end if;
  select x.expresion, x.tipo into o from (
    select expresion, tipo, orden from privado.ordenes_admin() where lista = p_lista
    union all select 'x.momento', 'timestamptz', 'fecha') x
  where x.orden = coalesce(nullif(f ->> 'orden', ''), 'fecha');
  if o.expresion is null then return privado.rechazo('datos_no_validos'); end if;
  execute format(
    $q$select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select x.id, x.momento, %5$s as clave, x.datos from privado.%1$I($1, $2, $3) x
      where %2$s
      order by %5$s %3$s, x.id %3$s limit $6) r$q$,
    'lista_' || l.lista,
    case when v_clave is null then 'true'
      else format('%3$s %1$s= $4::%4$s and (%3$s, x.id) %1$s ($4::%4$s, $5::%2$s)',
        case when v_sube then '>' else '<' end, l.tipo_id, o.expresion, o.tipo) end,
    case when v_sube then 'asc' else 'desc' end, null, o.expresion)
  into v_filas
  using v_buscar, nullif(f ->> 'filtro', ''),
    case when v_buscar is not null and l.por_personas then privado.personas_llamadas(v_buscar) end,
    v_clave, f ->> 'id', v_limite;
  return jsonb_build_object('ok', true, 'filas', v_filas);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow
    or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.admin_listar(text, jsonb) to authenticated;
