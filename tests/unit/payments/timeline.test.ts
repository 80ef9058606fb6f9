import { describe, expect, test } from 'vitest';
import { type TimelineFacts, timelineOf } from '@/lib/payments/timeline';

const at = (minute: number) => `2026-01-01T10:0${minute}:00Z`;
const facts: TimelineFacts = {
  state: 'creado',
  provider: 'stripe',
  createdAt: at(0),
  confirmedAt: null,
  recordedAt: null,
  deliveredAt: null,
  revertedAt: null,
  refundAskedAt: null,
};
const delivered = { ...facts, state: 'entregado', confirmedAt: at(1), recordedAt: at(2), deliveredAt: at(3) } as const;
const story = (change: Partial<TimelineFacts>) =>
  timelineOf({ ...facts, ...change }).map(({ key, status }) => `${key}:${status}`);

describe('the timeline of a payment', () => {
  test('that waits for its provider says what comes', () => {
    expect(story({})).toEqual(['creado:done', 'confirmado:waiting', 'registrado:ahead', 'entregado:ahead']);
  });
  test('that came but is not delivered waits for the delivery', () => {
    expect(story({ state: 'pagado', confirmedAt: at(1), recordedAt: at(2) })).toEqual([
      'creado:done',
      'confirmado:done',
      'registrado:done',
      'entregado:waiting',
    ]);
  });
  test('that is delivered is done, with its times', () => {
    expect(timelineOf(delivered).map((step) => step.at)).toEqual([at(0), at(1), at(2), at(3)]);
  });
  test('in coins has no provider to wait for', () => {
    expect(story({ ...delivered, provider: 'uncoins' })).toEqual(['creado:done', 'registrado:done', 'entregado:done']);
  });
  test('whose refund was asked for waits for it, and ends with it', () => {
    expect(story({ ...delivered, refundAskedAt: at(4) }).at(-1)).toBe('devolucion:waiting');
    expect(story({ ...delivered, state: 'reembolsado', revertedAt: at(5) }).at(-1)).toBe('reembolsado:failed');
    expect(story({ ...delivered, state: 'en_disputa', revertedAt: at(5) }).at(-1)).toBe('en_disputa:failed');
  });
  test.each(['fallido', 'caducado'] as const)('that is %s was never charged', (state) => {
    expect(story({ state })).toEqual(['creado:done', 'cerrado:failed']);
  });
});
