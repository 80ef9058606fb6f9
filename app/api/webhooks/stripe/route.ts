import { requestLog } from '@/lib/core/log';
import { acceptsVersion } from '@/lib/payments/stripe/version';
import { takeStripeEvent, verifyStripeWebhook } from '@/lib/webhooks/stripe';

/**
 * Stripe's events about payments and the Club. They are verified and recorded by id, and may arrive twice, late or out
 * of order.
 */
export async function POST(request: Request) {
  const log = requestLog(request.headers);
  const event = await verifyStripeWebhook(await request.text(), request.headers.get('stripe-signature'));
  if (!event) {
    log.warn('a webhook without a valid signature was refused');
    return Response.json({ error: 'firma_no_valida' }, { status: 400 });
  }
  try {
    if (!(await acceptsVersion(event))) return Response.json({ error: 'version_no_valida' }, { status: 400 });
    const outcome = await takeStripeEvent(event);
    log.info({ event: event.id, type: event.type, outcome }, 'webhook');
    return Response.json({ received: true });
  } catch (error) {
    log.error(
      { event: event.id, type: event.type, error: (error as Error).message },
      'a webhook could not be taken in',
    );
    return Response.json({ error: 'fallo' }, { status: 500 });
  }
}
