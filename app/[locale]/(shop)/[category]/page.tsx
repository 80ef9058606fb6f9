import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { CategoryPage } from '@/components/catalog/category-page';
import { categoryPaths, isCategoryPath } from '@/lib/catalog/categories';
import { publicPage } from '@/lib/catalog/seo/metadata';

type Props = { params: Promise<{ category: string }> };

export const ensureStatic = 'navigation';

export const generateStaticParams = () => Object.keys(categoryPaths).map((category) => ({ category }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { category } = await params;
  if (!isCategoryPath(category)) return {};
  const t = await getTranslations(`catalog.${category}`);
  return { title: t('title'), description: t('intro'), ...(await publicPage(`/${category}`)) };
}

export default async function FirstCategoryPage({ params }: Props) {
  const { category } = await params;
  if (!isCategoryPath(category)) notFound();
  return <CategoryPage path={category} />;
}
