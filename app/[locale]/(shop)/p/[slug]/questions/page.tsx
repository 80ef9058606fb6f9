import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { JsonLd } from '@/components/catalog/seo/json-ld';
import { QuestionList } from '@/components/questions/question-list';
import { ButtonLink } from '@/components/ui/button-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { TextLink } from '@/components/ui/text-link';
import { getProductBySlug } from '@/lib/catalog/product';
import { questionsJsonLd } from '@/lib/catalog/seo/json-ld';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { prerendered } from '@/lib/core/cache/prerendered';
import { env } from '@/lib/core/env';
import { listQuestions } from '@/lib/questions/server';
import { askedPath, questionsPath } from '@/lib/questions/types';

type Props = { params: Promise<{ slug: string }> };

export const ensureStatic = 'navigation';

export const generateStaticParams = () => prerendered('slug', []);

async function load(params: Props['params']) {
  const product = await getProductBySlug(await getLocale(), (await params).slug);
  return product && { product, questions: await listQuestions(product) };
}

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
export default async function QuestionsPage({ params }: Props) {
  const found = await load(params);
  if (!found) notFound();
  const { product, questions } = found;
  const [t, locale] = await Promise.all([getTranslations('questions'), getLocale()]);
  return (
    <MoreClientMessages namespaces={['questions', 'reports']}>
      {questions.length > 0 && <JsonLd data={questionsJsonLd(env().SITE_URL, locale, product.slug, questions)} />}
      <div className="mx-auto max-w-3xl">
        <TextLink href={`/p/${product.slug}`}>{product.name}</TextLink>
        <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
          <h1 className="text-3xl font-extrabold">{t('title')}</h1>
          <ButtonLink href={`${askedPath}?producto=${product.slug}`} prefetch={false} variant="buy">
            {t('ask')}
          </ButtonLink>
        </div>
        {questions.length === 0 ? (
          <p className="rounded-card border border-dashed border-line p-6 text-center text-muted">{t('empty')}</p>
        ) : (
          <QuestionList productId={product.id} slug={product.slug} questions={questions} />
        )}
      </div>
    </MoreClientMessages>
  );
}
