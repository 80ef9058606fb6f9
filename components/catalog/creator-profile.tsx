import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { JsonLd } from '@/components/catalog/seo/json-ld';
import { FollowButton } from '@/components/creators/follow-button-client';
import { ReportButton } from '@/components/moderation/reports/report-button-client';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { BadgeCheck, PackageOpen } from '@/components/ui/icons/shop';
import { Picture } from '@/components/ui/picture-client';
import type { CreatorProfile } from '@/lib/catalog/creator';
import { profileJsonLd } from '@/lib/catalog/seo/json-ld';
import { env } from '@/lib/core/env';
import { creatorPath } from '@/lib/core/http/segments';
import { ProductGrid } from './product/product-grid';
import { ProfileLinks } from './profile/profile-links';

type Props = { creator: CreatorProfile; isFirst: boolean; children?: ReactNode };

/**
 * A creator's public profile with one page of products; `isFirst` is true on the first page, whose other sections are the
 * children.
 */
export async function CreatorProfilePage({ creator, isFirst, children }: Props) {
  const [locale, t, catalog] = await Promise.all([getLocale(), getTranslations('creator'), getTranslations('catalog')]);
  const path = creatorPath(creator.displayName);
  return (
    <MoreClientMessages namespaces={['creator', 'reports']}>
      {isFirst && <JsonLd data={profileJsonLd(env().SITE_URL, locale, creator)} />}
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
              <span>{creator.displayName}</span>
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
            hasProducts={creator.products.length + creator.pinned.length > 0}
          />
          <ReportButton kind="usuario" id={creator.id} name={creator.displayName} />
        </div>
        {creator.bio && <p className="mt-4 max-w-prose wrap-anywhere">{creator.bio}</p>}
        <ProfileLinks links={creator.links} name={creator.displayName} />
      </header>
      {isFirst && creator.pinned.length > 0 && (
        <section aria-labelledby="pinned" className="mb-12">
          <h2 id="pinned" className="mb-5 text-2xl font-bold">
            {t('pinned')}
          </h2>
          <ProductGrid products={creator.pinned} />
        </section>
      )}
      {(creator.products.length > 0 || creator.pinned.length === 0) && (
        <>
          <h2 className="mb-5 text-2xl font-bold">{t(creator.pinned.length > 0 ? 'otherProducts' : 'products')}</h2>
          {creator.products.length === 0 ? (
            <EmptyState icon={<PackageOpen />} title={t('empty')} />
          ) : (
            <ProductGrid products={creator.products} />
          )}
        </>
      )}
      {(!isFirst || creator.next) && (
        <nav aria-label={t('products')} className="mt-10 flex flex-wrap justify-center gap-3">
          {!isFirst && <ButtonLink href={path}>{catalog('firstPage')}</ButtonLink>}
          {creator.next && (
            <ButtonLink href={`${path}/desde/${creator.next}`} rel="next" size="large">
              {catalog('nextPage')}
            </ButtonLink>
          )}
        </nav>
      )}
      {children}
    </MoreClientMessages>
  );
}
