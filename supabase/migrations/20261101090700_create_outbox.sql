-- What comes in from providers, what goes out by mail, and what a person must look at.

create table public.eventos_proveedor (
  id bigint generated always as identity primary key,
  proveedor text not null check (proveedor in ('stripe', 'paypal')),
  evento_id text not null,
  tipo text not null,
  payload jsonb not null,
  recibido_at timestamptz not null default now(),
  procesado_at timestamptz,
  unique (proveedor, evento_id)
);
create index eventos_proveedor_pendientes_idx on public.eventos_proveedor (recibido_at) where procesado_at is null;

create table public.casos_admin (
  id bigint generated always as identity primary key,
  tipo text not null,
  clave text not null unique,
  pago_id uuid references public.pagos (id) on delete restrict,
  datos jsonb not null default '{}',
  resuelto boolean not null default false,
  created_at timestamptz not null default now()
);
create index casos_admin_pago_id_idx on public.casos_admin (pago_id);
create index casos_admin_abiertos_idx on public.casos_admin (created_at desc) where not resuelto;

create table public.correos (
  id bigint generated always as identity primary key,
  clave text not null unique,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  plantilla text not null,
  datos jsonb not null default '{}',
  estado text not null default 'pendiente' check (estado in ('pendiente', 'enviado', 'fallido')),
  intentos integer not null default 0,
  tomado_hasta timestamptz,
  ultimo_error text,
  created_at timestamptz not null default now(),
  enviado_at timestamptz
);
create index correos_pendientes_idx on public.correos (id) where estado = 'pendiente';
create index correos_user_id_idx on public.correos (user_id);

alter table public.eventos_proveedor enable row level security;
alter table public.casos_admin enable row level security;
alter table public.correos enable row level security;
grant select on public.casos_admin to authenticated;
grant select on public.eventos_proveedor, public.casos_admin, public.correos to service_role;
create policy casos_admin_select on public.casos_admin for select to authenticated using ((select public.es_admin()));

-- Remembers a provider's event. It counts as new until `cerrar_evento`, so that one that failed half-way is repeated.
create function public.registrar_evento(p_proveedor text, p_evento_id text, p_tipo text, p_payload jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_procesado timestamptz;
begin
  insert into public.eventos_proveedor (proveedor, evento_id, tipo, payload)
  values (p_proveedor, p_evento_id, p_tipo, p_payload) on conflict (proveedor, evento_id) do nothing;
  select procesado_at into v_procesado from public.eventos_proveedor
  where proveedor = p_proveedor and evento_id = p_evento_id;
  return jsonb_build_object('ok', true, 'nuevo', v_procesado is null);
end
$$;

create function public.cerrar_evento(p_proveedor text, p_evento_id text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.eventos_proveedor set procesado_at = coalesce(procesado_at, now())
  where proveedor = p_proveedor and evento_id = p_evento_id;
$$;

create function public.abrir_caso(p_tipo text, p_clave text, p_pago uuid, p_datos jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.casos_admin (tipo, clave, pago_id, datos) values (p_tipo, p_clave, p_pago, p_datos)
  on conflict (clave) do nothing;
$$;

-- Claims mails to send for two minutes; a sender that dies leaves them to the next one.
create function public.tomar_correos(p_limite integer default 20) returns table (
  id bigint, clave text, plantilla text, datos jsonb, idioma text, destinatario text, nombre text
)
language sql volatile security definer set search_path = '' as $$
  with libres as materialized (
    select p.id from public.correos p
    where p.estado = 'pendiente' and (p.tomado_hasta is null or p.tomado_hasta < now())
    order by p.id limit least(greatest(p_limite, 1), 100) for update skip locked
  ), tomados as (
    update public.correos c set tomado_hasta = now() + interval '2 minutes', intentos = c.intentos + 1
    from libres where c.id = libres.id
    returning c.*
  )
  select t.id, t.clave, t.plantilla, t.datos, u.idioma, a.email::text, u.display_name
  from tomados t join public.usuarios_meta u on u.id = t.user_id join auth.users a on a.id = t.user_id
  order by t.id;
$$;

-- A mail that could not be sent is tried again later and later, for about two days.
create function public.cerrar_correo(p_id bigint, p_error text default null) returns void
language sql volatile security definer set search_path = '' as $$
  update public.correos set
    estado = case when p_error is null then 'enviado' when intentos >= 16 then 'fallido' else 'pendiente' end,
    enviado_at = case when p_error is null then now() end,
    tomado_hasta = now() + least(interval '1 minute' * power(2, intentos), interval '6 hours'),
    ultimo_error = left(p_error, 500)
  where id = p_id and estado = 'pendiente';
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.registrar_evento(text, text, text, jsonb), public.cerrar_evento(text, text),
  public.abrir_caso(text, text, uuid, jsonb), public.tomar_correos(integer), public.cerrar_correo(bigint, text)
  to service_role;
