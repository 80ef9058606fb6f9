import { CircleAlert, PartyPopper } from 'lucide-react';
import { getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { requireMe } from '@/lib/account/server';
import { env } from '@/lib/core/env';
import { getPayment } from '@/lib/orders/payments/history';
import { getOrder } from '@/lib/orders/server';
import { OrdersLink } from '@/components/checkout/orders-link';
import { Outcome } from '@/components/checkout/outcome';
import { PaymentResult } from '@/components/checkout/payment-result-client';
import { Settle } from '@/components/checkout/settle-client';

type Query = Promise<Record<string, string | string[] | undefined>>;

async function Claimed({ name, orderId }: { name: string; orderId: string | null }) {
  const t = await getTranslations('success');
  return (
    <>
      <Settle />
      <Outcome
        tone="good"
        icon={<PartyPopper />}
        title={t('freeTitle')}
        actions={
          <>
            <ButtonLink href={orderId ? `/profile/order/${orderId}` : '/profile/orders'} variant="buy">
              {t('order')}
            </ButtonLink>
            <ButtonLink href="/">{t('home')}</ButtonLink>
          </>
        }
      >
        <p className="text-lg text-ink">{t('freeText', { name })}</p>
      </Outcome>
    </>
  );
}

async function PaidInCoins({ userId, paymentId }: { userId: string; paymentId: string }) {
  const [t, locale] = await Promise.all([getTranslations('success'), getLocale()]);
  const payment = await getPayment(userId, locale, paymentId);
  if (payment?.state !== 'entregado') return <Nothing />;
  return (
    <>
      <Settle />
      <Outcome
        tone="good"
        icon={<PartyPopper />}
        title={t('title')}
        actions={
          <>
            <OrdersLink orderIds={payment.orderIds} />
            <ButtonLink href="/">{t('home')}</ButtonLink>
          </>
        }
      >
        <p className="text-lg text-ink">{t('text', { name: payment.name })}</p>
        <p>{t('paidCoins', { count: payment.totalCents })}</p>
      </Outcome>
    </>
  );
}

async function Nothing() {
  const t = await getTranslations('success');
  return (
    <Outcome
      tone="bad"
      icon={<CircleAlert />}
      title={t('errorTitle')}
      actions={
        <ButtonLink href="/profile/orders" variant="buy">
          {t('orders')}
        </ButtonLink>
      }
    >
      <p className="text-lg text-ink">{t('errorText')}</p>
    </Outcome>
  );
}

/** The end of a purchase: `session_id` of a card payment, or `gratuito` with its order. */
export async function Success({ query }: { query: Query }) {
  const { session_id: sessionId, gratuito, pedido, metodo, pago } = await query;
  if (typeof sessionId === 'string') {
    await requireMe(`/success?session_id=${encodeURIComponent(sessionId)}`);
    return <PaymentResult method="tarjeta" reference={sessionId} supportEmail={env().SUPPORT_EMAIL} />;
  }
  const me = await requireMe('/success');
  if (metodo === 'uncoins' && typeof pago === 'string') return <PaidInCoins userId={me.id} paymentId={pago} />;
  if (gratuito !== '1') return <Nothing />;
  const order = typeof pedido === 'string' ? await getOrder(me.id, await getLocale(), pedido) : null;
  const t = await getTranslations('success');
  return <Claimed name={order?.product?.name ?? t('yourProduct')} orderId={order?.id ?? null} />;
}
