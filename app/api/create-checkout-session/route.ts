import { startByRequest } from '@/lib/checkout/provider-route';
import { checkoutSessionBody } from '@/lib/checkout/schema';
import { startPayment } from '@/lib/checkout/start-payment';
import { isStripeError } from '@/lib/payments/stripe/client';

/**
 * Starts a card payment: answers `{ id, url }`, or `{ error, message }` with the reason's status
 * (docs/behaviour/checkout.md, "Paths that start a payment").
 */
export async function POST(request: Request) {
  const started = await startByRequest(request, {
    schema: checkoutSessionBody,
    start: (buyer, input) => startPayment(buyer, input, 'tarjeta'),
    failure: (error) => (isStripeError(error) ? 'proveedor_no_responde' : 'fallo'),
  });
  if (started instanceof Response) return started;
  return Response.json(started.ok ? started.value : null);
}
