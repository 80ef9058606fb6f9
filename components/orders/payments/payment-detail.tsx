import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { PriceProof } from '@/components/checkout/price-proof';
import { InvoiceButton } from '@/components/orders/invoice-button-client';
import { BackLink } from '@/components/ui/back-link';
import { ButtonLink } from '@/components/ui/button-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { withEdition } from '@/lib/catalog/with-edition';
import { formatCents } from '@/lib/core/money';
import { shortId } from '@/lib/core/short-id';
import type { Gift } from '@/lib/orders/gifts/types';
import { timelineOf } from '@/lib/orders/payments/timeline';
import type { PaymentDetail, PaymentRefund } from '@/lib/orders/payments/types';
import { isPageMethod } from '@/lib/payments/methods';
import { CheckAgain } from './check-again-client';
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

/** Reasons of refunds, as written by the admin. */
async function RefundReasons({ refunds }: { refunds: PaymentRefund[] }) {
  const t = await getTranslations('payment');
  const explained = refunds.filter(({ state, reason }) => state === 'hecho' && reason);
  if (explained.length === 0) return null;
  return (
    <ul className="space-y-2 text-sm text-muted">
      {explained.map(({ id, reason }) => (
        <li key={id}>{t('refundReason', { reason: reason ?? '' })}</li>
      ))}
    </ul>
  );
}

/** Text of an undelivered payment, by its state. */
const undelivered: Partial<Record<PaymentDetail['state'], 'returned' | 'returning' | 'notCharged'>> = {
  pagado: 'returning',
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
  /** Null if it paid for no gift, or is not delivered. */
  giftState: Gift['state'] | null;
  supportEmail: string;
  /** What can be done about it, rendered by another module. */
  help: ReactNode;
}) {
  const [t, gone, gifts, locale, format] = await Promise.all([
    getTranslations('payment'),
    getTranslations('undelivered'),
    getTranslations('gifts.badges'),
    getLocale(),
    getFormatter(),
  ]);
  const isGoingBack = payment.state === 'pagado' && payment.reason !== null;
  const isOpen =
    !isGoingBack && ['creado', 'pagado', 'fallido', 'caducado'].includes(payment.state) && payment.reference !== null;
  const isInvoiced = isPageMethod(payment.method) && payment.deliveredAt !== null;
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
            {giftState && payment.state === 'entregado'
              ? gifts(giftState)
              : t(payment.isOnItsWay ? 'states.en_camino' : `states.${payment.state}`)}
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
          {payment.reason !== null && undelivered[payment.state] ? (
            <Notice tone="warn">
              {gone(undelivered[payment.state] ?? 'notCharged', {
                why: gone('why', { reason: payment.reason }),
                amount: formatCents(payment.totalCents, locale),
              })}
            </Notice>
          ) : (
            payment.state === 'pagado' && <Notice tone="warn">{t('stuck')}</Notice>
          )}
        </section>
        <section aria-labelledby="facts" className="space-y-4 rounded-card border border-line bg-surface p-5">
          <h2 id="facts" className="text-xl font-bold">
            {t('facts')}
          </h2>
          <dl className="space-y-3 text-sm">
            {(
              [
                [
                  'number',
                  <span key="n" className="font-mono">
                    {shortId(payment.id)}
                  </span>,
                ],
                ['method', t(`methods.${payment.method}`)],
                ...(payment.recipient === null
                  ? []
                  : ([['giftRecipient', payment.recipient || t('whoever')]] as const)),
                ...(payment.minecraftName === null || payment.recipient !== null
                  ? []
                  : ([['minecraft', payment.minecraftName]] as const)),
                ...(payment.agreedAt === null
                  ? []
                  : ([['consent', format.dateTime(new Date(payment.agreedAt), 'moment')]] as const)),
                [
                  'total',
                  payment.method === 'uncoins'
                    ? t('coins', { count: payment.totalCents })
                    : payment.totalCents === 0
                      ? t('free')
                      : formatCents(payment.totalCents, locale),
                ],
              ] as const
            ).map(([label, value]) => (
              <div key={label} className="flex justify-between gap-4">
                <dt className="text-muted">{t(label)}</dt>
                <dd className="font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          <PriceProof quote={payment} />
          {isInvoiced && (
            <MoreClientMessages namespaces={['invoice']}>
              <div className="flex flex-wrap gap-3">
                <InvoiceButton id={payment.id} />
                {payment.creditNotes.map((note) => (
                  <InvoiceButton key={note.id} id={note.id} creditNote={note} />
                ))}
              </div>
            </MoreClientMessages>
          )}
          <a
            href={`mailto:${supportEmail}?subject=${encodeURIComponent(t('mailSubject', { id: shortId(payment.id) }))}`}
            className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
          >
            {t('contact')}
          </a>
        </section>
      </div>
      {help}
    </div>
  );
}
