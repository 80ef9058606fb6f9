-- One open page to join per person: a second request reuses or closes it.

-- The price of a plan for joining or changing to it now, in cents, rounded half up like `clubPrices` of the shop.
create function privado.precio_club(p_plan text) returns integer
language sql stable security definer set search_path = '' as $$
  select case p_plan
    when 'yearly' then privado.parte_porcentual((club_precio_mensual * 1200)::integer, 100 - club_descuento_anual_porcentaje)
    else (club_precio_mensual * 100)::integer end
  from public.configuracion_global where id = 1;
$$;

create table public.sesiones_club (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references public.usuarios_meta (id) on delete restrict,
  plan text not null check (plan in ('monthly', 'yearly')),
  idioma text not null check (idioma in ('es', 'en')),
  -- The price that the page asks for.
  centimos integer not null check (centimos > 0),
  -- The input of the page: the provider returns the same page for the same input.
  correo text,
  referencia text unique,
  estado text not null default 'abierta' check (estado in ('abierta', 'cerrada')),
  caduca_at timestamptz not null default date_trunc('second', now() + interval '1 hour'),
  created_at timestamptz not null default now()
);
create unique index sesiones_club_una_abierta_key on public.sesiones_club (user_id) where estado = 'abierta';
create index sesiones_club_user_id_idx on public.sesiones_club (user_id);

alter table public.sesiones_club enable row level security;
grant select on public.sesiones_club to service_role;

-- The join page of the signed-in person: a new one, or the open one. `igual`: true if an open one has the same input;
-- otherwise it must be closed at the provider first.
create function public.abrir_sesion_club(p_plan text, p_idioma text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_sesion public.sesiones_club;
begin
  if p_plan is null or p_plan not in ('monthly', 'yearly') or p_idioma is null or p_idioma not in ('es', 'en') then
    return privado.rechazo('datos_no_validos');
  end if;
  select * into v_cuenta from public.usuarios_meta where id = auth.uid() for no key update;
  if v_cuenta.id is null or v_cuenta.borrada_at is not null or not privado.sesion_completa() then
    return privado.rechazo('sin_sesion');
  end if;
  if privado.en_mantenimiento() then return privado.rechazo('mantenimiento'); end if;
  if v_cuenta.banned_until > now() then return privado.rechazo('cuenta_baneada'); end if;
  if v_cuenta.reputacion = 'deshabilitado' then return privado.rechazo('cuenta_deshabilitada'); end if;
  if v_cuenta.club then return privado.rechazo('ya_del_club'); end if;
  if exists (select from public.suscripciones where user_id = v_cuenta.id and estado <> 'terminada') then
    return privado.rechazo('suscripcion_abierta');
  end if;
  update public.sesiones_club set estado = 'cerrada'
  where user_id = v_cuenta.id and estado = 'abierta' and caduca_at <= now();
  select * into v_sesion from public.sesiones_club where user_id = v_cuenta.id and estado = 'abierta';
  if v_sesion.id is null then
    insert into public.sesiones_club (user_id, plan, idioma, centimos, correo)
    values (v_cuenta.id, p_plan, p_idioma, privado.precio_club(p_plan), (select email from auth.users where id = v_cuenta.id))
    returning * into v_sesion;
  end if;
  return jsonb_build_object('ok', true, 'sesion', v_sesion.id, 'plan', v_sesion.plan, 'idioma', v_sesion.idioma,
    'correo', v_sesion.correo, 'referencia', v_sesion.referencia, 'centimos', v_sesion.centimos, 'caduca_at', v_sesion.caduca_at,
    'igual', v_sesion.plan = p_plan and v_sesion.idioma = p_idioma and v_sesion.centimos = privado.precio_club(p_plan));
end
$$;
grant execute on function public.abrir_sesion_club(text, text) to authenticated;

-- Records the provider's reference of a page. Returns false if the page was closed meanwhile.
create function public.recordar_sesion_club(p_sesion uuid, p_referencia text) returns boolean
language sql volatile security definer set search_path = '' as $$
  with recordada as (
    update public.sesiones_club set referencia = p_referencia where id = p_sesion and estado = 'abierta' returning 1
  )
  select exists (select from recordada);
$$;
grant execute on function public.recordar_sesion_club(uuid, text) to service_role;

-- Marks a page as closed.
create function public.cerrar_sesion_club(p_sesion uuid) returns void
language sql volatile security definer set search_path = '' as $$
  update public.sesiones_club set estado = 'cerrada' where id = p_sesion;
$$;
grant execute on function public.cerrar_sesion_club(uuid) to service_role;

-- Pages to close, because their person has joined, is banned or disabled, or has left.
create function public.sesiones_club_por_cerrar() returns table (sesion uuid, referencia text)
language sql stable security definer set search_path = '' as $$
  select p.id, p.referencia from public.sesiones_club p join public.usuarios_meta u on u.id = p.user_id
  where p.estado = 'abierta' and p.referencia is not null and (
    u.borrada_at is not null or u.banned_until > now() or u.reputacion = 'deshabilitado'
    or exists (select from public.suscripciones s where s.user_id = p.user_id and s.estado <> 'terminada'));
$$;
grant execute on function public.sesiones_club_por_cerrar() to service_role;

-- The subscription of the signed-in person that can change to a plan: to the yearly one now, to the monthly one at the
-- end of its year. `cambio_hasta`: the change to yearly already waits for its payment.
create function public.plan_club_por_cambiar(p_plan text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
  v_suscripcion public.suscripciones;
begin
  if p_plan is null or p_plan not in ('monthly', 'yearly') then return privado.rechazo('datos_no_validos'); end if;
  select * into v_cuenta from public.usuarios_meta where id = privado.persona_completa();
  if v_cuenta.id is null or v_cuenta.borrada_at is not null then return privado.rechazo('sin_sesion'); end if;
  if v_cuenta.banned_until > now() then return privado.rechazo('cuenta_baneada'); end if;
  if v_cuenta.reputacion = 'deshabilitado' then return privado.rechazo('cuenta_deshabilitada'); end if;
  select * into v_suscripcion from public.suscripciones
  where user_id = v_cuenta.id and estado <> 'terminada' order by pagado_hasta desc, id limit 1;
  if v_suscripcion.id is null then return privado.rechazo('sin_membresia'); end if;
  if v_suscripcion.plan = p_plan then return privado.rechazo('plan_igual'); end if;
  if v_suscripcion.estado <> 'activa' or v_suscripcion.pagado_hasta <= now()
    or exists (select from public.cancelaciones_club where suscripcion_id = v_suscripcion.id and estado = 'pendiente')
    or exists (select from public.suscripciones
      where user_id = v_cuenta.id and estado <> 'terminada' and id <> v_suscripcion.id) then
    return privado.rechazo('plan_no_cambiable');
  end if;
  return jsonb_build_object('ok', true, 'referencia', v_suscripcion.referencia, 'cambio_hasta', v_suscripcion.cambio_hasta);
end
$$;
grant execute on function public.plan_club_por_cambiar(text) to authenticated;
