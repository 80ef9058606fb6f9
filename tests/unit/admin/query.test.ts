import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseListFilter, toListQuery } from '@/lib/admin/query';

const choices = ['user', 'admin'];
const list = { orders: ['nombre', 'precio'], more: { club: ['si', 'no'], desde: 'day' } as const };
const parse = (query: Record<string, string | string[]>) => parseListFilter(query, choices, list);

describe('the address of a panel list', () => {
  it('round-trips its query', () => {
    const text = fc.string({ minLength: 1, maxLength: 100 }).map((value) => value.trim());
    const filter = fc.record({
      search: text,
      choice: fc.constantFrom(null, ...choices),
      order: fc.constantFrom(null, ...list.orders),
      isAscending: fc.boolean(),
      more: fc.constantFrom<Record<string, string>>({}, { club: 'si' }, { club: 'no', desde: '2026-01-31' }),
      after: fc.option(fc.record({ at: fc.string({ maxLength: 100 }), id: fc.uuid() })),
    });
    fc.assert(
      fc.property(filter, (asked) => {
        expect(parse(Object.fromEntries(toListQuery(asked)))).toEqual(asked);
      }),
    );
  });

  it.each([
    [{ orden: 'id' }, { order: null, isAscending: false }],
    [{ orden: 'asc' }, { order: null, isAscending: true }],
    [{ orden: '-precio' }, { order: 'precio', isAscending: false }],
    [
      { filtro: 'dueño', club: 'quizá', desde: '2026-99-99' },
      { choice: null, more: {} },
    ],
    [
      { club: ['si', 'no'], tras: 'x' },
      { more: {}, after: null },
    ],
    [{ tras: 'a~b~c' }, { after: { at: 'a~b', id: 'c' } }],
  ])('parses %j as %j', (query, read) => {
    expect(parse(query)).toMatchObject(read);
  });

  it.each(['2026-99-99', '2026-02-31', '0000-01-01'])('ignores %s, which is no day for the database', (desde) => {
    expect(parse({ desde }).more).toEqual({});
  });
});
