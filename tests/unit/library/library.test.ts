import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inStoredOrder, matches } from '@/lib/orders/library';

const items = ['a', 'b', 'c'].map((id) => ({ id }));
const ids = (list: Array<{ id: string }>) => list.map(({ id }) => id).join('');

describe('inStoredOrder', () => {
  it('restores stored positions', () => expect(ids(inStoredOrder(items, ['c', 'a', 'b']))).toBe('cab'));
  it('shows new items first', () => expect(ids(inStoredOrder(items, ['c', 'a']))).toBe('bca'));
  it('ignores removed items', () => expect(ids(inStoredOrder(items, ['z', 'c', 'b', 'a']))).toBe('cba'));
  it.each([null, '', { a: 1 }, 42])('ignores the stored order %j', (stored) =>
    expect(ids(inStoredOrder(items, stored))).toBe('abc'),
  );
  it('never loses or duplicates an item for any stored value', () =>
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
  it('does not match other items', () => expect(matches('Cañón Ártico', 'volcán')).toBe(false));
});
