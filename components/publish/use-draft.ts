import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { markOf } from '@/lib/publish/kept-draft';
import type { KeptDraft, ProductDraft } from '@/lib/publish/types';
import { hasEnded, openDraft, recoverDraft } from './open-drafts';

type Options = {
  /** Form key: one per product, and one for new products. */
  form: string;
  /** The form without a draft: empty, or the current product. */
  initial: ProductDraft;
  /** The draft in the initial page. */
  kept: KeptDraft | null;
  productId: string | null;
  /** The draft id in the address, if any. */
  named: string | null;
  /** Called if the page contains another draft than the one in this document. */
  onStale: () => void;
  /** Called with the id of a draft once the shop has saved it. */
  onKept: (id: string) => void;
};

/**
 * An autosaved draft that survives a reload, a lost connection and a change of device. If two tabs edit the same draft,
 * the second one stops and asks.
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
    // The page contains another draft, such as after withdrawing a revision; or the address requests an empty form; or
    // there is no input and the product has changed. The form's own changes are excluded.
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the initial page
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
    /** True if the product has changed since the draft was started. */
    isOutdated: productId !== null && base !== '' && base !== mark,
    /** Id of the draft; null before the first input. */
    draftId: id || null,
    isKept: version > 0,
    begin: keeper.begin,
    change: keeper.change,
    discard: () => keeper.discard(first),
    keepMine: keeper.keepMine,
    goOn: () => keeper.goOn(mark),
    end: keeper.end,
    pause: keeper.pause,
    resume: keeper.resume,
  };
}
