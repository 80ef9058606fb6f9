import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { NavLink } from '@/components/nav/nav-link-client';
import { FreshPage } from '@/components/ui/fresh-page-client';
import { KeepFocus } from '@/components/ui/keep-focus-client';

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** Pages of moderators: the review queue and the reports. */
export default async function ModerationLayout({ children }: { children: ReactNode }) {
  await connection();
  const t = await getTranslations('moderation');
  return (
    <div className="space-y-6">
      <KnownMe />
      <KeepFocus />
      <nav aria-label={t('nav')}>
        <ul className="relative flex gap-1 overflow-x-auto">
          <li className="shrink-0">
            <NavLink href="/moderation">{t('title')}</NavLink>
          </li>
          <li className="shrink-0">
            <NavLink href="/moderation/reports">{t('reports.title')}</NavLink>
          </li>
        </ul>
      </nav>
      <div>
        <FreshPage>{children}</FreshPage>
      </div>
    </div>
  );
}
