import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { FeatureForm } from '@/components/admin/featured-form-client';
import { FeaturedOrder } from '@/components/admin/featured-order-client';
import { FeaturedPreview } from '@/components/admin/featured-preview';
import { EmptyState } from '@/components/ui/empty-state';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Star } from '@/components/ui/icons/shop';
import { requireAdmin } from '@/lib/account/access';
import { getFeaturedList } from '@/lib/admin/featured';
import { typedMoment } from '@/lib/admin/typed-moment';
import type { PageQuery } from '@/lib/core/http/page-query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin.featured'))('title'), robots: { index: false } };
}

/** Featured products of the home page: the list, and a preview at a given time. */
export default async function FeaturedPage({ searchParams }: { searchParams: Promise<PageQuery> }) {
  const { fecha } = await searchParams;
  const moment = typeof fecha === 'string' && typedMoment.test(fecha) ? fecha : null;
  await requireAdmin('/dashboard-admin/featured', searchParams);
  const [t, { products, shownIds }] = await Promise.all([getTranslations('admin.featured'), getFeaturedList(moment)]);
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('title')}</h1>
      <p className="text-muted">{t('text')}</p>
      <MoreClientMessages namespaces={['admin']}>
        {products.length === 0 ? (
          <EmptyState icon={<Star />} title={t('none')} />
        ) : (
          <FeaturedOrder products={products} />
        )}
        <FeatureForm />
        <FeaturedPreview moment={moment} ids={shownIds} />
      </MoreClientMessages>
    </>
  );
}
