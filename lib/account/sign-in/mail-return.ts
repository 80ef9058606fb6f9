import 'server-only';
import { env } from '@/lib/core/env';
import { type Locale, localeParam } from '@/lib/core/i18n/locales';

/**
 * The address that Auth is given for a mail. It names the language of who asks and the page that they were going to, and
 * is all that the templates (supabase/templates) know of either: they are in its language, and their links to
 * `/auth/confirm` carry it as `to`.
 *
 * @param next a path of the shop, checked
 */
export const mailReturn = (locale: Locale, next: string): string =>
  `${env().SITE_URL}/?${new URLSearchParams({ [localeParam]: locale, ...(next !== '/' && { next }) })}`;
