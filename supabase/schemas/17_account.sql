-- The person's own account: identity, data export, deletion.

-- The signed-in person's relation to the products and creators of a page: owned (the oldest valid licence of each
-- kind), saved, followed. Empty before the sign-in is complete and during a ban. The number of ids is limited.
create function public.mi_relacion(
  p_adquiridos uuid[] default '{}', p_favoritos uuid[] default '{}', p_siguiendo uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := case when privado.puede_actuar() and privado.sesion_vigente() then auth.uid() end;
begin
  return jsonb_build_object(
    'adquiridos', coalesce((
      select jsonb_agg(jsonb_build_object('id', x.id, 'producto_id', x.producto_id, 'edicion_id', x.edicion_id,
        'origen', x.origen) order by x.lent, x.created_at)
      from (
        select distinct on (a.producto_id, a.edicion_id, a.origen = 'club')
          a.id, a.producto_id, a.edicion_id, a.origen, a.origen = 'club' as lent, a.created_at
        from public.adquisiciones a
        where a.user_id = v_yo and a.producto_id = any (p_adquiridos[1:60]) and a.revocada_at is null
        order by a.producto_id, a.edicion_id, a.origen = 'club', a.created_at
      ) x
    ), '[]'),
    'favoritos', coalesce((
      select jsonb_agg(f.producto_id) from public.favoritos f
      where f.user_id = v_yo and f.producto_id = any (p_favoritos[1:200])
    ), '[]'),
    -- Those of the same products that the person already has, lent ones included.
    'en_biblioteca', coalesce((
      select jsonb_agg(p.id) from unnest(p_favoritos[1:200]) p (id)
      where exists (
        select from public.adquisiciones a
        where a.user_id = v_yo and a.producto_id = p.id and a.revocada_at is null)
    ), '[]'),
    'siguiendo_ids', coalesce((
      select jsonb_agg(fo.following_id) from public.follows fo
      where fo.follower_id = v_yo and fo.following_id = any (p_siguiendo[1:20])
    ), '[]'));
end
$$;
grant execute on function public.mi_relacion(uuid[], uuid[], uuid[]) to authenticated;

-- Identifies a person in one round trip; null if the session has ended or the account is deleted. It includes the
-- relation to the requested products and creators, and its size does not depend on the number of owned products. An
-- incomplete sign-in gets its identity and the missing step.
create function public.quien_soy(
  p_adquiridos uuid[] default '{}', p_favoritos uuid[] default '{}', p_siguiendo uuid[] default '{}'
) returns jsonb
language plpgsql stable security definer set search_path = '' as $$
declare
  v_yo uuid := auth.uid();
  v_completa boolean := privado.sesion_completa();
begin
  if not privado.sesion_vigente() then return null; end if;
  return (select jsonb_build_object(
    'id', u.id, 'display_name', u.display_name, 'username', u.username, 'avatar_url', u.avatar_url,
    'role', u.role, 'club', u.club, 'reputacion', u.reputacion,
    'banned_until', u.banned_until, 'ban_motivo', u.ban_motivo,
    'mfa_pendiente', not v_completa, 'mfa_activa', privado.tiene_segundo_factor(u.id),
    'aal2', privado.nivel_sesion() is not distinct from 'aal2',
    'uncoins', case when v_completa then u.uncoins else 0 end,
    'avisos', case when v_completa then (
      select count(*) from public.notificaciones n where n.user_id = u.id and n.leida_at is null
    ) + privado.anuncios_sin_ver(u.id) else 0 end,
    -- Counted as listed on their page, each by primary key.
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
  from public.usuarios_meta u where u.id = v_yo and u.borrada_at is null);
end
$$;
grant execute on function public.quien_soy(uuid[], uuid[], uuid[]) to authenticated;

-- Data export of the signed-in person, without secrets (hashes, seals, tokens), notes of staff about others, and the
-- price of received gifts. `tests/db/my-data.test.ts` checks every table that names a person.
create function public.mis_datos() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'cuenta', to_jsonb(u) - 'subscription_id' || jsonb_build_object('email', a.email, 'phone', pr.phone),
    'pedidos', coalesce((select jsonb_agg(case when x.origen = 'regalo' then to_jsonb(x) - 'precio_pagado' else to_jsonb(x) end
      order by x.created_at) from public.adquisiciones x where x.user_id = u.id), '[]'),
    'pagos', coalesce((select jsonb_agg(to_jsonb(x) - 'presupuesto' || jsonb_build_object('lineas', x.presupuesto -> 'lineas',
        'procedencia', (select to_jsonb(o) - 'pago_id' from public.procedencias_pago o where o.pago_id = x.id))
      order by x.created_at) from public.pagos x where x.user_id = u.id), '[]'),
    'regalos', coalesce((select jsonb_agg(to_jsonb(x) || coalesce((
        select to_jsonb(e) - array['pago_id', 'serie', 'huella'] from public.enlaces_regalo e
        where e.pago_id = x.pago_id and x.user_id = u.id), '{}') order by x.created_at) from public.regalos x
      where x.user_id = u.id or (x.destinatario_id = u.id and x.entregado_at is not null)), '[]'),
    'movimientos_uncoins', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.movimientos_uncoins x where x.user_id = u.id), '[]'),
    'movimientos_ingresos', coalesce((select jsonb_agg(to_jsonb(x) order by x.id) from public.movimientos_ingresos x where x.usuario_id = u.id), '[]'),
    'retiros', coalesce((select jsonb_agg(to_jsonb(x) - 'resuelto_por' order by x.created_at) from public.withdrawals x where x.usuario_id = u.id), '[]'),
    'favoritos', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.favoritos x where x.user_id = u.id), '[]'),
    'siguiendo', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.follows x where x.follower_id = u.id), '[]'),
    'productos', coalesce((select jsonb_agg(to_jsonb(x) - 'busqueda' order by x.created_at) from public.productos x where x.usuario_id = u.id), '[]'),
    'fijados', coalesce((select jsonb_agg(to_jsonb(x) order by x.orden) from public.productos_fijados x where x.usuario_id = u.id), '[]'),
    'resenas', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.resenas x where x.user_id = u.id), '[]'),
    'publicaciones', coalesce((select jsonb_agg(to_jsonb(x) - 'contado_hasta' order by x.created_at) from public.publicaciones x where x.autor_id = u.id), '[]'),
    'preguntas', coalesce((select jsonb_agg(to_jsonb(x) - array['descartada', 'respuesta_de'] order by x.created_at) from public.preguntas x where x.user_id = u.id), '[]'),
    'respuestas', coalesce((select jsonb_agg(jsonb_build_object('pregunta_id', x.id, 'respuesta', x.respuesta, 'respuesta_at', x.respuesta_at)
      order by x.respuesta_at) from public.preguntas x where x.respuesta_de = u.id), '[]'),
    'gracias', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.gracias_respuesta x where x.user_id = u.id), '[]'),
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
    'cupones', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.codigos_cupones x
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
      where x.usuario_id = u.id and privado.imagen_llegada(x)), '[]'),
    'licencias', coalesce((select jsonb_agg(jsonb_build_object('pedido_id', a.id, 'clave', k.clave, 'created_at', k.created_at,
      'servidores', coalesce((select jsonb_agg(jsonb_build_object('nombre', v.nombre, 'created_at', v.created_at, 'vista_at', v.vista_at)
        order by v.created_at) from public.activaciones_licencia v where v.licencia_id = k.id), '[]')) order by k.created_at)
      from public.adquisiciones a join public.licencias k on k.adquisicion_id = a.id where a.user_id = u.id), '[]'),
    'llaves', coalesce((select jsonb_agg(to_jsonb(x) - 'huella' order by x.created_at) from public.llaves_api x
      where x.usuario_id = u.id), '[]'),
    'archivos', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.huellas_descarga x
      where x.usuario_id = u.id), '[]'),
    'servidores', coalesce((select jsonb_agg(to_jsonb(x) - array['clave_hash', 'conectados'] order by x.created_at) from public.servidores x
      where x.usuario_id = u.id), '[]'),
    'webhooks', coalesce((select jsonb_agg(to_jsonb(x) - array['secreto', 'secretos_anteriores'] order by x.created_at)
      from public.destinos_webhook x where x.usuario_id = u.id), '[]'),
    'reportes', coalesce((select jsonb_agg(to_jsonb(x) - array['nota', 'resuelto_por', 'asignado_a', 'preguntado_a', 'espera_respuesta'] order by x.created_at) from public.reportes x
      where x.user_id = u.id), '[]'),
    'medidas', coalesce((select jsonb_agg(to_jsonb(x) - 'tomada_por' order by x.created_at) from public.medidas x
      where x.user_id = u.id), '[]'),
    'mensajes_reporte', coalesce((select jsonb_agg(to_jsonb(x) - 'autor_id' order by x.id) from public.mensajes_reporte x
      where x.autor_id = u.id), '[]'),
    'solicitudes', coalesce((select jsonb_agg(to_jsonb(x) - array['decidida_por', 'creador_id'] || jsonb_build_object('mensajes', (
        select jsonb_agg(jsonb_build_object('de', m.de, 'texto', m.texto, 'created_at', m.created_at) order by m.id)
        from public.mensajes_solicitud m where m.solicitud_id = x.id)) order by x.created_at)
      from public.solicitudes x where x.user_id = u.id), '[]'),
    'mensajes_solicitud', coalesce((select jsonb_agg(to_jsonb(x) - 'autor_id' order by x.id) from public.mensajes_solicitud x
      where x.autor_id = u.id), '[]'),
    'avisos_existencias', coalesce((select jsonb_agg(to_jsonb(x) order by x.created_at) from public.avisos_existencias x
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
    'sesiones_abiertas', coalesce((select jsonb_agg(to_jsonb(x) - 'session_id' order by x.created_at) from public.sesiones_abiertas x
      where x.user_id = u.id), '[]'),
    'formas_de_entrar', coalesce((select jsonb_agg(jsonb_build_object('provider', x.provider, 'email', x.email,
      'created_at', x.created_at, 'last_sign_in_at', x.last_sign_in_at) order by x.created_at) from auth.identities x
      where x.user_id = u.id), '[]'),
    'segundos_factores', coalesce((select jsonb_agg(jsonb_build_object('nombre', x.friendly_name, 'tipo', x.factor_type,
      'estado', x.status, 'created_at', x.created_at) order by x.created_at) from auth.mfa_factors x
      where x.user_id = u.id), '[]'))
  -- A function has at most 100 arguments.
  || jsonb_build_object(
    'respuestas_resenas', coalesce((select jsonb_agg(jsonb_build_object('resena_id', x.id, 'producto_id', x.producto_id,
        'respuesta', x.respuesta, 'respuesta_at', x.respuesta_at) order by x.respuesta_at, x.id)
      from public.productos p join public.resenas x on x.producto_id = p.id
      where p.usuario_id = u.id and x.respuesta is not null), '[]'))
  from public.usuarios_meta u
  join auth.users a on a.id = u.id
  left join public.profiles pr on pr.id = u.id
  where u.id = privado.persona_completa() and u.borrada_at is null;
$$;
grant execute on function public.mis_datos() to authenticated;

-- The obstacles to deleting the account now.
create function privado.motivos_no_borrar(p_usuario uuid) returns text[]
language sql stable security definer set search_path = '' as $$
  select array_remove(array[
    case when exists (select from public.usuarios_meta where id = p_usuario and role = 'admin') then 'es_admin' end,
    case when exists (
      select from public.suscripciones where user_id = p_usuario and estado in ('activa', 'impagada')) then 'club_activo' end,
    case when exists (
      select from public.withdrawals where usuario_id = p_usuario and estado in ('solicitado', 'en_proceso'))
      then 'retiro_pendiente' end,
    case when exists (
      select from public.pagos where user_id = p_usuario and estado in ('creado', 'pagado', 'en_disputa'))
      then 'pago_en_curso' end
  ], null);
$$;

-- Shown before the password is requested: the obstacles to deleting the account, and whether it sells products.
create function public.antes_de_borrar() returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object('motivos', to_jsonb(privado.motivos_no_borrar(u.id)), 'productos', exists (
    select from public.productos p where p.usuario_id = u.id and p.category <> 'uncoins' and p.status = 'approved'))
  from public.usuarios_meta u where u.id = privado.persona_completa();
$$;
grant execute on function public.antes_de_borrar() to authenticated;

-- Removes a person who is being erased from mails and notifications of others: the waiting mails with their name, texts and
-- messages, the notifications of what is erased or withdrawn, and their name in the others. Of very many notifications, the
-- oldest stay until `olvidar_intentos` deletes them, so that the erasure does not take too long.
create function privado.callar_sobre(p_usuario uuid, p_nombre_nuevo text) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_nombre constant text := (select display_name from public.usuarios_meta where id = p_usuario);
  v_perfil constant text[] := array['usuario', 'apelacion', 'retrato', 'cabecera', 'texto', 'enlaces'];
begin
  delete from public.correos c where c.estado = 'pendiente' and (
    c.datos ->> 'de' = v_nombre
    or c.datos ->> 'publicacion' in (select p.id::text from public.publicaciones p where p.autor_id = p_usuario)
    or c.datos ->> 'resena_id' in (
      select r.id::text from public.resenas r where r.user_id = p_usuario
      union all
      select r.id::text from public.productos p join public.resenas r on r.producto_id = p.id
      where p.usuario_id = p_usuario and r.respuesta is not null)
    or c.datos ->> 'pregunta_id' in (
      select q.id::text from public.preguntas q
      where q.user_id = p_usuario or (q.respuesta_de = p_usuario and not q.respuesta_equipo))
    or c.datos ->> 'solicitud_id' in (select s.id::text from public.solicitudes s where s.user_id = p_usuario)
    or (c.plantilla = 'moderacion' and split_part(c.clave, ':', 1) = 'mensaje_reporte' and split_part(c.clave, ':', 2) in (
      select m.id::text from public.mensajes_reporte m where m.autor_id = p_usuario and m.de = 'creador')));
  update public.correos set datos = datos || jsonb_build_object('nombre', p_nombre_nuevo)
  where estado = 'pendiente' and plantilla = 'moderacion' and datos ->> 'nombre' = v_nombre and datos ->> 'tipo' = any (v_perfil);

  update public.notificaciones set datos = datos || jsonb_build_object('de', p_nombre_nuevo)
  where datos ->> 'de' = v_nombre and tipo in ('regalo', 'seguidores');
  delete from public.notificaciones where id in (
    select n.id from public.notificaciones n where n.datos ->> 'de' = v_nombre order by n.id desc limit 50000);
  -- Reporters and staff.
  update public.notificaciones set datos = datos || jsonb_build_object('nombre', p_nombre_nuevo)
  where tipo = 'moderacion' and datos ->> 'nombre' = v_nombre and datos ->> 'tipo' = any (v_perfil) and user_id in (
    select r.user_id from public.reportes r where r.objeto_id = p_usuario and r.objeto_tipo = 'usuario'
    union select u.id from public.usuarios_meta u where u.role in ('moderador', 'admin'));
end
$$;

-- Erases the posts, questions, answers and reviews of a person, and the messages about revisions of their products.
create function privado.borrar_escritos(p_usuario uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
begin
  delete from public.resenas where user_id = p_usuario;
  delete from public.publicaciones where autor_id = p_usuario;
  delete from public.gracias_respuesta where user_id = p_usuario;
  delete from public.preguntas where user_id = p_usuario;
  -- What the team said is the shop's.
  delete from public.gracias_respuesta g using public.preguntas p
  where p.id = g.pregunta_id and p.respuesta_de = p_usuario and not p.respuesta_equipo;
  update public.preguntas set respuesta = null, respuesta_at = null where respuesta_de = p_usuario and not respuesta_equipo;
  update public.preguntas set respuesta_de = null where respuesta_de = p_usuario;
  update public.resenas r set respuesta = null, respuesta_at = null
  from public.productos p where p.id = r.producto_id and p.usuario_id = p_usuario and r.respuesta is not null;
  delete from public.mensajes_revision m using public.productos p
  where p.id = m.producto_id and p.usuario_id = p_usuario and m.autor_id = p_usuario;
end
$$;

-- Erases personal data. Payments and orders stay for the ledgers, on an account without a name; invoices keep the name
-- and address with which they were written. Products leave the shop, and stay with their buyers. The caller has locked
-- the account.
create function privado.vaciar_cuenta(p_usuario uuid) returns void
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_sello text := left(replace(gen_random_uuid()::text, '-', ''), 10);
  v_nombre text := 'Borrado ' || v_sello;
begin
  perform privado.callar_sobre(p_usuario, v_nombre);
  delete from public.follows where p_usuario in (follower_id, following_id);
  delete from public.favoritos where user_id = p_usuario;
  delete from public.notificaciones where user_id = p_usuario;
  delete from public.preferencias_aviso where user_id = p_usuario;
  delete from public.logros_usuario where user_id = p_usuario;
  delete from public.productos_fijados where usuario_id = p_usuario;
  perform privado.borrar_escritos(p_usuario);
  -- The link of a paid gift is on its way to somebody else.
  delete from public.correos where user_id = p_usuario and not (plantilla = 'regalo_enlace' and estado = 'pendiente');
  delete from public.registros where correo = (select email from auth.users where id = p_usuario);
  -- A gift that was never opened has no player yet, and gets none.
  update public.adquisiciones set minecraft_name = 'borrado' where user_id = p_usuario and minecraft_name is not null;
  update public.pagos set minecraft_name = 'borrado' where user_id = p_usuario and minecraft_name is not null;
  perform privado.cerrar_servidores(p_usuario);
  perform privado.borrar_solicitudes(p_usuario);
  delete from public.mensajes_reporte where autor_id = p_usuario and de = 'creador';
  update public.medidas set antes = null where user_id = p_usuario;
  delete from public.sesiones_abiertas where user_id = p_usuario;
  delete from public.borradores where usuario_id = p_usuario;
  delete from public.llaves_api where usuario_id = p_usuario;
  delete from public.destinos_webhook where usuario_id = p_usuario;
  delete from public.sucesos_webhook where usuario_id = p_usuario;
  delete from public.activaciones_licencia v using public.licencias k, public.adquisiciones a
  where k.id = v.licencia_id and a.id = k.adquisicion_id and a.user_id = p_usuario;
  -- Lock order: products, then revisions (as in `resolver_revision`).
  update public.productos set status = 'rejected', disponibilidad = false where usuario_id = p_usuario and category <> 'uncoins';
  update public.revisiones_producto set estado = 'sustituida' where autor_id = p_usuario and estado = 'pendiente';
  update public.profiles set phone = null where id = p_usuario;
  update public.usuarios_meta set display_name = v_nombre, username = 'borrado_' || v_sello,
    avatar_url = default, banner_url = default, bio = '', enlaces = default, subscription_id = null, borrada_at = now()
  where id = p_usuario;

  update auth.users set email = 'borrado-' || p_usuario || '@cuenta.invalid', encrypted_password = '',
    raw_user_meta_data = '{}', email_change = '', phone = null,
    -- Invalidates links and codes in mailboxes.
    confirmation_token = '', recovery_token = '', email_change_token_new = '', email_change_token_current = '',
    reauthentication_token = ''
  where id = p_usuario;
  delete from auth.identities where user_id = p_usuario;
  delete from auth.refresh_tokens where user_id::text = p_usuario::text;
  delete from auth.sessions where user_id = p_usuario;
end
$$;

-- Locks an account for its deletion. Its products come before the lock that also excludes foreign keys: a sale locks a
-- product, and then refers to its creator. Their reviews come before them: a changed review locks its product.
create function privado.bloquear_cuenta(p_usuario uuid) returns public.usuarios_meta
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_cuenta public.usuarios_meta;
begin
  perform 1 from public.usuarios_meta where id = p_usuario for no key update;
  perform 1 from public.resenas r join public.productos p on p.id = r.producto_id
  where p.usuario_id = p_usuario and r.respuesta is not null order by r.id for no key update of r;
  perform 1 from public.productos where usuario_id = p_usuario order by id for no key update;
  select * into v_cuenta from public.usuarios_meta where id = p_usuario for update;
  return v_cuenta;
end
$$;

-- Deletes the caller's account. It requires the password, so that a stolen session cannot do it. During a ban only the
-- operator can delete it, because a new account would evade the ban.
create function public.borrar_mi_cuenta(p_contrasena text) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid := auth.uid();
  v_cuenta public.usuarios_meta;
  v_motivo text;
  v_correcta boolean;
begin
  v_cuenta := privado.bloquear_cuenta(v_id);
  if v_cuenta.id is null or v_cuenta.borrada_at is not null then return privado.rechazo('sin_sesion'); end if;
  if v_cuenta.banned_until > now() then return privado.rechazo('cuenta_baneada'); end if;
  v_correcta := privado.contrasena_propia(p_contrasena);
  if v_correcta is null then return privado.rechazo('demasiados_intentos'); end if;
  if not v_correcta then return privado.rechazo('contrasena_incorrecta'); end if;
  v_motivo := (privado.motivos_no_borrar(v_id))[1];
  if v_motivo is not null then return privado.rechazo(v_motivo); end if;
  perform privado.vaciar_cuenta(v_id);
  return jsonb_build_object('ok', true, 'display_name', v_cuenta.display_name);
end
$$;
grant execute on function public.borrar_mi_cuenta(text) to authenticated;

-- Deletes an account on request of its owner, by its address or its id, with the secret key. The same obstacles apply; the reason is logged.
create function public.borrar_cuenta(p_email text, p_motivo text, p_usuario uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = '' as $$
declare
  v_id uuid := coalesce(p_usuario, (select id from auth.users where lower(email) = lower(btrim(p_email))));
  v_cuenta public.usuarios_meta;
  v_obstaculo text;
begin
  if not privado.es_motivo(p_motivo) then return privado.rechazo('motivo_no_valido'); end if;
  v_cuenta := privado.bloquear_cuenta(v_id);
  if v_cuenta.id is null or v_cuenta.borrada_at is not null then return privado.rechazo('usuario_no_existe'); end if;
  v_obstaculo := (privado.motivos_no_borrar(v_id))[1];
  if v_obstaculo is not null then return privado.rechazo(v_obstaculo); end if;
  perform privado.vaciar_cuenta(v_id);
  perform privado.anotar('borrar_cuenta', 'usuario', v_id::text, null, jsonb_build_object('borrada', true), btrim(p_motivo));
  return jsonb_build_object('ok', true, 'user_id', v_id);
end
$$;
grant execute on function public.borrar_cuenta(text, text, uuid) to service_role;

-- Auth deletes a user softly, as by the dashboard of Supabase: the account is deleted here, or nothing is.
create function privado.al_borrar_usuario() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_obstaculo text := (privado.motivos_no_borrar(new.id))[1];
begin
  if v_obstaculo is not null then
    raise exception 'the account cannot be deleted: %', v_obstaculo using errcode = 'restrict_violation';
  end if;
  perform privado.bloquear_cuenta(new.id);
  perform privado.vaciar_cuenta(new.id);
  return null;
end
$$;
create trigger al_borrar_usuario after update of deleted_at on auth.users
  for each row when (old.deleted_at is null and new.deleted_at is not null)
  execute function privado.al_borrar_usuario();

-- Deletes factors with the account; an incomplete sign-in cannot delete it.
create function privado.al_borrar_cuenta() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if auth.uid() = new.id and not privado.sesion_completa() then
    raise exception 'the second step of the sign-in is missing' using errcode = '42501';
  end if;
  delete from auth.mfa_factors where user_id = new.id;
  return null;
end
$$;
create trigger al_borrar_cuenta after update of borrada_at on public.usuarios_meta
  for each row when (old.borrada_at is null and new.borrada_at is not null)
  execute function privado.al_borrar_cuenta();
