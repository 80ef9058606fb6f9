import { expect, it } from 'vitest';
import { parseCalls, testsByFunction } from '../../mutation/sql/coverage.ts';
import { mutantsOf } from '../../mutation/sql/mutants.ts';

const functionWith = (body: string) => `CREATE OR REPLACE FUNCTION privado.f()\n AS $function$${body}$function$\n`;

/** The bodies of the mutants. */
const bodies = async (body: string) =>
  (await mutantsOf(functionWith(body))).map(({ definition }) => definition.split('$function$')[1]);

it.each([
  ['a < 1', ['a <= 1', 'a < 2']],
  ['a = b and c', ['a <> b and c', 'a = b or c']],
  ['a is null', ['a is not null']],
  ['a is not null', ['a is  null']],
  ['not exists (select)', [' exists (select)']],
  ['exists (select)', ['not exists (select)']],
  ['t left join u', ['t  join u']],
  ['left(t, n)', []],
  ['a between b and c', []],
  ["'1 < 2 and true'", []],
  ['-- ñ: 1 < 2\na or b', ['-- ñ: 1 < 2\na and b']],
  ['f(p_a => true)', ['f(p_a => false)']],
  ['limit 20', ['limit 21']],
  ['limit 500', ['limit 1']],
  ['perform 1 from t', []],
  ['begin select a into v from t order by a limit 1;', []],
  ['begin select a into v from t limit 2;', ['begin select a into v from t limit 3;']],
  ['begin select a into strict v from t limit 1;', ['begin select a into strict v from t limit 2;']],
  ['; select (select a from t limit 1) into v;', ['; select (select a from t limit 2) into v;']],
  ['; insert into t select a from u limit 1;', ['; insert into t select a from u limit 2;']],
  ['loop select a from t limit 1;', ['loop select a from t limit 2;']],
  ['select t where a', ['select t where true or a']],
  ['on conflict (a) where b do nothing', []],
  ['begin if a then', ['begin if true or a then']],
  ['end if; drop table if exists t', []],
  ['f(coalesce(a, b(c), d))', ['f((a))']],
  ["coalesce(ñ(a, 'ñ'), d), e", ["(ñ(a, 'ñ')), e"]],
])('the SQL «%s» is mutated', async (body, expected) => {
  expect(await bodies(body)).toEqual(expected);
});

it('the description of a mutant contains its difference', async () => {
  const [mutant] = await mutantsOf(functionWith('\nselect v\nhaving v > w'));
  expect(mutant?.description).toBe('line 3: select v having v [> → >=] w');
});

it('the tests of a function are those that call it, with the most specific first', () => {
  const find = testsByFunction([
    { file: 'much.test.ts', calls: parseCalls('sumar 5\npagar 95\n') },
    { file: 'near.test.ts', calls: parseCalls('sumar 2\n') },
    { file: 'other.test.ts', calls: parseCalls('pagar 2\n') },
    { file: 'none.test.ts', calls: parseCalls('') },
  ]);
  expect(find('sumar')).toEqual(['near.test.ts', 'much.test.ts']);
  expect(find('nada')).toEqual([]);
});
