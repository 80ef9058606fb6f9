import { usePathname } from 'next/navigation';
import { locales } from '@/lib/core/i18n/locales';

const inner = new RegExp(`^/(?:${locales.join('|')})(?=/|$)`);

/**
 * The path as the visitor sees it. While a page is rendered on the server its path still carries the language that
 * the middleware put in front of it, and what is rendered from that would not fit in the browser.
 */
export const usePublicPath = (): string => usePathname().replace(inner, '') || '/';
