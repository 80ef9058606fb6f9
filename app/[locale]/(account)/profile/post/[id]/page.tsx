import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { PostView } from '@/components/catalog/posts/post-view';
import { ShowPost } from '@/components/moderation/show-post-client';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { requireMe } from '@/lib/account/server';
import { ownPostPath } from '@/lib/core/http/segments';
import { getReadablePost, toPost } from '@/lib/publish/posts/server';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations('posts'))('title'), robots: { index: false } };
}

/** A post for its audience: followers, or owners of a product. Its author and moderators see it, too. */
export default async function AudiencePostPage({ params }: Props) {
  const { id } = await params;
  const me = await requireMe(ownPostPath(id));
  const [post, locale, t] = await Promise.all([getReadablePost(id), getLocale(), getTranslations('posts')]);
  if (!post) notFound();
  const isOwn = post.author.displayName === me.displayName;
  const isJudge = me.role !== 'user' && (!isOwn || me.role === 'admin');
  const state = post.isHidden ? t('hidden') : post.publishedAt ? t(`audiences.${post.audience}`) : t('draft');
  return (
    <MoreClientMessages namespaces={isJudge ? ['reports', 'moderation'] : ['reports']}>
      <PostView post={toPost(post, locale)} audience={state} canReport={!isOwn && !post.isHidden} />
      {isJudge && post.isHidden && (
        <div className="mx-auto mt-10 flex max-w-3xl justify-end">
          <ShowPost id={post.id} />
        </div>
      )}
    </MoreClientMessages>
  );
}
