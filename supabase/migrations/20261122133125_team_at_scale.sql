-- Made from supabase/schemas by `npm run db:migration team_at_scale`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- not read by the previous release
DROP FUNCTION "public"."lista_cargos"(text, text, uuid[]);

-- not read by the previous release
DROP FUNCTION "public"."lista_codigos"(text, text, uuid[]);

-- not read by the previous release
DROP FUNCTION "public"."lista_pagos"(text, text, uuid[]);

-- not read by the previous release
DROP FUNCTION "public"."lista_pedidos"(text, text, uuid[]);

-- not read by the previous release
DROP FUNCTION "public"."lista_productos"(text, text, uuid[]);

-- not read by the previous release
DROP FUNCTION "public"."lista_retiros"(text, text, uuid[]);

-- not read by the previous release
DROP FUNCTION "public"."lista_usuarios"(text, text, uuid[]);

-- not read by the previous release
DROP FUNCTION "public"."personas_llamadas"(text);

CREATE TABLE "public"."personas_busqueda" (
  "id"    uuid NOT NULL,
  "texto" text NOT NULL,
  CONSTRAINT "personas_busqueda_pkey" PRIMARY KEY (id)
);

ALTER TABLE "public"."personas_busqueda"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."personas_busqueda" FROM "anon", "authenticated", "service_role";

CREATE TABLE "public"."revisiones_asignadas" (
  "revision_id"  uuid                     NOT NULL,
  "moderador_id" uuid                     NOT NULL,
  "desde"        timestamp with time zone NOT NULL DEFAULT now(),
  CONSTRAINT "revisiones_asignadas_pkey" PRIMARY KEY (revision_id)
);

ALTER TABLE "public"."revisiones_asignadas"
  ENABLE ROW LEVEL SECURITY;

REVOKE ALL ON TABLE "public"."revisiones_asignadas" FROM "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.admin_editar_producto (
  p_producto uuid,
  p_cambios  jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  c jsonb := public.leer_json(p_cambios);
  v_antes public.productos;
  v_despues public.productos;
  v_precio numeric;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if not public.solo_claves(c, array['nombre', 'slug', 'precio', 'oferta', 'status', 'disponibilidad', 'stock',
    'unidades', 'destacado', 'video_trailer']) then
    return public.rechazo('datos_no_validos');
  end if;
  select * into v_antes from public.productos where id = p_producto for no key update;
  if v_antes.id is null then return public.rechazo('no_existe'); end if;
  -- What waits for review is what the queue holds: while a revision waits the queue decides, and nothing waits without one.
  if c ? 'status' and c ->> 'status' <> v_antes.status then
    if exists (select from public.revisiones_producto where producto_id = p_producto and estado = 'pendiente') then
      return public.rechazo('en_revision');
    end if;
    if c ->> 'status' = 'pending' then return public.rechazo('sin_revision'); end if;
  end if;
  v_precio := case when c ? 'precio' then (c ->> 'precio')::numeric else v_antes.precio end;
  update public.productos set
    nombre = case when c ? 'nombre' then c ->> 'nombre' else nombre end,
    slug = case when c ? 'slug' then c ->> 'slug' else slug end,
    precio = v_precio,
    -- Capped at the price; none is null.
    oferta = nullif(least(coalesce(case when c ? 'oferta' then (c ->> 'oferta')::numeric else oferta end, 0), v_precio), 0),
    status = case when c ? 'status' then c ->> 'status' else status end,
    disponibilidad = case when c ? 'disponibilidad' then (c ->> 'disponibilidad')::boolean else disponibilidad end,
    stock = case when c ? 'stock' then (c ->> 'stock')::boolean else stock end,
    unidades = case when c ? 'unidades' then (c ->> 'unidades')::integer else unidades end,
    destacado = case when c ? 'destacado' then (c ->> 'destacado')::boolean else destacado end,
    video_trailer = case when c ? 'video_trailer' then nullif(c ->> 'video_trailer', '') else video_trailer end
  where id = p_producto returning * into v_despues;
  c := public.lo_cambiado(public.parte_de(to_jsonb(v_despues), c), to_jsonb(v_antes));
  if c <> '{}' then
    perform public.anotar('editar_producto', 'producto', p_producto::text, public.parte_de(to_jsonb(v_antes), c), c);
  end if;
  return jsonb_build_object('ok', true, 'slug', v_despues.slug);
exception
  when unique_violation then return public.rechazo('slug_ocupado');
  when check_violation or not_null_violation or invalid_text_representation or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$function$;

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
  v_rol jsonb;
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
    v_rol := public.cambiar_rol(p_usuario, v_cambios ->> 'role');
    if not (v_rol ->> 'ok')::boolean then return v_rol; end if;
  end if;
  select * into v_antes from public.usuarios_meta where id = p_usuario for no key update;
  if v_antes.id is null then return public.rechazo('usuario_no_existe'); end if;
  if v_cambios ? 'display_name' and v_cambios ->> 'display_name' <> v_antes.display_name then
    update public.usuarios_meta set display_name = v_cambios ->> 'display_name' where id = p_usuario;
  end if;
  if v_cambios ? 'reputacion' and v_cambios ->> 'reputacion' <> v_antes.reputacion then
    perform public.cambiar_reputacion(p_usuario, v_cambios ->> 'reputacion', btrim(p_motivo));
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
  when unique_violation then return public.rechazo('nombre_ocupado');
  when check_violation or invalid_text_representation or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$function$;

