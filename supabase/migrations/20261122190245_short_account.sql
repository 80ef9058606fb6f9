-- Made from supabase/schemas by `npm run db:migration short_account`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.mi_relacion (
  p_adquiridos uuid[] DEFAULT '{}'::uuid[],
  p_favoritos  uuid[] DEFAULT '{}'::uuid[],
  p_siguiendo  uuid[] DEFAULT '{}'::uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with yo as materialized (
    select case when public.puede_actuar() and public.sesion_vigente() then auth.uid() end as id
  )
  select jsonb_build_object(
    'adquiridos', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'producto_id', x.producto_id, 'edicion_id', x.edicion_id,
        'origen', x.origen) order by x.lent, x.created_at)
      from (
        select distinct on (a.producto_id, a.edicion_id, a.origen = 'club')
          a.id, a.producto_id, a.edicion_id, a.origen, a.origen = 'club' as lent, a.created_at
        from public.adquisiciones a
        where a.user_id = yo.id and a.producto_id = any (p_adquiridos[1:20]) and a.revocada_at is null
        order by a.producto_id, a.edicion_id, a.origen = 'club', a.created_at
      ) x
    ), '[]'),
    'favoritos', coalesce((
      select jsonb_agg(f.producto_id) from public.favoritos f
      where f.user_id = yo.id and f.producto_id = any (p_favoritos[1:200])
    ), '[]'),
    'siguiendo_ids', coalesce((
      select jsonb_agg(fo.following_id) from public.follows fo
      where fo.follower_id = yo.id and fo.following_id = any (p_siguiendo[1:20])
    ), '[]'))
  from yo;
$function$;

REVOKE ALL ON FUNCTION "public"."mi_relacion"(uuid[], uuid[], uuid[]) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.quien_soy (
  p_adquiridos uuid[] DEFAULT '{}'::uuid[],
  p_favoritos  uuid[] DEFAULT '{}'::uuid[],
  p_siguiendo  uuid[] DEFAULT '{}'::uuid[]
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with s as materialized (select public.sesion_completa() as completa)
  select jsonb_build_object(
    'id', u.id, 'display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
    'role', u.role, 'club', u.club, 'reputacion', u.reputacion,
    'banned_until', u.banned_until, 'ban_motivo', u.ban_motivo,
    'mfa_pendiente', not s.completa, 'mfa_activa', public.tiene_segundo_factor(u.id),
    'aal2', public.nivel_sesion() is not distinct from 'aal2',
    'uncoins', case when s.completa then u.uncoins else 0 end,
    'avisos', case when s.completa then (
      select count(*) from public.notificaciones n where n.user_id = u.id and n.leida_at is null
    ) + public.anuncios_sin_ver(u.id) else 0 end,
    'favoritos', (select count(*) from public.favoritos f where f.user_id = u.id and s.completa),
    'siguiendo', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'display_name', x.display_name, 'avatar_url', x.avatar_url))
      from (
        select c.id, c.display_name, c.avatar_url
        from public.follows fo join public.usuarios_meta c on c.id = fo.following_id
        where fo.follower_id = u.id and s.completa order by fo.created_at desc limit 10
      ) x
    ), '[]'),
    'relacion', public.mi_relacion(p_adquiridos, p_favoritos, p_siguiendo))
  from public.usuarios_meta u, s
  where u.id = auth.uid() and public.sesion_vigente();
$function$;

REVOKE ALL ON FUNCTION "public"."quien_soy"(uuid[], uuid[], uuid[]) FROM PUBLIC, "anon", "service_role";

CREATE INDEX adquisiciones_persona_producto_idx ON public.adquisiciones USING btree (user_id, producto_id)
  WHERE (revocada_at IS NULL);

GRANT EXECUTE ON FUNCTION "public"."mi_relacion"(uuid[], uuid[], uuid[]) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."quien_soy"(uuid[], uuid[], uuid[]) TO "authenticated";
