import { toSegment } from '@/lib/core/http/segments';

/** The one table of cache tags: what a cached page or query depends on, and what a write must revalidate. */
export const tags = {
  catalog: 'catalog',
  product: (slug: string) => `product:${slug}`,
  // Tags are sent in a list separated by commas, so the name is encoded.
  creator: (displayName: string) => `creator:${toSegment(displayName)}`,
  storeSettings: 'store-settings',
} as const;
