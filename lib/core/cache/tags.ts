import { toSegment } from '@/lib/core/http/segments';

// Tags are sent as a comma-separated list, so names are encoded.

/**
 * All cache tags: what cached pages and queries depend on, and what writes revalidate (docs/architecture.md, "Caching
 * and tags").
 */
export const tags = {
  /** The lists of home and trends. */
  home: 'home',
  /** The products on offer. */
  offers: 'offers',
  /** The products of a section. */
  section: (category: string) => `section:${category}`,
  /** Everything on the pages of one product. */
  product: (slug: string) => `product:${slug}`,
  /** The answered questions about one product. */
  questions: (slug: string) => `questions:${slug}`,
  /** Name, price and cover of a product in lists. */
  card: (slug: string) => `card:${slug}`,
  /** The reviews of a product on the home page. */
  praise: (slug: string) => `praise:${slug}`,
  /** A public profile and its products. */
  creator: (displayName: string) => `creator:${toSegment(displayName)}`,
  /** A public post of a creator. */
  post: (id: string) => `post:${toSegment(id)}`,
  /** Name and picture of a person beside their products and reviews. */
  byline: (displayName: string) => `byline:${toSegment(displayName)}`,
  storeSettings: 'store-settings',
} as const;
