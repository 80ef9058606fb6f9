-- Creators' money, from the balance to their PayPal account. An amount that is asked for leaves the balance at once;
-- what does not arrive returns to it.

alter table public.configuracion_global
  add column dias_retencion integer not null default 7 check (dias_retencion between 0 and 90);

alter table public.withdrawals drop constraint withdrawals_estado_check;
alter table public.withdrawals
  add constraint withdrawals_estado_check check (estado in ('solicitado', 'en_proceso', 'pagado', 'rechazado', 'fallido')),
  add column clave text,
  add column lote text unique,
  add column referencia text,
  add column motivo text check (char_length(motivo) <= 500),
  add column resuelto_por uuid references public.usuarios_meta (id) on delete set null,
  add column resuelto_at timestamptz,
  add column pagado_at timestamptz;
create unique index withdrawals_clave_key on public.withdrawals (usuario_id, clave);
create index withdrawals_resuelto_por_idx on public.withdrawals (resuelto_por);
create index withdrawals_en_proceso_idx on public.withdrawals (created_at) where estado = 'en_proceso';

-- What a creator has: all of the ledger, the part that is too young to be paid out, and what is on its way.
create function public.saldo_creador(p_usuario uuid) returns jsonb
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
    'reservado_centimos', en_camino.centimos,
    'pagado_centimos', pagado.centimos,
    'proximo_at', jovenes.primera + tienda.espera,
    'dias_retencion', extract(day from tienda.espera)::integer)
  from total, jovenes, en_camino, pagado, tienda;
$$;

create function public.mi_saldo() returns jsonb
language sql stable security definer set search_path = '' as $$
  select public.saldo_creador(auth.uid());
$$;

create function public.pedir_retiro(p_paypal_email text, p_centimos integer, p_clave text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_retiro public.withdrawals;
  v_disponible integer;
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
  v_disponible := (public.saldo_creador(v_usuario) ->> 'disponible_centimos')::integer;
  if p_centimos > v_disponible then
    return public.rechazo('saldo_insuficiente') || jsonb_build_object('disponible_centimos', v_disponible);
  end if;
  insert into public.withdrawals (usuario_id, paypal_email, amount, clave)
  values (v_usuario, p_paypal_email, p_centimos / 100.0, p_clave) returning * into v_retiro;
  insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, withdrawal_id)
  values (v_usuario, -p_centimos, 'retiro', 'retiro:' || v_retiro.id, v_retiro.id);
  return jsonb_build_object('ok', true, 'retiro_id', v_retiro.id);
end
$$;

-- Gives a withdrawal that was not paid back to the balance, once, and tells its creator.
create function public.devolver_retiro(p_retiro public.withdrawals, p_estado text, p_motivo text) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.withdrawals set estado = p_estado, motivo = left(p_motivo, 500) where id = p_retiro.id;
  insert into public.movimientos_ingresos (usuario_id, centimos, concepto, clave, withdrawal_id)
  values (p_retiro.usuario_id, (p_retiro.amount * 100)::integer, 'retiro_devuelto', 'devuelto:' || p_retiro.id, p_retiro.id)
  on conflict (clave) do nothing;
  insert into public.correos (clave, user_id, plantilla, datos)
  values ('retiro_' || p_estado || ':' || p_retiro.id, p_retiro.usuario_id, 'retiro',
    jsonb_build_object('estado', p_estado, 'centimos', (p_retiro.amount * 100)::integer, 'motivo', p_motivo))
  on conflict (clave) do nothing;
end
$$;

create function public.resolver_retiro(p_retiro uuid, p_aprobar boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into v_retiro from public.withdrawals where id = p_retiro for no key update;
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  if v_retiro.estado <> 'solicitado' then return public.rechazo('ya_resuelto'); end if;
  if not p_aprobar and (p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500) then
    return public.rechazo('motivo_no_valido');
  end if;
  update public.withdrawals set resuelto_por = auth.uid(), resuelto_at = now(),
    estado = case when p_aprobar then 'en_proceso' else estado end
  where id = p_retiro;
  if not p_aprobar then perform public.devolver_retiro(v_retiro, 'rechazado', btrim(p_motivo)); end if;
  perform public.anotar(case when p_aprobar then 'aprobar_retiro' else 'rechazar_retiro' end, 'retiro', p_retiro::text,
    jsonb_build_object('estado', 'solicitado'),
    jsonb_build_object('estado', case when p_aprobar then 'en_proceso' else 'rechazado' end), nullif(btrim(p_motivo), ''));
  return jsonb_build_object('ok', true, 'retiro_id', p_retiro, 'paypal_email', v_retiro.paypal_email,
    'centimos', (v_retiro.amount * 100)::integer);
end
$$;

-- The provider's batch, written down as soon as it is known.
create function public.anotar_lote(p_retiro uuid, p_lote text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.withdrawals set lote = p_lote where id = p_retiro and estado = 'en_proceso' and lote is null;
$$;

-- What became of a payout. Money that was sent may still come back; a payout that was given up and then arrives has
-- been paid twice, which is for an admin.
create function public.cerrar_retiro(p_retiro uuid, p_estado text, p_referencia text, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
begin
  if p_estado is null or p_estado not in ('pagado', 'fallido') then return public.rechazo('estado_no_valido'); end if;
  select * into v_retiro from public.withdrawals where id = p_retiro for no key update;
  if v_retiro.id is null then return public.rechazo('retiro_no_existe'); end if;
  if v_retiro.estado = p_estado then return jsonb_build_object('ok', true, 'estado', p_estado); end if;
  if v_retiro.estado in ('solicitado', 'rechazado') or (v_retiro.estado = 'fallido' and p_estado = 'pagado') then
    perform public.abrir_caso('retiro_inesperado', 'retiro:' || p_retiro || ':' || p_estado, null,
      jsonb_build_object('retiro_id', p_retiro, 'estado', v_retiro.estado, 'noticia', p_estado));
    return public.rechazo('estado_inesperado');
  end if;
  update public.withdrawals set referencia = coalesce(p_referencia, referencia) where id = p_retiro;
  if p_estado = 'fallido' then
    perform public.devolver_retiro(v_retiro, 'fallido', p_motivo);
  else
    update public.withdrawals set estado = 'pagado', pagado_at = now() where id = p_retiro;
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('retiro_pagado:' || p_retiro, v_retiro.usuario_id, 'retiro',
      jsonb_build_object('estado', 'pagado', 'centimos', (v_retiro.amount * 100)::integer))
    on conflict (clave) do nothing;
  end if;
  return jsonb_build_object('ok', true, 'estado', p_estado);
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.mi_saldo(), public.pedir_retiro(text, integer, text),
  public.resolver_retiro(uuid, boolean, text) to authenticated;
grant execute on function public.anotar_lote(uuid, text), public.cerrar_retiro(uuid, text, text, text) to service_role;
