import { useTranslations } from 'next-intl';
import { Reserved } from '@/components/orders/reserved';
import { buttonStyles } from '@/components/ui/button-styles';
import { CircleCheck, Download } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import type { GiftDetail, GiftOrder } from '@/lib/orders/gifts/types';
import { isByName, isReserved } from '@/lib/orders/types';

/** Action on one product of a gift. */
function Offer({ order }: { order: GiftOrder }) {
  const t = useTranslations('orders.download');
  const orders = useTranslations('orders');
  const success = useTranslations('success');
  if (order.download === 'disponible') {
    return (
      <a
        href={`/api/download/${order.id}`}
        aria-label={success('downloadOf', { name: order.name ?? orders('deletedProduct') })}
        className={buttonStyles({ variant: 'buy', size: 'large', className: 'w-full sm:w-auto' })}
      >
        <Download aria-hidden className="size-5" />
        {t('button')}
      </a>
    );
  }
  if (isByName(order.download)) {
    return (
      <p className="flex items-start gap-3">
        <CircleCheck aria-hidden className="size-6 shrink-0 text-good" />
        <span>
          {t(order.download === 'en_whitelist' ? 'whitelistText' : 'byNameText', { name: order.minecraftName ?? '' })}
        </span>
      </p>
    );
  }
  if (isReserved(order.download)) {
    return <Reserved state={order.download} minecraftName={order.minecraftName} releaseDate={order.releaseDate} />;
  }
  if (order.download === 'en_cuarentena') return <p className="text-muted">{t('quarantine')}</p>;
  return order.download === 'sin_enlace' ? <p className="text-muted">{t('missing')}</p> : null;
}

/** Products of a gift for its recipient, each with its download and order. */
export function GiftGoods({ gift }: { gift: GiftDetail }) {
  const t = useTranslations('gifts');
  return (
    <ul className="space-y-3">
      {gift.orders.map((order) => (
        <li key={order.id} className="space-y-3 rounded-card border border-line bg-surface p-5">
          {gift.orders.length > 1 && <h2 className="text-lg font-bold">{order.name}</h2>}
          <Offer order={order} />
          {order.minecraftName && <p className="text-sm text-muted">{t('forName', { name: order.minecraftName })}</p>}
          <Link
            href={`/profile/order/${order.id}`}
            className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
          >
            {t('seeOrder')}
          </Link>
        </li>
      ))}
    </ul>
  );
}
