'use client';

import { useEffect, useSyncExternalStore } from 'react';
import type { Known } from '@/lib/account/identity/relation';
import { begin, refreshForPage } from './me/refresh';
import { getMe, listen, loading } from './me/store';
import type { MeState } from './me/types';

function subscribe(listener: () => void) {
  const end = listen(listener);
  begin();
  return end;
}

/** The signed-in person. All client components of a page share one request. */
export const useMe = (): MeState => useSyncExternalStore(subscribe, getMe, () => loading);

/** True while the signed-in person is unknown, during loading or an outage. */
export const isUnknown = (state: MeState): boolean => state.status === 'loading' || state.status === 'unavailable';

/**
 * A relation of the person (owns, has saved, follows); undefined for guests and while unknown. The component that shows
 * it sets the id in `data-owned`, `data-favorites` or `data-following`: one call fetches all ids of a page.
 */
export function useKnown<Value>(select: (known: Known) => Value | undefined): Value | undefined {
  const now = useMe();
  const value = now.status === 'user' ? select(now.known) : undefined;
  const isMissed = now.status === 'user' && value === undefined;
  useEffect(() => {
    // Components mount together, so their ids share one call.
    if (isMissed) queueMicrotask(refreshForPage);
  }, [isMissed]);
  return value;
}
