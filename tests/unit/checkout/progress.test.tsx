import { NextIntlClientProvider } from 'next-intl';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { CheckoutProgress } from '@/components/checkout/checkout-progress-client';
import messages from '@/messages/es.json';

const page = vi.hoisted(() => ({ path: '' }));
vi.mock('@/components/nav/use-public-path', () => ({ usePublicPath: () => page.path }));

test.each([
  ['/cart', '1 Cesta'],
  ['/checkout', '2 Pago'],
  ['/success', '3 Completado'],
  ['/paypal-success', '3 Completado'],
])('at %s the step of a purchase is %s', (path, step) => {
  page.path = path;
  const html = renderToStaticMarkup(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
      <CheckoutProgress />
    </NextIntlClientProvider>,
  );
  const steps = html.split('<li').slice(1);
  const text = (item: string) => item.replaceAll(/<svg.*?<\/svg>|^[^>]*>|<[^>]*>/g, ' ').trim();
  expect(steps.map((item) => text(item).replaceAll(/\d|\s/g, ''))).toEqual(['Cesta', 'Pago', 'Completado']);
  const current = steps.filter((item) => item.includes('aria-current="step"'));
  expect(current.map((item) => text(item).replaceAll(/\s+/g, ' '))).toEqual([step]);
});
