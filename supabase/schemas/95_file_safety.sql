-- Safety of sold files: scan results, and forbidden files.

-- Files that the operator has judged by their SHA-256: forbidden, or allowed regardless of the scanner.
create table public.archivos_juzgados (
  huella text primary key check (huella ~ '^[0-9a-f]{64}$'),
  prohibido boolean not null,
  motivo text not null check (char_length(btrim(motivo)) between 3 and 200),
  created_at timestamptz not null default now()
);

alter table public.archivos_juzgados enable row level security;

-- Scan results of files. A file with a finding is in quarantine.
create table public.analisis_archivos (
  ruta text primary key check (privado.ruta_valida(ruta) and starts_with(ruta, 'descargas/')),
  huella text not null check (huella ~ '^[0-9a-f]{64}$'),
  resultado text not null check (resultado in ('limpio', 'hallazgo', 'sin_analizar')),
  hallazgo text check (char_length(hallazgo) between 1 and 300),
  firmas text check (char_length(firmas) <= 200),
  analizado_at timestamptz not null default now(),
  mostrado boolean not null default false,
  check ((resultado = 'hallazgo') = (hallazgo is not null))
);
comment on column public.analisis_archivos.huella is 'SHA-256, as the shop has counted it';
comment on column public.analisis_archivos.resultado is 'sin_analizar: read without a scanner, or too large for it';
comment on column public.analisis_archivos.firmas is 'the version of the scanner and its signatures; null without one, empty if it has to be scanned again';
comment on column public.analisis_archivos.mostrado is 'true if the pages were made again after a finding';
create index analisis_archivos_huella_idx on public.analisis_archivos (huella);

alter table public.analisis_archivos enable row level security;

-- Files that could not be read or scanned. They are tried again after all others.
create table public.analisis_fallidos (
  ruta text primary key check (privado.ruta_valida(ruta) and starts_with(ruta, 'descargas/')),
  fallido_at timestamptz not null default now()
);

alter table public.analisis_fallidos enable row level security;

-- True if a file is in quarantine: nobody can download it, and it is not sold.
create function privado.en_cuarentena(p_ruta text) returns boolean
language sql stable security definer set search_path = '' as $$
  select exists (select from public.analisis_archivos where ruta = p_ruta and resultado = 'hallazgo');
$$;

-- The product and its editions, by id, that are not for sale because their file is in quarantine.
create function public.ids_en_cuarentena(p_producto uuid) returns uuid[]
language sql stable security definer set search_path = '' as $$
  select array(
    select p.id from public.productos p
    where p.id = p_producto and p.descargable and privado.en_cuarentena(p.download_link)
    union all
    select e.id from public.ediciones e where e.producto_id = p_producto and privado.en_cuarentena(e.download_link));
$$;
grant execute on function public.ids_en_cuarentena(uuid) to anon, authenticated;

-- For the job: the products, by slug, whose pages are outdated because a quarantine began or ended, also by a bundle.
create function public.cuarentenas_por_mostrar() returns text[]
language sql volatile security definer set search_path = '' as $$
  with cambiados as (
    update public.analisis_archivos set mostrado = not mostrado where mostrado <> (resultado = 'hallazgo') returning ruta
  ), suyos as (
    select p.id from public.productos p where p.download_link in (select ruta from cambiados)
    union select e.producto_id from public.ediciones e where e.download_link in (select ruta from cambiados)
  )
  select array(
    select p.slug from public.productos p where p.id in (
      select id from suyos
      union select o.producto_id from public.bundles_productos m
        join public.bundles_productos o on o.bundle_id = m.bundle_id where m.producto_id in (select id from suyos)));
$$;
grant execute on function public.cuarentenas_por_mostrar() to service_role;

-- Notifies creator and staff that a file of a product went into quarantine.
create function privado.avisar_cuarentena(p_ruta text, p_hallazgo text) returns void
language sql volatile security definer set search_path = '' as $$
  with productos as (
    select p.id, p.slug, p.nombre, p.nombre_en, p.usuario_id from public.productos p where p.id in (
      select x.id from public.productos x where x.download_link = p_ruta
      union select e.producto_id from public.ediciones e where e.download_link = p_ruta
      union select r.producto_id from public.revisiones_producto r
        where privado.archivos_de(r.contenido) @> array[p_ruta] and r.estado = 'pendiente')
  )
  insert into public.notificaciones (user_id, tipo, clave, datos)
  select q.id, 'cuarentena', 'cuarentena:' || p_ruta || ':' || p.id || ':' || floor(extract(epoch from now())),
    jsonb_build_object('nombre', p.nombre, 'nombre_en', p.nombre_en, 'slug', p.slug, 'hallazgo', p_hallazgo,
      'es_suyo', q.id = p.usuario_id)
  from productos p join public.usuarios_meta q on q.id = p.usuario_id
    or q.role in ('moderador', 'admin') and q.borrada_at is null and (q.banned_until is null or q.banned_until <= now())
  on conflict (user_id, clave) do nothing;
