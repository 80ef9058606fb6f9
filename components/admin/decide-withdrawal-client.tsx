'use client';

import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { useAskedAction } from '@/components/ui/use-asked-action';
import { useMoneyText } from '@/components/ui/use-money-text';
import { longestReason } from '@/lib/admin/lengths';
import { clarifyWithdrawal, resolveWithdrawal } from '@/lib/admin/withdrawal-action';

const limits = { reason: longestReason, reference: 40, note: longestReason };

type Texts = Record<keyof typeof limits, string>;

/** Possible decisions with their fields. */
const decisions = {
  approve: { label: 'approve', button: 'buy', confirm: 'buy', fields: [] },
  reject: { label: 'reject', button: 'secondary', confirm: 'danger', fields: ['reason'] },
  paid: { label: 'wasPaid', button: 'secondary', confirm: 'buy', fields: ['reference', 'note'] },
  unpaid: { label: 'wasNotPaid', button: 'danger', confirm: 'danger', fields: ['note'] },
} as const;

export type WithdrawalDecision = keyof typeof decisions;

const send = (id: string, decision: WithdrawalDecision, { reason, reference, note }: Texts) =>
  decision === 'approve' || decision === 'reject'
    ? resolveWithdrawal(id, decision === 'approve', reason)
    : clarifyWithdrawal({ id, paid: decision === 'paid', reference, note });

type Props = { id: string; amount: string; creator: string; email: string; choices: readonly WithdrawalDecision[] };

/**
 * Decides about a withdrawal: approves it, or rejects it with a reason that its creator reads. A payout without a
 * response from PayPal is settled manually: paid, with a reference, or not paid.
 */
export function DecideWithdrawal({ id, amount, creator, email, choices }: Props) {
  const t = useTranslations('admin.withdrawalList');
  const router = useRouter();
  const [texts, setTexts] = useState<Texts>({ reason: '', reference: '', note: '' });
  const { asked, ask, confirm, close, pending, problem } = useAskedAction(
    (decision: WithdrawalDecision) => send(id, decision, texts),
    { messages: useMoneyText('admin.withdrawalList.errors'), onDone: () => router.refresh() },
  );

  function submit(event: FormEvent) {
    event.preventDefault();
    confirm();
  }

  return (
    <div className="flex flex-wrap gap-3">
      {choices.map((choice) => (
        <Button key={choice} variant={decisions[choice].button} onClick={() => ask(choice)}>
          {t(decisions[choice].label)}
        </Button>
      ))}
      {asked && (
        <Dialog
          title={t(`${asked}Title`, { amount, creator, email })}
          description={t(`${asked}Text`)}
          closeLabel={t('close')}
          onClose={close}
        >
          <form onSubmit={submit} noValidate className="mt-4 space-y-4">
            {decisions[asked].fields.map((name) => (
              <Field
                key={name}
                label={t(name)}
                value={texts[name]}
                maxLength={limits[name]}
                onChange={(event) => setTexts({ ...texts, [name]: event.target.value })}
              />
            ))}
            {problem && <Notice tone="bad">{problem}</Notice>}
            <Button type="submit" variant={decisions[asked].confirm} className="w-full" pending={pending}>
              {t(`${asked}Confirm`)}
            </Button>
          </form>
        </Dialog>
      )}
    </div>
  );
}
