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

test('senders at once deliver each event once, whatever other addresses answer', async () => {
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
  // Of addresses that fail, a few are tried.
  expect(broken.heard.length).toBeLessThanOrEqual(8);
  expect(await sendPendingHooks()).toBe(0);
  await Promise.all([quick.close(), broken.close()]);
});
