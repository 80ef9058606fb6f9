import 'server-only';
import { z } from 'zod';
import { type Answer, readAnswer, toResponse } from '../http/answer';
import { parseJson } from '../http/json';

/**
 * A refresh token works once. Requests of several tabs that come with the same one share its refresh: the first asks,
 * the others find its answer here, for as long as Auth itself would answer the old token (docs/outages.md). Only plain
 * values are shared, so that no request waits for the promise of another that hangs.
 */
type Asked = { at: number; answer?: Answer };
const asked = new Map<string, Asked>();

/**
 * Milliseconds: how long a refreshed session is found, how long Auth is left alone after it did not answer, and after
 * what time a request that is still asking has surely ended.
 */
const sharedFor = { renewed: 10_000, unknown: 2_000, asking: 5_000 };
const lookAgainMs = 20;

/** The answers of Auth after which a session is over. After any other one nothing is known of it. */
const refusals = [
  'refresh_token_not_found',
  'refresh_token_already_used',
  'session_not_found',
  'session_expired',
  'user_not_found',
  'user_banned',
  'validation_failed',
] as const;
const refusal = z.union([
  z.object({ error_code: z.enum(refusals) }),
  z.object({ code: z.enum(refusals) }),
  z.object({ error: z.literal('invalid_grant') }),
]);

/** The code with which the refresh of a session is answered when Auth has neither renewed nor refused it. */
export const unknownRefresh = 'refresh_unknown';

/** A status after which the client of Supabase does not try again by itself. */
const unknownAnswer: Answer = {
  status: 409,
  body: JSON.stringify({ error_code: unknownRefresh, msg: 'Auth could not refresh the session now' }),
};

/** What a client of Auth is answered when nobody knows whether its session still holds. */
export const answerUnknown = (): Response => toResponse(unknownAnswer);

/** Whether an answer ends a session for good. A limit, a failure or no answer does not. */
const isRefused = ({ status, body }: Answer): boolean =>
  status >= 400 && status < 500 && status !== 429 && refusal.safeParse(parseJson(body)).success;

async function ask(call: () => Promise<Response>): Promise<Answer> {
  try {
    const response = await call();
    const answer = await readAnswer(response);
    return response.ok || isRefused(answer) ? answer : unknownAnswer;
  } catch {
    return unknownAnswer;
  }
}

async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes));
}

function forgetOld(): void {
  for (const [key, { at, answer }] of asked) {
    const state = !answer ? 'asking' : answer === unknownAnswer ? 'unknown' : 'renewed';
    if (Date.now() - at > sharedFor[state]) asked.delete(key);
  }
}

/** The answer that another request gets, or none if that takes too long. */
async function answerOfOther(other: Asked, patienceMs: number): Promise<Answer> {
  const end = Date.now() + patienceMs;
  while (!other.answer && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  return other.answer ?? unknownAnswer;
}

/**
 * Refreshes a session once for all who ask with the same token.
 *
 * @param call asks Auth
 * @param patienceMs how long to wait for another request that is asking, in milliseconds
 * @returns the new session or the refusal as Auth answered it, otherwise an answer with the code `refresh_unknown`
 */
export async function refreshOnce(token: string, call: () => Promise<Response>, patienceMs: number): Promise<Response> {
  const key = await digest(token);
  forgetOld();
  const other = asked.get(key);
  if (other) return toResponse(await answerOfOther(other, patienceMs));
  const own: Asked = { at: Date.now() };
  asked.set(key, own);
  own.answer = await ask(call);
  own.at = Date.now();
  return toResponse(own.answer);
}
