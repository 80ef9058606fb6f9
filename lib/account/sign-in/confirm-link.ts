import { z } from 'zod';
import { linkParameters } from '@/lib/core/http/mail-link';
import { safeNext } from '@/lib/gates/routes';
import { nextField } from './schema';

/** Content of an account mail's link: token, type, and target path. */
export const confirmLink = z.object({
  token_hash: z.string().regex(/^[\w-]{8,200}$/),
  type: z.enum(['signup', 'recovery', 'email_change', 'email', 'invite', 'magiclink']),
  next: nextField,
});

/** The confirmation page of a link. */
export const confirmPath = (link: Record<string, string>) => `/confirm?${new URLSearchParams(link)}`;

/** Parses a mail link. */
export function readLink(search: URLSearchParams): Record<string, string> {
  const link = linkParameters(search);
  return { ...link, next: safeNext(link.next ?? null) };
}

/** Page after the first of the two links of a new address. It names the second one, in the other mailbox. */
export const halfChangedPath = '/confirm?half=1';

/**
 * The page for choosing a password without the old one.
 *
 * @param next the target afterwards
 * @param confirmed whether the address has just been confirmed
 */
export function newPasswordPath(next: string, confirmed: boolean): string {
  const query = new URLSearchParams({ ...(confirmed && { confirmed: '1' }), ...(next !== '/' && { next }) });
  return `/reset-password${query.size > 0 ? `?${query}` : ''}`;
}

/** Reasons why a link has not taken effect, although it may still be valid. */
const confirmProblems = ['tooMany', 'unavailable', 'askPassword', 'wrongPassword', 'tooManyPasswords'] as const;

/** True if a query value is one of them. */
export const isConfirmProblem = (text: unknown): text is (typeof confirmProblems)[number] =>
  confirmProblems.some((problem) => problem === text);

/** True if it is about the password of a registration in another browser. */
export const asksPassword = (problem: unknown): boolean => typeof problem === 'string' && /password/i.test(problem);
