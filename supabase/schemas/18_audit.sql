-- Audit log of staff. Append-only.

create table public.auditoria (
  id bigint generated always as identity primary key,
  actor_id uuid references public.usuarios_meta (id) on delete restrict,
  accion text not null,
  objeto_tipo text not null,
  objeto_id text not null,
  antes jsonb,
  despues jsonb,
  motivo text,
  created_at timestamptz not null default now()
);
create index auditoria_objeto_idx on public.auditoria (objeto_tipo, objeto_id, created_at desc);
create index auditoria_actor_id_idx on public.auditoria (actor_id, created_at desc);
create index auditoria_created_at_idx on public.auditoria (created_at desc, id);
create index auditoria_accion_idx on public.auditoria (accion, created_at desc, id desc);
create index auditoria_tipo_idx on public.auditoria (objeto_tipo, created_at desc, id desc);

alter table public.auditoria enable row level security;
grant select on public.auditoria to authenticated, service_role;
create policy auditoria_select on public.auditoria for select to authenticated using ((select privado.es_admin()));
create policy auditoria_segundo_paso on public.auditoria as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.auditoria
  for each statement execute function privado.prohibir_cambio();

-- Logs an act of the signed-in person, unless nothing changed.
create function privado.anotar(
  p_accion text, p_tipo text, p_id text, p_antes jsonb, p_despues jsonb, p_motivo text default null
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.auditoria (actor_id, accion, objeto_tipo, objeto_id, antes, despues, motivo)
  select auth.uid(), p_accion, p_tipo, p_id, p_antes, p_despues, p_motivo where p_antes is distinct from p_despues or p_antes is null;
$$;

-- The acts of admins on one object, newest first.
create function public.admin_actos(p_tipo text, p_id text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'actos', coalesce((
    select jsonb_agg(jsonb_build_object('id', x.id, 'accion', x.accion, 'antes', x.antes, 'despues', x.despues,
      'motivo', x.motivo, 'created_at', x.created_at,
      'actor', (select a.display_name from public.usuarios_meta a where a.id = x.actor_id)) order by x.id desc)
    from (select * from public.auditoria where objeto_tipo = p_tipo and objeto_id = p_id
      order by created_at desc, id desc limit 50) x), '[]'));
end
$$;
grant execute on function public.admin_actos(text, text) to authenticated;

-- The fields of an object that differ from another state.
create function privado.lo_cambiado(p_de jsonb, p_otro jsonb) returns jsonb
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(p_de) e where e.value is distinct from p_otro -> e.key;
$$;

-- The current name of an act's object; null if it is gone or has none.
create function privado.nombre_objeto(p_tipo text, p_id text) returns text
language sql stable security definer set search_path = '' as $$
  select case p_tipo
    when 'usuario' then (select u.display_name from public.usuarios_meta u where u.id = privado.leer_uuid(p_id))
    when 'producto' then (select p.nombre from public.productos p where p.id = privado.leer_uuid(p_id))
    when 'cupon' then (select c.codigo from public.codigos_cupones c where c.id = privado.leer_uuid(p_id))
    when 'pago' then (select p.presupuesto ->> 'nombre' from public.pagos p where p.id = privado.leer_uuid(p_id))
    when 'retiro' then (select u.display_name from public.withdrawals w join public.usuarios_meta u on u.id = w.usuario_id
      where w.id = privado.leer_uuid(p_id))
  end;
$$;

-- One page of the audit log for `admin_listar`: `buscar` is the id of an object or of a person, `filtro` the kind of
-- object, then `accion`, and the days `desde` and `hasta` in Spain.
create function privado.pagina_auditoria(f jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_clave text := coalesce(f ->> 'clave', f ->> 'momento');
  v_sube boolean := coalesce((f ->> 'ascendente')::boolean, false);
  v_donde text[] := '{}'::text[];
  v_filas jsonb;
begin
  if coalesce(nullif(f ->> 'orden', ''), 'fecha') <> 'fecha' then return privado.rechazo('datos_no_validos'); end if;
  if f ->> 'filtro' <> '' then v_donde := v_donde || format('x.objeto_tipo = %L', f ->> 'filtro'); end if;
  if f ->> 'accion' <> '' then v_donde := v_donde || format('x.accion = %L', f ->> 'accion'); end if;
  if f ->> 'desde' <> '' then v_donde := v_donde || format('x.created_at >= %L', privado.inicio_del_dia((f ->> 'desde')::date)); end if;
  if f ->> 'hasta' <> '' then v_donde := v_donde || format('x.created_at < %L', privado.inicio_del_dia((f ->> 'hasta')::date + 1)); end if;
  if v_buscar is not null then
    v_donde := v_donde || '(x.objeto_id = $2 or x.actor_id = any ($3))'::text;
  end if;
  if v_clave is not null then
    v_donde := v_donde || format('x.created_at %1$s= %2$L::timestamptz and (x.created_at, x.id) %1$s (%2$L::timestamptz, %3$L::bigint)',
      case when v_sube then '>' else '<' end, v_clave, f ->> 'id');
  end if;
  execute format($q$select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'momento', r.created_at, 'clave', r.created_at,
      'datos', jsonb_build_object('accion', r.accion, 'objeto_tipo', r.objeto_tipo, 'objeto_id', r.objeto_id,
        'antes', r.antes, 'despues', r.despues, 'antes_texto', r.antes::text, 'despues_texto', r.despues::text,
        'motivo', r.motivo, 'actor_id', r.actor_id, 'objeto', privado.nombre_objeto(r.objeto_tipo, r.objeto_id),
        'actor', (select u.display_name from public.usuarios_meta u where u.id = r.actor_id)))
      order by r.created_at %2$s, r.id %2$s), '[]')
    from (select * from public.auditoria x where %1$s order by x.created_at %2$s, x.id %2$s limit $1) r$q$,
    coalesce(nullif(array_to_string(v_donde, ' and '), ''), 'true'), case when v_sube then 'asc' else 'desc' end)
  into v_filas
  using least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001), lower(v_buscar),
    case when v_buscar is not null then privado.personas_llamadas(v_buscar) end;
  return jsonb_build_object('ok', true, 'filas', v_filas);
end
$$;
