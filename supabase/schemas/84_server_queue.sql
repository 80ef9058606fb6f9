-- Commands for game servers, written in the transaction that begins or ends a licence (docs/behaviour/creators.md,
-- "Delivery into the game").

-- Licence events of products with server actions, and test purchases of creators.
create table public.sucesos_licencia (
  id bigint generated always as identity primary key,
  adquisicion_id uuid references public.adquisiciones (id) on delete cascade,
  evento text not null check (evento in ('concedida', 'lanzada', 'retirada', 'fin_club', 'devuelta', 'prueba')),
  numero integer not null,
  created_at timestamptz not null default now(),
  unique (adquisicion_id, numero),
  check ((evento = 'prueba') = (adquisicion_id is null))
);
alter table public.sucesos_licencia enable row level security;

create table public.elecciones_servidor (
  adquisicion_id uuid primary key references public.adquisiciones (id) on delete cascade,
  servidor_id uuid not null references public.servidores (id) on delete restrict,
  created_at timestamptz not null default now()
);
comment on table public.elecciones_servidor is 'the server that a buyer has chosen';
create index elecciones_servidor_servidor_id_idx on public.elecciones_servidor (servidor_id);
alter table public.elecciones_servidor enable row level security;

create table public.ordenes_servidor (
  id bigint generated always as identity primary key,
  suceso_id bigint not null references public.sucesos_licencia (id) on delete cascade,
  adquisicion_id uuid references public.adquisiciones (id) on delete cascade,
  servidor_id uuid not null references public.servidores (id) on delete restrict,
  accion_id uuid,
  posicion integer not null,
  deshace_id bigint references public.ordenes_servidor (id) on delete cascade,
  jugador text not null,
  orden text not null,
  deshacer text,
  necesita_jugador boolean not null,
  huecos integer not null default 0,
  repetible boolean not null default false,
  estado text not null default 'esperando'
    check (estado in ('esperando', 'recogida', 'hecha', 'fallida', 'caducada', 'cancelada')),
  disponible_at timestamptz not null default now(),
  caduca_at timestamptz not null default now() + interval '90 days',
  arriendo_hasta timestamptz,
  intentos integer not null default 0,
  fallos integer not null default 0,
  reenvios integer not null default 0,
  reenviada_at timestamptz,
  terminada_at timestamptz,
  error text,
  cedida boolean not null default false,
  created_at timestamptz not null default now(),
  check ((estado = 'recogida') = (arriendo_hasta is not null))
);
comment on column public.ordenes_servidor.accion_id is 'null for a message that tests a server; the action may be gone';
comment on column public.ordenes_servidor.orden is 'except in offline mode, {username} and {uuid} are filled in when it is fetched, as the server names the player';
comment on column public.ordenes_servidor.deshacer is 'the command that takes it back; deshace_id: the command that this one takes back';
comment on column public.ordenes_servidor.intentos is 'how often it was handed out: after the first time it may have run';
comment on column public.ordenes_servidor.cedida is 'not taken back when its licence ended, because another licence does the same';
-- Each command exists once.
create unique index ordenes_servidor_una_vez_key on public.ordenes_servidor
  (suceso_id, servidor_id, accion_id, posicion, deshace_id) nulls not distinct;
create unique index ordenes_servidor_deshace_key on public.ordenes_servidor (deshace_id) where estado <> 'cancelada';
create index ordenes_servidor_deshace_id_idx on public.ordenes_servidor (deshace_id);
create index ordenes_servidor_adquisicion_id_idx on public.ordenes_servidor (adquisicion_id, id);
create index ordenes_servidor_servidor_id_idx on public.ordenes_servidor (servidor_id, id desc);
create index ordenes_servidor_estado_idx on public.ordenes_servidor (servidor_id, estado, id desc);
-- The commands of a fetch: those that need no player online, and those of players who are online.
create index ordenes_servidor_sin_jugador_idx on public.ordenes_servidor (servidor_id, id)
  where estado = 'esperando' and not necesita_jugador;
create index ordenes_servidor_abiertas_idx on public.ordenes_servidor (servidor_id, lower(jugador), id)
  where estado in ('esperando', 'recogida');
-- Commands that hold back their player's later ones: those that are leased, and those that failed and are retried.
create index ordenes_servidor_frenan_idx on public.ordenes_servidor (servidor_id, lower(jugador), id)
  where estado = 'recogida' or (estado = 'esperando' and fallos > 0);
create index ordenes_servidor_arriendo_idx on public.ordenes_servidor (servidor_id, arriendo_hasta) where estado = 'recogida';
create index ordenes_servidor_caduca_idx on public.ordenes_servidor (caduca_at) where estado = 'esperando';
create index ordenes_servidor_efecto_idx on public.ordenes_servidor (servidor_id, lower(jugador)) where deshacer is not null;
alter table public.ordenes_servidor enable row level security;

-- Agents store the ids of commands that they have run. After a restore, no id is assigned that was assigned since the
-- backup.
create function privado.saltar_ordenes() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform setval(s.nombre, nextval(s.nombre) + 1000000)
  from (select pg_get_serial_sequence('public.ordenes_servidor', 'id') as nombre) s;
  return null;
end
$$;
create trigger saltar_ordenes after insert on public.restauraciones
  for each row execute function privado.saltar_ordenes();
-- A restore runs without other triggers.
alter table public.restauraciones enable always trigger saltar_ordenes;

create function privado.es_comienzo(p_evento text) returns boolean
language sql immutable set search_path = '' as $$
  select p_evento in ('concedida', 'lanzada', 'devuelta', 'prueba');
$$;

-- True if the effect of a command still exists, according to the shop's records.
create function privado.sigue_en_pie(p_orden public.ordenes_servidor) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_orden.deshace_id is null and not p_orden.cedida and p_orden.estado in ('esperando', 'recogida', 'hecha')
    and not exists (select from public.ordenes_servidor u where u.deshace_id = p_orden.id and u.estado <> 'cancelada');
$$;

-- True if a later start of its licence has queued the same command again.
create function privado.relevada(p_orden public.ordenes_servidor) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.ordenes_servidor n join public.sucesos_licencia s on s.id = n.suceso_id
    where n.adquisicion_id = p_orden.adquisicion_id and n.servidor_id = p_orden.servidor_id and n.orden = p_orden.orden
      and n.id > p_orden.id and n.suceso_id <> p_orden.suceso_id and n.deshace_id is null and privado.es_comienzo(s.evento));
