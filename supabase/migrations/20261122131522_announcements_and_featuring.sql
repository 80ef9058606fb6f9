-- Made from supabase/schemas by `npm run db:migration announcements_and_featuring`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE TABLE "public"."anuncios" (
  "id"                    bigint                   GENERATED ALWAYS AS IDENTITY NOT NULL,
  "titulo"                text                     NOT NULL,
  "titulo_en"             text                     NOT NULL,
  "texto"                 text                     NOT NULL,
  "texto_en"              text                     NOT NULL,
  "enlace"                text,
  "desde"                 timestamp with time zone NOT NULL,
  "hasta"                 timestamp with time zone NOT NULL,
  "en_barra"              boolean                  NOT NULL DEFAULT true,
  "por_correo"            boolean                  NOT NULL DEFAULT false,
  "estado"                text                     NOT NULL DEFAULT 'borrador'::text,
  "inicio"                timestamp with time zone,
  "contado_hasta"         uuid,
  "correos"               integer                  NOT NULL DEFAULT 0,
  "correos_terminados_at" timestamp with time zone,
  "version"               integer                  NOT NULL DEFAULT 1,
  "created_at"            timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "anuncios_check1" CHECK (((estado = 'borrador'::text) OR (inicio IS NOT NULL))),
  CONSTRAINT "anuncios_check" CHECK ((hasta > desde)),
  CONSTRAINT "anuncios_enlace_check" CHECK (((enlace ~ '^/([^/\\[:space:]][^\\[:space:]]*)?$'::text) AND (char_length(enlace) <= 300))),
  CONSTRAINT "anuncios_estado_check" CHECK ((estado = ANY (ARRAY['borrador'::text, 'publicado'::text, 'detenido'::text]))),
  CONSTRAINT "anuncios_pkey" PRIMARY KEY (id),
  CONSTRAINT "anuncios_texto_check" CHECK (((char_length(texto) >= 1) AND (char_length(texto) <= 1000))),
  CONSTRAINT "anuncios_texto_en_check" CHECK (((char_length(texto_en) >= 1) AND (char_length(texto_en) <= 1000))),
  CONSTRAINT "anuncios_titulo_check" CHECK (((char_length(titulo) >= 1) AND (char_length(titulo) <= 120))),
  CONSTRAINT "anuncios_titulo_en_check" CHECK (((char_length(titulo_en) >= 1) AND (char_length(titulo_en) <= 120)))
);

ALTER TABLE "public"."anuncios"
  ENABLE ROW LEVEL SECURITY;

CREATE TABLE "public"."destacados" (
  "producto_id" uuid                     NOT NULL,
  "orden"       integer                  NOT NULL,
  "desde"       timestamp with time zone,
  "hasta"       timestamp with time zone,
  "mostrado"    boolean                  NOT NULL DEFAULT false,
  "created_at"  timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "destacados_check" CHECK ((hasta > desde)),
  CONSTRAINT "destacados_pkey" PRIMARY KEY (producto_id)
);

ALTER TABLE "public"."destacados"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."destacados" FROM "anon", "authenticated";

ALTER TABLE "public"."preferencias_aviso"
  ADD COLUMN "correo_anuncios" boolean NOT NULL DEFAULT false;

ALTER TABLE "public"."preferencias_aviso"
  ADD COLUMN "anuncios_vistos" timestamp WITH time zone;

REVOKE ALL ON SEQUENCE "public"."anuncios_id_seq" FROM "anon";

REVOKE ALL ON SEQUENCE "public"."anuncios_id_seq" FROM "authenticated";

REVOKE ALL ON SEQUENCE "public"."anuncios_id_seq" FROM "service_role";

