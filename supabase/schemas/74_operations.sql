-- Payment problems and slow statements, for admins.

create index pagos_no_entregados_idx on public.pagos (created_at desc, id desc) where motivo_no_entregado is not null;
create index reembolsos_fallidos_idx on public.reembolsos (created_at desc, id desc) where estado in ('fallido', 'rechazado');

-- One page of the list `fallos`, with the filters of `admin_listar`: failed or late payments, and unhandled events. The
-- job settles pending ones within ten minutes, so listed ones are late. Each kind is read by index up to the page's
-- limit, then merged.
create function privado.pagina_fallos(f jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_filtro text := nullif(f ->> 'filtro', '');
  v_clave text := f ->> 'clave';
  v_sube boolean := coalesce((f ->> 'ascendente')::boolean, false);
  -- Conditions on a payment and its parts.
  v_pago text := '($2 is null or x.user_id = any ($3) or x.referencia = $2 or x.id = privado.leer_uuid($2))';
  v_de_pago text := '($2 is null or x.id = privado.leer_uuid($2) or exists (select from public.pagos p
    where p.id = x.pago_id and (p.user_id = any ($3) or p.referencia = $2 or p.id = privado.leer_uuid($2))))';
  v_como_pago text := 'x.id, x.created_at as momento, x.estado, x.motivo_no_entregado as motivo, x.total_centimos as centimos,
    x.metodo, x.referencia, x.id as pago_id, x.user_id as persona_id from public.pagos x where ';
  v_como_reembolso text := 'x.id, x.created_at as momento, x.estado, x.error as motivo, x.centimos, null::text as metodo,
    x.referencia, x.pago_id, null::uuid as persona_id from public.reembolsos x where ';
  v_partes text[] := '{}'::text[];
  v_filas jsonb;
  c record;
begin
  if coalesce(nullif(f ->> 'orden', ''), 'fecha') <> 'fecha' then return privado.rechazo('datos_no_validos'); end if;
  for c in select * from (values
    ('pago', v_como_pago || $c$x.estado = 'fallido' and $c$ || v_pago),
    ('atascado', v_como_pago || $c$x.estado in ('creado', 'pagado') and x.caduca_at < now() - interval '20 minutes'
      and (x.estado = 'pagado' or x.pendiente_at is null) and x.motivo_no_entregado is null and $c$ || v_pago),
    ('no_entregado', v_como_pago || $c$x.motivo_no_entregado is not null and x.estado <> 'fallido' and $c$ || v_pago),
    ('reembolso', v_como_reembolso || $c$x.estado in ('fallido', 'rechazado') and $c$ || v_de_pago),
    ('reembolso_espera', v_como_reembolso || $c$x.estado = 'pedido' and x.created_at < now() - interval '20 minutes'
      and $c$ || v_de_pago),
    ('cargo', $c$x.id, x.created_at as momento, x.estado, null::text as motivo, x.centimos, 'tarjeta'::text as metodo,
      x.factura_proveedor as referencia, null::uuid as pago_id, x.user_id as persona_id from public.cargos_club x
      where x.estado = 'fallido' and ($2 is null or x.user_id = any ($3) or x.factura_proveedor = $2
        or x.id = privado.leer_uuid($2))$c$),
    -- The number of an event in the form of other ids.
    ('evento', $c$('e0000000-0000-4000-8000-' || lpad(to_hex(x.id), 12, '0'))::uuid as id, x.recibido_at as momento,
      'pendiente'::text as estado, x.tipo as motivo, null::integer as centimos, x.proveedor as metodo,
      x.evento_id as referencia, null::uuid as pago_id, null::uuid as persona_id from public.eventos_proveedor x
      where x.procesado_at is null and x.recibido_at < now() - interval '20 minutes' and ($2 is null or x.evento_id = $2)$c$)
  ) tipos (tipo, filas) where v_filtro is null or tipo = v_filtro loop
    v_partes := v_partes || format('(select %1$L::text as tipo, k.* from (select %2$s) k where %3$s
        order by k.momento %4$s, k.id %4$s limit $1)', c.tipo, c.filas,
      case when v_clave is null then 'true' else format('k.momento %1$s= %2$L::timestamptz
        and (k.momento, k.id) %1$s (%2$L::timestamptz, %3$L::uuid)', case when v_sube then '>' else '<' end, v_clave,
        f ->> 'id') end,
      case when v_sube then 'asc' else 'desc' end);
  end loop;
  if v_partes = '{}' then return privado.rechazo('datos_no_validos'); end if;
  execute format($q$
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'momento', r.momento, 'clave', r.momento,
      'datos', jsonb_build_object('tipo', r.tipo, 'estado', r.estado, 'motivo', r.motivo, 'centimos', r.centimos,
        'metodo', coalesce(r.metodo, p.metodo), 'referencia', coalesce(r.referencia, p.referencia), 'pago_id', r.pago_id,
        'persona_id', u.id, 'persona', u.display_name)) order by r.momento %2$s, r.id %2$s), '[]')
    from (select * from (%1$s) t order by t.momento %2$s, t.id %2$s limit $1) r
    left join public.pagos p on p.id = r.pago_id
    left join public.usuarios_meta u on u.id = coalesce(r.persona_id, p.user_id)$q$,
    array_to_string(v_partes, ' union all '), case when v_sube then 'asc' else 'desc' end)
  into v_filas
  using least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001), v_buscar,
    case when v_buscar is not null then privado.personas_llamadas(v_buscar) end;
  return jsonb_build_object('ok', true, 'filas', v_filas);
end
$$;

-- The most expensive statements of pg_stat_statements since its last reset, with $1 for every value. `disponible` is
-- false without the extension.
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
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if v_orden is null then return privado.rechazo('datos_no_validos'); end if;
  if v_esquema is null then return '{"ok": true, "disponible": false, "filas": []}'::jsonb; end if;
  begin
    execute format(
      $q$select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
        select s.queryid::text as id, left(regexp_replace(s.query, '\s+', ' ', 'g'), 600) as consulta, r.rolname as rol,
          s.calls as veces, s.rows as filas, round(s.total_exec_time::numeric, 1) as total_ms,
          round(s.mean_exec_time::numeric, 2) as media_ms, round(s.max_exec_time::numeric, 1) as maximo_ms,
          s.shared_blks_hit + s.shared_blks_read as paginas
        from %1$I.pg_stat_statements s join pg_roles r on r.oid = s.userid
        where s.dbid = (select oid from pg_database where datname = current_database())
          -- Utility statements may contain private values.
          and s.query ~* '^\s*(select|with|insert|update|delete|merge)\M' and s.calls > 0
        order by s.%2$I desc, s.queryid limit 50) r$q$, v_esquema, v_orden)
    into v_filas;
    execute format('select stats_reset from %I.pg_stat_statements_info', v_esquema) into v_desde;
  exception when object_not_in_prerequisite_state or insufficient_privilege or undefined_table then
    return '{"ok": true, "disponible": false, "filas": []}'::jsonb;
  end;
  return jsonb_build_object('ok', true, 'disponible', true, 'desde', v_desde, 'filas', v_filas);
end
$$;
grant execute on function public.admin_consultas_lentas(text) to authenticated;
