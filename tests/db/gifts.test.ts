import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { consentVersion } from '@/lib/checkout/consent';
import {
  buy,
  createBundle,
  createEdition,
  createPayment,
  createProduct,
  createUser,
  deliver,
  editProduct,
  givePassword,
  type OpenPayment,
  openDispute,
  openPayment,
  type Purchase,
  refundAll,
  winDispute,
} from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;

type Wish = Purchase & { mensaje?: string; fecha?: string };

const inDays = async (days: number) => String((await sql`select (privado.hoy() + ${days}::int)::text as day`)[0]?.day);

/** Asks for the payment of a gift as its giver does at checkout. */
const ask = (
  giver: string,
  { producto, edicion, bundle, cupon, destinatario, mensaje, fecha, clave, metodo, total }: Wish,
) =>
  db.callAs(giver, 'crear_regalo', {
    p_producto: producto,
    p_edicion: edicion ?? null,
    p_bundle: bundle,
    p_metodo: metodo ?? 'tarjeta',
    p_cupon: cupon,
    p_destinatario: destinatario,
    p_mensaje: mensaje,
    p_fecha_entrega: fecha,
    p_clave: clave ?? randomUUID(),
    p_consentimiento: consentVersion,
    p_total: total,
  });

async function open(giver: string, wish: Wish): Promise<OpenPayment> {
  const answer = await ask(giver, wish);
  if (!answer.ok) throw new Error(`no gift: ${answer.error}`);
  const payment = { id: String(answer.pago_id), reference: `cs_${randomUUID()}`, cents: Number(answer.total_centimos) };
  await db.callService('vincular_pago', { p_pago: payment.id, p_proveedor: 'stripe', p_referencia: payment.reference });
  return payment;
}

/** A gift that is paid for: at once for today, or for a day to come. */
async function give(days = 0, wish: Wish = {}) {
  const [giver, friend, creator] = [await createUser(sql), await createUser(sql), await createUser(sql)];
  const producto = wish.producto ?? (wish.bundle ? undefined : await createProduct(sql, { usuario_id: creator }));
  const fecha = days > 0 ? await inDays(days) : undefined;
  const payment = await open(giver, { ...wish, producto, destinatario: friend, fecha });
  const answer = await deliver(db, payment);
  if (!answer.ok) throw new Error(`not delivered: ${answer.error}`);
  return { giver, friend, creator, producto, payment };
}

const comesDue = (payment: { id: string }) =>
  sql`update regalos set fecha_entrega = privado.hoy() - 1 where pago_id = ${payment.id}`;
const isDue = async (payment: { id: string }) =>
  (await db.asService((tx) => tx`select regalos_por_entregar as id from regalos_por_entregar()`)).some(
    ({ id }) => id === payment.id,
  );
const run = (payment: { id: string }) => db.callService('entregar_regalo', { p_pago: payment.id });
const unwrap = (who: string, payment: { id: string }, name: string | null = 'amigo_mc') =>
  db.callAs(who, 'abrir_regalo', { p_pago: payment.id, p_minecraft_name: name });
const see = (who: string, payment: { id: string }) =>
  db.callAs<Answer | null>(who, 'mi_regalo', { p_pago: payment.id });
const remind = (who: string, payment: { id: string }) => db.callAs(who, 'avisar_regalo', { p_pago: payment.id });
const orders = (payment: { id: string }) =>
  sql`select user_id, origen, regalado_por, minecraft_name, revocada_at is null as stands
    from adquisiciones where pago_id = ${payment.id}`;
const shares = async (creator: string) =>
  Number(
    (
      await sql`select coalesce(sum(centimos), 0)::int as sum from movimientos_ingresos where usuario_id = ${creator}`
    )[0]?.sum,
  );
const mails = async (user: string) =>
  (await sql`select plantilla from correos where user_id = ${user} order by id`).map(({ plantilla }) => plantilla);
const brokenSentences = async () =>
  (await sql`select nombre from privado.invariantes() where cuenta > 0`).map(({ nombre }) => nombre);

