import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';
import { CategoryPage } from '@/components/catalog/category-page';
import { type CategoryPath, categoryPaths, isCategoryPath } from '@/lib/catalog/categories';
import { getNewestOf } from '@/lib/catalog/category-page';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { prerendered } from '@/lib/core/cache/prerendered';

type Props = { params: Promise<{ category: string; after: string }> };

export const ensureStatic = 'navigation';

export async function generateStaticParams() {
  const paths = Object.keys(categoryPaths) as CategoryPath[];
  const pages = await Promise.all(
    paths.map(async (category) =>
      prerendered('after', await getNewestOf(category)).map(({ after }) => ({ category, after })),
    ),
  );
  return pages.flat();
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { category, after } = await params;
  if (!isCategoryPath(category)) return {};
  const t = await getTranslations(`catalog.${category}`);
  return { title: t('title'), ...(await publicPage(`/${category}/desde/${after}`)) };
}

export default async function NextCategoryPage({ params }: Props) {
  const { category, after } = await params;
  if (!isCategoryPath(category)) notFound();
  return <CategoryPage path={category} after={after} />;
}
