/** Where the shop's days begin and end. The database has the same one. */
export const shopTimeZone = 'Europe/Madrid';

const inSpain = new Intl.DateTimeFormat('sv-SE', {
  timeZone: shopTimeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const momentFormat = new Intl.DateTimeFormat('sv-SE', {
  timeZone: shopTimeZone,
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
