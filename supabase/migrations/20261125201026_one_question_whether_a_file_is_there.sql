-- Made from supabase/schemas by `npm run db:migration one_question_whether_a_file_is_there`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.es_archivo_de (
  p_ruta    text,
  p_creador uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select coalesce(starts_with(p_ruta, 'descargas/' || p_creador || '/'), false) and public.esta_guardado(p_ruta)
    and not exists (select from public.archivos_sin_uso where ruta = p_ruta and retirado_at is not null);
$function$;

REVOKE ALL ON FUNCTION "public"."es_archivo_de"(text, uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.esta_guardado (
  p_ruta text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select exists (select from storage.objects
    where bucket_id = split_part(p_ruta, '/', 1) and name = substr(p_ruta, strpos(p_ruta, '/') + 1));
$function$;

REVOKE ALL ON FUNCTION "public"."esta_guardado"(text) FROM PUBLIC, "anon", "authenticated", "service_role";

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
      and not public.es_archivo_de(enlace, new.autor_id)
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
  return public.puede_actuar() and public.es_archivo_de(p_ruta, auth.uid());
end
$function$;

CREATE OR REPLACE FUNCTION public.imagen_llegada (
  p_imagen public.imagenes_subidas
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p_imagen.created_at < now() - interval '5 minutes' or public.esta_guardado(p_imagen.ruta);
$function$;

CREATE OR REPLACE FUNCTION public.imagenes_retiradas()
  RETURNS SETOF text
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from public.imagenes_subidas s
  where s.created_at between now() - interval '1 day' and now() - interval '1 hour' and not public.esta_guardado(s.ruta);
  return query select ruta from public.imagenes_subidas where retirada_at is not null order by retirada_at limit 200;
end
$function$;

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
    where s.ruta = any (p_rutas) and s.retirado_at is not null and not public.esta_guardado(s.ruta)
    returning s.ruta)
  delete from public.huellas_descarga where ruta in (select ruta from idos);
$function$;

CREATE OR REPLACE FUNCTION public.permitir_subida (
  p_nombre text,
  p_bytes  bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_ruta text := 'descargas/' || auth.uid() || '/' || gen_random_uuid() || '/' || p_nombre;
  v_objetos bigint;
  v_ocupado bigint;
  v_enlaces bigint;
  v_pendientes bigint;
  v_en_camino bigint;
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_nombre like '%/%' or not coalesce(public.ruta_valida(v_ruta), false) then
    return public.rechazo('datos_no_validos');
  end if;
  if p_bytes is null or p_bytes < 1
    or p_bytes > (select file_size_limit from storage.buckets where id = 'descargas') then
    return public.rechazo('demasiado_grande');
  end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  delete from public.descargas_por_subir s
  where s.usuario_id = auth.uid() and (s.created_at < now() - interval '26 hours'
    or s.dejada_at < now() - interval '2 hours' or public.esta_guardado(s.ruta));
  select count(*), coalesce(sum((metadata ->> 'size')::bigint), 0) into v_objetos, v_ocupado
  from storage.objects where bucket_id = 'descargas' and name like auth.uid() || '/%';
  select count(*), count(*) filter (where dejada_at is null), coalesce(sum(bytes) filter (where dejada_at is null), 0)
  into v_enlaces, v_pendientes, v_en_camino
  from public.descargas_por_subir where usuario_id = auth.uid();
  -- Storage takes whatever its bucket takes: what was announced is only known to be true once a file is there.
  if v_enlaces >= 10 then return public.rechazo('demasiadas_subidas'); end if;
  if v_objetos + v_pendientes >= 400 or v_ocupado + v_en_camino + p_bytes > public.cuota_descargas() then
    return public.rechazo('sin_espacio');
  end if;
  insert into public.descargas_por_subir (ruta, usuario_id, bytes) values (v_ruta, auth.uid(), p_bytes);
  return jsonb_build_object('ok', true, 'ruta', v_ruta);
end
$function$;
