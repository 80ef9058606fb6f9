import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const [readRpc, takeEvent, missedEvents, eventsSince] = vi.hoisted(() => [vi.fn(), vi.fn(), vi.fn(), vi.fn()]);
vi.mock('@/lib/core/action/rpc', async (original) => ({ ...(await original<object>()), readRpc }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => ({}) }));
vi.mock('@/lib/webhooks/take-event', () => ({ takeEvent }));
vi.mock('@/lib/payments/providers', () => ({
  pageProvider: { stripe: { missedEvents, eventsSince }, paypal: { missedEvents: null, eventsSince } },
}));
const { catchUpEvents } = await import('@/lib/webhooks/catch-up');

const events = (count: number) => Array.from({ length: count }, (_, at) => ({ id: `evt_${at}` }));
/** A list of a provider, page by page. */
async function* pages(...listed: { id: string }[][]) {
  yield* listed;
}
const taken = () => takeEvent.mock.calls.map(([, { id }]) => id);

/** The database's responses: the open restore, and the unprocessed events. */
let restored: { id: number; desde: string } | null = null;
let open: string[] = [];
const answer = async (_client: unknown, name: string) =>
  ({ restauracion_por_repasar: restored, eventos_sin_tratar: open })[name] ?? null;
const asked = () => readRpc.mock.calls.map(([, name, given]) => [name, given]);

beforeEach(() => {
  [restored, open] = [null, []];
  readRpc.mockReset().mockImplementation(answer);
  eventsSince.mockReset().mockImplementation(() => pages());
  takeEvent.mockReset().mockResolvedValue('entregado');
  missedEvents.mockReset();
});

afterEach(() => void vi.useRealTimers());

test('processed events are skipped: the provider lists them for days', async () => {
  missedEvents.mockReturnValue(pages(events(1_000)));
  open = ['evt_3', 'evt_500'];
  expect(await catchUpEvents()).toBe(2);
  expect(taken()).toEqual(['evt_3', 'evt_500']);
  expect(
    asked().flatMap(([name, given]) =>
      name === 'eventos_sin_tratar' ? [[given.p_proveedor, given.p_eventos.length]] : [],
    ),
  ).toEqual([['stripe', 1_000]]);
});

test('a hanging event does not delay the others, and a failed one is retried by the next run', async () => {
  const all = events(20);
  missedEvents.mockReturnValue(pages(all));
  open = all.map(({ id }) => id);
  let finish = (_state: string) => {};
  const slow = new Promise<string>((resolve) => {
    finish = resolve;
  });
  takeEvent.mockImplementation((_provider, { id }) => {
    if (id === 'evt_0') return slow;
    return id === 'evt_7' ? Promise.reject(new Error('no answer')) : Promise.resolve('entregado');
  });
  const run = catchUpEvents();
  await expect.poll(() => taken()).toHaveLength(20);
  finish('entregado');
  expect(await run).toBe(19);
});

test('without missed events the database is not queried', async () => {
  missedEvents.mockReturnValue(pages([]));
  expect(await catchUpEvents()).toBe(0);
  expect(asked()).toEqual([['restauracion_por_repasar', {}]]);
});

test('after a restore all events since the backup are fetched, until each was accepted once', async () => {
  restored = { id: 3, desde: '2026-11-20T10:00:00+00:00' };
  eventsSince.mockImplementation(() => pages(events(2)));
  open = ['evt_0', 'evt_1'];
  takeEvent.mockImplementation((_provider, { id }) =>
    id === 'evt_1' ? Promise.reject(new Error('no answer')) : Promise.resolve('entregado'),
  );
  expect(await catchUpEvents()).toBe(2);
  expect(missedEvents).not.toHaveBeenCalled();
  // Slightly earlier, for events pending at the time of the backup.
  expect(eventsSince.mock.calls).toEqual([[new Date('2026-11-20T09:00:00Z')], [new Date('2026-11-20T09:00:00Z')]]);
  expect(asked().map(([name]) => name)).not.toContain('cerrar_restauracion');

  takeEvent.mockResolvedValue('entregado');
  await catchUpEvents();
  expect(asked().at(-1)).toEqual(['cerrar_restauracion', { p_hasta: 3 }]);
});

test('each page is processed before the next one is fetched, and stays processed', async () => {
  restored = { id: 3, desde: '2026-11-20T10:00:00+00:00' };
  open = ['evt_0'];
  const takenBefore: string[][] = [];
  eventsSince.mockImplementationOnce(async function* () {
    yield events(1);
    takenBefore.push(taken());
    throw new Error('no answer');
  });
  await expect(catchUpEvents()).rejects.toThrow('no answer');
  expect(takenBefore).toEqual([['evt_0']]);
});

// biome-ignore lint/correctness/useYield: it fails before its first page
async function* failing(): AsyncGenerator<{ id: string }[]> {
  throw new Error('no answer');
}

test('a provider that fails to list events leaves the restore open, and the other one is called', async () => {
  restored = { id: 3, desde: '2026-11-20T10:00:00+00:00' };
  eventsSince.mockImplementationOnce(failing).mockReturnValueOnce(pages(events(1)));
  open = ['evt_0'];
  await expect(catchUpEvents()).rejects.toThrow('no answer');
  expect(taken()).toEqual(['evt_0']);
  expect(asked().map(([name]) => name)).not.toContain('cerrar_restauracion');
});

/** A list of so many pages of ten events, none of which was dealt with; each event takes a second, and each page. */
function longList(count: number) {
  vi.useFakeTimers({ toFake: ['Date'] });
  const second = () => vi.setSystemTime(Date.now() + 1_000);
  const handled = new Set<string>();
  readRpc.mockImplementation(async (client, name, given) =>
    name === 'eventos_sin_tratar' ? given.p_eventos.filter((id: string) => !handled.has(id)) : answer(client, name),
  );
  takeEvent.mockImplementation(async (_provider, { id }) => {
    second();
    handled.add(id);
    return 'entregado';
  });
  let asked = 0;
  const list = async function* () {
    for (let page = 0; page < count; page += 1) {
      second();
      asked += 1;
      yield Array.from({ length: 10 }, (_, at) => ({ id: `evt_${page}_${at}` }));
    }
  };
  return { list, handled, asked: () => asked };
}

test('a run fetches no page after 40 seconds, and the next run continues', async () => {
  const { list, asked } = longList(1_000);
  missedEvents.mockImplementation(list);
  expect(await catchUpEvents()).toBe(40);
  expect(asked()).toBe(4);
  expect(await catchUpEvents()).toBe(40);
});

test('each run of a restored shop makes progress, with any number of processed events', async () => {
  restored = { id: 3, desde: '2026-11-20T10:00:00+00:00' };
  const { list, handled } = longList(60);
  eventsSince.mockImplementationOnce(list).mockImplementationOnce(() => pages());
  for (let page = 0; page < 50; page += 1) for (let at = 0; at < 10; at += 1) handled.add(`evt_${page}_${at}`);
  // New events at the front, as in every run of an open shop.
  handled.delete('evt_0_0');
  expect(await catchUpEvents()).toBe(11);
  expect(asked().map(([name]) => name)).not.toContain('cerrar_restauracion');
  for (let run = 0; run < 10; run += 1) {
    eventsSince.mockImplementationOnce(list).mockImplementationOnce(() => pages());
    await catchUpEvents();
  }
  expect(handled.size).toBe(600);
  expect(asked().at(-1)).toEqual(['cerrar_restauracion', { p_hasta: 3 }]);
});
