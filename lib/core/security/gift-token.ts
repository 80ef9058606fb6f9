import 'server-only';
import { createHmac } from 'node:crypto';
import { env } from '@/lib/core/env';
import { sha256 } from './sha256';

/**
 * The secret token in the link of a gift for anybody, 43 letters, by its series. The shop's server derives it again
 * whenever it is needed; the database, which lacks the key, stores its hash.
 */
const giftToken = (series: string): string =>
  createHmac('sha256', env().CRON_SECRET).update(`token\ngift link\n${series}`).digest('base64url');

/** The hash of that token, as the database stores it. */
export const giftTokenHash = (series: string): string => sha256(giftToken(series));

/** The address of that link within the shop. */
export const giftPath = (series: string): string => `/gift?regalo=${giftToken(series)}`;
