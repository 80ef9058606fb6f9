import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { PostView } from '@/components/catalog/posts/post-view';
import { JsonLd } from '@/components/catalog/seo/json-ld';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { getPost } from '@/lib/catalog/posts';
import { postJsonLd } from '@/lib/catalog/seo/json-ld';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { prerendered } from '@/lib/core/cache/prerendered';
import { env } from '@/lib/core/env';
import { textOfHtml } from '@/lib/core/html/text';
import { postPath } from '@/lib/core/http/segments';

type Props = { params: Promise<{ id: string }> };

export const ensureStatic = 'navigation';

export const generateStaticParams = () => prerendered('id', []);

const load = async (params: Props['params']) => getPost(await getLocale(), (await params).id);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const post = await load(params);
  if (!post) return {};
  return {
    title: post.title,
    description: textOfHtml(post.html, 160),
    ...(await publicPage(postPath(post.id), { title: post.title })),
  };
}

/** A public post of a creator. */
export default async function PostPage({ params }: Props) {
  const post = await load(params);
  if (!post) notFound();
  return (
    <MoreClientMessages namespaces={['reports']}>
      <JsonLd data={postJsonLd(env().SITE_URL, await getLocale(), post)} />
      <PostView post={post} canReport />
    </MoreClientMessages>
  );
}
