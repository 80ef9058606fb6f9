-- Bulk edits: one change of several of the caller's products on sale. Each product goes through the functions of its
-- form and of planned offers, which contain the rules. A product that they refuse does not change, and gets the reason.

-- A price after a change: set, raised or lowered by a percentage.
create function privado.precio_cambiado(p_precio numeric, p_cambio jsonb) returns numeric
language sql immutable set search_path = '' as $$
  select round(case p_cambio ->> 'modo'
    when 'fijar' then (p_cambio ->> 'valor')::numeric
    when 'subir' then p_precio * (100 + (p_cambio ->> 'valor')::numeric) / 100
    when 'bajar' then p_precio * (100 - (p_cambio ->> 'valor')::numeric) / 100
  end, 2);
$$;

-- A list of texts after a change: values added or removed, or all replaced.
create function privado.lista_cambiada(p_lista text[], p_cambio jsonb) returns text[]
language sql immutable set search_path = '' as $$
  with dados as (
    select btrim(v #>> '{}') as valor, n from privado.lista_json(p_cambio -> 'valores') with ordinality x(v, n)
  )
  select case p_cambio ->> 'modo'
    when 'poner' then array(select valor from dados order by n)
    when 'anadir' then p_lista || array(
      select valor from dados d where lower(d.valor) <> all (array(select lower(l) from unnest(p_lista) l)) order by n)
    when 'quitar' then array(
      select l from unnest(p_lista) with ordinality x(l, n)
      where lower(l) <> all (array(select lower(valor) from dados)) order by n)
  end;
$$;

create function privado.cambio_de_lista_valido(p_cambio jsonb, p_maximo integer, p_largo integer) returns boolean
language sql immutable set search_path = '' as $$
  select p_cambio is null or coalesce(p_cambio ->> 'modo' in ('anadir', 'quitar', 'poner')
    and p_cambio ? 'valores' and privado.lista_valida(p_cambio -> 'valores', 'string', p_maximo)
    and (p_cambio ->> 'modo' = 'poner' or jsonb_array_length(p_cambio -> 'valores') > 0)
    and not exists (select from privado.lista_json(p_cambio -> 'valores') v
      where char_length(btrim(v #>> '{}')) not between 1 and p_largo), false);
$$;

-- True if a change is valid and not empty, in the format that `editar_uno` reads.
create function privado.cambio_multiple_valido(c jsonb) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(privado.solo_claves(c, '{precio, oferta, ediciones, compatibles, generos}')
    and c ?| '{precio, oferta, compatibles, generos}' and privado.campos_de_tipo(c, 'boolean', '{ediciones}')
    and (not c ? 'precio' or c #>> '{precio,modo}' in ('fijar', 'subir', 'bajar')
      and jsonb_typeof(c #> '{precio,valor}') = 'number' and (c #>> '{precio,valor}')::numeric > 0
      and (c #>> '{precio,valor}')::numeric <= case c #>> '{precio,modo}' when 'fijar' then 100000 else 1000 end)
    and (not c ? 'oferta' or c -> 'oferta' = '{"modo": "terminar"}' or jsonb_typeof(c #> '{oferta,porcentaje}') = 'number'
      and (c #>> '{oferta,porcentaje}')::numeric between 1 and 99 and c #>> '{oferta,hasta}' is not null
      and privado.dia_valido(c #>> '{oferta,hasta}'))
    and privado.cambio_de_lista_valido(c -> 'compatibles', 30, 9)
    and privado.cambio_de_lista_valido(c -> 'generos', 150, 80), false);
$$;

-- Plans the offer of a change from today on, for the product or one edition. Raises the reason of a refusal.
create function privado.ofrecer_uno(
  p_producto uuid, p_edicion uuid, p_nombre text, p_precio numeric, p_vigente numeric, p_oferta jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_precio numeric := round(p_precio * (100 - (p_oferta ->> 'porcentaje')::numeric) / 100, 2);
  v_hecho jsonb;
begin
  -- The lower offer counts, so this one would change nothing.
  if p_vigente <= v_precio then raise exception using errcode = 'UN003', message = 'ya_rebajado'; end if;
  v_hecho := public.programar_oferta(p_producto, p_edicion, v_precio, privado.hoy(), (p_oferta ->> 'hasta')::date, '', null);
  if not (v_hecho ->> 'ok')::boolean then
    raise exception using errcode = 'UN003', message = case v_hecho ->> 'error'
      when 'precio_no_valido' then 'oferta_minima' else v_hecho ->> 'error' end;
  end if;
  return jsonb_build_object('campo', 'oferta', 'edicion', p_nombre, 'antes', p_vigente, 'despues', v_precio,
    'hasta', p_oferta -> 'hasta', 'espera', false);
end
$$;

-- The current offers of a product and, on request, of its editions: their prices, and whether the offer without dates
-- is one of them.
create function privado.rebajas_de(p_producto uuid, p_ediciones boolean) returns jsonb
language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'edicion', x.nombre, 'antes', x.oferta, 'fija', x.fija) order by x.n), '[]')
  from (
    select null::uuid as id, null as nombre, p.oferta, p.oferta_fija is not null as fija, 0 as n
    from public.productos p where p.id = p_producto and p.oferta is not null
    union all
    select e.id, e.nombre, e.oferta, e.oferta_fija is not null, row_number() over (order by e.orden, e.id)
    from public.ediciones e where e.producto_id = p_producto and not e.retirada and e.oferta is not null and p_ediciones) x;
$$;

-- Ends the running offers with dates of a product of the caller and, on request, of its editions. Raises the reason of
-- a refusal.
create function privado.terminar_ofertas(p_producto uuid, p_ediciones boolean) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_oferta uuid;
  v_hecho jsonb;
begin
  for v_oferta in
    select o.id from public.ofertas o where o.producto_id = p_producto and o.desde <= now() and o.hasta > now()
      and (o.edicion_id is null or p_ediciones)
    order by o.id
  loop
    v_hecho := public.cancelar_oferta(v_oferta);
    if not (v_hecho ->> 'ok')::boolean then
      raise exception using errcode = 'UN003', message = v_hecho ->> 'error';
    end if;
  end loop;
end
$$;

-- The prices of a product and, with `p_ediciones`, of its editions after a change: `precio` and `oferta` of the product,
-- changed `ediciones`, the list of `cambios`, and whether a price rises (`sube`). Raises the reason of a refusal.
create function privado.precios_editados(p_producto uuid, c jsonb, p_ediciones boolean, p_fin boolean) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v public.productos;
  v_precio numeric;
  v_edicion public.ediciones;
  v_nuevo numeric;
  v_ediciones jsonb := '[]'::jsonb;
  v_cambios jsonb := '[]'::jsonb;
  v_sube boolean;
begin
  select * into v from public.productos where id = p_producto;
  v_precio := coalesce(privado.precio_cambiado(v.precio, c -> 'precio'), v.precio);
  v_sube := v_precio > v.precio;
  if v_precio <> v.precio then
    v_cambios := v_cambios || jsonb_build_object('campo', 'precio', 'antes', v.precio, 'despues', v_precio);
  end if;
  for v_edicion in
    select * from public.ediciones e where e.producto_id = p_producto and not e.retirada and p_ediciones
      and (privado.precio_cambiado(e.precio, c -> 'precio') <> e.precio or p_fin and e.oferta_fija is not null)
    order by e.orden, e.id
  loop
    v_nuevo := coalesce(privado.precio_cambiado(v_edicion.precio, c -> 'precio'), v_edicion.precio);
    v_ediciones := v_ediciones || jsonb_build_object('id', v_edicion.id, 'precio', v_nuevo,
      'oferta', case when v_edicion.oferta_fija < v_nuevo and not p_fin then v_edicion.oferta_fija end);
    if v_nuevo <> v_edicion.precio then
      v_cambios := v_cambios || jsonb_build_object('campo', 'precio', 'edicion', v_edicion.nombre, 'antes', v_edicion.precio,
        'despues', v_nuevo);
    end if;
    v_sube := v_sube or v_nuevo > v_edicion.precio;
  end loop;
  if c ? 'precio' and v.precio = 0 and (v_precio <> 0 or v_cambios = '[]'::jsonb) then
    raise exception using errcode = 'UN003', message = 'gratis';
  end if;
  return jsonb_build_object('precio', v_precio, 'oferta', case when v.oferta_fija < v_precio and not p_fin then v.oferta_fija end,
    'ediciones', v_ediciones, 'cambios', v_cambios, 'sube', v_sube);
end
$$;

-- A content with the versions and genres of a change, and the list of `cambios`. Raises the reason of a refusal.
create function privado.listas_editadas(p_producto uuid, p_contenido jsonb, c jsonb) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v public.productos;
  v_contenido jsonb := p_contenido;
  v_cambios jsonb := '[]'::jsonb;
  v_valores text[];
begin
  select * into v from public.productos where id = p_producto;
  if c ? 'compatibles' then
    v_valores := array(select distinct x from unnest(privado.lista_cambiada(v.compatibles, c -> 'compatibles')) x order by x);
    if v_valores <> array(select x from unnest(v.compatibles) x order by x) then
      if not privado.versiones_validas(v_valores) then
        raise exception using errcode = 'UN003', message = 'demasiadas_versiones';
      end if;
      v_contenido := v_contenido || jsonb_build_object('compatibles', v_valores);
      v_cambios := v_cambios || jsonb_build_object('campo', 'compatibles', 'antes', v.compatibles, 'despues', v_valores,
        'espera', true);
    end if;
  end if;
  if c ? 'generos' then
    v_valores := privado.lista_cambiada(v.generos, c -> 'generos');
    if v_valores <> v.generos then
      if char_length(array_to_string(v_valores, '')) > 300 then
        raise exception using errcode = 'UN003', message = 'demasiados_generos';
      end if;
      v_contenido := v_contenido || jsonb_build_object('generos', v_valores);
      v_cambios := v_cambios || jsonb_build_object('campo', 'generos', 'antes', v.generos, 'despues', v_valores,
        'espera', true);
    end if;
  end if;
  return jsonb_build_object('contenido', v_contenido, 'cambios', v_cambios);
end
$$;

-- Changes the prices of one product to the result of `precios_editados`. True if the change is too large for the
-- creator alone, and waits for a review. Raises the reason of a refusal.
create function privado.cambiar_o_esperar(p_producto uuid, p_precios jsonb) returns boolean
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_hecho constant jsonb := public.cambiar_precios(p_producto, (p_precios ->> 'precio')::numeric,
    (p_precios ->> 'oferta')::numeric, p_precios -> 'ediciones');
  v_error constant text := v_hecho ->> 'error';
begin
  if (v_hecho ->> 'ok')::boolean then return false; end if;
  if v_error in ('cambio_excesivo', 'demasiados_cambios') then return true; end if;
  raise exception using errcode = 'UN003', message = case
    when v_error <> 'precio_no_valido' then v_error
    when (select max((x ->> 'despues')::numeric) from privado.lista_json(p_precios -> 'cambios') x) > 99 then 'precio_maximo'
    else 'precio_minimo' end;
end
$$;

-- Adds an offer to one product and, on request, its editions, and returns the changes. Raises the reason of a refusal.
create function privado.ofrecer_producto(p_producto uuid, p_oferta jsonb, p_sube boolean, p_con_ediciones boolean)
returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v public.productos;
  v_edicion public.ediciones;
  v_lista jsonb;
begin
  select * into v from public.productos where id = p_producto;
  if v.precio = 0 then raise exception using errcode = 'UN003', message = 'gratis'; end if;
  -- Nobody was asked for the risen price.
  if p_sube then raise exception using errcode = 'UN003', message = 'oferta_sin_precio'; end if;
  v_lista := jsonb_build_array(privado.ofrecer_uno(p_producto, null, null, v.precio, v.oferta, p_oferta));
  for v_edicion in
    select * from public.ediciones e where e.producto_id = p_producto and not e.retirada and e.precio > 0
      and p_con_ediciones
    order by e.orden, e.id
  loop
    v_lista := v_lista || privado.ofrecer_uno(p_producto, v_edicion.id, v_edicion.nombre, v_edicion.precio,
      v_edicion.oferta, p_oferta);
  end loop;
  return v_lista;
end
$$;

-- Changes one product, and returns the changes: at once, or (`espera`) after a review. Raises the reason of a refusal.
create function privado.editar_uno(p_producto uuid, c jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v public.productos;
  v_revision text;
  v_contenido jsonb;
  v_lista jsonb := '[]'::jsonb;
  v_hecho jsonb;
  v_precios jsonb;
  v_espera boolean := false;
  v_fin constant boolean := coalesce(c #>> '{oferta,modo}' = 'terminar', false);
  v_con_ediciones constant boolean := coalesce((c ->> 'ediciones')::boolean, false);
  v_rebajas jsonb := '[]'::jsonb;
  v_fijas boolean := false;
begin
  select * into v from public.productos
  where id = p_producto and usuario_id = auth.uid() and category <> 'uncoins' for no key update;
  if v.id is null then raise exception using errcode = 'UN003', message = 'no_existe'; end if;
  if v.archivado_at is not null then raise exception using errcode = 'UN003', message = 'archivado'; end if;
  if v.status <> 'approved' then raise exception using errcode = 'UN003', message = 'no_publicado'; end if;
  perform privado.anotar_ofertas(p_producto);
  select * into v from public.productos where id = p_producto;
  v_revision := public.contenido_producto(v.slug) ->> 'revision';
  if v_fin then
    v_rebajas := privado.rebajas_de(p_producto, v_con_ediciones);
    v_fijas := v_rebajas @> '[{"fija": true}]';
  end if;
  -- Its form begins with what was rejected, and sends it to a moderator.
  if v_revision = 'rechazada' and (v_fijas or c ?| '{precio, compatibles, generos}') then
    raise exception using errcode = 'UN003', message = 'rechazada';
  end if;
  -- First, so that the price may rise with the end of its offer.
  if v_fin then perform privado.terminar_ofertas(p_producto, v_con_ediciones); end if;

  if c ? 'precio' or v_fijas then
    v_precios := privado.precios_editados(p_producto, c, v_con_ediciones, v_fin);
    if v_fijas or v_precios -> 'cambios' <> '[]' then
      v_espera := privado.cambiar_o_esperar(p_producto, v_precios);
      select coalesce(jsonb_agg(x || jsonb_build_object('espera', v_espera) order by n), '[]') into v_lista
      from privado.lista_json(v_precios -> 'cambios') with ordinality y(x, n);
    end if;
  end if;

  -- An offer without dates waits with its price.
  select v_lista || coalesce(jsonb_agg(x - 'id' - 'fija' || jsonb_build_object('campo', 'oferta', 'despues', null,
    'espera', v_espera and (x ->> 'fija')::boolean) order by n), '[]') into v_lista
  from privado.lista_json(v_rebajas) with ordinality y(x, n);

  if v_espera or c ?| '{compatibles, generos}' then
    select * into v from public.productos where id = p_producto;
    v_contenido := privado.contenido_de(v);
    if v_espera then
      v_contenido := privado.con_precios(v_contenido, (v_precios ->> 'precio')::numeric, (v_precios ->> 'oferta')::numeric,
        v_precios -> 'ediciones');
    end if;
    v_hecho := privado.listas_editadas(p_producto, v_contenido, c);
    v_lista := v_lista || (v_hecho -> 'cambios');
    if v_espera or v_hecho -> 'cambios' <> '[]' then
      -- It would take the place of what waits.
      if v_revision = 'pendiente' then raise exception using errcode = 'UN003', message = 'en_revision'; end if;
      v_hecho := public.proponer_cambios(p_producto, v_hecho -> 'contenido');
      if not (v_hecho ->> 'ok')::boolean then
        raise exception using errcode = 'UN003', message = v_hecho ->> 'error';
      end if;
    end if;
  end if;

  if c ? 'oferta' and not v_fin then
    v_lista := v_lista
      || privado.ofrecer_producto(p_producto, c -> 'oferta', (v_precios ->> 'sube')::boolean, v_con_ediciones);
  end if;
  return v_lista;
end
$$;

-- Changes several products in the order of their locks, each completely or not at all. With `p_huellas`, only products
-- whose result has the previewed hash; without it, nothing is stored.
create function privado.editar_varios(p_productos uuid[], c jsonb, p_huellas jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid;
  v_uno jsonb;
  v_todos jsonb := '{}'::jsonb;
begin
  begin
    perform from public.productos p where p.id = any (p_productos) and p.usuario_id = auth.uid()
    order by p.id for no key update;
    foreach v_id in array array(select distinct x from unnest(p_productos) x order by x) loop
      begin
        v_uno := jsonb_build_object('cambios', privado.editar_uno(v_id, c));
        v_uno := v_uno || jsonb_build_object('huella', md5(v_uno::text));
        if p_huellas ->> v_id::text is distinct from v_uno ->> 'huella' and p_huellas is not null then
          raise exception using errcode = 'UN003', message = 'cambiado';
        end if;
      exception
        when sqlstate 'UN003' then v_uno := jsonb_build_object('motivo', sqlerrm);
      end;
      v_todos := v_todos || jsonb_build_object(v_id::text, v_uno);
    end loop;
    if p_huellas is null then raise exception using errcode = 'UN004'; end if;
  exception
    when sqlstate 'UN004' then null;
  end;
  return coalesce((
    select jsonb_agg(r.value || jsonb_build_object('id', r.key, 'slug', p.slug, 'nombre', p.nombre, 'nombre_en', p.nombre_en)
      order by n)
    from unnest(p_productos) with ordinality x(id, n)
    join jsonb_each(v_todos) r on r.key = x.id::text
    left join public.productos p on p.id = x.id and p.usuario_id = auth.uid()), '[]');
end
$$;

-- Previews a change of 1 to 50 products of the caller: applies it and rolls it back.
create function public.previsualizar_productos(p_productos uuid[], p_cambio jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cambio jsonb := privado.leer_json(p_cambio);
  v_motivo text := privado.motivo_no_publica();
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if coalesce(cardinality(p_productos), 0) not between 1 and 50 or array_position(p_productos, null) is not null
    or not privado.cambio_multiple_valido(v_cambio) then
    return privado.rechazo('datos_no_validos');
  end if;
  return jsonb_build_object('ok', true, 'productos', privado.editar_varios(p_productos, v_cambio, null));
exception
  when numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format or invalid_text_representation
    then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.previsualizar_productos(uuid[], jsonb) to authenticated;

-- Applies a previewed change of products of the caller: `p_huellas` has the hash of each chosen product. A product that
-- has changed since is skipped. The same `p_clave` is idempotent for a day.
create function public.editar_productos(p_cambio jsonb, p_huellas jsonb, p_clave uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cambio jsonb := privado.leer_json(p_cambio);
  v_huellas jsonb := privado.leer_json(p_huellas);
  v_motivo text := privado.motivo_no_publica();
  v_productos uuid[];
  v_todos jsonb;
  v_hechos integer;
begin
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  if jsonb_typeof(v_huellas) is distinct from 'object' or p_clave is null
    or not privado.cambio_multiple_valido(v_cambio) then
    return privado.rechazo('datos_no_validos');
  end if;
  v_productos := array(select k::uuid from jsonb_object_keys(v_huellas) k);
  if cardinality(v_productos) not between 1 and 50 then return privado.rechazo('datos_no_validos'); end if;
  perform from public.usuarios_meta where id = auth.uid() for no key update;
  select a.despues -> 'resultados' into v_todos from public.auditoria a
  where a.actor_id = auth.uid() and a.accion = 'editar_productos' and a.created_at > now() - interval '1 day'
    and a.despues ->> 'clave' = p_clave::text
  limit 1;
  if v_todos is null then
    v_todos := privado.editar_varios(v_productos, v_cambio, v_huellas);
    v_hechos := (select count(*) from privado.lista_json(v_todos) x where x -> 'cambios' <> '[]');
    if v_hechos > 0 then
      perform privado.anotar('editar_productos', 'usuario', auth.uid()::text, null,
        jsonb_build_object('clave', p_clave, 'cuantos', v_hechos, 'resultados', v_todos));
    end if;
  end if;
  return jsonb_build_object('ok', true, 'productos', v_todos);
exception
  when numeric_value_out_of_range or datetime_field_overflow or invalid_datetime_format or invalid_text_representation
    then return privado.rechazo('datos_no_validos');
end
$$;
grant execute on function public.editar_productos(jsonb, jsonb, uuid) to authenticated;
