/** The time zone of the shop's days, the same as in the database. */
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
 * The date of a moment in Spain, as `YYYY-MM-DD`. All dates of the shop are days in Spain.
 *
 * @param moment defaults to now
 */
export const dayInSpain = (moment = new Date()): string => inSpain.format(moment);

/** A moment in Spanish time in the format of spreadsheets, `YYYY-MM-DD HH:MM`. */
export const momentInSpain = (moment: Date): string => momentFormat.format(moment);