$$;

-- True if an action existed when a licence began: a licence keeps the actions of that time, and gets no later ones.
create function privado.accion_vigente(p_accion public.acciones_servidor, p_licencia uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_accion.created_at <= x.desde and coalesce(p_accion.quitada_at, 'infinity') > x.desde
  from (select coalesce((select s.created_at from public.sucesos_licencia s where s.adquisicion_id = p_licencia and s.numero = 1),
    now()) as desde) x;
$$;

-- Writes the commands of a product's actions for an event. A command whose effect still exists is not repeated.
create function privado.escribir_ordenes(
  p_suceso public.sucesos_licencia, p_producto public.productos, p_edicion public.ediciones, p_evento text,
  p_jugador text, p_pedido text, p_precio numeric, p_elegido uuid, p_destino text default null
) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_escritas integer;
begin
  with destinos as (
    -- Floodgate cuts names after the sixteenth letter, and gives UUIDs of its own. In offline mode, Ana and ana are two
    -- players, and the UUID follows from the name.
    select a.*, s.id as servidor, left(s.prefijo || p_jugador, 16) as nombre_en_juego,
      s.identidad = 'offline' and s.prefijo = '' as sin_conexion, s.prefijo
    from public.acciones_servidor a
    join public.servidores s on s.quitado_at is null and s.usuario_id = p_producto.usuario_id
      and s.id = case a.destino when 'todos' then s.id when 'uno' then a.servidor_id else p_elegido end
    where a.producto_id = p_producto.id and privado.accion_vigente(a, p_suceso.adquisicion_id) and p_evento = any (a.eventos)
      and (a.edicion_id is null or a.edicion_id = p_edicion.id) and (p_destino is null or a.destino = p_destino)
  ), nuevas as (
    select d.*, x.n as posicion_paso, o.orden, o.deshacer from destinos d
    cross join lateral jsonb_array_elements(d.pasos) with ordinality x(paso, n)
    cross join lateral (
      select max(texto) filter (where clave = 'orden') as orden, max(texto) filter (where clave = 'deshacer') as deshacer
      from (
        select clave, replace(replace(replace(replace(replace(replace(
            -- Minecraft's whitelist does not know Bedrock players: Floodgate's does, without the prefix.
            case when d.plantilla = 'whitelist' and d.prefijo <> '' then 'f' || replace(x.paso ->> clave, '{username}', p_jugador)
              else x.paso ->> clave end,
            '{uuid}', case when d.sin_conexion then privado.uuid_sin_conexion(d.nombre_en_juego)::text else '{uuid}' end),
            '{username}', case when d.sin_conexion then d.nombre_en_juego else '{username}' end),
            '{order}', privado.valor_de_orden(p_pedido)),
            '{product}', privado.valor_de_orden(p_producto.nombre)), '{edition}', privado.valor_de_orden(p_edicion.nombre)),
            '{price}', trim(to_char(p_precio, '999999990.00'))) as texto
        from unnest(array['orden', 'deshacer']) clave) t) o
  )
  insert into public.ordenes_servidor (suceso_id, adquisicion_id, servidor_id, accion_id, posicion, jugador, orden, deshacer,
    necesita_jugador, huecos, repetible, disponible_at)
  select p_suceso.id, p_suceso.adquisicion_id, n.servidor, n.id, n.posicion_paso, n.nombre_en_juego, n.orden, n.deshacer,
    -- Only the server knows a UUID that does not follow from the name. The later commands of the action wait for it, too.
    n.necesita_jugador or bool_or(strpos(n.orden || coalesce(n.deshacer, ''), '{uuid}') > 0) over en_orden,
    -- Its first command uses the slots that the action needs.
    case when row_number() over en_orden = 1 then n.huecos else 0 end,
    n.repetible, now() + make_interval(secs => n.retraso_s)
  from nuevas n
  where p_suceso.adquisicion_id is null or not exists (
    select from public.ordenes_servidor o join public.sucesos_licencia s on s.id = o.suceso_id
    where o.adquisicion_id = p_suceso.adquisicion_id and o.servidor_id = n.servidor and o.orden = n.orden
      and o.suceso_id <> p_suceso.id and privado.es_comienzo(s.evento) and privado.es_comienzo(p_suceso.evento)
      and privado.sigue_en_pie(o))
  window en_orden as (partition by n.servidor, n.id order by n.posicion_paso)
  order by n.created_at, n.id, n.servidor, n.posicion_paso
  on conflict do nothing;
  get diagnostics v_escritas = row_count;
  return v_escritas;
end
$$;

-- True if another valid licence has the same effect as a command for its player on its server.
create function privado.la_mantiene_otra(p_orden public.ordenes_servidor, p_sin bigint[]) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.ordenes_servidor x join public.adquisiciones a on a.id = x.adquisicion_id
    where x.servidor_id = p_orden.servidor_id and lower(x.jugador) = lower(p_orden.jugador) and x.deshacer = p_orden.deshacer
      and x.id <> all (p_sin) and a.revocada_at is null and privado.sigue_en_pie(x));
$$;

