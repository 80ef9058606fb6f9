-- Made from supabase/schemas by `npm run db:migration limits_of_offers_and_coupons`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.archivar_producto (
  p_producto  uuid,
  p_archivar  boolean,
  p_borrador  uuid    DEFAULT NULL::uuid,
  p_contenido jsonb   DEFAULT NULL::jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text := public.motivo_no_publica();
  v_producto public.productos;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  select * into v_producto from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  if p_archivar is distinct from (v_producto.archivado_at is not null) then
    if not public.contar_intento('archivo', p_producto::text, 20, '1 hour') then
      return public.rechazo('demasiados_intentos');
    end if;
    if p_archivar then
      update public.productos set archivado_at = now(), disponible_al_archivar = disponibilidad, disponibilidad = false
      where id = p_producto;
    else
      update public.productos set archivado_at = null, disponible_al_archivar = null,
        disponibilidad = coalesce(disponible_al_archivar, true)
      where id = p_producto;
    end if;
    if p_archivar then
      update public.revisiones_producto set estado = 'cancelada' where producto_id = p_producto and estado = 'pendiente';
      if found and p_contenido is not null then
        perform public.volver_borrador(p_producto, false, p_borrador, p_contenido);
      end if;
      update public.productos set status = 'rejected' where id = p_producto and status = 'pending';
    end if;
    perform public.anotar(case when p_archivar then 'archivar_producto' else 'recuperar_producto' end, 'producto',
      p_producto::text, jsonb_build_object('archivado_at', v_producto.archivado_at), null);
  end if;
  return jsonb_build_object('ok', true, 'slug', v_producto.slug, 'category', v_producto.category,
    'en_venta', (select public.motivo_no_venta(p) is null from public.productos p where p.id = p_producto));
exception
  when check_violation or not_null_violation or unique_violation then return public.rechazo('datos_no_validos');
end
$function$;

CREATE OR REPLACE FUNCTION public.avisar_favoritos (
  p_limite integer DEFAULT 1000
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_quedan integer := least(greatest(coalesce(p_limite, 1000), 1), 5000);
  v_mas_correos constant integer := 500;
  v_contados integer := 0;
  v_leidos integer;
  v_hasta uuid;
  v_nuevos integer;
  v_correos integer;
  n public.novedades_producto;
begin
  insert into public.novedades_producto (producto_id, tipo, clave)
  select p.id, 'estreno', 'estreno' from public.productos p
  where p.status = 'approved' and not p.oculto and p.reserva
    and p.fecha_lanzamiento between public.hoy() - 6 and public.hoy()
    and exists (select from public.favoritos f where f.producto_id = p.id)
  on conflict do nothing;

  while v_quedan > 0 loop
    select count(*) into v_correos from (
      select from public.correos where estado = 'pendiente' and plantilla = 'favorito' limit v_mas_correos) c;
    exit when v_correos >= v_mas_correos;
    select * into n from public.novedades_producto where terminada_at is null
    order by id limit 1 for update skip locked;
    exit when n.id is null;
    if not public.novedad_vigente(n) then
      update public.novedades_producto set terminada_at = now() where id = n.id;
      v_quedan := v_quedan - 1;
      continue;
    end if;
    with siguientes as materialized (
      select f.user_id from public.favoritos f
      where f.producto_id = n.producto_id and (n.contado_hasta is null or f.user_id > n.contado_hasta)
      order by f.user_id limit least(v_quedan, v_mas_correos - v_correos)
    ), avisados as (
      insert into public.notificaciones (user_id, tipo, clave, datos)
      select u.id, 'favorito', 'favorito:' || n.id, jsonb_build_object('motivo', n.tipo, 'slug', p.slug,
        'nombre', p.nombre, 'nombre_en', p.nombre_en, 'edicion', e.nombre,
        'precio_centimos', round(n.precio * 100)::integer, 'oferta_centimos', round(n.oferta * 100)::integer)
      from siguientes s
      join public.usuarios_meta u on u.id = s.user_id
      join public.productos p on p.id = n.producto_id
      left join public.ediciones e on e.id = n.edicion_id
      where u.borrada_at is null and (u.banned_until is null or u.banned_until <= now()) and u.id <> p.usuario_id
        and not exists (select from public.adquisiciones a
          where a.user_id = u.id and a.producto_id = p.id and a.revocada_at is null)
      on conflict (user_id, clave) do nothing
      returning user_id, datos
    ), escritos as (
      insert into public.correos (clave, user_id, plantilla, datos)
      select 'favorito:' || n.id || ':' || a.user_id, a.user_id, 'favorito', a.datos || jsonb_build_object('usuario', a.user_id)
      from avisados a join public.preferencias_aviso w on w.user_id = a.user_id and w.correo_favoritos
      on conflict (clave) do nothing
    )
    select (select count(*) from siguientes), (select s.user_id from siguientes s order by s.user_id desc limit 1),
      (select count(*) from avisados)
    into v_leidos, v_hasta, v_nuevos;
    update public.novedades_producto set contado_hasta = coalesce(v_hasta, contado_hasta),
      terminada_at = case when v_leidos < least(v_quedan, v_mas_correos - v_correos) then now() end
    where id = n.id;
    v_quedan := v_quedan - greatest(v_leidos, 1);
    v_contados := v_contados + v_nuevos;
  end loop;

  delete from public.novedades_producto where id in (
    select id from public.novedades_producto where terminada_at < now() - interval '90 days' and tipo <> 'estreno'
    order by id limit 1000);
  return v_contados;
end
$function$;

CREATE OR REPLACE FUNCTION public.crear_cupon (
  p_producto         uuid,
  p_codigo           text,
  p_porcentaje       integer,
  p_centimos         integer,
  p_minimo_centimos  integer,
  p_desde            date,
  p_hasta            date,
  p_usos_max         integer,
  p_usos_por_usuario integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text := public.motivo_no_publica();
  v_codigo text := upper(btrim(p_codigo));
  v_parte integer := (select ingresos_creador_porcentaje from public.configuracion_global where id = 1);
  v_producto public.productos;
  v_cupon public.codigos_cupones;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  select * into v_producto from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins';
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  if v_codigo is null or v_codigo !~ '^[A-Z0-9][A-Z0-9_-]{2,39}$' then return public.rechazo('codigo_no_valido'); end if;
  if num_nonnulls(p_porcentaje, p_centimos) <> 1 or coalesce(p_porcentaje, p_centimos) < 1 then
    return public.rechazo('datos_no_validos');
  end if;
  if p_porcentaje > v_parte
    or p_centimos > public.parte_porcentual((v_producto.precio * 100)::integer, v_parte) then
    return public.rechazo('descuento_excesivo') || jsonb_build_object('porcentaje', v_parte);
  end if;
  if p_desde < public.hoy() or p_hasta < coalesce(p_desde, public.hoy()) or p_hasta > public.hoy() + 730 then
    return public.rechazo('fechas_no_validas');
  end if;
  if (select count(*) from public.codigos_cupones where creador_id = auth.uid() and parado_at is null
    and coalesce(caduca_at, 'infinity') > now()) >= 100 then
    return public.rechazo('demasiados_cupones');
  end if;
  if exists (select from public.codigos_cupones where product_id = p_producto and upper(codigo) = v_codigo) then
    return public.rechazo('codigo_ocupado');
  end if;
  if not public.contar_intento('cupon_propio', auth.uid()::text, 200, '1 day') then
    return public.rechazo('demasiados_intentos');
  end if;
  insert into public.codigos_cupones (codigo, product_id, percent_discount, descuento_centimos, minimo_centimos, desde_at,
    caduca_at, usos_max, usos_por_usuario, creador_id)
  values (v_codigo, p_producto, p_porcentaje, p_centimos, p_minimo_centimos, public.inicio_del_dia(p_desde),
    public.fin_del_dia(p_hasta), p_usos_max, p_usos_por_usuario, auth.uid())
  returning * into v_cupon;
  perform public.anotar('crear_cupon', 'cupon', v_cupon.id::text, null, to_jsonb(v_cupon));
  return jsonb_build_object('ok', true, 'cupon_id', v_cupon.id);
exception
  when unique_violation then return public.rechazo('codigo_ocupado');
  when check_violation or datetime_field_overflow then return public.rechazo('datos_no_validos');
end
$function$;

CREATE OR REPLACE FUNCTION public.programar_oferta (
  p_producto       uuid,
  p_edicion        uuid,
  p_precio         numeric,
  p_desde          date,
  p_hasta          date,
  p_descripcion    text,
  p_descripcion_en text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_motivo text := public.motivo_no_publica();
  v_producto public.productos;
  v_precio numeric;
  v_desde timestamptz := public.inicio_del_dia(p_desde);
  v_hasta timestamptz := public.inicio_del_dia(p_hasta + 1);
  v_oferta public.ofertas;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  select * into v_producto from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  if v_producto.status <> 'approved' or v_producto.archivado_at is not null then
    return public.rechazo('no_publicado');
  end if;
  v_precio := v_producto.precio;
  if p_edicion is not null then
    select precio into v_precio from public.ediciones where id = p_edicion and producto_id = p_producto and not retirada;
    if v_precio is null then return public.rechazo('no_existe'); end if;
  end if;
  if p_precio is null or p_precio >= v_precio
    or p_precio < (select precio_minimo from public.configuracion_global where id = 1) then
    return public.rechazo('precio_no_valido');
  end if;
  if p_desde is null or p_hasta is null or p_desde < public.hoy() or p_desde > public.hoy() + 365
    or p_hasta < p_desde or p_hasta > p_desde + 90 then
    return public.rechazo('fechas_no_validas');
  end if;
  if exists (select from public.ofertas o where o.producto_id = p_producto
    and o.edicion_id is not distinct from p_edicion and o.desde < v_hasta and o.hasta > greatest(v_desde, now())) then
    return public.rechazo('oferta_solapada');
  end if;
  if (select count(*) from public.ofertas o where o.producto_id = p_producto and o.hasta > now()) >= 20 then
    return public.rechazo('demasiadas_ofertas');
  end if;
  -- Each one that begins is two prices of the history and news for everybody who keeps the product. An end needs none
  -- counted: there are no more of them.
  if not public.contar_intento('oferta', p_producto::text, 30, '1 day') then
    return public.rechazo('demasiados_intentos');
  end if;
  insert into public.ofertas (producto_id, edicion_id, precio, desde, hasta, descripcion, descripcion_en)
  values (p_producto, p_edicion, p_precio, greatest(v_desde, now()), v_hasta, coalesce(btrim(p_descripcion), ''),
    nullif(btrim(p_descripcion_en), ''))
  returning * into v_oferta;
  perform public.anotar_ofertas(p_producto);
  perform public.anotar('programar_oferta', 'producto', p_producto::text, null, to_jsonb(v_oferta));
  return jsonb_build_object('ok', true, 'oferta_id', v_oferta.id, 'slug', v_producto.slug,
    'empezada', v_oferta.desde <= now());
exception
  when check_violation or numeric_value_out_of_range or datetime_field_overflow
    then return public.rechazo('datos_no_validos');
end
$function$;
