import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { OrderLicence } from '@/components/api/order-licence';
import { OrderDetailView } from '@/components/orders/order-detail';
import { OrderSkeleton } from '@/components/orders/orders-skeleton';
import { Deliveries } from '@/components/servers/deliveries';
import { PurchaseHelp } from '@/components/support/purchase-help';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { requireMe } from '@/lib/account/server';
import { listVersions } from '@/lib/catalog/versions';
import { env } from '@/lib/core/env';
import { getOrder } from '@/lib/orders/server';
import { downloadProblems } from '@/lib/orders/types';

type Props = { params: Promise<{ id: string }>; searchParams: Promise<{ descarga?: string | string[] }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('orders'))('detail.title'), robots: { index: false } };
}

export default function OrderPage(props: Props) {
  return (
    <Suspense fallback={<OrderSkeleton />}>
      <OwnOrder {...props} />
    </Suspense>
  );
}

/** Another person's order gets a 404. */
async function OwnOrder({ params, searchParams }: Props) {
  const { id } = await params;
  const me = await requireMe(`/profile/order/${id}`, searchParams);
  const locale = await getLocale();
  const order = await getOrder(me.id, locale, id);
  if (!order) notFound();
  const { descarga } = await searchParams;
  const versions = order.product ? await listVersions(locale, order.product.slug, 10) : [];
  return (
    <MoreClientMessages namespaces={['invoice']}>
      <OrderDetailView
        order={order}
        versions={versions}
        supportEmail={env().SUPPORT_EMAIL}
        downloadProblem={downloadProblems.find((problem) => problem === descarga)}
        deliveries={
          <Suspense>
            <Deliveries orderId={order.id} />
          </Suspense>
        }
        help={
          <Suspense>
            <PurchaseHelp orderId={order.id} />
          </Suspense>
        }
        licence={<OrderLicence orderId={order.id} />}
      />
    </MoreClientMessages>
  );
}
