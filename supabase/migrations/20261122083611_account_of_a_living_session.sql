-- Made from supabase/schemas by `npm run db:migration account_of_a_living_session`.

SET local check_function_bodies = off;

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
    ) else 0 end,
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
