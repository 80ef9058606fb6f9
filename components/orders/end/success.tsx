import { getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { CircleAlert } from '@/components/ui/icons/desk';
import { requireMe } from '@/lib/account/server';
import { env } from '@/lib/core/env';
import type { PageQuery } from '@/lib/core/http/page-query';
import { getPayment } from '@/lib/orders/payments/find-payment';
import { Delivered } from './delivered';
import { Outcome } from './outcome';
import { PaymentResult } from './payment-result-client';

async function Nothing() {
  const t = await getTranslations('success');
  return (
    <Outcome
      tone="bad"
      icon={<CircleAlert />}
      title={t('errorTitle')}
      actions={
        <>
          <ButtonLink href="/profile/orders" variant="buy">
            {t('orders')}
          </ButtonLink>
          <a href={`mailto:${env().SUPPORT_EMAIL}`} className={buttonStyles({})}>
            {t('contact')}
          </a>
        </>
      }
    >
      <p className="text-lg text-ink">{t('errorText')}</p>
      <p>{t('unknown')}</p>
    </Outcome>
  );
}

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
  const payment = typeof pago === 'string' ? await getPayment(me.id, await getLocale(), pago) : null;
  return (
    <Delivered me={me} of={payment}>
      <Nothing />
    </Delivered>
  );
}
