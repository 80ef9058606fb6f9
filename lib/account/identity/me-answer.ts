import type { Me } from '@/lib/account/types';
import type { Relation } from './relation';

/**
 * The answer of `GET /api/me`. A banned person, or one without the second step, counts as nobody and is redirected to
 * the explanation; `unavailable` is an outage.
 *
 * The lists are always present and contain only the requested ids.
 */
export type MeAnswer =
  | { status: 'user'; user: Me & Relation }
  | { status: 'guest' | 'banned' | 'halfway' | 'unavailable'; user: null };
