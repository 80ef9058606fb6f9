import { useTranslations } from 'next-intl';
import { Link } from '@/components/ui/link-client';
import { Time } from '@/components/ui/time';
import type { PostSummary } from '@/lib/catalog/posts';
import { creatorFeedPath } from '@/lib/catalog/seo/feed-xml';
import { postPath } from '@/lib/core/http/segments';
import type { Locale } from '@/lib/core/i18n/locales';

type Props = { posts: PostSummary[]; displayName: string; locale: Locale };

/** The newest public posts of a creator, with their feed; renders nothing without any. */
export function CreatorPosts({ posts, displayName, locale }: Props) {
  const t = useTranslations('posts');
  if (posts.length === 0) return null;
  return (
    <section aria-labelledby="posts" className="mt-14">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 id="posts" className="text-2xl font-bold">
          {t('title')}
        </h2>
        <a
          href={creatorFeedPath(displayName, locale)}
          className="inline-flex min-h-11 items-center text-link underline-offset-4 hover:underline"
        >
          {t('feed')}
        </a>
      </div>
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2">
        {posts.map((post) => (
          <li key={post.id} className="relative rounded-card border border-line bg-surface p-4 sm:p-5">
            <h3 className="text-lg font-bold text-pretty wrap-anywhere">
              <Link href={postPath(post.id)} className="hover:underline after:absolute after:inset-0">
                {post.title}
              </Link>
            </h3>
            <p className="text-sm text-muted">
              <Time at={post.at} look="day" />
            </p>
            <p className="mt-2 text-pretty wrap-anywhere">{post.excerpt}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
