import 'server-only';
import ipaddr from 'ipaddr.js';
import { cookies, headers } from 'next/headers';
import { after, userAgent } from 'next/server';
import { z } from 'zod';
import { succeed } from '@/lib/core/action/result';
import { logFailure, nothing, readRpc } from '@/lib/core/action/rpc';
import { makeSecret, secretCookie } from '@/lib/core/security/secret-cookie';
import { visitorAddress } from '@/lib/core/security/visitor-address';
import { createPublicClient, createRequestClient } from '@/lib/core/supabase/server';
import { sendPendingMails } from '@/lib/mail/server';
import { countryOf } from './country';

const cookieName = 'device';
const halfAYear = 180 * 24 * 60 * 60;

/** The secret of this browser, or null. It identifies a browser of an earlier sign-in; it does not sign in. */
const deviceSecret = async () => (await cookies()).get(cookieName)?.value ?? null;

/**
 * This browser's secret if this account has signed in from it before, otherwise null. The database is informed, and
 * accepts the next sign-in even during an attack on the password.
 */
export async function recognizeDevice(email: string): Promise<string | null> {
  const secret = await deviceSecret();
  if (!secret) return null;
  const device = { p_correo: email, p_secreto: secret };
  // Called without the session of the browser, which may have ended.
  const isKnown = await readRpc(createPublicClient(), 'reconocer_dispositivo', device, z.boolean()).then(
    succeed,
    logFailure('a device could not be recognised'),
  );
  return isKnown.ok && isKnown.value ? secret : null;
}

/** Name of this browser for the mail about a sign-in, from its user agent. */
async function browserName(): Promise<string> {
  const { browser, os } = userAgent({ headers: await headers() });
  return [browser.name, os.name].filter(Boolean).join(' · ');
}

/**
 * An address without the part that identifies a connection: the first two numbers of IPv4, the first three groups of
 * IPv6.
 *
 * @returns the shortened address; empty for an invalid one
 */
export function shortAddress(address: string | null): string {
  if (!address || !ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  return parsed.kind() === 'ipv4'
    ? `${parsed.toString().split('.').slice(0, 2).join('.')}.…`
    : `${parsed.toNormalizedString().split(':').slice(0, 3).join(':')}:…`;
}

/**
 * Stores this browser as known to the signed-in account, and the browser, address and country for the list of devices.
 * The mail about a new browser is sent after the response.
 */
export async function rememberDevice(): Promise<void> {
  const secret = (await deviceSecret()) ?? makeSecret();
  (await cookies()).set(cookieName, secret, secretCookie('/', halfAYear));
  const client = await createRequestClient();
  const browser = await browserName();
  const address = visitorAddress(await headers());
  const country = await countryOf(address).then(succeed, logFailure('the country of an address could not be read'));
  const seen = {
    p_navegador: browser,
    p_direccion: shortAddress(address),
    p_pais: country.ok ? country.value : '',
  };
  await Promise.all([
    readRpc(client, 'recordar_dispositivo', { p_secreto: secret, p_navegador: browser }, nothing).catch(
      logFailure('a device could not be remembered'),
    ),
    readRpc(client, 'anotar_sesion', seen, nothing).catch(logFailure('a session could not be noted')),
  ]);
  after(sendPendingMails);
}
