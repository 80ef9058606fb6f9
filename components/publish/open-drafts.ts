import type { KeptDraft, ProductDraft } from '@/lib/publish/types';
import { DraftKeeper } from './draft-keeper';
import { readLocalDraft } from './local-draft';

/** Drafts of this document. The back button shows a form with its initially rendered draft; later input is here. */
const keepers: DraftKeeper[] = [];
const ended = new Set<string>();

type Opening = {
  /** Form key: one per product, and one for new products. */
  form: string;
  productId: string | null;
  initial: { draft: ProductDraft; mark: string };
  /** The draft in the page. */
  kept: KeptDraft | null;
  /** The draft id in the address, if any. */
  named: string | null;
};

const find = (form: string, id: string | null | undefined) =>
  id && !ended.has(id) ? keepers.findLast((keeper) => keeper.form === form && keeper.read().id === id) : undefined;

/** The last draft of a product in this document; a product has one. */
const findOfProduct = (form: string) =>
  keepers.findLast((keeper) => keeper.form === form && keeper.read().id && !ended.has(keeper.read().id));

/** True if the page contains a draft that has ended since. */
export const hasEnded = (kept: KeptDraft | null): boolean => kept !== null && ended.has(kept.id);

/** Opens the draft of a form: continues the one left in this document, unless the page contains a newer one. */
export function openDraft({ named, ...opening }: Opening): DraftKeeper {
  const kept = hasEnded(opening.kept) ? null : opening.kept;
  const left = kept
    ? find(opening.form, kept.id)
    : opening.productId
      ? findOfProduct(opening.form)
      : find(opening.form, named);
  if (left && (!kept || left.continues(kept))) return left;
  const keeper = new DraftKeeper({ ...opening, kept, onEnd: endDraft });
  // On the server the list would be shared by all requests.
  if (typeof window !== 'undefined') keepers.push(keeper);
  return keeper;
}

/**
 * Restores input that only this browser has, with the keeper that is already sending it, or with this one. Returns the
 * keeper.
 */
export function recoverDraft(keeper: DraftKeeper): DraftKeeper {
  const local = readLocalDraft(keeper.form);
  const left = keeper.read().id ? undefined : find(keeper.form, local?.id);
  if (!left) keeper.recover(local);
  return left ?? keeper;
}

/** Marks a draft as deleted or turned into a revision: a page that contains it no longer shows it. */
export function endDraft(id: string): void {
  if (id) ended.add(id);
}
