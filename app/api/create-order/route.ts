import { startByRequest } from '@/lib/checkout/provider-route';
import { createOrderBody } from '@/lib/checkout/schema';
import { startPayment } from '@/lib/checkout/start-payment';

/**
 * Starts a PayPal payment: answers `{ id, approval_url }`, or `{ error, message }` with the reason's status
 * (docs/behaviour/checkout.md, "Paths that start a payment").
 */
export async function POST(request: Request) {
  const started = await startByRequest(request, {
    schema: createOrderBody,
    start: (buyer, input) => startPayment(buyer, input, 'paypal'),
    failure: () => 'orden_paypal_fallida',
  });
  if (started instanceof Response) return started;
  return Response.json(started.ok ? { id: started.value.id, approval_url: started.value.url } : null);
}
