import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followPayment, longestWaitMs, type VerificationState } from '@/lib/orders/payments/verification';

type Answer = { estado: string; lento?: boolean; pago?: string } | 'hangs' | 'fails';

/** States of the page for these responses of the shop; the last one is repeated. */
function follow(...answers: Answer[]) {
  const shown: VerificationState[] = [];
  const stop = new AbortController();
  let asked = 0;
  vi.stubGlobal('fetch', (_address: string, { signal }: { signal: AbortSignal }) => {
    const answer = answers[Math.min(asked, answers.length - 1)] ?? 'fails';
    asked += 1;
    if (answer === 'fails') return Promise.reject(new TypeError('no network'));
    if (answer === 'hangs')
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    return Promise.resolve(Response.json(answer));
  });
  const done = followPayment('/api/verificar-paypal?order_id=x', (state) => shown.push(state), stop.signal);
  return { shown, stop, done, times: () => asked };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a settled payment is shown at once, and not polled again', async () => {
  const { shown, done, times } = follow({ estado: 'entregado' });
  await done;
  expect(shown).toEqual([{ status: 'settled', result: expect.objectContaining({ estado: 'entregado' }) }]);
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  expect(times()).toBe(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('an undecided payment is pending at once, and shown when settled', async () => {
  const { shown, done } = follow({ estado: 'procesando', pago: 'p1' }, { estado: 'entregado' });
  await vi.advanceTimersByTimeAsync(0);
  expect(shown).toEqual([{ status: 'waiting', paymentId: 'p1', isSlow: false }]);
  await vi.advanceTimersByTimeAsync(1_000);
  await done;
  expect(shown.at(-1)).toMatchObject({ status: 'settled' });
});

test('a declined payment is polled longer, because another approval may arrive', async () => {
  const { shown, done } = follow({ estado: 'rechazado' }, { estado: 'rechazado' }, { estado: 'entregado' });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(2_000);
  await done;
  expect(shown).toEqual([{ status: 'settled', result: expect.objectContaining({ estado: 'entregado' }) }]);
  const declined = follow({ estado: 'rechazado', pago: 'p1' });
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  await declined.done;
  expect(declined.shown).toEqual([{ status: 'failed', paymentId: 'p1', estado: 'rechazado' }]);
});

test('a delayed payment is pending for days, so it is polled once', async () => {
  const { shown, done, times } = follow({ estado: 'procesando', lento: true, pago: 'p1' });
  await done;
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  expect([shown, times()]).toEqual([[{ status: 'waiting', paymentId: 'p1', isSlow: true }], 1]);
});

test.each<[string, Answer]>([
  ['the provider does not respond', { estado: 'sin_respuesta' }],
  ['the network is unavailable', 'fails'],
  ['the shop hangs', 'hangs'],
])('polling of a payment ends after half a minute if %s', async (_title, answer) => {
  const { shown, done } = follow(answer);
  await vi.advanceTimersByTimeAsync(longestWaitMs - 1);
  expect(shown).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  await done;
  expect(shown).toEqual([
    { status: 'failed', paymentId: null, estado: typeof answer === 'object' ? 'sin_respuesta' : 'sin_red' },
  ]);
});

test('a pending payment stays pending, even if the last request hangs', async () => {
  const { shown, done } = follow({ estado: 'pagado', pago: 'p1' }, 'hangs');
  await vi.advanceTimersByTimeAsync(longestWaitMs);
  await done;
  expect(shown).toEqual([{ status: 'waiting', paymentId: 'p1', isSlow: false }]);
});

test('a page that was left gets no more updates', async () => {
  const { shown, stop, done } = follow({ estado: 'sin_respuesta' });
  await vi.advanceTimersByTimeAsync(500);
  stop.abort();
  await done;
  expect([shown, vi.getTimerCount()]).toEqual([[], 0]);
});

test('a payment is polled in a browser without `AbortSignal.any`', async () => {
  const { any } = AbortSignal;
  Reflect.deleteProperty(AbortSignal, 'any');
  try {
    const { shown, done } = follow({ estado: 'entregado' });
    await done;
    expect(shown).toEqual([expect.objectContaining({ status: 'settled' })]);
  } finally {
    Object.assign(AbortSignal, { any });
  }
});
