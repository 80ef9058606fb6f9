-- Made from supabase/schemas by `npm run db:migration review_written_again_is_told_once`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.avisar_de_resena()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_producto public.productos;
  v_es_respuesta boolean := new.respuesta is not null;
  v_tipo text := case when v_es_respuesta then 'respuesta' else 'resena' end;
  v_clave text := case when v_es_respuesta then 'respuesta:' || new.id
    else concat_ws(':', 'resena', new.producto_id, new.user_id) end;
  v_para uuid;
  v_datos jsonb;
begin
  select * into v_producto from public.productos where id = new.producto_id;
  v_para := case when v_es_respuesta then new.user_id else v_producto.usuario_id end;
  v_datos := jsonb_build_object('slug', v_producto.slug, 'nombre', v_producto.nombre, 'nombre_en', v_producto.nombre_en,
    'estrellas', new.estrellas, 'resena_id', new.id);
  insert into public.notificaciones (user_id, tipo, clave, datos)
  values (v_para, v_tipo, v_clave, v_datos) on conflict (user_id, clave) do update set datos = excluded.datos;
  if exists (select from public.preferencias_aviso where user_id = v_para and not correo_resenas) then
    return null;
  end if;
  perform public.escribir_con_medida(v_para, v_tipo, v_clave, v_datos || jsonb_build_object('texto',
    left(case when v_es_respuesta then new.respuesta else new.texto end, 600)));
  return null;
end
$function$;
