import type { MethodFacts } from '../method-facts';

/** Cards, on Stripe's page. */
export const card = {
  provider: 'stripe',
  icon: 'card',
  choice: { title: 'checkout.card', text: 'checkout.cardText' },
  surcharge: null,
  // Stripe charges no less to a card in euro.
  minimumCents: 50,
  start: { path: '/api/create-checkout-session', body: { metodoPago: 'tarjeta' }, url: 'url' },
  verifyPath: '/api/verificar-pago?session_id=',
  failures: { noAnswer: 'proveedor_no_responde', other: 'fallo' },
  result: { verifying: 'success.verifying', error: 'success.errorText', details: {} },
  refundsAnswerDisputes: false,
} as const satisfies MethodFacts;
