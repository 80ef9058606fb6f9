import { afterAll, beforeEach, expect, it, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';

stubEnvironment();

type Answer = { data: unknown; error: { message: string } | null; status: number };

const nothing: Answer = { data: null, error: null, status: 200 };
const broken: Answer = { data: null, error: { message: 'out of order' }, status: 500 };
/** Responses of each function or table, in order; none if exhausted. */
const answers: Record<string, Answer[]> = {};
const answer = async (name: string) => answers[name]?.shift() ?? nothing;

vi.mock('next/server', () => ({ connection: async () => undefined }));
vi.mock('next/headers', () => ({ headers: async () => new Headers(), cookies: async () => ({ getAll: () => [] }) }));
vi.mock('@/lib/core/supabase/calls', () => ({
  noRetry: {},
  callSupabase: async (address: string) => {
    const { data, error, status } = await answer(address.split('/').at(-1) ?? '');
    return Response.json(error ?? data, { status });
  },
}));
vi.mock('@/lib/core/supabase/server', () => ({
  createRequestClient: async () => ({
    auth: { getSession: async () => ({ data: { session: { access_token: 'e30.e30.' } }, error: null }) },
    rpc: answer,
    from: (table: string) => ({ select: () => ({ eq: () => ({ maybeSingle: () => answer(table) }) }) }),
  }),
}));
const { getMeOrBanned } = await import('@/lib/account/server');
const { ServiceUnavailable } = await import('@/lib/core/unavailable');
const { getOwnProduct } = await import('@/lib/publish/server');

afterAll(() => vi.unstubAllEnvs());

beforeEach(() => {
  for (const name of Object.keys(answers)) delete answers[name];
});

it.each([
  ['at first', { quien_soy: [broken] }, /quien_soy failed: .*out of order/],
  ['on its creation', { asegurar_cuenta: [broken] }, /asegurar_cuenta failed: out of order/],
  ['after its creation', { quien_soy: [nothing, broken] }, /quien_soy failed: out of order/],
])('an account that cannot be read %s does not become a guest', async (_when, given, problem) => {
  Object.assign(answers, given);
  await expect(getMeOrBanned()).rejects.toThrow(problem);
});

it('a person without an account is a guest', async () => {
  expect(await getMeOrBanned()).toBeNull();
});

it('a product that cannot be read does not count as another person’s', async () => {
  Object.assign(answers, { productos: [broken] });
  await expect(getOwnProduct('uno', 'somebody', 'es')).rejects.toThrow('own product query failed: out of order');
  expect(await getOwnProduct('uno', 'somebody', 'es')).toBeNull();
});

it('a product that cannot be read during an outage is reported as an outage', async () => {
  Object.assign(answers, { productos: [{ ...broken, status: 503 }] });
  await expect(getOwnProduct('uno', 'somebody', 'es')).rejects.toThrow(ServiceUnavailable);
});
