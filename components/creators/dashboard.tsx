import { getLocale, getTranslations } from 'next-intl/server';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/ui/button-link';
import { buttonStyles } from '@/components/ui/button-styles';
import { Charts } from '@/components/ui/charts/charts-client';
import { SpanChoice } from '@/components/ui/charts/span-choice';
import type { DaySeries } from '@/components/ui/charts/types';
import { EmptyState } from '@/components/ui/empty-state';
import { MoreClientMessages } from '@/components/ui/i18n/client-messages';
import { PackagePlus } from '@/components/ui/icons/desk';
import { Notice } from '@/components/ui/notice';
import { requireMe } from '@/lib/account/server';
import type { PageQuery } from '@/lib/core/http/page-query';
import { getBalance, listMovements, listWithdrawals } from '@/lib/creators/money';
import { getPanelPage, getVisitSources } from '@/lib/creators/panel';
import { listSaleSources } from '@/lib/creators/sales/server';
import { parseProductView } from '@/lib/creators/sort';
import { firstDay, parseSpan } from '@/lib/creators/spans';
import { Balance } from './balance';
import { DashboardNav } from './dashboard-nav';
import { MoneyHistory } from './money-history';
import { ProductTable } from './product-table';
import { SaleSources } from './sale-sources';
import { Sources } from './sources';
import { StatCards } from './stat-cards';

const series: Array<[key: 'views' | 'orders' | 'revenueCents', tone: DaySeries['tone']]> = [
  ['views', 'link'],
  ['orders', 'good'],
  ['revenueCents', 'club'],
];

/** First steps of a creator without a product. */
async function FirstDay() {
  const t = await getTranslations('dashboard');
  return (
    <EmptyState icon={<PackagePlus />} title={t('noProducts')}>
      <ol className="max-w-prose list-decimal space-y-1 pl-5 text-left text-muted">
        {(['send', 'review', 'earn'] as const).map((step) => (
          <li key={step}>{t(`firstDay.${step}`)}</li>
        ))}
      </ol>
      <ButtonLink href="/publicar" variant="buy">
        {t('publish')}
      </ButtonLink>
    </EmptyState>
  );
}

/**
 * A creator's figures, products and money.
 *
 * @param unfinished drafts and archived products, rendered by a module above this one
 * @param reviews unanswered reviews, rendered by another module
 */
export async function Dashboard({
  query,
  unfinished,
  reviews,
}: {
  query: Promise<PageQuery>;
  unfinished: ReactNode;
  reviews: ReactNode;
}) {
  const parameters = await query;
  const span = parseSpan(parameters.dias);
  const view = parseProductView(parameters);
  const me = await requireMe('/dashboard', query);
  const [t, locale] = await Promise.all([getTranslations('dashboard'), getLocale()]);
  const [panel, sources, sold, balance, withdrawals, movements] = await Promise.all([
    getPanelPage(span, locale, view),
    getVisitSources(span),
    listSaleSources({ product: null, from: firstDay(span), to: null }),
    getBalance(),
    listWithdrawals(me.id),
    listMovements({ from: null, to: null }, locale, 20),
  ]);
  const isFirstDay = !panel.hasPublished;
  return (
    <MoreClientMessages namespaces={['dashboard', 'charts', 'reviews', 'reports']}>
      <div className="space-y-8">
        <DashboardNav current="overview" />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h1 className="text-3xl font-extrabold">{t('title')}</h1>
          {!isFirstDay && (
            <div className="flex flex-wrap gap-2">
              <ButtonLink href="/dashboard/promotions">{t('promotions')}</ButtonLink>
              <ButtonLink href="/publicar" variant="buy">
                <PackagePlus aria-hidden className="size-5" />
                {t('publish')}
              </ButtonLink>
            </div>
          )}
        </div>
        {parameters.aviso === 'producto' && <Notice tone="bad">{t('productNotLoaded')}</Notice>}
        {isFirstDay && <FirstDay />}
        <StatCards views={panel.views} orders={panel.orders} balance={balance} />
        {!isFirstDay && (
          <section aria-labelledby="charts" className="space-y-4">
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 id="charts" className="text-xl font-bold">
                {t('charts')}
              </h2>
              <SpanChoice path="/dashboard" span={span} />
            </div>
            <Charts
              series={series.map(([key, tone]) => ({
                label: t(`chart.${key}`),
                tone,
                isMoney: key === 'revenueCents',
                days: panel.days.map((day) => ({ day: day.day, value: day[key] })),
              }))}
            />
            <a href={`/api/creator/stats?dias=${span}`} className={buttonStyles({})}>
              {t('exportStats')}
            </a>
          </section>
        )}
        {unfinished}
        {panel.hasProducts && (
          <section aria-labelledby="products" className="space-y-4">
            <h2 id="products" className="text-xl font-bold">
              {t('products')}
            </h2>
            <p className="text-sm text-muted">{t('ordersNote')}</p>
            <ProductTable products={panel.products} found={panel.found} view={view} span={span} />
          </section>
        )}
        <Sources sources={sources} />
        {sold && <SaleSources sold={sold} />}
        {reviews}
        <Balance balance={balance} />
        <MoneyHistory withdrawals={withdrawals} movements={movements} />
      </div>
    </MoreClientMessages>
  );
}
