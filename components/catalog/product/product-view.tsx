import { useLocale, useTranslations } from 'next-intl';
import { pathOfCategory } from '@/lib/catalog/categories';
import type { Product } from '@/lib/catalog/types';
import { BundleBox } from './bundle-box';
import { Gallery } from './gallery-client';
import { ProductFacts } from './product-facts';
import { ProductHero } from './product-hero';
import { Trailer } from './trailer-client';

/** The content of a product's page; its creator sees the same as a preview. */
export function ProductView({ product }: { product: Product }) {
  const t = useTranslations('productPage');
  const locale = useLocale();
  return (
    <>
      <ProductHero product={product} section={pathOfCategory(product.category)} />
      <div className="mt-10 grid gap-12 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="space-y-12">
          <section aria-labelledby="description">
            <h2 id="description" className="mb-4 text-xl font-bold">
              {t('description')}
            </h2>
            {!product.translated && <p className="mb-4 text-sm text-muted">{t('notTranslated')}</p>}
            <div
              lang={product.translated ? locale : 'es'}
              className="rich-text"
              // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised where it is read
              dangerouslySetInnerHTML={{ __html: product.descriptionHtml }}
            />
          </section>
          {product.trailerId && (
            <section aria-labelledby="trailer">
              <h2 id="trailer" className="mb-4 text-xl font-bold">
                {t('trailer')}
              </h2>
              <Trailer
                videoId={product.trailerId}
                name={product.name}
                posterUrl={product.bannerUrl ?? product.coverUrl}
              />
            </section>
          )}
          {product.gallery.length > 0 && (
            <section aria-labelledby="gallery">
              <h2 id="gallery" className="mb-4 text-xl font-bold">
                {t('gallery')}
              </h2>
              <Gallery images={product.gallery} name={product.name} />
            </section>
          )}
        </div>
        <div className="space-y-12">
          <ProductFacts product={product} />
          {product.bundles.length > 0 && (
            <section aria-labelledby="bundles" className="space-y-4">
              <h2 id="bundles" className="text-xl font-bold">
                {t('bundles')}
              </h2>
              {product.bundles.map((bundle) => (
                <BundleBox key={bundle.id} bundle={bundle} />
              ))}
            </section>
          )}
        </div>
      </div>
    </>
  );
}
