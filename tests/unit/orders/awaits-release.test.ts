import { expect, test } from 'vitest';
import { awaitsRelease } from '@/lib/orders/awaits-release';
import type { OrderDetail } from '@/lib/orders/types';

const order = (download: OrderDetail['download'], isReservation: boolean, releaseDate: string | null) =>
  ({ download, isReservation, product: { releaseDate } }) as OrderDetail;
const now = Date.parse('2026-05-01T12:00:00Z');

test.each([
  ['a download that is not out', order('reserva', true, '2026-06-01'), true],
  ['a download that came out', order('disponible', true, '2026-04-01'), false],
  ['a place on a list for later', order('no_descargable', true, '2026-06-01'), true],
  ['a place on a list without a day', order('no_descargable', true, null), true],
  ['a place on a list of today', order('no_descargable', true, '2026-04-01'), false],
  ['what was never reserved', order('no_descargable', false, '2026-06-01'), false],
])('a reservation waits: %s', (_what, detail, waits) => expect(awaitsRelease(detail, now)).toBe(waits));
