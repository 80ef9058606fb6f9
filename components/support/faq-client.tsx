'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Field } from '@/components/ui/field';
import { plain } from '@/lib/core/plain';

export type FaqGroup = {
  id: string;
  title: string;
  questions: Array<{ id: string; question: string; answer: string }>;
};

/** True if a text has every word, in any order. */
const hasWords = (text: string, words: string[]) => words.every((word) => text.includes(word));

/** Questions by subject; typing filters them to those that contain every word. The HTML contains all of them. */
export function Faq({ groups }: { groups: FaqGroup[] }) {
  const t = useTranslations('support');
  const [query, setQuery] = useState('');
  const words = plain(query).split(/\s+/).filter(Boolean);
  const found = groups
    .map((group) => ({
      ...group,
      questions: group.questions.filter(({ question, answer }) =>
        hasWords(plain(`${group.title} ${question} ${answer}`), words),
      ),
    }))
    .filter(({ questions }) => questions.length > 0);
  const count = found.reduce((sum, { questions }) => sum + questions.length, 0);
  return (
    <div className="space-y-8">
      <search>
        <Field
          label={t('search')}
          type="search"
          value={query}
          autoComplete="off"
          onChange={(event) => setQuery(event.target.value)}
        />
        <p role="status" className="mt-1.5 min-h-5 text-sm text-muted">
          {words.length > 0 && t('found', { count })}
        </p>
      </search>
      {found.map(({ id, title, questions }) => (
        <section key={id} aria-labelledby={id}>
          <h2 id={id} className="mb-3 text-xl font-bold">
            {title}
          </h2>
          {questions.map((item) => (
            <details
              key={item.id}
              open={words.length > 0 && count <= 3}
              className="mb-2 rounded-card border border-line bg-surface px-5"
            >
              <summary className="flex min-h-14 items-center justify-between font-medium">{item.question}</summary>
              <p className="pb-5 text-muted">{item.answer}</p>
            </details>
          ))}
        </section>
      ))}
    </div>
  );
}
