import { getTranslations } from 'next-intl/server';
import { OrderCover } from '@/components/orders/order-cover';
import { Reserved } from '@/components/orders/reserved';
import { buttonStyles } from '@/components/ui/button-styles';
import { CircleCheck, Download } from '@/components/ui/icons/shop';
import { type BoughtOrder, isByName, isReserved } from '@/lib/orders/types';

/** Actions on one purchased product. `from` is the edition that it was upgraded from, if any. */
export async function BoughtGoods({ order, from }: { order: BoughtOrder; from: string }) {
  const [t, download, orders] = await Promise.all([
    getTranslations('success'),
    getTranslations('orders.download'),
    getTranslations('orders'),
  ]);
  const name = order.product?.name ?? orders('deletedProduct');
  return (
    <li className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:flex-row sm:items-center">
      <div className="flex min-w-0 flex-1 items-center gap-4">
        <OrderCover product={order.product} width={96} className="w-24" />
        <div className="min-w-0 space-y-1">
          <h2 className="text-lg leading-snug font-bold">{name}</h2>
          {order.edition && (
            <p className="text-sm text-muted">
              {from
                ? t('upgrade', { from, name: order.edition.name ?? '' })
                : `${orders('edition')}: ${order.edition.name ?? ''}`}
            </p>
          )}
          {isReserved(order.download) && (
            <Reserved
              state={order.download}
              minecraftName={order.minecraftName}
              releaseDate={order.product?.releaseDate}
            />
          )}
          {isByName(order.download) && (
            <p className="flex items-start gap-2 text-sm">
              <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
              {download(order.download === 'en_whitelist' ? 'whitelistText' : 'byNameText', {
                name: order.minecraftName ?? '',
              })}
            </p>
          )}
          {order.download === 'sin_enlace' && <p className="text-sm text-muted">{download('missing')}</p>}
          {order.download === 'en_cuarentena' && <p className="text-sm text-muted">{download('quarantine')}</p>}
        </div>
      </div>
      {order.download === 'disponible' && (
        <a
          href={`/api/download/${order.id}`}
          aria-label={t('downloadOf', { name })}
          className={buttonStyles({ variant: 'buy', size: 'large', className: 'w-full shrink-0 sm:w-auto' })}
        >
          <Download aria-hidden className="size-5" />
          {download('button')}
        </a>
      )}
    </li>
  );
}
