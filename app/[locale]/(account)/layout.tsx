import type { ReactNode } from 'react';
import { LegalFooter } from '@/components/nav/legal-footer';
import { ClientMessages } from '@/components/ui/i18n/client-messages';

/** Account screens have no navigation of the shop. */
export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <ClientMessages namespaces={['auth', 'profile', 'nav', 'status']}>
      {children}
      <LegalFooter />
    </ClientMessages>
  );
}
