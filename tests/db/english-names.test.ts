import { expect, test, vi } from 'vitest';
import { buy, createEdition, createPayment, createProduct, createUser, giveCoins } from './factories.ts';
import { addAction, addServer, whitelist } from './servers-fixture.ts';
import { openShop } from './shop-harness.ts';

type Client = ReturnType<Awaited<ReturnType<typeof openShop>>['clientOf']>;
const request = vi.hoisted(() => ({ client: undefined as unknown }));
vi.mock('@/lib/core/supabase/server', async (original) => ({
  ...(await original<object>()),
  createRequestClient: async () => request.client as Client,
}));

const { db, clientOf } = await openShop();
const { sql } = db;
const { listCoinMovements } = await import('@/lib/orders/coin-movements');
const { listMovements } = await import('@/lib/creators/money');
const { getDraftDefaults } = await import('@/lib/publish/defaults');
const { listArchived } = await import('@/lib/publish/drafts');
const { listRequests } = await import('@/lib/support/server');
const { getProductActions, listProductsWithActions, listQueue } = await import('@/lib/servers/own');

const creator = await createUser(sql);
const named = { usuario_id: creator, nombre: 'Torre', nombre_en: 'Tower' };
const product = await createProduct(sql, named);
const edition = await createEdition(sql, product, { nombre: 'Completa', nombre_en: 'Complete' });
await addServer(db, creator);
await addAction(db, creator, product, { ...whitelist, edicion_id: edition });
await buy(db, await createUser(sql), { producto: product, edicion: edition });
await giveCoins(sql, creator, 100);
const bought = await createProduct(sql, { nombre: 'Puente', nombre_en: 'Bridge', precio: 1 });
await createPayment(db, creator, { producto: bought, metodo: 'uncoins' });
const [order] = await sql`select id from adquisiciones where user_id = ${creator} and producto_id = ${bought}`;
await db.callAs(creator, 'abrir_solicitud', {
  p_para: 'tienda',
  p_tipo: 'pregunta',
  p_motivo: null,
  p_pedido: order?.id,
  p_pago: null,
  p_texto: 'No consigo que arranque.',
});
request.client = clientOf(creator);

const everything = { server: null, state: null, before: null };
const lists = {
  'products with actions on servers': async (locale: 'es' | 'en') =>
    (await listProductsWithActions(locale)).map(({ name }) => name),
  'the actions of a product': async (locale: 'es' | 'en') => {
    const found = await getProductActions(product, locale);
    return [found?.name, ...(found?.editions ?? []).map(({ name }) => name), found?.actions[0]?.edition];
  },
  'the queue of servers': async (locale: 'es' | 'en') =>
    (await listQueue(everything, locale)).commands.map((command) => command.product),
  'movements of money': async (locale: 'es' | 'en') =>
    (await listMovements({ from: null, to: null }, locale)).map((movement) => movement.product),
  'purchases with UnCoins': async (locale: 'es' | 'en') =>
    (await listCoinMovements(creator, null, locale)).movements.map((movement) => movement.name),
  'requests for help': async (locale: 'es' | 'en') =>
    (await listRequests('cliente', null, 0, locale)).requests.map((found) => found.product),
  'the defaults of a new product': async (locale: 'es' | 'en') => [(await getDraftDefaults(creator, locale))?.name],
};

test.each([
  ['products with actions on servers', ['Torre'], ['Tower']],
  ['the actions of a product', ['Torre', 'Completa', 'Completa'], ['Tower', 'Complete', 'Complete']],
  ['the queue of servers', ['Torre'], ['Tower']],
  ['movements of money', ['Torre'], ['Tower']],
  ['purchases with UnCoins', ['Puente', null], ['Bridge', null]],
  ['requests for help', ['Puente'], ['Bridge']],
  ['the defaults of a new product', ['Torre'], ['Tower']],
] as const)('%s have the names of the reader’s language', async (list, spanish, english) => {
  expect(await lists[list]('es')).toEqual(spanish);
  expect(await lists[list]('en')).toEqual(english);
});

test('archived products have the name of the reader’s language, and the Spanish one without a translation', async () => {
  await createProduct(sql, { ...named, archivado_at: new Date('2030-01-02') });
  await createProduct(sql, { usuario_id: creator, nombre: 'Muro', archivado_at: new Date('2030-01-01') });
  expect((await listArchived(creator, 'es')).map(({ name }) => name)).toEqual(['Torre', 'Muro']);
  expect((await listArchived(creator, 'en')).map(({ name }) => name)).toEqual(['Tower', 'Muro']);
});
