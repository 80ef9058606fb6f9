import { getLocale, getTranslations } from 'next-intl/server';
import { KnownRelation } from '@/components/account/known-relation';
import { ProductStrip } from '@/components/catalog/product/product-strip';
import { SectionMissing } from '@/components/ui/section-missing';
import { getKnown } from '@/lib/account/server';
import { getTrending } from '@/lib/catalog/server';
import { getBasketItem } from '@/lib/checkout/server';
import type { Selection } from '@/lib/checkout/types';
import type { Locale } from '@/lib/core/i18n/locales';

const shown = 3;
const candidates = 12;

/** The slugs of the products in the cart. */
async function slugsIn(selection: Selection | null, locale: Locale): Promise<string[]> {
  if (!selection) return [];
  if (selection.producto !== null) return [selection.producto];
  const bundle = await getBasketItem(selection, locale);
  return bundle?.contents.map(({ slug }) => slug) ?? [];
}

/** Up to three of the most visited products, without those in the cart and owned ones. */
export async function Recommendations({ selection }: { selection: Selection | null }) {
  const [t, locale] = await Promise.all([getTranslations('cart'), getLocale()]);
  const [found, inCart] = await Promise.all([getTrending(locale, candidates), slugsIn(selection, locale)]);
  if (!found) return <SectionMissing text={t('recommendedMissing')} />;
  const ids = found.map(({ id }) => id);
  const known = await getKnown({ owned: ids, favorites: ids, following: [] });
  const isOwned = (id: string) => (known?.owned[id] ?? []).length > 0;
  const products = found.filter(({ id, slug }) => !inCart.includes(slug) && !isOwned(id)).slice(0, shown);
  if (products.length === 0) return null;
  return (
    <section aria-labelledby="recommended" className="mt-12">
      {known && <KnownRelation known={known} />}
      <h2 id="recommended" className="mb-4 text-xl font-bold">
        {t('recommended')}
      </h2>
      <ProductStrip products={products} itemClassName="w-40 large-text:w-64 sm:w-auto" />
    </section>
  );
}
