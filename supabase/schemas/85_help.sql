-- Help with purchases: a thread with the shop or with the creator of a product, with the order attached. The refund of
-- a granted request or a cancelled reservation is ordered like a refund by an admin.

create table public.solicitudes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  -- The party that answers.
  para text not null check (para in ('tienda', 'creador')),
  tipo text not null check (tipo in ('pregunta', 'reembolso')),
  motivo text check (motivo in ('desistimiento', 'no_funciona', 'no_es_lo_descrito', 'no_entregado', 'otro')),
  -- Orders, payments and refunds are named without foreign keys, which would make this table a junction of them: the API
  -- would not know any more by which one a question for a refund with its payment goes.
  pedido_id uuid,
  pago_id uuid,
  -- Reads and writes the thread, if it is about one of their products.
  creador_id uuid references public.usuarios_meta (id) on delete set null,
  nombre text,
  nombre_en text,
  estado text not null default 'abierta' check (estado in ('abierta', 'contestada', 'cerrada')),
  creador_de_acuerdo boolean not null default false,
  decision text check (decision in ('aceptada', 'rechazada')),
  decidida_por uuid references public.usuarios_meta (id) on delete set null,
  reembolso_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((tipo = 'reembolso') = (motivo is not null)),
  check (tipo = 'pregunta' or para = 'tienda'),
  check (decision is null or tipo = 'reembolso'),
  check (reembolso_id is null or decision = 'aceptada')
);
comment on column public.solicitudes.estado is 'abierta: waits for an answer; contestada: waits for whoever asked';
-- A refund is one of the whole payment.
create unique index solicitudes_una_abierta_key on public.solicitudes
  (user_id, para, tipo, coalesce(case when tipo = 'pregunta' then pedido_id end, pago_id,
    '00000000-0000-0000-0000-000000000000')) where estado <> 'cerrada';
create index solicitudes_user_id_idx on public.solicitudes (user_id, updated_at desc, id);
create index solicitudes_creador_id_idx on public.solicitudes (creador_id, updated_at desc, id);
create index solicitudes_tienda_idx on public.solicitudes (estado, updated_at, id) where para = 'tienda';
create index solicitudes_pedido_id_idx on public.solicitudes (pedido_id);
create index solicitudes_pago_id_idx on public.solicitudes (pago_id);
create index solicitudes_decidida_por_idx on public.solicitudes (decidida_por);

alter table public.solicitudes enable row level security;
-- The deciding member of staff is visible to staff only.
grant select (id, user_id, para, tipo, motivo, pedido_id, creador_id, nombre, nombre_en, estado, decision, created_at,
  updated_at) on public.solicitudes to authenticated;
grant select on public.solicitudes to service_role;
create policy solicitudes_select on public.solicitudes for select to authenticated
  using (user_id = (select auth.uid()) or creador_id = (select auth.uid()) or (select privado.es_admin()));
create policy solicitudes_segundo_paso on public.solicitudes as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create table public.mensajes_solicitud (
  id bigint generated always as identity primary key,
  solicitud_id uuid not null references public.solicitudes (id) on delete cascade,
  autor_id uuid references public.usuarios_meta (id) on delete set null,
  de text not null check (de in ('cliente', 'tienda', 'creador')),
  texto text not null check (char_length(texto) between 1 and 2000),
  created_at timestamptz not null default now()
);
create index mensajes_solicitud_solicitud_id_idx on public.mensajes_solicitud (solicitud_id, id);
create index mensajes_solicitud_autor_id_idx on public.mensajes_solicitud (autor_id);

alter table public.mensajes_solicitud enable row level security;
-- The writing member of staff is visible to staff only.
grant select (id, solicitud_id, de, texto, created_at) on public.mensajes_solicitud to authenticated;
grant select on public.mensajes_solicitud to service_role;
create policy mensajes_solicitud_select on public.mensajes_solicitud for select to authenticated
  using (exists (select from public.solicitudes s where s.id = solicitud_id));
