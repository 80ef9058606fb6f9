import { createFormatter, createTranslator, NextIntlClientProvider } from 'next-intl';
import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { ProductTable } from '@/components/creators/product-table';
import { formats } from '@/lib/core/i18n/formats';
import type { CreatorProduct } from '@/lib/creators/types';
import messages from '@/messages/es.json';

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/dashboard' }));
vi.mock('next-intl/server', () => ({
  getLocale: async () => 'es',
  getFormatter: async () => createFormatter({ locale: 'es', timeZone: 'Europe/Madrid', formats }),
  getTranslations: async (namespace: never) => createTranslator({ locale: 'es', messages, namespace }),
}));
vi.mock('@/components/creators/choose-products-client', () => ({
  ChooseProduct: () => null,
  ChosenProducts: () => null,
}));

const product: CreatorProduct = {
  id: 'p1',
  slug: 'fragua',
  name: 'Fragua',
  status: 'approved',
  coverUrl: '/default-cover.webp',
  coverBlur: null,
  views: 12,
  orders: 3,
  revenueCents: 600,
  recentViews: 2,
  recentOrders: 1,
  recentRevenueCents: 200,
  hasPendingChange: false,
  hasChangesAsked: false,
};

test.each([
  ['approved', 'Aprobado', 'text-good'],
  ['pending', 'En revisión', 'text-warn'],
  ['rejected', 'Rechazado', 'text-bad'],
] as const)('a row leads to the form, and its state %s is %s in its colour', async (status, label, color) => {
  const view = { sort: 'views', descending: true, status: null, page: 1 } as const;
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
      <ProductTable products={[{ ...product, status }]} found={1} view={view} span={30} />
    </NextIntlClientProvider>,
  );
  const row = (await new Response(prelude).text()).split('<tbody')[1] ?? '';
  expect(row).toContain('href="/edit/fragua"');
  expect(row).toMatch(new RegExp(`<td class="[^"]*\\b${color}\\b[^"]*"><span>${label}</span>`));
});
