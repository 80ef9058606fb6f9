import { longestSlug } from '@/lib/catalog/slug';

/**
 * The address of a product from its name, or from what is being typed (SPEC §5): small letters a to z, digits and
 * hyphens. An accent is dropped with its letter kept.
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
