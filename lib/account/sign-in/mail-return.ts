import 'server-only';
import { env } from '@/lib/core/env';
import { type Locale, localeParam } from '@/lib/core/i18n/locales';

/**
 * The return address for a mail of Auth. It contains the language and the target page, which is all that the templates
 * (supabase/templates) know: they use the language, and pass the address to `/auth/confirm` as `to`.
 *
 * @param next a validated path of the shop
 */
export const mailReturn = (locale: Locale, next: string): string =>
  `${env().SITE_URL}/?${new URLSearchParams({ [localeParam]: locale, ...(next !== '/' && { next }) })}`;
