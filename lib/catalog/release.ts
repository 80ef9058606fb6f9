import { dayInSpain } from '@/lib/core/day';

/** True if a reservation is not released yet (`espera_lanzamiento` in SQL). Without a date it is unknown. */
const isAwaited = (reservation: boolean, date: string | null, today: string): boolean =>
  reservation && (date === null || date > today);

type Sold = { reserva: boolean; fecha_lanzamiento: string | null };

/** The release of a product or edition. */
export const releaseOf = ({ reserva, fecha_lanzamiento: date }: Sold, today = dayInSpain()) => ({
  reservation: isAwaited(reserva, date, today),
  releaseDate: date,
});
