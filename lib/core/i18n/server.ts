import 'server-only';
import { headers } from 'next/headers';
import type { Locale } from './locales';
import { visitorLocale } from './visitor-locale';

/** The language of a request in server actions and route handlers, which have no root parameter. */
export async function requestLocale(): Promise<Locale> {
  const asked = await headers();
  return visitorLocale(asked.get('cookie'), asked.get('accept-language'));
}
