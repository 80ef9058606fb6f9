import { beforeEach, expect, test, vi } from 'vitest';

const readRpc = vi.hoisted(() => vi.fn());
vi.mock('@/lib/core/action/rpc', async (original) => ({ ...(await original<object>()), readRpc }));
vi.mock('@/lib/core/supabase/admin', () => ({ createAdminClient: () => ({}) }));
const { takeEvent } = await import('@/lib/webhooks/take-event');

const read = vi.fn();
const event = { id: 'evt_1', type: 'x', payload: {}, subscription: null, movedCharge: null, read };
/** The functions of the database that were called, in their order. */
const called = () => readRpc.mock.calls.map(([, name]) => name);

beforeEach(() => {
  readRpc
    .mockReset()
    .mockImplementation(async (_client, name) => (name === 'registrar_evento' ? { nuevo: true } : undefined));
  read.mockReset().mockResolvedValue(null);
});

test('an event is recorded, applied, and marked as processed', async () => {
  read.mockImplementation(async () => {
    expect(called()).toEqual(['registrar_evento']);
    return null;
  });
  expect(await takeEvent('stripe', event)).toBe('ignored');
  expect(called()).toEqual(['registrar_evento', 'cerrar_evento']);
});

test('a processed event is not applied again', async () => {
  readRpc.mockResolvedValue({ nuevo: false });
  expect(await takeEvent('stripe', event)).toBe('repeated');
  expect(read).not.toHaveBeenCalled();
});

test('an event that failed halfway stays unprocessed', async () => {
  read.mockRejectedValue(new Error('out of order'));
  await expect(takeEvent('stripe', event)).rejects.toThrow('out of order');
  expect(called()).toEqual(['registrar_evento']);
});
