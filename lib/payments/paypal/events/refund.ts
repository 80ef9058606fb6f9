import { z } from 'zod';
import type { PaymentEvent } from '../../types';
import { findCapturedOrder } from '../captures';
import { findReversalsWith } from '../reversals';
import type { PayPalEvent } from './types';

const resource = z.object({
  id: z.string(),
  links: z.array(z.object({ rel: z.string(), href: z.string() })).default([]),
});

/** A refund was made, is pending, or failed. The current state of all refunds of the payment counts. */
export async function refundEvent(event: PayPalEvent): Promise<PaymentEvent | null> {
  const { id, links } = resource.parse(event.resource);
  const up = links.find(({ rel, href }) => rel === 'up' && href.includes('/captures/'));
  // A reversal may be linked to the capture itself.
  const captured = await findCapturedOrder(up ? (up.href.split('/').at(-1) ?? '') : id);
  return captured ? findReversalsWith(captured.orderId, up ? id : null) : null;
}
