-- Withdrawals from a creator's balance to PayPal. The amount is deducted from the balance on request, and returned if
-- it does not arrive.
--
-- The balance is checked again before a payment, whose outcome is unknown until PayPal answers; the ledger follows the
-- state. Lock order: account, then withdrawal (as in `pedir_retiro`); sales and refunds lock neither.

create table public.withdrawals (
  id uuid primary key default gen_random_uuid(),
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  paypal_email text not null check (char_length(paypal_email) between 3 and 254),
  amount numeric(10, 2) not null check (amount >= 5),
  estado text not null default 'solicitado'
    check (estado in ('solicitado', 'en_proceso', 'pagado', 'rechazado', 'fallido', 'cancelado')),
  created_at timestamptz not null default now(),
  clave text,
  lote text unique,
  referencia text,
  motivo text check (char_length(motivo) <= 500),
  resuelto_por uuid references public.usuarios_meta (id) on delete set null,
  resuelto_at timestamptz,
  pagado_at timestamptz,
  intentos integer not null default 0 check (intentos >= 0),
  enviado_at timestamptz,
  atendido_at timestamptz,
  preguntado_at timestamptz,
  espera text check (espera in ('sin_reclamar', 'retenido')),
  espera_hasta timestamptz
);
comment on column public.withdrawals.intentos is 'how often PayPal was asked to pay it, counted before each call';
comment on column public.withdrawals.enviado_at is 'the first of these calls';
comment on column public.withdrawals.atendido_at is 'when the shop last looked after it';
comment on column public.withdrawals.espera is 'what PayPal waits for: that the receiver claims it, or its own check';
comment on column public.withdrawals.espera_hasta is 'when PayPal sends it back otherwise';
comment on column public.withdrawals.preguntado_at is 'as of when PayPal''s last answer about the batch was';
create index withdrawals_usuario_id_idx on public.withdrawals (usuario_id, created_at desc);
create index withdrawals_created_at_idx on public.withdrawals (created_at desc);
create unique index withdrawals_clave_key on public.withdrawals (usuario_id, clave);
create index withdrawals_resuelto_por_idx on public.withdrawals (resuelto_por);
create index withdrawals_solicitados_idx on public.withdrawals (created_at) where estado = 'solicitado';
create index withdrawals_en_proceso_idx on public.withdrawals (created_at) where estado = 'en_proceso';
create index withdrawals_paypal_email_idx on public.withdrawals (lower(paypal_email));
create index withdrawals_resueltos_idx on public.withdrawals (preguntado_at)
  where estado in ('pagado', 'fallido') and lote is not null;

alter table public.withdrawals enable row level security;
-- The deciding admin is visible to staff only.
grant select (id, usuario_id, paypal_email, amount, estado, created_at, lote, referencia, motivo, resuelto_at, pagado_at, intentos,
  enviado_at, atendido_at, preguntado_at, espera, espera_hasta) on public.withdrawals to authenticated;
grant select on public.withdrawals to service_role;
create policy withdrawals_select on public.withdrawals for select to authenticated
  using (usuario_id = (select auth.uid()) or (select privado.es_admin()));
create policy withdrawals_segundo_paso on public.withdrawals as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create table public.movimientos_ingresos (
  id bigint generated always as identity primary key,
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  centimos integer not null check (centimos <> 0),
  concepto text not null check (concepto in ('venta', 'reembolso', 'retiro', 'retiro_devuelto', 'ajuste')),
  clave text not null unique,
  adquisicion_id uuid references public.adquisiciones (id) on delete restrict,
  withdrawal_id uuid references public.withdrawals (id) on delete restrict,
  created_at timestamptz not null default now()
);
create index movimientos_ingresos_usuario_id_idx on public.movimientos_ingresos (usuario_id, created_at desc);
create index movimientos_ingresos_adquisicion_id_idx on public.movimientos_ingresos (adquisicion_id);
create index movimientos_ingresos_withdrawal_id_idx on public.movimientos_ingresos (withdrawal_id);

alter table public.movimientos_ingresos enable row level security;
grant select on public.movimientos_ingresos to authenticated, service_role;
create policy movimientos_ingresos_select on public.movimientos_ingresos for select to authenticated
  using (usuario_id = (select auth.uid()) or (select privado.es_admin()));
