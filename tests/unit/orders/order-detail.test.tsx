// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { OrderDetailView } from '@/components/orders/order-detail';
import type { OrderDetail } from '@/lib/orders/types';
import { openPlace } from '../rendered';

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/' }));

const { show } = openPlace();

const order: OrderDetail = {
  id: '0b5e7c1a-0000-4000-8000-000000000001',
  createdAt: '2026-11-03T10:00:00Z',
  product: null,
  edition: null,
  bundleName: null,
  minecraftName: 'Capitan_Nube',
  paidCents: 0,
  inCoins: false,
  origin: 'compra',
  isReservation: false,
  downloads: 0,
  revoked: null,
  paymentId: null,
  hasInvoice: false,
  gift: null,
  download: 'revocado',
};

test.each([
  ['reembolsado', 'Compra devuelta'],
  ['en_disputa', 'Compra en disputa'],
  ['fin_club', 'Terminó con tu Club'],
] as const)('an order that ended by %s is headed by what happened', async (revoked, title) => {
  await show(
    <OrderDetailView
      order={{ ...order, revoked }}
      versions={[]}
      supportEmail="ayuda@unstore.example"
      downloadProblem={undefined}
      deliveries={null}
      licence={null}
      help={null}
    />,
  );
  expect(document.querySelector('h1')?.textContent).toBe(title);
});
