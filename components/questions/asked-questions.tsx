import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Time } from '@/components/ui/time';
import type { OwnQuestion } from '@/lib/questions/types';
import { QuestionAnswer, QuestionHeader } from './own-question';
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
        <li
          key={question.id}
          id={question.id}
          className="scroll-mt-24 space-y-3 rounded-card border border-line bg-surface p-4 sm:p-5"
        >
          <QuestionHeader question={question} as="p" about={<Time at={question.at} look="day" />}>
            <State question={question} />
          </QuestionHeader>
          <QuestionAnswer question={question} />
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
