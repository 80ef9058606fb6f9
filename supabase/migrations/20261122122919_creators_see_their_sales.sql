-- Made from supabase/schemas by `npm run db:migration creators_see_their_sales`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

ALTER TABLE "public"."notificaciones"
  DROP CONSTRAINT "notificaciones_tipo_check";

ALTER TABLE "public"."preferencias_aviso"
  ADD COLUMN "correo_resenas" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."preferencias_aviso"
  ADD COLUMN "correo_resumen" boolean NOT NULL DEFAULT true;

ALTER TABLE "public"."visitas_producto"
  ADD COLUMN "fuente" text;

CREATE OR REPLACE FUNCTION public.admin_resumen (
  p_dias integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_desde date := public.hoy() - (least(greatest(coalesce(p_dias, 30), 1), 90) - 1);
  v_abierto date := greatest(v_desde, coalesce((select max(dia) + 1 from public.cifras_diarias), v_desde));
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return (
    with dias as materialized (
      select * from public.cifras_diarias where dia >= v_desde and dia < v_abierto
      union all
      select * from public.contar_dias(v_abierto, public.hoy())
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
$function$;

CREATE OR REPLACE FUNCTION public.anotar_fuente (
  p_slug      text,
  p_visitante text,
  p_fuente    text,
  p_sello     text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.sello_valido(array['fuente', p_slug, p_visitante, p_fuente], p_sello) then
    return public.rechazo('sello_no_valido');
  end if;
  if p_fuente !~ '^[a-z0-9][a-z0-9._-]{0,59}$' then return public.rechazo('datos_no_validos'); end if;
  update public.visitas_producto v set fuente = p_fuente
  from public.productos p
  where p.slug = p_slug and v.producto_id = p.id and v.dia = public.hoy() and v.visitante = p_visitante
    and v.fuente is null;
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."anotar_fuente"(text, text, text, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.anunciar_ventas (
  p_pago uuid DEFAULT NULL::uuid
)
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with ventas as (
    select m.usuario_id, public.dia_de(m.created_at) as dia, count(*) as cuantas, sum(m.centimos) as centimos,
      (array_agg(m.adquisicion_id order by m.id desc))[1] as pedido
    from public.movimientos_ingresos m
    where m.clave like 'venta:%' and m.created_at >= public.inicio_del_dia(public.hoy() - 1)
      and (p_pago is null or m.usuario_id in (
        select s.usuario_id from public.adquisiciones a join public.movimientos_ingresos s on s.adquisicion_id = a.id
        where a.pago_id = p_pago))
    group by 1, 2
  ), anunciadas as (
    insert into public.notificaciones as n (user_id, tipo, clave, datos)
    select v.usuario_id, 'venta', 'ventas:' || v.dia, jsonb_build_object('dia', v.dia, 'cuantas', v.cuantas,
      'centimos', v.centimos, 'pedido_id', v.pedido, 'nombre', coalesce(p.nombre, ''), 'nombre_en', p.nombre_en)
    from ventas v join public.adquisiciones a on a.id = v.pedido left join public.productos p on p.id = a.producto_id
    order by v.usuario_id, v.dia
    on conflict (user_id, clave) do update set datos = excluded.datos, leida_at = null
      where (n.datos ->> 'cuantas')::bigint < (excluded.datos ->> 'cuantas')::bigint
    returning 1
  )
  select count(*)::integer from anunciadas;
$function$;

REVOKE ALL ON FUNCTION "public"."anunciar_ventas"(uuid) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.avisar_de_devolucion()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_hecho record;
  v_datos jsonb;
  v_clave text;
begin
  for v_hecho in
    select m.usuario_id, a.pago_id, (array_agg(a.id order by a.id))[1] as pedido, sum(m.centimos) as centimos,
      min(m.id) as primero,
      case when count(a.bundle_id) > 0 then min(g.presupuesto ->> 'nombre') else min(coalesce(p.nombre, g.presupuesto ->> 'nombre')) end as nombre,
      case when count(a.bundle_id) = 0 then min(p.nombre_en) end as nombre_en
    from nuevos m join public.adquisiciones a on a.id = m.adquisicion_id join public.pagos g on g.id = a.pago_id
      left join public.productos p on p.id = a.producto_id
    where (m.concepto = 'reembolso' or m.clave like 'devuelta:%')
      and not exists (select from public.disputas d where d.pago_id = a.pago_id and d.fase <> 'consulta')
    group by m.usuario_id, a.pago_id order by m.usuario_id
  loop
    v_clave := 'venta_devuelta:' || v_hecho.primero;
    v_datos := jsonb_build_object('pedido_id', v_hecho.pedido, 'nombre', v_hecho.nombre, 'nombre_en', v_hecho.nombre_en,
      'centimos', v_hecho.centimos, 'motivo', (
        select r.motivo from public.reembolsos r where r.pago_id = v_hecho.pago_id and r.motivo is not null
          and r.estado = case when v_hecho.centimos < 0 then 'hecho' else 'fallido' end
        order by coalesce(r.fallido_at, r.hecho_at) desc nulls last limit 1));
    insert into public.notificaciones (user_id, tipo, clave, datos)
    values (v_hecho.usuario_id, 'venta_devuelta', v_clave, v_datos) on conflict (user_id, clave) do nothing;
    perform public.escribir_con_medida(v_hecho.usuario_id, 'venta_devuelta', v_clave || ':' || v_hecho.usuario_id, v_datos);
  end loop;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."avisar_de_devolucion"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.avisar_de_disputa()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_creador record;
  v_datos jsonb;
  v_clave text := 'disputa:' || new.fase || ':' || new.id;
begin
  for v_creador in select * from public.creadores_de_pago(new.pago_id) order by usuario_id loop
    v_datos := jsonb_build_object('fase', new.fase, 'pedido_id', v_creador.pedido, 'nombre', v_creador.nombre,
      'nombre_en', v_creador.nombre_en, 'centimos', greatest(v_creador.centimos, 0));
    insert into public.notificaciones (user_id, tipo, clave, datos)
    values (v_creador.usuario_id, 'disputa', v_clave, v_datos) on conflict (user_id, clave) do nothing;
    if found then
      perform public.escribir_con_medida(v_creador.usuario_id, 'disputa_venta', v_clave || ':' || v_creador.usuario_id,
        v_datos);
    end if;
  end loop;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."avisar_de_disputa"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.avisar_de_logro()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (new.user_id, 'logro', 'logro:' || new.logro, jsonb_build_object('logro', new.logro))
  on conflict (user_id, clave) do nothing;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."avisar_de_logro"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.avisar_de_resena()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_producto public.productos;
  v_es_respuesta boolean := new.respuesta is not null;
  v_tipo text := case when v_es_respuesta then 'respuesta' else 'resena' end;
  v_para uuid;
  v_datos jsonb;
begin
  select * into v_producto from public.productos where id = new.producto_id;
  v_para := case when v_es_respuesta then new.user_id else v_producto.usuario_id end;
  v_datos := jsonb_build_object('slug', v_producto.slug, 'nombre', v_producto.nombre, 'nombre_en', v_producto.nombre_en,
    'estrellas', new.estrellas, 'resena_id', new.id);
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (v_para, v_tipo, v_tipo || ':' || new.id, v_datos) on conflict (user_id, clave) do nothing;
  if not found or exists (select from public.preferencias_aviso where user_id = v_para and not correo_resenas) then
    return null;
  end if;
  perform public.escribir_con_medida(v_para, v_tipo, v_tipo || ':' || new.id, v_datos || jsonb_build_object('texto',
    left(case when v_es_respuesta then new.respuesta else new.texto end, 600)));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.avisar_de_seguidor()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.notificaciones as n (user_id, tipo, clave, datos)
  select new.following_id, 'seguidores', 'seguidores:' || public.hoy(), jsonb_build_object('dia', public.hoy(),
    'cuantos', (select count(*) from public.follows f where f.following_id = new.following_id
      and f.created_at >= public.inicio_del_dia(public.hoy())),
    'de', u.display_name)
  from public.usuarios_meta u where u.id = new.follower_id
  on conflict (user_id, clave) do update set datos = excluded.datos, leida_at = null
    where (n.datos ->> 'cuantos')::bigint < (excluded.datos ->> 'cuantos')::bigint;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."avisar_de_seguidor"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.cerrar_dias()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with cerrados as (
    insert into public.cifras_diarias
    select c.* from public.contar_dias(
      coalesce((select max(dia) + 1 from public.cifras_diarias), public.hoy() - 90), public.hoy() - 2) c
    on conflict (dia) do nothing
    returning 1
  )
  select count(*)::integer from cerrados;
$function$;

CREATE OR REPLACE FUNCTION public.contar_dias (
  p_desde date,
  p_hasta date
)
  RETURNS SETOF public.cifras_diarias
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with limites as (
    select public.inicio_del_dia(p_desde) as desde, public.inicio_del_dia(p_hasta + 1) as hasta
  ), pagado as materialized (
    select public.dia_de(pagado_at) as dia, metodo, count(*) as pagos, sum(total_centimos) as total
    from public.pagos, limites where pagado_at >= desde and pagado_at < hasta group by 1, 2
  ), devuelto as materialized (
    select x.dia, sum(x.centimos) as total from (
      select public.dia_de(emitida_at) as dia, -(datos ->> 'total_centimos')::integer as centimos
      from public.facturas, limites where rectifica is not null and emitida_at >= desde and emitida_at < hasta
      union all
      select public.dia_de(r.hecho_at), r.centimos
      from public.reembolsos r join public.pagos p on p.id = r.pago_id, limites
      where r.estado = 'hecho' and r.hecho_at >= desde and r.hecho_at < hasta
        and p.entregado_at is null and p.metodo in ('tarjeta', 'paypal')
    ) x group by 1
  ), club as materialized (
    select public.dia_de(pagado_at) as dia, count(*) as pagos, sum(centimos) as total from public.cargos_club, limites
    where pagado_at >= desde and pagado_at < hasta and centimos > 0 group by 1
  ), pedidos as materialized (
    select public.dia_de(created_at) as dia, count(*) as n from public.adquisiciones, limites
    where created_at >= desde and created_at < hasta group by 1
  ), nuevos as materialized (
    select public.dia_de(created_at) as dia, count(*) as n from public.usuarios_meta, limites
    where created_at >= desde and created_at < hasta group by 1
  ), altas as materialized (
    select public.dia_de(created_at) as dia, count(*) as n from public.suscripciones, limites
    where created_at >= desde and created_at < hasta group by 1
  )
  select d.dia,
    (coalesce((select sum(p.total) from pagado p where p.dia = d.dia and p.metodo in ('tarjeta', 'paypal')), 0)
      + coalesce((select c.total from club c where c.dia = d.dia), 0))::bigint,
    coalesce((select r.total from devuelto r where r.dia = d.dia), 0)::bigint,
    coalesce((select p.n from pedidos p where p.dia = d.dia), 0)::integer,
    coalesce((select n.n from nuevos n where n.dia = d.dia), 0)::integer,
    coalesce((select a.n from altas a where a.dia = d.dia), 0)::integer,
    coalesce((select jsonb_agg(jsonb_build_object('metodo', p.metodo, 'pagos', p.pagos, 'total', p.total))
      from (select dia, metodo, pagos, total from pagado union all select dia, 'club', pagos, total from club) p
      where p.dia = d.dia), '[]')
  from (select s::date as dia from generate_series(p_desde::timestamp, p_hasta::timestamp, interval '1 day') s) d;
$function$;

CREATE OR REPLACE FUNCTION public.creadores_de_pago (
  p_pago uuid
)
  RETURNS TABLE (
    usuario_id uuid,
    pedido     uuid,
    ventas     bigint,
    centimos   bigint,
    nombre     text,
    nombre_en  text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select m.usuario_id, (array_agg(a.id order by a.id))[1], count(distinct a.id), sum(m.centimos),
    coalesce(min(g.presupuesto ->> 'nombre') filter (where a.bundle_id is not null), min(p.nombre), min(g.presupuesto ->> 'nombre')),
    case when count(a.bundle_id) = 0 then min(p.nombre_en) end
  from public.adquisiciones a join public.pagos g on g.id = a.pago_id
    join public.movimientos_ingresos m on m.adquisicion_id = a.id
    left join public.productos p on p.id = a.producto_id
  where a.pago_id = p_pago
  group by m.usuario_id;
$function$;

REVOKE ALL ON FUNCTION "public"."creadores_de_pago"(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.dia_de (
  p_momento timestamp with time zone
)
  RETURNS date
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select (p_momento at time zone 'Europe/Madrid')::date;
$function$;

REVOKE ALL ON FUNCTION "public"."dia_de"(timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.escribir_con_medida (
  p_usuario   uuid,
  p_plantilla text,
  p_clave     text,
  p_datos     jsonb
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.correos (clave, user_id, plantilla, datos)
  select p_clave, p_usuario, p_plantilla, p_datos
  where (select count(*) from public.correos where user_id = p_usuario and plantilla = p_plantilla
    and created_at > now() - interval '1 day') < 10
  on conflict (clave) do nothing;
$function$;

REVOKE ALL ON FUNCTION "public"."escribir_con_medida"(uuid, text, text, jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.guardar_avisos_creador (
  p_resenas boolean,
  p_resumen boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  insert into public.preferencias_aviso (user_id, correo_resenas, correo_resumen)
  values (auth.uid(), coalesce(p_resenas, true), coalesce(p_resumen, true))
  on conflict (user_id) do update set correo_resenas = excluded.correo_resenas,
    correo_resumen = excluded.correo_resumen;
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."guardar_avisos_creador"(boolean, boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.hora_de (
  p_momento timestamp with time zone
)
  RETURNS time WITHOUT time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select (p_momento at time zone 'Europe/Madrid')::time(0);
$function$;

REVOKE ALL ON FUNCTION "public"."hora_de"(timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.hoy()
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select public.dia_de(now());
$function$;

CREATE OR REPLACE FUNCTION public.mi_panel (
  p_dias integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with desde as (
    select d.dia, public.inicio_del_dia(d.dia) as momento
    from (select public.hoy() - (least(greatest(coalesce(p_dias, 30), 1), 365) - 1) as dia) d
  ), suyos as (
    select id, slug, nombre, nombre_en, status, visitas, precio, portada_url, portada_blur, created_at
    from public.productos where usuario_id = public.persona_completa() and not oculto
  ), pedidos as (
    select s.id, count(a.id) filter (where a.revocada_at is null)::integer as total,
      count(a.id) filter (where a.revocada_at is null and a.created_at >= (select momento from desde))::integer as recientes
    from suyos s left join public.adquisiciones a on a.producto_id = s.id group by s.id
  ), ingresos as (
    select a.producto_id as id, sum(m.centimos)::integer as total,
      sum(m.centimos) filter (where m.created_at >= (select momento from desde))::integer as recientes
    from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id
    where m.usuario_id = public.persona_completa() group by a.producto_id
  ), vistas as (
    select v.producto_id as id, count(*)::integer as recientes from public.visitas_producto v
    where v.producto_id in (select id from suyos) and v.dia >= (select dia from desde) group by v.producto_id
  ), dias as (
    select d::date as dia from generate_series((select dia from desde)::timestamp, public.hoy()::timestamp, interval '1 day') d
  ), vistas_dia as (
    select v.dia, count(*)::integer as n from public.visitas_producto v
    where v.producto_id in (select id from suyos) and v.dia >= (select dia from desde) group by v.dia
  ), pedidos_dia as (
    select public.dia_de(a.created_at) as dia, count(*)::integer as n from public.adquisiciones a
    where a.producto_id in (select id from suyos) and a.revocada_at is null and a.created_at >= (select momento from desde)
    group by 1
  ), ingresos_dia as (
    select public.dia_de(m.created_at) as dia, sum(m.centimos)::integer as n from public.movimientos_ingresos m
    where m.usuario_id = public.persona_completa() and m.adquisicion_id is not null and m.created_at >= (select momento from desde)
    group by 1
  )
  select jsonb_build_object(
    'ok', true,
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'slug', s.slug, 'nombre', s.nombre, 'nombre_en', s.nombre_en,
        'status', s.status, 'portada_url', s.portada_url, 'portada_blur', s.portada_blur,
        'visitas', s.visitas, 'pedidos', p.total, 'ingresos_centimos', coalesce(i.total, 0),
        'visitas_recientes', coalesce(v.recientes, 0), 'pedidos_recientes', p.recientes,
        'ingresos_recientes_centimos', coalesce(i.recientes, 0),
        'cambios_en_revision', s.status = 'approved' and exists (
          select from public.revisiones_producto r where r.producto_id = s.id and r.estado = 'pendiente'))
        order by s.created_at desc)
      from suyos s join pedidos p on p.id = s.id left join ingresos i on i.id = s.id left join vistas v on v.id = s.id
    ), '[]'),
    'dias', (
      select jsonb_agg(jsonb_build_object('dia', d.dia, 'visitas', coalesce(v.n, 0), 'pedidos', coalesce(p.n, 0),
        'ingresos_centimos', coalesce(i.n, 0)) order by d.dia)
      from dias d left join vistas_dia v on v.dia = d.dia left join pedidos_dia p on p.dia = d.dia
        left join ingresos_dia i on i.dia = d.dia));
$function$;

CREATE OR REPLACE FUNCTION public.mi_venta (
  p_pedido uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce((
    select jsonb_build_object('ok', true, 'venta', to_jsonb(v),
      'movimientos', (
        select jsonb_agg(jsonb_build_object('id', m.id, 'centimos', m.centimos, 'concepto', m.concepto,
          'created_at', m.created_at) order by m.id)
        from public.movimientos_ingresos m where m.adquisicion_id = v.pedido and m.usuario_id = public.persona_completa()),
      'devoluciones', coalesce((
        select jsonb_agg(jsonb_build_object('id', r.id, 'hecho_at', r.hecho_at, 'motivo', r.motivo) order by r.hecho_at, r.id)
        from public.reembolsos r where r.pago_id = a.pago_id and r.estado = 'hecho'), '[]'),
      'disputas', coalesce((
        select jsonb_agg(jsonb_build_object('id', d.id, 'fase', d.fase, 'abierta_at', d.abierta_at) order by d.abierta_at, d.id)
        from public.disputas d where d.pago_id = a.pago_id and d.fase <> 'consulta'), '[]'))
    from public.ventas_de(public.persona_completa(), p_pedido, null, null, null, null, null, null, null, 1) v
    join public.adquisiciones a on a.id = v.pedido
  ), public.rechazo('no_existe'));
$function$;

REVOKE ALL ON FUNCTION "public"."mi_venta"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mis_fuentes (
  p_dias integer
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with contadas as (
    select v.fuente, count(*)::integer as visitas
    from public.productos p join public.visitas_producto v on v.producto_id = p.id
    where p.usuario_id = public.persona_completa() and not p.oculto
      and v.dia >= public.hoy() - (least(greatest(coalesce(p_dias, 30), 1), 365) - 1)
    group by v.fuente
  ), primeras as (
    select c.*, row_number() over (order by c.visitas desc, c.fuente) as puesto from contadas c
  )
  select jsonb_build_object('ok', true,
    'total', coalesce((select sum(visitas) from contadas), 0),
    'fuentes', coalesce((select jsonb_agg(jsonb_build_object('fuente', p.fuente, 'visitas', p.visitas) order by p.puesto)
      from primeras p where p.puesto <= 8), '[]'));
$function$;

REVOKE ALL ON FUNCTION "public"."mis_fuentes"(integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mis_resenas (
  p_pendientes boolean,
  p_resena     uuid                     DEFAULT NULL::uuid,
  p_antes_at   timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_antes      uuid                     DEFAULT NULL::uuid,
  p_limite     integer                  DEFAULT 20
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with suyas as (
    select r.*, p.slug, p.nombre, p.nombre_en from public.resenas r join public.productos p on p.id = r.producto_id
    where p.usuario_id = public.persona_completa() and not p.oculto and not r.oculta
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
$function$;

REVOKE ALL ON FUNCTION "public"."mis_resenas"(boolean, uuid, timestamp WITH time zone, uuid, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mis_ventas (
  p_producto  uuid                     DEFAULT NULL::uuid,
  p_estado    text                     DEFAULT NULL::text,
  p_descuento text                     DEFAULT NULL::text,
  p_desde     date                     DEFAULT NULL::date,
  p_hasta     date                     DEFAULT NULL::date,
  p_antes_at  timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_antes     bigint                   DEFAULT NULL::bigint,
  p_limite    integer                  DEFAULT 50
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('ok', true, 'ventas', coalesce(jsonb_agg(to_jsonb(v) order by v.created_at desc, v.id desc), '[]'))
  from public.ventas_de(public.persona_completa(), null, p_producto, p_estado, p_descuento, p_desde, p_hasta,
    p_antes_at, p_antes, least(greatest(coalesce(p_limite, 50), 1), 1000)) v;
$function$;

REVOKE ALL ON FUNCTION "public"."mis_ventas"(uuid, text, text, date, date, timestamp WITH time zone, bigint, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mis_ventas_totales (
  p_producto  uuid DEFAULT NULL::uuid,
  p_estado    text DEFAULT NULL::text,
  p_descuento text DEFAULT NULL::text,
  p_desde     date DEFAULT NULL::date,
  p_hasta     date DEFAULT NULL::date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('ok', true, 'ventas', count(*),
    'pagado_centimos', coalesce(sum(v.pagado_centimos), 0), 'parte_centimos', coalesce(sum(v.parte_centimos), 0),
    'neto_centimos', coalesce(sum(v.neto_centimos), 0))
  from public.ventas_de(public.persona_completa(), null, p_producto, p_estado, p_descuento, p_desde, p_hasta,
    null, null, null) v;
$function$;

REVOKE ALL ON FUNCTION "public"."mis_ventas_totales"(uuid, text, text, date, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.resumir_ayer()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with dia as (
    select public.hoy() - 1 as dia, public.inicio_del_dia(public.hoy() - 1) as desde,
      public.inicio_del_dia(public.hoy()) as hasta
  ), cifras as (
    select m.usuario_id, count(*) as ventas, sum(m.centimos) as centimos, 0 as seguidores, 0 as resenas, 0 as devueltas
    from public.movimientos_ingresos m, dia
    where m.clave like 'venta:%' and m.created_at >= dia.desde and m.created_at < dia.hasta group by 1
    union all
    select f.following_id, 0, 0, count(*), 0, 0 from public.follows f, dia
    where f.created_at >= dia.desde and f.created_at < dia.hasta group by 1
    union all
    select p.usuario_id, 0, 0, 0, count(*), 0
    from public.resenas r join public.productos p on p.id = r.producto_id, dia
    where r.created_at >= dia.desde and r.created_at < dia.hasta and not r.oculta group by 1
    union all
    select m.usuario_id, 0, 0, 0, 0, count(distinct m.adquisicion_id)
    from public.reembolsos r join public.adquisiciones a on a.pago_id = r.pago_id
      join public.movimientos_ingresos m on m.adquisicion_id = a.id and m.concepto = 'reembolso', dia
    where r.estado = 'hecho' and r.hecho_at >= dia.desde and r.hecho_at < dia.hasta group by 1
  ), escritos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'resumen:' || d.dia || ':' || c.usuario_id, c.usuario_id, 'resumen_creador', jsonb_build_object('dia', d.dia,
      'ventas', sum(c.ventas), 'centimos', sum(c.centimos), 'seguidores', sum(c.seguidores), 'resenas', sum(c.resenas),
      'devueltas', sum(c.devueltas))
    from cifras c join public.usuarios_meta u on u.id = c.usuario_id cross join dia d
      left join public.preferencias_aviso a on a.user_id = c.usuario_id
    where u.borrada_at is null and coalesce(a.correo_resumen, true)
    group by d.dia, c.usuario_id
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from escritos;
$function$;

REVOKE ALL ON FUNCTION "public"."resumir_ayer"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.ventas_de (
  p_usuario   uuid,
  p_pedido    uuid,
  p_producto  uuid,
  p_estado    text,
  p_descuento text,
  p_desde     date,
  p_hasta     date,
  p_antes_at  timestamp with time zone,
  p_antes     bigint,
  p_limite    integer
)
  RETURNS TABLE (
    id               bigint,
    created_at       timestamp with time zone,
    pedido           uuid,
    producto_id      uuid,
    nombre           text,
    nombre_en        text,
    slug             text,
    edicion          text,
    paquete          text,
    regalo           boolean,
    metodo           text,
    precio_centimos  integer,
    oferta_centimos  integer,
    club_centimos    integer,
    cupon_centimos   integer,
    recargo_centimos integer,
    pagado_centimos  integer,
    porcentaje       integer,
    parte_centimos   integer,
    neto_centimos    integer,
    libre_at         timestamp with time zone,
    estado           text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select v.id, v.created_at, v.pedido, v.producto_id, v.nombre, v.nombre_en, v.slug, v.edicion, v.paquete, v.regalo,
    v.metodo, v.pagado - v.oferta - v.club - v.cupon - v.recargo, v.oferta, v.club, v.cupon, v.recargo, v.pagado,
    v.porcentaje, v.parte, v.neto, v.libre_at, v.estado
  from (
    select m.id, m.created_at, a.id as pedido, a.producto_id, coalesce(p.nombre, g.presupuesto ->> 'nombre') as nombre,
      p.nombre_en, p.slug, e.nombre as edicion, b.nombre as paquete, a.origen = 'regalo' as regalo, g.metodo,
      l.oferta, l.club, l.cupon, l.recargo, x.pagado,
      (g.presupuesto #>> '{interno,ingresos_porcentaje}')::integer as porcentaje, m.centimos as parte, n.neto,
      a.created_at + t.espera as libre_at,
      case when g.estado = 'en_disputa' then 'en_disputa' when g.estado = 'reembolsado' then 'reembolsada'
        when n.neto < m.centimos then 'reembolsada_en_parte'
        when a.created_at > now() - t.espera then 'retenida' else 'disponible' end as estado
    from public.movimientos_ingresos m
    join public.adquisiciones a on a.id = m.adquisicion_id
    join public.pagos g on g.id = a.pago_id
    left join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    left join public.bundles b on b.id = a.bundle_id
    cross join (select make_interval(days => dias_retencion) as espera from public.configuracion_global where id = 1) t
    cross join lateral (select round(a.precio_pagado * 100)::integer as pagado) x
    cross join lateral (
      select coalesce(sum(c.parte) filter (where c.concepto = 'oferta'), 0)::integer as oferta,
        coalesce(sum(c.parte) filter (where c.concepto = 'club'), 0)::integer as club,
        coalesce(sum(c.parte) filter (where c.concepto = 'cupon'), 0)::integer as cupon,
        coalesce(sum(c.parte) filter (where c.concepto = 'recargo_paypal'), 0)::integer as recargo
      from (
        select i ->> 'concepto' as concepto,
          round((i ->> 'centimos')::numeric * x.pagado / nullif(g.total_centimos, 0)) as parte
        from public.lista_json(g.presupuesto -> 'lineas') i
      ) c
    ) l
    cross join lateral (
      select sum(s.centimos)::integer as neto from public.movimientos_ingresos s
      where s.adquisicion_id = a.id and s.usuario_id = m.usuario_id
    ) n
    where m.usuario_id = p_usuario and m.clave like 'venta:%'
      and (p_pedido is null or a.id = p_pedido) and (p_producto is null or a.producto_id = p_producto)
      and m.created_at >= coalesce(public.inicio_del_dia(p_desde), '-infinity')
      and m.created_at < coalesce(public.inicio_del_dia(p_hasta + 1), 'infinity')
      and (p_antes_at is null or (m.created_at, m.id) < (p_antes_at, p_antes))
  ) v
  where (p_estado is null or v.estado = p_estado)
    and case p_descuento when 'oferta' then v.oferta <> 0 when 'club' then v.club <> 0 when 'cupon' then v.cupon <> 0
      when 'ninguno' then v.oferta = 0 and v.club = 0 and v.cupon = 0 else true end
  order by v.created_at desc, v.id desc limit p_limite;
$function$;

REVOKE ALL
  ON FUNCTION "public"."ventas_de"(uuid, uuid, uuid, text, text, date, date, timestamp WITH time zone, bigint, integer)
  FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "public"."notificaciones"
  ADD CONSTRAINT "notificaciones_tipo_check"
    CHECK
    ((tipo = ANY (ARRAY['producto_nuevo'::text, 'version_nueva'::text, 'regalo'::text, 'reserva'::text, 'reputacion'::text, 'revision'::text, 'retiro'::text, 'resena'::text,
    'respuesta'::text, 'segundo_factor'::text, 'venta'::text, 'seguidores'::text, 'disputa'::text, 'venta_devuelta'::text, 'logro'::text])));

ALTER TABLE "public"."visitas_producto"
  ADD CONSTRAINT "visitas_producto_fuente_check" CHECK ((fuente ~ '^[a-z0-9][a-z0-9._-]{0,59}$'::text));

CREATE INDEX follows_created_at_idx ON public.follows USING btree (created_at);

CREATE INDEX movimientos_ingresos_ventas_dia_idx ON public.movimientos_ingresos USING btree (created_at)
  WHERE (clave ~~ 'venta:%'::text);

CREATE INDEX movimientos_ingresos_ventas_idx ON public.movimientos_ingresos USING btree (usuario_id, created_at DESC, id DESC)
  WHERE (clave ~~ 'venta:%'::text);

CREATE TRIGGER avisar_de_disputa_nueva
  AFTER INSERT ON public.disputas
  FOR EACH ROW
  WHEN ((new.fase = ANY (ARRAY['abierta'::text, 'perdida'::text, 'ganada'::text])))
  EXECUTE FUNCTION public.avisar_de_disputa();

CREATE TRIGGER avisar_de_disputa
  AFTER UPDATE OF fase ON public.disputas
  FOR EACH ROW
  WHEN (((new.fase <> old.fase) AND (new.fase = ANY (ARRAY['abierta'::text, 'perdida'::text, 'ganada'::text]))))
  EXECUTE FUNCTION public.avisar_de_disputa();

CREATE TRIGGER avisar_de_seguidor
  AFTER INSERT ON public.follows
  FOR EACH ROW
  WHEN ((new.created_at > (now() - '00:01:00'::interval)))
  EXECUTE FUNCTION public.avisar_de_seguidor();

CREATE TRIGGER avisar_de_logro
  AFTER INSERT ON public.logros_usuario
  FOR EACH ROW
  WHEN ((new.logro <> 'cuenta_creada'::text))
  EXECUTE FUNCTION public.avisar_de_logro();

CREATE TRIGGER avisar_de_devolucion
  AFTER INSERT ON public.movimientos_ingresos REFERENCING NEW TABLE AS nuevos
  FOR EACH STATEMENT
  EXECUTE FUNCTION public.avisar_de_devolucion();

GRANT EXECUTE ON FUNCTION "public"."anotar_fuente"(text, text, text, text) TO "anon", "authenticated";

GRANT EXECUTE ON FUNCTION "public"."anunciar_ventas"(uuid) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."guardar_avisos_creador"(boolean, boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mi_venta"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mis_fuentes"(integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mis_resenas"(boolean, uuid, timestamp WITH time zone, uuid, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mis_ventas"(uuid, text, text, date, date, timestamp WITH time zone, bigint, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mis_ventas_totales"(uuid, text, text, date, date) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."resumir_ayer"() TO "service_role";

ALTER TABLE "public"."adquisiciones"
  ALTER COLUMN "fecha" SET DEFAULT public.hoy();

ALTER TABLE "public"."adquisiciones"
  ALTER COLUMN "hora" SET DEFAULT public.hora_de(now());

ALTER TABLE "public"."visitas_producto"
  ALTER COLUMN "dia" SET DEFAULT public.hoy();

insert into public.comprobaciones (frase, nombre, consulta, frase_es)
values ('What is taken from a sale, or given back to it, belongs to a sale of the same creator, and never exceeds it.', 'movimientos_de_ventas', '
  select m.adquisicion_id as id, m.usuario_id, sum(m.centimos) as neto from public.movimientos_ingresos m
  where m.adquisicion_id is not null group by m.adquisicion_id, m.usuario_id
  having count(*) filter (where m.clave = ''venta:'' || m.adquisicion_id) <> 1 or sum(m.centimos) < 0
    or sum(m.centimos) > sum(m.centimos) filter (where m.clave = ''venta:'' || m.adquisicion_id)', 'Lo que se quita a una venta, o se le devuelve, es de una venta del mismo creador, y nunca la supera.');

-- Days were counted by UTC until now. The next job counts the last 90 again, by the shop's own.
delete from public.cifras_diarias;
