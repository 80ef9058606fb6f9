'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Button } from '@/components/ui/button';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { cancelWithdrawal } from '@/lib/creators/action';

/** Cancels a withdrawal that is not approved yet. */
export function CancelWithdrawal({ id }: { id: string }) {
  const t = useTranslations('dashboard.money');
  const router = useRouter();
  const { run, pending, problem } = useAction(cancelWithdrawal, {
    messages: useProblemText('dashboard.money.errors'),
    onDone: () => {
      router.refresh();
      return toast('success', t('cancelled'));
    },
  });
  return (
    <span className="mt-2 block">
      <Button pending={pending} onClick={() => run(id)}>
        {t('cancel')}
      </Button>
      {problem && <Notice tone="bad">{problem}</Notice>}
    </span>
  );
}
