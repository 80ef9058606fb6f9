import { type BoughtOrder, isByName } from './types';

/** True if an order's product is not released yet; for delivery by player name, no download shows it. */
export function awaitsRelease({ download, isReservation, product }: BoughtOrder, now = Date.now()): boolean {
  if (!isByName(download)) return download === 'reserva';
  const release = product?.releaseDate;
  return isReservation && (!release || Date.parse(release) > now);
}
