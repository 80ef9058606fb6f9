-- Made from supabase/schemas by `npm run db:migration own_products_by_name`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.mis_productos_para (
  p_para     text,
  p_texto    text    DEFAULT ''::text,
  p_elegidos uuid[]  DEFAULT '{}'::uuid[],
  p_sin      uuid    DEFAULT NULL::uuid,
  p_ingles   boolean DEFAULT false
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  with suyos as materialized (
    select p.id, public.sin_acentos(case when p_ingles then coalesce(p.nombre_en, p.nombre) else p.nombre end) as orden
    from public.productos p
    where p.usuario_id = (select public.persona_completa()) and not p.oculto and p.id is distinct from p_sin
      and case when p_para = 'base' then not p."DLC" else p.status = 'approved' end
  ), hallados as (
    select s.id, row_number() over (order by s.orden, s.id) as puesto from suyos s
    where strpos(s.orden, public.sin_acentos(left(btrim(p_texto), 80))) > 0
    order by s.orden, s.id limit 21
  ), mostrados as (
    select h.id, h.puesto from hallados h where h.puesto <= 20
    union all
    select s.id, null from suyos s where s.id = any (p_elegidos[1:60])
  )
  select jsonb_build_object(
    'mas', exists (select from hallados h where h.puesto = 21),
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'slug', p.slug,
        'precio', p.precio, 'portada_url', p.portada_url, 'elegido', m.puesto is null) order by m.puesto nulls first, p.nombre, p.id)
      from mostrados m join public.productos p on p.id = m.id
    ), '[]'));
$function$;

REVOKE ALL ON FUNCTION "public"."mis_productos_para"(text, text, uuid[], uuid, boolean) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."mis_productos_para"(text, text, uuid[], uuid, boolean) TO "authenticated";
