import { createTranslator, NextIntlClientProvider } from 'next-intl';
import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { PayPalSuccess } from '@/components/orders/end/paypal-success';
import messages from '@/messages/es.json';
import { stubEnvironment } from '../environment.ts';

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/' }));
vi.mock('next-intl/server', () => ({
  getLocale: async () => 'es',
  getTranslations: async (namespace: never) => createTranslator({ locale: 'es', messages, namespace }),
}));
vi.mock('@/lib/account/server', () => ({ requireMe: async () => ({ id: 'u1' }) }));
vi.mock('@/lib/orders/payments/find-payment', () => ({}));
vi.mock('@/components/orders/end/payment-result-client', () => ({ PaymentResult: () => null }));
vi.mock('@/components/orders/end/delivered', () => ({
  Delivered: ({ children }: { children: React.ReactNode }) => children,
}));
stubEnvironment();

test('a return from PayPal without a token offers the orders and the support', async () => {
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
      <PayPalSuccess query={Promise.resolve({})} />
    </NextIntlClientProvider>,
  );
  const html = await new Response(prelude).text();
  expect(html).toContain('No pudimos verificar tu pago con PayPal.');
  expect(html).toContain('href="/profile/orders"');
  expect(html).toContain('href="mailto:soporte@unstore.local"');
});
