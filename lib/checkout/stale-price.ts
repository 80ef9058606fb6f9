const stale: readonly string[] = ['precio_cambiado', 'cupon_no_valido'];

/** True for a refusal (`refusals.ts`) after which the page shows a total that no longer holds. */
export const isPriceStale = (refusal: string | undefined): boolean => refusal !== undefined && stale.includes(refusal);
