import { cut } from './cut';

/**
 * The beginning of the name of a file and its extension.
 *
 * @param most as in `cut`
 */
export function cutFileName(name: string, most: number): string {
  if (name.length <= most) return name;
  const extension = /\.[A-Za-z0-9]{1,10}$/.exec(name)?.[0] ?? '';
  return cut(name, most - extension.length) + extension;
}
