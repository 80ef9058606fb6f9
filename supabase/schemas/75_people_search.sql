-- Search text of people in the panel: name, username and mail. Supabase Auth owns the mail and allows no index, so this
-- table has a copy, which only functions can read.
create table public.personas_busqueda (
  id uuid primary key references public.usuarios_meta (id) on delete cascade,
  texto text not null
);
create index personas_busqueda_texto_idx on public.personas_busqueda using gin (texto extensions.gin_trgm_ops);
-- Precise statistics distinguish frequent from rare parts of names.
alter table public.personas_busqueda alter column texto set statistics 1000;

alter table public.personas_busqueda enable row level security;

-- Without accents, in lower case.
create function privado.sin_acentos(p_texto text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(p_texto, '')));
$$;

-- Each part on a separate line after a space, so that a search can match the beginning of one, and nothing across two.
create function privado.texto_persona(p_nombre text, p_usuario text, p_correo text) returns text
language sql immutable parallel safe set search_path = '' as $$
  select privado.sin_acentos(format(E' %s\n %s\n %s', p_nombre, p_usuario, p_correo));
$$;

create function privado.indexar_persona() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.personas_busqueda (id, texto)
  select u.id, privado.texto_persona(u.display_name, u.username, a.email)
  from public.usuarios_meta u left join auth.users a on a.id = u.id where u.id = new.id
  on conflict (id) do update set texto = excluded.texto where personas_busqueda.texto <> excluded.texto;
  return null;
end
$$;
create trigger indexar_persona after insert or update of display_name, username on public.usuarios_meta
  for each row execute function privado.indexar_persona();
create trigger indexar_persona after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function privado.indexar_persona();

insert into public.personas_busqueda (id, texto)
select u.id, privado.texto_persona(u.display_name, u.username, a.email)
from public.usuarios_meta u left join auth.users a on a.id = u.id
on conflict do nothing;

-- The pattern of a search. One or two characters match the beginning of a word only.
create function privado.patron_persona(p_texto text) returns text
language sql immutable set search_path = '' as $$
  select case when char_length(t) < 3 then '% ' else '%' end || regexp_replace(t, '([\\%_])', '\\\1', 'g') || '%'
  from privado.sin_acentos(btrim(p_texto)) t;
$$;

-- People with this text, up to a limit: a frequent text by scanning until there are enough, otherwise by index. JIT
-- compilation would take longer than the query.
create function privado.personas_con(p_texto text, p_limite integer) returns uuid[]
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_personas uuid[];
begin
  execute format('select array(select id from public.personas_busqueda where texto like %L limit %s)',
    privado.patron_persona(p_texto), p_limite) into v_personas;
  return v_personas;
end
$$;

-- Indexes of orders, and of rare values.
create index usuarios_meta_reputacion_idx on public.usuarios_meta (privado.nivel_reputacion(reputacion), id);
create index usuarios_meta_uncoins_idx on public.usuarios_meta (uncoins, id);
create index usuarios_meta_vetados_idx on public.usuarios_meta (banned_until) where banned_until is not null;
create index usuarios_meta_mala_reputacion_idx on public.usuarios_meta (reputacion, created_at desc) where reputacion <> 'buena';
create index usuarios_meta_socios_idx on public.usuarios_meta (created_at desc, id) where club;

-- One page of people: `buscar`, `filtro` (the role), `club`, `vetado`, `reputacion` combined; by date, name, reputation
-- or coins. The first page has the total up to 1,001. Conditions are fixed expressions with values quoted with %L.
create function privado.pagina_personas(f jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' set jit = off as $$
declare
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_rol text := nullif(f ->> 'filtro', '');
  v_personas uuid[];
  v_donde text[] := '{}'::text[];
  -- Whether a filter leaves few rows, which are found first and sorted. Otherwise the index of the order is read until
  -- the page is full.
  v_pocas boolean := f ->> 'club' = 'si' or f ->> 'vetado' = 'si' or f ->> 'reputacion' <> 'buena';
  -- The number of matches looked up one by one. With more, a page is soon full along the order; by name it takes
  -- longer, because equal names are adjacent.
  v_tope integer := case when f ->> 'orden' = 'nombre' then 20000 else 5000 end;
  v_orden record;
  v_sube boolean := coalesce((f ->> 'ascendente')::boolean, false);
  v_limite integer := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001);
  v_clave text := f ->> 'clave';
  v_filas jsonb;
  v_total integer;
begin
  select * into v_orden from (values ('fecha', 'u.created_at', 'timestamptz'), ('nombre', 'lower(u.display_name)', 'text'),
    ('reputacion', 'privado.nivel_reputacion(u.reputacion)', 'integer'), ('uncoins', 'u.uncoins', 'integer')) o(orden, de, tipo)
  where o.orden = coalesce(nullif(f ->> 'orden', ''), 'fecha');
  if v_orden.orden is null then return privado.rechazo('datos_no_validos'); end if;
  if v_rol is not null then v_donde := v_donde || format('u.role = %L', v_rol); end if;
  if f ->> 'reputacion' <> '' then v_donde := v_donde || format('u.reputacion = %L', f ->> 'reputacion'); end if;
  if f ->> 'club' <> '' then v_donde := v_donde || case when f ->> 'club' = 'si' then 'u.club' else 'not u.club' end; end if;
  if f ->> 'vetado' <> '' then
    v_donde := v_donde || case when f ->> 'vetado' = 'si' then 'u.banned_until > now()'
      else '(u.banned_until is null or u.banned_until <= now())' end;
  end if;
  if privado.leer_uuid(v_buscar) is not null then
    v_donde := v_donde || format('u.id = %L', v_buscar);
  elsif v_buscar is not null then
    v_personas := privado.personas_con(v_buscar, v_tope + 1);
    v_donde := v_donde || case when cardinality(v_personas) <= v_tope then 'u.id = any ($2)'
      else format('(select b.texto from public.personas_busqueda b where b.id = u.id) like %L', privado.patron_persona(v_buscar)) end;
  end if;
  v_pocas := coalesce(v_pocas, false) or v_rol <> 'user' or cardinality(v_personas) <= v_tope;
  if v_clave is null then
    execute format('select count(*) from (select from public.usuarios_meta u where %s limit 1001) x',
      coalesce(nullif(array_to_string(v_donde, ' and '), ''), 'true')) into v_total using null::text, v_personas;
  else
    v_donde := v_donde || format('(%1$s, u.id) %2$s (%3$L::%4$s, %5$L::uuid)', v_orden.de,
      case when v_sube then '>' else '<' end, v_clave, v_orden.tipo, f ->> 'id');
  end if;
  execute format($q$select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'momento', (r.persona).created_at,
      'clave', r.clave, 'datos', privado.ficha_usuario(r.persona))), '[]')
    from (select * from (select u as persona, u.id, %1$s as clave from public.usuarios_meta u where %2$s %4$s) x
      order by x.clave %3$s, x.id %3$s limit $1) r$q$,
    v_orden.de, coalesce(nullif(array_to_string(v_donde, ' and '), ''), 'true'), case when v_sube then 'asc' else 'desc' end,
    case when v_pocas then 'offset 0' end)
  into v_filas using v_limite, v_personas;
  return jsonb_build_object('ok', true, 'filas', v_filas, 'total', v_total);
end
$$;
