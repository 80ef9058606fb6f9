import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { ProductGrid } from '@/components/catalog/product/product-grid';
import { FollowButton } from '@/components/creators/follow-button-client';
import { ReportButton } from '@/components/moderation/reports/report-button-client';
import { Badge } from '@/components/ui/badge';
import { EmptyState } from '@/components/ui/empty-state';
import { ClientMessages } from '@/components/ui/i18n/client-messages';
import { BadgeCheck, PackageOpen } from '@/components/ui/icons';
import { Picture } from '@/components/ui/picture-client';
import { alternates } from '@/lib/catalog/seo/metadata';
import { getCreator, getCreatorNames } from '@/lib/catalog/server';
import { prerendered } from '@/lib/core/cache/prerendered';
import { creatorPath, fromSegment } from '@/lib/core/http/segments';

type Props = { params: Promise<{ display_name: string }> };

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
    alternates: alternates(creatorPath(creator.displayName)),
    openGraph: { images: [creator.bannerUrl] },
  };
}

export default async function CreatorPage({ params }: Props) {
  const creator = await load(params);
  if (!creator) notFound();
  const t = await getTranslations('creator');
  return (
    <ClientMessages namespaces={['nav', 'product', 'creator', 'reports']}>
      <header className="mb-10">
        <div className="full-bleed relative -mt-6 h-36 overflow-hidden bg-raised sm:h-60 lg:-mt-8">
          <Picture
            src={creator.bannerUrl}
            alt=""
            width={1600}
            height={500}
            priority
            sizes="100vw"
            className="absolute inset-0 size-full object-cover"
          />
        </div>
        <div className="relative -mt-10 flex flex-wrap items-end gap-4">
          <Picture
            src={creator.avatarUrl}
            alt=""
            width={112}
            height={112}
            className="size-24 rounded-full border-4 border-canvas bg-raised object-cover sm:size-28"
          />
          <div className="min-w-0 grow basis-48">
            <h1 className="flex flex-wrap items-center gap-2 text-2xl font-extrabold sm:text-3xl">
              {creator.displayName}
              {creator.verified && (
                <>
                  <BadgeCheck role="img" aria-label={t('verified')} className="size-6 text-link" />
                  <Badge tone="buy">{t('admin')}</Badge>
                </>
              )}
              {creator.isClubMember && <Badge tone="club">{t('clubMember')}</Badge>}
            </h1>
            <p className="text-muted">
              @{creator.username} · {t('followers', { count: creator.followers })}
            </p>
          </div>
          <FollowButton
            creatorId={creator.id}
            name={creator.displayName}
            avatarUrl={creator.avatarUrl}
            hasProducts={creator.products.length > 0}
          />
          <ReportButton kind="usuario" id={creator.id} name={creator.displayName} />
        </div>
        {creator.bio && <p className="mt-4 max-w-prose wrap-anywhere">{creator.bio}</p>}
      </header>
      <h2 className="mb-5 text-2xl font-bold">{t('products')}</h2>
      {creator.products.length === 0 ? (
        <EmptyState icon={<PackageOpen />} title={t('empty')} />
      ) : (
        <ProductGrid products={creator.products} />
      )}
    </ClientMessages>
  );
}
