import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { z } from 'zod';
import { KnownMe } from '@/components/account/known-me';
import { Editor } from '@/components/publish/editor-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Skeleton } from '@/components/ui/skeleton';
import { requireMe } from '@/lib/account/server';
import type { PageQuery } from '@/lib/core/http/page-query';
import { getSaleRates } from '@/lib/pricing/server';
import { toPreviewCreator } from '@/lib/publish/creator';
import { getDraftDefaults } from '@/lib/publish/defaults';
import { getDraft } from '@/lib/publish/drafts';
import { startOwnChoices } from '@/lib/publish/own-choices';
import { emptyDraft } from '@/lib/publish/types';

type Props = { searchParams: Promise<PageQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('publish'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** The form of a new product. */
export default async function PublishPage({ searchParams }: Props) {
  await connection();
  const t = await getTranslations('publish');
  return (
    <>
      <KnownMe />
      <h1 className="mb-6 text-3xl font-extrabold">{t('title')}</h1>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <NewProduct searchParams={searchParams} />
      </Suspense>
    </>
  );
}

async function NewProduct({ searchParams }: Props) {
  const me = await requireMe('/publicar', searchParams);
  const locale = await getLocale();
  const id = z.uuid().safeParse((await searchParams).borrador);
  const [rates, kept, defaults] = await Promise.all([
    getSaleRates(),
    id.success ? getDraft({ id: id.data }) : null,
    getDraftDefaults(me.id, locale),
  ]);
  const own = await startOwnChoices(locale, kept ? [kept.draft] : []);
  return (
    <MoreClientMessages namespaces={['publish', 'productPage', 'gallery', 'parts']}>
      <Editor
        creator={toPreviewCreator(me)}
        initial={{ ...emptyDraft, ...defaults?.draft }}
        kept={kept}
        own={own}
        rates={rates}
        takenFrom={defaults?.name ?? null}
      />
    </MoreClientMessages>
  );
}
