import { expect, it, vi } from 'vitest';

const answer = vi.hoisted(() => ({ data: null as unknown }));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({ rpc: async () => ({ data: answer.data, error: null }) }),
}));
const { getInvoice } = await import('@/lib/orders/invoices/server');
const { invoiceResponse } = await import('@/lib/orders/invoices/response');
const id = '11111111-1111-4111-8111-111111111111';

it.each([
  ['sin_emitir', 'waits'],
  ['no_existe', null],
] as const)(
  'an invoice refused by the database with %s is read as %s, and refused with its code',
  async (error, read) => {
    answer.data = { ok: false, error };
    const invoice = await getInvoice(id, false);
    expect(invoice).toBe(read);
    expect(await invoiceResponse(invoice)).toBe(error);
  },
);