-- Undoes a licence or a test: cancels commands that have not run, and queues the undo commands of those that may have.
-- If another licence has the same effect for the player on the server, its end undoes the effect (`cedida`); if its own
-- command never ran, the effect is undone then.
create function privado.deshacer_ordenes(p_suceso public.sucesos_licencia, p_ordenes bigint[]) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_dejadas bigint[];
begin
  perform from public.ordenes_servidor where id = any (p_ordenes) order by id for update;
  update public.ordenes_servidor set estado = 'cancelada', terminada_at = now()
  where id = any (p_ordenes) and estado = 'esperando';
  update public.ordenes_servidor o set cedida = true
  where o.id = any (p_ordenes) and o.deshacer is not null and o.intentos > 0 and not o.cedida
    and privado.la_mantiene_otra(o, p_ordenes);
  v_dejadas := array(
    select distinct on (c.servidor_id, lower(c.jugador), c.deshacer) c.id
    from public.ordenes_servidor o join public.ordenes_servidor c on c.servidor_id = o.servidor_id
      and lower(c.jugador) = lower(o.jugador) and c.deshacer = o.deshacer and c.cedida and c.id <> all (p_ordenes)
    where o.id = any (p_ordenes) and o.intentos = 0 and c.intentos > 0 and not privado.la_mantiene_otra(c, p_ordenes)
      and not exists (select from public.adquisiciones a where a.id = c.adquisicion_id and a.revocada_at is null)
    order by c.servidor_id, lower(c.jugador), c.deshacer, c.id desc);
  update public.ordenes_servidor set cedida = false where id = any (v_dejadas);
  insert into public.ordenes_servidor (suceso_id, adquisicion_id, servidor_id, accion_id, posicion, deshace_id, jugador,
    orden, necesita_jugador, repetible)
  select case when o.id = any (p_ordenes) then p_suceso.id else coalesce((
      select c.id from public.sucesos_licencia c where c.adquisicion_id = o.adquisicion_id order by c.numero desc limit 1),
      o.suceso_id) end,
    o.adquisicion_id, o.servidor_id, o.accion_id, o.posicion, o.id, o.jugador, o.deshacer, o.necesita_jugador, o.repetible
  from public.ordenes_servidor o join public.servidores s on s.id = o.servidor_id and s.quitado_at is null
  where o.id = any (p_ordenes || v_dejadas) and o.deshacer is not null and o.intentos > 0 and not o.cedida
  order by o.id
  on conflict do nothing;
end
$$;

