import { useTranslations } from 'next-intl';
import { Time } from '@/components/ui/time';
import type { ReportMessage } from '@/lib/moderation/reports/server';

/**
 * The questions of moderators about a reported object, and the answers of its owner. `owner` is the name that the staff
 * sees; without it, the reader is the owner.
 */
export function ReportMessages({ messages, owner }: { messages: ReportMessage[]; owner?: string }) {
  const t = useTranslations('moderation.thread');
  if (messages.length === 0) return null;
  return (
    <ol aria-label={t('title')} className="space-y-2">
      {messages.map(({ id, isFromStaff, text, at }) => {
        const isOwn = isFromStaff === (owner !== undefined);
        return (
          <li key={id} className={`rounded-card border border-line p-3 ${isOwn ? 'ml-6 bg-raised' : 'mr-6'}`}>
            <p className="flex flex-wrap justify-between gap-x-4 text-sm text-muted">
              <b className="text-ink">{isFromStaff ? t('staff') : (owner ?? t('you'))}</b>
              <Time at={at} look="moment" />
            </p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
          </li>
        );
      })}
    </ol>
  );
}
