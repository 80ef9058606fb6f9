import { getLocale, getTranslations } from 'next-intl/server';
import { ProductGrid } from '@/components/catalog/product/product-grid';
import { ButtonLink } from '@/components/ui/button-link';
import { EmptyState } from '@/components/ui/empty-state';
import { SearchX } from '@/components/ui/icons/shop';
import { Link } from '@/components/ui/link-client';
import { Notice } from '@/components/ui/notice';
import { addressOf, filtersOf, type Listing } from '@/lib/catalog/filters';
import { mostCounted, readFilters, suggestCorrection } from '@/lib/catalog/search';
import { searchForVisitor } from '@/lib/catalog/visitor-search';
import type { PageQuery } from '@/lib/core/http/page-query';
import { searchPath } from '@/lib/core/http/segments';
import { log } from '@/lib/core/log';
import { Filters } from './filters';

type Props = { listing: Listing; raw: PageQuery; title: string };

/** Results of a search or a filtered list: heading, filters, count, products and pagination. */
export async function Results({ listing, raw, title }: Props) {
  const t = await getTranslations('search');
  const heading = <h1 className="mb-6 text-3xl font-extrabold break-words">{title}</h1>;
  const found = await searchForVisitor(await getLocale(), listing, raw);
  if (!found) {
    return (
      <>
        {heading}
        <Notice tone="warn">{t('limited')}</Notice>
      </>
    );
  }
  const { chosen, cursor } = readFilters(raw);
  const { products, next, total } = found;
  const isNarrowed = filtersOf(listing).some((name) => chosen[name] !== undefined);
  // Without a correction, the results are still useful.
  const meant =
    listing.text === undefined || isNarrowed || cursor || total > 0
      ? null
      : await suggestCorrection(listing.text).catch((problem: unknown) => {
          log.error({ error: String(problem) }, 'what a search meant could not be read');
          return null;
        });
  return (
    <>
      {heading}
      {meant !== null && (
        <p className="mb-4 text-lg">
          {t.rich('meant', {
            text: meant,
            search: (children) => (
              <Link href={searchPath(meant)} className="font-semibold text-link underline underline-offset-4">
                {children}
              </Link>
            ),
          })}
        </p>
      )}
      <Filters listing={listing} chosen={chosen}>
        <p role="status" className="mb-4 text-sm text-muted">
          {total > mostCounted ? t('countMore', { count: mostCounted }) : t('count', { count: total })}
        </p>
      </Filters>
      {products.length === 0 ? (
        <EmptyState icon={<SearchX />} title={t('none')}>
          {isNarrowed && (
            <ButtonLink href={addressOf(listing, { orden: chosen.orden })} prefetch={false} variant="buy">
              {t('removeAll')}
            </ButtonLink>
          )}
          {listing.text !== undefined && !isNarrowed && <p className="text-muted">{t('tip')}</p>}
          <ButtonLink href="/trends">{t('tryTrends')}</ButtonLink>
        </EmptyState>
      ) : (
        <ProductGrid products={products} priority={2} heading="h2" />
      )}
      {(next || cursor) && (
        <nav aria-label={t('pages')} className="mt-10 flex flex-wrap justify-center gap-3">
          {cursor && (
            <ButtonLink href={addressOf(listing, chosen)} prefetch={false}>
              {t('firstPage')}
            </ButtonLink>
          )}
          {next && (
            <ButtonLink href={addressOf(listing, chosen, next)} rel="next" size="large" prefetch={false}>
              {t('more')}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}
