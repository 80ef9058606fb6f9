import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { UsersTable } from '@/components/admin/users-table';
import { roles } from '@/lib/account/constants';
import { requireAdmin } from '@/lib/admin/access';
import { parseListFilter, type Query } from '@/lib/admin/query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('users'), robots: { index: false } };
}

export default async function UsersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const filter = parseListFilter(await searchParams, roles);
  await requireAdmin('/dashboard-admin/users');
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('users')}</h1>
      <UsersTable filter={filter} />
    </>
  );
}
