'use client';

import { Undo2 } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type FormEvent, useState, useTransition } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Notice } from '@/components/ui/notice';
import { toast } from '@/components/ui/toast';
import { refundPayment } from '@/lib/admin/action';

/** Gives a payment back, after saying why and confirming what the buyer loses. */
export function RefundForm({ paymentId, amount }: { paymentId: string; amount: string }) {
  const t = useTranslations('admin.payment');
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [pending, start] = useTransition();

  function submit(event: FormEvent) {
    event.preventDefault();
    if (reason.trim().length < 3) return setProblem(t('errors.motivo_no_valido'));
    start(async () => {
      const result = await refundPayment(paymentId, reason).catch(() => null);
      if (!result) return setProblem(t('errors.sin_respuesta'));
      if (!result.ok) {
        setProblem(t(`errors.${result.error}`));
        return router.refresh();
      }
      setOpen(false);
      router.refresh();
      return toast('success', t(result.value === 'done' ? 'refunded' : 'refundPending'));
    });
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Undo2 aria-hidden className="size-4" />
        {t('refund', { amount })}
      </Button>
      {open && (
        <Dialog title={t('refundTitle', { amount })} closeLabel={t('close')} onClose={() => setOpen(false)}>
          <form onSubmit={submit} noValidate className="mt-4 space-y-4">
            <p className="text-muted">{t('refundText')}</p>
            <Field
              label={t('reason')}
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
