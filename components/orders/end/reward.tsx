import { getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { PartyPopper } from '@/components/ui/icons/desk';
import type { PaymentDetail } from '@/lib/orders/payments/types';
import type { BoughtOrder } from '@/lib/orders/types';
import { BoughtGoods } from './bought-goods';
import { InlineLink } from './inline-link';
import { OrdersLink } from './orders-link';
import { PurchaseEnd } from './purchase-end';

/** What follows a purchase, by what it brought. */
function stepsFor(orders: BoughtOrder[]) {
  if (orders.every(({ download }) => download === 'reserva')) return ['reserved', 'reservedMail', 'library'] as const;
  if (orders.every(({ download }) => download === 'no_descargable')) return ['join', 'library'] as const;
  return ['install', 'library', 'versions'] as const;
}

async function Next({ orders }: { orders: BoughtOrder[] }) {
  const t = await getTranslations('success.next');
  return (
    <section aria-labelledby="next" className="rounded-card border border-line bg-surface p-5 text-left">
      <h2 id="next" className="mb-3 text-lg font-bold">
        {t('title')}
      </h2>
      <ol className="list-decimal space-y-2 pl-5 text-muted marker:font-bold marker:text-ink">
        {stepsFor(orders).map((step) => (
          <li key={step}>{t.rich(step, { library: (text) => <InlineLink href="/library">{text}</InlineLink> })}</li>
        ))}
      </ol>
    </section>
  );
}

/**
 * A purchase that has been delivered: what it brought, with its download, and what to do next. All of it is what the
 * server knows of this person's own payment.
 */
export async function Reward({ payment, orders }: { payment: PaymentDetail; orders: BoughtOrder[] }) {
  const t = await getTranslations('success');
  return (
    <PurchaseEnd
      title={t(payment.totalCents === 0 ? 'freeTitle' : 'title')}
      icon={<PartyPopper />}
      payment={payment}
      actions={
        <>
          <OrdersLink orderIds={payment.orderIds} />
          <ButtonLink href="/">{t('home')}</ButtonLink>
        </>
      }
    >
      <ul className="space-y-3">
        {orders.map((order) => (
          <BoughtGoods key={order.id} order={order} />
        ))}
      </ul>
      <Next orders={orders} />
    </PurchaseEnd>
  );
}
