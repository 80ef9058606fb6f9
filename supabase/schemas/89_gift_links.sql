-- Gifts for anybody, with or without an account: the first person to open the link gets the gift. The giver sends the
-- link, or the shop mails it. Until somebody collects it, the gift can be cancelled; after three months it becomes
-- UnCoins of its giver.
--
-- The shop's server derives the link's token from `serie` with a key that the database does not have, so that the giver
-- can copy it again; the database stores only its hash.

create table public.enlaces_regalo (
  pago_id uuid primary key references public.regalos (pago_id) on delete restrict,
  serie uuid not null,
  huella text not null unique check (huella ~ '^[0-9a-f]{64}$'),
  huella_anterior text unique,
  correo text check (char_length(correo) <= 254),
  -- Set with the delivery of the payment.
  caduca_at timestamptz,
  enviado_at timestamptz,
  recogido_at timestamptz,
  caducado_at timestamptz,
  check (num_nonnulls(recogido_at, caducado_at) <= 1)
);
comment on column public.enlaces_regalo.huella_anterior is 'hash before the key of the tokens was first rotated: the link that was sent first stays valid';
comment on column public.enlaces_regalo.correo is 'where the link is mailed; forgotten when the gift is collected, taken back or expired';
create index enlaces_regalo_caducan_idx on public.enlaces_regalo (caduca_at) where recogido_at is null and caducado_at is null;
create index enlaces_regalo_por_enviar_idx on public.enlaces_regalo (pago_id) where correo is not null and enviado_at is null;

alter table public.enlaces_regalo enable row level security;

-- True if nobody collected a gift in time.
create function privado.regalo_caducado(p_pago uuid) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.enlaces_regalo where pago_id = p_pago and caducado_at is not null);
$$;

-- The mail address for the link of a gift, or null.
create function privado.correo_de_regalo(p_pago uuid) returns text
language sql stable security definer set search_path = '' as $$
  select correo from public.enlaces_regalo where pago_id = p_pago;
$$;

create function privado.huella_de_ficha(p_ficha text) returns text
language sql immutable set search_path = '' as $$
  select encode(extensions.digest(convert_to(p_ficha, 'UTF8'), 'sha256'), 'hex');
$$;

-- True if a text could be a mail address.
create function privado.parece_correo(p_correo text) returns boolean
language sql immutable set search_path = '' as $$
  select char_length(p_correo) <= 254 and p_correo ~ '^[^@\s<>",;:]+@[a-z0-9-]+(\.[a-z0-9-]+)+$';
$$;

-- The reason why a gift for anybody cannot be paid for, or null. The limit is twenty mails a day to people who did not
-- request them.
create function privado.motivo_no_enlace(p_usuario uuid, p_correo text, p_serie uuid, p_huella text, p_clave text)
returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if p_serie is null or p_huella is null or p_huella !~ '^[0-9a-f]{64}$' then return 'datos_no_validos'; end if;
  if p_correo is null then return null; end if;
  if not privado.parece_correo(p_correo) then return 'correo_no_valido'; end if;
  if not exists (select from public.pagos where user_id = p_usuario and clave = p_clave)
    and not privado.contar_intento('regalo_correo', p_usuario::text, 20, '1 day') then return 'demasiados_intentos'; end if;
  return null;
end
$$;

