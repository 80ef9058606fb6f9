import type { Context } from '../context.ts';
import { SimError } from './route.ts';

type Kind = 'capture' | 'dispute' | 'refund' | 'paypal_dispute' | 'paypal_refund';

/** The newest object of a kind in the family of an id, or the object with that id. */
export function newestOf(context: Context, kind: Kind, id: string): string {
  const named = context.store.any(id);
  const found =
    named &&
    context.store
      .family(named.root)
      .filter((object) => object.kind === kind)
      .at(-1);
  if (!found) throw new SimError(404, `No ${kind} for ${id}.`);
  return named.kind === kind ? id : found.id;
}
