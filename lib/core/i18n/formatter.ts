import { createFormatter } from 'next-intl';
import { shopTimeZone } from '../day';
import type { Locale } from './locales';

/** A formatter for dates in a language and the shop's time zone, outside pages: in mails, files and notifications. */
export const formatterFor = (locale: Locale) => createFormatter({ locale, timeZone: shopTimeZone });
