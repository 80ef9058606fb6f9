-- Made from supabase/schemas by `npm run db:migration english_names_in_mails`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.datos_recibo (
  p_pago uuid
)
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select public.describir_pago(p) || jsonb_build_object(
    'nombre_en', coalesce((select nombre_en from public.productos where id = p.producto_id),
      (select nombre_en from public.bundles where id = p.bundle_id)),
    'minecraft_name', p.minecraft_name,
    'consentimiento', (select jsonb_build_object('es', t.es, 'en', t.en)
      from public.textos_consentimiento t where t.version = p.consentimiento_version),
    'articulos', coalesce((
      select jsonb_agg(jsonb_build_object('pedido_id', a.id, 'nombre', x.nombre, 'nombre_en', x.nombre_en,
        'es_reserva', a.es_reserva, 'fecha_lanzamiento', x.fecha_lanzamiento) order by a.created_at, a.id)
      from public.adquisiciones a join public.productos x on x.id = a.producto_id where a.pago_id = p.id), '[]'::jsonb),
    'regalado_por', (select display_name from public.usuarios_meta where id = p.user_id))
  from public.pagos p where p.id = p_pago;
$function$;
