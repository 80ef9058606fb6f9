import 'server-only';
import { z } from 'zod';
import { isBanned } from '@/lib/account/identity/row';
import { getMeOrBanned, pathAfterPassword } from '@/lib/account/server';
import { readRpc } from '@/lib/core/action/rpc';
import { log } from '@/lib/core/log';
import { createRequestClient } from '@/lib/core/supabase/server';
import { safeNext } from '@/lib/gates/routes';
import { authErrorKey } from './auth-errors';
import { rememberDevice } from './device';
import { socialErrorKey } from './social-providers';

/** The page for choosing a username after a sign-in with another service. */
export const chooseNamePage = '/login/nombre';

/** A suggested username for the signed-in person; null if they have chosen one. */
export const suggestUsername = async (): Promise<string | null> =>
  readRpc(await createRequestClient(), 'nombre_por_elegir', {}, z.string().nullable());

/** The next address: the choice of a name first, if the account has none. */
export const pathWithName = async (next: string): Promise<string> =>
  (await suggestUsername()) === null ? next : `${chooseNamePage}?next=${encodeURIComponent(next)}`;

/** The login page with the error of another service. */
export const loginAfter = (error: string, next: string | null): string =>
  `/login?error=${error}&next=${encodeURIComponent(safeNext(next))}`;

/**
 * Opens the session of somebody who returns from another service.
 *
 * @param search the query of the return address
 * @returns the path to go to: the second step, the choice of a name, the target page, or the login page with an error
 */
export async function finishSocialSignIn(search: URLSearchParams): Promise<string> {
  const next = safeNext(search.get('next'));
  const failed = (error: string) => loginAfter(error, next);
  const code = search.get('code');
  if (!code) {
    const [error, errorCode, description] = ['error', 'error_code', 'error_description'].map((key) => search.get(key));
    log.info({ error, errorCode, description }, 'a service sent somebody back without a sign-in');
    return failed(socialErrorKey({ error: error ?? null, code: errorCode ?? null, description: description ?? null }));
  }
  const client = await createRequestClient();
  const { error } = await client.auth.exchangeCodeForSession(code);
  if (error) {
    const key = authErrorKey(error);
    // The address was opened before (a reload, or the back button): its code is used up, but the session exists.
    if (key !== 'unavailable' && (await client.auth.getUser()).data.user) return next;
    return failed(key === 'unavailable' || key === 'banned' ? key : 'social');
  }
  await rememberDevice();
  const me = await getMeOrBanned();
  if (me && isBanned(me)) return '/ban';
  const path = await pathAfterPassword(next);
  return path === next ? pathWithName(next) : path;
}
