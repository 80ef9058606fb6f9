import { longestSlug } from '@/lib/catalog/slug';

export type Transliterate = (text: string) => string;

const withoutAccents: Transliterate = (text) => text.normalize('NFD');

/** Writes any script in Latin letters, as `地图` becomes `Di Tu`. It is large, so it is loaded where it is needed. */
export const loadTransliterate = async (): Promise<Transliterate> => (await import('transliteration')).transliterate;

/**
 * Makes the slug of a product from its name or from typed text: lower-case letters a to z, digits and hyphens. It may end
 * in a hyphen, for more may be typed.
 *
 * @param transliterate writes other letters in Latin ones; without it accented letters only lose their accent
 */
export const sanitizeSlug = (text: string, transliterate: Transliterate = withoutAccents): string =>
  transliterate(text.normalize('NFC'))
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/-{2,}/g, '-')
    .replace(/^-/, '')
    .slice(0, longestSlug);

/**
 * The slug that is proposed for a name: never empty for a name that is not, also where it has no letter at all.
 *
 * @param otherwise what is proposed for such a name
 */
export function proposeSlug(name: string, transliterate: Transliterate | undefined, otherwise: string): string {
  const slug = sanitizeSlug(name, transliterate).replace(/-$/, '');
  return slug === '' && name.trim() !== '' ? otherwise : slug;
}
