import { createFormatter, createTranslator, NextIntlClientProvider } from 'next-intl';
import { prerender } from 'react-dom/static';
import { expect, test, vi } from 'vitest';
import { panelLists } from '@/components/admin/lists';
import { formats } from '@/lib/core/i18n/formats';
import messages from '@/messages/es.json';

const rows = vi.hoisted(() => [] as unknown[]);
vi.mock('@/lib/admin/lists', () => ({
  readList: async (_source: string, _filter: unknown, row: { parse: (row: unknown) => unknown }) => ({
    ok: true,
    value: { rows: rows.map((one) => row.parse(one)), next: null, total: rows.length },
  }),
}));
vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/' }));
vi.mock('next-intl/server', () => ({
  getLocale: async () => 'es',
  getFormatter: async () => createFormatter({ locale: 'es', timeZone: 'Europe/Madrid', formats }),
  getTranslations: async (namespace: never) => createTranslator({ locale: 'es', messages, namespace }),
}));

const order = {
  id: '1',
  momento: '2026-11-20T10:00:00Z',
  origen: 'compra',
  precio_pagado: 9.99,
  minecraft_name: 'jugador_1',
  revocada_at: null,
  pago_id: 'p1',
  proveedor: 'stripe',
  user_id: 'u1',
  dueno: 'Ana',
  producto: null,
  producto_en: null,
  edicion: null,
  edicion_en: null,
};

test('an order of a product that is deleted says so, as its owner reads it', async () => {
  rows.push(order);
  const filter = { search: '', choice: null, order: null, isAscending: false, more: {}, after: null };
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages}>
      {panelLists.orders.render({ filter, path: '/dashboard-admin/orders' })}
    </NextIntlClientProvider>,
  );
  expect(await new Response(prelude).text()).toContain('Producto eliminado');
});
