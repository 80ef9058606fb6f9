import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { BulkEdit } from '@/components/publish/bulk/bulk-edit-client';
import { BackLink } from '@/components/ui/back-link';
import { EmptyState } from '@/components/ui/empty-state';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { PackagePlus } from '@/components/ui/icons/desk';
import { Skeleton } from '@/components/ui/skeleton';
import { requireMe } from '@/lib/account/server';
import { dayInSpain } from '@/lib/core/day';
import type { PageQuery } from '@/lib/core/http/page-query';
import { chosenIds, listChosen } from '@/lib/publish/bulk/server';

type Props = { searchParams: Promise<PageQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('bulkEdit'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** One change of several products of a creator. */
export default async function BulkEditPage({ searchParams }: Props) {
  await connection();
  const t = await getTranslations('bulkEdit');
  return (
    <>
      <KnownMe />
      <BackLink href="/dashboard#products">{t('back')}</BackLink>
      <h1 className="my-6 text-3xl font-extrabold">{t('title')}</h1>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Chosen searchParams={searchParams} />
      </Suspense>
    </>
  );
}

async function Chosen({ searchParams }: Props) {
  const me = await requireMe('/dashboard/products', searchParams);
  const t = await getTranslations('bulkEdit');
  const products = await listChosen(me.id, chosenIds((await searchParams).producto), await getLocale());
  if (products.length === 0) return <EmptyState icon={<PackagePlus />} title={t('none')} />;
  return (
    <MoreClientMessages namespaces={['bulkEdit']}>
      <div className="max-w-3xl space-y-6">
        <p className="text-sm text-muted">{t('text')}</p>
        <details className="rounded-card border border-line p-4">
          <summary className="min-h-11 cursor-pointer content-center font-bold">
            {t('chosen', { count: products.length })}
          </summary>
          <ul className="list-disc pl-5 wrap-anywhere">
            {products.map(({ id, name }) => (
              <li key={id}>{name}</li>
            ))}
          </ul>
        </details>
        <BulkEdit products={products} today={dayInSpain()} />
      </div>
    </MoreClientMessages>
  );
}
