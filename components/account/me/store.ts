import { showPerson } from './page-effects';
import type { MeState, SignedIn } from './types';

export const loading: MeState = { status: 'loading' };

const listeners = new Set<() => void>();
let state: MeState = loading;

export const getMe = (): MeState => state;

/** The state if a person is signed in. */
export const getSignedIn = (): SignedIn | undefined => (state.status === 'user' ? state : undefined);

export function setMe(next: MeState): void {
  state = next;
  showPerson(next);
  for (const listener of listeners) listener();
}

/** Subscribes `listener` to changes. Returns the function that unsubscribes it. */
export function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
