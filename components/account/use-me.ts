'use client';

import { useSyncExternalStore } from 'react';
import type { Me } from '@/lib/account/types';

export type MeState = { status: 'loading' } | { status: 'guest' } | { status: 'user'; me: Me };

const loading: MeState = { status: 'loading' };
const listeners = new Set<() => void>();
let state: MeState = loading;
let asked = false;

function set(next: MeState) {
  state = next;
  // One attribute on the page switches all logos to the one of the Club.
  document.documentElement.toggleAttribute('data-club', next.status === 'user' && next.me.club);
  for (const listener of listeners) listener();
}

/** Asks the server again who is signed in, after something about the account has changed. */
export async function refreshMe(): Promise<void> {
  try {
    const response = await fetch('/api/me');
    const { user } = (await response.json()) as { user: Me | null };
    set(user ? { status: 'user', me: user } : { status: 'guest' });
  } catch {
    if (state.status === 'loading') set({ status: 'guest' });
  }
}

/** Changes the data of the signed-in person at once, before the server has confirmed it. */
export function patchMe(change: Partial<Me>): void {
  if (state.status === 'user') set({ status: 'user', me: { ...state.me, ...change } });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (!asked) {
    asked = true;
    void refreshMe();
  }
  return () => listeners.delete(listener);
}

/** The signed-in person. All client components of a page share one request. */
export const useMe = (): MeState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => loading,
  );
