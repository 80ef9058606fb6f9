import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { confusables } from '@/lib/account/names/confusables';
import {
  cleanName,
  displayNameSchema,
  isReservedName,
  nameProblem,
  skeletonOf,
} from '@/lib/account/names/display-name';
import { anyMinecraftName, minecraftName } from '@/lib/account/names/minecraft-name';
import { usernamePattern } from '@/lib/account/names/username';

describe('names that look alike', () => {
  test.each([
    ['Ana', 'ÁNA'],
    ['Ana', 'a n-a.'],
    ['paypal', 'рaypаl'],
    ['ill', '1|l'],
    ['moon', 'm00n'],
    ['modern', 'modem'],
    ['vvord', 'word'],
    ['ﬁn', 'fin'],
    ['hola', '¡h·o–l‧a!'],
  ])('%s and %s have the same skeleton', (one, other) => expect(skeletonOf(one)).toBe(skeletonOf(other)));

  test.each([
    ['Ana', 'Anna'],
    ['moon', 'mon'],
    ['地图', '图地'],
    ['...', '---'],
  ])('%s and %s have different skeletons', (one, other) => expect(skeletonOf(one)).not.toBe(skeletonOf(other)));

  test('map each listed sign to one that is not mapped itself', () => {
    const [signs, takenFor] = [[...confusables.signs], [...confusables.takenFor]];
    expect(takenFor).toHaveLength(signs.length);
    for (const [index, sign] of signs.entries()) {
      const other = skeletonOf(`x${takenFor[index]}y`);
      if (sign.normalize('NFKD') === sign) expect(skeletonOf(`x${sign}y`), sign).toBe(other);
    }
  });
});

describe('a display name', () => {
  test('is normalised, with single spaces', () => {
    expect(cleanName('  Ａna \t\u3000 Ñu\n')).toBe('Ana Ñu');
    expect(displayNameSchema.parse(' Ana  Ñu ')).toBe('Ana Ñu');
  });

  test.each([
    ['', 'nameEmpty'],
    ['a'.repeat(21), 'nameLong'],
    ['a\u200bb', 'nameInvisible'],
    ['a\u202eb', 'nameInvisible'],
    ['a\u00adb', 'nameInvisible'],
    ['a\u0000b', 'nameInvisible'],
    ['a\ud800', 'nameInvisible'],
    ['a\\b', 'nameCharacters'],
    ['a%2Fb', 'nameCharacters'],
    ['..', 'nameCharacters'],
    ['/', 'nameCharacters'],
    ['. /', 'nameCharacters'],
    [' a', 'nameCharacters'],
    ['a ', 'nameCharacters'],
    ['a  b', 'nameCharacters'],
    ['ﬁn', 'nameCharacters'],
  ])('«%s» is refused with %s', (name, problem) => expect(nameProblem(name)).toBe(problem));

  test.each(['a', 'a'.repeat(20), '😀'.repeat(20), 'Ana Ñu', 'a.b/c', '50% off', '%zz', '.a', '地图'])(
    '«%s» is valid',
    (name) => expect(nameProblem(name)).toBeNull(),
  );

  test('has the message of its problem', () => {
    expect(displayNameSchema.safeParse(' ').error?.issues.map(({ message }) => message)).toEqual(['nameEmpty']);
  });

  test('is not refused for spaces or case once it is normalised', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'aÑ ﬁ\t'), minLength: 1, maxLength: 10 }), (typed) => {
        expect([null, 'nameEmpty']).toContain(nameProblem(cleanName(typed)));
      }),
    );
  });
});

describe('a name of staff', () => {
  test.each([
    'admin',
    'ADM1N',
    'Аdmin',
    '@dm1n',
    'the admin',
    'admin-2',
    'admin99',
    '4dmin',
    '5t4ff',
    'unstore',
    'Un Store',
    'MiUnstoreFan',
    'moderadora',
    'M0d3r4d0r',
    'administración',
    'sistema',
    'root',
  ])('%s is reserved', (name) => expect(isReservedName(name)).toBe(true));
  test.each(['Ana', 'adminton', 'Badminton', 'stafford', 'rooted', 'moder', '12', 'store'])('%s is available', (name) =>
    expect(isReservedName(name)).toBe(false),
  );
});

test.each([
  [usernamePattern, ['abc', 'A_1', 'a'.repeat(20)], ['ab', 'a'.repeat(21), 'añb', 'a b', 'a-b']],
  [anyMinecraftName.pattern, ['abc', 'A_1', 'a'.repeat(16)], ['ab', 'a'.repeat(17), 'añb', 'a b', 'a-b']],
  [minecraftName(5).pattern, ['abcde'], ['abcd', 'abcd ']],
])('the pattern %s accepts %j, and not %j', (pattern, good, bad) => {
  for (const name of good) expect(pattern.test(name), name).toBe(true);
  for (const name of bad) expect(pattern.test(name), name).toBe(false);
});
