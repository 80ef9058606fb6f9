-- The outbox of mails, written in the transaction that causes them and sent afterwards.

create table public.correos (
  id bigint generated always as identity primary key,
  clave text not null unique,
  user_id uuid not null references public.usuarios_meta (id) on delete cascade,
  plantilla text not null,
  datos jsonb not null default '{}',
  -- Where it goes, if not to the address of the account.
  direccion text,
  -- When it is of no use any more, such as a link of Auth or an announcement.
  caduca_at timestamptz,
  estado text not null default 'pendiente' check (estado in ('pendiente', 'enviado', 'fallido', 'caducado')),
  intentos integer not null default 0,
  tomado_hasta timestamptz,
  ultimo_error text,
  created_at timestamptz not null default now(),
  enviado_at timestamptz
);

-- The sending order: links and notices of an account, for which a person waits; mails about one purchase or product;
-- mails to many.
create function privado.turno_correo(p_plantilla text) returns integer
language sql immutable set search_path = '' as $$
  select case
    when p_plantilla in ('confirmar_cuenta', 'cambiar_contrasena', 'confirmar_direccion', 'invitacion', 'enlace_entrada',
      'codigo_confirmacion', 'aviso_cuenta') then 0
    when p_plantilla in ('producto_nuevo', 'version_nueva', 'reserva', 'favorito', 'existencias', 'anuncio', 'publicacion',
      'resumen_creador') then 2
    else 1 end;
$$;
create index correos_por_enviar_idx on public.correos (privado.turno_correo(plantilla), id) where estado = 'pendiente';
create index correos_fallidos_idx on public.correos (created_at) where estado in ('fallido', 'caducado');
create index correos_caducan_idx on public.correos (caduca_at) where estado = 'pendiente' and caduca_at is not null;
create index correos_user_id_idx on public.correos (user_id);
create index correos_por_vaciar_idx on public.correos (created_at)
  where estado <> 'pendiente' and (datos - 'pago_id' <> '{}' or num_nonnulls(direccion, ultimo_error) > 0);

alter table public.correos enable row level security;
grant select on public.correos to service_role;

-- The secret of a mail: the token of its link. No role of the API can read it; the sender gets it with the mail, and it
-- is erased once the mail no longer waits.
create table public.secretos_correo (
  correo_id bigint primary key references public.correos (id) on delete cascade,
  secreto text not null
);

alter table public.secretos_correo enable row level security;

create function privado.olvidar_secreto_correo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  delete from public.secretos_correo where correo_id = new.id;
  return null;
end
$$;
create trigger olvidar_secreto_correo after update of estado on public.correos
  for each row when (new.estado <> 'pendiente') execute function privado.olvidar_secreto_correo();

-- Drops all mails and notifications to deleted accounts. It waits for a deletion in progress.
create function privado.callar_a_quien_se_fue() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_borrada timestamptz;
begin
  select borrada_at into v_borrada from public.usuarios_meta where id = new.user_id for key share;
  return case when v_borrada is null then new end;
end
$$;
-- The link of a gift goes to another person.
create trigger callar_a_quien_se_fue before insert on public.correos
  for each row when (new.plantilla <> 'regalo_enlace') execute function privado.callar_a_quien_se_fue();

-- Writes a mail of a frequent kind: ten a day; notifications and the daily summary replace further ones.
create function privado.escribir_con_medida(p_usuario uuid, p_plantilla text, p_clave text, p_datos jsonb) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.correos (clave, user_id, plantilla, datos)
  select p_clave, p_usuario, p_plantilla, p_datos
  where (select count(*) from public.correos where user_id = p_usuario and plantilla = p_plantilla
    and created_at > now() - interval '1 day') < 10
  on conflict (clave) do nothing;
$$;

