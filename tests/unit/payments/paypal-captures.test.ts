import { expect, test, vi } from 'vitest';
import { orderInput } from './inputs.ts';
import { openSimulator } from './simulator.ts';

vi.mock('@/lib/payments/hold', () => ({ holdPayment: async () => undefined }));

const all = await openSimulator();
const { capturePayPalOrder, createPayPalOrder } = await import('@/lib/payments/paypal/orders');
const { readPayPalEvent } = await import('@/lib/payments/paypal/events');

/** An order whose payment PayPal has looked at, and turned down. */
async function declinedOrder() {
  const input = orderInput();
  const { id } = await createPayPalOrder(input);
  await all.sim.paypal.approve(id, { funding: 'pending' });
  await capturePayPalOrder(id);
  await all.sim.paypal.settle(id, 'denied');
  return { id, paymentId: input.paymentId };
}

// PayPal's own lists of events contain one of them or both.
test.each(['PAYMENT.CAPTURE.DENIED', 'PAYMENT.CAPTURE.DECLINED'])(
  'the webhook %s closes the payment on every delivery',
  async (event_type) => {
    const { id, paymentId } = await declinedOrder();
    const [sent] = await all.sim.events({ provider: 'paypal', id, type: 'PAYMENT.CAPTURE.DENIED' });
    const news = { ...(sent?.body as object), event_type } as never;
    for (const read of [await readPayPalEvent(news), await readPayPalEvent(news)]) {
      expect(read).toEqual({ kind: 'closed', provider: 'paypal', reference: id, paymentId, state: 'fallido' });
    }
  },
);