create policy movimientos_ingresos_segundo_paso on public.movimientos_ingresos as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

create trigger solo_anadir before update or delete or truncate on public.movimientos_ingresos
  for each statement execute function privado.prohibir_cambio();
create index movimientos_ingresos_otros_idx on public.movimientos_ingresos (usuario_id, created_at)
  where clave not like 'venta:%';

-- Sums of movements per creator, so that a balance does not read all of them. Each movement adds a row in its
-- transaction, so sales do not wait for each other; `plegar_saldos` compacts the rows. Their sum always equals the
-- ledger.
create table public.saldos_creadores (
  id bigint generated always as identity primary key,
  usuario_id uuid not null references public.usuarios_meta (id) on delete restrict,
  centimos bigint not null
);
create index saldos_creadores_usuario_id_idx on public.saldos_creadores (usuario_id) include (centimos);

alter table public.saldos_creadores enable row level security;
grant select on public.saldos_creadores to service_role;

create function privado.sumar_ingresos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.saldos_creadores (usuario_id, centimos)
  select m.usuario_id, sum(m.centimos) from nuevos m group by m.usuario_id;
  return null;
end
$$;
create trigger sumar_ingresos after insert on public.movimientos_ingresos
  referencing new table as nuevos for each statement execute function privado.sumar_ingresos();

-- Compacts the rows of each creator. Concurrent additions stay separate rows, so no cent is lost or counted twice.
-- Returns the number of creators; 0 if another call is running.
create function public.plegar_saldos() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_plegados integer;
begin
  if not pg_try_advisory_xact_lock(hashtext('plegar_saldos')) then return 0; end if;
  with quitados as (
    delete from public.saldos_creadores
    where usuario_id in (select usuario_id from public.saldos_creadores group by usuario_id having count(*) > 1)
    returning usuario_id, centimos
  )
  insert into public.saldos_creadores (usuario_id, centimos)
  select usuario_id, sum(centimos) from quitados group by usuario_id;
  get diagnostics v_plegados = row_count;
  return v_plegados;
end
$$;
grant execute on function public.plegar_saldos() to service_role;

