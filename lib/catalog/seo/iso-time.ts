/**
 * @param moment a moment as the database writes it
 * @returns the same in UTC by ISO 8601, as Atom and schema.org require it
 */
export const isoTime = (moment: string): string => new Date(moment).toISOString();
