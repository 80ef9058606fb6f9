import { webhookRoute } from '@/lib/webhooks/route';

/**
 * Stripe's events about payments and the Club. They are verified and recorded by id, and may arrive twice, late or out
 * of order.
 */
export const POST = webhookRoute('stripe');
