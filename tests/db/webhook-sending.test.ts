import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { listen } from '../e2e/support/listener.ts';
import { createProduct, createUser } from './factories.ts';
import { openShop } from './shop-harness.ts';

vi.mock('@/lib/core/log', () => ({ log: { info: vi.fn(), warn: vi.fn(), error: vi.fn() } }));

const { db } = await openShop();
const { sql } = db;
const { sendPendingHooks } = await import('@/lib/hooks/send');

async function addHook(creator: string, url: string): Promise<string> {
  return String((await db.callAs(creator, 'crear_webhook', { p_url: url, p_temas: ['review'] })).secreto);
}

async function review(creator: string, times: number) {
  const product = await createProduct(sql, { usuario_id: creator });
  for (let n = 0; n < times; n += 1) {
    await sql`insert into resenas (producto_id, user_id, estrellas) values (${product}, ${await createUser(sql)}, 5)`;
  }
}

test('concurrent senders deliver each event once, for any responses of other addresses', async () => {
  const [quick, broken] = [await listen(), await listen(() => 500)];
  const [first, second] = [await createUser(sql), await createUser(sql)];
  const secret = await addHook(first, quick.address);
  await addHook(second, broken.address);
  await addHook(second, 'http://127.0.0.1:1/');
  await review(first, 20);
  await review(second, 8);
  // A sender that has died after its lease.
  await db.asService((tx) => tx`select * from tomar_envios_webhook(4)`);
  await sql`update envios_webhook set proximo_at = now() where estado = 'enviando'`;

  const delivered = await Promise.all([sendPendingHooks(), sendPendingHooks(), sendPendingHooks()]);
  expect(delivered.reduce((sum, each) => sum + each, 0)).toBe(20);
  expect(new Set(quick.heard.map(({ headers }) => headers['webhook-id'])).size).toBe(20);
  expect(quick.heard).toHaveLength(20);
  for (const { body, headers } of quick.heard) expect(() => new Webhook(secret).verify(body, headers)).not.toThrow();

  const states = await sql`select d.url, e.estado, e.codigo, e.error, count(*)::integer from envios_webhook e
    join destinos_webhook d on d.id = e.destino_id where e.intentado_at is not null and d.usuario_id = ${second}
    group by 1, 2, 3, 4`;
  const waiting = states.map(({ url, estado, codigo, error }) => [url, estado, codigo, error]);
  expect(waiting).toContainEqual([broken.address, 'esperando', 500, null]);
  expect(waiting).toContainEqual(['http://127.0.0.1:1/', 'esperando', null, 'refused']);
  // Only a few events are tried at a failing address.
  expect(broken.heard.length).toBeLessThanOrEqual(8);
  expect(await sendPendingHooks()).toBe(0);
  await Promise.all([quick.close(), broken.close()]);
});

test.each([
  ['seconds', 429, () => '7200'],
  ['an HTTP date', 503, () => new Date(Date.now() + 7_200_000).toUTCString()],
])('only the receiver with a Retry-After in %s is paused until then', async (_what, status, header) => {
  const [busy, free] = [
    await listen(
      () => status,
      () => ({ 'retry-after': header() }),
    ),
    await listen(),
  ];
  const creator = await createUser(sql);
  await addHook(creator, busy.address);
  await addHook(creator, free.address);
  await review(creator, 1);
  await sendPendingHooks();
  const waitOf = async () =>
    (
      await sql`select extract(epoch from e.proximo_at - now())::float as event, extract(epoch from d.descansa_hasta - now())::float as address
        from envios_webhook e join destinos_webhook d on d.id = e.destino_id where d.url = ${busy.address} order by e.id`
    )[0];
  const asked = await waitOf();
  expect(asked?.event).toBeGreaterThan(7_100);
  expect(asked?.event).toBeLessThan(7_300);
  expect(asked?.address).toBeGreaterThan(7_100);
  // Another event waits with it; the other address gets both.
  await review(creator, 1);
  await sendPendingHooks();
  expect(busy.heard).toHaveLength(1);
  expect(free.heard).toHaveLength(2);
  await Promise.all([busy.close(), free.close()]);
});

test('a Retry-After neither extends the three days nor shortens the delays between attempts', async () => {
  const [long, short] = [
    await listen(
      () => 429,
      () => ({ 'retry-after': '999999999' }),
    ),
    await listen(
      () => 503,
      () => ({ 'retry-after': '0' }),
    ),
  ];
  const creator = await createUser(sql);
  for (const { address } of [long, short]) await addHook(creator, address);
  await review(creator, 1);
  await sendPendingHooks();
  const rows = await sql`select d.url, extract(epoch from e.proximo_at - e.desde)::float as event,
      extract(epoch from d.descansa_hasta - e.desde)::float as address
    from envios_webhook e join destinos_webhook d on d.id = e.destino_id where d.usuario_id = ${creator}`;
  const delaysOf = (url: string) => rows.find((row) => row.url === url);
  expect(delaysOf(long.address)?.event).toBeCloseTo(259_200, 0);
  expect(delaysOf(long.address)?.address).toBeCloseTo(259_200, 0);
  expect(delaysOf(short.address)?.event).toBeGreaterThan(59);
  expect(delaysOf(short.address)?.address).toBeGreaterThan(59);
  // The last attempt is made and marked as final.
  await sql`update envios_webhook e set desde = e.desde - interval '3 days', proximo_at = e.proximo_at - interval '3 days'
    from destinos_webhook d where d.id = e.destino_id and d.url = ${long.address}`;
  await sql`update destinos_webhook set descansa_hasta = descansa_hasta - interval '3 days' where url = ${long.address}`;
  await sendPendingHooks();
  expect(long.heard).toHaveLength(2);
  const [last] = await sql`select e.estado, d.pausado_motivo from envios_webhook e
    join destinos_webhook d on d.id = e.destino_id where d.url = ${long.address}`;
  expect(last).toEqual({ estado: 'fallido', pausado_motivo: 'fallos' });
  await Promise.all([long.close(), short.close()]);
});
