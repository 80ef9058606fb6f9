import { store } from '@/components/ui/browser-storage';
import type { MeAnswer } from '@/lib/account/identity/me-answer';
import type { MeState } from './types';

/** The shown person: an id, or `guest`; undefined while unknown. */
let shown: string | undefined;

/** Channel by which the tabs of a browser synchronise the signed-in person. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('person');

/**
 * Sets the attribute that switches logos and prices to the Club's. The browser stores it, so that the next page is
 * right at its first paint (`bootScript`).
 */
function showClub(isMember: boolean) {
  document.documentElement.toggleAttribute('data-club', isMember);
  store('club', isMember ? '1' : null);
}

/** Applies the signed-in person to the document outside of React, and notifies other tabs of a change. */
export function showPerson(next: MeState): void {
  const isUser = next.status === 'user';
  const person = isUser ? next.me.id : next.status === 'guest' ? 'guest' : undefined;
  if (person && person !== shown) tabs?.postMessage(person);
  shown = person;
  if (person) showClub(isUser && next.me.club);
  // Static HTML contains both the login link and the members' controls; this attribute shows one of them.
  document.documentElement.toggleAttribute('data-person', isUser);
}

/** Calls `ask` when another tab reports a different person, and when a page is restored from the back/forward cache. */
export function onOtherPerson(ask: () => void): void {
  tabs?.addEventListener('message', ({ data }) => data !== shown && ask());
  window.addEventListener('pageshow', ({ persisted }) => persisted && ask());
}

/**
 * Redirects banned people and sessions without their second step. On personal pages the middleware has done so already.
 */
export function redirectBlocked({ status }: MeAnswer): void {
  const { pathname, search } = location;
  if (status === 'banned' && !/^\/(?:ban|logout)$/.test(pathname)) location.replace('/ban');
  if (status === 'halfway' && !/^\/(?:log(?:in|out)|confirm|ban|status|maintenance|outage)\b/.test(pathname)) {
    location.replace(`/login/verificar?next=${encodeURIComponent(pathname + search)}`);
  }
}
