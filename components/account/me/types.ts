import type { Known } from '@/lib/account/identity/relation';
import type { Me } from '@/lib/account/types';

/** `unavailable` is not a guest: because of an outage it is not known who it is, and the page asks again by itself. */
export type MeState = { status: 'loading' } | { status: 'unavailable' } | { status: 'guest' } | SignedIn;

export type SignedIn = { status: 'user'; me: Me; known: Known };
