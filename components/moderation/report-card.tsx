import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link-client';
import { Stars } from '@/components/ui/stars';
import { Time } from '@/components/ui/time';
import { sanitizeRichText } from '@/lib/core/html';
import { creatorPath, ownPostPath } from '@/lib/core/http/segments';
import { assignReport } from '@/lib/moderation/reports/action';
import type { Report } from '@/lib/moderation/reports/server';
import { isAppeal, type ReportedKind } from '@/lib/moderation/reports/types';
import { AnswerAppeal } from './answer-appeal-client';
import { Assign } from './assign-client';
import { ReportActions } from './report-actions-client';
import { ReportMessages } from './report-messages';
import { ShowPost } from './show-post-client';
import { ShowQuestion } from './show-question-client';
import { ShowReview } from './show-review-client';

const linkStyle = 'inline-flex min-h-11 items-center wrap-anywhere text-link underline-offset-4 hover:underline';

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
      {slug && (report.kind === 'pregunta' || report.kind === 'respuesta') && (
        <Link href={`/p/${slug}/questions#${report.subjectId}`} className={linkStyle}>
          {t('seeQuestions')}
        </Link>
      )}
      {report.kind === 'publicacion' && (
        <Link href={ownPostPath(report.subjectId)} className={linkStyle}>
          {t('seePost')}
        </Link>
      )}
      <Link href={creatorPath(author)} className={linkStyle}>
        {t('seeAccount', { name: author })}
      </Link>
      {isAdmin && (report.kind === 'producto' || report.kind === 'usuario' || report.kind === 'apelacion') && (
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

type Person = { id: string; name: string };
type Props = { report: Report; me: { id: string; isAdmin: boolean }; others: Person[] };

/** The acts that the signed-in moderator can do on an open report, or why there are none. */
function Acts({ report, me }: Omit<Props, 'others'>) {
  const t = useTranslations('moderation.reports');
  const { id, kind, subject, barrier } = report;
  // The buttons that assign the report already name its moderator.
  if (barrier === 'la_tiene_otra_persona' && report.takenBy) return null;
  if (barrier) return <p className="border-t border-line pt-4 text-sm text-muted">{t(`barriers.${barrier}`)}</p>;
  if (isAppeal(kind)) return <AnswerAppeal id={id} />;
  const name = subject?.name ?? t('gone');
  return <ReportActions id={id} kind={kind as ReportedKind} name={name} isAdmin={me.isAdmin} />;
}

/** Why quoted content is hidden. The card of an appeal has the reason below. */
function HiddenNote({ subject }: { subject: NonNullable<Report['subject']> }) {
  const t = useTranslations('moderation.reports');
  if (!subject.hiddenReason || subject.measure) return null;
  return <p className="mt-1 text-sm text-warn">{t('hidden', { reason: subject.hiddenReason })}</p>;
}

/** One report with its subject, its thread, and the possible acts. */
export function ReportCard({ report, me, others }: Props) {
  const t = useTranslations('moderation.reports');
  const reasons = useTranslations('reports.reasons');
  const reviews = useTranslations('reviews');
  const { subject, kind } = report;
  const isOpen = report.state === 'abierto';
  // An appeal quotes what was taken down.
  const quoted = subject?.measure ?? kind;
  return (
    <article aria-labelledby={report.id} className="space-y-3 rounded-card border border-line bg-surface p-4 sm:p-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="text-sm text-muted">
            <span>{t(`kinds.${kind}`)}</span>
            {subject?.measure && <span>{` · ${t(`measures.${subject.measure}`)}`}</span>}
          </p>
          <h2 id={report.id} className="text-lg font-bold wrap-anywhere">
            {subject?.name ?? t('gone')}
          </h2>
        </div>
        <div className="flex flex-wrap gap-2">
          {kind === 'producto' && subject && !subject.isOnSale && <Badge>{t('notOnSale')}</Badge>}
          {isOpen && report.isAsked && <Badge>{t('asked')}</Badge>}
          {!isAppeal(kind) && <Badge>{reasons(report.reason)}</Badge>}
        </div>
      </header>
      {quoted === 'resena' && subject && (
        <blockquote className="border-l-2 border-line pl-4">
          <Stars value={subject.stars} label={reviews('stars', { value: subject.stars })} />
          <p className="mt-1 whitespace-pre-line wrap-anywhere">{subject.text}</p>
          <HiddenNote subject={subject} />
        </blockquote>
      )}
      {quoted === 'publicacion' && subject && (
        <blockquote className="border-l-2 border-line pl-4">
          <div
            className="rich-text wrap-anywhere"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised here
            dangerouslySetInnerHTML={{ __html: sanitizeRichText(subject.text) }}
          />
          <HiddenNote subject={subject} />
        </blockquote>
      )}
      {['pregunta', 'respuesta', 'texto', 'enlaces'].includes(quoted) && subject && (
        <blockquote className="border-l-2 border-line pl-4">
          {subject.question && <p className="text-sm text-muted wrap-anywhere">{subject.question}</p>}
          <p className="whitespace-pre-line wrap-anywhere">{subject.text}</p>
          <HiddenNote subject={subject} />
        </blockquote>
      )}
      {isAppeal(kind) && subject && (
        <p className="text-sm text-muted">{t('sanction', { reason: subject.sanction ?? '—' })}</p>
      )}
      {isOpen && subject?.isLifted && <p className="text-sm text-warn">{t('errors.ya_levantada')}</p>}
      <div>
        {report.text && <p className="whitespace-pre-line wrap-anywhere">{report.text}</p>}
        <p className="text-sm text-muted">
          {report.from && <span>{t('from', { name: report.from })} · </span>}
          <Time at={report.at} look="moment" />
        </p>
        {isOpen && report.dueAt && (
          <p className="text-sm text-warn">
            {t('due')} <Time at={report.dueAt} look="moment" />
          </p>
        )}
      </div>
      <Links report={report} isAdmin={me.isAdmin} />
      <ReportMessages messages={report.messages} owner={subject?.author ?? t('gone')} />
      {kind === 'resena' && subject?.isHidden && <ShowReview reviewId={report.subjectId} />}
      {kind === 'publicacion' && subject?.isHidden && <ShowPost id={report.subjectId} />}
      {(kind === 'pregunta' || kind === 'respuesta') && subject?.isHidden && (
        <ShowQuestion id={report.subjectId} part={kind} />
      )}
      {isOpen ? (
        <>
          <Assign
            id={report.id}
            name={subject?.name ?? t('gone')}
            takenBy={report.takenBy}
            me={me}
            others={others}
            assign={assignReport}
          />
          <Acts report={report} me={me} />
        </>
      ) : (
        <p className="text-sm wrap-anywhere">
          <b>{t(`states.${report.state}`)}</b>
          <span> · {report.settledBy}</span>
          {report.note && <span>{` · ${report.note}`}</span>}
        </p>
      )}
    </article>
  );
}
