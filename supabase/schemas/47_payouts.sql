-- Payouts, from an approved withdrawal to PayPal's final answer.

-- Times after which an unknown payout becomes a case for the admins, and until which PayPal is called again: PayPal
-- keeps a `sender_batch_id` for 30 days and would pay twice after that.
create function privado.plazos_retiro() returns table (aviso interval, repeticion interval)
language sql immutable set search_path = '' as $$
  select interval '2 hours', interval '25 days';
$$;

-- The next step of an approved withdrawal. With a batch, PayPal is asked about it. Without one, PayPal may be asked to
-- pay, which first counts as an attempt: from then on the outcome is unknown until PayPal names a batch. Sales reversed
-- since the approval stop the first attempt.
create function public.preparar_envio(p_retiro uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals := privado.bloquear_retiro(p_retiro);
  v_cobertura jsonb;
  v_plazos record;
begin
  if v_retiro.id is null then return privado.rechazo('retiro_no_existe'); end if;
  update public.withdrawals set atendido_at = clock_timestamp() where id = p_retiro;
  if v_retiro.lote is not null then
    return jsonb_build_object('ok', true, 'lote', v_retiro.lote, 'intento', v_retiro.intentos,
      'momento', clock_timestamp());
  end if;
  if v_retiro.estado <> 'en_proceso' then return privado.rechazo('no_se_envia'); end if;
  select * into v_plazos from privado.plazos_retiro();
  if v_retiro.intentos = 0 then
    v_cobertura := privado.cobertura_retiro(v_retiro);
    if (v_cobertura ->> 'quedaria_centimos')::integer < 0 then
      update public.withdrawals set estado = 'solicitado', resuelto_por = null, resuelto_at = null where id = p_retiro;
      perform privado.anotar('aplazar_retiro', 'retiro', p_retiro::text, jsonb_build_object('estado', 'en_proceso'),
        jsonb_build_object('estado', 'solicitado', 'quedaria_centimos', v_cobertura -> 'quedaria_centimos'));
      return privado.rechazo('saldo_insuficiente');
    end if;
  elsif v_retiro.enviado_at < now() - v_plazos.aviso then
    perform public.abrir_caso('retiro_sin_aclarar', 'retiro_sin_aclarar:' || p_retiro, null, jsonb_build_object(
      'retiro_id', p_retiro, 'sender_batch_id', p_retiro, 'paypal', v_retiro.paypal_email,
      'importe', v_retiro.amount, 'enviado_at', v_retiro.enviado_at, 'intentos', v_retiro.intentos));
    if v_retiro.enviado_at < now() - v_plazos.repeticion then return privado.rechazo('plazo_pasado'); end if;
  end if;
  update public.withdrawals set intentos = intentos + 1, enviado_at = coalesce(enviado_at, now()) where id = p_retiro;
  return jsonb_build_object('ok', true, 'lote', null, 'intento', v_retiro.intentos + 1, 'momento', clock_timestamp());
end
$$;
grant execute on function public.preparar_envio(uuid) to service_role;

-- Records PayPal's refusal. It is final only for the first and only attempt; otherwise the withdrawal stays unknown.
create function public.rechazar_envio(p_retiro uuid, p_intento integer, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals := privado.bloquear_retiro(p_retiro);
begin
  if v_retiro.id is null then return privado.rechazo('retiro_no_existe'); end if;
  if v_retiro.estado = 'en_proceso' and v_retiro.lote is null and v_retiro.intentos = 1 and p_intento = 1 then
    perform privado.cambiar_retiro(p_retiro, 'fallido', p_motivo);
    return jsonb_build_object('ok', true, 'estado', 'fallido');
  end if;
  return jsonb_build_object('ok', true, 'estado', v_retiro.estado);
end
$$;
grant execute on function public.rechazar_envio(uuid, integer, text) to service_role;

-- Records PayPal's batch in any state of the withdrawal. Two batches mean that money was sent twice.
create function public.anotar_lote(p_retiro uuid, p_lote text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals := privado.bloquear_retiro(p_retiro);
begin
  if v_retiro.lote <> p_lote then
    perform public.abrir_caso('retiro_con_dos_lotes', 'retiro_lotes:' || p_retiro || ':' || p_lote, null,
      jsonb_build_object('retiro_id', p_retiro, 'lote', v_retiro.lote, 'otro_lote', p_lote));
    return;
  end if;
  update public.withdrawals set lote = p_lote where id = p_retiro and lote is null;
  update public.casos_admin set resuelto = true, resuelto_at = now(), nota = 'PayPal: ' || p_lote
  where clave = 'retiro_sin_aclarar:' || p_retiro and not resuelto;
end
$$;
grant execute on function public.anotar_lote(uuid, text) to service_role;

-- Records PayPal's status of a payout: paid, failed, or pending with its reason (`p_espera`), which tells the creator
-- what to do within the 30 days after which PayPal returns the money. Answers older than a known one are ignored. A
-- changed final status opens a case for an admin.
create function public.cerrar_retiro(
  p_retiro uuid, p_estado text, p_referencia text, p_motivo text, p_momento timestamptz default clock_timestamp(),
  p_espera text default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_nuevo text := case p_estado when 'pendiente' then 'en_proceso' else p_estado end;
  v_espera constant text := case when p_estado = 'pendiente' then p_espera end;
  v_pasos integer;
begin
  if p_estado is null or p_estado not in ('pagado', 'fallido', 'pendiente') or v_espera not in ('sin_reclamar', 'retenido') then
    return privado.rechazo('estado_no_valido');
  end if;
  v_retiro := privado.bloquear_retiro(p_retiro);
  if v_retiro.id is null then return privado.rechazo('retiro_no_existe'); end if;
  if v_retiro.preguntado_at > p_momento then return jsonb_build_object('ok', true, 'estado', v_retiro.estado); end if;
  update public.withdrawals set preguntado_at = p_momento, referencia = coalesce(p_referencia, referencia),
    espera = v_espera, espera_hasta = case when v_espera is not null then coalesce(enviado_at, now()) + interval '30 days' end
  where id = p_retiro;
  if v_espera is distinct from v_retiro.espera and v_espera is not null then
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'retiro_' || v_espera || ':' || p_retiro, w.usuario_id, 'retiro', jsonb_build_object('estado', v_espera,
      'centimos', (w.amount * 100)::integer, 'paypal_email', w.paypal_email, 'hasta', w.espera_hasta)
    from public.withdrawals w where w.id = p_retiro
    on conflict (clave) do nothing;
  end if;
  if v_retiro.estado = v_nuevo then return jsonb_build_object('ok', true, 'estado', v_nuevo); end if;
  if v_retiro.estado in ('solicitado', 'rechazado', 'cancelado') and v_nuevo = 'fallido' then
    perform public.abrir_caso('retiro_inesperado', 'retiro:' || p_retiro || ':' || p_estado, null,
      jsonb_build_object('retiro_id', p_retiro, 'estado', v_retiro.estado, 'noticia', p_estado));
    return privado.rechazo('estado_inesperado');
  end if;
  v_pasos := privado.cambiar_retiro(p_retiro, v_nuevo, case when v_nuevo = 'fallido' then p_motivo end);
  if v_retiro.estado <> 'en_proceso' then
    perform public.abrir_caso(
      case v_retiro.estado when 'pagado' then 'retiro_devuelto_tras_pago' when 'fallido' then 'retiro_pagado_tras_fallo'
        else 'retiro_inesperado' end,
      'retiro:' || p_retiro || ':' || p_estado || ':' || v_pasos, null,
      jsonb_build_object('retiro_id', p_retiro, 'estado', v_retiro.estado, 'noticia', p_estado, 'motivo', p_motivo));
    perform privado.anotar('cambiar_retiro', 'retiro', p_retiro::text, jsonb_build_object('estado', v_retiro.estado),
      jsonb_build_object('estado', v_nuevo), p_motivo);
  end if;
  return jsonb_build_object('ok', true, 'estado', v_nuevo);
end
$$;
grant execute on function public.cerrar_retiro(uuid, text, text, text, timestamptz, text) to service_role;

-- True if a payout has been unknown long enough for a person to decide.
create function privado.es_desconocido(p_retiro public.withdrawals) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_retiro.estado = 'en_proceso' and p_retiro.lote is null
    and coalesce(p_retiro.enviado_at < now() - (select aviso from privado.plazos_retiro()), false);
$$;

-- Settles an unknown payout manually: paid, under a reference, or not.
create function public.aclarar_retiro(p_retiro uuid, p_pagado boolean, p_referencia text, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_estado text := case when p_pagado then 'pagado' else 'fallido' end;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if not privado.es_motivo(p_nota) then return privado.rechazo('nota_no_valida'); end if;
  if p_pagado is null then return privado.rechazo('estado_no_valido'); end if;
  if p_pagado and (p_referencia is null or btrim(p_referencia) !~ '^[A-Za-z0-9-]{5,40}$') then
    return privado.rechazo('referencia_no_valida');
  end if;
  v_retiro := privado.bloquear_retiro(p_retiro);
  if v_retiro.id is null then return privado.rechazo('retiro_no_existe'); end if;
  if not privado.es_desconocido(v_retiro) then return privado.rechazo('no_aclarable'); end if;
  update public.withdrawals set referencia = case when p_pagado then btrim(p_referencia) else referencia end
  where id = p_retiro;
  perform privado.cambiar_retiro(p_retiro, v_estado, case when not p_pagado then btrim(p_nota) end);
  update public.casos_admin set resuelto = true, resuelto_at = now(), resuelto_por = auth.uid(), nota = btrim(p_nota)
  where clave = 'retiro_sin_aclarar:' || p_retiro and not resuelto;
  perform privado.anotar('aclarar_retiro', 'retiro', p_retiro::text, jsonb_build_object('estado', 'en_proceso'),
    jsonb_build_object('estado', v_estado, 'referencia', case when p_pagado then btrim(p_referencia) end), btrim(p_nota));
  return jsonb_build_object('ok', true, 'estado', v_estado);
end
$$;
grant execute on function public.aclarar_retiro(uuid, boolean, text, text) to authenticated;

-- Withdrawals for the job, longest waiting first: open ones; and settled ones once a day for 90 days, because PayPal
-- may change them silently.
create function public.retiros_por_seguir(p_limite integer default 100)
returns table (id uuid, paypal_email text, amount numeric)
language sql stable security definer set search_path = '' as $$
  select w.id, w.paypal_email, w.amount from public.withdrawals w
  where w.estado = 'en_proceso' or (w.estado in ('pagado', 'fallido') and w.lote is not null
    and w.enviado_at > now() - interval '90 days'
    and coalesce(w.preguntado_at, w.enviado_at) < now() - interval '1 day')
  order by w.atendido_at nulls first, w.created_at limit least(greatest(p_limite, 1), 1000);
$$;
grant execute on function public.retiros_por_seguir(integer) to service_role;
