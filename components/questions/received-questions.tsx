import { useTranslations } from 'next-intl';
import { getLocale, getTranslations } from 'next-intl/server';
import { ReportButton } from '@/components/moderation/reports/report-button-client';
import { Badge } from '@/components/ui/badge';
import { classNames } from '@/components/ui/class-names';
import { EmptyState } from '@/components/ui/empty-state';
import { CircleHelp } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { PageLinks } from '@/components/ui/page-links';
import { Time } from '@/components/ui/time';
import { requireMe } from '@/lib/account/server';
import { formAnswer } from '@/lib/core/action/form-answer';
import type { FormState } from '@/lib/core/action/state';
import { parsePage } from '@/lib/core/http/page';
import { type PageQuery, textOf } from '@/lib/core/http/page-query';
import { listReceived } from '@/lib/questions/server';
import { type OwnQuestion, receivedLists, receivedPath } from '@/lib/questions/types';
import { AnswerQuestion } from './answer-question-client';
import { QuestionAnswer, QuestionHeader } from './own-question';
import { QuestionButton } from './question-button-client';

function Received({ question, isTeam, state }: { question: OwnQuestion; isTeam: boolean; state?: FormState }) {
  const t = useTranslations('questions');
  const mayAnswer = !question.isHidden && (isTeam || !question.isByTeam);
  return (
    <li className="space-y-3 rounded-card border border-line bg-surface p-4 sm:p-5">
      <QuestionHeader
        question={question}
        as="h2"
        about={
          <>
            <span className="wrap-anywhere">{question.author}</span>
            <span> · </span>
            <Time at={question.at} look="day" />
            {question.thanks > 0 && <span>{` · ${t('thanksCount', { count: question.thanks })}`}</span>}
          </>
        }
      >
        {question.isHidden && <Badge>{t('states.hidden')}</Badge>}
        {question.isAside && !question.isHidden && <Badge>{t('states.aside')}</Badge>}
      </QuestionHeader>
      {mayAnswer ? (
        <AnswerQuestion id={question.id} answer={question.answer ?? ''} text={question.text} state={state} />
      ) : (
        <QuestionAnswer question={question} />
      )}
      {mayAnswer && question.answer !== null && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold text-link">
            {t('withdraw')}
          </summary>
          <p className="mb-3 text-sm text-muted">{t('withdrawText')}</p>
          <QuestionButton id={question.id} text={question.text} act="withdraw" />
        </details>
      )}
      {!isTeam && !question.isHidden && (
        <div className="flex flex-wrap justify-end gap-2">
          <QuestionButton id={question.id} text={question.text} act={question.isAside ? 'show' : 'hide'} />
          <ReportButton kind="pregunta" id={question.id} name={question.text} />
        </div>
      )}
    </li>
  );
}

/** A page of questions about the signed-in creator's products, or for the team those that have waited long. */
export async function ReceivedQuestions({ query }: { query: Promise<PageQuery> }) {
  const me = await requireMe(receivedPath, query);
  const search = await query;
  const isStaff = me.role !== 'user' && me.secondFactor === 'shown';
  const lists = receivedLists.filter((list) => list !== 'equipo' || isStaff);
  const which = lists.find((list) => list === textOf(search.ver)) ?? 'pendientes';
  const page = parsePage(textOf(search.pagina));
  const [t, locale] = await Promise.all([getTranslations('questions.received'), getLocale()]);
  const { questions, waiting, hasMore } = await listReceived(which, page, locale);
  const to = (list: string, number: number) => `${receivedPath}?ver=${list}${number > 0 ? `&pagina=${number}` : ''}`;
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('title')}</h1>
      <p className="max-w-prose text-muted">{t('intro')}</p>
      <nav aria-label={t('filter')} className="flex flex-wrap gap-1">
        {lists.map((list) => (
          <Link
            key={list}
            href={to(list, 0)}
            aria-current={list === which ? 'page' : undefined}
            className={classNames(
              'inline-flex min-h-11 items-center rounded-control px-4 text-sm font-semibold',
              list === which ? 'bg-raised text-ink' : 'text-muted hover:bg-raised',
            )}
          >
            {t(`lists.${list}`, { count: waiting })}
          </Link>
        ))}
      </nav>
      {questions.length === 0 ? (
        <EmptyState icon={<CircleHelp />} title={t(`none.${which}`)} />
      ) : (
        <ul className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          {questions.map((question) => (
            <Received
              key={question.id}
              question={question}
              isTeam={which === 'equipo'}
              state={formAnswer('answerQuestionAction')}
            />
          ))}
        </ul>
      )}
      <PageLinks newest={page > 0 && to(which, 0)} older={hasMore && to(which, page + 1)} />
    </>
  );
}
