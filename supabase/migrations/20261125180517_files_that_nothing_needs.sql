-- Made from supabase/schemas by `npm run db:migration files_that_nothing_needs`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE TABLE "public"."archivos_sin_uso" (
  "ruta"        text                     NOT NULL,
  "visto_at"    timestamp with time zone NOT NULL DEFAULT now(),
  "retirado_at" timestamp with time zone,
  CONSTRAINT "archivos_sin_uso_pkey" PRIMARY KEY (ruta),
  CONSTRAINT "archivos_sin_uso_ruta_check" CHECK ((public.ruta_valida(ruta) AND starts_with(ruta, 'descargas/'::text)))
);

ALTER TABLE "public"."archivos_sin_uso"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."archivos_sin_uso" FROM "anon", "authenticated", "service_role";

CREATE TABLE "public"."repaso_archivos" (
  "id"    integer NOT NULL DEFAULT 1,
  "hasta" text    NOT NULL DEFAULT ''::text,
  CONSTRAINT "repaso_archivos_id_check" CHECK ((id = 1)),
  CONSTRAINT "repaso_archivos_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."repaso_archivos"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."repaso_archivos" FROM "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.archivo_en_uso (
  p_ruta text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_borrada boolean;
begin
  select borrada_at is not null into v_borrada from public.usuarios_meta
  where id = public.leer_uuid(split_part(p_ruta, '/', 2));
  if v_borrada is null then return true; end if;
  if not v_borrada then
    return exists (select from public.productos where download_link = p_ruta)
      or exists (select from public.ediciones where download_link = p_ruta)
      or exists (select from public.revisiones_producto where public.archivos_de(contenido) @> array[p_ruta])
      or exists (select from public.borradores where public.archivos_de(contenido) @> array[p_ruta]);
  end if;
  return exists (
    select from public.productos p
    where p.id in (select id from public.productos where download_link = p_ruta
        union all select producto_id from public.ediciones where download_link = p_ruta)
      and (p.status = 'approved'
        or exists (select from public.adquisiciones where producto_id = p.id)
        or exists (select from public.codigos_canjes where id_producto = p.id and not canjeado)
        or exists (select from public.pagos g where g.estado not in ('fallido', 'caducado') and (g.producto_id = p.id
          or g.bundle_id in (select bundle_id from public.bundles_productos where producto_id = p.id)))));
end
$function$;

REVOKE ALL ON FUNCTION "public"."archivo_en_uso"(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.archivos_de (
  c jsonb
)
  RETURNS text[]
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(distinct v #>> '{}'), '{}')
  from jsonb_path_query(c, '$.** ? (@ starts with "descargas/")') v where public.ruta_valida(v #>> '{}');
$function$;

REVOKE ALL ON FUNCTION "public"."archivos_de"(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.archivos_retirados (
  p_cuantos integer DEFAULT 200
)
  RETURNS SETOF text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    continue when not public.ruta_valida(v_ruta);
    if public.archivo_en_uso(v_ruta) then
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
    perform public.esperar_archivos(public.leer_uuid(split_part(v_ruta, '/', 2)));
    if public.archivo_en_uso(v_ruta) then
      delete from public.archivos_sin_uso where ruta = v_ruta;
    else
      update public.archivos_sin_uso set retirado_at = now() where ruta = v_ruta;
    end if;
  end loop;
  return query select ruta from public.archivos_sin_uso where retirado_at is not null order by retirado_at limit 50;
end
$function$;

REVOKE ALL ON FUNCTION "public"."archivos_retirados"(integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.esperar_archivos (
  p_creador uuid
)
  RETURNS void
  LANGUAGE sql
  SET search_path TO ''
  AS $function$
  select pg_advisory_xact_lock(hashtextextended('archivos:' || p_creador, 0));
$function$;

REVOKE ALL ON FUNCTION "public"."esperar_archivos"(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.exigir_descargas_propias()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  perform public.esperar_archivos(new.autor_id);
  if exists (
    select from public.enlaces_de(new.contenido) enlace
    where not public.enlace_valido(enlace) or enlace !~ '^https://'
      and not (starts_with(enlace, 'descargas/' || new.autor_id || '/') and exists (
        select from storage.objects o where o.bucket_id = 'descargas' and o.name = substr(enlace, 11))
        and not exists (select from public.archivos_sin_uso s where s.ruta = enlace and s.retirado_at is not null))
      and enlace not in (
        -- A product of this very transaction carries what is being asked about.
        select x.enlace from public.productos p
        cross join lateral (
          select p.download_link as enlace
          union all select e.download_link from public.ediciones e where e.producto_id = p.id
        ) x
        where p.id = new.producto_id and p.created_at < now() and x.enlace is not null)
  ) then
    raise exception using errcode = 'check_violation', message = 'a download that is not the creator''s';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.ha_llegado (
  p_ruta text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.puede_actuar() then return false; end if;
  return coalesce(starts_with(p_ruta, 'descargas/' || auth.uid() || '/'), false)
    and exists (select from storage.objects where bucket_id = 'descargas' and name = substr(p_ruta, 11))
    and not exists (select from public.archivos_sin_uso where ruta = p_ruta and retirado_at is not null);
end
$function$;

REVOKE ALL ON FUNCTION "public"."ha_llegado"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.olvidar_archivos (
  p_rutas text[]
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with idos as (
    delete from public.archivos_sin_uso s
    where s.ruta = any (p_rutas) and s.retirado_at is not null and not exists (
      select from storage.objects o where o.bucket_id = 'descargas' and o.name = substr(s.ruta, 11))
    returning s.ruta)
  delete from public.huellas_descarga where ruta in (select ruta from idos);
$function$;

REVOKE ALL ON FUNCTION "public"."olvidar_archivos"(text[]) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.puede_leer (
  p_bucket text,
  p_nombre text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.puede_actuar() then return false; end if;
  return case p_bucket
    when 'descargas' then public.tiene_descarga('descargas/' || p_nombre)
      or public.es_moderador() and public.en_revision('descargas/' || p_nombre)
      -- The release before this one asks Storage what it knows of an own file, instead of `ha_llegado`. It may go once no
      -- server does, with the release after this one.
      or split_part(p_nombre, '/', 1) = auth.uid()::text
        and current_setting('storage.operation', true) = 'object.get_authenticated_info'
    when 'avatars' then public.carpeta_propia(p_bucket, p_nombre)
    when 'portadas' then public.carpeta_propia(p_bucket, p_nombre)
    else false
  end;
end
$function$;

CREATE INDEX archivos_sin_uso_retirado_at_idx ON public.archivos_sin_uso USING btree (retirado_at)
  WHERE (retirado_at IS NOT NULL);

CREATE INDEX archivos_sin_uso_visto_at_idx ON public.archivos_sin_uso USING btree (visto_at)
  WHERE (retirado_at IS NULL);

GRANT EXECUTE ON FUNCTION "public"."archivos_retirados"(integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."ha_llegado"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."olvidar_archivos"(text[]) TO "service_role";
