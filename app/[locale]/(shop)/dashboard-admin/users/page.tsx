import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { UsersTable } from '@/components/admin/users-table';
import { requireAdmin } from '@/lib/admin/access';
import { roles, type UserFilter } from '@/lib/admin/users';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('users'), robots: { index: false } };
}

type Query = Record<string, string | string[] | undefined>;
const text = (value: string | string[] | undefined) => (typeof value === 'string' ? value.slice(0, 200) : '');

function parseFilter(query: Query): UserFilter {
  const before = text(query.antes);
  return {
    role: roles.find((role) => role === query.rol) ?? null,
    search: text(query.q),
    before: Number.isNaN(Date.parse(before)) ? null : before,
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
