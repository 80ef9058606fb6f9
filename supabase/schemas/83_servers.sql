-- Game servers of creators, and the effects of licences on them. `84_server_queue.sql` contains the commands.

create table public.servidores (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  nombre text not null check (char_length(nombre) between 1 and 40 and nombre = btrim(nombre) and nombre !~ '[[:cntrl:]]'),
  tipo text not null check (tipo in ('azlink', 'agente')),
  identidad text not null check (identidad in ('online', 'offline')),
  prefijo text not null check (prefijo in ('', '.', '*', '_')),
  clave_hash bytea not null unique,
  clave_final text not null,
  created_at timestamptz not null default now(),
  quitado_at timestamptz,
  contacto_at timestamptz,
  plataforma text,
  plugin text,
  conectados jsonb not null default '[]',
  conectados_at timestamptz,
  max_jugadores integer,
  aviso_url text check (char_length(aviso_url) <= 200 and aviso_url ~ '^https?://[A-Za-z0-9._:\[\]-]+/$'),
  avisado_at timestamptz,
  check (tipo = 'azlink' or aviso_url is null)
);
comment on column public.servidores.identidad is 'online: players are checked by Mojang, who gives their UUID; offline: it follows from the name of a Java player';
comment on column public.servidores.prefijo is 'what Floodgate puts before the names of Bedrock players: all of its players are such';
comment on column public.servidores.clave_hash is 'SHA-256 of the key, which is shown once; clave_final: its last four characters';
comment on column public.servidores.conectados is 'players with name and uuid, as the server last named them, at conectados_at';
comment on column public.servidores.aviso_url is 'where AzLink listens for being told to fetch at once';
create index servidores_aviso_idx on public.servidores (id) where aviso_url is not null and quitado_at is null;
create index servidores_usuario_id_idx on public.servidores (usuario_id);
alter table public.servidores enable row level security;

create table public.acciones_servidor (
  id uuid primary key default gen_random_uuid(),
  producto_id uuid not null references public.productos (id) on delete cascade,
  edicion_id uuid,
  plantilla text not null check (plantilla in ('whitelist', 'rango', 'objeto', 'propia')),
  eventos text[] not null check (cardinality(eventos) between 1 and 5
    and eventos <@ array['concedida', 'lanzada', 'retirada', 'fin_club', 'devuelta']),
  pasos jsonb not null,
  destino text not null check (destino in ('todos', 'uno', 'elegido')),
  servidor_id uuid references public.servidores (id) on delete restrict,
  necesita_jugador boolean not null,
  huecos integer not null check (huecos between 0 and 36),
  retraso_s integer not null check (retraso_s between 0 and 2592000),
  repetible boolean not null,
  created_at timestamptz not null default now(),
  quitada_at timestamptz,
  foreign key (edicion_id, producto_id) references public.ediciones (id, producto_id) on delete cascade,
  check ((destino = 'uno') = (servidor_id is not null)),
  check (huecos = 0 or necesita_jugador)
);
comment on table public.acciones_servidor is 'never changed: an edit is a new row, so that what was promised stays as it was';
comment on column public.acciones_servidor.pasos is 'commands in their order: [{orden, deshacer}]';
comment on column public.acciones_servidor.edicion_id is 'null: any edition, and none';
comment on column public.acciones_servidor.repetible is 'twice is harmless: buyers may ask for it again';
create index acciones_servidor_producto_id_idx on public.acciones_servidor (producto_id);
create index acciones_servidor_edicion_id_idx on public.acciones_servidor (edicion_id, producto_id);
create index acciones_servidor_servidor_id_idx on public.acciones_servidor (servidor_id);
alter table public.acciones_servidor enable row level security;

