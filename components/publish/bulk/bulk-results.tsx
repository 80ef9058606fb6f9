import { useFormatter, useLocale, useTranslations } from 'next-intl';
import { useProblemText } from '@/components/ui/use-problem-text';
import { inLanguage } from '@/lib/catalog/rows';
import type { Locale } from '@/lib/core/i18n/locales';
import { formatCents } from '@/lib/core/money';
import type { BulkChange, BulkResult } from '@/lib/publish/bulk/types';

function Change({ change, isDone }: { change: BulkChange; isDone: boolean }) {
  const t = useTranslations('bulkEdit');
  const format = useFormatter();
  const locale = useLocale();
  const written = (value: number | string[] | null) => {
    if (typeof value === 'number') return formatCents(value, locale);
    return value?.length ? value.join(', ') : t('nothing');
  };
  const edition = 'edition' in change ? change.edition : null;
  return (
    <li>
      <span className="text-muted">{`${t(`fields.${change.field}`)}${edition ? ` (${edition})` : ''}: `}</span>
      <span className="tabular-nums">{written(change.before)}</span>
      <span aria-hidden> → </span>
      <span className="sr-only"> {t('becomes')} </span>
      <b className="tabular-nums">{written(change.after)}</b>
      {'until' in change && change.until && (
        <span> {t('untilDay', { day: format.dateTime(new Date(`${change.until}T12:00:00Z`), 'day') })}</span>
      )}
      {change.waits && <span className="text-warn"> · {t(isDone ? 'sent' : 'waits')}</span>}
    </li>
  );
}

/** The previewed or actual result of a bulk edit for each product, or why it cannot be changed. */
export function BulkResults({ results, isDone = false }: { results: BulkResult[]; isDone?: boolean }) {
  const t = useTranslations('bulkEdit');
  const reason = useProblemText('bulkEdit.reasons');
  const locale = useLocale() as Locale;
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface text-sm">
      {results.map((result) => (
        <li key={result.id} className="space-y-1 p-4 wrap-anywhere">
          <h3 className="font-semibold">
            {result.name === null ? t('unknown') : inLanguage(locale, result.name, result.nameEn)}
          </h3>
          {result.changes === null && <p className="text-bad">{reason(result.reason ?? 'failed')}</p>}
          {result.changes?.length === 0 && <p className="text-muted">{t('same')}</p>}
          {result.changes && result.changes.length > 0 && (
            <ul className="space-y-1">
              {result.changes.map((change) => (
                <Change
                  key={`${change.field} ${'edition' in change ? change.edition : ''}`}
                  change={change}
                  isDone={isDone}
                />
              ))}
            </ul>
          )}
        </li>
      ))}
    </ul>
  );
}
