import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { PaymentsTable } from '@/components/admin/payments-table';
import { requireAdmin } from '@/lib/admin/access';
import { type PaymentFilter, paymentStates } from '@/lib/admin/payments';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('payments'), robots: { index: false } };
}

type Query = Record<string, string | string[] | undefined>;
const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value.slice(0, 200) : '');

function parseFilter(query: Query): PaymentFilter {
  const before = text(query.antes);
  return {
    state: paymentStates.find((state) => state === query.estado) ?? null,
    search: text(query.q),
    before: Number.isNaN(Date.parse(before)) ? null : before,
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