describe('a gift for today', () => {
  test('belongs to the recipient at once, who sets the Minecraft name by opening it', async () => {
    const { giver, friend, payment } = await give(0, { mensaje: '  ¡Feliz cumple!\r\n\r\n\r\n\r\nUn abrazo ' });
    expect(await orders(payment)).toEqual([
      { user_id: friend, origen: 'regalo', regalado_por: giver, minecraft_name: null, stands: true },
    ]);
    expect(await mails(friend)).toEqual(['regalo']);
    expect(await sql`select datos from notificaciones where user_id = ${friend}`).toMatchObject([
      { datos: { regalo_id: payment.id } },
    ]);
    expect(await see(friend, payment)).toMatchObject({
      mio: true,
      estado: 'entregado',
      pide_nombre: true,
      mensaje: '¡Feliz cumple!\n\nUn abrazo',
      pedidos: [{ minecraft_name: null }],
    });
    expect(await see(giver, payment)).toMatchObject({ mio: false, estado: 'entregado', pedidos: [] });
    expect(await unwrap(friend, payment, 'ab')).toEqual({ ok: false, error: 'nombre_minecraft_no_valido' });
    expect(await unwrap(friend, payment)).toEqual({ ok: true, abierto_ahora: true });
    expect(await orders(payment)).toMatchObject([{ minecraft_name: 'amigo_mc' }]);
    expect(await see(giver, payment)).toMatchObject({ estado: 'abierto' });
  });

  test('requires a name even if its giver has entered one', async () => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const payment = await buy(db, giver, { producto: await createProduct(sql), destinatario: friend });
    expect(await orders(payment)).toMatchObject([{ minecraft_name: null }]);
    expect(await see(friend, payment)).toMatchObject({ pide_nombre: true });
  });

  test('is visible to giver and recipient only, and its payment to the giver only', async () => {
    const { giver, friend, payment } = await give();
    const stranger = await createUser(sql);
    expect(await see(stranger, payment)).toBeNull();
    for (const who of [stranger, giver]) expect(await unwrap(who, payment)).toEqual({ ok: false, error: 'no_existe' });
    expect(await db.asUser(friend, (tx) => tx`select 1 from pagos where id = ${payment.id}`)).toHaveLength(0);
    expect(await remind(friend, payment)).toEqual({ ok: false, error: 'no_existe' });
  });

  test('shows the picture of its edition, or of its product', async () => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const pictureOf = (name: string, blur: string) => ({
      portada_url: `/media/portadas/${name}.webp`,
      portada_blur: `data:image/webp;base64,UklGR${blur}`,
    });
    const [own, whole] = [pictureOf('e', 'a'), pictureOf('p', 'b')];
    for (const [edition, shown] of [
      [
        { nombre: 'Oro', ...own },
        { edicion: 'Oro', ...own },
      ],
      [{ nombre: 'Plata' }, { edicion: 'Plata', ...whole }],
    ] as const) {
      const producto = await createProduct(sql, { nombre: 'Mapa', ...whole });
      const edicion = await createEdition(sql, producto, edition);
      const payment = await buy(db, giver, { producto, edicion, destinatario: friend });
      expect(await see(friend, payment)).toMatchObject({ nombre: 'Mapa', ...shown });
    }
  });

  test('is opened once by concurrent requests, with one name for all of its products', async () => {
    const products = await Promise.all([createProduct(sql), createProduct(sql)]);
    const { friend, payment } = await give(0, { bundle: await createBundle(sql, products, { nombre: 'Los dos' }) });
    expect(await see(friend, payment)).toMatchObject({ nombre: 'Los dos', pedidos: [{}, {}] });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => unwrap(friend, payment, `amigo_${n}`)));
    expect(answers.every(({ ok }) => ok)).toBe(true);
    expect(answers.filter(({ abierto_ahora }) => abierto_ahora)).toHaveLength(1);
    const names = (await orders(payment)).map(({ minecraft_name }) => minecraft_name);
    expect(names).toHaveLength(2);
    expect(new Set(names).size).toBe(1);
  });

  test('waits for the Minecraft name if it is delivered on a server, and not if it is a file', async () => {
    const event = await createProduct(sql, { descargable: false });
    const whitelist = await give(0, { producto: event });
    const file = await give(0, { producto: await createProduct(sql, { download_link: 'https://x.es/f.zip' }) });
    const stateOf = async (who: string, gift: OpenPayment) =>
      ((await see(who, gift)) as unknown as { pedidos: Array<{ descarga: string }> }).pedidos[0]?.descarga;
    expect(await stateOf(whitelist.friend, whitelist.payment)).toBe('sin_nombre');
    expect(await stateOf(file.friend, file.payment)).toBe('disponible');
    await unwrap(whitelist.friend, whitelist.payment);
    expect(await stateOf(whitelist.friend, whitelist.payment)).toBe('no_descargable');
  });

  test.each([
    ['refunded', 'cancelado', refundAll],
    ['disputed', 'retenido', openDispute],
  ])('that is %s before it was opened cannot be opened', async (_name, estado, takeBack) => {
    const { giver, friend, payment } = await give();
    await takeBack(db, payment);
    expect(await unwrap(friend, payment)).toEqual({ ok: false, error: 'regalo_retirado' });
    await sql`update regalos set entregado_at = now() - interval '2 days' where pago_id = ${payment.id}`;
    expect(await see(giver, payment)).toMatchObject({ estado, se_puede_avisar: false });
    expect(await remind(giver, payment)).toEqual({ ok: false, error: 'no_se_puede_avisar' });
    expect(await orders(payment)).toMatchObject([{ stands: false, minecraft_name: null }]);
  });

  test('can be opened after a won dispute, and not by banned people', async () => {
    const { friend, payment } = await give();
    await winDispute(db, payment, await openDispute(db, payment));
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${friend}`;
    expect(await unwrap(friend, payment)).toEqual({ ok: false, error: 'sin_sesion' });
    await sql`update usuarios_meta set banned_until = null where id = ${friend}`;
    expect(await unwrap(friend, payment)).toMatchObject({ ok: true });
  });

  test('that is free is delivered with its message in one step', async () => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql, { precio: 0 });
    const answer = await ask(giver, { producto, destinatario: friend, metodo: 'gratis', mensaje: 'Para ti' });
    expect(answer).toMatchObject({ ok: true, estado: 'entregado' });
    expect(await see(friend, { id: String(answer.pago_id) })).toMatchObject({ mensaje: 'Para ti', pide_nombre: true });
  });

  test('can be followed by one reminder a day until it is opened', async () => {
    const [{ giver, friend, payment }, other] = [await give(), await give()];
    expect(await see(giver, payment)).toMatchObject({ se_puede_avisar: false });
    expect(await remind(giver, payment)).toEqual({ ok: false, error: 'aviso_reciente' });
    await sql`update regalos set entregado_at = now() - interval '2 days'
      where pago_id in (${payment.id}, ${other.payment.id})`;
    await db.callAs(other.friend, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, other.friend) });
    expect(await see(giver, payment)).toMatchObject({ se_puede_avisar: true });
    const answers = await Promise.all(Array.from({ length: 5 }, () => remind(giver, payment)));
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await mails(friend)).toEqual(['regalo', 'regalo']);
    await unwrap(friend, payment);
    expect(await see(giver, payment)).toMatchObject({ se_puede_avisar: false });
    expect(await remind(giver, payment)).toEqual({ ok: false, error: 'no_se_puede_avisar' });
    expect(await see(other.giver, other.payment)).toMatchObject({ se_puede_avisar: false });
    expect(await remind(other.giver, other.payment)).toEqual({ ok: false, error: 'no_se_puede_avisar' });
  });
});

describe('a gift for a person who cannot receive one', () => {
  const gone = {
    left: async (friend: string) =>
      db.callAs(friend, 'borrar_mi_cuenta', { p_contrasena: await givePassword(sql, friend) }),
    banned: (friend: string) => sql`update usuarios_meta set banned_until = 'infinity' where id = ${friend}`,
    'banned for a day': (friend: string) =>
      sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${friend}`,
  };

  test.each(Object.entries(gone))('(%s) cannot be started', async (_, happen) => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql);
    await happen(friend);
    const refused = { ok: false, error: 'destinatario_no_existe' };
    expect(await db.callAs(giver, 'cotizar_compra', { p_producto: producto, p_destinatario: friend })).toEqual(refused);
    for (const fecha of [undefined, await inDays(5)])
      expect(await ask(giver, { producto, destinatario: friend, fecha })).toEqual(refused);
    expect(await sql`select 1 from pagos where user_id = ${giver}`).toHaveLength(0);
  });

  test.each(Object.entries(gone))(
    '(%s since it was started) is refunded, and its giver is notified of the reason',
    async (_, happen) => {
      const [giver, friend, creator] = [await createUser(sql), await createUser(sql), await createUser(sql)];
      const producto = await createProduct(sql, { usuario_id: creator, unidades: 5 });
      const payment = await open(giver, { producto, destinatario: friend });
      await happen(friend);
      const answer = { ok: false, error: 'no_entregable', motivo: 'sin_destinatario' };
      for (const _again of [1, 2]) expect(await deliver(db, payment)).toEqual(answer);
      expect(await sql`select estado, centimos from reembolsos where pago_id = ${payment.id}`).toEqual([
        { estado: 'pedido', centimos: 1000 },
      ]);
      expect(await sql`select datos ->> 'motivo' as motivo from correos where user_id = ${giver}`).toEqual([
        { motivo: 'sin_destinatario' },
      ]);
      expect([await orders(payment), await mails(friend), await shares(creator)]).toEqual([[], [], 0]);
      expect(await sql`select unidades, adquirido from productos where id = ${producto}`).toEqual([
        { unidades: 5, adquirido: 0 },
      ]);
      expect(await brokenSentences()).toEqual([]);
    },
  );

  test.each(Object.entries(gone))('(%s since it was started) has its page closed before payment', async (_, happen) => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const payment = await open(giver, { producto: await createProduct(sql), destinatario: friend });
    const pages = async () =>
      (await db.asService((tx) => tx`select referencia from pagos_sin_objeto()`)).map(({ referencia }) => referencia);
    expect(await pages()).not.toContain(payment.reference);
    await happen(friend);
    expect(await pages()).toContain(payment.reference);
  });

  test.each(['mala', 'deshabilitado'])('(%s) gets no free one', async (reputacion) => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const [free, other] = [await createProduct(sql, { precio: 0 }), await createProduct(sql, { precio: 0 })];
    const { pago_id: later } = await ask(giver, { producto: free, destinatario: friend, fecha: await inDays(5) });
    await sql`update usuarios_meta set reputacion = ${reputacion} where id = ${friend}`;
    // A quote can be repeated without limit, so it does not say who is sanctioned. Starts are limited.
    for (let n = 0; n < 21; n++) {
      expect(await db.callAs(giver, 'cotizar_compra', { p_producto: other, p_destinatario: friend })).toMatchObject({
        ok: true,
        total_centimos: 0,
      });
    }
    const refused = { ok: false, error: 'destinatario_no_existe' };
    expect(await ask(giver, { producto: other, destinatario: friend, total: 1 })).toMatchObject({
      error: 'precio_cambiado',
    });
    for (let n = 0; n < 18; n++) expect(await ask(giver, { producto: other, destinatario: friend })).toEqual(refused);
    expect(await ask(giver, { producto: other, destinatario: friend })).toEqual({
      ok: false,
      error: 'demasiados_intentos',
    });
    await sql`delete from intentos where tipo = 'regalo'`;
    await sql`update regalos set fecha_entrega = privado.hoy() - 1 where pago_id = ${String(later)}`;
    expect(await db.callService('entregar_regalo', { p_pago: String(later) })).toMatchObject({
      entregado_ahora: false,
      motivo: 'sin_destinatario',
    });
    const paid = await createProduct(sql);
    expect(await ask(giver, { producto: paid, destinatario: friend })).toMatchObject({ ok: true });
  });

  test('is delivered after a ban', async () => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const payment = await open(giver, { producto: await createProduct(sql), destinatario: friend });
    await sql`update usuarios_meta set banned_until = now() - interval '1 minute' where id = ${friend}`;
    expect(await deliver(db, payment)).toMatchObject({ ok: true });
    expect(await orders(payment)).toMatchObject([{ user_id: friend, stands: true }]);
  });
});

