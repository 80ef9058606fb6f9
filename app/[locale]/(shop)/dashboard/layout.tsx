import type { ReactNode } from 'react';
import { FreshPage } from '@/components/ui/fresh-page-client';
import { KeepFocus } from '@/components/ui/keep-focus-client';

/** Pages of creators. */
export default function DashboardLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <KeepFocus />
      <FreshPage>{children}</FreshPage>
    </>
  );
}
