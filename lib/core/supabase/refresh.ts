import 'server-only';
import { z } from 'zod';
import { type Answer, readAnswer, toResponse } from '../http/answer';
import { parseJson } from '../http/json';

/**
 * A refresh token works once. Concurrent requests with the same token share its refresh: the first asks Auth, the
 * others read its answer here, for as long as Auth would accept the old token (docs/outages.md). They share plain
 * values, so that no request waits for a hanging promise.
 */
type Asked = { at: number; answer?: Answer };
const asked = new Map<string, Asked>();

/**
 * Milliseconds: lifetime of a refreshed session, pause after Auth did not answer, and the age at which a pending
 * refresh has certainly ended.
 */
const sharedFor = { renewed: 10_000, unknown: 2_000, asking: 5_000 };
const lookAgainMs = 20;

/** Answers of Auth that end a session. All others leave it unknown. */
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

/** Error code of a refresh that Auth neither granted nor refused. */
export const unknownRefresh = 'refresh_unknown';

/** A status that the Supabase client does not retry. */
const unknownAnswer: Answer = {
  status: 409,
  body: JSON.stringify({ error_code: unknownRefresh, msg: 'Auth could not refresh the session now' }),
};

/** The response to an Auth client when the state of its session is unknown. */
export const answerUnknown = (): Response => toResponse(unknownAnswer);

/** True if an answer ends a session. Limits, failures and timeouts do not. */
const isRefused = ({ status, body }: Answer): boolean =>
  status >= 400 && status < 500 && status !== 429 && refusal.safeParse(parseJson(body)).success;

async function callAuth(call: () => Promise<Response>): Promise<Answer> {
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

/** The answer of the request that is refreshing, or none after the timeout. */
async function answerOfOther(other: Asked, patienceMs: number): Promise<Answer> {
  const end = Date.now() + patienceMs;
  while (!other.answer && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, lookAgainMs));
  return other.answer ?? unknownAnswer;
}

/**
 * Refreshes a session once for all concurrent requests with the same token.
 *
 * @param call asks Auth
 * @param patienceMs how long to wait for another request, in milliseconds
 * @returns Auth's answer, or one with the code `refresh_unknown`
 */
export async function refreshOnce(token: string, call: () => Promise<Response>, patienceMs: number): Promise<Response> {
  const key = await digest(token);
  forgetOld();
  const other = asked.get(key);
  if (other) return toResponse(await answerOfOther(other, patienceMs));
  const own: Asked = { at: Date.now() };
  asked.set(key, own);
  own.answer = await callAuth(call);
  own.at = Date.now();
  return toResponse(own.answer);
}
