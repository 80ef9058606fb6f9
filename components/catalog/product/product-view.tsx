import { useLocale, useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { pathOfCategory } from '@/lib/catalog/categories';
import { choiceStyle, offersOf } from '@/lib/catalog/offers';
import type { Product } from '@/lib/catalog/types';
import type { ClubOffer } from '@/lib/pricing';
import { BundleBox } from './bundle-box';
import { ChosenEdition } from './chosen-edition-client';
import { EditionCards } from './edition-cards';
import { ProductFacts } from './product-facts';
import { ProductHero } from './product-hero';
import { VersionHistory } from './version-history';

type Props = { product: Product; club: ClubOffer; children?: ReactNode };

/** Content of a product page and of its creator's preview; `children` follow the description. */
export function ProductView({ product, club, children }: Props) {
  const t = useTranslations('productPage');
  const locale = useLocale();
  const offers = offersOf(product);
  const hasEditions = offers.length > 1;
  return (
    <div data-offers={product.slug}>
      {hasEditions && (
        <>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: built from slugs and ids only */}
          <style dangerouslySetInnerHTML={{ __html: choiceStyle(product.slug, offers) }} />
          <ChosenEdition />
        </>
      )}
      <ProductHero product={product} offers={offers} section={pathOfCategory(product.category)} club={club} />
      {hasEditions && (
        <div className="mt-10">
          <EditionCards product={product} offers={offers} club={club} />
        </div>
      )}
      <div className="mt-10 grid grid-cols-1 gap-12 lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr]">
        <section aria-labelledby="description">
          <h2 id="description" className="mb-4 text-xl font-bold">
            {t('description')}
          </h2>
          {!product.translated && <p className="mb-4 text-sm text-muted">{t('notTranslated')}</p>}
          <div
            lang={product.translated ? locale : 'es'}
            className="rich-text"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when read
            dangerouslySetInnerHTML={{ __html: product.descriptionHtml }}
          />
        </section>
        <div className="space-y-12 lg:row-span-2">
          <ProductFacts product={product} />
          {product.versions.length > 0 && <VersionHistory versions={product.versions} />}
          {product.bundles.length > 0 && (
            <section aria-labelledby="bundles" className="space-y-4">
              <h2 id="bundles" className="text-xl font-bold">
                {t('bundles')}
              </h2>
              {product.bundles.map((bundle) => (
                <BundleBox key={bundle.id} bundle={bundle} clubPercent={club.percent} />
              ))}
            </section>
          )}
        </div>
        {children && <div>{children}</div>}
      </div>
    </div>
  );
}
