import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PaymentsTable } from '@/components/admin/payments-table';
import { requireAdmin } from '@/lib/admin/access';
import { paymentStates } from '@/lib/admin/payments';
import { parseListFilter, type Query } from '@/lib/admin/query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('payments'), robots: { index: false } };
}

export default async function PaymentsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const filter = parseListFilter(await searchParams, paymentStates);
  await requireAdmin('/dashboard-admin/payments');
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('payments')}</h1>
      <PaymentsTable filter={filter} />
    </>
  );
}
