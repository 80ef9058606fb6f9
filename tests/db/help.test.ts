import { describe, expect, test } from 'vitest';
import { consentVersion } from '@/lib/checkout/consent';
import {
  buy,
  createEdition,
  createPayment,
  createProduct,
  createUser,
  deliver,
  giveCoins,
  openPayment,
  reportReversals,
} from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

type Ask = {
  para?: string | null;
  tipo?: string | null;
  motivo?: string | null;
  pedido?: string;
  pago?: string;
  texto?: string;
};
const ask = (who: string, { para = 'tienda', tipo = 'pregunta', motivo = null, pedido, pago, texto }: Ask) =>
  db.callAs(who, 'abrir_solicitud', {
    p_para: para,
    p_tipo: tipo,
    p_motivo: motivo,
    p_pedido: pedido ?? null,
    p_pago: pago ?? null,
    p_texto: texto ?? 'No consigo que arranque en mi servidor.',
  });
const see = (who: string, p_solicitud: unknown) => db.callAs(who, 'ver_solicitud', { p_solicitud });
const write = (who: string, p_solicitud: unknown, p_texto: string) =>
  db.callAs(who, 'responder_solicitud', { p_solicitud, p_texto });
const decide = (
  who: string,
  p_solicitud: unknown,
  p_acepta: boolean,
  p_texto: string | null = 'No arranca en esa versión',
  p_centimos: number | null = null,
) => db.callAs(who, 'decidir_reembolso', { p_solicitud, p_acepta, p_texto, p_centimos });
const list = async (who: string, p_como: string, p_estado: string | null = null) => {
  const answer = await db.callAs(who, 'listar_solicitudes', { p_como, p_estado, p_pagina: 0 });
  if (!answer.ok) throw new Error(`no list: ${answer.error}`);
  return answer.solicitudes as Array<{ id: string; nombre: string; cliente: string | null }>;
};
const ruleOf = async (who: string, order: string | null) => {
  const answer = await db.callAs(who, 'ayuda_de_compra', { p_pedido: order, p_pago: null });
  return (answer as { regla?: string } | null)?.regla;
};
/** The rules of a payment a second before and at the end of its fourteen days. */
const rulesAround = ({ id }: { id: string }) =>
  sql.begin(async (begun) => {
    const tx = begun as unknown as typeof sql;
    const rules: string[] = [];
    for (const left of ['1 second', '0']) {
      await tx`update pagos set entregado_at = now() - interval '14 days' + ${left}::interval where id = ${id}`;
      const [row] = await tx`select privado.regla_devolucion(p) as rule from pagos p where id = ${id}`;
      rules.push(row?.rule);
    }
    return rules;
  });
const bells = async (who: string) =>
  (await sql`select datos from notificaciones where user_id = ${who} and tipo = 'solicitud' order by id`).map(
    ({ datos }) => `${datos.como} ${datos.que} ${datos.de ?? '-'}`,
  );
const nameOf = async (who: string) =>
  (await sql`select display_name from usuarios_meta where id = ${who}`)[0]?.display_name as string;

async function createSale(change: Record<string, unknown> = {}) {
  const [buyer, creator, admin] = [
    await createUser(sql),
    await createUser(sql),
    await createUser(sql, { role: 'admin' }),
  ];
  const producto = await createProduct(sql, { usuario_id: creator, precio: 9.99, ...change });
  const payment = await buy(db, buyer, { producto });
  const [order] = await sql`select id from adquisiciones where pago_id = ${payment.id}`;
  return { buyer, creator, admin, producto, payment, order: order?.id as string };
}
const inAMonth = {
  reserva: true,
  fecha_lanzamiento: new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10),
};

