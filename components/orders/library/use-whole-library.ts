import { useEffect, useState } from 'react';
import { fetchJson } from '@/lib/core/http/fetch-json';
import type { LibraryItem, LibraryPage } from '@/lib/orders/library/types';

type State = 'loading' | 'whole' | 'failed';

/**
 * The whole library. The page comes with its first items; the others are loaded page after page, because search,
 * categories and the order that its owner has given it are about all of them.
 *
 * @returns what is there so far, whether that is all, and what asks again for the rest
 */
export function useWholeLibrary(first: LibraryPage): { items: LibraryItem[]; state: State; retry: () => void } {
  const [items, setItems] = useState(first.items);
  const [state, setState] = useState<State>(first.next ? 'loading' : 'whole');
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn asks again
  useEffect(() => {
    setItems(first.items);
    setState(first.next ? 'loading' : 'whole');
    if (!first.next) return;
    const stop = new AbortController();
    async function loadRest() {
      const all = [...first.items];
      for (let next = first.next; next; ) {
        const page: LibraryPage = await fetchJson(`/api/library?despues=${encodeURIComponent(next)}`, stop.signal);
        all.push(...page.items);
        next = page.next;
      }
      setItems(all);
      setState('whole');
    }
    loadRest().catch(() => {
      if (!stop.signal.aborted) setState('failed');
    });
    return () => stop.abort();
  }, [first, turn]);
  return { items, state, retry: () => setTurn((count) => count + 1) };
}