describe('the details of a gift', () => {
  test.each([
    ['a'.repeat(301), 'mensaje_no_valido'],
    ['hola\u0007', 'mensaje_no_valido'],
    ['\u202Eahcef', 'mensaje_no_valido'],
    ['mira https://malo', 'mensaje_con_enlaces'],
    ['entra en malo.com', 'mensaje_con_enlaces'],
  ])('exclude messages like %j', async (mensaje, error) => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql);
    expect(await ask(giver, { producto, destinatario: friend, mensaje })).toEqual({ ok: false, error });
    expect(await sql`select 1 from pagos where user_id = ${giver}`).toHaveLength(0);
  });

  test('allow delivery days within a year', async () => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql);
    for (const days of [-1, 0, 366])
      expect(await ask(giver, { producto, destinatario: friend, fecha: await inDays(days) })).toEqual({
        ok: false,
        error: 'fecha_no_valida',
      });
    expect(await ask(giver, { producto, destinatario: friend, fecha: await inDays(365) })).toMatchObject({ ok: true });
  });

  test('can change until the payment', async () => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql);
    const payment = await open(giver, { producto, destinatario: friend, mensaje: 'Uno' });
    const again = await ask(giver, { producto, destinatario: friend, mensaje: 'Dos', fecha: await inDays(3) });
    expect(again.pago_id).toBe(payment.id);
    expect(
      await sql`select mensaje, fecha_entrega is null as today from regalos where pago_id = ${payment.id}`,
    ).toEqual([{ mensaje: 'Dos', today: false }]);
    await deliver(db, payment);
    expect(await see(friend, payment)).toBeNull();
  });

  test('are refused without another recipient', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql);
    expect(await ask(user, { producto, destinatario: user })).toEqual({ ok: false, error: 'regalo_a_si_mismo' });
    expect(await ask(user, { producto })).toEqual({ ok: false, error: 'destinatario_no_existe' });
    expect(
      await db.callAs(user, 'crear_pago', {
        p_producto: producto,
        p_edicion: null,
        p_bundle: null,
        p_metodo: 'tarjeta',
        p_cupon: null,
        p_destinatario: null,
        p_minecraft_name: null,
        p_clave: randomUUID(),
      }),
    ).toEqual({ ok: false, error: 'nombre_minecraft_no_valido' });
  });
});

