import { useTranslations } from 'next-intl';
import { Time } from '@/components/ui/time';
import type { Revision } from '@/lib/moderation/revision';

/** Earlier decisions about a product: decision, time, reason and moderator. */
export function DecisionHistory({ history }: Pick<Revision, 'history'>) {
  const t = useTranslations('moderation');
  const states = useTranslations('publish.review.states');
  if (history.length === 0) return null;
  return (
    <section aria-labelledby="history">
      <h2 id="history" className="mb-3 text-xl font-bold">
        {t('history')}
      </h2>
      <ul className="space-y-2">
        {history.map((entry) => (
          <li key={entry.at} className="rounded-control border border-line px-4 py-2 wrap-anywhere">
            <b>{states(entry.state)}</b>
            <span>
              {' · '}
              {entry.by ?? t('someoneGone')} · <Time at={entry.at} look="precise" />
            </span>
            {entry.reasons.length > 0 && (
              <span className="block text-sm">
                {entry.reasons.map((reason) => t(`reasons.${reason as 'calidad'}`)).join(', ')}
              </span>
            )}
            {entry.note && <span className="block text-sm whitespace-pre-line text-muted">{entry.note}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}
