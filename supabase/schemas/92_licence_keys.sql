-- Licence keys, with which a sold program verifies that it was paid for. A key belongs to an order, and is valid while
-- the order is, so that refunds and disputes end it automatically.

-- The products whose orders have a key, and the number of servers on which one may be active.
create table public.licencias_producto (
  producto_id uuid primary key references public.productos (id) on delete cascade,
  activa boolean not null,
  activaciones_max integer not null check (activaciones_max between 1 and 100)
);

alter table public.licencias_producto enable row level security;

create table public.licencias (
  id uuid primary key default gen_random_uuid(),
  adquisicion_id uuid not null unique references public.adquisiciones (id) on delete cascade,
  clave text not null default privado.codigo_nuevo(),
  created_at timestamptz not null default now()
);
create unique index licencias_clave_key on public.licencias (privado.clave_codigo(clave));

alter table public.licencias enable row level security;

create table public.activaciones_licencia (
  id uuid primary key default gen_random_uuid(),
  licencia_id uuid not null references public.licencias (id) on delete cascade,
  nombre text not null check (nombre ~ '^[[:print:]]{1,100}$'),
  created_at timestamptz not null default now(),
  vista_at timestamptz not null default now(),
  unique (licencia_id, nombre)
);
comment on column public.activaciones_licencia.nombre is 'what the program calls the server that it runs on';
comment on column public.activaciones_licencia.vista_at is 'when it last asked, to the hour';

alter table public.activaciones_licencia enable row level security;

-- Creates the key of a new order of such a product.
create function privado.dar_licencia() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.licencias (adquisicion_id)
  select new.id from public.licencias_producto l where l.producto_id = new.producto_id and l.activa
  on conflict (adquisicion_id) do nothing;
  return null;
end
$$;
create trigger dar_licencia after insert on public.adquisiciones
  for each row when (new.producto_id is not null) execute function privado.dar_licencia();

-- Sets whether orders of a product of the caller have keys, and their limit. Orders without a key get one, also those
-- that have ended, because a won dispute restores them. While the keys are turned off, they are invalid.
create function public.ajustar_licencias(p_producto uuid, p_activa boolean, p_maximo integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_motivo text := privado.motivo_no_publica();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if not found then return privado.rechazo('no_existe'); end if;
  insert into public.licencias_producto (producto_id, activa, activaciones_max)
  values (p_producto, p_activa, p_maximo)
  on conflict (producto_id) do update set activa = excluded.activa, activaciones_max = excluded.activaciones_max;
  if p_activa then
    insert into public.licencias (adquisicion_id)
    select a.id from public.adquisiciones a where a.producto_id = p_producto
    on conflict (adquisicion_id) do nothing;
  end if;
  return jsonb_build_object('ok', true);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.ajustar_licencias(uuid, boolean, integer) to authenticated;

-- The signed-in creator's products with their setting and the keys that are valid, newest first.
create function public.mis_licencias() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'productos', coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug,
    'nombre', p.nombre, 'nombre_en', p.nombre_en, 'activa', coalesce(l.activa, false), 'maximo', coalesce(l.activaciones_max, 1),
    'claves', (select count(*) from public.adquisiciones a join public.licencias k on k.adquisicion_id = a.id
      where l.activa and a.producto_id = p.id and a.revocada_at is null)) order by p.created_at desc, p.id), '[]'))
  from (select * from public.productos x where x.usuario_id = privado.persona_completa() and not x.oculto
    and x.category <> 'uncoins' order by x.created_at desc, x.id limit 200) p
  left join public.licencias_producto l on l.producto_id = p.id;
$$;
grant execute on function public.mis_licencias() to authenticated;

-- The key of a valid order of the caller, with the servers on which it is active; null without one.
create function public.mi_licencia(p_pedido uuid) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'licencia', (
    select jsonb_build_object('clave', k.clave, 'maximo', l.activaciones_max, 'activaciones', coalesce((
      select jsonb_agg(jsonb_build_object('id', v.id, 'nombre', v.nombre, 'created_at', v.created_at, 'vista_at', v.vista_at)
        order by v.created_at) from public.activaciones_licencia v where v.licencia_id = k.id), '[]'))
    from public.adquisiciones a
    join public.licencias k on k.adquisicion_id = a.id
    join public.licencias_producto l on l.producto_id = a.producto_id and l.activa
    where a.id = p_pedido and a.user_id = privado.persona_completa() and a.revocada_at is null));
$$;
grant execute on function public.mi_licencia(uuid) to authenticated;

