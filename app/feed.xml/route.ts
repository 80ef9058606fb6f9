import { getTranslations } from 'next-intl/server';
import { getFeedEntries } from '@/lib/catalog/seo/feed';
import { toFeed } from '@/lib/catalog/seo/feed-xml';
import { env } from '@/lib/core/env';
import { orOutage } from '@/lib/core/http/outage';
import { defaultLocale, localeParam, parseLocale } from '@/lib/core/i18n/locales';

/** The newest products for readers of feeds, `?lng=en` in English. */
export const GET = orOutage(async (request: Request) => {
  const locale = parseLocale(new URL(request.url).searchParams.get(localeParam)) ?? defaultLocale;
  const t = await getTranslations({ locale, namespace: 'meta' });
  const feed = toFeed(env().SITE_URL, locale, t('feed'), await getFeedEntries(locale));
  return new Response(feed, {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
});
