import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cut } from '@/lib/core/cut';
import { cutFileName } from '@/lib/core/cut-file-name';

it.each([
  [`${'a'.repeat(79)}🐉`, 80, 'a'.repeat(79)],
  ['ab👩‍🚀', 4, 'ab'],
  ['ab👩‍🚀', 7, 'ab👩‍🚀'],
  ['ñandú'.normalize('NFD'), 1, ''],
  ['corto', 80, 'corto'],
])('the text %j is truncated at %i to %j', (text, most, part) => expect(cut(text, most)).toBe(part));

it('a truncated text is the longest prefix of whole graphemes', () =>
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(40), (text, most) => {
      const part = cut(text, most);
      expect(part.length).toBeLessThanOrEqual(most);
      expect(text.startsWith(part)).toBe(true);
      expect(part).not.toMatch(/\p{Surrogate}/u);
    }),
  ));

it.each([
  ['a'.repeat(120).concat('.pdf'), 100, 'a'.repeat(96).concat('.pdf')],
  [`${'a'.repeat(95)}🐉b.pdf`, 100, `${'a'.repeat(95)}.pdf`],
  ['sin extensión '.repeat(9), 100, 'sin extensión '.repeat(8).slice(0, 100)],
  ['corto.png', 100, 'corto.png'],
])('the file name %j is truncated at %i to %j', (name, most, part) => expect(cutFileName(name, most)).toBe(part));
