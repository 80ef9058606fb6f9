import { store } from '@/components/ui/browser-storage';
import type { MeAnswer } from '@/lib/account/identity/me-answer';
import type { MeState } from './types';

/** Who is shown: an id, or `guest`; undefined until it is known. */
let shown: string | undefined;

/** By which the tabs of a browser tell each other who is signed in. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('person');

/**
 * One attribute on the page switches all logos and prices to those of the Club. The browser remembers it, so that the
 * next page is right at its first paint (`bootScript`).
 */
function showClub(isMember: boolean) {
  document.documentElement.toggleAttribute('data-club', isMember);
  store('club', isMember ? '1' : null);
}

/** Shows on the page who it is, outside of all components, and tells the other tabs of somebody else. */
export function showPerson(next: MeState): void {
  const isUser = next.status === 'user';
  const person = isUser ? next.me.id : next.status === 'guest' ? 'guest' : undefined;
  if (person && person !== shown) tabs?.postMessage(person);
  shown = person;
  if (person) showClub(isUser && next.me.club);
  // The HTML is the same for everybody, with the link to log in and what members see: this shows one of the two.
  document.documentElement.toggleAttribute('data-person', isUser);
}

/** Calls `ask` when another tab knows of somebody else, and when a page comes back as it was left. */
export function onOtherPerson(ask: () => void): void {
  tabs?.addEventListener('message', ({ data }) => data !== shown && ask());
  window.addEventListener('pageshow', ({ persisted }) => persisted && ask());
}

/** Redirects the banned and those without their second step. On pages that depend on who asks, the gates have done it. */
export function redirectBlocked({ status }: MeAnswer): void {
  const { pathname, search } = location;
  if (status === 'banned' && !/^\/(?:ban|logout)$/.test(pathname)) location.replace('/ban');
  if (status === 'halfway' && !/^\/(?:log(?:in|out)|confirm|ban|status|maintenance|outage)\b/.test(pathname)) {
    location.replace(`/login/verificar?next=${encodeURIComponent(pathname + search)}`);
  }
}
