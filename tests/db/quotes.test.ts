import { describe, expect, test } from 'vitest';
import {
  buy,
  createBundle,
  createCoupon,
  createEdition,
  createPayment,
  createProduct,
  createUser,
} from './factories.ts';
import { type Answer, openDatabase } from './harness.ts';

const db = await openDatabase();
const { sql } = db;

const quote = (user: string | null, args: Record<string, unknown>) =>
  user ? db.callAs(user, 'cotizar_compra', args) : db.callAnon('cotizar_compra', args);
const lines = (answer: Answer) =>
  (answer.lineas as Array<{ concepto: string; centimos: number; porcentaje?: number }>).map(
    ({ concepto, centimos, porcentaje }) => [concepto, centimos, porcentaje],
  );

describe('the lines of a quote', () => {
  test('are ordered as offer, Club, coupon, surcharge, each rounded half up', async () => {
    const member = await createUser(sql, { club: true });
    const producto = await createProduct(sql, { precio: 18.49, oferta: 15.75 });
    const codigo = await createCoupon(sql, producto, { percent_discount: 15 });
    const answer = await quote(member, { p_producto: producto, p_metodo: 'paypal', p_cupon: codigo });
    expect(lines(answer)).toEqual([
      ['base', 1849, undefined],
      ['oferta', -274, 15],
      ['club', -472, 30],
      ['cupon', -165, 15],
      ['recargo_paypal', 75, 8],
    ]);
    expect(answer).toMatchObject({ ok: true, total_centimos: 1013, total_uncoins: 1013 });
  });

  test.each([
    [10, 9.99, 1],
    [200, 0.5, 99],
  ])('round a discount to 1 to 99 percent: %d to %d is %d', async (precio, oferta, percent) => {
    const answer = await quote(null, { p_producto: await createProduct(sql, { precio, oferta }) });
    expect(lines(answer)[1]?.[2]).toBe(percent);
  });

  test('prefer the edition’s values over the product’s', async () => {
    const producto = await createProduct(sql, { precio: 10, oferta: 5 });
    const edicion = await createEdition(sql, producto, { nombre: 'Capitán', precio: 20 });
    const answer = await quote(null, { p_producto: producto, p_edicion: edicion });
    expect(lines(answer)).toEqual([['base', 2000, undefined]]);
    expect(answer.edicion).toBe('Capitán');
  });

  test('give visitors the public price, without delivery data', async () => {
    const producto = await createProduct(sql, { precio: 10, oferta: 7 });
    const answer = await quote(null, { p_producto: producto });
    expect(answer.total_centimos).toBe(700);
    expect(answer).not.toHaveProperty('interno');
  });

  test('follow the percentages of the configuration', async () => {
    const member = await createUser(sql, { club: true });
    const producto = await createProduct(sql);
    await sql`update configuracion_global set club_descuento_porcentaje = 50, recargo_paypal_porcentaje = 10`;
    const answer = await quote(member, { p_producto: producto, p_metodo: 'paypal' });
    await sql`update configuracion_global set club_descuento_porcentaje = 30, recargo_paypal_porcentaje = 8`;
    expect(lines(answer)).toEqual([
      ['base', 1000, undefined],
      ['club', -500, 50],
      ['recargo_paypal', 50, 10],
    ]);
  });

  test('grant no Club price on a pack of coins', async () => {
    const member = await createUser(sql, { club: true });
    const pack = await createProduct(sql, { category: 'uncoins', uncoins: 100, precio: 1.59 });
    expect(await quote(member, { p_producto: pack })).toMatchObject({ total_centimos: 159, es_recarga: true });
  });
});

