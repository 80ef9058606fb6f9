import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale } from 'next-intl/server';
import { CreatorProfilePage } from '@/components/catalog/creator-profile';
import { getCreator } from '@/lib/catalog/creator';
import { publicPage } from '@/lib/catalog/seo/metadata';
import { unusedParameter } from '@/lib/core/cache/prerendered';
import { creatorPath, fromSegment } from '@/lib/core/http/segments';

type Props = { params: Promise<{ display_name: string; after: string }> };

export const ensureStatic = 'navigation';

/** Few creators have so many products, so these pages are rendered on their first visit. */
export function generateStaticParams() {
  return [{ display_name: unusedParameter, after: unusedParameter }];
}

async function load(params: Props['params']) {
  const { display_name, after } = await params;
  return getCreator(await getLocale(), fromSegment(display_name), after);
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const creator = await load(params);
  if (!creator) return {};
  const path = `${creatorPath(creator.displayName)}/desde/${(await params).after}`;
  return { title: creator.displayName, description: creator.bio, ...(await publicPage(path)) };
}

/** Older products of a creator. */
export default async function MoreOfCreatorPage({ params }: Props) {
  const creator = await load(params);
  if (!creator) notFound();
  return <CreatorProfilePage creator={creator} isFirst={false} />;
}
