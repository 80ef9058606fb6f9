/** The id of an object that Stripe returns as an id or, if a call expands it, as an object; null without one. */
export function idOf(named: string | { id: string }): string;
export function idOf(named: string | { id: string } | null | undefined): string | null;
export function idOf(named: string | { id: string } | null | undefined): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null);
}
