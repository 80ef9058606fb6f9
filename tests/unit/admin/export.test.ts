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
vi.mock('@/lib/admin/lists', () => ({
  listRows: async () => ({
    ok: true,
    value: {
      rows: [
        {
          id: 'p1',
          momento: '2026-07-01T22:30:00+00:00',
          precio: 12.5,
          total_centimos: 1234,
          centimos: -5,
          nombre: '2026-07-01 22:30 de la Torre',
          revocada_at: null,
        },
      ],
      next: null,
    },
  }),
}));
vi.mock('@/components/admin/lists', () => ({
  listFiles: [
    {
      source: 'productos',
      fileColumns: ['id', 'momento', 'precio', 'total_centimos', 'centimos', 'nombre', 'revocada_at'],
    },
  ],
}));
vi.mock('@/lib/admin/query', () => ({ parseListFilter: () => ({}) }));
stubEnvironment();
afterAll(() => vi.unstubAllEnvs());
const { GET } = await import('@/app/api/admin-export/[list]/route');

test.each([
  [
    'es',
    [
      'id;momento;precio_eur;total_eur;importe_eur;nombre;revocada_at',
      'p1;"2026-07-02 00:30";"12,50";"12,34";"-0,05";"2026-07-01 22:30 de la Torre";',
      '',
    ],
  ],
  [
    'en',
    [
      'id,momento,precio_eur,total_eur,importe_eur,nombre,revocada_at',
      'p1,"2026-07-02 00:30",12.50,12.34,-0.05,"2026-07-01 22:30 de la Torre",',
      '',
    ],
  ],
])('a list is exported in euros and Spanish time, in the admin’s spreadsheet format (%s)', async (language, lines) => {
  asked.language = language;
  const request = new Request('http://localhost:3000/api/admin-export/productos');
  const file = await GET(request, { params: Promise.resolve({ list: 'productos' }) });
  expect((await file.text()).split('\r\n')).toEqual(lines);
});