-- A value inside a command. Only letters, digits, spaces and harmless punctuation are kept, so that no value becomes
-- another command, a selector, an option or a placeholder.
create function privado.valor_de_orden(p_valor text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(nullif(left(btrim(regexp_replace(regexp_replace(normalize(coalesce(p_valor, ''), nfc),
    '[^A-Za-z0-9\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u024F\u0370-\u0373\u0386\u0388-\u038A\u038C\u038E-\u03A1\u03A3-\u03F5\u03F7-\u03FF\u0400-\u0481\u048A-\u04FF\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FFF\uAC00-\uD7A3 .,_+()!?\u00A1\u00BF-]+',
    ' ', 'g'), '^[ .,_+()!?\u00A1\u00BF-]+| +', ' ', 'g')), 64), ''), '-');
$$;

-- The UUID of a player on a server in offline mode: version 3 of the name, as Java computes it.
create function privado.uuid_sin_conexion(p_nombre text) returns uuid
language sql immutable parallel safe set search_path = '' as $$
  select overlay(overlay(h placing '3' from 13 for 1) placing substr('89ab', 1 + (strpos('0123456789abcdef', substr(h, 17, 1)) - 1) % 4, 1)
    from 17 for 1)::uuid
  from (select md5(convert_to('OfflinePlayer:' || p_nombre, 'UTF8')) as h) x;
$$;

-- True if an action's commands can be stored: one line each, with known placeholders only.
create function privado.pasos_validos(p_pasos jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select coalesce(jsonb_typeof(p_pasos) = 'array' and jsonb_array_length(p_pasos) between 1 and 10 and not exists (
    select from privado.lista_json(p_pasos) p
    cross join lateral (values (p -> 'orden', true), (coalesce(p -> 'deshacer', 'null'), false)) o(valor, debe)
    where jsonb_typeof(p) <> 'object' or not privado.solo_claves(p, array['orden', 'deshacer'])
      or case when jsonb_typeof(o.valor) = 'string' then
        char_length(o.valor #>> '{}') not between 1 and 500 or o.valor #>> '{}' <> btrim(o.valor #>> '{}')
        or o.valor #>> '{}' ~ '[\u0001-\u001f\u007f-\u009f\u2028\u2029]|^/'
        or exists (select from regexp_matches(o.valor #>> '{}', '\{([a-z_]+)\}', 'g') m
          where m[1] <> all (array['username', 'uuid', 'order', 'product', 'edition', 'price']))
        else o.debe or jsonb_typeof(o.valor) <> 'null' end), false);
$$;
alter table public.acciones_servidor add constraint acciones_servidor_pasos_check check (privado.pasos_validos(pasos));

-- A new key, shown to its owner only once.
create function privado.clave_de_servidor() returns text
language sql volatile set search_path = '' as $$
  select 'unsrv_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
$$;

create function privado.hash_de_clave(p_clave text) returns bytea
language sql immutable set search_path = '' as $$
  select sha256(convert_to(p_clave, 'UTF8'));
$$;

create function public.crear_servidor(
  p_nombre text, p_tipo text, p_identidad text, p_prefijo text, p_aviso_url text default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_clave text := privado.clave_de_servidor();
  v_id uuid;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  if (select count(*) from public.servidores where usuario_id = auth.uid() and quitado_at is null) >= 20
    or not privado.contar_intento('servidor', auth.uid()::text, 60, '1 day') then
    return privado.rechazo('demasiados_servidores');
  end if;
  -- AzLink does not tell how much a player carries.
  if p_tipo = 'azlink' and exists (select from public.acciones_servidor a join public.productos p on p.id = a.producto_id
    where p.usuario_id = auth.uid() and a.quitada_at is null and a.huecos > 0 and a.servidor_id is null) then
    return privado.rechazo('huecos_sin_agente');
  end if;
  insert into public.servidores (usuario_id, nombre, tipo, identidad, prefijo, clave_hash, clave_final, aviso_url)
  values (auth.uid(), btrim(p_nombre), p_tipo, p_identidad, coalesce(p_prefijo, ''), privado.hash_de_clave(v_clave),
    right(v_clave, 4), p_aviso_url)
  returning id into v_id;
  perform privado.anotar('crear_servidor', 'servidor', v_id::text, null, jsonb_build_object('nombre', p_nombre, 'tipo', p_tipo));
  return jsonb_build_object('ok', true, 'servidor_id', v_id, 'clave', v_clave);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.crear_servidor(text, text, text, text, text) to authenticated;

create function public.cambiar_servidor(
  p_servidor uuid, p_nombre text, p_identidad text, p_prefijo text, p_aviso_url text default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  update public.servidores set nombre = btrim(p_nombre), identidad = p_identidad, prefijo = coalesce(p_prefijo, ''),
    aviso_url = p_aviso_url
  where id = p_servidor and usuario_id = auth.uid() and quitado_at is null;
  if not found then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.cambiar_servidor(uuid, text, text, text, text) to authenticated;

-- Replaces the key; the previous one is refused from now on.
create function public.renovar_clave_servidor(p_servidor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_clave text := privado.clave_de_servidor();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  update public.servidores set clave_hash = privado.hash_de_clave(v_clave), clave_final = right(v_clave, 4)
  where id = p_servidor and usuario_id = auth.uid() and quitado_at is null;
  if not found then return privado.rechazo('no_existe'); end if;
  perform privado.anotar('renovar_clave_servidor', 'servidor', p_servidor::text, null, jsonb_build_object('final', right(v_clave, 4)));
  return jsonb_build_object('ok', true, 'clave', v_clave);
end
$$;
grant execute on function public.renovar_clave_servidor(uuid) to authenticated;

-- Removes servers: their keys are refused, their waiting commands are cancelled, and actions for them alone end. The
-- server is locked first, as when its commands are fetched.
create function privado.cerrar_servidores(p_usuario uuid, p_servidor uuid default null) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids uuid[];
begin
  select array_agg(x.id) into v_ids from (
    select id from public.servidores
    where usuario_id = p_usuario and quitado_at is null and (p_servidor is null or id = p_servidor)
    order by id for no key update) x;
  if v_ids is null then return 0; end if;
  update public.servidores set quitado_at = now(), conectados = '[]', clave_hash = privado.hash_de_clave(privado.clave_de_servidor())
  where id = any (v_ids);
  update public.acciones_servidor set quitada_at = now() where servidor_id = any (v_ids) and quitada_at is null;
  perform from public.ordenes_servidor
  where servidor_id = any (v_ids) and estado in ('esperando', 'recogida') order by id for update;
  update public.ordenes_servidor set estado = 'cancelada', terminada_at = now(), arriendo_hasta = null
  where servidor_id = any (v_ids) and estado in ('esperando', 'recogida');
  return cardinality(v_ids);
end
$$;

create function public.quitar_servidor(p_servidor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if privado.cerrar_servidores(auth.uid(), p_servidor) = 0 then return privado.rechazo('no_existe'); end if;
  perform privado.anotar('quitar_servidor', 'servidor', p_servidor::text, null, '{}');
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.quitar_servidor(uuid) to authenticated;

-- Adds an action to a product of the caller, or replaces `p_sustituye`. It applies to licences from then on.
create function public.guardar_accion(p_producto uuid, p_accion jsonb, p_sustituye uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_accion public.acciones_servidor;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  -- A purchase locks the product too.
  perform from public.productos where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if not found then return privado.rechazo('no_existe'); end if;
  begin
    v_accion := jsonb_populate_record(null::public.acciones_servidor, p_accion);
  exception when data_exception then return privado.rechazo('datos_no_validos');
  end;
  if not privado.pasos_validos(v_accion.pasos) then return privado.rechazo('ordenes_no_validas'); end if;
  if v_accion.edicion_id is not null
    and not exists (select from public.ediciones where id = v_accion.edicion_id and producto_id = p_producto) then
    return privado.rechazo('no_existe');
  end if;
  if v_accion.servidor_id is not null and not exists (
    select from public.servidores where id = v_accion.servidor_id and usuario_id = auth.uid() and quitado_at is null) then
    return privado.rechazo('servidor_no_valido');
  end if;
  -- AzLink does not tell how much a player carries.
  if v_accion.huecos > 0 and exists (select from public.servidores s where s.usuario_id = auth.uid() and s.quitado_at is null
    and s.tipo = 'azlink' and (v_accion.servidor_id is null or s.id = v_accion.servidor_id)) then
    return privado.rechazo('huecos_sin_agente');
  end if;
  if p_sustituye is not null then
    update public.acciones_servidor set quitada_at = now()
    where id = p_sustituye and producto_id = p_producto and quitada_at is null;
    if not found then return privado.rechazo('no_existe'); end if;
  end if;
  if (select count(*) from public.acciones_servidor where producto_id = p_producto and quitada_at is null) >= 20 then
    return privado.rechazo('demasiadas_acciones');
  end if;
  insert into public.acciones_servidor (producto_id, edicion_id, plantilla, eventos, pasos, destino, servidor_id,
    necesita_jugador, huecos, retraso_s, repetible)
  values (p_producto, v_accion.edicion_id, v_accion.plantilla,
    (select array_agg(distinct e order by e) from unnest(v_accion.eventos) e), v_accion.pasos, v_accion.destino,
    v_accion.servidor_id, v_accion.necesita_jugador, v_accion.huecos, v_accion.retraso_s, v_accion.repetible)
  returning * into v_accion;
  return jsonb_build_object('ok', true, 'accion_id', v_accion.id);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.guardar_accion(uuid, jsonb, uuid) to authenticated;

-- Ends an action. Commands that it has queued are still sent.
create function public.quitar_accion(p_accion uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.acciones_servidor a set quitada_at = now() from public.productos p
  where a.id = p_accion and a.quitada_at is null and p.id = a.producto_id and p.usuario_id = auth.uid();
  if not found then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.quitar_accion(uuid) to authenticated;

-- The actions of a product of the caller, with the data for their form.
create function public.acciones_de_producto(p_producto uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'slug', p.slug,
    'ediciones', coalesce((
      select jsonb_agg(jsonb_build_object('id', e.id, 'nombre', e.nombre, 'nombre_en', e.nombre_en) order by e.orden, e.id)
      from public.ediciones e where e.producto_id = p.id and not e.retirada), '[]'),
    'acciones', coalesce((select jsonb_agg(to_jsonb(a) - 'producto_id' - 'quitada_at' || jsonb_build_object(
        'edicion', (select e.nombre from public.ediciones e where e.id = a.edicion_id),
        'edicion_en', (select e.nombre_en from public.ediciones e where e.id = a.edicion_id),
        'servidor', (select s.nombre from public.servidores s where s.id = a.servidor_id)) order by a.created_at, a.id)
      from public.acciones_servidor a where a.producto_id = p.id and a.quitada_at is null), '[]'))
  from public.productos p where p.id = p_producto and p.usuario_id = privado.persona_completa();
$$;
grant execute on function public.acciones_de_producto(uuid) to authenticated;

-- The caller's servers, with the number of waiting commands of each.
create function public.mis_servidores() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'nombre', s.nombre, 'tipo', s.tipo, 'identidad', s.identidad,
    'prefijo', s.prefijo, 'clave_final', s.clave_final, 'created_at', s.created_at, 'contacto_at', s.contacto_at,
    'plataforma', s.plataforma, 'plugin', s.plugin, 'conectados', jsonb_array_length(s.conectados),
    'max_jugadores', s.max_jugadores, 'aviso_url', s.aviso_url, 'esperan', (
      select count(*) from (select from public.ordenes_servidor o where o.servidor_id = s.id
        and o.estado in ('esperando', 'recogida') limit 1000) x)) order by s.created_at, s.id), '[]')
  from public.servidores s where s.usuario_id = privado.persona_completa() and s.quitado_at is null;
$$;
grant execute on function public.mis_servidores() to authenticated;
