import { usePathname } from 'next/navigation';
import { locales } from '@/lib/core/i18n/locales';

const inner = new RegExp(`^/(?:${locales.join('|')})(?=/|$)`);

/**
 * The path as the visitor sees it. On the server the path still has the language that the gates put in front of it, and
 * rendering from that would not match the browser.
 */
export const usePublicPath = (): string => usePathname().replace(inner, '') || '/';
