import { beforeEach, expect, test, vi } from 'vitest';

const readRpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/core/action/rpc', async (original) => ({ ...(await original<object>()), readRpc }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => ({}) }));
const { forgetWords } = await import('@/lib/catalog/search-words');

const known = ['1v1', 'aldea', 'bosque', 'lago', 'rio', 'zafiro'];
const looked: string[] = [];
let isTurn = true;

/** Looks at two words at a time, as the database looks at a thousand, and forgets none but `lago`. */
function lookAt({ p_despues: after, p_hasta: to }: { p_despues: string | null; p_hasta: string | null }) {
  const words = known.filter((word) => word > (after ?? '') && (to === null || word <= to)).slice(0, 2);
  looked.push(...words);
  return { olvidadas: words.includes('lago') ? 1 : 0, hasta: words.length === 2 ? words.at(-1) : null };
}

beforeEach(() => {
  looked.length = 0;
  readRpc
    .mockReset()
    .mockImplementation(async (_client, name, asked) => (name === 'tomar_turno' ? isTurn : lookAt(asked)));
});

test('every word is checked once, from any start of the round', async () => {
  for (const start of [0, 0.3, 0.5, 0.7, 0.999]) {
    looked.length = 0;
    vi.spyOn(Math, 'random').mockReturnValue(start);
    expect(await forgetWords()).toBe(1);
    expect(looked.toSorted(), String(start)).toEqual(known);
  }
});

test('no word is checked before its day', async () => {
  isTurn = false;
  expect(await forgetWords()).toBe(0);
  expect(looked).toEqual([]);
});
