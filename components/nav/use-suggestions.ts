import { useEffect, useState } from 'react';
import { useDebounced } from '@/components/ui/use-debounced';
import type { Suggestion } from '@/lib/catalog/search';
import { fetchJson } from '@/lib/core/http/fetch-json';

const none: Suggestion[] = [];

/**
 * Suggestions for the typed text, 300 ms after the last key; the last response wins. Every page has the search box, so
 * this avoids SWR.
 */
export function useSuggestions(text: string): Suggestion[] {
  const wanted = useDebounced(text.trim(), 300);
  const [items, setItems] = useState(none);
  useEffect(() => {
    if (wanted === '') {
      setItems(none);
      return;
    }
    const abort = new AbortController();
    fetchJson<{ items: Suggestion[] }>(`/api/search/suggest?${new URLSearchParams({ q: wanted })}`, abort.signal).then(
      (answer) => setItems(answer.items),
      () => abort.signal.aborted || setItems(none),
    );
    return () => abort.abort();
  }, [wanted]);
  return text.trim() === '' ? none : items;
}
