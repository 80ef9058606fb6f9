const inSpain = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Madrid',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Which day it is in Spain, as `YYYY-MM-DD`: the days that the shop's dates mean (`hoy` in the database). */
export const today = (now = new Date()): string => inSpain.format(now);
