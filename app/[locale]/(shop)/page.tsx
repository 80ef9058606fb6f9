import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { Benefits } from '@/components/catalog/home/benefits';
import { Hero } from '@/components/catalog/home/hero';
import { Opening } from '@/components/catalog/home/opening';
import { Rail } from '@/components/catalog/home/rail';
import { Reviews } from '@/components/catalog/home/reviews';
import { JsonLd } from '@/components/catalog/seo/json-ld';
import { homeOf } from '@/lib/catalog/home';
import { shopJsonLd } from '@/lib/catalog/seo/json-ld';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { getBanner, getFeatured, getNewest, getTrending } from '@/lib/catalog/server';
import { env } from '@/lib/core/env';
import { listPraise } from '@/lib/reviews/server';

export const generateMetadata = (): Promise<Metadata> => publicPage('/');

/** One large product and sections of three: featured, most visited, newest and others. */
export default async function HomePage() {
  const [locale, t] = [await getLocale(), await getTranslations('meta')];
  const { SITE_URL, SUPPORT_EMAIL } = env();
  const [featured, trending, newest, praise] = await Promise.all([
    getFeatured(locale, 4),
    getTrending(locale, 24),
    getNewest(locale, 6),
    listPraise(locale, 3),
  ]);
  const { hero, isPicked, ...rows } = homeOf({ featured, trending, newest });
  const banner = hero ? await getBanner(hero.slug) : 'none';
  return (
    <div className="space-y-16">
      <JsonLd data={shopJsonLd(SITE_URL, locale, t('description'), SUPPORT_EMAIL)} />
      {hero && <Hero product={hero} banner={banner === 'none' ? null : banner} isPicked={isPicked} />}
      {!hero && featured && trending && <Opening />}
      <Rail section="featured" products={rows.featured} />
      <Rail section="trending" products={rows.trending} />
      <Rail section="newest" products={rows.newest} />
      <Benefits />
      <Rail section="recommended" products={rows.recommended} />
      <Reviews reviews={praise ?? []} />
    </div>
  );
}
