/** Making one takes a hundred times as long as using it. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string): Intl.NumberFormat {
  const language = locale === 'en' ? 'en' : 'es-ES';
  const format = formats.get(language) ?? new Intl.NumberFormat(language, { style: 'currency', currency: 'EUR' });
  formats.set(language, format);
  return format;
}

/**
 * Formats an amount of euro cents as money in a language.
 *
 * @param cents integer euro cents
 * @param locale `es` or `en`
 */
export function formatCents(cents: number, locale: string): string {
  return formatOf(locale).format(cents / 100);
}

/** Converts euros as the database returns them (`"9.99"` or 9.99) to integer cents. */
export function toCents(euros: string | number): number {
  return Math.round(Number(euros) * 100);
}

/** An amount of euros as people type it: with a comma or a point, and at most two decimals. */
export const typedEuros = /^\d{1,6}(?:[.,]\d{1,2})?$/;

/** Typed euros as a number of euros; NaN for a text that `typedEuros` does not match. */
export const readEuros = (typed: string): number => (typedEuros.test(typed) ? Number(typed.replace(',', '.')) : NaN);
