-- Made from supabase/schemas by `npm run db:migration social_names`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

ALTER TABLE "public"."usuarios_meta"
  ADD COLUMN "elige_nombre" boolean NOT NULL DEFAULT false;

CREATE OR REPLACE FUNCTION public.crear_cuenta (
  p_id    uuid,
  p_datos jsonb
)
  RETURNS void
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  -- The embedded service writes the metadata as a text with JSON in it, the hosted one as an object.
  v_datos jsonb := case when jsonb_typeof(p_datos) = 'string' then (p_datos #>> '{}')::jsonb else p_datos end;
  v_usuario text;
  v_intento integer := 0;
begin
  -- Two people who ask for one name at once: the second waits, and then sees that it is taken.
  perform pg_advisory_xact_lock(hashtext('crear_cuenta'));
  loop
    if exists (select from public.usuarios_meta where id = p_id) then return; end if;
    v_intento := v_intento + 1;
    v_usuario := public.usuario_libre(coalesce(v_datos ->> 'username', v_datos ->> 'display_name'));
    begin
      insert into public.usuarios_meta (id, display_name, username, idioma, elige_nombre)
      values (p_id, public.nombre_libre(coalesce(v_datos ->> 'display_name', v_datos ->> 'username'), v_usuario),
        v_usuario, case when v_datos ->> 'idioma' = 'en' then 'en' else 'es' end,
        -- What another service calls a person is nobody's business until they say so.
        v_datos ->> 'username' is null);
      exit;
    exception when unique_violation then
      -- Somebody took the name by renaming themselves, between the question and the answer.
      if v_intento = 5 then raise; end if;
    end;
  end loop;
  insert into public.profiles (id) values (p_id) on conflict (id) do nothing;
  insert into public.logros_usuario (user_id, logro) values (p_id, 'cuenta_creada') on conflict do nothing;
end
$function$;

CREATE OR REPLACE FUNCTION public.elegir_nombre (
  p_usuario text,
  p_idioma  text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_id uuid := auth.uid();
begin
  if v_id is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  if p_usuario is null or p_usuario !~ '^[A-Za-z0-9_]{3,20}$' or public.nombre_reservado(p_usuario)
    or p_idioma is null or p_idioma not in ('es', 'en') then
    return public.rechazo('datos_no_validos');
  end if;
  -- Two people who ask for one name at once: the second waits, and then sees that it is taken.
  perform pg_advisory_xact_lock(hashtext('crear_cuenta'));
  if exists (select from public.usuarios_meta where lower(username) = lower(p_usuario) and id <> v_id) then
    return public.rechazo('nombre_ocupado');
  end if;
  update public.usuarios_meta
  set username = p_usuario, display_name = public.nombre_libre(p_usuario, p_usuario), idioma = p_idioma,
    elige_nombre = false
  where id = v_id and elige_nombre;
  if not found then return public.rechazo('ya_elegido'); end if;
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."elegir_nombre"(text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nombre_por_elegir()
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.usuario_libre(coalesce(d.datos ->> 'preferred_username', d.datos ->> 'user_name',
    d.datos -> 'custom_claims' ->> 'global_name', d.datos ->> 'full_name', d.datos ->> 'name'))
  from public.usuarios_meta u
  join auth.users a on a.id = u.id
  cross join lateral (select case when jsonb_typeof(a.raw_user_meta_data) = 'string'
    then (a.raw_user_meta_data #>> '{}')::jsonb else a.raw_user_meta_data end as datos) d
  where u.id = public.persona_completa() and u.elige_nombre;
$function$;

REVOKE ALL ON FUNCTION "public"."nombre_por_elegir"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.usuario_ocupado (
  p_usuario text
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select exists (select from public.usuarios_meta where lower(username) = lower(p_usuario));
$function$;

REVOKE ALL ON FUNCTION "public"."usuario_ocupado"(text) FROM PUBLIC, "service_role";

GRANT EXECUTE ON FUNCTION "public"."elegir_nombre"(text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."nombre_por_elegir"() TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."usuario_ocupado"(text) TO "anon", "authenticated";