-- Removes an activation of a key of the caller.
create function public.liberar_activacion(p_activacion uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  delete from public.activaciones_licencia v using public.licencias k, public.adquisiciones a
  where v.id = p_activacion and k.id = v.licencia_id and a.id = k.adquisicion_id and a.user_id = auth.uid();
  if not found then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.liberar_activacion(uuid) to authenticated;

-- Replaces a key of the caller that has leaked. The old one and its activations end.
create function public.renovar_licencia(p_pedido uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_licencia uuid;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  select k.id into v_licencia from public.licencias k join public.adquisiciones a on a.id = k.adquisicion_id
  where a.id = p_pedido and a.user_id = auth.uid() and a.revocada_at is null for no key update of k;
  if v_licencia is null then return privado.rechazo('no_existe'); end if;
  if not privado.contar_intento('renovar_licencia', v_licencia::text, 5, '1 day') then
    return privado.rechazo('demasiados_intentos');
  end if;
  update public.licencias set clave = privado.codigo_nuevo() where id = v_licencia;
  delete from public.activaciones_licencia where licencia_id = v_licencia;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.renovar_licencia(uuid) to authenticated;

-- Validates (`validar`), activates (`activar`) or deactivates (`desactivar`) a key for a product under a server's name.
-- Wrong keys, keys of other products, and keys of revoked or unreleased orders get one answer: not valid.
create function public.licencia_v1(p_accion text, p_clave text, p_producto uuid, p_nombre text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_licencia uuid;
  v_edicion uuid;
  v_maximo integer;
  v_vista timestamptz;
  v_usadas integer;
begin
  select k.id, a.edicion_id, l.activaciones_max into v_licencia, v_edicion, v_maximo
  from public.licencias k
  join public.adquisiciones a on a.id = k.adquisicion_id
  join public.licencias_producto l on l.producto_id = a.producto_id and l.activa
  join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where privado.clave_codigo(k.clave) = privado.clave_codigo(p_clave) and a.producto_id = p_producto
    and a.revocada_at is null and not privado.reserva_espera(a, p, e);
  if v_licencia is null then return jsonb_build_object('ok', true, 'valida', false); end if;
  if p_accion <> 'validar' then
    -- The key may have been replaced while its licence was locked.
    perform from public.licencias
    where id = v_licencia and privado.clave_codigo(clave) = privado.clave_codigo(p_clave) for no key update;
    if not found then return jsonb_build_object('ok', true, 'valida', false); end if;
  end if;
  if p_accion = 'desactivar' then
    delete from public.activaciones_licencia where licencia_id = v_licencia and nombre = p_nombre;
  end if;
  select vista_at into v_vista from public.activaciones_licencia where licencia_id = v_licencia and nombre = p_nombre;
  select count(*) into v_usadas from public.activaciones_licencia where licencia_id = v_licencia;
  if p_accion = 'activar' and v_vista is null then
    if v_usadas >= v_maximo then return privado.rechazo('sin_activaciones'); end if;
    if not privado.contar_intento('activar_licencia', v_licencia::text, 50, '1 day') then
      return privado.rechazo('demasiados_intentos');
    end if;
    insert into public.activaciones_licencia (licencia_id, nombre) values (v_licencia, p_nombre) returning vista_at into v_vista;
    v_usadas := v_usadas + 1;
  elsif v_vista < now() - interval '1 hour' then
    update public.activaciones_licencia set vista_at = now() where licencia_id = v_licencia and nombre = p_nombre;
  end if;
  return jsonb_build_object('ok', true, 'valida', true, 'licencia_id', v_licencia, 'edicion_id', v_edicion,
    'activada', v_vista is not null, 'usadas', v_usadas, 'maximo', v_maximo);
exception
  when check_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.licencia_v1(text, text, uuid, text) to anon;

-- Keys that sign offline proofs (Ed25519). Their seeds never leave the shop's server; their public halves are at
-- `/.well-known/jwks.json`.
create table public.claves_firma (
  id uuid primary key default gen_random_uuid(),
  semilla bytea not null default extensions.gen_random_bytes(32) check (octet_length(semilla) = 32),
  desde timestamptz not null
);
comment on column public.claves_firma.desde is 'since when it signs; it is published before';
create index claves_firma_desde_idx on public.claves_firma (desde);

alter table public.claves_firma enable row level security;

-- The keys, newest first. A key signs for 90 days. The next one is published a day before it signs, and the last one for
-- ten days after, longer than any proof is valid.
create function public.claves_de_firma() returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not exists (select from public.claves_firma where desde > now() - interval '89 days') then
    perform pg_advisory_xact_lock(hashtext('claves_de_firma'));
    insert into public.claves_firma (desde)
    select case when exists (select from public.claves_firma) then now() + interval '1 day' else now() end
    where not exists (select from public.claves_firma where desde > now() - interval '89 days');
    delete from public.claves_firma c where exists (select from public.claves_firma n
      where n.desde > c.desde and n.desde < now() - interval '10 days');
  end if;
  return (select jsonb_agg(jsonb_build_object('id', id, 'semilla', encode(semilla, 'hex'), 'desde', desde) order by desde desc)
    from public.claves_firma);
end
$$;
grant execute on function public.claves_de_firma() to service_role;
