import type { Me } from '@/lib/account/types';
import type { Relation } from './relation';

/**
 * What `GET /api/me` answers. Somebody who is banned, or has not made the second step yet, counts as nobody and is led
 * to where they read why; `unavailable` says that it cannot be known now.
 *
 * The lists are always there, and hold what was asked for only.
 */
export type MeAnswer =
  | { status: 'user'; user: Me & Relation }
  | { status: 'guest' | 'banned' | 'halfway' | 'unavailable'; user: null };
