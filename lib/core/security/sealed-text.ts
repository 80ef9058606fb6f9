import 'server-only';
import { env } from '@/lib/core/env';
import { bytesFromBase64, textFromBase64, toBase64Url } from '@/lib/core/http/base64url';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const keyFor = (use: 'sign' | 'verify'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(env().CRON_SECRET), { name: 'HMAC', hash: 'SHA-256' }, false, [use]);

const signed = (purpose: string, text: string) => bytesOf(`seal\n${purpose}\n${text}`);

/**
 * Signs a text, for one purpose and some seconds, so that the shop can tell it has written it. The text is not
 * encrypted. It fits into a header or a cookie, and is sealed and opened on every runtime.
 */
export async function sealText(purpose: string, text: string, seconds: number): Promise<string> {
  const body = toBase64Url(bytesOf(`${Date.now() + seconds * 1000} ${text}`));
  const signature = await crypto.subtle.sign('HMAC', await keyFor('sign'), signed(purpose, body));
  return `${body}.${toBase64Url(new Uint8Array(signature))}`;
}

/** The sealed text; null if the shop did not seal it, or for another purpose, or too long ago. */
export async function unsealText(purpose: string, sealed: string): Promise<string | null> {
  const [, body = '', signature] = /^([\w-]+)\.([\w-]{43})$/.exec(sealed) ?? [];
  if (!signature) return null;
  const given = bytesFromBase64(signature);
  if (!(await crypto.subtle.verify('HMAC', await keyFor('verify'), given, signed(purpose, body)))) return null;
  const [, until, text] = /^(\d+) (.*)$/s.exec(textFromBase64(body)) ?? [];
  return text !== undefined && Number(until) > Date.now() ? text : null;
}
