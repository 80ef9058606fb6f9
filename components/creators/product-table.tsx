import { getFormatter, getLocale, getTranslations } from 'next-intl/server';
import { ButtonLink } from '@/components/ui/button-link';
import { classNames } from '@/components/ui/class-names';
import { ArrowDown, ArrowUp } from '@/components/ui/icons/desk';
import { Link } from '@/components/ui/link-client';
import { Picture } from '@/components/ui/picture-client';
import { productStatuses } from '@/lib/catalog/types';
import { reviewPath } from '@/lib/core/http/segments';
import { formatCents } from '@/lib/core/money';
import {
  conversionOf,
  type ProductColumn,
  type ProductView,
  productColumns,
  productsPerPage,
} from '@/lib/creators/sort';
import type { CreatorProduct } from '@/lib/creators/types';
import { ChooseProduct, ChosenProducts } from './choose-products-client';

/** Approved green, pending orange, anything else red. */
const statusColors = { approved: 'text-good', pending: 'text-warn', rejected: 'text-bad' } as const;

const address = (view: ProductView, span: number) =>
  `/dashboard?${new URLSearchParams({
    dias: String(span),
    orden: `${view.descending ? '-' : ''}${view.sort}`,
    ...(view.status ? { estado: view.status } : {}),
    ...(view.page > 1 ? { pagina: String(view.page) } : {}),
  })}#products`;

type Props = { products: CreatorProduct[]; found: number; view: ProductView; span: number };

async function StatusFilter({ view, span }: Pick<Props, 'view' | 'span'>) {
  const t = await getTranslations('dashboard');
  return (
    <nav aria-label={t('filter')} className="flex flex-wrap gap-1">
      {[null, ...productStatuses].map((status) => (
        <Link
          key={status}
          href={address({ ...view, status, page: 1 }, span)}
          scroll={false}
          aria-current={status === view.status ? 'page' : undefined}
          className={classNames(
            'inline-flex min-h-11 items-center rounded-control px-4 text-sm font-semibold',
            status === view.status ? 'bg-raised text-ink' : 'text-muted hover:bg-raised',
          )}
        >
          {t(status ? `statuses.${status}` : 'all')}
        </Link>
      ))}
    </nav>
  );
}

function ProductName({ product }: { product: CreatorProduct }) {
  return (
    <Link
      href={`/edit/${product.slug}`}
      className="flex min-h-14 items-center gap-3 font-semibold after:absolute after:inset-0"
    >
      <Picture
        src={product.coverUrl}
        blur={product.coverBlur}
        alt=""
        width={36}
        height={48}
        className="h-12 w-9 shrink-0 rounded object-cover"
      />
      {product.name}
    </Link>
  );
}

const number = 'px-4 text-right tabular-nums';
const isRecent = (column: ProductColumn) => productColumns.indexOf(column) >= productColumns.indexOf('recentViews');
const isText = (column: ProductColumn) => column === 'name' || column === 'status';

/** A creator's products with total and recent figures, sorted and filtered by links; rows link to the form and have a box for bulk edits. */
export async function ProductTable({ products, found, view, span }: Props) {
  const pages = Math.ceil(found / productsPerPage);
  const [t, format, locale] = await Promise.all([getTranslations('dashboard'), getFormatter(), getLocale()]);
  const share = (value: number | null) =>
    value === null ? '–' : format.number(value, { style: 'percent', maximumFractionDigits: 1 });
  const Arrow = view.descending ? ArrowDown : ArrowUp;
  return (
    <div className="space-y-3">
      <StatusFilter view={view} span={span} />
      {products.length > 0 && <ChosenProducts />}
      <div className="relative overflow-x-auto rounded-card border border-line bg-surface">
        <table className="w-full text-left text-sm">
          <thead className="text-muted">
            <tr>
              <th scope="col">
                <span className="sr-only">{t('choose.column')}</span>
              </th>
              {productColumns.map((column) => {
                const isSorted = column === view.sort;
                return (
                  <th
                    key={column}
                    scope="col"
                    aria-sort={isSorted ? (view.descending ? 'descending' : 'ascending') : undefined}
                    className={classNames(
                      'px-4 font-medium whitespace-nowrap',
                      !isText(column) && 'text-right',
                      column === 'recentViews' && 'border-l border-line',
                    )}
                  >
                    <Link
                      href={address(
                        { ...view, sort: column, descending: isSorted ? !view.descending : true, page: 1 },
                        span,
                      )}
                      scroll={false}
                      className="inline-flex min-h-11 items-center gap-1 hover:text-ink"
                    >
                      <span>
                        <span>{t(`columns.${column}`)}</span>
                        {isRecent(column) && (
                          <span className="block text-xs font-normal">
                            <span className="sr-only">, </span>
                            <span>{t('lastDays', { count: span })}</span>
                          </span>
                        )}
                      </span>
                      {isSorted && <Arrow aria-hidden className="size-3.5" />}
                    </Link>
                  </th>
                );
              })}
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {products.map((product) => (
              <tr key={product.id} className="relative hover:bg-raised has-[a:focus-visible]:bg-raised">
                <td className="relative z-1 w-11">
                  <ChooseProduct id={product.id} label={t('choose.one', { name: product.name })} />
                </td>
                <td className="min-w-44 px-4 py-2 wrap-anywhere">
                  <ProductName product={product} />
                </td>
                <td className={number}>{format.number(product.views)}</td>
                <td className={number}>{format.number(product.orders)}</td>
                <td className={classNames('px-4 font-semibold', statusColors[product.status])}>
                  <span>{t(`statuses.${product.status}`)}</span>
                  {(product.hasChangesAsked || product.hasPendingChange) && (
                    <span className="block text-xs font-normal text-warn">
                      {t(product.hasChangesAsked ? 'changesAsked' : 'pendingChange')}
                    </span>
                  )}
                  {(product.hasChangesAsked || product.status === 'rejected') && (
                    <Link
                      href={reviewPath(product.slug)}
                      aria-label={t('seeWhyOf', { name: product.name })}
                      className="relative inline-flex min-h-11 items-center text-xs font-semibold text-link underline"
                    >
                      {t('seeWhy')}
                    </Link>
                  )}
                </td>
                <td className={`${number} border-l border-line`}>{format.number(product.recentViews)}</td>
                <td className={number}>{format.number(product.recentOrders)}</td>
                <td className={number}>{formatCents(product.recentRevenueCents, locale)}</td>
                <td className={number}>{share(conversionOf(product))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <nav aria-label={t('pages.label')} className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted">{t('pages.place', { page: view.page, pages })}</p>
          <div className="flex gap-2">
            {view.page > 1 && (
              <ButtonLink href={address({ ...view, page: view.page - 1 }, span)}>{t('pages.previous')}</ButtonLink>
            )}
            {view.page < pages && (
              <ButtonLink href={address({ ...view, page: view.page + 1 }, span)}>{t('pages.next')}</ButtonLink>
            )}
          </div>
        </nav>
      )}
    </div>
  );
}
