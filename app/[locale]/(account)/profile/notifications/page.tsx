import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { MarkRead } from '@/components/notifications/mark-read-client';
import { NotificationList } from '@/components/notifications/notification-list';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Bell } from '@/components/ui/icons/shop';
import { PageLinks } from '@/components/ui/page-links';
import { requireMe } from '@/lib/account/server';
import { parseBefore } from '@/lib/core/http/page';
import { inOrder, listAnnouncements } from '@/lib/notifications/announcements';
import { listNotifications } from '@/lib/notifications/server';

const pageSize = 30;

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('notifications'))('title'), robots: { index: false } };
}

type Props = { searchParams: Promise<{ antes?: string | string[] }> };

/**
 * Notifications of a person, newest first, with the shop's announcements on the first page. Opening it marks all as
 * read.
 */
export default async function NotificationsPage({ searchParams }: Props) {
  const me = await requireMe('/profile/notifications', searchParams);
  const before = parseBefore((await searchParams).antes);
  const [t, locale] = await Promise.all([getTranslations('notifications'), getLocale()]);
  const [personal, announced] = await Promise.all([
    listNotifications(locale, me, pageSize, before),
    before === null ? listAnnouncements(locale) : [],
  ]);
  const items = inOrder(personal, announced);
  const last = personal.at(-1);
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-extrabold">{t('title')}</h1>
        <ButtonLink href="/profile/settings">{t('preferences')}</ButtonLink>
      </div>
      {before === null && <MarkRead />}
      {items.length === 0 ? (
        <EmptyState icon={<Bell />} title={t('empty')}>
          <ButtonLink href="/trends" variant="buy">
            {t('explore')}
          </ButtonLink>
        </EmptyState>
      ) : (
        <NotificationList items={items} />
      )}
      <PageLinks
        newest={before !== null && '/profile/notifications'}
        older={personal.length === pageSize && last && `/profile/notifications?antes=${last.id}`}
        className="mt-6"
      />
    </>
  );
}
