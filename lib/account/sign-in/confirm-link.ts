import { z } from 'zod';
import { safeNext } from '@/lib/gates/routes';
import { nextField } from './schema';

/** What the link of an account mail carries: a token, what following it does, and the path that it leads to. */
export const confirmLink = z.object({
  token_hash: z.string().regex(/^[\w-]{8,200}$/),
  type: z.enum(['signup', 'recovery', 'email_change', 'email']),
  next: nextField,
});

/** The page that asks for a click before the link takes effect, with what the link carried. */
export const confirmPath = (link: Record<string, string>) => `/confirm?${new URLSearchParams(link)}`;

/**
 * What the link of a mail says, as the templates of Auth write it: `to` is the address of `mailReturn`, whose `next` is
 * where the person was going. Where a link was copied out of HTML, its `&` may have become `&amp;`.
 */
export function readLink(search: URLSearchParams): Record<string, string> {
  const { to = '', ...link } = Object.fromEntries(
    [...search].map(([name, value]) => [name.replace(/^amp;/, ''), value]),
  );
  return { ...link, next: safeNext(URL.canParse(to) ? new URL(to).searchParams.get('next') : null) };
}

/**
 * The page on which a password is chosen without the old one.
 *
 * @param next where it leads then
 * @param confirmed whether the address of the account has just been confirmed
 */
export function newPasswordPath(next: string, confirmed: boolean): string {
  const query = new URLSearchParams({ ...(confirmed && { confirmed: '1' }), ...(next !== '/' && { next }) });
  return `/reset-password${query.size > 0 ? `?${query}` : ''}`;
}

/** Why a link has not taken effect although it may still be good. */
const confirmProblems = ['tooMany', 'unavailable', 'askPassword', 'wrongPassword', 'tooManyPasswords'] as const;

/** Whether a word of the address names one of them. */
export const isConfirmProblem = (text: unknown): text is (typeof confirmProblems)[number] =>
  confirmProblems.some((problem) => problem === text);

/** Whether it is about the password of a registration in another browser. */
export const asksPassword = (problem: unknown): boolean => typeof problem === 'string' && /password/i.test(problem);
