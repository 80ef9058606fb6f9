import 'server-only';
import { createHash } from 'node:crypto';
import { cookies, headers } from 'next/headers';
import { z } from 'zod';
import { succeed } from '@/lib/core/action/result';
import { callRpc, logFailure, readRpc } from '@/lib/core/action/rpc';
import { giveBackAttempt, takeAttempt } from '@/lib/core/limits';
import { makeSecret, secretCookie } from '@/lib/core/security/secret-cookie';
import { clientAddress } from '@/lib/core/security/visitor';
import { createRequestClient } from '@/lib/core/supabase/server';

const cookie = { name: 'registration', path: '/auth/confirm' };
const day = 24 * 60 * 60;

/**
 * Gives this browser a secret for one registration, to recognise it when the link of the mail is followed. Each
 * registration has its own secret, because an earlier one may be somebody else's.
 *
 * @returns its fingerprint, for the account
 */
export async function beginRegistration(): Promise<string> {
  const secret = makeSecret();
  (await cookies()).set(cookie.name, secret, secretCookie(cookie.path, day));
  return createHash('sha256').update(secret).digest('hex');
}

/**
 * Checks whether this browser registered the account of a link. If so, the database keeps the account's password
 * (docs/decisions/0034-a-mailbox-decides-the-password.md).
 */
export async function recognizeRegistration(link: string): Promise<boolean> {
  const secret = (await cookies()).get(cookie.name)?.value;
  if (!secret) return false;
  const client = await createRequestClient();
  const shown = { p_enlace: link, p_secreto: secret };
  const isKnown = await readRpc(client, 'reconocer_registro', shown, z.boolean()).then(
    succeed,
    logFailure('a registration could not be recognised'),
  );
  return isKnown.ok && isKnown.value;
}

export type PasswordProof = 'known' | 'askPassword' | 'wrongPassword' | 'tooManyPasswords' | 'expired';

/**
 * Checks the password of a registration for a link opened in another browser; the account then keeps it. Wrong ones
 * count as those of a login.
 */
export async function recognizePassword(link: string, password: string): Promise<PasswordProof> {
  if (password === '') return 'askPassword';
  const who = { account: link, address: clientAddress(await headers()) };
  if ((await takeAttempt('password', who)) > 0) return 'tooManyPasswords';
  const known = await callRpc(
    createRequestClient(),
    'reconocer_contrasena',
    { p_enlace: link, p_contrasena: password },
    ['enlace_no_valido', 'contrasena_incorrecta', 'demasiados_intentos'],
  );
  if (known.ok || known.error !== 'contrasena_incorrecta') await giveBackAttempt('password', who);
  if (known.ok) return 'known';
  if (known.error === 'contrasena_incorrecta') return 'wrongPassword';
  return known.error === 'demasiados_intentos' ? 'tooManyPasswords' : 'expired';
}

/** Deletes the secret, once its account is confirmed. */
export async function endRegistration(): Promise<void> {
  (await cookies()).set(cookie.name, '', { path: cookie.path, maxAge: 0 });
}
