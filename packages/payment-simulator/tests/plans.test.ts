import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { Store } from '../src/store/store.ts';
import { checkout, orderBody, paypalFor } from '../src/testing.ts';
import { openEverything } from './open.ts';

const asked = [vi.spyOn(Store.prototype, 'all'), vi.spyOn(Store.prototype, 'one')];
const all = await openEverything();
const paypal = await paypalFor(all.url);

/** SQLite's query plan, one line per table. */
function planOf(db: DatabaseSync, sql: string): string[] {
  const steps = db.prepare(`explain query plan ${sql}`).all() as Array<{ detail: string }>;
  return steps.map(({ detail }) => `${detail} for: ${sql.replace(/\s+/g, ' ')}`);
}

it('payments and webhooks are processed without scanning earlier sales', async () => {
  await all.sim.addFault({ kind: 'fail', provider: 'stripe', scope: { id: 'nobody' } });
  const session = await all.stripe.checkout.sessions.create(checkout());
  await all.sim.stripe.pay(session.id);
  const { payment_intent } = await all.stripe.checkout.sessions.retrieve(session.id);
  await all.stripe.checkout.sessions.list({ payment_intent: String(payment_intent) });
  const invoice = { invoice_id: 'pago-1' };
  const { body: order } = await paypal('POST', '/v2/checkout/orders', orderBody(invoice));
  await all.sim.paypal.approve(order.id);
  await paypal('POST', `/v2/checkout/orders/${order.id}/capture`, {});
  await all.sim.idle();

  const db = new DatabaseSync(join(all.dataDir, 'payment-providers.sqlite'), { readOnly: true });
  const questions = [...new Set(asked.flatMap((each) => each.mock.calls.map(([sql]) => sql)))];
  const plans = questions.flatMap((sql) => planOf(db, sql));
  db.close();
  expect(questions.length).toBeGreaterThan(10);
  // Objects and other tables grow with sales, so they must be queried by an index.
  expect(plans.filter((step) => /^SCAN (?!faults)|objects_kind \(kind=\?\) /.test(step))).toEqual([]);
  expect(plans.filter((step) => step.startsWith('SCAN faults'))).toEqual([
    expect.stringContaining('SCAN faults USING INDEX faults_active'),
  ]);
});
