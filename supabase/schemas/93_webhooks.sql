-- Webhooks of creators (docs/creators/webhooks.md): addresses, events, and their deliveries. Triggers write an event in
-- the transaction that it reports, if its creator has an address with its topic. `datos` is the payload, in the names
-- of the API (lib/hooks/schema.ts); it does not identify buyers.

create table public.destinos_webhook (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  url text not null check (char_length(url) <= 500 and url ~ '^https?://[^[:space:][:cntrl:]]+$'),
  temas text[] not null check (cardinality(temas) between 1 and 7
    and temas <@ array['sale', 'refund', 'dispute', 'license', 'review', 'version', 'payout']),
  desde timestamptz not null default now(),
  secreto bytea not null default extensions.gen_random_bytes(32),
  secretos_anteriores bytea[] not null default '{}',
  anterior_hasta timestamptz,
  pausado_at timestamptz,
  pausado_motivo text check (pausado_motivo in ('propio', 'fallos', 'retirado')),
  descansa_hasta timestamptz,
  entregado_at timestamptz,
  created_at timestamptz not null default now(),
  check ((pausado_at is null) = (pausado_motivo is null)),
  check ((secretos_anteriores = '{}') = (anterior_hasta is null))
);
comment on column public.destinos_webhook.desde is 'since when it wants these events';
comment on column public.destinos_webhook.secretos_anteriores is 'the newest first; they sign as well until anterior_hasta';
comment on column public.destinos_webhook.pausado_motivo is 'fallos: nothing arrived for three days; retirado: it answered 410';
comment on column public.destinos_webhook.descansa_hasta is 'after a failure nothing else is tried until then';
comment on column public.destinos_webhook.entregado_at is 'the last success';
create index destinos_webhook_usuario_id_idx on public.destinos_webhook (usuario_id);
alter table public.destinos_webhook enable row level security;

create table public.sucesos_webhook (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  tipo text not null check (tipo ~ '^[a-z]+[.][a-z_]+$'),
  clave text not null,
  datos jsonb not null,
  created_at timestamptz not null default now(),
  unique (usuario_id, clave)
);
comment on column public.sucesos_webhook.clave is 'what it reports: each thing once';
create index sucesos_webhook_created_at_idx on public.sucesos_webhook (created_at);
alter table public.sucesos_webhook enable row level security;

create table public.envios_webhook (
  id bigint generated always as identity primary key,
  suceso_id uuid not null references public.sucesos_webhook (id) on delete cascade,
  destino_id uuid not null references public.destinos_webhook (id) on delete cascade,
  es_prueba boolean not null default false,
  estado text not null default 'esperando' check (estado in ('esperando', 'enviando', 'entregado', 'fallido')),
  desde timestamptz not null default now(),
  proximo_at timestamptz not null default now(),
  arriendo uuid,
  intentos integer not null default 0,
  intentado_at timestamptz,
  codigo integer,
  error text,
  duracion_ms integer,
  unique (suceso_id, destino_id),
  check ((estado = 'enviando') = (arriendo is not null))
);
comment on column public.envios_webhook.desde is 'the beginning of its three days';
comment on column public.envios_webhook.proximo_at is 'when it is tried next; while it is sent, when its lease ends';
comment on column public.envios_webhook.arriendo is 'the lease of its sender, who alone may say what became of it';
comment on column public.envios_webhook.codigo is 'the status of the last answer; null without one';
create index envios_webhook_destino_id_idx on public.envios_webhook (destino_id, id desc);
create index envios_webhook_abiertos_idx on public.envios_webhook (destino_id, proximo_at) where estado in ('esperando', 'enviando');
alter table public.envios_webhook enable row level security;

-- Writes an event of a creator, and its deliveries. It waits for a concurrent deletion of an address, so that the
-- deletion never blocks the reported change.
create function privado.escribir_webhook(p_usuario uuid, p_tipo text, p_clave text, p_datos jsonb) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_destinos uuid[];
  v_suceso uuid;
