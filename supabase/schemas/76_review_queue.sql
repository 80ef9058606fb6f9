-- The revision queue for several moderators: assignments and batch decisions.

create table public.revisiones_asignadas (
  revision_id uuid primary key references public.revisiones_producto (id) on delete cascade,
  moderador_id uuid not null references public.usuarios_meta (id) on delete cascade,
  desde timestamptz not null default now()
);
create index revisiones_asignadas_moderador_id_idx on public.revisiones_asignadas (moderador_id);
create index revisiones_cola_nombre_idx on public.revisiones_producto
  using gin ((contenido ->> 'nombre') extensions.gin_trgm_ops) where estado = 'pendiente';

alter table public.revisiones_asignadas enable row level security;

-- Keeps the assignee of a revision that its creator replaced, and notifies them if they had requested changes.
create function privado.heredar_asignacion() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_quien uuid;
  v_pedidos boolean;
begin
  update public.revisiones_asignadas a set revision_id = new.id
  from public.revisiones_producto r
  where r.id = a.revision_id and r.producto_id = new.producto_id and r.estado = 'sustituida'
  returning a.moderador_id, r.espera_creador into v_quien, v_pedidos;
  if v_pedidos then
    perform privado.avisar_de_revision(v_quien, 'reenvio:' || new.id, 'reenvio', new.producto_id, null);
  end if;
  return null;
end
$$;
create trigger heredar_asignacion after insert on public.revisiones_producto
  for each row execute function privado.heredar_asignacion();

-- Releases decided and withdrawn revisions.
create function privado.soltar_decidida() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.revisiones_asignadas where revision_id = new.id;
  return null;
end
$$;
create trigger soltar_decidida after update of estado on public.revisiones_producto
  for each row when (new.estado not in ('pendiente', 'sustituida')) execute function privado.soltar_decidida();

-- The assignee of a revision, while they can decide.
create function privado.quien_la_revisa(p_revision uuid) returns uuid
language sql stable security definer set search_path = '' as $$
  select a.moderador_id from public.revisiones_asignadas a
  where a.revision_id = p_revision and a.moderador_id in (select privado.equipo_activo());
$$;

-- Possible assignees.
create function public.moderadores() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'moderadores', coalesce((
    select jsonb_agg(jsonb_build_object('id', u.id, 'display_name', u.display_name) order by lower(u.display_name))
    from public.usuarios_meta u where u.id in (select privado.equipo_activo())), '[]'));
end
$$;
grant execute on function public.moderadores() to authenticated;

