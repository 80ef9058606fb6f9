import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { QuestionsPage } from '@/components/catalog/questions-page';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { prerendered } from '@/lib/core/cache/prerendered';
import { findQuestions } from '@/lib/questions/server';
import { questionsPath } from '@/lib/questions/types';

type Props = { params: Promise<{ slug: string }> };

export const ensureStatic = 'navigation';

export const generateStaticParams = () => prerendered('slug', []);

const load = async (params: Props['params']) => findQuestions((await params).slug, 1, await getLocale());

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await load(params);
  if (!found) return {};
  const { product, questions } = found;
  const title = (await getTranslations('questions'))('titleOf', { name: product.name });
  return {
    title,
    ...(await publicPage(questionsPath(product.slug), { title })),
    // Without an answer there is nothing to find.
    ...(questions.length === 0 ? { robots: { index: false } } : {}),
  };
}

/** The answered questions about a product. */
export default async function FirstQuestionsPage({ params }: Props) {
  const found = await load(params);
  if (!found) notFound();
  return <QuestionsPage {...found} />;
}
