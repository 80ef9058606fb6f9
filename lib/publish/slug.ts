import { longestSlug } from '@/lib/catalog/slug';

export type Transliterate = (text: string) => string;

const withoutAccents: Transliterate = (text) => text.normalize('NFD');

/** Transliterates any script to Latin letters, as `地图` to `Di Tu`. It is large, so it is loaded on demand. */
export const loadTransliterate = async (): Promise<Transliterate> => (await import('transliteration')).transliterate;

/**
 * Converts a product's name or typed text to a slug: lower-case letters a to z, digits and hyphens. It may end in a
 * hyphen, because typing may continue.
 *
 * @param transliterate converts other letters to Latin ones; without it accented letters only lose their accent
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
 * Proposes a slug for a name: never empty for a non-empty name, even without any letter.
 *
 * @param otherwise the slug for a name without letters
 */
export function proposeSlug(name: string, transliterate: Transliterate | undefined, otherwise: string): string {
  const slug = sanitizeSlug(name, transliterate).replace(/-$/, '');
  return slug === '' && name.trim() !== '' ? otherwise : slug;
}
