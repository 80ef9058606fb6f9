import type { Metadata } from 'next';
import { getLocale } from 'next-intl/server';
import { Benefits } from '@/components/catalog/home/benefits';
import { Hero } from '@/components/catalog/home/hero';
import { Opening } from '@/components/catalog/home/opening';
import { Rail } from '@/components/catalog/home/rail';
import { Reviews } from '@/components/catalog/home/reviews';
import { alternates } from '@/lib/catalog/seo/metadata';
import { getFeatured, getNewest, getTrending } from '@/lib/catalog/server';

export const metadata: Metadata = { alternates: alternates('/') };

/** Three products in each section: the most visited, the newest, and others that are in neither. */
export default async function HomePage() {
  const locale = await getLocale();
  const [featured, trending, newest] = await Promise.all([
    getFeatured(locale, 1),
    getTrending(locale, 12),
    getNewest(locale, 3),
  ]);
  const shown = new Set([...trending.slice(0, 3), ...newest].map(({ id }) => id));
  const recommended = trending.filter(({ id }) => !shown.has(id)).slice(0, 3);
  const hero = featured[0] ?? trending[0];
  return (
    <div className="space-y-16">
      {hero ? <Hero product={hero} /> : <Opening />}
      <Rail section="trending" products={trending.slice(0, 3)} />
      <Rail section="newest" products={newest} />
      <Benefits />
      <Rail section="recommended" products={recommended} />
      {hero && <Reviews />}
    </div>
  );
}
