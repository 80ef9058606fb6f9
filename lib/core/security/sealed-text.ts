import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '@/lib/core/env';

const sign = (purpose: string, text: string) =>
  createHmac('sha256', env().CRON_SECRET).update(`seal\n${purpose}\n${text}`).digest();

/**
 * Signs a text, for one purpose and some seconds, so that the shop can tell it has written it. The text is not
 * encrypted.
 */
export function sealText(purpose: string, text: string, seconds: number): string {
  const body = Buffer.from(`${Date.now() + seconds * 1000} ${text}`).toString('base64url');
  return `${body}.${sign(purpose, body).toString('base64url')}`;
}

/** The sealed text; null if the shop did not seal it, or for another purpose, or too long ago. */
export function unsealText(purpose: string, sealed: string): string | null {
  const [body = '', signature = ''] = sealed.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(purpose, body);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [, until, text] = /^(\d+) (.*)$/s.exec(Buffer.from(body, 'base64url').toString()) ?? [];
  return text !== undefined && Number(until) > Date.now() ? text : null;
}
