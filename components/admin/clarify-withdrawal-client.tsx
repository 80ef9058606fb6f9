'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { clarifyWithdrawal } from '@/lib/admin/withdrawal-action';

/** Settles by hand a payout without an answer from PayPal: paid, with a reference, or not paid. */
export function ClarifyWithdrawal({ id, amount }: { id: string; amount: string }) {
  const t = useTranslations('admin.withdrawalList');
  const router = useRouter();
  const [asking, setAsking] = useState<'paid' | 'unpaid' | null>(null);
  const [reference, setReference] = useState('');
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, start] = useTransition();

  function submit(event: FormEvent) {
    event.preventDefault();
    start(async () => {
      const result = await clarifyWithdrawal({ id, paid: asking === 'paid', reference, note }).catch(() => null);
      if (!result?.ok) return setProblem(t(`errors.${result?.error ?? 'failed'}`));
      setAsking(null);
      router.refresh();
    });
  }

  return (
    <>
      <Button onClick={() => setAsking('paid')}>{t('wasPaid')}</Button>
      <Button variant="danger" onClick={() => setAsking('unpaid')}>
        {t('wasNotPaid')}
      </Button>
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
            {asking === 'paid' && (
              <Field
                label={t('reference')}
                value={reference}
                maxLength={40}
                onChange={(event) => setReference(event.target.value)}
              />
            )}
            <Field label={t('note')} value={note} maxLength={500} onChange={(event) => setNote(event.target.value)} />
            {problem && <Notice tone="bad">{problem}</Notice>}
            <Button type="submit" variant={asking === 'paid' ? 'buy' : 'danger'} className="w-full" pending={pending}>
              {t(`${asking}Confirm`)}
            </Button>
          </form>
        </Dialog>
      )}
    </>
  );
}
