-- Made from supabase/schemas by `npm run db:migration checkout_in_one_call`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.pagina_de_pago (
  p_slug         text,
  p_edicion      uuid   DEFAULT NULL::uuid,
  p_bundle       uuid   DEFAULT NULL::uuid,
  p_metodos      text[] DEFAULT '{tarjeta}'::text[],
  p_cupon        text   DEFAULT NULL::text,
  p_destinatario uuid   DEFAULT NULL::uuid
)
  RETURNS jsonb
  LANGUAGE plpgsql
  SET search_path TO ''
  AS $function$
declare
  v_producto uuid := public.id_de_producto(p_slug);
  v_metodo text;
  v_cotizacion jsonb;
  v_cotizaciones jsonb := '{}';
begin
  if p_slug is not null and v_producto is null then
    return jsonb_build_object('ok', false, 'error', 'no_existe');
  end if;
  foreach v_metodo in array p_metodos[1:6] loop
    v_cotizacion := public.cotizar_compra(v_producto, p_edicion, p_bundle, v_metodo, p_cupon, p_destinatario);
    v_cotizaciones := v_cotizaciones || jsonb_build_object(v_metodo, v_cotizacion);
    exit when v_metodo = p_metodos[1] and not (v_cotizacion ->> 'ok')::boolean;
  end loop;
  return jsonb_build_object('ok', true, 'cotizaciones', v_cotizaciones, 'minecraft_name', (
    select p.minecraft_name from public.pagos p
    where p.user_id = auth.uid() and p.destinatario_id = auth.uid() and p.minecraft_name is not null
    order by p.creado_at desc limit 1
  ));
end
$function$;

REVOKE ALL ON FUNCTION "public"."pagina_de_pago"(text, uuid, uuid, text[], text, uuid) FROM PUBLIC, "anon", "service_role";

GRANT EXECUTE ON FUNCTION "public"."pagina_de_pago"(text, uuid, uuid, text[], text, uuid) TO "authenticated";
