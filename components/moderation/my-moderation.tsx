import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { Scale } from '@/components/ui/icons/desk';
import { Time } from '@/components/ui/time';
import type { MyModeration } from '@/lib/moderation/reports/server';
import { ReportMessages } from './report-messages';
import { WriteForm } from './write-form-client';

const card = 'space-y-3 rounded-card border border-line bg-surface p-4 sm:p-5';

function Measure({ measure }: { measure: MyModeration['measures'][number] }) {
  const t = useTranslations('moderation.mine');
  const kinds = useTranslations('moderation.reports.measures');
  const { appeal } = measure;
  return (
    <article aria-labelledby={measure.id} className={card}>
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm text-muted">
            {kinds(measure.kind)} · <Time at={measure.at} look="moment" />
          </p>
          <h3 id={measure.id} className="text-lg font-bold wrap-anywhere">
            {measure.name ?? t('gone')}
          </h3>
        </div>
        <Badge tone={measure.isLifted ? 'good' : undefined}>{t(measure.isLifted ? 'lifted' : 'stands')}</Badge>
      </header>
      <p className="whitespace-pre-line wrap-anywhere">
        {measure.reason ? t('reason', { reason: measure.reason }) : t('noReason')}
      </p>
      {appeal && (
        <div className="space-y-1 border-t border-line pt-3">
          <p className="text-sm text-muted">{t('appeal.yours')}</p>
          <p className="whitespace-pre-line wrap-anywhere">{appeal.text}</p>
          {appeal.state === 'abierto' ? (
            <p className="text-sm text-muted">
              {t('appeal.due')} <Time at={appeal.dueAt} look="day" />
            </p>
          ) : (
            <p className="wrap-anywhere">
              <b>{t(`appeal.states.${appeal.state}`)}</b> {appeal.reply}
            </p>
          )}
        </div>
      )}
      {measure.mayAppeal && (
        <details className="border-t border-line pt-2">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-link">
            {t('appeal.open')}
          </summary>
          <WriteForm id={measure.id} what="appeal" />
        </details>
      )}
    </article>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id} className="space-y-4">
      <h2 id={id} className="text-xl font-bold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Measures and questions of moderators about the signed-in person's content, and the reports that the person made. */
export function MyModerationView({ found }: { found: MyModeration }) {
  const t = useTranslations('moderation.mine');
  const kinds = useTranslations('moderation.reports.kinds');
  const reasons = useTranslations('reports.reasons');
  const { measures, questions, reports } = found;
  if (measures.length + questions.length + reports.length === 0) {
    return <EmptyState icon={<Scale />} title={t('empty')} />;
  }
  return (
    <div className="space-y-8">
      {questions.length > 0 && (
        <Part id="questions" title={t('questions')}>
          {questions.map((question) => (
            <article key={question.id} aria-labelledby={question.id} className={card}>
              <p className="text-sm text-muted">{kinds(question.kind)}</p>
              <h3 id={question.id} className="text-lg font-bold wrap-anywhere">
                {question.name ?? t('gone')}
              </h3>
              <ReportMessages messages={question.messages} />
              {question.isOpen ? (
                <WriteForm id={question.id} what="respond" />
              ) : (
                <p className="text-sm text-muted">{t('questionClosed')}</p>
              )}
            </article>
          ))}
        </Part>
      )}
      {measures.length > 0 && (
        <Part id="measures" title={t('measures')}>
          {measures.map((measure) => (
            <Measure key={measure.id} measure={measure} />
          ))}
        </Part>
      )}
      {reports.length > 0 && (
        <Part id="reports" title={t('reports')}>
          <ul className="divide-y divide-line rounded-card border border-line bg-surface px-4">
            {reports.map((report) => (
              <li key={report.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
                <span className="min-w-0">
                  <b className="block wrap-anywhere">{report.name ?? t('gone')}</b>
                  <span className="text-sm text-muted">
                    {kinds(report.kind)} · {reasons(report.reason)} · <Time at={report.at} look="day" />
                  </span>
                </span>
                <Badge tone={report.state === 'resuelto' ? 'good' : undefined}>{t(`outcomes.${report.state}`)}</Badge>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}
