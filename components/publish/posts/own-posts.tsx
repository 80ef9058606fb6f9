import { getTranslations } from 'next-intl/server';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { Megaphone } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { PageLinks } from '@/components/ui/page-links';
import { Time } from '@/components/ui/time';
import { requireMe } from '@/lib/account/server';
import { type PageQuery, textOf } from '@/lib/core/http/page-query';
import { ownPostPath, postPath } from '@/lib/core/http/segments';
import { listOwnPosts } from '@/lib/publish/posts/server';
import { postsPath, postsPerDay } from '@/lib/publish/posts/types';
import { DeletePost } from './delete-post-client';

/** A page of the signed-in creator's posts. */
export async function OwnPosts({ query }: { query: Promise<PageQuery> }) {
  await requireMe(postsPath, query);
  const page = Math.min(Math.max(Number.parseInt(textOf((await query).pagina), 10) || 0, 0), 1_000);
  const [t, { posts, hasMore }] = await Promise.all([getTranslations('posts'), listOwnPosts(page)]);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h1 className="text-3xl font-extrabold">{t('title')}</h1>
          <p className="mt-1 max-w-prose text-muted">{t('intro', { count: postsPerDay })}</p>
        </div>
        <ButtonLink href={`${postsPath}/new`} variant="buy">
          {t('write')}
        </ButtonLink>
      </div>
      {posts.length === 0 ? (
        <EmptyState icon={<Megaphone />} title={t('empty')} />
      ) : (
        <ul className="space-y-4">
          {posts.map((post) => (
            <li key={post.id} className="rounded-card border border-line bg-surface p-4 sm:p-5">
              <div className="flex flex-wrap items-start justify-between gap-3">
                <div className="min-w-0 flex-1 basis-60">
                  <h2 className="text-lg font-bold text-pretty wrap-anywhere">
                    <Link
                      href={
                        post.publishedAt && post.audience === 'publico' && !post.isHidden
                          ? postPath(post.id)
                          : ownPostPath(post.id)
                      }
                      className="hover:underline"
                    >
                      {post.title}
                    </Link>
                  </h2>
                  <p className="text-sm text-muted">
                    <span>{t(`audiences.${post.audience}`)} · </span>
                    <Time at={post.publishedAt ?? post.createdAt} look="day" />
                  </p>
                  {post.isHidden && (
                    <p className="mt-1 text-sm text-warn">{t('hiddenBecause', { reason: post.hiddenReason ?? '—' })}</p>
                  )}
                </div>
                <Badge>{t(post.isHidden ? 'hidden' : post.publishedAt ? 'published' : 'draft')}</Badge>
              </div>
              {!post.isHidden && (
                <div className="mt-3 flex flex-wrap gap-3">
                  <ButtonLink href={`${postsPath}/${post.id}`}>
                    <span>{t('change')}</span>
                    <span className="sr-only">{post.title}</span>
                  </ButtonLink>
                  <DeletePost id={post.id} title={post.title} />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <PageLinks newest={page > 0 && postsPath} older={hasMore && `${postsPath}?pagina=${page + 1}`} />
    </>
  );
}
