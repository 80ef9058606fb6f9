import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { LibraryGrid } from '@/components/orders/library/library-grid-client';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Library } from '@/components/ui/icons/desk';
import { Skeleton } from '@/components/ui/skeleton';
import { requireMe } from '@/lib/account/server';
import { getLibrary } from '@/lib/orders/library/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('library'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** A person's library, in their own order. */
export default async function LibraryPage() {
  await connection();
  const t = await getTranslations('library');
  return (
    <>
      <KnownMe />
      <h1 className="mb-6 text-3xl font-extrabold">{t('title')}</h1>
      <Suspense fallback={<LibrarySkeleton />}>
        <OwnLibrary />
      </Suspense>
    </>
  );
}

/** The rest of a large library loads after the page. */
const itemsInPage = 20;

async function OwnLibrary() {
  const me = await requireMe('/library');
  const library = await getLibrary(await getLocale(), null, itemsInPage);
  const t = await getTranslations('library');
  if (library.items.length === 0) {
    return (
      <EmptyState icon={<Library />} title={t('empty')}>
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink href="/trends" variant="buy">
            {t('explore')}
          </ButtonLink>
          <ButtonLink href="/profile/orders">{t('redeem')}</ButtonLink>
        </div>
      </EmptyState>
    );
  }
  return (
    <MoreClientMessages namespaces={['library', 'orders']}>
      <LibraryGrid first={library} userId={me.id} />
    </MoreClientMessages>
  );
}

function LibrarySkeleton() {
  return (
    <div className="grid grid-cols-2 gap-4 sm:grid-cols-3 md:grid-cols-4 xl:grid-cols-5">
      {['a', 'b', 'c', 'd', 'e'].map((key) => (
        <Skeleton key={key} className="aspect-3/4" />
      ))}
    </div>
  );
}
