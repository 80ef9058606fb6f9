import { useEffect, useState } from 'react';
import { fetchJson } from '@/lib/core/http/fetch-json';
import type { LibraryItem, LibraryPage } from '@/lib/orders/library/types';

type State = 'loading' | 'whole' | 'failed';

/**
 * The complete library. The page contains the first items; the others load page by page, because search, categories and
 * the owner's order apply to all of them.
 *
 * @returns the loaded items, the loading state, and a retry function
 */
export function useWholeLibrary(first: LibraryPage): { items: LibraryItem[]; state: State; retry: () => void } {
  const [items, setItems] = useState(first.items);
  const [state, setState] = useState<State>(first.next ? 'loading' : 'whole');
  const [turn, setTurn] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new turn retries
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
