-- The last run of the ten-minute job; nothing else reveals a missing scheduler.

create table public.ultima_pasada (
  id integer primary key default 1 check (id = 1),
  terminada_at timestamptz not null default now(),
  fallidas text[] not null default '{}'
);
comment on column public.ultima_pasada.fallidas is 'the chores that failed';

alter table public.ultima_pasada enable row level security;

create function public.anotar_pasada(p_fallidas text[]) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.ultima_pasada (id, terminada_at, fallidas) values (1, now(), coalesce(p_fallidas, '{}'))
  on conflict (id) do update set terminada_at = excluded.terminada_at, fallidas = excluded.fallidas;
$$;
grant execute on function public.anotar_pasada(text[]) to service_role;