begin
  select array_agg(x.id) into v_destinos from (
    select id from public.destinos_webhook
    where usuario_id = p_usuario and split_part(p_tipo, '.', 1) = any (temas) order by id for key share) x;
  if v_destinos is null then return; end if;
  insert into public.sucesos_webhook (usuario_id, tipo, clave, datos) values (p_usuario, p_tipo, p_clave, p_datos)
  on conflict (usuario_id, clave) do nothing returning id into v_suceso;
  if v_suceso is null then return; end if;
  insert into public.envios_webhook (suceso_id, destino_id) select v_suceso, id from unnest(v_destinos) id;
end
$$;

-- The order in an event, without its buyer and its player.
create function privado.pedido_para_webhook(p_pedido public.adquisiciones) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('order_id', p_pedido.id, 'product_id', p_pedido.producto_id, 'edition_id', p_pedido.edicion_id,
    'product_slug', (select slug from public.productos where id = p_pedido.producto_id));
$$;

-- Sales, and changes of a creator's share by refunds.
create function privado.webhook_de_movimiento() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_pedido public.adquisiciones;
begin
  if not exists (select from public.destinos_webhook where usuario_id = new.usuario_id) then return null; end if;
  select * into v_pedido from public.adquisiciones where id = new.adquisicion_id;
  if new.clave like 'venta:%' then
    perform privado.escribir_webhook(new.usuario_id, 'sale.created', new.clave, privado.pedido_para_webhook(v_pedido)
      || jsonb_build_object('is_gift', v_pedido.origen = 'regalo', 'paid_cents', round(v_pedido.precio_pagado * 100)::integer,
        'share_cents', new.centimos, 'created_at', new.created_at,
        'method', (select case metodo when 'tarjeta' then 'card' when 'gratis' then 'free' else metodo end
          from public.pagos where id = v_pedido.pago_id)));
  else
    perform privado.escribir_webhook(new.usuario_id,
      case when new.clave like 'reembolso:%' then 'refund.created' else 'refund.reversed' end, new.clave,
      privado.pedido_para_webhook(v_pedido) || jsonb_build_object('change_cents', new.centimos, 'net_cents', (
        select sum(centimos) from public.movimientos_ingresos
        where adquisicion_id = v_pedido.id and usuario_id = new.usuario_id)));
  end if;
  return null;
end
$$;
create trigger webhook_de_movimiento after insert on public.movimientos_ingresos
  for each row when (new.clave ~ '^(venta|reembolso|devuelta):' and new.adquisicion_id is not null)
  execute function privado.webhook_de_movimiento();

-- The phases of a dispute, for all creators of the sale.
create function privado.webhook_de_disputa() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.escribir_webhook(m.usuario_id,
    case new.fase when 'abierta' then 'dispute.opened' when 'ganada' then 'dispute.won' else 'dispute.lost' end,
    concat_ws(':', 'disputa', new.id, a.id, new.fase, pg_current_xact_id()),
    privado.pedido_para_webhook(a) || jsonb_build_object('dispute_id', new.id, 'share_cents', m.centimos))
  from public.adquisiciones a
  join public.movimientos_ingresos m on m.adquisicion_id = a.id and m.clave = 'venta:' || a.id
  where a.pago_id = new.pago_id;
  return null;
end
$$;
create trigger webhook_de_disputa_nueva after insert on public.disputas
  for each row when (new.fase in ('abierta', 'ganada', 'perdida')) execute function privado.webhook_de_disputa();
create trigger webhook_de_disputa after update of fase on public.disputas
  for each row when (old.fase <> new.fase and new.fase in ('abierta', 'ganada', 'perdida'))
  execute function privado.webhook_de_disputa();

