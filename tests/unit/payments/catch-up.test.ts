import { beforeEach, expect, test, vi } from 'vitest';

const [readRpc, takeEvent, missedEvents] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn()]);
vi.mock('@/lib/core/action/rpc', async (original) => ({ ...(await original<object>()), readRpc }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => ({}) }));
vi.mock('@/lib/webhooks/take-event', () => ({ takeEvent }));
vi.mock('@/lib/payments/providers', () => ({
  pageProvider: { stripe: { missedEvents }, paypal: { missedEvents: null } },
}));
const { catchUpEvents } = await import('@/lib/webhooks/catch-up');

const events = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `evt_${at}` }));
const taken = () => takeEvent.mock.calls.map(([, { id }]) => id);

beforeEach(() => {
  readRpc.mockReset();
  takeEvent.mockReset().mockResolvedValue('entregado');
  missedEvents.mockReset();
});

test('events that were dealt with are left alone: the provider goes on listing them for days', async () => {
  missedEvents.mockResolvedValue(events(1_000));
  readRpc.mockResolvedValue(['evt_3', 'evt_500']);
  expect(await catchUpEvents()).toBe(2);
  expect(taken()).toEqual(['evt_3', 'evt_500']);
  expect(
    readRpc.mock.calls.map(([, name, { p_proveedor, p_eventos }]) => [name, p_proveedor, p_eventos.length]),
  ).toEqual([['eventos_sin_tratar', 'stripe', 1_000]]);
});

test('one that hangs does not hold up the others, and one that fails is tried again by the next run', async () => {
  const all = events(20);
  missedEvents.mockResolvedValue(all);
  readRpc.mockResolvedValue(all.map(({ id }) => id));
  let answer = (_state: string) => {};
  const slow = new Promise<string>((resolve) => {
    answer = resolve;
  });
  takeEvent.mockImplementation((_provider, { id }) => {
    if (id === 'evt_0') return slow;
    return id === 'evt_7' ? Promise.reject(new Error('no answer')) : Promise.resolve('entregado');
  });
  const run = catchUpEvents();
  await vi.waitFor(() => expect(taken()).toHaveLength(20));
  answer('entregado');
  expect(await run).toBe(19);
});

test('where nothing was missed the database is not asked', async () => {
  missedEvents.mockResolvedValue([]);
  expect(await catchUpEvents()).toBe(0);
  expect(readRpc).not.toHaveBeenCalled();
});
