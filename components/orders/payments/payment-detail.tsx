import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { BackLink } from '@/components/ui/back-link';
import { ButtonLink } from '@/components/ui/button-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { withEdition } from '@/lib/catalog/with-edition';
import { formatCents } from '@/lib/core/money';
import { refundReason } from '@/lib/core/money/refund-reason';
import type { Gift } from '@/lib/orders/gifts/types';
import { timelineOf } from '@/lib/orders/payments/timeline';
import type { PaymentDetail, PaymentRefund } from '@/lib/orders/payments/types';
import { CheckAgain } from './check-again-client';
import { PaymentFacts } from './payment-facts';
import { Timeline } from './timeline';

/** Result of the payment: its orders, or the coin balance. */
async function Delivered({ payment }: { payment: PaymentDetail }) {
  const t = await getTranslations('payment');
  const [first] = payment.orderIds;
  if (payment.isRecharge)
    return (
      <ButtonLink href="/profile/coins" variant="buy">
        {t('seeBalance')}
      </ButtonLink>
    );
  if (payment.recipient !== null)
    return (
      <ButtonLink href={`/profile/gift/${payment.id}`} variant="buy">
        {t('seeGift')}
      </ButtonLink>
    );
  if (!first) return <ButtonLink href="/profile/orders">{t('seeOrders')}</ButtonLink>;
  return payment.orderIds.length === 1 ? (
    <ButtonLink href={`/profile/order/${first}`} variant="buy">
      {t('seeOrder')}
    </ButtonLink>
  ) : (
    <ButtonLink href="/profile/orders" variant="buy">
      {t('seeOrders')}
    </ButtonLink>
  );
}

/** Reasons of refunds, as written by the admin, or of the buyer's cancellation. */
async function RefundReasons({ refunds }: { refunds: PaymentRefund[] }) {
  const [t, reasons] = await Promise.all([getTranslations('payment'), getTranslations('mail.refundReasons')]);
  const explained = refunds.filter(({ state, reason }) => state === 'hecho' && reason);
  if (explained.length === 0) return null;
  return (
    <ul className="space-y-2 text-sm text-muted">
      {explained.map(({ id, reason }) => (
        <li key={id}>{t('refundReason', { reason: refundReason(reasons, reason ?? '') })}</li>
      ))}
    </ul>
  );
}

/** Text of an undelivered payment, by its state. */
const undelivered: Partial<Record<PaymentDetail['state'], 'returned' | 'returning' | 'notCharged'>> = {
  pagado: 'returning',
  // A gift that could not be given on its day.
  entregado: 'returning',
  reembolsado: 'returned',
  fallido: 'notCharged',
  caducado: 'notCharged',
};

/** A payment for its buyer: state, check button, and the calculation of its price. */
export async function PaymentDetailView({
  payment,
  giftState,
  supportEmail,
  help,
}: {
  payment: PaymentDetail;
  /** Null if the payment is not for a gift, or is not delivered. */
  giftState: Gift['state'] | null;
  supportEmail: string;
  /** The possible actions on the payment, rendered by another module. */
  help: ReactNode;
}) {
  const [t, gone, gifts, locale] = await Promise.all([
    getTranslations('payment'),
    getTranslations('undelivered'),
    getTranslations('gifts.badges'),
    getLocale(),
  ]);
  const isOpen =
    ['creado', 'en_camino', 'pagado', 'fallido', 'caducado'].includes(payment.shownState) && payment.reference !== null;
  const ending = payment.totalCents === 0 ? 'notCharged' : undelivered[payment.state];
  return (
    <div className="space-y-5">
      <BackLink href="/profile/orders">{t('back')}</BackLink>
      <div>
        <h1 className="text-3xl font-extrabold">{withEdition(payment.name, payment.edition)}</h1>
        <p className="mt-1 text-muted">
          {payment.recipient !== null && (
            <span>{`${t('giftFor', { name: payment.recipient || t('whoever') })} · `}</span>
          )}
          <span>
            {giftState && payment.state === 'entregado' ? gifts(giftState) : t(`states.${payment.shownState}`)}
          </span>
        </p>
      </div>
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-labelledby="timeline" className="space-y-5 rounded-card border border-line bg-surface p-5 sm:p-6">
          <h2 id="timeline" className="text-xl font-bold">
            {t('timeline')}
          </h2>
          <Timeline
            steps={timelineOf(payment)}
            inCoins={payment.method === 'uncoins'}
            isGift={payment.recipient !== null}
          />
          {payment.reason === null && <RefundReasons refunds={payment.refunds} />}
          {isOpen && (
            <MoreClientMessages namespaces={['payment']}>
              <CheckAgain paymentId={payment.id} />
            </MoreClientMessages>
          )}
          {payment.state === 'entregado' && <Delivered payment={payment} />}
          {payment.reason !== null && ending ? (
            <Notice tone="warn">
              {gone(ending, {
                why: gone('why', { reason: payment.reason }),
                amount:
                  payment.method === 'uncoins'
                    ? t('coins', { count: payment.totalCents })
                    : formatCents(payment.totalCents, locale),
              })}
            </Notice>
          ) : (
            payment.state === 'pagado' && <Notice tone="warn">{t('stuck')}</Notice>
          )}
        </section>
        <PaymentFacts payment={payment} supportEmail={supportEmail} />
      </div>
      {help}
    </div>
  );
}
