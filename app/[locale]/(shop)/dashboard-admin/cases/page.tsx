import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CaseList } from '@/components/admin/case-list';
import { requireAdmin } from '@/lib/account/access';
import { parseBefore } from '@/lib/core/http/page';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('cases'), robots: { index: false } };
}

export default async function CasesPage({
  searchParams,
}: {
  searchParams: Promise<{ resueltos?: string | string[]; antes?: string | string[] }>;
}) {
  const { resueltos, antes } = await searchParams;
  const before = parseBefore(antes);
  await requireAdmin('/dashboard-admin/cases', searchParams);
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('cases')}</h1>
      <CaseList solved={resueltos === '1'} before={before} />
    </>
  );
}
