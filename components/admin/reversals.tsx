import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { InvoiceButton } from '@/components/orders/invoice-button-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Time } from '@/components/ui/time';
import type { AdminPayment } from '@/lib/admin/payments';
import { formatCents } from '@/lib/core/money';
import { refundReason } from '@/lib/core/money/refund-reason';
import { DisputeReason } from './dispute-reason';

/** Refunds and disputes of a payment with reasons, and the credit notes of its invoice. */
export async function Reversals({ payment }: { payment: AdminPayment }) {
  const { refunds, disputes, creditNotes } = payment;
  const [t, p, reasons, locale, format] = await Promise.all([
    getTranslations('admin.payment'),
    getTranslations('payment'),
    getTranslations('mail.refundReasons'),
    getLocale(),
    getFormatter(),
  ]);
  if (refunds.length + disputes.length + creditNotes.length === 0) return null;
  const money = (cents: number) =>
    payment.method === 'uncoins' ? p('coins', { count: cents }) : formatCents(cents, locale);
  return (
    <section aria-labelledby="refunds" className="space-y-4 rounded-card border border-line bg-surface p-5">
      <h2 id="refunds" className="text-xl font-bold">
        {t('refunds')}
      </h2>
      <ul className="space-y-3 text-sm">
        {refunds.map((refund) => (
          <li key={refund.id}>
            <b className="block">{t(`refundStates.${refund.state}`, { amount: money(refund.cents) })}</b>
            <span className="text-muted">
              <Time at={refund.at} look="precise" />
              <span>
                {' · '}
                {refund.reason ? refundReason(reasons, refund.reason) : t('refundedAtProvider')}
              </span>
              {refund.problem && <span>{` · ${t('refundError', { code: refund.problem })}`}</span>}
            </span>
          </li>
        ))}
        {disputes.map((dispute) => (
          <li key={dispute.id}>
            <b className="block">{t(`disputePhases.${dispute.phase}`, { amount: money(dispute.cents) })}</b>
            <span className="text-muted">
              <span>
                <DisputeReason reason={dispute.reason} />
              </span>
              {dispute.dueAt && (dispute.phase === 'consulta' || dispute.phase === 'abierta') && (
                <span>{` · ${t('answerBy', { date: format.dateTime(new Date(dispute.dueAt), 'precise') })}`}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {creditNotes.length > 0 && (
        <MoreClientMessages namespaces={['invoice']}>
          <div className="flex flex-wrap gap-3">
            {creditNotes.map((note) => (
              <InvoiceButton key={note.id} id={note.id} creditNote={note} />
            ))}
          </div>
        </MoreClientMessages>
      )}
    </section>
  );
}
