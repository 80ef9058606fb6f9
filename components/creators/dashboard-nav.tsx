import { getTranslations } from 'next-intl/server';
import { classNames } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link-client';

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

/** Pages of a creator: figures, sales, posts, reviews, public questions, help, game servers, licence keys, stamped copies, API keys, webhooks. */
export async function DashboardNav({ current }: { current: keyof typeof places }) {
  const t = await getTranslations('dashboard.nav');
  return (
    <nav aria-label={t('label')} className="-mx-1 flex flex-wrap gap-1 px-1">
      {(Object.keys(places) as Array<keyof typeof places>).map((place) => (
        <Link
          key={place}
          href={places[place]}
          aria-current={place === current ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-11 items-center rounded-control px-4 font-semibold whitespace-nowrap',
            place === current ? 'bg-raised text-ink' : 'text-muted hover:bg-raised',
          )}
        >
          {t(place)}
        </Link>
      ))}
    </nav>
  );
}
