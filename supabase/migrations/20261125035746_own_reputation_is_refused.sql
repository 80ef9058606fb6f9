-- Made from supabase/schemas by `npm run db:migration own_reputation_is_refused`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.admin_editar_usuario (
  p_usuario uuid,
  p_cambios jsonb,
  p_motivo  text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_cambios jsonb := public.leer_json(p_cambios);
  v_antes public.usuarios_meta;
  v_hecho jsonb;
  v_movimiento integer;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if not public.solo_claves(v_cambios, array['display_name', 'reputacion', 'uncoins', 'role']) then
    return public.rechazo('datos_no_validos');
  end if;
  if p_motivo is null or char_length(btrim(p_motivo)) not between 3 and 500 then
    return public.rechazo('motivo_no_valido');
  end if;
  if v_cambios ? 'role' then
    v_hecho := public.cambiar_rol(p_usuario, v_cambios ->> 'role');
    if not (v_hecho ->> 'ok')::boolean then return v_hecho; end if;
  end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return public.rechazo('usuario_no_existe'); end if;
  if v_cambios ? 'display_name' and v_cambios ->> 'display_name' <> v_antes.display_name then
    update public.usuarios_meta set display_name = v_cambios ->> 'display_name' where id = p_usuario;
  end if;
  if v_cambios ? 'reputacion' and v_cambios ->> 'reputacion' <> v_antes.reputacion then
    v_hecho := public.cambiar_reputacion(p_usuario, v_cambios ->> 'reputacion', btrim(p_motivo));
    -- Nothing of a refused form is kept, also not what was changed before.
    if not (v_hecho ->> 'ok')::boolean then raise exception using errcode = 'UN001', message = v_hecho ->> 'error'; end if;
  end if;
  v_movimiento := (v_cambios ->> 'uncoins')::integer - v_antes.uncoins;
  if v_movimiento <> 0 then
    insert into public.movimientos_uncoins (user_id, cantidad, concepto, clave)
    values (p_usuario, v_movimiento, 'ajuste', 'ajuste:' || gen_random_uuid());
  end if;
  -- Role and reputation have acts of their own.
  v_cambios := public.lo_cambiado(v_cambios - array['role', 'reputacion'], to_jsonb(v_antes));
  if v_cambios <> '{}' then
    perform public.anotar('editar_usuario', 'usuario', p_usuario::text, public.parte_de(to_jsonb(v_antes), v_cambios),
      v_cambios, btrim(p_motivo));
  end if;
  return jsonb_build_object('ok', true);
exception
  when sqlstate 'UN001' then return public.rechazo(sqlerrm);
  when unique_violation then return public.rechazo('nombre_ocupado');
  when check_violation or invalid_text_representation or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$function$;
