import { describe, expect, test } from 'vitest';
import { type TimelineFacts, timelineOf } from '@/lib/orders/payments/timeline';

const at = (minute: number) => `2026-01-01T10:0${minute}:00Z`;
const facts: TimelineFacts = {
  state: 'creado',
  provider: 'stripe',
  createdAt: at(0),
  confirmedAt: null,
  recordedAt: null,
  deliveredAt: null,
  revertedAt: null,
  refunds: [],
  expired: null,
  reason: null,
};
const delivered = { ...facts, state: 'entregado', confirmedAt: at(1), recordedAt: at(2), deliveredAt: at(3) } as const;
const story = (change: Partial<TimelineFacts>) =>
  timelineOf({ ...facts, ...change }).map(({ key, status }) => `${key}:${status}`);

describe('the timeline of a payment', () => {
  test('waiting for its provider shows the next step', () => {
    expect(story({})).toEqual(['creado:done', 'confirmado:waiting', 'registrado:ahead', 'entregado:ahead']);
  });
  test('that is paid but not delivered waits for the delivery', () => {
    expect(story({ state: 'pagado', confirmedAt: at(1), recordedAt: at(2) })).toEqual([
      'creado:done',
      'confirmado:done',
      'registrado:done',
      'entregado:waiting',
    ]);
  });
  test('that is paid and will not be delivered waits for its refund only', () => {
    const refunds = [{ state: 'pedido', cents: 1_000, at: at(3) } as const];
    expect(story({ state: 'pagado', confirmedAt: at(1), recordedAt: at(2), reason: 'sin_stock', refunds })).toEqual([
      'creado:done',
      'confirmado:done',
      'registrado:done',
      'devolucion:waiting',
    ]);
  });
  test('that is delivered is complete, with times', () => {
    expect(timelineOf(delivered).map((step) => step.at)).toEqual([at(0), at(1), at(2), at(3)]);
  });
  test('in coins has no provider step', () => {
    expect(story({ ...delivered, provider: 'uncoins' })).toEqual(['creado:done', 'registrado:done', 'entregado:done']);
  });
  test('with a requested refund waits for it, and ends with it', () => {
    const refund = { cents: 400, at: at(4) };
    expect(story({ ...delivered, refunds: [{ ...refund, state: 'pedido' }] }).at(-1)).toBe('devolucion:waiting');
    expect(story({ ...delivered, refunds: [{ ...refund, state: 'pendiente' }] }).at(-1)).toBe('devolucion:waiting');
    const whole = {
      ...delivered,
      state: 'reembolsado',
      revertedAt: at(5),
      refunds: [{ ...refund, state: 'hecho' }],
    } as const;
    expect(story({ ...whole, refunds: [...whole.refunds] }).slice(-2)).toEqual([
      'entregado:done',
      'reembolsado:failed',
    ]);
    expect(story({ ...delivered, state: 'en_disputa', revertedAt: at(5) }).at(-1)).toBe('en_disputa:failed');
  });
  test('with partial refunds shows each with its amount', () => {
    const parts = [
      { state: 'hecho', cents: 300, at: at(4) },
      { state: 'rechazado', cents: 100, at: at(5) },
      { state: 'fallido', cents: 200, at: at(6) },
      { state: 'hecho', cents: 700, at: at(7) },
    ] as const;
    const steps = ['devuelto:done', 'devolucion_fallida:failed', 'devuelto:done'];
    expect(story({ ...delivered, refunds: [...parts] }).slice(4)).toEqual(steps);
    expect(story({ ...delivered, state: 'reembolsado', revertedAt: at(7), refunds: [...parts] }).slice(4)).toEqual([
      ...steps,
      'reembolsado:failed',
    ]);
    expect(timelineOf({ ...delivered, refunds: [...parts] }).at(-1)?.cents).toBe(700);
  });
  test('of a gift that nobody opened ends with its UnCoins, and with the refund that follows', () => {
    const expired = { ...delivered, expired: { coins: 999, at: at(5) } };
    expect(timelineOf(expired).at(-1)).toEqual({ key: 'regalo_caducado', at: at(5), cents: 999, status: 'failed' });
    expect(story({ ...expired, state: 'reembolsado', revertedAt: at(6) }).slice(4)).toEqual([
      'regalo_caducado:failed',
      'reembolsado:failed',
    ]);
  });
  test.each(['fallido', 'caducado'] as const)('that is %s was never charged', (state) => {
    expect(story({ state })).toEqual(['creado:done', 'cerrado:failed']);
  });
});
