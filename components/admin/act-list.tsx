import { useTranslations } from 'next-intl';
import { Time } from '@/components/ui/time';
import type { AdminAct } from '@/lib/admin/acts';
import { refundReason } from '@/lib/core/money/refund-reason';
import { ActChanges } from './act-changes';

/** Audit entries: who, what, before and after, why and when. They are immutable. */
export function ActList({ acts }: { acts: AdminAct[] }) {
  const t = useTranslations('admin.user');
  const reasons = useTranslations('mail.refundReasons');
  if (acts.length === 0) return <p className="text-muted">{t('noHistory')}</p>;
  return (
    <ul className="space-y-2">
      {acts.map((act) => (
        <li key={act.id} className="rounded-control border border-line px-4 py-2 text-sm">
          <p>
            <b>{t.has(`acts.${act.action as 'vetar'}`) ? t(`acts.${act.action as 'vetar'}`) : act.action}</b> ·{' '}
            {act.actor ?? t('system')} · <Time at={act.at} look="moment" />
          </p>
          <ActChanges before={act.before} after={act.after} />
          {act.reason && <p>{refundReason(reasons, act.reason)}</p>}
        </li>
      ))}
    </ul>
  );
}
