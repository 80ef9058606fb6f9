import { z } from 'zod';

/** What the link of an account mail carries: a token, and what following it does. */
export const confirmLink = z.object({
  token_hash: z.string().regex(/^[\w-]{8,200}$/),
  type: z.enum(['signup', 'recovery', 'email_change', 'email']),
});

/** The page that asks for a click before the link takes effect, with what the link carried. */
export const confirmPath = (search: URLSearchParams) => `/confirm?${search}`;

/** Why a link has not taken effect although it may still be good. */
const confirmProblems = ['tooMany', 'unavailable'] as const;

/** Whether a word of the address names one of them. */
export const isConfirmProblem = (text: unknown): text is (typeof confirmProblems)[number] =>
  confirmProblems.some((problem) => problem === text);
