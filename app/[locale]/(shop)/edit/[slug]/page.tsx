import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { Editor } from '@/components/publish/editor-client';
import { StepReview } from '@/components/publish/step-review';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Skeleton } from '@/components/ui/skeleton';
import { requireMe } from '@/lib/account/server';
import { inLanguage } from '@/lib/catalog/rows';
import { getSaleRates } from '@/lib/pricing/server';
import { toPreviewCreator } from '@/lib/publish/creator';
import { getDraft } from '@/lib/publish/drafts';
import { startOwnChoices } from '@/lib/publish/own-choices';
import { getOwnProduct, getReviewState, listReviewMessages } from '@/lib/publish/server';
import { listTeamEdits } from '@/lib/publish/team-edits';

type Props = { params: Promise<{ slug: string }> };

export const metadata: Metadata = { robots: { index: false } };

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** Edits a product of the creator and shows the state of its review. */
export default async function EditPage({ params }: Props) {
  await connection();
  return (
    <>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <OwnProduct params={params} />
      </Suspense>
    </>
  );
}

async function OwnProduct({ params }: Props) {
  const { slug } = await params;
  const me = await requireMe(`/edit/${slug}`);
  const product = await getOwnProduct(slug, me.id, await getLocale());
  if (!product) redirect('/dashboard?aviso=producto');
  const [t, review, messages, rates, kept, teamEdits] = await Promise.all([
    getTranslations('publish'),
    getReviewState(product.id),
    listReviewMessages(product.id),
    getSaleRates(),
    getDraft({ productId: product.id }),
    listTeamEdits(product.id),
  ]);
  const drafts = [product.draft, ...(kept ? [kept.draft] : [])];
  const locale = await getLocale();
  const own = await startOwnChoices(locale, drafts, product.id);
  const isOnSale = product.status === 'approved';
  return (
    <>
      <h1 className="mb-6 text-3xl font-extrabold">
        {t('editTitle', { name: inLanguage(locale, product.draft.name, product.draft.nameEn) })}
      </h1>
      <MoreClientMessages namespaces={['publish', 'productPage', 'gallery', 'parts']}>
        <Editor
          creator={toPreviewCreator(me)}
          initial={product.draft}
          kept={kept && { ...kept, draft: { ...kept.draft, slug: product.slug } }}
          own={own}
          rates={rates}
          product={{
            id: product.id,
            slug: product.slug,
            isOnSale,
            isWaiting: review?.state === 'pendiente' || review?.state === 'cambios_pedidos',
            isArchived: product.isArchived,
            review: (
              <StepReview
                productId={product.id}
                isOnSale={isOnSale}
                review={review}
                takedown={product.takedown}
                messages={messages}
                teamEdits={teamEdits}
              />
            ),
          }}
        />
      </MoreClientMessages>
    </>
  );
}
