import 'server-only';
import { env } from '@/lib/core/env';
import { bytesFromBase64, textFromBase64, toBase64Url } from '@/lib/core/http/base64url';

const bytesOf = (text: string) => new TextEncoder().encode(text);

const keyFor = (use: 'sign' | 'verify'): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(env().CRON_SECRET), { name: 'HMAC', hash: 'SHA-256' }, false, [use]);

const signed = (purpose: string, text: string) => bytesOf(`seal\n${purpose}\n${text}`);

/**
 * Signs a text for one purpose and a number of seconds. The text is not encrypted. The result fits into a header or a
 * cookie, and works on every runtime.
 */
export async function sealText(purpose: string, text: string, seconds: number): Promise<string> {
  const body = toBase64Url(bytesOf(`${Date.now() + seconds * 1000} ${text}`));
  const signature = await crypto.subtle.sign('HMAC', await keyFor('sign'), signed(purpose, body));
  return `${body}.${toBase64Url(new Uint8Array(signature))}`;
}

/** The sealed text; null if the signature or purpose is wrong, or it has expired. */
export async function unsealText(purpose: string, sealed: string): Promise<string | null> {
  const [, body = '', signature] = /^([\w-]+)\.([\w-]{43})$/.exec(sealed) ?? [];
  if (!signature) return null;
  const given = bytesFromBase64(signature);
  if (!(await crypto.subtle.verify('HMAC', await keyFor('verify'), given, signed(purpose, body)))) return null;
  const [, until, text] = /^(\d+) (.*)$/s.exec(textFromBase64(body)) ?? [];
  return text !== undefined && Number(until) > Date.now() ? text : null;
}
