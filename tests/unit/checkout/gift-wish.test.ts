// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { clearPaid, markPaying } from '@/components/checkout/cart/cart-storage';
import { keepWish, readWish } from '@/components/checkout/gifts/wish-storage';

const form = {
  giver: 'g1',
  recipient: 'Ana',
  wish: { message: '', day: '', email: '' },
  firstDay: '2026-03-02',
  lastDay: '2027-03-01',
};
const wish = { message: 'Para tu isla', day: '2026-03-09', email: '' };
const toAna = '/cart?producto=domador&modoCompra=regalo&destinatario=ana_1';
const selection = { producto: 'domador', edicion: null, bundle: null };

beforeEach(() => sessionStorage.clear());

test('the message and day of a gift are restored for its recipient only', () => {
  keepWish(toAna, { ...wish, giver: 'g1' });
  expect(readWish(toAna, form)).toEqual(wish);
  expect(readWish(toAna.replace('ana_1', 'ana_2'), form)).toBeNull();
});

test('what one person typed for a gift is not shown to the next one in the tab', () => {
  keepWish('*', { ...wish, email: 'ana@example.com', giver: 'g1' });
  expect(readWish('*', form)?.email).toBe('ana@example.com');
  expect(readWish('*', { ...form, giver: 'g2' })).toBeNull();
});

test.each(['2026-03-01', '2027-03-02', 'mañana'])('an unavailable day of a gift is ignored: %s', (day) => {
  keepWish(toAna, { ...wish, day, giver: 'g1' });
  expect(readWish(toAna, form)).toEqual({ ...wish, day: '' });
});

test.each(['{}', '7', 'no JSON', '{"giver":"g1","message":"Hola"}'])(
  'invalid data of a gift is ignored: %s',
  (kept) => {
    sessionStorage.setItem(`gift:${toAna}`, kept);
    expect(readWish(toAna, form)).toBeNull();
  },
);

test("message and day are deleted after the gift's payment, not after other purchases", () => {
  keepWish(toAna, { ...wish, giver: 'g1' });
  for (const other of [null, 'ana_2']) {
    markPaying(selection, other, 'cs_1');
    clearPaid('?session_id=cs_1');
  }
  expect(readWish(toAna, form)).toEqual(wish);
  markPaying(selection, 'ana_1', 'cs_1');
  clearPaid('?session_id=cs_1');
  expect(sessionStorage).toHaveLength(0);
});
