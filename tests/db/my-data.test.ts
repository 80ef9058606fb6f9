import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createBusyShop } from './books-fixture.ts';
import { buy, createAccount, createFactor, createProduct, createSession, createUser } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 2 });
const { sql } = db;

type MyData = Record<string, Record<string, unknown>[]>;
const myData = (user: string) => db.callAs<MyData>(user, 'mis_datos');

/** The place in the export of each column that names people, or the reason for its absence. */
const exported: Record<string, string | { leftOut: string }> = {
  'adquisiciones.user_id': 'pedidos',
  'auth.identities.user_id': 'formas_de_entrar',
  'auth.mfa_factors.user_id': 'segundos_factores',
  'auth.sessions.user_id': 'sesiones',
  'borradores.usuario_id': 'borradores',
  'codigos_canjes.canjeado_por': 'canjes',
  'codigos_cupones.creador_id': 'cupones',
  'codigos_cupones.vendedor_id': { leftOut: 'a coupon of the shop for their products' },
  'codigos_recuperacion.user_id': 'codigos_recuperacion',
  'correos.user_id': 'correos',
  'dispositivos.user_id': 'dispositivos',
  'favoritos.user_id': 'favoritos',
  'follows.follower_id': 'siguiendo',
  'historial_reputacion.user_id': 'reputacion',
  'huellas_descarga.usuario_id': 'archivos',
  'imagenes_subidas.usuario_id': 'imagenes',
  'llaves_api.usuario_id': 'llaves',
  'logros_usuario.user_id': 'logros',
  'mensajes_revision.autor_id': 'mensajes_revision',
  'mensajes_solicitud.autor_id': 'mensajes_solicitud',
  'solicitudes.user_id': 'solicitudes',
  'avisos_existencias.user_id': 'avisos_existencias',
  'movimientos_ingresos.usuario_id': 'movimientos_ingresos',
  'movimientos_uncoins.user_id': 'movimientos_uncoins',
  'notificaciones.user_id': 'notificaciones',
  'pagos.user_id': 'pagos',
  'preferencias_aviso.user_id': 'preferencias',
  'productos.usuario_id': 'productos',
  'productos_fijados.usuario_id': 'fijados',
  'profiles.id': 'cuenta',
  'publicaciones.autor_id': 'publicaciones',
  'preguntas.user_id': 'preguntas',
  'preguntas.respuesta_de': 'respuestas',
  'gracias_respuesta.user_id': 'gracias',
  'medidas.user_id': 'medidas',
  'mensajes_reporte.autor_id': 'mensajes_reporte',
  'reportes.user_id': 'reportes',
  'resenas.user_id': 'resenas',
  'revisiones_producto.autor_id': 'revisiones',
  'servidores.usuario_id': 'servidores',
  'sesiones_abiertas.user_id': 'sesiones_abiertas',
  'sesiones_club.user_id': 'paginas_club',
  'sesiones_recuperadas.user_id': 'sesiones_recuperadas',
  'suscripciones.user_id': 'suscripciones',
  'usuarios_meta.id': 'cuenta',
  'destinos_webhook.usuario_id': 'webhooks',
  'withdrawals.usuario_id': 'retiros',
  'cargos_club.user_id': { leftOut: 'the route adds it, page by page' },
  'adquisiciones.regalado_por': { leftOut: 'an order of whoever got the gift; the giver has the payment and the gift' },
  'pagos.destinatario_id': { leftOut: 'a payment of the giver, who alone knows what it cost; the gift is there' },
  'follows.following_id': { leftOut: 'what others follow is theirs' },
  'cifras_creadores.usuario_id': { leftOut: 'sums of movements, orders and visits that name nobody' },
  'cifras_productos.usuario_id': { leftOut: 'sums of movements, orders and visits that name nobody' },
  'saldos_creadores.usuario_id': { leftOut: 'sums of the movements that are there' },
  'sucesos_webhook.usuario_id': {
    leftOut: 'what was sent of sales, reviews and withdrawals that are there, for 30 days',
  },
  'personas_busqueda.id': { leftOut: 'a copy of the name, the username and the address that are there' },
  'permisos.user_id': { leftOut: 'what was just proven, for a moment' },
  'descargas_por_subir.usuario_id': { leftOut: 'the permission for an upload, for a day' },
  'auditoria.actor_id': { leftOut: 'what the staff did about others' },
  'casos_admin.resuelto_por': { leftOut: 'what the staff did about others' },
  'reembolsos.pedido_por': { leftOut: 'what the staff did about others' },
  'medidas.tomada_por': { leftOut: 'what the staff did about others' },
  'reportes.asignado_a': { leftOut: 'what the staff did about others' },
  'reportes.preguntado_a': { leftOut: 'the report is another person’s; the answers are exported' },
  'reportes.resuelto_por': { leftOut: 'what the staff did about others' },
  'solicitudes.creador_id': { leftOut: 'the request of a buyer; what the creator wrote is in mensajes_solicitud' },
  'solicitudes.decidida_por': { leftOut: 'what the staff did about others' },
  'archivos_disputa.subido_por': { leftOut: 'what the staff did about others' },
  'respuestas_disputa.editada_por': { leftOut: 'what the staff did about others' },
  'respuestas_disputa.enviada_por': { leftOut: 'what the staff did about others' },
  'revisiones_asignadas.moderador_id': { leftOut: 'what the staff did about others' },
  'revisiones_producto.cambios_pedidos_por': { leftOut: 'what the staff did about others' },
  'revisiones_producto.decidida_por': { leftOut: 'what the staff did about others' },
  'withdrawals.resuelto_por': { leftOut: 'what the staff did about others' },
};

