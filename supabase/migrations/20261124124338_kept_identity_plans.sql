-- Functions of who asks are rewritten in PL/pgSQL, in place: policies, views and grants that name them stay as they are.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

set local check_function_bodies = off;

create or replace function public.sesion_vigente() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_nombre text := auth.jwt() ->> 'session_id';
  v_sesion uuid := public.leer_uuid(v_nombre);
  v_yo uuid := auth.uid();
begin
  return coalesce(v_nombre, '') = '' or exists (select from auth.sessions where id = v_sesion and user_id = v_yo);
end
$$;

create or replace function public.nivel_sesion() returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  v_token jsonb := auth.jwt();
  v_nivel text := coalesce(v_token ->> 'aal', 'aal1');
  v_sesion uuid := public.sesion_actual();
  v_yo uuid := auth.uid();
begin
  if v_token ->> 'session_id' is null then return v_nivel; end if;
  return (
    select case when v_nivel = 'aal2' and s.aal::text = 'aal2' then 'aal2' else 'aal1' end
    from auth.sessions s where s.id = v_sesion and s.user_id = v_yo
  );
end
$$;

create or replace function public.tiene_segundo_factor(p_usuario uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from auth.mfa_factors where user_id = p_usuario and status::text = 'verified');
end
$$;

create or replace function public.sesion_completa() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_nivel text := public.nivel_sesion();
  v_yo uuid := auth.uid();
  v_sesion uuid;
begin
  if v_nivel = 'aal2' then return true; end if;
  if v_nivel is distinct from 'aal1' then return false; end if;
  if not public.tiene_segundo_factor(v_yo) then return true; end if;
  v_sesion := public.sesion_actual();
  return exists (select from public.sesiones_recuperadas where session_id = v_sesion and user_id = v_yo);
end
$$;

create or replace function public.persona_completa() returns uuid
language plpgsql stable security definer set search_path = '' as $$
begin
  return case when public.sesion_completa() then auth.uid() end;
end
$$;

create or replace function public.puede_actuar() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  if not public.sesion_completa() then return false; end if;
  return exists (
    select from public.usuarios_meta
    where id = v_yo and borrada_at is null and (banned_until is null or banned_until <= now())
  );
end
$$;

create or replace function public.es_admin() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  if public.nivel_sesion() is distinct from 'aal2' then return false; end if;
  return exists (
    select from public.usuarios_meta
    where id = v_yo and role = 'admin' and (banned_until is null or banned_until <= now())
  );
end
$$;

create or replace function public.es_moderador() returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  if public.nivel_sesion() is distinct from 'aal2' then return false; end if;
  return exists (
    select from public.usuarios_meta
    where id = v_yo and role in ('moderador', 'admin') and (banned_until is null or banned_until <= now())
  );
end
$$;

create or replace function public.es_su_producto(p_producto uuid) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  return exists (select from public.productos where id = p_producto and usuario_id = v_yo);
end
$$;

create or replace function public.mi_relacion(
  p_adquiridos uuid[] default '{}', p_favoritos uuid[] default '{}', p_siguiendo uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := case when public.puede_actuar() and public.sesion_vigente() then auth.uid() end;
begin
  return jsonb_build_object(
    'adquiridos', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'producto_id', x.producto_id, 'edicion_id', x.edicion_id,
        'origen', x.origen) order by x.lent, x.created_at)
      from (
        select distinct on (a.producto_id, a.edicion_id, a.origen = 'club')
          a.id, a.producto_id, a.edicion_id, a.origen, a.origen = 'club' as lent, a.created_at
        from public.adquisiciones a
        where a.user_id = v_yo and a.producto_id = any (p_adquiridos[1:20]) and a.revocada_at is null
        order by a.producto_id, a.edicion_id, a.origen = 'club', a.created_at
      ) x
    ), '[]'),
    'favoritos', coalesce((
      select jsonb_agg(f.producto_id) from public.favoritos f
      where f.user_id = v_yo and f.producto_id = any (p_favoritos[1:200])
    ), '[]'),
    'siguiendo_ids', coalesce((
      select jsonb_agg(fo.following_id) from public.follows fo
      where fo.follower_id = v_yo and fo.following_id = any (p_siguiendo[1:20])
    ), '[]'));
end
$$;

create or replace function public.quien_soy(
  p_adquiridos uuid[] default '{}', p_favoritos uuid[] default '{}', p_siguiendo uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
  v_completa boolean := public.sesion_completa();
begin
  if not public.sesion_vigente() then return null; end if;
  return (select jsonb_build_object(
    'id', u.id, 'display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
    'role', u.role, 'club', u.club, 'reputacion', u.reputacion,
    'banned_until', u.banned_until, 'ban_motivo', u.ban_motivo,
    'mfa_pendiente', not v_completa, 'mfa_activa', public.tiene_segundo_factor(u.id),
    'aal2', public.nivel_sesion() is not distinct from 'aal2',
    'uncoins', case when v_completa then u.uncoins else 0 end,
    'avisos', case when v_completa then (
      select count(*) from public.notificaciones n where n.user_id = u.id and n.leida_at is null
    ) + public.anuncios_sin_ver(u.id) else 0 end,
    'favoritos', (select count(*) from public.favoritos f where f.user_id = u.id and v_completa),
    'siguiendo', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'display_name', x.display_name, 'avatar_url', x.avatar_url))
      from (
        select c.id, c.display_name, c.avatar_url
        from public.follows fo join public.usuarios_meta c on c.id = fo.following_id
        where fo.follower_id = u.id and v_completa order by fo.created_at desc limit 10
      ) x
    ), '[]'),
    'relacion', public.mi_relacion(p_adquiridos, p_favoritos, p_siguiendo))
  from public.usuarios_meta u where u.id = v_yo);
end
$$;

create or replace function public.anuncios_sin_ver(p_usuario uuid) returns integer
language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select count(*) from public.anuncios a
    where a.estado = 'publicado' and a.inicio <= now() and a.hasta > now() and a.inicio > (
      select greatest(u.created_at, p.anuncios_vistos)
      from public.usuarios_meta u left join public.preferencias_aviso p on p.user_id = u.id where u.id = p_usuario)
  );
end
$$;

create or replace function public.puede_subir(p_ruta text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
begin
  if not public.puede_actuar() then return false; end if;
  return exists (select from public.descargas_por_subir where ruta = p_ruta and usuario_id = v_yo
      and created_at > now() - interval '24 hours')
    or exists (select from public.imagenes_subidas where ruta = p_ruta and usuario_id = v_yo
      and retirada_at is null and created_at > now() - interval '5 minutes');
end
$$;

create or replace function public.puede_leer(p_bucket text, p_nombre text) returns boolean
language plpgsql stable security definer set search_path = '' as $$
begin
  if not public.puede_actuar() then return false; end if;
  return case p_bucket
    when 'descargas' then split_part(p_nombre, '/', 1) = auth.uid()::text
      or public.tiene_descarga('descargas/' || p_nombre)
      or public.es_moderador() and public.en_revision('descargas/' || p_nombre)
    when 'avatars' then public.carpeta_propia(p_bucket, p_nombre)
    when 'portadas' then public.carpeta_propia(p_bucket, p_nombre)
    else false
  end;
end
$$;
