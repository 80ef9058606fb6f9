import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { ProductView } from '@/components/catalog/product/product-view';
import { ButtonLink } from '@/components/ui/button-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { requireMe } from '@/lib/account/server';
import { getClubOffer } from '@/lib/pricing/server';
import { startOwnChoices } from '@/lib/publish/own-choices';
import { previewCard, previewProduct } from '@/lib/publish/preview';
import { getUnpublished } from '@/lib/publish/unpublished';

type Props = { params: Promise<{ slug: string }> };

export const metadata: Metadata = { robots: { index: false } };

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** A product under review or taken down, for its creator and the staff; everybody else gets a 404. */
export default async function PreviewPage({ params }: Props) {
  await connection();
  return (
    <>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Preview params={params} />
      </Suspense>
    </>
  );
}

async function Preview({ params }: Props) {
  const { slug } = await params;
  const me = await requireMe(`/preview/${slug}`);
  const locale = await getLocale();
  const product = await getUnpublished(slug, locale);
  if (!product) notFound();
  if (product.status === 'approved') redirect(`/p/${slug}`);
  const isOwn = product.creator.id === me.id;
  const [t, refusals, club, own] = await Promise.all([
    getTranslations('publish'),
    getTranslations('refusals'),
    getClubOffer(),
    isOwn ? startOwnChoices(locale, [product.draft]) : null,
  ]);
  const card = previewCard(product.draft, product.creator, slug, locale);
  return (
    <MoreClientMessages namespaces={['productPage', 'gallery', 'parts', 'reviews']}>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <Notice tone="warn" className="grow">
          {refusals(product.status === 'pending' ? 'pendiente' : 'rechazado')}
        </Notice>
        {isOwn ? (
          <ButtonLink href={`/edit/${slug}`}>{t('editIt')}</ButtonLink>
        ) : (
          <ButtonLink href="/moderation">{t('moderateIt')}</ButtonLink>
        )}
      </div>
      <div inert>
        <ProductView product={previewProduct(card, product.draft, own?.pack.chosen ?? [], locale)} club={club} />
      </div>
    </MoreClientMessages>
  );
}
