import { getLocale, getTranslations } from 'next-intl/server';
import { requireMe } from '@/lib/account/server';
import { env } from '@/lib/core/env';
import type { PageQuery } from '@/lib/core/http/page-query';
import { getPayment } from '@/lib/orders/payments/find-payment';
import { Delivered } from './delivered';
import { NoPurchase } from './no-purchase';
import { PaymentResult } from './payment-result-client';

/**
 * End of a purchase: `session_id` of a card payment, or `pago`, the shop's id of a payment without a provider. It shows
 * only the server's data about this person's payment, so that no address can fake a purchase.
 */
export async function Success({ query }: { query: Promise<PageQuery> }) {
  const { session_id: sessionId, pago } = await query;
  if (typeof sessionId === 'string') {
    const me = await requireMe(`/success?session_id=${encodeURIComponent(sessionId)}`);
    return (
      <Delivered me={me} of={{ provider: 'stripe', reference: sessionId }}>
        <PaymentResult method="tarjeta" reference={sessionId} supportEmail={env().SUPPORT_EMAIL} />
      </Delivered>
    );
  }
  const me = await requireMe(typeof pago === 'string' ? `/success?pago=${encodeURIComponent(pago)}` : '/success');
  const [t, locale] = await Promise.all([getTranslations('success'), getLocale()]);
  const payment = typeof pago === 'string' ? await getPayment(me.id, locale, pago) : null;
  return (
    <Delivered me={me} of={payment}>
      <NoPurchase text={t('errorText')} />
    </Delivered>
  );
}
