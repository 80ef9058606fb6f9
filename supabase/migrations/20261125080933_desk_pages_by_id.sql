-- Made from supabase/schemas by `npm run db:migration desk_pages_by_id`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

-- Calls of the previous release reach the functions that come after.
-- not read by the previous release
DROP FUNCTION "public"."admin_devoluciones"(timestamp WITH time zone);

-- not read by the previous release
DROP FUNCTION "public"."admin_disputas"(boolean, timestamp WITH time zone);

CREATE OR REPLACE FUNCTION public.admin_devoluciones (
  p_antes    timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_antes_id uuid                     DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  return jsonb_build_object('ok', true, 'devoluciones', coalesce((
    select jsonb_agg(jsonb_build_object('id', x.id, 'pago_id', x.pago_id, 'centimos', x.centimos, 'estado', x.estado,
      'motivo', x.motivo, 'created_at', x.created_at, 'total_centimos', p.total_centimos, 'metodo', p.metodo,
      'nombre', p.presupuesto ->> 'nombre', 'comprador', c.display_name, 'pedido_por', (
        select u.display_name from public.usuarios_meta u where u.id = x.pedido_por)) order by x.created_at desc, x.id)
    from (select r.* from public.reembolsos r
      where p_antes is null or r.created_at < p_antes or (r.created_at = p_antes and r.id > p_antes_id)
      order by r.created_at desc, r.id limit 51) x
    join public.pagos p on p.id = x.pago_id join public.usuarios_meta c on c.id = p.user_id), '[]'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_devoluciones"(timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

CREATE OR REPLACE FUNCTION public.admin_disputas (
  p_cerradas boolean,
  p_antes    timestamp with time zone DEFAULT NULL::timestamp WITH time zone,
  p_antes_id uuid                     DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
begin
  if not public.es_admin() then return public.rechazo('sin_permiso'); end if;
  if coalesce(p_cerradas, false) then
    return jsonb_build_object('ok', true, 'disputas', coalesce((
      select jsonb_agg(public.ficha_disputa(x.d) order by (x.d).abierta_at desc, (x.d).id)
      from (select d from public.disputas d where d.fase in ('perdida', 'ganada')
          and (p_antes is null or d.abierta_at < p_antes or (d.abierta_at = p_antes and d.id > p_antes_id))
        order by d.abierta_at desc, d.id limit 51) x), '[]'));
  end if;
  return jsonb_build_object('ok', true, 'disputas', coalesce((
    select jsonb_agg(public.ficha_disputa(x.d) order by (x.d).vence_at nulls last, (x.d).id)
    from (select d from public.disputas d where d.fase in ('consulta', 'abierta', 'sin_decidir')
      order by d.vence_at nulls last, d.id limit 200) x), '[]'));
end
$function$;

REVOKE ALL ON FUNCTION "public"."admin_disputas"(boolean, timestamp WITH time zone, uuid) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."admin_devoluciones"(timestamp WITH time zone, uuid) TO "authenticated";

GRANT EXECUTE ON FUNCTION "public"."admin_disputas"(boolean, timestamp WITH time zone, uuid) TO "authenticated";
