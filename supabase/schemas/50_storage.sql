-- Storage policies: public artwork and portraits, private downloads. Every upload has a separate permission for one
-- random name. Nothing is overwritten (`conservar_objeto`), so the reviewed file is the one that is sold. Reads use the
-- reader's own permissions.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('portadas', 'portadas', true, 5242880, array['image/webp']),
  ('avatars', 'avatars', true, 2097152, array['image/webp']),
  ('descargas', 'descargas', false, 5368709120, null)
on conflict (id) do nothing;

-- Pictures encoded by the shop: the permission to store one, and its facts afterwards.
create table public.imagenes_subidas (
  ruta text primary key check (privado.ruta_valida(ruta) and ruta ~ '^(avatars|portadas)/.+[.]webp$'),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  ancho integer check (ancho > 0),
  alto integer check (alto > 0),
  bytes integer not null check (bytes > 0),
  blur text check (privado.blur_valido(blur)),
  created_at timestamptz not null default now(),
  retirada_at timestamptz
);
create index imagenes_subidas_usuario_id_idx on public.imagenes_subidas (usuario_id);
create index imagenes_subidas_retirada_idx on public.imagenes_subidas (retirada_at) where retirada_at is not null;

alter table public.imagenes_subidas enable row level security;

-- Files being uploaded by creators; an upload may be interrupted for a day. A cancelled one (dejada_at) cannot start
-- again, but its signed link stays valid for two hours.
create table public.descargas_por_subir (
  ruta text primary key check (privado.ruta_valida(ruta) and starts_with(ruta, 'descargas/')),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  created_at timestamptz not null default now(),
  bytes bigint not null default 52428800 check (bytes between 1 and 5368709120),
  dejada_at timestamptz,
  por_llave boolean not null default false
);
comment on column public.descargas_por_subir.por_llave is 'permitted to an API key: whoever knows the random name may send the file';
create index descargas_por_subir_usuario_id_idx on public.descargas_por_subir (usuario_id, created_at);

alter table public.descargas_por_subir enable row level security;

-- People can write below their own folder only; the private bucket is read by signed links only.
create function privado.carpeta_propia(p_bucket text, p_nombre text) returns boolean
language sql stable set search_path = '' as $$
  select case p_bucket
    when 'avatars' then (storage.foldername(p_nombre))[1:2] = array['usuarios', auth.uid()::text]
    when 'portadas' then (storage.foldername(p_nombre))[1] = auth.uid()::text
    else false
  end;
$$;

-- True if storage has this object, `bucket/folder/…/file`.
create function privado.esta_guardado(p_ruta text) returns boolean
language sql stable set search_path = '' as $$
  select exists (select from storage.objects
    where bucket_id = split_part(p_ruta, '/', 1) and name = substr(p_ruta, strpos(p_ruta, '/') + 1));
$$;

-- The storage quota of a creator: 50 GiB.
create function privado.cuota_descargas() returns bigint
language sql immutable set search_path = '' as $$ select 53687091200 $$;

-- Permits the upload of a file of this size: at most 400 files and the quota per creator, including open uploads. At
-- most ten uploads may be open, including cancelled ones.
create function public.permitir_subida(p_nombre text, p_bytes bigint) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_ruta text := 'descargas/' || auth.uid() || '/' || gen_random_uuid() || '/' || p_nombre;
  v_objetos bigint;
  v_ocupado bigint;
  v_enlaces bigint;
  v_pendientes bigint;
  v_en_camino bigint;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_nombre like '%/%' or not coalesce(privado.ruta_valida(v_ruta), false) then
    return privado.rechazo('datos_no_validos');
  end if;
  if p_bytes is null or p_bytes < 1
    or p_bytes > (select file_size_limit from storage.buckets where id = 'descargas') then
    return privado.rechazo('demasiado_grande');
  end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  delete from public.descargas_por_subir s
  where s.usuario_id = auth.uid() and (s.created_at < now() - interval '26 hours'
    or s.dejada_at < now() - interval '2 hours' or privado.esta_guardado(s.ruta));
  select count(*), coalesce(sum((privado.leer_json(metadata) ->> 'size')::bigint), 0) into v_objetos, v_ocupado
  from storage.objects where bucket_id = 'descargas' and name like auth.uid() || '/%';
  select count(*), count(*) filter (where dejada_at is null), coalesce(sum(bytes) filter (where dejada_at is null), 0)
  into v_enlaces, v_pendientes, v_en_camino
  from public.descargas_por_subir where usuario_id = auth.uid();
  -- Storage does not check the announced size: it is only known after the upload.
  if v_enlaces >= 10 then return privado.rechazo('demasiadas_subidas'); end if;
  if v_objetos + v_pendientes >= 400 or v_ocupado + v_en_camino + p_bytes > privado.cuota_descargas() then
    return privado.rechazo('sin_espacio');
  end if;
  insert into public.descargas_por_subir (ruta, usuario_id, bytes, por_llave)
  values (v_ruta, auth.uid(), p_bytes, coalesce(auth.jwt() ? 'llave_api', false));
  return jsonb_build_object('ok', true, 'ruta', v_ruta);
