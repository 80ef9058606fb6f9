import { useFormatter, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { VersionList } from '@/components/orders/library/version-list';
import { BackLink } from '@/components/ui/back-link';
import { Undo2 } from '@/components/ui/icons/desk';
import { CircleCheck } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import type { Version } from '@/lib/catalog/types';
import { shortId } from '@/lib/core/short-id';
import { type DownloadProblem, isReserved, type OrderDetail } from '@/lib/orders/types';
import { DownloadArea } from './download-area';
import { UnopenedGift } from './gifts/unopened-gift';
import { InvoiceButton } from './invoice-button-client';
import { OrderCover } from './order-cover';
import { useOrderNames } from './use-order-names';
import { useOrderPrice } from './use-order-price';

function Headline({ order, name }: { order: OrderDetail; name: string }) {
  const t = useTranslations('orders.detail');
  if (order.revoked) {
    return (
      <div>
        <h1 className="flex items-center gap-3 text-3xl font-extrabold wrap-anywhere">
          <Undo2 aria-hidden className="size-8 shrink-0 text-warn" />
          {order.gift ? t('revokedGiftTitle') : t(`revokedTitle.${order.revoked}`)}
        </h1>
        <p className="mt-2 text-muted">{order.gift ? t('revokedGift') : t(`revokedText.${order.revoked}`)}</p>
      </div>
    );
  }
  const waits = isReserved(order.download);
  return (
    <div>
      <h1 className="flex items-center gap-3 text-3xl font-extrabold wrap-anywhere">
        <CircleCheck aria-hidden className="size-8 shrink-0 text-good" />
        {t(order.gift ? 'giftTitle' : waits ? 'reservedTitle' : 'title')}
      </h1>
      <p className="mt-2 text-muted">{t(waits ? 'reservedText' : 'text', { name })}</p>
    </div>
  );
}

function Facts({ order }: { order: OrderDetail }) {
  const t = useTranslations('orders');
  const price = useOrderPrice(order);
  const format = useFormatter();
  const facts: (readonly [string, ReactNode] | false)[] = [
    [
      t('detail.number'),
      <span key="id" className="font-mono">
        {shortId(order.id)}
      </span>,
    ],
    [t('detail.date'), format.dateTime(new Date(order.createdAt), 'moment')],
    price !== null && [t('detail.price'), price],
    order.minecraftName !== null && [t('detail.minecraft'), order.minecraftName],
    [t('detail.origin'), t(`origins.${order.origin}`)],
  ];
  return (
    <section aria-labelledby="details" className="rounded-card border border-line bg-surface p-5">
      <h2 id="details" className="mb-3 text-xl font-bold">
        {t('detail.details')}
      </h2>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts
          .filter((fact) => fact !== false)
          .map(([label, value]) => (
            <div key={label}>
              <dt className="text-sm text-muted">{label}</dt>
              <dd className="font-semibold">{value}</dd>
            </div>
          ))}
      </dl>
      {order.hasInvoice && (
        <div className="mt-4">
          <InvoiceButton id={order.id} />
        </div>
      )}
      {order.paymentId && (
        <Link
          href={`/profile/payment/${order.paymentId}`}
          className="mt-3 inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
        >
          {t('detail.payment')}
        </Link>
      )}
    </section>
  );
}

function Goods({ order }: { order: OrderDetail }) {
  const t = useTranslations('orders');
  const { name, edition } = useOrderNames(order);
  return (
    <div className="flex gap-4 sm:block sm:space-y-3">
      <OrderCover product={order.product} width={224} className="w-28 shadow-card sm:w-full" />
      <div className="min-w-0 space-y-0.5">
        <p className="text-lg font-bold">{name}</p>
        <p className="text-sm text-muted">{`${t('edition')}: ${edition}`}</p>
        {order.bundleName && <p className="text-sm text-muted">{t('bundleOf', { name: order.bundleName })}</p>}
        {order.gift && (
          <Link
            href={`/profile/gift/${order.gift.id}`}
            className="flex min-h-11 items-center text-sm font-semibold text-link underline-offset-4 hover:underline"
          >
            {t('giftFrom', { name: order.gift.name })}
          </Link>
        )}
        {order.product?.hasPage && (
          <Link
            href={`/p/${order.product.slug}`}
            className="inline-flex min-h-11 items-center font-semibold text-link underline-offset-4 hover:underline"
          >
            {t('detail.product')}
          </Link>
        )}
      </div>
    </div>
  );
}

/** A completed purchase: cover, actions and facts. */
export function OrderDetailView({
  order,
  versions,
  supportEmail,
  downloadProblem,
  deliveries,
  licence,
  help,
}: {
  order: OrderDetail;
  versions: Version[];
  supportEmail: string;
  downloadProblem: DownloadProblem | undefined;
  /** The order's deliveries to game servers, rendered by another module. */
  deliveries: ReactNode;
  /** The licence key of the order, if it has one. */
  licence: ReactNode;
  /** The possible actions on the order, rendered by another module. */
  help: ReactNode;
}) {
  const t = useTranslations('orders');
  const { name } = useOrderNames(order);
  return (
    <div className="space-y-5">
      <BackLink href="/profile/orders">{t('detail.back')}</BackLink>
      <Headline order={order} name={name} />
      <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-[11rem_minmax(0,1fr)] lg:grid-cols-[14rem_minmax(0,1fr)] lg:gap-8">
        <Goods order={order} />
        <div className="space-y-5">
          <UnopenedGift order={order} />
          {deliveries}
          <DownloadArea order={order} supportEmail={supportEmail} problem={downloadProblem} />
          <div className="empty:hidden">{licence}</div>
          {versions.length > 0 && (
            <section aria-labelledby="versions" className="rounded-card border border-line bg-surface p-5">
              <h2 id="versions" className="mb-3 text-xl font-bold">
                {t('versions')}
              </h2>
              <VersionList versions={versions} />
            </section>
          )}
          <Facts order={order} />
          <div className="empty:hidden">{help}</div>
        </div>
      </div>
    </div>
  );
}
