import 'server-only';
import { stringToBase64URL } from '@supabase/ssr';
import { env } from '@/lib/core/env';
import { textFromBase64 } from '@/lib/core/http/base64url';

/**
 * The header in which the gates hand over to a page who asks, so that the page need not ask again. It goes from the
 * middleware to the page only; one that came from outside is taken off, and would not bear the seal.
 */
export const handoverHeader = 'x-unstore-person';

const lifeMs = 10_000;
/** Characters. An account needs some 3,000, however much somebody has; a longer one is read again by the page. */
const longest = 12_000;

/** What the gates found: the answer of `quien_soy`, or that it could not be had. */
export type Handover = { row: unknown } | 'unavailable';

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function keyOf(use: 'sign' | 'verify'): Promise<CryptoKey> {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  return crypto.subtle.importKey('raw', bytesOf(env().CRON_SECRET), algorithm, false, [use]);
}

/** What the seal is on: it holds for one access token, for some seconds. */
const sealed = (token: string, until: string, body: string) => bytesOf(`handover\n${token}\n${until}\n${body}`);

/**
 * Seals what the gates found.
 *
 * @param token the access token that it was asked with, or nothing where there is none
 * @returns the value of the header, or null if it would be too long for one
 */
export async function sealHandover(found: Handover, token: string): Promise<string | null> {
  const body = stringToBase64URL(JSON.stringify(found));
  if (body.length > longest) return null;
  const until = String(Date.now() + lifeMs);
  const seal = await crypto.subtle.sign('HMAC', await keyOf('sign'), sealed(token, until, body));
  return `${until}.${btoa(String.fromCharCode(...new Uint8Array(seal)))}.${body}`;
}

/** What the gates found, or null if they did not write this, or for another token, or too long ago. */
export async function openHandover(header: string, token: string): Promise<Handover | null> {
  const [until = '', seal = '', body = ''] = header.split('.');
  if (!(Number(until) > Date.now())) return null;
  try {
    const given = Uint8Array.from(atob(seal), (character) => character.charCodeAt(0));
    if (!(await crypto.subtle.verify('HMAC', await keyOf('verify'), given, sealed(token, until, body)))) return null;
    return JSON.parse(textFromBase64(body));
  } catch {
    // No base64, so not written by the gates.
    return null;
  }
}
