-- Every list of the panel, page by page.

-- Who is meant by an id, an e-mail address, a username, or a part of a name: up to 100 people.
create function public.personas_llamadas(p_texto text) returns uuid[]
language plpgsql stable security definer set search_path = '' as $$
begin
  if public.leer_uuid(p_texto) is not null then return array[p_texto::uuid]; end if;
  if p_texto like '%@%' then
    return array(select id from auth.users where email = lower(p_texto) and not is_sso_user);
  end if;
  return array(
    select id from public.usuarios_meta
    where display_name ilike '%' || regexp_replace(p_texto, '([\\%_])', '\\\1', 'g') || '%'
      or lower(username) = lower(p_texto)
    limit 100);
end
$$;

create function public.ficha_usuario(u public.usuarios_meta) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('id', u.id, 'display_name', u.display_name, 'username', u.username,
    'avatar_url', u.avatar_url, 'email', (select a.email from auth.users a where a.id = u.id), 'role', u.role,
    'club', u.club, 'reputacion', u.reputacion, 'uncoins', u.uncoins, 'banned_until', u.banned_until,
    'ban_motivo', u.ban_motivo, 'created_at', u.created_at);
$$;

-- The lists by name: where the rows are, the column they are ordered by, and what is shown of each. Conditions may
-- name `$1`, the text that is looked for, `$2`, the filter, and `$3`, the people whom the text may mean.
create function public.listas_admin() returns table (
  lista text, tabla text, momento text, tipo_id text, datos text, por_texto text, por_filtro text
)
language sql immutable set search_path = '' as $$
  values
    ('usuarios', 'public.usuarios_meta', 'created_at', 'uuid', 'public.ficha_usuario(x)',
      $w$(x.id = any ($3) or x.display_name ilike '%' || regexp_replace($1, '([\\%_])', '\\\1', 'g') || '%')$w$,
      'x.role = $2'),
    ('productos', 'public.productos', 'created_at', 'uuid',
      $d$jsonb_build_object('nombre', x.nombre, 'slug', x.slug, 'precio', x.precio, 'oferta', x.oferta,
        'status', x.status, 'visitas', x.visitas, 'adquirido', x.adquirido, 'created_at', x.created_at,
        'creador', (select u.display_name from public.usuarios_meta u where u.id = x.usuario_id))$d$,
      $w$(x.nombre ilike '%' || regexp_replace($1, '([\\%_])', '\\\1', 'g') || '%' or x.slug = lower($1)
        or x.id = public.leer_uuid($1))$w$,
      'x.status = $2'),
    ('pagos', 'public.pagos', 'creado_at', 'uuid',
      $d$jsonb_build_object('estado', x.estado, 'metodo', x.metodo, 'total_centimos', x.total_centimos,
        'referencia', x.referencia, 'nombre', x.presupuesto ->> 'nombre',
        'comprador', (select u.display_name from public.usuarios_meta u where u.id = x.user_id))$d$,
      $w$(x.referencia = $1 or x.user_id = any ($3) or x.id = public.leer_uuid($1))$w$, 'x.estado = $2'),
    ('pedidos', 'public.adquisiciones', 'created_at', 'uuid',
      $d$jsonb_build_object('origen', x.origen, 'precio_pagado', x.precio_pagado, 'minecraft_name', x.minecraft_name,
        'es_reserva', x.es_reserva, 'revocada_at', x.revocada_at, 'pago_id', x.pago_id, 'user_id', x.user_id,
        'dueno', (select u.display_name from public.usuarios_meta u where u.id = x.user_id),
        'producto', (select p.nombre from public.productos p where p.id = x.producto_id),
        'edicion', (select e.nombre from public.ediciones e where e.id = x.edicion_id))$d$,
      $w$(x.user_id = any ($3) or x.id = public.leer_uuid($1)
        or x.producto_id = (select p.id from public.productos p where p.slug = lower($1)))$w$, 'x.origen = $2'),
    ('eventos', 'public.eventos_proveedor', 'recibido_at', 'bigint',
      $d$jsonb_build_object('proveedor', x.proveedor, 'evento_id', x.evento_id, 'tipo', x.tipo,
        'procesado_at', x.procesado_at)$d$,
      $w$(x.evento_id = $1 or x.tipo like regexp_replace($1, '([\\%_])', '\\\1', 'g') || '%')$w$,
      $w$case $2 when 'pendiente' then x.procesado_at is null else x.proveedor = $2 end$w$),
    ('retiros', 'public.withdrawals', 'created_at', 'uuid',
      $d$jsonb_build_object('estado', x.estado, 'amount', x.amount, 'paypal_email', x.paypal_email, 'motivo', x.motivo,
        'creador', (select u.display_name from public.usuarios_meta u where u.id = x.usuario_id))$d$,
      $w$(x.usuario_id = any ($3) or lower(x.paypal_email) = lower($1) or x.id = public.leer_uuid($1))$w$,
      'x.estado = $2'),
    ('codigos', 'public.codigos_canjes', 'creado_at', 'uuid',
      $d$jsonb_build_object('codigo', x.codigo, 'canjeado', x.canjeado, 'canjeado_at', x.canjeado_at,
        'por', (select u.display_name from public.usuarios_meta u where u.id = x.canjeado_por),
        'producto', (select p.nombre from public.productos p where p.id = x.id_producto),
        'edicion', (select e.nombre from public.ediciones e where e.id = x.id_edicion))$d$,
      $w$(upper(x.codigo) like upper(regexp_replace($1, '([\\%_])', '\\\1', 'g')) || '%'
        or x.id_producto = (select p.id from public.productos p where p.slug = lower($1)))$w$,
      $w$x.canjeado = ($2 = 'canjeado')$w$),
    ('cupones', 'public.codigos_cupones', 'creado_at', 'uuid',
      $d$jsonb_build_object('codigo', x.codigo, 'percent_discount', x.percent_discount, 'caduca_at', x.caduca_at,
        'usos_max', x.usos_max, 'usos_por_usuario', x.usos_por_usuario,
        'producto', (select p.nombre from public.productos p where p.id = x.product_id),
        'slug', (select p.slug from public.productos p where p.id = x.product_id))$d$,
      $w$(upper(x.codigo) like upper(regexp_replace($1, '([\\%_])', '\\\1', 'g')) || '%'
        or x.product_id = (select p.id from public.productos p where p.slug = lower($1)))$w$,
      $w$(coalesce(x.caduca_at, 'infinity') > now()) = ($2 = 'vigente')$w$),
    ('reportes', 'public.reportes', 'created_at', 'uuid',
      $d$jsonb_build_object('objeto_tipo', x.objeto_tipo, 'objeto_id', x.objeto_id, 'motivo', x.motivo,
        'texto', x.texto, 'estado', x.estado, 'nota', x.nota, 'resuelto_at', x.resuelto_at,
        'de', (select u.display_name from public.usuarios_meta u where u.id = x.user_id))$d$,
      'x.user_id = any ($3)', 'x.estado = $2'),
    ('cargos', 'public.cargos_club', 'created_at', 'uuid',
      $d$jsonb_build_object('estado', x.estado, 'plan', x.plan, 'centimos', x.centimos,
        'devuelto_centimos', x.devuelto_centimos, 'periodo_inicio', x.periodo_inicio, 'periodo_fin', x.periodo_fin,
        'pagado_at', x.pagado_at, 'factura_proveedor', x.factura_proveedor, 'cargo', x.cargo, 'user_id', x.user_id,
        'socio', (select u.display_name from public.usuarios_meta u where u.id = x.user_id),
        'factura', (select f.serie || '-' || lpad(f.numero::text, 6, '0') from public.facturas f
          where f.cargo_club_id = x.id and f.rectifica is null))$d$,
      $w$(x.user_id = any ($3) or x.factura_proveedor = $1 or x.cargo = $1 or x.intento = $1
        or x.id = public.leer_uuid($1))$w$, 'x.estado = $2')
