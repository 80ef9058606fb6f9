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

/** The page on which somebody who came from another service chooses a username. */
export const chooseNamePage = '/login/nombre';

/** What to suggest as a username to the signed-in person, or null where they have chosen one. */
export const suggestUsername = async (): Promise<string | null> =>
  readRpc(await createRequestClient(), 'nombre_por_elegir', {}, z.string().nullable());

/** The login page with why another service signed nobody in. */
export const loginAfter = (error: string, next: string | null): string =>
  `/login?error=${error}&next=${encodeURIComponent(safeNext(next))}`;

/**
 * Opens the session of somebody whom Auth sends back from another service.
 *
 * @param search the query of the address that they came back to
 * @returns the path to go to: the second step of the sign-in, the choice of a name, the page that was asked for, or the
 *   login page with an error
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
    return failed(key === 'unavailable' || key === 'banned' ? key : 'social');
  }
  await rememberDevice();
  const me = await getMeOrBanned();
  if (me && isBanned(me)) return '/ban';
  const path = await pathAfterPassword(next);
  if (path !== next || (await suggestUsername()) === null) return path;
  return `${chooseNamePage}?next=${encodeURIComponent(next)}`;
}
