import { connection } from 'next/server';
import { getTranslations } from 'next-intl/server';
import { type ReactNode, Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { listNames, listPath } from '@/components/admin/lists';
import { NavLink } from '@/components/nav/nav-link-client';
import { FreshPage } from '@/components/ui/fresh-page-client';
import { Skeleton } from '@/components/ui/skeleton';

const cases = { href: '/dashboard-admin/cases', label: 'cases' } as const;
const disputes = { href: '/dashboard-admin/disputes', label: 'disputes.title' } as const;

/** The lists in their order, with disputes and cases behind the charges, as all are about money that needs looking at. */
const lists = listNames.flatMap((name) => {
  const link = { href: listPath(name), label: name };
  return name === 'charges' ? [link, disputes, cases] : [link];
});

const links = [
  { href: '/dashboard-admin', label: 'store.title' },
  ...lists,
  { href: '/dashboard-admin/announcements', label: 'announcements.title' },
  { href: '/dashboard-admin/featured', label: 'featured.title' },
  { href: '/dashboard-admin/books', label: 'books.title' },
  { href: '/dashboard-admin/queries', label: 'queries.title' },
  { href: '/moderation', label: 'moderation' },
] as const;

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** The admin panel: its sections, each a page of its own. */
export default async function AdminLayout({ children }: { children: ReactNode }) {
  await connection();
  const t = await getTranslations('admin');
  return (
    <div className="space-y-6">
      <KnownMe />
      <nav aria-label={t('title')}>
        <ul className="flex gap-1 max-md:overflow-x-auto md:flex-wrap">
          {links.map(({ href, label }) => (
            <li key={href} className="shrink-0">
              <NavLink href={href}>{t(label)}</NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Suspense fallback={<Skeleton className="h-96" />}>
        <FreshPage>{children}</FreshPage>
      </Suspense>
    </div>
  );
}
