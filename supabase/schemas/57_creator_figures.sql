-- Figures of creators: views, orders and revenue by product and day, sources, reviews. Days are days in Spain.

-- Figures of a product by day and source, and in total (`dia` is '-infinity'). Each change of an order, share or view
-- adds a row in its transaction, without waiting; `plegar_cifras` compacts the rows. Their sum is always the figure.
create table public.cifras_productos (
  id bigint generated always as identity primary key,
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  producto_id uuid references public.productos (id) on delete set null,
  dia date not null,
  fuente text,
  visitas integer not null default 0,
  pedidos integer not null default 0,
  centimos bigint not null default 0,
  plegada boolean not null default false
);
comment on column public.cifras_productos.pedidos is 'orders that stand';
comment on column public.cifras_productos.centimos is 'what its creator has of its sales';
create index cifras_productos_usuario_id_idx on public.cifras_productos (usuario_id, dia, producto_id)
  include (fuente, visitas, pedidos, centimos);
create index cifras_productos_producto_id_idx on public.cifras_productos (producto_id, dia);
create index cifras_productos_ventas_idx on public.cifras_productos (usuario_id, dia, producto_id)
  include (pedidos, centimos)
  where pedidos <> 0 or centimos <> 0;
create index cifras_productos_sueltas_idx on public.cifras_productos (id) where not plegada;
create index cifras_productos_sueltas_de_idx on public.cifras_productos (usuario_id, dia) where not plegada;

alter table public.cifras_productos enable row level security;
grant select on public.cifras_productos to service_role;

-- Compacted figures of a creator by day and source. Only `plegar_cifras` writes it, so that sales do not wait; readers
-- add rows that are not compacted yet.
create table public.cifras_creadores (
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  dia date not null,
  fuente text,
  visitas bigint not null default 0,
  pedidos bigint not null default 0,
  centimos bigint not null default 0,
  unique nulls not distinct (usuario_id, dia, fuente)
);
alter table public.cifras_creadores enable row level security;
grant select on public.cifras_creadores to service_role;

create function privado.contar_pedido() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.cifras_productos (usuario_id, producto_id, dia, pedidos)
  select p.usuario_id, p.id, d.dia, x.cuantos
  from (
    select old.producto_id as producto_id, old.created_at as momento, -1 as cuantos
    where tg_op <> 'INSERT' and old.revocada_at is null
    union all
    select new.producto_id, new.created_at, 1 where tg_op <> 'DELETE' and new.revocada_at is null
  ) x
  join public.productos p on p.id = x.producto_id
  cross join lateral (values (privado.dia_de(x.momento)), ('-infinity'::date)) d(dia);
  return null;
end
$$;
create trigger contar_pedido_nuevo after insert or delete on public.adquisiciones
  for each row execute function privado.contar_pedido();
create trigger contar_pedido after update of revocada_at, created_at on public.adquisiciones
  for each row when ((old.revocada_at is null) <> (new.revocada_at is null) or old.created_at <> new.created_at)
  execute function privado.contar_pedido();

create function privado.contar_ingresos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.cifras_productos (usuario_id, producto_id, dia, centimos)
  select m.usuario_id, a.producto_id, d.dia, sum(m.centimos)
  from nuevos m join public.adquisiciones a on a.id = m.adquisicion_id
  cross join lateral (values (privado.dia_de(m.created_at)), ('-infinity'::date)) d(dia)
  group by m.usuario_id, a.producto_id, d.dia;
  return null;
end
$$;
create trigger contar_ingresos after insert on public.movimientos_ingresos
  referencing new table as nuevos for each statement execute function privado.contar_ingresos();

create function privado.contar_visitas() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.cifras_productos (usuario_id, producto_id, dia, fuente, visitas)
  select p.usuario_id, p.id, v.dia, v.fuente, count(*)
  from nuevas v join public.productos p on p.id = v.producto_id group by p.usuario_id, p.id, v.dia, v.fuente;
  return null;
end
$$;
create trigger contar_visitas after insert on public.visitas_producto
  referencing new table as nuevas for each statement execute function privado.contar_visitas();