CREATE OR REPLACE FUNCTION public.admin_anuncios (
  p_antes bigint DEFAULT NULL::bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'anuncios', coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'titulo', a.titulo, 'titulo_en', a.titulo_en, 'texto', a.texto,
      'texto_en', a.texto_en, 'enlace', a.enlace, 'desde', public.momento_escrito(a.desde),
      'hasta', public.momento_escrito(a.hasta), 'en_barra', a.en_barra, 'por_correo', a.por_correo,
      'correos', a.correos, 'version', a.version,
      'estado', case when a.estado <> 'publicado' then a.estado when a.hasta <= now() then 'terminado'
        when a.inicio > now() then 'programado' else 'publicado' end) order by a.id desc)
    from (select * from public.anuncios where p_antes is null or id < p_antes order by id desc limit 50) a), '[]'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_anuncios"(bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.admin_anuncios_en (
  p_momento text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_momento constant timestamptz := coalesce(public.momento_de(p_momento), now());
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'anuncios', coalesce((
    select jsonb_agg(jsonb_build_object('id', a.id, 'titulo', a.titulo, 'titulo_en', a.titulo_en, 'texto', a.texto,
      'texto_en', a.texto_en, 'enlace', a.enlace) order by a.inicio desc, a.id desc)
    from public.anuncios a
    where a.estado = 'publicado' and a.en_barra and a.inicio <= v_momento and a.hasta > v_momento), '[]'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_anuncios_en"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.admin_borrar_anuncio (
  p_id bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  a public.anuncios;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into a from public.anuncios where id = p_id for update;
  if a.id is null then return public.rechazo('anuncio_no_encontrado'); end if;
  if a.estado <> 'borrador' then return public.rechazo('anuncio_publicado'); end if;
  delete from public.anuncios where id = p_id;
  perform public.anotar('borrar_anuncio', 'anuncio', p_id::text, public.anuncio_escrito(a), null);
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_borrar_anuncio"(bigint) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.admin_destacados (
  p_momento text DEFAULT NULL::text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'en', to_jsonb(public.destacados_en(coalesce(public.momento_de(p_momento), now()))),
    'destacados', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'slug', p.slug, 'nombre', p.nombre,
        'desde', public.momento_escrito(d.desde), 'hasta', public.momento_escrito(d.hasta),
        'estado', case when p.status <> 'approved' or p.oculto then 'oculto' when d.desde > now() then 'programado'
          when d.hasta <= now() then 'terminado' else 'activo' end) order by d.orden, d.producto_id)
      from public.destacados d join public.productos p on p.id = d.producto_id), '[]'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_destacados"(text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.admin_destacar (
  p_slug  text,
  p_desde text,
  p_hasta text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_producto uuid;
  v_desde constant timestamptz := public.momento_de(p_desde);
  v_hasta constant timestamptz := public.momento_de(p_hasta);
  v_antes jsonb;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if (v_desde is null and coalesce(p_desde, '') <> '') or (v_hasta is null and coalesce(p_hasta, '') <> '')
    or v_hasta <= v_desde or v_hasta <= now() then
    return public.rechazo('fechas_no_validas');
  end if;
  -- First the product, then the list: its form goes the same way.
  select id into v_producto from public.productos
  where slug = p_slug and status = 'approved' and category <> 'uncoins' for no key update;
  if v_producto is null then return public.rechazo('producto_no_encontrado'); end if;
  lock table public.destacados in share row exclusive mode;
  select jsonb_build_object('desde', desde, 'hasta', hasta) into v_antes
  from public.destacados where producto_id = v_producto;
  if v_antes is null and (select count(*) from public.destacados) >= 24 then
    return public.rechazo('lista_llena');
  end if;
  insert into public.destacados as d (producto_id, orden, desde, hasta)
  select v_producto, coalesce(max(orden), 0) + 1, v_desde, v_hasta from public.destacados
  on conflict (producto_id) do update set desde = excluded.desde, hasta = excluded.hasta;
  perform public.anotar('destacar', 'producto', v_producto::text, v_antes,
    jsonb_build_object('desde', v_desde, 'hasta', v_hasta));
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_destacar"(text, text, text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.admin_detener_anuncio (
  p_id bigint
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  a public.anuncios;
  v_estado text;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into a from public.anuncios where id = p_id for update;
  if a.id is null then return public.rechazo('anuncio_no_encontrado'); end if;
  if a.estado <> 'publicado' then return public.rechazo('anuncio_no_publicado'); end if;
  v_estado := case when a.inicio > clock_timestamp() then 'borrador' else 'detenido' end;
  update public.anuncios set estado = v_estado, inicio = case when v_estado = 'detenido' then inicio end,
    version = version + 1
  where id = p_id;
  delete from public.correos where plantilla = 'anuncio' and estado = 'pendiente'
    and (datos ->> 'anuncio')::bigint = p_id;
  perform public.anotar('detener_anuncio', 'anuncio', p_id::text, jsonb_build_object('estado', a.estado),
    jsonb_build_object('estado', v_estado));
  return jsonb_build_object('ok', true, 'estado', v_estado);
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_detener_anuncio"(bigint) FROM PUBLIC, "anon", "service_role";

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
  v_antes public.anuncios;
  a public.anuncios;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  a.titulo := btrim(p_datos ->> 'titulo');
  a.titulo_en := btrim(p_datos ->> 'titulo_en');
  a.texto := btrim(p_datos ->> 'texto');
  a.texto_en := btrim(p_datos ->> 'texto_en');
  a.enlace := nullif(btrim(p_datos ->> 'enlace'), '');
  a.desde := public.momento_de(p_datos ->> 'desde');
  a.hasta := public.momento_de(p_datos ->> 'hasta');
  a.en_barra := (p_datos -> 'en_barra') = 'true';
  a.por_correo := (p_datos -> 'por_correo') = 'true';
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

