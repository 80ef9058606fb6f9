import { isByName, type OrderDetail } from './types';

/** True if an order's product is not released yet; delivery by player name has no download that shows it. */
export function awaitsRelease({ download, isReservation, product }: OrderDetail, now = Date.now()): boolean {
  if (!isByName(download)) return download === 'reserva';
  const release = product?.releaseDate;
  return isReservation && (!release || Date.parse(release) > now);
}
