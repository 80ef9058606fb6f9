const stale: readonly string[] = ['precio_cambiado', 'cupon_no_valido', 'cuenta_deshabilitada'];

/** True for a refusal (`refusals.ts`) after which the page has another total, or ways on instead of the form. */
export const isPageStale = (refusal: string | undefined): boolean => refusal !== undefined && stale.includes(refusal);
