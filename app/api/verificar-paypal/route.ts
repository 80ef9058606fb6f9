import { z } from 'zod';
import { verifyByRequest } from '@/lib/payments/verify-route';

const orderId = z.string().regex(/^[0-9A-Z]{10,36}$/);

/**
 * The state of a PayPal payment, which is captured if its buyer has approved it: `?order_id=` (docs/payments.md,
 * "Verification").
 */
export const GET = (request: Request) => verifyByRequest(request, 'paypal', { name: 'order_id', schema: orderId });
