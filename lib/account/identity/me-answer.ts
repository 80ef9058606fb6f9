import type { Me } from '@/lib/account/types';
import type { Relation } from './relation';

/**
 * What `GET /api/me` answers. Somebody who is banned, or has not made the second step yet, counts as nobody and is led
 * to where they read why; `unavailable` says that it cannot be known now.
 *
 * The lists hold what was asked for only. They are always there: a tab that was opened before a release asks for nothing
 * and reads them, and a new one may be answered by a server of the old release, whose lists hold everything.
 */
export type MeAnswer =
  | { status: 'user'; user: Me & Relation }
  | { status: 'guest' | 'banned' | 'halfway' | 'unavailable'; user: null };
