'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog-client';
import { Field } from '@/components/ui/field';
import { Undo2 } from '@/components/ui/icons/desk';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { useAskedAction } from '@/components/ui/use-asked-action';
import { useAttempt } from '@/components/ui/use-attempt';
import { useMoneyText } from '@/components/ui/use-money-text';
import { useRefreshAnswered } from '@/components/ui/use-refresh-answered';
import { refundPayment } from '@/lib/admin/action';
import { longestReason } from '@/lib/admin/lengths';
import { fail } from '@/lib/core/action/result';
import { formatCents, writeAmount } from '@/lib/core/money';

/** `left`: the refundable amount in cents or coins. `isRecharge`: it was a top-up of coins, which has no creator. */
type Props = { paymentId: string; buyer: string; left: number; inCoins: boolean; isRecharge: boolean };

/** Refunds a payment in full or in part, with a reason and a confirmation of the buyer's losses. */
export function RefundForm({ paymentId, buyer, left, inCoins, isRecharge }: Props) {
  const t = useTranslations('admin.payment');
  const locale = useLocale();
  const router = useRouter();
  const refreshAnswered = useRefreshAnswered();
  const [reason, setReason] = useState('');
  // Defaults to the full refundable amount.
  const [typed, setTyped] = useState<string | null>(null);
  const amount = typed ?? writeAmount(left, inCoins, locale);
  // The key stays the same for another amount, because the outcome of the first request is unknown until the shop
  // responds.
  const attempt = useAttempt();
  const [isOrdered, setOrdered] = useState(false);
  const { asked, ask, confirm, close, pending, problem } = useAskedAction(
    async () =>
      reason.trim().length < 3
        ? fail('motivo_no_valido')
        : refundPayment({ paymentId, reason, amount, inCoins, key: attempt.key() }),
    {
      messages: useMoneyText('admin.payment.errors'),
      onDone: (outcome) => {
        forget();
        router.refresh();
        return toast('success', t(outcome === 'done' ? 'refunded' : 'refundPending'));
      },
      onFail: (code) => {
        if (code === 'rechazado' || code === 'clave_usada') attempt.renew();
        if (code === 'sin_respuesta') setOrdered(true);
        if (code !== 'motivo_no_valido') refreshAnswered(code);
      },
    },
  );
  const most = inCoins ? t('coins', { count: left }) : formatCents(left, locale);

  /** The refund is recorded: the next submission is a new one. */
  function forget() {
    attempt.renew();
    setOrdered(false);
    setTyped(null);
    setReason('');
  }

  function begin() {
    if (isOrdered) forget();
    ask(true);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    confirm();
  }

  return (
    <>
      <Button onClick={begin}>
        <Undo2 aria-hidden className="size-4" />
        {t('refund')}
      </Button>
      {asked && (
        <Dialog title={t('refundTitle', { amount: most, buyer })} closeLabel={t('close')} onClose={close}>
          <form onSubmit={submit} noValidate className="mt-4 space-y-4">
            <p className="text-muted">{t(isRecharge ? 'refundTextCoins' : 'refundText')}</p>
            <Field
              label={t(inCoins ? 'amountCoins' : 'amount')}
              hint={t('amountHint', { amount: most })}
              value={amount}
              inputMode={inCoins ? 'numeric' : 'decimal'}
              autoComplete="off"
              required
              onChange={(event) => setTyped(event.target.value)}
            />
            <Field
              label={t('reason')}
              hint={t(isRecharge ? 'reasonHintCoins' : 'reasonHint')}
              value={reason}
              maxLength={longestReason}
              required
              onChange={(event) => setReason(event.target.value)}
            />
            {problem && <Notice tone="bad">{problem}</Notice>}
            <Button type="submit" variant="buy" className="w-full" pending={pending}>
              {t('refundConfirm')}
            </Button>
          </form>
        </Dialog>
      )}
    </>
  );
}
