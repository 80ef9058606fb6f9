import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reasonFor } from '@/lib/payments/gift';
import { leftOf } from '@/lib/payments/left';
import { isPageMethod, isPageProvider } from '@/lib/payments/methods';
import { ownOrderId } from '@/lib/payments/own-order';

type Facts = Parameters<typeof leftOf>[0];
const at = (hour: number) => `2026-11-01T${String(hour).padStart(2, '0')}:00:00Z`;
const refund = (cents: number, state: Facts['refunds'][number]['state'] = 'hecho', hour = 12) => ({
  state,
  cents,
  madeAt: at(hour),
});
const dispute = (cents: number, phase: Facts['disputes'][number]['phase'] = 'perdida', hour = 10) => ({
  phase,
  cents,
  openedAt: at(hour),
});
const left = (provider: Facts['provider'], refunds: Facts['refunds'], disputes: Facts['disputes'] = []) =>
  leftOf({ provider, totalCents: 1_000, refunds, disputes });

describe('the refundable rest of a payment', () => {
  test.each<[string, Facts['refunds'], Facts['disputes'], number]>([
    ['all of it', [], [], 1_000],
    ['less what was refunded', [refund(100), refund(250)], [], 650],
    ['less what is on its way', [refund(100, 'pedido'), refund(250, 'pendiente')], [], 650],
    ['with what was refused or failed', [refund(100, 'rechazado'), refund(250, 'fallido')], [], 1_000],
    ['less what a dispute took', [], [dispute(400)], 600],
    ['less what two disputes took', [], [dispute(400), dispute(100)], 500],
    ['with what is disputed still, or was won', [], [dispute(400, 'abierta'), dispute(400, 'ganada')], 1_000],
    ['with an inquiry', [], [dispute(400, 'consulta'), dispute(400, 'sin_decidir')], 1_000],
    ['less both before a dispute', [refund(100, 'hecho', 9)], [dispute(400)], 500],
    ['never less than nothing', [refund(800)], [dispute(1_000)], 0],
  ])('is %s', (_what, refunds, disputes, cents) => expect(left('stripe', refunds, disputes)).toBe(cents));

  test('includes a refund after a lost dispute once at PayPal, where it is the money of that dispute', () => {
    expect(left('stripe', [refund(300)], [dispute(400)])).toBe(300);
    expect(left('paypal', [refund(300)], [dispute(400)])).toBe(600);
    expect(left('paypal', [refund(500)], [dispute(400)])).toBe(500);
    expect(left('paypal', [refund(300, 'hecho', 10)], [dispute(400)])).toBe(600);
    expect(left('paypal', [refund(300, 'hecho', 9)], [dispute(400)])).toBe(300);
    expect(left('paypal', [refund(300, 'hecho', 11)], [dispute(200), dispute(100, 'perdida', 12)])).toBe(700);
    expect(left('paypal', [refund(300)], [dispute(400, 'abierta')])).toBe(700);
    expect(left('paypal', [refund(300)])).toBe(700);
    expect(left('paypal', [refund(300, 'pendiente')], [dispute(400)])).toBe(300);
  });

  test('is between zero and the whole amount, and is reduced by each refund', () => {
    const cents = fc.nat(400);
    fc.assert(
      fc.property(fc.array(cents), fc.array(cents), fc.constantFrom('stripe', 'paypal', 'uncoins'), (one, two, by) => {
        const refunds = one.map((part) => refund(part));
        const disputes = two.map((part) => dispute(part));
        const rest = left(by, refunds, disputes);
        expect(rest).toBeGreaterThanOrEqual(0);
        expect(rest).toBeLessThanOrEqual(1_000);
        expect(left(by, [...refunds, refund(1)], disputes)).toBeLessThanOrEqual(rest);
      }),
    );
  });
});

test.each([
  ['ya_lo_tienes', true, 'ya_lo_tiene'],
  ['tienes_superior', true, 'ya_lo_tiene'],
  ['sin_stock', true, 'sin_stock'],
  ['ya_lo_tienes', false, 'ya_lo_tienes'],
  ['tienes_superior', false, 'tienes_superior'],
  [null, true, null],
])('the reason %s, for a gift: %s, is shown as %s', (reason, isGift, shown) =>
  expect(reasonFor(reason, isGift)).toBe(shown),
);

test('coins and gifts of the shop have no page of a provider', () => {
  expect(['stripe', 'paypal', 'uncoins', 'gratis', 'x'].filter(isPageProvider)).toEqual(['stripe', 'paypal']);
  expect(['tarjeta', 'paypal', 'uncoins', 'gratis', 'toString'].filter(isPageMethod)).toEqual(['tarjeta', 'paypal']);
});

test("only a UUID is accepted as the shop's own id of a refund", () => {
  const id = crypto.randomUUID();
  expect(ownOrderId(id)).toBe(id);
  for (const other of [undefined, null, '', 'x', `${id}x`, 7]) expect(ownOrderId(other)).toBeNull();
});
