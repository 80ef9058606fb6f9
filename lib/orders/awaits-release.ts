import type { OrderDetail } from './types';

/** Whether an order is of something that is not out yet; what is delivered by name has no download that says so. */
export function awaitsRelease({ download, isReservation, product }: OrderDetail, now = Date.now()): boolean {
  if (download !== 'no_descargable') return download === 'reserva';
  const release = product?.releaseDate;
  return isReservation && (!release || Date.parse(release) > now);
}