-- Creates the link with its payment.
create function privado.anotar_enlace(p_pago uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.enlaces_regalo (pago_id, serie, huella, correo)
  values (p_pago, current_setting('tienda.regalo_serie')::uuid, current_setting('tienda.regalo_huella'),
    nullif(current_setting('tienda.regalo_correo', true), ''));
$$;

-- True if a gift is available for anyone with its link: paid, not cancelled, not collected, not expired, and its giver
-- may give.
create function privado.se_puede_recoger(p_pago public.pagos, p_enlace public.enlaces_regalo) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_enlace.recogido_at is null and p_enlace.caducado_at is null and p_enlace.caduca_at > now()
    and p_pago.estado = 'entregado' and p_pago.motivo_no_entregado is null
    and (p_pago.total_centimos = 0 or privado.reembolsable_de(p_pago) > 0)
    and exists (select from public.usuarios_meta de where de.id = p_pago.user_id
      and (de.banned_until is null or de.banned_until <= now()) and de.reputacion <> 'deshabilitado');
$$;

-- Queues the mail with the link, in the language of the account with that address, if there is one.
create function privado.enviar_enlace(p_pago uuid, p_clave text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.correos (clave, user_id, plantilla, datos, direccion, caduca_at)
  select p_clave, r.user_id, 'regalo_enlace', jsonb_build_object('pago_id', p_pago, 'serie', e.serie, 'idioma', coalesce(
      (select u.idioma from auth.users a join public.usuarios_meta u on u.id = a.id
        where a.email = e.correo and u.borrada_at is null limit 1), de.idioma)),
    e.correo, e.caduca_at
  from public.enlaces_regalo e join public.regalos r on r.pago_id = e.pago_id
    join public.usuarios_meta de on de.id = r.user_id
  where e.pago_id = p_pago and e.correo is not null
  on conflict (clave) do nothing;
  update public.enlaces_regalo set enviado_at = now() where pago_id = p_pago and correo is not null;
$$;

-- Drops waiting mails to former addresses of a gift. Once it needs no mail, the outbox deletes its addresses, too.
create function privado.olvidar_direccion_de_regalo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.correos set estado = case when estado = 'pendiente' then 'caducado' else estado end,
    direccion = case when new.correo is not null then direccion end
  where plantilla = 'regalo_enlace' and user_id = (select user_id from public.regalos where pago_id = new.pago_id)
    and datos ->> 'pago_id' = new.pago_id::text and (new.correo is null or direccion = old.correo);
  return null;
end
$$;
create trigger olvidar_direccion_de_regalo after update of correo on public.enlaces_regalo
  for each row when (old.correo is distinct from new.correo) execute function privado.olvidar_direccion_de_regalo();

-- A paid gift can be collected for three months, from the day of its mail.
create function privado.abrir_enlace() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_desde timestamptz := (select privado.momento_regalo(fecha_entrega) from public.regalos where pago_id = new.id);
begin
  update public.enlaces_regalo set caduca_at = greatest(now(), v_desde) + interval '90 days' where pago_id = new.id;
  if coalesce(v_desde <= now(), true) then perform privado.enviar_enlace(new.id, 'regalo_enlace:' || new.id); end if;
  return null;
end
$$;
create trigger abrir_enlace after update of estado on public.pagos
  for each row when (new.estado = 'entregado' and old.estado = 'pagado' and new.destinatario_id is null)
  execute function privado.abrir_enlace();

-- Queues the mails of gifts on their day, and returns their number.
create function public.enviar_regalos_por_correo() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago uuid;
  v_enviados integer := 0;
begin
  for v_pago in
    select e.pago_id from public.enlaces_regalo e join public.pagos p on p.id = e.pago_id
      join public.regalos r on r.pago_id = e.pago_id
    where e.correo is not null and e.enviado_at is null and privado.se_puede_recoger(p, e)
      and privado.momento_regalo(r.fecha_entrega) <= now()
    order by e.pago_id limit 500 for update of e skip locked
  loop
    perform privado.enviar_enlace(v_pago, 'regalo_enlace:' || v_pago);
    v_enviados := v_enviados + 1;
  end loop;
  return v_enviados;
end
$$;
grant execute on function public.enviar_regalos_por_correo() to service_role;

-- The link's data for the giver; null if the link has ended, and for everybody else.
create function privado.enlace_para_quien_regala(p_regalo public.regalos) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('serie', e.serie, 'huella', e.huella, 'correo', e.correo, 'caduca_at', e.caduca_at, 'enviado_at', e.enviado_at)
  from public.enlaces_regalo e join public.pagos p on p.id = e.pago_id
  where e.pago_id = p_regalo.pago_id and p_regalo.user_id = privado.persona_completa() and privado.se_puede_recoger(p, e);
$$;

-- The gift of a link, for anybody who has the link, with or without an account. Unknown, used, withdrawn and expired
-- links get one answer; the giver and the person who collected it get a reference to the gift.
create function public.ver_regalo(p_ficha text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('ok', true,
      'papel', case privado.persona_completa() when r.user_id then 'da' when r.destinatario_id then 'recibe' end,
      'pago_id', case when privado.persona_completa() in (r.user_id, r.destinatario_id) then r.pago_id end,
      'caduca_at', e.caduca_at)
      || (privado.describir_regalo(r, p)
        - array['pago_id', 'para', 'estado', 'fecha_entrega', 'entregado_at', 'abierto_at', 'de_id'])
    from public.enlaces_regalo e join public.regalos r on r.pago_id = e.pago_id join public.pagos p on p.id = e.pago_id
    where privado.huella_de_ficha(p_ficha) in (e.huella, e.huella_anterior)
      and (privado.se_puede_recoger(p, e) or (r.destinatario_id = privado.persona_completa() and p.estado = 'entregado'))),
    privado.rechazo('enlace_no_valido'));
$$;
grant execute on function public.ver_regalo(text) to anon, authenticated;

-- Gives a gift to the signed-in person, who has its link, and opens it with the Minecraft name. Of concurrent calls,
-- the first one gets it. Idempotent.
create function public.recoger_regalo(p_ficha text, p_minecraft_name text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_yo constant uuid := auth.uid();
  v_huella constant text := privado.huella_de_ficha(p_ficha);
  v_pago public.pagos;
  v_enlace public.enlaces_regalo;
  v_motivo text;
begin
  if v_yo is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if privado.en_mantenimiento() then return privado.rechazo('mantenimiento'); end if;
  select p.* into v_pago from public.pagos p
  where p.id = (select e.pago_id from public.enlaces_regalo e where v_huella in (e.huella, e.huella_anterior)) for no key update;
  perform 1 from public.regalos where pago_id = v_pago.id for update;
  select * into v_enlace from public.enlaces_regalo
  where pago_id = v_pago.id and v_huella in (huella, huella_anterior) for update;
  if v_enlace.pago_id is null then return privado.rechazo('enlace_no_valido'); end if;
  if v_pago.destinatario_id = v_yo then
    return jsonb_build_object('ok', true, 'pago_id', v_pago.id, 'recogido_ahora', false);
  end if;
  if not privado.se_puede_recoger(v_pago, v_enlace) then return privado.rechazo('enlace_no_valido'); end if;
  if v_pago.user_id = v_yo then return privado.rechazo('regalo_a_si_mismo'); end if;
  if not privado.nombre_minecraft_valido(p_minecraft_name) then
    return privado.rechazo('nombre_minecraft_no_valido');
  end if;
  perform privado.bloquear_existencias(v_yo, null, privado.articulos_de(v_pago));
  v_pago.destinatario_id := v_yo;
  v_motivo := privado.motivo_no_regalo(v_pago);
  -- The link stays good, for somebody who does not have it.
  if v_motivo = 'ya_lo_tiene' then return privado.rechazo('ya_lo_tienes'); end if;
  if v_motivo = 'sin_destinatario' then return privado.rechazo('gratis_no_permitido'); end if;
  if v_motivo is not null then return privado.rechazo('enlace_no_valido'); end if;
  update public.pagos set destinatario_id = v_yo where id = v_pago.id;
  update public.regalos set destinatario_id = v_yo,
    fecha_entrega = case when privado.momento_regalo(fecha_entrega) <= now() then fecha_entrega end
  where pago_id = v_pago.id;
  update public.enlaces_regalo set recogido_at = now(), correo = null where pago_id = v_pago.id;
  if not (public.entregar_regalo(v_pago.id) ->> 'entregado_ahora')::boolean
    or not (public.abrir_regalo(v_pago.id, p_minecraft_name) ->> 'ok')::boolean then
    raise exception 'the gift % was not given', v_pago.id;
  end if;
  return jsonb_build_object('ok', true, 'pago_id', v_pago.id, 'recogido_ahora', true);
end
$$;
grant execute on function public.recoger_regalo(text, text) to authenticated;

-- Mails the link again, for its giver: to the same address once a day, or to another one, which makes the earlier links
-- invalid.
create function public.reenviar_regalo(p_pago uuid, p_correo text, p_serie uuid, p_huella text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_correo constant text := lower(btrim(p_correo));
  v_pago public.pagos;
  v_enlace public.enlaces_regalo;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_serie is null or p_huella is null or p_huella !~ '^[0-9a-f]{64}$' then return privado.rechazo('datos_no_validos'); end if;
  if v_correo is null or not privado.parece_correo(v_correo) then return privado.rechazo('correo_no_valido'); end if;
  select * into v_pago from public.pagos where id = p_pago and user_id = auth.uid() for no key update;
  select * into v_enlace from public.enlaces_regalo where pago_id = v_pago.id for update;
  if v_enlace.pago_id is null then return privado.rechazo('no_existe'); end if;
  if not privado.se_puede_recoger(v_pago, v_enlace) then return privado.rechazo('no_se_puede_avisar'); end if;
  if v_correo = v_enlace.correo and v_enlace.enviado_at > now() - interval '1 day' then
    return privado.rechazo('aviso_reciente');
  end if;
  if not privado.contar_intento('regalo_reenviado', p_pago::text, 5, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  if v_correo is distinct from v_enlace.correo then
    update public.enlaces_regalo set correo = v_correo, enviado_at = null,
      -- A link that was only copied stays good when it is mailed, too.
      serie = case when v_enlace.correo is null then serie else p_serie end,
      huella = case when v_enlace.correo is null then huella else p_huella end,
      huella_anterior = case when v_enlace.correo is null then huella_anterior end
    where pago_id = p_pago;
  end if;
  -- Before its day, the job sends it.
  if coalesce((select privado.momento_regalo(fecha_entrega) <= now() from public.regalos where pago_id = p_pago), true) then
    perform privado.enviar_enlace(p_pago, 'regalo_enlace:' || p_pago || ':' || to_char(clock_timestamp(), 'YYYYMMDDHH24MISSUS'));
  end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.reenviar_regalo(uuid, text, uuid, text) to authenticated;

-- Stores the hash of a link that is mailed or shown after the key of the tokens was rotated. The link that was sent first
-- stays valid.
create function public.renovar_enlace(p_pago uuid, p_serie uuid, p_huella text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if auth.uid() is not null and not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.enlaces_regalo e set huella = p_huella, huella_anterior = coalesce(e.huella_anterior, e.huella)
  where e.pago_id = p_pago and e.serie = p_serie and e.huella <> p_huella
    and e.recogido_at is null and e.caducado_at is null
    and (auth.uid() is null or exists (select from public.regalos where pago_id = p_pago and user_id = auth.uid()));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.renovar_enlace(uuid, uuid, text) to authenticated, service_role;

-- Cancels a gift that nobody has collected, and refunds it to its payment method.
create function public.retirar_regalo(p_pago uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_enlace public.enlaces_regalo;
  v_respuesta jsonb := jsonb_build_object('ok', true);
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select * into v_pago from public.pagos where id = p_pago and user_id = auth.uid() for no key update;
  select * into v_enlace from public.enlaces_regalo where pago_id = v_pago.id for update;
  if v_enlace.pago_id is null then return privado.rechazo('no_existe'); end if;
  if v_pago.motivo_no_entregado is not null then return privado.rechazo('ya_pedido'); end if;
  if v_enlace.recogido_at is not null or v_enlace.caducado_at is not null or v_pago.estado <> 'entregado' then
    return privado.rechazo('no_cancelable');
  end if;
  if v_pago.total_centimos > 0 then
    v_respuesta := public.cancelar_compra(p_pago);
    if not (v_respuesta ->> 'ok')::boolean then return v_respuesta; end if;
  else
    perform privado.mover_unidades(v_pago, 1);
    update public.pagos set motivo_no_entregado = 'retirado' where id = p_pago;
  end if;
  update public.enlaces_regalo set correo = null where pago_id = p_pago;
  return v_respuesta;
end
$$;
grant execute on function public.retirar_regalo(uuid) to authenticated;

-- True if a gift has expired and its money has no other change in progress.
create function privado.puede_caducar(p_pago public.pagos, p_enlace public.enlaces_regalo) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_enlace.recogido_at is null and p_enlace.caducado_at is null and p_enlace.caduca_at <= now()
    and p_pago.estado = 'entregado' and p_pago.motivo_no_entregado is null
    and (p_pago.total_centimos = 0 or privado.reembolsable_de(p_pago) > 0)
    and not exists (select from public.reembolsos where pago_id = p_pago.id and estado in ('pedido', 'pendiente'));
$$;

create function public.regalos_por_caducar() returns setof uuid
language sql stable security definer set search_path = '' as $$
  select e.pago_id from public.enlaces_regalo e join public.pagos p on p.id = e.pago_id
  where e.recogido_at is null and e.caducado_at is null and e.caduca_at <= now() and privado.puede_caducar(p, e)
  order by e.caduca_at limit 500;
$$;
grant execute on function public.regalos_por_caducar() to service_role;

-- Converts a gift that nobody collected into UnCoins of its giver, one per cent of the remaining price. For a giver who
-- cannot use them, the money is refunded. Idempotent.
create function public.caducar_regalo(p_pago uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_pago public.pagos;
  v_enlace public.enlaces_regalo;
  v_de public.usuarios_meta;
  v_centimos integer;
begin
  select * into v_pago from public.pagos where id = p_pago for no key update;
  select * into v_enlace from public.enlaces_regalo where pago_id = p_pago for update;
  if v_enlace.pago_id is null then return privado.rechazo('no_existe'); end if;
  if not privado.puede_caducar(v_pago, v_enlace) then
    return jsonb_build_object('ok', true, 'caducado_ahora', false);
  end if;
  select * into v_de from public.usuarios_meta where id = v_pago.user_id for no key update;
  perform privado.mover_unidades(v_pago, 1);
  update public.enlaces_regalo set caducado_at = now(), correo = null where pago_id = p_pago;
  if v_de.borrada_at is not null or v_de.banned_until > now() or v_de.reputacion = 'deshabilitado' then
    update public.pagos set motivo_no_entregado = 'caducado' where id = p_pago;
    perform privado.ordenar_reembolso(p_pago, 'caducado');
    return jsonb_build_object('ok', true, 'caducado_ahora', true);
  end if;
  v_centimos := v_pago.total_centimos - privado.devuelto_de(v_pago);
  if v_centimos > 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave, pago_id)
    values (v_pago.user_id, v_centimos, 'regalo_caducado', 'regalo_caducado:' || p_pago, p_pago);
  end if;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('regalo_caducado:' || p_pago, v_pago.user_id, 'regalo_caducado',
    jsonb_build_object('pago_id', p_pago, 'uncoins', v_centimos))
  on conflict (clave) do nothing;
  return jsonb_build_object('ok', true, 'caducado_ahora', true);
end
$$;
grant execute on function public.caducar_regalo(uuid) to service_role;
