import { describe, expect, test } from 'vitest';
import { consentPattern, consentVersion } from '@/lib/checkout/consent';
import en from '@/messages/en.json';
import es from '@/messages/es.json';
import {
  buy,
  createBundle,
  createCoupon,
  createEdition,
  createPayment,
  createProduct,
  createUser,
  deliver,
  giveCoins,
  openPayment,
} from './factories.ts';
import { openDatabase } from './harness.ts';

const db = await openDatabase({ connections: 4 });
const { sql } = db;
const missing = { ok: false, error: 'falta_consentimiento' };

const paymentOf = async (user: string) =>
  (
    await sql`select consentimiento_version as version, consentimiento_at as at, minecraft_name as name, created_at as made
    from pagos where user_id = ${user}`
  )[0];

test('the wording on the page is the stored one of its version', async () => {
  const [row] = await sql`select es, en from textos_consentimiento where version = ${consentVersion}`;
  expect(row).toEqual({ es: es.checkout.consent, en: en.checkout.consent });
  expect(consentVersion).toMatch(consentPattern);
});

test('stored wordings are immutable', async () => {
  await expect(sql`update textos_consentimiento set es = 'x'`).rejects.toThrow();
  await expect(sql`delete from textos_consentimiento`).rejects.toThrow();
});

describe('a purchase without the consent', () => {
  test.each(['tarjeta', 'paypal', 'uncoins'])('by %s is refused and stores nothing', async (metodo) => {
    const user = await createUser(sql);
    await giveCoins(sql, user, 5000);
    const producto = await createProduct(sql, { unidades: 1 });
    for (const consentimiento of [null, '', 'otra-version']) {
      expect(await createPayment(db, user, { producto, metodo, consentimiento })).toEqual(missing);
    }
    expect(await paymentOf(user)).toBeUndefined();
    expect(await sql`select 1 from reservas where user_id = ${user}`).toHaveLength(0);
    const [{ uncoins } = {}] = await sql`select uncoins from usuarios_meta where id = ${user}`;
    expect(uncoins).toBe(5000);
  });

  test('is refused for an edition, a bundle, a preorder and a gift', async () => {
    const [user, friend] = [await createUser(sql), await createUser(sql)];
    const producto = await createProduct(sql);
    const purchases = [
      { producto, edicion: await createEdition(sql, producto) },
      { bundle: await createBundle(sql, [producto, await createProduct(sql)]) },
      { producto: await createProduct(sql, { reserva: true, fecha_lanzamiento: '2999-01-01' }) },
      { producto, destinatario: friend },
    ];
    for (const purchase of purchases) {
      expect(await createPayment(db, user, { ...purchase, consentimiento: null })).toEqual(missing);
      expect(await createPayment(db, user, purchase)).toMatchObject({ ok: true });
    }
  });

  test('is possible for a free product, a fully discounted one and a pack of UnCoins', async () => {
    const user = await createUser(sql);
    const free = await createProduct(sql, { precio: 0 });
    expect(await createPayment(db, user, { producto: free, consentimiento: null })).toMatchObject({ ok: true });
    const producto = await createProduct(sql);
    const cupon = await createCoupon(sql, producto, { percent_discount: 100 });
    expect(await createPayment(db, user, { producto, cupon, consentimiento: null })).toMatchObject({ ok: true });
    const pack = await createProduct(sql, { category: 'uncoins', uncoins: 100, precio: 1.59 });
    expect(await createPayment(db, user, { producto: pack, consentimiento: null })).toMatchObject({ ok: true });
    // A consent that nothing needs is not kept.
    expect(await createPayment(db, await createUser(sql), { producto: free })).toMatchObject({ ok: true });
    expect(await sql`select 1 from pagos where producto_id = ${free} and consentimiento_at is not null`).toHaveLength(
      0,
    );
    expect(await sql`select 1 from pagos where user_id = ${user} and consentimiento_at is not null`).toHaveLength(0);
  });
});

