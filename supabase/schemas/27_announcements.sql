-- Announcements to everybody, in both languages and for a period: in notifications, above the pages, and by mail to
-- subscribers. One row serves all readers; each person stores only how far they have read, so 200,000 readers cause no
-- writes until they open them.

create table public.anuncios (
  id bigint generated always as identity primary key,
  titulo text not null check (char_length(titulo) between 1 and 120),
  titulo_en text not null check (char_length(titulo_en) between 1 and 120),
  texto text not null check (char_length(texto) between 1 and 1000),
  texto_en text not null check (char_length(texto_en) between 1 and 1000),
  enlace text check (enlace ~ '^/([^/\\[:space:]][^\\[:space:]]*)?$' and char_length(enlace) <= 300),
  desde timestamptz not null,
  hasta timestamptz not null,
  en_barra boolean not null default true,
  por_correo boolean not null default false,
  estado text not null default 'borrador' check (estado in ('borrador', 'publicado', 'detenido')),
  -- Start of visibility; later than planned if it was published later.
  inicio timestamptz,
  -- Mails are written up to this person.
  contado_hasta uuid,
  correos integer not null default 0,
  correos_terminados_at timestamptz,
  -- Optimistic lock.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (hasta > desde),
  check (estado = 'borrador' or inicio is not null)
);
create index anuncios_vigentes_idx on public.anuncios (inicio desc) where estado = 'publicado';
create index anuncios_por_escribir_idx on public.anuncios (id)
  where estado = 'publicado' and por_correo and correos_terminados_at is null;

alter table public.anuncios enable row level security;
grant select (id, titulo, titulo_en, texto, texto_en, enlace, desde, hasta, en_barra, estado, inicio)
  on public.anuncios to anon, authenticated;
grant select on public.anuncios to service_role;
create policy anuncios_select on public.anuncios for select to anon, authenticated
  using (estado = 'publicado' and inicio <= now() and hasta > now());

-- The number of unseen announcements. Those from before the account was created do not count.
create function privado.anuncios_sin_ver(p_usuario uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select count(*) from public.anuncios a
    where a.estado = 'publicado' and a.inicio <= now() and a.hasta > now() and a.inicio > (
      select greatest(u.created_at, p.anuncios_vistos)
      from public.usuarios_meta u left join public.preferencias_aviso p on p.user_id = u.id where u.id = p_usuario)
  );
end
$$;

-- Marks all current announcements as seen.
create function privado.marcar_anuncios_vistos(p_usuario uuid) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.preferencias_aviso as p (user_id, anuncios_vistos)
  select p_usuario, max(a.inicio) from public.anuncios a
  where a.estado = 'publicado' and a.inicio <= now() and a.hasta > now() and privado.anuncios_sin_ver(p_usuario) > 0
  having max(a.inicio) is not null
  on conflict (user_id) do update set anuncios_vistos = greatest(p.anuncios_vistos, excluded.anuncios_vistos);
$$;

-- Current announcements for the signed-in person, newest first.
create function public.mis_anuncios() returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'titulo', a.titulo, 'titulo_en', a.titulo_en,
    'texto', a.texto, 'texto_en', a.texto_en, 'enlace', a.enlace, 'inicio', a.inicio,
    'visto', a.inicio <= greatest(u.created_at, p.anuncios_vistos)) order by a.inicio desc, a.id desc), '[]')
  from public.usuarios_meta u left join public.preferencias_aviso p on p.user_id = u.id
  cross join lateral (
    select * from public.anuncios x where x.estado = 'publicado' and x.inicio <= now() and x.hasta > now()
    order by x.inicio desc, x.id desc limit 20) a
  where u.id = auth.uid() and privado.puede_actuar();
$$;
grant execute on function public.mis_anuncios() to authenticated;

-- Parses a typed moment in Spanish time, as everywhere in the panel.
create function privado.momento_de(p_texto text) returns timestamptz
language plpgsql stable set search_path = '' as $$
begin
  if p_texto is null or p_texto !~ '^20\d\d-\d\d-\d\dT\d\d:\d\d$' then return null; end if;
  return p_texto::timestamp at time zone 'Europe/Madrid';
exception when datetime_field_overflow then
  return null;
end
$$;

create function privado.momento_escrito(p_momento timestamptz) returns text
language sql stable set search_path = '' as $$
  select to_char(p_momento at time zone 'Europe/Madrid', 'YYYY-MM-DD"T"HH24:MI');
$$;

-- The content of an announcement for the log.
create function privado.anuncio_escrito(p_anuncio public.anuncios) returns jsonb
language sql immutable set search_path = '' as $$
  select jsonb_build_object('titulo', p_anuncio.titulo, 'titulo_en', p_anuncio.titulo_en, 'texto', p_anuncio.texto,
    'texto_en', p_anuncio.texto_en, 'enlace', p_anuncio.enlace, 'desde', p_anuncio.desde, 'hasta', p_anuncio.hasta,
    'en_barra', p_anuncio.en_barra, 'por_correo', p_anuncio.por_correo, 'estado', p_anuncio.estado);
