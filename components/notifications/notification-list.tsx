import { useTranslations } from 'next-intl';
import { classNames } from '@/components/ui/class-names';
import { Link } from '@/components/ui/link-client';
import { Time } from '@/components/ui/time';
import type { Notification } from '@/lib/notifications/types';

/** A list of notifications; new ones have a dot. */
export function NotificationList({ items }: { items: Notification[] }) {
  const t = useTranslations('nav.bell');
  return (
    <ul className="space-y-1">
      {items.map(({ key, href, text, detail, at, isRead }) => (
        <li key={key}>
          <Link href={href} className="flex min-h-14 items-start gap-3 rounded-control px-3 py-2.5 hover:bg-raised">
            <span
              aria-hidden
              className={classNames('mt-2 size-2 shrink-0 rounded-full', isRead ? 'bg-transparent' : 'bg-buy')}
            />
            <span className="min-w-0">
              <span className={classNames('block text-sm', !isRead && 'font-semibold')}>
                {!isRead && <span className="sr-only">{t('new')} </span>}
                <span>{text}</span>
              </span>
              {detail && <span className="block text-sm break-words whitespace-pre-line text-muted">{detail}</span>}
              <Time at={at} look="day" className="text-xs text-muted" />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
