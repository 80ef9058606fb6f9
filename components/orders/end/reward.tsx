import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { InvoiceButton } from '@/components/orders/invoice-button-client';
import { OrderCover } from '@/components/orders/order-cover';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { PartyPopper } from '@/components/ui/icons/desk';
import { CalendarClock, CircleCheck, Coins, Download } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import type { Me } from '@/lib/account/types';
import { formatCents } from '@/lib/core/money';
import type { PaymentDetail } from '@/lib/orders/payments/types';
import type { BoughtOrder } from '@/lib/orders/types';
import { isPageMethod } from '@/lib/payments/methods';
import { AfterPurchase } from './after-purchase-client';
import { BackToCart } from './back-to-cart-client';
import { OrdersLink } from './orders-link';

/** A link within a sentence. */
const InlineLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="text-link underline underline-offset-4">
    {children}
  </Link>
);

/** What can be done with one thing that was bought, right here. */
async function Goods({ order }: { order: BoughtOrder }) {
  const [t, download, orders, format] = await Promise.all([
    getTranslations('success'),
    getTranslations('orders.download'),
    getTranslations('orders'),
    getFormatter(),
  ]);
  const name = order.product?.name ?? orders('deletedProduct');
  const release = order.product?.releaseDate;
  return (
    <li className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:flex-row sm:items-center">
      <div className="flex min-w-0 flex-1 items-center gap-4">
        <OrderCover product={order.product} width={96} className="w-24" />
        <div className="min-w-0 space-y-1">
          <h2 className="text-lg leading-snug font-bold">{name}</h2>
          {order.edition && <p className="text-sm text-muted">{`${orders('edition')}: ${order.edition.name ?? ''}`}</p>}
          {order.download === 'reserva' && (
            <p className="flex items-center gap-2 font-medium">
              <CalendarClock aria-hidden className="size-5 shrink-0 text-link" />
              {release
                ? download('releaseDate', { date: format.dateTime(new Date(release), 'day') })
                : download('reservation')}
            </p>
          )}
          {order.download === 'no_descargable' && (
            <p className="flex items-start gap-2 text-sm">
              <CircleCheck aria-hidden className="size-5 shrink-0 text-good" />
              {download('whitelistText', { name: order.minecraftName ?? '' })}
            </p>
          )}
          {order.download === 'sin_enlace' && <p className="text-sm text-muted">{download('missing')}</p>}
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

function Frame({ title, icon, children }: { title: string; icon: ReactNode; children: ReactNode }) {
  return (
    <section className="mx-auto max-w-2xl space-y-6">
      <header className="grid justify-items-center gap-3 text-center">
        <span aria-hidden className="grid size-16 place-items-center rounded-full bg-raised text-good [&>svg]:size-8">
          {icon}
        </span>
        <h1 className="text-3xl font-extrabold">{title}</h1>
      </header>
      {children}
    </section>
  );
}

/** What was paid, and the ways on. */
async function Ends({ payment, children }: { payment: PaymentDetail; children: ReactNode }) {
  const [t, locale] = await Promise.all([getTranslations('success'), getLocale()]);
  return (
    <>
      <div className="flex flex-col justify-center gap-3 sm:flex-row sm:flex-wrap">
        {children}
        {isPageMethod(payment.method) && payment.totalCents > 0 && <InvoiceButton id={payment.id} />}
      </div>
      <p className="text-center text-sm text-muted">
        {payment.totalCents > 0 &&
          `${
            payment.method === 'uncoins'
              ? t('paidCoins', { count: payment.totalCents })
              : t('paid', { amount: formatCents(payment.totalCents, locale) })
          } `}
        {t('receipt')} <InlineLink href={`/profile/payment/${payment.id}`}>{t('story')}</InlineLink>
      </p>
    </>
  );
}

type Props = {
  payment: PaymentDetail;
  orders: BoughtOrder[];
  /** Who has paid, with their coins now. */
  me: Pick<Me, 'id' | 'uncoins'>;
};

async function Recharged({ payment, me }: Pick<Props, 'payment' | 'me'>) {
  const [t, format] = await Promise.all([getTranslations('success'), getFormatter()]);
  return (
    <Frame title={t('rechargeTitle')} icon={<Coins />}>
      <AfterPurchase />
      <p className="text-center text-lg">{t('rechargeText', { name: payment.name })}</p>
      <p className="mx-auto flex w-fit items-center gap-3 rounded-card border border-line bg-surface px-6 py-4 shadow-card">
        <Coins aria-hidden className="size-8 text-club" />
        <span>
          <span className="block text-sm text-muted">{t('newBalance')}</span>
          <b className="font-display text-3xl tabular-nums">{format.number(me.uncoins)}</b>
        </span>
      </p>
      <Ends payment={payment}>
        <BackToCart person={me.id} label={t('backToCart')} />
        <ButtonLink href="/profile/coins">{t('balance')}</ButtonLink>
        <ButtonLink href="/">{t('home')}</ButtonLink>
      </Ends>
    </Frame>
  );
}

/**
 * A purchase that has been delivered: what it brought, with its download, and what to do next. All of it is what the
 * server knows of this person's own payment.
 */
export async function Reward({ payment, orders, me }: Props) {
  const t = await getTranslations('success');
  if (payment.isRecharge) return <Recharged payment={payment} me={me} />;
  return (
    <Frame title={t(payment.totalCents === 0 ? 'freeTitle' : 'title')} icon={<PartyPopper />}>
      <AfterPurchase />
      <ul className="space-y-3">
        {orders.map((order) => (
          <Goods key={order.id} order={order} />
        ))}
      </ul>
      <Next orders={orders} />
      <Ends payment={payment}>
        <OrdersLink orderIds={payment.orderIds} />
        <ButtonLink href="/">{t('home')}</ButtonLink>
      </Ends>
    </Frame>
  );
}
