import { createHash } from 'node:crypto';

/** A UUID that depends on a name only, so that tests and second runs find the same rows. */
export function stableId(kind: string, name: string): string {
  const hex = createHash('sha256').update(`unstore:${kind}:${name}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

export const userId = (username: string) => stableId('user', username);
export const productId = (slug: string) => stableId('product', slug);
export const editionId = (slug: string, name: string) => stableId('edition', `${slug}:${name}`);
