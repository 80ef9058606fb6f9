import 'server-only';
import { createHash, createHmac } from 'node:crypto';
import { env } from '@/lib/core/env';

/**
 * A secret token of 43 letters for one purpose and id. The shop's server derives it again whenever it is needed; the
 * database, which lacks the key, stores its hash.
 */
export const deriveToken = (purpose: string, id: string): string =>
  createHmac('sha256', env().CRON_SECRET).update(`token\n${purpose}\n${id}`).digest('base64url');

/** The hash of a token, as the database stores it: SHA-256 in hexadecimal. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');
