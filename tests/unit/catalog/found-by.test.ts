import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foundBy } from '@/lib/catalog/seo/found-by';

const names = ['Fragua Arcana', 'Fragua Arcana: Neón', 'La Torre (v1.8)'];

describe('foundBy', () => {
  it.each([
    ['fragua', 'fragua'],
    ['ARCANA fragua', 'arcana fragua'],
    ['fragua-neon!', 'fragua neon'],
    ['neón', 'neon'],
    ['v1.8 torre', 'v1 8 torre'],
  ])('normalises %j to %j', (text, words) => expect(foundBy(text, names)).toBe(words));

  it.each([
    ["words that are not a product's", 'fragua gratis en tramposos.example'],
    ['words of two products', 'torre arcana'],
    ['a part of a word', 'frag'],
    ['punctuation', '¿?'],
    ['nothing', ''],
  ])('refuses %s', (_, text) => expect(foundBy(text, names)).toBeNull());

  it('refuses a search with fewer than two results', () => {
    expect(foundBy('fragua', ['Fragua Arcana'])).toBeNull();
    expect(foundBy('fragua', [])).toBeNull();
  });

  it('returns only words of products, idempotently', () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom('Fragua', 'ARCANA', 'neón', 'torre', 'x', '·')), (parts) => {
        const words = foundBy(parts.join(' '), names);
        if (words === null) return;
        expect(
          ['fragua arcana neon', 'la torre v1 8'].some((own) =>
            words.split(' ').every((one) => own.split(' ').includes(one)),
          ),
        ).toBe(true);
        expect(foundBy(words, names)).toBe(words);
      }),
    ));
});
