'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { resolveWithdrawal } from '@/lib/admin/withdrawal-action';

/** Approves a withdrawal that the balance covers, or rejects it with a reason that its creator reads. */
export function ResolveWithdrawal({ id, amount, isCovered }: { id: string; amount: string; isCovered: boolean }) {
  const t = useTranslations('admin.withdrawalList');
  const router = useRouter();
  const [asking, setAsking] = useState<'approve' | 'reject' | null>(null);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, start] = useTransition();

  function submit(event: FormEvent) {
    event.preventDefault();
    start(async () => {
      const result = await resolveWithdrawal(id, asking === 'approve', reason).catch(() => null);
      if (!result?.ok) return setProblem(t(`errors.${result?.error ?? 'failed'}`));
      setAsking(null);
      router.refresh();
    });
  }

  return (
    <>
      {isCovered && (
        <Button variant="buy" onClick={() => setAsking('approve')}>
          {t('approve')}
        </Button>
      )}
      <Button onClick={() => setAsking('reject')}>{t('reject')}</Button>
      {asking && (
        <Dialog
          title={t(`${asking}Title`, { amount })}
          description={t(`${asking}Text`)}
          closeLabel={t('close')}
          onClose={() => {
            setAsking(null);
            setProblem(null);
          }}
        >
          <form onSubmit={submit} noValidate className="mt-4 space-y-4">
            {asking === 'reject' && (
              <Field
                label={t('reason')}
                value={reason}
                maxLength={500}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
            {problem && <Notice tone="bad">{problem}</Notice>}
            <Button
              type="submit"
              variant={asking === 'approve' ? 'buy' : 'danger'}
              className="w-full"
              pending={pending}
            >
              {t(`${asking}Confirm`)}
            </Button>
          </form>
        </Dialog>
      )}
    </>
  );
}
