import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Link } from '@/components/ui/link-client';
import { Time } from '@/components/ui/time';
import { type OwnQuestion, questionsPath } from '@/lib/questions/types';
import { QuestionButton } from './question-button-client';

function State({ question }: { question: OwnQuestion }) {
  const t = useTranslations('questions.states');
  if (question.isHidden) return <Badge>{t('hidden')}</Badge>;
  return question.answer === null ? <Badge>{t('waiting')}</Badge> : <Badge tone="good">{t('answered')}</Badge>;
}

/** The questions that the signed-in person has asked. */
export function AskedQuestions({ questions }: { questions: OwnQuestion[] }) {
  const t = useTranslations('questions');
  return (
    <ul className="space-y-4">
      {questions.map((question) => (
        <li key={question.id} className="space-y-3 rounded-card border border-line bg-surface p-4 sm:p-5">
          <header className="flex flex-wrap items-start justify-between gap-3">
            <div className="min-w-0 flex-1 basis-48">
              <Link href={questionsPath(question.slug)} className="text-sm text-link hover:underline">
                {question.product}
              </Link>
              <p className="text-lg font-bold text-pretty wrap-anywhere">{question.text}</p>
              <p className="text-sm text-muted">
                <Time at={question.at} look="day" />
              </p>
            </div>
            <State question={question} />
          </header>
          {question.answer && (
            <div className="border-l-2 border-line pl-4">
              <p className="text-sm font-semibold">{t(question.isByTeam ? 'byTeam' : 'byCreator')}</p>
              <p className="whitespace-pre-line wrap-anywhere">{question.answer}</p>
            </div>
          )}
          {!question.isHidden && (
            <details>
              <summary className="inline-flex min-h-11 cursor-pointer items-center text-sm font-semibold text-link">
                {t('delete')}
              </summary>
              <p className="mb-3 text-sm text-muted">{t('deleteText')}</p>
              <QuestionButton id={question.id} text={question.text} act="delete" />
            </details>
          )}
        </li>
      ))}
    </ul>
  );
}
