import { beforeEach, expect, it, vi } from 'vitest';

const database = vi.hoisted(() => ({ data: null as unknown, asked: [] as unknown[] }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({
    rpc: async (...asked: unknown[]) => {
      database.asked.push(asked);
      return { data: database.data, error: null, status: 200 };
    },
  }),
}));
vi.mock('@/lib/core/supabase/admin', () => ({
  createAdminClient: () => ({
    rpc: async (name: string) => {
      database.asked.push(name);
      return { data: (database.data as boolean[]).shift() ?? true, error: null, status: 200 };
    },
  }),
}));
const { getClubInvoice, getInvoice } = await import('@/lib/orders/invoices/server');
const { issuePendingInvoices } = await import('@/lib/orders/invoices/pending');

const id = '11111111-1111-4111-8111-111111111111';
beforeEach(() => Object.assign(database, { data: null, asked: [] }));

const datos = {
  idioma: 'en',
  vendedor: { nombre: 'UnStore', nif: 'B00000000', direccion: 'Calle 1' },
  comprador: { nombre: 'Ana', email: null },
  concepto: 'Mapa',
  edicion: 'Oro',
  lineas: [
    { concepto: 'base', centimos: '1499' },
    { concepto: 'mejora', centimos: -500, nombre: 'Plata', nombre_en: 'Silver' },
    { concepto: 'club', centimos: -300, porcentaje: '30', nombre: null },
  ],
  metodo: 'tarjeta',
  iva_porcentaje: '21',
  base_centimos: 578,
  iva_centimos: 121,
  total_centimos: 699,
};
const row = { ok: true, serie: 'A2026', numero: '7', emitida_at: '2026-11-01T10:00:00Z', rectifica: null, datos };
const invoice = {
  number: 'A2026-000007',
  issuedAt: '2026-11-01T10:00:00Z',
  locale: 'en',
  rectifies: null,
  undoes: null,
  seller: { name: 'UnStore', taxId: 'B00000000', address: 'Calle 1' },
  buyer: { name: 'Ana', email: null },
  concept: 'Mapa',
  edition: 'Oro',
  lines: [
    { concept: 'base', cents: 1_499, percent: null, name: null },
    { concept: 'mejora', cents: -500, percent: null, name: 'Silver' },
    { concept: 'club', cents: -300, percent: 30, name: null },
  ],
  method: 'tarjeta',
  vatPercent: 21,
  baseCents: 578,
  vatCents: 121,
  totalCents: 699,
  consent: null,
};

it('an invoice has the values that the database issued', async () => {
  database.data = row;
  expect(await getInvoice(id, false)).toEqual(invoice);
  const consentimiento = { version: 'v1', aceptado_at: '2026-11-01T09:59:00Z' };
  database.data = { ...row, rectifica: 'A2026-000006', anula: 'R2026-000001', datos: { ...datos, consentimiento } };
  expect(await getInvoice(id, true)).toMatchObject({
    rectifies: 'A2026-000006',
    undoes: 'R2026-000001',
    consent: { version: 'v1', at: '2026-11-01T09:59:00Z' },
  });
  expect(database.asked).toEqual([
    ['emitir_factura', { p_id: id, p_rectificativa: false }],
    ['emitir_factura', { p_id: id, p_rectificativa: true }],
  ]);
});

it('an invoice of the Club is read with its own function', async () => {
  database.data = row;
  expect(await getClubInvoice(id)).toEqual(invoice);
  expect(database.asked).toEqual([['ver_factura_club', { p_factura: id }]]);
  database.data = { ok: false, error: 'no_existe' };
  expect(await getClubInvoice(id)).toBeNull();
});

it('a malformed id is not looked up', async () => {
  expect([await getInvoice('x', false), await getClubInvoice('x')]).toEqual([null, null]);
  expect(database.asked).toEqual([]);
});

it('waiting invoices are issued until none is left, five hundred at most', async () => {
  database.data = [true, true, false];
  expect(await issuePendingInvoices()).toBe(2);
  expect(database.asked).toEqual(Array.from({ length: 3 }, () => 'emitir_factura_pendiente'));
  Object.assign(database, { data: [], asked: [] });
  expect(await issuePendingInvoices()).toBe(500);
  expect(database.asked).toHaveLength(500);
});
