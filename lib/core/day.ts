const inSpain = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Madrid',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/**
 * The day of a moment in Spain, as `YYYY-MM-DD`: the dates of the shop are days in Spain, in the database as well.
 *
 * @param moment now, unless another one is given
 */
export const dayInSpain = (moment = new Date()): string => inSpain.format(moment);
