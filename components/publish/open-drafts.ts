import type { KeptDraft, ProductDraft } from '@/lib/publish/types';
import { DraftKeeper } from './draft-keeper';
import { readLocalDraft } from './local-draft';

/**
 * What this document has written. Going back shows a form with the draft that its page was first rendered with: what was
 * typed since is here.
 */
const keepers: DraftKeeper[] = [];
const ended = new Set<string>();

type Opening = {
  /** The form: one for each product, and one for new products. */
  form: string;
  productId: string | null;
  initial: { draft: ProductDraft; mark: string };
  /** The draft that the page came with. */
  kept: KeptDraft | null;
  /** The id of the draft that the address names, where it names one. */
  named: string | null;
};

const find = (form: string, id: string | null | undefined) =>
  id && !ended.has(id) ? keepers.findLast((keeper) => keeper.form === form && keeper.read().id === id) : undefined;

/** The draft of a product that this document has written last; a product has one. */
const findOfProduct = (form: string) =>
  keepers.findLast((keeper) => keeper.form === form && keeper.read().id && !ended.has(keeper.read().id));

/** Whether a page came with a draft that has ended since. */
export const hasEnded = (kept: KeptDraft | null): boolean => kept !== null && ended.has(kept.id);

/** Opens the draft of a form: goes on with the one that was left, unless the page came with a newer one. */
export function openDraft({ named, ...opening }: Opening): DraftKeeper {
  const kept = hasEnded(opening.kept) ? null : opening.kept;
  const left = kept
    ? find(opening.form, kept.id)
    : opening.productId
      ? findOfProduct(opening.form)
      : find(opening.form, named);
  if (left && (!kept || left.continues(kept))) return left;
  const keeper = new DraftKeeper({ ...opening, kept, onEnd: endDraft });
  // On the server this would be everybody's.
  if (typeof window !== 'undefined') keepers.push(keeper);
  return keeper;
}

/** Takes up what is in this browser alone: with who is sending it already, or with this one. Answers which. */
export function recoverDraft(keeper: DraftKeeper): DraftKeeper {
  const local = readLocalDraft(keeper.form);
  const left = keeper.read().id ? undefined : find(keeper.form, local?.id);
  if (!left) keeper.recover(local);
  return left ?? keeper;
}

/** Says that a draft is thrown away or has become a revision: a page that came with it shows it no more. */
export function endDraft(id: string): void {
  if (id) ended.add(id);
}
