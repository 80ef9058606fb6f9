import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { WithdrawalsTable } from '@/components/admin/withdrawals-table';
import { requireAdmin } from '@/lib/admin/access';
import { parseListFilter, type Query } from '@/lib/admin/query';
import { withdrawalStates } from '@/lib/admin/withdrawals';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('withdrawals'), robots: { index: false } };
}

export default async function WithdrawalsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const filter = parseListFilter(await searchParams, withdrawalStates);
  await requireAdmin('/dashboard-admin/withdrawals');
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('withdrawals')}</h1>
      <WithdrawalsTable filter={filter} />
    </>
  );
}
