-- Gifts: message, delivery day, and whether they were opened. The sale is made on payment. The recipient gets the
-- licence at once or on the chosen day, and enters the Minecraft name when opening the gift. A gift for anybody waits until
-- somebody collects it (89_gift_links.sql).

create table public.regalos (
  pago_id uuid primary key references public.pagos (id) on delete restrict,
  -- Copied from the payment, which has the foreign keys.
  user_id uuid not null,
  destinatario_id uuid,
  mensaje text check (char_length(mensaje) between 1 and 300),
  fecha_entrega date,
  created_at timestamptz not null default now(),
  entregado_at timestamptz,
  abierto_at timestamptz,
  check (user_id <> destinatario_id),
  check (abierto_at is null or entregado_at is not null)
);
comment on column public.regalos.destinatario_id is 'null for a gift by a link that nobody has collected yet';
comment on column public.regalos.fecha_entrega is 'the day in Madrid on which the recipient gets it, or its mail; null: as soon as it is paid';
comment on column public.regalos.abierto_at is 'when the recipient opened it, and said the Minecraft name where it was missing';
create index regalos_user_id_idx on public.regalos (user_id, created_at desc);
create index regalos_destinatario_id_idx on public.regalos (destinatario_id, created_at desc);
create index regalos_por_entregar_idx on public.regalos (fecha_entrega) where entregado_at is null;

alter table public.regalos enable row level security;
grant select on public.regalos to authenticated, service_role;
create policy regalos_select on public.regalos for select to authenticated
  using (user_id = (select auth.uid()) or (destinatario_id = (select auth.uid()) and entregado_at is not null)
    or (select privado.es_admin()));
create policy regalos_segundo_paso on public.regalos as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger exigir_sesion_completa before insert or update or delete on public.regalos
  for each statement execute function privado.exigir_sesion_completa();

-- The delivery time of a gift: nine in the morning in Madrid.
create function privado.momento_regalo(p_fecha date) returns timestamptz
language sql stable set search_path = '' as $$
  select (p_fecha + time '09:00') at time zone 'Europe/Madrid';
$$;

-- True if a payment is a gift whose day is in the future, or a gift for anybody that can still be collected.
create function privado.regalo_espera(p_pago uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.regalos
    where pago_id = p_pago and entregado_at is null and case when destinatario_id is null
      then not privado.regalo_caducado(p_pago) else privado.momento_regalo(fecha_entrega) > now() end);
$$;

-- True if its buyer has already paid for the same gift, which waits for its day. Gifts for anybody can be repeated.
create function privado.regalo_en_espera(p_pago public.pagos) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.regalos r join public.pagos p on p.id = r.pago_id
    where p_pago.destinatario_id is not null and r.user_id = p_pago.user_id and r.entregado_at is null and p.id is distinct from p_pago.id
      and p.estado = 'entregado' and p.motivo_no_entregado is null and privado.es_misma_compra(p, p_pago));
$$;

-- The reason why a message is refused, or null. The shop sends it by mail, so it may not contain links.
create function privado.motivo_no_mensaje(p_mensaje text) returns text
language sql immutable set search_path = '' as $$
  select case
    when char_length(p_mensaje) > 300 or p_mensaje ~ '[\x01-\x09\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]' then 'mensaje_no_valido'
    when p_mensaje ~* '(://|www\.|[[:alnum:]]\.[[:alpha:]]{2,})' then 'mensaje_con_enlaces'
  end;
$$;

-- Creates the gift row with its payment.
create function privado.anotar_regalo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.regalos (pago_id, user_id, destinatario_id, mensaje, fecha_entrega)
  values (new.id, new.user_id, new.destinatario_id, nullif(current_setting('tienda.regalo_mensaje', true), ''),
    nullif(current_setting('tienda.regalo_fecha', true), '')::date);
  if new.destinatario_id is null then perform privado.anotar_enlace(new.id); end if;
  return null;
end
$$;
create trigger anotar_regalo after insert on public.pagos
  for each row when (new.user_id is distinct from new.destinatario_id) execute function privado.anotar_regalo();

-- A gift without a day is given with the delivery.
create function privado.marcar_regalo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.regalos set entregado_at = now()
  where pago_id = new.id and entregado_at is null and not privado.regalo_espera(new.id);
  return null;
end
$$;
create trigger marcar_regalo after update of estado on public.pagos
  for each row when (new.estado = 'entregado' and old.estado = 'pagado' and new.user_id is distinct from new.destinatario_id)
  execute function privado.marcar_regalo();

