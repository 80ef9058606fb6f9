import { createFormatter, createTranslator, NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { Reward } from '@/components/orders/end/reward';
import { GiftGoods } from '@/components/orders/gifts/gift-goods';
import { Launcher } from '@/components/orders/library/launcher-client';
import { formats } from '@/lib/core/i18n/formats';
import type { GiftDetail } from '@/lib/orders/gifts/types';
import type { LibraryItem } from '@/lib/orders/library/types';
import type { PaymentDetail } from '@/lib/orders/payments/types';
import type { BoughtOrder, DownloadState } from '@/lib/orders/types';
import messages from '@/messages/es.json';

// A portal needs a browser.
vi.mock('@/components/ui/dialog-client', () => ({ Dialog: ({ children }: { children: ReactNode }) => children }));
vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/' }));
vi.mock('next-intl/server', () => ({
  getLocale: async () => 'es',
  getFormatter: async () => createFormatter({ locale: 'es', timeZone: 'Europe/Madrid', formats }),
  getTranslations: async (namespace: never) => createTranslator({ locale: 'es', messages, namespace }),
}));

async function textOf(content: ReactNode): Promise<string> {
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages} formats={formats}>
      {content}
    </NextIntlClientProvider>,
  );
  return (await new Response(prelude).text()).replaceAll(/<[^>]*>/g, ' ');
}

const orderIn = (download: DownloadState) =>
  ({ id: 'o1', product: null, edition: null, minecraftName: 'Ana', download }) as BoughtOrder;
const payment = {
  id: 'p1',
  method: 'tarjeta',
  totalCents: 999,
  orderIds: ['o1'],
  lines: [],
} as unknown as PaymentDetail;
const endOf = (...states: DownloadState[]) =>
  textOf(<Reward payment={payment} orders={states.map((state, n) => ({ ...orderIn(state), id: `o${n}` }))} />);

const { quarantine } = messages.orders.download;
const { install, join } = messages.success.next;

test('a purchase, a gift and the library say that a download was stopped', async () => {
  const gift = { orders: [{ ...orderIn('en_cuarentena'), name: 'Torre' }] } as unknown as GiftDetail;
  const item = { ...orderIn('en_cuarentena'), name: 'Torre', origin: 'compra', versions: [] } as unknown as LibraryItem;
  for (const content of [
    <GiftGoods key="gift" gift={gift} />,
    <Launcher key="item" item={item} onClose={() => {}} />,
  ]) {
    const text = await textOf(content);
    expect(text).toContain(quarantine);
    expect(text).not.toContain(messages.library.missing);
  }
  expect(await endOf('en_cuarentena')).toContain(quarantine);
});

test('a pre-order delivered by player name shows its day, and sends nobody to the server yet', async () => {
  const releaseDate = new Date(Date.now() + 864e5).toISOString();
  const order = {
    ...orderIn('no_descargable'),
    isReservation: true,
    product: { name: 'Torre', coverUrl: '', slug: 'torre', releaseDate },
  };
  const text = await textOf(<Reward payment={payment} orders={[order as BoughtOrder]} />);
  expect(text).toContain('Sale el ');
  expect(text).toContain(messages.success.next.reserved);
  expect(text).not.toContain(join);
});

test('the next steps name the download of a file only if there is one', async () => {
  expect(await endOf('disponible')).toContain(install);
  expect(await endOf('en_cuarentena', 'disponible')).toContain(install);
  for (const states of [['en_cuarentena'], ['sin_enlace'], ['reserva', 'no_descargable']] as DownloadState[][]) {
    const text = await endOf(...states);
    expect(text).toContain('tu biblioteca');
    expect(text).not.toContain(install);
    expect(text).not.toContain(join);
  }
});
