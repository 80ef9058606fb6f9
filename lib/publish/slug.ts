import { longestSlug } from '@/lib/catalog/slug';

/**
 * Makes the slug of a product from its name or from typed text: lower-case letters a to z, digits and hyphens. Accented
 * letters lose their accent.
 */
export const sanitizeSlug = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/\s+/g, '-')
    .replaceAll(/[^a-z0-9-]/g, '')
    .replaceAll(/-{2,}/g, '-')
    .replace(/^-/, '')
    .slice(0, longestSlug);
