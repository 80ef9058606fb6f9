import { createFormatter } from 'next-intl';
import { shopTimeZone } from '../day';
import type { Locale } from './locales';

/** What writes dates in a language, by the shop's clocks, where there is no page: in mails, files and notifications. */
export const formatterFor = (locale: Locale) => createFormatter({ locale, timeZone: shopTimeZone });