-- A creator's balance: total, held (too recent for a payout), disputed, and in payouts. A negative total is a debt that
-- the next sales pay first.
create function privado.saldo_creador(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = 'force_custom_plan' as $$
begin
  return (
    with tienda as (
      select make_interval(days => dias_retencion) as espera from public.configuracion_global where id = 1
    ), total as (
      select coalesce(sum(centimos), 0)::integer as centimos from public.saldos_creadores where usuario_id = p_usuario
    ), jovenes as (
      select coalesce(sum(x.centimos), 0)::integer as centimos, min(x.venta_at) as primera from (
        -- Sales are booked at the time of their order; later deductions are not, so their order is looked up.
        select m.centimos, m.created_at as venta_at from public.movimientos_ingresos m, tienda
        where m.usuario_id = p_usuario and m.clave like 'venta:%' and m.created_at > now() - tienda.espera
        union all
        select m.centimos, null from public.movimientos_ingresos m join public.adquisiciones a on a.id = m.adquisicion_id, tienda
        where m.usuario_id = p_usuario and m.clave not like 'venta:%' and m.created_at > now() - tienda.espera
          and a.created_at > now() - tienda.espera
      ) x
    ), en_disputa as (
      select coalesce(sum(m.centimos), 0)::integer as centimos
      from public.pagos p join public.adquisiciones a on a.pago_id = p.id
      join public.movimientos_ingresos m on m.clave = 'venta:' || a.id
      where p.estado = 'en_disputa' and m.usuario_id = p_usuario
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
    from total, jovenes, en_disputa, en_camino, pagado, tienda);
end
$$;

-- The balance of the signed-in creator.
create function public.mi_saldo() returns jsonb
language sql stable security definer set search_path = '' as $$
  select privado.saldo_creador(privado.persona_completa());
$$;
grant execute on function public.mi_saldo() to authenticated;

-- The balance of any creator, for admins.
create function public.admin_saldo(p_usuario uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return privado.saldo_creador(p_usuario);
end
$$;
grant execute on function public.admin_saldo(uuid) to authenticated;

-- Label of a movement: a hold by a dispute is not a refund, and what its end returns is not a second sale.
create function privado.concepto_dicho(p_concepto text, p_clave text) returns text
language sql immutable set search_path = '' as $$
  select case when p_clave like 'disputa:%' then 'disputa' when p_clave like 'ganada:%' then 'disputa_ganada'
    else p_concepto end;
$$;

-- Movements of a creator with their causes, from one day until before another, newest first; all of them without a
-- limit. Orders appear by their short id, so that buyers stay anonymous.
create function public.mis_movimientos(p_desde date, p_hasta date, p_limite integer default 200)
returns table (
  id bigint, centimos integer, concepto text, created_at timestamptz, pedido uuid, producto text, producto_en text,
  retiro uuid, retiro_estado text
)
language sql stable security definer set search_path = '' as $$
  select m.id, m.centimos, privado.concepto_dicho(m.concepto, m.clave), m.created_at, m.adquisicion_id, p.nombre,
    p.nombre_en, m.withdrawal_id, w.estado
  from public.movimientos_ingresos m
  left join public.adquisiciones a on a.id = m.adquisicion_id
  left join public.productos p on p.id = a.producto_id
  left join public.withdrawals w on w.id = m.withdrawal_id
  where m.usuario_id = privado.persona_completa() and m.created_at >= coalesce(privado.inicio_del_dia(p_desde), '-infinity')
    and m.created_at < coalesce(privado.inicio_del_dia(p_hasta), 'infinity')
  order by m.created_at desc, m.id desc
  limit case when p_limite is not null then least(greatest(p_limite, 1), 1000) end;
$$;
grant execute on function public.mis_movimientos(date, date, integer) to authenticated;

-- The balance of the signed-in creator at the start of two days.
create function public.mi_extracto(p_desde date, p_hasta date) returns jsonb
language sql stable security definer set search_path = '' as $$
  -- Computed backwards from today, because recent months are requested most.
  select jsonb_build_object('ok', true,
    'apertura_centimos', (s.total - coalesce(d.desde, 0))::integer,
    'cierre_centimos', (s.total - coalesce(d.hasta, 0))::integer)
  from (select coalesce(sum(centimos), 0) as total from public.saldos_creadores
      where usuario_id = privado.persona_completa()) s,
    (select sum(centimos) filter (where created_at >= privado.inicio_del_dia(p_desde)) as desde,
        sum(centimos) filter (where created_at >= privado.inicio_del_dia(p_hasta)) as hasta
      from public.movimientos_ingresos
      where usuario_id = privado.persona_completa()
        and created_at >= least(privado.inicio_del_dia(p_desde), privado.inicio_del_dia(p_hasta))) d;
$$;
grant execute on function public.mi_extracto(date, date) to authenticated;

-- The reason why money may not be sent to this address, or null. A new address needs the password, if the account has
-- one, so that a stolen session cannot redirect money.
create function privado.motivo_no_direccion(p_usuario uuid, p_paypal_email text, p_contrasena text) returns text
language plpgsql volatile security definer set search_path = '' as $$
begin
  if exists (select from public.withdrawals
    where usuario_id = p_usuario and lower(paypal_email) = lower(p_paypal_email))
    or not privado.tiene_contrasena(p_usuario) then return null; end if;
  if p_contrasena is null then return 'falta_contrasena'; end if;
  return case privado.contrasena_propia(p_contrasena)
    when true then null when false then 'contrasena_incorrecta' else 'demasiados_intentos' end;
end
$$;

-- Requests a withdrawal. Idempotent per `p_clave`; another amount or address under it is refused, so that a corrected
-- request is not mistaken for the first.
create function public.pedir_retiro(
  p_paypal_email text, p_centimos integer, p_clave text, p_contrasena text default null
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_usuario uuid := auth.uid();
  v_retiro public.withdrawals;
  v_saldo jsonb;
  v_motivo text;
begin
  if v_usuario is null or not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_clave is null or char_length(p_clave) not between 8 and 100 then return privado.rechazo('clave_no_valida'); end if;
  -- Serialises requests of a creator: each sees what the one before has taken.
  perform 1 from public.usuarios_meta where id = v_usuario for no key update;
  select * into v_retiro from public.withdrawals where usuario_id = v_usuario and clave = p_clave;
  if found and (v_retiro.paypal_email, (v_retiro.amount * 100)::integer) is distinct from (p_paypal_email, p_centimos) then
    return privado.rechazo('clave_usada');
  end if;
  if found then return jsonb_build_object('ok', true, 'retiro_id', v_retiro.id); end if;
  if p_paypal_email is null or p_paypal_email !~ '^[^@\s]+@[^@\s]+\.[^@\s]{2,}$' or char_length(p_paypal_email) > 254 then
    return privado.rechazo('email_no_valido');
  end if;
  if p_centimos is null then return privado.rechazo('importe_no_valido'); end if;
  if p_centimos < 500 then return privado.rechazo('importe_minimo'); end if;
  v_saldo := privado.saldo_creador(v_usuario);
  if p_centimos > (v_saldo ->> 'disponible_centimos')::integer then
    return privado.rechazo('saldo_insuficiente') || jsonb_build_object(
      'disponible_centimos', v_saldo -> 'disponible_centimos', 'deuda_centimos', v_saldo -> 'deuda_centimos');
  end if;
  v_motivo := privado.motivo_no_direccion(v_usuario, p_paypal_email, p_contrasena);
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  insert into public.withdrawals (usuario_id, paypal_email, amount, clave)
  values (v_usuario, p_paypal_email, p_centimos / 100.0, p_clave) returning * into v_retiro;
  perform privado.cuadrar_retiro(v_retiro);
  return jsonb_build_object('ok', true, 'retiro_id', v_retiro.id);
end
$$;
grant execute on function public.pedir_retiro(text, integer, text, text) to authenticated;

-- Books the state of a withdrawal in the ledger: deducted while it is requested, in progress or paid, returned
-- otherwise. Returns the number of its bookings so far. The caller has locked the withdrawal.
create function privado.cuadrar_retiro(p_retiro public.withdrawals) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_meta integer := case when p_retiro.estado in ('rechazado', 'fallido', 'cancelado') then 0 else -(p_retiro.amount * 100)::integer end;
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

-- Sets the state of a withdrawal, books it, and mails its creator.
create function privado.cambiar_retiro(p_retiro uuid, p_estado text, p_motivo text) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_pasos integer;
begin
  update public.withdrawals set estado = p_estado, motivo = left(p_motivo, 500),
    pagado_at = case when p_estado = 'pagado' then now() end
  where id = p_retiro returning * into v_retiro;
  v_pasos := privado.cuadrar_retiro(v_retiro);
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

-- Locks a withdrawal for a decision. Lock order: its creator's account, then the withdrawal.
create function privado.bloquear_retiro(p_retiro uuid) returns public.withdrawals
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

-- Cancels an unapproved withdrawal of the caller; the money returns to the balance.
create function public.cancelar_retiro(p_retiro uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not exists (select from public.withdrawals where id = p_retiro and usuario_id = auth.uid()) then
    return privado.rechazo('retiro_no_existe');
  end if;
  v_retiro := privado.bloquear_retiro(p_retiro);
  if v_retiro.estado = 'cancelado' then return jsonb_build_object('ok', true); end if;
  if v_retiro.estado <> 'solicitado' then return privado.rechazo('ya_resuelto'); end if;
  perform privado.cambiar_retiro(p_retiro, 'cancelado', null);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.cancelar_retiro(uuid) to authenticated;

-- Balance after paying a withdrawal. The balance already excludes this withdrawal and the creator's other open ones;
-- those not yet approved do not block it. Below zero, sales were refunded, are disputed or are held.
create function privado.cobertura_retiro(p_retiro public.withdrawals) returns jsonb
language sql stable security definer set search_path = '' as $$
  select s.saldo || jsonb_build_object(
    'otros_centimos', o.centimos,
    'quedaria_centimos', (s.saldo ->> 'total_centimos')::integer + o.centimos - (s.saldo ->> 'retenido_centimos')::integer)
  from (select privado.saldo_creador(p_retiro.usuario_id) as saldo) s,
    (select coalesce(sum(amount * 100), 0)::integer as centimos from public.withdrawals
      where usuario_id = p_retiro.usuario_id and estado = 'solicitado' and id <> p_retiro.id) o;
$$;

-- For admins: approves a withdrawal whose money is available, or rejects one with a reason.
create function public.resolver_retiro(p_retiro uuid, p_aprobar boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_cobertura jsonb;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  v_retiro := privado.bloquear_retiro(p_retiro);
  if v_retiro.id is null then return privado.rechazo('retiro_no_existe'); end if;
  if v_retiro.estado <> 'solicitado' then return privado.rechazo('ya_resuelto'); end if;
  if not coalesce(p_aprobar, false) and not privado.es_motivo(p_motivo) then
    return privado.rechazo('motivo_no_valido');
  end if;
  if p_aprobar then
    v_cobertura := privado.cobertura_retiro(v_retiro);
    if (v_cobertura ->> 'quedaria_centimos')::integer < 0 then
      return v_cobertura || privado.rechazo('saldo_insuficiente');
    end if;
  end if;
  update public.withdrawals set resuelto_por = auth.uid(), resuelto_at = now(),
    estado = case when p_aprobar then 'en_proceso' else estado end
  where id = p_retiro;
  if not coalesce(p_aprobar, false) then perform privado.cambiar_retiro(p_retiro, 'rechazado', btrim(p_motivo)); end if;
  perform privado.anotar(case when p_aprobar then 'aprobar_retiro' else 'rechazar_retiro' end, 'retiro', p_retiro::text,
    jsonb_build_object('estado', 'solicitado'),
    jsonb_build_object('estado', case when p_aprobar then 'en_proceso' else 'rechazado' end), nullif(btrim(p_motivo), ''));
  return jsonb_build_object('ok', true, 'retiro_id', p_retiro, 'paypal_email', v_retiro.paypal_email,
    'centimos', (v_retiro.amount * 100)::integer);
end
$$;
grant execute on function public.resolver_retiro(uuid, boolean, text) to authenticated;

-- All facts for an admin before the money is sent: the withdrawal, its creator, and the remaining balance.
create function public.admin_retiro(p_retiro uuid) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_retiro public.withdrawals;
  v_creador public.usuarios_meta;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into v_retiro from public.withdrawals where id = p_retiro;
  if v_retiro.id is null then return privado.rechazo('retiro_no_existe'); end if;
  select * into v_creador from public.usuarios_meta where id = v_retiro.usuario_id;
  return jsonb_build_object('ok', true, 'id', v_retiro.id, 'estado', v_retiro.estado,
    'centimos', (v_retiro.amount * 100)::integer, 'paypal_email', v_retiro.paypal_email, 'motivo', v_retiro.motivo,
    'lote', v_retiro.lote, 'referencia', v_retiro.referencia, 'intentos', v_retiro.intentos,
    'created_at', v_retiro.created_at, 'enviado_at', v_retiro.enviado_at, 'pagado_at', v_retiro.pagado_at,
    'es_desconocido', privado.es_desconocido(v_retiro), 'espera', v_retiro.espera, 'espera_hasta', v_retiro.espera_hasta,
    'saldo', privado.cobertura_retiro(v_retiro),
    'creador', jsonb_build_object('id', v_creador.id, 'display_name', v_creador.display_name,
      'reputacion', v_creador.reputacion, 'banned_until', v_creador.banned_until, 'ban_motivo', v_creador.ban_motivo,
      'borrada_at', v_creador.borrada_at));
end
$$;
grant execute on function public.admin_retiro(uuid) to authenticated;

-- Notifies a creator of a withdrawal to another address than the previous one.
create function privado.avisar_direccion_de_pago() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_antes text := (select w.paypal_email from public.withdrawals w
    where w.usuario_id = new.usuario_id and w.id <> new.id order by w.created_at desc, w.id desc limit 1);
begin
  if lower(v_antes) <> lower(new.paypal_email) then
    insert into public.correos (clave, user_id, plantilla, datos)
    values ('direccion_pago:' || new.id, new.usuario_id, 'direccion_pago',
      jsonb_build_object('antes', v_antes, 'despues', new.paypal_email));
  end if;
  return null;
end
$$;
create trigger avisar_direccion_de_pago after insert on public.withdrawals
  for each row execute function privado.avisar_direccion_de_pago();
