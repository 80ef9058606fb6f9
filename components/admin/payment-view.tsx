import { getLocale, getTranslations } from 'next-intl/server';
import { PriceProof } from '@/components/checkout/price-proof';
import { Timeline } from '@/components/orders/payments/timeline';
import { BackLink } from '@/components/ui/back-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import type { AdminPayment } from '@/lib/admin/payments';
import { formatCents } from '@/lib/core/money';
import { shortId } from '@/lib/core/short-id';
import { timelineOf } from '@/lib/orders/payments/timeline';
import { Facts } from './facts';
import { RefundForm } from './refund-form-client';
import { Reversals } from './reversals';

/** One payment for admins: its steps, price and refunds. */
export async function AdminPaymentView({ payment }: { payment: AdminPayment }) {
  const [t, p, locale] = await Promise.all([getTranslations('admin.payment'), getTranslations('payment'), getLocale()]);
  const amount =
    payment.method === 'uncoins' ? p('coins', { count: payment.totalCents }) : formatCents(payment.totalCents, locale);
  const mayRefund = (payment.state === 'pagado' || payment.state === 'entregado') && payment.refundableCents > 0;
  const facts = [
    [p('number'), payment.id],
    [t('reference'), payment.reference ?? '—'],
    [t('buyer'), payment.buyer],
    [t('recipient'), payment.recipient ?? '—'],
    [p('method'), p(`methods.${payment.method}`)],
    [p('total'), amount],
    [t('orders'), payment.orderIds.map(shortId).join(', ') || '—'],
  ] as const;
  return (
    <div className="space-y-5">
      <BackLink href="/dashboard-admin/payments">{t('back')}</BackLink>
      <h1 className="text-3xl font-extrabold">{payment.name}</h1>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <section aria-labelledby="story" className="space-y-5 rounded-card border border-line bg-surface p-5">
          <h2 id="story" className="text-xl font-bold">
            {p('timeline')}
          </h2>
          <Timeline
            steps={timelineOf(payment)}
            inCoins={payment.method === 'uncoins'}
            isGift={payment.recipient !== null}
          />
        </section>
        <div className="space-y-5">
          <section aria-labelledby="facts" className="space-y-4 rounded-card border border-line bg-surface p-5">
            <h2 id="facts" className="text-xl font-bold">
              {p('facts')}
            </h2>
            <Facts facts={facts} className="space-y-3" />
            <PriceProof quote={payment} />
          </section>
          <Reversals payment={payment} />
          {mayRefund && (
            <MoreClientMessages namespaces={['admin']}>
              <RefundForm
                paymentId={payment.id}
                buyer={payment.buyer}
                left={payment.refundableCents}
                inCoins={payment.method === 'uncoins'}
                isRecharge={payment.isRecharge}
              />
            </MoreClientMessages>
          )}
        </div>
      </div>
    </div>
  );
}