CREATE OR REPLACE FUNCTION public.admin_listar (
  p_lista   text,
  p_filtros jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  f jsonb := public.leer_json(p_filtros);
  l record;
  o record;
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_clave text := coalesce(f ->> 'clave', f ->> 'momento');
  v_sube boolean;
  v_limite integer;
  v_filas jsonb;
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if p_lista = 'usuarios' then return public.pagina_personas(f); end if;
  if p_lista = 'auditoria' then return public.pagina_auditoria(f); end if;
  v_sube := coalesce((f ->> 'ascendente')::boolean, false);
  v_limite := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001);
  select * into l from public.listas_admin() where lista = p_lista;
  if l.lista is null then return public.rechazo('no_existe'); end if;
  select x.expresion, x.tipo into o from (
    select expresion, tipo, orden from public.ordenes_admin() where lista = p_lista
    union all select 'x.momento', 'timestamptz', 'fecha') x
  where x.orden = coalesce(nullif(f ->> 'orden', ''), 'fecha');
  if o.expresion is null then return public.rechazo('datos_no_validos'); end if;
  execute format(
    $q$select coalesce(jsonb_agg(to_jsonb(r)), '[]') from (
      select x.id, x.momento, %5$s as clave, x.datos from public.%1$I($1, $2, $3) x
      where %2$s
      order by %5$s %3$s, x.id %3$s limit $6) r$q$,
    'lista_' || l.lista,
    case when v_clave is null then 'true'
      else format('%3$s %1$s= $4::%4$s and (%3$s, x.id) %1$s ($4::%4$s, $5::%2$s)',
        case when v_sube then '>' else '<' end, l.tipo_id, o.expresion, o.tipo) end,
    case when v_sube then 'asc' else 'desc' end, null, o.expresion)
  into v_filas
  using v_buscar, nullif(f ->> 'filtro', ''),
    case when v_buscar is not null and l.por_personas then public.personas_llamadas(v_buscar) end,
    v_clave, f ->> 'id', v_limite;
  return jsonb_build_object('ok', true, 'filas', v_filas);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow
    or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$function$;

CREATE OR REPLACE FUNCTION public.anotar (
  p_accion  text,
  p_tipo    text,
  p_id      text,
  p_antes   jsonb,
  p_despues jsonb,
  p_motivo  text  DEFAULT NULL::text
)
  RETURNS void
  LANGUAGE sql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  insert into public.auditoria (actor_id, accion, objeto_tipo, objeto_id, antes, despues, motivo)
  select auth.uid(), p_accion, p_tipo, p_id, p_antes, p_despues, p_motivo where p_antes is distinct from p_despues or p_antes is null;
$function$;

