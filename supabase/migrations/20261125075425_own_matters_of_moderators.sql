-- Made from supabase/schemas by `npm run db:migration own_matters_of_moderators`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.es_asunto_suyo (
  p_tipo   text,
  p_objeto uuid
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case p_tipo
    when 'usuario' then p_objeto = auth.uid()
    when 'producto' then public.es_su_producto(p_objeto)
    when 'resena' then exists (select from public.resenas r
      where r.id = p_objeto and (r.user_id = auth.uid() or public.es_su_producto(r.producto_id)))
  end;
$function$;

REVOKE ALL ON FUNCTION "public"."es_asunto_suyo"(text, uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.moderar_resena (
  p_resena uuid,
  p_oculta boolean,
  p_motivo text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_antes public.resenas;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  if p_oculta and (p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500) then
    return public.rechazo('motivo_no_valido');
  end if;
  select * into v_antes from public.resenas where id = p_resena for no key update;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  if public.es_asunto_suyo('resena', p_resena) and not public.es_admin() then return public.rechazo('es_suya'); end if;
  update public.resenas set oculta = p_oculta, oculta_motivo = case when p_oculta then btrim(p_motivo) end
  where id = p_resena;
  perform public.anotar(case when p_oculta then 'ocultar_resena' else 'mostrar_resena' end, 'resena', p_resena::text,
    jsonb_build_object('oculta', v_antes.oculta), jsonb_build_object('oculta', p_oculta), nullif(btrim(p_motivo), ''));
  return jsonb_build_object('ok', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.resolver_reporte (
  p_reporte uuid,
  p_estado  text,
  p_nota    text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_reporte public.reportes;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  if p_estado is null or p_estado not in ('resuelto', 'descartado') then return public.rechazo('estado_no_valido'); end if;
  if p_nota is null or char_length(btrim(p_nota)) not between 3 and 500 then return public.rechazo('nota_no_valida'); end if;
  select * into v_reporte from public.reportes where id = p_reporte and estado = 'abierto' for no key update;
  if v_reporte.id is null then return public.rechazo('no_existe'); end if;
  if public.es_asunto_suyo(v_reporte.objeto_tipo, v_reporte.objeto_id) and not public.es_admin() then
    return public.rechazo('es_suya');
  end if;
  update public.reportes set estado = p_estado, nota = btrim(p_nota), resuelto_por = auth.uid(), resuelto_at = now()
  where id = p_reporte;
  perform public.anotar('resolver_reporte', 'reporte', p_reporte::text, jsonb_build_object('estado', 'abierto'),
    jsonb_build_object('estado', p_estado), btrim(p_nota));
  return jsonb_build_object('ok', true);
end
$function$;
