import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { QuestionsPage, questionsMetadata } from '@/components/catalog/questions-page';
import { prerendered } from '@/lib/core/cache/prerendered';
import { parseFurtherPage } from '@/lib/core/http/page';
import { findQuestions } from '@/lib/questions/server';

type Props = { params: Promise<{ slug: string; further: string }> };

export const ensureStatic = 'navigation';

export const generateStaticParams = () => prerendered('further', []).map(({ further }) => ({ slug: further, further }));

async function load(params: Props['params']) {
  const { slug, further } = await params;
  const page = parseFurtherPage(further);
  return page && findQuestions(slug, page, await getLocale());
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await load(params);
  return found ? questionsMetadata(found) : {};
}

/** Further answered questions about a product. */
export default async function NextQuestionsPage({ params }: Props) {
  const found = await load(params);
  if (!found) notFound();
  return <QuestionsPage {...found} />;
}
