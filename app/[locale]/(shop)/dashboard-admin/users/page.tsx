import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { UsersTable } from '@/components/admin/users-table';
import { roles } from '@/lib/account/constants';
import { requireAdmin } from '@/lib/admin/access';
import { momentOf, type Query, textOf } from '@/lib/admin/query';
import type { UserFilter } from '@/lib/admin/users';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('users'), robots: { index: false } };
}

function parseFilter(query: Query): UserFilter {
  return {
    role: roles.find((role) => role === query.rol) ?? null,
    search: textOf(query.q),
    before: momentOf(query.antes),
  };
}

export default async function UsersPage({ searchParams }: { searchParams: Promise<Query> }) {
  const filter = parseFilter(await searchParams);
  await requireAdmin('/dashboard-admin/users');
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('users')}</h1>
      <UsersTable filter={filter} />
    </>
  );
}
