-- Coupons reduce a price; redeem codes give a product. A code is looked up first, then redeemed: order and code change
-- in one transaction.

create table public.codigos_cupones (
  id uuid primary key default gen_random_uuid(),
  codigo text not null check (char_length(codigo) between 3 and 40 and codigo = privado.codigo_limpio(codigo)),
  product_id uuid references public.productos (id) on delete cascade,
  percent_discount integer check (percent_discount between 1 and 100),
  caduca_at timestamptz,
  usos_max integer check (usos_max > 0),
  usos_por_usuario integer check (usos_por_usuario > 0),
  created_at timestamptz not null default now(),
  -- The creator whose share pays for the coupon; null for a coupon of the shop.
  creador_id uuid references public.usuarios_meta (id) on delete cascade,
  descuento_centimos integer check (descuento_centimos > 0),
  minimo_centimos integer check (minimo_centimos > 0),
  desde_at timestamptz,
  parado_at timestamptz,
  -- Scope of a coupon of the shop: one product, the products of a creator or of a category, or all of them.
  ambito text not null default 'producto' check (ambito in ('producto', 'creador', 'categoria', 'tienda')),
  vendedor_id uuid references public.usuarios_meta (id) on delete cascade,
  categoria text check (categoria = any (privado.categorias())),
  -- Only for somebody who has paid for nothing yet.
  primera_compra boolean not null default false,
  check (num_nonnulls(percent_discount, descuento_centimos) = 1),
  check ((ambito = 'producto') = (product_id is not null)),
  check ((ambito = 'creador') = (vendedor_id is not null)),
  check ((ambito = 'categoria') = (categoria is not null)),
  check (creador_id is null or (ambito = 'producto' and not primera_compra)),
  check (not primera_compra or usos_por_usuario = 1),
  check (caduca_at > desde_at),
  unique (product_id, codigo)
);
create index codigos_cupones_vendedor_idx on public.codigos_cupones (vendedor_id);
create unique index codigos_cupones_amplio_key on public.codigos_cupones (upper(codigo)) where product_id is null;
create index codigos_cupones_creador_idx on public.codigos_cupones (creador_id, created_at desc, id);
create index codigos_cupones_created_at_idx on public.codigos_cupones (created_at desc, id desc);
create index codigos_cupones_prefijo_idx on public.codigos_cupones (upper(codigo) text_pattern_ops);

alter table public.codigos_cupones enable row level security;
grant select on public.codigos_cupones to authenticated, service_role;
create policy codigos_cupones_select on public.codigos_cupones for select to authenticated
  using ((select privado.es_admin()) or creador_id = (select auth.uid()));
