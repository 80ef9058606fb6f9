import type { Known } from '@/lib/account/identity/relation';
import type { Me } from '@/lib/account/types';

/** `unavailable` is not a guest: the person is unknown because of an outage, and the page retries by itself. */
export type MeState = { status: 'loading' } | { status: 'unavailable' } | { status: 'guest' } | SignedIn;

export type SignedIn = { status: 'user'; me: Me; known: Known };
