import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { buy, createProduct, createUser, openDispute } from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const admin = await createUser(sql, { role: 'admin' });
const tasks = () => db.callAs(admin, 'admin_pendientes', {});

test('open tasks are counted by kind, with the nearest dispute deadline', async () => {
  const none = { disputas: 0, casos: 0, retiros: 0, revisiones: 0, reportes: 0, solicitudes: 0, correos: 0 };
  expect(await tasks()).toEqual({
    ok: true,
    ...none,
    disputa_vence_at: null,
    apelacion_vence_at: null,
    correo_error: null,
  });
  const [creator, buyer] = [await createUser(sql), await createUser(sql)];
  const producto = await createProduct(sql, { usuario_id: creator, precio: 50 });
  await openDispute(db, await buy(db, buyer, { producto }));
  await sql`update disputas set vence_at = '2999-05-01'`;
  await sql`insert into withdrawals (usuario_id, paypal_email, amount, estado) values
    (${creator}, 'a@b.es', 10, 'solicitado'), (${creator}, 'a@b.es', 10, 'pagado')`;
  const other = await createProduct(sql, { usuario_id: creator });
  await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva, espera_creador) values
    (${producto}, ${creator}, '{}', false, false), (${other}, ${creator}, '{}', false, true)`;
  await db.callAs(buyer, 'reportar', { p_tipo: 'producto', p_objeto: producto, p_motivo: 'spam', p_texto: '' });
  await sql`insert into correos (clave, user_id, plantilla, estado, ultimo_error, created_at) values
    (${randomUUID()}, ${buyer}, 'recibo', 'fallido', 'el servidor no contesta', now()),
    (${randomUUID()}, ${buyer}, 'recibo', 'fallido', 'antiguo', now() - interval '40 days'),
    (${randomUUID()}, ${buyer}, 'recibo', 'enviado', null, now())`;
  expect(await tasks()).toMatchObject({
    disputas: 1,
    retiros: 1,
    revisiones: 1,
    reportes: 1,
    correos: 1,
    correo_error: 'el servidor no contesta',
  });
  expect(String((await tasks()).disputa_vence_at)).toContain('2999');

  // A second of each counts, and what is done does not.
  for (const phase of ['abierta', 'ganada']) {
    await openDispute(db, await buy(db, await createUser(sql), { producto }));
    await sql`update disputas set fase = ${phase} where vence_at is distinct from '2999-05-01'`;
    await sql`update disputas set vence_at = '2999-05-01'`;
  }
  await sql`insert into withdrawals (usuario_id, paypal_email, amount, estado) values (${creator}, 'a@b.es', 10, 'solicitado')`;
  await sql`insert into revisiones_producto (producto_id, autor_id, contenido, es_nueva, estado, espera_creador) values
    (${await createProduct(sql)}, ${creator}, '{}', false, 'pendiente', false), (${other}, ${creator}, '{}', false, 'rechazada', false)`;
  for (const state of ['abierto', 'resuelto'])
    await sql`insert into reportes (objeto_tipo, objeto_id, user_id, motivo, texto, estado)
      values ('usuario', ${creator}, ${await createUser(sql)}, 'spam', '', ${state})`;
  for (const done of [true, false])
    await sql`insert into casos_admin (tipo, clave, resuelto) select 'prueba', gen_random_uuid()::text, ${done} from generate_series(1, 2)`;
  await sql`insert into correos (clave, user_id, plantilla, estado) values (${randomUUID()}, ${buyer}, 'recibo', 'caducado')`;
  expect(await tasks()).toMatchObject({ disputas: 2, casos: 2, retiros: 2, revisiones: 2, reportes: 2, correos: 2 });
});

test('products are found by their creator', async () => {
  const name = `Taller ${randomUUID().slice(0, 8)}`;
  const creator = await createUser(sql, { display_name: name });
  const product = await createProduct(sql, { usuario_id: creator });
  for (const buscar of [name, creator]) {
    const found = await db.callAs(admin, 'admin_listar', { p_lista: 'productos', p_filtros: sql.json({ buscar }) });
    expect((found.filas as Array<{ id: string; datos: unknown }>).map(({ id, datos }) => [id, datos])).toEqual([
      [product, expect.objectContaining({ creador: name, creador_id: creator })],
    ]);
  }
});
