import { webhookRoute } from '@/lib/webhooks/route';

/** Stripe's news about payments and subscriptions: signed, remembered by id, and safe to hear twice, late or out of order. */
export const POST = webhookRoute('stripe');
