import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Link } from '@/components/ui/link-client';
import { type OwnQuestion, questionsPath } from '@/lib/questions/types';

type Props = {
  question: OwnQuestion;
  /** The element of the question's text. */
  as: 'h2' | 'p';
  /** The line below the question's text: author and time. */
  about: ReactNode;
  /** The state of the question. */
  children: ReactNode;
};

/** The top of a question's card: its product, its text, and its state. */
export function QuestionHeader({ question, as: Text, about, children }: Props) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0 flex-1 basis-48">
        {question.slug === null ? (
          <p className="text-sm text-muted">{question.product}</p>
        ) : (
          <Link href={questionsPath(question.slug)} className="text-sm text-link hover:underline">
            {question.product}
          </Link>
        )}
        <Text className="text-lg font-bold text-pretty wrap-anywhere">{question.text}</Text>
        <p className="text-sm text-muted">{about}</p>
      </div>
      {children}
    </header>
  );
}

/** The answer to a question and its author; renders nothing without an answer. */
export function QuestionAnswer({ question }: Pick<Props, 'question'>) {
  const t = useTranslations('questions');
  return (
    question.answer && (
      <div className="border-l-2 border-line pl-4">
        <p className="text-sm font-semibold">{t(question.isByTeam ? 'byTeam' : 'byCreator')}</p>
        <p className="whitespace-pre-line wrap-anywhere">{question.answer}</p>
      </div>
    )
  );
}
