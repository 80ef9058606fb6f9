const stale: readonly string[] = ['precio_cambiado', 'cupon_no_valido'];

/** True for a refusal (`refusals.ts`) that shows that the page's total is out of date. */
export const isPriceStale = (refusal: string | undefined): boolean => refusal !== undefined && stale.includes(refusal);