$$;

-- One page of a list: `buscar`, `filtro`, `ascendente`, `limite`, and `momento` and `id` of the row to go on after.
-- The query is put together for what is asked, so that each gets the index that is made for it.
create function public.admin_listar(p_lista text, p_filtros jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f jsonb := public.leer_json(p_filtros);
  l record;
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_filtro text := nullif(f ->> 'filtro', '');
  v_momento timestamptz;
  v_sube boolean;
  v_limite integer;
  v_filas jsonb;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  v_momento := (f ->> 'momento')::timestamptz;
  v_sube := coalesce((f ->> 'ascendente')::boolean, false);
  v_limite := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001);
  select * into l from public.listas_admin() where lista = p_lista;
  if l.lista is null then return public.rechazo('no_existe'); end if;
  execute format(
    $q$select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select x.id, x.%1$I as momento, %2$s as datos from %3$s x
      where %4$s and %5$s and %6$s
      order by x.%1$I %7$s, x.id %7$s limit $6) r$q$,
    l.momento, l.datos, l.tabla,
    case when v_buscar is null then 'true' else l.por_texto end,
    case when v_filtro is null then 'true' else l.por_filtro end,
    case when v_momento is null then 'true'
      else format('x.%1$I %2$s= $4 and (x.%1$I, x.id) %2$s ($4, $5::%3$s)', l.momento,
        case when v_sube then '>' else '<' end, l.tipo_id) end,
    case when v_sube then 'asc' else 'desc' end)
  into v_filas
  using v_buscar, v_filtro,
    case when v_buscar is not null and strpos(l.por_texto, '$3') > 0 then public.personas_llamadas(v_buscar) end,
    v_momento, f ->> 'id', v_limite;
  return jsonb_build_object('ok', true, 'filas', v_filas);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow
    or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$$;
grant execute on function public.admin_listar(text, jsonb) to authenticated;
