'use client';

import { useTranslations } from 'next-intl';
import { MessageForm } from '@/components/ui/message-form-client';
import { Time } from '@/components/ui/time';
import { useProblemText } from '@/components/ui/use-problem-text';
import { writeToReview } from '@/lib/publish/action';
import type { ReviewMessage } from '@/lib/publish/types';

/** Messages between creator and moderators about a product. */
export function ReviewThread({ productId, messages }: { productId: string; messages: ReviewMessage[] }) {
  const t = useTranslations('publish.review');
  return (
    <section aria-label={t('thread')} className="space-y-3">
      <h2 className="font-bold">{t('thread')}</h2>
      {messages.length === 0 && <p className="text-sm text-muted">{t('noMessages')}</p>}
      <ol className="space-y-3">
        {messages.map((message) => (
          <li key={message.id} className="rounded-card border border-line bg-surface p-3">
            <p className="text-sm text-muted">
              <b className="text-ink">{message.isMine ? t('you') : (message.author ?? t('staff'))}</b> ·{' '}
              <Time at={message.at} look="precise" />
            </p>
            <p className="break-words whitespace-pre-line">{message.text}</p>
          </li>
        ))}
      </ol>
      <MessageForm
        keptAs={`review-thread:${productId}`}
        send={(text) => writeToReview(productId, text)}
        label={t('write')}
        maxLength={2000}
        sendLabel={t('sendMessage')}
        messages={useProblemText('publish.review.errors')}
      />
    </section>
  );
}
