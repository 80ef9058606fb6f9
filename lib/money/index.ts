/**
 * Writes an amount of euro cents as money, in the way of a language (SPEC §9: two decimals).
 *
 * @param cents integer euro cents
 * @param locale `es` or `en`
 */
export function formatCents(cents: number, locale: string): string {
  return new Intl.NumberFormat(locale === 'en' ? 'en' : 'es-ES', { style: 'currency', currency: 'EUR' }).format(
    cents / 100,
  );
}

/** Euro as the database writes them (`"9.99"` or 9.99) in integer cents. */
export function toCents(euros: string | number): number {
  return Math.round(Number(euros) * 100);
}
