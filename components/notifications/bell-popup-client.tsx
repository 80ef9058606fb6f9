'use client';

import { useTranslations } from 'next-intl';
import { Popover } from 'radix-ui';
import type { ReactNode } from 'react';
import useSWR from 'swr';
import { useMe } from '@/components/account/use-me';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { useOpenHere } from '@/components/ui/use-open-here';
import { fetchJson } from '@/lib/core/http/fetch-json';
import type { Notification } from '@/lib/notifications/types';
import { markRead } from './mark-read';
import { NotificationList } from './notification-list';

const load = async ([path]: [path: string, person: string]) =>
  (await fetchJson<{ notifications: Notification[] }>(path)).notifications;

/** The newest notifications. Each opening refetches them and marks them as read. */
function Newest() {
  const t = useTranslations('nav.bell');
  const me = useMe();
  // Keyed by person, so that the next one never sees them.
  const key = me.status === 'user' ? (['/api/notifications', me.me.id] as [string, string]) : null;
  const { data: items, error } = useSWR(key, load, {
    revalidateOnFocus: false,
    dedupingInterval: 0,
    // Marks them read only after the fetch, because until then the previous list is shown.
    onSuccess: () => void markRead(),
  });
  return (
    <>
      {error && <Notice tone="bad">{t('error')}</Notice>}
      {!items && !error && <Skeleton className="h-36" />}
      {items?.length === 0 && <p className="px-3 py-4 text-sm text-muted">{t('empty')}</p>}
      {items && <NotificationList items={items} />}
    </>
  );
}

type Props = { label: string; className: string; trigger: ReactNode };

/** Popup of the bell. */
export function BellPopup({ label, className, trigger }: Props) {
  const t = useTranslations('nav.bell');
  return (
    <Popover.Root {...useOpenHere()}>
      <Popover.Trigger aria-label={label} className={className}>
        {trigger}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          align="end"
          sideOffset={8}
          collisionPadding={8}
          aria-label={t('title')}
          className="z-50 max-h-[70dvh] w-88 max-w-[calc(100vw-1rem)] overflow-y-auto rounded-card border border-line bg-surface p-3 shadow-card"
        >
          {/* Above the list, so that the link does not move when the list loads. */}
          <div className="flex items-center justify-between gap-3 px-3">
            <p className="font-bold">{t('title')}</p>
            <Link
              href="/profile/notifications"
              className="flex min-h-11 items-center text-sm font-semibold text-link underline-offset-4 hover:underline"
            >
              {t('all')}
            </Link>
          </div>
          <Newest />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
