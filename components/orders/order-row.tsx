import { useTranslations } from 'next-intl';
import { Badge } from '@/components/ui/badge';
import { Gift } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { Time } from '@/components/ui/time';
import { shortId } from '@/lib/core/short-id';
import type { Order } from '@/lib/orders/types';
import { InvoiceButton } from './invoice-button-client';
import { OrderCover } from './order-cover';
import { useOrderNames } from './use-order-names';
import { useOrderPrice } from './use-order-price';

function Facts({ order }: { order: Order }) {
  const t = useTranslations('orders');
  return (
    <p className="flex flex-wrap items-center gap-2 empty:hidden">
      {order.revoked && <Badge className="text-bad">{t(`revoked.${order.revoked}`)}</Badge>}
      {order.isReservation && <Badge tone="good">{t('reservation')}</Badge>}
      {order.gift && (
        <Badge className="wrap-anywhere">
          <Gift aria-hidden className="size-3.5 shrink-0" />
          {t(order.gift.direction === 'from' ? 'giftFrom' : 'giftTo', { name: order.gift.name })}
        </Badge>
      )}
      {order.gift && !order.revoked && !order.gift.isOpened && <Badge tone="good">{t('unopened')}</Badge>}
      {order.origin === 'codigo' && <Badge>{t('byCode')}</Badge>}
      {order.bundleName && <Badge className="wrap-anywhere">{t('bundleOf', { name: order.bundleName })}</Badge>}
    </p>
  );
}

/** Link of an order: to the gift, if it was given away or is unopened. */
const pathOf = ({ id, gift }: Order) =>
  gift && (gift.direction === 'to' || !gift.isOpened) ? `/profile/gift/${gift.id}` : `/profile/order/${id}`;

/** One order of the history. */
export function OrderRow({ order }: { order: Order }) {
  const t = useTranslations('orders');
  const price = useOrderPrice(order);
  const { name, edition } = useOrderNames(order);
  return (
    <article
      aria-label={`${name}, ${shortId(order.id)}`}
      className="relative flex gap-4 rounded-card border border-line bg-surface p-3 transition hover:border-link has-[a:focus-visible]:border-link sm:p-4"
    >
      <OrderCover product={order.product} width={72} className="w-18 self-start" />
      <div className="min-w-0 flex-1 space-y-1">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 className="min-w-0 font-bold wrap-anywhere">
            <Link
              href={pathOf(order)}
              aria-label={t('open', { name })}
              className="after:absolute after:inset-0 after:rounded-card"
            >
              {name}
            </Link>
          </h2>
          {price !== null && <p className="shrink-0 font-display font-bold tabular-nums">{price}</p>}
        </div>
        <p className="text-sm text-muted">{`${t('edition')}: ${edition}`}</p>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <Time at={order.createdAt} look="day" />
          <span className="font-mono">{t('order', { id: shortId(order.id) })}</span>
        </p>
        <Facts order={order} />
        {order.hasInvoice && <InvoiceButton id={order.id} />}
      </div>
    </article>
  );
}
