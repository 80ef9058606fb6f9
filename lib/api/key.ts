import 'server-only';
import { randomBytes } from 'node:crypto';

/** The form of a key. The prefix lets scanners of secrets find keys in public code. */
const keyPattern = /^unst_[A-Za-z0-9_-]{43}$/;

/** A new key of 256 random bits. */
export const newKey = (): string => `unst_${randomBytes(32).toString('base64url')}`;

/**
 * The key of a request.
 *
 * @returns undefined without an `Authorization` header, null for one that is no key
 */
export function keyOf(headers: Headers): string | null | undefined {
  const given = headers.get('authorization');
  if (given === null) return undefined;
  const [, key = ''] = /^Bearer +(\S+)$/i.exec(given.trim()) ?? [];
  return keyPattern.test(key) ? key : null;
}
