import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { CreatorProfilePage } from '@/components/catalog/creator-profile';
import { CreatorPosts } from '@/components/catalog/posts/creator-posts';
import { getCreator, getCreatorNames } from '@/lib/catalog/creator';
import { listCreatorPosts } from '@/lib/catalog/posts';
import { creatorFeedPath } from '@/lib/catalog/seo/feed-xml';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { prerendered } from '@/lib/core/cache/prerendered';
import { creatorPath, fromSegment } from '@/lib/core/http/segments';

type Props = { params: Promise<{ display_name: string }> };

const postsShown = 10;

export const ensureStatic = 'navigation';

export async function generateStaticParams() {
  return prerendered('display_name', await getCreatorNames(1_000));
}

const load = async (params: Props['params']) => getCreator(await getLocale(), fromSegment((await params).display_name));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const creator = await load(params);
  if (!creator) return {};
  return {
    title: creator.displayName,
    description: creator.bio,
    ...(await publicPage(creatorPath(creator.displayName), {
      title: creator.displayName,
      feed: creatorFeedPath(creator.displayName, await getLocale()),
      picture: { url: creator.bannerUrl, alt: creator.displayName },
    })),
  };
}

export default async function CreatorPage({ params }: Props) {
  const creator = await load(params);
  if (!creator) notFound();
  const { displayName } = creator;
  const [posts, locale] = await Promise.all([listCreatorPosts(displayName, postsShown), getLocale()]);
  return (
    <CreatorProfilePage creator={creator} isFirst>
      <CreatorPosts posts={posts} displayName={displayName} locale={locale} />
    </CreatorProfilePage>
  );
}
