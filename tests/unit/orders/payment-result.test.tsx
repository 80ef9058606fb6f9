import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { PaymentResult } from '@/components/orders/end/payment-result-client';
import type { PageMethod } from '@/lib/payments/methods';
import messages from '@/messages/es.json';

vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));

const asked = vi.hoisted(() => ({ path: '', estado: '' }));
vi.mock('@/components/orders/end/use-verification', () => ({
  useVerification: (path: string) => {
    asked.path = path;
    const result = { success: false, estado: asked.estado, motivo: null, pago: null, pedidos: [] };
    return { state: { status: asked.estado ? 'settled' : 'verifying', result }, retry: () => {} };
  },
}));

const { success, paypalSuccess, undelivered } = messages;

/** Text of the result page, with the messages passed to it. */
function shown(method: PageMethod, estado = ''): string {
  asked.estado = estado;
  return renderToStaticMarkup(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={{ success, paypalSuccess, undelivered }}>
      <PaymentResult method={method} reference="a b" supportEmail="ayuda@unstore.example" />
    </NextIntlClientProvider>,
  );
}

test.each([
  ['tarjeta', '/api/verificar-pago?session_id=a%20b', success.verifying],
  ['paypal', '/api/verificar-paypal?order_id=a%20b', paypalSuccess.verifying],
] as const)('the result of %s is requested at its own path', (method, path, text) => {
  expect(shown(method)).toContain(text);
  expect(asked.path).toBe(path);
});

test.each([
  ['tarjeta', 'revision', success.review],
  ['tarjeta', 'no_pagado', success.unpaid],
  ['tarjeta', 'caducado', success.unpaid],
  ['tarjeta', 'fallido', success.unpaid],
  ['tarjeta', 'reembolsado', success.returned],
  ['tarjeta', 'en_disputa', 'Este pago está en disputa'],
  ['paypal', 'revision', paypalSuccess.review],
  ['paypal', 'no_pagado', paypalSuccess.unpaid],
  ['paypal', 'caducado', success.unpaid],
  ['paypal', 'fallido', paypalSuccess.declined],
  ['paypal', 'reembolsado', success.returned],
  ['paypal', 'no_existe', paypalSuccess.unknown],
] as const)('a payment by %s that is %s shows the reason', (method, estado, text) => {
  const html = shown(method, estado);
  expect(html).toContain(method === 'paypal' ? paypalSuccess.errorText : success.errorText);
  expect(html).toContain(text);
});

test('an unknown card payment shows no reason', () => {
  const html = shown('tarjeta', 'no_existe');
  for (const text of Object.values(paypalSuccess)) expect(html).not.toContain(text);
});

test('what people read of a dispute or an unconfirmed payment is true for PayPal as well', () => {
  const { orders, payment, help } = messages;
  for (const text of [orders.detail.revokedText, help.rules]) expect(text.en_disputa).toContain('PayPal');
  expect(payment.steps.en_disputa.text).toContain('PayPal');
  for (const text of [success.waitingTitle, success.waitingText, success.slowText]) expect(text).not.toContain('banco');
});
