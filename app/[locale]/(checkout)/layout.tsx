import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { type ReactNode, Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { CheckoutProgress } from '@/components/checkout/checkout-progress-client';
import { LegalFooter } from '@/components/nav/legal-footer';
import { StatusWatch } from '@/components/status/status-watch-client';
import { Logo } from '@/components/ui/brand/logo';
import { FreshPage } from '@/components/ui/fresh-page-client';
import { ClientMessages } from '@/components/ui/i18n/client-messages';
import { LockKeyhole } from '@/components/ui/icons/shop';
import { Skeleton } from '@/components/ui/skeleton';

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** Cart, payment and result share a header with the progress of the purchase. */
export default async function CheckoutLayout({ children }: { children: ReactNode }) {
  await connection();
  const t = await getTranslations('checkoutSteps');
  return (
    <ClientMessages namespaces={['checkoutSteps', 'status']}>
      <KnownMe />
      <StatusWatch quiet />
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex max-w-5xl flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-3">
          <Logo />
          <Suspense fallback={<Skeleton className="h-8 w-56" />}>
            <CheckoutProgress />
          </Suspense>
          <p className="flex items-center gap-2 text-sm text-muted">
            <LockKeyhole aria-hidden className="size-4 text-good" />
            {t('secure')}
          </p>
        </div>
      </header>
      <main className="mx-auto max-w-5xl px-4 py-8">
        <FreshPage>{children}</FreshPage>
      </main>
      <LegalFooter width="max-w-5xl" />
    </ClientMessages>
  );
}
