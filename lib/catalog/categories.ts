import type { Category } from './types';

/** Categories by the path of their page. */
export const categoryPaths = { plugins: 'plugin', series: 'serie', dlcs: 'dlc', events: 'evento' } as const;

export type CategoryPath = keyof typeof categoryPaths;

export const pathOfCategory = (category: Category): CategoryPath =>
  (Object.keys(categoryPaths) as CategoryPath[]).find((path) => categoryPaths[path] === category) ?? 'plugins';