-- Cancels queued commands from the end of a licence that were not fetched, because the licence is valid again.
create function privado.retirar_finales(p_licencia uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids bigint[];
begin
  select array_agg(x.id) into v_ids from (
    select o.id from public.ordenes_servidor o join public.sucesos_licencia s on s.id = o.suceso_id
    where o.adquisicion_id = p_licencia and o.estado = 'esperando' and o.intentos = 0 and not privado.es_comienzo(s.evento)
    order by o.id for update of o) x;
  update public.ordenes_servidor set estado = 'cancelada', terminada_at = now()
  where id = any (v_ids) and estado = 'esperando' and intentos = 0;
end
$$;

-- Queues again, for a licence that is valid again, the commands that its end cancelled before they ran. A command whose
-- effect still exists is not repeated.
create function privado.reponer_ordenes(p_suceso public.sucesos_licencia) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.ordenes_servidor (suceso_id, adquisicion_id, servidor_id, accion_id, posicion, jugador, orden, deshacer,
    necesita_jugador, huecos, repetible, disponible_at)
  select p_suceso.id, o.adquisicion_id, o.servidor_id, o.accion_id, o.posicion, o.jugador, o.orden, o.deshacer,
    o.necesita_jugador, o.huecos, o.repetible, greatest(o.disponible_at, now())
  from public.ordenes_servidor o
  join public.sucesos_licencia s on s.id = o.suceso_id and privado.es_comienzo(s.evento)
  join public.servidores v on v.id = o.servidor_id and v.quitado_at is null
  where o.adquisicion_id = p_suceso.adquisicion_id and o.deshace_id is null and o.estado = 'cancelada' and o.intentos = 0
    and not exists (select from public.ordenes_servidor x join public.sucesos_licencia e on e.id = x.suceso_id
      where x.adquisicion_id = o.adquisicion_id and x.servidor_id = o.servidor_id and x.orden = o.orden
        and x.suceso_id <> p_suceso.id and privado.es_comienzo(e.evento) and privado.sigue_en_pie(x))
  order by o.id
  on conflict do nothing;
$$;

-- Compares a licence with the state last sent to servers, and queues the difference. Licences reach the queue only
-- through this function. Idempotent.
create function privado.seguir_licencia(p_licencia public.adquisiciones, p_comienzo text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto public.productos;
  v_edicion public.ediciones;
  v_ultimo public.sucesos_licencia;
  v_suceso public.sucesos_licencia;
  v_vale boolean;
  v_ids bigint[];
begin
  if not exists (select from public.acciones_servidor where producto_id = p_licencia.producto_id) then return; end if;
  select * into v_producto from public.productos where id = p_licencia.producto_id;
  select * into v_edicion from public.ediciones where id = p_licencia.edicion_id;
  -- A player's commands keep the order of their licence events.
  perform pg_advisory_xact_lock(hashtextextended('entrega:' || lower(coalesce(p_licencia.minecraft_name, '')), 0));
  select * into v_ultimo from public.sucesos_licencia where adquisicion_id = p_licencia.id order by numero desc limit 1;
  v_vale := p_licencia.revocada_at is null and p_licencia.minecraft_name is not null
    and not (v_ultimo.id is null and privado.reserva_espera(p_licencia, v_producto, v_edicion));
  if v_vale = coalesce(privado.es_comienzo(v_ultimo.evento), false) then return; end if;
  -- A licence without events is older than the actions of its product. The job begins a reservation released meanwhile.
  if v_ultimo.id is null and p_comienzo = 'devuelta' then return; end if;
  insert into public.sucesos_licencia (adquisicion_id, numero, evento)
  values (p_licencia.id, coalesce(v_ultimo.numero, 0) + 1, case
    when v_vale and v_ultimo.id is not null then 'devuelta'
    when v_vale then p_comienzo
    when p_licencia.revocada_motivo = 'fin_club' then 'fin_club' else 'retirada' end)
  returning * into v_suceso;
  if v_vale then
    perform privado.retirar_finales(p_licencia.id);
  else
    select array_agg(o.id) into v_ids
    from public.ordenes_servidor o join public.sucesos_licencia s on s.id = o.suceso_id
    where o.adquisicion_id = p_licencia.id and o.deshace_id is null and privado.es_comienzo(s.evento);
    perform privado.deshacer_ordenes(v_suceso, v_ids);
  end if;
  -- There is no player to a deleted account.
  if exists (select from public.usuarios_meta where id = p_licencia.user_id and borrada_at is not null) then return; end if;
  -- Commands of the start run before those of the restoration.
  if v_vale then perform privado.reponer_ordenes(v_suceso); end if;
  perform privado.escribir_ordenes(v_suceso, v_producto, v_edicion, v_suceso.evento, p_licencia.minecraft_name,
    p_licencia.id::text, p_licencia.precio_pagado,
    (select servidor_id from public.elecciones_servidor where adquisicion_id = p_licencia.id));
end
$$;

create function privado.llevar_al_juego() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  -- A deleted account leaves no name behind.
  if tg_op = 'UPDATE' and new.minecraft_name = 'borrado' and old.minecraft_name <> 'borrado' then
    perform from public.ordenes_servidor where adquisicion_id = new.id order by id for update;
    update public.ordenes_servidor set jugador = 'borrado', orden = '-', deshacer = null, error = null, arriendo_hasta = null,
      terminada_at = coalesce(terminada_at, now()),
      estado = case when estado in ('esperando', 'recogida') then 'cancelada' else estado end
    where adquisicion_id = new.id;
    return null;
  end if;
  perform privado.seguir_licencia(new, case when tg_op = 'UPDATE' and old.revocada_at is not null then 'devuelta'
    when new.es_reserva then 'lanzada' else 'concedida' end);
  return null;
end
$$;
create trigger llevar_al_juego_nuevo after insert on public.adquisiciones
  for each row execute function privado.llevar_al_juego();
create trigger llevar_al_juego after update of revocada_at, minecraft_name on public.adquisiciones
  for each row when ((old.revocada_at is null) <> (new.revocada_at is null)
    or old.minecraft_name is distinct from new.minecraft_name)
  execute function privado.llevar_al_juego();

-- Begins the reservations that were released since their product has an action for this event. Called by the job.
create function public.lanzar_reservas_al_juego() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_licencia public.adquisiciones;
  v_cuantas integer := 0;
begin
  for v_licencia in
    select a.* from public.adquisiciones a
    join public.usuarios_meta u on u.id = a.user_id and u.borrada_at is null
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.es_reserva and a.revocada_at is null and a.minecraft_name is not null
      and not privado.reserva_espera(a, p, e)
      and exists (select from public.acciones_servidor x where x.producto_id = a.producto_id and x.quitada_at is null
        and 'lanzada' = any (x.eventos) and (x.edicion_id is null or x.edicion_id = a.edicion_id)
        and (coalesce(a.lanzada_el, e.fecha_lanzamiento, p.fecha_lanzamiento) >= privado.dia_de(x.created_at) or x.created_at <= a.created_at))
      and not exists (select from public.sucesos_licencia s where s.adquisicion_id = a.id)
    order by a.id limit 1000 for update of a skip locked
  loop
    perform privado.seguir_licencia(v_licencia, 'lanzada');
    v_cuantas := v_cuantas + 1;
  end loop;
  return v_cuantas;
end
$$;
grant execute on function public.lanzar_reservas_al_juego() to service_role;

-- The server of a key, locked so that two fetches do not overlap; records that it has called.
create function privado.servidor_de_clave(p_clave text, p_tipo text, p_contacto jsonb) returns public.servidores
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_servidor public.servidores;
begin
  update public.servidores set contacto_at = now(),
    plataforma = coalesce(left(p_contacto ->> 'plataforma', 60), plataforma),
    plugin = coalesce(left(p_contacto ->> 'plugin', 40), plugin),
    conectados = case when jsonb_typeof(p_contacto -> 'jugadores') = 'array' then p_contacto -> 'jugadores' else conectados end,
    conectados_at = case when jsonb_typeof(p_contacto -> 'jugadores') = 'array' then now() else conectados_at end,
    max_jugadores = coalesce((p_contacto ->> 'max_jugadores')::integer, max_jugadores)
  where clave_hash = privado.hash_de_clave(p_clave) and tipo = p_tipo and quitado_at is null
  returning * into v_servidor;
  return v_servidor;
end
$$;

-- Records a call of a server; a refusal does not reveal the fault of the key.
create function public.saludar_servidor(p_clave text, p_tipo text, p_contacto jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_servidor public.servidores := privado.servidor_de_clave(p_clave, p_tipo, p_contacto);
begin
  if v_servidor.id is null then return privado.rechazo('clave_no_valida'); end if;
  return jsonb_build_object('ok', true, 'servidor_id', v_servidor.id, 'nombre', v_servidor.nombre);
end
$$;
grant execute on function public.saludar_servidor(text, text, jsonb) to service_role;

-- Leases commands for a minute. A player's commands are sent in order: none overtakes one that is leased, or that
-- failed and is retried. Commands that need their player are sent only if the server has just reported the player.
create function public.recoger_ordenes(p_clave text, p_tipo text, p_contacto jsonb, p_limite integer default 100) returns jsonb
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
declare
  v_servidor public.servidores := privado.servidor_de_clave(p_clave, p_tipo, p_contacto);
  v_limite constant integer := least(greatest(p_limite, 1), 200);
  -- Ana and ana are two players then.
  v_exacto constant boolean := v_servidor.identidad = 'offline' and v_servidor.prefijo = '';
  v_ids bigint[];
  v_ordenes jsonb;
begin
  if v_servidor.id is null then return privado.rechazo('clave_no_valida'); end if;
  perform privado.devolver_arriendos(v_servidor.id);

  select array_agg(x.id) into v_ids from (
    with presentes as (
      select distinct j ->> 'name' as nombre, privado.leer_uuid(j ->> 'uuid') as uuid
      from privado.lista_json(v_servidor.conectados) j where v_servidor.conectados_at > now() - interval '90 seconds'
    ), posibles as (
      (select o.id from public.ordenes_servidor o
        where o.servidor_id = v_servidor.id and o.estado = 'esperando' and not o.necesita_jugador
          and o.disponible_at <= now() and o.caduca_at > now()
          and not exists (select from public.ordenes_servidor f
            where f.servidor_id = o.servidor_id and lower(f.jugador) = lower(o.jugador) and f.id < o.id
              and (f.estado = 'recogida' or (f.estado = 'esperando' and f.fallos > 0 and f.disponible_at > now())))
        order by o.id limit v_limite)
      union all
      -- Player by player: a server may have many more commands for players who are not there.
      (select o.id from presentes p cross join lateral (
          select e.id from public.ordenes_servidor e
          where e.servidor_id = v_servidor.id and lower(e.jugador) = lower(p.nombre)
            and (not v_exacto or e.jugador = p.nombre)
            and e.estado = 'esperando' and e.necesita_jugador and e.disponible_at <= now() and e.caduca_at > now()
            and (p.uuid is not null or strpos(e.orden, '{uuid}') = 0)
            and not exists (select from public.ordenes_servidor f
              where f.servidor_id = e.servidor_id and lower(f.jugador) = lower(e.jugador) and f.id < e.id
                and (f.estado = 'recogida' or (f.estado = 'esperando' and f.fallos > 0 and f.disponible_at > now())))
          order by e.id limit v_limite) o
        order by o.id limit v_limite)
    )
    select p.id from posibles p order by p.id limit v_limite) x;

  perform from public.ordenes_servidor where id = any (v_ids) order by id for update;
  with recogidas as (
    update public.ordenes_servidor o set estado = 'recogida', arriendo_hasta = now() + interval '60 seconds',
      intentos = o.intentos + 1
    where o.id = any (v_ids) and o.estado = 'esperando'
    returning o.*
  )
  -- A resent command gets a new id, because agents remember the ids that they have run. Minecraft's selectors need the
  -- name as the server spells it.
  select jsonb_agg(jsonb_build_object('id', r.id || '.' || r.reenvios, 'jugador', coalesce(p.nombre, r.jugador),
    'huecos', r.huecos, 'necesita_jugador', r.necesita_jugador, 'pedido', r.adquisicion_id,
    'orden', replace(replace(r.orden, '{uuid}', coalesce(p.uuid::text, '{uuid}')), '{username}', coalesce(p.nombre, r.jugador)))
    order by r.id)
  into v_ordenes from recogidas r left join lateral (
    select j ->> 'name' as nombre, privado.leer_uuid(j ->> 'uuid') as uuid from privado.lista_json(v_servidor.conectados) j
    where lower(j ->> 'name') = lower(r.jugador) and (not v_exacto or j ->> 'name' = r.jugador) limit 1) p on true;
  return jsonb_build_object('ok', true, 'servidor_id', v_servidor.id, 'arriendo_s', 60, 'ordenes', coalesce(v_ordenes, '[]'));
end
$$;
grant execute on function public.recoger_ordenes(text, text, jsonb, integer) to service_role;

-- True if a command is no longer wanted: its licence ended while it was leased, or its account was deleted.
create function privado.ya_no_toca(p_orden public.ordenes_servidor) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_orden.cedida
    or exists (select from public.ordenes_servidor u where u.deshace_id = p_orden.id and u.estado <> 'cancelada')
    or exists (select from public.sucesos_licencia s join public.adquisiciones a on a.id = s.adquisicion_id
      where s.id = p_orden.suceso_id and p_orden.deshace_id is null and privado.es_comienzo(s.evento) and a.revocada_at is not null)
    or exists (select from public.adquisiciones a join public.usuarios_meta u on u.id = a.user_id
      where a.id = p_orden.adquisicion_id and u.borrada_at is not null);
$$;

-- Returns expired leases to the queue.
create function privado.devolver_arriendos(p_servidor uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  perform from public.ordenes_servidor
  where servidor_id = p_servidor and estado = 'recogida' and arriendo_hasta < now() order by id for update;
  with vencidas as materialized (
    select o.id, privado.ya_no_toca(o) as sobra from public.ordenes_servidor o
    where o.servidor_id = p_servidor and o.estado = 'recogida' and o.arriendo_hasta < now()
  )
  update public.ordenes_servidor o set arriendo_hasta = null,
    estado = case when v.sobra then 'cancelada' else 'esperando' end, terminada_at = case when v.sobra then now() end
  from vencidas v where o.id = v.id;
end
$$;

-- Records the results of fetched commands: [{id, ok, error, sin_gastar, dudoso}]. A failed one is retried eight times
-- with back-off; `sin_gastar` returns it to the queue as if never fetched, unless it may have run anyway (`dudoso`).
-- Late and repeated reports change nothing.
create function privado.anotar_resultados(p_servidor uuid, p_resultados jsonb) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_anotadas integer;
begin
  perform from public.ordenes_servidor o
  where o.servidor_id = p_servidor and o.id in (
    select split_part(r ->> 'id', '.', 1)::bigint from privado.lista_json(p_resultados) r
    where r ->> 'id' ~ '^[0-9]{1,18}[.][0-9]{1,6}$')
  order by o.id for update;
  with dichos as (
    select distinct on (r ->> 'id') split_part(r ->> 'id', '.', 1)::bigint as id, split_part(r ->> 'id', '.', 2)::integer as vez,
      r -> 'ok' = 'true' as ok,
      r -> 'sin_gastar' is not distinct from 'true' as sin_gastar, r -> 'dudoso' is not distinct from 'true' as dudoso,
      left(regexp_replace(r ->> 'error', '[[:cntrl:]]+', ' ', 'g'), 300) as error
    from privado.lista_json(p_resultados) r where r ->> 'id' ~ '^[0-9]{1,18}[.][0-9]{1,6}$' and jsonb_typeof(r -> 'ok') = 'boolean'
    order by r ->> 'id', r -> 'ok' desc
  ), finales as (
    select o.id, d.ok, d.sin_gastar, d.sin_gastar and not d.ok and not d.dudoso as no_salio, d.error, case
      when d.ok then 'hecha'
      when privado.ya_no_toca(o) then 'cancelada'
      when o.fallos >= 7 and not d.sin_gastar then 'fallida'
      else 'esperando' end as estado
    from dichos d join public.ordenes_servidor o on o.id = d.id and o.reenvios = d.vez and o.servidor_id = p_servidor
      -- A lease that ended may still be answered.
      and (o.estado = 'recogida' or (o.estado = 'esperando' and d.ok))
  )
  update public.ordenes_servidor o set estado = f.estado, arriendo_hasta = null,
    error = case when not f.ok then f.error end,
    intentos = o.intentos - f.no_salio::integer,
    fallos = o.fallos + case when f.ok or f.sin_gastar then 0 else 1 end,
    disponible_at = case when f.estado = 'esperando' and not f.sin_gastar
      then now() + make_interval(secs => 15 * 2 ^ least(o.fallos, 8)) else o.disponible_at end,
    terminada_at = case when f.estado <> 'esperando' then now() end
  from finales f where o.id = f.id;
  get diagnostics v_anotadas = row_count;
  -- What never ran is not taken back, unless an effect that is there was left to it.
  update public.ordenes_servidor u set estado = 'cancelada', terminada_at = now()
  from public.ordenes_servidor o
  where o.servidor_id = p_servidor and o.id in (
      select split_part(r ->> 'id', '.', 1)::bigint from privado.lista_json(p_resultados) r
      where r ->> 'id' ~ '^[0-9]{1,18}[.][0-9]{1,6}$')
    and o.estado = 'cancelada' and o.intentos = 0 and u.deshace_id = o.id and u.estado = 'esperando' and u.intentos = 0
    and not exists (select from public.ordenes_servidor c where c.servidor_id = o.servidor_id
      and lower(c.jugador) = lower(o.jugador) and c.deshacer = o.deshacer and c.cedida and c.intentos > 0);
  return v_anotadas;
end
$$;

-- Records an agent's results of fetched commands.
create function public.acusar_ordenes(p_clave text, p_tipo text, p_contacto jsonb, p_resultados jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_servidor public.servidores := privado.servidor_de_clave(p_clave, p_tipo, p_contacto);
begin
  if v_servidor.id is null then return privado.rechazo('clave_no_valida'); end if;
  return jsonb_build_object('ok', true, 'anotadas', privado.anotar_resultados(v_servidor.id, p_resultados));
end
$$;
grant execute on function public.acusar_ordenes(text, text, jsonb, jsonb) to service_role;

-- Ends a fetch by a plugin that does not acknowledge: sent if the response was written completely, otherwise returned
-- to the queue.
create function public.cerrar_envio(p_servidor uuid, p_ordenes text[], p_entero boolean) returns integer
language sql volatile security definer set search_path = '' as $$
  select privado.anotar_resultados(p_servidor, (
    select coalesce(jsonb_agg(jsonb_build_object('id', id, 'ok', p_entero, 'sin_gastar', true, 'dudoso', true)), '[]')
    from unnest(p_ordenes) id));
$$;
grant execute on function public.cerrar_envio(uuid, text[], boolean) to service_role;

-- Expires commands that were not fetched for 90 days. Called by the job.
create function public.caducar_ordenes() returns integer
language sql volatile security definer set search_path = '' as $$
  with viejas as (
    update public.ordenes_servidor set estado = 'caducada', terminada_at = now()
    where id in (select id from public.ordenes_servidor where estado = 'esperando' and caduca_at <= now()
      order by id limit 5000 for update skip locked)
    returning 1
  )
  select count(*)::integer from viejas;
$$;
grant execute on function public.caducar_ordenes() to service_role;

-- True if a finished command may be sent again: not one that a later one has replaced, none from the end of a licence
-- that is valid again, and no undo command while another licence has the same effect.
create function privado.se_puede_repetir(p_orden public.ordenes_servidor) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_orden.estado in ('hecha', 'fallida', 'caducada') and not privado.ya_no_toca(p_orden)
    and exists (select from public.servidores s where s.id = p_orden.servidor_id and s.quitado_at is null)
    and not privado.relevada(p_orden)
    and not exists (select from public.ordenes_servidor d where d.id = p_orden.deshace_id and privado.la_mantiene_otra(d, '{}'))
    and not exists (select from public.sucesos_licencia s join public.adquisiciones a on a.id = s.adquisicion_id
      where s.id = p_orden.suceso_id and not privado.es_comienzo(s.evento) and a.revocada_at is null);
$$;

-- Queues a finished command again.
create function privado.repetir_ordenes(p_ordenes bigint[]) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_repetidas integer;
begin
  perform from public.ordenes_servidor where id = any (p_ordenes) order by id for update;
  update public.ordenes_servidor o set estado = 'esperando', disponible_at = now(), caduca_at = now() + interval '90 days',
    fallos = 0, reenvios = o.reenvios + 1, reenviada_at = now(), terminada_at = null, error = null
  where o.id = any (p_ordenes) and privado.se_puede_repetir(o);
  get diagnostics v_repetidas = row_count;
  return v_repetidas;
end
$$;

create function public.reenviar_orden(p_orden bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not exists (select from public.ordenes_servidor o join public.servidores s on s.id = o.servidor_id
    where o.id = p_orden and s.usuario_id = auth.uid()) then
    return privado.rechazo('no_existe');
  end if;
  if privado.repetir_ordenes(array[p_orden]) = 0 then return privado.rechazo('nada_que_reenviar'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.reenviar_orden(bigint) to authenticated;

-- True if a buyer may ask for a finished command again: it failed, or repeating it is safe. The item preset marks in its
-- last command that the item was given, so the whole action must have run.
create function privado.se_puede_pedir(p_orden public.ordenes_servidor) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_orden.estado in ('fallida', 'caducada') or (p_orden.estado = 'hecha' and p_orden.repetible and not exists (
    select from public.ordenes_servidor x
    where x.adquisicion_id = p_orden.adquisicion_id and x.servidor_id = p_orden.servidor_id and x.accion_id = p_orden.accion_id
      and x.deshace_id is null and x.estado not in ('hecha', 'cancelada') and not privado.relevada(x)));
$$;

-- Queues an order's commands again for its buyer: those that failed, and those that are safe to repeat.
create function public.pedir_reenvio(p_pedido uuid, p_servidor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ids bigint[];
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not exists (select from public.adquisiciones where id = p_pedido and user_id = auth.uid() and revocada_at is null) then
    return privado.rechazo('no_existe');
  end if;
  select array_agg(o.id) into v_ids from public.ordenes_servidor o join public.sucesos_licencia s on s.id = o.suceso_id
  where o.adquisicion_id = p_pedido and o.servidor_id = p_servidor and o.deshace_id is null and privado.es_comienzo(s.evento)
    and privado.se_puede_pedir(o);
  if v_ids is null then return privado.rechazo('nada_que_reenviar'); end if;
  if not privado.contar_intento('reenvio', p_pedido::text, 3, '1 hour') then return privado.rechazo('demasiados_intentos'); end if;
  if privado.repetir_ordenes(v_ids) = 0 then return privado.rechazo('nada_que_reenviar'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.pedir_reenvio(uuid, uuid) to authenticated;

-- True if the buyer of a licence chooses its server: its commands were queued, or will be on the day of its release.
-- The actions of its product do not apply to purchases before them.
create function privado.elige_servidor(p_licencia public.adquisiciones) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_licencia.revocada_at is null
    and exists (select from public.acciones_servidor x where x.producto_id = p_licencia.producto_id and x.destino = 'elegido'
      and privado.accion_vigente(x, p_licencia.id) and (x.edicion_id is null or x.edicion_id = p_licencia.edicion_id))
    and (exists (select from public.sucesos_licencia s where s.adquisicion_id = p_licencia.id)
      or exists (select from public.productos p left join public.ediciones e on e.id = p_licencia.edicion_id
        where p.id = p_licencia.producto_id and privado.reserva_espera(p_licencia, p, e)));
$$;

-- Sets the buyer's choice of a server for an order, once; again if that server was removed.
create function public.elegir_servidor(p_pedido uuid, p_servidor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_licencia public.adquisiciones;
  v_producto public.productos;
  v_edicion public.ediciones;
  v_suceso public.sucesos_licencia;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into v_licencia from public.adquisiciones
  where id = p_pedido and user_id = auth.uid() and revocada_at is null for no key update;
  select * into v_producto from public.productos where id = v_licencia.producto_id;
  if not exists (select from public.servidores where id = p_servidor and usuario_id = v_producto.usuario_id and quitado_at is null)
    or not privado.elige_servidor(v_licencia) then
    return privado.rechazo('no_existe');
  end if;
  insert into public.elecciones_servidor as x (adquisicion_id, servidor_id) values (p_pedido, p_servidor)
  on conflict (adquisicion_id) do update set servidor_id = excluded.servidor_id, created_at = now()
  where exists (select from public.servidores s where s.id = x.servidor_id and s.quitado_at is not null);
  if not found then return privado.rechazo('ya_elegido'); end if;
  perform pg_advisory_xact_lock(hashtextextended('entrega:' || lower(coalesce(v_licencia.minecraft_name, '')), 0));
  select * into v_suceso from public.sucesos_licencia where adquisicion_id = p_pedido order by numero desc limit 1;
  select * into v_edicion from public.ediciones where id = v_licencia.edicion_id;
  if privado.es_comienzo(v_suceso.evento) then
    -- A restored licence has had nothing yet of the actions of its start either.
    perform privado.escribir_ordenes(v_suceso, v_producto, v_edicion, s.evento, v_licencia.minecraft_name, p_pedido::text,
      v_licencia.precio_pagado, p_servidor, 'elegido')
    from public.sucesos_licencia s where s.adquisicion_id = p_pedido and (s.numero = 1 or s.id = v_suceso.id)
    order by s.numero;
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.elegir_servidor(uuid, uuid) to authenticated;

-- A purchase of a product of the caller without money: its commands are sent for a player.
create function public.compra_de_prueba(p_producto uuid, p_edicion uuid, p_jugador text, p_servidor uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_producto public.productos;
  v_edicion public.ediciones;
  v_suceso public.sucesos_licencia;
  v_ordenes integer;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if p_jugador is null or p_jugador !~ '^[A-Za-z0-9_]{3,16}$' then return privado.rechazo('nombre_minecraft_no_valido'); end if;
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid();
  select * into v_edicion from public.ediciones where id = p_edicion and producto_id = p_producto;
  if v_producto.id is null or (p_edicion is not null and v_edicion.id is null) then return privado.rechazo('no_existe'); end if;
  if not privado.contar_intento('prueba_servidor', auth.uid()::text, 60, '1 hour') then return privado.rechazo('demasiados_intentos'); end if;
  perform pg_advisory_xact_lock(hashtextextended('entrega:' || lower(p_jugador), 0));
  insert into public.sucesos_licencia (evento, numero) values ('prueba', 1) returning * into v_suceso;
  v_ordenes := privado.escribir_ordenes(v_suceso, v_producto, v_edicion, 'concedida', p_jugador, 'prueba-' || v_suceso.id,
    coalesce(v_edicion.precio, v_producto.precio), p_servidor);
  if v_ordenes = 0 then
    delete from public.sucesos_licencia where id = v_suceso.id;
    return privado.rechazo('sin_acciones');
  end if;
  return jsonb_build_object('ok', true, 'prueba_id', v_suceso.id::text, 'ordenes', v_ordenes);
end
$$;
grant execute on function public.compra_de_prueba(uuid, uuid, text, uuid) to authenticated;

-- Reverses a test purchase, as a refund would.
create function public.deshacer_prueba(p_prueba bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_suceso public.sucesos_licencia;
  v_ids bigint[];
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select array_agg(o.id) into v_ids from public.ordenes_servidor o join public.servidores s on s.id = o.servidor_id
  where o.suceso_id = p_prueba and o.adquisicion_id is null and o.deshace_id is null and s.usuario_id = auth.uid();
  if v_ids is null then return privado.rechazo('no_existe'); end if;
  perform pg_advisory_xact_lock(hashtextextended('entrega:' || lower((select jugador from public.ordenes_servidor where id = v_ids[1])), 0));
  select * into v_suceso from public.sucesos_licencia where id = p_prueba;
  perform privado.deshacer_ordenes(v_suceso, v_ids);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.deshacer_prueba(bigint) to authenticated;

-- Sends a line of text to a server, to test the connection.
create function public.probar_servidor(p_servidor uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_suceso bigint;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if not exists (select from public.servidores where id = p_servidor and usuario_id = auth.uid() and quitado_at is null) then
    return privado.rechazo('no_existe');
  end if;
  if not privado.contar_intento('prueba_servidor', auth.uid()::text, 60, '1 hour') then return privado.rechazo('demasiados_intentos'); end if;
  insert into public.sucesos_licencia (evento, numero) values ('prueba', 1) returning id into v_suceso;
  insert into public.ordenes_servidor (suceso_id, servidor_id, posicion, jugador, orden, necesita_jugador, repetible)
  values (v_suceso, p_servidor, 1, 'UnStore', 'say UnStore: OK', false, true);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.probar_servidor(uuid) to authenticated;

-- The AzLink servers to notify of commands queued since their last notification, with the header that authenticates it:
-- AzLink compares it with the SHA-256 of its key. A command that commits late is missed: AzLink polls each minute
-- anyway.
create function public.tomar_avisos_servidor() returns table (url text, autorizacion text)
language sql volatile security definer set search_path = '' as $$
  update public.servidores s set avisado_at = now()
  where s.id in (
    select x.id from public.servidores x
    cross join lateral (select o.created_at, o.disponible_at from public.ordenes_servidor o
      where o.servidor_id = x.id and o.estado = 'esperando' order by o.id desc limit 1) o
    where x.aviso_url is not null and x.quitado_at is null and x.contacto_at > now() - interval '10 minutes'
      and o.disponible_at <= now() and o.created_at > coalesce(x.avisado_at, '-infinity')
    order by x.id for no key update of x skip locked)
  returning s.aviso_url, encode(s.clave_hash, 'hex');
$$;
grant execute on function public.tomar_avisos_servidor() to service_role;

-- The state as shown to people.
create function privado.estado_visible(p_orden public.ordenes_servidor) returns text
language sql stable set search_path = '' as $$
  select case when p_orden.estado = 'esperando' and p_orden.necesita_jugador then 'esperando_jugador' else p_orden.estado end;
$$;

-- The caller's queue, newest first, after a cursor.
create function public.mi_cola(
  p_servidor uuid default null, p_estado text default null, p_antes bigint default null, p_limite integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  return (select coalesce(jsonb_agg(to_jsonb(f) order by f.n desc), '[]') from (
    select x.id as n, x.id::text as id, s.nombre as servidor, s.tipo, x.jugador, replace(x.orden, '{username}', x.jugador) as orden,
      x.deshace_id is not null as deshace,
      x.deshacer is not null and not exists (select from public.ordenes_servidor u
        where u.deshace_id = x.id and u.estado <> 'cancelada') as deshacer,
      privado.estado_visible(x) as estado, x.error, x.intentos, x.reenvios, x.created_at, x.disponible_at, x.terminada_at,
      x.adquisicion_id as pedido, c.evento, c.id::text as suceso, p.nombre as producto, p.nombre_en as producto_en,
      p.slug,
      privado.se_puede_repetir(x) as se_repite
    from public.servidores s
    cross join lateral (
      select o.* from public.ordenes_servidor o
      where o.servidor_id = s.id and (p_antes is null or o.id < p_antes)
        and (p_estado is null or (o.estado = case p_estado when 'esperando_jugador' then 'esperando' else p_estado end
          and (p_estado not in ('esperando', 'esperando_jugador') or o.necesita_jugador = (p_estado = 'esperando_jugador'))))
      order by o.id desc limit least(greatest(p_limite, 1), 200)) x
    join public.sucesos_licencia c on c.id = x.suceso_id
    left join public.adquisiciones a on a.id = x.adquisicion_id
    left join public.productos p on p.id = a.producto_id
    where s.usuario_id = privado.persona_completa() and (p_servidor is null or s.id = p_servidor)
    order by x.id desc limit least(greatest(p_limite, 1), 200)) f);
end
$$;
grant execute on function public.mi_cola(uuid, text, bigint, integer) to authenticated;

-- True if a server has put the player of an order on its whitelist, and not removed them.
create function privado.en_whitelist(p_pedido uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.ordenes_servidor o join public.acciones_servidor x on x.id = o.accion_id and x.plantilla = 'whitelist'
    where o.adquisicion_id = p_pedido and o.estado = 'hecha' and privado.sigue_en_pie(o));
$$;

-- Delivery state of an order of the caller on each server, and the servers still to be chosen.
create function public.entregas_de_pedido(p_pedido uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true,
    'entregas', coalesce((
      select jsonb_agg(to_jsonb(g) order by g.servidor) from (
        select s.id, s.nombre as servidor, s.contacto_at,
          a.revocada_at is not null as retirado,
          count(*) filter (where o.estado = 'hecha') as hechas, count(*) as ordenes,
          count(*) filter (where o.estado in ('fallida', 'caducada')) as fallidas,
          count(*) filter (where privado.estado_visible(o) = 'esperando_jugador') as esperan_jugador, max(o.jugador) as jugador,
          max(o.terminada_at) filter (where o.estado = 'hecha') as hecha_at, min(o.created_at) as desde,
          bool_or(privado.se_puede_pedir(o)) and a.revocada_at is null and s.quitado_at is null as se_repite
        from public.ordenes_servidor o join public.servidores s on s.id = o.servidor_id
        join public.sucesos_licencia c on c.id = o.suceso_id
        where o.adquisicion_id = a.id and o.estado <> 'cancelada' and not o.cedida and not privado.relevada(o)
          and (o.deshace_id is null and privado.es_comienzo(c.evento)) = (a.revocada_at is null)
        group by s.id) g), '[]'),
    'elegir', case when privado.elige_servidor(a) and not exists (select from public.elecciones_servidor x
        join public.servidores s on s.id = x.servidor_id where x.adquisicion_id = a.id and s.quitado_at is null) then (
      select jsonb_agg(jsonb_build_object('id', s.id, 'nombre', s.nombre) order by s.nombre)
      from public.servidores s join public.productos p on p.usuario_id = s.usuario_id
      where p.id = a.producto_id and s.quitado_at is null) end)
  from public.adquisiciones a where a.id = p_pedido and a.user_id = privado.persona_completa();
$$;
grant execute on function public.entregas_de_pedido(uuid) to authenticated;

-- The caller's products, newest first, with the number of actions of each.
create function public.productos_con_acciones() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(to_jsonb(x) order by x.acciones > 0 desc, x.created_at desc), '[]') from (
    select p.id, p.nombre, p.nombre_en, p.created_at, (select count(*) from public.acciones_servidor a
      where a.producto_id = p.id and a.quitada_at is null) as acciones
    from public.productos p
    where p.usuario_id = privado.persona_completa() and p.category <> 'uncoins' and p.status <> 'rejected'
    order by p.created_at desc limit 500) x;
$$;
grant execute on function public.productos_con_acciones() to authenticated;

-- Notifies creators that a server with waiting commands has been silent for an hour: once per silence, and not if the
-- shop itself was away, as the time of the previous job tells.
create function public.avisar_servidores_mudos() returns integer
language sql volatile security definer set search_path = '' as $$
  with mudos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'servidor_mudo:' || s.id || ':' || coalesce(extract(epoch from s.contacto_at)::bigint, 0), s.usuario_id,
      'servidor_mudo', jsonb_build_object('servidor', s.nombre, 'contacto_at', s.contacto_at)
    from public.servidores s
    where s.quitado_at is null and coalesce(s.contacto_at, '-infinity') < now() - interval '1 hour'
      and exists (select from public.ultima_pasada where terminada_at > now() - interval '20 minutes') and exists (
      select from public.ordenes_servidor o where o.servidor_id = s.id and o.estado in ('esperando', 'recogida')
        and o.adquisicion_id is not null and o.disponible_at < now() - interval '1 hour')
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from mudos;
$$;
grant execute on function public.avisar_servidores_mudos() to service_role;
