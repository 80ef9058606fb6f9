import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { ProductContentForm } from '@/components/admin/product-content-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { TextLink } from '@/components/ui/text-link';
import { requireAdmin } from '@/lib/account/access';
import { getProductContent } from '@/lib/admin/content';

type Props = { params: Promise<{ id: string }> };

export const metadata: Metadata = { robots: { index: false } };

/** Texts and pictures of a product, which an admin edits for its creator. */
export default async function ProductContentPage({ params }: Props) {
  const { id } = await params;
  await requireAdmin(`/dashboard-admin/products/${id}/content`);
  const product = await getProductContent(id, await getLocale());
  if (!product) notFound();
  const t = await getTranslations('admin.content');
  return (
    <>
      <header>
        <TextLink href={`/dashboard-admin/products/${id}`}>{t('back')}</TextLink>
        <h1 className="text-3xl font-extrabold">{t('title', { name: product.draft.name })}</h1>
        <p className="text-muted">{t('text', { creator: product.creator })}</p>
      </header>
      {product.waitingRevision && (
        <Notice tone="warn">
          {t('errors.en_revision')} <TextLink href={`/moderation/${product.waitingRevision}`}>{t('toQueue')}</TextLink>
        </Notice>
      )}
      <MoreClientMessages namespaces={['admin', 'publish']}>
        <ProductContentForm product={product} />
      </MoreClientMessages>
    </>
  );
}
