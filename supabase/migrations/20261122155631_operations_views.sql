-- Made from supabase/schemas by `npm run db:migration operations_views`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.admin_consultas_lentas (
  p_orden text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_esquema text := (select n.nspname from pg_extension e join pg_namespace n on n.oid = e.extnamespace
    where e.extname = 'pg_stat_statements');
  v_orden text := case p_orden when 'total' then 'total_exec_time' when 'media' then 'mean_exec_time'
    when 'maximo' then 'max_exec_time' when 'veces' then 'calls' end;
  v_filas jsonb;
  v_desde timestamptz;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if v_orden is null then return public.rechazo('datos_no_validos'); end if;
  if v_esquema is null then return '{"ok": true, "disponible": false, "filas": []}'; end if;
  begin
    execute format(
      $q$select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
        select s.queryid::text as id, left(regexp_replace(s.query, '\s+', ' ', 'g'), 600) as consulta, r.rolname as rol,
          s.calls as veces, s.rows as filas, round(s.total_exec_time::numeric, 1) as total_ms,
          round(s.mean_exec_time::numeric, 2) as media_ms, round(s.max_exec_time::numeric, 1) as maximo_ms,
          s.shared_blks_hit + s.shared_blks_read as paginas
        from %1$I.pg_stat_statements s join pg_roles r on r.oid = s.userid
        where s.dbid = (select oid from pg_database where datname = current_database())
          -- What sets things up may hold values that are nobody's business.
          and s.query ~* '^\s*(select|with|insert|update|delete|merge)\M' and s.calls > 0
        order by s.%2$I desc, s.queryid limit 50) r$q$, v_esquema, v_orden)
    into v_filas;
    execute format('select stats_reset from %I.pg_stat_statements_info', v_esquema) into v_desde;
  exception when object_not_in_prerequisite_state or insufficient_privilege or undefined_table then
    return '{"ok": true, "disponible": false, "filas": []}';
  end;
  return jsonb_build_object('ok', true, 'disponible', true, 'desde', v_desde, 'filas', v_filas);
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_consultas_lentas"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.lista_fallos (
  p_buscar   text,
  p_filtro   text,
  p_personas uuid[]
)
  RETURNS TABLE (
    id      uuid,
    momento timestamp with time zone,
    datos   jsonb
  )
  LANGUAGE sql
  STABLE
