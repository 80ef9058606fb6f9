import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { connection } from 'next/server';
import { getLocale, getTranslations } from 'next-intl/server';
import { Suspense } from 'react';
import { KnownMe } from '@/components/account/known-me';
import { DashboardNav } from '@/components/creators/dashboard-nav';
import { PostForm } from '@/components/publish/posts/post-form-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { Notice } from '@/components/ui/notice';
import { Skeleton } from '@/components/ui/skeleton';
import { requireMe } from '@/lib/account/server';
import { sanitizeRichText } from '@/lib/core/html';
import { getReadablePost, listPostProducts } from '@/lib/publish/posts/server';
import { postsPath } from '@/lib/publish/posts/types';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('posts'))('write'), robots: { index: false } };
}

/** Rendered for each request, so that its scripts carry the nonce of the request (docs/decisions/0013). */
export const instant = false;

/** Writes a post; `new` instead of an id creates one. */
export default async function WritePostPage({ params }: Props) {
  await connection();
  return (
    <MoreClientMessages namespaces={['posts', 'publish']}>
      <KnownMe />
      <Suspense fallback={<Skeleton className="h-96" />}>
        <div className="space-y-6">
          <DashboardNav current="posts" />
          <Form params={params} />
        </div>
      </Suspense>
    </MoreClientMessages>
  );
}

async function Form({ params }: Props) {
  const { id } = await params;
  const me = await requireMe(`${postsPath}/${id}`);
  const [post, products, t] = await Promise.all([
    id === 'new' ? null : getReadablePost(id),
    listPostProducts(await getLocale()),
    getTranslations('posts'),
  ]);
  if (id !== 'new' && post?.author.displayName !== me.displayName) notFound();
  return (
    <>
      <h1 className="text-3xl font-extrabold">{t(post ? 'edit' : 'write')}</h1>
      {post?.isHidden ? (
        <Notice tone="bad">{t('hiddenBecause', { reason: post.hiddenReason ?? '—' })}</Notice>
      ) : products.length === 0 && !post ? (
        <Notice tone="plain">{t('errors.sin_productos')}</Notice>
      ) : (
        <PostForm
          products={products}
          keptAs={`post:${me.id}:${id}`}
          post={
            post && {
              id: post.id,
              version: post.version,
              title: post.title,
              text: sanitizeRichText(post.text),
              audience: post.audience,
              productId: post.productId,
              isPublished: post.publishedAt !== null,
            }
          }
        />
      )}
    </>
  );
}
