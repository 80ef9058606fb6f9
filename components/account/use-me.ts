'use client';

import { useEffect, useSyncExternalStore } from 'react';
import { store } from '@/components/ui/browser-storage';
import type { MeAnswer } from '@/lib/account/me-answer';
import {
  type Asked,
  type Known,
  knownOf,
  mostAsked,
  nothingKnown,
  questionOf,
  withKnown,
} from '@/lib/account/relation';
import type { Me } from '@/lib/account/types';
import { knownMeId } from './known-me-id';

/** `unavailable` is not a guest: the shop could not find out now who it is, and asks again by itself. */
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

/** Calls by their number, those that have not been answered with what they ask, and the last whose answer is shown. */
let calls = 0;
const open = new Map<number, Asked>();
let newest = 0;

/** Changes shown before the server has confirmed them; an answer from before or between them may not know them. */
let changes = 0;
const unsettled: string[] = [];
let isDoubtful = false;

/** Milliseconds between two attempts in an outage: longer each time, and not the same for all tabs of the shop. */
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

function set(next: MeState) {
  state = next;
  showClub(next);
  // Attributes of the page switch what stands in the HTML of everybody: the way to log in, the logo of the Club.
  document.documentElement.toggleAttribute('data-person', next.status === 'user');
  for (const listener of listeners) listener();
}

function askAgainLater() {
  clearTimeout(timer);
  timer = setTimeout(() => void refreshMe(), waitMs * (0.75 + Math.random() / 2));
  waitMs = Math.min(waitMs * 2, longestWaitMs);
}

/** Leads somebody away whom the shop does not know yet; the gates do it where a page depends on who asks. */
function leadAway({ status }: MeAnswer) {
  const { pathname, search } = location;
  if (status === 'banned' && !/^\/(?:ban|logout)$/.test(pathname)) location.replace('/ban');
  if (status === 'halfway' && !/^\/(?:log(?:in|out)|confirm|ban|status|maintenance|outage)\b/.test(pathname)) {
    location.replace(`/login/verificar?next=${encodeURIComponent(pathname + search)}`);
  }
}

/** The ids in the page for which its islands carry `data-owned`, `data-favorites` or `data-following`. */
function idsHere(kind: keyof Asked): string[] {
  const found = document.querySelectorAll<HTMLElement>(`[data-${kind}]:not([inert] *)`);
  return [...new Set([...found].map(({ dataset }) => dataset[kind] ?? ''))];
}

const isKnown = (kind: keyof Asked, id: string) => state.status === 'user' && id in state.known[kind];

/** What the page is about: first that of which nothing is known, and no more than one call may ask for. */
function askedHere(): Asked {
  const ids = (kind: keyof Asked) =>
    idsHere(kind)
      .sort((one, other) => Number(isKnown(kind, one)) - Number(isKnown(kind, other)))
      .slice(0, mostAsked[kind]);
  return { owned: ids('owned'), favorites: ids('favorites'), following: ids('following') };
}

/** Whether the page is about something of which nothing is known, and nobody asks. */
const isMissing = () =>
  (['owned', 'favorites', 'following'] as const).some((kind) =>
    idsHere(kind).some((id) => !isKnown(kind, id) && ![...open.values()].some((call) => call[kind].includes(id))),
  );

/** What a personal page says in its HTML (`KnownRelation`). What is known already may be newer. */
function told(known: Known): Known {
  const said = [...document.querySelectorAll<HTMLElement>('[data-known]')];
  return said.reduce((all, { dataset }) => withKnown(JSON.parse(dataset.known ?? '{}'), all), known);
}

/** After a step to another page: asks once for what the islands of the new one show. */
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

/** Of an answer that came after that of a later call, only what nobody else has said. */
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

/** Changes the data of the signed-in person at once, before the server has confirmed it. */
export function patchMe(change: Partial<Me>): void {
  if (state.status !== 'user') return;
  changes += 1;
  set({ ...state, me: { ...state.me, ...change } });
}

/** A change that is shown at once: `keep` when the server has made it, `undo` when it has not. One of them is due. */
export type Shown = { keep: () => void; undo: () => void };

function show(kind: 'favorites' | 'following', id: string, value: boolean, change: (me: Me) => Partial<Me>): Shown {
  if (state.status !== 'user') return { keep: () => void refreshMe(), undo: () => {} };
  const key = `${kind} ${id}`;
  // Two changes of the same thing at once: only the server knows which of them was last.
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
        // What has changed since stays, and the server says how it fits.
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

/** A page that has found out itself who asks says so in its HTML; only the others need a call. */
function begin() {
  // Somebody has asked since, and knows better.
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
 * What the person has to do with a product or creator; undefined of a guest, and until it is known. The island that
 * shows it carries the id as `data-owned`, `data-favorites` or `data-following`, by which one call asks for all of them.
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