-- Compacts new rows per product, day and source, up to a limit, and adds them to their creators' sums. Returns their
-- number; 0 if another call is running.
create function public.plegar_cifras(p_limite integer default 20000) returns integer
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_plegadas integer;
begin
  -- Two concurrent calls would leave a row each.
  if not pg_try_advisory_xact_lock(hashtext('plegar_cifras')) then return 0; end if;
  with claves as (
    select distinct c.usuario_id, c.dia, c.producto_id from (
      select usuario_id, dia, producto_id from public.cifras_productos
      where not plegada and producto_id is not null order by id limit p_limite) c
  ), quitadas as (
    delete from public.cifras_productos c using claves k
    where c.usuario_id = k.usuario_id and c.dia = k.dia and c.producto_id = k.producto_id
    returning c.*
  ), plegadas as (
    insert into public.cifras_productos (usuario_id, producto_id, dia, fuente, visitas, pedidos, centimos, plegada)
    select usuario_id, producto_id, dia, fuente, sum(visitas), sum(pedidos), sum(centimos), true
    from quitadas group by usuario_id, producto_id, dia, fuente
    having sum(visitas) <> 0 or sum(pedidos) <> 0 or sum(centimos) <> 0
  ), sumadas as (
    insert into public.cifras_creadores as s (usuario_id, dia, fuente, visitas, pedidos, centimos)
    select usuario_id, dia, fuente, sum(visitas), sum(pedidos), sum(centimos)
    from quitadas where not plegada and dia > '-infinity' group by usuario_id, dia, fuente
    order by usuario_id, dia, fuente
    on conflict (usuario_id, dia, fuente) do update set visitas = s.visitas + excluded.visitas,
      pedidos = s.pedidos + excluded.pedidos, centimos = s.centimos + excluded.centimos
  )
  select count(*) into v_plegadas from quitadas where not plegada;
  return v_plegadas;
end
$$;
grant execute on function public.plegar_cifras(integer) to service_role;

-- Recomputes all figures and balances from orders, movements and views: after an import, or when an invariant fails. It
-- blocks writers and waits for a running compaction.
create function privado.recontar_cifras() returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtext('plegar_saldos'));
  perform pg_advisory_xact_lock(hashtext('plegar_cifras'));
  lock table public.adquisiciones, public.movimientos_ingresos, public.visitas_producto in share row exclusive mode;
  delete from public.saldos_creadores;
  insert into public.saldos_creadores (usuario_id, centimos)
  select usuario_id, sum(centimos) from public.movimientos_ingresos group by usuario_id;
  delete from public.cifras_productos;
  insert into public.cifras_productos (usuario_id, producto_id, dia, fuente, visitas, pedidos, centimos, plegada)
  select x.usuario_id, x.producto_id, x.dia, x.fuente, sum(x.visitas), sum(x.pedidos), sum(x.centimos), true
  from (
    select p.usuario_id, v.producto_id, v.dia, v.fuente, count(*) as visitas, 0 as pedidos, 0 as centimos
    from public.visitas_producto v join public.productos p on p.id = v.producto_id
    group by p.usuario_id, v.producto_id, v.dia, v.fuente
    union all
    select p.usuario_id, a.producto_id, d.dia, null, 0, a.pedidos, 0
    from (select producto_id, privado.dia_de(created_at) as dia, count(*) as pedidos from public.adquisiciones
      where revocada_at is null group by producto_id, privado.dia_de(created_at)) a
    join public.productos p on p.id = a.producto_id
    cross join lateral (values (a.dia), ('-infinity'::date)) d(dia)
    union all
    select m.usuario_id, a.producto_id, d.dia, null, 0, 0, m.centimos
    from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id
    cross join lateral (values (privado.dia_de(m.created_at)), ('-infinity'::date)) d(dia)
  ) x group by x.usuario_id, x.producto_id, x.dia, x.fuente;
  delete from public.cifras_creadores;
  insert into public.cifras_creadores (usuario_id, dia, fuente, visitas, pedidos, centimos)
  select usuario_id, dia, fuente, sum(visitas), sum(pedidos), sum(centimos)
  from public.cifras_productos where dia > '-infinity' group by usuario_id, dia, fuente;
end
$$;

