import 'server-only';
import { env } from '@/lib/core/env';
import { type Locale, localeParam } from '@/lib/core/i18n/locales';

/**
 * Where a mail of Auth would lead to. The templates (supabase/templates) are in the language of this address, because it
 * is all that Auth tells them of who has asked; their links go to `/auth/confirm`.
 */
export const mailReturn = (path: string, locale: Locale): string => `${env().SITE_URL}${path}?${localeParam}=${locale}`;
