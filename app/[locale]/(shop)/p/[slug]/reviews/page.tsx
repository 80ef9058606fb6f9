import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { z } from 'zod';
import { ReviewList } from '@/components/reviews/review-list';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { PageLinks } from '@/components/ui/page-links';
import { TextLink } from '@/components/ui/text-link';
import { getProductBySlug } from '@/lib/catalog/product';
import { parsePage } from '@/lib/core/http/page';
import { getReview, listReviews } from '@/lib/reviews/server';

type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<{ pagina?: string; resena?: string | string[] }>;
};

const pageSize = 30;

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug } = await params;
  const product = await getProductBySlug(await getLocale(), slug);
  if (!product) return {};
  const t = await getTranslations('reviews');
  // Search engines should index the product's own page, which has the first reviews.
  return { title: t('titleOf', { name: product.name }), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** All reviews of a product. */
export default async function ReviewsPage(props: Props) {
  await connection();
  return <AllReviews {...props} />;
}

async function AllReviews({ params, searchParams }: Props) {
  const [{ slug }, { pagina, resena }, locale] = await Promise.all([params, searchParams, getLocale()]);
  const product = await getProductBySlug(locale, slug);
  if (!product) notFound();
  const page = parsePage(pagina);
  const wanted = z.uuid().safeParse(resena);
  const [t, { reviews: listed, hasMore }, first] = await Promise.all([
    getTranslations('reviews'),
    listReviews(product, pageSize, page),
    wanted.success ? getReview(product, wanted.data) : null,
  ]);
  // The linked review comes first.
  const reviews = first ? [first, ...listed.filter(({ id }) => id !== first.id)] : listed;
  return (
    <MoreClientMessages namespaces={['reviews', 'reports']}>
      <TextLink href={`/p/${slug}`}>{product.name}</TextLink>
      <h1 className="mb-6 text-3xl font-extrabold">{t('title')}</h1>
      {reviews.length === 0 ? (
        <p className="text-muted">{t(page > 0 ? 'noMore' : 'empty')}</p>
      ) : (
        <ReviewList reviews={reviews} creatorId={product.creatorId} />
      )}
      <PageLinks
        newest={page > 0 && `/p/${slug}/reviews`}
        older={hasMore && `/p/${slug}/reviews?pagina=${page + 1}`}
        className="mt-4"
      />
    </MoreClientMessages>
  );
}
