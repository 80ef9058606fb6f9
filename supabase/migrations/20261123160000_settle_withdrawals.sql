-- Withdrawals once more: looked at again before they are paid, unknown until PayPal has said, and in the ledger always
-- as they stand. Whoever locks a withdrawal has locked its creator's account before, as `pedir_retiro` does; sales and
-- refunds lock neither.

alter table public.withdrawals
  add column intentos integer not null default 0 check (intentos >= 0),
  add column enviado_at timestamptz,
  add column atendido_at timestamptz,
  add column preguntado_at timestamptz;
comment on column public.withdrawals.intentos is 'how often PayPal was asked to pay it, counted before each call';
comment on column public.withdrawals.enviado_at is 'the first of these calls';
comment on column public.withdrawals.atendido_at is 'when the shop last looked after it';
comment on column public.withdrawals.preguntado_at is 'as of when PayPal''s last answer about the batch was';
-- What is on its way now may have been sent.
update public.withdrawals set intentos = 1, enviado_at = coalesce(resuelto_at, created_at)
where estado = 'en_proceso' or lote is not null;

-- What a creator has: all of the ledger, the part that is too young to be paid out, what buyers dispute, and what is on
-- its way. A total below zero is a debt: the next sales pay it before anything can be asked for.
create or replace function public.saldo_creador(p_usuario uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  with tienda as (
    select make_interval(days => dias_retencion) as espera from public.configuracion_global where id = 1
  ), total as (
    select coalesce(sum(centimos), 0)::integer as centimos from public.movimientos_ingresos where usuario_id = p_usuario
  ), jovenes as (
    select coalesce(sum(m.centimos), 0)::integer as centimos, min(a.created_at) as primera
    from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id, tienda
    where m.usuario_id = p_usuario and m.adquisicion_id is not null and m.created_at > now() - tienda.espera
      and a.created_at > now() - tienda.espera
  ), en_disputa as (
    select coalesce(sum(m.centimos), 0)::integer as centimos
    from public.movimientos_ingresos m
    join public.adquisiciones a on a.id = m.adquisicion_id
    join public.pagos p on p.id = a.pago_id and p.estado = 'en_disputa'
    where m.usuario_id = p_usuario and m.clave = 'venta:' || a.id
  ), en_camino as (
    select coalesce(sum(amount * 100), 0)::integer as centimos from public.withdrawals
    where usuario_id = p_usuario and estado in ('solicitado', 'en_proceso')
  ), pagado as (
    select coalesce(sum(amount * 100), 0)::integer as centimos from public.withdrawals
    where usuario_id = p_usuario and estado = 'pagado'
  )
  select jsonb_build_object(
    'ok', true,
    'total_centimos', total.centimos,
    'retenido_centimos', greatest(jovenes.centimos, 0),
    'disponible_centimos', greatest(total.centimos - greatest(jovenes.centimos, 0), 0),
    'deuda_centimos', greatest(-total.centimos, 0),
    'en_disputa_centimos', en_disputa.centimos,
    'reservado_centimos', en_camino.centimos,
    'pagado_centimos', pagado.centimos,
    'proximo_at', jovenes.primera + tienda.espera,
    'dias_retencion', extract(day from tienda.espera)::integer)
  from total, jovenes, en_disputa, en_camino, pagado, tienda;
$$;

-- The same of anybody, for admins.
create function public.admin_saldo(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return public.saldo_creador(p_usuario);
end
$$;

-- What the signed-in creator had when a span of time began and when it ended.
create function public.mi_extracto(p_desde timestamptz, p_hasta timestamptz) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true,
    'apertura_centimos', coalesce(sum(centimos) filter (where created_at < p_desde), 0)::integer,
    'cierre_centimos', coalesce(sum(centimos), 0)::integer)
  from public.movimientos_ingresos where usuario_id = auth.uid() and created_at < p_hasta;
$$;

create or replace function public.pedir_retiro(p_paypal_email text, p_centimos integer, p_clave text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_retiro public.withdrawals;
  v_saldo jsonb;
begin
  if v_usuario is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_clave is null or char_length(p_clave) not between 8 and 100 then return public.rechazo('clave_no_valida'); end if;
  -- One at a time per creator: of a hundred at once, each sees what the one before it has taken.
  perform 1 from public.usuarios_meta where id = v_usuario for no key update;
  select * into v_retiro from public.withdrawals where usuario_id = v_usuario and clave = p_clave;
  if found then return jsonb_build_object('ok', true, 'retiro_id', v_retiro.id); end if;
  if p_paypal_email is null or p_paypal_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]{2,}$' or char_length(p_paypal_email) > 254 then
    return public.rechazo('email_no_valido');
  end if;
  if p_centimos is null then return public.rechazo('importe_no_valido'); end if;
  if p_centimos < 500 then return public.rechazo('importe_minimo'); end if;
  v_saldo := public.saldo_creador(v_usuario);
  if p_centimos > (v_saldo ->> 'disponible_centimos')::integer then
    return public.rechazo('saldo_insuficiente') || jsonb_build_object(
      'disponible_centimos', v_saldo -> 'disponible_centimos', 'deuda_centimos', v_saldo -> 'deuda_centimos');
  end if;
  insert into public.withdrawals (usuario_id, paypal_email, amount, clave)
  values (v_usuario, p_paypal_email, p_centimos / 100.0, p_clave) returning * into v_retiro;
  perform public.cuadrar_retiro(v_retiro);
  return jsonb_build_object('ok', true, 'retiro_id', v_retiro.id);
end
$$;

-- Brings the ledger to where a withdrawal stands: taken from the balance while it is asked for, on its way or paid,
-- given back when it is not. Answers how many steps it has taken by now. The withdrawal is locked.
create function public.cuadrar_retiro(p_retiro public.withdrawals) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_meta integer := case when p_retiro.estado in ('rechazado', 'fallido') then 0 else -(p_retiro.amount * 100)::integer end;
  v_contado integer;
  v_pasos integer;
begin
  select coalesce(sum(centimos), 0), count(*) into v_contado, v_pasos
  from public.movimientos_ingresos where withdrawal_id = p_retiro.id;
  if v_meta = v_contado then return v_pasos; end if;
  insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, withdrawal_id)
  values (p_retiro.usuario_id, v_meta - v_contado,
    case when v_meta < v_contado then 'retiro' else 'retiro_devuelto' end,
    case v_pasos when 0 then 'retiro:' || p_retiro.id when 1 then 'devuelto:' || p_retiro.id
      else 'retiro:' || p_retiro.id || ':' || v_pasos end,
    p_retiro.id);
  return v_pasos + 1;
