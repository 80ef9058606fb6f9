import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PaymentsTable } from '@/components/admin/payments-table';
import { requireAdmin } from '@/lib/admin/access';
import { type PaymentFilter, paymentStates } from '@/lib/admin/payments';
import { momentOf, type Query, textOf } from '@/lib/admin/query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('payments'), robots: { index: false } };
}

function parseFilter(query: Query): PaymentFilter {
  return {
    state: paymentStates.find((state) => state === query.estado) ?? null,
    search: textOf(query.q),
    before: momentOf(query.antes),
  };
}

export default async function PaymentsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const filter = parseFilter(await searchParams);
  await requireAdmin('/dashboard-admin/payments');
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('payments')}</h1>
      <PaymentsTable filter={filter} />
    </>
  );
}
