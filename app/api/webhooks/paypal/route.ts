import { requestLog } from '@/lib/core/log';
import { takePayPalEvent, verifyPayPalWebhook } from '@/lib/webhooks/paypal';

/**
 * PayPal's events about payments and payouts. They are verified and recorded by id, and may arrive twice, late or out
 * of order.
 */
export async function POST(request: Request) {
  const log = requestLog(request.headers);
  try {
    const event = await verifyPayPalWebhook(await request.text(), request.headers);
    if (!event) {
      log.warn('a webhook without a valid signature was refused');
      return Response.json({ error: 'firma_no_valida' }, { status: 400 });
    }
    const outcome = await takePayPalEvent(event);
    log.info({ event: event.id, type: event.event_type, outcome }, 'webhook');
    return Response.json({ received: true });
  } catch (error) {
    log.error({ error: (error as Error).message }, 'a webhook could not be taken in');
    return Response.json({ error: 'fallo' }, { status: 500 });
  }
}
