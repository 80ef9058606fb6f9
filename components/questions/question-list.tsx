import { useTranslations } from 'next-intl';
import { ReportButton } from '@/components/moderation/reports/report-button-client';
import { Time } from '@/components/ui/time';
import type { Question } from '@/lib/questions/types';
import { ThankButton } from './thank-button-client';
import { ThanksOf } from './thanks-client';

type Props = { productId: string; slug: string; page: number; questions: Question[] };

/** Answered questions about a product, each with its answer and the actions of readers. */
export function QuestionList({ productId, slug, page, questions }: Props) {
  const t = useTranslations('questions');
  return (
    <ThanksOf productId={productId}>
      <ul className="space-y-4">
        {questions.map((question) => (
          <li key={question.id} id={question.id} className="scroll-mt-24">
            <article
              aria-labelledby={`q-${question.id}`}
              className="rounded-card border border-line bg-surface p-4 sm:p-5"
            >
              <div className="flex flex-wrap items-start justify-between gap-x-3">
                <div className="min-w-0 flex-1 basis-48">
                  <h2 id={`q-${question.id}`} className="text-lg font-bold text-pretty wrap-anywhere">
                    {question.text}
                  </h2>
                  <p className="text-sm text-muted">
                    <span className="wrap-anywhere">{question.author}</span> · <Time at={question.at} look="day" />
                  </p>
                </div>
                <div className="ml-auto">
                  <ReportButton kind="pregunta" id={question.id} name={question.text} />
                </div>
              </div>
              <div className="mt-3 border-l-2 border-line pl-4">
                <p className="text-sm font-semibold">
                  {t(question.isByTeam ? 'byTeam' : 'byCreator')}
                  <span className="font-normal text-muted">
                    {' · '}
                    <Time at={question.answeredAt} look="day" />
                  </span>
                </p>
                <p className="mt-1 whitespace-pre-line wrap-anywhere">{question.answer}</p>
              </div>
              <div className="mt-3 -mb-2 flex flex-wrap items-center gap-2">
                <ThankButton id={question.id} slug={slug} page={page} count={question.thanks} text={question.text} />
                <div className="ml-auto">
                  <ReportButton kind="respuesta" id={question.id} name={t('answerTo', { text: question.text })} />
                </div>
              </div>
            </article>
          </li>
        ))}
      </ul>
    </ThanksOf>
  );
}