describe('a quote is refused', () => {
  const refusals: Array<[string, Record<string, unknown>, string]> = [
    ['under review', { status: 'pending' }, 'pendiente'],
    ['rejected', { status: 'rejected' }, 'rechazado'],
    ['unavailable', { disponibilidad: false }, 'no_disponible'],
    ['out of stock', { stock: false }, 'sin_stock'],
    ['out of units', { unidades: 0 }, 'sin_stock'],
    ['for the Club only', { club_only: true }, 'requiere_club'],
  ];
  test.each(refusals)('for a product that is %s', async (_state, product, error) => {
    const producto = await createProduct(sql, product);
    expect(await quote(await createUser(sql), { p_producto: producto })).toEqual({ ok: false, error });
    expect(await quote(null, { p_producto: producto })).toEqual({ ok: false, error });
  });

  const accounts: Array<[string, Record<string, unknown>, string]> = [
    ['disabled', { reputacion: 'deshabilitado' }, 'cuenta_deshabilitada'],
    ['banned', { banned_until: new Date(Date.now() + 60_000) }, 'cuenta_baneada'],
  ];
  test.each(accounts)('to an account that is %s', async (_state, account, error) => {
    const user = await createUser(sql, account);
    expect(await quote(user, { p_producto: await createProduct(sql) })).toEqual({ ok: false, error });
  });

  test('for an unknown product, edition or bundle, or if both are given', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql);
    const other = await createEdition(sql, await createProduct(sql));
    const bundle = await createBundle(sql, [producto]);
    const nowhere = '00000000-0000-4000-8000-000000000000';
    for (const args of [
      { p_producto: nowhere },
      { p_producto: producto, p_edicion: other },
      { p_producto: null, p_bundle: nowhere },
      { p_producto: producto, p_bundle: bundle },
      { p_producto: null },
    ]) {
      expect(await quote(user, args)).toEqual({ ok: false, error: 'no_existe' });
    }
  });

  test('for products that the recipient owns, by edition', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql);
    const edicion = await createEdition(sql, producto);
    await buy(db, user, { producto });
    expect(await quote(user, { p_producto: producto })).toEqual({ ok: false, error: 'ya_lo_tienes' });
    expect(await quote(user, { p_producto: producto, p_edicion: edicion })).toMatchObject({ ok: true });
    const giver = await createUser(sql);
    // A gift's quote does not reveal the recipient's ownership; the payment is refused before it starts.
    expect(await quote(giver, { p_producto: producto, p_destinatario: user })).toMatchObject({ ok: true });
    expect(await createPayment(db, giver, { producto, destinatario: user })).toMatchObject({ error: 'ya_lo_tienes' });
  });

  test('for a bundle that is owned completely or contains a closed or Club product', async () => {
    const user = await createUser(sql);
    const [first, second] = [await createProduct(sql), await createProduct(sql)];
    const bundle = await createBundle(sql, [first, second]);
    expect(await quote(user, { p_producto: null, p_bundle: bundle })).toMatchObject({ ok: true, total_centimos: 1500 });
    await buy(db, user, { producto: second });
    const known = (await sql`select nombre from productos where id = ${second}`).map(({ nombre }) => nombre);
    expect(await quote(user, { p_producto: null, p_bundle: bundle })).toMatchObject({ ok: true, ya_tienes: known });
    await buy(db, user, { producto: first });
    expect(await quote(user, { p_producto: null, p_bundle: bundle })).toMatchObject({ error: 'ya_lo_tienes' });
    await sql`update productos set status = 'pending' where id = ${first}`;
    expect(await quote(null, { p_producto: null, p_bundle: bundle })).toMatchObject({ error: 'pendiente' });
    await sql`update productos set status = 'approved', club_only = true where id = ${first}`;
    expect(await quote(null, { p_producto: null, p_bundle: bundle })).toMatchObject({ error: 'requiere_club' });
  });

  test('for gifts to oneself, to unknown people, or paid in coins', async () => {
    const [user, friend] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql);
    const gift = (p_destinatario: string, p_metodo = 'tarjeta') =>
      quote(user, { p_producto: producto, p_destinatario, p_metodo });
    expect(await gift(user)).toMatchObject({ error: 'regalo_a_si_mismo' });
    expect(await gift('00000000-0000-4000-8000-000000000000')).toMatchObject({ error: 'destinatario_no_existe' });
    expect(await gift(friend, 'uncoins')).toMatchObject({ error: 'metodo_no_valido' });
    expect(await gift(friend)).toMatchObject({ ok: true });
    expect(await quote(null, { p_producto: producto, p_destinatario: friend })).toMatchObject({ error: 'sin_sesion' });
  });

  test('for a pack of coins paid by another method than card, or given as a gift', async () => {
    const [user, friend] = [await createUser(sql), await createUser(sql)];
    const pack = await createProduct(sql, { category: 'uncoins', uncoins: 100, precio: 1.59 });
    for (const p_metodo of ['paypal', 'uncoins']) {
      expect(await quote(user, { p_producto: pack, p_metodo })).toMatchObject({ error: 'solo_tarjeta' });
    }
    expect(await quote(user, { p_producto: pack, p_destinatario: friend })).toMatchObject({ error: 'no_regalable' });
  });

  test('for an unknown method', async () => {
    const producto = await createProduct(sql);
    for (const p_metodo of ['bizum', null]) {
      expect(await quote(null, { p_producto: producto, p_metodo })).toMatchObject({ error: 'metodo_no_valido' });
    }
  });

  test('for free products to an account with bad reputation', async () => {
    const user = await createUser(sql, { reputacion: 'mala' });
    const free = await createProduct(sql, { precio: 0 });
    expect(await quote(user, { p_producto: free })).toEqual({ ok: false, error: 'gratis_no_permitido' });
    expect(await quote(user, { p_producto: await createProduct(sql) })).toMatchObject({ ok: true });
  });
});

describe('a coupon', () => {
  const asked = (user: string, producto: string, codigo: string) =>
    quote(user, { p_producto: producto, p_cupon: codigo });

  test('applies to its product, until its end', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql);
    const codigo = await createCoupon(sql, producto);
    const ended = await createCoupon(sql, producto, { caduca_at: new Date(Date.now() - 1000) });
    expect(await asked(user, producto, ` ${codigo} `)).toMatchObject({ total_centimos: 800 });
    expect(await asked(user, await createProduct(sql), codigo)).toEqual({ ok: false, error: 'cupon_no_valido' });
    expect(await asked(user, producto, ended)).toEqual({ ok: false, error: 'cupon_no_valido' });
    expect(await quote(null, { p_producto: producto, p_cupon: codigo })).toMatchObject({ error: 'sin_sesion' });
  });

  test('has limited uses, in total and per buyer', async () => {
    const [first, second] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql);
    const edicion = await createEdition(sql, producto);
    const once = await createCoupon(sql, producto, { usos_max: 1 });
    const onceEach = await createCoupon(sql, producto, { usos_por_usuario: 1 });
    await buy(db, first, { producto, cupon: once });
    expect(await asked(second, producto, once)).toMatchObject({ error: 'cupon_no_valido' });
    await buy(db, second, { producto, cupon: onceEach });
    expect(await quote(second, { p_producto: producto, p_edicion: edicion, p_cupon: onceEach })).toMatchObject({
      error: 'cupon_no_valido',
    });
    expect(await quote(first, { p_producto: producto, p_edicion: edicion, p_cupon: onceEach })).toMatchObject({
      ok: true,
    });
  });
});
