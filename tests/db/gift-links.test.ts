import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { consentVersion } from '@/lib/checkout/consent';
import {
  createCoupon,
  createPayment,
  createProduct,
  createUser,
  deliver,
  givePassword,
  type OpenPayment,
  openDispute,
  refundAll,
  reportReversals,
  winDispute,
} from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 10 });
const { sql } = db;

const anybody = '00000000-0000-0000-0000-000000000000';
const hash = (token: string) => createHash('sha256').update(token).digest('hex');
const invalid = { ok: false, error: 'enlace_no_valido' };

type Wish = {
  cupon?: string;
  correo?: string;
  fecha?: string | null;
  mensaje?: string;
  clave?: string;
  huella?: string | null;
};

/** Asks for the payment of a gift by link as its giver does at checkout. */
const ask = (giver: string, producto: string, token: string, wish: Wish = {}) =>
  db.callAs(giver, 'crear_regalo', {
    p_producto: producto,
    p_edicion: null,
    p_bundle: null,
    p_metodo: 'tarjeta',
    p_cupon: wish.cupon ?? null,
    p_destinatario: anybody,
    p_mensaje: wish.mensaje ?? null,
    p_fecha_entrega: wish.fecha ?? null,
    p_clave: wish.clave ?? randomUUID(),
    p_consentimiento: consentVersion,
    p_correo: wish.correo ?? null,
    p_serie: randomUUID(),
    p_huella: wish.huella === undefined ? hash(token) : wish.huella,
  });

async function open(giver: string, producto: string, token: string, wish?: Wish): Promise<OpenPayment> {
  const answer = await ask(giver, producto, token, wish);
  if (!answer.ok) throw new Error(`no gift: ${answer.error}`);
  const payment = { id: String(answer.pago_id), reference: `cs_${randomUUID()}`, cents: Number(answer.total_centimos) };
  if (payment.cents > 0)
    await db.callService('vincular_pago', {
      p_pago: payment.id,
      p_proveedor: 'stripe',
      p_referencia: payment.reference,
    });
  return payment;
}

/** A gift by link that is paid for. */
async function give(wish: Wish = {}, product: Record<string, unknown> = {}) {
  const [giver, friend, creator] = [await createUser(sql), await createUser(sql), await createUser(sql)];
  const producto = await createProduct(sql, { usuario_id: creator, ...product });
  const token = randomUUID();
  const payment = await open(giver, producto, token, wish);
  if (payment.cents > 0) {
    const answer = await deliver(db, payment);
    if (!answer.ok) throw new Error(`not delivered: ${answer.error}`);
  }
  return { giver, friend, creator, producto, token, payment };
}

test('the details of a gift do not remain in the connection after a request', async () => {
  const [giver, producto] = [await createUser(sql), await createProduct(sql)];
  const names = ['mensaje', 'fecha', 'correo', 'serie', 'huella'];
  const kept = () =>
    db.asUser(
      giver,
      (tx) =>
        tx`select name from unnest(${names}::text[]) name where current_setting('tienda.regalo_' || name, true) <> ''`,
    );
  const fecha = String((await sql`select (privado.hoy() + 3)::text as day`)[0]?.day);
  const wish = { correo: 'amiga@gmail.com', fecha, mensaje: 'Para ti' };
  expect(await ask(giver, producto, randomUUID(), wish)).toMatchObject({ ok: true });
  expect(await kept()).toEqual([]);
  expect(await ask(giver, producto, randomUUID(), { ...wish, cupon: 'NINGUNO' })).toMatchObject({ ok: false });
  expect(await kept()).toEqual([]);
});

test('a day without a mail address, which the form no longer shows, is ignored', async () => {
  const [giver, producto] = [await createUser(sql), await createProduct(sql)];
  expect(await ask(giver, producto, randomUUID(), { fecha: '2020-01-01' })).toMatchObject({ ok: true });
  expect(await ask(giver, producto, randomUUID(), { fecha: '2020-01-01', correo: 'amiga@gmail.com' })).toEqual({
    ok: false,
    error: 'fecha_no_valida',
  });
});

const collect = (who: string, token: string, name: string | null = 'amigo_mc') =>
  db.callAs(who, 'recoger_regalo', { p_ficha: token, p_minecraft_name: name });
const look = (who: string | null, token: string) =>
  who ? db.callAs<Answer>(who, 'ver_regalo', { p_ficha: token }) : db.callAnon('ver_regalo', { p_ficha: token });
const takeBack = (who: string, payment: { id: string }) => db.callAs(who, 'retirar_regalo', { p_pago: payment.id });
const resend = (who: string, payment: { id: string }, correo: string, token = randomUUID()) =>
  db.callAs(who, 'reenviar_regalo', {
    p_pago: payment.id,
    p_correo: correo,
    p_serie: randomUUID(),
    p_huella: hash(token),
  });
const expire = (payment: { id: string }) => db.callService('caducar_regalo', { p_pago: payment.id });
const isOver = (payment: { id: string }) =>
  sql`update enlaces_regalo set caduca_at = now() - interval '1 minute' where pago_id = ${payment.id}`;
