import type postgres from 'postgres';
import { expect, test } from 'vitest';
import { openDatabase } from './harness.ts';

const { sql } = await openDatabase();

/** Log entry of the database for a request with these headers, after the API's pre-request call. */
const nameAfter = (headers: object | null, role = 'anon') =>
  sql.begin(async (begun) => {
    const transaction = begun as unknown as postgres.Sql;
    if (headers) await transaction`select set_config('request.headers', ${JSON.stringify(headers)}, true)`;
    await transaction.unsafe(`set local role ${role}`);
    await transaction`select public.antes_de_peticion()`;
    const [row] = await transaction`select current_setting('application_name') as name`;
    return row?.name as string;
  });

test.each(['anon', 'authenticated', 'service_role'])('a request of %s is logged under its id', async (role) => {
  expect(await nameAfter({ 'x-request-id': 'edge-3f6c1a2b' }, role)).toBe('unstore edge-3f6c1a2b');
  const longest = 'a'.repeat(48);
  expect(await nameAfter({ 'x-request-id': longest }, role)).toBe(`unstore ${longest}`);
});

test('the next request of a connection does not inherit the request id', async () => {
  const before = await nameAfter({});
  await nameAfter({ 'x-request-id': 'edge-3f6c1a2b' });
  expect([await nameAfter({}), await nameAfter(null)]).toEqual([before, before]);
  expect(before).not.toContain('edge');
});

test.each(['', 'short', 'a'.repeat(49), 'two words here', 'line\nof-a-log', "x'; drop table pagos; --"])(
  'an id such as %j is not logged',
  async (id) => {
    expect(await nameAfter({ 'x-request-id': id })).toBe(await nameAfter({}));
  },
);
