import { beforeEach, expect, test, vi } from 'vitest';
import { stubEnvironment } from '../environment.ts';
import { answers, refused } from './paypal-answers.ts';

stubEnvironment();
const readRpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/payments/paypal/client', async (original) => {
  const { callPayPal } = await import('./paypal-answers.ts');
  return { ...(await original<object>()), callPayPal };
});
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => ({}) }));
vi.mock('@/lib/core/action/rpc', async (original) => ({ ...(await original<object>()), readRpc }));
const { recordApprovals } = await import('@/lib/payments/paypal/approvals');

const since = new Date('2026-11-01T10:00:00Z');
const list = '/v1/notifications/webhooks-events';
const first = `GET ${list}?start_time=2026-11-01T10%3A00%3A00.000Z&end_time=2026-11-02T10%3A00%3A00.000Z&page_size=100&event_type=CHECKOUT.ORDER.APPROVED`;
const approval = (id: string, order = 'ORDER1', event_type = 'CHECKOUT.ORDER.APPROVED') => ({
  id,
  event_type,
  resource: { id: order },
});
const asked = () => readRpc.mock.calls.map(([, name, { p_evento_id: id }]) => [name, id]);

/** The approvals that the shop has not recorded yet. */
let unrecorded: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-02T10:00:00Z') });
  readRpc
    .mockReset()
    .mockImplementation(async (_client, name, { p_evento_id: id }) =>
      name === 'registrar_evento' ? { nuevo: unrecorded.includes(id) } : undefined,
    );
  return () => void vi.useRealTimers();
});

test('an unknown approval is recorded and closed, so that no job processes it again', async () => {
  unrecorded = ['WH-2'];
  const next = { rel: 'next', href: `https://api.paypal.com${list}?next_page_token=t` };
  answers[first] = { events: [approval('WH-1'), approval('WH-2')], links: [next] };
  answers[`GET ${list}?next_page_token=t`] = { events: [approval('WH-3')] };
  expect(await recordApprovals('ORDER1', since)).toBe(true);
  expect(asked()).toEqual([
    ['registrar_evento', 'WH-1'],
    ['registrar_evento', 'WH-2'],
    ['cerrar_evento', 'WH-2'],
    ['registrar_evento', 'WH-3'],
  ]);
  expect(readRpc.mock.calls[0]?.[2]).toEqual({
    p_proveedor: 'paypal',
    p_evento_id: 'WH-1',
    p_tipo: 'CHECKOUT.ORDER.APPROVED',
    p_payload: approval('WH-1'),
  });
});

test('known approvals permit no further charge', async () => {
  unrecorded = [];
  answers[first] = { events: [approval('WH-1')] };
  expect(await recordApprovals('ORDER1', since)).toBe(false);
});

test.each([
  ['another order', approval('WH-1', 'ORDER2')],
  ['another kind', approval('WH-1', 'ORDER1', 'CHECKOUT.ORDER.COMPLETED')],
  ['no order', { ...approval('WH-1'), resource: {} }],
  ['an unknown form', { id: 'WH-1' }],
])('an event of %s permits no charge', async (_what, event) => {
  unrecorded = ['WH-1'];
  answers[first] = { events: [event] };
  expect(await recordApprovals('ORDER1', since)).toBe(false);
  expect(asked()).toEqual([]);
});

test('approvals are unknown while PayPal does not list them', async () => {
  answers[first] = refused(503);
  await expect(recordApprovals('ORDER1', since)).rejects.toThrow('503');
});
