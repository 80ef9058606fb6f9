-- Made from supabase/schemas by `npm run db:migration announcements_as_they_come`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.admin_guardar_anuncio (
  p_id      bigint,
  p_version integer,
  p_datos   jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_datos jsonb := public.leer_json(p_datos);
  v_antes public.anuncios;
  a public.anuncios;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  a.titulo := btrim(v_datos ->> 'titulo');
  a.titulo_en := btrim(v_datos ->> 'titulo_en');
  a.texto := btrim(v_datos ->> 'texto');
  a.texto_en := btrim(v_datos ->> 'texto_en');
  a.enlace := nullif(btrim(v_datos ->> 'enlace'), '');
  a.desde := public.momento_de(v_datos ->> 'desde');
  a.hasta := public.momento_de(v_datos ->> 'hasta');
  a.en_barra := (v_datos -> 'en_barra') = 'true';
  a.por_correo := (v_datos -> 'por_correo') = 'true';
  if a.desde is null or a.hasta is null or a.hasta <= a.desde then return public.rechazo('fechas_no_validas'); end if;
  if p_id is null then
    insert into public.anuncios (titulo, titulo_en, texto, texto_en, enlace, desde, hasta, en_barra, por_correo)
    values (a.titulo, a.titulo_en, a.texto, a.texto_en, a.enlace, a.desde, a.hasta,
      coalesce(a.en_barra, false), coalesce(a.por_correo, false))
    returning * into a;
    perform public.anotar('crear_anuncio', 'anuncio', a.id::text, null, public.anuncio_escrito(a));
    return jsonb_build_object('ok', true, 'id', a.id);
  end if;
  select * into v_antes from public.anuncios where id = p_id for update;
  if v_antes.id is null then return public.rechazo('anuncio_no_encontrado'); end if;
  if v_antes.estado <> 'borrador' then return public.rechazo('anuncio_publicado'); end if;
  if v_antes.version is distinct from p_version then return public.rechazo('conflicto'); end if;
  update public.anuncios set titulo = a.titulo, titulo_en = a.titulo_en, texto = a.texto, texto_en = a.texto_en,
    enlace = a.enlace, desde = a.desde, hasta = a.hasta, en_barra = coalesce(a.en_barra, false),
    por_correo = coalesce(a.por_correo, false), version = version + 1
  where id = p_id returning * into a;
  perform public.anotar('editar_anuncio', 'anuncio', p_id::text, public.anuncio_escrito(v_antes), public.anuncio_escrito(a));
  return jsonb_build_object('ok', true, 'id', a.id);
exception when check_violation or not_null_violation then
  return public.rechazo('anuncio_no_valido');
end
$function$;
