'use client';

import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Bell } from '@/components/ui/icons/shop';
import { Notice } from '@/components/ui/notice';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { remindOfGift } from '@/lib/orders/gifts/action';

/** Reminds the recipient of an unopened gift. */
export function RemindOfGift({ id, recipient }: { id: string; recipient: string }) {
  const t = useTranslations('gifts.remind');
  const [isDone, setDone] = useState(false);
  const { run, pending, problem } = useAction(() => remindOfGift(id), {
    messages: useProblemText('gifts.errors'),
    onDone: () => setDone(true),
  });
  return (
    <div aria-live="polite" className="space-y-3">
      {!isDone && (
        <Button pending={pending} onClick={run}>
          {!pending && <Bell aria-hidden className="size-4" />}
          <span>{t('button', { name: recipient })}</span>
        </Button>
      )}
      {isDone && <Notice tone="good">{t('done', { name: recipient })}</Notice>}
      {problem && <Notice tone="bad">{problem}</Notice>}
    </div>
  );
}
