import { useEffect } from 'react';
import useSWR from 'swr';
import { useDebounced } from '@/components/ui/use-debounced';
import { fetchJson } from '@/lib/core/http/fetch-json';
import type { OwnChoice, OwnChoices, OwnUse } from '@/lib/publish/types';

type Options = {
  use: OwnUse;
  text: string;
  /** Initial choices, shown while the search is empty. */
  first: OwnChoices;
  without: string | null;
  /** Called with every found product, so that a chosen one can be named later. */
  learn: (choices: OwnChoice[]) => void;
};

/** The creator's products that match the typed text, 300 ms after the last key. */
export function useOwnChoices({ use, text, first, without, learn }: Options) {
  const wanted = useDebounced(text.trim(), 300);
  const query = new URLSearchParams({ use, text: wanted, ...(without ? { without } : {}) });
  const { data, error } = useSWR(wanted === '' ? null : `/api/own-products?${query}`, fetchJson<OwnChoices>, {
    keepPreviousData: true,
    revalidateOnFocus: false,
  });
  useEffect(() => {
    if (data) learn(data.found);
  }, [data, learn]);
  const found = wanted === '' ? first.found : (data?.found ?? []);
  return { found, hasFailed: Boolean(error), isNone: wanted !== '' && data?.found.length === 0 };
}