-- Starts the payment of a gift, with its message and day; for anybody (`privado.cualquiera`), with the mail address for
-- its link, and the link. A repeated call with other input updates the open payment.
create function public.crear_regalo(
  p_producto uuid, p_edicion uuid, p_bundle uuid, p_metodo text, p_cupon text, p_destinatario uuid,
  p_mensaje text, p_fecha_entrega date, p_clave text, p_consentimiento text default null,
  p_correo text default null, p_serie uuid default null, p_huella text default null, p_total integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_mensaje text := nullif(btrim(regexp_replace(replace(p_mensaje, E'\r\n', E'\n'), '\n{3,}', E'\n\n', 'g'), E' \n'), '');
  v_correo text := case when p_destinatario = privado.cualquiera() then nullif(lower(btrim(p_correo)), '') end;
  -- The day is that of the mail.
  v_fecha date := case when p_destinatario <> privado.cualquiera() or v_correo is not null then p_fecha_entrega end;
  v_igual public.pagos;
  v_rechazo text;
  v_respuesta jsonb;
begin
  if v_usuario is null then return privado.rechazo('sin_sesion'); end if;
  if p_destinatario is null then return privado.rechazo('destinatario_no_existe'); end if;
  if p_destinatario = v_usuario then return privado.rechazo('regalo_a_si_mismo'); end if;
  if privado.motivo_no_mensaje(v_mensaje) is not null then return privado.rechazo(privado.motivo_no_mensaje(v_mensaje)); end if;
  if v_fecha not between privado.hoy() + 1 and privado.hoy() + 365 then
    return privado.rechazo('fecha_no_valida');
  end if;
  if p_destinatario = privado.cualquiera() then
    v_rechazo := privado.motivo_no_enlace(v_usuario, v_correo, p_serie, p_huella, p_clave);
    if v_rechazo is not null then return privado.rechazo(v_rechazo); end if;
  end if;
  v_igual.user_id := v_usuario;
  v_igual.destinatario_id := nullif(p_destinatario, privado.cualquiera());
  v_igual.producto_id := p_producto;
  v_igual.edicion_id := p_edicion;
  v_igual.bundle_id := p_bundle;
  if privado.regalo_en_espera(v_igual)
    and not exists (select from public.pagos where user_id = v_usuario and clave = p_clave) then
    return privado.rechazo('regalo_en_espera');
  end if;
  perform set_config('tienda.regalo_mensaje', coalesce(v_mensaje, ''), true),
    set_config('tienda.regalo_fecha', coalesce(v_fecha::text, ''), true),
    set_config('tienda.regalo_correo', coalesce(v_correo, ''), true),
    set_config('tienda.regalo_serie', coalesce(p_serie::text, ''), true),
    set_config('tienda.regalo_huella', coalesce(p_huella, ''), true);
  v_respuesta := public.crear_pago(
    p_producto, p_edicion, p_bundle, p_metodo, p_cupon, p_destinatario, null, p_clave, p_consentimiento,
    p_total);
  perform set_config('tienda.regalo_mensaje', '', true), set_config('tienda.regalo_fecha', '', true),
    set_config('tienda.regalo_correo', '', true);
  if v_respuesta ->> 'estado' = 'creado' then
    -- A locked gift is being delivered, unchanged.
    update public.regalos set mensaje = v_mensaje, fecha_entrega = v_fecha
    where pago_id = (
      select id from public.pagos where id = (v_respuesta ->> 'pago_id')::uuid and estado = 'creado'
      for no key update skip locked);
  end if;
  return v_respuesta;
end
$$;
grant execute on function public.crear_regalo(uuid, uuid, uuid, text, text, uuid, text, date, text, text, text, uuid, text,
  integer) to authenticated;

-- Gifts that are due. Those with a pending refund wait for its result.
create function public.regalos_por_entregar() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select r.pago_id from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.entregado_at is null and r.destinatario_id is not null and p.estado = 'entregado' and p.motivo_no_entregado is null
    and not privado.regalo_espera(r.pago_id) and (p.total_centimos = 0 or privado.reembolsable_de(p) > 0)
  order by r.fecha_entrega, r.pago_id limit 500;
$$;
grant execute on function public.regalos_por_entregar() to service_role;

-- The reason why a gift cannot be given on its day, or null. Requires the locks of `bloquear_existencias`.
create function privado.motivo_no_regalo(p_pago public.pagos) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when not privado.recibe_regalos(para, de.id) or p_pago.total_centimos = 0 and not privado.recibe_gratis(para.id)
      then 'sin_destinatario'
    when de.banned_until > now() then 'cuenta_baneada'
    when de.reputacion = 'deshabilitado' then 'cuenta_deshabilitada'
    when privado.tiene_todo(p_pago) or p_pago.bundle_id is null
        and privado.tiene_superior(p_pago.destinatario_id, p_pago.producto_id, p_pago.edicion_id) then 'ya_lo_tiene'
  end
  from public.usuarios_meta de, public.usuarios_meta para
  where de.id = p_pago.user_id and para.id = p_pago.destinatario_id;
$$;

-- Counts stock-takings: updates of `unidades` that are neither a sale (which also changes `adquirido`) nor
-- `mover_unidades`.
create function privado.anotar_recuento() returns trigger
language plpgsql set search_path = '' as $$
begin
  new.recuentos := old.recuentos + 1;
  return new;
end
$$;
create trigger anotar_recuento before update of unidades on public.productos
  for each row when (new.unidades is distinct from old.unidades and new.adquirido = old.adquirido
    and coalesce(current_setting('tienda.mueve_unidades', true), '') = '')
  execute function privado.anotar_recuento();

-- Whether a payment has given a product that is no reservation any more.
create function privado.ya_entrego(p_pago uuid, p_producto uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (
    select from public.adquisiciones a
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.pago_id = p_pago and a.producto_id = p_producto and not privado.reserva_espera(a, p, e));
$$;

-- Returns the units of a gift cancelled before its day, or a reservation before its release (`p_cuantas` 1), once, and takes
-- them again (-1) if its refund fails, unless they are sold or held. Units that the sale did not take, or that were counted
-- since, do not change.
create function privado.mover_unidades(p_pago public.pagos, p_cuantas integer) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_vendidas jsonb;
  v_devueltas uuid[];
begin
  select unidades_vendidas, unidades_devueltas into v_vendidas, v_devueltas from public.pagos where id = p_pago.id;
  if v_vendidas = '{}' or p_pago.motivo_no_entregado is not null
    -- What an expired gift gave back stays on sale.
    or (p_cuantas < 0 and privado.regalo_caducado(p_pago.id)) then return; end if;
  perform privado.bloquear_existencias(null, null::uuid[], privado.articulos_de(p_pago));
  perform set_config('tienda.mueve_unidades', 'si', true);
  with movidas as (
    update public.productos p set unidades = p.unidades + p_cuantas
    where p.id = any (privado.articulos_de(p_pago)) and p.unidades is not null
      and (v_vendidas ->> p.id::text)::integer = p.recuentos
      and (p_cuantas < 0) = (p.id = any (v_devueltas))
      and (p_cuantas < 0 or not privado.ya_entrego(p_pago.id, p.id))
      and (p_cuantas > 0 or p.unidades > (
        select count(*) from public.reservas r where r.producto_id = p.id and r.hasta > now()))
    returning p.id
  )
  update public.pagos set unidades_devueltas = case
    when p_cuantas > 0 then v_devueltas || array(select id from movidas)
    else array(select unnest(v_devueltas) except select id from movidas) end
  where id = p_pago.id;
  perform set_config('tienda.mueve_unidades', '', true);
end
$$;

-- Gives a due gift: licences, shares, notifications. If that is impossible, it is refunded. Idempotent.
create function public.entregar_regalo(p_pago uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_regalo public.regalos;
  v_motivo text;
  v_ordenado integer;
  v_devuelto integer;
begin
  select * into v_pago from public.pagos where id = p_pago for no key update;
  select * into v_regalo from public.regalos where pago_id = p_pago for update;
  if v_regalo.pago_id is null then return privado.rechazo('no_existe'); end if;
  if v_regalo.entregado_at is not null or v_regalo.destinatario_id is null or v_pago.estado <> 'entregado' or v_pago.motivo_no_entregado is not null
    or privado.regalo_espera(p_pago) or (v_pago.total_centimos > 0 and privado.reembolsable_de(v_pago) = 0)
  then return jsonb_build_object('ok', true, 'entregado_ahora', false); end if;
  perform privado.bloquear_existencias(v_pago.destinatario_id, null, privado.articulos_de(v_pago));
  v_motivo := privado.motivo_no_regalo(v_pago);
  if v_motivo is not null then
    perform privado.mover_unidades(v_pago, 1);
    update public.pagos set motivo_no_entregado = v_motivo where id = p_pago;
    v_ordenado := privado.ordenar_reembolso(p_pago, v_motivo);
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('no_entregado:' || p_pago, v_pago.user_id, 'no_entregado',
      jsonb_build_object('pago_id', p_pago, 'motivo', v_motivo, 'centimos', v_ordenado))
    on conflict (clave) do nothing;
    return jsonb_build_object('ok', true, 'entregado_ahora', false, 'motivo', v_motivo);
  end if;
  perform privado.dar_articulo(v_pago, a) from jsonb_array_elements(v_pago.presupuesto #> '{interno,articulos}') a;
  update public.regalos set entregado_at = now() where pago_id = p_pago;
  v_devuelto := privado.devuelto_de(v_pago);
  if v_devuelto > 0 then perform privado.ajustar_ingresos(v_pago, v_pago.total_centimos - v_devuelto); end if;
  -- Whoever has collected it knows.
  insert into public.correos (clave, user_id, plantilla, datos)
  select 'regalo:' || p_pago, v_pago.destinatario_id, 'regalo', jsonb_build_object('pago_id', p_pago)
  where not exists (select from public.enlaces_regalo where pago_id = p_pago)
  on conflict (clave) do nothing;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('regalo_entregado:' || p_pago, v_pago.user_id, 'regalo_entregado', jsonb_build_object('pago_id', p_pago))
  on conflict (clave) do nothing;
  return jsonb_build_object('ok', true, 'entregado_ahora', true);
end
$$;
grant execute on function public.entregar_regalo(uuid) to service_role;

-- Opens a gift with the recipient's Minecraft name. Idempotent.
create function public.abrir_regalo(p_pago uuid, p_minecraft_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_regalo public.regalos;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into v_regalo from public.regalos
  where pago_id = p_pago and destinatario_id = auth.uid() and entregado_at is not null for update;
  if v_regalo.pago_id is null then return privado.rechazo('no_existe'); end if;
  if v_regalo.abierto_at is not null then return jsonb_build_object('ok', true, 'abierto_ahora', false); end if;
  if not exists (select from public.adquisiciones where pago_id = p_pago and revocada_at is null) then
    return privado.rechazo('regalo_retirado');
  end if;
  if exists (select from public.adquisiciones where pago_id = p_pago and minecraft_name is null)
    and not privado.nombre_minecraft_valido(p_minecraft_name) then
    return privado.rechazo('nombre_minecraft_no_valido');
  end if;
  update public.adquisiciones set minecraft_name = p_minecraft_name where pago_id = p_pago and minecraft_name is null;
  update public.regalos set abierto_at = now() where pago_id = p_pago;
  return jsonb_build_object('ok', true, 'abierto_ahora', true);
end
$$;
grant execute on function public.abrir_regalo(uuid, text) to authenticated;

-- Reminds the recipient of an unopened gift, once a day, by its giver.
create function public.avisar_regalo(p_pago uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_regalo public.regalos;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into v_regalo from public.regalos where pago_id = p_pago and user_id = auth.uid();
  if v_regalo.pago_id is null then return privado.rechazo('no_existe'); end if;
  if v_regalo.entregado_at is null or v_regalo.abierto_at is not null
    or not exists (select from public.adquisiciones where pago_id = p_pago and revocada_at is null)
    or exists (select from public.usuarios_meta where id = v_regalo.destinatario_id and borrada_at is not null)
  then return privado.rechazo('no_se_puede_avisar'); end if;
  if v_regalo.entregado_at > now() - interval '1 day'
    or not privado.contar_intento('aviso_regalo', p_pago::text, 1, '1 day') then
    return privado.rechazo('aviso_reciente');
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('regalo:' || p_pago || ':' || to_char(clock_timestamp(), 'YYYYMMDDHH24MISS'), v_regalo.destinatario_id, 'regalo',
    jsonb_build_object('pago_id', p_pago))
  on conflict (clave) do nothing;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.avisar_regalo(uuid) to authenticated;

-- The state of a gift for its giver.
create function privado.estado_regalo(p_regalo public.regalos, p_pago public.pagos) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when p_pago.estado = 'reembolsado' or (p_pago.estado = 'entregado' and p_pago.motivo_no_entregado is not null)
      then 'cancelado'
    when p_pago.estado = 'en_disputa' then 'retenido'
    when p_pago.estado <> 'entregado' then 'sin_pagar'
    when p_regalo.entregado_at is null then case
      when privado.regalo_caducado(p_pago.id) then 'caducado'
      when p_pago.total_centimos > 0 and privado.reembolsable_de(p_pago) = 0 then 'cancelado'
      when p_regalo.destinatario_id is null then 'por_recoger'
      else 'programado' end
    when p_regalo.abierto_at is null then 'entregado'
    else 'abierto'
  end;
$$;

-- The facts of a gift: name, cover, people, message.
create function privado.describir_regalo(p_regalo public.regalos, p_pago public.pagos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'pago_id', p_pago.id, 'estado', privado.estado_regalo(p_regalo, p_pago),
    'de', de.display_name, 'de_id', de.id, 'para', coalesce(para.display_name, privado.correo_de_regalo(p_pago.id), ''),
    'mensaje', p_regalo.mensaje,
    'fecha_entrega', p_regalo.fecha_entrega, 'entregado_at', p_regalo.entregado_at, 'abierto_at', p_regalo.abierto_at,
    'nombre', coalesce(p.nombre, b.nombre, p_pago.presupuesto ->> 'nombre'),
    'nombre_en', coalesce(p.nombre_en, b.nombre_en), 'edicion', p_pago.presupuesto ->> 'edicion',
    'edicion_en', p_pago.presupuesto ->> 'edicion_en',
    'portada_url', coalesce(e.portada_url, x.portada_url),
    'portada_blur', case when e.portada_url is null then x.portada_blur else e.portada_blur end)
  from public.usuarios_meta de
  left join public.usuarios_meta para on para.id = p_regalo.destinatario_id
  left join public.productos p on p.id = p_pago.producto_id
  left join public.bundles b on b.id = p_pago.bundle_id
  left join public.ediciones e on e.id = p_pago.edicion_id
  left join public.productos x on x.id = (privado.articulos_de(p_pago))[1]
  where de.id = p_regalo.user_id;
$$;

-- A gift for its giver, and for its recipient once it is delivered.
create function public.mi_regalo(p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select privado.describir_regalo(r, p) || jsonb_build_object(
    'mio', coalesce(r.destinatario_id = privado.persona_completa(), false),
    'enlace', privado.enlace_para_quien_regala(r),
    'se_puede_avisar', privado.estado_regalo(r, p) = 'entregado' and r.entregado_at <= now() - interval '1 day'
      and exists (select from public.usuarios_meta u where u.id = r.destinatario_id and u.borrada_at is null),
    'pide_nombre', exists (select from public.adquisiciones a where a.pago_id = p.id and a.minecraft_name is null),
    'pedidos', case when r.destinatario_id = privado.persona_completa() then coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'nombre', x.nombre, 'nombre_en', x.nombre_en,
        'minecraft_name', a.minecraft_name, 'descarga', public.estado_descarga(a.id),
        'fecha_lanzamiento', coalesce(e.fecha_lanzamiento, x.fecha_lanzamiento)) order by a.created_at, a.id)
      from public.adquisiciones a left join public.productos x on x.id = a.producto_id
      left join public.ediciones e on e.id = a.edicion_id where a.pago_id = p.id), '[]')
      else '[]' end)
  from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.pago_id = p_pago and (
    (r.user_id = privado.persona_completa() and p.entregado_at is not null)
    or (r.destinatario_id = privado.persona_completa() and r.entregado_at is not null));
$$;
grant execute on function public.mi_regalo(uuid) to authenticated;

-- The signed-in person's paid gifts that are not delivered, newest first; ended ones come last.
create function public.mis_regalos_sin_entregar() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(x.regalo order by x.acabado, x.created_at desc), '[]') from (
    select privado.describir_regalo(r, p) as regalo, r.created_at,
      privado.estado_regalo(r, p) in ('cancelado', 'caducado') as acabado
    from public.regalos r join public.pagos p on p.id = r.pago_id
    where r.user_id = privado.persona_completa() and r.entregado_at is null and p.entregado_at is not null
    order by acabado, r.created_at desc limit 50) x;
$$;
grant execute on function public.mis_regalos_sin_entregar() to authenticated;

-- The facts of a gift for its mails, or null.
create function public.datos_regalo(p_pago uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select privado.describir_regalo(r, p) from public.regalos r join public.pagos p on p.id = r.pago_id
  where r.pago_id = p_pago;
$$;
grant execute on function public.datos_regalo(uuid) to service_role;

-- Deletes the gift messages of a deleted account, written and received.
create function privado.olvidar_mensajes_de_regalo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.regalos set mensaje = null where new.id in (user_id, destinatario_id) and mensaje is not null;
  return null;
end
$$;
create trigger olvidar_mensajes_de_regalo after update of borrada_at on public.usuarios_meta
  for each row when (new.borrada_at is not null and old.borrada_at is null)
  execute function privado.olvidar_mensajes_de_regalo();