const see = (who: string, payment: { id: string }) =>
  db.callAs<Record<string, unknown> | null>(who, 'mi_regalo', { p_pago: payment.id });
const orders = (payment: { id: string }) =>
  sql`select user_id, origen, regalado_por, minecraft_name, revocada_at is null as stands
    from adquisiciones where pago_id = ${payment.id}`;
const coins = async (who: string) =>
  Number((await sql`select uncoins from usuarios_meta where id = ${who}`)[0]?.uncoins);
const shares = async (creator: string) =>
  Number(
    (
      await sql`select coalesce(sum(centimos), 0)::int as sum from movimientos_ingresos where usuario_id = ${creator}`
    )[0]?.sum,
  );
const linkMails = (payment: { id: string }) =>
  sql`select direccion, estado, datos ->> 'serie' as serie, datos ->> 'idioma' as idioma from correos
    where plantilla = 'regalo_enlace' and datos ->> 'pago_id' = ${payment.id} order by id`;
const loseDispute = (_: typeof db, payment: OpenPayment) =>
  reportReversals(db, payment, {
    disputas: [
      {
        referencia: `dp_${randomUUID()}`,
        fase: 'perdida',
        centimos: payment.cents,
        version: 1,
        abierta_at: new Date().toISOString(),
      },
    ],
  });
const units = async (id: string) => Number((await sql`select unidades from productos where id = ${id}`)[0]?.unidades);
const broken = async () =>
  (await sql`select nombre from privado.invariantes() where cuenta > 0`).map((row) => row.nombre);

test('the payment page of a gift by link is closed before payment if its giver is banned', async () => {
  const [giver, producto] = [await createUser(sql), await createProduct(sql)];
  const payment = await open(giver, producto, randomUUID());
  const pages = () => db.asService((tx) => tx`select referencia from pagos_sin_objeto()`);
  expect(await pages()).not.toContainEqual({ referencia: payment.reference });
  await sql`update usuarios_meta set banned_until = 'infinity' where id = ${giver}`;
  expect(await pages()).toContainEqual({ referencia: payment.reference });
});

