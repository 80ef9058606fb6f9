'use client';

import { useEffect, useSyncExternalStore } from 'react';
import type { Known } from '@/lib/account/identity/relation';
import { askForPage, begin } from './me/refresh';
import { getMe, listen, loading } from './me/store';
import type { MeState } from './me/types';

function subscribe(listener: () => void) {
  const end = listen(listener);
  begin();
  return end;
}

/** The signed-in person. All client components of a page share one request. */
export const useMe = (): MeState => useSyncExternalStore(subscribe, getMe, () => loading);

/** Whether it is not known yet, or not now, who is signed in. */
export const isUnknown = (state: MeState): boolean => state.status === 'loading' || state.status === 'unavailable';

/**
 * Whether the person owns, has saved or follows something; undefined for guests, and until it is known. The component
 * that shows it puts the id into `data-owned`, `data-favorites` or `data-following`: one call asks for all of a page.
 */
export function useKnown<Value>(of: (known: Known) => Value | undefined): Value | undefined {
  const now = useMe();
  const value = now.status === 'user' ? of(now.known) : undefined;
  const isMissed = now.status === 'user' && value === undefined;
  useEffect(() => {
    // The islands of a page come together, and ask together.
    if (isMissed) queueMicrotask(askForPage);
  }, [isMissed]);
  return value;
}
