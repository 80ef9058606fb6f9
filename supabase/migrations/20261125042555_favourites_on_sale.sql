-- Made from supabase/schemas by `npm run db:migration favourites_on_sale`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.quien_soy (
  p_adquiridos uuid[] DEFAULT '{}'::uuid[],
  p_favoritos  uuid[] DEFAULT '{}'::uuid[],
  p_siguiendo  uuid[] DEFAULT '{}'::uuid[]
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
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
    -- Those that their page lists, each looked up by its key however many there are.
    'favoritos', (
      select count(*) from public.favoritos f where f.user_id = u.id and v_completa
        and (select p.status = 'approved' and not p.oculto from public.productos p where p.id = f.producto_id)
    ),
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
$function$;