-- Writes an event about the licence key of an order, if its product has keys.
create function privado.contar_licencia(p_pedido public.adquisiciones, p_tipo text, p_datos jsonb default '{}') returns void
language sql volatile security definer set search_path = '' as $$
  select privado.escribir_webhook(p.usuario_id, p_tipo, concat_ws(':', p_tipo, k.id, pg_current_xact_id()),
    privado.pedido_para_webhook(p_pedido) || jsonb_build_object('license_id', k.id) || p_datos)
  from public.licencias k
  join public.licencias_producto l on l.producto_id = p_pedido.producto_id and l.activa
  join public.productos p on p.id = l.producto_id
  where k.adquisicion_id = p_pedido.id;
$$;

-- Reports a key that is created with its order or replaces another, but not the keys of older orders that a creator
-- creates by turning keys on.
create function privado.webhook_de_licencia() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.contar_licencia(a, case when tg_op = 'INSERT' then 'license.issued' else 'license.renewed' end)
  from public.adquisiciones a
  where a.id = new.adquisicion_id and (tg_op = 'UPDATE' or a.created_at = new.created_at);
  return null;
end
$$;
create trigger webhook_de_licencia_nueva after insert on public.licencias
  for each row execute function privado.webhook_de_licencia();
create trigger webhook_de_licencia after update of clave on public.licencias
  for each row when (old.clave <> new.clave) execute function privado.webhook_de_licencia();

create function privado.webhook_de_pedido() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform case when new.revocada_at is null then privado.contar_licencia(new, 'license.restored')
    else privado.contar_licencia(new, 'license.ended', jsonb_build_object('reason',
      case new.revocada_motivo when 'reembolsado' then 'refunded' when 'en_disputa' then 'disputed'
        when 'fin_club' then 'club_ended' else 'revoked' end)) end;
  return null;
end
$$;
create trigger webhook_de_pedido after update of revocada_at on public.adquisiciones
  for each row when ((old.revocada_at is null) <> (new.revocada_at is null)) execute function privado.webhook_de_pedido();

-- Reviews, without their text and their author.
create function privado.webhook_de_resena() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_resena public.resenas := case when tg_op = 'DELETE' then old else new end;
  v_tipo text := case tg_op when 'INSERT' then 'review.created' when 'UPDATE' then 'review.updated' else 'review.deleted' end;
begin
  perform privado.escribir_webhook(p.usuario_id, v_tipo, concat_ws(':', v_tipo, v_resena.id, pg_current_xact_id()),
    jsonb_build_object('review_id', v_resena.id, 'product_id', p.id, 'product_slug', p.slug, 'stars', v_resena.estrellas))
  from public.productos p where p.id = v_resena.producto_id;
  return null;
end
$$;
create trigger webhook_de_resena after insert or delete on public.resenas
  for each row execute function privado.webhook_de_resena();
create trigger webhook_de_resena_cambiada after update of estrellas, texto on public.resenas
  for each row when ((old.estrellas, old.texto) is distinct from (new.estrellas, new.texto))
  execute function privado.webhook_de_resena();

-- Decisions of moderators about submissions.
create function privado.webhook_de_revision() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform privado.escribir_webhook(p.usuario_id, 'version.decided',
    concat_ws(':', 'version', new.id, new.estado, pg_current_xact_id()),
    jsonb_build_object('product_id', p.id, 'product_slug', p.slug, 'version', nullif(btrim(new.contenido ->> 'version'), ''),
      'is_new_product', new.es_nueva, 'reasons', to_jsonb(new.motivos), 'state',
      case new.estado when 'aprobada' then 'approved' when 'rechazada' then 'rejected' else 'changes_requested' end))
  from public.productos p where p.id = new.producto_id;
  return null;
end
$$;
create trigger webhook_de_revision after update of estado, espera_creador on public.revisiones_producto
  for each row when ((old.estado <> new.estado and new.estado in ('aprobada', 'rechazada'))
    or (new.estado = 'pendiente' and new.espera_creador and not old.espera_creador))
  execute function privado.webhook_de_revision();