-- The first day of a span that ends today.
create function privado.primer_dia(p_dias integer) returns date
language sql stable set search_path = '' as $$
  select privado.hoy() - (least(greatest(coalesce(p_dias, 30), 1), 365) - 1);
$$;

-- A creator's visible products with their figures, in total and since a day.
create function privado.productos_con_cifras(p_usuario uuid, p_desde date)
returns table (
  id uuid, visitas integer, pedidos bigint, centimos bigint, visitas_recientes bigint, pedidos_recientes bigint,
  centimos_recientes bigint, status text, created_at timestamptz
)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
begin
  return query
    with cifras as (
      select x.producto_id, sum(x.pedidos) as pedidos, sum(x.centimos) as centimos, sum(x.visitas_recientes) as visitas_recientes,
        sum(x.pedidos_recientes) as pedidos_recientes, sum(x.centimos_recientes) as centimos_recientes
      from (
        select c.producto_id, c.pedidos, c.centimos, 0 as visitas_recientes, 0 as pedidos_recientes, 0 as centimos_recientes
        from public.cifras_productos c where c.usuario_id = p_usuario and c.dia = '-infinity'
        union all
        select c.producto_id, 0, 0, c.visitas, c.pedidos, c.centimos
        from public.cifras_productos c where c.usuario_id = p_usuario and c.dia >= p_desde
      ) x group by x.producto_id
    )
    select p.id, p.visitas, coalesce(c.pedidos, 0)::bigint, coalesce(c.centimos, 0)::bigint,
      coalesce(c.visitas_recientes, 0)::bigint, coalesce(c.pedidos_recientes, 0)::bigint,
      coalesce(c.centimos_recientes, 0)::bigint, p.status, p.created_at
    from public.productos p left join cifras c on c.producto_id = p.id
    where p.usuario_id = p_usuario and not p.oculto;
end
$$;

-- A creator's figures per day since a day, in several rows: views and orders of visible products, and all income. It
-- reads days and sources only, and the few hidden products.
create function privado.cifras_de_creador(p_usuario uuid, p_desde date)
returns table (dia date, fuente text, visitas bigint, pedidos bigint, centimos bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
begin
  return query
    select s.dia, s.fuente, s.visitas, s.pedidos, s.centimos
    from public.cifras_creadores s where s.usuario_id = p_usuario and s.dia >= p_desde
    union all
    select c.dia, c.fuente, c.visitas, c.pedidos, c.centimos
    from public.cifras_productos c where c.usuario_id = p_usuario and c.dia >= p_desde and not c.plegada
    union all
    select c.dia, c.fuente, -c.visitas, -c.pedidos, 0
    from public.productos p join public.cifras_productos c on c.producto_id = p.id
    where p.usuario_id = p_usuario and p.oculto and c.usuario_id = p_usuario and c.dia >= p_desde;
end
$$;

-- The same per day.
create function privado.dias_de_creador(p_usuario uuid, p_desde date) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('dia', d.dia, 'visitas', coalesce(c.visitas, 0), 'pedidos', coalesce(c.pedidos, 0),
      'ingresos_centimos', coalesce(c.centimos, 0)) order by d.dia)
    from (select s::date as dia from generate_series(p_desde::timestamp, privado.hoy()::timestamp, interval '1 day') s) d
    left join (
      select f.dia, sum(f.visitas) as visitas, sum(f.pedidos) as pedidos, sum(f.centimos) as centimos
      from privado.cifras_de_creador(p_usuario, p_desde) f group by f.dia) c on c.dia = d.dia);
end
$$;

-- The dashboard of the signed-in creator: products and days.
create function public.mi_panel(p_dias integer) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
begin
  return (
    select jsonb_build_object('ok', true,
      'productos', coalesce((
        select jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en,
          'status', p.status, 'portada_url', p.portada_url, 'portada_blur', p.portada_blur, 'visitas', p.visitas,
          'pedidos', c.pedidos, 'ingresos_centimos', c.centimos, 'visitas_recientes', c.visitas_recientes,
          'pedidos_recientes', c.pedidos_recientes, 'ingresos_recientes_centimos', c.centimos_recientes,
          'cambios_en_revision', p.status = 'approved' and exists (
            select from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'pendiente'),
          'cambios_pedidos', exists (
            select from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'pendiente' and r.espera_creador)) order by c.created_at desc)
        from privado.productos_con_cifras(privado.persona_completa(), privado.primer_dia(p_dias)) c
        -- One by one: the planner cannot know how few of all products these are.
        cross join lateral (select * from public.productos x where x.id = c.id offset 0) p), '[]'),
      'dias', privado.dias_de_creador(privado.persona_completa(), privado.primer_dia(p_dias))));