create policy mensajes_solicitud_segundo_paso on public.mensajes_solicitud as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- True if nothing of a payment was supplied yet: all of its orders, and upgrades of them, wait for their release or
-- have no file since and nothing that a game server took, or the gift waits for its day.
create function privado.sin_suministrar(p_pago public.pagos) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_pago.entregado_at is not null and p_pago.presupuesto #>> '{interno,uncoins}' is null and (
    privado.regalo_espera(p_pago.id)
    or (exists (select from public.adquisiciones a where a.pago_id = p_pago.id) and not exists (
      select from public.adquisiciones a
        join public.productos p on p.id = a.producto_id left join public.ediciones e on e.id = a.edicion_id
      where a.pago_id in (
          select p_pago.id
          union all
          -- Their money would go back, too.
          select m.id from public.pagos m
          where m.user_id = p_pago.destinatario_id and m.producto_id = any (privado.articulos_de(p_pago))
            and m.presupuesto #> '{interno,mejora}' is not null and m.estado in ('entregado', 'en_disputa'))
        and not (a.descargas = 0 and (privado.reserva_espera(a, p, e)
          or (a.es_reserva and privado.estado_de_descarga(a, p, e) = 'sin_enlace' and not exists (
            select from public.ordenes_servidor o join public.sucesos_licencia s on s.id = o.suceso_id
            where o.adquisicion_id = a.id and o.deshace_id is null and o.intentos > 0 and o.estado <> 'fallida'
              and privado.es_comienzo(s.evento))))))));
$$;

-- The refund rule to which the buyer of a payment agreed (docs/behaviour/orders.md, "Help").
create function privado.regla_devolucion(p_pago public.pagos) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when p_pago.id is null or p_pago.total_centimos = 0 then 'gratis'
    when p_pago.estado = 'en_disputa' then 'en_disputa'
    when p_pago.estado = 'reembolsado' or privado.reembolsable_de(p_pago) = 0 or privado.regalo_caducado(p_pago.id)
      then 'devuelto'
    when p_pago.estado <> 'entregado' then 'sin_pago'
    when privado.sin_suministrar(p_pago) then 'cancelable'
    when p_pago.presupuesto #>> '{interno,uncoins}' is not null then
      case when p_pago.entregado_at > now() - interval '14 days' then 'uncoins' else 'uncoins_tarde' end
    when p_pago.consentimiento_at is null and p_pago.entregado_at > now() - interval '14 days' then 'desistimiento'
    else 'entregado'
  end;
$$;

-- Cents of a payment to propose for a refund: all that is left, of a top-up the price of its unspent coins.
create function privado.devolucion_propuesta(p_pago public.pagos) returns integer
language sql stable security definer set search_path = '' as $$
  select least(privado.reembolsable_de(p_pago), (
    select p_pago.total_centimos::bigint * least(u.uncoins, (
      select sum(m.cantidad) from public.movimientos_uncoins m where m.pago_id = p_pago.id)) / r.cantidad
    from public.movimientos_uncoins r join public.usuarios_meta u on u.id = r.user_id
    where r.clave = 'recarga:' || p_pago.id))::integer;
$$;

-- The caller's role in a thread, or null.
create function privado.papel_en(p_solicitud public.solicitudes) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when p_solicitud.id is null then null
    when p_solicitud.user_id = auth.uid() then 'cliente'
    when p_solicitud.creador_id = auth.uid() then 'creador'
    when privado.es_admin() then 'tienda'
  end;
$$;