/** A person with a row of everything that the ledgers do not need. */
async function fillAccount(): Promise<void> {
  const { id } = await createAccount(sql);
  const producto = await createProduct(sql, { usuario_id: id });
  const path = `${id}/${randomUUID()}`;
  await sql`insert into storage.objects (bucket_id, name, metadata) values ('avatars', ${`${path}/a.webp`}, '{"size": 1}')`;
  await sql`insert into imagenes_subidas (ruta, usuario_id, bytes) values (${`avatars/${path}/a.webp`}, ${id}, 1)`;
  await sql`insert into huellas_descarga (ruta, usuario_id, huella, bytes)
    values (${`descargas/${path}/a.zip`}, ${id}, ${'a'.repeat(64)}, 1)`;
  await sql`insert into borradores (id, usuario_id, contenido) values (gen_random_uuid(), ${id}, '{}')`;
  await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva) values (${producto}, ${id}, '{}', false)`;
  await sql`insert into historial_reputacion (user_id, antes, despues, motivo) values (${id}, 'buena', 'mala', 'prueba')`;
  await sql`insert into llaves_api (usuario_id, nombre, huella, pista, ambitos, caduca_at)
    values (${id}, 'CI', uuid_send(${id}), 'abcd', '{products:read}', now() + interval '1 day')`;
  await sql`with s as (insert into solicitudes (user_id, para, tipo) values (${id}, 'tienda', 'pregunta') returning id)
    insert into mensajes_solicitud (solicitud_id, autor_id, de, texto) select id, ${id}, 'cliente', 'Hola' from s`;
  await sql`with r as (insert into reportes (objeto_tipo, objeto_id, user_id, motivo)
      values ('producto', ${producto}, ${id}, 'spam') returning id)
    insert into mensajes_reporte (reporte_id, autor_id, de, texto) select id, ${id}, 'creador', 'Hola' from r`;
  await sql`insert into medidas (tipo, objeto_id, user_id) values ('producto', ${producto}, ${id})`;
  await sql`insert into avisos_existencias (user_id, producto_id) values (${id}, ${producto})`;
  await sql`insert into productos_fijados (usuario_id, orden, producto_id) values (${id}, 1, ${producto})`;
  await sql`insert into publicaciones (autor_id, titulo, texto, audiencia) values (${id}, 'Hola', 'Hola', 'publico')`;
  await sql`with p as (insert into preguntas (producto_id, user_id, texto, respuesta, respuesta_at, respuesta_de)
      values (${producto}, ${id}, '¿Cuándo sale?', 'Hoy', now(), ${id}) returning id)
    insert into gracias_respuesta (pregunta_id, user_id) select id, ${id} from p`;
  await sql`insert into sesiones_abiertas (session_id, user_id) values (gen_random_uuid(), ${id})`;
  await sql`insert into sesiones_recuperadas (session_id, user_id) values (gen_random_uuid(), ${id})`;
  await sql`insert into sesiones_club (user_id, plan, idioma, centimos) values (${id}, 'monthly', 'es', 390)`;
  await sql`insert into preferencias_aviso (user_id) values (${id})`;
}

describe('the data export', () => {
  test('contains every table with personal data, or lists the reason of its absence', async () => {
    // The tables of Auth differ from host to host, so only those that are read are listed.
    const keys = await sql`select distinct c.conrelid::regclass::text || '.' || a.attname as name from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any (c.conkey)
      where c.contype = 'f' and c.confrelid in ('public.usuarios_meta'::regclass, 'auth.users'::regclass)
        and (c.connamespace = 'public'::regnamespace or c.conrelid::regclass::text = any
          (array['auth.identities', 'auth.mfa_factors', 'auth.sessions']))`;
    expect(keys.map(({ name }) => name).toSorted()).toEqual(Object.keys(exported).toSorted());
    const parts = Object.values(exported).filter((part) => typeof part === 'string');
    const data: Record<string, unknown> = await myData(await createUser(sql));
    expect(Object.keys(data)).toEqual(expect.arrayContaining(parts));
    // What an account has none of is an empty list; this one has no row of preferences.
    expect(Object.keys(data).filter((part) => data[part] === null)).toEqual(['preferencias']);
  });

  test('contains payment data, written content and sign-in methods, without secrets', async () => {
    const [user, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
    const sale = await buy(db, user, { producto: await createProduct(sql) });
    const own = await createProduct(sql, { usuario_id: user });
    await sql`insert into facturas (serie, numero, pago_id, datos) values ('X', 1, ${sale.id}, '{}') on conflict do nothing`;
    await sql`insert into reembolsos (pago_id, pedido_por, motivo, estado, centimos, clave)
      values (${sale.id}, ${admin}, 'No funciona', 'pedido', 100, 'clave-privada')`;
    await sql`insert into disputas (pago_id, proveedor, referencia, fase, centimos, abierta_at)
      values (${sale.id}, 'stripe', 'dp_1', 'ganada', 1000, now())`;
    await sql`insert into reportes (objeto_tipo, objeto_id, user_id, motivo, texto, estado, nota, resuelto_por)
      values ('usuario', ${admin}, ${user}, 'spam', 'Molesta', 'resuelto', 'nota-privada', ${admin})`;
    await sql`insert into mensajes_revision (producto_id, autor_id, texto) values (${own}, ${user}, 'Ya está'),
      (${own}, ${admin}, 'mensaje-de-otro')`;
    await sql`insert into dispositivos (user_id, huella) values (${user}, 'huella-privada')`;
    await sql`insert into codigos_recuperacion (user_id, hash) values (${user}, '\\xdeadbeef')`;
    await createSession(sql, user, 'aal2');
    const factor = await createFactor(sql, user);
    await sql`update auth.mfa_factors set secret = 'secreto-privado' where id = ${factor}`;

    const data = await myData(user);
    expect(data).toMatchObject({
      pedidos: [{ precio_pagado: 10 }],
      facturas: [{ pago_id: sale.id }],
      reembolsos: [{ motivo: 'No funciona' }],
      disputas: [{ referencia: 'dp_1' }],
      reportes: [{ texto: 'Molesta', estado: 'resuelto' }],
      mensajes_revision: [{ texto: 'Ya está' }],
      dispositivos: [{ visto_at: expect.any(String) }],
      codigos_recuperacion: [{ usado_at: null }],
      segundos_factores: [{ nombre: 'Teléfono' }],
      sesiones: [{ created_at: expect.anything() }],
    });
    expect(data.correos?.map(({ plantilla }) => plantilla)).toContain('recibo');
    expect(data.logros?.map(({ logro }) => logro)).toContain('cuenta_creada');
    expect(JSON.stringify(data)).not.toMatch(/-privad[ao]|deadbeef|mensaje-de-otro/);
  });

  test('contains the prices of own purchases, but no price of a received gift', async () => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const payment = await buy(db, giver, { producto: await createProduct(sql), destinatario: friend });
    const { pedidos, ...rest } = await myData(friend);
    expect(pedidos).toMatchObject([{ pago_id: payment.id, origen: 'regalo' }]);
    expect(pedidos?.[0]).not.toHaveProperty('precio_pagado');
    expect([rest.pagos, rest.facturas]).toEqual([[], []]);
    expect((await myData(giver)).pagos).toMatchObject([{ total_centimos: 1000 }]);
  });

  test('contains the rows of the person, and none of another', async () => {
    await createBusyShop(db);
    for (let count = 0; count < 2; count += 1) await fillAccount();
    const people = await sql<{ id: string }[]>`select id from usuarios_meta where borrada_at is null`;
    const empty = new Set(Object.values(exported).filter((part) => part !== 'cuenta' && part !== 'preferencias'));
    for (const { id } of people) {
      const data = await myData(id);
      for (const [column, part] of Object.entries(exported)) {
        if (typeof part !== 'string' || !Array.isArray(data[part])) continue;
        const [, table, name] = column.match(/^(.*)[.](.*)$/) as RegExpMatchArray;
        const rows = await sql`select from ${sql(String(table))} where ${sql(String(name))} = ${id}`;
        expect(data[part].length, `${part} of ${id}`).toBe(rows.length);
        if (rows.length > 0) empty.delete(part);
      }
    }
    expect([...empty].filter((part) => typeof part === 'string')).toEqual([]);
  });
});
