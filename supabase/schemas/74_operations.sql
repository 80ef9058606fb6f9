-- What admins look at when the shop is slow or a payment goes wrong.

create index pagos_no_entregados_idx on public.pagos (creado_at desc, id desc) where motivo_no_entregado is not null;
create index reembolsos_fallidos_idx on public.reembolsos (created_at desc, id desc) where estado in ('fallido', 'rechazado');

-- Payments that did not go as they should, and what the providers said that nobody has dealt with. Every kind is found by an
-- index in the order of the list. The job settles what waits within ten minutes, so that what is listed as waiting is late.
create function public.lista_fallos(p_buscar text, p_filtro text, p_personas uuid[])
returns table (id uuid, momento timestamptz, datos jsonb)
language sql stable
begin atomic
  select x.id, x.creado_at, jsonb_build_object('tipo', 'pago', 'estado', x.estado, 'motivo', x.motivo_no_entregado,
    'centimos', x.total_centimos, 'metodo', x.metodo, 'referencia', x.referencia, 'pago_id', x.id, 'persona_id', x.user_id,
    'persona', (select u.display_name from public.usuarios_meta u where u.id = x.user_id))
  from public.pagos x
  where x.estado = 'fallido' and (p_filtro is null or p_filtro = 'pago')
    and (p_buscar is null or x.user_id = any (p_personas) or x.referencia = p_buscar or x.id = public.leer_uuid(p_buscar))
  union all
  select x.id, x.creado_at, jsonb_build_object('tipo', 'atascado', 'estado', x.estado, 'motivo', null,
    'centimos', x.total_centimos, 'metodo', x.metodo, 'referencia', x.referencia, 'pago_id', x.id, 'persona_id', x.user_id,
    'persona', (select u.display_name from public.usuarios_meta u where u.id = x.user_id))
  from public.pagos x
  where x.estado in ('creado', 'pagado') and (p_filtro is null or p_filtro = 'atascado')
    and x.caduca_at < now() - interval '20 minutes' and (x.estado = 'pagado' or x.pendiente_at is null)
    and x.motivo_no_entregado is null
    and (p_buscar is null or x.user_id = any (p_personas) or x.referencia = p_buscar or x.id = public.leer_uuid(p_buscar))
  union all
  select x.id, x.creado_at, jsonb_build_object('tipo', 'no_entregado', 'estado', x.estado, 'motivo', x.motivo_no_entregado,
    'centimos', x.total_centimos, 'metodo', x.metodo, 'referencia', x.referencia, 'pago_id', x.id, 'persona_id', x.user_id,
    'persona', (select u.display_name from public.usuarios_meta u where u.id = x.user_id))
  from public.pagos x
  where x.motivo_no_entregado is not null and x.estado <> 'fallido' and (p_filtro is null or p_filtro = 'no_entregado')
    and (p_buscar is null or x.user_id = any (p_personas) or x.referencia = p_buscar or x.id = public.leer_uuid(p_buscar))
  union all
  select x.id, x.created_at, jsonb_build_object('tipo', 'reembolso', 'estado', x.estado, 'motivo', x.error,
    'centimos', x.centimos, 'metodo', p.metodo, 'referencia', coalesce(x.referencia, p.referencia), 'pago_id', x.pago_id,
    'persona_id', p.user_id, 'persona', (select u.display_name from public.usuarios_meta u where u.id = p.user_id))
  from public.reembolsos x join public.pagos p on p.id = x.pago_id
  where x.estado in ('fallido', 'rechazado') and (p_filtro is null or p_filtro = 'reembolso')
    and (p_buscar is null or p.user_id = any (p_personas) or p.referencia = p_buscar or x.referencia = p_buscar
      or x.id = public.leer_uuid(p_buscar) or x.pago_id = public.leer_uuid(p_buscar))
  union all
  select x.id, x.created_at, jsonb_build_object('tipo', 'reembolso_espera', 'estado', x.estado, 'motivo', x.error,
    'centimos', x.centimos, 'metodo', p.metodo, 'referencia', p.referencia, 'pago_id', x.pago_id,
    'persona_id', p.user_id, 'persona', (select u.display_name from public.usuarios_meta u where u.id = p.user_id))
  from public.reembolsos x join public.pagos p on p.id = x.pago_id
  where x.estado = 'pedido' and x.created_at < now() - interval '20 minutes'
    and (p_filtro is null or p_filtro = 'reembolso_espera')
    and (p_buscar is null or p.user_id = any (p_personas) or p.referencia = p_buscar
      or x.id = public.leer_uuid(p_buscar) or x.pago_id = public.leer_uuid(p_buscar))
  union all
  select x.id, x.created_at, jsonb_build_object('tipo', 'cargo', 'estado', x.estado, 'motivo', null,
    'centimos', x.centimos, 'metodo', 'tarjeta', 'referencia', x.factura_proveedor, 'pago_id', null,
    'persona_id', x.user_id, 'persona', (select u.display_name from public.usuarios_meta u where u.id = x.user_id))
  from public.cargos_club x
  where x.estado = 'fallido' and (p_filtro is null or p_filtro = 'cargo')
    and (p_buscar is null or x.user_id = any (p_personas) or x.factura_proveedor = p_buscar
      or x.id = public.leer_uuid(p_buscar))
  union all
  -- The number of an event, in the form that the ids of all others have.
  select ('e0000000-0000-4000-8000-' || lpad(to_hex(x.id), 12, '0'))::uuid, x.recibido_at,
    jsonb_build_object('tipo', 'evento', 'estado', 'pendiente', 'motivo', x.tipo, 'centimos', null,
      'metodo', x.proveedor, 'referencia', x.evento_id, 'pago_id', null, 'persona_id', null, 'persona', null)
  from public.eventos_proveedor x
  where x.procesado_at is null and x.recibido_at < now() - interval '20 minutes'
    and (p_filtro is null or p_filtro = 'evento') and (p_buscar is null or x.evento_id = p_buscar);
end;

-- The statements that cost the database the most, as pg_stat_statements has counted them since its last reset: their shapes,
-- with $1 in place of every value. `disponible` is false where the extension is not there, or the server has not loaded it.
create function public.admin_consultas_lentas(p_orden text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
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
$$;
grant execute on function public.admin_consultas_lentas(text) to authenticated;