$$;

-- Saves a draft. A published announcement cannot be changed, only stopped.
create function public.admin_guardar_anuncio(p_id bigint, p_version integer, p_datos jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_datos jsonb := privado.leer_json(p_datos);
  v_antes public.anuncios;
  a public.anuncios;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  a.titulo := btrim(v_datos ->> 'titulo');
  a.titulo_en := btrim(v_datos ->> 'titulo_en');
  a.texto := btrim(v_datos ->> 'texto');
  a.texto_en := btrim(v_datos ->> 'texto_en');
  a.enlace := nullif(btrim(v_datos ->> 'enlace'), '');
  a.desde := privado.momento_de(v_datos ->> 'desde');
  a.hasta := privado.momento_de(v_datos ->> 'hasta');
  a.en_barra := (v_datos -> 'en_barra') = 'true';
  a.por_correo := (v_datos -> 'por_correo') = 'true';
  if a.desde is null or a.hasta is null or a.hasta <= a.desde then return privado.rechazo('fechas_no_validas'); end if;
  if p_id is null then
    insert into public.anuncios (titulo, titulo_en, texto, texto_en, enlace, desde, hasta, en_barra, por_correo)
    values (a.titulo, a.titulo_en, a.texto, a.texto_en, a.enlace, a.desde, a.hasta,
      coalesce(a.en_barra, false), coalesce(a.por_correo, false))
    returning * into a;
    perform privado.anotar('crear_anuncio', 'anuncio', a.id::text, null, privado.anuncio_escrito(a));
    return jsonb_build_object('ok', true, 'id', a.id);
  end if;
  select * into v_antes from public.anuncios where id = p_id for update;
  if v_antes.id is null then return privado.rechazo('anuncio_no_encontrado'); end if;
  if v_antes.estado <> 'borrador' then return privado.rechazo('anuncio_publicado'); end if;
  if v_antes.version is distinct from p_version then return privado.rechazo('conflicto'); end if;
  update public.anuncios set titulo = a.titulo, titulo_en = a.titulo_en, texto = a.texto, texto_en = a.texto_en,
    enlace = a.enlace, desde = a.desde, hasta = a.hasta, en_barra = coalesce(a.en_barra, false),
    por_correo = coalesce(a.por_correo, false), version = version + 1
  where id = p_id returning * into a;
  perform privado.anotar('editar_anuncio', 'anuncio', p_id::text, privado.anuncio_escrito(v_antes), privado.anuncio_escrito(a));
  return jsonb_build_object('ok', true, 'id', a.id);
exception when check_violation or not_null_violation then
  return privado.rechazo('anuncio_no_valido');
end
$$;
grant execute on function public.admin_guardar_anuncio(bigint, integer, jsonb) to authenticated;

-- Publishes a draft in the version that its author has seen, from its date on, or now.
create function public.admin_publicar_anuncio(p_id bigint, p_version integer) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  a public.anuncios;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into a from public.anuncios where id = p_id for update;
  if a.id is null then return privado.rechazo('anuncio_no_encontrado'); end if;
  if a.estado <> 'borrador' then return privado.rechazo('anuncio_publicado'); end if;
  if a.version is distinct from p_version then return privado.rechazo('conflicto'); end if;
  if a.hasta <= clock_timestamp() then return privado.rechazo('fechas_no_validas'); end if;
  update public.anuncios set estado = 'publicado', inicio = greatest(desde, clock_timestamp()), version = version + 1
  where id = p_id;
  perform privado.anotar('publicar_anuncio', 'anuncio', p_id::text, jsonb_build_object('estado', a.estado),
    jsonb_build_object('estado', 'publicado'));
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_publicar_anuncio(bigint, integer) to authenticated;

-- Withdraws an announcement: before its start it becomes a draft again, afterwards it is stopped permanently. Waiting
-- mails are not sent.
create function public.admin_detener_anuncio(p_id bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  a public.anuncios;
  v_estado text;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into a from public.anuncios where id = p_id for update;
  if a.id is null then return privado.rechazo('anuncio_no_encontrado'); end if;
  if a.estado <> 'publicado' then return privado.rechazo('anuncio_no_publicado'); end if;
  v_estado := case when a.inicio > clock_timestamp() then 'borrador' else 'detenido' end;
  update public.anuncios set estado = v_estado, inicio = case when v_estado = 'detenido' then inicio end,
    version = version + 1
  where id = p_id;
  delete from public.correos where plantilla = 'anuncio' and estado = 'pendiente'
    and (datos ->> 'anuncio')::bigint = p_id;
  perform privado.anotar('detener_anuncio', 'anuncio', p_id::text, jsonb_build_object('estado', a.estado),
    jsonb_build_object('estado', v_estado));
  return jsonb_build_object('ok', true, 'estado', v_estado);
end
$$;
grant execute on function public.admin_detener_anuncio(bigint) to authenticated;

-- Deletes a draft.
create function public.admin_borrar_anuncio(p_id bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  a public.anuncios;
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  select * into a from public.anuncios where id = p_id for update;
  if a.id is null then return privado.rechazo('anuncio_no_encontrado'); end if;
  if a.estado <> 'borrador' then return privado.rechazo('anuncio_publicado'); end if;
  delete from public.anuncios where id = p_id;
  perform privado.anotar('borrar_anuncio', 'anuncio', p_id::text, privado.anuncio_escrito(a), null);
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.admin_borrar_anuncio(bigint) to authenticated;

-- One page of announcements for the panel, newest first.
create function public.admin_anuncios(p_antes bigint default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'anuncios', coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'titulo', a.titulo, 'titulo_en', a.titulo_en, 'texto', a.texto,
      'texto_en', a.texto_en, 'enlace', a.enlace, 'desde', privado.momento_escrito(a.desde),
      'hasta', privado.momento_escrito(a.hasta), 'en_barra', a.en_barra, 'por_correo', a.por_correo,
      'correos', a.correos, 'version', a.version,
      'estado', case when a.estado <> 'publicado' then a.estado when a.hasta <= now() then 'terminado'
        when a.inicio > now() then 'programado' else 'publicado' end) order by a.id desc)
    from (select * from public.anuncios where p_antes is null or id < p_antes order by id desc limit 51) a), '[]'));
