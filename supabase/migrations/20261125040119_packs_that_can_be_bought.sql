-- Made from supabase/schemas by `npm run db:migration packs_that_can_be_bought`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.bundles_en_venta (
  p_producto uuid
)
  RETURNS uuid[]
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select array(
    select b.bundle_id from public.bundles_productos b
    where b.producto_id = p_producto and not exists (
      select from public.bundles_productos m join public.productos p on p.id = m.producto_id
      where m.bundle_id = b.bundle_id and (public.motivo_no_venta(p) is not null or p.uncoins is not null)));
$function$;

REVOKE ALL ON FUNCTION "public"."bundles_en_venta"(uuid) FROM PUBLIC, "service_role";

CREATE OR REPLACE FUNCTION public.comprobar_bundles()
  RETURNS TRIGGER
  LANGUAGE plpgsql
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
declare
  v_bundle jsonb;
  v_otros uuid[];
begin
  if jsonb_array_length(coalesce(new.contenido -> 'bundles', '[]')) > 5 then
    raise check_violation using message = 'too many bundles';
  end if;
  for v_bundle in select jsonb_array_elements(coalesce(new.contenido -> 'bundles', '[]')) loop
    v_otros := array(select jsonb_array_elements_text(v_bundle -> 'productos')::uuid);
    if cardinality(v_otros) not between 1 and 9
      or char_length(coalesce(v_bundle ->> 'nombre', '')) not between 1 and 80
      or char_length(coalesce(v_bundle ->> 'descripcion', '')) > 300
      or not coalesce((v_bundle ->> 'precio')::numeric between 0.01 and 990, false)
      or coalesce((v_bundle ->> 'oferta')::numeric, 0) > (v_bundle ->> 'precio')::numeric
      or (select count(*) from public.productos p
        where p.id = any (v_otros) and p.id <> new.producto_id and p.usuario_id = new.autor_id and p.uncoins is null
          and (p.status = 'approved' or exists (select from public.bundles_productos m
            where m.bundle_id = (v_bundle ->> 'id')::uuid and m.producto_id = p.id)))
        <> cardinality(v_otros)
      or (v_bundle ->> 'id') is not null and not exists (select from public.bundles b
        where b.id = (v_bundle ->> 'id')::uuid and b.producto_id = new.producto_id) then
      raise check_violation using message = 'not a valid bundle';
    end if;
  end loop;
  return new;
end
$function$;

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
    select p.id, null from public.productos p
    where p.id = any (p_elegidos[1:60]) and p.usuario_id = (select public.persona_completa())
      and p.id is distinct from p_sin
  )
  select jsonb_build_object(
    'mas', exists (select from hallados h where h.puesto = 21),
    'productos', coalesce((
      select jsonb_agg(jsonb_build_object('id', p.id, 'nombre', p.nombre, 'nombre_en', p.nombre_en, 'slug', p.slug,
        'precio', p.precio, 'portada_url', p.portada_url, 'elegido', m.puesto is null) order by m.puesto nulls first, p.nombre, p.id)
      from mostrados m join public.productos p on p.id = m.id
    ), '[]'));
$function$;

GRANT EXECUTE ON FUNCTION "public"."bundles_en_venta"(uuid) TO "anon", "authenticated";
