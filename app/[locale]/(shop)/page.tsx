import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { Benefits } from '@/components/catalog/home/benefits';
import { Hero } from '@/components/catalog/home/hero';
import { Opening } from '@/components/catalog/home/opening';
import { Rail } from '@/components/catalog/home/rail';
import { Reviews } from '@/components/catalog/home/reviews';
import { recommendedOf } from '@/lib/catalog/recommended';
import { alternates } from '@/lib/catalog/seo/metadata';
import { getBanner, getFeatured, getNewest, getTrending } from '@/lib/catalog/server';
import { missing, orMissing, orNone } from '@/lib/core/sections';
import { listPraise } from '@/lib/reviews/server';

export const metadata: Metadata = { alternates: alternates('/') };

/** Three products in each section: the most visited, the newest, and others that are in neither. */
export default async function HomePage() {
  const locale = await getLocale();
  const [featured, trending, newest, praise] = await Promise.all([
    orMissing('featured', () => getFeatured(locale, 1)),
    orMissing('trending', () => getTrending(locale, 24)),
    orMissing('newest', () => getNewest(locale, 6)),
    orMissing('reviews', () => listPraise(locale, 3)),
  ]);
  const hero = orNone(featured)[0] ?? orNone(trending)[0];
  const isEmpty = !hero && featured !== missing && trending !== missing;
  const banner = hero ? await orMissing('banner', () => getBanner(hero.slug)) : null;
  return (
    <div className="space-y-16">
      {hero && <Hero product={hero} banner={banner === missing ? null : banner} />}
      {isEmpty && <Opening />}
      <Rail section="trending" products={trending === missing ? missing : trending.slice(0, 3)} />
      <Rail section="newest" products={newest === missing ? missing : newest.slice(0, 3)} />
      <Benefits />
      <Rail
        section="recommended"
        products={trending === missing ? missing : recommendedOf(trending, orNone(newest), 3)}
      />
      <Reviews reviews={orNone(praise)} />
    </div>
  );
}
