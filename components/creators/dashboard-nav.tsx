import { getTranslations } from 'next-intl/server';
import { NavLink } from '@/components/nav/nav-link-client';

const places = {
  overview: '/dashboard',
  sales: '/dashboard/sales',
  posts: '/dashboard/posts',
  reviews: '/dashboard/reviews',
  questions: '/dashboard/questions',
  help: '/dashboard/help',
  servers: '/dashboard/servers',
  licences: '/dashboard/licences',
  stamps: '/dashboard/stamps',
  api: '/dashboard/api',
  webhooks: '/dashboard/webhooks',
} as const;

/** Pages of a creator. On phones they are one scrolling row. */
export async function DashboardNav({ current }: { current: keyof typeof places }) {
  const t = await getTranslations('dashboard.nav');
  return (
    <nav aria-label={t('label')}>
      <ul className="relative -mx-1 flex gap-1 px-1 max-md:overflow-x-auto md:flex-wrap">
        {(Object.keys(places) as Array<keyof typeof places>).map((place) => (
          <li key={place} className="shrink-0">
            <NavLink href={places[place]} current={place === current}>
              {t(place)}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
