/** The one table of cache tags: what a cached page or query depends on, and what a write must revalidate. */
export const tags = {
  catalog: 'catalog',
  product: (slug: string) => `product:${slug}`,
  creator: (displayName: string) => `creator:${displayName}`,
  storeSettings: 'store-settings',
} as const;