test('version and time are stored with the payment, and appear on its invoice and receipt', async () => {
  await sql`update configuracion_global set vendedor_nombre = 'U', vendedor_nif = 'B1', vendedor_direccion = 'M'`;
  const user = await createUser(sql);
  const { id } = await buy(db, user, { producto: await createProduct(sql) });
  const payment = await paymentOf(user);
  expect(payment?.version).toBe(consentVersion);
  expect(payment?.at).toEqual(payment?.made);
  const [invoice] = await sql`select datos -> 'consentimiento' as consent from facturas where pago_id = ${id}`;
  expect(invoice?.consent).toMatchObject({ version: consentVersion, aceptado_at: expect.any(String) });
  expect(await db.callService('datos_recibo', { p_pago: id })).toMatchObject({
    consentimiento: { es: es.checkout.consent, en: en.checkout.consent },
    consentimiento_at: expect.any(String),
  });
});

test('continuing a payment keeps its original consent', async () => {
  const user = await createUser(sql);
  const producto = await createProduct(sql);
  const first = await createPayment(db, user, { producto });
  const before = await paymentOf(user);
  expect(await createPayment(db, user, { producto, consentimiento: null })).toEqual(missing);
  expect((await createPayment(db, user, { producto })).pago_id).toBe(first.pago_id);
  expect(await paymentOf(user)).toEqual(before);
});

test('a pack of UnCoins has no Minecraft name, and everything else requires one', async () => {
  const user = await createUser(sql);
  const pack = await createProduct(sql, { category: 'uncoins', uncoins: 500, precio: 7.95 });
  const payment = await openPayment(db, user, { producto: pack, minecraft: 'no es nombre' });
  expect(await deliver(db, payment)).toMatchObject({ ok: true, estado: 'entregado' });
  expect((await paymentOf(user))?.name).toBeNull();
  const answer = await createPayment(db, user, { producto: await createProduct(sql), minecraft: '' });
  expect(answer).toMatchObject({ error: 'nombre_minecraft_no_valido' });
});

test('the receipt of a bundle names each of its orders', async () => {
  const user = await createUser(sql);
  const bundle = await createBundle(sql, [await createProduct(sql), await createProduct(sql)]);
  const { id } = await buy(db, user, { bundle });
  const orders = await sql`select id from adquisiciones where pago_id = ${id}`;
  const receipt = await db.callService('datos_recibo', { p_pago: id });
  const named = (receipt.articulos as unknown as { pedido_id: string; nombre: string }[]) ?? [];
  expect(named.map(({ pedido_id }) => pedido_id).sort()).toEqual(orders.map((order) => order.id).sort());
  expect(named.every(({ nombre }) => nombre.startsWith('Producto'))).toBe(true);
});

describe('a coupon', () => {
  test('is found in any spelling, and an exact match first', async () => {
    const user = await createUser(sql);
    const producto = await createProduct(sql, { precio: 10 });
    const suffix = producto.slice(0, 8);
    await createCoupon(sql, producto, { codigo: `Verano${suffix}`, percent_discount: 20 });
    for (const cupon of [`VERANO${suffix}`, `verano${suffix}`, ` vErAnO${suffix.toUpperCase()} `]) {
      expect(await createPayment(db, user, { producto, cupon })).toMatchObject({ ok: true, total_centimos: 800 });
    }
    await createCoupon(sql, producto, { codigo: `VERANO${suffix}`, percent_discount: 50 });
    expect(await createPayment(db, user, { producto, cupon: `VERANO${suffix}` })).toMatchObject({
      total_centimos: 500,
    });
    expect(await createPayment(db, user, { producto, cupon: `Verano${suffix}` })).toMatchObject({
      total_centimos: 800,
    });
  });

  test('counts its uses over all spellings', async () => {
    const producto = await createProduct(sql, { precio: 10 });
    const codigo = await createCoupon(sql, producto, { usos_max: 1 });
    await buy(db, await createUser(sql), { producto, cupon: codigo.toLowerCase() });
    const late = await createPayment(db, await createUser(sql), { producto, cupon: codigo });
    expect(late).toMatchObject({ error: 'cupon_no_valido' });
  });
});
