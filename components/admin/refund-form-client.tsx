'use client';

import { useRouter } from 'next/navigation';
import { useLocale, useTranslations } from 'next-intl';
import { type FormEvent, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Undo2 } from '@/components/ui/icons/desk';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { isBrokenOff, useAction } from '@/components/ui/use-action';
import { useProblemText } from '@/components/ui/use-problem-text';
import { refundPayment } from '@/lib/admin/action';
import { fail } from '@/lib/core/action/result';
import { formatCents } from '@/lib/core/money';

/** `left`: what can still be refunded, in cents or coins. */
type Props = { paymentId: string; buyer: string; left: number; inCoins: boolean };

/** An amount for a field: with the decimal sign of the language, without thousands separators. */
function typed(left: number, inCoins: boolean, locale: string): string {
  if (inCoins) return String(left);
  const euros = (left / 100).toFixed(2);
  return locale === 'en' ? euros : euros.replace('.', ',');
}

/** Refunds a payment or a part of it, after a reason and a confirmation of what the buyer loses. */
export function RefundForm({ paymentId, buyer, left, inCoins }: Props) {
  const t = useTranslations('admin.payment');
  const text = useProblemText('admin.payment.errors');
  const locale = useLocale();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [amount, setAmount] = useState('');
  // The key of one attempt: sent twice, or again after a lost answer, it is the same refund. Another amount is another
  // attempt.
  const [key, setKey] = useState('');
  const { run, pending, problem, reset } = useAction(
    async () =>
      reason.trim().length < 3 ? fail('motivo_no_valido') : refundPayment({ paymentId, reason, amount, inCoins, key }),
    {
      messages: (code) => text(code === 'failed' ? 'sin_respuesta' : code),
      onDone: (outcome) => {
        setOpen(false);
        router.refresh();
        return toast('success', t(outcome === 'done' ? 'refunded' : 'refundPending'));
      },
      onFail: (code) => {
        if (code === 'rechazado') setKey(crypto.randomUUID());
        if (code !== 'motivo_no_valido' && !isBrokenOff(code)) router.refresh();
      },
    },
  );
  const most = inCoins ? `${left} UnCoins` : formatCents(left, locale);

  function begin() {
    setAmount(typed(left, inCoins, locale));
    setKey(crypto.randomUUID());
    reset();
    setOpen(true);
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    run();
  }

  return (
    <>
      <Button onClick={begin}>
        <Undo2 aria-hidden className="size-4" />
        {t('refund')}
      </Button>
      {open && (
        <Dialog
          title={t('refundTitle', { amount: most, buyer })}
          closeLabel={t('close')}
          onClose={() => setOpen(false)}
        >
          <form onSubmit={submit} noValidate className="mt-4 space-y-4">
            <p className="text-muted">{t('refundText')}</p>
            <Field
              label={t(inCoins ? 'amountCoins' : 'amount')}
              hint={t('amountHint', { amount: most })}
              value={amount}
              inputMode={inCoins ? 'numeric' : 'decimal'}
              autoComplete="off"
              required
              onChange={(event) => {
                setAmount(event.target.value);
                setKey(crypto.randomUUID());
              }}
            />
            <Field
              label={t('reason')}
              hint={t('reasonHint')}
              value={reason}
              maxLength={500}
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
