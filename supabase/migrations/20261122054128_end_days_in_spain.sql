-- Made from supabase/schemas by `npm run db:migration end_days_in_spain`.

SET local check_function_bodies = off;

DROP FUNCTION "public"."admin_guardar_cupon"(uuid, text, uuid, integer, timestamp WITH time zone, integer, integer);

DROP FUNCTION "public"."mi_extracto"(timestamp WITH time zone, timestamp WITH time zone);

DROP FUNCTION "public"."mis_movimientos"(timestamp WITH time zone, timestamp WITH time zone, integer);

DROP FUNCTION "public"."vetar"(uuid, timestamp WITH time zone, text);

CREATE OR REPLACE FUNCTION public.admin_guardar_cupon (
  p_cupon            uuid,
  p_codigo           text,
  p_producto         uuid,
  p_porcentaje       integer,
  p_caduca_at        date,
  p_usos_max         integer,
  p_usos_por_usuario integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_antes public.codigos_cupones;
  v_despues public.codigos_cupones;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_cupon is not null then
    select * into v_antes from public.codigos_cupones where id = p_cupon for no key update;
    if v_antes.id is null then return public.rechazo('no_existe'); end if;
    update public.codigos_cupones set codigo = btrim(p_codigo), product_id = p_producto,
      percent_discount = p_porcentaje, caduca_at = public.fin_del_dia(p_caduca_at), usos_max = p_usos_max,
      usos_por_usuario = p_usos_por_usuario
    where id = p_cupon returning * into v_despues;
  else
    insert into public.codigos_cupones (codigo, product_id, percent_discount, caduca_at, usos_max, usos_por_usuario)
    values (btrim(p_codigo), p_producto, p_porcentaje, public.fin_del_dia(p_caduca_at), p_usos_max, p_usos_por_usuario)
    returning * into v_despues;
  end if;
  perform public.anotar('guardar_cupon', 'cupon', v_despues.id::text,
    case when v_antes.id is not null then to_jsonb(v_antes) end, to_jsonb(v_despues));
  return jsonb_build_object('ok', true, 'cupon_id', v_despues.id);
exception
  when unique_violation then return public.rechazo('codigo_ocupado');
  when check_violation or not_null_violation or foreign_key_violation then return public.rechazo('datos_no_validos');
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_guardar_cupon"(uuid, text, uuid, integer, date, integer, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.avisar_reservas()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with nuevos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'reserva:' || a.id, a.user_id, 'reserva', jsonb_build_object('pedido_id', a.id)
    from public.adquisiciones a
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.es_reserva and a.revocada_at is null and p.descargable and p.fecha_lanzamiento <= public.hoy()
      and not public.espera_lanzamiento(p, e)
      and not exists (select from public.correos c where c.clave = 'reserva:' || a.id)
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from nuevos;
$function$;

CREATE OR REPLACE FUNCTION public.espera_lanzamiento (
  p_producto public.productos,
  p_edicion  public.ediciones
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(p_edicion.reserva, p_producto.reserva)
    and (p_producto.fecha_lanzamiento is null or p_producto.fecha_lanzamiento > public.hoy());
$function$;

CREATE OR REPLACE FUNCTION public.fin_del_dia (
  p_dia date
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select public.inicio_del_dia(p_dia + 1) - interval '1 microsecond';
$function$;

REVOKE ALL ON FUNCTION "public"."fin_del_dia"(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.hoy()
  RETURNS date
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select (now() at time zone 'Europe/Madrid')::date;
$function$;

REVOKE ALL ON FUNCTION "public"."hoy"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.inicio_del_dia (
  p_dia date
)
  RETURNS timestamp WITH time zone
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select p_dia::timestamp at time zone 'Europe/Madrid';
$function$;

REVOKE ALL ON FUNCTION "public"."inicio_del_dia"(date) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.mi_extracto (
  p_desde date,
  p_hasta date
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('ok', true,
    'apertura_centimos', coalesce(sum(centimos) filter (where created_at < public.inicio_del_dia(p_desde)), 0)::integer,
    'cierre_centimos', coalesce(sum(centimos), 0)::integer)
  from public.movimientos_ingresos where usuario_id = public.persona_completa() and created_at < public.inicio_del_dia(p_hasta);
$function$;

REVOKE ALL ON FUNCTION "public"."mi_extracto"(date, date) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.mis_movimientos (
  p_desde  date,
  p_hasta  date,
  p_limite integer DEFAULT 200
)
  RETURNS TABLE (
    id            bigint,
    centimos      integer,
    concepto      text,
    created_at    timestamp with time zone,
    pedido        uuid,
    producto      text,
    retiro        uuid,
    retiro_estado text
  )
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select m.id, m.centimos, m.concepto, m.created_at, m.adquisicion_id, p.nombre, m.withdrawal_id, w.estado
  from public.movimientos_ingresos m
  left join public.adquisiciones a on a.id = m.adquisicion_id
  left join public.productos p on p.id = a.producto_id
  left join public.withdrawals w on w.id = m.withdrawal_id
  where m.usuario_id = public.persona_completa() and m.created_at >= coalesce(public.inicio_del_dia(p_desde), '-infinity')
    and m.created_at < coalesce(public.inicio_del_dia(p_hasta), 'infinity')
  order by m.created_at desc, m.id desc limit least(greatest(p_limite, 1), 10000);
$function$;

REVOKE ALL ON FUNCTION "public"."mis_movimientos"(date, date, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.vetar (
  p_usuario uuid,
  p_hasta   date,
  p_motivo  text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_antes public.usuarios_meta;
  v_fin timestamptz := coalesce(public.fin_del_dia(p_hasta), 'infinity');
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return public.rechazo('motivo_no_valido');
  end if;
  if v_fin <= now() then return public.rechazo('fecha_no_valida'); end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return public.rechazo('usuario_no_existe'); end if;
  if p_usuario = auth.uid() or v_antes.role = 'admin' then return public.rechazo('es_admin'); end if;
  update public.usuarios_meta set banned_until = v_fin, ban_motivo = btrim(p_motivo)
  where id = p_usuario;
  perform public.anotar('vetar', 'usuario', p_usuario::text,
    jsonb_build_object('banned_until', v_antes.banned_until, 'ban_motivo', v_antes.ban_motivo),
    jsonb_build_object('banned_until', v_fin, 'ban_motivo', btrim(p_motivo)), btrim(p_motivo));
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."vetar"(uuid, date, text) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."admin_guardar_cupon"(uuid, text, uuid, integer, date, integer, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mi_extracto"(date, date) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."mis_movimientos"(date, date, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."vetar"(uuid, date, text) TO "authenticated";
