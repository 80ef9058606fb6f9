import 'server-only';
import { log } from '@/lib/core/log';
import { stripe } from '@/lib/payments/stripe/client';
import { takeStripeEvent } from './stripe';

const lookBackSeconds = 3 * 24 * 60 * 60;

/**
 * Handles the events of the last three days whose webhook did not arrive, oldest first. They may report a refund, a
 * dispute or the end of a subscription that no other job would notice.
 *
 * @returns how many events were new
 * @throws when Stripe does not answer
 */
export async function catchUpStripeEvents(): Promise<number> {
  const missed = await stripe()
    .events.list({
      delivery_success: false,
      created: { gte: Math.floor(Date.now() / 1000) - lookBackSeconds },
      limit: 100,
    })
    .autoPagingToArray({ limit: 5000 });
  let taken = 0;
  for (const event of missed.reverse()) {
    try {
      if ((await takeStripeEvent(event)) !== 'repeated') taken += 1;
    } catch (error) {
      log.error({ event: event.id, error: (error as Error).message }, 'a missed event could not be taken in');
    }
  }
  return taken;
}
