import 'server-only';
import { env } from '@/lib/core/env';
import { type Locale, localeParam } from '@/lib/core/i18n/locales';

/**
 * The return address for a mail of Auth, which the mail hook reads (`gancho_correo`): the target page, and a language
 * for an account without a stored one.
 *
 * @param next a validated path of the shop
 */
export function mailReturn(next: string, locale?: Locale): string {
  const query = new URLSearchParams({ ...(locale && { [localeParam]: locale }), ...(next !== '/' && { next }) });
  return `${env().SITE_URL}/${query.size > 0 ? `?${query}` : ''}`;
}