$$;

-- Records the scan result of a file. The operator's judgement has precedence.
create function public.anotar_analisis(
  p_ruta text, p_huella text, p_resultado text, p_hallazgo text, p_firmas text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_juicio public.archivos_juzgados;
  v_resultado text := p_resultado;
  v_hallazgo text := left(p_hallazgo, 200);
  v_antes text;
begin
  select * into v_juicio from public.archivos_juzgados where huella = p_huella;
  if v_juicio.prohibido then
    v_resultado := 'hallazgo';
    v_hallazgo := v_juicio.motivo;
  elsif v_juicio.huella is not null then
    v_resultado := 'limpio';
    v_hallazgo := null;
  end if;
  select resultado into v_antes from public.analisis_archivos where ruta = p_ruta for update;
  insert into public.analisis_archivos (ruta, huella, resultado, hallazgo, firmas)
  values (p_ruta, p_huella, v_resultado, v_hallazgo, p_firmas)
  on conflict (ruta) do update set huella = excluded.huella, resultado = excluded.resultado, hallazgo = excluded.hallazgo,
    firmas = excluded.firmas, analizado_at = now();
  delete from public.analisis_fallidos where ruta = p_ruta;
  if v_resultado = 'hallazgo' and v_antes is distinct from 'hallazgo' then
    perform privado.avisar_cuarentena(p_ruta, v_hallazgo);
  end if;
  return jsonb_build_object('ok', true, 'limpio', v_resultado <> 'hallazgo', 'hallazgo', v_hallazgo);
end
$$;
grant execute on function public.anotar_analisis(text, text, text, text, text) to service_role;

-- Records that a file could not be read or scanned.
create function public.anotar_analisis_fallido(p_ruta text) returns void
language sql volatile security definer set search_path = '' as $$
  insert into public.analisis_fallidos (ruta) values (p_ruta) on conflict (ruta) do update set fallido_at = now();
$$;
grant execute on function public.anotar_analisis_fallido(text) to service_role;

-- The scan result of a file with these signatures; null if it has to be scanned.
create function public.analisis_conocido(p_ruta text, p_firmas text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('ok', true, 'limpio', resultado <> 'hallazgo', 'hallazgo', hallazgo)
  from public.analisis_archivos where ruta = p_ruta and firmas is not distinct from p_firmas;
$$;
grant execute on function public.analisis_conocido(text, text) to service_role;

-- Files that are sold or wait for review, and were never read, were scanned with other signatures, or have lost their
-- judgement: new ones first, those that could not be read last.
create function public.archivos_por_analizar(p_firmas text, p_cuantos integer) returns setof text
language sql stable security definer set search_path = '' as $$
  with en_uso as (
    select download_link as ruta from public.productos where starts_with(download_link, 'descargas/')
    union select download_link from public.ediciones where starts_with(download_link, 'descargas/')
    union select unnest(privado.archivos_de(contenido)) from public.revisiones_producto where estado = 'pendiente'
  )
  select u.ruta from en_uso u left join public.analisis_archivos a on a.ruta = u.ruta
  left join public.analisis_fallidos f on f.ruta = u.ruta
  where (a.ruta is null or a.firmas = '' or p_firmas is not null and a.firmas is distinct from p_firmas)
    and privado.ruta_valida(u.ruta) and privado.esta_guardado(u.ruta)
  order by f.fallido_at nulls first, a.analizado_at nulls first limit p_cuantos;
$$;
grant execute on function public.archivos_por_analizar(text, integer) to service_role;

-- Forbids files with this SHA-256, allows them regardless of the scanner, or (null) withdraws that judgement. Known
-- files change at once; after a withdrawal they stay as they are until the job has scanned them again.
create function public.juzgar_archivo(p_huella text, p_prohibido boolean, p_motivo text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ruta text;
  v_cuantos integer := 0;
begin
  if p_prohibido is null then
    delete from public.archivos_juzgados where huella = p_huella;
    update public.analisis_archivos set firmas = '' where huella = p_huella;
    get diagnostics v_cuantos = row_count;
    return jsonb_build_object('ok', true, 'archivos', v_cuantos);
  end if;
  insert into public.archivos_juzgados (huella, prohibido, motivo) values (p_huella, p_prohibido, p_motivo)
  on conflict (huella) do update set prohibido = excluded.prohibido, motivo = excluded.motivo;
  for v_ruta in select ruta from public.analisis_archivos where huella = p_huella loop
    perform public.anotar_analisis(ruta, huella, 'limpio', null, firmas) from public.analisis_archivos where ruta = v_ruta;
    v_cuantos := v_cuantos + 1;
  end loop;
  return jsonb_build_object('ok', true, 'archivos', v_cuantos);
exception
  when check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.juzgar_archivo(text, boolean, text) to service_role;
