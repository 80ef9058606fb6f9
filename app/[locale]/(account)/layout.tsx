import type { ReactNode } from 'react';
import { LegalFooter } from '@/components/nav/legal-footer';
import { FreshPage } from '@/components/ui/fresh-page-client';
import { ClientMessages } from '@/components/ui/i18n/client-messages';

/** Account screens, without the shop's navigation. */
export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <ClientMessages namespaces={['auth', 'profile', 'nav', 'status']}>
      <FreshPage sections={['/profile']}>{children}</FreshPage>
      <LegalFooter />
    </ClientMessages>
  );
}