describe('a support request', () => {
  test('reaches the creator with the order, and each message notifies the other side', async () => {
    const { buyer, creator, admin, order } = await createSale();
    const { solicitud_id: id } = await ask(buyer, { para: 'creador', pedido: order });
    expect(await bells(creator)).toEqual([`creador nueva ${await nameOf(buyer)}`]);
    expect(await list(creator, 'creador')).toMatchObject([{ id, cliente: await nameOf(buyer) }]);
    expect(await write(creator, id, 'Prueba con Java 21.')).toEqual({ ok: true });
    expect(await bells(buyer)).toEqual([`cliente respuesta ${await nameOf(creator)}`]);
    expect(await see(buyer, id)).toMatchObject({ papel: 'cliente', estado: 'contestada', pedido_id: order });
    expect(await write(buyer, id, 'Funciona, gracias.')).toEqual({ ok: true });
    const thread = await see(creator, id);
    expect(thread).toMatchObject({ papel: 'creador', estado: 'abierta', compra: null });
    expect((thread.mensajes as Array<{ de: string }>).map(({ de }) => de)).toEqual(['cliente', 'creador', 'cliente']);
    // The team can read it and is not notified.
    expect(await see(admin, id)).toMatchObject({ papel: 'tienda' });
    expect(await bells(admin)).toEqual([]);
    expect((await list(admin, 'tienda')).map((found) => found.id)).not.toContain(id);
    expect(await db.callAs(creator, 'cerrar_solicitud', { p_solicitud: id })).toEqual({ ok: true });
    expect(await write(buyer, id, 'Otra cosa')).toMatchObject({ error: 'cerrada' });
    const mails = await sql`select datos ->> 'como' as como from correos where plantilla = 'solicitud'
      and user_id in (${buyer}, ${creator}) order by id`;
    expect(mails.map(({ como }) => como)).toEqual(['creador', 'cliente', 'creador']);
  });

  test('is read and written by its participants only', async () => {
    const { buyer, creator, order, payment } = await createSale();
    const [stranger, other] = [await createUser(sql), await createSale()];
    const { solicitud_id: id } = await ask(buyer, { pedido: order });
    for (const who of [stranger, other.buyer, creator]) {
      expect(await see(who, id)).toEqual({ ok: false, error: 'no_existe' });
      expect(await write(who, id, 'Hola')).toEqual({ ok: false, error: 'no_existe' });
      expect(await db.callAs(who, 'cerrar_solicitud', { p_solicitud: id })).toEqual({ ok: false, error: 'no_existe' });
      const rows = await db.asUser(
        who,
        (tx) => tx`select id from mensajes_solicitud where solicitud_id = ${id as string}`,
      );
      expect(rows).toEqual([]);
    }
    expect(await ask(stranger, { pedido: order })).toMatchObject({ error: 'no_existe' });
    const { solicitud_id: theirs } = await ask(other.buyer, { pedido: other.order });
    expect(await see(buyer, id)).toMatchObject({ compra: { pago_id: payment.id } });
    expect(await see(other.buyer, theirs)).toMatchObject({ compra: { pago_id: other.payment.id } });
    expect(await ask(stranger, { pago: (await createSale()).payment.id })).toMatchObject({ error: 'no_existe' });
    await expect(db.asUser(buyer, (tx) => tx`select autor_id from mensajes_solicitud`)).rejects.toThrow(
      /permission denied/,
    );
  });

  test.each([
    { para: null },
    { para: 'nadie' },
    { tipo: null },
    { tipo: 'queja' },
    { motivo: 'otro' },
    { tipo: 'reembolso' },
    { tipo: 'reembolso', motivo: 'porque sí' },
    { tipo: 'reembolso', motivo: 'otro', para: 'creador' },
  ])('%j is refused', async (change) => {
    const { buyer, order } = await createSale();
    expect(await ask(buyer, { pedido: order, ...change })).toEqual({ ok: false, error: 'datos_no_validos' });
  });

  test('for a refund is opened once per payment, also from its order', async () => {
    const { buyer, order, payment } = await createSale();
    const refund = { tipo: 'reembolso', motivo: 'no_funciona' };
    const { solicitud_id: id } = await ask(buyer, { ...refund, pedido: order });
    expect(await ask(buyer, { ...refund, pago: payment.id })).toMatchObject({ error: 'ya_abierta', solicitud_id: id });
    expect(await ask(buyer, { pago: payment.id })).toMatchObject({ ok: true });
    expect(await ask(buyer, { pedido: order })).toMatchObject({ ok: true });
  });

  test('is opened once per order, and at most ten times a day', async () => {
    const { buyer, order, creator } = await createSale();
    const { solicitud_id: id } = await ask(buyer, { pedido: order });
    expect(await ask(buyer, { pedido: order })).toMatchObject({ error: 'ya_abierta', solicitud_id: id });
    expect(await ask(buyer, { para: 'creador', pedido: order })).toMatchObject({ ok: true });
    for (const texto of ['   corto   ', 'a'.repeat(2001)])
      expect(await ask(buyer, { texto })).toMatchObject({ error: 'texto_no_valido' });
    expect(await ask(buyer, { para: 'creador' })).toMatchObject({ error: 'sin_creador' });
    const own = await createProduct(sql, { usuario_id: creator });
    const [mine] = await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado)
      values (${creator}, ${own}, 'gratis', 0) returning id`;
    expect(await ask(creator, { para: 'creador', pedido: mine?.id })).toMatchObject({ error: 'es_suyo' });
    for (let asked = 2; asked < 10; asked += 1) {
      const opened = await ask(buyer, {});
      expect(opened).toMatchObject({ ok: true });
      await db.callAs(buyer, 'cerrar_solicitud', { p_solicitud: opened.solicitud_id });
    }
    expect(await ask(buyer, {})).toMatchObject({ error: 'demasiados_intentos' });
  });
});

test('a request to the shop notifies every active admin, and its participants in their own roles', async () => {
  const [asking, { creator, producto }] = [await createUser(sql, { role: 'admin' }), await createSale()];
  await sql`update usuarios_meta set role = 'admin' where id = ${creator}`;
  const payment = await buy(db, asking, { producto });
  const [order] = await sql`select id from adquisiciones where pago_id = ${payment.id}`;
  const admins = {
    active: await createUser(sql, { role: 'admin' }),
    'after a ban': await createUser(sql, { role: 'admin', banned_until: '2020-01-01' }),
    banned: await createUser(sql, { role: 'admin', banned_until: '2999-01-01' }),
    deleted: await createUser(sql, { role: 'admin', borrada_at: '2020-01-01' }),
    moderator: await createUser(sql, { role: 'moderador' }),
    asking,
    creator,
  };
  expect(await ask(asking, { tipo: 'reembolso', motivo: 'otro', pedido: order?.id })).toMatchObject({ ok: true });
  const nameOfAsking = await nameOf(asking);
  const notified = Object.fromEntries(
    await Promise.all(Object.entries(admins).map(async ([what, who]) => [what, await bells(who)])),
  );
  const [bell, asCreator] = ['tienda', 'creador'].map((as) => [`${as} nueva ${nameOfAsking}`]);
  const silent = { banned: [], deleted: [], moderator: [], asking: [] };
  expect(notified).toEqual({ active: bell, 'after a ban': bell, creator: asCreator, ...silent });
});

describe('a refund request', () => {
  test('that is granted creates one refund and notifies everybody involved', async () => {
    const { buyer, creator, admin, payment, order } = await createSale();
    expect(await ruleOf(buyer, order)).toBe('entregado');
    const { solicitud_id: id } = await ask(buyer, { tipo: 'reembolso', motivo: 'no_funciona', pedido: order });
    expect((await list(admin, 'tienda', 'abierta')).map((found) => found.id)).toContain(id);
    // Support by the creator leaves the decision to the shop.
    expect(await write(creator, id, 'No lo soporta, devolvedlo.')).toEqual({ ok: true });
    const other = await createSale();
    const { solicitud_id: foreign } = await ask(other.buyer, {
      tipo: 'reembolso',
      motivo: 'otro',
      pedido: other.order,
    });
    const support = (p_solicitud: unknown) => db.callAs(creator, 'apoyar_reembolso', { p_solicitud });
    expect(await support(foreign)).toEqual({ ok: false, error: 'no_existe' });
    expect(await support(id)).toEqual({ ok: true });
    expect(await see(admin, foreign)).toMatchObject({ creador_de_acuerdo: false });
    expect(await see(admin, id)).toMatchObject({
      estado: 'abierta',
      creador_de_acuerdo: true,
      compra: { regla: 'entregado', queda_centimos: 999, descargas: 0 },
    });
    for (const who of [buyer, creator]) expect(await decide(who, id, true)).toMatchObject({ error: 'sin_permiso' });
    const granted = await decide(admin, id, true);
    expect(granted).toMatchObject({ ok: true, pago_id: payment.id, centimos: 999, estado: 'pedido' });
    expect(await decide(admin, id, true)).toMatchObject({ reembolso_id: granted.reembolso_id });
    expect(await decide(admin, id, false)).toMatchObject({ error: 'ya_decidida' });
    const refunds = await sql`select motivo, pedido_por from reembolsos where pago_id = ${payment.id}`;
    expect(refunds).toEqual([{ motivo: 'No arranca en esa versión', pedido_por: admin }]);
    expect(await bells(buyer)).toEqual([`cliente respuesta ${await nameOf(creator)}`, 'cliente aceptada -']);
    expect(await see(buyer, id)).toMatchObject({ estado: 'cerrada', decision: 'aceptada', reembolso: 'pedido' });
    const broken =
      await sql`select nombre from privado.invariantes() where nombre = 'solicitudes_con_su_reembolso' and cuenta > 0`;
    expect(broken).toEqual([]);
    expect(await ask(buyer, { tipo: 'reembolso', motivo: 'otro', pedido: order })).toMatchObject({
      error: 'sin_reembolso',
      regla: 'devuelto',
    });
  });

  test('is supported by the creator until it is closed or decided', async () => {
    const { buyer, creator, admin, order } = await createSale();
    const wish = { tipo: 'reembolso', motivo: 'otro', pedido: order };
    const support = (p_solicitud: unknown) => db.callAs(creator, 'apoyar_reembolso', { p_solicitud });
    const closed = await ask(buyer, wish);
    await db.callAs(buyer, 'cerrar_solicitud', { p_solicitud: closed.solicitud_id });
    expect(await support(closed.solicitud_id)).toEqual({ ok: false, error: 'no_existe' });
    const decided = await ask(buyer, wish);
    await decide(admin, decided.solicitud_id, false);
    expect(await support(decided.solicitud_id)).toEqual({ ok: false, error: 'no_existe' });
  });

  test('about a product of a deleted account reaches the shop alone', async () => {
    const { buyer, creator, order } = await createSale();
    await sql`update usuarios_meta set borrada_at = now() where id = ${creator}`;
    const { solicitud_id: id } = await ask(buyer, { tipo: 'reembolso', motivo: 'otro', pedido: order });
    expect(await sql`select creador_id from solicitudes where id = ${id as string}`).toEqual([{ creador_id: null }]);
    expect(await bells(creator)).toEqual([]);
  });

  test('is decided with a reason only', async () => {
    const { buyer, admin, order, payment } = await createSale();
    const { solicitud_id: id } = await ask(buyer, { tipo: 'reembolso', motivo: 'otro', pedido: order });
    for (const reason of [null, 'no', 'a'.repeat(501)]) {
      expect(await decide(admin, id, true, reason)).toEqual({ ok: false, error: 'texto_no_valido' });
    }
    expect(await sql`select from reembolsos where pago_id = ${payment.id}`).toHaveLength(0);
  });

  test('is closed by its asker, and by the shop after a decision only', async () => {
    const { buyer, admin, order, payment } = await createSale();
    const wish = { tipo: 'reembolso', motivo: 'desistimiento', pedido: order };
    const close = (who: string, p_solicitud: unknown) => db.callAs(who, 'cerrar_solicitud', { p_solicitud });
    const { solicitud_id: own } = await ask(buyer, wish);
    expect(await close(buyer, own)).toEqual({ ok: true });
    const { solicitud_id: id } = await ask(buyer, wish);
    expect(await close(admin, id)).toEqual({ ok: false, error: 'sin_decidir' });
    await decide(admin, id, false, 'Ya lo has descargado');
    expect(await close(admin, id)).toEqual({ ok: true });
    expect(await close(admin, id)).toEqual({ ok: true });
    const acts = await sql`select actor_id, objeto_tipo, objeto_id, despues from auditoria
      where accion = 'cerrar_solicitud' and despues ->> 'solicitud' in (${own as string}, ${id as string})`;
    expect(acts).toEqual([{ actor_id: admin, objeto_tipo: 'pago', objeto_id: payment.id, despues: { solicitud: id } }]);
  });

  test('is closed by the shop without a decision if its money is already back', async () => {
    const { buyer, admin, order, payment } = await createSale();
    const { solicitud_id: id } = await ask(buyer, { tipo: 'reembolso', motivo: 'otro', pedido: order });
    expect(await db.callAs(admin, 'pedir_reembolso', { p_pago: payment.id, p_motivo: 'No arranca' })).toMatchObject({
      ok: true,
    });
    expect(await db.callAs(admin, 'cerrar_solicitud', { p_solicitud: id })).toEqual({ ok: true });
  });

  test('that is rejected can be discussed and granted later', async () => {
    const { buyer, admin, order } = await createSale();
    const { solicitud_id: id } = await ask(buyer, { tipo: 'reembolso', motivo: 'otro', pedido: order });
    expect(await decide(admin, id, false, 'Ya lo has descargado')).toEqual({ ok: true });
    expect(await see(buyer, id)).toMatchObject({ estado: 'contestada', decision: 'rechazada' });
    expect(await write(buyer, id, 'Pero no arranca.')).toEqual({ ok: true });
    expect(await decide(admin, id, true)).toMatchObject({ ok: true, centimos: 999 });
  });

  test('can be made only by the person who paid', async () => {
    const { buyer, producto } = await createSale();
    const friend = await createUser(sql);
    const gift = await openPayment(db, buyer, { producto, destinatario: friend });
    await deliver(db, gift);
    const [given] = await sql`select id from adquisiciones where pago_id = ${gift.id}`;
    expect(await ruleOf(friend, given?.id)).toBeNull();
    const wish = { tipo: 'reembolso', motivo: 'no_funciona' };
    expect(await ask(friend, { ...wish, pedido: given?.id })).toMatchObject({
      error: 'sin_reembolso',
      regla: 'gratis',
    });
    expect(await ask(buyer, { ...wish, pago: gift.id })).toMatchObject({ ok: true });
  });

  test('is a right for fourteen days without consent to immediate delivery', async () => {
    const { buyer, order, payment } = await createSale();
    await sql`update pagos set consentimiento_at = null, consentimiento_version = null where id = ${payment.id}`;
    expect(await ruleOf(buyer, order)).toBe('desistimiento');
    await sql`update pagos set entregado_at = now() - interval '15 days' where id = ${payment.id}`;
    expect(await ruleOf(buyer, order)).toBe('entregado');
    expect(await rulesAround(payment)).toEqual(['desistimiento', 'entregado']);
  });

  test('of coins is a right for fourteen days', async () => {
    const pack = await createProduct(sql, { category: 'uncoins', uncoins: 500, precio: 5 });
    expect(await rulesAround(await buy(db, await createUser(sql), { producto: pack }))).toEqual([
      'uncoins',
      'uncoins_tarde',
    ]);
  });

  test('of coins proposes the money of the unspent ones', async () => {
    const [buyer, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
    const pack = await createProduct(sql, { category: 'uncoins', uncoins: 1000, precio: 15.9 });
    const payment = await buy(db, buyer, { producto: pack });
    const { solicitud_id: id } = await ask(buyer, { tipo: 'reembolso', motivo: 'desistimiento', pago: payment.id });
    await giveCoins(sql, buyer, 500);
    expect(await see(admin, id)).toMatchObject({ compra: { queda_centimos: 1590, propuesta_centimos: 1590 } });
    await giveCoins(sql, buyer, -1400);
    const proposed = { regla: 'uncoins', queda_centimos: 1590, propuesta_centimos: 159 };
    expect(await see(admin, id)).toMatchObject({ compra: proposed });
    expect(await decide(admin, id, true, 'Las que te quedan', 1591)).toMatchObject({ error: 'importe_no_valido' });
    const refund = await decide(admin, id, true, 'Las que te quedan', 159);
    expect(refund).toMatchObject({ ok: true, centimos: 159 });
    expect(await decide(admin, id, true, 'Las que te quedan', 300)).toMatchObject({ error: 'ya_decidida' });
    expect(await decide(admin, id, true, 'Las que te quedan', 159)).toEqual(refund);
    await reportReversals(db, payment, {
      reembolsos: [{ referencia: 're_unspent', estado: 'hecho', centimos: 159, propio: refund.reembolso_id as string }],
    });
    expect(await sql`select uncoins from usuarios_meta where id = ${buyer}`).toEqual([{ uncoins: 0 }]);
    expect(await sql`select from casos_admin where pago_id = ${payment.id}`).toEqual([]);
  });
});

test('help with an order or a gift names its product and creator and lists its requests, and coins have no creator', async () => {
  const { buyer, creator, producto, order } = await createSale();
  const gift = await openPayment(db, buyer, { producto, destinatario: await createUser(sql) });
  const coins = await openPayment(db, buyer, {
    producto: await createProduct(sql, { category: 'uncoins', uncoins: 500, nombre: '500 UnCoins' }),
  });
  const forOrder = await ask(buyer, { pedido: order });
  const forGift = await ask(buyer, { pago: gift.id });
  const [{ nombre }] = await sql<[{ nombre: string }]>`select nombre from productos where id = ${producto}`;
  const help = (p_pedido: string | null, p_pago: string | null) =>
    db.callAs(buyer, 'ayuda_de_compra', { p_pedido, p_pago });
  const creador = await nameOf(creator);
  expect(await help(order, null)).toMatchObject({ nombre, creador, solicitudes: [{ id: forOrder.solicitud_id }] });
  expect(await help(null, gift.id)).toMatchObject({ nombre, creador, solicitudes: [{ id: forGift.solicitud_id }] });
  expect(await help(null, coins.id)).toMatchObject({ nombre: '500 UnCoins', creador: null, solicitudes: [] });
});

describe('a preorder', () => {
  test('is cancelled once by its buyer before its release', async () => {
    const { buyer, creator, order, payment } = await createSale(inAMonth);
    expect(await ruleOf(buyer, order)).toBe('cancelable');
    const cancel = (who: string) => db.callAs(who, 'cancelar_compra', { p_pago: payment.id });
    expect(await cancel(creator)).toMatchObject({ error: 'no_existe' });
    const answers = await Promise.all([cancel(buyer), cancel(buyer)]);
    expect(answers.map(({ ok }) => ok).toSorted()).toEqual([false, true]);
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ error: 'ya_pedido' });
    const refunds = await sql`select centimos from reembolsos where pago_id = ${payment.id}`;
    expect(refunds).toEqual([{ centimos: 999 }]);
  });

  test('is cancelled with a reason in no language, for readers of any', async () => {
    const { buyer, payment } = await createSale(inAMonth);
    expect(await db.callAs(buyer, 'cancelar_compra', { p_pago: payment.id })).toMatchObject({ ok: true });
    const motivo = 'cancelada_por_comprador';
    expect(await sql`select motivo from reembolsos where pago_id = ${payment.id}`).toEqual([{ motivo }]);
  });

  test('cannot be cancelled after its release', async () => {
    const { buyer, order, payment, producto } = await createSale(inAMonth);
    await sql`update productos set fecha_lanzamiento = privado.hoy() where id = ${producto}`;
    expect(await ruleOf(buyer, order)).toBe('entregado');
    expect(await db.callAs(buyer, 'cancelar_compra', { p_pago: payment.id })).toMatchObject({ error: 'no_cancelable' });
  });

  test('released without its file can be cancelled until the file is there', async () => {
    const { buyer, order, producto } = await createSale({ ...inAMonth, download_link: null });
    await sql`update productos set fecha_lanzamiento = privado.hoy() where id = ${producto}`;
    expect(await ruleOf(buyer, order)).toBe('cancelable');
    // A creator without a file postpones, too.
    await sql`update productos set fecha_lanzamiento = privado.hoy() + 30 where id = ${producto}`;
    expect(await ruleOf(buyer, order)).toBe('cancelable');
    await sql`update productos set download_link = 'descargas/espada.zip' where id = ${producto}`;
    expect(await ruleOf(buyer, order)).toBe('entregado');
  });

  test.each([
    ['a file', { reserva: false, download_link: 'descargas/espada.zip' }, 'entregado', 'no_cancelable'],
    ['nothing', inAMonth, 'cancelable', undefined],
  ])('with an upgrade that has supplied %s', async (_what, edition, rule, error) => {
    const friend = await createUser(sql);
    const { buyer, payment, producto } = await createSale(inAMonth);
    const gift = await buy(db, buyer, { producto, destinatario: friend });
    const [deluxe, ultimate] = [
      await createEdition(sql, producto, { precio: 19.99, ...inAMonth }),
      await createEdition(sql, producto, { precio: 29.99, ...edition }),
    ];
    for (const who of [buyer, friend])
      for (const edicion of [deluxe, ultimate]) await buy(db, who, { producto, edicion });
    await sql`update pagos set estado = 'en_disputa', revertido_at = now() where user_id = ${friend} and edicion_id = ${ultimate}`;
    for (const { id } of [payment, gift]) {
      expect(await db.callAs(buyer, 'ayuda_de_compra', { p_pedido: null, p_pago: id })).toMatchObject({ regla: rule });
      expect((await db.callAs(buyer, 'cancelar_compra', { p_pago: id })).error).toBe(error);
    }
  });

  test.each(['tarjeta', 'uncoins'])('cannot be cancelled while its upgrade is delivered by %s', async (metodo) => {
    const { buyer, payment, producto } = await createSale(inAMonth);
    const edicion = await createEdition(sql, producto);
    await giveCoins(sql, buyer, 2000);
    const upgrade = metodo === 'tarjeta' ? await openPayment(db, buyer, { producto, edicion }) : null;
    let cancelled: Promise<unknown> | undefined;
    await db.asUser(buyer, async (tx) => {
      if (upgrade) {
        await tx`reset role`;
        await tx`select entregar_pago('stripe', ${upgrade.reference}, ${upgrade.cents}, 'eur')`;
      } else
        await tx`select crear_pago(${producto}, ${edicion}, null, 'uncoins', null, null, 'Jugador_1', ${'clave-de-prueba'},
          ${consentVersion})`;
      cancelled = db.callAs(buyer, 'cancelar_compra', { p_pago: payment.id });
      await db.waitForLock();
    });
    expect(await cancelled).toMatchObject({ error: 'no_cancelable' });
  });

  test('paid in coins is refunded in coins at once', async () => {
    const [buyer, creator] = [await createUser(sql), await createUser(sql)];
    await giveCoins(sql, buyer, 2000);
    const producto = await createProduct(sql, { usuario_id: creator, precio: 9.99, ...inAMonth });
    const { pago_id } = await createPayment(db, buyer, { producto, metodo: 'uncoins' });
    expect(await db.callAs(buyer, 'cancelar_compra', { p_pago: pago_id })).toMatchObject({ estado: 'hecho' });
    const [account] = await sql`select uncoins from usuarios_meta where id = ${buyer}`;
    expect(account?.uncoins).toBe(2000);
  });
});

test('a page of requests has thirty and one more, open ones for the shop oldest first', async () => {
  const { buyer, creator, admin } = await createSale();
  const add = (p: { de: string; para: string; estado: string }) =>
    sql`insert into solicitudes (user_id, creador_id, para, tipo, estado, pedido_id, nombre, updated_at)
      select ${p.de}, ${creator}, ${p.para}, 'pregunta', ${p.estado}, gen_random_uuid(), n, date '2020-01-01' + n
      from generate_series(1, 32) n`;
  await add({ de: buyer, para: 'tienda', estado: 'abierta' });
  await add({ de: await createUser(sql), para: 'creador', estado: 'contestada' });
  const page = async (who: string, p_como: string, p_estado: string | null, p_pagina: number | null) => {
    const answer = await db.callAs(who, 'listar_solicitudes', { p_como, p_estado, p_pagina });
    return (answer.solicitudes as Array<{ nombre: string }>).map(({ nombre }) => nombre);
  };
  for (const [who, part, state, [first, next, last]] of [
    [buyer, 'cliente', null, ['32', '2', '1']],
    [creator, 'creador', 'contestada', ['32', '2', '1']],
    [admin, 'tienda', 'abierta', ['1', '31', '32']],
  ] as const) {
    const names = await page(who, part, state, null);
    expect([names.length, names[0], names.at(-1)]).toEqual([31, first, next]);
    expect(await page(who, part, state, -1)).toEqual(names);
    expect((await page(who, part, state, 1)).slice(0, 2)).toEqual([next, last]);
  }
  expect(await page(buyer, 'creador', null, 0)).toEqual([]);
});

test('erasing a person erases their requests, and their messages as a creator', async () => {
  const { buyer, creator, order } = await createSale();
  const { solicitud_id: id } = await ask(buyer, { para: 'creador', pedido: order });
  await write(creator, id, 'Escríbeme a mi correo.');
  await sql`select privado.borrar_solicitudes(${creator})`;
  expect(await see(buyer, id)).toMatchObject({ estado: 'cerrada', mensajes: [{ de: 'cliente' }] });
  await sql`select privado.borrar_solicitudes(${buyer})`;
  expect(await sql`select from solicitudes where id = ${id as string}`).toHaveLength(0);
});

test('erasing a former admin keeps the answers of the shop, without their author', async () => {
  const { buyer, admin, order } = await createSale();
  const { solicitud_id: id } = await ask(buyer, { pedido: order });
  await write(admin, id, 'Te lo hemos enviado otra vez.');
  await sql`select privado.borrar_solicitudes(${admin})`;
  expect(await see(buyer, id)).toMatchObject({ mensajes: [{ de: 'cliente' }, { de: 'tienda' }] });
  expect(await sql`select autor_id from mensajes_solicitud where solicitud_id = ${id as string} order by id`).toEqual([
    { autor_id: buyer },
    { autor_id: null },
  ]);
});

describe('a product out of stock', () => {
  const wish = (who: string, p_producto: string, p_quiero = true) =>
    db.callAs(who, 'avisarme', { p_producto, p_quiero });
  const notifyOfStock = () => db.callService<number>('avisar_existencias', { p_limite: 1000 });
  const newsOf = async (who: string) => {
    const [bell] = await sql`select count(*)::int as count from notificaciones
      where user_id = ${who} and tipo = 'favorito' and datos ->> 'motivo' = 'disponible'`;
    const [mail] =
      await sql`select count(*)::int as count from correos where user_id = ${who} and plantilla = 'existencias'`;
    return [bell?.count, mail?.count];
  };

  test('notifies each person on its waiting list once when it is back', async () => {
    const [producto, other] = [await createProduct(sql, { unidades: 0 }), await createProduct(sql, { unidades: 0 })];
    const [ann, ben] = [await createUser(sql), await createUser(sql)];
    await wish(ann, other);
    expect(await wish(ann, await createProduct(sql))).toMatchObject({ error: 'disponible' });
    for (const who of [ann, ben]) expect(await wish(who, producto)).toEqual({ ok: true });
    expect(await wish(ben, producto, false)).toEqual({ ok: true });
    await notifyOfStock();
    expect(await newsOf(ann)).toEqual([0, 0]);
    await sql`update productos set unidades = 5 where id = ${producto}`;
    await Promise.all([notifyOfStock(), notifyOfStock()]);
    expect([await newsOf(ann), await newsOf(ben)]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    // Out of stock again, people are notified if they ask again.
    await sql`update productos set unidades = 0 where id = ${producto}`;
    await wish(ann, producto);
    await sql`update productos set unidades = 1 where id = ${producto}`;
    await notifyOfStock();
    expect(await newsOf(ann)).toEqual([2, 2]);
    // Her place on the list of the other product is kept.
    await sql`update productos set unidades = 1 where id = ${other}`;
    await notifyOfStock();
    expect(await newsOf(ann)).toEqual([3, 3]);
  });

  test('notifies a person with a favourite once, and nobody who owns it by then', async () => {
    const producto = await createProduct(sql, { unidades: 0 });
    const [fan, owner] = [await createUser(sql), await createUser(sql)];
    await sql`insert into favoritos (user_id, producto_id) values (${fan}, ${producto})`;
    for (const who of [fan, owner]) await wish(who, producto);
    await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado) values (${owner}, ${producto}, 'regalo', 0)`;
    await sql`update productos set unidades = 5 where id = ${producto}`;
    await db.callService('avisar_favoritos', { p_limite: 1000 });
    await notifyOfStock();
    expect([await newsOf(fan), await newsOf(owner)]).toEqual([
      [1, 0],
      [0, 0],
    ]);
    expect(await sql`select from avisos_existencias where producto_id = ${producto}`).toHaveLength(0);
  });
});
