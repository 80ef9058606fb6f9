-- Coupons of creators for their own products, paid by their share alone (docs/payments.md, "Coupons of creators").

-- Creates a coupon with a percentage or an amount in cents, at most the creator's share of a sale.
create function public.crear_cupon(
  p_producto uuid, p_codigo text, p_porcentaje integer, p_centimos integer, p_minimo_centimos integer, p_desde date,
  p_hasta date, p_usos_max integer, p_usos_por_usuario integer
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_codigo text := upper(privado.codigo_limpio(p_codigo));
  v_parte integer := (select ingresos_creador_porcentaje from public.configuracion_global where id = 1);
  v_producto public.productos;
  v_cupon public.codigos_cupones;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  select * into v_producto from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins';
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  if v_codigo is null or v_codigo !~ '^[A-Z0-9][A-Z0-9_-]{2,39}$' then return privado.rechazo('codigo_no_valido'); end if;
  if num_nonnulls(p_porcentaje, p_centimos) <> 1 or coalesce(p_porcentaje, p_centimos) < 1 then
    return privado.rechazo('datos_no_validos');
  end if;
  if p_porcentaje > v_parte
    or p_centimos > privado.parte_porcentual((v_producto.precio * 100)::integer, v_parte) then
    return privado.rechazo('descuento_excesivo') || jsonb_build_object('porcentaje', v_parte);
  end if;
  if p_desde < privado.hoy() or p_hasta < coalesce(p_desde, privado.hoy()) or p_hasta > privado.hoy() + 730 then
    return privado.rechazo('fechas_no_validas');
  end if;
  if (select count(*) from public.codigos_cupones where creador_id = auth.uid() and parado_at is null
    and coalesce(caduca_at, 'infinity') > now()) >= 100 then
    return privado.rechazo('demasiados_cupones');
  end if;
  if exists (select from public.codigos_cupones where product_id = p_producto and upper(codigo) = v_codigo) then
    return privado.rechazo('codigo_ocupado');
  end if;
  if not privado.contar_intento('cupon_propio', auth.uid()::text, 200, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.codigos_cupones (codigo, product_id, percent_discount, descuento_centimos, minimo_centimos, desde_at,
    caduca_at, usos_max, usos_por_usuario, creador_id)
  values (v_codigo, p_producto, p_porcentaje, p_centimos, p_minimo_centimos, privado.inicio_del_dia(p_desde),
    privado.fin_del_dia(p_hasta), p_usos_max, p_usos_por_usuario, auth.uid())
  returning * into v_cupon;
  perform privado.anotar('crear_cupon', 'cupon', v_cupon.id::text, null, to_jsonb(v_cupon));
  return jsonb_build_object('ok', true, 'cupon_id', v_cupon.id);
exception
  when unique_violation then return privado.rechazo('codigo_ocupado');
  when check_violation or datetime_field_overflow then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.crear_cupon(uuid, text, integer, integer, integer, date, date, integer, integer)
  to authenticated;

-- Stops a coupon of the caller. Payments that hold a use keep their price.
create function public.parar_cupon(p_cupon uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cupon public.codigos_cupones;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.codigos_cupones set parado_at = coalesce(parado_at, now())
  where id = p_cupon and creador_id = auth.uid() returning * into v_cupon;
  if v_cupon.id is null then return privado.rechazo('no_existe'); end if;
  if v_cupon.parado_at = now() then
    perform privado.anotar('parar_cupon', 'cupon', p_cupon::text, null, jsonb_build_object('codigo', v_cupon.codigo));
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.parar_cupon(uuid) to authenticated;

-- The signed-in creator's coupons with uses, holds, revenue and discounts.
create function public.mis_cupones() returns table (
  id uuid, codigo text, producto text, slug text, percent_discount integer, descuento_centimos integer,
  minimo_centimos integer, desde_at timestamptz, caduca_at timestamptz, parado_at timestamptz, usos_max integer,
  usos_por_usuario integer, created_at timestamptz, usos bigint, retenidos bigint, regalado_centimos bigint,
  vendido_centimos bigint
)
language sql stable security definer set search_path = '' as $$
  select c.id, c.codigo, p.nombre, p.slug, c.percent_discount, c.descuento_centimos, c.minimo_centimos, c.desde_at,
    c.caduca_at, c.parado_at, c.usos_max, c.usos_por_usuario, c.created_at, u.usos,
    (select count(*) from public.reservas r where r.cupon_id = c.id and r.hasta > now()), u.regalado, u.vendido
  from public.codigos_cupones c join public.productos p on p.id = c.product_id
  cross join lateral (
    select count(*) as usos, coalesce(sum(g.total_centimos), 0) as vendido,
      coalesce(sum((g.presupuesto #>> '{interno,cupon_creador_centimos}')::integer), 0) as regalado
    from public.pagos g where g.cupon_id = c.id and g.motivo_no_entregado is null
      and g.estado in ('pagado', 'entregado', 'en_disputa')
  ) u
  where c.creador_id = privado.persona_completa();
$$;
grant execute on function public.mis_cupones() to authenticated;
