import { locale as rootLocale } from 'next/root-params';
import { hasLocale } from 'next-intl';
import { getRequestConfig } from 'next-intl/server';
import { shopTimeZone } from '../day';
import { formats } from './formats';
import { defaultLocale, locales } from './locales';

export default getRequestConfig(async ({ locale: asked }) => {
  const wanted = asked ?? (await rootLocale());
  const locale = hasLocale(locales, wanted) ? wanted : defaultLocale;
  const { default: messages } = await import(`../../../messages/${locale}.json`);
  return { locale, messages, formats, timeZone: shopTimeZone };
});
