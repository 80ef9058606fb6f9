'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { store } from '@/components/ui/browser-storage';
import type { MeAnswer } from '@/lib/account/identity/me-answer';
import {
  type Asked,
  type Known,
  knownOf,
  mostAsked,
  nothingKnown,
  questionOf,
  withKnown,
} from '@/lib/account/identity/relation';
import type { Me } from '@/lib/account/types';
import { knownMeId } from './known-me-id';

/** `unavailable` is not a guest: because of an outage it is not known who it is, and the page asks again by itself. */
export type MeState =
  | { status: 'loading' }
  | { status: 'unavailable' }
  | { status: 'guest' }
  | { status: 'user'; me: Me; known: Known };

const loading: MeState = { status: 'loading' };
const unavailable: MeState = { status: 'unavailable' };
const listeners = new Set<() => void>();
let state: MeState = loading;
let asked = false;

/** The number of the last call; the calls without an answer, with the ids they ask for; the newest call that is shown. */
let calls = 0;
const open = new Map<number, Asked>();
let newest = 0;

/**
 * Changes that are shown before the server has confirmed them: how many there were, those still unconfirmed, and whether
 * the server must be asked once they are settled. An answer that was sent meanwhile may lack them, so it is not shown.
 */
let changes = 0;
const unsettled: string[] = [];
let isDoubtful = false;

/** Milliseconds until the next attempt in an outage. It doubles, and varies so that the tabs of the shop spread out. */
const firstWaitMs = 2_000;
const longestWaitMs = 30_000;
let waitMs = firstWaitMs;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * One attribute on the page switches all logos and prices to those of the Club. The browser remembers it, so that the
 * next page is right at its first paint (`bootScript`).
 */
function showClub(next: MeState) {
  if (next.status !== 'user' && next.status !== 'guest') return;
  const isMember = next.status === 'user' && next.me.club;
  document.documentElement.toggleAttribute('data-club', isMember);
  store('club', isMember ? '1' : null);
}

/** Who is shown; undefined until it is known. */
const personOf = (of: MeState) => (of.status === 'user' ? of.me.id : of.status === 'guest' ? 'guest' : undefined);

/** By which the tabs of a browser tell each other who is signed in. */
const tabs = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('person');

function set(next: MeState) {
  const person = personOf(next);
  if (person && person !== personOf(state)) tabs?.postMessage(person);
  state = next;
  showClub(next);
  // The HTML is the same for everybody, with the link to log in and what members see: this shows one of the two.
  document.documentElement.toggleAttribute('data-person', next.status === 'user');
  for (const listener of listeners) listener();
}

function askAgainLater() {
  clearTimeout(timer);
  timer = setTimeout(() => void refreshMe(), waitMs * (0.75 + Math.random() / 2));
  waitMs = Math.min(waitMs * 2, longestWaitMs);
}

/** Redirects the banned and those without their second step. On pages that depend on who asks, the gates have done it. */
function leadAway({ status }: MeAnswer) {
  const { pathname, search } = location;
  if (status === 'banned' && !/^\/(?:ban|logout)$/.test(pathname)) location.replace('/ban');
  if (status === 'halfway' && !/^\/(?:log(?:in|out)|confirm|ban|status|maintenance|outage)\b/.test(pathname)) {
    location.replace(`/login/verificar?next=${encodeURIComponent(pathname + search)}`);
  }
}

/** The ids in the attributes `data-owned`, `data-favorites` or `data-following` of this page. */
function idsHere(kind: keyof Asked): string[] {
  const found = document.querySelectorAll<HTMLElement>(`[data-${kind}]:not([inert] *)`);
  return [...new Set([...found].map(({ dataset }) => dataset[kind] ?? ''))];
}

const isKnown = (kind: keyof Asked, id: string) => state.status === 'user' && id in state.known[kind];

/** The ids of this page for one call, at most as many as it may ask for: those without an answer yet come first. */
function askedHere(): Asked {
  const ids = (kind: keyof Asked) =>
    idsHere(kind)
      .sort((one, other) => Number(isKnown(kind, one)) - Number(isKnown(kind, other)))
      .slice(0, mostAsked[kind]);
  return { owned: ids('owned'), favorites: ids('favorites'), following: ids('following') };
}

/** Whether an id of this page has no answer, and no call under way asks for it. */
const isMissing = () =>
  (['owned', 'favorites', 'following'] as const).some((kind) =>
    idsHere(kind).some((id) => !isKnown(kind, id) && ![...open.values()].some((call) => call[kind].includes(id))),
  );

/** Adds the answers in the HTML of a personal page (`KnownRelation`); those known already win, as they may be newer. */
function told(known: Known): Known {
  const said = [...document.querySelectorAll<HTMLElement>('[data-known]')];
  return said.reduce((all, { dataset }) => withKnown(JSON.parse(dataset.known ?? '{}'), all), known);
}

/** Asks once for the ids of a new page that have no answer yet, after the router has changed the page. */
function askForPage() {
  if (state.status !== 'user' || !isMissing()) return;
  set({ ...state, known: told(state.known) });
  if (isMissing()) void refreshMe();
}

function take(answer: MeAnswer, question: Asked) {
  leadAway(answer);
  if (answer.status !== 'user') return set({ status: 'guest' });
  const { user } = answer;
  const before = state.status === 'user' && state.me.id === user.id ? state.known : nothingKnown;
  set({ status: 'user', me: user, known: withKnown(before, knownOf(question, user)) });
  askForPage();
}

