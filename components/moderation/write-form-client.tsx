'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { TextArea } from '@/components/ui/text-area';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { answerReport, appealMeasure } from '@/lib/moderation/reports/action';
import { appealLengths, questionLimit } from '@/lib/moderation/reports/types';

/** Answers a question of the moderators, or appeals against a measure. */
export function WriteForm({ id, what }: { id: string; what: 'respond' | 'appeal' }) {
  const t = useTranslations('moderation.mine');
  const router = useRouter();
  const [text, setText] = useState('');
  const { run, pending, problem } = useAction(
    async () => (what === 'respond' ? answerReport({ id, text }) : appealMeasure({ id, text })),
    {
      messages: useProblemText('moderation.mine.errors'),
      onDone: () => {
        setText('');
        void toast('success', t(`${what}.done`));
        router.refresh();
      },
    },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    run();
  }

  return (
    <form onSubmit={submit} noValidate className="space-y-3">
      <TextArea
        label={t(`${what}.text`)}
        hint={what === 'appeal' ? t('appeal.hint') : undefined}
        rows={4}
        maxLength={what === 'appeal' ? appealLengths.most : questionLimit}
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" variant="buy" pending={pending}>
        {t(`${what}.send`)}
      </Button>
    </form>
  );
}