end
$$;
grant execute on function public.mi_panel(integer) to authenticated;

-- One page of the dashboard's products, ordered by a column (`name`, `views`, `orders`, `status`, `recentViews`,
-- `recentOrders`, `recentRevenueCents`, `conversion`), filtered by state, with names in Spanish or English; and the
-- totals of all products.
create function public.mi_panel_pagina(
  p_dias integer, p_orden text default 'views', p_baja boolean default true, p_estado text default null,
  p_despues integer default 0, p_limite integer default 50, p_ingles boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
declare
  v_yo constant uuid := privado.persona_completa();
  v_desde constant date := privado.primer_dia(p_dias);
  v_numeros jsonb;
begin
  with suyos as materialized (
    select p.id, p.visitas, p.status, p.created_at from public.productos p where p.usuario_id = v_yo and not p.oculto
  ), medidas as (
    -- Only the figure of the sort order is summed for all products.
    select c.producto_id, case p_orden when 'recentViews' then sum(c.visitas) when 'recentRevenueCents' then sum(c.centimos)
      when 'conversion' then sum(c.pedidos)::numeric / nullif(sum(c.visitas), 0) else sum(c.pedidos) end as numero
    from public.cifras_productos c
    where c.usuario_id = v_yo and (
      (p_orden = 'orders' and c.dia = '-infinity' and c.pedidos <> 0)
      or (p_orden = 'recentOrders' and c.dia >= v_desde and c.pedidos <> 0)
      or (p_orden = 'recentRevenueCents' and c.dia >= v_desde and c.centimos <> 0)
      or (p_orden in ('recentViews', 'conversion') and c.dia >= v_desde))
    group by c.producto_id
  ), nombres as (
    -- Inlined `sin_acentos`: 20,000 calls would take half of the time of the page.
    select p.id, lower(extensions.unaccent('extensions.unaccent'::regdictionary,
      case when p_ingles then coalesce(p.nombre_en, p.nombre) else p.nombre end)) as llano
    from public.productos p where p_orden = 'name' and p.usuario_id = v_yo and not p.oculto
  ), ordenados as (
    select s.*, case p_orden when 'status' then s.status when 'name' then n.llano end as texto,
      case when p_baja then -1 else 1 end * case when p_orden = 'views' then s.visitas
        else coalesce(m.numero, case when p_orden = 'conversion' then -1 else 0 end) end as numero
    from suyos s left join medidas m on m.producto_id = s.id left join nombres n on n.id = s.id
    where p_estado is null or s.status = p_estado
  ), pagina as (
    select o.*, row_number() over () as puesto from (
      select * from ordenados o
      order by o.numero, case when not p_baja then o.texto end, case when p_baja then o.texto end desc, o.created_at desc, o.id
      limit least(greatest(coalesce(p_limite, 50), 1), 1000) offset greatest(coalesce(p_despues, 0), 0)) o
  )
  select jsonb_build_object('ok', true,
    'ha_publicado', exists (select from public.productos p where p.usuario_id = v_yo and p.category <> 'uncoins'),
    'total', (select count(*) from suyos), 'hallados', (select count(*) from ordenados),
    'visitas', (select coalesce(sum(visitas), 0) from suyos),
    'pedidos', (
      select coalesce(sum(c.pedidos), 0) from public.cifras_productos c
      where c.usuario_id = v_yo and c.dia = '-infinity' and c.producto_id is not null
    ) - (
      select coalesce(sum(c.pedidos), 0) from public.productos p join public.cifras_productos c on c.producto_id = p.id
      where p.usuario_id = v_yo and p.oculto and c.usuario_id = v_yo and c.dia = '-infinity'),
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en,
        'status', p.status, 'portada_url', p.portada_url, 'portada_blur', p.portada_blur, 'visitas', p.visitas,
        'pedidos', t.pedidos, 'ingresos_centimos', t.centimos, 'visitas_recientes', r.visitas,
        'pedidos_recientes', r.pedidos, 'ingresos_recientes_centimos', r.centimos,
        'cambios_en_revision', p.status = 'approved' and exists (
          select from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'pendiente'),
        'cambios_pedidos', exists (
          select from public.revisiones_producto r where r.producto_id = p.id and r.estado = 'pendiente' and r.espera_creador)) order by g.puesto)
      from pagina g
      cross join lateral (select * from public.productos x where x.id = g.id offset 0) p
      cross join lateral (
        select coalesce(sum(c.pedidos), 0) as pedidos, coalesce(sum(c.centimos), 0) as centimos
        from public.cifras_productos c where c.producto_id = g.id and c.usuario_id = v_yo and c.dia = '-infinity') t
      cross join lateral (
        select coalesce(sum(c.visitas), 0) as visitas, coalesce(sum(c.pedidos), 0) as pedidos, coalesce(sum(c.centimos), 0) as centimos
        from public.cifras_productos c where c.producto_id = g.id and c.usuario_id = v_yo and c.dia >= v_desde) r), '[]'))
  into v_numeros;
  return v_numeros || jsonb_build_object('dias', privado.dias_de_creador(v_yo, v_desde));
