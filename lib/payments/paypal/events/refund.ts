import { z } from 'zod';
import type { PaymentEvent } from '../../types';
import { findCapturedOrder } from '../captures';
import { fromPayPalValue } from '../money';
import { findPayPalOrder } from '../orders';
import type { PayPalEvent } from '../webhook';

const resource = z.object({
  amount: z.object({ value: z.string() }),
  links: z.array(z.object({ rel: z.string(), href: z.string() })),
});

/** Money went back. All of it takes back what was delivered; a part of it is for an admin to judge. */
export async function refundEvent(event: PayPalEvent): Promise<PaymentEvent | null> {
  const { amount, links } = resource.parse(event.resource);
  const captureId = links
    .find(({ rel }) => rel === 'up')
    ?.href.split('/')
    .at(-1);
  const captured = captureId ? await findCapturedOrder(captureId) : null;
  if (!captured) return null;
  const payment = { provider: 'paypal' as const, reference: captured.orderId, paymentId: captured.paymentId };
  const order = await findPayPalOrder(captured.orderId);
  const status = order?.purchase_units?.[0]?.payments?.captures?.[0]?.status;
  return status === 'PARTIALLY_REFUNDED'
    ? { ...payment, kind: 'partly_refunded', amountCents: fromPayPalValue(amount.value) ?? 0 }
    : { ...payment, kind: 'reverted', state: 'reembolsado' };
}