describe('a gift by link', () => {
  test('is sold at once, and belongs to the first person who opens the link and enters a name', async () => {
    const { giver, friend, creator, token, payment } = await give({ mensaje: '¡Para ti!' });
    expect(await orders(payment)).toEqual([]);
    expect(await shares(creator)).toBe(0);
    expect(await see(giver, payment)).toMatchObject({ estado: 'por_recoger', para: '', enlace: { correo: null } });
    expect(await broken()).toEqual([]);

    const seen = await look(null, token);
    expect(seen).toMatchObject({ ok: true, mensaje: '¡Para ti!', papel: null, pago_id: null });
    expect(Object.keys(seen)).not.toContain('para');
    expect(await look(friend, token)).toMatchObject({ ok: true, papel: null });
    expect(await see(friend, payment)).toBeNull();
    expect(await collect(friend, token, 'ab')).toEqual({ ok: false, error: 'nombre_minecraft_no_valido' });

    expect(await collect(friend, token)).toEqual({ ok: true, pago_id: payment.id, recogido_ahora: true });
    expect(await collect(friend, token)).toEqual({ ok: true, pago_id: payment.id, recogido_ahora: false });
    expect(await orders(payment)).toEqual([
      { user_id: friend, origen: 'regalo', regalado_por: giver, minecraft_name: 'amigo_mc', stands: true },
    ]);
    expect(await shares(creator)).toBeGreaterThan(0);
    expect(await see(giver, payment)).toMatchObject({ estado: 'abierto', enlace: null });
    expect(await see(friend, payment)).toMatchObject({ mio: true, estado: 'abierto', enlace: null });
    expect(await look(friend, token)).toMatchObject({ papel: 'recibe', pago_id: payment.id });
    const mails =
      await sql`select user_id, plantilla from correos where datos ->> 'pago_id' = ${payment.id} order by id`;
    expect(mails).toEqual([
      { user_id: giver, plantilla: 'recibo' },
      { user_id: giver, plantilla: 'regalo_entregado' },
    ]);
    expect(await broken()).toEqual([]);
  });

  test('is collected once, even by concurrent requests of several people', async () => {
    const { token, payment } = await give({}, { unidades: 5 });
    const people = await Promise.all(Array.from({ length: 6 }, () => createUser(sql)));
    const answers = await Promise.all([...people, ...people].map((who) => collect(who, token)));
    const winners = new Set(answers.flatMap((answer, at) => (answer.ok ? [people[at % people.length]] : [])));
    expect(winners.size).toBe(1);
    expect(answers.filter(({ recogido_ahora }) => recogido_ahora)).toHaveLength(1);
    for (const answer of answers) if (!answer.ok) expect(answer).toEqual(invalid);
    expect(await orders(payment)).toHaveLength(1);
    expect(await broken()).toEqual([]);
  });

  test('is not collected twice by one person', async () => {
    const { giver, friend, producto, token } = await give();
    const second = randomUUID();
    await deliver(db, await open(giver, producto, second));
    const answers = await Promise.all([collect(friend, token), collect(friend, second)]);
    expect(answers.map(({ ok, error }) => error ?? ok).sort()).toEqual([true, 'ya_lo_tienes']);
    expect(await look(null, answers[0]?.ok ? second : token)).toMatchObject({ ok: true });
    expect(await broken()).toEqual([]);
  });

  test('has the same response for unknown, used, withdrawn and expired links', async () => {
    const [used, back, late] = [await give(), await give(), await give()];
    await collect(used.friend, used.token);
    await takeBack(back.giver, back.payment);
    await isOver(late.payment);
    const stranger = await createUser(sql);
    for (const token of [randomUUID(), '', used.token, back.token, late.token]) {
      expect(await look(null, token)).toEqual(invalid);
      expect(await look(stranger, token)).toEqual(invalid);
      expect(await collect(stranger, token)).toEqual(invalid);
    }
  });

  test('cannot be collected by its giver or an owner, and stays valid for others', async () => {
    const { giver, friend, producto, token, payment } = await give();
    expect(await look(giver, token)).toMatchObject({ papel: 'da', pago_id: payment.id });
    expect(await collect(giver, token)).toEqual({ ok: false, error: 'regalo_a_si_mismo' });
    await sql`insert into adquisiciones (user_id, producto_id, origen, precio_pagado, minecraft_name)
      values (${friend}, ${producto}, 'gratis', 0, 'amigo_mc')`;
    expect(await collect(friend, token)).toEqual({ ok: false, error: 'ya_lo_tienes' });
    const rich = await createUser(sql);
    const [{ id: edition }] = await sql<[{ id: string }]>`insert into ediciones (producto_id, nombre, precio)
      values (${producto}, 'Oro', 999) returning id`;
    await sql`insert into adquisiciones (user_id, producto_id, edicion_id, origen, precio_pagado, minecraft_name)
      values (${rich}, ${producto}, ${edition}, 'gratis', 0, 'rico_mc')`;
    expect(await collect(rich, token)).toEqual({ ok: false, error: 'ya_lo_tienes' });
    expect(await collect(await createUser(sql), token)).toMatchObject({ ok: true });
    expect(await broken()).toEqual([]);
  });

  test.each(['mala', 'deshabilitado'])('that is free is not collected by an account that is %s', async (reputacion) => {
    const free = await give({}, { precio: 0 });
    const sanctioned = await createUser(sql, { reputacion });
    expect(await collect(sanctioned, free.token)).toEqual({ ok: false, error: 'gratis_no_permitido' });
    expect(await orders(free.payment)).toEqual([]);
    expect(await collect(free.friend, free.token)).toMatchObject({ ok: true, recogido_ahora: true });
    const paid = await give();
    expect(await collect(sanctioned, paid.token)).toMatchObject({ ok: true, recogido_ahora: true });
  });

  test('is collected even if the product was taken down, and pays no share to its own creator', {
    tags: 'nightly',
  }, async () => {
    const { creator, token, producto, payment } = await give();
    await sql`update productos set status = 'rejected' where id = ${producto}`;
    expect(await collect(creator, token)).toMatchObject({ ok: true });
    expect(await orders(payment)).toHaveLength(1);
    expect(await shares(creator)).toBe(0);
    expect(await broken()).toEqual([]);
  });

  test('of a banned or disabled giver is closed meanwhile', async () => {
    const { giver, friend, token } = await give();
    await sql`update usuarios_meta set banned_until = now() + interval '1 day' where id = ${giver}`;
    expect(await look(null, token)).toEqual(invalid);
    expect(await collect(friend, token)).toEqual(invalid);
    await sql`update usuarios_meta set banned_until = null, reputacion = 'deshabilitado' where id = ${giver}`;
    expect(await look(null, token)).toEqual(invalid);
    expect(await collect(friend, token)).toEqual(invalid);
    await sql`update usuarios_meta set reputacion = 'buena' where id = ${giver}`;
    expect(await collect(friend, token)).toMatchObject({ ok: true });
  });

  test('is not collected in maintenance mode, and stays valid', async () => {
    const { friend, token } = await give();
    await sql`update configuracion_global set mantenimiento = true`;
    const refused = await collect(friend, token);
    await sql`update configuracion_global set mantenimiento = false`;
    expect(refused).toEqual({ ok: false, error: 'mantenimiento' });
    expect(await collect(friend, token)).toMatchObject({ ok: true });
  });

  test('requires a hash and a valid address, and an open payment is reused for the same link only', async () => {
    const giver = await createUser(sql);
    const producto = await createProduct(sql, { usuario_id: await createUser(sql) });
    expect(await ask(giver, producto, 'x', { huella: null })).toEqual({ ok: false, error: 'datos_no_validos' });
    expect(await ask(giver, producto, 'x', { huella: 'nada' })).toEqual({ ok: false, error: 'datos_no_validos' });
    for (const correo of ['sin-arroba', 'a@b', 'a b@c.es', 'a@c.es, d@e.es'])
      expect(await ask(giver, producto, 'x', { correo })).toEqual({ ok: false, error: 'correo_no_valido' });
    const first = await ask(giver, producto, randomUUID(), { correo: 'Ana@Example.com' });
    const again = await ask(giver, producto, randomUUID(), { correo: 'ana@example.com ' });
    const other = await ask(giver, producto, randomUUID(), { correo: 'luis@example.com' });
    expect(again.pago_id).toBe(first.pago_id);
    expect(other.pago_id).not.toBe(first.pago_id);
  });

  test('is not readable from tables, and its hash from no export', async () => {
    const { giver, token } = await give({ correo: 'ana@example.com' });
    await expect(db.asUser(giver, (tx) => tx`select * from enlaces_regalo`)).rejects.toThrow(/permission denied/);
    expect(JSON.stringify(await db.callAs(giver, 'mis_datos', {}))).not.toContain(hash(token));
    expect(JSON.stringify(await db.callAs(giver, 'mis_datos', {}))).toContain('ana@example.com');
  });
});

