/**
 * The categories of products by the path of their page, in the order in which they are offered. The path is also the name
 * of the category's messages: `nav.<path>` and `catalog.<path>`.
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

/** Whether a part of an address is the path of a category's page. */
export const isCategoryPath = (path: string): path is CategoryPath => Object.hasOwn(categoryPaths, path);

/** The path of a category's page, without its slash. */
export const pathOfCategory = (category: Category): CategoryPath =>
  (Object.keys(categoryPaths) as CategoryPath[]).find((path) => categoryPaths[path] === category) ?? 'plugins';
