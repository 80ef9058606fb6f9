import { knownMeId } from '@/lib/account/identity/known-me';
import type { MeAnswer } from '@/lib/account/identity/me-answer';
import { type Asked, knownOf, nothingKnown, questionOf, withKnown } from '@/lib/account/identity/relation';
import { onOtherPerson, redirectBlocked } from './page-effects';
import { hasUnanswered, questionsOnPage, readKnownFromPage } from './page-questions';
import { countChanges, hasPendingChanges, noteChange, refreshAfterChanges } from './pending-changes';
import { getMe, getSignedIn, loading, setMe } from './store';
import type { MeState } from './types';

const unavailable: MeState = { status: 'unavailable' };
let hasBegun = false;

/** Number of the last call; open calls with their ids; number of the newest shown call. */
let calls = 0;
const open = new Map<number, Asked>();
let newest = 0;

/** Milliseconds before the next attempt during an outage: exponential back-off with jitter. */
const firstWaitMs = 2_000;
const longestWaitMs = 30_000;
let waitMs = firstWaitMs;
let timer: ReturnType<typeof setTimeout> | undefined;

function retryLater() {
  clearTimeout(timer);
  timer = setTimeout(() => void refreshMe(), waitMs * (0.75 + Math.random() / 2));
  waitMs = Math.min(waitMs * 2, longestWaitMs);
}

/** Fetches the unanswered ids of a new page once, after a client-side navigation. */
export function refreshForPage(): void {
  const now = getSignedIn();
  if (!now || !hasUnanswered(now.known, [...open.values()])) return;
  const known = readKnownFromPage(now.known);
  setMe({ ...now, known });
  if (hasUnanswered(known, [...open.values()])) void refreshMe();
}

function applyAnswer(answer: MeAnswer, question: Asked) {
  redirectBlocked(answer);
  if (answer.status !== 'user') return setMe({ status: 'guest' });
  const { user } = answer;
  const now = getSignedIn();
  const before = now?.me.id === user.id ? now.known : nothingKnown;
  setMe({ status: 'user', me: user, known: withKnown(before, knownOf(question, user)) });
  refreshForPage();
}

/** Merges a response that arrived after a later call's: only for unanswered ids. */
function addLateAnswer(answer: MeAnswer, question: Asked) {
  const now = getSignedIn();
  if (answer.status !== 'user' || now?.me.id !== answer.user.id) return;
  setMe({ ...now, known: withKnown(knownOf(question, answer.user), now.known) });
}

/** Refetches the signed-in person after a change of the account. */
export async function refreshMe(): Promise<void> {
  clearTimeout(timer);
  calls += 1;
  const call = calls;
  const before = countChanges();
  const question = questionsOnPage(getSignedIn()?.known ?? nothingKnown);
  open.set(call, question);
  try {
    const response = await fetch(`/api/me${questionOf(question)}`);
    const answer = (await response.json()) as MeAnswer;
    if (answer.status === 'unavailable') throw new Error('it cannot be known who asks');
    open.delete(call);
    waitMs = firstWaitMs;
    if (call < newest) return addLateAnswer(answer, question);
    if (hasPendingChanges()) refreshAfterChanges();
    else if (countChanges() !== before) await refreshMe();
    else {
      newest = call;
      applyAnswer(answer, question);
    }
  } catch {
    open.delete(call);
    if (call < newest) return;
    // A known person is kept: the server checks their actions.
    if (!getSignedIn()) setMe(unavailable);
    retryLater();
  }
}

/**
 * Refetches after a purchase or a gift. It ends on another page than the product's, so pages seen before refetch
 * ownership; a response from before the purchase is not shown.
 */
export function refreshOwned(): Promise<void> {
  noteChange();
  const now = getSignedIn();
  if (now) setMe({ ...now, known: { ...now.known, owned: {}, library: {} } });
  return refreshMe();
}

/**
 * Refetches after a possible sign-in or sign-out, unless nothing was fetched yet. The person is unknown until the
 * response, so that a failed call does not keep the previous one.
 */
export function resetMe(): void {
  if (!hasBegun) return;
  setMe(loading);
  void refreshMe();
}

/** Reads the person embedded in a personal page (`KnownMe`); all other pages need a call. */
function readPage() {
  // A call made in the meantime is newer than the HTML.
  if (getMe().status !== 'loading') return;
  const me = document.getElementById(knownMeId)?.textContent;
  if (!me) return void refreshMe();
  setMe({ status: 'user', me: JSON.parse(me), known: readKnownFromPage(nothingKnown) });
  refreshForPage();
}

/** Loads the signed-in person once the page's HTML is complete. Runs once, however often it is called. */
export function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  onOtherPerson(refreshMe);
  if (document.readyState !== 'loading') readPage();
  else document.addEventListener('DOMContentLoaded', readPage, { once: true });
}
