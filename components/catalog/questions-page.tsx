import type { Metadata } from 'next';
import { getLocale, getTranslations } from 'next-intl/server';
import { JsonLd } from '@/components/catalog/seo/json-ld';
import { QuestionList } from '@/components/questions/question-list';
import { ButtonLink } from '@/components/ui/button-link';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { PageLinks } from '@/components/ui/page-links';
import { TextLink } from '@/components/ui/text-link';
import { questionsJsonLd } from '@/lib/catalog/seo/json-ld';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { env } from '@/lib/core/env';
import { askedPath, type QuestionsOf, questionsPath } from '@/lib/questions/types';

/** Title, addresses and preview of one page of the answered questions. */
export async function questionsMetadata({ product, page, questions }: QuestionsOf): Promise<Metadata> {
  const title = (await getTranslations('questions'))('titleOf', { name: product.name });
  return {
    title,
    ...(await publicPage(questionsPath(product.slug, page), { title })),
    // A page without answers is not indexed.
    ...(questions.length === 0 ? { robots: { index: false } } : {}),
  };
}

/** One page of the answered questions about a product. */
export async function QuestionsPage({ product, page, questions, hasMore }: QuestionsOf) {
  const [t, links, locale] = await Promise.all([
    getTranslations('questions'),
    getTranslations('pageLinks'),
    getLocale(),
  ]);
  const path = questionsPath(product.slug, page);
  return (
    <MoreClientMessages namespaces={['questions', 'reports']}>
      {questions.length > 0 && <JsonLd data={questionsJsonLd(env().SITE_URL, locale, path, questions)} />}
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
          <QuestionList productId={product.id} slug={product.slug} page={page} questions={questions} />
        )}
        <PageLinks
          newest={page > 1 && questionsPath(product.slug)}
          older={hasMore && questionsPath(product.slug, page + 1)}
          labels={{ newest: links('first'), older: links('more') }}
          className="mt-6"
        />
      </div>
    </MoreClientMessages>
  );
}
