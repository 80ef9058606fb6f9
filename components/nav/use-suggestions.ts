import { useEffect, useState } from 'react';
import type { Suggestion } from '@/lib/catalog/search';

const debounceMs = 300;

/** Suggestions for what is being typed, 300 ms after the last key; the last answer wins. */
export function useSuggestions(text: string): Suggestion[] {
  const [items, setItems] = useState<Suggestion[]>([]);
  useEffect(() => {
    const query = text.trim();
    if (query === '') {
      setItems([]);
      return;
    }
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/api/search/suggest?${new URLSearchParams({ q: query })}`, {
          signal: abort.signal,
        });
        if (response.ok) setItems(((await response.json()) as { items: Suggestion[] }).items);
      } catch (error) {
        if ((error as Error).name !== 'AbortError') setItems([]);
      }
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [text]);
  return items;
}
