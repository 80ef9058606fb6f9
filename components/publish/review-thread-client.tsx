'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextArea } from '@/components/ui/text-area';
import { Time } from '@/components/ui/time';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { writeToReview } from '@/lib/publish/action';
import type { ReviewMessage } from '@/lib/publish/types';

/** Messages between creator and moderators about a product. */
export function ReviewThread({ productId, messages }: { productId: string; messages: ReviewMessage[] }) {
  const t = useTranslations('publish.review');
  const router = useRouter();
  const [text, setText] = useState('');
  const { run, pending, problem } = useAction((said: string) => writeToReview(productId, said), {
    messages: useProblemText('publish.review.errors'),
    onDone: (_value, said) => {
      // Keep text typed since the message was sent.
      setText((now) => (now === said ? '' : now));
      router.refresh();
    },
  });

  return (
    <section aria-label={t('thread')} className="space-y-3">
      <h2 className="font-bold">{t('thread')}</h2>
      {messages.length === 0 && <p className="text-sm text-muted">{t('noMessages')}</p>}
      <ol className="space-y-3">
        {messages.map((message) => (
          <li key={message.id} className="rounded-card border border-line bg-surface p-3">
            <p className="text-sm text-muted">
              <b className="text-ink">{message.isMine ? t('you') : message.author}</b> ·{' '}
              <Time at={message.at} look="precise" />
            </p>
            <p className="break-words whitespace-pre-line">{message.text}</p>
          </li>
        ))}
      </ol>
      <TextArea
        label={t('write')}
        maxLength={2000}
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <Button pending={pending} onClick={() => run(text)}>
        {t('sendMessage')}
      </Button>
    </section>
  );
}
