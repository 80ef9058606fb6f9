/** The categories of products, in the order in which they are offered. */
export const categories = ['plugin', 'serie', 'dlc', 'evento'] as const;
export type Category = (typeof categories)[number];

/** Categories by the path of their page. */
export const categoryPaths = {
  plugins: 'plugin',
  series: 'serie',
  dlcs: 'dlc',
  events: 'evento',
} as const satisfies Record<string, Category>;

export type CategoryPath = keyof typeof categoryPaths;

/** The path of a category's page, without its slash. */
export const pathOfCategory = (category: Category): CategoryPath =>
  (Object.keys(categoryPaths) as CategoryPath[]).find((path) => categoryPaths[path] === category) ?? 'plugins';
