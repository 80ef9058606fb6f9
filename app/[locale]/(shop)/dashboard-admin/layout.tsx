import { connection } from 'next/server';
import { type ReactNode, Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { CountedPanelNav, PanelNav } from '@/components/admin/panel-nav';
import { FreshPage } from '@/components/ui/fresh-page-client';
import { KeepFocus } from '@/components/ui/keep-focus-client';
import { Skeleton } from '@/components/ui/skeleton';

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** The admin panel, with a page per section. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  await connection();
  return (
    <div className="space-y-6">
      <KnownMe />
      <KeepFocus />
      <Suspense fallback={<PanelNav />}>
        <CountedPanelNav />
      </Suspense>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <FreshPage>{children}</FreshPage>
      </Suspense>
    </div>
  );
}
