import { webhookRoute } from '@/lib/webhooks/route';

/** PayPal's news about payments and payouts: signed, remembered by id, and safe to hear twice, late or out of order. */
export const POST = webhookRoute('paypal');
