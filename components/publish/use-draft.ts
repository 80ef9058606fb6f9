import { useEffect, useState } from 'react';
import type { ProductDraft } from '@/lib/publish/types';

type Kept = {
  draft: ProductDraft;
  change: (part: Partial<ProductDraft>) => void;
  /** Whether the draft was restored from this browser. */
  isRecovered: boolean;
  discard: () => void;
  forget: () => void;
};

/** A draft that is stored in this browser at every change, so that a reload or a lost connection loses nothing. */
export function useDraft(key: string, initial: ProductDraft): Kept {
  const [draft, setDraft] = useState(initial);
  const [isRecovered, setRecovered] = useState(false);

  useEffect(() => {
    const stored = localStorage.getItem(key);
    if (!stored) return;
    try {
      const { base, draft: kept } = JSON.parse(stored) as { base: string; draft: ProductDraft };
      // A stored draft is dropped if the product was changed elsewhere in the meantime.
      if (base !== JSON.stringify(initial)) return localStorage.removeItem(key);
      setDraft({ ...initial, ...kept });
      setRecovered(true);
    } catch {
      localStorage.removeItem(key);
    }
  }, [key, initial]);

  return {
    draft,
    isRecovered,
    change: (part) =>
      setDraft((before) => {
        const next = { ...before, ...part };
        localStorage.setItem(key, JSON.stringify({ base: JSON.stringify(initial), draft: next }));
        return next;
      }),
    discard: () => {
      localStorage.removeItem(key);
      setDraft(initial);
      setRecovered(false);
    },
    forget: () => localStorage.removeItem(key),
  };
}