describe('the mail of a gift by link', () => {
  test('is sent once with the payment, in the language of its recipient', async () => {
    const reader = await createUser(sql);
    await sql`update usuarios_meta set idioma = 'en' where id = ${reader}`;
    const [{ email }] = await sql<[{ email: string }]>`select email from auth.users where id = ${reader}`;
    const { giver, payment } = await give({ correo: email });
    await deliver(db, payment);
    expect(await linkMails(payment)).toMatchObject([{ direccion: email, estado: 'pendiente', idioma: 'en' }]);
    expect(await see(giver, payment)).toMatchObject({ para: email, enlace: { correo: email } });
    const unknown = await give({ correo: 'nadie@example.com' });
    expect(await linkMails(unknown.payment)).toMatchObject([{ direccion: 'nadie@example.com', idioma: 'es' }]);
    // A recipient without an account reads the language of the giver.
    const english = await open(await createUser(sql, { idioma: 'en' }), await createProduct(sql), randomUUID(), {
      correo: 'nobody@example.com',
    });
    await deliver(db, english);
    expect(await linkMails(english)).toMatchObject([{ direccion: 'nobody@example.com', idioma: 'en' }]);
  });

  test('is sent by the job on its day, once', async () => {
    const [{ day }] = await sql<[{ day: string }]>`select (privado.hoy() + 5)::text as day`;
    const { payment, token, friend } = await give({ correo: 'ana@example.com', fecha: day });
    const send = () => db.callService<number>('enviar_regalos_por_correo', {});
    await send();
    expect(await linkMails(payment)).toEqual([]);
    await sql`update regalos set fecha_entrega = privado.hoy() - 1 where pago_id = ${payment.id}`;
    expect((await Promise.all([send(), send(), send()])).toSorted()).toEqual([0, 0, 1]);
    expect(await linkMails(payment)).toHaveLength(1);
    expect(await collect(friend, token)).toMatchObject({ ok: true });
    expect(await broken()).toEqual([]);
  });

  test('is sent on its day even if the giver has deleted their account', async () => {
    const [{ day }] = await sql<[{ day: string }]>`select (privado.hoy() + 5)::text as day`;
    const { giver, friend, payment, token } = await give({ correo: 'ana@example.com', fecha: day });
    const sent = await give({ correo: 'luis@example.com' });
    for (const who of [giver, sent.giver]) {
      const p_contrasena = await givePassword(sql, who);
      expect(await db.callAs(who, 'borrar_mi_cuenta', { p_contrasena })).toMatchObject({ ok: true });
    }
    await sql`update regalos set fecha_entrega = privado.hoy() - 1 where pago_id = ${payment.id}`;
    expect(await db.callService('enviar_regalos_por_correo', {})).toBe(1);
    expect(await linkMails(payment)).toMatchObject([{ direccion: 'ana@example.com', estado: 'pendiente' }]);
    expect(await linkMails(sent.payment)).toMatchObject([{ direccion: 'luis@example.com', estado: 'pendiente' }]);
    expect(await collect(friend, token)).toMatchObject({ ok: true });
    expect(await broken()).toEqual([]);
  });

  test('is not sent to a former address, and no address stays in the outbox after the gift', async () => {
    const { giver, friend, payment } = await give({ correo: 'ana@example.com' });
    const newer = randomUUID();
    expect(await resend(giver, payment, 'luis@example.com', newer)).toEqual({ ok: true });
    expect((await linkMails(payment)).map(({ direccion, estado }) => `${direccion} ${estado}`)).toEqual([
      'ana@example.com caducado',
      'luis@example.com pendiente',
    ]);
    const mailed = await give({ correo: 'eva@example.com' });
    await sql`update correos set estado = 'enviado' where direccion = 'eva@example.com'`;
    expect(await collect(friend, newer)).toMatchObject({ ok: true });
    expect(await collect(friend, mailed.token)).toMatchObject({ ok: true });
    for (const each of [payment, mailed.payment])
      for (const mail of await linkMails(each)) expect(mail).toMatchObject({ direccion: null });
    expect((await linkMails(payment)).map(({ estado }) => estado)).toEqual(['caducado', 'caducado']);
    expect((await linkMails(mailed.payment)).map(({ estado }) => estado)).toEqual(['enviado']);
  });

  test('is not sent if the link was used before its day', async () => {
    const [{ day }] = await sql<[{ day: string }]>`select (privado.hoy() + 5)::text as day`;
    const { payment, token, friend } = await give({ correo: 'ana@example.com', fecha: day });
    expect(await collect(friend, token)).toMatchObject({ ok: true });
    await db.callService('enviar_regalos_por_correo', {});
    expect(await linkMails(payment)).toEqual([]);
    expect(await sql`select correo from enlaces_regalo where pago_id = ${payment.id}`).toEqual([{ correo: null }]);
    expect(await broken()).toEqual([]);
  });

  test('is resent at most once a day, and a new address gets a new link that voids the old one', async () => {
    const { giver, friend, payment, token } = await give({ correo: 'ana@example.com' });
    expect(await resend(friend, payment, 'yo@example.com')).toEqual({ ok: false, error: 'no_existe' });
    expect(await resend(giver, payment, 'mal')).toEqual({ ok: false, error: 'correo_no_valido' });
    expect(await resend(giver, payment, 'ana@example.com')).toEqual({ ok: false, error: 'aviso_reciente' });
    const sentBefore = (time: string) =>
      sql`update enlaces_regalo set enviado_at = now() - ${time}::interval where pago_id = ${payment.id}`;
    await sentBefore('23 hours');
    expect(await resend(giver, payment, 'ana@example.com')).toEqual({ ok: false, error: 'aviso_reciente' });
    await sentBefore('25 hours');
    expect(await resend(giver, payment, 'ana@example.com')).toEqual({ ok: true });
    expect(await look(null, token)).toMatchObject({ ok: true });
    const newer = randomUUID();
    expect(await resend(giver, payment, 'luis@example.com', newer)).toEqual({ ok: true });
    expect(await look(null, token)).toEqual(invalid);
    expect(await look(null, newer)).toMatchObject({ ok: true });
    const sent = await linkMails(payment);
    expect(sent.map(({ direccion }) => direccion)).toEqual(['ana@example.com', 'ana@example.com', 'luis@example.com']);
    expect(sent[0]?.serie).toBe(sent[1]?.serie);
    expect(sent[2]?.serie).not.toBe(sent[1]?.serie);
    await collect(friend, newer);
    expect(await resend(giver, payment, 'otra@example.com')).toEqual({ ok: false, error: 'no_se_puede_avisar' });
  });
});

