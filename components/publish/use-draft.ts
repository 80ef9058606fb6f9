import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { markOf } from '@/lib/publish/kept-draft';
import type { KeptDraft, ProductDraft } from '@/lib/publish/types';
import { hasEnded, openDraft, recoverDraft } from './open-drafts';

type Options = {
  /** The form: one for each product, and one for new products. */
  form: string;
  /** The form without a draft: empty, or the product as it is. */
  initial: ProductDraft;
  /** The draft that the page was opened with. */
  kept: KeptDraft | null;
  productId: string | null;
  /** The id of the draft that the address names, where it names one. */
  named: string | null;
  /** Called where the page came with another draft than this document knows of. */
  onStale: () => void;
  /** Called with the id of a draft once the shop has it. */
  onKept: (id: string) => void;
};

/**
 * A draft that the shop keeps as it is typed, so that a reload, a lost connection or another device loses nothing. Of
 * two tabs that write the same draft, the second one stops and asks.
 */
export function useDraft({ form, initial, kept, productId, named, onStale, onKept }: Options) {
  const mark = markOf(initial);
  const first = { draft: initial, mark };
  const open = () => openDraft({ form, productId, initial: first, kept, named });
  const [keeper, setKeeper] = useState(open);
  const [shownFor, setShownFor] = useState({ keptId: kept?.id, named, mark });
  if (shownFor.keptId !== kept?.id || shownFor.named !== named || shownFor.mark !== mark) {
    setShownFor({ keptId: kept?.id, named, mark });
    const { id } = keeper.read();
    // Another draft has come with the page, as when one was taken back; the address asks for an empty form; or nothing
    // was typed and the product has changed. What this form has made itself is no news.
    const isOther = kept
      ? kept.id !== id && !hasEnded(kept)
      : id
        ? id === shownFor.named && !named
        : shownFor.mark !== mark;
    if (isOther && !keeper.hasUnkept()) setKeeper(open);
  }
  const { draft, state, isRecovered, base, id, version } = useSyncExternalStore(
    keeper.subscribe,
    keeper.read,
    keeper.read,
  );
  const callbacks = useRef({ onKept, onStale });
  callbacks.current = { onKept, onStale };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the page came with
  useEffect(() => {
    if (hasEnded(kept) || version > (kept?.version ?? 0)) callbacks.current.onStale();
  }, []);

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void keeper.send(true);
    };
    const ask = (event: BeforeUnloadEvent) => {
      if (keeper.read().state === 'conflict') event.preventDefault();
    };
    const resume = () => void keeper.send();
    keeper.onKept = (kept) => callbacks.current.onKept(kept);
    setKeeper(recoverDraft(keeper));
    document.addEventListener('visibilitychange', leave);
    addEventListener('online', resume);
    addEventListener('beforeunload', ask);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('online', resume);
      removeEventListener('beforeunload', ask);
      keeper.leave();
    };
  }, [keeper]);

  return {
    draft,
    state,
    isRecovered,
    /** Whether the product is another one than when the draft was begun. */
    isOutdated: isRecovered && base !== '' && base !== mark,
    /** The id of the draft; null before anything was typed. */
    draftId: id || null,
    isKept: version > 0,
    begin: keeper.begin,
    change: keeper.change,
    discard: () => keeper.discard(first),
    keepMine: keeper.keepMine,
    end: keeper.end,
    hold: keeper.hold,
    release: keeper.release,
  };
}
