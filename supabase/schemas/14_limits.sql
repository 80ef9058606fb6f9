-- Rate limits in the database, because the publishable key reaches the database and Auth directly.

create table public.intentos (
  tipo text not null,
  clave text not null,
  desde timestamptz not null,
  veces integer not null check (veces >= 0),
  primary key (tipo, clave)
);
create index intentos_desde_idx on public.intentos (desde);

alter table public.intentos enable row level security;

-- Counts an attempt, and returns whether it is within the limit. The row lock makes the count exact. Each counted
-- attempt restarts the window, so a window never contains more than the limit.
create function privado.contar_intento(p_tipo text, p_clave text, p_limite integer, p_ventana interval) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_veces integer;
begin
  insert into public.intentos as i (tipo, clave, desde, veces) values (p_tipo, p_clave, clock_timestamp(), 1)
  on conflict (tipo, clave) do update set
    veces = case when i.desde <= clock_timestamp() - p_ventana then 1
      when i.veces < p_limite then i.veces + 1 else greatest(i.veces, p_limite + 1) end,
    desde = case when i.desde <= clock_timestamp() - p_ventana or i.veces < p_limite then clock_timestamp() else i.desde end
  returning veces into v_veces;
  return v_veces <= p_limite;
end
$$;

-- Takes back an attempt that was correct.
create function privado.devolver_intento(p_tipo text, p_clave text) returns void
language sql volatile security definer set search_path = '' as $$
  update public.intentos set veces = greatest(veces - 1, 0) where tipo = p_tipo and clave = p_clave;
$$;

-- Counts a wrong guess of anybody in slots of ten minutes. Above 100, only accounts without a wrong guess may continue,
-- so that an attack locks out only the attackers.
create function privado.contar_fallo_tienda(p_tipo text) returns void
language sql volatile security definer set search_path = '' as $$
  select privado.contar_intento(p_tipo || '_tienda', floor(extract(epoch from now()) / 600)::text, 1000000, '10 minutes');
$$;

-- True if the shop is under attack. The previous slot counts too, so that an attack does not restart with the clock.
create function privado.bajo_ataque(p_tipo text) returns boolean
language sql stable security definer set search_path = '' as $$
  select coalesce(sum(veces), 0) >= 100 from public.intentos
  where tipo = p_tipo || '_tienda'
    and clave in (floor(extract(epoch from now()) / 600)::text, (floor(extract(epoch from now()) / 600) - 1)::text);
$$;

-- Ten wrong codes in ten minutes, forty a day; one while the shop is under attack.
create function privado.contar_codigo(p_usuario uuid) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.contar_intento('codigo', p_usuario::text, case when privado.bajo_ataque('codigo') then 1 else 10 end,
    '10 minutes') then return false; end if;
  return privado.contar_intento('codigo_dia', p_usuario::text, 40, '24 hours');
end
$$;

-- Takes back the attempt of a correct code.
create function privado.devolver_codigo(p_usuario uuid) returns void
language sql volatile security definer set search_path = '' as $$
  select privado.devolver_intento(t, p_usuario::text) from unnest(array['codigo', 'codigo_dia']) t;
$$;

-- Deletes expired attempts, permissions, known browsers and idempotency keys of the API, data of ended sessions, contents
-- of old mails, and old notifications. Returns the number of attempts.
create function public.olvidar_intentos() returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_borrados integer;
begin
  delete from public.permisos where hasta < now();
  delete from public.peticiones_api where created_at < now() - interval '1 day';
  delete from public.dispositivos where visto_at < now() - interval '180 days';
  delete from public.sesiones_abiertas a where not exists (select from auth.sessions s where s.id = a.session_id);
  delete from public.sesiones_recuperadas r where not exists (select from auth.sessions s where s.id = r.session_id);
  perform privado.olvidar_correos_y_avisos();
  delete from public.intentos where desde < now() - interval '2 days';
  get diagnostics v_borrados = row_count;
  return v_borrados;
end
$$;
grant execute on function public.olvidar_intentos() to service_role;