create policy codigos_cupones_segundo_paso on public.codigos_cupones as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Saves a coupon of the shop: a percentage or an amount, valid to the end of a day or without end. `p_ambito` selects
-- product (no pack of UnCoins), creator or category. A coupon for first purchases has one use per person.
create function public.admin_guardar_cupon(
  p_cupon uuid, p_codigo text, p_producto uuid, p_porcentaje integer, p_caduca_at date, p_usos_max integer,
  p_usos_por_usuario integer, p_ambito text default 'producto', p_vendedor uuid default null,
  p_categoria text default null, p_centimos integer default null, p_minimo_centimos integer default null,
  p_desde date default null, p_primera_compra boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.codigos_cupones;
  v_cupon public.codigos_cupones;
  v_despues public.codigos_cupones;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_caduca_at < p_desde then return privado.rechazo('fechas_no_validas'); end if;
  if p_ambito = 'producto' and exists (select from public.productos where id = p_producto and uncoins is not null) then
    return privado.rechazo('producto_no_existe');
  end if;
  v_cupon.codigo := privado.codigo_limpio(p_codigo);
  v_cupon.ambito := p_ambito;
  v_cupon.product_id := case when p_ambito = 'producto' then p_producto end;
  v_cupon.vendedor_id := case when p_ambito = 'creador' then p_vendedor end;
  v_cupon.categoria := case when p_ambito = 'categoria' then p_categoria end;
  v_cupon.primera_compra := p_primera_compra;
  v_cupon.usos_por_usuario := case when p_primera_compra then 1 else p_usos_por_usuario end;
  if p_cupon is not null then
    select * into v_antes from public.codigos_cupones where id = p_cupon for no key update;
    -- Only creators change their own coupons.
    if v_antes.id is null or v_antes.creador_id is not null then return privado.rechazo('no_existe'); end if;
    update public.codigos_cupones set codigo = v_cupon.codigo, ambito = v_cupon.ambito, product_id = v_cupon.product_id,
      vendedor_id = v_cupon.vendedor_id, categoria = v_cupon.categoria, percent_discount = p_porcentaje,
      descuento_centimos = p_centimos, minimo_centimos = p_minimo_centimos, desde_at = privado.inicio_del_dia(p_desde),
      caduca_at = privado.fin_del_dia(p_caduca_at), usos_max = p_usos_max, usos_por_usuario = v_cupon.usos_por_usuario,
      primera_compra = v_cupon.primera_compra
    where id = p_cupon returning * into v_despues;
  else
    insert into public.codigos_cupones (codigo, ambito, product_id, vendedor_id, categoria, percent_discount,
      descuento_centimos, minimo_centimos, desde_at, caduca_at, usos_max, usos_por_usuario, primera_compra)
    values (v_cupon.codigo, v_cupon.ambito, v_cupon.product_id, v_cupon.vendedor_id, v_cupon.categoria, p_porcentaje,
      p_centimos, p_minimo_centimos, privado.inicio_del_dia(p_desde), privado.fin_del_dia(p_caduca_at), p_usos_max,
      v_cupon.usos_por_usuario, v_cupon.primera_compra)
    returning * into v_despues;
  end if;
  perform privado.anotar('guardar_cupon', 'cupon', v_despues.id::text,
    case when v_antes.id is not null then to_jsonb(v_antes) end, to_jsonb(v_despues));
  return jsonb_build_object('ok', true, 'cupon_id', v_despues.id);
exception
  when unique_violation then return privado.rechazo('codigo_ocupado');
  when check_violation or not_null_violation or foreign_key_violation or datetime_field_overflow then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.admin_guardar_cupon(uuid, text, uuid, integer, date, integer, integer, text, uuid, text,
  integer, integer, date, boolean) to authenticated;

-- Deletes a coupon of the shop; payments that used it keep their quote.
create function public.admin_borrar_cupon(p_cupon uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_antes public.codigos_cupones;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  -- Lock order: payments, then the coupon. Open payments keep the price of their quote.
  perform 1 from public.pagos where cupon_id = p_cupon order by id for no key update;
  delete from public.codigos_cupones where id = p_cupon and creador_id is null returning * into v_antes;
  if v_antes.id is null then return privado.rechazo('no_existe'); end if;
  perform privado.anotar('borrar_cupon', 'cupon', p_cupon::text, to_jsonb(v_antes), null);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_borrar_cupon(uuid) to authenticated;

create table public.codigos_canjes (
  id uuid primary key default gen_random_uuid(),
  codigo text not null unique check (char_length(codigo) between 6 and 60 and codigo = privado.codigo_limpio(codigo)),
  canjeado boolean not null default false,
  canjeado_por uuid references public.usuarios_meta (id) on delete set null,
  canjeado_at timestamptz,
  id_producto uuid not null references public.productos (id) on delete cascade,
  id_edicion uuid,
  created_at timestamptz not null default now(),
  foreign key (id_edicion, id_producto) references public.ediciones (id, producto_id) on delete cascade
);
create index codigos_canjes_id_producto_idx on public.codigos_canjes (id_producto);
create index codigos_canjes_id_edicion_idx on public.codigos_canjes (id_edicion, id_producto);
create index codigos_canjes_canjeado_por_idx on public.codigos_canjes (canjeado_por);
create unique index codigos_canjes_clave_key on public.codigos_canjes (privado.clave_codigo(codigo));
create index codigos_canjes_created_at_idx on public.codigos_canjes (created_at desc, id desc);
create index codigos_canjes_prefijo_idx on public.codigos_canjes (upper(codigo) text_pattern_ops);

alter table public.codigos_canjes enable row level security;
grant select on public.codigos_canjes to authenticated, service_role;
create policy codigos_canjes_select on public.codigos_canjes for select to authenticated
  using ((select privado.es_admin()));
create policy codigos_canjes_segundo_paso on public.codigos_canjes as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- The unused code of a text, if any.
create function privado.buscar_codigo(p_codigo text) returns public.codigos_canjes
language sql stable security definer set search_path = '' as $$
  select * from public.codigos_canjes where privado.clave_codigo(codigo) = privado.clave_codigo(p_codigo) and not canjeado;
$$;

-- The product of a code; nothing else is revealed.
create function public.ver_codigo(p_codigo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_codigo public.codigos_canjes;
  v_respuesta jsonb;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not privado.contar_codigo(auth.uid()) then return privado.rechazo('demasiados_intentos'); end if;
  v_codigo := privado.buscar_codigo(p_codigo);
  if v_codigo.id is null then
    perform privado.contar_fallo_tienda('codigo');
    return privado.rechazo('codigo_no_valido');
  end if;
  perform privado.devolver_codigo(auth.uid());
  select jsonb_build_object('ok', true, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre, 'edicion_en', e.nombre_en,
    'portada_url', coalesce(e.portada_url, p.portada_url),
    'portada_blur', case when e.portada_url is null then p.portada_blur else e.portada_blur end)
  into v_respuesta
  from public.productos p left join public.ediciones e on e.id = v_codigo.id_edicion
  where p.id = v_codigo.id_producto;
  if privado.ya_lo_tiene(auth.uid(), v_codigo.id_producto, v_codigo.id_edicion)
    or privado.tiene_superior(auth.uid(), v_codigo.id_producto, v_codigo.id_edicion) then
    return privado.rechazo('ya_lo_tienes');
  end if;
  return v_respuesta;
end
$$;
grant execute on function public.ver_codigo(text) to authenticated;

-- Redeems a code, once. A repeated call by the same person returns the same order, because the first answer may have
-- been lost.
create function public.canjear_codigo(p_codigo text, p_minecraft_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_codigo public.codigos_canjes;
  v_pedido uuid;
  v_reputacion text;
begin
  if v_usuario is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if privado.en_mantenimiento() then return privado.rechazo('mantenimiento'); end if;
  if not privado.nombre_minecraft_valido(p_minecraft_name, p_canje => true) then
    return privado.rechazo('nombre_minecraft_no_valido');
  end if;
  if not privado.contar_codigo(v_usuario) then return privado.rechazo('demasiados_intentos'); end if;
  -- The first one gets the code; others wait here and find it used.
  select * into v_codigo from public.codigos_canjes
  where privado.clave_codigo(codigo) = privado.clave_codigo(p_codigo) for update;
  if v_codigo.canjeado_por = v_usuario then
    select id into v_pedido from public.adquisiciones where user_id = v_usuario and producto_id = v_codigo.id_producto
      and edicion_id is not distinct from v_codigo.id_edicion and origen = 'codigo' order by created_at desc limit 1;
    if found then
      perform privado.devolver_codigo(v_usuario);
      return jsonb_build_object('ok', true, 'pedido_id', v_pedido);
    end if;
  end if;
  if v_codigo.id is null or v_codigo.canjeado then
    perform privado.contar_fallo_tienda('codigo');
    return privado.rechazo('codigo_no_valido');
  end if;
  perform privado.devolver_codigo(v_usuario);
  select reputacion into v_reputacion from public.usuarios_meta where id = v_usuario for no key update;
  if v_reputacion = 'deshabilitado' then return privado.rechazo('cuenta_deshabilitada'); end if;
  -- The creator may be turning licence keys on.
  perform from public.productos where id = v_codigo.id_producto for no key update;
  if privado.ya_lo_tiene(v_usuario, v_codigo.id_producto, v_codigo.id_edicion)
    or privado.tiene_superior(v_usuario, v_codigo.id_producto, v_codigo.id_edicion) then
    return privado.rechazo('ya_lo_tienes');
  end if;
  insert into public.adquisiciones (user_id, producto_id, edicion_id, origen, es_reserva, precio_pagado, minecraft_name)
  select v_usuario, p.id, v_codigo.id_edicion, 'codigo', privado.espera_lanzamiento(p, e), 0, p_minecraft_name
  from public.productos p left join public.ediciones e on e.id = v_codigo.id_edicion
  where p.id = v_codigo.id_producto
  returning id into v_pedido;
  update public.codigos_canjes set canjeado = true, canjeado_por = v_usuario, canjeado_at = now() where id = v_codigo.id;
  update public.productos set adquirido = adquirido + 1 where id = v_codigo.id_producto;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('canje:' || v_codigo.id, v_usuario, 'canje', jsonb_build_object('pedido_id', v_pedido));
  return jsonb_build_object('ok', true, 'pedido_id', v_pedido);
end
$$;
grant execute on function public.canjear_codigo(text, text) to authenticated;

-- Creates codes for a product or edition, shown once.
create function public.admin_generar_codigos(p_producto uuid, p_edicion uuid, p_cuantos integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_codigos text[];
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if p_cuantos is null or p_cuantos not between 1 and 1000 then return privado.rechazo('cantidad_no_valida'); end if;
  -- An approval that removes the edition has to see its codes.
  perform from public.productos where id = p_producto and uncoins is null for no key update;
  if not found then return privado.rechazo('no_existe'); end if;
  with nuevos as (
    insert into public.codigos_canjes (codigo, id_producto, id_edicion)
    select privado.codigo_nuevo(), p_producto, p_edicion from generate_series(1, p_cuantos)
    returning codigo
  )
  select array_agg(codigo) into v_codigos from nuevos;
  perform privado.anotar('generar_codigos', 'producto', p_producto::text, null,
    jsonb_build_object('cuantos', p_cuantos, 'edicion_id', p_edicion));
  return jsonb_build_object('ok', true, 'codigos', to_jsonb(v_codigos));
exception
  when foreign_key_violation then return privado.rechazo('no_existe');
end
$$;
grant execute on function public.admin_generar_codigos(uuid, uuid, integer) to authenticated;
