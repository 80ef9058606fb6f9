import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { RequestList } from '@/components/support/request-list';
import { requireAdmin } from '@/lib/account/access';
import type { PageQuery } from '@/lib/core/http/page-query';

type Props = { searchParams: Promise<PageQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('help'), robots: { index: false } };
}

/** Requests to the shop: unanswered ones first, oldest first. */
export default async function HelpDeskPage({ searchParams }: Props) {
  await requireAdmin('/dashboard-admin/help', searchParams);
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('help')}</h1>
      <RequestList part="tienda" query={searchParams} />
    </>
  );
}
