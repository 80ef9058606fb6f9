-- Whom to give to, and the news that a reservation has come out.

-- Up to five people by the beginning of their username or any part of their name, without oneself and without those
-- who are banned.
create function public.buscar_destinatarios(p_texto text)
returns table (id uuid, display_name text, username text, avatar_url text)
language sql stable security definer set search_path = '' as $$
  with patron as (
    select replace(replace(replace(btrim(p_texto), '\', '\\'), '%', '\%'), '_', '\_') as texto
  )
  select u.id, u.display_name, u.username, u.avatar_url
  from public.usuarios_meta u, patron
  where auth.uid() is not null and u.id <> auth.uid() and char_length(btrim(p_texto)) between 1 and 40
    and (u.display_name ilike '%' || patron.texto || '%' or lower(u.username) like lower(patron.texto) || '%')
    and (u.banned_until is null or u.banned_until <= now())
  order by lower(u.username) = lower(btrim(p_texto)) desc, lower(u.display_name) = lower(btrim(p_texto)) desc,
    u.display_name
  limit 5;
$$;
create index usuarios_meta_username_prefijo_idx on public.usuarios_meta (lower(username) text_pattern_ops);

-- Tells every owner of a reservation that is out, once per order. A date that is moved is waited for.
create function public.avisar_reservas() returns integer
language sql volatile security definer set search_path = '' as $$
  with nuevos as (
    insert into public.correos (clave, user_id, plantilla, datos)
    select 'reserva:' || a.id, a.user_id, 'reserva', jsonb_build_object('pedido_id', a.id)
    from public.adquisiciones a
    join public.productos p on p.id = a.producto_id
    left join public.ediciones e on e.id = a.edicion_id
    where a.es_reserva and a.revocada_at is null and p.descargable and p.fecha_lanzamiento <= current_date
      and not public.espera_lanzamiento(p, e)
      and not exists (select from public.correos c where c.clave = 'reserva:' || a.id)
    on conflict (clave) do nothing
    returning 1
  )
  select count(*)::integer from nuevos;
$$;
create index adquisiciones_reservas_idx on public.adquisiciones (producto_id) where es_reserva and revocada_at is null;

-- What a person owns, with where it comes from: what the Club lends may still be bought.
create or replace function public.mi_cuenta() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'id', u.id, 'display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
    'role', u.role, 'club', u.club, 'uncoins', u.uncoins, 'reputacion', u.reputacion, 'idioma', u.idioma,
    'banned_until', u.banned_until, 'ban_motivo', u.ban_motivo,
    'favoritos', coalesce((
      select jsonb_agg(f.producto_id order by f.created_at desc) from public.favoritos f where f.user_id = u.id
    ), '[]'),
    'adquiridos', coalesce((
      select jsonb_agg(jsonb_build_object('id', a.id, 'producto_id', a.producto_id, 'edicion_id', a.edicion_id,
        'origen', a.origen) order by (a.origen = 'club'), a.created_at)
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

revoke execute on all functions in schema public from public;
grant execute on function public.buscar_destinatarios(text) to authenticated;
grant execute on function public.avisar_reservas() to service_role;
