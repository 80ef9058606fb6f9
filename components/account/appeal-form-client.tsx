'use client';

import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { TextArea } from '@/components/ui/text-area';
import { useAction } from '@/components/ui/use-action';
import { useKeptText } from '@/components/ui/use-kept-text';
import { useProblemText } from '@/components/ui/use-problem-text';
import { sendAppeal } from '@/lib/moderation/reports/action';
import { appealLengths } from '@/lib/moderation/reports/types';

type Props = {
  userId: string;
  supportEmail: string;
  /** The text of the appeal that waits for its answer, or null. */
  open: string | null;
};

/** Sends an appeal against a ban or a disabled account, or shows the one that was sent. The moderators answer by mail. */
export function AppealForm({ userId, supportEmail, open }: Props) {
  const t = useTranslations('auth.appeal');
  const { text, setText, forget } = useKeptText(`appeal:${userId}`);
  const [sent, setSent] = useState(open);
  const { run, pending, problem } = useAction(() => sendAppeal({ text }), {
    messages: useProblemText('auth.appeal.errors'),
    onDone: () => {
      forget();
      setSent(text.trim());
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    run();
  }

  return (
    <section id="appeal" aria-labelledby="appeal-title" className="space-y-4 text-left">
      <h2 id="appeal-title" className="text-lg font-bold">
        {t('title')}
      </h2>
      {sent !== null ? (
        <>
          <Notice tone="good">{t('sent')}</Notice>
          <blockquote className="border-l-2 border-line pl-4 whitespace-pre-line wrap-anywhere">{sent}</blockquote>
        </>
      ) : (
        <form method="dialog" onSubmit={submit} noValidate className="space-y-4">
          <TextArea
            label={t('text')}
            hint={t('hint')}
            name="text"
            rows={5}
            maxLength={appealLengths.most}
            value={text}
            error={problem}
            announced
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" variant="buy" pending={pending} className="w-full">
            {t('send')}
          </Button>
        </form>
      )}
      <p className="text-sm text-muted">
        <span>{t('support')} </span>
        <a href={`mailto:${supportEmail}`} className="text-link underline underline-offset-4">
          {supportEmail}
        </a>
      </p>
    </section>
  );
}
