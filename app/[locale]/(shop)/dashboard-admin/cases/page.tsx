import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { CaseList } from '@/components/admin/case-list';
import { requireAdmin } from '@/lib/account/access';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('cases'), robots: { index: false } };
}

export default async function CasesPage({
  searchParams,
}: {
  searchParams: Promise<{ resueltos?: string | string[]; antes?: string | string[] }>;
}) {
  const { resueltos, antes } = await searchParams;
  const before = typeof antes === 'string' && /^\d{1,15}$/.test(antes) ? Number(antes) : null;
  await requireAdmin('/dashboard-admin/cases');
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('cases')}</h1>
      <CaseList solved={resueltos === '1'} before={before} />
    </>
  );
}
