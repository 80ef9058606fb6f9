import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link-client';
import { Stars } from '@/components/ui/stars';
import { Time } from '@/components/ui/time';
import { creatorPath } from '@/lib/core/http/segments';
import type { Report } from '@/lib/moderation/reports/server';
import { HideReview } from './hide-review-client';
import { SettleReport } from './settle-report-client';

const linkStyle = 'inline-flex min-h-11 items-center text-link underline-offset-4 hover:underline';

/** Links to the reported subject and to its admin page. */
function Links({ report, isAdmin }: { report: Report; isAdmin: boolean }) {
  const t = useTranslations('moderation.reports');
  if (!report.subject) return null;
  const { slug, author } = report.subject;
  return (
    <p className="flex flex-wrap gap-x-4">
      {slug && (
        <Link href={`/p/${slug}`} className={linkStyle}>
          {t('seeProduct')}
        </Link>
      )}
      <Link href={creatorPath(author)} className={linkStyle}>
        {t('seeAccount', { name: author })}
      </Link>
      {isAdmin && report.kind !== 'resena' && (
        <Link
          href={`/dashboard-admin/${report.kind === 'producto' ? 'products' : 'users'}/${report.subjectId}`}
          className={linkStyle}
        >
          {t('manage')}
        </Link>
      )}
    </p>
  );
}

/** One report with its subject and the buttons that close it. */
export function ReportCard({ report, isAdmin }: { report: Report; isAdmin: boolean }) {
  const t = useTranslations('moderation.reports');
  const reasons = useTranslations('reports.reasons');
  const reviews = useTranslations('reviews');
  const { subject } = report;
  return (
    <article aria-labelledby={report.id} className="space-y-3 rounded-card border border-line bg-surface p-4 sm:p-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm text-muted">{t(`kinds.${report.kind}`)}</p>
          <h2 id={report.id} className="text-lg font-bold">
            {subject?.name ?? t('gone')}
          </h2>
        </div>
        {report.kind !== 'apelacion' && <Badge>{reasons(report.reason)}</Badge>}
      </header>
      {report.kind === 'resena' && subject && (
        <blockquote className="border-l-2 border-line pl-4">
          <Stars value={subject.stars} label={reviews('stars', { value: subject.stars })} />
          <p className="mt-1 whitespace-pre-line">{subject.text}</p>
          {subject.hiddenReason && (
            <p className="mt-1 text-sm text-warn">{t('hidden', { reason: subject.hiddenReason })}</p>
          )}
        </blockquote>
      )}
      {report.kind === 'apelacion' && subject && (
        <p className="text-sm text-muted">{t('sanction', { reason: subject.sanction ?? '—' })}</p>
      )}
      <div>
        {report.text && <p className="whitespace-pre-line">{report.text}</p>}
        <p className="text-sm text-muted">
          {t('from', { name: report.from })} · <Time at={report.at} look="moment" />
        </p>
      </div>
      <Links report={report} isAdmin={isAdmin} />
      {report.kind === 'resena' && subject && <HideReview reviewId={report.subjectId} isHidden={subject.isHidden} />}
      {report.state === 'abierto' ? (
        <SettleReport id={report.id} isAppeal={report.kind === 'apelacion'} />
      ) : (
        <p className="text-sm">
          <b>{t(`states.${report.state}`)}</b>
          <span> · {report.settledBy}</span>
          {report.note && <span>{` · ${report.note}`}</span>}
        </p>
      )}
    </article>
  );
}
