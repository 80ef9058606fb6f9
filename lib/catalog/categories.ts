/**
 * The categories by the path of their page, in menu order. The path is also the key of their messages, `nav.<path>` and
 * `catalog.<path>`.
 */
export const categoryPaths = {
  plugins: 'plugin',
  series: 'serie',
  dlcs: 'dlc',
  events: 'evento',
} as const;

export type CategoryPath = keyof typeof categoryPaths;
export type Category = (typeof categoryPaths)[CategoryPath];

export const categories = Object.values(categoryPaths);

/** True if a path segment is a category page. */
export const isCategoryPath = (path: string): path is CategoryPath => Object.hasOwn(categoryPaths, path);

/** The path of a category page, without slash. */
export const pathOfCategory = (category: Category): CategoryPath =>
  (Object.keys(categoryPaths) as CategoryPath[]).find((path) => categoryPaths[path] === category) ?? 'plugins';
