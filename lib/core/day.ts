const inSpain = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Madrid',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const momentFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Madrid',
  dateStyle: 'short',
  timeStyle: 'short',
});

/**
 * The day of a moment in Spain, as `YYYY-MM-DD`: the dates of the shop are days in Spain, in the database as well.
 *
 * @param moment now, unless another one is given
 */
export const dayInSpain = (moment = new Date()): string => inSpain.format(moment);

/** A moment by the clocks of Spain as spreadsheets read it, `YYYY-MM-DD HH:MM`. */
export const momentInSpain = (moment: Date): string => momentFormat.format(moment);
