-- What a creator sends names files that are there and their own, and pictures as the shop knows them.

create or replace function public.exigir_descargas_propias() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if exists (
    select from public.enlaces_de(new.contenido) enlace
    where not public.enlace_valido(enlace) or enlace !~ '^https://'
      and not (starts_with(enlace, 'descargas/' || new.autor_id || '/') and exists (
        select from storage.objects o where o.bucket_id = 'descargas' and o.name = substr(enlace, 11)))
      and enlace not in (
        -- A product of this very transaction carries what is being asked about.
        select x.enlace from public.productos p
        cross join lateral (
          select p.download_link as enlace
          union all select e.download_link from public.ediciones e where e.producto_id = p.id
        ) x
        where p.id = new.producto_id and p.created_at < now() and x.enlace is not null)
  ) then
    raise exception using errcode = 'check_violation', message = 'a download that is not the creator''s';
  end if;
  return new;
end
$$;

-- What the shop knows of a picture: its size and its placeholder. Of one from before the shop kept them, what the
-- product has.
create function public.imagen_conocida(p_producto uuid, p_url text) returns jsonb
language sql stable security definer set search_path = '' as $$
  select to_jsonb(x) from (
    select 1 as orden, s.ancho, s.alto, s.blur from public.imagenes_subidas s where '/media/' || s.ruta = p_url
    union all
    select 2, i.ancho, i.alto, i.blur from public.imagenes_producto i where i.producto_id = p_producto and i.url = p_url
    union all
    select 3, null, null, p.portada_blur from public.productos p where p.id = p_producto and p.portada_url = p_url
    union all
    select 4, null, null, p.banner_blur from public.productos p where p.id = p_producto and p.banner_url = p_url
    union all
    select 5, null, null, e.portada_blur from public.ediciones e where e.producto_id = p_producto and e.portada_url = p_url
    order by orden limit 1
  ) x;
$$;

-- A content with the sizes and placeholders that the shop knows, whatever was sent.
create function public.con_imagenes_conocidas(p_producto uuid, c jsonb) returns jsonb
language sql stable security definer set search_path = '' as $$
  select c || jsonb_build_object(
    'portada_blur', public.imagen_conocida(p_producto, c ->> 'portada_url') -> 'blur',
    'banner_blur', public.imagen_conocida(p_producto, c ->> 'banner_url') -> 'blur',
    'imagenes', coalesce((
      select jsonb_agg(jsonb_build_object('url', n.v ->> 'url', 'ancho', k -> 'ancho', 'alto', k -> 'alto', 'blur', k -> 'blur')
        order by n.orden)
      from public.lista_json(c -> 'imagenes') with ordinality n(v, orden)
      cross join lateral public.imagen_conocida(p_producto, n.v ->> 'url') k), '[]'),
    'ediciones', coalesce((
      select jsonb_agg(n.v || jsonb_build_object(
        'portada_blur', public.imagen_conocida(p_producto, n.v ->> 'portada_url') -> 'blur') order by n.orden)
      from public.lista_json(c -> 'ediciones') with ordinality n(v, orden)), '[]'));
$$;

create or replace function public.crear_producto(p_slug text, p_contenido jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_contenido jsonb := public.leer_json(p_contenido);
  v_motivo text := public.motivo_no_publica();
  v_producto uuid;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  if not public.contenido_valido(v_contenido) then return public.rechazo('datos_no_validos'); end if;
  if (v_contenido ->> 'precio')::numeric = 0 then return public.rechazo('precio_no_valido'); end if;
  v_contenido := public.con_imagenes_conocidas(null, v_contenido);
  insert into public.productos (nombre, slug, precio, portada_url, category, usuario_id)
  values (v_contenido ->> 'nombre', p_slug, (v_contenido ->> 'precio')::numeric, v_contenido ->> 'portada_url',
    v_contenido ->> 'category', auth.uid())
  returning id into v_producto;
  perform public.aplicar_contenido(v_producto, v_contenido);
  insert into public.revisiones_producto (producto_id, autor_id, contenido, es_nueva)
  values (v_producto, auth.uid(), v_contenido, true);
  return jsonb_build_object('ok', true, 'producto_id', v_producto, 'slug', p_slug);
exception
  when unique_violation then return public.rechazo('slug_ocupado');
  when check_violation or not_null_violation or foreign_key_violation or invalid_text_representation
    or datetime_field_overflow or invalid_datetime_format or numeric_value_out_of_range or string_data_right_truncation
    or invalid_parameter_value
    then return public.rechazo('datos_no_validos');
end
$$;

create or replace function public.proponer_cambios(p_producto uuid, p_contenido jsonb) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_contenido jsonb := public.leer_json(p_contenido);
  v_motivo text := public.motivo_no_publica();
  v_producto public.productos;
begin
  if v_motivo is not null then return public.rechazo(v_motivo); end if;
  select * into v_producto from public.productos where id = p_producto and usuario_id = auth.uid() for no key update;
  if v_producto.id is null then return public.rechazo('no_existe'); end if;
  if not public.contenido_valido(v_contenido) then return public.rechazo('datos_no_validos'); end if;
  -- Only an admin makes a product free; one that is free may stay so.
  if (v_contenido ->> 'precio')::numeric = 0 and v_producto.precio > 0 then return public.rechazo('precio_no_valido'); end if;
  v_contenido := public.con_imagenes_conocidas(p_producto, v_contenido);
  update public.revisiones_producto set estado = 'sustituida' where producto_id = p_producto and estado = 'pendiente';
  insert into public.revisiones_producto (producto_id, autor_id, contenido, es_nueva)
  values (p_producto, auth.uid(), v_contenido, v_producto.status <> 'approved');
  if v_producto.status <> 'approved' then
    perform public.aplicar_contenido(p_producto, v_contenido);
    update public.productos set status = 'pending' where id = p_producto;
  end if;
  return jsonb_build_object('ok', true, 'producto_id', p_producto, 'slug', v_producto.slug);
exception
  when unique_violation or check_violation or not_null_violation or foreign_key_violation
    or invalid_text_representation or datetime_field_overflow or invalid_datetime_format
    or numeric_value_out_of_range or string_data_right_truncation or invalid_parameter_value
    then return public.rechazo('datos_no_validos');
end
$$;

revoke execute on all functions in schema public from public;
