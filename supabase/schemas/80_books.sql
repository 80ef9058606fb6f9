-- The books check themselves. Each row is a sentence that always holds, with a query for what breaks it: `id` names the
-- row, `hechos` says what is wrong with it. The sentences stand in 81_sentences.sql.

create table public.comprobaciones (
  nombre text primary key check (nombre ~ '^[a-z0-9_]{3,60}$'),
  frase text not null,
  frase_es text not null,
  consulta text not null
);
comment on table public.comprobaciones is 'queries that run with the rights of the owner: only migrations write here';

alter table public.comprobaciones enable row level security;

-- What one check finds: how many rows, and five of them. A query that cannot run any more holds nothing: it is broken.
create function public.comprobar(p_consulta text) returns jsonb
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

-- All checks, or those that are named: for the shop's server, and for whoever owns the database.
create function public.invariantes(p_solo text[] default null)
returns table (nombre text, frase text, frase_es text, cuenta bigint, ejemplos jsonb)
language sql stable security definer set search_path = '' as $$
  select c.nombre, c.frase, c.frase_es, (h.hallado ->> 'cuenta')::bigint, h.hallado -> 'ejemplos'
  from public.comprobaciones c
  cross join lateral (select public.comprobar(c.consulta) as hallado) h
  where p_solo is null or c.nombre = any (p_solo)
  order by c.nombre;
$$;
grant execute on function public.invariantes(text[]) to service_role;

-- What is checked, for admins; and one check, so that a large shop is not held up by one long statement.
create function public.admin_comprobaciones() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
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
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if v_consulta is null then return public.rechazo('no_existe'); end if;
  return jsonb_build_object('ok', true) || public.comprobar(v_consulta);
end
$$;
grant execute on function public.admin_comprobar(text) to authenticated;