end
$$;
grant execute on function public.mi_panel_pagina(integer, text, boolean, text, integer, integer, boolean) to authenticated;

-- The sources of the last days, largest first; null is direct or unknown.
create function public.mis_fuentes(p_dias integer) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' set jit = off as $$
begin
  return (
    with contadas as (
      select c.fuente, sum(c.visitas)::integer as visitas
      from privado.cifras_de_creador(privado.persona_completa(), privado.primer_dia(p_dias)) c
      group by c.fuente having sum(c.visitas) <> 0
    ), primeras as (
      select c.*, row_number() over (order by c.visitas desc, c.fuente) as puesto from contadas c
    )
    select jsonb_build_object('ok', true,
      'total', coalesce((select sum(visitas) from contadas), 0),
      'fuentes', coalesce((select jsonb_agg(jsonb_build_object('fuente', p.fuente, 'visitas', p.visitas) order by p.puesto)
        from primeras p where p.puesto <= 8), '[]')));
end
$$;
grant execute on function public.mis_fuentes(integer) to authenticated;

-- A page of reviews of the signed-in creator's products, unanswered ones or all, newest first; with `p_resena`, that
-- one only.
create function public.mis_resenas(
  p_pendientes boolean, p_resena uuid default null, p_antes_at timestamptz default null, p_antes uuid default null,
  p_limite integer default 20
) returns jsonb
language sql stable security definer set search_path = '' as $$
  with suyas as (
    select r.*, p.slug, p.nombre, p.nombre_en from public.resenas r join public.productos p on p.id = r.producto_id
    where p.usuario_id = privado.persona_completa() and not p.oculto and not r.oculta
  ), pagina as (
    select * from suyas s
    where case when p_resena is not null then s.id = p_resena else not p_pendientes or s.respuesta is null end
      and (p_antes_at is null or (s.created_at, s.id) < (p_antes_at, p_antes))
    order by s.created_at desc, s.id desc limit least(greatest(coalesce(p_limite, 20), 1), 100)
  )
  select jsonb_build_object('ok', true,
    'pendientes', (select count(*) from suyas where respuesta is null),
    'resenas', coalesce((select jsonb_agg(jsonb_build_object('id', g.id, 'slug', g.slug, 'nombre', g.nombre,
      'nombre_en', g.nombre_en, 'autor', u.display_name, 'avatar_url', u.avatar_url, 'estrellas', g.estrellas,
      'texto', g.texto, 'respuesta', g.respuesta, 'created_at', g.created_at, 'editada', g.editada_at is not null)
      order by g.created_at desc, g.id desc)
      from pagina g join public.usuarios_meta u on u.id = g.user_id), '[]'));
$$;
grant execute on function public.mis_resenas(boolean, uuid, timestamptz, uuid, integer) to authenticated;
