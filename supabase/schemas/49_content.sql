-- Validation of submissions. It refuses everything that pages and tables cannot store, before a moderator sees it. The
-- form (lib/publish/schema.ts) allows the same or less; the fields of plain text are in lib/publish/fields.ts.

-- True if optional fields have this JSON type.
create function privado.campos_de_tipo(p_objeto jsonb, p_tipo text, p_campos text[]) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not exists (select from unnest(p_campos) k where jsonb_typeof(p_objeto -> k) not in (p_tipo, 'null'));
$$;

-- True if optional fields are texts within their lengths.
create function privado.textos_hasta(p_objeto jsonb, p_limites jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select not exists (select from jsonb_each_text(p_limites) l
    where jsonb_typeof(p_objeto -> l.key) not in ('string', 'null')
      or char_length(p_objeto ->> l.key) > l.value::integer);
$$;

-- True if an optional field is a list of one JSON type with limited length.
create function privado.lista_valida(p_valor jsonb, p_tipo text, p_maximo integer) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select p_valor is null or jsonb_typeof(p_valor) = 'array' and (
    select count(*) <= p_maximo and coalesce(bool_and(jsonb_typeof(v) = p_tipo), true) from privado.lista_json(p_valor) v);
$$;

-- True if price and offer are valid. An offer of 0 is none.
create function privado.precio_valido(p_objeto jsonb) returns boolean
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(jsonb_typeof(p_objeto -> 'precio') = 'number' and privado.campos_de_tipo(p_objeto, 'number', '{oferta}')
    and (p_objeto ->> 'precio')::numeric between 0 and 99
    and (coalesce((p_objeto ->> 'oferta')::numeric, 0) = 0
      or round((p_objeto ->> 'oferta')::numeric, 2) between 0.01 and round((p_objeto ->> 'precio')::numeric, 2)), false);
$$;

-- True if an optional text is a date. An impossible date raises.
create function privado.dia_valido(p_texto text) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(p_texto ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and p_texto::date > '1900-01-01', p_texto is null);
$$;

create function privado.edicion_valida(e jsonb) returns boolean
language sql stable parallel safe set search_path = '' as $$
  select coalesce(char_length(btrim(e ->> 'nombre')) > 0 and privado.precio_valido(e)
    and privado.textos_hasta(e, '{"id": 36, "nombre": 40, "nombre_en": 40, "download_link": 500, "portada_url": 300, "portada_blur": 2000,
      "incluye": 600, "incluye_en": 600}')
    and privado.campos_de_tipo(e, 'boolean', '{reserva}') and privado.dia_valido(e ->> 'fecha_lanzamiento')
    and (e ->> 'id' is null or privado.leer_uuid(e ->> 'id') is not null), false);
$$;

-- True if a submission is valid: size, price, and all of its references.
create function privado.contenido_valido(c jsonb) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(jsonb_typeof(c) = 'object' and char_length(c::text) <= 300000
    and c ->> 'category' = any (privado.categorias())
    and char_length(btrim(c ->> 'nombre')) > 0 and privado.precio_valido(c)
    and privado.textos_hasta(c, '{"nombre": 80, "nombre_en": 80, "acerca_de": 300, "acerca_de_en": 300,
      "descripcion": 300000, "descripcion_en": 300000, "desarrollador": 80, "publisher": 80, "tamano_aproximado": 40,
      "aviso_legal": 500, "aviso_legal_en": 500, "video_trailer": 200, "portada_url": 300, "portada_blur": 2000, "banner_url": 300,
      "banner_blur": 2000, "download_link": 500, "base_id": 36, "version": 20, "novedades": 2000, "novedades_en": 2000}')
    and privado.campos_de_tipo(c, 'boolean', '{club_only, reserva, DLC, descargable, disponibilidad}')
    and c ->> 'portada_url' <> ''
    and (c ->> 'download_link' <> '' or (c ->> 'descargable')::boolean is false)
    and privado.dia_valido(c ->> 'fecha_lanzamiento')
    and (c ->> 'fecha_lanzamiento' is not null or (c ->> 'reserva')::boolean is not true)
    and privado.video_valido(c ->> 'video_trailer')
    and privado.lista_valida(c -> 'generos', 'string', 150)
    and (select coalesce(max(char_length(g #>> '{}')) <= 80 and sum(char_length(g #>> '{}')) <= 300, true)
      from privado.lista_json(c -> 'generos') g)
    and privado.lista_valida(c -> 'compatibles', 'string', 30)
    and privado.lista_valida(c -> 'imagenes', 'object', 20)
    and not exists (select from privado.lista_json(c -> 'imagenes') i where coalesce(i ->> 'url', '') = '')
    and privado.lista_valida(c -> 'ediciones', 'object', 10)
    and (select coalesce(bool_and(privado.edicion_valida(e)), true)
        and count(distinct lower(btrim(e ->> 'nombre'))) = count(*) and count(distinct lower(e ->> 'id')) = count(e ->> 'id')
      from privado.lista_json(c -> 'ediciones') e)
    -- Only an admin makes a product free; the caller checks the price of the product itself.
    and not exists (select from privado.lista_json(c -> 'ediciones') e
      where round((e ->> 'precio')::numeric, 2) = 0 and round((c ->> 'precio')::numeric, 2) > 0)
    and privado.lista_valida(c -> 'bundles', 'object', 5)
    and (select coalesce(bool_and(char_length(btrim(coalesce(b ->> 'nombre', ''))) > 0
          and privado.campos_de_tipo(b, 'number', '{precio, oferta}')
          and privado.textos_hasta(b, '{"id": 36, "nombre": 80, "nombre_en": 80, "descripcion": 300, "descripcion_en": 300}')
          and privado.lista_valida(b -> 'productos', 'string', 9)), true)
        and count(distinct lower(b ->> 'id')) = count(b ->> 'id')
      from privado.lista_json(c -> 'bundles') b)
    and privado.contenido_seguro(c), false);
$$;

-- True if the base of an extension is empty, another product of the caller, or unchanged.
create function privado.base_valida(p_producto uuid, c jsonb) returns boolean
language sql stable security definer set search_path = '' as $$
  select case when c ->> 'base_id' is null then (c ->> 'DLC')::boolean is not true
    else exists (select from public.productos b
      where b.id = privado.leer_uuid(c ->> 'base_id') and b.id is distinct from p_producto and (b.usuario_id = auth.uid()
        or b.id = (select p.base_id from public.productos p where p.id = p_producto))) end;
$$;
