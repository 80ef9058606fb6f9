import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  buy,
  createFactor,
  createPayment,
  createProduct,
  createSession,
  createUser,
  deliver,
  openDispute,
  openPayment,
  refundAll,
  submission,
  winDispute,
} from './factories.ts';
import { openDatabase, type Sql } from './harness.ts';
import { createFixture } from './rls-fixture.ts';
import { addAction, addServer, fetchCommands, whitelist } from './servers-fixture.ts';

const db = await openDatabase({ connections: 6 });
const { sql } = db;
const json = (value: unknown) => sql.json(value as never);

/** Tables whose rows are of the whole shop: the numbers of invoices have no gaps. */
const shared = ['configuracion_global', 'contadores_facturas'];
let release = () => {};
let held: Promise<unknown>;
let creator = '';
let buyer = '';
let product = '';

// Somebody holds every row of other people, as a long transaction would.
beforeAll(async () => {
  await createFixture(db);
  const tables = await sql`select relname as name from pg_class where relnamespace = 'public'::regnamespace
    and relkind = 'r' and relname <> all (${shared})`;
  await new Promise<void>((hold) => {
    held = sql.begin(async (begun) => {
      const tx = begun as unknown as Sql;
      for (const { name } of tables) await tx`select from ${tx(name)} for no key update`;
      hold();
      await new Promise<void>((end) => {
        release = end;
      });
    });
  });
  creator = await createUser(sql);
  buyer = await createUser(sql);
  product = await createProduct(sql, { usuario_id: creator });
});
afterAll(async () => {
  release();
  await held;
});

/** What a call answers, unless it waits for a row that is held, until the time of its role is over. */
const answerOf = (call: Promise<unknown>) =>
  call.catch((error: { code?: string }) => {
    if (error.code === '55P03' || error.code === '57014') throw new Error('waits for a row of somebody else');
    throw error;
  });

const contact = { p_url: 'https://hooks.example/sales', p_temas: ['sale'] };
const calls: Record<string, () => Record<string, unknown>> = {
  fijar_productos: () => ({ p_productos: [product] }),
  crear_servidor: () => ({ p_nombre: 'Otro', p_tipo: 'azlink', p_identidad: 'online', p_prefijo: '' }),
  crear_llave: () => ({
    ...{ p_nombre: 'CI', p_ambitos: ['products:read'], p_dias: 30, p_pista: 'abcd' },
    p_llave: randomBytes(32).toString('hex'),
  }),
  crear_webhook: () => contact,
  permitir_subida: () => ({ p_nombre: 'a.zip', p_bytes: 1000 }),
  guardar_borrador: () => ({ p_id: randomUUID(), p_producto: product, p_contenido: json({ name: 'a' }), p_version: 0 }),
  crear_cupon: () => ({
    ...{ p_producto: product, p_codigo: 'LIBRE', p_porcentaje: 10, p_centimos: null, p_minimo_centimos: null },
    ...{ p_desde: null, p_hasta: null, p_usos_max: null, p_usos_por_usuario: null },
  }),
  cambiar_precios: () => ({ p_producto: product, p_precio: 9, p_oferta: null, p_ediciones: json([]) }),
  editar_productos: () => ({
    p_cambio: json({ precio: { modo: 'fijar', valor: 9 } }),
    p_huellas: json({ [product]: 'x' }),
    p_clave: randomUUID(),
  }),
  crear_producto: () => ({ p_slug: `libre-${randomUUID()}`, p_contenido: json(submission()) }),
  proponer_cambios: () => ({ p_producto: product, p_contenido: json(submission()) }),
  cancelar_envio: () => ({ p_producto: product, p_borrador: randomUUID(), p_contenido: json({ name: 'a' }) }),
  archivar_producto: () => ({ p_producto: product, p_archivar: false }),
  guardar_enlaces: () => ({ p_enlaces: [] }),
  guardar_preferencias: () => ({ p_anuncios: true }),
  marcar_avisos_leidos: () => ({}),
  pedir_retiro: () => ({ p_paypal_email: 'a@paypal.example', p_centimos: 1000, p_clave: randomUUID() }),
};

test.each(Object.keys(calls))('%s does not wait for locked rows of other people', async (name) => {
  const answer = await answerOf(db.callAs(creator, name, calls[name]?.()));
  expect(answer).not.toMatchObject({ error: 'datos_no_validos' });
});

test('functions refuse unknown ids without waiting for locks', async () => {
  const unknown = randomUUID();
  for (const [name, args] of [
    ['cancelar_retiro', { p_retiro: unknown }],
    ['quitar_webhook', { p_webhook: unknown }],
    ['quitar_servidor', { p_servidor: unknown }],
    ['quitar_accion', { p_accion: unknown }],
    ['retirar_regalo', { p_pago: unknown }],
    ['responder_pregunta', { p_pregunta: unknown, p_texto: 'Sí' }],
    ['cerrar_solicitud', { p_solicitud: unknown }],
    ['borrar_publicacion', { p_id: unknown }],
  ] as const) {
    expect(await answerOf(db.callAs(creator, name, args)), name).toMatchObject({ ok: false });
  }
});

test('a withdrawal is cancelled while withdrawals of other people are locked', async () => {
  const [row] = await sql`insert into withdrawals (usuario_id, paypal_email, amount)
    values (${creator}, 'a@paypal.example', 5) returning id`;
  expect(await answerOf(db.callAs(creator, 'cancelar_retiro', { p_retiro: row?.id }))).toEqual({ ok: true });
});

test('recovery codes are made while those of other people are locked', async () => {
  const person = await createUser(sql);
  await createFactor(sql, person);
  const aal2 = db.within({ aal: 'aal2', session_id: await createSession(sql, person, 'aal2') });
  expect(await answerOf(aal2.callAs(person, 'crear_codigos_recuperacion', {}))).toMatchObject({ ok: true });
});

test('a purchase and everything after it do not wait for locked rows of other people', async () => {
  const server = await addServer(db, creator);
  await addAction(db, creator, product, whitelist);
  const friend = await createUser(sql);
  const story = async () => {
    const payment = await buy(db, buyer, { producto: product });
    expect(await fetchCommands(db, server.key, [])).toHaveLength(1);
    const dispute = await openDispute(db, payment);
    await winDispute(db, payment, dispute);
    await refundAll(db, payment);
    const gift = await openPayment(db, buyer, { producto: product, destinatario: friend });
    expect(await deliver(db, gift)).toMatchObject({ ok: true });
    expect(await createPayment(db, friend, { producto: await createProduct(sql, { precio: 0 }) })).toMatchObject({
      ok: true,
    });
    await sql.begin(async (begun) => {
      const tx = begun as unknown as Sql;
      await tx`set local lock_timeout = '5s'`;
      await tx`update adquisiciones set minecraft_name = 'borrado' where user_id = ${buyer}`;
    });
  };
  await answerOf(story());
});
