import type { Metadata } from 'next';
import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { Hooks } from '@/components/hooks/hooks';
import { Skeleton } from '@/components/ui/skeleton';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('hooks'))('title'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** A creator's webhooks. */
export default async function WebhooksPage() {
  await connection();
  return (
    <>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <Hooks />
      </Suspense>
    </>
  );
}
