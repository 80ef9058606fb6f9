import { getTranslations } from 'next-intl/server';
import { ProductStrip } from '@/components/catalog/product/product-strip';
import { Link } from '@/components/ui/link-client';
import { SectionMissing } from '@/components/ui/section-missing';
import type { ProductCardData } from '@/lib/catalog/types';

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
      <ProductStrip products={products} />
    </section>
  );
}
