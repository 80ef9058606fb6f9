'use client';

import { useSyncExternalStore } from 'react';
import type { MeAnswer } from '@/lib/account/me-answer';
import type { Me } from '@/lib/account/types';
import { knownMeId } from './known-me-id';

/** `unavailable` is not a guest: the shop could not find out now who it is, and asks again by itself. */
export type MeState =
  | { status: 'loading' }
  | { status: 'unavailable' }
  | { status: 'guest' }
  | { status: 'user'; me: Me };

const loading: MeState = { status: 'loading' };
const unavailable: MeState = { status: 'unavailable' };
const listeners = new Set<() => void>();
let state: MeState = loading;
let asked = false;

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
  try {
    if (isMember) localStorage.setItem('club', '1');
    else localStorage.removeItem('club');
  } catch {
    // A browser without storage shows the price for visitors until it knows.
  }
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

function take(answer: MeAnswer) {
  leadAway(answer);
  set(answer.status === 'user' ? { status: 'user', me: answer.user } : { status: 'guest' });
}

/** Asks the server again who is signed in, after something about the account has changed. */
export async function refreshMe(): Promise<void> {
  clearTimeout(timer);
  try {
    const response = await fetch('/api/me');
    const answer = (await response.json()) as MeAnswer;
    if (answer.status === 'unavailable') throw new Error('it cannot be known who asks');
    waitMs = firstWaitMs;
    take(answer);
  } catch {
    // Somebody who was known stays known: what they do is checked by the server.
    if (state.status !== 'user') set(unavailable);
    askAgainLater();
  }
}

/** Changes the data of the signed-in person at once, before the server has confirmed it. */
export function patchMe(change: Partial<Me>): void {
  if (state.status === 'user') set({ status: 'user', me: { ...state.me, ...change } });
}

/** Whether the whole HTML of the page has come. */
const isWhole = () => document.readyState !== 'loading';

/** A page that has found out itself who asks says so in its HTML; only the others need a call. */
function begin() {
  // Somebody has asked since, and knows better.
  if (state.status !== 'loading') return;
  const known = document.getElementById(knownMeId)?.dataset.me;
  if (known) set({ status: 'user', me: JSON.parse(known) });
  else void refreshMe();
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
