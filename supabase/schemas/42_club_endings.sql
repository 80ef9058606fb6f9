-- Cancellation orders for the provider, written with their cause and repeated until the provider confirms them.

create table public.cancelaciones_club (
  id bigint generated always as identity primary key,
  suscripcion_id uuid not null references public.suscripciones (id) on delete restrict,
  modo text not null check (modo in ('ahora', 'al_final')),
  motivo text not null check (motivo in ('veto', 'cuenta_borrada', 'reembolso', 'disputa', 'duplicada')),
  -- Its charges are refunded too.
  reembolsar boolean not null default false,
  estado text not null default 'pendiente' check (estado in ('pendiente', 'hecha', 'anulada')),
  intentos integer not null default 0,
  ultimo_error text,
  created_at timestamptz not null default now(),
  cerrada_at timestamptz,
  unique (suscripcion_id, modo)
);
create index cancelaciones_club_pendientes_idx on public.cancelaciones_club (id) where estado = 'pendiente';

alter table public.cancelaciones_club enable row level security;
grant select on public.cancelaciones_club to authenticated, service_role;
create policy cancelaciones_club_select on public.cancelaciones_club for select to authenticated
  using ((select privado.es_admin()));
create policy cancelaciones_club_segundo_paso on public.cancelaciones_club as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Orders the end of a subscription, at once or with its paid time. Idempotent.
create function privado.pedir_cancelacion_club(
  p_suscripcion uuid, p_modo text, p_motivo text, p_reembolsar boolean default false
) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.cancelaciones_club as c (suscripcion_id, modo, motivo, reembolsar)
  values (p_suscripcion, p_modo, p_motivo, p_reembolsar)
  on conflict (suscripcion_id, modo) do update set
    motivo = case when c.estado = 'pendiente' then c.motivo else excluded.motivo end,
    reembolsar = c.reembolsar or excluded.reembolsar, estado = 'pendiente', cerrada_at = null;
$$;

-- The cancellations that a person's account and charges require. A permanent ban and a deleted account end at once; a
-- temporary ban ends with the paid time. A refunded charge ends the membership that it paid for.
create function privado.revisar_cancelaciones_club(p_usuario uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_suscripcion public.suscripciones;
  v_devuelto public.cargos_club;
begin
  select * into v_cuenta from public.usuarios_meta where id = p_usuario;
  -- A reversed refund needs no cancellation.
  update public.cancelaciones_club c set estado = 'anulada', cerrada_at = now()
  from public.suscripciones s
  where s.id = c.suscripcion_id and s.user_id = p_usuario and c.estado = 'pendiente'
    and c.motivo in ('reembolso', 'disputa') and privado.suscripcion_vigente(s);
  for v_suscripcion in
    select * from public.suscripciones where user_id = p_usuario and estado <> 'terminada' order by id
  loop
    select * into v_devuelto from public.cargos_club
    where suscripcion_id = v_suscripcion.id and estado = 'reembolsado' and periodo_fin > now()
    order by periodo_fin desc limit 1;
    if v_cuenta.borrada_at is not null then
      -- A subscription that begins afterwards has paid for nothing.
      perform privado.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'cuenta_borrada',
        v_suscripcion.created_at > v_cuenta.borrada_at);
    elsif v_cuenta.banned_until = 'infinity' then
      perform privado.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'veto', v_suscripcion.created_at = now());
    elsif v_devuelto.id is not null and not privado.suscripcion_vigente(v_suscripcion) then
      perform privado.pedir_cancelacion_club(v_suscripcion.id, 'ahora',
        case when v_devuelto.perdido then 'disputa' else 'reembolso' end);
    elsif v_cuenta.banned_until > now() and v_suscripcion.estado = 'impagada' then
      -- Nothing is paid, and nothing must be collected.
      perform privado.pedir_cancelacion_club(v_suscripcion.id, 'ahora', 'veto');
    elsif v_cuenta.banned_until > now() and v_suscripcion.estado = 'activa' then
      perform privado.pedir_cancelacion_club(v_suscripcion.id, 'al_final', 'veto');
    end if;
  end loop;
end
$$;

-- Runs on any ban or deletion. Lifting a ban drops cancellations that were not carried out; confirmed ones are only
-- withdrawn by the person.
create function privado.terminar_club_de_cuenta() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.cancelaciones_club c set estado = 'anulada', cerrada_at = now()
  from public.suscripciones s
  where s.id = c.suscripcion_id and s.user_id = new.id and c.estado = 'pendiente' and c.motivo = 'veto'
    and (new.banned_until is null or new.banned_until <= now()
      or (c.modo = 'ahora' and new.banned_until <> 'infinity'));
  perform privado.revisar_cancelaciones_club(new.id);
  if new.borrada_at is not null then update public.sesiones_club set correo = null where user_id = new.id; end if;
  return null;
end
$$;
create trigger terminar_club_de_cuenta after update of banned_until, borrada_at on public.usuarios_meta
  for each row when (old.banned_until is distinct from new.banned_until or old.borrada_at is distinct from new.borrada_at)
  execute function privado.terminar_club_de_cuenta();

-- Pending cancellations with the charges to refund. An expired ban needs none.
create function public.cancelaciones_club_pendientes(p_referencia text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  update public.cancelaciones_club c set estado = 'anulada', cerrada_at = now()
  from public.suscripciones s join public.usuarios_meta u on u.id = s.user_id
  where s.id = c.suscripcion_id and c.estado = 'pendiente' and c.motivo = 'veto'
    and (u.banned_until is null or u.banned_until <= now());
  return coalesce((
    select jsonb_agg(jsonb_build_object('id', c.id, 'referencia', s.referencia, 'modo', c.modo,
      'reembolsos', case when c.reembolsar then coalesce((
        select jsonb_agg(jsonb_build_object('id', x.id, 'intento', x.intento)) from public.cargos_club x
        where x.suscripcion_id = s.id and x.estado in ('pagado', 'parcial') and x.intento is not null), '[]')
      else '[]' end) order by c.id)
    from public.cancelaciones_club c join public.suscripciones s on s.id = c.suscripcion_id
    where c.estado = 'pendiente' and (p_referencia is null or s.referencia = p_referencia)), '[]');
end
$$;
grant execute on function public.cancelaciones_club_pendientes(text) to service_role;

-- Closes a confirmed cancellation; without an answer it stays pending.
create function public.cerrar_cancelacion_club(p_id bigint, p_error text default null) returns void
language sql volatile security definer set search_path = '' as $$
  update public.cancelaciones_club set intentos = intentos + 1, ultimo_error = left(p_error, 500),
    estado = case when p_error is null then 'hecha' else estado end,
    cerrada_at = case when p_error is null then now() end
  where id = p_id and estado = 'pendiente';
$$;
grant execute on function public.cerrar_cancelacion_club(bigint, text) to service_role;