-- Assigns a waiting revision, or releases it. `p_tenia` is the assignee shown on the page (optimistic lock): if two
-- people take it at once, one of them gets it, and the other gets the conflict.
create function public.asignar_revision(p_revision uuid, p_a uuid, p_tenia uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_revision public.revisiones_producto;
  v_tiene uuid;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  if v_revision.id is null then return privado.rechazo('revision_no_existe'); end if;
  if v_revision.estado <> 'pendiente' then return privado.rechazo('ya_resuelta'); end if;
  v_tiene := privado.quien_la_revisa(p_revision);
  if v_tiene is not distinct from p_a then return jsonb_build_object('ok', true); end if;
  if v_tiene is distinct from p_tenia then
    return privado.rechazo('la_tiene_otra_persona') || jsonb_build_object('moderador', (
      select display_name from public.usuarios_meta where id = v_tiene));
  end if;
  if p_a not in (select privado.equipo_activo()) then return privado.rechazo('no_modera'); end if;
  -- Only the assignee or an admin reassigns it.
  if v_tiene <> auth.uid() and not privado.es_admin() then return privado.rechazo('la_tiene_otra_persona'); end if;
  if p_a = v_revision.autor_id and not exists (select from public.usuarios_meta where id = p_a and role = 'admin') then
    return privado.rechazo('es_suya');
  end if;
  if p_a is null then
    delete from public.revisiones_asignadas where revision_id = p_revision;
  else
    insert into public.revisiones_asignadas (revision_id, moderador_id) values (p_revision, p_a)
    on conflict (revision_id) do update set moderador_id = excluded.moderador_id, desde = now();
  end if;
  perform privado.anotar('asignar_revision', 'producto', v_revision.producto_id::text,
    jsonb_build_object('moderador', (select display_name from public.usuarios_meta where id = v_tiene)),
    jsonb_build_object('moderador', (select display_name from public.usuarios_meta where id = p_a)));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.asignar_revision(uuid, uuid, uuid) to authenticated;

-- One page of waiting revisions, oldest first: `buscar` product or creator, `tipo` nueva or cambio, `de` mias, libres,
-- otras or creador (changes requested), `dias` minimum wait; cursor `clave` and `id`. With the total up to 1,001, and
-- the state of each revision (`huella`) for batch decisions.
create function public.cola_revision(p_filtros jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  f jsonb := privado.leer_json(p_filtros);
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_donde text := $q$r.estado = 'pendiente'$q$;
  v_limite integer;
  v_filas jsonb;
  v_total integer;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  v_limite := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 101);
  if v_buscar is not null then
    v_donde := v_donde || $q$ and (r.contenido ->> 'nombre' ilike $1 or r.autor_id = any ($2))$q$;
  end if;
  if f ->> 'tipo' <> '' then v_donde := v_donde || case when f ->> 'tipo' = 'nueva' then ' and r.es_nueva' else ' and not r.es_nueva' end; end if;
  if f ->> 'dias' <> '' then
    v_donde := v_donde || format(' and r.enviada_at <= now() - make_interval(days => %s)', (f ->> 'dias')::integer);
  end if;
  v_donde := v_donde || case f ->> 'de'
    when 'mias' then format(' and r.id in (select a.revision_id from public.revisiones_asignadas a where a.moderador_id = %L)', auth.uid())
    when 'libres' then ' and privado.quien_la_revisa(r.id) is null'
    when 'otras' then format(' and privado.quien_la_revisa(r.id) <> %L', auth.uid())
    else '' end || case when f ->> 'de' = 'creador' then ' and r.espera_creador' else ' and not r.espera_creador' end;
  if f ->> 'clave' is null then
    execute format('select count(*) from (select from public.revisiones_producto r where %s limit 1001) x', v_donde) into v_total
    using '%' || regexp_replace(v_buscar, '([\\%_])', '\\\1', 'g') || '%', privado.personas_llamadas(v_buscar);
  else
    v_donde := v_donde || format(' and (r.enviada_at, r.id) > (%L::timestamptz, %L::uuid)', f ->> 'clave', f ->> 'id');
  end if;
  execute format($q$select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
      select r.id, r.enviada_at, r.es_nueva, r.autor_id, md5(r.contenido::text) as huella, p.slug,
        -- Older revisions have no name and use that of their product.
        coalesce(r.contenido ->> 'nombre', p.nombre) as nombre,
        (select u.display_name from public.usuarios_meta u where u.id = r.autor_id) as creador,
        a.moderador_id, (select u.display_name from public.usuarios_meta u where u.id = a.moderador_id) as moderador
      from public.revisiones_producto r join public.productos p on p.id = r.producto_id
        left join public.revisiones_asignadas a
          on a.revision_id = r.id and a.moderador_id in (select privado.equipo_activo())
      where %s order by r.enviada_at, r.id limit $3) x$q$, v_donde)
  into v_filas
  using '%' || regexp_replace(v_buscar, '([\\%_])', '\\\1', 'g') || '%', privado.personas_llamadas(v_buscar), v_limite;
  return jsonb_build_object('ok', true, 'filas', v_filas, 'total', v_total);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow
    or numeric_value_out_of_range then
    return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.cola_revision(jsonb) to authenticated;

-- The reason why the signed-in moderator may not decide about a revision in the shown state, or null.
create function privado.motivo_no_decide(r public.revisiones_producto, p_huella text) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when r.id is null then 'revision_no_existe'
    when r.estado <> 'pendiente' then 'ya_resuelta'
    when md5(r.contenido::text) is distinct from p_huella then 'ha_cambiado'
    when privado.quien_la_revisa(r.id) <> auth.uid() then 'la_tiene_otra_persona'
    when r.autor_id = auth.uid() and not privado.es_admin() then 'es_suya'
  end;
$$;

-- Decides about one revision of a batch: only in the shown state, and only if nobody else has it.
create function public.decidir_revision(p_revision uuid, p_huella text, p_aprobar boolean, p_motivos text[], p_nota text)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_revision public.revisiones_producto;
  v_motivo text;
begin
  if not privado.es_moderador() then return privado.rechazo('sin_permiso'); end if;
  -- Lock order: product, then revision (as in `resolver_revision`).
  perform 1 from public.productos
  where id = (select producto_id from public.revisiones_producto where id = p_revision) for no key update;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  v_motivo := privado.motivo_no_decide(v_revision, p_huella);
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  return privado.resolver_revision(p_revision, p_aprobar, p_motivos, p_nota);
end
$$;
grant execute on function public.decidir_revision(uuid, text, boolean, text[], text) to authenticated;
