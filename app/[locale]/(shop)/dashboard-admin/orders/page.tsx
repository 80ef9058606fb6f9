import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { OrdersTable } from '@/components/admin/orders-table';
import { requireAdmin } from '@/lib/admin/access';
import { origins } from '@/lib/admin/orders';
import { parseListFilter, type Query } from '@/lib/admin/query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('orders'), robots: { index: false } };
}

export default async function OrdersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const filter = parseListFilter(await searchParams, origins);
  await requireAdmin('/dashboard-admin/orders');
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('orders')}</h1>
      <OrdersTable filter={filter} />
    </>
  );
}
