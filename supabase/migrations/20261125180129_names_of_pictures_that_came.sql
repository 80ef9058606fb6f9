-- Made from supabase/schemas by `npm run db:migration names_of_pictures_that_came`.

-- The shop goes on meanwhile: what cannot have its lock at once fails, and is run again.
set local lock_timeout = '5s';

SET local check_function_bodies = off;

CREATE OR REPLACE FUNCTION public.imagen_llegada (
  p_imagen public.imagenes_subidas
)
  RETURNS boolean
  LANGUAGE sql
  STABLE
  SET search_path TO ''
  AS $function$
  select p_imagen.created_at < now() - interval '5 minutes' or exists (
    select from storage.objects o
    where o.bucket_id = split_part(p_imagen.ruta, '/', 1)
      and o.name = substr(p_imagen.ruta, strpos(p_imagen.ruta, '/') + 1));
$function$;

REVOKE ALL ON FUNCTION "public"."imagen_llegada"(public.imagenes_subidas) FROM PUBLIC, "anon", "authenticated", "service_role";

CREATE OR REPLACE FUNCTION public.mis_datos()
  RETURNS jsonb
  LANGUAGE sql
  STABLE
  SECURITY DEFINER
  SET search_path TO ''
  AS $function$
  select jsonb_build_object(
    'cuenta', to_jsonb(u) - 'subscription_id' || jsonb_build_object('email', a.email, 'phone', pr.phone),
    'pedidos', coalesce((select jsonb_agg(case when x.origen = 'regalo' then to_jsonb(x) - 'precio_pagado' else to_jsonb(x) end
      order by x.created_at) from public.adquisiciones x where x.user_id = u.id), '[]'),
    'pagos', coalesce((select jsonb_agg(to_jsonb(x) - 'presupuesto' || jsonb_build_object('lineas', x.presupuesto -> 'lineas')
      order by x.creado_at) from public.pagos x where x.user_id = u.id), '[]'),
    'regalos', coalesce((select jsonb_agg(to_jsonb(x) order by x.creado_at) from public.regalos x
      where x.user_id = u.id or (x.destinatario_id = u.id and x.entregado_at is not null)), '[]'),
    'movimientos_uncoins', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.movimientos_uncoins x where x.user_id = u.id), '[]'),
    'movimientos_ingresos', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.movimientos_ingresos x where x.usuario_id = u.id), '[]'),
    'retiros', coalesce((select jsonb_agg(to_jsonb(x) - 'resuelto_por' order by x.created_at) from public.withdrawals x where x.usuario_id = u.id), '[]'),
    'favoritos', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.favoritos x where x.user_id = u.id), '[]'),
    'siguiendo', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.follows x where x.follower_id = u.id), '[]'),
    'productos', coalesce((select jsonb_agg(to_jsonb(x) - 'busqueda' order by x.created_at) from public.productos x where x.usuario_id = u.id), '[]'),
    'resenas', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.resenas x where x.user_id = u.id), '[]'),
    'reputacion', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.historial_reputacion x where x.user_id = u.id), '[]'),
    'notificaciones', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.notificaciones x where x.user_id = u.id), '[]'),
    'suscripciones', coalesce((select jsonb_agg(to_jsonb(x)) from public.suscripciones x where x.user_id = u.id), '[]'),
    'facturas', coalesce((select jsonb_agg(to_jsonb(x) order by x.emitida_at, x.serie, x.numero) from (
      select f.* from public.pagos p join public.facturas f on f.pago_id = p.id where p.user_id = u.id
      union all
      select f.* from public.cargos_club c join public.facturas f on f.cargo_club_id = c.id where c.user_id = u.id) x), '[]'),
    'reembolsos', coalesce((select jsonb_agg(to_jsonb(x) - array['pedido_por', 'clave', 'error'] order by x.created_at) from public.reembolsos x
      where x.pago_id in (select p.id from public.pagos p where p.user_id = u.id)), '[]'),
    'disputas', coalesce((select jsonb_agg(to_jsonb(x) - 'version' order by x.created_at) from public.disputas x
      where x.pago_id in (select p.id from public.pagos p where p.user_id = u.id)), '[]'),
    'canjes', coalesce((select jsonb_agg(to_jsonb(x) order by x.canjeado_at) from public.codigos_canjes x
      where x.canjeado_por = u.id), '[]'),
    'cupones', coalesce((select jsonb_agg(to_jsonb(x) order by x.creado_at) from public.codigos_cupones x
      where x.creador_id = u.id), '[]'),
    'paginas_club', coalesce((select jsonb_agg(to_jsonb(x) - 'referencia' order by x.created_at) from public.sesiones_club x
      where x.user_id = u.id), '[]'),
    'revisiones', coalesce((select jsonb_agg(to_jsonb(x) - 'decidida_por' order by x.enviada_at) from public.revisiones_producto x
      where x.autor_id = u.id), '[]'),
    'mensajes_revision', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.mensajes_revision x
      where x.autor_id = u.id), '[]'),
    'borradores', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.borradores x
      where x.usuario_id = u.id), '[]'),
    'imagenes', coalesce((select jsonb_agg(to_jsonb(x) - 'blur' order by x.created_at) from public.imagenes_subidas x
      where x.usuario_id = u.id and public.imagen_llegada(x)), '[]'),
    'archivos', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.huellas_descarga x
      where x.usuario_id = u.id), '[]'),
    'reportes', coalesce((select jsonb_agg(to_jsonb(x) - array['nota', 'resuelto_por'] order by x.created_at) from public.reportes x
      where x.user_id = u.id), '[]'),
    'logros', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.logros_usuario x
      where x.user_id = u.id), '[]'),
    'preferencias', (select to_jsonb(x) from public.preferencias_aviso x where x.user_id = u.id),
    'correos', coalesce((select jsonb_agg(to_jsonb(x) - array['clave', 'intentos', 'tomado_hasta', 'ultimo_error'] order by x.id) from public.correos x
      where x.user_id = u.id), '[]'),
    'dispositivos', coalesce((select jsonb_agg(to_jsonb(x) - 'huella' order by x.visto_at) from public.dispositivos x
      where x.user_id = u.id), '[]'),
    'codigos_recuperacion', coalesce((select jsonb_agg(to_jsonb(x) - 'hash' order by x.id) from public.codigos_recuperacion x
      where x.user_id = u.id), '[]'),
    'sesiones_recuperadas', coalesce((select jsonb_agg(to_jsonb(x) - 'session_id' order by x.created_at) from public.sesiones_recuperadas x
      where x.user_id = u.id), '[]'),
    'sesiones', coalesce((select jsonb_agg(jsonb_build_object('created_at', x.created_at, 'refreshed_at', x.refreshed_at,
      'user_agent', x.user_agent, 'ip', x.ip) order by x.created_at) from auth.sessions x
      where x.user_id = u.id), '[]'),
    'formas_de_entrar', coalesce((select jsonb_agg(jsonb_build_object('provider', x.provider, 'email', x.email,
      'created_at', x.created_at, 'last_sign_in_at', x.last_sign_in_at) order by x.created_at) from auth.identities x
      where x.user_id = u.id), '[]'),
    'segundos_factores', coalesce((select jsonb_agg(jsonb_build_object('nombre', x.friendly_name, 'tipo', x.factor_type,
      'estado', x.status, 'created_at', x.created_at) order by x.created_at) from auth.mfa_factors x
      where x.user_id = u.id), '[]'))
  from public.usuarios_meta u
  join auth.users a on a.id = u.id
  left join public.profiles pr on pr.id = u.id
  where u.id = public.persona_completa() and u.borrada_at is null;
$function$;
