'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { settleReport } from '@/lib/moderation/reports/action';

/** Closes a report as handled or dismissed. Both need a note; the note of an appeal is its answer. */
export function SettleReport({ id, isAppeal }: { id: string; isAppeal: boolean }) {
  const t = useTranslations('moderation.reports');
  const router = useRouter();
  const [note, setNote] = useState('');
  const { run, pending, problem } = useAction((isFounded: boolean) => settleReport({ id, isFounded, note }), {
    messages: useProblemText('moderation.reports.errors'),
    onDone: () => {
      void toast('success', t('settled'));
      router.refresh();
    },
  });

  return (
    <div className="grid grid-cols-1 items-start gap-3 border-t border-line pt-4 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <Field
        label={t(isAppeal ? 'reply' : 'note')}
        value={note}
        maxLength={500}
        error={problem}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button variant="buy" pending={pending} onClick={() => run(true)} className="sm:mt-7">
        {t(isAppeal ? 'grant' : 'settle')}
      </Button>
      <Button pending={pending} onClick={() => run(false)} className="sm:mt-7">
        {t(isAppeal ? 'refuse' : 'dismiss')}
      </Button>
    </div>
  );
}