REVOKE ALL ON FUNCTION "public"."admin_guardar_anuncio"(bigint, integer, jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.admin_ordenar_destacados (
  p_productos uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_antes uuid[];
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  lock table public.destacados in share row exclusive mode;
  select coalesce(array_agg(producto_id order by orden, producto_id), '{}') into v_antes from public.destacados;
  if (select array_agg(x order by x) from unnest(p_productos) x)
    is distinct from (select array_agg(x order by x) from unnest(v_antes) x) then
    return public.rechazo('conflicto');
  end if;
  update public.destacados d set orden = x.n
  from unnest(p_productos) with ordinality x(id, n) where d.producto_id = x.id and d.orden <> x.n;
  perform public.anotar('ordenar_destacados', 'tienda', 'destacados',
    jsonb_build_object('orden', v_antes), jsonb_build_object('orden', p_productos));
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_ordenar_destacados"(uuid[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.admin_publicar_anuncio (
  p_id      bigint,
  p_version integer
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  a public.anuncios;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  select * into a from public.anuncios where id = p_id for update;
  if a.id is null then return public.rechazo('anuncio_no_encontrado'); end if;
  if a.estado <> 'borrador' then return public.rechazo('anuncio_publicado'); end if;
  if a.version is distinct from p_version then return public.rechazo('conflicto'); end if;
  if a.hasta <= clock_timestamp() then return public.rechazo('fechas_no_validas'); end if;
  update public.anuncios set estado = 'publicado', inicio = greatest(desde, clock_timestamp()), version = version + 1
  where id = p_id;
  perform public.anotar('publicar_anuncio', 'anuncio', p_id::text, jsonb_build_object('estado', a.estado),
    jsonb_build_object('estado', 'publicado'));
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_publicar_anuncio"(bigint, integer) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.admin_quitar_destacado (
  p_producto uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_antes jsonb;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  perform from public.productos where id = p_producto for no key update;
  delete from public.destacados where producto_id = p_producto
  returning jsonb_build_object('orden', orden, 'desde', desde, 'hasta', hasta) into v_antes;
  if v_antes is null then return public.rechazo('producto_no_encontrado'); end if;
  perform public.anotar('quitar_destacado', 'producto', p_producto::text, v_antes, null);
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_quitar_destacado"(uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.anuncio_escrito (
  p_anuncio public.anuncios
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('titulo', p_anuncio.titulo, 'titulo_en', p_anuncio.titulo_en, 'texto', p_anuncio.texto,
    'texto_en', p_anuncio.texto_en, 'enlace', p_anuncio.enlace, 'desde', p_anuncio.desde, 'hasta', p_anuncio.hasta,
    'en_barra', p_anuncio.en_barra, 'por_correo', p_anuncio.por_correo, 'estado', p_anuncio.estado);
$function$;

REVOKE ALL ON FUNCTION "public"."anuncio_escrito"(public.anuncios) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.anuncios_sin_ver (
  p_usuario uuid
)
  RETURNS integer
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select count(*)::integer from public.anuncios a
  where a.estado = 'publicado' and a.inicio <= now() and a.hasta > now() and a.inicio > (
    select greatest(u.created_at, p.anuncios_vistos)
    from public.usuarios_meta u left join public.preferencias_aviso p on p.user_id = u.id where u.id = p_usuario);
$function$;

REVOKE ALL ON FUNCTION "public"."anuncios_sin_ver"(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.dejar_correos_anuncios (
  p_usuario uuid,
  p_sello   text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.sello_valido(array['dejar_correos_anuncios', p_usuario::text], p_sello) then
    return public.rechazo('sello_no_valido');
  end if;
  update public.preferencias_aviso set correo_anuncios = false where user_id = p_usuario and correo_anuncios;
  delete from public.correos where user_id = p_usuario and plantilla = 'anuncio' and estado = 'pendiente';
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."dejar_correos_anuncios"(uuid, text) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.destacados_ahora()
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.destacados_en(now());
$function$;

CREATE OR REPLACE FUNCTION public.destacados_en (
  p_momento timestamp with time zone
)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(array_agg(d.producto_id order by d.orden, d.producto_id), '{}')
  from public.destacados d join public.productos p on p.id = d.producto_id
  where (d.desde is null or d.desde <= p_momento) and (d.hasta is null or d.hasta > p_momento)
    and p.status = 'approved' and not p.oculto;
$function$;

REVOKE ALL ON FUNCTION "public"."destacados_en"(timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.destacados_por_mostrar()
  RETURNS integer
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with cambiados as (
    update public.destacados d set mostrado = not d.mostrado
    where d.mostrado is distinct from (
      (d.desde is null or d.desde <= now()) and (d.hasta is null or d.hasta > now()))
    returning 1)
  select count(*)::integer from cambiados;
$function$;

REVOKE ALL ON FUNCTION "public"."destacados_por_mostrar"() FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.elegir_correo_anuncios (
  p_si boolean
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  insert into public.preferencias_aviso as p (user_id, correo_anuncios) values (auth.uid(), coalesce(p_si, false))
  on conflict (user_id) do update set correo_anuncios = excluded.correo_anuncios;
  if not coalesce(p_si, false) then
    delete from public.correos where user_id = auth.uid() and plantilla = 'anuncio' and estado = 'pendiente';
  end if;
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."elegir_correo_anuncios"(boolean) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.escribir_anuncios (
  p_limite integer DEFAULT 1000
)
  RETURNS integer
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_quedan integer := least(greatest(coalesce(p_limite, 1000), 1), 5000);
  v_mas_correos constant integer := 500;
  v_total integer := 0;
  v_tope integer;
  v_leidos integer;
  v_hasta uuid;
  v_escritos integer;
  a public.anuncios;
begin
  while v_quedan > 0 loop
    select v_mas_correos - count(*) into v_tope from (
      select from public.correos where estado = 'pendiente' and plantilla = 'anuncio' limit v_mas_correos) c;
    exit when v_tope <= 0;
    v_tope := least(v_tope, v_quedan);
    select * into a from public.anuncios
    where estado = 'publicado' and por_correo and correos_terminados_at is null and inicio <= now()
    order by id limit 1 for update skip locked;
    exit when a.id is null;
    if a.hasta <= now() then
      update public.anuncios set correos_terminados_at = now() where id = a.id;
      continue;
    end if;
    with siguientes as materialized (
      select p.user_id from public.preferencias_aviso p
      where p.correo_anuncios and (a.contado_hasta is null or p.user_id > a.contado_hasta)
      order by p.user_id limit v_tope
    ), escritos as (
      insert into public.correos (clave, user_id, plantilla, datos)
      select 'anuncio:' || a.id || ':' || u.id, u.id, 'anuncio', jsonb_build_object('anuncio', a.id, 'usuario', u.id,
        'titulo', a.titulo, 'titulo_en', a.titulo_en, 'texto', a.texto, 'texto_en', a.texto_en, 'enlace', a.enlace)
      from siguientes s join public.usuarios_meta u on u.id = s.user_id
      where u.borrada_at is null and (u.banned_until is null or u.banned_until <= now())
      on conflict (clave) do nothing
      returning 1
    )
    select (select count(*) from siguientes), (select s.user_id from siguientes s order by s.user_id desc limit 1),
      (select count(*) from escritos)
    into v_leidos, v_hasta, v_escritos;
    update public.anuncios set contado_hasta = coalesce(v_hasta, contado_hasta), correos = correos + v_escritos,
      correos_terminados_at = case when v_leidos < v_tope then now() end
    where id = a.id;
    v_quedan := v_quedan - v_leidos;
    v_total := v_total + v_leidos;
  end loop;
  return v_total;
end
$function$;

REVOKE ALL ON FUNCTION "public"."escribir_anuncios"(integer) FROM PUBLIC, "anon", "authenticated";

CREATE OR REPLACE FUNCTION public.marcar_anuncios_vistos (
  p_usuario uuid
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.preferencias_aviso as p (user_id, anuncios_vistos)
  select p_usuario, max(a.inicio) from public.anuncios a
  where a.estado = 'publicado' and a.inicio <= now() and a.hasta > now() and public.anuncios_sin_ver(p_usuario) > 0
  having max(a.inicio) is not null
  on conflict (user_id) do update set anuncios_vistos = greatest(p.anuncios_vistos, excluded.anuncios_vistos);
$function$;

REVOKE ALL ON FUNCTION "public"."marcar_anuncios_vistos"(uuid) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.marcar_avisos_leidos()
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  update public.notificaciones set leida_at = now() where user_id = auth.uid() and leida_at is null;
  perform public.marcar_anuncios_vistos(auth.uid());
  return jsonb_build_object('ok', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.mi_cuenta()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'id', u.id, 'display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
    'role', u.role, 'club', u.club, 'reputacion', u.reputacion, 'idioma', u.idioma,
    'banned_until', u.banned_until, 'ban_motivo', u.ban_motivo,
    'mfa_pendiente', not s.completa, 'mfa_activa', public.tiene_segundo_factor(u.id),
    'aal2', public.nivel_sesion() is not distinct from 'aal2',
    'uncoins', case when s.completa then u.uncoins else 0 end,
    'avisos', case when s.completa then (
      select count(*) from public.notificaciones n where n.user_id = u.id and n.leida_at is null
    ) + public.anuncios_sin_ver(u.id) else 0 end,
    'favoritos', coalesce((
      select jsonb_agg(f.producto_id order by f.created_at desc) from public.favoritos f
      where f.user_id = u.id and s.completa
    ), '[]'),
    'adquiridos', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'producto_id', a.producto_id, 'edicion_id', a.edicion_id,
        'origen', a.origen) order by (a.origen = 'club'), a.created_at)
      from public.adquisiciones a where a.user_id = u.id and a.revocada_at is null and s.completa
    ), '[]'),
    'siguiendo_ids', coalesce((
      select jsonb_agg(fo.following_id) from public.follows fo where fo.follower_id = u.id and s.completa
    ), '[]'),
    'siguiendo', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'display_name', x.display_name, 'avatar_url', x.avatar_url))
      from (
        select c.id, c.display_name, c.avatar_url
        from public.follows fo join public.usuarios_meta c on c.id = fo.following_id
        where fo.follower_id = u.id and s.completa order by fo.created_at desc limit 10
      ) x
    ), '[]'))
  from public.usuarios_meta u, (select public.sesion_completa() as completa) s
  where u.id = auth.uid() and public.sesion_vigente();
