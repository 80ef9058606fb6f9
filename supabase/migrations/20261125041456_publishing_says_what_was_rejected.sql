-- Made from supabase/schemas by `npm run db:migration publishing_says_what_was_rejected`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.contenido_producto (
  p_slug text
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object('ok', true, 'producto_id', p.id, 'slug', p.slug, 'status', p.status, 'revision', r.estado,
    'contenido', coalesce(r.contenido, public.contenido_de(p)))
  from public.productos p
  left join lateral (
    select s.* from public.revisiones_producto s
    where s.producto_id = p.id and s.estado in ('pendiente', 'rechazada') and not exists (
      select from public.revisiones_producto n where n.producto_id = p.id and n.estado = 'aprobada'
        and n.decidida_at > s.enviada_at)
    order by s.enviada_at desc limit 1) r on true
  where p.slug = p_slug and (p.usuario_id = public.persona_completa() or public.es_moderador());
$function$;
