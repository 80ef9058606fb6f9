import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { type ReactNode, Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { LeaveOnEscape } from '@/components/account/leave-on-escape-client';
import { NavLink } from '@/components/nav/nav-link-client';
import { ArrivalNotice } from '@/components/nav/notice-client';
import { StatusWatch } from '@/components/status/status-watch-client';
import { Badge } from '@/components/ui/badge';
import { Logo } from '@/components/ui/brand/logo';
import { FreshPage } from '@/components/ui/fresh-page-client';
import { DoorOpen, Library, Receipt, Settings } from '@/components/ui/icons/desk';
import { Bell, Coins, Crown, Heart, Languages, LifeBuoy, User } from '@/components/ui/icons/shop';
import { KeepFocus } from '@/components/ui/keep-focus-client';
import { Skeleton } from '@/components/ui/skeleton';
import { profileMenu } from '@/lib/gates/pages';

const icons: Record<(typeof profileMenu)[number]['label'], typeof User> = {
  account: User,
  settings: Settings,
  subscriptions: Crown,
  orders: Receipt,
  help: LifeBuoy,
  coins: Coins,
  library: Library,
  favorites: Heart,
  notifications: Bell,
  language: Languages,
};

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** The personal area with its menu. A link or the Escape key leaves it. */
export default async function ProfileLayout({ children }: { children: ReactNode }) {
  await connection();
  const t = await getTranslations('profile');
  return (
    <>
      <KnownMe />
      <KeepFocus />
      <StatusWatch />
      <ArrivalNotice />
      <div className="mx-auto max-w-6xl px-4 py-6 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-10 lg:py-10">
        <LeaveOnEscape />
        <header className="mb-6 lg:mb-0">
          <div className="mb-4">
            <Logo />
          </div>
          <nav aria-label={t('menu')}>
            <ul className="relative flex gap-1 overflow-x-auto lg:flex-col">
              {profileMenu.map(({ path, label }) => {
                const Icon = icons[label];
                return (
                  <li key={path} className="shrink-0">
                    <NavLink href={path}>
                      <Icon aria-hidden className="size-5" />
                      <span>{t(label)}</span>
                      {label === 'subscriptions' && <Badge tone="club">{t('new')}</Badge>}
                    </NavLink>
                  </li>
                );
              })}
              <li className="shrink-0 lg:mt-4">
                <NavLink href="/">
                  <DoorOpen aria-hidden className="size-5" />
                  {t('exit')}
                </NavLink>
              </li>
            </ul>
          </nav>
        </header>
        <main>
          <Suspense fallback={<Skeleton className="h-96" />}>
            <FreshPage>{children}</FreshPage>
          </Suspense>
        </main>
      </div>
    </>
  );
}
