import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { ApiKeys } from '@/components/api/api-keys';
import { DashboardNav } from '@/components/creators/dashboard-nav';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Skeleton } from '@/components/ui/skeleton';
import { requireMe } from '@/lib/account/server';
import { listApiKeys } from '@/lib/api/server';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('api'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** The API keys of a creator. */
export default async function ApiKeysPage() {
  await connection();
  return (
    <MoreClientMessages namespaces={['api']}>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <div className="space-y-6">
          <DashboardNav current="api" />
          <OwnKeys />
        </div>
      </Suspense>
    </MoreClientMessages>
  );
}

async function OwnKeys() {
  await requireMe('/dashboard/api');
  return <ApiKeys keys={await listApiKeys()} />;
}