$function$;

CREATE OR REPLACE FUNCTION public.mis_anuncios()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'titulo', a.titulo, 'titulo_en', a.titulo_en,
    'texto', a.texto, 'texto_en', a.texto_en, 'enlace', a.enlace, 'inicio', a.inicio,
    'visto', a.inicio <= greatest(u.created_at, p.anuncios_vistos)) order by a.inicio desc, a.id desc), '[]')
  from public.usuarios_meta u left join public.preferencias_aviso p on p.user_id = u.id
  cross join lateral (
    select * from public.anuncios x where x.estado = 'publicado' and x.inicio <= now() and x.hasta > now()
    order by x.inicio desc, x.id desc limit 20) a
  where u.id = auth.uid() and public.puede_actuar();
$function$;

REVOKE ALL ON FUNCTION "public"."mis_anuncios"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.momento_de (
  p_texto text
)
  RETURNS timestamp WITH time zone
  LANGUAGE plpgsql
  STABLE
  SET search_path TO ''
  AS $function$
begin
  if p_texto is null or p_texto !~ '^20\d\d-\d\d-\d\dT\d\d:\d\d$' then return null; end if;
  return p_texto::timestamp at time zone 'Europe/Madrid';
exception when datetime_field_overflow then
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."momento_de"(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.momento_escrito (
  p_momento timestamp with time zone
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select to_char(p_momento at time zone 'Europe/Madrid', 'YYYY-MM-DD"T"HH24:MI');
$function$;

REVOKE ALL ON FUNCTION "public"."momento_escrito"(timestamp WITH time zone) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.seguir_destacado()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if new.destacado then
    insert into public.destacados (producto_id, orden)
    select new.id, coalesce(max(orden), 0) + 1 from public.destacados
    on conflict do nothing;
  else
    delete from public.destacados where producto_id = new.id;
  end if;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."seguir_destacado"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.seguir_lista_destacados()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.productos set destacado = tg_op = 'INSERT'
  where id = coalesce(new.producto_id, old.producto_id) and destacado is distinct from (tg_op = 'INSERT');
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."seguir_lista_destacados"() FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "public"."destacados"
  ADD CONSTRAINT "destacados_producto_id_fkey" FOREIGN KEY (producto_id) REFERENCES public.productos(id) ON DELETE CASCADE;

CREATE INDEX anuncios_por_escribir_idx ON public.anuncios USING btree (id)
  WHERE ((estado = 'publicado'::text) AND por_correo AND (correos_terminados_at IS NULL));

CREATE INDEX anuncios_vigentes_idx ON public.anuncios USING btree (inicio DESC)
  WHERE (estado = 'publicado'::text);

CREATE INDEX destacados_orden_idx ON public.destacados USING btree (orden, producto_id);

CREATE INDEX preferencias_correo_anuncios_idx ON public.preferencias_aviso USING btree (user_id)
  WHERE correo_anuncios;

CREATE TRIGGER seguir_lista_destacados
  AFTER INSERT OR DELETE ON public.destacados
  FOR EACH ROW
  EXECUTE FUNCTION public.seguir_lista_destacados();

CREATE TRIGGER seguir_destacado_nuevo
  AFTER INSERT ON public.productos
  FOR EACH ROW
  WHEN (new.destacado)
  EXECUTE FUNCTION public.seguir_destacado();

CREATE TRIGGER seguir_destacado
  AFTER UPDATE OF destacado ON public.productos
  FOR EACH ROW
  WHEN ((old.destacado IS DISTINCT FROM new.destacado))
  EXECUTE FUNCTION public.seguir_destacado();

CREATE POLICY "anuncios_select" ON "public"."anuncios"
  FOR SELECT
  TO "anon", "authenticated"
  USING (((estado = 'publicado'::text) AND (inicio <= now()) AND (hasta > now())));

GRANT EXECUTE ON FUNCTION "public"."admin_anuncios"(bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."admin_anuncios_en"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."admin_borrar_anuncio"(bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."admin_destacados"(text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."admin_destacar"(text, text, text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."admin_detener_anuncio"(bigint) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."admin_guardar_anuncio"(bigint, integer, jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."admin_ordenar_destacados"(uuid[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."admin_publicar_anuncio"(bigint, integer) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."admin_quitar_destacado"(uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."dejar_correos_anuncios"(uuid, text) TO "anon", "authenticated";

REVOKE ALL ON FUNCTION "public"."destacados_ahora"() FROM PUBLIC;

GRANT EXECUTE ON FUNCTION "public"."destacados_ahora"() TO "anon", "authenticated", "service_role";

GRANT EXECUTE ON FUNCTION "public"."destacados_por_mostrar"() TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."elegir_correo_anuncios"(boolean) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."escribir_anuncios"(integer) TO "service_role";

GRANT EXECUTE ON FUNCTION "public"."mis_anuncios"() TO "authenticated";

REVOKE ALL ON TABLE "public"."anuncios" FROM "anon";

REVOKE ALL ("desde") ON TABLE "public"."anuncios" FROM "anon";

GRANT SELECT ("desde") ON TABLE "public"."anuncios" TO "anon";

REVOKE ALL ("en_barra") ON TABLE "public"."anuncios" FROM "anon";

GRANT SELECT ("en_barra") ON TABLE "public"."anuncios" TO "anon";

REVOKE ALL ("enlace") ON TABLE "public"."anuncios" FROM "anon";

GRANT SELECT ("enlace") ON TABLE "public"."anuncios" TO "anon";

REVOKE ALL ("estado") ON TABLE "public"."anuncios" FROM "anon";

GRANT SELECT ("estado") ON TABLE "public"."anuncios" TO "anon";

REVOKE ALL ("hasta") ON TABLE "public"."anuncios" FROM "anon";

GRANT SELECT ("hasta") ON TABLE "public"."anuncios" TO "anon";

REVOKE ALL ("id") ON TABLE "public"."anuncios" FROM "anon";

GRANT SELECT ("id") ON TABLE "public"."anuncios" TO "anon";

REVOKE ALL ("inicio") ON TABLE "public"."anuncios" FROM "anon";

GRANT SELECT ("inicio") ON TABLE "public"."anuncios" TO "anon";

REVOKE ALL ("texto_en") ON TABLE "public"."anuncios" FROM "anon";

GRANT SELECT ("texto_en") ON TABLE "public"."anuncios" TO "anon";

REVOKE ALL ("texto") ON TABLE "public"."anuncios" FROM "anon";

GRANT SELECT ("texto") ON TABLE "public"."anuncios" TO "anon";

REVOKE ALL ("titulo_en") ON TABLE "public"."anuncios" FROM "anon";

GRANT SELECT ("titulo_en") ON TABLE "public"."anuncios" TO "anon";

REVOKE ALL ("titulo") ON TABLE "public"."anuncios" FROM "anon";

GRANT SELECT ("titulo") ON TABLE "public"."anuncios" TO "anon";

REVOKE ALL ON TABLE "public"."anuncios" FROM "authenticated";

REVOKE ALL ("desde") ON TABLE "public"."anuncios" FROM "authenticated";

GRANT SELECT ("desde") ON TABLE "public"."anuncios" TO "authenticated";

REVOKE ALL ("en_barra") ON TABLE "public"."anuncios" FROM "authenticated";

GRANT SELECT ("en_barra") ON TABLE "public"."anuncios" TO "authenticated";

REVOKE ALL ("enlace") ON TABLE "public"."anuncios" FROM "authenticated";

GRANT SELECT ("enlace") ON TABLE "public"."anuncios" TO "authenticated";

REVOKE ALL ("estado") ON TABLE "public"."anuncios" FROM "authenticated";

GRANT SELECT ("estado") ON TABLE "public"."anuncios" TO "authenticated";

REVOKE ALL ("hasta") ON TABLE "public"."anuncios" FROM "authenticated";

GRANT SELECT ("hasta") ON TABLE "public"."anuncios" TO "authenticated";

REVOKE ALL ("id") ON TABLE "public"."anuncios" FROM "authenticated";

GRANT SELECT ("id") ON TABLE "public"."anuncios" TO "authenticated";

REVOKE ALL ("inicio") ON TABLE "public"."anuncios" FROM "authenticated";

GRANT SELECT ("inicio") ON TABLE "public"."anuncios" TO "authenticated";

REVOKE ALL ("texto_en") ON TABLE "public"."anuncios" FROM "authenticated";

GRANT SELECT ("texto_en") ON TABLE "public"."anuncios" TO "authenticated";

REVOKE ALL ("texto") ON TABLE "public"."anuncios" FROM "authenticated";

GRANT SELECT ("texto") ON TABLE "public"."anuncios" TO "authenticated";

REVOKE ALL ("titulo_en") ON TABLE "public"."anuncios" FROM "authenticated";

GRANT SELECT ("titulo_en") ON TABLE "public"."anuncios" TO "authenticated";

REVOKE ALL ("titulo") ON TABLE "public"."anuncios" FROM "authenticated";

GRANT SELECT ("titulo") ON TABLE "public"."anuncios" TO "authenticated";

REVOKE ALL ON TABLE "public"."anuncios" FROM "service_role";

GRANT SELECT ON TABLE "public"."anuncios" TO "service_role";

REVOKE ALL ON TABLE "public"."destacados" FROM "service_role";

GRANT SELECT ON TABLE "public"."destacados" TO "service_role";

-- What was put first until now is the list, in the order in which it was shown.
INSERT INTO public.destacados (producto_id, orden)
SELECT id, row_number() OVER (ORDER BY visitas DESC, id) FROM public.productos WHERE destacado;
