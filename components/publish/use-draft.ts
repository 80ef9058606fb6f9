import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { markOf } from '@/lib/publish/kept-draft';
import type { KeptDraft, ProductDraft } from '@/lib/publish/types';
import { DraftKeeper } from './draft-keeper';

type Options = {
  /** Under which this browser keeps what the shop has not got yet. */
  key: string;
  /** The form without a draft: empty, or the product as it is. */
  initial: ProductDraft;
  /** The draft that the page was opened with. */
  kept: KeptDraft | null;
  productId: string | null;
  /** Called with the id of a draft once the shop has it. */
  onKept: (id: string) => void;
};

/**
 * A draft that the shop keeps as it is typed, so that a reload, a lost connection or another device loses nothing. Of
 * two tabs that write the same draft, the second one stops and asks.
 */
export function useDraft({ key, initial, kept, productId, onKept }: Options) {
  const mark = markOf(initial);
  const first = { draft: initial, mark };
  const [keeper] = useState(() => new DraftKeeper({ key, productId, initial: first, kept }));
  const { draft, state, isRecovered, base, id, version } = useSyncExternalStore(
    keeper.subscribe,
    keeper.read,
    keeper.read,
  );
  const told = useRef(onKept);
  told.current = onKept;

  useEffect(() => {
    const leave = () => {
      if (document.visibilityState === 'hidden') void keeper.send(true);
    };
    const ask = (event: BeforeUnloadEvent) => {
      if (keeper.read().state === 'conflict') event.preventDefault();
    };
    const resume = () => void keeper.send();
    keeper.onKept = (kept) => told.current(kept);
    keeper.recover();
    document.addEventListener('visibilitychange', leave);
    addEventListener('online', resume);
    addEventListener('beforeunload', ask);
    return () => {
      document.removeEventListener('visibilitychange', leave);
      removeEventListener('online', resume);
      removeEventListener('beforeunload', ask);
      keeper.onKept = () => {};
      void keeper.send(true);
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
    change: keeper.change,
    discard: () => keeper.discard(first),
    keepMine: keeper.keepMine,
    end: keeper.end,
    hold: keeper.hold,
    release: keeper.release,
  };
}