/** Takes an answer that came after that of a later call: only for ids that have no answer yet. */
function takeOld(answer: MeAnswer, question: Asked) {
  if (answer.status !== 'user' || state.status !== 'user' || state.me.id !== answer.user.id) return;
  set({ ...state, known: withKnown(knownOf(question, answer.user), state.known) });
}

/** Asks the server again who is signed in, after something about the account has changed. */
export async function refreshMe(): Promise<void> {
  clearTimeout(timer);
  calls += 1;
  const call = calls;
  const before = changes;
  const question = askedHere();
  open.set(call, question);
  try {
    const response = await fetch(`/api/me${questionOf(question)}`);
    const answer = (await response.json()) as MeAnswer;
    if (answer.status === 'unavailable') throw new Error('it cannot be known who asks');
    open.delete(call);
    waitMs = firstWaitMs;
    if (call < newest) return takeOld(answer, question);
    if (unsettled.length > 0) isDoubtful = true;
    else if (changes !== before) await refreshMe();
    else {
      newest = call;
      take(answer, question);
    }
  } catch {
    open.delete(call);
    if (call < newest) return;
    // Somebody who was known stays known: what they do is checked by the server.
    if (state.status !== 'user') set(unavailable);
    askAgainLater();
  }
}

/**
 * Asks again after a purchase or a gift. It ends on another page than that of the product, so pages that were seen before
 * ask anew what is owned; an answer from before the purchase is not shown.
 */
export function refreshOwned(): Promise<void> {
  changes += 1;
  if (state.status === 'user') set({ ...state, known: { ...state.known, owned: {} } });
  return refreshMe();
}

/**
 * Asks again after somebody may have signed in or out, unless nobody has asked at all yet. Nobody is known until the
 * answer, so that a failed call does not leave the one before on the page.
 */
export function askAnew(): void {
  if (!asked) return;
  set(loading);
  void refreshMe();
}

/** Asks again when another tab knows of somebody else, and when a page comes back as it was left. */
function watchForOthers() {
  tabs?.addEventListener('message', ({ data }) => {
    if (data !== personOf(state)) void refreshMe();
  });
  window.addEventListener('pageshow', ({ persisted }) => persisted && void refreshMe());
}

/** Changes the data of the signed-in person at once, before the server has confirmed it. */
export function patchMe(change: Partial<Me>): void {
  if (state.status !== 'user') return;
  changes += 1;
  set({ ...state, me: { ...state.me, ...change } });
}

/** A change that is shown at once. Call `keep` when the server has made it, or `undo` when it has not: exactly one. */
export type Shown = { keep: () => void; undo: () => void };

function show(kind: 'favorites' | 'following', id: string, value: boolean, change: (me: Me) => Partial<Me>): Shown {
  if (state.status !== 'user') return { keep: () => void refreshMe(), undo: () => {} };
  const key = `${kind} ${id}`;
  // Two changes of the same thing at once: only the server knows which came last.
  if (unsettled.includes(key)) isDoubtful = true;
  unsettled.push(key);
  const before = state.me;
  const shown = { ...before, ...change(before) };
  const put = (is: boolean, me: Me) => {
    changes += 1;
    if (state.status === 'user')
      set({ status: 'user', me, known: withKnown(state.known, { ...nothingKnown, [kind]: { [id]: is } }) });
  };
  const settle = () => {
    changes += 1;
    unsettled.splice(unsettled.indexOf(key), 1);
    if (unsettled.length > 0 || !isDoubtful) return;
    isDoubtful = false;
    void refreshMe();
  };
  put(value, shown);
  return {
    keep: settle,
    undo: () => {
      if (state.status === 'user') {
        // If something else has changed since, it stays, and the server is asked for the whole.
        const isLast = state.me === shown;
        isDoubtful ||= !isLast;
        put(!value, isLast ? before : state.me);
      }
      settle();
    },
  };
}

/** Shows a product as saved, or no longer, before the server has confirmed it. */
export function showFavorite(productId: string, saved: boolean): Shown {
  const isNews = state.status === 'user' && state.known.favorites[productId] !== saved;
  const step = isNews ? (saved ? 1 : -1) : 0;
  return show('favorites', productId, saved, ({ favorites }) => ({ favorites: favorites + step }));
}

/** Shows a creator as followed, or no longer, before the server has confirmed it. */
export function showFollowing(creator: Me['following'][number], followed: boolean): Shown {
  return show('following', creator.id, followed, ({ following }) => {
    const others = following.filter(({ id }) => id !== creator.id);
    return { following: followed ? [creator, ...others].slice(0, 10) : others };
  });
}

/** Whether the whole HTML of the page has come. */
const isWhole = () => document.readyState !== 'loading';

/** A page made for one person says in its HTML who that is (`KnownMe`); all others need a call. */
function begin() {
  // A call has been made meanwhile: its answer is newer than the HTML.
  if (state.status !== 'loading') return;
  const me = document.getElementById(knownMeId)?.dataset.me;
  if (!me) return void refreshMe();
  set({ status: 'user', me: JSON.parse(me), known: told(nothingKnown) });
  askForPage();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  if (!asked) {
    asked = true;
    watchForOthers();
    if (isWhole()) begin();
    else document.addEventListener('DOMContentLoaded', begin, { once: true });
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
