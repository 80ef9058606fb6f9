import { getTranslations } from 'next-intl/server';
import { requireMe } from '@/lib/account/server';
import { env } from '@/lib/core/env';
import type { PageQuery } from '@/lib/core/http/page-query';
import { Delivered } from './delivered';
import { NoPurchase } from './no-purchase';
import { PaymentResult } from './payment-result-client';

/** Return page of PayPal: without a token it shows the error state (docs/behaviour/checkout.md, "Payment result"). */
export async function PayPalSuccess({ query }: { query: Promise<PageQuery> }) {
  const { token } = await query;
  const reference = typeof token === 'string' && token !== '' ? token : null;
  const me = await requireMe(reference ? `/paypal-success?token=${encodeURIComponent(reference)}` : '/paypal-success');
  if (reference) {
    return (
      <Delivered me={me} of={{ provider: 'paypal', reference }}>
        <PaymentResult method="paypal" reference={reference} supportEmail={env().SUPPORT_EMAIL} />
      </Delivered>
    );
  }
  return <NoPurchase text={(await getTranslations('paypalSuccess'))('errorText')} />;
}
