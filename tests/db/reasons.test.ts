import { expect, test } from 'vitest';
import { openDatabase } from './harness.ts';

const { sql } = await openDatabase();

test.each<[string, string | null, boolean]>([
  ['three characters', 'Bot', true],
  ['500 characters', 'a'.repeat(500), true],
  ['500 of two bytes each between spaces', ` ${'ñ'.repeat(500)} `, true],
  ['two characters between spaces', '  ab  ', false],
  ['501 characters', 'a'.repeat(501), false],
  ['nothing', null, false],
])('%s as a reason', async (_what, text, isReason) => {
  const [row] = await sql`select privado.es_motivo(${text}) as found`;
  expect(row).toEqual({ found: isReason });
});
