import fc from 'fast-check';
import { unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readDirectory } from '@/lib/stamps/directory';
import { placeholders, type StampValues } from '@/lib/stamps/placeholders';
import { StampError } from '@/lib/stamps/problem';
import { assemble, lengthOf, stamp } from '@/lib/stamps/stamp';
import { readTemplate } from '@/lib/stamps/template';
import { classFile, values, zip } from './samples';

const name = fc.stringMatching(/^[a-z]{1,8}(\/[a-zñ]{1,8}){0,2}$/);
const filler = fc.stringMatching(/^[a-z %_\n]{0,20}$/);
const placeholder = fc.constantFrom(...placeholders, 'NOBODY').map((word) => `%%__${word}__%%`);
const phrase = fc.array(fc.oneof(filler, placeholder), { maxLength: 6 }).map((parts) => parts.join(''));
const replaceIn = (text: string, by: StampValues) =>
  text.replace(/%%__([A-Z_]+?)__%%/g, (all, word: string) => (word in by ? by[word as keyof StampValues] : all));

type Sample = { before: Buffer; after: Buffer };
const same = (bytes: Buffer): Sample => ({ before: bytes, after: bytes });
const ascii: StampValues = { ...values, RESOURCE_VERSION: '1.2' };
const content: fc.Arbitrary<Sample> = fc.oneof(
  fc.uint8Array({ maxLength: 300 }).map((bytes) => same(Buffer.concat([Buffer.from([0]), bytes]))),
  phrase.map((text) => ({ before: Buffer.from(text), after: Buffer.from(replaceIn(text, ascii)) })),
  fc.array(phrase, { minLength: 1, maxLength: 4 }).map((texts) => ({
    before: classFile(...texts),
    after: classFile(...texts.map((text) => replaceIn(text, ascii))),
  })),
);
const level = fc.constantFrom(0, 6, 9) as fc.Arbitrary<0 | 6 | 9>;
const entries = fc.uniqueArray(fc.record({ name, content, level }), { maxLength: 8, selector: (entry) => entry.name });

test('a stamped archive of random entries differs in placeholders only', async () => {
  await fc.assert(
    fc.asyncProperty(entries, async (list) => {
      const file = zip(
        Object.fromEntries(list.map((entry) => [entry.name, [entry.content.before, { level: entry.level }]])),
      );
      const expected = Object.fromEntries(list.map((entry) => [entry.name, entry.content.after]));
      const template = await readTemplate(file).catch((problem: unknown) => problem);
      const isPlain = list.every(({ content: { before, after } }) => before.equals(after));
      if (template instanceof StampError) {
        // An empty archive has no entry to start with.
        expect(list.length === 0 ? 'type' : 'none').toBe(template.problem);
        expect(isPlain).toBe(true);
        return;
      }
      if (template instanceof Error) throw template;
      const segments = await stamp(template as Awaited<ReturnType<typeof readTemplate>>, ascii);
      const result = assemble(file, segments);
      expect(segments.reduce((sum, segment) => sum + lengthOf(segment), 0)).toBe(result.length);
      const found = Object.entries(unzipSync(result)).map(([key, bytes]) => [key, Buffer.from(bytes)] as const);
      expect(found.map(([key]) => key)).toEqual(list.map((entry) => entry.name));
      expect(Object.fromEntries(found)).toEqual(expected);
      // A reader that follows the directory finds every entry, and none overlap.
      expect((await readDirectory(result, 100)).entries).toHaveLength(list.length);
    }),
    { numRuns: 200 },
  );
});

test('stamping any bytes results in a reason or an archive', async () => {
  const valid = zip({
    'a.txt': Buffer.from('%%__USER__%%'),
    'A.class': classFile('%%__USER__%%'),
    'b.bin': Buffer.alloc(50),
  });
  const change = fc.tuple(fc.nat(valid.length - 1), fc.integer({ min: 0, max: 255 }));
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
      const file = Buffer.from(valid);
      for (const [at, byte] of changes) file[at] = byte;
      const template = await readTemplate(file).catch((problem: unknown) => problem);
      if (template instanceof StampError) return;
      if (template instanceof Error) throw template;
      const result = assemble(file, await stamp(template as Awaited<ReturnType<typeof readTemplate>>, ascii));
      expect((await readDirectory(result, 100)).entries.length).toBeGreaterThan(0);
    }),
    { numRuns: 500 },
  );
});