test('the copied link of a gift stays valid when it is mailed, too', async () => {
  const { giver, payment, token } = await give();
  const [newer, newest] = [randomUUID(), randomUUID()];
  expect(await resend(giver, payment, 'ana@example.com', newer)).toEqual({ ok: true });
  expect(await look(null, newer)).toEqual(invalid);
  expect(await look(null, token)).toMatchObject({ ok: true });
  expect(await resend(giver, payment, 'luis@example.com', newest)).toEqual({ ok: true });
  expect(await look(null, token)).toEqual(invalid);
  expect(await look(null, newest)).toMatchObject({ ok: true });
});

test('a link that is renewed after a rotation of the key is valid, and so is the one that was sent before', async () => {
  const { giver, friend, payment, token } = await give({ correo: 'ana@example.com' });
  const renewed = randomUUID();
  const renew = (who: string | null, serie: unknown, p_huella = hash(renewed)) => {
    const given = { p_pago: payment.id, p_serie: serie, p_huella };
    return who ? db.callAs(who, 'renovar_enlace', given) : db.callService('renovar_enlace', given);
  };
  const [mail] = await linkMails(payment);
  await renew(friend, mail?.serie);
  await renew(null, randomUUID());
  expect(await look(null, renewed)).toEqual(invalid);
  for (const who of [giver, null]) {
    expect(await renew(who, mail?.serie)).toEqual({ ok: true });
    expect(await see(giver, payment)).toMatchObject({ enlace: { huella: hash(renewed) } });
    expect(await look(null, renewed)).toMatchObject({ ok: true });
    expect(await look(null, token)).toMatchObject({ ok: true });
  }
  const again = randomUUID();
  await renew(giver, mail?.serie, hash(again));
  for (const valid of [token, again]) expect(await look(null, valid)).toMatchObject({ ok: true });
  const newest = randomUUID();
  expect(await resend(giver, payment, 'luis@example.com', newest)).toEqual({ ok: true });
  await renew(null, mail?.serie);
  for (const earlier of [token, renewed]) expect(await look(null, earlier)).toEqual(invalid);
  expect(await collect(friend, newest)).toMatchObject({ ok: true });
  await renew(giver, (await linkMails(payment))[1]?.serie);
  expect(await look(friend, newest)).toMatchObject({ papel: 'recibe' });

  const copied = await give();
  const [link] = await sql`select serie from enlaces_regalo where pago_id = ${copied.payment.id}`;
  await db.callAs(copied.giver, 'renovar_enlace', {
    p_pago: copied.payment.id,
    p_serie: link?.serie,
    p_huella: hash(`${renewed} copied`),
  });
  expect(await collect(copied.friend, copied.token)).toMatchObject({ ok: true, recogido_ahora: true });
  expect(await broken()).toEqual([]);
});

