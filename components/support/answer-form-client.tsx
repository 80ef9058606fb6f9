'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextArea } from '@/components/ui/text-area';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { answerRequest } from '@/lib/support/action';
import { textLengths } from '@/lib/support/types';

/** Writes into an open thread. */
export function AnswerForm({ id }: { id: string }) {
  const t = useTranslations('help');
  const router = useRouter();
  const [text, setText] = useState('');
  const { run, pending, problem } = useAction(() => answerRequest({ id, text }), {
    messages: useProblemText('help.answerErrors'),
    onDone: () => {
      setText('');
      router.refresh();
    },
  });

  function submit(event: FormEvent) {
    event.preventDefault();
    run();
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-3">
      <TextArea
        label={t('reply')}
        name="text"
        rows={4}
        maxLength={textLengths.most}
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="buy" pending={pending}>
        {t('send')}
      </Button>
    </form>
  );
}
