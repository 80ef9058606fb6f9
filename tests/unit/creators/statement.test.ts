import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, test } from 'vitest';
import { renderStatement } from '@/lib/creators/statement';
import { toStatementLines } from '@/lib/creators/statement-lines';
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

async function read(balance: StatementBalance, product = refund.product): Promise<string> {
  const pdf = await renderStatement(toStatementLines([{ ...refund, product }]).lines, balance, 'es', {
    title: 'Extracto de 2026-11',
    subtitle: 'Ingresos de Ana en UnStore',
    total: 'Total del mes',
    opening: 'Saldo inicial',
    closing: 'Saldo final',
    debt: 'Es una deuda',
    date: (day) => day,
    concept: ({ movement }) => movement?.product ?? '',
  });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return text.replaceAll(/\s+/g, ' ');
}

describe('the statement of a month', () => {
  test('contains the opening and closing balance, and a debt', async () => {
    const text = await read({ openingCents: 0, closingCents: -3960 });
    expect(text).toMatch(/Saldo inicial 0,00 €.*Obra propia -39,60 €.*Total del mes -39,60 €.*Saldo final -39,60 €/);
    expect(text).toContain('Es una deuda');
  });

  test('mentions no debt if there is none', async () => {
    const text = await read({ openingCents: 5000, closingCents: 1040 });
    expect(text).toMatch(/Saldo inicial 50,00 €.*Total del mes -39,60 €.*Saldo final 10,40 €/);
    expect(text).not.toContain('Es una deuda');
  });
});

test('a product name is printed in its script, and wrapped', async () => {
  const word = 'Šķērsvirziens'.repeat(9);
  const text = await read({ openingCents: 0, closingCents: -3960 }, `Їжак ${word}`);
  expect(text.replaceAll(' ', '')).toContain(`Їжак${word}-39,60€`);
});

describe('the lines of a statement', () => {
  const many = (count: number) =>
    Array.from(
      { length: count },
      (_, id): Movement => ({
        ...refund,
        id,
        cents: id % 3 === 0 ? -7 : 11,
        concept: id % 3 === 0 ? 'reembolso' : 'venta',
        // A little before and after midnight in Spain, so that UTC and Spain differ in the day.
        createdAt: new Date(Date.UTC(2026, 6, 1 + (id % 20), 22, id % 60) - 60 * 60_000 * (id % 2)).toISOString(),
      }),
    );
  const total = (items: Array<{ cents: number }>) => items.reduce((sum, { cents }) => sum + cents, 0);

  test('are the movements with their days in Spain', () => {
    const { lines, isByDay } = toStatementLines([{ ...refund, createdAt: '2026-07-14T22:30:00Z' }]);
    expect([isByDay, lines]).toMatchObject([false, [{ day: '2026-07-15', cents: -3960, count: 1 }]]);
  });

  test('are grouped by day and kind if there are many, with the same total', () => {
    const movements = many(10_000);
    const { lines, isByDay } = toStatementLines(movements);
    expect(isByDay).toBe(true);
    expect(lines.length).toBeLessThan(50);
    expect(total(lines)).toBe(total(movements));
    expect(lines.reduce((sum, { count }) => sum + count, 0)).toBe(10_000);
  });
});
