import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { ActList } from '@/components/admin/act-list';
import { ArchiveProduct } from '@/components/admin/archive-product-client';
import { ProductEdit } from '@/components/admin/product-edit-client';
import { RowLink } from '@/components/admin/row-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { CodesForm } from '@/components/vouchers/codes-form-client';
import { requireAdmin } from '@/lib/account/access';
import { listActs } from '@/lib/admin/acts';
import { getProduct } from '@/lib/admin/products';

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { robots: { index: false } };

/** One product: its editable fields and its redeem codes. */
export default async function ProductPage({ params }: Props) {
  const { id } = await params;
  await requireAdmin(`/dashboard-admin/products/${id}`);
  const product = await getProduct(id);
  if (!product) notFound();
  const [t, acts] = await Promise.all([getTranslations('admin.product'), listActs('producto', id)]);
  return (
    <MoreClientMessages namespaces={['admin', 'dashboard']}>
      <header>
        <TextLink href="/dashboard-admin/products">{t('back')}</TextLink>
        <h1 className="text-3xl font-extrabold">{product.name}</h1>
        <p className="text-muted">{product.creator}</p>
        {product.hasPage && <TextLink href={`/p/${product.slug}`}>{t('seeInShop')}</TextLink>}
      </header>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Section title={t('edit')}>
          <ProductEdit product={product} />
          <RowLink href={`/dashboard-admin/products/${id}/content`}>{t('toContent')}</RowLink>
          <div className="mt-4 border-t border-line pt-4">
            <ArchiveProduct id={product.id} name={product.name} isArchived={product.isArchived} />
          </div>
        </Section>
        <Section title={t('codesTitle')}>
          <CodesForm product={product} />
          <RowLink href={`/dashboard-admin/codes?q=${product.slug}`}>{t('seeCodes')}</RowLink>
        </Section>
      </div>
      <p className="flex flex-wrap gap-x-4">
        <RowLink href={`/dashboard-admin/orders?q=${product.slug}`}>{t('seeOrders')}</RowLink>
        <RowLink href={`/dashboard-admin/coupons?q=${product.slug}`}>{t('seeCoupons')}</RowLink>
      </p>
      <Section title={t('history')}>
        <ActList acts={acts} />
      </Section>
    </MoreClientMessages>
  );
}
