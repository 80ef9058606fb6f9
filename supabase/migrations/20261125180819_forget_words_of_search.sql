-- Made from supabase/schemas by `npm run db:migration forget_words_of_search`.

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
  when sqlstate 'UN001' then return public.rechazo(sqlerrm);
  when unique_violation then return public.rechazo('nombre_ocupado');
  when check_violation then return public.rechazo('datos_no_validos');
end
$function$;

CREATE OR REPLACE FUNCTION public.olvidar_palabras (
  p_despues text,
  p_hasta   text,
  p_limite  integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  SET lock_timeout TO '2s'
  AS $function$
declare
  v_limite constant integer := least(greatest(coalesce(p_limite, 1000), 1), 5000);
  v_miradas text[] := array(select p.palabra from public.palabras_busqueda p
    where p.palabra > coalesce(p_despues, '') and (p_hasta is null or p.palabra <= p_hasta)
    order by p.palabra limit v_limite);
  v_sobran text[] := array(select w from unnest(v_miradas) w where not public.palabra_en_uso(w));
  v_olvidadas integer := 0;
begin
  if v_sobran <> '{}' then
    begin
      lock table public.palabras_busqueda in share row exclusive mode;
      delete from public.palabras_busqueda p where p.palabra = any (v_sobran) and not public.palabra_en_uso(p.palabra);
      get diagnostics v_olvidadas = row_count;
    exception when lock_not_available then null; -- They are looked at again another day.
    end;
  end if;
  return jsonb_build_object('olvidadas', v_olvidadas,
    'hasta', case when cardinality(v_miradas) = v_limite then v_miradas[v_limite] end);
end
$function$;

REVOKE ALL ON FUNCTION "public"."olvidar_palabras"(text, text, integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.palabra_en_uso (
  p_palabra text
)
  RETURNS boolean
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET enable_seqscan TO 'off'
  SET jit TO 'off'
  AS $function$
declare
  v_hallada boolean;
begin
  for v_nivel in 0..5 loop
    -- The level is written out, because each one has an index of its own.
    execute format('select exists (select from public.fichas_busqueda f where f.nivel = %s and f.indice @@ %L::tsquery)',
      v_nivel, format('''%s''', p_palabra)) into v_hallada;
    exit when v_hallada;
  end loop;
  return v_hallada;
end
$function$;

REVOKE ALL ON FUNCTION "public"."palabra_en_uso"(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.revisar_nombre()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_regla text;
begin
  if tg_op = 'UPDATE' and new.display_name = old.display_name and new.role = 'user' and old.role <> 'user'
    and public.nombre_reservado(new.display_name) then
    new.display_name := public.nombre_libre(new.username, new.username);
  end if;
  if public.problema_nombre(new.display_name) is not null then v_regla := 'usuarios_meta_display_name_check';
  elsif new.role = 'user' and public.nombre_reservado(new.display_name)
    and (tg_op = 'INSERT' or new.display_name <> old.display_name) then v_regla := 'usuarios_meta_nombre_reservado';
  end if;
  if v_regla is not null then
    raise exception using errcode = 'check_violation', table = 'usuarios_meta', constraint = v_regla,
      message = format('new row for relation "usuarios_meta" violates check constraint "%s"', v_regla);
  end if;
  if tg_op = 'UPDATE' and new.display_name <> old.display_name and new.id = auth.uid() and new.role = 'user'
    and new.borrada_at is null and not public.contar_intento('nombre', new.id::text, 5, '1 day') then
    raise exception using errcode = 'UN001', message = 'demasiados_intentos';
  end if;
  new.esqueleto := public.esqueleto_nombre(new.display_name);
  return new;
end
$function$;

GRANT EXECUTE ON FUNCTION "public"."olvidar_palabras"(text, text, integer) TO "service_role";
