import { useEffect, useState } from 'react';
import { useDebounced } from '@/components/ui/use-debounced';
import type { Suggestions } from '@/lib/catalog/suggestions';
import { fetchJson } from '@/lib/core/http/fetch-json';

const none: Suggestions = { items: [], groups: [] };

/** Suggestions for the typed text, 300 ms after the last key; the last response takes precedence. */
export function useSuggestions(text: string): Suggestions {
  const wanted = useDebounced(text.trim(), 300);
  const [found, setFound] = useState(none);
  useEffect(() => {
    if (wanted === '') {
      setFound(none);
      return;
    }
    const abort = new AbortController();
    fetchJson<Suggestions>(`/api/search/suggest?${new URLSearchParams({ q: wanted })}`, abort.signal).then(
      setFound,
      () => abort.signal.aborted || setFound(none),
    );
    return () => abort.abort();
  }, [wanted]);
  return text.trim() === '' ? none : found;
}
