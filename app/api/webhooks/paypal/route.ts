import { webhookRoute } from '@/lib/webhooks/route';

/**
 * PayPal's events about payments and payouts. They are verified and recorded by id, and may arrive twice, late or out
 * of order.
 */
export const POST = webhookRoute('paypal');
