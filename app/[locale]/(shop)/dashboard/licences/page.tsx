import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { LicenceSettings } from '@/components/api/licence-settings';
import { DashboardNav } from '@/components/creators/dashboard-nav';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Skeleton } from '@/components/ui/skeleton';
import { requireMe } from '@/lib/account/server';
import { listLicenceSettings } from '@/lib/api/licences/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('licences'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** The products of a creator with or without licence keys. */
export default async function LicencesPage() {
  await connection();
  return (
    <MoreClientMessages namespaces={['licences']}>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <div className="space-y-6">
          <DashboardNav current="licences" />
          <OwnSettings />
        </div>
      </Suspense>
    </MoreClientMessages>
  );
}

async function OwnSettings() {
  await requireMe('/dashboard/licences');
  return <LicenceSettings settings={await listLicenceSettings(await getLocale())} />;
}
