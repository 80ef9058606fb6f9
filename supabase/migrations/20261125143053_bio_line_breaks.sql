-- Made from supabase/schemas by `npm run db:migration bio_line_breaks`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.guardar_perfil (
  p_base    jsonb,
  p_cambios jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_usuario uuid := auth.uid();
  v_base jsonb := public.leer_json(p_base);
  v_cambios jsonb := public.leer_json(p_cambios);
  v_ahora jsonb;
  v_choque jsonb;
begin
  if v_usuario is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if not public.tiene_base(v_base, v_cambios) or not public.solo_claves(v_cambios, array['display_name', 'bio', 'phone']) then
    return public.rechazo('datos_no_validos');
  end if;
  -- Forms send a line break as two characters, and have been kept so.
  if v_cambios ? 'bio' then
    v_base := v_base || jsonb_build_object('bio', replace(v_base ->> 'bio', E'\r\n', E'\n'));
    v_cambios := v_cambios || jsonb_build_object('bio', replace(v_cambios ->> 'bio', E'\r\n', E'\n'));
  end if;
  select jsonb_build_object('display_name', u.display_name, 'bio', replace(u.bio, E'\r\n', E'\n')) into v_ahora
  from public.usuarios_meta u where u.id = v_usuario for no key update;
  v_ahora := v_ahora || jsonb_build_object('phone', coalesce((
    select p.phone from public.profiles p where p.id = v_usuario), ''));
  v_choque := public.choques(v_ahora, v_base, v_cambios);
  if v_choque is not null then return v_choque || public.rechazo('conflicto'); end if;
  if v_cambios ?| array['display_name', 'bio'] then
    update public.usuarios_meta set display_name = coalesce(v_cambios ->> 'display_name', display_name),
      bio = coalesce(v_cambios ->> 'bio', bio)
    where id = v_usuario;
  end if;
  if v_cambios ? 'phone' then
    update public.profiles set phone = nullif(v_cambios ->> 'phone', '') where id = v_usuario;
  end if;
  return jsonb_build_object('ok', true);
exception
  when unique_violation then return public.rechazo('nombre_ocupado');
  when check_violation then return public.rechazo('datos_no_validos');
end
$function$;
