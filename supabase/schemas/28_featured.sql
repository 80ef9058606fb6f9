-- Featured products of the home page: an ordered list with dates. `productos.destacado` is true if a product is on the
-- list, regardless of its dates, so that the product form can add and remove it. Also the pinned products of creators'
-- profiles.

create table public.destacados (
  producto_id uuid primary key references public.productos (id) on delete cascade,
  orden integer not null,
  desde timestamptz,
  hasta timestamptz,
  -- Whether the rendered home page includes it.
  mostrado boolean not null default false,
  created_at timestamptz not null default now(),
  check (hasta > desde)
);
create index destacados_orden_idx on public.destacados (orden, producto_id);

alter table public.destacados enable row level security;
grant select on public.destacados to service_role;

-- The featured products of a moment, in order.
create function privado.destacados_en(p_momento timestamptz) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(d.producto_id order by d.orden, d.producto_id), '{}')
  from public.destacados d join public.productos p on p.id = d.producto_id
  where (d.desde is null or d.desde <= p_momento) and (d.hasta is null or d.hasta > p_momento)
    and p.status = 'approved' and not p.oculto;
$$;

-- The current ones, for everybody: planned ones are private.
create function public.destacados_ahora() returns uuid[]
language sql stable security definer set search_path = '' as $$
  select privado.destacados_en(now());
$$;
grant execute on function public.destacados_ahora() to anon, authenticated, service_role;

create function privado.seguir_destacado() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.destacado then
    insert into public.destacados (producto_id, orden)
    select new.id, coalesce(max(orden), 0) + 1 from public.destacados
    on conflict do nothing;
  else
    delete from public.destacados where producto_id = new.id;
  end if;
  return null;
end
$$;
create trigger seguir_destacado_nuevo after insert on public.productos
  for each row when (new.destacado) execute function privado.seguir_destacado();
create trigger seguir_destacado after update of destacado on public.productos
  for each row when (old.destacado is distinct from new.destacado) execute function privado.seguir_destacado();

create function privado.seguir_lista_destacados() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.productos set destacado = tg_op = 'INSERT'
  where id = coalesce(new.producto_id, old.producto_id) and destacado is distinct from (tg_op = 'INSERT');
  return null;
end
$$;
create trigger seguir_lista_destacados after insert or delete on public.destacados
  for each row execute function privado.seguir_lista_destacados();

-- Adds a product at the end of the list, or changes its dates. A missing date means now, or no end.
create function public.admin_destacar(p_slug text, p_desde text, p_hasta text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto uuid;
  v_desde constant timestamptz := privado.momento_de(p_desde);
  v_hasta constant timestamptz := privado.momento_de(p_hasta);
  v_antes jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if (v_desde is null and coalesce(p_desde, '') <> '') or (v_hasta is null and coalesce(p_hasta, '') <> '')
    or v_hasta <= v_desde or v_hasta <= now() then
    return privado.rechazo('fechas_no_validas');
  end if;
  -- Lock order: product, then list, as in the product form.
  select id into v_producto from public.productos
  where slug = p_slug and status = 'approved' and category <> 'uncoins' for no key update;
  if v_producto is null then return privado.rechazo('producto_no_encontrado'); end if;
  lock table public.destacados in share row exclusive mode;
  select jsonb_build_object('desde', desde, 'hasta', hasta) into v_antes
  from public.destacados where producto_id = v_producto;
  insert into public.destacados as d (producto_id, orden, desde, hasta)
  select v_producto, coalesce(max(orden), 0) + 1, v_desde, v_hasta from public.destacados
  on conflict (producto_id) do update set desde = excluded.desde, hasta = excluded.hasta;
  perform privado.anotar('destacar', 'producto', v_producto::text, v_antes,
    jsonb_build_object('desde', v_desde, 'hasta', v_hasta));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_destacar(text, text, text) to authenticated;

-- Removes a product from the list.
create function public.admin_quitar_destacado(p_producto uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  perform from public.productos where id = p_producto for no key update;
  delete from public.destacados where producto_id = p_producto
  returning jsonb_build_object('orden', orden, 'desde', desde, 'hasta', hasta) into v_antes;
  if v_antes is null then return privado.rechazo('producto_no_encontrado'); end if;
  perform privado.anotar('quitar_destacado', 'producto', p_producto::text, v_antes, null);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_quitar_destacado(uuid) to authenticated;

-- Reorders the list, unless the list or its order has changed since it was loaded (`p_base`).
create function public.admin_ordenar_destacados(p_productos uuid[], p_base uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes uuid[];
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  lock table public.destacados in share row exclusive mode;
  select coalesce(array_agg(producto_id order by orden, producto_id), '{}') into v_antes from public.destacados;
  if v_antes is distinct from p_base or (select array_agg(x order by x) from unnest(p_productos) x)
    is distinct from (select array_agg(x order by x) from unnest(v_antes) x) then
    return privado.rechazo('conflicto');
  end if;
  update public.destacados d set orden = x.n
  from unnest(p_productos) with ordinality x(id, n) where d.producto_id = x.id and d.orden <> x.n;
  perform privado.anotar('ordenar_destacados', 'tienda', 'destacados',
    jsonb_build_object('orden', v_antes), jsonb_build_object('orden', p_productos));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_ordenar_destacados(uuid[], uuid[]) to authenticated;

-- The list for the panel, and the featured products of a moment.
create function public.admin_destacados(p_momento text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'en', to_jsonb(privado.destacados_en(coalesce(privado.momento_de(p_momento), now()))),
    'destacados', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'nombre', p.nombre,
        'desde', privado.momento_escrito(d.desde), 'hasta', privado.momento_escrito(d.hasta),
        'estado', case when p.status <> 'approved' or p.oculto then 'oculto' when d.desde > now() then 'programado'
          when d.hasta <= now() then 'terminado' else 'activo' end) order by d.orden, d.producto_id)
      from public.destacados d join public.productos p on p.id = d.producto_id), '[]'));
