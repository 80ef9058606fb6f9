/** Creating a formatter costs a hundred times as much as using it. */
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

/** A typed euro amount: comma or point, at most two decimals. */
export const typedEuros = /^\d{1,6}(?:[.,]\d{1,2})?$/;

/** Parses typed euros; NaN if the text does not match `typedEuros`. */
export const readEuros = (typed: string): number => (typedEuros.test(typed) ? Number(typed.replace(',', '.')) : NaN);

/** Parses a typed amount, euros or whole coins, to cents or coins; NaN if it is neither. */
export function readAmount(typed: string, inCoins: boolean): number {
  if (inCoins) return /^\d{1,8}$/.test(typed) ? Number(typed) : NaN;
  return toCents(readEuros(typed));
}

/**
 * Euros as somebody types them in a language: with its decimal sign, without a currency or thousands separators.
 *
 * @param euros as the database returns them, such as `9.99` or `"9.9"`
 * @param locale `es` or `en`
 */
export function writeEuros(euros: string | number, locale: string): string {
  const text = Number.isInteger(Number(euros)) ? String(Number(euros)) : Number(euros).toFixed(2);
  return locale === 'en' ? text : text.replace('.', ',');
}

/** An amount of cents or coins as somebody types it in a language. */
export const writeAmount = (amount: number, inCoins: boolean, locale: string): string =>
  inCoins ? String(amount) : writeEuros(amount / 100, locale);
