import type { Known } from '@/lib/account/identity/relation';

/**
 * Tells the islands of a personal page what the person has to do with the products and creators beside it, so that they
 * need not call `/api/me`. It stands in the same section as they do, and comes with them.
 */
export const KnownRelation = ({ known }: { known: Known }) => <span hidden data-known={JSON.stringify(known)} />;
