'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { Select } from '@/components/ui/select';
import { TextArea } from '@/components/ui/text-area';
import { TypedEarly } from '@/components/ui/typed-early-client';
import { useAction } from '@/components/ui/use-action';
import { useKeptText } from '@/components/ui/use-kept-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import { openRequest } from '@/lib/support/action';
import { type RefundReason, type Topic, textLengths, threadPath } from '@/lib/support/types';

type Props = {
  orderId: string | null;
  paymentId: string | null;
  /** Available kinds of requests, the chosen one first. */
  topics: Topic[];
  first: Topic;
  reasons: RefundReason[];
  creator: string;
  /** Storage key of unsent input in this tab. */
  keptAs: string;
};

/** Asks the shop or the creator, or requests a refund. */
export function AskForm({ orderId, paymentId, topics, first, reasons, creator, keptAs }: Props) {
  const t = useTranslations('help');
  const router = useRouter();
  const group = useId();
  const [topic, setTopic] = useState(first);
  const [reason, setReason] = useState<RefundReason>(reasons[0] ?? 'otro');
  const { text, setText, forget } = useKeptText(keptAs);
  const { run, pending, problem } = useAction(
    () => openRequest({ topic, reason: topic === 'reembolso' ? reason : null, orderId, paymentId, text }),
    {
      messages: useProblemText('help.errors'),
      onDone: (id) => {
        forget();
        router.push(threadPath('cliente', id));
      },
    },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    run();
  }

  return (
    <form method="dialog" onSubmit={submit} noValidate className="space-y-5">
      {topics.length > 1 && (
        <fieldset className="space-y-2">
          <legend className="mb-1.5 text-sm font-medium">{t('topic')}</legend>
          {topics.map((one) => (
            <label
              key={one}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control border border-edge px-4 py-2 has-checked:border-link has-checked:bg-raised"
            >
              <TypedEarly control={`${group}-${one}`} sent={topic === one} />
              <input
                id={`${group}-${one}`}
                type="radio"
                name="topic"
                className="size-5 shrink-0"
                checked={topic === one}
                onChange={() => setTopic(one)}
              />
              <span className="wrap-anywhere">
                <span className="block font-semibold">{t(`topics.${one}`, { name: creator })}</span>
                <span className="block text-sm text-muted">{t(`topicTexts.${one}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {topic === 'reembolso' && (
        <Select
          label={t('reason')}
          name="reason"
          value={reason}
          options={reasons.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          onChange={(event) => setReason(event.target.value as RefundReason)}
        />
      )}
      <TextArea
        label={t('text')}
        hint={t(orderId ? 'textHintOrder' : paymentId ? 'textHintPayment' : 'textHint')}
        name="text"
        rows={6}
        maxLength={textLengths.most}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
      <Button type="submit" variant="buy" size="large" pending={pending} className="w-full sm:w-auto">
        {t('send')}
      </Button>
    </form>
  );
}
