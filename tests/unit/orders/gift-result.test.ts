import type { ReactElement } from 'react';
import { expect, test, vi } from 'vitest';
import { GiftResult } from '@/components/orders/end/gift-result';
import type { PaymentDetail } from '@/lib/orders/payments/types';

const gift = vi.hoisted(() => ({
  id: 'p1',
  state: 'entregado',
  name: 'Mapa',
  edition: null as string | null,
  to: 'Luz',
}));
vi.mock('next-intl/server', () => ({ getLocale: async () => 'es', getTranslations: async () => () => '' }));
vi.mock('@/lib/orders/gifts/server', () => ({ getGift: async () => gift }));

const payment = { id: 'p1', totalCents: 2000 } as PaymentDetail;

test.each([
  [null, 'Mapa'],
  ['Oro', 'Mapa (Oro)'],
])('the end of a gift names its edition: %s', async (edition, name) => {
  gift.edition = edition;
  const end = (await GiftResult({ payment, otherwise: null })) as ReactElement<{ name: string }>;
  expect(end.props.name).toBe(name);
});
