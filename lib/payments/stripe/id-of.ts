/** The id of an object that Stripe names or, where a call expands it, contains; null without one. */
export function idOf(named: string | { id: string }): string;
export function idOf(named: string | { id: string } | null | undefined): string | null;
export function idOf(named: string | { id: string } | null | undefined): string | null {
  return typeof named === 'string' ? named : (named?.id ?? null);
}