end
$$;

-- Gives a withdrawal its new state, with what follows: the ledger, and a mail to its creator.
create function public.cambiar_retiro(p_retiro uuid, p_estado text, p_motivo text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_pasos integer;
begin
  update public.withdrawals set estado = p_estado, motivo = left(p_motivo, 500),
    pagado_at = case when p_estado = 'pagado' then now() end
  where id = p_retiro returning * into v_retiro;
  v_pasos := public.cuadrar_retiro(v_retiro);
  if p_estado in ('pagado', 'rechazado', 'fallido') then
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('retiro_' || p_estado || ':' || p_retiro || case when v_pasos > 2 then ':' || v_pasos else '' end,
      v_retiro.usuario_id, 'retiro', jsonb_build_object('estado', p_estado,
        'centimos', (v_retiro.amount * 100)::integer, 'motivo', p_motivo, 'otra_vez', v_pasos > 2))
    on conflict (clave) do nothing;
  end if;
  return v_pasos;
end
$$;

drop function public.devolver_retiro(public.withdrawals, text, text);

-- Locks a withdrawal for a decision about it, after its creator's account: their order is the same everywhere.
create function public.bloquear_retiro(p_retiro uuid) returns public.withdrawals
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
begin
  perform 1 from public.usuarios_meta
  where id = (select usuario_id from public.withdrawals where id = p_retiro) for no key update;
  select * into v_retiro from public.withdrawals where id = p_retiro for no key update;
  return v_retiro;
end
$$;

-- What paying a withdrawal would leave. It is out of the balance already, and so are the others of its creator: those
-- that nobody has approved yet do not stand in its way. Below zero, sales have been refunded, are disputed or are held.
create function public.cobertura_retiro(p_retiro public.withdrawals) returns jsonb
language sql stable security definer set search_path = '' as $$
  select s.saldo || jsonb_build_object(
    'otros_centimos', o.centimos,
    'quedaria_centimos', (s.saldo ->> 'total_centimos')::integer + o.centimos - (s.saldo ->> 'retenido_centimos')::integer)
  from (select public.saldo_creador(p_retiro.usuario_id) as saldo) s,
    (select coalesce(sum(amount * 100), 0)::integer as centimos from public.withdrawals
      where usuario_id = p_retiro.usuario_id and estado = 'solicitado' and id <> p_retiro.id) o;
$$;

create or replace function public.resolver_retiro(p_retiro uuid, p_aprobar boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_cobertura jsonb;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  v_retiro := public.bloquear_retiro(p_retiro);
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  if v_retiro.estado <> 'solicitado' then return public.rechazo('ya_resuelto'); end if;
  if not coalesce(p_aprobar, false) and (p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500) then
    return public.rechazo('motivo_no_valido');
  end if;
  if p_aprobar then
    v_cobertura := public.cobertura_retiro(v_retiro);
    if (v_cobertura ->> 'quedaria_centimos')::integer < 0 then
      return v_cobertura || public.rechazo('saldo_insuficiente');
    end if;
  end if;
  update public.withdrawals set resuelto_por = auth.uid(), resuelto_at = now(),
    estado = case when p_aprobar then 'en_proceso' else estado end
  where id = p_retiro;
  if not coalesce(p_aprobar, false) then perform public.cambiar_retiro(p_retiro, 'rechazado', btrim(p_motivo)); end if;
  perform public.anotar(case when p_aprobar then 'aprobar_retiro' else 'rechazar_retiro' end, 'retiro', p_retiro::text,
    jsonb_build_object('estado', 'solicitado'),
    jsonb_build_object('estado', case when p_aprobar then 'en_proceso' else 'rechazado' end), nullif(btrim(p_motivo), ''));
  return jsonb_build_object('ok', true, 'retiro_id', p_retiro, 'paypal_email', v_retiro.paypal_email,
    'centimos', (v_retiro.amount * 100)::integer);
end
$$;

-- How long a payout may be unknown before a person is asked, and until when PayPal is asked to pay it again: it knows a
-- `sender_batch_id` for 30 days, and would pay it a second time after that.
create function public.plazos_retiro() returns table (aviso interval, repeticion interval)
language sql immutable set search_path = '' as $$
  select interval '2 hours', interval '25 days';
$$;

-- The next step of an approved withdrawal. With a batch, PayPal is asked about it; without one, PayPal may be asked to
-- pay it, which counts as an attempt before it is made: from then on nobody knows, until PayPal names a batch. Sales
-- that were taken back since the approval stop the first attempt.
create function public.preparar_envio(p_retiro uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals := public.bloquear_retiro(p_retiro);
  v_cobertura jsonb;
  v_plazos record;
begin
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  update public.withdrawals set atendido_at = clock_timestamp() where id = p_retiro;
  if v_retiro.lote is not null then
    return jsonb_build_object('ok', true, 'lote', v_retiro.lote, 'intento', v_retiro.intentos,
      'momento', clock_timestamp());
  end if;
  if v_retiro.estado <> 'en_proceso' then return public.rechazo('no_se_envia'); end if;
  select * into v_plazos from public.plazos_retiro();
  if v_retiro.intentos = 0 then
    v_cobertura := public.cobertura_retiro(v_retiro);
    if (v_cobertura ->> 'quedaria_centimos')::integer < 0 then
      update public.withdrawals set estado = 'solicitado', resuelto_por = null, resuelto_at = null where id = p_retiro;
      perform public.anotar('aplazar_retiro', 'retiro', p_retiro::text, jsonb_build_object('estado', 'en_proceso'),
        jsonb_build_object('estado', 'solicitado', 'quedaria_centimos', v_cobertura -> 'quedaria_centimos'));
      return public.rechazo('saldo_insuficiente');
    end if;
  elsif v_retiro.enviado_at < now() - v_plazos.aviso then
    perform public.abrir_caso('retiro_sin_aclarar', 'retiro_sin_aclarar:' || p_retiro, null, jsonb_build_object(
      'retiro_id', p_retiro, 'sender_batch_id', p_retiro, 'paypal', v_retiro.paypal_email,
      'importe', v_retiro.amount, 'enviado_at', v_retiro.enviado_at, 'intentos', v_retiro.intentos));
    if v_retiro.enviado_at < now() - v_plazos.repeticion then return public.rechazo('plazo_pasado'); end if;
  end if;
  update public.withdrawals set intentos = intentos + 1, enviado_at = coalesce(enviado_at, now()) where id = p_retiro;
  return jsonb_build_object('ok', true, 'lote', null, 'intento', v_retiro.intentos + 1, 'momento', clock_timestamp());
end
$$;

-- PayPal has refused to pay. It is final when this was the only attempt ever made; otherwise it says nothing about what
-- became of the others, and the withdrawal stays unknown.
create function public.rechazar_envio(p_retiro uuid, p_intento integer, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals := public.bloquear_retiro(p_retiro);
begin
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  if v_retiro.estado = 'en_proceso' and v_retiro.lote is null and v_retiro.intentos = 1 and p_intento = 1 then
    perform public.cambiar_retiro(p_retiro, 'fallido', p_motivo);
    return jsonb_build_object('ok', true, 'estado', 'fallido');
  end if;
  return jsonb_build_object('ok', true, 'estado', v_retiro.estado);
end
$$;

-- The provider's batch, written down as soon as it is known, whatever was thought of the withdrawal until then. Two
-- batches of one withdrawal are money that was sent twice.
create or replace function public.anotar_lote(p_retiro uuid, p_lote text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals := public.bloquear_retiro(p_retiro);
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

-- What PayPal says of a payout: paid, failed, or still on its way. Its word counts over what was thought before, unless
-- the answer is older than one that is known. What was final and changes is for an admin as well.
drop function public.cerrar_retiro(uuid, text, text, text);
create function public.cerrar_retiro(
  p_retiro uuid, p_estado text, p_referencia text, p_motivo text, p_momento timestamptz default clock_timestamp()
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_nuevo text := case p_estado when 'pendiente' then 'en_proceso' else p_estado end;
  v_pasos integer;
begin
  if p_estado is null or p_estado not in ('pagado', 'fallido', 'pendiente') then return public.rechazo('estado_no_valido'); end if;
  v_retiro := public.bloquear_retiro(p_retiro);
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  if v_retiro.preguntado_at > p_momento then return jsonb_build_object('ok', true, 'estado', v_retiro.estado); end if;
  update public.withdrawals set preguntado_at = p_momento, referencia = coalesce(p_referencia, referencia)
  where id = p_retiro;
  if v_retiro.estado = v_nuevo then return jsonb_build_object('ok', true, 'estado', v_nuevo); end if;
  if v_retiro.estado in ('solicitado', 'rechazado') and v_nuevo = 'fallido' then
    perform public.abrir_caso('retiro_inesperado', 'retiro:' || p_retiro || ':' || p_estado, null,
      jsonb_build_object('retiro_id', p_retiro, 'estado', v_retiro.estado, 'noticia', p_estado));
    return public.rechazo('estado_inesperado');
  end if;
  v_pasos := public.cambiar_retiro(p_retiro, v_nuevo, case when v_nuevo = 'fallido' then p_motivo end);
  if v_retiro.estado <> 'en_proceso' then
    perform public.abrir_caso(
      case v_retiro.estado when 'pagado' then 'retiro_devuelto_tras_pago' when 'fallido' then 'retiro_pagado_tras_fallo'
        else 'retiro_inesperado' end,
      'retiro:' || p_retiro || ':' || p_estado || ':' || v_pasos, null,
      jsonb_build_object('retiro_id', p_retiro, 'estado', v_retiro.estado, 'noticia', p_estado, 'motivo', p_motivo));
    perform public.anotar('cambiar_retiro', 'retiro', p_retiro::text, jsonb_build_object('estado', v_retiro.estado),
      jsonb_build_object('estado', v_nuevo), p_motivo);
  end if;
  return jsonb_build_object('ok', true, 'estado', v_nuevo);
end
$$;

-- A person has looked an unknown payout up at PayPal: it was paid, under a reference, or it was not.
create function public.aclarar_retiro(p_retiro uuid, p_pagado boolean, p_referencia text, p_nota text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_estado text := case when p_pagado then 'pagado' else 'fallido' end;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_nota is null or char_length(btrim(p_nota)) not between 3 and 500 then return public.rechazo('nota_no_valida'); end if;
  if p_pagado is null then return public.rechazo('estado_no_valido'); end if;
  if p_pagado and (p_referencia is null or btrim(p_referencia) !~ '^[A-Za-z0-9-]{5,40}$') then
    return public.rechazo('referencia_no_valida');
  end if;
  v_retiro := public.bloquear_retiro(p_retiro);
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  if not public.es_desconocido(v_retiro) then return public.rechazo('no_aclarable'); end if;
  update public.withdrawals set referencia = case when p_pagado then btrim(p_referencia) else referencia end
  where id = p_retiro;
  perform public.cambiar_retiro(p_retiro, v_estado, case when not p_pagado then btrim(p_nota) end);
  update public.casos_admin set resuelto = true, resuelto_at = now(), resuelto_por = auth.uid(), nota = btrim(p_nota)
  where clave = 'retiro_sin_aclarar:' || p_retiro and not resuelto;
  perform public.anotar('aclarar_retiro', 'retiro', p_retiro::text, jsonb_build_object('estado', 'en_proceso'),
    jsonb_build_object('estado', v_estado, 'referencia', case when p_pagado then btrim(p_referencia) end), btrim(p_nota));
  return jsonb_build_object('ok', true, 'estado', v_estado);
end
$$;

-- Whether nobody knows what became of a payout, for so long that a person may decide.
create function public.es_desconocido(p_retiro public.withdrawals) returns boolean
language sql stable security definer set search_path = '' as $$
  select p_retiro.estado = 'en_proceso' and p_retiro.lote is null
    and coalesce(p_retiro.enviado_at < now() - (select aviso from public.plazos_retiro()), false);
$$;

-- The withdrawals that the job looks after, the longest waiting first: what is on its way; and for 90 days, once a day,
-- what is settled, because PayPal may change its word without telling.
create function public.retiros_por_seguir(p_limite integer default 100)
returns table (id uuid, paypal_email text, amount numeric)
language sql stable security definer set search_path = '' as $$
  select w.id, w.paypal_email, w.amount from public.withdrawals w
  where w.estado = 'en_proceso' or (w.estado in ('pagado', 'fallido') and w.lote is not null
    and w.enviado_at > now() - interval '90 days'
    and coalesce(w.preguntado_at, w.enviado_at) < now() - interval '1 day')
  order by w.atendido_at nulls first, w.created_at limit least(greatest(p_limite, 1), 1000);
$$;
create index withdrawals_resueltos_idx on public.withdrawals (preguntado_at)
  where estado in ('pagado', 'fallido') and lote is not null;

-- Everything an admin should know before the money leaves: the withdrawal, its creator, and what would be left.
create function public.admin_retiro(p_retiro uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_creador public.usuarios_meta;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into v_retiro from public.withdrawals where id = p_retiro;
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  select * into v_creador from public.usuarios_meta where id = v_retiro.usuario_id;
  return jsonb_build_object('ok', true, 'id', v_retiro.id, 'estado', v_retiro.estado,
    'centimos', (v_retiro.amount * 100)::integer, 'paypal_email', v_retiro.paypal_email, 'motivo', v_retiro.motivo,
    'lote', v_retiro.lote, 'referencia', v_retiro.referencia, 'intentos', v_retiro.intentos,
    'created_at', v_retiro.created_at, 'enviado_at', v_retiro.enviado_at, 'pagado_at', v_retiro.pagado_at,
    'es_desconocido', public.es_desconocido(v_retiro),
    'saldo', public.cobertura_retiro(v_retiro),
    'creador', jsonb_build_object('id', v_creador.id, 'display_name', v_creador.display_name,
      'reputacion', v_creador.reputacion, 'banned_until', v_creador.banned_until, 'ban_motivo', v_creador.ban_motivo,
      'borrada_at', v_creador.borrada_at));
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.mi_saldo(), public.pedir_retiro(text, integer, text), public.mi_extracto(timestamptz, timestamptz),
  public.resolver_retiro(uuid, boolean, text), public.aclarar_retiro(uuid, boolean, text, text),
  public.admin_retiro(uuid), public.admin_saldo(uuid) to authenticated;
grant execute on function public.anotar_lote(uuid, text), public.preparar_envio(uuid),
  public.rechazar_envio(uuid, integer, text), public.retiros_por_seguir(integer),
  public.cerrar_retiro(uuid, text, text, text, timestamptz) to service_role;
