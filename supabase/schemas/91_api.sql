-- The API of creators, `/api/v1`. `api_v1` runs a call with a key as a call of its owner: the functions and policies
-- that it uses are those of the screens.

-- Products of the caller after a cursor, newest first.
create function privado.api_productos(p_antes_at timestamptz, p_antes uuid, p_limite integer) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('ok', true, 'productos', coalesce(jsonb_agg(jsonb_build_object(
    'id', p.id, 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'status', p.status, 'category', p.category,
    'precio', p.precio, 'oferta', p.oferta, 'disponible', p.disponibilidad, 'created_at', p.created_at,
    'publicado_at', p.publicado_at, 'archivado_at', p.archivado_at,
    'version', (select v.version from public.versiones_producto v where v.producto_id = p.id
      order by v.created_at desc limit 1)) order by p.created_at desc, p.id), '[]'))
  from (
    select x.id, x.slug, x.nombre, x.nombre_en, x.status, x.category, x.precio, x.oferta, x.disponibilidad, x.created_at,
      x.publicado_at, x.archivado_at
    from public.productos x
    where x.usuario_id = (select auth.uid()) and x.category <> 'uncoins'
      and (p_antes_at is null or x.created_at < p_antes_at or (x.created_at = p_antes_at and x.id > p_antes))
    order by x.created_at desc, x.id limit p_limite
  ) p;
$$;
grant execute on function privado.api_productos(timestamptz, uuid, integer) to authenticated;

