import { afterAll, expect, test, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

const asked = vi.hoisted(() => ({ language: 'es' }));
vi.mock('next/headers', () => ({
  cookies: async () => ({ set: () => undefined }),
  headers: async () => new Headers({ 'accept-language': asked.language }),
}));
vi.mock('@/lib/account/server', () => ({ getMe: async () => ({ id: 'ana', role: 'admin', secondFactor: 'shown' }) }));
vi.mock('@/lib/core/limits', () => ({ takeAttempt: async () => 0 }));
vi.mock('@/lib/core/supabase/server', () => ({ createRequestClient: () => ({}) }));
vi.mock('@/lib/admin/export', () => ({
  exportPages: async function* () {
    yield [['p1', 12.5]];
  },
}));
vi.mock('@/components/admin/lists', () => ({ listFiles: [{ source: 'productos', fileColumns: ['id', 'precio'] }] }));
vi.mock('@/lib/admin/query', () => ({ parseListFilter: () => ({}) }));
stubEnvironment();
afterAll(() => vi.unstubAllEnvs());
const { GET } = await import('@/app/api/admin-export/[list]/route');

test.each([
  ['es', ['id;precio', 'p1;"12,5"', '']],
  ['en', ['id,precio', 'p1,12.5', '']],
])('a list is saved as spreadsheets in the admin’s language read it (%s)', async (language, lines) => {
  asked.language = language;
  const request = new Request('http://localhost:3000/api/admin-export/productos');
  const file = await GET(request, { params: Promise.resolve({ list: 'productos' }) });
  expect((await file.text()).split('\r\n')).toEqual(lines);
});
