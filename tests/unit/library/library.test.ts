import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inStoredOrder, matches } from '@/lib/orders/library';

const items = ['a', 'b', 'c'].map((id) => ({ id }));
const ids = (list: Array<{ id: string }>) => list.map(({ id }) => id).join('');

describe('inStoredOrder', () => {
  it('puts what was stored where it was', () => expect(ids(inStoredOrder(items, ['c', 'a', 'b']))).toBe('cab'));
  it('shows what is new first', () => expect(ids(inStoredOrder(items, ['c', 'a']))).toBe('bca'));
  it('forgets what is gone', () => expect(ids(inStoredOrder(items, ['z', 'c', 'b', 'a']))).toBe('cba'));
  it.each([null, '', { a: 1 }, 42])('takes %j for no order', (stored) =>
    expect(ids(inStoredOrder(items, stored))).toBe('abc'),
  );
  it('never loses or doubles an item, whatever was stored', () =>
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.constantFrom('a', 'b', 'c', 'z'), fc.jsonValue())), (stored) => {
        expect(ids(inStoredOrder(items, stored)).split('').sort().join('')).toBe('abc');
      }),
    ));
});

describe('matches', () => {
  it.each([
    ['Cañón Ártico', 'canon'],
    ['Cañón Ártico', ' ÁRTICO '],
    ['Cañón Ártico', ''],
  ])('finds %s by %j', (name, typed) => expect(matches(name, typed)).toBe(true));
  it('finds nothing that is not there', () => expect(matches('Cañón Ártico', 'volcán')).toBe(false));
});
