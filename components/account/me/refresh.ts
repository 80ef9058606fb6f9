import { knownMeId } from '@/lib/account/identity/known-me';
import type { MeAnswer } from '@/lib/account/identity/me-answer';
import { type Asked, knownOf, nothingKnown, questionOf, withKnown } from '@/lib/account/identity/relation';
import { onOtherPerson, redirectBlocked } from './page-effects';
import { hasUnanswered, questionsOnPage, readKnownFromPage } from './page-questions';
import { countChanges, hasUnsettled, noteChange, refreshOnceSettled } from './pending-changes';
import { getMe, getSignedIn, loading, setMe } from './store';
import type { MeState } from './types';

const unavailable: MeState = { status: 'unavailable' };
let hasBegun = false;

/** The number of the last call; the calls without an answer, with the ids they ask for; the newest call that is shown. */
let calls = 0;
const open = new Map<number, Asked>();
let newest = 0;

/** Milliseconds until the next attempt in an outage. It doubles, and varies so that the tabs of the shop spread out. */
const firstWaitMs = 2_000;
const longestWaitMs = 30_000;
let waitMs = firstWaitMs;
let timer: ReturnType<typeof setTimeout> | undefined;

function askAgainLater() {
  clearTimeout(timer);
  timer = setTimeout(() => void refreshMe(), waitMs * (0.75 + Math.random() / 2));
  waitMs = Math.min(waitMs * 2, longestWaitMs);
}

/** Asks once for the ids of a new page that have no answer yet, after the router has changed the page. */
export function askForPage(): void {
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
  askForPage();
}

/** Takes an answer that came after that of a later call: only for ids that have no answer yet. */
function addLateAnswer(answer: MeAnswer, question: Asked) {
  const now = getSignedIn();
  if (answer.status !== 'user' || now?.me.id !== answer.user.id) return;
  setMe({ ...now, known: withKnown(knownOf(question, answer.user), now.known) });
}

/** Asks the server again who is signed in, after something about the account has changed. */
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
    if (hasUnsettled()) refreshOnceSettled();
    else if (countChanges() !== before) await refreshMe();
    else {
      newest = call;
      applyAnswer(answer, question);
    }
  } catch {
    open.delete(call);
    if (call < newest) return;
    // Somebody who was known stays known: what they do is checked by the server.
    if (!getSignedIn()) setMe(unavailable);
    askAgainLater();
  }
}

/**
 * Asks again after a purchase or a gift. It ends on another page than that of the product, so pages that were seen before
 * ask anew what is owned; an answer from before the purchase is not shown.
 */
export function refreshOwned(): Promise<void> {
  noteChange();
  const now = getSignedIn();
  if (now) setMe({ ...now, known: { ...now.known, owned: {} } });
  return refreshMe();
}

/**
 * Asks again after somebody may have signed in or out, unless nobody has asked at all yet. Nobody is known until the
 * answer, so that a failed call does not leave the one before on the page.
 */
export function askAnew(): void {
  if (!hasBegun) return;
  setMe(loading);
  void refreshMe();
}

/** A page made for one person says in its HTML who that is (`KnownMe`); all others need a call. */
function readPage() {
  // A call has been made meanwhile: its answer is newer than the HTML.
  if (getMe().status !== 'loading') return;
  const me = document.getElementById(knownMeId)?.textContent;
  if (!me) return void refreshMe();
  setMe({ status: 'user', me: JSON.parse(me), known: readKnownFromPage(nothingKnown) });
  askForPage();
}

/** Finds out who is signed in once the whole HTML of the page has come. Does so once, however often it is called. */
export function begin(): void {
  if (hasBegun) return;
  hasBegun = true;
  onOtherPerson(refreshMe);
  if (document.readyState !== 'loading') readPage();
  else document.addEventListener('DOMContentLoaded', readPage, { once: true });
}
