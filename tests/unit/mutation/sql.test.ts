import { expect, it } from 'vitest';
import { testsByFunction } from '../../mutation/sql/callers.ts';
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

it('the tests of a function are found through its callers, the closest first', () => {
  const functions = [
    { name: 'entregar_pago', text: 'perform privado.sumar()' },
    { name: 'pagos', text: 'execute function entregar_pago()' },
    { name: 'sumar', text: 'select 1' },
    { name: 'otra', text: 'select 2' },
  ];
  const find = testsByFunction(functions, {
    'far.test.ts': 'insert into pagos',
    'near.test.ts': "call('sumar')",
    'nearest.test.ts': "call('sumar'), call('sumar')",
    'other.test.ts': "call('otra')",
  });
  expect(find('sumar')).toEqual(['nearest.test.ts', 'near.test.ts', 'far.test.ts']);
  expect(find('otra')).toEqual(['other.test.ts']);
  expect(find('nada')).toEqual([]);
});
