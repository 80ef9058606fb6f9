import { expect, test } from 'vitest';
import { awaitsRelease } from '@/lib/orders/awaits-release';
import type { OrderDetail } from '@/lib/orders/types';

const order = (download: OrderDetail['download'], isReservation: boolean, releaseDate: string | null) =>
  ({ download, isReservation, product: { releaseDate } }) as OrderDetail;
const now = Date.parse('2026-05-01T12:00:00Z');

test.each([
  ['a download before its release', order('reserva', true, '2026-06-01'), true],
  ['a download after its release', order('disponible', true, '2026-04-01'), false],
  ['a whitelist entry before its release', order('no_descargable', true, '2026-06-01'), true],
  ['a whitelist entry without a date', order('no_descargable', true, null), true],
  ['a whitelist entry after its release', order('no_descargable', true, '2026-04-01'), false],
  ['a purchase without a preorder', order('no_descargable', false, '2026-06-01'), false],
])('an order waits for its release or not: %s', (_what, detail, waits) =>
  expect(awaitsRelease(detail, now)).toBe(waits),
);
