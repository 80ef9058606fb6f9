import { usePathname } from 'next/navigation';
import { locales } from '@/lib/core/i18n/locales';

const inner = new RegExp(`^/(?:${locales.join('|')})(?=/|$)`);

/**
 * The public path. On the server the path still has the language prefix of the middleware, whose rendering would not
 * match the browser's.
 */
export const usePublicPath = (): string => usePathname().replace(inner, '') || '/';
