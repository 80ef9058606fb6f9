import { createFormatter, createTranslator, NextIntlClientProvider } from 'next-intl';
import { prerender } from 'react-dom/static';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { formats } from '@/lib/core/i18n/formats';
import messages from '@/messages/es.json';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();
afterAll(() => vi.unstubAllEnvs());

/** Rows of each table, and how many were asked for. */
const tables = vi.hoisted(() => ({ rows: {} as Record<string, unknown[]>, limits: {} as Record<string, number> }));
const standing = vi.hoisted(() => ({ answer: {} as unknown }));

vi.mock('next/navigation', () => ({ useRouter: () => ({}), usePathname: () => '/profile' }));
vi.mock('next-intl/server', () => ({
  getLocale: async () => 'es',
  getFormatter: async () => createFormatter({ locale: 'es', timeZone: 'Europe/Madrid', formats }),
  getTranslations: async (namespace: never) => createTranslator({ locale: 'es', messages, namespace }),
}));
vi.mock('@/lib/account/server', () => {
  const me = { id: 'u1', displayName: 'Ana', username: 'ana', avatarUrl: '/default-avatar.webp', club: false };
  return { getMe: async () => me, requireMe: async () => me };
});
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({
    rpc: async () => ({ data: standing.answer, error: null, status: 200 }),
    from: (table: string) => {
      const answer = { data: tables.rows[table] ?? [], error: null, status: 200 };
      const query = Object.assign(Promise.resolve(answer), {
        select: () => query,
        eq: () => query,
        order: () => query,
        limit: (count: number) => {
          tables.limits[table] = count;
          return query;
        },
      });
      return query;
    },
  }),
}));
const { default: ProfilePage } = await import('@/app/[locale]/(account)/profile/page');

const good = { ok: true, reputacion: 'buena', infracciones: 0, ultima_infraccion: null, cambios: [] };
beforeEach(() => {
  tables.rows = {};
  standing.answer = good;
});

async function show(): Promise<string> {
  const { prelude } = await prerender(
    <NextIntlClientProvider locale="es" timeZone="Europe/Madrid" messages={messages} formats={formats}>
      <ProfilePage />
    </NextIntlClientProvider>,
  );
  return new Response(prelude).text();
}

test('an order of a deleted product is named as such', async () => {
  const id = '0f1e2d3c-0000-4000-8000-000000000001';
  tables.rows.adquisiciones = [{ id, created_at: '2026-11-20T10:00:00Z', productos: null }];
  const html = await show();
  expect(html).toContain(`href="/profile/order/${id}"`);
  expect(html).toContain('Producto eliminado');
});

test('the panel asks for three orders and three favourites, and says where there are none', async () => {
  const html = await show();
  // One more favourite tells whether there is a next page.
  expect(tables.limits).toMatchObject({ adquisiciones: 3, favoritos: 4 });
  expect(html).toContain('Aún no tienes pedidos.');
  expect(html).toContain('No tienes productos guardados.');
});

test.each([
  ['buena', 3, 'Buena'],
  ['neutra', 2, 'Infraccionado'],
  ['mala', 1, 'Sancionado'],
  ['deshabilitado', 0, 'Deshabilitada'],
  [null, 3, 'Buena'],
])('the reputation %s has %i segments and is called %s', async (reputacion, segments, name) => {
  standing.answer = { ...good, reputacion };
  const html = await show();
  expect(html).toContain(`${segments} de 3`);
  expect(html).toContain(name);
});

test('a reputation that cannot be read counts as disabled', async () => {
  standing.answer = null;
  expect(await show()).toContain('Deshabilitada');
});
