import { expect, test, vi } from 'vitest';
import { consentVersion } from '@/lib/checkout/consent';
import { pageMethods } from '@/lib/payments/methods';
import { createPayment, createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

const request = vi.hoisted(() => ({ client: undefined as unknown }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => request.client,
  createPublicClient: () => request.client,
}));
const later = vi.hoisted((): Array<() => unknown> => []);
vi.mock('next/server', () => ({ after: (task: () => unknown) => void later.push(task) }));
vi.mock('next/cache', () => ({
  cacheTag: () => undefined,
  cacheLife: () => undefined,
  revalidateTag: () => undefined,
}));

const { db, clientOf } = await openShop();
const { sql } = db;
const { startPayment } = await import('@/lib/checkout/start-payment');

// Every quote is counted, in the place of the function that computes it.
await sql`create sequence public.quotes`;
await sql`alter function privado.presupuesto_actual rename to presupuesto_contado`;
await sql.unsafe(`create function privado.presupuesto_actual(uuid, uuid, uuid, uuid, text, text, uuid, boolean)
  returns jsonb language plpgsql volatile security definer set search_path = '' as $$
  begin
    perform nextval('public.quotes');
    return privado.presupuesto_contado($1, $2, $3, $4, $5, $6, $7, $8);
  end $$`);
const countQuotes = async () =>
  Number((await sql`select case when is_called then last_value else 0 end as n from public.quotes`)[0]?.n);

/** A person who begins to buy a new product, and what that asks the database by its functions. */
async function shopper(product: Record<string, unknown> = {}) {
  const id = await createUser(sql);
  const producto = await createProduct(sql, product);
  const slug = String((await sql`select slug from productos where id = ${producto}`)[0]?.slug);
  const client = clientOf(id);
  const ask = client.rpc.bind(client);
  const rpc = vi.spyOn(client, 'rpc');
  const calls = () => rpc.mock.calls.map(([name]) => String(name));
  const purchase = {
    producto: slug,
    edicion: null,
    bundle: null,
    cupon: null,
    destinatario: null,
    minecraftName: 'jugador_1',
    mensaje: null,
    fechaEntrega: null,
    correoRegalo: null,
    consentimiento: consentVersion,
    procedencia: null,
    total: null,
    intento: crypto.randomUUID(),
  };
  const start = (method: 'tarjeta' | 'paypal', more: object = {}) => {
    request.client = client;
    return startPayment({ id, email: 'ana@gmail.com', locale: 'es' }, { ...purchase, ...more }, method);
  };
  const breakCall = (broken: string) =>
    rpc.mockImplementation((...asked) => {
      if (asked[0] === broken) throw new Error('fetch failed');
      return ask(...asked);
    });
  return { id, producto, breakCall, calls, start };
}

test.each(['tarjeta', 'paypal'] as const)('a payment by %s is resolved and quoted once', async (method) => {
  const { calls, start } = await shopper();
  const before = await countQuotes();
  expect(await start(method)).toMatchObject({ ok: true });
  expect((await countQuotes()) - before).toBe(1);
  expect(calls()).toEqual(['id_de_producto', 'crear_pago']);
});

test('the source of a sale is recorded after the response, and a failure does not affect the purchase', async () => {
  const procedencia = { fuente: 'enlace', etiqueta: 'boletin' };
  const { id, breakCall, calls, start } = await shopper();
  later.length = 0;
  expect(await start('tarjeta', { procedencia })).toMatchObject({ ok: true });
  expect(calls()).toEqual(['id_de_producto', 'crear_pago']);
  await Promise.all(later.splice(0).map((task) => task()));
  const [kept] = await sql`
    select o.fuente, o.etiqueta from procedencias_pago o join pagos p on p.id = o.pago_id where p.user_id = ${id}`;
  expect(kept).toEqual(procedencia);

  breakCall('anotar_procedencia');
  expect(await start('paypal', { procedencia, intento: crypto.randomUUID() })).toMatchObject({ ok: true });
  await Promise.all(later.splice(0).map((task) => task()));
});