-- Notifies all other parties of a thread, in the shop each time, by mail up to ten times a day.
create function privado.avisar_de_solicitud(
  p_solicitud public.solicitudes, p_clave text, p_que text, p_de text, p_texto text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_datos jsonb;
  q record;
begin
  v_datos := jsonb_build_object('que', p_que, 'solicitud_id', p_solicitud.id, 'nombre', p_solicitud.nombre,
    'nombre_en', p_solicitud.nombre_en, 'texto', p_texto, 'tipo', p_solicitud.tipo,
    -- The identity of staff is private.
    'de', case when p_de <> 'tienda' then (select u.display_name from public.usuarios_meta u where u.id = auth.uid()) end);
  for q in
    select p_solicitud.user_id as id, 'cliente' as como where p_de <> 'cliente'
    union all
    select p_solicitud.creador_id, 'creador' where p_de <> 'creador' and p_solicitud.creador_id is not null
    union all
    select u.id, 'tienda' from public.usuarios_meta u
    where p_solicitud.para = 'tienda' and p_de <> 'tienda' and u.role = 'admin' and u.borrada_at is null
      and (u.banned_until is null or u.banned_until <= now()) and u.id <> p_solicitud.user_id
      and u.id is distinct from p_solicitud.creador_id
  loop
    insert into public.notificaciones (user_id, tipo, clave, datos)
    values (q.id, 'solicitud', p_clave, v_datos - 'texto' || jsonb_build_object('como', q.como))
    on conflict (user_id, clave) do nothing;
    perform privado.escribir_con_medida(q.id, 'solicitud', p_clave || ':' || q.id,
      v_datos || jsonb_build_object('como', q.como));
  end loop;
end
$$;

-- Adds a message and notifies the others. The caller has checked and locked the thread.
create function privado.anadir_mensaje(
  p_solicitud public.solicitudes, p_de text, p_que text, p_texto text, p_estado text
) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_mensaje bigint;
begin
  insert into public.mensajes_solicitud (solicitud_id, autor_id, de, texto)
  values (p_solicitud.id, auth.uid(), p_de, p_texto) returning id into v_mensaje;
  update public.solicitudes set estado = p_estado, updated_at = now() where id = p_solicitud.id;
  perform privado.avisar_de_solicitud(p_solicitud, 'solicitud:' || v_mensaje, p_que, p_de, p_texto);
end
$$;

-- The reason why a thread about a purchase cannot be opened; null if it can.
create function privado.rechazo_de_solicitud(
  p_para text, p_tipo text, p_producto public.productos, p_pago public.pagos
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_regla text;
begin
  if p_para = 'creador' then
    if p_producto.id is null or not exists (
      select from public.usuarios_meta where id = p_producto.usuario_id and borrada_at is null) then
      return privado.rechazo('sin_creador');
    end if;
    if p_producto.usuario_id = auth.uid() then return privado.rechazo('es_suyo'); end if;
  end if;
  if p_tipo = 'reembolso' then
    v_regla := privado.regla_devolucion(p_pago);
    if v_regla not in ('uncoins', 'desistimiento', 'entregado') then
      return privado.rechazo('sin_reembolso') || jsonb_build_object('regla', v_regla);
    end if;
  end if;
  return null;
end
$$;

-- Opens a thread. If one about the same is still open, that one is returned. A purchase that can be cancelled at once
-- needs no request.
create function public.abrir_solicitud(
  p_para text, p_tipo text, p_motivo text, p_pedido uuid, p_pago uuid, p_texto text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_yo constant uuid := auth.uid();
  v_texto constant text := btrim(p_texto);
  v_pedido public.adquisiciones;
  v_pago public.pagos;
  v_producto public.productos;
  v_rechazo jsonb;
  v_solicitud public.solicitudes;
begin
  if v_yo is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_para is null or p_para not in ('tienda', 'creador') or p_tipo is null or p_tipo not in ('pregunta', 'reembolso')
    or (p_tipo = 'reembolso') <> (p_motivo is not null)
    or p_motivo not in ('desistimiento', 'no_funciona', 'no_es_lo_descrito', 'no_entregado', 'otro')
    or (p_tipo = 'reembolso' and p_para = 'creador') then
    return privado.rechazo('datos_no_validos');
  end if;
  if v_texto is null or char_length(v_texto) not between 10 and 2000 then return privado.rechazo('texto_no_valido'); end if;
  if p_pedido is not null then
    select * into v_pedido from public.adquisiciones where id = p_pedido and user_id = v_yo;
    if v_pedido.id is null then return privado.rechazo('no_existe'); end if;
    select * into v_pago from public.pagos where id = v_pedido.pago_id and user_id = v_yo;
  elsif p_pago is not null then
    select * into v_pago from public.pagos where id = p_pago and user_id = v_yo;
    if v_pago.id is null then return privado.rechazo('no_existe'); end if;
  end if;
  select * into v_producto from public.productos
  where id = coalesce(v_pedido.producto_id, v_pago.producto_id) and category <> 'uncoins';
  v_rechazo := privado.rechazo_de_solicitud(p_para, p_tipo, v_producto, v_pago);
  if v_rechazo is not null then return v_rechazo; end if;
  -- Serialises two clicks of the same person.
  perform pg_advisory_xact_lock(hashtextextended('solicitud:' || v_yo, 0));
  select * into v_solicitud from public.solicitudes
  where user_id = v_yo and para = p_para and tipo = p_tipo and estado <> 'cerrada'
    and case when p_tipo = 'reembolso' then pago_id = v_pago.id
      else coalesce(pedido_id, pago_id) is not distinct from coalesce(v_pedido.id, v_pago.id) end;
  if v_solicitud.id is not null then
    return privado.rechazo('ya_abierta') || jsonb_build_object('solicitud_id', v_solicitud.id);
  end if;
  if not privado.contar_intento('solicitud', v_yo::text, 10, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.solicitudes (user_id, para, tipo, motivo, pedido_id, pago_id, creador_id, nombre, nombre_en)
  values (v_yo, p_para, p_tipo, p_motivo, v_pedido.id, v_pago.id,
    -- The creator of what should go back is heard, too.
    case when p_para = 'creador' or p_tipo = 'reembolso' then (
      select u.id from public.usuarios_meta u
      where u.id = v_producto.usuario_id and u.borrada_at is null and u.id <> v_yo) end,
    coalesce(v_producto.nombre, v_pago.presupuesto ->> 'nombre'), v_producto.nombre_en)
  returning * into v_solicitud;
  perform privado.anadir_mensaje(v_solicitud, 'cliente', 'nueva', v_texto, 'abierta');
  return jsonb_build_object('ok', true, 'solicitud_id', v_solicitud.id);
end
$$;
grant execute on function public.abrir_solicitud(text, text, text, uuid, uuid, text) to authenticated;

-- Writes into an open thread.
create function public.responder_solicitud(p_solicitud uuid, p_texto text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_texto constant text := btrim(p_texto);
  v_solicitud public.solicitudes;
  v_papel text;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into v_solicitud from public.solicitudes where id = p_solicitud for no key update;
  v_papel := privado.papel_en(v_solicitud);
  if v_papel is null then return privado.rechazo('no_existe'); end if;
  if v_solicitud.estado = 'cerrada' then return privado.rechazo('cerrada'); end if;
  if v_texto is null or char_length(v_texto) not between 1 and 2000 then return privado.rechazo('texto_no_valido'); end if;
  if not privado.contar_intento('mensaje_solicitud', auth.uid()::text, 30, '10 minutes') then
    return privado.rechazo('demasiados_intentos');
  end if;
  perform privado.anadir_mensaje(v_solicitud, v_papel, 'respuesta', v_texto,
    -- The word of the creator about a refund leaves it to the shop.
    case when v_papel = 'cliente' or v_papel <> v_solicitud.para then 'abierta' else 'contestada' end);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.responder_solicitud(uuid, text) to authenticated;

-- Closes a thread, by the person who asked or by the one who answers. The shop decides on a refund first, unless nothing is
-- left to refund.
create function public.cerrar_solicitud(p_solicitud uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_solicitud public.solicitudes;
  v_papel text;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into v_solicitud from public.solicitudes where id = p_solicitud for no key update;
  v_papel := privado.papel_en(v_solicitud);
  if v_papel is null or v_papel not in ('cliente', 'tienda') and v_papel <> v_solicitud.para then
    return privado.rechazo('no_existe');
  end if;
  if v_papel = 'tienda' and v_solicitud.tipo = 'reembolso' and v_solicitud.decision is null
    and exists (select from public.pagos p where p.id = v_solicitud.pago_id and privado.reembolsable_de(p) > 0) then
    return privado.rechazo('sin_decidir');
  end if;
  update public.solicitudes set estado = 'cerrada', updated_at = now() where id = p_solicitud and estado <> 'cerrada';
  if found and v_papel = 'tienda' then
    perform privado.anotar('cerrar_solicitud', case when v_solicitud.pago_id is null then 'usuario' else 'pago' end,
      coalesce(v_solicitud.pago_id, v_solicitud.user_id)::text, null, jsonb_build_object('solicitud', p_solicitud));
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cerrar_solicitud(uuid) to authenticated;

-- Records that the creator supports a refund; the shop decides.
create function public.apoyar_reembolso(p_solicitud uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.solicitudes set creador_de_acuerdo = true, updated_at = now()
  where id = p_solicitud and creador_id = auth.uid() and tipo = 'reembolso' and estado <> 'cerrada' and decision is null;
  if not found then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.apoyar_reembolso(uuid) to authenticated;

-- Grants or refuses a refund with an answer, which is the reason that the buyer reads. Null cents: all that is left. A
-- repeated grant is the same refund.
create function public.decidir_reembolso(
  p_solicitud uuid, p_acepta boolean, p_texto text, p_centimos integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_texto constant text := btrim(p_texto);
  v_solicitud public.solicitudes;
  v_hecho jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.es_motivo(v_texto) then return privado.rechazo('texto_no_valido'); end if;
  select * into v_solicitud from public.solicitudes where id = p_solicitud and tipo = 'reembolso' for no key update;
  if v_solicitud.id is null then return privado.rechazo('no_existe'); end if;
  if privado.papel_en(v_solicitud) <> 'tienda' then return privado.rechazo('es_suya'); end if;
  if v_solicitud.decision = 'aceptada' then
    if not p_acepta or exists (select from public.reembolsos r
      where r.id = v_solicitud.reembolso_id and r.centimos <> p_centimos) then return privado.rechazo('ya_decidida'); end if;
    return (select privado.describir_reembolso(r) from public.reembolsos r where r.id = v_solicitud.reembolso_id);
  end if;
  if v_solicitud.estado = 'cerrada' then return privado.rechazo('cerrada'); end if;
  if p_acepta then
    v_hecho := public.pedir_reembolso_parcial(v_solicitud.pago_id, v_texto, p_centimos, null);
    if not (v_hecho ->> 'ok')::boolean then return v_hecho; end if;
  end if;
  update public.solicitudes set decision = case when p_acepta then 'aceptada' else 'rechazada' end,
    decidida_por = auth.uid(), reembolso_id = (v_hecho ->> 'reembolso_id')::uuid
  where id = p_solicitud returning * into v_solicitud;
  perform privado.anadir_mensaje(v_solicitud, 'tienda', case when p_acepta then 'aceptada' else 'rechazada' end, v_texto,
    case when p_acepta then 'cerrada' else 'contestada' end);
  perform privado.anotar('decidir_reembolso', 'pago', v_solicitud.pago_id::text, null,
    jsonb_build_object('solicitud', p_solicitud, 'decision', v_solicitud.decision), v_texto);
  return coalesce(v_hecho, jsonb_build_object('ok', true));
end
$$;
grant execute on function public.decidir_reembolso(uuid, boolean, text, integer) to authenticated;

-- Cancels an undelivered purchase: a reservation before its release, a gift before its day. All of it is refunded.
create function public.cancelar_compra(p_pago uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_regla text;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  v_pago := privado.bloquear_con_mejoras((select id from public.pagos where id = p_pago and user_id = auth.uid()));
  if v_pago.id is null then return privado.rechazo('no_existe'); end if;
  -- Waits for an upgrade that is being delivered.
  perform privado.bloquear_mejoras(v_pago);
  v_regla := privado.regla_devolucion(v_pago);
  if v_regla = 'devuelto' then return privado.rechazo('ya_pedido'); end if;
  if v_regla <> 'cancelable' then return privado.rechazo('no_cancelable'); end if;
  -- A code, because its readers have different languages.
  return privado.ordenar_devolucion(v_pago, 'cancelada_por_comprador', null, null, null);
end
$$;
grant execute on function public.cancelar_compra(uuid) to authenticated;

-- The buyer's options for a payment of an order or gift; null for everybody else.
create function public.ayuda_de_compra(p_pedido uuid, p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'regla', x.regla, 'pago_id', x.pago, 'nombre', x.nombre, 'nombre_en', x.nombre_en,
    'creador', (select u.display_name from public.usuarios_meta u
      where u.id = x.creador and u.borrada_at is null and u.id <> privado.persona_completa()),
    'solicitudes', coalesce((select jsonb_agg(jsonb_build_object('id', s.id, 'para', s.para, 'tipo', s.tipo,
        'estado', s.estado) order by s.updated_at desc)
      from public.solicitudes s
      where s.user_id = privado.persona_completa() and (s.pedido_id = p_pedido or s.pago_id = x.pago)), '[]'))
  from (
    select p.id as pago, case when p.id is not null then privado.regla_devolucion(p) end as regla,
      d.usuario_id as creador, coalesce(d.nombre, p.presupuesto ->> 'nombre') as nombre, d.nombre_en
    from public.adquisiciones a left join public.pagos p on p.id = a.pago_id and p.user_id = privado.persona_completa()
      left join public.productos d on d.id = a.producto_id
    where a.id = p_pedido and a.user_id = privado.persona_completa()
    union all
    select p.id, privado.regla_devolucion(p), d.usuario_id, coalesce(d.nombre, p.presupuesto ->> 'nombre'), d.nombre_en
    from public.pagos p left join public.productos d on d.id = p.producto_id and d.category <> 'uncoins'
    where p_pedido is null and p.id = p_pago and p.user_id = privado.persona_completa()) x;
$$;
grant execute on function public.ayuda_de_compra(uuid, uuid) to authenticated;

-- Thirty threads of the caller's part: `cliente` and `creador` newest first, the desk of the shop oldest first while they wait.
create function public.listar_solicitudes(p_como text, p_estado text, p_pagina integer) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_salto constant integer := 30 * least(greatest(coalesce(p_pagina, 0), 0), 1000);
  v_yo constant uuid := privado.persona_completa();
begin
  if p_como = 'tienda' and not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'solicitudes', coalesce((
    select jsonb_agg(jsonb_build_object('id', x.id, 'para', x.para, 'tipo', x.tipo, 'motivo', x.motivo, 'estado', x.estado,
      'decision', x.decision, 'nombre', x.nombre, 'nombre_en', x.nombre_en, 'created_at', x.created_at,
      'updated_at', x.updated_at, 'creador_de_acuerdo', x.creador_de_acuerdo,
      'cliente', case when p_como <> 'cliente' then (
        select u.display_name from public.usuarios_meta u where u.id = x.user_id) end,
      'ultimo', (select left(m.texto, 160) from public.mensajes_solicitud m
        where m.solicitud_id = x.id order by m.id desc limit 1),
      'de', (select m.de from public.mensajes_solicitud m where m.solicitud_id = x.id order by m.id desc limit 1))
      order by x.orden)
    from (
      select s.*, row_number() over (order by case when p_como = 'tienda' and p_estado = 'abierta' then s.updated_at end,
        s.updated_at desc, s.id) as orden
      from public.solicitudes s
      where case p_como when 'cliente' then s.user_id = v_yo when 'creador' then s.creador_id = v_yo
          when 'tienda' then s.para = 'tienda' else false end
        and (p_estado is null or s.estado = p_estado)
      order by orden limit 31 offset v_salto) x), '[]'));
end
$$;
grant execute on function public.listar_solicitudes(text, text, integer) to authenticated;

-- One thread for one of its parties, with the facts of the purchase that this party may see.
create function public.ver_solicitud(p_solicitud uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_solicitud public.solicitudes;
  v_papel text;
  v_pago public.pagos;
begin
  if privado.persona_completa() is null then return privado.rechazo('sin_sesion'); end if;
  select * into v_solicitud from public.solicitudes where id = p_solicitud;
  v_papel := privado.papel_en(v_solicitud);
  if v_papel is null then return privado.rechazo('no_existe'); end if;
  select * into v_pago from public.pagos where id = v_solicitud.pago_id;
  return jsonb_build_object('ok', true, 'id', v_solicitud.id, 'papel', v_papel, 'para', v_solicitud.para,
    'tipo', v_solicitud.tipo, 'motivo', v_solicitud.motivo, 'estado', v_solicitud.estado,
    'decision', v_solicitud.decision, 'creador_de_acuerdo', v_solicitud.creador_de_acuerdo,
    'nombre', v_solicitud.nombre, 'nombre_en', v_solicitud.nombre_en, 'created_at', v_solicitud.created_at,
    'pedido_id', v_solicitud.pedido_id,
    'cliente', case when v_papel <> 'cliente' then (
      select u.display_name from public.usuarios_meta u where u.id = v_solicitud.user_id) end,
    'creador', (select u.display_name from public.usuarios_meta u where u.id = v_solicitud.creador_id),
    'reembolso', (select r.estado from public.reembolsos r where r.id = v_solicitud.reembolso_id),
    'compra', case when v_pago.id is not null and v_papel <> 'creador' then jsonb_build_object('pago_id', v_pago.id,
      'total_centimos', v_pago.total_centimos, 'metodo', v_pago.metodo, 'entregado_at', v_pago.entregado_at,
      'regla', privado.regla_devolucion(v_pago), 'queda_centimos', privado.reembolsable_de(v_pago),
      'propuesta_centimos', privado.devolucion_propuesta(v_pago), 'consentimiento_at', v_pago.consentimiento_at,
      'descargas', (select sum(a.descargas) from public.adquisiciones a where a.pago_id = v_pago.id)) end,
    'mensajes', (select jsonb_agg(jsonb_build_object('id', m.id, 'de', m.de, 'texto', m.texto, 'created_at', m.created_at)
      order by m.id) from (
        select * from public.mensajes_solicitud where solicitud_id = p_solicitud order by id desc limit 200) m));
end
$$;
grant execute on function public.ver_solicitud(uuid) to authenticated;

-- Erases the threads of a person and their messages as a creator.
create function privado.borrar_solicitudes(p_usuario uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.solicitudes where user_id = p_usuario;
  delete from public.mensajes_solicitud where autor_id = p_usuario and de = 'creador';
  -- What the team said is the shop's.
  update public.mensajes_solicitud set autor_id = null where autor_id = p_usuario;
  update public.solicitudes set estado = 'cerrada' where creador_id = p_usuario and para = 'creador' and estado <> 'cerrada';
  update public.solicitudes set creador_id = null where creador_id = p_usuario and para = 'tienda';
  delete from public.avisos_existencias where user_id = p_usuario;
$$;

-- One-time alerts for sold-out products that can be bought again.
create table public.avisos_existencias (
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  producto_id uuid not null references public.productos (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (user_id, producto_id)
);
create index avisos_existencias_producto_id_idx on public.avisos_existencias (producto_id, user_id);

alter table public.avisos_existencias enable row level security;
grant select on public.avisos_existencias to authenticated, service_role;
create policy avisos_existencias_select on public.avisos_existencias for select to authenticated
  using (user_id = (select auth.uid()));
create policy avisos_existencias_segundo_paso on public.avisos_existencias as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Requests an alert, or withdraws the request.
create function public.avisarme(p_producto uuid, p_quiero boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_producto public.productos;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not p_quiero then
    delete from public.avisos_existencias where user_id = auth.uid() and producto_id = p_producto;
    return jsonb_build_object('ok', true);
  end if;
  select * into v_producto from public.productos where id = p_producto and status = 'approved' and not oculto;
  if v_producto.id is null then return privado.rechazo('no_existe'); end if;
  if privado.motivo_no_venta(v_producto) is distinct from 'sin_stock' then return privado.rechazo('disponible'); end if;
  if not privado.contar_intento('aviso_existencias', auth.uid()::text, 60, '1 hour') then
    return privado.rechazo('demasiados_intentos');
  end if;
  insert into public.avisos_existencias (user_id, producto_id) values (auth.uid(), p_producto) on conflict do nothing;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.avisarme(uuid, boolean) to authenticated;

-- Notifies the next people, up to a limit, and deletes their requests. People who own the product by then, or were just
-- notified of it as a favourite, are not notified.
create function public.avisar_existencias(p_limite integer default 500) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_avisados integer;
begin
  with tocan as materialized (
    select v.user_id, v.producto_id, v.created_at from public.avisos_existencias v join public.productos p on p.id = v.producto_id
    where privado.motivo_no_venta(p) is null and not p.oculto
    order by v.producto_id, v.user_id limit least(greatest(coalesce(p_limite, 500), 1), 5000) for update of v skip locked
  ), quitados as (
    delete from public.avisos_existencias v using tocan t where v.user_id = t.user_id and v.producto_id = t.producto_id
  ), avisados as (
    insert into public.notificaciones (user_id, tipo, clave, datos)
    select t.user_id, 'favorito', 'existencias:' || t.producto_id || ':' || extract(epoch from t.created_at),
      jsonb_build_object('motivo', 'disponible', 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en)
    from tocan t join public.productos p on p.id = t.producto_id
      join public.usuarios_meta u on u.id = t.user_id and (u.banned_until is null or u.banned_until <= now())
    where not privado.tiene_producto(t.user_id, t.producto_id) and not exists (
      select from public.notificaciones n where n.user_id = t.user_id and n.tipo = 'favorito' and n.created_at > t.created_at
        and n.datos ->> 'motivo' = 'disponible' and n.datos ->> 'slug' = p.slug)
    on conflict (user_id, clave) do nothing
    returning user_id, clave, datos
  ), escritos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select a.clave || ':' || a.user_id, a.user_id, 'existencias', a.datos from avisados a
    on conflict (clave) do nothing
  )
  select count(*)::integer into v_avisados from avisados;
  return v_avisados;
end
$$;
grant execute on function public.avisar_existencias(integer) to service_role;
