import { createTranslator, NextIntlClientProvider } from 'next-intl';
import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { PaymentDetailView } from '@/components/orders/payments/payment-detail';
import type { PaymentDetail } from '@/lib/orders/payments/types';
import messages from '@/messages/es.json';

vi.mock('next-intl/server', () => ({
  getLocale: async () => 'es',
  getTranslations: async (namespace: never) => createTranslator({ locale: 'es', messages, namespace }),
}));
vi.mock('next/navigation', () => ({ useRouter: () => ({}) }));
vi.mock('@/components/orders/payments/payment-facts', () => ({ PaymentFacts: () => null }));

const gift = {
  id: 'p1',
  name: 'Torre',
  state: 'entregado',
  shownState: 'entregado',
  provider: 'stripe',
  method: 'tarjeta',
  totalCents: 999,
  recipient: 'Luz',
  reference: 'cs_1',
  orderIds: [],
  refunds: [],
  expired: null,
} as unknown as PaymentDetail;

async function textOf(change: Partial<PaymentDetail>): Promise<string> {
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
      <PaymentDetailView payment={{ ...gift, ...change }} giftState="cancelado" supportEmail="a@b.es" help={null} />
    </NextIntlClientProvider>,
  );
  return (await new Response(prelude).text()).replaceAll(/<[^>]*>/g, '');
}

test('a gift that could not be given on its day shows the reason and the refund', async () => {
  const text = await textOf({ reason: 'sin_destinatario' });
  expect(text).toMatch(/no puede recibir regalos; te estamos devolviendo 9,99.€\./);
});

test('a free gift that its giver took back is not refunded', async () => {
  expect(await textOf({ reason: 'retirado', totalCents: 0 })).toContain(
    'Has recuperado el regalo. No se te ha cobrado nada.',
  );
});
