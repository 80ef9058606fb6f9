import { getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { PartyPopper } from '@/components/ui/icons/desk';
import { upgradedFrom } from '@/lib/checkout/line-name';
import type { PaymentDetail } from '@/lib/orders/payments/types';
import { type BoughtOrder, isByName, isReserved } from '@/lib/orders/types';
import { BoughtGoods } from './bought-goods';
import { InlineLink } from './inline-link';
import { OrdersLink } from './orders-link';
import { PurchaseEnd } from './purchase-end';

/** Next steps after a purchase, by the kind of its products. */
function stepsFor(orders: BoughtOrder[]) {
  if (orders.every(({ download }) => download === 'reserva')) return ['reserved', 'reservedMail', 'library'] as const;
  if (orders.every(({ download }) => isReserved(download))) return ['reserved', 'library'] as const;
  if (orders.every(({ download }) => isByName(download))) return ['join', 'library'] as const;
  if (orders.some(({ download }) => download === 'disponible')) return ['install', 'library', 'versions'] as const;
  return ['library'] as const;
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
 * A delivered purchase: its products with downloads, and next steps. All data is the server's, of this person's
 * payment.
 */
export async function Reward({ payment, orders }: { payment: PaymentDetail; orders: BoughtOrder[] }) {
  const [t, locale] = await Promise.all([getTranslations('success'), getLocale()]);
  const hasDownload = orders.some(({ download }) => download === 'disponible');
  return (
    <PurchaseEnd
      title={t(payment.totalCents === 0 ? 'freeTitle' : 'title')}
      icon={<PartyPopper />}
      payment={payment}
      actions={
        <>
          <OrdersLink orderIds={payment.orderIds} variant={hasDownload ? 'secondary' : 'buy'} />
          <ButtonLink href="/">{t('home')}</ButtonLink>
        </>
      }
    >
      <ul className="space-y-3">
        {orders.map((order) => (
          <BoughtGoods key={order.id} order={order} from={upgradedFrom(payment.lines, locale)} />
        ))}
      </ul>
      <Next orders={orders} />
    </PurchaseEnd>
  );
}