CREATE OR REPLACE FUNCTION public.asignar_revision (
  p_revision uuid,
  p_a        uuid,
  p_tenia    uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_revision public.revisiones_producto;
  v_tiene uuid;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  if v_revision.id is null then return public.rechazo('revision_no_existe'); end if;
  if v_revision.estado <> 'pendiente' then return public.rechazo('ya_resuelta'); end if;
  select moderador_id into v_tiene from public.revisiones_asignadas where revision_id = p_revision;
  if v_tiene is not distinct from p_a then return jsonb_build_object('ok', true); end if;
  if v_tiene is distinct from p_tenia then
    return public.rechazo('la_tiene_otra_persona') || jsonb_build_object('moderador', (
      select display_name from public.usuarios_meta where id = v_tiene));
  end if;
  if p_a is not null and not exists (select from public.usuarios_meta u where u.id = p_a
    and u.role in ('moderador', 'admin') and u.borrada_at is null and (u.banned_until is null or u.banned_until <= now())) then
    return public.rechazo('no_modera');
  end if;
  -- What somebody else has is taken from them by themselves or an admin.
  if v_tiene <> auth.uid() and not public.es_admin() then return public.rechazo('la_tiene_otra_persona'); end if;
  if p_a = v_revision.autor_id and not exists (select from public.usuarios_meta where id = p_a and role = 'admin') then
    return public.rechazo('es_suya');
  end if;
  if p_a is null then
    delete from public.revisiones_asignadas where revision_id = p_revision;
  else
    insert into public.revisiones_asignadas (revision_id, moderador_id) values (p_revision, p_a)
    on conflict (revision_id) do update set moderador_id = excluded.moderador_id, desde = now();
  end if;
  perform public.anotar('asignar_revision', 'producto', v_revision.producto_id::text,
    jsonb_build_object('moderador', (select display_name from public.usuarios_meta where id = v_tiene)),
    jsonb_build_object('moderador', (select display_name from public.usuarios_meta where id = p_a)));
  return jsonb_build_object('ok', true);
end
$function$;

REVOKE ALL ON FUNCTION "public"."asignar_revision"(uuid, uuid, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.cola_revision (
  p_filtros jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  f jsonb := public.leer_json(p_filtros);
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_donde text := $q$r.estado = 'pendiente'$q$;
  v_limite integer;
  v_filas jsonb;
  v_total integer;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  v_limite := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 101);
  if v_buscar is not null then
    v_donde := v_donde || $q$ and (r.contenido ->> 'nombre' ilike $1 or r.autor_id = any ($2))$q$;
  end if;
  if f ->> 'tipo' <> '' then v_donde := v_donde || case when f ->> 'tipo' = 'nueva' then ' and r.es_nueva' else ' and not r.es_nueva' end; end if;
  if f ->> 'dias' <> '' then
    v_donde := v_donde || format(' and r.enviada_at <= now() - make_interval(days => %s)', (f ->> 'dias')::integer);
  end if;
  v_donde := v_donde || case f ->> 'de'
    when 'mias' then format(' and r.id in (select a.revision_id from public.revisiones_asignadas a where a.moderador_id = %L)', auth.uid())
    when 'libres' then ' and not exists (select from public.revisiones_asignadas a where a.revision_id = r.id)'
    when 'otras' then format(' and exists (select from public.revisiones_asignadas a where a.revision_id = r.id and a.moderador_id <> %L)', auth.uid())
    else '' end;
  if f ->> 'clave' is null then
    execute format('select count(*) from (select from public.revisiones_producto r where %s limit 1001) x', v_donde) into v_total
    using '%' || regexp_replace(v_buscar, '([\\%_])', '\\\1', 'g') || '%', public.personas_llamadas(v_buscar);
  else
    v_donde := v_donde || format(' and (r.enviada_at, r.id) > (%L::timestamptz, %L::uuid)', f ->> 'clave', f ->> 'id');
  end if;
  execute format($q$select coalesce(jsonb_agg(to_jsonb(x)), '[]') from (
      select r.id, r.enviada_at, r.es_nueva, r.autor_id, r.contenido ->> 'nombre' as nombre, md5(r.contenido::text) as huella,
        (select p.slug from public.productos p where p.id = r.producto_id) as slug,
        (select u.display_name from public.usuarios_meta u where u.id = r.autor_id) as creador,
        a.moderador_id, (select u.display_name from public.usuarios_meta u where u.id = a.moderador_id) as moderador
      from public.revisiones_producto r left join public.revisiones_asignadas a on a.revision_id = r.id
      where %s order by r.enviada_at, r.id limit $3) x$q$, v_donde)
  into v_filas
  using '%' || regexp_replace(v_buscar, '([\\%_])', '\\\1', 'g') || '%', public.personas_llamadas(v_buscar), v_limite;
  return jsonb_build_object('ok', true, 'filas', v_filas, 'total', v_total);
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow
    or numeric_value_out_of_range then
    return public.rechazo('datos_no_validos');
end
$function$;

REVOKE ALL ON FUNCTION "public"."cola_revision"(jsonb) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.decidir_revision (
  p_revision uuid,
  p_huella   text,
  p_aprobar  boolean,
  p_motivos  text[],
  p_nota     text
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_revision public.revisiones_producto;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  -- The product before its revision, as in `resolver_revision`.
  perform 1 from public.productos
  where id = (select producto_id from public.revisiones_producto where id = p_revision) for no key update;
  select * into v_revision from public.revisiones_producto where id = p_revision for no key update;
  if v_revision.id is null then return public.rechazo('revision_no_existe'); end if;
  if v_revision.estado <> 'pendiente' then return public.rechazo('ya_resuelta'); end if;
  if md5(v_revision.contenido::text) is distinct from p_huella then return public.rechazo('ha_cambiado'); end if;
  if exists (select from public.revisiones_asignadas where revision_id = p_revision and moderador_id <> auth.uid()) then
    return public.rechazo('la_tiene_otra_persona');
  end if;
  return public.resolver_revision(p_revision, p_aprobar, p_motivos, p_nota);
end
$function$;

REVOKE ALL ON FUNCTION "public"."decidir_revision"(uuid, text, boolean, text[], text) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.heredar_asignacion()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  update public.revisiones_asignadas a set revision_id = new.id
  from public.revisiones_producto r
  where r.id = a.revision_id and r.producto_id = new.producto_id and r.estado = 'sustituida';
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."heredar_asignacion"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.indexar_persona()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  insert into public.personas_busqueda (id, texto)
  select u.id, public.texto_persona(u.display_name, u.username, a.email)
  from public.usuarios_meta u left join auth.users a on a.id = u.id where u.id = new.id
  on conflict (id) do update set texto = excluded.texto where personas_busqueda.texto <> excluded.texto;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."indexar_persona"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.lista_cargos (
  p_buscar   text,
  p_filtro   text,
  p_personas uuid[]
)
  RETURNS TABLE (
    id      uuid,
    momento timestamp with time zone,
    datos   jsonb,
    importe integer
  )
  LANGUAGE sql
  STABLE
BEGIN ATOMIC
 SELECT x.id,
     x.created_at,
     jsonb_build_object('estado', x.estado, 'plan', x.plan, 'centimos', x.centimos, 'devuelto_centimos', x.devuelto_centimos, 'periodo_inicio', x.periodo_inicio, 'periodo_fin',
       x.periodo_fin, 'pagado_at', x.pagado_at, 'factura_proveedor', x.factura_proveedor, 'cargo', x.cargo, 'user_id', x.user_id, 'socio', ( SELECT u.display_name
            FROM public.usuarios_meta u
           WHERE (u.id = x.user_id)), 'factura', ( SELECT ((f.serie || '-'::text) || lpad((f.numero)::text, 6, '0'::text))
            FROM public.facturas f
           WHERE ((f.cargo_club_id = x.id) AND (f.rectifica IS NULL))))
  AS jsonb_build_object,
     x.centimos
    FROM public.cargos_club x
   WHERE (((lista_cargos.p_buscar IS NULL) OR (x.user_id = ANY (lista_cargos.p_personas)) OR (x.factura_proveedor = lista_cargos.p_buscar) OR (x.cargo = lista_cargos.p_buscar) OR (x.intento = lista_cargos.p_buscar) OR (x.id = public.leer_uuid(lista_cargos.p_buscar))) AND ((lista_cargos.p_filtro IS NULL) OR (x.estado = lista_cargos.p_filtro)));
END;

REVOKE ALL ON FUNCTION "public"."lista_cargos"(text, text, uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.lista_codigos (
  p_buscar   text,
  p_filtro   text,
  p_personas uuid[]
)
  RETURNS TABLE (
    id      uuid,
    momento timestamp with time zone,
    datos   jsonb,
    codigo  text
  )
  LANGUAGE sql
  STABLE
BEGIN ATOMIC
 SELECT x.id,
     x.creado_at,
     jsonb_build_object('codigo', x.codigo, 'canjeado', x.canjeado, 'canjeado_at', x.canjeado_at, 'por', ( SELECT u.display_name
            FROM public.usuarios_meta u
           WHERE (u.id = x.canjeado_por)), 'producto', ( SELECT p.nombre
            FROM public.productos p
           WHERE (p.id = x.id_producto)), 'edicion', ( SELECT e.nombre
            FROM public.ediciones e
           WHERE (e.id = x.id_edicion)))
  AS jsonb_build_object,
     upper(x.codigo) AS upper
    FROM public.codigos_canjes x
   WHERE (((lista_codigos.p_buscar IS NULL) OR (upper(x.codigo) ~~ (upper(regexp_replace(lista_codigos.p_buscar, '([\\%_])'::text, '\\\1'::text, 'g'::text)) || '%'::text)) OR (x.id_producto = ( SELECT p.id
            FROM public.productos p
           WHERE (p.slug = lower(lista_codigos.p_buscar))))) AND ((lista_codigos.p_filtro IS NULL) OR (x.canjeado = (lista_codigos.p_filtro = 'canjeado'::text))));
END;

REVOKE ALL ON FUNCTION "public"."lista_codigos"(text, text, uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.lista_pagos (
  p_buscar   text,
  p_filtro   text,
  p_personas uuid[]
)
  RETURNS TABLE (
    id      uuid,
    momento timestamp with time zone,
    datos   jsonb,
    total   integer
  )
  LANGUAGE sql
  STABLE
BEGIN ATOMIC
 SELECT x.id,
     x.creado_at,
     jsonb_build_object('estado', x.estado, 'metodo', x.metodo, 'total_centimos', x.total_centimos, 'referencia', x.referencia, 'nombre', (x.presupuesto ->> 'nombre'::text),
       'comprador', ( SELECT u.display_name
            FROM public.usuarios_meta u
           WHERE (u.id = x.user_id)))
  AS jsonb_build_object,
     x.total_centimos
    FROM public.pagos x
   WHERE (((lista_pagos.p_buscar IS NULL) OR (x.referencia = lista_pagos.p_buscar) OR (x.user_id = ANY (lista_pagos.p_personas)) OR (x.id = public.leer_uuid(lista_pagos.p_buscar))) AND ((lista_pagos.p_filtro IS NULL) OR (x.estado = lista_pagos.p_filtro)));
END;

REVOKE ALL ON FUNCTION "public"."lista_pagos"(text, text, uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.lista_pedidos (
  p_buscar   text,
  p_filtro   text,
  p_personas uuid[]
)
  RETURNS TABLE (
    id      uuid,
    momento timestamp with time zone,
    datos   jsonb,
    precio  numeric
  )
  LANGUAGE sql
  STABLE
BEGIN ATOMIC
 SELECT x.id,
     x.created_at,
     jsonb_build_object('origen', x.origen, 'precio_pagado', x.precio_pagado, 'minecraft_name', x.minecraft_name, 'es_reserva', x.es_reserva, 'revocada_at', x.revocada_at,
       'pago_id', x.pago_id, 'user_id', x.user_id, 'dueno', ( SELECT u.display_name
            FROM public.usuarios_meta u
           WHERE (u.id = x.user_id)), 'producto', ( SELECT p.nombre
            FROM public.productos p
           WHERE (p.id = x.producto_id)), 'edicion', ( SELECT e.nombre
            FROM public.ediciones e
           WHERE (e.id = x.edicion_id)))
  AS jsonb_build_object,
     x.precio_pagado
    FROM public.adquisiciones x
   WHERE (((lista_pedidos.p_buscar IS NULL) OR (x.user_id = ANY (lista_pedidos.p_personas)) OR (x.id = public.leer_uuid(lista_pedidos.p_buscar)) OR (x.producto_id = ( SELECT p.id
            FROM public.productos p
           WHERE (p.slug = lower(lista_pedidos.p_buscar))))) AND ((lista_pedidos.p_filtro IS NULL) OR (x.origen = lista_pedidos.p_filtro)));
END;

REVOKE ALL ON FUNCTION "public"."lista_pedidos"(text, text, uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.lista_productos (
  p_buscar   text,
  p_filtro   text,
  p_personas uuid[]
)
  RETURNS TABLE (
    id        uuid,
    momento   timestamp with time zone,
    datos     jsonb,
    nombre    text,
    precio    numeric,
    visitas   integer,
    adquirido integer
  )
  LANGUAGE sql
  STABLE
BEGIN ATOMIC
 SELECT x.id,
     x.created_at,
     jsonb_build_object('nombre', x.nombre, 'slug', x.slug, 'precio', x.precio, 'oferta', x.oferta, 'status', x.status, 'visitas', x.visitas, 'adquirido', x.adquirido,
       'created_at', x.created_at, 'creador', ( SELECT u.display_name
            FROM public.usuarios_meta u
           WHERE (u.id = x.usuario_id)))
  AS jsonb_build_object,
     lower(x.nombre) AS lower,
     x.precio,
     x.visitas,
     x.adquirido
    FROM public.productos x
   WHERE (((lista_productos.p_buscar IS NULL) OR (x.nombre ~~* (('%'::text || regexp_replace(lista_productos.p_buscar, '([\\%_])'::text, '\\\1'::text, 'g'::text)) || '%'::text)) OR (x.slug = lower(lista_productos.p_buscar)) OR (x.id = public.leer_uuid(lista_productos.p_buscar))) AND ((lista_productos.p_filtro IS NULL) OR (x.status = lista_productos.p_filtro)));
END;

REVOKE ALL ON FUNCTION "public"."lista_productos"(text, text, uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.lista_retiros (
  p_buscar   text,
  p_filtro   text,
  p_personas uuid[]
)
  RETURNS TABLE (
    id      uuid,
    momento timestamp with time zone,
    datos   jsonb,
    importe numeric
  )
  LANGUAGE sql
  STABLE
BEGIN ATOMIC
 SELECT x.id,
     x.created_at,
     jsonb_build_object('estado', x.estado, 'amount', x.amount, 'paypal_email', x.paypal_email, 'motivo', x.motivo, 'creador', ( SELECT u.display_name
            FROM public.usuarios_meta u
           WHERE (u.id = x.usuario_id)))
  AS jsonb_build_object,
     x.amount
    FROM public.withdrawals x
   WHERE (((lista_retiros.p_buscar IS NULL) OR (x.usuario_id = ANY (lista_retiros.p_personas)) OR (lower(x.paypal_email) = lower(lista_retiros.p_buscar)) OR (x.id = public.leer_uuid(lista_retiros.p_buscar))) AND ((lista_retiros.p_filtro IS NULL) OR (x.estado = lista_retiros.p_filtro)));
END;

REVOKE ALL ON FUNCTION "public"."lista_retiros"(text, text, uuid[]) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.listas_admin()
  RETURNS TABLE (
    lista        text,
    tipo_id      text,
    por_personas boolean
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  values
    ('productos', 'uuid', false),
    ('pagos', 'uuid', true),
    ('pedidos', 'uuid', true),
    ('eventos', 'bigint', false),
    ('retiros', 'uuid', true),
    ('codigos', 'uuid', false),
    ('cupones', 'uuid', false),
    ('reportes', 'uuid', true),
    ('cargos', 'uuid', true)
$function$;

CREATE OR REPLACE FUNCTION public.lo_cambiado (
  p_de   jsonb,
  p_otro jsonb
)
  RETURNS jsonb
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select coalesce(jsonb_object_agg(e.key, e.value), '{}') from jsonb_each(p_de) e where e.value is distinct from p_otro -> e.key;
$function$;

REVOKE ALL ON FUNCTION "public"."lo_cambiado"(jsonb, jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.moderadores()
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'moderadores', coalesce((
    select jsonb_agg(jsonb_build_object('id', u.id, 'display_name', u.display_name) order by lower(u.display_name))
    from public.usuarios_meta u
    where u.role in ('moderador', 'admin') and u.borrada_at is null
      and (u.banned_until is null or u.banned_until <= now())), '[]'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."moderadores"() FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.nombre_objeto (
  p_tipo text,
  p_id   text
)
  RETURNS text
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case p_tipo
    when 'usuario' then (select u.display_name from public.usuarios_meta u where u.id = public.leer_uuid(p_id))
    when 'producto' then (select p.nombre from public.productos p where p.id = public.leer_uuid(p_id))
    when 'cupon' then (select c.codigo from public.codigos_cupones c where c.id = public.leer_uuid(p_id))
    when 'pago' then (select p.presupuesto ->> 'nombre' from public.pagos p where p.id = public.leer_uuid(p_id))
    when 'retiro' then (select u.display_name from public.withdrawals w join public.usuarios_meta u on u.id = w.usuario_id
      where w.id = public.leer_uuid(p_id))
  end;
$function$;

REVOKE ALL ON FUNCTION "public"."nombre_objeto"(text, text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.ordenes_admin()
  RETURNS TABLE (
    lista     text,
    orden     text,
    expresion text,
    tipo      text
  )
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  values
    ('productos', 'nombre', 'x.nombre', 'text'),
    ('productos', 'precio', 'x.precio', 'numeric'),
    ('productos', 'visitas', 'x.visitas', 'integer'),
    ('productos', 'pedidos', 'x.adquirido', 'integer'),
    ('pagos', 'importe', 'x.total', 'integer'),
    ('pedidos', 'precio', 'x.precio', 'numeric'),
    ('retiros', 'importe', 'x.importe', 'numeric'),
    ('codigos', 'codigo', 'x.codigo', 'text'),
    ('cargos', 'importe', 'x.importe', 'integer'),
    ('cupones', 'codigo', $o$upper(x.datos ->> 'codigo')$o$, 'text'),
    ('cupones', 'descuento', $o$coalesce((x.datos ->> 'percent_discount')::integer, 0)$o$, 'integer'),
    ('cupones', 'caduca', $o$coalesce((x.datos ->> 'caduca_at')::timestamptz, 'infinity')$o$, 'timestamptz')
$function$;

REVOKE ALL ON FUNCTION "public"."ordenes_admin"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.pagina_auditoria (
  f jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_clave text := coalesce(f ->> 'clave', f ->> 'momento');
  v_sube boolean := coalesce((f ->> 'ascendente')::boolean, false);
  v_donde text[] := '{}';
  v_filas jsonb;
begin
  if coalesce(nullif(f ->> 'orden', ''), 'fecha') <> 'fecha' then return public.rechazo('datos_no_validos'); end if;
  if f ->> 'filtro' <> '' then v_donde := v_donde || format('x.objeto_tipo = %L', f ->> 'filtro'); end if;
  if f ->> 'accion' <> '' then v_donde := v_donde || format('x.accion = %L', f ->> 'accion'); end if;
  if f ->> 'desde' <> '' then v_donde := v_donde || format('x.created_at >= %L', public.inicio_del_dia((f ->> 'desde')::date)); end if;
  if f ->> 'hasta' <> '' then v_donde := v_donde || format('x.created_at < %L', public.inicio_del_dia((f ->> 'hasta')::date + 1)); end if;
  if v_buscar is not null then
    v_donde := v_donde || '(x.objeto_id = $2 or x.actor_id = any ($3))'::text;
  end if;
  if v_clave is not null then
    v_donde := v_donde || format('x.created_at %1$s= %2$L::timestamptz and (x.created_at, x.id) %1$s (%2$L::timestamptz, %3$L::bigint)',
      case when v_sube then '>' else '<' end, v_clave, f ->> 'id');
  end if;
  execute format($q$select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'momento', r.created_at, 'clave', r.created_at,
      'datos', jsonb_build_object('accion', r.accion, 'objeto_tipo', r.objeto_tipo, 'objeto_id', r.objeto_id,
        'antes', r.antes, 'despues', r.despues, 'antes_texto', r.antes::text, 'despues_texto', r.despues::text,
        'motivo', r.motivo, 'actor_id', r.actor_id, 'objeto', public.nombre_objeto(r.objeto_tipo, r.objeto_id),
        'actor', (select u.display_name from public.usuarios_meta u where u.id = r.actor_id)))
      order by r.created_at %2$s, r.id %2$s), '[]')
    from (select * from public.auditoria x where %1$s order by x.created_at %2$s, x.id %2$s limit $1) r$q$,
    coalesce(nullif(array_to_string(v_donde, ' and '), ''), 'true'), case when v_sube then 'asc' else 'desc' end)
  into v_filas
  using least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001), lower(v_buscar),
    case when v_buscar is not null then public.personas_llamadas(v_buscar) end;
  return jsonb_build_object('ok', true, 'filas', v_filas);
end
$function$;

REVOKE ALL ON FUNCTION "public"."pagina_auditoria"(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.pagina_personas (
  f jsonb
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
declare
  v_buscar text := nullif(btrim(f ->> 'buscar'), '');
  v_rol text := coalesce(nullif(f ->> 'rol', ''), nullif(f ->> 'filtro', ''));
  v_personas uuid[];
  v_donde text[] := '{}';
  -- Whether few are left to be sorted: those are found first. Otherwise the index of the order is read until a page is full.
  v_pocas boolean := f ->> 'club' = 'si' or f ->> 'vetado' = 'si' or f ->> 'reputacion' <> 'buena';
  -- How many with a text are looked up one by one. Of more than that a page is soon full, but by name: who is called
  -- alike stands together.
  v_tope integer := case when f ->> 'orden' = 'nombre' then 20000 else 5000 end;
  v_orden record;
  v_sube boolean := coalesce((f ->> 'ascendente')::boolean, false);
  v_limite integer := least(greatest(coalesce((f ->> 'limite')::integer, 51), 1), 1001);
  v_clave text := coalesce(f ->> 'clave', f ->> 'momento');
  v_filas jsonb;
  v_total integer;
begin
  select * into v_orden from (values ('fecha', 'u.created_at', 'timestamptz'), ('nombre', 'lower(u.display_name)', 'text'),
    ('reputacion', 'public.nivel_reputacion(u.reputacion)', 'integer'), ('uncoins', 'u.uncoins', 'integer')) o(orden, de, tipo)
  where o.orden = coalesce(nullif(f ->> 'orden', ''), 'fecha');
  if v_orden.orden is null then return public.rechazo('datos_no_validos'); end if;
  if v_rol is not null then v_donde := v_donde || format('u.role = %L', v_rol); end if;
  if f ->> 'reputacion' <> '' then v_donde := v_donde || format('u.reputacion = %L', f ->> 'reputacion'); end if;
  if f ->> 'club' <> '' then v_donde := v_donde || case when f ->> 'club' = 'si' then 'u.club' else 'not u.club' end; end if;
  if f ->> 'vetado' <> '' then
    v_donde := v_donde || case when f ->> 'vetado' = 'si' then 'u.banned_until > now()'
      else '(u.banned_until is null or u.banned_until <= now())' end;
  end if;
  if public.leer_uuid(v_buscar) is not null then
    v_donde := v_donde || format('u.id = %L', v_buscar);
  elsif v_buscar is not null then
    v_personas := public.personas_con(v_buscar, v_tope + 1);
    v_donde := v_donde || case when cardinality(v_personas) <= v_tope then 'u.id = any ($2)'
      else format('(select b.texto from public.personas_busqueda b where b.id = u.id) like %L', public.patron_persona(v_buscar)) end;
  end if;
  v_pocas := coalesce(v_pocas, false) or v_rol <> 'user' or cardinality(v_personas) <= v_tope;
  if v_clave is null then
    execute format('select count(*) from (select from public.usuarios_meta u where %s limit 1001) x',
      coalesce(nullif(array_to_string(v_donde, ' and '), ''), 'true')) into v_total using null::text, v_personas;
  else
    v_donde := v_donde || format('(%1$s, u.id) %2$s (%3$L::%4$s, %5$L::uuid)', v_orden.de,
      case when v_sube then '>' else '<' end, v_clave, v_orden.tipo, f ->> 'id');
  end if;
  execute format($q$select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'momento', (r.persona).created_at,
      'clave', r.clave, 'datos', public.ficha_usuario(r.persona))), '[]')
    from (select * from (select u as persona, u.id, %1$s as clave from public.usuarios_meta u where %2$s %4$s) x
      order by x.clave %3$s, x.id %3$s limit $1) r$q$,
    v_orden.de, coalesce(nullif(array_to_string(v_donde, ' and '), ''), 'true'), case when v_sube then 'asc' else 'desc' end,
    case when v_pocas then 'offset 0' end)
  into v_filas using v_limite, v_personas;
  return jsonb_build_object('ok', true, 'filas', v_filas, 'total', v_total);
end
$function$;

REVOKE ALL ON FUNCTION "public"."pagina_personas"(jsonb) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.parar_cupon (
  p_cupon uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_cupon public.codigos_cupones;
begin
  if auth.uid() is null or not public.puede_actuar() then return public.rechazo('sin_sesion'); end if;
  update public.codigos_cupones set parado_at = coalesce(parado_at, now())
  where id = p_cupon and creador_id = auth.uid() returning * into v_cupon;
  if v_cupon.id is null then return public.rechazo('no_existe'); end if;
  if v_cupon.parado_at = now() then
    perform public.anotar('parar_cupon', 'cupon', p_cupon::text, null, jsonb_build_object('codigo', v_cupon.codigo));
  end if;
  return jsonb_build_object('ok', true);
end
$function$;

CREATE OR REPLACE FUNCTION public.patron_persona (
  p_texto text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  SET search_path TO ''
  AS $function$
  select case when char_length(t) < 3 then '% ' else '%' end || regexp_replace(t, '([\\%_])', '\\\1', 'g') || '%'
  from public.sin_acentos(btrim(p_texto)) t;
$function$;

REVOKE ALL ON FUNCTION "public"."patron_persona"(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.personas_con (
  p_texto  text,
  p_limite integer
)
  RETURNS uuid[]
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  SET jit TO 'off'
  AS $function$
declare
  v_personas uuid[];
begin
  execute format('select array(select id from public.personas_busqueda where texto like %L limit %s)',
    public.patron_persona(p_texto), p_limite) into v_personas;
  return v_personas;
end
$function$;

REVOKE ALL ON FUNCTION "public"."personas_con"(text, integer) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.personas_llamadas (
  p_texto text
)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select case when public.leer_uuid(p_texto) is not null then array[public.leer_uuid(p_texto)]
    else public.personas_con(p_texto, 100) end;
$function$;

REVOKE ALL ON FUNCTION "public"."personas_llamadas"(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.revision_para_decidir (
  p_revision uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_revision public.revisiones_producto;
  v_producto public.productos;
begin
  if not public.es_moderador() then return public.rechazo('sin_permiso'); end if;
  select * into v_revision from public.revisiones_producto where id = p_revision;
  if v_revision.id is null then return public.rechazo('revision_no_existe'); end if;
  select * into v_producto from public.productos where id = v_revision.producto_id;
  return jsonb_build_object('ok', true, 'id', v_revision.id, 'estado', v_revision.estado,
    'enviada_at', v_revision.enviada_at, 'producto_id', v_producto.id, 'slug', v_producto.slug,
    'creador', (select u.display_name from public.usuarios_meta u where u.id = v_producto.usuario_id),
    'despues', v_revision.contenido, 'huella', md5(v_revision.contenido::text),
    'moderador', (select jsonb_build_object('id', u.id, 'name', u.display_name) from public.revisiones_asignadas a
      join public.usuarios_meta u on u.id = a.moderador_id where a.revision_id = p_revision),
    -- A product that was never on sale has nothing to be compared with.
    'antes', case when v_producto.status = 'approved' then public.contenido_de(v_producto) end,
    'suyos', coalesce((select jsonb_object_agg(p.id, p.nombre) from public.productos p
      where p.usuario_id = v_producto.usuario_id), '{}'),
    'historia', coalesce((
      select jsonb_agg(jsonb_build_object('estado', h.estado, 'motivos', to_jsonb(h.motivos), 'nota', h.nota,
        'decidida_at', h.decidida_at) order by h.decidida_at desc)
      from public.revisiones_producto h where h.producto_id = v_producto.id and h.decidida_at is not null), '[]'));
end
$function$;

CREATE OR REPLACE FUNCTION public.sin_acentos (
  p_texto text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select lower(extensions.unaccent('extensions.unaccent'::regdictionary, coalesce(p_texto, '')));
$function$;

REVOKE ALL ON FUNCTION "public"."sin_acentos"(text) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.soltar_decidida()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  delete from public.revisiones_asignadas where revision_id = new.id;
  return null;
end
$function$;

REVOKE ALL ON FUNCTION "public"."soltar_decidida"() FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.texto_persona (
  p_nombre  text,
  p_usuario text,
  p_correo  text
)
  RETURNS text
  LANGUAGE sql
  IMMUTABLE
  PARALLEL SAFE
  SET search_path TO ''
  AS $function$
  select public.sin_acentos(format(E' %s\n %s\n %s', p_nombre, p_usuario, p_correo));
$function$;

REVOKE ALL ON FUNCTION "public"."texto_persona"(text, text, text) FROM PUBLIC, "anon", "authenticated", "service_role";

ALTER TABLE "public"."personas_busqueda"
  ADD CONSTRAINT "personas_busqueda_id_fkey" FOREIGN KEY (id) REFERENCES public.usuarios_meta(id) ON DELETE CASCADE;

ALTER TABLE "public"."revisiones_asignadas"
  ADD CONSTRAINT "revisiones_asignadas_moderador_id_fkey" FOREIGN KEY (moderador_id) REFERENCES public.usuarios_meta(id) ON DELETE CASCADE;

ALTER TABLE "public"."revisiones_asignadas"
  ADD CONSTRAINT "revisiones_asignadas_revision_id_fkey" FOREIGN KEY (revision_id) REFERENCES public.revisiones_producto(id) ON DELETE CASCADE;

CREATE INDEX adquisiciones_precio_orden_idx ON public.adquisiciones USING btree (((precio_pagado)::numeric), id);

CREATE INDEX auditoria_accion_idx ON public.auditoria USING btree (accion, created_at DESC, id DESC);

CREATE INDEX auditoria_tipo_idx ON public.auditoria USING btree (objeto_tipo, created_at DESC, id DESC);

CREATE INDEX cargos_club_centimos_orden_idx ON public.cargos_club USING btree (centimos, id);

CREATE INDEX codigos_canjes_codigo_orden_idx ON public.codigos_canjes USING btree (upper(codigo), id);

CREATE INDEX pagos_total_orden_idx ON public.pagos USING btree (total_centimos, id);

CREATE INDEX personas_busqueda_texto_idx ON public.personas_busqueda USING gin (texto extensions.gin_trgm_ops);

CREATE INDEX productos_adquirido_orden_idx ON public.productos USING btree (adquirido, id);

CREATE INDEX productos_nombre_orden_idx ON public.productos USING btree (lower(nombre), id);

CREATE INDEX productos_precio_orden_idx ON public.productos USING btree (((precio)::numeric), id);

CREATE INDEX productos_visitas_orden_idx ON public.productos USING btree (visitas, id);

CREATE INDEX revisiones_asignadas_moderador_id_idx ON public.revisiones_asignadas USING btree (moderador_id);

CREATE INDEX revisiones_cola_nombre_idx ON public.revisiones_producto USING gin (((contenido ->> 'nombre'::text)) extensions.gin_trgm_ops)
  WHERE (estado = 'pendiente'::text);

CREATE INDEX usuarios_meta_mala_reputacion_idx ON public.usuarios_meta USING btree (reputacion, created_at DESC)
  WHERE (reputacion <> 'buena'::text);

CREATE INDEX usuarios_meta_socios_idx ON public.usuarios_meta USING btree (created_at DESC, id)
  WHERE club;

CREATE INDEX usuarios_meta_uncoins_idx ON public.usuarios_meta USING btree (uncoins, id);

CREATE INDEX usuarios_meta_vetados_idx ON public.usuarios_meta USING btree (banned_until)
  WHERE (banned_until IS NOT NULL);

CREATE INDEX withdrawals_amount_orden_idx ON public.withdrawals USING btree (((amount)::numeric), id);

CREATE TRIGGER indexar_persona
  AFTER UPDATE OF email ON auth.users
  FOR EACH ROW
  WHEN (((new.email)::text IS DISTINCT FROM (old.email)::text))
  EXECUTE FUNCTION public.indexar_persona();

CREATE TRIGGER heredar_asignacion
  AFTER INSERT ON public.revisiones_producto
  FOR EACH ROW
  EXECUTE FUNCTION public.heredar_asignacion();

CREATE TRIGGER soltar_decidida
  AFTER UPDATE OF estado ON public.revisiones_producto
  FOR EACH ROW
  WHEN ((new.estado <> ALL (ARRAY['pendiente'::text, 'sustituida'::text])))
  EXECUTE FUNCTION public.soltar_decidida();

CREATE TRIGGER indexar_persona
  AFTER INSERT OR UPDATE OF display_name, username ON public.usuarios_meta
  FOR EACH ROW
  EXECUTE FUNCTION public.indexar_persona();

GRANT EXECUTE ON FUNCTION "public"."asignar_revision"(uuid, uuid, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."cola_revision"(jsonb) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."decidir_revision"(uuid, text, boolean, text[], text) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."moderadores"() TO "authenticated";

CREATE INDEX usuarios_meta_reputacion_idx ON public.usuarios_meta USING btree (public.nivel_reputacion(reputacion), id);

ALTER TABLE public.personas_busqueda ALTER COLUMN texto SET STATISTICS 1000;

-- The people who are there already.
insert into public.personas_busqueda (id, texto)
select u.id, public.texto_persona(u.display_name, u.username, a.email)
from public.usuarios_meta u left join auth.users a on a.id = u.id
on conflict do nothing;