end
$$;
grant execute on function public.permitir_subida(text, bigint) to authenticated;

-- Cancels an upload and frees its quota. It still counts towards the ten open ones.
create function public.olvidar_subida(p_ruta text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  update public.descargas_por_subir set dejada_at = now()
  where ruta = p_ruta and usuario_id = auth.uid() and dejada_at is null;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.olvidar_subida(text) to authenticated;

-- The SHA-256 and the name of an uploaded file, as the creator's browser reports them. Buyers save the file under this
-- name; creator and moderators can compare the hash. The shop checks the size only.
create table public.huellas_descarga (
  ruta text primary key check (privado.ruta_valida(ruta) and starts_with(ruta, 'descargas/')),
  usuario_id uuid not null references public.usuarios_meta (id) on delete cascade,
  huella text not null check (huella ~ '^[0-9a-f]{64}$'),
  bytes bigint not null check (bytes > 0),
  nombre text check (privado.nombre_de_archivo_valido(nombre, ruta)),
  created_at timestamptz not null default now()
);
create index huellas_descarga_usuario_id_idx on public.huellas_descarga (usuario_id);

alter table public.huellas_descarga enable row level security;
grant select on public.huellas_descarga to authenticated, service_role;
create policy huellas_descarga_select on public.huellas_descarga for select to authenticated
  using (usuario_id = (select auth.uid()) or (select privado.es_moderador()));
create policy huellas_descarga_segundo_paso on public.huellas_descarga as restrictive for select to authenticated
  using ((select privado.sesion_completa()));

-- Records a finished upload; refused if storage has another size.
create function public.anotar_huella(p_ruta text, p_huella text, p_bytes bigint, p_nombre text default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_bytes bigint;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if p_huella is null or p_huella !~ '^[0-9a-f]{64}$' or not privado.nombre_de_archivo_valido(p_nombre, p_ruta) then
    return privado.rechazo('datos_no_validos');
  end if;
  if not starts_with(p_ruta, 'descargas/' || auth.uid() || '/') then return privado.rechazo('no_existe'); end if;
  select (privado.leer_json(metadata) ->> 'size')::bigint into v_bytes
  from storage.objects where bucket_id = 'descargas' and name = substr(p_ruta, 11);
  if v_bytes is null then return privado.rechazo('no_existe'); end if;
  if v_bytes is distinct from p_bytes then return privado.rechazo('incompleto'); end if;
  insert into public.huellas_descarga (ruta, usuario_id, huella, bytes, nombre)
  values (p_ruta, auth.uid(), p_huella, p_bytes, p_nombre)
  on conflict (ruta) do nothing;
  return jsonb_build_object('ok', true);
end
$$;
grant execute on function public.anotar_huella(text, text, bigint, text) to authenticated;

-- Permits the shop to store an encoded picture with the person's rights. At most 2,000 pictures and 512 MiB per person.
create function public.permitir_imagen(
  p_ruta text, p_ancho integer, p_alto integer, p_bytes integer, p_blur text, p_sello text
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuantas bigint;
  v_bytes bigint;
begin
  if not privado.puede_actuar() then return privado.rechazo('sin_sesion'); end if;
  if not privado.sello_valido(
    array['imagen', auth.uid()::text, p_ruta, p_ancho::text, p_alto::text, p_bytes::text, p_blur], p_sello) then
    return privado.rechazo('sello_no_valido');
  end if;
  if not privado.carpeta_propia(split_part(p_ruta, '/', 1), substr(p_ruta, strpos(p_ruta, '/') + 1)) then
    return privado.rechazo('datos_no_validos');
  end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  select count(*), coalesce(sum(bytes), 0) into v_cuantas, v_bytes
  from public.imagenes_subidas where usuario_id = auth.uid() and retirada_at is null;
  if v_cuantas >= 2000 or v_bytes + p_bytes > 536870912 then return privado.rechazo('sin_espacio'); end if;
  insert into public.imagenes_subidas (ruta, usuario_id, ancho, alto, bytes, blur)
  values (p_ruta, auth.uid(), p_ancho, p_alto, p_bytes, p_blur);
  return jsonb_build_object('ok', true);
exception
  when unique_violation or check_violation or not_null_violation then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.permitir_imagen(text, integer, integer, integer, text, text) to authenticated;

-- True if a picture is stored or its permission expired: before that its name is secret.
create function privado.imagen_llegada(p_imagen public.imagenes_subidas) returns boolean
language sql stable set search_path = '' as $$
  select p_imagen.created_at < now() - interval '5 minutes' or privado.esta_guardado(p_imagen.ruta);
$$;

-- A picture must arrive within minutes: the shop stores it at once.
create function privado.puede_subir(p_ruta text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  if not privado.puede_actuar() then return false; end if;
  return exists (select from public.descargas_por_subir where ruta = p_ruta and usuario_id = v_yo
      and dejada_at is null and created_at > now() - interval '24 hours')
    or exists (select from public.imagenes_subidas where ruta = p_ruta and usuario_id = v_yo
      and retirada_at is null and created_at > now() - interval '5 minutes')
    or exists (select from public.archivos_disputa where ruta = p_ruta and subido_por = v_yo
      and retirado_at is null and created_at > now() - interval '5 minutes');
end
$$;
grant execute on function privado.puede_subir(text) to authenticated;

-- True if the signed-in person may read a file: of an order, or of a waiting revision. Files that were only uploaded
-- are readable by nobody, so that accounts cannot share files.
create function privado.puede_leer(p_bucket text, p_nombre text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not privado.puede_actuar() then return false; end if;
  return case p_bucket
    when 'descargas' then privado.tiene_descarga('descargas/' || p_nombre)
      or privado.es_moderador() and privado.en_revision('descargas/' || p_nombre)
      -- For the previous release, which asks Storage about own files instead of `ha_llegado`. Remove it with the next
      -- release.
      or split_part(p_nombre, '/', 1) = auth.uid()::text
        and current_setting('storage.operation', true) = 'object.get_authenticated_info'
    when 'avatars' then privado.carpeta_propia(p_bucket, p_nombre)
    when 'portadas' then privado.carpeta_propia(p_bucket, p_nombre)
    when 'pruebas' then privado.es_admin() and exists (
      select from public.archivos_disputa where ruta = 'pruebas/' || p_nombre and retirado_at is null)
    else false
  end;
end
$$;
grant execute on function privado.puede_leer(text, text) to authenticated;

create policy objetos_select on storage.objects for select to authenticated
  using (privado.puede_leer(bucket_id, name));
create policy objetos_insert on storage.objects for insert to authenticated
  with check (privado.puede_subir(bucket_id || '/' || name));

-- True if a file may be sent that was permitted to an API key. Storage does not check keys, so the permission is the
-- name: it is random, valid for one file and a day, and only the key's holder received it.
create function privado.puede_subir_con_llave(p_ruta text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.descargas_por_subir s join public.usuarios_meta u on u.id = s.usuario_id
    where s.ruta = p_ruta and s.por_llave and s.dejada_at is null and s.created_at > now() - interval '24 hours'
      and u.borrada_at is null and (u.banned_until is null or u.banned_until <= now()));
end
$$;
grant execute on function privado.puede_subir_con_llave(text) to anon;
create policy objetos_insert_llave on storage.objects for insert to anon
  with check (privado.puede_subir_con_llave(bucket_id || '/' || name));

-- Keeps version and name of stored objects. Policies do not cover uploads by a signed link: Storage completes them as
-- the service, and gives overwriting links for any free name. The error is the one that Storage reports as a taken
-- name. A restore marks objects whose files are still to come.
create function privado.conservar_objeto() returns trigger
language plpgsql set search_path = '' as $$
begin
  raise exception 'what is in storage is not written over or moved' using errcode = 'unique_violation';
end
$$;
create trigger conservar_objeto before update on storage.objects for each row
  when (old.bucket_id in ('avatars', 'descargas', 'portadas', 'pruebas') and not starts_with(coalesce(old.version, ''), 'por restaurar:')
    and (new.version is distinct from old.version or new.name <> old.name or new.bucket_id <> old.bucket_id))
  execute function privado.conservar_objeto();

-- Queues unused portraits for deletion, also of deleted accounts.
create function privado.retirar_retratos() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update public.imagenes_subidas set retirada_at = now()
  where usuario_id = new.id and retirada_at is null
    and ruta in (substr(old.avatar_url, 8), substr(old.banner_url, 8))
    and '/media/' || ruta not in (new.avatar_url, new.banner_url);
  -- A deleted account keeps only pictures of products.
  if new.borrada_at is not null and old.borrada_at is null then
    update public.imagenes_subidas set retirada_at = now()
    where usuario_id = new.id and retirada_at is null and starts_with(ruta, 'avatars/');
  end if;
  return null;
end
$$;
create trigger retirar_retratos after update of avatar_url, banner_url, borrada_at on public.usuarios_meta
  for each row execute function privado.retirar_retratos();

-- Pictures for the job to delete from storage. Expired permissions without a picture are dropped.
create function public.imagenes_retiradas() returns setof text
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.imagenes_subidas s
  where s.created_at between now() - interval '1 day' and now() - interval '1 hour' and not privado.esta_guardado(s.ruta);
  return query select ruta from public.imagenes_subidas where retirada_at is not null order by retirada_at limit 200;
end
$$;
grant execute on function public.imagenes_retiradas() to service_role;

-- Forgets deleted pictures.
create function public.olvidar_imagenes(p_rutas text[]) returns void
language sql volatile security definer set search_path = '' as $$
  delete from public.imagenes_subidas where ruta = any (p_rutas) and retirada_at is not null;
$$;
grant execute on function public.olvidar_imagenes(text[]) to service_role;

-- Files of creators without any reference, the time since when, and whether they are being deleted: then nothing may
-- refer to them any more.
create table public.archivos_sin_uso (
  ruta text primary key check (privado.ruta_valida(ruta) and starts_with(ruta, 'descargas/')),
  visto_at timestamptz not null default now(),
  retirado_at timestamptz
);
create index archivos_sin_uso_visto_at_idx on public.archivos_sin_uso (visto_at) where retirado_at is null;
create index archivos_sin_uso_retirado_at_idx on public.archivos_sin_uso (retirado_at) where retirado_at is not null;

alter table public.archivos_sin_uso enable row level security;

-- Cursor of the job over files.
create table public.repaso_archivos (
  id integer primary key default 1 check (id = 1),
  hasta text not null default ''
);

alter table public.repaso_archivos enable row level security;

-- True if a file exists, belongs to the creator, and is not being deleted.
create function privado.es_archivo_de(p_ruta text, p_creador uuid) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(starts_with(p_ruta, 'descargas/' || p_creador || '/'), false) and privado.esta_guardado(p_ruta)
    and not exists (select from public.archivos_sin_uso where ruta = p_ruta and retirado_at is not null);
$$;

-- The same for the signed-in creator.
create function public.ha_llegado(p_ruta text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return privado.puede_actuar() and privado.es_archivo_de(p_ruta, auth.uid());
end
$$;
grant execute on function public.ha_llegado(text) to authenticated;

-- True if a file is needed. For a creator: a product, a draft, or a revision refers to it; a revision that is over does
-- so for 90 days, except a rejected one, which can be sent again until an approval. For a deleted account: a product that
-- is on sale, owned, paid for or has codes. Files outside creators' folders are ignored.
create function privado.archivo_en_uso(p_ruta text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_borrada boolean;
  v_productos uuid[];
begin
  select borrada_at is not null into v_borrada from public.usuarios_meta
  where id = privado.leer_uuid(split_part(p_ruta, '/', 2));
  if v_borrada is null then return true; end if;
  if not v_borrada then
    return exists (select from public.productos where download_link = p_ruta)
      or exists (select from public.ediciones where download_link = p_ruta)
      or exists (select from public.revisiones_producto r where privado.archivos_de(r.contenido) @> array[p_ruta]
        and (r.estado = 'pendiente' or coalesce(r.decidida_at, r.enviada_at) > now() - interval '90 days'
          or r.estado = 'rechazada' and not exists (select from public.revisiones_producto n
            where n.producto_id = r.producto_id and n.estado = 'aprobada' and n.decidida_at > r.enviada_at)))
      or exists (select from public.borradores where privado.archivos_de(contenido) @> array[p_ruta]);
  end if;
  v_productos := array(select id from public.productos where download_link = p_ruta
    union select producto_id from public.ediciones where download_link = p_ruta);
  return exists (select from public.productos where id = any (v_productos) and status = 'approved')
    or exists (select from public.adquisiciones where producto_id = any (v_productos))
    or exists (select from public.codigos_canjes where id_producto = any (v_productos) and not canjeado)
    or exists (select from public.pagos where producto_id = any (v_productos) and estado not in ('fallido', 'caducado'))
    or exists (
      select from public.bundles_productos b join public.pagos g on g.bundle_id = b.bundle_id
      where b.producto_id = any (v_productos) and g.estado not in ('fallido', 'caducado'));
end
$$;

-- Serialises referring to a file in a revision and deleting it.
create function privado.esperar_archivos(p_creador uuid) returns void
language sql volatile set search_path = '' as $$
  select pg_advisory_xact_lock(hashtextextended('archivos:' || p_creador, 0));
$$;

-- Files for the job to delete from storage. Each call checks some more files, and selects those unused for thirty days.
create function public.archivos_retirados(p_cuantos integer default 200) returns setof text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_hasta text;
  v_ruta text;
  v_vistos integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('archivos_retirados')) then return; end if;
  insert into public.repaso_archivos default values on conflict (id) do nothing;
  select hasta into v_hasta from public.repaso_archivos;
  for v_ruta in
    select 'descargas/' || o.name from storage.objects o
    where o.bucket_id = 'descargas' and o.name collate "C" > v_hasta order by o.name collate "C" limit p_cuantos
  loop
    v_vistos := v_vistos + 1;
    v_hasta := substr(v_ruta, 11);
    continue when not privado.ruta_valida(v_ruta);
    if privado.archivo_en_uso(v_ruta) then
      delete from public.archivos_sin_uso where ruta = v_ruta and retirado_at is null;
    else
      insert into public.archivos_sin_uso (ruta) values (v_ruta) on conflict (ruta) do nothing;
    end if;
  end loop;
  update public.repaso_archivos set hasta = case when v_vistos < p_cuantos then '' else v_hasta end;
  for v_ruta in
    select ruta from public.archivos_sin_uso
    where retirado_at is null and visto_at < now() - interval '30 days' order by visto_at limit 50
  loop
    perform privado.esperar_archivos(privado.leer_uuid(split_part(v_ruta, '/', 2)));
    if privado.archivo_en_uso(v_ruta) then
      delete from public.archivos_sin_uso where ruta = v_ruta;
    else
      update public.archivos_sin_uso set retirado_at = now() where ruta = v_ruta;
    end if;
  end loop;
  return query select ruta from public.archivos_sin_uso where retirado_at is not null order by retirado_at limit 50;
end
$$;
grant execute on function public.archivos_retirados(integer) to service_role;

-- Forgets deleted files.
create function public.olvidar_archivos(p_rutas text[]) returns void
language sql volatile security definer set search_path = '' as $$
  with idos as (
    delete from public.archivos_sin_uso s
    where s.ruta = any (p_rutas) and s.retirado_at is not null and not privado.esta_guardado(s.ruta)
    returning s.ruta),
  analizados as (delete from public.analisis_archivos where ruta in (select ruta from idos)),
  fallidos as (delete from public.analisis_fallidos where ruta in (select ruta from idos))
  delete from public.huellas_descarga where ruta in (select ruta from idos);
$$;
grant execute on function public.olvidar_archivos(text[]) to service_role;

-- The shop's record of a picture: size and placeholder; for older pictures those of the product.
create function privado.imagen_conocida(p_producto uuid, p_url text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(x) from (
    select 1 as orden, s.ancho, s.alto, s.blur from public.imagenes_subidas s where '/media/' || s.ruta = p_url
    union all
    select 2, i.ancho, i.alto, i.blur from public.imagenes_producto i where i.producto_id = p_producto and i.url = p_url
    union all
    select 3, null, null, p.portada_blur from public.productos p where p.id = p_producto and p.portada_url = p_url
    union all
    select 4, null, null, p.banner_blur from public.productos p where p.id = p_producto and p.banner_url = p_url
    union all
    select 5, null, null, e.portada_blur from public.ediciones e where e.producto_id = p_producto and e.portada_url = p_url
    order by orden limit 1
  ) x;
$$;

-- A content with the shop's records of its pictures, regardless of the sent ones.
create function privado.con_imagenes_conocidas(p_producto uuid, c jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select c || jsonb_build_object(
    'portada_blur', privado.imagen_conocida(p_producto, c ->> 'portada_url') -> 'blur',
    'banner_blur', privado.imagen_conocida(p_producto, c ->> 'banner_url') -> 'blur',
    'imagenes', coalesce((
      select jsonb_agg(jsonb_build_object('url', n.v ->> 'url', 'ancho', k -> 'ancho', 'alto', k -> 'alto', 'blur', k -> 'blur')
        order by n.orden)
      from privado.lista_json(c -> 'imagenes') with ordinality n(v, orden)
      cross join lateral privado.imagen_conocida(p_producto, n.v ->> 'url') k), '[]'),
    'ediciones', coalesce((
      select jsonb_agg(n.v || jsonb_build_object(
        'portada_blur', privado.imagen_conocida(p_producto, n.v ->> 'portada_url') -> 'blur') order by n.orden)
      from privado.lista_json(c -> 'ediciones') with ordinality n(v, orden)), '[]'));
$$;
