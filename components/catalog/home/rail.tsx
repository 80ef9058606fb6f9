import { getTranslations } from 'next-intl/server';
import { ProductCard } from '@/components/catalog/product/product-card';
import { Link } from '@/components/ui/link-client';
import { SectionMissing } from '@/components/ui/section-missing';
import type { ProductCardData } from '@/lib/catalog/types';
import { getClubOffer } from '@/lib/pricing/server';

/** Page with all products of a section; the featured ones have none. */
const allOf = {
  featured: null,
  trending: '/trends',
  newest: '/trends#newest',
  recommended: '/trends#recommended',
};

/** A home page section: three products and a link to all, or a message if they could not be loaded. */
export async function Rail({ section, products }: { section: keyof typeof allOf; products: ProductCardData[] | null }) {
  const t = await getTranslations('home');
  const all = allOf[section];
  if (!products) return <SectionMissing title={t(section)} text={t(`missing.${section}`)} />;
  if (products.length === 0) return null;
  const club = await getClubOffer();
  return (
    <section aria-labelledby={section}>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={section} className="text-2xl font-bold">
          {t(section)}
        </h2>
        {all && (
          <Link
            href={all}
            aria-label={`${t('seeAll')}: ${t(section)}`}
            className="inline-flex min-h-11 items-center font-semibold text-link hover:underline"
          >
            {t('seeAll')}
          </Link>
        )}
      </div>
      <ul className="relative -mx-4 flex snap-x scroll-px-4 gap-3 overflow-x-auto px-4 pb-2 sm:mx-0 sm:grid sm:grid-cols-3 sm:gap-5 sm:overflow-visible sm:px-0">
        {products.map((product) => (
          <li key={product.id} className="grid w-56 shrink-0 snap-start sm:w-auto">
            <ProductCard product={product} club={club} />
          </li>
        ))}
      </ul>
    </section>
  );
}
