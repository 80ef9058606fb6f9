import { Receipt } from 'lucide-react';
import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { OrderRow } from '@/components/orders/order-row';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { requireMe } from '@/lib/account/server';
import { listOrders } from '@/lib/orders/server';

const moment = z.string().refine((text) => !Number.isNaN(Date.parse(text))).nullish().catch(null);

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('orders'))('title'), robots: { index: false } };
}

export default async function OrdersPage({ searchParams }: { searchParams: Promise<Record<string, string | string[] | undefined>> }) {
  const before = moment.parse((await searchParams).antes) ?? null;
  const me = await requireMe('/profile/orders');
  const [t, { orders, next }] = await Promise.all([getTranslations('orders'), listOrders(me.id, await getLocale(), before)]);
  return (
    <>
      <h1 className="mb-6 text-3xl font-extrabold">{t('title')}</h1>
      {orders.length === 0 ? (
        <EmptyState icon={<Receipt />} title={t('empty')}><ButtonLink href="/trends" variant="buy">{t('explore')}</ButtonLink></EmptyState>
      ) : (
        <ul className="space-y-3">
          {orders.map((order) => <li key={order.id}><OrderRow order={order} /></li>)}
        </ul>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {before && <ButtonLink href="/profile/orders">{t('newest')}</ButtonLink>}
        {next && <ButtonLink href={`/profile/orders?antes=${encodeURIComponent(next)}`}>{t('older')}</ButtonLink>}
      </div>
    </>
  );
}
