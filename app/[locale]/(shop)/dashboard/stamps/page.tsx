import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';

import { DashboardNav } from '@/components/creators/dashboard-nav';
import { StampSettings } from '@/components/publish/stamp-settings';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Skeleton } from '@/components/ui/skeleton';
import { requireMe } from '@/lib/account/server';
import { listStampSettings } from '@/lib/publish/stamps';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('stamps'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** The files of a creator, and whether they are stamped for each buyer. */
export default async function StampsPage() {
  await connection();
  return (
    <MoreClientMessages namespaces={['stamps']}>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <div className="space-y-6">
          <DashboardNav current="stamps" />
          <OwnSettings />
        </div>
      </Suspense>
    </MoreClientMessages>
  );
}

async function OwnSettings() {
  await requireMe('/dashboard/stamps');
  return <StampSettings settings={await listStampSettings(await getLocale())} />;
}
