import type { Me } from './types';

/**
 * What `GET /api/me` answers. Whoever is banned or has not made the second step yet is nobody to the shop, and is led
 * to where they read why; `unavailable` says that it cannot be known now.
 */
export type MeAnswer =
  | { status: 'user'; user: Me }
  | { status: 'guest' | 'banned' | 'halfway' | 'unavailable'; user: null };
