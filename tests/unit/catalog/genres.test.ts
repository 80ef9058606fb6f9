import { expect, it } from 'vitest';
import { genreName } from '@/lib/catalog/genres';

it('known genres are translated, and others are kept as written', () => {
  expect(genreName('en', 'Ciencia ficción')).toBe('Science fiction');
  expect(genreName('es', 'Ciencia ficción')).toBe('Ciencia ficción');
  expect(genreName('en', 'Magos de barrio')).toBe('Magos de barrio');
  expect(genreName('en', 'constructor')).toBe('constructor');
});