describe('a withdrawn gift by link', () => {
  test('refunds the money and releases the unit once, and its mail is not sent', async () => {
    const { giver, friend, producto, token, payment } = await give({ correo: 'ana@example.com' }, { unidades: 3 });
    expect(await units(producto)).toBe(2);
    expect(await takeBack(friend, payment)).toEqual({ ok: false, error: 'no_existe' });
    expect(await takeBack(giver, payment)).toMatchObject({ ok: true, centimos: payment.cents });
    expect(await takeBack(giver, payment)).toMatchObject({ ok: false });
    expect(await linkMails(payment)).toMatchObject([{ estado: 'caducado' }]);
    expect(await collect(friend, token)).toEqual(invalid);
    expect(await see(giver, payment)).toMatchObject({ estado: 'cancelado', enlace: null });
    await refundAll(db, payment);
    expect(await units(producto)).toBe(3);
    await isOver(payment);
    expect(await expire(payment)).toMatchObject({ caducado_ahora: false });
    expect(await coins(giver)).toBe(0);
    expect(await broken()).toEqual([]);
  });

  test('cannot be collected, even by a concurrent request', { tags: 'nightly' }, async () => {
    for (let round = 0; round < 6; round += 1) {
      const { giver, friend, token, payment } = await give();
      const [collected, taken] = await Promise.all([collect(friend, token), takeBack(giver, payment)]);
      expect([collected.ok, taken.ok].filter(Boolean)).toHaveLength(1);
      expect(await orders(payment)).toHaveLength(collected.ok ? 1 : 0);
    }
    expect(await broken()).toEqual([]);
  });

  test('can be a free one', async () => {
    const { giver, friend, token, payment } = await give({}, { precio: 0 });
    expect(await takeBack(giver, payment)).toEqual({ ok: true });
    expect(await collect(friend, token)).toEqual(invalid);
    expect(await see(giver, payment)).toMatchObject({ estado: 'cancelado' });
    expect(await broken()).toEqual([]);
  });
});

test.each([
  ['a@b.es', true],
  [`${'a'.repeat(249)}@b.es`, true],
  [`${'a'.repeat(250)}@b.es`, false],
  ['a@b', false],
  ['a b@c.es', false],
  ['a@b.es,c@d.es', false],
])('an address for a link is checked: %s', async (address, valid) => {
  expect(await sql`select privado.parece_correo(${address}) as valid`).toEqual([{ valid }]);
});

test('the list of undelivered gifts has those that wait first, and then ended ones', async () => {
  const { giver, friend, producto, payment: expired } = await give();
  const givenBy = async () => {
    const token = randomUUID();
    const payment = await open(giver, producto, token);
    await deliver(db, payment);
    return { payment, token };
  };
  const list = async () =>
    ((await db.callAs(giver, 'mis_regalos_sin_entregar')) as unknown as { pago_id: string; estado: string }[]).map(
      ({ pago_id, estado }) => [pago_id, estado],
    );
  const waiting = await givenBy();
  const [withdrawn, collected] = [await givenBy(), await givenBy()];
  await isOver(expired);
  await expire(expired);
  expect(await takeBack(giver, withdrawn.payment)).toMatchObject({ ok: true });
  expect(await collect(friend, collected.token)).toMatchObject({ ok: true });
  expect(await list()).toEqual([
    [waiting.payment.id, 'por_recoger'],
    [withdrawn.payment.id, 'cancelado'],
    [expired.id, 'caducado'],
  ]);
});

