import { dayInSpain } from '@/lib/core/day';

/** Whether a reservation is not out yet, as `espera_lanzamiento` says it in the database. Without a date nobody knows. */
const isAwaited = (reservation: boolean, date: string | null, today: string): boolean =>
  reservation && (date === null || date > today);

type Sold = { reserva: boolean; fecha_lanzamiento: string | null };

/** What a product, or an edition in place of it, says about its release. */
export const releaseOf = ({ reserva, fecha_lanzamiento: date }: Sold, today = dayInSpain()) => ({
  reservation: isAwaited(reserva, date, today),
  releaseDate: date,
});
