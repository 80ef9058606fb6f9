import { leastCardCents } from '@/lib/pricing';
import type { MethodFacts } from '../method-facts';

/** Cards, and the other methods that the Stripe account offers on Stripe's page. */
export const card = {
  provider: 'stripe',
  icon: 'card',
  marks: [
    { name: 'Visa', file: '/payments/visa.svg' },
    { name: 'Mastercard', file: '/payments/mastercard.svg' },
    { name: 'American Express', file: '/payments/amex.svg' },
  ],
  choice: { title: 'checkout.card', text: 'checkout.cardText' },
  surcharge: null,
  minimumCents: leastCardCents,
  start: { path: '/api/create-checkout-session', body: { metodoPago: 'tarjeta' }, url: 'url' },
  resultPath: '/success?session_id=',
  verifyPath: '/api/verificar-pago?session_id=',
  failures: { noAnswer: 'proveedor_no_responde', other: 'fallo' },
  result: { verifying: 'success.verifying', error: 'success.errorText', details: {} },
  refundsAnswerDisputes: false,
} as const satisfies MethodFacts;