describe('an expired gift by link', () => {
  test('is converted into coins for its giver once, even by concurrent jobs', async () => {
    const { giver, creator, producto, payment, token, friend } = await give({}, { unidades: 3 });
    expect(await expire(payment)).toMatchObject({ caducado_ahora: false });
    await isOver(payment);
    const answers = await Promise.all(Array.from({ length: 6 }, () => expire(payment)));
    expect(answers.filter(({ caducado_ahora }) => caducado_ahora)).toHaveLength(1);
    expect(await coins(giver)).toBe(payment.cents);
    expect(await shares(creator)).toBe(0);
    expect(await units(producto)).toBe(3);
    expect(await collect(friend, token)).toEqual(invalid);
    expect(await takeBack(giver, payment)).toEqual({ ok: false, error: 'no_cancelable' });
    expect(await db.callAs(giver, 'cancelar_compra', { p_pago: payment.id })).toMatchObject({ ok: false });
    expect(await see(giver, payment)).toMatchObject({ estado: 'caducado', enlace: null });
    // Its price is in the balance: nothing is left to ask for.
    expect(await db.callAs(giver, 'ayuda_de_compra', { p_pedido: null, p_pago: payment.id })).toMatchObject({
      regla: 'devuelto',
    });
    expect(
      await sql`select datos from correos where plantilla = 'regalo_caducado' and user_id = ${giver}`,
    ).toMatchObject([{ datos: { uncoins: payment.cents } }]);
    expect(await broken()).toEqual([]);
  });

  test('can be collected until its end, and converted from then on', async () => {
    const { payment } = await give();
    const at = (left: string) =>
      sql.begin(async (begun) => {
        const tx = begun as unknown as typeof sql;
        await tx`update enlaces_regalo set caduca_at = now() + ${left}::interval where pago_id = ${payment.id}`;
        const [row] = await tx`select privado.se_puede_recoger(p, e) as open, privado.puede_caducar(p, e) as over,
          exists (select from regalos_por_caducar() g where g = p.id) as due
          from enlaces_regalo e join pagos p on p.id = e.pago_id where p.id = ${payment.id}`;
        return row;
      });
    expect(await at('1 second')).toEqual({ open: true, over: false, due: false });
    expect(await at('0')).toEqual({ open: false, over: true, due: true });
    // What its giver gets back is decided already.
    await sql`insert into reembolsos (pago_id, motivo, centimos) values (${payment.id}, 'A prueba', 100)`;
    expect(await at('0')).toEqual({ open: false, over: false, due: false });
  });

  test.each(['pedido', 'pendiente'])('waits for a refund that is %s', async (state) => {
    const { payment } = await give();
    await isOver(payment);
    await sql`insert into reembolsos (pago_id, centimos, motivo, estado) values (${payment.id}, 1, 'Un fallo.', ${state})`;
    expect(await expire(payment)).toMatchObject({ caducado_ahora: false });
    await sql`update reembolsos set estado = 'fallido' where pago_id = ${payment.id}`;
    expect(await expire(payment)).toMatchObject({ caducado_ahora: true });
  });

  test('cannot be collected, even by a concurrent request at its end', { tags: 'nightly' }, async () => {
    for (let round = 0; round < 6; round += 1) {
      const { giver, friend, token, payment } = await give();
      await sql`update enlaces_regalo set caduca_at = clock_timestamp() + interval '25 milliseconds' where pago_id = ${payment.id}`;
      const [collected] = await Promise.all([
        collect(friend, token),
        ...Array.from({ length: 8 }, () => expire(payment)),
      ]);
      await sql`select pg_sleep(0.03)`;
      await expire(payment);
      expect(await coins(giver)).toBe(collected.ok ? 0 : payment.cents);
    }
    expect(await broken()).toEqual([]);
  });

  test('loses its coins with a refund or dispute of the payment and regains them with a won one', {
    tags: 'nightly',
  }, async () => {
    const refunded = await give();
    await isOver(refunded.payment);
    await expire(refunded.payment);
    await refundAll(db, refunded.payment);
    expect(await coins(refunded.giver)).toBe(0);

    const disputed = await give();
    await isOver(disputed.payment);
    await expire(disputed.payment);
    const dispute = await openDispute(db, disputed.payment);
    expect(await coins(disputed.giver)).toBe(0);
    await winDispute(db, disputed.payment, dispute);
    expect(await coins(disputed.giver)).toBe(disputed.payment.cents);
    expect(await broken()).toEqual([]);
  });

  test('is called expired in the mail about a partial refund', async () => {
    const { giver, payment } = await give();
    const refund = async (part: number) => {
      const reembolsos = Array.from({ length: part }, (_, n) => ({
        referencia: `re_${payment.id}_${n}`,
        estado: 'hecho' as const,
        centimos: 100,
        created_at: new Date().toISOString(),
      }));
      expect(await reportReversals(db, payment, { reembolsos })).toMatchObject({ ok: true });
      const [mail] = await sql`select datos -> 'entero' as entero, datos -> 'caducado' as caducado from correos
        where user_id = ${giver} and plantilla = 'reembolso' order by id desc limit 1`;
      return mail;
    };
    expect(await refund(1)).toEqual({ entero: false, caducado: false });
    await isOver(payment);
    await expire(payment);
    expect(await refund(2)).toEqual({ entero: false, caducado: true });
    expect(await coins(giver)).toBe(payment.cents - 200);
  });

  test('leaves as many coins as cents of its payment remain', async () => {
    const { giver, payment } = await give();
    await isOver(payment);
    await expire(payment);
    for (const cents of [400, 0, payment.cents]) {
      await sql`select privado.ajustar_recarga(p, ${cents}) from pagos p where id = ${payment.id}`;
      expect(await coins(giver)).toBe(cents);
    }
    expect(
      await sql`select concepto, cantidad from movimientos_uncoins where pago_id = ${payment.id} order by id`,
    ).toEqual([
      { concepto: 'regalo_caducado', cantidad: payment.cents },
      { concepto: 'reembolso', cantidad: 400 - payment.cents },
      { concepto: 'reembolso', cantidad: -400 },
      { concepto: 'regalo_caducado', cantidad: payment.cents },
    ]);
  });

  test('opens a case if the coins were spent before a refund', { tags: 'nightly' }, async () => {
    const { giver, payment } = await give();
    await isOver(payment);
    await expire(payment);
    await sql`insert into movimientos_uncoins (user_id, cantidad, concepto, clave)
      values (${giver}, ${-payment.cents + 1}, 'ajuste', ${`gasto:${payment.id}`})`;
    await refundAll(db, payment);
    expect(await coins(giver)).toBe(0);
    expect(
      await sql`select datos from casos_admin where tipo = 'uncoins_gastados' and pago_id = ${payment.id}`,
    ).toMatchObject([{ datos: { faltan: payment.cents - 1 } }]);
    expect(await broken()).toEqual([]);
  });

  test.each([
    ['disabled', { reputacion: 'deshabilitado' }],
    ['banned', { banned_until: '2999-01-01' }],
  ])('is refunded as money if the account of its giver is %s', async (_how, closed) => {
    const { giver, payment } = await give();
    await sql`update usuarios_meta set ${sql(closed)} where id = ${giver}`;
    await isOver(payment);
    await expire(payment);
    expect(await coins(giver)).toBe(0);
    expect(await sql`select motivo, centimos from reembolsos where pago_id = ${payment.id}`).toEqual([
      { motivo: 'no_entregable: caducado', centimos: payment.cents },
    ]);
    expect(await broken()).toEqual([]);
  });

  test('waits for the end of a dispute of its payment', { tags: 'nightly' }, async () => {
    const { giver, payment, friend, token } = await give();
    const dispute = await openDispute(db, payment);
    expect(await collect(friend, token)).toEqual(invalid);
    expect(await see(giver, payment)).toMatchObject({ estado: 'retenido', enlace: null });
    await isOver(payment);
    expect(await expire(payment)).toMatchObject({ caducado_ahora: false });
    await winDispute(db, payment, dispute);
    expect(await expire(payment)).toMatchObject({ caducado_ahora: true });
    expect(await coins(giver)).toBe(payment.cents);
    expect(await broken()).toEqual([]);
  });
});