describe('a scheduled gift', () => {
  test('is sold at once and delivered once on its day, even by concurrent jobs', async () => {
    const producto = await createProduct(sql, { unidades: 5 });
    const { giver, friend, payment } = await give(10, { producto, mensaje: 'Sorpresa' });
    expect(await sql`select unidades, adquirido from productos where id = ${producto}`).toEqual([
      { unidades: 4, adquirido: 1 },
    ]);
    expect(await sql`select 1 from facturas where pago_id = ${payment.id}`).toHaveLength(1);
    expect(await orders(payment)).toHaveLength(0);
    expect([await mails(giver), await mails(friend)]).toEqual([['recibo'], []]);
    expect(await see(giver, payment)).toMatchObject({ estado: 'programado', mensaje: 'Sorpresa' });
    expect(await db.callAs(giver, 'mis_regalos_sin_entregar')).toMatchObject([{ pago_id: payment.id }]);
    for (const hidden of [await see(friend, payment), (await db.asUser(friend, (tx) => tx`select 1 from regalos`))[0]])
      expect(hidden ?? null).toBeNull();
    expect(await unwrap(friend, payment)).toEqual({ ok: false, error: 'no_existe' });
    expect(await remind(giver, payment)).toEqual({ ok: false, error: 'no_se_puede_avisar' });
    expect(await run(payment)).toEqual({ ok: true, entregado_ahora: false });
    expect(await brokenSentences()).toEqual([]);

    await comesDue(payment);
    expect(await isDue(payment)).toBe(true);
    const answers = await Promise.all(Array.from({ length: 20 }, () => run(payment)));
    expect(answers.filter(({ entregado_ahora }) => entregado_ahora)).toHaveLength(1);
    expect(await orders(payment)).toMatchObject([{ user_id: friend, stands: true }]);
    expect([await mails(giver), await mails(friend)]).toEqual([['recibo', 'regalo_entregado'], ['regalo']]);
    expect(await sql`select unidades, adquirido from productos where id = ${producto}`).toEqual([
      { unidades: 4, adquirido: 1 },
    ]);
    expect(await isDue(payment)).toBe(false);
    expect(await unwrap(friend, payment)).toMatchObject({ ok: true });
    expect(await brokenSentences()).toEqual([]);
  });

  test('is delivered at nine in Madrid, in summer and in winter', async () => {
    const [row] = await sql`select privado.momento_regalo('2026-07-01') = '2026-07-01T07:00Z' as summer,
      privado.momento_regalo('2026-12-01') = '2026-12-01T08:00Z' as winter`;
    expect(row).toEqual({ summer: true, winter: true });
  });

  test('is cancelled if refunded, and waits during the refund', async () => {
    const { giver, creator, friend, payment } = await give(5);
    await db.callService('pedir_reembolso', { p_pago: payment.id, p_motivo: 'Se arrepiente' });
    expect(await see(giver, payment)).toMatchObject({ estado: 'cancelado' });
    await comesDue(payment);
    expect(await isDue(payment)).toBe(false);
    expect(await run(payment)).toEqual({ ok: true, entregado_ahora: false });
    await refundAll(db, payment);
    expect(await run(payment)).toEqual({ ok: true, entregado_ahora: false });
    expect(await see(giver, payment)).toMatchObject({ estado: 'cancelado' });
    expect([await orders(payment), await mails(friend), await shares(creator)]).toEqual([[], [], 0]);
    expect(await brokenSentences()).toEqual([]);
  });

  test('waits for the end of a dispute', async () => {
    const { giver, friend, payment } = await give(5);
    const dispute = await openDispute(db, payment);
    await comesDue(payment);
    expect(await run(payment)).toEqual({ ok: true, entregado_ahora: false });
    expect(await see(giver, payment)).toMatchObject({ estado: 'retenido' });
    await winDispute(db, payment, dispute);
    expect(await isDue(payment)).toBe(true);
    expect(await run(payment)).toMatchObject({ entregado_ahora: true });
    expect(await orders(payment)).toMatchObject([{ user_id: friend, stands: true }]);
  });

  test('pays the creator the share of the rest after a partial refund', async () => {
    const { creator, payment } = await give(5);
    await db.callService('anotar_reversiones', {
      p_proveedor: 'stripe',
      p_referencia: payment.reference,
      p_hechos: sql.json({
        reembolsos: [
          { referencia: `re_${payment.id}`, estado: 'hecho', centimos: 500, created_at: '2026-01-01T00:00:00Z' },
        ],
      }),
      p_pago: payment.id,
    });
    await comesDue(payment);
    await run(payment);
    expect(await shares(creator)).toBe(100);
    expect(await brokenSentences()).toEqual([]);
  });

  test.each([
    [
      'ya_lo_tiene',
      (friend: string, _giver: string, producto: string) => sql`
      insert into adquisiciones (user_id, producto_id, precio_pagado, minecraft_name)
      values (${friend}, ${producto}, 0, 'jugador_1')`,
    ],
    [
      'cuenta_baneada',
      (_friend: string, giver: string) => sql`
      update usuarios_meta set banned_until = now() + interval '1 day' where id = ${giver}`,
    ],
    ['sin_destinatario', (friend: string) => sql`update usuarios_meta set borrada_at = now() where id = ${friend}`],
    [
      'sin_destinatario',
      (friend: string) => sql`
      update usuarios_meta set banned_until = now() + interval '1 day' where id = ${friend}`,
    ],
  ])('that cannot be delivered on its day (%s) is refunded, and its giver gets the reason', async (motivo, happen) => {
    const { giver, friend, producto, payment } = await give(5);
    await happen(friend, giver, producto ?? '');
    await comesDue(payment);
    expect(await run(payment)).toEqual({ ok: true, entregado_ahora: false, motivo });
    expect(await run(payment)).toEqual({ ok: true, entregado_ahora: false });
    expect(await sql`select estado, centimos from reembolsos where pago_id = ${payment.id}`).toEqual([
      { estado: 'pedido', centimos: 1000 },
    ]);
    expect(await mails(giver)).toEqual(['recibo', 'no_entregado']);
    expect(await see(giver, payment)).toMatchObject({ estado: 'cancelado' });
    expect(await orders(payment)).toHaveLength(0);
    expect(await isDue(payment)).toBe(false);
  });

  test('that is a bundle is refunded if its recipient owns all of it by its day, in any edition', async () => {
    const creator = await createUser(sql);
    const products = [
      await createProduct(sql, { usuario_id: creator }),
      await createProduct(sql, { usuario_id: creator }),
    ];
    const editions = [await createEdition(sql, String(products[0])), undefined];
    const { friend, payment } = await give(5, { bundle: await createBundle(sql, products) });
    const other = await give(5, { bundle: await createBundle(sql, products) });
    for (const [index, producto] of products.entries()) await buy(db, friend, { producto, edicion: editions[index] });
    await buy(db, other.friend, { producto: products[0], edicion: editions[0] });
    for (const { id } of [payment, other.payment]) await comesDue({ id });
    expect(await run(payment)).toMatchObject({ entregado_ahora: false, motivo: 'ya_lo_tiene' });
    expect(await run(other.payment)).toMatchObject({ entregado_ahora: true });
  });

  test('that cannot be delivered reports the remaining amount of the refund', async () => {
    const part = await give(5);
    await sql`insert into reembolsos (pago_id, motivo, centimos, proveedor, estado, hecho_at)
      values (${part.payment.id}, 'Una parte', 300, 'stripe', 'hecho', now())`;
    const { giver, friend } = await give();
    const free = await createProduct(sql, { precio: 0 });
    const wish = { producto: free, destinatario: friend, metodo: 'gratis', fecha: await inDays(5) };
    const { pago_id } = await ask(giver, wish);
    const gifts = [part, { giver, friend, payment: { id: String(pago_id) } }];
    const credited: unknown[] = [];
    for (const gift of gifts) {
      await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${gift.friend}`;
      await comesDue(gift.payment);
      expect(await run(gift.payment)).toMatchObject({ motivo: 'sin_destinatario' });
      credited.push(
        ...(await sql`select datos -> 'centimos' as cents from correos where clave = ${`no_entregado:${gift.payment.id}`}`),
      );
    }
    expect(credited).toEqual([{ cents: 700 }, { cents: 0 }]);
  });

  test('that cannot be delivered is refunded even if an earlier refund failed', async () => {
    const { friend, producto, payment } = await give(5);
    await sql`insert into reembolsos (pago_id, motivo, centimos, proveedor, estado, error)
      values (${payment.id}, 'Una parte', 300, 'stripe', 'rechazado', 'insufficient funds')`;
    await sql`insert into adquisiciones (user_id, producto_id, precio_pagado, minecraft_name)
      values (${friend}, ${producto ?? ''}, 0, 'jugador_1')`;
    await comesDue(payment);
    expect(await run(payment)).toMatchObject({ motivo: 'ya_lo_tiene' });
    const ordered = () =>
      sql`select estado, centimos from reembolsos where pago_id = ${payment.id} and motivo like 'no_entregable: %'`;
    expect(await ordered()).toEqual([{ estado: 'pedido', centimos: 1000 }]);
    expect(await brokenSentences()).not.toContain('no_entregados_devueltos');
    // If that one is also refused, it becomes a case.
    await sql`select rechazar_reembolso(id, 'no') from reembolsos where pago_id = ${payment.id} and estado = 'pedido'`;
    await sql`select privado.ordenar_reembolso(${payment.id}, 'ya_lo_tiene')`;
    expect(await ordered()).toEqual([{ estado: 'rechazado', centimos: 1000 }]);
    expect(await sql`select tipo from casos_admin where pago_id = ${payment.id}`).toEqual([
      { tipo: 'reembolso_rechazado' },
    ]);
  });

  test('is described for its mails with its own message', async () => {
    const [one] = [await give(0, { mensaje: 'Feliz cumple' }), await give(0, { mensaje: 'Gracias' })];
    expect(await db.callService('datos_regalo', { p_pago: one.payment.id })).toMatchObject({
      pago_id: one.payment.id,
      mensaje: 'Feliz cumple',
      de_id: one.giver,
    });
    const bought = await buy(db, one.friend, { producto: await createProduct(sql) });
    expect(await db.callService('datos_regalo', { p_pago: bought.id })).toBeNull();
  });

  test('of a preorder is not a preorder if it is delivered after the release', async () => {
    const producto = await createProduct(sql, { reserva: true, fecha_lanzamiento: await inDays(3) });
    const { friend, payment } = await give(5, { producto });
    await sql`update productos set fecha_lanzamiento = privado.hoy() - 1 where id = ${producto}`;
    await comesDue(payment);
    expect(await run(payment)).toMatchObject({ entregado_ahora: true });
    expect(await sql`select es_reserva from adquisiciones where pago_id = ${payment.id}`).toEqual([
      { es_reserva: false },
    ]);
    await db.callService('avisar_reservas');
    expect(await mails(friend)).toEqual(['regalo']);
  });

  test('of a preordered edition names the release day of the edition', async () => {
    const producto = await createProduct(sql, { reserva: true, fecha_lanzamiento: await inDays(3) });
    const day = await inDays(30);
    const edicion = await createEdition(sql, producto, { reserva: true, fecha_lanzamiento: day });
    const { friend, payment } = await give(0, { producto, edicion });
    expect(await see(friend, payment)).toMatchObject({ pedidos: [{ descarga: 'reserva', fecha_lanzamiento: day }] });
  });

  describe('a gift of the last unit', () => {
    const units = async (producto: string | undefined) =>
      (await sql`select unidades from productos where id = ${producto ?? ''}`)[0]?.unidades;
    const refund = (payment: OpenPayment, estado: string, referencia = `re_${payment.id}`, centimos = 1000) =>
      db.callService('anotar_reversiones', {
        p_proveedor: 'stripe',
        p_referencia: payment.reference,
        p_hechos: sql.json({ reembolsos: [{ referencia, estado, centimos, created_at: '2026-01-01T00:00:00Z' }] }),
      });

    test('releases it once if refunded before its day, and takes it again if that fails', async () => {
      const producto = await createProduct(sql, { unidades: 1 });
      const { payment } = await give(5, { producto });
      expect(await units(producto)).toBe(0);
      await Promise.all(Array.from({ length: 10 }, () => refund(payment, 'hecho')));
      expect(await units(producto)).toBe(1);
      for (const _time of [1, 2]) await refund(payment, 'fallido');
      expect(await units(producto)).toBe(0);
      await comesDue(payment);
      expect(await run(payment)).toMatchObject({ entregado_ahora: true });
      await refundAll(db, payment);
      expect(await units(producto)).toBe(0);
    });

    test('leaves it to a paying buyer if the refund fails', async () => {
      const producto = await createProduct(sql, { unidades: 1 });
      const { payment } = await give(5, { producto });
      await refund(payment, 'hecho');
      const other = await openPayment(db, await createUser(sql), { producto });
      await refund(payment, 'fallido');
      expect(await brokenSentences()).not.toContain('reservas_con_existencias');
      expect(await deliver(db, other)).toMatchObject({ estado: 'entregado' });
      expect(await units(producto)).toBe(0);
    });

    test('releases it once even if a refund fails and another one follows', async () => {
      const producto = await createProduct(sql, { unidades: 1 });
      const { payment } = await give(5, { producto });
      await refund(payment, 'hecho');
      await buy(db, await createUser(sql), { producto });
      await refund(payment, 'fallido');
      await refund(payment, 'hecho', `re_otro_${payment.id}`);
      expect(await units(producto)).toBe(0);
      expect(await createPayment(db, await createUser(sql), { producto })).toMatchObject({ error: 'sin_stock' });
    });

    test('releases each unit of a bundle once, and takes available ones again', async () => {
      const productos = [await createProduct(sql, { unidades: 1 }), await createProduct(sql, { unidades: 3 })];
      const bundle = await createBundle(sql, productos);
      const { payment } = await give(5, { bundle });
      const left = () => Promise.all(productos.map(units));
      expect(await left()).toEqual([0, 2]);
      await refund(payment, 'hecho', `re_1_${payment.id}`, payment.cents);
      expect(await left()).toEqual([1, 3]);
      await buy(db, await createUser(sql), { producto: productos[0] });
      await refund(payment, 'fallido', `re_1_${payment.id}`, payment.cents);
      expect(await left()).toEqual([0, 2]);
      await refund(payment, 'hecho', `re_2_${payment.id}`, payment.cents);
      expect(await left()).toEqual([0, 3]);
    });

    test('releases it once if it cannot be delivered, and not again with the refund', async () => {
      const producto = await createProduct(sql, { unidades: 1 });
      const { friend, payment } = await give(5, { producto });
      await sql`insert into adquisiciones (user_id, producto_id, precio_pagado, minecraft_name)
        values (${friend}, ${producto}, 0, 'jugador_1')`;
      await comesDue(payment);
      await Promise.all(Array.from({ length: 10 }, () => run(payment)));
      expect(await units(producto)).toBe(1);
      await refund(payment, 'hecho');
      await refund(payment, 'fallido');
      expect(await units(producto)).toBe(1);
    });

    /** A stock-taking of an admin. */
    const count = async (producto: string | undefined, unidades: number | null) => {
      const admin = await createUser(sql, { role: 'admin' });
      expect(await editProduct(db, admin, String(producto), { unidades })).toMatchObject({ ok: true });
    };

    test('releases none if it took none from unlimited stock', async () => {
      const { payment, producto } = await give(5);
      await count(producto, 5);
      await refund(payment, 'hecho');
      expect(await units(producto)).toBe(5);
    });

    test('releases none if stock was unlimited in between', async () => {
      const producto = await createProduct(sql, { unidades: 3 });
      const { payment } = await give(5, { producto });
      for (const unidades of [null, 3]) await count(producto, unidades);
      await refund(payment, 'hecho');
      expect(await units(producto)).toBe(3);
    });

    test('releases none into stock that was set after the sale', async () => {
      const producto = await createProduct(sql, { unidades: 3 });
      const { payment } = await give(5, { producto });
      await count(producto, 10);
      await refund(payment, 'hecho');
      expect(await units(producto)).toBe(10);
      const next = await give(5, { producto });
      await refund(next.payment, 'hecho');
      await count(producto, 4);
      await refund(next.payment, 'fallido');
      expect(await units(producto)).toBe(4);
      expect(await brokenSentences()).not.toContain('unidades_de_ventas');
    });

    test('keeps it during a dispute, and has no unit of unlimited stock', async () => {
      const producto = await createProduct(sql, { unidades: 1 });
      const { payment } = await give(5, { producto });
      const dispute = await openDispute(db, payment);
      expect(await units(producto)).toBe(0);
      await winDispute(db, payment, dispute);
      expect(await units(producto)).toBe(0);
      await refundAll(db, payment);
      expect(await units(producto)).toBe(1);
      const unlimited = await give(5);
      await refundAll(db, unlimited.payment);
      expect(await units(unlimited.producto)).toBeNull();
    });
  });

  test('is delivered even if its giver has deleted the account', async () => {
    const { giver, friend, payment } = await give(5, { mensaje: 'Adiós' });
    const secret = await givePassword(sql, giver);
    expect(await db.callAs(giver, 'borrar_mi_cuenta', { p_contrasena: secret })).toMatchObject({ ok: true });
    await comesDue(payment);
    expect(await run(payment)).toMatchObject({ entregado_ahora: true });
    expect(await see(friend, payment)).toMatchObject({ mensaje: null, estado: 'entregado' });
    expect(await mails(giver)).toEqual([]);
  });

  test('cannot be bought twice by the same giver, even from two open pages', async () => {
    const [giver, friend] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql);
    const [first, fecha] = [randomUUID(), await inDays(5)];
    const payment = await open(giver, { producto, destinatario: friend, fecha, clave: first });
    await sql`update pagos set caduca_at = now() where id = ${payment.id}`;
    const other = await open(giver, { producto, destinatario: friend, fecha });
    expect(other.id).not.toBe(payment.id);
    await deliver(db, payment);
    expect(await deliver(db, other)).toEqual({ ok: false, error: 'ya_lo_tienes' });
    expect(await sql`select estado from reembolsos where pago_id = ${other.id}`).toEqual([{ estado: 'pedido' }]);
    expect(await ask(giver, { producto, destinatario: friend })).toEqual({ ok: false, error: 'regalo_en_espera' });
    expect(await ask(giver, { producto, destinatario: friend, fecha, clave: first })).toMatchObject({
      ok: true,
      pago_id: payment.id,
    });
    // A gift of another person is secret until its day.
    expect(await ask(await createUser(sql), { producto, destinatario: friend })).toMatchObject({ ok: true });
  });
});

test('deleting an account deletes written and received gift messages', async () => {
  const { giver, friend, payment } = await give(0, { mensaje: 'Hola' });
  const secret = await givePassword(sql, friend);
  expect(await db.callAs<{ regalos: unknown[] }>(giver, 'mis_datos')).toMatchObject({ regalos: [{ mensaje: 'Hola' }] });
  expect(await db.callAs(friend, 'borrar_mi_cuenta', { p_contrasena: secret })).toMatchObject({ ok: true });
  expect(await sql`select mensaje from regalos where pago_id = ${payment.id}`).toEqual([{ mensaje: null }]);
});

test('a gift to a deleted account has no reminders', async () => {
  const { giver, friend, payment } = await give();
  await sql`update regalos set entregado_at = now() - interval '2 days' where pago_id = ${payment.id}`;
  const secret = await givePassword(sql, friend);
  expect(await db.callAs(friend, 'borrar_mi_cuenta', { p_contrasena: secret })).toMatchObject({ ok: true });
  expect(await see(giver, payment)).toMatchObject({ se_puede_avisar: false });
  expect(await db.callAs(giver, 'avisar_regalo', { p_pago: payment.id })).toEqual({
    ok: false,
    error: 'no_se_puede_avisar',
  });
});
