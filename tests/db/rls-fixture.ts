import { consentVersion } from '@/lib/checkout/consent';
import {
  createBundle,
  createCoupon,
  createEdition,
  createProduct,
  createUser,
  deliver,
  openPayment,
} from './factories.ts';
import type { TestDatabase } from './harness.ts';
import { addAction, addServer, whitelist } from './servers-fixture.ts';

export type Actor = 'visitor' | 'user' | 'other' | 'creator' | 'admin';

export type Fixture = {
  people: Record<Exclude<Actor, 'visitor'>, string>;
  /** By table, the condition that selects the row to read or change. */
  rows: Record<string, string>;
  /** By table, the statements that write to it. Tables without direct write privileges have none. */
  writes: Record<string, { insert?: string; update?: string; delete?: string }>;
};

/** Creates a row in every table. Rows about a product on sale belong to `creator`, all others to `user`. */
export async function createFixture(db: TestDatabase): Promise<Fixture> {
  const { sql } = db;
  const [user, other, creator, admin] = await Promise.all([
    createUser(sql),
    createUser(sql),
    createUser(sql),
    createUser(sql, { role: 'admin' }),
  ]);
  const producto = await createProduct(sql, { usuario_id: creator, download_link: 'descargas/p.zip' });
  const edicion = await createEdition(sql, producto, { download_link: 'descargas/e.zip' });
  const bundle = await createBundle(sql, [producto]);
  const spare = await createProduct(sql, { usuario_id: creator });
  await createCoupon(sql, producto, { creador_id: creator });
  const payment = await openPayment(db, user, { producto });
  await deliver(db, payment);
  const [order] = await sql`select id from adquisiciones where pago_id = ${payment.id}`;
  await sql`insert into follows (follower_id, following_id) values (${user}, ${creator})`;
  await sql`insert into favoritos (user_id, producto_id) values (${user}, ${producto})`;
  await sql`insert into imagenes_producto (producto_id, url) values (${producto}, '/media/portadas/p.webp')`;
  await sql`insert into codigos_canjes (codigo, id_producto) values ('CANJE-0001', ${producto})`;
  await sql`insert into withdrawals (usuario_id, paypal_email, amount) values (${creator}, 'a@b.es', 5)`;
  await sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave) values (${user}, 10, 'ajuste', 'x')`;
  await sql`insert into eventos_proveedor (proveedor, evento_id, tipo, payload) values ('stripe', 'evt_1', 'x', '{}')`;
  await sql`insert into casos_admin (tipo, clave, pago_id) values ('prueba', 'prueba', ${payment.id})`;
  await sql`insert into reembolsos (pago_id, motivo, centimos) values (${payment.id}, 'A prueba', 100)`;
  await sql`insert into reservas (pago_id, user_id, producto_id, hasta) values (${payment.id}, ${user}, ${producto}, now())`;
  const gift = await openPayment(db, user, { producto: spare, destinatario: other });
  await deliver(db, gift);
  await sql`insert into disputas (pago_id, proveedor, referencia, fase, centimos, abierta_at)
    values (${payment.id}, 'stripe', 'du_1', 'consulta', 100, now())`;
  await sql`insert into respuestas_disputa (disputa_id, texto) select id, 'Lo descargó' from disputas where pago_id = ${payment.id}`;
  await sql`insert into archivos_disputa (ruta, disputa_id, clase, nombre, tipo, bytes)
    select 'pruebas/a/b.pdf', id, 'recibo', 'b.pdf', 'application/pdf', 1 from disputas where pago_id = ${payment.id}`;
  await sql`insert into descargas_hechas (adquisicion_id) values (${order?.id})`;
  await sql`insert into archivos_juzgados (huella, prohibido, motivo) values (repeat('f', 64), true, 'A prueba')`;
  await sql`insert into analisis_archivos (ruta, huella, resultado) values ('descargas/a/b.jar', repeat('a', 64), 'limpio')`;
  await sql`insert into analisis_fallidos (ruta) values ('descargas/a/b.jar')`;
  await sql`insert into archivos_marcados (producto_id) values (${producto})`;
  await sql`insert into descargas_marcadas (adquisicion_id, ruta) values (${order?.id}, 'descargas/a/b.jar')`;
  const server = await addServer(db, creator);
  await addAction(db, creator, producto, whitelist);
  await sql`select privado.seguir_licencia(a, 'concedida') from adquisiciones a where id = ${order?.id}`;
  await sql`insert into elecciones_servidor (adquisicion_id, servidor_id) values (${order?.id}, ${server.id})`;
  await sql`insert into revisiones_pago (pago_id) values (${payment.id})`;
  await sql`insert into auditoria (actor_id, accion, objeto_tipo, objeto_id) values (${admin}, 'x', 'producto', ${producto})`;
  await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva)
    values (${producto}, ${creator}, '{}', false)`;
  await sql`insert into revisiones_asignadas (revision_id, moderador_id)
    select id, ${creator} from revisiones_producto where producto_id = ${producto}`;
  await sql`insert into mensajes_revision (producto_id, autor_id, texto) values (${producto}, ${creator}, 'Hola')`;
  await sql`insert into sesiones_abiertas (session_id, user_id) values (gen_random_uuid(), ${user})`;
  const [request] = await sql`insert into solicitudes (user_id, para, tipo, pedido_id, pago_id, creador_id)
    values (${user}, 'creador', 'pregunta', ${order?.id}, ${payment.id}, ${creator}) returning id`;
  await sql`insert into mensajes_solicitud (solicitud_id, autor_id, de, texto) values (${request?.id}, ${user}, 'cliente', 'Hola')`;
  await sql`insert into avisos_existencias (user_id, producto_id) values (${user}, ${spare})`;
  const [given] = await sql`select pago_id from regalos where user_id = ${user} limit 1`;
  await sql`insert into enlaces_regalo (pago_id, serie, huella) values (${given?.pago_id}, gen_random_uuid(), repeat('0', 64))`;
  await sql`insert into publicaciones (autor_id, titulo, texto, audiencia, publicada_at)
    values (${creator}, 'Nota', '<p>Hola</p>', 'publico', now())`;
  await sql`with hecha as (insert into preguntas (producto_id, user_id, texto, respuesta, respuesta_at, respuesta_de)
      values (${producto}, ${user}, '¿Va con Paper?', 'Sí', now(), ${creator}) returning id)
    insert into gracias_respuesta (pregunta_id, user_id) select id, ${other} from hecha`;
  await sql`insert into resenas (producto_id, user_id, estrellas) values (${producto}, ${user}, 5)`;
  const [report] = await sql`insert into reportes (objeto_tipo, objeto_id, user_id, motivo)
    values ('producto', ${producto}, ${user}, 'otro') returning id`;
  await sql`insert into mensajes_reporte (reporte_id, autor_id, de, texto) values (${report?.id}, ${user}, 'creador', 'Hola')`;
  await sql`insert into medidas (tipo, objeto_id, user_id) values ('retrato', ${user}, ${user})`;
  await sql`insert into notificaciones (user_id, tipo, clave) values (${user}, 'reputacion', 'x')`;
  await sql`insert into preferencias_aviso (user_id) values (${user})`;
  await sql`insert into versiones_producto (producto_id, version) values (${producto}, '1.1')`;
  await sql`insert into historial_reputacion (user_id, antes, despues, motivo) values (${user}, 'buena', 'neutra', 'Spam')`;
  await sql`insert into secretos_correo (correo_id, secreto)
    select id, 'prueba' from correos where user_id = ${user} limit 1`;
  await sql`insert into registros (correo, username, idioma, navegador, clave)
    values ('prueba@gmail.com', 'prueba', 'es', 'x', 'x')`;
  await sql`insert into codigos_recuperacion (user_id, hash) values (${user}, '\\x00')`;
  await sql`insert into sesiones_recuperadas (session_id, user_id) values (gen_random_uuid(), ${user})`;
  await sql`insert into contadores_facturas (serie, ultimo) values ('2020', 1)`;
  await sql`insert into facturas_pendientes (pago_id, iva_porcentaje) values (${payment.id}, 21)`;
  await sql`insert into ultima_pasada default values`;
  await sql`insert into restauraciones (copia_at) values ('2020-01-01')`;
  await sql`insert into repasos (nombre, noche, cuenta) values ('x', '2020-01-01', 0)`;
  await sql`insert into cifras_diarias values ('2020-01-01', 0, 0, 0, 0, 0, '[]')`;
  await sql`insert into imagenes_subidas (ruta, usuario_id, bytes) values ('avatars/usuarios/x/p.webp', ${user}, 1)`;
  await sql`insert into borradores (id, usuario_id, contenido) values (gen_random_uuid(), ${creator}, '{}')`;
  await sql`insert into huellas_descarga (ruta, usuario_id, huella, bytes)
    values ('descargas/x/p.zip', ${creator}, ${'0'.repeat(64)}, 1)`;
  await sql`insert into ofertas (producto_id, precio, desde, hasta)
    values (${producto}, 1, now() - interval '1 day', now() + interval '1 day')`;
  await sql`insert into archivos_sin_uso (ruta) values ('descargas/x/p.zip')`;
  await sql`insert into repaso_archivos default values`;
  await sql`insert into descargas_por_subir (ruta, usuario_id) values ('descargas/x/p.zip', ${creator})`;
  await sql`insert into novedades_producto (producto_id, tipo, clave) values (${producto}, 'disponible', 'prueba')`;
  await sql`insert into anuncios (titulo, titulo_en, texto, texto_en, desde, hasta, estado, inicio)
    values ('prueba', 'test', 'x', 'x', now(), now() + interval '1 day', 'publicado', now())`;
  await sql`insert into destacados (producto_id, orden) values (${producto}, 1)`;
  await sql`insert into productos_fijados (usuario_id, orden, producto_id) values (${creator}, 1, ${producto})`;
  await sql`insert into cuentas_relacionados (producto_id) values (${producto})`;
  await sql`insert into productos_relacionados (producto_id, relacionado_id, compradores, puesto)
    values (${producto}, ${spare}, 5, 1)`;
  await sql`insert into visitas_producto (producto_id, visitante) values (${producto}, repeat('v', 16))`;
  await sql`insert into procedencias_pago (pago_id, fuente) values (${payment.id}, 'inicio')`;
  await sql`insert into intentos (tipo, clave, desde, veces) values ('cupon', ${user}, now(), 1)`;
  await sql`with llave as (insert into llaves_api (usuario_id, nombre, huella, pista, ambitos, caduca_at)
      values (${creator}, 'CI', '\\x00', 'abcd', '{sales:read}', now()) returning id)
    insert into peticiones_api (llave_id, clave, huella) select id, 'x', 'x' from llave`;
  await sql`with destino as (insert into destinos_webhook (usuario_id, url, temas)
      values (${creator}, 'https://bot.example', '{sale}') returning id),
    suceso as (insert into sucesos_webhook (usuario_id, tipo, clave, datos) values (${creator}, 'webhook.test', 'x', '{}') returning id)
    insert into envios_webhook (destino_id, suceso_id) select destino.id, suceso.id from destino, suceso`;
  await sql`insert into claves_firma (desde) values (now())`;
  await sql`insert into licencias_producto values (${producto}, true, 1)`;
  await sql`with licencia as (insert into licencias (adquisicion_id) select id from adquisiciones where user_id = ${user}
      limit 1 returning id)
    insert into activaciones_licencia (licencia_id, nombre) select id, 'x' from licencia`;
  await sql`insert into turnos (trabajo, quien, hasta) values ('x', ${user}, now())`;
  await sql`insert into dispositivos (user_id, huella) values (${user}, 'x')`;
  await sql`insert into permisos (user_id, tipo, hasta) values (${user}, 'correo', now())`;

  await db.callService('aplicar_suscripcion', {
    p_usuario: user,
    p_referencia: 'sub_1',
    p_plan: 'monthly',
    p_estado: 'activa',
    p_periodo_inicio: '2000-01-01',
    p_periodo_fin: '2000-02-01',
    p_visto_at: '2000-01-01',
    p_cargos: sql.json([
      {
        factura: 'in_1',
        desde: '2000-01-01',
        hasta: '2000-02-01',
        centimos: 390,
        moneda: 'eur',
        estado: 'pagado',
        devuelto_centimos: 0,
        perdido: false,
        pagado_at: '2000-01-01',
      },
    ]),
  });
  await sql`insert into cancelaciones_club (suscripcion_id, modo, motivo)
    select id, 'al_final', 'veto' from suscripciones where referencia = 'sub_1'`;
  await sql`insert into sesiones_club (user_id, plan, idioma, centimos) values (${user}, 'monthly', 'es', 390)`;

  await sql`insert into cifras_creadores (usuario_id, dia, visitas) values (${user}, '2020-01-01', 1)`;

  const own = (column: string) => `${column} = '${user}'`;
  return {
    people: { user, other, creator, admin },
    rows: {
      adquisiciones: `id = '${order?.id}'`,
      archivos_sin_uso: `ruta = 'descargas/x/p.zip'`,
      repaso_archivos: 'id = 1',
      auditoria: `objeto_id = '${producto}'`,
      borradores: `usuario_id = '${creator}'`,
      huellas_descarga: `usuario_id = '${creator}'`,
      ofertas: `producto_id = '${producto}'`,
      bundles: `id = '${bundle}'`,
      bundles_productos: `bundle_id = '${bundle}'`,
      cancelaciones_club: 'true',
      cargos_club: own('user_id'),
      casos_admin: `clave = 'prueba'`,
      codigos_canjes: `codigo = 'CANJE-0001'`,
      codigos_cupones: `product_id = '${producto}'`,
      codigos_recuperacion: own('user_id'),
      comprobaciones: `nombre = 'uncoins_suman'`,
      configuracion_global: 'id = 1',
      repasos: `nombre = 'x'`,
      restauraciones: `copia_at = '2020-01-01'`,
      ultima_pasada: 'id = 1',
      cifras_creadores: own('usuario_id'),
      cifras_diarias: `dia = '2020-01-01'`,
      cifras_productos: `producto_id = '${producto}'`,
      contadores_facturas: `serie = '2020'`,
      correos: own('user_id'),
      cuentas_relacionados: `producto_id = '${producto}'`,
      anuncios: `titulo = 'prueba'`,
      destacados: `producto_id = '${producto}'`,
      dispositivos: own('user_id'),
      dominios_correo: `dominio = 'gmail.com'`,
      disputas: `pago_id = '${payment.id}'`,
      ediciones: `id = '${edicion}'`,
      eventos_proveedor: `evento_id = 'evt_1'`,
      facturas: `pago_id = '${payment.id}'`,
      facturas_pendientes: `pago_id = '${payment.id}'`,
      favoritos: own('user_id'),
      fichas_busqueda: `producto_id = '${producto}'`,
      textos_busqueda: `producto_id = '${producto}'`,
      follows: own('follower_id'),
      historial_reputacion: own('user_id'),
      historial_precios: `producto_id = '${producto}'`,
      imagenes_producto: `producto_id = '${producto}'`,
      imagenes_subidas: `usuario_id = '${user}'`,
      servidores: `id = '${server.id}'`,
      acciones_servidor: `producto_id = '${producto}'`,
      sucesos_licencia: `adquisicion_id = '${order?.id}'`,
      elecciones_servidor: `adquisicion_id = '${order?.id}'`,
      ordenes_servidor: `adquisicion_id = '${order?.id}'`,
      analisis_archivos: 'true',
      analisis_fallidos: 'true',
      archivos_juzgados: 'true',
      archivos_marcados: `producto_id = '${producto}'`,
      descargas_hechas: `adquisicion_id = '${order?.id}'`,
      descargas_marcadas: `adquisicion_id = '${order?.id}'`,
      descargas_por_subir: `usuario_id = '${creator}'`,
      clave_tienda: 'id = 1',
      llaves_api: `usuario_id = '${creator}'`,
      peticiones_api: `clave = 'x'`,
      activaciones_licencia: 'true',
      destinos_webhook: 'true',
      sucesos_webhook: 'true',
      envios_webhook: 'true',
      claves_firma: 'true',
      licencias: 'true',
      licencias_producto: 'true',
      intentos: `clave = '${user}'`,
      logros_usuario: own('user_id'),
      sesiones_abiertas: own('user_id'),
      solicitudes: own('user_id'),
      medidas: own('user_id'),
      mensajes_reporte: own('autor_id'),
      mensajes_solicitud: `solicitud_id = '${request?.id}'`,
      avisos_existencias: own('user_id'),
      mensajes_revision: `producto_id = '${producto}'`,
      movimientos_ingresos: `usuario_id = '${creator}'`,
      movimientos_uncoins: own('user_id'),
      notificaciones: own('user_id'),
      novedades_producto: `producto_id = '${producto}'`,
      pagos: own('user_id'),
      palabras_busqueda: `palabra = 'producto'`,
      permisos: own('user_id'),
      personas_busqueda: own('id'),
      preferencias_aviso: own('user_id'),
      productos: `id = '${producto}'`,
      productos_fijados: `usuario_id = '${creator}'`,
      productos_relacionados: `producto_id = '${producto}'`,
      profiles: own('id'),
      reembolsos: `pago_id = '${payment.id}'`,
      regalos: own('user_id'),
      enlaces_regalo: `huella = repeat('0', 64)`,
      reportes: own('user_id'),
      reservas: own('user_id'),
      publicaciones: `autor_id = '${creator}'`,
      preguntas: `producto_id = '${producto}'`,
      gracias_respuesta: 'true',
      resenas: `producto_id = '${producto}'`,
      archivos_disputa: `ruta = 'pruebas/a/b.pdf'`,
      respuestas_disputa: `disputa_id in (select id from disputas where pago_id = '${payment.id}')`,
      revisiones_asignadas: `moderador_id = '${creator}'`,
      revisiones_pago: `pago_id = '${payment.id}'`,
      revisiones_producto: `producto_id = '${producto}'`,
      saldos_creadores: `usuario_id = '${creator}'`,
      sesiones_recuperadas: own('user_id'),
      secretos_correo: `secreto = 'prueba'`,
      registros: `navegador = 'x'`,
      sesiones_club: own('user_id'),
      suscripciones: own('user_id'),
      suscripciones_historial: 'true',
      textos_consentimiento: `version = '${consentVersion}'`,
      turnos: own('quien'),
      usuarios_meta: own('id'),
      versiones_producto: `producto_id = '${producto}'`,
      procedencias_pago: `pago_id = '${payment.id}'`,
      visitas_producto: `producto_id = '${producto}'`,
      withdrawals: `usuario_id = '${creator}'`,
    },
    writes: {
      favoritos: {
        insert: `insert into favoritos (user_id, producto_id) values ('${user}', '${spare}')`,
        delete: `delete from favoritos where ${own('user_id')}`,
      },
      follows: {
        insert: `insert into follows (follower_id, following_id) values ('${user}', '${other}')`,
        delete: `delete from follows where ${own('follower_id')}`,
      },
      profiles: { update: `update profiles set phone = '600 000 000' where ${own('id')}` },
      usuarios_meta: { update: `update usuarios_meta set bio = 'Hola' where ${own('id')}` },
    },
  };
}
