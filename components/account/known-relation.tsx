import type { Known } from '@/lib/account/identity/relation';

/**
 * Embeds the person's relation to the adjacent products and creators into a personal page, so that its client
 * components need not call `/api/me`. It streams in the same section as they do.
 */
export const KnownRelation = ({ known }: { known: Known }) => <span hidden data-known={JSON.stringify(known)} />;
