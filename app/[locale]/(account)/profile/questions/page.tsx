import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { AskQuestion } from '@/components/questions/ask-question-client';
import { AskedQuestions } from '@/components/questions/asked-questions';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { CircleHelp } from '@/components/ui/icons/shop';
import { PageLinks } from '@/components/ui/page-links';
import { TextLink } from '@/components/ui/text-link';
import { requireMe } from '@/lib/account/server';
import { getProductBySlug } from '@/lib/catalog/product';
import { formAnswer } from '@/lib/core/action/form-answer';
import { parsePage } from '@/lib/core/http/page';
import { type PageQuery, textOf } from '@/lib/core/http/page-query';
import { listAsked } from '@/lib/questions/server';
import { askedPath, questionsPath, receivedPath } from '@/lib/questions/types';

type Props = { searchParams: Promise<PageQuery> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('questions'))('mine'), robots: { index: false } };
}

/** Asks about a product (`?producto=<slug>`), and lists the questions of the signed-in person. */
export default async function MyQuestionsPage({ searchParams }: Props) {
  const query = await searchParams;
  const slug = textOf(query.producto);
  const me = await requireMe(slug ? `${askedPath}?producto=${encodeURIComponent(slug)}` : askedPath);
  const page = parsePage(textOf(query.pagina));
  const [t, locale] = await Promise.all([getTranslations('questions'), getLocale()]);
  const [product, { questions, hasMore }] = await Promise.all([
    slug ? getProductBySlug(locale, slug) : null,
    listAsked(page, locale),
  ]);
  if (slug && !product) notFound();
  return (
    <MoreClientMessages namespaces={['questions']}>
      {product && (
        <section aria-labelledby="ask" className="mb-10 max-w-2xl">
          <TextLink href={questionsPath(product.slug)}>{t('titleOf', { name: product.name })}</TextLink>
          <h1 id="ask" className="mb-4 text-3xl font-extrabold text-pretty wrap-anywhere">
            {t('askAbout', { name: product.name })}
          </h1>
          {product.creatorId === me.id ? (
            <>
              <p className="mb-4">{t('errors.es_suyo')}</p>
              <ButtonLink href={receivedPath}>{t('received.title')}</ButtonLink>
            </>
          ) : (
            <AskQuestion productId={product.id} answer={formAnswer('askQuestionAction')} />
          )}
        </section>
      )}
      {product ? (
        <h2 className="mb-4 text-xl font-bold">{t('mine')}</h2>
      ) : (
        <h1 className="mb-6 text-3xl font-extrabold">{t('mine')}</h1>
      )}
      {questions.length === 0 ? (
        <EmptyState icon={<CircleHelp />} title={t('noneAsked')} />
      ) : (
        <AskedQuestions questions={questions} />
      )}
      <PageLinks newest={page > 0 && askedPath} older={hasMore && `${askedPath}?pagina=${page + 1}`} className="mt-6" />
    </MoreClientMessages>
  );
}
