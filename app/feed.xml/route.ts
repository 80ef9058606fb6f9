import { getTranslations } from 'next-intl/server';
import { getPostEntries } from '@/lib/catalog/posts';
import { getFeedEntries } from '@/lib/catalog/seo/feed';
import { creatorFeedPath, feedPath, toFeed } from '@/lib/catalog/seo/feed-xml';
import { env } from '@/lib/core/env';
import { orOutage } from '@/lib/core/http/outage';
import { creatorPath, fromSegment } from '@/lib/core/http/segments';
import { defaultLocale, localeParam, parseLocale } from '@/lib/core/i18n/locales';
import { findDestination } from '@/lib/gates/address';

/**
 * The newest products for readers of feeds, `?lng=en` in English; with `creador=<name>` the newest public posts of a
 * creator. An unknown creator is a 404, and another spelling of a name redirects to the feed.
 */
export const GET = orOutage(async (request: Request) => {
  const { searchParams } = new URL(request.url);
  const locale = parseLocale(searchParams.get(localeParam)) ?? defaultLocale;
  const creator = searchParams.get('creador')?.trim();
  const destination = creator ? await findDestination(creatorPath(creator)) : 'page';
  if (destination === 'nothing') {
    return new Response(null, { status: 404, headers: { 'cache-control': 'public, max-age=60' } });
  }
  if (destination !== 'page') {
    const name = fromSegment(destination.address.split('/').at(-1) ?? '');
    return Response.redirect(`${env().SITE_URL}${creatorFeedPath(name, locale)}`, 308);
  }
  const t = await getTranslations({ locale, namespace: 'meta' });
  const feed = toFeed(
    env().SITE_URL,
    locale,
    creator
      ? {
          title: t('creatorFeed', { name: creator }),
          path: creatorFeedPath(creator, locale),
          page: creatorPath(creator),
          entries: await getPostEntries(locale, creator),
        }
      : { title: t('feed'), path: feedPath(locale), page: '/', entries: await getFeedEntries(locale) },
  );
  return new Response(feed, {
    headers: { 'content-type': 'application/atom+xml; charset=utf-8', 'cache-control': 'public, max-age=3600' },
  });
});
