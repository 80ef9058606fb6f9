-- Every list of the panel, page by page, and the figures above them.

alter table public.codigos_canjes add column creado_at timestamptz not null default now();
alter table public.codigos_cupones add column creado_at timestamptz not null default now();
create index codigos_cupones_creado_at_idx on public.codigos_cupones (creado_at desc, id desc);
create index codigos_cupones_prefijo_idx on public.codigos_cupones (upper(codigo) text_pattern_ops);
create index reportes_created_at_idx on public.reportes (created_at desc, id desc);
create index codigos_canjes_creado_at_idx on public.codigos_canjes (creado_at desc, id desc);
create index codigos_canjes_prefijo_idx on public.codigos_canjes (upper(codigo) text_pattern_ops);
create index eventos_proveedor_recibido_at_idx on public.eventos_proveedor (recibido_at desc, id desc);
create index eventos_proveedor_evento_id_idx on public.eventos_proveedor (evento_id);
create index eventos_proveedor_tipo_idx on public.eventos_proveedor (tipo text_pattern_ops, recibido_at desc);
create index withdrawals_paypal_email_idx on public.withdrawals (lower(paypal_email));
create index productos_created_at_idx on public.productos (created_at desc, id desc);
create index productos_nombre_trgm_idx on public.productos using gin (nombre extensions.gin_trgm_ops);
create index adquisiciones_origen_idx on public.adquisiciones (origen, created_at desc, id desc);
create index pagos_estado_idx on public.pagos (estado, creado_at desc, id desc);
create index pagos_referencia_idx on public.pagos (referencia);
create index pagos_pagado_at_idx on public.pagos (pagado_at) include (metodo, total_centimos)
  where pagado_at is not null;
create index pagos_revertido_at_idx on public.pagos (revertido_at) include (metodo, total_centimos)
  where revertido_at is not null;
create index usuarios_meta_club_idx on public.usuarios_meta (id) where club;
create index usuarios_meta_equipo_idx on public.usuarios_meta (role, created_at desc) where role <> 'user';
create index suscripciones_created_at_idx on public.suscripciones (created_at);

drop function public.admin_usuarios(text, text, timestamptz);

-- A text as an id, or null.
create function public.leer_uuid(p_texto text) returns uuid
language sql immutable set search_path = '' as $$
  select case when p_texto ~* '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then p_texto::uuid end;
$$;

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
      'x.user_id = any ($3)', 'x.estado = $2')
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

-- What admins did to one thing, the last first.
create function public.admin_actos(p_tipo text, p_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'actos', coalesce((
    select jsonb_agg(jsonb_build_object('id', x.id, 'accion', x.accion, 'antes', x.antes, 'despues', x.despues,
      'motivo', x.motivo, 'created_at', x.created_at,
      'actor', (select a.display_name from public.usuarios_meta a where a.id = x.actor_id)) order by x.id desc)
    from (select * from public.auditoria where objeto_tipo = p_tipo and objeto_id = p_id
      order by created_at desc, id desc limit 50) x), '[]'));
end
$$;

-- The figures of days that are over, so that the panel never counts them again.
create table public.cifras_diarias (
  dia date primary key,
  ventas bigint not null,
  devoluciones bigint not null,
  pedidos integer not null,
  nuevos integer not null,
  altas integer not null,
  metodos jsonb not null
);
alter table public.cifras_diarias enable row level security;

-- Counts the days between two. Money is what was paid by card and PayPal; coins were money when topped up.
create function public.contar_dias(p_desde date, p_hasta date) returns setof public.cifras_diarias
language sql stable security definer set search_path = '' as $$
  with limites as (
    select p_desde::timestamptz as desde, (p_hasta + 1)::timestamptz as hasta
  ), pagado as materialized (
    select pagado_at::date as dia, metodo, count(*) as pagos, sum(total_centimos) as total
    from public.pagos, limites where pagado_at >= desde and pagado_at < hasta group by 1, 2
  ), devuelto as materialized (
    select revertido_at::date as dia, sum(total_centimos) as total from public.pagos, limites
    where revertido_at >= desde and revertido_at < hasta and metodo in ('tarjeta', 'paypal') group by 1
  ), pedidos as materialized (
    select created_at::date as dia, count(*) as n from public.adquisiciones, limites
    where created_at >= desde and created_at < hasta group by 1
  ), nuevos as materialized (
    select created_at::date as dia, count(*) as n from public.usuarios_meta, limites
    where created_at >= desde and created_at < hasta group by 1
  ), altas as materialized (
    select created_at::date as dia, count(*) as n from public.suscripciones, limites
    where created_at >= desde and created_at < hasta group by 1
  )
  select d.dia,
    coalesce((select sum(p.total) from pagado p where p.dia = d.dia and p.metodo in ('tarjeta', 'paypal')), 0)::bigint,
    coalesce((select r.total from devuelto r where r.dia = d.dia), 0)::bigint,
    coalesce((select p.n from pedidos p where p.dia = d.dia), 0)::integer,
    coalesce((select n.n from nuevos n where n.dia = d.dia), 0)::integer,
    coalesce((select a.n from altas a where a.dia = d.dia), 0)::integer,
    coalesce((select jsonb_agg(jsonb_build_object('metodo', p.metodo, 'pagos', p.pagos, 'total', p.total))
      from pagado p where p.dia = d.dia), '[]')
  from (select s::date as dia from generate_series(p_desde::timestamp, p_hasta::timestamp, interval '1 day') s) d;
$$;

-- Counts the days that are over and not counted yet. Yesterday stays open: what began before midnight may still come.
create function public.cerrar_dias() returns integer
language sql volatile security definer set search_path = '' as $$
  with cerrados as (
    insert into public.cifras_diarias
    select c.* from public.contar_dias(
      coalesce((select max(dia) + 1 from public.cifras_diarias), current_date - 90), current_date - 2) c
    on conflict (dia) do nothing
    returning 1
  )
  select count(*)::integer from cerrados;
$$;

-- The shop's figures of the last days: those that were counted, and the rest as it stands.
create function public.admin_resumen(p_dias integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_desde date := current_date - (least(greatest(coalesce(p_dias, 30), 1), 90) - 1);
  v_abierto date := greatest(v_desde, coalesce((select max(dia) + 1 from public.cifras_diarias), v_desde));
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return (
    with dias as materialized (
      select * from public.cifras_diarias where dia >= v_desde and dia < v_abierto
      union all
      select * from public.contar_dias(v_abierto, current_date)
    )
    select jsonb_build_object('ok', true,
      'vistas', (select coalesce(sum(visitas), 0) from public.productos),
      'socios', (select count(*) from public.usuarios_meta where club),
      'metodos', coalesce((select jsonb_agg(to_jsonb(m) order by m.metodo) from (
        select x.metodo, sum(x.pagos) as pagos, sum(x.total) as total
        from dias d, jsonb_to_recordset(d.metodos) as x(metodo text, pagos bigint, total bigint) group by x.metodo) m),
        '[]'),
      'dias', (select jsonb_agg(to_jsonb(d) - 'metodos' order by d.dia) from dias d)));
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.admin_listar(text, jsonb), public.admin_actos(text, text),
  public.admin_resumen(integer) to authenticated;
grant execute on function public.cerrar_dias() to service_role;