describe('the payment of a gift by link', () => {
  test('revokes the licence and the share with a refund after the collection', async () => {
    for (const reverse of [refundAll, loseDispute]) {
      const { creator, friend, token, payment } = await give();
      await collect(friend, token);
      await reverse(db, payment);
      expect(await orders(payment)).toMatchObject([{ user_id: friend, stands: false }]);
      expect(await shares(creator)).toBe(0);
    }
    expect(await broken()).toEqual([]);
  });

  test('closes the link with a lost dispute', async () => {
    const { friend, token, payment } = await give();
    await loseDispute(db, payment);
    expect(await collect(friend, token)).toEqual(invalid);
    expect(await broken()).toEqual([]);
  });

  test('can be repeated by the same giver for another link', async () => {
    const { giver, producto, payment } = await give();
    const other = await open(giver, producto, randomUUID());
    expect(await deliver(db, other)).toMatchObject({ ok: true, estado: 'entregado' });
    expect(other.id).not.toBe(payment.id);
  });

  test('keeps its unit and its coupon while its money is on its way, beside another one of the same giver', async () => {
    const [giver, buyer] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql, { unidades: 2 });
    const cupon = await createCoupon(sql, producto, { usos_por_usuario: 1 });
    const slow = await open(giver, producto, randomUUID(), { correo: 'a@gmail.com', cupon, clave: 'clave-de-prueba' });
    const holdGoods = () =>
      db.callService('retener_pago', { p_proveedor: 'stripe', p_referencia: slow.reference, p_pago: slow.id });
    expect(await holdGoods()).toMatchObject({ ok: true });
    const again = { correo: 'b@gmail.com', cupon };
    expect(await ask(giver, producto, randomUUID(), again)).toEqual({ ok: false, error: 'cupon_no_valido' });
    const quick = await open(giver, producto, randomUUID(), { correo: 'b@gmail.com' });
    expect(await holdGoods()).toMatchObject({ ok: true });
    expect(await ask(giver, producto, '', { clave: 'clave-de-prueba' })).toMatchObject({ pago_id: slow.id });
    const holders = async () =>
      (await sql`select pago_id from reservas where producto_id = ${producto}`).map(({ pago_id }) => pago_id).sort();
    expect(await holders()).toEqual([slow.id, quick.id].sort());
    expect(await createPayment(db, buyer, { producto })).toEqual({ ok: false, error: 'reservado' });
    expect(await deliver(db, slow)).toMatchObject({ ok: true, estado: 'entregado' });
    expect(await holders()).toEqual([quick.id]);
    expect(await deliver(db, quick)).toMatchObject({ ok: true, estado: 'entregado' });
  });
});
