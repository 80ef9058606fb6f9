import { notFound } from 'next/navigation';
import { getLocale, getTranslations } from 'next-intl/server';
import { Filters } from '@/components/catalog/filters/filters';
import { ProductGrid } from '@/components/catalog/product/product-grid';
import { JsonLd } from '@/components/catalog/seo/json-ld';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { PackageOpen } from '@/components/ui/icons/shop';
import { type CategoryPath, categoryPaths } from '@/lib/catalog/categories';
import { getCategoryPage } from '@/lib/catalog/category-page';
import { categoryListing } from '@/lib/catalog/filters';
import { breadcrumbs, listJsonLd } from '@/lib/catalog/seo/json-ld';
import { env } from '@/lib/core/env';

/** One page of a category. `after` is the slug of the previous page's last product. */
export async function CategoryPage({ path, after = null }: { path: CategoryPath; after?: string | null }) {
  const locale = await getLocale();
  const page = await getCategoryPage(locale, categoryPaths[path], after);
  if (!page) notFound();
  const [t, nav] = await Promise.all([getTranslations('catalog'), getTranslations('nav')]);
  return (
    <>
      <JsonLd
        data={breadcrumbs(env().SITE_URL, locale, [
          { name: nav('home'), path: '/' },
          { name: t(`${path}.title`), path: `/${path}` },
        ])}
      />
      <header className="mb-8">
        <h1 className="text-3xl font-extrabold sm:text-4xl">{t(`${path}.title`)}</h1>
        <p className="mt-2 text-lg text-muted">{t(`${path}.intro`)}</p>
      </header>
      {page.products.length === 0 ? (
        <EmptyState icon={<PackageOpen />} title={t(`${path}.empty`)}>
          <ButtonLink href="/">{t('backHome')}</ButtonLink>
        </EmptyState>
      ) : (
        <>
          <JsonLd data={listJsonLd(env().SITE_URL, locale, t(`${path}.title`), page.products)} />
          <Filters listing={categoryListing(path)} />
          <ProductGrid products={page.products} priority={2} heading="h2" />
        </>
      )}
      <nav aria-label={t(`${path}.title`)} className="mt-10 flex flex-wrap justify-center gap-3">
        {after && <ButtonLink href={`/${path}`}>{t('firstPage')}</ButtonLink>}
        {page.next && (
          <ButtonLink href={`/${path}/desde/${page.next}`} rel="next" size="large">
            {t('nextPage')}
          </ButtonLink>
        )}
      </nav>
    </>
  );
}
