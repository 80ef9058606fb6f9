import { createFormatter, createTranslator, NextIntlClientProvider } from 'next-intl';
import type { ReactNode } from 'react';
import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { Reward } from '@/components/orders/end/reward';
import { GiftGoods } from '@/components/orders/gifts/gift-goods';
import { Launcher } from '@/components/orders/library/launcher-client';
import { OrderDetailView } from '@/components/orders/order-detail';
import { formats } from '@/lib/core/i18n/formats';
import type { GiftDetail } from '@/lib/orders/gifts/types';
import type { LibraryItem } from '@/lib/orders/library/types';
import type { PaymentDetail } from '@/lib/orders/payments/types';
import type { BoughtOrder, DownloadState, OrderDetail } from '@/lib/orders/types';
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

test('a pre-order delivered by player name shows its day everywhere, and promises nothing before it', async () => {
  const releaseDate = '2999-06-01';
  const product = { name: 'Torre', coverUrl: '', slug: 'torre', releaseDate };
  const order = {
    ...{ ...orderIn('reserva_por_nombre'), product, isReservation: true },
    ...{ createdAt: '2026-11-03T10:00:00Z', origin: 'compra' },
  } as OrderDetail;
  const rest = { versions: [], supportEmail: 'a@unstore.example', downloadProblem: undefined };
  const gift = { orders: [{ ...orderIn('reserva_por_nombre'), name: 'Torre', releaseDate }] } as unknown as GiftDetail;
  const item = { ...order, name: 'Torre', origin: 'compra', versions: [], releaseDate } as unknown as LibraryItem;
  const end = await textOf(<Reward payment={payment} orders={[order]} />);
  for (const text of [
    end,
    await textOf(<OrderDetailView order={order} {...rest} deliveries={null} licence={null} help={null} />),
    await textOf(<GiftGoods gift={gift} />),
    await textOf(<Launcher item={item} onClose={() => {}} />),
  ]) {
    expect(text).toContain('Sale el 1 de junio de 2999.');
    expect(text).toContain('Se entregará en el servidor, a Ana, cuando salga.');
    for (const promise of [
      messages.orders.detail.title,
      messages.orders.download.byName,
      'no hay nada que descargar',
    ]) {
      expect(text).not.toContain(promise);
    }
  }
  expect(end).toContain(messages.success.next.reserved);
  expect(end).not.toContain(join);
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

test('each download of a gift is named by its product', async () => {
  const orders = ['Torre', 'Mapa'].map((name) => ({ ...orderIn('disponible'), id: name, name }));
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages} formats={formats}>
      <GiftGoods gift={{ orders } as unknown as GiftDetail} />
    </NextIntlClientProvider>,
  );
  const page = await new Response(prelude).text();
  expect([...page.matchAll(/aria-label="([^"]*)"/g)].map(([, name]) => name)).toEqual([
    'Descargar Torre',
    'Descargar Mapa',
  ]);
});