end
$$;
grant execute on function public.admin_anuncios(bigint) to authenticated;

-- The announcements of a moment, for the preview of the home page.
create function public.admin_anuncios_en(p_momento text default null) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_momento constant timestamptz := coalesce(privado.momento_de(p_momento), now());
begin
  if not privado.es_admin() then return privado.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'anuncios', coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'titulo', a.titulo, 'titulo_en', a.titulo_en, 'texto', a.texto,
      'texto_en', a.texto_en, 'enlace', a.enlace) order by a.inicio desc, a.id desc)
    from public.anuncios a
    where a.estado = 'publicado' and a.en_barra and a.inicio <= v_momento and a.hasta > v_momento), '[]'));
end
$$;
grant execute on function public.admin_anuncios_en(text) to authenticated;

-- Writes the next announcement mails up to a limit, once per recipient. It stops while many wait to be sent, so that
-- receipts are not delayed. Returns the number of people checked.
create function public.escribir_anuncios(p_limite integer default 1000) returns integer
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_quedan integer := least(greatest(coalesce(p_limite, 1000), 1), 5000);
  v_mas_correos constant integer := 500;
  v_total integer := 0;
  v_tope integer;
  v_leidos integer;
  v_hasta uuid;
  v_escritos integer;
  a public.anuncios;
begin
  while v_quedan > 0 loop
    select v_mas_correos - count(*) into v_tope from (
      select from public.correos where estado = 'pendiente' and plantilla = 'anuncio' limit v_mas_correos) c;
    exit when v_tope <= 0;
    v_tope := least(v_tope, v_quedan);
    select * into a from public.anuncios
    where estado = 'publicado' and por_correo and correos_terminados_at is null and inicio <= now()
    order by id limit 1 for update skip locked;
    exit when a.id is null;
    if a.hasta <= now() then
      update public.anuncios set correos_terminados_at = now() where id = a.id;
      continue;
    end if;
    with siguientes as materialized (
      select p.user_id from public.preferencias_aviso p
      where p.correo_anuncios and (a.contado_hasta is null or p.user_id > a.contado_hasta)
      order by p.user_id limit v_tope
    ), escritos as (
      insert into public.correos (clave, user_id, plantilla, datos, caduca_at)
      select 'anuncio:' || a.id || ':' || u.id, u.id, 'anuncio', jsonb_build_object('anuncio', a.id, 'usuario', u.id,
        'titulo', a.titulo, 'titulo_en', a.titulo_en, 'texto', a.texto, 'texto_en', a.texto_en, 'enlace', a.enlace), a.hasta
      from siguientes s join public.usuarios_meta u on u.id = s.user_id
      where u.borrada_at is null and (u.banned_until is null or u.banned_until <= now())
      on conflict (clave) do nothing
      returning 1
    )
    select (select count(*) from siguientes), (select s.user_id from siguientes s order by s.user_id desc limit 1),
      (select count(*) from escritos)
    into v_leidos, v_hasta, v_escritos;
    update public.anuncios set contado_hasta = coalesce(v_hasta, contado_hasta), correos = correos + v_escritos,
      correos_terminados_at = case when v_leidos < v_tope then now() end
    where id = a.id;
    v_quedan := v_quedan - v_leidos;
    v_total := v_total + v_leidos;
  end loop;
  return v_total;
end
$$;
grant execute on function public.escribir_anuncios(integer) to service_role;
