import type { MethodFacts } from '../method-facts';

/** PayPal, on its own page. */
export const payPal = {
  provider: 'paypal',
  icon: 'wallet',
  marks: [{ name: 'PayPal', file: '/payments/paypal.svg' }],
  choice: { title: 'checkout.paypal', text: 'checkout.paypalText' },
  surcharge: 'recargo_paypal',
  minimumCents: 0,
  start: { path: '/api/create-order', body: {}, url: 'approval_url' },
  resultPath: '/paypal-success?token=',
  verifyPath: '/api/verificar-paypal?order_id=',
  failures: { noAnswer: 'orden_paypal_fallida', other: 'orden_paypal_fallida' },
  result: {
    verifying: 'paypalSuccess.verifying',
    error: 'paypalSuccess.errorText',
    details: {
      revision: 'paypalSuccess.review',
      no_pagado: 'paypalSuccess.unpaid',
      fallido: 'paypalSuccess.declined',
      rechazado: 'paypalSuccess.declined',
      no_existe: 'paypalSuccess.unknown',
    },
  },
  refundsAnswerDisputes: true,
} as const satisfies MethodFacts;
