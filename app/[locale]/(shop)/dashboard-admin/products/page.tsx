import type { Metadata } from 'next';
import { getTranslations } from 'next-intl/server';
import { ProductsTable } from '@/components/admin/products-table';
import { requireAdmin } from '@/lib/admin/access';
import { parseListFilter, type Query } from '@/lib/admin/query';
import { productStatuses } from '@/lib/creators/sort';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('admin'))('products'), robots: { index: false } };
}

export default async function ProductsPage({ searchParams }: { searchParams: Promise<Query> }) {
  const filter = parseListFilter(await searchParams, productStatuses);
  await requireAdmin('/dashboard-admin/products');
  const t = await getTranslations('admin');
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t('products')}</h1>
      <ProductsTable filter={filter} />
    </>
  );
}
