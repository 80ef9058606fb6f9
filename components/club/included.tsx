import { getLocale, getTranslations } from 'next-intl/server';
import { ProductGrid } from '@/components/catalog/product/product-grid';
import { SectionMissing } from '@/components/ui/section-missing';
import { getClubProducts } from '@/lib/catalog/club-products';
import { formatCents } from '@/lib/core/money';

const mostShown = 8;

/** The products that the Club includes now, and their price without it. */
export async function Included() {
  const [t, locale] = await Promise.all([getTranslations('club.included'), getLocale()]);
  const products = await getClubProducts(locale, mostShown);
  if (!products) return <SectionMissing title={t('title')} text={t('missing')} />;
  if (products.count === 0) return null;
  const more = products.count - products.shown.length;
  return (
    <section id="included" aria-labelledby="included-title" className="scroll-mt-24">
      <h2 id="included-title" className="text-2xl font-bold">
        {t('title')}
      </h2>
      <p className="mt-1 mb-5 text-muted">
        {t('text', { count: products.count, price: formatCents(products.cents, locale) })}
      </p>
      <ProductGrid products={products.shown} />
      {more > 0 && <p className="mt-4 text-muted">{t('all', { count: more })}</p>}
    </section>
  );
}
