-- What a signed-in person reads of their own: the account in one round trip, and the files of their orders.

create function public.mi_cuenta() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', u.id, 'display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
    'role', u.role, 'club', u.club, 'uncoins', u.uncoins, 'reputacion', u.reputacion, 'idioma', u.idioma,
    'banned_until', u.banned_until, 'ban_motivo', u.ban_motivo,
    'favoritos', coalesce((
      select jsonb_agg(f.producto_id order by f.created_at desc) from public.favoritos f where f.user_id = u.id
    ), '[]'),
    'adquiridos', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'producto_id', a.producto_id, 'edicion_id', a.edicion_id))
      from public.adquisiciones a where a.user_id = u.id and a.revocada_at is null
    ), '[]'),
    'siguiendo', coalesce((
      select jsonb_agg(jsonb_build_object('id', s.id, 'display_name', s.display_name, 'avatar_url', s.avatar_url))
      from (
        select c.id, c.display_name, c.avatar_url
        from public.follows fo join public.usuarios_meta c on c.id = fo.following_id
        where fo.follower_id = u.id order by fo.created_at desc limit 10
      ) s
    ), '[]'))
  from public.usuarios_meta u where u.id = auth.uid();
$$;

create function public.espera_lanzamiento(p_producto public.productos, p_edicion public.ediciones) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(p_edicion.reserva, p_producto.reserva)
    and (p_producto.fecha_lanzamiento is null or p_producto.fecha_lanzamiento > current_date);
$$;

-- The download area of an order (SPEC §4), without the link itself: the edition's link and flags come first.
create function public.estado_descarga(p_adquisicion uuid) returns text
language sql stable security definer set search_path = '' as $$
  select case
    when a.revocada_at is not null then 'revocado'
    when p.id is null then 'sin_enlace'
    when not p.descargable then 'no_descargable'
    when public.espera_lanzamiento(p, e) then 'reserva'
    when coalesce(e.download_link, p.download_link) is null then 'sin_enlace'
    else 'disponible'
  end
  from public.adquisiciones a
  left join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and (a.user_id = auth.uid() or public.es_admin());
$$;

-- The file of an order, for its owner. Every answer with a link counts as a download.
create function public.enlace_descarga(p_adquisicion uuid) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_estado text := public.estado_descarga(p_adquisicion);
  v_respuesta jsonb;
begin
  select jsonb_build_object('ok', true, 'download_link', coalesce(e.download_link, p.download_link), 'slug', p.slug)
  into v_respuesta
  from public.adquisiciones a
  left join public.productos p on p.id = a.producto_id
  left join public.ediciones e on e.id = a.edicion_id
  where a.id = p_adquisicion and a.user_id = auth.uid();
  if v_respuesta is null or not public.puede_actuar() then return public.rechazo('no_existe'); end if;
  if v_estado <> 'disponible' then return public.rechazo(v_estado); end if;
  update public.adquisiciones set descargas = descargas + 1 where id = p_adquisicion;
  return v_respuesta;
end
$$;

revoke execute on all functions in schema public from public;
grant execute on function public.mi_cuenta(), public.estado_descarga(uuid), public.enlace_descarga(uuid) to authenticated;
