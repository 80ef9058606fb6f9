import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CodesTable } from '@/components/admin/codes-table';
import { requireAdmin } from '@/lib/admin/access';
import { codeChoices } from '@/lib/admin/codes';
import { parseListFilter, type Query } from '@/lib/admin/query';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('codes'), robots: { index: false } };
}

export default async function CodesPage({ searchParams }: { searchParams: Promise<Query> }) {
  const filter = parseListFilter(await searchParams, codeChoices);
  await requireAdmin('/dashboard-admin/codes');
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('codes')}</h1>
      <CodesTable filter={filter} />
    </>
  );
}
