import { toSegment } from '@/lib/core/http/segments';

// Tags are sent in a list separated by commas, so names are encoded.

/**
 * The one table of cache tags: what a cached page or query depends on, and what a write must revalidate
 * (docs/architecture.md, "Caching and tags").
 */
export const tags = {
  /** The lists that are not of one section or person: home and trends. */
  home: 'home',
  /** Which products are on offer. */
  offers: 'offers',
  /** Which products a section has. */
  section: (category: string) => `section:${category}`,
  /** Everything on the pages of one product. */
  product: (slug: string) => `product:${slug}`,
  /** What a list shows of a product: name, price, cover. */
  card: (slug: string) => `card:${slug}`,
  /** What the home page shows of the reviews of a product. */
  praise: (slug: string) => `praise:${slug}`,
  /** A public profile, and which products it has. */
  creator: (displayName: string) => `creator:${toSegment(displayName)}`,
  /** The name and the picture of a person beside what they made or wrote. */
  byline: (displayName: string) => `byline:${toSegment(displayName)}`,
  storeSettings: 'store-settings',
} as const;
