import 'server-only';
import { createHmac, timingSafeEqual } from 'node:crypto';
import { env } from '@/lib/core/env';

const sign = (purpose: string, text: string) =>
  createHmac('sha256', env().CRON_SECRET).update(`seal\n${purpose}\n${text}`).digest();

/** A text that only this shop can have written, for one purpose and some seconds. It can be read by whoever has it. */
export function sealText(purpose: string, text: string, seconds: number): string {
  const body = Buffer.from(`${Date.now() + seconds * 1000} ${text}`).toString('base64url');
  return `${body}.${sign(purpose, body).toString('base64url')}`;
}

/** What was sealed, or null when it was not sealed here, for something else, or too long ago. */
export function unsealText(purpose: string, sealed: string): string | null {
  const [body = '', signature = ''] = sealed.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(purpose, body);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [, until, text] = /^(\d+) (.*)$/s.exec(Buffer.from(body, 'base64url').toString()) ?? [];
  return text !== undefined && Number(until) > Date.now() ? text : null;
}
