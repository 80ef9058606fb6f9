import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { KnownRelation } from '@/components/account/known-relation';
import { ProductGrid } from '@/components/catalog/product/product-grid';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Heart } from '@/components/ui/icons/shop';
import { PageLinks } from '@/components/ui/page-links';
import { listFavorites } from '@/lib/account/profile/favorites';
import { getKnown, requireMe } from '@/lib/account/server';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('profile'))('favorites'), robots: { index: false } };
}

type Props = { searchParams: Promise<PageQuery> };

/** Saved products of the signed-in person, newest first, paginated (`?antes=`). */
export default async function FavoritesPage({ searchParams }: Props) {
  await requireMe('/profile/favorites', searchParams);
  const { antes } = await searchParams;
  const [t, { products, next }] = await Promise.all([
    getTranslations('profile'),
    listFavorites(await getLocale(), antes),
  ]);
  const known = await getKnown({ owned: [], favorites: products.map(({ id }) => id), following: [] });
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
          {known && <KnownRelation known={known} />}
          <ProductGrid products={products} heading="h2" />
          <PageLinks
            newest={antes && '/profile/favorites'}
            older={next && `/profile/favorites?antes=${encodeURIComponent(next)}`}
            labels={{ older: t('olderFavorites') }}
            className="mt-6"
          />
        </>
      )}
    </MoreClientMessages>
  );
}