test('an amount below a method’s minimum is refused before anything is written', async () => {
  const { id, start } = await shopper({ precio: 0.49 });
  expect(await start('tarjeta')).toMatchObject({ ok: false, error: 'importe_minimo' });
  expect(await sql`select from pagos where user_id = ${id}`).toEqual([]);
  expect(await start('paypal')).toMatchObject({ ok: true });
});

test('the database knows the smallest amount of each method', async () => {
  for (const [method, { minimumCents }] of Object.entries(pageMethods)) {
    const [row] = await sql`select privado.importe_minimo(${method}) as cents`;
    expect([method, row?.cents]).toEqual([method, Math.max(minimumCents, 1)]);
  }
});

test('a repeated attempt gets no Stripe page if its product is gone', async () => {
  const { producto, start } = await shopper();
  expect(await start('tarjeta')).toMatchObject({ ok: true });
  await sql`update productos set disponibilidad = false where id = ${producto}`;
  expect(await start('tarjeta')).toMatchObject({ ok: false, error: 'no_disponible' });
});

test('a started payment records an offer that began by its date in the price history', async () => {
  const user = await createUser(sql);
  const producto = await createProduct(sql, { precio: 10 });
  await sql`insert into ofertas (producto_id, precio, desde, hasta)
    values (${producto}, 6, now() - interval '1 minute', now() + interval '2 days')`;
  expect(await createPayment(db, user, { producto })).toMatchObject({ ok: true, total_centimos: 600 });
  const rows = await sql`select oferta from historial_precios where producto_id = ${producto} order by id`;
  expect(rows.map(({ oferta }) => oferta && Number(oferta))).toEqual([null, 6]);
});

test('only admins can start payments in maintenance mode, even through the API', async () => {
  const [user, admin] = [await createUser(sql), await createUser(sql, { role: 'admin' })];
  const [first, second] = [await createProduct(sql), await createProduct(sql, { precio: 0 })];
  await sql`update configuracion_global set mantenimiento = true`;
  for (const what of [
    { producto: first },
    { producto: second, metodo: 'gratis' },
    { producto: first, destinatario: admin },
  ])
    expect(await createPayment(db, user, what)).toEqual({ ok: false, error: 'mantenimiento' });
  expect(await createPayment(db, admin, { producto: first })).toMatchObject({ ok: true });
  await sql`update configuracion_global set mantenimiento = false`;
  expect(await createPayment(db, user, { producto: first })).toMatchObject({ ok: true });
});

test('in maintenance mode the API redeems no code, gives nothing of the Club and opens no page to join it', async () => {
  const [user, admin] = [await createUser(sql, { club: true }), await createUser(sql, { role: 'admin' })];
  const guest = await createUser(sql);
  const [redeemed, claimed] = [await createProduct(sql), await createProduct(sql, { club_only: true })];
  for (const codigo of ['CERRADO-1', 'CERRADO-2'])
    await sql`insert into codigos_canjes (codigo, id_producto) values (${codigo}, ${redeemed})`;
  const calls = [
    [user, 'canjear_codigo', { p_codigo: 'CERRADO-1', p_minecraft_name: 'jugador_1' }],
    [user, 'reclamar_con_club', { p_producto: claimed, p_minecraft_name: 'jugador_1' }],
    [guest, 'abrir_sesion_club', { p_plan: 'monthly', p_idioma: 'es' }],
  ] as const;
  await sql`update configuracion_global set mantenimiento = true`;
  for (const [who, name, values] of calls)
    expect(await db.callAs(who, name, values), name).toEqual({ ok: false, error: 'mantenimiento' });
  const again = { p_codigo: 'CERRADO-2', p_minecraft_name: 'jugador_1' };
  expect(await db.callAs(admin, 'canjear_codigo', again)).toMatchObject({ ok: true });
  await sql`update configuracion_global set mantenimiento = false`;
  for (const [who, name, values] of calls) expect(await db.callAs(who, name, values), name).toMatchObject({ ok: true });
});
