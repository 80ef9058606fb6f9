-- Locks of jobs that must not run twice at once on several nodes.

create table public.turnos (
  trabajo text primary key,
  quien uuid not null,
  hasta timestamptz not null
);

alter table public.turnos enable row level security;

-- Acquires or extends a lock. It expires, so that a dead node blocks nobody.
create function public.tomar_turno(p_trabajo text, p_quien uuid, p_segundos integer) returns boolean
language sql volatile security definer set search_path = '' as $$
  with tomado as (
    insert into public.turnos as t (trabajo, quien, hasta)
    values (p_trabajo, p_quien, clock_timestamp() + make_interval(secs => p_segundos))
    on conflict (trabajo) do update set quien = excluded.quien, hasta = excluded.hasta
      where t.quien = excluded.quien or t.hasta <= clock_timestamp()
    returning 1)
  select exists (select from tomado);
$$;
grant execute on function public.tomar_turno(text, uuid, integer) to service_role;

create function public.dejar_turno(p_trabajo text, p_quien uuid) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.turnos where trabajo = p_trabajo and quien = p_quien;
$$;
grant execute on function public.dejar_turno(text, uuid) to service_role;
