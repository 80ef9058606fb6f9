import { expect } from '@playwright/test';
import { findImbalances } from './support/balance.ts';
import { startCardPayment, startPayPalPayment } from './support/buying.ts';
import { database } from './support/database.ts';
import { test } from './support/http.ts';
import { runCron } from './support/job.ts';
import { createPerson, type Person } from './support/people.ts';
import { booksOf, provider } from './support/shopping.ts';

type Fault = Parameters<ReturnType<typeof provider>['addFault']>[0];

/** Faults of webhooks. `reorder` sends the last one first. */
const faults: Record<string, Fault | null> = {
  'in order': null,
  duplicated: { kind: 'duplicate', times: 10, copies: 3 },
  delayed: { kind: 'delay', times: 10, delayMs: 3_600_000 },
  reordered: { kind: 'reorder', times: 2, holdMs: 3_600_000 },
  dropped: { kind: 'drop', times: 10 },
};

type Course = { name: string; run: (reference: string) => Promise<void>; ends: string };
type Method = { name: string; start: typeof startCardPayment; courses: Course[] };

/** Approves as the buyer; the shop captures on any event, or by the job. */
async function capture(order: string): Promise<void> {
  await provider().paypal.approve(order);
  await provider().flush(order);
  await runCron();
}

const methods: Method[] = [
  {
    name: 'card',
    start: startCardPayment,
    courses: [
      { name: 'paid', run: async (id) => void (await provider().stripe.pay(id)), ends: 'entregado' },
      {
        name: 'paid and refunded',
        run: async (id) => {
          await provider().stripe.pay(id);
          await provider().stripe.refund(id);
        },
        ends: 'reembolsado',
      },
      {
        name: 'paid, disputed and won',
        run: async (id) => {
          await provider().stripe.pay(id);
          await provider().stripe.dispute(id);
          await provider().stripe.closeDispute(id, 'won');
        },
        ends: 'entregado',
      },
    ],
  },
  {
    name: 'PayPal',
    start: startPayPalPayment,
    courses: [
      {
        name: 'approved without a return',
        run: async (id) => void (await provider().paypal.approve(id)),
        ends: 'entregado',
      },
      {
        name: 'approved, held for review and completed',
        run: async (id) => {
          await provider().paypal.approve(id, { funding: 'pending' });
          await provider().flush(id);
          await runCron();
          await provider().paypal.settle(id, 'completed');
        },
        ends: 'entregado',
      },
      {
        name: 'captured, disputed and lost',
        run: async (id) => {
          await capture(id);
          await provider().paypal.dispute(id, { stage: 'INQUIRY' });
          await provider().paypal.updateDispute(id, { stage: 'CHARGEBACK', status: 'UNDER_REVIEW' });
          await provider().paypal.resolveDispute(id, 'RESOLVED_BUYER_FAVOUR');
        },
        ends: 'reembolsado',
      },
      {
        name: 'captured, with a failed refund',
        run: async (id) => {
          await capture(id);
          await provider().paypal.refund(id);
          await provider().paypal.settleRefund(id, 'FAILED');
        },
        ends: 'entregado',
      },
    ],
  },
];

/** The job polls payments of the last three days. Those of finished tests are aged, so that later jobs skip them. */
const age = (person: Person) =>
  database()`update pagos set pagado_at = pagado_at - interval '4 days' where user_id = ${person.id} and proveedor = 'paypal'`;

for (const { name, start, courses } of methods) {
  for (const course of courses) {
    for (const [way, fault] of Object.entries(faults)) {
      const tag = way === 'dropped' ? [] : '@nightly';
      test(`the ledger balances after a payment: ${name}, ${course.name}, webhooks ${way}`, { tag }, async ({
        enter,
      }) => {
        const person = await createPerson();
        const reference = await start(await enter(person), 'domador');
        if (fault) await provider().addFault({ ...fault, scope: { id: reference } });
        await course.run(reference);
        // Processing one event may cause another: PayPal's approval leads to the capture.
        await provider().flush(reference);
        await provider().idle({ id: reference, until: 'settled' });
        await provider().flush(reference);
        await provider().idle({ id: reference, until: 'all' });
        await runCron();
        expect((await booksOf(person)).payments).toEqual([course.ends]);
        expect(await findImbalances()).toEqual([]);
        const { receipts } = await booksOf(person);
        expect(receipts).toBeLessThanOrEqual(1);
        await age(person);
      });
    }
  }
}
