// @vitest-environment jsdom
import { beforeEach, expect, test } from 'vitest';
import { clearPaid, markPaying } from '@/components/checkout/cart/cart-storage';
import { keepWish, readWish } from '@/components/checkout/gifts/wish-storage';

const form = {
  recipient: 'Ana',
  wish: { message: '', day: '' },
  firstDay: '2026-03-02',
  lastDay: '2027-03-01',
};
const wish = { message: 'Para tu isla', day: '2026-03-09' };
const selection = { producto: 'domador', edicion: null, bundle: null };

beforeEach(() => sessionStorage.clear());

test('what was said of a gift comes back for its recipient, and for nobody else', () => {
  keepWish('ana_1', wish);
  expect(readWish('ana_1', form)).toEqual(wish);
  expect(readWish('ana_2', form)).toBeNull();
});

test.each(['2026-03-01', '2027-03-02', 'mañana'])('a day that cannot be chosen any more is left out: %s', (day) => {
  keepWish('ana_1', { ...wish, day });
  expect(readWish('ana_1', form)).toEqual({ ...wish, day: '' });
});

test.each(['{}', '7', 'no JSON', '{"message":"Hola"}'])('what is no wish is nothing: %s', (kept) => {
  sessionStorage.setItem('gift:ana_1', kept);
  expect(readWish('ana_1', form)).toBeNull();
});

test('it is forgotten once the gift is paid for; a purchase for oneself or for another leaves it', () => {
  keepWish('ana_1', wish);
  for (const other of [null, 'ana_2']) {
    markPaying(selection, other, 'cs_1');
    clearPaid('?session_id=cs_1');
  }
  expect(readWish('ana_1', form)).toEqual(wish);
  markPaying(selection, 'ana_1', 'cs_1');
  clearPaid('?session_id=cs_1');
  expect(sessionStorage).toHaveLength(0);
});