end
$$;
grant execute on function public.admin_destacados(text) to authenticated;

-- Records starts and ends since the home page was last rendered, and returns their number.
create function public.destacados_por_mostrar() returns integer
language sql volatile security definer set search_path = '' as $$
  with cambiados as (
    update public.destacados d set mostrado = not d.mostrado
    where d.mostrado is distinct from (
      (d.desde is null or d.desde <= now()) and (d.hasta is null or d.hasta > now()))
    returning 1)
  select count(*)::integer from cambiados;
$$;
grant execute on function public.destacados_por_mostrar() to service_role;

create table public.productos_fijados (
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  orden integer not null check (orden between 1 and 3),
  producto_id uuid not null references public.productos (id) on delete cascade,
  primary key (usuario_id, orden),
  unique (usuario_id, producto_id)
);
create index productos_fijados_producto_id_idx on public.productos_fijados (producto_id);

-- A product that is now archived, taken down or owned by another creator is not shown. It returns to its place when it
-- is available again.
alter table public.productos_fijados enable row level security;
grant select on public.productos_fijados to anon, authenticated, service_role;
create policy productos_fijados_select on public.productos_fijados for select to anon, authenticated
  using (exists (select from public.productos p where p.id = producto_id and p.usuario_id = productos_fijados.usuario_id
    and p.status = 'approved' and not p.oculto));

-- Replaces the caller's pinned products: up to three of their products on sale, in this order.
create function public.fijar_productos(p_productos uuid[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_productos is null or cardinality(p_productos) > 3
    or cardinality(p_productos) <> (select count(distinct x) from unnest(p_productos) x) then
    return privado.rechazo('datos_no_validos');
  end if;
  if exists (select from unnest(p_productos) x where not exists (select from public.productos p
    where p.id = x and p.usuario_id = auth.uid() and p.status = 'approved' and not p.oculto)) then
    return privado.rechazo('producto_no_valido');
  end if;
  if not privado.contar_intento('fijados', auth.uid()::text, 60, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  -- Serialises two tabs.
  perform 1 from public.usuarios_meta where id = auth.uid() for no key update;
  delete from public.productos_fijados where usuario_id = auth.uid();
  insert into public.productos_fijados (usuario_id, orden, producto_id)
  select auth.uid(), x.orden, x.id from unnest(p_productos) with ordinality x (id, orden);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.fijar_productos(uuid[]) to authenticated;

-- The caller's pinned products by id, and their products that can be pinned, by name.
create function public.mis_fijados() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'fijados', coalesce((
      select jsonb_agg(f.producto_id order by f.orden)
      from public.productos_fijados f join public.productos p on p.id = f.producto_id
      where f.usuario_id = privado.persona_completa() and p.usuario_id = f.usuario_id and p.status = 'approved' and not p.oculto), '[]'),
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'nombre', p.nombre, 'nombre_en', p.nombre_en) order by p.nombre, p.id)
      from (
        select * from public.productos where usuario_id = privado.persona_completa() and status = 'approved' and not oculto
        order by created_at desc limit 500) p), '[]'));
$$;
grant execute on function public.mis_fijados() to authenticated;
