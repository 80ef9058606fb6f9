import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { Benefits } from '@/components/catalog/home/benefits';
import { Hero } from '@/components/catalog/home/hero';
import { Opening } from '@/components/catalog/home/opening';
import { Rail } from '@/components/catalog/home/rail';
import { Reviews } from '@/components/catalog/home/reviews';
import { recommendedOf } from '@/lib/catalog/recommended';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { getBanner, getFeatured, getNewest, getTrending } from '@/lib/catalog/server';
import { listPraise } from '@/lib/reviews/server';

export const generateMetadata = (): Promise<Metadata> => publicPage('/');

/**
 * Three products in each section: what the shop picks after its first one, the most visited, the newest, and others that
 * are in neither.
 */
export default async function HomePage() {
  const locale = await getLocale();
  const [featured, trending, newest, praise] = await Promise.all([
    getFeatured(locale, 4),
    getTrending(locale, 24),
    getNewest(locale, 6),
    listPraise(locale, 3),
  ]);
  const hero = featured?.[0] ?? trending?.[0];
  const banner = hero ? await getBanner(hero.slug) : 'none';
  return (
    <div className="space-y-16">
      {hero && <Hero product={hero} banner={banner === 'none' ? null : banner} />}
      {!hero && featured && trending && <Opening />}
      <Rail section="featured" products={featured?.slice(1) ?? []} />
      <Rail section="trending" products={trending?.slice(0, 3) ?? null} />
      <Rail section="newest" products={newest?.slice(0, 3) ?? null} />
      <Benefits />
      <Rail section="recommended" products={trending && recommendedOf(trending, newest ?? [], 3)} />
      <Reviews reviews={praise ?? []} />
    </div>
  );
}
