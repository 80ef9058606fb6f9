import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { OrderSkeleton } from '@/components/orders/orders-skeleton';
import { PaymentDetailView } from '@/components/orders/payments/payment-detail';
import { PurchaseHelp } from '@/components/support/purchase-help';
import { requireMe } from '@/lib/account/server';
import { env } from '@/lib/core/env';
import { getGift } from '@/lib/orders/gifts/server';
import { getPayment } from '@/lib/orders/payments/find-payment';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('payment'))('metaTitle'), robots: { index: false } };
}

export default function PaymentPage(props: Props) {
  return (
    <Suspense fallback={<OrderSkeleton />}>
      <OwnPayment {...props} />
    </Suspense>
  );
}

/** Another person's payment gets a 404. */
async function OwnPayment({ params }: Props) {
  const { id } = await params;
  const me = await requireMe(`/profile/payment/${id}`);
  const locale = await getLocale();
  const payment = await getPayment(me.id, locale, id);
  if (!payment) notFound();
  const gift = payment.recipient === null ? null : await getGift(id, locale);
  return (
    <PaymentDetailView
      payment={payment}
      giftState={gift?.state ?? null}
      supportEmail={env().SUPPORT_EMAIL}
      help={
        <Suspense>
          <PurchaseHelp paymentId={payment.id} />
        </Suspense>
      }
    />
  );
}
