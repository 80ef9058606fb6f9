import 'server-only';
import { cookies, headers } from 'next/headers';
import { defaultLocale, type Locale, localeCookie, parseAcceptLanguage, parseLocale } from './locales';

/** The language of a request outside a page: in server actions and route handlers, which have no root parameter. */
export async function requestLocale(): Promise<Locale> {
  const chosen = parseLocale((await cookies()).get(localeCookie)?.value);
  return chosen ?? parseAcceptLanguage((await headers()).get('accept-language')) ?? defaultLocale;
}
