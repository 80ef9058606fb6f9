import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { QuestionsPage, questionsMetadata } from '@/components/catalog/questions-page';
import { prerendered } from '@/lib/core/cache/prerendered';
import { findQuestions } from '@/lib/questions/server';

type Props = { params: Promise<{ slug: string }> };

export const ensureStatic = 'navigation';

export const generateStaticParams = () => prerendered('slug', []);

const load = async (params: Props['params']) => findQuestions((await params).slug, 1, await getLocale());

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await load(params);
  return found ? questionsMetadata(found) : {};
}

/** The answered questions about a product. */
export default async function FirstQuestionsPage({ params }: Props) {
  const found = await load(params);
  if (!found) notFound();
  return <QuestionsPage {...found} />;
}
