import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { KnownRelation } from '@/components/account/known-relation';
import { ProductGrid } from '@/components/catalog/product/product-grid';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Heart } from '@/components/ui/icons/shop';
import { getFavorites } from '@/lib/account/favorites';
import { nothingKnown } from '@/lib/account/relation';
import { requireMe } from '@/lib/account/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('profile'))('favorites'), robots: { index: false } };
}

export default async function FavoritesPage() {
  await requireMe('/profile/favorites');
  const [t, products] = await Promise.all([getTranslations('profile'), getFavorites(await getLocale(), 200)]);
  return (
    <MoreClientMessages namespaces={['product']}>
      <h1 className="mb-6 text-3xl font-extrabold">{t('favorites')}</h1>
      {products.length === 0 ? (
        <EmptyState icon={<Heart />} title={t('noFavorites')}>
          <ButtonLink href="/trends" variant="buy">
            {t('explore')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <>
          <KnownRelation
            known={{ ...nothingKnown, favorites: Object.fromEntries(products.map(({ id }) => [id, true])) }}
          />
          <ProductGrid products={products} heading="h2" />
        </>
      )}
    </MoreClientMessages>
  );
}