BEGIN ATOMIC
 SELECT x.id,
     x.creado_at,
     jsonb_build_object('tipo', 'pago', 'estado', x.estado, 'motivo', x.motivo_no_entregado, 'centimos', x.total_centimos, 'metodo', x.metodo, 'referencia', x.referencia,
       'pago_id', x.id, 'persona_id', x.user_id, 'persona', ( SELECT u.display_name
            FROM public.usuarios_meta u
           WHERE (u.id = x.user_id)))
  AS jsonb_build_object
    FROM public.pagos x
   WHERE ((x.estado = 'fallido'::text) AND ((lista_fallos.p_filtro IS NULL) OR (lista_fallos.p_filtro = 'pago'::text)) AND ((lista_fallos.p_buscar IS NULL) OR (x.user_id = ANY (lista_fallos.p_personas)) OR (x.referencia = lista_fallos.p_buscar) OR (x.id = public.leer_uuid(lista_fallos.p_buscar))))
 UNION ALL
  SELECT x.id,
     x.creado_at,
     jsonb_build_object('tipo', 'atascado', 'estado', x.estado, 'motivo', NULL::unknown, 'centimos', x.total_centimos, 'metodo', x.metodo, 'referencia', x.referencia, 'pago_id', x.id, 'persona_id', x.user_id, 'persona', ( SELECT u.display_name
            FROM public.usuarios_meta u
           WHERE (u.id = x.user_id))) AS jsonb_build_object
    FROM public.pagos x
   WHERE ((x.estado = ANY (ARRAY['creado'::text, 'pagado'::text])) AND ((lista_fallos.p_filtro IS NULL) OR (lista_fallos.p_filtro = 'atascado'::text)) AND (x.caduca_at < (now() - '00:20:00'::interval)) AND ((x.estado = 'pagado'::text) OR (x.pendiente_at IS NULL)) AND (x.motivo_no_entregado IS NULL) AND ((lista_fallos.p_buscar IS NULL) OR (x.user_id = ANY (lista_fallos.p_personas)) OR (x.referencia = lista_fallos.p_buscar) OR (x.id = public.leer_uuid(lista_fallos.p_buscar))))
 UNION ALL
  SELECT x.id,
     x.creado_at,
     jsonb_build_object('tipo', 'no_entregado', 'estado', x.estado, 'motivo', x.motivo_no_entregado, 'centimos', x.total_centimos, 'metodo', x.metodo, 'referencia', x.referencia, 'pago_id', x.id, 'persona_id', x.user_id, 'persona', ( SELECT u.display_name
            FROM public.usuarios_meta u
           WHERE (u.id = x.user_id))) AS jsonb_build_object
    FROM public.pagos x
   WHERE ((x.motivo_no_entregado IS NOT NULL) AND (x.estado <> 'fallido'::text) AND ((lista_fallos.p_filtro IS NULL) OR (lista_fallos.p_filtro = 'no_entregado'::text)) AND ((lista_fallos.p_buscar IS NULL) OR (x.user_id = ANY (lista_fallos.p_personas)) OR (x.referencia = lista_fallos.p_buscar) OR (x.id = public.leer_uuid(lista_fallos.p_buscar))))
 UNION ALL
  SELECT x.id,
     x.created_at,
     jsonb_build_object('tipo', 'reembolso', 'estado', x.estado, 'motivo', x.error, 'centimos', x.centimos, 'metodo', p.metodo, 'referencia', COALESCE(x.referencia, p.referencia), 'pago_id', x.pago_id, 'persona_id', p.user_id, 'persona', ( SELECT u.display_name
            FROM public.usuarios_meta u
           WHERE (u.id = p.user_id))) AS jsonb_build_object
    FROM (public.reembolsos x
      JOIN public.pagos p ON ((p.id = x.pago_id)))
   WHERE ((x.estado = ANY (ARRAY['fallido'::text, 'rechazado'::text])) AND ((lista_fallos.p_filtro IS NULL) OR (lista_fallos.p_filtro = 'reembolso'::text)) AND ((lista_fallos.p_buscar IS NULL) OR (p.user_id = ANY (lista_fallos.p_personas)) OR (p.referencia = lista_fallos.p_buscar) OR (x.referencia = lista_fallos.p_buscar) OR (x.id = public.leer_uuid(lista_fallos.p_buscar)) OR (x.pago_id = public.leer_uuid(lista_fallos.p_buscar))))
 UNION ALL
  SELECT x.id,
     x.created_at,
     jsonb_build_object('tipo', 'reembolso_espera', 'estado', x.estado, 'motivo', x.error, 'centimos', x.centimos, 'metodo', p.metodo, 'referencia', p.referencia, 'pago_id', x.pago_id, 'persona_id', p.user_id, 'persona', ( SELECT u.display_name
            FROM public.usuarios_meta u
           WHERE (u.id = p.user_id))) AS jsonb_build_object
    FROM (public.reembolsos x
      JOIN public.pagos p ON ((p.id = x.pago_id)))
   WHERE ((x.estado = 'pedido'::text) AND (x.created_at < (now() - '00:20:00'::interval)) AND ((lista_fallos.p_filtro IS NULL) OR (lista_fallos.p_filtro = 'reembolso_espera'::text)) AND ((lista_fallos.p_buscar IS NULL) OR (p.user_id = ANY (lista_fallos.p_personas)) OR (p.referencia = lista_fallos.p_buscar) OR (x.id = public.leer_uuid(lista_fallos.p_buscar)) OR (x.pago_id = public.leer_uuid(lista_fallos.p_buscar))))
 UNION ALL
  SELECT x.id,
     x.created_at,
     jsonb_build_object('tipo', 'cargo', 'estado', x.estado, 'motivo', NULL::unknown, 'centimos', x.centimos, 'metodo', 'tarjeta', 'referencia', x.factura_proveedor, 'pago_id', NULL::unknown, 'persona_id', x.user_id, 'persona', ( SELECT u.display_name
            FROM public.usuarios_meta u
           WHERE (u.id = x.user_id))) AS jsonb_build_object
    FROM public.cargos_club x
   WHERE ((x.estado = 'fallido'::text) AND ((lista_fallos.p_filtro IS NULL) OR (lista_fallos.p_filtro = 'cargo'::text)) AND ((lista_fallos.p_buscar IS NULL) OR (x.user_id = ANY (lista_fallos.p_personas)) OR (x.factura_proveedor = lista_fallos.p_buscar) OR (x.id = public.leer_uuid(lista_fallos.p_buscar))))
 UNION ALL
  SELECT (('e0000000-0000-4000-8000-'::text || lpad(to_hex(x.id), 12, '0'::text)))::uuid AS uuid,
     x.recibido_at,
     jsonb_build_object('tipo', 'evento', 'estado', 'pendiente', 'motivo', x.tipo, 'centimos', NULL::unknown, 'metodo', x.proveedor, 'referencia', x.evento_id, 'pago_id', NULL::unknown, 'persona_id', NULL::unknown, 'persona', NULL::unknown) AS jsonb_build_object
    FROM public.eventos_proveedor x
   WHERE ((x.procesado_at IS NULL) AND (x.recibido_at < (now() - '00:20:00'::interval)) AND ((lista_fallos.p_filtro IS NULL) OR (lista_fallos.p_filtro = 'evento'::text)) AND ((lista_fallos.p_buscar IS NULL) OR (x.evento_id = lista_fallos.p_buscar)));
END;

REVOKE ALL ON FUNCTION "public"."lista_fallos"(text, text, uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.listas_admin()
  RETURNS TABLE (
    lista        text,
    tipo_id      text,
    por_personas boolean
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  values
    ('productos', 'uuid', false),
    ('pagos', 'uuid', true),
    ('pedidos', 'uuid', true),
    ('eventos', 'bigint', false),
    ('retiros', 'uuid', true),
    ('codigos', 'uuid', false),
    ('cupones', 'uuid', false),
    ('reportes', 'uuid', true),
    ('cargos', 'uuid', true),
    ('fallos', 'uuid', true)
$function$;

CREATE INDEX pagos_no_entregados_idx ON public.pagos USING btree (creado_at DESC, id DESC)
  WHERE (motivo_no_entregado IS NOT NULL);

CREATE INDEX reembolsos_fallidos_idx ON public.reembolsos USING btree (created_at DESC, id DESC)
  WHERE (estado = ANY (ARRAY['fallido'::text, 'rechazado'::text]));

GRANT EXECUTE ON FUNCTION "public"."admin_consultas_lentas"(text) TO "authenticated";
