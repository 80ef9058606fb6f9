import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { Header } from '@/components/nav/header';
import { ArrivalNotice } from '@/components/nav/notice-client';
import { ReleaseNotes } from '@/components/nav/release-notes-client';
import { Footer, Sidebar } from '@/components/nav/sidebar';
import { StatusWatch } from '@/components/status/status-watch-client';
import { FreshPage } from '@/components/ui/fresh-page-client';
import { ClientMessages } from '@/components/ui/i18n/client-messages';

export default async function ShopLayout({ children }: { children: ReactNode }) {
  const t = await getTranslations('nav');
  return (
    <ClientMessages namespaces={['nav', 'product', 'status']}>
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-buy px-4 py-3 font-semibold text-on-buy focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('skip')}
      </a>
      <div className="flex">
        <Sidebar />
        <div className="min-w-0 flex-1 overflow-x-clip">
          <StatusWatch />
          <Header />
          <main id="content" className="mx-auto max-w-7xl px-4 py-6 sm:px-6 lg:py-8">
            <FreshPage sections={['/dashboard-admin', '/moderation']}>{children}</FreshPage>
          </main>
          <Footer />
        </div>
      </div>
      <ReleaseNotes />
      <ArrivalNotice />
    </ClientMessages>
  );
}
