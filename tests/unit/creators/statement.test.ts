import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { renderStatement } from '@/lib/creators/statement';
import type { Movement, StatementBalance } from '@/lib/creators/types';

const refund: Movement = {
  id: 1,
  cents: -3960,
  concept: 'reembolso',
  createdAt: '2026-11-20T10:00:00Z',
  orderId: null,
  product: 'Obra propia',
  withdrawalId: null,
};

async function read(balance: StatementBalance): Promise<string> {
  const pdf = await renderStatement([refund], balance, 'es', {
    title: 'Extracto de 2026-11',
    subtitle: 'Ingresos de Ana en UnStore',
    total: 'Total del mes',
    opening: 'Saldo inicial',
    closing: 'Saldo final',
    debt: 'Es una deuda',
    date: (iso) => iso.slice(0, 10),
    concept: (movement) => movement.product ?? '',
  });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

describe('the statement of a month', () => {
  test('goes from the opening to the closing balance, and calls a debt by its name', async () => {
    const text = await read({ openingCents: 0, closingCents: -3960 });
    expect(text).toMatch(/Saldo inicial 0,00 €.*Obra propia -39,60 €.*Total del mes -39,60 €.*Saldo final -39,60 €/);
    expect(text).toContain('Es una deuda');
  });

  test('says nothing of a debt where there is none', async () => {
    const text = await read({ openingCents: 5000, closingCents: 1040 });
    expect(text).toMatch(/Saldo inicial 50,00 €.*Total del mes -39,60 €.*Saldo final 10,40 €/);
    expect(text).not.toContain('Es una deuda');
  });
});
