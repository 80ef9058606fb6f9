import 'server-only';
import { cookies, headers } from 'next/headers';
import { userAgent } from 'next/server';
import { z } from 'zod';
import { succeed } from '@/lib/core/action/result';
import { logFailure, nothing, readRpc } from '@/lib/core/action/rpc';
import { makeSecret, secretCookie } from '@/lib/core/security/secret-cookie';
import { createPublicClient, createRequestClient } from '@/lib/core/supabase/server';

const cookieName = 'device';
const halfAYear = 180 * 24 * 60 * 60;

/** The secret of this browser, or null. It shows an earlier sign-in; it does not sign in. */
const deviceSecret = async () => (await cookies()).get(cookieName)?.value ?? null;

/**
 * This browser's secret if this account has signed in from it before, otherwise null. The database is informed, and
 * accepts the next sign-in even during an attack on the password.
 */
export async function recognizeDevice(email: string): Promise<string | null> {
  const secret = await deviceSecret();
  if (!secret) return null;
  const device = { p_correo: email, p_secreto: secret };
  // Without the session of the browser, which may have ended.
  const isKnown = await readRpc(createPublicClient(), 'reconocer_dispositivo', device, z.boolean()).then(
    succeed,
    logFailure('a device could not be recognised'),
  );
  return isKnown.ok && isKnown.value ? secret : null;
}

/** Name of this browser for the mail about a sign-in, as far as its user agent reveals it. */
async function browserName(): Promise<string> {
  const { browser, os } = userAgent({ headers: await headers() });
  return [browser.name, os.name].filter(Boolean).join(' · ');
}

/** Makes this browser one that the signed-in account knows. */
export async function rememberDevice(): Promise<void> {
  const secret = (await deviceSecret()) ?? makeSecret();
  (await cookies()).set(cookieName, secret, secretCookie('/', halfAYear));
  const client = await createRequestClient();
  await readRpc(client, 'recordar_dispositivo', { p_secreto: secret, p_navegador: await browserName() }, nothing).catch(
    logFailure('a device could not be remembered'),
  );
}
