import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { WithdrawalsTable } from '@/components/admin/withdrawals-table';
import { requireAdmin } from '@/lib/admin/access';
import { withdrawalStates } from '@/lib/admin/withdrawals';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('withdrawals'), robots: { index: false } };
}

export default async function WithdrawalsPage({
  searchParams,
}: {
  searchParams: Promise<Record<string, string | string[] | undefined>>;
}) {
  const { estado, antes } = await searchParams;
  await requireAdmin('/dashboard-admin/withdrawals');
  const t = await getTranslations('admin');
  const before = typeof antes === 'string' && !Number.isNaN(Date.parse(antes)) ? antes : null;
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('withdrawals')}</h1>
      <WithdrawalsTable filter={{ state: withdrawalStates.find((state) => state === estado) ?? null, before }} />
    </>
  );
}
