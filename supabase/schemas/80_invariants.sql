-- Ledger invariants. Each row has a description and a query for the rows that violate it: `id` identifies a row,
-- `hechos` describes its fault. 81_invariant_list.sql contains the rows.

create table public.comprobaciones (
  nombre text primary key check (nombre ~ '^[a-z0-9_]{3,60}$'),
  frase text not null,
  frase_es text not null,
  consulta text not null
);
comment on table public.comprobaciones is 'queries that run with the rights of the owner: only migrations write here';

alter table public.comprobaciones enable row level security;

-- The result of a check: number of rows, and five of them. A failing query counts as broken. The text comes from
-- `comprobaciones`, which only migrations write, never from a caller.
create function privado.comprobar(p_consulta text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_hallado jsonb;
begin
  execute format(
    $q$select jsonb_build_object('cuenta', count(*), 'ejemplos', coalesce(jsonb_agg(
      jsonb_build_object('id', x.id, 'hechos', x.hechos) order by x.n) filter (where x.n <= 5), '[]'))
    from (select row_number() over () as n, q.id::text as id, to_jsonb(q) - 'id' as hechos from (%s) q) x$q$, p_consulta)
  into v_hallado;
  return v_hallado;
exception
  when others then
    return jsonb_build_object('cuenta', 1, 'ejemplos', jsonb_build_array(
      jsonb_build_object('id', sqlstate, 'hechos', jsonb_build_object('error', sqlerrm))));
end
$$;

-- All checks, or named ones, for the owner of the database.
create function privado.invariantes(p_solo text[] default null)
returns table (nombre text, frase text, frase_es text, cuenta bigint, ejemplos jsonb)
language sql stable security definer set search_path = '' as $$
  select c.nombre, c.frase, c.frase_es, (h.hallado ->> 'cuenta')::bigint, h.hallado -> 'ejemplos'
  from public.comprobaciones c
  cross join lateral (select privado.comprobar(c.consulta) as hallado) h
  where p_solo is null or c.nombre = any (p_solo)
  order by c.nombre;
$$;

-- The list of checks for admins; and a single check, so that no statement runs too long.
create function public.admin_comprobaciones() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'comprobaciones', coalesce((
    select jsonb_agg(jsonb_build_object('nombre', c.nombre, 'frase', c.frase, 'frase_es', c.frase_es) order by c.nombre)
    from public.comprobaciones c), '[]'));
end
$$;
grant execute on function public.admin_comprobaciones() to authenticated;

create function public.admin_comprobar(p_nombre text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_consulta text := (select consulta from public.comprobaciones where nombre = p_nombre);
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  if v_consulta is null then return privado.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true) || privado.comprobar(v_consulta);
end
$$;
grant execute on function public.admin_comprobar(text) to authenticated;

-- Nightly checks: last run and result.
create table public.repasos (
  nombre text primary key,
  noche date not null,
  cuenta bigint not null check (cuenta >= 0),
  terminado_at timestamptz not null default now()
);
comment on table public.repasos is 'checks of ledger invariants by the maintenance job';

alter table public.repasos enable row level security;

-- Checks that are missing tonight. A night begins at three in the morning.
create function public.libros_por_repasar() returns text[]
language sql stable security definer set search_path = '' as $$
  select coalesce(array_agg(c.nombre order by c.nombre), '{}') from public.comprobaciones c
  where not exists (select from public.repasos r
    where r.nombre = c.nombre and r.noche >= privado.dia_de(now() - interval '3 hours'));
$$;
grant execute on function public.libros_por_repasar() to service_role;

-- Records the result of a check. A broken invariant has one open case, which closes by itself when the invariant is
-- satisfied again.
create function public.anotar_repaso(p_nombre text, p_hallado jsonb) returns bigint
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_hallado jsonb := privado.leer_json(p_hallado);
  v_cuenta bigint := (v_hallado ->> 'cuenta')::bigint;
begin
  insert into public.repasos (nombre, noche, cuenta) values (p_nombre, privado.dia_de(now() - interval '3 hours'), v_cuenta)
  on conflict (nombre) do update set noche = excluded.noche, cuenta = excluded.cuenta, terminado_at = excluded.terminado_at;
  if v_cuenta = 0 then
    update public.casos_admin set resuelto = true
    where tipo = 'libros_rotos' and not resuelto and datos ->> 'comprobacion' = p_nombre;
  else
    perform public.abrir_caso('libros_rotos', 'libros_rotos:' || p_nombre || ':' || (
        select count(*) from public.casos_admin
        where tipo = 'libros_rotos' and resuelto and datos ->> 'comprobacion' = p_nombre),
      null, jsonb_build_object('comprobacion', p_nombre, 'cuenta', v_cuenta, 'ejemplos', (
        select string_agg(x ->> 'id', ', ') from jsonb_array_elements(v_hallado -> 'ejemplos') x)));
  end if;
  return v_cuenta;
end
$$;
grant execute on function public.anotar_repaso(text, jsonb) to service_role;

-- Runs one nightly check. The hosted API applies the timeout set here instead of eight seconds.
create function public.repasar_libro(p_nombre text) returns bigint
language sql volatile security definer set search_path = '' set statement_timeout = '25s' as $$
  select public.anotar_repaso(c.nombre, privado.comprobar(c.consulta)) from public.comprobaciones c where c.nombre = p_nombre;
$$;
grant execute on function public.repasar_libro(text) to service_role;