-- Final states of withdrawals.
create function privado.webhook_de_retiro() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_tipo text := case new.estado when 'pagado' then 'payout.paid' when 'fallido' then 'payout.failed' else 'payout.rejected' end;
begin
  perform privado.escribir_webhook(new.usuario_id, v_tipo, concat_ws(':', v_tipo, new.id, pg_current_xact_id()),
    jsonb_build_object('payout_id', new.id, 'amount_cents', (new.amount * 100)::integer, 'requested_at', new.created_at));
  return null;
end
$$;
create trigger webhook_de_retiro after update of estado on public.withdrawals
  for each row when (old.estado <> new.estado and new.estado in ('pagado', 'fallido', 'rechazado'))
  execute function privado.webhook_de_retiro();

-- A secret in the format of the specification (Standard Webhooks).
create function privado.secreto_escrito(p_secreto bytea) returns text
language sql immutable set search_path = '' as $$
  select 'whsec_' || replace(encode(p_secreto, 'base64'), E'\n', '');
$$;

-- Adds an address and returns its secret, which is shown only once. Ten at most.
create function public.crear_webhook(p_url text, p_temas text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_destino public.destinos_webhook;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  if (select count(*) from public.destinos_webhook where usuario_id = auth.uid()) >= 10
    or not privado.contar_intento('webhook', auth.uid()::text, 60, '1 day') then
    return privado.rechazo('demasiados_webhooks');
  end if;
  insert into public.destinos_webhook (usuario_id, url, temas)
  values (auth.uid(), p_url, array(select distinct t from unnest(p_temas) t order by t)) returning * into v_destino;
  perform privado.anotar('crear_webhook', 'webhook', v_destino.id::text, null, jsonb_build_object('url', p_url));
  return jsonb_build_object('ok', true, 'webhook_id', v_destino.id, 'secreto', privado.secreto_escrito(v_destino.secreto));
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.crear_webhook(text, text[]) to authenticated;

create function public.cambiar_webhook(p_webhook uuid, p_url text, p_temas text[]) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_antes text;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select url into v_antes from public.destinos_webhook where id = p_webhook and usuario_id = auth.uid() for no key update;
  if not found then return privado.rechazo('no_existe'); end if;
  update public.destinos_webhook set url = p_url, temas = array(select distinct t from unnest(p_temas) t order by t),
    desde = now(), descansa_hasta = null
  where id = p_webhook;
  if v_antes <> p_url then
    perform privado.anotar('cambiar_webhook', 'webhook', p_webhook::text, jsonb_build_object('url', v_antes),
      jsonb_build_object('url', p_url));
  end if;
  return jsonb_build_object('ok', true);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.cambiar_webhook(uuid, text, text[]) to authenticated;

-- Replaces the secret. The previous one also signs for a day, so that no event is refused meanwhile.
create function public.renovar_secreto_webhook(p_webhook uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_destino public.destinos_webhook;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  -- A new secret may be replaced before a program has it: the ones before it go on signing.
  update public.destinos_webhook set anterior_hasta = now() + interval '1 day',
    secretos_anteriores = (secreto || case when anterior_hasta > now() then secretos_anteriores else '{}' end)[1:4],
    secreto = extensions.gen_random_bytes(32)
  where id = p_webhook and usuario_id = auth.uid() returning * into v_destino;
  if not found then return privado.rechazo('no_existe'); end if;
  perform privado.anotar('renovar_secreto_webhook', 'webhook', p_webhook::text, null, '{}');
  return jsonb_build_object('ok', true, 'secreto', privado.secreto_escrito(v_destino.secreto));
end
$$;
grant execute on function public.renovar_secreto_webhook(uuid) to authenticated;

-- Pauses or resumes an address: on resuming, waiting deliveries are sent, and have three days again.
create function public.pausar_webhook(p_webhook uuid, p_pausar boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.destinos_webhook set descansa_hasta = null,
    pausado_at = case when p_pausar then coalesce(pausado_at, now()) end,
    pausado_motivo = case when p_pausar then coalesce(pausado_motivo, 'propio') end
  where id = p_webhook and usuario_id = auth.uid();
  if not found then return privado.rechazo('no_existe'); end if;
  if not p_pausar then
    update public.envios_webhook set desde = now(), proximo_at = now(), intentos = 0
    where destino_id = p_webhook and estado = 'esperando';
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.pausar_webhook(uuid, boolean) to authenticated;

create function public.quitar_webhook(p_webhook uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_url text;
begin
  if auth.uid() is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  delete from public.destinos_webhook where id = p_webhook and usuario_id = auth.uid() returning url into v_url;
  if v_url is null then return privado.rechazo('no_existe'); end if;
  perform privado.anotar('quitar_webhook', 'webhook', p_webhook::text, jsonb_build_object('url', v_url), null);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.quitar_webhook(uuid) to authenticated;

-- Sends a test event to an address, once, even while it is paused.
create function public.probar_webhook(p_webhook uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_suceso uuid := gen_random_uuid();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform from public.destinos_webhook where id = p_webhook and usuario_id = auth.uid() for key share;
  if not found then return privado.rechazo('no_existe'); end if;
  if not privado.contar_intento('prueba_webhook', auth.uid()::text, 60, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.sucesos_webhook (id, usuario_id, tipo, clave, datos)
  values (v_suceso, auth.uid(), 'webhook.test', 'prueba:' || v_suceso, jsonb_build_object('webhook_id', p_webhook));
  insert into public.envios_webhook (suceso_id, destino_id, es_prueba) values (v_suceso, p_webhook, true);
  return jsonb_build_object('ok', true, 'suceso_id', v_suceso);
end
$$;
grant execute on function public.probar_webhook(uuid) to authenticated;

-- Sends an event again under its id: at once, and with retries for three days.
create function public.reenviar_webhook(p_envio bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
  v_destino public.destinos_webhook;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  select d.* into v_destino from public.destinos_webhook d
  where d.id = (select destino_id from public.envios_webhook where id = p_envio) and d.usuario_id = auth.uid() for no key update;
  if v_destino.id is null then return privado.rechazo('no_existe'); end if;
  if v_destino.pausado_at is not null and not (select es_prueba from public.envios_webhook where id = p_envio) then
    return privado.rechazo('webhook_pausado');
  end if;
  if not privado.contar_intento('reenvio_webhook', auth.uid()::text, 300, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  update public.envios_webhook set estado = 'esperando', arriendo = null, desde = now(), proximo_at = now(), intentos = 0
  where id = p_envio and estado <> 'enviando';
  if not found then return privado.rechazo('nada_que_reenviar'); end if;
  update public.destinos_webhook set descansa_hasta = null where id = v_destino.id;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.reenviar_webhook(bigint) to authenticated;

-- The caller's addresses, with the number of waiting deliveries of each.
create function public.mis_webhooks() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'url', d.url, 'temas', to_jsonb(d.temas),
    'pausado_at', d.pausado_at, 'pausado_motivo', d.pausado_motivo, 'entregado_at', d.entregado_at,
    'anterior_hasta', case when d.anterior_hasta > now() then d.anterior_hasta end, 'esperan', (
      select count(*) from (select from public.envios_webhook e
        where e.destino_id = d.id and e.estado in ('esperando', 'enviando') limit 1000) x)) order by d.created_at, d.id), '[]')
  from public.destinos_webhook d where d.usuario_id = privado.persona_completa();
$$;
grant execute on function public.mis_webhooks() to authenticated;

-- The caller's deliveries of 30 days, newest first, after a cursor.
create function public.mis_envios_webhook(
  p_webhook uuid default null, p_estado text default null, p_antes bigint default null, p_limite integer default 50
) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(f) order by f.n desc), '[]') from (
      select e.id as n, e.id::text as id, s.id as suceso_id, s.tipo, s.datos, s.created_at, d.url, e.estado, e.intentos,
        e.intentado_at, e.codigo, e.error, e.duracion_ms, d.pausado_at is not null and not e.es_prueba as en_pausa,
        case when e.estado = 'esperando' and e.intentos > 0 then greatest(e.proximo_at, d.descansa_hasta) end as proximo_at
      from public.destinos_webhook d
      cross join lateral (
        select x.* from public.envios_webhook x
        where x.destino_id = d.id and (p_antes is null or x.id < p_antes)
          and (p_estado is null or x.estado = p_estado or (p_estado = 'esperando' and x.estado = 'enviando'))
        order by x.id desc limit least(greatest(p_limite, 1), 200)) e
      join public.sucesos_webhook s on s.id = e.suceso_id
      where d.usuario_id = privado.persona_completa() and (p_webhook is null or d.id = p_webhook)
      order by e.id desc limit least(greatest(p_limite, 1), 200)) f);
end
$$;
grant execute on function public.mis_envios_webhook(uuid, text, bigint, integer) to authenticated;

-- Leases deliveries that are due for a minute, a few of each address, so that a slow one does not delay the others. The
-- deliveries of a crashed sender are due again when their lease expires.
create function public.tomar_envios_webhook(p_limite integer default 12) returns table (
  id bigint, arriendo uuid, suceso_id uuid, tipo text, datos jsonb, created_at timestamptz, url text, secretos text[]
)
language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  return query
    with debidos as materialized (
      select x.id from public.destinos_webhook d
      cross join lateral (
        select e.id, e.proximo_at from public.envios_webhook e
        where e.destino_id = d.id and e.estado in ('esperando', 'enviando') and e.proximo_at <= clock_timestamp()
          and (e.es_prueba or (d.pausado_at is null and coalesce(d.descansa_hasta, '-infinity') <= clock_timestamp()))
        order by e.proximo_at limit 6 for no key update skip locked) x
      order by x.proximo_at limit least(greatest(p_limite, 1), 100)
    ), tomados as (
      update public.envios_webhook e set estado = 'enviando', arriendo = gen_random_uuid(), intentos = e.intentos + 1,
        intentado_at = clock_timestamp(), proximo_at = clock_timestamp() + interval '1 minute'
      from debidos where e.id = debidos.id
      returning e.*
    )
    select t.id, t.arriendo, s.id, s.tipo, s.datos, s.created_at, d.url, array(
      select privado.secreto_escrito(x.secreto)
      from unnest(d.secreto || case when d.anterior_hasta > now() then d.secretos_anteriores else '{}' end)
        with ordinality x(secreto, orden)
      order by x.orden)
    from tomados t join public.sucesos_webhook s on s.id = t.suceso_id join public.destinos_webhook d on d.id = t.destino_id
    order by t.id;
end
$$;
grant execute on function public.tomar_envios_webhook(integer) to service_role;

-- Delay after a failed attempt.
create function privado.espera_de_webhook(p_intentos integer) returns interval
language sql immutable set search_path = '' as $$
  select (array['1 minute', '5 minutes', '30 minutes', '2 hours', '5 hours', '10 hours', '14 hours', '22 hours']::interval[])
    [least(greatest(p_intentos, 1), 8)];
$$;

-- Records the outcome of a lease, unless it has expired; returns the state. A failure is retried for three days. An
-- address that receives nothing in that time, or answers 410, is paused, and its creator is notified. `p_espera`:
-- seconds to wait, from its answer; until then, or until the end of the three days, nothing is sent to it.
create function public.cerrar_envio_webhook(
  p_envio bigint, p_arriendo uuid, p_entregado boolean, p_codigo integer, p_error text, p_ms integer,
  p_espera integer default null
) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_envio public.envios_webhook;
  v_destino public.destinos_webhook;
  v_seguir boolean;
  v_espera constant interval := make_interval(secs => greatest(coalesce(p_espera, 0), 0));
begin
  -- The address first, as when it is deleted.
  select d.* into v_destino from public.destinos_webhook d
  where d.id = (select destino_id from public.envios_webhook where id = p_envio) for no key update;
  select * into v_envio from public.envios_webhook
  where id = p_envio and arriendo = p_arriendo and estado = 'enviando' for no key update;
  if v_envio.id is null then return null; end if;
  v_seguir := not p_entregado and not v_envio.es_prueba and p_codigo is distinct from 410
    and now() < v_envio.desde + interval '3 days';
  update public.envios_webhook set arriendo = null, codigo = p_codigo, error = left(p_error, 300), duracion_ms = p_ms,
    estado = case when p_entregado then 'entregado' when v_seguir then 'esperando' else 'fallido' end,
    proximo_at = least(now() + greatest(privado.espera_de_webhook(intentos), v_espera), desde + interval '3 days')
  where id = p_envio returning * into v_envio;
  if p_entregado then
    update public.destinos_webhook set entregado_at = now(), descansa_hasta = null where id = v_destino.id;
  elsif not v_envio.es_prueba then
    update public.destinos_webhook set descansa_hasta = greatest(descansa_hasta, now() + interval '1 minute',
      least(now() + v_espera, v_envio.desde + interval '3 days'))
    where id = v_destino.id;
    if not v_seguir and v_destino.pausado_at is null
      and (p_codigo = 410 or coalesce(v_destino.entregado_at, '-infinity') < v_envio.desde) then
      update public.destinos_webhook set pausado_at = now(), pausado_motivo = case p_codigo when 410 then 'retirado' else 'fallos' end
      where id = v_destino.id returning * into v_destino;
      insert into public.correos (clave, user_id, plantilla, datos)
      values ('webhook_pausado:' || v_destino.id || ':' || extract(epoch from v_destino.pausado_at), v_destino.usuario_id,
        'webhook_pausado', jsonb_build_object('url', v_destino.url, 'motivo', v_destino.pausado_motivo,
          'codigo', p_codigo, 'error', left(p_error, 300)))
      on conflict (clave) do nothing;
    end if;
  end if;
  return v_envio.estado;
end
$$;
grant execute on function public.cerrar_envio_webhook(bigint, uuid, boolean, integer, text, integer, integer) to service_role;

-- Deletes events of more than 30 days.
create function public.olvidar_webhooks() returns integer
language sql volatile security definer set search_path = '' as $$
  with olvidados as (
    delete from public.sucesos_webhook where id in (
      select id from public.sucesos_webhook where created_at < now() - interval '30 days' order by created_at limit 5000)
    returning 1)
  select count(*)::integer from olvidados;
$$;
grant execute on function public.olvidar_webhooks() to service_role;

insert into public.comprobaciones (nombre, frase, frase_es, consulta) values
('ventas_con_webhook', 'Every sale has its event if its creator wanted one.',
  'Cada venta tiene su evento si su creador lo quería.', $q$
  select m.id, m.clave from public.movimientos_ingresos m
  where m.clave like 'venta:%' and m.created_at > now() - interval '29 days' and exists (
    -- An address that was added during a purchase may have missed it.
    select from public.destinos_webhook d where d.usuario_id = m.usuario_id and 'sale' = any (d.temas)
      and d.desde < m.created_at - interval '1 minute')
    and not exists (select from public.sucesos_webhook s where s.usuario_id = m.usuario_id and s.clave = m.clave)$q$),
('webhooks_a_su_creador', 'Events go to addresses of their own creator only.',
  'Los eventos solo van a direcciones de su propio creador.', $q$
  select e.id, s.id as suceso, d.id as destino from public.envios_webhook e
  join public.sucesos_webhook s on s.id = e.suceso_id join public.destinos_webhook d on d.id = e.destino_id
  where s.usuario_id <> d.usuario_id$q$);
