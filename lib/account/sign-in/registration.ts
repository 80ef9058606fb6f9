import 'server-only';
import { cookies, headers } from 'next/headers';
import { z } from 'zod';
import { succeed } from '@/lib/core/action/result';
import { callRpc, logFailure, readRpc } from '@/lib/core/action/rpc';
import type { Locale } from '@/lib/core/i18n/locales';
import { giveBackAttempt, takeAttempt } from '@/lib/core/limits';
import { seal } from '@/lib/core/security/seal';
import { makeSecret, secretCookie } from '@/lib/core/security/secret-cookie';
import { sha256 } from '@/lib/core/security/sha256';
import { clientAddress } from '@/lib/core/security/visitor';
import { createPublicClient, createRequestClient } from '@/lib/core/supabase/server';

const cookie = { name: 'registration', path: '/' };
const day = 24 * 60 * 60;

/** The fingerprint of the last registration in this browser, as long as its address is not confirmed. */
export async function lastRegistration(): Promise<string | null> {
  const secret = (await cookies()).get(cookie.name)?.value;
  return secret ? sha256(secret) : null;
}

type Wishes = { email: string; username: string; password: string; locale: Locale };

/**
 * Stores the data of a registration, and gives this browser a secret that identifies it when the link of the mail is
 * opened. Each registration has its own secret, because an earlier one may be somebody else's.
 *
 * @returns the refusal `nombre_ocupado` if another browser has asked for the username
 */
export async function beginRegistration({ email, username, password, locale }: Wishes) {
  const secret = makeSecret();
  const [p_navegador, p_anterior] = [sha256(secret), await lastRegistration()];
  const p_sello = await seal('registro', email, username, locale, p_navegador, p_anterior ?? '');
  const wishes = { p_correo: email, p_usuario: username, p_idioma: locale, p_contrasena: password };
  const begun = await callRpc(
    createPublicClient(),
    'anotar_registro',
    { ...wishes, p_navegador, p_anterior: p_anterior ?? '', p_sello },
    ['nombre_ocupado', 'sello_no_valido'],
  );
  if (begun.ok) (await cookies()).set(cookie.name, secret, secretCookie(cookie.path, day));
  return begun;
}

/**
 * True if this browser registered the address of a link. The database then gives the account the name and
 * the password of that registration (docs/decisions/0034-a-mailbox-decides-the-password.md).
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

/** Asks the database whether a link still works and this is the password of a registration of its address. */
const tryPassword = async (p_enlace: string, p_contrasena: string) =>
  callRpc(createRequestClient(), 'reconocer_contrasena', { p_enlace, p_contrasena }, [
    'enlace_no_valido',
    'falta_contrasena',
    'contrasena_incorrecta',
    'demasiados_intentos',
  ]);

/**
 * `known` if the visitor of a link in another browser types the password of a registration of its address. The account
 * then gets the name and password of that registration. Wrong passwords are counted for the link.
 */
export async function recognizePassword(link: string, password: string): Promise<PasswordProof> {
  if (password === '') {
    const asked = await tryPassword(link, '').catch(logFailure('a link could not be looked up'));
    return !asked.ok && asked.error === 'enlace_no_valido' ? 'expired' : 'askPassword';
  }
  const who = { account: link, address: clientAddress(await headers()) };
  if ((await takeAttempt('password', who)) > 0) return 'tooManyPasswords';
  const known = await tryPassword(link, password);
  if (known.ok || known.error !== 'contrasena_incorrecta') await giveBackAttempt('password', who);
  if (known.ok) return 'known';
  if (known.error === 'contrasena_incorrecta') return 'wrongPassword';
  return known.error === 'demasiados_intentos' ? 'tooManyPasswords' : 'expired';
}

/** Deletes the secret, once its account is confirmed. */
export async function endRegistration(): Promise<void> {
  (await cookies()).set(cookie.name, '', { path: cookie.path, maxAge: 0 });
}
