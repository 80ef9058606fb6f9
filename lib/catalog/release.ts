import { dayInSpain } from '@/lib/core/day';
import type { Category } from './categories';

/** True if a reservation is not released yet (`espera_lanzamiento` in SQL). Without a date it is unknown. */
const isAwaited = (reservation: boolean, date: string | null, today: string): boolean =>
  reservation && (date === null || date > today);

type Sold = { reserva: boolean; fecha_lanzamiento: string | null };

/** The release of a product or edition. */
export const releaseOf = ({ reserva, fecha_lanzamiento: date }: Sold, today = dayInSpain()) => ({
  reservation: isAwaited(reserva, date, today),
  releaseDate: date,
});

/** The day of an event, `YYYY-MM-DD`, and whether it is over; null for other products. */
export const eventOf = (category: Category, date: string | null, today = dayInSpain()) => {
  const eventDay = category === 'evento' ? date : null;
  return { eventDay, eventOver: eventDay !== null && eventDay < today };
};
