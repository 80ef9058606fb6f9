import { parse } from 'csv-parse/sync';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Sale } from '@/lib/creators/sales/types';
import en from '@/messages/en.json' with { type: 'json' };
import es from '@/messages/es.json' with { type: 'json' };

const given = vi.hoisted(() => ({ sale: {}, panel: {}, range: vi.fn(), locale: 'es', title: '' }));
vi.mock('@/lib/account/file-route', () => ({
  fileRoute: (_page: string, make: (me: object, request: Request) => unknown) => (request: Request) =>
    make({ displayName: 'Ana' }, request),
}));
const columns: Record<string, Record<string, string>> = { es: es.creatorFiles, en: en.creatorFiles };
vi.mock('next-intl/server', () => ({
  getTranslations:
    async ({ locale, namespace }: { locale: string; namespace: string }) =>
    (key: string, values: object = {}) =>
      (namespace === 'creatorFiles' && columns[locale]?.[key]) || [key, ...Object.values(values)].join(' '),
}));
vi.mock('@/lib/core/i18n/server', () => ({ requestLocale: async () => given.locale }));
vi.mock('@/lib/creators/statement', () => ({
  renderStatement: async (_lines: object, _balance: object, _locale: string, { title }: { title: string }) => {
    given.title = title;
    return Buffer.from('');
  },
}));
vi.mock('@/lib/core/supabase/server', () => ({ createRequestClient: () => null }));
vi.mock('@/lib/creators/sales/server', () => ({
  everySale: async function* () {
    yield [given.sale];
  },
}));
vi.mock('@/lib/creators/panel', () => ({ getPanel: async () => given.panel }));
vi.mock('@/lib/creators/money', () => ({
  listAllMovements: async () => [],
  getStatementBalance: async (range: object) => {
    given.range(range);
    return { openingCents: 101, closingCents: -202 };
  },
}));

const routes = {
  sales: (await import('@/app/api/creator/sales/route')).GET,
  stats: (await import('@/app/api/creator/stats/route')).GET,
  statement: (await import('@/app/api/creator/statement/route')).GET,
} as unknown as Record<string, (request: Request) => Promise<Response>>;

/** The rows of a file by their columns. */
async function rowsOf(route: string, query = ''): Promise<Record<string, string>[]> {
  const answer = await routes[route]?.(new Request(`http://localhost/api/creator/${route}${query}`));
  return parse((await answer?.text()) ?? '', {
    bom: true,
    delimiter: given.locale === 'en' ? ',' : ';',
    columns: true,
  });
}

const sale: Sale = {
  id: 1,
  orderId: 'o1',
  at: '2026-07-31T22:15:00Z',
  productId: 'p1',
  name: 'Torre',
  slug: 'torre',
  edition: 'Completa',
  bundle: 'Castillo',
  isGift: false,
  method: 'paypal',
  listCents: 1999,
  offerCents: -101,
  upgradeCents: -203,
  clubCents: -307,
  couponCents: -409,
  surchargeCents: 53,
  paidCents: 1032,
  percent: 20,
  fullShareCents: 206,
  shareCents: 187,
  netCents: 187,
  disputeCents: 0,
  heldUntil: '2026-12-31T23:05:00Z',
  state: 'retenida',
};
beforeEach(() => {
  given.range.mockReset();
  given.locale = 'es';
});

test('each fact of a sale is in its own column of the file, with times in Spain', async () => {
  given.sale = sale;
  expect(await rowsOf('sales')).toEqual([
    {
      fecha: '2026-08-01 00:15',
      pedido: 'o1',
      producto: 'Torre',
      edicion: 'Completa',
      pack: 'Castillo',
      precio_eur: '19,99',
      oferta_eur: '-1,01',
      mejora_eur: '-2,03',
      club_eur: '-3,07',
      cupon_eur: '-4,09',
      recargo_eur: '0,53',
      pagado_eur: '10,32',
      parte_porcentaje: '20',
      parte_entera_eur: '2,06',
      cupon_propio_eur: '-0,19',
      parte_eur: '1,87',
      devuelto_eur: '0,00',
      en_disputa_eur: '0,00',
      neto_eur: '1,87',
      retenido_hasta: '2027-01-01 00:05',
      estado: 'states.retenida',
    },
  ]);
});

test.each([
  ['en_disputa', -187, { devuelto_eur: '0,00', en_disputa_eur: '-1,87' }],
  ['en_disputa', -137, { devuelto_eur: '-0,50', en_disputa_eur: '-1,37' }],
  ['reembolsada', 0, { devuelto_eur: '-1,87', en_disputa_eur: '0,00' }],
  // A lost dispute holds nothing any more.
  ['reembolsada', -187, { devuelto_eur: '-1,87', en_disputa_eur: '0,00' }],
] as const)(
  'the money of a sale that is %s, with %i of disputes, is in its columns',
  async (state, disputeCents, columns) => {
    given.sale = { ...sale, state, netCents: 0, disputeCents };
    expect(await rowsOf('sales')).toMatchObject([{ ...columns, neto_eur: '0,00' }]);
  },
);

test('the figures of days and products are in the columns of their file, with orders as a share of views', async () => {
  given.panel = {
    days: [{ day: '2026-11-28', views: 3, orders: 1, revenueCents: 187 }],
    products: [{ name: 'Torre', recentViews: 8, recentOrders: 3, recentRevenueCents: 561, views: 80, orders: 30 }],
  };
  expect((await rowsOf('stats', '?dias=7')).map((row) => Object.values(row))).toEqual([
    ['dia', '2026-11-28', '3', '1', '1,87', '33,33'],
    ['producto', 'Torre', '8', '3', '5,61', '37,5'],
  ]);
});

test.each([
  ['2026-12', { from: '2026-12-01', to: '2027-01-01' }],
  ['2028-02', { from: '2028-02-01', to: '2028-03-01' }],
])('the statement of %s ends where the next month begins', async (month, range) => {
  const rows = await rowsOf('statement', `?mes=${month}`);
  expect(given.range).toHaveBeenCalledExactlyOnceWith(range);
  expect(rows.map(({ fecha, saldo_eur }) => [fecha, saldo_eur])).toEqual([
    [range.from, '1,01'],
    [range.to, '-2,02'],
  ]);
});

test.each(['sales', 'stats', 'statement'])('the columns of %s are in the reader’s language', async (route) => {
  given.sale = sale;
  given.panel = { days: [{ day: '2026-11-28', views: 3, orders: 1, revenueCents: 187 }], products: [] };
  const spanish = Object.keys((await rowsOf(route, '?mes=2026-11'))[0] ?? {});
  given.locale = 'en';
  const english = Object.keys((await rowsOf(route, '?mes=2026-11'))[0] ?? {});
  expect(english).toEqual(spanish.map((column) => columns.en?.[column]));
});

test.each([
  ['es', 'noviembre de 2026'],
  ['en', 'November 2026'],
])('the title of a statement names its month (%s)', async (locale, month) => {
  given.locale = locale;
  await routes.statement?.(new Request('http://localhost/api/creator/statement?mes=2026-11&formato=pdf'));
  expect(given.title).toBe(`statementTitle ${month}`);
});