-- One product of the caller with its editions, its last twenty versions, and the state of its newest revision.
create function privado.api_producto(p_producto uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce((
    select jsonb_build_object('ok', true, 'id', p.id, 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en,
      'status', p.status, 'category', p.category, 'precio', p.precio, 'oferta', p.oferta, 'disponible', p.disponibilidad,
      'created_at', p.created_at, 'publicado_at', p.publicado_at, 'archivado_at', p.archivado_at,
      'compatibles', to_jsonb(p.compatibles),
      'version', (select v.version from public.versiones_producto v where v.producto_id = p.id
        order by v.created_at desc limit 1),
      'ediciones', coalesce((select jsonb_agg(jsonb_build_object('id', e.id, 'nombre', e.nombre, 'precio', e.precio,
        'oferta', e.oferta) order by e.orden) from public.ediciones e where e.producto_id = p.id and not e.retirada), '[]'),
      'versiones', coalesce((select jsonb_agg(jsonb_build_object('version', v.version, 'novedades', v.novedades,
        'novedades_en', v.novedades_en, 'compatibles', to_jsonb(v.compatibles), 'created_at', v.created_at)
        order by v.created_at desc) from (select * from public.versiones_producto where producto_id = p.id
          order by created_at desc limit 20) v), '[]'),
      'revision', public.estado_revision(p.id))
    from public.productos p
    where p.id = p_producto and p.usuario_id = (select auth.uid()) and p.category <> 'uncoins'
  ), jsonb_build_object('ok', false, 'error', 'no_existe'));
$$;
grant execute on function privado.api_producto(uuid) to authenticated;

create index adquisiciones_jugador_idx on public.adquisiciones (producto_id, lower(minecraft_name))
  where revocada_at is null and minecraft_name is not null;

-- Returns whether a player owns a product of the caller: by the name given with a valid order that does not wait for
-- its release. The creator asks with a name, and learns no other.
create function privado.api_jugador(p_producto uuid, p_jugador text) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := privado.persona_completa();
begin
  if not exists (select from public.productos where id = p_producto and usuario_id = v_yo) then
    return privado.rechazo('no_existe');
  end if;
  return (
    select jsonb_build_object('ok', true, 'tiene', count(*) > 0, 'desde', min(a.created_at),
      'ediciones', coalesce(jsonb_agg(distinct jsonb_build_object('id', e.id, 'nombre', e.nombre))
        filter (where e.id is not null), '[]'))
    from public.adquisiciones a
    -- Deleted accounts share one name of a player.
    join public.usuarios_meta u on u.id = a.user_id and u.borrada_at is null
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.producto_id = p_producto and lower(a.minecraft_name) = lower(p_jugador) and a.revocada_at is null
      and not privado.reserva_espera(a, p, e)
  );
end
$$;
grant execute on function privado.api_jugador(uuid, text) to authenticated;

-- Coupons of the caller after a cursor, newest first.
create function privado.api_cupones(p_antes_at timestamptz, p_antes uuid, p_limite integer) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object('ok', true, 'cupones', coalesce(jsonb_agg(to_jsonb(c) order by c.created_at desc, c.id), '[]'))
  from (
    select m.id, m.codigo, m.slug, m.percent_discount, m.descuento_centimos, m.minimo_centimos, m.desde_at, m.caduca_at,
      m.parado_at, m.usos_max, m.usos_por_usuario, m.created_at, m.usos, m.vendido_centimos, m.regalado_centimos
    from public.mis_cupones() m
    where p_antes_at is null or m.created_at < p_antes_at or (m.created_at = p_antes_at and m.id > p_antes)
    order by m.created_at desc, m.id limit p_limite
  ) c;
$$;
grant execute on function privado.api_cupones(timestamptz, uuid, integer) to authenticated;

-- The content of a product of the caller for a new version: as the form loads it, but without a rejected change of a
-- product that was on sale, which nobody would see and correct.
create function privado.contenido_para_version(p_slug text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select f.formulario || case when f.formulario ->> 'revision' = 'rechazada' and p.publicado_at is not null
    then jsonb_build_object('contenido', privado.contenido_de(p)) else '{}' end
  from public.productos p cross join public.contenido_producto(p.slug) f(formulario)
  where p.slug = p_slug;
$$;
grant execute on function privado.contenido_para_version(text) to authenticated;

-- The hash of that content.
create function privado.huella_contenido(p_slug text) returns text
language sql stable set search_path = '' as $$ select md5(privado.contenido_para_version(p_slug) ->> 'contenido'); $$;
grant execute on function privado.huella_contenido(text) to authenticated;

-- The same hash for a product of the caller, which nobody else can change until the end of the transaction.
create function privado.sujetar_contenido(p_producto uuid) returns text
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_slug text;
begin
  select slug into v_slug from public.productos where id = p_producto and usuario_id = auth.uid() for no key update;
  return privado.huella_contenido(v_slug);
end
$$;
grant execute on function privado.sujetar_contenido(uuid) to authenticated;

-- The content of a product of the caller for a new version. `base` is its hash.
create function privado.api_contenido(p_producto uuid) returns jsonb
language sql stable set search_path = '' as $$
  select coalesce((
    select privado.contenido_para_version(p.slug) || jsonb_build_object('base', privado.huella_contenido(p.slug),
      'marcados', public.archivos_marcados_de(p.id) -> 'ediciones')
    from public.productos p
    where p.id = p_producto and p.usuario_id = (select auth.uid()) and not p.oculto
  ), jsonb_build_object('ok', false, 'error', 'no_existe'));
$$;
grant execute on function privado.api_contenido(uuid) to authenticated;

-- Records an uploaded file, if there is one, and submits a revision, unless the content has changed since `base`.
create function privado.api_version(d jsonb) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  v_nota jsonb;
begin
  if d ? 'archivo' then
    v_nota := public.anotar_huella(d #>> '{archivo,ruta}', d #>> '{archivo,huella}', (d #>> '{archivo,bytes}')::bigint,
      d #>> '{archivo,nombre}');
    if v_nota ->> 'error' = 'no_existe' then return jsonb_build_object('ok', false, 'error', 'archivo_no_existe'); end if;
    if not (v_nota ->> 'ok')::boolean then return v_nota; end if;
  end if;
  if d ->> 'base' <> privado.sujetar_contenido((d ->> 'producto')::uuid) then
    return jsonb_build_object('ok', false, 'error', 'ha_cambiado');
  end if;
  return public.proponer_cambios((d ->> 'producto')::uuid, d -> 'contenido');
end
$$;
grant execute on function privado.api_version(jsonb) to authenticated;

-- Runs a call with the permissions of the key's owner.
create function privado.api_hacer(p_operacion text, d jsonb) returns jsonb
language sql volatile set search_path = '' as $$
  select case p_operacion
    when 'getKey' then jsonb_build_object('ok', true)
    when 'listProducts' then privado.api_productos((d ->> 'antes_at')::timestamptz, (d ->> 'antes')::uuid,
      (d ->> 'limite')::integer)
    when 'getProduct' then privado.api_producto((d ->> 'producto')::uuid)
    when 'getContent' then privado.api_contenido((d ->> 'producto')::uuid)
    when 'createUpload' then public.permitir_subida(d ->> 'nombre', (d ->> 'bytes')::bigint)
    when 'hasArrived' then jsonb_build_object('ok', true, 'llegado', public.ha_llegado(d ->> 'ruta'))
    when 'createVersion' then privado.api_version(d)
    when 'checkOwner' then privado.api_jugador((d ->> 'producto')::uuid, d ->> 'jugador')
    when 'listSales' then public.mis_ventas((d ->> 'producto')::uuid, d ->> 'estado', null, (d ->> 'desde')::date,
      (d ->> 'hasta')::date, (d ->> 'antes_at')::timestamptz, (d ->> 'antes')::bigint, (d ->> 'limite')::integer)
    when 'listCoupons' then privado.api_cupones((d ->> 'antes_at')::timestamptz, (d ->> 'antes')::uuid,
      (d ->> 'limite')::integer)
    when 'createCoupon' then public.crear_cupon((d ->> 'producto')::uuid, d ->> 'codigo', (d ->> 'porcentaje')::integer,
      (d ->> 'centimos')::integer, (d ->> 'minimo_centimos')::integer, (d ->> 'desde')::date, (d ->> 'hasta')::date,
      (d ->> 'usos_max')::integer, (d ->> 'usos_por_usuario')::integer)
    when 'stopCoupon' then public.parar_cupon((d ->> 'cupon')::uuid)
    when 'getBalance' then public.mi_saldo()
  end;
$$;
grant execute on function privado.api_hacer(text, jsonb) to authenticated;

-- The scope that an operation needs; null if any key may call it.
create function privado.ambito_de(p_operacion text) returns text
language sql immutable set search_path = '' as $$
  select case
    when p_operacion in ('listProducts', 'getProduct') then 'products:read'
    when p_operacion in ('getContent', 'wasMade', 'createUpload', 'hasArrived', 'createVersion') then 'products:write'
    when p_operacion = 'checkOwner' then 'owners:read'
    when p_operacion = 'listSales' then 'sales:read'
    when p_operacion = 'listCoupons' then 'coupons:read'
    when p_operacion in ('createCoupon', 'stopCoupon') then 'coupons:write'
    when p_operacion = 'getBalance' then 'balance:read'
  end;
$$;
grant execute on function privado.ambito_de(text) to authenticated;

-- A call of the API. `p_llave` is the SHA-256 of the key. A wrong, expired or revoked key, one without the scope, and
-- one of a person who may not act get the same refusal. `p_clave` and `p_huella` are the idempotency key of a change
-- and the hash of its request.
--
-- It starts with the permissions of the caller, who is a visitor, and continues as the owner: role and claims of the
-- transaction are those of a person, with the key instead of a session. Staff have no staff permissions with a key
-- (`es_admin`).
create function public.api_v1(
  p_llave text, p_operacion text, p_datos jsonb default '{}', p_clave text default null, p_huella text default null
) returns jsonb
language plpgsql volatile set search_path = '' as $$
declare
  v_llave public.llaves_api := privado.abrir_llave(p_llave);
  v_ambito text;
  v_respuesta jsonb;
begin
  if v_llave.id is null then return jsonb_build_object('ok', false, 'error', 'sin_permiso'); end if;
  perform set_config('request.jwt.claims', jsonb_build_object('sub', v_llave.usuario_id, 'role', 'authenticated',
      'llave_api', v_llave.id)::text, true),
    set_config('role', 'authenticated', true);
  v_ambito := privado.ambito_de(p_operacion);
  if not privado.puede_actuar() or v_ambito is not null and v_ambito <> all (v_llave.ambitos) then
    return jsonb_build_object('ok', false, 'error', 'sin_permiso');
  end if;
  if p_operacion = 'wasMade' then return privado.peticion_hecha(v_llave.id, p_clave, p_huella); end if;
  if p_clave is not null then
    v_respuesta := privado.empezar_peticion(v_llave.id, p_clave, p_huella);
    if v_respuesta is not null then return v_respuesta; end if;
  end if;
  v_respuesta := privado.api_hacer(p_operacion, p_datos);
  if p_operacion = 'getKey' then
    v_respuesta := v_respuesta || jsonb_build_object('nombre', v_llave.nombre, 'ambitos', to_jsonb(v_llave.ambitos),
      'created_at', v_llave.created_at, 'caduca_at', v_llave.caduca_at);
  end if;
  if p_clave is not null then perform privado.terminar_peticion(v_llave.id, p_clave, v_respuesta); end if;
  return v_respuesta;
end
$$;
grant execute on function public.api_v1(text, text, jsonb, text, text) to anon;