-- The cover of a mail's product, or null.
create function privado.portada_de_correo(p_plantilla text, p_datos jsonb) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_producto uuid;
begin
  if p_plantilla in ('producto_nuevo', 'favorito', 'existencias') then
    select id into v_producto from public.productos where slug = p_datos ->> 'slug';
  elsif p_plantilla in ('version_nueva', 'canje', 'reserva') then
    select producto_id into v_producto from public.adquisiciones where id = privado.leer_uuid(p_datos ->> 'pedido_id');
  elsif p_plantilla in ('recibo', 'regalo', 'regalo_enlace', 'regalo_entregado', 'regalo_caducado', 'no_entregado') then
    select producto_id into v_producto from public.pagos where id = privado.leer_uuid(p_datos ->> 'pago_id');
  else
    return null;
  end if;
  return (select nullif(portada_url, '') from public.productos where id = v_producto and category <> 'uncoins');
end
$$;

-- Claims mails for two minutes; the mails of a crashed sender return to the queue. Mails to one person about their acts
-- or money precede mass mails, which may take hours. Expired mails are dropped.
create function public.tomar_correos(p_limite integer default 20) returns table (
  id bigint, clave text, plantilla text, datos jsonb, idioma text, destinatario text, nombre text, portada text
)
language sql volatile security definer set search_path = '' as $$
  update public.correos set estado = 'caducado' where estado = 'pendiente' and caduca_at <= now();
  with libres as materialized (
    select p.id, privado.turno_correo(p.plantilla) as turno
    from public.correos p
    where p.estado = 'pendiente' and (p.tomado_hasta is null or p.tomado_hasta < now())
    order by turno, p.id limit least(greatest(p_limite, 1), 100) for update skip locked
  ), tomados as (
    update public.correos c set tomado_hasta = now() + interval '2 minutes', intentos = c.intentos + 1
    from libres where c.id = libres.id
    returning c.*, libres.turno
  )
  select t.id, t.clave, t.plantilla,
    case when s.secreto is null then t.datos else t.datos || jsonb_build_object('secreto', s.secreto) end,
    coalesce(t.datos ->> 'idioma', u.idioma), coalesce(t.direccion, a.email::text), u.display_name,
    privado.portada_de_correo(t.plantilla, t.datos)
  from tomados t join public.usuarios_meta u on u.id = t.user_id join auth.users a on a.id = t.user_id
  left join public.secretos_correo s on s.correo_id = t.id
  order by t.turno, t.id;
$$;
grant execute on function public.tomar_correos(integer) to service_role;

-- Retries a failed mail with growing delays, for about two days.
create function public.cerrar_correo(p_id bigint, p_error text default null) returns void
language sql volatile security definer set search_path = '' as $$
  update public.correos set
    estado = case when p_error is null then 'enviado' when intentos >= 16 then 'fallido' else 'pendiente' end,
    enviado_at = case when p_error is null then now() end,
    tomado_hasta = now() + least(interval '1 minute' * power(2, intentos), interval '6 hours'),
    ultimo_error = left(p_error, 500)
  where id = p_id and estado = 'pendiente';
$$;
grant execute on function public.cerrar_correo(bigint, text) to service_role;

-- Erases the contents of mails after ninety days, and notifications after a year, up to a limit. A mail keeps its key, so
-- that it is not written again, and its payment, for the evidence in disputes.
create function privado.olvidar_correos_y_avisos() returns void
language sql volatile security definer set search_path = '' as $$
  update public.correos set datos = jsonb_strip_nulls(jsonb_build_object('pago_id', datos -> 'pago_id')), direccion = null,
    ultimo_error = null
  where id in (
    select id from public.correos
    where estado <> 'pendiente' and (datos - 'pago_id' <> '{}' or num_nonnulls(direccion, ultimo_error) > 0)
      and created_at < now() - interval '90 days'
    order by created_at limit 5000);
  -- The oldest have the lowest numbers.
  delete from public.notificaciones where id in (
    select x.id from (select id, created_at from public.notificaciones order by id limit 5000) x
    where x.created_at < now() - interval '1 year');
$$;
